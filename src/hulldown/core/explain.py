"""Values that carry the factors that made them, so that every number can be questioned."""

from __future__ import annotations

import msgspec


class Factor(msgspec.Struct, frozen=True, omit_defaults=True):
    """One contribution: the rule behind it, what it is, its amount, and where a doubtful number comes from."""

    rule: str
    label: str
    value: int | str
    provenance: str = ""


class Explained(msgspec.Struct, frozen=True):
    """A whole number with its factors; `rule` is the case that defines the sum."""

    rule: str
    label: str
    value: int
    factors: tuple[Factor, ...] = ()

    def __str__(self) -> str:
        parts = ", ".join(f"{factor.label} {factor.value} [{factor.rule}]" for factor in self.factors)
        return f"{self.label} {self.value}" + (f" ({parts})" if parts else "")
