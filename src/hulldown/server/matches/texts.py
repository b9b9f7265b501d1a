"""Texts of people: messages and reasons. Plain text, short, without anything that could change how a line is read."""

from __future__ import annotations

import unicodedata

from hulldown.core.errors import HulldownError

LENGTH = 500
"""Characters of a message."""
MARKS = 3
"""Accents on one letter."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that leave an empty place: fillers of Hangul, the empty cell of Braille."""
UNSEEN = BLANKS | frozenset("\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f")
UNSEEN |= frozenset(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
"""Those, and accents that cannot be seen: the joiner of graphemes, inherent vowels, variation selectors."""


def plain_text(text: str, what: str = "a message", length: int = LENGTH) -> str:
    """A text as it is kept and shown; raises HulldownError for one that is too long or holds what cannot be seen.

    Tags are texts like others: whoever shows a text shows it as it is.
    """
    lines = [" ".join(line.split(" ")) for line in unicodedata.normalize("NFC", text).replace("\r\n", "\n").split("\n")]
    kept = "\n".join(line.rstrip() for line in lines).strip()
    if not any(unicodedata.category(sign)[0] in "LNPS" and sign not in UNSEEN for sign in kept):
        raise HulldownError(f"{what} is empty", hint="write something")
    if len(kept) > length:
        raise HulldownError(f"{what} has at most {length} characters, this has {len(kept)}", hint="write less")
    marks = 0
    for sign in kept:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        # Format characters turn the direction of a line or hide letters; of the others only the line end is one.
        hidden = kind[0] == "C" and sign not in "\n\u200d"
        if hidden or kind in ("Zl", "Zp") or sign in BLANKS or marks > MARKS:
            raise HulldownError(
                f"{what} holds a character that cannot be seen (U+{ord(sign):04X})",
                hint="leave out direction marks and control characters",
            )
    return kept
