"""Who is told what: each act of a side makes its events, with their case, for those who may know of it."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.state import ASIDE, BattleState
from support.battles_assault import assault, come_in, to_the_end_of_round_one
from support.battles_field import FIRST, SECOND, Field, Task, kinds
from support.battles_stage import Stage

WATCHERS = (SECOND, "*")
"""The enemy of the First Player, and onlookers."""


def told(field: Field | Stage, kind: str, *keys: str) -> list[tuple[object, ...]]:
    """The events of a kind: case, audience, and these of their data."""
    return [(e.rule, e.audience, *(e.data.get(key) for key in keys)) for e in field.events if e.kind == kind]


plain = pytest.mark.usefixtures("plain_map")


@plain
@pytest.mark.rules("13.23a", "13.0-gen-1", "13.31c")
def test_of_a_close_assault_everybody_hears_and_where_the_assailant_came_from_is_noted() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G111", "2006", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert told(field, "engaged", "hex") == [("13.23a", (), "2006")]
    assert field.state.assaulted == field.path(["2005", "2006"])
    assert field.unit("U111").rooted, "it stops there"


@plain
@pytest.mark.rules("16.45", "13.0-gen-1")
def test_guns_that_are_overrun_alone_make_no_close_assault() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G101g", "2006", facing=0)
    field.place("G111", "0230", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert told(field, "eliminated", "unit") == [("16.45", (), "G101g")]
    assert told(field, "engaged") == []
    assert not field.unit("U111").engaged


@plain
@pytest.mark.rules("6.0-proc-2")
def test_leaving_the_order_open_naming_and_the_end_of_moves_are_told() -> None:
    field = Field(company_order="enemy")
    for name, label in (("U111", "2005"), ("U121", "2205"), ("U131", "2405")):
        field.place(name, label, kinds.OVERWATCH)
    field.begin()
    field.give(SECOND, Task("next", kinds.NAME, targets=("U?2",)))
    assert told(field, "named", "counter", "side", "done") == [("6.0-proc-2", (), "U?2", FIRST, False)]
    assert (field.state.named, field.state.moving) == ("U?2", field.unit("U121").company)
    field.give(FIRST, choice="done")
    assert told(field, "moves_over", "companies") == [("6.0-proc-2", (FIRST,), "U12co")]
    assert field.state.named == ""
    field.give(SECOND, choice="any")
    assert told(field, "left_open", "side", "nation") == [("6.0-proc-2", (), SECOND, "Germans")]
    assert not field.state.free


@plain
@pytest.mark.rules("6.0-proc-1", "8.16")
def test_an_act_that_fits_no_more_is_dropped_and_its_owner_told() -> None:
    """Two acts are ordered; the first one takes away what the second needs."""
    field = Field()
    field.place("U213i", "2005", kinds.BOUND, strength=3)
    field.place("U213h", "2005", kinds.BOUND, strength=3, facing=3)
    field.place("G111", "0230")
    field.begin()
    mount = Task("U213i", kinds.MOUNT, targets=("U213h",))
    field.give(FIRST, field.move("U213h", "2006"), mount)
    assert told(field, "stopped", "unit", "side") == [("6.0-proc-1", (FIRST,), "U213i", FIRST)]
    assert field.unit("U213i").carrier == -1
    assert field.asked == {FIRST: "move"}


@plain
@pytest.mark.rules("6.71", "6.32b", "6.33b", "6.76b", "6.76a")
@pytest.mark.parametrize(("shown", "audience"), [(False, (FIRST,)), (True, ())])
def test_fatigue_and_rest_are_told_of_what_can_be_seen(shown: bool, audience: tuple[str, ...]) -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND)
    field.place("U212i", "2105", fatigue=2)
    field.place("G111", "0230")
    field.begin()
    field.give(FIRST, field.move("U211i", "2006", "2007", choice="double"))
    for name in ("U211i", "U212i"):
        field.unit(name).shown = shown
        field.unit(name).loud = shown
    field.give(FIRST, choice="end")
    assert told(field, "tired", "unit", "fatigue") == [("6.71", audience, "U211i", 1)]
    assert told(field, "rested", "unit", "fatigue") == [("6.76b", audience, "U212i", 1)]


@plain
@pytest.mark.rules("8.22a", "5.25")
@pytest.mark.parametrize("word", ["pass", "pass unit", "pass company", "pass segment"])
def test_how_long_a_pass_holds_is_a_secret(word: str) -> None:
    """Whoever knew that no more fire comes would drive on at his ease; he is told of each pass, asked for or not."""
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G111", "2012", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", "2007"))
    field.give(SECOND, choice=word)
    if word == "pass":
        field.give(SECOND, choice=word)
    assert told(field, "passed", "side", "nation", "until") == [("8.22a", (), SECOND, "Germans", None)] * 2
    waved = {} if word == "pass" else {SECOND: word}
    views = [GAME.view(field.state, side) for side in (FIRST, SECOND, None)]
    assert [view.waved for view in views] == [{}, waved, {}]


@plain
@pytest.mark.rules("8.22a")
@pytest.mark.parametrize(("word", "asked"), [("pass unit", 3), ("pass company", 2), ("pass segment", 1)])
def test_a_pass_ends_with_what_it_was_for(word: str, asked: int) -> None:
    """Two platoons of a company move two hexes each, then one of another company."""
    field = Field()
    for name, label in (("U111", "2005"), ("U112", "2105"), ("U121", "2205")):
        field.place(name, label, kinds.BOUND, facing=3)
    field.place("G111", "2112", facing=0)
    field.state.moving = field.unit("U111").company
    field.begin()
    questions = 0
    for company, names in (("U111", ("U111", "U112")), ("U121", ("U121",))):
        field.state.moving = field.unit(company).company
        for name in names:
            column = {"U111": "20", "U112": "21", "U121": "22"}[name]
            field.give(FIRST, field.move(name, f"{column}06", f"{column}07"))
            while field.asked == {SECOND: "fire"}:
                questions += 1
                field.give(SECOND, choice=word)
        field.give(FIRST, choice="done")
    assert questions == asked


@pytest.mark.slow
@pytest.mark.rules("19.1a", "19.22a", "19.23a", "16.11b", "18.21a", "17.13", "14.7b", "19.2")
def test_a_setup_is_told_to_its_owner_and_that_it_is_done_to_all() -> None:
    state: BattleState = GAME.setup("panzer_battles/arracourt", {}, "script:" + "3 " * 200)
    labels = GAME.board("panzer_battles/arracourt").by_label
    orders: dict[str, Order] = {}
    for side in (FIRST, SECOND):
        idle = GAME.legal(state, side).idle
        assert idle is not None
        orders[side] = idle
    more = (
        Task("U11co", kinds.DETACH, targets=("U113",)), Task("bty1@1", kinds.AIM, (labels["1515"],)),
        Task("bty2@2", kinds.HOLD_FIRE),
    )  # fmt: skip
    step = GAME.apply(state, FIRST, Order("deploy", (*orders[FIRST].tasks, *more)))
    assert [event.kind for event in step.events] == [], "both set up at once"
    step = GAME.apply(step.state, SECOND, orders[SECOND])
    events = list(step.events)

    def found(kind: str, *keys: str) -> list[tuple[object, ...]]:
        return [(e.rule, e.audience, *(e.data.get(key) for key in keys)) for e in events if e.kind == kind]

    after: BattleState = step.state
    units = {unit.id: unit for unit in after.units}
    placed = found("deployed", "unit", "hex")
    assert {entry[2] for entry in placed} == {task.unit for task in orders[SECOND].tasks if task.kind == kinds.PLACE}
    assert {entry[:2] for entry in placed} == {("19.1a", (SECOND,))}
    assert all(labels[str(entry[3])] == units[str(entry[2])].cell for entry in placed)
    queued = found("queued", "unit", "hex", "place")
    assert ("19.23a", (FIRST,), "U111", "0124", 1) in queued
    assert {entry[2] for entry in queued} == {task.unit for task in orders[FIRST].tasks if task.kind == kinds.QUEUE}
    loaded = found("loaded", "unit", "carrier")
    assert ("16.11b", (FIRST,), "U211i", "U211h") in loaded
    assert len(loaded) == 6
    assert found("detached", "unit") == [("18.21a", (FIRST,), "U113")]
    assert found("plotted", "battery", "hex", "turn") == [
        ("17.13", (FIRST,), "bty1", "1515", 1), ("17.13", (FIRST,), "bty2", "no fire", 2),
    ]  # fmt: skip
    assert found("set_up", "side", "nation") == [("19.1a", (), SECOND, "Germans"), ("19.1a", (), FIRST, "Americans")]
    assert found("headquarters", "name", "side", "rating") == [
        ("14.7b", (), "1", FIRST, "B"), ("14.7b", (), "2", FIRST, "B"), ("14.7b", (), "1", SECOND, "B"),
    ]  # fmt: skip
    assert {entry[2] for entry in found("headquarters", "value")} == set(after.headquarters.values())
    assert found("turn", "turn", "turns") == [("4.0-gen-1", (), 1, 12)]


@pytest.mark.rules("19.1a", "19.2")
def test_every_question_to_a_side_has_a_name_of_its_own() -> None:
    """It counts the side's own answers; how often the other was asked is not its business."""
    state: BattleState = GAME.setup("panzer_battles/arracourt", {}, "script:" + "3 " * 400)
    names: list[str] = []
    for _ in range(12):
        side, decision = next(iter(GAME.pending(state).items()))
        names.append(decision.id)
        idle = GAME.legal(state, side).idle
        assert idle is not None
        before = dict(state.asked)
        state = GAME.apply(state, side, idle).state
        assert state.asked == before | {side: before[side] + 1}
    assert len(set(names)) == len(names)


