"""Cases 8.0 to 8.4: what fire is, against whom, how far and where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.errors import IllegalOrderError
from hulldown.games.tank.data.loading import terrain, weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.fire import Aim, Firer, absolute_range, resolve
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from support.tank_positions import Played, ground_of, order, play, position, refused, unit, where

Draw = Callable[..., str]
MIXED = terrain("mixed")


def aim(firer: str, target: str, distance: int = 5, panic: int = 1, **more: object) -> Aim:
    return Aim((Firer(weapons()[firer], distance, panic),), weapons()[target], MIXED, **more)  # type: ignore[arg-type]


def shot_data(after: Played, *keys: str) -> list[tuple[object, ...]]:
    return [tuple(event.data[key] for key in keys) for event in after.found("shot")]


# 8.0


@pytest.mark.rules("8.0-gen-1", "8.85")
@pytest.mark.parametrize("weapon", ["T62", "infantry"])
def test_8_0_gen_1_direct_or_opportunity_fire_but_not_both(draw: Draw, weapon: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", weapon)}, bravo={"B1": ("1008", "D")})
    assert refused(state, "alpha", "A1 DF 1008") == []
    assert refused(state, "alpha", "A1 OF 1007") == []
    assert refused(state, "alpha", "A1 DF 1008; A1 OF 1007") == ["5.0-gen-1"]


@pytest.mark.rules("8.0-gen-1")
def test_8_0_gen_1_a_direct_firer_does_not_fire_again_at_movers(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D"), "B2": ("1107", "D")}, dice="6")
    after = play(state, "A1 DF 1004", "B2 MV F A")  # B2 crosses the very line
    assert shot_data(after, "target") == [("B1",)]


@pytest.mark.rules("8.0-proc-df-1", "7.21")
def test_8_0_proc_df_1_the_target_must_be_in_the_field_and_the_line_clear(draw: Draw) -> None:
    scenario = draw(hexes={"1007": "woods"})
    places = {"A1": ("1010", "A", "JPzV"), "A2": ("1210", "A")}
    state = position(scenario, alpha=places, bravo={"B1": ("1004", "D"), "B2": ("1013", "D"), "B3": ("1204", "D")})
    assert refused(state, "alpha", "A1 DF 1004") == ["10.22d"]
    assert refused(state, "alpha", "A1 DF 1013") == ["7.21"]
    assert refused(state, "alpha", "A2 DF 1204") == []


@pytest.mark.rules("8.0-proc-df-2")
def test_8_0_proc_df_2_a_panicked_unit_does_not_fire(draw: Draw) -> None:
    # Alpha draws the chits 0 and 1: A1 in 1010 panics, A2 in 1212 does not.
    state = position(
        draw(), alpha={"A1": ("1010", "A"), "A2": ("1212", "A")}, bravo={"B1": ("1004", "D")},
        dice="1 1 10 6", panic=True,
    )  # fmt: skip
    after = play(state, "A1 DF 1004; A2 DF 1004")
    assert [event.data["unit"] for event in after.found("panicked")] == ["A1"]
    assert shot_data(after, "unit") == [("A2",)]


@pytest.mark.rules("8.0-proc-df-3")
def test_8_0_proc_df_3_an_unspotted_target_is_looked_for_first(draw: Draw) -> None:
    # Infantry in the open six hexes away is spotted on 1-5, then hit on any die.
    state = position(
        draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "", "infantry", "unspotted")}, dice="5 6"
    )
    after = play(state, "A1 DF 1004")
    assert [(roll.value, roll.purpose) for roll in after.rolls] == [(5, "A1 spots B1"), (6, "A1 at B1")]
    assert shot_data(after, "target", "range", "result") == [("B1", 6, "destroyed")]


@pytest.mark.rules("8.0-proc-df-4")
def test_8_0_proc_df_4_a_friend_may_spot_for_the_firer(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("1010", "A"), "A2": ("1410", "A")},
        bravo={"B1": ("1004", "", "infantry", "unspotted")}, dice="6 2 6",
    )  # fmt: skip
    after = play(state, "A1 DF 1004; A2 FC")
    assert [roll.purpose for roll in after.rolls] == ["A1 spots B1", "A2 spots B1", "A1 at B1"]
    assert shot_data(after, "unit", "result") == [("A1", "destroyed")]


@pytest.mark.rules("8.0-proc-df-5")
def test_8_0_proc_df_5_nobody_spots_it_and_the_turn_is_wasted(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("1010", "A"), "A2": ("1410", "A")},
        bravo={"B1": ("1004", "", "infantry", "unspotted")}, dice="6 6",
    )  # fmt: skip
    after = play(state, "A1 DF 1004")
    assert after.found("unspotted", unit="A1", hex="1004")
    assert not after.found("shot")
    assert unit(after.state, "B1").status == ON_MAP
    assert not unit(after.state, "B1").spotted
    # The other side is not told that fire was meant for it.
    assert not any(event.seen_by("bravo") for event in after.found("unspotted"))


@pytest.mark.rules("8.0-proc-df-6", "8.0-proc-df-7", "8.0-proc-df-8", "8.0-gen-2")
def test_8_0_proc_df_steps_of_an_attack(draw: Draw) -> None:
    # T62 (AP 21) at the side (8) of an M60A2 in woods (+2) plotted for 4 points: 21 - 10 = 11, read as 10; die +2.
    scenario = draw(hexes={"1004": "woods"})
    state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")}, dice="6")
    after = play(state, "A1 DF 1004", "B1 MV B B A A")
    shot = after.found("shot")[0].data
    assert (shot["strength"], shot["defence"], shot["column"], shot["range"], shot["add"]) == (21, 10, "10", 6, 2)
    # Table 8.91 at 6-10, column 10: up to 10, so 6 + 2 destroys.
    assert (shot["die"], shot["result"]) == (6, "destroyed")


# 8.1


@pytest.mark.rules("8.1a", "8.1b", "8.1c")
def test_8_1_ap_against_armour_he_against_soft_targets(draw: Draw) -> None:
    """The example's weapon fires with 22 at armour and 10 at soft targets, as the Centurion of the chart does."""
    hits = {"B1": ("1004", "D", "PzVIb"), "B2": ("1404", "", "infantry"), "B3": ("1804", "D", "88AT")}
    guns = {name: (where, "A", "Cent105") for name, where in (("A1", "1010"), ("A2", "1410"), ("A3", "1810"))}
    state = position(draw(), alpha=guns, bravo=hits, dice="6 6 6")
    plot = order(state, "alpha", "A1 DF 1004; A2 DF 1404; A3 DF 1804")
    assert all(not task.choice and not task.targets for task in plot.tasks)  # the kind of fire is not plotted
    after = play(state, "A1 DF 1004; A2 DF 1404; A3 DF 1804")
    assert shot_data(after, "target", "strength") == [("B1", 22), ("B2", 10), ("B3", 10)]


