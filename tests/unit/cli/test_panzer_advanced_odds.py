"""`hulldown odds panzer --level advanced`: the answers of every kind, and what is refused."""

from __future__ import annotations

import json

import pytest

from hulldown.cli.main import main

A = ["odds", "panzer", "--level", "advanced"]


def asked(capsys, *words: str) -> dict:
    assert main([*A, *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def shot(kind: str, attacker: str, target: str, reach: int, *words: str) -> list[str]:
    return ["--kind", kind, "--attacker", attacker, "--target", target, "--range", str(reach), *words]


def test_an_ap_shot_with_normal_rate_of_fire(capsys):
    words = shot("ap", "T-34/76 M43", "PzKpfw IVH", 3, "--cover", "medium", "--short-halt", "--angle", "front-side")
    found = asked(capsys, *words)
    assert found["hit"] == "27/100"
    assert found["hits"] == {"0": "73/100", "1": "27/100", "2": "0", "3": "0"}
    assert found["per_hit"] == {
        "masked": "0", "bounce": "1/5", "nd": "7/100", "track": "1/10", "damaged": "21/100", "ko": "7/25",
        "bu": "7/50",
    }  # fmt: skip
    assert all(factor["rule"] for factor in found["factors"])
    assert all(factor["provenance"] for factor in found["factors"])


def test_a_quick_gun_at_a_hull_down_tank(capsys):
    found = asked(capsys, *shot("ap", "7.5cm PaK 40 ATG", "T-34/76 M43", 6, "--cover", "light",
                                "--angle", "front-side", "--hull-down", "full"))  # fmt: skip
    assert (found["hit"], found["hits"]) == ("63/100", {"0": "37/100", "1": "51/100", "2": "3/25", "3": "0"})
    assert found["per_hit"] == {
        "masked": "3/5", "bounce": "0", "nd": "1/25", "track": "0", "damaged": "3/25", "ko": "4/25", "bu": "2/25",
    }  # fmt: skip


def test_gp_fire(capsys):
    found = asked(capsys, *shot("gp", "German Rifle squad", "SU-76M M43", 3, "--grade", "veteran"))
    numbers = {key: found[key] for key in ("band", "factor", "defence", "net", "n_effect", "s_effect")}
    assert numbers == {"band": "S", "factor": 7, "defence": 2, "net": -10, "n_effect": 31, "s_effect": 62}
    assert found["outcomes"] == {
        "none": "41/100", "suppressed": "59/100", "damaged": "0", "track": "0", "ko": "0", "bu": "0",
    }  # fmt: skip
    back = asked(capsys, *shot("gp", "SU-76M M43", "German Rifle squad", 3, "--cover", "light",
                               "--shooter-suppressed", "--grade", "regulars"))  # fmt: skip
    assert (back["defence"], back["net"], back["n_effect"], back["s_effect"]) == (4, -20, 48, 77)
    assert back["outcomes"] == {"none": "17/25", "suppressed": "29/100", "effective": "3/100"}


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("--kind commands --grade seasoned --units 27", {"commands": 16, "range": 1}),
        ("--kind commands --grade elite --units 5", {"commands": 4, "range": 2}),
        ("--kind initiative --grade veteran --against regulars", {"first": "817/994"}),
        ("--kind building --target SU-85M43 --building brick", {"track": "117/400", "damaged": "63/400"}),
        ("--kind bailout --event track --who crew", {"chance": "3/10"}),
        ("--kind bailout --event ko --who leg --grade green", {"chance": "3/4"}),
        ("--kind hulldown --target StuG-IIIG --terrain rough", {"chance": "11/20"}),
        ("--kind hulldown --target T-34/76M43 --terrain light-woods --partial --grade elite", {"chance": "2/5"}),
        ("--kind quickmarch --grade veteran", {"chance": "2/5"}),
        ("--kind quickmarch --grade veteran --cavalry", {"chance": "1/5"}),
        ("--kind recovery --grade regulars --command --under-fire", {"chance": "1/5"}),
        ("--kind spot --target PzKpfwIIIM --cover medium", {"range": 7}),
        ("--kind spot --target PzKpfwIIIM --cover medium --moved", {"range": 20}),
        ("--kind spot --target PzKpfwIIIM --cover medium --fired full", {"range": 30}),
        ("--kind spot --target GermanRiflesquad --cover light", {"range": 5}),
        ("--kind spot --target GermanRiflesquad --fired small", {"range": 15}),
        ("--kind spot --target GermanRiflesquad --fired small --moved", {"range": 20}),
        ("--kind spot --target GermanRiflesquad --cavalry", {"range": 15}),
        ("--kind spot --target 57mmZiS-2M43ATG --full-cover --spotter-suppressed", {"range": 1}),
        ("--kind spot --target Section --spotter-full-cover --moved", {"range": 3}),
    ],
)
def test_the_other_kinds(capsys, words, answer):
    found = asked(capsys, *words.split())
    assert {key: found[key] for key in answer} == answer
    assert found["factors"]


