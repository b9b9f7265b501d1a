"""An exchange of fire in which results add up: levels of disruption, under which nobody fires, and recovery from them.

Each turn both fire who can, results count together, then each rolls to recover. The chain over the levels of the two is
solved exactly.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

State = tuple[int, int]
"""The levels of attacker and target."""
Ends = list[Fraction]
"""How it ends: attacker wins, target wins, both are lost; and the turns that takes."""
ZERO, ONE = Fraction(0), Fraction(1)


def harm(outcomes: Mapping[str, Fraction]) -> dict[int, Fraction]:
    """The chance of each number of levels that a shot brings."""
    found = {0: ONE}
    for name, chance in outcomes.items():
        if name[:1] == "D" and name[1:].isdigit() and chance:
            found[int(name[1:])] = chance
            found[0] -= chance
    return {level: chance for level, chance in found.items() if chance}


def worn_down(there: dict[int, Fraction], back: dict[int, Fraction], recovery: Mapping[int, Fraction]) -> Ends:
    """How an exchange ends that two fresh units begin; no turns where neither can hurt the other."""
    if set(there) == set(back) == {0}:
        return [ZERO] * 4
    rows: dict[State, tuple[dict[State, Fraction], Ends]] = {}
    waiting: list[State] = [(0, 0)]
    while waiting:
        state = waiting.pop()
        if state not in rows:
            rows[state] = _turn(state, there, back, recovery)
            waiting += rows[state][0]
    return _solved(rows)


def _turn(
    state: State, there: dict[int, Fraction], back: dict[int, Fraction], recovery: Mapping[int, Fraction]
) -> tuple[dict[State, Fraction], Ends]:
    """The states after a turn with their chances, and the chances that it ends now; the turn itself is counted."""
    after: dict[State, Fraction] = {}
    ends = [ZERO, ZERO, ZERO, ONE]
    attacker, target = state
    still = {0: ONE}
    most = max(recovery)
    for hit, chance in (still if attacker else there).items():
        for reply, more in (still if target else back).items():
            one, other, weight = attacker + reply, target + hit, chance * more
            if one > most or other > most:
                ends[2 if one > most and other > most else 0 if other > most else 1] += weight
                continue
            for left, share in _recovered(one, recovery):
                for rest, part in _recovered(other, recovery):
                    after[left, rest] = after.get((left, rest), ZERO) + weight * share * part
    return after, ends


def _recovered(level: int, recovery: Mapping[int, Fraction]) -> list[tuple[int, Fraction]]:
    return [(0, recovery[level]), (level, 1 - recovery[level])] if level else [(0, ONE)]


def _solved(rows: dict[State, tuple[dict[State, Fraction], Ends]]) -> Ends:
    """The ends from the first state: every other one is put into those that lead to it, and falls out."""
    for gone in [state for state in rows if state != (0, 0)]:
        after, ends = rows.pop(gone)
        stays = 1 - after.pop(gone, ZERO)
        for others, their in rows.values():
            weight = others.pop(gone, ZERO) / stays
            if weight:
                for state, chance in after.items():
                    others[state] = others.get(state, ZERO) + weight * chance
                for place, end in enumerate(ends):
                    their[place] += weight * end
    after, ends = rows[0, 0]
    return [end / (1 - after.get((0, 0), ZERO)) for end in ends]
