"""Where to drive: positions weighed by errand, fields of fire and threat, and the orders of the Movement Phase."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from hulldown.bots.panzer.goals import EXIT as EXITING
from hulldown.bots.panzer.goals import HUNT, Errand
from hulldown.bots.panzer.odds import points_at
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.panzer.ways import AHEAD, ROUTE, End, along, reach
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.driving import allowances, entry_cost, entry_way, smoke_turn, way_cost
from hulldown.games.panzer.rules.movement import EXIT, entry_cells, entry_facing
from hulldown.games.panzer.rules.state import OVER_STACKED, SPOT_MOVE, WAITING, Unit
from hulldown.games.panzer.rules.verbs.kinds import STAY, TURN

FIRE_NEXT = 0.55
"""What a shot that a position promises for the next turn is worth of one fired now."""
THREAT = 0.9
"""What the loss is worth that a position threatens in the next turn."""
ATTACKED = 0.75
"""The same to a side that must attack: what it does not risk it loses by the clock."""
SHORT_LIST = 7
"""Hexes that are looked at with all facings."""
ENTRIES = 5
"""Hexes of entry that are looked at."""
HASTY = 10
"""Hexes that a hasty driver looks at first."""
COMPANY = 1.5
"""What it costs to share a hex with a friend."""


class Account(NamedTuple):
    """What a vehicle may still spend on its move, and from where."""

    start: Cell
    facing: int
    cross: int
    path: int
    road: int
    least: bool = True
    lead: int = 0
    """How many more road than path hexes are behind it."""


class Move(NamedTuple):
    """A way to move with what it is worth, in victory points."""

    score: float
    kind: str
    cells: tuple[Cell, ...]
    facing: int
    leaves: bool = False
    cell: Cell = -1
    risk: float = 0.0

    def task(self, unit: str) -> Task:
        """The order to move so."""
        if not self.cells and not self.leaves:
            return Task(unit, TURN, facing=self.facing) if self.facing >= 0 else Task(unit, STAY)
        kind = AHEAD if self.kind == ROUTE else self.kind
        if self.leaves:
            return Task(unit, kind, self.cells, choice=EXIT)
        return Task(unit, kind, self.cells, self.facing)


Shaken = Callable[[], float]
"""A disturbance of judgement, 0 for a calm player."""


def shaken(picture: Picture, rng: Random) -> Shaken:
    """The disturbance that a temper asks for; at stake is typically a part of a vehicle."""
    noise = picture.temper.noise
    return (lambda: rng.gauss(0.0, 30.0) * noise) if noise else (lambda: 0.0)


def account_of(picture: Picture, unit: Unit, short_halt: bool) -> Account:
    """The account of a move that has not begun."""
    cross, path, road = allowances(cards()[unit.type], short_halt, unit.damaged)
    return Account(unit.cell, unit.facing, cross, path, road)


def account_from(unit: Unit, legal: UnitLegal) -> Account:
    """The account that the options of a vehicle leave it, in the middle of a move too."""
    cross = path = road = lead = 0
    least = False
    for option in legal.options:
        domain = option.path
        if domain is None or domain.back:
            continue
        if domain.kinds:
            path, road, lead = domain.allowance, domain.rate, domain.lead
        else:
            cross, least = domain.allowance, domain.least
    return Account(unit.cell, unit.facing, cross, path, road, least, lead)


def standing(picture: Picture, index: int, errand: Errand | None, cell: Cell, facing: int, mark: str) -> float:
    """What it is worth to stand in a cell with a facing (-1: the best) at the end of the turn."""
    unit = picture.units[index]
    value = errand.at(cell) if errand is not None else 0.0
    if picture.left > 0:
        value += FIRE_NEXT * prospect(picture, unit, cell, facing)
        fear = ATTACKED if picture.attacks else THREAT
        threat = picture.threat(cell, unit.type, facing, mark, unit.damaged)
        for known in picture.knowledge:
            threat += known.threat(picture, unit, cell)
        value -= fear * threat * picture.worths[index]
    return value


def prospect(picture: Picture, unit: Unit, cell: Cell, facing: int) -> float:
    """What a vehicle's fire from a cell may gain in the next turn."""
    chances = picture.chances(cell, unit.type, unit.damaged)
    if facing >= 0 and not cards()[unit.type].all_round:
        chances = [c for c in chances if points_at(picture.ground, unit.type, facing, cell, c.cell)]
    if not chances:
        return 0.0
    return chances[0].gain + (0.2 * chances[1].gain if len(chances) > 1 else 0.0)


