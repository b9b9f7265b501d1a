"""The data of the game: terrain effects, charts and scenarios, read from the files in `data/`; weapons: `weapons.py`.

Each value remembers where it comes from (`Tag`), so that an explanation can say when a number is reconstructed. The
`parse_` functions take text, so that a scenario file of a user is read, and refused, like one of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.charts import Chart, chart_from_csv
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.events import Scalar
from hulldown.core.tables import Natural, Tag, Text
from hulldown.games.tank.data import battles
from hulldown.games.tank.data.battles import Levy as Levy
from hulldown.games.tank.data.force import Force as Force
from hulldown.games.tank.data.legality import forces_refusal
from hulldown.games.tank.data.offmap import OffMap as OffMap
from hulldown.games.tank.data.offmap import content_of
from hulldown.games.tank.data.periods import line_of, period_lines
from hulldown.games.tank.data.weapons import Weapon as Weapon
from hulldown.games.tank.data.weapons import WeaponClass as WeaponClass
from hulldown.games.tank.data.weapons import candidates
from hulldown.games.tank.data.weapons import classes as classes
from hulldown.games.tank.data.weapons import expanded_chart as expanded_chart
from hulldown.games.tank.data.weapons import expanded_weapons as expanded_weapons
from hulldown.games.tank.data.weapons import find_expanded as find_expanded
from hulldown.games.tank.data.weapons import find_weapon as find_weapon
from hulldown.games.tank.data.weapons import parse_weapons as parse_weapons
from hulldown.games.tank.data.weapons import weapon_of as weapon_of
from hulldown.games.tank.data.weapons import weapons as weapons
from hulldown.games.tank.rules.options import SWITCHES, YES

_FOLDER = ("hulldown", "games", "tank", "data")

Mode = Literal["closed", "mixed", "open"]
Situation = Literal["introductory", "meeting", "antitank", "rearguard", "meeting1", "meeting2", "delaying", "assault"]
"""The first four are those of the Standard game, the others 34.1 to 34.4."""
Deploy = Literal["column", "hidden", "placed", "columns", "camp", "defence"]
"""How a side arrives: in column over its edge, in hidden Improved Positions, or face down on the map.

