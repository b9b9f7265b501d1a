"""Opportunity Fire withheld before contact: each firer decides at each trigger (34.4-14, X-58).

Whoever is asked decides at the very Movement Point, when everybody has come into his hex and has been looked for: the
point waits in between. Bravo is asked whenever an enemy has entered a hex, and before the first point, whether or not
one of its lines is met: a question must not tell where its lines are. What it says in advance, with its plot, answers
instead; that it has done so is announced, what it said is not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.face import Preset as FacePreset
from hulldown.core.face import PresetField, TaskFace
from hulldown.core.numbers import whole_number
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import owed, top
from hulldown.core.unitsets import unit_set
from hulldown.games.tank.modules.engagements.contact import found_out
from hulldown.games.tank.rules.cargo import is_present
from hulldown.games.tank.rules.combat import can_attack
from hulldown.games.tank.rules.contact import contact_turn, recall, remember
from hulldown.games.tank.rules.hooks import Answers, Beyond
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.opportunity import Step, chance_of, trigger_cell
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.report import known_as
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import Holds, Point, Withholding
from hulldown.games.tank.rules.spotting import sees
from hulldown.games.tank.rules.state import (
    ALPHA,
    BRAVO,
    OFF_MAP,
    ON_MAP,
    Frame,
    Mover,
    TankState,
    Watch,
    index_of,
    on_map,
)
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb
from hulldown.games.tank.rules.verbs.move import MOVE
from hulldown.games.tank.rules.verbs.reading import Reading

RULE: Final = "34.4-14"
STEADY: Final = 3
"""The highest Panic Level at which Opportunity Fire may be withheld (34.4-14)."""
STEP: Final = "trigger"
"""The step in which Bravo is asked, and the kind of the decision."""
FIRE: Final = "fire"
"""The name under which a side says how its Opportunity Fire is triggered."""
ASK: Final = "ask"
ANY: Final = "any"
HOLD: Final = "hold"
WITHHOLD: Final = "withhold"
WITHHOLD_TURN: Final = "withhold all turn"
EXAMPLES: Final = (ASK, ANY, HOLD, "range 5", "range 10", "odds 50", "odds 80", "odds 50 range 10")
"""Presets that a client or a bot may offer; any other in this grammar is as good."""
_DIE: Final = 6


class Conditions(NamedTuple):
    """When a unit fires before contact, said in advance: all that is named must hold."""

    hold: bool = False
    range: int = 0
    odds: int = 0


@lru_cache(maxsize=256)
def read(text: str) -> Conditions | str:
    """The conditions that a text means, or what is wrong with it: `any`, `hold`, `range 5`, `odds 50`."""
    words = text.replace(",", " ").casefold().split()
    found: dict[str, Any] = {}
    while words:
        word = words.pop(0)
        if word == ANY:
            continue
        if word == HOLD:
            found[word] = True
            continue
        if word not in ("range", "odds"):
            return f"{word!r} is no condition: write ask, any, hold, range N or odds N"
        number = whole_number(words.pop(0).rstrip("%")) if words else None
        if number is None or not 1 <= number <= 100:
            return f"{word} is a whole number from 1 to 100"
        found[word] = number
    return Conditions(**found)


# The preset: a task of the plot.


class Preset(TankVerb):
    """WH: when Opportunity Fire is triggered before contact, said in advance (34.4-14)."""

    def __init__(self) -> None:
        super().__init__("WH", OTHER, "Withhold fire", RULE)
        self.beyond = True

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        return Task(name.lower(), self.kind, choice=" ".join(words).lower())


class Shoot(TankVerb):
    """FR: the enemy at which a unit fires now that it has come into its line; whoever is not named withholds."""

    def __init__(self) -> None:
        super().__init__("FR", OTHER, "Fire", RULE)
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        if len(words) != 1:
            raise reading.refuse("write the unit, FR and the enemy it fires at")
        target = words[0]
        return Task(name, self.kind, targets=(target.lower() if "?" in target else target.upper(),))


PRESET: Final = Preset()
SHOOT: Final = Shoot()


def _offers(state: TankState, scene: Scene, side: str) -> list[UnitLegal]:
    """What may be said in advance: only by Bravo, while it may withhold fire."""
    if side != BRAVO or not may_hold(state, scene):
        return []
    return [UnitLegal(FIRE, (Option(PRESET.kind, RULE, choices=EXAMPLES),))]


def _check(plan: Plan, tasks: list[Task]) -> None:
    for number, task in enumerate(tasks):
        why = ""
        if plan.side != BRAVO or not may_hold(plan.state, plan.scene):
            why = "only Bravo withholds fire, before contact, with a Panic Level of 3 or less"
        elif task.unit != FIRE or number or task.cells:
            why = f"say once, for {FIRE}, when fire is withheld, and nothing else"
        elif task.choice and task.choice != ASK:
            found = read(task.choice)
            why = found if isinstance(found, str) else ""
        if why:
            plan.refuse(task.unit, RULE, why)


def _note(state: TankState, scene: Scene, side: str, tasks: list[Task]) -> None:
    for task in tasks:
        remember(state, preset=[state.turn, task.choice or ASK])


PRESET_FACE: Final = TaskFace(
    PRESET.kind, "Withhold fire", "answer", "WH", "opportunity", ("choice",), "w",
    "When Opportunity Fire is triggered before contact, without asking",
    repeats=True, choice_optional=True, preset=FacePreset(FIRE, PRESET.kind, HOLD, ANY, (
        PresetField("range", "Up to", "number", "hexes"),
        PresetField("odds", "From a chance of", "number", "%"),
        PresetField(HOLD, "never", "flag", alone=True),
    ), HOLD),
)  # fmt: skip
BEYOND: Final = Beyond(_offers, _check, _note, frozenset({PRESET.kind}))


def preset_of(state: TankState) -> str:
    """What Bravo has said for this turn; without a word it is asked."""
    turn, text = recall(state, "preset", (0, ASK))
    return str(text) if turn == state.turn else ASK


def announce(state: TankState, scene: Scene, doing: Doing) -> None:
    """Tells everybody whether Bravo is asked at each trigger this turn; what it said in advance stays secret."""
    if may_hold(state, scene):
        how = "is asked at each chance" if preset_of(state) == ASK else "has been told before the turn"
        doing.emit("watch_orders", RULE, (), side=BRAVO, how=how)


# Who withholds.


def may_hold(state: TankState, scene: Scene) -> bool:
    """Whether Bravo may withhold fire: before contact, with a Panic Level of 30 % or less (34.4-14).

    On turn 1 it has no Opportunity Fire (34.4-12).
    """
    if scene.situation.withholding is None or state.turn <= 1 or contact_turn(state):
        return False
    return panic_level(state, scene, BRAVO) <= STEADY


def _in_force(state: TankState, scene: Scene) -> bool:
    return may_hold(state, scene) and not found_out(state)


def _holds(state: TankState, scene: Scene) -> Holds | None:
    """Which triggers Bravo lets pass at this point; None from contact on: then fire is triggered as ever.

    Asked once before the fire of a point: whoever has withheld at this point does not fire because another one has.
    """
    if not _in_force(state, scene):
        return None
    words = preset_of(state)
    if words == ASK:
        chosen: dict[str, str] = recall(state, "fires", {}).get("at", {})
        return lambda firer, watch, step: firer.side == BRAVO and chosen.get(firer.id) != _name(state, step)
    found = read(words)
    assert isinstance(found, Conditions)
    return lambda firer, watch, step: firer.side == BRAVO and not _wants(state, scene, found, watch, step)


def _name(state: TankState, step: Step) -> str:
    mover, _, _ = step
    return state.units[mover.unit].id


def _wants(state: TankState, scene: Scene, when: Conditions, watch: Watch, step: Step) -> bool:
    """Whether the conditions said in advance let a watch fire at the unit that makes this step."""
    firer = state.units[watch.unit]
    _, before, after = step
    cell = trigger_cell(scene.ground, firer, watch, before, after)
    if when.hold or (when.range and scene.board.distance(firer.cell, cell) > when.range):
        return False
    return not when.odds or chance_of(state, scene, watch, step) * 100 >= when.odds * _DIE


# The pause in a Movement Point.


def _asks(state: TankState, scene: Scene) -> bool:
    return preset_of(state) == ASK and _in_force(state, scene)


def _stops_first(state: TankState, scene: Scene) -> bool:
    """Whether Bravo is asked before the first point of a segment, and has not answered: an enemy is on the map."""
    place = [state.turn, top(state)]
    if state.run is None or state.run.tick:
        return False
    if not _asks(state, scene) or not on_map(state, ALPHA) or recall(state, "fires", {}).get("first") == place:
        return False
    state.stack.append(Frame(STEP, (BRAVO,)))
    return True


def _pauses(state: TankState, scene: Scene, point: Point) -> bool:
    """Whether Bravo is asked in the middle of a point: an enemy has entered a hex. The point waits for the answer."""
    units = state.units
    if not _asks(state, scene) or not any(units[mover.unit].side == ALPHA for mover, _, _ in point.steps):
        return False
    names = [unit.id for unit in units]
    pause = {
        "steps": [[names[mover.unit], before, after] for mover, before, after in point.steps],
        "charges": [_name(state, step) for step in point.charges],
        "moving": [name for index, name in enumerate(names) if point.moving >> index & 1],
        "tested": {names[one]: [names[seen] for seen in sorted(tested)] for one, tested in point.tested.items()},
    }
    remember(state, pause=pause)
    state.stack.append(Frame(STEP, (BRAVO,)))
    return True


def _taken_up(state: TankState) -> Point | None:
    """The point that has waited, None if none has."""
    pause = recall(state, "pause")
    if pause is None:
        return None
    remember(state, pause=None)
    steps = _steps(state, pause)
    charging = set(pause["charges"])
    moving = sum(1 << index for index, unit in enumerate(state.units) if unit.id in pause["moving"])
    tested = {
        index_of(state, one): unit_set(index_of(state, name) for name in names)
        for one, names in pause["tested"].items()
    }
    return Point(moving, tested, steps, [step for step in steps if _name(state, step) in charging])


def _steps(state: TankState, pause: dict[str, Any]) -> list[Step]:
    """The steps of a point that waits. In a world drawn from a view the plots of the enemy's movers are not known."""
    run = state.run
    assert run is not None
    movers = {mover.unit: mover for mover in run.movers}
    found: list[Step] = []
    for name, before, after in pause["steps"]:
        index = index_of(state, name)
        mover = movers.get(index)
        if mover is None:
            mover = Mover(index, MOVE.kind, (after,), (run.tick,), at=1, active=False, trail=(before, after))
        found.append((mover, before, after))
    return found