def ends_of(picture: Picture, unit: Unit, account: Account, errand: Errand | None) -> list[End]:
    """All the ways that a vehicle can drive in this turn, without staying."""
    ground = picture.ground
    traction = cards()[unit.type].traction
    if unit.status == WAITING:
        return _entering(picture, unit, account, errand)
    ends: list[End] = []
    if account.cross > 0:
        ends += reach(
            ground, traction, account.start, account.facing, account.cross, False, account.least, picture.smoke
        )
        if cards()[unit.type].armed:
            ends += reach(ground, traction, account.start, account.facing, account.cross, True, False, picture.smoke)
    if ground.on_way[account.start] and max(account.road, account.path) > account.cross:
        ends += along(
            ground, traction, account.start, account.facing, account.path, account.road, _barred(picture, unit),
            account.lead,
        )  # fmt: skip
    return ends


def _barred(picture: Picture, unit: Unit) -> frozenset[Cell]:
    """The cells in which the use of a road ends: wrecks, enemies, crowds."""
    counts: dict[Cell, int] = {}
    for index in picture.mine:
        cell = picture.units[index].cell
        counts[cell] = counts.get(cell, 0) + 1
    crowded = {cell for cell, count in counts.items() if count + 1 >= OVER_STACKED}
    foes = {picture.units[index].cell for index in picture.foes}
    return frozenset(crowded | foes | {wreck.cell for wreck in picture.seen.wrecks})


def _entering(picture: Picture, unit: Unit, account: Account, errand: Errand | None) -> list[End]:
    """The ways onto the map, from the hexes of entry nearest to the goal."""
    ground, card = picture.ground, cards()[unit.type]
    group = picture.scenario.side(unit.side).groups[unit.group]
    foes = {picture.units[index].cell for index in picture.foes}
    counts: dict[Cell, int] = {}
    for index in picture.mine:
        cell = picture.units[index].cell
        counts[cell] = counts.get(cell, 0) + 1

    def liking(cell: Cell) -> float:
        return (errand.at(cell) if errand is not None else 0.0) - COMPANY * counts.get(cell, 0)

    entries = sorted((c for c in entry_cells(ground, group) if c not in foes), key=lambda c: (-liking(c), c))[:ENTRIES]
    ends: list[End] = []
    for entry in entries:
        cost = entry_cost(ground, card.traction, entry)
        facing = entry_facing(ground, entry, -1)
        if cost != IMPOSSIBLE:
            left = account.cross - cost if cost < WHOLE else 0
            ends.append(End(AHEAD, entry, facing, 0, (entry,)))
            if left > 0:
                on = reach(ground, card.traction, entry, facing, left, False, False, picture.smoke)
                ends += [End(AHEAD, end.cell, end.facing, end.left, (entry, *end.path)) for end in on]
        if ground.ways_out(entry):
            first = way_cost(entry_way(ground, entry), card.traction)
            rates = (account.path - first, account.road - first)
            on = along(ground, card.traction, entry, -1, *rates, _barred(picture, unit))
            ends += [End(ROUTE, end.cell, end.facing, end.left, (entry, *end.path)) for end in on]
    return ends


class Driver(NamedTuple):
    """A vehicle that may move, and all that its moves are weighed by."""

    picture: Picture
    number: int
    """Its place in the list of units."""
    errand: Errand | None
    account: Account
    taken: dict[Cell, int]
    """How many friends want to be in a cell."""
    jolt: Shaken

    def standing(self, cell: Cell, facing: int) -> float:
        """What it is worth to end the move in a cell with a facing (-1: the best)."""
        return standing(self.picture, self.number, self.errand, cell, facing, SPOT_MOVE)

    def risk(self, cells: tuple[Cell, ...]) -> float:
        """What it may lose to overwatch on its way."""
        unit = self.picture.units[self.number]
        steps = [self.picture.passing(cell, unit.type, unit.damaged) for cell in cells]
        return self.picture.worths[self.number] * max(steps, default=0.0)


def moves(driver: Driver, short_list: int = SHORT_LIST) -> list[Move]:
    """The best ways for a vehicle to move, staying among them, the best first."""
    picture, index, errand, account, taken, jolt = driver
    unit = picture.units[index]
    worth = picture.worths[index]
    foes = {picture.units[enemy].cell for enemy in picture.foes}
    by_cell: dict[Cell, list[End]] = {}
    for end in ends_of(picture, unit, account, errand):
        if end.cell not in foes:
            by_cell.setdefault(end.cell, []).append(end)
    quick: list[tuple[float, Cell]] = []
    for cell in _promising(by_cell, errand) if picture.temper.notes is not None else by_cell:
        value = driver.standing(cell, -1) - _company(taken.get(cell, 0))
        quick.append((value - worth * picture.passing(cell, unit.type, unit.damaged) + jolt(), cell))
    quick.sort(key=lambda pair: (-pair[0], pair[1]))
    found: list[Move] = []
    for rough, cell in quick[:short_list]:
        best = _finest(driver, by_cell[cell], cell, rough)
        if best is not None:
            found.append(best)
    found += _leaving(driver, by_cell)
    if unit.status != WAITING:
        found += _staying(driver)
    found.sort(key=lambda move: (-move.score, move.cells, move.facing))
    return found


