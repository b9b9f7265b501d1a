"""Decisions: what is asked of a side, and the legal answers as data that any client or bot can choose from."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from hulldown.core.orders import Side


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question to one side; `id` is different for every decision of a game, `rule` is the case that poses it."""

    id: str
    kind: str
    side: Side
    rule: str
    prompt: str


class PathDomain(msgspec.Struct, frozen=True, omit_defaults=True):
    """The paths a unit may plot: steps from `start` whose costs in the named table sum to `allowance` at most.

    `start` is -1 for a unit off the map, whose entry is already taken off the allowance. `via` are the cells a path
    must begin with, `steps` limits their number (0: no limit), `minimum` is the fewest. From `exits` a path may go on
    over the map's edge for `exit_cost`. `straight_end`: the last two steps must go in the same direction.
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


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One kind of task open to a unit with the domain of each parameter it takes."""

    kind: str
    rule: str
    cells: Sequence[int] = ()
    path: PathDomain | None = None
    facings: tuple[int, ...] = ()
    choices: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()


class UnitLegal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one unit may be told; a `required` unit must be given one of the options."""

    unit: str
    options: tuple[Option, ...]
    required: bool = False


class Legal(msgspec.Struct, frozen=True, omit_defaults=True):
    """All a side may answer to a decision: tasks per unit, or one of the `choices`.

    Domains are per unit; conditions between units (a friend in the line of fire, stacking) are left to `check`, whose
    violations name the unit to mend.
    """

    decision: Decision
    units: tuple[UnitLegal, ...] = ()
    choices: tuple[str, ...] = ()
