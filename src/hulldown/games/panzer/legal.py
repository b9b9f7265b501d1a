"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, PathDomain, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable
from hulldown.games.panzer import combat, commands, deployment, initiative, movement, overwatch, presets
from hulldown.games.panzer.cards import Traction, cards
from hulldown.games.panzer.data import Scenario
from hulldown.games.panzer.driving import REVERSE
from hulldown.games.panzer.ground import ROAD, TRACTIONS, Ground, ground
from hulldown.games.panzer.sequence import KEEP, KEEP_ALL, SHOW
from hulldown.games.panzer.state import ASK, MOVING, OFF_MAP, OVERWATCH, PRESET, WAITING, PanzerState

FACINGS = (0, 1, 2, 3, 4, 5)


@lru_cache(maxsize=8)
def cost_tables(map_name: str) -> Mapping[str, CostTable]:
    """The tables that path domains refer to: steps ahead, back and along routes, turns, leaving and entering."""
    place = ground(map_name)
    found: dict[str, CostTable] = {"turn": [(cost,) for cost in place.turn]}
    for traction in TRACTIONS:
        cross = place.cross[traction]
        found[f"cross {traction}"] = cross
        found[f"back {traction}"] = [tuple(c if c >= WHOLE else c * REVERSE for c in row) for row in cross]
        found[f"route {traction}"] = place.route[traction]
        found[f"leave {traction}"] = [_leaving(place, cell, traction) for cell in range(place.board.size)]
        found[f"enter {traction}"] = [_entering(place, cell, traction) for cell in range(place.board.size)]
    return found


def _leaving(place: Ground, cell: Cell, traction: Traction) -> tuple[int]:
    if not place.board.on_map[cell]:
        return (IMPOSSIBLE,)
    outward = [way for way in FACINGS if place.board.neighbours[cell][way] < 0]
    costs = [cost for way in outward if (cost := place.leave_cost(cell, way, traction)) != IMPOSSIBLE]
    return (min(costs, default=IMPOSSIBLE),)


def _entering(place: Ground, cell: Cell, traction: Traction) -> tuple[int]:
    cost = place.rows[cell].cost(traction) if place.board.on_map[cell] else "P"
    if cost == "P" and place.board.on_map[cell] and place.ways_out(cell):
        return (1,)
    return (cost if isinstance(cost, int) else IMPOSSIBLE,)


@lru_cache(maxsize=8)
def _rim(map_name: str) -> tuple[Cell, ...]:
    """The hexes from which a vehicle can drive off the map (4.5.1.1.9a)."""
    board = ground(map_name).board
    return tuple(cell for cell in board.cells if -1 in board.neighbours[cell])


