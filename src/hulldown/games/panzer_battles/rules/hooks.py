"""The hooks of Panzer Battles: where a module would have a say in rules that are not its own. The book needs none."""

from __future__ import annotations

from typing import final


@final
class Hooks:
    """No hooks: the game has one book and no modules."""

    def joined(self, other: Hooks) -> Hooks:
        """These hooks with those of another module after them."""
        return self
