"""What a class can tell the compiler beyond what Python says; in interpreted code it means nothing.

The compiler knows the decorator by its name in `mypy_extensions`, which it brings along. When the package runs, nobody
needs that: this module is not compiled, and has an empty one in its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**traits):
        """A decorator that leaves a class as it is."""
        return lambda kind: kind


__all__ = ["mypyc_attr"]
