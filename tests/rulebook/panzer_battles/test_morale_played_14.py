"""Morale (14.0) played: checks at the end of a Segment, what the states forbid, rallying, headquarters."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.game import GAME
from support.battles_stage import Stage


@pytest.mark.rules("14.0-gen-1", "14.0-gen-2", "14.0-proc-1", "14.0-proc-2", "14.0-proc-3", "14.0-proc-4", "14.21-1")
@pytest.mark.rules("14.21-2", "14.21-dash", "14.3")
@pytest.mark.parametrize(
    ("lost", "dice", "state"), [(1, "1 1", 0), (3, "1 1", 1), (3, "1 2", 0), (6, "1 1", 2), (8, "3 4", 1)]
)
def test_a_check_at_the_end_of_the_segment(
    monkeypatch: pytest.MonkeyPatch, lost: int, dice: str, state: int
) -> None:  # fmt: skip
    """Fifteen vehicles: the column is the losses; low dice are bad."""
    stage = Stage(monkeypatch, dice=dice)
    stage.platoons(("U111", "U112", "U113"), "1010", command="OVERWATCH")
    stage.put("G111", "1020", command="OVERWATCH")
    company = stage.company("U11co")
    company.lost = company.fresh = lost
    stage.begin("assault1")
    assert stage.company("U11co").morale == state
    assert len(stage.rolls) == 2
    # Other companies have not lost anything.
    assert [event.data["company"] for event in stage.found("check")] == ["U11co"]
    assert stage.company("U11co").fresh == 0


@pytest.mark.rules("14.11a", "14.11b")
def test_suppression_asks_for_no_check(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="6 6")
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("G111", "1011", command="OVERWATCH")
    stage.begin("final1")
    stage.say("second", "G111 FIRE mg U111")
    stage.pass_to("face")
    assert stage.unit("U111").suppressed
    assert not stage.found("check")


@pytest.mark.rules("14.0-gen-2", "14.0-proc-1", "14.0-proc-3")
def test_one_check_for_all_losses_of_a_segment(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-14: fired at twice in a Segment, the company checks once, with all it has lost."""
    stage = Stage(monkeypatch, dice="2 2 1 2 2 1 6 6")
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U112", "1010", command="OVERWATCH")
    stage.platoons(("G111", "G112"), "1011", command="OVERWATCH")
    stage.begin("final1")
    for name, target in (("G111", "U111"), ("G112", "U112")):
        while stage.asked() != {"second": "fire"} or stage.state.stack[-1].stage != 1:
            stage.idle(next(iter(stage.asked())))
        stage.say("second", f"{name} FIRE main {target}")
        assert not stage.found("check")
    stage.pass_to("face")
    gone = 10 - stage.unit("U111").strength - stage.unit("U112").strength
    (check,) = stage.found("check")
    # The column of a company of 15 is its losses (14.2-cols).
    assert (check.data["column"], stage.company("U11co").lost) == (gone, gone)


@pytest.mark.rules("14.21-note-1", "18.11")
def test_states_add_up_to_three_and_independents_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice="1 1")
    stage.platoons(("U111", "U112", "U113"), "1010", command="WITHDRAW")
    stage.put("G101c", "1020", command="OVERWATCH", strength=1)
    for key, lost, morale in (("U11co", 8, 2), ("G101crewco", 1, 0)):
        company = stage.company(key)
        company.lost = company.fresh = lost
        company.morale = morale
    stage.begin("assault1")
    assert stage.company("U11co").morale == 3
    assert stage.company("G101crewco").morale == 0
    assert len(stage.rolls) == 2


@pytest.mark.rules("14.12", "14.41", "14.43", "14.51", "14.52")
@pytest.mark.parametrize(
    ("before", "allowed"),
    [(0, {"OVERWATCH", "WITHDRAW", "RALLY"}), (1, {"WITHDRAW", "RALLY"})],
)
def test_a_command_that_no_longer_holds_is_replaced_at_once(
    monkeypatch: pytest.MonkeyPatch, before: int, allowed: set[str]
) -> None:
    """CMD-11: to state 2 or 3 by dice of two; a Rally command given so earns no roll."""
    stage = Stage(monkeypatch, dice="1 1")
    stage.platoons(("U111", "U112", "U113"), "1010", command="BOUND")
    company = stage.company("U11co")
    company.lost = company.fresh = 6
    company.morale = before
    stage.begin("assault1")
    assert stage.asked() == {"first": "recommand"}
    turned = Order("recommand", (Task("U11co", "WITHDRAW", facing=0),))
    assert [fault.rule for fault in GAME.check(stage.state, "first", turned)] == ["14.12"]
    assert set(stage.offered("first", "U11co")) == allowed
    assert stage.refused("first", "U11co BOUND") == {"14.12"}
    stage.say("first", "U11co RALLY")
    assert {stage.unit(name).command for name in ("U111", "U112", "U113")} == {"RALLY"}
    assert stage.asked() == {"first": "face"}
    stage.company("U11co").hit = -100
    stage.begin("rally1")
    assert not stage.found("rally")


