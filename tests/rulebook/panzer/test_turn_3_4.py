"""Setup, spotting, initiative, control and points: who, when, and what is told (2.0, 3.6, 4.1, 4.3, 4.6)."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.dice import dice
from hulldown.core.options import read_options
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import deployment, fire, initiative, objectives
from hulldown.games.panzer.rules.adjustment import adjust
from hulldown.games.panzer.rules.driving import allowances
from hulldown.games.panzer.rules.objectives import new_holds
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.spotting import spots, spotting_phase, spotting_range
from hulldown.games.panzer.rules.state import (
    BREWED_UP,
    EXITED,
    KNOCKED_OUT,
    SPOT_FIRE,
    SPOT_MOVE,
    WAITING,
    Frame,
    PanzerState,
)
from hulldown.games.panzer.rules.victory import judge, score, settled
from support.panzer_field import cell, field, scenario, scene, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def lying(*units, **fields):
    """A position in which nothing has happened yet."""
    return PanzerState(
        scenario="panzer/test", options=read_options(OPTIONS, {}), seed="script:",
        stack=[Frame("spotting")], units=list(units),
        holds=new_holds(scenario()), turn=fields.pop("turn", 1), **fields,
    )  # fmt: skip


def doing(script=""):
    return Doing(dice(f"script:{script}", 0), 1)


def told(made, kind):
    return [(event.rule, dict(event.data)) for event in made.events if event.kind == kind]


# Spotting.


@pytest.mark.rules("4.1c", "4.1b", "4.1.1g", "4.1.1a", "4.1.1b")
def test_everybody_notes_for_itself_whom_it_spots():
    state = lying(
        vehicle("S1", "1001", "D"), vehicle("S2", "1201", "D"), vehicle("S3", "1101", card="Truck"),
        vehicle("G1", "1003", "A"), vehicle("G2", "1209", "A"), vehicle("G3", "1102", "A"),
    )  # fmt: skip
    state.units[5].status = KNOCKED_OUT
    spotting_phase(state, scene(), doing())
    sees = [[state.units[number].id for number in unit.sees] for unit in state.units]
    expected = [
        [
            other.id
            for other in state.units
            if other.side != unit.side
            and unit.status == other.status == "on map"
            and spots(state, scene(), unit, other)
        ]
        for unit in state.units
    ]
    assert sees == expected
    assert sees[0] == ["G1", "G2"]
    assert sees[1] == ["G1", "G2"]
    assert sees[2] == [], "an unarmed lorry spots nobody"
    assert sees[5] == [], "a wreck spots nobody"
    state.units[0].cell, state.units[1].cell = cell("2412"), cell("2411")
    spotting_phase(state, scene(), doing())
    assert [unit.sees for unit in state.units[:3]] == [
        tuple(number for number in (3, 4) if spots(state, scene(), unit, state.units[number]))
        for unit in state.units[:3]
    ]


@pytest.mark.rules("4.1.5a", "4.1c")
def test_a_counter_goes_when_nobody_spots_its_vehicle():
    moved = vehicle("S1", "0901", "D", mark=SPOT_MOVE)
    made = doing()
    spotting_phase(lying(moved, vehicle("S2", "0902"), vehicle("G1", "0907", "A")), scene(), made)
    assert (moved.mark, told(made, "unmarked")) == ("", [("4.1.5a", {"unit": "S1", "mark": SPOT_MOVE})]), (
        "woods between"
    )
    moved.mark = SPOT_MOVE
    made = doing()
    spotting_phase(lying(moved, vehicle("G1", "0903", "A")), scene(), made)
    assert (moved.mark, told(made, "unmarked")) == (SPOT_MOVE, [])


@pytest.mark.rules("4.1.3f", "3.7a", "4.1.3-table", "4.1.3e", "4.1.3.2")
def test_modifiers_add_up_within_the_table_and_each_is_told():
    plain = spotting_range("none", "")
    assert [(factor.rule, factor.value) for factor in plain.factors] == [("4.1.3e", 20), ("4.1.3-table", 20)]
    best = spotting_range("none", SPOT_FIRE)
    assert (best.value, best.factors[-1].label) == (40, "spotting range, line +2"), (
        "three lines up, but the table has two"
    )
    hidden = spotting_range("heavy", "")
    assert (hidden.value, [factor.value for factor in hidden.factors]) == (5, [20, -3, 5])
    moved = spotting_range("heavy", SPOT_MOVE)
    assert (moved.value, [factor.value for factor in moved.factors]) == (10, [20, -3, 2, 10])
    crowded = spotting_range("heavy", "", True)
    assert crowded.value == 20
    assert [factor.rule for factor in crowded.factors] == ["4.1.3e", "4.1.3.2", "4.1.3-table"]
    assert len(spotting_range("none", "", True).factors) == 2, "there was no cover to lose"


# Setup.


def setting_up():
    return GAME.setup("panzer/test", {}, "script:")


def placing(state, side, *tasks, choice=""):
    return [one.rule for one in deployment.check_deployment(state, scene(), side, Order("deploy", tasks, choice))]


@pytest.mark.rules("2.0a", "3.3b", "4.5.1.1.10b")
def test_every_vehicle_is_placed_once_in_its_zone_with_a_facing():
    state = setting_up()
    assert GAME.pending(state).keys() == {"soviet"}, "the scenario says who is first"
    names = [unit.id for unit in deployment.to_deploy(state, scenario(), "soviet")]
    assert names == ["S1", "S2", "S3"], "the fourth comes on later"

    def put(name, label, facing=0, **more):
        return Task(name, more.pop("kind", "DEPLOY"), (cell(label),), facing, **more)

    good = [put("S1", "0101"), put("S2", "0102"), put("S3", "0101")]
    assert placing(state, "soviet", *good) == []
    assert placing(state, "soviet", *good, choice="all") == ["2.0a"]
    assert placing(state, "soviet", *good[:2]) == ["2.0a"]
    assert placing(state, "soviet", *good, good[0]) == ["2.0a"]
    assert placing(state, "soviet", *good, put("G1", "2301", 4)) == ["2.0a"]
    assert placing(state, "soviet", *good, put("S4", "0101")) == ["2.0a"]
    assert placing(state, "soviet", put("S1", "0103"), *good[1:]) == ["2.0a"]
    assert placing(state, "soviet", put("S1", "0101", kind="MOVE"), *good[1:]) == ["2.0a"]
    assert placing(state, "soviet", put("S1", "0101", targets=("G1",)), *good[1:]) == ["2.0a"]
    assert placing(state, "soviet", put("S1", "0101", choice="dug in"), *good[1:]) == ["2.0a"]
    assert placing(state, "soviet", Task("S1", "DEPLOY", (cell("0101"), cell("0102")), 0), *good[1:]) == ["2.0a"]
    for facing in (-1, 6):
        assert placing(state, "soviet", put("S1", "0101", facing), *good[1:]) == ["3.3b"]
    assert placing(state, "soviet", put("S1", "0101", 5), *good[1:]) == []
    # The Germans must face E, which is 4.
    german = [put("G1", "2301", 4), put("G2", "2302", 4), put("G3", "2401", 4)]
    assert placing(state, "german", *german) == []
    assert placing(state, "german", put("G1", "2301", 3), *german[1:]) == ["3.3b"]
    state.units[0].status, state.units[0].cell = "on map", cell("2301")
    assert placing(state, "german", *german) == ["4.5.1.1.10b"]
    state.units[0].status = WAITING
    assert placing(state, "german", *german) == []


@pytest.mark.rules("2.0a", "4.1a")
def test_what_is_placed_stands_there_and_everybody_sees_it():
    state = setting_up()
    order = deployment.plain(state, scene(), "soviet")
    assert placing(state, "soviet", *order.tasks) == []
    assert len({task.cells for task in order.tasks}) == 3, "they are spread"
    step = GAME.apply(state, "soviet", order)
    assert [(event.kind, event.rule, event.data["unit"]) for event in step.events] == [
        ("deployed", "2.0a", "S1"), ("deployed", "2.0a", "S2"), ("deployed", "2.0a", "S3"),
    ]  # fmt: skip
    assert all(event.seen_by("german") for event in step.events)
    for task, event in zip(order.tasks, step.events, strict=True):
        placed = next(unit for unit in step.state.units if unit.id == task.unit)
        assert (placed.status, placed.cell, placed.facing) == ("on map", task.cells[0], task.facing)
        assert event.data["hex"] == field().board.labels[placed.cell]
        assert event.data["facing"] == "ABCDEF"[placed.facing]
    assert GAME.pending(step.state).keys() == {"german"}
    after = GAME.apply(step.state, "german", deployment.plain(step.state, scene(), "german"))
    assert after.state.turn == 1
    assert set(GAME.pending(after.state)) == {"soviet", "german"}
    assert [(event.data["turn"], event.data["turns"]) for event in after.events if event.kind == "turn"] == [(1, 8)]


# Initiative.


@pytest.mark.rules("4.3.1a", "3.1a")
def test_the_higher_roll_wins_and_ties_are_rolled_again_unless_the_scenario_says_whose_they_are():
    for script, tie, winner, rolls in (
        ("60 40", "reroll", "soviet", 1), ("40 60", "reroll", "german", 1), ("50 50 1 2", "reroll", "german", 2),
        ("50 50", "german", "german", 1), ("50 50", "soviet", "soviet", 1), ("51 50", "german", "soviet", 1),
    ):  # fmt: skip
        state, made = lying(), doing(script)
        initiative.determine(state, msgspec.structs.replace(scenario(), tie=tie), made)
        assert state.winner == winner
        first = [int(word) for word in script.split()[:2]]
        assert [rule for rule, _ in told(made, "initiative")] == ["4.3.1a"] * rolls
        assert told(made, "initiative")[0][1] == {"soviet": first[0], "german": first[1]}


@pytest.mark.rules("4.3.1b", "4.3.1c", "3.1b", "4.3.2a")
def test_the_winner_is_first_player_or_its_enemy():
    for choice, first in (("first", "german"), ("second", "soviet")):
        state, made = lying(), doing()
        state.winner = "german"
        initiative.choose(state, choice, made)
        assert state.first == first
        assert told(made, "first_player") == [("4.3.1b", {"side": first, "winner": "german"})]


# Adjustment.


@pytest.mark.rules("4.6.1a", "4.6.1e")
def test_commands_that_were_not_shown_are_turned_up_and_all_are_removed():
    shown = vehicle("S1", "0101", command="MOVE", known=True, moved=True, fired=True)
    state = lying(shown, vehicle("S2", "0102", command="OW", preset="hold"), vehicle("G1", "2301", command="NC"))
    state.units.append(vehicle("G2", "2302", command="NC"))
    state.units[3].status = KNOCKED_OUT
    state.units.append(vehicle("S3", "0103"))  # it has no command at all
    state.modes, state.conceals, state.waved = {"soviet": "ASK"}, {"soviet": True}, {"german": "pass step"}
    made = doing()
    adjust(state, scene(), made)
    assert told(made, "turned_up") == [
        ("4.6.1a", {"unit": "S2", "command": "OW"}), ("4.6.1a", {"unit": "G1", "command": "NC"}),
    ]  # fmt: skip
    assert [(u.command, u.preset, u.known, u.moved, u.fired) for u in state.units] == [
        ("", "", False, False, False)
    ] * 5
    assert (state.modes, state.conceals, state.waved) == ({}, {}, {})


# Objectives.


def turn_of_control(state):
    made = doing()
    objectives.judge_control(state, scene(), made)
    objectives.note_presence(state, scene())
    return made


@pytest.mark.rules("3.6c", "3.6d", "3.6e", "3.6f", "3.6g")
def test_control_takes_full_turns_and_is_kept_until_another_captures():
    state = lying(vehicle("S1", "1206"), vehicle("G1", "2412"), vehicle("S2", "0101", card="Truck"))
    crossroads, bridge = state.holds
    assert (crossroads.holder, bridge.holder) == ("", "german")
    made = turn_of_control(state)
    assert (crossroads.holder, crossroads.claimant, crossroads.turns) == ("", "", 0), "it was not there at the start"
    turn_of_control(state)
    assert (crossroads.holder, crossroads.claimant, crossroads.turns) == ("", "soviet", 1)
    made = turn_of_control(state)
    assert (crossroads.holder, crossroads.turns) == ("soviet", 2), "two full turns"
    assert told(made, "captured") == [("3.6c", {"objective": "Crossroads", "side": "soviet"})]
    assert told(turn_of_control(state), "captured") == [], "it is told once"
    state.units[0].cell = cell("1201")
    turn_of_control(state)
    assert (crossroads.holder, crossroads.claimant, crossroads.turns) == ("soviet", "", 0), "it keeps what it left"
    # An unarmed vehicle holds nothing; a wreck neither.
    state.units[2].cell = state.units[1].cell = cell("1206")
    state.units[1].status = BREWED_UP
    turn_of_control(state)
    assert crossroads.present == ""
    # Both: nobody controls it.
    state.units[1].status, state.units[0].cell = "on map", cell("1206")
    made = turn_of_control(state)
    assert (crossroads.holder, crossroads.claimant, crossroads.turns) == ("", "", 0)
    assert told(made, "contested") == [("3.6g", {"objective": "Crossroads"})]
    assert crossroads.present == "both"
    assert told(turn_of_control(state), "contested") == [], "nobody had it to lose"
    state.units[0].status = EXITED
    turn_of_control(state)
    assert (crossroads.holder, crossroads.claimant) == ("", ""), "both were there at the start of the turn"
    turn_of_control(state)
    assert (crossroads.claimant, crossroads.turns) == ("german", 1)


# Points.


@pytest.mark.rules("4.5.1.1.9a", "4.5.1.1.9d", "4.6.2a")
def test_points_for_objectives_losses_damage_and_exits():
    state = lying(
        vehicle("S1", "0101", damaged=True), vehicle("S2", "0102", damaged=True), vehicle("S3", "0103"),
        vehicle("G1", "2301", damaged=True), vehicle("G2", "2302"), vehicle("G3", "0105"), vehicle("G4", "2405"),
        vehicle("S4", "0106"),
    )  # fmt: skip
    points = {name: cards()[name].points for name in ("T-34/76 M43", "PzKpfw IVH")}
    assert score(state, scene()) == {
        "soviet": points["PzKpfw IVH"] // 2, "german": 2 * (points["T-34/76 M43"] // 2),
    }  # fmt: skip
    state.units[1].status, state.units[2].status = KNOCKED_OUT, BREWED_UP
    state.units[5].status = state.units[6].status = state.units[7].status = EXITED
    state.holds[0].holder = "soviet"
    expected = {
        "soviet": 50 + points["PzKpfw IVH"] // 2,
        "german": points["T-34/76 M43"] // 2 + 2 * points["T-34/76 M43"] + 15,
    }
    # The German who left in the west earns 15, the others who left nothing; the bridge is worth 0 to its holder.
    assert score(state, scene()) == expected
    state.options["german_points"] = 7
    assert score(state, scene())["german"] == expected["german"] + 7


@pytest.mark.rules("4.6.2a", "4.6.2b")
def test_the_scenario_ends_after_the_last_turn_or_when_nothing_can_change():
    state = lying(vehicle("S1", "0101"), vehicle("G1", "2301"), turn=7)
    assert judge(state, scene()) is None
    state.turn = 8
    even = judge(state, scene())
    assert (even.winner, even.rule) == (None, "4.6.2a")
    for holder, winner, points in (("soviet", "soviet", 50), ("german", "german", 40)):
        state.holds[0].holder = holder
        won = judge(state, scene())
        assert (won.winner, won.reason) == (winner, f"marginal victory, {points} points ahead")
    state.holds[0].holder, state.units[1].status = "soviet", KNOCKED_OUT
    state.holds[1].holder = "soviet"
    assert judge(state, scene()).reason.startswith("decisive victory")
    # A force is gone: it is over before its time if the other holds all there is and has nothing to gain by leaving.
    state.turn = 3
    assert settled(state, scene())
    assert judge(state, scene()) is not None
    state.holds[1].holder = "german"
    assert not settled(state, scene())
    state.holds[1].holder = "soviet"
    state.units[1].status = WAITING
    assert not settled(state, scene()), "who waits off the map may still come"
    state.units[0].status, state.units[1].status = KNOCKED_OUT, "on map"
    for hold in state.holds:
        hold.holder = "german"
    assert not settled(state, scene()), "Germans may still leave for points"


# Numbers that no card of today needs.


@pytest.mark.rules("3.7c", "3.7d", "3.7e")
def test_no_allowance_falls_below_one():
    slow = msgspec.structs.replace(cards()["Truck"], cross_country=1, path=1, road=1)
    assert allowances(slow, True, True) == (1, 1, 1)


@pytest.mark.rules("3.5.1b", "3.5.2a", "4.4.3a", "4.4.3.2.2-overwatch-adjust-b")
def test_why_there_is_no_shot():
    tank, lorry, gun = cards()["T-34/76 M43"], cards()["Truck"], cards()["SU-76M M43"]
    aim = fire.Aim(tank, tank, 1, "front", "none", False, False, False, False, False, "none", 0)
    cases = [
        (aim._replace(distance=0), "3.5.1b"), (aim, ""), (aim._replace(distance=17), ""),
        (aim._replace(distance=18), "3.5.2a"), (aim._replace(shooter=lorry), "4.4.3a"),
        (aim._replace(shooter=gun, watch="adjust"), "4.4.3.2.2-overwatch-adjust-b"),
        (aim._replace(shooter=gun, watch="overwatch"), ""), (aim._replace(watch="adjust"), ""),
    ]  # fmt: skip
    for one, rule in cases:
        shot = fire.resolve(one)
        assert (shot.factors[-1].rule if shot.void else "") == rule
        if rule:
            assert (shot.hit_number, shot.effect, shot.factors[-1].value) == (0, "none", 0)
            assert shot.kill == shot.hit == 0
