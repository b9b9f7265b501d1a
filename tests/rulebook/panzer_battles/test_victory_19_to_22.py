"""Victory (19.3) and what is special to each scenario (20.0 to 22.0), played."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.library import scene_of
from hulldown.games.panzer_battles.rules.points import tally
from hulldown.games.panzer_battles.rules.state import ON_MAP
from hulldown.games.panzer_battles.rules.victory import judge, judged
from support.battles_stage import Stage


@pytest.mark.rules("19.31a", "19.31b", "22.0-vc-sov-2", "19.33a")
@pytest.mark.parametrize(("command", "morale", "points"), [("BOUND", 0, 20), ("WITHDRAW", 2, 0), ("WITHDRAW", 3, 0)])
def test_leaving_the_map(monkeypatch: pytest.MonkeyPatch, command: str, morale: int, points: int) -> None:
    """SCN-12: ten points for each vehicle left in the platoon. The hex beyond costs what the last one does."""
    stage = Stage(monkeypatch, "berlin", hexes={"0901": "woods"})
    stage.put("S111", "0902", command=command, strength=2)
    stage.put("S112", "0905", command=command)
    stage.put("G301", "1608", command="OVERWATCH")
    stage.company("S11co").morale = morale
    stage.begin("move1")
    # From 0905: eleven points, 6 + 3 for the hexes and 3 more for what lies beyond.
    assert stage.refused("first", "S112 MOVE 0904 0903 0902 0901 exit") == {"19.31a"}
    stage.say("first", "S111 MOVE 0901 exit")
    stage.pass_to("move")
    if stage.where("S111") == "0901":
        stage.say("first", "S111 MOVE exit")
    assert stage.where("S111") == "exited"
    assert stage.state.points.get("first", 0) == points


@pytest.mark.rules("19.31a", "6.69a", "19.23b")
@pytest.mark.parametrize(("strength", "column", "cost"), [(3, False, 2), (3, True, 1), (1, False, 1)])
def test_over_the_edge_by_road(strength: int, column: bool, cost: int) -> None:
    """The Highway leads over the west edge at 0801; a single vehicle drives as in Column, out as well as in."""
    state = GAME.unbegun("panzer_battles/berlin", {})
    scene = scene_of(state)
    unit = next(one for one in state.units if one.id == "S111")
    unit.status, unit.cell = ON_MAP, scene.board.by_label["0801"]
    unit.strength, unit.column = strength, column
    assert scene.exit_price(unit, unit.cell) == cost
    unit.entry = scene.board.by_label["0834"]
    assert scene.entry_price(unit, 1) == cost


@pytest.mark.rules("19.31a")
def test_only_where_the_scenario_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, "berlin")
    stage.put("S111", "0934", command="BOUND")
    stage.put("G301", "0902", command="BOUND")
    stage.begin("move1")
    assert stage.refused("first", "S111 MOVE exit") == {"19.31a"}
    stage.begin("move2")
    assert stage.refused("second", "G301 MOVE 0901 exit") == {"19.31a"}


LEY = ("0719", "0720", "0819")


@pytest.mark.rules("19.32a", "19.32b", "21.0-vc-1")
def test_all_hexes_of_a_town(monkeypatch: pytest.MonkeyPatch) -> None:
    """SCN-9: the Germans begin with all three towns; whoever went through a hex last holds it."""
    stage = Stage(monkeypatch)
    stage.put("U111", "0718", command="BOUND")
    stage.put("U112", "0820", command="BOUND")
    stage.put("G111", "2430", command="OVERWATCH")
    scene = stage.scene()
    assert tally(stage.state, scene) == {"first": 0, "second": 75}
    stage.begin("move1")
    stage.say("first", "U111 MOVE 0719 0720 0721")
    stage.pass_to("move")
    # Two of three: neither has it.
    assert tally(stage.state, scene) == {"first": 0, "second": 50}
    stage.say("first", "U112 MOVE 0819")
    assert tally(stage.state, scene) == {"first": 25, "second": 50}


@pytest.mark.rules("19.33a", "19.32a")
@pytest.mark.parametrize(("command", "morale"), [("WITHDRAW", 2), ("WITHDRAW", 3)])
def test_broken_units_take_nothing(monkeypatch: pytest.MonkeyPatch, command: str, morale: int) -> None:
    """SCN-17."""
    stage = Stage(monkeypatch)
    stage.put("U111", "0718", command=command)
    stage.company("U11co").morale = morale
    stage.begin("move1")
    stage.say("first", "U111 MOVE 0719")
    assert stage.state.control == {}


@pytest.mark.rules("19.32a", "13.29b")
@pytest.mark.parametrize(
    ("dice", "leaves", "holder"), [("1 1 4 " * 4, True, {}), ("6 6 4 " * 40, False, {"0719": "first"})]
)
def test_who_is_left_in_the_hex_after_a_close_assault_holds_it(
    monkeypatch: pytest.MonkeyPatch, dice: str, leaves: bool, holder: dict[str, str]
) -> None:
    """As long as both are in it, it is held by who had it."""
    stage = Stage(monkeypatch, dice=dice)
    stage.put("U111", "0718", command="BOUND")
    stage.put("G111", "0719", command="OVERWATCH", strength=4 if leaves else 1)
    stage.begin("move1")
    stage.say("first", "U111 MOVE 0719")
    assert stage.state.control == {}
    stage.pass_to("withdraw" if leaves else "melee")
    if leaves:
        stage.say("first", "U111 RETREAT 0718")
    else:
        stage.lose("G111")
    stage.pass_to("face")
    assert stage.state.control == holder


@pytest.mark.rules("19.32a", "19.33a", "14.6a")
def test_who_recovers_in_a_town_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It drives in on Withdraw, which takes nothing, and watches there once its company is in good order again."""
    stage = Stage(monkeypatch)
    stage.put("U111", "0718", command="WITHDRAW")
    stage.company("U11co").morale = 2
    stage.begin("move1")
    stage.say("first", "U111 MOVE 0719")
    stage.pass_to("command")
    assert stage.state.control == {}
    company = stage.company("U11co")
    company.morale, company.locked = 0, False
    stage.say("first", "U11co OVERWATCH")
    assert stage.state.control == {"0719": "first"}


