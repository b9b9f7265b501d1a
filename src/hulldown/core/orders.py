"""Orders: what a side wants, as data of one shape for every game, and the violations that refuse them."""

from __future__ import annotations

import msgspec

Side = str


class Task(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What one unit shall do: a kind from the game's list with its parameters.

    `cells` is a path, a target or a deployment hex as the kind demands; `facing` is 0–5 or -1 for none given.
    """

    unit: str
    kind: str
    cells: tuple[int, ...] = ()
    facing: int = -1
    choice: str = ""
    targets: tuple[str, ...] = ()


class Order(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One side's whole answer to a decision; `kind` is the decision's kind.

    `decision` may name the decision answered: a submission that comes too late is then refused, not misapplied.
    """

    kind: str
    tasks: tuple[Task, ...] = ()
    choice: str = ""
    decision: str = ""


class Violation(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Why an order is refused: the rule, the reason in plain words, and the unit concerned if there is one."""

    rule: str
    message: str
    unit: str = ""

    def __str__(self) -> str:
        who = f"{self.unit}: " if self.unit else ""
        return f"{who}{self.message} [{self.rule}]"
