"""Ammunition limits and spotting of the Advanced Game at their bounds (5.16.2, 6.1.1, 6.1.3)."""

from __future__ import annotations

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.play import spotting, supply
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import Way, ways_of
from hulldown.games.panzer.rules.state import ELIMINATED, WAITING
from support.advanced_fire import BOARD, Range, unit

PAK, PZ4, STUMMEL, SECTION = "7.5cm PaK 40 ATG", "PzKpfw IVH", "PzKpfw IVF1", "German Section"


def field(**options: str) -> Range:
    """A Soviet gun; a German gun, two tanks and a section with a Panzerfaust, the men and the gun out of supply."""
    at = Range([unit("SU-152 M43", "0801"), unit("SU-76M M43", "0801")],
               [unit(PAK, "0811"), unit(PZ4, "0811"), unit(STUMMEL, "0811"),
                unit(SECTION, "0811", weapons=("Panzerfaust",))], **options)  # fmt: skip
    for one in at.state.units:
        one.detail.home = -1
    return at


def way(at: Range, index: int, kind: str, place: int = 0) -> Way:
    return [one for one in ways_of(at.state, at.scene, index) if one.kind == kind][place]


def limits(at: Range, index: int, kind: str, place: int = 0) -> list[tuple[int, int]]:
    return [tuple(one) for one in supply.limits_of(at.state, at.scene, index, way(at, index, kind, place))]


@pytest.mark.rules("5.16a", "5.16.2a", "5.16.2b", "5.16.2.1c", "5.16.2.2b", "5.16.2.4a", "5.16.2.4b")
def test_the_limits_of_every_kind_of_fire() -> None:
    at = field()
    assert limits(at, 0, "AP") == limits(at, 0, "GP") == [(5, 0)], "a vehicle is never in supply"
    assert (limits(at, 1, "AP"), limits(at, 1, "HVAP")) == ([], [(3, 0), (0, 0)])
    assert (limits(at, 2, "AP"), limits(at, 2, "GP"), limits(at, 2, "APCR")) == ([(6, 0)], [(6, 0)], [(4, 0), (6, 0)])
    assert (limits(at, 4, "HEAT"), limits(at, 4, "GP")) == ([(4, 0), (0, 0)], [])
    assert limits(at, 5, "HEAT") == limits(at, 5, "GP", 1) == [(4, 0)], "HEAT is all that it has"
    assert limits(at, 5, "GP") == []
    at.detail("G1").home = BOARD.by_label["0811"]
    assert (limits(at, 2, "AP"), limits(at, 2, "APCR")) == ([], [(4, 0), (0, 0)]), "at its dump"
    rationed = [supply.rationed(at.state, at.scene, index) for index in range(6)]
    assert rationed == [False, False, True, False, False, True]
    arm = way(at, 2, "AP").arm
    assert supply._basic_kinds(arm) == ("AP", "GP")
    off = field(ammo_limits="off")
    assert limits(off, 2, "APCR") == []
    assert not supply.rationed(off.state, off.scene, 2)


@pytest.mark.rules("5.16.2.7a", "5.16.2a")
def test_what_players_add_to_the_roll_for_tungsten() -> None:
    for option, added in (("full", 0), ("+1", 1), ("+2", 2)):
        at = field(tungsten=option)
        assert limits(at, 2, "APCR") == [(4, added), (6, 0)], option
        assert limits(at, 1, "HVAP") == [(3, 0), (0, 0)], "German rounds alone"
        assert limits(at, 4, "HEAT")[0] == (4, 0), "tungsten alone"


@pytest.mark.rules("5.14e", "5.16b", "5.16.2d", "5.16.2.1a", "5.16.2.2b", "5.16.2.7a")
def test_the_rolls_for_limits() -> None:
    def rolled(at: Range, index: int, kind: str, script: str) -> tuple[tuple[str, int], list[tuple[str, int, bool]]]:
        doing = Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))
        found = supply.roll_limits(at.state, at.scene, index, way(at, index, kind), doing)
        told = [dict(event.data) for event in doing.events]
        return tuple(found), [(one["ammo"], one["roll"], one["short"]) for one in told]

    at = field(tungsten="+1")
    assert rolled(at, 2, "APCR", "3") == (("APCR", 0), [("APCR", 4, False)])
    assert rolled(at, 2, "APCR", "4 6") == (("AP", 1), [("APCR", 5, True), ("AP", 6, False)])
    assert rolled(at, 2, "APCR", "10 7") == (("AP", 2), [("APCR", 11, True), ("AP", 7, True)])
    assert rolled(at, 2, "GP", "7") == (("GP", 1), [("GP", 7, True)]), "fired all the same"
    assert rolled(at, 2, "AP", "7") == (("AP", 1), [("AP", 7, True)])
    assert rolled(at, 1, "HVAP", "4") == (("AP", 1), [("HVAP", 4, True)]), "there is no limit of the basic round"


# Spotting.


@pytest.mark.rules("6.1.3a", "6.1.1a", "6.1.3g")
def test_the_last_hex_of_a_spotting_range() -> None:
    for target, reach in (("Soviet Rifle squad", 10), ("T-34/76 M43", 20)):
        for away in (reach, reach + 1):
            hex_ = f"{2 + away:02}03"
            at = Range([unit(target, hex_)], [unit(PZ4, "0203")])
            far = BOARD.distance(at.unit("S1").cell, at.unit("G1").cell)
            found = spotting.explained(at.state, at.scene, 1, 0).value
            if spotting.sight.clear(at.state, at.scene, 1, 0):
                assert spotting.spots(at.state, at.scene, 1, 0) == (far <= found), (target, far, found)


@pytest.mark.rules("6.1.1a", "6.1.1c")
def test_who_is_not_on_the_map_spots_nobody() -> None:
    at = Range([unit("Truck", "0806"), unit("Soviet Rifle squad", on="S1")], [unit(PZ4, "0811")])
    assert spotting.can_spot(at.state, 1)
    for status in (WAITING, ELIMINATED):
        at.unit("S2").status = status
        assert not spotting.can_spot(at.state, 1)


@pytest.mark.rules("4.1.5a", "5.13a", "6.1.1a")
def test_counters_go_from_those_whom_nobody_sees() -> None:
    at = Range([unit("T-34/76 M43", "0801", mark="fire"), unit("T-34/76 M43", "0801")], [unit(PZ4, "0811")])
    doing = Doing(dice("script:", 0), 1, LIBRARY.ruleset(("advanced",)))
    spotting.spotting_phase(at.state, at.scene, doing)
    assert doing.events == []
    at.unit("G1").status = ELIMINATED
    spotting.spotting_phase(at.state, at.scene, doing)
    assert [(one.kind, dict(one.data)["unit"]) for one in doing.events] == [("unmarked", "S1")]
    assert at.unit("S1").mark == ""


@pytest.mark.rules("5.13a", "6.1.3a")
def test_an_over_stacked_hex_in_the_spotting_phase() -> None:
    """The phase and the single question agree for every number of units in a hex, also at the limit of six."""
    for many in (5, 6, 7):
        for label in ("0803", "0802", "0801"):
            at = Range([unit("76.2mm M39 ATG", label) for _ in range(many)], [unit(PZ4, "0811")])
            spotting.spotting_phase(at.state, at.scene, Doing(dice("script:", 0), 1, LIBRARY.ruleset(("advanced",))))
            one_by_one = tuple(index for index in range(many) if spotting.spots(at.state, at.scene, many, index))
            assert at.unit("G1").sees == one_by_one
