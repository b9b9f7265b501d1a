"""Whole numbers in texts that somebody has written.

`str.isdigit` says yes to "²", which `int` refuses; `int` refuses thousands of digits and takes digits of other scripts
and "1_0". Whoever reads a number from a text asks here.
"""

from __future__ import annotations

DIGITS = 9
"""Digits of the longest number anybody means."""


def whole_number(text: str, digits: int = DIGITS) -> int | None:
    """The number that a text of the digits 0 to 9 means, with or without a minus; None when it is something else."""
    plain = text[1:] if text.startswith("-") else text
    if not (plain.isascii() and plain.isdecimal()) or len(plain) > digits:
        return None
    return int(text)
