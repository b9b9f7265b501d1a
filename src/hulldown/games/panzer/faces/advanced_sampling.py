"""What is drawn anew for the enemy in the Advanced Game: commands with those who share them, and who rides where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.arsenal import fits
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.faces.advanced_view import hidden
from hulldown.games.panzer.rules.advanced.play import commands, control, firing, moving
from hulldown.games.panzer.rules.advanced.play.facts import armed, card_of, detail_of, member_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import screens
from hulldown.games.panzer.rules.advanced.play.manners import LOADED, SERVED
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT
from hulldown.games.panzer.rules.verbs.kinds import NO_COMMAND


class Over(NamedTuple):
    """Whether a side's Direct Fire and its movement are over."""

    fire: bool
    movement: bool


class Drawn(NamedTuple):
    """A command that was drawn, and the units that have it."""

    kind: str
    members: list[int]


def draw_orders(state: PanzerState, scene: Scene, foe: str, rng: Random) -> Order:
    """Commands for an enemy that has already placed them, unseen."""
    mine = commands.commandable(state, scene.scenario, foe)
    options = {index: list(commands.allowed(state, scene, index)) for index in mine}
    names = [unit.id for unit in state.units]
    return Order(
        COMMAND,
        tuple(
            Task(names[drawn.members[0]], drawn.kind, targets=tuple([names[index] for index in drawn.members[1:]]))
            for drawn in _draw(state, scene, foe, options, "", rng)
        ),
    )


def draw_commands(state: PanzerState, scene: Scene, foe: str, face_down: str, over: Over, rng: Random) -> None:
    """Puts a command in place of each face-down one, some of them shared.

    4.2.1d: after a side's own step no Fire, Short Halt or Move can be left face down. While it announces its fire a
    Fire or Short Halt still has a target on which no fire was announced (4.4.1j).
    """
    unseen = [index for index, unit in enumerate(state.units) if unit.command == face_down]
    options: dict[int, list[str]] = {}
    for index in unseen:
        state.units[index].command = NO_COMMAND
        shut = _shut(state, scene, index, over)
        options[index] = [kind for kind in commands.allowed(state, scene, index) if kind not in shut] or [NO_COMMAND]
    for drawn in _draw(state, scene, foe, options, _obliged(state, scene, foe), rng):
        for index in drawn.members:
            state.units[index].command = drawn.kind
        if len(drawn.members) > 1:
            control.share(state, scene, drawn.kind, drawn.members)


def _shut(state: PanzerState, scene: Scene, index: int, over: Over) -> frozenset[str]:
    """The commands that a unit cannot have any more, as nobody has seen its command.

    Who moves by a command shows it (4.5f): a carrier that loads, has loaded or was served face down has none (N2).
    """
    unit, mover = state.units[index], state.mover
    served = unit.moved or detail_of(unit).manner in (LOADED, SERVED) or (mover is not None and mover.unit == index)
    shut: frozenset[str] = frozenset()
    if over.fire or not _has_target(state, scene, index):
        shut |= scene.shooting
    if over.movement or served:
        shut |= scene.moving
    return shut


def _has_target(state: PanzerState, scene: Scene, index: int) -> bool:
    if screens.able(state, scene, index) and detail_of(state.units[index]).held != state.turn:
        return True
    return any(target not in state.engaged for target in firing.targets_of(state, scene, index))


def _obliged(state: PanzerState, scene: Scene, foe: str) -> str:
    """The kind of decision that the enemy owes and that no command seen so far explains; "" where there is none."""
    frame = state.stack[-1]
    if foe not in frame.owing:
        return ""
    kind = scene.rules.questions[frame.step].kind
    if kind == FIRING and not firing.shooters(state, scene, foe) and not screens.ready(state, scene, foe):
        return kind
    if kind == MOVEMENT and not moving.to_move(state, scene, foe):
        return kind
    return ""


def _draw(
    state: PanzerState, scene: Scene, foe: str, options: Mapping[int, list[str]], owed: str, rng: Random
) -> list[Drawn]:
    """Commands for units, no more than their formations have; one of them explains what the enemy owes."""
    left = _left(state, scene, foe)
    found: list[Drawn] = []
    order = sorted(options)
    rng.shuffle(order)
    wanted = scene.shooting if owed == FIRING else scene.moving if owed == MOVEMENT else frozenset()
    for index in order:
        kinds = [kind for kind in options[index] if kind in wanted]
        if kinds:
            found.append(Drawn(rng.choice(kinds), [index]))
            left[member_of(scene, index).formation] -= 1
            order.remove(index)
            break
    for index in order:
        _give(state, scene, found, left, index, options[index], rng)
    return found


def _left(state: PanzerState, scene: Scene, foe: str) -> dict[str, int]:
    """How many commands each formation has besides those that were seen."""
    found = {}
    numbers = control.available(state, scene, foe)
    for name, members in control.formations(scene, foe).items():
        found[name] = int(numbers[name].value) - control.used(state, scene, members)
    return found


