"""Every scenario of every game can be played: no dead ends, an end by its own rules, and a rule behind everything."""

from __future__ import annotations

import inspect
from pathlib import Path

import msgspec
import pytest

from hulldown.core.errors import (
    HulldownError,
    IllegalOrderError,
    MalformedError,
    OutOfTurnError,
    UnknownNameError,
)
from hulldown.core.game import Game
from hulldown.core.orders import Order, Task
from hulldown.games import game_names, game_of_scenario, load_game
from support.games import (
    LIMIT,
    bots_of,
    combined_sets,
    every_game,
    every_scenario,
    moments_of,
    played,
)
from support.probes import legal_order

STYLES = ("random", "fight")
GOLDENS = Path(__file__).parent.parent / "goldens"


@every_game
def test_a_game_has_all_of_the_contract(name: str) -> None:
    game = load_game(name)
    assert game.name == name
    assert game.title
    assert all(game.version(info.id) for info in game.scenarios())
    assert len(game.sides) == len(set(game.sides)) >= 2
    wanted = [key for key in vars(Game) if not key.startswith("_")]
    assert len(wanted) > 15
    for key in wanted:
        assert hasattr(game, key), f"{name} has no {key}"
    for key in ("apply", "check", "legal", "view", "sample", "pending", "outcome", "parse", "write", "describe"):
        ours, theirs = inspect.signature(getattr(game, key)), inspect.signature(getattr(Game, key))
        assert list(ours.parameters) == list(theirs.parameters)[1:], f"{name}.{key} takes other parameters"


@every_game
def test_a_game_has_a_golden(name: str) -> None:
    found = sorted(GOLDENS.glob(f"{name}-*.txt"))
    assert found, f"write a golden for {name}: tests/goldens/make.py"


def test_unknown_names_are_answered_with_near_ones() -> None:
    first = game_names()[0]
    with pytest.raises(UnknownNameError) as caught:
        load_game(first + "x")
    assert first in caught.value.hint
    for name in game_names():
        game = load_game(name)
        for wrong in (f"{name}/no such", name, ""):
            for ask in (game.options, game.board, game.cost_tables):
                with pytest.raises(UnknownNameError):
                    ask(wrong)
            with pytest.raises(UnknownNameError):
                game.setup(wrong, {}, "seed")
        assert game_of_scenario(game.scenarios()[0].id) is game


@every_scenario
def test_wrong_options_are_refused(name: str, scenario: str) -> None:
    game = load_game(name)
    with pytest.raises(HulldownError, match="no such option"):
        game.setup(scenario, {"no such option": 1}, "seed")
    for info in game.options(scenario):
        wrong = {"bool": "perhaps", "int": "many", "str": 17}[type(info.default).__name__]
        with pytest.raises(MalformedError) as caught:
            game.setup(scenario, {info.name: wrong}, "seed")
        assert info.name in str(caught.value)


