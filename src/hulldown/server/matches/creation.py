"""Creates matches: new ones, seats taken, invitations used, forks. Called in worker threads."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable

import msgspec
from sqlalchemy import Connection

from hulldown.core.errors import HulldownError, OptionError, UnknownNameError
from hulldown.core.events import Scalar
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
from hulldown.server.dealing import Share
from hulldown.server.matches import identity
from hulldown.server.matches.clocks import after_change, check_terms, clock_of, place_of
from hulldown.server.matches.loading import LoadedMatch, new_session
from hulldown.server.matches.names import player_name
from hulldown.server.matches.play import RETRIES
from hulldown.server.matches.registry import MatchRegistry, need_seat
from hulldown.server.matches.session import ONLOOKER
from hulldown.server.matches.tokens import joined_token, new_match_id, new_token, token_hash
from hulldown.server.storage import store
from hulldown.server.storage.open_games import drop_open_game
from hulldown.server.storage.person_games import find_game
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


Also = Callable[[Connection, str], None]
"""Writes something about a new match in the transaction that stores it."""


def create(registry: MatchRegistry, request: Create, also: Also | None = None) -> Created:
    """A new match with its tokens. It begins at once when no seat has to be waited for."""
    game, info = find_scenario(request.scenario)
    _check_sides(game, request.seats)
    options = _options(request)
    game.setup(info.id, options, "a look at the options")  # raises for options the game does not know
    warm_up(game, info.id)
    seats = {side: _seat(registry, side, request) for side in game.sides}
    for what, given in (("commitment", request.commitments), ("name", request.names)):
        for side in given:
            if side not in seats or seats[side].kind != HUMAN:
                raise HulldownError(f"a {what} for {side!r}, which is no seat of yours", hint="human seats have one")
    check_terms(request, seats)
    row = new_row(game, info.id, options, new_secret(registry), seats, request.hot_seat, registry.settings.share)
    return store_match(registry, game, msgspec.structs.replace(row, clock=clock_of(request, seats)), also=also)


def _options(request: Create) -> dict[str, Scalar]:
    """The options that were given; raises OptionError for one without a value, or with a fraction."""
    options: dict[str, Scalar] = {}
    for name, value in request.options.items():
        if value is None or isinstance(value, float):
            raise OptionError(
                name, f"{name} is {'empty' if value is None else value}; it must be a whole number or a word"
            )
        options[name] = value
    return options


def new_secret(registry: MatchRegistry) -> str:
    """The secret behind the dice of a new match."""
    secret = registry.settings.secret or secrets.token_hex(32)
    check_secret(secret)
    return secret


def _check_sides(game: AnyGame, sides: Iterable[Side]) -> None:
    """Raises where a game has no such side."""
    for side in sides:
        if side not in game.sides:
            raise HulldownError(f"{game.name} has no side {side!r}", hint=f"sides: {', '.join(game.sides)}")


def _seat(registry: MatchRegistry, side: Side, request: Create) -> SeatRow:
    kind = request.seats.get(side, HUMAN)
    if kind.startswith(BOT):
        need_bot(registry.settings, kind.removeprefix(BOT))
        return SeatRow(side, kind, True)
    taken = kind == HUMAN and (side in request.commitments or request.entropy is not None)
    name = player_name(request.names.get(side, ""))
    return SeatRow(side, kind, taken, commitment=request.commitments.get(side, "") if taken else "", name=name)


def new_row(
    game: AnyGame,
    scenario: str,
    options: dict[str, Scalar],
    secret: str,
    seats: dict[Side, SeatRow],
    hot_seat: bool,
    share: Share,
) -> MatchRow:
    """The row of a match that waits for its players, under a name that this process has."""
    now = store.now()
    return MatchRow(
        id=new_match_id(share), game=game.name, scenario=scenario, options=options, secret=secret,
        commitment=commitment(secret), hot_seat=hot_seat, fork_of="", status=OPEN, header=None, revision=0, seen={},
        turn=0, owing=(), outcome=None, bot_owing=False, created=now, updated=now, seats=seats,
    )  # fmt: skip


def store_match(
    registry: MatchRegistry,
    game: AnyGame,
    row: MatchRow,
    entries: tuple[StoredEntry, ...] = (),
    remarks: tuple[store.Remark, ...] = (),
    also: Also | None = None,
) -> Created:
    """Stores a match and returns its tokens. The match begins when every seat is taken."""
    keys: dict[str, tuple[str, Side]] = {}
    shown: dict[Side, Seat] = {}
    for side, seat in row.seats.items():
        token = "" if seat.bot else new_token()
        if token:
            keys[key_of(token)] = (INVITE if seat.kind == FREE else SEAT, side)
        key, invite = ("", token) if seat.kind == FREE else (token, "")
        shown[side] = Seat(seat.kind, seat.taken, key, invite, seat.commitment, name=seat.name)
    watch = new_token()
    keys[key_of(watch)] = (WATCH, "")
    now = registry.play_time.now()
    loaded = start_match(game, _with_header(registry, game, row), entries, now) if _ready(row) else None
    row = loaded.row if loaded is not None else row

    def work(connection: Connection) -> None:
        store.create(connection, row, keys)
        if entries:
            store.add_entries(connection, row.id, entries)
            store.add_remarks(connection, row.id, remarks)
        if also is not None:
            also(connection, row.id)

    identity.write(registry, work)
    if loaded is not None:
        registry.keep(loaded)
    return Created(row.id, row.commitment, row.status, shown, watch)


def key_of(token: str) -> str:
    """What is stored of a token of our own."""
    key = token_hash(token)
    assert key is not None
    return key


def _ready(row: MatchRow) -> bool:
    """Whether every seat is taken and everybody who committed has revealed."""
    return all(seat.ready for seat in row.seats.values())


def _with_header(registry: MatchRegistry, game: AnyGame, row: MatchRow) -> MatchRow:
    """The row with its header, which is fixed once all have revealed."""
    return row if row.header is not None else msgspec.structs.replace(row, header=header_of(registry, game, row))


def header_of(registry: MatchRegistry, game: AnyGame, row: MatchRow) -> Header:
    """The header of a match: what its seats have brought, and what this server is."""
    info = next(info for info in game.scenarios() if info.id == row.scenario)
    sources = {side: _source(seat) for side, seat in row.seats.items()}
    return Header(
        FORMAT, game.name, game.version(row.scenario), row.scenario, info.hash, row.options, row.commitment,
        {side: seat.entropy or derived_entropy(row.secret, side) for side, seat in row.seats.items()},
        sources=sources,
        commitments={side: seat.commitment for side, seat in row.seats.items() if seat.commitment},
        dice="fixed" if registry.settings.secret else "keyed",
        match=row.id,
        key=registry.signer.public,
        clock=row.clock.terms if row.clock is not None else None,
        follows=row.follows,
    )  # fmt: skip


def _source(seat: SeatRow) -> Source:
    if seat.commitment:
        return COMMITTED
    if seat.entropy:
        return TOLD  # taken under an earlier version of this program
    return BOT_SHARE if seat.bot else SERVER_SHARE


def start_match(
    game: AnyGame, row: MatchRow, entries: tuple[StoredEntry, ...] = (), play_time: float = 0.0
) -> LoadedMatch:
    """A match whose seats are all taken, loaded at its first decision or after the orders given; its clocks run."""
    now = store.now()
    header = row.header
    assert header is not None
    session = new_session(game, row, header)
    for stored in entries:
        if not session.replay(stored):
            raise HulldownError("the match does not replay under today's rules")
    seen = session.first_seen(now)
    pending = game.pending(session.state)
    after = msgspec.structs.replace(
        row,
        status=PLAYING,
        header=header,
        revision=row.revision + 1,
        seen=seen,
        turn=session.state.turn,
        owing=tuple(pending),
        bot_owing=any(row.seats[side].bot for side in pending),
        updated=now,
    )
    after = after_change(after, None, place_of(game, session.viewer_states[ONLOOKER].view), play_time)
    session.seen, session.revision = seen, after.revision
    return LoadedMatch(after, game, session)


def take_seat(registry: MatchRegistry, access: Access, committed: str, name: str = "") -> None:
    """Takes the seat of a token, with or without a commitment. Taking it again changes nothing."""
    need_seat(access)
    occupy(registry, access.match, SeatRow(access.side, "", True, commitment=committed, name=player_name(name)))


def reveal(registry: MatchRegistry, access: Access, entropy: str) -> None:
    """Adds the entropy a side has committed to. The match begins with the last one. Repeating it changes nothing."""
    need_seat(access)
    for _ in range(RETRIES):
        loaded = registry.load(access.match)
        row, seat = loaded.row, loaded.row.seats[access.side]
        if not seat.taken or not all(one.taken for one in row.seats.values()):
            raise ApiError(409, "not_sealed", "reveal when every side has committed: then the state has an opening")
        if entropy_commitment(access.side, entropy) != seat.commitment:
            raise ApiError(422, "refused", "this is not the entropy that the side has committed to")
        if seat.entropy:
            return
        if _change_seat(registry, loaded, msgspec.structs.replace(seat, entropy=entropy)):
            return
    raise busy()


def join(registry: MatchRegistry, match: str, request: Join, person: str = "") -> tuple[Access, str]:
    """Takes the seat of an invitation and returns it with its token. The invitation is used up.

    Raises where a person, if it is known who asks, holds another seat: nobody plays himself.
    """
    token = joined_token(request.invite, request.nonce) if request.nonce else new_token()
    name = player_name(request.name)
    key, invite = key_of(token), token_hash(request.invite)
    if invite is None:
        raise no_token()

    def find(connection: Connection) -> tuple[Access | None, Access | None]:
        return store.find_key(connection, invite), store.find_key(connection, key)

    for _ in range(RETRIES):
        invited, seated = registry.read(find)
        if seated is not None and seated.match == match and seated.role == SEAT:
            return seated, token  # the same guest asks again: the first answer was lost
        if invited is None or invited.match != match:
            raise no_token()
        if invited.role != INVITE:
            raise ApiError(409, "seat_taken", "the invitation has been used")
        if person and any(one.role == SEAT for one in registry.read(lambda c: find_game(c, person, match))):
            raise ApiError(409, "own_game", "this is your own game", "send the invitation to your opponent")
        seat = SeatRow(invited.side, "", True, commitment=request.commitment, name=name)
        if occupy(registry, match, seat, _invited(match, invite, key, invited.side)):
            return Access(match, SEAT, invited.side), token
    raise ApiError(409, "seat_taken", "the seat was taken by another invitation")


def _invited(match: str, invite: str, key: str, side: Side) -> store.Write:
    """Uses an invitation up and stores the guest's token. The invitation stays known but opens nothing."""

    def work(connection: Connection) -> None:
        store.use_invitation(connection, invite)
        store.add_keys(connection, match, {key: (SEAT, side)})
        drop_open_game(connection, match)

    return work


