"""The odds of Panzer Battles as plain data: attacks, and the tables of morale, rallying and scatter."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, get_args

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.explain import Factor
from hulldown.core.numbers import whole_number
from hulldown.core.tools import Arguments, Flag, told_factors
from hulldown.games.panzer_battles.data.loading import RATINGS, TERRAINS, provenance
from hulldown.games.panzer_battles.data.units import UnitType, find_unit
from hulldown.games.panzer_battles.rules.arms import WEAPONS, Weapon, weapons_of
from hulldown.games.panzer_battles.rules.fire import Aim, Aspect, Shot, Terrain, resolve
from hulldown.games.panzer_battles.rules.morale_tables import (
    hq_chances,
    hq_provenance,
    morale_check,
    rating_rally_chance,
)
from hulldown.games.panzer_battles.rules.scatter import (
    label_of,
    landing,
    pattern,
    place_of,
    scatter_chances,
    scatter_column,
)

TABLES: Final = ("morale", "scatter", "rally")
MOST: Final = 5
"""Vehicles, guns or steps of a unit (3.32a)."""
FARTHEST: Final = 99
LOSS_DICE: Final = ("each", "single")
ODDS_FLAGS: Final = (
    Flag("--attacker", "str", None, None, "the firing unit, as `hulldown units panzer_battles` names it"),
    Flag("--weapon", "str", "main", WEAPONS, "what it fires; artillery needs neither attacker nor range"),
    Flag("--count", "int", None, None, "vehicles, guns with a crew, or steps that fire; a whole unit unless given"),
    Flag("--target", "str", None, None, "the unit fired at"),
    Flag("--strength", "int", None, None, "vehicles, guns or steps of the target; a whole unit unless given"),
    Flag("--range", "int", None, None, "hexes from firer to target; 0 in close assault"),
    Flag("--aspect", "str", "front", get_args(Aspect), "the armour in the line of fire"),
    Flag("--terrain", "str", "clear", TERRAINS, "the terrain under the target"),
    Flag("--moving", "bool", False, None, "the target is moving (12.51)"),
    Flag("--defilade", "bool", False, None, "the target is in defilade; suppressed infantry always is (8.62)"),
    Flag("--column", "bool", False, None, "the target is in Column"),
    Flag("--stacked", "int", 0, None, "other units of the target's type, vehicles or infantry, in its hex"),
    Flag("--firer-suppressed", "bool", False, None, "the firing unit is suppressed, or the crew of a gun"),
    Flag("--firer-column", "bool", False, None, "the firing unit is in Column"),
    Flag("--mounted", "bool", False, None, "the firing infantry is mounted"),
    Flag("--target-suppressed", "bool", False, None, "the target is suppressed already"),
    Flag("--scattered", "bool", False, None, "the artillery is scattered"),
    Flag("--loss-dice", "str", "each", LOSS_DICE, "a die for each loss, or a single one (option loss_dice)"),
    Flag("--table", "str", None, TABLES, "ask a table instead of an attack"),
    Flag("--size", "int", None, None, "morale: vehicles or steps of the company at the start"),
    Flag("--lost", "int", None, None, "morale: how many of them it has lost"),
    Flag("--detached", "bool", False, None, "morale: a platoon of the company was detached"),
    Flag("--observed", "str", None, None, "scatter: hexes from the nearest spotter to the target hex, or none"),
    Flag("--ffe", "bool", False, None, "scatter: fire for effect"),
    Flag("--apex", "str", None, None, "scatter: the target hex, such as 1524"),
    Flag("--result", "str", None, None, "scatter: how many hexes the fire is off, or OT or S"),
    Flag("--dice", "str", None, None, "scatter: the dice for direction and wheel, such as 5,3"),
    Flag("--rating", "str", None, RATINGS, "rally: the rating of the headquarters"),
)
_OF_TABLES: Final = {
    "morale": ("size", "lost", "detached"), "scatter": ("observed", "ffe", "apex", "result", "dice"),
    "rally": ("rating",),
}  # fmt: skip


def odds_arguments() -> list[Flag]:
    """The flags of `hulldown odds panzer_battles`."""
    return list(ODDS_FLAGS)


def odds(args: Arguments) -> dict[str, Any]:
    """The exact chances of one attack, or those of a table, with all that makes them."""
    table = args.get("table")
    if table is not None and table not in TABLES:
        raise UnknownNameError(f"--table is {table!r}", hint=f"one of {', '.join(TABLES)}")
    for name, flags in _OF_TABLES.items():
        given = next((flag for flag in flags if name != table and args.get(flag) not in (None, False)), None)
        if given is not None:
            raise HulldownError(f"--{given} belongs to --table {name}", hint=f"add --table {name}, or leave it out")
    if table == "morale":
        return _morale(args)
    if table == "rally":
        return _rally(args)
    return told(resolve(aim_of(args))) if table is None else _scatter(args)


def told(shot: Shot) -> dict[str, Any]:
    """A shot as plain data."""
    if shot.void:
        void = f"{shot.rule}: {shot.void}"
        return {"attack_strength": None, "modifier": None, "losses": {}, "suppressed": "0", "factors": [],
                "provenance": "", "void": void, "rule": shot.rule}  # fmt: skip
    found: dict[str, Any] = {"attack_strength": shot.strength.value}
    if shot.column is not None:
        found["column"] = shot.column
    return found | {
        "modifier": shot.modifier.value,
        "losses": {str(losses): str(chance) for losses, chance in shot.losses.items()},
        "suppressed": str(shot.suppressed),
        **shares(shot),
        "factors": told_factors(shot.factors),
        "provenance": shot.provenance,
        "void": "",
        "rule": shot.rule,
    }


def shares(shot: Shot) -> dict[str, Any]:
    """The chance to do any harm, and that of each outcome: nothing, suppression alone, so many losses."""
    found: dict[str, Fraction] = {}
    for after, chance in shot.outcomes.items():
        key = str(after.losses) if after.losses else "S" if after.suppressed else "none"
        found[key] = found.get(key, Fraction(0)) + chance
    return {"probability": str(1 - found.get("none", Fraction(0))), "outcomes": _shares(found)}


def dice_told(shot: Shot) -> list[dict[str, Any]]:
    """What the dice do: two for the result, then one for each loss (10.1, 9.1, 12.0-proc-6)."""
    if shot.void or not shot.results:
        return []
    by_two = {str(total): result for total, result in zip(range(2, 13), shot.results, strict=True)}
    by_one = {str(die): f"{shift:+d}" if shift else "0" for die, shift in zip(range(1, 7), shot.shifts, strict=False)}
    return [
        {"name": "Result of two dice", "rule": shot.rule, "cells": by_two},
        {"name": "Each loss by one die", "rule": "12.0-proc-6", "cells": by_one},
    ]


def aim_of(args: Arguments) -> Aim:
    """The aim that the flags describe; raises HulldownError for what no attack can be."""
    weapon = _one_of(args, "weapon", WEAPONS)
    target = _unit(args, "target")
    attacker = None if weapon == "artillery" else _attacker(args, weapon)
    for name in ("scattered", "mounted"):
        fits = weapon == "artillery" if name == "scattered" else attacker is not None and attacker.infantry
        if args.get(name) and not fits:
            who = "artillery" if name == "scattered" else "infantry that fires"
            raise HulldownError(f"--{name} is for {who}", hint="leave it out")
    return Aim(
        weapon,
        attacker,
        target,
        number=MOST if attacker is None else _strength(args, "count", attacker),
        strength=_strength(args, "strength", target),
        distance=0 if attacker is None else _number(args, "range", 0, FARTHEST),
        aspect=_one_of(args, "aspect", get_args(Aspect)),
        terrain=_one_of(args, "terrain", get_args(Terrain)),
        moving=bool(args.get("moving")),
        defilade=bool(args.get("defilade")),
        column=bool(args.get("column")),
        stacked=_number(args, "stacked", 0, FARTHEST, 0),
        target_suppressed=bool(args.get("target_suppressed")),
        firer_suppressed=bool(args.get("firer_suppressed")),
        firer_column=bool(args.get("firer_column")),
        mounted=bool(args.get("mounted")),
        scattered=bool(args.get("scattered")),
        loss_dice=_one_of(args, "loss_dice", LOSS_DICE),
    )


def _attacker(args: Arguments, weapon: Weapon) -> UnitType:
    unit = _unit(args, "attacker")
    if weapon not in weapons_of(unit):
        raise HulldownError(f"{unit.name} has no {weapon}", hint=f"its weapons: {', '.join(weapons_of(unit))}")
    return unit


def _unit(args: Arguments, name: str) -> UnitType:
    written = args.get(name)
    if not written:
        raise HulldownError(f"the {name} is missing", hint=f"give --{name}, such as --{name} M4")
    return find_unit(str(written))


def _strength(args: Arguments, name: str, unit: UnitType) -> int:
    return _number(args, name, 1, unit.full, unit.full)


def _number(args: Arguments, name: str, least: int, most: int, otherwise: int | None = None) -> int:
    """The number of a flag; raises HulldownError where it is missing or impossible."""
    value = args.get(name)
    if value is None:
        value = otherwise
    if value is None:
        raise HulldownError(f"--{name} is missing", hint=f"give a number from {least} to {most}")
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HulldownError(f"--{name} is {value}", hint=f"give a number from {least} to {most}")
    return value


def _one_of(args: Arguments, name: str, known: tuple[str, ...]) -> Any:
    """One of the known words; the first when none is given; raises UnknownNameError."""
    word = args.get(name) or known[0]
    if word not in known:
        raise UnknownNameError(f"--{name.replace('_', '-')} is {word!r}", hint=f"one of {', '.join(known)}")
    return word


def _morale(args: Arguments) -> dict[str, Any]:
    """The column of a morale check and by how much the state rises (14.2)."""
    size = _number(args, "size", 1, FARTHEST)
    lost = _number(args, "lost", 1, size)
    check = morale_check(size, lost, bool(args.get("detached")))
    table = Factor("14.2", "column of the Morale Table", check.column.value, provenance("14.2"))
    return {
        "column": check.column.value,
        "increase": _shares(check.increase),
        "factors": told_factors((*check.column.factors, table)),
        "provenance": provenance("14.2"),
        "rule": "14.2",
    }


def _rally(args: Arguments) -> dict[str, Any]:
    """The HQ values of a rating with their chances, and the chance to rally before one is rolled (14.6b, 14.8)."""
    if args.get("rating") is None:
        raise HulldownError("--rating is missing", hint=f"one of {', '.join(RATINGS)}")
    rating = str(args["rating"]).upper()
    values, chance = hq_chances(rating), rating_rally_chance(rating)
    tag = hq_provenance(rating)
    factors = (
        Factor(f"14.8-{rating}", f"rating {rating}, value by one die", ", ".join(map(str, values)), tag),
        Factor("14.6b", "rallies with a die of at most the value", str(chance)),
    )
    return {
        "value": _shares(values),
        "success": str(chance),
        "factors": told_factors(factors),
        "provenance": tag,
        "rule": "14.6b",
    }


def _scatter(args: Arguments) -> dict[str, Any]:
    """The results of 17.27 with their chances; with an apex, where the fire comes down (17.26-2b, 17.14)."""
    if args.get("apex") is not None:
        if args.get("observed") is not None or args.get("ffe"):
            raise HulldownError("--apex asks where fire comes down, --observed and --ffe how likely that is",
                                hint="give one or the other")  # fmt: skip
        return _landing(args)
    written = args.get("observed")
    if written is None and not args.get("ffe"):
        raise HulldownError("--table scatter asks who sees the target hex", hint="give --observed N, none, or --ffe")
    distance = None
    if written is not None and written != "none":
        distance = whole_number(str(written))
        if distance is None or distance < 0:
            raise HulldownError(f"--observed is {written!r}", hint="give a number of hexes from 0 up, or none")
    # 17.25: fire for effect needs somebody who sees the hex.
    column = scatter_column(distance, bool(args.get("ffe")) and written != "none")
    tag = provenance("17.27")
    factor = Factor("17.27", "column of the Artillery Scatter Table", column, tag)
    return {
        "column": column,
        "results": _shares(scatter_chances(column)),
        "factors": told_factors((factor,)),
        "provenance": tag,
        "rule": "17.27",
    }


def _landing(args: Arguments) -> dict[str, Any]:
    result = str(args.get("result") or "")
    distance = 0 if result in ("OT", "S") else whole_number(result.removeprefix("S-"))
    if distance is None or not 0 <= distance <= 4:
        raise HulldownError(f"--result is {result!r}", hint="give OT, S, or the hexes that the fire is off: 1 to 4")
    dice = [whole_number(word) for word in str(args.get("dice") or "").replace(",", " ").split()]
    need = min(distance, 2)
    rolled = tuple([die for die in dice if die is not None and 1 <= die <= 6])
    if len(dice) != need or len(rolled) != need:
        told = ("no die is rolled", "one die is rolled", "two dice are rolled")[need]
        raise HulldownError(f"--dice is {args.get('dice')!r}; for this result {told}", hint="a die has 1 to 6: 5,3")
    apex = landing(place_of(str(args["apex"])), distance, rolled)
    hexes = [label_of(place) for place in pattern(apex)]
    tag = provenance("scatter")
    factors = [Factor("17.26-diag", "direction of the first die", rolled[0], tag)] if rolled else []
    factors += [Factor("17.26-2b", "hexes wheeled clockwise", rolled[1])] if need == 2 else []
    factors.append(Factor("17.14", "pattern: apex, N and NE of it", " ".join(hexes), "reconstructed"))
    return {
        "apex": hexes[0],
        "pattern": [label for label in hexes if label],
        "factors": told_factors(factors),
        "provenance": "reconstructed",
        "rule": "17.26-2b",
    }


def _shares(chances: Mapping[Any, Fraction]) -> dict[str, str]:
    return {str(name): str(chance) for name, chance in chances.items()}
