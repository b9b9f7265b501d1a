"""The plot of a turn: who gets on or off, overruns, fire shared out, H patterns, moves, then lines to watch."""

from __future__ import annotations

from random import Random

from hulldown.bots.alternatives import PLAIN, Style
from hulldown.bots.brains import Pool, Temper
from hulldown.bots.calm import calmness, steady
from hulldown.bots.kampfpanzer.charts import Charts
from hulldown.bots.kampfpanzer.covering import Lookout
from hulldown.bots.kampfpanzer.forecast import Forecast, expected
from hulldown.bots.kampfpanzer.loading import Transport
from hulldown.bots.kampfpanzer.marches import Marches, Move
from hulldown.bots.kampfpanzer.odds import NOTHING, Shares, perhaps
from hulldown.bots.kampfpanzer.overruns import LUCKY, Storms, tasks_of
from hulldown.bots.kampfpanzer.picture import Picture, state_of
from hulldown.bots.kampfpanzer.shelling import Battery
from hulldown.bots.kampfpanzer.shots import CREW, Gun, Mark, Range
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.stacking import fits
from hulldown.games.kampfpanzer.rules.state import EXIT, NOBODY, Unit
from hulldown.games.kampfpanzer.rules.verbs.firing import DIRECT
from hulldown.games.kampfpanzer.rules.verbs.move import MOVING

STAKE = 0.4
"""What is typically at stake for a unit in a turn: noise is a part of it."""
POOLED = 6
"""Moves of a unit that are open to be tried."""
PATIENT = 0.4
"""What a better place is worth beside the fire that a unit gives up on its way there: fire now is sure."""
LEAST = 0.02
"""Less than this is not worth a task."""


def plot(seat: Seat, view: KampfView, rng: Random, temper: Temper, style: Style = PLAIN) -> Order:
    """The plot that a side likes best."""
    return Basis(seat, view, temper.boldness).plotted(rng, temper.noise, style)


class Basis:
    """What all plots for a position share that are made with the same boldness."""

    def __init__(self, seat: Seat, view: KampfView, boldness: float, foreseen: Forecast | None = None) -> None:
        assert view.side is not None
        self.picture = Picture(state_of(view), view.side)
        self.legal = {unit.unit: unit for unit in seat.legal.units}
        self.charts = Charts(self.picture, boldness)
        self.marches = Marches(self.picture, self.charts, self.legal)
        self.range = Range(self.picture, self.legal)
        self.forecast = foreseen if foreseen is not None else expected(self.picture)
        self.lookout = Lookout(self.picture, self.forecast)
        self.storms = Storms(self.picture, self.charts, self.marches, self.legal)
        units = [unit for unit in (*self.picture.own, *self.picture.waiting) if unit.id in self.legal]
        self.stay = {unit.id: self.marches.stay(unit) for unit in units}
        self.moves = {unit.id: self.marches.moves(unit) for unit in units}

    def plotted(self, rng: Random, noise: float, style: Style) -> Order:
        """A plot with this leaning."""
        return Plotter(self, rng, noise, style).order()

    def open_tasks(self) -> Pool:
        """What each unit might do: fire at any foe, go its best ways, watch its best line, nothing."""
        pool: Pool = {name: [None] for name in self.moves}
        for mark, guns in self.range.guns.items():
            for gun in guns:
                if gun.unit.id in pool:
                    targets = (mark.name,) if mark.name else ()
                    pool[gun.unit.id].append(Task(gun.unit.id, DIRECT.kind, (mark.cell,), targets=targets))
        battery = Battery(self.picture, self.forecast)
        for unit in self.picture.own:
            if unit.id in pool:
                for found in (self.lookout.best, battery.best):
                    task = found(unit, self.legal[unit.id])[1]
                    if task is not None:
                        pool[unit.id].append(task)
        for name, moves in self.moves.items():
            best = sorted(moves, key=lambda move: -move.score)[:POOLED]
            pool[name] += [Task(name, MOVING.kind, move.path, choice=EXIT if move.exits else "") for move in best]
        return pool