@plain
@pytest.mark.rules("8.63", "4.0-A2b")
def test_recovery_from_suppression_is_told_of_what_can_be_seen() -> None:
    field = Field()
    field.place("G111", "2005", suppressed=True)
    field.place("G112", "0230", suppressed=True)
    field.place("U111", "2007", suppressed=True)
    field.begin("removal1")
    assert told(field, "recovered", "unit", "side") == [
        ("8.63", (), "G111", SECOND), ("8.63", (SECOND,), "G112", SECOND),
    ]  # fmt: skip
    assert [field.unit(name).suppressed for name in ("G111", "G112", "U111")] == [False, False, True]


@plain
@pytest.mark.rules("11.2b", "11.2a", "4.0-C4")
def test_turns_of_the_joint_facing_segment_are_told_when_both_have_turned() -> None:
    field = Field()
    field.place("U111", "2005", facing=3)
    field.place("G111", "2007", facing=0)
    field.place("G112", "0230", facing=0)
    field.begin("facing1")
    field.give(FIRST, Task("U111", kinds.TURN, facing=1))
    assert told(field, "turned") == told(field, "faced") == []
    field.give(SECOND, Task("G112", kinds.TURN, facing=2))
    assert told(field, "turned", "unit", "facing", "side") == [
        ("11.2a", (), "U111", 1, FIRST), ("11.2a", (SECOND,), "G112", 2, SECOND),
    ]  # fmt: skip
    assert told(field, "faced", "side", "nation") == [
        ("11.2b", (), FIRST, "Americans"), ("11.2b", (), SECOND, "Germans"),
    ]  # fmt: skip