@pytest.mark.parametrize(
    ("words", "net"),
    [
        (["--full-cover"], 0), (["--target-moving"], 0), (["--wall"], -10), (["--entrenched"], -10),
        (["--crawling"], 10), (["--cavalry"], 10), (["--smoke", "1"], -10), (["--on-fire", "1"], -20),
        (["--heat-haze"], -10), (["--short-halt"], -15), (["--shooter-damaged"], -10), (["--overwatch"], -5),
    ],
)  # fmt: skip
def test_gp_flags(capsys, words, net):
    found = asked(capsys, *shot("gp", "SU-76M M43", "German Rifle squad", 3, *words))
    assert found["net"] == net
    assert found["defence"] == {"--full-cover": 4, "--target-moving": 1}.get(words[0], 2)


def test_passengers_and_limits(capsys):
    found = asked(capsys, *shot("gp", "SU-152 M43", "Soviet SMG squad", 3, "--carried", "under-cover",
                                "--ammo-limit", "failed"))  # fmt: skip
    assert (found["defence"], found["net"]) == (3, -10)
    found = asked(capsys, *shot("ap", "SU-76M M43", "PzKpfw IVH", 3, "--ammo", "hvap", "--ammo-limit", "failed"))
    assert (found["net"], found["penetration"]) == (-3, 19)
    found = asked(capsys, *shot("ap", "SU-76M M43", "PzKpfw IVH", 3, "--ammo", "hvap"))
    assert (found["net"], found["penetration"]) == (0, 23)


def test_dual_fire_is_for_the_second_weapon(capsys):
    found = asked(capsys, *shot("ap", "Panzerfaust", "T-34/76 M43", 1, "--dual-fire", "different"))
    assert found["net"] == -3
    found = asked(capsys, *shot("ap", "M3 Lee", "PzKpfw IIIL", 3, "--weapon", "37mm", "--dual-fire", "same"))
    assert (found["net"], found["rof"]) == (-1, "Q")
    found = asked(capsys, *shot("gp", "SPW 251/2", "German Rifle squad", 3, "--weapon", "MMG", "--dual-fire", "same"))
    assert found["net"] == -5
    words = shot("ap", "M3 Lee", "PzKpfw IIIL", 3, "--dual-fire", "same", "--shooter-suppressed")
    assert asked(capsys, *words)["void"] == "a suppressed unit fires one weapon only"


def test_out_of_range_is_an_answer(capsys):
    found = asked(capsys, *shot("ap", "T-34/76 M43", "PzKpfw IVH", 18))
    assert (found["hit"], found["hits"]["0"], found["void"]) == ("0", "1", "range 18 is beyond the maximum range 17")
    found = asked(capsys, *shot("gp", "8cm GrW 34", "Soviet Rifle squad", 1))
    assert (found["outcomes"]["none"], found["void"]) == ("1", "range 1 is below the minimum range 2")


