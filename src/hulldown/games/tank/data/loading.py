"""The data of the Standard game: weapons, terrain effects, charts and scenarios, read from the files in `data/`.

Each value remembers where it comes from (`Tag`), so that an explanation can say when a number is reconstructed. The
`parse_` functions take text, so that a scenario file of a user is read, and refused, like one of the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.charts import Chart, chart_from_csv
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.game import State
from hulldown.core.stepviews import SteppedView
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.tank.rules.options import HANDICAPS

_FOLDER = ("hulldown", "games", "tank", "data")

Mode = Literal["closed", "mixed", "open"]
Situation = Literal["introductory", "meeting", "antitank", "rearguard"]
Deploy = Literal["column", "hidden", "placed"]
"""How a side arrives: in column over its edge, in hidden Improved Positions, or face down on the map."""
Edge = Literal["W", "X", "Y", "Z"]

MODES: tuple[Mode, ...] = get_args(Mode)

_ARMOUR = ("front", "side", "rear")
BOOKS = ("standard",)
"""The books that a scenario can be played by."""
_WEAPON_VALUES = ("class", "turret", *_ARMOUR, "ap", "he", "ma", "range", "fc")
_TERRAIN_VALUES = ("kind", "cost", "vehicle", "soft", "soft_how", "obstructs")
_SCENARIO_VALUES = ("situation", "mode", "length")
_SIDE_VALUES = ("edge", "deploy", "distance", "panic", "preservation")


class WeaponClass(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all weapons of a class have in common, as `classes.toml` says."""

    armoured: bool = False
    drives: bool = False
    walks: bool = False
    faces: bool = False
    squad: bool = False
    gun: bool = False
    alone: bool = False

    @property
    def soft(self) -> bool:
        """Whether HE is fired at it and terrain alone protects it."""
        return not self.armoured


