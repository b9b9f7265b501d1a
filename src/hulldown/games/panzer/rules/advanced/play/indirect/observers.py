"""Who observes, whom an observer may call, and how well it is answered (6.5.1.1 to 6.5.1.4, 6.5.1.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.games.panzer.data.advanced_tables import cell as table_cell
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.batteries import Fielded as Battery
from hulldown.games.panzer.data.batteries import support as batteries_of
from hulldown.games.panzer.data.fireplan import Attachment
from hulldown.games.panzer.data.roster import COMMAND_LABEL, LEVELS, OBSERVER, RECON
from hulldown.games.panzer.rules import arcs
from hulldown.games.panzer.rules import sight as lines
from hulldown.games.panzer.rules.advanced import response
from hulldown.games.panzer.rules.advanced.arms import INDIRECT
from hulldown.games.panzer.rules.advanced.hindrances import BARRAGES, Source
from hulldown.games.panzer.rules.advanced.play import control, sight, spotting
from hulldown.games.panzer.rules.advanced.play.facts import cell_of, detail_of, member_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import Arm, arms_of, silenced
from hulldown.games.panzer.rules.advanced.response import Call
from hulldown.games.panzer.rules.advanced.support import GP, SMOKE, Mission
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, SOVIET, PanzerState, Unit, index_of

CLOSE: Final = 5
"""Spotted friends within so many hexes make a call Danger Close (6.5.1.10a)."""


class Gun(NamedTuple):
    """An on-map unit that can fire indirectly, and its weapon (6.5.1d)."""

    unit: int
    place: int
    """The place of the weapon among those of its card."""
    arm: Arm


def kind_of(scene: Scene, index: int) -> response.Observer | None:
    """The row of the response table for a unit; None: it may not observe (6.5.1.1.3b).

    FO before Command, Command before Recon: 6.5.1.1.1a, 6.5.1.1.2-command-fo, 6.5.1.1.3-command-recon.
    """
    member = member_of(scene, index)
    if member.labelled(OBSERVER):
        return "FO"
    if member.labelled(COMMAND_LABEL):
        level = next((name for name in LEVELS if member.labelled(name)), "CHQ")
        return "RHQ" if level == "RHQ" else "BHQ" if level == "BHQ" else "CHQ"
    return "Recon" if member.labelled(RECON) else None


def command_recon(scene: Scene, index: int) -> bool:
    """Whether it is a Command Recon Observer, by whichever row it calls (6.5.1.1.2b, 6.5.1.12.1-command-recon)."""
    member = member_of(scene, index)
    return member.labelled(COMMAND_LABEL) and member.labelled(RECON)


def watches(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit has the OW command by which it may observe; a passenger has its carrier's (6.5.1i).

    It has neither fired by it nor spotted for an aircraft (6.7.3.1.2c).
    """
    unit = state.units[index]
    bearer = detail_of(unit).carrier if unit.status == CARRIED else index
    command = state.units[bearer]
    if unit.fired or detail_of(unit).spent:
        return False
    return command.status == ON_MAP and command.command in scene.watching and not command.known


def observers(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """A side's units that may observe, whatever their commands (6.5.1.1.3b)."""
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side and unit.status in (ON_MAP, CARRIED) and kind_of(scene, index) is not None
    ]


def batteries(scene: Scene, side: str) -> list[Battery]:
    """A side's batteries off the map (5.3a)."""
    return [battery for battery in batteries_of(scene.scenario) if battery.side == side]


def battery_named(scene: Scene, name: str) -> Battery | None:
    return next((battery for battery in batteries_of(scene.scenario) if battery.id == name), None)


def gun_of(state: PanzerState, scene: Scene, index: int, silent: bool = False) -> Gun | None:
    """The weapon with which a unit fires indirectly: the first that has a GP-IF row (6.5.1d).

    One that cannot be fired from where its unit is only where `silent` ones count: its barrage goes on all the same.
    """
    for arm in arms_of(state, scene, index):
        if INDIRECT in arm.rows and (silent or silenced(state, scene, index, arm) is None):
            return Gun(index, arm.owner.weapons.index(arm.mounted), arm)
    return None


