"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from typing import Final, final

from msgspec.structs import replace

from hulldown.core.board import Cell, cells_of
from hulldown.core.decisions import Decision, Legal, Option, Pass, PathDomain, UnitLegal
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task
from hulldown.games.tank.rules import column, edges
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.combat import may_hurt, visible_enemies
from hulldown.games.tank.rules.deployment import zone_of
from hulldown.games.tank.rules.ground import PARTIAL, TRUCK
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.sequence import facers
from hulldown.games.tank.rules.state import BRAVO, EXIT, EXIT_COST, OFF_MAP, ON_MAP, TankState, Unit
from hulldown.games.tank.rules.troops import device_of
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.face import FACINGS, TURNS
from hulldown.games.tank.rules.verbs.move import MOVE
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING

GO_ON: Final = "continue"
GO_ON_TURN: Final = "continue this turn"
"""To go on, and to be asked no more until the turn is over (9.36c)."""
STOP: Final = "stop"
HALTS: Final = (GO_ON, STOP, GO_ON_TURN)
_NO_TURNS: Final = Order("face")
_NO_PLOT: Final = Order("plot")


def legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    side = decision.side
    if decision.kind == "stop":
        passes = (Pass(GO_ON), Pass(GO_ON_TURN, f"{state.turn} {GO_ON}"))
        return Legal(decision, choices=HALTS, idle=Order("stop", choice=GO_ON), passes=passes)
    if decision.kind == "face":
        turns = [UnitLegal(name, TURNS) for name in facers(state, side)]
        return Legal(decision, tuple(turns), idle=_NO_TURNS)
    if decision.kind == "enter":
        edge = edges.entry_cells(state, scene, side)
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
    cells = zone_of(state, scene, decision.side)
    rule = "17.12-1" if setup.deploy == "hidden" else "17.13-1"
    units = []
    for unit in state.units:
        if unit.side == decision.side and unit.status != CARRIED:
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
    asked = Asked(state, scene, side)
    columns = column.columns_of(state, side)
    found = _leads(asked, columns)
    live = [verb for verb in scene.verbs.values() if verb.live]
    tied, alone, aboard = column.tied(state, scene, side), columns == [side], bool(scene.loads)
    stiff = bool(scene.hooks.bars)
    known: Domain | None = None
    for unit in state.units:
        if unit.side == side and _is_here(unit, aboard) and (alone or unit.id not in tied):
            known = _domain_of(asked, unit, known)
            place = known.at(unit.cell, -1 if known.weapon.all_round else unit.facing)
            held = unit.id in tied or (stiff and _stuck(state, scene, unit))
            options = _open_to(asked, unit, live, place, held)
            if options or unit.status == ON_MAP:
                found.append(UnitLegal(unit.id, options))
    found += _comers(asked, columns)
    return Legal(decision, tuple(_with_modules(asked, found)), idle=_NO_PLOT)


def _with_modules(asked: Asked, found: list[UnitLegal]) -> list[UnitLegal]:
    """What is open to units, with what modules make of it, and to what is no unit."""
    state, scene, side = asked.state, asked.scene, asked.side
    for hook in scene.hooks.offers:
        found = hook(state, scene, side, found)
    for other in scene.hooks.beyond:
        found = found + other.offers(state, scene, side)
    return found


def _is_here(unit: Unit, aboard: bool) -> bool:
    """Whether a unit stands on the map, or is carried by one that does."""
    return unit.status == ON_MAP or (aboard and unit.status == CARRIED and unit.cell >= 0)


def _open_to(asked: Asked, unit: Unit, live: list[TankVerb], place: Open, held: bool) -> tuple[Option, ...]:
    """What is open to a unit as things stand; one that is `held` does not move by itself."""
    options = place.all if not held else place.standing
    for verb in live:
        option = verb.now(asked, unit, place)
        if option is not None:
            options = (option, *options)
    if asked.exits and not asked.may_leave(unit):
        options = tuple([_on_the_map(option) for option in options])
    if asked.scene.hooks.forbids or unit.status == CARRIED:
        return _allowed(asked.state, asked.scene, unit, options)
    return options


