"""The scenarios (19.0 to 22.0): who fights with what, where each company stands or enters, and what wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.board import Board, Cell
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.panzer_battles.data.doctrine import doctrines
from hulldown.games.panzer_battles.data.loading import FOLDER, RATINGS, TERRAINS
from hulldown.games.panzer_battles.data.units import Nation, UnitType, units

BOOK: Final = "panzer_battles"
SIDES: Final = ("first", "second")
SideName = Literal["first", "second"]
EdgeName = Literal["top", "bottom", "left", "right"]
"""An edge of the map in the numbering of its hexes: row 01 is at the top, column 01 on the left."""
_GROUP_VALUES: Final = ("companies", "area", "enter", "defilade")
_SIDE_VALUES: Final = ("nation", "people", "doctrine", "dummies", "battalions", "artillery", "exits")
_OWN_VALUES: Final = ("length", "compass", "towns", "special", "victory")


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a scenario file; keys that it does not know are refused."""


class Zone(_Table, frozen=True, kw_only=True):
    """Hexes: those in a block of columns and rows, those near a hex, or a list."""

    columns: tuple[Positive, Positive] | None = None
    rows: tuple[Positive, Positive] | None = None
    near: str = ""
    within: Natural = 0
    hexes: tuple[Text, ...] = ()


Zones = Annotated[tuple[Zone, ...], msgspec.Meta(min_length=1)]
"""All hexes of several zones together."""


class Entry(_Table, frozen=True, kw_only=True):
    """When and where a group comes onto the map; `wait`: its owner may keep it back (20.0-reinf-3)."""

    turn: Positive
    zones: Zones
    wait: bool = False


class Platoon(_Table, frozen=True, kw_only=True):
    """A unit: the number on its counter, its type, and the vehicles, guns or steps it begins with."""

    designation: Annotated[str, msgspec.Meta(pattern="^[0-9]{3}$")]
    type: Text
    strength: Annotated[int, msgspec.Meta(ge=1, le=5)]

    @property
    def name(self) -> str:
        """What its owner calls it: no two units of a side have the same name."""
        return f"{self.type} {self.designation}"

    @property
    def unit(self) -> UnitType:
        return units()[self.type]


class Company(_Table, frozen=True, kw_only=True):
    """Platoons that are ordered together (desig-3); an independent one is a single platoon (desig-2, 18.11)."""

    key: Text
    name: Text
    battalion: str = ""
    independent: bool = False
    rule: Text
    platoons: Annotated[tuple[Platoon, ...], msgspec.Meta(min_length=1)]

    @property
    def strength(self) -> int:
        """Vehicles or steps at the start."""
        return sum(platoon.strength for platoon in self.platoons)


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Companies that are set up in one area, or enter together; `defilade`: whether they may begin in it."""

    rule: Text
    companies: Annotated[tuple[Company, ...], msgspec.Meta(min_length=1)]
    area: Zones | None = None
    enter: Entry | None = None
    defilade: bool = False
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class Battalion(_Table, frozen=True, kw_only=True):
    """Companies with one headquarters, and its rating (14.7b, 14.8)."""

    key: Text
    name: Text
    hq: Text
    rule: Text


class Spotter(_Table, frozen=True, kw_only=True):
    """A hex from which artillery is observed on some turns as if a unit stood there (21.0-sr-1, ART-2)."""

    hex: Text
    turns: Annotated[tuple[Positive, ...], msgspec.Meta(min_length=1)]
    rule: Text


class Artillery(_Table, frozen=True, kw_only=True):
    """Batteries off the map (17.0-gen-1): they fire `delay` turns after the plot (17.0-plot-1).

    `preplot` are the turns that are plotted before play (17.13).
    """

    batteries: Positive
    delay: Positive
    preplot: tuple[Positive, ...] = ()
    edge: EdgeName
    spotter: Spotter | None = None
    rule: Text


class Exits(_Table, frozen=True, kw_only=True):
    """The hexes from which a side may leave the map, over an edge (19.31a)."""

    zones: Zones
    edge: EdgeName
    rule: Text


class SideSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a scenario: `nation` is that of its counters, `people` what it is called.

    It has `dummies` of them, as many as the lost counter mix may have held (6.8b, cnt-0, DUM-1).
    """

    nation: Nation
    people: Text
    doctrine: Text
    dummies: Natural
    battalions: tuple[Battalion, ...] = ()
    groups: Annotated[tuple[Group, ...], msgspec.Meta(min_length=1)]
    artillery: Artillery | None = None
    exits: Exits | None = None
    cases: Mapping[str, str] = {}
    """The cases behind values that have no rule of their own."""
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    def companies(self) -> Iterator[tuple[Group, Company]]:
        """All companies with their groups, in the order of the file."""
        for group in self.groups:
            for company in group.companies:
                yield group, company

    def platoons(self) -> Iterator[tuple[Group, Company, Platoon]]:
        """All platoons with their companies and groups, in the order of the file."""
        for group, company in self.companies():
            for platoon in company.platoons:
                yield group, company, platoon

    def battalion(self, key: str) -> Battalion | None:
        """The battalion of a company; None where it has none."""
        return next((one for one in self.battalions if one.key == key), None)


