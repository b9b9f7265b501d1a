"""All fields of a struct at once: the same values, in the same order, as the struct itself has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hulldown.core.decisions import Option, PathDomain, UnitLegal
from hulldown.core.fields import fields_of_option, fields_of_task, fields_of_unit
from hulldown.core.orders import Task
from hulldown.core.pathdomains import Paths

OPTION = Option("MV", "9.0", (3, 4), PathDomain(5, 6, "vehicle"), (0, 5), ("exit",), ("B1",))


@pytest.mark.parametrize(
    ("struct", "read"),
    [
        (Task("A1", "MV", (3, 4), 2, "exit", ("B1", "B2")), fields_of_task),
        (Task("A1", "MV"), fields_of_task),
        (OPTION, fields_of_option),
        (Option("FC", "9.5a"), fields_of_option),
        (UnitLegal("A1", (OPTION,), True), fields_of_unit),
        (UnitLegal("A1", ()), fields_of_unit),
    ],
)
def test_all_fields_in_the_order_of_the_struct(struct: msgspec.Struct, read: Callable[[Any], object]) -> None:
    assert read(struct) == tuple(getattr(struct, name) for name in struct.__struct_fields__)


def test_paths_have_every_field_of_their_domain() -> None:
    """Each with a value of its own, so that two fields cannot change places unseen."""
    own: dict[str, object] = {}
    for number, name in enumerate(PathDomain.__struct_fields__, 10):
        default = getattr(PathDomain(0, 0, ""), name)
        own[name] = {int: number, str: name, tuple: (number,)}.get(type(default), default)
    tables = {name: [(at,)] for at, name in enumerate(("table", "turns", "entering", "leaving", "kinds", "changes"))}
    renamed = {"exits": "rim", "facing": "stance", "lead": "ahead"}
    for flag in ("straight_end", "back", "least", "begun"):
        domain = PathDomain(**(own | {flag: True}))  # type: ignore[arg-type]
        paths = Paths(domain, tables, [])
        for name in PathDomain.__struct_fields__:
            value = getattr(domain, name)
            wanted = tables[value] if name in tables else value
            assert getattr(paths, renamed.get(name, name)) == wanted, name
