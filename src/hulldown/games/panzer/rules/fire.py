"""AP fire: the one resolver behind preview, odds, bots and resolution of direct and overwatch fire (4.4.3.2).

An `Aim` is everything a shot depends on, `resolve` turns it into a `Shot` that explains itself, `roll` throws the dice
for it. The map plays no part here: arcs and aspects come from `arcs`, cover and smoke from whoever aims. What never
matters has no place in an Aim: the firer's own terrain and its Spot counter (4.4.1i), the vehicles in between (4.1.4c).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, Protocol

import msgspec

from hulldown.core.charts import NOTHING
from hulldown.core.dice import Dice
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Explained, Factor
from hulldown.core.tables import TAGS
from hulldown.games.panzer.data.cards import RANGE_FACTORS, AmmoRow, Card
from hulldown.games.panzer.data.loading import Cover, cell_tag, chart, listing, weakest
from hulldown.games.panzer.rules.arcs import Aspect, Watch
from hulldown.games.panzer.rules.rolls import roll_100

Effect = Literal["none", "damaged", "ko", "bu"]
EFFECTS: tuple[Effect, ...] = ("none", "damaged", "ko", "bu")
"""What a shot does, the least first; the last two eliminate (4.4.3.2.6-ko-a, 4.4.3.2.6-bu-a)."""
KILLS = EFFECTS[2:]
RULE = "rulebook"
"""The tag of what a rule says itself, without a number from the lost cards."""
BEST, WORST = 5, -10
"""The ends of the AP Hit Table (4.4.3.2.3b)."""


class Aim(NamedTuple):
    """A shot before the dice: who fires at what, and all that helps or hinders."""

    shooter: Card
    target: Card
    distance: int
    aspect: Aspect = "front"
    """The aspect shown to the shooter; "either" leaves it to the target's owner."""
    cover: Cover = "none"
    """The fire cover of the target's hex."""
    over_stacked: bool = False
    """Whether six or more vehicles stand in the target's hex (3.8b)."""
    target_moving: bool = False
    """Whether the target has Move or Short Halt, and its owner shows it (4.4.3.2.2-target-moving-b)."""
    target_damaged: bool = False
    short_halt: bool = False
    shooter_damaged: bool = False
    watch: Watch = "none"
    smoke: int = 0
    """Distinct sources of Brew-Up Smoke on the line, those of both ends included."""
    cover_source: str = ""
    """Where the class of that cover comes from; "" where it is only imagined."""
    more: tuple[Factor, ...] = ()
    """Modifiers that modules add."""
    manner: str = ""
    """How it is fired, where a module knows more than one way: its ammunition, for example."""


class Circumstances(Protocol):
    """The part of an aim that makes the Net Modifier, whatever fires."""

    @property
    def target(self) -> Card: ...
    @property
    def cover(self) -> Cover: ...
    @property
    def over_stacked(self) -> bool: ...
    @property
    def target_moving(self) -> bool: ...
    @property
    def short_halt(self) -> bool: ...
    @property
    def shooter_damaged(self) -> bool: ...
    @property
    def watch(self) -> Watch: ...
    @property
    def smoke(self) -> int: ...
    @property
    def cover_source(self) -> str: ...
    @property
    def more(self) -> tuple[Factor, ...]: ...


class Shot(msgspec.Struct, frozen=True):
    """A resolved aim: a roll (100) of `hit_number` or less hits, and a hit has `effect`."""

    band: str
    """The AP Range Factor: P, S, M, L or E."""
    net: Explained
    """The Net Modifier, before the ends of the table limit it."""
    hit_number: int
    aspect: Literal["front", "rear"]
    armour: int
    penetration: int
    effect: Effect
    factors: tuple[Factor, ...]
    void: str = ""
    """Why there can be no shot at all, if there can be none; its rule is that of the last factor."""

    @property
    def hit(self) -> Fraction:
        """The chance to hit (4.4.3.2.3d)."""
        return Fraction(self.hit_number, 100)

    @property
    def kill(self) -> Fraction:
        """The chance to knock the target out or brew it up: damage follows from the aim, so it is all or nothing."""
        return self.hit if self.effect in KILLS else Fraction(0)

    @property
    def margin(self) -> int:
        """Penetration Factor minus Armor Factor."""
        return self.penetration - self.armour

    @property
    def outcomes(self) -> Mapping[Effect, Fraction]:
        """The exact chance of each effect."""
        chances = dict.fromkeys(EFFECTS, Fraction(0))
        chances["none"] = 1 - self.hit
        chances[self.effect] += self.hit
        return chances

    @property
    def provenance(self) -> str:
        """The weakest source among the numbers that made the shot."""
        found = [TAGS.index(tag) for factor in self.factors for tag in TAGS if tag == factor.provenance]
        return TAGS[max(found, default=0)]


