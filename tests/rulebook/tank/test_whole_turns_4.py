"""Case 4: whole turns with scripted dice, every event of them in order: who is told what, by which case."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import TankState
from support.tank_positions import Played, carry_on, facing, opened, play, position, unit, where

Draw = Callable[..., str]


def told(played: Played) -> list[str]:
    """Every event on a line: step, kind, case, audience, data."""
    return [
        " ".join(
            [
                e.step,
                e.kind,
                e.rule,
                "+".join(e.audience) or "all",
                *(f"{key}={value}" for key, value in e.data.items()),
            ]
        )
        for e in played.events
    ]


def lines(text: str) -> list[str]:
    """The lines of a text; an indented one goes on with the one before."""
    return re.sub(r"\n +", " ", text.strip()).splitlines()


def standing(state: TankState) -> str:
    """Where the units on the map stand and how they face."""
    return "; ".join(f"{u.id} {where(state, u.id)} {facing(state, u.id)}" for u in state.units if u.status == "on map")


def lost(state: TankState) -> str:
    return " ".join(u.id for u in state.units if u.status == "destroyed")


ATTACK = """
spot spotted 13.3a all unit=B4 counter=b?3 type=PzIVh
spot spot_roll 13.5-01-10 alpha unit=A1 target=b?4 die=3 needs=5
spot spotted 13.5-01-10 all unit=B9 counter=b?4 type=infantry
spot spot_roll 13.5-01-10 alpha unit=A1 target=b?5 die=1 needs=5
spot spotted 13.3a all unit=B10 counter=b?5 type=infantry
spot spot_roll 13.5-01-10 alpha unit=A1 target=b?6 die=6 needs=5
spot spot_roll 13.5-11-20 alpha unit=A2 target=b?6 die=2 needs=3
spot spotted 13.3a all unit=B11 counter=b?6 type=infantry
direct shot 8.9 all unit=A5 target=B3 result=destroyed die=5 add=1 hits_on=1-6 range=6 column=7 strength=14
    defence=7 at=2403 chance=1
direct shot 8.9 all unit=B2 target=A6 result=missed die=4 add=2 hits_on=1 range=9 column=3 strength=14
    defence=11 at=0312 chance=1/6
direct destroyed 8.61a all unit=B3 side=bravo type=PzIVh hex=2403 wreck=True
move shot 8.9 bravo unit=B1 target=A1 result=destroyed die=1 add=1 hits_on=1-3 range=5 column=3 strength=14
    defence=11 at=1009 chance=1/2
move shot_at 8.9 alpha+* unit=unseen target=A1 result=destroyed die=1 at=1009
move destroyed 8.61d all unit=A1 side=alpha type=T34/85 hex=1009 wreck=True
move position_roll 14.2b bravo hex=1004 die=2
move revealed 14.2b bravo unit=B1 hex=1004
move revealed 14.2b alpha+* unit=b?7 hex=1004
move spot_roll 13.5-01-10 alpha unit=A2 target=b?7 die=6 needs=3
move spot_roll 13.5-11-20 alpha unit=A4 target=b?7 die=3 needs=1
move spot_roll 13.5-11-20 alpha unit=A5 target=b?7 die=3 needs=1
move spot_roll 13.5-11-20 alpha unit=A6 target=b?7 die=4 needs=1
move moved 9.2 all unit=A2 hex=0607 point=1
move moved 9.2 all unit=A3 hex=1411 point=1
move moved 9.2 all unit=A4 hex=2009 point=1
move moved 9.2 all unit=A6 hex=0311 point=1
move moved 9.2 all unit=B4 hex=0304 point=1
move moved 9.2 all unit=B10 hex=1409 point=1
move moved 9.2 all unit=B11 hex=2007 point=1
move spot_roll 13.5-01-10 alpha unit=A3 target=b?7 die=2 needs=3
move spotted 13.5-01-10 all unit=B1 counter=b?7 type=75AT
move shot 8.81 all unit=B9 target=A2 result=missed die=5 add=0 hits_on=1 range=1 column=moving strength=0
    defence=0 at=0607 chance=1/6