def _finest(driver: Driver, ends: list[End], cell: Cell, rough: float) -> Move | None:
    """The best way to be in a cell, all facings looked at; `rough` is what it was worth at first sight."""
    picture = driver.picture
    first = driver.standing(cell, -1)
    crowd = _company(driver.taken.get(cell, 0))
    looks: dict[int, float] = {}
    best: Move | None = None
    for end in ends:
        risk = driver.risk(end.path)
        for facing in _facings(picture, end):
            look = looks.get(facing)
            if look is None:
                look = looks[facing] = driver.standing(cell, facing) + picture.front(cell, facing)
            value = look - risk + 0.05 * end.left - 0.02 * len(end.path)
            score = value + (rough - first if picture.temper.noise else 0.0) - crowd
            if best is None or score > best.score:
                wish = facing if end.kind != ROUTE and facing != end.facing else -1
                best = Move(score, end.kind, end.path, wish, False, cell, risk)
    return best


def _promising(by_cell: dict[Cell, list[End]], errand: Errand | None) -> list[Cell]:
    """The cells that a hasty driver looks at: those that bring him on most, and every fourth of the others."""
    if len(by_cell) <= HASTY or errand is None:
        return list(by_cell)[: 2 * HASTY]
    ranked = sorted(by_cell, key=lambda cell: (-errand.at(cell), cell))
    return ranked[:HASTY] + ranked[HASTY::4]


def _company(count: int) -> float:
    return COMPANY * count if count < OVER_STACKED - 2 else 20.0


def _facings(picture: Picture, end: End) -> tuple[int, ...]:
    """The facings a vehicle can end its move with."""
    if end.kind == ROUTE:
        return (end.facing,)
    if end.left >= picture.ground.turn[end.cell] + (smoke_turn() if end.cell in picture.smoke else 0):
        return (0, 1, 2, 3, 4, 5)
    return (end.facing, (end.facing + 1) % 6, (end.facing - 1) % 6)


def _leaving(driver: Driver, by_cell: dict[Cell, list[End]]) -> list[Move]:
    """The ways off the map where that scores."""
    picture, index, errand, account, _, jolt = driver
    unit = picture.units[index]
    edges = {cell: way.points for way in picture.scenario.exits if way.side == unit.side
             for cell in picture.board.edges[way.edge]}  # fmt: skip
    if not edges or unit.status == WAITING:
        return []
    best: tuple[float, End] | None = None
    here = End(AHEAD, account.start, account.facing, account.cross, ())
    tied = errand is not None and errand.goal.kind not in (EXITING, HUNT) and picture.left > 0
    for cell, ends in [(account.start, [here]), *by_cell.items()]:
        for end in ends if cell in edges else ():
            if not _can_leave(picture, unit, end):
                continue
            value = edges[cell] * 1.15 - driver.risk(end.path) + 0.05 * end.left + jolt()
            if tied and errand is not None:
                value = min(value, errand.at(cell) * 0.9)
            if best is None or value > best[0]:
                best = (value, end)
    return [] if best is None else [Move(best[0], best[1].kind, best[1].path, -1, True, best[1].cell)]


def _can_leave(picture: Picture, unit: Unit, end: End) -> bool:
    """Whether the points left over pay for going over the edge, turning included."""
    ground, cell = picture.ground, end.cell
    if end.kind == ROUTE:
        return end.left >= 1 and bool(ground.ways_out(cell))
    if end.kind != AHEAD:
        return False
    traction = cards()[unit.type].traction
    for way in range(6):
        cost = ground.leave_cost(cell, way, traction)
        if cost == IMPOSSIBLE or cost >= WHOLE:
            continue
        turn = min((way - end.facing) % 6, (end.facing - way) % 6)
        if cost + (ground.turn[cell] if turn > 1 else 0) <= end.left:
            return True
    return False


def _staying(driver: Driver) -> list[Move]:
    """To stay, or to turn in place."""
    picture, account = driver.picture, driver.account
    found = []
    turn = picture.ground.turn[account.start]
    for change in range(6):
        facing = (account.facing + change) % 6
        if min(change, 6 - change) > 1 and turn > account.cross:
            continue
        value = driver.standing(account.start, facing)
        value += picture.front(account.start, facing) + (0.1 if change == 0 else 0.0)
        found.append(Move(value + driver.jolt(), "", (), facing if change else -1, False, account.start))
    best = max(found, key=lambda move: move.score)
    return [best] if best.facing < 0 else [best, found[0]]
