"""Records: the file of a game, one JSON line for the header, one for every order, one for the reveal.

The header holds the commitment to the server's secret, and for each side what it added to the dice and how that came
(`Source`). The reveal holds the secret. The seed of the dice is a hash of all of them (docs/fairness.md says who can
rely on that). Each order's line also carries a chained hash over all lines up to it, orders taken back included, so
that an order is bound even where another one would have led to the same position. A file cut off at any line is still
a record of the game so far.

Header, lines and their check stand together, since each hash is of the lines as they are written. That is why the
module has more than 500 lines.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from hulldown.core.clocks import ClockTerms
from hulldown.core.dice import COMMON, SCRIPT, Roll
from hulldown.core.ending import Ending, How, Terms, is_possible, outcome_after
from hulldown.core.errors import HulldownError, MalformedError, RecordMismatchError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, Outcome, State, Step, version_of
from hulldown.core.notes import Note
from hulldown.core.orders import Order, Side
from hulldown.core.undo import is_final

FORMAT = 3
FORMATS = (1, 2, 3)
"""What this program reads. Format 1 had no commitments of the sides, no undo lines and shorter hashes. Format 3 came
when states got another shape: the hashes of states in older records are not compared."""
SAME_STATES = 3
"""The first format whose states have the shape of today."""
SHORT, LONG = 12, 32
"""Bytes of a chained hash in format 1 and in later ones."""

Source = Literal["committed", "bot", "server", "told"]
"""How a side's entropy came: committed to before anybody revealed; derived from the server's secret, for a bot or for a
person who left it to the server; or told in the open, which proves nothing."""
COMMITTED: Source = "committed"
BOT_SHARE: Source = "bot"
SERVER_SHARE: Source = "server"
TOLD: Source = "told"

DiceMark = Literal["keyed", "scripted", "fixed", "known"]
"""What is to be known of a game's chance: nothing (keyed); the dice were written down before (scripted); the secret is
the same for every match of a test server (fixed); the secret was public before the first new order (known: a fork)."""


class Header(msgspec.Struct, tag="header", frozen=True, omit_defaults=True):
    """What was agreed before the first order. Fields with defaults came with format 2."""

    format: int
    game: str
    version: str
    scenario: str
    scenario_hash: str
    options: dict[str, Scalar]
    commitment: str
    entropy: dict[Side, str]
    sources: dict[Side, Source] = {}
    commitments: dict[Side, str] = {}
    """The commitments of the sides that made one."""
    dice: DiceMark = "keyed"
    match: str = ""
    """The server's name of the match, which its receipts carry too."""
    key: str = ""
    """The public key (Ed25519, in hex) that the receipts of the match are signed with."""
    clock: ClockTerms | None = None
    follows: str = ""
    """The match that this one is a rematch of."""


class Entry(msgspec.Struct, tag="order", frozen=True):
    """One order with the rolls it caused, the hash of the state it led to, and the chained hash up to this line."""

    number: int
    side: Side
    order: Order
    rolls: tuple[Roll, ...]
    state: str
    chain: str


class Undo(msgspec.Struct, tag="undo", frozen=True):
    """A side took its last order back: what stood from `number` on until then, in the order of time.

    Orders of other sides among it were given again by the program; they follow as entries of their own. `state` is the
    hash of the state before the first of these orders.
    """

    number: int
    side: Side
    taken: tuple[Entry | Undo, ...]
    state: str
    chain: str


class Reveal(msgspec.Struct, tag="reveal", frozen=True):
    """The end of a record: the secret behind the commitment, and the outcome if the game is over."""

    secret: str
    outcome: Outcome | None = None


class Record(msgspec.Struct):
    """A whole record in memory."""

    header: Header
    entries: list[Entry]
    reveal: Reveal | None = None
    undos: list[Undo] = []
    """Each stands before the entry of its number; several at one place in the order of time."""
    ending: Ending | None = None
    """How people ended the game before the rules did; it stands after all orders."""
    notes: list[Note] = []


def commitment(secret: str) -> str:
    """The hash that binds the holder of a secret to it."""
    return hashlib.sha256(f"hulldown commitment {secret}".encode()).hexdigest()


def entropy_commitment(side: Side, entropy: str) -> str:
    """The hash that binds a side to its entropy; with the side in it, so that nobody can copy another's."""
    return hashlib.sha256(f"hulldown entropy {side} {entropy}".encode()).hexdigest()


