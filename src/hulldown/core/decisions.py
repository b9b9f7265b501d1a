"""Decisions: what is asked of a side, and the legal answers as data that any client or bot can choose from."""

from __future__ import annotations

import msgspec

from hulldown.core.orders import Order, Side, Task


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
    impossible; no path enters the cells `barred`. At its end a unit that is told no facing turns into the way that goes
    on nearest to how it drove.

    `waits` is what it costs to stay for a while in the middle of a path (0: that is not possible): the cell is named
    again, as often as the unit waits; a path neither begins nor ends so. The cells `changed` are entered at the costs
    of the table `changes`. `through` are the cells of which one must be the last but one of the path, if there are any;
    `toll` is what entering it costs besides, already taken off the allowance.
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
    waits: int = 0
    changed: tuple[int, ...] = ()
    changes: str = ""
    through: tuple[int, ...] = ()
    toll: int = 0


class Option(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of task open to a unit with the domain of each parameter it takes.

    A unit may have several options of one kind, with different domains. `start` is the cell of what the task moves, so
    that a client lets it be dragged from there to one of the `cells`; -1 where it moves nothing.
    """

    kind: str
    rule: str
    cells: tuple[int, ...] = ()
    path: PathDomain | None = None
    facings: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    start: int = -1


class UnitLegal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one unit may be told; a `required` unit must be given one of the options."""

    unit: str
    options: tuple[Option, ...]
    required: bool = False


class Pass(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A choice by which a side lets a chance go by. All passes of a question do the same now: nothing.

    One that speaks for later questions too has them in common with it: `until` is a name that stands in their passes as
    well. It comes from what the side may know.
    """

    choice: str
    until: str = ""


class Legal(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All a side may answer to a decision: tasks per unit, or one of the `choices`, never both.

    Domains are per unit; conditions between units (a friend in the line of fire, stacking) are left to `check`, whose
    violations name the unit to mend. `idle` is the answer that a table gives for a side which has left or lets its
    clock run out: the one that does least, so that nobody's absence stops a game. Those of the choices that are
    `passes` differ only in what is asked later; the first of them speaks for this question alone. `draft` is an order
    to begin with, as tasks: a client shows it, and whoever is asked changes what he likes.
    """

    decision: Decision
    units: tuple[UnitLegal, ...] = ()
    choices: tuple[str, ...] = ()
    idle: Order | None = None
    passes: tuple[Pass, ...] = ()
    draft: tuple[Task, ...] = ()


def sole_answer(legal: Legal) -> Order | None:
    """The answer to a question that leaves no choice; None where two answers would not be the same.

    It goes by the domains alone, so it is the same for every game. A unit that need not be told anything has a choice
    as soon as it has an option, and a path counts as several.
    """
    decision = legal.decision
    tasks = []
    for unit in legal.units:
        if not unit.options:
            continue
        task = _sole_task(unit)
        if task is None:
            return None
        tasks.append(task)
    if tasks:
        return None if legal.choices else Order(decision.kind, tuple(tasks), decision=decision.id)
    passing = [one.choice for one in legal.passes]
    real = [choice for choice in legal.choices if choice not in passing]
    if len(real) + min(len(passing), 1) > 1:
        return None
    if real or passing:
        return Order(decision.kind, choice=(real or passing)[0], decision=decision.id)
    idle = legal.idle or Order(decision.kind)
    return Order(idle.kind, idle.tasks, idle.choice, decision.id)


def _sole_task(unit: UnitLegal) -> Task | None:
    """The one task that a unit can and must be given; None where it has a choice."""
    if not unit.required or len(unit.options) > 1:
        return None
    option = unit.options[0]
    if option.path is not None:
        return None
    if max(len(option.cells), len(option.facings), len(option.choices), len(option.targets)) > 1:
        return None
    facing = option.facings[0] if option.facings else -1
    choice = option.choices[0] if option.choices else ""
    return Task(unit.unit, option.kind, option.cells, facing, choice, option.targets)


def pass_of(legal: Legal, standing: frozenset[str]) -> Order | None:
    """The pass that a side has said for this question before, among the names in `standing`; None if it has not.

    A side may also have said that a unit takes no chance for a time: `UNIT@UNTIL`. When all that could act have been
    told so, there is nothing to ask.
    """
    if not legal.passes:
        return None
    known = any(one.until and one.until in standing for one in legal.passes)
    widest = legal.passes[-1].until
    held = bool(legal.units) and bool(widest) and all(f"{unit.unit}@{widest}" in standing for unit in legal.units)
    if not known and not held:
        return None
    return Order(legal.decision.kind, choice=legal.passes[0].choice, decision=legal.decision.id)
