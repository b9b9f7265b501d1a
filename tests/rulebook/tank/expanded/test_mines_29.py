"""Mines (29.0): T34/85s, a truck and a squad of Alpha's, squads, a gun and tanks of Bravo's on the eastern plain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from hulldown.core.errors import MalformedError
from hulldown.core.events import for_side
from hulldown.core.orders import Task
from hulldown.core.parts import part_of
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force, weapon_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.mines.module import _deal
from hulldown.games.tank.rules import works
from hulldown.games.tank.rules.barrage import mines as mine_odds
from hulldown.games.tank.rules.cargo import put_on
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, TankState
from support.engagement import advanced, opened
from support.expanded_field import field, fielded
from support.games import encoded
from support.tank_positions import Spot, cell, play, position, refused, unit, where

ALPHA = (Force(type="So T34/85", count=3), Force(type="truck", count=1), Force(type="Sov squad 6", count=2))
BRAVO = (Force(type="Ger squad 6", count=2), Force(type="Ge 75/46", count=1), Force(type="Ge Pz V", count=2))
GUN = ("0101", "A")
"""Bravo's gun far away, so that the scenario goes on."""


@pytest.fixture(autouse=True)
def _field() -> Iterator[None]:
    with fielded(field(ALPHA, BRAVO, ("mines",), base="tank/2", length=30)):
        yield


def mined(
    alpha: dict[str, Spot], bravo: dict[str, Spot] | None = None, *, mines: dict[str, int], dice: str = "",
    panic: bool = False, scenario: str = "tank/field",
) -> TankState:  # fmt: skip
    """A position with so many mines in these hexes."""
    state = position(scenario, alpha=alpha, bravo={"B3": GUN, **(bravo or {})}, dice=dice, panic=panic)
    cells = tuple(cell(state, label) for label, count in mines.items() for _ in range(count))
    works.lay(state, _limits(state), (Task("mines", "MN", cells),))
    return state


def _limits(state: TankState, side: str = "bravo") -> works.Limits:
    board = scene_of(state).board
    return works.Limits(side, works.clear_of(board, board.cell("3319"), 4, 10),
                        works.clear_of(board, board.cell("3319"), 9, 10), "34.4-7")  # fmt: skip


@pytest.mark.rules("29.0-gen-1", "29.0-proc-2", "29.0-proc-3")
@pytest.mark.parametrize(("count", "die", "wrecked"), [(1, 1, True), (1, 2, False), (2, 2, True), (2, 3, False),
                                                       (5, 6, False), (6, 6, True), (7, 6, True)])  # fmt: skip
def test_a_vehicle_is_wrecked_on_a_die_up_to_the_number_of_mines(count: int, die: int, wrecked: bool) -> None:
    played = play(mined({"A1": "5613"}, mines={"5615": count}, dice=str(die)), alpha="A1 MV 5614 5615 5616")
    assert [roll.sides for roll in played.rolls] == [6]
    assert (unit(played.state, "A1").status == DESTROYED) == wrecked
    assert where(played.state, "A1") == ("5615" if wrecked else "5616")
    told = played.found("mined")
    assert [(event.rule, event.data) for event in told] == [("29.0-proc-2", {"unit": "A1", "hex": "5615", "die": die})]
    assert all(event.seen_by(side) for event in told for side in ("alpha", "bravo"))
    assert [roll.purpose for roll in played.rolls] == ["mines under A1"]
    if wrecked:
        assert [event.rule for event in played.found("destroyed", unit="A1")] == ["29.0-proc-2"]
        assert cell(played.state, "5615") in played.state.wrecks


@pytest.mark.rules("29.0-gen-1")
def test_the_chance_is_one_sixth_for_each_mine_and_nothing_for_who_walks() -> None:
    for count in range(1, 9):
        assert mine_odds(count, weapon_of("truck")).kills == tuple(range(1, min(count, 6) + 1))
        assert mine_odds(count, weapon_of("Sov squad 6")).kills == ()


