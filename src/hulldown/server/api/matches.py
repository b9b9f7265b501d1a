"""The HTTP operations on matches: creation, seats, play, replays and records."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, Router, get, post, put
from litestar.di import Provide
from litestar.params import Parameter

from hulldown.server.api import tools
from hulldown.server.api.chat import find_chat, mute_author, report_message, send_message
from hulldown.server.api.errors import ApiError, no_person, no_token, too_many
from hulldown.server.api.messages import (
    Accepted,
    AnswerIn,
    AutomaticIn,
    Checked,
    CheckIn,
    Create,
    Created,
    Draft,
    FairnessOut,
    ForkIn,
    GivenOrders,
    Join,
    Joined,
    LosIn,
    MineIn,
    MineOut,
    OfferIn,
    OrderIn,
    RefusedIn,
    RefusedOut,
    RematchOut,
    ReplayOut,
    RevealIn,
    StateOut,
    Suggested,
    SuggestIn,
    TakeSeat,
    ToolIn,
    UndoIn,
    Undone,
)
from hulldown.server.api.openapi import BEARER, errors
from hulldown.server.api.people import find_person
from hulldown.server.api.rate_limits import Limiter, budget_of, client_of
from hulldown.server.bots.quota import BotMatchQuota
from hulldown.server.matches import creation, drafting, ends, habits, lessons, open_games, play, prompt, replays
from hulldown.server.matches.listing import find_listed
from hulldown.server.matches.registry import MatchRegistry, need_seat, state_of
from hulldown.server.matches.tokens import token_hash
from hulldown.server.storage import store
from hulldown.server.storage.people import Person
from hulldown.server.storage.store import INVITE, OPEN, Access

Req = Request[Any, Any, Any]
Count = Annotated[int | None, Parameter(ge=0, le=10_000_000)]
COSTS = {"replay": 10.0, "los": 2.0, "coach": 2.0, "fork": 10.0, "refused": 2.0, "suggest": 5.0}
"""What an operation takes from the seat's budget, where it is not 1."""


async def provide_registry(request: Req) -> MatchRegistry:
    registry: MatchRegistry = request.app.state.registry
    return registry


