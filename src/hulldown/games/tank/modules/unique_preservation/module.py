"""Unique Preservation: tanks, infantry and guns of a force are shaken by their own losses only (32.7).

The force as a whole still has its level, by which scenarios are judged and edges opened; what its losses do to fire and
panic is a matter of each arm.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face
from hulldown.core.parts import part_of, set_part
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.loading import SideSetup
from hulldown.games.tank.data.support import preservation_level
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.preservation import fights, weight
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState, Unit
from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = "unique_preservation"
TANKS: Final = "tanks"
INFANTRY: Final = "infantry"
GUNS: Final = "guns"


def arm_of(weapon: Arms) -> str:
    """The combat arm of a weapon (32.7b)."""
    if weapon.gun:
        return GUNS
    return INFANTRY if weapon.walks else TANKS


def levels(units: Iterable[Unit], setup: SideSetup) -> dict[str, int]:
    """The losses by which each arm of a side's force reaches Preservation, none where it has no Preservation.

    32.7b, X-62: the side's percentage of each arm, rounded up; where the scenario only says a number, it is the
    proportion of that number to the whole force.
    """
    if not setup.preservation:
        return {}
    counts: dict[str, int] = {}
    for unit in units:
        weapon = arms(unit.type)
        if fights(weapon):
            counts[arm_of(weapon)] = counts.get(arm_of(weapon), 0) + 1
    if setup.percent:
        return {arm: preservation_level(setup.percent, count) for arm, count in counts.items()}
    whole = sum(counts.values())
    return {arm: -(-setup.preservation * count // whole) for arm, count in counts.items()}


def _count(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """Counts the loss of a unit for its arm, and tells everybody when the arm reaches its level (32.7b)."""
    unit = state.units[index]
    side, arm = unit.side, arm_of(arms(unit.type))
    level = levels((one for one in state.units if one.side == side), scene.side(side)).get(arm, 0)
    if not level:
        return
    part: dict[str, list[int]] = dict(part_of(state, KEY, {}))
    lost, since = part.get(f"{side} {arm}", [0, 0])
    lost += weight(state, scene, unit)
    if lost >= level and not since:
        since = state.turn
        doing.emit("arm_preserved", "32.7b", (), side=side, arm=arm, losses=lost)
    part[f"{side} {arm}"] = [lost, since]
    set_part(state, KEY, part)


def _shaken(state: TankState, side: str, weapon: Arms | None) -> bool:
    """Whether the arm of a weapon (None: any) has been at Preservation since an earlier turn (32.7b, 15.11b, X-07)."""
    part: dict[str, list[int]] = part_of(state, KEY, {})
    wanted = f"{side} {arm_of(weapon)}" if weapon is not None else ""
    return any(
        0 < since < state.turn
        for name, (_, since) in part.items()
        if (name == wanted if wanted else name.startswith(side))
    )


def _calm(state: TankState, scene: Scene, index: int, chits: tuple[int, ...]) -> bool:
    """Whether a unit is spared by a chit drawn only for an arm that is shaken; its own come first (32.7b, X-12)."""
    unit = state.units[index]
    level = panic_level(state, scene, unit.side, arms(unit.type))
    return scene.ground.digits[unit.cell] not in chits[:level]


def _show(state: TankState, side: str | None) -> Shown | None:
    """Losses are public, so everybody may know all of it (32.7b)."""
    part = part_of(state, KEY)
    return Shown(part) if part is not None else None


def _deal(part: Any, state: TankState, rng: object) -> Any:
    return part


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(fallen=(_count,), shakes=(_shaken,), calms=(_calm,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Unique Preservation",
    loose=True,
    face=Face(events=(EventFace("arm_preserved", "note"),)),
    words={"arm_preserved": "{side} has lost {losses} of its {arm}, which reach their Preservation Level."},
)
