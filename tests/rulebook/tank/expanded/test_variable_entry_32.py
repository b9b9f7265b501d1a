"""Variable entry and exit, secret exit and delayed entry (32.1 to 32.4), in scenarios of the Standard game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.events import Scalar
from hulldown.core.orders import Order, Task
from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.sections import EDGES, NUMBERS, labels_of, parse_sections, sections
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.delayed_entry.module import _deal as _late
from hulldown.games.tank.rules import edges
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.deployment import zone_of
from hulldown.games.tank.rules.state import EXITED, ON_MAP, WAITING, TankState
from hulldown.maps import load_map
from support.games import encoded
from support.tank_positions import Played, answer, cell, play, position, refused, unit, violations, where

MEETING, ANTITANK, REARGUARD, INTRO = "tank/10", "tank/1", "tank/11", "tank/intro"


def drawn(scenario: str, options: Mapping[str, Scalar], dice: str) -> Played:
    """A game after both players have drawn their chits."""
    state = GAME.setup(scenario, options, f"script:{dice}")
    assert [one.kind for one in GAME.pending(state).values()] == ["chits", "chits"]
    first = answer(state, "alpha", "draw")
    assert first.rolls == (), "nothing is drawn before both have reached for the cup"
    return answer(first.state, "bravo", "draw")


def hexes(state: TankState, cells: tuple[int, ...]) -> list[str]:
    board = scene_of(state).board
    return [board.labels[one] for one in cells]


# 32.1


PRINTED = {
    "X": ("3201-6001", "6101-6112", "6113-6124", "6125-6136", "3236-6036"),
    "Z": ("0201-3001", "0101-0112", "0113-0124", "0125-0136", "0236-3036"),
    "W": ("0102-0118", "0101-2001", "2101-4101", "4201-6101", "6102-6118"),
    "Y": ("0119-0135", "0136-2036", "2136-4136", "4236-6136", "6119-6135"),
}
"""The table of notes 8.6, written a second time."""


@pytest.mark.rules("32.1a")
def test_the_sections_are_those_of_the_table() -> None:
    board = load_map("tank")
    for edge, rows in PRINTED.items():
        for number, row in enumerate(rows, 1):
            labels = labels_of(edge, number)
            assert f"{labels[0]}-{labels[-1]}" == row
            assert edges.section(board, edge, number) == tuple(board.by_label[label] for label in labels)
    assert set(sections()) == set(EDGES)


@pytest.mark.rules("32.1a")
@pytest.mark.parametrize("pair", [("X", "Z"), ("W", "Y")])
def test_the_ten_sections_of_two_players_cover_the_mapedge_once(pair: tuple[str, str]) -> None:
    board = load_map("tank")
    rim = {board.labels[one] for edge in EDGES for one in board.edges[edge]}
    listed = [label for edge in pair for number in NUMBERS for label in labels_of(edge, number)]
    assert len(listed) == len(set(listed))
    # The middle column belongs to nobody where the players come from the sides.
    assert rim - set(listed) == ({"3101", "3136"} if pair == ("X", "Z") else set())


@pytest.mark.rules("32.1a")
def test_a_file_of_sections_with_a_fault_is_refused_with_file_table_and_key() -> None:
    good = "provenance = 'reconstructed'\n" + "\n".join(
        f"[{edge}]\n" + "\n".join(f'{number} = ["0101", "0112"]' for number in NUMBERS) for edge in EDGES
    )
    assert parse_sections(good, "there")["X"][3] == ("0101", "0112")
    for text, told in ((good.replace("[Y]", "[Q]"), "Q"), (good.replace('"0112"]', '"0213"]', 1), "there: [W]")):
        with pytest.raises(MalformedError, match=r"Q|two hexes") as caught:
            parse_sections(text, "there")
        assert told in str(caught.value)


@pytest.mark.rules("32.1b")
@pytest.mark.parametrize(("die", "first"), [(1, "alpha"), (2, "bravo"), (5, "alpha"), (6, "bravo")])
def test_an_odd_die_makes_alpha_the_first_player(die: int, first: str) -> None:
    # The first chit drawn is 3; the second is the third of those left: 4.
    played = drawn(MEETING, {"variable_entry": "yes"}, f"{die} 3 3")
    second = "bravo" if first == "alpha" else "alpha"
    assert part_of(played.state, "chits") == first
    assert part_of(played.state, "variable_entry") == {first: 3, second: 4}
    assert [roll.purpose for roll in played.rolls] == ["First Player", "entry chit", "entry chit"]
    assert [(roll.sides) for roll in played.rolls] == [6, 5, 4], "the first chit is not put back"
    told = played.found("entry_section")
    assert [(one.data["side"], one.data["chit"]) for one in told] == [(first, 3), (second, 4)]
    assert all(one.seen_by(side) for one in told for side in ("alpha", "bravo"))


@pytest.mark.rules("32.1b")
def test_a_force_enters_by_its_section_and_by_no_other() -> None:
    state = drawn(MEETING, {"variable_entry": "yes"}, "1 1 4").state
    assert part_of(state, "variable_entry") == {"alpha": 1, "bravo": 5}
    offered = GAME.legal(state, "alpha").units[0].options[0].cells
    assert hexes(state, offered) == list(labels_of("X", 1))
    assert refused(state, "alpha", "column COL 4001") == []
    wrong = violations(state, "alpha", "column COL 6118")
    assert [(one.rule, one.unit) for one in wrong] == [("32.1b", COLUMN)]
    assert refused(state, "bravo", "column COL 1036") == []
    assert refused(state, "bravo", "column COL 0118") == ["32.1b"]


@pytest.mark.slow
@pytest.mark.rules("32.1c")
def test_the_way_of_a_meeting_still_leads_off_an_opposite_edge() -> None:
    state = drawn(MEETING, {"variable_entry": "yes"}, "1 1 4").state
    board = scene_of(state).board

    def rules(labels: list[str]) -> list[str]:
        cells = tuple(board.cell(label) for label in labels)
        return [one.rule for one in GAME.check(state, "alpha", Order("enter", (Task(COLUMN, "COL", cells),)))]

    entry = board.cell("4001")
    step = GAME.apply(state, "alpha", Order("enter", (Task(COLUMN, "COL", (entry,)),)))
    after = GAME.apply(step.state, "bravo", Order("enter", (Task(COLUMN, "COL", (board.cell("1036"),)),))).state
    route = after.columns["alpha"].route
    assert route[0] == entry
    assert route[-1] in board.edges["Z"]
    assert rules(hexes(state, tuple(route))) == []
    assert rules(hexes(state, tuple(route[:-3]))) == ["17.11-2"], "it ends in the middle of the map"
    south = tuple(board.cell(f"40{row:02d}") for row in range(1, 37))
    wrong = GAME.check(state, "alpha", Order("enter", (Task(COLUMN, "COL", south),)))
    assert [one.rule for one in wrong] == [], "Y is opposite to the edge along which its section runs"


@pytest.mark.slow
@pytest.mark.rules("32.1a")
def test_who_draws_alone_needs_no_first_player_and_the_defence_keeps_its_distance_from_the_section() -> None:
    played = drawn(ANTITANK, {"variable_entry": "yes"}, "1")
    assert [roll.purpose for roll in played.rolls] == ["entry chit"]
    assert part_of(played.state, "variable_entry") == {"alpha": 1}
    scene = scene_of(played.state)
    distance = scene.side("bravo").distance
    zone = zone_of(played.state, scene, "bravo")
    assert GAME.legal(played.state, "bravo").units[0].options[0].cells == zone
    section = edges.entry_cells(played.state, scene, "alpha")
    assert min(scene.board.distance(one, way) for one in zone for way in section) == distance
    assert refused_at(played.state, "4005") == "17.12-1"
    assert refused_at(played.state, "4025") == ""


def refused_at(state: TankState, label: str) -> str:
    """The case by which Bravo's first unit may not be placed in a hex."""
    order = Order("deploy", (Task("B1", "DP", (cell(state, label),), 0),))
    return next((one.rule for one in GAME.check(state, "bravo", order) if one.unit == "B1"), "")


