"""The sequence of play: the loop that walks it, and the list made from its table."""

from __future__ import annotations

import pytest

from hulldown.core.dice import Dice
from hulldown.core.events import Event
from hulldown.core.sequence import Doing, Handler, Row, drive, markdown


class Walk:
    """A state with a stack of steps and a note of the steps done."""

    def __init__(self, *stack: str) -> None:
        self.stack = list(stack)
        self.done: list[str] = []


def top(state: Walk) -> str:
    return state.stack[-1] if state.stack else ""


def doing() -> Doing:
    return Doing(Dice("seed", 0), turn=4)


def popping(state: Walk, work: Doing) -> bool:
    state.done.append(state.stack.pop())
    return True


def waiting(state: Walk, work: Doing) -> bool:
    state.done.append("asked")
    return False


def test_steps_are_done_from_the_top_until_nothing_is_left() -> None:
    state = Walk("last", "middle", "first")
    drive(state, top, {"first": popping, "middle": popping, "last": popping}, doing())
    assert state.done == ["first", "middle", "last"]
    assert state.stack == []


def test_a_handler_that_waits_stops_the_walk_where_it_is() -> None:
    state = Walk("last", "ask", "first")
    drive(state, top, {"first": popping, "ask": waiting, "last": popping}, doing())
    assert state.done == ["first", "asked"]
    assert state.stack == ["last", "ask"]


def test_an_interrupt_is_a_step_pushed_on_top() -> None:
    def interrupted(state: Walk, work: Doing) -> bool:
        if "shot" in state.done:
            return popping(state, work)
        state.stack.append("shot")
        return True

    state = Walk("move")
    drive(state, top, {"move": interrupted, "shot": popping}, doing())
    assert state.done == ["shot", "move"]


def test_events_carry_turn_step_rule_and_audience() -> None:
    work = doing()

    def telling(state: Walk, inside: Doing) -> bool:
        inside.emit("seen", "1.2", ("red",), hex="0101")
        inside.emit("heard", "1.3")
        return popping(state, inside)

    handlers: dict[str, Handler[Walk]] = {"look": telling}
    drive(Walk("look"), top, handlers, work)
    assert work.events == [
        Event("seen", "1.2", 4, "look", ("red",), {"hex": "0101"}),
        Event("heard", "1.3", 4, "look"),
    ]


def test_a_step_without_handler_is_an_error() -> None:
    with pytest.raises(KeyError):
        drive(Walk("unheard of"), top, {}, doing())


def test_the_table_shows_every_row_under_its_parent() -> None:
    rows = (
        Row("turn", "4.1", "Turn", "all of it"),
        Row("move", "4.3", "Movement", "units move", "turn"),
        Row("fire", "4.2", "Fire", "units fire", "turn"),
        Row("stop", "9.3", "Stop", "a halt", "move"),
        Row("end", "5.0", "End", "over"),
    )
    assert markdown(rows).splitlines() == [
        "| step | case | key | what happens |",
        "|---|---|---|---|",
        "| Turn | 4.1 | `turn` | all of it |",
        "| · Movement | 4.3 | `move` | units move |",
        "| · · Stop | 9.3 | `stop` | a halt |",
        "| · Fire | 4.2 | `fire` | units fire |",
        "| End | 5.0 | `end` | over |",
    ]
