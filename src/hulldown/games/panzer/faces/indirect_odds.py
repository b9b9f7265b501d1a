"""Odds of indirect fire as plain data: fire response, and GP fire of batteries and on-map units (6.5.1)."""

from __future__ import annotations

from typing import Any, Final

from hulldown.core.errors import HulldownError
from hulldown.core.tools import Arguments, told_factors
from hulldown.games.panzer.data.advanced_tables import Grade
from hulldown.games.panzer.data.arsenal import find_attacker
from hulldown.games.panzer.data.batteries import find_battery
from hulldown.games.panzer.data.fireplan import ATTACHMENTS
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.faces.advanced_flags import INDIRECT, SHEAFS, needed, number, word, written
from hulldown.games.panzer.rules.advanced import arms, response
from hulldown.games.panzer.rules.advanced.chances import Chance
from hulldown.games.panzer.rules.advanced.gp import GpWeapon
from hulldown.games.panzer.rules.advanced.sheafs import ONE

_DIRECT: Final = {
    "short_halt": "6.5.1h",
    "overwatch": "6.5.1e",
    "overwatch_adjust": "6.5.1e",
    "transported": "5.1.3.1c",
    "dual_fire": "5.14h",
    "hull_down": "6.5.4.4.2-eff-nonsmall-ap-d",
    "wall": "6.5.4.3-wall-hexside",
    "heat_haze": "6.5.4.3-heat-haze",
    "smoke": "6.5.4.3-brew-up-smoke",
    "on_fire": "6.5.4.3-on-fire-a",
    "smoke_open": "6.5.4.3-smoke",
    "smoke_closed": "6.5.4.3-smoke",
    "barrage_open": "6.5.4.3-barrage",
    "barrage_closed": "6.5.4.3-barrage",
}
"""Flags that have no meaning in indirect fire, and the cases that say so."""


def response_odds(args: Arguments, grade: Grade) -> dict[str, Any]:
    """The chance that a called source responds (6.5.1.12)."""
    known = response.OBSERVERS
    observer = word({"observer": needed(args, "observer", f"one of {', '.join(known)}")}, "observer", known)
    levels = ATTACHMENTS
    attachment = word({"attachment": needed(args, "attachment", f"one of {', '.join(levels)}")}, "attachment", levels)
    if args.get("soviet") and observer != "FO" and attachment != "attached":
        rule = "6.5.1.1.3-soviet" if observer == "Recon" else "6.5.1.1.2-soviet"
        told = f"a Soviet {observer} calls Attached sources only ({rule})"
        raise HulldownError(told, hint="a Soviet FO calls them all")
    if args.get("command_recon") and observer == "Recon":
        # An FO may be a Recon Command unit besides: it uses its own row (6.5.1.1.2-command-fo).
        told = f"--command-recon is for command units, not for {observer} (6.5.1.12.1-command-recon)"
        raise HulldownError(told, hint="leave it out")
    call = response.Call(
        observer, attachment, grade, bool(args.get("preregistered")), bool(args.get("command_recon")),
        bool(args.get("adjusted")), bool(args.get("observer_suppressed")), bool(args.get("observer_damaged")),
        number(args, "hindered", 0, 0), bool(args.get("haze")),
    )  # fmt: skip
    found = response.resolve(call)
    return {
        "needs": found.needs, "net": found.net, "responds": str(found.responds), "astray": str(found.astray),
        "factors": told_factors(found.factors), "provenance": Chance(found.responds, found.factors).provenance,
    }  # fmt: skip


def is_indirect(args: Arguments) -> bool:
    """Whether a question about GP fire is one about indirect fire: a SHEAF is named, or a battery."""
    return any(args.get(name) not in (None, False) for name in INDIRECT if name != "overhead") or not args.get(
        "attacker"
    )


def weapon_of(args: Arguments) -> tuple[GpWeapon, int, bool]:
    """The row that is fired, the range that counts, and whether the basic ammo limit failed.

    6.5.1.13a: for on-map units the greater range counts, of the firer and of the observer; 6.5.1.13b: for batteries
    that of the observer; 6.5.1.13d: for planned fire none.
    """
    for name, case in _DIRECT.items():
        if args.get(name) not in (None, False, 0, "none"):
            raise HulldownError(f"{written(name)} does not belong to indirect fire ({case})", hint="leave it out")
    if args.get("attacker"):
        return _on_map(args)
    battery = find_battery(str(needed(args, "weapon", "name a battery, or an --attacker")))
    if word(args, "sheaf", SHEAFS) == ONE:
        raise HulldownError(f"{battery.name} fires Closed, Open or Linear (6.5.1.5a)", hint="one is for on-map units")
    if args.get("ammo_limit") not in (None, "passed"):
        raise HulldownError(f"{battery.name} has GP ammunition without limit (5.16.2.5)", hint="leave --ammo-limit out")
    if args.get("range") is not None:
        raise HulldownError("--range does not belong to a battery (6.5.1.13b)", hint="give --observer-range")
    for name in ("shooter_suppressed", "shooter_damaged"):
        if args.get(name):
            told = f"{written(name)} is not for {battery.name}, which is off the map (5.3a)"
            raise HulldownError(told, hint="leave it out")
    distance = 1 if args.get("planned") else number(args, "observer_range", 1)
    return arms.battery_weapon(battery), distance, False


def _on_map(args: Arguments) -> tuple[GpWeapon, int, bool]:
    unit = find_attacker(str(args["attacker"]))
    if args.get("planned"):
        raise HulldownError(f"{unit.name} is no battery: only those fire by plan (6.5.1.11.1a)", hint="leave it out")
    if args.get("sheaf") not in (None, ONE):
        raise HulldownError(f"{unit.name} fires at one hex (6.5.1.5a)", hint="--sheaf one")
    if isinstance(unit, LegUnit):
        raise HulldownError(f"{unit.name} has no GP-IF row (6.5.1d)", hint="name its mortar")
    mounted = arms.pick(unit, str(args.get("weapon") or ""), arms.INDIRECT)
    true, observed = number(args, "range", 1), number(args, "observer_range", 0, 0)
    row = mounted.ammo[arms.INDIRECT]
    # K8: whether it can fire is a matter of its own range, the factor one of the greater range.
    distance = min(max(true, observed), row.reach) if row.minimum <= true <= row.reach else true
    failed = args.get("ammo_limit") == "failed"
    if failed and not mounted.basic_limit:
        raise HulldownError(f"{unit.name} has no such ammo limit for GP fire (5.16.2a)", hint="leave --ammo-limit out")
    return arms.indirect_weapon(unit, arms.mounted_of(unit).index(mounted)), distance, failed


def switches(args: Arguments, weapon: GpWeapon) -> dict[str, Any]:
    """What an aim knows of indirect fire."""
    return {
        "sheaf": ONE if args.get("attacker") else word(args, "sheaf", SHEAFS),
        "planned": bool(args.get("planned")),
        "off_target": bool(args.get("off_target")),
        "moving_everywhere": bool(args.get("if_moving_everywhere")),
        "overhead": bool(args.get("overhead")),
    }