@every_scenario
@pytest.mark.parametrize("style", ["random", "attack", "fight"])
def test_there_is_no_dead_end_and_there_is_an_end(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    assert 0 < len(play.moments) < LIMIT
    for moment in play.moments:
        assert game.outcome(moment.state) is None
        assert game.pending(moment.state), f"turn {moment.state.turn}: not over, but nobody is asked"
    outcome = game.outcome(play.end)
    assert outcome is not None
    assert outcome.winner in (None, *game.sides)
    assert outcome.rule
    assert outcome.reason
    assert not game.pending(play.end)
    for side in game.sides:
        assert game.view(play.end, side).outcome == outcome
        assert game.view(play.end, side).decision is None
        with pytest.raises(OutOfTurnError):
            game.legal(play.end, side)
        with pytest.raises(OutOfTurnError):
            game.apply(play.end, side, Order("any"))


@every_scenario
def test_every_option_leads_to_an_end(name: str, scenario: str) -> None:
    game = load_game(name)
    for number, options in enumerate(combined_sets(game, scenario)):
        start = game.setup(scenario, options, f"{number}")
        moments = list(moments_of(game, start, bots_of(game, f"{number}", "random")))
        assert game.outcome(moments[-1].step.state) is not None, options


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_decisions_are_each_asked_once_and_carry_a_rule(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    answered: set[tuple[str, str]] = set()
    for moment in play.moments:
        pending = game.pending(moment.state)
        assert tuple(pending) == game.view(moment.state, None).owing
        for side, decision in pending.items():
            assert decision.side == side
            assert decision.rule
            assert decision.prompt
            assert (side, decision.id) not in answered, f"{decision.id} is asked twice"
            assert game.view(moment.state, side).decision == decision
            assert game.legal(moment.state, side).decision == decision
        assert moment.order.kind == pending[moment.side].kind
        answered.add((moment.side, pending[moment.side].id))


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_every_step_is_a_row_of_the_sequence_and_everything_has_a_rule(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    sequence = game.sequence(scenario)
    rows = {row.key: row for row in sequence}
    assert len(rows) == len(sequence)
    for row in sequence:
        assert row.rule
        assert row.name
        assert row.what
        assert row.parent in ("", *rows)
    for moment in play.moments:
        assert game.view(moment.state, None).step in rows
        for event in moment.step.events:
            assert event.step in rows, f"{event.kind} happens in the step {event.step!r}, which is in no row"
            assert event.rule, event
            assert event.turn <= moment.step.state.turn
            words = game.describe(event)
            assert words.strip()
            assert "{" not in words
            assert set(event.audience) <= {*game.sides, "*"}
    assert game.view(play.end, None).step in rows


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_what_the_bots_answered_is_legal_and_in_the_domains(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    board = game.board(scenario)
    tables = game.cost_tables(scenario)
    for moment in play.spread(30):
        assert game.check(moment.state, moment.side, moment.order) == []
        legal = game.legal(moment.state, moment.side)
        units = {unit.unit: unit for unit in legal.units}
        assert len(units) == len(legal.units), "a unit is listed twice"
        for task in moment.order.tasks:
            kinds = {option.kind: option for option in units[task.unit].options}
            assert task.kind in kinds
        for unit in legal.units:
            for option in unit.options:
                assert option.rule
                assert all(0 <= cell < board.size and board.on_map[cell] for cell in option.cells)
                if option.path is not None:
                    assert option.path.table in tables
                    assert option.path.start < 0 or board.on_map[option.path.start]
                    assert all(board.on_map[cell] for cell in (*option.path.via, *option.path.exits))
        if moment.order.choice or (legal.choices and not moment.order.tasks):
            assert moment.order.choice in legal.choices


@every_scenario
def test_a_game_ends_though_nobody_comes(name: str, scenario: str) -> None:
    """The idle answer is legal at every decision, so that an absent side never stops a game."""
    game = load_game(name)
    for present in (None, game.sides[0]):
        state = game.setup(scenario, {}, "absent")
        for _ in range(LIMIT):
            if game.outcome(state) is not None:
                break
            side = next(iter(game.pending(state)))
            idle = game.legal(state, side).idle
            assert idle is not None, f"{game.pending(state)[side].id} has no idle answer"
            state = game.apply(state, side, legal_order(game, state, side, "here") if side == present else idle).state
        assert game.outcome(state) is not None


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_orders_can_be_written_down_and_read_again(name: str, scenario: str, style: str) -> None:
    """What `write` puts on paper `parse` reads as an order that leads to the same position."""
    play = played(name, scenario, style)
    game = play.game
    for moment in play.spread(30):
        text = game.write(moment.state, moment.order)
        back = game.parse(moment.state, moment.side, text)
        step = game.apply(moment.state, moment.side, back)
        assert _without_answers(step.state) == _without_answers(moment.step.state), text
        assert step.rolls == moment.step.rolls


def _without_answers(state: object) -> object:
    """A state as data without the ids of decisions in orders that wait: notation does not name the decision."""

    def cleaned(value: object) -> object:
        if isinstance(value, dict):
            return {key: cleaned(inner) for key, inner in value.items() if key != "decision"}
        return [cleaned(inner) for inner in value] if isinstance(value, list) else value

    return cleaned(msgspec.to_builtins(state))


@every_scenario
def test_whoever_is_not_asked_is_refused(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    game = play.game
    refused = 0
    for moment in play.spread(30):
        pending = game.pending(moment.state)
        for side in (*game.sides, "nobody", ""):
            if side in pending:
                continue
            for ask in (game.apply, game.check):
                with pytest.raises(OutOfTurnError):
                    ask(moment.state, side, moment.order)
            with pytest.raises(OutOfTurnError):
                game.legal(moment.state, side)
            refused += 1
    assert refused > 0


@every_scenario
def test_an_order_with_faults_is_refused_with_rules_and_changes_nothing(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    game = play.game
    for moment in play.spread(12):
        pending = game.pending(moment.state)[moment.side]
        good = legal_order(game, moment.state, moment.side, "good")
        wrong = [
            Order("no such kind"),
            msgspec.structs.replace(good, kind=f"not {good.kind}"),
            msgspec.structs.replace(good, tasks=(*good.tasks, Task("nobody", "nothing"))),
        ]
        if good.tasks:
            wrong.append(msgspec.structs.replace(good, tasks=(*good.tasks, good.tasks[0])))
            wrong.append(Order(good.kind, (msgspec.structs.replace(good.tasks[0], kind="no such task"),)))
        if good.choice:
            wrong.append(msgspec.structs.replace(good, choice="no such choice"))
        for order in wrong:
            violations = game.check(moment.state, moment.side, order)
            assert violations, f"{pending.id}: {order} should be refused"
            assert all(violation.rule and violation.message for violation in violations)
            with pytest.raises(IllegalOrderError) as caught:
                game.apply(moment.state, moment.side, order)
            assert list(caught.value.violations) == violations
            assert violations[0].rule in str(caught.value)