@pytest.mark.rules("32.1a", "17.11-6")
def test_units_leave_a_meeting_over_the_edge_they_entered_from() -> None:
    options: dict[str, Scalar] = {"variable_entry": "yes"}
    state = position(MEETING, alpha={"A1": ("4002", "A"), "A2": ("6018", "B")}, bravo={"B1": ("0118", "B")},
                     options=options)  # fmt: skip
    set_part(state, "variable_entry", {"alpha": 1, "bravo": 3})
    state.preserved = {"alpha": 1}
    assert refused(state, "alpha", "A1 MV 4001 exit") == []
    assert refused(state, "alpha", "A2 MV 6118 exit") == ["17.11-5"]
    assert unit(play(state, alpha="A1 MV 4001 exit").state, "A1").status == EXITED


@pytest.mark.rules("32.1a", "17.11-6", "17.13-7")
def test_who_leaves_by_another_edge_than_it_entered_from_is_not_bound_to_its_section() -> None:
    state = position(REARGUARD, alpha={"A1": ("1035", "D")}, bravo={"B1": ("5010", "A")},
                     options={"variable_entry": "yes"})  # fmt: skip
    scene = scene_of(state)
    assert edges.exit_cells(state, scene, "alpha") == scene.board.edges["Y"]
    set_part(state, "variable_entry", {"alpha": 3})
    assert edges.exit_cells(state, scene, "alpha") == scene.board.edges["Y"]


