"""What a vehicle's actions cost, counted across country and along a path or road at the same time (4.5.1.1).

A move is a list of actions, each a small number: turn to a facing, drive ahead or back through a hexside, leave the
map, come onto it. `Drive.act` carries one out on a working copy; planning and execution use it alike. Which of the two
accounts holds is decided when the move is complete (rulings I1, I2): across country if that is possible, else by route.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.data.cards import Card
from hulldown.games.panzer.data.loading import listing, terrain
from hulldown.games.panzer.rules.ground import ROAD, Ground
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, OVER_STACKED, Progress, Unit

TURN: Final = 0
AHEAD: Final = 10
BACK: Final = 20
LEAVE: Final = 30
STAY: Final = 40
OTHER: Final = 50
ENTER: Final = 100
"""TURN + facing, AHEAD + direction, BACK + direction, LEAVE + direction, STAY, ENTER + 6 * cell + facing.

From OTHER up to ENTER are actions of modules (`Hooks.acting`), which do not drive.
"""
REVERSE: Final = 2
"""Driving back costs so many times as much (4.5.1.1.7b; I11: of hex, levels and hexside together)."""
CHANGED: Final = "changed"
"""The name of the altered table (`Ground.altered`) for hexes with counters."""
NO_CELLS: Final[frozenset[Cell]] = frozenset()
Fault = tuple[str, str]
"""A rule and what is wrong by it."""


@lru_cache(maxsize=1024)
def allowances(card: Card, short_halt: bool, damaged: bool) -> tuple[int, int, int]:
    """The cross-country, path and road allowances at the start of a move, never below 1 (3.7c, 3.7d, 3.7e).

    4.5.1.1.1d: all of it on Move; 4.5.1.1.1e, 4.5.1.1.1f: parts of it on Short Halt or when damaged.
    """
    divisor = 1
    if short_halt or damaged:
        name = "damaged_short_halt" if short_halt and damaged else "short_halt" if short_halt else "damaged"
        divisor = listing("allowance").number(name, "divisor")
    return (max(1, card.cross_country // divisor), max(1, card.path // divisor), max(1, card.road // divisor))


def fresh(card: Card, short_halt: bool, damaged: bool) -> Progress:
    """The account of a move that has not begun; nothing is left over from earlier turns (4.5.1.1.1g)."""
    return account_of(allowances(card, short_halt, damaged))


def account_of(rates: tuple[int, int, int]) -> Progress:
    """A new account with these cross-country, path and road allowances."""
    cross, path, road = rates
    return Progress(allowance=cross, path_allowance=path, road_allowance=road)


def halve(progress: Progress) -> None:
    """Halves what is left after damage in mid-move, rounding down, perhaps to nothing (4.4.3.2.6-damaged-d; I9)."""
    progress.allowance = progress.spent + max(0, progress.allowance - progress.spent) // 2
    done = progress.route_spent
    progress.path_allowance = done + max(0, progress.path_allowance - done) // 2
    progress.road_allowance = done + max(0, progress.road_allowance - done) // 2


class Surroundings:
    """What lies and stands on the map, as far as it matters to a mover: smoke, wrecks, enemies, vehicles per hex.

    Who asks about a single hex is told without a look at the others. It is good as long as nobody moves.
    """

    __slots__ = ("_counts", "_foes", "_shut", "_side", "_units", "changed", "closed", "on_foot", "smoke", "wrecks")

    def __init__(
        self, smoke: Collection[Cell], wrecks: Collection[Cell], units: list[Unit] | None = None, side: str = "",
        foes: Collection[Cell] | None = None, counts: Mapping[Cell, int] | None = None,
    ) -> None:  # fmt: skip
        """Given are the vehicles and the mover's side; or else where its foes are, and how many are in each hex."""
        self.closed: dict[Cell, Fault] = {}
        """Hexes that the mover may not enter, each with the case and the reason; the book has none."""
        self.changed: frozenset[Cell] = NO_CELLS
        """Hexes whose counters make them dearer (6.1.4.3): they cost what the table `CHANGED` says; the book has none.
        """
        self.on_foot: frozenset[Cell] = NO_CELLS
        """Hexes whose enemies are all on foot: they do not end the use of a route (6.6.4.1c); the book has none."""
        self.smoke = smoke
        self.wrecks = wrecks
        self._units: list[Unit] = units or []
        self._side = side
        self._foes = foes
        self._counts = counts
        self._shut: tuple[Cell, ...] | None = None

    @property
    def foes(self) -> Collection[Cell]:
        """The hexes with enemies in them."""
        if self._foes is None:
            self._foes = {unit.cell for unit in self._units if unit.status == ON_MAP and unit.side != self._side}
        return self._foes

    @property
    def shut(self) -> tuple[Cell, ...]:
        """The same in order: no move may end there (4.5.1.1.10b)."""
        if self._shut is None:
            self._shut = tuple(sorted(self.foes))
        return self._shut

    @property
    def counts(self) -> Mapping[Cell, int]:
        """Vehicles in each hex."""
        if self._counts is None:
            counts: dict[Cell, int] = {}
            for unit in self._units:
                if unit.status == ON_MAP:
                    counts[unit.cell] = counts.get(unit.cell, 0) + 1
            self._counts = counts
        return self._counts

    def hostile(self, cell: Cell) -> bool:
        """Whether an enemy is in a hex."""
        if self._foes is not None:
            return cell in self._foes
        for unit in self._units:  # noqa: SIM110 - asked at every step
            if unit.cell == cell and unit.status == ON_MAP and unit.side != self._side:
                return True
        return False

    def crowd(self, cell: Cell) -> int:
        """How many vehicles are in a hex."""
        if self._counts is not None:
            return self._counts.get(cell, 0)
        count = 0
        for unit in self._units:
            if unit.cell == cell and unit.status == ON_MAP:
                count += 1
        return count

    def closed_to(self, closed: Mapping[Cell, Fault]) -> Surroundings:
        """The same with more hexes that the mover may not enter."""
        if not closed:
            return self
        other = Surroundings(self.smoke, self.wrecks, self._units, self._side, self._foes, self._counts)
        other.closed = {**self.closed, **closed}
        other.changed = self.changed
        other.on_foot = self.on_foot
        return other

    def ends_route(self, cell: Cell, home: Cell) -> bool:
        """Whether a mover that enters a hex loses the use of its route; `home` is where `counts` has the mover itself.

        4.5.1.1.5g: a wreck or an enemy is there, 4.5.1.1.5h, 4.5.1.1.5i: or so many that it is over-stacked with it.
        """
        if self.crowd(cell) + (cell != home) >= OVER_STACKED or cell in self.wrecks:
            return True
        return self.hostile(cell) and cell not in self.on_foot

    def barred(self, home: Cell) -> tuple[Cell, ...]:
        """All hexes that end the use of a route."""
        ending = {cell for cell in {*self.wrecks, *self.foes, *self.counts} if self.ends_route(cell, home)}
        return tuple(sorted(ending | self.closed.keys() if self.closed else ending))


