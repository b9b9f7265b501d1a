"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from typing import Final, final

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import may_hurt, visible_enemies
from hulldown.games.tank.rules.deployment import zone
from hulldown.games.tank.rules.ground import PARTIAL
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.sequence import facers
from hulldown.games.tank.rules.state import BRAVO, EXIT, EXIT_COST, OFF_MAP, ON_MAP, TankState, Unit
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.face import FACINGS, TURNS
from hulldown.games.tank.rules.verbs.move import MOVE
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING

_NO_TURNS: Final = Order("face")
_NO_PLOT: Final = Order("plot")


def legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    side = decision.side
    if decision.kind == "stop":
        return Legal(decision, choices=("continue", "stop"), idle=Order("stop", choice="continue"))
    if decision.kind == "face":
        turns = [UnitLegal(name, TURNS) for name in facers(state, side)]
        return Legal(decision, tuple(turns), idle=_NO_TURNS)
    if decision.kind == "enter":
        edge = scene.board.edges[scene.side(side).edge]
        idle = Order("enter", (Task(column.COLUMN, ENTRY.kind, edge[len(edge) // 2 :][:1]),))
        unit = UnitLegal(column.COLUMN, (Option(ENTRY.kind, ENTRY.rule, cells=edge),), required=True)
        return Legal(decision, (unit,), idle=idle)
    if decision.kind == "deploy":
        return _deployment(state, scene, decision)
    if decision.kind == "plot":
        return _plot(state, scene, decision)
    return scene.hooks.decisions[decision.kind].legal(state, scene, decision)


def _deployment(state: TankState, scene: Scene, decision: Decision) -> Legal:
    setup = scene.side(decision.side)
    cells = zone(scene.scenario.map, setup.edge, setup.distance)
    rule = "17.12-1" if setup.deploy == "hidden" else "17.13-1"
    units = []
    for unit in state.units:
        if unit.side == decision.side:
            facings = FACINGS if arms(unit.type).faces else ()
            units.append(UnitLegal(unit.id, (Option(PLACING.kind, rule, cells=cells, facings=facings),), required=True))
    return Legal(decision, tuple(units), idle=_plain_deployment(units, cells))


def _plain_deployment(units: list[UnitLegal], cells: tuple[Cell, ...]) -> Order:
    """A deployment that is always legal: one unit to a hex, all over the zone, facing north."""
    step = max(1, len(cells) // len(units))
    tasks = (
        Task(unit.unit, PLACING.kind, (cells[place * step % len(cells)],), 0 if unit.options[0].facings else -1)
        for place, unit in enumerate(units)
    )
    return Order("deploy", tuple(tasks))


def _plot(state: TankState, scene: Scene, decision: Decision) -> Legal:
    """The tasks open to each unit (5.0-gen-2); a bound column moves as one (17.3-6)."""
    side = decision.side
    found: list[UnitLegal] = []
    edge = scene.situation.exit_edge(state, scene, side)
    bound = side in state.columns and column.bound(state, scene, side)
    if bound:
        lead = _column_option(state, scene, side, scene.board.edges[edge] if edge else ())
        if lead is not None:
            found.append(UnitLegal(column.COLUMN, (lead,)))
    trail = set(state.columns[side].trail) if bound else set()
    asked = Asked(state, scene, side)
    live = [verb for verb in scene.verbs.values() if verb.live]
    kind, known = "", None
    for unit in state.units:
        if unit.side == side and unit.status == ON_MAP:
            if known is None or unit.type != kind:
                kind = unit.type
                known = _domain(scene, kind, scene.side(side).panic, asked.watching, edge)
            place = known.at(unit.cell, -1 if known.weapon.all_round else unit.facing)
            options = place.all if unit.cell not in trail else place.standing
            for verb in live:
                option = verb.now(asked, unit, place)
                if option is not None:
                    options = (option, *options)
            found.append(UnitLegal(unit.id, options))
    if side in state.columns and not bound:
        entry = state.columns[side].entry
        for unit, due in column.entrants(state, scene, side):
            left = arms(unit.type).ma - due
            path = PathDomain(OFF_MAP, left, PARTIAL, via=(entry,))
            found.append(UnitLegal(unit.id, (Option(MOVE.kind, "17.3-6", path=path),)))
    return Legal(decision, tuple(found), idle=_NO_PLOT)


def _column_option(state: TankState, scene: Scene, side: str, exits: tuple[Cell, ...]) -> Option | None:
    order = column.members(state, side)
    if not order:
        return None
    head = order[0]
    allowance = arms(head.type).ma
    if head.status == ON_MAP:
        path = PathDomain(head.cell, allowance, "vehicle", exits=exits, exit_cost=EXIT_COST if exits else 0)
        return Option(MOVE.kind, "17.3-2", path=path, choices=(EXIT,) if exits else ())
    entry = state.columns[side].entry
    left = allowance - column.entry_points(scene, entry, allowance)
    return Option(MOVE.kind, "17.3-2", path=PathDomain(OFF_MAP, left, PARTIAL, via=(entry,)))


@final
class Asked:
    """What a plot is asked in: the position, and what has been worked out for it so far."""

    __slots__ = ("_foes", "_marks", "scene", "side", "state", "watching")

    def __init__(self, state: TankState, scene: Scene, side: str) -> None:
        self.state = state
        self.scene = scene
        self.side = side
        self.watching = not (scene.situation.late_defence and side == BRAVO and state.turn == 1)
        """Whether units may be put on Opportunity Fire (17.13-3)."""
        self._foes = visible_enemies(state, side)
        self._marks: dict[str, list[Cell]] = {}

    def marks(self, unit: Unit) -> list[Cell]:
        """The cells, ascending, of the enemy counters that a unit of this type could hurt (8.9b, T-46)."""
        found = self._marks.get(unit.type)
        if found is None:
            found = self._marks[unit.type] = sorted({foe.cell for foe in self._foes if may_hurt(unit, foe)})
        return found


@final
@mypyc_attr(acyclic=True)
class Open:
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
class Domain:
    """The options of one weapon by place and facing, remembered: they are the same in all games on this ground."""

    __slots__ = ("_count", "_open", "exits", "reach", "scene", "standing", "travel", "watching", "weapon")

    def __init__(self, scene: Scene, kind: str, panic: int, watching: bool, edge: str) -> None:
        self.scene = scene
        self.weapon = arms(kind)
        self.reach = scene.reach(self.weapon, panic)
        self.watching = watching
        """Whether it may be put on Opportunity Fire (17.13-3)."""
        self.exits: tuple[Cell, ...] = scene.board.edges[edge] if edge else ()
        """The hexes from which it may leave the map."""
        self.standing: list[TankVerb] = [verb for verb in scene.verbs.values() if verb.plotted and not verb.moves]
        self.travel: list[TankVerb] = [verb for verb in scene.verbs.values() if verb.plotted and verb.moves]
        self._open: list[Open | None] = [None] * (scene.board.size * 7)
        """By cell and facing, a list: compiled code finds a place in it far quicker than a number among thousands."""
        self._count = 0

    def at(self, cell: Cell, facing: int) -> Open:
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

    def covered(self, cell: Cell, facing: int) -> int:
        """The cells that it can fire into, as a set of bits."""
        return self.scene.field(cell, self.reach, facing)

    def _worked_out(self, cell: Cell, facing: int) -> Open:
        """Opportunity Fire, or else a new facing or a move: never Direct Fire as well (8.0-gen-1)."""
        standing: list[Option] = []
        for verb in self.standing:
            standing += verb.options(self, cell, facing)
        moves: list[Option] = []
        for verb in self.travel:
            moves += verb.options(self, cell, facing)
        bits = self.covered(cell, facing).to_bytes(self.scene.board.size // 8 + 1, "little")
        return Open(bits, tuple(standing), tuple(moves))


_MOST: Final = 2500
"""Places remembered for a weapon, about as many as the map has; so many weapons for all grounds: memory stays flat."""
_WEAPONS: Final = 4
_domains: Final[dict[tuple[str, str, str, int, bool, str], Domain]] = {}


def _domain(scene: Scene, kind: str, panic: int, watching: bool, edge: str) -> Domain:
    """The options of a weapon, kept for the scenes in which nothing is in the way for a time."""
    if scene.screen:
        return Domain(scene, kind, panic, watching, edge)
    key = (scene.scenario.map, scene.scenario.mode, kind, panic, watching, edge)
    found = _domains.get(key)
    if found is None or found.scene.ground is not scene.ground or found.scene.rules is not scene.rules:
        if len(_domains) >= _WEAPONS:
            _domains.clear()
        found = _domains[key] = Domain(scene, kind, panic, watching, edge)
    return found
