"""The averages that the brain reckons with are those of the rules' resolver."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.bots.panzer_battles.odds import NOTHING, Case, blow, hush, volley
from hulldown.games.panzer_battles.data.units import units
from hulldown.games.panzer_battles.rules.fire import Aim, Aspect, Terrain, resolve

AIMS = [
    Aim("main", units()["PzIV H"], units()["M4"], 4, 5, 3),
    Aim("main", units()["PzV"], units()["T34/85"], 5, 3, 8, "side", moving=True),
    Aim("mg", units()["PzIV H"], units()["M3"], 5, 5, 2, moving=True),
    Aim("rifles", units()["US infantry"], units()["US infantry"], 5, 5, 1, target_suppressed=True),
    Aim("he", units()["M4"], units()["US infantry"], 5, 4, 5, terrain="town", defilade=True),
]


@pytest.mark.parametrize("aim", AIMS)
def test_a_blow_is_the_average_of_the_exact_outcomes(aim: Aim) -> None:
    shot = resolve(aim)
    found = blow(aim)
    assert found.mean == pytest.approx(float(sum(count * chance for count, chance in shot.losses.items())))
    assert found.loss == pytest.approx(float(1 - shot.losses.get(0, Fraction(0))))
    assert found.suppressed == pytest.approx(float(shot.suppressed))
    assert found.kill == pytest.approx(float(shot.losses.get(aim.strength, Fraction(0))))


def test_a_shot_that_cannot_be_fired_does_nothing() -> None:
    assert blow(Aim("main", units()["PzIV H"], units()["M4"], 5, 5, 16)) == NOTHING


@pytest.mark.parametrize("far", [1, 4, 7, 10])
@pytest.mark.parametrize("aspect", ["front", "side"])
def test_a_volley_is_all_weapons_of_a_platoon(far: int, aspect: Aspect) -> None:
    """The Grant has two guns and a machine gun, of which only the guns take vehicles."""
    grant, target = units()["Grant"], units()["PzIII"]
    terrain: Terrain = "rough1"
    case = Case("Grant", 3, "PzIII", 5, far, aspect == "side", terrain, True, False)
    aims = [
        Aim(weapon, grant, target, 3, 5, far, aspect, terrain, True) for weapon in ("main", "37mm", "mg")
    ]  # fmt: skip
    blows = [blow(aim) for aim in aims]
    assert blows[2].mean == 0.0
    assert volley(case) == pytest.approx(min(5.0, blows[0].mean + blows[1].mean))
    calm = (1 - blows[0].suppressed) * (1 - blows[1].suppressed) * (1 - blows[2].suppressed)
    assert hush(case) == pytest.approx(1 - calm)


def test_flanks_and_short_ranges_are_worse_for_the_target() -> None:
    case = Case("PzIII", 5, "Grant", 3, 8, False, "clear", False, False)
    assert volley(case) < volley(case._replace(side=True)) < volley(case._replace(side=True, distance=2))
    assert volley(case._replace(side=True, defilade=True)) < volley(case._replace(side=True))