@pytest.mark.rules("32.1b")
def test_chits_are_drawn_and_nothing_else() -> None:
    state = GAME.setup(MEETING, {"variable_entry": "yes"}, "script:")
    assert GAME.check(state, "alpha", Order("chits", choice="draw")) == []
    for wrong in (Order("chits"), Order("chits", choice="3"), Order("chits", (Task("A1", "MV"),), choice="draw")):
        assert GAME.check(state, "alpha", wrong) != []


# 32.2


@pytest.mark.rules("32.2a")
def test_the_exit_is_drawn_like_the_entry_and_the_first_player_only_once() -> None:
    played = drawn(MEETING, {"variable_entry": "yes", "variable_exit": "yes"}, "2 1 1 5 1")
    assert [roll.purpose for roll in played.rolls] == ["First Player", *["entry chit"] * 2, *["exit chit"] * 2]
    assert part_of(played.state, "variable_exit") == {"bravo": 5, "alpha": 1}
    board = scene_of(played.state).board
    told = [(e.data["side"], e.data["chit"], e.data["first"], e.data["last"]) for e in played.found("exit_section")]
    sections = {
        side: edges.section(board, edge, number) for side, edge, number in (("bravo", "Z", 5), ("alpha", "X", 1))
    }
    assert sorted(told) == sorted(
        (side, {"bravo": 5, "alpha": 1}[side], board.labels[cells[0]], board.labels[cells[-1]])
        for side, cells in sections.items()
    )
    assert all(one.seen_by(side) for one in played.found("exit_section") for side in ("alpha", "bravo"))
    alone = drawn(MEETING, {"variable_exit": "yes"}, "1 2 2")
    assert [roll.purpose for roll in alone.rolls] == ["First Player", "exit chit", "exit chit"]