WITHHOLDING: Final = Withholding(_holds, _stops_first, _pauses, _taken_up)


# What Bravo is asked.


def _met(state: TankState, scene: Scene) -> dict[str, tuple[str, ...]]:
    """The enemies that each unit on watch could fire at now, under the names by which Bravo knows them.

    Before the first point these are all in its line: it is fired at who begins to move (8.57). What a face-down counter
    is does not count: Bravo does not know it.
    """
    run = state.run
    assert run is not None
    pause = recall(state, "pause")
    if pause is not None:
        places = [(index_of(state, name), before, after) for name, before, after in pause["steps"]]
    else:
        places = [(index_of(state, unit.id), unit.cell, unit.cell) for unit in on_map(state, ALPHA)]
    found: dict[str, tuple[str, ...]] = {}
    for watch in run.watches:
        firer = state.units[watch.unit]
        if firer.side != BRAVO or not watch.armed or not is_present(state, firer):
            continue
        names = [known_as(state.units[place[0]], BRAVO) for place in places if _comes_by(state, scene, watch, place)]
        if names:
            found[firer.id] = tuple(sorted(names, key=lambda name: (len(name), name)))
    return found


def _comes_by(state: TankState, scene: Scene, watch: Watch, place: tuple[int, Cell, Cell]) -> bool:
    index, before, after = place
    firer, foe = state.units[watch.unit], state.units[index]
    if foe.side != ALPHA or foe.status != ON_MAP:
        return False
    cell = trigger_cell(scene.ground, firer, watch, before, after)
    if cell == OFF_MAP or not sees(scene, firer, cell):
        return False
    return not foe.spotted or can_attack(state, scene, firer, foe, cell)


