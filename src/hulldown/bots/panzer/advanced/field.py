"""One side's picture of a position of the Advanced Game: who is where, what shots are worth, what a hex is worth."""

from __future__ import annotations

from typing import Any, NamedTuple

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced.hiding import covers, spotted_at
from hulldown.bots.panzer.advanced.known import known_state
from hulldown.bots.panzer.advanced.menace import Armed, armed_as, longest, menace
from hulldown.bots.panzer.advanced.odds import Blow, blow
from hulldown.core.board import Cell
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.loading import Cover
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.advanced.hindrances import Clouds
from hulldown.games.panzer.rules.advanced.play import sight
from hulldown.games.panzer.rules.advanced.play.aims import Firing
from hulldown.games.panzer.rules.advanced.play.facts import (
    cell_of,
    detail_of,
    leg_of,
    member_of,
    passengers,
    vehicle_of,
)
from hulldown.games.panzer.rules.advanced.play.gaits import Gait, gait_of
from hulldown.games.panzer.rules.advanced.play.spotting import mark_of, size_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import Way
from hulldown.games.panzer.rules.advanced.spotting_ranges import Mark
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, enemy_of
from hulldown.games.panzer.rules.victory import score

COVERED = {"none": 1.0, "light": 0.8, "medium": 0.6, "heavy": 0.45}
"""The part of a danger that is left in cover."""
SHELTER = {"none": 0.0, "light": 0.05, "medium": 0.1, "heavy": 0.13}
"""What cover is worth to a unit even if nobody can fire at it now, as a part of its worth."""
UNSEEN = 0.15
"""The part of a danger that is left beyond the range at which a unit is spotted: it may be seen from nearer soon."""
GUESSED = 0.35
"""The part of a gain that is left while its target is not spotted: it may show itself."""
MASKED = 0.55
"""The part of a danger that is left to a vehicle in a hull-down position."""
FIELDED = 0.25
"""What an enemy is worth besides its points while there is time for it to fight."""
STALKING = 3
"""Hexes from which infantry may come close enough for an assault."""
DARING = 0.22
"""How likely an enemy that sees a unit is to fire at just this one."""


class Shot(NamedTuple):
    """A way to fire at a target with what it gains."""

    target: int
    words: str
    gain: float
    blow: Blow


