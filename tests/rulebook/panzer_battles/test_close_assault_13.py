"""Close assault (13.0) played: coming in, fire at those who do, three rounds of two impulses, commands, withdrawal."""

from __future__ import annotations

import pytest

from support.battles_assault import LOW, assault, come_in
from support.battles_stage import Stage


@pytest.mark.rules("13.0-gen-1", "13.0-gen-2", "13.23a", "13.24", "13.25a", "13.26")
def test_who_comes_in_stops_and_both_are_engaged(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("G112", "1008", command="OVERWATCH")
    stage.put("U112", "1012", command="OVERWATCH")
    assert stage.refused("first", "U111 MOVE 1010 1009") == {"13.0-gen-2"}
    stage.say("first", "U111 MOVE 1010")
    # CA-2: in the hex itself no opportunity fire is asked for.
    assert stage.asked() == {"first": "move"}
    assert stage.unit("U111").engaged
    assert stage.unit("G111").engaged
    assert stage.refused("first", "U111 MOVE 1009") == {"13.26"}
    stage.say("first", "end")
    while "final1" in {frame.step for frame in stage.state.stack}:
        side = next(iter(stage.asked()))
        for name in ("U111", "G111"):
            assert stage.offered(side, name) == {}
        watcher, engaged = ("U112", "G111") if side == "first" else ("G112", "U111")
        assert all(engaged not in words for words in stage.offered(side, watcher).values())
        if side == "second":
            weapon = "mg" if stage.state.stack[-1].stage == 0 else "main"
            assert stage.refused(side, f"G112 FIRE {weapon} U111") == {"13.25a"}
            assert stage.refused(side, f"G111 FIRE {weapon} U112") == {"13.24"}
        stage.idle(side)
    assert stage.state.stack[0].step == "assault1"


@pytest.mark.rules("13.11a", "13.11b", "13.26")
def test_platoons_from_several_hexes_assault_one(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    for name in ("G112", "G113"):
        stage.put(name, "1010", command="OVERWATCH", facing=3)
    stage.put("U112", "0910", command="BOUND")
    stage.put("U113", "1110", command="BOUND")
    stage.say("first", "U111 MOVE 1010")
    assert stage.refused("first", "U112 MOVE 1010 1110") == {"13.26"}
    stage.say("first", "U112 MOVE 1010")
    stage.say("first", "U113 MOVE 1010")
    assert {stage.where(name) for name in ("U111", "U112", "U113")} == {"1010"}
    stage.say("first", "end")
    stage.pass_to("orders")
    # Three of each side: nobody is given up (6.48).
    assert not stage.found("eliminated")


@pytest.mark.rules("13.0-proc-3", "13.12a", "13.12b", "13.21", "13.22a", "13.22c")
def test_defenders_fire_once_before_the_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    # CA-4: what it has fired before does not matter.
    stage.unit("G111").fired = ("main", "mg")
    come_in(stage)
    stage.pass_to("melee")
    assert (stage.asked(), stage.state.stack[0].step) == ({"second": "fire"}, "assault1")
    assert stage.offered("second", "G111") == {"FIRE": {"main", "mg", "U111"}}
    stage.say("second", "G111 FIRE main U111")
    (shot,) = stage.found("shot")
    # Type 3 at profile C, range 0: strength 6; four vehicles 4 columns on.
    assert (shot.rule, shot.data["range"], shot.data["strength"]) == ("13.12a", 0, 6)
    # CA-3: a vehicle unit has one system; so the commands of round 1 come next.
    assert stage.asked() == {"first": "orders", "second": "orders"}
    assert stage.state.melee is not None
    assert stage.state.melee.round == 1


@pytest.mark.rules("13.12a")
@pytest.mark.parametrize("command", ["BOUND", "WITHDRAW", "RALLY"])
def test_only_overwatch_fires_at_those_who_come_in(monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    stage = assault(monkeypatch)
    stage.unit("G111").command = command
    come_in(stage)
    # Commands are secret, so the side is asked; nothing is open to it.
    assert stage.asked() == {"second": "fire"}
    assert stage.offered("second", "G111") == {}
    assert stage.refused("second", "G111 FIRE main U111") == {"8.11"}


@pytest.mark.rules("13.0-proc-1", "13.0-proc-2", "13.0-proc-4", "13.0-proc-5", "13.0-proc-6", "13.0-gen-3", "13.2a")
@pytest.mark.rules("13.2b", "13.29a", "13.29c", "13.3a", "13.23a")
def test_three_rounds_of_two_impulses(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    come_in(stage)
    stage.say("second", "pass")
    order = []
    for number in (1, 2, 3):
        assert stage.asked() == {"first": "orders", "second": "orders"}
        stage.say("first", "U11co OVERWATCH")
        stage.say("second", "")
        for side, shot in (("second", "G111 FIRE mg U111"), ("first", "U111 FIRE mg G111")):
            assert stage.asked() == {side: "fire"}
            order.append((number, side))
            stage.say(side, shot)
    assert order == [(n, side) for n in (1, 2, 3) for side in ("second", "first")]
    assert len(stage.found("shot")) == 6
    assert {shot.data["range"] for shot in stage.found("shot")} == {0}
    assert stage.state.stack[0].step == "facing1"
    # CA-13: they stay engaged.
    assert stage.unit("U111").engaged
    assert stage.where("U111") == stage.where("G111") == "1010"


@pytest.mark.rules("13.12a", "13.27a", "13.27b", "13.2d", "13.2c")
def test_an_engagement_goes_on_in_the_next_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    """CA-13: no fire before the rounds at those who were there; a newcomer under a Bound command gets none either."""
    stage = Stage(monkeypatch, dice=LOW)
    stage.put("U111", "1010", command="OVERWATCH", facing=0)
    stage.put("G111", "1010", command="OVERWATCH", facing=3)
    stage.put("U112", "1011", command="BOUND")
    stage.engage("1010")
    stage.begin("move1")
    assert stage.unit("G111").began
    # CA-14: an engaged unit does not move out.
    assert stage.refused("first", "U111 MOVE 1011") & {"13.26", "5.2a"}
    stage.say("first", "U112 MOVE 1010")
    stage.say("first", "end")
    stage.pass_to("assault1")
    assert stage.asked() == {"first": "orders", "second": "orders"}
    stage.say("first", "")
    stage.say("second", "")
    stage.say("second", "G111 FIRE main U111")
    stage.say("first", "U112 FIRE main G111")
    old, new = stage.found("shot")
    labels = [" ".join(factor.label for factor in shot.factors) for shot in (old, new)]
    # The M4 that was there shows its side, 3; the Panzer IV its front, 5, to the newcomer from behind its hexside 3.
    assert "armour 3" in labels[0]
    assert "armour 5" in labels[1]


@pytest.mark.rules("13.2c", "13.2d")
@pytest.mark.parametrize(("facing", "armour"), [(3, 5), (2, 5), (4, 5), (0, 3), (1, 5), (5, 5)])
def test_the_first_round_meets_the_side_entered(
    monkeypatch: pytest.MonkeyPatch, facing: int, armour: int
) -> None:  # fmt: skip
    stage = assault(monkeypatch)
    stage.unit("G111").facing = facing
    come_in(stage)
    stage.say("second", "G111 FIRE main U111")
    for number in (1, 2):
        stage.say("first", "U11co OVERWATCH")
        stage.say("second", "")
        stage.say("second", "pass")
        stage.say("first", "U111 FIRE main G111")
        assert stage.unit("G111").facing == facing
        shot = stage.found("shot", unit="U111")[-1]
        text = " ".join(factor.label for factor in shot.factors)
        # FAC-11: up to 90 degrees count as the front.
        expected = armour if number == 1 and facing not in (1, 5) else 3
        assert f"armour {expected}" in text, (number, text)
    # CA-15: it drove in forwards and showed its front to the fire before round 1.
    first = stage.found("shot", unit="G111")[0]
    assert "armour 5" in " ".join(factor.label for factor in first.factors)


@pytest.mark.rules("13.2c")
def test_who_backs_in_shows_its_side(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.unit("U111").facing = 3
    stage.say("first", "U111 REVERSE 1010")
    stage.pass_to("melee")
    stage.say("second", "G111 FIRE main U111")
    assert "armour 3" in " ".join(factor.label for factor in stage.found("shot")[0].factors)


@pytest.mark.rules("13.22b", "13.2a", "21.0-sr-2b")
def test_infantry_fires_rifles_and_bazookas(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, dice=LOW)
    stage.put("U211i", "1010", command="OVERWATCH")
    stage.put("G111", "1011", command="BOUND")
    stage.begin("move2")
    stage.say("second", "G111 MOVE 1010")
    stage.pass_to("melee")
    assert stage.offered("first", "U211i") == {"FIRE": {"rifles", "bazooka", "G111"}}
    stage.say("first", "U211i FIRE bazooka G111")
    assert stage.offered("first", "U211i") == {"FIRE": {"rifles", "G111"}}
    stage.say("first", "U211i FIRE rifles G111")
    assert stage.asked() == {"first": "orders", "second": "orders"}
    strengths = {shot.data["weapon"]: shot.data["strength"] for shot in stage.found("shot")}
    assert strengths == {"bazooka": 1, "rifles": 9}


@pytest.mark.rules("13.28a", "13.28b", "13.28c")
def test_new_commands_are_secret_and_for_the_engaged_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = assault(monkeypatch)
    stage.put("U112", "1012", command="OVERWATCH")
    come_in(stage)
    stage.say("second", "pass")
    assert stage.offered("first", "U11co") == {"OVERWATCH": set(), "BOUND": set()}
    assert stage.refused("first", "U11co RALLY") == {"13.28a"}
    assert stage.refused("first", "G11co BOUND") == {"13.28a"}
    assert stage.refused("first", "U11co OVERWATCH now") == {"13.28a"}
    stage.forget()
    stage.say("first", "U11co OVERWATCH")
    assert stage.asked() == {"second": "orders"}
    assert not stage.events
    stage.say("second", "G11co BOUND")
    told = {event.data["company"]: event.audience for event in stage.found("reordered")}
    assert told == {"U11co": ("first",), "G11co": ("second",)}
    assert (stage.unit("U111").command, stage.unit("G111").command) == ("OVERWATCH", "BOUND")
    assert stage.unit("U112").command == "OVERWATCH"
    assert stage.company("U11co").command != "BOUND"


@pytest.mark.rules("13.0-gen-1", "13.23a")
def test_who_is_come_upon_is_turned_up_by_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """MOV-17: the enemy in the hex had a counter that nobody could see."""
    stage = Stage(monkeypatch, dice=LOW, hexes={"1010": "town"})
    stage.put("U111", "1011", command="BOUND")
    stage.put("G111", "1010", command="OVERWATCH", facing=3)
    stage.put("G112", "1010", command="OVERWATCH", facing=3)
    stage.begin("move1")
    stage.unit("G111").shown = False
    stage.unit("G112").shown = True
    stage.forget()
    stage.say("first", "U111 MOVE 1010")
    assert [(event.data["unit"], event.rule) for event in stage.found("spotted", side="second")] == [("G111", "13.23a")]
