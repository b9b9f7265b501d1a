"""MVR: to drive backwards, front to the enemy (9.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.decisions import Option, PathDomain
from hulldown.games.tank.rules.arms import Arms
from hulldown.games.tank.rules.ground import PARTIAL, TRUCK
from hulldown.games.tank.rules.verbs.base import NOTHING
from hulldown.games.tank.rules.verbs.move import MoveVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.legal import Domain

HEXES: Final = 2


class Reverse(MoveVerb):
    """To move in reverse: vehicles only (9.6a), two hexes at most and half the points (9.6c)."""

    def __init__(self) -> None:
        super().__init__("MVR", "Reverse", "9.6a")
        self.reverses = True
        self.most = HEXES

    def allowance(self, weapon: Arms) -> int:
        return weapon.ma // 2

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        if not domain.weapon.drives:
            return NOTHING
        table = TRUCK if domain.weapon.truck else PARTIAL
        path = PathDomain(
            cell, self.allowance(domain.weapon), table, steps=HEXES, extra=domain.dear, barred=domain.shut
        )
        return (Option(self.kind, self.rule, path=path),)


REVERSE: Final = Reverse()
