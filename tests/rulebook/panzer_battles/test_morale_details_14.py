"""Details of morale, rallying and doctrine (14.0, 18.0), and of the points they bring (19.3, 21.0)."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules import casualties, doctrine, morale, points
from hulldown.games.panzer_battles.rules.commands import may_bound, may_watch, refusal
from support.battles_stage import Stage


def company(monkeypatch: pytest.MonkeyPatch, command: str = "OVERWATCH", **options: str) -> Stage:
    """Three platoons of M4 next to each other, and a German far away."""
    stage = Stage(monkeypatch, dice="3 " * 40, **options)
    for name, label in (("U111", "1010"), ("U112", "1012"), ("U113", "1014")):
        stage.put(name, label, command=command)
    stage.put("G111", "2030", command="OVERWATCH")
    return stage


@pytest.mark.rules("14.21-note-1", "18.11", "14.0-proc-5", "21.0-vc-2")
def test_a_morale_state_rises_to_three_at_most_and_breaks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch)
    doing, mine = stage._doing(), stage.company("U11co")

    def rise(by: int) -> int:
        morale.raise_state(stage.state, stage.scene(), mine, by, "14.0-proc-4", doing)
        return mine.morale

    assert (rise(0), rise(1), rise(2)) == (0, 1, 3)
    assert stage.state.points == {"second": 25}
    mine.morale = 2
    assert (rise(2), rise(1)) == (3, 3)
    assert stage.state.points == {"second": 25}, "once"
    told = [(e.kind, e.rule, e.data.get("state")) for e in doing.events]
    assert told == [("morale", "14.0-proc-4", 1), ("morale", "14.0-proc-4", 3), ("broken", "21.0-vc-2", None),
                    ("morale", "14.0-proc-4", 3)]  # fmt: skip
    alone = stage.company("G101crewco")
    morale.raise_state(stage.state, stage.scene(), alone, 2, "14.0-proc-4", doing)
    assert alone.morale == 0


@pytest.mark.rules("21.0-vc-2", "2.0c")
def test_only_companies_that_the_scenario_names_score_when_they_break(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch)
    doing = stage._doing()
    points.award_break(stage.state, stage.scene(), stage.company("U21M3co"), doing)
    assert stage.state.points == {}, "no halftracks"
    points.award_break(stage.state, stage.scene(), stage.company("G11co"), doing)
    assert stage.state.points == {"first": 25}
    (event,) = doing.events
    assert (event.data["company"], event.data["side"], event.data["points"]) == ("G11co", "first", 25)


@pytest.mark.rules("14.12", "14.43", "14.52", "14.41", "5.32")
@pytest.mark.parametrize(
    ("command", "state", "locked", "invalid"),
    [
        ("OVERWATCH", 2, False, False),
        ("OVERWATCH", 2, True, False),
        ("OVERWATCH", 3, False, True),
        ("BOUND", 1, False, False),
        ("BOUND", 2, False, True),
        ("BOUND", 3, False, True),
        ("BOUNDING", 1, False, False),
        ("BOUNDING", 2, False, True),
        ("WITHDRAW", 3, True, False),
        ("RALLY", 3, True, False),
        ("WITHDRAW", 0, True, False),
        ("", 3, False, False),
    ],
)
def test_which_commands_no_longer_hold(
    monkeypatch: pytest.MonkeyPatch, command: str, state: int, locked: bool, invalid: bool
) -> None:
    stage = company(monkeypatch, command)
    mine = stage.company("U11co")
    mine.morale, mine.locked = state, locked
    found = morale.invalid(stage.state, stage.scene(), "first")
    assert found == ([stage.state.companies.index(mine)] if invalid else [])
    assert morale.invalid(stage.state, stage.scene(), "second") == []
    for name in ("U111", "U112", "U113"):
        stage.unit(name).status = "exited"
    assert morale.invalid(stage.state, stage.scene(), "first") == [], "nobody is left to obey it"


@pytest.mark.rules("14.12", "5.32")
def test_a_platoon_left_alone_keeps_bounding_overwatch_in_good_order(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch, "BOUNDING")
    stage.unit("U112").status = stage.unit("U113").status = "exited"
    mine = stage.company("U11co")
    fault = refusal(stage.state, stage.scene(), mine, "BOUNDING")
    assert fault is not None
    assert fault[0] == "5.32"
    for state, found in ((0, []), (1, []), (2, [stage.state.companies.index(mine)])):
        mine.morale = state
        assert morale.invalid(stage.state, stage.scene(), "first") == found


@pytest.mark.rules("14.12", "13.28c", "5.4c")
def test_only_units_whose_command_no_longer_holds_get_the_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch, "BOUND")
    stage.unit("U113").command = "OVERWATCH"
    mine = stage.company("U11co")
    mine.morale = 2
    morale.obey(stage.state, stage.scene(), mine, "WITHDRAW")
    assert [stage.unit(name).command for name in ("U111", "U112", "U113")] == ["WITHDRAW", "WITHDRAW", "OVERWATCH"]
    assert (mine.command, mine.plotted, mine.locked) == ("WITHDRAW", False, True)
    assert stage.unit("U111").roving
    mine.locked = False
    morale.obey(stage.state, stage.scene(), mine, "OVERWATCH")
    assert not mine.locked


@pytest.mark.rules("14.61a", "14.64a", "14.6a", "14.62")
def test_who_may_roll_to_rally(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch, "RALLY")
    mine = stage.company("U11co")
    mine.morale, stage.state.phase = 2, 30
    mine.hit = 22
    assert morale.may_roll(stage.state, mine)
    mine.hit = 23
    assert not morale.may_roll(stage.state, mine), "seven Phases are not enough, the eighth is"
    mine.hit = -100
    for name, value in (("command", "WITHDRAW"), ("plotted", False), ("morale", 0)):
        before = getattr(mine, name)
        setattr(mine, name, value)
        assert not morale.may_roll(stage.state, mine), name
        setattr(mine, name, before)
    for name, left in (("U111", 5), ("U112", 3), ("U113", 0)):
        stage.unit(name).strength = left
    assert morale.may_roll(stage.state, mine), "8 of 15"
    stage.unit("U112").strength = 2
    assert not morale.may_roll(stage.state, mine), "7 of 15"


@pytest.mark.rules("14.6b", "14.63", "14.62", "14.0-proc-5")
@pytest.mark.parametrize(("secret", "audience"), [("false", ()), ("true", ("first",))])
def test_a_rally_takes_one_state_and_the_last_one_restores_the_company(
    monkeypatch: pytest.MonkeyPatch, secret: str, audience: tuple[str, ...]
) -> None:
    stage = company(monkeypatch, "RALLY", secret_morale=secret)
    mine = stage.company("U11co")
    mine.morale, mine.locked, mine.lost = 2, True, 3
    stage.unit("U111").strength = 2
    stage.state.headquarters = {mine.battalion: 3}
    doing = stage._doing()
    morale.rally(stage.state, stage.scene(), "second", doing)
    assert doing.events == []
    morale.rally(stage.state, stage.scene(), "first", doing)
    assert (mine.morale, mine.locked, mine.lost, mine.base) == (1, True, 3, 15)
    morale.rally(stage.state, stage.scene(), "first", doing)
    assert (mine.morale, mine.locked, mine.lost, mine.base, mine.original) == (0, False, 0, 12, 15)
    told = [(e.kind, e.rule, e.audience, e.data.get("value"), e.data.get("success"), e.data.get("state"))
            for e in doing.events]  # fmt: skip
    assert told == [
        ("rally", "14.6b", audience, 3, True, None), ("morale", "14.6b", audience, None, None, 1),
        ("rally", "14.6b", audience, 3, True, None), ("morale", "14.6b", audience, None, None, 0),
    ]  # fmt: skip
    mine.morale = 1
    stage.state.headquarters = {mine.battalion: 2}
    morale.rally(stage.state, stage.scene(), "first", doing)
    assert mine.morale == 1, "a 3 is more than 2"


@pytest.mark.rules("18.2a", "18.2b", "18.31", "18.11")
def test_doctrine_is_a_chain_of_short_links(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch)
    mine, scene = stage.company("U11co"), stage.scene()
    assert doctrine.holds(stage.state, scene, mine)
    numbers = mine.members
    assert doctrine.links(stage.state, scene, mine) == [(numbers[0], numbers[1]), (numbers[1], numbers[2])]
    stage.unit("U113").cell = stage.cell("1015")
    assert not doctrine.holds(stage.state, scene, mine)
    stage.unit("U113").cell = stage.cell("1008")
    assert doctrine.holds(stage.state, scene, mine), "from the other end"
    stage.unit("U112").status = "lost"
    stage.unit("U113").cell = stage.cell("1014")
    assert not doctrine.holds(stage.state, scene, mine), "the link is gone"
    mine.independent = True
    assert doctrine.holds(stage.state, scene, mine)
    mine.independent = False
    stage.unit("U113").status = "lost"
    assert doctrine.holds(stage.state, scene, mine), "one platoon always does"


@pytest.mark.rules("18.13a", "18.13b", "18.12")
def test_how_long_losses_excuse_a_company(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch)
    mine, scene, doing = stage.company("U11co"), stage.scene(), stage._doing()
    stage.state.phase = 30
    stage.unit("U112").status = "lost"
    doctrine.note_loss(stage.state, scene, mine, False)
    assert mine.loose == -100, "it was out of doctrine before"
    mine.astray = True
    doctrine.note_loss(stage.state, scene, mine, True)
    assert mine.loose == -100, "its own moves had put it out"
    mine.astray = False
    doctrine.note_loss(stage.state, scene, mine, True)
    assert mine.loose == 37
    stage.state.phase = 33
    doctrine.note_loss(stage.state, scene, mine, True)
    assert mine.loose == 37, "the time runs from the first loss"
    assert doctrine.warned(stage.state, scene, "first") == [], "it is excused"
    doctrine.note_moves(stage.state, scene, "first")
    assert not mine.astray
    stage.state.phase = 36
    doctrine.expire(stage.state, scene, doing)
    assert (mine.loose, mine.morale, mine.astray) == (37, 0, False)
    stage.state.phase = 37
    doctrine.expire(stage.state, scene, doing)
    assert (mine.loose, mine.morale, mine.astray) == (-100, 1, False)
    assert [(e.kind, e.rule) for e in doing.events] == [("out_of_doctrine", "18.13b"), ("morale", "18.13b")]
    assert doctrine.warned(stage.state, scene, "first") == ["U11co"]
    doctrine.punish(stage.state, scene, "first", doing)
    assert mine.morale == 1, "it has had no Movement Phase of its own since"
    doctrine.note_moves(stage.state, scene, "first")
    assert mine.astray
    doctrine.punish(stage.state, scene, "second", doing)
    assert mine.morale == 1
    doctrine.punish(stage.state, scene, "first", doing)
    assert mine.morale == 2
    stage.unit("U113").cell = stage.cell("1011")
    doctrine.punish(stage.state, scene, "first", doing)
    assert mine.morale == 2, "it is mended"
    doctrine.note_moves(stage.state, scene, "first")
    assert not mine.astray


@pytest.mark.rules("18.13a")
def test_losses_that_are_mended_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = company(monkeypatch)
    mine, scene, doing = stage.company("U11co"), stage.scene(), stage._doing()
    mine.loose, stage.state.phase = 37, 31
    doctrine.expire(stage.state, scene, doing)
    assert (mine.loose, mine.morale, mine.astray, doing.events) == (-100, 0, False, [])


@pytest.mark.rules("5.3a", "5.3b", "5.31", "5.21", "5.11")
def test_the_parts_of_bounding_overwatch(monkeypatch: pytest.MonkeyPatch) -> None:
    """CMD-6: the last platoon that has taken no part gets the other one."""
    stage = company(monkeypatch, "BOUNDING")
    one, two, three = stage.company("U11co").members
    units = stage.state.units

    def open_to(index: int) -> tuple[bool, bool]:
        return may_bound(stage.state, index), may_watch(stage.state, index)

    assert open_to(one) == (True, True)
    units[one].role = "bound"
    assert (open_to(one), open_to(two)) == ((True, False), (True, True))
    units[two].role = "bound"
    assert open_to(three) == (False, True)
    units[one].role = units[two].role = "watch"
    assert (open_to(one), open_to(three)) == ((False, True), (True, False))
    units[two].command = "OVERWATCH"
    assert open_to(three) == (True, False), "only those under the same command count"
    units[one].status = "lost"
    assert open_to(three) == (True, True), "nobody is left to take the other part"
    for command, parts in (("BOUND", (True, False)), ("WITHDRAW", (True, False)), ("OVERWATCH", (False, True)),
                           ("RALLY", (False, False)), ("", (False, False))):  # fmt: skip
        units[three].command, units[three].role = command, ""
        assert open_to(three) == parts, command


@pytest.mark.rules("8.6", "8.62A", "6.63c", "16.44a")
def test_what_suppression_does(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", column=True, facing=2)
    stage.put("U211i", "1011", column=True, facing=4)
    stage.put("U212i", "1012", defilade=1, facing=4)
    stage.put("G101g", "1013")
    doing = stage._doing()
    stage.put("U112", "1014")
    stage.lose("U112")
    for name in ("U111", "U211i", "U212i", "G101g", "U111", "U112"):
        index = next(at for at, unit in enumerate(stage.state.units) if unit.id == name)
        casualties.suppress(stage.state, stage.scene(), index, "9.1", doing)
    found = {name: (stage.unit(name).suppressed, stage.unit(name).column, stage.unit(name).defilade)
             for name in ("U111", "U211i", "U212i", "G101g")}  # fmt: skip
    assert found == {"U111": (True, True, -1), "U211i": (True, False, 4), "U212i": (True, False, 1),
                     "G101g": (False, False, -1)}  # fmt: skip
    assert [event.data["unit"] for event in doing.events] == ["U111", "U211i", "U212i"], "once; guns and the dead never"


@pytest.mark.rules("16.14a", "16.16", "16.32b", "10.4a")
def test_loads_go_down_with_the_vehicles_there_is_no_room_on(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="OVERWATCH", shown=True)
    stage.put("U211i", "", on="U211h", strength=3)
    stage.lose("U211h", 2)
    assert stage.unit("U211i").strength == 3, "there is room for three"
    assert not stage.found("cargo_lost")
    stage.lose("U211h", 1)
    assert stage.unit("U211i").strength == 2
    (event,) = stage.found("cargo_lost")
    assert (event.rule, event.audience, event.data["unit"], event.data["lost"]) == ("16.14a", (), "U211i", 1)
    company = stage.company("U21infantryco")
    assert (company.lost, company.fresh, company.hit) == (1, 1, stage.state.phase)
    stage.lose("U211h")
    men = stage.unit("U211i")
    assert (men.status, men.carrier, men.cell, men.strength) == ("lost", -1, -1, 0)


@pytest.mark.rules("10.4a", "15.44", "13.23b")
def test_what_is_left_of_a_unit_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", defilade=1, column=True, suppressed=True, loud=True, shown=True)
    stage.put("G111", "1010")
    stage.engage("1010")
    stage.unit("G111").entered = 2
    stage.lose("U111")
    unit = stage.unit("U111")
    assert (unit.status, unit.cell, unit.tag, unit.defilade, unit.engaged, unit.column, unit.suppressed, unit.loud) == (
        "lost", -1, 0, -1, False, False, False, False,
    )  # fmt: skip
    assert (stage.unit("G111").engaged, stage.unit("G111").entered) == (False, -1)
