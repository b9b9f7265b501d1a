"""Rulings of our own where the Advanced Game can be read in two ways (README of the game, R48 to R59 and O8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import aims, commands, spotting, watching
from hulldown.games.panzer.rules.advanced.play.indirect import missions
from hulldown.games.panzer.rules.advanced.support import Mission, Support
from hulldown.games.panzer.rules.state import Mover, Progress, index_of
from support.advanced_fire import Range, unit
from support.advanced_march import GAME, REACTED, cell, keep, scene, the_country
from support.advanced_support import Gunnery, field
from support.air_field import Sky

TRUCK, T34, SPW, RIFLE = "Truck", "T-34/85 M44", "SPW 251/1", "German Rifle squad"
MARK: dict[str, Any] = {"mark": "fire"}


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def allowed(made: Range, name: str) -> tuple[str, ...]:
    return commands.allowed(made.state, made.scene, made.index(name))


@pytest.mark.rules("6.6.7.2b", "4.2.1h", "6.6.7.2a")
def test_r48_no_command_to_fire_for_the_target_of_a_rider() -> None:
    made = Range([unit(T34, "0503", "E", **MARK)], [unit(TRUCK, "0403", "A"), unit(RIFLE, on="G1")])
    assert made.unit("G2").sees == (0,)
    assert allowed(made, "G1") == ("MOVE", "NC")
    half = Range([unit(T34, "0503", "E", **MARK)], [unit(SPW, "0403", "A"), unit(RIFLE, on="G1")])
    assert "FIRE" in allowed(half, "G1")
    half.unit("G1").sees = ()
    assert allowed(half, "G1") == ("MOVE", "OW", "NC")


@pytest.mark.rules("6.6.7.2c", "6.2.1.1.4-overwatch-a", "4.4.1j")
def test_r49_rider_and_carrier_watch_by_one_command() -> None:
    enemies = [unit("Soviet Rifle squad", hex_, "E", fired=True, **MARK) for hex_ in ("0603", "0602")]
    made = Range(enemies, [unit(SPW, "0403", "B", "OW", known=False), unit(RIFLE, on="G1")])
    assert made.unwatched("german", "G1 OW S1; G2 OW S1") == ""
    assert made.unwatched("german", "G1 OW S1; G2 OW S2") == "4.4.1j"
    made.unit("G1").known = True
    assert watching.watchers(made.state, made.scene, "german", [0, 1]) == {}


@pytest.mark.rules("6.5.4.2.2b", "6.6.4.3d")
def test_r50_full_cover_with_a_move_defends_as_moving_until_it_crawls() -> None:
    made = Range([unit("Soviet Rifle squad", "0503", "E", "OW", full_cover=True)], [unit("PzKpfw IVH", "0101")])

    def defence() -> int:
        return int(aims.defence_of(made.state, made.scene, 0, "none", "").value)

    still = defence()
    made.unit("S1").command = "MOVE"
    assert defence() == max(1, still - 2) < still
    made.detail("S1").manner = "crawling"
    assert defence() == still


@pytest.mark.rules("6.6.4.2a", "6.6.4.2c", "6.6.2a")
def test_r51_who_is_suppressed_in_a_quickmarch_stops() -> None:
    march = keep({"S4": "0505"})
    index, here = index_of(march.state, "S4"), cell("0505")
    march.state.mover = Mover(index, Progress(allowance=4, spent=1, steps=1), [], here, 0, here, True)
    march.set("S4", known=True, manner="quickmarch")
    assert march.refused("S4 QUICK 0605") == ""
    march.set("S4", suppressed=ON)
    assert (march.refused("S4 QUICK 0605"), march.refused("S4 MOVE 0605")) == ("6.6.4.2a", "6.6.4.2c")
    assert march.refused("S4 STAY") == ""


@pytest.mark.rules("6.6.4.3c")
def test_r52_who_has_shown_himself_since_the_spotting_phase_may_be_crawled_up_to() -> None:
    march = keep({"S4": "0501", "S1": "0502", "G2": "0503"}).set("S4", full_cover=True).set("G2", mark="fire")
    march.ready()
    assert spotting.spots(march.state, scene(), index_of(march.state, "S1"), index_of(march.state, "G2"))
    assert march.refused("S4 CRAWL 0502") == ""
    march.set("S1", sees=(index_of(march.state, "G2"),))
    assert march.refused("S4 CRAWL 0502") == "6.6.4.3c"


@pytest.mark.rules("6.6.6a", "6.5.4.2.3a")
def test_r53_who_mounts_in_a_barrage_is_not_attacked() -> None:
    march = keep({"S3": "0301C", "S4": "0302", "S8": "0109"}).set("S3", command="NC")
    march.state.support = Support(missions=(Mission(1, "german", "S8", cell("0301"), "GP", "one", 1, distance=6),))
    march.order("S3 MOUNT S4")
    assert (march.unit("S4").status, "shelled" in march.kinds()) == ("carried", False)


def shelling() -> Gunnery:
    """The fire of GB1 on 0803 in its second turn; the observer spots a gun next to it only."""
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    missions.begin(made.state, made.scene, "german", made.doing(""))
    made.unit("G1").sees = (1,)
    return made


@pytest.mark.rules("6.5.1.8.2c", "6.5.1.8.1c", "6.5.1.8.2a")
def test_r56_a_new_sheaf_needs_a_target_in_the_hex_itself() -> None:
    made = shelling()
    assert made.why("G1 SUSTAIN GP") == ""
    assert made.why("G1 CORRECT 0803 GP open") == "6.5.1.8.2c"
    assert made.why("G1 CORRECT 0903 GP open") == ""


@pytest.mark.rules("6.5.1.8.1c", "6.5.1.8.1d", "6.1.3.1a", "6.5.1.9a")
def test_r59_a_suppressed_observer_goes_on_with_fire_in_its_front_only() -> None:
    made = shelling()
    made.detail("G1").suppressed = ON
    assert made.why("G1 SUSTAIN GP") == ""
    made.unit("G1").facing = 4
    assert (made.why("G1 SUSTAIN GP"), made.why("G1 CHECK")) == ("6.5.1.8.1d", "")


@pytest.mark.rules("6.1.3h", "6.6.7.1.2b")
def test_r57_an_emergency_bail_out_is_marked_as_a_move_and_answered_by_nobody() -> None:
    march = keep({"S3": "0705C", "S4": "*S3", "G1": "1005E"}).order("S3 BAIL S4")
    assert (march.unit("S4").mark, march.detail("S4").suppressed, REACTED) == ("move", ON, [])


@pytest.mark.rules("4.4.2b", "6.7.4")
def test_o8_overwatch_does_not_answer_fire_at_aircraft() -> None:
    sky = Sky([unit(T34, "0801")], [unit("SdKfz 7/1", "0805", "A", "OW", known=False)], script="50 50 50 50")
    sky.go()
    sky.give("SA1 FLY 0712 A slow low")
    sky.until("flak")
    sky.give("G1 FLAK SA1")
    assert sky.unit("G1").fired
    assert watching.open_targets(sky.state, "soviet", "watch") == []


@pytest.mark.rules("6.2.1.1.4-moving")
def test_r58_a_group_whose_mounting_was_interrupted_goes_on_before_the_next_carrier() -> None:
    march = keep({"S3": "0502D", "S1": "0503D", "S4": "0502", "S5": "0503"})
    for name in ("S4", "S5"):
        march.set(name, group=1)
    march.order("S3 TURN D load S4")
    assert [one.unit for one in GAME.legal(march.state, "soviet").units] == ["S5"]
    assert march.refused("S1 TURN D load S5") == "6.2.1.1.4-moving"
    assert march.refused("S5 STAY") == ""