@pytest.mark.rules("29.0-gen-1", "29.1")
def test_who_walks_is_safe_and_the_mines_stay_unknown() -> None:
    played = play(mined({"A5": "5614"}, mines={"5615": 6}), alpha="A5 MV 5615")
    assert (where(played.state, "A5"), played.rolls, played.found("mined")) == ("5615", (), [])
    assert works.known_mines(played.state) == ()


@pytest.mark.rules("29.2")
def test_mines_wreck_one_after_the_other_and_are_never_used_up() -> None:
    state = mined({"A1": "5613", "A2": "5617"}, mines={"5615": 3}, dice="3 3")
    played = play(play(state, alpha="A1 MV 5614 5615").state, alpha="A2 MV 5616 5615 5614")
    assert [unit(played.state, name).status for name in ("A1", "A2")] == [DESTROYED, DESTROYED]
    assert works.mines_in(played.state, cell(state, "5615")) == 3


@pytest.mark.rules("29.2")
def test_x50_each_entry_is_a_test_but_standing_there_is_none() -> None:
    state = mined({"A1": "5615"}, mines={"5615": 6}, dice="")
    played = play(state, alpha="A1 MV 5614")
    assert played.rolls == ()
    state = mined({"A1": "5614"}, mines={"5615": 1}, dice="6 5")
    played = play(state, alpha="A1 MV 5615 5614 5615")
    assert [roll.value for roll in played.rolls] == [6, 5]


@pytest.mark.rules("29.3")
def test_bravos_own_vehicles_are_not_spared() -> None:
    state = mined({"A1": "0313"}, {"B4": ("5613", "D")}, mines={"5615": 2}, dice="2")
    played = play(state, bravo="B4 MV 5614 5615 5616")
    assert unit(played.state, "B4").status == DESTROYED
    assert works.known_mines(played.state) == (cell(state, "5615"),)


@pytest.mark.rules("29.1")
def test_x51_an_overrunner_that_mines_wreck_has_overrun_nobody() -> None:
    for die, alive in (("4", False), ("3", True)):
        state = mined({"A1": "5613"}, {"B1": "5615"}, mines={"5615": 3}, dice=die)
        played = play(state, alpha="A1 OV 5614 5615 5616")
        assert (unit(played.state, "B1").status == ON_MAP) == alive
        assert (unit(played.state, "A1").status == DESTROYED) == alive
        assert bool(played.found("overrun")) != alive


@pytest.mark.rules("29.1")
def test_a_squad_that_an_overrun_has_held_goes_on_when_mines_have_stopped_it() -> None:
    state = mined({"A1": "5613"}, {"B1": "5615"}, mines={"5615": 6}, dice="1")
    played = play(state, alpha="A1 OV 5614 5615 5616", bravo="B1 MV 5616")
    assert where(played.state, "B1") == "5616"


@pytest.mark.rules("29.0-proc-2")
def test_x50_panic_drives_a_vehicle_into_mines() -> None:
    with fielded(replace(field(ALPHA, BRAVO, ("mines",), base="tank/2", length=30, panic=1), id="tank/panic")):
        # Chit 3 of Alpha's ten strikes 5613; direction D, two points; Bravo's chit; then the mines.
        state = mined({"A1": "5613"}, mines={"5615": 2}, dice="4 4 2 10 2", panic=True, scenario="tank/panic")
        played = play(state, alpha="A1 MV 5612")
        assert (where(played.state, "A1"), unit(played.state, "A1").status) == ("5615", DESTROYED)
        assert played.rolls[-1].purpose == "mines under A1"