move moved 9.2 all unit=A3 hex=1311 point=2
move moved 9.2 all unit=A4 hex=2008 point=2
move moved 9.2 all unit=A6 hex=0310 point=2
move moved 9.2 all unit=B4 hex=0305 point=2
move moved 9.2 all unit=A2 hex=0606 point=3
move moved 9.2 all unit=A6 hex=0309 point=3
move overrun 9.44 all unit=A2 hex=0606 victims=1
move destroyed 9.44 all unit=B9 side=bravo type=infantry hex=0606 wreck=False
move moved 9.2 all unit=A2 hex=0605 point=4
move moved 9.2 all unit=A6 hex=0308 point=4
final turned 7.11 all unit=A4 facing=C
record turn 4.1 all turn=4
"""


@pytest.mark.rules("4.1-a-1", "4.1-b-3a", "4.1-b-4a", "4.1-b-5a", "4.1-c", "4.0b", "4.3b", "7.11a", "7.11b")
@pytest.mark.rules(
    "8.0-gen-1", "8.0-proc-df-6", "8.51", "8.55", "8.57a", "8.57b", "8.61a", "8.61d", "8.62", "8.63", "8.84a"
)
@pytest.mark.rules(
    "9.0-gen-4", "9.14", "9.2b", "9.41", "9.44", "9.6a", "13.0-proc-3", "13.0-proc-4", "13.23a", "13.23b"
)
@pytest.mark.rules("13.22", "13.3a", "13.3b", "13.4b", "14.2b", "14.2d", "8.71a", "9.0-proc-2", "13.21b", "14.0-proc-2")
@pytest.mark.rules("4.1-b-1", "12.0-gen-1", "4.1-b-2")
def test_4_1_tanks_attack_guns_and_infantry(draw: Draw) -> None:
    state = position(
        draw(base="tank/2", hexes={"1206": "woods"}, sides={"1004D": "berm"}),
        alpha={
            "A1": ("1009", "A"), "A2": ("0608", "A"), "A3": ("1512", "F"), "A4": ("2010", "D"), "A5": ("2208", "B"),
            "A6": ("0312", "A"),
        },
        bravo={
            "B1": ("1004", "D", "hidden"), "B2": ("0604", "D"), "B3": ("2403", "E", "PzIVh"),
            "B4": ("0303", "D", "PzIVh", "unspotted"), "B9": ("0606", "", "unspotted"),
            "B10": ("1408", "", "unspotted"), "B11": ("2006", "", "unspotted"),
        },
        dice="3 1 6 2 5 4 1 2 6 3 3 4 2 5",
    )  # fmt: skip
    plots = "A1 MV A A; A2 OV A A A; A3 MV F F; A4 MVR A A; A5 DF 2403; A6 MV A A A A"
    answers = "B1 OF 1009; B2 DF 0312; B9 OF adjacent; B10 MV D; B11 MV D; B3 MV E E E; B4 MV D D"
    asked = play(state, plots, answers, until="face").state
    assert [u.id for u in asked.units if u.may_face] == ["A2", "A3", "A4", "A6", "B4"]
    played = play(state, plots, answers, face={"alpha": "A4 C"})
    assert told(played) == lines(ATTACK)
    after = played.state
    assert standing(after) == (
        "A2 0605 A; A3 1311 F; A4 2008 C; A5 2208 B; A6 0308 A; B1 1004 D; B2 0604 D; B4 0305 D; B10 1409 F; B11 2007 F"
    )
    assert lost(after) == "A1 B3 B9"
    board = [where(after, name) for name in ("A1", "B3")]
    assert sorted(board) == ["1009", "2403"]
    assert (after.wrecks, after.fresh) == ([unit(after, "B3").cell, unit(after, "A1").cell], [])
    assert (after.turn, after.contact, after.first_fire, after.last_loss) == (4, 3, 3, 3)
    assert (after.losses, after.preserved) == ({"bravo": 2, "alpha": 1}, {})
    assert after.fired_on == {"bravo": True, "alpha": True}
    assert (after.tasks, after.run, after.submitted) == ({}, None, {})
    assert [(where(after, "B1"), p.side, p.revealed) for p in after.positions] == [("1004", "bravo", True)]
    for each in after.units:
        marks = (each.moving, each.fired, each.may_face, each.points, each.tested, each.dying)
        assert not any(marks), each.id


MEETING = """
panic chits 12.1 all side=alpha chits=0 4
panic panic_move 12.22 alpha unit=A7 direction=F points=3 path=1413 1313 1212 provenance=reconstructed
panic panic_move 12.22 alpha unit=A8 direction=D points=2 path=0805 0806 provenance=reconstructed
panic chits 12.1 all side=bravo chits=6
panic panic_move 12.22 bravo unit=B4 direction=A points=2 path=1515 1514 provenance=reconstructed
initial turned 9.0 all unit=A3 facing=A
initial turned 9.0 all unit=A8 facing=D
spot spotted 13.3a all unit=B2 counter=b?2 type=M60A2
spot spotted 13.3a all unit=B4 counter=b?4 type=M60A2
direct shot 8.9 all unit=A9 target=B6 result=destroyed die=6 add=0 hits_on=1-6 range=1 column=10 strength=21
    defence=8 at=1702 chance=1
