"""A match in memory: the position, each viewer's log, and what can still be taken back.

A table is changed only by orders that are already stored. `prepare` works out everything that an order leads to
without touching the table, the caller stores it, and `accept` takes it over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from hulldown.core.decisions import Legal
from hulldown.core.events import Event, Scalar
from hulldown.core.face import Verb, verbs_of
from hulldown.core.game import AnyGame, State, Step, View
from hulldown.core.orders import Order, Side
from hulldown.core.record import Header, Undo, chain_start, entry_of, state_hash, undo_chain
from hulldown.core.undo import given_again, is_final, undoable
from hulldown.server.storage.store import Seen, StoredEntry

ONLOOKER = ""
"""The viewer that is no side."""


class WireEvent(msgspec.Struct, frozen=True):
    """An event as a viewer gets it: numbered in its own log, in words too, without a trace of who else knows."""

    n: int
    kind: str
    rule: str
    turn: int
    step: str
    data: dict[str, Scalar]
    text: str
    side: Side
    """The side it tells of; "" for none."""
    verb: Verb
    """What is seen of it in the playback."""


class Past(NamedTuple):
    """An order that can perhaps be taken back: the state before it, and what it caused."""

    before: State
    side: Side
    order: Order
    step: Step


class Showing(NamedTuple):
    """What a viewer is shown besides its log."""

    view: View
    legal: Legal | None
    undo: bool


class Change(NamedTuple):
    """All that an order or an undo leads to: what to store from `cut` on, and the table's next values."""

    cut: int
    added: tuple[StoredEntry, ...]
    state: State
    tail: tuple[Past, ...]
    chain: str
    showing: dict[str, Showing]
    seen: dict[str, Seen]
    fenced: bool
    undo: Undo | None = None
    """The undo that this is; what it took is found where it is stored."""


def log_entry(game: AnyGame, verbs: Mapping[str, Verb], number: int, event: Event) -> WireEvent:
    """An event as a viewer gets it; `verbs` are those of the scenario's face."""
    return WireEvent(
        number, event.kind, event.rule, event.turn, event.step, event.data, game.describe(event), game.side_of(event),
        verbs.get(event.kind, "note"),
    )  # fmt: skip


