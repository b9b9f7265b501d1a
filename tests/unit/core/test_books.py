"""Modules composed into rulesets: order of need, rows placed into the sequence, and what is refused."""

from __future__ import annotations

import pytest

from hulldown.core.books import Library, Module, Verb, arranged
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.game import OptionInfo
from hulldown.core.sequence import Doing, Question, Row


class Hooks:
    """Hooks that remember the order in which they were joined."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def joined(self, other: Hooks) -> Hooks:
        return Hooks(*self.names, *other.names)


def stay(state: object, doing: Doing) -> bool:
    return False


BOOK = Module(
    "book", "1.0", Hooks("book"),
    rows=(
        Row("turn", "1", "Turn", "a turn"),
        Row("plot", "2", "Plot", "plots", "turn", stay, Question("plot", "2", "Plot.")),
        Row("move", "3", "Move", "moves", "turn", stay),
        Row("stop", "3.1", "Stop", "an interrupt", "move", stay, aside=True),
        Row("end", "4", "End", "the end", "turn", stay),
    ),
    verbs=(Verb("MV", "move", "Move", "3"),),
    options=(OptionInfo("turns", 5, "1", "how many turns"),),
)  # fmt: skip
SMOKE = Module(
    "smoke", "1", Hooks("smoke"), needs=("book",),
    rows=(Row("clear", "9", "Smoke clears", "smoke goes", "turn", stay, after="move"),),
    verbs=(Verb("SM", "fire", "Smoke", "9.1"),),
)  # fmt: skip
MINES = Module("mines", "2", Hooks("mines"), needs=("smoke",))


def test_a_book_alone_keeps_its_version_and_rows() -> None:
    rules = Library((BOOK, SMOKE)).ruleset(("book",))
    assert rules.version == "1.0"
    assert rules.keys == ("book",)
    assert rules.sequence == BOOK.rows
    assert rules.questions == {"plot": Question("plot", "2", "Plot.")}
    assert [info.name for info in rules.options] == ["turns"]


def test_modules_come_after_what_they_need_and_are_composed_once() -> None:
    library = Library((MINES, SMOKE, BOOK))
    rules = library.ruleset(("mines",))
    assert rules.keys == ("book", "smoke", "mines")
    assert rules.version == "1.0+smoke-1+mines-2"
    assert rules.hooks.names == ("book", "smoke", "mines")
    assert library.ruleset(("mines",)) is rules
    assert rules.family("SM") == "fire"
    assert rules.family("XX") == ""


def test_a_row_stands_after_the_row_it_names_and_all_that_is_part_of_it() -> None:
    rules = Library((BOOK, SMOKE)).ruleset(("book", "smoke"))
    assert [row.key for row in rules.sequence] == ["turn", "plot", "move", "stop", "clear", "end"]
    assert {key: row.key for key, row in rules.following.items()} == {"plot": "move", "move": "clear", "clear": "end"}


def test_a_row_after_nothing_is_refused() -> None:
    with pytest.raises(MalformedError, match="comes after panic"):
        arranged([*BOOK.rows, Row("odd", "9", "Odd", "odd", after="panic")])
    with pytest.raises(MalformedError, match="step move is in two modules"):
        arranged([*BOOK.rows, Row("move", "9", "Odd", "odd")])


def test_what_does_not_fit_is_refused() -> None:
    circle = [Module("a", "1", Hooks(), needs=("b",)), Module("b", "1", Hooks(), needs=("a",))]
    with pytest.raises(MalformedError, match="needs itself"):
        Library(circle).ruleset(("a",))
    with pytest.raises(MalformedError, match="one book, not book, other"):
        Library((BOOK, Module("other", "1", Hooks()))).ruleset(("book", "other"))
    with pytest.raises(UnknownNameError, match="no module 'snow'"):
        Library((BOOK,)).ruleset(("book", "snow"))
    with pytest.raises(MalformedError, match="there is a module book already"):
        Library((BOOK, BOOK))
    twice = Module("twice", "1", Hooks(), needs=("book",), verbs=BOOK.verbs)
    with pytest.raises(MalformedError, match="task MV is in two modules"):
        Library((BOOK, twice)).ruleset(("twice",))
    again = Module("again", "1", Hooks(), needs=("book",), options=BOOK.options)
    with pytest.raises(MalformedError, match="option turns is in two modules"):
        Library((BOOK, again)).ruleset(("again",))


def test_a_module_taken_away_takes_its_rulesets_with_it() -> None:
    library = Library((BOOK, SMOKE))
    library.ruleset(("smoke",))
    library.remove("smoke")
    with pytest.raises(UnknownNameError):
        library.ruleset(("smoke",))
    assert library.ruleset(("book",)).keys == ("book",)
