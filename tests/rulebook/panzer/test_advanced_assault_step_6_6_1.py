"""The Close Assault and Hand-to-Hand Combat Step played: who may attack, announcements, advances, results (6.6.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON, Work
from hulldown.games.panzer.rules.advanced.play.assault import advances, eligible, places, resolving, support
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.state import CloseCombat, Frame, index_of
from support.advanced_assault import Melee
from support.advanced_march import GAME, REACTED, cell, scene, the_country

NEAR = {"S4": "0503", "S5": "0503", "G1": "0504"}


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.6.1a", "6.6.1.1.1a", "6.6.1.2.1a")
def test_the_step_comes_before_movement_first_player_first():
    keys = [row.key for row in LIBRARY.ruleset(("advanced",)).sequence if not row.aside]
    assert keys[keys.index("watch") :][:6] == ["watch", "movement", "assault", "assault1", "assault2", "move2"]
    field = Melee({**NEAR, "G2": "0802", "S14": "0803"})
    field.set("G2", command="MOVE", known=False)
    assert field.asked() == {"soviet": "assault"}
    field.attack("no more")
    assert field.asked() == {"german": "assault"}
    field.answer("german", "no more")
    assert GAME.pending(field.state)["german"].kind == "move"


@pytest.mark.rules("6.6.1.1c", "6.6.1.2d")
def test_who_is_asked_by_what_everybody_sees():
    assert Melee({"S4": "0503", "G1": "0506"}).asked() == {"soviet": "move"}, "nobody near"
    halts = Melee(NEAR).set("S4", command="HALT").set("S5", command="OW")
    assert halts.asked() == {"soviet": "assault"}, "face-down commands might be Move"
    assert GAME.legal(halts.state, "soviet").units == ()
    assert halts.barred("S4 ASSAULT G1") == "6.6.1.1c"
    known = Melee(NEAR).set("S4", command="HALT", known=True).set("S5", command="OW", known=True)
    assert known.asked() == {"soviet": "move"}
    assert Melee(NEAR).set("S4", command="").set("S5", command="").asked() == {"soviet": "move"}


@pytest.mark.rules("6.6.1.1a", "6.6.1.1b", "6.6.1.1h", "6.6.2e", "6.6.1.2b", "6.6.1.2c", "6.1.4.2j")
@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"suppressed": ON}, "6.6.2e"),
        ({"suppressed": OFF}, "6.6.2e"),
        ({"command": "NC"}, "6.6.1.1c"),
        ({"moved": True}, "6.6.1.1h"),
        ({"full_cover": True}, ""),
        ({}, ""),
    ],
)
def test_who_may_attack(facts, rule):
    field = Melee(NEAR).set("S4", **facts)
    assert field.barred("S4 ASSAULT G1") == rule


@pytest.mark.rules("6.6.1.1a", "6.6.1.1o", "6.6.1.1e")
def test_vehicles_guns_and_passengers_do_not_attack():
    field = Melee({**NEAR, "S1": "0503", "S8": "0503", "S3": "0503", "S14": "*S3"})
    assert field.barred("S1 ASSAULT G1") == "6.6.1.1a"
    assert field.barred("S8 ASSAULT G1") == "6.6.1.1a"
    assert field.barred("S14 ASSAULT G1") == "6.6.1.1o"
    assert field.barred("S15 ASSAULT G1") == "6.6.1.1e"
    assert field.barred("G1 ASSAULT G1") == "6.6.1.1a"


@pytest.mark.rules("6.6.1.1d", "6.6.1.1e", "6.6.1.2e")
def test_targets_must_be_spotted_enemies_next_to_it():
    field = Melee({**NEAR, "G2": "0504", "G3": "0507"})
    assert field.barred("S4 ASSAULT G2") == ""
    assert field.barred("S4 ASSAULT S5") == "6.6.1.1d"
    assert field.barred("S4 ASSAULT G5") == "6.6.1.1d", "not on the map"
    assert field.barred("S4 ASSAULT G3") == "6.6.1.1e"
    assert Melee({**NEAR, "G2": "0506"}).barred("S4 ASSAULT G2") == "6.6.1.2e"


@pytest.mark.rules("6.6.1.1d", "6.6.1.2e")
def test_an_unspotted_target_is_refused(monkeypatch):
    field = Melee({**NEAR, "G2": "0504"})
    field.ready()
    monkeypatch.setattr(eligible.spotting, "spots", lambda *_: False)
    assert [one.rule for one in GAME.check(field.state, "soviet", order("S4", "G1"))] == ["6.6.1.1d"]
    assert [one.rule for one in GAME.check(field.state, "soviet", order("S4", "G2"))] == ["6.6.1.2e"]


def order(*names: str, cells: tuple[int, ...] = ()) -> Order:
    *units, target = names
    return Order("assault", tuple(Task(unit, "ASSAULT", cells, targets=(target,)) for unit in units))


@pytest.mark.rules("6.6.1.1g", "6.6.1.2g", "6.6.1.1.2-uphill-attack")
def test_two_heights_are_too_many_one_is_uphill():
    # 1207 is at Height 1, 1208 at 3: 1107 beside 1207 at 0.
    field = Melee({"S4": "1107", "S5": "1207", "G1": "1207", "G2": "1208"})
    field.unit("S5").cell = cell("1307")
    state = field.state
    assert places.rise(state, scene(), 3, index_of(state, "G1"), cell("1107")) == 1
    assert field.barred("S4 ASSAULT G1") == ""
    up = resolving.assault_of(state, scene(), Attack((3,), index_of(state, "G1")))
    assert (up.uphill, up.attackers) == (True, ("squad",))
    steep = Melee({"S4": "1108", "G2": "1208", "G1": "1208"})
    assert scene().board.distance(cell("1108"), cell("1208")) == 1
    assert steep.barred("S4 ASSAULT G1") == "6.6.1.1g"
    assert steep.barred("S4 ASSAULT G2") == "6.6.1.2g"
    down = Melee({"S4": "1207", "G1": "1107"})
    assert down.barred("S4 ASSAULT G1") == ""
    assert not resolving.assault_of(down.state, scene(), Attack((3,), index_of(down.state, "G1"))).uphill


@pytest.mark.rules("6.6.1.1k", "6.6.1.2j", "6.6.1.1h")
def test_all_attacks_on_one_target_in_one_announcement():
    field = Melee({**NEAR, "G2": "0504"})
    assert field.barred("S4 ASSAULT G1\nS5 ASSAULT G2") == "6.6.1.1k"
    assert field.barred("S4 ASSAULT G1\nS4 ASSAULT G1") == "6.6.1.1h"
    assert field.barred("S4 ASSAULT G1\nS5 ASSAULT G1") == ""
    field.ready()
    assert [one.rule for one in GAME.check(field.state, "soviet", Order("assault", choice="never"))] == ["6.6.1.1k"]
    both = Order("assault", (Task("S4", "ASSAULT", targets=("G1",)),), "no more")
    assert [one.rule for one in GAME.check(field.state, "soviet", both)] == ["6.6.1.1k"]
    worded = Order("assault", (Task("S4", "ASSAULT", targets=("G1",), choice="now"),))
    assert [one.rule for one in GAME.check(field.state, "soviet", worded)] == ["6.6.1.1k"]


# Close Assault resolved.


@pytest.mark.rules("6.6.1.1i", "6.6.1.1m", "6.6.1.1.2-plus-attacker", "6.6.1.1.3-suppressed", "6.6.1.1n")
def test_units_of_one_hex_combine_the_first_named_leads():
    field = Melee(NEAR, script="20").attack("S5 ASSAULT G1\nS4 ASSAULT G1")
    (shot,) = field.told("close_assault")
    assert (shot["unit"], shot["attackers"], shot["factor"], shot["net"]) == ("S5", "S5 S4", 8, 20)
    assert shot["effect"] == "suppressed"
    assert field.detail("G1").suppressed == ON
    assert [(field.unit(name).mark, field.unit(name).moved) for name in ("S4", "S5")] == [("move", True)] * 2
    assert not field.unit("S4").fired
    assert not REACTED, "no overwatch for who is adjacent already"
    assert field.asked() == {"soviet": "move"}, "nobody is left to attack"


@pytest.mark.rules("6.6.1.1.3-suppressed")
def test_suppression_off_is_turned_on():
    field = Melee(NEAR, script="20").set("G1", suppressed=OFF).attack("S4 ASSAULT G1")
    assert field.told("close_assault")[0]["net"] == 20, "suppressed on either side of the counter"
    assert field.detail("G1").suppressed == ON


@pytest.mark.rules("6.6.1.1j", "6.6.1.1l", "6.6.1.1h", "6.6.1.1.3-effective-f", "6.6.1.1.3-effective-c")
def test_attacks_from_two_hexes_are_separate_and_the_second_may_find_nothing():
    field = Melee({"S4": "0503", "S5": "0604", "G1": "0504", "G2": "0703"}, script="99 5")
    field.attack("S4 ASSAULT G1\nS5 ASSAULT G1")
    assert [shot["attackers"] for shot in field.told("close_assault")] == ["S4"]
    assert field.unit("G1").status == "knocked out"
    assert [one["unit"] for one in field.told("robbed")] == ["S5"]
    assert field.asked() == {"soviet": "follow"}
    field.answer("soviet", "S4 FOLLOW")
    assert field.at("S4")[:4] == "0504"
    assert (field.unit("S5").moved, field.unit("S5").mark) == (False, "")
    # It may move, but attack nobody else, though G2 is next to it.
    assert field.asked() == {"soviet": "move"}
    assert field.refused("S5 MOVE 0603") != "6.6.1.1l"


@pytest.mark.rules("6.6.1.1l", "6.6.1.1h")
def test_who_was_robbed_of_its_target_attacks_nobody_else():
    field = Melee({"S4": "0503", "S5": "0604", "S14": "0604", "G1": "0504", "G2": "0704"}, script="99 5")
    field.attack("S4 ASSAULT G1\nS5 ASSAULT G1").answer("soviet", "remain")
    assert field.asked() == {"soviet": "assault"}, "S14 might"
    assert field.barred("S5 ASSAULT G2") == "6.6.1.1h"
    assert field.barred("S14 ASSAULT G2") == ""


@pytest.mark.rules("6.6.1.1.2-vs-moving-a", "6.6.1.1.2-vs-moving-b", "6.6.1.1.3a")
def test_the_owner_may_show_that_the_vehicle_moves():
    field = Melee(NEAR, script="30").set("G1", command="MOVE", known=False)
    field.attack("S4 ASSAULT G1")
    assert field.asked() == {"german": "reveal"}
    assert GAME.legal(field.state, "german").choices == ("show", "keep")
    assert "G1" in GAME.pending(field.state)["german"].prompt
    shown = Melee(NEAR, script="30").set("G1", command="MOVE", known=False).attack("S4 ASSAULT G1")
    shown.answer("german", "show")
    assert shown.told("close_assault")[0]["net"] == -10
    assert (shown.unit("G1").known, shown.unit("G1").moved) == (True, False), "it is yet to be executed"
    field.answer("german", "keep")
    assert field.told("close_assault")[0]["net"] == 0
    assert not field.unit("G1").known
    assert field.told("kept") == [{"unit": "G1"}]


@pytest.mark.rules("6.6.1.1.2-vs-moving-b")
def test_the_question_tells_nothing_and_is_asked_once():
    field = Melee({"S4": "0503", "S5": "0604", "G1": "0504"}, script="1 1").set("G1", command="OW", known=False)
    field.attack("S4 ASSAULT G1\nS5 ASSAULT G1")
    assert GAME.legal(field.state, "german").choices == ("keep",)
    assert [one.rule for one in GAME.check(field.state, "german", Order("reveal", choice="show"))]
    field.answer("german", "keep")
    assert [shot["net"] for shot in field.told("close_assault")] == [0, 0]


@pytest.mark.rules("6.6.1.1.2-vs-moving-b")
@pytest.mark.parametrize(
    ("command", "conceals", "expected"), [("MOVE", False, -10), ("MOVE", True, 0), ("OW", False, 0)]
)
def test_presets_show_it_where_that_helps(command, conceals, expected):
    field = Melee(NEAR, script="1").set("G1", command=command, known=False)
    field.state.modes["german"] = "PRESET"
    field.state.conceals = {"german": conceals}
    assert field.attack("S4 ASSAULT G1").told("close_assault")[0]["net"] == expected


@pytest.mark.rules("6.6.1.1.2-unsupported-a", "6.6.1.1.2-unsupported-b", "6.6.1.1.2-unsupported-c")
def test_vehicles_in_closed_ground_need_infantry():
    def alone(places: dict[str, str], name: str = "G1", works: list[Work] | None = None) -> bool:
        state = Melee({"S4": "0101", **places}, works=works).state
        return support.unsupported(state, scene(), index_of(state, name))

    assert alone({"G1": "1003"}), "woods"
    assert alone({"G1": "1004"}), "heavy woods"
    assert alone({"G1": "0303"}), "the alley of a building"
    assert not alone({"G1": "0503"}), "open ground"
    assert alone({"G1": "0503"}, works=[Work("rubble", cell("0503"))])
    assert not alone({"G1": "1003", "G2": "1003"}), "a squad"
    assert not alone({"G1": "1003", "G6": "1003"}), "a half-squad"
    assert alone({"G1": "1003", "G5": "1003"}), "no section"
    assert alone({"G1": "1003", "G2": "1002"}), "not in its hex"
    assert alone({"G1": "1003", "S5": "1003"}), "not of its side"
    # A squad serves two vehicles, a half-squad one.
    three = {"G1": "1003", "G3": "1003", "G8": "1003"}
    assert [alone({**three, "G2": "1003"}, name) for name in ("G1", "G3", "G8")] == [False, False, True]
    assert [alone({**three, "G6": "1003"}, name) for name in ("G1", "G3", "G8")] == [False, True, True]
    # Mounted it supports its carrier alone, and leaves the others to those on foot.
    assert [alone({**three, "G2": "*G3"}, name) for name in ("G1", "G3", "G8")] == [True, False, True]
    both = {**three, "G6": "1003", "G2": "*G3"}
    assert [alone(both, name) for name in ("G1", "G3", "G8")] == [False, False, True]
    assert alone({**three, "G5": "*G3"}, "G3"), "a section supports nobody"


@pytest.mark.rules("6.6.1.1.2-unsupported-a")
def test_the_unsupported_modifier_counts_and_riders_are_seen():
    field = Melee({"S4": "0903", "G1": "1003"}, script="1").attack("S4 ASSAULT G1")
    assert field.told("close_assault")[0]["net"] == 30
    loaded = Melee({"S4": "0903", "G3": "1003", "G2": "*G3"}, script="1").attack("S4 ASSAULT G3")
    assert loaded.told("close_assault")[0]["net"] == 30, "an S-Type vehicle, supported"
    assert loaded.detail("G2").shown


@pytest.mark.rules("6.6.1.1.2-flamethrower", "6.6.1.1.3-effective-b", "6.6.1.1.3-effective-e", "5.1.3.5a")
def test_a_flamethrower_brews_up_and_friends_in_the_hex_are_suppressed():
    field = Melee({"S22": "0503", "G1": "0504", "G8": "0504"}, script="72").attack("S22 ASSAULT G1")
    (shot,) = field.told("close_assault")
    assert (shot["factor"], shot["net"], shot["effect"]) == (2, 10, "suppressed" if shot["result"] <= 81 else "bu")
    field = Melee({"S22": "0503", "G1": "0504", "G8": "0504"}, script="77").attack("S22 ASSAULT G1")
    assert field.told("close_assault")[0]["effect"] == "bu"
    assert [event.rule for event in field.events if event.kind == "brewed_up"] == ["6.6.1.1.3-effective-b"]
    assert field.unit("G1").status == "brewed up"
    assert field.detail("G8").suppressed == ON
    assert field.asked() == {"soviet": "move"}, "G8 is still in the hex: nobody enters it"


@pytest.mark.rules("6.6.1.1.3-effective-d", "6.6.1.1.3-effective-f")
def test_passengers_get_out_of_a_wreck_and_bar_the_hex():
    field = Melee({"S4": "0503", "G3": "0504", "G2": "*G3"}, script="69 5 100").attack("S4 ASSAULT G3")
    assert field.unit("G3").status == "knocked out"
    assert field.unit("G2").status == "on map"
    assert field.asked() != {"soviet": "follow"}
    lost = Melee({"S4": "0503", "G3": "0504", "G2": "*G3"}, script="69 5 1").attack("S4 ASSAULT G3")
    assert lost.unit("G2").status == "eliminated"
    assert lost.asked() == {"soviet": "follow"}


@pytest.mark.rules("6.6.1.1.3-effective-a", "6.6.1.1.3-effective-d")
def test_damage_and_track_hits_may_make_the_crew_bail_out():
    field = Melee(NEAR, script="65 100").attack("S4 ASSAULT G1")
    assert (field.unit("G1").damaged, field.unit("G1").status) == (True, "on map")
    track = Melee(NEAR, script="70 100").attack("S4 ASSAULT G1")
    assert (track.detail("G1").track, track.unit("G1").damaged) == (True, False)
    again = Melee(NEAR, script="65").set("G1", damaged=True).attack("S4 ASSAULT G1")
    assert again.unit("G1").status == "knocked out"
    out = Melee(NEAR, script="65 30").attack("S4 ASSAULT G1")
    assert out.unit("G1").status == "bailed out"
    assert out.asked() == {"soviet": "follow"}
    twice = Melee(NEAR, script="70").set("G1", track=True).attack("S4 ASSAULT G1")
    assert [event.kind for event in twice.events].count("bail_out_roll") == 0, "the crew does not check again"


# Advances.


@pytest.mark.rules("6.6.1.1f", "6.6.1.2f", "6.6.1.1n", "6.6.1.2l", "6.6.1.1.2-advance-attack", "6.6.4.2d")
def test_an_advance_of_one_point_under_overwatch():
    field = Melee({"S4": "0502", "S5": "0503", "G1": "0504"}, script="1").set("S4", full_cover=True)
    offered = next(one for one in GAME.legal(field.ready().state, "soviet").units if one.unit == "S4").options
    assert [(one.rule, one.targets, cell("0503") in one.cells) for one in offered] == [("6.6.1.1f", ("G1",), True)]
    REACTED.clear()
    field.attack("S5 ASSAULT G1\nS4 ASSAULT G1 0503")
    assert ("german", "S4") in REACTED
    (shot,) = field.told("close_assault")
    assert (shot["attackers"], shot["net"]) == ("S5 S4", 20 - 10), "once for all of them (M3)"
    assert (field.at("S4")[:4], field.unit("S4").mark, field.detail("S4").full_cover) == ("0503", "move", False)


@pytest.mark.rules("6.6.1.1f", "6.6.1.2f")
def test_what_an_advance_may_not_be():
    field = Melee({"S4": "0502", "S7": "0502", "S5": "0503", "G1": "0504", "G2": "0804", "S14": "0703"})
    assert field.barred("S4 ASSAULT G1 0503") == ""
    assert field.barred("S4 ASSAULT G1") == "6.6.1.1e", "it must say where to"
    assert field.barred("S4 ASSAULT G1 0602") == "6.6.1.1e", "not next to the target"
    assert field.barred("S7 ASSAULT G1 0503") == "6.6.1.1f", "encumbered"
    assert field.barred("S5 ASSAULT G1 0603") == "6.6.1.1f", "adjacent already"
    assert Melee({"S7": "0503", "G1": "0504"}).barred("S7 ASSAULT G1") == "", "from where it is"
    # Rough ground costs two points on foot, and the minimum move does not help (M4).
    rough = Melee({"S4": "0802", "G1": "0704"})
    assert rough.barred("S4 ASSAULT G1 0703") == "6.6.1.1f"
    assert rough.barred("S4 ASSAULT G1 0803") == ""
    # Two hexes are too far, and an enemy's hex is barred.
    assert Melee({"S4": "0501", "G1": "0504"}).barred("S4 ASSAULT G1 0502 0503") == "4.5.1.1.3d"
    assert Melee({"S4": "0502", "G1": "0504", "G2": "0503"}).barred("S4 ASSAULT G1 0503") == "4.5.1.1.10b"
    top = Melee({"S4": "0303", "G1": "0305"}).set("S4", upper=True)
    assert top.barred("S4 ASSAULT G1 0304") != "", "from the top floor it has to come down first"


@pytest.mark.rules("6.6.4.4d", "6.6.4.5e")
def test_cycles_and_cavalry_advance_by_half_of_their_allowance():
    state = Melee({"S10": "0802", "S11": "0802", "S12": "0802", "S4": "0802"}).state
    rates = {name: advances.gait_of(state, scene(), index_of(state, name)).rates[0] for name in ("S10", "S11", "S12")}
    for name, rate in rates.items():
        assert advances.limits(state, scene(), index_of(state, name))[0] == rate // 2
    assert advances.limits(state, scene(), index_of(state, "S4")) == (1, 0, 0)
    field = Melee({"S10": "0501", "G2": "0504"}, script="100 1 100 1")
    assert field.barred("S10 ASSAULT G2 0502 0503") == ""
    field.attack("S10 ASSAULT G2 0503")
    first = field.told("hand_to_hand")[0]
    assert first["net"] == 20 - 10, "cavalry, and the advance"
    assert [event.data["hex"] for event in field.events if event.kind == "walked"] == ["0502", "0503"]
    far = Melee({"S10": "0501", "G2": "0507"})
    path = " ".join(["0502", "0503", "0504", "0505", "0506"][: rates["S10"] // 2 + 2])
    assert far.barred(f"S10 ASSAULT G2 {path}") == "4.5.1.1.3d"


@pytest.mark.rules("6.6.1.1b", "6.6.1.2c")
def test_who_is_suppressed_on_the_way_does_not_attack():
    field = Melee({"S4": "0503", "S5": "0503", "S14": "0603", "G1": "0504"}, script="1").set("S4", suppressed=ON)
    field.unit("S14").cell = cell("0602")
    field.state.assault = CloseCombat(
        target=index_of(field.state, "G1"), parties=((cell("0503"), (3, 4)), (cell("0603"), (13,)))
    )
    field.state.stack.append(Frame("close combat", side="soviet"))
    rules = LIBRARY.ruleset(("advanced",))
    doing = Doing(dice("script:1", 0), 1, rules)
    drive(field.state, top, rules.handlers, doing)
    shots = [dict(event.data)["attackers"] for event in doing.events if event.kind == "close_assault"]
    assert shots == ["S5"], "S4 is suppressed, S14 not where it was to be (M5)"
    assert not field.unit("S4").moved


@pytest.mark.rules("6.6.1.1g", "6.6.1.2g")
def test_exactly_two_heights_are_too_many_and_no_way_round_is_offered():
    field = Melee({"S4": "1207", "G2": "1208", "G1": "1208"})
    assert places.rise(field.state, scene(), 3, index_of(field.state, "G2"), cell("1207")) == 2
    assert (field.barred("S4 ASSAULT G2"), field.barred("S4 ASSAULT G1")) == ("6.6.1.2g", "6.6.1.1g")
    assert eligible.ways_to(field.state, scene(), 3, index_of(field.state, "G2")) == {}


@pytest.mark.rules("6.6.1.1h", "6.6.1.1l")
def test_an_attack_on_the_first_unit_of_the_list_counts_like_any_other():
    places_ = {"G2": "0503", "G6": "0604", "G7": "0604", "S1": "0504", "S4": "0704"}
    field = Melee(places_, script="99 5", side="german").set("S1", known=True)
    field.attack("G2 ASSAULT S1\nG6 ASSAULT S1").answer("german", "remain")
    assert field.barred("G6 ASSAULT S4") == "6.6.1.1h"
    assert field.barred("G7 ASSAULT S4") == ""


@pytest.mark.rules("6.6.1.1.2-vs-moving-b")
def test_each_attacked_vehicle_is_asked_for_anew():
    field = Melee({"S4": "0503", "S5": "0503", "G1": "0504", "G8": "0504"}, script="1 1")
    for name in ("G1", "G8"):
        field.set(name, command="MOVE", known=False)
    field.attack("S4 ASSAULT G1").answer("german", "keep").attack("S5 ASSAULT G8")
    assert field.asked() == {"german": "reveal"}
    field.answer("german", "show")
    assert [shot["net"] for shot in field.told("close_assault")] == [20 - 10], "C indicator, moving"
