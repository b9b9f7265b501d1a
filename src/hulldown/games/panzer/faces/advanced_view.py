"""What a view shows of the Advanced Game besides: who shares commands, who rides where, how units are (Q11 to Q13).

Hidden from the enemy are the groups whose command nobody has executed, and in which carrier a passenger rides that has
neither fired nor dismounted. Everything else about units and terrain counters is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from hulldown.core.game import Group, Marker
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.roster import COMMAND_LABEL
from hulldown.games.panzer.faces.advanced_face import short_of
from hulldown.games.panzer.rules.advanced.pieces import (
    ENTRENCHMENT,
    HULL_DOWN,
    IMPROVED,
    NOBODY,
    ON,
    PARTIAL,
    RUBBLE,
    Detail,
    Work,
)
from hulldown.games.panzer.rules.advanced.play import control, halts, supply, transport
from hulldown.games.panzer.rules.advanced.play.assault import overrunning, storming
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of, member_of, passengers
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import arms_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, OFF_MAP, ON_MAP, PanzerState, Unit
from hulldown.games.panzer.rules.verbs.base import COMMAND

SUPPRESSED: Final = "suppressed"
RECOVERING: Final = "suppressed/off"
TRACK: Final = "track"
FULL_COVER: Final = "full cover"
PARTLY: Final = "partial hull down"
INSIDE: Final = "inside"
UPPER: Final = "upper floor"
ENTRENCHED: Final = "entrenched"
DUG_IN: Final = "improved position"
LOAD: Final = "load"
ROOM: Final = "room"
SPENT: Final = "spent"
DIGGING: Final = "digging"
SUPPLIED: Final = "supplied"
SHORT: Final = "short"
HALF: Final = "half-squad"
ARM: Final = "arm"
"""With the name of a crew-served weapon behind it."""


def mask(unit: Unit, detail: Detail) -> None:
    """Takes from the copy of an enemy unit what its owner alone knows."""
    if not detail.open:
        detail.group = detail.column = 0
        detail.tied = UNSET
    if hidden(unit):
        detail.carrier, unit.cell, unit.facing, unit.sees = NOBODY, OFF_MAP, 0, ()


def hidden(unit: Unit) -> bool:
    """Whether the enemy does not know where a unit is: a passenger that was not shown (Q11)."""
    return unit.status == CARRIED and not detail_of(unit).shown


def loads(state: PanzerState, side: str | None) -> dict[str, int]:
    """How many passengers each carrier has, as far as a viewer knows: those of others while they are spotted (Q11)."""
    spotted = {index for unit in state.units for index in unit.sees}
    aboard = Counter(detail_of(unit).carrier for unit in state.units if unit.status == CARRIED)
    # In the order of the carriers: that of the passengers would tell who they are.
    return {
        carrier.id: aboard[place]
        for place, carrier in enumerate(state.units)
        if aboard[place] and (carrier.side == side or place in spotted)
    }


def marks(units: Sequence[Unit], works: Sequence[Work], aboard: dict[str, int]) -> dict[str, tuple[str, ...]]:
    """The marks of each unit besides those of the Basic Game."""
    posts = {work.unit: work for work in works if work.unit != NOBODY}
    found = {}
    for index, unit in enumerate(units):
        detail = detail_of(unit)
        load, post = aboard.get(unit.id, 0), posts.get(index)
        kind, progress = (post.kind, post.progress) if post is not None else ("", 0)
        states = (
            (SUPPRESSED, detail.suppressed == ON),
            (RECOVERING, bool(detail.suppressed) and detail.suppressed != ON),
            (TRACK, detail.track),
            (FULL_COVER, detail.full_cover),
            (HULL_DOWN, detail.hull_down == HULL_DOWN),
            (PARTLY, detail.hull_down == PARTIAL),
            (INSIDE, detail.inside),
            (UPPER, detail.upper),
            (ENTRENCHED, kind == ENTRENCHMENT and not progress),
            (f"{DIGGING} {progress}", kind == ENTRENCHMENT and progress > 0),
            (DUG_IN, kind == IMPROVED),
            (SPENT, detail.spent),
            (f"{LOAD} {load}", load > 0),
        )
        found[unit.id] = tuple([mark for mark, held in states if held])
    return found


def kit(state: PanzerState, scene: Scene, side: str | None) -> dict[str, tuple[str, ...]]:
    """The marks for what units are and have: their size, crew-served weapons; of one's own also room and supply."""
    found = {}
    for index, unit in enumerate(state.units):
        if unit.status != ON_MAP:
            continue
        card = card_of(unit)
        words = [HALF] if isinstance(card, LegUnit) and card.size.name == HALF else []
        words += [f"{ARM} {weapon.name}" for weapon in member_of(scene, index).weapons]
        if unit.side == side:
            words += [ROOM] if any(transport.room_left(state, index)) else []
            if supply.rationed(state, scene, index):
                words.append(SUPPLIED if supply.in_supply(state, scene, index) else SHORT)
        found[unit.id] = tuple(words)
    return found


def arms(state: PanzerState, scene: Scene, side: str | None) -> dict[str, tuple[str, ...]]:
    """The weapons of a side's own units by the names that orders and presets use."""
    return {
        unit.id: tuple([arm.name for arm in arms_of(state, scene, index)])
        for index, unit in enumerate(state.units)
        if unit.side == side and unit.status in (ON_MAP, CARRIED)
    }


