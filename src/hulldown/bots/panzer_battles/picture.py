"""A position as one side sees it: its own units, the enemies it knows of, what each is worth, and who can hurt whom."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.bots.brains import Temper
from hulldown.bots.panzer_battles.known import state_of
from hulldown.bots.panzer_battles.odds import Case, hush, volley
from hulldown.core.angles import bearing
from hulldown.core.board import Cell
from hulldown.games.panzer_battles.books import scene_of
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules import arcs
from hulldown.games.panzer_battles.rules.observing import moving, reach
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    OFF,
    ON_MAP,
    BattleState,
    Unit,
    companions,
    enemy_of,
    present,
)
from hulldown.games.panzer_battles.rules.unit_types import traits

FIGHTS: Final = 4.0
"""What a vehicle or step that can fight is worth besides its Victory Points."""
LEAVES: Final = 0.6
"""The part of the points for leaving the map that a unit which may leave is worth."""
GUESSED: Final = 0.4
"""How much a face-down counter counts as an enemy: it may be a dummy, and its type is guessed."""
STIRRING: Final = 0.7
"""How much an enemy counts that was on the move: it may be so again, and not fire."""
HUSHED: Final = 0.05
"""The part of its worth that a unit loses by being suppressed."""
UNSEEN: Final = 0.4
"""The part of the fire at a unit that stands still in cover, too far away to be seen before it fires."""
NEAR: Final = 4
"""Hexes from which a unit in cover that was seen before is seen."""
SHARED: Final = 0.5
"""The part of an enemy's fire that one of several possible targets must expect."""
FRONTAL: Final = 0.6
"""How likely an enemy that is outflanked now will have turned."""
REACH: Final = 15
DANGERS: Final = "dangers"
PROSPECTS: Final = "prospects"
OPEN: Final = ("clear", "rough2")
"""Terrain in which vehicles at rest are seen from afar (7.25)."""


class Foe(NamedTuple):
    """An enemy counter, known or guessed."""

    number: int
    """Its number in the list, or -1 for a counter that lies face down."""
    cell: Cell
    type: str
    strength: int
    price: float
    """What a vehicle or step of it is worth."""
    weight: float
    """How much it counts."""
    facing: int
    defilade: int
    moving: bool
    far: int
    """The hexes from which it is seen."""


def price_of(scene: Scene, unit: Unit) -> float:
    """What the loss of a vehicle or step of a unit counts: points, the points it could earn, and its fire."""
    worth = scene.worth(unit)
    value = float(worth.each) + worth.whole / max(1, unit.start)
    if traits(unit.type).systems:
        value += FIGHTS
    for award in scene.scenario.victory.awards:
        if award.what == "exit" and unit.side in award.sides and unit.type in award.types:
            value += LEAVES * award.points
    return value


