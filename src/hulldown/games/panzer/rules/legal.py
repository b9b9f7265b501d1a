"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hulldown.core.board import FACINGS, Cell
from hulldown.core.decisions import Decision, Legal, Option, Pass, PathDomain, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.paths import IMPOSSIBLE, CostTable
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules import combat, commands, deployment, initiative, movement, overwatch
from hulldown.games.panzer.rules.driving import Surroundings, entry_cost, entry_way, way_cost
from hulldown.games.panzer.rules.ground import PATH, ROAD, TRACTIONS, Ground, load_ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.sequence import KEEP, KEEP_ALL, SHOW
from hulldown.games.panzer.rules.state import OFF_MAP, WAITING, PanzerState, Progress
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT, STAND, WATCHING
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY


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
        found[f"leave {traction}"] = [leaving(ground, cell, traction) for cell in cells]
        found[f"leave route {traction}"] = [leaving_by_way(ground, cell, traction) for cell in cells]
        found[f"enter {traction}"] = [entering(ground, cell, traction) for cell in cells]
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


def leaving(ground: Ground, cell: Cell, traction: str) -> tuple[int, ...]:
    """What leaving the map across country costs in each direction (4.5.1.1.9b)."""
    return tuple(ground.leave_cost(cell, way, traction) for way in FACINGS) if _at_edge(ground, cell) else ()


def leaving_by_way(ground: Ground, cell: Cell, traction: str) -> tuple[int, ...]:
    """What leaving the map along a path or road costs in each direction (4.5.1.1.9b; I15)."""
    if not _at_edge(ground, cell):
        return ()
    ways = ground.ways_out(cell)
    return tuple(way_cost(ways.get(way, ""), traction) for way in FACINGS)


def entering(ground: Ground, cell: Cell, traction: str) -> tuple[int]:
    return (entry_cost(ground, traction, cell) if ground.board.on_map[cell] else IMPOSSIBLE,)


@lru_cache(maxsize=8)
def _rim(map_name: str) -> tuple[Cell, ...]:
    """The hexes from which a vehicle can drive off the map (4.5.1.1.9a)."""
    board = load_ground(map_name).board
    return tuple(cell for cell in board.cells if -1 in board.neighbours[cell])