direct overkill 8.22b alpha unit=A10 target=B6
direct shot 8.9 all unit=B5 target=A5 result=destroyed die=3 add=0 hits_on=1-6 range=5 column=9 strength=15
    defence=6 at=1911 chance=1
direct destroyed 8.61a all unit=A5 side=alpha type=T62 hex=1911 wreck=True
direct dying 8.58b bravo unit=B6
move moved 9.2 all unit=A1 hex=1008 point=1
move moved 9.2 all unit=A2 hex=0607 point=1
move moved 9.2 all unit=A3 hex=0507 point=1
move moved 9.2 all unit=A4 hex=2402 point=1
move moved 9.2 all unit=A6 hex=0311 point=1
move moved 9.2 all unit=A7 hex=1413 point=1
move moved 9.2 all unit=A8 hex=0805 point=1
move moved 9.2 all unit=B1 hex=1006 point=1
move moved 9.2 all unit=B2 hex=0404 point=1
move moved 9.2 all unit=B4 hex=1515 point=1
move stopped 9.0-proc-4 all unit=A1 hex=1008 why=disputed hex 1007
move stopped 9.0-proc-4 all unit=B1 hex=1006 why=disputed hex 1007
move exited 17.3-7 all unit=A4 hex=2402
move moved 9.2 all unit=A2 hex=0606 point=2
move moved 9.2 all unit=A3 hex=0506 point=2
move moved 9.2 all unit=A6 hex=0310 point=2
move moved 9.2 all unit=A7 hex=1313 point=2
move moved 9.2 all unit=A8 hex=0806 point=2
move moved 9.2 all unit=B2 hex=0405 point=2
move moved 9.2 all unit=B4 hex=1514 point=2
move moved 9.2 all unit=A6 hex=0309 point=3
move moved 9.2 all unit=A7 hex=1212 point=3
move moved 9.2 all unit=B2 hex=0406 point=3
move moved 9.2 all unit=A6 hex=0308 point=4
move moved 9.2 all unit=A6 hex=0307 point=5
move no_target 8.51 bravo unit=B6
move destroyed 8.61c all unit=B6 side=bravo type=M60A2 hex=1702 wreck=True
final turned 7.11 all unit=A1 facing=C
record turn 4.1 all turn=7
"""


@pytest.mark.rules("4.1-b-1", "4.1-b-4b", "4.1-c", "8.22b", "8.58a", "8.58b", "8.61a", "8.61c", "8.21b", "9.0-proc-4")
@pytest.mark.rules(
    "9.14", "9.2c", "12.0-gen-1", "12.0-gen-2", "12.1a", "12.1b", "12.21", "12.22a", "12.22c", "12.23a", "17.3-7"
)
@pytest.mark.rules("7.12a", "9.5b", "8.51", "9.42", "12.0-gen-4", "13.3b", "17.11-5", "8.23a", "9.33", "15.0-gen-1")
def test_4_1_two_forces_meet_and_some_panic(draw: Draw) -> None:
    state = position(
        draw(hexes={"1206": "woods"}, sides={"1004D": "berm"}), turn=6, panic=True,
        alpha={
            "A1": ("1009", "A"), "A2": ("0608", "A"), "A3": ("0508", "B"), "A4": ("2303", "B"), "A5": ("1911", "E"),
            "A6": ("0312", "A"), "A7": ("1514", "F"), "A8": ("0804", "A"), "A9": ("1802", "B"), "A10": ("1602", "B"),
        },
        bravo={
            "B1": ("1005", "D"), "B2": ("0403", "D", "unspotted"), "B3": ("1404", "E"),
            "B4": ("1516", "D", "unspotted"), "B5": ("2015", "A"), "B6": ("1702", "A"),
        },
        wrecks=["0909"], dice="5 1 6 3 4 2 7 1 2 6 3",
    )  # fmt: skip
    state.preserved["bravo"] = 4
    plots = (
        "A1 MV A A A; A2 MV A A; A3 MV A A; A4 MV B exit; A5 MVR B; A6 MV A A A A A; A7 OV F F F; A8 MV D C B; "
        "A9 DF 1702; A10 DF 1702"
    )
    answers = "B1 MV D D D; B2 MV D D D; B3 FC; B4 MV A; B5 DF 1911; B6 OF 1802"
    asked = play(state, plots, answers, until="face").state
    assert [u.id for u in asked.units if u.may_face] == ["A1", "A2", "A3", "A6", "A7", "A8", "B1", "B2", "B3", "B4"]
    assert [u.id for u in asked.units if u.panicked] == ["A7", "A8", "B4"]
    played = play(state, plots, answers, face={"alpha": "A1 C"})
    assert told(played) == lines(MEETING)
    after = played.state
    assert standing(after) == (
        "A1 1008 C; A2 0606 A; A3 0506 A; A6 0307 A; A7 1212 F; A8 0806 D; A9 1802 B; A10 1602 B; B1 1006 D; "
        "B2 0406 D; B3 1404 E; B4 1514 A; B5 2015 A"
    )
    assert lost(after) == "A5 B6"
    assert not any(u.dying or u.hidden or u.panicked for u in after.units)
    assert unit(after, "A4").status == "exited"
    assert [where(after, "A5"), where(after, "B6")] == ["1911", "1702"]
    assert sorted(after.wrecks) == sorted([state.wrecks[0], unit(after, "A5").cell, unit(after, "B6").cell])
    assert (after.preserved, after.last_loss, after.contact, after.first_fire) == ({"bravo": 4}, 6, 5, 5)


HIDDEN = """
initial turned 9.0 all unit=A4 facing=A
initial turned 9.0 all unit=A5 facing=A
spot spot_roll 13.5-01-10 alpha unit=A1 target=b?1 die=3 needs=5
spot spotted 13.5-01-10 all unit=B11 counter=b?1 type=infantry
spot spot_roll 13.5-01-10 alpha unit=A1 target=b?2 die=1 needs=5
spot spotted 13.5-01-10 all unit=B12 counter=b?2 type=infantry
direct shot 8.9 all unit=A1 A2 A3 target=B11 result=destroyed die=2 add=0 hits_on=1-6 range=7 column=10
    strength=30 defence=1 at=1404 chance=1
