"""MOVE, REVERSE and TURN: going from hex to hex, one hex back, and turning in place (6.0, 11.1, 11.2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Option, PathDomain
from hulldown.core.hex import OPPOSITE
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules.arcs import FACINGS
from hulldown.games.panzer_battles.rules.moving import end_fault, path_fault, step
from hulldown.games.panzer_battles.rules.planning import CHARGE, DOUBLE, RISING, Planning, paces, table
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import OFF, ON_MAP, BattleState, March, Unit, index_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import DRIVE, FACING, MOVEMENT, TURNING, BattleVerb, Fault
from hulldown.games.panzer_battles.rules.verbs.kinds import MOVE, REVERSE, TURN

EXIT: Final = "exit"
_UNTIED: Final = ("6.45a", "it cannot move together with it: another hex or company, or its command keeps it")


def mates(planning: Planning) -> list[int]:
    """The units that may move together with one: of its company, in its hex or place of a queue (6.13, 6.45; MOV-6).

    Each pays for itself, at its own rate and pace; they go as far as all of them can.
    """
    state, unit = planning.state, planning.unit
    if planning.kind.dummy or planning.kind.gun:
        return []
    found = []
    for at in state.companies[unit.company].members:
        other = state.units[at]
        here = (other.cell, other.status, other.entry, other.place) == (unit.cell, unit.status, unit.entry, unit.place)
        if at != planning.index and here and not traits(other.type).gun:
            them = Planning(state, planning.scene, at)
            if them.tied() is None and them.bound() is None:
                found.append(at)
    return found


def _own_pace(unit: Unit, pace: str) -> str:
    """The pace of a unit in a group that hurries: it goes along as it can (6.72a)."""
    return pace if pace in paces(unit) else ""


class Move(BattleVerb):
    """A unit goes along the hexes that its task names, alone or together with others."""

    def __init__(self) -> None:
        super().__init__(MOVE, DRIVE, "Move", "6.0-proc-1", (MOVEMENT,))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        unit, scene = planning.unit, planning.scene
        if planning.tied() is not None or planning.bound() is not None or planning.kind.gun:
            return ()
        if unit.status == OFF and not scene.may_enter(planning.state, planning.index):
            return ()
        words: list[str] = [EXIT] if scene.exits(unit.side) else []
        together = tuple([planning.state.units[at].id for at in mates(planning)])
        found = []
        for pace in ("", *paces(unit)):
            domain = self._domain(planning, planning.left(pace))
            if domain is not None:
                choices = (pace,) if pace else tuple(words) if domain.exits else ()
                found.append(Option(MOVE, "6.0-proc-1", path=domain, choices=choices, targets=together))
        return tuple(found)

    def _domain(self, planning: Planning, left: int) -> PathDomain | None:
        unit, scene = planning.unit, planning.scene
        if unit.status == OFF:
            ahead = scene.entry_price(unit) - scene.entry_price(unit, 1)
            if left < scene.entry_price(unit):
                return None
            return PathDomain(
                -1, left - ahead, table(unit), entries=(unit.entry,), entering=f"enter {table(unit)}",
            )  # fmt: skip
        if planning.kind.infantry and unit.defilade >= 0:
            left -= RISING
        least = planning.kind.vehicle and unit.spent == 0
        if left <= 0 and not least:
            return None
        return PathDomain(
            unit.cell, max(left, 0), table(unit), exits=scene.exits(unit.side), least=least, begun=unit.spent > 0,
            leaving=f"leave {table(unit)}" if scene.exits(unit.side) else "",
        )  # fmt: skip

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        fault = planning.tied() or planning.bound()
        if fault is not None:
            return fault
        if planning.kind.gun:
            return "16.4", "a gun has no movement of its own"
        unit, words = planning.unit, task.choice.split()
        if unit.status == OFF and not planning.scene.may_enter(planning.state, planning.index):
            return "19.24", "it is not its turn to come onto the map"
        if task.facing >= 0 or set(words) - {EXIT, DOUBLE, CHARGE}:
            return "6.0-proc-1", "a move is a path, with double, charge or exit behind it"
        pace = next((word for word in words if word != EXIT), "")
        if pace and pace not in paces(unit):
            return "6.72a" if pace == CHARGE else "6.75a", f"it cannot {pace} now"
        if not task.cells and EXIT not in words:
            return "6.0-proc-1", "name the hexes to go through"
        return self._group_fault(planning, task, pace, EXIT in words)

    def _group_fault(self, planning: Planning, task: Task, pace: str, leaves: bool) -> Fault | None:
        """What is wrong with the path for the unit, or for one of those that it takes along."""
        able = {planning.state.units[at].id for at in mates(planning)}
        if len(set(task.targets)) < len(task.targets) or set(task.targets) - able:
            return _UNTIED
        for at in (planning.index, *(index_of(planning.state, name) for name in task.targets)):
            one = Planning(planning.state, planning.scene, at)
            fault = path_fault(one, task.cells, _own_pace(one.unit, pace), leaves)
            if fault is not None:
                return fault
        return None

    def begin(self, planning: Planning, task: Task) -> March:
        words = task.choice.split()
        group = (planning.index, *(index_of(planning.state, name) for name in task.targets))
        pace = next((word for word in words if word != EXIT), "")
        for at in group:
            unit = planning.state.units[at]
            unit.pace = unit.pace or _own_pace(unit, pace)
        return March(MOVE, group, list(task.cells), EXIT in words)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        return not step(state, scene, march, doing)


class Back(BattleVerb):
    """A vehicle backs one hex, for its whole allowance (11.13a)."""

    def __init__(self) -> None:
        super().__init__(REVERSE, DRIVE, "Reverse", "11.13a", (MOVEMENT,))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        behind = self._behind(planning)
        together = tuple([planning.state.units[at].id for at in self._mates(planning)])
        return (Option(REVERSE, "11.13a", cells=(behind,), targets=together),) if behind >= 0 else ()

    def _mates(self, planning: Planning) -> list[int]:
        """The units that may back together with one: vehicles that have not moved and face the same way (6.45a)."""
        units = planning.state.units
        return [
            at
            for at in mates(planning)
            if units[at].facing == planning.unit.facing and not units[at].spent and traits(units[at].type).vehicle
        ]

    def _behind(self, planning: Planning) -> int:
        """The hex behind a vehicle that can still back into it, or -1."""
        unit = planning.unit
        if planning.tied() is not None or planning.bound() is not None or unit.status != ON_MAP:
            return -1
        if not planning.kind.vehicle or planning.kind.gun or unit.spent:
            return -1
        return planning.scene.board.neighbours[unit.cell][OPPOSITE[unit.facing]]

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        fault = planning.tied() or planning.bound()
        if fault is not None:
            return fault
        if task.cells != (self._behind(planning),) or task.facing >= 0 or task.choice:
            return "11.13a", "a vehicle backs into the hex behind it, with all its points"
        able = {planning.state.units[at].id for at in self._mates(planning)}
        if len(set(task.targets)) < len(task.targets) or set(task.targets) - able:
            return _UNTIED
        return end_fault(planning, task.cells[0])

    def begin(self, planning: Planning, task: Task) -> March:
        group = (planning.index, *(index_of(planning.state, name) for name in task.targets))
        return March(REVERSE, group, list(task.cells))

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        return not step(state, scene, march, doing)


class Turn(BattleVerb):
    """A vehicle or gun turns in its hex; it may be fired on before it has turned (11.2, 11.23, 16.42).

    Under any command (5.2b, 11.22a), free (11.12), also after it has backed (11.13c); it fulfils no Bound (11.22b).
    """

    def __init__(self) -> None:
        super().__init__(TURN, TURNING, "Turn", "11.2a", (MOVEMENT, FACING))

    def options(self, planning: Planning) -> tuple[Option, ...]:
        if self._barred(planning) is not None:
            return ()
        others = tuple([way for way in FACINGS if way != planning.unit.facing])
        return (Option(TURN, "11.2a", facings=others),)

    def _barred(self, planning: Planning) -> Fault | None:
        unit = planning.unit
        if unit.status != ON_MAP or unit.carrier >= 0 or not planning.kind.vehicle:
            return "11.2a", "only a vehicle or gun on the map turns"
        return None

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        fault = self._barred(planning)
        if fault is not None:
            return fault
        if task.facing < 0 or task.cells or task.targets or task.choice:
            return "11.21", "name the hexside to face"
        return ("11.21", "it faces there already") if task.facing == planning.unit.facing else None

    def begin(self, planning: Planning, task: Task) -> March:
        return March(TURN, (planning.index,), facing=task.facing)

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        turn(state, scene, march.units[0], march.facing, doing)
        return True


def turn(state: BattleState, scene: Scene, index: int, facing: int, doing: Doing) -> None:
    """Turns a vehicle to a hexside (11.21)."""
    unit = state.units[index]
    unit.facing = facing
    for at in Planning(state, scene, index).load():
        state.units[at].facing = facing
    doing.emit(
        "turned", "11.2a", () if unit.shown else (unit.side,), unit=unit.id, side=unit.side, facing=facing,
        way=scene.ground.compass(facing),
    )  # fmt: skip


MOVING: Final[BattleVerb] = Move()
BACKING: Final[BattleVerb] = Back()
TURNS: Final[BattleVerb] = Turn()
