"""The weapons of both books: the Standard chart 17.3 and the Expanded chart 36, read from the files in `data/`.

The Expanded chart is named by maker and name ("Ge Pz IVH"), since its names alone are not unique. With it come what is
made from other files: the missile carriers (24.6b) and the squads of every line of the period chart (26.11a).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, get_args

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.tables import Natural, Tag, Text
from hulldown.games.tank.data.periods import NATIONS, PERIODS, period_lines

_FOLDER = ("hulldown", "games", "tank", "data")

Group = Literal["tank", "assault_gun", "apc", "gun", "device", "truck", "squad", ""]
"""The subgroups of the Expanded chart; missiles stand among the guns. The Standard chart has none."""
GROUPS: tuple[Group, ...] = get_args(Group)[:-1]
MAKERS: Final = ("Br", "Fr", "Ge", "Isr", "It", "Sw", "So", "US")
"""The makers of the Expanded chart; trucks are everybody's (36.7)."""
SECTIONS: Final[Mapping[str, tuple[str, Group]]] = MappingProxyType({
    "36.11": ("Br", "tank"), "36.12": ("Br", "apc"), "36.13": ("Br", "gun"), "36.14": ("Br", "device"),
    "36.21": ("Fr", "tank"), "36.22": ("Fr", "gun"), "36.31": ("Ge", "tank"), "36.32": ("Ge", "assault_gun"),
    "36.33": ("Ge", "apc"), "36.34": ("Ge", "gun"), "36.35": ("Ge", "device"), "36.41": ("Isr", "tank"),
    "36.51": ("It", "tank"), "36.61": ("Sw", "tank"), "36.7": ("", "truck"), "36.81": ("So", "tank"),
    "36.82": ("So", "assault_gun"), "36.83": ("So", "apc"), "36.84": ("So", "gun"), "36.85": ("So", "device"),
})  # fmt: skip
"""The sections of the chart: whose weapons stand in each, and of which group.

36.1 British, 36.2 French, 36.3 German, 36.4 Israeli, 36.5 Italian, 36.6 Swedish, 36.7 trucks, 36.8 Soviet; the page of
36.9, United States, is lost.
"""
SQUAD_RANGE: Final = 5
"""The effective range of infantry HE (26.11c)."""
_CLASS_OF: Final = {
    "tank": "vehicle", "assault_gun": "vehicle", "apc": "apc", "gun": "gun", "device": "device", "truck": "truck",
}  # fmt: skip

_ARMOUR = ("front", "side", "rear")
_WEAPON_VALUES = ("class", "turret", *_ARMOUR, "ap", "he", "ma", "range", "fc")
_EXPANDED_VALUES = ("maker", "group", "periods", "heat", "spaced", "minimum", "on_tanks")
"""What only the Expanded chart says of a weapon; a row of the Standard chart may not have it."""
_EXPANDED_FC = ("R", "L", "CLS", "TH", "none")
"""Fire Control that only the Expanded chart has (24.2, 24.3)."""


