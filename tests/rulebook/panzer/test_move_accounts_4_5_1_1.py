"""The account of a move, action by action (4.5.1.1): thousands of drives against a slow bookkeeper."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.cards import cards
from hulldown.games.panzer.driving import AHEAD, BACK, ENTER, LEAVE, STAY, TURN, Drive, Surroundings, fresh, halve
from hulldown.games.panzer.state import OFF_MAP, Progress
from support.panzer_yard import yard as panzer_yard

FIELDS = ("spent", "open", "route", "route_spent", "roads", "paths", "steps", "turned", "paid", "stuck")
CROWD = 6
SMOKE = 1
"""What brew-up smoke adds, to a hex and to a turn in it."""


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


class Bookkeeper:
    """Keeps both accounts of a move as the rules tell them, one action after the other."""

    def __init__(self, place, card, around, allowances, cell, facing):
        self.place, self.card, self.around = place, card, around
        self.all, self.path_all, self.road_all = allowances
        self.cell = self.home = cell
        self.facing = facing
        self.spent = self.route_spent = self.roads = self.paths = self.steps = self.turned = 0
        self.open = self.route = True
        self.paid = self.stuck = self.left = False
        self.why = "4.5.1.1.3d"

    def shut(self, rule):
        self.why = rule if self.open else self.why
        self.open = False

    def act(self, action):
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

    def leads(self, way):
        return self.place.ways[self.cell][way] != "" or way in self.place.ways_out(self.cell)

    def turn(self, facing):
        sides = [0, 1, 2, 3, 2, 1][(facing - self.facing) % 6]
        self.turned += sides
        cost = 0
        if self.turned >= 2 and not self.paid:
            cost = self.place.turn[self.cell] + (SMOKE if self.cell in self.around.smoke else 0)
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

    def drive(self, way, times):
        ahead = self.place.board.neighbours[self.cell][way]
        if ahead < 0:
            self.route = False
            self.shut("4.5.1.1.9a")
            return
        cost = self.place.cross[self.card.traction][self.cell][way]
        if cost == IMPOSSIBLE:
            self.shut("4.5.1.1.2e")
        elif cost == WHOLE:
            self.pay(WHOLE)
        else:
            self.pay((cost + (SMOKE if ahead in self.around.smoke else 0)) * times)
        self.follow(self.place.route[self.card.traction][self.cell][way] * times, self.place.ways[self.cell][way])
        self.arrive(ahead)

    def pay(self, cost):
        if self.stuck:
            self.shut("4.5.1.1.3a")
        elif self.spent + cost <= self.all:
            self.spent += cost
        elif self.steps == self.spent == 0:
            self.spent, self.stuck = self.all, True
        else:
            self.shut("4.5.1.1.3d")

    def follow(self, cost, kind):
        if kind == "" or cost == 0:
            self.route = False
        self.route_spent += cost
        self.roads += int(kind == "road")
        self.paths += int(kind == "path")
        if self.route_spent > self.path_all and self.route_spent > self.road_all:
            self.route = False

    def arrive(self, cell):
        self.cell = cell
        self.steps += 1
        self.turned, self.paid = 0, False
        there = self.around.counts.get(cell, 0) + (0 if cell == self.home else 1)
        if there >= CROWD or cell in self.around.wrecks or cell in self.around.foes:
            self.route = False

    def leave(self, way):
        times = 1 if way == self.facing else 2
        cost = self.place.leave_cost(self.cell, way, self.card.traction)
        kind = self.place.ways_out(self.cell).get(way, "")
        if cost == IMPOSSIBLE:
            self.shut("4.5.1.1.9b")
        else:
            self.pay(cost * times)
        self.follow(times if kind else 0, kind)
        self.steps += 1
        self.left, self.cell = True, OFF_MAP

    def enter(self, cell):
        ways = list(self.place.ways_out(cell).values())
        rough = self.place.rows[cell]
        cost = rough.cost(self.card.traction)
        if cost == "P" or rough.name == "bridge":
            cost = 1 if ways else IMPOSSIBLE
        if cost == IMPOSSIBLE:
            self.shut("4.5.1.1.2e")
        else:
            self.pay(cost + (SMOKE if cell in self.around.smoke else 0))
        self.follow(1 if ways else 0, ways[0] if ways else "")
        self.arrive(cell)

    def aligned(self, back):
        rear = (self.facing + 3) % 6
        if back:
            others = [way for way in range(6) if way not in (rear, self.facing) and self.leads(way)]
            return self.leads(rear) or not others
        return self.leads(self.facing) or not [way for way in range(6) if way != rear and self.leads(way)]

    def by_route(self):
        rate = self.road_all if self.roads > self.paths else self.path_all
        return self.route and self.steps > 0 and self.route_spent <= rate


def surroundings(board, rng):
    cells = list(board.cells)
    pick = lambda count: set(rng.sample(cells, count))  # noqa: E731
    counts = {cell: rng.randint(1, CROWD) for cell in rng.sample(cells, 30)}
    return Surroundings(pick(20), pick(6), pick(6), counts)


def next_action(place, book, rng):
    """A likely action: mostly along a way or ahead, at times anything."""
    if book.left:
        return STAY
    ways = [way for way in range(6) if book.leads(way)]
    kind = rng.random()
    if kind < 0.3:
        return TURN + rng.choice(ways if ways and rng.random() < 0.6 else range(6))
    if kind < 0.33:
        return STAY
    way = rng.choice(ways) if ways and rng.random() < 0.7 else rng.randrange(6)
    if place.board.neighbours[book.cell][way] < 0 and rng.random() < 0.9:
        return LEAVE + way
    return (AHEAD if rng.random() < 0.75 else BACK) + way


@pytest.mark.rules(
    "4.5.1.1.4a", "4.5.1.1.4b", "4.5.1.1.4c", "4.5.1.1.4d", "4.5.1.1.4e", "4.5.1.1.5c", "4.5.1.1.2-brew-up-smoke",
    "3.3c", "3.3d", "4.5.1.1d", "4.5.1.1.7a", "4.5.1.1.7b", "4.5.1.1.10a", "4.5.1.1.10c", "4.5.1.1.5m", "4.5.1.1.2a",
    "4.5.1.1.2b", "4.5.1.1.3a", "4.5.1.1.3b", "4.5.1.1.3c", "4.5.1.1.2-wall-hedgerow-b", "4.5.1.1.5a", "4.5.1.1.5b",
    "4.5.1.1.5d", "4.5.1.1.5e", "4.5.1.1.5f", "4.5.1.1.5g", "4.5.1.1.5h", "4.5.1.1.5i", "4.5.1.1.6c", "4.5.1.1.9b",
    "4.5.1.1.9c", "4.5.1.1.2e", "4.5.1.1.3d", "4.5.1.1.9a",
)  # fmt: skip
@pytest.mark.parametrize("part", range(4))
def test_every_action_is_booked_on_both_accounts(yard, part):
    rng = Random(f"accounts {part}")
    board = yard.board
    known = [cards()[name] for name in ("T-34/76 M43", "SU-76M M43", "Truck")]
    known += [next(card for card in cards().values() if card.traction == "H")]
    ends = set()
    for _ in range(500):
        card, around = rng.choice(known), surroundings(board, rng)
        sizes = [rng.randint(1, 9) for _ in range(3)]
        account = Progress(allowance=sizes[0], path_allowance=sizes[1], road_allowance=sizes[2])
        cell = rng.choice([one for one in board.cells if yard.on_way[one] or rng.random() < 0.3])
        start = OFF_MAP if rng.random() < 0.2 else cell
        facing = rng.randrange(6)
        drive = Drive(yard, card, around, account, start, facing)
        book = Bookkeeper(yard, card, around, sizes, start, facing)
        action = ENTER + 6 * cell + facing if start == OFF_MAP else next_action(yard, book, rng)
        for _ in range(9):
            fault = drive.act(action)
            told = book.act(action)
            where = board.labels[cell], card.name, sizes, action
            assert (fault[0] if fault else "") == told, where
            assert (drive.cell, drive.facing, drive.left) == (book.cell, book.facing, book.left), where
            assert {name: getattr(drive.progress, name) for name in FIELDS} == {
                name: getattr(book, name) for name in FIELDS
            }, where
            assert drive.by_route() == book.by_route(), where
            if not book.left:
                assert [drive.aligned(back) for back in (False, True)] == [book.aligned(back) for back in (False, True)]
            ends.add(told)
            if told:
                break
            action = next_action(yard, book, rng)
        assert account == Progress(allowance=sizes[0], path_allowance=sizes[1], road_allowance=sizes[2])
    assert ends == {"", "4.5.1.1.2e", "4.5.1.1.3a", "4.5.1.1.3d", "4.5.1.1.4e", "4.5.1.1.9a", "4.5.1.1.9b"}


@pytest.mark.rules("4.5.1.1.5g", "4.5.1.1.5h", "4.5.1.1.5i", "4.5.1.1.10a")
def test_the_hexes_that_end_a_route_are_those_with_wrecks_enemies_or_six_vehicles(yard):
    rng = Random("barred")
    for _ in range(30):
        around = surroundings(yard.board, rng)
        home = rng.choice(list(around.counts))
        barred = [
            cell
            for cell in yard.board.cells
            if cell in around.wrecks
            or cell in around.foes
            or (cell in around.counts and around.counts[cell] + (cell != home) >= CROWD)
        ]
        assert around.barred(home) == tuple(sorted(barred))


@pytest.mark.rules("3.7c", "3.7d", "3.7e", "4.5.1.1.1d", "4.5.1.1.1e", "4.5.1.1.1f", "4.5.1.1.1g")
def test_the_allowances_of_every_card(yard):
    for card in cards().values():
        for short_halt, damaged, part in ((False, False, 1), (True, False, 2), (False, True, 2), (True, True, 4)):
            account = fresh(card, short_halt, damaged)
            expected = [max(1, size // part) for size in (card.cross_country, card.path, card.road)]
            assert [account.allowance, account.path_allowance, account.road_allowance] == expected
            assert account == Progress(allowance=expected[0], path_allowance=expected[1], road_allowance=expected[2]), (
                card.name
            )


@pytest.mark.rules("4.4.3.2.6-damaged-d")
def test_damage_halves_what_is_left_of_each_account():
    for spent, route_spent in ((0, 0), (1, 2), (3, 3), (5, 9), (8, 4), (12, 12)):
        account = Progress(spent=spent, allowance=5, route_spent=route_spent, path_allowance=6, road_allowance=11)
        halve(account)
        assert account.allowance == spent + max(0, 5 - spent) // 2
        assert account.path_allowance == route_spent + max(0, 6 - route_spent) // 2
        assert account.road_allowance == route_spent + max(0, 11 - route_spent) // 2
        assert (account.spent, account.route_spent) == (spent, route_spent)
