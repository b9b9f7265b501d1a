"""When an obstacle blocks (4.1.4.2): every height, distance and length against the cases as they are written."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.rules import sight

DIVISORS = {1: (2, "4.1.4.2.4e"), 2: (4, "4.1.4.2.4f"), 3: (8, "4.1.4.2.4g")}
FLAT = "4.1.4.2.4h"


def zone(below, away):
    """The hexes behind an obstacle so far below the higher vehicle, and the case."""
    if below not in DIVISORS:
        return 1, FLAT
    divisor, rule = DIVISORS[below]
    return max(1, away // divisor), rule


@pytest.mark.rules("4.1.4.2.4c", "4.1.4.2.4e", "4.1.4.2.4f", "4.1.4.2.4g", "4.1.4.2.4h", "4.1.4.2a", "4.1.4.2b")
def test_the_length_of_every_blind_zone():
    for below in range(1, 9):
        for away in range(1, 60):
            assert sight.blind_zone(below, away) == zone(below, away), (below, away)


@pytest.mark.rules("4.1.4.2.1", "4.1.4.2.2", "4.1.4.2.3", "4.1.4.2.4a", "4.1.4.2.4d", "4.1.4.2a", "4.1.4.2b")
def test_what_blocks_by_which_case():
    for higher in range(7):
        for lower in range(higher + 1):
            for obstacle in range(-1, 9):
                for span in range(2, 26):
                    for away in range(1, span + 2):
                        rule = ""
                        if obstacle > higher:
                            rule = "4.1.4.2.1"
                        elif obstacle == higher > lower:
                            rule = "4.1.4.2.2"
                        elif lower < obstacle < higher:
                            hidden, case = zone(higher - obstacle, away)
                            rule = case if span in range(away + 1, away + hidden + 1) else ""
                        assert sight.blocking_rule(higher, lower, obstacle, away, span) == rule


@pytest.mark.rules("4.1.4.2.4a", "4.1.4.2.4c", "4.1.4b", "4.1.4.2.4d", "4.1.4.2a", "4.1.4.2b")
def test_the_table_asks_the_same_question_in_bulk():
    deepest = 9
    for span in range(2, 50):
        for away in range(1, span + 2):
            hidden = [below for below in range(1, deepest) if span in range(away + 1, away + zone(below, away)[0] + 1)]
            expected = max(hidden, default=0)
            found = sight.slack(away, span)
            assert min(found, deepest - 1) == expected, (away, span)
            assert found == expected or (found == sight.ALWAYS and expected == deepest - 1)
    assert sight.ALWAYS > 20, "no map is so high"