def test_in_words(capsys):
    assert main([*A, "--kind", "commands", "--units", "27"]) == 0
    assert "commands: 16" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (shot("ap", "T-43", "PzKpfw IVH", 3), "there is no unit or weapon named 'T-43'", "did you mean"),
        (shot("ap", "T-34/76 M43", "German Rifle squad", 3), "AP fire is for vehicles (6.5.2b)", "--kind gp"),
        (shot("ap", "T-34/76 M43", "PzKpfw IVH", 3, "--ammo", "APDS"), "no ammunition 'APDS'", "one of AP, HVAP"),
        (shot("ap", "German HMG", "PzKpfw IVH", 3), "German HMG has no AP row", "its weapons: crew HMG"),
        (shot("gp", "PTRD-41 ATR", "Truck", 3), "PTRD-41 ATR has no GP row", "its weapons"),
        (shot("ap", "T-34/76 M43", "PzKpfw IVH", 0), "--range is 0", "from 1 up"),
        (shot("ap", "T-34/76 M43", "PzKpfw IVH", 3, "--ammo-limit", "failed"), "no such ammo limit", "leave"),
        (shot("gp", "German Rifle squad", "Truck", 3, "--ammo-limit", "failed"), "no such ammo limit", "leave"),
        (shot("ap", "7.5cm PaK 40 ATG", "T-34/76 M43", 3, "--short-halt"), "cannot have Short Halt (6.6.5e)", "leave"),
        (shot("ap", "T-34/76 M43", "PzKpfw IVH", 3, "--short-halt", "--overwatch"), "exclude each other", "one"),
        (shot("gp", "German HMG", "T-34/76 M43", 3, "--transported"), "cannot be fired while carried", "leave"),
        (shot("gp", "T-34/76 M43", "PzKpfw IVH", 3, "--transported"), "no leg unit that is carried", "leave"),
        (shot("gp", "T-34/76 M43", "PzKpfw IVH", 3, "--full-cover"), "not for PzKpfw IVH (6.1.4.2b)", "leave"),
        (shot("gp", "T-34/76 M43", "57mm ZiS-2 M43 ATG", 3, "--crawling"), "not for 57mm ZiS-2", "leave"),
        (shot("gp", "T-34/76 M43", "Section", 3, "--hull-down", "full"), "not for Section (6.1.4.1a)", "leave"),
        (shot("gp", "T-34/76 M43", "PzKpfw IVH", 3, "--angle", "rear"), "does not belong to --kind gp", "its flags"),
        (shot("ap", "T-34/76 M43", "PzKpfw IVH", 3, "--aspect", "rear"), "--aspect does not belong to", "its flags"),
        (["--kind", "ap", "--target", "PzKpfw IVH"], "--attacker is missing", "German Rifle squad"),
        (["--kind", "bailout", "--who", "crew"], "--event is missing", "one of nd"),
        (["--kind", "bailout", "--event", "ko", "--who", "crew"], "a crew does not roll for ko (6.5.4.5b)", "leg"),
        (["--kind", "building", "--target", "SU-76M M43", "--building", "wood"], "open-topped and may not", "roof"),
        (["--kind", "building", "--target", "Truck", "--building", "wood"], "is not tracked", "roof"),
        (["--kind", "hulldown", "--target", "StuG IIIG", "--terrain", "stream"], "finds a position in", "clear"),
        (["--kind", "hulldown", "--target", "StuG IIIG", "--terrain", "moor"], "there is no terrain", "ford?"),
        (["--kind", "commands"], "--units is missing", "from 0 up"),
        (["--kind", "commands", "--units", "-1"], "--units is -1", "from 0 up"),
        (["--kind", "initiative"], "--against is missing", "elite"),
        (["--kind", "quickmarch", "--grade", "hero"], "argument --grade: invalid choice: 'hero'", "--help"),
        (["--kind", "seance"], "argument --kind: invalid choice: 'seance'", "--help"),
    ],
)  # fmt: skip
def test_bad_input(capsys, words, error, hint):
    assert main([*A, *words]) == 2
    told = capsys.readouterr().err
    lines = told.strip().split("\n")
    assert lines[0].startswith("error: ")
    assert error in lines[0]
    assert lines[1].startswith("hint: ")
    assert hint in lines[1]


ASSAULT = "--kind assault --target"
OVERRUN = "--kind overrun --attacker"


