"""What carriers and passengers may not do: overrun, fire on the way, panic over their work (27.3, 27.5, 27.8)."""

from __future__ import annotations

from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, carrier_of, fires_mounted, is_loaded, overruns_mounted
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState, Unit
from hulldown.games.tank.rules.verbs.base import TankVerb


def forbid(state: TankState, scene: Scene, unit: Unit, verb: TankVerb) -> tuple[str, str] | None:
    """Why a unit may not be given a kind of task because it carries, or is carried.

    27.5a, 27.81: APCs, trucks and whoever carries somebody do not overrun, but for a Marder II with its infantry (X-72:
    armed APCs neither). 27.82a: passengers fire only from certain vehicles.
    """
    if verb.overruns and (arms(unit.type).carries or is_loaded(unit)) and not overruns_mounted(state, unit):
        return "27.5a", "neither carriers nor loaded vehicles overrun, but for a Marder II with its infantry on board"
    if unit.status == CARRIED and (verb.fires or verb.watches) and not fires_mounted(state, unit):
        return "27.82a", "infantry fires while mounted only from an SPW, HT, Marder II or MICV"
    return None


def calm(state: TankState, scene: Scene, index: int, chits: tuple[int, ...]) -> bool:
    """Whether a unit does not panic because it mounts or dismounts (27.3a; X-32: only chits are meant)."""
    task = state.tasks.get(state.units[index].id)
    return task is not None and task.kind in scene.loads


def check_mounted(plan: Plan) -> None:
    """Notes passengers that are to fire from a vehicle that does not stand still (27.82a)."""
    state, verbs = plan.state, plan.scene.verbs
    aboard = {unit.id: carrier for unit in state.units if (carrier := carrier_of(state, unit)) is not None}
    for name, task in plan.tasks.items():
        if name not in aboard:
            continue
        carrier = aboard[name]
        driven = plan.tasks.get(carrier.id)
        if driven is None or task.kind not in verbs or driven.kind not in verbs:
            continue
        verb, ridden = verbs[task.kind], verbs[driven.kind]
        if (verb.fires or verb.watches) and (ridden.moves or ridden.loads):
            plan.refuse(name, "27.82a", f"{carrier.id}, which carries it, does not stand still")
