"""Fire missions as a player sees them before he orders them: chances of each choice, and SHEAFs as patterns."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from hulldown.core.decisions import Decision
from hulldown.core.errors import HulldownError
from hulldown.core.game import Mission
from hulldown.core.orders import Order, Task
from hulldown.games import load_game
from hulldown.games.panzer.data.fireplan import FIRE_TYPES, LONGEST
from hulldown.games.panzer.faces import los_hindrances, mission_odds, tools
from hulldown.games.panzer.faces.advanced_face import face
from hulldown.games.panzer.faces.view import view
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.play.indirect import missions, observers
from hulldown.games.panzer.rules.advanced.play.indirect.observers import CLOSE
from hulldown.games.panzer.rules.advanced.verbs.missions import CALL, CORRECT, PLOT
from support.advanced_fire import BOARD
from support.advanced_support import field

AIM = BOARD.by_label["0803"]


@pytest.mark.rules("6.5.1.12c", "6.5.1.12f")
def test_each_choice_of_a_call_has_its_chance() -> None:
    """An FO calls Organic batteries: 4 or more of ten; the unmodified 1 goes astray."""
    made = field()
    found = mission_odds.odds(made.state, made.scene, made.index("G1"), AIM, CALL, "Smoke linear by GB2")
    assert found["outcomes"] == {"responds": "7/10", "silent": "1/5", "astray": "1/10"}
    assert {way["weapon"]: way["hit"] for way in found["ways"]} == {
        f"{fire} {sheaf} by {name}": "7/10"
        for fire in ("GP", "Smoke")
        for sheaf in sheafs.OFF_MAP
        for name in ("GB1", "GB2")
    }
    assert found["range"] == 6


@pytest.mark.rules("6.5.1.8.2b")
def test_an_adjustment_is_a_new_roll_of_those_who_fire() -> None:
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    found = mission_odds.odds(made.state, made.scene, made.index("G1"), AIM, CORRECT, "")
    assert "6.5.1.12.1-adjusted-fire" in {factor["rule"] for factor in found["factors"]}
    assert len(found["ways"]) == 6


@pytest.mark.rules("6.5.1.1a", "6.5.1.1b", "6.5.1i", "6.5.1.7a", "6.5.1.12c")
def test_observers_are_listed_with_what_they_may_call_or_why_they_may_not() -> None:
    made = field()

    def told(side: str = "german") -> list[tuple[str, str, str]]:
        contest = view(made.state, made.scene, side, {side: made.decision("indirect", side)}).contest
        assert contest is not UNSET
        return [(one.unit, one.text, one.left) for one in contest.fighters]

    def does(words: str) -> None:
        assert told() == [("G1", "Forward Observer", words)]

    does("may call GB1 70 %, GB2 70 %")
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    does("directs GB1 on 0803; may call GB2 70 %")
    made.drive("5 59 59", ("G1 CALL 0803 GB2 GP closed",))
    does("directs GB1 on 0803, GB2 on 0803")
    made.begin("german", turn=2)
    does("directs GB1 on 0803, GB2 on 0803")
    fresh = made.state.thaw()
    made = field()
    made.state.units[made.index("G1")].sees = ()
    does("calls nothing: it spots nobody (6.5.1.7a)")
    made.state.units[made.index("G1")].command = "NC"
    does("calls nothing: it has no Overwatch to observe by (6.5.1i)")
    assert view(fresh, made.scene, "soviet", {}).contest is UNSET


def test_no_chance_is_told_where_nothing_can_be_called() -> None:
    made = field()
    with pytest.raises(HulldownError, match="does not observe"):
        mission_odds.odds(made.state, made.scene, made.index("S1"), AIM, CALL, "")
    with pytest.raises(HulldownError, match="no source"):
        mission_odds.odds(made.state, made.scene, made.index("G1"), BOARD.by_label["0403"], CALL, "")
    with pytest.raises(HulldownError, match="no source"):
        mission_odds.odds(made.state, made.scene, made.index("G1"), AIM, CORRECT, "")


@pytest.mark.rules("6.5.1.5a", "6.5.1.5b", "6.5.1.5c", "6.5.1.5d")
@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize("sheaf", [sheafs.ONE, *sheafs.OFF_MAP])
def test_patterns_are_the_hexes_of_the_sheafs(sheaf: str, direction: int) -> None:
    pattern = next(one for one in face().patterns if one.key == sheaf)
    turned = direction if pattern.turned else 0
    aim, found = BOARD.by_label["0804"], set()
    for steps in pattern.falls[0]:
        cell = aim
        for step in steps:
            cell = BOARD.neighbours[cell][(int(step) + turned) % 6] if cell >= 0 else -1
        found.add(cell)
    assert found - {-1} == set(sheafs.covered(BOARD, sheaf, aim, direction))
    assert (
        len(pattern.falls[0]) == len(set(pattern.falls[0])) == {"one": 1, "closed": 7, "open": 19, "linear": 7}[sheaf]
    )


@pytest.mark.rules("6.5.1.10a")
def test_danger_close_is_told_for_calls_and_adjustments_alone() -> None:
    near = {task.kind: task.near for task in face().tasks if task.near}
    assert near == {CALL: CLOSE, CORRECT: CLOSE}
    assert {task.kind for task in face().tasks if task.danger} == {CALL, CORRECT}


@pytest.mark.rules("6.5.1.10a")
def test_the_exposed_are_ones_own_units_that_an_enemy_spots() -> None:
    """Those among whom the rules look for friends near a Target Point."""
    made = field()
    seen = view(made.state, made.scene, "soviet", {})
    spotted = {made.state.units[one].id for unit in made.state.units if unit.side == "german" for one in unit.sees}
    assert set(seen.exposed) == spotted
    assert spotted
    near = observers.friends_near(made.state, made.scene, "soviet", AIM)
    assert {made.state.units[one].id for one in near} == {
        name for name in seen.exposed if BOARD.distance(made.state.units[made.index(name)].cell, AIM) <= CLOSE
    }
    for unit in made.state.units:
        unit.sees = ()
    assert view(made.state, made.scene, "soviet", {}).exposed == ()


@pytest.mark.rules("6.5.1.8.2a", "6.5.1.11.3")
def test_an_adjustment_and_planned_fire_say_from_where_they_are_moved() -> None:
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    decision = Decision("1", "indirect", "german", "6.5.1k", "")
    units = {unit.unit: unit.options for unit in missions.legal(made.state, made.scene, decision).units}
    assert {(option.kind, option.start) for option in units["G1"]} == {("CHECK", -1), ("SUSTAIN", -1), (CORRECT, AIM)}


@pytest.mark.rules("6.5.1.11.1b", "6.5.1.4d")
def test_the_plan_of_the_scenario_is_the_draft_and_means_the_same_as_to_keep_it() -> None:
    game = load_game("panzer")
    state = game.setup("panzer/17", {}, "plan")
    kept = drafted = state
    for side in ("soviet", "german"):
        legal = game.legal(state, side)
        order = Order(legal.decision.kind, legal.draft, decision=legal.decision.id)
        assert game.check(state, side, order) == []
        kept = game.apply(kept, side, legal.idle).state
        drafted = game.apply(drafted, side, order).state
    assert drafted.support == kept.support
    assert len(kept.support.plans) == 5
    assert len(kept.support.points) == 2
    told = {asset.key: asset.what for asset in game.view(state, "soviet").assets}
    assert told["SB2"] == "up to 2 missions; Organic"


def test_the_form_of_a_plot_writes_what_the_rules_read() -> None:
    """Every type, SHEAF and direction of the form, in its words."""
    form = next(task.form for task in face().tasks if task.kind == PLOT)
    assert form is not None
    words = {field_.key: [one.key for one in field_.choices] for field_ in form.parts if field_.choices}
    assert (words["fire"], words["sheaf"]) == (list(FIRE_TYPES), list(sheafs.OFF_MAP))
    assert (form.limit, form.first, form.lasts, form.rests) == (LONGEST, "turn", "turns", 1)
    game = load_game("panzer")
    state = game.setup("panzer/17", {}, "plan")
    cell = game.board("panzer/17").by_label["2217"]
    for fire in words["fire"]:
        for sheaf in words["sheaf"]:
            choice = f"turn 2 {fire} {sheaf}{' B' if sheaf == 'linear' else ''} 2"
            assert game.check(state, "soviet", Order("fireplan", (Task("SB2", PLOT, (cell,), choice=choice),))) == []


@pytest.mark.rules("5.11b", "6.5.2.4-barrage-a")
def test_the_line_tool_tells_first_which_sources_count_and_how_much() -> None:
    found = [
        {"kind": "Closed Barrage", "hexes": ["0803", "0804"], "counts": True, "ap": -3, "gp": -10, "rule": "6.5.2.4"},
        {"kind": "Open Smoke", "hexes": ["0803"], "counts": False, "ap": -3, "gp": -10, "rule": "6.5.2.4"},
    ]
    assert los_hindrances.rows(found) == [
        {"label": "Closed Barrage in 0803, 0804", "value": "AP -3, GP -10", "rule": "6.5.2.4"},
        {"label": "Open Smoke in 0803", "value": "does not count beside a larger one", "rule": "5.11b"},
    ]
    game = load_game("panzer")
    state = game.setup("panzer/17", {}, "line")
    while state.turn < 3:
        for side in game.pending(state):
            legal = game.legal(state, side)
            order = legal.idle or Order(legal.decision.kind)
            state = game.apply(state, side, Order(order.kind, order.tasks, order.choice, legal.decision.id)).state
            break
    cells = game.board("panzer/17").by_label
    line = tools.los_in_view(game.view(state, "soviet"), cells["1218"], cells["2016"], {})
    assert line["factors"][0] == {
        "label": "Closed Barrage in 2016",
        "value": "AP -3, GP -10",
        "rule": "6.5.2.4-barrage-a",
    }


@pytest.mark.rules("6.5.1.11.1d")
def test_the_plan_of_a_battery_is_told_turn_by_turn_to_its_owner() -> None:
    game = load_game("panzer")
    state = game.setup("panzer/17", {}, "plan")
    for side in ("soviet", "german"):
        state = game.apply(state, side, game.legal(state, side).idle).state
    cells = game.board("panzer/17").by_label
    told = {asset.key: asset.missions for asset in game.view(state, "soviet").assets}
    assert told["SB4"] == tuple([Mission(turn, "GP open", cells["2316"]) for turn in (4, 5)])
    assert [(one.turn, one.what) for one in told["SB2"][2:4]] == [(4, "GP closed"), (6, "Smoke linear")]
    assert not any(asset.missions for asset in game.view(state, "german").assets)
    said = {asset.key: asset.what for asset in game.view(state, "soviet").assets}
    assert "from turn 6 on 1917: Smoke, Linear SHEAF towards north, 3 turns" in said["SB2"]
