"""Panic in platoons: through the leader, two levels lower on the move, never backwards (25.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hulldown.core.books import Module
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing, Row
from hulldown.core.stepped import go_on
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.library import LIBRARY
from hulldown.games.tank.rules.state import ON_MAP, WAITING, TankState
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.panic import BOLT
from support.platoon_field import battlefield, beyond, chits, platoon, staff, tanks
from support.tank_positions import Played, play, position, track, unit, where

QUIET = chits(0, 1, 2)
"""Three chits that strike nobody here."""
WEDGE = {"A1": ("1008", "A"), "A2": ("1109", "A"), "A3": ("0909", "A")}
FOE = {"B1": ("2405", "D")}


def _panicked(played: Played) -> set[str]:
    """The units of Alpha that panicked this turn."""
    return {str(e.data["unit"]) for e in played.events if e.kind in ("panicked", "panic_move")}


def _field(monkeypatch: pytest.MonkeyPatch, dice: str, **more: object) -> TankState:
    name = battlefield(monkeypatch, tanks(3), panic=3)
    return position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=dice)


@pytest.mark.rules("25.21a", "25.21b", "25.21c")
def test_x12_a_moving_leader_is_tested_by_the_first_chits_only(monkeypatch: pytest.MonkeyPatch) -> None:
    # Level 3: one chit counts for a leader that moves. The leader stands on an 8.
    struck = play(_field(monkeypatch, f"{chits(8, 5, 6)} 1 2 {QUIET}"), alpha="P1 MV A A A")
    assert _panicked(struck) == {"A1"}
    assert [e.data["platoon"] for e in struck.found("platoon_panics")] == ["P1"]
    for order in ((5, 8, 6), (5, 6, 8)):
        spared = play(_field(monkeypatch, f"{chits(*order)} {QUIET}"), alpha="P1 MV A A A")
        assert _panicked(spared) == set()
        assert where(spared.state, "A1") == "1005"


@pytest.mark.rules("25.21b")
def test_a_level_of_two_or_less_never_strikes_a_moving_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3), panic=2)
    state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{chits(8, 9)} {chits(0, 1)}")
    assert _panicked(play(state, alpha="P1 MV A A")) == set()


@pytest.mark.rules("25.21a")
def test_the_others_hexes_do_not_matter_on_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    # 9 comes first: A2 and A3 stand on it, the leader does not.
    played = play(_field(monkeypatch, f"{chits(9, 8, 7)} {QUIET}"), alpha="P1 MV A A")
    assert _panicked(played) == set()
    assert [where(played.state, tank) for tank in WEDGE] == ["1006", "1107", "0907"]


@pytest.mark.rules("25.21c", "25.21d")
@pytest.mark.parametrize(("die", "way"), [(1, "A"), (2, "A"), (3, "B"), (4, "B"), (5, "F"), (6, "F")])
def test_the_leader_never_panics_backwards_and_all_follow(monkeypatch: pytest.MonkeyPatch, die: int, way: str) -> None:
    state = _field(monkeypatch, f"{chits(8, 5, 6)} {die} 3 {QUIET}")
    played = play(state, alpha="P1 MV A A")
    for tank, spot in WEDGE.items():
        assert where(played.state, tank) == beyond(state, spot[0], way * 3)
        assert len(track(played, tank)) == 3
    assert [roll.purpose for roll in played.rolls[3:5]] == ["panic direction of A1", "panic points of A1"]
    assert platoon(played.state, "P1").out == ()


@pytest.mark.rules("25.21d")
def test_x13_straight_ahead_is_where_the_plot_leads_or_else_the_facing(monkeypatch: pytest.MonkeyPatch) -> None:
    # The plot leads to D, although the tank faces A.
    state = _field(monkeypatch, f"{chits(8, 5, 6)} 1 2 {QUIET}")
    assert where(play(state, alpha="P1 MV D").state, "A1") == "1010"
    # Turning is movement as well: without a hex the facing counts.
    assert where(play(state, alpha="P1 FC").state, "A1") == "1006"
    # In reverse the plot leads backwards, so the facing counts (T-72).
    assert where(play(state, alpha="P1 MVR D").state, "A1") == "1006"
    # The leader may stand while others move.
    assert where(play(state, alpha="A2 MV A").state, "A1") == "1006"


@pytest.mark.rules("25.21c")
def test_members_that_stood_still_follow_too(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _field(monkeypatch, f"{chits(8, 5, 6)} 1 2 {QUIET}")
    played = play(state, alpha="A1 MV A")
    assert [where(played.state, tank) for tank in WEDGE] == ["1006", "1107", "0907"]


@pytest.mark.rules("25.21c", "25.1")
def test_followers_copy_the_length_within_their_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    # Leader T34/85 (8 points), followers Pz IVH (5): six points are six hexes for the leader, five for them.
    forces = (Force(type="So T34/85", count=1, platoon=1), Force(type="Ge Pz IVH", count=2, platoon=1))
    name = battlefield(monkeypatch, forces, panic=3)
    state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} 1 6 {QUIET}")
    played = play(state, alpha="P1 MV A")
    assert [where(played.state, tank) for tank in WEDGE] == ["1002", "1104", "0904"]
    # At the edge of the map the leader is stopped, and they go no farther than he.
    edge = {"A1": ("1002", "A"), "A2": ("1103", "A"), "A3": ("0903", "A")}
    state = position(name, alpha=edge, bravo=FOE, panic=True, dice=f"{chits(2, 5, 6)} 1 6 {chits(0, 1, 3)}")
    played = play(state, alpha="P1 MV A")
    assert [where(played.state, tank) for tank in edge] == ["1001", "1102", "0902"]


@pytest.mark.rules("25.22a", "25.22b", "25.22c")
def test_a_firing_platoon_panics_tank_by_tank_if_its_leader_does(monkeypatch: pytest.MonkeyPatch) -> None:
    plot = "A1 OF 1004; A2 OF 1105; A3 OF 0905"
    # All three chits count: 8 comes last, and A2 and A3 stand on 9.
    both = play(_field(monkeypatch, f"{chits(9, 5, 8)} {QUIET}"), alpha=plot)
    assert _panicked(both) == {"A1", "A2", "A3"}
    alone = play(_field(monkeypatch, f"{chits(5, 6, 8)} {QUIET}"), alpha=plot)
    assert _panicked(alone) == {"A1"}
    spared = play(_field(monkeypatch, f"{chits(9, 5, 6)} {QUIET}"), alpha=plot)
    assert _panicked(spared) == set(), "the leader keeps his head, so all do"


@pytest.mark.rules("25.21b", "25.22a", "24.5a")
def test_x79_both_tests_use_the_level_that_preservation_has_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    # Level 1 is raised to 3, so one chit counts for a moving leader and three for a firing one.
    name = battlefield(monkeypatch, tanks(3), panic=1, preservation=2)

    def shaken(dice: str) -> TankState:
        state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=dice)
        state.losses["alpha"], state.preserved["alpha"] = 2, 2
        return state

    moving = play(shaken(f"{chits(8, 5, 6)} 1 1 {chits(0)}"), alpha="P1 MV A")
    assert _panicked(moving) == {"A1"}
    assert _panicked(play(shaken(f"{chits(5, 8, 6)} {chits(0)}"), alpha="P1 MV A")) == set()
    firing = play(shaken(f"{chits(5, 6, 8)} {chits(0)}"), alpha="A1 OF 1004; A2 OF 1105")
    assert _panicked(firing) == {"A1"}
    # A platoon that is not shaken has one chit for fire and none for movement.
    calm = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{chits(8)} {chits(0)}")
    assert _panicked(play(calm, alpha="P1 MV A")) == set()
    assert _panicked(play(calm, alpha="A1 OF 1004; A2 OF 1105")) == {"A1"}


@pytest.mark.rules("25.4c", "25.21a")
def test_a_strayed_tank_panics_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4), panic=3)
    spots = WEDGE | {"A4": ("1809", "A")}
    state = position(name, alpha=spots, bravo=FOE, panic=True, dice=f"{QUIET} {QUIET} {chits(9, 5, 6)} 4 1 {QUIET}")
    after = play(state).state
    assert platoon(after, "P1").out == ("A4",)
    # Direction 4 is D for a single tank: by 12.22a, backwards as well.
    played = play(after, alpha="P1 MV A; A4 MV A")
    assert _panicked(played) == {"A4"}
    assert where(played.state, "A4") == "1810"


@pytest.mark.rules("25.21c", "9.42")
def test_a_panicked_platoon_does_not_overrun(monkeypatch: pytest.MonkeyPatch) -> None:
    # A1 leads an overrun of the gun in 1006; the others move. All bolt instead, and A1 stops before the gun.
    name = battlefield(monkeypatch, tanks(3), (Force(type="US 75R", count=1),), panic=3)
    state = position(name, alpha=WEDGE, bravo={"B1": ("1006", "A")}, panic=True,
                     dice=f"{chits(8, 5, 6)} 1 4 {QUIET}")  # fmt: skip
    played = play(state, alpha="A1 OV 1007 1006 1005; A2 MV A A; A3 MV A A")
    assert played.found("overrun") == []
    assert unit(played.state, "B1").status == ON_MAP
    assert where(played.state, "A1") == "1007"
    calm = position(name, alpha=WEDGE, bravo={"B1": ("1006", "A")}, panic=True, dice=f"{chits(5, 8, 6)} {QUIET}")
    assert unit(play(calm, alpha="A1 OV 1007 1006 1005; A2 MV A A; A3 MV A A").state, "B1").status != ON_MAP


@pytest.mark.rules("25.21a", "17.3-4", "17.3-5")
def test_who_enters_this_turn_does_not_panic_with_the_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4), panic=3, base="tank/10", situation="meeting")
    spots = {"A1": ("2208", "F"), "A2": ("2308", "F")}
    state = position(name, alpha=spots, bravo={"B1": ("0105", "C")}, panic=True, columns={"alpha": "2408 2308 2208"},
                     dice=f"{chits(8, 5, 6)} 1 1 {QUIET}")  # fmt: skip
    state.contact = 1
    played = play(state, alpha="A1 MV F F; A2 MV F; A3 MV 2408")
    assert _panicked(played) == {"A1"}
    assert where(played.state, "A1") == beyond(state, "2208", "F")
    assert where(played.state, "A2") == beyond(state, "2308", "F")
    assert where(played.state, "A3") == "2408", "it was off the map when the chits were drawn"
    assert unit(played.state, "A4").status == WAITING


@pytest.mark.rules("25.52a", "25.51")
def test_headquarters_never_panic_when_they_move_or_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, staff(2), panic=3)
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A")}
    for plot, wanted in (("A1 MV A; A2 MV A", set()), ("A1 FC", set()), ("A1 OF 1004; A2 OF 1104", {"A1", "A2"})):
        state = position(name, alpha=spots, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} {QUIET}")
        assert _panicked(play(state, alpha=plot)) == wanted
    # The normal rules of platoons when firing: nobody panics unless the commander does.
    spots = {"A1": ("1007", "A"), "A2": ("1108", "A")}
    state = position(name, alpha=spots, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} {QUIET}")
    assert _panicked(play(state, alpha="A1 OF 1004; A2 OF 1104")) == set()
    # 25.51: a single tank is a headquarters as well.
    name = battlefield(monkeypatch, staff(1), panic=3)
    state = position(name, alpha={"A1": ("1008", "A")}, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} {QUIET}")
    assert _panicked(play(state, alpha="A1 MV A")) == set()


@contextmanager
def shelled(*names: str) -> Iterator[str]:
    """A module by which shells put these units to flight to the south before chits are drawn, as 28.34 does."""

    def fall(state: TankState, doing: Doing) -> bool:
        for name in names:
            struck = unit(state, name)
            struck.panicked = struck.moving = True
            struck.points = 1
            south = doing.memo["scene"].board.neighbours[struck.cell][3]
            state.tasks[name] = Task(name, BOLT.kind, (south,))
        go_on(state, doing)
        return True

    row = Row("shells", "28.34", "Shells", "shells fall", "execution", handler=fall, before="panic")
    module: Module[TankVerb, Hooks] = Module("shells", "1", Hooks(), needs=("expanded",), rows=(row,))
    LIBRARY.add(module)
    try:
        yield "shells"
    finally:
        LIBRARY.remove("shells")


@pytest.mark.rules("25.21c", "25.22b")
def test_x38_a_member_put_to_flight_by_shells_acts_singly(monkeypatch: pytest.MonkeyPatch) -> None:
    with shelled("A2") as module:
        name = battlefield(monkeypatch, tanks(3), panic=3, modules=("platoons", module))
        # The platoon goes its way, A2 flees by itself.
        state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{QUIET} {QUIET}")
        played = play(state, alpha="P1 MV A")
        assert [where(played.state, tank) for tank in WEDGE] == ["1007", "1110", "0908"]
        # The leader panics by chits: A3 follows him, A2 keeps to its own flight.
        state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} 1 2 {QUIET}")
        played = play(state, alpha="P1 MV A")
        assert [where(played.state, tank) for tank in WEDGE] == ["1006", "1110", "0907"]
        # A platoon that fires still fires: the flight does not make it a moving one.
        state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{chits(5, 6, 8)} {QUIET}")
        assert _panicked(play(state, alpha="A1 OF 1004; A3 OF 0905")) == {"A1"}


@pytest.mark.rules("25.21c")
def test_x38_a_leader_put_to_flight_by_shells_takes_nobody_along(monkeypatch: pytest.MonkeyPatch) -> None:
    with shelled("A1") as module:
        name = battlefield(monkeypatch, tanks(3), panic=3, modules=("platoons", module))
        state = position(name, alpha=WEDGE, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} {QUIET}")
        played = play(state, alpha="P1 MV A")
        assert [where(played.state, tank) for tank in WEDGE] == ["1009", "1108", "0908"]


@pytest.mark.rules("25.21a", "25.22a", "25.0-gen-3")
@pytest.mark.parametrize("plot", ["A2 MV A; A3 MV A", "A2 OF 1104; A3 OF 1004"])
def test_nobody_is_spared_for_a_leader_who_waits_off_the_map(monkeypatch: pytest.MonkeyPatch, plot: str) -> None:
    name = battlefield(monkeypatch, tanks(3), panic=3)
    dice = f"{chits(8, 5, 6)} 1 1 1 1 {QUIET}"
    state = position(name, alpha={"A2": ("1108", "A"), "A3": ("1008", "A")}, bravo=FOE, panic=True, dice=dice)
    unit(state, "A1").status = WAITING
    assert _panicked(play(state, alpha=plot)) == {"A2", "A3"}
