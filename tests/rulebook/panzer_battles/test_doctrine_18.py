"""Doctrine (18.0) played: companies that keep together or pay for it, losses, detached platoons, the Soviets."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.deployment import detach
from hulldown.games.panzer_battles.rules.state import index_of
from support.battles_stage import Stage


def spread(monkeypatch: pytest.MonkeyPatch, *labels: str, scenario: str = "arracourt", prefix: str = "U11") -> Stage:
    """A company of the First Player whose platoons stay in these hexes in its Movement Phase."""
    stage = Stage(monkeypatch, scenario, dice="6 6 " * 20)
    for number, label in enumerate(labels, 1):
        stage.put(f"{prefix}{number}", label, command="OVERWATCH")
    stage.put("G111" if scenario == "arracourt" else "G301", "1601", command="OVERWATCH")
    stage.begin("move1")
    stage.pass_to("command")
    return stage


def next_movement(stage: Stage) -> None:
    """On to the First Player's next Movement Phase."""
    turn = stage.state.turn
    while stage.state.turn == turn or stage.state.stack[0].step != "move1":
        stage.idle(next(iter(stage.asked())))


@pytest.mark.rules("6.14", "18.0-gen-1", "18.12", "18.2a", "18.2b")
@pytest.mark.parametrize(
    ("labels", "state"),
    [
        (("1010", "1012", "1014"), 0),
        (("1010", "1012", "1015"), 1),
        (("1010", "1010", "1013"), 1),
        (("1010", "1013"), 1),
        (("1010",), 0),
    ],
)
def test_platoons_farther_than_two_hexes_apart(
    monkeypatch: pytest.MonkeyPatch, labels: tuple[str, ...], state: int
) -> None:
    """MOR-9: a chain of two hexes a link; the company pays when its next Movement Phase begins."""
    stage = spread(monkeypatch, *labels)
    assert stage.company("U11co").morale == 0
    next_movement(stage)
    assert stage.company("U11co").morale == state
    assert [event.rule for event in stage.found("out_of_doctrine")] == ["18.12"] * state


@pytest.mark.rules("18.12")
def test_it_pays_each_turn_that_it_stays_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-8: allowed, and paid for; in state 2 a Bound command has to go at once (14.12)."""
    stage = spread(monkeypatch, "1010", "1013")
    next_movement(stage)
    for name in ("U111", "U112"):
        stage.unit(name).command = "BOUND"
    stage.pass_to("command")
    stage.say("first", "U11co BOUND")
    while stage.state.turn == 4:
        stage.idle(next(iter(stage.asked())))
    stage.pass_to("recommand")
    assert stage.company("U11co").morale == 2
    stage.say("first", "U11co WITHDRAW")
    assert stage.state.stack[-1].step == "move1"


@pytest.mark.rules("18.11", "18.12", "21.0-sr-3")
def test_independent_units_are_exempt(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, "gazala", dice="6 6 " * 9)
    for number in range(1, 5):
        stage.put(f"B41{number}", f"100{number}", command="OVERWATCH")
    stage.put("B410", "1020", command="OVERWATCH")
    stage.begin("facing2")
    stage.pass_to("move")
    stage.begin("move2")
    assert not stage.found("out_of_doctrine")
    # Neither withdrawn nor rallied: morale does not concern it.
    stage.begin("command2")
    assert set(stage.offered("second", "B410co")) == {"BOUND", "OVERWATCH"}


def bereft(monkeypatch: pytest.MonkeyPatch) -> Stage:
    """A company in a row whose middle platoon is lost in the Final Fire Segment of the First Player."""
    stage = Stage(monkeypatch, dice="6 6 " * 20)
    for name, label in (("U111", "1010"), ("U112", "1012"), ("U113", "1014")):
        stage.put(name, label, command="OVERWATCH")
    stage.put("G111", "2401", command="OVERWATCH")
    stage.begin("move1")
    stage.lose("U112")
    return stage


@pytest.mark.rules("18.13a", "18.13b")
def test_losses_give_a_turn_to_mend_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-1: to the end of the seventh Phase after the loss, which is the same Phase of the next turn."""
    stage = bereft(monkeypatch)
    next_movement(stage)
    assert (stage.state.turn, stage.company("U11co").morale) == (4, 0)
    stage.pass_to("command")
    assert stage.company("U11co").morale == 1
    assert [event.rule for event in stage.found("out_of_doctrine")] == ["18.13b"]
    # From its next moves on it is judged as usual.
    next_movement(stage)
    assert [event.rule for event in stage.found("out_of_doctrine")] == ["18.13b"]
    next_movement(stage)
    assert [event.rule for event in stage.found("out_of_doctrine")] == ["18.13b", "18.12"]


