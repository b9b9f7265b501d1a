"""Command control: who may share a command, and how those who do coordinate fire and movement (6.2.1, 6.2.1.1.4a).

Which units are active and how many commands there are: `activation`. Columns on roads: `columns`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import UNSET

from hulldown.core.board import Cell
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules import combat
from hulldown.games.panzer.rules.advanced.options import COMMAND_CONTROL, OFF
from hulldown.games.panzer.rules.advanced.play import columns
from hulldown.games.panzer.rules.advanced.play.activation import (
    activated,
    active,
    available,
    command_range,
    formations,
    in_range,
    recon,
)
from hulldown.games.panzer.rules.advanced.play.facts import armed, cell_of, detail_of, member_of
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState

__all__ = [
    "activated", "active", "available", "begun", "clique_fault", "column_partners", "command_range", "controlled",
    "end_range_fault", "fits_targets", "formations", "group_ends", "group_faults", "in_range", "is_column",
    "leave_column", "move_order_faults", "note_aims", "partners", "recon", "share", "sharing", "show", "spend_watch",
    "target_fault", "unique", "used",
]  # fmt: skip

NO_TRACKS: Final[dict[int, columns.Track]] = {}
Faults = list[tuple[int, Fault]]
"""What is wrong, each with the unit that it is wrong with."""


def controlled(state: Position) -> bool:
    """Whether the rules of command control are in force (6.2a; Q1)."""
    return state.options.get(COMMAND_CONTROL) != OFF


def unique(scene: Scene) -> frozenset[str]:
    """The commands of which a formation has so many: all but N/C (6.2.1.1.3a)."""
    return scene.shooting | scene.moving | scene.watching


def sharing(state: Position, index: int) -> tuple[int, ...]:
    """The units in play that share a unit's command, itself included, in the order of the list (6.2.1.1.3).

    Cases 6.2.1.1.3b, 6.2.1.1.3c.
    """
    unit = state.units[index]
    group = detail_of(unit).group
    if group == 0:
        return (index,)
    return tuple([
        number
        for number, other in enumerate(state.units)
        if other.side == unit.side
        and (number == index or other.status in (ON_MAP, CARRIED))
        and detail_of(other).group == group
    ])  # fmt: skip


# Who may share.


def group_faults(state: Position, scene: Scene, kind: str, members: Sequence[int]) -> Faults:
    """Why units may not share a command, the one that gets it first; nothing where they may (6.2.1.1.3b).

    All pairs must be within Command Range (J2), or all are a column that moves (6.2.1.1.3-roads-a).
    """
    leader, others = members[0], members[1:]
    if not others:
        return []
    if not controlled(state):
        return [(index, ("4.2a", "every unit has a command of its own")) for index in others]
    if kind not in unique(scene):
        return [(index, ("6.2.1.1.3a", "N/C is not shared: leave the unit out")) for index in others]
    wrong = [(index, fault) for index in members if (fault := _apart(state, scene, leader, index)) is not None]
    if wrong or is_column(state, scene, kind, members):
        return wrong
    return _far_faults(state, scene, members)


def _far_faults(state: Position, scene: Scene, members: Sequence[int]) -> Faults:
    """Why units do not share a command by being near one another (6.2.1.1.3b, 6.2.1.1.3-inactive-unarmed; J2)."""
    wrong: Faults = []
    for place, index in enumerate(members):
        fault = clique_fault(state, scene, index, members[:place]) or _inactive_fault(state, scene, index)
        if fault is not None:
            wrong.append((index, fault))
    return wrong


def _apart(state: Position, scene: Scene, leader: int, index: int) -> Fault | None:
    """Why a unit can share nothing with another, wherever they are."""
    if recon(scene, index):
        return "6.2.1.1.3-recon-b", "a Recon unit has a command of its own and shares none"
    if member_of(scene, index).formation != member_of(scene, leader).formation:
        return "6.2.1.1.3-formation-limits", "only units of one formation share a command"
    if state.units[index].status != ON_MAP:
        return "6.2.1.1b", "off the map it has a command of its own"
    return None


def _moves_only(scene: Scene, kind: str) -> bool:
    """Whether it is a Move command: Short Halts move too, but fire first (6.2.1.1.3-roads-a)."""
    return kind in scene.moving and kind not in scene.shooting


def is_column(state: Position, scene: Scene, kind: str, members: Sequence[int]) -> bool:
    """Whether a command of this kind makes these units, the lead vehicle first, a column (6.2.1.1.3-roads-a)."""
    return _moves_only(scene, kind) and len(members) > 1 and columns.start_fault(state, scene, members) is None


def clique_fault(state: Position, scene: Scene, index: int, others: Iterable[int]) -> Fault | None:
    """Why a unit is too far from one of these others to share with them (6.2.1.1.3b; J2)."""
    for other in others:
        if not in_range(state, scene, index, other):
            far, reach = _distance(state, scene, index, other), command_range(scene, index)
            return "6.2.1.1.3b", f"it is {far} hexes from {state.units[other].id}, the Command Range is {reach}"
    return None


def _distance(state: Position, scene: Scene, one: int, other: int) -> int:
    return scene.board.distance(state.units[one].cell, state.units[other].cell)


def _inactive_fault(state: Position, scene: Scene, index: int) -> Fault | None:
    """Why an unarmed unit cannot be activated; one that is inactive shares in a column only."""
    if armed(state.units[index], scene, index) or activated(state, scene, (index,)):
        return None
    return "6.2.1.1.3-inactive-unarmed", "without a combat unit in Command Range it shares in a road column only"


def partners(state: Position, scene: Scene, mine: Sequence[int]) -> dict[int, list[int]]:
    """Those of some units with which each of them could share a command as neighbours, in the order of the list.

    Any command but N/C: which of them could execute it is another question.

    Cases 6.2.1.1.3b, 6.2.1.1.3-recon-b.
    """
    if not controlled(state):
        return {index: [] for index in mine}
    able = [
        index
        for index in mine
        if _apart(state, scene, index, index) is None and _inactive_fault(state, scene, index) is None
    ]
    found: dict[int, list[int]] = {index: [] for index in mine}
    for index in able:
        formation = member_of(scene, index).formation
        found[index] = [
            other
            for other in able
            if other != index
            and member_of(scene, other).formation == formation
            and in_range(state, scene, other, index)
        ]
    return found


def column_partners(state: Position, scene: Scene, kind: str, index: int, others: Sequence[int]) -> list[int]:
    """Those of the others with which a unit could be in a column by a command of this kind (6.2.1.1.3-roads-a)."""
    if not _moves_only(scene, kind) or not controlled(state) or _apart(state, scene, index, index) is not None:
        return []
    return columns.chain(
        state, scene, index, [other for other in others if _apart(state, scene, index, other) is None]
    )  # fmt: skip


def share(state: PanzerState, scene: Scene, kind: str, members: Sequence[int]) -> None:
    """Notes that units share a command from now on, their order if they are a column, and if they must move as one.

    They must where the column alone lets them share: too far from one another, or unarmed ones that cannot all be
    active by this group.

    Cases 6.2.1.1.3c, 6.2.1.1.3-roads-a, 6.2.1.1.3-inactive-unarmed.
    """
    column = is_column(state, scene, kind, members)
    unarmed = [index for index in members if not armed(state.units[index], scene, index)]
    near = not _far_faults(state, scene, members) and len(activated(state, scene, unarmed)) == len(unarmed)
    for place, index in enumerate(members, 1):
        detail = detail_of(state.units[index])
        detail.group = min(members) + 1
        detail.column = place if column else 0
        detail.tied = True if column and not near else UNSET


def used(state: Position, scene: Scene, members: Iterable[int]) -> int:
    """How many of the commands of their formation these units have; one that is shared counts once (6.2.1.1.3d)."""
    found: set[tuple[str, int]] = set()
    for index in members:
        unit = state.units[index]
        group = detail_of(unit).group
        if unit.command in unique(scene) and not recon(scene, index):
            found.add(("group", group) if group else ("unit", index))
    return len(found)


def show(state: PanzerState, index: int, rule: str, doing: Doing) -> None:
    """Reveals a command that is executed, and with it all who share it: they have one counter (6.2.1.1.3c; Q13)."""
    members = sharing(state, index)
    combat.show(state, index, rule, doing)
    unit = state.units[index]
    fresh = not detail_of(unit).open
    for member in members:
        state.units[member].known = True
        detail_of(state.units[member]).open = True
    if fresh and len(members) > 1:
        names = " ".join([state.units[member].id for member in members])
        doing.emit("shared", "6.2.1.1.3c", (), unit=unit.id, units=names, command=unit.command)


# What a shared command asks: fire (6.2.1.1.4-firing).


def target_fault(state: Position, scene: Scene, index: int, targets: Iterable[int]) -> Fault | None:
    """Why units that share the command of a unit may not fire at these targets (6.2.1.1.4-firing-a; J6).

    All targets on which they announce fire this turn are within Command Range of one another, measured where they were
    at the announcement (6.2.1.1.4-firing-b; J3). Several may fire at one target (6.2.1.1.4-firing-c). `targets` are
    those of the group that are new.
    """
    if not detail_of(state.units[index]).group:
        return None
    reach = command_range(scene, index)
    cells = {cell_of(state, target) for target in targets}
    cells |= {cell for member in all_sharing(state, index) for cell in detail_of(state.units[member]).aims}
    far = max((scene.board.distance(one, other) for one in cells for other in cells), default=0)
    if far <= reach:
        return None
    return "6.2.1.1.4-firing-a", f"targets of a shared command are {far} hexes apart, the Command Range is {reach}"


def fits_targets(state: Position, scene: Scene, index: int, targets: Iterable[int]) -> bool:
    """Whether units that share the command of a unit may fire at all these targets."""
    return target_fault(state, scene, index, targets) is None


def note_aims(state: PanzerState, index: int, targets: Iterable[int]) -> None:
    """Remembers where the enemies are on whom a unit announces fire by its Fire or Short Halt command.

    Cases 6.2.1.1.4-firing-a, 6.2.1.1.4-firing-b.
    """
    detail = detail_of(state.units[index])
    detail.aims = tuple(sorted({*detail.aims, *[cell_of(state, target) for target in targets]}))


def all_sharing(state: Position, index: int) -> list[int]:
    """All who share a command, also those who are lost: what they have announced still counts.

    Cases 6.2.1.1.4-firing-a, 6.6.11a.
    """
    unit = state.units[index]
    group = detail_of(unit).group
    return [
        number
        for number, other in enumerate(state.units)
        if number == index or (group and detail_of(other).group == group)
    ]


# What a shared command asks: movement (6.2.1.1.4-moving).


def movers_of(state: Position, scene: Scene, index: int) -> list[int]:
    """Those who share a command to move and can: lost ones, those with Track hits and passengers drop out (J4).

    6.5.2.2.1g: the others leave behind who has lost a track. Suppressed and damaged units still count.

    Case 6.2.1.1.4-moving.
    """
    return [
        member
        for member in sharing(state, index)
        if state.units[member].status == ON_MAP
        and state.units[member].command in scene.moving
        and not detail_of(state.units[member]).track
    ]


def begun(state: Position, scene: Scene, side: str) -> list[int]:
    """The units that must move next: they share a command with one that has moved, and have not (J5).

    Case 6.2.1.1.4-moving.
    """
    for index, unit in enumerate(state.units):
        if unit.side == side and unit.moved:
            left = [member for member in movers_of(state, scene, index) if not state.units[member].moved]
            if left:
                return left
    return []


def move_order_faults(state: Position, scene: Scene, side: str, sequence: Sequence[int]) -> Faults:
    """What is wrong with the order in which units move: all who share a command do so without others between (J5).

    An order that names one of them names all that have not moved, so that their ends can be judged together.
    """
    wrong: Faults = []
    first = begun(state, scene, side)
    done: list[int] = []
    for place, index in enumerate(sequence):
        if index in done:
            continue
        left = [member for member in movers_of(state, scene, index) if not state.units[member].moved]
        left = left if index in left else [index]  # who cannot move has dropped out (J4)
        if place == 0 and first and index not in first:
            names = " and ".join([state.units[member].id for member in first])
            wrong.append((index, ("6.2.1.1.4-moving", f"{names} must move first: their group has begun to move")))
        together = sequence[place : place + len(left)]
        missing = [member for member in left if member not in together]
        wrong += [
            (member, ("6.2.1.1.4-moving", f"it shares its command with {state.units[index].id}: it moves with it"))
            for member in missing
        ]
        done += left
    return wrong


def end_range_fault(
    state: Position, scene: Scene, index: int, ends: Mapping[int, Cell], reach: Collection[Cell] = (),
    tracks: columns.Tracks = NO_TRACKS,
) -> Fault | None:  # fmt: skip
    """Why a unit may not end its move where `ends` says, for those of its group that move now (6.2.1.1.4-moving).

    Members that have moved count where they are; those yet to move, and not in `ends`, do not count yet (J3). A column
    that moves as one, as `tracks` tells, need not keep within Command Range (6.2.1.1.3-roads-b). `reach` are the hexes
    in which the unit could end its move: where none of them is within Command Range, it must come as near as it can
    (J4). Whoever shares only as a column must end as one (6.2.1.1.3-roads-a).
    """
    places = group_ends(state, scene, index, ends)
    if index in places and columns.tied(state.units[index]):
        return columns.follow_fault(state, scene, places, index, tracks, reach)
    here = places.pop(index, None)
    if here is None or not places:
        return None
    limit = command_range(scene, index)
    distance = scene.board.distance
    far = max(distance(here, cell) for cell in places.values())
    if far <= limit or _keeps_column(state, scene, {**places, index: here}, tracks):
        return None
    best = min((max(distance(cell, other) for other in places.values()) for cell in reach), default=limit)
    if best > limit:
        if far <= best:
            return None
        return "6.2.1.1.4-moving", f"it must end as near to those who share its command as it can: {best} hexes"
    other = next(member for member, cell in places.items() if distance(here, cell) == far)
    name = state.units[other].id
    return "6.2.1.1.4-moving", f"it ends {far} hexes from {name}, with which it shares a command; {limit} are allowed"


def group_ends(state: Position, scene: Scene, index: int, ends: Mapping[int, Cell]) -> dict[int, Cell]:
    """Where those of a unit's group are who have moved or move now; who leaves the map drops out.

    Cases 6.2.1.1.4-moving, 6.5.2.2.1g.
    """
    found = {}
    for member in movers_of(state, scene, index):
        unit = state.units[member]
        if member in ends:
            if ends[member] >= 0:
                found[member] = ends[member]
        elif unit.moved:
            found[member] = unit.cell
    return found


def _keeps_column(state: Position, scene: Scene, places: Mapping[int, Cell], tracks: columns.Tracks) -> bool:
    """Whether these units are a column and remain one: at the rate of the way and in their order.

    Cases 6.2.1.1.3-roads-a, 6.2.1.1.3-roads-b.
    """
    order = sorted(places, key=lambda member: detail_of(state.units[member]).column)
    if not all(detail_of(state.units[member]).column for member in order):
        return False
    if not all(tracks[member].at_rate for member in order if member in tracks):
        return False
    for ahead, behind in pairwise(order):
        if columns.passes(tracks.get(behind), tracks.get(ahead), places[ahead]):
            return False
    return columns.end_fault(state, scene, order, places) is None


def leave_column(state: PanzerState, index: int) -> None:
    """Notes that a unit has not moved as its column: its group is none any more, its Command Range counts.

    Case 6.2.1.1.3-roads-a.
    """
    for member in all_sharing(state, index):
        detail_of(state.units[member]).column = 0


# What a shared command asks: overwatch (6.2.1.1.4-overwatch).


def spend_watch(state: PanzerState, shooters: Collection[int], doing: Doing) -> None:
    """Ends the overwatch of those who share a command with a shooter and do not fire (6.2.1.1.4-overwatch-b; G10)."""
    others = {member for index in shooters for member in sharing(state, index)} - set(shooters)
    for index in sorted(others):
        unit = state.units[index]
        detail = detail_of(unit)
        if not detail.spent:
            detail.spent = unit.known = detail.open = True
            doing.emit("spent", "6.2.1.1.4-overwatch-b", (), unit=unit.id)
