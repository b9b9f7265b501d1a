"""The steps of a turn in detail (4.0): who is asked when and how often, what is told, what is forgotten."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, WAITING
from support.panzer_field import Table, cell, commanded, position, task, the_field, truck, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def shot(name, *targets, kind="FIRE"):
    return Task(name, kind, targets=targets)


def firing(script="99 99 99 99"):
    """S1 and S2 fire at G1, S3 at G2; both Germans have Move."""
    table = commanded(
        vehicle("S1", "1001", "D", command="FIRE"), vehicle("S2", "1101", "D", command="FIRE"),
        vehicle("S3", "1201", "D", command="FIRE"), vehicle("G1", "1004", "A", command="MOVE"),
        vehicle("G2", "1204", "A", command="MOVE"), vehicle("G3", "2401", card="Truck", command="MOVE"),
        script=script,
    )  # fmt: skip
    return table.give("soviet", Order("fire", (shot("S1", "G1"), shot("S2", "G1"), shot("S3", "G2"))))


def answers(table, *choices):
    """The targets asked about, one after the other, as the owner answers."""
    asked = []
    for choice in choices:
        assert table.asked() == {"german": "reveal"}
        asked.append(table.state.units[table.state.shots[0].target].id)
        table.give("german", Order("reveal", choice=choice))
    return asked


@pytest.mark.rules("4.4.1f", "4.4.3.2.2-target-moving-b", "4.4.3.2.2-target-moving-c", "4.4.1a", "4.4.1e")
def test_the_owner_is_asked_for_each_shot_until_it_keeps_all():
    table = firing()
    assert answers(table, "keep", "keep", "keep") == ["G1", "G1", "G2"]
    assert table.asked().get("german") != "reveal"
    assert table.state.declined == 0
    table = firing()
    assert answers(table, "keep all", "keep") == ["G1", "G2"], "for all at this target, not at the next"
    table = firing()
    assert answers(table, "keep", "keep all", "keep all") == ["G1", "G1", "G2"]
    assert (table.state.declined, table.state.shots) == (0, [])
    table = firing()
    assert answers(table, "show", "show") == ["G1", "G2"], "what is shown stays shown"
    nets = [event.data["net"] for event in table.events if event.kind == "shot"]
    assert nets == [-2]
    assert [unit.id for unit in table.state.units if unit.known] == ["S1", "S2", "S3", "G1", "G2"]


@pytest.mark.rules("4.4.3.2.2-target-moving-b", "4.4.3.2.2-target-moving-c")
def test_only_a_moving_target_can_be_shown_to_move():
    for command in ("FIRE", "MOVE", "HALT", "OW", "NC"):
        table = commanded(
            vehicle("S1", "1001", "D", command="FIRE"), vehicle("G1", "1004", "A", command=command), script="99 99"
        )
        table.give("soviet", Order("fire", (shot("S1", "G1"),)))
        moves = command in ("MOVE", "HALT")
        expected = ("show", "keep", "keep all") if moves else ("keep", "keep all")
        legal = GAME.legal(table.state, "german")
        assert legal.choices == expected
        assert legal.idle == Order("reveal", choice="keep all")
        wrong = GAME.check(table.state, "german", Order("reveal", choice="show"))
        assert [one.rule for one in wrong] == ([] if moves else ["4.4.3.2.2-target-moving-b"])
        assert GAME.check(table.state, "german", Order("reveal", (shot("G1", "S1"),), "keep"))


@pytest.mark.rules("4.0a", "4.3.1a", "4.3.1b", "3.1b")
def test_initiative_is_rolled_anew_each_turn():
    table = Table(position(vehicle("S1", "0101"), vehicle("G1", "2412"), script="90 10 20 80"))
    told = []
    for _ in range(2):
        turn = table.state.turn
        while table.state.turn == turn:
            side = next(iter(table.asked()))
            table.give(side, GAME.legal(table.state, side).idle)
            told += [dict(event.data) for event in table.events if event.kind in ("initiative", "first_player")]
        assert (table.state.first, table.state.winner) == ("", "")
    assert told == [
        {"soviet": 90, "german": 10}, {"side": "soviet", "winner": "soviet"},
        {"soviet": 20, "german": 80}, {"side": "german", "winner": "german"},
    ]  # fmt: skip


def two_steps():
    """Both sides have a mover and a vehicle on overwatch; the Soviets move first."""
    return commanded(
        vehicle("S1", "1001", "D", command="MOVE"), vehicle("S2", "1401", "D", command="OW"),
        vehicle("G1", "1006", "A", command="OW"), vehicle("G2", "1206", "A", command="MOVE"),
        script="99 99 99", first="german", step="move2",
    )  # fmt: skip


@pytest.mark.rules("4.5a", "4.5d", "4.5.1a", "4.4.2c")
def test_letting_a_step_go_by_ends_with_the_step():
    table = two_steps().order("soviet", "S1 MOVE 1002")
    assert table.state.stack[-1].passes == 0
    table.order("german", "pass step")
    assert table.asked() == {"german": "move"}
    assert table.state.waved == {}
    table.order("german", "G2 MOVE 1205")
    assert table.asked() == {"soviet": "overwatch"}
    table.give("soviet", Order("overwatch", (shot("S2", "G2", kind="OW"),)))
    assert table.asked() == {"german": "overwatch"}, "G1 may answer S2"


@pytest.mark.rules("4.5a", "4.5d", "4.5.1a", "4.5.1.1.9c")
def test_who_waits_off_the_map_moves_in_its_step():
    late = vehicle("S4", "0101", card="T-70 M42", command="MOVE")
    late.group, late.status, late.cell = 1, WAITING, OFF_MAP
    table = commanded(late, truck(), vehicle("G1", "2412", card="Truck"), step="move2", first="german", turn=2)
    table.order("soviet", "S4 MOVE 0106 0206 0306")
    assert (table.unit("S4").status, table.unit("S4").cell, table.unit("S4").moved) == (ON_MAP, cell("0306"), True)
    assert table.asked() == {"soviet": "move"}


@pytest.mark.rules("4.5f", "4.5g", "4.5b", "4.5.1.1a", "4.5.1.1.8a")
def test_an_order_that_fits_no_more_goes_back_to_its_owner():
    """4.5.1.1.5h: with the fifth vehicle in 0306 the road is shut to a sixth, so S2 cannot drive on along it."""
    waiting = [vehicle(f"S{number}", "0306", card="Truck", command="NC") for number in (3, 4, 5, 6)]
    table = commanded(
        vehicle("S1", "0307", "A", command="MOVE"), vehicle("S2", "0106", "C", command="MOVE"), *waiting,
        vehicle("G1", "2412", card="Truck"), step="move2", first="german",
    )  # fmt: skip
    far = [f"{column:02d}06" for column in range(2, 9)]
    tasks = (task("S1", "MOVE", "0306"), task("S2", "MOVE", *far))
    assert GAME.check(table.state, "soviet", Order("move", tasks)) == []
    table.give("soviet", Order("move", tasks))
    told = table.event("void")
    assert (told["unit"], told["why"]) == ("S2", "the move takes more than its allowance of 5")
    (event,) = [one for one in table.events if one.kind == "void"]
    assert (event.rule, event.seen_by("soviet"), event.seen_by("german")) == ("4.5.1.1.3d", True, False)
    assert (table.at("S1"), table.at("S2")) == ("0306A", "0106C")
    assert (table.unit("S2").known, table.unit("S2").moved, table.state.queue) == (False, False, [])
    assert table.asked() == {"soviet": "move"}


@pytest.mark.rules("4.5a", "4.5d", "4.5.1a", "4.2.1e", "4.5c")
def test_a_mover_that_is_knocked_out_is_done_and_the_next_one_moves():
    table = commanded(
        vehicle("S1", "1001", "D", "T-70 M42", command="MOVE"), truck(), vehicle("G1", "1004", "A", command="OW"),
        script="1", first="german", step="move2",
    )  # fmt: skip
    table.order("soviet", "S1 MOVE 1002 1003").order("german", "G1 OW S1")
    assert table.unit("S1").status in ("knocked out", "brewed up")
    assert (table.unit("S1").moved, table.state.mover, table.state.queue) == (True, None, [])
    assert table.asked() == {"soviet": "move"}
    assert [unit.unit for unit in GAME.legal(table.state, "soviet").units] == ["S9"]


def prompts(table):
    return {side: (decision.rule, decision.prompt) for side, decision in GAME.pending(table.state).items()}


@pytest.mark.rules("2.0a", "2.0b", "4.2a", "4.3.1b", "4.4.1a", "4.4.2b", "4.5a", "4.4.3.2.2-target-moving-b")
def test_every_question_names_its_case_and_whom_it_is_about():
    move = ("4.5a", "Move your vehicles, in any order; one that stays is still marked as moving.")
    table = two_steps()
    assert prompts(table) == {"soviet": move}
    table.order("soviet", "S1 MOVE 1002 1003")
    assert prompts(table) == {"german": ("4.4.2b", "Overwatch: fire at S1, or pass.")}
    table.give("german", Order("overwatch", (shot("G1", "S1", kind="OW"),)))
    assert prompts(table) == {"soviet": ("4.4.2b", "Overwatch: fire at G1, or pass.")}
    table.order("soviet", "pass")
    assert prompts(table) == {"soviet": ("4.5a", "S1 has been fired on in 1002: how does it go on?")}
    asked = "G1 is fired on. Show that it is moving (-2 for the firer), or keep its command hidden?"
    assert prompts(firing()) == {"german": ("4.4.3.2.2-target-moving-b", asked)}
    rules = {}
    table = Table(GAME.setup("panzer/test", {}, "script:50 40"))
    while table.state.turn < 2 and "initiative" not in rules:
        for side, decision in GAME.pending(table.state).items():
            rules[decision.kind] = decision.rule
            table.give(side, GAME.legal(table.state, side).idle)
    assert rules == {"deploy": "2.0a", "command": "4.2a", "initiative": "4.3.1b"}


@pytest.mark.rules("4.5.1a", "4.5.1.1a", "4.5a", "4.5c", "4.5d")
def test_who_was_fired_on_may_stop_go_on_or_change_its_mind():
    for text, kinds, at in (
        ("S1 STAY", ["stops"], "1002D"), ("S1 MOVE 1003", ["moved"], "1003D"), ("stay", ["stops"], "1002D"),
        ("S1 TURN C", ["turned"], "1002C"),
    ):  # fmt: skip
        table = two_steps().order("soviet", "S1 MOVE 1002 1003")
        table.give("german", Order("overwatch", (shot("G1", "S1", kind="OW"),))).order("soviet", "pass")
        assert table.state.mover is not None
        assert (table.state.mover.shaken, table.state.mover.plan) == (True, [])
        table.order("soviet", text)
        assert [event.kind for event in table.events][:1] == kinds
        assert table.at("S1") == at
        if kinds == ["stops"]:
            assert table.event("stops") == {"unit": "S1", "hex": "1002"}
            assert table.unit("S1").moved


@pytest.mark.rules("4.4.2b", "4.4.2c", "4.4.2e")
def test_after_a_shot_on_overwatch_both_must_pass_again():
    table = commanded(
        vehicle("S1", "1001", "D", command="FIRE"), vehicle("S2", "1101", "D", command="FIRE"),
        vehicle("G1", "1004", "A", command="OW"), vehicle("G2", "1204", "A", command="OW"),
        vehicle("G3", "2401", card="Truck", command="MOVE"), script="99 99 99 99",
    )  # fmt: skip
    table.give("soviet", Order("fire", (shot("S1", "G1"), shot("S2", "G1"))))
    answers(table, "keep all")
    assert table.asked() == {"german": "overwatch"}
    table.give("german", Order("overwatch", (shot("G1", "S1", kind="OW"),)))
    # The Soviets have nobody left who could answer; G2 still has S2, on which no fire was announced.
    assert table.asked() == {"german": "overwatch"}
    assert [(one.unit, one.options[0].targets) for one in GAME.legal(table.state, "german").units] == [("G2", ("S2",))]
    table.order("german", "pass")
    assert table.asked() == {"german": "move"}, "the Movement Phase begins with the Second Player"
    assert (table.state.engaged, table.state.chain) == ((), ())
