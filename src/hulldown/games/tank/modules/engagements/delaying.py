"""Rear Guard, a delaying action: a base camp is carried off behind a river while its tanks hold the enemy up (34.3).

34.3-10: both sides have the artillery of their period, on hexes that they see; the scenario file says so (`off_map`).
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.briefing import Goal, Special, Zone
from hulldown.core.decisions import UnitLegal
from hulldown.core.game import Outcome
from hulldown.core.paths import IMPOSSIBLE, step_cost
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.engagements.contact import as_ever, mutual_or_fire
from hulldown.games.tank.modules.engagements.orders import Muster
from hulldown.games.tank.modules.engagements.points import by_points, destroyed, gone, is_afv, is_squad
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.column import cheapest_route
from hulldown.games.tank.rules.contact import contact_turn, recall, remember
from hulldown.games.tank.rules.edges import entry_cells
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import FREE, RAILS, Award, Situation
from hulldown.games.tank.rules.state import ALPHA, BRAVO, EXITED, ON_MAP, TankState, Unit
from hulldown.games.tank.rules.works import dig

KIND: Final = "delaying"
RIVER: Final = ("6114", "6014", "5915", "5916", "5917", "5919", "5920", "5921", "6021", "6122")
CAMP: Final = ("3016", "3017", "3018", "3116", "3117", "3118", "3119", "3216", "3217", "3218")
GATE: Final = "6118"
"""Where Bravo's carriers enter (34.3-6)."""
NEAR: Final = ("6116", "6117", "6118", "6119", "6120")
"""The hexes by which a squad is best brought away (34.3-15)."""
ENTRY_ZONE: Final = 10
"""The columns of the map that are Alpha's entry zone (34.3-4, X-54)."""
WRITTEN: Final = 3
"""The turns for which Alpha's plot is written before Bravo deploys (34.3-3)."""
CARRYING: Final = 5
"""The first turn on which Bravo's tanks may carry squads (34.3-8)."""


def _edge(state: TankState, scene: Scene, side: str) -> str:
    return scene.side(side).edge


def _starts(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...]:
    return entry_cells(state, scene, side)


def _way(state: TankState, scene: Scene, side: str, entry: Cell) -> tuple[Cell, ...]:
    slowest = min(arms(unit.type).ma for unit in state.units if unit.side == side and arms(unit.type).drives)
    return cheapest_route(scene.scenario.map, scene.scenario.mode, entry, scene.side(side).edge, slowest)


def _fault(state: TankState, scene: Scene, side: str, way: tuple[Cell, ...], pace: int) -> tuple[str, str] | None:
    labels = scene.board.labels
    for here, ahead in pairwise(way):
        if step_cost(scene.board, scene.ground.vehicle_costs, here, ahead) == IMPOSSIBLE:
            return "34.3-3", f"a column cannot go from {labels[here]} to {labels[ahead]}"
    return None


MUSTER: Final[Muster] = Muster(8, "34.3-2", _edge, _starts, _way, _fault, pure=True)


def march(state: TankState, scene: Scene, key: str) -> str:
    """Alpha's columns follow their plot for three turns, or until contact (34.3-3)."""
    return RAILS if state.turn <= WRITTEN and not contact_turn(state) else FREE


def in_entry_zone(scene: Scene, cell: Cell) -> bool:
    """Whether a hex lies in Alpha's entry zone (34.3-4, X-54)."""
    return int(scene.board.labels[cell][:2]) <= ENTRY_ZONE


def camp_cells(scene: Scene) -> tuple[Cell, ...]:
    """The hexes of the base camp (34.3-5)."""
    return tuple(scene.board.by_label[label] for label in CAMP)


def tanks_of(state: TankState) -> list[Unit]:
    """Bravo's tanks, which its player places (34.3-4, 34.3-7)."""
    return [unit for unit in state.units if unit.side == BRAVO and is_afv(arms(unit.type).weapon)]


def tank_cells(scene: Scene) -> tuple[Cell, ...]:
    """Where they may stand: outside the entry zone, and neither in the river nor on the camp (34.3-4)."""
    taken = {*camp_cells(scene), *(scene.board.by_label[label] for label in RIVER)}
    return tuple(cell for cell in scene.board.cells if not in_entry_zone(scene, cell) and cell not in taken)


def flood(state: TankState, scene: Scene) -> None:
    """Makes the river of ditches, with the bridge between them (34.3-1)."""
    dig(state, [scene.board.by_label[label] for label in RIVER])


