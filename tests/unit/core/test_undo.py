"""What can be taken back: an order that only waits. The two kinds of session say the same, also after resuming."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.decisions import Decision
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State, Step
from hulldown.core.record import FORMAT, Header, commitment, seed_of
from hulldown.core.session import Session
from hulldown.core.undo import is_final
from hulldown.games import load_game
from hulldown.server.matches.session import MatchSession
from hulldown.server.storage.store import StoredEntry
from support.games import every_scenario

TURNS = 7


class Pair:
    """One game played in a plain session and in a server's, with everything the server would have stored."""

    def __init__(self, game: AnyGame, scenario: str, secret: str) -> None:
        self.game = game
        self.session = Session(game, scenario, secret)
        info = next(info for info in game.scenarios() if info.id == scenario)
        header = Header(FORMAT, game.name, game.version(scenario), scenario, info.hash, {}, commitment(secret), {})
        self.server = self._new(header, secret)
        self.kept: tuple[State, int] = (self.server.state, 0)
        """The state after the last order that nobody can take back, and the number of orders up to it."""
        self.stored: list[StoredEntry] = []
        self._again = lambda: self._new(header, secret)

    def _new(self, header: Header, secret: str) -> MatchSession:
        return MatchSession(self.game, "m", header, seed_of(secret, {}), {}, 0)

    def give(self, rng: Random) -> None:
        """A random side that is asked gives a random order."""
        side = rng.choice(list(self.game.pending(self.session.state)))
        order = make_bot("random", str(rng.random())).decide(seat_of(self.game, self.session.state, side))
        self.session.submit(side, order)
        change = self.server.prepare(side, order, 1.0)
        self.stored += change.added
        self.server.accept(change)
        if change.final:
            self.kept = (change.state, len(self.stored))

    def take_back(self, rng: Random) -> None:
        """A random side that can takes its order back, in both places."""
        able = [side for side in self.game.sides if self.session.can_undo(side)]
        if not able:
            return
        side = rng.choice(able)
        order = self.session.undo(side)
        found = self.server.prepare_undo(side, 2.0)
        assert found is not None
        assert found[0] == order
        self.server.accept(found[1])
        self.stored[found[1].cut :] = found[1].added

    def compare(self) -> None:
        """Both say the same of every side, and so does a match opened anew, with and without its snapshot."""
        assert self.server.state == self.session.state
        assert [stored.entry for stored in self.stored] == self.session.entries()
        can = {side: self.session.can_undo(side) for side in self.game.sides}
        assert {side: self.server.viewer_states[side].undo for side in self.game.sides} == can
        assert {side: self.server.prepare_undo(side, 2.0) is not None for side in self.game.sides} == can
        state, count = self.kept
        resumed = self._again()
        if count:
            resumed.restore(state, self.stored[:count])
        for one in self.stored[count:]:
            assert resumed.replay(one)
        assert resumed.recent == self.server.recent

    def replayed(self) -> MatchSession:
        again = self._again()
        assert all(again.replay(one) for one in self.stored)
        return again


@pytest.mark.slow
@every_scenario
def test_both_sessions_agree_about_every_order_of_a_random_game(name: str, scenario: str) -> None:
    rng = Random(f"undo {scenario}")
    pair = Pair(load_game(name), scenario, "undo 0")
    while pair.session.outcome is None and pair.session.state.turn < TURNS:
        pair.give(rng)
        pair.compare()
        if rng.random() < 0.3:
            pair.take_back(rng)
            pair.compare()
    assert pair.replayed().recent == pair.server.recent


def test_a_plot_that_made_the_turn_run_stays_given() -> None:
    """Nothing was rolled or seen, but the other side is asked to face: that alone tells that nothing happened."""
    game = load_game("tank")
    session = Session(game, "tank/1", "probe")
    rng = Random("probe")
    for side in ("bravo", "alpha"):
        session.submit(side, make_bot("random", str(rng.random())).decide(seat_of(game, session.state, side)))
    for side in ("bravo", "alpha"):
        idle = game.legal(session.state, side).idle
        assert idle is not None
        step = session.submit(side, idle)
        assert not step.fences(side)
    assert [decision.kind for decision in game.pending(session.state).values()] == ["face"]
    assert not session.can_undo("alpha")
    with pytest.raises(HulldownError, match="alpha cannot undo"):
        session.undo("alpha")


class Asking:
    """As much of a game as matters here: a state is the mapping of what it asks."""

    def pending(self, state: Mapping[str, Decision]) -> Mapping[str, Decision]:
        return state


def decision(kind: str, side: str) -> Decision:
    return Decision(f"1.{kind}", kind, side, "1.0", "")


@pytest.mark.parametrize(
    ("before", "after", "final"),
    [
        (("plot alpha", "plot bravo"), ("plot bravo",), False),
        (("plot alpha",), ("face bravo",), True),
        (("plot alpha",), ("face alpha",), True),
        (("plot alpha",), ("face alpha", "face bravo"), True),
        (("plot alpha", "plot bravo"), (), True),
        (("face alpha", "face bravo"), ("plot bravo",), True),
    ],
)
def test_an_order_is_final_when_anybody_is_asked_something_new(
    before: tuple[str, ...], after: tuple[str, ...], final: bool
) -> None:
    states: list[Any] = [
        {side: decision(kind, side) for kind, side in (one.split() for one in state)} for state in (before, after)
    ]
    game: Any = Asking()
    assert is_final(game, states[0], "alpha", Step(states[1], (), ())) is final