class Picture:
    """The position of one side; made anew for each decision."""

    def __init__(self, view: BattleView, side: str, temper: Temper) -> None:
        self.view = view
        self.side = side
        self.foe_side = enemy_of(side)
        self.temper = temper
        self.state: BattleState = state_of(view)
        self.scene: Scene = scene_of(view)
        self.left = self.scene.scenario.length - view.turn
        """The turns after this one."""
        self.own: list[int] = [
            at for at, unit in enumerate(self.state.units) if unit.side == side and unit.type != DUMMY and present(unit)
        ]
        self.waiting: list[int] = [
            at
            for at, unit in enumerate(self.state.units)
            if unit.side == side and unit.status == OFF and unit.type != DUMMY and unit.carrier < 0
        ]
        self.foes: list[Foe] = self._foes()
        self.shut: frozenset[Cell] = frozenset(
            [counter.cell for counter in view.counters]
            + [foe.cell for foe in self.foes if foe.number >= 0]
        )  # fmt: skip
        """Hexes that are known to hold an enemy counter."""
        self._prices: dict[int, float] = {}
        notes = temper.notes
        self.known: tuple[str, tuple[Foe, ...]] | None = (side, tuple(self.foes)) if notes is not None else None
        """Whose picture it is, and all he knows of the enemy: what is noted for other playouts goes by it."""
        self._dangers: dict[tuple[str, int, Cell, bool], float] = {}
        self._prospects: dict[tuple[str, int, Cell], float] = {}
        if notes is not None:
            self._dangers = notes.setdefault((DANGERS, self.known), self._dangers)
            self._prospects = notes.setdefault((PROSPECTS, self.known), self._prospects)

    def _foes(self) -> list[Foe]:
        """The enemies on the map, as far as they are known, then those that lie face down."""
        state, scene = self.state, self.scene
        found = []
        for at, unit in enumerate(state.units):
            if unit.side != self.foe_side or unit.type == DUMMY or not present(unit) or not unit.strength:
                continue
            stirs = moving(state, unit)
            weight, far = STIRRING if stirs else 1.0, reach(state, scene, unit)
            price, kind, strong = self.price(unit), unit.type, unit.strength
            found.append(Foe(at, unit.cell, kind, strong, price, weight, unit.facing, unit.defilade, stirs, far))
        if self.view.counters:
            guess = self.unseen()
            kind, strong, price = guess.type, guess.start, self.price(guess)
            for one in self.view.counters:
                found.append(Foe(-1, one.cell, kind, strong, price, GUESSED, -1, one.defilade, one.moved, REACH))
        return found

    def unseen(self) -> Unit:
        """A unit of the enemy's commonest type among those that nobody has seen."""
        known = set(self.view.places)
        groups: dict[str, list[Unit]] = {}
        for at, unit in enumerate(self.state.units):
            if unit.side == self.foe_side and unit.type != DUMMY and at not in known:
                groups.setdefault(unit.type, []).append(unit)
        if not groups:
            return next(unit for unit in self.state.units if unit.side == self.foe_side)
        return max(groups.values(), key=lambda units: (len(units), units[0].type))[0]

    def price(self, unit: Unit) -> float:
        """What the loss of a vehicle or step of a unit counts."""
        return price_of(self.scene, unit)

    def load_price(self, index: int) -> float:
        """What is lost with each vehicle of a unit: what it carries, too."""
        known = self._prices.get(index)
        if known is not None:
            return known
        state = self.state
        unit = state.units[index]
        total = self.price(unit)
        for at in companions(state, index):
            load = state.units[at]
            total += self.price(load) * load.strength / max(1, unit.strength)
        self._prices[index] = total
        return total

    def sees(self, a: Cell, b: Cell) -> bool:
        return self.scene.row(a) >> b & 1 == 1

    def flank(self, facing: int, at: Cell, source: Cell) -> bool:
        """Whether a vehicle that faces so shows its side to a hex."""
        if facing < 0:
            return False
        dq, dr = self.scene.displacement(at, source)
        if dq == 0 and dr == 0:
            return True
        return not arcs.in_front(facing, dq, dr, self.scene.front_arc(self.state))

    def covered(self, marker: int, at: Cell, source: Cell) -> bool:
        """Whether a defilade marker covers against fire from a hex."""
        if marker < 0:
            return False
        dq, dr = self.scene.displacement(at, source)
        return arcs.in_defilade(marker, dq, dr)

    def hurt(self, foe: Foe, unit: Unit, cell: Cell, side: bool, stirs: bool, marker: int = -1) -> float:
        """The vehicles or steps that an enemy takes from a unit in a hex by a phase's fire, suppression included."""
        far = self.scene.board.distance(foe.cell, cell)
        if far > REACH or far == 0 or not self.sees(foe.cell, cell):
            return 0.0
        terrain = self.scene.board.terrain[cell]
        if traits(unit.type).infantry:
            marker = 0
        shelter = marker >= 0 and (traits(unit.type).infantry or self.covered(marker, cell, foe.cell))
        case = Case(
            foe.type, min(5, max(1, foe.strength)), unit.type, max(1, unit.strength), far, side, terrain, stirs, shelter
        )
        total = volley(case) + HUSHED * unit.strength * hush(case)
        if not stirs and far > NEAR and (shelter or terrain not in OPEN):
            total *= UNSEEN
        return total * foe.weight

    def danger(self, index: int, cell: Cell, stirs: bool) -> float:
        """The points that the enemy's fire costs a unit in a hex, if it faces the worst of it."""
        unit = self.state.units[index]
        key = (unit.type, unit.strength, cell, stirs)
        known = self._dangers.get(key)
        if known is None:
            known = self._dangers[key] = self._danger(unit, cell, stirs)
        return known * self.load_price(index)

    def _danger(self, unit: Unit, cell: Cell, stirs: bool) -> float:
        threats: list[tuple[float, float, Foe]] = []
        for foe in self.foes:
            front = self.hurt(foe, unit, cell, False, stirs)
            if front > 0:
                threats.append(
                    (self.hurt(foe, unit, cell, True, stirs) if traits(unit.type).vehicle else front, front, foe)
                )
        if not threats:
            return 0.0
        worst = max(threats, key=lambda one: (one[0], one[2].cell))
        facing = self.toward(cell, worst[2].cell)
        total = 0.0
        for side, front, foe in threats:
            total += side if self.flank(facing, cell, foe.cell) else front
        return min(SHARED * total, float(unit.strength))

    def toward(self, cell: Cell, other: Cell) -> int:
        """The facing that points best at another hex."""
        dq, dr = self.scene.displacement(cell, other)
        if dq == 0 and dr == 0:
            return 0
        best, least = 0, 99
        for facing in range(6):
            off = arcs_angle(facing, dq, dr)
            if off < least:
                best, least = facing, off
        return best

    def prospect(self, index: int, cell: Cell) -> float:
        """The points that a unit may hope to take by a phase's fire from a hex."""
        unit = self.state.units[index]
        key = (unit.type, unit.strength, cell)
        known = self._prospects.get(key)
        if known is None:
            known = self._prospects[key] = max([self.gain(unit, cell, foe) for foe in self.foes], default=0.0)
        return known

    def gain(self, unit: Unit, cell: Cell, foe: Foe) -> float:
        """The points that a unit may hope to take from an enemy by a phase's fire from a hex."""
        far = self.scene.board.distance(foe.cell, cell)
        if far > min(REACH, foe.far) or far == 0 or not self.sees(foe.cell, cell):
            return 0.0
        if not traits(unit.type).systems or not unit.strength:
            return 0.0
        terrain = self.scene.board.terrain[foe.cell]
        kind = traits(foe.type)
        shelter = foe.defilade >= 0 and (kind.infantry or self.covered(foe.defilade, foe.cell, cell))
        front = Case(unit.type, unit.strength, foe.type, foe.strength, far, False, terrain, foe.moving, shelter)
        mean = volley(front)
        if kind.vehicle and self.flank(foe.facing, foe.cell, cell):
            mean = FRONTAL * mean + (1 - FRONTAL) * volley(front._replace(side=True))
        return (mean + HUSHED * foe.strength * hush(front)) * foe.price * foe.weight


def arcs_angle(facing: int, dq: int, dr: int) -> int:
    """How far a displacement lies off a facing, in steps of 15 degrees."""
    turned = (bearing(dq, dr) - 4 * facing) % 24
    return min(turned, 24 - turned)


def on_map(unit: Unit) -> bool:
    """Whether a unit is in play on the map, carried ones included."""
    return unit.status == ON_MAP
