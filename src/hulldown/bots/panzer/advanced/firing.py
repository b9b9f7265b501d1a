"""Direct Fire and overwatch: who fires what at whom, so that the expected gain is largest."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.bots.panzer.advanced.field import Field, Shot
from hulldown.bots.panzer.advanced.screening import SPENT, Screening
from hulldown.bots.panzer.advanced.stalking import stake
from hulldown.core.decisions import Legal, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.play import control, firing
from hulldown.games.panzer.rules.advanced.play.announcing import weapons_left
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.advanced.verbs.missions import SMOKE
from hulldown.games.panzer.rules.overwatch import PASS
from hulldown.games.panzer.rules.verbs.base import FIRING, WATCHING

Jolt = Callable[[], float]
ENOUGH = 0.55
"""The part of the best shot that a unit could hope for below which it keeps its overwatch."""
LEAST = 0.4
"""The points below which no overwatch shot is worth it."""
SECOND = 0.25
"""The points that the fire of a second weapon must promise: it may give the unit away."""
HARD = 0.6
"""What counts of a target's worth that other shots are expected to take."""


def shots_of(field: Field, index: int, targets: list[int], watching: bool = False) -> list[Shot]:
    """All shots of a unit at some targets, the best first."""
    found = []
    for target in targets:
        saved = stake(field, target)
        for way in ways_at(field.state, field.scene, index, target, watching):
            shot = field.shot(index, target, way, watching)
            stopped = shot.blow.kill + shot.blow.suppress
            found.append(shot._replace(gain=shot.gain + saved * stopped))
    return sorted(found, key=lambda shot: (-shot.gain, shot.target, shot.words))


def best_gain(field: Field, index: int) -> float:
    """What the best Direct Fire of a unit promises as all stand."""
    found = shots_of(field, index, firing.targets_of(field.state, field.scene, index))
    return found[0].gain if found else 0.0


def _offered(field: Field, unit: UnitLegal, watching: bool) -> list[Shot]:
    """The shots that a unit is offered."""
    index = field.names[unit.unit]
    words = {(option.choices[0], target) for option in unit.options for target in option.targets}
    targets = sorted({field.names[target] for _, target in words})
    return [
        shot for shot in shots_of(field, index, targets, watching) if (shot.words, field.units[shot.target].id) in words
    ]


class Allotment:
    """How much of each target is still there for one more shot."""

    def __init__(self) -> None:
        self.left: dict[int, float] = {}

    def gain(self, shot: Shot) -> float:
        return shot.gain * self.left.get(shot.target, 1.0)

    def take(self, shot: Shot) -> None:
        rest = self.left.get(shot.target, 1.0)
        part = shot.blow.kill + 0.3 * (shot.blow.damage + shot.blow.track + shot.blow.suppress)
        self.left[shot.target] = rest * max(0.1, 1 - min(1.0, part) * HARD)


def fire_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """Fire for everybody who can, the best shots first."""
    kinds = [option.kind for unit in legal.units for option in unit.options if option.targets]
    ready = {field.names[unit.unit]: _offered(field, unit, False) for unit in legal.units}
    tasks = _screens(field, legal, ready, jolt)
    if not kinds:
        return Order(FIRING, tuple(tasks), decision=legal.decision.id) if tasks else legal.idle or Order(FIRING)
    kind = kinds[0]
    allotment = Allotment()
    chosen: dict[int, int] = {}
    line = sorted(ready, key=lambda index: (-(ready[index][0].gain if ready[index] else 0.0), index))
    for index in line:
        free = not firing.required(field.state, index)
        mates = [chosen[mate] for mate in control.sharing(field.state, index) if mate in chosen]
        fitting = [shot for shot in ready[index] if firing.fits(field.state, field.scene, index, [*mates, shot.target])]
        if not fitting:
            continue
        worths = [allotment.gain(shot) + jolt() for shot in fitting]
        place = max(range(len(fitting)), key=lambda number: (worths[number], -number))
        if free and worths[place] < SECOND:
            continue
        best = fitting[place]
        allotment.take(best)
        chosen[index] = best.target
        name, aimed = field.units[index].id, (field.units[best.target].id,)
        tasks.append(Task(name, kind, choice=best.words, targets=aimed))
        tasks += _second(field, index, best, ready[index], kind)
    if not tasks and legal.idle is not None:
        return legal.idle
    return Order(FIRING, tuple(tasks), decision=legal.decision.id)