class Weapon(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A row of the weapons chart: armour by aspect (0 for soft targets), attack strengths, movement, reach.

    Whether it has a turret is a property of the weapon, whatever the counter shows (7.23b, 3.2b).
    """

    name: str
    title: Text
    kind: Text = msgspec.field(name="class")
    turret: bool
    front: Natural = 0
    side: Natural = 0
    rear: Natural = 0
    ap: Natural
    he: Natural
    ma: Natural
    range: Natural
    fc: Literal["N", "SR", "SC", "infantry"]
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def traits(self) -> WeaponClass:
        """What it has in common with its class."""
        return classes()[self.kind]

    @property
    def soft(self) -> bool:
        """Whether it is a soft target: HE is fired at it and terrain alone protects it."""
        return self.traits.soft

    @property
    def all_round(self) -> bool:
        """Whether it fires and sees in all directions, whatever its facing (7.23a)."""
        return self.turret or self.traits.squad


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """What one terrain does: `cost` and `vehicle` add to those of the hex where `kind` is not "hex".

    `whole_allowance` stands for the cost that is printed as the whole allowance; `cost` is 0 then.
    """

    name: str
    kind: Literal["hex", "hexside", "marker"]
    cost: Natural
    whole_allowance: bool
    vehicle: Natural
    soft: Natural
    soft_how: Literal["sets", "adds", "replaces"]
    obstructs: bool
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class TerrainMode(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The rows of one terrain mode by terrain name, those of all modes among them (10.0-gen-2, 10.61c)."""

    name: Mode
    rows: Mapping[str, TerrainRow]


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units of one weapon."""

    type: Text
    count: Positive


class SideSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a scenario. It enters over `edge`, or is set up at least `distance` hexes from it.

    `preservation` is 0 where the scenario does not use it (16.0-1). The keys of `provenance` are the names of the
    values and, for the forces, "PzIVh.type" and "PzIVh.count".
    """

    edge: Edge
    deploy: Deploy
    distance: Natural = 0
    panic: Annotated[int, msgspec.Meta(ge=0, le=10)]
    preservation: Natural
    forces: Annotated[tuple[Force, ...], msgspec.Meta(min_length=1)]
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def strength(self) -> int:
        """The number of units the side starts with."""
        return sum(force.count for force in self.forces)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario; `length` is its number of turns, 0 where it is open-ended."""

    id: Text
    title: Text
    book: Text = "standard"
    modules: tuple[Text, ...] = ()
    situation: Situation
    mode: Mode
    map: Text
    rule: str = ""
    length: Natural
    description: Text
    alpha: SideSetup
    bravo: SideSetup
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def rules(self) -> tuple[str, ...]:
        """The book and the modules it is played by."""
        return (self.book, *self.modules)

    def side(self, name: str) -> SideSetup:
        """What it says of a side."""
        return self.alpha if name == "alpha" else self.bravo


@lru_cache(maxsize=1)
def classes() -> Mapping[str, WeaponClass]:
    """The classes of weapons by name."""
    where = "tank/data/classes.toml"
    found = tables.parse_toml(resources.read(*_FOLDER, "classes.toml"), where)
    return {name: tables.convert(WeaponClass, entry, f"{where}: [{name}]") for name, entry in found.items()}


@lru_cache(maxsize=1)
def weapons() -> Mapping[str, Weapon]:
    """Every weapon of the Standard chart and the infantry squad, by name (17.3-wcc)."""
    return parse_weapons(resources.read(*_FOLDER, "weapons.toml"), "tank/data/weapons.toml")


def find_weapon(name: str) -> Weapon:
    """The weapon of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    return tables.look_up(name, weapons(), "weapon")


@lru_cache(maxsize=1)
def _terrain_modes() -> Mapping[str, TerrainMode]:
    return parse_terrain(resources.read(*_FOLDER, "terrain.toml"), "tank/data/terrain.toml")


def terrain(mode: str) -> TerrainMode:
    """The effects of every terrain in one terrain mode; raises UnknownNameError."""
    try:
        return _terrain_modes()[mode]
    except KeyError:
        raise UnknownNameError(f"there is no terrain mode {mode!r}", hint=f"modes: {', '.join(MODES)}") from None


@lru_cache(maxsize=32)
def chart(name: str) -> Chart:
    """The chart with this case number, such as 13.5; raises UnknownNameError."""
    known = [entry.removesuffix(".csv") for entry in resources.names(*_FOLDER, "charts", suffix=".csv")]
    if name not in known:
        raise UnknownNameError(f"there is no chart {name!r}", hint=f"charts: {', '.join(known)}")
    return chart_from_csv(resources.read(*_FOLDER, "charts", f"{name}.csv"), f"tank/data/charts/{name}.csv")


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios of the package by id: the introductory one, then those of the scenario chart (17.2)."""
    files = resources.names(*_FOLDER, "scenarios", suffix=".toml")
    ordered = sorted(files, key=lambda name: (name != "intro.toml", name))
    places = [(f"tank/data/scenarios/{name}", resources.read(*_FOLDER, "scenarios", name)) for name in ordered]
    return {**tables.parse_all(places, parse_scenario), **_added}


_added: dict[str, Scenario] = {}


def add_scenario(scenario: Scenario) -> None:
    """Adds a scenario that does not come with the package, or takes the place of one that does."""
    _added[scenario.id] = scenario
    scenarios.cache_clear()
    handicapped.cache_clear()


def remove_scenario(name: str) -> None:
    """Takes such a scenario away again."""
    del _added[name]
    scenarios.cache_clear()
    handicapped.cache_clear()


def scenario_of(state: State | SteppedView) -> Scenario:
    """The scenario that is being played, with the handicaps agreed on."""
    if HANDICAPS.isdisjoint(state.options):
        return scenarios()[state.scenario]
    return handicapped(state.scenario, handicaps_of(state))


def handicaps_of(state: State | SteppedView) -> tuple[tuple[str, int], ...]:
    """The handicaps agreed on, by name; a key for what depends on them and the scenario."""
    return tuple(sorted((name, int(value)) for name, value in state.options.items() if name in HANDICAPS))


@lru_cache(maxsize=64)
def handicapped(name: str, given: tuple[tuple[str, int], ...]) -> Scenario:
    """A scenario with handicaps: levels, numbers and length stay within what the rules can play (12.1, 15.0)."""
    scenario, changes = scenarios()[name], dict(given)

    def side(which: str, setup: SideSetup) -> SideSetup:
        first = setup.forces[0]
        count = max(1, first.count + changes.get(f"{which}_units", 0))
        strength = setup.strength - first.count + count
        level = setup.preservation + changes.get(f"{which}_preservation", 0)
        return msgspec.structs.replace(
            setup,
            panic=min(10, max(0, setup.panic + changes.get(f"{which}_panic", 0))),
            preservation=min(strength, max(1, level)) if setup.preservation else 0,
            forces=(msgspec.structs.replace(first, count=count), *setup.forces[1:]),
        )

    return msgspec.structs.replace(
        scenario,
        alpha=side("alpha", scenario.alpha),
        bravo=side("bravo", scenario.bravo),
        length=max(1, scenario.length + changes.get("turns", 0)) if scenario.length else 0,
    )


def scenario_hash(scenario: Scenario) -> str:
    """A hash of everything in a scenario that play depends on: not of its texts, notes and provenance."""

    def side(setup: SideSetup) -> dict[str, Any]:
        content: dict[str, Any] = {name: getattr(setup, name) for name in _SIDE_VALUES}
        return content | {"forces": [[force.type, force.count] for force in setup.forces]}

    content = {name: getattr(scenario, name) for name in ("id", "situation", "mode", "map", "length")}
    content |= {"alpha": side(scenario.alpha), "bravo": side(scenario.bravo)}
    if scenario.rules != ("standard",):
        content["rules"] = list(scenario.rules)
    return tables.content_hash(content)


def parse_weapons(text: str, where: str) -> Mapping[str, Weapon]:
    """The weapons that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    found: list[tuple[str, str, Weapon]] = []
    for name, entry in tables.parse_toml(text, where).items():
        place = f"{where}: [{name}]"
        table = tables.table_in(entry, place)
        tables.check_keys(table, ("title", *_WEAPON_VALUES, "rule", "provenance", "tags", "notes"), place)
        if table.get("class") not in classes():
            raise MalformedError(f"class: there is no class {table.get('class')!r}", place, f"{', '.join(classes())}")
        armoured = classes()[table["class"]].armoured
        for key in _ARMOUR:
            if armoured != (key in table):
                raise MalformedError(f"{key} is missing" if armoured else f"{key}: only a vehicle has armour", place)
        values = [key for key in _WEAPON_VALUES if key in table]
        tags = tables.tagged(table, values, tables.default_tag(table, place), place)
        found.append((name, place, tables.convert(Weapon, {**table, "name": name, **tags}, place)))
    return tables.by_name(found, "the name reads like that of [{other}]")


def parse_terrain(text: str, where: str) -> Mapping[str, TerrainMode]:
    """The terrain modes that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("provenance", "all", *MODES), where)
    default = tables.default_tag(data, where)
    rows: dict[str, dict[str, TerrainRow]] = {}
    for mode in ("all", *MODES):
        if mode not in data:
            raise MalformedError(f"[{mode}] is missing", where)
        entries = tables.table_in(data[mode], f"{where}: [{mode}]")
        rows[mode] = {}
        for name, entry in entries.items():
            place = f"{where}: [{mode}.{name}]"
            if name in rows["all"]:
                raise MalformedError(f"{name} is already in [all]", place)
            rows[mode][name] = _terrain_row(name, entry, default, place)
    for mode in MODES[1:]:
        if rows[mode].keys() != rows[MODES[0]].keys():
            odd = sorted(rows[mode].keys() ^ rows[MODES[0]].keys())[0]
            raise MalformedError(f"{odd} is in only one of [{MODES[0]}] and [{mode}]", where)
    return MappingProxyType(
        {mode: TerrainMode(name=mode, rows=MappingProxyType({**rows["all"], **rows[mode]})) for mode in MODES}
    )


def parse_scenario(text: str, where: str) -> Scenario:
    """The scenario that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    own = ("id", "title", "book", "modules", "situation", "mode", "map", "rule", "length", "description")
    tables.check_keys(data, (*own, "provenance", "tags", "notes", "alpha", "bravo"), where)
    # A user need not tag his own numbers: whatever is not said to be read somewhere is made up.
    default = tables.default_tag(data, where, otherwise="reconstructed")
    table = {**data, **tables.tagged(data, _SCENARIO_VALUES, default, where)}
    for side in ("alpha", "bravo"):
        if side not in data:
            raise MalformedError(f"[{side}] is missing", where)
        table[side] = _side(data[side], default, f"{where}: [{side}]")
    if data.get("book", BOOKS[0]) not in BOOKS:
        raise MalformedError(f"book: there is no book {data['book']!r}", where, f"books: {', '.join(BOOKS)}")
    if isinstance(table.get("description"), str):
        table["description"] = table["description"].strip()
    return tables.convert(Scenario, table, where)


def _side(entry: object, default: str, place: str) -> SideSetup:
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*_SIDE_VALUES, "forces", "tags", "notes"), place)
    # Converted twice: the forces must be sound before their names can be the keys of tags and notes.
    setup = tables.convert(SideSetup, {**table, "provenance": {}, "notes": {}}, place)
    names = [force.type for force in setup.forces]
    for number, force in enumerate(setup.forces, 1):
        spot = f"{place} forces, entry {number}"
        weapon = weapons().get(force.type)
        if weapon is None:
            raise MalformedError(f"type: there is no weapon {force.type!r}", spot, tables.near(force.type, weapons()))
        if names.index(force.type) != number - 1:
            raise MalformedError(f"type: {force.type} is listed twice", spot)
        if setup.deploy == "hidden" and not weapon.soft:
            raise MalformedError(f"type: {force.type} cannot use an Improved Position", spot)
        if setup.deploy == "column" and weapon.ma == 0:
            raise MalformedError(f"type: {force.type} cannot move, so it cannot enter in column", spot)
    if setup.deploy == "column" and setup.distance:
        raise MalformedError("distance: a side that enters in column has none", place)
    if setup.preservation > setup.strength:
        raise MalformedError(f"preservation is {setup.preservation} for {setup.strength} units", place)
    values = [*_SIDE_VALUES, *(f"{name}.{value}" for name in names for value in ("type", "count"))]
    return tables.convert(SideSetup, {**table, **tables.tagged(table, values, default, place)}, place)


def _terrain_row(name: str, entry: object, default: str, place: str) -> TerrainRow:
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*_TERRAIN_VALUES, "rule", "tags", "notes"), place)
    whole = table.get("cost") == "all"
    if whole and table.get("kind") != "hex":
        raise MalformedError('cost: only a hex can cost "all"', place)
    content = {**table, "name": name, "whole_allowance": whole, **tables.tagged(table, _TERRAIN_VALUES, default, place)}
    return tables.convert(TerrainRow, content | ({"cost": 0} if whole else {}), place)