direct shot 8.9 all unit=A1 A2 A3 target=B12 result=destroyed die=6 add=0 hits_on=1-6 range=7 column=10
    strength=30 defence=1 at=1404 chance=1
direct destroyed 8.61b all unit=B11 side=bravo type=infantry hex=1404 wreck=False
direct destroyed 8.61b all unit=B12 side=bravo type=infantry hex=1404 wreck=False
move shot 8.9 bravo unit=B2 target=A6 result=destroyed die=2 add=1 hits_on=1-2 range=6 column=3 strength=14
    defence=11 at=2212 chance=1/3
move shot_at 8.9 alpha+* unit=unseen target=A6 result=destroyed die=2 at=2212
move destroyed 8.61d all unit=A6 side=alpha type=T34/85 hex=2212 wreck=True
move position_roll 14.2b bravo hex=2206 die=5
move revealed 14.2c bravo unit=B14 hex=0703
move revealed 14.2c alpha+* unit=b?3 hex=0703
move revealed 14.2c bravo unit=B9 hex=1004
move revealed 14.2c alpha+* unit=b?4 hex=1004
move revealed 14.2c bravo unit=B1 hex=1004
move revealed 14.2c alpha+* unit=b?5 hex=1004
move moved 9.2 all unit=A4 hex=0509 point=1
move moved 9.2 all unit=A5 hex=0511 point=1
move moved 9.2 bravo unit=B14 hex=0704 point=1
move moved 9.2 alpha+* unit=b?3 hex=0704 point=1
move moved 9.2 bravo unit=B9 hex=1005 point=1
move moved 9.2 alpha+* unit=b?4 hex=1005 point=1
move spot_roll 13.5-01-10 alpha unit=A1 target=b?3 die=4 needs=5
move spotted 13.3a all unit=B14 counter=b?3 type=infantry
move spot_roll 13.5-01-10 alpha unit=A1 target=b?4 die=1 needs=5
move spotted 13.3a all unit=B9 counter=b?4 type=infantry
move spot_roll 13.5-01-10 alpha unit=A1 target=b?5 die=2 needs=3
move spotted 13.5-01-10 all unit=B1 counter=b?5 type=75AT
move moved 9.2 all unit=A4 hex=0508 point=2
move moved 9.2 all unit=A5 hex=0510 point=2
move moved 9.2 all unit=A4 hex=0507 point=3
move revealed 14.2a bravo unit=B10 hex=0606
move revealed 14.2a alpha+* unit=b?6 hex=0606
move spot_roll 13.5-01-10 alpha unit=A1 target=b?6 die=6 needs=3
move spot_roll 13.5-01-10 alpha unit=A2 target=b?6 die=3 needs=3
move spotted 13.5-01-10 all unit=B10 counter=b?6 type=infantry
move shot 8.81 all unit=B10 target=A4 result=missed die=3 add=0 hits_on=1 range=1 column=moving strength=0
    defence=0 at=0507 chance=1/6
