"""Panic, stacking, overruns and fire on each stage of transport (27.3 to 27.6)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from support.tank_positions import Played, order, play, position, refused, unit, where
from support.transport_field import aboard, transport

Convoy = Callable[..., str]
FAR = {"B1": ("2416", "A")}


def fate(played: Played, *names: str) -> list[str]:
    return [unit(played.state, name).status for name in names]


@pytest.mark.rules("27.3a")
def test_who_mounts_or_dismounts_does_not_panic(convoy: Convoy) -> None:
    # Alpha's one chit is 7, Bravo's none: A3, A4 and A2 all stand on hexes that end in 7.
    state = position(
        convoy(),
        alpha={"A2": "1207", "A3": "0507", "A4": "0907", "A7": "0506", "A8": "0907"},
        bravo=FAR,
        panic=True,
        options={"alpha_panic": 1},
        dice="8",
    )
    aboard(state, A4="A8")
    after = play(state, alpha="A3 MT A7; A7 MT A3; A4 DT 0906; A8 DT; A2 FC")
    assert [event.data["unit"] for event in after.found("panicked")] == ["A2"]
    assert fate(after, "A7", "A8") == [CARRIED, ON_MAP]
    # The same for the passenger, on chit 6.
    state = position(
        convoy(), alpha={"A3": "0507", "A7": "0506"}, bravo=FAR, panic=True, options={"alpha_panic": 1}, dice="7"
    )
    assert fate(play(state, alpha="A3 MT A7; A7 MT A3"), "A7") == [CARRIED]


@pytest.mark.rules("27.3b")
def test_a_carrying_vehicle_panics_and_takes_its_passenger_along(convoy: Convoy) -> None:
    # Chit 7; direction C (3), 2 points: from 0907 to 1007 and 1108.
    state = position(
        convoy(), alpha={"A4": "0907", "A8": "0907"}, bravo=FAR, panic=True, options={"alpha_panic": 1}, dice="8 3 2"
    )
    after = play(aboard(state, A4="A8"), alpha="A4 MV 0906 0905 0904")
    assert after.found("panic_move", unit="A4")
    assert (where(after.state, "A4"), where(after.state, "A8")) == ("1108", "1108")
    assert fate(after, "A8") == [CARRIED]


@pytest.mark.rules("27.41", "27.42a")
def test_nobody_mounts_or_dismounts_where_another_unit_is(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A3": "0507", "A4": "0910", "A7": "0506", "A8": "0506", "A9": "0910", "A10": "0909"}, bravo=FAR
    )
    aboard(state, A4="A9")
    assert refused(state, "alpha", "A3 MT A7; A7 MT A3") == ["27.42a"], "one of two squads in a hex"
    assert refused(state, "alpha", "A4 DT 0909; A9 DT") == ["27.42a"], "A10 stays there"
    assert refused(state, "alpha", "A4 DT 0911; A9 DT; A10 MV 0910") == ["27.42a"], "A10 would come to the passenger"
    assert refused(state, "alpha", "A4 DT 0909; A9 DT; A10 MV 0908") == [], "A10 leaves"


@pytest.mark.rules("27.42a")
def test_x26_a_friend_who_panics_into_the_hex_spoils_the_mounting(convoy: Convoy) -> None:
    # Chit 5: A8 in 0505 was to go north and bolts south (D), onto A7.
    state = position(
        convoy(), alpha={"A3": "0507", "A7": "0506", "A8": "0505"}, bravo=FAR, panic=True,
        options={"alpha_panic": 1}, dice="6 4",
    )  # fmt: skip
    after = play(state, alpha="A3 MT A7; A7 MT A3; A8 MV 0504")
    assert where(after.state, "A8") == "0506"
    assert (where(after.state, "A3"), fate(after, "A7")) == ("0507", [ON_MAP])
    assert [event.rule for event in after.found("not_loaded", unit="A3")] == ["27.42a"]
    assert [event.audience for event in after.found("not_loaded")] == [("alpha",)], "a plot that fails stays secret"


@pytest.mark.rules("27.42a", "27.0-proc-2")
def test_x26_an_enemy_in_the_hex_spoils_the_dismounting(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A7": "0507"}, bravo={"B1": ("0505", "D")})
    after = play(aboard(state, A3="A7"), alpha="A3 DT 0506; A7 DT", bravo="B1 MV 0506")
    assert (where(after.state, "A3"), where(after.state, "B1")) == ("0507", "0506")
    assert load_of(after.state, unit(after.state, "A3")) is unit(after.state, "A7")
    assert [event.rule for event in after.found("not_loaded", unit="A3")] == ["27.42a"]


@pytest.mark.rules("27.42a", "27.41")
def test_a_hex_that_a_mounting_vehicle_leaves_is_free_for_another(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A4": "0508", "A7": "0506", "A8": "0508"}, bravo=FAR)
    after = play(aboard(state, A4="A8"), alpha="A3 MT A7; A7 MT A3; A4 DT 0507; A8 DT")
    assert [where(after.state, name) for name in ("A3", "A4", "A8")] == ["0506", "0507", "0508"]


@pytest.mark.rules("27.0-proc-2")
def test_two_enemies_who_dismount_towards_one_hex_both_stay(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A7": "0507"}, bravo={"B1": ("0505", "A"), "B6": "0505"})
    aboard(state, A3="A7", B1="B6")
    after = play(state, alpha="A3 DT 0506; A7 DT", bravo="B1 DT 0506; B6 DT")
    assert (where(after.state, "A3"), where(after.state, "B1")) == ("0507", "0505")
    assert fate(after, "A7", "B6") == [CARRIED, CARRIED]
    assert len(after.found("stopped")) == 2
    assert after.found("dismounted") == []
    assert {event.data["unit"] for event in after.found("not_loaded")} == {"A3", "B1"}
    assert after.state.run is None


@pytest.mark.rules("27.42b", "27.41")
def test_a_loaded_vehicle_stacks_with_nobody(convoy: Convoy) -> None:
    state = aboard(position(convoy(), alpha={"A3": "0507", "A7": "0507", "A8": "0505"}, bravo=FAR), A3="A7")
    assert refused(state, "alpha", "A3 MV 0506 0505") == ["11.0"]
    assert refused(state, "alpha", "A3 MV 0506 0505; A8 MV 0504") == []
    # One that finds its hex still taken, as an enemy keeps A8 from leaving, goes back with its passenger.
    state = position(convoy(), alpha={"A3": "0507", "A7": "0507", "A8": "0505"}, bravo={"B6": "0504"})
    after = play(aboard(state, A3="A7"), alpha="A3 MV 0506 0505; A8 MV 0504")
    assert [where(after.state, name) for name in ("A8", "A3", "A7")] == ["0505", "0506", "0506"]
    assert after.found("backed_up", unit="A3")


@pytest.mark.rules("27.5a")
def test_neither_carriers_nor_loaded_vehicles_overrun(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A1": "0510", "A2": "0810", "A3": "1110", "A5": "1410", "A7": "0810"}, bravo={"B6": "2001"}
    )
    aboard(state, A2="A7")
    assert refused(state, "alpha", "A1 OV 0509 0508") == []
    for name, way in (("A2", "0809 0808"), ("A3", "1109 1108"), ("A5", "1409 1408")):
        assert refused(state, "alpha", f"{name} OV {way}") == ["27.5a"]
    offered = {one.unit: {option.kind for option in one.options} for one in GAME.legal(state, "alpha").units}
    assert [("OV" in offered[name]) for name in ("A1", "A2", "A3", "A5")] == [True, False, False, False]


@pytest.mark.rules("27.81", "27.5a")
def test_panzergrenadiers_overrun_in_their_marders() -> None:
    modern = (Force(type="Ge Marder II", count=2), Force(type="NATO squad 12", count=1))
    with transport(modern, (Force(type="Sov squad 12", count=2),)) as scenario:
        state = position(scenario, alpha={"A1": "5613", "A2": "5813", "A3": "5613"}, bravo={"B1": "5615", "B2": "0101"})
        aboard(state, A1="A3")
        assert refused(state, "alpha", "A2 OV 5814 5815") == ["27.5a"], "it is empty"
        after = play(state, alpha="A1 OV 5614 5615 5616")
        assert fate(after, "B1", "A3") == [DESTROYED, CARRIED]
        assert (where(after.state, "A1"), where(after.state, "A3")) == ("5616", "5616")


@pytest.mark.rules("27.5b")
def test_a_passenger_can_be_overrun_before_it_mounts(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0606", "A7": "0506"}, bravo={"B1": ("0504", "D")})
    after = play(state, alpha="A3 MT A7; A7 MT A3", bravo="B1 OV 0505 0506 0507")
    assert fate(after, "A7", "A3") == [DESTROYED, ON_MAP]
    assert where(after.state, "A3") == "0606"
    assert [event.rule for event in after.found("not_loaded", unit="A3")] == ["27.6-mt-4"]


@pytest.mark.rules("27.5b", "27.71a")
def test_who_is_carried_cannot_be_overrun_not_even_on_a_truck(convoy: Convoy) -> None:
    places = {"A5": ("0506", "A"), "A7": "0506"}
    state = aboard(position(convoy(), alpha=places, bravo={"B1": ("0504", "D")}), A5="A7")
    assert refused(state, "bravo", "B1 OV 0505 0506 0507") == ["9.45"]
    unseen = aboard(position(convoy(), alpha=places, bravo={"B1": ("0503", "D")}), A5="A7")
    unit(unseen, "A5").spotted = False
    after = play(unseen, bravo="B1 OV 0504 0505 0506 0507", stop={"bravo": "continue"})
    assert fate(after, "A5", "A7") == [ON_MAP, CARRIED]
    assert where(after.state, "B1") == "0505"


@pytest.mark.rules("27.6-mt-1", "27.6-mt-4")
def test_while_mounting_both_are_targets_of_their_own(convoy: Convoy) -> None:
    places = {"A3": ("0507", "A"), "A7": "0506"}
    hit = play(
        position(convoy(), alpha=places, bravo={"B1": ("0512", "A")}, dice="1"),
        alpha="A3 MT A7; A7 MT A3", bravo="B1 DF 0507",
    )  # fmt: skip
    assert fate(hit, "A3", "A7") == [DESTROYED, ON_MAP]
    hit = play(
        position(convoy(), alpha=places, bravo={"B1": ("0502", "D")}, dice="1"),
        alpha="A3 MT A7; A7 MT A3", bravo="B1 DF 0506",
    )  # fmt: skip
    assert fate(hit, "A3", "A7") == [ON_MAP, DESTROYED]
    assert where(hit.state, "A3") == "0507", "nobody moves"
    assert [event.rule for event in hit.found("not_loaded", unit="A3")] == ["27.6-mt-4"]


@pytest.mark.rules("27.6-mt-2")
def test_who_is_to_mount_has_left_its_improved_position(convoy: Convoy) -> None:
    def defence(plot: str) -> int:
        state = position(
            convoy(), alpha={"A3": ("0507", "A"), "A7": "0506"}, bravo={"B1": ("0504", "D")},
            dug={"0506": "alpha"}, dice="6 6",
        )  # fmt: skip
        played = play(state, alpha=plot, bravo="B1 DF 0506")
        shots = played.found("shot", target="A7") + played.found("no_attack", target="A7")
        return int(shots[0].data.get("defence", 99))

    assert defence("A3 MT A7; A7 MT A3") == 1
    assert defence("A3 FC") in (12, 99), "12 points; more than the gun has at times"
    state = position(convoy(), alpha={"A3": "0507", "A7": "0506"}, bravo=FAR, dug={"0506": "alpha"})
    assert play(state, alpha="A3 MT A7; A7 MT A3").state.positions == [], "nobody holds it any more"


@pytest.mark.rules("27.6-mt-2", "14.2c")
def test_who_mounts_from_a_hidden_position_comes_to_light(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": "0507", "A7": ("0506", "", "hidden")}, bravo=FAR, dice="6 6")
    after = play(state, alpha="A3 MT A7; A7 MT A3")
    assert [event.rule for event in after.found("revealed", unit="A7")] == ["14.2c"]
    assert fate(after, "A7") == [CARRIED]
    assert after.state.positions == []


@pytest.mark.rules("27.6-mt-3", "27.6-mt-4")
def test_x25_opportunity_fire_waits_for_the_vehicle_that_crosses_the_hexside(convoy: Convoy) -> None:
    # The line of B1 ends in the hex of the passenger, so the vehicle enters it only in the Mounting Segment.
    def played(die: str) -> Played:
        places = {"A3": ("0537", "A"), "A7": "0536"}
        state = position(convoy(rows=40), alpha=places, bravo={"B1": ("0501", "D")}, dice=die)
        return play(state, alpha="A3 MT A7; A7 MT A3", bravo="B1 OF 0536")

    hit = played("1")
    assert [(event.step, event.data["at"]) for event in hit.found("shot", target="A3")] == [("mount", "0536")]
    assert fate(hit, "A3", "A7") == [DESTROYED, ON_MAP]
    assert [event.rule for event in hit.found("not_loaded", unit="A7")] == ["27.6-mt-4"]
    missed = played("6")
    assert [event.step for event in missed.found("shot", target="A3")] == ["mount"]
    assert fate(missed, "A7") == [CARRIED]


@pytest.mark.rules("27.6-mt-3", "8.51")
def test_x25_a_watch_that_fired_in_movement_is_spent(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A1": ("0704", "A"), "A3": ("0507", "A"), "A7": "0506"}, bravo={"B1": ("0501", "D")}, dice="6"
    )
    after = play(state, alpha="A3 MT A7; A7 MT A3; A1 MV 0603 0503", bravo="B1 OF 0506")
    assert [event.data["target"] for event in after.found("shot")] == ["A1"]
    assert fate(after, "A7") == [CARRIED]
    quiet = play(position(convoy(), alpha={"A3": "0507", "A7": "0506"}, bravo={"B1": ("1501", "D")}),
                 alpha="A3 MT A7; A7 MT A3", bravo="B1 OF 1506")  # fmt: skip
    assert [event.step for event in quiet.found("no_target", unit="B1")] == ["mount"]


@pytest.mark.rules("27.6-mt-3")
def test_x25_a_mounting_vehicle_counts_as_moving_with_the_points_of_its_step(convoy: Convoy) -> None:
    def add(**features: object) -> object:
        state = position(
            convoy(**features), alpha={"A3": ("0507", "A"), "A7": "0506"}, bravo={"B1": ("0512", "A")}, dice="6"
        )
        return play(state, alpha="A3 MT A7; A7 MT A3", bravo="B1 DF 0507").found("shot")[0].data["add"]

    assert add() == 0, "one point"
    assert add(sides={"0507A": "slope"}) == 1, "three points"
    # 13.3b: it is spotted on sight.
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0506"}, bravo={"B1": ("0512", "A")}, spotted=False,
                     dice="6 6 6 6 6 6 6 6")  # fmt: skip
    after = play(state, alpha="A3 MT A7; A7 MT A3")
    assert [event.rule for event in after.found("spotted", unit="A3")] == ["13.3a"]


@pytest.mark.rules("27.6-cy")
def test_a_passenger_is_ignored_and_dies_with_its_vehicle(convoy: Convoy) -> None:
    def played(die: str) -> Played:
        places = {"A3": ("0507", "A"), "A7": "0507"}
        state = position(convoy(rows=40), alpha=places, bravo={"B1": ("0540", "A")}, dice=die)
        return play(aboard(state, A3="A7"), bravo="B1 DF 0507")

    hit = played("1")
    assert [event.data["target"] for event in hit.found("shot")] == ["A3"], "one attack, at the vehicle"
    assert fate(hit, "A3", "A7") == [DESTROYED, DESTROYED]
    assert [event.rule for event in hit.found("destroyed", unit="A7")] == ["27.6-cy"]
    assert [event.data["wreck"] for event in hit.found("destroyed", unit="A7")] == [False]
    assert hit.state.losses == {"alpha": 1}, "an unarmed APC does not count (24.6c), its squad does"
    missed = played("6")
    assert fate(missed, "A3", "A7") == [ON_MAP, CARRIED]


@pytest.mark.rules("27.6-dt", "27.6-cy")
def test_a_dismounting_pair_is_one_until_its_segment(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0507"}, bravo={"B1": ("0512", "A")}, dice="1")
    hit = play(aboard(state, A3="A7"), alpha="A3 DT 0506; A7 DT", bravo="B1 DF 0507")
    assert fate(hit, "A3", "A7") == [DESTROYED, DESTROYED]


@pytest.mark.rules("27.6-dt")
@pytest.mark.parametrize(("line", "place"), [("0506", "0506"), ("0507", "0507")])
def test_in_its_segment_the_passenger_survives_the_wreck_of_its_vehicle(convoy: Convoy, line: str, place: str) -> None:
    # The line ends in the hex that the vehicle enters, or in the one where it starts (8.57a).
    places = {"0506": ("0501", "D"), "0507": ("0512", "A")}
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0507"}, bravo={"B1": places[line]}, dice="1")
    hit = play(aboard(state, A3="A7"), alpha="A3 DT 0506; A7 DT", bravo=f"B1 OF {line}")
    assert [(event.step, event.data["at"]) for event in hit.found("shot")] == [("mount", place)]
    assert fate(hit, "A3", "A7") == [DESTROYED, ON_MAP]
    assert where(hit.state, "A7") == "0507"
    assert hit.found("dismounted", unit="A3", passenger="A7")


@pytest.mark.rules("27.61c")
def test_x80_what_destroys_a_tank_from_above_takes_its_riders_along(convoy: Convoy) -> None:
    from hulldown.core.dice import dice
    from hulldown.core.sequence import Doing
    from hulldown.games.tank.rules.combat import destroy
    from hulldown.games.tank.rules.state import index_of

    state = aboard(position(convoy(), alpha={"A1": "0507", "A7": "0507"}, bravo=FAR), A1="A7").thaw()
    destroy(state, scene_of(state), Doing(dice("script:", 0), 3), index_of(state, "A1"), "28.34")
    assert [unit(state, name).status for name in ("A1", "A7")] == [DESTROYED, DESTROYED]


def test_an_order_for_a_passenger_is_written_like_any_other(convoy: Convoy) -> None:
    state = aboard(position(convoy(), alpha={"A3": "0507", "A7": "0507"}, bravo=FAR), A3="A7")
    assert [task.unit for task in order(state, "alpha", "A3 DT 0506; A7 DT").tasks] == ["A3", "A7"]
