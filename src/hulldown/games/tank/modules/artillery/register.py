"""Before play: planned fire is registered on its hexes, and early impacts are written where the scenario allows them.

Cases 28.11, 28.14, 34.4-18; X-74, X-75.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.core.stepped import go, go_on, owed
from hulldown.games.tank.modules.artillery.orders import clashes, no_smoke, off_map, smokes
from hulldown.games.tank.modules.artillery.park import NOTICE, PLANES, Asset, Mission, Park, keep, park_of
from hulldown.games.tank.modules.artillery.schedule import NONE, choices, turns_in
from hulldown.games.tank.modules.artillery.verbs import REGISTER
from hulldown.games.tank.modules.artillery.watching import open_cells, spared
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.state import SIDES, TankState

STEP = "register"


def early(scene: Scene, asset: Asset) -> range:
    """The turns for which an impact may be written before play: none, unless the scenario allows it.

    Cases 34.4-18, 34.3-11; X-74.
    """
    told = off_map(scene, asset.side)
    if not told.prewritten:
        return range(0)
    first = 1
    if asset.arm == PLANES:
        first = max(first, told.earliest)
    return range(first, NOTICE + 1)


def registering(scene: Scene, park: Park, side: str) -> tuple[Asset, ...]:
    """What a side may register: everything in planned fire, and what may fire before it can be called."""
    return tuple(asset for asset in park.of(side) if not asset.called or early(scene, asset))


def register(state: TankState, doing: Doing) -> bool:
    """Asks, and notes hexes and impacts when nobody owes an answer."""
    if owed(state):
        return False
    scene, park = scene_in(state, doing), park_of(state)
    if not state.submitted:
        owing = tuple(side for side in SIDES if registering(scene, park, side))
        if owing:
            go(state, STEP, owing)
            return False
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is not None:
            park = registered(park, side, order.tasks)
    keep(state, park)
    go_on(state, doing)
    return True


def registered(park: Park, side: str, tasks: Sequence[Task]) -> Park:
    """The park with the hexes and impacts that a side has written.

    Called fire is bound to its hex for the impacts written now, and by nothing afterwards (X-74).
    """
    cells = {task.unit: task.cells[0] for task in tasks if task.cells}
    assets = tuple(
        Asset(a.name, side, a.arm, a.weight, a.called, cells[a.name])
        if a.side == side and a.name in cells and not a.called
        else a
        for a in park.assets
    )
    missions = list(park.missions)
    for task in tasks:
        if task.cells:
            turns = turns_in(task.choice) or {}
            missions += [Mission(side, task.unit, task.cells[0], turn, smoke) for turn, smoke in turns.items()]
    missions.sort(key=lambda m: (m.side, m.turn, m.unit))
    return Park(assets, tuple(missions), park.falling)


def legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    """A hex for each; planned fire must have one (28.11)."""
    side = decision.side
    cells = open_cells(state, scene, side, scene.board.mask)
    units = []
    for asset in registering(scene, park_of(state), side):
        turns = early(scene, asset)
        told = (NONE, *choices(turns, smokes(scene, asset))) if turns else ()
        option = Option(REGISTER.kind, REGISTER.rule, cells=cells, choices=told)
        units.append(UnitLegal(asset.name, (option,), required=not asset.called))
    return Legal(decision, tuple(units), idle=_plain(units, cells))


def _plain(units: list[UnitLegal], cells: tuple[Cell, ...]) -> Order:
    """Hexes for all that need one, far apart, and no impacts (28.11, 28.14)."""
    step = len(cells) // (len(units) + 1)
    tasks = [
        Task(unit.unit, REGISTER.kind, (cells[(place + 1) * step],))
        for place, unit in enumerate(units)
        if unit.required
    ]
    return Order(STEP, tuple(tasks))


def check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with what a side has written before play (28.11, 28.14, 34.4-18)."""
    side = decision.side
    park = park_of(state)
    open_to = {asset.name: asset for asset in registering(scene, park, side)}
    wrong: list[Violation] = []
    hexes: dict[tuple[Cell, str], str] = {}
    if order.choice:
        wrong.append(Violation("28.11", f"{order.choice!r} means nothing here"))
    named: set[str] = set()
    for task in order.tasks:
        asset = open_to.get(task.unit)
        if asset is None:
            wrong.append(Violation("28.11", "there is nothing of this name to register", task.unit))
            continue
        why = _fault(state, scene, asset, task) if task.unit not in named else ("28.11", "it has one hex, and only one")
        named.add(task.unit)
        if why is None:
            other = hexes.setdefault((task.cells[0], asset.arm), task.unit)
            if other != task.unit:
                why = ("28.14", f"{other} is registered on that hex")
        if why is not None:
            wrong.append(Violation(*why, task.unit))
    for name, asset in open_to.items():
        if name not in named and not asset.called:
            wrong.append(Violation("28.11", "planned fire needs a hex from before play", name))
    if not wrong:
        wrong = [Violation(rule, why, name) for name, rule, why in clashes(registered(park, side, order.tasks), side)]
    return wrong


def _fault(state: TankState, scene: Scene, asset: Asset, task: Task) -> tuple[str, str] | None:
    if task.kind != REGISTER.kind:
        return "28.11", "before play it is registered on a hex, and nothing else"
    if len(task.cells) != 1:
        return "28.11", "it is registered on one hex"
    why = spared(state, scene, asset.side, task.cells[0])
    if why is not None:
        return why
    turns = turns_in(task.choice)
    if turns is None:
        return "35.3f", f"{task.choice!r} names no turns of impact: write 1-3 or 2 smoke"
    allowed = early(scene, asset)
    if any(turn not in allowed for turn in turns):
        if not allowed:
            return "28.12", "impacts cannot be written before play in this scenario"
        return "34.4-18", f"before play impacts are written for turns {allowed[0]} to {allowed[-1]}"
    if asset.arm == PLANES and len(turns) > 1:
        return "28.62", "an air strike is flown on one turn"
    return no_smoke(scene, asset) if any(turns.values()) else None


def guessed(state: TankState, scene: Scene, side: str, rng: Random) -> Order:
    """What a side may have registered, for all that its enemy knows."""
    cells = open_cells(state, scene, side, scene.board.mask)
    wanted = [asset for asset in registering(scene, park_of(state), side) if not asset.called]
    chosen = rng.sample(cells, len(wanted))
    return Order(
        STEP, tuple(Task(a.name, REGISTER.kind, (cell,)) for a, cell in zip(wanted, chosen, strict=True))
    )  # fmt: skip
