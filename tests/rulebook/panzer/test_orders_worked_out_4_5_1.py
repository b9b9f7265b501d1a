"""The actions that an order to move means, and why it is impossible (4.5.1): hundreds of orders on a crowded map."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.core.dice import dice
from hulldown.core.options import read_options
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.driving import AHEAD, BACK, ENTER, STAY, TURN
from hulldown.games.panzer.rules.movement import advance, entry_facing, plan, surroundings
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, WAITING, Frame, Mover, PanzerState, Progress, Unit, Wreck
from support.panzer_bookkeeper import ROUND, Bookkeeper, Planner
from support.panzer_field import scenario, staged
from support.panzer_yard import yard as panzer_yard

TYPES = ("T-34/76 M43", "SU-76M M43", "Truck")


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


def crowded(ground, rng):
    """A vehicle in the middle of its move, or off the map before it, among others; mostly on a path or road."""
    cells = list(ground.board.cells)
    start = rng.choice([cell for cell in cells if ground.on_way[cell]] if rng.random() < 0.8 else cells)
    unit = Unit("S1", "soviet", rng.choice(TYPES), 1, start, rng.randrange(6), ON_MAP, command="MOVE")
    if rng.random() < 0.25:
        unit.status, unit.cell = WAITING, OFF_MAP
    others = [Unit(f"G{n}", "german", "Truck", 0, rng.choice(cells), 0, ON_MAP) for n in range(1, 9)]
    others += [Unit(f"S{n}", "soviet", "Truck", 0, rng.choice(cells), 0, ON_MAP) for n in range(2, 9)]
    sizes = [rng.randint(1, most) for most in (5, 12, 12)]
    account = Progress(allowance=sizes[0], path_allowance=sizes[1], road_allowance=sizes[2])
    state = PanzerState(
        scenario="panzer/test", options=read_options(OPTIONS, {}), seed="script:",
        stack=[Frame("move2", side="soviet")],
        units=[unit, *others], wrecks=[Wreck(rng.choice(cells), rng.random() < 0.5, False) for _ in range(8)], turn=3,
        mover=Mover(0, account, [], unit.cell, unit.facing, unit.cell),
    )  # fmt: skip
    return state, sizes


def some_order(ground, unit, rng):
    """An order that may well be possible: mostly neighbours, mostly along ways, often out where the map ends."""
    board, cells, here, way = ground.board, [], unit.cell, unit.facing
    if unit.status == WAITING:
        edge = list(board.edges["west"])
        here = rng.choice(edge if rng.random() < 0.95 else list(board.cells))
        cells, way = [here], 1
    straying = rng.choice((0.0, 0.25, 0.5))
    for _ in range(rng.randrange(7)):
        ahead = board.neighbours[here]
        ways = [one for one in range(6) if ground.ways[here][one] and (one != (way + 3) % 6 or rng.random() < 0.2)]
        way = rng.choice(ways) if ways and rng.random() >= straying else rng.randrange(6)
        if ahead[way] >= 0:
            here = ahead[way]
            cells.append(here)
    if cells and rng.random() < 0.02:
        cells.append(rng.choice(list(board.cells)))
    leaves = min(board.neighbours[here]) < 0 and rng.random() < 0.5 and (cells or unit.status == ON_MAP)
    facing = rng.randrange(6) if rng.random() < 0.3 else -1
    if not cells and not leaves:
        return Task("S1", "TURN", facing=rng.randrange(6))
    letters = "".join(rng.choice("ffr") for _ in cells)
    words = ["exit"] if leaves else []
    if len(set(letters)) > 1 and rng.random() < 0.5:
        return Task("S1", "MIXED", tuple(cells), facing, " ".join([letters, *words]))
    return Task("S1", rng.choice(("MOVE", "MOVE", "REVERSE")), tuple(cells), facing, " ".join(words))


@pytest.mark.rules(
    "4.5.1a", "4.5.1.1.2a", "4.5.1.1d", "3.3c", "3.3d", "3.5.1a", "4.5.1.1.5c", "4.5.1.1.5d", "4.5.1.1.7a",
    "4.5.1.1.8b", "4.5.1.1.8c", "4.5.1.1.9b", "4.5.1.1.9c", "4.5.1.1.10b", "4.5.1.1a",
)  # fmt: skip
@pytest.mark.parametrize("part", range(4))
def test_orders_mean_these_actions_and_break_these_rules(yard, part):
    rng = Random(f"orders {part}")
    told, played = set(), scenario()
    for _ in range(1800):
        state, sizes = crowded(yard, rng)
        unit = state.units[0]
        task = some_order(yard, unit, rng)
        around = surroundings(state, "soviet")
        book = Bookkeeper(yard, cards()[unit.type], around, sizes, unit.cell, unit.facing)
        entries = yard.board.edges["west"] if unit.status == WAITING else None
        actions, rule = Planner(book, entries).plan(task)
        found = plan(state, staged(yard, played), task)
        assert (found.actions, found.fault[0] if found.fault else "") == (actions, rule), (unit, sizes, task)
        told.add(rule)
    wanted = {"", "3.5.1a", "4.5.1.1.3d", "4.5.1.1.5c", "4.5.1.1.9b", "4.5.1.1.9c", "4.5.1.1.10b", "4.5.1.1.2e"}
    assert wanted <= told


@pytest.mark.rules("4.5.1.1.9c")
def test_the_facing_with_which_it_comes_on_at_every_hex_of_the_map(yard):
    for cell in yard.board.cells:
        inward = [way for way in range(6) if yard.board.neighbours[cell][(way + 3) % 6] < 0] or list(range(6))
        for wish in range(-1, 6):
            near = inward[len(inward) // 2] if wish < 0 else wish
            least = min(ROUND[(way - near) % 6] for way in inward)
            best = min(way for way in inward if ROUND[(way - near) % 6] == least)
            assert entry_facing(yard, cell, wish) == best, (yard.board.labels[cell], wish)


@pytest.mark.rules("4.5.1.1b", "4.5.1.1.4f", "4.5.1.1.10b", "4.5.1.1.9a", "4.5.1.1.9c")
def test_a_mover_remembers_the_hex_it_came_from(yard):
    """I13: turns do not change it, and who comes on came from nowhere."""
    board = yard.board
    hexes = [board.by_label[label] for label in ("0901", "0902", "0903")]
    unit = Unit("S1", "soviet", "T-34/76 M43", 0, hexes[0], 3, ON_MAP, command="MOVE")
    state = PanzerState(
        scenario="panzer/test", options=read_options(OPTIONS, {}), seed="script:",
        stack=[Frame("move2", side="soviet")],
        units=[unit], turn=3,
        mover=Mover(0, Progress(allowance=9), [STAY, TURN + 4, TURN + 3, AHEAD + 3, TURN + 2, TURN + 3, AHEAD + 3,
                                               TURN + 4, BACK + 1], hexes[0], 3, hexes[0]),
    )  # fmt: skip
    mover, before, told = state.mover, [], []
    while mover.plan:
        doing = Doing(dice("script:", 0), 3)
        assert advance(state, staged(yard), doing)
        before.append(hexes.index(mover.before))
        told += [(event.kind, event.rule, event.data["cost"]) for event in doing.events]
    assert before == [0, 0, 0, 0, 0, 0, 1, 1, 2]
    kinds = ["stays", "turned", "turned", "moved", "turned", "turned", "moved", "turned", "moved"]
    assert [kind for kind, *_ in told] == kinds
    rules = {"stays": "4.5.1.1.8a", "turned": "4.5.1.1.4b", "moved": "4.5.1.1.2a"}
    assert all(rule == rules[kind] for kind, rule, _ in told)
    assert sum(cost for *_, cost in told) == mover.progress.spent
    entering = Unit("S2", "soviet", "T-34/76 M43", 1, OFF_MAP, 0, WAITING, command="MOVE")
    state.units.append(entering)
    west = board.edges["west"][0]
    state.mover = Mover(1, Progress(allowance=9), [ENTER + 6 * west + 1, TURN + 2], OFF_MAP, 0, OFF_MAP)
    for _ in range(2):
        assert advance(state, staged(yard), Doing(dice("script:", 0), 3))
    assert (state.mover.before, entering.cell, entering.facing, entering.status) == (OFF_MAP, west, 2, ON_MAP)
