"""Spotting (13.0): who sees whom, when, and by which die."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.game import Piece
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import TankState
from support.tank_positions import Played, play, position, refused, track, unit, where

Draw = Callable[..., str]


def _spot_rolls(played: Played) -> list[tuple[str, str, int]]:
    return [
        (str(e.data["unit"]), str(e.data["target"]), int(e.data["die"])) for e in played.events if e.kind == "spot_roll"
    ]


def _pieces(state: TankState, side: str, of: str) -> list[Piece]:
    return [piece for piece in GAME.view(state, side).pieces if piece.side == of]


@pytest.mark.rules("13.0-gen-2", "8.0-proc-df-5")
def test_an_unspotted_unit_is_not_fired_at(draw: Draw) -> None:
    # Infantry in the open at 8 hexes is spotted on 1-5.
    scenario = draw(base="tank/2")
    for die, spotted in (("6", False), ("5", True)):
        state = position(
            scenario,
            alpha={"A1": "0908"},
            bravo={"B9": ("1708", "", "unspotted"), "B1": ("2401", "D")},
            dice=f"{die} 6",
        )
        played = play(state, alpha="A1 DF 1708")
        assert unit(played.state, "B9").spotted is spotted
        assert bool(played.found("shot", unit="A1")) is spotted
        assert bool(played.found("unspotted", unit="A1")) is not spotted


@pytest.mark.rules("13.0-gen-3")
def test_t35_a_spotted_unit_stays_spotted_for_all_but_fire_needs_a_line(draw: Draw) -> None:
    # B1 drives behind the wood; it stays face up, but A1 has no line to it any more.
    scenario = draw(hexes={"1006": "woods", "1106": "woods", "1107": "woods"})
    state = position(scenario, alpha={"A1": "0906", "A2": "2316"}, bravo={"B1": ("1204", "D", "unspotted")})
    played = play(state, bravo="B1 MV DD")
    assert where(played.state, "B1") == "1206"
    assert unit(played.state, "B1").spotted
    assert refused(played.state, "alpha", "A1 DF 1206") == ["10.22d"]
    assert [piece.type for piece in _pieces(played.state, "alpha", "bravo")] == ["M60A2"]


@pytest.mark.slow
@pytest.mark.rules("13.0-proc-1")
def test_units_start_face_down_and_are_turned_up_when_spotted() -> None:
    assert not any(each.spotted for each in GAME.setup("tank/10", {}, "x").units)
    state = position("tank/10", alpha={"A1": "5818"}, bravo={"B1": ("5415", "A", "unspotted")})
    (before,) = _pieces(state, "alpha", "bravo")
    assert (before.id, before.type, before.face_down, before.facing) == ("b?1", "", True, -1)
    state = position("tank/10", alpha={"A1": "5417"}, bravo={"B1": ("5818", "F", "unspotted")})
    played = play(state)
    (after,) = _pieces(played.state, "alpha", "bravo")
    assert (after.id, after.type, after.face_down, after.facing) == ("B1", "M60A2", False, 5)


@pytest.mark.rules("13.0-proc-2", "13.1")
def test_a_spotter_needs_a_clear_line_and_any_unit_may_be_one(draw: Draw) -> None:
    hexes = {"1207": "woods", "1208": "woods"}
    for kind in ("T62", "infantry", "75AT"):
        scenario = draw(hexes=hexes)
        blind = position(scenario, alpha={"A1": ("1008", "C", kind)}, bravo={"B1": ("1508", "A", "unspotted")})
        assert not unit(play(blind).state, "B1").spotted, kind
        clear = position(scenario, alpha={"A1": ("1011", "C", kind)}, bravo={"B1": ("1511", "A", "unspotted")})
        assert unit(play(clear).state, "B1").spotted, kind


@pytest.mark.rules("13.1", "7.24")
def test_t32_t38_units_without_a_turret_spot_only_within_their_arc(draw: Draw) -> None:
    scenario = draw()
    for kind, facing, seen in (("JPzV", "A", True), ("JPzV", "D", False), ("75AT", "D", False), ("T62", "D", True)):
        state = position(scenario, alpha={"A1": ("1010", facing, kind)}, bravo={"B1": ("1005", "A", "unspotted")})
        assert unit(play(state).state, "B1").spotted is seen, (kind, facing)


@pytest.mark.rules("13.1")
def test_t32_panicked_and_entering_units_spot(draw: Draw) -> None:
    # Levels 2 and 1: Alpha draws 8, 0, so A1 in 1008 panics; Bravo draws 0.
    scenario = draw()
    state = position(scenario, alpha={"A1": "1008"}, bravo={"B1": ("1505", "A", "unspotted")}, panic=True, dice="9 1 1")
    played = play(state)
    assert played.found("panicked", unit="A1") != []
    assert unit(played.state, "B1").spotted
    # A unit that comes onto the map looks at once.
    state = position(scenario, bravo={"B1": ("1505", "A", "unspotted")}, columns={"alpha": "2408"})
    entered = play(state, alpha="A1 MV 2408")
    assert [e.step for e in entered.found("spotted", unit="B1")] == ["move"]


@pytest.mark.rules("13.0-proc-3", "13.0-proc-4", "13.22", "13.23a")
def test_every_unit_in_sight_rolls_once_before_direct_fire_until_the_target_is_found(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    alpha = {"A1": "0908", "A2": "0909", "A3": "0910", "A4": "0911"}
    state = position(scenario, alpha=alpha, bravo={"B9": ("1709", "", "unspotted"), "B1": ("2401", "D")}, dice="6 6 1")
    played = play(state)
    assert _spot_rolls(played) == [("A1", "b?1", 6), ("A2", "b?1", 6), ("A3", "b?1", 1)]
    assert {e.step for e in played.found("spot_roll")} == {"spot"}
    # The owner of the counter does not see the rolls; a success he sees.
    assert not any(e.seen_by("bravo") for e in played.found("spot_roll"))
    assert all(e.seen_by("bravo") for e in played.found("spotted", unit="B9"))


@pytest.mark.rules("13.23a", "8.0-proc-df-4")
def test_t31_what_one_unit_spots_every_firer_may_fire_at(draw: Draw) -> None:
    # A1 fails and A2 succeeds; A1 fires all the same. HE 10 against 1 at 8 hexes kills on 1-6.
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": "0908", "A2": "0910"},
        bravo={"B9": ("1708", "", "unspotted"), "B1": ("2401", "D")},
        dice="6 1 1",
    )
    played = play(state, alpha="A1 DF 1708")
    assert [e.data["result"] for e in played.found("shot", unit="A1")] == ["destroyed"]
    assert len(_spot_rolls(played)) == 2, "the firer has no second try of its own"


@pytest.mark.rules("13.21b")
def test_each_unit_tries_each_enemy_once_a_turn_at_its_first_chance(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(
        scenario, alpha={"A1": "0908"}, bravo={"B9": ("1708", "", "unspotted"), "B1": ("2401", "D")}, dice="6 6"
    )
    first = play(state, alpha="A1 MV 1008 1108 1208")
    assert len(_spot_rolls(first)) == 1, "none while it comes nearer"
    second = play(first.state)
    assert len(_spot_rolls(second)) == 1, "and one on the next turn"


@pytest.mark.rules("13.21a", "13.23b")
def test_a_new_line_of_sight_interrupts_movement_for_the_test(draw: Draw) -> None:
    # The wood hides the infantry in 1509 until A1 has moved two hexes.
    scenario = draw(base="tank/2", hexes={"1209": "woods", "1308": "woods", "1309": "woods", "1310": "woods"})
    state = position(
        scenario, alpha={"A1": "1008"}, bravo={"B9": ("1509", "", "unspotted"), "B1": ("2401", "D")}, dice="1"
    )
    played = play(state, alpha="A1 MV AAAAAA")
    steps = [(e.kind, e.data.get("hex", "")) for e in played.events if e.kind in ("moved", "spot_roll", "spotted")]
    at = steps.index(("spot_roll", ""))
    assert 0 < at < len(steps) - 2, "after one move and before another"
    assert steps[at + 1] == ("spotted", "")
    assert unit(played.state, "B9").spotted


@pytest.mark.rules("13.3a", "8.56c")
def test_a_moving_vehicle_is_spotted_by_whoever_sees_it(draw: Draw) -> None:
    # It comes out of the wood's shadow 20 hexes away.
    scenario = draw(columns=40, hexes={"2807": "woods", "2808": "woods"})
    state = position(scenario, alpha={"A1": "0808"}, bravo={"B1": ("2908", "A", "unspotted")})
    assert not unit(play(state).state, "B1").spotted
    played = play(state, bravo="B1 MV 2909 2910 2911")
    assert [(e.rule, e.step) for e in played.found("spotted", unit="B1")] == [("13.3a", "move")]
    assert _spot_rolls(played) == []


@pytest.mark.rules("13.3b")
def test_t37_a_vehicle_plotted_to_move_is_spotted_before_direct_fire(draw: Draw) -> None:
    # In a wood at 20 hexes a vehicle is spotted on 1-5; plotted to move, at once.
    scenario = draw(columns=40, hexes={"2808": "woods"})
    state = position(scenario, alpha={"A1": "0808"}, bravo={"B1": ("2808", "A", "unspotted")}, dice="6")
    still = play(state)
    assert not unit(still.state, "B1").spotted
    moving = play(state, bravo="B1 MV 2809")
    assert [(e.rule, e.step) for e in moving.found("spotted", unit="B1")] == [("13.3a", "spot")]
    assert _spot_rolls(moving) == []
    # T-07: a change of facing is no movement.
    assert not unit(play(state, bravo="B1 FC").state, "B1").spotted


@pytest.mark.rules("13.4a")
def test_t36_hidden_units_are_neither_seen_nor_spotted_nor_fired_at(draw: Draw) -> None:
    scenario = draw(base="tank/2")
    state = position(scenario, alpha={"A1": "0908"}, bravo={"B9": ("1208", "", "hidden"), "B1": ("2401", "D")})
    assert [piece.id for piece in _pieces(state, "alpha", "bravo")] == ["B1"]
    assert refused(state, "alpha", "A1 DF 1208") == ["5.0-df"]
    played = play(state)
    assert played.rolls == ()
    assert unit(played.state, "B9").hidden


@pytest.mark.rules("13.4b", "14.2d")
def test_revealed_units_are_placed_face_down_and_may_be_spotted_at_once(draw: Draw) -> None:
    # A1 comes next to the position: A1 (range 1) and A2 (range 3) try, each needing 1-3.
    scenario = draw(base="tank/2")
    state = position(
        scenario,
        alpha={"A1": "1005", "A2": "1011"},
        bravo={"B9": ("1008", "", "hidden"), "B1": ("2401", "D")},
        dice="4 4",
    )
    played = play(state, alpha="A1 MV DD")
    assert _spot_rolls(played) == [("A1", "b?2", 4), ("A2", "b?2", 4)]
    assert [(p.id, p.face_down) for p in _pieces(played.state, "alpha", "bravo")] == [("B1", False), ("b?2", True)]


TABLE = {
    "13.5-01-10": ((1, 10), "auto", "auto", 5, 3),
    "13.5-11-20": ((11, 20), "auto", 5, 3, 1),
    "13.5-21-30": ((21, 30), "auto", 3, 1, 0),
    "13.5-31-40": ((31, 40), "auto", 2, 1, 0),
    "13.5-41+": ((41, 60), "auto", 1, 1, 0),
}


@pytest.mark.rules("13.5-01-10", "13.5-11-20", "13.5-21-30", "13.5-31-40", "13.5-41+")
@pytest.mark.parametrize(
    ("rule", "distance", "column", "needs"),
    [
        (rule, distance, column, needs)
        for rule, (distances, *cells) in TABLE.items()
        for distance in distances
        for column, needs in enumerate(cells)
    ],
)
def test_the_spotting_table(draw: Draw, rule: str, distance: int, column: int, needs: int | str) -> None:
    """Columns: vehicle in the open, vehicle in woods, soft in the open, soft in woods; 0 means unspottable."""
    target = f"{1 + distance:02d}03"
    hexes = {target: "woods"} if column in (1, 3) else {}
    scenario = draw(columns=61, rows=5, hexes=hexes)
    kind = "M60A2" if column < 2 else "infantry"

    def look(dice: str) -> Played:
        return play(position(scenario, alpha={"A1": "0103"}, bravo={"B1": (target, "A", "unspotted", kind)}, dice=dice))

    if needs == "auto":
        assert unit(look("").state, "B1").spotted
    elif needs == 0:
        assert not unit(look("").state, "B1").spotted
    else:
        found, missed = look(str(needs)), look(f"{int(needs) + 1}")
        assert unit(found.state, "B1").spotted
        assert [e.rule for e in found.found("spotted")] == [rule]
        assert not unit(missed.state, "B1").spotted


@pytest.mark.rules("13.5-11-20", "13.5-cols")
def test_what_counts_as_cover_for_soft_units(draw: Draw) -> None:
    """At 20 hexes infantry is found on 1-3 in the open, on 1 in a position, on rough ground and the like."""
    for hexes, sides, wrecks, dug, needs in (
        ({}, {}, (), {}, 3),
        ({"2103": "rough"}, {}, (), {}, 1),
        ({}, {"2103E": "berm", "2103F": "berm"}, (), {}, 1),
        ({}, {"2103E": "slope", "2103F": "slope"}, (), {}, 1),
        ({}, {}, ("2103",), {}, 1),
        ({}, {}, (), {"2103": "bravo"}, 1),
    ):
        scenario = draw(columns=30, rows=5, hexes=hexes, sides=sides)
        for die in (needs, needs + 1):
            state = position(
                scenario,
                alpha={"A1": "0103"},
                bravo={"B1": ("2103", "", "unspotted", "infantry")},
                wrecks=wrecks,
                dug=dug,
                dice=str(die),
            )
            assert unit(play(state).state, "B1").spotted is (die == needs), (hexes, sides, wrecks, dug)


@pytest.mark.rules("13.5-11-20", "13.5-cols")
def test_t33_what_counts_as_cover_for_vehicles(draw: Draw) -> None:
    """Woods and obstructing hexsides do; rough ground and wrecks do not."""
    for hexes, sides, wrecks, covered in (
        ({"2103": "rough"}, {}, (), False),
        ({}, {}, ("2103",), False),
        ({"2103": "woods"}, {}, (), True),
        ({}, {"2103E": "berm", "2103F": "berm"}, (), True),
    ):
        scenario = draw(columns=30, rows=5, hexes=hexes, sides=sides)
        state = position(
            scenario, alpha={"A1": "0103"}, bravo={"B1": ("2103", "A", "unspotted")}, wrecks=wrecks, dice="6"
        )
        played = play(state)
        assert unit(played.state, "B1").spotted is not covered
        assert len(played.rolls) == int(covered)
    # In open mode woods and berms are clear ground.
    scenario = draw(mode="open", columns=30, rows=5, hexes={"2103": "woods"})
    state = position(scenario, alpha={"A1": "0103"}, bravo={"B1": ("2103", "A", "unspotted")})
    assert unit(play(state).state, "B1").spotted


@pytest.mark.rules("13.21b", "8.56b")
def test_t30_a_firer_on_opportunity_fire_tries_again_in_each_further_hex_of_its_line(draw: Draw) -> None:
    # The infantry walks along the line. Dice: before fire 6 (not found), in the next hex 6 again: it stays unspotted.
    scenario = draw(base="tank/2")
    bravo = {"B9": ("1003", "", "unspotted"), "B1": ("2401", "D")}
    for dice, rolls, shots in (("6 6", [6, 6], 0), ("6 1 6", [6, 1], 1)):
        state = position(scenario, alpha={"A1": "1010"}, bravo=bravo, dice=dice)
        played = play(state, alpha="A1 OF 1003", bravo="B9 MV 1004")
        assert [die for _, _, die in _spot_rolls(played)] == rolls
        assert len(played.found("shot", unit="A1")) == shots


@pytest.mark.rules("13.0-gen-3")
def test_t34_firing_does_not_turn_a_counter_up(draw: Draw) -> None:
    # B1 in a wood 20 hexes away is not spotted (6) and hits A1: Alpha sees a shot of a face-down counter.
    scenario = draw(columns=40, hexes={"2808": "woods"})
    state = position(scenario, alpha={"A1": "0808"}, bravo={"B1": ("2808", "F", "unspotted")}, dice="6 6")
    played = play(state, bravo="B1 DF 0808")
    assert not unit(played.state, "B1").spotted
    (seen,) = [e for e in played.events if e.kind in ("shot", "shot_at") and e.seen_by("alpha")]
    assert (seen.kind, seen.data["unit"]) == ("shot_at", "b?1")


@pytest.mark.rules("13.21a")
def test_an_entering_unit_is_spotted_as_it_appears(draw: Draw) -> None:
    scenario = draw()
    state = position(scenario, bravo={"B1": ("1505", "A")}, columns={"alpha": "2408"})
    played = play(state, alpha="A1 MV 2408 2308")
    assert track(played, "A1")[0] == ("2408", 1)
    order = [e.kind for e in played.events if e.kind in ("entered", "spotted", "moved") and e.seen_by("bravo")]
    assert order == ["entered", "spotted", "moved"]


@pytest.mark.rules("13.3a")
def test_a_moving_vehicle_is_spotted_wherever_it_is_seen(draw: Draw) -> None:
    """At 30 hexes a standing vehicle in the woods is found on 1-3 only; one that drives into them needs no die."""
    scenario = draw(columns=42, hexes={"3807": "woods", "3808": "woods"})
    state = position(scenario, alpha={"A1": "0808"}, bravo={"B1": ("3908", "F", "unspotted")}, dice="6")
    hidden = play(state)
    assert (hidden.dice, unit(hidden.state, "B1").spotted) == ([], False), "out of sight behind the wood"
    moved = play(state, bravo="B1 MV 3808")
    assert [(e.rule, e.step) for e in moved.found("spotted", unit="B1")] == [("13.3a", "move")]
    assert moved.dice == []
    standing = position(scenario, alpha={"A1": "0808"}, bravo={"B1": ("3808", "F", "unspotted")}, dice="6")
    assert play(standing).dice == [6]
    # It must be seen: what drives behind the wood stays face down.
    behind = play(state, bravo="B1 MV 4008")
    assert not behind.found("spotted")


@pytest.mark.rules("13.0-proc-3")
def test_attempts_come_with_fire_missions_and_with_movement_into_sight_and_at_no_other_time(draw: Draw) -> None:
    # The wood in 1007 hides 1006 from A1 in 1010. All dice fail to spot the infantry.
    scenario = draw(base="tank/2", hexes={"1007": "woods"})
    guns = {"B1": ("2401", "D")}

    def tries(spot: str, alpha: str, bravo: str, dice: str) -> list[str]:
        state = position(scenario, alpha={"A1": "1010"}, bravo={"B9": (spot, "", "unspotted"), **guns}, dice=dice)
        return [event.step for event in play(state, alpha=alpha, bravo=bravo).found("spot_roll", unit="A1")]

    assert tries("1008", "A1 DF 1008", "", "6") == ["spot"], "with the Direct Fire"
    assert tries("1008", "A1 OF 1008", "B9 MV 1009", "6 6") == ["spot", "move"], "and again as the line is entered"
    assert tries("1006", "", "B9 MV 1106", "6") == ["move"], "it moves into the line of sight"
    assert tries("1006", "", "", "") == [], "nobody comes into sight"
    assert tries("1008", "", "B9 MV 1009", "6") == ["spot"], "in sight all the time, it is not looked for again"
    assert tries("1006", "A1 MV 1110 1209 1309 1308", "", "6") == ["move"], "the spotter moves to where it sees"
