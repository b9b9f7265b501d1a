"""Reconnaissance Fire (32.6): T34/85s of tank/2 against 75 mm guns (B1 to B8) and infantry (B9 and up) in hiding.

Bravo's Panic Level in that scenario is 4, so a die of 1 to 4 finds what hides. What hides is in an Improved Position,
so one T34/85 (HE 10) cannot hurt it: a lone searcher is an M60A2 (HE 15) here.
"""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.recon_fire.verb import able
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.barrage import uncovered_on
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.state import ON_MAP, TankState
from support.games import encoded
from support.tank_positions import Played, Spot, cell, fallen, play, position, refused, unit, violations

ON = {"recon_fire": "yes"}
GUN = ("0101", "A")
"""A gun far away, so that Bravo still has one and the scenario goes on."""


def field(alpha: dict[str, Spot], bravo: dict[str, Spot] | None = None, dice: str = "") -> TankState:
    state = position("tank/2", alpha=alpha, bravo={"B1": GUN, **(bravo or {})}, dice=dice, options=ON)
    state.first_fire = state.contact = 0
    return state


def found(played: Played, kind: str) -> list[tuple[object, object]]:
    return [(event.data.get("unit"), event.data.get("hex")) for event in played.found(kind)]


@pytest.mark.rules("32.6-gen-1", "32.6-gen-2", "32.6-proc-1", "32.6-proc-2")
def test_a_successful_search_reveals_spots_and_becomes_direct_fire() -> None:
    # The die that just finds, then spotting at close range, then the shot.
    state = field({"A1": ("5613", "D", "M60A2")}, {"B9": ("5616", "", "hidden")}, dice="4 1 1")
    played = play(state, alpha="A1 RF 5616")
    assert [roll.purpose for roll in played.rolls] == ["A1 reconnoitres 5616 by fire", "A1 spots B9", "A1 at B9"]
    assert played.rolls[0].sides == 6
    assert [event.rule for event in played.found("revealed")] == ["32.6-gen-2"] * 2, "for each side under its name"
    shots = played.found("shot", target="B9")
    assert len(shots) == 1
    assert shots[0].data["strength"] == 15, "its HE"
    assert unit(played.state, "B9").status != ON_MAP


@pytest.mark.rules("32.6-gen-1")
def test_only_armour_with_he_can_search() -> None:
    for weapon, good in (("M60A2", True), ("Br Matilda", False), ("truck", False)):
        assert able(arms(weapon)) is good
    state = field({"A1": ("5613", "D", "Br Matilda")}, {"B9": ("5616", "", "hidden")})
    assert refused(state, "alpha", "A1 RF 5616") == ["32.6-gen-1"]
    kinds = {one.unit: {option.kind for option in one.options} for one in GAME.legal(state, "alpha").units}
    assert "RF" not in kinds["A1"]


@pytest.mark.rules("32.6-gen-2", "32.6-proc-1")
def test_a_die_above_the_panic_level_wastes_the_turn() -> None:
    level = 4
    state = field({"A1": ("5613", "D")}, {"B9": ("5616", "", "hidden")}, dice=str(level + 1))
    assert panic_level(state, scene_of(state), "bravo") == level
    played = play(state, alpha="A1 RF 5616")
    assert unit(played.state, "B9").hidden
    assert (played.found("shot"), found(played, "recon_vain")) == ([], [("A1", "5616")])
    assert played.state.first_fire == 0, "nobody has been fired at"


@pytest.mark.rules("32.6-proc-1")
def test_x07_it_is_the_panic_level_in_force() -> None:
    assert [len(uncovered_on(level)) for level in (0, 1, 3, 6, 8, 10)] == [0, 1, 3, 6, 6, 6]


@pytest.mark.rules("32.6-proc-2")
def test_x61_x82_a_unit_that_is_revealed_and_not_spotted_is_not_attacked_but_stays_on_the_map() -> None:
    state = field({"A1": ("5613", "D")}, {"B9": ("5622", "", "hidden")}, dice="1 6")
    played = play(state, alpha="A1 RF 5622")
    guard = unit(played.state, "B9")
    assert (guard.hidden, guard.spotted, guard.status) == (False, False, ON_MAP)
    assert played.found("shot") == []
    assert found(played, "unspotted") == [("A1", "5622")]


