"""The cards of both games as plain data, every value with its provenance, for `hulldown units panzer`."""

from __future__ import annotations

from typing import Any, Final

from hulldown.games.panzer.data.aircraft import Aircraft, aircraft
from hulldown.games.panzer.data.arsenal import targets
from hulldown.games.panzer.data.cards import Armour, Card, cards
from hulldown.games.panzer.data.leg import CrewWeapon, LegType, LegUnit, crew_weapons, infantry
from hulldown.games.panzer.data.towed import Towed, towed_units
from hulldown.games.panzer.data.vehicles import Vehicle, vehicles
from hulldown.games.panzer.data.weapons import AntiAir, Mounted, Row

_CARD: Final = (
    "card", "nation", "kind", "points", "cross_country", "traction", "path", "road", "mount", "turn", "size", "front",
    "rear", "open", "defence",
)  # fmt: skip
"""The values of a vehicle that both games show."""
_VEHICLE: Final = ("weight", "extras")
_TOWED: Final = ("card", "nation", "points", "target_size", "full_cover", "manhandled")
_CREW: Final = ("card", "nation", "points", "transported", "upper_floors")
_SIZE: Final = ("allowance", "quickmarch", "laden", "at_once")
_MOUNT: Final = ("allowance", "traction", "path", "road", "quickmarch", "target_size")
_MOUNTED: Final = (
    "mount", "turn", "rof", "basic_limit", "special_limit", "heat_limit", "smoke_limit", "limited", "reverse",
)  # fmt: skip

_TABLES: Final = {
    "vehicle": "Vehicles", "towed": "Towed units", "leg": "Leg units", "unit": "Leg units by size",
    "weapon": "Crew-served weapons",
    "mount": "Mounts of leg units", "label": "Labels of leg units", "aircraft": "Aircraft",
}  # fmt: skip
"""The heading of the table that lists each class."""


def basic_units() -> list[dict[str, Any]]:
    """The vehicle cards as the Basic Game reads them; the AP row in the order P S M L E."""
    found = []
    for card in cards().values():
        entry: dict[str, Any] = {"name": card.name} | {name: getattr(card, name) for name in _CARD}
        entry |= _basic_gun(card)
        found.append(entry | {"provenance": _sources(card), "rule": card.rule, "notes": dict(card.notes)})
    return found


def _basic_gun(card: Card) -> dict[str, Any]:
    row = card.ap
    return {
        "gun": card.gun.name if card.gun else None,
        "ap_range": list(row.range) if row else [],
        "ap_penetration": list(row.factors) if row else [],
    }


def _sources(card: Card) -> dict[str, str]:
    """The provenance of a card's values and of its AP row."""
    row = card.ap.provenance if card.ap else {}
    return {**card.provenance, **{f"ap.{key}": tag for key, tag in row.items()}}


def advanced_units() -> list[dict[str, Any]]:
    """Every vehicle, towed unit, leg type, leg unit, crew-served weapon, mount and label, told apart by `class`."""
    types = infantry().types
    return [
        *map(_vehicle, vehicles().values()),
        *map(_towed, towed_units().values()),
        *map(_leg, infantry().types.values()),
        *(_leg_unit(name, unit) for name, unit in targets().items() if isinstance(unit, LegUnit) and name not in types),
        *map(_crew, crew_weapons().values()),
        *(_entry("mount", mount, _MOUNT) for mount in infantry().mounts.values()),
        *(_entry("label", label, ("points",)) for label in infantry().labels.values()),
        *map(_aircraft, aircraft().values()),
    ]


def _entry(kind: str, unit: Any, values: tuple[str, ...]) -> dict[str, Any]:
    """Name, class and plain values of a unit, with the source of each."""
    found: dict[str, Any] = {"name": unit.name, "class": kind, "table": _TABLES[kind]}
    found |= {name: _plain(getattr(unit, name)) for name in values}
    return found | {"provenance": dict(unit.provenance), "rule": getattr(unit, "rule", ""), "notes": dict(unit.notes)}


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def _vehicle(unit: Vehicle) -> dict[str, Any]:
    found = _entry("vehicle", unit, (*_CARD, *_VEHICLE))
    found |= {"transport": _capacity(unit.transport), **_basic_gun(unit), "provenance": _sources(unit)}
    found["armour"] = _armour(unit.armour)
    return found | _armed(unit)


def _towed(unit: Towed) -> dict[str, Any]:
    found = _entry("towed", unit, _TOWED)
    found |= {"passenger": _capacity(unit.passenger), "gun": unit.weapons[0].weapon.name}
    found["defence"] = _covers(unit.defence)
    return found | _armed(unit)


def _armed(unit: Vehicle | Towed) -> dict[str, Any]:
    found: dict[str, Any] = {"weapons": [_mounted(weapon) for weapon in unit.weapons]}
    return found | ({"antiair": _row(unit.antiair)} if unit.antiair else {})


