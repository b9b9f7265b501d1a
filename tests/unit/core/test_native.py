"""What compiled classes are told of their fields must be what the class says."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from hulldown.core.native import declare


@dataclass
class Crate:
    """Something with a list in it."""

    weight: int
    things: list[int]


def test_a_declaration_that_fits_changes_nothing() -> None:
    before = dict(Crate.__annotations__)
    declare(Crate, things="list[int]")
    assert Crate.__annotations__ == before


@pytest.mark.parametrize("fields", [{}, {"things": "list[str]"}, {"things": "list[int]", "weight": "int"}])
def test_a_declaration_that_does_not_fit_is_refused(fields: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="Crate: declared are"):
        declare(Crate, **fields)


def test_a_class_with_shortened_types_gets_the_true_ones() -> None:
    kind = dataclass(type("Kind", (), {"__annotations__": {"weight": int, "things": list}, "__slots__": ()}))
    kind.__annotations__["__slots__"] = type
    kind.__dataclass_fields__["__slots__"] = kind.__dataclass_fields__["weight"]
    declare(kind, things="list[int]")
    assert kind.__annotations__ == {"weight": int, "things": "list[int]"}
    assert list(kind.__dataclass_fields__) == ["weight", "things"]