@pytest.mark.rules("29.0-proc-2")
def test_x50_passengers_die_with_their_vehicle_and_x11_a_truck_leaves_no_wreck() -> None:
    state = mined({"A4": "5613", "A5": "5613"}, mines={"5614": 2}, dice="2")
    put_on(unit(state, "A4"), unit(state, "A5"))
    played = play(state, alpha="A4 MV 5614")
    assert [unit(played.state, name).status for name in ("A4", "A5")] == [DESTROYED, DESTROYED]
    assert played.state.wrecks == []


@pytest.mark.rules("29.0-gen-2", "29.0-proc-1")
def test_only_bravo_lays_mines_and_all_in_one_task() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    board = scene_of(state).board
    there = (board.cell("2015"), board.cell("2015"), board.cell("2016"))
    laid = Task("mines", "MN", there)
    assert works.check(board, _limits(state), (laid,)) == []
    assert [one.rule for one in works.check(board, _limits(state, "alpha"), (laid,))] == ["29.0-gen-2"]
    assert [one.rule for one in works.check(board, _limits(state), (laid, laid))] == ["29.0-proc-1"]
    assert [one.rule for one in works.check(board, _limits(state), (Task("mines", "DG", there),))] == ["29.0-proc-1"]
    works.lay(state, _limits(state), (laid,))
    assert [works.mines_in(state, cell(state, label)) for label in ("2015", "2016", "2017")] == [2, 1, 0]
    assert works.laid(state) == (3, 0)


@pytest.mark.rules("29.0-proc-1")
def test_the_21st_mine_and_mines_in_a_forbidden_zone_are_refused_with_case_and_reason() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    board, limits = scene_of(state).board, _limits(state)
    many = Task("mines", "MN", (board.cell("2015"),) * 21)
    assert [(one.rule, one.message) for one in works.check(board, limits, (many,))] == [
        ("34.4-3", "there are 20 mines, not 21")
    ]
    for label in ("3319", "3323", "1115", "2011", "5115"):
        wrong = works.check(board, limits, (Task("mines", "MN", (board.cell(label),)),))
        assert [(one.rule, one.unit) for one in wrong] == [("34.4-7", "mines")], label
        assert label in wrong[0].message
    for label in ("3324", "1215", "2012"):
        assert works.check(board, limits, (Task("mines", "MN", (board.cell(label),)),)) == [], label


@pytest.mark.rules("29.0-proc-1", "29.0-proc-3")
def test_alpha_knows_of_mines_only_what_has_been_found() -> None:
    state = mined({"A1": "5613"}, mines={"5615": 1, "4020": 2}, dice="6")
    hidden = GAME.view(state, "alpha")
    assert part_of(hidden, "mines") == {"most": 20}
    assert [marker.kind for marker in hidden.markers] == []
    own = [(marker.kind, marker.cell) for marker in GAME.view(state, "bravo").markers]
    assert sorted(own) == sorted(("hidden mines", cell(state, label)) for label in ("4020", "5615"))
    after = play(state, alpha="A1 MV 5614 5615").state
    for side in ("alpha", None):
        seen = GAME.view(after, side)
        assert part_of(seen, "mines") == {"most": 20, "found": [cell(state, "5615")]}
        assert [(one.kind, one.cell) for one in seen.markers if one.kind == "mines"] == [("mines", cell(state, "5615"))]
    assert part_of(GAME.view(after, "bravo"), "mines")["mines"] == [[cell(state, "4020"), 2], [cell(state, "5615"), 1]]


@pytest.mark.rules("29.0-proc-1")
def test_what_alpha_is_given_does_not_depend_on_mines_that_nobody_has_found() -> None:
    with_mines = mined({"A1": "5613"}, mines={"5615": 3})
    without = mined({"A1": "5613"}, mines={"2020": 1})
    for look in (GAME.view, GAME.legal):
        assert encoded(look(with_mines, "alpha")) == encoded(look(without, "alpha"))
    for plot in ("A1 MV 5614 5615", "A1 OV 5614 5615 5616"):
        assert refused(with_mines, "alpha", plot) == refused(without, "alpha", plot) == []


