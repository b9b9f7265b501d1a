"""A position as a side of KampfPanzer sees it, worked out once for all that is asked of it."""

from __future__ import annotations

from random import Random

from hulldown.bots.calm import calmness
from hulldown.bots.kampfpanzer.field import Field, field
from hulldown.bots.kampfpanzer.goals import Goals, goals_of, left, turns_of
from hulldown.bots.kampfpanzer.nerves import steadiness
from hulldown.bots.kampfpanzer.odds import recovery
from hulldown.bots.kampfpanzer.stakes import NO_FIRE, Stake
from hulldown.core.board import Cell
from hulldown.core.stepped import stem_of
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.faces.sampling import known
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.aiming import target_of
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import MOST
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    NOBODY,
    ON_MAP,
    WAITING,
    KampfState,
    Unit,
    defenders,
    dug_in,
    enemy_of,
    with_cargo,
)
from hulldown.games.kampfpanzer.rules.zones import controls

CARRIER = 0.25
"""What an empty truck or APC is worth; a combat unit is worth 1."""
PRIZED = 1.5
"""How many times an enemy counts where it decides the scenario."""
HELD = 0.8
"""The part of its worth that a unit has by standing undisrupted in the right place at the end."""
FIGHTS, KILLS = 0.5, 0.12
"""What it counts to put a unit out of action for the rest of the game; less where only destroyed ones count."""
GROUP = 4
"""Units that may be expected to come and fire together."""
ROOTED = 0.02
"""What a pin costs a unit that would not move."""


