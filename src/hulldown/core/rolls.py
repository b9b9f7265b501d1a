"""A roll of the dice as data, apart from the dice themselves: those are compiled, structs cannot be."""

from __future__ import annotations

import msgspec


class Roll(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One roll as a record keeps it."""

    serial: int
    sides: int
    value: int
    purpose: str
