"""Texts of people: messages and reasons. Plain text, short, without anything that could change how a line is read."""

from __future__ import annotations

import re
import unicodedata

from hulldown.core.errors import HulldownError

LENGTH = 500
"""Characters of a message."""
MARKS = 3
"""Accents on one letter."""
_MARKUP = re.compile(r"<[!/?A-Za-z]|&(#\w+|[A-Za-z]\w*);")


def plain_text(text: str, what: str = "a message", length: int = LENGTH) -> str:
    """A text as it is kept and shown; raises HulldownError for one that is too long or holds more than plain text."""
    lines = [" ".join(line.split(" ")) for line in unicodedata.normalize("NFC", text).replace("\r\n", "\n").split("\n")]
    kept = "\n".join(line.rstrip() for line in lines).strip()
    if not kept:
        raise HulldownError(f"{what} is empty", hint="write something")
    if len(kept) > length:
        raise HulldownError(f"{what} has at most {length} characters, this has {len(kept)}", hint="write less")
    if _MARKUP.search(kept):
        raise HulldownError(f"{what} is plain text: markup is not taken", hint="leave the tags out")
    marks = 0
    for sign in kept:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        # Format characters turn the direction of a line or hide letters; of the others only the line end is one.
        if (kind[0] == "C" and sign != "\n" and sign != "\u200d") or kind in ("Zl", "Zp") or marks > MARKS:
            raise HulldownError(
                f"{what} holds a character that cannot be seen (U+{ord(sign):04X})",
                hint="leave out direction marks and control characters",
            )
    return kept