@pytest.mark.parametrize(
    ("words", "error", "hint"),
    [
        (f"{ASSAULT} StuG_IIIG", "--attackers is missing", "squad,half-squad"),
        (f"{ASSAULT} StuG_IIIG --attackers platoon", "names 'platoon' (6.6.1.1a)", "squad"),
        (f"{ASSAULT} German_Rifle_squad --attackers squad", "is no vehicle (6.6.1.1d)", "--kind hand"),
        (f"{ASSAULT} Truck --attackers squad,squad --dismount", "attacks alone (6.6.1.1p)", "one attacker"),
        ("--kind hand --attackers squad --dismount --advance", "exclude each other (6.6.1.1o)", "leave one out"),
        ("--kind hand --attackers squad --unsupported", "does not belong to --kind hand", "--defender"),
        (f"{OVERRUN} Truck --target Section", "cannot overrun (6.6.10b)", "another one"),
        (f"{OVERRUN} StuG_IIIG --target Truck", "is a vehicle (6.6.10d)", "leg and towed"),
        (f"{OVERRUN} StuG_IIIG --target Section --short-halt", "to --kind overrun (6.6.10c)", "--cover"),
        (f"{OVERRUN} StuG_IIIG --target Section --carrier Truck", "to --kind overrun (6.6.10d)", "--cover"),
        (f"{ASSAULT} Truck --attackers squad --shooter-suppressed", "--shooter-suppressed does not", "--attackers"),
        ("--kind hand --attackers squad --shooter-suppressed", "does not belong to --kind hand (6.6.2e)", "--defender"),
        (f"{ASSAULT} Truck --attackers section --advance --flamethrower", "(6.6.1.1f)", "leave one out"),
        (f"{OVERRUN} StuG_IIIG --target Section --passengers 57mm_ZiS-2_M43_ATG", "no leg unit", "leg units only"),
        (f"{OVERRUN} SU-152_M43 --target Section --ammo-limit both", "for an overrun (6.6.10.1b)", "leave"),
        (f"{OVERRUN} StuG_IIIG --target 57mm_ZiS-2_M43_ATG --crawling", "ATG (6.6.4.3a)", "leave it out"),
        (f"{OVERRUN} SPW_251/1 --target Section --passengers Section,Section,Section,Section", "no room for", "fewer"),
    ],
)
def test_bad_input_of_close_combat(capsys, words, error, hint):
    assert main([*A, *[word.replace("_", " ") for word in words.split()]]) == 2
    lines = capsys.readouterr().err.strip().split("\n")
    assert error in lines[0]
    assert hint in lines[1]


def test_close_combat(capsys):
    stug = ["--kind", "assault", "--grade", "regulars", "--target", "StuG IIIG"]
    found = asked(capsys, *stug, "--attackers", "squad", "--target-moving", "--target-suppressed")
    assert found["outcomes"] == {
        "none": "11/100", "suppressed": "8/25", "damaged": "3/50", "track": "3/50", "ko": "27/100", "bu": "9/50",
    }  # fmt: skip
    more = ["--advance", "--uphill", "--unsupported", "--flamethrower"]
    found = asked(capsys, *stug, "--attackers", "Half-Squad, section", *more)
    assert (found["factor"], found["net"]) == (4, 20 - 10 - 10 - 10 + 30 + 20 + 5)
    hand = ["--kind", "hand", "--grade", "veteran", "--against", "regulars"]
    found = asked(capsys, *hand, "--attackers", "squad,half-squad", "--defender", "squad")
    assert (found["first_round"], found["net"], found["net_defender"]) == ("501/662", 20, -10)
    assert found["attacker_wins"] == "1251553774480707/1378564715993332"
    found = asked(capsys, *hand, "--attackers", "half-squad,half-squad", "--defender", "squad")
    assert found["first_round"] == "1088/1981"
    found = asked(capsys, *hand, "--attackers", "half-squad,half-squad", "--defender", "half-squad")
    assert found["first_round"] == "501/662"
    switches = ["--advance", "--uphill", "--flamethrower", "--cavalry", "--defender-suppressed"]
    found = asked(capsys, *hand, "--attackers", "half-squad,half-squad", *switches, "--defender", "towed")
    assert (found["net"], found["net_defender"]) == (-5 - 10 - 10 + 20 + 20, -40 - 20 - 10)
    assert asked(capsys, *hand, "--attackers", "section", "--dismount")["net"] == -30 - 10 + 10
    over = ["--kind", "overrun", "--attacker", "IS-2m M44", "--grade", "veteran", "--cover", "light"]
    found = asked(capsys, *over, "--target", "German Rifle half-squad")
    assert (found["factor"], found["defence"], found["net"], found["n_effect"], found["s_effect"]) == (8, 4, 30, 36, 68)
    assert found["outcomes"] == {"none": "3/50", "suppressed": "8/25", "effective": "31/50"}
    loaded = asked(capsys, *over, "--target", "German Rifle half-squad", "--passengers", "Soviet Rifle squad",
                   "--shooter-damaged", "--ammo-limit", "failed", "--target-moving")  # fmt: skip
    assert (loaded["factor"] > 8, loaded["defence"], loaded["net"]) == (True, 2, 10)
    clouds = ["--smoke-open", "1", "--barrage-closed", "1"]
    assert asked(capsys, *over, "--target", "German Rifle half-squad", *clouds)["net"] == 30 - 10 - 10
    laden = ["--attackers", "section,half-squad", "--advance", "--flamethrower"]
    assert asked(capsys, *hand, *laden)["net"] == -30 - 10 + 10 + 20 + 10, "the half-squad has advanced"