def derived_entropy(secret: str, side: Side) -> str:
    """The entropy of a side that adds none itself: it follows from the secret, so the secret's commitment binds it."""
    return hmac.new(secret.encode(), f"hulldown entropy of {side}".encode(), hashlib.sha256).hexdigest()


def check_secret(secret: str) -> None:
    """Raises when a text cannot be the secret of fair dice."""
    if not secret:
        raise HulldownError("the secret behind the dice is empty")
    if secret.startswith((SCRIPT, COMMON)):
        kind = "scripted" if secret.startswith(SCRIPT) else "common"
        raise HulldownError(
            f"the secret asks for {kind} dice, which are for tests and analysis",
            hint='hulldown play --dice "3 1 6" scripts the dice of a game by hand; its record says so',
        )


def seed_of(secret: str, entropy: Mapping[Side, str]) -> str:
    """The seed of the dice: a hash of the secret and of what each side added."""
    check_secret(secret)
    return _hashed(secret, entropy)


def _hashed(secret: str, entropy: Mapping[Side, str]) -> str:
    parts = [f"{side}={entropy[side]}" for side in sorted(entropy)]
    return hashlib.sha256("\n".join(["hulldown seed", secret, *parts]).encode()).hexdigest()


def is_scripted(header: Header, secret: str) -> bool:
    """Whether a game's dice were written down before: by its header, in format 1 by the secret itself."""
    return secret.startswith(SCRIPT) and (header.format == 1 or header.dice == "scripted")


def game_seed(header: Header, secret: str) -> str:
    """The seed of a recorded game, whatever its dice are."""
    return secret if is_scripted(header, secret) else _hashed(secret, header.entropy)


def same_state(header: Header, state: State, written: str) -> bool:
    """Whether a state is the one whose hash was written; states of older formats are not compared."""
    return header.format < SAME_STATES or state_hash(state) == written


def state_hash(state: State) -> str:
    """A short hash of a state's exact content."""
    return hashlib.blake2b(msgspec.json.encode(state), digest_size=12).hexdigest()


_encoder = msgspec.json.Encoder()
_Part = Header | Entry | Undo | Ending | Note | Reveal
_decoder = msgspec.json.Decoder(_Part)


def line_of(part: _Part) -> str:
    """A part of a record as its line, with the line end."""
    return _encoder.encode(part).decode() + "\n"


def chain_start(header: Header) -> str:
    """The hash a record's chain begins with."""
    size = SHORT if header.format == 1 else LONG
    return hashlib.blake2b(_encoder.encode(header), digest_size=size).hexdigest()


