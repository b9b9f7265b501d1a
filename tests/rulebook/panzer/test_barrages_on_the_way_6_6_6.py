"""Barrages that harm who moves into them: what becomes of the rest of the move (6.6.6a, 6.6.2a; G7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.advanced.support import Mission, Support
from hulldown.games.panzer.rules.state import WAITING, Frame, index_of
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


@pytest.mark.rules("6.6.6a", "4.5.1.1b")
def test_who_is_harmed_where_its_orders_end_goes_on_with_what_is_left() -> None:
    """As with overwatch fire (G7): nobody has said that the move is over."""
    field = under_fire({"S1": "0101C"}, "0301", "75").order("S1 MOVE 0201 0301")
    assert field.detail("S1").suppressed == ON
    field.order("S1 MOVE 0401")
    assert (field.at("S1")[:4], field.state.mover) == ("0401", None)


@pytest.mark.rules("6.6.6a", "6.5.2.2.1d", "6.6.7.1.2a", "6.6.7.1.1-vehicle-d")
@pytest.mark.parametrize("answer", ["BAIL", "DISMOUNT"])
def test_riders_get_down_from_a_carrier_that_a_barrage_has_immobilised(answer: str) -> None:
    field = under_fire({"S3": "0101C", "S4": "*S3"}, "0301", "90 1 100 100").order("S3 MOVE 0201 0301 0401")
    assert (field.at("S3")[:4], field.detail("S3").track) == ("0301", True)
    assert field.refused("S3 MOVE 0401") == "6.5.2.2.1a"
    assert field.refused("S3 TURN A") == "6.5.2.2.1a"
    field.order(f"S3 {answer} S4")
    assert (field.unit("S4").status, field.at("S4")[:4]) == ("on map", "0301")


@pytest.mark.rules("6.6.6a", "6.5.2.2.1d")
def test_an_immobilised_vehicle_without_riders_is_not_asked() -> None:
    field = under_fire({"S3": "0101C"}, "0301", "90 1 100").order("S3 MOVE 0201 0301 0401")
    assert (field.detail("S3").track, field.state.mover, field.unit("S3").moved) == (True, None, True)


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


PASSING = {"S3": "0505C", "S4": "*S3", "G1": "0605"}
"""A lorry with a squad aboard drives past an enemy tank, through its hex."""


@pytest.mark.rules("4.5.1.1.10b", "6.6.7.1.2a", "6.6.7.1.1-dismounting-a")
def test_nobody_gets_down_among_enemies_whom_the_carrier_passes() -> None:
    """I12: opposing ground units never end in one hex."""
    road = "S3 MOVE 0605 0705"
    for word in ("drop", "bail"):
        assert keep(PASSING).refused(f"{road} {word} S4@0605") == "4.5.1.1.10b"
        assert keep(PASSING).refused(f"{road} {word} S4@0705") == ""
        assert keep({**PASSING, "G1": "1101"}).refused(f"{road} {word} S4@0605") == ""
    # The hex beside the tank is free.
    assert keep(PASSING).refused(f"{road} drop S4@0605>0604") == ""


@pytest.mark.rules("6.6.7.1.2a", "6.6.7.1.1-dismounting-a", "4.5.1.1.10b")
def test_who_is_stopped_among_enemies_is_offered_nobody_to_put_down() -> None:
    field = under_fire(PASSING, "0605", "61 1").order("S3 MOVE 0605 0705 0805\nS8 STAY")
    assert (field.at("S3")[:4], field.detail("S3").suppressed) == ("0605", ON)
    assert {one.kind for one in field.offered("S3")}.isdisjoint({"DISMOUNT", "BAIL"})
    assert field.refused("S3 DISMOUNT S4") == field.refused("S3 BAIL S4") == "4.5.1.1.10b"
    assert field.refused("S3 MOVE 0705") == ""


@pytest.mark.rules("6.5.2.6.2-destroyed-b", "6.5.4.5a", "4.5.1.1.10b")
@pytest.mark.parametrize(("script", "carrier"), [("98 9 1 99", "knocked out"), ("61 50 1", "on map")])
def test_who_bails_out_among_enemies_goes_back(script: str, carrier: str) -> None:
    """I12, I13: from the wreck, or from a lorry that drives on, into the hex from which they came."""
    field = under_fire(PASSING, "0605", script).order("S3 MOVE 0605 0705\nS8 STAY")
    assert field.kinds()[-1] == "backed_up"
    assert (field.unit("S3").status, field.at("S3")[:4]) == (carrier, "0605")
    assert (field.unit("S4").status, field.at("S4")[:4], field.detail("S4").suppressed) == ("on map", "0505", ON)
    free = under_fire({**PASSING, "G1": "1101"}, "0605", script).order("S3 MOVE 0605 0705\nS8 STAY")
    assert free.at("S4")[:4] == "0605", "with nobody there it stays"


@pytest.mark.rules("6.5.2.6.2-destroyed-b", "4.5.1.1.10b", "4.5.1.1.9c")
def test_who_bails_out_among_enemies_on_the_edge_waits_off_the_map() -> None:
    """I13: who has just come on goes back over the edge, and may come on again on foot."""
    field = under_fire({"S16": "0109", "G1": "0105"}, "0105", "98 9 1 99")
    for name in ("S17", "S18"):
        field.set(name, status=WAITING, command="MOVE" if name == "S17" else "")
    field.set("S18", carrier=index_of(field.state, "S17"))
    field.state.turn = 2
    field.state.support = Support(missions=(Mission(1, "german", "S8", cell("0105"), "GP", "one", 2, distance=6),))
    field.order("S17 MOVE 0105 0205\nS16 STAY\nS8 STAY")
    assert (field.unit("S17").status, field.kinds()[-1]) == ("knocked out", "backed_up")
    assert (field.unit("S18").status, field.unit("S18").cell, field.detail("S18").carrier) == (WAITING, -1, -1)
