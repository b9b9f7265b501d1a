"""Open scenarios: from an order of battle in general terms and the players' choices to the forces of a game (31.0).

A scenario file says "a tank company and ten squads on carriers" (`Levy`); the options of the game say which nation, of
which period, with which weapons. `drafted` makes the forces of a side out of both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

import msgspec

from hulldown.core.errors import OptionError
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo
from hulldown.core.tables import Natural
from hulldown.games.tank.data.companies import pairings
from hulldown.games.tank.data.force import Force
from hulldown.games.tank.data.forces import KOREA, Army, Choice, ForceError, build, theatre_of
from hulldown.games.tank.data.periods import PERIODS, THEATRES
from hulldown.games.tank.data.platoons import LEAST, evenly
from hulldown.games.tank.data.support import panic_level, preservation_level
from hulldown.games.tank.data.weapons import weapon_of

PERIOD: Final = 6
"""The period of the example in 31.0, taken where nobody chooses."""
USUAL: Final = ""
"""An option that is left to the builder."""
YES: Final = "yes"
NO: Final = "no"
DIVISION: Final = "own_platoons"
CARRIER_PLATOONS: Final = "carrier_platoons"
ROLES: Final = ("company", "tank", "apc", "gun", "device")
SIDES: Final = ("alpha", "bravo")
SIZES: Final = {"none": 0, "company": 0, "reinforced": 20, "reduced": 10}


class Levy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An order of battle in general terms: a company of tanks, and how much of the other arms."""

    tanks: Literal["none", "company", "reinforced", "reduced"] = "none"
    squads: Natural = 0
    devices: Natural = 0
    """Squads with an anti-tank device (26.2)."""
    carriers: Natural = 0
    guns: Natural = 0
    mounted: bool = False
    """Whether squads and guns begin on the carriers."""
    unarmed: bool = False
    """Whether the squads never fire (34.3-5)."""


class Draft(NamedTuple):
    """What a side has in a game: its forces, its levels, the line of chart 35.0."""

    forces: tuple[Force, ...]
    others: tuple[tuple[Force, ...], ...]
    panic: int
    preservation: int
    nation: str
    percent: int
    """Preservation as the chart has it (35.2e, 32.7b)."""

    def values(self) -> dict[str, Any]:
        """The values of a side that follow from it, as a scenario file would have them."""
        found: dict[str, Any] = msgspec.to_builtins(self._asdict())
        return found


def _text(name: str, rule: str, label: str, what: str) -> OptionInfo:
    return OptionInfo(name, USUAL, rule, what, label=label)


def _side_options(side: str) -> tuple[OptionInfo, ...]:
    title = side.title()
    return (
        _text(f"{side}_nation", "35.0", f"{title}: nation", "a nation of the period; empty: the usual pairing"),
        _text(f"{side}_company", "33.0", f"{title}: company", "a tank company of the nation; empty: the usual one"),
        _text(f"{side}_tank", "36.0", f"{title}: tank", "the vehicle of the company; empty: the usual one"),
        _text(f"{side}_apc", "36.0", f"{title}: carrier", "the APC; empty: the usual one, or trucks"),
        _text(f"{side}_gun", "36.0", f"{title}: anti-tank gun", "the anti-tank gun or missile; empty: the usual one"),
        _text(f"{side}_device", "26.2a", f"{title}: anti-tank device", "the device of squads; empty: the usual one"),
    )


OPTIONS: Final[tuple[OptionInfo, ...]] = (
    OptionInfo("period", PERIOD, "35.0", "the historical period, 1 to 12", least=PERIODS[0], most=PERIODS[-1],
               label="Historical period"),
    *_side_options("alpha"),
    *_side_options("bravo"),
    OptionInfo("mode", "mixed", "34.0c", "the terrain mode", ("closed", "mixed", "open"), label="Terrain mode"),
    OptionInfo("theatre", "usual", "35.2a", "where period 7 is fought, for the number of air strikes",
               ("usual", *THEATRES), label="Theatre"),
    OptionInfo(DIVISION, NO, "25.0-gen-1", "whether players divide their tanks into platoons and name the leaders",
               (NO, YES), label="Players divide their tanks", switch=True),
    OptionInfo(CARRIER_PLATOONS, NO, "25.6", "whether APCs and trucks form platoons of about four, as tanks do",
               (NO, YES), label="Carriers in platoons", switch=True),
    OptionInfo("hq", YES, "25.5", "whether the company's headquarters is on the map", (YES, NO), label="Headquarters"),
)  # fmt: skip
"""What players choose of an open scenario."""
NAMES: Final = frozenset(info.name for info in OPTIONS)


