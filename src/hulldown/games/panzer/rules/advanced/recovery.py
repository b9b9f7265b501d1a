"""Suppression: the roll that removes it in the Adjustment Phase (6.8.3)."""

from __future__ import annotations

from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import Grade, modifier
from hulldown.games.panzer.rules.advanced.chances import Chance, at_most, total
from hulldown.games.panzer.rules.advanced.grades import recovery_range


def recovery_modifiers(command: bool, under_fire: bool) -> tuple[Factor, ...]:
    """What is added to the roll, all of it together: a command other than N/C, and fire received, however much of it.

    Cases 6.8.3.1, 6.8.3.1.1, 6.8.3.1.2a, 6.8.3.1.2b.
    """
    names = [name for name, applies in (("command", command), ("under_fire", under_fire)) if applies]
    return tuple(modifier("recovery-modifiers", name) for name in names)


def recovery(grade: Grade, command: bool = False, under_fire: bool = False) -> Chance:
    """The chance that a suppression that is OFF is removed (6.8.3a, 6.8.3b, 6.8.3.2)."""
    found = recovery_range(grade)
    changes = recovery_modifiers(command, under_fire)
    first = Factor("6.8.3b", f"{grade.title()} recovers on", found.text, found.tag)
    return Chance(at_most(found.last, total(changes)), (first, *changes))


def recovers(grade: Grade, rolled: int, command: bool, under_fire: bool) -> bool:
    """Whether a roll removes the suppression (6.8.3.2)."""
    return rolled + total(recovery_modifiers(command, under_fire)) <= recovery_range(grade).last
