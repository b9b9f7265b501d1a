"""Smoke in detail: two clouds on a turn, lines along its sides and into it, how it is shown (28.5)."""

from __future__ import annotations

import pytest

from hulldown.core.board import mask_of
from hulldown.core.parts import set_part
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.screens import screening
from hulldown.games.tank.rules.smoke import KEY, smoke_coming, smoke_now
from hulldown.games.tank.rules.state import TankState
from support.platoon_field import beyond
from support.shelling import shelled, with_missions
from support.tank_positions import cell, play

FAR_A, FAR_B = {"A1": ("0102", "A")}, {"B1": ("2402", "A")}


def shown(state: TankState, side: str = "bravo") -> tuple[list[str], list[str]]:
    """The kinds of areas and of markers in a side's view."""
    view = GAME.view(state, side)
    areas = view.areas if isinstance(view.areas, tuple) else ()
    markers = view.markers if isinstance(view.markers, tuple) else ()
    kinds = sorted({marker.kind for marker in markers if marker.kind.startswith("smoke")})
    return [area.kind for area in areas if area.kind.startswith("smoke")], kinds


@pytest.mark.rules("28.51a", "28.51c", "21.1-b-9")
def test_two_clouds_of_one_turn_both_come_up(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR_B, dice="2 2")
    state = with_missions(state, ("alpha", "bn1", "0606", 3, True), ("alpha", "bn2", "1610", 3, True))
    during = play(state, until="face").state
    assert len(smoke_coming(during)) == 20
    after = play(state).state
    assert {cell(state, "0606"), cell(state, "1610")} <= set(smoke_now(after))
    assert len(smoke_now(after)) == 20


@pytest.mark.rules("28.51a", "28.51b", "28.51c")
def test_everybody_sees_where_smoke_is_and_where_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR_B, dice="2")
    assert shown(state) == ([], [])
    state = with_missions(state, ("alpha", "bn1", "1010", 3, True))
    assert shown(play(state, until="face").state) == (["smoke coming"], ["smoke coming"])
    fourth = play(state).state
    assert shown(fourth) == shown(fourth, "alpha") == (["smoke"], ["smoke"])
    assert shown(play(fourth).state) == ([], [])


@pytest.mark.rules("28.52a", "10.24")
def test_a_line_is_blocked_along_smoke_but_not_by_the_hexes_at_its_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR_A, bravo=FAR_B)
    ground = scene_of(state).ground
    here, there = cell(state, "1008"), cell(state, beyond(state, "1008", "AB"))
    beside = cell(state, beyond(state, "1008", "A")), cell(state, beyond(state, "1008", "B"))
    for one in beside:
        assert screening(ground, mask_of([one]), here, there) == one, "along its side"
    for elsewhere in ("1212", "0508"):
        assert screening(ground, mask_of([cell(state, elsewhere)]), here, there) == -1
    far = cell(state, "1004")
    assert screening(ground, mask_of([far]), here, far) == -1, "into the smoke one sees"
    assert screening(ground, mask_of([here]), here, far) == -1, "and out of it"
    assert screening(ground, mask_of([cell(state, "1005"), cell(state, "1007")]), here, far) == cell(state, "1007")
    assert screening(ground, mask_of([here]), here, here) == -1
    assert screening(ground, 0, here, far) == -1


@pytest.mark.rules("28.52b", "28.51b", "26.12b")
def test_what_is_open_to_a_unit_follows_the_smoke_as_it_comes_and_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is remembered of a weapon on clear ground is not used in smoke, nor the other way round."""
    state = shelled(monkeypatch, alpha={"A1": ("1008", "D")}, bravo=FAR_B)
    cloud = cell(state, "1009")

    def dear() -> set[tuple[int, ...]]:
        """The hexes that cost a point more on the ways of A1."""
        (unit,) = [one for one in GAME.legal(state, "alpha").units if one.unit == "A1"]
        return {option.path.extra for option in unit.options if option.path is not None}

    for _ in range(2):
        set_part(state, KEY, {"now": [], "coming": []})
        assert dear() == {()}
        set_part(state, KEY, {"now": [cloud], "coming": []})
        assert dear() == {(cloud,)}
