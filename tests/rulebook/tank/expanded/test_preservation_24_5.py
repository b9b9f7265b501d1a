"""Preservation in the Expanded game: what counts as a loss, what it does, and by arms (24.5, 24.6c, 32.7)."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force, parse_scenario, scenario_hash, scenarios
from hulldown.games.tank.data.support import preservation_level
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.unique_preservation.module import levels
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.combat import aim_at
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.preservation import fights
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.platoon_field import battlefield, chits
from support.tank_positions import fallen, play, position, unit

MIXED = (
    Force(type="Ge Pz IVH", count=14),
    Force(type="Ger squad 6", count=10),
    Force(type="US 75R", count=4),
    Force(type="US HT", count=10),
)
"""The force of 32.7: 14 tanks, 10 squads, 4 guns, and carriers that do not count."""
FOE = (Force(type="So T34/85", count=6),)


def _killed(state: TankState, name: str, foe: str = "B1") -> TankState:
    """The state after an enemy beside the hex has destroyed a unit by a die of 1."""
    spot = scene_of(state).board.labels[unit(state, name).cell]
    after = play(state, bravo=f"{foe} DF {spot}").state
    assert unit(after, name).status == DESTROYED
    return after


@pytest.mark.rules("24.5a")
def test_preservation_raises_panic_by_two_from_the_next_turn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, MIXED, FOE, panic=3, preservation=14, modules=())
    state = position(name, alpha={"A1": ("1008", "D"), "A2": ("1501", "D")}, bravo={"B1": ("1006", "D")}, dice="1")
    fallen(state, *(f"A{number}" for number in range(3, 16)))
    scene = scene_of(state)
    assert panic_level(state, scene, "alpha") == 3
    after = _killed(state, "A1")
    assert after.losses["alpha"] == 14
    assert after.preserved == {"alpha": 3}
    assert after.turn == 4
    assert (panic_level(after, scene, "alpha"), panic_level(after, scene, "bravo")) == (5, 3)
    after.turn = 3
    assert panic_level(after, scene, "alpha") == 3, "not on the turn itself"


@pytest.mark.rules("24.5a")
def test_two_more_chits_are_drawn_and_never_more_than_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    for level, raised in ((3, 5), (9, 10)):
        name = battlefield(monkeypatch, MIXED, FOE, panic=level, preservation=14, modules=())
        dice = " ".join(["1"] * (raised + level))
        state = position(name, alpha={"A1": ("1008", "D")}, bravo={"B1": ("2406", "D")}, panic=True, dice=dice)
        state.losses["alpha"], state.preserved["alpha"] = 14, 2
        drawn = {e.data["side"]: len(str(e.data["chits"]).split()) for e in play(state).found("chits")}
        assert drawn == {"alpha": raised, "bravo": level}


@pytest.mark.rules("24.5b")
def test_attack_strengths_are_not_halved(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, MIXED, FOE, preservation=14, modules=())
    state = position(name, alpha={"A1": ("1008", "A")}, bravo={"B1": ("1006", "D")})
    state.losses["alpha"], state.preserved["alpha"] = 14, 2
    index = next(i for i, each in enumerate(state.units) if each.id == "B1")
    (firer,) = aim_at(state, scene_of(state), [0], index).firers
    assert (firer.preserved, firer.panic) == (False, 2)


@pytest.mark.rules("24.6a", "24.6c")
def test_carriers_count_only_if_they_are_armed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(fights(arms(name)) for name in ("US HT", "US M113", "truck"))
    assert all(fights(arms(name)) for name in ("Ge Marder II", "Ge Pz IVH", "US 75R", "Ger squad 6"))
    for kind, losses in (("US HT", 0), ("Ge Marder II", 1)):
        name = battlefield(monkeypatch, (Force(type=kind, count=3),), FOE, preservation=1, modules=())
        state = position(name, alpha={"A1": ("1008", "D"), "A2": "0102"}, bravo={"B1": ("1006", "D")}, dice="1")
        after = _killed(state, "A1")
        assert after.losses.get("alpha", 0) == losses
        assert bool(after.preserved.get("alpha")) is bool(losses)


@pytest.mark.rules("24.6b")
def test_a_missile_carrier_counts_as_an_assault_gun(monkeypatch: pytest.MonkeyPatch) -> None:
    weapon = arms("US M113/TOW")
    assert fights(weapon)
    assert not weapon.weapon.traits.carries, "X-71: it takes no passenger"
    name = battlefield(monkeypatch, (Force(type="US M113/TOW", count=2),), FOE, preservation=1, modules=())
    state = position(name, alpha={"A1": ("1008", "D"), "A2": "0102"}, bravo={"B1": ("1006", "D")}, dice="1")
    assert _killed(state, "A1").preserved == {"alpha": 3}


@pytest.mark.rules("32.7a")
def test_the_whole_force_of_28_breaks_with_its_fourteenth_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    assert preservation_level(50, 28) == 14
    name = battlefield(monkeypatch, MIXED, FOE, preservation=14, modules=())
    # Ten squads and three guns have fallen; the fourth gun is the fourteenth loss and shakes the tanks as well.
    state = position(name, alpha={"A28": ("1008", "D"), "A1": "0102"}, bravo={"B1": ("1006", "D")}, dice="1")
    fallen(state, *(f"A{number}" for number in range(15, 28)))
    after = _killed(state, "A28")
    assert panic_level(after, scene_of(after), "alpha", arms("Ge Pz IVH")) == 2


@pytest.mark.rules("32.7b")
def test_each_arm_has_its_own_level(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, MIXED, FOE, preservation=14, modules=("unique_preservation",))
    state = position(name)
    setup = scene_of(state).side("alpha")
    own = [each for each in state.units if each.side == "alpha"]
    assert levels(own, setup) == {"tanks": 7, "infantry": 5, "guns": 2}
    # by the percentage where the scenario gives it, rounded up for each arm.
    odd = msgspec.structs.replace(setup, preservation=10, percent=35)
    assert levels(own, odd) == {"tanks": 5, "infantry": 4, "guns": 2}
    assert levels(own, msgspec.structs.replace(setup, preservation=0)) == {}


def _arms_lost(monkeypatch: pytest.MonkeyPatch, lost: dict[str, int], dice: str = "1") -> TankState:
    name = battlefield(monkeypatch, MIXED, FOE, panic=1, preservation=14, modules=("unique_preservation",))
    spots = {"A1": ("1008", "D"), "A15": "0303", "A28": ("1205", "D")}
    state = position(name, alpha=spots, bravo={"B1": ("1006", "D")}, dice=dice)
    state.more = {"unique_preservation": {f"alpha {arm}": [count, 0] for arm, count in lost.items()}}
    state.losses["alpha"] = sum(lost.values())
    return state


@pytest.mark.rules("32.7b")
def test_the_seventh_tank_shakes_the_tanks_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _killed(_arms_lost(monkeypatch, {}), "A1").more["unique_preservation"] == {"alpha tanks": [1, 0]}
    assert _killed(_arms_lost(monkeypatch, {"tanks": 5}), "A1").more["unique_preservation"] == {"alpha tanks": [6, 0]}
    after = _killed(_arms_lost(monkeypatch, {"tanks": 6}), "A1")
    assert after.more["unique_preservation"] == {"alpha tanks": [7, 3]}
    scene = scene_of(after)
    kinds = ("Ge Pz IVH", "Ger squad 6", "US 75R")
    assert [panic_level(after, scene, "alpha", arms(kind)) for kind in kinds] == [3, 1, 1]
    assert panic_level(after, scene, "alpha") == 3, "so many chits are drawn"
    assert panic_level(after, scene, "bravo") == 1
    assert after.preserved == {}, "the force as a whole has lost 7 of 14"


@pytest.mark.rules("32.7b")
def test_all_squads_and_guns_lost_do_not_shake_the_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    after = _killed(_arms_lost(monkeypatch, {"infantry": 10, "guns": 3}), "A1")
    assert after.preserved == {"alpha": 3}, "14 losses: for victory and exit the force is at Preservation"
    assert panic_level(after, scene_of(after), "alpha", arms("Ge Pz IVH")) == 1


@pytest.mark.rules("32.7b", "24.5a")
def test_the_extra_chits_strike_the_shaken_arm_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    # Level 1, raised to 3 for the tanks: chits 3, 8, 5. The tank on 8 panics, the squad on 3 too, the gun on 5 not.
    state = _arms_lost(monkeypatch, {"tanks": 7}, f"{chits(3, 8, 5)} {chits(0)}")
    state.more = {"unique_preservation": {"alpha tanks": [7, 2]}}
    state.contact = state.first_fire = 2
    unit(state, "B1").cell = scene_of(state).board.cell("2409")
    played = play(state, alpha="A1 FC; A15 OF adjacent; A28 FC")
    assert {e.data["unit"] for e in played.found("panicked")} == {"A1", "A15"}


@pytest.mark.rules("32.7b", "15.11a")
def test_in_the_standard_game_an_arm_fires_at_half_strength() -> None:
    # tank/2: Bravo has guns B1 to B8 and infantry; its guns are shaken, its infantry is not.
    state = position("tank/2", alpha={"A1": ("1008", "A")}, bravo={"B1": ("1006", "D")},
                     options={"unique_preservation": "yes"})  # fmt: skip
    assert "unique_preservation" in scene_of(state).rules.keys
    index = next(i for i, each in enumerate(state.units) if each.id == "B1")
    for arm, halved in (("guns", True), ("infantry", False)):
        state.more = {"unique_preservation": {f"bravo {arm}": [9, 2]}}
        (firer,) = aim_at(state, scene_of(state), [index], 0).firers
        assert firer.preserved is halved


@pytest.mark.rules("32.7b")
def test_everybody_knows_of_an_arms_losses_and_a_sample_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _arms_lost(monkeypatch, {"tanks": 6})
    for side in ("alpha", "bravo"):
        view = GAME.view(state, side)
        assert view.more == {"unique_preservation": {"alpha tanks": [6, 0]}}
        assert GAME.view(GAME.sample(view, Random(1)), side).more == view.more
    played = play(state, bravo="B1 DF 1008")
    (told,) = played.found("arm_preserved")
    assert (told.audience, told.data["arm"], told.data["losses"]) == ((), "tanks", 7)


@pytest.mark.rules("24.5a")
def test_the_score_tells_what_preservation_does_by_this_book(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, MIXED, FOE, panic=3, preservation=14, modules=())
    state = position(name, alpha={"A1": ("1008", "D")}, bravo={"B1": ("1006", "D")})
    state.losses["alpha"], state.preserved["alpha"] = 14, 2
    score = GAME.score(GAME.view(state, "alpha"))
    meters = {meter.label: meter for meter in score.sides[0].meters}
    assert meters["Panic Level"].value == 5
    assert "2 panic chits more" in meters["Losses"].what
    assert [fact.rule for fact in score.facts if fact.label == "Preservation"] == ["24.5a"]


def test_the_percentage_is_part_of_what_play_depends_on() -> None:
    scenario = scenarios()["tank/1"]
    other = msgspec.structs.replace(scenario, alpha=msgspec.structs.replace(scenario.alpha, percent=40))
    assert scenario_hash(other) != scenario_hash(scenario)
    text = """
id = "tank/x"
title = "x"
book = "expanded"
situation = "introductory"
mode = "mixed"
map = "tank"
length = 5
description = "x"
[alpha]
edge = "X"
deploy = "column"
panic = 2
preservation = 2
percent = 50
forces = [{ type = "Ge Pz IVH", count = 4 }]
[bravo]
edge = "Z"
deploy = "column"
panic = 2
preservation = 2
forces = [{ type = "So T34/85", count = 3 }]
"""
    read = parse_scenario(text, "x.toml")
    assert (read.alpha.percent, read.bravo.percent) == (50, 0)