@pytest.mark.rules("19.32a", "19.33a", "16.11a")
def test_who_gets_off_broken_carriers_in_a_town_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "0719", command="WITHDRAW")
    stage.put("U211i", "", on="U211h", command="BOUND")
    stage.company("U21M3co").morale = 3
    stage.state.control = {"0719": "second"}
    stage.begin("move1")
    assert stage.state.control == {"0719": "first"}, "aboard it is there as well"
    other = Stage(monkeypatch)
    other.put("U211h", "0719", command="WITHDRAW")
    other.put("U211i", "", on="U211h", command="WITHDRAW")
    other.company("U21infantryco").morale = 2
    other.begin("move1")
    assert other.state.control == {}


@pytest.mark.rules("19.32a", "6.8a", "7.0-gen-1")
@pytest.mark.parametrize("name", ["G111", "Gd1"])
def test_a_counter_face_down_in_a_town_is_not_told_from_a_dummy(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Its owner sees that he has the town again; the enemy, and onlookers, when they see the unit, or at the end."""
    stage = Stage(monkeypatch, dummies="default")
    stage.state.control = dict.fromkeys(LEY, "first")
    stage.put(name, "0818", command="BOUND", facing=3)
    stage.put("U111", "0201", command="OVERWATCH", withholds=True)
    stage.begin("move2")
    before = GAME.view(stage.state, "first")
    stage.say("second", f"{name} MOVE 0819")
    real = name == "G111"
    assert stage.state.control["0819"] == ("second" if real else "first")
    for side in ("first", None):
        view = GAME.view(stage.state, side)
        assert view.control == dict.fromkeys(LEY, "first")
        assert view.facts == before.facts
        assert view.markers == before.markers
    assert GAME.view(stage.state, "second").facts["Ley"] == ("disputed" if real else "Americans")
    if real:
        stage.unit("U111").withholds = False
        stage.unit("U111").cell = stage.cell("0817")
        stage.begin("final2")
        assert GAME.view(stage.state, "first").facts["Ley"] == "disputed"


@pytest.mark.rules("19.33b", "19.3-note-1", "20.0-vc-ger-1", "20.0-vc-ger-2", "20.0-vc-ger-3", "20.0-vc-brit-1")
@pytest.mark.rules("20.0-vc-brit-2", "20.0-vc-brit-3", "21.0-vc-3", "21.0-vc-4", "22.0-vc-sov-1", "22.0-vc-ger-1")
@pytest.mark.parametrize(
    ("scenario", "name", "lost", "points"),
    [
        ("gazala", "B421", 2, 50),
        ("gazala", "B411", 2, 30),
        ("gazala", "B410", 2, 20),
        ("gazala", "G211", 3, 45),
        ("gazala", "G231", 3, 30),
        ("gazala", "G201", 3, 15),
        ("arracourt", "U111", 3, 30),
        ("arracourt", "U211i", 3, 30),
        ("arracourt", "U211h", 4, 0),
        ("arracourt", "U211h", 5, 5),
        ("arracourt", "G111", 2, 20),
        ("arracourt", "G101h", 2, 5),
        ("arracourt", "G101c", 1, 10),
        ("arracourt", "G101g", 2, 0),
        ("berlin", "S111", 2, 10),
        ("berlin", "G301", 2, 20),
    ],
)
def test_points_for_losses(
    monkeypatch: pytest.MonkeyPatch, scenario: str, name: str, lost: int, points: int
) -> None:  # fmt: skip
    """For each vehicle or step, of broken companies too; SCN-7: halftracks by the unit; SCN-11: nothing for guns."""
    stage = Stage(monkeypatch, scenario)
    side = stage.unit(name).side
    stage.put(name, "1010", command="WITHDRAW")
    stage.state.companies[stage.unit(name).company].morale = 3
    stage.lose(name, lost)
    assert stage.state.points.get("second" if side == "first" else "first", 0) == points


@pytest.mark.rules("21.0-vc-2")
@pytest.mark.parametrize(
    ("names", "key", "points"),
    [(("U111", "U112", "U113"), "U11co", 25), (("U211i",), "U21infantryco", 25), (("U211h",), "U21M3co", 0)],
)
def test_a_broken_company_scores_once(
    monkeypatch: pytest.MonkeyPatch, names: tuple[str, ...], key: str, points: int
) -> None:
    """SCN-8: once in the game, whatever becomes of it; halftracks do not count."""
    stage = Stage(monkeypatch, dice="1 1 1 1")
    stage.platoons(names, "1010", command="WITHDRAW")
    stage.put("G111", "2430", command="OVERWATCH")
    for _ in range(2):
        company = stage.company(key)
        company.lost = company.fresh = 8
        company.morale = 2
        stage.begin("assault1")
        assert stage.company(key).morale == 3
        assert stage.state.points.get("second", 0) == points


@pytest.mark.rules("2.0c", "20.0-vc-1", "21.0-vc-5", "22.0-vc-1")
@pytest.mark.parametrize(
    ("scenario", "first", "second", "winner"),
    [
        ("gazala", 30, 20, "first"),
        ("gazala", 20, 30, "second"),
        ("gazala", 20, 20, None),
        ("arracourt", 100, 20, "first"),
        ("arracourt", 95, 20, None),
        ("arracourt", 94, 20, "second"),
        ("berlin", 21, 20, "first"),
        ("berlin", 20, 20, "second"),
        ("berlin", 0, 0, "second"),
    ],
)
def test_who_wins(
    monkeypatch: pytest.MonkeyPatch, scenario: str, first: int, second: int, winner: str | None
) -> None:  # fmt: skip
    """SCN-10: a tie is a draw, on the Berlin Highway a German victory. The towns of Arracourt are worth 75 here."""
    stage = Stage(monkeypatch, scenario)
    stage.state.points = {"first": first, "second": second}
    assert judged(stage.state, stage.scene()).winner == winner


@pytest.mark.rules("20.0-length", "21.0-length", "22.0-length")
@pytest.mark.parametrize(("scenario", "length"), [("gazala", 10), ("arracourt", 12), ("berlin", 12)])
def test_the_game_ends_with_its_last_turn(monkeypatch: pytest.MonkeyPatch, scenario: str, length: int) -> None:
    for turn, over in ((length - 1, False), (length, True)):
        stage = Stage(monkeypatch, scenario, turn=turn, dice="1 1 " * 9)
        for unit in (stage.state.units[0], next(one for one in stage.state.units if one.side == "second")):
            stage.put(unit.id, "0101" if unit.side == "first" else "1520", command="OVERWATCH")
        stage.begin("record")
        assert (stage.state.outcome is not None) == over


@pytest.mark.rules("20.0-sr-1")
@pytest.mark.parametrize(("label", "seen"), [("1014", True), ("1015", False)])
def test_dust(monkeypatch: pytest.MonkeyPatch, label: str, seen: bool) -> None:
    """No line of sight beyond ten hexes, though a vehicle in the open is seen at fifteen."""
    stage = Stage(monkeypatch, "gazala")
    stage.put("G211", label, command="OVERWATCH")
    stage.put("B421", "1004", command="OVERWATCH", hidden=True)
    stage.begin("final1")
    assert stage.unit("B421").shown == seen


@pytest.mark.rules("20.0-sr-5a", "20.0-sr-5b", "20.0-sr-5-diag")
@pytest.mark.parametrize(
    ("label", "defilade", "bears"),
    [
        ("1007", -1, True),
        ("0909", -1, True),
        ("1210", -1, True),
        ("1211", -1, False),
        ("0809", -1, False),
        ("1013", -1, False),
        ("1007", 0, False),
    ],
)
def test_the_sponson_gun_of_the_grant(
    monkeypatch: pytest.MonkeyPatch, label: str, defilade: int, bears: bool
) -> None:  # fmt: skip
    """From 30 degrees left to 90 degrees right of its facing, which is north here; not from defilade."""
    stage = Stage(monkeypatch, "gazala")
    stage.put("B421", "1010", command="OVERWATCH", facing=0, defilade=defilade)
    stage.put("G211", label, command="OVERWATCH")
    stage.unit("G211").shown = True
    stage.begin("final1")
    while stage.state.stack[-1].stage != 1 or stage.asked() != {"second": "fire"}:
        stage.idle(next(iter(stage.asked())))
    # The 75mm is its first gun; the 37mm in the turret bears all round.
    assert stage.offered("second", "B421")["FIRE"] == {"37mm", "G211", *(("main",) if bears else ())}


@pytest.mark.rules("20.0-sr-3", "20.0-sr-4", "21.0-sr-3", "22.0-sr-1", "18.11")
@pytest.mark.parametrize(
    ("scenario", "name"),
    [
        ("gazala", "B410"),
        ("gazala", "B430"),
        ("gazala", "G201"),
        ("arracourt", "G101g"),
        ("arracourt", "G101c"),
        ("arracourt", "G101h"),
        ("berlin", "G301"),
        ("berlin", "G305"),
    ],
)
def test_independent_units_ignore_morale(monkeypatch: pytest.MonkeyPatch, scenario: str, name: str) -> None:
    stage = Stage(monkeypatch, scenario)
    unit = stage.put(name, "1010", command="OVERWATCH")
    stage.lose(name, unit.strength - 1)
    stage.begin("assault1")
    company = stage.state.companies[unit.company]
    assert (company.independent, company.morale, len(company.members)) == (True, 0, 1)
    assert not stage.found("check")


@pytest.mark.rules("21.0-sr-2a", "21.0-sr-2b", "13.22b")
@pytest.mark.parametrize(("label", "strength"), [("1011", 0), ("1012", None)])
def test_bazookas_reach_one_hex(monkeypatch: pytest.MonkeyPatch, label: str, strength: int | None) -> None:
    stage = Stage(monkeypatch, dice="1 1 1")
    stage.put("U211i", "1010", command="OVERWATCH")
    stage.put("G111", label, command="OVERWATCH")
    stage.begin("final1")
    while "final1" in {frame.step for frame in stage.state.stack}:
        if stage.asked() == {"first": "fire"} and stage.state.stack[-1].stage == 1:
            break
        stage.idle(next(iter(stage.asked())))
    if strength is None:
        assert "bazooka" not in stage.offered("first", "U211i").get("FIRE", set())
        return
    stage.say("first", "U211i FIRE bazooka G111")
    assert stage.found("shot")[0].data["strength"] == strength


@pytest.mark.rules("20.0-vc-1", "19.25")
@pytest.mark.parametrize(("waits", "over"), [(True, False), (False, True)])
def test_who_has_units_behind_the_edge_is_still_in_the_game(
    monkeypatch: pytest.MonkeyPatch, waits: bool, over: bool
) -> None:
    """At Gazala nothing but losses scores: with one side gone the result stands, and no more turns are played."""
    stage = Stage(monkeypatch, "gazala")
    stage.put("G211", "1010", command="OVERWATCH")
    if waits:
        stage.queue("B411", "0901", 1)
    assert (judge(stage.state, stage.scene()) is not None) == over


@pytest.mark.rules("21.0-vc-1", "21.0-vc-5", "19.32a")
@pytest.mark.parametrize(
    ("first", "second", "over"), [(0, 75, False), (75, 74, False), (151, 75, True), (0, 76, True), (0, 151, True)]
)
def test_towns_may_still_be_taken_from_an_enemy_who_is_gone(
    monkeypatch: pytest.MonkeyPatch, first: int, second: int, over: bool
) -> None:
    """He keeps his towns (19.32b) as long as nobody drives in: 75 points to be lost, and as many to be earned."""
    stage = Stage(monkeypatch, turn=8)
    stage.put("U111", "1010", command="BOUND")
    stage.state.batteries = []
    stage.state.points = {"first": first, "second": second}
    outcome = judge(stage.state, stage.scene())
    assert (outcome is not None) == over
    if not over:
        stage.state.turn = 12
        assert judge(stage.state, stage.scene()) is not None


@pytest.mark.rules("22.0-vc-sov-2", "22.0-vc-1")
@pytest.mark.parametrize(
    ("points", "strength", "over"), [(255, 3, False), (260, 3, True), (259, 3, False), (229, 3, True)]
)
def test_tanks_may_still_leave_the_map_when_the_enemy_is_gone(
    monkeypatch: pytest.MonkeyPatch, points: int, strength: int, over: bool
) -> None:
    """Ten points for each of three; a tie is a German victory, and a lead of the Soviets cannot be lost any more."""
    stage = Stage(monkeypatch, "berlin", turn=8)
    stage.put("S111", "1010", command="BOUND", strength=strength)
    stage.state.points = {"first": 230, "second": points}
    assert (judge(stage.state, stage.scene()) is not None) == over


@pytest.mark.rules("17.0-plot-1", "21.0-vc-3")
@pytest.mark.parametrize(("batteries", "points", "over"), [(True, 100, False), (True, 101, True), (False, 100, True)])
def test_guns_behind_the_map_fire_on_when_their_side_is_gone(
    monkeypatch: pytest.MonkeyPatch, batteries: bool, points: int, over: bool
) -> None:
    """They may still earn forty points for a platoon and 25 for its company; with his towns the German has 75 more."""
    stage = Stage(monkeypatch, turn=8)
    stage.put("G111", "1010", command="OVERWATCH", strength=4)
    if not batteries:
        stage.state.batteries = []
    stage.state.points = {"first": 110, "second": points}
    assert (judge(stage.state, stage.scene()) is not None) == over


@pytest.mark.rules("4.0-G", "21.0-vc-5")
@pytest.mark.parametrize(("drives", "last", "winner"), [(True, 9, "first"), (False, 12, "second")])
def test_only_who_has_something_left_is_asked(
    monkeypatch: pytest.MonkeyPatch, drives: bool, last: int, winner: str
) -> None:
    """Once the last German is gone the Americans have four turns to drive into a town; they are 15 points behind."""
    stage = Stage(monkeypatch, turn=8, dummies="default", company_order="enemy")
    for unit in stage.state.units:
        if unit.type == "dummy" and unit.side == "second":
            unit.status = "aside"
    stage.put("U111", "0718", command="BOUND")
    stage.state.points = {"first": 60}
    asked: set[str] = set()
    stage.begin("record")
    while stage.state.outcome is None:
        asked |= set(stage.asked())
        if drives and stage.asked() == {"first": "move"} and stage.where("U111") == "0718":
            stage.say("first", "U111 MOVE 0719 0720")
        else:
            stage.idle(next(iter(stage.asked())))
    assert asked == {"first"}
    assert (stage.state.turn, stage.state.outcome.winner) == (last, winner)


@pytest.mark.rules("20.0-length")
@pytest.mark.parametrize(("turns", "length"), [(None, 10), (2, 12), (-3, 7)])
def test_turns_may_be_given_or_taken_by_agreement(turns: int | None, length: int) -> None:
    options = {} if turns is None else {"turns": turns}
    state = GAME.unbegun("panzer_battles/gazala", options)
    assert scene_of(state).scenario.length == length