@plain
@pytest.mark.rules("4.0-C4", "11.2b")
def test_a_side_without_vehicles_is_not_asked_to_turn_them() -> None:
    field = Field()
    field.place("U211i", "2005")
    field.place("G111", "0230", facing=0)
    field.begin("facing1")
    assert field.asked == {SECOND: "face"}
    field.give(SECOND)
    assert told(field, "faced", "side") == [("11.2b", (), SECOND)]


@pytest.mark.rules("10.4a", "21.0-vc-3", "21.0-vc-4", "7.33")
def test_a_loss_is_told_by_the_face_of_the_counter_and_scores_openly(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U211h", "1012", command="OVERWATCH", shown=True)
    stage.lose("U111", 2)
    assert told(stage, "scored", "side", "nation", "points") == [("21.0-vc-5", (), SECOND, "Germans", 20)]
    assert told(stage, "eliminated") == told(stage, "gone") == []
    stage.lose("U111")
    tag = 1
    assert told(stage, "eliminated", "unit", "hex") == [("10.4a", (FIRST,), "U111", "1010")]
    assert told(stage, "gone", "counter", "hex", "side") == [("10.4a", WATCHERS, f"U?{tag}", "1010", FIRST)]
    stage.forget()
    stage.lose("U211h")
    assert told(stage, "eliminated", "unit") == [("10.4a", (), "U211h")]
    assert told(stage, "gone") == []
    assert told(stage, "scored", "points") == [("21.0-vc-5", (), 5)], "a whole unit of halftracks, none for each"
    assert stage.state.points == {SECOND: 55}


@plain
@pytest.mark.rules("16.11a", "16.12b", "5.13C")
@pytest.mark.parametrize(("shown", "audience"), [(False, (FIRST,)), (True, ())])
def test_mounting_and_dismounting_are_told_of_vehicles_that_can_be_seen(shown: bool, audience: tuple[str, ...]) -> None:
    field = Field()
    field.place("U213i", "2005", kinds.BOUND, strength=3)
    field.place("U213h", "2005", kinds.BOUND, strength=2, shown=shown, loud=shown)
    field.place("G111", "0230", withholds=True)
    field.begin()
    field.give(FIRST, Task("U213i", kinds.MOUNT, targets=("U213h",), choice="leave steps"))
    assert told(field, "mounted", "unit", "carrier", "left") == [("16.11a", audience, "U213i", "U213h", 1)]
    field.begin()
    field.give(FIRST, Task("U213i", kinds.DISMOUNT))
    assert told(field, "dismounted", "unit", "carrier") == [("16.11a", audience, "U213i", "U213h")]


@plain
@pytest.mark.rules("16.3b", "16.31", "5.13E")
def test_limbering_and_unlimbering_are_told_to_the_owner_of_hidden_guns() -> None:
    field = Field()
    field.place("G101g", "2005", kinds.BOUND)
    field.place("G101h", "2005", kinds.BOUND, facing=2)
    field.place("U111", "0230", withholds=True)
    field.begin("move2")
    field.give(SECOND, Task("G101g", kinds.LIMBER, targets=("G101h",)))
    assert told(field, "limbered", "unit", "carrier") == [("16.3b", (SECOND,), "G101g", "G101h")]
    assert not field.unit("G101g").shown
    field.begin("move2")
    field.give(SECOND, Task("G101g", kinds.UNLIMBER, targets=("G101h",)))
    assert told(field, "unlimbered", "unit", "carrier") == [("16.3b", (SECOND,), "G101g", "G101h")]


@plain
@pytest.mark.rules("5.6c", "5.64a")
@pytest.mark.parametrize("shown", [False, True])
def test_regrouping_and_the_status_are_told_of_what_can_be_seen(shown: bool) -> None:
    """Where one of those that join is face up, the platoon is, until it is lost from sight again."""
    field = Field()
    field.place("U111", "2005", kinds.BOUND, strength=2)
    field.place("U112", "2005", kinds.BOUND, strength=2, shown=shown, loud=shown, fatigue=0)
    field.place("G111", "0230", withholds=True)
    field.begin()
    field.give(FIRST, Task("U111", kinds.REGROUP, targets=("U112",)))
    assert told(field, "regrouped", "unit", "others") == [("5.6c", () if shown else (FIRST,), "U111", "U112")]
    assert [entry[2] for entry in told(field, "spotted", "unit")] == (["U111"] if shown else [])
    assert told(field, "status", "side", "status") == [
        ("5.64a", (FIRST,), FIRST, "not suppressed, fatigue 0, not in column, no defilade")
    ]


@pytest.mark.slow
@pytest.mark.rules("13.31a", "13.29b", "13.0-proc-1", "13.0-proc-6")
def test_a_close_assault_its_rounds_and_withdrawals_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    to_the_end_of_round_one(stage)
    assert told(stage, "assault", "hex") == [("13.0-proc-1", (), "1010")]
    assert told(stage, "round", "hex", "round") == [("13.0-proc-6", (), "1010", 1)]
    assert stage.asked() == {"first": "withdraw"}
    stage.say("first", "U111 RETREAT 1011")
    assert told(stage, "withdrew", "unit", "hex", "came") == [("13.31a", (), "U111", "1011", "1010")]
    assert stage.unit("U111").loud, "13.34a: it is watched as it goes"


@pytest.mark.rules("13.22c", "13.0-proc-2")
def test_a_pass_in_a_close_assault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    come_in(stage)
    stage.forget()
    stage.say("second", "pass")
    assert told(stage, "passed", "side", "nation") == [("13.22c", (), SECOND, "Germans")]


@plain
@pytest.mark.rules("6.83", "6.82b")
def test_a_dummy_beside_a_counter_is_seen_to_come_and_to_go() -> None:
    field = Field()
    field.place("U111", "0505")
    field.unit("Ud1").status = ASIDE
    field.place("G111", "2030")
    field.begin()
    field.give(FIRST, Task("Ud1", kinds.BRING, field.path(["0505"])))
    assert told(field, "dummy_placed", "unit", "hex") == [("6.83", (FIRST,), "Ud1", "0505")]
    assert told(field, "appeared", "counter", "hex", "side") == [("6.83", WATCHERS, "U?2", "0505", FIRST)]
    assert told(field, "dummy_removed") == told(field, "taken") == []
    assert field.refused(FIRST, Task("Ud1", kinds.BRING, field.path(["0505"]))) == {"6.83"}, "once in a Segment"
    field.begin()
    field.give(FIRST, Task("Ud1", kinds.REMOVE))
    assert told(field, "dummy_removed", "unit") == [("6.82b", (FIRST,), "Ud1")]
    assert told(field, "taken", "counter", "hex", "side") == [("6.82b", WATCHERS, "U?2", "0505", FIRST)]
    assert (field.unit("Ud1").status, field.unit("Ud1").tag, field.unit("Ud1").cell) == (ASIDE, 0, -1)


@plain
@pytest.mark.rules("6.83", "19.11b", "6.82a")
def test_a_dummy_beside_units_that_have_no_counter_has_none_either() -> None:
    field = Field()
    field.place("G111", "2020", tag=0)
    field.unit("Gd1").status = ASIDE
    field.place("U111", "0205")
    field.begin("move2")
    field.give(SECOND, Task("Gd1", kinds.BRING, field.path(["2020"])))
    assert told(field, "appeared") == []
    assert (field.unit("Gd1").tag, field.unit("Gd1").rooted) == (0, True)
    # Seen before it has a counter, it is only its owner who hears of it.
    field.place("U121", "2021", kinds.OVERWATCH)
    field.begin("move1")
    assert told(field, "dummy_lost", "unit", "hex") == [("6.82a", (SECOND,), "Gd1", "2020")]
    assert told(field, "dummy") == []


@pytest.mark.rules("19.11a", "16.11a")
def test_men_who_get_off_unseen_vehicles_have_a_counter_that_all_see_come(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="OVERWATCH")
    stage.put("U211i", "", on="U211h", command="OVERWATCH")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U211i DISMOUNT")
    assert told(stage, "placed", "unit", "counter", "hex") == [("19.11a", (FIRST,), "U211i", "U?2", "1010")]
    assert told(stage, "appeared", "counter", "hex", "side") == [("19.11a", WATCHERS, "U?2", "1010", FIRST)]


@plain
@pytest.mark.rules("6.0-proc-1", "19.11a")
@pytest.mark.parametrize("shown", [False, True])
def test_a_step_is_told_by_name_or_by_counter(shown: bool) -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3, shown=shown, loud=shown)
    field.place("G111", "0230")
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert told(field, "moved", "unit", "hex", "came") == [
        ("6.0-proc-1", () if shown else (FIRST,), "U111", "2006", "2005")
    ]
    assert told(field, "counter_moved", "counter", "hex", "came", "side") == (
        [] if shown else [("6.0-proc-1", WATCHERS, "U?1", "2006", "2005", FIRST)]
    )


