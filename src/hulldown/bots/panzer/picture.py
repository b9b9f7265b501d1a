"""The position as a commander sees it: who stands where, who threatens whom, what each vehicle is worth."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.modules import knowledge_of
from hulldown.bots.panzer.odds import Blow, aspect_of, blow, points_at, spotted_at
from hulldown.bots.panzer.travel import edge_of, turns_to
from hulldown.core.board import Cell
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.faces.knowledge import FACE_DOWN
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.arcs import Aspect, Watch, aspect
from hulldown.games.panzer.rules.state import ON_MAP, SPOT_MOVE, WAITING, PanzerState, Unit, enemy_of
from hulldown.games.panzer.rules.victory import score

FIGHTING = 0.35
"""What a vehicle that can fire is worth besides its victory points, as a part of its card's points."""
ASKEW = 0.3
"""How much a gun counts that must first be turned towards its target."""
MASS = 0.3
"""The part of an attacking force that shows itself at the same time."""
NEARBY = 25
"""Hexes within which a vehicle minds where an enemy is."""
WATCHING = 0.35
"""How likely a face-down command is an overwatch."""


class Danger(NamedTuple):
    """An enemy that can fire at a hex: by how much of its worth a vehicle there would suffer, front and rear on."""

    unit: int
    front: float
    rear: float
    dq: int
    dr: int
    weight: float
    """How likely it is to fire at just this vehicle."""
    watch: float
    """How likely it is to fire at it on the way there."""


class Chance(NamedTuple):
    """An enemy that can be fired at from a hex, and what the shot gains."""

    unit: int
    gain: float
    cell: Cell


