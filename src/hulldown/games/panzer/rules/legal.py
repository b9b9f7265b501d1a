"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE, CostTable
from hulldown.games.panzer.data.cards import Traction, cards
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules import combat, commands, deployment, initiative, movement, overwatch, presets
from hulldown.games.panzer.rules.driving import REVERSE, Surroundings, entry_cost, entry_way, way_cost
from hulldown.games.panzer.rules.ground import PATH, ROAD, TRACTIONS, Ground, load_ground
from hulldown.games.panzer.rules.sequence import KEEP, KEEP_ALL, SHOW
from hulldown.games.panzer.rules.state import (
    ASK,
    MOVING,
    OFF_MAP,
    OVERWATCH,
    PRESET,
    WAITING,
    PanzerState,
    Progress,
    Unit,
)

FACINGS = (0, 1, 2, 3, 4, 5)


@lru_cache(maxsize=8)
def cost_tables(map_name: str) -> Mapping[str, CostTable]:
    """The tables that path domains refer to: steps across country and along routes, turns, leaving and entering."""
    ground = load_ground(map_name)
    cells = range(ground.board.size)
    found: dict[str, CostTable] = {
        "turn": [(cost,) for cost in ground.turn],
        "kinds": [_kinds(ground, cell) for cell in cells],
    }
    for traction in TRACTIONS:
        found[f"cross {traction}"] = ground.cross[traction]
        found[f"route {traction}"] = ground.route[traction]
        found[f"leave {traction}"] = [_leaving(ground, cell, traction) for cell in cells]
        found[f"leave route {traction}"] = [_leaving_by_way(ground, cell, traction) for cell in cells]
        found[f"enter {traction}"] = [_entering(ground, cell, traction) for cell in cells]
        found[f"enter route {traction}"] = [(way_cost(entry_way(ground, cell), traction),) for cell in cells]
    return found


_KINDS = {"": 0, ROAD: 1, PATH: 2}
"""4.5.1.1.5e: more road than path is the better rate."""


def _kinds(ground: Ground, cell: Cell) -> tuple[int, ...]:
    """The kind of way of each step from a cell, over the edge too, and that of coming on by it."""
    if not ground.on_way[cell]:
        return ()
    kinds = [_KINDS[ground.ways[cell][way] or ground.ways_out(cell).get(way, "")] for way in FACINGS]
    return (*kinds, _KINDS[entry_way(ground, cell)])


def _at_edge(ground: Ground, cell: Cell) -> bool:
    return -1 in ground.board.neighbours[cell]


def _leaving(ground: Ground, cell: Cell, traction: Traction) -> tuple[int, ...]:
    """What leaving the map across country costs in each direction (4.5.1.1.9b)."""
    return tuple(ground.leave_cost(cell, way, traction) for way in FACINGS) if _at_edge(ground, cell) else ()


def _leaving_by_way(ground: Ground, cell: Cell, traction: Traction) -> tuple[int, ...]:
    """What leaving the map along a path or road costs in each direction (4.5.1.1.9b; I15)."""
    if not _at_edge(ground, cell):
        return ()
    ways = ground.ways_out(cell)
    return tuple(way_cost(ways.get(way, ""), traction) for way in FACINGS)


def _entering(ground: Ground, cell: Cell, traction: Traction) -> tuple[int]:
    return (entry_cost(ground, traction, cell) if ground.board.on_map[cell] else IMPOSSIBLE,)


@lru_cache(maxsize=8)
def _rim(map_name: str) -> tuple[Cell, ...]:
    """The hexes from which a vehicle can drive off the map (4.5.1.1.9a)."""
    board = load_ground(map_name).board
    return tuple(cell for cell in board.cells if -1 in board.neighbours[cell])


