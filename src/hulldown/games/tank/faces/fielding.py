"""What can be fielded, for the command line: the Expanded weapons chart, and the choices of a nation in a period."""

from __future__ import annotations

from typing import Any, Final

from hulldown.core.tools import Arguments, Flag
from hulldown.games.tank.data.companies import Company, camps, companies_of
from hulldown.games.tank.data.forces import Army, Choice, build, find_line, theatre_of
from hulldown.games.tank.data.legality import legal_names
from hulldown.games.tank.data.periods import THEATRES, PeriodLine
from hulldown.games.tank.data.platoons import Platoon
from hulldown.games.tank.data.weapons import Weapon, expanded_chart

_ARMOUR: Final = ("front", "side", "rear", "spaced")
_VALUES: Final = (*_ARMOUR, "ap", "heat", "he", "ma", "range", "minimum", "fc", "turret")
_FLAGS: Final = (
    Flag("--period", "int", None, None, "the historical period, 1 to 12", required=True),
    Flag("--nation", "str", None, None, "the nation as chart 35.0 spells it: Ger, Ger(E), Sov, US …", required=True),
    Flag("--theatre", "str", "", ("", *THEATRES), "where period 7 is fought; Europe unless North Korea fights"),
)


EVERYBODY: Final = "all nations"
"""The maker of trucks (36.7)."""


def expanded_units() -> list[dict[str, Any]]:
    """Every weapon of chart 36 with maker, periods, values and the provenance of each (36.0)."""
    return [_unit(weapon) for weapon in expanded_chart().values()]


def _unit(weapon: Weapon) -> dict[str, Any]:
    armoured = weapon.traits.armoured
    values = {name: getattr(weapon, name) for name in _VALUES if armoured or name not in _ARMOUR}
    if weapon.group == "device":
        values["on_tanks"] = weapon.on_tanks
    return {
        "name": weapon.name,
        "title": weapon.title,
        "maker": weapon.maker or EVERYBODY,
        "periods": list(weapon.periods),
        "group": weapon.group,
        "class": weapon.kind,
        **values,
        "rule": weapon.rule,
        "provenance": dict(weapon.provenance),
        "notes": dict(weapon.notes),
    }


def forces_arguments() -> list[Flag]:
    """The flags of `hulldown forces tank`."""
    return list(_FLAGS)


def forces(args: Arguments) -> dict[str, Any]:
    """What a nation may field in a period, and its default force (31.0, 35.2a to 35.2e)."""
    line = find_line(int(args["period"]), str(args["nation"]))
    theatre = theatre_of(line.period, (line.nation,), str(args.get("theatre") or ""))
    artillery, air = line.artillery, line.air
    army = build(Choice(period=line.period, nation=line.nation))
    return {
        "infantry_he": line.infantry_he,
        "artillery": {
            "alpha": artillery.alpha or None,
            "bravo": artillery.bravo or None,
            "kinds": list(artillery.kinds),
            "max": artillery.most,
            "heavy": artillery.heavy,
        },
        "air": {"procedure": air.procedure or None, "weight": air.weight, "max": air.maximum(theatre)},
        "smoke": {"afv": line.afv_smoke, "artillery": line.artillery_smoke},
        "panic": line.panic,
        "preservation": line.preservation,
        "companies": [_company(company) for company in _companies(line)],
        "tanks": list(legal_names(line, "tank", "tank")),
        "assault_guns": list(legal_names(line, "tank", "assault_gun")),
        "apcs": list(legal_names(line, "apc")),
        "guns": list(legal_names(line, "gun")),
        "devices": list(legal_names(line, "device")),
        "default": _army(army),
    }


def _companies(line: PeriodLine) -> list[Company]:
    """The companies of a line; those of an alliance's nations in turn, each once."""
    found = (company for camp in camps()[line.key] for company in companies_of(line, camp))
    return list(dict.fromkeys(found))


def _company(company: Company) -> dict[str, Any]:
    return {
        "name": company.name,
        "nation": company.nation,
        "types": list(company.types),
        "platoons": [
            {"count": section.platoons, "size": section.size, **({"type": section.kind} if section.kind else {})}
            for section in company.sections
        ],
        "hq": company.hq,
        "total": company.total,
        "rule": company.rule,
    }


def _army(army: Army) -> dict[str, Any]:
    return {
        "company": army.company.name,
        "afvs": sum(army.made_of().values()),
        "made_of": army.made_of(),
        "platoons": [_platoon(platoon) for platoon in army.platoons],
        "apc": army.apc,
        "gun": army.gun,
        "device": army.device,
    }


def _platoon(platoon: Platoon) -> dict[str, Any]:
    return {"made_of": dict(platoon.made_of), "hq": platoon.hq}
