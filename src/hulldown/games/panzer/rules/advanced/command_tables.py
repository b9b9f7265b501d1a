"""Command and initiative by grade: Available Commands, Command Range, initiative modifiers (6.2.1.1, 6.3)."""

from __future__ import annotations

from fractions import Fraction

from hulldown.core.explain import Explained, Factor
from hulldown.games.panzer.data.advanced_tables import Cell, Grade, cell
from hulldown.games.panzer.rules.advanced.chances import SIDES, Chance

TABLE = "available-commands"
LEAST = 1


def available_commands(grade: Grade, units: int, there: bool = False) -> Explained:
    """The commands of a formation by its grade and active units (6.2.1.1a, 6.2.1.1.1a; rulings J1, J10).

    The table is read digit by digit: the column of ten for every ten, and that of the rest. A formation with units on
    the map (`there`: though none of them is active) has at least one command (6.2.1.1.1b); one without has none (J12).
    """
    tens, rest = divmod(units, 10)
    factors = []
    if tens:
        ten = cell(TABLE, grade, "10")
        label = f"{grade.title()}, {tens} times the column of 10"
        factors.append(Factor("6.2.1.1.1a", label, tens * ten.number, ten.tag))
    if rest:
        one = cell(TABLE, grade, str(rest))
        factors.append(Factor("6.2.1.1.1a", f"{grade.title()}, column of {rest}", one.number, one.tag))
    number = sum(int(factor.value) for factor in factors)
    if number < LEAST and (units or there):
        factors.append(Factor("6.2.1.1.1b", "at least", LEAST, "rulebook"))
        number = LEAST
    return Explained("6.2.1.1.1a", "available commands", number, tuple(factors))


def command_range(grade: Grade) -> int:
    """How many hexes apart units may share a command; 0 is the same hex (6.2.1.1.2a, 6.2.1.1.2-table)."""
    return cell(TABLE, grade, "range").number


def range_factor(grade: Grade) -> Factor:
    """The Command Range as a factor."""
    found = cell(TABLE, grade, "range")
    return Factor("6.2.1.1.2a", f"{grade.title()} Command Range", found.number, found.tag)


def initiative_modifier(grade: Grade) -> Factor:
    """What the Force Grade adds to the initiative roll (5.8.1b, 6.3, 6.3.2)."""
    found: Cell = cell(TABLE, grade, "initiative")
    return Factor("6.3.2", f"{grade.title()} force", found.number, found.tag)


def initiative(grade: Grade, against: Grade) -> Chance:
    """The chance to win the initiative: the higher modified roll, ties rolled again (6.3.1a, 6.3.1b)."""
    own, other = initiative_modifier(grade), initiative_modifier(against)
    lead = int(own.value) - int(other.value)
    rolls = range(1, SIDES + 1)
    won = sum(1 for mine in rolls for yours in rolls if mine + lead > yours)
    tied = sum(1 for mine in rolls if 1 <= mine + lead <= SIDES)
    return Chance(Fraction(won, SIDES * SIDES - tied), (own, other))
