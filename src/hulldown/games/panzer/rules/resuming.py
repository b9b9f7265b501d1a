"""Whether a vehicle that was fired on in its move has anything left to do: only then is its owner asked (4.5.1.1b; G7).

Costs are called out hex by hex while a vehicle moves, so its move is not over where its orders end. A declared stay is
(4.5.1.1.8a).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.core.pathdomains import paths_on
from hulldown.core.paths import CostTable
from hulldown.games.panzer.rules import legal, movement
from hulldown.games.panzer.rules.driving import STAY as STAYING
from hulldown.games.panzer.rules.movement import Planning
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, Mover, PanzerState
from hulldown.games.panzer.rules.verbs.base import STAND
from hulldown.games.panzer.rules.verbs.kinds import STAY

Tables = Mapping[str, CostTable]


def may_go_on(state: PanzerState, scene: Scene) -> bool:
    """Whether the vehicle that moves may do more than stay, with what its account allows."""
    mover = state.mover
    if mover is None or not begun(mover) or state.units[mover.unit].status != ON_MAP:
        return False
    around = movement.surroundings(state, state.units[mover.unit].side)
    options = legal.move_options(state, scene, mover.unit, around)

    planning = movement.Planning(state, scene, Task(state.units[mover.unit].id, STAY), around)
    return any_left(planning, options, legal.cost_tables(scene.scenario.map))


def aligning(state: PanzerState, scene: Scene) -> list[int]:
    """The turn by which a mover that can do nothing more ends its move at path or road rate (4.5.1.1.5c)."""
    assert state.mover is not None
    return Planning(state, scene, Task(state.units[state.mover.unit].id, STAY)).aligning()


def begun(mover: Mover) -> bool:
    """Whether a mover has moved or turned, or is yet to: it has not just declared to stay."""
    progress = mover.progress
    return bool(mover.plan or progress.steps or progress.turned or progress.spent)


def any_left(planning: Planning, options: Iterable[Option], tables: Tables) -> bool:
    """Whether one of the options is more than to stay, and can be carried out."""
    scene, unit = planning.scene, planning.unit
    # A turn to the facing it has already is a stay (G5); another may be what a stay means.
    same: list[list[int]] = [[], [STAYING], planning.aligning()]
    for option in options:
        if option.path is not None:
            paths = paths_on(option.path, tables, scene.board)
            left = bool(paths.reach() or paths.exits())
        elif option.facings:
            plans = [planning.again(Task(unit.id, option.kind, facing=facing)) for facing in option.facings]
            left = any(one.fault is None and one.actions not in same for one in plans)
        else:
            left = scene.rules.family(option.kind) != STAND
        if left:
            return True
    return False
