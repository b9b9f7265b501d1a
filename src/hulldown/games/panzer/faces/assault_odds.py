"""The odds of close combat as plain data: close assault, hand-to-hand and overrun (6.6.1, 6.6.10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, get_args

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.tools import Arguments, told_factors
from hulldown.games.panzer.data.advanced_tables import Grade, find_grade
from hulldown.games.panzer.data.arsenal import find_attacker, find_target
from hulldown.games.panzer.data.leg import CrewWeapon, LegUnit, Size
from hulldown.games.panzer.data.loading import COVERS, Cover
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.faces.advanced_flags import CLOUDS, DEFENDERS, LIMITS, needed, number, word
from hulldown.games.panzer.rules.advanced import assault, gp, gp_defence, hand_to_hand, overrun
from hulldown.games.panzer.rules.advanced.hindrances import Clouds

SIZES: Final[tuple[Size, ...]] = get_args(Size)


def _attackers(args: Arguments) -> tuple[Size, ...]:
    """The sizes that are written with commas, the primary attacker first; raises HulldownError."""
    hint = f"such as squad,half-squad: each one of {', '.join(SIZES)}"
    found: list[Size] = []
    for written in str(needed(args, "attackers", hint)).split(","):
        size = next((one for one in SIZES if one == written.strip().casefold()), None)
        if size is None:
            raise UnknownNameError(f"--attackers names {written.strip()!r} (6.6.1.1a)", hint=hint)
        found.append(size)
    if args.get("dismount") and len(found) > 1:
        raise HulldownError("who dismounts into an attack attacks alone (6.6.1.1p)", hint="name one attacker")
    if args.get("dismount") and args.get("advance"):
        raise HulldownError("--advance and --dismount exclude each other (6.6.1.1o)", hint="leave one out")
    if args.get("advance") and args.get("flamethrower") and found == ["section"] and not args.get("cavalry"):
        why = "--advance and --flamethrower: a section with an attached weapon does not advance (6.6.1.1f)"
        raise HulldownError(why, hint="leave one out, or name another attacker that advances")
    return tuple(found)


def _grade(args: Arguments, name: str = "grade") -> Grade:
    return find_grade(str(args.get(name) or "seasoned"))


def _assault(args: Arguments) -> dict[str, Any]:
    """A Close Assault from one hex (6.6.1.1)."""
    target = find_target(str(needed(args, "target", "name the vehicle")))
    if not isinstance(target, Vehicle):
        raise HulldownError(f"{target.name} is no vehicle (6.6.1.1d)", hint="ask for --kind hand")
    shot = assault.resolve(
        assault.Assault(
            _attackers(args), target, _grade(args), bool(args.get("advance")), bool(args.get("uphill")),
            bool(args.get("dismount")), bool(args.get("unsupported")), bool(args.get("flamethrower")),
            bool(args.get("target_moving")), bool(args.get("target_suppressed")), bool(args.get("target_damaged")),
        )
    )  # fmt: skip
    answer = {
        "factor": shot.factor, "defence": shot.defence, "net": shot.net.value, "n_effect": shot.n_effect,
        "s_effect": shot.s_effect, "outcomes": {effect: str(chance) for effect, chance in shot.outcomes.items()},
    }  # fmt: skip
    return answer | {"factors": told_factors(shot.factors), "provenance": shot.provenance}


def _hand(args: Arguments) -> dict[str, Any]:
    """A Hand-to-Hand combat: its first round, and the whole of it (6.6.1.2)."""
    grade, cavalry = _grade(args), bool(args.get("cavalry"))
    attackers = tuple([
        hand_to_hand.Fighter(size, grade, bool(args.get("flamethrower")) and not number, cavalry)
        for number, size in enumerate(_attackers(args))
    ])  # fmt: skip
    defender = hand_to_hand.Fighter(word(args, "defender", DEFENDERS), _grade(args, "against"))
    fight = hand_to_hand.Fight(
        attackers, defender, bool(args.get("advance")), bool(args.get("uphill")), bool(args.get("dismount")),
        bool(args.get("defender_suppressed")),
    )  # fmt: skip
    nets = hand_to_hand.nets(fight)
    answer = {
        "first_round": str(hand_to_hand.first_round(fight)), "attacker_wins": str(hand_to_hand.attacker_wins(fight)),
        "net": nets.attacker.value, "net_defender": nets.defender.value,
    }  # fmt: skip
    return answer | {"factors": told_factors(hand_to_hand.factors(nets)), "provenance": nets.provenance}


def _overrun(args: Arguments) -> dict[str, Any]:
    """An Overrun, told like GP fire (6.6.10.1)."""
    vehicle = find_attacker(str(needed(args, "attacker", "name the vehicle")))
    if not isinstance(vehicle, Vehicle):
        raise HulldownError(f"{vehicle.name} is no vehicle: it cannot overrun (6.6.10b)", hint="name a vehicle")
    if not overrun.able(vehicle):
        raise HulldownError(f"{vehicle.name} has no GP weapon: it cannot overrun (6.6.10b)", hint="name another one")
    target = find_target(str(needed(args, "target", "name a leg or towed unit")))
    if isinstance(target, Vehicle):
        raise HulldownError(f"{target.name} is a vehicle (6.6.10d)", hint="only leg and towed units are overrun")
    aboard = _passengers(args, vehicle)
    aim = overrun.aim(vehicle, _defence(args, target), aboard)._replace(
        grade=_grade(args), size="S", cavalry=bool(args.get("cavalry")), crawling=bool(args.get("crawling")),
        entrenched=bool(args.get("entrenched")), shooter_damaged=bool(args.get("shooter_damaged")),
        shooter_suppressed=bool(args.get("shooter_suppressed")), smoke=number(args, "smoke", 0, 0),
        fires=number(args, "on_fire", 0, 0), ammo_limit=_limit(args, vehicle),
        clouds=Clouds(*(number(args, name, 0, 0) for name in CLOUDS)),
    )  # fmt: skip
    shot = gp.resolve(aim)
    answer = {
        "band": shot.band, "factor": shot.factor, "defence": shot.defence, "net": shot.net.value,
        "n_effect": shot.n_effect, "s_effect": shot.s_effect,
        "outcomes": {effect: str(chance) for effect, chance in shot.outcomes.items()},
    }  # fmt: skip
    parts = overrun.parts_of(vehicle, aboard)
    parts = parts if len(parts) > 1 else ()
    return answer | {"factors": told_factors((*parts, *shot.factors)), "provenance": shot.provenance}


def _passengers(args: Arguments, vehicle: Vehicle) -> tuple[LegUnit, ...]:
    names = [name.strip() for name in str(args.get("passengers") or "").split(",") if name.strip()]
    found = [find_attacker(name) for name in names]
    for one in found:
        if not isinstance(one, LegUnit):
            case = "6.6.10.1b" if isinstance(one, CrewWeapon) else "6.6.10.1a"
            raise HulldownError(f"{one.name} is no leg unit: it adds nothing ({case})", hint="name leg units only")
    aboard = tuple([one for one in found if isinstance(one, LegUnit)])
    if not overrun.room_for(vehicle, aboard):
        raise HulldownError(f"{vehicle.name} has no room for {', '.join(names)} (6.6.7.1f)", hint="name fewer")
    return aboard


def _defence(args: Arguments, target: LegUnit | Towed) -> gp_defence.Defence:
    bare = bool(args.get("over_stacked")) and isinstance(target, Towed)
    moving = bool(args.get("target_moving")) and not args.get("crawling")
    if isinstance(target, Towed):
        for name, case in (("cavalry", "6.6.4.5a"), ("crawling", "6.6.4.3a")):
            if args.get(name):
                raise HulldownError(f"--{name} is not for {target.name} ({case})", hint="leave it out")
    cover: Cover = "none" if bare else word(args, "cover", COVERS)
    return gp_defence.of_unit(target, cover, bool(args.get("full_cover")), moving)


def _limit(args: Arguments, vehicle: Vehicle) -> bool:
    """Whether a basic limit failed; one failure hinders the whole attack once (M14)."""
    failed = LIMITS.index(word(args, "ammo_limit", LIMITS))
    limited = any(one.basic_limit or one.heat_limit for one in overrun.weapons_used(vehicle))
    if failed > 1 or (failed and not limited):
        why = f"{vehicle.name} has no such ammo limit for an overrun (6.6.10.1b)"
        raise HulldownError(why, hint="leave --ammo-limit out")
    return bool(failed)


ANSWERS: Final[Mapping[str, Callable[[Arguments], dict[str, Any]]]] = {
    "assault": _assault,
    "hand": _hand,
    "overrun": _overrun,
}