def _screens(field: Field, legal: Legal, ready: dict[int, list[Shot]], jolt: Jolt) -> list[Task]:
    """Smoke by those whose fire is worth less than what it saves; they are taken from those who fire."""
    layers = {field.names[unit.unit]: option.cells for unit in legal.units for option in unit.options
              if option.kind == SMOKE}  # fmt: skip
    if not layers:
        return []
    screening = Screening(field)
    tasks: list[Task] = []
    for index in sorted(layers, key=lambda one: (ready[one][0].gain if ready[one] else 0.0, one)):
        screen = screening.best(index, layers[index])
        lost = ready[index][0].gain if ready[index] else 0.0
        if screen is not None and screen.gain + jolt() > lost + SPENT:
            screening.lay(screen.cell)
            del ready[index]
            tasks.append(Task(field.units[index].id, SMOKE, (screen.cell,)))
    return tasks


def _second(field: Field, index: int, first: Shot, shots: list[Shot], kind: str) -> list[Task]:
    """The fire of one more weapon of the same unit at the same target, where it does any good."""
    if weapons_left(field.state, field.scene, index) < 2:
        return []
    own = first.words.rpartition(" ")[0]
    for shot in shots:
        if shot.target == first.target and shot.words.rpartition(" ")[0] != own and shot.gain >= SECOND:
            name = field.units[index].id
            return [Task(name, kind, choice=shot.words, targets=(field.units[shot.target].id,))]
    return []


def overwatch_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """Fire at the target that promises most, by all whose shot is good enough; else this chance goes by."""
    held = PASS if PASS in legal.choices else legal.choices[0]
    passing = Order(WATCHING, choice=held, decision=legal.decision.id)
    by_target: dict[int, list[tuple[int, Shot]]] = {}
    for unit in legal.units:
        index = field.names[unit.unit]
        wanted = hope(field, index)
        done: set[int] = set()
        for shot in _offered(field, unit, True):
            if shot.target in done:
                continue
            done.add(shot.target)
            if shot.gain + jolt() >= max(LEAST, ENOUGH * wanted):
                by_target.setdefault(shot.target, []).append((index, shot))
    if not by_target:
        return passing
    target = max(by_target, key=lambda one: (sum([shot.gain for _, shot in by_target[one]]), -one))
    kind = legal.units[0].options[0].kind
    left = 1.0
    tasks: list[Task] = []
    for index, shot in sorted(by_target[target], key=lambda pair: (-pair[1].gain, pair[0])):
        if tasks and shot.gain * left < LEAST:
            continue
        left *= max(0.1, 1 - shot.blow.kill)
        tasks.append(Task(field.units[index].id, kind, choice=shot.words, targets=(field.units[target].id,)))
    return Order(WATCHING, tuple(tasks), decision=legal.decision.id)


def hope(field: Field, index: int) -> float:
    """The best gain that a unit may still hope for this turn: enemies that could come into its sight from nearby."""
    unit = field.units[index]
    if unit.cell < 0:
        return 0.0
    best = 0.0
    for foe in field.foes:
        other = field.units[foe]
        if other.moved or other.cell < 0:
            continue
        far = field.board.distance(unit.cell, other.cell)
        gain = field.threat(index, foe, max(1, far - 1)) * field.worth(foe)
        best = max(best, gain * (0.7 if other.cell in field.scene.seen_from(unit.cell) else 0.3))
    return best