def _aircraft(unit: Aircraft) -> dict[str, Any]:
    """An aircraft; each weapon as "factor (attacks)", with its rows below (5.16.2.6)."""
    found = _entry("aircraft", unit, ("nation", "points", "speeds", "dive")) | {"defence": f"{unit.defence}S"}
    found |= {kind: f"{weapon.row.factors[0]} ({weapon.ammo})" for kind, weapon in unit.weapons.items()}
    found["rows"] = {kind: _row(weapon.row) | {"ammo": weapon.ammo} for kind, weapon in unit.weapons.items()}
    return found


def _crew(unit: CrewWeapon) -> dict[str, Any]:
    gun = unit.weapon.name if unit.weapon else None
    return _entry("weapon", unit, _CREW) | {"gun": gun, "weapons": [_mounted(weapon) for weapon in unit.weapons]}


def _leg(kind: LegType) -> dict[str, Any]:
    """A type of leg unit with the row of each of its sizes."""
    units = [unit for unit in infantry().units.values() if unit.type is kind and unit.nation == kind.nation]
    found = _entry("leg", kind, ("nation", "range"))
    found |= {unit.size.name: list(unit.row.factors) for unit in units}
    found["points"] = "/".join(str(unit.points) for unit in units)
    common = units[0].common
    found |= {"target_size": common.target_size, "full_cover": common.full_cover, "defence": _covers(common.defence)}
    found["provenance"] |= dict(common.provenance)
    found["sizes"] = {
        unit.size.name: {
            "unit": unit.name,
            "points": unit.points,
            **{name: _plain(getattr(unit.size, name)) for name in _SIZE},
            "passenger": _capacity(unit.passenger),
            "gp": _row(unit.row),
            "provenance": {**unit.size.provenance, "points": kind.provenance["points"]},
        }
        for unit in units
    }
    return found


def _leg_unit(name: str, unit: LegUnit) -> dict[str, Any]:
    """A leg unit of one size, as a table shows its card: strengths by range, defence by cover."""
    own = {key: unit.type.provenance[key] for key in ("points", "nation")}
    row = {key.replace("range", "gp_range").replace("factors", "gp"): tag for key, tag in unit.row.provenance.items()}
    return {
        "name": name, "class": "unit", "table": _TABLES["unit"], "nation": unit.nation, "points": unit.points,
        "allowance": unit.size.allowance, "quickmarch": unit.size.quickmarch, "passenger": _capacity(unit.passenger),
        "gp_range": list(unit.row.range), "gp": list(unit.row.factors), "defence": _covers(unit.defence),
        "full_cover": unit.full_cover, "target_size": unit.target_size,
        "provenance": {**unit.common.provenance, **unit.size.provenance, **row, **own}, "rule": unit.size.rule,
        "notes": {},
    }  # fmt: skip


def _capacity(capacity: tuple[int, int]) -> str:
    """Towed and leg capacity as a card prints it (6.6.7.1a)."""
    return f"{capacity[0]}-{capacity[1]}"


def _covers(defence: tuple[int, int, int, int]) -> str:
    """The GP Defense by cover as a card prints it."""
    return "/".join(f"{number}S" for number in defence)


def _armour(armour: Armour) -> dict[str, Any]:
    """Level, rising and falling by angle and location; DK for falling shots."""
    found: dict[str, Any] = {location: list(values) for location, values in armour.locations.items()}
    return found | {"DK": armour.deck, "provenance": dict(armour.provenance), "notes": dict(armour.notes)}


def _mounted(carried: Mounted) -> dict[str, Any]:
    weapon = carried.weapon
    found: dict[str, Any] = {"weapon": weapon.name, "family": weapon.family, "small_arms_for_spotting": weapon.quiet}
    found |= {name: getattr(carried, name) for name in _MOUNTED}
    if weapon.damage:
        damage = weapon.damage
        digits = {name: getattr(damage, name) for name in ("nd", "damaged", "ko")}
        found["damage"] = {"class": damage.name, **digits, "provenance": dict(damage.provenance)}
    return found | {"rows": {kind: _row(row) for kind, row in carried.ammo.items()}}


def _row(row: Row) -> dict[str, Any]:
    """A row in the order P S M L E."""
    found: dict[str, Any] = {"range": list(row.range), "factors": list(row.factors), "minimum": row.minimum}
    found |= {"energy": row.energy, "effectiveness": row.effectiveness, "small_arms": row.small_arms}
    if row.since:
        found["since"] = row.since
    if isinstance(row, AntiAir):
        found |= {"modifier": row.modifier, "high": row.high}
    return found | {"provenance": dict(row.provenance), "notes": dict(row.notes)}
