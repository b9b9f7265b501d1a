"""Replays and records: the positions of a match as a viewer knew them. Called in worker threads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from hulldown.core.dice import Roll
from hulldown.core.ending import outcome_after
from hulldown.core.errors import HulldownError
from hulldown.core.events import Event
from hulldown.core.face import EventVerb, spoken, verbs_of
from hulldown.core.game import AnyGame, Outcome, State
from hulldown.core.record import Record, Reveal, game_seed, text_of
from hulldown.core.score import Score, decided, verdict
from hulldown.server.api.errors import ApiError
from hulldown.server.api.messages import Frame, RemarkOut, ReplayEvent, ReplayOut, ReplayRoll
from hulldown.server.matches.loading import LoadedMatch
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.session import ONLOOKER
from hulldown.server.storage import store
from hulldown.server.storage.notes import find_notes
from hulldown.server.storage.store import AUTOMATIC, INVITE, OVER, Access, StoredEntry

OWN, PUBLIC, TRUTH = "own", "public", "truth"


class ReplayPosition(NamedTuple):
    """A position of a match, and what happened from it to the next one."""

    state: State
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]


def record_text(registry: MatchRegistry, access: Access) -> str:
    """The record of a match that is over, with the reveal."""
    match = access.match
    loaded, (entries, undos, notes) = registry.load_with(
        match, lambda c: (store.find_entries(c, match), store.find_undos(c, match), find_notes(c, match))
    )
    row = loaded.row
    # A frozen match is not over either: another process with its rules may still play it.
    if access.role == INVITE or row.header is None or row.status != OVER:
        raise ApiError(409, "not_over", "the record is given when the match is over")
    given = [one.entry for one in entries]
    return text_of(Record(row.header, given, Reveal(row.secret, row.outcome), undos, row.ending, notes))


def replay(registry: MatchRegistry, access: Access, perspective: str, turn: int | None) -> ReplayOut:
    """A replay from one perspective: by turns, or every step of one turn."""
    loaded, (entries, remarks) = registry.load_with(
        access.match, lambda c: (store.find_entries(c, access.match), store.find_remarks(c, access.match))
    )
    viewers = _viewers(loaded, access, perspective)
    if loaded.row.header is None:
        raise ApiError(409, "not_begun", "the match begins when every seat is taken")
    positions = list(_positions(loaded, entries))
    chosen = _turns(positions) if turn is None else _steps(loaded.game, positions, viewers, turn)
    if not chosen:
        raise HulldownError(f"the match has no turn {turn}")
    shown = _replay_out(loaded, perspective, viewers, positions, chosen)
    if loaded.row.status != OVER:
        return shown
    told = [one for one in remarks if turn in (None, one.turn) and one.remark != AUTOMATIC]
    remarks_out = [RemarkOut(one.side, one.turn, one.decision, one.remark) for one in told]
    return msgspec.structs.replace(shown, remarks=remarks_out)


def _viewers(loaded: LoadedMatch, access: Access, perspective: str) -> list[str]:
    """The viewers whose knowledge a perspective shows; raises where it may not be shown yet."""
    sides = list(loaded.game.sides)
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
    if loaded.row.status != OVER and any(one not in (access.side, ONLOOKER) for one in wanted):
        raise ApiError(409, "not_over", "what others knew is shown when the match is over")
    return wanted


def _positions(loaded: LoadedMatch, entries: list[StoredEntry]) -> Iterator[ReplayPosition]:
    """Every position of a match in order; as far as today's rules can follow."""
    game, row = loaded.game, loaded.row
    assert row.header is not None
    state: State = game.setup(row.scenario, row.header.options, game_seed(row.header, row.secret))
    for stored in entries:
        try:
            step = game.apply(state, stored.entry.side, stored.entry.order)
        except (HulldownError, LookupError, ValueError):
            break
        yield ReplayPosition(state, stored.events, stored.entry.rolls)
        state = step.state
    yield ReplayPosition(state, (), ())


