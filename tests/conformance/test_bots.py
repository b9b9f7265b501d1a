"""Bots in every game and scenario: they answer from their side's knowledge alone, legally, and the same way again."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots import make_bot
from hulldown.bots.brains import brain_of
from hulldown.bots.seat import seat_of
from hulldown.games import load_game
from hulldown.lab.play import play_game
from support.games import every_game, every_scenario, played

POSITIONS = 8
SEARCHED = 3
"""Positions of a scenario in which the planner is asked too: it takes longer."""


@every_scenario
def test_a_bot_answers_the_same_in_two_states_with_the_same_view(name: str, scenario: str) -> None:
    """The second state is drawn anew from the view: other hidden units, enemy orders and dice."""
    play = played(name, scenario, "fight")
    game = play.game
    for number, moment in enumerate(play.spread(POSITIONS)):
        view = game.view(moment.state, moment.side)
        twin = game.sample(view, Random(number))
        assert twin.seed != moment.state.seed
        specs = ["greedy", "greedy:0.5", *(["planner:6n"] if number < SEARCHED else [])]
        for spec in specs:
            order = make_bot(spec, "same").decide(seat_of(game, moment.state, moment.side))
            again = make_bot(spec, "same").decide(seat_of(game, twin, moment.side))
            assert order == again, f"{scenario}, {view.step} of turn {view.turn}: {spec} knows more than its view"
            assert game.check(moment.state, moment.side, order) == [], f"{scenario}: {spec} gave an illegal order"


@every_game
def test_a_brain_judges_within_bounds_and_its_first_variant_is_its_choice(name: str) -> None:
    brain = brain_of(name)
    assert brain is not None, f"{name} has no brain: greedy and planner would play at random"
    scenario = load_game(name).scenarios()[-1].id
    play = played(name, scenario, "fight")
    kinds = set()
    for moment in play.spread(POSITIONS):
        seat = seat_of(play.game, moment.state, moment.side)
        kind = seat.legal.decision.kind
        kinds.add(kind)
        for side in play.game.sides:
            assert 0.0 <= brain.value(moment.state, side) <= 1.0
        assert 0.0 <= brain.share(kind) <= 1.0
        variants = list(brain.variants(seat, Random(1), 4, {}))
        assert 1 <= len(variants) <= 4
        assert all(play.game.check(moment.state, moment.side, order) == [] for order in variants)
    assert any(brain.share(kind) for kind in kinds), "no decision is worth a search"


@every_game
def test_the_value_of_a_position_knows_the_winner(name: str) -> None:
    """Shortly before the end the eventual winner should mostly be judged better off than the loser."""
    brain = brain_of(name)
    assert brain is not None
    right = total = 0
    for info in load_game(name).scenarios():
        play = played(name, info.id, "fight")
        outcome = play.game.outcome(play.end)
        assert outcome is not None
        if outcome.winner is None:
            continue
        late = play.moments[-2].state
        loser = next(side for side in play.game.sides if side != outcome.winner)
        total += 1
        right += brain.value(late, outcome.winner) > brain.value(late, loser)
    assert total
    assert right >= 0.75 * total, f"{right} of {total}"


@pytest.mark.slow
@every_game
def test_greedy_beats_random_and_the_planner_plays_to_the_end(name: str) -> None:
    """A small sample of what docs/bots.md tells with larger numbers."""
    game = load_game(name)
    scenarios = [info.id for info in game.scenarios()]
    won = total = 0
    for scenario in scenarios[1::2]:
        for side in game.sides:
            bots = {
                other: make_bot("greedy" if other == side else "random", f"{scenario}/{other}") for other in game.sides
            }
            won += play_game(game, scenario, bots, f"sample/{scenario}").outcome.winner == side
            total += 1
    assert won >= 0.8 * total, f"greedy won {won} of {total}"
    first, second = game.sides
    bots = {first: make_bot("planner:8n", "p"), second: make_bot("greedy", "g")}
    result = play_game(game, scenarios[0], bots, "planned")
    bots = {first: make_bot("planner:8n", "p"), second: make_bot("greedy", "g")}
    assert play_game(game, scenarios[0], bots, "planned").outcome == result.outcome
