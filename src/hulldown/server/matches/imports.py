"""Imports records: checks them as `hulldown verify` does and stores each as a finished match, to be replayed."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection

from hulldown.core.errors import HulldownError, RecordMismatchError
from hulldown.core.game import AnyGame
from hulldown.core.record import Record, replay, start_of, verify
from hulldown.games import load_game
from hulldown.server.matches.creation import HUMAN, start_match
from hulldown.server.matches.tokens import new_match_id, new_token, token_hash
from hulldown.server.storage import store
from hulldown.server.storage.database import Database
from hulldown.server.storage.notes import add_notes
from hulldown.server.storage.store import OPEN, OVER, WATCH, MatchRow, SeatRow, StoredEntry


class Imported(msgspec.Struct, frozen=True):
    """A stored match and a token of an onlooker, who may see everything once a match is over."""

    match: str
    watch: str

    @property
    def path(self) -> str:
        """Where the replay is, below the address of a server; the token stays in the fragment."""
        return f"#/replay/{self.match}/{self.watch}"


def checked(record: Record) -> tuple[AnyGame, tuple[StoredEntry, ...]]:
    """The game of a good record, and its orders with what happened; raises RecordMismatchError for a bad one."""
    game = load_game(record.header.game)
    verify(record, game)
    entries = []
    turn = start_of(record, game).turn
    for entry, step in replay(record, game):
        entries.append(StoredEntry(entry, turn, step.events))
        turn = step.state.turn
    if not entries:
        raise RecordMismatchError("the record holds no order, so there is nothing to show", "end")
    return game, tuple(entries)


def store_record(database: Database, record: Record) -> Imported:
    """Stores a record as a match. An unfinished game is shown as far as it came."""
    game, entries = checked(record)
    header, reveal = record.header, record.reveal
    assert reveal is not None  # verified
    now = store.now()
    seats = {side: SeatRow(side, HUMAN, True, header.entropy.get(side, "")) for side in game.sides}
    row = MatchRow(
        id=new_match_id(), game=game.name, scenario=header.scenario, options=dict(header.options), secret=reveal.secret,
        commitment=header.commitment, hot_seat=False, fork_of="", status=OPEN, header=header, revision=0, seen={},
        turn=0, owing=(), outcome=None, bot_owing=False, created=now, updated=now, seats=seats,
        ending=record.ending,
    )  # fmt: skip
    played = start_match(game, row, entries).row
    over = msgspec.structs.replace(played, status=OVER, owing=(), bot_owing=False, outcome=reveal.outcome)
    token = new_token()
    key = token_hash(token)
    if key is None:
        raise HulldownError("a token of our own was refused")

    def work(connection: Connection) -> None:
        store.create(connection, over, {key: (WATCH, "")})
        store.add_entries(connection, over.id, entries)
        store.add_undos(connection, over.id, record.undos)
        add_notes(connection, over.id, record.notes)

    database.write(work)
    return Imported(over.id, token)