@pytest.mark.rules("18.13a")
def test_mended_in_time_it_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = bereft(monkeypatch)
    stage.pass_to("command")
    stage.say("first", "U11co BOUND")
    next_movement(stage)
    stage.say("first", "U113 MOVE 1013 1012")
    stage.pass_to("move")
    stage.say("first", "U111 MOVE 1009 1010 1011")
    stage.pass_to("command")
    next_movement(stage)
    assert stage.company("U11co").morale == 0
    assert not stage.found("out_of_doctrine")


@pytest.mark.rules("18.13a", "18.2b")
def test_the_last_platoon_is_never_out_of_doctrine(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-18."""
    stage = bereft(monkeypatch)
    stage.lose("U113")
    next_movement(stage)
    stage.pass_to("command")
    assert not stage.found("out_of_doctrine")


@pytest.mark.rules("18.31")
@pytest.mark.parametrize(("label", "state"), [("1010", 0), ("1011", 0), ("1012", 1)])
def test_soviet_platoons_keep_next_to_each_other(monkeypatch: pytest.MonkeyPatch, label: str, state: int) -> None:
    """MOR-10: the same hex counts as next to it."""
    stage = spread(monkeypatch, "1010", label, scenario="berlin", prefix="S11")
    next_movement(stage)
    assert stage.company("S11co").morale == state


@pytest.mark.rules("18.32")
@pytest.mark.parametrize(("label", "state"), [("1020", 0), ("1022", 1)])
def test_soviet_battalions_keep_within_ten_hexes(monkeypatch: pytest.MonkeyPatch, label: str, state: int) -> None:
    """MOR-11: any two platoons of a battalion; both companies pay. Those of another battalion do not matter."""
    stage = Stage(monkeypatch, "berlin", dice="6 6 " * 20)
    below = f"10{int(label[2:]) - 1}"
    for name, where in (("S111", "1010"), ("S112", "1011"), ("S121", label), ("S122", below), ("S211", "1030")):
        stage.put(name, where, command="OVERWATCH")
    stage.put("S212", "1030", command="OVERWATCH")
    stage.put("G301", "1601", command="OVERWATCH")
    stage.begin("move1")
    next_movement(stage)
    assert [stage.company(key).morale for key in ("S11co", "S12co", "S21co")] == [state, state, 0]


@pytest.mark.rules("18.22", "18.34")
@pytest.mark.parametrize(("scenario", "names", "allowed"), [("arracourt", "U11", True), ("berlin", "S11", False)])
def test_bounding_overwatch_is_not_for_soviets(
    monkeypatch: pytest.MonkeyPatch, scenario: str, names: str, allowed: bool
) -> None:
    stage = Stage(monkeypatch, scenario)
    stage.platoons([f"{names}{number}" for number in (1, 2, 3)], "1010")
    stage.begin("command1")
    assert stage.refused("first", f"{names}co BOUNDING") == (set() if allowed else {"18.34"})


@pytest.mark.rules("18.23", "14.6b", "14.7c", "20.0-brit-hq")
def test_headquarters_serve_western_companies_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-5: that there is no battalion morale for them takes nothing away."""
    stage = Stage(monkeypatch, "gazala", dice="5")
    stage.platoons(("B421", "B422", "B423"), "1006", command="RALLY")
    stage.company("B42co").morale = 2
    stage.state.headquarters = {"first 2": 1, stage.company("B42co").battalion: 5}
    stage.begin("rally2")
    assert stage.company("B42co").morale == 1


def set_up(scenario: str, *tasks: Task) -> list[str]:
    """The cases that these tasks break besides a setup that is all right."""
    state = GAME.setup(f"panzer_battles/{scenario}", {}, "x")
    plain = GAME.legal(state, "first").idle
    assert plain is not None
    return [fault.rule for fault in GAME.check(state, "first", Order("deploy", (*plain.tasks, *tasks)))]


@pytest.mark.rules("18.21a", "18.33")
def test_one_platoon_of_a_company_may_be_detached(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set_up("arracourt", Task("U11co", "DETACH", targets=("U112",))) == []
    assert set_up("arracourt", Task("U11co", "DETACH", targets=("U121",))) == ["18.21a"]
    twice = (Task("U11co", "DETACH", targets=("U112",)), Task("U11co", "DETACH", targets=("U113",)))
    assert set_up("arracourt", *twice) != []
    assert set_up("berlin", Task("S11co", "DETACH", targets=("S112",))) == ["18.21a"]


@pytest.mark.rules("18.21a", "18.21b", "14.2-cols")
def test_what_is_left_checks_one_column_further(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-6, MOR-17: the detached platoon has a command of its own; the others are a company of ten."""
    state = GAME.setup("panzer_battles/arracourt", {}, "script:1 1 1")
    for side in ("first", "second"):
        plain = GAME.legal(state, side).idle
        assert plain is not None
        more = (Task("U11co", "DETACH", targets=("U112",)),) if side == "first" else ()
        step = GAME.apply(state, side, Order("deploy", (*plain.tasks, *more)))
        state = step.state
    companies = {one.key: one for one in state.companies}
    assert (companies["U11co"].base, companies["U11co"].original, companies["U11co"].thinned) == (10, 10, True)
    assert companies["U112co"].independent
    # The enemy is not told.
    assert [event.audience for event in step.events if event.kind == "detached"] == [("first",)]
    stage = Stage(monkeypatch, dice="6 6")
    stage.platoons(("U111", "U113"), "1010", command="OVERWATCH")
    company = stage.company("U11co")
    company.thinned, company.base, company.lost, company.fresh = True, 10, 1, 1
    stage.begin("assault1")
    # One of ten lost is column 2, and one more.
    assert stage.found("check")[0].data["column"] == 3


@pytest.mark.rules("14.0-proc-5", "18.12")
@pytest.mark.parametrize(("secret", "audience"), [("false", ()), ("true", ("first",))])
def test_out_of_doctrine_is_as_secret_as_morale(
    monkeypatch: pytest.MonkeyPatch, secret: str, audience: tuple[str, ...]
) -> None:
    stage = Stage(monkeypatch, secret_morale=secret)
    for name, label in (("U111", "1010"), ("U112", "1015")):
        stage.put(name, label, command="OVERWATCH")
    stage.company("U11co").astray = True
    stage.begin("move1")
    assert [event.audience for event in stage.found("out_of_doctrine")] == [audience]


@pytest.mark.rules("18.12", "18.2a")
def test_a_warning_comes_before_the_penalty(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOR-8: it is allowed; the owner is told while he can still mend it, the enemy never."""
    stage = Stage(monkeypatch)
    for name, label in (("U111", "1010"), ("U112", "1012"), ("U113", "1014")):
        stage.put(name, label, command="BOUND")
    stage.put("G111", "2030", command="OVERWATCH")
    stage.begin("move1")

    def told() -> tuple[str, str]:
        group = next(one for one in GAME.view(stage.state, "first").groups if one.key == "U11co")
        return GAME.pending(stage.state)["first"].prompt, group.what

    assert "Against doctrine" not in told()[0]
    assert told()[1].endswith("in doctrine")
    stage.say("first", "U112 MOVE 1112")
    stage.say("first", "U111 MOVE 1009")
    assert "Against doctrine as they stand: " in told()[0]
    assert "(U11)." in told()[0]
    assert told()[1].endswith("out of doctrine")
    assert [one.key for one in GAME.view(stage.state, "second").groups] == ["G11co"], "the enemy is told of his own"
    stage.say("first", "U113 MOVE 1013")
    stage.say("first", "U111 MOVE 1110")
    assert "Against doctrine" not in told()[0]
    assert told()[1].endswith("in doctrine")


@pytest.mark.rules("18.21a", "5.0-proc-3")
def test_the_plot_of_a_detached_platoon_is_not_disclosed(monkeypatch: pytest.MonkeyPatch) -> None:
    """SEQ-16: that a platoon was detached is its owner's secret, so nothing is told of its commands."""
    stage = Stage(monkeypatch)
    for name, label in (("U111", "1010"), ("U112", "1011"), ("U113", "1012")):
        stage.put(name, label, command="OVERWATCH")
    stage.put("G111", "2030", command="OVERWATCH")
    detach(stage.state, index_of(stage.state, "U113"))
    stage.company("U113co").command, stage.company("U113co").plotted = "OVERWATCH", True
    stage.begin("command1")
    stage.say("first", "U11co BOUND\nU113co BOUND")
    assert [event.data["company"] for event in stage.found("disclosed")] == ["U11co"]


@pytest.mark.rules("18.12", "18.2a", "6.12b", "14.42a")
def test_who_is_driven_apart_in_a_close_assault_does_not_pay_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A withdrawal is not movement, and nobody's will; from its next moves on the company is judged as usual."""
    stage = Stage(monkeypatch, dice="6 6 " * 20)
    stage.put("U111", "1010", command="OVERWATCH")
    stage.put("U112", "1012", command="OVERWATCH")
    stage.put("G111", "2401", command="OVERWATCH")
    stage.begin("move1")
    stage.pass_to("face")
    stage.unit("U112").cell = stage.cell("1014")
    next_movement(stage)
    assert stage.company("U11co").morale == 0
    next_movement(stage)
    assert stage.company("U11co").morale == 1