class Sheet:
    """The tasks given so far and the hexes in which own units will end the turn."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.tasks: dict[str, Task] = {}
        self.there: dict[Cell, list[str]] = {}
        for unit in picture.own:
            if unit.aboard == NOBODY:
                self.there.setdefault(unit.cell, []).append(unit.type)

    def add(self, task: Task) -> None:
        self.tasks[task.unit] = task

    def room(self, unit: Unit, cell: Cell) -> bool:
        """Whether a unit may end the turn in a hex."""
        return fits([*self.there.get(cell, ()), unit.type])

    def move(self, unit: Unit, task: Task) -> None:
        """Gives a unit a way to go."""
        self.add(task)
        if unit.cell >= 0:
            self.there[unit.cell].remove(unit.type)
        if task.choice != EXIT:
            self.there.setdefault(task.cells[-1], []).append(unit.type)


class Plotter:
    """One plot in the making."""

    def __init__(self, basis: Basis, rng: Random, noise: float, style: Style) -> None:
        self.basis, self.rng, self.style = basis, rng, style
        self.noise = noise * STAKE
        self.picture, self.legal, self.stay = basis.picture, basis.legal, basis.stay
        self.sheet = Sheet(self.picture)
        self.transport = Transport(self.picture, basis.charts, basis.marches, basis.legal)
        self.moves: dict[str, list[Move]] = {}
        self.fired: dict[Mark, list[Gun]] = {}
        self.coming: dict[Cell, Shares] = {}
        """What overruns will do after all fire, by the hex overrun."""
        self.calm = calmness(self.picture.scene.side(self.picture.side).panic)

    def order(self) -> Order:
        """The whole plot."""
        self._consider()
        self._load()
        self._overrun()
        self._fire()
        self._shell()
        self._drive()
        self._watch()
        return Order("plot", tuple(self.sheet.tasks.values()))

    def _stir(self) -> float:
        return self.rng.gauss(0.0, self.noise) if self.noise else 0.0

    def _consider(self) -> None:
        """Sorts the moves of each unit, as this plot sees them."""
        for name, moves in self.basis.moves.items():
            stirred = [move._replace(score=move.score + self._stir() + self.style.move) for move in moves]
            self.moves[name] = sorted(stirred, key=lambda move: (-move.score, move.path))

    def _free(self, unit: Unit) -> bool:
        return unit.id not in self.sheet.tasks and unit.id in self.legal

    def _price(self, unit: Unit) -> float:
        """What a unit gives up by staying: what its best move would be worth more."""
        moves = self.moves.get(unit.id)
        return PATIENT * max(0.0, moves[0].score - self.stay[unit.id]) if moves else 0.0

    def _load(self) -> None:
        taken = set(self.sheet.there)
        for task in self.transport.debarks(taken):
            self.sheet.add(task)
            if task.cells:
                self.sheet.there.setdefault(task.cells[0], []).append("Truck")
        for task in self.transport.embarks(set(self.sheet.tasks)):
            self.sheet.add(task)

    def _overrun(self) -> None:
        """Overruns, the best first, as long as one is worth more than what the units would do otherwise."""
        storms = self.basis.storms
        cells = set(storms.ways)
        while cells:
            free = {unit.id: self._instead(unit) for unit in self.picture.own if self._free(unit)}
            found = {cell: storms.best(cell, free, set(self.sheet.there)) for cell in sorted(cells)}
            best = max(found, key=lambda cell: (found[cell][0], -cell))
            worth, crew = found[best]
            if not crew or worth + self._stir() <= LEAST:
                return
            self.coming[best] = perhaps(storms.shares(best, len(crew)), LUCKY * self.calm)
            for task in tasks_of(crew):
                unit = next(run.unit for run in crew if run.unit.id == task.unit)
                self.sheet.move(unit, task)
            cells.discard(best)

    def _instead(self, unit: Unit) -> float:
        """What a unit would do if it did not overrun: its best move, or its fire."""
        alone = [self.basis.range.worth(mark, [gun]) for mark, guns in self.basis.range.guns.items() for gun in guns
                 if gun.unit is unit]  # fmt: skip
        return max(self._price(unit), self.calm * max(alone, default=0.0))

    def _fire(self) -> None:
        """Gives out direct fire: again and again the mark and the crew that add most."""
        guns = {
            mark: sorted((gun for gun in crew if self._free(gun.unit)), key=self._eager)
            for mark, crew in self.basis.range.guns.items()
        }
        stirs = {mark: self._stir() + (0.4 if mark.cell == self.style.focus else 0.0) for mark in guns}
        while guns:
            found = {mark: self._crew(mark, crew) for mark, crew in guns.items()}
            best = max(found, key=lambda mark: (found[mark][0] + stirs[mark] * bool(found[mark][1]), -mark.cell))
            worth, crew = found[best]
            if not crew or worth + stirs[best] <= LEAST:
                return
            for gun in crew:
                self.sheet.add(Task(gun.unit.id, DIRECT.kind, (best.cell,), targets=(best.name,) if best.name else ()))
            self.fired.setdefault(best, []).extend(crew)
            stirs[best] = 0.0
            # Fire at a hex as a whole and at one unit in it is not added up: it is either the one or the other.
            guns = {mark: [gun for gun in crew if self._free(gun.unit)] for mark, crew in guns.items()
                    if mark.cell != best.cell or mark is best}  # fmt: skip
            guns = {mark: crew for mark, crew in guns.items() if crew}

    def _eager(self, gun: Gun) -> tuple[float, str]:
        return round(self._price(gun.unit), 2) - 0.03 * gun.strength, gun.unit.id

    def _crew(self, mark: Mark, crew: list[Gun]) -> tuple[float, list[Gun]]:
        """The best number of units for a mark, those who give up least first, and what they add."""
        before = self.fired.get(mark, [])
        then = self.coming.get(mark.cell, NOTHING)
        base = self.basis.range.worth(mark, before, then)
        best: tuple[float, list[Gun]] = (0.0, [])
        price = calm = 0.0
        most = min(CREW, len(crew))
        worths = [self.basis.range.worth(mark, before + crew[:able], then) - base for able in range(most + 1)]
        for number in range(1, most + 1):
            price += self._price(crew[number - 1].unit) - self.style.fire
            calm += self.picture.calm(crew[number - 1].unit)
            # Some of them may panic and not fire at all.
            gain = sum([part * worths[able] for able, part in enumerate(steady(number, calm / number))])
            gain = self.basis.charts.boldness * gain - price
            if gain > best[0] + LEAST * number:
                best = gain, crew[:number]
        return best

    def _shell(self) -> None:
        battery = Battery(self.picture, self.basis.forecast)
        for unit in self.picture.own:
            if self._free(unit) and arms(unit.type).lobs:
                worth, task = battery.best(unit, self.legal[unit.id])
                if task is not None and worth > LEAST:
                    self.sheet.add(task)
                    battery.take(task)

    def _drive(self) -> None:
        """Gives moves to the units that gain by them, those with most to gain first; then those who come on."""
        free = [unit for unit in self.picture.own if self._free(unit) and unit.id in self.moves]
        for unit in free:
            if (arms(unit.type).carrier and unit.cargo == NOBODY) or self._may_fetch(unit):
                self.moves[unit.id] = [*self.transport.fetching(unit), *self.moves[unit.id]]
        free = [unit for unit in free if self.moves[unit.id]]
        free.sort(key=lambda unit: (self.stay[unit.id] - self.moves[unit.id][0].score, unit.id))
        for unit in [*free, *(unit for unit in self.picture.waiting if unit.id in self.moves)]:
            watch = self.basis.lookout.best(unit, self.legal[unit.id])[0] + self.style.cover if unit.cell >= 0 else 0.0
            for move in self.moves[unit.id]:
                if unit.cell >= 0 and move.score <= self.stay[unit.id] + self.calm * watch + LEAST:
                    break
                if move.exits or self.sheet.room(unit, move.path[-1]):
                    choice = EXIT if move.exits else ""
                    self.sheet.move(unit, Task(unit.id, MOVING.kind, move.path, choice=choice))
                    break

    def _may_fetch(self, unit: Unit) -> bool:
        """Whether a tank should fetch a rider: early, while nobody is near."""
        riders = self.picture.scene.side(self.picture.side).riders
        return riders is not None and unit.type == riders.type and unit.cargo == NOBODY and self.picture.state.turn <= 2

    def _watch(self) -> None:
        """Gives the rest a line to watch, or lets guns turn that bear on nothing."""
        for unit in self.picture.own:
            if not self._free(unit) or unit.aboard != NOBODY:
                continue
            worth, task = self.basis.lookout.best(unit, self.legal[unit.id])
            if task is not None and worth > LEAST:
                self.sheet.add(task)
                continue
            turned = self.basis.lookout.turned(unit, self.legal[unit.id])
            if turned is not None:
                self.sheet.add(turned)
