"""Barrages that harm who moves into them: what becomes of the rest of the move (6.6.6a, 6.6.2a; G7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.advanced.support import Mission, Support
from hulldown.games.panzer.rules.state import Frame
from support.advanced_march import GAME, March, cell, keep, the_country

COULD_FIRE = watching.could_fire


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def under_fire(places: dict[str, str], label: str, script: str) -> March:
    """Soviet units that move, S8 far behind, whose shells come down in a hex."""
    field = keep({**places, "S8": "0109"}, script=script)
    field.state.support = Support(missions=(Mission(1, "german", "S8", cell(label), "GP", "one", 1, distance=6),))
    return field


@pytest.mark.rules("6.6.6a", "6.6.2a")
def test_who_is_suppressed_on_the_way_has_half_of_what_is_left() -> None:
    field = under_fire({"S1": "0101C"}, "0301", "75").order("S1 MOVE 0201 0301 0401 0501 0601\nS8 STAY")
    assert (field.at("S1")[:4], field.detail("S1").suppressed) == ("0301", ON)
    assert GAME.pending(field.state)["soviet"].prompt == "S1 has been fired on in 0301: how does it go on?"
    assert field.state.queue == [], "the orders after it are given anew"
    assert field.refused("S1 MOVE 0401 0501") == "4.5.1.1.3d", "one of three points is left"
    field.order("S1 MOVE 0401")
    assert field.at("S1")[:4] == "0401"


@pytest.mark.rules("6.6.6a")
def test_who_is_not_harmed_goes_on_as_ordered() -> None:
    field = under_fire({"S1": "0101C"}, "0301", "60").order("S1 MOVE 0201 0301 0401 0501 0601")
    assert field.kinds().count("shelled") == 1
    assert field.at("S1")[:4] == "0601"


@pytest.mark.rules("6.6.6a")
def test_a_move_that_is_over_is_not_asked_for_again() -> None:
    field = under_fire({"S1": "0101C"}, "0301", "75").order("S1 MOVE 0201 0301")
    assert field.detail("S1").suppressed == ON
    assert field.state.mover is None


@pytest.mark.rules("6.6.6a", "6.6.7.1.1b")
def test_a_passenger_lost_on_the_way_does_not_dismount() -> None:
    field = under_fire({"S1": "0101C", "S14": "*S1"}, "0301", "1 99").order("S1 MOVE 0201 0301 drop S14")
    assert (field.unit("S14").status, "dismounted" in field.kinds()) == ("eliminated", False)
    assert field.refused("S1 DISMOUNT S14") == "6.6.7.1.1b"


@pytest.mark.rules("6.6.6a", "6.6.7.1.2a")
def test_a_passenger_that_has_bailed_out_does_not_dismount_again() -> None:
    field = under_fire({"S1": "0101C", "S14": "*S1"}, "0301", "1 60 1").order("S1 MOVE 0201 0301 0401 drop S14")
    assert field.kinds().count("dismounted") == 1
    assert (field.at("S14")[:4], field.detail("S14").suppressed) == ("0301", ON)
    assert field.at("S1")[:4] == "0301"
    field.order("S1 MOVE 0401")
    assert (field.at("S1")[:4], field.at("S14")[:4]) == ("0401", "0301")


@pytest.mark.rules("6.6.6a", "6.6.10a", "6.6.10k")
def test_who_is_suppressed_in_the_hex_of_its_target_still_overruns_it() -> None:
    field = under_fire({"S1": "0602D", "G2": "0604"}, "0604", "75 1")
    field.order("S1 MOVE 0603 0604 0605 overrun G2")
    assert field.kinds().index("suppressed") < field.kinds().index("overrun")
    assert field.event("overrun")["net"] == 30 - 10 - 20, "suppressed, in a barrage"
    assert field.refused("S1 STAY") == "4.5.1.1.10b", "a point is left: it must leave"
    field.order("S1 MOVE 0605")
    assert field.at("S1")[:4] == "0605"


@pytest.mark.rules("6.6.6a", "6.6.1.1b", "6.6.1.1o")
def test_who_is_suppressed_as_it_dismounts_attacks_nobody() -> None:
    places = {"S1": "0502D", "S14": "*S1", "G7": "0604"}
    able = under_fire(places, "1309", "90 1").order("S1 MOVE 0503 drop S14>0603=G7")
    assert "hand_to_hand" in able.kinds()
    field = under_fire(places, "0603", "60").order("S1 MOVE 0503 drop S14>0603=G7")
    assert field.detail("S14").suppressed == ON
    assert {"assault_announced", "hand_to_hand"} & set(field.kinds()) == set()
    assert field.unit("S14").moved


@pytest.mark.rules("6.6.6a", "6.6.1.1f", "6.6.1.1b")
def test_an_advance_ends_where_a_barrage_suppresses_it() -> None:
    field = under_fire({"S10": "0501", "G1": "0504"}, "0502", "90")
    field.state.stack = [Frame("assault2", (), "soviet")]
    field.order("S10 ASSAULT G1 0502 0503")
    assert (field.at("S10")[:4], field.detail("S10").suppressed) == ("0502", ON)
    assert "close_assault" not in field.kinds()


@pytest.mark.rules("6.6.6a", "4.5c")
def test_overwatch_after_the_barrage_does_not_end_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "could_fire", COULD_FIRE)
    field = under_fire({"S1": "0101C", "G1": "0501E"}, "0301", "75 100")
    field.set("G1", command="OW", known=False)
    field.order("S1 MOVE 0201 0301 0401")
    for text in ("pass", "pass", "G1 OW S1"):
        assert field.state.mover is not None
        step = GAME.apply(field.state, "german", GAME.parse(field.state, "german", text))
        field.state = step.state
    assert GAME.pending(field.state)["soviet"].prompt == "S1 has been fired on in 0301: how does it go on?"


@pytest.mark.rules("6.6.6a", "6.6.10.1d")
def test_after_its_overrun_a_barrage_is_told_as_fire() -> None:
    field = under_fire({"S1": "0603D", "G7": "0604"}, "0605", "100 75")
    field.order("S1 MOVE 0604 overrun G7")
    assert GAME.pending(field.state)["soviet"].prompt == "S1 has made its overrun in 0604: how does it go on?"
    field.order("S1 MOVE 0605 0606")
    assert GAME.pending(field.state)["soviet"].prompt == "S1 has been fired on in 0605: how does it go on?"