def fires(scene: Scene, unit: Unit) -> bool:
    """Whether a unit has the Fire command; a Short Halt is none (6.5.1h)."""
    return unit.command in scene.shooting and unit.command not in scene.moving


def attachment(state: PanzerState, scene: Scene, observer: int, source: str) -> Attachment:
    """How a source is attached to an observer; on-map units to their own formation alone.

    Cases 6.5.1.3.1a, 6.5.1.3.1b, 6.5.1.3.2, 6.5.1.3.3.
    """
    formation = member_of(scene, observer).formation
    battery = battery_named(scene, source)
    if battery is not None:
        return battery.level(formation)
    return "attached" if member_of(scene, index_of(state, source)).formation == formation else "unattached"


def distinct(state: PanzerState, scene: Scene, sources: Iterable[str]) -> int:
    """How many distinct sources some are: two on-map units in Command Range of each other are one (6.5.1.1.4; K18)."""
    names = list(sources)
    guns = [index_of(state, name) for name in names if battery_named(scene, name) is None]
    return len(names) - _pairs(state, scene, guns)


def _pairs(state: PanzerState, scene: Scene, guns: list[int]) -> int:
    """How many pairs some on-map units make at the most, each in one of them (6.5.1.1.4)."""
    if not guns:
        return 0
    first, rest = guns[0], guns[1:]
    mates = [one for one in rest if _paired(state, scene, first, one)]
    return max(
        _pairs(state, scene, rest),
        *[1 + _pairs(state, scene, [one for one in rest if one != mate]) for mate in mates],
        0,
    )


def _paired(state: PanzerState, scene: Scene, one: int, other: int) -> bool:
    """Whether two on-map units of a formation are one source (6.5.1.1.4)."""
    same = member_of(scene, one).formation == member_of(scene, other).formation
    apart = scene.board.distance(cell_of(state, one), cell_of(state, other))
    return same and apart <= control.command_range(scene, one)


# What keeps a source from firing.


def source_fault(state: PanzerState, scene: Scene, observer: int, source: str, target: Cell, fire: str) -> Fault | None:
    """Why an observer may not have a source fire at a hex (6.5.1.1d, 6.5.1.13c)."""
    battery = battery_named(scene, source)
    side = state.units[observer].side
    level: Attachment
    fault = foreign(state, scene, side, source)
    if fault is not None:
        return fault
    if battery is not None:
        fault = _battery_fault(state, scene, battery, observer, target)
    else:
        fault = _gun_fault(state, scene, index_of(state, source), target, fire)
    if fault is not None:
        return fault
    level = attachment(state, scene, observer, source)
    kind = kind_of(scene, observer)
    if side == SOVIET and kind != "FO" and level != "attached":
        rule = "6.5.1.1.3-soviet" if kind == "Recon" else "6.5.1.1.2-soviet"
        return rule, f"a Soviet {kind} calls Attached sources only, and {source} is {level.title()}"
    return None


def foreign(state: PanzerState, scene: Scene, side: str, source: str) -> Fault | None:
    """Whether a source is none of a side's; what else is to be said of the enemy's is not told (6.5.1.1d; Q12)."""
    battery, index = battery_named(scene, source), index_of(state, source)
    owner = battery.side if battery is not None else state.units[index].side if index >= 0 else ""
    return None if owner == side else ("6.5.1.1d", f"{source} is no source of indirect fire of yours")


def busy(state: PanzerState, source: str) -> Fault | None:
    """Why a source can take part in no new mission now (6.5.1l, 6.5.1.9c, 6.5.1.9g, 6.5.1.11.1f)."""
    support = counters.support_of(state)
    if support.used.get(source) == state.turn:
        return "6.5.1l", f"{source} has fired, failed to respond or was checked this turn"
    for mission in support.missions:
        if mission.source == source and not mission.planned:
            return "6.5.1.9g", f"{source} is firing: its fire must be checked first"
    for plan in support.plans:
        if plan.battery == source and plan.begun and state.turn <= plan.begun + plan.turns:
            # 6.5.1.11.1e: it waits for one turn after its last.
            return "6.5.1.11.1f", f"{source} is in a planned mission, or waits the turn after it"
    return None


