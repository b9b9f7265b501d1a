"""Fire of the Expanded game in play: squads, devices, missiles, trucks and riders (24.3, 26.1, 26.3, 27.6, 27.7)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force, weapon_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.missiles import waits
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from hulldown.games.tank.rules.troops import give_device
from hulldown.games.tank.rules.weaponry import reaches
from support.expanded_field import field
from support.tank_positions import cell, play, position, refused, unit, violations
from support.transport_field import ALPHA, BRAVO, MODULES, aboard

Convoy = Callable[..., str]
SNAPPER = "So Snapper"
HIGH = {"rows": 40}
"""A country deep enough for missiles."""


def armed(state, name, device):
    give_device(unit(state, name), device)
    return state


def offered(state, side, name, kind):
    """The labels of the hexes offered to a unit for a kind of task, without a choice of strength."""
    legal = next(one for one in GAME.legal(state, side).units if one.unit == name)
    labels = scene_of(state).board.labels
    return {labels[at] for option in legal.options if option.kind == kind and not option.choices for at in option.cells}


def chosen(state, side, name, kind):
    """The choices offered to a unit for a kind of task, with the hexes."""
    legal = next(one for one in GAME.legal(state, side).units if one.unit == name)
    labels = scene_of(state).board.labels
    found = [option for option in legal.options if option.kind == kind and "HE" in option.choices]
    return {labels[at] for option in found for at in option.cells}


@pytest.mark.rules("26.11b", "26.11c")
def test_a_squad_fires_he_at_infantry_as_direct_fire(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A7": "0520"}, bravo={"B6": "0515"}, dice="4")
    after = play(state, alpha="A7 DF 0515")
    shot = after.found("shot")[0]
    assert (shot.data["strength"], shot.data["defence"], shot.data["column"]) == (5, 1, "4")
    assert unit(after.state, "B6").status == DESTROYED
    far = position(convoy(**HIGH), alpha={"A7": "0520"}, bravo={"B6": "0509", "B7": "0510"})
    assert refused(far, "alpha", "A7 DF 0509") == ["26.11c"]
    assert refused(far, "alpha", "A7 DF 0510") == []
    assert offered(far, "alpha", "A7", "DF") == {"0510"}


@pytest.mark.rules("26.11b")
def test_a_squad_fires_he_as_opportunity_fire(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A7": "0520"}, bravo={"B6": "0414", "B1": ("1001", "A")}, dice="1")
    after = play(state, alpha="A7 OF 0512", bravo="B6 MV 0515")
    assert after.dice == [1]
    assert unit(after.state, "B6").status == DESTROYED


@pytest.mark.rules("26.12a", "26.12b", "26.31")
def test_a_squad_without_a_device_neither_fires_at_armour_nor_is_triggered_by_it(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A7": "0520"}, bravo={"B1": ("0519", "A"), "B2": ("0415", "C")})
    why = violations(state, "alpha", "A7 DF 0519")
    assert [(v.rule, v.unit) for v in why] == [("26.31", "A7")]
    assert "without an anti-tank device" in str(why[0])
    assert offered(state, "alpha", "A7", "DF") == set()
    after = play(state, alpha="A7 OF 0512", bravo="B2 MV 0516 0616")
    assert after.dice == []


@pytest.mark.rules("26.12b", "26.12c", "26.2c", "26.2d")
def test_a_squad_with_a_device_fires_all_round_as_far_as_the_chart_says(convoy: Convoy) -> None:
    places = {"B1": ("0517", "A"), "B2": ("0523", "A"), "B3": ("0516", "A")}
    state = armed(position(convoy(**HIGH), alpha={"A7": "0520"}, bravo=places, dice="6"), "A7", "US M-20A")
    assert offered(state, "alpha", "A7", "DF") == {"0517", "0523"}
    why = violations(state, "alpha", "A7 DF 0516")
    assert [v.rule for v in why] == ["26.2c"]
    after = play(state, alpha="A7 DF 0523")
    shot = after.found("shot")[0]
    assert (shot.data["strength"], shot.data["column"], shot.data["hits_on"]) == (14, "5", "1-6")
    assert unit(after.state, "B2").status == DESTROYED


@pytest.mark.rules("26.12b", "26.2c")
def test_a_device_on_opportunity_fire_waits_for_armour_within_its_reach(convoy: Convoy) -> None:
    base = {"B1": ("0414", "C"), "B2": ("0417", "C")}
    state = armed(position(convoy(**HIGH), alpha={"A7": "0520"}, bravo=base, dice="6"), "A7", "US M-20A")
    far = play(state, alpha="A7 OF 0512", bravo="B1 MV 0515 0615")
    assert far.dice == [], "five hexes are beyond the device"
    state = armed(position(convoy(**HIGH), alpha={"A7": "0520"}, bravo=base, dice="1"), "A7", "US M-20A")
    near = play(state, alpha="A7 OF 0512", bravo="B2 MV 0518 0618")
    assert near.dice == [1]
    assert unit(near.state, "B2").status == DESTROYED


@pytest.mark.rules("26.12b", "26.32a", "26.32b")
def test_a_squad_uses_one_strength_once_a_turn(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A7": "0520"}, bravo={"B6": "0417", "B1": ("0614", "A")}, dice="6")
    state = armed(state, "A7", "US M-20A")
    unit(state, "B1").facing = 3
    after = play(state, alpha="A7 OF 0512", bravo="B6 MV 0518; B1 MV 0615 0516")
    assert after.dice == [6], "the squad came first, and the tank passes unharmed"
    assert refused(state, "alpha", "A7 DF 0417; A7 OF 0512") == ["5.0-gen-1"]
    two = order_of(state, "A7", "0614", "0417")
    assert [v.rule for v in two] == ["6.0-proc-2"]


def order_of(state, name, *labels):
    task = Task(name, "DF", tuple(cell(state, label) for label in labels))
    return GAME.check(state, "alpha", Order("plot", (task,)))


@pytest.mark.rules("26.12b", "26.11b")
@pytest.mark.parametrize(("device", "mover", "path", "rolled"), [
    ("", "B6", "0519", [1]),
    ("", "B1", "0519 0520", []),
    ("US M-20A", "B1", "0519", [1]),
    ("US M-20A", "B6", "0519", [1]),
])  # fmt: skip
def test_six_hex_cover_with_he_and_with_the_device(convoy: Convoy, device, mover, path, rolled) -> None:
    """X-21."""
    places = {"B1": ("0518", "D"), "B6": "0518"}
    state = position(convoy(**HIGH), alpha={"A7": "0419"}, bravo={mover: places[mover], "B2": ("2001", "A")}, dice="1")
    state = armed(state, "A7", device)
    after = play(state, alpha="A7 OF adjacent", bravo=f"{mover} MV {path}")
    assert after.dice == rolled
    assert (unit(after.state, mover).status == DESTROYED) == bool(rolled)


@pytest.mark.rules("26.3-note")
def test_nothing_the_enemy_is_asked_or_refused_tells_who_has_a_device(convoy: Convoy) -> None:
    name, own, foes = convoy(**HIGH), {"A7": "0520", "A8": "0620"}, {"B1": ("0516", "D"), "B6": "0510"}
    plain = position(name, alpha=own, bravo=foes)
    other = armed(position(name, alpha=own, bravo=foes), "A7", "US M-20A")
    assert GAME.view(plain, "bravo") == GAME.view(other, "bravo")
    assert GAME.view(plain, None) == GAME.view(other, None)
    assert GAME.view(plain, "alpha") != GAME.view(other, "alpha")
    assert GAME.legal(plain, "bravo") == GAME.legal(other, "bravo")
    for plot in ("B1 DF 0520", "B1 MV 0517 0518", "B6 DF 0520", "B1 OV 0517 0518 0519 0520 0521"):
        assert violations(plain, "bravo", plot) == violations(other, "bravo", plot)


@pytest.mark.rules("24.34")
def test_a_missile_that_was_fired_waits_a_turn(convoy: Convoy) -> None:
    places = {"A11": ("0530", "A", "spotted", SNAPPER)}
    state = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0515", "A")}, dice="6 6")
    assert offered(state, "alpha", "A11", "DF") == {"0515"}
    state = play(state, alpha="A11 DF 0515").state
    assert waits(state, unit(state, "A11"))
    assert [(v.rule, v.unit) for v in violations(state, "alpha", "A11 DF 0515")] == [("24.34", "A11")]
    assert refused(state, "alpha", "A11 OF 0515") == ["24.34"]
    assert offered(state, "alpha", "A11", "DF") == offered(state, "alpha", "A11", "OF") == set()
    assert refused(state, "alpha", "A11 FC") == [], "any other task is open to it"
    state = play(state, alpha="A11 FC").state
    assert refused(state, "alpha", "A11 DF 0515") == []
    assert play(state, alpha="A11 DF 0515").dice == [6]


@pytest.mark.rules("24.34")
def test_fire_that_never_left_the_rail_starts_no_waiting(convoy: Convoy) -> None:
    """X-05: an order that came to nothing, or that was void."""
    places = {"A11": ("0530", "A", "spotted", SNAPPER)}
    state = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0515", "A")})
    after = play(state, alpha="A11 OF 0515")
    assert not waits(after.state, unit(after.state, "A11"))
    hard = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0515", "D", "spotted", "Br Chieftain")})
    after = play(hard, alpha="A11 DF 0515")
    assert [event.rule for event in after.found("no_attack")] == ["24.33"]
    assert not waits(after.state, unit(after.state, "A11"))


@pytest.mark.rules("24.34")
def test_a_missile_spent_on_a_target_already_hit_waits_too(convoy: Convoy) -> None:
    places = {"A11": ("0530", "A", "spotted", SNAPPER), "A12": ("0630", "A", "spotted", SNAPPER)}
    state = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0515", "A")}, dice="1")
    after = play(state, alpha="A11 DF 0515; A12 DF 0515")
    assert [event.data["unit"] for event in after.found("overkill")] == ["A12"]
    assert waits(after.state, unit(after.state, "A11"))
    assert waits(after.state, unit(after.state, "A12"))


@pytest.mark.rules("24.32", "24.31-note-1")
def test_nothing_nearer_than_its_minimum_triggers_a_missile(convoy: Convoy) -> None:
    places = {"A11": ("0530", "A", "spotted", SNAPPER)}
    near = {"B1": ("0421", "C"), "B2": ("0418", "C")}
    state = position(convoy(**HIGH), alpha=places, bravo=near, dice="1")
    after = play(state, alpha="A11 OF 0510", bravo="B1 MV 0522 0621")
    assert after.dice == [], "eight hexes are below its minimum of ten"
    state = position(convoy(**HIGH), alpha=places, bravo=near, dice="1")
    after = play(state, alpha="A11 OF 0510", bravo="B1 MV 0522 0621; B2 MV 0519 0618")
    assert after.dice == [1]
    assert unit(after.state, "B2").status == DESTROYED
    assert unit(after.state, "B1").status == ON_MAP
    assert refused(state, "alpha", "A11 OF 0522") == ["24.31-note-1"]
    assert refused(state, "alpha", "A11 OF 0520") == []
    too_near = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0521", "C")})
    assert refused(too_near, "alpha", "A11 DF 0521") == ["24.31-note-1"]
    assert offered(too_near, "alpha", "A11", "DF") == set()
    assert "0521" not in offered(too_near, "alpha", "A11", "OF")
    assert "0520" in offered(too_near, "alpha", "A11", "OF")


@pytest.mark.rules("24.35")
def test_a_missile_fires_behind_it(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A11": ("0510", "A", "spotted", SNAPPER), "A12": ("0610", "A")},
                     bravo={"B1": ("0525", "A")})  # fmt: skip
    assert refused(state, "alpha", "A11 DF 0525") == []
    assert refused(state, "alpha", "A12 DF 0525") == ["7.21"]


@pytest.mark.rules("27.72a", "27.73", "8.62")
@pytest.mark.parametrize(("choice", "strength", "factor"), [("AP", 14, "8.1a"), ("HE", 10, "8.22c"), ("", 14, "8.1a")])
def test_a_truck_is_fired_at_with_the_strength_chosen_and_leaves_no_wreck(
    convoy: Convoy, choice, strength, factor
) -> None:
    """X-11; without a choice with the stronger."""
    state = position(convoy(**HIGH), alpha={"A1": ("0520", "A")}, bravo={"B4": ("0510", "A")}, dice="1")
    after = play(state, alpha=f"A1 DF 0510 {choice}".strip())
    assert after.found("shot")[0].data["strength"] == strength
    assert unit(after.state, "B4").status == DESTROYED
    assert after.state.wrecks == []
    assert after.found("destroyed")[0].data["wreck"] is False


@pytest.mark.rules("27.72b", "27.73")
def test_ap_shots_at_a_truck_are_single_and_he_shots_are_one(convoy: Convoy) -> None:
    places = {"A1": ("0430", "A"), "A2": ("0529", "A"), "A7": "1512", "A8": "1410"}
    state = position(convoy(**HIGH), alpha=places, bravo={"B4": ("0612", "A")}, dice="6 6")
    north = "0611 0610 0609 0608 0607 0606 0605 0604"
    after = play(state, alpha="A1 DF 0612 AP; A2 DF 0612 HE; A7 DF 0612; A8 DF 0612 HE", bravo=f"B4 MV {north}")
    shots = [(event.data["unit"], event.data["strength"]) for event in after.found("shot")]
    assert shots == [("A1", 14), ("A2 A7 A8", 10 + 3 + 3)]


@pytest.mark.rules("27.72b")
def test_opportunity_fire_at_a_truck_combines_he_only(convoy: Convoy) -> None:
    places = {"A7": "0518", "A8": "1209", "A1": ("0525", "A"), "A2": ("1119", "F")}
    state = position(convoy(**HIGH), alpha=places, bravo={"B4": ("0410", "C")}, dice="6 5")
    east = "0511 0611 0711 0811 0911 1011 1111 1211"
    after = play(state, alpha="A1 OF 0519 AP; A7 OF 0509; A8 OF 0511; A2 OF 0511 AP", bravo=f"B4 MV {east}")
    shots = [(event.data["unit"], event.data["strength"], event.data["result"]) for event in after.found("shot")]
    assert shots == [("A7 A8", 6, "missed"), ("A2", 14, "destroyed")]


@pytest.mark.rules("24.11a", "27.73")
def test_a_heat_gun_takes_he_to_a_truck_whatever_was_named(convoy: Convoy) -> None:
    """X-85."""
    state = position(convoy(**HIGH), alpha={"A1": ("0520", "A", "spotted", "So T-62")}, bravo={"B4": ("0510", "A")},
                     dice="1")  # fmt: skip
    after = play(state, alpha="A1 DF 0510 AP")
    assert after.found("shot")[0].data["strength"] == 10


@pytest.mark.rules("27.73")
def test_the_choice_is_offered_where_it_can_matter(convoy: Convoy) -> None:
    places = {"B4": ("0510", "A"), "B6": "0610", "B1": ("0710", "A"), "B2": ("0810", "A", "unspotted"), "B7": "0810"}
    state = aboard(position(convoy(**HIGH), alpha={"A1": ("0520", "A"), "A7": "0412"}, bravo=places), B1="B7")
    assert chosen(state, "alpha", "A1", "DF") == {"0510", "0710", "0810"}
    assert chosen(state, "alpha", "A7", "DF") == set(), "a squad without a device has only HE"
    assert chosen(state, "alpha", "A1", "OF") == offered(state, "alpha", "A1", "OF")
    assert refused(state, "alpha", "A1 DF 0510 HE") == []
    assert GAME.write(state, GAME.parse(state, "alpha", "A1 DF 0510 HE")) == "A1 DF 0510 HE"


@pytest.mark.rules("27.61a", "27.61b")
def test_he_at_a_tank_with_riders_strikes_the_riders_alone(convoy: Convoy) -> None:
    """X-28: their carrier's movement counts."""
    state = position(convoy(**HIGH), alpha={"A1": ("0515", "A")}, bravo={"B1": ("0506", "D"), "B6": "0506"}, dice="5")
    state = aboard(state, B1="B6")
    after = play(state, alpha="A1 DF 0506 HE", bravo="B1 MV 0507 0508 0509 0510")
    shot = after.found("shot")[0]
    assert (shot.data["target"], shot.data["strength"], shot.data["defence"], shot.data["add"]) == ("B6", 10, 1, 2)
    assert unit(after.state, "B6").status == DESTROYED
    assert unit(after.state, "B1").status == ON_MAP
    assert unit(after.state, "B1").cell == cell(after.state, "0510"), "the tank goes on"


