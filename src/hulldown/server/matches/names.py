"""The names of players: plain text of their own choice, short and in one line."""

from __future__ import annotations

import unicodedata

from hulldown.core.errors import HulldownError
from hulldown.server.matches.texts import UNSEEN

LENGTH = 24
"""Characters of a name."""
MARKS = 2
"""Accents on one letter."""
SIGNS = frozenset(" .,-_'’!?&+#()<>/")
"""What a name may hold besides letters, digits and accents."""


def player_name(text: str) -> str:
    """A name as it is kept and shown, "" for none; raises HulldownError for one that cannot be shown in one line."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) > LENGTH:
        raise HulldownError(f"a name has at most {LENGTH} characters", hint="choose a shorter one")
    marks = MARKS  # nothing bears an accent in front
    for sign in name:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind[0] == "M" else 0
        if (kind[0] not in "LNM" and sign not in SIGNS) or sign in UNSEEN or marks > MARKS:
            raise HulldownError(
                "a name has letters, digits, spaces and . , - _ ' ! ? & + # ( ) < > /", hint="choose another"
            )
    if name and not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise HulldownError("a name has at least one letter or digit", hint="choose another")
    return name