@plain
@pytest.mark.rules("6.62a", "6.61a", "5.13A")
@pytest.mark.parametrize(("shown", "audience"), [(False, (FIRST,)), (True, ())])
def test_column_is_told_of_what_can_be_seen(shown: bool, audience: tuple[str, ...]) -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, shown=shown, loud=shown)
    field.place("U112", "2006", kinds.BOUND, column=True, shown=shown, loud=shown)
    field.place("G111", "0230", withholds=True)
    field.begin()
    field.give(FIRST, Task("U111", kinds.COLUMN))
    field.give(FIRST, Task("U112", kinds.DEPLOY_OUT))
    assert told(field, "column", "unit") == [("6.61a", audience, "U111")]
    assert told(field, "line", "unit") == [("6.62a", audience, "U112")]
    assert (field.unit("U111").column, field.unit("U112").column) == (True, False)
    assert (field.unit("U111").rooted, field.unit("U112").changed) == (True, True)


@plain
@pytest.mark.rules("15.41", "15.42", "5.13B")
@pytest.mark.parametrize(("name", "case", "spent"), [("U111", "15.41", 0), ("U211i", "15.42", 1)])
def test_getting_out_of_defilade_is_seen_and_names_the_counter(name: str, case: str, spent: int) -> None:
    field = Field()
    field.place(name, "2005", kinds.BOUND, defilade=2)
    field.place("G111", "0230")
    field.begin()
    field.give(FIRST, Task(name, kinds.RISE))
    assert told(field, "rose", "unit", "side") == [(case, (), "U?1", FIRST)]
    unit = field.unit(name)
    assert (unit.defilade, unit.spent, unit.changed) == (-1, spent, spent == 1)


@pytest.mark.rules("5.0-proc-1", "5.0-proc-2", "5.0-proc-3")
def test_that_commands_were_given_is_told_to_all_and_which_to_the_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.begin("command1")
    stage.say("first", "U11co BOUND")
    assert told(stage, "commanded", "side", "nation") == [("5.0-proc-1", (), FIRST, "Americans")]
    assert told(stage, "command", "company", "command") == [("5.0-proc-2", (FIRST,), "U11co", "BOUND")]
    assert told(stage, "disclosed", "company", "command") == [("5.0-proc-3", (), "U11co", "OVERWATCH")]