class Result(NamedTuple):
    """A shot with its roll."""

    shot: Shot
    roll: int
    hit: bool
    effect: Effect


@lru_cache(maxsize=8192)
def resolve(aim: Aim) -> Shot:
    """The shot that an aim makes (4.4.3d, 4.4.3.2.1d, 4.4.3.2.2b, 4.4.3.2.3a, 4.4.3.2.4b, 4.4.3.2.5b, 4.4.3.2.6a)."""
    row = aim.shooter.ap
    net = modifiers(aim)
    refused = _void(aim, row)
    if refused is not None:
        return Shot("", net, 0, "front", 0, 0, "none", (refused,), refused.label)
    assert row is not None
    band = row.band(aim.distance)
    assert band is not None
    column = RANGE_FACTORS[band]
    told = f"{aim.shooter.gun.name if aim.shooter.gun else ''} {row.ammo}"
    factors = [
        Factor(row.rule, f"{told} at range {aim.distance}", column, row.provenance[f"range.{column}"]),
        *net.factors,
        Factor(net.rule, "Net Modifier", net.value, weakest(*(factor.provenance for factor in net.factors))),
    ]
    number = hit_number(net.value, column, factors)
    penetration = row.factors[band]
    factors.append(Factor("4.4.3.2.5b", f"{told} penetration", penetration, row.provenance[f"factors.{column}"]))
    side, armour = _armour(aim, factors)
    effect = _effect(aim, penetration - armour, factors)
    return Shot(column, net, number, side, armour, penetration, effect, tuple(factors))


def roll(aim: Aim, dice: Dice, line: str = "") -> Result:
    """What a shot does when the dice are thrown: at or below the Hit Number hits (4.4.3.2.3d, 4.4.1f).

    `line` says who fires at whom; without it the types of both do.

    The Basic Game needs no other roll: angle, penetration and damage follow from the aim.
    """
    shot = resolve(aim)
    if shot.void:
        raise HulldownError(f"{aim.shooter.name} cannot fire at {aim.target.name}: {shot.void}")
    result = roll_100(dice, f"AP Hit: {line or f'{aim.shooter.name} at {aim.target.name}'}")
    hit = result <= shot.hit_number
    return Result(shot, result, hit, shot.effect if hit else "none")


class Resolver(Protocol):
    """Works shots out: by the AP tables of the book, or by those of a module."""

    def resolve(self, aim: Aim) -> Shot:
        """The shot that an aim makes."""

    def roll(self, aim: Aim, dice: Dice, line: str = "") -> Result:
        """What the shot does when the dice are thrown."""


class ApFire:
    """AP fire by the tables of the Basic Game."""

    def resolve(self, aim: Aim) -> Shot:
        return resolve(aim)

    def roll(self, aim: Aim, dice: Dice, line: str = "") -> Result:
        return roll(aim, dice, line)


AP: Resolver = ApFire()


def modifiers(aim: Circumstances) -> Explained:
    """The Net Modifier with all its parts, which are cumulative (3.7b, 4.4.3.2.2a, 4.4.3.2.2b).

    Short Halt costs every vehicle the same (4.4.3.2.2-short-halt-b). The target's movement counts on overwatch too
    (4.4.3.2.2-overwatch-c, 4.4.3.2.2-overwatch-adjust-c), smoke once for every source (4.4.3.2.2-brew-up-smoke-b).
    A shooter stays damaged for all later fire (4.4.3.2.6-damaged-c).
    """
    factors: list[Factor] = []
    if aim.target.size:
        tag = aim.target.provenance["size"]
        factors.append(Factor("4.4.3.2.2-target-size", f"{aim.target.name} size", aim.target.size, tag))
    if aim.cover != "none":
        if aim.over_stacked:
            told = f"over-stacked hex, no {aim.cover.title()} Cover"
            factors.append(Factor("4.4.3.2.2-target-cover-b", told, 0, RULE))
        else:
            # As doubtful as the cover of the terrain, though the modifier itself is printed.
            each = _modifier(f"{aim.cover}_cover")
            source = weakest(each.provenance, aim.cover_source)
            factors.append(Factor(each.rule, each.label, each.value, source))
    for applies, name in (
        (aim.target_moving, "target_moving"),
        (aim.short_halt, "short_halt"),
        (aim.shooter_damaged, "shooter_damaged"),
        (aim.watch == "overwatch", "overwatch"),
        (aim.watch == "adjust", "overwatch_adjust"),
    ):
        if applies:
            factors.append(_modifier(name))
    if aim.smoke:
        each = _modifier("brew_up_smoke")
        rule = each.rule if aim.smoke == 1 else "4.4.3.2.2-brew-up-smoke-b"
        label = each.label if aim.smoke == 1 else f"{each.label}, {aim.smoke} sources"
        factors.append(Factor(rule, label, int(each.value) * aim.smoke, each.provenance))
    factors += aim.more
    total = sum(factor.value for factor in factors if isinstance(factor.value, int))
    return Explained("4.4.3.2.2b", "Net Modifier", total, tuple(factors))


