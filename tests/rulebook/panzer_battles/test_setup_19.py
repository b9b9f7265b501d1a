"""Setting up (19.1, 19.2): hidden places, queues behind the edge, entering the map, reinforcements."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.state import BattleState
from support.battles_stage import Stage


def begun(scenario: str, **options: str) -> BattleState:
    """A game before anybody has set up."""
    return GAME.setup(f"panzer_battles/{scenario}", options, "script:" + "3 " * 200)


def both(state: BattleState, **changes: Order) -> BattleState:
    """The game after both have set up, plainly unless told otherwise."""
    for side in ("first", "second"):
        order = changes.get(side) or GAME.legal(state, side).idle
        assert order is not None
        state = GAME.apply(state, side, order).state
    return state


def refused(state: BattleState, side: str, *tasks: Task) -> set[str]:
    """The cases that a setup breaks in which these tasks replace those of the same units."""
    plain = GAME.legal(state, side).idle
    assert plain is not None
    told = {task.unit for task in tasks}
    order = Order("deploy", (*(task for task in plain.tasks if task.unit not in told), *tasks))
    return {fault.rule for fault in GAME.check(state, side, order)}


def cell(scenario: str, label: str) -> int:
    return GAME.board(f"panzer_battles/{scenario}").by_label[label]


@pytest.mark.rules("19.0-gen-1", "19.0-gen-2", "19.1a", "19.2", "19.11a")
@pytest.mark.parametrize("scenario", ["gazala", "arracourt", "berlin"])
def test_nobody_is_on_the_map_at_first(scenario: str) -> None:
    """The Second Player's units have places that nobody else knows; the First Player's wait behind the edge."""
    state = both(begun(scenario, dummies="none"))
    placed = [unit for unit in state.units if unit.side == "second" and unit.status == "on map"]
    assert placed
    assert all(unit.tag == 0 and not unit.shown for unit in placed)
    assert {unit.status for unit in state.units if unit.side == "first"} == {"off"}
    assert [piece for piece in GAME.view(state, "first").pieces if piece.side == "second"] == []
    view = GAME.view(state, "first")
    assert all(unit.side == "first" for unit in view.units)
    assert view.counters == ()
    # 19.2: the first Game-Turn begins with the First Player's Indirect Fire Phase.
    assert (state.turn, state.phase >= 1) == (1, True)
    if scenario == "arracourt":
        assert GAME.pending(state)["first"].kind == "plot"


@pytest.mark.rules("19.1a", "20.0-brit-deploy", "21.0-ger-deploy", "22.0-ger-deploy")
@pytest.mark.parametrize(
    ("scenario", "name", "inside", "outside"),
    [
        ("gazala", "B421", "0706", "0707"),
        ("arracourt", "G111", "1812", "1512"),
        ("arracourt", "G111", "1612", "1717"),
        ("berlin", "G301", "0908", "0909"),
    ],
)
def test_places_within_the_limits(scenario: str, name: str, inside: str, outside: str) -> None:
    state = begun(scenario)
    assert refused(state, "second", Task(name, "PLACE", (cell(scenario, inside),), facing=0)) == set()
    assert refused(state, "second", Task(name, "PLACE", (cell(scenario, outside),), facing=0)) == {"19.1a"}
    assert refused(state, "second", Task(name, "PLACE", (cell(scenario, outside),), facing=0, choice="column")) == {
        "19.1a"
    }


@pytest.mark.rules("19.1b", "20.0-sr-2", "22.0-ger-deploy", "21.0-ger-deploy", "15.0-gen-1", "16.4")
@pytest.mark.parametrize(
    ("scenario", "name", "label", "allowed"),
    [
        ("arracourt", "G111", "2012", True),
        ("arracourt", "G101g", "2012", True),
        ("berlin", "G301", "0905", True),
        ("gazala", "B421", "0106", False),
    ],
)
def test_beginning_in_defilade(scenario: str, name: str, label: str, allowed: bool) -> None:
    """SCN-6: not at Gazala."""
    state = begun(scenario)
    task = Task(name, "PLACE", (cell(scenario, label),), facing=0, choice="defilade 2")
    assert (refused(state, "second", task) == set()) == allowed
    if allowed:
        plain = GAME.legal(state, "second").idle
        assert plain is not None
        rest = tuple(one for one in plain.tasks if one.unit != name)
        after = both(state, second=Order("deploy", (*rest, task)))
        unit = next(unit for unit in after.units if unit.id == name)
        assert (unit.defilade, unit.facing) == (2, 0)


@pytest.mark.rules("19.1a", "19.1b", "11.0-gen-1", "6.61a")
@pytest.mark.parametrize(
    ("scenario", "name", "facing", "choice", "case"),
    [
        ("gazala", "B421", 0, "defilade 2", "19.1b"),
        ("berlin", "G301", -1, "", "11.0-gen-1"),
        ("berlin", "G301", -1, "column", "11.0-gen-1"),
        ("berlin", "G301", 0, "asleep", "19.1a"),
        ("arracourt", "G101g", 0, "column", "6.61a"),
    ],
)
def test_a_setup_is_refused_by_the_case_that_it_breaks(
    scenario: str, name: str, facing: int, choice: str, case: str
) -> None:
    state = begun(scenario)
    label = {"gazala": "0706", "berlin": "0905", "arracourt": "2012"}[scenario]
    task = Task(name, "PLACE", (cell(scenario, label),), facing=facing, choice=choice)
    assert refused(state, "second", task) == {case}


@pytest.mark.rules("19.11a")
def test_a_hidden_unit_comes_onto_the_map_when_it_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """OBS-15: face down where nobody sees it."""
    stage = Stage(monkeypatch, heights={f"{column:02d}20": 9 for column in range(1, 25)})
    stage.put("G111", "2010", command="BOUND", hidden=True)
    stage.put("G112", "2010", command="OVERWATCH", hidden=True)
    stage.put("U111", "2030", command="OVERWATCH")
    stage.begin("move2")
    assert stage.unit("G111").tag == 0
    stage.say("second", "G111 MOVE 2009")
    assert (stage.unit("G111").tag, stage.unit("G111").shown, stage.unit("G112").tag) == (1, False, 0)
    (seen,) = stage.found("counter_moved")
    assert (seen.data["counter"], seen.data["hex"], seen.data["came"]) == ("G?1", "2009", "")
    assert "second" not in seen.audience


@pytest.mark.rules("19.11a")
def test_or_when_it_is_observed(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("G111", "2010", command="OVERWATCH", hidden=True)
    stage.put("U111", "2024", command="OVERWATCH")
    stage.begin("final1")
    # A stationary vehicle in the open is seen at fifteen hexes (7.25).
    assert (stage.unit("G111").tag, stage.unit("G111").shown) == (1, True)


@pytest.mark.rules("19.12")
def test_hidden_movement_by_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    heights = {f"{column:02d}20": 9 for column in range(1, 25)}
    stage = Stage(monkeypatch, heights=heights, hidden_movement="true")
    stage.put("G111", "2010", command="BOUND", hidden=True)
    stage.put("U111", "2030", command="OVERWATCH")
    stage.begin("move2")
    stage.say("second", "G111 MOVE 2009")
    assert (stage.where("G111"), stage.unit("G111").tag) == ("2009", 0)
    assert [event.audience for event in stage.found("crept")] == [("second",)]
    assert not stage.found("counter_moved")


@pytest.mark.rules("19.11b", "6.83")
def test_dummies_may_be_placed_and_moved_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    state = begun("berlin")
    dummy = next(unit.id for unit in state.units if unit.side == "second" and unit.type == "dummy")
    assert refused(state, "second", Task(dummy, "PLACE", (cell("berlin", "0905"),))) == set()
    assert refused(state, "second", Task(dummy, "PLACE", (cell("berlin", "0912"),))) != set()
    # Where units may begin in defilade, so may what passes for one.
    assert refused(state, "second", Task(dummy, "PLACE", (cell("berlin", "0905"),), choice="defilade 2")) == set()
    assert refused(state, "second", Task(dummy, "PLACE", (cell("berlin", "0905"),), choice="column")) == {"6.61a"}
    stage = Stage(monkeypatch, "berlin", dummies="default", heights={f"{column:02d}20": 9 for column in range(1, 17)})
    stage.put(dummy, "0905", hidden=True)
    stage.put("S111", "0930", command="OVERWATCH")
    stage.begin("move2")
    stage.say("second", f"{dummy} MOVE 0906")
    (seen,) = stage.found("counter_moved")
    assert seen.data["counter"] == "G?1"


# The First Player comes.


@pytest.mark.rules("19.2", "19.21", "19.22a", "21.0-us-deploy", "20.0-ger-deploy", "22.0-sov-deploy-a")
@pytest.mark.parametrize(
    ("scenario", "name", "inside", "outside"),
    [("arracourt", "U111", "0124", "0123"), ("gazala", "G211", "0924", "0923"), ("berlin", "S111", "0934", "0933")],
)
def test_entry_hexes(scenario: str, name: str, inside: str, outside: str) -> None:
    state = begun(scenario)
    assert refused(state, "first", Task(name, "QUEUE", (cell(scenario, inside),), choice="1")) == set()
    assert refused(state, "first", Task(name, "QUEUE", (cell(scenario, inside),), choice="1 column")) == set()
    assert refused(state, "first", Task(name, "QUEUE", (cell(scenario, outside),), choice="1")) == {"19.22a"}
    assert refused(state, "first", Task(name, "QUEUE", (cell(scenario, inside),), choice="")) == {"19.23a"}


@pytest.mark.rules("19.21", "19.2", "16.11b")
def test_who_enters_is_on_bound_and_so_are_its_passengers(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=1)
    stage.queue("U211h", "0126", 1)
    passenger = stage.unit("U211i")
    passenger.status, passenger.carrier = "off", stage.state.units.index(stage.unit("U211h"))
    stage.begin("move1")
    # CMD-21: it has to come on.
    assert stage.refused("first", "end") == {"5.1"}
    stage.say("first", "U211h MOVE 0126")
    assert (stage.where("U211h"), stage.where("U211i")) == ("0126", "0126")
    assert (stage.unit("U211h").command, stage.unit("U211i").command) == ("BOUND", "BOUND")
    stage.say("first", "U211i DISMOUNT")
    stage.say("first", "U211i MOVE 0226")
    assert stage.where("U211i") == "0226"


@pytest.mark.rules("19.22b", "19.23a", "19.23b", "19.24", "22.0-sov-deploy-b")
def test_a_queue_pays_for_the_hexes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCN-2: place n pays n times the entry hex. A T34 has eleven points, clear ground costs two."""
    stage = Stage(monkeypatch, "berlin", turn=1)
    for place, name in enumerate(("S111", "S112", "S113", "S121", "S122", "S123"), 1):
        stage.queue(name, "0934", place)
    stage.begin("move1")
    assert stage.refused("first", "S112 MOVE 0934") == {"19.24"}
    for place, name in enumerate(("S111", "S112", "S113", "S121", "S122"), 1):
        # Up the column as far as it goes, so that it makes room.
        path = " ".join(f"09{34 - n:02d}" for n in range((11 - 2 * place) // 2 + 1))
        assert stage.refused("first", f"{name} MOVE {path} 09{33 - (11 - 2 * place) // 2:02d}") == {"6.11a"}
        stage.say("first", f"{name} MOVE {path}")
        assert stage.unit(name).spent == 2 * place + 2 * ((11 - 2 * place) // 2)
    # The sixth would need twelve.
    assert stage.refused("first", "S123 MOVE 0934") == {"6.11a"}
    stage.say("first", "end")
    stage.pass_to("face")
    # SCN-3, 19.25: it has moved up by its eleven points, to the edge, and pays the entry hex next time.
    assert (stage.where("S123"), stage.unit("S123").owing) == ("off", 2)
    stage.begin("move1")
    stage.say("first", "S123 MOVE 0934")
    assert stage.unit("S123").spent == 2


@pytest.mark.rules("19.23a")
def test_three_may_share_a_place_and_no_more() -> None:
    state = begun("berlin")
    edge = cell("berlin", "0934")
    three = [Task(name, "QUEUE", (edge,), choice="5") for name in ("S111", "S112", "S113")]
    assert refused(state, "first", *three) == set()
    assert refused(state, "first", *three, Task("S121", "QUEUE", (edge,), choice="5")) == {"6.4"}


@pytest.mark.rules("19.25")
def test_a_long_queue_moves_up_by_its_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCN-3: woods cost three; in place nine it owes 27, after a Phase 16, after two 5."""
    stage = Stage(monkeypatch, "berlin", turn=1, hexes={"0934": "woods"})
    stage.queue("S111", "0934", 1)
    stage.queue("S112", "0934", 9)
    stage.begin("move1")
    stage.say("first", "S111 MOVE 0934 0933")
    for owing in (16, 5):
        stage.say("first", "end") if stage.refused("first", "end") == set() else stage.say("first", "leave")
        stage.pass_to("face")
        assert stage.unit("S112").owing == owing
        stage.begin("move1")
        stage.unit("S111").command = "OVERWATCH"
    stage.say("first", "S112 MOVE 0934")
    assert stage.unit("S112").spent == 5


@pytest.mark.rules("19.26")
def test_off_the_map_is_out_of_play(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=1)
    stage.queue("U111", "0126", 1)
    stage.put("G111", "0226", command="OVERWATCH", hidden=True)
    stage.begin("final1")
    assert not stage.found("spotted")
    stage.begin("command1")
    assert stage.asked().get("first") != "command"
    stage.battery(1).plots[1] = stage.cell("0126")
    stage.dice("1 1 1 1")
    stage.begin("impact1")
    assert [event.data["target"] for event in stage.found("shelled")] == []


@pytest.mark.rules("20.0-reinf-1", "20.0-reinf-2", "20.0-reinf-3", "19.25")
@pytest.mark.parametrize(("turn", "enters"), [(3, False), (4, True), (7, True)])
def test_the_british_squadrons_of_turn_four(monkeypatch: pytest.MonkeyPatch, turn: int, enters: bool) -> None:
    """SCN-15: by the north edge, in their own Movement Phase, on Bound; held back as long as their owner likes."""
    stage = Stage(monkeypatch, "gazala", turn=turn)
    stage.queue("B411", "0901", 1)
    stage.put("G211", "1024", command="OVERWATCH")
    stage.begin("move2")
    assert stage.refused("second", "end") == set()
    assert stage.refused("second", "B411 MOVE 0901") == (set() if enters else {"19.24"})
    if enters:
        stage.say("second", "B411 MOVE 0901")
        assert (stage.where("B411"), stage.unit("B411").command) == ("0901", "BOUND")


@pytest.mark.rules("20.0-reinf-1")
def test_reinforcements_come_by_the_north_edge() -> None:
    state = begun("gazala")
    assert refused(state, "second", Task("B411", "QUEUE", (cell("gazala", "0901"),), choice="1")) == set()
    assert refused(state, "second", Task("B411", "QUEUE", (cell("gazala", "0924"),), choice="1")) == {"19.22a"}


@pytest.mark.rules("19.1a", "11.0-gen-1", "19.1b")
def test_a_vehicle_may_be_set_up_with_any_facing_and_its_cover_too() -> None:
    state = begun("berlin")
    options = next(one.options for one in GAME.legal(state, "second").units if one.unit == "G301")
    assert {option.facings for option in options} == {(0, 1, 2, 3, 4, 5)}
    words = {word for option in options for word in option.choices}
    assert words == {"column", *(f"defilade {way}" for way in range(6))}


@pytest.mark.rules("19.1a")
@pytest.mark.parametrize("name", ["U111", "G999"])
def test_only_units_of_ones_own_are_set_up(name: str) -> None:
    """A unit of the enemy is refused as one that does not exist."""
    state = begun("arracourt")
    assert refused(state, "second", Task(name, "PLACE", (cell("arracourt", "1712"),), facing=0)) == {"19.1a"}
    order = Order("deploy", (Task(name, "QUEUE", (cell("arracourt", "0124"),), choice="1"),))
    wrong = [fault.message for fault in GAME.check(state, "second", order) if fault.unit == name]
    assert len(wrong) == 1
    assert wrong[0].startswith("it is no unit of yours")


@pytest.mark.rules("19.1a", "19.11b")
def test_dummies_are_set_up_wherever_their_side_is() -> None:
    """On Hill 421 and around it, and from column 18 southwards."""
    state = begun("arracourt")
    board = GAME.board("panzer_battles/arracourt")
    options = next(one.options for one in GAME.legal(state, "second").units if one.unit == "Gd1")
    found = {board.labels[at] for option in options for at in option.cells}
    hill = {board.labels[at] for at in (board.by_label["1712"], *board.neighbours[board.by_label["1712"]])}
    assert found == hill | {label for label in board.by_label if int(label[:2]) >= 18}


@pytest.mark.rules("20.0-reinf-1", "20.0-reinf-3", "19.22a", "19.24")
def test_reinforcements_choose_their_entry_when_they_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """By any hex of the north edge, on turn 4 or later; whoever has a place in a queue keeps it."""
    state = GAME.setup("panzer_battles/gazala", {}, "later")
    idle = GAME.legal(state, "second").idle
    assert idle is not None
    early = Order(idle.kind, tuple(task for task in idle.tasks if task.unit[:3] in ("B42",)))
    assert not GAME.check(state, "second", early)
    required = {one.unit for one in GAME.legal(state, "second").units if one.required}
    assert required == {"B421", "B422", "B423", "B424"}
    stage = Stage(monkeypatch, "gazala", turn=3)
    for name in ("B411", "B412"):
        stage.unit(name).status = "off"
    stage.put("G211", "0520", command="OVERWATCH", withholds=True)
    stage.put("B421", "1006", command="OVERWATCH", withholds=True)
    stage.begin("move2")
    assert stage.refused("second", "B411 QUEUE 1201 1") == {"20.0-reinf-1"}
    assert "QUEUE" not in stage.offered("second", "B411")
    stage.state.turn = 5
    assert {"1201", "0501"} < stage.offered("second", "B411")["QUEUE"]
    assert stage.refused("second", "B411 QUEUE 1202 1") == {"19.23a"}
    stage.say("second", "B411 QUEUE 1201 2")
    assert [event.audience for event in stage.found("queued")] == [("second",)]
    assert stage.refused("second", "B412 QUEUE 1201 1") == {"19.24"}
    assert stage.refused("second", "B411 QUEUE 0501 1") == {"19.24"}
    stage.say("second", "B412 QUEUE 0501 1 column")
    stage.say("second", "B411 MOVE 1201")
    stage.pass_to("move")
    stage.say("second", "B412 MOVE 0501")
    assert (stage.where("B411"), stage.where("B412"), stage.unit("B412").column) == ("1201", "0501", True)
