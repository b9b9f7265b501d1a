"""How matches come to be: creation, seats being taken, invitations, forks. Called in worker threads."""

from __future__ import annotations

import secrets

import msgspec
from sqlalchemy import Connection

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import AnyGame, ScenarioInfo
from hulldown.core.orders import Side
from hulldown.core.record import (
    BOT_SHARE,
    COMMITTED,
    FORMAT,
    SERVER_SHARE,
    TOLD,
    Header,
    Source,
    chain_start,
    check_secret,
    commitment,
    derived_entropy,
    entropy_commitment,
    entry_of,
)
from hulldown.games import game_names, load_game
from hulldown.server.api.errors import ApiError, ConflictError, busy, no_token
from hulldown.server.api.messages import Create, Created, ForkIn, Join, Seat
from hulldown.server.bots.available import need_bot
from hulldown.server.matches.loading import Room, new_table
from hulldown.server.matches.play import RETRIES
from hulldown.server.matches.registry import Hall, need_seat
from hulldown.server.matches.tokens import joined_token, new_match_id, new_token, token_hash
from hulldown.server.storage import store
from hulldown.server.storage.store import (
    BOT,
    INVITE,
    OPEN,
    OVER,
    PLAYING,
    SEAT,
    WATCH,
    Access,
    MatchRow,
    SeatRow,
    StoredEntry,
)
from hulldown.server.warmup import warm_up

HUMAN, FREE = "human", "open"


def find_scenario(scenario: str) -> tuple[AnyGame, ScenarioInfo]:
    """The game and the scenario of an id such as tank/10; raises UnknownNameError."""
    prefix = scenario.partition("/")[0]
    if prefix in game_names():
        game = load_game(prefix)
        for info in game.scenarios():
            if info.id == scenario:
                return game, info
    raise UnknownNameError(f"there is no scenario {scenario!r}", hint="GET /api/games lists them")


def create(hall: Hall, wish: Create) -> Created:
    """A new match with its keys; it begins at once when nobody has to be waited for."""
    game, info = find_scenario(wish.scenario)
    for side in wish.seats:
        if side not in game.sides:
            raise HulldownError(f"{game.name} has no side {side!r}", hint=f"sides: {', '.join(game.sides)}")
    options = dict(wish.options)
    game.setup(info.id, options, "a look at the options")  # refuses what the game does not know
    warm_up(game, info.id)
    seats = {side: _seat(hall, side, wish) for side in game.sides}
    for side in wish.commitments:
        if side not in seats or seats[side].kind != HUMAN:
            raise HulldownError(f"a commitment for {side!r}, which is no seat of yours", hint="human seats have one")
    secret = hall.settings.secret or secrets.token_hex(32)
    check_secret(secret)
    row = _row(game, info.id, options, secret, seats, wish.hot_seat)
    return _store(hall, game, row)


def _seat(hall: Hall, side: Side, wish: Create) -> SeatRow:
    kind = wish.seats.get(side, HUMAN)
    if kind.startswith(BOT):
        need_bot(hall.settings, kind.removeprefix(BOT))
        return SeatRow(side, kind, True)
    taken = kind == HUMAN and (side in wish.commitments or wish.entropy is not None)
    return SeatRow(side, kind, taken, commitment=wish.commitments.get(side, "") if taken else "")


def _row(
    game: AnyGame,
    scenario: str,
    options: dict[str, str | int | bool],
    secret: str,
    seats: dict[Side, SeatRow],
    hot_seat: bool,
) -> MatchRow:
    now = store.now()
    return MatchRow(
        id=new_match_id(), game=game.name, scenario=scenario, options=options, secret=secret,
        commitment=commitment(secret), hot_seat=hot_seat, fork_of="", status=OPEN, header=None, revision=0, seen={},
        turn=0, owing=(), outcome=None, bot_owing=False, created=now, updated=now, seats=seats,
    )  # fmt: skip


