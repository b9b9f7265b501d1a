"""What is asked before 34.4: the objective, the mapedge, the variant, the position itself (34.4-3 to 34.4-8)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.briefing import number
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go_on, owed
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.engagements import assault
from hulldown.games.tank.rules import deployment, works
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import INWARD, OPPOSITE
from hulldown.games.tank.rules.contact import recall, remember
from hulldown.games.tank.rules.defenders import VARIANTS, defenders
from hulldown.games.tank.rules.hooks import Answers
from hulldown.games.tank.rules.panic import CHITS as ALL_CHITS
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.spotting import uncover
from hulldown.games.tank.rules.state import ALPHA, BRAVO, ON_MAP, Position, TankState
from hulldown.games.tank.rules.verbs.base import PLACE as FAMILY
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.face import FACINGS
from hulldown.games.tank.rules.verbs.reading import Reading
from hulldown.games.tank.rules.verbs.setup import PLACING

OBJECTIVE: Final = "objective"
EDGES: Final = ("W", "X", "Y", "Z")
_ASSAULT: Final = "assault"


class Objective(TankVerb):
    """OB: the hex that is defended (34.4-4)."""

    def __init__(self) -> None:
        super().__init__("OB", FAMILY, "Objective", "34.4-4")
        self.plotted = False

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        cells, _ = reading.path(-1, words)
        return Task(name.lower(), self.kind, cells)


NAMED: Final = Objective()


def _alpha(state: TankState) -> tuple[str, ...]:
    return (ALPHA,) if scenario_of(state).situation == _ASSAULT else ()


def _bravo(state: TankState) -> tuple[str, ...]:
    return (BRAVO,) if scenario_of(state).situation == _ASSAULT else ()


def _objective(state: TankState, doing: Doing) -> bool:
    if owed(state):
        return False
    scene = scene_in(state, doing)
    if scene.scenario.situation == _ASSAULT:
        order = state.submitted.pop(BRAVO, None) or _idle_objective(scene)
        cell = order.tasks[0].cells[0]
        remember(state, objective=cell)
        doing.emit("objective", "34.4-4", (), side=BRAVO, hex=scene.board.labels[cell])
    go_on(state, doing)
    return True


def _idle_objective(scene: Scene) -> Order:
    cells = assault.objectives(scene)
    return Order(OBJECTIVE, (Task(OBJECTIVE, NAMED.kind, (cells[len(cells) // 2],)),))


def _objective_legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    option = Option(NAMED.kind, NAMED.rule, cells=assault.objectives(scene))
    return Legal(decision, (UnitLegal(OBJECTIVE, (option,), required=True),), idle=_idle_objective(scene))


def _objective_check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if len(order.tasks) != 1 or order.choice or order.tasks[0].kind != NAMED.kind or order.tasks[0].unit != OBJECTIVE:
        return [Violation("34.4-4", "name one hex as the objective")]
    cells = order.tasks[0].cells
    if len(cells) != 1 or cells[0] not in assault.objectives(scene):
        why = f"the objective is a clear hex, at least {assault.FROM_EDGE} hexes from every mapedge"
        return [Violation("34.4-4", why, OBJECTIVE)]
    return []


def _edge(state: TankState, doing: Doing) -> bool:
    if owed(state):
        return False
    if scene_in(state, doing).scenario.situation == _ASSAULT:
        order = state.submitted.pop(ALPHA, None)
        edge = order.choice if order is not None else EDGES[-1]
        remember(state, edge=edge)
        for unit in state.units:
            unit.facing = INWARD[edge]
        doing.emit("edge", "34.4-5", (), side=ALPHA, edge=edge)
    go_on(state, doing)
    return True


def _choices(case: str, words: tuple[str, ...]) -> Answers:
    """A question that is answered by one of these words, the first where nobody answers."""

    def legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
        return Legal(decision, choices=words, idle=Order(decision.kind, choice=words[0]))

    def check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
        if order.choice in words and not order.tasks:
            return []
        return [Violation(case, f"the choice is one of {', '.join(words)}, not {order.choice!r}")]

    return Answers(legal, check)


def _variant(state: TankState, doing: Doing) -> bool:
    """Raises the force that Bravo has chosen (34.4-1, 34.4-2, 34.4-3)."""
    if owed(state):
        return False
    scene = scene_in(state, doing)
    if scene.scenario.situation == _ASSAULT:
        order = state.submitted.pop(BRAVO, None)
        variant = order.choice if order is not None else VARIANTS[0]
        remember(state, variant=variant)
        facing = INWARD[OPPOSITE[recall(state, "edge")]]
        state.units += defenders(scene.side(BRAVO), variant, state.seed, facing)
    go_on(state, doing)
    return True


def _defence(state: TankState, doing: Doing) -> bool:
    """Hides the defenders, lays their mines and ditch, and lets five chits betray some of them (34.4-6, 34.4-8)."""
    if owed(state):
        return False
    scene = scene_in(state, doing)
    if scene.scenario.situation == _ASSAULT:
        order = state.submitted.pop(BRAVO, None) or _idle_defence(state, scene)
        places = {task.unit: task for task in order.tasks if task.unit not in works.NAMES}
        for unit in state.units:
            if unit.id in places:
                unit.cell, unit.status, unit.hidden = places[unit.id].cells[0], ON_MAP, True
                unit.facing = places[unit.id].facing if arms(unit.type).faces else unit.facing
        state.positions = [Position(cell, BRAVO) for cell in sorted({task.cells[0] for task in places.values()})]
        works.lay(state, assault.limits(state, scene), order.tasks)
        labels = scene.board.labels
        ditch = " ".join(labels[cell] for cell in works.ditches(state))
        doing.emit("dug", "34.4-6", (), side=BRAVO, hexes=ditch or "nowhere")
        _betray(state, scene, doing)
    go_on(state, doing)
    return True


def _betray(state: TankState, scene: Scene, doing: Doing) -> None:
    chits = doing.dice.draw(assault.CHITS, ALL_CHITS, "chits that betray positions")
    doing.emit("betrayed", "34.4-8", (), chits=" ".join(map(str, sorted(chits))))
    found = [i for i, unit in enumerate(state.units) if unit.hidden and scene.ground.digits[unit.cell] in chits]
    uncover(state, scene, doing, found, "34.4-8")


def _idle_defence(state: TankState, scene: Scene) -> Order:
    """One unit to a hex around the objective, guns facing Alpha's edge; no mines and no ditch."""
    centre, board = assault.objective(state), scene.board
    near = sorted(board.cells, key=lambda cell: (board.distance(cell, centre), cell))
    facing = INWARD[OPPOSITE[recall(state, "edge")]]
    own = [unit for unit in state.units if unit.side == BRAVO]
    tasks = (
        Task(unit.id, PLACING.kind, (near[place],), facing if arms(unit.type).faces else -1)
        for place, unit in enumerate(own)
    )
    return Order("defence", tuple(tasks))