class Drive:
    """A vehicle on its way: place, facing and account. In the Advanced Game leg and towed units too.

    `traction` names its tables. `afoot`: it goes in any direction and turns for nothing (5.5b, 6.6.4.1d).
    """

    __slots__ = (
        "afoot", "around", "cell", "facing", "fault", "ground", "home", "indoors", "left", "progress", "traction",
    )  # fmt: skip

    def __init__(
        self, ground: Ground, traction: str, around: Surroundings, progress: Progress, cell: Cell, facing: int,
        afoot: bool = False,
    ) -> None:  # fmt: skip
        self.ground = ground
        self.traction = traction
        self.afoot = afoot
        self.indoors = 0
        """What a turn costs more than in the alley while it is inside a building (6.6.3d)."""
        self.around = around
        self.progress = progress.copy()
        self.cell = cell
        self.home = cell
        """Where the surroundings count the mover itself."""
        self.facing = facing
        self.left = False
        self.fault: Fault = ("4.5.1.1.3d", "the move takes more than its allowance")
        """Why the move is not possible across country."""

    def act(self, action: int) -> Fault | None:
        """Carries an action out, or tells why it is impossible both across country and by route."""
        if action >= ENTER:
            cell, self.facing = divmod(action - ENTER, 6)
            self._enter(cell)
        elif STAY <= action < ENTER:
            return None
        elif action >= LEAVE:
            self._leave(action - LEAVE)
        elif action >= AHEAD:
            back = action >= BACK
            self._step(action - (BACK if back else AHEAD), back)
        else:
            self._turn(action)
        return None if self.progress.open or self.progress.route else self.fault

    def _close(self, rule: str, why: str) -> None:
        if self.progress.open:
            self.progress.open = False
            self.fault = (rule, why)

    def _turn(self, facing: int) -> None:
        """One hexside is free in every hex, more costs the Turn value of the hex once.

        Cases 4.5.1.1.4a, 4.5.1.1.4b, 4.5.1.1.4c, 4.5.1.1.4d, 4.5.1.1.4e; 4.5.1.1.2-brew-up-smoke: smoke adds to it.
        I10: turns in one hex add up. On a route the first alignment counts like any turn (4.5.1.1.5c; I4), bends are
        free (I5), and any other turn ends the use of the route.
        """
        if self.afoot:
            self.facing = facing
            return
        progress, ground, cell = self.progress, self.ground, self.cell
        change = (facing - self.facing) % 6
        progress.turned += min(change, 6 - change)
        cost = 0
        if progress.turned > 1 and not progress.paid:
            progress.paid = True
            cost = ground.turn[cell] + self.indoors
            if cell in self.around.smoke:
                cost += smoke_turn()
            progress.spent += cost
            if progress.spent > progress.allowance or progress.stuck:
                self._close("4.5.1.1.4e", "the turn takes more than its allowance")
        if progress.steps == 0:
            progress.route_spent += cost
        elif change == 3 or not (self.leads(facing) or self.leads((facing + 3) % 6)):
            progress.route = False
        self.facing = facing

    def leads(self, direction: int) -> bool:
        """Whether a path or road leads from the present hex in a direction, to a neighbour or off the map."""
        return bool(self.ground.ways[self.cell][direction]) or direction in self.ground.ways_out(self.cell)

    def _step(self, direction: int, back: bool) -> None:
        """Into the next hex, front first or rear first (3.3c, 3.3d, 4.5.1.1d, 4.5.1.1.7a).

        4.5.1.1.10a: wrecks, friends and enemies cost nothing of themselves. 4.5.1.1.5m: off a path or road prohibited
        ground stays prohibited.
        """
        ahead = self.ground.board.neighbours[self.cell][direction]
        if ahead < 0:
            self.progress.route = False
            self._close("4.5.1.1.9a", "there is no hex; to leave the map write exit")
            return
        times = REVERSE if back else 1
        traction = self.traction
        base = self.ground.cross[traction][self.cell][direction]
        if self.around.changed and ahead in self.around.changed:
            base = self.ground.cross[f"{traction} {CHANGED}"][self.cell][direction]
        if base == IMPOSSIBLE:
            self._close("4.5.1.1.2e", f"it cannot drive from {self._label(self.cell)} to {self._label(ahead)}")
        else:
            if base < WHOLE and ahead in self.around.smoke:
                base += smoke_cost(self.traction)
            self._pay(base if base >= WHOLE else base * times)
        self._follow(self.ground.route[traction][self.cell][direction] * times, self.ground.ways[self.cell][direction])
        self._arrive(ahead)

    def _label(self, cell: Cell) -> str:
        return self.ground.board.labels[cell]

    def _pay(self, cost: int) -> None:
        """Cross-country points for a hex (4.5.1.1.2a, 4.5.1.1.2b).

        4.5.1.1.3a, 4.5.1.1.3b: one hex is always possible, ahead or back, 4.5.1.1.3c: if nothing was spent on turning
        (I8). 4.5.1.1.2-wall-hedgerow-b: a hedgerow takes all there is, and needs all of it (I18).
        """
        progress = self.progress
        if progress.stuck:
            self._close("4.5.1.1.3a", "it has used its whole allowance for one hex")
        elif progress.spent + cost <= progress.allowance:
            progress.spent += cost
        elif progress.steps == 0 and progress.spent == 0:
            progress.spent, progress.stuck = progress.allowance, True
        else:
            self._close("4.5.1.1.3d", f"the move takes more than its allowance of {progress.allowance}")

    def _follow(self, cost: int, kind: str) -> None:
        """The account of a route: it must begin and stay on a path or road (4.5.1.1.5a, 4.5.1.1.5b, 4.5.1.1.5d).

        4.5.1.1.6c: a bridge is part of it.
        """
        progress = self.progress
        if not kind or cost <= 0:
            progress.route = False
        progress.route_spent += cost
        progress.roads += kind == ROAD
        progress.paths += kind not in (ROAD, "")
        if progress.route_spent > max(progress.road_allowance, progress.path_allowance):
            progress.route = False

    def _arrive(self, cell: Cell) -> None:
        """Puts the vehicle into the next hex and looks whether the route may still be used (I16, 4.5.1.1.10c).

        R2: only hexes that are entered can end its use, not the one where the move begins.
        """
        progress = self.progress
        self.cell = cell
        if self.around.closed and cell in self.around.closed:
            progress.route = False
            self._close(*self.around.closed[cell])
        progress.steps += 1
        self.indoors = 0
        progress.turned, progress.paid = 0, False
        if progress.route and self.around.ends_route(cell, self.home):
            progress.route = False

    def _leave(self, direction: int) -> None:
        """Off the map for the cost of the hex left, 1 where the route goes on over the edge (4.5.1.1.9b; I15)."""
        times = 1 if self.afoot or self.facing == direction else REVERSE
        cost = self.ground.leave_cost(self.cell, direction, self.traction)
        if cost == IMPOSSIBLE:
            self._close("4.5.1.1.9b", f"it cannot leave the map from {self._label(self.cell)} there")
        else:
            self._pay(cost * times)
        kind = self.ground.ways_out(self.cell).get(direction, "")
        self._follow(way_cost(kind, self.traction) * times, kind)
        self.progress.steps += 1
        self.left = True
        self.cell = OFF_MAP

    def _enter(self, cell: Cell) -> None:
        """Onto the map for the cost of the first hex, along a route where one leads in (4.5.1.1.9c)."""
        kind = entry_way(self.ground, cell)
        cost = entry_cost(self.ground, self.traction, cell)
        if cost == IMPOSSIBLE:
            self._close("4.5.1.1.2e", f"it cannot enter {self._label(cell)}")
        else:
            self._pay(cost + (smoke_cost(self.traction) if cell in self.around.smoke else 0))
        self._follow(way_cost(kind, self.traction), kind)
        self._arrive(cell)

    def spend(self, cost: int, why: Fault) -> Fault | None:
        """Cross-country points for something other than hexes and turns; off any route. Tells where they are lacking.

        Floors of the Advanced Game (6.6.4.1g).
        """
        progress = self.progress
        progress.route = False
        if progress.stuck or progress.spent + cost > progress.allowance:
            self._close(*why)
        progress.spent += cost
        return None if progress.open else self.fault

    def through_wall(self, cost: int, cell: Cell) -> Fault | None:
        """Into or out of a building of the Advanced Game, in the present hex or the next one (6.6.3b, 6.6.3d).

        6.6.3h: it is always possible as the only thing done, if nothing was spent on turning.
        """
        self.progress.route = False
        if cost == IMPOSSIBLE:
            self._close("4.5.1.1.2e", f"it cannot drive to {self._label(cell)}")
        else:
            self._pay(cost)
        if cell != self.cell:
            self._arrive(cell)
        return None if self.progress.open else self.fault

    def spend_half(self, rates: tuple[int, int, int], why: Fault) -> Fault | None:
        """Half of each allowance, rounded down, for loading in one hex (6.6.7.1.1-vehicle-b; N3)."""
        progress = self.progress
        cross, path, road = rates
        progress.spent += cross // 2
        if progress.stuck or progress.spent > progress.allowance:
            self._close(*why)
        progress.path_allowance -= path // 2
        progress.road_allowance -= road // 2
        if progress.route_spent > max(progress.road_allowance, progress.path_allowance):
            progress.route = False
        return None if progress.open or progress.route else self.fault

    # The end of the move.

    def exits(self) -> list[int]:
        """The directions in which the route goes on from here, not counting the one it came by."""
        return [way for way in range(6) if way != (self.facing + 3) % 6 and self.leads(way)]

    def aligned(self, back: bool) -> bool:
        """Whether the vehicle faces along its route (4.5.1.1.5c; I5), straight on at a dead end (I6)."""
        if back:
            way = (self.facing + 3) % 6
            return self.leads(way) or not any(self.leads(d) for d in range(6) if d not in (way, self.facing))
        return self.leads(self.facing) or not self.exits()

    def route_allowance(self) -> int:
        """The rate of the route: of the kind with more hexes, the path's when equal (4.5.1.1.5e, 4.5.1.1.5f; I1)."""
        progress = self.progress
        return progress.road_allowance if progress.roads > progress.paths else progress.path_allowance

    def by_route(self) -> bool:
        """Whether the whole move so far is possible at the rate of its route."""
        progress = self.progress
        return progress.route and progress.steps > 0 and progress.route_spent <= self.route_allowance()


