"""Fire from off the map where it meets other rules: carriers and riders, mines, cover."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.module import KINDS
from hulldown.games.tank.modules.artillery.schedule import written
from hulldown.games.tank.modules.artillery.verbs import ORDER, REGISTER, WITHDRAW
from hulldown.games.tank.rules.cargo import CARRIED, put_on
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.shelling import APC, MODULES, TANK, TRUCK, shelled, with_missions
from support.tank_positions import cell, play, unit, where

FAR = {"A1": ("0102", "A")}
LOADING = ("infantry", "transport", *MODULES)


def loaded(monkeypatch: pytest.MonkeyPatch, carrier: str, dice: str) -> TankState:
    """B6, a squad, on a carrier of Bravo in 1212."""
    state = shelled(monkeypatch, alpha=FAR, bravo={carrier: ("1212", "A"), "B6": "1212"}, modules=LOADING, dice=dice)
    put_on(unit(state, carrier), unit(state, "B6"))
    return with_missions(state, ("bravo", "bn1", "1212", 3))


@pytest.mark.rules("28.34-p1", "27.61c")
@pytest.mark.parametrize(("carrier", "kind"), [("B9", APC), ("B1", TANK), ("B8", TRUCK)])
def test_a_loaded_carrier_bolts_with_its_passenger(monkeypatch: pytest.MonkeyPatch, carrier: str, kind: str) -> None:
    """X-80: one attack on the vehicle, none on who is in it or on it; P moves both."""
    state = loaded(monkeypatch, carrier, "4 4 1 2")
    assert unit(state, carrier).type == kind
    after = play(state, until="face").state
    assert (where(after, carrier), where(after, "B6")) == ("1210", "1210")
    assert unit(after, "B6").status == CARRIED


@pytest.mark.rules("28.34-x", "27.61c")
@pytest.mark.parametrize(("carrier", "die"), [("B9", 1), ("B1", 1), ("B8", 2)])
def test_what_destroys_the_carrier_kills_both(monkeypatch: pytest.MonkeyPatch, carrier: str, die: int) -> None:
    """X-80: X for all, T for a truck."""
    after = play(loaded(monkeypatch, carrier, f"4 {die}"), until="face")
    assert [unit(after.state, name).status for name in (carrier, "B6")] == [DESTROYED, DESTROYED]
    assert [event.data["unit"] for event in after.found("struck")] == [carrier]


@pytest.mark.rules("28.41a", "29.0-proc-2")
@pytest.mark.parametrize("modules", [("mines", *MODULES), (*MODULES, "mines")])
def test_mines_come_before_shells(monkeypatch: pytest.MonkeyPatch, modules: tuple[str, ...]) -> None:
    """T-09, whatever the order in which a scenario names its modules: die 5 passes the mine, die 2 is P under fire."""
    state = shelled(monkeypatch, alpha=FAR, bravo={"B1": ("1008", "D")}, modules=modules, dice="4 5 2 1 1")
    state.more = {**state.more, "mines": {"mines": [[cell(state, "1009"), 1]]}}
    after = play(with_missions(state, ("alpha", "bn3", "1010", 3)), bravo="B1 MV 1009", until="face")
    assert [event.kind for event in after.events if event.kind in ("mined", "struck")] == ["mined", "struck"]
    assert [roll.purpose for roll in after.rolls][1:3] == ["mines under B1", "barrage at B1"]


@pytest.mark.rules("28.52a")
def test_smoke_gives_no_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """X-44: fire at a unit in smoke has the same numbers as without it."""
    shots = []
    for now in ((), ("1008",)):
        state = shelled(monkeypatch, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1008", "D")}, dice="6")
        if now:
            state.more = {**state.more, "smoke": {"now": [cell(state, label) for label in now], "coming": []}}
        shots.append(play(state, alpha="A1 DF 1008", until="face").found("shot")[0].data)
    assert shots[0] == shots[1]


@pytest.mark.rules("28.0-gen-1")
def test_every_choice_that_is_offered_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=FAR, bravo={"B1": ("1512", "A")})
    face = GAME.face(state.scenario)
    named = {entry.key for entry in face.choices}
    tasks = {task.kind: task for task in face.tasks}
    for each in GAME.legal(state, "alpha").units:
        for option in each.options:
            assert set(option.choices) <= named
            assert not option.choices or "choice" in tasks[option.kind].draws
    assert msgspec.json.encode(face)


@pytest.mark.rules("28.3-3", "28.0-gen-1", "28.11")
def test_aims_and_impacts_are_drawn_with_the_hexes_around_them(monkeypatch: pytest.MonkeyPatch) -> None:
    face = GAME.face(shelled(monkeypatch, alpha=FAR, bravo={"B1": ("1512", "A")}).scenario)
    drawn = {task.kind: task.around for task in face.tasks if task.kind in KINDS}
    assert drawn == {ORDER.kind: 1, WITHDRAW.kind: 0, REGISTER.kind: 1}
    named = {entry.key for entry in face.choices}
    assert {written(9, False), written(9, True)} <= named, "shells and smoke"
    markers = {marker.kind: marker.around for marker in face.markers}
    assert (markers["impact"], markers["bombs"]) == (1, 0)


@pytest.mark.rules("28.3-2", "28.6b", "28.21", "28.5")
def test_everybody_is_told_what_falls_where(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha={"A1": ("0102", "A")}, bravo={"B1": ("2402", "A")}, dice="1 1 4 1 4 4")
    missions = (
        ("alpha", "bn1", "1010", 3), ("alpha", "bn2.1", "1410", 3, True), ("alpha", "air1", "1810", 3),
        ("bravo", "bn1", "1212", 3),
    )  # fmt: skip
    after = play(with_missions(state, *missions), until="face")
    told = {(e.data["side"], e.data["gun"]): e for e in after.found("impact")}
    assert {key: (e.rule, e.data["size"], e.data["shell"], e.audience) for key, e in told.items()} == {
        ("alpha", "air1"): ("28.6b", "medium air strike", "high explosive", ()),
        ("alpha", "bn1"): ("28.3-2", "medium battalion", "high explosive", ()),
        ("alpha", "bn2.1"): ("28.3-2", "medium battery", "smoke", ()),
        ("bravo", "bn1"): ("28.3-2", "heavy battalion", "high explosive", ()),
    }


@pytest.mark.rules("28.32b", "28.32c", "10.31")
def test_wrecks_shelter_infantry_from_shells_as_they_do_from_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    """T-57: a wreck adds a point to the ground. The light battery has two points."""

    def differential(wrecks: tuple[str, ...]) -> object:
        state = shelled(monkeypatch, alpha={"A1": ("0102", "A")}, bravo={"B6": "1010"}, dice="1 6", wrecks=wrecks)
        after = play(with_missions(state, ("alpha", "bn3.1", "1010", 3)), until="face")
        (event,) = after.found("struck", unit="B6")
        return next(factor.value for factor in event.factors if factor.label == "attack differential")

    assert (differential(()), differential(("1010",)), differential(("1011",))) == (1, 0, 1)