class Compass(_Table, frozen=True, kw_only=True):
    """Where the points of the compass lie in the numbering of the hexes."""

    north: EdgeName
    south: EdgeName
    west: EdgeName
    east: EdgeName
    rule: Text


class Town(_Table, frozen=True, kw_only=True):
    """A town that is worth something: all its hexes must be held (21.0-vc-1)."""

    name: Text
    hexes: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]


class Dust(_Table, frozen=True, kw_only=True):
    """The longest line of sight in hexes (20.0-sr-1)."""

    most: Positive
    rule: Text


class DefiladeGround(_Table, frozen=True, kw_only=True):
    """The only terrain in which vehicles may enter defilade (20.0-sr-2)."""

    terrain: Annotated[tuple[Text, ...], msgspec.Meta(min_length=1)]
    rule: Text


class Sponson(_Table, frozen=True, kw_only=True):
    """The field of fire of a sponson gun (20.0-sr-5-diag): degrees to the left and right of the facing.

    Both lines are included (FAC-6).
    """

    left: Natural
    right: Natural
    rule: Text
    defilade: Text
    """The case that silences the gun of a unit in defilade (20.0-sr-5b)."""


class Special(_Table, frozen=True, kw_only=True):
    """The special rules of a scenario; what it does not have is None or ""."""

    dust: Dust | None = None
    defilade: DefiladeGround | None = None
    sponson: Sponson | None = None
    transport: str = ""
    """The case that brings transport, anti-tank guns and crews into play (16.0); "" without them."""


class Award(_Table, frozen=True, kw_only=True):
    """Victory Points: for whom, for what, and how many.

    `loss`: each vehicle or step of these types that the enemy loses; `unit`: each of them wholly lost; `broken`: each
    enemy company of these types that reaches state 3, once (SCN-8); `exit`: each own vehicle that leaves the map;
    `town`: each town of which all hexes are held.
    """

    sides: Annotated[tuple[SideName, ...], msgspec.Meta(min_length=1)]
    what: Literal["loss", "unit", "broken", "exit", "town"]
    types: tuple[Text, ...] = ()
    points: Positive
    rule: Text