def occupy(registry: MatchRegistry, match: str, taken: SeatRow, also: store.Write | None = None) -> bool:
    """Whether the seat was free and is now taken. If nobody has anything to reveal, the last seat starts the match.

    The seat keeps its kind, and its name if the player gives none.

    `also` writes in the same transaction.
    """
    for _ in range(RETRIES):
        loaded = registry.load(match)
        free = loaded.row.seats[taken.side]
        if free.taken:
            return False
        seat = msgspec.structs.replace(taken, kind=free.kind, name=taken.name or free.name)
        if _change_seat(registry, loaded, seat, also):
            return True
    raise busy()


def _change_seat(registry: MatchRegistry, loaded: LoadedMatch, seat: SeatRow, also: store.Write | None = None) -> bool:
    """Whether a changed seat was stored; not if another process was faster. The last seat starts the match."""
    row = loaded.row
    changed = msgspec.structs.replace(row, seats={**row.seats, seat.side: seat}, updated=store.now())
    if _ready(changed):
        ready = _with_header(registry, loaded.game, changed)
        after = start_match(loaded.game, ready, play_time=registry.play_time.now())
    else:
        after = LoadedMatch(msgspec.structs.replace(changed, revision=row.revision + 1), loaded.game)
    try:
        registry.write(row.id, _seat_change(row.revision, after.row, seat, also))
    except ConflictError:
        return False
    registry.keep(after)
    return True


