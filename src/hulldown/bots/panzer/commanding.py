"""Commands: each vehicle's best of Fire, Short Halt, Overwatch, Move and N/C, the fire allotted between them."""

from __future__ import annotations

from random import Random

from hulldown.bots.brains import Pool
from hulldown.bots.panzer.driving import Driver, Move, Shaken, account_of, moves, shaken, standing
from hulldown.bots.panzer.firing import LEAST_ODDS, MOST_ODDS, Allotment, overwatch_prospect, preset_of
from hulldown.bots.panzer.goals import Errand, errands
from hulldown.bots.panzer.picture import Picture
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules.combat import in_reach
from hulldown.games.panzer.rules.state import ON_MAP, SPOT_FIRE, SPOT_MOVE, Unit
from hulldown.games.panzer.rules.verbs.base import COMMAND
from hulldown.games.panzer.rules.verbs.kinds import ASK, FIRE, MOVE, NO_COMMAND, OVERWATCH, PRESET, SHORT_HALT
from hulldown.games.panzer.rules.verbs.reactions import ANSWERS as REACTIONS
from hulldown.games.panzer.rules.verbs.reactions import SHOW as SHOWING

PRESETS = True
"""Whether overwatch is preset, which is quicker, or the side asks to be asked."""
STIR = 1.0
"""By how much a move must be better than staying."""


class Choice:
    """A vehicle's commands with what each is worth."""

    __slots__ = ("halt", "index", "lean", "move", "stay", "still", "targets", "values")

    def __init__(self, index: int) -> None:
        self.index = index
        self.values: dict[str, float] = {}
        self.targets: list[int] = []
        self.still = 0.0
        """What it is worth to fire and stay, without the fire."""
        self.halt: float | None = None
        """What it is worth to fire on a short halt and drive on, without the fire."""
        self.move: Move | None = None
        self.stay = OVERWATCH
        self.lean: dict[str, float] = {}
        """Worth added to single commands, for orders that differ from the first thought."""

    def leaning(self, lean: dict[str, float]) -> Choice:
        """The same with worth added to commands."""
        new = Choice(self.index)
        new.values = {name: value + lean.get(name, 0.0) for name, value in self.values.items()}
        new.targets, new.still, new.halt, new.move, new.stay = self.targets, self.still, self.halt, self.move, self.stay
        new.lean = lean
        return new


def command_order(picture: Picture, legal: Legal, rng: Random) -> Order:
    """A command for every vehicle."""
    jolt = shaken(picture, rng)
    return settled(picture, legal, weighed(picture, legal, jolt), jolt)


def weighed(picture: Picture, legal: Legal, jolt: Shaken) -> list[Choice]:
    """What each command is worth to each vehicle; the part of the work that all orders for a position share."""
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    given = errands(picture)
    taken: dict[Cell, int] = {}
    return [
        _weighed(
            picture, names[unit.unit], given.get(names[unit.unit]), {one.kind for one in unit.options}, taken, jolt
        )
        for unit in legal.units
        if unit.unit != REACTIONS
    ]


def settled(picture: Picture, legal: Legal, choices: list[Choice], jolt: Shaken) -> Order:
    """The order that gives everybody the best command, the fire shared out between them."""
    tasks: list[Task] = [Task(REACTIONS, PRESET, choice=SHOWING) if PRESETS else Task(REACTIONS, ASK)]
    chosen = _with_fire(picture, choices, jolt)
    for choice in choices:
        command = chosen[choice.index]
        preset = preset_of(picture, choice.index) if command in picture.scene.watching else ""
        tasks.append(Task(picture.units[choice.index].id, command, choice=preset))
    return Order(COMMAND, tuple(tasks), decision=legal.decision.id)


def _weighed(
    picture: Picture, index: int, errand: Errand | None, allowed: set[str], taken: dict[Cell, int], jolt: Shaken
) -> Choice:
    """What each command but fire is worth to a vehicle."""
    unit = picture.units[index]
    choice = Choice(index)
    watching = [kind for kind in picture.scene.commands if kind in picture.scene.watching and kind in allowed]
    choice.stay = watching[0] if watching else NO_COMMAND
    ranked = moves(Driver(picture, index, errand, account_of(picture, unit, False), taken, jolt))
    if unit.status != ON_MAP:
        choice.values[NO_COMMAND] = -5.0
        choice.values[MOVE] = ranked[0].score if ranked else -10.0
        return choice
    here = standing(picture, index, errand, unit.cell, unit.facing, unit.mark)
    choice.values[choice.stay] = here + overwatch_prospect(picture, index) + jolt()
    for known in picture.knowledge:
        choice.values.update({kind: worth for kind, worth in known.commands(picture, index).items() if kind in allowed})
    if ranked:
        best = ranked[0]
        choice.values[MOVE] = best.score - STIR
        if choice.values[MOVE] > choice.values[choice.stay] and best.cell >= 0:
            taken[best.cell] = taken.get(best.cell, 0) + 1
            choice.move = best
    if not allowed.isdisjoint(picture.scene.shooting):
        choice.targets = _targets(picture, unit)
        choice.still = standing(picture, index, errand, unit.cell, unit.facing, SPOT_FIRE)
        if cards()[unit.type].all_round or choice.targets:
            short = moves(Driver(picture, index, errand, account_of(picture, unit, True), taken, jolt), 3)
            choice.halt = short[0].score - STIR if short else None
    return choice


