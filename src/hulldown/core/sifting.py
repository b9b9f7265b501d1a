"""What is wrong with a draft, all of it at once, and which hexes or targets a unit would be refused.

Both ask the rules' own check and know no rule themselves, so what a client lights, warns of and drops is what the check
says. The check sees only what its side knows; so does everything here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from hulldown.core.decisions import Legal, Option
from hulldown.core.orders import Order, Task, Violation

Check = Callable[[Order], list[Violation]]
MOST: Final = 600
"""Tasks that are tried out for one unit, at most."""


WORK: Final = 20_000
"""Tasks that are looked at for one draft, counted again with every check: a hundred tasks are checked 200 times."""


class Sifted(NamedTuple):
    """A draft with everything that is wrong with it, and what is left when the refused tasks are dropped."""

    violations: list[Violation]
    kept: Order


class Refused(NamedTuple):
    """A task that would be refused: its kind, its cell (-1: none) or target, and why."""

    kind: str
    cell: int
    target: str
    violation: Violation


def sift(check: Check, order: Order) -> Sifted:
    """Checks a draft again without the tasks refused, until nothing more is found.

    A check may stop at its first kind of fault: the next round brings what it hid. A unit may be refused what it has
    to do by somebody else's task (that of its column): then the task goes without which nobody is blamed for that.
    Of a draft so large and so wrong that this would be more than `WORK`, nothing is kept.
    """
    found: list[Violation] = []
    left_over = WORK
    while True:
        wrong = check(order)
        left_over -= len(order.tasks)
        known = set(found)
        found += [violation for violation in wrong if violation not in known]
        blamed = {violation.unit for violation in wrong}
        left = tuple([task for task in order.tasks if task.unit not in blamed])
        if wrong and len(left) == len(order.tasks):
            left, checks = _without_cause(check, order, wrong, left_over)
            left_over -= checks * len(order.tasks)
        if not wrong or (len(left) == len(order.tasks) and left_over > 0):
            return Sifted(found, order)
        if left_over <= 0:
            return Sifted(found, Order(order.kind, (), order.choice, order.decision))
        order = Order(order.kind, left, order.choice, order.decision)


def _without_cause(check: Check, order: Order, wrong: list[Violation], work: int) -> tuple[tuple[Task, ...], int]:
    """The tasks without the first that is the cause of something wrong, and after how many checks.

    All of the tasks where none is the cause, or none was found with this much work.
    """
    blamed = set(wrong)
    most = work // len(order.tasks) if order.tasks else 0
    for count, task in enumerate(order.tasks):
        if count >= most:
            return order.tasks, count + 1
        left = tuple([other for other in order.tasks if other is not task])
        after = set(check(Order(order.kind, left, order.choice, order.decision)))
        if after <= blamed and after != blamed:
            return left, count + 1
    return order.tasks, len(order.tasks)


def refusals(check: Check, legal: Legal, order: Order, unit: str) -> list[Refused]:
    """The cells and targets that are offered to a unit and would be refused beside the rest of the draft."""
    others = tuple([task for task in order.tasks if task.unit != unit])
    rest = sift(check, Order(order.kind, others)).kept.tasks
    options = [option for one in legal.units if one.unit == unit for option in one.options]
    found: list[Refused] = []
    for number, (task, choice) in enumerate(_tasks(unit, options)):
        if number >= MOST:
            break
        violation = _against(check, order.kind, rest, task)
        # A task may be one of hex and choice: then it is the choice that is missing.
        if violation is not None and choice:
            violation = _against(
                check, order.kind, rest, Task(unit, task.kind, task.cells, task.facing, choice, task.targets)
            )
        if violation is not None:
            cell = task.cells[0] if task.cells else -1
            found.append(Refused(task.kind, cell, task.targets[0] if task.targets else "", violation))
    return found


def _against(check: Check, kind: str, rest: tuple[Task, ...], task: Task) -> Violation | None:
    """What speaks against a task beside the rest of a draft."""
    for violation in check(Order(kind, (*rest, task))):
        if violation.unit == task.unit:
            return violation
    return None


def _tasks(unit: str, options: list[Option]) -> Iterator[tuple[Task, str]]:
    """The tasks of a unit that name one cell or one target, each with a choice it may have besides.

    Those with few places come first.
    """
    for option in sorted(options, key=lambda one: len(one.cells) + len(one.targets)):
        facing = option.facings[0] if option.facings else -1
        choice = option.choices[0] if option.choices else ""
        for cell in option.cells:
            yield Task(unit, option.kind, (cell,), facing), choice
        for target in option.targets:
            yield Task(unit, option.kind, targets=(target,)), choice
