"""Quickmarch: farther, over open ground, at the risk of suppression (6.6.4.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import UnsetType

from hulldown.core.board import FACINGS, Cell
from hulldown.core.decisions import Option, PathDomain
from hulldown.core.paths import IMPOSSIBLE, CostTable
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.rules.advanced.chances import total
from hulldown.games.panzer.rules.advanced.grades import quickmarch_range
from hulldown.games.panzer.rules.advanced.play import effects
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of, member_of
from hulldown.games.panzer.rules.advanced.play.gaits import CAVALRY, FOOT, fresh_account, gait_of, prepare
from hulldown.games.panzer.rules.advanced.play.manners import QUICKMARCH
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.quickmarch import quickmarch
from hulldown.games.panzer.rules.advanced.verbs.marches import QUICK
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, Progress

GAITS: Final = (FOOT, CAVALRY)
"""Who can: squads, half-squads and sections without weapons, and all cavalry (6.6.4.2a, 6.6.4.2b)."""


def unable(march: March) -> Fault | None:
    """Why a unit cannot quickmarch at all (6.6.4.2a, 6.6.4.2b, 6.6.4.2e)."""
    unit, detail = march.unit, detail_of(march.unit)
    if leg_of(unit) is None or march.gait.traction not in GAITS:
        rule = "6.6.4.2b" if leg_of(unit) is not None and march.gait.afoot else "6.6.4.2a"
        return rule, "sections with weapons, cycles, guns and vehicles do not quickmarch"
    if unit.command not in march.scene.marching:
        return "6.6.4.2e", "it needs a Move command"
    if unit.status != ON_MAP:
        return "6.6.4.2a", "it is not dismounted on the map"
    if detail.suppressed:
        return "6.6.4.2a", "it is suppressed"
    if march.begun() and detail.manner != QUICKMARCH:
        return "6.6.4.2c", "its whole move must be a quickmarch"
    return None


def open_ground(ground: Ground, cell: Cell) -> bool:
    """Whether a hex is Clear, or has a path or road in it (6.6.4.2c)."""
    return ground.rows[cell].name == "clear" or ground.on_way[cell]


def fault_of(march: March) -> Fault | None:
    """Why a unit cannot quickmarch through the hexes of its task; what they cost is judged apart (6.6.4.2c).

    Case 6.1.4.3.11a.
    """
    fault = unable(march)
    if fault is not None:
        return fault
    ground, labels = march.scene.ground, march.scene.board.labels
    here = march.unit.cell
    heights = climbed(march.account()) if march.begun() else 0
    for cell in march.task.cells:
        way = ground.board.direction(here, cell)
        if way < 0:
            return "3.5.1a", f"{labels[here]} and {labels[cell]} are not adjacent"
        if not open_ground(ground, cell) or cell in march.around.changed:
            return "6.6.4.2c", f"{labels[cell]} is neither Clear nor a path or road"
        heights += max(0, ground.climb[here][way])
        here = cell
    return ("6.6.4.2c", "a quickmarch changes a single Height at most") if heights > 1 else None


def climbed(progress: Progress) -> int:
    """By how many Heights a quickmarch has gone up and down so far (6.6.4.2c)."""
    return 0 if isinstance(progress.heights, UnsetType) else progress.heights


def climb(state: PanzerState, scene: Scene, here: Cell) -> None:
    """Remembers the Heights of a step of the mover from a hex, a crest between equal levels too (6.6.4.2c; R1)."""
    mover = state.mover
    assert mover is not None
    way = scene.board.direction(here, state.units[mover.unit].cell)
    levels = scene.ground.climb[here][way] if way >= 0 else 0
    if levels > 0:
        mover.progress.heights = climbed(mover.progress) + levels


def offers(march: March) -> tuple[Option, ...]:
    """The level ways of a quickmarch; one change of Height is legal too, but no domain can say so (6.6.4.2c).

    Case 6.6.4.2a.
    """
    if unable(march) is not None or march.unit.cell < 0:
        return ()
    account = march.account() if march.begun() else fresh_account(march.state, march.scene, march.index, quick=True)
    left = account.allowance - account.spent - int(detail_of(march.unit).upper)
    if left <= 0 or account.stuck:
        return ()
    around = march.around
    domain = PathDomain(
        march.unit.cell, left, f"quick {march.gait.traction}", shut=around.shut, begun=account.spent > 0,
        barred=tuple(sorted(around.closed.keys() | around.changed)),
    )  # fmt: skip
    return (Option(QUICK, "6.6.4.2e", path=domain, facings=FACINGS),)


@lru_cache(maxsize=16)
def table(ground: Ground, gait: str) -> CostTable:
    """What level steps over open ground cost (6.6.4.2c)."""
    prepare(ground, gait)
    near = ground.board.neighbours
    return [
        tuple([
            cost if cost != IMPOSSIBLE and open_ground(ground, near[cell][way]) and not ground.climb[cell][way]
            else IMPOSSIBLE
            for way, cost in enumerate(row)
        ])
        for cell, row in enumerate(ground.cross[gait])
    ]  # fmt: skip


def determine(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """The roll at the end of a quickmarch: within the range of its grade it is suppressed (6.6.4.2f).

    6.6.4.5f: cavalry adds 20 to the roll (I21).
    """
    unit = state.units[index]
    grade = find_grade(member_of(scene, index).grade)
    cavalry = gait_of(state, scene, index).traction == CAVALRY
    factors = quickmarch(grade, cavalry).factors
    roll = roll_100(doing.dice, f"quickmarch: {unit.id}")
    needs = quickmarch_range(grade).last
    net = roll + total(factors[1:])
    doing.note("quickmarched", "6.6.4.2f", (), {"unit": unit.id, "roll": roll, "net": net, "needs": needs}, factors)
    if net <= needs:
        effects.suppress(state, scene, index, "6.6.4.2f", doing)
