"""What is asked of Bravo before 34.3: where its tanks stand; the camp, its carriers and the river follow (34.3-7)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go_on, owed
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.engagements import delaying
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.column import INWARD
from hulldown.games.tank.rules.hooks import Answers
from hulldown.games.tank.rules.report import numbering_order, tell
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.spotting import place_counter
from hulldown.games.tank.rules.state import BRAVO, ON_MAP, WAITING, Column, TankState
from hulldown.games.tank.rules.verbs.face import FACINGS
from hulldown.games.tank.rules.verbs.setup import PLACING

KIND: Final = "camp"
_WEST: Final = INWARD["X"]


def _owes(state: TankState) -> tuple[str, ...]:
    return (BRAVO,) if scenario_of(state).situation == delaying.KIND else ()


def _camp(state: TankState, doing: Doing) -> bool:
    """Places Bravo's tanks and the camp, face down, and lines its carriers up (34.3-1, 34.3-4 to 34.3-7)."""
    if owed(state):
        return False
    scene = scene_in(state, doing)
    if scene.scenario.situation == delaying.KIND:
        order = state.submitted.pop(BRAVO, None) or _idle(state, scene)
        places = {task.unit: task for task in order.tasks}
        cells = list(delaying.camp_cells(scene))
        placed: list[int] = []
        for index, unit in enumerate(state.units):
            if unit.side != BRAVO:
                continue
            if unit.id in places:
                unit.cell, unit.facing = places[unit.id].cells[0], places[unit.id].facing
            elif arms(unit.type).squad and cells:
                unit.cell = cells.pop(0)
            else:
                continue
            placed.append(index)
        for index in numbering_order(state, placed):
            unit = state.units[index]
            unit.status = ON_MAP
            place_counter(state, unit)
            tell(doing, unit, "placed", "34.3-7", {"unit": unit.id, "hex": scene.board.labels[unit.cell]})
        line_up(state, scene)
        delaying.flood(state, scene)
    go_on(state, doing)
    return True


def line_up(state: TankState, scene: Scene) -> None:
    """Lets Bravo's carriers come on by the gate, one behind the other and each as it likes (34.3-6, X-54)."""
    crew = [unit.id for unit in state.units if unit.side == BRAVO and unit.status == WAITING and arms(unit.type).drives]
    if crew:
        gate = scene.board.by_label[delaying.GATE]
        state.columns[f"{BRAVO}1"] = Column(gate, [], [gate], False, {"crew": crew, "edge": "X"})


def _idle(state: TankState, scene: Scene) -> Order:
    """The tanks in front of the camp, one to a hex, facing west."""
    board, centre = scene.board, delaying.camp_cells(scene)[4]
    near = sorted(delaying.tank_cells(scene), key=lambda cell: (board.distance(cell, centre), cell))
    tanks = delaying.tanks_of(state)
    return Order(KIND, tuple(Task(u.id, PLACING.kind, (near[at],), _WEST) for at, u in enumerate(tanks)))


def _legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    option = (Option(PLACING.kind, "34.3-4", cells=delaying.tank_cells(scene), facings=FACINGS),)
    units = tuple(UnitLegal(unit.id, option, required=True) for unit in delaying.tanks_of(state))
    return Legal(decision, units, idle=_idle(state, scene))


def _check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if order.choice:
        return [Violation("34.3-4", f"{order.choice!r} means nothing here")]
    wanted = {unit.id for unit in delaying.tanks_of(state)}
    allowed = set(delaying.tank_cells(scene))
    wrong: list[Violation] = []
    placed: dict[int, str] = {}
    done: set[str] = set()
    for task in order.tasks:
        why = ""
        if task.unit not in wanted or task.unit in done:
            why = "it is not yours to place, or placed twice"
        elif task.kind != PLACING.kind or len(task.cells) != 1 or task.cells[0] not in allowed:
            why = "it needs one hex outside the entry zone, the camp and the river"
        elif task.cells[0] in placed:
            why = f"{placed[task.cells[0]]} stands there"
        elif not 0 <= task.facing <= 5:
            why = "its facing must be noted"
        else:
            placed[task.cells[0]] = task.unit
        done.add(task.unit)
        if why:
            wrong.append(Violation("34.3-4", why, task.unit))
    return wrong + [Violation("34.3-4", "it has not been placed", name) for name in sorted(wanted - done)]


ROW: Final[Row] = Row(
    KIND, "34.3-7", "Base camp", "the defender places his tanks; camp, carriers and river are there",
    handler=_camp, owes=_owes,
    asks=Question(KIND, "34.3-4", "Place your tanks, and which way each faces."), before="setup",
)  # fmt: skip
ANSWERS: Final[Answers] = Answers(_legal, _check)
