"""Active units and available commands of each formation (6.2.1.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hulldown.core.explain import Explained
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.roster import RECON, roster
from hulldown.games.panzer.rules.advanced import command_tables
from hulldown.games.panzer.rules.advanced.play.facts import armed, member_of, passengers
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import ON_MAP


def recon(scene: Scene, index: int) -> bool:
    """Whether it is a Recon unit, which has a command of its own (5.9.2, 6.2.1.1.3-recon-a)."""
    return member_of(scene, index).labelled(RECON)


def formations(scene: Scene, side: str) -> dict[str, list[int]]:
    """All units of each formation of a side, wherever they are; units never change their formation (5.8.2b)."""
    found: dict[str, list[int]] = {}
    for index, member in enumerate(roster(scene.scenario)):
        if member.side == side:
            found.setdefault(member.formation, []).append(index)
    return found


def command_range(scene: Scene, index: int) -> int:
    """The Command Range of a unit's formation in hexes (6.2.1.1.2): by the Formation Grade (J1, J14)."""
    return command_tables.command_range(find_grade(member_of(scene, index).formation_grade))


def in_range(state: Position, scene: Scene, one: int, other: int) -> bool:
    """Whether two units on the map are within Command Range of one another (6.2.1.1.2b).

    Any two: the authority of Command units (5.9.1b) is a matter of optional rules.
    """
    units = state.units
    return scene.board.distance(units[one].cell, units[other].cell) <= command_range(scene, one)


def active(state: Position, scene: Scene, side: str) -> dict[str, list[int]]:
    """The active units of each formation of a side (6.2.1.1), in the order of the list.

    Units on the map alone (6.2.1.1b), no passengers (6.2.1.1g), no Recon units (6.2.1.1i). Combat units are active
    whatever has happened to them (6.2.1.1c), wherever they are (6.2.1.1f), and carriers among them count once whatever
    they carry (6.2.1.1h); unarmed ones are active as `activated` says.
    """
    found: dict[str, list[int]] = {}
    for name, members in formations(scene, side).items():
        here = [index for index in members if state.units[index].status == ON_MAP and not recon(scene, index)]
        unarmed = [index for index in here if not armed(state.units[index], scene, index)]
        helped = activated(state, scene, unarmed)
        found[name] = [index for index in here if index not in unarmed or index in helped]
    return found


def activated(state: Position, scene: Scene, unarmed: Iterable[int]) -> set[int]:
    """As many of these unarmed units of one formation as can be active together; earlier ones go before later ones.

    One that carries a combat unit always is (6.2.1.1g). Each of the others needs a combat unit of its formation within
    Command Range for itself (6.2.1.1d, 6.2.1.1e; J8: as many pairs as possible). A Recon unit is a combat unit of its
    formation, though it is not counted, so it can be the other one of a pair.
    """
    found: set[int] = set()
    partners: dict[int, list[int]] = {}
    for index in unarmed:
        if any(armed(state.units[load], scene, load) for load in passengers(state, index)):
            found.add(index)
        else:
            partners[index] = _combat_near(state, scene, index)
    pairs: dict[int, int] = {}
    return found | {index for index in partners if _paired(index, partners, pairs, set())}


def _combat_near(state: Position, scene: Scene, index: int) -> list[int]:
    """The combat units of an unarmed unit's formation within Command Range of it."""
    member = member_of(scene, index)
    return [
        other
        for other in formations(scene, member.side)[member.formation]
        if state.units[other].status == ON_MAP
        and armed(state.units[other], scene, other)
        and in_range(state, scene, index, other)
    ]


def _paired(index: int, partners: Mapping[int, list[int]], pairs: dict[int, int], tried: set[int]) -> bool:
    """Finds a combat unit for an unarmed one, if need be by finding others for those who have theirs.

    `pairs` are unarmed units by their combat units. Who has a partner keeps one.
    """
    for combat in partners[index]:
        if combat in tried:
            continue
        tried.add(combat)
        if combat not in pairs or _paired(pairs[combat], partners, pairs, tried):
            pairs[combat] = index
            return True
    return False


def available(state: Position, scene: Scene, side: str) -> dict[str, Explained]:
    """The commands of each formation of a side this turn, recalculated every turn (6.2.1, 6.2.1.1a; J1).

    A formation with a unit on the map has one at least, one without has none (6.2.1.1.1b; J12).
    """
    counts = active(state, scene, side)
    found = {}
    for name, members in formations(scene, side).items():
        grade = find_grade(member_of(scene, members[0]).formation_grade)
        there = any(state.units[index].status == ON_MAP for index in members)
        found[name] = command_tables.available_commands(grade, len(counts[name]), there)
    return found
