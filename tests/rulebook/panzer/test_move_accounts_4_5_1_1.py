"""The account of a move, action by action (4.5.1.1): thousands of drives against a slow bookkeeper."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.driving import AHEAD, BACK, ENTER, LEAVE, STAY, TURN, Drive, Surroundings, fresh, halve
from hulldown.games.panzer.rules.state import OFF_MAP, Progress
from support.panzer_bookkeeper import CROWD, Bookkeeper
from support.panzer_yard import yard as panzer_yard

FIELDS = ("spent", "open", "route", "route_spent", "roads", "paths", "steps", "turned", "paid", "stuck")


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


def surroundings(board, rng):
    cells = list(board.cells)
    pick = lambda count: set(rng.sample(cells, count))  # noqa: E731
    counts = {cell: rng.randint(1, CROWD) for cell in rng.sample(cells, 30)}
    return Surroundings(pick(20), pick(6), foes=pick(6), counts=counts)


def next_action(ground, book, rng):
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
    if ground.board.neighbours[book.cell][way] < 0 and rng.random() < 0.9:
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
        drive = Drive(yard, card.traction, around, account, start, facing)
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


@pytest.mark.rules("4.5.1.1.1g", "4.5.1.1d", "4.5.1.1.4a", "4.5.1.1.9b", "4.5.1.1.9c")
def test_the_numbers_of_actions_stay_as_stored_positions_have_them():
    assert (TURN, AHEAD, BACK, LEAVE, STAY, ENTER) == (0, 10, 20, 30, 40, 100)
