"""A game in progress: applies orders, keeps the log and the record, and takes back what nobody has seen."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.core.ending import Ending, How, Terms, outcome_after
from hulldown.core.errors import HulldownError, OutOfTurnError, RecordMismatchError
from hulldown.core.events import Event, Scalar, for_side
from hulldown.core.game import AnyGame, Outcome, State, Step, View, version_of
from hulldown.core.orders import Order, Side
from hulldown.core.record import (
    FORMAT,
    Entry,
    Header,
    Record,
    Reveal,
    Undo,
    check_secret,
    commitment,
    ending_of,
    entry_of,
    game_seed,
    head_of,
    in_one_row,
    replay,
    state_hash,
    undo_chain,
)
from hulldown.core.undo import PlayedOrder, given_again, undoable


def new_header(
    game: AnyGame,
    scenario: str,
    secret: str,
    options: Mapping[str, Scalar] | None = None,
    entropy: Mapping[Side, str] | None = None,
    scripted: bool = False,
) -> Header:
    """The header of a new game outside the server; `scripted` lets the secret write the dice down, and says so."""
    if not scripted:
        check_secret(secret)
    info = next((info for info in game.scenarios() if info.id == scenario), None)
    return Header(
        FORMAT, game.name, version_of(game, scenario), scenario, info.hash if info is not None else "",
        dict(options or {}),
        commitment(secret), dict(entropy or {}), dice="scripted" if scripted else "keyed",
    )  # fmt: skip


class Session:
    """One game being played. The secret is kept here, never in a view."""

    def __init__(
        self,
        game: AnyGame,
        scenario: str,
        secret: str,
        options: Mapping[str, Scalar] | None = None,
        entropy: Mapping[Side, str] | None = None,
        scripted: bool = False,
        header: Header | None = None,
    ) -> None:
        self.game = game
        self.secret = secret
        self.header = header or new_header(game, scenario, secret, options, entropy, scripted)
        self.state: State = game.setup(scenario, self.header.options, game_seed(self.header, secret))
        self.log: list[Event] = []
        self._played: list[PlayedOrder] = []
        # Made when asked for: hashing every state would slow down play that keeps no record.
        self._entries: list[Entry] = []
        self._undos: list[Undo] = []
        self.ending: Ending | None = None
        """How people ended the game before its rules did."""

    @property
    def outcome(self) -> Outcome | None:
        return outcome_after(self.game, self.state, self.ending)

    def end(self, how: How, side: Side, terms: Terms = "") -> None:
        """Ends the game: `side` resigns, or all agree on what `side` has offered."""
        if self.outcome is not None:
            raise HulldownError("the game is over")
        entries = self.entries()
        head = head_of(Record(self.header, entries, None, self._undos))
        self.ending = ending_of(head, len(entries), how, side, terms)

    def submit(self, side: Side, order: Order, step: Step | None = None) -> Step:
        """The step the order leads to; refuses a side that owes nothing, a passed decision and an illegal order.

        Whoever has attempted the order in this very state hands over the `step`, so that it is not made again.
        """
        decision = self.game.pending(self.state).get(side) if self.ending is None else None
        if decision is None:
            raise OutOfTurnError(f"{side} owes no decision now")
        if order.decision and order.decision != decision.id:
            raise OutOfTurnError(
                f"the order answers {order.decision}, but {decision.id} is asked", hint="look at the position again"
            )
        if step is None:
            step = self.game.apply(self.state, side, order)
        self._take(side, order, step)
        return step

    def _take(self, side: Side, order: Order, step: Step) -> None:
        self._played.append(PlayedOrder(self.state, side, order, step))
        self.state = step.state
        self.log.extend(step.events)

    def can_undo(self, side: Side) -> bool:
        return self.ending is None and undoable(self.game, self._played, side) is not None

    def undo(self, side: Side) -> Order:
        """Takes back the side's last order and returns it; orders of others made since stay."""
        place = undoable(self.game, self._played, side) if self.ending is None else None
        later = None if place is None else given_again(self.game, self._played, place)
        if place is None or later is None:
            raise HulldownError(
                f"{side} cannot undo: dice were rolled, something was revealed or the game went on since its last order"
            )
        taken = self._played[place]
        events = sum(len(one.step.events) for one in self._played[place:])
        self._note_undo(place, side)
        del self._played[place:]
        if events:
            del self.log[-events:]
        self.state = taken.before
        for one in later:
            self._take(one.side, one.order, one.step)
        return taken.order

    def _note_undo(self, index: int, side: Side) -> None:
        """Moves the entries from `index` on, and the undos among them, into the record of this undo."""
        self.entries()
        head = head_of(Record(self.header, self._entries, None, self._undos))
        taken = in_one_row(self._entries[index:], [undo for undo in self._undos if undo.number > index])
        self._undos = [undo for undo in self._undos if undo.number <= index]
        state = state_hash(self._played[index].before)
        self._undos.append(Undo(index, side, taken, state, undo_chain(head, index, side, state)))
        del self._entries[index:]

    def view(self, side: Side | None) -> View:
        return self.game.view(self.state, side)

    def events(self, side: Side | None, since: int = 0) -> list[Event]:
        """The part of the log that a side may know, from its own `since`-th event on."""
        return for_side(self.log, side)[since:]

    def entries(self) -> list[Entry]:
        """The entries of the record so far; an undo takes entries away again."""
        chain = head_of(Record(self.header, self._entries, None, self._undos))
        for number in range(len(self._entries), len(self._played)):
            one = self._played[number]
            entry = entry_of(chain, number, one.side, one.order, one.step.rolls, state_hash(one.step.state))
            self._entries.append(entry)
            chain = entry.chain
        return list(self._entries)

    def undos(self) -> list[Undo]:
        """What was taken back so far, as the record tells it."""
        return list(self._undos)

    def record(self, reveal: bool = True) -> Record:
        """The record so far; with the reveal it can be verified, without it the secret stays secret."""
        told = Reveal(self.secret, self.outcome) if reveal else None
        return Record(self.header, self.entries(), told, self.undos(), self.ending)


def resume(record: Record, game: AnyGame) -> Session:
    """The session a record leaves off at; raises RecordMismatchError where the record does not replay."""
    header = record.header
    if record.reveal is None:
        raise HulldownError("the record has no reveal: without its secret nobody can roll on")
    version = version_of(game, header.scenario)
    if header.version != version:
        raise HulldownError(
            f"the game was begun under rules version {header.version}, this is {version}",
            hint="replay shows it; a game goes on only under the rules it began with",
        )
    known = {info.id: info.hash for info in game.scenarios()}
    begun = (game.name, known.get(header.scenario), commitment(record.reveal.secret))
    session = Session(game, header.scenario, record.reveal.secret, header=header)
    if begun != (header.game, header.scenario_hash, header.commitment):
        raise RecordMismatchError("scenario or commitment are not those of the game begun", "header")
    for entry, step in replay(record, game):
        session._take(entry.side, entry.order, step)
    session._entries, session._undos = list(record.entries), list(record.undos)
    session.ending = record.ending
    return session
