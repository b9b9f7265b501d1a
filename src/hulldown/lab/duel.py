"""A duel: the odds of one weapon against another over range and aspect, and what comes of firing at each other.

Everything is exact: the games' own odds, as fractions, and a chain over the states of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games import load_game

FARTHEST = 99
NONE, DAMAGED, KILL = "none", "damaged", "kill"
TOGETHER, INITIATIVE = "together", "initiative"
KILLS = ("ko", "bu")
"""Effects after which a target fires no more."""


class Odds(NamedTuple):
    """What one shot does."""

    damaged: Fraction
    kill: Fraction

    @property
    def none(self) -> Fraction:
        return 1 - self.damaged - self.kill


class Shot(msgspec.Struct, frozen=True):
    """One shot of the attacker: at which range and aspect, with each outcome's chance."""

    range: int
    aspect: str
    kill: Fraction
    outcomes: dict[str, Fraction]


class Exchange(msgspec.Struct, frozen=True):
    """Both fire at each other until one cannot any more: how it ends, and after how many turns on average.

    `turns` is 0 where nobody can ever win.
    """

    range: int
    attacker: Fraction
    target: Fraction
    both: Fraction
    never: Fraction
    turns: Fraction


class Duel(msgspec.Struct):
    """All that is worked out."""

    game: str
    attacker: str
    target: str
    order: str
    aspects: list[str]
    effects: list[str]
    ranges: list[int]
    shots: list[Shot]
    returned: list[Shot]
    """The target's shots at the attacker, which shows it the aspect of the exchange."""
    exchange: list[Exchange]
    given: dict[str, Any]
    returning: dict[str, Any]

    def chances(self, aspect: str) -> list[Fraction]:
        """The attacker's chances to kill over all ranges, for one aspect of the target."""
        return [shot.kill for shot in self.shots if shot.aspect == aspect]


def tools_for(game: str) -> ModuleType:
    """The tools of a game, which must have odds."""
    load_game(game)  # refuses an unknown name
    try:
        tools = import_module(f"hulldown.games.{game}.faces.tools")
    except ModuleNotFoundError:
        raise HulldownError(f"the game {game} offers no odds") from None
    return tools


def duel(
    game: str, attacker: str, target: str, given: Mapping[str, Any] | None = None,
    returning: Mapping[str, Any] | None = None,
) -> Duel:  # fmt: skip
    """The duel of two weapons.

    `given` are flags of the game's odds that describe the attacker's shots, `returning` those of the target's; the
    aspects in them are those that count in the exchange.
    """
    tools = tools_for(game)
    known = {str(flag["flag"]).lstrip("-").replace("-", "_"): flag for flag in tools.odds_arguments()}
    for name in {**(given or {}), **(returning or {})}:
        if name not in known:
            raise UnknownNameError(f"{game} knows no {name!r} of a shot", hint=f"one of {', '.join(known)}")
    plain = {name: flag.get("default") for name, flag in known.items()}
    names = _names(tools, attacker, target)
    there = {**plain, **(given or {}), "attacker": names[0], "target": names[1]}
    back = {**plain, **(returning or {}), "attacker": names[1], "target": names[0]}
    aspects = [str(aspect) for aspect in known.get("aspect", {}).get("choices") or ("front",) if aspect != "either"]
    sides = _Sides(tools, there, back)
    shots = [sides.shot(there, reach, aspect) for aspect in aspects for reach in range(1, FARTHEST + 1)]
    returned = [sides.shot(back, reach, str(back.get("aspect") or "front")) for reach in range(1, FARTHEST + 1)]
    hurting = [
        shot.range for shot in (*shots, *returned) if any(shot.outcomes.get(e, 0) for e in shot.outcomes if e != NONE)
    ]
    last = min(FARTHEST, max(hurting, default=1) + 1)
    order = str(getattr(tools, "EXCHANGE", TOGETHER))
    return Duel(
        game, names[0], names[1], order, aspects, [e for e in shots[0].outcomes if e != NONE],
        list(range(1, last + 1)), [shot for shot in shots if shot.range <= last],
        [shot for shot in returned if shot.range <= last],
        [exchange(reach, sides, order) for reach in range(1, last + 1)],
        dict(given or {}), dict(returning or {}),
    )  # fmt: skip


def _names(tools: ModuleType, attacker: str, target: str) -> tuple[str, str]:
    """The names as the game writes them; it answers a wrong one with the nearest."""
    tools.odds({"attacker": attacker, "target": target, "range": 1})
    known = {_folded(str(unit["name"])): str(unit["name"]) for unit in tools.units()}
    return known.get(_folded(attacker), attacker), known.get(_folded(target), target)