@pytest.mark.rules("27.61a", "27.6-cy")
def test_ap_at_a_tank_with_riders_strikes_the_tank_and_kills_both(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A1": ("0515", "A")}, bravo={"B1": ("0506", "D"), "B6": "0506"}, dice="1")
    after = play(aboard(state, B1="B6"), alpha="A1 DF 0506")
    assert after.found("shot")[0].data["target"] == "B1"
    assert [unit(after.state, name).status for name in ("B1", "B6")] == [DESTROYED, DESTROYED]


@pytest.mark.rules("27.61a", "26.31")
def test_squads_without_a_device_fire_at_riders_and_are_triggered_by_them(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A7": "0512"}, bravo={"B1": ("0409", "C"), "B6": "0409"}, dice="2")
    state = aboard(state, B1="B6")
    after = play(state, alpha="A7 OF 0505", bravo="B1 MV 0510 0609")
    assert after.found("shot")[0].data["target"] == "B6"
    assert unit(after.state, "B6").status == DESTROYED
    assert (unit(after.state, "B1").status, unit(after.state, "B1").cell) == (ON_MAP, cell(after.state, "0609"))


@pytest.mark.rules("27.61a", "8.22c")
def test_ap_and_he_of_several_units_find_tank_and_riders(convoy: Convoy) -> None:
    places = {"A1": ("0515", "A"), "A2": ("0615", "A"), "A7": "1007"}
    state = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0506", "D"), "B6": "0506"}, dice="6 6")
    state = aboard(state, B1="B6")
    after = play(state, alpha="A1 DF 0506 HE; A2 DF 0506 AP; A7 DF 0506")
    assert [(e.data["unit"], e.data["target"]) for e in after.found("shot")] == [("A2", "B1"), ("A1 A7", "B6")]


@pytest.mark.rules("8.41c", "8.43b")
def test_guns_fire_ap_past_friendly_infantry_and_never_he(convoy: Convoy) -> None:
    """T-26: in this book guns have HE too."""
    places = {"A11": ("0520", "A"), "A7": "0517"}
    armour = position(convoy(**HIGH), alpha=places, bravo={"B1": ("0510", "A")})
    assert refused(armour, "alpha", "A11 DF 0510") == []
    soft = position(convoy(**HIGH), alpha=places, bravo={"B6": "0510"})
    assert refused(soft, "alpha", "A11 DF 0510") == ["8.41c"]
    assert offered(soft, "alpha", "A11", "DF") == set()
    state = position(convoy(**HIGH), alpha=places, bravo={"B6": "0410", "B1": ("2001", "A")})
    after = play(state, alpha="A11 OF 0508", bravo="B6 MV 0511")
    assert after.dice == [], "infantry that walks into the line does not trigger it"


@pytest.mark.rules("8.9b", "8.41c")
def test_who_has_no_he_has_no_fire_at_infantry(convoy: Convoy) -> None:
    state = position(convoy(**HIGH), alpha={"A1": ("0512", "A", "Br Matilda")}, bravo={"B6": "0510"})
    (wrong,) = violations(state, "alpha", "A1 DF 0510")
    assert (wrong.rule, wrong.unit) == ("8.9b", "A1")


@pytest.mark.rules("24.31-note-1", "24.32")
def test_the_minimum_is_that_of_the_missile_and_not_of_the_cannon_beside_it() -> None:
    weapon = weapon_of("So BMP/Snapper")
    assert [reaches(weapon, "AP", distance, 3) for distance in (9, 10)] == [False, True]
    assert reaches(weapon, "HE", 2, 3)


@pytest.mark.rules("24.5a", "24.5b", "24.2a", "24.2b")
@pytest.mark.parametrize(("panic", "since", "table"), [(1, 0, "8.91"), (1, 3, "8.91"), (1, 2, "8.92"), (0, 2, "8.91")])
def test_preservation_changes_the_table_and_not_the_strength(draw: Callable[..., str], panic, since, table) -> None:
    """X-07: the level raised by two chooses the table from the turn after."""
    base = field(ALPHA, BRAVO, MODULES, panic=panic, preservation=9)
    state = position(draw(base=base, **HIGH), alpha={"A1": ("0520", "A")}, bravo={"B1": ("0503", "A")}, dice="6")
    state.preserved["alpha"] = since
    shot = play(state, alpha="A1 DF 0503").found("shot")[0]
    assert shot.data["strength"] == 14
    assert [f.label for f in shot.factors if f.label.startswith("table")] == [f"table {table} at range 17"]


@pytest.mark.rules("27.82a", "27.82b")
def test_a_mounted_squad_fires_he_at_half_strength_and_no_device(convoy: Convoy) -> None:
    places = {"B6": "0515", "B1": ("0519", "A")}
    state = position(convoy(**HIGH), alpha={"A3": ("0520", "A"), "A7": "0520"}, bravo=places, dice="6")
    state = armed(aboard(state, A3="A7"), "A7", "US M-20A")
    assert offered(state, "alpha", "A7", "DF") == {"0515"}
    assert refused(state, "alpha", "A7 DF 0519") == ["27.82b"]
    after = play(state, alpha="A7 DF 0515")
    assert after.found("shot")[0].data["strength"] == 3


@pytest.mark.rules("24.6a", "34.3-5")
def test_whoever_has_nothing_to_fire_with_is_neither_offered_nor_allowed_to_fire(draw: Callable[..., str]) -> None:
    camp = Force(type="Ger squad 6", count=1, unarmed=True)
    base = field((*ALPHA, camp), BRAVO, MODULES)
    places = {"A3": ("0520", "A"), "A5": ("0620", "A"), "A13": "0720", "A7": "0820"}
    state = position(draw(base=base, **HIGH), alpha=places, bravo={"B6": "0612"})
    for name, rule in (("A3", "8.9b"), ("A5", "8.9b"), ("A13", "34.3-5")):
        assert refused(state, "alpha", f"{name} DF 0612") == refused(state, "alpha", f"{name} OF 0612") == [rule]
        assert offered(state, "alpha", name, "OF") == offered(state, "alpha", name, "DF") == set()
        assert refused(state, "alpha", f"{name} OF adjacent") == [rule]
    assert refused(state, "alpha", "A7 DF 0612") == []


@pytest.mark.rules("26.12c", "8.41c", "8.52d")
def test_a_squad_with_a_device_fires_it_over_friendly_infantry_as_a_gun_does(convoy: Convoy) -> None:
    """T-26: with AP alone, never with HE."""
    own = {"A7": "0520", "A8": "0519", "A9": "1020"}
    foes = {"B1": ("0517", "A"), "B6": "0518", "B2": ("2001", "A")}
    state = position(convoy(**HIGH), alpha=own, bravo=foes, dice="1")
    assert refused(state, "alpha", "A7 OF 0515") == ["8.57c"], "without a device it is masked"
    armed(state, "A7", "US M-20A")
    assert refused(state, "alpha", "A7 OF 0515") == []
    assert refused(state, "alpha", "A7 DF 0517") == []
    assert refused(state, "alpha", "A7 DF 0518") == ["8.41c"], "HE is not fired over friends"
    after = play(state, alpha="A7 DF 0517")
    assert unit(after.state, "B1").status == DESTROYED
    crossing = position(convoy(**HIGH), alpha={"A7": "0520", "A8": "0618"}, bravo={"B1": ("0416", "C")}, dice="1")
    armed(crossing, "A7", "US M-20A")
    watched = play(crossing, alpha="A7 OF 0515; A8 MV 0518", bravo="B1 MV 0517 0617")
    assert watched.found("aborted") == []
    assert unit(watched.state, "B1").status == DESTROYED
