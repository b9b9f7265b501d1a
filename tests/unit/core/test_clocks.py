"""Clocks: what each side has left after what everybody can see."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.clocks import Clock, ClockTerms, Place, moved_on, new_clock, paused, resumed, shown

MOVE = ClockTerms("move", 100, interrupt=20)
GAME = ClockTerms("game", 300, increment=10, interrupt=20)
SIDES = ("alpha", "bravo")
PLOT = Place(1, "plot", False, SIDES)


def begun(terms: ClockTerms, place: Place = PLOT) -> Clock:
    return moved_on(new_clock(terms, SIDES), None, place, 1000.0)


def owing(*sides: str, turn: int = 1, step: str = "plot", interrupts: bool = False) -> Place:
    return Place(turn, step, interrupts, sides)


def test_a_clock_runs_for_who_owes() -> None:
    clock = begun(MOVE)
    assert shown(clock, 1030.0) == {"alpha": (70.0, True, False), "bravo": (70.0, True, False)}
    clock = moved_on(clock, PLOT, owing("bravo"), 1030.0)
    # Alpha's stands; bravo's question is the same, so his time goes on.
    assert shown(clock, 1040.0) == {"alpha": (70.0, False, False), "bravo": (60.0, True, False)}
    assert not clock.is_up("bravo", 1099.9)
    assert clock.is_up("bravo", 1100.0)
    assert not clock.is_up("alpha", 9999.0)
    clock = moved_on(clock, owing("bravo"), owing(*SIDES, turn=2), 1050.0)
    assert shown(clock, 1050.0)["alpha"] == shown(clock, 1050.0)["bravo"] == (100.0, True, False)


def test_questions_that_others_cannot_count_change_nothing() -> None:
    clock = begun(MOVE, owing("alpha"))
    assert moved_on(clock, owing("alpha"), owing("alpha"), 1050.0) == clock
    game = begun(GAME, owing("alpha"))
    assert moved_on(game, owing("alpha"), owing("alpha"), 1050.0) == game


def test_an_answer_that_everybody_is_told_of_is_a_move() -> None:
    asked, again = owing("alpha"), owing("alpha")._replace(told=True)
    clock = moved_on(begun(MOVE, asked), asked, again, 1050.0)
    assert clock.left("alpha", 1050.0) == 100.0
    assert moved_on(begun(GAME, asked), asked, again, 1050.0).left("alpha", 1050.0) == 260.0
    # Where both owe, what one does gives the other no time.
    both = begun(MOVE)
    assert moved_on(both, PLOT, PLOT._replace(told=True), 1050.0) == both


def test_interrupting_questions_have_their_limit_each() -> None:
    asked = owing("bravo", step="react", interrupts=True)
    clock = begun(MOVE, asked)
    for when in (1015.0, 1030.0):
        clock = moved_on(clock, asked, asked._replace(told=True), when)
        assert clock.due() == when + 20.0


def test_the_time_of_a_game_is_used_up_and_grows_by_moves() -> None:
    clock = begun(GAME, owing("alpha"))
    clock = moved_on(clock, owing("alpha"), owing("bravo"), 1100.0)
    assert clock.left("alpha", 1100.0) == 210.0
    clock = moved_on(clock, owing("bravo"), owing("alpha"), 1400.0)
    assert clock.left("bravo", 1400.0) == 10.0
    assert clock.left("alpha", 1405.0) == 205.0


def test_an_interrupting_question_has_a_limit_of_its_own_and_costs_no_time() -> None:
    clock = begun(GAME, owing("alpha"))
    asked = owing("bravo", step="react", interrupts=True)
    clock = moved_on(clock, owing("alpha"), asked, 1050.0)
    assert shown(clock, 1055.0)["bravo"] == (15.0, True, True)
    assert clock.due() == 1070.0  # although the end of the other time is claimed
    clock = moved_on(clock, asked, owing("alpha"), 1065.0)
    assert clock.left("bravo", 1065.0) == 300.0
    assert clock.left("alpha", 1065.0) == 260.0


def test_who_answers_when_the_time_is_up() -> None:
    assert begun(MOVE).due() is None
    idle = begun(msgspec.structs.replace(MOVE, at_end="idle"))
    assert idle.due() == 1100.0
    assert idle.answers("alpha")
    assert idle.overtime("alpha", 1130.0) == 30.0


@pytest.mark.parametrize("terms", [MOVE, GAME])
def test_taking_an_order_back_gains_no_time(terms: ClockTerms) -> None:
    clock = begun(terms)
    given = moved_on(clock, PLOT, owing("bravo"), 1040.0)
    back = moved_on(given, owing("bravo"), PLOT, 1041.0, undone="alpha")
    assert back.left("alpha", 1041.0) == clock.left("alpha", 1040.0)
    assert back.sides["bravo"] == clock.sides["bravo"]


def test_a_pause_stops_all_clocks() -> None:
    clock = begun(MOVE)
    standing = paused(clock, 1030.0)
    assert shown(standing, 5000.0) == {"alpha": (70.0, False, False), "bravo": (70.0, False, False)}
    assert standing.due() is None
    assert shown(resumed(standing, ("bravo",), 6000.0), 6010.0)["bravo"] == (60.0, True, False)


def test_time_that_goes_back_costs_nothing() -> None:
    clock = begun(GAME)
    assert clock.left("alpha", 500.0) == 300.0
    assert moved_on(clock, PLOT, owing("bravo"), 500.0).left("alpha", 500.0) == 310.0


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "move", "seconds": -1}, {"kind": "move", "seconds": 0}, {"kind": "move", "seconds": 10**9},
     {"kind": "game", "seconds": 60, "increment": -1}, {"kind": "hourglass", "seconds": 60},
     {"kind": "move", "seconds": 60, "interrupt": 1}, {"kind": "move", "seconds": 60, "at_end": "shout"},
     {"kind": "move", "seconds": 60, "extra": 1}, {"kind": "move", "seconds": 1.5}],
)  # fmt: skip
def test_terms_that_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wrong, ClockTerms)
