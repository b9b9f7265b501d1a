"""Fire in execution: H fire, the attacks of direct and opportunity fire, the Combat Execution Phase (9.0, 9.1, 9.3)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.core.board import Cell
from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import (
    DIE,
    Attack,
    levels,
    shelling,
    shelling_row,
    source_of_result,
    unpinned,
)
from hulldown.games.kampfpanzer.rules.grouping import attacks, preset
from hulldown.games.kampfpanzer.rules.results import apply_all, suffer
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    NOBODY,
    ON_MAP,
    SIDES,
    Impact,
    KampfState,
    Lot,
    Unit,
    defenders,
    dug_in,
    enemy_of,
    here,
    rides_tank,
)
from hulldown.games.kampfpanzer.rules.verbs.firing import aimed_at


def prepare(state: KampfState, scene: Scene, doing: Doing) -> None:
    """The beginning of the Combat Execution Phase (4.1-c): impact markers are placed (9.32b), fire is sorted by target.

    11.0-gen-2: panicked units have lost their fire. 9.11b, 9.12a: a unit's fire is at one unit, or at all of one hex.
    """
    found: dict[tuple[str, Cell, tuple[int, ...]], list[int]] = {}
    for index, unit in enumerate(state.units):
        task = state.tasks.get(unit.id)
        if task is None:
            continue
        verb = scene.verbs[task.kind]
        if verb.shells:
            impact = Impact(index, task.cells[0], verb.loose)
            state.impacts.append(impact)
            doing.emit("impact", verb.rule, (), unit=unit.id, side=unit.side, hex=scene.board.labels[impact.cell],
                       pattern="loose" if verb.loose else "tight")  # fmt: skip
        elif verb.fires:
            there = [state.units[i] for i in defenders(state, task.cells[0], enemy_of(unit.side))]
            aimed = tuple(i for i in here(state, task.cells[0]) if state.units[i] in aimed_at(there, task))
            found.setdefault((unit.side, task.cells[0], aimed), []).append(index)
    state.lots = [Lot(side, cell, aimed, tuple(crew)) for (side, cell, aimed), crew in sorted(found.items())]
    for lot in state.lots:
        lot.groups = preset(state, scene, lot)


def undecided(state: KampfState) -> tuple[str, ...]:
    """The sides that have to say how their fire is combined: they alone, and everybody can see that they do (K-19)."""
    return tuple(side for side in SIDES if any(lot.side == side and not lot.groups for lot in state.lots))


def execute(state: KampfState, scene: Scene, doing: Doing) -> None:
    """All plotted fire at once: whatever hits a firer in this phase does not hinder it (5.0-gen-4, 9.81a)."""
    for impact in state.impacts:
        for index in _under(state, scene, impact):
            shell(state, scene, doing, impact, index, moving=False)
    fire_lots(state, scene, doing)
    apply_all(state, scene, doing)
    _cancel(state, scene, doing)


def _under(state: KampfState, scene: Scene, impact: Impact) -> list[int]:
    """The units that start the turn in a pattern and are affected by it, friends among them (9.32a, K-27)."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.status == ON_MAP and in_pattern(scene, impact, unit.cell) and affected(state, unit, impact)
    ]


def in_pattern(scene: Scene, impact: Impact, cell: Cell) -> bool:
    """Whether a hex lies in the pattern: the target hex, in a loose one also its six neighbours (9.33a, 9.33b)."""
    return cell == impact.cell or (impact.loose and cell in scene.board.neighbours[impact.cell])


def affected(state: KampfState, unit: Unit, impact: Impact) -> bool:
    """Whether H fire hurts a unit: never hard ones in a loose pattern (9.33b); passengers only on tanks (K-56)."""
    if unit.aboard != NOBODY and not rides_tank(state, unit):
        return False
    return not (impact.loose and arms(unit.type).hard)