The last three are of the Expanded game: in several columns (34.1 to 34.4), around a base camp (34.3), or in a defended
position whose place and strength are its own choice (34.4).
"""
BOOK_DEPLOYS = ("column", "hidden", "placed")
"""The ways of arriving that the book itself asks about; the others are questions of the engagements."""
Edge = Literal["W", "X", "Y", "Z"]

MODES: tuple[Mode, ...] = get_args(Mode)

BOOKS = ("standard", "expanded")
"""The books that a scenario can be played by."""
_TERRAIN_VALUES = ("kind", "cost", "vehicle", "soft", "soft_how", "obstructs")
_SCENARIO_VALUES = ("situation", "mode", "length")
_SIDE_VALUES = ("edge", "deploy", "distance", "panic", "preservation")


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
    percent: Natural = 0
    """Preservation in per cent, where the number is worked out from it (35.2e, X-08)."""
    forces: Annotated[tuple[Force, ...], msgspec.Meta(min_length=1)]
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]
    levies: tuple[Levy, ...] = ()
    """The force in general terms, where players choose nation and weapons (31.0); several where its side may choose."""
    nation: str = ""
    """The line of chart 35.0 that such a force belongs to: "6 Ger"."""
    others: tuple[tuple[Force, ...], ...] = ()
    """The forces that its side may choose instead of `forces` (34.4-2)."""
    off_map: OffMap | None = None
    """What it has off the map (28.0); only the Expanded game knows of it."""

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

    @property
    def open(self) -> bool:
        """Whether players choose its nations and weapons (31.0)."""
        return bool(self.alpha.levies or self.bravo.levies)


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
derived: list[Callable[[], None]] = []
"""What forgets the scenarios made of others, for when one of these has changed."""


def add_scenario(scenario: Scenario) -> None:
    """Adds a scenario that does not come with the package, or takes the place of one that does."""
    _added[scenario.id] = scenario
    _forget()


def remove_scenario(name: str) -> None:
    """Takes such a scenario away again."""
    del _added[name]
    _forget()


def _forget() -> None:
    scenarios.cache_clear()
    for forget in derived:
        forget()


@lru_cache(maxsize=64)
def handicapped(name: str, given: tuple[tuple[str, Scalar], ...]) -> Scenario:
    """The scenario of this name with handicaps and optional rules."""
    return varied(scenarios()[name], given)


derived.append(handicapped.cache_clear)


def varied(scenario: Scenario, given: tuple[tuple[str, Scalar], ...]) -> Scenario:
    """A scenario with handicaps: levels, numbers and length stay within what the rules can play (12.1, 15.0).

    An optional rule that is switched on brings the module of its name (32.0).
    """
    changes = {option: value for option, value in given if isinstance(value, int)}
    wanted = dict(given)
    on = tuple(switch for switch in SWITCHES if wanted.get(switch) == YES and switch not in scenario.modules)

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
        modules=scenario.modules + on,
        alpha=side("alpha", scenario.alpha),
        bravo=side("bravo", scenario.bravo),
        length=max(1, scenario.length + changes.get("turns", 0)) if scenario.length else 0,
    )


def scenario_hash(scenario: Scenario) -> str:
    """A hash of everything in a scenario that play depends on: not of its texts, notes and provenance."""

    def side(setup: SideSetup) -> dict[str, Any]:
        content: dict[str, Any] = {name: getattr(setup, name) for name in _SIDE_VALUES}
        if setup.percent:
            content["percent"] = setup.percent
        if setup.levies:
            content["levies"] = [msgspec.to_builtins(levy) for levy in setup.levies]
        if setup.off_map is not None:
            content["off_map"] = content_of(setup.off_map)
        return content | {"forces": [_force_content(force) for force in setup.forces]}

    content = {name: getattr(scenario, name) for name in ("id", "situation", "mode", "map", "length")}
    content |= {"alpha": side(scenario.alpha), "bravo": side(scenario.bravo)}
    if scenario.rules != ("standard",):
        content["rules"] = list(scenario.rules)
    return tables.content_hash(content)


def _force_content(force: Force) -> list[Any]:
    """What play depends on in a force; what only the Expanded game knows is left out where it is not said."""
    more = msgspec.to_builtins(force)
    unsaid = msgspec.to_builtins(Force(type=force.type, count=force.count))
    extra = {name: value for name, value in more.items() if value != unsaid[name]}
    return [force.type, force.count, extra] if extra else [force.type, force.count]


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


def chart_of(book: str) -> Mapping[str, Weapon]:
    """The weapons chart of a book; the two are never mixed (36.0i)."""
    return weapons() if book == BOOKS[0] else expanded_weapons()


def parse_scenario(text: str, where: str) -> Scenario:
    """The scenario that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    own = ("id", "title", "book", "modules", "situation", "mode", "map", "rule", "length", "description")
    tables.check_keys(data, (*own, "provenance", "tags", "notes", "alpha", "bravo"), where)
    # A user need not tag his own numbers: whatever is not said to be read somewhere is made up.
    default = tables.default_tag(data, where, otherwise="reconstructed")
    table = {**data, **tables.tagged(data, _SCENARIO_VALUES, default, where)}
    if data.get("book", BOOKS[0]) not in BOOKS:
        raise MalformedError(f"book: there is no book {data['book']!r}", where, f"books: {', '.join(BOOKS)}")
    chart = chart_of(data.get("book", BOOKS[0]))
    for side in ("alpha", "bravo"):
        if side not in data:
            raise MalformedError(f"[{side}] is missing", where)
        place = f"{where}: [{side}]"
        entry = tables.table_in(data[side], place)
        if chart is weapons() and "off_map" in entry:
            raise MalformedError("off_map: only the Expanded game has it", place)
        table[side] = _side(entry if chart is weapons() else _levied(entry, side, place), default, place, chart)
    if isinstance(table.get("description"), str):
        table["description"] = table["description"].strip()
    scenario = tables.convert(Scenario, table, where)
    for side in ("alpha", "bravo"):
        for need, module in (("carried", "transport"), ("device", "infantry")):
            if module not in scenario.modules and any(getattr(force, need) for force in scenario.side(side).forces):
                raise MalformedError(f"modules: {module} is missing for what is {need}", f"{where}: [{side}]")
    return scenario


