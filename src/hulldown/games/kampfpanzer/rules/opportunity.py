"""Opportunity Fire: lines laid before the turn, triggered by the first enemy that comes into them (9.2).

9.0-proc-of-2: once triggered it is resolved like direct fire, by the same functions.
"""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.lanes import NOT_MET
from hulldown.games.kampfpanzer.rules.aiming import aim_at
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import can_attack, levels, resolve
from hulldown.games.kampfpanzer.rules.grouping import preset
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, KampfState, Lot, Unit, Watch

Step = tuple[int, Cell, Cell]
"""A unit with the cells it came from and went to."""


def triggered(state: KampfState, scene: Scene, steps: list[Step]) -> None:
    """Sorts the fire that the steps of this tick set off, by target and hex (9.24b, K-36).

    9.21: without an enemy in its line a unit does nothing this turn. 9.22a: only the first one is fired at, and all
    steps of a tick come after the same points (9.22b).
    """
    run = state.run
    assert run is not None
    found: dict[tuple[str, Cell, int], list[int]] = {}
    for watch in run.watches:
        firer = state.units[watch.unit]
        if not watch.armed or firer.status != ON_MAP:
            continue
        picked = _first(state, scene, firer, watch, steps)
        if picked is not None:
            watch.armed = False
            found.setdefault((firer.side, state.units[picked].cell, picked), []).append(watch.unit)
    for (side, cell, target), crew in sorted(found.items()):
        lot = Lot(side, cell, (target,), tuple(crew), chance=True)
        lot.groups = preset(state, scene, lot)
        state.lots.append(lot)


def _first(state: KampfState, scene: Scene, firer: Unit, watch: Watch, steps: list[Step]) -> int | None:
    """The unit that sets a watch off: the nearest (9.22b), then the one more easily hurt, then the lower number (K-37).

    9.23a: who enters a hex of the line; 9.23b, K-38: where it runs along a hexside, who crosses that, and is fired at
    in the hex it enters. K-35: friends neither block nor trigger. Who may not be fired at like this does not trigger: a
    hard target for rifles, one in a hex that the firer does not see, in woods or towns beyond three hexes.
    """
    lane = scene.ground.lane(firer.cell, watch.target)
    best: tuple[int, int, int] | None = None
    for index, before, after in steps:
        unit = state.units[index]
        if unit.side == firer.side or scene.ground.meets(lane, before, after) == NOT_MET:
            continue
        if not scene.clear(firer.cell, after) or not scene.reaches(firer.cell, after):
            continue
        target = _target(state, firer, index)
        if target == NOBODY:
            continue
        attack = resolve(aim_at(state, scene, [watch.unit], [target], after))
        hurts = sum(levels(one) > 0 for one in attack.results)
        key = (scene.board.distance(firer.cell, after), -hurts, target)
        if best is None or key < best:
            best = key
    return best[2] if best is not None else None


def _target(state: KampfState, firer: Unit, index: int) -> int:
    """What a firer shoots at in a unit that comes by: rifles pick the infantry off a tank (14.5-3); NOBODY: nothing."""
    counter, unit = arms(firer.type).counter, state.units[index]
    if can_attack(counter, arms(unit.type).hard):
        return index
    rider = unit.cargo if not arms(unit.type).carrier else NOBODY
    return rider if rider != NOBODY and can_attack(counter, arms(state.units[rider].type).hard) else NOBODY