def bar(state: TankState, scene: Scene, unit: Unit, here: Cell, ahead: Cell) -> tuple[str, str] | None:
    """Bravo's tanks keep out of the entry zone (34.3-4)."""
    mine = scene.scenario.situation == KIND and unit.side == BRAVO and is_afv(arms(unit.type).weapon)
    if mine and in_entry_zone(scene, ahead):
        return "34.3-4", f"{scene.board.labels[ahead]} lies in the entry zone"
    return None


def check_plot(plan: Plan) -> None:
    """What Bravo may not plot.

    34.3-4: fire on watch into the entry zone; 34.3-5: fire of the camp's people; 34.3-8: early rides on tanks.
    """
    scene = plan.scene
    if scene.scenario.situation != KIND or plan.side != BRAVO:
        return
    units = {unit.id: unit for unit in plan.state.units}
    for name, task in plan.tasks.items():
        unit, verb = units.get(name), scene.verbs.get(task.kind)
        if unit is None or verb is None:
            continue
        if arms(unit.type).squad and (verb.fires or verb.watches):
            plan.refuse(name, "34.3-5", "the people of the camp are unarmed")
        elif verb.watches and task.cells and in_entry_zone(scene, task.cells[0]):
            plan.refuse(name, "34.3-4", "no Opportunity Fire into the entry zone")
        elif verb.mounts and is_afv(arms(unit.type).weapon) and plan.state.turn < CARRYING:
            plan.refuse(name, "34.3-8", f"tanks carry nobody before turn {CARRYING}")


def offers(state: TankState, scene: Scene, side: str, found: list[UnitLegal]) -> list[UnitLegal]:
    """Takes fire out of what is open to the people of the camp (34.3-5)."""
    if scene.scenario.situation != KIND or side != BRAVO:
        return found
    squads = {unit.id for unit in state.units if unit.side == BRAVO and arms(unit.type).squad}
    verbs = scene.verbs
    return [
        UnitLegal(
            one.unit,
            tuple(o for o in one.options if not (verbs[o.kind].fires or verbs[o.kind].watches)),
            one.required,
        )
        if one.unit in squads
        else one
        for one in found
    ]


def calm(state: TankState, scene: Scene, index: int, chits: tuple[int, ...]) -> bool:
    """Bravo's squads and carriers panic only from shells and bombs (34.3-9)."""
    unit = state.units[index]
    return scene.scenario.situation == KIND and unit.side == BRAVO and not is_afv(arms(unit.type).weapon)


def weight(state: TankState, unit: Unit) -> int | None:
    """The people of the camp cannot fight: their loss does not count towards Preservation (34.3-5, 24.6c)."""
    camp = unit.side == BRAVO and arms(unit.type).squad and scenario_of(state).situation == KIND
    return 0 if camp else None


def note_riders(state: TankState) -> None:
    """Remembers who rides with whom while units move, to know where a squad has left (34.3-15)."""
    riders = {}
    for unit in state.units:
        rider = load_of(state, unit) if unit.side == BRAVO else None
        if rider is not None:
            riders[unit.id] = rider.id
    remember(state, riders=riders or None)


def note_exits(state: TankState, scene: Scene, doing: Doing) -> None:
    """Counts the squads that have left over X: by the bridgehead, or elsewhere (34.3-15)."""
    run = state.run
    if scene.scenario.situation != KIND or run is None:
        return
    riders, done = recall(state, "riders", {}), list(recall(state, "out", ()))
    near, far = recall(state, "near", 0), recall(state, "far", 0)
    units = {unit.id: unit for unit in state.units}
    for mover in run.movers:
        unit = state.units[mover.unit]
        squad = unit if arms(unit.type).squad else units.get(riders.get(unit.id, ""))
        if unit.side != BRAVO or unit.status != EXITED or squad is None or squad.id in done:
            continue
        if arms(squad.type).squad:
            done.append(squad.id)
            by = scene.board.labels[mover.trail[-1]]
            near, far = (near + 1, far) if by in NEAR else (near, far + 1)
    if done:
        remember(state, out=sorted(done), near=near, far=far)


def exit_edge(state: TankState, scene: Scene, side: str) -> str:
    """Bravo leaves over X, Alpha not at all (34.3-13)."""
    return "X" if side == BRAVO else ""


