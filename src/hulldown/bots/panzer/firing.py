"""Fire: who takes which target, when overwatch speaks and when it waits, and what presets wait for."""

from __future__ import annotations

from hulldown.bots.panzer.driving import Shaken
from hulldown.bots.panzer.odds import blow, points_at
from hulldown.bots.panzer.picture import Picture
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.faces.knowledge import FACE_DOWN
from hulldown.games.panzer.rules.arcs import Watch, watch
from hulldown.games.panzer.rules.overwatch import PASS
from hulldown.games.panzer.rules.state import SPOT_MOVE, Unit
from hulldown.games.panzer.rules.verbs.base import FIRING, WATCHING
from hulldown.games.panzer.rules.verbs.kinds import FIRE, OVERWATCH

WAIT = 0.5
"""What a better shot that may come is worth of one that is there."""
LEAST_ODDS, MOST_ODDS = 12, 55
"""The ends of what presets wait for."""


class Allotment:
    """Targets with what is left of each after the fire already allotted to it."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.left: dict[int, float] = {}
        """How likely a target is still there."""
        self.hurt: dict[int, float] = {}
        """How likely it is damaged, if it was not before."""

    def gain(self, shooter: int, target: int, short_halt: bool = False, overwatch: bool = False) -> float:
        """What one more shot at a target gains, in victory points."""
        picture = self.picture
        firer, enemy = picture.units[shooter], picture.units[target]
        shot = picture.blow_at(firer, enemy, short_halt=short_halt, watch=watch_of(picture, firer, enemy, overwatch))
        value = shot.kill + shot.damage * (0.55 if enemy.damaged else 0.45 + 0.45 * self.hurt.get(target, 0.0))
        return value * picture.worths[target] * self.left.get(target, 1.0) * picture.temper.boldness

    def take(self, shooter: int, target: int, short_halt: bool = False, overwatch: bool = False) -> None:
        """Allots a shot."""
        picture = self.picture
        firer, enemy = picture.units[shooter], picture.units[target]
        shot = picture.blow_at(firer, enemy, short_halt=short_halt, watch=watch_of(picture, firer, enemy, overwatch))
        hurt = self.hurt.get(target, 0.0)
        self.left[target] = self.left.get(target, 1.0) * (1 - shot.kill) * (1 - shot.damage * hurt)
        self.hurt[target] = hurt + (1 - hurt) * shot.damage


def watch_of(picture: Picture, firer: Unit, enemy: Unit, overwatch: bool) -> Watch:
    """How a shot is fired."""
    if not overwatch:
        return "none"
    board = picture.board
    return watch(
        cards()[firer.type], firer.facing, board.q[enemy.cell] - board.q[firer.cell],
        board.r[enemy.cell] - board.r[firer.cell],
    )  # fmt: skip


def fire_order(picture: Picture, legal: Legal, jolt: Shaken) -> Order:
    """An announcement of all fire, each shot where it adds most."""
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    open_to = {names[unit.unit]: [names[target] for target in unit.options[0].targets] for unit in legal.units}
    shaken = {(shooter, target): jolt() for shooter, targets in open_to.items() for target in targets}
    allotment = Allotment(picture)
    tasks: dict[int, Task] = {}
    while len(tasks) < len(open_to):
        best: tuple[float, int, int] | None = None
        for shooter, targets in open_to.items():
            if shooter in tasks:
                continue
            halt = picture.units[shooter].command in picture.scene.halting
            for target in targets:
                value = allotment.gain(shooter, target, halt) + shaken[shooter, target]
                if best is None or value > best[0]:
                    best = (value, shooter, target)
        assert best is not None
        _, shooter, target = best
        allotment.take(shooter, target, picture.units[shooter].command in picture.scene.halting)
        tasks[shooter] = Task(picture.units[shooter].id, FIRE, targets=(picture.units[target].id,))
    return Order(FIRING, tuple(tasks.values()), decision=legal.decision.id)


def overwatch_order(picture: Picture, legal: Legal, jolt: Shaken) -> Order:
    """Overwatch fire at the best of the open targets, or a pass while more may be gained by waiting."""
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    allotment = Allotment(picture)
    best: tuple[float, int, int] | None = None
    ready = {names[unit.unit]: [names[target] for target in unit.options[0].targets] for unit in legal.units}
    for shooter, targets in ready.items():
        for target in targets:
            value = allotment.gain(shooter, target, overwatch=True)
            value -= waiting(picture, shooter, target) + jolt()
            if best is None or value > best[0]:
                best = (value, shooter, target)
    if best is None or best[0] <= 0:
        return Order(WATCHING, choice=PASS, decision=legal.decision.id)
    _, shooter, target = best
    allotment.take(shooter, target, overwatch=True)
    firing = [shooter]
    for other, targets in ready.items():
        if other != shooter and target in targets:
            value = allotment.gain(other, target, overwatch=True)
            if value > waiting(picture, other, target) + 4.0:
                allotment.take(other, target, overwatch=True)
                firing.append(other)
    name = (picture.units[target].id,)
    tasks = tuple(Task(picture.units[index].id, OVERWATCH, targets=name) for index in firing)
    return Order(WATCHING, tasks, decision=legal.decision.id)


def waiting(picture: Picture, shooter: int, target: int) -> float:
    """What a vehicle may still gain in this turn if it does not fire now."""
    firer = picture.units[shooter]
    mover = picture.seen.mover
    best = 0.0
    for index in picture.foes:
        enemy = picture.units[index]
        if index == target:
            if mover is None or mover.unit != target:
                continue
            to_come = max(0, mover.progress.allowance - mover.progress.spent)
        elif enemy.command == FACE_DOWN or (enemy.command in picture.scene.moving and not enemy.moved):
            to_come = 2
        else:
            continue
        away = picture.board.distance(firer.cell, enemy.cell)
        nearer = max(1, away - to_come)
        if nearer > cards()[firer.type].reach:
            continue
        likely = 0.5 if enemy.cell in picture.scene.seen_from(firer.cell) else 0.15
        if index != target:
            likely *= 0.5
        value = blow(
            firer.type, enemy.type, nearer, "front", "none", True, enemy.damaged, False, firer.damaged, "overwatch"
        ).value
        best = max(best, value * likely * picture.worths[index])
    return WAIT * best * picture.temper.boldness


def overwatch_prospect(picture: Picture, index: int) -> float:
    """What a vehicle may expect to gain on overwatch this turn."""
    unit = picture.units[index]
    card = cards()[unit.type]
    if card.ap is None:
        return 0.0
    best = 0.0
    sight = picture.scene.seen_from(unit.cell)
    for number in picture.foes:
        enemy = picture.units[number]
        away = picture.board.distance(unit.cell, enemy.cell)
        if away > card.reach + 4 or not away:
            continue
        seen = enemy.cell in sight
        nearer = away if seen else max(1, away - 2)
        if nearer > card.reach:
            continue
        aimed = points_at(picture.ground, unit.type, unit.facing, unit.cell, enemy.cell)
        if not aimed:
            continue
        likely = _stirs(picture, enemy, seen)
        value = blow(
            unit.type, enemy.type, nearer, "front", "none", True, enemy.damaged, False, unit.damaged, "overwatch"
        ).value
        best = max(best, value * likely * picture.worths[number])
    return best * picture.temper.boldness


SEEN, MOVED, PRESSED, QUIET = 0.6, 0.35, 0.2, 0.05
"""How likely an enemy fires or moves so that overwatch can answer: one in sight, or else one that moved before, one
whose side must attack, any other."""


def _stirs(picture: Picture, enemy: Unit, seen: bool) -> float:
    """How likely an enemy gives overwatch a shot in this turn."""
    if seen:
        return SEEN
    if enemy.mark == SPOT_MOVE:
        return MOVED
    return PRESSED if picture.margin > -picture.needed else QUIET


def preset_of(picture: Picture, index: int) -> str:
    """The words by which a vehicle on overwatch fires by itself: odds worth having from where it stands."""
    unit = picture.units[index]
    card = cards()[unit.type]
    best = 0.0
    sight = picture.scene.seen_from(unit.cell)
    for number in picture.foes:
        enemy = picture.units[number]
        away = picture.board.distance(unit.cell, enemy.cell)
        nearer = max(1, away - (2 if enemy.cell in sight else 4))
        if nearer <= card.reach:
            shot = blow(unit.type, enemy.type, nearer, "front", "none", True, enemy.damaged, False, unit.damaged,
                        "overwatch")  # fmt: skip
            best = max(best, shot.kill + shot.damage)
    odds = round(100 * WAIT * best)
    if odds < LEAST_ODDS:
        return f"odds {LEAST_ODDS}"
    return f"odds {min(MOST_ODDS, odds)}"
