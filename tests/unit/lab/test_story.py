"""What a game was like: losses, shots, luck and initiative, read off its events."""

from __future__ import annotations

import pytest

from hulldown.bots import make_bot
from hulldown.core.events import ONLOOKERS, Event, Scalar
from hulldown.core.record import replay
from hulldown.games import load_game
from hulldown.lab.play import play_game
from hulldown.lab.story import Loss, Story, StoryBuilder


def event(kind: str, turn: int = 1, audience: tuple[str, ...] = (), **data: Scalar) -> Event:
    return Event(kind, "1.0", turn, "fire", audience, data)


def told(*events: Event, sides: tuple[str, ...] = ("alpha", "bravo")) -> Story:
    builder = StoryBuilder(sides)
    builder.hear(events)
    return builder.story


def test_losses_by_turn_side_and_type() -> None:
    story = told(
        event("destroyed", 2, unit="A1", side="alpha", type="T62"),
        event("destroyed", 3, unit="B4", side="bravo", type="M60A2"),
        event("moved", 3, unit="B5"),
    )
    assert story.losses == [Loss(2, "alpha", "T62"), Loss(3, "bravo", "M60A2")]
    assert [story.lost("bravo", turn) for turn in (2, 3)] == [0, 1]
    assert story.lost("alpha") == 1


def test_a_side_that_is_not_named_is_read_off_the_unit() -> None:
    events = [event("knocked_out", unit="G2", type="PzKpfw IVH"), event("brewed_up", unit="S1", type="T-34/76 M43")]
    assert [loss.side for loss in told(*events, sides=("soviet", "german")).losses] == ["german", "soviet"]


def test_what_onlookers_saw_is_not_counted_again() -> None:
    seen = event("destroyed", audience=("bravo", ONLOOKERS), unit="A1", side="alpha", type="T62")
    shot = event("shot", audience=(ONLOOKERS,), unit="A1", chance="1/2", result="missed")
    assert told(seen, shot) == Story()


def test_luck_is_hits_above_the_odds() -> None:
    story = told(
        event("shot", unit="B1 B2", chance="1/3", result="destroyed"),
        event("shot", unit="A1", chance="1/2", result="missed"),
        event("shot", unit="A2", needs=25, hit=True),
        event("shot", unit="A2"),
    )
    assert story.luck == {"bravo": pytest.approx(2 / 3, abs=1e-5), "alpha": 0.25}
    assert story.shots == {"bravo": 1, "alpha": 3}
    assert story.first_shot == "bravo"


def test_turns_of_initiative() -> None:
    events = [event("first_player", turn, side=side) for turn, side in ((1, "soviet"), (2, "german"), (3, "soviet"))]
    assert told(*events, sides=("soviet", "german")).initiative == {"soviet": 2, "german": 1}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario", "seed"), [("tank", "tank/intro", "0/0"), ("panzer", "panzer/1", "0/0")])
def test_the_story_of_a_real_game_agrees_with_its_end(name: str, scenario: str, seed: str) -> None:
    """Both games announce every loss: what the story counts is what is missing in the end."""
    game = load_game(name)
    bots = {side: make_bot("greedy", f"{seed}/{side}") for side in game.sides}
    result = play_game(game, scenario, bots, seed, keep_record=True)
    assert result.record is not None
    end = list(replay(result.record, game))[-1][1].state
    gone = [unit for unit in end.units if unit.status not in ("waiting", "on map", "exited")]
    assert gone
    assert sorted((loss.side, loss.type) for loss in result.story.losses) == sorted((u.side, u.type) for u in gone)
    assert sum(result.story.shots.values()) > 0
    if name == "panzer":
        assert sum(result.story.initiative.values()) == result.turns


def test_a_bot_that_holds_something_is_let_go() -> None:
    class Holding:
        ended = 0

        def __init__(self) -> None:
            self.bot = make_bot("random", "x")

        def decide(self, seat):  # type: ignore[no-untyped-def]
            return self.bot.decide(seat)

        def end(self, outcome: object) -> None:
            Holding.ended += outcome is not None

    play_game(load_game("tank"), "tank/intro", {side: Holding() for side in ("alpha", "bravo")}, "s")
    assert Holding.ended == 2