def _turns(positions: list[ReplayPosition]) -> list[tuple[int, int]]:
    """Ranges of positions, one for each turn, and the last place by itself."""
    starts = [0]
    for index in range(1, len(positions)):
        if positions[index].state.turn != positions[index - 1].state.turn:
            starts.append(index)
    last = len(positions) - 1
    if starts[-1] != last:
        starts.append(last)
    return list(zip(starts, [*starts[1:], len(positions)], strict=True))


def _steps(game: AnyGame, positions: list[ReplayPosition], viewers: list[str], turn: int) -> list[tuple[int, int]]:
    """Ranges of positions of one turn, joined where the viewers saw no change from one to the next."""
    found: list[tuple[int, int]] = []
    shown: bytes | None = None
    for index, position in enumerate(positions):
        if position.state.turn != turn:
            continue
        views = msgspec.json.encode([game.view(position.state, viewer or None) for viewer in viewers])
        seen = not found or any(_sees(viewers, event) for event in positions[index - 1].events)
        if seen or views != shown:
            found.append((index, index + 1))
            shown = views
        else:
            found[-1] = (found[-1][0], index + 1)
    return found


def _sees(viewers: list[str], event: Event) -> bool:
    return any(event.seen_by(viewer or None) for viewer in viewers)


def _replay_out(
    loaded: LoadedMatch, perspective: str, viewers: list[str], positions: list[ReplayPosition],
    chosen: list[tuple[int, int]],
) -> ReplayOut:  # fmt: skip
    """The chosen ranges of positions as frames, with the events and rolls that the perspective may show."""
    game = loaded.game
    frames: list[Frame] = []
    events: list[ReplayEvent] = []
    rolls: list[ReplayRoll] = []
    verbs = verbs_of(game.face(positions[0].state.scenario))
    truth = perspective == TRUTH
    for start, end in chosen:
        first = len(events)
        for position in positions[start:end]:
            for event in position.events:
                if truth or _sees(viewers, event):
                    events.append(_replay_event(game, verbs, len(events), event, truth))
            if truth:
                turn = position.state.turn
                rolls += [ReplayRoll(r.serial, r.sides, r.value, r.purpose, turn) for r in position.rolls]
        state = positions[start].state
        views = {viewer or PUBLIC: game.view(state, viewer or None) for viewer in viewers}
        step = next(iter(views.values())).step
        # People end a game after its last position: there the score tells how.
        outcome = outcome_after(game, state, loaded.row.ending if start == len(positions) - 1 else None)
        told = {viewer: msgspec.structs.replace(view, outcome=outcome) for viewer, view in views.items()}
        score = _true_score(game, state, outcome) if truth else game.score(next(iter(told.values())))
        frames.append(Frame(state.turn, step, (first, len(events)), views, score))
    return ReplayOut(perspective, frames, events, rolls)


def _true_score(game: AnyGame, state: State, outcome: Outcome | None) -> Score:
    """How the game stood for one who knows everything: of each side what it had itself, judged by the rules."""
    views = {side: msgspec.structs.replace(game.view(state, side), outcome=outcome) for side in game.sides}
    own = {side: game.score(view) for side, view in views.items()}
    names = spoken(game.face(state.scenario))
    sides = tuple(one for side, score in own.items() for one in score.sides if one.side == side)
    if outcome is not None:
        return msgspec.structs.replace(own[game.sides[0]], sides=sides)
    judged = game.verdict(state)
    return msgspec.structs.replace(
        own[game.sides[0]],
        sides=sides,
        leader=judged.winner or "",
        standing=verdict(judged, names, False),
        decided=decided({one.side: one.able for one in sides}, names),
    )


def _replay_event(game: AnyGame, verbs: Mapping[str, EventVerb], number: int, event: Event, truth: bool) -> ReplayEvent:
    """An event of a replay; only the truth names its audience."""
    text, audience = game.describe(event), event.audience if truth else None
    return ReplayEvent(
        number, event.kind, event.rule, event.turn, event.step, event.data, text, game.side_of(event),
        verbs.get(event.kind, "note"), audience, event.factors,
    )  # fmt: skip
