"""Terrain under GP fire: what a target occupies, and what is left of it (6.5.4.2.5, 6.5.4.4.3)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.gp import GpAim
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, IMPROVED, NOBODY, RUBBLE, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import cover, effects, works
from hulldown.games.panzer.rules.advanced.play.aims import Firing, terrain_aim
from hulldown.games.panzer.rules.advanced.play.facts import cell_of, passengers, work_in, works_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState

BUILDINGS: Final = ("wood_building", "brick_building", "stone_building")
_IMPROVED: Final = "improved_position"
"""As the table of GP Defenses calls it."""

_BARRIERS: Final[tuple[Literal["block", "wire"], ...]] = (BLOCK, WIRE)


class Occupied(NamedTuple):
    """Terrain that can be destroyed, and the target in it."""

    terrain: str
    unit: int
    """NOBODY: there is none, or it does not matter who."""
    given: int = 0
    """Its GP Defense where the scenario gives one (6.5.4.2.5c)."""


def occupied(state: PanzerState, scene: Scene, index: int) -> Occupied | None:
    """The vulnerable terrain that a target occupies: the first of those in its hex (6.5.4.2.5d, 6.1.4.3c).

    An Improved Position counts for the unit in it. Blocks, Wire and Bridges have a GP Defense only where the scenario
    gives one (6.5.4.2.5c). Leg units in a building hex are inside it, vehicles and guns where they are marked so (Q10).
    """
    unit = state.units[index]
    if works.improved(state, index) is not None:
        return Occupied(_IMPROVED, index)
    given = scene.scenario.defences
    for kind in _BARRIERS:
        if kind in given and work_in(state, unit.cell, kind) is not None:
            return Occupied(kind, index, given[kind])
    terrain = scene.ground.rows[unit.cell].name
    if terrain == works.BRIDGE and "bridge" in given and work_in(state, unit.cell, RUBBLE) is None:
        return Occupied(terrain, index, given["bridge"])
    return Occupied(terrain, index) if terrain in BUILDINGS and cover.inside(state, scene, unit) else None


def standing_in(state: PanzerState, scene: Scene, cell: int) -> list[Occupied]:
    """All vulnerable terrain of a hex, with a target in it or without (6.5.4.2.5e, 6.5.4.2.5a)."""
    found = [Occupied(_IMPROVED, work.unit) for work in works_of(state) if work.cell == cell and work.kind == IMPROVED]
    given = scene.scenario.defences
    found += [
        Occupied(kind, NOBODY, given[kind])
        for kind in _BARRIERS
        if kind in given and work_in(state, cell, kind) is not None
    ]
    terrain = scene.ground.rows[cell].name
    if work_in(state, cell, RUBBLE) is None:
        if terrain == works.BRIDGE and "bridge" in given:
            found.append(Occupied(terrain, NOBODY, given["bridge"]))
        elif terrain in BUILDINGS:
            found.append(Occupied(terrain, NOBODY))
    return found


def attack(state: PanzerState, scene: Scene, firing: Firing, aim: GpAim, target: Occupied, doing: Doing) -> None:
    """The attack on the terrain that a target of direct fire occupies, after that on the units (6.5.4.4g).

    Case 6.5.4.4.3-terrain.
    """
    attack_in(state, scene, state.units[firing.shooter].id, aim, target, state.units[target.unit].cell, doing)


def attack_in(
    state: PanzerState, scene: Scene, who: str, aim: GpAim, target: Occupied, cell: int, doing: Doing
) -> None:  # fmt: skip
    """An attack on terrain in a hex: two Effective results destroy it (6.5.4.4.3-terrain; L10)."""
    name = target.terrain.replace("_", " ")
    result = gp.roll(terrain_aim(aim, target.terrain, target.given), doing.dice, f"{who} at the {name}")
    destroyed = result.effect == "destroyed"
    doing.emit(
        "terrain_shot", "6.5.4.4.3-terrain", (), unit=who, terrain=name, hex=scene.board.labels[cell],
        factor=result.shot.factor,
        defence=result.shot.defence, net=result.shot.net.value, roll=result.rolled, again=result.second,
        destroyed=destroyed,
    )  # fmt: skip
    if not destroyed:
        return
    if target.terrain == _IMPROVED:
        _collapse_position(state, scene, target.unit, cell, doing)
    elif target.terrain in _BARRIERS:
        _clear(state, cell, target.terrain)
    else:
        _collapse(state, scene, cell, target.terrain, doing)


def _collapse(state: PanzerState, scene: Scene, cell: int, terrain: str, doing: Doing) -> None:
    """A building or a bridge is rubble; all units in the hex are lost without wrecks (L11).

    6.5.4.4.3-building; 6.5.4.4.3-bridge: nobody enters the rubble of a bridge (L12). Passengers of a carrier that the
    same fire has wrecked are in the hex too: they have no time to get out (5.15f).
    """
    rule = "6.5.4.4.3-bridge" if terrain == works.BRIDGE else "6.5.4.4.3-building"
    _rubble(state, scene, cell, terrain, rule, doing)
    for index, unit in enumerate(state.units):
        if unit.status in (ON_MAP, CARRIED) and cell_of(state, index) == cell:
            effects.remove(state, scene, index, rule, doing)


def _clear(state: PanzerState, cell: int, kind: str) -> None:
    """A Block or Wire is removed; whoever is there stays as it is (6.5.4.4.3-block-mines-wire)."""
    works_of(state).remove(next(work for work in works_of(state) if work.kind == kind and work.cell == cell))


def _collapse_position(state: PanzerState, scene: Scene, index: int, cell: int, doing: Doing) -> None:
    """The Improved Position is rubble, its unit lost without a wreck, with all aboard (6.5.4.4.3-improved-position)."""
    found = next(
        (
            work
            for work in works_of(state)
            if work.kind == IMPROVED and work.cell == cell and work.unit in (index, NOBODY)
        ),
        None,
    )
    held = index != NOBODY and state.units[index].cell == cell
    for lost in (index, *passengers(state, index)) if held else ():
        if state.units[lost].status in (ON_MAP, CARRIED):
            effects.remove(state, scene, lost, "6.5.4.4.3-improved-position", doing)
    if found is not None:
        works_of(state).remove(found)
    _rubble(state, scene, cell, IMPROVED, "6.5.4.4.3-improved-position", doing)


def _rubble(state: PanzerState, scene: Scene, cell: int, was: str, rule: str, doing: Doing) -> None:
    """Puts a Rubble counter into a hex (6.5.4.4.3-building, 6.5.4.4.3-bridge)."""
    works_of(state).append(Work(RUBBLE, cell, turn=state.turn, was=was))
    doing.emit("rubble", rule, (), hex=scene.board.labels[cell], terrain=was.replace("_", " "))
