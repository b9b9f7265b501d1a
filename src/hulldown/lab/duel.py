"""A duel: the odds of one weapon against another over range and aspect, and how an exchange of fire ends.

Everything is exact: the game's own odds as fractions, and a Markov chain over the states of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import msgspec

from hulldown.core.errors import HulldownError, OutOfRangeError, UnknownNameError
from hulldown.core.tools import Flag, Tools
from hulldown.games import load_tools
from hulldown.lab.wear import harm, worn_down

FARTHEST = 99
NONE, DAMAGED, KILL = "none", "damaged", "kill"
FRONT = "front"
FIT = "fit"
ATTACKER, TARGET = "attacker", "target"
TOGETHER, INITIATIVE = "together", "initiative"
KILLS = ("ko", "bu", "D4")
"""Effects after which a target fires no more."""
SHARED = ("book",)
"""Flags that say by which rules both fire."""


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

    @property
    def hurts(self) -> bool:
        """Whether the shot can do any harm."""
        return any(chance for effect, chance in self.outcomes.items() if effect != NONE)

    @property
    def wears(self) -> Fraction:
        """The chance of results that add up until the target is lost."""
        worn = sum((chance for levels, chance in harm(self.outcomes).items() if levels), Fraction(0))
        # Where results do not add up, there is nothing but kills.
        return max(worn - self.kill, Fraction(0))


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
    """The whole result."""

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

    @property
    def facing(self) -> str:
        """The aspects that the two show each other in the exchange, in words; "" where the game knows none."""
        if len(self.aspects) == 1:
            return ""
        there, back = _aspect(self.given), _aspect(self.returning)
        return f"at the {self.target}'s {there} and the {self.attacker}'s {back}"


def duel(
    game: str, attacker: str, target: str, given: Mapping[str, Any] | None = None,
    returning: Mapping[str, Any] | None = None,
) -> Duel:  # fmt: skip
    """The duel of two weapons.

    `given` are flags of the game's odds that describe the attacker's shots, `returning` those of the target's. Their
    aspects count in the exchange.
    """
    given, returning = dict(given or {}), dict(returning or {})
    tools = load_tools(game)
    flags = {flag.name: flag for flag in tools.odds_arguments()}
    for name in {**given, **returning}:
        if name not in flags:
            raise UnknownNameError(f"{game} knows no {name!r} of a shot", hint=f"one of {', '.join(flags)}")
    first, second = _names(tools, attacker, target, given)
    defaults = {name: flag.default for name, flag in flags.items()}
    shared = {name: given[name] for name in SHARED if name in given}
    sides = _Sides(
        tools,
        there={**defaults, **given, "attacker": first, "target": second},
        back={**defaults, **shared, **returning, "attacker": second, "target": first},
    )
    aspects = _aspects(flags)
    shots = [shot for aspect in aspects for shot in sides.shots(sides.there, aspect)]
    returned = sides.shots(sides.back, _aspect(sides.back))
    last = min(FARTHEST, max((shot.range for shot in (*shots, *returned) if shot.hurts), default=1) + 1)
    ranges = list(range(1, last + 1))
    return Duel(
        game, first, second, tools.EXCHANGE, aspects, _effects(shots),
        ranges, _up_to(last, shots), _up_to(last, returned),
        [_exchange(reach, sides, shots, returned) for reach in ranges],
        given, returning,
    )  # fmt: skip


def _effects(shots: list[Shot]) -> list[str]:
    """What the shots can do, the least first: what shots from afar do comes before what only near ones do."""
    found = dict.fromkeys(effect for shot in reversed(shots) for effect in shot.outcomes)
    return [effect for effect in found if effect != NONE]


def _up_to(last: int, shots: list[Shot]) -> list[Shot]:
    return [shot for shot in shots if shot.range <= last]


def _aspects(flags: Mapping[str, Flag]) -> list[str]:
    """The aspects a target can show."""
    choices = flags["aspect"].choices if "aspect" in flags else None
    return [aspect for aspect in choices or (FRONT,) if aspect != "either"]


def _aspect(flags: Mapping[str, Any]) -> str:
    return str(flags.get("aspect") or FRONT)


def _names(tools: Tools, attacker: str, target: str, given: Mapping[str, Any]) -> tuple[str, str]:
    """The names as the game writes them; the game refuses an unknown one and names the nearest."""
    with suppress(OutOfRangeError):
        tools.odds({**given, "attacker": attacker, "target": target, "range": 1})
    known = {_folded(str(unit["name"])): str(unit["name"]) for unit in tools.units()}
    return known.get(_folded(attacker), attacker), known.get(_folded(target), target)


def _folded(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


class _Sides:
    """The shots of both sides, by the game's own odds."""

    def __init__(self, tools: Tools, there: dict[str, Any], back: dict[str, Any]) -> None:
        self.tools = tools
        self.there = there
        """The flags of the attacker's shots."""
        self.back = back
        """The flags of the target's shots."""
        self.hurts = any(flag.name == "shooter_damaged" for flag in tools.odds_arguments())
        """Whether the game knows damaged units."""

    def shot(self, flags: dict[str, Any], reach: int, aspect: str, **state: bool) -> Shot:
        try:
            found = self.tools.odds({**flags, "range": reach, "aspect": aspect, **state})
        except OutOfRangeError:
            return Shot(reach, aspect, Fraction(0), {NONE: Fraction(1), KILL: Fraction(0)})
        if "outcomes" in found:
            outcomes = {str(name): Fraction(str(chance)) for name, chance in found["outcomes"].items()}
            kill = sum((outcomes.get(name, Fraction(0)) for name in KILLS), Fraction(0))
        elif "probability" not in found:
            raise HulldownError(
                "a duel is between units that one shot puts out of action; this game counts losses",
                hint="ask `hulldown odds` for the chance of each number of losses",
            )
        else:
            kill = Fraction(str(found["probability"] or 0))
            outcomes = {NONE: 1 - kill, KILL: kill}
        return Shot(reach, aspect, kill, outcomes)

    def shots(self, flags: dict[str, Any], aspect: str) -> list[Shot]:
        """A shot at each range."""
        return [self.shot(flags, reach, aspect) for reach in range(1, FARTHEST + 1)]

    def odds(self, returned: bool, reach: int, shooter_hurt: bool, target_hurt: bool) -> Odds:
        """The odds of a shot in a state of the exchange."""
        flags = self.back if returned else self.there
        state = {"shooter_damaged": shooter_hurt, "target_damaged": target_hurt} if self.hurts else {}
        state = {name: value or bool(flags.get(name)) for name, value in state.items()}
        found = self.shot(flags, reach, _aspect(flags), **state)
        return Odds(found.outcomes.get(DAMAGED, Fraction(0)), found.kill)


