"""Decisions: what is asked of a side, and the legal answers as data that any client or bot can choose from."""

from __future__ import annotations

import msgspec

from hulldown.core.orders import Order, Side


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A question to one side; `id` is different for every decision of a game, `rule` is the case that poses it."""

    id: str
    kind: str
    side: Side
    rule: str
    prompt: str


class PathDomain(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The paths a unit may plot: steps from `start` whose costs in the named table sum to `allowance` at most.

    `start` is -1 for a unit off the map, whose entry is already taken off the allowance. `via` are the cells a path
    must begin with, `steps` limits their number (0: no limit), `minimum` is the fewest. From `exits` a path may go on
    over the map's edge for `exit_cost`. `straight_end`: the last two steps must go in the same direction.

    Where turning costs something, `facing` is how the unit stands, it must face each step it takes (`back`: turn its
    rear to it), and `turns` names the table (one entry a cell) of what a turn of more than `free` sides in one cell
    costs. `extra` are cells with a surcharge of 1 for entering and for turning, `shut` are cells where no path may
    end, `least` tells that a single step is allowed whatever it costs, as long as nothing else is paid for.

    A unit off the map may come on by one of the `entries`, facing away from the edge, at the cost its cell has in the
    table `entering`; `leaving` names the table of what going over the edge costs, for every cell and direction, where
    that is not the same everywhere. Steps and leaving cost `times` as much.

    In the middle of a move `begun` tells that something was paid for before, so that no step may take more than the
    allowance, and `turned` by how many sides the unit has turned in its cell (-1: the turn there is paid for).

    `kinds` names a table of the kind of every step along a route, 1 or 2 (the seventh entry is that of coming on by the
    cell): a path with more steps of kind 1 than of kind 2 has the allowance `rate`; `lead` steps more are behind it.
    Along a route turns are paid for before the first step only, later ones are free but for an about-turn, which is
    impossible; no path enters the cells `barred`.
    """

    start: int
    allowance: int
    table: str
    steps: int = 0
    via: tuple[int, ...] = ()
    exits: tuple[int, ...] = ()
    exit_cost: int = 0
    minimum: int = 1
    straight_end: bool = False
    facing: int = -1
    turns: str = ""
    free: int = 1
    back: bool = False
    extra: tuple[int, ...] = ()
    shut: tuple[int, ...] = ()
    least: bool = False
    entries: tuple[int, ...] = ()
    entering: str = ""
    leaving: str = ""
    times: int = 1
    begun: bool = False
    turned: int = 0
    kinds: str = ""
    rate: int = 0
    lead: int = 0
    barred: tuple[int, ...] = ()


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of task open to a unit with the domain of each parameter it takes."""

    kind: str
    rule: str
    cells: tuple[int, ...] = ()
    path: PathDomain | None = None
    facings: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class UnitLegal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one unit may be told; a `required` unit must be given one of the options."""

    unit: str
    options: tuple[Option, ...]
    required: bool = False


class Legal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All a side may answer to a decision: tasks per unit, or one of the `choices`, never both.

    Domains are per unit; conditions between units (a friend in the line of fire, stacking) are left to `check`, whose
    violations name the unit to mend. `idle` is the answer that a table gives for a side which has left or lets its
    clock run out: the one that does least, so that nobody's absence stops a game.
    """

    decision: Decision
    units: tuple[UnitLegal, ...] = ()
    choices: tuple[str, ...] = ()
    idle: Order | None = None
