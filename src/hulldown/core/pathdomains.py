"""The reference reading of a path domain: what a path costs, whether it is admitted and why not, and what is in reach.

`core.decisions.PathDomain` says what each field means; this module is the one place that acts on it. Bots draw random
paths with `Paths.step` and its kin. Tests hold what is in reach equal to what the rules accept. The client's reading
(web/src/lib/reach.ts) is tested against vectors that are written by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Final, NamedTuple, final

from msgspec.structs import astuple

from hulldown.core.board import Board, Cell
from hulldown.core.decisions import PathDomain
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable

NEVER: Final = -1
"""In place of a cost: it is impossible."""
LEADS: Final = (0, 1, -1)
"""What a step of each kind adds to the lead of the first kind over the second."""
EVERY_WAY: Final = (0, 1, 2, 3, 4, 5)
WAITED: Final = -2
"""In place of the direction of the last step: the unit has waited."""
_ALL: Final = astuple
"""All fields of a struct at once: compiled code reads two of them one by one no quicker."""


@final
class Stand:
    """A unit on its way through a domain."""

    __slots__ = ("cell", "facings", "lead", "spent", "steps", "straight", "way")

    def __init__(
        self, cell: Cell, facings: tuple[int, ...], spent: int, steps: int, lead: int, way: int = -1,
        straight: bool = False,
    ) -> None:  # fmt: skip
        self.cell = cell
        self.facings = facings
        """How it may face: several where it has just come onto the map; -1 where facing does not matter."""
        self.spent = spent
        self.steps = steps
        self.lead = lead
        """Steps of kind 1 less those of kind 2, along a route."""
        self.way = way
        """The direction of its last step."""
        self.straight = straight
        """Whether its last two steps went in the same direction."""


class Arrival(NamedTuple):
    """A cell in reach: what the cheapest admitted path to it costs, and its cells."""

    cost: int
    path: tuple[Cell, ...]


class Paths:
    """A path domain on its board, with its tables looked up; its fields are read once, for all paths.

    Most attributes are fields of the domain; `rim` are its `exits`, `stance` is its `facing`, `ahead` its `lead`.
    """

    __slots__ = (
        "ahead", "allowance", "back", "barred", "begun", "changed", "changes", "entering", "entries", "exit_cost",
        "extra", "faced", "free", "kinds", "least", "leaving", "minimum", "most", "neighbours", "rate", "rim", "shut",
        "stance", "start", "steps", "straight_end", "table", "through", "times", "toll", "turned", "turns", "via",
        "waits",
    )  # fmt: skip

    def __init__(self, domain: PathDomain, tables: Mapping[str, CostTable], neighbours: list[tuple[int, ...]]) -> None:
        self.start: int
        self.allowance: int
        self.steps: int
        self.via: tuple[int, ...]
        self.rim: tuple[int, ...]
        self.exit_cost: int
        self.minimum: int
        self.straight_end: bool
        self.stance: int
        self.free: int
        self.back: bool
        self.extra: tuple[int, ...]
        self.shut: tuple[int, ...]
        self.least: bool
        self.entries: tuple[int, ...]
        self.times: int
        self.begun: bool
        self.turned: int
        self.rate: int
        self.ahead: int
        self.barred: tuple[int, ...]
        self.waits: int
        self.changed: tuple[int, ...]
        self.through: tuple[int, ...]
        self.toll: int
        (
            self.start, self.allowance, table, self.steps, self.via, self.rim, self.exit_cost, self.minimum,
            self.straight_end, self.stance, turns, self.free, self.back, self.extra, self.shut, self.least,
            self.entries, entering, leaving, self.times, self.begun, self.turned, kinds, self.rate, self.ahead,
            self.barred, self.waits, self.changed, changes, self.through, self.toll,
        ) = _ALL(domain)  # fmt: skip
        self.neighbours = neighbours
        self.table: CostTable = tables[table]
        self.faced: bool = self.stance >= 0
        self.turns: CostTable | None = tables[turns] if turns else None
        self.kinds: CostTable | None = tables[kinds] if kinds else None
        self.entering: CostTable | None = tables[entering] if entering else None
        self.leaving: CostTable | None = tables[leaving] if leaving else None
        self.changes: CostTable = tables[changes] if changes else self.table
        self.most: int = max(self.allowance, self.rate) if kinds else self.allowance
        """No path costs more, whatever its steps are."""

    # What single steps cost.

    def limit(self, lead: int) -> int:
        """The allowance of a path: along a route it depends on the kind of step that it has more of."""
        return self.rate if self.kinds is not None and lead > 0 else self.allowance

    def lead(self, cell: Cell, way: int) -> int:
        """What a step adds to the lead; way 6 is that of coming onto the map."""
        return 0 if self.kinds is None else LEADS[self.kinds[cell][way]]

    def facing(self, way: int) -> int:
        """How a unit stands that goes in a direction."""
        return (way + 3) % 6 if self.back else way

    def turn(self, cell: Cell, sides: int, first: bool) -> int:
        """What turning by so many sides costs, NEVER if it cannot; `first`: the unit has not made a step yet."""
        if sides == 0 or not self.faced:
            return 0
        if self.kinds is not None and not (first and self.turns is not None):
            return NEVER if sides == 3 else 0
        before = self.turned if first else 0
        if before < 0 or before + sides <= self.free or self.turns is None:
            return 0
        cost = self.turns[cell][0]
        return NEVER if cost == IMPOSSIBLE else cost + (cell in self.extra)

    def takes_all(self, cell: Cell, way: int) -> bool:
        """Whether a step takes the whole allowance: it is possible only if nothing else is paid for."""
        cost = (self.table[cell][way] + (self.neighbours[cell][way] in self.extra)) * self.times
        return cost >= WHOLE or (self.least and cost > self.allowance)

    def step(self, cell: Cell, way: int, sides: int, spent: int, steps: int) -> int:
        """What a step costs, with a turn by so many sides before it; NEVER if it cannot be made.

        The unit has made so many steps and has spent so much for them.
        """
        ahead, cost = self.neighbours[cell][way], self.table[cell][way]
        if self.changed and ahead in self.changed:
            cost = self.changes[cell][way]
        if ahead < 0 or cost == IMPOSSIBLE or ahead in self.barred:
            return NEVER
        turning = self.turn(cell, sides, steps == 0) if sides else 0
        if turning < 0:
            return NEVER
        cost = (cost + (ahead in self.extra)) * self.times
        if cost >= WHOLE or (self.least and cost > self.allowance):
            return NEVER if steps or spent or turning or self.begun else self.allowance
        return turning + cost if spent + turning + cost <= self.most else NEVER

    def entry(self, cell: Cell) -> int:
        """What coming onto the map at a cell costs; NEVER if it cannot be done there."""
        cost = IMPOSSIBLE if self.entering is None else self.entering[cell][0]
        if cost == IMPOSSIBLE or cell in self.barred or cell not in self.entries:
            return NEVER
        cost += cell in self.extra
        if cost > max(self.allowance, self.rate):
            return self.allowance if self.least else NEVER
        return cost

    def inward(self, cell: Cell) -> tuple[int, ...]:
        """How a unit may face that has come onto the map at a cell: away from the edge."""
        around = self.neighbours[cell]
        return tuple([way for way in EVERY_WAY if around[(way + 3) % 6] < 0])

    def exit(self, at: Stand) -> int:
        """What going over the map's edge costs a unit, the turn before it included; NEVER if it cannot."""
        if at.cell not in self.rim:
            return NEVER
        if self.leaving is None:
            cost = self.exit_cost
            return cost if at.spent + cost <= self.allowance else NEVER
        best = NEVER
        for way in EVERY_WAY:
            cost = self.over_edge(at, way)
            if cost >= 0 and (best < 0 or cost < best):
                best = cost
        return best

    def over_edge(self, at: Stand, way: int) -> int:
        """What going over the edge in one direction costs, where that depends on it; NEVER if it cannot be done."""
        assert self.leaving is not None
        cost = self.leaving[at.cell][way]
        if cost == IMPOSSIBLE or self.neighbours[at.cell][way] >= 0:
            return NEVER
        turning = self.turn(at.cell, self._sides(at, way), at.steps == 0)
        if turning < 0:
            return NEVER
        alone = self.least and not (at.steps or at.spent or turning)
        total = turning + cost * self.times
        return total if alone or at.spent + total <= self.limit(at.lead + self.lead(at.cell, way)) else NEVER

    def _sides(self, at: Stand, way: int) -> int:
        """By how many sides a unit has to turn to go in a direction."""
        if not self.faced:
            return 0
        facing = self.facing(way)
        return min([min((facing - old) % 6, (old - facing) % 6) for old in at.facings])

    # Whole paths.

    def beginning(self) -> Stand:
        """The unit before its first step."""
        return Stand(self.start, (self.stance,), 0, 0, self.ahead)

    def onward(self, at: Stand, to: Cell) -> Stand | None:
        """The unit after one more step; None if it cannot be made."""
        number = at.steps
        if self.steps and number >= self.steps:
            return None
        if number < len(self.via) and to != self.via[number]:
            return None
        if at.cell < 0:
            return self._entered(at, to)
        if to == at.cell:
            return self._waited(at)
        way = self.way(at.cell, to)
        if way < 0:
            return None
        cost = self.step(at.cell, way, self._sides(at, way), at.spent, number)
        if cost < 0:
            return None
        facings = (self.facing(way),) if self.faced else at.facings
        lead = at.lead + self.lead(at.cell, way)
        return Stand(to, facings, at.spent + cost, number + 1, lead, way, way == at.way)

    def _waited(self, at: Stand) -> Stand | None:
        """The unit after it has waited for a while where it is; None if it may not."""
        spent: int = at.spent + self.waits
        if not self.waits or at.steps == 0 or spent > self.allowance:
            return None
        return Stand(at.cell, at.facings, spent, at.steps, at.lead, WAITED)

    def _entered(self, at: Stand, to: Cell) -> Stand | None:
        if self.via:
            # The entry is already taken off the allowance.
            return Stand(to, at.facings, 0, 1, at.lead)
        cost = self.entry(to)
        if cost < 0:
            return None
        return Stand(to, self.inward(to) or EVERY_WAY, cost, 1, at.lead + self.lead(to, 6))

    def way(self, cell: Cell, to: Cell) -> int:
        """The direction from a cell to its neighbour; -1 if it is none."""
        around = self.neighbours[cell]
        return around.index(to) if to >= 0 and to in around else -1

    def walked(self, path: tuple[Cell, ...]) -> Stand | int:
        """The unit at the end of a path, or the place in the path of the first step that cannot be made."""
        at = self.beginning()
        for number, cell in enumerate(path):
            then = self.onward(at, cell)
            if then is None:
                return number
            at = then
        return at

    def cost(self, path: tuple[Cell, ...]) -> int:
        """What a path costs; NEVER if it is not admitted."""
        at = self.walked(path)
        return at.spent if isinstance(at, Stand) and not self.fault_at_end(at) else NEVER

    def fault(self, path: tuple[Cell, ...], leaves: bool = False) -> str:
        """Why a path is not admitted, "" if it is; `leaves`: it goes on over the map's edge."""
        at = self.walked(path)
        if not isinstance(at, Stand):
            return f"step {at + 1} cannot be made"
        if leaves:
            return "" if self.exit(at) >= 0 else "it cannot leave the map there"
        return self.fault_at_end(at)

    def fault_at_end(self, at: Stand) -> str:
        """Why no path may end like this, "" if one may."""
        if at.steps < max(self.minimum, len(self.via)):
            return "it is too short"
        if at.spent > self.limit(at.lead):
            return "it costs too much"
        if at.cell in self.shut:
            return "it may not end there"
        if at.way == WAITED:
            return "it ends with waiting"
        if self.straight_end and not at.straight:
            return "its last two steps do not go in the same direction"
        if self.through and (at.way < 0 or self.neighbours[at.cell][(at.way + 3) % 6] not in self.through):
            return "it does not lead through a hex that it must"
        return ""

    def end_facing(self, at: Stand) -> int:
        """How a unit stands at the end of a path whose order names no facing; -1 where facing does not matter.

        It stands as it drove. Along a route it turns into the way that goes on nearest to that, of two equal ones the
        first; at a dead end it stays as it is.
        """
        facing = at.facings[len(at.facings) // 2]
        ways = self.end_ways(at)
        if facing < 0 or not ways or facing in ways:
            return facing
        return min(ways, key=lambda way: (min((way - facing) % 6, (facing - way) % 6), way))

    def end_ways(self, at: Stand) -> tuple[int, ...]:
        """The ways that go on from the end of a path along a route, among which an order may choose a facing."""
        row = self.kinds[at.cell] if self.kinds is not None and at.cell >= 0 else ()
        back = (at.facings[len(at.facings) // 2] + 3) % 6
        return tuple([way for way in EVERY_WAY if row and row[way] and way != back])

    # All paths.

    def reach(self) -> dict[Cell, Arrival]:
        """Every cell where an admitted path ends, with the cheapest one; of equal ones the first that is found."""
        found: dict[Cell, Arrival] = {}
        for at, path in self._all():
            known = found.get(at.cell)
            if (known is None or at.spent < known.cost) and path and not self.fault_at_end(at):
                found[at.cell] = Arrival(at.spent, path)
        return found

    def exits(self) -> dict[Cell, int]:
        """Every cell from where a path may go on over the map's edge, with what the cheapest one costs in all."""
        found: dict[Cell, int] = {}
        for at, _ in self._all():
            cost = self.exit(at)
            if cost >= 0:
                found[at.cell] = min(at.spent + cost, found.get(at.cell, at.spent + cost))
        return found

    def _all(self) -> list[tuple[Stand, tuple[Cell, ...]]]:
        """All ways to stand that make a difference to what follows, each with the cheapest path to it."""
        begin = self.beginning()
        least: dict[tuple[object, ...], int] = {self._key(begin): 0}
        kept: list[tuple[Stand, tuple[Cell, ...]]] = []
        queue: list[tuple[int, int, Stand, tuple[Cell, ...]]] = [(0, 0, begin, ())]
        pushed = 0
        while queue:
            spent, _, at, path = heappop(queue)
            if spent > least[self._key(at)]:
                continue
            kept.append((at, path))
            for ahead in self._ahead(at):
                then = self.onward(at, ahead)
                if then is None:
                    continue
                key = self._key(then)
                if key not in least or then.spent < least[key]:
                    least[key] = then.spent
                    pushed += 1
                    heappush(queue, (then.spent, pushed, then, (*path, ahead)))
        return kept

    def _ahead(self, at: Stand) -> tuple[Cell, ...]:
        """The cells to which a next step may lead."""
        if at.steps < len(self.via):
            return (self.via[at.steps],)
        return self.entries if at.cell < 0 else tuple([one for one in self.neighbours[at.cell] if one >= 0])

    def _key(self, at: Stand) -> tuple[object, ...]:
        """What of a unit makes a difference to its next steps and to where it may end."""
        counted = at.steps if self.steps else min(at.steps, max(2, self.minimum, len(self.via)))
        straight = (at.way, at.straight) if self.straight_end or self.through else ()
        return (at.cell, at.facings, at.lead, counted, straight)


def paths_on(domain: PathDomain, tables: Mapping[str, CostTable], board: Board) -> Paths:
    """The paths of a domain on a board."""
    return Paths(domain, tables, board.neighbours)
