"""What the units of a company do in their Movement Segment: where they drive, and what they do where they are."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from hulldown.bots.panzer_battles.goals import Goals
from hulldown.bots.panzer_battles.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.bots.ways import path_to, reach
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE
from hulldown.games.panzer_battles.rules.ground import STACK
from hulldown.games.panzer_battles.rules.moves import LEAVE_BE
from hulldown.games.panzer_battles.rules.planning import Planning, table
from hulldown.games.panzer_battles.rules.state import DUMMY, OFF, Unit, index_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import MOVEMENT
from hulldown.games.panzer_battles.rules.verbs.driving import EXIT
from hulldown.games.panzer_battles.rules.verbs.kinds import DISMOUNT, MOVE, SHELTER, WITHDRAW

FIRE: Final = 1.0
"""How much the fire from a hex on the next turn counts."""
DANGER: Final = 1.3
"""How much the fire that is met at the end of a move counts."""
WAY: Final = 0.8
"""How much the worst fire on the way counts."""
CROWD: Final = 3.0
"""What it costs to stop where another unit stands, which makes both easier to hit (6.43)."""
ASTRAY: Final = 9.0
"""What each hex costs that a platoon is too far from its company (18.0)."""
STRAYS: Final = 3
"""Hexes that a platoon may be ahead of those that can still follow it."""
STIR: Final = 1.0
"""How much better another hex must be to be worth the move."""
FLIGHT: Final = 0.8
"""What each hex from the enemy is worth to a unit that withdraws."""
GONE: Final = 1.1
"""How much better it is to be off the map than next to its edge."""
OVERFULL: Final = 120.0
"""What it costs to stop where there is no room."""
TRIES: Final = 3
"""How often the moves of a company are planned anew because one of its platoons stays."""
HEEDFUL: Final = 1.5
"""The points in danger from which on a unit that stays takes cover."""


class Step(NamedTuple):
    """A hex that a unit may go to, the way there, and what it is worth."""

    score: float
    cell: Cell
    path: tuple[Cell, ...]
    leaves: bool = False


class Plan:
    """The moves of a side's units, one after the other: each knows where those before it will be."""

    def __init__(self, picture: Picture, goals: Goals, rng: Random) -> None:
        self.picture = picture
        self.goals = goals
        self.rng = rng
        state = picture.state
        self.at: dict[int, Cell] = {index: state.units[index].cell for index in picture.own}
        """Where each unit is or will be."""
        self.fixed: set[int] = set()
        """The units that will move no more."""
        self.taken: frozenset[Cell] = frozenset()
        """Hexes of towns that a unit will pass through."""
        self._bases: dict[int, list[Step]] = {}

    def steps(self, index: int) -> list[Step]:
        """Where a unit may go, the best first; its own hex is among them if it is on the map."""
        bases = self._bases.get(index)
        if bases is None:
            bases = self._bases[index] = self._noted(index)
        company = Company(self, index)
        field = self.goals.field(index, self.taken)
        withdraws = self.picture.state.units[index].command == WITHDRAW
        found = []
        for score, cell, path, leaves in bases:
            if not leaves:
                score -= company.cost(cell)
                if not withdraws:
                    score += self.goals.worth(field, cell)
            found.append(Step(score, cell, path, leaves))
        found.sort(key=lambda step: (-step.score, len(step.path), step.cell, step.leaves))
        return found

    def _noted(self, index: int) -> list[Step]:
        """The hexes that a unit can reach, as another playout of the search may have found them already."""
        picture = self.picture
        notes = picture.temper.notes
        if notes is None:
            return self._reached(index)
        unit = picture.state.units[index]
        mine = (
            index, unit.cell, unit.status, unit.strength, unit.entry, unit.place, unit.owing, unit.origin, unit.spent,
            unit.suppressed, unit.fatigue, unit.pace, unit.defilade, unit.column, unit.command, picture.left,
            picture.load_price(index),
        )  # fmt: skip
        key = (mine, picture.known)
        found: list[Step] | None = notes.get(key)
        if found is None:
            found = notes[key] = self._reached(index)
        return found

    def _reached(self, index: int) -> list[Step]:
        """The hexes that a unit can reach, with what they are worth whoever else is where, and whatever the goal."""
        picture = self.picture
        state, scene = picture.state, picture.scene
        planning = Planning(state, scene, index)
        unit = planning.unit
        left, costs = planning.left(), scene.ground.cost_tables[table(unit)]
        start = unit.cell
        head: tuple[Cell, ...] = ()
        if unit.status == OFF:
            left -= scene.entry_price(unit)
            if left < 0:
                return []
            start, head = unit.entry, (unit.entry,)
        if planning.kind.infantry and unit.defilade >= 0:
            left -= 1
        ways = reach(scene.board.neighbours, costs, start, max(left, 0), picture.shut)
        worst: dict[Cell, float] = {start: 0.0}
        found: list[Step] = []
        for cell, way in sorted(ways.items(), key=lambda one: (one[1].cost, one[0])):
            if cell != start:
                worst[cell] = max(worst[way.before], picture.danger(index, way.before, True) if way.cost else 0.0)
            path = (*head, *path_to(ways, cell))
            risk = WAY * worst[cell]
            if cell != unit.origin or not path or unit.status == OFF:
                found.append(Step(self._base(index, cell) - risk, cell, path))
            if cell in self.goals.exits:
                price = scene.exit_price(unit, cell)
                if price != IMPOSSIBLE and price <= left - way.cost:
                    gain = GONE * self.goals.worth(self.goals.field(index, self.taken), cell)
                    found.append(Step(gain + STIR - risk, cell, path, True))
        return found

    def _base(self, index: int, cell: Cell) -> float:
        """What a hex is worth to a unit by the fire from it and the fire that it meets there."""
        picture = self.picture
        unit = picture.state.units[index]
        caution = self.goals.caution / max(0.2, picture.temper.boldness)
        score = -caution * DANGER * picture.danger(index, cell, False)
        if unit.command == WITHDRAW:
            near = min([picture.scene.board.distance(foe.cell, cell) for foe in picture.foes], default=0)
            score += FLIGHT * min(near, 15)
        else:
            score += picture.temper.boldness * FIRE * picture.prospect(index, cell)
        if picture.temper.noise:
            score += picture.temper.noise * 20.0 * (self.rng.random() - 0.5)
        return score

    def settle(self, index: int, step: Step) -> None:
        """Notes that a unit takes a step."""
        self.at[index] = -1 if step.leaves else step.cell
        self.fixed.add(index)
        self.taken = self.taken | frozenset(step.path)