@lru_cache(maxsize=32)
def _modifier(name: str) -> Factor:
    table = listing("ap-modifiers")
    row = table.row(name)
    return Factor(row["rule"], row["label"], table.number(name, "value"), table.meta["provenance"])


def _void(aim: Aim, row: AmmoRow | None) -> Factor | None:
    """Why there can be no shot: no AP row (4.4.3a), range (3.5.2a), or a fixed gun on the wrong side.

    Ruling C5: vehicles in one hex do not fire at each other; the least range is 1 (3.5.1b).
    """
    if row is None:
        return Factor("4.4.3a", f"{aim.shooter.name} has no AP ammunition", 0, RULE)
    if aim.distance < 1:
        return Factor("3.5.1b", "the target is in the same hex", 0, RULE)
    if aim.distance > row.reach:
        told = f"range {aim.distance} is beyond the maximum range {row.reach}"
        return Factor("3.5.2a", told, 0, row.provenance[f"range.{RANGE_FACTORS[-1]}"])
    if aim.watch == "adjust" and not aim.shooter.all_round:
        told = f"{aim.shooter.name} cannot turn its gun there"
        return Factor("4.4.3.2.2-overwatch-adjust-b", told, 0, aim.shooter.provenance["mount"])
    return None


def hit_number(net: int, column: str, factors: list[Factor]) -> int:
    """The AP Hit Number: the cell of range factor and Net Modifier; 0 where none is printed (4.4.3.2.3c)."""
    table = chart("ap-hit")
    row = max(WORST, min(BEST, net))
    if row != net:
        factors.append(Factor("4.4.3.2.3b", "counts as", row, RULE))
    cell = table.cell(row, column)
    number = 0 if cell in NOTHING else int(cell)
    rule = "4.4.3.2.3a" if number else "4.4.3.2.3c"
    factors.append(Factor(rule, f"AP Hit Number for {column} and {row:+d}", number, cell_tag(table, row, column)))
    return number


def _armour(aim: Aim, factors: list[Factor]) -> tuple[Literal["front", "rear"], int]:
    """The aspect hit and its Armor Factor (4.4.3.2.5a). C3: an owner who may choose takes the stronger, else Front."""
    target = aim.target
    side: Literal["front", "rear"] = "front" if target.front >= target.rear else "rear"
    rule, label = "4.4.3.2.4c", f"{target.name} {side} armour, the owner's choice"
    if aim.aspect != "either":
        side = aim.aspect
        rule, label = "4.4.3.2.5a", f"{target.name} {side} armour"
    armour = target.front if side == "front" else target.rear
    factors.append(Factor(rule, label, armour, target.provenance[side]))
    return side, armour


def _effect(aim: Aim, margin: int, factors: list[Factor]) -> Effect:
    """The effect of a hit by penetration minus armour (4.4.3.2.5c, 4.4.3.2.5d, 4.4.3.2.6a to 4.4.3.2.6c; H3).

    A vehicle damaged twice is knocked out (4.4.3.2.6-damaged-b; H8).
    """
    table = chart("damage")
    row = max(table.first_row(), margin)
    effect: Effect = next(entry for entry in EFFECTS if entry == table.cell(row, "effect"))
    factors.append(Factor(table.rule(row), f"penetration less armour {margin:+d}", effect, table.meta["provenance"]))
    if effect == "damaged" and aim.target_damaged:
        effect = "ko"
        factors.append(Factor("4.4.3.2.6-damaged-b", "damaged a second time", effect, RULE))
    return effect
