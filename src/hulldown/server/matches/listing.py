"""A match as lists show it to the holder of a token."""

from __future__ import annotations

from sqlalchemy import Connection

from hulldown.core.game import version_of
from hulldown.games import game_names, load_game
from hulldown.server.api.catalogue import known_scenario
from hulldown.server.api.errors import DamagedError
from hulldown.server.api.messages import Mine
from hulldown.server.matches.clocks import clock_out
from hulldown.server.matches.registry import ending_of_row, offer_of, rematch_of, seat_list
from hulldown.server.storage import store
from hulldown.server.storage.failures import damaged_answer
from hulldown.server.storage.store import FROZEN, INVITE, PLAYING, SEAT, Access, MatchRow


def find_listed(connection: Connection, key: str, now: float) -> Mine | None:
    """The match that the token with this hash opens, as a list shows it; None when it opens nothing."""
    access = store.find_key(connection, key)
    if access is None or access.role == store.USED:
        return None
    return listed_match(connection, access, now)


def listed_match(connection: Connection, access: Access, now: float) -> Mine | None:
    """The match of an access as a list shows it; None when it cannot be read.

    One damaged match must not hide the others. Whoever opens it is told what is wrong.
    """
    try:
        row = store.find_match(connection, access.match)
    except DamagedError as error:
        damaged_answer(error)
        return None
    return listed(row, access, now) if row is not None else None


def listed(row: MatchRow, access: Access, now: float) -> Mine:
    """A match as a list shows it to the holder of a token."""
    seen = row.seen.get(access.side)
    guest = access.role == INVITE
    status = _status(row)
    return Mine(
        match=row.id,
        game=row.game,
        scenario=row.scenario,
        title=known_scenario(row.scenario),
        role=access.role,  # type: ignore[arg-type]
        side=access.side or None,
        status=status,  # type: ignore[arg-type]
        turn=0 if guest else row.turn,
        owing=() if guest else row.owing,
        your_turn=access.role == SEAT and status == PLAYING and not row.paused and access.side in row.owing,
        outcome=None if guest else row.outcome,
        seats=seat_list(row, load_game(row.game).sides if row.game in game_names() else ()),
        # Not the time of the last order: that would tell of orders this viewer cannot see.
        changed=seen.changed if seen is not None else row.created,
        created=row.created,
        hot_seat=row.hot_seat,
        fork=bool(row.fork_of),
        ending=ending_of_row(row),
        offer=offer_of(row),
        rematch=rematch_of(row),
        clock=clock_out(row, now),
        number=seen.number if seen is not None else 0,
        paused=row.paused,
    )


def _status(row: MatchRow) -> str:
    if row.status != PLAYING or row.header is None:
        return row.status
    known = row.game in game_names() and version_of(load_game(row.game), row.scenario) == row.header.version
    return PLAYING if known else FROZEN
