"""A match in memory: the position, each viewer's log, and the orders that can still be taken back.

A session changes only by orders that are already stored. `prepare` works out everything that an order leads to without
touching the session, the caller stores it, and `accept` takes it over.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from hulldown.core.asking import Prospect
from hulldown.core.decisions import Decision, Legal
from hulldown.core.ending import Ending, outcome_after
from hulldown.core.events import Event
from hulldown.core.face import EventVerb, verbs_of
from hulldown.core.game import AnyGame, State, View
from hulldown.core.orders import Order, Side
from hulldown.core.record import Header, Undo, chain_start, entry_of, same_state, state_hash, undo_chain
from hulldown.core.score import Score
from hulldown.core.undo import PlayedOrder, asks_anew, given_again, is_final, undoable
from hulldown.server.lazy import lazy
from hulldown.server.matches.viewer_log import LogEntry, ViewerLog, WireEvent
from hulldown.server.storage.store import Seen, StoredEntry

_json = msgspec.json.Encoder()
ONLOOKER = ""
"""The viewer that is no side."""
NOTHING_SEEN = Seen(0, 0, "", 0.0)


class ViewerState:
    """What a viewer is shown of a position besides its log; everything is worked out only if somebody looks."""

    def __init__(self, game: AnyGame, position: Position, viewer: str) -> None:
        self._game = game
        self._position = position
        self._viewer = viewer

    @lazy
    def view(self) -> View:
        position = self._position
        view: View = self._game.view(position.state, self._viewer or None)
        if position.ending is None:
            return view
        outcome = outcome_after(self._game, position.state, position.ending)
        return msgspec.structs.replace(view, outcome=outcome, owing=(), decision=None)

    @lazy
    def legal(self) -> Legal | None:
        """The answers to what the viewer is asked; None when it is asked nothing."""
        position = self._position
        if position.ending is not None or self._viewer not in position.asked:
            return None
        legal: Legal = self._game.legal(position.state, self._viewer)
        return legal

    @lazy
    def undo(self) -> bool:
        """Whether the viewer can take an order back."""
        position = self._position
        if position.ending is not None or not self._viewer:
            return False
        return undoable(self._game, position.recent, self._viewer) is not None

    def same_as(self, other: ViewerState) -> bool:
        """Whether the viewer is shown the same. While that is so, nothing has happened for that viewer."""
        return bool(self.view == other.view) and self.legal == other.legal and self.undo == other.undo

    @lazy
    def view_json(self) -> bytes:
        return _json.encode(self.view)

    @lazy
    def legal_json(self) -> bytes:
        return _json.encode(self.legal)

    @lazy
    def score(self) -> Score:
        """How the game stands by this view."""
        score: Score = self._game.score(self.view)
        return score


class Position(NamedTuple):
    """The state after an order or an undo, with the record's head and the orders that can still be taken back."""

    state: State
    chain: str
    recent: tuple[PlayedOrder, ...]
    asked: Mapping[Side, Decision]
    """Who owes an answer by the rules, and to what."""
    ending: Ending | None = None
    """How people ended the match before its rules did."""


class Change(NamedTuple):
    """All that an order or an undo leads to: what to store from number `cut` on, and the session's next values."""

    cut: int
    added: tuple[StoredEntry, ...]
    position: Position
    viewer_states: dict[str, ViewerState]
    seen: dict[str, Seen]
    final: bool = False
    """Whether nothing up to here can be taken back any more."""
    undo: Undo | None = None
    """The undo that this is. The orders it took back are found where it is stored."""

    @property
    def state(self) -> State:
        return self.position.state


class Author(NamedTuple):
    """Who makes a change and when; `undone` when he takes an order back."""

    side: Side
    when: float
    undone: bool = False