async def provide_access(request: Req, registry: MatchRegistry) -> Access:
    """What the request's token opens; it must be a token of the match in the path."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise no_token()
    access = await registry.access(token.strip())
    if access.match != request.path_params["match_id"]:
        raise no_token()
    limiter: Limiter = request.app.state.seats
    cost = COSTS.get(request.url.path.rpartition("/")[2], 1.0)
    wait = limiter.take(budget_of(access, request.scope), cost, time.monotonic())
    if wait:
        raise too_many(wait)
    return access


def _limit_creation(request: Req) -> None:
    limiter: Limiter = request.app.state.creations
    wait = limiter.take(client_of(request.scope), 1.0, time.monotonic())
    if wait:
        raise too_many(wait)


def _only_bots(data: Create) -> bool:
    """Whether only bots are to play the match."""
    game, _ = creation.find_scenario(data.scenario)
    return all(data.seats.get(side, "").startswith(store.BOT) for side in game.sides)


def _limit_bots(request: Req) -> None:
    games: BotMatchQuota = request.app.state.bot_games
    games.check(client_of(request.scope), time.monotonic())


def _count_bots(request: Req, match: str) -> None:
    games: BotMatchQuota = request.app.state.bot_games
    games.add(client_of(request.scope), match, time.monotonic())


async def _maker(request: Req, registry: MatchRegistry) -> Person | None:
    """Who makes a match; raises where only those may who are known here."""
    person = await find_person(request, registry)
    if person is None and registry.settings.invitations_only:
        raise no_person()
    return person


@post("/api/matches", responses=errors(400, 401, 404, 409, 413, 422, 503), tags=["matches"])
async def create(request: Req, data: Create, registry: MatchRegistry) -> Created:
    """A new match with the keys to its seats."""
    _limit_creation(request)
    person = await _maker(request, registry)
    alone = _only_bots(data)
    if alone:
        _limit_bots(request)
    made = await registry.run(lambda: _create(registry, data, person))
    registry.asked_by(made.match, client_of(request.scope))
    if alone:
        _count_bots(request, made.match)
    registry.changed(made.match, True)
    return made


def _create(registry: MatchRegistry, data: Create, person: Person | None) -> Created:
    if data.listed is None:
        return creation.create(registry, data)
    if person is None:
        raise no_person()
    return open_games.create(registry, person, data, data.listed.level)


@post("/api/lessons/{game:str}/{name:str}", responses=errors(401, 404, 503), tags=["matches"])
async def start_lesson(request: Req, game: str, name: str, registry: MatchRegistry) -> Created:
    """A new match at the position of a lesson."""
    _limit_creation(request)
    await _maker(request, registry)
    made = await registry.run(lambda: lessons.start_lesson(registry, f"{game}/{name}"))
    registry.changed(made.match, True)
    return made


@get("/api/fairness", responses=errors(503), tags=["matches"])
async def fairness(registry: MatchRegistry) -> FairnessOut:
    """The public key of this server, with which receipts are checked."""
    return FairnessOut("Ed25519", registry.signer.public)


@post("/api/mine", status_code=200, responses=errors(400, 413, 503), tags=["matches"])
async def mine(data: MineIn, registry: MatchRegistry) -> MineOut:
    """The matches that these tokens open, as a list shows them."""
    keys = [token_hash(token) for token in data.tokens]
    now = registry.play_time.now()
    find = lambda connection: [find_listed(connection, key, now) if key else None for key in keys]  # noqa: E731
    return MineOut(await registry.run(lambda: registry.read(find)))


@post(
    "/api/matches/{match_id:str}/join",
    status_code=200,
    responses=errors(400, 401, 409, 413, 422, 503),
    tags=["matches"],
)
async def join(request: Req, match_id: str, data: Join, registry: MatchRegistry) -> Joined:
    """The seat that an invitation leads to; with a person's key it is refused to who plays here already."""
    person = await find_person(request, registry)
    who = person.id if person is not None else ""
    access, token = await registry.run_locked(match_id, lambda: creation.join(registry, match_id, data, who))
    return Joined(access.side, token, await registry.state(access))


@get("/", responses=errors(400, 401, 503))
async def state(
    request: Req, match_id: str, access: Access, registry: MatchRegistry, events: Count = None, epoch: Count = None
) -> StateOut:
    """What the holder of the token is shown now."""
    found = await registry.state(access, events or 0, epoch)
    request.app.state.watchers.looked(match_id)
    return found


@post("/seat", status_code=200, responses=errors(400, 401, 403, 413, 422, 503))
async def take_seat(match_id: str, access: Access, data: TakeSeat, registry: MatchRegistry) -> StateOut:
    """The state after the seat was taken with the side's commitment."""
    await registry.run_locked(match_id, lambda: creation.take_seat(registry, access, data.commitment, data.name))
    return await registry.state(access)


@post("/reveal", status_code=200, responses=errors(400, 401, 403, 409, 413, 422, 503))
async def reveal(match_id: str, access: Access, data: RevealIn, registry: MatchRegistry) -> StateOut:
    """The state after the side has revealed what it committed to."""
    await registry.run_locked(match_id, lambda: creation.reveal(registry, access, data.entropy))
    return await registry.state(access)


@post("/orders", status_code=200, responses=errors(400, 401, 403, 409, 413, 422, 503))
async def give_order(match_id: str, access: Access, data: OrderIn, registry: MatchRegistry) -> Accepted:
    """The acknowledgement of an order that is on disk."""
    return msgspec.json.decode(await prompt.give_order(registry, access, data), type=Accepted)


