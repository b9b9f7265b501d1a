"""Which weapons units fire, at whom and from where, Dual Fire, ammunition, passengers (5.1, 5.2, 5.6, 5.14, 5.16)."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.rules.advanced.pieces import HULL_DOWN, ON
from hulldown.games.panzer.rules.advanced.play import announcing, firing, shot_words
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, gp_aim
from hulldown.games.panzer.rules.advanced.play.supply import limits_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.state import SPOT_MOVE
from support.advanced_fire import BOARD, Range, unit

RIFLE, T34, PZ4, PAK = "German Rifle squad", "T-34/76 M43", "PzKpfw IVH", "7.5cm PaK 40 ATG"


def words(field: Range, shooter: str, target: str, watching: bool = False) -> list[str]:
    ways = ways_at(field.state, field.scene, field.index(shooter), field.index(target), watching)
    return [way.words for way in ways]


@pytest.mark.rules("5.1b", "5.1.1e", "5.1.3.4a", "5.1.3.4c", "5.1.3.4d", "6.5.2a", "6.5.2b")
def test_5_1_what_a_squad_with_a_panzerfaust_fires():
    field = Range([unit(T34, "0809", "D"), unit("Soviet Rifle squad", "0809")],
                  [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",))])  # fmt: skip
    assert words(field, "G1", "S1") == ["small arms GP", "Panzerfaust HEAT"]
    assert words(field, "G1", "S2") == ["small arms GP", "Panzerfaust GP"]
    assert field.refused("german", "G1 FIRE S1 with Panzerfaust GP") == "5.1.3.4d"
    assert field.refused("german", "G1 FIRE S2 with Panzerfaust HEAT") == "6.5.2b"
    assert field.refused("german", "G1 FIRE S1 with bazooka") == "6.5.2b"


@pytest.mark.rules("5.1.1e", "5.14a", "5.14c", "5.14d", "5.14h", "6.5.2.4-dual-fire-ex1", "6.5.2.4-dual-fire-a",
                   "6.5.2.4-dual-fire-b")  # fmt: skip
@pytest.mark.parametrize(("second", "net"), [("S1", -1), ("S2", -3)])
def test_6_5_2_4_dual_fire_ex1(second, net):
    field = Range([unit(T34, "0809", "D"), unit(T34, "0809", "D")],
                  [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",))])  # fmt: skip
    field.fire(f"G1 FIRE S1 with small arms; G1 FIRE {second} with Panzerfaust", "1 99")
    modifiers = next(event for event in field.events if event.kind == "ap_shot").factors
    assert [int(factor.value) for factor in modifiers if "Dual" in factor.label] == [net]
    gp = next(event for event in field.events if event.kind == "gp_shot").factors
    assert [factor for factor in gp if "Dual" in factor.label] == []
    alone = Range([unit(T34, "0809", "D")], [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",))])
    alone.fire("G1 FIRE S1 with Panzerfaust", "99")
    assert "Dual" not in str(next(event for event in alone.events if event.kind == "ap_shot").factors)


@pytest.mark.rules("5.1.1f", "5.1.2c", "5.14b", "5.14f")
def test_5_14_who_fires_one_weapon_only():
    def field(card: str, weapons: tuple[str, ...], **more) -> Range:
        return Range([unit(T34, "0809", "D")], [unit(card, "0810", "A", "FIRE", weapons=weapons, **more)])

    both = "G1 FIRE S1 with small arms; G1 FIRE S1 with Panzerfaust"
    assert field(RIFLE, ("Panzerfaust",)).refused("german", both) == ""
    # H16: half-squads that are not suppressed fire everything.
    assert field("German Rifle half-squad", ("Panzerfaust",)).refused("german", both) == ""
    assert field(RIFLE, ("Panzerfaust",), suppressed=ON).refused("german", both) == "5.1.1f"
    assert field("German Section", ("Panzerfaust",)).refused("german", both) == "5.1.2c"
    twice = "G1 FIRE S1 with small arms; G1 FIRE S1 with small arms"
    assert field(RIFLE, ("Panzerfaust",)).refused("german", twice) == "4.4.1g"


@pytest.mark.rules("5.14-ex1", "5.14h", "6.5.4.3-dual-fire", "5.14g")
def test_5_14_ex1_only_the_second_weapon_is_hindered():
    field = Range([unit("Soviet Rifle squad", "0806")], [unit("SPW 251/2", "0809", "A", "FIRE")],
                  ammo_limits="off")  # fmt: skip
    assert words(field, "G1", "S1") == ["8cm GrW 34 GP", "MMG GP"]
    field.fire("G1 FIRE S1 with MMG; G1 FIRE S1 with GrW", "1 1")
    nets = {event.data["weapon"]: event.data["net"] for event in field.events if event.kind == "gp_shot"}
    assert (nets["MMG"], nets["8cm GrW 34"]) == (-5, 0)
    field = Range([unit("Soviet Rifle squad", "0806")], [unit("SPW 251/2", "0809", "A", "FIRE", suppressed=ON)])
    assert field.refused("german", "G1 FIRE S1 with MMG; G1 FIRE S1 with GrW") == "5.14f"


@pytest.mark.rules("5.14h")
def test_5_14_without_the_first_weapon_the_first_declared_is_primary():
    field = Range([unit(T34, "0809", "D")],
                  [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust", "RPzB 43/54"))])  # fmt: skip
    field.fire("G1 FIRE S1 with RPzB; G1 FIRE S1 with Panzerfaust", "99 99")
    told = {event.data["weapon"]: str(event.factors) for event in field.events if event.kind == "ap_shot"}
    assert "Dual" in told["Panzerfaust"]
    assert "Dual" not in told["RPzB 43/54"]


@pytest.mark.rules("5.1.3.4f", "5.1.3.4-ex1")
def test_5_1_3_4_a_hand_held_weapon_at_a_loaded_carrier():
    field = Range([unit(T34, "0809", "D"), unit("Soviet SMG squad", on="S1")],
                  [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",))])  # fmt: skip
    kinds = field.fire("G1 FIRE S1 with Panzerfaust", "100 100 99")
    assert kinds == ["announced", "ap_shot", "gp_shot", "reduced", "suppressed", "bail_out_roll"]
    shot = field.event("gp_shot")
    assert (shot["target"], shot["factor"], shot["defence"]) == ("S2", 14, 1)


@pytest.mark.rules("5.1.3.1a", "5.1.3.1b", "5.1.3.1c", "5.1.3.1e", "5.6a", "5.6b", "5.6-ex1")
def test_5_1_3_1_mortars():
    field = Range([unit(T34, "0809", "D"), unit(T34, "0807", "D")],
                  [unit("German Section", "0810", "A", "FIRE", weapons=("8cm GrW 34",))])  # fmt: skip
    assert words(field, "G1", "S1") == ["small arms GP"]
    assert words(field, "G1", "S2") == ["small arms GP", "8cm GrW 34 GP"]
    assert field.refused("german", "G1 FIRE S1 with GrW") == "5.6a"
    field.detail("G1").upper = True
    assert words(field, "G1", "S2") == ["small arms GP"]
    assert field.refused("german", "G1 FIRE S2 with GrW") == "5.1.3.1c"


@pytest.mark.rules("5.1.3.2a", "5.1.3.2b", "5.1.3.3a", "5.1.3.3b", "5.1.3.4b", "6.6.7.2a", "6.6.7.2d")
def test_5_1_3_what_fires_while_it_is_carried():
    field = Range(
        [
            unit(T34, "0809", "D", "FIRE"), unit("Soviet Section", on="S1", weapons=("Soviet HMG",)),
            unit("Soviet Section", on="S1", weapons=("PTRD-41 ATR",)),
        ],
        [unit("SPW 251/1", "0811", "A"), unit(RIFLE, "0811", "A", weapons=("Panzerfaust",))],
    )  # fmt: skip
    assert words(field, "S2", "G2") == ["small arms GP"]
    assert words(field, "S3", "G1") == ["small arms GP", "PTRD-41 ATR AP"]
    assert field.refused("soviet", "S1 FIRE G1; S2 FIRE G2 with HMG") == "5.1.3.2b"
    way = ways_at(field.state, field.scene, 2, 3)
    assert ap_aim(field.state, field.scene, Firing(2, 3, way[1])).transported
    assert gp_aim(field.state, field.scene, Firing(1, 4, ways_at(field.state, field.scene, 1, 4)[0])).transported


@pytest.mark.rules("6.6.7.2a", "6.6.7.2b", "6.6.7.2c", "6.6.7.2e", "6.6.7.2d")
def test_6_6_7_2_passengers_fire_in_the_step_of_their_carrier():
    def field(command: str) -> Range:
        return Range([unit(T34, "0809", "D", command), unit("Soviet SMG squad", on="S1")],
                     [unit("SPW 251/1", "0811", "A"), unit(RIFLE, "0810", "A")])  # fmt: skip

    assert firing.shooters(field("FIRE").state, field("FIRE").scene, "soviet") == {0: [2, 3], 1: [2, 3]}
    for command in ("MOVE", "NC", "OW"):
        assert 1 not in firing.shooters(field(command).state, field(command).scene, "soviet")
    halt = field("HALT")
    # The passenger may fire at another target than its carrier, or not at all.
    assert halt.refused("soviet", "S1 FIRE G1") == ""
    assert halt.refused("soviet", "S2 FIRE G2") == ""
    halt.unit("S1").mark = SPOT_MOVE
    halt.fire("S1 FIRE G1 with GP; S2 FIRE G2", "1 1")
    nets = {event.data["unit"]: event.data["net"] for event in halt.events if event.kind == "gp_shot"}
    assert nets["S2"] == -10
    assert (halt.unit("S1").mark, halt.detail("S1").small, halt.unit("S2").mark) == ("fire", False, "")
    assert halt.detail("S2").shown


@pytest.mark.rules("6.6.7.2e", "5.7a")
def test_6_6_7_2_fire_of_a_passenger_marks_its_carrier():
    field = Range([unit(T34, "0809", "D", "FIRE"), unit("Soviet SMG squad", on="S1")], [unit(RIFLE, "0810", "A")])
    field.unit("S1").fired = True
    field.fire("S2 FIRE G1", "1")
    assert (field.unit("S1").mark, field.detail("S1").small) == ("fire", True)


@pytest.mark.rules("6.6.7.2a")
def test_6_6_7_2_passengers_may_hold_their_fire():
    field = Range([unit(T34, "0809", "D", "FIRE"), unit("Soviet SMG squad", on="S1")], [unit(RIFLE, "0810", "A")])
    assert field.refused("soviet", "S2 FIRE G1") == "4.4.1j"
    field.unit("S1").fired = True
    legal = firing.legal(field.state, field.scene, field.decision("fire", "soviet"))
    assert legal.choices == (firing.HOLD,)
    assert firing.check(field.state, field.scene, field.decision("fire", "soviet"), legal.idle) == []
    field.resolve(legal.idle, "")
    assert firing.shooters(field.state, field.scene, "soviet") == {}


@pytest.mark.rules("5.2d", "5.5a", "4.4.3d")
def test_5_2_guns_fire_through_their_front():
    field = Range([unit(T34, "0806", "D"), unit(T34, "0812", "A")], [unit(PAK, "0809", "A", "FIRE")])
    assert words(field, "G1", "S1")
    assert not words(field, "G1", "S2")
    assert firing.targets_of(field.state, field.scene, field.index("G1")) == [0]


@pytest.mark.rules("5.2e", "5.2f")
def test_5_2_a_gun_uses_its_direct_row():
    field = Range([unit("76.2mm M39 ATG", "0806", "D", "FIRE")], [unit(RIFLE, "0809", "A"), unit(PZ4, "0809", "A")])
    assert [word.split()[-1] for word in words(field, "S1", "G1")] == ["GP"]
    assert {"AP", "GP"} <= {word.split()[-1] for word in words(field, "S1", "G2")}


@pytest.mark.rules("5.1c")
def test_5_1_leg_units_fire_all_round_unless_suppressed():
    field = Range([unit("Soviet Rifle squad", "0811", "A")], [unit(RIFLE, "0809", "A", "OW")])
    assert words(field, "G1", "S1", watching=True)
    field.detail("G1").suppressed = ON
    assert not words(field, "G1", "S1", watching=True)
    # E3: Direct Fire is bound to what was spotted, whatever has happened since.
    assert words(field, "G1", "S1")
    field.unit("G1").facing = 3
    assert words(field, "G1", "S1", watching=True)


@pytest.mark.rules("5.1.3.5a", "5.1.3.5d")
def test_5_1_3_5_flamethrowers():
    field = Range(
        [unit("OT-34 M42", "0809", "D", "FIRE"), unit("Soviet Rifle squad", "0809", weapons=("Soviet flamethrower",))],
        [unit(RIFLE, "0810", "A")],
    )
    assert "OT-34 flamethrower GP" in words(field, "S1", "G1")
    assert words(field, "S2", "G1") == ["small arms GP"]
    field.fire("S1 FIRE G1 with flamethrower", "1 1")
    assert field.event("gp_shot")["factor"] == 14


@pytest.mark.rules("6.1.4.1.2b", "6.1.4.1.2c")
def test_a_limited_gun_is_silent_hull_down():
    field = Range([unit("M3 Lee", "0808", "D", "FIRE", hull_down=HULL_DOWN, hull_facing=3)], [unit(PZ4, "0811", "A")])
    assert {word.rsplit(" ", 1)[0] for word in words(field, "S1", "G1")} == {"37mm L/53"}
    field.detail("S1").hull_down = "partial"
    assert len({word.rsplit(" ", 1)[0] for word in words(field, "S1", "G1")}) == 2


@pytest.mark.rules("5.1.3.1d", "5.1.3.2c", "5.1.3.3c", "5.7a", "5.7b", "5.7-ex1")
@pytest.mark.parametrize(
    ("card", "weapons", "target", "word", "small"),
    [
        ("Soviet Section", ("82mm BM41",), RIFLE, "BM41", True),
        ("Soviet Section", ("Soviet HMG",), RIFLE, "HMG", True),
        ("Soviet Section", ("PTRD-41 ATR",), PZ4, "ATR", True),
        ("Soviet Rifle squad", (), RIFLE, "small arms", True),
        (T34, (), RIFLE, "GP", False),
    ],
)
def test_5_7_which_fire_counts_as_small_arms(card, weapons, target, word, small):
    line = {"weapons": weapons} if weapons else {}
    field = Range([unit(card, "0808", "D", "FIRE", **line)], [unit(target, "0810", "A")])
    field.fire(f"S1 FIRE G1 with {word}", "100" if target == PZ4 else "1")
    assert (field.unit("S1").mark, field.detail("S1").small) == ("fire", small)


@pytest.mark.rules("5.7a", "6.6.7.2e")
def test_5_7_small_arms_leave_a_full_counter_alone():
    field = Range([unit("Soviet Rifle squad", "0808", "D", "FIRE", mark="fire")], [unit(RIFLE, "0810", "A")])
    field.fire("S1 FIRE G1", "1")
    assert not field.detail("S1").small


@pytest.mark.rules("5.8.3b", "6.5.2.4-unit-grade-b", "6.5.4.3-unit-grade-b")
def test_5_8_3_only_the_grade_of_the_firer_counts():
    field = Range([unit(T34, "0808", "D", "FIRE", grade="elite")], [unit(PZ4, "0811", "A", "FIRE", grade="green")])
    ways = ways_at(field.state, field.scene, 0, 1)
    assert ap_aim(field.state, field.scene, Firing(0, 1, ways[0])).grade == "elite"
    assert gp_aim(field.state, field.scene, Firing(0, 1, ways[-1])).grade == "elite"


# Ammunition.


@pytest.mark.rules("5.16.1b", "5.16.1-ex1")
def test_5_16_1_ex1_dates():
    def rounds(month: str) -> set[str]:
        field = Range([unit("SU-76M M43", "0808", "D", "FIRE")], [unit(PZ4, "0811", "A")], month=month)
        return {word.split()[-1] for word in words(field, "S1", "G1")}

    assert "HVAP" not in rounds("1943-08")
    assert "HVAP" in rounds("1943-09")
    early = Range([unit(T34, "0809", "D")], [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",))],
                  month="1943-07")  # fmt: skip
    assert words(early, "G1", "S1") == ["small arms GP"]
    assert early.refused("german", "G1 FIRE S1 with Panzerfaust HEAT") == "5.16.1b"


@pytest.mark.rules("5.16.2.2-ex1", "5.16.2d", "5.16.2.2a", "5.16.2.1b")
def test_5_16_2_2_ex1_hvap_runs_out():
    field = Range([unit("SU-76M M43", "0808", "D", "FIRE")], [unit(PZ4, "0811", "A")])
    field.fire("S1 FIRE G1 with HVAP", "7 99")
    shot = next(event for event in field.events if event.kind == "ap_shot")
    assert shot.data["ammo"] == "AP"
    assert [factor.value for factor in shot.factors if factor.rule == "6.5.2.4-ammo-limit"] == [-3]
    field = Range([unit("SU-76M M43", "0808", "D", "FIRE")], [unit(PZ4, "0811", "A")])
    field.fire("S1 FIRE G1 with HVAP", "3 99")
    shot = next(event for event in field.events if event.kind == "ap_shot")
    assert (shot.data["ammo"], field.event("ammo")["short"]) == ("HVAP", False)
    free = Range([unit("SU-76M M43", "0808", "D", "FIRE")], [unit(PZ4, "0811", "A")], ammo_limits="off")
    free.fire("S1 FIRE G1 with HVAP", "99")


@pytest.mark.rules("5.16.2.1a", "5.16.2.1b", "5.16.2-ex2", "5.14e")
def test_5_16_2_1_the_basic_limit_of_a_vehicle():
    field = Range([unit("SU-152 M43", "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A")])
    field.fire("S1 FIRE G1", "6 1")
    assert field.event("gp_shot")["net"] == -10


@pytest.mark.rules("5.16.2.4a", "5.16.2.4b", "5.16.2.4c", "5.16.2.4d", "5.16.2.4e", "5.16.2.4f", "5.16.2-ex3")
def test_5_16_2_4_dumps_and_transports():
    field = Range(
        [unit(T34, "0806", "D")],
        [
            unit(PAK, "0809", "A", "FIRE", carrier="SdKfz 10"), unit("SdKfz 10", "0812", "A"),
            unit("SdKfz 10", "0809", "A"),
        ],
    )  # fmt: skip

    def dice_for(kind: str) -> list[int]:
        way = next(way for way in ways_at(field.state, field.scene, 1, 0) if way.kind == kind)
        return [limit.value for limit in limits_of(field.state, field.scene, 1, way)]

    assert (dice_for("AP"), dice_for("APCR")) == ([], [4, 0])
    field.detail("G1").home = BOARD.by_label["0810"]
    assert (dice_for("AP"), dice_for("APCR")) == ([6], [4, 6])
    field.unit("G2").cell = BOARD.by_label["0810"]
    assert dice_for("AP") == []
    field.unit("G2").status = "knocked out"
    assert dice_for("AP") == [6]


@pytest.mark.rules("5.16.2.2b")
def test_5_16_2_2_both_limits_fail():
    field = Range([unit(T34, "0806", "D")], [unit(PAK, "0809", "A", "FIRE", home=-1)])
    field.fire("G1 FIRE S1 with APCR", "5 7 99")
    shot = next(event for event in field.events if event.kind == "ap_shot")
    assert shot.data["ammo"] == "AP"
    assert [factor.value for factor in shot.factors if factor.rule == "5.16.2.2b"] == [-6]


@pytest.mark.rules("5.16.2.1c")
def test_5_16_2_1_heat_that_is_all_a_weapon_has_counts_as_basic():
    field = Range([unit(T34, "0809", "D"), unit("Soviet Rifle squad", "0809")],
                  [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",), home=-1)])  # fmt: skip
    field.fire("G1 FIRE S1 with Panzerfaust", "5 99")
    shot = next(event for event in field.events if event.kind == "ap_shot")
    assert (shot.data["ammo"], field.event("ammo")["short"]) == ("HEAT", True)
    field.unit("G1").fired = False
    field.fire("G1 FIRE S2 with Panzerfaust GP", "5 1")
    assert field.event("gp_shot")["net"] == -10


@pytest.mark.rules("5.16.2.7a")
@pytest.mark.parametrize(("tungsten", "short"), [("full", False), ("+1", True), ("+2", True)])
def test_5_16_2_7_tungsten(tungsten, short):
    field = Range([unit(T34, "0806", "D")], [unit(PAK, "0809", "A", "FIRE")], tungsten=tungsten)
    field.fire("G1 FIRE S1 with APCR", "4 99")
    assert field.event("ammo")["short"] is short
    none = Range([unit(T34, "0806", "D")], [unit(PAK, "0809", "A", "FIRE")], tungsten="none")
    assert none.refused("german", "G1 FIRE S1 with APCR") == "5.16.1b"
    before = Range([unit(T34, "0806", "D")], [unit(PAK, "0809", "A", "FIRE")], tungsten="none", month="1943-07")
    assert before.refused("german", "G1 FIRE S1 with APCR") == ""


# Announcements.


@pytest.mark.rules("4.4.1j", "4.4.1n", "6.2.1.1.3b", "5.14g")
def test_shared_commands_fire_at_targets_near_each_other():
    german = [unit(PZ4, "0811", "A"), unit(PZ4, "1011", "A"), unit(PZ4, "0812", "A")]
    field = Range([unit(T34, "0808", "D", "FIRE", group=1), unit(T34, "0808", "D", "FIRE", group=1)], german)
    assert field.refused("soviet", "S1 FIRE G1; S2 FIRE G2") == "5.14g 5.14g"
    assert field.refused("soviet", "S1 FIRE G1; S2 FIRE G3") == ""
    assert field.refused("soviet", "S1 FIRE G1") == ""
    field.fire("S1 FIRE G1 with AP", "99")
    ready = firing.shooters(field.state, field.scene, "soviet")
    assert ready == {1: [field.index("G3")]}
    assert field.unit("S2").known


@pytest.mark.rules("4.4.1a", "4.4.1n", "6.5.2b")
def test_legal_offers_each_weapon_and_round_with_its_targets():
    field = Range([unit("SU-76M M43", "0808", "D", "FIRE")], [unit(PZ4, "0811", "A"), unit(RIFLE, "0811", "A")])
    legal = firing.legal(field.state, field.scene, field.decision("fire", "soviet"))
    offers = {option.choices[0].split()[-1]: option.targets for option in legal.units[0].options}
    assert offers == {"AP": ("G1",), "HVAP": ("G1",), "GP": ("G1", "G2")}
    assert firing.check(field.state, field.scene, legal.decision, legal.idle) == []


@pytest.mark.rules("6.5.2b")
def test_without_words_the_first_weapon_that_can_hurt_fires():
    field = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A"), unit(RIFLE, "0811", "A")])
    asking = announcing.Asking({0: [1, 2]}, "fire")
    shots = []
    for target in ("G1", "G2"):
        told = announcing.read(field.state, field.scene, field.order(f"S1 FIRE {target}").tasks, asking)
        shots.append(told.shots[0].manner.way.kind)
    assert shots == ["AP", "GP"]
    # An ATR whose every hit would bounce leaves the field to nothing better, so it fires all the same.
    weak = Range([unit("Soviet Section", "0806", "D", "FIRE", weapons=("PTRD-41 ATR",))],
                 [unit("PzKpfw VIE Tiger I", "0811", "A", hull_down=HULL_DOWN)])  # fmt: skip
    weak.fire("S1 FIRE G1", "99")
    assert weak.event("ap_shot")["weapon"] == "PTRD-41 ATR"


@pytest.mark.rules("5.14c", "6.5.2b")
def test_a_shot_remembers_how_it_is_fired():
    field = Range([unit(T34, "0809", "D"), unit(T34, "0809", "D")],
                  [unit(RIFLE, "0810", "A", "FIRE", weapons=("Panzerfaust",))])  # fmt: skip
    order = field.order("G1 FIRE S1 with small arms; G1 FIRE S2 with Panzerfaust")
    told = announcing.read(field.state, field.scene, order.tasks, announcing.Asking({2: [0, 1]}, "fire"))
    texts = [shot.manner.text for shot in told.shots]
    assert texts == ["small arms GP", "Panzerfaust HEAT; dual different"]
    shot = field.shot("G1", "S2", "Panzerfaust HEAT; dual different; spread S1 S2")
    assert shot_words.of_shot(field.state, field.scene, shot)[1:] == ("different", ("S1", "S2"))
