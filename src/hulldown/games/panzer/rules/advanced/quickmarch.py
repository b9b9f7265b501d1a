"""Quickmarch: the roll for suppression at the end of the move (6.6.4.2f)."""

from __future__ import annotations

from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import Grade, modifier
from hulldown.games.panzer.rules.advanced.chances import Chance, at_most, total
from hulldown.games.panzer.rules.advanced.grades import quickmarch_range


def quickmarch(grade: Grade, cavalry: bool = False) -> Chance:
    """The chance that a unit is suppressed by its quickmarch (6.6.4.2f, 6.6.4.2-table).

    Cavalry adds 20 to the roll, which helps it (6.6.4.5f; ruling I21).
    """
    found = quickmarch_range(grade)
    changes = (modifier("recovery-modifiers", "cavalry"),) if cavalry else ()
    first = Factor("6.6.4.2f", f"{grade.title()} suppressed on", found.text, found.tag)
    return Chance(at_most(found.last, total(changes)), (first, *changes))
