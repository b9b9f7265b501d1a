"""Every scenario says what wins it, and the score says what the judge says: for each viewer, from its view alone."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.core.briefing import Briefing
from hulldown.core.score import Score
from hulldown.games import load_game
from hulldown.rules.coverage import catalogue, game_names
from support.games import encoded, every_scenario, option_sets, played

STYLES = ("random", "fight")


@every_scenario
def test_a_scenario_says_what_wins_where_and_how_long(name: str, scenario: str) -> None:
    game = load_game(name)
    board, sides = game.board(scenario), {*game.sides, ""}
    for options in option_sets(game, scenario):
        found = game.briefing(scenario, options)
        assert all((found.goals, found.zones, found.length, found.minutes))
        assert {part.side for part in (*found.goals, *found.zones)} <= sides
        for zone in found.zones:
            assert all((zone.name, zone.what, zone.cells))
            assert all(board.on_map[cell] for cell in zone.cells)
            assert len(set(zone.cells)) == len(zone.cells)
        labels = [(zone.name, zone.kind) for zone in found.zones]
        assert len(set(labels)) == len(labels), "two zones cannot be told apart"
        assert msgspec.json.decode(encoded(found), type=Briefing) == found


@every_scenario
def test_each_side_learns_how_it_wins_and_where_it_begins(name: str, scenario: str) -> None:
    game = load_game(name)
    found = game.briefing(scenario, {})
    common = any(not goal.side for goal in found.goals)
    begins = [zone.side for zone in found.zones if zone.kind in ("setup", "entry", "reinforcement")]
    for side in (one for one in game.sides if one != "umpire"):
        assert common or any(goal.side == side for goal in found.goals)
        assert side in begins


@every_scenario
def test_the_cases_of_a_briefing_and_a_score_are_in_the_catalogue(name: str, scenario: str) -> None:
    if name not in game_names():
        return
    game = load_game(name)
    known = {case.id for case in catalogue(name)}
    brief = game.briefing(scenario, {})
    cases = {part.rule for part in (*brief.goals, *brief.zones, *brief.special)}
    for moment in played(name, scenario, "fight").moments[::7]:
        score = game.score(game.view(moment.state, moment.side))
        cases |= {score.rule, *(fact.rule for fact in score.facts)}
        cases |= {meter.rule for side in score.sides for meter in side.meters}
    assert cases - {""} <= known


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_the_score_is_the_judges_at_the_end_and_the_same_for_everybody(name: str, scenario: str, style: str) -> None:
    found = played(name, scenario, style)
    game = found.game
    last = found.moments[-1].step.state
    outcome = game.outcome(last)
    for viewer in (*game.sides, None):
        score = game.score(game.view(last, viewer))
        assert msgspec.json.decode(encoded(score), type=Score) == score
        if outcome is None:
            continue
        assert score.leader == (outcome.winner or "")
        values = {side.side: side.value for side in score.sides}
        assert values == {side: outcome.score[side] for side in values if side in outcome.score} or not outcome.score


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_nobody_wins_who_was_told_that_he_cannot(name: str, scenario: str, style: str) -> None:
    found = played(name, scenario, style)
    game = found.game
    outcome = game.outcome(found.moments[-1].step.state)
    if outcome is None:
        return
    for moment in found.moments[::5]:
        score = game.score(game.view(moment.state, moment.side))
        out = {side.side for side in score.sides if not side.able}
        assert outcome.winner not in out, (moment.state.turn, score.decided)
        assert bool(score.decided) == bool(out)


@every_scenario
def test_the_score_of_a_view_is_that_of_every_state_that_gives_it(name: str, scenario: str) -> None:
    """What a viewer cannot see does not change what it is told."""
    found = played(name, scenario, "random")
    game = found.game
    for moment in found.moments[::9]:
        view = game.view(moment.state, moment.side)
        other = game.sample(view, Random(1))
        assert encoded(game.score(game.view(other, moment.side))) == encoded(game.score(view))