@pytest.mark.rules("32.2a", "32.2b")
def test_units_leave_only_through_their_section_and_in_a_meeting_only_after_preservation() -> None:
    options: dict[str, Scalar] = {"variable_exit": "yes"}
    state = position(MEETING, alpha={"A1": ("6017", "B"), "A2": ("6003", "B")}, bravo={"B1": ("0118", "B")},
                     options=options)  # fmt: skip
    assert part_of(GAME.view(state, "alpha"), "variable_exit") is None
    set_part(state, "variable_exit", {"alpha": 2, "bravo": 1})
    for side in ("alpha", "bravo", None):
        assert part_of(GAME.view(state, side), "variable_exit") == {"alpha": 2, "bravo": 1}, "drawn in the open"
    for plot in ("A1 MV 6117 exit", "A2 MV 6103 exit"):
        assert refused(state, "alpha", plot) == ["17.11-5"], "no force has reached Preservation"
    state.preserved = {"bravo": 1}
    assert refused(state, "alpha", "A2 MV 6103 exit") == []
    assert refused(state, "alpha", "A1 MV 6117 exit") == ["17.11-5"]
    moves = [option.path for one in GAME.legal(state, "alpha").units for option in one.options if option.kind == "MV"]
    assert {path.exits for path in moves if path is not None} == {edges.section(scene_of(state).board, "X", 2)}


@pytest.mark.rules("32.2a")
def test_nobody_draws_an_exit_where_nobody_leaves() -> None:
    for scenario in (ANTITANK, INTRO):
        played = drawn(scenario, {"variable_exit": "yes"}, "")
        assert (played.rolls, part_of(played.state, "variable_exit")) == ((), None)
    assert part_of(drawn(REARGUARD, {"variable_exit": "yes"}, "1 3 1").state, "variable_exit") == {
        "alpha": 3,
        "bravo": 1,
    }


# 32.3


@pytest.mark.rules("32.3")
@pytest.mark.parametrize(("die", "number"), [(1, 2), (2, 3), (3, 4)])
def test_alpha_draws_in_secret_by_which_section_of_y_it_must_leave(die: int, number: int) -> None:
    played = drawn(REARGUARD, {"secret_exit": "yes"}, str(die))
    state = played.state
    assert [(roll.sides, roll.purpose) for roll in played.rolls] == [(3, "secret exit chit of alpha")]
    assert part_of(GAME.view(state, "alpha"), "secret_exit") == {"alpha": number}
    assert part_of(GAME.view(state, "bravo"), "secret_exit") is None
    assert part_of(GAME.view(state, None), "secret_exit") is None
    told = played.found("secret_exit")
    assert [one.audience for one in told] == [("alpha",)]
    assert told[0].data["first"] == labels_of("Y", number)[0]


@pytest.mark.rules("32.3")
def test_alpha_leaves_by_its_secret_section_only_and_the_chit_is_shown_at_the_end() -> None:
    state = position(REARGUARD, alpha={"A1": ("1035", "D"), "A2": ("3035", "D")}, bravo={"B1": ("5010", "A")},
                     options={"secret_exit": "yes"}, turn=25)  # fmt: skip
    set_part(state, "secret_exit", {"alpha": 3})
    assert refused(state, "alpha", "A1 MV 1036 exit") == ["17.13-7"]
    assert refused(state, "alpha", "A2 MV 3036 exit") == []
    over = play(state, alpha="A2 MV 3036 exit").state
    assert over.outcome is not None
    assert part_of(GAME.view(over, "bravo"), "secret_exit") == {"alpha": 3}


@pytest.mark.rules("32.3", "32.2a")
def test_the_secret_exit_replaces_alphas_drawn_one_and_nothing_tells_bravo() -> None:
    options: dict[str, Scalar] = {"variable_exit": "yes", "secret_exit": "yes"}
    both = drawn(REARGUARD, options, "2 3")
    assert [roll.purpose for roll in both.rolls] == ["exit chit", "secret exit chit of alpha"]
    assert part_of(both.state, "variable_exit") == {"bravo": 2}, "Bravo draws alone"
    views = []
    for number in (2, 4):
        state = position(REARGUARD, alpha={"A1": ("1035", "D")}, bravo={"B1": ("5010", "A")}, options=options)
        set_part(state, "variable_exit", {"bravo": 2})
        set_part(state, "secret_exit", {"alpha": number})
        scene = scene_of(state)
        assert edges.exit_cells(state, scene, "alpha") == edges.section(scene.board, "Y", number)
        views.append(encoded(GAME.view(state, "bravo")) + encoded(GAME.legal(state, "bravo")))
    assert views[0] == views[1]


