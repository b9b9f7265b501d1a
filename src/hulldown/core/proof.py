"""What a record proves: "verified" when nothing is left open, "consistent" when it holds but proves less.

`prove` first checks the record (core/record.py), then asks who took part in the seed and whether receipts bind the
server to this very game. Every question has its line in the report, with the answer (docs/fairness.md).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

import msgspec

from hulldown.core.dice import COMMON, SCRIPT
from hulldown.core.errors import RecordMismatchError
from hulldown.core.game import AnyGame
from hulldown.core.orders import Side
from hulldown.core.receipts import Opening, Receipt, Receipts
from hulldown.core.record import (
    BOT_SHARE,
    COMMITTED,
    SAME_STATES,
    SERVER_SHARE,
    Entry,
    Header,
    Record,
    Share,
    Undo,
    chain_start,
    is_scripted,
    log_of,
    shares_of,
    verify,
)

Valid = Callable[[str, bytes, str], bool]
"""Whether a signature was made with the private half of a key: key, content, signature."""
MARKS = {
    "fixed": "the secret is one that a test server gives to every match, so others may know it",
    "known": "the game was continued from a finished one, so its secret was public before",
}


class Finding(msgspec.Struct, frozen=True):
    """One question about a record, whether the answer is proved, and the answer in words."""

    about: Literal["orders", "secret", "dice", "seed", "undo", "receipts"]
    proved: bool
    text: str


class Report(msgspec.Struct, frozen=True):
    """What was found out about a record that holds no contradiction."""

    orders: int
    rolls: int
    findings: list[Finding]

    @property
    def word(self) -> Literal["verified", "consistent"]:
        return "verified" if all(finding.proved for finding in self.findings) else "consistent"


def prove(record: Record, game: AnyGame, kept: Sequence[Receipts] = (), valid: Valid | None = None) -> Report:
    """What a record proves together with the receipts of players; raises RecordMismatchError where they contradict.

    `valid` checks signatures; it is needed when there are receipts.
    """
    rolls = verify(record, game)
    for one in kept:
        assert valid is not None
        _check_receipts(record, one, valid)
    orders = f"{len(record.entries)} orders and {rolls} rolls follow from the rules and the seed"
    if record.header.format < SAME_STATES:
        orders += "; positions were written in an older shape and are not compared"
    findings = [
        Finding("orders", True, orders),
        _secret(record),
        _dice(record),
        *map(_share, shares_of(record.header, game.sides)),
        _order_of_commitments(record.header, kept),
        *_undos(record, game, kept),
        *_rewriting(record, kept),
    ]
    return Report(len(record.entries), rolls, findings)


def _secret(record: Record) -> Finding:
    assert record.reveal is not None  # verified
    if not record.reveal.secret:
        return Finding("secret", False, "the secret behind the dice is empty: everybody knew it")
    return Finding("secret", True, "the secret revealed at the end is the one committed to")


def _dice(record: Record) -> Finding:
    assert record.reveal is not None
    header, secret = record.header, record.reveal.secret
    if is_scripted(header, secret):
        return Finding("dice", False, "scripted dice: nothing is proved about chance")
    if secret.startswith((SCRIPT, COMMON)) or header.dice == "scripted":
        return Finding("dice", False, "the secret asks for scripted or common dice: nothing is proved about chance")
    if header.dice != "keyed":
        return Finding("dice", False, MARKS[header.dice])
    return Finding("dice", True, "every roll is a keyed hash of the seed and its number")


def _share(share: Share) -> Finding:
    """Where a side's share of the seed comes from."""
    side = share.side
    if share.source == COMMITTED:
        return Finding("seed", True, f"{side}'s share is the one it committed to")
    if share.source == BOT_SHARE:
        return Finding("seed", True, f"{side} is a bot: its share follows from the secret, inside that commitment")
    if share.source == SERVER_SHARE:
        return Finding("seed", False, f"{side} left its share to the server: it rules nothing out for {side}")
    if not share.entropy:
        return Finding("seed", False, f"{side} added nothing to the seed")
    return Finding("seed", False, f"{side}'s share was told in the open: whoever came later could choose")


def _order_of_commitments(header: Header, kept: Sequence[Receipts]) -> Finding:
    """Whether somebody who took part can show that all had committed before he revealed."""
    if not any(source == COMMITTED for source in header.sources.values()):
        return Finding("seed", False, "nobody but the holder of the secret took part in the seed: he could choose it")
    for one in kept:
        if header.sources.get(one.viewer) == COMMITTED and one.opening is not None and one.entropy:
            return Finding("seed", True, f"all had committed before {one.viewer} revealed: the server signed it")
    return Finding("seed", False, "that all had committed before anybody revealed is only what the record says")