@pytest.mark.rules("32.6-gen-2")
def test_the_dice_are_rolled_whether_or_not_anybody_hides_there() -> None:
    empty = play(field({"A1": ("5613", "D")}, dice="1"), alpha="A1 RF 5616")
    assert [roll.purpose for roll in empty.rolls] == ["A1 reconnoitres 5616 by fire"]
    assert found(empty, "recon_vain") == [("A1", "5616")]
    recon = empty.found("recon")
    assert [(event.data["die"], event.data["needs"]) for event in recon] == [(1, 4)]
    assert all(event.seen_by(side) for event in recon for side in ("alpha", "bravo"))


@pytest.mark.rules("32.61")
@pytest.mark.parametrize("dice", ["6 2 1 1", "2 6 1 1"], ids=["the second", "the first"])
def test_several_roll_each_for_itself_and_one_success_is_a_success_of_all(dice: str) -> None:
    state = field({"A1": ("5613", "D"), "A2": ("5713", "D")}, {"B9": ("5616", "", "hidden")}, dice=dice)
    played = play(state, alpha="A1 RF 5616; A2 RF 5616")
    assert [roll.purpose for roll in played.rolls][:2] == [
        "A1 reconnoitres 5616 by fire", "A2 reconnoitres 5616 by fire"
    ]  # fmt: skip
    shots = played.found("shot", target="B9")
    assert [shot.data["unit"] for shot in shots] == ["A1 A2"], "one combined attack (X-82, 8.22c)"
    assert shots[0].data["strength"] == 20
    assert played.found("recon_vain") == []


@pytest.mark.rules("32.61")
def test_nobody_joins_where_all_have_failed() -> None:
    state = field({"A1": ("5613", "D"), "A2": ("5713", "D")}, {"B9": ("5616", "", "hidden")}, dice="6 5")
    played = play(state, alpha="A1 RF 5616; A2 RF 5616")
    assert found(played, "recon_vain") == [("A1", "5616"), ("A2", "5616")]
    assert unit(played.state, "B9").hidden


@pytest.mark.rules("32.6-gen-2")
def test_all_that_hide_in_the_hex_are_revealed() -> None:
    state = field({"A1": ("5613", "D", "M60A2")}, {"B9": ("5616", "", "hidden"), "B10": ("5616", "", "hidden")},
                  dice="1 1 1 6 6")  # fmt: skip
    played = play(state, alpha="A1 RF 5616")
    assert [unit(played.state, name).hidden for name in ("B9", "B10")] == [False, False]
    assert sorted(str(event.data["target"]) for event in played.found("shot")) == ["B10", "B9"]


@pytest.mark.rules("32.6-gen-1")
def test_only_tanks_and_assault_guns_within_twenty_hexes_in_sight_and_arc() -> None:
    state = field({"A1": ("5613", "D")}, {"B9": "5516", "B2": ("5518", "A")})
    scene, here = scene_of(state), cell(state, "5613")
    assert refused(state, "alpha", "A1 RF 5622") == []
    seen = {scene.board.distance(here, one): scene.board.labels[one] for one in scene.board.cells
            if scene.clear(here, one)}  # fmt: skip
    assert refused(state, "alpha", f"A1 RF {seen[20]}") == []
    assert refused(state, "alpha", f"A1 RF {seen[21]}") == ["32.6-gen-1"]
    assert "20" in violations(state, "alpha", f"A1 RF {seen[21]}")[0].message
    assert refused(state, "bravo", "B2 RF 5510") == ["32.6-gen-1"], "a gun cannot"
    assert refused(state, "bravo", "B9 RF 5512") == ["32.6-gen-1"], "nor can infantry"
    assert refused(state, "alpha", "A1 RF 5613") == ["8.0-proc-df-1"]
    assert refused(state, "alpha", "A1 RF 5614 5615") == ["6.0-proc-2"]


@pytest.mark.rules("32.6-gen-1")
def test_the_line_must_be_clear() -> None:
    state = field({"A1": ("5613", "D")})
    scene, here = scene_of(state), cell(state, "5613")
    assert not scene.clear(here, cell(state, "5628"))
    assert refused(state, "alpha", "A1 RF 5628") == [scene.blocked_by(here, cell(state, "5628"))[0]]


