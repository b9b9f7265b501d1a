"""Orders for fire from off the map in the Plotting Phase: offered, refused and noted (21.1-a, 28.1, 28.2, 28.4).

An order is at least five turns ahead (28.0-gen-3, X-41) and needs somebody who sees the hex when it is given (28.42).
X-76: it can be changed or withdrawn as long as the notice for its turn has not run out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option, UnitLegal
from hulldown.core.orders import Task
from hulldown.games.tank.data.offmap import OffMap
from hulldown.games.tank.modules.artillery.park import (
    NOTICE,
    PLANES,
    Asset,
    Mission,
    Park,
    keep,
    names_of,
    park_of,
)
from hulldown.games.tank.modules.artillery.schedule import choices, turns_in
from hulldown.games.tank.modules.artillery.verbs import ORDER, REGISTER, WITHDRAW
from hulldown.games.tank.modules.artillery.watching import observed, open_cells, spared
from hulldown.games.tank.rules.contact import after_contact
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState

_AHEAD = 10
"""How many turns of impact are offered; more may be written."""
Fault = tuple[str, str]


def off_map(scene: Scene, side: str) -> OffMap:
    """What the scenario says of what a side has off the map; only asked of a side that has something."""
    found = scene.side(side).off_map
    assert found is not None
    return found


def smokes(scene: Scene, asset: Asset) -> bool:
    """Whether it may fire smoke (28.5, 28.53b, 28.63)."""
    return no_smoke(scene, asset) is None


def no_smoke(scene: Scene, asset: Asset) -> Fault | None:
    """Why it may not: aircraft never, nor light guns, nor where the chart of periods forbids it."""
    if asset.arm == PLANES:
        return "28.63", "air strikes drop no smoke"
    if asset.weight == "L":
        return "28.53b", "light artillery fires no smoke"
    if not off_map(scene, asset.side).smokes:
        return "28.5", "its army has no smoke shells"
    return None


def waits(state: TankState, scene: Scene, asset: Asset) -> Fault | None:
    """Why nothing at all may be ordered of it now."""
    if asset.arm != PLANES:
        return None
    if asset.spent:
        return "28.62", "it has been flown"
    if off_map(scene, asset.side).after_contact and not after_contact(state):
        return "34.2-8", "air strikes are ordered only after the turn of contact"
    return None


# What is offered.


def offers(state: TankState, scene: Scene, side: str) -> list[UnitLegal]:
    """What is open to each battalion, battery and strike of a side."""
    park = park_of(state)
    own = park.of(side)
    if not own:
        return []
    seen = open_cells(state, scene, side, observed(state, scene, side))
    blind = off_map(scene, side).unobserved
    anywhere = open_cells(state, scene, side, scene.board.mask) if blind else seen
    found: list[UnitLegal] = []
    for asset in own:
        if waits(state, scene, asset) is not None:
            continue
        for name in names_of(asset):
            options = _options(state, scene, park, asset, name, anywhere if asset.arm == PLANES else seen)
            if options:
                found.append(UnitLegal(name, options))
    return found


def _options(
    state: TankState, scene: Scene, park: Park, asset: Asset, name: str, cells: tuple[Cell, ...]
) -> tuple[Option, ...]:
    first = state.turn + NOTICE
    open_turns = sorted(m.turn for m in park.ordered(asset.side) if m.unit == name and m.turn >= first)
    found: list[Option] = []
    if not asset.called:
        cells = (asset.cell,) if asset.cell in cells else ()
    if cells and not _bound(park, asset, first):
        start = max(first, off_map(scene, asset.side).earliest) if asset.arm == PLANES else first
        turns = choices(range(start, start + _AHEAD), smokes(scene, asset))
        found.append(Option(ORDER.kind, "28.22" if asset.called else "28.12", cells=cells, choices=turns))
    if open_turns:
        found.append(Option(WITHDRAW.kind, WITHDRAW.rule, choices=choices(open_turns, False)))
    return tuple(found)


def _bound(park: Park, asset: Asset, first: int) -> bool:
    """Whether a strike has an order that stands: it is flown once (28.62, X-76)."""
    return asset.arm == PLANES and any(m.turn < first and m.owner == asset.name for m in park.ordered(asset.side))


# What is refused.


def check(plan: Plan, tasks: list[Task]) -> None:
    """Notes what is wrong with the orders of a plot for what is off the map, each by itself and all together."""
    judge = _Judge(plan)
    for task in tasks:
        why = judge.fault(task)
        if why is not None:
            plan.refuse(task.unit, *why)
    if not plan.violations:
        for name, rule, why_not in clashes(amended(judge.park, plan.state.turn, plan.side, tasks), plan.side):
            plan.refuse(name, rule, why_not)


@final
class _Judge:
    """Looks at the orders of one plot, one after the other."""

    def __init__(self, plan: Plan) -> None:
        self.state, self.scene, self.side = plan.state, plan.scene, plan.side
        self.park = park_of(plan.state)
        self.first = plan.state.turn + NOTICE
        self._seen: int | None = None
        self._told: dict[str, set[int]] = {}

    def fault(self, task: Task) -> Fault | None:
        """What is wrong with one order by itself: the case and the reason."""
        owner, _, battery = task.unit.partition(".")
        asset = self.park.asset(self.side, owner)
        if asset is None:
            return "28.0-gen-1", f"there is no {owner} on your side"
        if task.kind == REGISTER.kind:
            return "28.11", "hexes are registered before play"
        if task.unit not in names_of(asset):
            if asset.arm == PLANES or battery not in ("1", "2", "3"):
                return "28.0-gen-4", "a battalion has the batteries 1, 2 and 3; an air strike has none"
            return "28.0-gen-2", "planned fire is fired by whole battalions"
        why = waits(self.state, self.scene, asset)
        if why is not None:
            return why
        turns = turns_in(task.choice)
        if not turns:
            return "35.3f", f"{task.choice!r} names no turn of impact: write 8, 8-10 or 8 smoke"
        why = self._twice(task, owner, turns)
        if why is None and min(turns) < self.first:
            # 28.12, 28.22, X-41, X-76: an order at the shortest notice stands.
            rule = "28.22" if asset.called else "28.12"
            why = (rule, f"turn {self.first} is the first that an order of this turn can reach")
        if why is not None:
            return why
        return self._withdrawn(task, turns) if task.kind == WITHDRAW.kind else self._aimed(task, asset, turns)

    def _twice(self, task: Task, owner: str, turns: Iterable[int]) -> Fault | None:
        """A battalion fires as a whole or by batteries, and each of them at one hex on a turn (28.21)."""
        for name, taken in self._told.items():
            same = name == task.unit or name == owner or (task.unit == owner and name.startswith(f"{owner}."))
            if same and not taken.isdisjoint(turns):
                return "28.21", f"{name} has an order for the same turn in this plot"
        self._told.setdefault(task.unit, set()).update(turns)
        return None

    def _withdrawn(self, task: Task, turns: Iterable[int]) -> Fault | None:
        there = {m.turn for m in self.park.ordered(self.side) if m.unit == task.unit}
        if task.cells or not there.issuperset(turns):
            return "28.22", "there is no such order to withdraw"
        return None

    def _aimed(self, task: Task, asset: Asset, turns: dict[int, bool]) -> Fault | None:
        cells = task.cells
        if not cells and not asset.called:
            cells = (asset.cell,)
        if len(cells) != 1:
            return "35.3f", "an order for fire names one target hex"
        cell, label = cells[0], self.scene.board.labels[cells[0]]
        if not asset.called and cell != asset.cell:
            return "28.13", f"it is registered on {self.scene.board.labels[asset.cell]} and fires nowhere else"
        if any(turns.values()):
            why = no_smoke(self.scene, asset)
            if why is not None:
                return why
        if asset.arm == PLANES:
            why = self._flown(asset, turns)
            if why is not None:
                return why
        why = spared(self.state, self.scene, self.side, cell)
        if why is None and not self._sees(asset, cell):
            why = ("28.42", f"none of your units sees {label}")
        return why

    def _flown(self, asset: Asset, turns: dict[int, bool]) -> Fault | None:
        earliest = off_map(self.scene, self.side).earliest
        turn, *more = turns
        if more:
            return "28.62", "an air strike is flown on one turn"
        if _bound(self.park, asset, self.first):
            return "28.62", "it is on its way, and its order can no longer be changed"
        if turn < earliest:
            return "34.3-11", f"no air strike comes before turn {earliest}"
        return None

    def _sees(self, asset: Asset, cell: Cell) -> bool:
        if asset.arm == PLANES and off_map(self.scene, self.side).unobserved:
            return True
        if self._seen is None:
            self._seen = observed(self.state, self.scene, self.side)
        return bool(self._seen >> cell & 1)


def clashes(park: Park, side: str) -> list[tuple[str, str, str]]:
    """Where two of a side's orders want one hex on one turn: the later unit, the case and the reason.

    28.14, 28.23: no hex is the target of two battalions on a turn; X-40: nor of two batteries of one. Strikes are held
    to the same (28.6a), but may be flown where guns fire, as neither is merged with the other (28.43).
    """
    taken: dict[tuple[int, Cell, str], str] = {}
    found: list[tuple[str, str, str]] = []
    for mission in sorted(park.ordered(side), key=lambda m: (m.turn, m.unit)):
        asset = park.asset(side, mission.owner)
        assert asset is not None
        place = (mission.turn, mission.cell, asset.arm)
        other = taken.setdefault(place, mission.unit)
        if other != mission.unit:
            one = other.partition(".")[0] == mission.owner
            rule = "28.21" if one else "28.23"
            why = "fire the whole battalion there" if one else "no hex is the target of two on one turn"
            found.append((mission.unit, rule, f"{other} fires at that hex on turn {mission.turn}: {why}"))
    return found


# What is noted.


def note(state: TankState, scene: Scene, side: str, tasks: list[Task]) -> None:
    """Takes the orders of a side into its list."""
    keep(state, amended(park_of(state), state.turn, side, tasks))


def amended(park: Park, turn: int, side: str, tasks: Iterable[Task]) -> Park:
    """The park with these orders given on this turn: the latest one for a unit and a turn holds (X-76, 28.22)."""
    missions = list(park.missions)
    for task in tasks:
        turns = turns_in(task.choice) or {}
        asset = park.asset(side, task.unit.partition(".")[0])
        if asset is None:
            continue
        missions = [
            one for one in missions if one.turn < turn + NOTICE or not _gives_way(one, task, asset, frozenset(turns))
        ]
        if task.kind == ORDER.kind:
            cell = task.cells[0] if task.cells else asset.cell
            missions += [Mission(side, task.unit, cell, when, smoke) for when, smoke in turns.items()]
    missions.sort(key=lambda m: (m.side, m.turn, m.unit))
    return Park(park.assets, tuple(missions), park.falling)


def _gives_way(one: Mission, task: Task, asset: Asset, turns: frozenset[int]) -> bool:
    """Whether a standing order is taken back or replaced by a new one: a battalion's takes the place of its batteries'.

    A strike is flown once, so that a new order replaces any other.
    """
    if one.side != asset.side or one.owner != asset.name:
        return False
    if task.kind == WITHDRAW.kind:
        return one.unit == task.unit and one.turn in turns
    if asset.arm == PLANES:
        return True
    return one.turn in turns and (one.unit == task.unit or asset.name in (one.unit, task.unit))
