"""What a side is out for, by the way a scenario is decided: places to hold or to leave by, and what losses count."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hulldown.bots.kampfpanzer.field import field, ticks_to
from hulldown.core.board import Cell
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import DESTROYED, EXITED, KampfState, enemy_of
from hulldown.games.kampfpanzer.rules.victory import gone, lost, region

NOWHERE: frozenset[Cell] = frozenset()
GATE = 9
"""Exit hexes that can be closed by standing in them; more are too many."""
RESERVE = 3
"""Units more than must leave that are sent off."""
SPARE = 2.0
"""Turns that a force keeps in hand for its way off the map."""


class Goals(NamedTuple):
    """What a side wants."""

    cells: frozenset[Cell] = NOWHERE
    """Where its units should be at the end, or where they leave the map."""
    prize: frozenset[Cell] = NOWHERE
    """Where an enemy counts more than elsewhere."""
    core: frozenset[Cell] = NOWHERE
    """The hexes among its cells that alone decide, where not all of them do."""
    leave: bool = False
    gain: float = 1.0
    """What an enemy loss counts."""
    loss: float = 1.0
    """What an own loss counts."""
    press: bool = False
    """Whether nothing helps but to hurt the enemy."""
    kills: bool = False
    """Whether only destroyed enemies count."""
    wanted: int = 0
    """How many of its units should leave while the others fight on; 0: all."""
    block: frozenset[Cell] = NOWHERE
    """Hexes in which any unit of it stands in the enemy's way, whatever becomes of it."""

    @property
    def holds(self) -> bool:
        """Whether units count by standing somewhere."""
        return bool(self.cells) and not self.leave


def left(state: KampfState, scene: Scene) -> int:
    """The turns until the end, this one among them."""
    return max(1, scene.scenario.length - state.turn + 1)


def goals_of(state: KampfState, scene: Scene, side: str) -> Goals:
    """What a side wants as things stand."""
    return _KINDS[scene.scenario.victory.kind](state, scene, side)


def _more(state: KampfState, scene: Scene, side: str) -> Goals:
    return Goals(region(scene), region(scene))


def _double(state: KampfState, scene: Scene, side: str) -> Goals:
    """Whoever must outnumber the other hurts him; the other need only be there."""
    attacks = side == scene.scenario.victory.side
    return Goals(region(scene), region(scene), gain=1.2 if attacks else 0.9)


def _reach(state: KampfState, scene: Scene, side: str) -> Goals:
    """One hex decides; those around it help."""
    core = region(scene)
    around = field(scene.scenario.map).around(core)
    return Goals(around, around, core, gain=1.2 if side == scene.scenario.victory.side else 1.0)


def _evict(state: KampfState, scene: Scene, side: str) -> Goals:
    place = region(scene)
    if side == scene.scenario.victory.side:
        return Goals(prize=place, gain=1.5, loss=0.5, press=True)
    return Goals(place, NOWHERE, loss=1.2)


def _destroy(state: KampfState, scene: Scene, side: str) -> Goals:
    if side == scene.scenario.victory.side:
        return Goals(gain=1.7, loss=0.2, press=True, kills=True)
    return Goals(gain=0.9, loss=1.4)


def _exit(state: KampfState, scene: Scene, side: str) -> Goals:
    """Those who must leave do not stay to fight; the others hurt them where they pass."""
    runner = scene.scenario.victory.side
    out = frozenset(scene.exits(runner))
    if side == runner:
        return Goals(out, leave=True, gain=0.6, loss=0.8)
    return Goals(
        prize=field(scene.scenario.map).around(out), gain=1.4, loss=0.7, block=out if len(out) <= GATE else NOWHERE
    )


def _breakthrough(state: KampfState, scene: Scene, side: str) -> Goals:
    """First the enemy must be beaten; then, or when time is short, everybody goes."""
    victory = scene.scenario.victory
    if side != victory.side:
        return Goals(gain=1.0, loss=1.0)
    out = frozenset(scene.exits(side))
    done = lost(state, enemy_of(side)) >= victory.destroyed
    if done or left(state, scene) <= _time_needed(state, scene, side, out) + SPARE:
        if done:
            return Goals(out, leave=True, gain=0.6, loss=0.8)
        wanted = victory.exit - gone(state, side)
        return Goals(out, leave=True, gain=1.5, press=True, kills=True, wanted=max(1, wanted + RESERVE))
    return Goals(gain=1.5, press=True, kills=True)


def _time_needed(state: KampfState, scene: Scene, side: str, out: frozenset[Cell]) -> float:
    """The turns until as many units as must leave can have left, if nobody is in their way."""
    wanted = scene.scenario.victory.exit - gone(state, side)
    turns = sorted(turns_of(state, scene, index, out) for index in _fighters(state, side))
    return turns[wanted - 1] if 0 < wanted <= len(turns) else 0.0


def _fighters(state: KampfState, side: str) -> list[int]:
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side and unit.status not in (DESTROYED, EXITED) and not arms(unit.type).carrier
    ]


def turns_of(state: KampfState, scene: Scene, index: int, goals: frozenset[Cell]) -> float:
    """The turns that a unit needs to some hexes, on its vehicle if it is on one; 99 where it never gets there."""
    unit = state.units[index]
    driver = state.units[unit.aboard] if unit.aboard >= 0 else unit
    weapon = arms(driver.type)
    cell = driver.cell
    if cell < 0:
        enter = scene.group(driver).enter
        if enter is None:
            return 99.0
        cell = scene.board.cell(enter.hexes[len(enter.hexes) // 2])
    way = float(ticks_to(scene.scenario.map, weapon.table, goals)[field(scene.scenario.map).at[cell]])
    return min(99.0, way / weapon.ma) if weapon.ma else (0.0 if way <= 0 else 99.0)


_KINDS: dict[str, Callable[[KampfState, Scene, str], Goals]] = {
    "more": _more,
    "double": _double,
    "reach": _reach,
    "evict": _evict,
    "destroy": _destroy,
    "breakout": _exit,
    "exit": _exit,
    "breakthrough": _breakthrough,
}
