"""The flags of `hulldown odds panzer --level advanced`: what can be asked, and which flag belongs to which question."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.tools import Arguments, Flag
from hulldown.games.panzer.data.advanced_tables import GRADES
from hulldown.games.panzer.data.aircraft import ALTITUDES, SPEEDS
from hulldown.games.panzer.data.fireplan import ATTACHMENTS
from hulldown.games.panzer.rules.advanced.bailing import EVENTS, WHO
from hulldown.games.panzer.rules.advanced.buildings import BUILDINGS
from hulldown.games.panzer.rules.advanced.hulldown import ANGLES, HULL_DOWN
from hulldown.games.panzer.rules.advanced.locations import SHOTS
from hulldown.games.panzer.rules.advanced.response import OBSERVERS

LEVELS: Final = ("basic", "advanced")
KINDS: Final = (
    "ap", "gp", "bailout", "building", "hulldown", "quickmarch", "recovery", "commands", "initiative", "spot",
    "response",
    "assault", "hand", "overrun",
    "air", "aa",
)  # fmt: skip
SHEAFS: Final = ("closed", "open", "linear", "one")
LIMITS: Final = ("passed", "failed", "both")
DEFENDERS: Final = ("squad", "half-squad", "section", "towed")
FLAGS: Final = (
    Flag("--level", "str", None, LEVELS, "the game: basic unless given"),
    Flag("--kind", "str", None, KINDS, "advanced: what is asked; ap unless given"),
    Flag("--grade", "str", None, GRADES, "advanced: the grade of unit, formation or force; seasoned unless given"),
    Flag("--weapon", "str", None, None, "ap, gp: which of several weapons; air: strafe, bomb or rocket"),
    Flag("--aircraft", "str", None, None, "air, aa: which aircraft attacks, or is fired at"),
    Flag("--altitude", "str", None, ALTITUDES, "air, aa: how high it flies; low unless given"),
    Flag("--speed", "str", None, SPEEDS, "air, aa: how fast it flies; slow unless given"),
    Flag("--ammo", "str", None, None, "ap: the round, such as AP, APCR, HVAP or HEAT; the basic one unless given"),
    Flag("--angle", "str", None, ANGLES, "ap: the Hit Angle; front unless given"),
    Flag("--shot", "str", None, SHOTS, "ap: the slope of the shot; level unless given"),
    Flag("--hull-down", "str", None, HULL_DOWN, "ap, gp: the target's hull-down position at that angle"),
    Flag("--shooter-suppressed", "bool", False, None, "ap, gp: the firer is suppressed"),
    Flag("--dual-fire", "str", None, ("same", "different"), "ap, gp: a second weapon fires too, and this one pays"),
    Flag("--on-fire", "int", None, None, "ap, gp: Fire hexes on the line, those of both ends included"),
    Flag("--ammo-limit", "str", None, LIMITS, "ap, gp: whether the ammo limit was passed; both: special and basic"),
    Flag("--transported", "bool", False, None, "ap, gp: the firer is a passenger"),
    Flag("--heat-haze", "bool", False, None, "ap, gp: the scenario has Heat Haze"),
    Flag("--over-stacked", "bool", False, None, "ap, gp: the target's hex is over-stacked"),
    Flag("--full-cover", "bool", False, None, "gp, spot: the leg or towed target is in Full Cover"),
    Flag(
        "--cavalry", "bool", False, None, "gp, spot, quickmarch, overrun: the leg unit is cavalry; hand: the attackers"
    ),
    Flag("--crawling", "bool", False, None, "gp: the leg target crawls"),
    Flag("--wall", "bool", False, None, "gp: the line crosses a Wall hexside before a leg or towed target"),
    Flag("--entrenched", "bool", False, None, "gp: the leg or towed target has a Hasty Entrenchment"),
    Flag("--carried", "str", None, ("open", "under-cover"), "gp: the leg or towed target is a passenger"),
    Flag("--event", "str", None, EVENTS, "bailout: what happened"),
    Flag("--who", "str", None, WHO, "bailout: who rolls"),
    Flag("--building", "str", None, BUILDINGS, "building: what it is built of"),
    Flag("--terrain", "str", None, None, "hulldown: the terrain that is searched"),
    Flag("--partial", "bool", False, None, "hulldown: for a Partial Hull Down position"),
    Flag("--command", "bool", False, None, "recovery: the unit had a command other than N/C"),
    Flag("--under-fire", "bool", False, None, "recovery: the unit was fired at this turn"),
    Flag("--units", "int", None, None, "commands: the active units of the formation"),
    Flag("--against", "str", None, GRADES, "initiative: the grade of the other force; hand: that of the defender"),
    Flag("--moved", "bool", False, None, "spot: the target is marked Spot/Move"),
    Flag("--fired", "str", None, ("small", "full"), "spot: the target is marked Spot/Fire, for Small Arms or more"),
    Flag("--smoke-open", "int", None, None, "ap, gp, overrun: Open Smoke on the line, distinct sources"),
    Flag("--smoke-closed", "int", None, None, "ap, gp, overrun: Closed Smoke on the line, distinct sources"),
    Flag("--barrage-open", "int", None, None, "ap, gp, overrun: Open Barrages on the line, distinct sources"),
    Flag("--barrage-closed", "int", None, None, "ap, gp, overrun: Closed Barrages on the line, distinct sources"),
    Flag(
        "--sheaf", "str", None, SHEAFS, "gp: indirect fire with this SHEAF; closed unless given, one for on-map units"
    ),
    Flag("--planned", "bool", False, None, "gp: planned indirect fire of a battery"),
    Flag("--observer-range", "int", None, None, "gp: indirect fire, hexes from the observer to the Target Point"),
    Flag("--off-target", "bool", False, None, "gp: indirect fire, the target is outside the Target Point hex"),
    Flag("--if-moving-everywhere", "bool", False, None, "gp: the moving modifier holds in the whole SHEAF (K1)"),
    Flag(
        "--overhead", "bool", False, None, "gp, air: the vehicle's cover is overhead: brick, stone, Improved Position"
    ),
    Flag("--carrier", "str", None, None, "gp, air: the vehicle that carries the leg or towed target"),
    Flag("--observer", "str", None, OBSERVERS, "response: who calls"),
    Flag("--attachment", "str", None, ATTACHMENTS, "response: the level of attachment of the source"),
    Flag("--preregistered", "bool", False, None, "response: the Target Point is registered for the battery"),
    Flag("--command-recon", "bool", False, None, "response: the command unit is also Recon"),
    Flag("--adjusted", "bool", False, None, "response: the source is firing already, and its fire is adjusted"),
    Flag("--observer-suppressed", "bool", False, None, "response: the observer is suppressed"),
    Flag("--observer-damaged", "bool", False, None, "response: the observer is damaged"),
    Flag("--hindered", "int", None, None, "response: smoke, barrages, fires and brew-ups on the observer's line"),
    Flag("--haze", "bool", False, None, "response: Heat Haze at this range"),
    Flag("--soviet", "bool", False, None, "response: a Soviet observer"),
    Flag("--spotter-suppressed", "bool", False, None, "spot: the spotter is suppressed"),
    Flag("--spotter-full-cover", "bool", False, None, "spot: the spotter is a leg or towed unit in Full Cover"),
    Flag("--attackers", "str", None, None, "assault, hand: sizes of the units in one hex, the primary one first"),
    Flag("--defender", "str", None, DEFENDERS, "hand: the size of the defender; squad unless given"),
    Flag("--advance", "bool", False, None, "assault, hand: an attacker advanced into the hex next to the target"),
    Flag("--uphill", "bool", False, None, "assault, hand: the target is one Height above"),
    Flag("--dismount", "bool", False, None, "assault, hand: the attacker dismounted into the attack"),
    Flag("--unsupported", "bool", False, None, "assault: the vehicle has no infantry with it in closed ground"),
    Flag("--flamethrower", "bool", False, None, "assault: an attacker has one; hand: the first attacker"),
    Flag("--target-suppressed", "bool", False, None, "assault: the vehicle is suppressed"),
    Flag("--defender-suppressed", "bool", False, None, "hand: the defender is suppressed"),
    Flag("--passengers", "str", None, None, "overrun: leg units aboard, such as German Rifle squad, with commas"),
)
CLOUDS: Final = ("smoke_open", "smoke_closed", "barrage_open", "barrage_closed")
_SHOT: Final = (
    "attacker", "target", "range", "weapon", "cover", "over_stacked", "target_moving", "target_damaged", "short_halt",
    "shooter_damaged", "shooter_suppressed", "overwatch", "overwatch_adjust", "smoke", "on_fire", "ammo_limit",
    "transported", "heat_haze", "dual_fire", "hull_down", *CLOUDS,
)  # fmt: skip
INDIRECT: Final = ("sheaf", "planned", "observer_range", "off_target", "if_moving_everywhere", "overhead")
"""The flags of indirect GP fire."""
BELONGS: Final = {
    "ap": (*_SHOT, "ammo", "angle", "shot"),
    "gp": (*_SHOT, "full_cover", "cavalry", "crawling", "wall", "entrenched", "carried", "carrier",
           *INDIRECT),
    "response": ("observer", "attachment", "preregistered", "command_recon", "adjusted", "observer_suppressed",
                 "observer_damaged", "hindered", "haze", "soviet"),
    "bailout": ("event", "who"),
    "building": ("target", "building"),
    "hulldown": ("target", "terrain", "partial"),
    "quickmarch": ("cavalry",),
    "recovery": ("command", "under_fire"),
    "commands": ("units",),
    "initiative": ("against",),
    "spot": ("target", "cover", "over_stacked", "moved", "fired", "full_cover", "spotter_suppressed",
             "spotter_full_cover", "cavalry"),
    "assault": ("attackers", "target", "advance", "uphill", "dismount", "unsupported", "flamethrower", "target_moving",
                "target_suppressed", "target_damaged"),
    "hand": ("attackers", "defender", "against", "advance", "uphill", "dismount", "flamethrower", "cavalry",
             "defender_suppressed"),
    "overrun": ("attacker", "target", "passengers", "cover", "full_cover", "target_moving", "over_stacked", "cavalry",
                "crawling", "entrenched", "shooter_damaged", "shooter_suppressed", "smoke", "on_fire", "ammo_limit",
                *CLOUDS),
    "air": ("aircraft", "weapon", "altitude", "speed", "target", "range", "cover", "over_stacked", "target_moving",
            "target_damaged", "shooter_damaged", "shooter_suppressed", "heat_haze", "full_cover", "cavalry", "crawling",
            "entrenched", "carried", "carrier", "overhead"),
    "aa": ("attacker", "aircraft", "altitude", "speed", "range", "shooter_damaged", "shooter_suppressed",
           "target_damaged", "ammo_limit"),
}  # fmt: skip
"""The flags of each kind besides --grade."""
REFUSED: Final = {
    ("overrun", "short_halt"): "6.6.10c",
    ("overrun", "carried"): "6.6.10d",
    ("overrun", "carrier"): "6.6.10d",
    ("overrun", "dual_fire"): "5.14i",
    ("assault", "shooter_suppressed"): "6.6.2e",
    ("hand", "shooter_suppressed"): "6.6.2e",
    ("assault", "cover"): "6.6.1.1.2a",
    ("hand", "cover"): "6.6.1.2.2a",
    ("overrun", "wall"): "6.6.10.1c",
    ("overrun", "overwatch"): "6.6.10a",
    ("overrun", "overwatch_adjust"): "6.6.10a",
    ("air", "smoke"): "6.5.4.3-brew-up-smoke",
    ("air", "on_fire"): "6.5.4.3-on-fire-a",
    ("air", "smoke_open"): "6.5.4.3-smoke",
    ("air", "smoke_closed"): "6.5.4.3-smoke",
    ("air", "barrage_open"): "6.5.4.3-barrage",
    ("air", "barrage_closed"): "6.5.4.3-barrage",
    ("aa", "overwatch"): "6.7.4.2a",
    ("aa", "overwatch_adjust"): "6.7.4.2a",
    ("aa", "short_halt"): "6.7.4",
}
"""Flags that a case keeps from a kind."""
_COMMON: Final = ("level", "kind", "grade")


def written(name: str) -> str:
    """A flag as it is written on the command line."""
    return f"--{name.replace('_', '-')}"


def advanced_given(args: Arguments) -> str:
    """The first flag of the Advanced Game that is given, or ""."""
    names = (flag.name for flag in FLAGS if flag.name != "level")
    return next((name for name in names if args.get(name) not in (None, False)), "")


def check_kind(args: Arguments, kind: str, defaults: Iterable[Flag]) -> None:
    """Raises HulldownError for the first flag that does not belong to a kind."""
    for flag in defaults:
        value = args.get(flag.name)
        idle = value in (None, False) or value == flag.default
        if not idle and flag.name not in (*BELONGS[kind], *_COMMON):
            known = ", ".join(written(name) for name in BELONGS[kind])
            case = REFUSED.get((kind, flag.name), "")
            why = f"{written(flag.name)} does not belong to --kind {kind}" + (f" ({case})" if case else "")
            raise HulldownError(why, hint=f"its flags: {known}")


def needed(args: Arguments, name: str, hint: str) -> Any:
    """The value of a flag that must be given; raises HulldownError."""
    value = args.get(name)
    if value is None or value == "":
        raise HulldownError(f"{written(name)} is missing", hint=hint)
    return value


def word(args: Arguments, name: str, known: tuple[str, ...]) -> Any:
    """One of the known words, the first where none is given; raises UnknownNameError."""
    value = args.get(name) or known[0]
    if value not in known:
        raise UnknownNameError(f"{written(name)} is {value!r}", hint=f"one of {', '.join(known)}")
    return value


def number(args: Arguments, name: str, least: int, otherwise: int | None = None) -> int:
    """The number of a flag; raises HulldownError where it is missing or too small."""
    value = args.get(name)
    if value is None:
        value = otherwise
    if value is None or not isinstance(value, int) or isinstance(value, bool) or value < least:
        told = "is missing" if value is None else f"is {value}"
        raise HulldownError(f"{written(name)} {told}", hint=f"give a number from {least} up")
    return value