class Victory(_Table, frozen=True, kw_only=True):
    """What counts, and who wins a tie: nobody, or the second side (22.0-vc-1)."""

    rule: Text
    tie: Literal["draw", "second"]
    awards: Annotated[tuple[Award, ...], msgspec.Meta(min_length=1)]


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario; `length` is its number of turns (trk-turn).

    The second side sets up hidden (19.1a), the first enters (19.2).
    """

    id: Text
    title: Text
    when: str = ""
    book: Text = BOOK
    modules: tuple[Text, ...] = ()
    map: Text
    rule: str = ""
    length: Positive
    description: Text
    compass: Compass
    towns: tuple[Town, ...] = ()
    special: Special
    victory: Victory
    first: SideSetup
    second: SideSetup
    cases: Mapping[str, str] = {}
    """The cases behind values that have no rule of their own."""
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
    """The three scenarios of the package by id, in the order of the rulebook (19.0-gen-1)."""
    names = resources.names(*FOLDER, "scenarios", suffix=".toml")
    files = [(f"{BOOK}/data/scenarios/{name}", resources.read(*FOLDER, "scenarios", name)) for name in names]
    found = tables.parse_all(files, parse_scenario)
    return MappingProxyType(dict(sorted(found.items(), key=lambda entry: entry[1].rule)))


def scenario_hash(scenario: Scenario) -> str:
    """A hash of everything in a scenario that play depends on: not of its title, description, notes and provenance."""

    def side(setup: SideSetup) -> dict[str, Any]:
        content = {name: msgspec.to_builtins(getattr(setup, name)) for name in _SIDE_VALUES if name != "people"}
        groups = [{name: msgspec.to_builtins(getattr(one, name)) for name in _GROUP_VALUES} for one in setup.groups]
        return content | {"groups": groups}

    content: dict[str, Any] = {"id": scenario.id, "map": scenario.map, "rules": list(scenario.rules)}
    content |= {name: msgspec.to_builtins(getattr(scenario, name)) for name in _OWN_VALUES}
    return tables.content_hash(content | {name: side(scenario.side(name)) for name in SIDES})


@lru_cache(maxsize=64)
def cells_in(zones: tuple[Zone, ...], board: Board) -> tuple[Cell, ...]:
    """The cells of a map in any of some zones, in the order of their labels."""
    found = {label: cell for label, cell in board.by_label.items() if any(_in(zone, label, board) for zone in zones)}
    return tuple([found[label] for label in sorted(found)])


def _in(zone: Zone, label: str, board: Board) -> bool:
    if zone.hexes:
        return label in zone.hexes
    if zone.near:
        return board.distance(board.by_label[label], board.cell(zone.near)) <= zone.within
    spans = ((zone.columns, int(label[:2])), (zone.rows, int(label[2:])))
    return all(span is None or span[0] <= number <= span[1] for span, number in spans)


def check_places(scenario: Scenario, board: Board) -> None:
    """Raises MalformedError for the first hex of a scenario that its map does not have, or zone without any hex."""
    for label in named_hexes(scenario):
        if label not in board.by_label:
            hint = f"its hexes are 0101 to {board.columns:02d}{board.rows:02d}"
            raise MalformedError(f"map {board.name} has no hex {label!r}", scenario.id, hint)
    for place, zones in zones_of(scenario):
        for zone in zones:
            if not cells_in((zone,), board):
                raise MalformedError(f"{place}: a zone has no hex of map {board.name}", scenario.id)


def named_hexes(scenario: Scenario) -> Iterator[str]:
    """Every hex that a scenario names."""
    for town in scenario.towns:
        yield from town.hexes
    for name in SIDES:
        artillery = scenario.side(name).artillery
        if artillery is not None and artillery.spotter is not None:
            yield artillery.spotter.hex
    for _, zones in zones_of(scenario):
        for zone in zones:
            yield from zone.hexes
            if zone.near:
                yield zone.near


def zones_of(scenario: Scenario) -> Iterator[tuple[str, tuple[Zone, ...]]]:
    """Every place of a scenario file that has zones, with the zones."""
    for name in SIDES:
        side = scenario.side(name)
        if side.exits is not None:
            yield f"[{name}] exits", side.exits.zones
        for number, group in enumerate(side.groups, 1):
            if group.area is not None:
                yield f"[{name}] groups {number} area", group.area
            if group.enter is not None:
                yield f"[{name}] groups {number} enter", group.enter.zones


def parse_scenario(text: str, where: str) -> Scenario:
    """The scenario that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    own = ("id", "title", "when", "book", "modules", "map", "rule", "description", "cases", *_OWN_VALUES)
    tables.check_keys(data, (*own, "provenance", "tags", "notes", *SIDES), where)
    # A user need not tag his own numbers: whatever is not said to be read somewhere is made up.
    default = tables.default_tag(data, where, otherwise="reconstructed")
    table = {**data, **tables.tagged(data, [key for key in _OWN_VALUES if key in data], default, where)}
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


def _side(entry: object, default: str, place: str) -> dict[str, Any]:
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*_SIDE_VALUES, "groups", "cases", "tags", "notes"), place)
    groups = table.get("groups", [])
    if not isinstance(groups, list):
        raise MalformedError("groups must be a list of tables", place)
    side = {**table, **tables.tagged(table, [key for key in _SIDE_VALUES if key in table], default, place)}
    side.pop("tags", None)
    side["groups"] = [_group(one, default, f"{place} groups {number}") for number, one in enumerate(groups, 1)]
    return side


def _group(entry: object, default: str, place: str) -> Group:
    table = tables.table_in(entry, place)
    tables.check_keys(table, ("rule", *_GROUP_VALUES, "tags", "notes"), place)
    content = {**table, **tables.tagged(table, [key for key in _GROUP_VALUES if key in table], default, place)}
    content.pop("tags", None)
    group = tables.convert(Group, content, place)
    if (group.area is None) == (group.enter is None):
        raise MalformedError("a group has an area or an entry, one of the two", place)
    if group.defilade and group.area is None:
        raise MalformedError("defilade: nobody enters the map in defilade", place)
    for company in group.companies:
        _check_company(company, f"{place} company {company.key}")
    return group