def legal(state: PanzerState, ground: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    side = decision.side
    if decision.kind == "deploy":
        return _deployment(state, ground, scenario, decision)
    if decision.kind == "command":
        return _commands(state, ground, scenario, decision)
    if decision.kind == "initiative":
        return Legal(decision, choices=initiative.CHOICES, idle=Order("initiative", choice=initiative.FIRST))
    if decision.kind == "fire":
        ready = combat.shooters(state, ground, side)
        units = tuple(_at(state, "FIRE", "4.4.1a", index, targets) for index, targets in ready.items())
        tasks = tuple(Task(u.unit, "FIRE", targets=u.options[0].targets[:1]) for u in units)
        return Legal(decision, units, idle=Order("fire", tasks))
    if decision.kind == "reveal":
        return Legal(decision, choices=reveal_choices(state), idle=Order("reveal", choice=KEEP_ALL))
    if decision.kind == "overwatch":
        step = state.stack[-1].step
        ready = overwatch.watchers(state, ground, side, overwatch.open_targets(state, side, step))
        units = tuple(_at(state, OVERWATCH, "4.4.2b", index, targets) for index, targets in ready.items())
        passing = overwatch.choices(state, side, step)
        return Legal(decision, units, passing, Order("overwatch", choice=passing[-1]))
    return _moves(state, ground, scenario, decision)


def reveal_choices(state: PanzerState) -> tuple[str, ...]:
    """What the owner of a vehicle fired on may answer: only a moving one can be shown (4.4.3.2.2-target-moving-b)."""
    moves = state.units[state.shots[0].target].command in MOVING
    return (SHOW, KEEP, KEEP_ALL) if moves else (KEEP, KEEP_ALL)


def _at(state: PanzerState, kind: str, rule: str, index: int, targets: list[int]) -> UnitLegal:
    names = tuple(state.units[target].id for target in targets)
    return UnitLegal(state.units[index].id, (Option(kind, rule, targets=names),))


def _deployment(state: PanzerState, ground: Ground, scenario: Scenario, decision: Decision) -> Legal:
    taken = {unit.cell for unit in state.units if unit.side != decision.side}
    units = []
    for unit in deployment.to_deploy(state, scenario, decision.side):
        group = scenario.side(unit.side).groups[unit.group]
        cells = tuple(
            cell for cell in deployment.ground_for(ground, cards()[unit.type].traction, group) if cell not in taken
        )
        facings = FACINGS if group.direction is None else (group.direction,)
        units.append(UnitLegal(unit.id, (Option("DEPLOY", "2.0a", cells=cells, facings=facings),), required=True))
    return Legal(decision, tuple(units), idle=deployment.plain(state, ground, scenario, decision.side))


_COMMANDS = {
    "FIRE": Option("FIRE", "4.2b"),
    "MOVE": Option("MOVE", "4.2c"),
    "HALT": Option("HALT", "4.2d"),
    "OW": Option("OW", "4.2e", choices=presets.EXAMPLES),
    "NC": Option("NC", "4.2h"),
}
_REACTIONS = UnitLegal(
    commands.REACTIONS,
    (Option(ASK, "4.4.2c"), Option(PRESET, "4.4.2c", choices=(commands.SHOW, commands.CONCEAL))),
)


@lru_cache(maxsize=32)
def _options(names: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(_COMMANDS[name] for name in names)


def _commands(state: PanzerState, ground: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The commands that each vehicle could execute (4.2.1g), and how its side reacts."""
    units = [_REACTIONS]
    for index in commands.commandable(state, scenario, decision.side):
        units.append(UnitLegal(state.units[index].id, _options(commands.allowed(state, ground, index))))
    return Legal(decision, tuple(units), idle=Order("command"))


def _moves(state: PanzerState, ground: Ground, scenario: Scenario, decision: Decision) -> Legal:
    side = decision.side
    around = movement.surroundings(state, side)
    units = []
    for index in movement.to_move(state, side):
        options = move_options(state, ground, scenario, index, around)
        units.append(UnitLegal(state.units[index].id, tuple(options)))
    # 4.5.1.1.10b: who was fired on in an enemy's hex drives on if it can; its idle answer is the shortest way.
    onward = movement.must_go_on(state, ground, scenario)
    if onward is not None:
        units = [UnitLegal(one.unit, tuple(o for o in one.options if o.kind not in STANDING), True) for one in units]
        return Legal(decision, tuple(units), idle=Order("move", (onward,)))
    return Legal(decision, tuple(units), (movement.STAY_ALL,), Order("move", choice=movement.STAY_ALL))


_TURN, _STAY = Option("TURN", "4.5.1.1.8c", facings=FACINGS), Option("STAY", "4.5.1.1.8a")
_LEAVE = (movement.EXIT,)
STANDING = ("STAY", "TURN")
"""The tasks by which a vehicle remains in its hex."""


def move_options(
    state: PanzerState, ground: Ground, scenario: Scenario, index: int, around: Surroundings
) -> list[Option]:
    """The ways a vehicle may move: ahead, back, along a path or road, turning in place, staying."""
    unit = state.units[index]
    account = movement.progress_of(state, index)
    if unit.status == WAITING:
        entries = movement.entry_cells(ground, scenario.side(unit.side).groups[unit.group])
        return [*_entries(ground, unit, account, around, entries), _STAY]
    options = [_STAY, _TURN]
    left = account.allowance - account.spent
    least = account.steps == 0 and account.spent == 0
    if account.open and not account.stuck and (left > 0 or least):
        traction = cards()[unit.type].traction
        ahead = PathDomain(
            unit.cell, left, f"cross {traction}", exits=_rim(scenario.map), facing=unit.facing, turns="turn",
            extra=tuple(sorted(around.smoke)), shut=tuple(sorted(around.foes)), least=least, begun=not least,
            turned=_turned(account), leaving=f"leave {traction}",
        )  # fmt: skip
        options += _both_ways("4.5.1.1.1d", ahead, FACINGS)
    if account.route and ground.on_way[unit.cell]:
        route = _route(unit, account, around, scenario)
        if max(route.rate, route.allowance) > 0:
            options += _both_ways("4.5.1.1.5a", route)
    return options


def _both_ways(rule: str, ahead: PathDomain, facings: tuple[int, ...] = ()) -> list[Option]:
    """A domain driven ahead, and the same driven back for so many times the cost (4.5.1.1.7a, 4.5.1.1.7b)."""
    back = msgspec.structs.replace(ahead, times=REVERSE, back=True)
    return [
        Option("MOVE", rule, path=ahead, facings=facings, choices=_LEAVE),
        Option("REVERSE", "4.5.1.1.7a", path=back, facings=facings, choices=_LEAVE),
    ]


def _turned(account: Progress) -> int:
    return -1 if account.paid else account.turned


def _route(unit: Unit, account: Progress, around: Surroundings, scenario: Scenario) -> PathDomain:
    """The ways along a path or road, at the rate of the kind with more hexes (4.5.1.1.5e, 4.5.1.1.5f; I1, I2)."""
    traction = cards()[unit.type].traction
    spent = account.route_spent
    return PathDomain(
        unit.cell, account.path_allowance - spent, f"route {traction}", exits=_rim(scenario.map), facing=unit.facing,
        turns="" if account.steps else "turn", extra=tuple(sorted(around.smoke)), turned=_turned(account),
        leaving=f"leave route {traction}", begun=account.steps > 0, kinds="kinds",
        rate=account.road_allowance - spent, lead=account.roads - account.paths, barred=around.barred(unit.cell),
    )  # fmt: skip


def _entries(
    ground: Ground, unit: Unit, account: Progress, around: Surroundings, entries: tuple[Cell, ...]
) -> list[Option]:
    """The ways onto the map, across country and along a path or road (4.5.1.1.9c)."""
    traction = cards()[unit.type].traction
    smoke = tuple(sorted(around.smoke))
    across = PathDomain(
        OFF_MAP, account.allowance, f"cross {traction}", facing=0, turns="turn", extra=smoke,
        shut=tuple(sorted(around.foes)), least=True, entries=entries, entering=f"enter {traction}",
    )  # fmt: skip
    found = [Option("MOVE", "4.5.1.1.9c", path=across, facings=FACINGS)]
    barred = around.barred(OFF_MAP)
    by_way = tuple(cell for cell in entries if ground.ways_out(cell) and cell not in barred)
    if by_way:
        along = PathDomain(
            OFF_MAP, account.path_allowance, f"route {traction}", facing=0, extra=smoke, entries=by_way,
            entering=f"enter route {traction}", kinds="kinds", rate=account.road_allowance, barred=barred,
        )  # fmt: skip
        found.append(Option("MOVE", "4.5.1.1.5a", path=along))
    return found
