"""Getting on and off vehicles, and guns turning, when all movement is over (12.0, 12.1, 9.4e)."""

from __future__ import annotations

from hulldown.core.board import LETTERS
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.asking import alone, may_carry
from hulldown.games.kampfpanzer.rules.contests import roll_off
from hulldown.games.kampfpanzer.rules.overrun import held
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import FIRST, NOBODY, ON_MAP, SECOND, KampfState, Unit, enemy_of, here


def embark_and_turn(state: KampfState, scene: Scene, doing: Doing) -> None:
    """Carries out what comes at the end of movement, side by side and unit by unit.

    12.14b: who embarks goes first, so that a hex that it leaves is vacant for one that debarks.
    """
    leaving: list[tuple[int, Task]] = []
    for index, unit in enumerate(state.units):
        task = state.tasks.get(unit.id)
        if task is None or unit.status != ON_MAP:
            continue
        verb = scene.verbs[task.kind]
        if verb.turns:
            _turn(state, doing, unit, task)
        elif verb.embarks and not arms(unit.type).digs:
            _embark(state, scene, doing, index, task)
        elif verb.debarks and unit.cargo != NOBODY:
            leaving.append((index, task))
    for index, task in _contested(state, scene, doing, leaving):
        _debark(state, scene, doing, index, task)


def _contested(
    state: KampfState, scene: Scene, doing: Doing, leaving: list[tuple[int, Task]]
) -> list[tuple[int, Task]]:
    """Those that debark, without the losers where vehicles of both sides go to the same hex (6.4c).

    No hexes lie behind them, so the higher allowance decides, then dice. Of one side only one can have the hex plotted.
    """
    ready = [(index, task) for index, task in leaving if _kept_aboard(state, scene, index, task) is None]
    losers: set[int] = set()
    for one, task in ready:
        for other, theirs in ready:
            if state.units[one].side != FIRST or state.units[other].side == FIRST or task.cells != theirs.cells:
                continue
            units = {FIRST: state.units[one], SECOND: state.units[other]}
            names, label = {side: unit.id for side, unit in units.items()}, scene.board.labels[task.cells[0]]
            speeds = {side: arms(unit.type).ma for side, unit in units.items()}
            how = "the higher Movement Allowance"
            if speeds[FIRST] != speeds[SECOND]:
                winner = FIRST if speeds[FIRST] > speeds[SECOND] else SECOND
            else:
                how, winner = "dice", roll_off(doing, names, label)
            doing.emit("contest", "6.4c", (), hex=label, unit=names[winner], side=winner, how=how,
                       first=names[FIRST], second=names[SECOND])  # fmt: skip
            losers.add(one if winner == SECOND else other)
            _fail(doing, units[enemy_of(winner)], "6.4d", f"lost the contest for {label}")
    return [(index, task) for index, task in leaving if index not in losers]


def unable(state: KampfState, unit: Unit) -> tuple[str, str] | None:
    """Why a unit can no longer carry out such a task: the case and the reason; None if it can (K-50)."""
    if unit.panicked:
        return "12.13b" if unit.aboard == NOBODY else "12.13c", f"{unit.id} panics"
    if unit.level or unit.pinned:
        return "12.12", f"{unit.id} is {'disrupted' if unit.level else 'pinned'}"
    return ("9.67", f"{unit.id} was to be overrun") if held(state, unit) else None


def _turn(state: KampfState, doing: Doing, unit: Unit, task: Task) -> None:
    """9.4e: to any other hexside. 9.4f: not if it was plotted to be overrun; nothing else can hit it in movement."""
    if held(state, unit):
        _fail(doing, unit, "9.4f", "it cannot turn now")
        return
    unit.facing = task.facing
    doing.emit("turned", "9.4e", (), unit=unit.id, side=unit.side, facing=LETTERS[task.facing])


def _embark(state: KampfState, scene: Scene, doing: Doing, index: int, task: Task) -> None:
    """12.0-proc-2: the vehicle is put onto the unit, if both can and both have it plotted (12.11)."""
    vehicle, cell = state.units[index], task.cells[0]
    waiting = [
        one
        for one in here(state, cell)
        if state.units[one].aboard == NOBODY and may_carry(scene, vehicle, state.units[one])
    ]
    willing = [one for one in waiting if _plotted(state, scene, state.units[one], embarks=True)]
    if not willing:
        # Destroyed, or it has lost its plot: its state says why.
        why = unable(state, state.units[waiting[0]]) if waiting else None
        _fail(doing, vehicle, *(why or ("12.11", "there is nobody to get on")))
        return
    passenger = state.units[willing[0]]
    why = unable(state, vehicle) or unable(state, passenger)
    if why is None and not alone(state, passenger):
        why = "12.14a", f"{passenger.id} is not alone in its hex"
    if why is not None:
        _fail(doing, vehicle, *why)
        return
    vehicle.cell = cell
    vehicle.cargo, passenger.aboard = willing[0], index
    doing.emit("embarked", "12.0-proc-2", (), unit=vehicle.id, side=vehicle.side, passenger=passenger.id,
               hex=scene.board.labels[cell])  # fmt: skip


def _kept_aboard(state: KampfState, scene: Scene, index: int, task: Task) -> tuple[str, str] | None:
    """Why a vehicle cannot let its passenger off now: the case and the reason; None if it can (12.14b, K-51)."""
    vehicle, cell = state.units[index], task.cells[0]
    passenger = state.units[vehicle.cargo]
    why = unable(state, vehicle) or unable(state, passenger)
    if why is None and not _plotted(state, scene, passenger, embarks=False):
        why = "12.11", "nobody gets off"
    if why is None and here(state, cell):
        why = "12.14b", f"{scene.board.labels[cell]} is not vacant"
    return why


def _debark(state: KampfState, scene: Scene, doing: Doing, index: int, task: Task) -> None:
    """12.0-proc-3: the vehicle goes to the hex named, if that is vacant now."""
    vehicle, cell = state.units[index], task.cells[0]
    why = _kept_aboard(state, scene, index, task)
    if why is not None:
        _fail(doing, vehicle, *why)
        return
    passenger = state.units[vehicle.cargo]
    vehicle.cargo, passenger.aboard = NOBODY, NOBODY
    vehicle.cell = cell
    facing = state.tasks[passenger.id].facing
    if facing >= 0:
        passenger.facing = facing
    doing.emit("debarked", "12.0-proc-3", (), unit=vehicle.id, side=vehicle.side, passenger=passenger.id,
               hex=scene.board.labels[cell])  # fmt: skip


def _plotted(state: KampfState, scene: Scene, unit: Unit, embarks: bool) -> bool:
    """Whether a unit still has it on its plot to get on, or off."""
    task = state.tasks.get(unit.id)
    if task is None:
        return False
    verb = scene.verbs[task.kind]
    return verb.embarks if embarks else verb.debarks


def _fail(doing: Doing, unit: Unit, rule: str, why: str) -> None:
    doing.emit("failed", rule, (), unit=unit.id, side=unit.side, why=why)
