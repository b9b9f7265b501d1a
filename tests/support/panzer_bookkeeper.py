"""An independent account of a Panzer move, and the actions that an order means, to hold the game's own against."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy

from hulldown.core.orders import Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.data.cards import Card
from hulldown.games.panzer.rules.driving import AHEAD, BACK, ENTER, LEAVE, STAY, TURN, Surroundings
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.state import OFF_MAP

CROWD = 6
SMOKE = 1
"""What brew-up smoke adds, to a hex and to a turn in it."""
ROUND = [0, 1, 2, 3, 2, 1]
"""Hexsides of a turn, the short way round."""


class Bookkeeper:
    """Keeps both accounts of a move as the rules tell them, one action after the other."""

    def __init__(
        self, ground: Ground, card: Card, around: Surroundings, allowances: Sequence[int], cell: int, facing: int
    ) -> None:
        self.ground, self.card, self.around = ground, card, around
        self.all, self.path_all, self.road_all = allowances
        self.cell = self.home = cell
        self.facing = facing
        self.spent = self.route_spent = self.roads = self.paths = self.steps = self.turned = 0
        self.open = self.route = True
        self.paid = self.stuck = self.left = False
        self.why = "4.5.1.1.3d"

    def shut(self, rule: str) -> None:
        self.why = rule if self.open else self.why
        self.open = False

    def act(self, action: int) -> str:
        """Books an action; the rule that forbids it on both accounts, or ""."""
        if action == STAY:
            return ""
        if action >= ENTER:
            self.facing = (action - ENTER) % 6
            self.enter((action - ENTER) // 6)
        elif action >= LEAVE:
            self.leave(action - LEAVE)
        elif action >= BACK:
            self.drive(action - BACK, 2)
        elif action >= AHEAD:
            self.drive(action - AHEAD, 1)
        else:
            self.turn(action)
        return "" if self.open or self.route else self.why

    def leads(self, way: int) -> bool:
        return self.ground.ways[self.cell][way] != "" or way in self.ground.ways_out(self.cell)

    def turn(self, facing: int) -> None:
        sides = [0, 1, 2, 3, 2, 1][(facing - self.facing) % 6]
        self.turned += sides
        cost = 0
        if self.turned >= 2 and not self.paid:
            cost = self.ground.turn[self.cell] + (SMOKE if self.cell in self.around.smoke else 0)
            self.paid = True
            self.spent += cost
            if self.spent > self.all or self.stuck:
                self.shut("4.5.1.1.4e")
        if self.steps == 0:
            self.route_spent += cost
        else:
            along = self.leads(facing) or self.leads((facing + 3) % 6)
            self.route = self.route and along and sides != 3
        self.facing = facing

    def drive(self, way: int, times: int) -> None:
        ahead = self.ground.board.neighbours[self.cell][way]
        if ahead < 0:
            self.route = False
            self.shut("4.5.1.1.9a")
            return
        cost = self.ground.cross[self.card.traction][self.cell][way]
        if cost == IMPOSSIBLE:
            self.shut("4.5.1.1.2e")
        elif cost == WHOLE:
            self.pay(WHOLE)
        else:
            self.pay((cost + (SMOKE if ahead in self.around.smoke else 0)) * times)
        self.follow(self.ground.route[self.card.traction][self.cell][way] * times, self.ground.ways[self.cell][way])
        self.arrive(ahead)

    def pay(self, cost: int) -> None:
        if self.stuck:
            self.shut("4.5.1.1.3a")
        elif self.spent + cost <= self.all:
            self.spent += cost
        elif self.steps == self.spent == 0:
            self.spent, self.stuck = self.all, True
        else:
            self.shut("4.5.1.1.3d")

    def follow(self, cost: int, kind: str) -> None:
        if kind == "" or cost == 0:
            self.route = False
        self.route_spent += cost
        self.roads += int(kind == "road")
        self.paths += int(kind == "path")
        if self.route_spent > self.path_all and self.route_spent > self.road_all:
            self.route = False

    def arrive(self, cell: int) -> None:
        self.cell = cell
        self.steps += 1
        self.turned, self.paid = 0, False
        there = self.around.counts.get(cell, 0) + (0 if cell == self.home else 1)
        if there >= CROWD or cell in self.around.wrecks or cell in self.around.foes:
            self.route = False

    def leave(self, way: int) -> None:
        times = 1 if way == self.facing else 2
        cost = self.ground.leave_cost(self.cell, way, self.card.traction)
        kind = self.ground.ways_out(self.cell).get(way, "")
        if cost == IMPOSSIBLE:
            self.shut("4.5.1.1.9b")
        else:
            self.pay(cost * times)
        self.follow(times if kind else 0, kind)
        self.steps += 1
        self.left, self.cell = True, OFF_MAP

    def enter(self, cell: int) -> None:
        ways = list(self.ground.ways_out(cell).values())
        rough = self.ground.rows[cell]
        cost = rough.cost(self.card.traction)
        assert cost != "all"
        if cost == "P" or rough.name == "bridge":
            cost = 1 if ways else IMPOSSIBLE
        if cost == IMPOSSIBLE:
            self.shut("4.5.1.1.2e")
        else:
            self.pay(int(cost) + (SMOKE if cell in self.around.smoke else 0))
        self.follow(1 if ways else 0, ways[0] if ways else "")
        self.arrive(cell)

    def aligned(self, back: bool) -> bool:
        rear = (self.facing + 3) % 6
        if back:
            others = [way for way in range(6) if way not in (rear, self.facing) and self.leads(way)]
            return self.leads(rear) or not others
        return self.leads(self.facing) or not [way for way in range(6) if way != rear and self.leads(way)]

    def by_route(self) -> bool:
        rate = self.road_all if self.roads > self.paths else self.path_all
        return self.route and self.steps > 0 and self.route_spent <= rate


class Planner:
    """Works a well-formed order out into actions, booked as they are added."""

    def __init__(self, book: Bookkeeper, entries: Sequence[int] | None = None) -> None:
        """`entries` are the hexes by which a vehicle that waits comes on; None: it is on the map."""
        self.book = book
        self.entries = entries
        self.actions: list[int] = []
        self.fault = ""

    def do(self, action: int) -> None:
        if not self.fault:
            self.actions.append(action)
            self.fault = self.book.act(action)

    def face(self, facing: int) -> None:
        if facing != self.book.facing:
            self.do(TURN + facing)

    def plan(self, task: Task) -> tuple[list[int], str]:
        """The actions and the rule that forbids them, or ""."""
        cells, letters = list(task.cells), letters_of(task)
        if self.entries is not None:
            if not cells or cells[0] not in self.entries:
                return [], "4.5.1.1.9c"
            self.come_on(cells, task.facing)
            cells, letters = cells[1:], letters[1:]
        for cell, letter in zip(cells, letters, strict=True):
            self.towards(cell, letter == "r")
        back = letters.endswith("r")
        if not self.fault:
            self.end(task, back)
        return self.actions or [STAY], self.fault or self.last_fault(task)

    def come_on(self, cells: list[int], facing: int) -> None:
        board = self.book.ground.board
        inward = [way for way in range(6) if board.neighbours[cells[0]][(way + 3) % 6] == -1] or list(range(6))
        wish = board.direction(cells[0], cells[1]) if len(cells) > 1 else facing
        if wish == -1:
            wish = inward[len(inward) // 2]
        best = sorted(inward, key=lambda way: (ROUND[(way - wish) % 6], way))[0]
        self.do(ENTER + 6 * cells[0] + best)

    def towards(self, cell: int, back: bool) -> None:
        if self.fault:
            return
        way = self.book.ground.board.direction(self.book.cell, cell)
        if way == -1:
            self.fault = "3.5.1a"
            return
        self.face((way + 3) % 6 if back else way)
        self.do((BACK if back else AHEAD) + way)

    def end(self, task: Task, back: bool) -> None:
        book = self.book
        if task.choice.split()[-1:] == ["exit"]:
            self.go_off(task, back or (task.kind == "REVERSE" and not task.cells))
        elif task.facing != -1:
            self.face(task.facing)
        elif not book.open and book.by_route() and not book.aligned(back):
            heading = (book.facing + 3) % 6 if back else book.facing
            ways = [way for way in range(6) if book.leads(way) and ROUND[(way - heading) % 6] != 3]
            way = sorted(ways, key=lambda one: (ROUND[(one - heading) % 6], one))[0]
            self.face((way + 3) % 6 if back else way)

    def go_off(self, task: Task, back: bool) -> None:
        book, ground = self.book, self.book.ground
        outward = [way for way in range(6) if ground.board.neighbours[book.cell][way] == -1]
        if not outward or (task.facing != -1 and task.facing not in outward):
            self.fault = "4.5.1.1.9b"
            return
        heading = (book.facing + 3) % 6 if back else book.facing

        def barred(way: int) -> bool:
            trial, facing = copy(book), (way + 3) % 6 if back else way
            fault = trial.act(TURN + facing) if facing != trial.facing else ""
            return bool(fault or trial.act(LEAVE + way)) or not (trial.open or trial.by_route())

        best = sorted(outward, key=lambda way: (barred(way), ROUND[(way - heading) % 6], way))[0]
        way = task.facing if task.facing != -1 else best
        self.face((way + 3) % 6 if back else way)
        self.do(LEAVE + way)

    def last_fault(self, task: Task) -> str:
        book = self.book
        if not book.left and book.cell in book.around.foes:
            return "4.5.1.1.10b"
        if book.open:
            return ""
        if not book.by_route():
            return book.why
        back = task.kind == "REVERSE" or (task.kind == "MIXED" and letters_of(task).endswith("r"))
        return "" if book.left or book.aligned(back) else "4.5.1.1.5c"


def letters_of(task: Task) -> str:
    """For each hex of an order f ahead or r back."""
    if task.kind == "MIXED":
        return task.choice.split()[0]
    return ("r" if task.kind == "REVERSE" else "f") * len(task.cells)