class WeaponClass(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What all weapons of a class have in common, as `classes.toml` says."""

    armoured: bool = False
    drives: bool = False
    walks: bool = False
    faces: bool = False
    squad: bool = False
    gun: bool = False
    alone: bool = False
    carries: bool = False
    truck: bool = False
    device: bool = False

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
    fc: Literal["N", "SR", "SC", "R", "L", "CLS", "TH", "none", "infantry"]
    """Its Fire Control; "none" for what does not fire (36.0f)."""
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]
    maker: str = ""
    """Whose weapon it is; only the Expanded chart has makers, and its names begin with them."""
    group: Group = ""
    """The subgroup of the Expanded chart it stands in (36.0)."""
    periods: tuple[int, ...] = ()
    """The historical periods of the Expanded game in which it serves (36.0)."""
    heat: bool = False
    """Whether its AP fire is HEAT: the asterisk of the chart (24.11, 36.0d)."""
    spaced: bool = False
    """Whether its armour is spaced: the parentheses of the chart, on all aspects (24.12, 36.0c; X-03)."""
    minimum: Natural = 0
    """The shortest range of a guided missile: the first of its two figures (24.31, 36.0g)."""
    on_tanks: bool = True
    """Whether a squad with this device may ride on tanks: not those with the code nt (27.23, 36.0a)."""

    @property
    def guided(self) -> bool:
        """Whether it is a guided missile (24.3)."""
        return self.fc in ("CLS", "TH")

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
        return self.turret or self.traits.squad or self.guided


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


@lru_cache(maxsize=1)
def expanded_chart() -> Mapping[str, Weapon]:
    """Every weapon of the Expanded chart by maker and name, with missile carriers and grafts (36.0, 24.6b, 36.0h)."""
    chart = parse_weapons(*_expanded("weapons.toml"), expanded=True)
    made = parse_carriers(*_expanded("carriers.csv"), chart) | parse_grafts(*_expanded("grafts.csv"), chart)
    return MappingProxyType({**chart, **made})


def _expanded(file: str) -> tuple[str, str]:
    return resources.read(*_FOLDER, "expanded", file), f"tank/data/expanded/{file}"


@lru_cache(maxsize=1)
def expanded_weapons() -> Mapping[str, Weapon]:
    """The Expanded chart and the squads; it replaces the Standard one as a whole, and no name is in both (36.0i)."""
    return MappingProxyType({**expanded_chart(), **squads()})


@lru_cache(maxsize=1)
def squads() -> Mapping[str, Weapon]:
    """The infantry of every line of the period chart, by type ("Ger squad 6"): its HE is that of the line (26.11a)."""
    found: dict[str, Weapon] = {}
    for line in period_lines().values():
        values: dict[str, Tag] = dict.fromkeys((*_WEAPON_VALUES, *_EXPANDED_VALUES), "rulebook")
        found[line.squad] = Weapon(
            name=line.squad, title=f"Infantry squad, {NATIONS[line.nation]}", kind="infantry", turret=False, ap=0,
            he=line.infantry_he, ma=1, range=SQUAD_RANGE, fc="infantry", rule=line.rule, group="squad",
            periods=(line.period,), provenance=MappingProxyType(values), notes=MappingProxyType({}),
        )  # fmt: skip
    return MappingProxyType(found)


def weapon_of(name: str) -> Weapon:
    """The weapon of a unit, whichever chart it comes from; raises KeyError."""
    found = weapons().get(name)
    return found if found is not None else expanded_weapons()[name]


def find_weapon(name: str) -> Weapon:
    """The weapon of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    return tables.look_up(name, weapons(), "weapon")


def find_expanded(name: str) -> Weapon:
    """The weapon of the Expanded chart of this name, with its maker or, where that is enough, without.

    Raises UnknownNameError; an ambiguous name lists its candidates.
    """
    asked, known = tables.plain(name), expanded_weapons()
    for key, weapon in known.items():
        if tables.plain(key) == asked:
            return weapon
    found = candidates(name)
    if len(found) == 1:
        return known[found[0]]
    if found:
        raise UnknownNameError(f"36.0: {name!r} is ambiguous", hint=f"one of {', '.join(found)}")
    raise UnknownNameError(f"there is no weapon named {name!r}", hint=tables.near(name, expanded_chart()))


def candidates(name: str) -> list[str]:
    """The weapons of the Expanded chart that have this name, whoever makes them."""
    asked, known = tables.plain(name), expanded_weapons()
    return [key for key, weapon in known.items() if tables.plain(key.removeprefix(weapon.maker)) == asked]


def parse_weapons(text: str, where: str, expanded: bool = False) -> Mapping[str, Weapon]:
    """The weapons that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    own = _EXPANDED_VALUES if expanded else ()
    found: list[tuple[str, str, Weapon]] = []
    for name, entry in tables.parse_toml(text, where).items():
        place = f"{where}: [{name}]"
        table = tables.table_in(entry, place)
        tables.check_keys(table, ("title", *_WEAPON_VALUES, *own, "rule", "provenance", "tags", "notes"), place)
        if not expanded and table.get("fc") in _EXPANDED_FC:
            raise MalformedError(
                f"fc: Invalid enum value {table['fc']!r}", place, "it must be one of N, SR, SC, infantry"
            )
        if table.get("class") not in classes():
            raise MalformedError(f"class: there is no class {table.get('class')!r}", place, f"{', '.join(classes())}")
        armoured = classes()[table["class"]].armoured
        for key in _ARMOUR:
            if armoured != (key in table):
                raise MalformedError(f"{key} is missing" if armoured else f"{key}: only a vehicle has armour", place)
        values = [key for key in (*_WEAPON_VALUES, *own) if key in table]
        tags = tables.tagged(table, values, tables.default_tag(table, place), place)
        weapon = tables.convert(Weapon, {**table, "name": name, **tags}, place)
        if expanded:
            _check_expanded(weapon, place)
        found.append((name, place, weapon))
    return tables.by_name(found, "the name reads like that of [{other}]")


def _check_expanded(weapon: Weapon, place: str) -> None:
    """Raises MalformedError for a row of the Expanded chart that contradicts itself."""
    said = weapon.provenance
    silent = weapon.ap == weapon.he == weapon.range == 0
    wrong = {
        "group is missing": not weapon.group,
        "group: squads are made from the period chart": weapon.group == "squad",
        f"group: a {weapon.group} is not of class {weapon.kind}": weapon.kind != _CLASS_OF.get(weapon.group),
        "maker is missing": "maker" not in said,
        "maker: only trucks are everybody's": (weapon.maker == "") != (weapon.group == "truck"),
        f"maker: there is no maker {weapon.maker!r}": weapon.maker not in ("", *MAKERS),
        f"rule: {weapon.rule} is in the section of others": not _in_section(weapon),
        "maker: the name must begin with it": not weapon.name.startswith(f"{weapon.maker} ".lstrip()),
        "periods is missing": not weapon.periods,
        f"periods: only {PERIODS[0]} to {PERIODS[-1]}, ascending": not _ascending(weapon.periods),
        "minimum: a guided missile has one, and nothing else": weapon.guided != (weapon.minimum > 0),
        "minimum is beyond the range": weapon.minimum > weapon.range,
        "heat: it has no AP": weapon.heat and weapon.ap == 0,
        "heat: guided missiles are HEAT": weapon.guided and not weapon.heat,
        "spaced: it has no armour": weapon.spaced and weapon.soft,
        "on_tanks: only devices have it": "on_tanks" in said and weapon.group != "device",
        "fc: what cannot fire has none, and nothing else": (weapon.fc == "none") != silent,
    }
    for told, holds in wrong.items():
        if holds:
            raise MalformedError(told, place)


def _in_section(weapon: Weapon) -> bool:
    """Whether the section that its case names is that of its maker and group; rows that the chart lacks have none."""
    section = weapon.rule.partition("-")[0]
    return section not in SECTIONS or SECTIONS[section] == (weapon.maker, weapon.group)


def _ascending(periods: tuple[int, ...]) -> bool:
    return list(periods) == sorted(set(periods)) and set(periods) <= set(PERIODS)


def parse_carriers(text: str, where: str, chart: Mapping[str, Weapon]) -> dict[str, Weapon]:
    """The missile carriers that a CSV file names, made from the chart (24.6b, X-71); raises MalformedError."""
    listing = tables.listing_from_csv(text, where)
    found: dict[str, Weapon] = {}
    for name, row in listing.rows.items():
        place = f"{where}: row {name!r}"
        tables.check_keys(row, ("missiles", "rule"), place)
        carrier = chart.get(name)
        if carrier is None or carrier.group != "apc":
            raise MalformedError("carrier: the chart has no such APC", place)
        for entry in row.get("missiles", "").split(","):
            missile = chart.get(entry.strip())
            if missile is None or not missile.guided or missile.group != "gun":
                raise MalformedError(f"missiles: the chart has no missile {entry.strip()!r}", place)
            made = _carrier(carrier, missile, row["rule"])
            if not made.periods:
                raise MalformedError(f"missiles: {missile.name} and {name} never serve together", place)
            found[made.name] = made
    return found


def _carrier(carrier: Weapon, missile: Weapon, rule: str) -> Weapon:
    """An APC with a missile: an assault gun with all-round fire that carries nobody (24.6b, 24.35, X-71)."""
    values: dict[str, Tag] = dict.fromkeys((*_WEAPON_VALUES, *_EXPANDED_VALUES), "reconstructed")
    for key, source in (("front", carrier), ("side", carrier), ("rear", carrier), ("ma", carrier), ("he", carrier),
                        ("ap", missile), ("range", missile), ("minimum", missile), ("fc", missile)):  # fmt: skip
        values[key] = source.provenance[key]
    return msgspec.structs.replace(
        carrier, name=f"{carrier.name}/{missile.name.removeprefix(missile.maker).strip()}", kind="vehicle",
        title=f"{carrier.title} with {missile.title}", group="assault_gun", rule=rule, ap=missile.ap, heat=missile.heat,
        fc=missile.fc, range=missile.range, minimum=missile.minimum, notes=MappingProxyType({}),
        periods=tuple(period for period in carrier.periods if period in missile.periods),
        provenance=MappingProxyType(values),
    )  # fmt: skip


def parse_grafts(text: str, where: str, chart: Mapping[str, Weapon]) -> dict[str, Weapon]:
    """The weapons that a CSV file grafts from rows of the chart (36.0h); raises MalformedError."""
    found: dict[str, Weapon] = {}
    for name, row in tables.listing_from_csv(text, where).rows.items():
        place = f"{where}: row {name!r}"
        tables.check_keys(row, ("title", "base", "attack", "periods", "rule"), place)
        for column in ("base", "attack"):
            if row[column] not in chart:
                raise MalformedError(
                    f"{column}: there is no weapon {row[column]!r}", place, tables.near(row[column], chart)
                )
        if name in chart:
            raise MalformedError("the chart has a weapon of this name", place)
        base, attack = chart[row["base"]], chart[row["attack"]]
        first, _, last = row["periods"].partition("-")
        if not first.isdecimal() or not (last or first).isdecimal():
            raise MalformedError(f'periods: {row["periods"]!r}; write "10-12"', place)
        values: dict[str, Tag] = {**base.provenance, "ap": attack.provenance["ap"], "he": attack.provenance["he"]}
        values |= dict.fromkeys(("maker", "periods", "heat"), "reconstructed")
        weapon = msgspec.structs.replace(
            base, name=name, title=row["title"], maker=name.partition(" ")[0], rule=row["rule"], ap=attack.ap,
            he=attack.he, heat=attack.heat, periods=tuple(range(int(first), int(last or first) + 1)),
            provenance=MappingProxyType(values), notes=MappingProxyType({}),
        )  # fmt: skip
        _check_expanded(weapon, place)
        found[name] = weapon
    return found