def _levied(entry: Mapping[str, Any], side: str, place: str) -> Mapping[str, Any]:
    """A side whose force is described in general terms, with what it is where nobody chooses (31.0)."""
    if "levies" not in entry:
        return entry
    for key in ("forces", "panic", "preservation", "percent", "others", "nation"):
        if key in entry:
            raise MalformedError(f"{key}: it follows from nation and weapons, which players choose", place)
    listed = entry["levies"]
    if not isinstance(listed, list) or not listed:
        raise MalformedError("levies: a list with at least one is needed", place)
    levies = tuple(tables.convert(Levy, one, f"{place} levies, entry {at}") for at, one in enumerate(listed, 1))
    support = tables.table_in(entry.get("off_map", {}), f"{place} off_map")
    line = {"off_map": {**support, **battles.line_values(side, {})}} if "off_map" in entry else {}
    return {**entry, **battles.drafted(levies, side, {}).values(), **line}


def _side(entry: object, default: str, place: str, chart: Mapping[str, Weapon]) -> SideSetup:
    table = tables.table_in(entry, place)
    own = ("percent", "levies", "nation", "others", "forces", "off_map", "tags", "notes")
    tables.check_keys(table, (*_SIDE_VALUES, *own), place)
    # Converted twice: the forces must be sound before their names can be the keys of tags and notes.
    setup = tables.convert(SideSetup, {**table, "provenance": {}, "notes": {}}, place)
    names = [force.type for force in setup.forces]
    for number, force in enumerate(setup.forces, 1):
        spot = f"{place} forces, entry {number}"
        weapon = chart.get(force.type)
        if weapon is None:
            raise _no_weapon(force.type, chart, spot)
        if weapon.traits.device:
            raise MalformedError(f"type: {force.type} is a device, which squads carry (26.2a)", spot)
        if chart is weapons() and names.index(force.type) != number - 1:
            raise MalformedError(f"type: {force.type} is listed twice", spot)
        if setup.deploy == "hidden" and not weapon.soft:
            raise MalformedError(f"type: {force.type} cannot use an Improved Position", spot)
        if setup.deploy == "column" and weapon.ma == 0 and not force.carried:
            raise MalformedError(f"type: {force.type} cannot move, so it cannot enter in column", spot)
        if setup.deploy == "columns" and not weapon.traits.drives and not force.carried:
            raise MalformedError(
                f"type: {force.type} comes on with columns only if a vehicle carries it (34.2-3)", spot
            )
    _check_platoons(setup.forces, chart, place)
    _check_loads(setup.forces, chart, place)
    _check_nation(setup, place)
    if setup.deploy == "column" and setup.distance:
        raise MalformedError("distance: a side that enters in column has none", place)
    if setup.preservation > setup.strength:
        raise MalformedError(f"preservation is {setup.preservation} for {setup.strength} units", place)
    values = [*_SIDE_VALUES, *(f"{name}.{value}" for name in dict.fromkeys(names) for value in ("type", "count"))]
    return tables.convert(SideSetup, {**table, **tables.tagged(table, values, default, place)}, place)


def _no_weapon(name: str, chart: Mapping[str, Weapon], spot: str) -> MalformedError:
    """The error of a type that the chart has not, or has from several makers."""
    several = candidates(name) if chart is not weapons() else []
    if len(several) > 1:
        return MalformedError(f"type: {name!r} is ambiguous", spot, f"one of {', '.join(several)}")
    return MalformedError(f"type: there is no weapon {name!r}", spot, tables.near(name, chart))


