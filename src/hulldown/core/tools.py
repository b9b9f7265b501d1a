"""What a game offers beyond playing: weapons, odds and lines of sight as plain data, for server, terminal and lab.

A game provides a module that conforms to `Tools`; `games.load_tools` finds it. The functions that get a view answer
from that view alone, so they cannot tell a side what it does not know.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple, Protocol

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.explain import Factor
from hulldown.core.game import View

Arguments = Mapping[str, Any]
NO_ARGUMENTS: Final[Arguments] = MappingProxyType({})
NO_RECOVERY: Final[Mapping[int, Fraction]] = MappingProxyType({})
TOOL_NAMES = ("units", "odds", "los")
"""The tools as clients name them."""


class Flag(NamedTuple):
    """An argument of a tool: how it is written on the command line, its type, and what it may be."""

    flag: str
    """With its dashes, such as --short-halt."""
    type: str
    """str, int, bool, or list: texts, of which the command line takes several."""
    default: Any
    choices: Sequence[str] | None
    help: str
    required: bool = False
    unless: str = ""
    """The name of an argument that lifts the requirement when it is given."""

    @property
    def name(self) -> str:
        """The argument's name in data, such as short_halt."""
        return self.flag.lstrip("-").replace("-", "_")


class Tools(Protocol):
    """The tools of a game."""

    @property
    def EXCHANGE(self) -> str:
        """How two units that fire at each other take turns: "together", or "initiative" when one fires first."""

    @property
    def RECOVERY(self) -> Mapping[int, Fraction]:
        """Where results D1, D2 … add up: the chance to recover from each level at the end of a turn.

        A level beyond the last one kills. `NO_RECOVERY` where results do not add up.
        """

    def maps(self) -> tuple[str, ...]:
        """The names of the maps that the game plays on."""

    def notation(self) -> str:
        """The notation of orders in a few lines, for the help of the terminal; "" for none."""

    def units(self, book: str = "") -> list[dict[str, Any]]:
        """Every weapon or card of a book, the first one unless named, with its values and their provenance."""

    def odds_arguments(self) -> list[Flag]:
        """The arguments of `odds`."""

    def odds(self, args: Arguments) -> dict[str, Any]:
        """The odds of an imagined shot."""

    def odds_in_view(self, view: View, arguments: Arguments) -> dict[str, Any]:
        """The odds of a shot as a side sees it."""

    def los_arguments(self) -> list[Flag]:
        """The arguments of `los`."""

    def los(self, name: str, start: str, end: str, arguments: Arguments) -> dict[str, Any]:
        """The line of sight between two hexes of a map, by their labels."""

    def los_in_view(self, view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
        """The line of sight between two cells as a side sees it."""

    def seen_in_view(self, view: View, start: Cell, arguments: Arguments) -> Sequence[Cell]:
        """The cells that can be seen from a cell."""


class Fielding(Protocol):
    """What the tools of a game have besides where its players choose their forces."""

    def forces_arguments(self) -> list[Flag]:
        """The arguments of `forces`."""

    def forces(self, args: Arguments) -> dict[str, Any]:
        """What can be chosen, and the force that is made of it if nobody chooses."""


def known_book(book: str, known: Sequence[str]) -> str:
    """The book itself, the first one where none is named; raises UnknownNameError."""
    if book and book not in known:
        raise UnknownNameError(f"there is no book {book!r}", hint=f"books: {', '.join(known)}")
    return book or known[0]


def read_arguments(flags: Sequence[Flag], given: Arguments, facts: Arguments) -> dict[str, Any]:
    """The value of each flag: the given one, or a fact of the scenario, or the default; others are refused."""
    known = {flag.name: flag for flag in flags}
    for name in given:
        if name not in known:
            raise HulldownError(f"there is no argument {name!r}", hint=f"arguments: {', '.join(known)}")
    values: dict[str, Any] = {}
    for name, flag in known.items():
        value = given.get(name)
        values[name] = facts.get(name, flag.default) if value is None else value
        _check(flag, values[name], bool(flag.unless) and given.get(flag.unless) is not None)
    return values


def number_in(args: Arguments, name: str, least: int, most: int) -> int:
    """The number of an argument, 0 where it is not given; raises HulldownError."""
    value = int(args.get(name) or 0)
    if not least <= value <= most:
        raise HulldownError(f"--{name} is {value}", hint=f"give a number from {least} to {most}")
    return value


def word_in(args: Arguments, name: str, known: tuple[str, ...]) -> str:
    """One of the known words; the first when none is given; raises UnknownNameError."""
    word = str(args.get(name) or known[0])
    if word not in known:
        raise UnknownNameError(f"--{name} is {word!r}", hint=f"one of {', '.join(known)}")
    return word


def told_factors(factors: Iterable[Factor]) -> list[dict[str, Any]]:
    """What makes a number, as plain data."""
    return [
        {"rule": one.rule, "label": one.label, "value": one.value}
        | ({"provenance": one.provenance} if one.provenance else {})
        for one in factors
    ]


def _check(flag: Flag, value: object, lifted: bool) -> None:
    """Raises when a value is missing without its requirement being lifted, not among the choices or of another type."""
    if value is None:
        if flag.required and not lifted:
            raise HulldownError(f"the argument {flag.name} is missing", hint=flag.help)
        return
    if flag.choices and value not in flag.choices:
        raise HulldownError(f"{flag.name} is {value!r}", hint=f"one of {', '.join(flag.choices)}")
    if flag.type == "int":
        fits = isinstance(value, int) and not isinstance(value, bool)
    elif flag.type == "bool":
        fits = isinstance(value, bool)
    elif flag.type == "list":
        fits = isinstance(value, str) or (isinstance(value, list) and all(isinstance(one, str) for one in value))
    else:
        fits = isinstance(value, str)
    if not fits:
        raise HulldownError(f"{flag.name} is {value!r}", hint=f"it must be of type {flag.type}")
