"""The sequence of play of the Expanded game (21.0, 21.1): the Standard one with the segments that modules put in."""

from __future__ import annotations

import pytest

from hulldown.games.tank.books import EXPANDED, STANDARD
from hulldown.games.tank.game import GAME
from support.tank_positions import play, position
from support.transport_field import aboard, transport

ORDER = [
    ("plot", "21.1-a"),
    ("artillery", "21.1-b-1"),
    ("panic", "21.1-b-2"),
    ("initial", "21.1-b-3"),
    ("direct", "21.1-b-4"),
    ("move", "21.1-b-5"),
    ("mount", "21.1-b-6"),
    ("final", "21.1-b-7"),
    ("smoke_removal", "21.1-b-8"),
    ("smoke_creation", "21.1-b-9"),
    ("record", "21.1-c"),
]


@pytest.mark.rules("21.0", "21.1-a", "21.1-b-1", "21.1-b-2", "21.1-b-3", "21.1-b-4", "21.1-b-5")
@pytest.mark.rules("21.1-b-6", "21.1-b-7", "21.1-b-8", "21.1-b-9", "21.1-c")
def test_the_segments_come_in_their_order_each_under_its_case() -> None:
    modules = ("infantry", "transport", "platoons", "artillery", "mines")
    with transport(modules=modules) as scenario:
        rows = [(row.key, row.rule) for row in GAME.sequence(scenario)]
    assert [row for row in rows if row in ORDER] == ORDER


@pytest.mark.rules("21.1-b-2", "21.1-b-3", "21.1-b-4", "21.1-b-5", "21.1-b-6", "21.1-b-7", "21.1-c", "19.0a")
def test_a_turn_is_carried_out_in_that_order() -> None:
    with transport(panic=1) as scenario:
        places = {"A1": ("5613", "A"), "A3": "5213", "A7": "5213", "A8": "5013"}
        state = aboard(
            position(scenario, alpha=places, bravo={"B1": ("5606", "D"), "B2": ("0101", "A")}, panic=True,
                     dice="1 1 6"), A3="A7",
        )  # fmt: skip
        after = play(state, alpha="A1 DF 5606; A3 DT 5212; A7 DT; A8 MV 5012", bravo="B2 FC", face={"alpha": "A3 C"})
    steps = list(dict.fromkeys(event.step for event in after.events))
    assert steps == ["panic", "initial", "direct", "move", "mount", "final", "record"]
    assert after.state.turn == state.turn + 1


@pytest.mark.rules("21.1-a", "34.1-6", "34.2-6", "34.3-3", "34.4-9")
@pytest.mark.parametrize(
    ("number", "before", "not_here"),
    [
        (1, ["columns", "setup"], {"camp", "defence", "divide", "trigger"}),
        (2, ["equip", "columns", "setup", "allotment", "register"], {"camp", "objective", "edge", "variant"}),
        (3, ["equip", "columns", "camp", "setup", "allotment", "register"], {"withhold", "advance", "defence"}),
        (
            4,
            ["equip", "objective", "edge", "variant", "defence", "advance", "setup", "allotment", "register"],
            {"columns"},
        ),
    ],
)
def test_each_scenario_shows_the_steps_that_it_comes_to(number: int, before: list[str], not_here: set[str]) -> None:
    scenario = f"tank/34.{number}"
    keys = [row.key for row in GAME.sequence(scenario)]
    assert keys[: keys.index("turn")] == before
    assert not not_here & set(keys)
    assert keys.index("contact") < keys.index("record"), "contact is noted at the end of every turn"
    # Whatever is asked and told stands under one of them, played on for a while with no orders.
    state, events = GAME.setup(scenario, {}, "steps"), []
    seen: set[str] = set()
    while state.turn < 4:
        side = next(iter(GAME.pending(state)))
        seen.add(state.stack[-1].step)
        idle = GAME.legal(state, side).idle
        assert idle is not None
        step = GAME.apply(state, side, idle)
        state = step.state
        events += step.events
    assert seen | {event.step for event in events} <= set(keys)
    assert "plot" in seen or number < 3


@pytest.mark.rules("19.0a")
def test_the_rules_of_the_standard_game_stay() -> None:
    assert EXPANDED.verbs == STANDARD.verbs
    assert [row._replace(rule="") for row in EXPANDED.rows] == [row._replace(rule="") for row in STANDARD.rows]
