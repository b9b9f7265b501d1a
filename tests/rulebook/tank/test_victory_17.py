"""How scenarios end (16.0, 17.1), at the very turn and number that decides."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import ruleset_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, EXITED, ON_MAP, WAITING, TankState
from hulldown.games.tank.rules.victory import judge, survivors
from support.tank_positions import cell, position


def _judged(state: TankState, **changes: object) -> tuple[str | None, str] | None:
    """Winner and case at the end of this turn; None while the game goes on."""
    scenario = msgspec.structs.replace(scenario_of(state), **changes)
    found = judge(state, Scene(scenario, ruleset_of(state)))
    return None if found is None else (found.winner, found.rule)


def _all(state: TankState, side: str, status: str, count: int = 999) -> None:
    """Gives the first units of a side a status."""
    for each in [unit for unit in state.units if unit.side == side][:count]:
        each.status = status


@pytest.mark.rules("16.0-2", "16.0-1")
def test_the_introductory_game_counts_tanks_after_the_last_turn() -> None:
    state = GAME.setup("tank/intro", {}, "script:")
    _all(state, "alpha", ON_MAP)
    _all(state, "bravo", ON_MAP)
    length = scenario_of(state).length
    state.turn = length - 1
    assert _judged(state) is None
    alpha, bravo = survivors(state, "alpha"), survivors(state, "bravo")
    state.turn = length
    # As many on both sides is a draw; one more wins.
    _all(state, "alpha", DESTROYED, max(0, alpha - bravo))
    _all(state, "bravo", DESTROYED, max(0, bravo - alpha))
    assert _judged(state) == (None, "16.0-2")
    _all(state, "alpha", DESTROYED, max(0, alpha - bravo) + 1)
    assert _judged(state) == ("bravo", "16.0-2")
    _all(state, "bravo", DESTROYED, max(0, bravo - alpha) + 2)
    assert _judged(state) == ("alpha", "16.0-2")
    # It ends at once when a side has none left.
    state.turn = 2
    assert _judged(state) is None
    _all(state, "bravo", DESTROYED)
    assert _judged(state) == ("alpha", "16.0-2")


@pytest.mark.rules("17.11", "17.11-7", "17.11-8", "17.11-4")
def test_a_meeting_ends_when_a_force_is_gone_and_the_ratio_decides() -> None:
    state = position("tank/10", turn=5)
    _all(state, "alpha", ON_MAP)
    _all(state, "bravo", ON_MAP)
    state.contact = 2
    assert _judged(state) is None
    # Those who wait off the map are still there.
    _all(state, "alpha", WAITING)
    assert _judged(state) is None
    # All of Alpha has left the map: nobody has lost a unit, so the ratio is what it was.
    _all(state, "alpha", EXITED)
    assert _judged(state) == (None, "17.11-7")
    _all(state, "bravo", DESTROYED, 1)
    assert _judged(state) == ("alpha", "17.11-7")
    _all(state, "bravo", ON_MAP)
    _all(state, "alpha", DESTROYED, 1)
    assert _judged(state) == ("bravo", "17.11-7")
    _all(state, "alpha", DESTROYED)
    assert _judged(state) == ("bravo", "17.11-8")
    _all(state, "alpha", ON_MAP)
    _all(state, "bravo", DESTROYED)
    assert _judged(state) == ("alpha", "17.11-8")
    # T-78: the cap on the turns ends it too.
    _all(state, "bravo", ON_MAP)
    cap = int(state.options["turn_cap"])
    state.turn = cap - 1
    assert _judged(state) is None
    state.turn = cap
    assert _judged(state) == (None, "17.11-7")


@pytest.mark.rules("17.11-7")
def test_t79_the_ratio_is_against_the_strength_at_the_start() -> None:
    state = position("tank/10", turn=5)
    _all(state, "alpha", EXITED)
    _all(state, "bravo", ON_MAP)
    alpha, bravo = survivors(state, "alpha"), survivors(state, "bravo")
    scenario = scenario_of(state)
    assert (alpha, bravo) == (scenario.alpha.strength, scenario.bravo.strength)
    for lost_alpha, lost_bravo in ((1, 1), (2, 1), (1, 2), (3, 2)):
        _all(state, "alpha", EXITED)
        _all(state, "bravo", ON_MAP)
        _all(state, "alpha", DESTROYED, lost_alpha)
        _all(state, "bravo", DESTROYED, lost_bravo)
        ours, theirs = (alpha - lost_alpha) / alpha, (bravo - lost_bravo) / bravo
        expected = "alpha" if ours > theirs else "bravo" if ours < theirs else None
        assert _judged(state) == (expected, "17.11-7")


@pytest.mark.rules("17.12", "17.12-5", "17.12-6", "17.12-7", "17.12-9")
def test_an_attack_on_guns_ends_by_guns_preservation_or_quiet() -> None:
    def fresh(turn: int = 6) -> TankState:
        state = position("tank/2", turn=turn)
        _all(state, "alpha", ON_MAP)
        _all(state, "bravo", ON_MAP)
        return state

    state = fresh()
    assert _judged(state) is None
    for each in state.units:
        if each.side == "bravo" and each.type.endswith("AT"):
            each.status = DESTROYED
    assert _judged(state) == ("alpha", "17.12-6"), "all guns, though the infantry lives"
    next(each for each in state.units if each.type.endswith("AT")).status = ON_MAP
    assert _judged(state) is None
    state.preserved["bravo"] = 5
    assert _judged(state) == ("alpha", "17.12-6")
    state.preserved["alpha"] = 5
    assert _judged(state) == (None, "17.12-7"), "T-80: both on one turn"
    del state.preserved["bravo"]
    assert _judged(state) == ("bravo", "17.12-7")
    state = fresh()
    _all(state, "alpha", DESTROYED)
    assert _judged(state) == ("bravo", "17.12-7")
    # it must engage in time.
    late = int(fresh().options["engage_turns"])
    assert _judged(fresh(late - 1)) is None
    assert _judged(fresh(late)) == ("bravo", "17.12-5")
    # After the first fire it must go on destroying: quiet turns are counted from the first fire or the last loss.
    quiet = int(fresh().options["quiet_turns"])
    for first, lost in ((4, 0), (2, 4), (4, 2)):
        for turn, over in ((4 + quiet - 1, None), (4 + quiet, ("bravo", "17.12-9"))):
            state = fresh(turn)
            state.first_fire, state.last_loss = first, lost
            assert _judged(state) == over


@pytest.mark.rules("17.13", "17.13-5", "17.13-6")
def test_a_breakthrough_needs_half_of_alpha_off_the_map_in_time() -> None:
    name = next(one for one, scenario in GAME.catalogue().items() if scenario.situation == "rearguard")
    state = position(name, turn=3)
    scenario = scenario_of(state)
    _all(state, "alpha", ON_MAP)
    _all(state, "bravo", ON_MAP)
    half = scenario.alpha.strength // 2
    _all(state, "alpha", EXITED, half - 1)
    assert _judged(state) is None
    _all(state, "alpha", EXITED, half)
    assert _judged(state) == ("alpha", "17.13-5")
    _all(state, "alpha", ON_MAP)
    _all(state, "alpha", EXITED, half - 1)
    state.turn = scenario.length - 1
    assert _judged(state) is None
    state.turn = scenario.length
    assert _judged(state) == ("bravo", "17.13-6")
    state.preserved["bravo"] = 3
    assert _judged(state) == (None, "17.13-6")
    # Nobody left to get through: over before its time. One that still waits keeps it going.
    state.turn = 3
    del state.preserved["bravo"]
    _all(state, "alpha", DESTROYED)
    assert _judged(state) == ("bravo", "17.13-6")
    _all(state, "alpha", WAITING, 1)
    assert _judged(state) is None


@pytest.mark.rules("17.3-2", "17.3-6", "17.3-7")
def test_a_bound_column_is_only_told_to_move() -> None:
    state = position(
        "tank/2", alpha={"A1": ("3010", "D"), "A2": ("3009", "D")}, bravo={"B1": ("0101", "A")},
        columns={"alpha": "3008 3009 3010"}, released=False,
    )  # fmt: skip

    def rules(task: Task) -> list[str]:
        return [one.rule for one in GAME.check(state, "alpha", Order("plot", (task,)))]

    way = (cell(state, "3011"),)
    assert rules(Task(COLUMN, "MV", way)) == []
    for kind in ("OV", "MVR", "DF"):
        assert rules(Task(COLUMN, kind, way)) == ["17.3-2"]
    assert rules(Task(COLUMN, "MV", way, choice="adjacent")) == ["17.3-2"]
    far = tuple(cell(state, f"30{row}") for row in range(11, 31))
    assert "9.32" in rules(Task(COLUMN, "MV", far))
    state.columns["alpha"].duty = False
    assert rules(Task(COLUMN, "MV", way)) == ["17.3-6"]
