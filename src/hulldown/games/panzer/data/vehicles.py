"""Vehicles of the Advanced Game: the Basic cards with what it adds to them, and those of `advanced/vehicles.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural
from hulldown.games.panzer.data.cards import ANGLES, LOCATIONS, Armour, Card, cards, read_armour, turns_of
from hulldown.games.panzer.data.weapons import ADVANCED, AntiAir, Mounted, Weapon, antiair, entries, named_in, weapons

_WEAPON = ("gun", "mount", "turn", "rof", "basic_limit", "special_limit", "heat_limit", "smoke_limit")
_VALUES = (
    "card", "nation", "points", "cross_country", "traction", "path", "road", "open", "transport", "weight", *_WEAPON,
    "limited", "aa", "size", "defence", "front", "rear",
)  # fmt: skip
_KEYS = (*_VALUES, "kind", "extras", "without", "armour", "armour_of", "second", "rule", "provenance", "tags", "notes")
TargetType = Literal["A", "P", "S"]
"""Armoured, protected and soft (6.5.2.3)."""


class Vehicle(Card, frozen=True, kw_only=True, eq=False):
    """A vehicle's card as the Advanced Game reads it; `gun` is its first weapon."""

    gun: Weapon | None = None
    heat_limit: Natural = 0
    weapons: tuple[Mounted, ...] = ()
    """All its weapons; the second one takes the Dual Fire modifiers (5.14h)."""
    antiair: AntiAir | None = None
    armour: Armour

    @property
    def defence_factor(self) -> int:
        """The number of its GP Defense (6.5.4.2.1)."""
        return int(self.defence.rstrip("APSC"))

    @property
    def target_type(self) -> TargetType:
        """The letter of its GP Defense (6.5.4.2.1)."""
        return "A" if "A" in self.defence else "P" if "P" in self.defence else "S"

    @property
    def poor_close_defence(self) -> bool:
        """Whether its GP Defense has the C: it has few weapons against assaults at close quarters."""
        return self.defence.endswith("C")

    @property
    def coax(self) -> bool:
        """Whether it has a coaxial machine gun (6.5.4.3-coax-mg)."""
        return "coax" in self.extras

    @property
    def under_cover(self) -> bool:
        """Whether its passengers ride under cover (6.5.4.2.3d)."""
        return "under-cover" in self.extras


@lru_cache(maxsize=1)
def vehicles() -> Mapping[str, Vehicle]:
    """Every vehicle of the Advanced Game by name, those of the Basic Game first."""
    return parse_vehicles(resources.read(*ADVANCED, "vehicles.toml"), "panzer/data/advanced/vehicles.toml")


def find_vehicle(name: str) -> Vehicle:
    """The vehicle of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    return tables.look_up(name, vehicles(), "vehicle")


def parse_vehicles(text: str, where: str) -> Mapping[str, Vehicle]:
    """The vehicles of the Basic cards and of a TOML file; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("vehicles", "basic"), where)
    added = {name: (table, place) for name, table, place in entries(data, "basic", where)}
    for name, (_, place) in added.items():
        if name not in cards():
            raise MalformedError("there is no such card", place, tables.near(name, cards()))
    found = [
        (name, f"{where}: [basic.{name}]", _basic(card, *added.get(name, ({"provenance": "public"}, where))))
        for name, card in cards().items()
    ]
    known = {name: vehicle for name, _, vehicle in found}
    for name, table, place in entries(data, "vehicles", where):
        known[name] = _vehicle(name, table, known, place)
        found.append((name, place, known[name]))
    return tables.by_name(found, "the name reads like that of [vehicles.{other}]")


def _basic(card: Card, table: dict[str, Any], place: str) -> Vehicle:
    """A Basic card with the equipment that only the Advanced Game knows."""
    tables.check_keys(table, ("extras", "aa", "provenance", "tags", "notes"), place)
    values = [*_extras(table), *(["aa"] if "aa" in table else [])]
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    content = {name: getattr(card, name) for name in card.__struct_fields__}
    notes = {key: note for key, note in card.notes.items() if key != "special_limit"} | tags["notes"]
    first = _first(content)
    content |= {
        "gun": first[0].weapon if first else None,
        "extras": (*card.extras, *table.get("extras", ())),
        "provenance": {**card.provenance, **tags["provenance"]},
        "notes": notes,
        "armour": card.armour or _soft(),
        "weapons": first,
        "antiair": named_in(table, "aa", antiair(), place) if "aa" in table else None,
    }
    return Vehicle(**content)


