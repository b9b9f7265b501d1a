"""Fire missions: where called, adjusted and planned fire promises most, less what it does to friends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.odds import gp_blow, is_squad
from hulldown.bots.panzer.advanced.screening import Screening, battery_chance, unit_chance
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal, Option
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced import response, sheafs
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters, observers, plans
from hulldown.games.panzer.rules.advanced.play.indirect.missions import spelled_out
from hulldown.games.panzer.rules.advanced.support import GP, LANDS, SMOKE, Volley
from hulldown.games.panzer.rules.advanced.verbs.missions import ARRIVE, CALL, CORRECT, SUSTAIN
from hulldown.games.panzer.rules.state import ON_MAP
from hulldown.games.panzer.rules.verbs.base import INDIRECT

Jolt = Callable[[], float]
FRIENDS: Final = 1.6
"""How much more a friend in the SHEAF counts than an enemy."""
LEAST: Final = 0.8
"""The points that a mission must promise."""
LASTS: Final = 1.5
"""What a mission is worth besides its first turn: it goes on, and keeps others out of its hexes."""
SMOKED: Final = 1.0
"""The points that smoke must promise beyond HE, whose fire can go on."""
EARLY: Final = 6.0
"""The points for which planned fire is taken a turn early."""


class Wish(NamedTuple):
    """A mission and what it promises."""

    gain: float
    task: Task


def mission_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """The best mission that is offered, or the end of the step."""
    best: Wish | None = None
    screening = Screening(field)
    for unit in legal.units:
        for option in unit.options:
            for wish in _wishes(field, screening, unit.unit, option):
                gain = wish.gain + jolt()
                if gain > (LEAST if best is None else best.gain):
                    best = Wish(gain, wish.task)
    if best is None:
        return Order(INDIRECT, choice=legal.choices[0], decision=legal.decision.id)
    return Order(INDIRECT, (best.task,), decision=legal.decision.id)


def stray_order(field: Field, legal: Legal) -> Order:
    """Stray fire of the enemy goes where it takes most from the enemy, and least from one's own side."""
    source, option = legal.units[0].unit, legal.units[0].options[0]
    volley = counters.support_of(field.state).queue[0]
    best = max(option.cells, key=lambda cell: effect(field, source, cell, volley.sheaf, volley.direction, 12))
    return Order(legal.decision.kind, (Task(source, option.kind, (best,)),), decision=legal.decision.id)


def _wishes(field: Field, screening: Screening, name: str, option: Option) -> Iterator[Wish]:
    """What an option may mean, with what it promises."""
    if option.kind == CALL:
        yield from _calls(field, screening, name, option)
    elif option.kind == CORRECT and not option.facings:
        yield from _corrections(field, screening, name, option)
    elif option.kind == SUSTAIN:
        missions = observers.missions_of(field.state, name)
        gain = sum([effect(field, one.source, one.cell, one.sheaf, one.direction, one.distance) for one in missions])
        hidden = sum([_screen(field, screening, one.source, one.cell, one.sheaf, one.direction) for one in missions])
        for fire, wished in ((GP, gain + 0.2), (SMOKE, hidden)):
            if fire in option.choices:
                yield Wish(wished, Task(name, option.kind, choice=fire))
    elif option.kind == ARRIVE:
        yield from _arrivals(field, name, option)


def effect(
    field: Field, source: str, cell: Cell, sheaf: str, direction: int = -1, distance: int = 0, planned: bool = False
) -> float:
    """What fire in a SHEAF takes from the enemy, less what it takes from friends, in points."""
    volley = Volley(field.side, source, cell, GP, sheaf, LANDS, direction, planned=planned, distance=distance)
    found = 0.0
    cells = sheafs.covered(field.board, sheaf, cell, direction)
    for index, unit in enumerate(field.units):
        if unit.status != ON_MAP or unit.cell not in cells:
            continue
        aim = attacks.aim_at(field.state, field.scene, volley, index)
        part = gp_blow(aim, is_squad(field.state, index)).part(field.suppressed(index))
        found += part * field.worth(index) * (1.0 if unit.side != field.side else -FRIENDS)
    return found


def _screen(field: Field, screening: Screening, source: str, cell: Cell, sheaf: str, direction: int = -1) -> float:
    """What the smoke of a source in a SHEAF promises."""
    if not screening.dangers:
        return 0.0
    battery = observers.battery_named(field.scene, source)
    chance = battery_chance(field) if battery is not None else unit_chance(field, field.names[source])
    hexes = sheafs.covered(field.board, sheaf, cell, direction)
    return chance * screening.gain(hexes, sheafs.density(sheaf))