def _store(
    hall: Hall,
    game: AnyGame,
    row: MatchRow,
    entries: tuple[StoredEntry, ...] = (),
    remarks: tuple[store.Remark, ...] = (),
) -> Created:
    """The keys of a match, after it is stored; begun when every seat is taken."""
    keys: dict[str, tuple[str, Side]] = {}
    shown: dict[Side, Seat] = {}
    for side, seat in row.seats.items():
        token = "" if seat.bot else new_token()
        if token:
            keys[_key(token)] = (INVITE if seat.kind == FREE else SEAT, side)
        key, invite = ("", token) if seat.kind == FREE else (token, "")
        shown[side] = Seat(seat.kind, seat.taken, key, invite, seat.commitment)
    watch = new_token()
    keys[_key(watch)] = (WATCH, "")
    room = begun(game, _agreed(hall, game, row), entries) if _ready(row) else None
    row = room.row if room is not None else row

    def work(connection: Connection) -> None:
        store.create(connection, row, keys)
        if entries:
            store.add_entries(connection, row.id, entries)
            store.add_remarks(connection, row.id, remarks)

    hall.write(row.id, work)
    if room is not None:
        hall.keep(room)
    return Created(row.id, row.commitment, row.status, shown, watch)


def _key(token: str) -> str:
    key = token_hash(token)
    assert key is not None
    return key


def _ready(row: MatchRow) -> bool:
    """Whether every seat is taken and everybody who committed has revealed."""
    return all(seat.ready for seat in row.seats.values())


def _agreed(hall: Hall, game: AnyGame, row: MatchRow) -> MatchRow:
    """The row with its header: what was agreed now that all have revealed."""
    if row.header is not None:
        return row
    info = next(info for info in game.scenarios() if info.id == row.scenario)
    sources = {side: _source(seat) for side, seat in row.seats.items()}
    header = Header(
        FORMAT, game.name, game.version(row.scenario), row.scenario, info.hash, row.options, row.commitment,
        {side: seat.entropy or derived_entropy(row.secret, side) for side, seat in row.seats.items()},
        sources=sources,
        commitments={side: seat.commitment for side, seat in row.seats.items() if seat.commitment},
        dice="fixed" if hall.settings.secret else "keyed",
        match=row.id,
        key=hall.signer.public,
    )  # fmt: skip
    return msgspec.structs.replace(row, header=header)


def _source(seat: SeatRow) -> Source:
    if seat.commitment:
        return COMMITTED
    if seat.entropy:
        return TOLD  # taken under an earlier version of this program
    return BOT_SHARE if seat.bot else SERVER_SHARE


def begun(game: AnyGame, row: MatchRow, entries: tuple[StoredEntry, ...] = ()) -> Room:
    """The room of a match whose seats are all taken: with its header, at its first decision."""
    now = store.now()
    header = row.header
    assert header is not None
    table = new_table(game, row, header)
    for stored in entries:
        if not table.replay(stored):
            raise HulldownError("the match does not replay under today's rules")
    seen = table.begun(now)
    pending = game.pending(table.state)
    after = msgspec.structs.replace(
        row,
        status=PLAYING,
        header=header,
        revision=row.revision + 1,
        seen=seen,
        turn=table.state.turn,
        owing=tuple(pending),
        bot_owing=any(row.seats[side].bot for side in pending),
        updated=now,
    )
    table.seen, table.revision = seen, after.revision
    return Room(after, game, table, False)


def take_seat(hall: Hall, access: Access, promised: str) -> None:
    """Takes the seat of a token with a commitment or none; taking it again changes nothing."""
    need_seat(access)
    _sit(hall, access.match, access.side, promised, None)


def reveal(hall: Hall, access: Access, entropy: str) -> None:
    """Adds the entropy a side has committed to; the match begins with the last one. Repeating it changes nothing."""
    need_seat(access)
    for _ in range(RETRIES):
        room = hall.room(access.match)
        row, seat = room.row, room.row.seats[access.side]
        if not seat.taken or not all(one.taken for one in row.seats.values()):
            raise ApiError(409, "not_sealed", "reveal when every side has committed: then the state has an opening")
        if entropy_commitment(access.side, entropy) != seat.commitment:
            raise ApiError(422, "refused", "this is not the entropy that the side has committed to")
        if seat.entropy:
            return
        if _change_seat(hall, room, msgspec.structs.replace(seat, entropy=entropy), None):
            return
    raise busy()


def join(hall: Hall, match: str, wish: Join) -> tuple[Access, str]:
    """The seat an invitation leads to, and its token; the invitation is used up."""
    token = joined_token(wish.invite, wish.nonce) if wish.nonce else new_token()
    key, invite = _key(token), token_hash(wish.invite)
    if invite is None:
        raise no_token()

    def find(connection: Connection) -> tuple[Access | None, Access | None]:
        return store.find_key(connection, invite), store.find_key(connection, key)

    for _ in range(RETRIES):
        invited, seated = hall.read(find)
        if seated is not None and seated.match == match and seated.role == SEAT:
            return seated, token  # the same guest again, whose first answer was lost
        if invited is None or invited.match != match:
            raise no_token()
        if invited.role != INVITE:
            raise ApiError(409, "seat_taken", "the invitation has been used")
        if _sit(hall, match, invited.side, wish.commitment, (invite, key)):
            return Access(match, SEAT, invited.side), token
    raise busy()


