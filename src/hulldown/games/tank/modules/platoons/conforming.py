"""What a platoon may be plotted to do: one mode, close together, nothing at all on some turns (25.0, 25.1, 25.4)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.decisions import Option, PathDomain, UnitLegal
from hulldown.games.tank.modules.platoons.following import FORM
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.edges import shut_cells
from hulldown.games.tank.rules.formation import (
    SHAPES,
    SPACING,
    Platoon,
    acting,
    astray,
    formed,
    headquarters,
    platoons,
    standstill,
)
from hulldown.games.tank.rules.legal import dear
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import OFF_MAP, ON_MAP, TankState, Unit, index_of
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.face import TURN
from hulldown.games.tank.rules.verbs.move import MOVE


def check(plan: Plan) -> None:
    """Notes what is wrong with a plot because of platoons."""
    together = acting(plan.state, plan.scene, plan.side)
    for platoon in together:
        _check_mode(plan, platoon)
    if not plan.violations:
        for platoon in together:
            _check_spacing(plan, platoon)


def forbid(state: TankState, scene: Scene, unit: Unit, verb: TankVerb) -> tuple[str, str] | None:
    """Why a unit may not be told to do this: it stands still (25.3b, 25.54a), or is of the headquarters (25.52b)."""
    why = standstill(state, scene, unit)
    if why is None and (verb.overruns or verb.loads) and unit.id in staff_of(state, scene, unit.side):
        return "25.52b", "the headquarters neither overruns nor carries"
    return why


def staff_of(state: TankState, scene: Scene, side: str) -> tuple[str, ...]:
    """The tanks of a side's headquarters section as long as there is one (25.54b)."""
    gone = any(platoon.hq and platoon.side == side and platoon.dissolved for platoon in platoons(state, scene))
    return () if gone else headquarters(scene.scenario, side)


def _check_mode(plan: Plan, platoon: Platoon) -> None:
    """Refuses tasks of another mode than the leader's, or than the first one plotted (25.0-proc-1)."""
    crew = sorted(formed(plan.state, platoon), key=lambda unit: unit.id != platoon.leader)
    verbs = plan.scene.verbs
    busy = [(unit, verbs[plan.tasks[unit.id].kind]) for unit in crew if _known(plan, unit)]
    if not busy:
        return
    moves = busy[0][1].manoeuvres
    for unit, verb in busy[1:]:
        if verb.manoeuvres != moves:
            why = f"{platoon.name} {'moves' if moves else 'fires'} this turn: {busy[0][0].id} sets the mode"
            plan.refuse(unit.id, "25.0-proc-1", why)


def _known(plan: Plan, unit: Unit) -> bool:
    return unit.id in plan.tasks and plan.tasks[unit.id].kind in plan.scene.verbs


def _check_spacing(plan: Plan, platoon: Platoon) -> None:
    """Refuses a plot by which a member would stray from all others at some point (25.0-gen-3, 25.4a, X-15).

    One that has strayed before anything moves cannot be helped. 25.4a: otherwise each may go its own way.
    """
    crew = formed(plan.state, platoon)
    board = plan.scene.board
    before = astray(board, platoon, {unit.id: unit.cell for unit in crew})
    last = max((plan.dues[unit.id][-1] for unit in crew if unit.id in plan.dues), default=0)
    for point in range(1, last + 1):
        places = {unit.id: cell for unit in crew if (cell := place_at(plan, unit, point)) != OFF_MAP}
        for name in astray(board, platoon, places):
            if name not in before:
                why = f"{name} would be more than {SPACING} hexes from the rest of {platoon.name} at point {point}"
                plan.refuse(_blamed(plan, crew, name), "25.4a", why)
                return


def place_at(plan: Plan, unit: Unit, point: int) -> Cell:
    """Where a unit will be by a plot when so many points have been played; OFF_MAP if it has left.

    Who takes somebody on or sets him down stays where it is until all movement is over (27.0-proc-1).
    """
    dues = plan.dues.get(unit.id, ())
    if dues and not plan.scene.verbs[plan.tasks[unit.id].kind].moves:
        return unit.cell
    cells = plan.tasks[unit.id].cells if dues else ()
    here = unit.cell
    for at, due in enumerate(dues):
        if due > point:
            break
        here = cells[at] if at < len(cells) else OFF_MAP
    return here


def _blamed(plan: Plan, crew: list[Unit], name: str) -> str:
    """The unit whose task is to be mended when one strays: itself, or, if it stands, the nearest that leaves it."""
    if name in plan.dues:
        return name
    here = next(unit.cell for unit in crew if unit.id == name)
    movers = [unit for unit in crew if unit.id in plan.dues]
    return min(movers, key=lambda unit: (plan.scene.board.distance(unit.cell, here), unit.id)).id


def offers(state: TankState, scene: Scene, side: str, found: list[UnitLegal]) -> list[UnitLegal]:
    """What is open in a plot: nothing to units that stand still (25.3b), and orders for platoons (25.0-proc-2)."""
    told: list[UnitLegal] = []
    for each in found:
        index = index_of(state, each.unit)
        still = index >= 0 and standstill(state, scene, state.units[index]) is not None
        told.append(UnitLegal(each.unit, ()) if still else each)
    for platoon in acting(state, scene, side):
        told += _platoon_offer(state, scene, platoon)
    return told


def _platoon_offer(state: TankState, scene: Scene, platoon: Platoon) -> list[UnitLegal]:
    """The orders for a platoon as a whole: the leader's path, a new formation, to turn (25.0-proc-2, 25.1, 25.4b)."""
    crew = formed(state, platoon)
    leader = state.units[index_of(state, platoon.leader)]
    if leader.status != ON_MAP or standstill(state, scene, leader) is not None:
        return []
    slowest = min(arms(unit.type).ma for unit in crew)
    extra, barred = dear(scene, shut_cells(state, scene))
    path = PathDomain(leader.cell, slowest, arms(leader.type).table, extra=extra, barred=barred)
    options = [Option(MOVE.kind, "25.0-proc-2", path=path, choices=SHAPES), Option(TURN.kind, "25.0-proc-2")]
    if len(crew) > 1:
        options.append(Option(FORM.kind, "25.4b", choices=SHAPES))
    return [UnitLegal(platoon.name, tuple(options))]