move moved 9.2 all unit=A4 hex=0506 point=4
final turned 7.11 all unit=B1 facing=C
record turn 4.1 all turn=5
"""


@pytest.mark.rules(
    "14.2a", "14.2b", "14.2c", "14.2d", "14.3", "8.22c", "8.22d", "8.61b", "8.63", "13.4a", "13.4b", "13.22"
)
@pytest.mark.rules("14.0-proc-2", "7.12b", "8.84b", "9.36a", "9.36c", "13.23b", "13.0-gen-3", "8.0-proc-of-6", "4.1-c")
def test_14_2_positions_come_to_light(draw: Draw) -> None:
    state = position(
        draw(base="tank/2", hexes={"2004": "woods", "0908": "rough"}), turn=4,
        alpha={
            "A1": ("1009", "A"), "A2": ("1209", "A"), "A3": ("1409", "A"), "A4": ("0510", "B"), "A5": ("0512", "B"),
            "A6": ("2212", "A"),
        },
        bravo={
            "B1": ("1004", "D", "hidden"), "B2": ("2206", "D", "hidden"), "B9": ("1004", "", "hidden"),
            "B10": ("0606", "", "hidden"), "B11": ("1404", "", "unspotted"), "B12": ("1404", "", "unspotted"),
            "B13": ("2206", "", "hidden"), "B14": ("0703", "", "hidden"),
        },
        dice="3 1 2 6 2 5 4 1 2 6 3 3",
    )  # fmt: skip
    played = play(
        state, "A1 DF 1404; A2 DF 1404; A3 DF 1404; A4 MV A A A A; A5 MV A A; A6 MV A A A",
        "B1 FC; B9 MV D; B10 OF adjacent; B2 OF 2212; B14 MV D", face={"bravo": "B1 C"},
    )  # fmt: skip
    assert told(played) == lines(HIDDEN)
    after = played.state
    assert standing(after) == (
        "A1 1009 A; A2 1209 A; A3 1409 A; A4 0506 A; A5 0510 A; B1 1004 C; B2 2206 D; B9 1005 F; B10 0606 F; "
        "B13 2206 F; B14 0704 F"
    )
    assert lost(after) == "A6 B11 B12"
    assert [u.id for u in after.units if u.hidden] == ["B2", "B13"]
    labels = {p.cell: p.revealed for p in after.positions}
    assert labels == {unit(after, "B1").cell: True, unit(after, "B2").cell: False, unit(after, "B10").cell: True}


FIRST = """
move entered 17.3-2 alpha unit=A1 hex=1001 point=2
move entered 17.3-2 bravo+* unit=a?1 hex=1001 point=2
move moved 9.2 alpha unit=A1 hex=1002 point=3
move moved 9.2 bravo+* unit=a?1 hex=1002 point=3
move moved 9.2 alpha unit=A1 hex=1003 point=4
move moved 9.2 bravo+* unit=a?1 hex=1003 point=4
move entered 17.3-2 alpha unit=A2 hex=1001 point=4
move entered 17.3-2 bravo+* unit=a?2 hex=1001 point=4
move moved 9.2 alpha unit=A1 hex=1004 point=5
move moved 9.2 bravo+* unit=a?1 hex=1004 point=5
move moved 9.2 alpha unit=A2 hex=1002 point=5
move moved 9.2 bravo+* unit=a?2 hex=1002 point=5
move moved 9.2 alpha unit=A2 hex=1003 point=6
move moved 9.2 bravo+* unit=a?2 hex=1003 point=6
move entered 17.3-2 alpha unit=A3 hex=1001 point=6
move entered 17.3-2 bravo+* unit=a?3 hex=1001 point=6
move moved 9.2 alpha unit=A3 hex=1002 point=7
move moved 9.2 bravo+* unit=a?3 hex=1002 point=7
move rearguard 17.13-2 all
move placed 17.13-2 bravo unit=B3 hex=0513
move placed 17.13-2 alpha+* unit=b?1 hex=0513
move placed 17.13-2 bravo unit=B1 hex=1013
move placed 17.13-2 alpha+* unit=b?2 hex=1013
move placed 17.13-2 bravo unit=B2 hex=1113
move placed 17.13-2 alpha+* unit=b?3 hex=1113
move placed 17.13-2 bravo unit=B4 hex=2013
move placed 17.13-2 alpha+* unit=b?4 hex=2013
record turn 4.1 all turn=2
"""
SECOND = """
spot spotted 13.3a all unit=A1 counter=a?1 type=T55
spot spotted 13.3a all unit=A2 counter=a?2 type=T55
spot spotted 13.3a all unit=A3 counter=a?3 type=T55
spot spotted 13.3a all unit=B3 counter=b?1 type=Cent105
spot spotted 13.5-01-10 all unit=B1 counter=b?2 type=Cent105
spot spotted 13.5-01-10 all unit=B2 counter=b?3 type=Cent105
spot spotted 13.5-11-20 all unit=B4 counter=b?4 type=Cent105
direct shot 8.9 all unit=B1 target=A1 result=destroyed die=3 add=1 hits_on=1-6 range=9 column=10 strength=22
    defence=12 at=1004 chance=1
