"""Questions without a choice are found by their domains, and passes said before are found again."""

from __future__ import annotations

import pytest

from hulldown.core.decisions import Decision, Legal, Option, Pass, PathDomain, UnitLegal, pass_of, sole_answer
from hulldown.core.orders import Order, Task

ASKED = Decision("3.react.b7", "react", "bravo", "4.4", "What now?")
PASSES = (Pass("pass"), Pass("pass unit", "3 move A1"), Pass("pass step", "3 move"))
NAMES = tuple(one.choice for one in PASSES)
SHOT = Option("FIRE", "8.1", targets=("A1",))


def unit(*options: Option, required: bool = True, name: str = "B1") -> UnitLegal:
    return UnitLegal(name, options, required)


@pytest.mark.parametrize(
    ("legal", "answer"),
    [
        (Legal(ASKED, choices=("keep",)), Order("react", choice="keep")),
        (Legal(ASKED, choices=NAMES, passes=PASSES), Order("react", choice="pass")),
        (Legal(ASKED), Order("react")),
        (Legal(ASKED, idle=Order("react", choice="none")), Order("react", choice="none")),
        (Legal(ASKED, (unit(),), NAMES, passes=PASSES), Order("react", choice="pass")),
        (Legal(ASKED, (unit(SHOT),)), Order("react", (Task("B1", "FIRE", targets=("A1",)),))),
        (
            Legal(ASKED, (unit(Option("DP", "2.0", cells=(7,), facings=(3,))), unit(SHOT, name="B2"))),
            Order("react", (Task("B1", "DP", (7,), 3), Task("B2", "FIRE", targets=("A1",)))),
        ),
    ],
)  # fmt: skip
def test_one_answer(legal: Legal, answer: Order) -> None:
    found = sole_answer(legal)
    assert found == Order(answer.kind, answer.tasks, answer.choice, ASKED.id)


@pytest.mark.parametrize(
    "legal",
    [
        Legal(ASKED, choices=("show", "keep")),
        Legal(ASKED, choices=("show", *NAMES), passes=PASSES),
        Legal(ASKED, (unit(SHOT, required=False),)),
        Legal(ASKED, (unit(SHOT),), NAMES, passes=PASSES),
        Legal(ASKED, (unit(SHOT, Option("HOLD", "8.2")),)),
        Legal(ASKED, (unit(Option("FIRE", "8.1", targets=("A1", "A2"))),)),
        Legal(ASKED, (unit(Option("DP", "2.0", cells=(7, 8))),)),
        Legal(ASKED, (unit(Option("DP", "2.0", cells=(7,), facings=(0, 1))),)),
        Legal(ASKED, (unit(Option("OF", "2.0", choices=("near", "far"))),)),
        Legal(ASKED, (unit(Option("MV", "9.1", path=PathDomain(7, 3, "vehicle"))),)),
        Legal(ASKED, (unit(SHOT), unit(SHOT, required=False, name="B2"))),
    ],
)
def test_a_choice(legal: Legal) -> None:
    assert sole_answer(legal) is None


def test_a_pass_speaks_for_what_it_names() -> None:
    legal = Legal(ASKED, (unit(SHOT, required=False), unit(SHOT, required=False, name="B2")), NAMES, passes=PASSES)
    passed = Order("react", choice="pass", decision=ASKED.id)
    assert pass_of(legal, frozenset(["3 move A1"])) == passed
    assert pass_of(legal, frozenset(["3 move"])) == passed
    assert pass_of(legal, frozenset(["2 move", "3 move A2", "B1@3 move", "B2@3 move A1"])) is None
    assert pass_of(legal, frozenset(["B1@3 move", "B2@3 move"])) == passed
    assert pass_of(Legal(ASKED, choices=("stop", "go")), frozenset(["3 move", ""])) is None
    assert pass_of(Legal(ASKED, choices=("pass",), passes=(Pass("pass"),)), frozenset(["", "B1@"])) is None