def _give(
    state: PanzerState, scene: Scene, found: list[Drawn], left: dict[str, int], index: int, kinds: list[str],
    rng: Random,
) -> None:  # fmt: skip
    """Draws a command for one unit: its own where its formation has one left, or one that it can share."""
    kind = rng.choice(kinds)
    free = control.recon(scene, index) or state.units[index].status != ON_MAP or not control.controlled(state)
    if kind not in control.unique(scene):
        return
    if free:
        found.append(Drawn(kind, [index]))
        return
    formation = member_of(scene, index).formation
    ways = [drawn for drawn in found if drawn.kind in kinds and _joins(state, scene, drawn, index)]
    if ways and (left[formation] <= 0 or rng.random() < 0.5):
        rng.choice(ways).members.append(index)
    elif left[formation] > 0:
        left[formation] -= 1
        found.append(Drawn(kind, [index]))


def _joins(state: PanzerState, scene: Scene, drawn: Drawn, index: int) -> bool:
    """Whether a combat unit can join others that have a command; unarmed ones are left alone."""
    members = (*drawn.members, index)
    combat = all(armed(state.units[member], scene, member) for member in members)
    return combat and not control.group_faults(state, scene, drawn.kind, members)


# Who rides where.


def deal_loads(state: PanzerState, told: Mapping[str, int], foe: str, rng: Random) -> None:
    """Gives every hidden passenger of the enemy a carrier, so that each that is spotted has the load it shows (Q11)."""
    riders = [index for index, unit in enumerate(state.units) if unit.side == foe and hidden(unit)]
    if not riders:
        return
    carriers = _carriers(state, foe)
    aboard = {index: _shown_on(state, index) for index in carriers}
    spotted = _spotted(state, foe)
    slots = [
        index
        for index in carriers
        if index in spotted
        for _ in range(told.get(state.units[index].id, 0) - len(aboard[index]))
    ]
    others = [index for index in carriers if index not in spotted]
    rng.shuffle(riders)
    rng.shuffle(others)
    if not Seats(state, aboard, others).fill(slots, riders):
        raise ValueError(f"the passengers of the {foe} side fit on none of its vehicles")
    _board(state, aboard)


def _spotted(state: PanzerState, foe: str) -> set[int]:
    """The units of a side that the other one sees."""
    return {index for unit in state.units if unit.side != foe for index in unit.sees}


def _board(state: PanzerState, aboard: Mapping[int, list[int]]) -> None:
    """Puts the hidden passengers where they were dealt; who rides sees what the carrier sees."""
    for carrier, loads in aboard.items():
        for rider in loads:
            if hidden(state.units[rider]):
                detail_of(state.units[rider]).carrier = carrier
                state.units[rider].sees = state.units[carrier].sees


def _carriers(state: PanzerState, side: str) -> list[int]:
    """The vehicles of a side that can carry somebody."""
    found = []
    for index, unit in enumerate(state.units):
        vehicle = vehicle_of(unit)
        if unit.side == side and unit.status == ON_MAP and vehicle is not None and any(vehicle.transport):
            found.append(index)
    return found


def _shown_on(state: PanzerState, carrier: int) -> list[int]:
    """The passengers of a carrier that the viewer knows."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.status == CARRIED and detail_of(unit).carrier == carrier and not hidden(unit)
    ]


class Seats:
    """The passengers of each carrier while they are dealt; `others` are carriers whose load is not known."""

    def __init__(self, state: PanzerState, aboard: dict[int, list[int]], others: Sequence[int]) -> None:
        self.state = state
        self.aboard = aboard
        self.others = others

    def fill(self, slots: list[int], riders: list[int]) -> bool:
        """Seats all riders: first one in each slot, the rest on other carriers; False where there is no way."""
        if not riders:
            return not slots
        if slots:
            pairs = [(slots[0], rider) for rider in self._different(riders)]
        else:
            pairs = [(carrier, riders[0]) for carrier in self.others]
        for carrier, rider in pairs:
            if self._room(carrier, rider):
                self.aboard[carrier].append(rider)
                if self.fill(slots[1:], [other for other in riders if other != rider]):
                    return True
                self.aboard[carrier].pop()
        return False

    def _different(self, riders: list[int]) -> list[int]:
        """One rider of each card: the others would fit in the same way."""
        return list({self.state.units[rider].type: rider for rider in reversed(riders)}.values())

    def _room(self, carrier: int, rider: int) -> bool:
        vehicle = card_of(self.state.units[carrier])
        cards = [card_of(self.state.units[index]) for index in (*self.aboard[carrier], rider)]
        loads = [card for card in cards if isinstance(card, Towed | LegUnit)]
        return isinstance(vehicle, Vehicle) and len(loads) == len(cards) and fits(vehicle, loads)