def _exchange(reach: int, sides: _Sides, shots: list[Shot], returned: list[Shot]) -> Exchange:
    """How an exchange at one range ends, by the way in which the game's results count."""
    recovery = sides.tools.RECOVERY
    if not recovery:
        return exchange(reach, sides, sides.tools.EXCHANGE)
    there, back = shots[reach - 1], returned[reach - 1]
    won, lost, both, turns = worn_down(harm(there.outcomes), harm(back.outcomes), recovery)
    return Exchange(reach, won, lost, both, Fraction(0 if turns else 1), turns)


def exchange(reach: int, sides: _Sides, order: str) -> Exchange:
    """How an exchange of fire at one range ends: a chain over who is fit, damaged or out."""

    @cache
    def ending(attacker: bool, target: bool) -> tuple[Fraction, Fraction, Fraction, Fraction, Fraction]:
        """From this state (True: damaged): attacker, target and both win, nobody ever does, turns."""
        chances: dict[tuple[str, str], Fraction] = {}
        for first, weight in _orders(order):
            for after, chance in _Turn(sides, reach, attacker, target).outcomes(first).items():
                chances[after] = chances.get(after, Fraction(0)) + weight * chance
        stay = chances.pop((_state(attacker), _state(target)), Fraction(0))
        if stay == 1:
            return Fraction(0), Fraction(0), Fraction(0), Fraction(1), Fraction(0)
        total = [Fraction(0)] * 4
        turns = 1 / (1 - stay)
        for (a, t), chance in chances.items():
            share = chance / (1 - stay)
            if KILL in (a, t):
                total[2 if a == t else 0 if t == KILL else 1] += share
                continue
            later = ending(a == DAMAGED, t == DAMAGED)
            total = [have + share * more for have, more in zip(total, later[:4], strict=True)]
            turns += share * later[4]
        return total[0], total[1], total[2], total[3], turns

    found = ending(False, False)
    return Exchange(reach, *found)


def _state(damaged: bool) -> str:
    return DAMAGED if damaged else FIT


def _orders(order: str) -> list[tuple[str, Fraction]]:
    """Who fires first, with what chance: both together, or by an even roll for initiative each turn."""
    if order == INITIATIVE:
        return [(ATTACKER, Fraction(1, 2)), (TARGET, Fraction(1, 2))]
    return [(TOGETHER, Fraction(1))]


class _Turn:
    """One turn of fire at one range, from a state of both (True: damaged)."""

    def __init__(self, sides: _Sides, reach: int, attacker: bool, target: bool) -> None:
        self.sides, self.reach = sides, reach
        self.hurt = {ATTACKER: attacker, TARGET: target}

    def outcomes(self, first: str) -> dict[tuple[str, str], Fraction]:
        """The states of attacker and target after the turn, with their chances."""
        found: dict[tuple[str, str], Fraction] = {}
        shooter = TARGET if first == TARGET else ATTACKER
        other = ATTACKER if shooter == TARGET else TARGET
        for state, chance in self._fire(shooter, self.hurt[shooter], self.hurt[other]):
            if first == TOGETHER:
                replies = self._fire(other, self.hurt[other], self.hurt[shooter])
            elif state == KILL:
                replies = [(_state(self.hurt[shooter]), Fraction(1))]
            else:
                replies = self._fire(other, state == DAMAGED, self.hurt[shooter])
            for own, more in replies:
                after = (own, state) if shooter == ATTACKER else (state, own)
                if chance * more:
                    found[after] = found.get(after, Fraction(0)) + chance * more
        return found

    def _fire(self, shooter: str, shooter_hurt: bool, target_hurt: bool) -> list[tuple[str, Fraction]]:
        """The states of the one fired at, with their chances."""
        odds = self.sides.odds(shooter == TARGET, self.reach, shooter_hurt, target_hurt)
        return [(_state(target_hurt), odds.none), (DAMAGED, odds.damaged), (KILL, odds.kill)]
