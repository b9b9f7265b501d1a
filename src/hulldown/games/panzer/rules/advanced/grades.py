"""Unit Grade Modifiers: what the grade of a unit changes (5.8.3b)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import Cell, Grade, cell

_FIRE_RULES = {"ap": "6.5.2.4-unit-grade-a", "gp": "6.5.4.3-unit-grade-a"}


@lru_cache(maxsize=128)
def fire_modifier(kind: Literal["ap", "gp"], grade: Grade, band: str) -> Factor:
    """The modifier of the firer's Unit Grade at a Range Factor (6.5.2.4-unit-grade-a, 6.5.4.3-unit-grade-a).

    The grades of force, formation and target change nothing (6.5.2.4-unit-grade-b, 6.5.4.3-unit-grade-b).
    """
    found = cell("unit-grades", grade, f"{kind}_{band}")
    return Factor(_FIRE_RULES[kind], f"{grade.title()} at {band}", found.number, found.tag)


def bail_out_modifier(grade: Grade) -> Factor:
    """What the grade adds to a bail-out roll: Elite 5, Green -5.

    Cases 6.5.2.6.1b, 6.5.2.6.2-survive-c, 6.5.2.6.2-destroyed-b.
    """
    return _factor(grade, "bail_out", "6.5.2.6.1b")


def hull_down_modifier(grade: Grade) -> Factor:
    """What the grade adds to the roll of a search for hull down (6.6.9-grade)."""
    return _factor(grade, "hull_down", "6.6.9-grade")


def response_modifier(grade: Grade) -> Factor:
    """What the observer's grade adds to a die for Fire Response.

    Cases 6.5.1.12.1-observer-grade-a, 6.5.1.12.1-observer-grade-b.
    """
    return _factor(grade, "response", "6.5.1.12.1-observer-grade-b")


def quickmarch_range(grade: Grade) -> Cell:
    """The rolls that suppress after a quickmarch (6.6.4.2f)."""
    return cell("unit-grades", grade, "quickmarch")


def recovery_range(grade: Grade) -> Cell:
    """The rolls that remove a suppression (6.8.3b)."""
    return cell("unit-grades", grade, "recovery")


def _factor(grade: Grade, column: str, rule: str) -> Factor:
    found = cell("unit-grades", grade, column)
    return Factor(rule, f"{grade.title()} grade", found.number, found.tag)
