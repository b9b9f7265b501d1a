"""Smoke that vehicles lay themselves (32.5).

The chart of weapons marks no vehicle. X-46: every fighting vehicle of a nation whose line allows it can, as often as it
likes, by a task of its own. A side of which nothing is said (in the Standard game) has it for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.books import Module
from hulldown.core.decisions import Option
from hulldown.core.face import EventFace, Face, TaskFace
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing, Row
from hulldown.core.stepped import go_on
from hulldown.games.tank.data.periods import period_lines
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.report import open_order, tell
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.smoke import lay
from hulldown.games.tank.rules.state import OFF_MAP, ON_MAP, TankState, Unit, index_of
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Asked, Open

KEY: Final = "vehicle_smoke"


def can_lay(scene: Scene, side: str, weapon: Arms) -> bool:
    """Whether a weapon of a side lays smoke: a fighting vehicle, where the nation has the means (32.5a, X-46).

    The line of the chart says so, whether or not the side has anything off the map (35.2d).
    """
    setup = scene.side(side)
    line = period_lines().get(setup.nation)
    lays = setup.off_map.vehicle_smoke if setup.off_map is not None else line is None or line.afv_smoke
    return lays and weapon.drives and not weapon.soft and not weapon.weapon.traits.carries


class SmokeFire(TankVerb):
    """SF: smoke into a hex next to the vehicle (32.5a)."""

    def __init__(self) -> None:
        super().__init__("SF", OTHER, "Fire smoke", "32.5a")
        self.live = True

    def now(self, asked: Asked, unit: Unit, place: Open) -> Option | None:
        if not can_lay(asked.scene, unit.side, arms(unit.type)):
            return None
        near: tuple[Cell, ...] = tuple(cell for cell in asked.scene.board.neighbours[unit.cell] if cell != OFF_MAP)
        return Option(self.kind, self.rule, cells=tuple(sorted(near)))

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        if not can_lay(plan.scene, unit.side, arms(unit.type)):
            plan.refuse(unit.id, self.rule, "it has no smoke to fire")
        elif len(task.cells) != 1 or task.cells[0] not in plan.scene.board.neighbours[unit.cell] or task.choice:
            plan.refuse(unit.id, self.rule, "smoke is fired into one hex next to the vehicle")


SMOKE_FIRE: Final = SmokeFire()


def _fire(state: TankState, doing: Doing) -> bool:
    """32.5a: with the Direct Fire, which is all at once, so that whoever is hit then has fired (4.0b, T-02).

    32.5b: the smoke comes up in the Smoke Creation Segment of this turn and is gone after the next.
    """
    scene = scene_in(state, doing)
    crews = [index_of(state, task.unit) for task in state.tasks.values() if task.kind == SMOKE_FIRE.kind]
    for index in open_order(state, [index for index in crews if state.units[index].status == ON_MAP]):
        unit = state.units[index]
        cell = state.tasks[unit.id].cells[0]
        lay(state, (cell,))
        tell(doing, unit, "smoke_fired", "32.5a", {"unit": unit.id, "hex": scene.board.labels[cell]})
    go_on(state, doing)
    return True


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(),
    title="Vehicle smoke",
    needs=("smoke",),
    loose=True,
    rows=(
        Row(
            "vehicle_smoke",
            "32.5a",
            "Vehicle Smoke",
            "vehicles fire smoke into hexes next to them",
            "execution",
            handler=_fire,
            before="direct",
        ),
    ),
    verbs=(SMOKE_FIRE,),
    face=Face(
        tasks=(
            TaskFace(
                "SF", "Fire smoke", "other", "SF", "hold", ("cells",), "k", "smoke comes up beside it for the next turn"
            ),
        ),
        events=(EventFace("smoke_fired", "tell"),),
    ),
    words={"smoke_fired": "{unit} fires smoke into {hex}."},
)