def shell(state: KampfState, scene: Scene, doing: Doing, impact: Impact, index: int, moving: bool) -> None:
    """One H attack at one unit, never combined with others (9.35, 9.34a, 9.0-proc-h-3).

    9.34c, 9.38: "moving" is who was plotted to move, whether it does or not; K-29: a panicked mover was.
    """
    unit = state.units[index]
    covered, dug = scene.ground.near_only(unit.cell), dug_in(state, unit)
    plotted = unit.moving or (unit.aboard != NOBODY and state.units[unit.aboard].moving)
    results = shelling(impact.loose, plotted, covered, dug)
    die = doing.dice.roll(DIE, f"H fire of {state.units[impact.unit].id} at {unit.id}")
    result = results[die - 1]
    row = shelling_row(die, impact.loose, covered, dug)
    doing.emit("shelled", f"9.39-{row}", (), unit=unit.id, side=unit.side, by=state.units[impact.unit].id, die=die,
               hex=scene.board.labels[unit.cell], result=result, pattern="loose" if impact.loose else "tight",
               column="moving" if plotted or (impact.loose and (covered or dug)) else "static")  # fmt: skip
    suffer(state, scene, doing, index, result, moving)


def fire_lots(state: KampfState, scene: Scene, doing: Doing) -> None:
    """Makes the attacks that have been sorted and divided, the first side's before the second's (C-06)."""
    lots, state.lots = state.lots, []
    for lot in lots:
        for crew, attack in attacks(state, scene, lot, lot.groups):
            _attack(state, scene, doing, lot, crew, attack)


def _attack(state: KampfState, scene: Scene, doing: Doing, lot: Lot, crew: tuple[int, ...], attack: Attack) -> None:
    """One attack: the die, and its result for all attacked (9.0-proc-n-2, K-64); nobody fires twice (9.0-gen-3)."""
    names = " ".join(state.units[index].id for index in crew)
    aimed = " ".join(state.units[index].id for index in lot.targets)
    for index in crew:
        state.units[index].fired = True
    data: dict[str, Scalar] = {
        "unit": names, "side": lot.side, "target": aimed, "at": scene.board.labels[lot.cell],
        "strength": attack.strength.value, "defence": attack.defence.value, "superiority": attack.superiority,
        "opportunity": lot.chance,
    }  # fmt: skip
    if attack.void:
        # K-20: the fire is lost.
        doing.emit("lost_fire", attack.rule, (), unit=names, side=lot.side, target=aimed, why=attack.void)
        return
    die = doing.dice.roll(DIE, f"{names} at {aimed}")
    results = unpinned(attack.results) if lot.chance else attack.results
    result = results[die - 1]
    hurts = sum(levels(one) > 0 for one in results)
    rule = "9.24a" if lot.chance else attack.rule
    doing.note("shot", rule, (), data | {"die": die, "result": result, "hit": levels(result) > 0,
               "chance": str(Fraction(hurts, DIE)), "provenance": source_of_result(die)})  # fmt: skip
    for index in lot.targets:
        if state.units[index].status == ON_MAP:
            suffer(state, scene, doing, index, result, lot.chance)


def _cancel(state: KampfState, scene: Scene, doing: Doing) -> None:
    """Takes the plots from units that can no longer carry them out (9.81b, 6.0-gen-1, 4.1-e).

    9.71-eff: disrupted units do nothing; 9.71-p: pinned ones only fire (K-22: Opportunity Fire too). 9.81c: H fire goes
    on whatever has happened to its gun.
    """
    for unit in state.units:
        task = state.tasks.get(unit.id)
        if task is None or not (unit.level or unit.pinned):
            continue
        if unit.level or not scene.verbs[task.kind].combat:
            del state.tasks[unit.id]
            if not scene.verbs[task.kind].fires and not scene.verbs[task.kind].shells:
                rule = "9.71-eff" if unit.level else "9.71-p"
                doing.emit("cancelled", rule, (), unit=unit.id, side=unit.side, task=scene.verbs[task.kind].name)