def test_the_basic_shot_is_the_default(capsys):
    basic = ["odds", "panzer", "--attacker", "T-34/76 M43", "--target", "PzKpfw IVH", "--range", "3", "--json"]
    assert main(basic) == 0
    plain = capsys.readouterr().out
    assert main([*basic, "--level", "basic"]) == 0
    assert capsys.readouterr().out == plain
    assert set(json.loads(plain)) == {"hit", "outcomes", "factors"}


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ([], "hulldown odds: the following arguments are required: --attacker, --target, --range"),
        (["--level", "basic"], "hulldown odds: the following arguments are required: --attacker, --target, --range"),
        (["--attacker", "a", "--target", "b", "--range", "3", "--grade", "elite"],
         "--grade belongs to the Advanced Game"),
        (["--attacker", "a", "--target", "b", "--range", "3", "--kind", "gp"], "--kind belongs to the Advanced Game"),
    ],
)  # fmt: skip
def test_the_basic_shot_keeps_its_errors(capsys, words, error):
    assert main(["odds", "panzer", *words]) == 2
    assert capsys.readouterr().err.startswith(f"error: {error}\nhint: ")


@pytest.mark.parametrize(
    ("words", "defence", "net"),
    [
        (["--target", "PzKpfw IVH"], 3, 0),
        (["--target", "PzKpfw IVH", "--cover", "heavy"], 3, 0),
        (["--target", "PzKpfw IVH", "--cover", "heavy", "--overhead"], 3, -20),
        (["--target", "PzKpfw IVH", "--cover", "medium", "--overhead"], 3, -10),
        (["--target", "German Rifle squad", "--cover", "medium"], 6, 20),
        (["--target", "German Rifle squad", "--carrier", "SPW 251/1"], 3, 20),
        (["--target", "German Rifle squad", "--carrier", "Truck"], 1, 20),
    ],
)
def test_attacks_from_the_air_on_cover_and_on_passengers(capsys, words, defence, net):
    """6.5.4.3-vehicle-cover-b: woods do not shelter a vehicle from above; 6.5.4.2.3d: passengers by their carrier."""
    strafe = ["--kind", "air", "--aircraft", "Il-2m3", "--weapon", "strafe", "--altitude", "low", "--speed", "slow"]
    found = asked(capsys, *strafe, *words)
    assert (found["defence"], found["net"]) == (defence, net)


def test_the_hindrances_of_a_line_are_a_table(capsys):
    line = ["los", "panzer-ridge", "0505", "1212"]
    assert main([*line, "--smoke", "closed:0808,0909", "--barrage", "open:1010+1011", "--fire", "1111"]) == 0
    told = [" ".join(one.split()) for one in capsys.readouterr().out.splitlines()]
    first = told.index("hindrances:")
    assert told[first + 1 : first + 6] == [
        "kind hexes counts ap gp rule gp_rule",
        "Closed Smoke 0808 yes -5 -20 6.5.2.4-smoke-a 6.5.4.3-smoke",
        "Brew-Up Smoke 0909 yes -2 -10 4.4.3.2.2-brew-up-smoke-a 6.5.4.3-brew-up-smoke",
        "Open Barrage 1010 yes -1 -5 6.5.2.4-barrage-a 6.5.4.3-barrage",
        "Fire 1111 yes -5 -20 6.5.2.4-on-fire-a 6.5.4.3-on-fire-a",
    ]
    assert main([*line, "--altitude", "low"]) == 0
    assert "needs_observer: no" in capsys.readouterr().out.splitlines()
