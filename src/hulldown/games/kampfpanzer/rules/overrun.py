"""Overruns in execution: who is held, who gets through, the attack by numbers and the counterattacks (9.6)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.marching import approaching, beyond_is_free, committed, target_of
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import (
    COUNTER,
    DIE,
    countering,
    overrun_superiority,
    overrunning,
    source_of_result,
)
from hulldown.games.kampfpanzer.rules.results import suffer
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    NOBODY,
    ON_MAP,
    KampfState,
    Mover,
    Storm,
    Threat,
    Unit,
    defenders,
    dug_in,
    enemy_of,
    index_of,
)
from hulldown.games.kampfpanzer.rules.verbs.overrun import may_overrun, prey


def note_threats(state: KampfState, scene: Scene, side: str, tasks: dict[str, Task]) -> None:
    """Notes the hexes that a side has plotted to overrun (9.67, K-47)."""
    cells = sorted({task.cells[-2] for task in tasks.values() if scene.verbs[task.kind].overruns})
    state.threats += [Threat(cell, side) for cell in cells]


def held(state: KampfState, unit: Unit) -> bool:
    """Whether a unit is kept in place because it was plotted to be overrun, whatever becomes of that (9.67, 9.4f)."""
    return any(threat.cell == unit.cell and threat.side != unit.side for threat in state.threats)


def storms_of(state: KampfState, scene: Scene, movers: list[Mover]) -> list[Storm]:
    """The overruns of this turn, one for each side and hex (9.62b: at most six units can take part in one)."""
    found: dict[tuple[str, Cell], None] = {}
    for mover in movers:
        if mover.kind in scene.overruns:
            found[state.units[mover.unit].side, target_of(mover)] = None
    return [Storm(side, cell) for side, cell in sorted(found)]


def barred(state: KampfState, scene: Scene, mover: Mover, leaving: int) -> tuple[str, str] | None:
    """Why an overrunner cannot enter its target hex now: the case and the reason.

    9.65, K-23: it was hurt by H or Opportunity Fire on the way (a pin is nothing now, 9.83). K-44: the hex beyond is
    taken. 9.6a: a hard unit has come into the target hex. 12.33: an APC has lost its infantry.
    """
    run = state.run
    assert run is not None
    unit = state.units[mover.unit]
    if unit.hits:
        return "9.65", "it has been hit on the way"
    carried = 0
    for index, other in enumerate(state.units):
        if other.aboard != NOBODY:
            carried |= 1 << index
    if not beyond_is_free(state.units, run.movers, mover, leaving | carried):
        return "9.62a", "the hex beyond is taken"
    if not may_overrun(state, unit):
        return "12.33", "it carries no infantry any more"
    return prey(state, scene, unit.side, target_of(mover))


def enemies_in(state: KampfState, cell: Cell, side: str) -> bool:
    """Whether there are enemies of a side in a hex."""
    return any(unit.cell == cell and unit.side != side and unit.status == ON_MAP for unit in state.units)


def inside(scene: Scene, mover: Mover) -> bool:
    """Whether an overrunner stands in its target hex."""
    return mover.kind in scene.overruns and committed(mover)


def spared(scene: Scene, mover: Mover) -> Cell:
    """The hex whose units' zones do not affect a mover: the one that it overruns (8.1); -1 for none."""
    return target_of(mover) if mover.kind in scene.overruns else -1


def note_entry(state: KampfState, scene: Scene, mover: Mover) -> None:
    """Notes that an overrunner has come into its target hex."""
    run = state.run
    assert run is not None
    side = state.units[mover.unit].side
    for storm in run.storms:
        if storm.side == side and storm.cell == target_of(mover):
            storm.entered += (mover.unit,)


def ready(state: KampfState, scene: Scene) -> Storm | None:
    """An overrun that all who still can have joined, so that it is resolved now (K-43)."""
    run = state.run
    assert run is not None
    for storm in run.storms:
        if storm.done or not storm.entered:
            continue
        coming = any(
            mover.kind in scene.overruns
            and approaching(mover)
            and target_of(mover) == storm.cell
            and state.units[mover.unit].side == storm.side
            for mover in run.movers
        )
        if not coming:
            return storm
    return None


def attackers(state: KampfState, storm: Storm) -> list[int]:
    """The overrunning units that count: those that came through alive."""
    return [index for index in storm.entered if state.units[index].status == ON_MAP]


def victims(state: KampfState, storm: Storm) -> list[int]:
    """The units overrun."""
    return prone(state, storm.cell, enemy_of(storm.side))


def prone(state: KampfState, cell: Cell, side: str) -> list[int]:
    """The units of a side in a hex that an overrun strikes; a vehicle with its passenger is one (12.15c, K-48)."""
    return [
        index
        for index in defenders(state, cell, side)
        if state.units[index].aboard == NOBODY and not arms(state.units[index].type).hard
    ]


def counted(state: KampfState, under: list[int]) -> int:
    """How many defenders the units overrun count as: an entrenched one is two (9.64, 13.22)."""
    return sum(2 if dug_in(state, state.units[index]) else 1 for index in under)


def strikers(state: KampfState, storm: Storm) -> list[int]:
    """The victims that strike back: not disrupted ones; panicked and pinned ones do (9.68, K-46)."""
    return [index for index in victims(state, storm) if not state.units[index].level]


def must_choose(state: KampfState, storm: Storm) -> bool:
    """Whether a counterattack has more than one unit to choose from."""
    return len(attackers(state, storm)) > 1 and bool(strikers(state, storm))


def resolve(state: KampfState, scene: Scene, doing: Doing, storm: Storm, chosen: dict[str, str]) -> None:
    """The overrun and the counterattacks, at the same time (9.63, 9.68, 9.0-proc-ov-2, K-46, K-49).

    `chosen` are the enemies that victims strike back at, by their names; the first one where nothing is said.
    """
    storm.done = True
    label = scene.board.labels[storm.cell]
    over, under = attackers(state, storm), victims(state, storm)
    if not over or not under:
        return
    back = strikers(state, storm)
    many = counted(state, under)
    names, low = " ".join(state.units[i].id for i in over), " ".join(state.units[i].id for i in under)
    die = doing.dice.roll(DIE, f"overrun of {label} by {names}")
    result = overrunning(len(over), many)[die - 1]
    doing.emit("overrun", "9.63", (), unit=names, side=storm.side, hex=label, target=low, attackers=len(over),
               defenders=many, superiority=overrun_superiority(len(over), many), die=die, result=result,
               provenance="reconstructed")  # fmt: skip
    strikes: list[tuple[int, int, str]] = []
    for index in back:
        strikes.append(_strike(state, doing, index, over, chosen, label))
    for index in under:
        suffer(state, scene, doing, index, result, moving=True)
    for _, target, harm in strikes:
        if state.units[target].status == ON_MAP:
            suffer(state, scene, doing, target, harm, moving=True)


def _strike(
    state: KampfState, doing: Doing, index: int, over: list[int], chosen: dict[str, str], label: str
) -> tuple[int, int, str]:
    """The counterattack of one victim: always at −2, whatever else there is."""
    unit = state.units[index]
    wanted = index_of(state, chosen.get(unit.id, ""))
    target = wanted if wanted in over else over[0]
    die = doing.dice.roll(DIE, f"counterattack of {unit.id} at {state.units[target].id}")
    result = countering()[die - 1]
    doing.emit("counterattack", "9.68", (), unit=unit.id, side=unit.side, target=state.units[target].id, at=label,
               superiority=COUNTER, die=die, result=result, provenance=source_of_result(die))  # fmt: skip
    return index, target, result