def _check_nation(setup: SideSetup, place: str) -> None:
    """Refuses a line that chart 35.0 has not, and forces that it does not field (35.0, 36.0, 26.2b)."""
    if not setup.nation:
        return
    line = period_lines().get(setup.nation)
    if line is None:
        period, _, nation = setup.nation.partition(" ")
        try:
            line_of(int(period) if period.isdecimal() else 0, nation)
        except UnknownNameError as error:
            raise MalformedError(f"nation: {error}", place, error.hint) from None
        raise MalformedError(f"nation: {setup.nation!r}", place, 'write period and nation, such as "6 Ger"')
    refused = forces_refusal(line, setup.forces)
    if refused is not None:
        number, key, why = refused
        raise MalformedError(f"{key}: {why.reason} ({why.rule})", f"{place} forces, entry {number + 1}")


def _check_platoons(forces: tuple[Force, ...], chart: Mapping[str, Weapon], place: str) -> None:
    """Refuses platoons of fewer than three vehicles (25.0-gen-1), mixed ones (X-20) and two headquarters (25.51)."""
    groups: dict[tuple[int, bool], list[Force]] = {}
    for number, force in enumerate(forces, 1):
        if not (force.platoon or force.hq or force.divide):
            continue
        spot = f"{place} forces, entry {number}"
        if not chart[force.type].traits.drives:
            raise MalformedError(f"platoon: {force.type} is no vehicle", spot)
        if force.divide and (force.platoon or force.hq or chart[force.type].traits.carries):
            raise MalformedError("divide: only tanks without a platoon are divided by the player", spot)
        if not force.divide:
            groups.setdefault((force.platoon, force.hq), []).append(force)
    if sum(hq for _, hq in groups) > 1:
        raise MalformedError("hq: a side has one headquarters", place)
    for (number, hq), group in groups.items():
        if not hq and sum(force.count for force in group) < 3:
            raise MalformedError(f"platoon: platoon {number} has fewer than three vehicles (25.0-gen-1)", place)
        if len({chart[force.type].traits.carries for force in group}) > 1:
            raise MalformedError(f"platoon: platoon {number} mixes carriers and tanks (X-20)", place)


def _check_loads(forces: tuple[Force, ...], chart: Mapping[str, Weapon], place: str) -> None:
    """Refuses devices that are none or too many (26.2), and passengers that nobody could carry (27.21 to 27.23)."""
    guns = squads = carriers = vehicles = 0
    for number, force in enumerate(forces, 1):
        spot = f"{place} forces, entry {number}"
        traits = chart[force.type].traits
        _check_device(force, chart, spot)
        if force.carried and not (traits.squad or traits.gun):
            raise MalformedError(f"carried: {force.type} is neither a squad nor a gun (27.21)", spot)
        guns += force.count * (force.carried and traits.gun)
        squads += force.count * (force.carried and traits.squad)
        carriers += force.count * traits.carries
        vehicles += force.count * traits.drives
    if guns > carriers:
        raise MalformedError(f"carried: {guns} guns for {carriers} APCs and trucks (27.22)", place)
    if guns + squads > vehicles:
        raise MalformedError(f"carried: {guns + squads} units for {vehicles} vehicles (27.21)", place)


def _check_device(force: Force, chart: Mapping[str, Weapon], spot: str) -> None:
    """Refuses what is no device, one of units that are no infantry, and more of them than squads (26.2a, 26.12b)."""
    if force.device and (force.device not in chart or not chart[force.device].traits.device):
        raise MalformedError(f"device: there is no device {force.device!r}", spot, tables.near(force.device, chart))
    if (force.device or force.devices) and not chart[force.type].traits.squad:
        raise MalformedError(f"device: {force.type} is no infantry (26.12b)", spot)
    if force.devices > force.count or bool(force.devices) != bool(force.device):
        raise MalformedError(f"devices: {force.devices} for {force.count} squads, with {force.device!r}", spot)


def _terrain_row(name: str, entry: object, default: str, place: str) -> TerrainRow:
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*_TERRAIN_VALUES, "rule", "tags", "notes"), place)
    whole = table.get("cost") == "all"
    if whole and table.get("kind") != "hex":
        raise MalformedError('cost: only a hex can cost "all"', place)
    content = {**table, "name": name, "whole_allowance": whole, **tables.tagged(table, _TERRAIN_VALUES, default, place)}
    return tables.convert(TerrainRow, content | ({"cost": 0} if whole else {}), place)