class MatchSession:
    """A match being played. Not safe for several threads at once."""

    def __init__(
        self, game: AnyGame, match: str, header: Header, seed: str, seen: dict[str, Seen], revision: int
    ) -> None:
        self.game = game
        self.verbs = verbs_of(game.face(header.scenario))
        self.match = match
        self.header = header
        self.seed = seed
        self.seen = seen
        self.revision = revision
        self.viewers: tuple[str, ...] = (*game.sides, ONLOOKER)
        self.logs = {viewer: ViewerLog() for viewer in self.viewers}
        self.state: State = game.setup(header.scenario, header.options, seed)
        self._asked: Mapping[Side, Decision] = {}
        self._asked_of: State | None = None
        self.count = 0
        """Orders so far."""
        self.chain = chain_start(header)
        self.recent: tuple[PlayedOrder, ...] = ()
        """The last orders, since the last one that cannot be taken back."""
        self.ending: Ending | None = None
        """How people ended the match before its rules did."""
        self.automatic: frozenset[int] = frozenset()
        """The numbers of the orders that the server gave for a player."""
        self.answered: dict[Side, list[tuple[int, int]]] = {side: [] for side in game.sides}
        """By side: the number of such an order, and the place in the side's log where it was given."""
        self.viewer_states: dict[str, ViewerState] = {}
        self.prospects: dict[Side, tuple[Legal, tuple[Prospect, ...] | None]] = {}
        """By side: its last question about a chance to react, weighed."""
        self.snapshot = 0
        """Orders behind the last snapshot."""

    @property
    def asked(self) -> Mapping[Side, Decision]:
        """Who owes an answer by the rules, and to what."""
        if self._asked_of is not self.state:
            self._asked, self._asked_of = self.game.pending(self.state), self.state
        return self._asked

    def prepare(self, side: Side, order: Order, now: float) -> Change:
        """What the order leads to; raises IllegalOrderError."""
        step = self.game.apply(self.state, side, order)
        entry = entry_of(self.chain, self.count, side, order, step.rolls, state_hash(step.state))
        asked = self.game.pending(step.state)
        final = step.fences(side) or asks_anew(side, self.asked, asked)
        recent = () if final else (*self.recent, PlayedOrder(self.state, side, order, step))
        added = (StoredEntry(entry, self.state.turn, step.events),)
        position = Position(step.state, entry.chain, recent, asked)
        return self._change(self.count, added, position, Author(side, now))._replace(final=final)

    def prepare_undo(self, side: Side, now: float) -> tuple[Order, Change] | None:
        """The order a side can take back, and what that leads to. Later orders of other sides stay."""
        place = undoable(self.game, self.recent, side)
        later = None if place is None else given_again(self.game, self.recent, place)
        if place is None or later is None:
            return None
        taken = self.recent[place]
        cut = self.count - len(self.recent) + place
        before = state_hash(taken.before)
        undo = Undo(cut, side, (), before, undo_chain(self.chain, cut, side, before))
        state, chain = taken.before, undo.chain
        added: list[StoredEntry] = []
        for one in later:
            entry = entry_of(chain, cut + len(added), one.side, one.order, one.step.rolls, state_hash(one.step.state))
            added.append(StoredEntry(entry, one.before.turn, one.step.events))
            state, chain = one.step.state, entry.chain
        position = Position(state, chain, (*self.recent[:place], *later), self.game.pending(state))
        change = self._change(cut, tuple(added), position, Author(side, now, undone=True))
        return taken.order, change._replace(undo=undo)

    def prepare_ending(self, ending: Ending, now: float) -> Change:
        """What it leads to when people end the match; nothing can be taken back then."""
        position = Position(self.state, ending.chain, (), self.asked, ending)
        return self._change(self.count, (), position, Author("", now))._replace(final=True)

    def _change(self, cut: int, added: tuple[StoredEntry, ...], position: Position, author: Author) -> Change:
        states = self._shown(position)
        removed = self._removed_events(cut) if cut < self.count else []
        stored = [event for one in added for event in one.events]
        # Every view says who owes an answer, so where that is another the views need not be compared.
        moved = not self.ending and not position.ending and tuple(self.asked) != tuple(position.asked)
        seen: dict[str, Seen] = {}
        for viewer in self.viewers:
            old = self.seen.get(viewer) or NOTHING_SEEN
            own = viewer == author.side
            shown = self.viewer_states.get(viewer)
            same_log = _visible(removed, viewer) == _visible(stored, viewer)
            if own or moved or not same_log or shown is None or not states[viewer].same_as(shown):
                epoch = old.epoch + (author.undone and own)
                seen[viewer] = Seen(old.number + 1, epoch, "", author.when, position.chain)
            else:
                seen[viewer] = old
        return Change(cut, added, position, states, seen)

    def _removed_events(self, cut: int) -> list[Event]:
        """The events of the orders from number `cut` on."""
        removed = self.count - cut
        return [event for one in self.recent[len(self.recent) - removed :] for event in one.step.events]

    def accept(self, change: Change, automatic: bool = False) -> None:
        """Takes over what has been stored; `automatic` when the server has answered for a player."""
        if change.cut < self.count:
            self._cut(change.cut)
        if automatic:
            self.automatic |= {stored.entry.number for stored in change.added}
        for stored in change.added:
            self.log(stored)
        self.count = change.cut + len(change.added)
        self.state, self.chain, self.recent, self._asked, self.ending = change.position
        self._asked_of = self.state
        self.viewer_states, self.seen = change.viewer_states, change.seen
        self.revision += 1
        self._settle()

    def _cut(self, cut: int) -> None:
        """Takes the orders from number `cut` on out of all logs."""
        removed = self._removed_events(cut)
        for viewer in self.viewers:
            self.logs[viewer].cut(_visible(removed, viewer))
        self.automatic = frozenset(number for number in self.automatic if number < cut)
        for side, known in self.answered.items():
            self.answered[side] = [one for one in known if one[0] < cut]

    def note_ending(self, ending: Ending | None) -> None:
        """Takes over how people ended the match, as it is stored."""
        if ending is not None and ending != self.ending:
            self.ending, self.chain, self.recent = ending, ending.chain, ()

    def log(self, stored: StoredEntry) -> None:
        """Adds what an order led to to the logs of those who may know it."""
        entry = stored.entry
        if entry.number in self.automatic:
            self.answered[entry.side].append((entry.number, len(self.logs[entry.side])))
        self.extend_logs(stored.events)

    def extend_logs(self, events: Sequence[Event]) -> None:
        """Adds events to the logs of those who may know them."""
        for event in events:
            entry = LogEntry(event)
            for viewer in self.viewers:
                if event.seen_by(viewer or None):
                    self.logs[viewer].append(entry)

    def told(self, viewer: str, first: int = 0) -> list[WireEvent]:
        """The log of a viewer from this number on, as it is sent."""
        return [self._wire(entry, number) for number, entry in enumerate(self.logs[viewer].since(first), first)]

    def _wire(self, entry: LogEntry, number: int) -> WireEvent:
        """An entry of a log under its number there. The text is made once for all viewers."""
        made = entry.told
        if made is None:
            made = wire_event(self.game, self.verbs, number, entry.event)
        elif made.n != number:
            made = msgspec.structs.replace(made, n=number)
        entry.told = made
        return made

    def replay(self, stored: StoredEntry) -> bool:
        """Whether a stored order leads to the stored position; if so, the session moves there."""
        side, order = stored.entry.side, stored.entry.order
        step = self.game.apply(self.state, side, order)
        if stored.entry.number != self.count or not same_state(self.header, step.state, stored.entry.state):
            return False
        given = PlayedOrder(self.state, side, order, step)
        self.recent = () if is_final(self.game, self.state, side, step) else (*self.recent, given)
        self.state, self.chain = step.state, stored.entry.chain
        self.count += 1
        self.log(stored)
        self._settle()
        return True

    def restore(self, state: State, stored: Sequence[StoredEntry]) -> None:
        """Puts the session after these orders. The last of them led to this state and cannot be taken back."""
        self.state, self.recent = state, ()
        self.count = self.snapshot = len(stored)
        self.chain = stored[-1].entry.chain
        for one in stored:
            self.log(one)
        self._settle()

    def _settle(self) -> None:
        """Packs old events when nothing can be taken back any more."""
        if not self.recent:
            for log in self.logs.values():
                log.settle()

    def update_viewer_states(self) -> None:
        """Works out what every viewer is shown now."""
        position = Position(self.state, self.chain, self.recent, self.asked, self.ending)
        self.viewer_states = self._shown(position)

    def _shown(self, position: Position) -> dict[str, ViewerState]:
        return {viewer: ViewerState(self.game, position, viewer) for viewer in self.viewers}

    def first_seen(self, now: float) -> dict[str, Seen]:
        """What the viewers have seen once they are shown the first position."""
        self.update_viewer_states()
        return {viewer: Seen(1, 0, "", now, self.chain) for viewer in self.viewers}


def wire_event(game: AnyGame, verbs: Mapping[str, EventVerb], number: int, event: Event) -> WireEvent:
    """An event as a viewer gets it."""
    return WireEvent(
        number, event.kind, event.rule, event.turn, event.step, event.data, game.describe(event), game.side_of(event),
        verbs.get(event.kind, "note"), event.factors,
    )  # fmt: skip


def _visible(events: Iterable[Event], viewer: str) -> int:
    """How many of the events a viewer may know."""
    return sum(event.seen_by(viewer or None) for event in events)