def _check_company(company: Company, place: str) -> None:
    """Raises MalformedError where platoons and their designations do not make a company (desig-2, desig-3)."""
    for platoon in company.platoons:
        if platoon.type not in units():
            hint = tables.near(platoon.type, units())
            raise MalformedError(f"type: there is no unit {platoon.type!r}", place, hint)
        if platoon.strength > platoon.unit.full:
            raise MalformedError(f"strength: {platoon.type} has at most {platoon.unit.full}", place)
        if ("0" in platoon.designation) != company.independent:
            told = "a 0 in a designation means independent command, and only that (desig-2)"
            raise MalformedError(f"designation {platoon.designation}: {told}", place)
    if company.independent and len(company.platoons) > 1:
        raise MalformedError("platoons: an independent command is a single one", place)
    if len({platoon.designation[:2] for platoon in company.platoons}) > 1:
        raise MalformedError("platoons: the first two digits of a company are the same (desig-3)", place)
    if len({platoon.type for platoon in company.platoons}) > 1:
        raise MalformedError("platoons: a company is of one type of unit (desig-4)", place)


def _check(scenario: Scenario, where: str) -> None:
    """Raises MalformedError for the first thing in a scenario that does not fit another."""
    for place, zones in zones_of(scenario):
        for zone in zones:
            _check_zone(zone, f"{where}: {place}")
    for name in SIDES:
        _check_side(scenario, name, f"{where}: [{name}]")
    edges = {scenario.compass.north, scenario.compass.south, scenario.compass.west, scenario.compass.east}
    if len(edges) < 4:
        raise MalformedError("two points of the compass are one edge", f"{where}: [compass]")
    for ground in scenario.special.defilade.terrain if scenario.special.defilade is not None else ():
        if ground not in TERRAINS:
            hint = tables.near(ground, TERRAINS)
            raise MalformedError(f"defilade: there is no terrain {ground!r}", f"{where}: [special]", hint)
    for number, award in enumerate(scenario.victory.awards, 1):
        _check_award(scenario, award, f"{where}: [victory] awards {number}")


def _check_zone(zone: Zone, place: str) -> None:
    blocks = zone.columns is not None or zone.rows is not None
    if blocks + bool(zone.near) + bool(zone.hexes) != 1:
        raise MalformedError("a zone is one of columns and rows, near, and hexes", place)
    for key, span in (("columns", zone.columns), ("rows", zone.rows)):
        if span is not None and span[0] > span[1]:
            raise MalformedError(f"{key} run from {span[0]} to {span[1]}", place)


def _check_side(scenario: Scenario, name: str, place: str) -> None:
    side = scenario.side(name)
    if side.doctrine not in doctrines():
        raise MalformedError(f"doctrine: there is no {side.doctrine!r}", place, tables.near(side.doctrine, doctrines()))
    for battalion in side.battalions:
        if battalion.hq not in RATINGS:
            raise MalformedError(f"battalions: {battalion.hq!r} is no HQ rating", place, f"one of {', '.join(RATINGS)}")
    keys: set[str] = set()
    names: set[str] = set()
    for number, group in enumerate(side.groups, 1):
        spot = f"{place} groups {number}"
        if group.enter is not None and group.enter.turn > scenario.length:
            raise MalformedError(f"enter: turn is {group.enter.turn} in a game of {scenario.length}", spot)
        for company in group.companies:
            if company.key in keys:
                raise MalformedError(f"companies: {company.key!r} is there twice", spot)
            keys.add(company.key)
            if company.battalion and side.battalion(company.battalion) is None:
                raise MalformedError(f"company {company.key}: there is no battalion {company.battalion!r}", spot)
            for platoon in company.platoons:
                if platoon.name in names:
                    raise MalformedError(f"company {company.key}: {platoon.name!r} is there twice", spot)
                if platoon.unit.nation != side.nation:
                    raise MalformedError(f"company {company.key}: {platoon.type} is not of {side.nation}", spot)
                names.add(platoon.name)


def _check_award(scenario: Scenario, award: Award, place: str) -> None:
    for name in award.types:
        if name not in units():
            raise MalformedError(f"types: there is no unit {name!r}", place, tables.near(name, units()))
    if (award.what == "town") == bool(award.types):
        raise MalformedError("types: towns have none, all else has some", place)
    if award.what == "town" and not scenario.towns:
        raise MalformedError("what: the scenario has no towns", place)
    for side in award.sides:
        if award.what == "exit" and scenario.side(side).exits is None:
            raise MalformedError(f"what: the {side} side has no exits", place)