direct destroyed 8.61a all unit=A1 side=alpha type=T55 hex=1004 wreck=True
move moved 9.2 all unit=A2 hex=1004 point=1
move moved 9.2 all unit=A3 hex=1003 point=1
move moved 9.2 all unit=B3 hex=0612 point=1
move shot 8.9 all unit=B2 target=A2 result=destroyed die=1 add=1 hits_on=1-6 range=9 column=8 strength=22
    defence=14 at=1004 chance=1
move destroyed 8.61d all unit=A2 side=alpha type=T55 hex=1004 wreck=True
move entered 17.3-2 alpha unit=A4 hex=1001 point=2
move entered 17.3-2 bravo+* unit=a?4 hex=1001 point=2
move moved 9.2 all unit=A3 hex=1004 point=2
move spotted 13.3a all unit=A4 counter=a?4 type=T55
move moved 9.2 all unit=A4 hex=1002 point=3
move moved 9.2 all unit=A4 hex=1003 point=4
move entered 17.3-2 alpha unit=A5 hex=1001 point=4
move entered 17.3-2 bravo+* unit=a?5 hex=1001 point=4
move spotted 13.3a all unit=A5 counter=a?5 type=T55
move moved 9.2 all unit=A5 hex=1002 point=5
move entered 17.3-2 alpha unit=A6 hex=1001 point=6
move entered 17.3-2 bravo+* unit=a?6 hex=1001 point=6
move spotted 13.3a all unit=A6 counter=a?6 type=T55
final turned 7.11 all unit=B4 facing=A
record turn 4.1 all turn=3
"""


@pytest.mark.rules("17.13-1", "17.13-2", "17.3-1", "17.3-2", "17.3-3", "17.3-6", "9.14", "13.3a", "13.21a")
@pytest.mark.rules(
    "8.61a", "8.61d", "8.62", "10.4", "7.12b", "4.3b", "17.13-3", "13.23a", "17.1a", "17.1b", "4.1-c", "13.5-01-10"
)
def test_17_13_a_column_runs_into_the_rearguard(draw: Draw) -> None:
    start = opened(
        draw(base="tank/13", hexes={"1001": "rough"}), "COL 1001", "B1 1013 A; B2 1113 A; B3 0513 B; B4 2013 F",
        dice="3 1",
    )  # fmt: skip
    assert told(start) == ["setup turn 4.1 all turn=1"]
    first = play(start.state, "column MV 1001 1002 1003 1004")
    assert told(first) == lines(FIRST)
    assert standing(first.state) == "A1 1004 D; A2 1003 D; A3 1002 D; B1 1013 A; B2 1113 A; B3 0513 B; B4 2013 F"
    second = play(first.state, "column MV D D", "B1 DF 1004; B2 OF 1004; B3 MV B; B4 FC", face={"bravo": "B4 A"})
    assert told(second) == lines(SECOND)
    assert standing(second.state) == (
        "A3 1004 D; A4 1003 D; A5 1002 D; A6 1001 D; B1 1013 A; B2 1113 A; B3 0612 B; B4 2013 A"
    )
    assert second.state.fired_on == {"alpha": True}
    assert second.state.columns["alpha"].duty


ON_RAILS = """
setup turn 4.1 all turn=1
record turn 4.1 all turn=2
move stopped 9.0-proc-4 all unit=A1 hex=1308 why=disputed hex 1208
move stopped 9.0-proc-4 bravo unit=B2 hex=1108 why=disputed hex 1208
move stopped 9.0-proc-4 alpha+* unit=b?2 hex=1108 why=disputed hex 1208
move stopped 9.0-proc-4 all unit=A2 hex=1407 why=disputed hex 1308
move stopped 9.0-proc-4 all unit=B1 hex=1208 why=disputed hex 1308
move backed_up 11.2 bravo unit=B4 hex=0404
move backed_up 11.2 alpha+* unit=b?4 hex=0404
move backed_up 11.2 all unit=B3 hex=0505
move backed_up 11.2 bravo unit=B10 hex=0304
move backed_up 11.2 alpha+* unit=b?10 hex=0304
move backed_up 11.2 all unit=A3 hex=2004
move backed_up 11.2 all unit=A4 hex=2104
move backed_up 11.2 all unit=A10 hex=the mapedge
move backed_up 11.2 all unit=A11 hex=the mapedge
record turn 4.1 all turn=3
"""


@pytest.mark.rules("17.11-2", "17.3-1", "17.3-2", "4.1-c", "4.1-a-1", "9.14", "9.36a", "9.36c", "11.1", "11.2", "9.34d")
def test_17_11_2_columns_follow_their_ways_until_they_meet(draw: Draw) -> None:
    """Woods bar the view; the columns meet in the gap, and those that run up from behind go back (11.2, T-13)."""
    woods = {f"12{row:02d}": "woods" for row in range(1, 17) if row != 8}
    played = carry_on(opened(draw(hexes=woods), "COL 2404", "COL 0104"))
    assert [line for line in told(played) if line.split()[1] in ("turn", "stopped", "backed_up")] == lines(ON_RAILS)
    state = played.state
    assert (state.contact, state.turn) == (2, 3)
    assert standing(state) == (
        "A1 1308 E; A2 1407 E; A3 2004 E; A4 2104 E; A5 1507 E; A6 1606 E; A7 1706 E; A8 1805 E; A9 1905 E; "
        "A12 2203 F; A13 2304 F; A14 2404 F; B1 1208 C; B2 1108 C; B3 0505 C; B4 0404 C; B5 1007 C; B6 0907 "
        "C; B7 0806 C; B8 0706 C; B9 0605 C; B10 0304 C"
    )


@pytest.mark.rules("4.1-c", "4.1-a-1", "4.1-b-1", "15.2")
def test_4_1_the_sequence_of_play() -> None:
    assert [(row.key, row.rule, row.parent) for row in GAME.sequence("tank/1")] == [
        ("setup", "17.1", ""),
        ("turn", "4.1", ""),
        ("plot", "4.1-A", "turn"),
        ("execution", "4.1-B", "turn"),
        ("panic", "4.1-B", "execution"),
        ("initial", "4.1-B", "execution"),
        ("spot", "13.23", "execution"),
        ("direct", "4.1-B", "execution"),
        ("move", "4.1-B", "execution"),
        ("stop", "9.36", "move"),
        ("final", "4.1-B", "execution"),
        ("record", "4.1-C", "turn"),
        ("over", "15.2", ""),
    ]