def _battery_fault(state: PanzerState, scene: Scene, battery: Battery, observer: int, target: Cell) -> Fault | None:
    """6.5.1.13b, 6.5.1.13c: its range is measured from the observer (K8)."""
    far = scene.board.distance(cell_of(state, observer), target)
    if not battery.card.row.reaches(far):
        return "6.5.1.13c", f"range {far} is not between the minimum and the maximum of {battery.card.name}"
    return None


def _gun_fault(state: PanzerState, scene: Scene, index: int, target: Cell, fire: str) -> Fault | None:
    """Why an on-map unit cannot fire indirectly at a hex, whoever calls it; Full Cover is no reason (5.1.3.1f).

    6.5.1.7d: the hex is in the range of all who fire.
    """
    unit = state.units[index]
    gun = gun_of(state, scene, index)
    fault = unfit(state, scene, index)
    if fault is not None:
        return fault
    assert gun is not None
    if fire == SMOKE and not gun.arm.mounted.smoke_limit:
        return "6.1.4.3.10a", f"{gun.arm.name} has no smoke"
    row = gun.arm.rows[INDIRECT]
    far = scene.board.distance(unit.cell, target)
    if not row.reaches(far):
        return "6.5.1.13c", f"range {far} of {unit.id} is not between {row.minimum} and {row.reach}"
    if not _points_at(scene, gun, unit.facing, unit.cell, target):
        return "6.5.1j", f"{unit.id} does not face the target"
    if any(state.units[seen].cell == target for seen in unit.sees):
        return "6.5.1f", f"{unit.id} spots the target itself: it must fire directly"
    return None


def unfit(state: PanzerState, scene: Scene, index: int) -> Fault | None:
    """Why an on-map unit fires indirectly at nothing at all now (6.5.1d, 6.5.1h, 6.5.1l)."""
    unit = state.units[index]
    if unit.status != ON_MAP or gun_of(state, scene, index) is None:
        return "6.5.1d", f"{unit.id} has no GP-IF row that it could use here"
    if not fires(scene, unit):
        return "6.5.1h", f"{unit.id} has no Fire command"
    if unit.fired:
        return "6.5.1l", f"{unit.id} has fired this turn, or failed to respond"
    return None


def _points_at(scene: Scene, gun: Gun, facing: int, here: Cell, target: Cell) -> bool:
    """Whether an on-map unit has a hex in its field of fire (6.5.1j)."""
    if gun.arm.mounted.mount in ("turret", "pivot"):
        return True
    board = scene.board
    return arcs.points_to(
        gun.arm.mounted.mount, facing, board.q[target] - board.q[here], board.r[target] - board.r[here]
    )


# Targets.


def range_of(state: PanzerState, scene: Scene, observer: int, source: str, target: Cell) -> int:
    """The range of called fire: from the observer, for on-map units from whoever is farther (6.5.1.13a, 6.5.1.13b)."""
    far = scene.board.distance(cell_of(state, observer), target)
    if battery_named(scene, source) is None:
        far = max(far, scene.board.distance(state.units[index_of(state, source)].cell, target))
    return far


def spotted_by(state: PanzerState, observer: int) -> dict[Cell, list[int]]:
    """The enemies that an observer spots, by hex: the pairs of the Spotting Phase (6.5.1.7c; E2)."""
    found: dict[Cell, list[int]] = {}
    for index in state.units[observer].sees:
        if state.units[index].status == ON_MAP:
            found.setdefault(state.units[index].cell, []).append(index)
    return found


def sees_hex(state: PanzerState, scene: Scene, observer: int, target: Cell) -> bool:
    """Whether an observer sees a hex (6.5.1.8.1c, 6.5.1.9a)."""
    ends = sight.height(state, scene, observer), sight.ground_height(state, scene, target)
    raised = sight.raised(state, scene, observer)
    return sight.clear_between(state, scene, cell_of(state, observer), target, ends if raised else None)