def _chained(before: str, content: tuple[object, ...]) -> str:
    """The next hash of a chain, as long as the one before."""
    return hashlib.blake2b(_encoder.encode((before, *content)), digest_size=len(before) // 2).hexdigest()


def entry_of(before: str, number: int, side: Side, order: Order, rolls: tuple[Roll, ...], state: str) -> Entry:
    """The entry of an order, chained to the hash `before` it; `state` is the hash of the state after it."""
    return Entry(number, side, order, rolls, state, _chained(before, (number, side, order, rolls, state)))


def undo_chain(before: str, number: int, side: Side, state: str) -> str:
    """The chained hash after a side took back what stood from `number` on; `before` binds all of that.

    The hash of the state is part of it for the sake of what is hidden: without it a side that knows the head before
    could find out by trying how many orders there were, and whether one came in between.
    """
    return _chained(before, ("undo", number, side, state))


def ending_of(before: str, number: int, how: How, side: Side, terms: Terms = "") -> Ending:
    """The line of an early end after `number` orders, chained to the hash `before` it."""
    return Ending(number, how, side, terms, _chained(before, ("end", number, how, side, terms)))


def head_of(record: Record) -> str:
    """The last chained hash of a record."""
    if record.ending is not None:
        return record.ending.chain
    if record.undos and record.undos[-1].number == len(record.entries):
        return record.undos[-1].chain
    return record.entries[-1].chain if record.entries else chain_start(record.header)


def without_torn_line(text: str) -> str:
    """The text up to its last line end: what was surely written when a program was stopped in the middle of a line."""
    return text[: text.rfind("\n") + 1]


def record_from_text(text: str, where: str) -> Record:
    """The record in a text; raises MalformedError naming the line. A torn last line is reported, not guessed at."""
    record: Record | None = None
    lines = text.split("\n")  # not splitlines: a text inside a line may hold other separators
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        place = f"{where}, line {number}"
        try:
            part = _decoder.decode(line)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            if record is not None and number == len(lines):
                raise MalformedError(
                    "the last line is torn: the program was stopped while writing it", place,
                    hint="delete that line, or go on with the game: play --resume leaves it out",
                ) from None  # fmt: skip
            raise MalformedError(f"not a line of a record: {error}", place) from None
        if record is None:
            record = _begun(part, place)
        elif record.reveal is not None or isinstance(part, Header):
            raise MalformedError("nothing may follow the reveal, and there is one header", place)
        elif isinstance(part, Reveal):
            record.reveal = part
        elif isinstance(part, Note):
            record.notes.append(part)
        elif record.ending is not None:
            raise MalformedError("the game was ended before: only the reveal may follow", place)
        elif part.number != len(record.entries):
            what = "order" if isinstance(part, Entry) else "undo" if isinstance(part, Undo) else "end"
            raise MalformedError(f"{what} number {part.number} where {len(record.entries)} is due", place)
        elif isinstance(part, Undo):
            record.undos.append(part)
        elif isinstance(part, Ending):
            record.ending = part
        else:
            record.entries.append(part)
    if record is None:
        raise MalformedError("a record begins with a header line", f"{where}, line 1")
    return record


def _begun(part: _Part, place: str) -> Record:
    if not isinstance(part, Header):
        raise MalformedError("a record begins with a header line", place)
    if part.format not in FORMATS:
        known = " and ".join(map(str, FORMATS))
        raise MalformedError(f"record format {part.format}; this program reads {known}", place)
    return Record(part, [])


def text_of(record: Record) -> str:
    """A record as the text of its file."""
    parts: list[_Part] = [record.header, *_parts(record), *record.notes]
    if record.ending is not None:
        parts.append(record.ending)
    return "".join(map(line_of, parts if record.reveal is None else [*parts, record.reveal]))


def in_one_row(entries: Sequence[Entry], undos: Sequence[Undo]) -> tuple[Entry | Undo, ...]:
    """Entries and undos in one row, each undo before the entry of its number."""
    # Sorting keeps the order of time among those of one number, and False comes before True.
    return tuple(sorted((*undos, *entries), key=lambda part: (part.number, isinstance(part, Entry))))


def _parts(record: Record) -> Iterator[Entry | Undo]:
    return iter(in_one_row(record.entries, record.undos))


def _in_time(parts: Iterator[Entry | Undo]) -> Iterator[tuple[Entry | Undo, bool]]:
    """Every order and undo in the order of time, and whether it still stands at the end."""
    for part in parts:
        if isinstance(part, Undo):
            for taken, _ in _in_time(iter(part.taken)):
                yield taken, False
        yield part, True


def log_of(record: Record) -> Iterator[Entry | Undo]:
    """Every order and undo of a record in the order of time; an undo comes after what it took back."""
    return (part for part, _ in _in_time(_parts(record)))


def start_of(record: Record, game: AnyGame) -> State:
    """The first state of a record; needs the reveal."""
    if record.reveal is None:
        raise HulldownError("the record has no reveal yet: its dice cannot be checked before the game has ended")
    header = record.header
    state: State = game.setup(header.scenario, header.options, game_seed(header, record.reveal.secret))
    return state


class _PlayedEntry(NamedTuple):
    """An order that an undo may follow: the position before it, the order, and what it led to."""

    before: State
    entry: Entry
    step: Step


class _Replay:
    """Goes through a record in the order of time; raises RecordMismatchError at the first difference."""

    def __init__(self, record: Record, game: AnyGame) -> None:
        self.game = game
        self.header = record.header
        self.state = start_of(record, game)
        self.chain = chain_start(record.header)
        self.count = 0
        self.recent: list[_PlayedEntry] = []
        """Orders since the last one that nobody can take back."""
        self.again: list[Entry] = []
        """Orders of others that an undo took along: they must be given again, before anything else happens."""

    def place(self, side: Side) -> str:
        return f"order {self.count} ({side}, turn {self.state.turn})"

    def order(self, entry: Entry) -> Step:
        place = self.place(entry.side)
        self._expected(entry, place)
        step = _applied(self.game, self.state, entry, place)
        _compare(self.header, entry, step, place)
        self.chain = entry_of(self.chain, entry.number, entry.side, entry.order, entry.rolls, entry.state).chain
        if self.chain != entry.chain or entry.number != self.count:
            raise RecordMismatchError("it is not what was written then: this line or one before it was altered", place)
        played = _PlayedEntry(self.state, entry, step)
        self.recent = [] if is_final(self.game, played.before, entry.side, step) else [*self.recent, played]
        self.state = step.state
        self.count += 1
        return step

    def _expected(self, entry: Entry, place: str) -> None:
        if not self.again:
            return
        due = self.again.pop(0)
        if (due.side, due.order) != (entry.side, entry.order):
            raise RecordMismatchError(f"{due.side}'s order was taken along by an undo and is not given again", place)

    def undo(self, undo: Undo) -> None:
        place = f"undo at {self.place(undo.side)}"
        back = self.count - undo.number
        if not 0 < back <= len(self.recent) or self.recent[-back].entry.side != undo.side:
            raise RecordMismatchError(
                "the order could not be taken back: dice were rolled or something was shown since", place
            )
        if any(one.entry.side == undo.side for one in self.recent[len(self.recent) - back + 1 :]):
            raise RecordMismatchError(f"it is not {undo.side}'s last order that was taken back", place)
        if self.again:
            raise RecordMismatchError("an order taken along by the undo before is not given again", place)
        self.chain = undo_chain(self.chain, undo.number, undo.side, undo.state)
        if self.chain != undo.chain or not same_state(self.header, self.recent[-back].before, undo.state):
            raise RecordMismatchError("it is not what was written then: this line or one before it was altered", place)
        self.state = self.recent[-back].before
        self.again = [one.entry for one in self.recent[len(self.recent) - back + 1 :]]
        self.recent = self.recent[: len(self.recent) - back]
        self.count = undo.number


def _applied(game: AnyGame, state: State, entry: Entry, place: str) -> Step:
    try:
        return game.apply(state, entry.side, entry.order)
    except HulldownError as error:
        raise RecordMismatchError(f"the order is not possible here: {error}", place) from None


def _compare(header: Header, entry: Entry, step: Step, place: str) -> None:
    """Raises where rolls or position are not those that were recorded."""
    for made, kept in zip(step.rolls, entry.rolls, strict=False):
        if made != kept:
            raise RecordMismatchError(
                f"roll {kept.serial} ({kept.purpose}) is recorded as {kept.value} of {kept.sides}, "
                f"the dice give {made.value} of {made.sides} for {made.purpose}",
                place,
            )
    if len(step.rolls) != len(entry.rolls):
        raise RecordMismatchError(f"{len(entry.rolls)} rolls recorded, {len(step.rolls)} made", place)
    if not same_state(header, step.state, entry.state):
        raise RecordMismatchError("the position after it differs from the recorded one", place)


def replay(record: Record, game: AnyGame, strict: bool = True) -> Iterator[tuple[Entry, Step]]:
    """Each entry with the step it leads to; raises RecordMismatchError at the first difference.

    Orders that were taken back are checked on the way, and not given. Not `strict`, only an order that is no longer
    possible is a difference: for records of older rules.
    """
    if not strict:
        yield from _leniently(record, game)
        return
    going = _Replay(record, game)
    for part, stands in _in_time(_parts(record)):
        if isinstance(part, Undo):
            going.undo(part)
            continue
        step = going.order(part)
        if stands:
            yield part, step
    if going.again:
        raise RecordMismatchError(f"{going.again[0].side}'s order was taken along by an undo and is missing", "end")


def _leniently(record: Record, game: AnyGame) -> Iterator[tuple[Entry, Step]]:
    state = start_of(record, game)
    for entry in record.entries:
        step = _applied(game, state, entry, f"order {entry.number} ({entry.side}, turn {state.turn})")
        state = step.state
        yield entry, step


def verify(record: Record, game: AnyGame) -> int:
    """The number of rolls checked when everything in the record is as the rules and the dice make it.

    Raises RecordMismatchError naming the first difference. A record that passes is consistent; what it proves to
    whom is another question (core/proof.py).
    """
    header = record.header
    if record.reveal is None:
        raise RecordMismatchError("the record has no reveal, so its dice cannot be checked", "end")
    version = version_of(game, header.scenario)
    if version and header.version != version:
        raise RecordMismatchError(f"made by rules version {header.version}, this is {version}", "header")
    known = {info.id: info.hash for info in game.scenarios()}
    if known.get(header.scenario) != header.scenario_hash:
        raise RecordMismatchError(f"scenario {header.scenario} has other content than the one played", "header")
    if commitment(record.reveal.secret) != header.commitment:
        raise RecordMismatchError("the revealed secret is not the one committed to", "reveal")
    _check_entropy(header, game.sides, record.reveal.secret)
    rolls = 0
    try:
        state = start_of(record, game)
    except HulldownError as error:
        raise RecordMismatchError(f"the game cannot have begun like this: {error}", "header") from None
    for entry, step in replay(record, game):
        rolls += len(entry.rolls)
        state = step.state
    _check_ending(record, game, state)
    if outcome_of(record, game, state) != record.reveal.outcome:
        raise RecordMismatchError("the recorded outcome is not the one the orders lead to", "reveal")
    return rolls


def outcome_of(record: Record, game: AnyGame, state: State) -> Outcome | None:
    """The outcome of a record whose orders lead to `state`: by the rules, or as people ended it."""
    return outcome_after(game, state, record.ending)


def _check_ending(record: Record, game: AnyGame, state: State) -> None:
    """Raises when people cannot have ended the game like this."""
    ending = record.ending
    if ending is None:
        return
    if ending.side not in game.sides or not is_possible(ending):
        raise RecordMismatchError("nobody can end a game like this", "end")
    if game.outcome(state) is not None:
        raise RecordMismatchError("the game was over by its rules: nobody could end it any more", "end")
    before = head_of(msgspec.structs.replace(record, ending=None))
    if ending != ending_of(before, len(record.entries), ending.how, ending.side, ending.terms):
        raise RecordMismatchError("it is not what was written then: this line or one before it was altered", "end")


class Share(NamedTuple):
    """What one side has put into the seed: its source, its entropy, and what it had promised before ("": nothing)."""

    side: Side
    source: Source
    entropy: str
    promise: str


def shares_of(header: Header, sides: Sequence[Side]) -> list[Share]:
    """Who contributes to the seed: the sides of the game and nobody else.

    Raises RecordMismatchError where a header names anybody else, or leaves a side out. The seed is a hash over all
    entropy of the header, so a key that is no side would let whoever writes the header choose the dice.
    """
    fields: dict[str, Mapping[Side, str]] = {
        "entropy": header.entropy,
        "source": header.sources,
        "commitment": header.commitments,
    }
    for what, named in fields.items():
        for name in named:
            if name not in sides:
                raise RecordMismatchError(
                    f"{name!r} is no side of the game, and has a share in its seed: {what}", "header"
                )
    if header.format == 1 and (header.sources or header.commitments):
        raise RecordMismatchError("a record of format 1 knows no commitments of sides", "header")
    if not header.sources and header.commitments:
        raise RecordMismatchError("there are commitments, but no side is said to have committed itself", "header")
    found = []
    for side in sides:
        share = Share(
            side, header.sources.get(side, TOLD), header.entropy.get(side, ""), header.commitments.get(side, "")
        )
        if header.sources and not (share.entropy and side in header.sources):
            raise RecordMismatchError(f"{side} has no share in the seed, although every side has one", "header")
        if (share.source == COMMITTED) != bool(share.promise):
            raise RecordMismatchError(f"{side}'s commitment does not fit the source of its share", "header")
        found.append(share)
    return found


def _check_entropy(header: Header, sides: Sequence[Side], secret: str) -> None:
    """Raises when a side's entropy is not the one it is said to be."""
    for share in shares_of(header, sides):
        side = share.side
        if share.source == COMMITTED and entropy_commitment(side, share.entropy) != share.promise:
            raise RecordMismatchError(f"{side}'s entropy is not the one {side} committed to", "header")
        if share.source in (BOT_SHARE, SERVER_SHARE) and share.entropy != derived_entropy(secret, side):
            raise RecordMismatchError(
                f"{side}'s entropy does not follow from the secret, so the commitment does not cover it", "header"
            )
