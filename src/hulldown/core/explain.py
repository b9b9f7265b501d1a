"""Values that carry the factors that made them, so that every number can be questioned."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from hulldown.core.tables import TAGS


class Factor(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One contribution: the rule behind it, what it is, its amount, and where the number comes from (`Tag`).

    What is worked out from other numbers is as sure as the least sure of them (`least_sure`).
    """

    rule: str
    label: str
    value: int | str
    provenance: str = ""


def least_sure(tags: Iterable[str]) -> str:
    """The tag of a number that is worked out from numbers with these tags; a rule's own numbers are the rulebook's."""
    known: tuple[str, ...] = TAGS
    return known[max((known.index(tag) for tag in tags), default=0)]


class Explained(msgspec.Struct, frozen=True):
    """A whole number with its factors; `rule` is the case that defines the sum."""

    rule: str
    label: str
    value: int
    factors: tuple[Factor, ...] = ()

    def __str__(self) -> str:
        parts = ", ".join(f"{factor.label} {factor.value} [{factor.rule}]" for factor in self.factors)
        return f"{self.label} {self.value}" + (f" ({parts})" if parts else "")
