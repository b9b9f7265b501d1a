"""The data of the Standard game: weapons, terrain effects, charts and scenarios, read from the files in `data/`.

Each value remembers where it comes from (`Tag`), so that an explanation can say when a number is reconstructed. The
`parse_` functions take text, so that a scenario file of a user is read, and refused, like one of the package.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeVar, get_args

import msgspec

from hulldown import resources
from hulldown.core.charts import Chart, chart_from_csv
from hulldown.core.errors import MalformedError, UnknownNameError

_FOLDER = ("hulldown", "games", "tank", "data")

Tag = Literal["rulebook", "repaired", "public", "reconstructed"]
"""Where a value comes from: read in the text, mended from a damaged scan, found elsewhere, or ours."""
Mode = Literal["closed", "mixed", "open"]
Situation = Literal["introductory", "meeting", "antitank", "rearguard"]
Deploy = Literal["column", "hidden", "placed"]
"""How a side arrives: in column over its edge, in hidden Improved Positions, or face down on the map."""
Edge = Literal["W", "X", "Y", "Z"]

MODES: tuple[Mode, ...] = get_args(Mode)
_Natural = Annotated[int, msgspec.Meta(ge=0)]
_Positive = Annotated[int, msgspec.Meta(ge=1)]
_Text = Annotated[str, msgspec.Meta(min_length=1)]
_S = TypeVar("_S", bound=msgspec.Struct)

_ARMOUR = ("front", "side", "rear")
_WEAPON_VALUES = ("class", "turret", *_ARMOUR, "ap", "he", "ma", "range", "fc")
_TERRAIN_VALUES = ("kind", "cost", "vehicle", "soft", "soft_how", "obstructs")
_SCENARIO_VALUES = ("situation", "mode", "length")
_SIDE_VALUES = ("edge", "deploy", "distance", "panic", "preservation")


class Weapon(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the weapons chart: armour by aspect (0 for soft targets), attack strengths, movement, reach.

    Whether it has a turret is a property of the weapon, whatever the counter shows (7.23b, 3.2b).
    """

    name: str
    title: _Text
    kind: Literal["vehicle", "gun", "infantry"] = msgspec.field(name="class")
    turret: bool
    front: _Natural = 0
    side: _Natural = 0
    rear: _Natural = 0
    ap: _Natural
    he: _Natural
    ma: _Natural
    range: _Natural
    fc: Literal["N", "SR", "SC", "infantry"]
    rule: _Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def soft(self) -> bool:
        """Whether it is a soft target: HE is fired at it and terrain alone protects it."""
        return self.kind != "vehicle"

    @property
    def all_round(self) -> bool:
        """Whether it fires and sees in all directions, whatever its facing (7.23a)."""
        return self.turret or self.kind == "infantry"


