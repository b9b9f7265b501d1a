"""Receipts: what a server signs for a player, so that it cannot tell another story of the match afterwards.

The opening is signed when every side has committed itself and nobody has revealed anything. A receipt is signed for one
viewer and holds the head of the record's chain at the viewer's last change. Neither tells a viewer anything new: a head
is a hash over the state, and the state holds the seed, which nobody but the server knows before the end.
"""

from __future__ import annotations

import msgspec

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Side


class Opening(msgspec.Struct, frozen=True):
    """All commitments of a match, as they stood before anybody revealed; "" for a side inside the server's own."""

    match: str
    commitment: str
    commitments: dict[Side, str]
    key: str
    signature: str = ""

    def content(self) -> bytes:
        """The bytes that are signed."""
        sides = (f"{side}={self.commitments[side]}" for side in sorted(self.commitments))
        return "\n".join(["hulldown opening", self.match, self.commitment, *sides]).encode()


class Receipt(msgspec.Struct, frozen=True):
    """The head of a match's chain at a viewer's change of this number; an onlooker is the viewer ""."""

    match: str
    viewer: Side
    number: int
    head: str
    signature: str = ""

    def content(self) -> bytes:
        """The bytes that are signed."""
        return "\n".join(["hulldown receipt", self.match, self.viewer, str(self.number), self.head]).encode()


class Receipts(msgspec.Struct, frozen=True):
    """The file in which a player keeps what the server signed for him, with the entropy he has added himself."""

    match: str
    viewer: Side
    opening: Opening | None
    receipts: list[Receipt]
    entropy: str = ""
    undone: list[str] = []
    """The heads with which the undos were acknowledged that this player has asked for."""


def receipts_from_text(text: str, where: str) -> Receipts:
    """The receipts in a file; raises MalformedError."""
    try:
        return msgspec.json.decode(text, type=Receipts)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(f"not a file of receipts: {error}", where) from None