def _undos(record: Record, game: AnyGame, kept: Sequence[Receipts]) -> list[Finding]:
    """For each side whose orders were taken back, whether it shows that it asked for that itself.

    The rules cannot tell: a host could take back a waiting order in a side's name and give another one. Only the side
    knows for which undos it has asked, so its file of receipts says that.
    """
    asked: dict[Side, set[str]] = {}
    for one in kept:
        asked.setdefault(one.viewer, set()).update(one.undone)
    log = list(log_of(record))
    findings = []
    for side in game.sides:
        heads = [
            _head_after(log, place) for place, part in enumerate(log) if isinstance(part, Undo) and part.side == side
        ]
        missing = [head for head in heads if head not in asked.get(side, ())]
        if not heads:
            continue
        if not missing:
            findings.append(Finding("undo", True, f"{side} asked for the {len(heads)} undos of its orders itself"))
            continue
        why = f"{side}'s receipts do not say so" if side in asked else f"{side}'s receipts could show it"
        text = f"that {side} itself took back its orders ({len(missing)} times) is only what the record says: {why}"
        findings.append(Finding("undo", False, text))
    return findings


def _head_after(log: Sequence[Entry | Undo], place: int) -> str:
    """The head that an undo was acknowledged with: orders of others that it took along are given again before that."""
    undo = log[place]
    assert isinstance(undo, Undo)
    along = sum(isinstance(part, Entry) for part in undo.taken) - 1
    return log[place + along].chain


def _rewriting(record: Record, kept: Sequence[Receipts]) -> list[Finding]:
    """How far receipts bind the server to this record."""
    if not any(one.receipts for one in kept):
        text = "no receipts were given: that it is the game that was played is only what the record says"
        return [Finding("receipts", False, text)]
    places = heads(record)
    findings = []
    for one in kept:
        if not one.receipts:
            continue
        left = len(places) - 1 - places[max(one.receipts, key=lambda receipt: receipt.number).head]
        who = one.viewer or "an onlooker"
        said = f"{who}'s {len(one.receipts)} receipts are signed by {record.header.key[:16]}… and stand in the record"
        end = ", up to its end" if not left else f"; the last {left} orders came after them"
        findings.append(Finding("receipts", not left, said + end))
    return findings


def heads(record: Record) -> dict[str, int]:
    """Every head that the chain of a record has had, with its place in time."""
    found = {chain_start(record.header): 0}
    for place, part in enumerate(log_of(record), 1):
        found[part.chain] = place
    if record.ending is not None:
        found[record.ending.chain] = len(found)
    return found


def _check_receipts(record: Record, kept: Receipts, valid: Valid) -> None:
    """Raises RecordMismatchError where a record is not the one that receipts were given for."""
    header = record.header
    where = f"receipts of {kept.viewer or 'an onlooker'}"
    if not header.key:
        raise RecordMismatchError("the record names no key of a server, so receipts cannot be of this game", where)
    if kept.match != header.match:
        raise RecordMismatchError(f"they are of match {kept.match}, the record is of {header.match}", where)
    if kept.opening is not None:
        _check_opening(header, kept, kept.opening, where, valid)
    places = heads(record)
    last, shown = 0, -1
    for receipt in sorted(kept.receipts, key=lambda one: one.number):
        _check_signed(header, kept, receipt, where, valid)
        place = places.get(receipt.head)
        if place is None:
            raise RecordMismatchError(
                f"receipt {receipt.number} is for a game that is not in the record: the record was rewritten after "
                f"its order {last}, if not before",
                where,
            )
        if place < last or (receipt.number == shown and place != last):
            raise RecordMismatchError(f"receipt {receipt.number} stands before an earlier one in the record", where)
        last, shown = place, receipt.number


def _check_opening(header: Header, kept: Receipts, opening: Opening, where: str, valid: Valid) -> None:
    if opening.match != header.match or not valid(header.key, opening.content(), opening.signature):
        raise RecordMismatchError("the opening is not signed with the key that the record names", where)
    promised = {side: value for side, value in opening.commitments.items() if value}
    if (opening.commitment, promised) != (header.commitment, header.commitments):
        raise RecordMismatchError("the commitments of the record are not those signed before the reveal", where)
    if kept.entropy and header.entropy.get(kept.viewer) != kept.entropy:
        raise RecordMismatchError(f"the entropy that {kept.viewer} kept is not the one in the record", where)


def _check_signed(header: Header, kept: Receipts, receipt: Receipt, where: str, valid: Valid) -> None:
    if (receipt.match, receipt.viewer) != (kept.match, kept.viewer):
        raise RecordMismatchError(f"receipt {receipt.number} was given to somebody else", where)
    if not valid(header.key, receipt.content(), receipt.signature):
        raise RecordMismatchError(f"receipt {receipt.number} is not signed with the key that the record names", where)
