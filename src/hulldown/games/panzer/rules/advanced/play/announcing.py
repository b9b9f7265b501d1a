"""Announcements of fire read: who fires what at whom, Dual Fire, further hits, shared commands (4.4.1j, 5.14, J6)."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.core.orders import Task, Violation
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.advanced.ap import may_spread
from hulldown.games.panzer.rules.advanced.command_tables import command_range
from hulldown.games.panzer.rules.advanced.gp import DualFire
from hulldown.games.panzer.rules.advanced.pieces import NOBODY
from hulldown.games.panzer.rules.advanced.play import shot_words, spotting
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim
from hulldown.games.panzer.rules.advanced.play.facts import card_of, cell_of, detail_of, member_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.shot_words import Manner
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, arms_of, refused
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, index_of


class Planned(NamedTuple):
    """A shot that a task announces."""

    shooter: int
    target: int
    manner: Manner


class Announcement(NamedTuple):
    """The shots that an order announces, and what is wrong with it."""

    shots: list[Planned]
    wrong: list[Violation]

    @property
    def targets(self) -> set[int]:
        return {shot.target for shot in self.shots}

    def by(self, index: int) -> list[Planned]:
        return [shot for shot in self.shots if shot.shooter == index]


class Asking(NamedTuple):
    """What an announcement answers: who may fire at whom, by which kinds of task, on overwatch or not."""

    ready: dict[int, list[int]]
    kind: str
    watching: bool = False


def read(state: PanzerState, scene: Scene, tasks: tuple[Task, ...], asking: Asking) -> Announcement:
    """The shots of some tasks; several of one unit with different weapons are Dual Fire (5.14c)."""
    found = Announcement([], [])
    for task in tasks:
        shot = _planned(state, scene, task, asking)
        if isinstance(shot, Planned):
            fault = _again(state, scene, found.by(shot.shooter), shot)
            if fault is None:
                found.shots.append(shot)
                continue
            shot = fault
        found.wrong.append(Violation(shot[0], shot[1], task.unit))
    return Announcement(_dual(found.shots), found.wrong)


def _planned(state: PanzerState, scene: Scene, task: Task, asking: Asking) -> Planned | Fault:
    """The shot that one task announces, or what is wrong with it (6.5.2b, 6.5.2.1g)."""
    index = index_of(state, task.unit)
    if index not in asking.ready or scene.verb(task.kind, asking.kind) is None:
        return ("4.4.2e" if asking.watching else "4.4.1g"), "it has no fire to declare now"
    target = index_of(state, task.targets[0]) if len(task.targets) == 1 else NOBODY
    if target not in asking.ready[index] or task.cells or task.facing >= 0:
        return "4.4.3d", "name one spotted enemy in its range and field of fire"
    manner = shot_words.read(state, scene, index, target, task.choice, asking.watching)
    if not isinstance(manner, Manner):
        return manner
    for name in manner.spread:
        fault = spread_fault(state, scene, Planned(index, target, manner), index_of(state, name), asking.watching)
        if fault is not None:
            return fault
    return Planned(index, target, manner)


def _again(state: PanzerState, scene: Scene, before: list[Planned], shot: Planned) -> Fault | None:
    """Why a unit may not fire one more weapon besides those that it has declared (5.14).

    Sections fire one (5.1.2c, 5.14b), so do suppressed units (5.1.1f, 5.14f; H16). A weapon fires once.
    """
    if not before:
        return None
    unit = state.units[shot.shooter]
    card = card_of(unit)
    if any(other.manner.way.arm == shot.manner.way.arm for other in before):
        return "4.4.1g", f"{shot.manner.way.arm.name} fires once"
    if detail_of(unit).suppressed:
        return ("5.1.1f" if isinstance(card, LegUnit) else "5.14f"), "a suppressed unit fires one weapon only"
    if isinstance(card, LegUnit) and not card.size.at_once:
        return "5.1.2c", "a section fires one weapon at a time"
    return None


def _dual(shots: list[Planned]) -> list[Planned]:
    """The shots with their parts in Dual Fire: only the second weapons are hindered (5.14d, 5.14h; Q18).

    Cases 6.5.2.4-dual-fire-b, 6.5.4.3-dual-fire.

    H15: without the weapon that is fired normally the first one declared takes its place.
    """
    found = []
    for shot in shots:
        mine = [other for other in shots if other.shooter == shot.shooter]
        first = next((other for other in mine if not other.manner.way.arm.mounted.reverse), mine[0])
        if shot is not first:
            dual: DualFire = "same" if shot.target == first.target else "different"
            shot = shot._replace(manner=shot.manner._replace(dual=dual))
        found.append(shot)
    return found


def spread_fault(state: PanzerState, scene: Scene, shot: Planned, other: int, watching: bool) -> Fault | None:
    """Why a further hit of a shot may not go to another vehicle (6.5.2.1g, 6.5.2.1h; C6, C7, J14)."""
    if other < 0:
        return "6.5.2.1g", "there is no such vehicle to spread hits to"
    unit, way, board = state.units[other], shot.manner.way, scene.board
    if way.kind == GP or way.arm.mounted.rof == "N":
        return "6.5.2.1d", f"{way.words} never scores several hits"
    if unit.side == state.units[shot.shooter].side or unit.status != ON_MAP or vehicle_of(unit) is None:
        return "6.5.2.1g", f"{unit.id} is no enemy vehicle on the map"
    aim = ap_aim(state, scene, Firing(shot.shooter, shot.target, way, watching))
    apart = board.distance(state.units[shot.target].cell, unit.cell)
    grade = find_grade(member_of(scene, shot.shooter).grade)
    if apart > command_range(grade):
        return "6.5.2.1g", f"{unit.id} is {apart} hexes from the target, the Command Range is {command_range(grade)}"
    if refused(state, scene, shot.shooter, way, other) is not None or not _seen(state, scene, shot, other, watching):
        return "6.5.2.1h", f"{unit.id} is no legal target of {way.words}"
    if not may_spread(aim, apart, board.distance(cell_of(state, shot.shooter), unit.cell)):
        return "6.5.2.1h", f"{unit.id} is at a longer Range Factor than the target"
    return None


def _seen(state: PanzerState, scene: Scene, shot: Planned, other: int, watching: bool) -> bool:
    """Whether a vehicle is spotted as this kind of fire demands (E2)."""
    return spotting.spots(state, scene, shot.shooter, other) if watching else other in state.units[shot.shooter].sees


def weapons_left(state: PanzerState, scene: Scene, index: int) -> int:
    """How many weapons a unit may fire at once (5.1.1e, 5.1.2c, 5.14a, 5.14f)."""
    unit = state.units[index]
    card = card_of(unit)
    if detail_of(unit).suppressed or (isinstance(card, LegUnit) and not card.size.at_once):
        return 1
    return len(arms_of(state, scene, index))
