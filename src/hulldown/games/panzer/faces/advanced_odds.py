"""The odds of the Advanced Game as plain data: shots, and the rolls that its tables decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.core.tables import look_up
from hulldown.core.tools import Arguments, told_factors
from hulldown.games.panzer.data.advanced_tables import GRADES, Grade, find_grade
from hulldown.games.panzer.data.aircraft import ALTITUDES, SPEEDS, Aircraft, find_aircraft
from hulldown.games.panzer.data.arsenal import Fielded, Target, find_attacker, find_target, fits
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.loading import COVERS, Cover, listing, terrain
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle, find_vehicle
from hulldown.games.panzer.data.weapons import Mounted
from hulldown.games.panzer.faces import assault_odds, indirect_odds
from hulldown.games.panzer.faces.advanced_flags import CLOUDS, LIMITS, needed, number, word, written
from hulldown.games.panzer.rules.advanced import air, ap, gp, gp_defence
from hulldown.games.panzer.rules.advanced.arms import GP, find_round, gp_weapon, load, pick
from hulldown.games.panzer.rules.advanced.bailing import EVENTS, WHO, bail_out
from hulldown.games.panzer.rules.advanced.buildings import BUILDINGS, entry
from hulldown.games.panzer.rules.advanced.chances import Chance
from hulldown.games.panzer.rules.advanced.command_tables import available_commands, initiative, range_factor
from hulldown.games.panzer.rules.advanced.gp_effects import AIRCRAFT_EFFECTS, UNIT_EFFECTS, VEHICLE_EFFECTS
from hulldown.games.panzer.rules.advanced.hindrances import Clouds
from hulldown.games.panzer.rules.advanced.hulldown import ANGLES, HULL_DOWN, search
from hulldown.games.panzer.rules.advanced.locations import HIT_EFFECTS, SHOTS
from hulldown.games.panzer.rules.advanced.quickmarch import quickmarch
from hulldown.games.panzer.rules.advanced.recovery import recovery
from hulldown.games.panzer.rules.advanced.spotting_ranges import Mark, Sighting, Size, spotting_range
from hulldown.games.panzer.rules.arcs import Watch

_COMMANDS: Final = ("short_halt", "overwatch", "overwatch_adjust")
_AFOOT: Final = {"full_cover": "6.5.4.2.3d", "crawling": "6.6.4.3a", "entrenched": "6.1.4.3.6a"}
"""What a passenger never is."""
_UNIT: Final = "name a unit as `hulldown units panzer` does, or such as German Rifle squad"


def odds(kind: str, args: Arguments) -> dict[str, Any]:
    """The answer to a question of this kind."""
    return _ANSWERS[kind](args)


def _grade(args: Arguments, name: str = "grade") -> Grade:
    return find_grade(str(args.get(name) or "seasoned"))


def _attacker(args: Arguments) -> Fielded:
    return find_attacker(str(needed(args, "attacker", _UNIT)))


def _target(args: Arguments) -> Target:
    return find_target(str(needed(args, "target", _UNIT)))


def _watch(args: Arguments) -> Watch:
    """How it is fired; raises HulldownError for two commands at once, and for a towed unit on Short Halt."""
    given = [name for name in _COMMANDS if args.get(name)]
    if len(given) > 1:
        flags = " and ".join(f"--{name.replace('_', '-')}" for name in given)
        raise HulldownError(f"{flags} exclude each other", hint="a unit fires by one command")
    return "overwatch" if args.get("overwatch") else "adjust" if args.get("overwatch_adjust") else "none"


def _check_shooter(args: Arguments, unit: Fielded) -> None:
    """Raises HulldownError for what this unit cannot be when it fires."""
    if args.get("short_halt") and isinstance(unit, Towed):
        raise HulldownError(f"{unit.name} cannot have Short Halt (6.6.5e)", hint="leave --short-halt out")
    if args.get("shooter_damaged") and not isinstance(unit, Vehicle):
        # 6.5.4.4.3-eff-leg-towed-a: leg and towed units are suppressed, reduced or gone.
        told = f"{unit.name} is no vehicle and is never damaged (6.5.4.4.3-eff-leg-towed-a)"
        raise HulldownError(told, hint="leave --shooter-damaged out")
    if args.get("overwatch_adjust") and not isinstance(unit, Vehicle | Towed):
        case = "6.5.4.3-overwatch-adjust" if args.get("kind") == "gp" else "4.4.3.2.2-overwatch-adjust-a"
        raise HulldownError(f"{unit.name} fires all round and adjusts nothing ({case})", hint="--overwatch")
    if args.get("transported") and isinstance(unit, Vehicle | Towed):
        raise HulldownError(f"{unit.name} is no leg unit that is carried (6.5.4.3-transported-fire)",
                            hint="leave --transported out")  # fmt: skip
    if args.get("transported") and not isinstance(unit, LegUnit | Vehicle | Towed) and not unit.transported:
        raise HulldownError(f"{unit.name} cannot be fired while carried (5.1.3)", hint="leave --transported out")


def _failed(args: Arguments) -> int:
    return LIMITS.index(word(args, "ammo_limit", LIMITS))


def _shared(args: Arguments) -> dict[str, Any]:
    """What AP and GP fire ask alike."""
    return {
        "distance": number(args, "range", 1),
        "grade": _grade(args),
        "cover": word(args, "cover", COVERS),
        "over_stacked": bool(args.get("over_stacked")),
        "target_moving": bool(args.get("target_moving")),
        "target_damaged": bool(args.get("target_damaged")),
        "short_halt": bool(args.get("short_halt")),
        "shooter_damaged": bool(args.get("shooter_damaged")),
        "shooter_suppressed": bool(args.get("shooter_suppressed")),
        "watch": _watch(args),
        "smoke": number(args, "smoke", 0, 0),
        "fires": number(args, "on_fire", 0, 0),
        "transported": bool(args.get("transported")),
        "heat_haze": bool(args.get("heat_haze")),
        "dual_fire": word(args, "dual_fire", ("none", "same", "different")),
        "hull_down": word(args, "hull_down", HULL_DOWN),
        "clouds": Clouds(*(number(args, name, 0, 0) for name in CLOUDS)),
    }


def _ap(args: Arguments) -> dict[str, Any]:
    """One AP shot: to hit, number of hits, and what each hit does (6.5.2)."""
    unit, target = _attacker(args), _target(args)
    if not isinstance(target, Vehicle):
        raise HulldownError(f"{target.name} is no vehicle; AP fire is for vehicles (6.5.2b)", hint="ask for --kind gp")
    _check_shooter(args, unit)
    mounted = pick(unit, str(args.get("weapon") or ""), "")
    loaded = load(unit, mounted, find_round(mounted, str(args.get("ammo") or "")), _failed(args))
    shared = _shared(args)
    shot = ap.resolve(
        ap.ApAim(loaded.weapon, target, limits=loaded.failed, angle=word(args, "angle", ANGLES),
                 shot=word(args, "shot", SHOTS), **shared)
    )  # fmt: skip
    hits = shot.hits or {found: Fraction(not found) for found in range(ap.MOST + 1)}
    per_hit = shot.per_hit or dict.fromkeys(HIT_EFFECTS, Fraction(0))
    answer: dict[str, Any] = {"hit": str(shot.hit), "hits": _shares(hits), "per_hit": _shares(per_hit)}
    if not shot.void:
        answer |= {"band": shot.band, "net": shot.net.value, "penetration": shot.penetration, "rof": shot.rof}
    return answer | _end(shot.factors, shot.provenance, shot.void)


def _gp(args: Arguments) -> dict[str, Any]:
    """One attack by GP fire, direct or indirect (6.5.4)."""
    target = _target(args)
    _check_target(args, target)
    if args.get("attacker"):
        _check_shooter(args, _attacker(args))
    if indirect_odds.is_indirect(args):
        weapon, range_, limit = indirect_odds.weapon_of(args)
        shared = _shared({**args, "range": range_}) | indirect_odds.switches(args, weapon)
    else:
        unit = _attacker(args)
        mounted = None if isinstance(unit, LegUnit) else pick(unit, str(args.get("weapon") or ""), GP)
        weapon, limit, shared = gp_weapon(unit, mounted), _gp_limit(args, unit, mounted), _shared(args)
    shot = gp.resolve(
        gp.GpAim(
            weapon, _defence(args, target), size=_size(args, target),
            cavalry=bool(args.get("cavalry")), crawling=bool(args.get("crawling")), wall=bool(args.get("wall")),
            entrenched=bool(args.get("entrenched")), ammo_limit=limit, **shared,
        )
    )  # fmt: skip
    known = VEHICLE_EFFECTS if isinstance(target, Vehicle) else UNIT_EFFECTS
    outcomes = shot.outcomes or {effect: Fraction(effect == "none") for effect in known}
    return told_attack(shot, outcomes)


def told_attack(shot: gp.GpShot, outcomes: Mapping[str, Fraction]) -> dict[str, Any]:
    """The answer about an attack by GP fire."""
    answer = {
        "band": shot.band, "factor": shot.factor, "defence": shot.defence, "net": shot.net.value,
        "n_effect": shot.n_effect, "s_effect": shot.s_effect, "outcomes": _shares(outcomes),
    }  # fmt: skip
    return answer | _end(shot.factors, shot.provenance, shot.void)


def _flying(args: Arguments) -> air.Flying:
    return air.Flying(
        word(args, "speed", SPEEDS), word(args, "altitude", ALTITUDES), _grade(args),
        bool(args.get("shooter_suppressed")), bool(args.get("shooter_damaged")),
    )  # fmt: skip


def _air(args: Arguments) -> dict[str, Any]:
    """One attack of an aircraft on one unit below it (6.7.3)."""
    card = find_aircraft(str(needed(args, "aircraft", "name an aircraft such as Il-2m3")))
    weapon = word({"weapon": needed(args, "weapon", f"one of {', '.join(air.WEAPONS)}")}, "weapon", air.WEAPONS)
    target = _target(args)
    _check_target(args, target)
    flying, distance = _flying(args), number(args, "range", 1, 1 if weapon != "rocket" else None)
    if weapon != "rocket" and distance > 1:
        told = "6.7.3.2b" if weapon == "strafe" else "6.7.3.3a"
        raise HulldownError(f"a {weapon} attack is on the hex ahead, at range 1 ({told})", hint="leave --range out")
    _check_damage(card, flying)
    aim = air.attack(card, weapon, flying, _defence(args, target), distance)
    row = aim.weapon.row
    if weapon == "rocket" and not row.minimum <= distance <= row.reach:
        told = f"the rockets of {card.name} fly {row.minimum} to {row.reach} hexes, not {distance} (6.7.3.4a)"
        raise HulldownError(told, hint=f"--range from {row.minimum} to {row.reach}")
    vehicle = isinstance(target, Vehicle)
    # 6.5.4.3-vehicle-cover-b: of a vehicle's cover only that overhead counts against what comes from above.
    sheltered = vehicle and bool(args.get("overhead"))
    shot = gp.resolve(
        aim._replace(
            size=_size(args, target), cover=word(args, "cover", COVERS) if sheltered else "none",
            over_stacked=bool(args.get("over_stacked")), target_moving=bool(args.get("target_moving")),
            target_damaged=bool(args.get("target_damaged")), cavalry=bool(args.get("cavalry")),
            crawling=bool(args.get("crawling")), entrenched=bool(args.get("entrenched")),
            heat_haze=bool(args.get("heat_haze")),
        )
    )  # fmt: skip
    known = VEHICLE_EFFECTS if vehicle else UNIT_EFFECTS
    return told_attack(shot, shot.outcomes or {effect: Fraction(effect == "none") for effect in known})


def _aa(args: Arguments) -> dict[str, Any]:
    """AA fire of one unit at an aircraft (6.7.4)."""
    unit = _attacker(args)
    _check_shooter(args, unit)
    card = find_aircraft(str(needed(args, "aircraft", "name an aircraft such as Il-2m3")))
    weapon = air.aa_weapon(unit) if isinstance(unit, Vehicle | Towed) else None
    if weapon is None or not isinstance(unit, Vehicle | Towed):
        raise HulldownError(f"{unit.name} has no AA row (6.7.4)", hint="name a unit with one, such as SdKfz 7/1")
    flying = air.Flying(word(args, "speed", SPEEDS), word(args, "altitude", ALTITUDES))
    if flying.speed not in card.speeds:
        raise HulldownError(f"{card.name} does not fly {flying.speed.title()} (6.7.2.2a)", hint="leave --speed out")
    flying = flying._replace(damaged=bool(args.get("target_damaged")))
    _check_damage(card, flying)
    refused = air.may_fire(weapon, flying)
    if refused is not None:
        raise HulldownError(f"{unit.name}: {refused.label} ({refused.rule})", hint="--altitude low or medium")
    failed = word(args, "ammo_limit", LIMITS)
    if failed != "passed" and (failed == "both" or not air.limited(unit)):
        told = f"{unit.name} has no such ammo limit for AA fire (5.16.2a)"
        raise HulldownError(told, hint="leave --ammo-limit out")
    aim = air.aa_fire(weapon, card, flying, max(1, number(args, "range", 0)), _grade(args))
    shot = gp.resolve(
        aim._replace(
            shooter_damaged=bool(args.get("shooter_damaged")), shooter_suppressed=bool(args.get("shooter_suppressed")),
            ammo_limit=failed == "failed",
        )
    )  # fmt: skip
    return told_attack(shot, shot.outcomes or {effect: Fraction(effect == "none") for effect in AIRCRAFT_EFFECTS})


def _check_damage(card: Aircraft, flying: air.Flying) -> None:
    """Raises HulldownError for a damaged aircraft at Fast speed (6.7.4.2.1-damaged-b)."""
    if flying.damaged and flying.speed == air.FAST:
        told = f"{card.name} is damaged and flies Slow (6.7.4.2.1-damaged-b)"
        raise HulldownError(told, hint="leave --speed out")


def _gp_limit(args: Arguments, unit: Fielded, mounted: Mounted | None) -> bool:
    """Whether the basic limit of a GP row failed (5.16.2.1b)."""
    failed = _failed(args)
    if failed and (failed > 1 or mounted is None or not (mounted.basic_limit or mounted.heat_limit)):
        raise HulldownError(f"{unit.name} has no such ammo limit for GP fire (5.16.2a)", hint="leave --ammo-limit out")
    return bool(failed)


def _check_target(args: Arguments, target: Target) -> None:
    """Raises HulldownError for what a target of this kind cannot be."""
    vehicle = isinstance(target, Vehicle)
    for name, rule in (
        ("full_cover", "6.1.4.2b"), ("cavalry", "6.6.4.5a"), ("crawling", "6.5.4.3-leg-crawling"),
        ("wall", "6.5.4.3-wall-hexside"), ("entrenched", "6.1.4.3.6a"), ("carried", "6.5.4.2.3a"),
        ("carrier", "6.5.4.2.3a"),
    ):  # fmt: skip
        barred = vehicle or (name in ("cavalry", "crawling") and isinstance(target, Towed))
        if args.get(name) and barred:
            raise HulldownError(f"--{name.replace('_', '-')} is not for {target.name} ({rule})", hint="leave it out")
    if not vehicle and word(args, "hull_down", HULL_DOWN) != "none":
        raise HulldownError(f"--hull-down is not for {target.name} (6.1.4.1a)", hint="leave it out")


def _defence(args: Arguments, target: Target) -> gp_defence.Defence:
    if isinstance(target, Vehicle):
        return gp_defence.of_vehicle(target)
    _check_carrier(args, target)
    if _carried(args):
        return gp_defence.of_passenger(target.name, _carried(args) == "under-cover")
    moving = bool(args.get("target_moving")) and not args.get("crawling")
    # E9: an over-stacked hex takes the cover from towed units, not from leg units.
    bare = bool(args.get("over_stacked")) and isinstance(target, Towed)
    cover: Cover = "none" if bare else word(args, "cover", COVERS)
    return gp_defence.of_unit(target, cover, bool(args.get("full_cover")), moving)


def _carried(args: Arguments) -> str:
    """How a passenger is carried, told by --carried or by the card of its carrier; "": it is on its feet."""
    if not args.get("carrier"):
        return str(args.get("carried") or "")
    if args.get("carried"):
        raise HulldownError("--carried and --carrier exclude each other", hint="name the carrier, or what it offers")
    return "under-cover" if find_vehicle(str(args["carrier"])).under_cover else "open"


def _check_carrier(args: Arguments, target: Towed | LegUnit) -> None:
    """Raises HulldownError for a carrier that has no room for the target, and for what a passenger cannot be."""
    carried = _carried(args)
    carrier = find_vehicle(str(args["carrier"])) if args.get("carrier") else None
    if carrier is not None and not fits(carrier, (target,)):
        raise HulldownError(f"{carrier.name} has no room for {target.name} (6.6.7.1f)", hint="name another carrier")
    for name, case in _AFOOT.items():
        if carried and args.get(name):
            raise HulldownError(f"{written(name)} is not for a passenger ({case})", hint="leave it out")


def _size(args: Arguments, target: Target) -> Size:
    if isinstance(target, Vehicle) or _carried(args):
        return "V"
    return "L" if args.get("cavalry") else target.target_size


def _bailout(args: Arguments) -> dict[str, Any]:
    """The chance to bail out, or to survive a wreck (5.15)."""
    event = needed(args, "event", f"one of {', '.join(EVENTS)}")
    who = needed(args, "who", f"one of {', '.join(WHO)}")
    found = bail_out(word({"event": event}, "event", EVENTS), word({"who": who}, "who", WHO), _grade(args))
    if found is None:
        raise HulldownError(f"a crew does not roll for {event} (6.5.4.5b)", hint="ask for --who leg or towed")
    return _chance(found)


def _building(args: Arguments) -> dict[str, Any]:
    """What happens to a vehicle that enters or leaves a building (6.6.3)."""
    card = find_vehicle(str(needed(args, "target", "name the vehicle")))
    of = word({"building": needed(args, "building", f"one of {', '.join(BUILDINGS)}")}, "building", BUILDINGS)
    at = entry(card, of)
    if at.void:
        raise HulldownError(
            f"{at.void} and may not enter buildings ({at.rule})", hint="only tracked vehicles with a roof"
        )
    chances = _shares(at.chances)
    return {"track": chances["track"], "damaged": chances["damaged"], "none": chances["none"]} | _end(at.factors)


def _hulldown(args: Arguments) -> dict[str, Any]:
    """The chance that a search finds a position (6.6.9)."""
    card = find_vehicle(str(needed(args, "target", "name the vehicle")))
    written = str(needed(args, "terrain", f"one of {', '.join(listing('hull-down-search').rows)}"))
    names = {name: name for name in (*listing("hull-down-search").rows, *terrain())}
    return _chance(search(card, look_up(written, names, "terrain"), _grade(args), bool(args.get("partial"))))


def _commands(args: Arguments) -> dict[str, Any]:
    """The commands and the Command Range of a formation (6.2.1.1)."""
    grade = _grade(args)
    found, reach = available_commands(grade, number(args, "units", 0)), range_factor(grade)
    return {"commands": found.value, "range": reach.value} | _end((*found.factors, reach))


def _initiative(args: Arguments) -> dict[str, Any]:
    """The chance to win the initiative roll (6.3)."""
    needed(args, "against", f"the grade of the other force: {', '.join(GRADES)}")
    found = initiative(_grade(args), _grade(args, "against"))
    return {"first": str(found.chance)} | _end(found.factors)


def _spot(args: Arguments) -> dict[str, Any]:
    """How far a target is spotted (6.1.3)."""
    target = _target(args)
    _check_target(args, target)
    seen = Sighting(
        _size(args, target), word(args, "cover", COVERS), _mark(args), bool(args.get("full_cover")),
        bool(args.get("spotter_suppressed")), bool(args.get("spotter_full_cover")),
        bool(args.get("over_stacked")) and not isinstance(target, LegUnit),
    )  # fmt: skip
    found = spotting_range(seen)
    return {"range": found.value} | _end(found.factors)


def _mark(args: Arguments) -> Mark:
    """The Spot counter; of two actions the one that shows more counts, for the order is not told."""
    fired = word(args, "fired", ("", "small", "full"))
    if fired == "full":
        return "fired"
    return "moved" if args.get("moved") else "small" if fired else ""


def _chance(found: Chance) -> dict[str, Any]:
    return {"chance": str(found.chance)} | _end(found.factors)


def _shares(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(name): str(chance) for name, chance in chances.items()}


def _end(factors: tuple[Factor, ...], provenance: str = "", void: str = "") -> dict[str, Any]:
    """What every answer ends with: its factors and its weakest source."""
    found = {"factors": told_factors(factors), "provenance": provenance or Chance(Fraction(0), factors).provenance}
    return found | ({"void": void} if void else {})


_ANSWERS: Final[Mapping[str, Callable[[Arguments], dict[str, Any]]]] = {
    "ap": _ap,
    "gp": _gp,
    "bailout": _bailout,
    "building": _building,
    "hulldown": _hulldown,
    "quickmarch": lambda args: _chance(quickmarch(_grade(args), bool(args.get("cavalry")))),
    "recovery": lambda args: _chance(recovery(_grade(args), bool(args.get("command")), bool(args.get("under_fire")))),
    "commands": _commands,
    "initiative": _initiative,
    "spot": _spot,
    "response": lambda args: indirect_odds.response_odds(args, _grade(args)),
    **assault_odds.ANSWERS,
    "air": _air,
    "aa": _aa,
}