@pytest.mark.rules("32.62a")
def test_the_hex_must_be_vacant_and_no_known_enemy_may_stand_before_it() -> None:
    state = field({"A1": ("5610", "D"), "A2": ("5612", "D")}, {"B9": "5616", "B10": ("5715", "", "unspotted"),
                                                               "B11": ("5613", "", "hidden")})  # fmt: skip
    assert refused(state, "alpha", "A2 RF 5616") == ["32.62a"]
    assert refused(state, "alpha", "A2 RF 5715") == ["32.62a"], "spotted or not"
    assert refused(state, "alpha", "A2 RF 5620") == ["32.62a"], "past a known enemy"
    assert refused(state, "alpha", "A2 RF 5614") == [], "a hidden one is not known"
    assert refused(state, "alpha", "A2 RF 5613") == []
    assert refused(state, "alpha", "A1 RF 5613") == ["8.41a"], "nor past a friend"
    assert refused(state, "alpha", "A1 RF 5612") == ["32.62a"], "nor at one"
    assert refused(fallen(state, "A1", "B9"), "alpha", "A2 RF 5616") == [], "who is destroyed is not there"


@pytest.mark.rules("32.62b")
def test_it_is_the_only_task_of_its_unit() -> None:
    state = field({"A1": ("5613", "D")})
    assert "5.0-gen-1" in refused(state, "alpha", "A1 RF 5616; A1 MV 5614")


@pytest.mark.rules("32.6-gen-1", "32.62a")
def test_what_is_offered_is_what_is_accepted() -> None:
    state = field({"A1": ("5610", "D"), "A2": ("5612", "D")}, {"B9": "5616", "B10": ("5715", "", "unspotted"),
                                                               "B11": ("5613", "", "hidden")})  # fmt: skip
    one = next(entry for entry in GAME.legal(state, "alpha").units if entry.unit == "A2")
    offered = next(option.cells for option in one.options if option.kind == "RF")
    for target in scene_of(state).board.cells:
        wrong = GAME.check(state, "alpha", Order("plot", (Task("A2", "RF", (target,)),)))
        if wrong and wrong[0].rule == "8.41a":
            continue  # friends in the line are a matter between units
        assert (target in offered) == (not wrong), scene_of(state).board.labels[target]


@pytest.mark.rules("8.43c", "32.6-gen-1")
def test_a_friend_that_panics_into_the_line_cancels_it_before_the_die() -> None:
    # Alpha draws chits 4, 0, 1: A2 in 5714 panics, F, six points: through 5613, on the line of A1.
    state = position("tank/2", alpha={"A1": ("5612", "D"), "A2": ("5714", "D")}, bravo={"B1": ("0104", "A")},
                     panic=True, dice="5 1 1 6 6 1 1 1 1", options=ON)  # fmt: skip
    played = play(state, alpha="A1 RF 5616; A2 MV 5715")
    assert [(event.data["unit"], event.data["by"]) for event in played.found("masked")] == [("A1", "A2")]
    assert played.found("recon") == []


@pytest.mark.rules("32.6-gen-1")
def test_there_is_nothing_to_search_where_no_force_hides() -> None:
    state = position("tank/10", alpha={"A1": ("5613", "D")}, bravo={"B1": ("0118", "B")}, options=ON)
    assert refused(state, "alpha", "A1 RF 5616") == ["32.6-gen-1"]
    kinds = {option.kind for one in GAME.legal(state, "alpha").units for option in one.options}
    assert "RF" not in kinds
    off = position("tank/2", alpha={"A1": ("5613", "D")}, bravo={"B1": GUN})
    kinds = {option.kind for one in GAME.legal(off, "alpha").units for option in one.options}
    assert "RF" not in kinds


@pytest.mark.rules("32.6-gen-1")
def test_what_alpha_is_offered_and_refused_does_not_tell_who_hides_where() -> None:
    one = field({"A1": ("5613", "D")}, {"B9": ("5616", "", "hidden")})
    two = field({"A1": ("5613", "D")}, {"B9": ("5622", "", "hidden")})
    assert encoded(GAME.legal(one, "alpha")) == encoded(GAME.legal(two, "alpha"))
    for target in ("5616", "5622", "5624"):
        assert refused(one, "alpha", f"A1 RF {target}") == refused(two, "alpha", f"A1 RF {target}") == []