def _on_the_map(option: Option) -> Option:
    """An option without the way off the map (X-57)."""
    if option.path is None or not option.path.exits:
        return option
    path = replace(option.path, exits=(), exit_cost=0)
    return replace(option, path=path, choices=tuple([choice for choice in option.choices if choice != EXIT]))


def _leads(asked: Asked, columns: list[str]) -> list[UnitLegal]:
    """What the columns of a side may be told as a whole."""
    state, scene = asked.state, asked.scene
    found: list[UnitLegal] = []
    for key in columns:
        if column.bound(state, scene, key) and (key == asked.side or not column.railed(state, scene, key)):
            lead = _column_option(asked, key)
            if lead is not None:
                found.append(UnitLegal(column.called(key), (lead,)))
    return found


def _comers(asked: Asked, columns: list[str]) -> list[UnitLegal]:
    """The units that come onto the map one by one: those of a column no longer bound."""
    state, scene = asked.state, asked.scene
    found: list[UnitLegal] = []
    extra, barred = dear(scene, asked.shut)
    for key in columns:
        if not column.bound(state, scene, key):
            entry = state.columns[key].entry
            for unit, due in column.entrants(state, scene, key):
                left = arms(unit.type).ma - due
                path = PathDomain(OFF_MAP, left, _partial(unit), via=(entry,), extra=extra, barred=barred)
                found.append(UnitLegal(unit.id, (Option(MOVE.kind, "17.3-6", path=path),)))
    return found