def _seat_change(revision: int, row: MatchRow, seat: SeatRow, also: store.Write | None) -> store.Write:
    def work(connection: Connection) -> None:
        store.advance(connection, revision, row)
        store.set_seat(connection, row.id, seat)
        if also is not None:
            also(connection)

    return work


def fork(registry: MatchRegistry, access: Access, request: ForkIn) -> Created:
    """A new match that goes on from the beginning of a turn of a finished one, against bots or between bots.

    It keeps the secret and the entropy, so its record is one whole game that can be replayed from the first order on.
    Its dice were public before, and its header says so.
    """
    loaded, (entries, remarks) = registry.load_with(
        access.match, lambda c: (store.find_entries(c, access.match), store.find_remarks(c, access.match))
    )
    row, game = loaded.row, loaded.game
    if row.status != OVER or row.header is None:
        raise ApiError(409, "not_over", "a match can be forked when it is over")
    if loaded.frozen:
        raise ApiError(409, "old_rules", "the match was played under other rules")
    _check_sides(game, filter(None, (request.side, *request.bots)))
    for name in (request.bot, *request.bots.values()):
        need_bot(registry.settings, name)
    kept = tuple(one for one in entries if one.turn < request.turn)
    # Where people ended the match, the turn they did it in may have no order yet.
    reached = row.ending is not None and request.turn <= row.turn
    if len(kept) == len(entries) and not reached:
        raise HulldownError(f"the match has no turn {request.turn}", hint=f"it ended on turn {row.turn}")
    seats = {side: _forked_seat(request, side, row.header) for side in game.sides}
    forked = new_row(game, row.scenario, row.options, row.secret, seats, False, registry.settings.share)
    public = registry.signer.public
    header = msgspec.structs.replace(
        row.header, format=FORMAT, dice="known", match=forked.id, key=public, clock=None, follows=""
    )
    forked = msgspec.structs.replace(forked, header=header, fork_of=row.id)
    kept_remarks = tuple(one for one in remarks if one.turn < request.turn)
    return store_match(registry, game, forked, _chained(header, kept), kept_remarks)


def _forked_seat(request: ForkIn, side: Side, header: Header) -> SeatRow:
    """A seat of a fork: played by hand or by a bot, with the entropy of the match before."""
    kind = HUMAN if side == request.side else f"{BOT}{request.bots.get(side, request.bot)}"
    name = player_name(request.name) if side == request.side else ""
    return SeatRow(side, kind, True, header.entropy.get(side, ""), name=name)


def _chained(header: Header, entries: tuple[StoredEntry, ...]) -> tuple[StoredEntry, ...]:
    """The same orders, chained to another header. Orders that were taken back are left out."""
    chain, made = chain_start(header), []
    for stored in entries:
        old = stored.entry
        entry = entry_of(chain, old.number, old.side, old.order, old.rolls, old.state)
        made.append(stored._replace(entry=entry))
        chain = entry.chain
    return tuple(made)
