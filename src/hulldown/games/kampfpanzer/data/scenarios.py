"""The scenarios (14.0): who fights, where each group stands or enters, and what decides."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec.structs import replace

from hulldown import resources
from hulldown.core import tables
from hulldown.core.board import Board
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.kampfpanzer.data.counters import FOLDER, counters

BOOK: Final = "kampfpanzer"
SIDES: Final = ("first", "second")
Side = Literal["first", "second"]
Judged = Literal["more", "breakout", "double", "destroy", "exit", "breakthrough", "reach", "evict"]
"""How a scenario is decided, see `rules/victory.py`."""
_GROUP_VALUES: Final = ("forces", "area", "enter", "entrench")
_SIDE_VALUES: Final = ("nation", "panic", "exits", "holds", "riders")
_OWN_VALUES: Final = ("length", "victory")
_QUOTAS: Final = ("exit", "destroyed", "losses", "fewer")
_NEEDS: Final[Mapping[str, tuple[str, ...]]] = {
    "more": ("region",), "double": ("region",), "breakout": ("exit", "losses"), "destroy": ("destroyed",),
    "exit": ("exit",), "breakthrough": ("exit", "destroyed", "losses"), "reach": ("hex", "first_turn"),
    "evict": ("region", "fewer"),
}  # fmt: skip
"""What the table of victory must say for each way to decide a scenario."""


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units of one kind."""

    type: Text
    count: Positive


