"""A match in memory: what each viewer is shown, undo, and numbers that grow only with what a viewer can see."""

from __future__ import annotations

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.game import AnyGame
from hulldown.core.orders import Side
from hulldown.core.record import FORMAT, Header, commitment, seed_of, state_hash, undo_chain
from hulldown.core.session import Session
from hulldown.server.matches.match import ONLOOKER, Table
from support.toy_game import ToyGame
from support.toy_play import GAME

SECRET = "secret"


def header_of(game: AnyGame) -> Header:
    info = game.scenarios()[0]
    return Header(FORMAT, game.name, game.version(info.id), info.id, info.hash, {}, commitment(SECRET), {})


def new_table(game: AnyGame = GAME) -> Table:
    table = Table(game, "m", header_of(game), seed_of(SECRET, {}), {}, 0)
    table.seen = table.begun(0.0)
    return table


def give(table: Table, side: Side, seed: str = "b") -> None:
    order = make_bot("random", seed).decide(seat_of(table.game, table.state, side))
    table.accept(table.prepare(side, order, 1.0))


def test_a_table_goes_the_way_of_a_session() -> None:
    table, session = new_table(), Session(GAME, "toy/1", SECRET)
    bot = make_bot("random", "b")
    while session.outcome is None:
        side = next(iter(GAME.pending(session.state)))
        order = bot.decide(seat_of(GAME, session.state, side))
        session.submit(side, order)
        change = table.prepare(side, order, 1.0)
        assert change.added[0].entry == session.entries()[-1]
        table.accept(change)
        for viewer in table.viewers:
            told = [(event.kind, event.data) for event in session.events(viewer or None)]
            assert [(event.kind, event.data) for event in table.logs[viewer]] == told
            assert table.showing[viewer].view == session.view(viewer or None)


def test_preparing_changes_nothing() -> None:
    table = new_table()
    before = (table.state, table.count, table.chain, dict(table.seen), table.revision)
    order = make_bot("random", "b").decide(seat_of(GAME, table.state, "alpha"))
    table.prepare("alpha", order, 1.0)
    assert (table.state, table.count, table.chain, dict(table.seen), table.revision) == before


def test_undo_restores_the_position_and_goes_on_with_the_chain() -> None:
    table = new_table()
    give(table, "alpha")
    give(table, "bravo")
    before = (table.state, table.count, [len(log) for log in table.logs.values()])
    give(table, "bravo")
    chain = table.chain
    assert table.showing["bravo"].undo
    assert not table.showing["alpha"].undo
    found = table.prepare_undo("bravo", 2.0)
    assert found is not None
    table.accept(found[1])
    assert (table.state, table.count, [len(log) for log in table.logs.values()]) == before
    assert table.chain == undo_chain(chain, table.count, "bravo", state_hash(table.state))
    assert table.prepare_undo("bravo", 2.0) is None
    assert table.prepare_undo("alpha", 2.0) is None
    assert table.seen["bravo"].epoch == 1
    assert table.seen["alpha"].epoch == 0


def test_undo_leaves_the_orders_of_others_in_place() -> None:
    # With an umpire as third side two orders can wait at the same time.
    game: AnyGame = ToyGame(umpire=True)
    table = new_table(game)
    give(table, "alpha")
    give(table, "bravo")
    bravos = table.tail[1].order
    found = table.prepare_undo("alpha", 2.0)
    assert found is not None
    order, change = found
    assert change.cut == 0
    assert [stored.entry.side for stored in change.added] == ["bravo"]
    table.accept(change)
    assert (table.count, table.tail[0].order) == (1, bravos)
    assert "alpha" in game.pending(table.state)
    table.accept(table.prepare("alpha", order, 3.0))
    assert table.count == 2


def test_numbers_grow_only_with_what_a_viewer_sees() -> None:
    table = new_table()
    before = {viewer: seen.number for viewer, seen in table.seen.items()}
    order = make_bot("random", "b").decide(seat_of(GAME, table.state, "alpha"))
    change = table.prepare("alpha", order, 1.0)
    for viewer in table.viewers:
        same = change.showing[viewer].view == table.showing[viewer].view
        assert (change.seen[viewer].number == before[viewer]) == same, viewer
    assert ONLOOKER in change.seen


def test_an_onlooker_is_no_side_that_takes_back() -> None:
    """The onlooker is named by the empty text, which must not be taken for a side that has undone something."""
    table = new_table()
    for _ in range(6):
        side = next(iter(GAME.pending(table.state)))
        shown = table.showing[ONLOOKER].view, len(table.logs[ONLOOKER])
        number = table.seen[ONLOOKER].number
        give(table, side)
        assert table.seen[ONLOOKER].epoch == 0
        grown = (table.showing[ONLOOKER].view, len(table.logs[ONLOOKER])) != shown
        assert table.seen[ONLOOKER].number == number + grown


@pytest.mark.parametrize("orders", [1, 3, 4])
def test_replay_of_stored_orders_gives_the_same_table(orders: int) -> None:
    table, again = new_table(), new_table()
    for _ in range(orders):
        side = next(iter(GAME.pending(table.state)))
        order = make_bot("random", "b").decide(seat_of(GAME, table.state, side))
        change = table.prepare(side, order, 1.0)
        table.accept(change)
        assert again.replay(change.added[0])
    assert (again.state, again.chain, again.count, again.logs) == (table.state, table.chain, table.count, table.logs)
    assert [past.order for past in again.tail] == [past.order for past in table.tail]