def _legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    units = tuple(
        UnitLegal(name, (Option(SHOOT.kind, RULE, targets=targets),)) for name, targets in _met(state, scene).items()
    )
    passes = (Pass(WITHHOLD), Pass(WITHHOLD_TURN, f"{state.turn} {WITHHOLD}"))
    idle = Order(decision.kind, choice=WITHHOLD_TURN)
    return Legal(decision, units, (WITHHOLD, WITHHOLD_TURN), idle, passes)


def _check_answer(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if order.choice:
        if order.choice in (WITHHOLD, WITHHOLD_TURN) and not order.tasks:
            return []
        return [Violation(RULE, f"name who fires at whom, or {WITHHOLD}")]
    met = _met(state, scene)
    wrong: list[Violation] = []
    named: set[str] = set()
    for task in order.tasks:
        open_to = met.get(task.unit, ())
        if task.kind != SHOOT.kind or task.cells or task.unit in named or not set(task.targets) <= set(open_to):
            wrong.append(Violation(RULE, "no such enemy has come into its line now", task.unit))
        elif len(task.targets) != 1:
            wrong.append(Violation(RULE, "it fires at one enemy", task.unit))
        named.add(task.unit)
    return wrong


def _answered(state: TankState, doing: Doing) -> bool:
    """Notes who fires at whom; the Movement Point then goes on."""
    if owed(state):
        return False
    order = state.submitted.pop(BRAVO)
    state.stack.pop()
    names = {known_as(unit, BRAVO): unit.id for unit in on_map(state, ALPHA)}
    fires: dict[str, Any] = {"at": {task.unit: names[task.targets[0]] for task in order.tasks}}
    if recall(state, "pause") is None:
        fires["first"] = [state.turn, top(state)]
    else:
        fires["first"] = recall(state, "fires", {}).get("first")
    remember(state, fires=fires)
    return True


ROW: Final[Row] = Row(
    STEP, RULE, "Fire withheld", "before contact the defender decides at each trigger who fires", "move",
    handler=_answered, aside=True, after="move",
    asks=Question(STEP, RULE, "Enemies move. Who of yours fires? All others withhold their fire and stay ready."),
)  # fmt: skip
ANSWERS: Final[Answers] = Answers(_legal, _check_answer)


# What Bravo may know of a point that waits.


def show_pause(state: TankState, pause: dict[str, Any]) -> dict[str, Any]:
    """A point that waits as Bravo knows it: enemies under their counters, nothing of their plots."""
    own = {unit.id for unit in state.units if unit.side == BRAVO}
    known = {unit.id: known_as(unit, BRAVO) for unit in state.units}
    return {
        "steps": [[known[name], *cells] for name, *cells in pause["steps"] if known[name]],
        "charges": [],
        "moving": [name for name in pause["moving"] if name in own],
        "tested": {
            one: sorted(known[name] for name in names if known[name])
            for one, names in pause["tested"].items()
            if one in own
        },
    }


def deal_pause(state: TankState, pause: dict[str, Any]) -> dict[str, Any]:
    """The same in a state drawn from a view, by the names of its units."""
    real = {known_as(unit, BRAVO): unit.id for unit in state.units}
    return {
        **pause,
        "steps": [[real.get(name, name), *cells] for name, *cells in pause["steps"]],
        "tested": {one: [real.get(name, name) for name in names] for one, names in pause["tested"].items()},
    }
