"""Identities of Tank! under face-down counters and in hidden positions: swapping them changes nothing the enemy sees.

Two games with the same dice are played side by side. In the second one Bravo's units of the same weapon have changed
places, and every order of theirs is given to the unit that stands there instead. Until a unit of Bravo is identified,
Alpha's log, view and legal orders must be the same, byte for byte: neither names nor counters' numbers nor the order of
events may tell one unit from another.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.bots.seat import seat_of
from hulldown.core.events import Event, for_side
from hulldown.core.orders import Order
from hulldown.games.tank.data.loading import scenarios
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import TankState
from support.games import bots_of, encoded
from support.keen_bot import KeenBot

SECRET = [name for name, scenario in scenarios().items() if scenario.bravo.deploy in ("hidden", "placed")]


def exchange(state: TankState, rng: Random) -> dict[str, str]:
    """For every unit of Bravo another one of the same weapon, each taken once."""
    groups: dict[str, list[str]] = {}
    for unit in state.units:
        if unit.side == "bravo":
            groups.setdefault(unit.type, []).append(unit.id)
    found: dict[str, str] = {}
    for names in groups.values():
        others = rng.sample(names, len(names))
        found |= dict(zip(names, others, strict=True))
    return found


def given_to_others(order: Order, swap: dict[str, str], rng: Random) -> Order:
    tasks = [msgspec.structs.replace(task, unit=swap[task.unit]) for task in order.tasks]
    rng.shuffle(tasks)
    return msgspec.structs.replace(order, tasks=tuple(tasks))


def stacked(order: Order) -> bool:
    cells = [task.cells[0] for task in order.tasks]
    return len(set(cells)) < len(cells)


def identified(state: TankState) -> bool:
    return any(unit.side == "bravo" and (unit.spotted or unit.status == "destroyed") for unit in state.units)


def compared(scenario: str, number: int, style: str) -> int:
    """How many of Alpha's decisions were the same in both games before somebody was identified."""
    rng = Random(f"{scenario} {number}")
    one = two = GAME.setup(scenario, {}, f"{scenario} {number}")
    swap = exchange(one, rng)
    bots = bots_of(GAME, f"{scenario} {number}", style)
    if style == "attack":
        bots["bravo"] = KeenBot(f"{number}", 0.5)
    logs: tuple[list[Event], list[Event]] = ([], [])
    count = 0
    while GAME.outcome(one) is None and not identified(one):
        side = next(iter(GAME.pending(one)))
        assert list(GAME.pending(two)) == list(GAME.pending(one))
        if side == "alpha":
            assert encoded(logs[0]) == encoded(logs[1])
            assert encoded(GAME.view(one, side)) == encoded(GAME.view(two, side))
            assert encoded(GAME.legal(one, side)) == encoded(GAME.legal(two, side))
            count += 1
        order = bots[side].decide(seat_of(GAME, one, side))
        if order.kind == "deploy" and stacked(order):
            return 0  # mates in one hex may be numbered either way
        steps = (
            GAME.apply(one, side, order),
            GAME.apply(two, side, order if side == "alpha" else given_to_others(order, swap, rng)),
        )
        for log, step in zip(logs, steps, strict=True):
            log += for_side(step.events, "alpha")
        one, two = steps[0].state, steps[1].state
    return count


@pytest.mark.rules("13.0-proc-1", "13.4a", "4.2a")
@pytest.mark.parametrize("style", ["random", "attack"])
@pytest.mark.parametrize("scenario", SECRET)
def test_units_of_one_weapon_can_change_places_unseen(scenario: str, style: str) -> None:
    counts = [compared(scenario, number, style) for number in range(3)]
    assert max(counts) >= 3, counts
