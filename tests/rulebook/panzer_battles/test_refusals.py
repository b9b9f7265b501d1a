"""Bad orders: each is refused by its case and unit, changes nothing, and tells nothing of what is hidden."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.state import BattleState
from support.battles_stage import Stage


def faults(stage: Stage, side: str, text: str) -> list[Violation]:
    """Why an order in notation is refused; the position is the same before and after."""
    before = msgspec.json.encode(stage.state)
    found = GAME.check(stage.state, side, GAME.parse(stage.state, side, text))
    with pytest.raises(HulldownError):
        GAME.apply(stage.state, side, GAME.parse(stage.state, side, text))
    assert msgspec.json.encode(stage.state) == before
    return found


def named(stage: Stage, side: str, text: str) -> list[tuple[str, str]]:
    """The cases and units by which an order is refused."""
    return [(fault.rule, fault.unit) for fault in faults(stage, side, text)]


def commanding(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """The First Player gives commands: two companies of M4 on the map, one platoon lost, one company shaken."""
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U112", "1011", command="OVERWATCH")
    stage.put("U121", "1210", command="OVERWATCH")
    stage.put("G111", "2010", command="OVERWATCH")
    stage.company("U12co").morale = 2
    stage.lose("U112")
    stage.begin("command1")
    return stage


@pytest.mark.rules("5.0-proc-1", "5.0-proc-2", "14.41", "5.4a", "5.5a", "14.52")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("U11co BOUND\nU11co OVERWATCH", ("5.0-proc-2", "U11co")),
        ("G11co BOUND", ("5.0-proc-1", "G11co")),
        ("U13co BOUND", ("5.0-proc-1", "U13co")),
        ("U12co BOUND", ("14.41", "U12co")),
        ("U11co WITHDRAW", ("5.4a", "U11co")),
        ("U11co RALLY", ("5.5a", "U11co")),
        ("U112 PRESET never", ("5.0-proc-1", "U112")),
        ("G111 PRESET never", ("5.0-proc-1", "G111")),
        ("U111 BOUND", ("5.0-proc-1", "U111")),
    ],
)
def test_commands(monkeypatch: pytest.MonkeyPatch, text: str, expected: tuple[str, str]) -> None:
    """A company told twice, a foreign one, one that is not on the map, a command its morale forbids, a dead unit."""
    assert named(commanding(monkeypatch), "first", text) == [expected]


@pytest.mark.rules("5.0-proc-1", "6.0-proc-2")
@pytest.mark.parametrize(("name", "nearest"), [("U1lco", "U11co"), ("U12c", "U12co"), ("u111x", "U111")])
def test_an_unknown_name_is_answered_with_the_nearest(monkeypatch: pytest.MonkeyPatch, name: str, nearest: str) -> None:
    (fault,) = faults(commanding(monkeypatch), "first", f"{name} BOUND")
    assert (fault.rule, fault.unit) == ("5.0-proc-1", name)
    _, _, suggested = fault.message.partition("did you mean ")
    assert nearest in suggested.rstrip("?").split(" or ")


@pytest.mark.rules("5.0-proc-1")
def test_only_names_of_ones_own_are_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy's companies may have detached platoons, which are nobody else's business; his units are known."""
    stage = commanding(monkeypatch)
    (fault,) = faults(stage, "first", "G11c BOUND")
    assert "G" not in fault.message.partition(";")[2]
    (foreign,) = faults(stage, "first", "G111 PRESET never")
    assert "did you mean" not in foreign.message


@pytest.mark.rules("5.0-gen-2")
def test_an_unknown_task_is_answered_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = commanding(monkeypatch)
    with pytest.raises(MalformedError) as raised:
        GAME.parse(stage.state, "first", "U11co OVERWACH")
    assert raised.value.hint.startswith("did you mean OVERWATCH")
    with pytest.raises(MalformedError, match="the task is missing"):
        GAME.parse(stage.state, "first", "U11co")


def moving(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """The First Player moves: an M4 platoon and infantry with a carrier that has lost vehicles."""
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="BOUND", facing=3)
    stage.put("U112", "1005", command="BOUND", facing=3)
    stage.put("U211i", "0505", command="BOUND")
    stage.put("U211h", "0505", command="BOUND", strength=3)
    stage.put("U212h", "0505", command="BOUND")
    stage.put("U212i", "", command="BOUND", on="U212h")
    stage.put("G111", "2030", command="OVERWATCH", hidden=True)
    stage.lose("U112")
    stage.begin("move1")
    return stage