def _folded(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


class _Sides:
    """The shots of both, asked of the game's own odds."""

    def __init__(self, tools: ModuleType, there: dict[str, Any], back: dict[str, Any]) -> None:
        self.tools, self.there, self.back = tools, there, back
        self.hurts = any(str(flag["flag"]) == "--shooter-damaged" for flag in tools.odds_arguments())

    def shot(self, flags: dict[str, Any], reach: int, aspect: str, **state: bool) -> Shot:
        found = self.tools.odds({**flags, "range": reach, "aspect": aspect, **state})
        if "outcomes" in found:
            outcomes = {str(name): Fraction(str(chance)) for name, chance in found["outcomes"].items()}
            kill = sum((outcomes.get(name, Fraction(0)) for name in KILLS), Fraction(0))
        else:
            kill = Fraction(str(found["probability"] or 0))
            outcomes = {NONE: 1 - kill, KILL: kill}
        return Shot(reach, aspect, kill, outcomes)

    def odds(self, returned: bool, reach: int, shooter_hurt: bool, target_hurt: bool) -> Odds:
        """The odds of a shot in a state of the exchange."""
        flags = self.back if returned else self.there
        state = {"shooter_damaged": shooter_hurt, "target_damaged": target_hurt} if self.hurts else {}
        state = {name: value or bool(flags.get(name)) for name, value in state.items()}
        found = self.shot(flags, reach, str(flags.get("aspect") or "front"), **state)
        return Odds(found.outcomes.get(DAMAGED, Fraction(0)), found.kill)


def exchange(reach: int, sides: _Sides, order: str) -> Exchange:
    """How an exchange of fire at one range ends: a chain over who is fit, damaged or out."""

    @cache
    def ending(attacker: bool, target: bool) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
        """From this state (True: damaged): attacker, target and both win, nobody ever does, turns."""
        chances: dict[tuple[str, str], Fraction] = {}
        for first, weight in _orders(order):
            for after, chance in _turn(sides, reach, attacker, target, first).items():
                chances[after] = chances.get(after, Fraction(0)) + weight * chance
        here = ("damaged" if attacker else "fit", "damaged" if target else "fit")
        stay = chances.pop(here, Fraction(0))
        if stay == 1:
            return Fraction(0), Fraction(0), Fraction(0), Fraction(1), Fraction(0)
        total = [Fraction(0)] * 4
        turns = 1 / (1 - stay)
        for (a, t), chance in chances.items():
            share = chance / (1 - stay)
            if a != KILL and t != KILL:
                later = ending(a == "damaged", t == "damaged")
                total = [have + share * more for have, more in zip(total, later[:4], strict=True)]
                turns += share * later[4]
            else:
                total[2 if a == t else 0 if t == KILL else 1] += share
        return total[0], total[1], total[2], total[3], turns

    found = ending(False, False)
    return Exchange(reach, *found)


def _orders(order: str) -> list[tuple[str, Fraction]]:
    """Who fires first, with what chance: both together, or by an even roll for initiative each turn."""
    if order == INITIATIVE:
        return [("attacker", Fraction(1, 2)), ("target", Fraction(1, 2))]
    return [(TOGETHER, Fraction(1))]


def _turn(sides: _Sides, reach: int, attacker: bool, target: bool, first: str) -> dict[tuple[str, str], Fraction]:
    """The states after one turn of fire, with their chances."""
    found: dict[tuple[str, str], Fraction] = {}

    def add(a: str, t: str, chance: Fraction) -> None:
        if chance:
            found[a, t] = found.get((a, t), Fraction(0)) + chance

    def fire(returned: bool, shooter_hurt: bool, target_hurt: bool) -> list[tuple[str, Fraction]]:
        odds = sides.odds(returned, reach, shooter_hurt, target_hurt)
        unhurt = "damaged" if target_hurt else "fit"
        return [(unhurt, odds.none), ("damaged", odds.damaged), (KILL, odds.kill)]

    if first == "attacker":
        for t, chance in fire(False, attacker, target):
            if t == KILL:
                add("damaged" if attacker else "fit", t, chance)
                continue
            for a, more in fire(True, t == "damaged", attacker):
                add(a, t, chance * more)
    elif first == "target":
        for a, chance in fire(True, target, attacker):
            if a == KILL:
                add(a, "damaged" if target else "fit", chance)
                continue
            for t, more in fire(False, a == "damaged", target):
                add(a, t, chance * more)
    else:
        for t, chance in fire(False, attacker, target):
            for a, more in fire(True, target, attacker):
                add(a, t, chance * more)
    return found
