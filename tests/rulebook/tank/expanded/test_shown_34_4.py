"""What the players of the open scenarios are shown besides the rules: points so far, reaches, weights, the length."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.game import Marker, Reach
from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import DESTROYED, TankState
from hulldown.games.tank.rules.troops import device_of
from support.engagement import advanced, cell, opened

ID = "tank/34.4"


def fought() -> TankState:
    """A game in which a squad and a gun of Bravo and a tank of Alpha are destroyed."""
    state = advanced(opened(ID), "plot").thaw()
    squad = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad)
    gun = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).gun)
    tank = next(unit for unit in state.units if unit.side == "alpha")
    for unit in (squad, gun, tank):
        unit.status = DESTROYED
    state.losses = {"alpha": 1, "bravo": 2}
    return state


@pytest.mark.rules("34.4-21", "34.4-22")
@pytest.mark.parametrize("viewer", ["alpha", "bravo", None])
def test_everybody_sees_the_points_so_far(viewer: str | None) -> None:
    score = GAME.score(GAME.view(fought(), viewer))
    awards = {
        side.side: {meter.label: meter.value for meter in side.meters if meter.rule.startswith("34.4")}
        for side in score.sides
    }
    assert (awards["alpha"]["Squads destroyed"], awards["alpha"]["Guns destroyed"]) == (1, 1)
    assert (awards["bravo"]["Tanks destroyed"], awards["bravo"]["Objective never entered"]) == (2, 10)
    left = {side.side: meter.value for side in score.sides for meter in side.meters if meter.label == "Units left"}
    assert left == {"alpha": 43, "bravo": 12}
    assert not any(meter.label == "Guns left" for side in score.sides for meter in side.meters)


@pytest.mark.rules("34.4-15")
def test_bravo_is_told_the_length_it_makes_and_alpha_that_bravo_knows_it() -> None:
    state = advanced(opened(ID), "defence")
    tasks = (
        Task("mines", "MN", (cell("2015"),) * 13),
        Task("ditch", "DG", tuple(cell(label) for label in ("1515", "1516", "1517", "1518", "1519", "1520"))),
    )
    (told,) = GAME.remarks(state, "bravo", Order("defence", tasks))
    assert told.startswith("With 13 mines and 6 hexes of ditch the game lasts 20 turns")
    (told,) = GAME.remarks(state, "bravo", Order("defence"))
    assert "14 turns" in told
    assert GAME.remarks(advanced(opened(ID), "plot"), "bravo", Order("plot")) == ()
    later = advanced(opened(ID), "plot")
    assert GAME.score(GAME.view(later, "bravo")).turns == 14
    for viewer in ("alpha", None):
        score = GAME.score(GAME.view(later, viewer))
        assert (score.turns, score.left) == (0, "only Bravo knows which turn is the last")


@pytest.mark.rules("34.4-4")
def test_the_objective_is_marked_for_everybody_as_soon_as_it_is_named() -> None:
    named = {("bravo", "objective"): Order("objective", (Task("objective", "OB", (cell("4219"),)),))}
    state = advanced(opened(ID), "edge", named)
    for viewer in ("alpha", "bravo", None):
        assert GAME.view(state, viewer).markers == (Marker("objective", cell("4219"), "bravo"),)
    assert GAME.view(opened(ID), "alpha").markers == ()


@pytest.mark.rules("26.11c", "26.2c")
def test_reaches_of_squads_are_shown_to_their_side_alone() -> None:
    state = advanced(opened(ID), "plot")
    view = GAME.view(state, "bravo")
    assert not isinstance(view.reaches, msgspec.UnsetType)
    armed = next(unit for unit in state.units if unit.side == "bravo" and device_of(unit))
    plain = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).squad and not device_of(unit))
    gun = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).gun)
    device = arms(device_of(armed)).weapon
    he = (Reach(plain.id, "HE, effective", 5), Reach(plain.id, "HE", 10))
    assert tuple(one for one in view.reaches if one.unit == plain.id) == he
    assert [one for one in view.reaches if one.unit == armed.id][2:] == [Reach(armed.id, device.name, device.range)]
    assert not any(one.unit == gun.id for one in view.reaches)
    for viewer in ("alpha", None):
        others = GAME.view(state, viewer).reaches
        assert others is msgspec.UNSET or not any(one.unit.startswith("B") for one in others)


@pytest.mark.rules("24.31-note-1", "24.32")
def test_a_missile_has_a_ring_within_which_it_does_not_fire() -> None:
    state = advanced(
        opened(ID, {"period": 9, "alpha_nation": "Sov", "bravo_nation": "Sov", "bravo_gun": "So Snapper"}), "plot"
    )
    launcher = next(unit for unit in state.units if unit.side == "bravo" and arms(unit.type).weapon.guided)
    weapon = arms(launcher.type).weapon
    view = GAME.view(state, "bravo")
    assert not isinstance(view.reaches, msgspec.UnsetType)
    (ring,) = [one for one in view.reaches if one.unit == launcher.id]
    assert (ring.name, ring.least) == (weapon.name, weapon.minimum)
    assert ring.least > 1
    assert ring.most >= 25


@pytest.mark.rules("25.53", "25.54c")
def test_the_score_says_whose_loss_weighs_more() -> None:
    state = opened("tank/34.1", {"period": 6, "alpha_nation": "Ger", "bravo_nation": "Sov"})
    meters = {
        side.side: next(meter for meter in side.meters if meter.label == "Losses").what
        for side in GAME.score(GAME.view(state, "alpha")).sides
    }
    assert meters["alpha"].endswith("the loss of A13 counts 3 and the loss of A14 counts 2")
    assert meters["bravo"].endswith("the loss of B10 counts 3")


def test_the_standard_game_shows_none_of_it() -> None:
    view = GAME.view(GAME.setup("tank/5", {}, "x"), "alpha")
    assert view.reaches is msgspec.UNSET
    assert b"reaches" not in msgspec.json.encode(view)