@pytest.mark.rules("14.12", "19.21")
def test_units_that_have_just_come_on_get_a_new_command_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are on Bound though their company has had no Command Phase yet."""
    stage = Stage(monkeypatch, dice="1 1", turn=1)
    stage.platoons(("U111", "U112"), "1010", command="BOUND")
    company = stage.company("U11co")
    company.command, company.lost, company.fresh = "", 6, 6
    stage.begin("assault1")
    assert stage.asked() == {"first": "recommand"}
    stage.say("first", "U11co WITHDRAW")
    assert stage.unit("U111").command == "WITHDRAW"


@pytest.mark.rules("14.12", "13.28c")
def test_a_command_that_still_holds_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-26: after a close assault a company may be under two commands; Overwatch holds in state 2."""
    stage = Stage(monkeypatch, dice="1 1")
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U112", "1010", command="BOUND")
    company = stage.company("U11co")
    company.lost = company.fresh = 6
    stage.begin("assault1")
    stage.say("first", "U11co WITHDRAW")
    assert (stage.unit("U111").command, stage.unit("U112").command) == ("OVERWATCH", "WITHDRAW")


@pytest.mark.rules("14.41", "14.43", "14.51", "14.52", "14.3")
@pytest.mark.parametrize(
    ("state", "allowed"),
    [
        (0, {"BOUND", "OVERWATCH", "BOUNDING"}),
        (1, {"BOUND", "OVERWATCH", "BOUNDING"}),
        (2, {"OVERWATCH", "WITHDRAW", "RALLY"}),
        (3, {"WITHDRAW", "RALLY"}),
    ],
)
def test_commands_by_state(monkeypatch: pytest.MonkeyPatch, state: int, allowed: set[str]) -> None:
    stage = Stage(monkeypatch)
    stage.platoons(("U111", "U112", "U113"), "1010")
    stage.company("U11co").morale = state
    stage.begin("command1")
    assert set(stage.offered("first", "U11co")) == allowed
    for command in ("BOUND", "OVERWATCH", "BOUNDING", "WITHDRAW", "RALLY"):
        assert (stage.refused("first", f"U11co {command}") == set()) == (command in allowed)


@pytest.mark.rules("14.52", "14.43")
@pytest.mark.parametrize("state", [2, 3])
def test_state_three_does_not_fire(monkeypatch: pytest.MonkeyPatch, state: int) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("G111", "1011", command="OVERWATCH")
    stage.company("G11co").morale = state
    stage.begin("final1")
    assert stage.asked() == {"second": "fire"}
    assert bool(stage.offered("second", "G111")) == (state == 2)
    assert stage.refused("second", "G111 FIRE mg U111") == (set() if state == 2 else {"14.52"})


def rallying(monkeypatch: pytest.MonkeyPatch, dice: str, value: int = 4, **fields: int) -> Stage:
    """A company of M4 in state 2 with a Rally command from its Command Phase."""
    stage = Stage(monkeypatch, dice=dice)
    stage.platoons(("U111", "U112", "U113"), "1010", command="RALLY")
    stage.put("G111", "1020", command="OVERWATCH")
    stage.state.headquarters = {"first 1": value, "first 2": 1, "second 1": 6}
    company = stage.company("U11co")
    company.morale, company.locked = 2, True
    for key, field in fields.items():
        setattr(company, key, field)
    return stage


@pytest.mark.rules("14.6a", "14.6b", "14.62", "14.7c")
@pytest.mark.parametrize(("die", "state"), [(1, 1), (4, 1), (5, 2), (6, 2)])
def test_rallying_by_the_value_of_the_headquarters(monkeypatch: pytest.MonkeyPatch, die: int, state: int) -> None:
    stage = rallying(monkeypatch, str(die))
    stage.begin("rally1")
    (event,) = stage.found("rally")
    assert (event.data["roll"], event.data["value"]) == (die, 4)
    assert stage.company("U11co").morale == state
    # CMD-7: in state 1 the company is still told to withdraw or rally.
    stage.begin("command1")
    assert set(stage.offered("first", "U11co")) == {"WITHDRAW", "RALLY"}


