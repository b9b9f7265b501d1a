"""Attacks resolved: from what one depends on to its results by die, with every factor explained (9.0, 9.1, 9.3, 9.6).

Nothing here needs a state or a map. Execution, `hulldown odds` and bots use the same functions.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from hulldown.core.explain import Explained, Factor
from hulldown.games.kampfpanzer.data.counters import Counter, chart, effects, terrain

DIE: Final = 6
LEAST: Final = -3
MOST: Final = 8
"""The columns of the Combat Results Table: below the first no attack is allowed, above the last the last counts."""
DESTROYED_AT: Final = 4
"""The level of disruption at which a unit is destroyed (9.71-d4)."""
COUNTER: Final = -2
"""The Attack Superiority of every counterattack (9.68)."""
NONE: Final = "none"
PIN: Final = "P"
RESULTS: Final = (NONE, PIN, "D1", "D2", "D3", "D4")
"""What an attack can do, the least first."""


class Firer(NamedTuple):
    """A unit that fires: what it is, how far away, and whether its line comes in through a crest of the target hex."""

    counter: Counter
    distance: int
    crest: bool = False


class Target(NamedTuple):
    """A unit fired at: its name, its defence and whether it is hard; infantry on a tank has values of its own."""

    name: str
    defence: int
    hard: bool
    rule: str
    provenance: str = ""


class Aim(NamedTuple):
    """All that an attack by fire other than H depends on."""

    firers: tuple[Firer, ...]
    targets: tuple[Target, ...]
    terrain: str = "clear"
    wreck: bool = False
    entrenched: bool = False


class Attack(NamedTuple):
    """An attack worked out: `results` are those of the die, from 1 to 6; none where it is not allowed (`void`)."""

    rule: str
    superiority: int
    strength: Explained
    defence: Explained
    results: tuple[str, ...]
    void: str = ""

    @property
    def factors(self) -> tuple[Factor, ...]:
        return (*self.strength.factors, *self.defence.factors)

    @property
    def outcomes(self) -> dict[str, Fraction]:
        """The chance of each result that can come up."""
        return outcomes_of(self.results)


def outcomes_of(results: tuple[str, ...]) -> dict[str, Fraction]:
    """The chance of each result, the least first."""
    return {name: Fraction(results.count(name), DIE) for name in RESULTS if name in results}


def levels(result: str) -> int:
    """The levels of disruption that a result brings."""
    return int(result[1:]) if result.startswith("D") else 0


def counter_target(counter: Counter) -> Target:
    """A unit that defends with the values on its counter (12.31b among them)."""
    return Target(counter.name, counter.defence, counter.hard, counter.rule, counter.provenance["defence"])


def can_attack(counter: Counter, hard: bool) -> bool:
    """Whether a weapon may fire at a type of target at all (9.51-key, 12.31a; H fire has rules of its own)."""
    effect = effects()["hard" if hard else "soft"].of(counter.weapon)
    return effect in ("N", "x2")


def resolve(aim: Aim) -> Attack:
    """One attack by direct or opportunity fire (9.0-proc-n-1, 9.0-proc-n-2, 9.24a).

    9.11c, K-21, K-63: range first, for each firer by its own; then the weapon class; then all are added. K-72: the
    superiority of the sum decides whether the attack is allowed.
    """
    hard = any(target.hard for target in aim.targets)
    factors: list[Factor] = []
    total = 0
    void = rule = ""
    for firer in aim.firers:
        counter, effect = firer.counter, effects()["hard" if hard else "soft"]
        if firer.distance > counter.range:
            void, rule = f"{counter.name} fires {counter.range} hexes far, the target is at {firer.distance}", "9.13a"
        elif firer.distance > _NEAR and terrain()[aim.terrain].near:
            void = f"fire into {aim.terrain} reaches {_NEAR} hexes, the target is at {firer.distance}"
            rule = "9.16-c1"
        elif not can_attack(counter, hard):
            void, rule = f"weapons of class {counter.weapon or 'none'} cannot fire at that", effect.rule
        if void:
            empty = Explained(rule, "attack", 0)
            return Attack(rule, 0, empty, Explained("10.2a", "defence", 0), (), void)
        total += _strength(firer, effect.of(counter.weapon), factors, hard)
    strength = Explained("9.11c", "attack", total, tuple(factors))
    defence = _defence(aim)
    superiority = total - defence.value
    if superiority < LEAST:
        told = f"the Attack Superiority is {superiority}; below {LEAST} no attack is allowed"
        return Attack("9.7-lim", superiority, strength, defence, (), told)
    return Attack("9.7", superiority, strength, defence, by_superiority(superiority))


_NEAR: Final = 3


def _strength(firer: Firer, effect: str, factors: list[Factor], hard: bool) -> int:
    """What a firer adds; notes how it comes about (9.18, 9.19, 9.5)."""
    counter = firer.counter
    value = counter.attack
    factors.append(Factor(counter.rule, f"{counter.name} attack", value, counter.provenance["attack"]))
    ranges = chart("9.19")
    times, add = int(ranges.cell(firer.distance, "times")), int(ranges.cell(firer.distance, "add"))
    if times != 1 or add:
        value = max(0, value * times + add)
        told = f"×{times}" if times != 1 else f"{add}".replace("-", "−")
        where = f"{counter.name} at range {firer.distance}"
        factors.append(Factor("9.19", where, told, ranges.cell(firer.distance, "provenance")))
    if effect == "x2":
        value *= 2
        row = effects()["hard" if hard else "soft"]
        told = f"{counter.name} class {counter.weapon} at a {row.name} target"
        factors.append(Factor(row.rule, told, "×2", row.provenance[counter.weapon]))
    return value


def _defence(aim: Aim) -> Explained:
    """The defence of all targets together, with what the hex adds, once for the attack (10.2a, 9.12b, K-40, K-64)."""
    factors = [Factor(one.rule, f"{one.name} defence", one.defence, one.provenance) for one in aim.targets]
    total = sum(one.defence for one in aim.targets)
    extra = cover(aim.terrain, aim.wreck, aim.entrenched, any(firer.crest for firer in aim.firers))
    if extra is not None:
        factors.append(extra)
        total += int(extra.value)
    return Explained("10.2a", "defence", total, tuple(factors))


def cover(ground: str, wreck: bool, entrenched: bool, crest: bool) -> Factor | None:
    """What the hex adds to a defence, the higher of terrain and wreck (10.0-fn-5, K-42); None for nothing.

    13.0-proc-3: an entrenchment counts instead of all that. 10.0-fn-2, 10.0-fn-3: a slope counts as soon as one of the
    firers fires through a crest hexside of the hex.
    """
    rows = terrain()
    if entrenched:
        row = rows["entrenchment"]
        return Factor(row.rule, "entrenchment", row.defence, row.provenance["defence"])
    row = rows[ground]
    best = row if not row.crest or crest else rows["clear"]
    if wreck and rows["wreck"].defence > best.defence:
        best = rows["wreck"]
    if not best.defence:
        return None
    label = "slope, fire through a crest" if best.crest else best.name
    return Factor(best.rule, label, best.defence, best.provenance["defence"])


def by_superiority(superiority: int) -> tuple[str, ...]:
    """The results by die of an Attack Superiority; above +8 it counts as +8 (9.7-lim)."""
    column = str(min(superiority, MOST))
    table = chart("9.7")
    return tuple(table.cell(die, column) for die in range(1, DIE + 1))


def source_of_result(die: int) -> str:
    """Where a row of the Combat Results Table comes from."""
    return chart("9.7").cell(die, "provenance")


def unpinned(results: tuple[str, ...]) -> tuple[str, ...]:
    """The same results in the Movement Execution Phase, where nobody is pinned (9.83)."""
    return tuple(NONE if result == PIN else result for result in results)


def shelling(loose: bool, moving: bool, covered: bool, entrenched: bool) -> tuple[str, ...]:
    """The results by die of H fire at one unit (9.34a, 9.34b).

    9.37b, 13.23: against a loose pattern units in towns, woods and entrenchments count as moving.
    """
    table = chart("9.39")
    column = "moving" if moving or (loose and (covered or entrenched)) else "static"
    cells = [table.cell(shelling_row(die, loose, covered, entrenched), column) for die in range(1, DIE + 1)]
    return tuple(cell if cell.startswith("D") else NONE for cell in cells)


def shelling_row(die: int, loose: bool, covered: bool, entrenched: bool) -> int:
    """The row of the H Results Table for a die.

    9.37c, K-30: a tight pattern at a town or woods adds one to the die, but not where the unit is entrenched.
    """
    return min(DIE, die + 1) if covered and not loose and not entrenched else die


def overrun_superiority(attackers: int, counted: int) -> int:
    """The Attack Superiority of so many overrunning units over so many defenders, entrenched ones counted twice."""
    return int(chart("9.69").cell(min(counted, 4), str(min(attackers, 6))))


def overrunning(attackers: int, counted: int) -> tuple[str, ...]:
    """The results by die of an overrun (9.63, 9.69); nobody is pinned by one (9.83)."""
    return unpinned(by_superiority(overrun_superiority(attackers, counted)))


def countering() -> tuple[str, ...]:
    """The results by die of a counterattack (9.68, 9.83)."""
    return unpinned(by_superiority(COUNTER))


def recovers_on(level: int) -> int:
    """The highest die with which a unit of this disruption recovers (9.71-d1, 9.71-d2, 9.71-d3)."""
    return int(chart("9.71").cell(level, "recovers"))
