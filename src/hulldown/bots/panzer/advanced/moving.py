"""The Movement Step: where each unit goes, groups together, carriers with what they put down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hulldown.bots.mending import mended
from hulldown.bots.panzer.advanced import convoys
from hulldown.bots.panzer.advanced.assaulting import overrun_gain, storm_gain
from hulldown.bots.panzer.advanced.facing import best_facing
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.flying import bunched, guards_sky, hides, open_to_aircraft
from hulldown.bots.panzer.advanced.goals import Errand, errands, unarmed
from hulldown.bots.panzer.advanced.searching import search_gain
from hulldown.bots.panzer.advanced.stalking import stalked
from hulldown.bots.panzer.advanced.travel import FAR
from hulldown.bots.seat import Seat
from hulldown.core.board import Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import Paths, Stand
from hulldown.games.panzer.rules.advanced.play import control
from hulldown.games.panzer.rules.advanced.play.assault import support
from hulldown.games.panzer.rules.advanced.play.facts import passengers, towed_of
from hulldown.games.panzer.rules.advanced.verbs.marches import DISMOUNT, DROPS, OVERRUNS, QUICK, SEARCH
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, STAND
from hulldown.games.panzer.rules.verbs.kinds import STAY

Jolt = Callable[[], float]
STRIDE = 0.14
"""What a turn of the way is worth, as a part of the goal."""
ARRIVED = 0.12
"""What it is worth to end on the goal, as a part of it."""
SAFE = 9
"""Hexes to the nearest enemy beyond which a quickmarch is no risk."""
NEAR_GOAL = 3
"""Hexes to the goal at which passengers get down."""
GUN_GOAL = 7
"""The same for guns in tow."""
LONELY = 0.1
"""What a vehicle risks alone in closed ground with enemy infantry near, as a part of its worth."""
LOOKED = 48
"""Hexes that are looked at closely."""
TRIES = 10
"""How often an order is mended before all stay."""
STAYING = -20.0
"""What it is worth to put passengers down that are to leave the map with their carrier."""
EXIT = "exit"
"""The word of a move that goes on over the map's edge."""
ALONE = 20
"""Moves of a unit that are tried by themselves where nothing else is legal."""


class Step(NamedTuple):
    """A task, where it ends and what it is worth."""

    worth: float
    cell: Cell
    task: Task


