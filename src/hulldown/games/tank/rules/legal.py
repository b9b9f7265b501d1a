"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from typing import Final, final

from hulldown.core.board import Cell, cells_of
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.rules import column, overrun
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.combat import setup_of
from hulldown.games.tank.rules.deployment import zone
from hulldown.games.tank.rules.ground import PARTIAL, Ground
from hulldown.games.tank.rules.plotting import ADJACENT, REVERSE_HEXES, exit_edge, visible_enemies
from hulldown.games.tank.rules.sequence import facers
from hulldown.games.tank.rules.state import EXIT, EXIT_COST, OFF_MAP, ON_MAP, TankState, Unit

FACINGS: Final = (0, 1, 2, 3, 4, 5)
_TURNS: Final = (Option("FC", "7.11b", facings=FACINGS),)
_NO_TURNS: Final = Order("face")
_NO_PLOT: Final = Order("plot")


def legal(state: TankState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    side = decision.side
    if decision.kind == "stop":
        return Legal(decision, choices=("continue", "stop"), idle=Order("stop", choice="continue"))
    if decision.kind == "face":
        turns = [UnitLegal(name, _TURNS) for name in facers(state, side)]
        return Legal(decision, tuple(turns), idle=_NO_TURNS)
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
    edge = exit_edge(state, scenario, side)
    exits = place.board.edges[edge] if edge else ()
    bound = side in state.columns and column.bound(state, scenario, side)
    if bound:
        lead = _column_option(state, place, side, exits)
        if lead is not None:
            found.append(UnitLegal(column.COLUMN, (lead,)))
    foes = visible_enemies(state, side)
    marks: list[Cell] = []
    trail = set(state.columns[side].trail) if bound else set()
    panic = setup_of(scenario, side).panic
    watching = not (scenario.situation == "rearguard" and side == "bravo" and state.turn == 1)
    kind, known = "", None
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP:
            if known is None or unit.type != kind:
                kind = unit.type
                known = _known(place, kind, panic, watching, edge)
                marks = _marks(foes, known.weapon)
            open_to = known.at(unit.cell, -1 if known.weapon.all_round else unit.facing)
            options = open_to.all if unit.cell not in trail else open_to.standing
            bits = open_to.bits
            targets = [cell for cell in marks if bits[cell >> 3] >> (cell & 7) & 1]
            if targets:
                options = (Option("DF", "8.0", cells=tuple(targets)), *options)
            found.append(UnitLegal(unit.id, options))
    if side in state.columns and not bound:
        entry = state.columns[side].entry
        for unit, due in column.entrants(state, place, side):
            left = arms(unit.type).ma - due
            path = PathDomain(OFF_MAP, left, PARTIAL, via=(entry,))
            found.append(UnitLegal(unit.id, (Option("MV", "17.3-6", path=path),)))
    return Legal(decision, tuple(found), idle=_NO_PLOT)


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
    return Option("MV", "17.3-2", path=PathDomain(OFF_MAP, left, PARTIAL, via=(entry,)))


_TURN: Final = Option("FC", "9.5a")
_NEIGHBOURS: Final = Option("OF", "8.84a", choices=(ADJACENT,))


def _marks(foes: list[Unit], weapon: Arms) -> list[Cell]:
    """The cells, ascending, of the enemy counters that a weapon could hurt, as `may_hurt` has it (8.9b, T-46)."""
    soft = weapon.he > 0 and not weapon.infantry
    hard = weapon.ap > 0 or weapon.infantry
    cells: set[Cell] = set()
    for foe in foes:
        if not foe.spotted or (soft if arms(foe.type).soft else hard):
            cells.add(foe.cell)
    return sorted(cells)


@final
@mypyc_attr(acyclic=True)
class _Open:
    """What is open to a unit in a place whatever the enemy does: the cells it can fire into, and its options.

    The cells are bits, as those of a `SightTable`. `standing` are the options of a unit bound to its column, which does
    not move by itself.
    """

    __slots__ = ("all", "bits", "standing")

    def __init__(self, bits: bytes, standing: tuple[Option, ...], moves: tuple[Option, ...]) -> None:
        self.bits = bits
        self.standing = standing
        self.all = standing + moves


@final
class _Known:
    """The options of one weapon by place and facing, remembered: they are the same in all games on this ground."""

    __slots__ = ("_count", "_open", "edge", "place", "reach", "watching", "weapon")

    def __init__(self, place: Ground, kind: str, panic: int, watching: bool, edge: str) -> None:
        self.place = place
        self.weapon = arms(kind)
        self.reach = self.weapon.reach(panic)
        self.watching = watching
        """Whether it may be put on Opportunity Fire (17.13-3)."""
        self.edge = edge
        """The edge it may leave the map by, if any."""
        self._open: list[_Open | None] = [None] * (place.board.size * 7)
        """By cell and facing, a list: compiled code finds a place in it far quicker than a number among thousands."""
        self._count = 0

    def at(self, cell: Cell, facing: int) -> _Open:
        """What is open to a unit in a cell; -1 as facing for one that fires in all directions."""
        number = cell * 7 + facing + 1
        found = self._open[number]
        if found is None:
            if self._count >= _MOST:
                self._open = [None] * len(self._open)
                self._count = 0
            self._count += 1
            found = self._open[number] = self._worked_out(cell, facing)
        return found

    def _worked_out(self, cell: Cell, facing: int) -> _Open:
        """Opportunity Fire, or else a new facing or a move: never Direct Fire as well (8.0-gen-1)."""
        options: list[Option] = []
        covered = self.place.field(cell, self.reach, facing)
        if self.watching and covered:
            options.append(Option("OF", "8.5", cells=tuple(cells_of(covered))))
        if self.watching and self.weapon.infantry:
            options.append(_NEIGHBOURS)
        if not self.weapon.infantry:
            options.append(_TURN)
        exits = self.place.board.edges[self.edge] if self.edge else ()
        bits = covered.to_bytes(self.place.board.size // 8 + 1, "little")
        return _Open(bits, tuple(options), _move_options(self.weapon, cell, exits))


_MOST: Final = 2500
"""Places remembered for a weapon, about as many as the map has; so many weapons for all grounds: memory stays flat."""
_WEAPONS: Final = 4
_all_known: Final[dict[tuple[str, str, str, int, bool, str], _Known]] = {}


def _known(place: Ground, kind: str, panic: int, watching: bool, edge: str) -> _Known:
    key = (place.board.name, place.mode.name, kind, panic, watching, edge)
    found = _all_known.get(key)
    if found is None or found.place is not place:
        if len(_all_known) >= _WEAPONS:
            _all_known.clear()
        found = _all_known[key] = _Known(place, kind, panic, watching, edge)
    return found


def _move_options(weapon: Arms, cell: Cell, exits: tuple[Cell, ...]) -> tuple[Option, ...]:
    if weapon.gun:
        return ()
    if weapon.infantry:
        return (Option("MV", "9.0-gen-1", path=PathDomain(cell, 1, "infantry", steps=1)),)
    leave: tuple[str, ...] = (EXIT,) if exits else ()
    return (
        Option("MV", "9.0-gen-1", choices=leave,
               path=PathDomain(cell, weapon.ma, "vehicle", exits=exits, exit_cost=EXIT_COST)),
        Option("OV", "9.4a", path=PathDomain(cell, weapon.ma - overrun.COST, PARTIAL, minimum=2,
                                             straight_end=True)),
        Option("MVR", "9.6a", path=PathDomain(cell, weapon.ma // 2, PARTIAL, steps=REVERSE_HEXES)),
    )  # fmt: skip