class Picture:
    """The position of one side: its own units and the enemies, what each is worth and where they control."""

    def __init__(self, state: KampfState, side: str, goals: Goals | None = None) -> None:
        self.state = state
        self.side = side
        self.foe_side = enemy_of(side)
        self.scene: Scene = scene_of(state)
        self.arrays: Field = field(self.scene.scenario.map)
        self.goals = goals if goals is not None else goals_of(state, self.scene, side)
        self.their_goals = goals_of(state, self.scene, self.foe_side)
        self.left = left(state, self.scene)
        self.ways_out = frozenset(self.scene.exits(side))
        self.own: list[Unit] = [unit for unit in state.units if unit.side == side and unit.status == ON_MAP]
        self.waiting: list[Unit] = [unit for unit in state.units if unit.side == side and unit.status == WAITING]
        self.foes: list[Unit] = [
            unit
            for unit in state.units
            if unit.side == self.foe_side and unit.status == ON_MAP and unit.aboard == NOBODY
        ]
        self.occupied: set[Cell] = {unit.cell for unit in self.foes}
        self.wrecks = frozenset(state.wrecks)
        self.index = {unit.id: number for number, unit in enumerate(state.units)}
        self.zones = self._zones(self.foes)
        self._support: dict[str, float] = {}
        self.group = GROUP * self._mean_strength()
        """The strength that may be expected to come together against any enemy."""
        self._steady = steadiness(self.scene.side(side).panic)
        self._first_out = self._leavers() if self.goals.wanted else frozenset()

    def _mean_strength(self) -> float:
        """The mean strength of the own units that fire."""
        strong = [arms(unit.type).counter.attack for unit in (*self.own, *self.waiting) if arms(unit.type).fires]
        return sum(strong) / max(1, len(strong))

    def _zones(self, units: list[Unit]) -> frozenset[Cell]:
        """The hexes in the zones of control of some units."""
        near = self.scene.board.neighbours
        return frozenset(ahead for unit in units if controls(self.state, unit) for ahead in near[unit.cell])

    def _leavers(self) -> frozenset[str]:
        """The units nearest to the way out, as many as should leave now."""
        near: list[tuple[float, str, int]] = []
        for index, unit in enumerate(self.state.units):
            if unit.side == self.side and unit.status == ON_MAP and unit.aboard == NOBODY and not unit.level:
                count = sum(not arms(self.state.units[one].type).carrier for one in with_cargo(self.state, index))
                near.append((turns_of(self.state, self.scene, index, self.ways_out), unit.id, count))
        found: set[str] = set()
        total = 0
        for _, name, count in sorted(near):
            if count and total < self.goals.wanted:
                found.add(name)
                total += count
        return frozenset(found)

    def worth(self, unit: Unit) -> float:
        """What a unit with its passenger is worth, wherever it is."""
        total = 0.0
        for index in with_cargo(self.state, self.index[unit.id]):
            total += CARRIER if arms(self.state.units[index].type).carrier else 1.0
        return total

    def leaves(self, unit: Unit) -> bool:
        """Whether a unit should leave the map: all of them, or those on vehicles while the tanks still fight."""
        if self.goals.leave and (not self.goals.wanted or unit.id in self._first_out):
            return True
        return unit.cargo != NOBODY and bool(self.ways_out) and arms(unit.type).carrier

    def bounty(self, foe: Unit) -> float:
        """What it is worth to be rid of an enemy."""
        times = PRIZED if foe.cell in self.goals.prize else 1.0
        if foe.cell in self.goals.core:
            times += 1.0
        return self.goals.gain * times * self.worth(foe)

    def stake(self, unit: Unit) -> Stake:
        """What can be lost with a unit where it stands."""
        return self.stake_at(unit, unit.cell)

    def stake_at(self, unit: Unit, cell: Cell) -> Stake:
        """What could be lost with a unit in a hex."""
        own = unit.side == self.side
        wants = self.goals if own else self.their_goals
        holds = HELD if wants.holds and cell in (wants.core or wants.cells) and not arms(unit.type).carrier else 0.0
        if not own and cell in self.goals.prize and not self.goals.leave and not wants.leave:
            holds = HELD
        pin = ROOTED if arms(unit.type).digs else 0.05
        if wants.leave:
            pin = 0.3
        if own or not self.goals.kills:
            return Stake(self.left, holds, pin, FIGHTS)
        return Stake(self.left, holds, pin, KILLS, True, self.coming(unit))

    def coming(self, foe: Unit) -> int:
        """The superiority with which own units may be expected to attack an enemy on the next turn."""
        power = calmness(self.scene.side(self.side).panic) * max(self.support(foe), self.group)
        return max(NO_FIRE, min(MOST, round(power - self.defence(foe) - self.shelter(foe))))

    def support(self, foe: Unit) -> float:
        """The strength that own units where they stand could bring to bear on an enemy."""
        known = self._support.get(foe.id)
        if known is None:
            known, hard, number = 0.0, arms(foe.type).hard, self.arrays.at[foe.cell]
            for unit in self.own:
                if unit.aboard == NOBODY and arms(unit.type).fires:
                    facing = unit.facing if arms(unit.type).faces else -1
                    known += self.fit(unit) * float(self.arrays.fire_from(unit.type, unit.cell, facing, hard)[number])
            self._support[foe.id] = known
        return known

    def fit(self, unit: Unit) -> float:
        """The chance that a unit will be fit to fire on the next turn."""
        return recovery(unit.level)

    def calm(self, unit: Unit) -> float:
        """The chance that an own unit does not panic this turn; units off the map cannot (14.0d)."""
        return self.steady(unit.cell) if unit.cell >= 0 else 1.0

    def steady(self, cell: Cell) -> float:
        """The chance that an own unit in a hex does not panic."""
        return self._steady[self.scene.ground.digits[cell]]

    def shelter(self, unit: Unit, crest: bool = False) -> int:
        """What the hex adds to the defence of a unit where it stands."""
        arrays = self.arrays
        if dug_in(self.state, unit):
            return int(arrays.trench)
        cover = float(arrays.cover[arrays.at[unit.cell]])
        if crest:
            cover = max(cover, arrays.slope)
        return int(max(cover, arrays.wreck)) if unit.cell in self.wrecks else int(cover)

    def defence(self, unit: Unit) -> int:
        """The defence of a unit by itself: infantry on a tank has one of its own."""
        return target_of(self.state, self.scene, unit).defence

    def targets(self) -> list[Unit]:
        """The enemies that can be fired at."""
        cells = sorted(self.occupied)
        return [self.state.units[index] for cell in cells for index in defenders(self.state, cell, self.foe_side)]


def state_of(view: KampfView) -> KampfState:
    """The position that a view tells, as rules and brain read it; nothing is added to it but a seed for dice."""
    return known(view, stem_of(view, Random(0)))