@put("/automatic", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def set_automatic(match_id: str, access: Access, data: AutomaticIn, registry: MatchRegistry) -> StateOut:
    """The state after the seat has said whether questions without a choice are answered for it."""
    await registry.run_locked(match_id, partial(habits.change, registry, access, data.on, wish=data.wish))
    return await registry.state(access)


@get("/orders", responses=errors(401, 403, 503))
async def given_orders(match_id: str, access: Access, registry: MatchRegistry) -> GivenOrders:
    """The side's own orders; after the end everybody's."""
    return await registry.run_locked(match_id, lambda: play.orders(registry, access))


@post("/check", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def check(match_id: str, access: Access, data: CheckIn, registry: MatchRegistry) -> Checked:
    """Why an order would be refused."""
    return await prompt.check_order(registry, access, data)


@post("/refused", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def refused(match_id: str, access: Access, data: RefusedIn, registry: MatchRegistry) -> RefusedOut:
    """What would be refused of that which is offered to a unit."""
    work = partial(drafting.refused, registry, access, data.order, data.unit)
    return await registry.run_locked(match_id, work)


@post("/suggest", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def suggest(match_id: str, access: Access, data: SuggestIn, registry: MatchRegistry) -> Suggested:
    """A deployment as a bot would choose it in this seat."""
    return await registry.run_locked(match_id, lambda: drafting.suggest(registry, access, data.number))


@post("/undo", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def undo(match_id: str, access: Access, data: UndoIn, registry: MatchRegistry) -> Undone:
    """The order taken back."""
    return await registry.run_locked(match_id, lambda: play.undo(registry, access, data.submission))


@post("/resign", status_code=200, responses=errors(401, 403, 409, 503))
async def resign(match_id: str, access: Access, registry: MatchRegistry) -> StateOut:
    """The state after the side has given the match up."""
    await registry.run_locked(match_id, lambda: ends.resign(registry, access))
    return await registry.state(access)


@post("/offer", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def offer(match_id: str, access: Access, data: OfferIn, registry: MatchRegistry) -> StateOut:
    """The state after the side has offered to end the match; a bot answers at once."""
    await registry.run_locked(match_id, lambda: ends.offer(registry, access, data.terms))
    return await registry.state(access)


@post("/offer/answer", status_code=200, responses=errors(400, 401, 403, 409, 413, 503))
async def answer_offer(match_id: str, access: Access, data: AnswerIn, registry: MatchRegistry) -> StateOut:
    """The state after the side has accepted or declined an offer."""
    await registry.run_locked(match_id, lambda: ends.answer(registry, access, data.accept, data.terms))
    return await registry.state(access)


@post("/claim", status_code=200, responses=errors(401, 403, 409, 503))
async def claim(match_id: str, access: Access, registry: MatchRegistry) -> StateOut:
    """The state after the side has claimed the match because the other's time was up."""
    await registry.run_locked(match_id, lambda: ends.claim(registry, access))
    return await registry.state(access)


@post("/rematch", status_code=200, responses=errors(401, 403, 404, 409, 422, 503))
async def rematch(request: Req, match_id: str, access: Access, registry: MatchRegistry) -> RematchOut:
    """The side's seat in the next match, with the sides changed."""
    _limit_creation(request)
    return await registry.run_locked(match_id, lambda: ends.rematch(registry, access))


@put("/draft", status_code=204, responses=errors(400, 401, 403, 413, 503))
async def save_draft(match_id: str, access: Access, data: Draft, registry: MatchRegistry) -> None:
    """Stores an unfinished answer."""
    await registry.run(lambda: play.save_draft(registry, access, data))


@get("/draft", responses=errors(401, 403, 503))
async def find_draft(match_id: str, access: Access, registry: MatchRegistry) -> Draft:
    """The unfinished answer that is stored."""
    return await registry.run(lambda: play.find_draft(registry, access))


@post("/odds", status_code=200, responses=errors(400, 401, 403, 404, 409, 413, 422, 503))
async def odds(match_id: str, access: Access, data: ToolIn, registry: MatchRegistry) -> dict[str, Any]:
    """The odds of a shot, from what the side knows."""

    def work() -> dict[str, Any]:
        game, view = _game_and_view(registry, access)
        return tools.odds_in_view(game, view, data.arguments)

    return await registry.run_locked(match_id, work)


@post("/los", status_code=200, responses=errors(400, 401, 403, 404, 409, 413, 422, 503))
async def los(match_id: str, access: Access, data: LosIn, registry: MatchRegistry) -> dict[str, Any]:
    """A line of sight, or all that can be seen from a cell, from what the side knows."""

    def work() -> dict[str, Any]:
        game, view = _game_and_view(registry, access)
        if data.end is None:
            seen = tools.seen_in_view(game, view, data.start, data.arguments)
            return {"start": data.start, "seen": seen}
        return tools.los_in_view(game, view, data.start, data.end, data.arguments)

    return await registry.run_locked(match_id, work)


@get("/coach", responses=errors(400, 401, 403, 409, 503))
async def coach(match_id: str, access: Access, registry: MatchRegistry) -> tools.CoachOut:
    """What a bot would point out to this seat, from what the side knows."""

    def work() -> tools.CoachOut:
        need_seat(access)
        loaded = registry.load(access.match)
        if loaded.session is None or loaded.frozen:
            raise ApiError(409, "not_begun", "there is no position to look at")
        return tools.coaching(loaded.game, loaded.session.state, access.side)

    return await registry.run_locked(match_id, work)


def _game_and_view(registry: MatchRegistry, access: Access) -> tuple[Any, Any]:
    """The game and the view behind a token."""
    if access.role == INVITE:
        need_seat(access)
    loaded = registry.load(access.match)
    shown = state_of(loaded, access)
    if shown.view is None:
        raise ApiError(409, "not_begun" if loaded.status == OPEN else "old_rules", "there is no position to look at")
    return loaded.game, shown.view


@get("/record", media_type="application/jsonl", responses=errors(401, 409, 503))
async def record(match_id: str, access: Access, registry: MatchRegistry) -> Response[str]:
    """The record of a match that is over."""
    text = await registry.run_locked(match_id, lambda: replays.record_text(registry, access))
    headers = {"content-disposition": f'attachment; filename="hulldown-{access.match}.jsonl"'}
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)


@get("/replay", responses=errors(400, 401, 403, 409, 422, 503))
async def replay(
    match_id: str,
    access: Access,
    registry: MatchRegistry,
    perspective: Annotated[str, Parameter(max_length=32)] = replays.OWN,
    turn: Count = None,
) -> ReplayOut:
    """The match over again, as far as the token may know."""
    return await registry.run_locked(match_id, lambda: replays.replay(registry, access, perspective, turn))


@post("/fork", responses=errors(400, 401, 409, 413, 422, 503))
async def fork(request: Req, match_id: str, access: Access, data: ForkIn, registry: MatchRegistry) -> Created:
    """A new match from a turn of this one."""
    _limit_creation(request)
    await _maker(request, registry)
    if not data.side:
        _limit_bots(request)
    made = await registry.run_locked(match_id, lambda: creation.fork(registry, access, data))
    if not data.side:
        _count_bots(request, made.match)
    registry.changed(made.match, True)
    return made


router = Router(
    "/api/matches/{match_id:str}",
    route_handlers=[
        state, take_seat, reveal, give_order, set_automatic, given_orders, check, refused, suggest, undo, resign, offer,
        answer_offer, claim, rematch, save_draft, find_draft, odds, los, coach, record, replay, fork, find_chat,
        send_message, mute_author, report_message,
    ],
    dependencies={"access": Provide(provide_access)},
    security=BEARER,
    tags=["match"],
)  # fmt: skip