@pytest.mark.rules("32.3")
def test_there_is_no_secret_exit_outside_a_rearguard_action() -> None:
    for scenario in (MEETING, ANTITANK, INTRO):
        assert drawn(scenario, {"secret_exit": "yes"}, "").rolls == ()


@pytest.mark.rules("32.3")
def test_to_bravo_every_secret_section_is_as_likely() -> None:
    def guesses(scenario: str) -> set[object]:
        state = drawn(scenario, {"secret_exit": "yes"}, "1" if scenario == REARGUARD else "").state
        view = GAME.view(state, "bravo")
        return {str(part_of(GAME.sample(view, Random(seed)), "secret_exit")) for seed in range(30)}

    assert guesses(REARGUARD) == {"{'alpha': 2}", "{'alpha': 3}", "{'alpha': 4}"}
    assert guesses(MEETING) == {"None"}


@pytest.mark.rules("32.3", "32.4")
def test_before_the_chits_are_drawn_nothing_is_guessed() -> None:
    state = GAME.setup(REARGUARD, {"secret_exit": "yes", "delayed_entry": "yes"}, "script:")
    for side in ("alpha", "bravo"):
        guess = GAME.sample(GAME.view(state, side), Random(1))
        assert part_of(guess, "secret_exit") is None
        assert part_of(guess, "delayed_entry") is None


# 32.4


@pytest.mark.rules("32.4")
def test_who_guesses_at_the_enemys_turn_knows_what_he_has_seen() -> None:
    state = drawn(INTRO, {"delayed_entry": "yes"}, "2 3").state
    for side, label in (("alpha", "3001"), ("bravo", "3036")):
        state = answer(state, side, f"column COL {label}").state

    def guesses(turn: int, seen: bool) -> set[int]:
        then = state.thaw()
        then.turn = turn
        if seen:
            then.counters = {"bravo": 1}
        dealt = [_late({"alpha": 2}, then, Random(seed)) for seed in range(40)]
        assert {each["alpha"] for each in dealt} == {2}, "its own turn a side knows"
        return {each["bravo"] for each in dealt}

    assert guesses(1, False) == {1, 2, 3}
    assert guesses(2, False) == {2, 3}, "it has not come yet"
    assert guesses(5, False) == {3}
    assert guesses(1, True) == {1}, "it is there"
    assert guesses(2, True) == {1, 2}
    assert guesses(5, True) == {1, 2, 3}


@pytest.mark.rules("32.4")
def test_each_player_draws_his_turn_in_secret_and_puts_the_chit_back() -> None:
    played = drawn(INTRO, {"delayed_entry": "yes"}, "3 3")
    assert [(roll.sides, roll.purpose) for roll in played.rolls] == [
        (3, "entry turn of alpha"), (3, "entry turn of bravo")
    ]  # fmt: skip
    assert part_of(GAME.view(played.state, "alpha"), "delayed_entry") == {"alpha": 3}
    assert part_of(GAME.view(played.state, "bravo"), "delayed_entry") == {"bravo": 3}
    assert part_of(GAME.view(played.state, None), "delayed_entry") is None
    assert [one.audience for one in played.found("delayed_entry")] == [("alpha",), ("bravo",)]


@pytest.mark.rules("32.4")
def test_a_force_enters_on_its_turn_and_not_before() -> None:
    state = drawn(INTRO, {"delayed_entry": "yes"}, "2 1").state
    state = answer(state, "alpha", "column COL 3001").state
    state = answer(state, "bravo", "column COL 3036").state
    assert set(GAME.pending(state)) == {"alpha", "bravo"}, "who is asked does not tell who is late"
    assert GAME.legal(state, "alpha").units == ()
    assert [(one.rule, one.unit) for one in violations(state, "alpha", "column MV 3001")] == [("32.4", COLUMN)]
    assert refused(state, "alpha", "A1 MV 3001") != []
    played = play(state, bravo="column MV 3036 3035")
    assert (where(played.state, "A1"), where(played.state, "B1")) == ("", "3035")
    assert refused(played.state, "alpha", "column MV 3001 3002") == []
    assert where(play(played.state, alpha="column MV 3001 3002").state, "A1") == "3002"