@pytest.mark.rules("6.11a", "6.12a", "6.0-proc-1", "6.0-proc-2", "16.13", "16.12a", "6.61a", "11.13a")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("U111 MOVE 1011 1012 1013 1014 1015", ("6.11a", "U111")),
        ("U111 MOVE 1013", ("6.0-proc-1", "U111")),
        ("U112 MOVE 1006", ("6.12a", "U112")),
        ("G111 MOVE 2029", ("6.0-proc-2", "G111")),
        ("G999 MOVE 2029", ("6.0-proc-2", "G999")),
        ("U211i MOUNT U211h", ("16.13", "U211i")),
        ("U211i MOUNT U111", ("16.12a", "U211i")),
        ("U212i MOUNT U211h", ("16.1a", "U212i")),
        ("U211i MOVE 0506 0507 0508", ("6.11a", "U211i")),
        ("U111 REVERSE 1011", ("11.13a", "U111")),
        ("U111 LINE", ("6.62a", "U111")),
    ],
)
def test_moves(monkeypatch: pytest.MonkeyPatch, text: str, expected: tuple[str, str]) -> None:
    """Paths over points, units that are dead or foreign, mounting without room."""
    assert named(moving(monkeypatch), "first", text) == [expected]


@pytest.mark.rules("5.1", "5.3a")
@pytest.mark.parametrize("word", ["end", "END", "End"])
def test_an_end_is_refused_by_the_unit_that_owes_an_act(monkeypatch: pytest.MonkeyPatch, word: str) -> None:
    stage = moving(monkeypatch)
    found = faults(stage, "first", word)
    assert {fault.rule for fault in found} == {"5.1"}
    assert [fault.unit for fault in found] == ["U111", "U211h", "U212h", "U211i"]
    assert "Bound" in found[0].message
    for text in ("U111 MOVE 1011", "U211i COLUMN", "U211h MOVE 0504", "U212h MOVE 0506"):
        stage.say("first", text)
        while stage.asked() != {"first": "move"}:
            stage.idle("second")
    assert GAME.parse(stage.state, "first", word) == Order("move", choice="end")


@pytest.mark.rules("6.0-proc-1")
def test_a_word_that_is_no_answer_is_refused_with_those_that_are(monkeypatch: pytest.MonkeyPatch) -> None:
    (fault,) = faults(moving(monkeypatch), "first", "stop")
    assert (fault.rule, fault.unit) == ("6.0-proc-1", "")
    assert "end" in fault.message