@pytest.mark.rules("29.0-proc-1")
def test_a_sample_has_mines_of_its_own_and_the_same_view() -> None:
    state = play(mined({"A1": "5613"}, mines={"5615": 1, "4020": 2}, dice="6"), alpha="A1 MV 5614 5615").state
    view = GAME.view(state, "alpha")
    drawn = [GAME.sample(view, Random(number)) for number in range(6)]
    assert all(encoded(GAME.view(one, "alpha")) == encoded(view) for one in drawn)
    assert len({str(part_of(one, "mines")) for one in drawn}) > 1
    assert all(works.mines_in(one, cell(state, "5615")) for one in drawn)
    assert all(works.laid(one)[0] <= 20 for one in drawn)


def test_bravo_knows_that_it_has_laid_none() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    works.lay(state, _limits(state), ())
    view = GAME.view(state, "bravo")
    drawn = GAME.sample(view, Random(1))
    assert works.laid(drawn) == (0, 0)
    assert part_of(GAME.view(drawn, "bravo"), "mines") == part_of(view, "mines") == {"most": 20, "mines": []}
    assert any(works.laid(GAME.sample(GAME.view(state, "alpha"), Random(n)))[0] for n in range(4)), "Alpha does not"


def test_the_event_in_words_names_no_number_of_mines() -> None:
    played = play(mined({"A1": "5613"}, mines={"5615": 2}, dice="5"), alpha="A1 MV 5614 5615")
    told = for_side(played.found("mined"), "alpha")
    assert [GAME.describe(event) for event in told] == ["A1 drives into mines in 5615: die 5."]


@pytest.mark.rules("29.0-proc-2", "27.6-mt-4")
def test_x50_a_vehicle_that_mounts_or_dismounts_into_mines_is_tested_too() -> None:
    with fielded(replace(field(ALPHA, BRAVO, ("transport", "mines"), base="tank/2", length=30), id="tank/carry")):
        state = mined({"A4": "5613", "A5": "5614"}, mines={"5614": 6}, dice="1", scenario="tank/carry")
        played = play(state, alpha="A4 MT A5; A5 MT A4")
        assert [roll.purpose for roll in played.rolls] == ["mines under A4"]
        assert [unit(played.state, name).status for name in ("A4", "A5")] == [DESTROYED, ON_MAP]
        state = mined({"A4": "5613", "A5": "5613"}, mines={"5614": 6}, dice="1", scenario="tank/carry")
        put_on(unit(state, "A4"), unit(state, "A5"))
        played = play(state, alpha="A4 DT 5614; A5 DT")
        assert [unit(played.state, name).status for name in ("A4", "A5")] == [DESTROYED, ON_MAP]
        assert where(played.state, "A5") == "5613", "it was no longer on board (27.6-dt)"


@pytest.mark.rules("29.0-proc-1", "30.2")
def test_the_hexes_of_mines_and_ditch_are_named_in_one_line() -> None:
    state = advanced(opened("tank/34.4"), "defence")
    given = GAME.parse(state, "bravo", "mines MN 3015 3015 3016\nditch DG 2015 2016")
    labels = scene_of(state).board.labels
    assert [(task.unit, task.kind, [labels[one] for one in task.cells]) for task in given.tasks] == [
        ("mines", "MN", ["3015", "3015", "3016"]), ("ditch", "DG", ["2015", "2016"]),
    ]  # fmt: skip
    with pytest.raises(MalformedError, match="and the hexes"):
        GAME.parse(state, "bravo", "mines MN")
    # They are laid before play and never plotted.
    for verb in ("MN", "DG"):
        assert not scene_of(state).verbs[verb].plotted


