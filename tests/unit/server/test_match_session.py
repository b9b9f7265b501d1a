"""A match in memory: what each viewer is shown, undo, and numbers that grow only with what a viewer can see."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.game import AnyGame
from hulldown.core.orders import Side
from hulldown.core.record import FORMAT, Header, commitment, seed_of, state_hash, undo_chain
from hulldown.core.session import Session
from hulldown.games import game_of_scenario
from hulldown.server.matches import viewer_log
from hulldown.server.matches.session import ONLOOKER, Change, MatchSession
from hulldown_toy.game import ToyGame
from support.toy_play import GAME

SECRET = "secret"


def header_of(game: AnyGame) -> Header:
    info = game.scenarios()[0]
    return Header(FORMAT, game.name, game.version(info.id), info.id, info.hash, {}, commitment(SECRET), {})


def new_session(game: AnyGame = GAME) -> MatchSession:
    session = MatchSession(game, "m", header_of(game), seed_of(SECRET, {}), {}, 0)
    session.seen = session.first_seen(0.0)
    return session


def session_of(scenario: str) -> MatchSession:
    game = game_of_scenario(scenario)
    header = Header(FORMAT, game.name, game.version(scenario), scenario, "", {}, commitment(SECRET), {})
    session = MatchSession(game, "m", header, seed_of(SECRET, {}), {}, 0)
    session.seen = session.first_seen(0.0)
    return session


def give(session: MatchSession, side: Side, seed: str = "b") -> None:
    order = make_bot("random", seed).decide(seat_of(session.game, session.state, side))
    session.accept(session.prepare(side, order, 1.0))


@pytest.fixture(params=[(32, 64), (0, 1), (1, 2)], ids=str)
def packing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """How many events of a log stay as they are, and how many of the others are packed together."""
    late, packed = request.param
    monkeypatch.setattr(viewer_log, "LATE", late)
    monkeypatch.setattr(viewer_log, "PACKED", packed)


@pytest.mark.usefixtures("packing")
def test_a_match_session_agrees_with_a_plain_session() -> None:
    session, plain = new_session(), Session(GAME, "toy/1", SECRET)
    bot = make_bot("random", "b")
    while plain.outcome is None:
        side = next(iter(GAME.pending(plain.state)))
        order = bot.decide(seat_of(GAME, plain.state, side))
        plain.submit(side, order)
        change = session.prepare(side, order, 1.0)
        assert change.added[0].entry == plain.entries()[-1]
        session.accept(change)
        for viewer in session.viewers:
            told = [(event.kind, event.data) for event in plain.events(viewer or None)]
            assert [(event.kind, event.data) for event in session.told(viewer)] == told
            assert session.viewer_states[viewer].view == plain.view(viewer or None)


def compared(session: MatchSession, change: Change, side: Side) -> dict[str, int]:
    """The number of each viewer's state after an order, found by comparing everything that is shown."""
    found = {}
    for viewer in session.viewers:
        before, after = session.viewer_states[viewer], change.viewer_states[viewer]
        told = any(event.seen_by(viewer or None) for one in change.added for event in one.events)
        same = (before.view, before.legal, before.undo) == (after.view, after.legal, after.undo)
        found[viewer] = session.seen[viewer].number + (viewer == side or told or not same)
    return found


@pytest.mark.parametrize("scenario", ["tank/intro", "panzer/1", "panzer/12", "kampfpanzer/1", "panzer_battles/berlin"])
def test_numbers_grow_exactly_where_something_else_is_shown(scenario: str) -> None:
    session = session_of(scenario)
    while session.asked and session.count < 40:
        side = next(iter(session.asked))
        order = make_bot("random", f"{session.count}").decide(seat_of(session.game, session.state, side))
        change = session.prepare(side, order, 1.0)
        assert {viewer: seen.number for viewer, seen in change.seen.items()} == compared(session, change, side)
        session.accept(change)
        assert session.asked == session.game.pending(session.state)


def test_views_are_made_for_those_who_look_only(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_of("tank/intro")
    made: list[str | None] = []
    view = session.game.view
    monkeypatch.setattr(session, "game", Watched(session.game, made))
    side = next(iter(session.asked))
    give(session, side)
    assert made == []
    assert session.viewer_states[side].view == view(session.state, side)
    assert session.viewer_states[side].view == view(session.state, side)
    assert made == [side]


class Watched:
    """A game that notes whose view is made."""

    def __init__(self, game: AnyGame, made: list[str | None]) -> None:
        self._game, self._made = game, made

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, side: str | None) -> Any:
        self._made.append(side)
        return self._game.view(state, side)