def _targets(picture: Picture, unit: Unit) -> list[int]:
    """The enemies that a vehicle has spotted and can fire at."""
    units = picture.units
    return [number for number in unit.sees if number in picture.foes and in_reach(picture.ground, unit, units[number])]


def _with_fire(picture: Picture, choices: list[Choice], jolt: Shaken) -> dict[int, str]:
    """The command of each vehicle: fire is given out shot by shot, where it adds most to the best other command."""
    found = {choice.index: max(choice.values, key=lambda name: choice.values[name]) for choice in choices}
    open_to = [choice for choice in choices if choice.targets]
    allotment = Allotment(picture)
    errors = {(choice.index, target): jolt() for choice in open_to for target in choice.targets}
    living = {
        choice.index: 1 - 0.5 * min(0.9, picture.threat(
            picture.units[choice.index].cell, picture.units[choice.index].type, picture.units[choice.index].facing,
            picture.units[choice.index].mark or SPOT_MOVE, picture.units[choice.index].damaged))
        for choice in open_to
    }  # fmt: skip
    while open_to:
        best: tuple[float, Choice, int, str] | None = None
        for choice in open_to:
            other = max(choice.values.values())
            for target in choice.targets:
                error = errors[choice.index, target]
                value = allotment.gain(choice.index, target) * living[choice.index] + choice.still + error
                value += choice.lean.get(FIRE, 0.0)
                if best is None or value - other > best[0]:
                    best = (value - other, choice, target, FIRE)
                if choice.halt is not None:
                    gain = allotment.gain(choice.index, target, True) * living[choice.index]
                    value = gain + choice.halt + error + choice.lean.get(SHORT_HALT, 0.0)
                    if value - other > best[0]:
                        best = (value - other, choice, target, SHORT_HALT)
        if best is None or best[0] <= 0:
            break
        _, choice, target, command = best
        found[choice.index] = command
        allotment.take(choice.index, target, command in picture.scene.halting)
        open_to.remove(choice)
    return found


def open_tasks(picture: Picture, legal: Legal) -> Pool:
    """All commands that each vehicle may be given, overwatch in more than one way."""
    names = {unit.id: index for index, unit in enumerate(picture.units)}
    pool: Pool = {}
    for unit in legal.units:
        if unit.unit != REACTIONS:
            pool[unit.unit] = found = []
            for option in unit.options:
                if option.choices:
                    words = {f"odds {LEAST_ODDS}", f"odds {MOST_ODDS}", preset_of(picture, names[unit.unit])}
                    found += [Task(unit.unit, option.kind, choice=preset) for preset in sorted(words)]
                else:
                    found.append(Task(unit.unit, option.kind))
    return pool


OTHERWISE = {
    FIRE: (SHORT_HALT, OVERWATCH, MOVE),
    SHORT_HALT: (FIRE, MOVE, OVERWATCH),
    OVERWATCH: (MOVE, FIRE),
    MOVE: (OVERWATCH, SHORT_HALT, NO_COMMAND),
    NO_COMMAND: (MOVE,),
}
"""What a vehicle might do instead, the nearest first."""


def changed(order: Order, legal: Legal, rng: Random) -> Order:
    """The same commands but for one vehicle."""
    able = {unit.unit: {option.kind: option for option in unit.options} for unit in legal.units}
    tasks = list(order.tasks)
    places = [at for at, task in enumerate(tasks) if task.kind in OTHERWISE]
    if not places:
        return order
    at = places[int(rng.random() * len(places))]
    task = tasks[at]
    kinds = [kind for kind in OTHERWISE[task.kind] if kind in able[task.unit]]
    if kinds:
        kind = kinds[int(rng.random() * len(kinds))]
        tasks[at] = Task(task.unit, kind, choice=f"odds {LEAST_ODDS}" if able[task.unit][kind].choices else "")
    return Order(order.kind, tuple(tasks), decision=order.decision)