def _defence_legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    cells: tuple[Cell, ...] = tuple(scene.board.cells)
    units = [
        UnitLegal(
            unit.id,
            (Option(PLACING.kind, "34.4-6", cells=cells, facings=FACINGS if arms(unit.type).faces else ()),),
            required=True,
        )
        for unit in state.units
        if unit.side == BRAVO
    ]
    units += works.offers(assault.limits(state, scene))
    return Legal(decision, tuple(units), idle=_idle_defence(state, scene))


def _defence_check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with a position: units, mines and ditch (34.4-3, 34.4-6, 34.4-7)."""
    if order.choice:
        return [Violation("34.4-6", f"{order.choice!r} means nothing here")]
    units = Order("deploy", tuple(task for task in order.tasks if task.unit not in works.NAMES))
    wrong = [
        Violation("34.4-6" if one.rule == "17.13-1" else one.rule, one.message, one.unit)
        for one in deployment.check_deployment(state, scene, BRAVO, units)
    ]
    return wrong + works.check(scene.board, assault.limits(state, scene), order.tasks)


def _length(state: TankState, scene: Scene, order: Order) -> tuple[str, ...]:
    """How long a game with these mines and this ditch lasts (34.4-15)."""
    mines, ditch = (
        sum(len(task.cells) for task in order.tasks if task.unit == name) for name in (works.MINES, works.DITCH)
    )
    turns = assault.lasting(recall(state, "variant"), mines, ditch)
    laid = f"{number(mines, 'mine')} and {number(ditch, 'hex', 'hexes')} of ditch"
    return (f"With {laid} the game lasts {turns} turns. Only you know.",)


BEFORE: Final = (
    Row(
        "objective", "34.4-4", "Objective", "the defender names the hex he defends", handler=_objective, owes=_bravo,
        asks=Question("objective", "34.4-4", "Name the objective: a clear hex far from every mapedge."),
        before="setup",
    ),
    Row(
        "edge", "34.4-5", "Mapedge", "the attacker says where he comes from", handler=_edge, owes=_alpha,
        asks=Question("edge", "34.4-5", "Choose the mapedge by which your force enters."), before="setup",
    ),
    Row(
        "variant", "34.4-3", "Variant", "the defender chooses his force in secret", handler=_variant, owes=_bravo,
        asks=Question("variant", "34.4-3", "Choose your force in secret: many squads, or a front of guns."),
        before="setup",
    ),
)  # fmt: skip
AFTER: Final = (
    Row(
        "defence", "34.4-6", "Defended position", "units, mines and ditches are placed; chits betray some positions",
        handler=_defence, owes=_bravo,
        asks=Question("defence", "34.4-6", "Place your units in secret, lay mines and dig a ditch."), before="setup",
    ),
)  # fmt: skip
DECISIONS: Final[dict[str, Answers]] = {
    "objective": Answers(_objective_legal, _objective_check),
    "edge": _choices("34.4-5", EDGES),
    "variant": _choices("34.4-3", VARIANTS),
    "defence": Answers(_defence_legal, _defence_check, _length),
}
