"""The hooks of Tank!: where a module has a say in rules that are not its own."""

from __future__ import annotations

from typing import final


@final
class Hooks:
    """Lists of functions, one list for each hook; the book itself has none."""

    def joined(self, other: Hooks) -> Hooks:
        """These hooks with those of another module after them."""
        return Hooks()
