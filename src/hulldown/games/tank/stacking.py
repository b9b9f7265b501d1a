"""Stacking: vehicles alone, at most two infantry or one infantry and one gun in a hex (11.0)."""

from __future__ import annotations

from collections.abc import Iterable

from hulldown.core.sequence import Doing
from hulldown.games.tank.data import weapons
from hulldown.games.tank.ground import Ground
from hulldown.games.tank.report import tell
from hulldown.games.tank.state import ON_MAP, Mover, TankState, occupants


def fits(types: Iterable[str]) -> bool:
    """Whether units of these weapons may stay in one hex (11.0-gen-1, 11.0-gen-2, 9.34a, 14.8; 11.3: wrecks are none)."""
    kinds = [weapons()[name].kind for name in types]
    if len(kinds) <= 1:
        return True
    return len(kinds) == 2 and "vehicle" not in kinds and kinds.count("gun") <= 1


def settle(state: TankState, ground: Ground, doing: Doing, movers: list[Mover]) -> None:
    """Backs up movers until no hex is overstacked at the end of movement (11.1, 11.2, 9.34d).

    T-13: the later arrival goes back along its path to the last hex it may occupy; of those arriving together a
    panicked one before another, then the higher number.
    """
    by_unit = {mover.unit: mover for mover in movers}
    while True:
        crowded = [units for units in occupants(state).values() if not fits(state.units[index].type for index in units)]
        moved = False
        for units in crowded:
            able = [index for index in units if index in by_unit and len(by_unit[index].trail) > 1
                    and by_unit[index].trail[-2] >= 0]  # fmt: skip
            if not able:
                continue
            last = max(able, key=lambda i: (by_unit[i].arrived, state.units[i].panicked, i))
            _back_up(state, ground, doing, by_unit[last])
            moved = True
        if not moved:
            return


def _back_up(state: TankState, ground: Ground, doing: Doing, mover: Mover) -> None:
    unit = state.units[mover.unit]
    mover.trail = mover.trail[:-1]
    mover.arrived = mover.due[len(mover.trail) - 2] if len(mover.trail) > 1 else 0
    unit.cell = mover.trail[-1]
    assert unit.status == ON_MAP
    tell(doing, unit, "backed_up", "11.2", hex=ground.board.labels[unit.cell])