def _calls(field: Field, screening: Screening, name: str, option: Option) -> Iterator[Wish]:
    """New calls: one source at a time, as an FO may call the next one afterwards."""
    observer = field.names[name]
    here = field.place(observer)
    for words in option.choices if not option.facings else ():
        task = spelled_out(Task(name, option.kind, choice=words))
        fire, _, sheaf = task.choice.partition(" ")
        if fire == SMOKE and not screening.dangers:
            continue
        (source,) = task.targets
        gun = observers.battery_named(field.scene, source) is None
        for cell in option.cells:
            if observers.source_fault(field.state, field.scene, observer, source, cell, fire) is not None:
                continue
            far = field.board.distance(here, cell)
            if gun:
                far = max(far, field.board.distance(field.place(field.names[source]), cell))
            call = observers.call_of(field.state, field.scene, observer, source, cell)
            chance = float(response.resolve(call).responds)
            shape = sheafs.ONE if gun else sheaf
            if fire == SMOKE:
                found = _screen(field, screening, source, cell, shape) - SMOKED
            else:
                found = LASTS * effect(field, source, cell, shape, -1, far)
            yield Wish(chance * found - _astray(field, cell), Task(name, option.kind, (cell,), choice=words))


def _astray(field: Field, cell: Cell) -> float:
    """What a danger-close 1 may cost."""
    near = observers.friends_near(field.state, field.scene, field.side, cell)
    return 0.1 * 0.3 * max((field.worth(index) for index in near), default=0.0)


def _corrections(field: Field, screening: Screening, name: str, option: Option) -> Iterator[Wish]:
    """Adjustments of the fire that an observer directs, without new sources."""
    observer = field.names[name]
    missions = observers.missions_of(field.state, name)
    for words in option.choices:
        fire, _, sheaf = words.partition(" ")
        for cell in option.cells if fire == GP or screening.dangers else ():
            gain = -_astray(field, cell)
            for one in missions:
                call = observers.call_of(field.state, field.scene, observer, one.source, cell, True)
                chance = float(response.resolve(call).responds)
                shape = sheafs.ONE if one.sheaf == sheafs.ONE else sheaf
                if fire == SMOKE:
                    gain += chance * (_screen(field, screening, one.source, cell, shape) - SMOKED)
                else:
                    gain += chance * LASTS * effect(field, one.source, cell, shape, -1, one.distance)
            yield Wish(gain, Task(name, option.kind, (cell,), choice=words))


def _arrivals(field: Field, name: str, option: Option) -> Iterator[Wish]:
    """Planned fire: shifted to where most enemies are, a turn early only where that is worth it."""
    state = field.state
    plan = next((one for one in plans.waiting(state, field.side) if one.battery == name), None)
    if plan is None:
        return
    part = plan.part(state.turn) if plan.begun else plan.parts[0]
    if part is None or part.fire == SMOKE:
        return
    foes = {field.units[index].cell for index in field.foes}
    cells = [plan.cell, *[cell for cell in option.cells if cell in foes]]
    early = not plan.begun and state.turn < plan.turn
    stays = effect(field, name, plan.cell, part.sheaf, -1, planned=True)
    for cell in dict.fromkeys(cells):
        gain = effect(field, name, cell, part.sheaf, -1, planned=True)
        if (early and gain < EARLY) or (not early and cell != plan.cell and gain <= stays):
            continue
        yield Wish(gain if early or cell != plan.cell else 0.0, Task(name, option.kind, (cell,)))


# Commands.


def watching_gain(field: Field, index: int) -> float:
    """What Overwatch is worth to an observer: the fire that it directs, or could call."""
    if observers.kind_of(field.scene, index) is None:
        return 0.0
    name = field.units[index].id
    if any(one.observer == name for one in counters.support_of(field.state).missions):
        return 3.0
    if not any(field.units[seen].status == ON_MAP for seen in field.units[index].sees):
        return 0.0
    free = [one for one in observers.batteries(field.scene, field.side) if observers.busy(field.state, one.id) is None]
    guns = any(observers.gun_of(field.state, field.scene, one) is not None for one in field.mine)
    chief = 3.0 if observers.kind_of(field.scene, index) == "FO" else 1.0
    return chief if free else 0.5 * chief if guns else 0.0


def gun_gain(field: Field, index: int) -> float:
    """What a Fire command is worth to a mortar or gun that others observe for."""
    if observers.gun_of(field.state, field.scene, index) is None:
        return 0.0
    seeing = [
        one
        for one in observers.observers(field.state, field.scene, field.side)
        if any(field.units[seen].status == ON_MAP for seen in field.units[one].sees)
    ]
    return 1.5 if seeing else 0.0
