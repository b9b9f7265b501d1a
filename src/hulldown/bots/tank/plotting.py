"""The plot of a turn: a few candidates for each unit, fire shared out, then moves, then lines to cover."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from hulldown.bots.alternatives import PLAIN, Style
from hulldown.bots.brains import Pool, Temper
from hulldown.bots.calm import calmness, steady
from hulldown.bots.seat import Seat
from hulldown.bots.tank.charts import Charts
from hulldown.bots.tank.covering import Lookout
from hulldown.bots.tank.dangers import Dangers
from hulldown.bots.tank.foresight import Forecast
from hulldown.bots.tank.lanes import Sheet
from hulldown.bots.tank.marches import Marches, Move
from hulldown.bots.tank.modules import known
from hulldown.bots.tank.odds import is_soft
from hulldown.bots.tank.picture import Picture
from hulldown.bots.tank.posture import posture_of
from hulldown.bots.tank.shots import CREW, Range
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.state import EXIT, Unit
from hulldown.games.tank.rules.verbs.cover import ADJACENT, COVER
from hulldown.games.tank.rules.verbs.direct import DIRECT
from hulldown.games.tank.rules.verbs.face import TURN
from hulldown.games.tank.rules.verbs.move import MOVE

STAKE = 0.8
"""What is typically at stake for a unit in a turn: noise is a part of it."""
POOLED = 8
"""Moves of a unit that are open to be tried."""
LEAST = 0.02
"""Less than this is not worth a task."""


def plot(seat: Seat, view: TankView, rng: Random, temper: Temper, style: Style = PLAIN) -> Order:
    """The plot that a side likes best."""
    return Basis(seat, view, temper.boldness).plotted(rng, temper.noise, style)


class Basis:
    """What all plots for a position share that are made with the same boldness: the charts, shots and moves."""

    def __init__(self, seat: Seat, view: TankView, boldness: float, foreseen: Forecast | None = None) -> None:
        self.picture = Picture(view)
        self.posture = posture_of(self.picture, boldness)
        self.legal = {unit.unit: unit for unit in seat.legal.units}
        for idle in self.picture.own:
            # Who may do nothing this turn is not asked (25.3, 25.54).
            self.legal.setdefault(idle.id, UnitLegal(idle.id, ()))
        self.charts = Charts(self.picture, self.posture)
        self.dangers = Dangers(self.charts)
        self.range = Range(self.picture, self.charts, foreseen)
        self.lookout = Lookout(self.charts, foreseen)
        self.marches = Marches(self.picture, self.charts, self.dangers, self.legal)
        self.stay = {unit.id: self.marches.stay(unit) for unit in self.picture.own}
        self.moves = {unit.id: self.marches.moves(unit) for unit in self.picture.own}

    def plotted(self, rng: Random, noise: float, style: Style) -> Order:
        """A plot with this leaning."""
        return Plotter(self, rng, noise, style).order()

    def open_tasks(self) -> Pool:
        """What each unit on the map might do: fire at any foe, go its best ways, watch its best line, turn, nothing."""
        sheet = Sheet(self.picture.scene, self.picture.own)
        pool: Pool = {}
        for unit in self.picture.own:
            if unit.id not in self.legal:
                continue
            kinds = {option.kind for option in self.legal[unit.id].options}
            found: list[Task | None] = [None]
            if DIRECT.kind in kinds:
                cells = dict.fromkeys(self.picture.foes[shot.foe].cell for shot in self.range.shots[unit.id])
                found += [Task(unit.id, DIRECT.kind, (cell,)) for cell in cells]
            if COVER.kind in kinds:
                line = self.lookout.best(unit, sheet)[1]
                if line >= 0:
                    found.append(Task(unit.id, COVER.kind, (line,)))
            if TURN.kind in kinds:
                found.append(Task(unit.id, TURN.kind))
            moves = sorted(self.moves[unit.id], key=lambda move: -move.score)[:POOLED]
            found += [Task(unit.id, move.kind, move.path, choice=EXIT if move.exits else "") for move in moves]
            pool[unit.id] = found
        return pool


class Plotter:
    """One plot in the making."""

    def __init__(
        self, basis: Basis, rng: Random, noise: float, style: Style, modes: Mapping[str, bool] | None = None
    ) -> None:
        self.rng, self.style = rng, style
        self.modes: Mapping[str, bool] = modes or {}
        """Units that are bound to others: whether they may move, or else fire."""
        self.noise = noise * STAKE
        self.basis = basis
        self.picture, self.posture, self.legal = basis.picture, basis.posture, basis.legal
        self.range, self.lookout, self.marches = basis.range, basis.lookout, basis.marches
        self.sheet = Sheet(self.picture.scene, self.picture.own)
        self.units = [unit for unit in self.picture.own if self.legal[unit.id].options]
        """The units that are being given tasks."""
        self.stay = basis.stay
        self.moves: dict[str, list[Move]] = {}

    def order(self) -> Order:
        """The whole plot."""
        for unit in self.picture.own:
            self.moves[unit.id] = [
                move._replace(score=move.score + self._stir() + self.style.move)
                for move in self.basis.moves[unit.id]
                if self.modes.get(unit.id, True)
            ]
            self.moves[unit.id].sort(key=lambda move: -move.score)
        if COLUMN in self.legal:
            self._column()
        self._batteries()
        self._single_shots()
        self._modules()
        self._drive()
        self._enter()
        self._cover()
        return self._agreed()

    def _agreed(self) -> Order:
        """The plot, made once more where modules want units to act together; then as they arrange it."""
        tasks: dict[str, Task] = self.sheet.tasks
        for knowledge in known(self.picture.scene):
            if not self.modes:
                gains = {unit.id: self._price(unit) for unit in self.picture.own}
                modes = knowledge.modes(self.picture, self.legal, tasks, gains)
                if modes:
                    return Plotter(self.basis, self.rng, self.noise / STAKE, self.style, modes).order()
            tasks = knowledge.together(self.picture, self.legal, tasks)
        return Order("plot", tuple(tasks.values()))

    def _fires(self, unit: Unit) -> bool:
        """Whether a unit is free to fire."""
        return unit.id not in self.sheet.tasks and not self.modes.get(unit.id, False)

    def _stir(self) -> float:
        return self.rng.gauss(0.0, self.noise) if self.noise else 0.0

    def _price(self, unit: Unit) -> float:
        """What a unit gives up by staying to fire: what its best move would be worth more."""
        moves = self.moves[unit.id]
        return max(0.0, moves[0].score - self.stay[unit.id]) if moves else 0.0

    def _worth(self, foe: int) -> float:
        """What it is worth to destroy a foe."""
        target = self.picture.foes[foe]
        extra = 1.0 if target.cell == self.style.focus else 0.0
        return self.posture.gain * (target.worth + extra)

    def _batteries(self) -> float:
        """Joins the HE of several units where that is worth it, the best target first; the worth of it all."""
        foes = self.picture.foes
        spots: dict[Cell, list[int]] = {}
        for number, foe in enumerate(foes):
            if is_soft(foe.mark.name) and self.range.found[number] > 0:
                spots.setdefault(foe.cell, []).append(number)
        free: dict[Cell, list[Unit]] = {cell: [] for cell in spots}
        board = self.picture.ground.board
        for unit in self.units:
            if not self._fires(unit):
                continue
            for cell in {foes[shot.foe].cell for shot in self.range.shots[unit.id]} & spots.keys():
                if self.sheet.can_fire(unit, cell):
                    free[cell].append(unit)
        for cell, units in free.items():
            units.sort(key=lambda unit: (round(self._price(unit), 1), board.distance(unit.cell, cell), unit.id))
        total = 0.0
        stirs = {cell: self._stir() for cell in sorted(spots)}
        while True:
            best, crew, at = LEAST, [], -1
            for cell, there in spots.items():
                gain, units = self._battery([unit for unit in free[cell] if unit.id not in self.sheet.tasks], there)
                if gain + stirs[cell] > best:
                    best, crew, at = gain + stirs[cell], units, cell
            if at < 0:
                return total
            total += best
            spots.pop(at)
            for unit in crew:
                self.sheet.fire(unit, DIRECT.kind, at)

    def _battery(self, units: list[Unit], there: list[int]) -> tuple[float, list[Unit]]:
        """The best number of units, nearest first, for the soft foes in one hex, and what that is worth."""
        best, crew = 0.0, 0
        price = 0.0
        calm = calmness(self.picture.panic(self.picture.side))
        worth = [
            sum([self._worth(foe) * self.range.found[foe] * self.range.joint(units[:number], self.picture.foes[foe])
                 for foe in there])
            for number in range(min(CREW, len(units)) + 1)
        ]  # fmt: skip
        for number in range(1, len(worth)):
            price += self._price(units[number - 1]) - self.style.fire
            # Some of them may panic and not fire at all.
            gain = sum([part * worth[able] for able, part in enumerate(steady(number, calm))])
            if gain - price > best:
                best, crew = gain - price, number
        return best, units[:crew]

    def _single_shots(self) -> float:
        """Gives out AP shots one by one, each to the foe where it adds most (8.22a); the worth of them all."""
        alive = [1.0] * len(self.picture.foes)
        calm = calmness(self.picture.panic(self.picture.side))
        options: list[tuple[Unit, int, float, float]] = []
        for unit in self.units:
            if not self._fires(unit):
                continue
            price = self._price(unit) - self.style.fire
            for shot in self.range.shots[unit.id]:
                target = self.picture.foes[shot.foe]
                if is_soft(target.mark.name) or shot.chance <= 0:
                    continue
                if not self._opens(unit, shot.chance * shot.found, target.cell):
                    continue
                options.append((unit, shot.foe, shot.chance * shot.found * calm, price - self._stir()))
        total = 0.0
        while options:
            scored = [self._worth(foe) * alive[foe] * chance - price for _, foe, chance, price in options]
            top = max(scored)
            if top <= LEAST:
                break
            unit, foe, chance, _ = options[scored.index(top)]
            cell = self.picture.foes[foe].cell
            if not self.sheet.can_fire(unit, cell):
                options.pop(scored.index(top))
                continue
            self.sheet.fire(unit, DIRECT.kind, cell)
            total += top
            alive[foe] *= 1.0 - chance
            options = [option for option in options if option[0] is not unit]
        return total

    def _opens(self, unit: Unit, chance: float, target: Cell) -> bool:
        """Whether a hidden unit should give itself away for a shot: a good one, or one it will not get later."""
        if not unit.hidden:
            return True
        return chance >= self.posture.hold or self.picture.ground.board.distance(unit.cell, target) <= 4

    def _modules(self) -> None:
        """Gives tasks of modules to the units that gain more by them than by their best move."""
        for knowledge in known(self.picture.scene):
            for unit in self.units:
                if unit.id in self.sheet.tasks:
                    continue
                kinds = frozenset(option.kind for option in self.legal[unit.id].options)
                found = knowledge.tasks(self.picture, unit, kinds)
                worth, task = max(found, key=lambda entry: entry[0], default=(0.0, None))
                if task is not None and worth > self._price(unit) + LEAST:
                    self.sheet.add(task)

    def _drive(self) -> None:
        """Gives moves to the units that gain by them, those with most to gain first."""
        free = [unit for unit in self.units if unit.id not in self.sheet.tasks and self.moves[unit.id]]
        free.sort(key=lambda unit: (self.stay[unit.id] - self.moves[unit.id][0].score, unit.id))
        for unit in free:
            cover = self.lookout.best(unit, self.sheet)[0] * self.posture.gain + self.style.cover
            for move in self.moves[unit.id]:
                if move.score <= self.stay[unit.id] + cover + LEAST:
                    break
                if self.sheet.can_move(unit, move.path, move.exits):
                    self.sheet.move(unit, move.kind, move.path, move.exits)
                    break

    def _enter(self) -> None:
        """Brings units on, in the order of the column, each as far as is good and free."""
        jammed: set[Cell] = set()
        for unit in self.picture.waiting:
            if unit.id not in self.legal or not self.legal[unit.id].options:
                continue
            path = self.legal[unit.id].options[0].path
            entry = path.via[0] if path is not None and path.via else -1
            if entry in jammed:
                continue
            for move in self.marches.entries(unit, self.legal[unit.id]):
                if self.sheet.can_move(unit, move.path):
                    self.sheet.move(unit, MOVE.kind, move.path)
                    break
            else:
                jammed.add(entry)

    def _cover(self) -> None:
        """Gives the rest something to watch, or lets weapons turn that bear on nothing."""
        for unit in self.units:
            if unit.id in self.sheet.tasks:
                continue
            if self.modes.get(unit.id, True) and self._should_turn(unit):
                self.sheet.add(Task(unit.id, TURN.kind))
                continue
            kinds = [option for option in self.legal[unit.id].options if option.kind == COVER.kind]
            if not kinds or not self._fires(unit):
                continue
            worth, cell = self.lookout.best(unit, self.sheet)
            around = any(ADJACENT in option.choices for option in kinds)
            if around and (unit.hidden or worth < 0.1) and self.sheet.around(unit):
                continue
            if cell >= 0 and worth > 0 and (not unit.hidden or worth >= 0.5 * self.posture.hold):
                self.sheet.fire(unit, COVER.kind, cell)

    def _should_turn(self, unit: Unit) -> bool:
        """Whether a weapon that fires forward only bears on nothing while there are foes in its reach."""
        gun = self.picture.gun(unit.type)
        if gun.all_round or unit.hidden or self.range.shots[unit.id]:
            return False
        row = self.picture.scene.row(unit.cell)
        return any(
            row >> foe.cell & 1 and self.picture.ground.board.distance(unit.cell, foe.cell) <= gun.reach
            for foe in self.picture.foes
        )

    def _column(self) -> None:
        """Lets a bound force go on in its column, unless the fire of those in it is worth more.

        If it goes on, only those are left to be given tasks that have lost the column.
        """
        lead = self.marches.column(self.legal[COLUMN])
        if lead is None or not (lead.path or lead.exits):
            return
        bound = [unit for unit in self.units if all(option.kind != MOVE.kind for option in self.legal[unit.id].options)]
        self.units = bound
        fired = self._batteries() + self._single_shots()
        self.units = self.picture.own
        self.sheet = Sheet(self.picture.scene, self.picture.own)
        if fired > max(0.1, (lead.score + self.style.move) * max(1, len(bound)) * 0.5):
            return
        self.units = [unit for unit in self.picture.own if unit not in bound]
        column = self.picture.view.column
        self.sheet.follow(bound, lead.path, tuple(column.trail) if column is not None else ())
        self.sheet.add(Task(COLUMN, MOVE.kind, lead.path, choice=EXIT if lead.exits else ""))