@pytest.mark.rules("14.6a")
def test_only_companies_told_to_rally_try(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = rallying(monkeypatch, "1")
    stage.company("U11co").command = "WITHDRAW"
    stage.begin("rally1")
    assert (stage.found("rally"), stage.company("U11co").morale) == ([], 2)
    stage = rallying(monkeypatch, "1")
    stage.begin("rally2")
    assert (stage.found("rally"), stage.company("U11co").morale) == ([], 2)


@pytest.mark.rules("14.61a", "14.61b")
@pytest.mark.parametrize(("ago", "tries"), [(0, False), (1, False), (7, False), (8, True)])
def test_losses_of_the_last_seven_phases_forbid_it(monkeypatch: pytest.MonkeyPatch, ago: int, tries: bool) -> None:
    """MOR-1: back to the same Phase of the last turn."""
    stage = rallying(monkeypatch, "1", hit=21 - ago)
    assert stage.state.phase == 21
    stage.begin("rally1")
    assert bool(stage.found("rally")) == tries


@pytest.mark.rules("14.61a")
def test_a_turn_has_seven_phases(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEQ-17: from one Indirect Fire Phase to the same of the next turn."""
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("G111", "1030", command="OVERWATCH")
    stage.begin("plot1")
    before = stage.state.phase
    stage.say("first", "")
    stage.pass_to("plot")
    assert (stage.state.turn, stage.state.phase - before) == (4, 7)


@pytest.mark.rules("14.63", "14.64b")
def test_back_to_nought_is_a_new_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-3: later checks count from the strength at that time; the lock on commands ends."""
    stage = rallying(monkeypatch, "1", morale=1, lost=5)
    stage.unit("U111").strength = 0
    stage.begin("rally1")
    company = stage.company("U11co")
    assert (company.morale, company.base, company.lost, company.locked) == (0, 10, 0, False)
    assert company.original == 15


@pytest.mark.rules("14.64a")
@pytest.mark.parametrize(("left", "tries"), [(8, True), (7, False)])
def test_less_than_half_of_the_original_cannot_rally(monkeypatch: pytest.MonkeyPatch, left: int, tries: bool) -> None:
    """MOR-4: of what the company had when the game began."""
    stage = rallying(monkeypatch, "1", base=left)
    stage.unit("U111").strength, stage.unit("U112").strength, stage.unit("U113").strength = 5, left - 5, 0
    stage.begin("rally1")
    assert bool(stage.found("rally")) == tries
    stage.begin("command1")
    assert ("RALLY" in stage.offered("first", "U11co")) == tries
    assert stage.refused("first", "U11co RALLY") == (set() if tries else {"14.64a"})


@pytest.mark.rules("14.9", "14.9-ex-1", "14.7a", "14.7b", "21.0-us-hq", "21.0-ger-hq")
def test_headquarters_are_rolled_before_the_first_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example of 14.9: with rating B a die of 5 gives a value of 6, a die of 1 one of 3 (MOR-15)."""
    state = GAME.setup("panzer_battles/arracourt", {}, "script:5 1 2")
    for side in ("first", "second"):
        order = GAME.legal(state, side).idle
        assert order is not None
        step = GAME.apply(state, side, order)
        state = step.state
    assert state.headquarters == {"first 1": 6, "first 2": 3, "second 1": 4}
    assert len(step.rolls) == 3
    assert state.companies[0].battalion == "first 1"


@pytest.mark.rules("14.0-proc-5", "14.0-gen-3")
@pytest.mark.parametrize(("secret", "audience"), [("false", ()), ("true", ("first",))])
def test_morale_may_be_kept_secret(
    monkeypatch: pytest.MonkeyPatch, secret: str, audience: tuple[str, ...]
) -> None:  # fmt: skip
    stage = Stage(monkeypatch, dice="1 1", secret_morale=secret)
    stage.platoons(("U111", "U112", "U113"), "1010", command="OVERWATCH")
    company = stage.company("U11co")
    company.lost = company.fresh = 3
    stage.begin("assault1")
    assert [event.audience for event in stage.found("morale")] == [audience]
    assert len(stage.found("checked")) == (secret == "false")


@pytest.mark.rules("14.12", "4.0-A3")
def test_a_company_without_a_command_yet_is_asked_for_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before its first Command Phase shells have broken it."""
    stage = Stage(monkeypatch, dice="1 1", turn=1)
    stage.platoons(("G111", "G112"), "1810", command="")
    company = stage.company("G11co")
    company.lost = company.fresh = 6
    stage.begin("impact1")
    assert stage.company("G11co").morale == 2
    assert "recommand" not in stage.asked().values()