class Table:
    """A match being played; not safe for several threads at once."""

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
        self.logs: dict[str, list[WireEvent]] = {viewer: [] for viewer in self.viewers}
        self.state: State = game.setup(header.scenario, header.options, seed)
        self.count = 0
        """Orders so far."""
        self.chain = chain_start(header)
        self.tail: tuple[Past, ...] = ()
        self.showing: dict[str, Showing] = {}
        self.snapshot = 0
        """Orders behind the last snapshot."""

    def prepare(self, side: Side, order: Order, now: float) -> Change:
        """What the order leads to; raises IllegalOrderError."""
        step = self.game.apply(self.state, side, order)
        turn = self.state.turn
        entry = entry_of(self.chain, self.count, side, order, step.rolls, state_hash(step.state))
        past = Past(self.state, side, order, step)
        fenced = is_final(self.game, self.state, side, step)
        tail = () if fenced else (*self.tail, past)
        added = (StoredEntry(entry, turn, step.events),)
        return self._change(self.count, added, step.state, tail, entry.chain, fenced, now, side, undone=False)

    def prepare_undo(self, side: Side, now: float) -> tuple[Order, Change] | None:
        """The order a side can take back, and what that leads to; orders of others made since stay."""
        place = undoable(self.game, self.tail, side)
        later = None if place is None else given_again(self.game, self.tail, place)
        if place is None or later is None:
            return None
        taken = self.tail[place]
        cut = self.count - len(self.tail) + place
        state, tail = taken.before, self.tail[:place]
        before = state_hash(state)
        chain = undo_chain(self.chain, cut, side, before)
        undo = Undo(cut, side, (), before, chain)
        added: list[StoredEntry] = []
        for one in later:
            entry = entry_of(chain, cut + len(added), one.side, one.order, one.step.rolls, state_hash(one.step.state))
            added.append(StoredEntry(entry, one.before.turn, one.step.events))
            tail = (*tail, Past(one.before, one.side, one.order, one.step))
            state, chain = one.step.state, entry.chain
        change = self._change(cut, tuple(added), state, tail, chain, False, now, side, undone=True)
        return taken.order, change._replace(undo=undo)

    def _change(
        self,
        cut: int,
        added: tuple[StoredEntry, ...],
        state: State,
        tail: tuple[Past, ...],
        chain: str,
        fenced: bool,
        now: float,
        actor: Side,
        undone: bool,
    ) -> Change:
        showing = {viewer: show(self.game, state, tail, viewer) for viewer in self.viewers}
        removed = self.count - cut
        seen: dict[str, Seen] = {}
        for viewer in self.viewers:
            old = self.seen.get(viewer) or Seen(0, 0, "", 0.0)
            gone = _visible(self.tail[len(self.tail) - removed :], viewer) if removed else 0
            events = len(self.logs[viewer]) - gone + _visible_in(added, viewer)
            digest = _digest(showing[viewer], events)
            back = undone and viewer == actor
            changed = digest != old.digest or viewer == actor
            seen[viewer] = Seen(old.number + 1, old.epoch + back, digest, now, chain) if changed else old
        return Change(cut, added, state, tail, chain, showing, seen, fenced)

    def accept(self, change: Change) -> None:
        """Takes over what has been stored."""
        if change.cut < self.count:
            gone = self.tail[len(self.tail) - (self.count - change.cut) :]
            for viewer in self.viewers:
                count = _visible(gone, viewer)
                if count:
                    del self.logs[viewer][-count:]
        for stored in change.added:
            self.extend_logs(stored.events)
        self.count = change.cut + len(change.added)
        self.state, self.tail, self.chain = change.state, change.tail, change.chain
        self.showing, self.seen = change.showing, change.seen
        self.revision += 1

    def extend_logs(self, events: Sequence[Event]) -> None:
        """Adds events to the logs of those who may know them."""
        for viewer in self.viewers:
            log = self.logs[viewer]
            for event in events:
                if event.seen_by(viewer or None):
                    log.append(log_entry(self.game, self.verbs, len(log), event))

    def replay(self, stored: StoredEntry) -> bool:
        """Whether a stored order leads to the stored position; then the table stands there."""
        step = self.game.apply(self.state, stored.entry.side, stored.entry.order)
        if stored.entry.number != self.count or state_hash(step.state) != stored.entry.state:
            return False
        side = stored.entry.side
        past = Past(self.state, side, stored.entry.order, step)
        self.tail = () if is_final(self.game, self.state, side, step) else (*self.tail, past)
        self.state, self.chain = step.state, stored.entry.chain
        self.count += 1
        self.extend_logs(stored.events)
        return True

    def stand(self, state: State, stored: Sequence[StoredEntry]) -> None:
        """Puts the table after these orders, whose last one led to this state and cannot be taken back."""
        self.state, self.tail = state, ()
        self.count = self.snapshot = len(stored)
        self.chain = stored[-1].entry.chain
        for one in stored:
            self.extend_logs(one.events)

    def look(self) -> None:
        """Works out what every viewer is shown now."""
        self.showing = {viewer: show(self.game, self.state, self.tail, viewer) for viewer in self.viewers}

    def begun(self, now: float) -> dict[str, Seen]:
        """What the viewers have seen when they see the first position."""
        self.look()
        return {
            viewer: Seen(1, 0, _digest(self.showing[viewer], len(self.logs[viewer])), now, self.chain)
            for viewer in self.viewers
        }


def show(game: AnyGame, state: State, tail: tuple[Past, ...], viewer: str) -> Showing:
    """What a viewer is shown of a position."""
    view = game.view(state, viewer or None)
    if not viewer:
        return Showing(view, None, False)
    legal = game.legal(state, viewer) if viewer in game.pending(state) else None
    return Showing(view, legal, undoable(game, tail, viewer) is not None)


def _visible(pasts: Sequence[Past], viewer: str) -> int:
    return sum(event.seen_by(viewer or None) for past in pasts for event in past.step.events)


def _visible_in(added: Sequence[StoredEntry], viewer: str) -> int:
    return sum(event.seen_by(viewer or None) for stored in added for event in stored.events)


def _digest(showing: Showing, events: int) -> str:
    """A hash of all a viewer can see: when it stays the same, nothing has happened for that viewer."""
    content = msgspec.json.encode((showing.view, showing.legal, showing.undo, events))
    return hashlib.blake2b(content, digest_size=12).hexdigest()