@pytest.mark.rules("8.1a")
def test_8_1a_guns_have_ap_and_no_he() -> None:
    assert resolve(aim("88AT", "PzIVh")).strength.value == 21
    void = resolve(aim("88AT", "infantry"))
    assert (void.hits_on, void.rule, void.void) == ((), "8.9b", "no HE strength")


@pytest.mark.rules("8.1b")
def test_8_1b_ammunition_follows_the_target_actually_found(draw: Draw) -> None:
    # The counter is face down when the fire is plotted; what it turns out to be decides.
    for weapon, strength in (("PzIVh", 21), ("infantry", 10)):
        state = position(
            draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D", weapon, "unspotted")}, dice="1 6"
        )
        assert shot_data(play(state, "A1 DF 1004"), "strength") == [(strength,)]


# 8.2


@pytest.mark.rules("8.21a", "8.51")
def test_8_21a_a_unit_fires_once_in_a_turn(draw: Draw) -> None:
    # Three units cross its line; it fires at the first and no more.
    crossers = {"B1": ("1104", "E"), "B2": ("1106", "E"), "B3": ("1201", "E")}
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo=crossers, dice="6")
    after = play(state, "A1 OF 1002", "B1 MV F; B2 MV C D E F; B3 MV E E")
    assert len(after.found("shot")) == 1
    assert len(after.rolls) == 1


