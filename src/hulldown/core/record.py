"""Records: the file of a game, one JSON line for the header, one for every order, one for the reveal.

The header holds the commitment to the secret made before the sides added their entropy; the reveal holds the secret.
The seed of the dice is a hash of all of them, so nobody could choose it alone, and whoever has the whole record can
replay it and check every roll. Each order's line also carries a chained hash over all lines up to it, so that an
order is bound even where another one would have led to the same position. A file cut off at any line is still a record
of the game so far.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

import msgspec

from hulldown.core.dice import SCRIPT, Roll
from hulldown.core.errors import HulldownError, MalformedError, RecordMismatchError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, Outcome, State, Step
from hulldown.core.orders import Order, Side

FORMAT = 1


class Header(msgspec.Struct, tag="header", frozen=True):
    """What was agreed before the first order."""

    format: int
    game: str
    version: str
    scenario: str
    scenario_hash: str
    options: dict[str, Scalar]
    commitment: str
    entropy: dict[Side, str]


class Entry(msgspec.Struct, tag="order", frozen=True):
    """One order with the rolls it caused, the hash of the state it led to, and the chained hash up to this line."""

    number: int
    side: Side
    order: Order
    rolls: tuple[Roll, ...]
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


def commitment(secret: str) -> str:
    """The hash that binds the holder of a secret to it."""
    return hashlib.sha256(f"hulldown commitment {secret}".encode()).hexdigest()


def seed_of(secret: str, entropy: Mapping[Side, str]) -> str:
    """The seed of the dice: a hash of the secret and of what each side added. Scripted dice stay as written."""
    if secret.startswith(SCRIPT):
        return secret
    parts = [f"{side}={entropy[side]}" for side in sorted(entropy)]
    return hashlib.sha256("\n".join(["hulldown seed", secret, *parts]).encode()).hexdigest()


def state_hash(state: State) -> str:
    """A short hash of a state's exact content."""
    return hashlib.blake2b(msgspec.json.encode(state), digest_size=12).hexdigest()


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Header | Entry | Reveal)


def line_of(part: Header | Entry | Reveal) -> str:
    """A part of a record as its line, with the line end."""
    return _encoder.encode(part).decode() + "\n"


def chain_start(header: Header) -> str:
    """The hash a record's chain begins with."""
    return hashlib.blake2b(_encoder.encode(header), digest_size=12).hexdigest()


def entry_of(before: str, number: int, side: Side, order: Order, rolls: tuple[Roll, ...], state: str) -> Entry:
    """The entry of an order, chained to the hash `before` it; `state` is the hash of the state after it."""
    content = _encoder.encode((before, number, side, order, rolls, state))
    return Entry(number, side, order, rolls, state, hashlib.blake2b(content, digest_size=12).hexdigest())


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
        except (msgspec.DecodeError, UnicodeError) as error:
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
        elif part.number != len(record.entries):
            raise MalformedError(f"order number {part.number} where {len(record.entries)} is due", place)
        else:
            record.entries.append(part)
    if record is None:
        raise MalformedError("a record begins with a header line", f"{where}, line 1")
    return record


def _begun(part: Header | Entry | Reveal, place: str) -> Record:
    if not isinstance(part, Header):
        raise MalformedError("a record begins with a header line", place)
    if part.format != FORMAT:
        raise MalformedError(f"record format {part.format}; this program reads {FORMAT}", place)
    return Record(part, [])


def text_of(record: Record) -> str:
    """A record as the text of its file."""
    lines = [line_of(record.header), *(line_of(entry) for entry in record.entries)]
    return "".join(lines + ([line_of(record.reveal)] if record.reveal is not None else []))


def start_of(record: Record, game: AnyGame) -> State:
    """The first state of a record; needs the reveal."""
    if record.reveal is None:
        raise HulldownError("the record has no reveal yet: its dice cannot be checked before the game has ended")
    header = record.header
    state: State = game.setup(header.scenario, header.options, seed_of(record.reveal.secret, header.entropy))
    return state


def replay(record: Record, game: AnyGame, strict: bool = True) -> Iterator[tuple[Entry, Step]]:
    """Each entry with the step it leads to; raises RecordMismatchError at the first difference.

    Not `strict`, only an order that is no longer possible is a difference: for records of older rules.
    """
    state = start_of(record, game)
    chain = chain_start(record.header)
    for entry in record.entries:
        place = f"order {entry.number} ({entry.side}, turn {state.turn})"
        try:
            step = game.apply(state, entry.side, entry.order)
        except HulldownError as error:
            raise RecordMismatchError(f"the order is not possible here: {error}", place) from None
        state = step.state
        if not strict:
            yield entry, step
            continue
        for made, kept in zip(step.rolls, entry.rolls, strict=False):
            if made != kept:
                raise RecordMismatchError(
                    f"roll {kept.serial} ({kept.purpose}) is recorded as {kept.value} of {kept.sides}, "
                    f"the dice give {made.value} of {made.sides} for {made.purpose}",
                    place,
                )
        if len(step.rolls) != len(entry.rolls):
            raise RecordMismatchError(f"{len(entry.rolls)} rolls recorded, {len(step.rolls)} made", place)
        if state_hash(state) != entry.state:
            raise RecordMismatchError("the position after it differs from the recorded one", place)
        chain = entry_of(chain, entry.number, entry.side, entry.order, entry.rolls, entry.state).chain
        if chain != entry.chain:
            raise RecordMismatchError("it is not what was written then: this line or one before it was altered", place)
        yield entry, step


def verify(record: Record, game: AnyGame) -> int:
    """The number of rolls checked when everything in the record is as the rules and the dice make it.

    Raises RecordMismatchError naming the first difference.
    """
    header = record.header
    if record.reveal is None:
        raise RecordMismatchError("the record has no reveal, so its dice cannot be checked", "end")
    if header.version != game.version:
        raise RecordMismatchError(f"made by rules version {header.version}, this is {game.version}", "header")
    known = {info.id: info.hash for info in game.scenarios()}
    if known.get(header.scenario) != header.scenario_hash:
        raise RecordMismatchError(f"scenario {header.scenario} has other content than the one played", "header")
    if commitment(record.reveal.secret) != header.commitment:
        raise RecordMismatchError("the revealed secret is not the one committed to", "reveal")
    rolls = 0
    try:
        state = start_of(record, game)
    except HulldownError as error:
        raise RecordMismatchError(f"the game cannot have begun like this: {error}", "header") from None
    for entry, step in replay(record, game):
        rolls += len(entry.rolls)
        state = step.state
    if game.outcome(state) != record.reveal.outcome:
        raise RecordMismatchError("the recorded outcome is not the one the orders lead to", "reveal")
    return rolls
