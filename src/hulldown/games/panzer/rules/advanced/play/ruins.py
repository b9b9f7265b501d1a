"""Terrain under GP fire: what a target occupies, and what is left of it (6.5.4.2.5, 6.5.4.4.3)."""

from __future__ import annotations

from typing import Final, NamedTuple

from msgspec import UnsetType

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.gp import GpAim
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import cover, effects, works
from hulldown.games.panzer.rules.advanced.play.aims import Firing, terrain_aim
from hulldown.games.panzer.rules.advanced.play.facts import works_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

BUILDINGS: Final = ("wood_building", "brick_building", "stone_building")
_IMPROVED: Final = "improved_position"
"""As the table of GP Defenses calls it."""


class Occupied(NamedTuple):
    """Terrain that can be destroyed, and the target in it."""

    terrain: str
    unit: int


def occupied(state: PanzerState, scene: Scene, index: int) -> Occupied | None:
    """The vulnerable terrain that a target occupies (6.5.4.2.5d): its Improved Position, or the building that it is in.

    Leg units in a building hex are inside it, vehicles and guns where they are marked so (Q10). Blocks, Bridges and
    Wire have a GP Defense only where a scenario gives one, and none does (6.5.4.2.5c).
    """
    unit = state.units[index]
    if works.improved(state, index) is not None:
        return Occupied(_IMPROVED, index)
    terrain = scene.ground.rows[unit.cell].name
    return Occupied(terrain, index) if terrain in BUILDINGS and cover.inside(state, scene, unit) else None


def attack(state: PanzerState, scene: Scene, firing: Firing, aim: GpAim, target: Occupied, doing: Doing) -> None:
    """The attack on the terrain, after that on the units: two Effective results destroy it (6.5.4.4.3-terrain; L10)."""
    cell = state.units[target.unit].cell
    shooter, name = state.units[firing.shooter], target.terrain.replace("_", " ")
    result = gp.roll(terrain_aim(aim, target.terrain), doing.dice, f"{shooter.id} at the {name}")
    destroyed = result.effect == "destroyed"
    doing.emit(
        "terrain_shot", "6.5.4.4.3-terrain", (), unit=shooter.id, terrain=name, hex=scene.board.labels[cell],
        factor=result.shot.factor,
        defence=result.shot.defence, net=result.shot.net.value, roll=result.rolled, again=result.second,
        destroyed=destroyed,
    )  # fmt: skip
    if not destroyed:
        return
    if target.terrain == _IMPROVED:
        _collapse_position(state, scene, target.unit, doing)
    else:
        _collapse_building(state, scene, cell, target.terrain, doing)


def _collapse_building(state: PanzerState, scene: Scene, cell: int, terrain: str, doing: Doing) -> None:
    """The building is rubble; all units in the hex are lost without wrecks (6.5.4.4.3-building; L11)."""
    _rubble(state, scene, cell, terrain, doing)
    for index, unit in enumerate(state.units):
        if unit.cell == cell and unit.status == ON_MAP:
            effects.remove(state, scene, index, "6.5.4.4.3-building", doing)


def _collapse_position(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """The Improved Position is rubble, its unit lost without a wreck (6.5.4.4.3-improved-position)."""
    unit = state.units[index]
    cell = unit.cell
    found = next(
        (work for work in works_of(state) if work.kind == IMPROVED and work.cell == cell and work.unit in (index, -1)),
        None,
    )
    if unit.status == ON_MAP:
        effects.remove(state, scene, index, "6.5.4.4.3-improved-position", doing)
    if found is not None:
        works_of(state).remove(found)
    _rubble(state, scene, cell, IMPROVED, doing)


def _rubble(state: PanzerState, scene: Scene, cell: int, was: str, doing: Doing) -> None:
    """Puts a Rubble counter into a hex."""
    rule = "6.5.4.4.3-improved-position" if was == IMPROVED else "6.5.4.4.3-building"
    if isinstance(state.works, UnsetType):
        state.works = []
    state.works.append(Work(RUBBLE, cell, turn=state.turn, was=was))
    doing.emit("rubble", rule, (), hex=scene.board.labels[cell], terrain=was.replace("_", " "))
