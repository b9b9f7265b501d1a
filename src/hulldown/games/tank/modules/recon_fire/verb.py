"""RF: to fire into an empty hex on suspicion (32.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import cells_of, mask_of
from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.combat import visible_enemies
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ON_MAP, TankState, Unit, enemy_of
from hulldown.games.tank.rules.verbs.base import FIRE
from hulldown.games.tank.rules.verbs.firing import FireVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Asked, Open

RULE: Final = "32.6-gen-1"
REACH: Final = 20
"""Hexes within which a hex may be searched."""


def searched(scene: Scene, side: str) -> bool:
    """Whether a side's enemies are deployed in hiding, as everybody knows: otherwise there is nothing to look for."""
    return scene.side(enemy_of(side)).deploy in ("hidden", "defence")


def able(weapon: Arms) -> bool:
    """Whether it is a tank or an assault gun with HE to fire (32.6-gen-1, T-46)."""
    traits = weapon.weapon.traits
    return traits.armoured and traits.drives and not traits.carries and weapon.he > 0


class Reconnaissance(FireVerb):
    """To fire HE into a hex in which nobody is seen. 32.62b: it is a task like any other, so a unit has no second."""

    def __init__(self) -> None:
        super().__init__("RF", FIRE, "Recon fire", RULE, "8.41a")
        self.live = True

    def now(self, asked: Asked, unit: Unit, place: Open) -> Option | None:
        """The empty hexes in its field of fire that no known enemy stands before."""
        scene, weapon = asked.scene, arms(unit.type)
        if not able(weapon) or not searched(scene, asked.side):
            return None
        ground = scene.ground
        near = scene.field(unit.cell, min(REACH, scene.reach(weapon, asked.level(unit.type))),
                           -1 if weapon.all_round else unit.facing)  # fmt: skip
        near &= ~_occupied(asked.state, asked.side)
        foes = mask_of(foe.cell for foe in visible_enemies(asked.state, asked.side))
        if foes & ground.within(unit.cell, REACH, -1):
            cells = [cell for cell in cells_of(near) if not ground.lane(unit.cell, cell).mask & foes]
        else:
            cells = cells_of(near)
        return Option(self.kind, self.rule, cells=tuple(cells)) if cells else None

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        """No tank, nothing hidden, too far (32.6-gen-1), not vacant or past a known enemy (32.62a)."""
        scene, side = plan.scene, plan.side
        if not able(arms(unit.type)):
            return RULE, "only tanks and assault guns with HE can do that"
        if not searched(scene, side):
            return RULE, "the enemy has no hidden positions in this scenario"
        why = self.line_fault(plan, unit, task)
        if why is not None:
            return why
        cell = task.cells[0]
        label = scene.board.labels[cell]
        if scene.board.distance(unit.cell, cell) > REACH:
            return RULE, f"{label} is more than {REACH} hexes away"
        if _occupied(plan.state, side) >> cell & 1:
            return "32.62a", f"{label} is not vacant"
        lane = scene.ground.lane(unit.cell, cell)
        for foe in visible_enemies(plan.state, side):
            if lane.has(foe.cell):
                return "32.62a", f"there is a known enemy in {scene.board.labels[foe.cell]}, on the line to {label}"
        return None


def _occupied(state: TankState, side: str) -> int:
    """The hexes in which a side sees any unit, its own or an enemy's."""
    own = (unit.cell for unit in state.units if unit.side == side and unit.status == ON_MAP)
    return mask_of([*own, *(foe.cell for foe in visible_enemies(state, side))])


RECONNAISSANCE: Final = Reconnaissance()
