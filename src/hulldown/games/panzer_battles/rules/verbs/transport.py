"""MOUNT, DISMOUNT, LIMBER and UNLIMBER: infantry on vehicles, guns in tow (16.1, 16.3)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.data.terrain import effects
from hulldown.games.panzer_battles.rules import commands, observing
from hulldown.games.panzer_battles.rules.casualties import known_to
from hulldown.games.panzer_battles.rules.planning import RISING, TIRED, Planning
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    NOBODY,
    ON_MAP,
    BattleState,
    March,
    Unit,
    companions,
    friends_in,
    index_of,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import CHANGE, MOVEMENT, BattleVerb, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import DISMOUNT, LIMBER, MOUNT, RALLY, UNLIMBER

LEAVE: Final = "leave steps"
"""Steps for which there is no room are given up (16.15)."""


def unfit(planning: Planning, points: int, act: str) -> Fault | None:
    """Why a unit cannot take part in mounting or dismounting; None if it can (16.11; TRN-3, TRN-4, TRN-15)."""
    unit = planning.unit
    if unit.status != ON_MAP or unit.engaged:
        return "16.12a", f"it cannot {act} now"
    if unit.command == RALLY:
        return "5.5b", "a unit that rallies does nothing else"
    if unit.suppressed:
        return ("8.61B" if planning.kind.vehicle else "8.62Ba"), "it is suppressed"
    if planning.kind.infantry and unit.fatigue >= TIRED:
        return "6.75a", "it is too tired to spend points"
    if unit.rooted or planning.left() < points:
        return "16.11a", f"it needs {points} points"
    return None


def free_carriers(planning: Planning) -> list[int]:
    """The carriers in its hex that have nothing aboard (TRN-1) and can take a unit aboard now."""
    state, unit = planning.state, planning.unit
    price = effects()["mount"].vehicle
    return [
        at
        for at in friends_in(state, unit.side, unit.cell)
        if traits(state.units[at].type).carries
        and not any(traits(state.units[load].type).infantry for load in companions(state, at))
        and unfit(Planning(state, planning.scene, at), price, "take it aboard") is None
    ]


def boarding(unit: Unit) -> int:
    """The points for infantry to mount: one more out of defilade (16.11a, 15.42)."""
    return effects()["mount"].infantry + (RISING if unit.defilade >= 0 else 0)


def pay(planning: Planning, points: int) -> None:
    """Takes the points of a change of status from a unit, which has taken the part of a Bound or of an Overwatch.

    CMD-6: the Bound part, unless the company would be left without a watch.
    """
    unit = planning.unit
    unit.spent += points
    unit.changed = True
    # TRN-4: on Overwatch it pays and stays; what is left serves for more of the kind, or for defilade (5.23a, 5.24a).
    bounds = commands.may_bound(planning.state, planning.index)
    commands.commit(unit, commands.AS_BOUND if bounds else commands.AS_WATCH)


class Mount(BattleVerb):
    """Infantry gets onto vehicles in its hex (5.13C, 16.11), before or after both have moved (16.12b).

    5.24a: also onto vehicles that are on Overwatch.
    """

    def __init__(self) -> None:
        super().__init__(MOUNT, CHANGE, "Mount", "16.11a", (MOVEMENT,))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        if self._barred(planning) is not None:
            return ()
        state = planning.state
        room: list[str] = []
        tight: list[str] = []
        for at in free_carriers(planning):
            fits = planning.unit.strength <= state.units[at].strength
            (room if fits else tight).append(state.units[at].id)
        found = [Option(MOUNT, "16.11a", targets=tuple(room))] if room else []
        if tight:
            found.append(Option(MOUNT, "16.15a", targets=tuple(tight), choices=(LEAVE,)))
        return tuple(found)

    def _barred(self, planning: Planning) -> Fault | None:
        if not planning.scene.scenario.special.transport or not planning.kind.infantry or planning.unit.carrier >= 0:
            return "16.1a", "only infantry on foot mounts"
        return unfit(planning, boarding(planning.unit), "mount")

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        fault = self._barred(planning)
        if fault is not None:
            return fault
        carrier = index_of(planning.state, task.targets[0]) if len(task.targets) == 1 else -1
        if carrier not in free_carriers(planning) or task.cells or task.facing >= 0:
            return "16.12a", "name an empty carrier in its hex that has the points"
        room = planning.state.units[carrier].strength
        if planning.unit.strength > room and task.choice != LEAVE:
            return "16.13", f"there is room for {room} steps; say {LEAVE!r} to give up the others"
        return ("16.11a", "nothing follows it") if task.choice not in ("", LEAVE) else None

    def begin(self, planning: Planning, task: Task) -> March:
        return March(MOUNT, (planning.index,), partner=index_of(planning.state, task.targets[0]))

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        index, carrier = march.units[0], march.partner
        unit, vehicle = state.units[index], state.units[carrier]
        if vehicle.status != ON_MAP or unit.suppressed or vehicle.suppressed:
            # Fire has come between. Vehicles lost suppress the others, so no step goes that was not offered (16.15a).
            return True
        left = max(0, unit.strength - vehicle.strength)
        pay(Planning(state, scene, index), boarding(unit))
        pay(Planning(state, scene, carrier), effects()["mount"].vehicle)
        if left:
            # 16.15b, TRN-11: no points and no check, but it counts for later checks.
            unit.strength -= left
            state.companies[unit.company].lost += left
        unit.carrier, unit.defilade, unit.column = carrier, NOBODY, False
        doing.emit("mounted", "16.11a", known_to(vehicle), unit=unit.id, side=unit.side, carrier=vehicle.id, left=left)
        observing.conceal(state, unit)
        return True


class Dismount(BattleVerb):
    """Infantry gets off its vehicles (5.13C, 16.11), on Overwatch too (5.24b)."""

    def __init__(self) -> None:
        super().__init__(DISMOUNT, CHANGE, "Dismount", "16.11a", (MOVEMENT,))

    def _barred(self, planning: Planning) -> Fault | None:
        unit = planning.unit
        if unit.carrier < 0 or not planning.kind.infantry or unit.status != ON_MAP:
            return "16.1a", "it is not mounted"
        price = effects()["dismount"]
        carrier = Planning(planning.state, planning.scene, unit.carrier)
        return unfit(planning, price.infantry, "dismount") or unfit(carrier, price.vehicle, "let it off")

    def options(self, planning: Planning) -> tuple[Option, ...]:
        return (Option(DISMOUNT, "16.11a"),) if self._barred(planning) is None else ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        if task.cells or task.targets or task.choice or task.facing >= 0:
            return "16.11a", "nothing follows it"
        return self._barred(planning)

    def begin(self, planning: Planning, task: Task) -> March:
        return March(DISMOUNT, (planning.unit.carrier,), partner=planning.index)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        carrier, index = march.units[0], march.partner
        unit, vehicle = state.units[index], state.units[carrier]
        if unit.status != ON_MAP or vehicle.status != ON_MAP or vehicle.suppressed:
            return True
        pay(Planning(state, scene, index), effects()["dismount"].infantry)
        pay(Planning(state, scene, carrier), effects()["dismount"].vehicle)
        unit.carrier, unit.cell = NOBODY, vehicle.cell
        if unit.origin < 0:
            unit.origin = vehicle.cell
        doing.emit("dismounted", "16.11a", known_to(vehicle), unit=unit.id, side=unit.side, carrier=vehicle.id)
        _put_down(state, scene, unit, vehicle, doing)
        return True


def _put_down(state: BattleState, scene: Scene, unit: Unit, vehicle: Unit, doing: Doing) -> None:
    """Lays the counter of what was carried beside that of its vehicle, if that lies on the map (16.11; DUM-7)."""
    if vehicle.tag:
        observing.surface(state, scene, unit, doing)


class Limber(BattleVerb):
    """A gun is made ready to be towed, or to fire: a whole Segment for gun and halftrack (5.13E, 16.3, 16.31).

    16.34: nobody asks for a crew.
    """

    def __init__(self, kind: str, name: str, attach: bool) -> None:
        super().__init__(kind, CHANGE, name, "16.3b", (MOVEMENT,))
        self.attach = attach

    def partners(self, planning: Planning) -> list[int]:
        """The halftracks that can do it with a gun now."""
        state, unit = planning.state, planning.unit
        if not planning.kind.gun or unit.status != ON_MAP or unit.engaged or (unit.carrier >= 0) == self.attach:
            return []
        if not commands.may_bound(state, planning.index) or unit.changed:
            return []
        found = friends_in(state, unit.side, unit.cell) if self.attach else [unit.carrier]
        return [at for at in found if self._able(planning, at)]

    def _able(self, planning: Planning, at: int) -> bool:
        state, tractor = planning.state, planning.state.units[at]
        towing = any(traits(state.units[load].type).gun for load in companions(state, at))
        return (
            traits(tractor.type).carries
            and commands.may_bound(state, at)
            and not tractor.rooted
            and tractor.spent == 0
            and not tractor.moved
            and not tractor.engaged
            and towing != self.attach
            and tractor.strength >= planning.unit.strength
        )

    def options(self, planning: Planning) -> tuple[Option, ...]:
        able = self.partners(planning)
        return (
            (Option(self.kind, self.rule, targets=tuple([planning.state.units[at].id for at in able])),) if able else ()
        )

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        able = {planning.state.units[at].id for at in self.partners(planning)}
        if len(task.targets) != 1 or task.targets[0] not in able or task.cells or task.choice or task.facing >= 0:
            return "16.31", "gun and halftrack need a Bound command, the same hex and a whole Segment"
        return None

    def begin(self, planning: Planning, task: Task) -> March:
        return March(self.kind, (planning.index,), partner=index_of(planning.state, task.targets[0]))

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        gun, tractor = state.units[march.units[0]], state.units[march.partner]
        if gun.status != ON_MAP or tractor.status != ON_MAP or tractor.strength < gun.strength:
            # Fire has come between; each vehicle tows one gun (16.32a).
            return True
        for unit in (gun, tractor):
            unit.changed = unit.rooted = True
        gun.carrier, gun.defilade = (march.partner if self.attach else NOBODY), NOBODY
        event = "limbered" if self.attach else "unlimbered"
        doing.emit(event, self.rule, known_to(tractor), unit=gun.id, side=gun.side, carrier=tractor.id)
        if self.attach:
            observing.conceal(state, gun)
        else:
            gun.cell = tractor.cell
            _put_down(state, scene, gun, tractor, doing)
        return True


VERBS: Final[tuple[BattleVerb, ...]] = (
    Mount(), Dismount(), Limber(LIMBER, "Limber", True), Limber(UNLIMBER, "Unlimber", False),
)  # fmt: skip