class Company:
    """Where the others of a unit's company, battalion and side will be, and what it costs the unit to be elsewhere."""

    def __init__(self, plan: Plan, index: int) -> None:
        picture = plan.picture
        state = picture.state
        unit = state.units[index]
        company = state.companies[unit.company]
        doctrine = picture.scene.doctrine(unit.side)
        self.distance = picture.scene.board.distance
        self.counts: dict[Cell, int] = {}
        infantry = traits(unit.type).infantry
        self.battalion: list[Cell] = []
        for other, where in plan.at.items():
            if other == index or where < 0:
                continue
            fellow = state.units[other]
            if traits(fellow.type).infantry == infantry:
                self.counts[where] = self.counts.get(where, 0) + 1
            if doctrine.battalion and state.companies[fellow.company].battalion == company.battalion:
                self.battalion.append(where)
        mates = [at for at in company.members if at != index and plan.at.get(at, -1) >= 0]
        fixed = [at for at in mates if at in plan.fixed]
        self.mates: list[Cell] = [] if company.independent else [plan.at[at] for at in (fixed or mates)]
        self.link: int = doctrine.link + (0 if fixed else STRAYS)
        self.far: int = doctrine.battalion - 2

    def cost(self, cell: Cell) -> float:
        """What doctrine and stacking cost in a hex; where four would stand, one is as good as lost (6.48)."""
        count = self.counts.get(cell, 0)
        total = CROWD * count if count < STACK else OVERFULL
        if self.mates:
            over = min([self.distance(where, cell) for where in self.mates]) - self.link
            if self.battalion:
                over = max(over, max([self.distance(where, cell) for where in self.battalion]) - self.far)
            if over > 0:
                total += ASTRAY * over
        return total