class Picture:
    """One side's picture of a position; it is made anew for each decision, its answers are kept while it lasts."""

    def __init__(self, seen: PanzerView | PanzerState, side: str, temper: Temper) -> None:
        self.seen = seen
        self.side = side
        self.foe = enemy_of(side)
        self.temper = temper
        self.scene = scene_of(seen)
        self.scenario: Scenario = self.scene.scenario
        self.knowledge = knowledge_of(self.scene)
        """What is known of the modules that are played."""
        self.ground = self.scene.ground
        self.board = self.scene.board
        self.units = seen.units
        self.turn = max(1, seen.turn)
        self.left = self.scenario.turns - self.turn
        """Full turns after this one."""
        self.mine = [i for i, unit in enumerate(self.units) if unit.side == side and unit.status == ON_MAP]
        self.foes = [i for i, unit in enumerate(self.units) if unit.side != side and unit.status == ON_MAP]
        self.coming = [i for i, unit in enumerate(self.units) if unit.side == side and unit.status == WAITING]
        self.smoke = tuple(sorted(wreck.cell for wreck in seen.wrecks if wreck.brewed))
        points = score(seen, self.scene)
        self.margin = points[side] - points[self.foe]
        """By how many points the side leads, as objectives are held now."""
        self.needed = self.scenario.victory.levels[0].margin
        self.attacks = self.margin < self.needed
        """Whether the side must still do something to win."""
        self.mass = MASS * len(self.mine) if self.attacks else 0.0
        """Vehicles that will show themselves along with any that does."""
        self.worths = [self._worth(unit) for unit in self.units]
        self._dangers: dict[tuple[Cell, str, str, bool], list[Danger]] = {}
        self._chances: dict[tuple[Cell, str, bool], list[Chance]] = {}
        self._fronts: dict[Cell, tuple[float, ...]] = {}
        self._shares: list[float] | None = None

    # Worth.

    def _worth(self, unit: Unit) -> float:
        """What it costs a side to lose a vehicle, in victory points."""
        card = cards()[unit.type]
        worth = card.points * self.scenario.victory.eliminated / 100
        if card.ap is not None:
            worth += card.points * FIGHTING * min(1.0, 0.2 + self.left / 6)
        for known in self.knowledge:
            worth += known.worth(self, unit)
        return worth + self.exit_worth(unit)

    def exit_worth(self, unit: Unit) -> float:
        """What a vehicle may still bring its side by leaving the map."""
        best = 0.0
        for way in self.scenario.exits:
            if way.side == unit.side:
                best = max(best, way.points * (0.7 if self.exit_time(unit, way.edge) <= self.left + 1 else 0.0))
        return best

    def exit_time(self, unit: Unit, edge: str) -> float:
        """The turns a vehicle needs to leave the map over an edge."""
        if unit.cell < 0:
            return 0.0
        turns = turns_to(self.ground, unit.type, edge_of(self.ground, edge))[unit.cell]
        return turns * (2 if unit.damaged else 1) + 0.2

    # Fire.

    def blow_at(
        self, shooter: Unit, target: Unit, cell: Cell | None = None, short_halt: bool = False,
        watch: Watch = "none", moving: bool | None = None,
    ) -> Blow:  # fmt: skip
        """What a shot does, from where the shooter stands or from another cell; `moving` asks what if."""
        source = shooter.cell if cell is None else cell
        ground = self.ground
        smoke = len(ground.hindering(source, target.cell, self.smoke)) if self.smoke else 0
        if moving is None:
            moving = target.known and target.command in self.scene.moving
        return blow(
            shooter.type, target.type, self.board.distance(source, target.cell),
            aspect_of(ground, target.facing, target.cell, source), ground.fire_cover[target.cell], moving,
            target.damaged, short_halt, shooter.damaged, watch, smoke,
        )  # fmt: skip

    def shares(self) -> list[float]:
        """For each enemy how likely it is to fire at one more vehicle it can see, given whom else it sees."""
        if self._shares is None:
            ground, board, units = self.ground, self.board, self.units
            self._shares = [0.0] * len(units)
            for index in self.foes:
                enemy = units[index]
                card = cards()[enemy.type]
                if card.ap is None:
                    continue
                sight = self.scene.seen_from(enemy.cell)
                count, menace = 0, 1.0
                for own in self.mine:
                    unit = units[own]
                    if unit.cell not in sight:
                        continue
                    away = board.distance(unit.cell, enemy.cell)
                    if card.reaches(away) and away <= spotted_at(ground.cover[unit.cell], unit.mark):
                        count += 1
                    own_card = cards()[unit.type]
                    if own_card.reaches(away) and away <= spotted_at(ground.cover[enemy.cell], enemy.mark):
                        menace *= 1 - self.blow_at(unit, enemy).kill * 0.6
                self._shares[index] = 0.85 / (1 + 0.6 * max(float(count), self.mass)) * (0.4 + 0.6 * menace)
        return self._shares

    def dangers(self, cell: Cell, kind: str, mark: str, damaged: bool) -> list[Danger]:
        """The enemies that could fire at a vehicle in a cell."""
        key = (cell, kind, mark, damaged)
        known = self._dangers.get(key)
        if known is not None:
            return known
        found: list[Danger] = []
        ground, board, units = self.ground, self.board, self.units
        sight, shares = self.scene.seen_from(cell), self.shares()
        cover = ground.fire_cover[cell]
        far = spotted_at(ground.cover[cell], mark)
        passing = spotted_at(ground.cover[cell], SPOT_MOVE)
        for index in self.foes:
            enemy = units[index]
            if enemy.cell not in sight:
                continue
            card = cards()[enemy.type]
            away = board.distance(cell, enemy.cell)
            if not card.reaches(away) or away > passing:
                continue
            front = blow(enemy.type, kind, away, "front", cover, False, damaged, False, enemy.damaged).value
            rear = blow(enemy.type, kind, away, "rear", cover, False, damaged, False, enemy.damaged).value
            if not rear:
                continue
            aimed = points_at(ground, enemy.type, enemy.facing, enemy.cell, cell)
            weight = shares[index] * (1.0 if aimed else ASKEW) if away <= far else 0.15 * shares[index]
            hidden = (enemy.command in (FACE_DOWN, "") or enemy.command in self.scene.watching) and not enemy.known
            watch = WATCHING * 0.6 * shares[index] if aimed and hidden else 0.0
            dq, dr = board.q[enemy.cell] - board.q[cell], board.r[enemy.cell] - board.r[cell]
            found.append(Danger(index, front, rear, dq, dr, weight, watch))
        self._dangers[key] = found
        return found

    def chances(self, cell: Cell, kind: str, damaged: bool) -> list[Chance]:
        """The enemies that a vehicle in a cell could fire at as they stand now, the best first."""
        key = (cell, kind, damaged)
        known = self._chances.get(key)
        if known is not None:
            return known
        found: list[Chance] = []
        card = cards()[kind]
        if card.ap is not None:
            ground, board, units = self.ground, self.board, self.units
            sight = self.scene.seen_from(cell)
            for index in self.foes:
                enemy = units[index]
                if enemy.cell not in sight:
                    continue
                away = board.distance(cell, enemy.cell)
                if not card.reaches(away) or away > spotted_at(ground.cover[enemy.cell], enemy.mark):
                    continue
                shown: Aspect = aspect(
                    enemy.facing, board.q[cell] - board.q[enemy.cell], board.r[cell] - board.r[enemy.cell]
                )
                value = blow(
                    kind, enemy.type, away, shown, ground.fire_cover[enemy.cell], False, enemy.damaged, False, damaged
                ).value
                if value:
                    found.append(Chance(index, value * self.worths[index] * self.temper.boldness, enemy.cell))
            found.sort(key=lambda chance: -chance.gain)
        self._chances[key] = found
        return found

    def front(self, cell: Cell, facing: int) -> float:
        """A little for a front towards the enemies nearby, seen or not: nothing, or less for each behind the back."""
        known = self._fronts.get(cell)
        if known is None:
            board, units = self.board, self.units
            values = [0.0] * 6
            for index in self.foes:
                enemy = units[index].cell
                away = board.distance(cell, enemy)
                if 0 < away <= NEARBY:
                    dq, dr = board.q[enemy] - board.q[cell], board.r[enemy] - board.r[cell]
                    for way in range(6):
                        if aspect(way, dq, dr) == "rear":
                            values[way] -= 2.0 / away
            known = self._fronts[cell] = tuple(values)
        return known[facing]

    def threat(self, cell: Cell, kind: str, facing: int, mark: str, damaged: bool) -> float:
        """The part of its worth that a vehicle may expect to lose in a turn; facing -1: front towards all."""
        total = 0.0
        for danger in self.dangers(cell, kind, mark, damaged):
            shown = "front" if facing < 0 else aspect(facing, danger.dq, danger.dr)
            total += (danger.rear if shown == "rear" else danger.front) * danger.weight
        return total

    def passing(self, cell: Cell, kind: str, damaged: bool) -> float:
        """The part of its worth that a vehicle may expect to lose to overwatch on its way through a cell."""
        return sum([d.front * d.watch for d in self.dangers(cell, kind, SPOT_MOVE, damaged)])
