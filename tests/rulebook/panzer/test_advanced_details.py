"""Details of the Advanced Game, found by small changes of its rules that no test noticed (`make mutants panzer`)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import ScriptedDice, dice
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced import ap
from hulldown.games.panzer.rules.advanced.arms import ap_weapon
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, IMPROVED, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import moving, quickmarching, watching, works
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.sequence import OVER
from hulldown.games.panzer.rules.state import WAITING, Frame, Mover, Progress, index_of
from support.advanced_fire import BOARD, Range, unit
from support.advanced_march import March, cell, keep, scene, the_country

T34, PZ4, RIFLE = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad"


@pytest.fixture
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.5.2.1f", "6.5.2.2d")
def test_rolls_of_a_shot_name_weapon_and_target() -> None:
    tank = find_vehicle(PZ4)
    aim = ap.ApAim(ap_weapon(tank, tank.weapons[0], "AP"), find_vehicle(T34), 3)
    plain = ScriptedDice("1 47", 0)
    ap.roll(aim, plain)
    line = f"{aim.weapon.name} at {T34}"
    assert [roll.purpose for roll in plain.rolls] == [f"AP Hit: {line}", f"AP location: {line}"]
    named = ScriptedDice("1 47", 0)
    ap.roll(aim, named, "G1 at S1")
    assert [roll.purpose for roll in named.rolls] == ["AP Hit: G1 at S1", "AP location: G1 at S1"]


@pytest.mark.rules("4.4.1f", "6.5.3", "6.5.4.2.3a")
def test_who_has_fired_can_be_answered_a_passenger_at_its_carrier() -> None:
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A"), unit(PZ4, "0809", "A")])
    field.fire("S1 FIRE G1 with AP", "100")
    assert field.state.chain == (0,)
    riding = Range([unit(T34, "0809", "D")], [unit("SPW 251/1", "0810", "A", "FIRE"), unit(RIFLE, on="G1")])
    riding.fire("G1 FIRE S1; G2 FIRE S1", "1 1")
    assert riding.state.chain == (1,)


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("4.5.1.1.9c", "4.5.1a")
def test_who_is_yet_to_enter_may_stay_away_but_not_turn() -> None:
    waiting = keep({"S17": "0101"}).set("S17", status=WAITING, cell=-1)
    assert waiting.refused("S17 TURN B") == "4.5.1.1.9c"
    waiting.order("S17 STAY")
    assert "stays" not in waiting.kinds()
    assert waiting.unit("S17").status == WAITING


@pytest.mark.rules("6.1.4.3.6c", "6.1.4.3.7a", "6.1.4.3.7c")
def test_free_positions_of_a_hex() -> None:
    here, there = BOARD.by_label["0810"], BOARD.by_label["0811"]
    field = Range(
        [unit(T34, "0801", "D")],
        [unit(RIFLE, "0810", "A")],
        works=[
            Work(IMPROVED, here, 1), Work(IMPROVED, here), Work(ENTRENCHMENT, here), Work(IMPROVED, there),
            Work(ENTRENCHMENT, here, progress=2),
        ],
    )  # fmt: skip
    assert (works.vacancies(field.state, here), works.vacancies(field.state, there)) == (2, 1)


@pytest.mark.rules("4.4.1j", "4.4.1n")
def test_who_loses_its_only_target_must_join_the_fire() -> None:
    field = Range([unit(T34, "0808", "D")], [unit(PZ4, "0811", "A", "FIRE"), unit(PZ4, "0811", "A", "FIRE")])
    assert field.refused("german", "G1 FIRE S1") == "4.4.1j"
    assert field.refused("german", "G1 FIRE S1; G2 FIRE S1") == ""


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("4.5a", "4.5d", "6.6.7b")
def test_who_must_move_has_a_command_to() -> None:
    march = March({"S1": "0302D", "S2": "0502D", "S3": "0109", "S4": "*S3", "G1": "1401"})
    march.set("S2", command="FIRE")
    names = [march.state.units[index].id for index in moving.must_move(march.state, scene(), "soviet")]
    assert names == ["S1", "S3"]


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.1.4.3.11b", "4.5.1a")
def test_costs_change_only_where_counters_lie() -> None:
    def tables(march: March) -> set[str]:
        return {one.path.changes for one in march.offered("S1") if one.path is not None and not one.path.kinds}

    assert tables(keep({"S1": "0501D"})) == {""}
    (changed,) = tables(keep({"S1": "0501D"}, works=[Work(WIRE, cell("0503"))]))
    assert changed


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.6.7.1.1-vehicle-b", "6.6.7.1.1-vehicle-d")
def test_a_move_with_loading_in_it_has_begun_with_that() -> None:
    march = keep({"S3": "0501D", "S4": "*S3"})
    found = [one.path for one in march.offered("S3") if one.path is not None and any("drop" in w for w in one.choices)]
    assert found
    assert {(path.begun, path.least) for path in found} == {(True, False)}


@pytest.mark.rules("6.5.3", "6.6.7.2a")
@pytest.mark.parametrize(("hex_", "asked"), [("0809", True), ("0808", True), ("0801", False)])
def test_whoever_rides_might_fire_on_overwatch(hex_: str, asked: bool) -> None:
    field = Range([unit("Truck", hex_, "D")], [unit("SdKfz 10", "0810", "A"), unit(RIFLE, on="G1")])
    field.unit("G1").command = "OW"
    assert watching.could_fire(field.state, field.scene, "german", [0]) is asked
    empty = Range([unit("Truck", hex_, "D")], [unit("SdKfz 10", "0810", "A")])
    empty.unit("G1").command = "OW"
    assert not watching.could_fire(empty.state, empty.scene, "german", [0])


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.6.4.2e", "6.6.4.2b", "6.6.4.2f", "4.5.1.1.10b")
def test_who_is_offered_a_quickmarch_and_who_rolls_for_it() -> None:
    march = keep({"S4": "0501", "S7": "0501", "S10": "0501"})
    kinds = {name: [one.kind for one in march.offered(name)] for name in ("S4", "S7")}
    assert ("QUICK" in kinds["S4"], "QUICK" in kinds["S7"]) == (True, False)
    index = index_of(march.state, "S4")
    march.set("S4", manner="quickmarch")
    for stuck in (False, True):
        march.state.mover = Mover(index, Progress(allowance=3, stuck=stuck), [], cell("0501"), 0, cell("0501"))
        assert bool(quickmarching.offers(Marching(march.state, scene(), Task("S4", "QUICK")))) is not stuck
    walk = keep({"S4": "0501"}).order("S4 MOVE 0502")
    assert "quickmarched" not in walk.kinds()
    assert not walk.detail("S4").suppressed


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.6.7.1.1-vehicle-b", "6.6.7.1.2b", "6.6.7.1.1-dismounting-c", "6.6.7.1.1-vehicle-c")
def test_who_gets_down_faces_as_it_is_told() -> None:
    for letter in "AF":
        bailed = keep({"S1": "0501D", "S4": "*S1"}).order(f"S1 MOVE 0502 bail S4@0502/{letter}")
        assert bailed.at("S4") == f"0502{letter}"
        dropped = keep({"S3": "0501D", "S4": "*S3"}).order(f"S3 MOVE 0502 drop S4@0502/{letter}")
        assert dropped.at("S4") == f"0502{letter}"
    plain = keep({"S3": "0501D", "S4": "*S3"}).order("S3 MOVE 0502 drop S4@0502")
    assert plain.at("S4") == "0502D", "as its carrier"


@pytest.mark.usefixtures("_country")
@pytest.mark.rules("6.8", "6.8.1")
def test_adjustment_waits_until_both_sides_have_answered() -> None:
    march = keep({"S4": "0501"}, command="NC")
    rules = LIBRARY.ruleset(("advanced",))
    handler = rules.handlers["adjustment"]
    march.state.stack = [Frame("adjustment", ("soviet",))]
    assert not handler(march.state, Doing(dice("script:", 0), 1, rules))
    assert march.state.stack == [Frame("adjustment", ("soviet",))]
    march.state.stack = [Frame("adjustment")]
    assert handler(march.state, Doing(dice("script:", 0), 1, rules))
    assert march.state.stack[-1].step != "adjustment"
    last = keep({"S4": "0501"}, command="NC")
    last.state.turn, last.state.stack = scene().scenario.turns, [Frame("adjustment")]
    assert not handler(last.state, Doing(dice("script:", 0), last.state.turn, rules))
    assert (last.state.stack[-1].step, last.state.outcome is None) == (OVER, False)
