"""Which firers at one target make one attack: what may be said, and what presets and the best chance say (9.11a)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from hulldown.games.kampfpanzer.rules.aiming import aim_at
from hulldown.games.kampfpanzer.rules.fire import DESTROYED_AT, Attack, levels, resolve, unpinned
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import KampfState, Lot
from hulldown.games.kampfpanzer.rules.verbs.answers import APART, BEST, GROUPS, TOGETHER

MANY = 5
"""So many firers are divided in every possible way; of more only a few ways are looked at."""


def together(lot: Lot) -> tuple[int, ...]:
    """All firers in one attack."""
    return (0,) * len(lot.firers)


def apart(lot: Lot) -> tuple[int, ...]:
    """Every firer for himself; so many as there are no numbers for fire with the last."""
    return tuple(min(number, len(GROUPS) - 1) for number in range(len(lot.firers)))


def partitions(count: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide so many firers, each once, the number of its attack for each firer."""

    def grow(made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(made) == count:
            yield made
            return
        for group in range(max(made, default=-1) + 2):
            yield from grow((*made, group))

    yield from grow(())


def divisions(lot: Lot) -> list[tuple[int, ...]]:
    """The ways to divide the fire of a lot that are worth a look: all of them for a few firers."""
    count = len(lot.firers)
    if count <= MANY:
        return list(partitions(count))
    halves = tuple(number % 2 for number in range(count))
    pairs = tuple(number // 2 for number in range(count))
    thirds = tuple(number // 3 for number in range(count))
    return list(dict.fromkeys([together(lot), halves, pairs, thirds, apart(lot)]))


Known = dict[tuple[int, ...], Attack]
"""Attacks that were worked out already, by who fires."""


def attacks(
    state: KampfState, scene: Scene, lot: Lot, groups: tuple[int, ...], known: Known | None = None
) -> list[tuple[tuple[int, ...], Attack]]:
    """The attacks that a division makes: who fires, and the attack worked out. `known` are those of the same lot."""
    crews: dict[int, list[int]] = {}
    for firer, group in zip(lot.firers, groups, strict=True):
        crews.setdefault(group, []).append(firer)
    memo: Known = {} if known is None else known
    found: list[tuple[tuple[int, ...], Attack]] = []
    for firers in crews.values():
        crew = tuple(firers)
        attack = memo.get(crew)
        if attack is None:
            attack = memo[crew] = resolve(aim_at(state, scene, firers, list(lot.targets), lot.cell))
        found.append((crew, attack))
    return found


def harm(
    state: KampfState, scene: Scene, lot: Lot, groups: tuple[int, ...], known: Known | None = None
) -> dict[int, Fraction]:
    """The chance of each total of levels that a division brings the target, four standing for destroyed."""
    totals: dict[int, int] = {0: 1}
    cases = 1
    for _, attack in attacks(state, scene, lot, groups, known):
        results = unpinned(attack.results) if lot.chance else attack.results
        if not results:
            continue
        cases *= len(results)
        then: dict[int, int] = {}
        for total, count in totals.items():
            for result in results:
                reached = min(DESTROYED_AT, total + levels(result))
                then[reached] = then.get(reached, 0) + count
        totals = then
    return {total: Fraction(count, cases) for total, count in totals.items()}


def worth(
    state: KampfState, scene: Scene, lot: Lot, groups: tuple[int, ...], known: Known | None = None
) -> tuple[Fraction, Fraction]:
    """How good a division is: the chance to destroy the target, then the levels it may expect."""
    before = max(state.units[index].level for index in lot.targets)
    totals = harm(state, scene, lot, groups, known)
    kills = sum((chance for total, chance in totals.items() if total + before >= DESTROYED_AT), Fraction(0))
    return kills, sum((total * chance for total, chance in totals.items()), Fraction(0))


def best(state: KampfState, scene: Scene, lot: Lot) -> tuple[int, ...]:
    """The division with the best chance to destroy the target; of equal ones the one that hurts most."""
    known: Known = {}
    return max(divisions(lot), key=lambda groups: worth(state, scene, lot, groups, known))


def preset(state: KampfState, scene: Scene, lot: Lot) -> tuple[int, ...]:
    """The division that a side has asked for in advance; () where it wants to be asked."""
    if len(lot.firers) == 1:
        return together(lot)
    wish = state.presets.get(lot.side, "")
    if wish == TOGETHER:
        return together(lot)
    if wish == APART:
        return apart(lot)
    return best(state, scene, lot) if wish == BEST else ()
