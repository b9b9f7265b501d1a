"""`hulldown odds tank --book expanded` and `hulldown los tank --smoke`: every flag, and what is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from support.cli_run import Result

Run = Callable[..., Result]


def odds(run: Run, *argv: str) -> dict:
    return run("odds", "tank", "--book", "expanded", *argv, "--json").json


@pytest.mark.parametrize(
    ("argv", "chance"),
    [
        ("--attacker T-62 --target M60A3 --range 12 --panic 2 --aspect side", "2/3"),
        ("--attacker T-62 --target M60A3 --range 12 --panic 2 --aspect front", "0"),
        ("--attacker M-20A --target T-55 --range 3 --moved 5", "2/3"),
        ("--attacker M-20A --target T-55 --range 4 --moved 5", "0"),
        ("--attacker Snapper --target M60A1 --range 25 --panic 3 --moved 7", "1/3"),
        ("--attacker Snapper --target M60A1 --range 25 --panic 1 --moved 7 --preservation", "1/3"),
        ("--attacker infantry --nation Sov --period 6 --target infantry --range 5", "2/3"),
        ("--attacker infantry --nation Sov --period 7 --target infantry --range 5", "1"),
        ("--attacker infantry --nation sov --period 7 --target infantry --range 5 --mounted", "1/2"),
        ("--attacker PzIVE --target truck --range 21 --with AP", "1/2"),
        ("--attacker PzIVE --target truck --range 21 --with HE", "1"),
        ("--attacker PzIIIJ --target infantry --terrain ip --range 6", "0"),
        ("--attacker PzIIIJ --target infantry --terrain ip --range 6 --rider", "2/3"),
        ("--attacker T-62 --target truck --range 5 --with AP", "0"),
        ("--recon --panic 4", "2/3"),
        ("--recon --panic 4 --preservation", "1"),
        ("--recon", "0"),
    ],
)
def test_chances(run: Run, argv: str, chance: str) -> None:
    assert odds(run, *argv.split())["probability"] == chance


@pytest.mark.parametrize(
    ("argv", "destroyed", "panic", "none"),
    [
        ("--barrage M --target infantry --terrain ip", "1/6", "5/12", "5/12"),
        ("--barrage m,lb,HB --target T34/85", "1/6", "5/6", "0"),
        ("--barrage Lb --target T34/85", "0", "1/6", "5/6"),
        ("--barrage Mb --target infantry --terrain woods", "1/3", "0", "2/3"),
        ("--air L --target T34/85", "0", "1", "0"),
        ("--air H --target truck", "2/3", "1/3", "0"),
        ("--mines 2 --target truck", "1/3", "0", "2/3"),
        ("--mines 7 --target T-55", "1", "0", "0"),
        ("--mines 3 --target infantry", "0", "0", "1"),
    ],
)
def test_outcomes(run: Run, argv: str, destroyed: str, panic: str, none: str) -> None:
    assert odds(run, *argv.split())["outcomes"] == {"destroyed": destroyed, "panic": panic, "none": none}


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        ("--attacker Snapper --target T-55 --range 9", "24.31: range 9 is below its minimum of 10", "nearer"),
        ("--attacker infantry --nation Ger --period 13 --target truck --range 2", "no period 13", "1 to 12"),
        ("--attacker infantry --nation It --period 6 --target truck --range 2", "It does not fight in period 6", "Sov"),
        ("--attacker infantry --target truck --range 2", "26.11a", "--nation"),
        ("--attacker Centurion --target T-55 --range 4", "ambiguous", "Br Centurion, Isr Centurion"),
        ("--attacker T-63 --target T-55 --range 4", "T-63", "T-62"),
        ("--attacker T-62 --nation Sov --target T-55 --range 4", "--nation says which squad fires", "infantry"),
        ("--attacker T-62 --with HE --target T-55 --range 4", "only at a truck", "--with"),
        ("--attacker T-62 --rider --target T-55 --range 4", "does not ride", "--target infantry"),
        ("--attacker T-62 --target T-55", "required: --range", "hexes"),
        ("--barrage M", "required: --target", "fired at"),
        ("--barrage M,X --target T-55", "'X' is no artillery", "batteries"),
        ("--barrage M --air L --target T-55", "--barrage and --air do not go together", "one of them"),
        ("--barrage M --attacker T-62 --target T-55", "do not go together", ""),
        ("--mines -1 --target T-55", "--mines is -1", "1 to 99"),
        ("--recon --panic 11", "--panic is 11", "0 to 10"),
        ("--attacker T-62 --target T-55 --range 100", "--range is 100", "1 to 99"),
        ("--attacker T-62 --target T-55 --range 4 --moved 100", "--moved is 100", "0 to 99"),
    ],
)
def test_what_is_refused(run: Run, argv: str, said: str, hint: str) -> None:
    assert run("odds", "tank", "--book", "expanded", *argv.split()).refused(said, hint)


@pytest.mark.parametrize("flag", ["--barrage M", "--mines 2", "--recon", "--rider", "--period 6", "--with AP"])
def test_the_standard_book_has_none_of_it(run: Run, flag: str) -> None:
    shot = ("--attacker", "T62", "--target", "M60A2", "--range", "5")
    assert run("odds", "tank", *shot, *flag.split()).refused("belongs to the Expanded book", "--book expanded")


def test_the_charts_are_never_mixed(run: Run) -> None:
    """36.0i: PzIVh moves on one chart, Pz IVH on the other; each book finds its own."""
    argv = ("--attacker", "PzIVh", "--target", "T34/85", "--range", "12", "--json")
    standard = run("odds", "tank", *argv).json
    expanded = run("odds", "tank", "--book", "expanded", *argv).json
    assert [factor["label"] for factor in standard["factors"]][:2] == ["PzIVh AP", "T34/85 front"]
    assert [factor["label"] for factor in expanded["factors"]][:2] == ["Ge Pz IVH AP", "So T34/85 front"]
    assert (standard["differential"], expanded["differential"]) == (3, 4)


def test_smoke_blocks_a_line_and_is_named(run: Run) -> None:
    assert run("los", "tank", "3319", "3323", "--json").json["clear"]
    found = run("los", "tank", "3319", "3323", "--smoke", "3322, 3321", "--json").json
    assert not found["clear"]
    assert found["blocked_by"] == {"hex": "3321", "terrain": "smoke", "rule": "28.52a"}
    assert run("los", "tank", "3319", "3323", "--smoke", "3319,3323,3421", "--json").json["clear"]
    told = run("los", "tank", "3319", "3323", "--smoke", "3321").out
    assert "3319 does not see 3323: smoke at hex 3321 [28.52a]" in told
    assert run("los", "tank", "3319", "3323", "--smoke", "9999").refused("9999", "")


def test_duels_are_fought_by_either_book(run: Run) -> None:
    duel = (
        "lab",
        "duel",
        "--game",
        "tank",
        "--attacker",
        "Snapper",
        "--target",
        "M60A1",
        "--book",
        "expanded",
        "--json",
    )
    found = run(*duel).json
    chances = {shot["range"]: shot["kill"] for shot in found["shots"] if shot["aspect"] == "front"}
    assert (chances[9], chances[10], chances[40], chances[50]) == ("0", "1/6", "2/3", "0")
    assert "disrupted" not in run(*duel[:-1]).out