def entry_way(ground: Ground, cell: Cell) -> str:
    """The path or road along which a vehicle comes onto the map in a hex; "" where none leads in."""
    return next(iter(ground.ways_out(cell).values()), "")


def entry_cost(ground: Ground, traction: str, cell: Cell) -> int:
    """Points to come onto the map in a hex: its terrain, or 1 where a path or road leads into prohibited ground."""
    cost = ground.rows[cell].cost(traction)
    if cost == "P" or ground.rows[cell].name == "bridge":
        return 1 if ground.ways_out(cell) else IMPOSSIBLE
    return WHOLE if cost == "all" else cost


def smoke_cost(traction: str) -> int:
    """What Brew-Up Smoke adds to the cost of a hex (4.5.1.1.2-brew-up-smoke)."""
    cost = terrain()["brew_up_smoke"].cost(traction)
    return cost if isinstance(cost, int) else 0


def smoke_turn() -> int:
    """What it adds to the cost of a turn (4.5.1.1.2-brew-up-smoke)."""
    return terrain()["brew_up_smoke"].turn


def way_cost(kind: str, traction: str) -> int:
    """Points for a hex along a path or road (4.5.1.1.5a); 0 without one."""
    cost = terrain()[kind].cost(traction) if kind else 0
    return cost if isinstance(cost, int) else 0
