"""`hulldown odds tank`: an imagined shot, barrage, air strike, minefield or Reconnaissance Fire, by either book."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from hulldown.core.errors import HulldownError, OutOfRangeError, UnknownNameError
from hulldown.core.explain import Factor
from hulldown.core.numbers import whole_number
from hulldown.core.tables import plain
from hulldown.core.tools import Arguments, Flag, number_in, told_factors, word_in
from hulldown.games.tank.data.loading import BOOKS, MODES, Weapon, find_weapon, terrain, weapons
from hulldown.games.tank.data.periods import line_of
from hulldown.games.tank.data.weapons import find_expanded, squads
from hulldown.games.tank.rules import barrage
from hulldown.games.tank.rules.aim import RIDING
from hulldown.games.tank.rules.doctrine import EXPANDED, STANDARD, Doctrine
from hulldown.games.tank.rules.fire import AP, DIE, HE, RULEBOOK, Aim, Firer, Shot, resolve
from hulldown.games.tank.rules.levels import MOST

GROUNDS = ("clear", "rough", "woods", "wreck", "ip")
_SIDES = ("none", "berm", "slope")
ASPECTS = ("front", "side", "rear")
INFANTRY: Final = "infantry"
"""The name of a squad; in the Expanded game nation and period say how strong it is."""
_INSTEAD: Final = ("barrage", "air", "mines", "recon")
"""What can be asked about instead of an attacker's shot, all of it in the Expanded book."""
_ONLY_EXPANDED: Final = (*_INSTEAD, "nation", "period", "mounted", "with", "rider")
_TOO_NEAR: Final = "24.31-note-1"

_MOVED = "Movement Points plotted for the target this turn (infantry counts 1, guns 0)"
_PRESERVED = "the firer's force has been at Preservation since an earlier turn"
_BARRAGE = "instead of an attacker: artillery on its hex, a list of L, M, H (battalions) and Lb, Mb, Hb (batteries)"
_FLAGS: Final = (
    Flag("--book", "str", "standard", BOOKS, "the book whose chart and rules count"),
    Flag("--attacker", "str", None, None, "the firing weapon, as `hulldown units tank` names it"),
    Flag("--target", "str", None, None, "the weapon fired at"),
    Flag("--range", "int", None, None, "hexes from firer to target"),
    Flag("--aspect", "str", "front", ASPECTS, "the armour shown to the firer"),
    Flag("--panic", "int", 0, None, "Panic Level of the firer's force; with --recon of the enemy's"),
    Flag("--moved", "int", 0, None, _MOVED),
    Flag("--mode", "str", "mixed", MODES, "terrain mode"),
    Flag("--terrain", "str", "clear", GROUNDS, "the ground under the target"),
    Flag("--through", "str", "none", _SIDES, "the hexside sheltering the target"),
    Flag("--preservation", "bool", False, None, _PRESERVED),
    Flag("--nation", "str", None, None, "expanded: whose squad fires, with --attacker infantry and --period"),
    Flag("--period", "int", None, None, "expanded: the historical period of that squad, 1 to 12"),
    Flag("--mounted", "bool", False, None, "expanded: that squad fires from its carrier"),
    Flag("--with", "str", None, (AP, HE), "expanded: the strength fired at a truck"),
    Flag("--rider", "bool", False, None, "expanded: the target is infantry riding on a tank"),
    Flag("--barrage", "str", None, None, f"expanded, {_BARRAGE}"),
    Flag("--air", "str", None, barrage.WEIGHTS, "expanded, instead of an attacker: an air strike of this weight"),
    Flag("--mines", "int", None, None, "expanded, instead of an attacker: so many mines in the hex entered"),
    Flag("--recon", "bool", False, None, "expanded, instead of an attacker: Reconnaissance Fire"),
)


def odds_arguments() -> list[Flag]:
    """The flags of `hulldown odds tank`."""
    return list(_FLAGS)


def odds(args: Arguments) -> dict[str, Any]:
    """The exact chance of one attack with all that makes it."""
    given = [name for name in _ONLY_EXPANDED if args.get(name) not in (None, False)]
    if word_in(args, "book", BOOKS) != EXPANDED.key:
        if given:
            raise HulldownError(f"--{given[0]} belongs to the Expanded book", hint="add --book expanded")
        _demand(args, "attacker", "target", "range")
        return told(_shot(args, find_weapon(args["attacker"]), find_weapon(args["target"]), STANDARD))
    asked = [name for name in _INSTEAD if name in given]
    if len(asked) + bool(args.get("attacker")) > 1:
        both = " and ".join(f"--{name}" for name in (*asked, "attacker") if args.get(name))
        raise HulldownError(f"{both} do not go together", hint="ask about one of them at a time")
    if asked == ["recon"]:
        return _recon(args)
    if asked:
        _demand(args, "target")
        return _falls(args, asked[0])
    _demand(args, "attacker", "target", "range")
    target = _target(args)
    shot = _shot(args, _attacker(args, target), target, EXPANDED)
    if shot.rule == _TOO_NEAR:
        raise OutOfRangeError(f"24.31: {shot.void}", hint="guided missiles do not reach what is nearer")
    return told(shot)


def told(shot: Shot) -> dict[str, Any]:
    """A shot as plain data."""
    return {
        "probability": str(shot.probability),
        "hits_on": list(shot.hits_on),
        "column": shot.column if (column := whole_number(shot.column)) is None else column,
        "differential": shot.differential,
        "factors": told_factors(shot.factors),
        "provenance": [f"{f.label}: {f.provenance}" for f in shot.factors if f.provenance],
        "void": shot.void,
    }