def _sit(hall: Hall, match: str, side: Side, promised: str, keys: tuple[str, str] | None) -> bool:
    """Whether the seat was taken now; where nobody has anything to reveal, the match begins with the last one.

    `keys` are the invitation's and the new token's hash. A used invitation stays known, as one that opens nothing.
    """
    for _ in range(RETRIES):
        room = hall.room(match)
        row = room.row
        if row.seats[side].taken:
            return False
        if _change_seat(hall, room, SeatRow(side, row.seats[side].kind, True, commitment=promised), keys):
            return True
    raise busy()


def _change_seat(hall: Hall, room: Room, seat: SeatRow, keys: tuple[str, str] | None) -> bool:
    """Whether a changed seat was stored, with the match begun if it was the last one; not if another came before."""
    row = room.row
    changed = msgspec.structs.replace(row, seats={**row.seats, seat.side: seat}, updated=store.now())
    if _ready(changed):
        after = begun(room.game, _agreed(hall, room.game, changed))
    else:
        after = Room(msgspec.structs.replace(changed, revision=row.revision + 1), room.game, None, False)
    try:
        hall.write(row.id, _sitting(row.revision, after.row, seat, keys))
    except ConflictError:
        return False
    hall.keep(after)
    return True


def _sitting(revision: int, row: MatchRow, seat: SeatRow, keys: tuple[str, str] | None) -> store.Write:
    def work(connection: Connection) -> None:
        store.advance(connection, revision, row)
        store.set_seat(connection, row.id, seat)
        if keys is not None:
            store.use_invitation(connection, keys[0])
            store.add_keys(connection, row.id, {keys[1]: (SEAT, seat.side)})

    return work


def fork(hall: Hall, access: Access, wish: ForkIn) -> Created:
    """A new match that goes on from the beginning of a turn of a finished one, against bots or between bots.

    It keeps secret and entropy, so that its record is one whole game that can be replayed from the first order on. Its
    dice were public before, and its header says so.
    """
    room, (entries, remarks) = hall.room_and(
        access.match, lambda c: (store.find_entries(c, access.match), store.find_remarks(c, access.match))
    )
    row, game = room.row, room.game
    if row.status != OVER or row.header is None:
        raise ApiError(409, "not_over", "a match can be forked when it is over")
    if room.frozen:
        raise ApiError(409, "old_rules", "the match was played under other rules")
    for side in (wish.side, *wish.bots):
        if side and side not in game.sides:
            raise HulldownError(f"{game.name} has no side {side!r}", hint=f"sides: {', '.join(game.sides)}")
    for name in (wish.bot, *wish.bots.values()):
        need_bot(hall.settings, name)
    kept = tuple(one for one in entries if one.turn < wish.turn)
    if len(kept) == len(entries):
        raise HulldownError(f"the match has no turn {wish.turn}", hint=f"it ended on turn {row.turn}")
    seats = {
        side: SeatRow(
            side,
            HUMAN if side == wish.side else f"{BOT}{wish.bots.get(side, wish.bot)}",
            True,
            row.header.entropy.get(side, ""),
        )
        for side in game.sides
    }
    forked = _row(game, row.scenario, row.options, row.secret, seats, False)
    header = msgspec.structs.replace(row.header, format=FORMAT, dice="known", match=forked.id, key=hall.signer.public)
    forked = msgspec.structs.replace(forked, header=header, fork_of=row.id)
    said = tuple(one for one in remarks if one.turn < wish.turn)
    return _store(hall, game, forked, _chained(header, kept), said)


def _chained(header: Header, entries: tuple[StoredEntry, ...]) -> tuple[StoredEntry, ...]:
    """The same orders in a record with another header; what was taken back is left out."""
    chain, made = chain_start(header), []
    for stored in entries:
        old = stored.entry
        entry = entry_of(chain, old.number, old.side, old.order, old.rolls, old.state)
        made.append(stored._replace(entry=entry))
        chain = entry.chain
    return tuple(made)