def _extras(table: Mapping[str, Any]) -> list[str]:
    listed = table.get("extras", ())
    return [f"extras.{extra}" for extra in listed if isinstance(extra, str)] if isinstance(listed, list) else []


def _first(content: Mapping[str, Any]) -> tuple[Mounted, ...]:
    """The one weapon of a Basic card."""
    if content["gun"] is None:
        return ()
    values = {key: content[key] for key in _WEAPON if key in content and key != "gun"}
    return (Mounted(weapon=weapons()[content["gun"].name], **values),)


def _vehicle(name: str, table: dict[str, Any], known: Mapping[str, Vehicle], place: str) -> Vehicle:
    tables.check_keys(table, _KEYS, place)
    second = _second(table, place)
    values = [*(key for key in _VALUES if key in table), *_extras(table)]
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    if second:
        tags["provenance"] |= {f"second.{key}": tag for key, tag in second[1].items()}
    first = read_mounted(table, place) if "gun" in table else None
    content = {
        key: value for key, value in table.items() if key not in ("limited", "without", "aa", "armour_of", "second")
    }
    content |= {"name": name, "armour": _armour(table, known, place), **tags}
    if first:
        content |= {"gun": first.weapon, "weapons": (first, *(second[:1] if second else ()))}
    if "aa" in table:
        content["antiair"] = named_in(table, "aa", antiair(), place)
    vehicle = tables.convert(Vehicle, content, place)
    if (vehicle.mount == "none") != (first is None):
        raise MalformedError(f"mount is {vehicle.mount!r} with {table.get('gun', 'no gun')}", place)
    return vehicle


def _second(table: Mapping[str, Any], place: str) -> tuple[Mounted, Mapping[str, str]] | None:
    """The second weapon of a vehicle with the tags of its values."""
    if "second" not in table:
        return None
    spot = f"{place} second"
    entry = tables.table_in(table["second"], spot)
    tables.check_keys(entry, (*_WEAPON, "provenance", "tags", "notes"), spot)
    tags = tables.tagged(entry, [key for key in _WEAPON if key in entry], tables.default_tag(entry, spot), spot)
    return msgspec.structs.replace(read_mounted(entry, spot), reverse=True), tags["provenance"]


def read_mounted(table: Mapping[str, Any], place: str) -> Mounted:
    """The weapon that a table of a unit describes; raises MalformedError naming the key."""
    weapon = named_in(table, "gun", weapons(), place)
    content = {key: table[key] for key in (*_WEAPON, "limited", "without") if key in table and key != "gun"}
    found = tables.convert(Mounted, {**content, "weapon": weapon}, place)
    if found.turn not in turns_of(found.mount) or found.mount == "none":
        raise MalformedError(f"mount is {found.mount!r} with turn {found.turn} and {weapon.name}", place)
    for ammo in found.without:
        if ammo not in weapon.ammo:
            raise MalformedError(
                f"without: {weapon.name} has no row {ammo!r}", place, f"rows: {', '.join(weapon.ammo)}"
            )
    if not found.rof and any(row.energy for row in found.ammo.values()):
        raise MalformedError(f"rof: is missing with the rows {', '.join(found.ammo)}", place)
    return found


def _armour(table: Mapping[str, Any], known: Mapping[str, Vehicle], place: str) -> Armour:
    """The armour of a vehicle: its own, that of another one, or none at all (6.5.2.3c)."""
    if "armour" in table:
        return read_armour(table["armour"], f"{place} armour")
    if "armour_of" in table:
        other: Vehicle = named_in(table, "armour_of", known, place)
        return msgspec.structs.replace(other.armour, provenance=dict.fromkeys(other.armour.provenance, "reconstructed"))
    if not str(table.get("defence", "")).endswith("S"):
        raise MalformedError("armour: is missing", place)
    return _soft()


def _soft() -> Armour:
    """The armour of a soft vehicle: 0 at every location (6.5.2.3c)."""
    values = [*(f"{location}.{angle}" for location in LOCATIONS for angle in ANGLES), "DK"]
    return Armour(
        locations=MappingProxyType(dict.fromkeys(LOCATIONS, (0, 0, 0))),
        deck=0,
        provenance=MappingProxyType(dict.fromkeys(values, "rulebook")),
        notes=MappingProxyType({}),
    )
