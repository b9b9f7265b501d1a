"""What a scenario can be made of: options that depend on each other, with what is legal, and the forces they make.

A game whose scenario leaves nations, weapons or arms open fills a `Builder` for the options chosen so far. It never
refuses a combination: a choice that does not fit the others gives way to what fits, and its field says why.
"""

from __future__ import annotations

import msgspec

from hulldown.core.events import Scalar
from hulldown.core.orders import Side


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that an option may have, or why it may not have it here."""

    value: Scalar
    label: str
    legal: bool = True
    why: str = ""
    """Why it is not legal, with its case."""
    what: str = ""
    """What it is, in a few words or figures."""
    rule: str = ""
    provenance: str = ""
    """Where its numbers come from, where that is not the rulebook."""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """An option of the scenario as the builder asks for it."""

    name: str
    """The option's name."""
    label: str
    value: Scalar
    """What is in force: the value chosen, or the usual one."""
    usual: Scalar
    """What it is when nobody chooses."""
    choices: tuple[Choice, ...]
    group: str = ""
    """The heading under which it stands; of the fields of a side, the side is the heading."""
    side: Side = ""
    what: str = ""
    rule: str = ""
    note: str = ""
    """Why the value that was wished for is not in force."""
    idle: bool = False
    """Whether it changes nothing in this scenario, so that nobody need be asked."""


class Contingent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units of one type in a force."""

    type: str
    """As in the face."""
    count: int
    label: str
    what: str = ""
    rule: str = ""
    provenance: str = ""


class ForceFact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A figure of a force that is no unit: its artillery, its Panic Level."""

    label: str
    value: str
    rule: str = ""
    provenance: str = ""


class ForceVariant(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the forces among which a side chooses when the game has begun."""

    title: str
    units: tuple[Contingent, ...]
    rule: str = ""


class BuiltForce(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one side brings."""

    side: Side
    title: str
    units: tuple[Contingent, ...]
    """Empty where the side chooses among `variants`."""
    facts: tuple[ForceFact, ...] = ()
    variants: tuple[ForceVariant, ...] = ()


class Builder(msgspec.Struct, frozen=True, omit_defaults=True):
    """The options of a scenario with what is legal of each, and the forces they make."""

    fields: tuple[Field, ...]
    forces: tuple[BuiltForce, ...]


def settled(wished: Scalar | None, usual: Scalar, choices: tuple[Choice, ...]) -> tuple[Scalar, str]:
    """The value in force, and why it is not the one wished for: what fits stays, what does not gives way."""
    if wished is None:
        return usual, ""
    found = next((choice for choice in choices if str(choice.value) == str(wished)), None)
    if found is not None and found.legal:
        return found.value, ""
    told = found.label if found is not None else str(wished)
    why = found.why if found is not None and found.why else "is not among the choices here"
    return usual, f"{told}: {why}"
