"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hulldown.core.board import Cell, cells_of, mask_of
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.games.tank import column, overrun
from hulldown.games.tank.arms import arms
from hulldown.games.tank.combat import setup_of
from hulldown.games.tank.data import Scenario, weapons
from hulldown.games.tank.deployment import zone
from hulldown.games.tank.fire import absolute_range
from hulldown.games.tank.ground import Ground, ground
from hulldown.games.tank.plotting import ADJACENT, REVERSE_HEXES, exit_cells, visible_enemies
from hulldown.games.tank.sequence import facers
from hulldown.games.tank.state import EXIT, EXIT_COST, OFF_MAP, ON_MAP, TankState, Unit

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
            facings = () if arms(unit.type).infantry else FACINGS
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
    exits = exit_cells(state, place, scenario, side)
    bound = side in state.columns and column.bound(state, scenario, side)
    if bound:
        lead = _column_option(state, place, side, exits)
        if lead is not None:
            found.append(UnitLegal(column.COLUMN, (lead,)))
    foes = _seen_foes(state, side)
    trail = set(state.columns[side].trail) if bound else set()
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP:
            options = _fire_options(state, place, scenario, unit, foes)
            if not arms(unit.type).infantry:
                options.append(_TURN)
            if unit.cell not in trail:
                options += _move_options(unit.type, unit.cell, exits)
            found.append(UnitLegal(unit.id, tuple(options)))
    if side in state.columns and not bound:
        entry = state.columns[side].entry
        for unit, due in column.entrants(state, place, side):
            left = arms(unit.type).ma - due
            path = PathDomain(OFF_MAP, left, "vehicle", via=(entry,))
            found.append(UnitLegal(unit.id, (Option("MV", "17.3-6", path=path),)))
    return Legal(decision, tuple(found), idle=Order("plot"))


def _column_option(state: TankState, place: Ground, side: str, exits: tuple[Cell, ...]) -> Option | None:
    order = column.members(state, side)
    if not order:
        return None
    head = order[0]
    allowance = arms(head.type).ma
    if head.status == ON_MAP:
        path = PathDomain(head.cell, allowance, "vehicle", exits=exits, exit_cost=EXIT_COST if exits else 0)
        return Option("MV", "17.3-2", path=path, choices=(EXIT,) if exits else ())
    entry = state.columns[side].entry
    left = allowance - column.entry_points(place, entry, allowance)
    return Option("MV", "17.3-2", path=PathDomain(OFF_MAP, left, "vehicle", via=(entry,)))


_TURN, _NEIGHBOURS = Option("FC", "9.5a"), Option("OF", "8.84a", choices=(ADJACENT,))


@lru_cache(maxsize=8192)
def _move_options(kind: str, cell: Cell, exits: tuple[Cell, ...]) -> tuple[Option, ...]:
    weapon = weapons()[kind]
    if weapon.kind == "gun":
        return ()
    if weapon.kind == "infantry":
        return (Option("MV", "9.0-gen-1", path=PathDomain(cell, 1, "infantry", steps=1)),)
    leave: tuple[str, ...] = (EXIT,) if exits else ()
    options = [
        Option("MV", "9.0-gen-1", choices=leave,
               path=PathDomain(cell, weapon.ma, "vehicle", exits=exits, exit_cost=EXIT_COST)),
        Option("OV", "9.4a", path=PathDomain(cell, weapon.ma - overrun.COST, "vehicle", minimum=2,
                                             straight_end=True)),
    ]  # fmt: skip
    if weapon.ma >= 2:
        path = PathDomain(cell, weapon.ma // 2, "vehicle", steps=REVERSE_HEXES)
        options.append(Option("MVR", "9.6a", path=path))
    return tuple(options)


class _Foes(NamedTuple):
    """The cells of the enemy counters a side sees, as sets: face down, soft, and vehicles."""

    unknown: int
    soft: int
    hard: int


def _seen_foes(state: TankState, side: str) -> _Foes:
    cells: tuple[set[Cell], set[Cell], set[Cell]] = (set(), set(), set())
    for foe in visible_enemies(state, side):
        cells[0 if not foe.spotted else 1 if arms(foe.type).soft else 2].add(foe.cell)
    return _Foes(*map(mask_of, cells))


def _fire_options(state: TankState, place: Ground, scenario: Scenario, unit: Unit, foes: _Foes) -> list[Option]:
    """The fire open to a unit: Direct Fire at counters in sight, or Opportunity Fire, never both (8.0-gen-1)."""
    weapon = arms(unit.type)
    reach = absolute_range(weapon.weapon, setup_of(scenario, unit.side).panic)
    facing = -1 if weapon.all_round else unit.facing
    covered, wait = _watch_option(scenario.map, scenario.mode, unit.cell, reach, facing)
    infantry = weapon.infantry
    # As `may_hurt` has it, for all counters at once (8.9b, T-46).
    hurt = foes.unknown
    if weapon.he > 0 and not infantry:
        hurt |= foes.soft
    if weapon.ap > 0 or infantry:
        hurt |= foes.hard
    options = []
    targets = covered & hurt
    if targets:
        options.append(Option("DF", "8.0", cells=tuple(cells_of(targets))))
    if scenario.situation == "rearguard" and unit.side == "bravo" and state.turn == 1:
        return options
    if wait is not None:
        options.append(wait)
    if infantry:
        options.append(_NEIGHBOURS)
    return options


@lru_cache(maxsize=8192)
def _watch_option(map_name: str, mode: str, cell: Cell, reach: int, facing: int) -> tuple[int, Option | None]:
    """The set of cells that a unit can fire into, and the option to watch one of them (8.5)."""
    covered = ground(map_name, mode).field(cell, reach, facing)
    return covered, Option("OF", "8.5", cells=tuple(cells_of(covered))) if covered else None


def field(map_name: str, mode: str, cell: Cell, reach: int, facing: int) -> tuple[Cell, ...]:
    """The cells that a unit can fire into: seen, within reach, and in its arc if it has one (7.21)."""
    option = _watch_option(map_name, mode, cell, reach, facing)[1]
    return option.cells if option is not None else ()
