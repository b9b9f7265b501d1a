"""The Adjustment Phase: face the enemy, lie low where ground is held, get up where it is to be taken."""

from __future__ import annotations

from hulldown.bots.panzer.advanced.facing import best_facing
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.firing import best_gain
from hulldown.bots.panzer.advanced.goals import Errand, errands
from hulldown.core.decisions import Legal, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, towed_of
from hulldown.games.panzer.rules.verbs.adjusting import IN_COVER, IN_THE_OPEN
from hulldown.games.panzer.rules.verbs.base import ADJUST

PIVOT, DIG, OCCUPY = "PIVOT", "DIG", "OCCUPY"


def adjust_order(field: Field, legal: Legal) -> Order:
    """What all units do at the end of a turn."""
    given = errands(field)
    taken: set[int] = set()
    tasks = []
    for unit in legal.units:
        task = _task(field, unit, given.get(field.names[unit.unit]), taken)
        if task is not None:
            tasks.append(task)
    return Order(ADJUST, tuple(tasks), decision=legal.decision.id)


def _task(field: Field, unit: UnitLegal, errand: Errand | None, taken: set[int]) -> Task | None:
    """What one unit does."""
    index = field.names[unit.unit]
    one = field.units[index]
    options = {option.kind: option for option in unit.options}
    if PIVOT not in options:
        return None
    towards = min(errand.goal.cells) if errand is not None and errand.goal.take else -1
    facing = best_facing(field, index, one.cell, towards)
    low = _lies_low(field, index, errand)
    if OCCUPY in options and one.cell not in taken:
        taken.add(one.cell)
        choice = IN_COVER if low and IN_COVER in options[OCCUPY].choices else IN_THE_OPEN
        return Task(unit.unit, OCCUPY, facing=facing, choice=choice)
    if DIG in options and low:
        return Task(unit.unit, DIG, facing=facing, choice=IN_COVER)
    covered = detail_of(one).full_cover
    if covered != low:
        for option in unit.options:
            if option.kind not in (PIVOT, DIG, OCCUPY):
                return Task(unit.unit, option.kind, facing=facing)
    if facing >= 0 and facing != one.facing:
        return Task(unit.unit, PIVOT, facing=facing)
    return None


def _lies_low(field: Field, index: int, errand: Errand | None) -> bool:
    """Whether a unit should be in Full Cover next turn."""
    unit = field.units[index]
    gain, danger = best_gain(field, index), field.danger(index, unit.cell)
    if detail_of(unit).suppressed:
        return danger > 0.0 or gain < danger
    if towed_of(unit) is not None:
        return danger > gain
    moves_on = errand is not None and errand.goal.take and errand.near(unit.cell) > 0.0
    if moves_on:
        return False
    return gain < 1.5 * danger or not gain