def choose_player(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who is First Player (4.3.1b)."""
    return Legal(decision, choices=initiative.CHOICES, idle=Order(decision.kind, choice=initiative.FIRST))


def announcements(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire at whom; all who can must (4.4.1a)."""
    ready = combat.shooters(state, scene, decision.side)
    # 4.4.1j, 4.4.1n: who is alone, and all who share their only target, have nothing to choose but to fire.
    bound = len(ready) == 1 or len({target for targets in ready.values() for target in targets}) == 1
    units = tuple(_at(state, scene, FIRING, index, targets, bound) for index, targets in ready.items())
    tasks = tuple(Task(u.unit, u.options[0].kind, targets=u.options[0].targets[:1]) for u in units)
    return Legal(decision, units, idle=Order(FIRING, tasks))


def reveal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Whether a vehicle fired on is shown to move."""
    target = state.units[state.shots[0].target].id
    passes = (Pass(KEEP), Pass(KEEP_ALL, f"{state.turn} {state.stack[0].step} {target}"))
    return Legal(decision, (), reveal_choices(state, scene), Order(decision.kind, choice=KEEP_ALL), passes)


def overwatch_fire(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire on overwatch at whom, and how the chance may go by (4.4.2b)."""
    side, step = decision.side, state.stack[-1].step
    ready = overwatch.watchers(state, scene, side, overwatch.open_targets(state, side, step))
    units = tuple(_at(state, scene, WATCHING, index, targets) for index, targets in ready.items())
    passing = overwatch.choices(state, side, step)
    passes = tuple([Pass(choice, until(state, choice)) for choice in passing])
    return Legal(decision, units, passing, Order(WATCHING, choice=passing[-1]), passes)


def until(state: PanzerState, choice: str) -> str:
    """What a pass speaks for: the rest of a vehicle's move, the rest of a step, or "" for this chance alone."""
    mover = state.mover
    if choice == overwatch.PASS or mover is None:
        return ""
    step = f"{state.turn} {state.stack[0].step}"
    return step if choice == overwatch.PASS_STEP else f"{step} {state.units[mover.unit].id}"


def reveal_choices(state: PanzerState, scene: Scene) -> tuple[str, ...]:
    """What the owner of a vehicle fired on may answer: only a moving one can be shown (4.4.3.2.2-target-moving-b)."""
    moves = state.units[state.shots[0].target].command in scene.moving
    return (SHOW, KEEP, KEEP_ALL) if moves else (KEEP, KEEP_ALL)


def _at(
    state: PanzerState, scene: Scene, decision: str, index: int, targets: list[int], required: bool = False
) -> UnitLegal:
    names = tuple([state.units[target].id for target in targets])
    ways = [option for verb in scene.answering[decision] for option in verb.shots(names)]
    return UnitLegal(state.units[index].id, tuple(ways), required)


def setup(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Where each vehicle may set up (2.0a)."""
    taken = {unit.cell for unit in state.units if unit.side != decision.side}
    units = []
    for unit in deployment.to_deploy(state, scene.scenario, decision.side):
        group = scene.scenario.side(unit.side).groups[unit.group]
        room = deployment.ground_for(scene.ground, cards()[unit.type].traction, group)
        cells = tuple([cell for cell in room if cell not in taken])
        facings = FACINGS if group.direction is None else (group.direction,)
        option = Option(DEPLOY, "2.0a", cells=cells, facings=facings)
        units.append(UnitLegal(unit.id, (option,), required=True))
    return Legal(decision, tuple(units), idle=deployment.plain(state, scene, decision.side))


def command_choices(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """The commands that each vehicle could execute (4.2.1g), and how its side reacts."""
    units = [commands.reaction_options(scene)]
    for index in commands.commandable(state, scene.scenario, decision.side):
        options = scene.command_options(commands.allowed(state, scene, index))
        units.append(UnitLegal(state.units[index].id, options))
    return Legal(decision, tuple(units), idle=Order(COMMAND))


def moves(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """How each vehicle that must move may do so (4.5a)."""
    side = decision.side
    around = movement.surroundings(state, side)
    units = []
    for index in movement.to_move(state, scene, side):
        options = move_options(state, scene, index, around)
        units.append(UnitLegal(state.units[index].id, tuple(options)))
    # 4.5.1.1.10b: who was fired on in an enemy's hex drives on if it can; its idle answer is the shortest way.
    onward = movement.must_go_on(state, scene)
    if onward is not None:
        family = scene.rules.family
        units = [UnitLegal(u.unit, tuple([o for o in u.options if family(o.kind) != STAND]), True) for u in units]
        return Legal(decision, tuple(units), idle=Order(MOVEMENT, (onward,)))
    return Legal(decision, tuple(units), (movement.STAY_ALL,), Order(MOVEMENT, choice=movement.STAY_ALL))


def move_options(state: PanzerState, scene: Scene, index: int, around: Surroundings) -> list[Option]:
    """The ways a vehicle may move: ahead, back, along a path or road, turning in place, staying."""
    verbs = scene.answering[MOVEMENT]
    planning = movement.Planning(state, scene, Task(state.units[index].id, ""), around)
    on_map = planning.unit.status != WAITING
    standing = [option for verb in verbs if (option := verb.standing(on_map)) is not None]
    driving = []
    for rule, domain, facings in across(planning) if on_map else entries_of(planning):
        for verb in verbs:
            option = verb.driven(rule, domain, facings)
            if option is not None:
                driving.append(option)
    others = [option for verb in verbs for option in verb.offers(planning)]
    return [*standing, *driving, *others] if on_map else [*driving, *standing, *others]


Way = tuple[str, PathDomain, tuple[int, ...]]
"""A domain of paths with its case and the facings in which a path may end."""


def across(planning: movement.Planning) -> list[Way]:
    """The ways across country, and along a path or road where the vehicle is on one (4.5.1.1.1d, 4.5.1.1.5a)."""
    unit, scene, around = planning.unit, planning.scene, planning.around
    account = planning.account()
    found: list[Way] = []
    left = account.allowance - account.spent
    least = account.steps == 0 and account.spent == 0
    if account.open and not account.stuck and (left > 0 or least):
        traction = planning.traction()
        ahead = PathDomain(
            unit.cell, left, f"cross {traction}", exits=_rim(scene.scenario.map), facing=unit.facing, turns="turn",
            extra=tuple(sorted(around.smoke)), shut=around.shut, least=least, begun=not least,
            turned=_turned(account), leaving=f"leave {traction}", barred=tuple(sorted(around.closed)),
        )  # fmt: skip
        found.append(("4.5.1.1.1d", ahead, FACINGS))
    if account.route and scene.ground.on_way[unit.cell]:
        route = _route(planning, account)
        if max(route.rate, route.allowance) > 0:
            found.append(("4.5.1.1.5a", route, ()))
    return found


def _turned(account: Progress) -> int:
    return -1 if account.paid else account.turned


def _route(planning: movement.Planning, account: Progress) -> PathDomain:
    """The ways along a path or road, at the rate of the kind with more hexes (4.5.1.1.5e, 4.5.1.1.5f; I1, I2)."""
    unit, around, traction = planning.unit, planning.around, planning.traction()
    spent, rim = account.route_spent, _rim(planning.scene.scenario.map)
    return PathDomain(
        unit.cell, account.path_allowance - spent, f"route {traction}", exits=rim, facing=unit.facing,
        turns="" if account.steps else "turn", extra=tuple(sorted(around.smoke)), turned=_turned(account),
        leaving=f"leave route {traction}", begun=account.steps > 0, kinds="kinds",
        rate=account.road_allowance - spent, lead=account.roads - account.paths, barred=around.barred(unit.cell),
    )  # fmt: skip


def entries_of(planning: movement.Planning) -> list[Way]:
    """The ways onto the map, across country and along a path or road (4.5.1.1.9c)."""
    unit, scene, around = planning.unit, planning.scene, planning.around
    account = planning.account()
    entries = movement.entry_cells(scene.ground, scene.scenario.side(unit.side).groups[unit.group])
    traction = planning.traction()
    smoke = tuple(sorted(around.smoke))
    across = PathDomain(
        OFF_MAP, account.allowance, f"cross {traction}", facing=0, turns="turn", extra=smoke,
        shut=around.shut, least=True, entries=entries, entering=f"enter {traction}",
        barred=tuple(sorted(around.closed)),
    )  # fmt: skip
    found: list[Way] = [("4.5.1.1.9c", across, FACINGS)]
    barred = around.barred(OFF_MAP)
    by_way = tuple([cell for cell in entries if scene.ground.ways_out(cell) and cell not in barred])
    if by_way:
        along = PathDomain(
            OFF_MAP, account.path_allowance, f"route {traction}", facing=0, extra=smoke, entries=by_way,
            entering=f"enter route {traction}", kinds="kinds", rate=account.road_allowance, barred=barred,
        )  # fmt: skip
        found.append(("4.5.1.1.5a", along, ()))
    return found