def test_preparing_changes_nothing() -> None:
    session = new_session()
    before = (session.state, session.count, session.chain, dict(session.seen), session.revision)
    order = make_bot("random", "b").decide(seat_of(GAME, session.state, "alpha"))
    session.prepare("alpha", order, 1.0)
    assert (session.state, session.count, session.chain, dict(session.seen), session.revision) == before


@pytest.mark.usefixtures("packing")
def test_undo_restores_the_position_and_goes_on_with_the_chain() -> None:
    session = new_session()
    give(session, "alpha")
    give(session, "bravo")
    before = (session.state, session.count, [len(log) for log in session.logs.values()])
    give(session, "bravo")
    chain = session.chain
    assert session.viewer_states["bravo"].undo
    assert not session.viewer_states["alpha"].undo
    found = session.prepare_undo("bravo", 2.0)
    assert found is not None
    session.accept(found[1])
    assert (session.state, session.count, [len(log) for log in session.logs.values()]) == before
    assert session.chain == undo_chain(chain, session.count, "bravo", state_hash(session.state))
    assert session.prepare_undo("bravo", 2.0) is None
    assert session.prepare_undo("alpha", 2.0) is None
    assert session.seen["bravo"].epoch == 1
    assert session.seen["alpha"].epoch == 0


@pytest.mark.usefixtures("packing")
def test_undo_leaves_the_orders_of_others_in_place() -> None:
    # With an umpire as third side two orders can wait at the same time.
    game: AnyGame = ToyGame(umpire=True)
    session = new_session(game)
    give(session, "alpha")
    give(session, "bravo")
    bravos = session.recent[1].order
    found = session.prepare_undo("alpha", 2.0)
    assert found is not None
    order, change = found
    assert change.cut == 0
    assert [stored.entry.side for stored in change.added] == ["bravo"]
    session.accept(change)
    assert (session.count, session.recent[0].order) == (1, bravos)
    assert "alpha" in game.pending(session.state)
    session.accept(session.prepare("alpha", order, 3.0))
    assert session.count == 2


def test_numbers_grow_only_with_what_a_viewer_sees() -> None:
    session = new_session()
    before = {viewer: seen.number for viewer, seen in session.seen.items()}
    order = make_bot("random", "b").decide(seat_of(GAME, session.state, "alpha"))
    change = session.prepare("alpha", order, 1.0)
    for viewer in session.viewers:
        same = change.viewer_states[viewer].view == session.viewer_states[viewer].view
        assert (change.seen[viewer].number == before[viewer]) == same, viewer
    assert ONLOOKER in change.seen


def test_an_onlooker_is_no_side_that_takes_back() -> None:
    """The onlooker is named by the empty text, which must not be taken for a side that has undone something."""
    session = new_session()
    for _ in range(6):
        side = next(iter(GAME.pending(session.state)))
        shown = session.viewer_states[ONLOOKER].view, len(session.logs[ONLOOKER])
        number = session.seen[ONLOOKER].number
        give(session, side)
        assert session.seen[ONLOOKER].epoch == 0
        grown = (session.viewer_states[ONLOOKER].view, len(session.logs[ONLOOKER])) != shown
        assert session.seen[ONLOOKER].number == number + grown


@pytest.mark.usefixtures("packing")
@pytest.mark.parametrize("orders", [1, 3, 4])
def test_replay_of_stored_orders_gives_the_same_table(orders: int) -> None:
    session, again = new_session(), new_session()
    for _ in range(orders):
        side = next(iter(GAME.pending(session.state)))
        order = make_bot("random", "b").decide(seat_of(GAME, session.state, side))
        change = session.prepare(side, order, 1.0)
        session.accept(change)
        assert again.replay(change.added[0])
    after = (session.state, session.chain, session.count, [session.told(viewer) for viewer in session.viewers])
    told = [again.told(viewer) for viewer in again.viewers]
    assert (again.state, again.chain, again.count, told) == after
    assert [one.order for one in again.recent] == [one.order for one in session.recent]
