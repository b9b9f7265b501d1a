"""Replays and records: the positions of a match over again, as a viewer knew them. Called in worker threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from hulldown.core.dice import Roll
from hulldown.core.errors import HulldownError
from hulldown.core.events import Event
from hulldown.core.face import verbs_of
from hulldown.core.game import AnyGame, State
from hulldown.core.record import Record, Reveal, game_seed, text_of
from hulldown.server.api.errors import ApiError
from hulldown.server.api.messages import Frame, RemarkOut, ReplayEvent, ReplayOut, ReplayRoll
from hulldown.server.matches.loading import Room
from hulldown.server.matches.match import ONLOOKER
from hulldown.server.matches.registry import Hall
from hulldown.server.storage import store
from hulldown.server.storage.store import INVITE, OVER, Access, StoredEntry

OWN, PUBLIC, TRUTH = "own", "public", "truth"


class Place(NamedTuple):
    """A position of a match, and what happened from it to the next one."""

    state: State
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]


def record_text(hall: Hall, access: Access) -> str:
    """The record of a match that is over, with the reveal."""
    room, (entries, undos) = hall.room_and(
        access.match, lambda c: (store.find_entries(c, access.match), store.find_undos(c, access.match))
    )
    row = room.row
    # Not of a frozen one either: another process, with the rules it was begun under, may still play it.
    if access.role == INVITE or row.header is None or row.status != OVER:
        raise ApiError(409, "not_over", "the record is given when the match is over")
    return text_of(Record(row.header, [one.entry for one in entries], Reveal(row.secret, row.outcome), undos))


def replay(hall: Hall, access: Access, perspective: str, turn: int | None) -> ReplayOut:
    """A replay from one perspective: by turns, or every step of one turn."""
    room, (entries, remarks) = hall.room_and(
        access.match, lambda c: (store.find_entries(c, access.match), store.find_remarks(c, access.match))
    )
    viewers = _viewers(room, access, perspective)
    if room.row.header is None:
        raise ApiError(409, "not_begun", "the match begins when every seat is taken")
    places = list(_places(room, entries))
    chosen = _turns(places) if turn is None else _steps(room.game, places, viewers, turn)
    if not chosen:
        raise HulldownError(f"the match has no turn {turn}")
    told = _told(room.game, perspective, viewers, places, chosen)
    if room.row.status != OVER:
        return told
    shown = [RemarkOut(one.side, one.turn, one.decision, one.remark) for one in remarks if turn in (None, one.turn)]
    return msgspec.structs.replace(told, remarks=shown)


def _viewers(room: Room, access: Access, perspective: str) -> list[str]:
    """The viewers whose knowledge a perspective shows; raises where it may not be shown yet."""
    sides = list(room.game.sides)
    if perspective == OWN:
        wanted = [access.side]
    elif perspective == PUBLIC:
        wanted = [ONLOOKER]
    elif perspective == TRUTH:
        wanted = sides
    elif perspective in sides:
        wanted = [perspective]
    else:
        raise HulldownError(
            f"there is no perspective {perspective!r}", hint=f"one of {', '.join((OWN, PUBLIC, TRUTH, *sides))}"
        )
    if access.role == INVITE:
        raise ApiError(403, "role", "only the holder of a seat or an onlooker may do this")
    if room.row.status != OVER and any(one not in (access.side, ONLOOKER) for one in wanted):
        raise ApiError(409, "not_over", "what others knew is shown when the match is over")
    return wanted


def _places(room: Room, entries: list[StoredEntry]) -> Iterator[Place]:
    """Every position of a match in order; as far as today's rules can follow."""
    game, row = room.game, room.row
    assert row.header is not None
    state: State = game.setup(row.scenario, row.header.options, game_seed(row.header, row.secret))
    for stored in entries:
        try:
            step = game.apply(state, stored.entry.side, stored.entry.order)
        except (HulldownError, LookupError, ValueError):
            break
        yield Place(state, stored.events, stored.entry.rolls)
        state = step.state
    yield Place(state, (), ())


def _turns(places: list[Place]) -> list[tuple[int, int]]:
    """Ranges of places, one for each turn, and the last place by itself."""
    starts = [0]
    for index in range(1, len(places)):
        if places[index].state.turn != places[index - 1].state.turn:
            starts.append(index)
    last = len(places) - 1
    if starts[-1] != last:
        starts.append(last)
    return list(zip(starts, [*starts[1:], len(places)], strict=True))


def _steps(game: AnyGame, places: list[Place], viewers: list[str], turn: int) -> list[tuple[int, int]]:
    """Ranges of places of one turn, joined where the viewers saw no change from one to the next."""
    found: list[tuple[int, int]] = []
    shown: bytes | None = None
    for index, place in enumerate(places):
        if place.state.turn != turn:
            continue
        views = msgspec.json.encode([game.view(place.state, viewer or None) for viewer in viewers])
        seen = not found or any(_sees(viewers, event) for event in places[index - 1].events)
        if seen or views != shown:
            found.append((index, index + 1))
            shown = views
        else:
            found[-1] = (found[-1][0], index + 1)
    return found


def _sees(viewers: list[str], event: Event) -> bool:
    return any(event.seen_by(viewer or None) for viewer in viewers)


def _told(
    game: AnyGame, perspective: str, viewers: list[str], places: list[Place], chosen: list[tuple[int, int]]
) -> ReplayOut:
    frames: list[Frame] = []
    events: list[ReplayEvent] = []
    rolls: list[ReplayRoll] = []
    verbs = verbs_of(game.face(places[0].state.scenario))
    audience: Callable[[Event], tuple[str, ...] | None] = lambda event: None  # noqa: E731
    if perspective == TRUTH:
        audience = lambda event: event.audience  # noqa: E731
    for start, end in chosen:
        first = len(events)
        for place in places[start:end]:
            for event in place.events:
                if perspective == TRUTH or _sees(viewers, event):
                    events.append(
                        ReplayEvent(len(events), event.kind, event.rule, event.turn, event.step, event.data,
                                    game.describe(event), game.side_of(event), verbs.get(event.kind, "note"),
                                    audience(event))
                    )  # fmt: skip
            if perspective == TRUTH:
                turn = place.state.turn
                rolls += [ReplayRoll(r.serial, r.sides, r.value, r.purpose, turn) for r in place.rolls]
        state = places[start].state
        views = {viewer or PUBLIC: game.view(state, viewer or None) for viewer in viewers}
        step = next(iter(views.values())).step
        frames.append(Frame(state.turn, step, (first, len(events)), views))
    return ReplayOut(perspective, frames, events, rolls)