def legal(state: PanzerState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    side = decision.side
    if decision.kind == "deploy":
        return _deployment(state, place, scenario, decision)
    if decision.kind == "command":
        return _commands(state, place, scenario, decision)
    if decision.kind == "initiative":
        return Legal(decision, choices=initiative.CHOICES, idle=Order("initiative", choice=initiative.FIRST))
    if decision.kind == "fire":
        ready = combat.shooters(state, place, side)
        units = tuple(_at(state, "FIRE", "4.4.1a", index, targets) for index, targets in ready.items())
        tasks = tuple(Task(u.unit, "FIRE", targets=u.options[0].targets[:1]) for u in units)
        return Legal(decision, units, idle=Order("fire", tasks))
    if decision.kind == "reveal":
        return Legal(decision, choices=reveal_choices(state), idle=Order("reveal", choice=KEEP_ALL))
    if decision.kind == "overwatch":
        step = state.stack[-1].step
        ready = overwatch.watchers(state, place, side, overwatch.open_targets(state, side, step))
        units = tuple(_at(state, OVERWATCH, "4.4.2b", index, targets) for index, targets in ready.items())
        passing = overwatch.choices(state, side, step)
        return Legal(decision, units, passing, Order("overwatch", choice=passing[-1]))
    return _moves(state, place, scenario, decision)


def reveal_choices(state: PanzerState) -> tuple[str, ...]:
    """What the owner of a vehicle fired on may answer: only a moving one can be shown to move."""
    moves = state.units[state.shots[0].target].command in MOVING
    return (SHOW, KEEP, KEEP_ALL) if moves else (KEEP, KEEP_ALL)


def _at(state: PanzerState, kind: str, rule: str, index: int, targets: list[int]) -> UnitLegal:
    names = tuple(state.units[target].id for target in targets)
    return UnitLegal(state.units[index].id, (Option(kind, rule, targets=names),))


def _deployment(state: PanzerState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    taken = {unit.cell for unit in state.units if unit.side != decision.side}
    units = []
    for unit in deployment.to_deploy(state, scenario, decision.side):
        group = scenario.side(unit.side).groups[unit.group]
        cells = tuple(
            cell for cell in deployment.ground_for(place, cards()[unit.type].traction, group) if cell not in taken
        )
        facings = FACINGS if group.direction is None else (group.direction,)
        units.append(UnitLegal(unit.id, (Option("DEPLOY", "2.0a", cells=cells, facings=facings),), required=True))
    return Legal(decision, tuple(units), idle=deployment.plain(state, place, scenario, decision.side))


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


def _commands(state: PanzerState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    """The commands that each vehicle could execute (4.2.1g), and how its side reacts."""
    units = [_REACTIONS]
    for index in commands.commandable(state, scenario, decision.side):
        units.append(UnitLegal(state.units[index].id, _options(commands.allowed(state, place, index))))
    return Legal(decision, tuple(units), idle=Order("command"))


def _moves(state: PanzerState, place: Ground, scenario: Scenario, decision: Decision) -> Legal:
    side = decision.side
    smoke = tuple(sorted(wreck.cell for wreck in state.wrecks if wreck.brewed))
    foes = tuple(sorted({u.cell for u in state.units if u.side != side and u.cell >= 0 and u.status == "on map"}))
    units = []
    for index in movement.to_move(state, side):
        options = _move_options(state, place, scenario, index, smoke, foes)
        units.append(UnitLegal(state.units[index].id, tuple(options)))
    # 4.5.1.1.10b: who was fired on in an enemy's hex drives on if it can; its idle answer is the shortest way.
    onward = movement.must_go_on(state, place, scenario)
    if onward is not None:
        units = [UnitLegal(one.unit, tuple(o for o in one.options if o.kind not in STANDING), True) for one in units]
        return Legal(decision, tuple(units), idle=Order("move", (onward,)))
    return Legal(decision, tuple(units), (movement.STAY_ALL,), Order("move", choice=movement.STAY_ALL))


_TURN, _STAY = Option("TURN", "4.5.1.1.8c", facings=FACINGS), Option("STAY", "4.5.1.1.8a")
_LEAVE = (movement.EXIT,)
STANDING = ("STAY", "TURN")
"""The tasks by which a vehicle remains in its hex."""


def _move_options(
    state: PanzerState, place: Ground, scenario: Scenario, index: int, smoke: tuple[Cell, ...], foes: tuple[Cell, ...]
) -> list[Option]:
    """The ways a vehicle may move: ahead, back, along a path or road, turning in place, staying."""
    unit = state.units[index]
    traction = cards()[unit.type].traction
    if unit.status == WAITING:
        entries = movement.entry_cells(place, scenario.side(unit.side).groups[unit.group])
        account = movement.progress_of(state, index)
        path = PathDomain(
            OFF_MAP, account.allowance, f"cross {traction}", facing=0, turns="turn", extra=smoke, shut=foes,
            entries=entries, entering=f"enter {traction}",
        )  # fmt: skip
        return [Option("MOVE", "4.5.1.1.9c", path=path, facings=FACINGS), _STAY]
    account = movement.progress_of(state, index)
    left = account.allowance - account.spent
    least = account.steps == 0 and account.spent == 0
    rim, leave = _rim(scenario.map), f"leave {traction}"
    options = [_STAY, _TURN]
    if account.open and not account.stuck and (left > 0 or least):
        ahead = PathDomain(
            unit.cell, left, f"cross {traction}", exits=rim, facing=unit.facing, turns="turn", extra=smoke, shut=foes,
            least=least, leaving=leave,
        )  # fmt: skip
        back = msgspec.structs.replace(ahead, table=f"back {traction}", back=True)
        options += [
            Option("MOVE", "4.5.1.1.1d", path=ahead, facings=FACINGS, choices=_LEAVE),
            Option("REVERSE", "4.5.1.1.7a", path=back, facings=FACINGS, choices=_LEAVE),
        ]
    if account.route and place.on_way[unit.cell]:
        rate = account.road_allowance if ROAD in place.ways[unit.cell] else account.path_allowance
        if rate > account.route_spent:
            path = PathDomain(unit.cell, rate - account.route_spent, f"route {traction}", shut=foes)
            options.append(Option("MOVE", "4.5.1.1.5a", path=path))
    return options
