"""All fields of a struct at once, with their types and in the order in which the struct declares them.

Compiled code reads a single field of a struct in some 160 instructions, and all of them together for the price of two.
Code that asks for three or more of them, of every unit or task, takes them from here: nobody else counts fields. Tests
hold these functions equal to the structs.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import astuple

from hulldown.core.decisions import Option, PathDomain, UnitLegal
from hulldown.core.orders import Task

_ALL: Final = astuple

Names = tuple[str, ...]
Numbers = tuple[int, ...]


def fields_of_task(task: Task) -> tuple[str, str, Numbers, int, str, Names]:
    """Its unit, kind, cells, facing, choice and targets."""
    unit: str
    kind: str
    cells: Numbers
    facing: int
    choice: str
    targets: Names
    unit, kind, cells, facing, choice, targets = _ALL(task)
    return unit, kind, cells, facing, choice, targets


def fields_of_option(option: Option) -> tuple[str, str, Numbers, PathDomain | None, Numbers, Names, Names, int]:
    """Its kind, rule, cells, path, facings, choices, targets and start."""
    kind: str
    rule: str
    cells: Numbers
    path: PathDomain | None
    facings: Numbers
    choices: Names
    targets: Names
    start: int
    kind, rule, cells, path, facings, choices, targets, start = _ALL(option)
    return kind, rule, cells, path, facings, choices, targets, start


def fields_of_unit(legal: UnitLegal) -> tuple[str, tuple[Option, ...], bool]:
    """The unit, its options, and whether one of them is required."""
    unit: str
    options: tuple[Option, ...]
    required: bool
    unit, options, required = _ALL(legal)
    return unit, options, required