def stops(state: PanzerState, scene: Scene, side: str) -> dict[str, tuple[str, ...]]:
    """What each carrier of a side that may move can do on its way: put down, take aboard, let bail out (6.6.7.1)."""
    found = {}
    for index, unit in enumerate(state.units):
        if unit.side != side or unit.status != ON_MAP or unit.command not in scene.moving or unit.moved:
            continue
        here = (unit.cell, unit.cell)
        aboard = passengers(state, index)
        words = [halts.written((halts.DROP, state.units[one].id)) for one in aboard
                 if transport.dismount_fault(state, scene, index, one, here) is None]  # fmt: skip
        words += [halts.stormed(state.units[aim.passenger].id, state.units[aim.target].id)
                  for aim in storming.aims_of(state, scene, index, aboard)]  # fmt: skip
        words += [halts.written((halts.BAIL, state.units[one].id)) for one in aboard
                  if transport.bail_fault(state, index, one) is None]  # fmt: skip
        words += [halts.written((halts.LOAD, other.id)) for one, other in enumerate(state.units)
                  if transport.mount_fault(state, scene, index, one, other.cell) is None]  # fmt: skip
        words += [halts.written((halts.OVERRUN, state.units[one].id))
                  for one in overrunning.targets_of(state, scene, index)]  # fmt: skip
        if words:
            found[unit.id] = tuple(words)
    return found


def markers(scene: Scene, works: Sequence[Work]) -> tuple[Marker, ...]:
    """Tall buildings that still stand, and the terrain counters; an entrenchment with how far it is dug."""
    fallen = {work.cell for work in works if work.kind == RUBBLE}
    tall = [Marker(f"{high} storeys", cell) for cell, high in sorted(scene.ground.storeys.items())
            if high > 1 and cell not in fallen]  # fmt: skip
    kinds = [f"{work.kind} {work.progress}" if work.progress else work.kind for work in works]
    return (*tall, *(Marker(kind, work.cell) for kind, work in zip(kinds, works, strict=True)))


def groups(state: PanzerState, scene: Scene, side: str | None, units: Sequence[Unit]) -> tuple[Group, ...]:
    """A side's formations with their commands, then all groups that share one; `units` are as the viewer knows them."""
    found = []
    if side and control.controlled(state):
        numbers = control.available(state, scene, side)
        for name, members in control.formations(scene, side).items():
            found.append(_formation(state, scene, name, members, int(numbers[name].value)))
    shared: dict[tuple[str, int], list[Unit]] = {}
    for unit in units:
        if detail_of(unit).group and unit.status in (ON_MAP, CARRIED):
            shared.setdefault((unit.side, detail_of(unit).group), []).append(unit)
    for (owner, number), sharers in shared.items():
        names = tuple([unit.id for unit in sharers])
        verb = scene.rules.verbs.get(sharers[0].command)
        name = f"Shared {verb.name}" if verb is not None else "Shared command"
        found.append(Group(f"{owner} command {number}", name, names, what="one command for all of them"))
    return tuple(found)


def _formation(state: PanzerState, scene: Scene, name: str, members: list[int], number: int) -> Group:
    """A formation as its owner sees it: its grade, its commands, how far it can share them (6.2d)."""
    there = [index for index in members if state.units[index].status in (ON_MAP, CARRIED)]
    chiefs = [state.units[index].id for index in there if member_of(scene, index).labelled(COMMAND_LABEL)]
    grade = member_of(scene, members[0]).formation_grade
    asked = state.stack[-1].step == COMMAND
    told = number if asked else control.used(state, scene, members)
    what = f"{grade}; Command Range {control.command_range(scene, members[0])}; "
    what += f"{told} command{'' if told == 1 else 's'}{'' if asked else ' placed'}"
    names = tuple([state.units[index].id for index in there])
    if not asked:
        return Group(name, name, names, chiefs[0] if chiefs else "", what)
    free = [index for index in there if control.recon(scene, index)]
    spare = tuple([state.units[index].id for index in free])
    return Group(name, name, names, chiefs[0] if chiefs else "", what, most=number, free=spare)


def notes(state: PanzerState, scene: Scene, side: str | None, units: Sequence[Unit]) -> dict[str, str]:
    """What is to be known of units in words: labels, who rides on them. Its group tells the formation."""
    found = {}
    riders: dict[int, list[str]] = {}
    for unit in units:
        if unit.status == CARRIED and detail_of(unit).carrier != NOBODY:
            riders.setdefault(detail_of(unit).carrier, []).append(f"{unit.id} {short_of(unit.type)}")
    for index, unit in enumerate(units):
        if unit.status != ON_MAP:
            if unit.status == CARRIED and detail_of(unit).carrier != NOBODY:
                found[unit.id] = f"aboard {units[detail_of(unit).carrier].id}"
            continue
        member = member_of(scene, index)
        words = list(member.labels)
        if index in riders:
            words.append("carries " + ", ".join(riders[index]))
            words += _room(transport.room_left(state, index)) if unit.side == side else []
        if words:
            found[unit.id] = "; ".join(words)
    return found


def _room(left: tuple[int, int]) -> list[str]:
    """The capacity that a carrier has left, as its card prints it."""
    return [f"room left {left[0]}-{left[1]}"] if any(left) else []