@pytest.mark.rules("29.0-gen-1", "34.4-7")
def test_who_guesses_at_mines_puts_them_where_they_could_be() -> None:
    state = mined({"A1": "5613", "A2": "3020"}, mines={})
    scene = scene_of(state)
    board = scene.board
    found, dug, wreck = board.cell("3015"), board.cell("3016"), board.cell("3017")
    state.wrecks = [wreck]
    taken = {dug, wreck, unit(state, "A2").cell}
    counts, sums, seen = set(), set(), set()
    for seed in range(150):
        dealt = _deal({"most": 20, "found": [found], "ditch": [dug]}, state, Random(seed))
        there = dict(dealt["mines"])
        counts.add(there.pop(found))
        sums.add(sum(there.values()))
        seen |= set(there)
        assert 1 <= sum(count for _, count in dealt["mines"]) <= 20
    assert counts == {1, 2}, "one or two where some were found"
    assert {0, 18} <= sums <= set(range(20))
    assert not seen & taken
    assert min(board.edge_distance(one, edge) for one in seen for edge in board.edges) == 11, "beyond ten hexes"
    # As many as there can be have been found.
    assert {len(_deal({"most": 1, "found": [found]}, state, Random(seed))["mines"]) for seed in range(40)} == {1}
    # Nothing is imagined where nothing was laid, nor by him who knows.
    for part in (None, {"found": [found]}, {"most": 20, "mines": [[found, 1]]}):
        assert _deal(part, state, Random(1)) == part
    bare = {"most": 0}
    assert _deal(bare, state, Random(1)) == bare


@pytest.mark.rules("29.0-proc-1", "30.2", "34.4-3")
def test_mines_and_ditch_are_offered_and_named_as_the_scenario_has_them() -> None:
    state = mined({"A1": "5613"}, mines={})
    board = scene_of(state).board
    here = works.clear_of(board, board.cell("3319"), 9, 10)

    def offered(mines: int, ditch: int, cells: tuple[int, ...] = here) -> list[str]:
        return [one.unit for one in works.offers(works.Limits("bravo", cells, cells, "34.4-7", mines, ditch))]

    assert (offered(20, 20), offered(20, 0), offered(0, 20)) == (["mines", "ditch"], ["mines"], ["ditch"])
    assert offered(20, 20, ()) == []
    limits = works.Limits("bravo", here, here, "34.4-7", 2, 2)
    line = here[0], board.neighbours[here[0]][3]
    for task, rule in (
        (Task("mines", "MN", line), ""), (Task("mines", "MN", (*line, line[0])), "34.4-3"),
        (Task("mines", "MN", line, 2), "29.0-proc-1"), (Task("mines", "MN", line, choice="x"), "29.0-proc-1"),
        (Task("mines", "DG", line), "29.0-proc-1"), (Task("mines", "MN"), "29.0-proc-1"),
        (Task("ditch", "DG", line), ""),
        (Task("ditch", "DG", line, 2), "30.2"), (Task("ditch", "DG", (line[0], line[0])), "30.2"),
    ):  # fmt: skip
        assert [each.rule for each in works.check(board, limits, (task,))] == ([rule] if rule else []), task
    twice = (Task("mines", "MN", line), Task("mines", "MN", line))
    assert [each.rule for each in works.check(board, limits, twice)] == ["29.0-proc-1"]
    fresh = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    works.lay(fresh, works.Limits("bravo", here, here, "34.4-7", 0, 0), ())
    assert part_of(fresh, works.KEY) is None, "where there is nothing to lay nothing is noted"
    works.lay(fresh, limits, ())
    assert part_of(fresh, works.KEY) == {"most": 2}


@pytest.mark.rules("29.0-proc-3", "29.2")
def test_all_mines_that_were_found_stay_known() -> None:
    state = mined({"A1": "5613", "A2": "5813"}, mines={"5614": 1, "5814": 1}, dice="6 6")
    played = play(state, alpha="A1 MV 5614; A2 MV 5814")
    assert set(works.known_mines(GAME.view(played.state, "alpha"))) == {cell(state, "5614"), cell(state, "5814")}