class Marching:
    """The moves of one order as they are chosen."""

    def __init__(self, field: Field, seat: Seat, jolt: Jolt) -> None:
        self.field = field
        self.seat = seat
        self.jolt = jolt
        self.given = errands(field)
        self.taken: dict[Cell, int] = {}
        self.ends: dict[int, Cell] = {}
        self.tanks: dict[Cell, int] = {}
        self.guards: dict[Cell, int] = {}
        movers = {field.names[unit.unit] for unit in seat.legal.units}
        for index in field.mine:
            if index not in movers:
                self.take(index, field.units[index].cell)

    def take(self, index: int, cell: Cell) -> None:
        """Notes that a unit will stand in a hex."""
        if cell >= 0 and self.field.vehicle(index):
            self.tanks[cell] = index
        elif cell >= 0 and self.field.leg(index):
            self.guards[cell] = self.guards.get(cell, 0) + 1
        if cell >= 0:
            self.taken[cell] = self.taken.get(cell, 0) + (2 if self.field.vehicle(index) else 1)

    # What a hex is worth to a unit at the end of its move.

    def worth(self, index: int, cell: Cell) -> float:
        """What it is worth to stand in a hex next turn."""
        field, errand = self.field, self.given.get(index)
        total = 0.6 * field.shelter(index, cell) - field.danger(index, cell) + 0.3 * field.prospect(index, cell)
        total -= (1.0 if self.taken.get(cell, 0) < 4 else 6.0) * self.taken.get(cell, 0)
        total -= open_to_aircraft(field, index, cell) + stalked(field, index, cell)
        if cell in self.tanks:
            total -= bunched(field, index)
        if errand is not None:
            total += self._advance(index, cell, errand)
        return total + self._escort(index, cell)

    def _escort(self, index: int, cell: Cell) -> float:
        """What it is worth to be with others in closed ground where enemy infantry is near.

        A vehicle without squads in its hex is an easy prey of close assaults (6.6.1.1.2-unsupported-a).
        """
        field = self.field
        if cell < 0 or not field.stalked(cell) or not support.closed(field.state, field.scene, cell):
            return 0.0
        if field.vehicle(index):
            return 0.0 if self.guards.get(cell, 0) else -LONELY * field.worth(index)
        if not field.leg(index) or cell not in self.tanks:
            return 0.0
        return LONELY * field.worth(self.tanks[cell])

    def _advance(self, index: int, cell: Cell, errand: Errand) -> float:
        """What a hex is worth for the goal of a unit."""
        goal = errand.goal
        turns = errand.near(cell)
        if turns >= FAR:
            return -40.0
        if goal.leave:
            here = self.field.units[index].cell
            waits = here >= 0 and hides(self.field, index, self.field.left - errand.near(here))
            return -STRIDE * (1.0 if waits else goal.worth) * turns
        if unarmed(self.field, index):
            # It brings others near, and stays away itself.
            return -STRIDE * goal.worth * max(0.0, turns - 0.4) if passengers(self.field.state, index) else -turns
        stride = STRIDE * goal.worth
        if not goal.take:
            return -0.5 * stride * max(0.0, turns - 0.7) + (2.0 if cell in goal.cells else 0.0)
        return -stride * turns + (ARRIVED * goal.worth if cell in goal.cells else 0.0)

    # Candidates.

    def steps(self, unit: UnitLegal) -> list[Step]:
        """The moves of a unit, the best first."""
        index = self.field.names[unit.unit]
        here = self.field.units[index].cell
        found: list[Step] = []
        for option in unit.options:
            scene = self.field.scene
            if scene.rules.family(option.kind) == STAND and not option.facings:
                stays = self.worth(index, here) if here >= 0 else -50.0
                found.append(Step(stays + self.jolt(), here, Task(unit.unit, STAY)))
            elif (option.kind in scene.marching or option.kind == QUICK) and option.path is not None:
                found += self._ways(index, unit.unit, option)
            elif option.kind == SEARCH:
                found += self._searching(index, unit.unit)
        found += self._dismounting(index, unit)
        return sorted(found, key=lambda step: (-step.worth, step.cell, step.task.kind))

    def _ways(self, index: int, name: str, option: Option) -> list[Step]:
        """The moves of one option."""
        first = option.choices[0] if option.choices else ""
        if "=" in first:
            return self._storm(index, name, option)
        if first.startswith(OVERRUNS):
            return self._overrun(index, name, option)
        return self._drives(index, name, option)

    def _drives(self, index: int, name: str, option: Option) -> list[Step]:
        """Moves to a hex, perhaps to let somebody dismount there, or off the map."""
        field = self.field
        drops = ""
        if any(word.startswith(DROPS) for word in option.choices):
            drops = " ".join([word for word in option.choices if word.startswith(DROPS) and "@" not in word])
        if option.choices and not drops and EXIT not in option.choices:
            return []
        hasty = option.kind == QUICK
        assert option.path is not None
        paths = Paths(option.path, self.seat.tables, self.seat.board.neighbours)
        reached = paths.reach()
        leaving = self._leaving(index, name, option.kind, paths)
        rough = sorted(reached, key=lambda cell: (-self._rough(index, cell), cell))[:LOOKED]
        found = leaving
        for cell in rough:
            worth = self.worth(index, cell) + self.jolt()
            if hasty:
                worth -= self._haste(index, cell)
            if drops:
                worth += self._relief(index, cell)
            facing = -1
            if option.facings and not field.vehicle(index):
                facing = best_facing(field, index, cell)
                facing = facing if facing in option.facings else -1
            found.append(Step(worth, cell, Task(name, option.kind, reached[cell].path, facing, drops)))
        return found

    def _overrun(self, index: int, name: str, option: Option) -> list[Step]:
        """Driving into the hex of a unit and over it; it may go on from there, or is put back."""
        field = self.field
        target = field.names[option.choices[0].split()[1]]
        cell = field.units[target].cell
        assert option.path is not None
        reached = Paths(option.path, self.seat.tables, self.seat.board.neighbours).reach()
        if cell not in reached:
            return []
        worth = self.worth(index, cell) + overrun_gain(field, index, target) + self.jolt()
        return [Step(worth, cell, Task(name, option.kind, reached[cell].path, choice=option.choices[0]))]

    def _storm(self, index: int, name: str, option: Option) -> list[Step]:
        """Taking a passenger next to an enemy whom it attacks as it dismounts."""
        field = self.field
        assert option.path is not None
        reached = Paths(option.path, self.seat.tables, self.seat.board.neighbours).reach()
        found = []
        for word in option.choices:
            passenger, _, foe = word.split()[-1].partition("=")
            if "@" in passenger:
                continue
            rider, target = field.names[passenger], field.names[foe]
            for cell in reached:
                worth = self.worth(index, cell) + storm_gain(field, rider, target, cell) + self.jolt()
                found.append(Step(worth, cell, Task(name, option.kind, reached[cell].path, choice=word)))
        return found

    def _leaving(self, index: int, name: str, kind: str, paths: Paths) -> list[Step]:
        """Going off the map, where that is the errand of a unit and it comes so far in this move."""
        errand = self.given.get(index)
        if errand is None or not errand.goal.leave or not paths.rim:
            return []
        worth = errand.goal.leave + 0.2 * self.field.worth(index)
        reached = paths.reach()
        here = self.field.units[index].cell
        found = []
        for cell in paths.exits():
            if cell in errand.goal.cells and (cell == here or cell in reached):
                path = () if cell == here else reached[cell].path
                found.append(Step(worth + self.jolt(), cell, Task(name, kind, path, -1, EXIT)))
        return found[:2]

    def _rough(self, index: int, cell: Cell) -> float:
        """A quick guess at what a hex is worth."""
        errand = self.given.get(index)
        return self.field.shelter(index, cell) + (self._advance(index, cell, errand) if errand is not None else 0.0)

    def _haste(self, index: int, cell: Cell) -> float:
        """What a quickmarch to a hex costs: it may suppress, which is bad near enemies."""
        field = self.field
        foe = field.nearest_foe(cell)
        far = field.board.distance(cell, field.units[foe].cell) if foe >= 0 else 99
        return (0.05 if far > SAFE else 0.3) * field.worth(index) + 0.5 * field.danger(index, cell)

    def _relief(self, index: int, cell: Cell) -> float:
        """What it is worth to put all passengers down in a hex."""
        field, errand = self.field, self.given.get(index)
        far = 99
        if errand is not None and errand.goal.leave:
            return STAYING
        if errand is not None:
            far = min(field.board.distance(cell, goal) for goal in errand.goal.cells)
        total = 0.0
        for load in passengers(field.state, index):
            near = GUN_GOAL if towed_of(field.units[load]) is not None else NEAR_GOAL
            wanted = far <= near or guards_sky(field, load)
            total += 6.0 if wanted else -8.0
            total += 0.5 * field.danger(index, cell)
        return total

    def _dismounting(self, index: int, unit: UnitLegal) -> list[Step]:
        """Putting passengers down where the carrier stands."""
        names = [name for option in unit.options if option.kind == DISMOUNT for name in option.targets]
        if not names:
            return []
        here = self.field.units[index].cell
        relief = self._relief(index, here)
        if relief <= 0.0:
            # A carrier without a command to move is asked too: it keeps them aboard.
            return []
        worth = self.worth(index, here) + relief + self.jolt()
        return [Step(worth, here, Task(unit.unit, DISMOUNT, targets=tuple(dict.fromkeys(names))))]

    def _searching(self, index: int, name: str) -> list[Step]:
        """Looking for a hull-down position where a vehicle stands."""
        gain = search_gain(self.field, index, self.given.get(index))
        if gain <= 0.0:
            return []
        here = self.field.units[index].cell
        facing = best_facing(self.field, index, here)
        return [Step(self.worth(index, here) + gain + self.jolt(), here, Task(name, SEARCH, facing=facing))]

    # Groups.

    def column(self, group: Sequence[int], offers: Mapping[int, UnitLegal]) -> dict[int, Step] | None:
        """The moves of a column, the lead vehicle first; None: it cannot move as one."""
        field = self.field
        found = {mate: self._along(mate, offers[mate]) for mate in group}
        line = [
            convoys.Ends(
                mate,
                {cell: step.worth for cell, step in found[mate].items()},
                {cell: step.task.cells for cell, step in found[mate].items()},
            )
            for mate in group
        ]
        if not all(one.worths for one in line):
            return None
        ahead = convoys.moved_ahead(field, group[0], control.sharing(field.state, group[0]))
        ends = convoys.arranged(field, ahead, line)
        return None if ends is None else {mate: found[mate][cell] for mate, cell in ends.items()}

    def _along(self, index: int, unit: UnitLegal) -> dict[Cell, Step]:
        """The ends of a vehicle along its road or path, each with a move; off the map where it may leave there.

        In a column it moves at the rate of the way (6.2.1.1.3-roads-a), and so faces along it at the end (4.5.1.1.5c).
        """
        field = self.field
        here = field.units[index].cell
        found: dict[Cell, Step] = {}
        for option in unit.options:
            if field.scene.rules.family(option.kind) == STAND and not option.facings:
                found.setdefault(here, Step(self.worth(index, here), here, Task(unit.unit, STAY)))
            if option.kind not in field.scene.marching or option.path is None or option.choices not in ((), (EXIT,)):
                continue
            paths = Paths(option.path, self.seat.tables, self.seat.board.neighbours)
            for step in self._leaving(index, unit.unit, option.kind, paths):
                found[convoys.OFF] = step
            if not option.path.kinds:
                continue
            for cell, arrival in paths.reach().items():
                if cell not in found:
                    task = Task(unit.unit, option.kind, arrival.path, _facing_along(paths, arrival.path))
                    found[cell] = Step(self.worth(index, cell), cell, task)
        return found

    def choose(self, index: int, steps: Sequence[Step]) -> Step | None:
        """The best move that ends near enough to those who share the command."""
        field = self.field
        places = []
        for mate in control.sharing(field.state, index):
            if mate == index:
                continue
            if mate in self.ends:
                places.append(self.ends[mate])
            elif field.units[mate].moved:
                places.append(field.units[mate].cell)
        places = [cell for cell in places if cell >= 0]
        if not places:
            return steps[0] if steps else None
        distance, limit = field.board.distance, control.command_range(field.scene, index)
        best: Step | None = None
        least = 999
        for step in steps:
            if step.cell < 0:
                continue
            far = max(0, max(distance(step.cell, cell) for cell in places) - limit)
            if far < least:
                best, least = step, far
                if not far:
                    break
        return best