def drafted(levies: tuple[Levy, ...], side: str, chosen: Mapping[str, Scalar]) -> Draft:
    """The forces of a side by its levies and the options chosen; raises OptionError with case and candidates."""
    made = [_forces(levy, side, chosen) for levy in levies]
    army = _army(levies[0], side, chosen)
    units = sum(force.count for force in made[0] if _fights(force))
    level = preservation_level(army.line.preservation, units)
    return Draft(made[0], tuple(made[1:]), panic_level(army.line), level, army.line.key, army.line.preservation)


def period_of(chosen: Mapping[str, Scalar]) -> int:
    """The period that is played."""
    return int(chosen.get("period", PERIOD))


def nations_of(chosen: Mapping[str, Scalar]) -> tuple[str, str]:
    """The nations of both sides, Alpha's first: as chosen, or the period's pairing with what is left open."""
    usual = pairings()[period_of(chosen)]
    alpha, bravo = (str(chosen.get(f"{side}_nation", USUAL)) for side in SIDES)
    return alpha or usual[0], bravo or usual[1]


def theatre(chosen: Mapping[str, Scalar]) -> str:
    """Where it is fought; only in period 7 is there a choice (35.2a)."""
    asked = str(chosen.get("theatre", "usual"))
    wanted = asked if asked != "usual" and period_of(chosen) == KOREA else ""
    return theatre_of(period_of(chosen), nations_of(chosen), wanted)


def line_values(side: str, chosen: Mapping[str, Scalar]) -> dict[str, Any]:
    """Period, nation and theatre of a side, by which it has what it has off the map (28.0, 35.0)."""
    nation = nations_of(chosen)[SIDES.index(side)]
    return {"period": period_of(chosen), "nation": nation, "theatre": theatre(chosen)}


def _army(levy: Levy, side: str, chosen: Mapping[str, Scalar]) -> Army:
    picks = {role: str(chosen.get(f"{side}_{role}", USUAL)) for role in ROLES}
    nation = nations_of(chosen)[SIDES.index(side)]
    choice = Choice(
        period=period_of(chosen), nation=nation, hq=chosen.get("hq", YES) == YES, size=SIZES[levy.tanks], **picks
    )
    try:
        return build(choice)
    except ForceError as error:
        option = error.option if error.option == "period" else f"{side}_{error.option}"
        raise OptionError(option, f"{option}: {error}", error.hint) from None


def _forces(levy: Levy, side: str, chosen: Mapping[str, Scalar]) -> tuple[Force, ...]:
    army = _army(levy, side, chosen)
    found: list[Force] = _company(army, chosen) if levy.tanks != "none" else []
    if levy.squads:
        found.append(army.squads(levy.squads, levy.devices, levy.mounted, levy.unarmed))
    if levy.guns:
        found += army.guns(levy.guns, levy.mounted)
    if levy.carriers:
        taken = max((force.platoon for force in found if not force.hq), default=0)
        found += _carriers(army.carriers(levy.carriers), taken, chosen)
    return tuple(found)


def _company(army: Army, chosen: Mapping[str, Scalar]) -> list[Force]:
    """The tanks in the platoons of their row, or to be divided by their player (25.0-gen-1, 25.0-gen-4)."""
    if chosen.get(DIVISION, NO) != YES:
        return list(army.afvs())
    return [force if force.hq else msgspec.structs.replace(force, platoon=0, divide=True) for force in army.afvs()]


def _carriers(all_of_them: Force, taken: int, chosen: Mapping[str, Scalar]) -> list[Force]:
    """The APCs or trucks: single ones, or in platoons numbered behind those of the tanks (25.6)."""
    if chosen.get(CARRIER_PLATOONS, NO) != YES or all_of_them.count < LEAST:
        return [all_of_them]
    sizes = enumerate(evenly(all_of_them.count), taken + 1)
    return [msgspec.structs.replace(all_of_them, count=size, platoon=number) for number, size in sizes]


def _fights(force: Force) -> bool:
    """Whether these count for Preservation: not carriers without attack, nor people who cannot fight (24.6c, X-08)."""
    weapon = weapon_of(force.type)
    return not force.unarmed and (not weapon.traits.carries or bool(weapon.ap or weapon.he))
