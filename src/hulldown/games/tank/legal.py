"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from functools import lru_cache

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.tank import column, overrun
from hulldown.games.tank.combat import setup_of
from hulldown.games.tank.data import Scenario, weapons
from hulldown.games.tank.deployment import zone
from hulldown.games.tank.fire import absolute_range
from hulldown.games.tank.ground import Ground, ground
from hulldown.games.tank.movement import EXIT_COST
from hulldown.games.tank.plotting import ADJACENT, EXIT, REVERSE_HEXES, exit_cells, may_hurt, visible_enemies
from hulldown.games.tank.sequence import facers
from hulldown.games.tank.state import OFF_MAP, ON_MAP, TankState, Unit

FACINGS = (0, 1, 2, 3, 4, 5)


def legal(state: TankState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    side = decision.side
    if decision.kind == "stop":
        return Legal(decision, choices=("continue", "stop"), idle=Order("stop", choice="continue"))
    if decision.kind == "face":
        option = (Option("FC", "7.11b", facings=FACINGS),)
        return Legal(decision, tuple(UnitLegal(name, option) for name in facers(state, side)), idle=Order("face"))
    if decision.kind == "enter":
        edge = place.board.edges[setup_of(scenario, side).edge]
        idle = Order("enter", (Task(column.COLUMN, "COL", edge[len(edge) // 2 :][:1]),))
        unit = UnitLegal(column.COLUMN, (Option("COL", "17.3-1", cells=edge),), required=True)
        return Legal(decision, (unit,), idle=idle)
    if decision.kind == "deploy":
        return _deployment(state, scenario, decision)
    return _plot(state, place, scenario, decision)


def _deployment(state: TankState, scenario: Scenario, decision: Decision) -> Legal:
    setup = setup_of(scenario, decision.side)
    cells = zone(scenario.map, setup.edge, setup.distance)
    rule = "17.12-1" if setup.deploy == "hidden" else "17.13-1"
    units = []
    for unit in state.units:
        if unit.side == decision.side:
            facings = () if weapons()[unit.type].kind == "infantry" else FACINGS
            units.append(UnitLegal(unit.id, (Option("DP", rule, cells=cells, facings=facings),), required=True))
    return Legal(decision, tuple(units), idle=_plain_deployment(units, cells))


def _plain_deployment(units: list[UnitLegal], cells: tuple[Cell, ...]) -> Order:
    """A deployment that is always legal: one unit to a hex, all over the zone, facing north."""
    step = max(1, len(cells) // len(units))
    tasks = (
        Task(unit.unit, "DP", (cells[place * step % len(cells)],), 0 if unit.options[0].facings else -1)
        for place, unit in enumerate(units)
    )
    return Order("deploy", tuple(tasks))


def _plot(state: TankState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The tasks open to each unit (5.0-gen-2); a bound column moves as one (17.3-6)."""
    side = decision.side
    found: list[UnitLegal] = []
    bound = side in state.columns and column.bound(state, scenario, side)
    if bound:
        lead = _column_option(state, place, side)
        if lead is not None:
            found.append(UnitLegal(column.COLUMN, (lead,)))
    exits = exit_cells(state, place, scenario, side)
    foes = visible_enemies(state, side)
    trail = set(state.columns[side].trail) if bound else set()
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP:
            options = _fire_options(state, place, scenario, unit, foes)
            if weapons()[unit.type].kind != "infantry":
                options.append(Option("FC", "9.5a"))
            if unit.cell not in trail:
                options += _move_options(unit, exits)
            found.append(UnitLegal(unit.id, tuple(options)))
    if side in state.columns and not bound:
        entry = state.columns[side].entry
        for unit, due in column.entrants(state, place, side):
            left = weapons()[unit.type].ma - due
            path = PathDomain(OFF_MAP, left, "vehicle", via=(entry,))
            found.append(UnitLegal(unit.id, (Option("MV", "17.3-6", path=path),)))
    return Legal(decision, tuple(found), idle=Order("plot"))


def _column_option(state: TankState, place: Ground, side: str) -> Option | None:
    order = column.members(state, side)
    if not order:
        return None
    head = order[0]
    allowance = weapons()[head.type].ma
    if head.status == ON_MAP:
        return Option("MV", "17.3-2", path=PathDomain(head.cell, allowance, "vehicle"))
    entry = state.columns[side].entry
    left = allowance - column.entry_points(place, entry, allowance)
    return Option("MV", "17.3-2", path=PathDomain(OFF_MAP, left, "vehicle", via=(entry,)))


def _move_options(unit: Unit, exits: tuple[Cell, ...]) -> list[Option]:
    weapon = weapons()[unit.type]
    if weapon.kind == "gun":
        return []
    if weapon.kind == "infantry":
        return [Option("MV", "9.0-gen-1", path=PathDomain(unit.cell, 1, "infantry", steps=1))]
    leave: tuple[str, ...] = (EXIT,) if exits else ()
    options = [
        Option("MV", "9.0-gen-1", choices=leave,
               path=PathDomain(unit.cell, weapon.ma, "vehicle", exits=exits, exit_cost=EXIT_COST)),
        Option("OV", "9.4a", path=PathDomain(unit.cell, weapon.ma - overrun.COST, "vehicle", minimum=2,
                                             straight_end=True)),
    ]  # fmt: skip
    if weapon.ma >= 2:
        path = PathDomain(unit.cell, weapon.ma // 2, "vehicle", steps=REVERSE_HEXES)
        options.append(Option("MVR", "9.6a", path=path))
    return options


def _fire_options(state: TankState, place: Ground, scenario: Scenario, unit: Unit, foes: list[Unit]) -> list[Option]:
    """The fire open to a unit: Direct Fire at counters in sight, or Opportunity Fire, never both (8.0-gen-1)."""
    weapon = weapons()[unit.type]
    reach = absolute_range(weapon, setup_of(scenario, unit.side).panic)
    row = place.sight.rows[unit.cell]
    options = []
    targets = [
        cell
        for cell in sorted({foe.cell for foe in foes if may_hurt(unit, foe)})
        if row >> cell & 1
        and cell != unit.cell
        and place.board.distance(unit.cell, cell) <= reach
        and (weapon.all_round or place.in_arc(unit.cell, unit.facing, cell))
    ]
    if targets:
        options.append(Option("DF", "8.0", cells=tuple(targets)))
    if scenario.situation == "rearguard" and unit.side == "bravo" and state.turn == 1:
        return options
    facing = -1 if weapon.all_round else unit.facing
    cells = field(scenario.map, scenario.mode, unit.cell, reach, facing)
    if cells:
        options.append(Option("OF", "8.5", cells=cells))
    if weapon.kind == "infantry":
        options.append(Option("OF", "8.84a", choices=(ADJACENT,)))
    return options


@lru_cache(maxsize=4096)
def field(map_name: str, mode: str, cell: Cell, reach: int, facing: int) -> tuple[Cell, ...]:
    """The cells that a unit can fire into: seen, within reach, and in its arc if it has one (7.21)."""
    place = ground(map_name, mode)
    return tuple(
        target
        for target in place.sight.seen_from(cell)
        if target != cell
        and place.board.distance(cell, target) <= reach
        and (facing < 0 or place.in_arc(cell, facing, target))
    )