class TerrainRow(msgspec.Struct, frozen=True, kw_only=True):
    """What one terrain does: `cost` and `vehicle` add to those of the hex where `kind` is not "hex".

    `whole_allowance` stands for the cost that is printed as the whole allowance; `cost` is 0 then.
    """

    name: str
    kind: Literal["hex", "hexside", "marker"]
    cost: _Natural
    whole_allowance: bool
    vehicle: _Natural
    soft: _Natural
    soft_how: Literal["sets", "adds", "replaces"]
    obstructs: bool
    rule: _Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class TerrainMode(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of one terrain mode by terrain name, those of all modes among them (10.0-gen-2, 10.61c)."""

    name: Mode
    rows: Mapping[str, TerrainRow]


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units of one weapon."""

    type: _Text
    count: _Positive


class SideSetup(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a scenario. It enters over `edge`, or is set up at least `distance` hexes from it.

    `preservation` is 0 where the scenario does not use it (16.0-1). The keys of `provenance` are the names of the
    values and, for the forces, "PzIVh.type" and "PzIVh.count".
    """

    edge: Edge
    deploy: Deploy
    distance: _Natural = 0
    panic: Annotated[int, msgspec.Meta(ge=0, le=10)]
    preservation: _Natural
    forces: Annotated[tuple[Force, ...], msgspec.Meta(min_length=1)]
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def strength(self) -> int:
        """The number of units the side starts with."""
        return sum(force.count for force in self.forces)


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario; `length` is its number of turns, 0 where it is open-ended."""

    id: _Text
    title: _Text
    situation: Situation
    mode: Mode
    map: _Text
    rule: str = ""
    length: _Natural
    description: _Text
    alpha: SideSetup
    bravo: SideSetup
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


@lru_cache(maxsize=1)
def weapons() -> Mapping[str, Weapon]:
    """Every weapon of the Standard chart and the infantry squad, by name (17.3-wcc)."""
    return parse_weapons(resources.read(*_FOLDER, "weapons.toml"), "tank/data/weapons.toml")


def find_weapon(name: str) -> Weapon:
    """The weapon of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    known = {_plain(key): weapon for key, weapon in weapons().items()}
    weapon = known.get(_plain(name))
    if weapon is None:
        raise UnknownNameError(f"there is no weapon named {name!r}", hint=_near(name, weapons()))
    return weapon


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


crt = chart
"""The same, under the name that suits the Combat Results Tables."""


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios of the package by id: the introductory one, then those of the scenario chart (17.2)."""
    files = resources.names(*_FOLDER, "scenarios", suffix=".toml")
    found: dict[str, Scenario] = {}
    for name in sorted(files, key=lambda name: (name != "intro.toml", name)):
        where = f"tank/data/scenarios/{name}"
        scenario = parse_scenario(resources.read(*_FOLDER, "scenarios", name), where)
        if scenario.id in found:
            raise MalformedError(f"id {scenario.id!r} is that of another scenario", where)
        found[scenario.id] = scenario
    return MappingProxyType(found)


def scenario_hash(scenario: Scenario) -> str:
    """A hash of everything in a scenario that play depends on: not of its texts, notes and provenance."""

    def side(setup: SideSetup) -> dict[str, Any]:
        content: dict[str, Any] = {name: getattr(setup, name) for name in _SIDE_VALUES}
        return content | {"forces": [[force.type, force.count] for force in setup.forces]}

    content = {name: getattr(scenario, name) for name in ("id", "situation", "mode", "map", "length")}
    content |= {"alpha": side(scenario.alpha), "bravo": side(scenario.bravo)}
    return hashlib.blake2b(msgspec.json.encode(content, order="deterministic"), digest_size=16).hexdigest()


def parse_weapons(text: str, where: str) -> Mapping[str, Weapon]:
    """The weapons that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    found: dict[str, Weapon] = {}
    plain: dict[str, str] = {}
    for name, entry in _load(text, where).items():
        place = f"{where}: [{name}]"
        table = _table(entry, place)
        _known(table, ("title", *_WEAPON_VALUES, "rule", "provenance", "tags", "notes"), place)
        armoured = table.get("class") == "vehicle"
        for key in _ARMOUR:
            if armoured != (key in table):
                raise MalformedError(f"{key} is missing" if armoured else f"{key}: only a vehicle has armour", place)
        values = [key for key in _WEAPON_VALUES if key in table]
        if _plain(name) in plain:
            raise MalformedError(f"the name reads like that of [{plain[_plain(name)]}]", place)
        plain[_plain(name)] = name
        tagged = _tagged(table, values, _default(table, place), place)
        found[name] = _convert(Weapon, {**table, "name": name, **tagged}, place)
    return MappingProxyType(found)


def parse_terrain(text: str, where: str) -> Mapping[str, TerrainMode]:
    """The terrain modes that a TOML file holds; raises MalformedError naming file, table and key."""
    data = _load(text, where)
    _known(data, ("provenance", "all", *MODES), where)
    default = _default(data, where)
    rows: dict[str, dict[str, TerrainRow]] = {}
    for mode in ("all", *MODES):
        if mode not in data:
            raise MalformedError(f"[{mode}] is missing", where)
        tables = _table(data[mode], f"{where}: [{mode}]")
        rows[mode] = {}
        for name, entry in tables.items():
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
    data = _load(text, where)
    own = ("id", "title", "situation", "mode", "map", "rule", "length", "description")
    _known(data, (*own, "provenance", "tags", "notes", "alpha", "bravo"), where)
    # A user need not tag his own numbers: whatever is not said to be read somewhere is made up.
    default = _default(data, where, otherwise="reconstructed")
    table = {**data, **_tagged(data, _SCENARIO_VALUES, default, where)}
    for side in ("alpha", "bravo"):
        if side not in data:
            raise MalformedError(f"[{side}] is missing", where)
        table[side] = _side(data[side], default, f"{where}: [{side}]")
    if isinstance(table.get("description"), str):
        table["description"] = table["description"].strip()
    return _convert(Scenario, table, where)


def _side(entry: object, default: str, place: str) -> SideSetup:
    table = _table(entry, place)
    _known(table, (*_SIDE_VALUES, "forces", "tags", "notes"), place)
    # Converted twice: the forces must be sound before their names can be the keys of tags and notes.
    setup = _convert(SideSetup, {**table, "provenance": {}, "notes": {}}, place)
    names = [force.type for force in setup.forces]
    for number, force in enumerate(setup.forces, 1):
        spot = f"{place} forces, entry {number}"
        weapon = weapons().get(force.type)
        if weapon is None:
            raise MalformedError(f"type: there is no weapon {force.type!r}", spot, _near(force.type, weapons()))
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
    return _convert(SideSetup, {**table, **_tagged(table, values, default, place)}, place)


def _terrain_row(name: str, entry: object, default: str, place: str) -> TerrainRow:
    table = _table(entry, place)
    _known(table, (*_TERRAIN_VALUES, "rule", "tags", "notes"), place)
    whole = table.get("cost") == "all"
    if whole and table.get("kind") != "hex":
        raise MalformedError('cost: only a hex can cost "all"', place)
    content = {**table, "name": name, "whole_allowance": whole, **_tagged(table, _TERRAIN_VALUES, default, place)}
    return _convert(TerrainRow, content | ({"cost": 0} if whole else {}), place)


def _load(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedError(str(error), where) from None


def _table(entry: object, place: str) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise MalformedError(f"{entry!r} stands where a table is expected", place)
    return entry


def _known(table: Mapping[str, Any], keys: Iterable[str], place: str) -> None:
    unknown = sorted(set(table) - set(keys))
    if unknown:
        raise MalformedError(f"unknown key {unknown[0]!r}", place, hint=f"known keys: {', '.join(keys)}")


def _default(table: Mapping[str, Any], place: str, otherwise: str = "") -> str:
    tag = table.get("provenance", otherwise)
    if tag not in get_args(Tag):
        told = "is missing" if tag == "" else f"is {tag!r}"
        raise MalformedError(f"provenance {told}; it must be one of {', '.join(get_args(Tag))}", place)
    return str(tag)


def _tagged(table: Mapping[str, Any], values: Iterable[str], default: str, place: str) -> dict[str, Any]:
    """The tag of each value and the notes, ready to be converted."""
    values = tuple(values)
    tags = _table(table.get("tags", {}), f"{place} tags")
    notes = _table(table.get("notes", {}), f"{place} notes")
    for name, content, allowed in (("tags", tags, get_args(Tag)), ("notes", notes, ())):
        _known(content, values, f"{place} {name}")
        for key, value in content.items():
            if not isinstance(value, str) or (allowed and value not in allowed):
                told = f"one of {', '.join(allowed)}" if allowed else "a text"
                raise MalformedError(f"{key} is {value!r}; it must be {told}", f"{place} {name}")
    return {"provenance": {key: tags.get(key, default) for key in values}, "notes": notes}


_PATH = re.compile(r"^(.*?) - at `\$\.?(.*)`$")
_MISSING = re.compile(r"^Object missing required field `(.*)`$")


def _convert(kind: type[_S], content: Mapping[str, Any], place: str) -> _S:
    """The struct with this content; the error of a wrong type is told by key rather than by JSON path."""
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        told, hint = str(error), ""
        path = _PATH.match(told)
        key = path[2] if path else ""
        told = path[1] if path else told
        missing = _MISSING.match(told)
        if missing:
            told, key = "is missing", f"{key}.{missing[1]}" if key else missing[1]
        elif told.startswith("Invalid enum value"):
            field = next((entry for entry in msgspec.structs.fields(kind) if entry.encode_name == key), None)
            hint = f"it must be one of {', '.join(get_args(field.type))}" if field else ""
        raise MalformedError(f"{key}: {told}" if key else told, place, hint) from None


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())


def _near(name: str, known: Iterable[str]) -> str:
    """A hint with the names that resemble `name`; with all of them where none does."""
    plain = {_plain(key): key for key in known}
    close = difflib.get_close_matches(_plain(name), plain, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(plain[key] for key in close)}?"
    return f"known: {', '.join(plain.values())}"