def friends_near(state: PanzerState, scene: Scene, side: str, target: Cell) -> list[int]:
    """A side's own units within 5 hexes of a Target Point that an enemy spots at this moment.

    Cases 6.5.1.10a, 6.5.1.12f; E8: whatever was spotted in the Spotting Phase.
    """
    foes = [index for index, unit in enumerate(state.units) if unit.side != side]
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side
        and scene.board.distance(unit.cell, target) <= CLOSE
        and any(spotting.spots(state, scene, foe, index) for foe in foes)
    ]


# Response.


def call_of(
    state: PanzerState, scene: Scene, observer: int, source: str, target: Cell, adjusted: bool = False
) -> Call:  # fmt: skip
    """The call of a source by an observer as things are now.

    Cases 6.5.1.7-response-a, 6.5.1.12.1-preregistered, 6.5.1.4b, 6.5.1.12.1-observer-damaged, 6.5.1.12.1-adjusted-fire.
    """
    unit = state.units[observer]
    kind = kind_of(scene, observer)
    assert kind is not None
    points = counters.support_of(state).points
    here = cell_of(state, observer)
    return Call(
        kind,
        attachment(state, scene, observer, source),
        find_grade(member_of(scene, observer).grade),
        any(point.battery == source and point.cell == target for point in points),
        command_recon(scene, observer),
        adjusted,
        bool(detail_of(unit).suppressed),
        unit.damaged or (unit.status == CARRIED and state.units[detail_of(unit).carrier].damaged),
        len(hindrances(state, scene, observer, target, own=adjusted)),
        _hazy(state, scene, observer, target, scene.board.distance(here, target)),
    )


def hindrances(state: PanzerState, scene: Scene, observer: int, target: Cell, own: bool) -> list[Source]:
    """Each distinct smoke, barrage, fire and brew-up on the observer's line to the Target Point.

    Cases 6.5.1.12.1-observer-hindered-a, 6.5.1.12.1-observer-hindered-b. K7: its own barrage counts when it adjusts.
    """
    mine = [] if own else [
        counters.cells_of(scene.board, mission)
        for mission in missions_of(state, state.units[observer].id)
        if mission.fire == GP and counters.in_force(state, counters.INDIRECT_STEP, counters.made_in(mission))
    ]  # fmt: skip
    found: list[Source] = []
    for source, cells in hex_sources(state, scene, observer, target):
        if source.kind in BARRAGES and cells in mine:
            # Somebody else's over the very same hexes is another occurrence.
            mine.remove(cells)
        else:
            found.append(source)
    return found


def hex_sources(
    state: PanzerState, scene: Scene, observer: int, target: Cell
) -> list[tuple[Source, tuple[Cell, ...]]]:  # fmt: skip
    """What lies on the line from a unit to a hex: each source as the line meets it, and all of its hexes.

    Cases 6.5.1.12.1-observer-hindered-a, 6.5.1.12.1-adjusted-fire (K7).
    """
    here = cell_of(state, observer)
    ends = sight.height(state, scene, observer), sight.ground_height(state, scene, target)
    found: list[tuple[Source, tuple[Cell, ...]]] = []
    for kind, cells, rise in sight.obscuring(state, scene):
        met = lines.hindering(scene.board, scene.ground.height, here, target, ends, cells, rise)
        if met:
            found.append((Source(kind, met), cells))
    return found


def _hazy(state: PanzerState, scene: Scene, observer: int, target: Cell, far: int) -> bool:
    """Whether Heat Haze hinders the observer: by the largest unit that it spots there.

    Cases 6.5.1.12.1-heat-haze-a, 6.5.1.12.1-heat-haze-b.
    """
    if not scene.scenario.haze:
        return False
    sizes = [spotting.size_of(scene, state, index) for index in spotted_by(state, observer).get(target, [])]
    needed = [table_cell("heat-haze", size, "range").number for size in sizes]
    return bool(needed) and far >= max(needed)


def missions_of(state: PanzerState, observer: str) -> list[Mission]:
    """The called missions that an observer directs (6.5.1.8a, 6.5.1.8b); planned ones have no observer."""
    return [one for one in counters.support_of(state).missions if one.observer == observer]