class Field:
    """One side's picture of a position; it is made anew for each decision, its answers are kept while it lasts."""

    def __init__(self, seen: PanzerView | PanzerState, side: str, temper: Temper) -> None:
        self.seen = seen
        self.side = side
        self.foe = enemy_of(side)
        self.temper = temper
        self.scene = scene_of(seen)
        self.state = known_state(seen)
        self.units = self.state.units
        self.ground = self.scene.ground
        self.board = self.scene.board
        self.left = self.scene.scenario.turns - max(1, seen.turn)
        self.names = {unit.id: index for index, unit in enumerate(self.units)}
        self.mine = [i for i, unit in enumerate(self.units) if unit.side == side and unit.status == ON_MAP]
        self.foes = [i for i, unit in enumerate(self.units) if unit.side != side and unit.status == ON_MAP]
        points = score(self.state, self.scene)
        self.margin = points[side] - points[self.foe]
        self.needed = self.scene.scenario.victory.levels[0].margin
        self._worths: dict[int, float] = {}
        self._reaches: dict[tuple[int, int, int], float] = {}
        self._hindered: dict[tuple[int, int, int, Clouds], float] = {}
        self._longest: dict[int, int] = {}
        self._armed: dict[int, Armed] = {}
        self._dangers: dict[tuple[int, Cell, Mark], float] = {}
        self._legs: dict[int, bool] = {}
        self._stalkers: list[Cell] | None = None
        self.hunters = [foe for foe in self.foes if self.leg(foe) and not self.suppressed(foe)]
        """Enemy infantry that may assault: who is suppressed may not (6.6.2e)."""
        self.given: dict[int, Any] | None = None
        """The errands of the units, once somebody has asked for them."""

    # What units are, and are worth.

    def worth(self, index: int) -> float:
        """What it costs a side to lose a unit with all aboard, in victory points."""
        known = self._worths.get(index)
        if known is None:
            unit = self.units[index]
            known = float(member_of(self.scene, index).points)
            loads = getattr(self.seen, "loads", None)
            if unit.side == self.side:
                known += sum(member_of(self.scene, one).points for one in passengers(self.state, index)) * 0.6
            elif isinstance(loads, dict):
                known += 6.0 * loads.get(unit.id, 0)
            rules = self.scene.scenario.victory
            known *= (rules.eliminated - (rules.damaged if unit.damaged else 0)) / 100
            if self.left > 0:
                known += FIELDED * member_of(self.scene, index).points * (0.5 if unit.damaged else 1.0)
            self._worths[index] = known
        return known

    def gait(self, index: int) -> Gait:
        """How a unit moves."""
        return gait_of(self.state, self.scene, index)

    def vehicle(self, index: int) -> bool:
        return vehicle_of(self.units[index]) is not None

    def place(self, index: int) -> Cell:
        """Where a unit is, by itself or aboard."""
        return cell_of(self.state, index)

    def suppressed(self, index: int) -> bool:
        return bool(detail_of(self.units[index]).suppressed)

    # Shots as both stand.

    def shot(self, shooter: int, target: int, way: Way, watching: bool = False) -> Shot:
        """One way to fire at a target."""
        found = blow(self.state, self.scene, Firing(shooter, target, way, watching))
        gain = found.part(self.suppressed(target)) * self.worth(target)
        return Shot(target, way.words, gain, found)

    # Shots from elsewhere.

    def armed(self, index: int) -> Armed:
        """All that decides what a unit fires."""
        known = self._armed.get(index)
        if known is None:
            known = self._armed[index] = armed_as(self.state, self.scene, index)
        return known

    def reach(self, index: int) -> int:
        """The longest range of a unit's weapons."""
        known = self._longest.get(index)
        if known is None:
            known = self._longest[index] = longest(self.state, self.scene, index, self.armed(index))
        return known

    def threat(self, shooter: int, target: int, distance: int) -> float:
        """The part of a target's worth that the best weapon of a unit takes from so far away, in the open."""
        key = (shooter, target, distance)
        known = self._reaches.get(key)
        if known is None:
            known = 0.0
            if 0 < distance <= self.reach(shooter):
                known = menace(self.state, self.scene, shooter, target, distance, self.armed(shooter))
            self._reaches[key] = known
        return known

    def hindered(self, shooter: int, target: int, distance: int, clouds: Clouds) -> float:
        """The same through smoke."""
        key = (shooter, target, distance, clouds)
        known = self._hindered.get(key)
        if known is None:
            known = menace(self.state, self.scene, shooter, target, distance, self.armed(shooter), clouds)
            self._hindered[key] = known
        return known

    def stalked(self, cell: Cell) -> bool:
        """Whether enemy infantry is near enough to a hex to assault vehicles there next turn."""
        if self._stalkers is None:
            self._stalkers = [self.units[foe].cell for foe in self.foes if self.leg(foe)]
        return any(self.board.distance(cell, one) <= STALKING for one in self._stalkers)

    # What a hex is worth.

    def cover(self, index: int, cell: Cell) -> Cover:
        """The cover of a unit in a hex against fire."""
        return covers(self.ground, self.leg(index), "fire_cover")[cell]

    def leg(self, index: int) -> bool:
        """Whether it is a leg unit."""
        known = self._legs.get(index)
        if known is None:
            known = self._legs[index] = leg_of(self.units[index]) is not None
        return known

    def mark_in(self, index: int, cell: Cell) -> Mark:
        """The Spot counter of a unit in a hex: that of its move there, or what it has now."""
        unit = self.units[index]
        return mark_of(unit) if cell == unit.cell else "moved"

    def spotted(self, index: int, cell: Cell, mark: Mark) -> int:
        """How far off a unit is spotted in a hex."""
        unit = self.units[index]
        full = cell == unit.cell and detail_of(unit).full_cover
        return spotted_at(self.ground, size_of(self.scene, self.state, index), self.leg(index), cell, mark, full)

    def danger(self, index: int, cell: Cell, mark: Mark | None = None) -> float:
        """The points that a unit may expect to lose in a turn in a hex; with another Spot counter if one is given."""
        if mark is None:
            mark = self.mark_in(index, cell)
        key = (index, cell, mark)
        known = self._dangers.get(key)
        if known is None:
            sight_of = self.scene.seen_from(cell)
            limit = self.spotted(index, cell, mark)
            total = 0.0
            for foe in self.foes:
                unit = self.units[foe]
                if unit.cell in sight_of:
                    far = self.board.distance(cell, unit.cell)
                    if 0 < far <= self.reach(foe):
                        part = self.threat(foe, index, far) * (0.5 if self.suppressed(foe) else 1.0)
                        total += part if far <= limit else part * UNSEEN
            part = min(0.8, DARING * total) * COVERED[self.cover(index, cell)]
            if cell == self.units[index].cell and detail_of(self.units[index]).hull_down:
                part *= MASKED
            known = self._dangers[key] = part * self.worth(index)
        return known

    def prospect(self, index: int, cell: Cell) -> float:
        """The points that a unit may expect to gain by a shot from a hex."""
        sight_of = self.scene.seen_from(cell)
        best = 0.0
        for foe in self.foes:
            there = self.units[foe].cell
            if there in sight_of:
                far = self.board.distance(cell, there)
                if 0 < far <= self.reach(index):
                    gain = self.threat(index, foe, far) * self.worth(foe) * COVERED[self.cover(foe, there)]
                    if far > self.spotted(foe, there, self.mark_in(foe, there)):
                        gain *= GUESSED
                    best = max(best, gain)
        return best

    def shelter(self, index: int, cell: Cell) -> float:
        """What the cover of a hex is worth by itself."""
        return SHELTER[self.cover(index, cell)] * self.worth(index)

    def nearest_foe(self, cell: Cell) -> int:
        """The enemy that is nearest to a hex; -1 without any."""
        return min(
            self.foes, key=lambda foe: (self.board.distance(cell, self.units[foe].cell), foe), default=-1
        )  # fmt: skip

    def clear(self, one: int, other: int) -> bool:
        """Whether two units have a clear line."""
        return sight.clear(self.state, self.scene, one, other)
