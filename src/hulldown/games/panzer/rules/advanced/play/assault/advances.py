"""Advancing Attacks: the hexes that a unit enters before it attacks, and how far it may go (6.6.1.1f, 6.6.1.2f)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.panzer.rules.advanced.play.facts import member_of
from hulldown.games.panzer.rules.advanced.play.floors import after
from hulldown.games.panzer.rules.advanced.play.gaits import gait_of, laden
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.advanced.play.ways import ways_of
from hulldown.games.panzer.rules.driving import Fault, account_of
from hulldown.games.panzer.rules.movement import Plan
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, Progress
from hulldown.games.panzer.rules.verbs.kinds import MOVE

STEP: Final = 1
"""The points that a unit on foot spends for an advance."""


class Advance(March):
    """A unit that advances to attack: on foot for one point, on cycles or horses for half of the allowance.

    6.6.4.2d: never with the quickmarch allowance. 6.6.4.4d, 6.6.4.5e; M4. What it may do does not depend on its
    command, so that everybody can tell who might attack.
    """

    def account(self) -> Progress:
        mover = self.state.mover
        if mover is not None and mover.unit == self.index:
            return mover.progress
        return account_of(limits(self.state, self.scene, self.index))


def limits(state: PanzerState, scene: Scene, index: int) -> tuple[int, int, int]:
    """The cross-country, path and road allowance of an advance (6.6.1.1f, 6.6.4.4d, 6.6.4.5e; M4)."""
    if member_of(scene, index).mount is None:
        return STEP, 0, 0
    cross, path, road = gait_of(state, scene, index).rates
    return cross // 2, path // 2, road // 2


def unable(state: PanzerState, scene: Scene, index: int) -> Fault | None:
    """Why a unit does not advance at all: a section with attached weapons (6.6.1.1f)."""
    if laden(state, scene, index):
        return "6.6.1.1f", "a section with attached weapons does not advance: it attacks from where it is"
    return None


def planned(state: PanzerState, scene: Scene, index: int, cells: tuple[Cell, ...]) -> Plan:
    """The actions of an advance through these hexes, and why it is impossible.

    6.6.1.1f; M4: the minimum move of one hex does not help.
    """
    fault = unable(state, scene, index)
    if fault is not None:
        return Plan([], fault)
    march = Advance(state, scene, Task(state.units[index].id, MOVE, cells))
    found = march.driven("f" * len(cells))
    if found.fault is None and after(march, found.actions).progress.stuck:
        allowed = limits(state, scene, index)[0]
        why = f"the advance takes more than the {allowed} point{'' if allowed == 1 else 's'} that it may spend"
        return Plan([], ("6.6.1.1f", why))
    return found


def reach(state: PanzerState, scene: Scene, index: int) -> dict[Cell, tuple[Cell, ...]]:
    """The hexes into which a unit may advance, across country or along a road, each with the way there.

    Cases 6.6.1.1f, 6.6.4.4d, 6.6.4.5e.
    """
    if unable(state, scene, index) is not None:
        return {}
    march = Advance(state, scene, Task(state.units[index].id, ""))
    tables = advanced_tables(scene.scenario.map)
    found: dict[Cell, tuple[Cell, ...]] = {}
    for _, domain, _ in ways_of(march):
        paths = paths_on(replace(domain, begun=True, exits=(), leaving=""), tables, scene.board)
        for cell, arrival in paths.reach().items():
            found.setdefault(cell, arrival.path)
    return found


def farthest(state: PanzerState, scene: Scene, index: int) -> int:
    """At how many hexes a target may be for a unit to reach it by an advance, at the most (6.6.1.1f)."""
    return 1 + max(limits(state, scene, index)) if unable(state, scene, index) is None else 1