def tally(state: TankState, scene: Scene) -> dict[str, tuple[Award, ...]]:
    """The points of both sides (34.3-14, 34.3-15)."""
    left = sum(
        unit.side == BRAVO and arms(unit.type).squad and unit.status in (ON_MAP, CARRIED) for unit in state.units
    )
    return {
        ALPHA: (
            Award("Tanks destroyed", destroyed(state, BRAVO, is_afv), 2, "34.3-14"),
            Award("Squads destroyed", destroyed(state, BRAVO, is_squad), 3, "34.3-14"),
            Award("Squads still on the map", left, 5, "34.3-14"),
        ),
        BRAVO: (
            Award("Tanks destroyed", destroyed(state, ALPHA, is_afv), 1, "34.3-15"),
            Award("Squads out by the bridgehead", recall(state, "near", 0), 4, "34.3-15"),
            Award("Squads out elsewhere", recall(state, "far", 0), 1, "34.3-15"),
        ),
    }


def judge(state: TankState, scene: Scene) -> Outcome | None:
    """34.3-12: over after the last turn, or when every living unit of Bravo has left; points decide."""
    if state.turn >= scene.scenario.length or gone(state, BRAVO):
        return by_points(state, scene, "34.3")
    return None


def last_turn(state: TankState, scene: Scene) -> int:
    """The last turn (34.3-12)."""
    return scene.scenario.length


def _goals_in_words(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    return (
        Goal("2 points for each tank destroyed, 3 for each squad of the camp destroyed, 5 for each that is still on "
             f"the map after turn {scene.scenario.length}.", "34.3-14", ALPHA),
        Goal(f"1 point for each tank destroyed, 4 for each squad that leaves by hexes {NEAR[0]} to {NEAR[-1]}, 1 for "
             "each that leaves elsewhere over edge X.", "34.3-15", BRAVO),
        Goal("More points win.", "34.3"),
    )  # fmt: skip


def _special(state: TankState, scene: Scene) -> tuple[Special, ...]:
    return (
        Special(f"Alpha enters on turn 1 in two to eight columns, all tanks or all carriers, and plots {WRITTEN} turns "
                "before Bravo deploys. Contact sets it free.", "34.3-3"),
        Special("Bravo's tanks stand anywhere but in the ten columns next to edge Z, do not enter them and lay no "
                "Opportunity Fire into them.", "34.3-4"),
        Special(f"Ten unarmed squads wait in the camp; ten carriers come for them over {GATE} on turn 1. Tanks carry "
                f"squads from turn {CARRYING} on.", "34.3-6"),
        Special("Ditches make a river with a bridge at 5918.", "34.3-1"),
        Special("No panic before the turn after contact; squads of the camp and their carriers panic only from shells "
                "and bombs.", "34.3-9"),
        Special("Both have their artillery, on hexes they see. Bravo has no smoke and no aircraft; Alpha's come from "
                "turn 3 on.", "34.3-11"),
    )  # fmt: skip


def _zones(state: TankState, scene: Scene) -> tuple[Zone, ...]:
    """Where Alpha enters, where Bravo's tanks, its camp and its carriers are, and the edge by which it leaves."""
    board = scene.board
    return (
        Zone("Alpha entry", "entry", tuple(board.edges["Z"]), ALPHA,
             f"Alpha enters here on turn 1, in up to {MUSTER.most} columns", 1, "34.3-2"),
        Zone("Bravo set-up", "setup", tank_cells(scene), BRAVO,
             f"Bravo's tanks stand outside the {ENTRY_ZONE} columns of hexes next to edge Z", 0, "34.3-4"),
        Zone("Base camp", "setup", camp_cells(scene), BRAVO, "The people of the camp wait here", 0, "34.3-5"),
        Zone("Bravo entry", "entry", (board.by_label[GATE],), BRAVO, "Bravo's carriers enter here on turn 1", 1,
             "34.3-6"),
        Zone("Bravo exit", "exit", tuple(board.edges["X"]), BRAVO, "Bravo may leave the map over edge X", 0, "34.3-13"),
    )  # fmt: skip


SITUATION: Final = Situation(
    judge,
    contact_turn,
    exit_edge,
    "34.3-13",
    march=march,
    march_rule="34.3-3",
    stoppers=as_ever(mutual_or_fire, "34.3-3"),
    tally=tally,
    goals=_goals_in_words,
    special=_special,
    zones=_zones,
    length=last_turn,
)
