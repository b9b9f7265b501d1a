"""The brain's numbers of KampfPanzer are those of the rules: strengths, results, lines of fire, recovery."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from hulldown.bots.calm import calmness, steady
from hulldown.bots.kampfpanzer.field import field, ticks_to
from hulldown.bots.kampfpanzer.nerves import steadiness
from hulldown.bots.kampfpanzer.odds import (
    NOTHING,
    added,
    by_fire,
    by_overrun,
    by_shells,
    divided,
    perhaps,
    recovery,
    shares_of,
    strength,
)
from hulldown.bots.kampfpanzer.stakes import NO_FIRE, Stake, doom, harm, harms, hurt
from hulldown.games.kampfpanzer.data.counters import counters
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import Aim, Firer, counter_target, levels, overrunning, resolve, shelling
from hulldown.games.kampfpanzer.rules.ground import NEAR, ground_on

ARRAYS = field("kampfpanzer")
GROUND = ground_on("kampfpanzer")


@pytest.mark.parametrize("name", sorted(counters()))
@pytest.mark.parametrize("target", ["R35", "Ge infantry"])
def test_strengths_are_those_of_the_rules(name: str, target: str) -> None:
    foe = counters()[target]
    for distance in range(1, 18):
        attack = resolve(Aim((Firer(counters()[name], distance),), (counter_target(foe),)))
        found = strength(name, distance, foe.hard)
        if attack.void and attack.rule != "9.7-lim":
            assert found == 0
        else:
            assert found == attack.strength.value
            assert by_fire(found - foe.defence) == (shares_of(attack.results) if attack.results else NOTHING)


def test_shares_are_chances_that_add_up() -> None:
    for shares in (by_fire(0), by_fire(3, moving=True), by_overrun(2, 1), by_shells(True, False, False, False)):
        assert sum(shares) == pytest.approx(1.0)
    assert by_fire(-4) == NOTHING
    assert by_fire(2, moving=True)[5] == 0.0
    assert by_overrun(3, 2) == shares_of(overrunning(3, 2))
    assert by_shells(False, False, True, False) == shares_of(shelling(False, False, True, False))
    both = added(by_fire(0), by_fire(2))
    expected = sum(
        levels(one) + levels(two) >= 4 for one in _results(0) for two in _results(2)
    ) / 36  # fmt: skip
    assert sum(both) == pytest.approx(1.0)
    assert both[4] == pytest.approx(expected)
    assert perhaps(by_fire(8), 0.25)[4] == pytest.approx(0.25)


def _results(superiority: int) -> tuple[str, ...]:
    target = counter_target(counters()["R35"])
    firer = Firer(counters()["H39"], 3)
    crew = (firer,) * ((superiority + 4) // 4) if superiority == 0 else ()
    if crew:
        return resolve(Aim(crew, (target,))).results
    return resolve(Aim((Firer(counters()["R35"], 3), firer), (target,))).results


def test_one_strong_attack_or_several_weak_ones() -> None:
    assert divided((4, 4), 4, 1, False) == by_fire(4)
    assert divided((4, 4), 4, 2, False) == added(by_fire(0), by_fire(0))
    assert divided((5, 2, 2), 3, 2, False) == added(by_fire(2), by_fire(1))


def test_fire_maps_know_sight_range_arc_cover_and_crests() -> None:
    rng = Random(5)
    cells = rng.sample(list(GROUND.board.cells), 60)
    seen = 0
    for firer in cells[:12]:
        for facing in (-1, 2):
            fire = ARRAYS.fire_from("2lb", firer, facing, True)
            for cell in GROUND.board.cells:
                distance = GROUND.board.distance(firer, cell)
                may = firer != cell and GROUND.sight.clear(firer, cell) and distance <= arms("2lb").range
                may = may and (not GROUND.near_only(cell) or distance <= NEAR)
                may = may and (facing < 0 or GROUND.in_arc(firer, facing, cell))
                value = float(fire[ARRAYS.at[cell]])
                assert (value > 0) == may
                if may:
                    seen += 1
                    less = ARRAYS.slope if GROUND.through_crest(firer, cell) else 0.0
                    assert value == max(strength("2lb", distance, True) - less, 0.5 if less else 0.0)
                    if facing < 0:
                        assert float(ARRAYS.fire_at("2lb", cell, True)[ARRAYS.at[firer]]) == value
    assert seen > 500


def test_ticks_are_least_costs() -> None:
    goal = GROUND.board.cell("2341")
    ways = ticks_to("kampfpanzer", "truck", frozenset((goal,)))
    costs = GROUND.cost_tables["truck"]
    assert ways[ARRAYS.at[goal]] == 0
    for cell in GROUND.board.cells:
        if cell != goal:
            ahead = [
                costs[cell][way] + ways[ARRAYS.at[next_cell]]
                for way, next_cell in enumerate(GROUND.board.neighbours[cell])
                if next_cell >= 0 and costs[cell][way]
            ]
            assert ways[ARRAYS.at[cell]] == min(ahead)


def test_a_disruption_counts_by_when_it_will_be_gone() -> None:
    assert [recovery(level) for level in (0, 1, 2, 3)] == [1.0, 0.5, pytest.approx(1 / 3), pytest.approx(1 / 6)]
    for stake in (Stake(8), Stake(8, 0.8), Stake(1, 0.8), Stake(3, 0.0, 0.3)):
        hurts = [hurt(stake, level) for level in range(5)]
        assert hurts == sorted(hurts)
        assert (hurts[0], hurts[4]) == (0.0, 1.0)
    # Where only the end counts, an early disruption will be gone by then; a late one will not.
    assert hurt(Stake(10, 1.0), 1) < 0.5 * hurt(Stake(1, 1.0), 1)
    kills = Stake(5, out=0.12)
    assert harm(kills, 3, by_fire(0)) > harm(kills, 0, by_fire(0)), "one more level destroys it, which counts"
    table = harms(Stake(5), 1)
    assert np.all(np.diff(table) >= -1e-9)
    assert harm(Stake(5, pin=0.3), 0, by_fire(-3)) > harm(Stake(5, pin=0.0), 0, by_fire(-3))


def test_panic_takes_its_part() -> None:
    assert steady(2, calmness(4)) == (pytest.approx(0.16), pytest.approx(0.48), pytest.approx(0.36))


@pytest.mark.parametrize("level", range(1, 6))
def test_panic_depends_on_the_hex_and_is_the_level_on_the_mean(level: int) -> None:
    by_digit = steadiness(level)
    assert sum(by_digit) / len(by_digit) == pytest.approx(calmness(level))
    if level == 1:
        assert by_digit[:4] == (1.0, 1.0, 1.0, 1.0), "nobody panics there at level 1"


def test_where_only_destroyed_units_count_a_disruption_is_a_step_to_it() -> None:
    assert doom(3, 2, 6) > doom(2, 2, 6) > doom(1, 2, 6) > 0.0
    assert doom(3, 2, 6) > doom(3, 2, 2) > doom(3, -1, 2), "with more time and more fire it is likelier"
    assert doom(3, 8, 1) == 0.0, "nothing comes after the last turn"
    assert doom(3, NO_FIRE, 9) == 0.0
    late, early = (hurt(Stake(left, out=0.12, kills=True, coming=2), 3) for left in (1, 6))
    assert late < early