def _allowed(state: TankState, scene: Scene, unit: Unit, options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options that no module forbids the unit, and that are open to it on board of another (27.3)."""
    if unit.status == CARRIED:
        options = tuple([option for option in options if scene.verbs[option.kind].aboard])
    kinds = {option.kind for option in options}
    barred = {kind for kind in kinds if scene.forbidden(state, unit, scene.verbs[kind]) is not None}
    return tuple([option for option in options if option.kind not in barred]) if barred else options


def _stuck(state: TankState, scene: Scene, unit: Unit) -> bool:
    """Whether modules keep a unit from every hex around it."""
    ways = [ahead for ahead in scene.board.neighbours[unit.cell] if ahead >= 0]
    return all(any(hook(state, scene, unit, unit.cell, way) for hook in scene.hooks.bars) for way in ways)


def _column_option(asked: Asked, key: str) -> Option | None:
    state, scene, exits, shut = asked.state, asked.scene, asked.exits, asked.shut
    order = column.members(state, key)
    if not order or (order[0].status != ON_MAP and edges.delayed(state, scene, column.side_of(key))):
        return None
    head = order[0]
    weapon = arms(head.type)
    allowance = column.pace(state, scene, key, head)
    extra, barred = dear(scene, shut)
    if head.status == ON_MAP:
        exits = exits if asked.may_leave(head) else ()
        path = PathDomain(
            head.cell, allowance, weapon.table, exits=exits, exit_cost=EXIT_COST if exits else 0, extra=extra,
            barred=barred,
        )  # fmt: skip
        return Option(MOVE.kind, "17.3-2", path=path, choices=(EXIT,) if exits else ())
    entry = state.columns[key].entry
    left = allowance - column.entry_points(scene, entry, allowance, weapon.truck)
    path = PathDomain(OFF_MAP, left, _partial(head), via=(entry,), extra=extra, barred=barred)
    return Option(MOVE.kind, "17.3-2", path=path)


def _partial(unit: Unit) -> str:
    """The cost table of a move that does not begin with the whole allowance (T-16)."""
    return TRUCK if arms(unit.type).truck else PARTIAL


def dear(scene: Scene, shut: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """The cells that cost vehicles a point more now, and those that they cannot enter, or not for that (28.52b, T-15).

    `shut` are those that they cannot enter anyway.
    """
    if not scene.slow:
        return (), shut
    cells, rows = cells_of(scene.slow), scene.ground.rows
    stuck = [cell for cell in cells if rows[cell].whole_allowance]
    return tuple(cell for cell in cells if cell not in stuck), tuple(sorted({*shut, *stuck}))


@final
class Asked:
    """What a plot is asked in: the position, and what has been worked out for it so far."""

    __slots__ = ("_foes", "_marks", "_panic", "exits", "scene", "shut", "side", "state", "watching")

    def __init__(self, state: TankState, scene: Scene, side: str) -> None:
        self.state = state
        self.scene = scene
        self.side = side
        self._panic = panic_level(state, scene, side)
        quiet = scene.situation.late_defence or bool(scene.situation.quiet_start)
        self.watching = not (quiet and side == BRAVO and state.turn == edges.FIRST_TURN)
        """Whether units may be put on Opportunity Fire (17.13-3)."""
        self.exits = edges.exit_cells(state, scene, side)
        """The hexes from which units may leave the map."""
        self.shut = edges.shut_cells(state, scene)
        """The hexes that no vehicle may enter."""
        self._foes = visible_enemies(state, side)
        self._marks: dict[str, list[Cell]] = {}

    def may_leave(self, unit: Unit) -> bool:
        """Whether a unit may leave the map where its side may (X-57)."""
        allowed = self.scene.situation.may_leave
        return allowed is None or allowed(self.state, unit)

    def level(self, kind: str) -> int:
        """The Panic Level of the units of this type."""
        return panic_level(self.state, self.scene, self.side, arms(kind)) if self.scene.hooks.shakes else self._panic

    def marks(self, unit: Unit) -> list[Cell]:
        """The cells, ascending, of the enemy counters that a unit of this type could hurt (8.9b, T-46)."""
        own = arms(unit.type)
        # Whom squads, guns and missiles can hurt depends in the Expanded game on where they are, and on what they have.
        here = not self.scene.doctrine.squads and (own.squad or own.gun or own.weapon.guided)
        found = None if here else self._marks.get(unit.type)
        if found is None:
            found = sorted({foe.cell for foe in self._foes if may_hurt(self.state, self.scene, unit, foe)})
            if not here:
                self._marks[unit.type] = found
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

    __slots__ = (
        "_count", "_open", "dear", "device", "exits", "kind", "least", "reach", "scene", "shut", "standing", "travel",
        "watching", "weapon",
    )  # fmt: skip

    def __init__(
        self,
        scene: Scene,
        kind: str,
        panic: int,
        watching: bool,
        exits: tuple[Cell, ...] = (),
        shut: tuple[Cell, ...] = (),
        device: str = "",
    ) -> None:
        self.scene = scene
        self.kind = kind
        self.device = device
        self.weapon = arms(kind)
        self.reach = scene.reach(self.weapon, panic)
        if device:
            self.reach = max(self.reach, scene.reach(arms(device), panic))
        self.least = self.weapon.weapon.minimum if self.weapon.he == 0 else 0
        """The distance below which it can hit nothing (24.31-note-1)."""
        self.watching = watching
        """Whether it may be put on Opportunity Fire (17.13-3)."""
        self.exits = exits
        """The hexes from which it may leave the map."""
        self.dear, self.shut = dear(scene, shut)
        """The hexes that cost a point more, and those that no vehicle may enter."""
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
        field = self.scene.field(cell, self.reach, facing)
        return field & ~self.scene.ground.within(cell, self.least - 1, -1) if self.least > 1 else field

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
Places = tuple[Cell, ...]
_domains: Final[dict[tuple[str, str, str, str, int, bool, Places, Places], Domain]] = {}


def _domain_of(asked: Asked, unit: Unit, last: Domain | None) -> Domain:
    """The options of a unit's weapon: those of the unit before where it has the same, and the same device (26.12b)."""
    device = device_of(unit)
    if last is not None and last.kind == unit.type and last.device == device:
        return last
    return _domain(asked, unit.type, device)


def _domain(asked: Asked, kind: str, device: str = "") -> Domain:
    """The options of a weapon, kept for the scenes in which nothing is in the way for a time."""
    scene, panic, watching, exits, shut = asked.scene, asked.level(kind), asked.watching, asked.exits, asked.shut
    if scene.screen or scene.slow:
        return Domain(scene, kind, panic, watching, exits, shut, device)
    key = (scene.scenario.map, scene.scenario.mode, kind, device, panic, watching, exits, shut)
    found = _domains.get(key)
    if found is None or found.scene.ground is not scene.ground or found.scene.rules is not scene.rules:
        if len(_domains) >= _WEAPONS:
            _domains.clear()
        found = _domains[key] = Domain(scene, kind, panic, watching, exits, shut, device)
    return found