class Area(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where units are set up: rows (14.0i), hexes near one, a region of the map with what is near it, or a list.

    With `roads` only the road hexes near a region count besides it.
    """

    rows: tuple[Positive, Positive] | None = None
    near: str = ""
    region: str = ""
    within: Natural = 0
    roads: bool = False
    hexes: tuple[Text, ...] = ()


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When and where units come onto the map."""

    turn: Positive
    hexes: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class Exits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The hexes or the edge of the map by which a side may leave (14.0g)."""

    hexes: tuple[Text, ...] = ()
    edge: str = ""
    rule: Text


class Hold(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many turns at the start on which a side may not move."""

    turns: Positive
    rule: Text


class Riders(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of tank that may carry infantry, and the defence of the infantry on it."""

    type: Text
    defence: Natural
    rule: Text


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Units that are set up in one area, or enter together. `entrench`: who may start entrenched, or must."""

    rule: Text
    forces: Annotated[tuple[Force, ...], msgspec.Meta(min_length=1)]
    area: Area | None = None
    enter: Entry | None = None
    entrench: Literal["", "may", "infantry"] = ""
    """"may": whoever can be entrenched may start so; "infantry": all infantry of the group starts entrenched."""
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class SideSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a scenario, shown under the name of its nation."""

    nation: Text
    panic: Annotated[int, msgspec.Meta(ge=1, le=5)]
    groups: Annotated[tuple[Group, ...], msgspec.Meta(min_length=1)]
    exits: Exits | None = None
    holds: Hold | None = None
    riders: Riders | None = None
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class Victory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides: `side` is the one that must do something; which of the numbers count depends on the kind."""

    kind: Judged
    rule: Text
    side: Side = "first"
    region: str = ""
    hex: str = ""
    exit: Natural = 0
    destroyed: Natural = 0
    losses: Natural = 0
    fewer: Natural = 0
    first_turn: Natural = 0


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario; `length` is its number of turns."""

    id: Text
    title: Text
    when: str = ""
    book: Text = BOOK
    modules: tuple[Text, ...] = ()
    map: Text
    rule: str = ""
    length: Positive
    description: Text
    victory: Victory
    first: SideSetup
    second: SideSetup
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def rules(self) -> tuple[str, ...]:
        """The book and the modules it is played by."""
        return (self.book, *self.modules)

    def side(self, name: str) -> SideSetup:
        """What it says of a side."""
        return self.first if name == SIDES[0] else self.second


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios of the package by id, 14.1 to 14.9."""
    names = resources.names(*FOLDER, "scenarios", suffix=".toml")
    files = [(f"kampfpanzer/data/scenarios/{name}", resources.read(*FOLDER, "scenarios", name)) for name in names]
    return tables.parse_all(files, parse_scenario)


@lru_cache(maxsize=64)
def handicapped(name: str, given: tuple[tuple[str, int], ...]) -> Scenario:
    """A scenario with handicaps: levels, numbers and length stay within what the rules can play (11.11a)."""
    scenario, changes = scenarios()[name], dict(given)

    def side(which: str, setup: SideSetup) -> SideSetup:
        return replace(setup, panic=min(5, max(1, setup.panic + changes.get(f"{which}_panic", 0))))

    quota = {
        key: max(1, value + changes.get("quota", 0)) for key in _QUOTAS if (value := getattr(scenario.victory, key))
    }
    return replace(
        scenario,
        first=side("first", scenario.first),
        second=side("second", scenario.second),
        victory=replace(scenario.victory, **quota),
        length=max(1, scenario.length + changes.get("turns", 0)),
    )


def scenario_hash(scenario: Scenario) -> str:
    """A hash of everything in a scenario that play depends on: not of its texts, notes and provenance."""

    def group(one: Group) -> dict[str, Any]:
        return {name: msgspec.to_builtins(getattr(one, name)) for name in _GROUP_VALUES}

    def side(setup: SideSetup) -> dict[str, Any]:
        content: dict[str, Any] = {name: msgspec.to_builtins(getattr(setup, name)) for name in _SIDE_VALUES[1:]}
        return content | {"groups": [group(one) for one in setup.groups]}

    content: dict[str, Any] = {"id": scenario.id, "map": scenario.map, "length": scenario.length}
    content |= {"victory": msgspec.to_builtins(scenario.victory), "rules": list(scenario.rules)}
    return tables.content_hash(content | {name: side(scenario.side(name)) for name in SIDES})


def parse_scenario(text: str, where: str) -> Scenario:
    """The scenario that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    own = ("id", "title", "when", "book", "modules", "map", "rule", "length", "description", "victory")
    tables.check_keys(data, (*own, "provenance", "tags", "notes", *SIDES), where)
    # A user need not tag his own numbers: whatever is not said to be read somewhere is made up.
    default = tables.default_tag(data, where, otherwise="reconstructed")
    table = {**data, **tables.tagged(data, _OWN_VALUES, default, where)}
    table.pop("tags", None)
    for side in SIDES:
        if side not in data:
            raise MalformedError(f"[{side}] is missing", where)
        table[side] = _side(data[side], default, f"{where}: [{side}]")
    if data.get("book", BOOK) != BOOK:
        raise MalformedError(f"book: there is no book {data['book']!r}", where, f"books: {BOOK}")
    if isinstance(table.get("description"), str):
        table["description"] = table["description"].strip()
    scenario = tables.convert(Scenario, table, where)
    _check(scenario, where)
    return scenario


def _check(scenario: Scenario, where: str) -> None:
    """Raises MalformedError for the first thing in a scenario that does not fit another."""
    victory, place = scenario.victory, f"{where}: [victory]"
    for key in _NEEDS[victory.kind]:
        if not getattr(victory, key):
            raise MalformedError(f"{key}: a scenario decided by {victory.kind!r} needs it", place)
    if victory.exit and scenario.side(victory.side).exits is None:
        raise MalformedError(f"exit: the {victory.side} side has no exits", place)
    for name in SIDES:
        side, spot = scenario.side(name), f"{where}: [{name}]"
        if side.exits is not None and bool(side.exits.hexes) == bool(side.exits.edge):
            raise MalformedError("exits: give hexes or an edge, one of the two", spot)
        if side.riders is not None and (
            side.riders.type not in counters() or counters()[side.riders.type].kind != "tank"
        ):
            raise MalformedError(
                f"riders: {side.riders.type!r} is no tank", spot, tables.near(side.riders.type, counters())
            )
        for number, group in enumerate(side.groups, 1):
            if group.enter is not None and group.enter.turn > scenario.length:
                told = f"enter: turn is {group.enter.turn} in a game of {scenario.length}"
                raise MalformedError(told, f"{spot} groups {number}")


def check_places(scenario: Scenario, board: Board) -> None:
    """Raises MalformedError for the first region, edge or hex of a scenario that its map does not have."""
    known: Mapping[str, Collection[str]] = {"region": board.regions, "edge": board.edges, "hex": board.by_label}
    for what, name in _places(scenario):
        if name and name not in known[what]:
            told = f"map {board.name} has no {what} {name!r}"
            raise MalformedError(told, scenario.id, tables.near(name, known[what]))


def _places(scenario: Scenario) -> Iterator[tuple[str, str]]:
    """The regions, edges and hexes that a scenario names; "" where it names none."""
    yield "region", scenario.victory.region
    yield "hex", scenario.victory.hex
    for side in (scenario.first, scenario.second):
        if side.exits is not None:
            yield "edge", side.exits.edge
            yield from (("hex", label) for label in side.exits.hexes)
        for group in side.groups:
            if group.area is not None:
                yield "region", group.area.region
                yield "hex", group.area.near
            place = group.area or group.enter
            yield from (("hex", label) for label in (place.hexes if place is not None else ()))


def _side(entry: object, default: str, place: str) -> dict[str, Any]:
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*_SIDE_VALUES, "groups", "tags", "notes"), place)
    groups = table.get("groups", [])
    if not isinstance(groups, list):
        raise MalformedError("groups must be a list of tables", place)
    values = [key for key in _SIDE_VALUES if key in table]
    side = {**table, **tables.tagged(table, values, default, place)}
    side.pop("tags", None)
    side["groups"] = [_group(one, default, f"{place} groups {number}") for number, one in enumerate(groups, 1)]
    return side


def _group(entry: object, default: str, place: str) -> Group:
    table = tables.table_in(entry, place)
    tables.check_keys(table, ("rule", *_GROUP_VALUES, "tags", "notes"), place)
    values = [key for key in _GROUP_VALUES if key in table]
    content = {**table, **tables.tagged(table, values, default, place)}
    content.pop("tags", None)
    group = tables.convert(Group, content, place)
    if (group.area is None) == (group.enter is None):
        raise MalformedError("a group has an area or an entry, one of the two", place)
    area = group.area
    if area is not None:
        if sum(map(bool, (area.rows, area.near, area.region, area.hexes))) != 1:
            raise MalformedError("area: give one of rows, near, region and hexes", place)
        if area.rows is not None and area.rows[0] > area.rows[1]:
            raise MalformedError(f"area: rows run from {area.rows[0]} to {area.rows[1]}", place)
    for number, force in enumerate(group.forces, 1):
        if force.type not in counters():
            hint = tables.near(force.type, counters())
            raise MalformedError(f"type: there is no counter {force.type!r}", f"{place} forces {number}", hint)
    return group