def mobile(options: UnitLegal) -> bool:
    """Whether a unit is offered a move."""
    return any(option.kind == MOVE for option in options.options)


def move_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """What the units of the next company do; or that it is done."""
    legal = seat.legal
    state = picture.state
    goals = Goals(picture)
    offers = {index_of(state, one.unit): one for one in legal.units}
    companies: dict[int, list[int]] = {}
    for at in offers:
        unit = state.units[at]
        if unit.type != DUMMY:
            companies.setdefault(unit.company, []).append(at)
    for company in sorted(companies):
        tasks = company_tasks(Plan(picture, goals, rng), companies[company], offers)
        if tasks:
            return Order(MOVEMENT, tuple(tasks))
    return Order(MOVEMENT, choice=legal.choices[0] if legal.choices else LEAVE_BE)


def company_tasks(plan: Plan, members: list[int], offers: dict[int, UnitLegal]) -> list[Task]:
    """What the units of a company do, those with most to gain first; whoever stays keeps the others near it."""
    state = plan.picture.state
    open_to = [at for at in members if mobile(offers[at])]
    company = state.companies[state.units[members[0]].company]
    stays = {at for at in company.members if at not in open_to and state.units[at].status != OFF}
    taken, before = plan.taken, dict(plan.at)
    steps: dict[int, Step] = {}
    for _ in range(TRIES):
        plan.fixed, plan.taken, plan.at = set(stays), taken, dict(before)
        steps = _planned(plan, [at for at in open_to if at not in stays])
        more = {at for at in open_to if at not in steps} - stays
        if not more or not steps:
            break
        stays |= more
    tasks = [
        Task(state.units[at].id, MOVE, step.path, choice=EXIT if step.leaves else "") for at, step in steps.items()
    ]
    for at in members:
        if at not in steps:
            task = stay_task(plan.picture, at, offers[at])
            if task is not None:
                tasks.append(task)
    return tasks


def _planned(plan: Plan, open_to: list[int]) -> dict[int, Step]:
    """The steps of the units that move, one after the other."""
    units = plan.picture.state.units
    firsts = {at: plan.steps(at) for at in open_to}
    order = sorted(open_to, key=lambda at: (-_gain(units[at], firsts[at]), at))
    found: dict[int, Step] = {}
    for place, at in enumerate(order):
        chosen = _chosen(units[at], plan.steps(at) if place else firsts[at])
        if chosen is not None:
            plan.settle(at, chosen)
            found[at] = chosen
        else:
            plan.fixed.add(at)
    return found


def _gain(unit: Unit, steps: list[Step]) -> float:
    """How much better the best hex is than the one where a unit is."""
    if not steps:
        return 0.0
    if unit.status == OFF:
        return steps[0].score
    here = next((step.score for step in steps if not step.path and not step.leaves), 0.0)
    return steps[0].score - here


def _chosen(unit: Unit, steps: list[Step]) -> Step | None:
    """The step that a unit takes; None: it stays."""
    if not steps:
        return None
    best = steps[0]
    if unit.status == OFF:
        return best
    if not best.path and not best.leaves:
        return None
    return best if _gain(unit, steps) > STIR else None


def stay_task(picture: Picture, index: int, offer: UnitLegal) -> Task | None:
    """What a unit that does not move does: it takes cover, or gets off its vehicles."""
    unit = picture.state.units[index]
    kinds = {option.kind: option for option in offer.options}
    if DISMOUNT in kinds and unit.carrier >= 0:
        carrier = picture.state.units[unit.carrier]
        there = picture.scene.board.terrain[carrier.cell] == "town"
        if there or picture.danger(unit.carrier, carrier.cell, False) > HEEDFUL * 4:
            return Task(unit.id, DISMOUNT)
    if SHELTER in kinds and unit.defilade < 0 and not unit.moved and not traits(unit.type).sponsons:
        threat = [foe for foe in picture.foes if picture.hurt(foe, unit, unit.cell, False, False) > 0]
        if threat and picture.danger(index, unit.cell, False) > HEEDFUL:
            worst = max(threat, key=lambda foe: (picture.hurt(foe, unit, unit.cell, True, False), foe.cell))
            return Task(unit.id, SHELTER, facing=picture.toward(unit.cell, worst.cell))
    return None
