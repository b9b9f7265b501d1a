"""What a class tells the compiler beyond what Python says, and what it has to be told again once it is compiled.

The compiler knows the decorator by its name in `mypy_extensions`, which it brings along. When the package runs, nobody
needs that: this module is not compiled, and has an empty one in its place.
"""

from __future__ import annotations

from dataclasses import MISSING
from types import GetSetDescriptorType
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**traits):
        """A decorator that leaves a class as it is."""
        return lambda kind: kind


def declare(kind: type[Any], **fields: str) -> None:
    """Tells msgspec the true types of the fields of a dataclass; to be called right after the class is made.

    `fields` are the annotations that the compiler shortens (`list[Mover]` becomes `list`, and msgspec would leave plain
    dicts in it), as they are written in the class. The compiler also takes `__slots__` for a field. In interpreted code
    nothing is to be done but to check that the declaration is complete and says what the class says.

    A field of type `X | UnsetType` may be missing in the JSON, and is left out of it as long as it is unset.
    """
    written: dict[str, Any] = kind.__annotations__
    if all(isinstance(text, str) for text in written.values()):
        long = {name: text for name, text in written.items() if not text.isidentifier()}
        if long != fields:
            raise TypeError(f"{kind.__qualname__}: declared are {fields}, the class says {long}")
    else:
        written.pop("__slots__", None)
        kind.__dataclass_fields__.pop("__slots__", None)
        written.update(fields)
        for field in kind.__dataclass_fields__.values():
            # A field that a native base class has too would take the base's descriptor for its default.
            if isinstance(field.default, GetSetDescriptorType):
                field.default = MISSING
    for name, text in fields.items():
        if "UnsetType" in text:
            kind.__dataclass_fields__[name].default = UNSET


__all__ = ["declare", "mypyc_attr"]
