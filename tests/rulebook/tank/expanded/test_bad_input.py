"""Bad input of the Expanded game: each is refused with its case and its unit, and nothing is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.parts import set_part
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import assault
from hulldown.games.tank.modules.vehicle_smoke.module import can_lay
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import DESTROYED, TankState
from hulldown.games.tank.rules.troops import give_device
from hulldown.games.tank.rules.works import check
from support.engagement import advanced, opened
from support.games import encoded
from support.shelling import shelled, with_missions
from support.tank_positions import play, position, unit, violations
from support.transport_field import aboard

Convoy = Callable[..., str]
SPOTS = {
    "A1": ("0507", "A"), "A3": ("0710", "A"), "A4": ("1107", "A"), "A5": ("1306", "A"), "A7": "0506", "A8": "1006",
    "A9": "1306", "A10": "1305", "A11": ("0407", "A"),
}  # fmt: skip


def blamed(state: TankState, side: str, text: str) -> list[tuple[str, str]]:
    """The cases and units of what is wrong; the state is as it was before."""
    before = encoded(state)
    found = [(violation.rule, violation.unit) for violation in violations(state, side, text)]
    assert all(violation.message for violation in violations(state, side, text))
    assert encoded(state) == before
    return found


@pytest.mark.rules("26.31", "26.32a", "27.0-gen-3", "27.12", "27.22", "27.23b", "27.42a", "24.31-note-1", "24.34")
@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("A7 DF 0501", ("26.31", "A7")),
        ("A7 OF 0502; A7 OF adjacent", ("5.0-gen-1", "A7")),
        ("A1 MT A7", ("27.0-gen-3", "A1")),
        ("A7 MT A1", ("27.0-gen-3", "A7")),
        ("A3 MT A7; A7 MT A3", ("27.12", "A3")),
        ("A1 MT A11; A11 MT A1", ("27.22", "A1")),
        ("A5 DT 1305; A9 DT", ("27.42a", "A5")),
        ("A4 MT A8; A8 MT A4", ("27.23b", "A4")),
        ("A12 DF 0506", ("24.31-note-1", "A12")),
    ],
)
def test_orders_of_units(convoy: Convoy, text: str, wrong: tuple[str, str]):
    spots = {**SPOTS, "A4": ("1107", "A", "spotted", "Ge Pz IVH"), "A12": ("0510", "A", "spotted", "So Snapper")}
    foes = {"B1": ("0501", "D"), "B2": ("0506", "D")} if "A12" in text else {"B1": ("0501", "D")}
    if "A12" in text:
        spots = {"A12": spots["A12"]}
    state = position(convoy(), alpha=spots, bravo=foes)
    if "A12" not in text:
        aboard(state, A5="A9")
        give_device(unit(state, "A8"), "Br Gustav")
    assert wrong in blamed(state, "alpha", text)


@pytest.mark.rules("24.34")
def test_a_missile_in_its_waiting_turn(convoy: Convoy):
    state = position(convoy(), alpha={"A11": ("0514", "A", "spotted", "So Snapper")}, bravo={"B1": ("0503", "D")})
    set_part(unit(state, "A11"), "missile", state.turn - 1)
    assert blamed(state, "alpha", "A11 DF 0503") == [("24.34", "A11")]


@pytest.mark.rules("28.22", "28.12", "28.42", "28.23", "28.0-gen-2", "28.53b", "28.5")
@pytest.mark.parametrize(
    ("side", "text", "wrong"),
    [
        ("alpha", "bn1 AF 1010 7", ("28.22", "bn1")),
        ("bravo", "bn1 AF 1212 7", ("28.12", "bn1")),
        ("alpha", "bn2 AF 0803 8", ("28.42", "bn2")),
        ("alpha", "bn2 AF 1010 8", ("28.23", "bn2")),
        ("bravo", "bn1.1 AF 1212 8", ("28.0-gen-2", "bn1.1")),
        ("alpha", "bn3 AF 1011 8 smoke", ("28.53b", "bn3")),
    ],
)
def test_orders_of_artillery(monkeypatch: pytest.MonkeyPatch, side: str, text: str, wrong: tuple[str, str]):
    woods = {"0804": "woods", "0805": "woods", "0806": "woods"}
    spots = {"A1": ("0808", "A"), "A6": "1009"}
    state = shelled(monkeypatch, alpha=spots, bravo={"B1": ("1214", "A")}, hexes=woods)
    state = with_missions(state, ("alpha", "bn1", "1010", 8))
    assert blamed(state, side, text) == [wrong]


@pytest.mark.rules("34.4-3", "34.4-7", "30.2")
def test_mines_and_ditches():
    state = advanced(opened("tank/34.4"), "defence")
    scene, board = scene_of(state), GAME.board("tank/34.4")
    limits = assault.limits(state, scene)
    labels = board.labels
    mine, bad = next(iter(limits.mined)), assault.objective(state)
    dug = sorted(limits.dug)
    bent = next(
        (a, b, c) for a in dug for b in (board.neighbours[a][0],) for c in (board.neighbours[b][1],)
        if b in limits.dug and c in limits.dug
    )  # fmt: skip

    def wrong(text: str) -> set[tuple[str, str]]:
        order = GAME.parse(state, "bravo", text)
        return {(one.rule, one.unit) for one in check(board, limits, order.tasks)}

    assert wrong(f"mines MN {' '.join([labels[mine]] * 20)}") == set()
    assert ("34.4-3", "mines") in wrong(f"mines MN {' '.join([labels[mine]] * 21)}")
    assert ("34.4-7", "mines") in wrong(f"mines MN {labels[bad]}")
    assert ("34.4-7", "ditch") in wrong(f"ditch DG {labels[bad]}")
    assert ("30.2", "ditch") in wrong(f"ditch DG {' '.join(labels[one] for one in bent)}")


@pytest.mark.rules("32.5a", "35.2d")
@pytest.mark.parametrize("scenario", ["tank/34.1", "tank/34.2", "tank/34.3"])
def test_vehicles_lay_smoke_only_where_their_nation_has_the_means(scenario: str):
    """X-46: whether or not the side has anything off the map."""
    nations = {"period": 6, "alpha_nation": "Sov", "bravo_nation": "Ger", "vehicle_smoke": "yes"}
    scene = scene_of(opened(scenario, nations))
    for side, lays in (("alpha", False), ("bravo", True)):
        assert can_lay(scene, side, arms(scene.side(side).forces[0].type)) is lays


@pytest.mark.rules("27.72b", "8.22b")
def test_all_who_would_have_fired_at_a_truck_already_hit_have_spent_their_fire(convoy: Convoy):
    """T-04: AP goes first; the combined HE behind it is spent by each of its firers."""
    spots = {"A1": ("0507", "A"), "A7": "0406", "A8": "0606"}
    state = position(convoy(), alpha=spots, bravo={"B4": ("0504", "D"), "B1": ("2001", "A")}, dice="1")
    after = play(state, alpha="A1 DF 0504 AP; A7 DF 0504; A8 DF 0504", until="face")
    assert unit(after.state, "B4").status == DESTROYED
    assert after.dice == [1]
    assert [unit(after.state, name).fired for name in ("A1", "A7", "A8")] == [True, True, True]