@pytest.mark.rules("8.21b")
def test_8_21b_fire_goes_to_one_hex_undivided(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D"), "B2": ("1005", "D")}, dice="6")
    assert refused(state, "alpha", "A1 DF 1004 1005") == ["6.0-proc-2"]
    after = play(state, "A1 DF 1004")
    assert shot_data(after, "target", "strength") == [("B1", 21)]


@pytest.mark.rules("8.22a", "8.22b")
def test_8_22a_ap_shots_at_one_vehicle_are_resolved_one_by_one(draw: Draw) -> None:
    # Two T62 at an M60A2: 21 - 17 = 4 twice, never 42 - 17. At range 6 that kills on 1-4: a miss, then a hit.
    places = {"A1": ("1010", "A"), "A2": ("1110", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D")}, dice="5 4")
    after = play(state, "A1 DF 1004; A2 DF 1004")
    assert shot_data(after, "unit", "strength", "column", "die", "result") == [
        ("A1", 21, "4", 5, "missed"),
        ("A2", 21, "4", 4, "destroyed"),
    ]


@pytest.mark.rules("8.22b")
def test_8_22b_shots_at_a_target_already_hit_are_spent(draw: Draw) -> None:
    """T-04: all the fire is simultaneous, so the second firer cannot choose another target."""
    places = {"A1": ("1010", "A"), "A2": ("1110", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": ("2004", "D")}, dice="1")
    after = play(state, "A1 DF 1004; A2 DF 1004")
    assert shot_data(after, "unit") == [("A1",)]
    assert after.found("overkill", unit="A2", target="B1")
    assert after.state.losses == {"bravo": 1}


@pytest.mark.rules("8.22c", "8.3b")
def test_8_22c_he_is_summed_into_one_attack_at_the_longest_range(draw: Draw) -> None:
    # PzIIIj has HE 5: alone at a position (12) it can do nothing, three together make 15 - 12 = 3.
    places = {"A1": ("1010", "A", "PzIIIj"), "A2": ("1210", "A", "PzIIIj"), "A3": ("0415", "A", "PzIIIj")}
    state = position(
        draw(), alpha=places, bravo={"B1": ("1004", "", "infantry")}, dug={"1004": "bravo"}, dice="2"
    )  # fmt: skip
    after = play(state, "A1 DF 1004; A2 DF 1004; A3 DF 1004")
    assert shot_data(after, "unit", "strength", "defence", "column", "range") == [("A1 A2 A3", 15, 12, "3", 14)]
    assert after.dice == [2]
    assert shot_data(after, "hits_on", "result") == [("1-2", "destroyed")]  # 8.91, range 11-15


@pytest.mark.rules("8.22d", "8.22e")
def test_8_22_full_he_at_each_of_two_soft_targets(draw: Draw) -> None:
    """The worked example: one gun with HE 10 fires at infantry and a gun in one hex; two attacks of 10, two dice."""
    scenario = draw(columns=50, rows=8)
    for dice, left in (("4 1", ["B1"]), ("1 4", ["B2"]), ("3 3", []), ("4 4", ["B1", "B2"])):
        state = position(
            scenario, alpha={"A1": ("0504", "B", "PzIVh")},
            bravo={"B1": ("4104", "", "infantry"), "B2": ("4104", "D", "88AT"), "B3": "5008"}, dice=dice,
        )  # fmt: skip
        after = play(state, "A1 DF 4104")
        # On clear ground 10 - 1 = 9; at 36 hexes that kills on 1-3, each target by its own die.
        assert shot_data(after, "target", "strength", "column", "range", "hits_on") == [
            ("B1", 10, "9", 36, "1-3"),
            ("B2", 10, "9", 36, "1-3"),
        ]
        assert after.dice == [int(die) for die in dice.split()]
        assert [name for name in ("B1", "B2") if unit(after.state, name).status == ON_MAP] == left


@pytest.mark.rules("8.23a")
def test_8_23a_each_firer_shoots_a_unit_once_but_many_may(draw: Draw) -> None:
    # B1 drives along A1's line through five of its hexes: one shot of A1's; A2's line is crossed too: one more.
    places = {"A1": ("1010", "A"), "A2": ("1407", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1002", "D")}, dice="6 6")
    after = play(state, "A1 OF 1003; A2 OF 0905", "B1 MV DDDDD")
    assert shot_data(after, "unit", "at") == [("A1", "1003"), ("A2", "1005")]
    assert where(after.state, "B1") == "1007"


# 8.3


@pytest.mark.rules("8.3a")
@pytest.mark.parametrize(("target", "distance"), [("1009", 1), ("1004", 6), ("1609", 6), ("1607", 6), ("1604", 9)])
def test_8_3a_range_is_the_fewest_hexes(draw: Draw, target: str, distance: int) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": (target, "D")}, dice="6")
    assert shot_data(play(state, f"A1 DF {target}"), "range") == [(distance,)]


@pytest.mark.rules("8.3b")
def test_8_3b_the_table_is_that_of_the_farthest_firer() -> None:
    near, far = Firer(weapons()["Cent105"], 3, 1), Firer(weapons()["PzIVh"], 22, 1)
    both = resolve(Aim((near, far), weapons()["infantry"], MIXED, terrain="woods"))
    # 20 - 3 counts as 10; range 22 with Fire Control N: 1-7.
    assert (both.distance, both.strength.value, both.column) == (22, 20, "10")
    assert any(factor.rule == "8.91-21-25" for factor in both.factors)


@pytest.mark.rules("8.31a")
@pytest.mark.parametrize(
    ("weapon", "panic", "limit"), [("PzIVh", 2, 50), ("PzIVh", 3, 35), ("T62", 0, 50), ("Cent105", 9, 50)]
)
def test_8_31a_the_last_row_of_the_table_is_the_limit(weapon: str, panic: int, limit: int) -> None:
    assert absolute_range(weapons()[weapon], panic) == limit
    assert not resolve(aim(weapon, "M18", limit, panic, aspect="rear")).void
    beyond = resolve(aim(weapon, "M18", limit + 1, panic, aspect="rear"))
    assert (beyond.rule, beyond.hits_on) == ("8.31a", ())


@pytest.mark.rules("8.31a")
def test_8_31a_a_plot_beyond_the_limit_is_refused(draw: Draw) -> None:
    # The T34/76 of scenario 6 have Panic Level 4, so table 8.92 ends their fire at 35 hexes.
    state = position(
        draw(base="tank/6", columns=50, rows=8), alpha={"A1": ("0504", "B")}, bravo={"B1": ("4004", "E"), "B2": "4104"}
    )
    assert ground_of(state).board.distance(unit(state, "A1").cell, unit(state, "B1").cell) == 35
    assert refused(state, "alpha", "A1 DF 4004") == []
    assert refused(state, "alpha", "A1 DF 4104") == ["8.31a"]
    assert refused(state, "alpha", "A1 OF 4105") == ["8.31a"]


@pytest.mark.rules("8.31b")
def test_8_31_strength_is_halved_beyond_effective_range_fractions_up() -> None:
    """T62: effective range 30, AP 21, HE 10; T34/76c: effective range 30, AP 7."""
    assert resolve(aim("T62", "PzIVh", 30)).strength.value == 21
    far = resolve(aim("T62", "PzIVh", 31))
    assert far.strength.value == 11
    assert ("8.31b", -10) in {(factor.rule, factor.value) for factor in far.strength.factors}
    assert resolve(aim("T62", "infantry", 31)).strength.value == 5
    assert resolve(aim("T34/76c", "M18", 31)).strength.value == 4
    # Most weapons reach as far effectively as their table does.
    assert resolve(aim("PzIVh", "M18", 50)).strength.value == 14


@pytest.mark.rules("8.31b")
def test_8_31b_each_unit_of_a_combined_attack_is_halved_by_itself() -> None:
    near, far = Firer(weapons()["PzIIIj"], 40, 1), Firer(weapons()["PzIIIj"], 41, 1)
    both = resolve(Aim((near, far), weapons()["infantry"], MIXED))
    assert both.strength.value == 5 + 3


@pytest.mark.rules("8.31b")
def test_8_31b_in_play(draw: Draw) -> None:
    state = position(
        draw(columns=50, rows=8), alpha={"A1": ("0504", "B")}, bravo={"B1": ("3604", "B", "PzIVh")}, dice="1"
    )
    after = play(state, "A1 DF 3604")
    # 11 - 2 (rear) = 9 at range 31: 1-4 on table 8.91.
    assert shot_data(after, "range", "strength", "defence", "hits_on") == [(31, 11, 2, "1-4")]


# 8.4


@pytest.mark.rules("8.41a", "8.41b")
def test_8_41a_friends_mask_fire_into_and_over_their_hex(draw: Draw) -> None:
    places = {"A1": ("1010", "A"), "A2": ("1007", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D"), "B2": ("1404", "D")})
    assert refused(state, "alpha", "A1 DF 1004") == ["8.41a"]
    assert refused(state, "alpha", "A1 OF 1005") == ["8.57c"]
    assert refused(state, "alpha", "A1 OF 1007") == ["8.57c"]
    assert refused(state, "alpha", "A1 OF 1008") == []
    assert refused(state, "alpha", "A1 DF 1404") == []
    with pytest.raises(IllegalOrderError, match="A2 is in the line of fire"):
        GAME.apply(state, "alpha", order(state, "alpha", "A1 DF 1004"))


@pytest.mark.rules("8.41a")
def test_8_41a_a_friend_beside_a_line_along_a_hexside_does_not_mask(draw: Draw) -> None:
    """T-23: the line from 1010 to 1410 runs between 1110 and 1111 and lies in neither."""
    places = {"A1": ("1010", "A"), "A2": ("1110", "A"), "A3": ("1111", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1410", "D")})
    assert refused(state, "alpha", "A1 DF 1410") == []


@pytest.mark.rules("8.41c")
def test_8_41c_guns_fire_ap_over_friendly_infantry(draw: Draw) -> None:
    places = {"A1": ("1010", "A", "88AT"), "A2": ("1007", "A", "infantry"), "A3": ("1210", "A"),
              "A4": ("1207", "A", "infantry"), "A5": ("1410", "A", "88AT"), "A6": ("1407", "A")}  # fmt: skip
    targets = {"B1": ("1004", "D"), "B2": ("1204", "D"), "B3": ("1404", "D")}
    state = position(draw(), alpha=places, bravo=targets, dice="6")
    assert refused(state, "alpha", "A1 DF 1004") == []
    assert refused(state, "alpha", "A1 OF 1005") == []
    assert refused(state, "alpha", "A1 OF 1007") == []
    assert refused(state, "alpha", "A3 DF 1204") == ["8.41a"]  # a tank over infantry
    assert refused(state, "alpha", "A5 DF 1404") == ["8.41a"]  # a gun over a tank
    assert shot_data(play(state, "A1 DF 1004"), "unit") == [("A1",)]


@pytest.mark.rules("8.42")
def test_8_42_enemies_never_mask(draw: Draw) -> None:
    state = position(
        draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D"), "B2": ("1007", "D"), "B3": ("1006", "D")},
        dice="1",
    )  # fmt: skip
    after = play(state, "A1 DF 1004")
    assert shot_data(after, "target") == [("B1",)]
    assert unit(after.state, "B1").status == DESTROYED
    assert unit(after.state, "B2").status == ON_MAP


@pytest.mark.rules("8.43a")
@pytest.mark.parametrize("task", ["DF 1004", "OF 1004", "OF 1005"])
def test_8_43a_not_into_or_over_a_hex_a_friend_is_plotted_to_enter(draw: Draw, task: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A"), "A2": ("1107", "A")}, bravo={"B1": ("1004", "D")}, dice="6 6")
    assert refused(state, "alpha", f"A1 {task}; A2 MV F D") == ["8.43a"]
    assert refused(state, "alpha", f"A1 {task}; A2 MV A") == []
    # Into the target hex itself.
    assert refused(state, "alpha", "A1 OF 1006; A2 MV F") == ["8.43a"]


@pytest.mark.rules("8.43a", "8.53c")
def test_8_43a_nor_across_a_hexside_the_line_runs_along(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A"), "A2": ("1110", "A")}, bravo={"B1": ("1410", "D")})
    assert refused(state, "alpha", "A1 DF 1410; A2 MV D") == ["8.43a"]
    assert refused(state, "alpha", "A1 DF 1410; A2 MV A") == []


@pytest.mark.rules("8.43a", "8.84a")
def test_8_43a_nor_into_the_six_hexes_that_infantry_covers(draw: Draw) -> None:
    places = {"A1": ("1010", "", "infantry"), "A2": ("1008", "", "infantry")}
    state = position(draw(), alpha=places, bravo={"B1": ("2004", "D")})
    assert refused(state, "alpha", "A1 OF adjacent; A2 MV D") == ["8.43a"]
    assert refused(state, "alpha", "A1 OF adjacent; A2 MV A") == []


@pytest.mark.rules("8.43b")
def test_8_43b_guns_fire_over_the_paths_of_infantry(draw: Draw) -> None:
    places = {"A1": ("1010", "A", "88AT"), "A2": ("1107", "", "infantry"), "A3": ("1207", "A")}
    state = position(draw(), alpha=places, bravo={"B1": ("1004", "D")}, dice="6")
    assert refused(state, "alpha", "A1 DF 1004; A3 MV F F") == ["8.43a"]
    after = play(state, "A1 DF 1004; A2 MV F")
    assert shot_data(after, "unit") == [("A1",)]
    assert where(after.state, "A2") == "1006"


@pytest.mark.rules("8.43c")
def test_8_43c_a_panicked_friend_in_the_line_cancels_direct_fire(draw: Draw) -> None:
    # Alpha's chits are 7 and 0... A2 in 1107 bolts towards F and would cross A1's line in 1006 (T-25).
    scenario = draw()
    state = position(
        scenario, alpha={"A1": ("1011", "A"), "A2": ("1107", "A")}, bravo={"B1": ("1004", "D")},
        dice="8 1 6 1 10", panic=True,
    )  # fmt: skip
    after = play(state, "A1 DF 1004; A2 MV A")
    assert after.found("masked", unit="A1", by="A2")
    assert not after.found("shot")
    assert where(after.state, "A2") == "1006"
    # Bolting the other way it leaves the line alone.
    state = position(
        scenario, alpha={"A1": ("1011", "A"), "A2": ("1107", "A")}, bravo={"B1": ("1004", "D")},
        dice="8 1 3 1 10 6", panic=True,
    )  # fmt: skip
    assert shot_data(play(state, "A1 DF 1004; A2 MV A"), "unit") == [("A1",)]