@pytest.mark.rules("32.4")
def test_a_delayed_column_of_a_meeting_follows_its_way_from_its_turn_on() -> None:
    state = drawn(MEETING, {"delayed_entry": "yes"}, "3 1").state
    state = answer(state, "alpha", "column COL 6118").state
    played = answer(state, "bravo", "column COL 0118")
    events = list(played.events)
    while played.state.turn < 4:
        assert played.state.outcome is None, "a column that has not come yet has not halted"
        side, asked = next(iter(GAME.pending(played.state).items()))
        played = answer(played.state, side, "continue" if asked.kind == "stop" else "")
        events += played.events
    for name, turn in (("A1", 3), ("B1", 1)):
        assert {event.turn for event in events if event.kind == "entered" and event.data["unit"] == name} == {turn}


@pytest.mark.rules("32.4", "17.13-2")
def test_the_rearguard_is_placed_on_the_turn_of_alphas_entry() -> None:
    state = drawn(REARGUARD, {"delayed_entry": "yes"}, "2").state
    state = answer(state, "alpha", "column COL 3001").state
    lines = "; ".join(f"{one.id} {30 + number:02d}20 A" for number, one in
                      enumerate(each for each in state.units if each.side == "bravo"))  # fmt: skip
    state = answer(state, "bravo", lines).state
    assert list(GAME.pending(state)) == ["alpha"]
    first = play(state)
    assert first.found("rearguard") == []
    second = play(first.state, alpha="column MV 3001 3002")
    assert len(second.found("rearguard")) == 1
    assert where(second.state, "B1") == "3020"


# Off.


@pytest.mark.parametrize("name", ["variable_entry", "variable_exit", "secret_exit", "delayed_entry", "recon_fire"])
def test_an_optional_rule_that_is_off_leaves_no_trace(name: str) -> None:
    plain = GAME.setup(REARGUARD, {}, "script:")
    off = GAME.setup(REARGUARD, {name: "no"}, "script:")
    assert encoded(plain) == encoded(off)
    assert name not in plain.options
    assert GAME.sequence(REARGUARD)[0].key == "setup"
    assert GAME.version(REARGUARD) == "1.2"
    assert GAME.setup(REARGUARD, {name: "yes"}, "script:").options[name] == "yes"


# In the Expanded game.


@pytest.mark.rules("32.1a", "32.2a")
def test_the_columns_of_a_meeting_engagement_come_on_and_leave_by_their_sections() -> None:
    played = drawn("tank/34.1", {"variable_entry": "yes", "variable_exit": "yes"}, "1 3 1 2 4")
    state = played.state
    assert part_of(state, "variable_entry") == {"alpha": 3, "bravo": 1}
    assert part_of(state, "variable_exit") == {"alpha": 2, "bravo": 5}
    for side, edge, number in (("alpha", "X", 3), ("bravo", "Z", 1)):
        offered = GAME.legal(state, side).units[0].options[0].cells
        assert offered
        assert set(hexes(state, offered)) <= set(labels_of(edge, number))
    assert set(refused(state, "alpha", "column1 COL 6101")) == {"34.1-1"}


@pytest.mark.rules("32.4")
def test_a_column_of_the_expanded_game_waits_for_its_turn() -> None:
    state = drawn("tank/34.1", {"delayed_entry": "yes"}, "2 1").state
    for side in ("alpha", "bravo"):
        idle = GAME.legal(state, side).idle
        assert idle is not None
        state = GAME.apply(state, side, idle).state
    assert state.turn == 1
    assert [unit(state, name).status for name in ("A1", "B1")] == [WAITING, ON_MAP]