@pytest.mark.rules("6.0-proc-2")
def test_a_hidden_enemy_is_refused_like_one_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a path through its hex tell anything: it is legal, and what happens there is found out on the way."""
    stage = moving(monkeypatch)
    hidden, missing = (faults(stage, "first", f"{name} MOVE 2029")[0] for name in ("G111", "G112"))
    assert (hidden.rule, hidden.message) == (missing.rule, missing.message)
    stage.put("G112", "1011", command="OVERWATCH", hidden=True)
    order = GAME.parse(stage.state, "first", "U111 MOVE 1011 1012")
    assert GAME.check(stage.state, "first", order) == []


def firing(monkeypatch: pytest.MonkeyPatch, scenario: str = "arracourt") -> Stage:
    """M4s move before Panzer IVs and an 88 that faces the other way; others are out of sight, or engaged."""
    stage = Stage(monkeypatch, scenario, hexes={"0110": "woods"}, dice="1 1 4 " * 8)
    stage.put("U111", "1010", command="BOUND", facing=3)
    stage.put("U112", "0110", command="BOUND")
    stage.put("U121", "1416", command="OVERWATCH")
    stage.put("G121", "1416", command="OVERWATCH")
    stage.put("G111", "1016", command="OVERWATCH", facing=0)
    stage.put("G101g", "1116", command="OVERWATCH", facing=3)
    stage.put("G101c", "1116", command="OVERWATCH")
    stage.put("G112", "1017", command="BOUND", facing=0)
    stage.begin("move1")
    stage.engage("1416")
    stage.say("first", "U111 MOVE 1011")
    assert stage.asked() == {"second": "fire"}
    return stage


@pytest.mark.rules("8.18", "8.11", "8.12a", "8.13", "8.15", "13.24", "16.41")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("G111 FIRE main U112", ("8.18", "G111")),
        ("G111 FIRE main U121", ("8.18", "G111")),
        ("G111 FIRE main U113", ("8.18", "G111")),
        ("G111 FIRE bazooka U111", ("8.12a", "G111")),
        ("G101g FIRE main U111", ("16.41", "G101g")),
        ("G121 FIRE main U111", ("13.24", "G121")),
        ("G112 FIRE main U111", ("8.11", "G112")),
        ("U121 FIRE main G111", ("8.15", "U121")),
        ("G113 FIRE main U111", ("8.0-gen-1", "G113")),
        ("G111 FIRE main U111\nG112 FIRE mg U111", ("8.13", "G112")),
    ],
)
def test_shots(monkeypatch: pytest.MonkeyPatch, text: str, expected: tuple[str, str]) -> None:
    """Unobserved, engaged and missing targets read the same; arcs, commands, weapons that a unit does not have."""
    assert named(firing(monkeypatch), "second", text) == [expected]


@pytest.mark.rules("13.25a")
def test_an_engaged_target_in_final_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = firing(monkeypatch)
    stage.unit("U121").shown = True
    stage.say("second", "pass segment")
    stage.pass_to("final1")
    while stage.asked() != {"second": "fire"}:
        stage.idle(next(iter(stage.asked())))
    assert named(stage, "second", "G111 FIRE mg U121") == [("13.25a", "G111")]


@pytest.mark.rules("8.12b", "4.0-C1-note")
def test_a_weapon_is_not_fired_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = firing(monkeypatch)
    stage.say("second", "G111 FIRE main U111")
    while stage.asked() != {"second": "fire"}:
        stage.idle(next(iter(stage.asked())))
    assert named(stage, "second", "G111 FIRE main U111") == [("8.12b", "G111")]


@pytest.mark.rules("17.1", "17.12", "17.0-plot-3", "17.13", "17.14", "17.41")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bty1 AIM 9999", ("17.0-plot-3", "bty1")),
        ("bty1 AIM", ("17.14", "bty1")),
        ("bty1@1 AIM 1010", ("17.1", "bty1@1")),
        ("bty1 AIM 1010\nbty1 CEASE", ("17.1", "bty1")),
        ("U111 AIM 1010", ("17.1", "U111")),
    ],
)
def test_plots(monkeypatch: pytest.MonkeyPatch, text: str, expected: tuple[str, str]) -> None:
    """Outside the map, for another turn than that two turns ahead, twice, by a unit that is no battery."""
    stage = Stage(monkeypatch, turn=3)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.begin("plot1")
    assert named(stage, "first", text) == [expected]


@pytest.mark.rules("17.12", "17.41")
def test_a_plot_on_a_hex_that_does_not_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=3)
    stage.begin("plot1")
    for cell in (-5, 10**6):
        found = GAME.check(stage.state, "first", Order("plot", (Task("bty1", "AIM", (cell,)),)))
        assert [(fault.rule, fault.unit) for fault in found] == [("17.12", "bty1")]


@pytest.mark.slow
@pytest.mark.rules("17.13")
@pytest.mark.parametrize(("name", "legal"), [("bty1@1", True), ("bty1@2", True), ("bty1@0", False), ("bty1@3", False)])
def test_missions_before_the_game_are_for_its_first_turns(name: str, legal: bool) -> None:
    state = GAME.setup("panzer_battles/arracourt", {}, "script:" + "3 " * 400)
    assert isinstance(state, BattleState)
    plain = GAME.legal(state, "first").idle
    assert plain is not None
    cell = GAME.board("panzer_battles/arracourt").by_label["1925"]
    order = Order("deploy", (*plain.tasks, Task(name, "AIM", (cell,))))
    found = GAME.check(state, "first", order)
    assert [(fault.rule, fault.unit) for fault in found] == ([] if legal else [("17.13", name)])
    if legal:
        second = GAME.legal(state, "second").idle
        assert second is not None
        step = GAME.apply(GAME.apply(state, "first", order).state, "second", second)
        (plotted,) = [event for event in step.events if event.kind == "plotted"]
        assert (plotted.rule, plotted.audience, plotted.data["hex"]) == ("17.13", ("first",), "1925")
        assert plotted.data["turn"] == int(name[-1])