def _demand(args: Arguments, *names: str) -> None:
    """Raises HulldownError where an argument is missing."""
    missing = [f"--{name}" for name in names if args.get(name) is None]
    if missing:
        helps = {flag.flag: flag.help for flag in _FLAGS}
        told_missing = f"the following arguments are required: {', '.join(missing)}"
        raise HulldownError(told_missing, hint=f"{missing[0]}: {helps[missing[0]]}")


def _shot(args: Arguments, attacker: Weapon, target: Weapon, doctrine: Doctrine) -> Shot:
    """The shot of one unit, in the ground that the flags describe."""
    distance, moved = number_in(args, "range", 1, 99), number_in(args, "moved", 0, 99)
    panic, preserved = number_in(args, "panic", 0, MOST), bool(args.get("preservation"))
    if doctrine.shaken:
        # 24.5a, 24.5b: Preservation raises the Panic Level, and halves nothing.
        panic, preserved = min(MOST, panic + doctrine.shaken * preserved), False
    on, through = word_in(args, "terrain", GROUNDS), word_in(args, "through", _SIDES)
    mode = terrain(args.get("mode") or "mixed")
    shelters = through != "none" and mode.rows[through].obstructs
    strength = str(args.get("with") or "")
    mounted = bool(args.get("mounted"))
    ground = on if on in ("rough", "woods") else "clear"
    return resolve(
        Aim(
            firers=(Firer(attacker, distance, panic, preserved, "", mounted, strength, doctrine),),
            target=target,
            mode=mode,
            terrain=RIDING if args.get("rider") else ground,
            wreck=on == "wreck",
            position=on == "ip" and target.soft,
            aspect=word_in(args, "aspect", ASPECTS),
            through=through if shelters else "",
            points=moved,
            moving=moved > 0,
        )
    )


def _attacker(args: Arguments, target: Weapon) -> Weapon:
    """The weapon that fires; a squad is named by nation and period (26.11a)."""
    name, nation, period = str(args["attacker"]), args.get("nation"), args.get("period")
    squad = plain(name) == INFANTRY
    if not squad:
        weapon = find_expanded(name)
        for flag in ("nation", "period", *(() if weapon.traits.squad else ("mounted",))):
            if args.get(flag):
                raise HulldownError(f"--{flag} says which squad fires", hint="use it with --attacker infantry")
    elif nation is None or period is None:
        raise HulldownError(
            "26.11a: the HE of a squad depends on nation and period",
            hint="add --nation and --period, such as Ger and 6",
        )
    else:
        weapon = squads()[line_of(int(period), str(nation)).squad]
    wanted = args.get("with")
    if wanted and not target.traits.truck:
        raise HulldownError(f"8.1b: only at a truck is there a choice, not at {target.name}", hint="leave --with out")
    return weapon


def _target(args: Arguments) -> Weapon:
    """The weapon fired at; a squad is as good a target with any device or none (8.7)."""
    name = str(args["target"])
    weapon = weapons()[INFANTRY] if plain(name) == INFANTRY else find_expanded(name)
    if weapon.traits.device:
        weapon = weapons()[INFANTRY]
    if args.get("rider") and not weapon.traits.squad:
        raise HulldownError(f"27.61: {weapon.name} does not ride on a tank", hint="use --rider with --target infantry")
    return weapon


def _falls(args: Arguments, name: str) -> dict[str, Any]:
    """What a barrage, an air strike or mines do to a unit."""
    target = _target(args)
    if name == "mines":
        return _told_impact(barrage.mines(number_in(args, "mines", 1, 99), target))
    on = word_in(args, "terrain", GROUNDS)
    if name == "air":
        weight = word_in({"air": str(args["air"]).upper()}, "air", barrage.WEIGHTS)
        points = barrage.air_points(weight, target)
    else:
        points = _points(str(args["barrage"]))
    found = barrage.impact(
        barrage.Fall(
            points, target, terrain(args.get("mode") or "mixed"), on if on in ("rough", "woods") else "clear",
            on == "wreck", on == "ip" and not barrage.is_vehicle(target), name == "air",
        )
    )  # fmt: skip
    return _told_impact(found) | {"points": points}


def _points(text: str) -> int:
    """The HE points of a list such as "M,Lb" added up (28.32a, 28.32b)."""
    total = 0
    for word in text.split(","):
        name = word.strip().upper()
        weight, battery = name[:1], name[1:]
        if weight not in barrage.WEIGHTS or battery not in ("", "B"):
            raise UnknownNameError(
                f"--barrage: {word.strip()!r} is no artillery", hint="L, M, H for battalions; Lb, Mb, Hb for batteries"
            )
        total += barrage.battery_points(weight) if battery else barrage.battalion_points(weight)
    return total


def _recon(args: Arguments) -> dict[str, Any]:
    """The chance that Reconnaissance Fire finds what hides in a hex, by the enemy's Panic Level (32.6-proc-1, X-07)."""
    panic = number_in(args, "panic", 0, MOST)
    if args.get("preservation"):
        panic = min(MOST, panic + EXPANDED.shaken)
    hits = barrage.uncovered_on(panic)
    factors = (Factor("32.6-proc-1", "Panic Level of the enemy", panic, RULEBOOK),)
    return {"probability": str(Fraction(len(hits), DIE)), "hits_on": list(hits), "factors": told_factors(factors)}


def _told_impact(found: barrage.Impact) -> dict[str, Any]:
    return {
        "outcomes": {name: str(chance) for name, chance in found.outcomes.items()},
        "rule": found.rule,
        "factors": told_factors(found.factors),
        "provenance": [f"{f.label}: {f.provenance}" for f in found.factors if f.provenance],
    }