def _facing_along(paths: Paths, path: tuple[Cell, ...]) -> int:
    """How a vehicle turns at the end of a path to face along the way; -1: it need not turn."""
    stand = paths.walked(path)
    assert isinstance(stand, Stand)
    facing = paths.end_facing(stand)
    return -1 if facing in stand.facings else facing


def move_order(field: Field, seat: Seat, jolt: Jolt, rng: Random) -> Order:
    """Moves for all who must move, group after group."""
    legal = seat.legal
    marching = Marching(field, seat, jolt)
    offers = {field.names[unit.unit]: unit for unit in legal.units}
    blocks: list[list[Task]] = []
    owners: dict[str, int] = {}
    done: set[int] = set()
    others: list[Task] = []
    for index in offers:
        if index in done:
            continue
        group = [mate for mate in control.sharing(field.state, index) if mate in offers] or [index]
        if field.units[index].command not in field.scene.moving:
            group = [index]
        group.sort(key=lambda mate: (field.gait(mate).rates[0] // (2 if field.suppressed(mate) else 1), mate))
        block: list[Task] = []
        column: dict[int, Step] | None = None
        if convoys.place_in(field, index):
            group.sort(key=lambda mate: convoys.place_in(field, mate))
            column = marching.column(group, offers)
        for mate in group:
            done.add(mate)
            steps = marching.steps(offers[mate]) if column is None else [column[mate]]
            others += [one.task for one in steps[:ALONE]]
            step = marching.choose(mate, steps) if column is None else column[mate]
            if step is None:
                continue
            marching.ends[mate] = step.cell
            marching.take(mate, step.cell)
            owners[field.units[mate].id] = len(blocks)
            block.append(step.task)
        blocks.append(block)
    order = _mended(seat, blocks, owners)
    return order if order is not None else _idle(seat, others, rng)


def _mended(seat: Seat, blocks: list[list[Task]], owners: dict[str, int]) -> Order | None:
    """The order of all blocks, without those that the rules object to; None: nothing is left."""
    decision = seat.legal.decision.id
    kept = [number for number, block in enumerate(blocks) if block]
    for _ in range(TRIES):
        tasks = tuple([task for number in kept for task in blocks[number]])
        if not tasks:
            break
        order = Order(MOVEMENT, tasks, decision=decision)
        wrong = seat.offer(order)
        if not wrong:
            return order
        named = {owners[violation.unit] for violation in wrong if violation.unit in owners}
        rest = [number for number in kept if number not in named]
        kept = rest if len(rest) < len(kept) else kept[:-1]
    return None


def _idle(seat: Seat, others: list[Task], rng: Random) -> Order:
    """The answer that does least; where even that is refused, any move of a single unit that is not."""
    idle, decision = seat.legal.idle, seat.legal.decision.id
    assert idle is not None
    order = Order(MOVEMENT, idle.tasks, idle.choice, decision)
    if not seat.offer(order):
        return order
    for task in others:
        single = Order(MOVEMENT, (task,), decision=decision)
        if not seat.offer(single):
            return single
    return mended(seat, order, rng)
