"""The tasks of guns and aircraft off the map: to register a hex, to fire, to withdraw an order.

bn1 RG 3319             before play: the hex of a battalion or strike in planned fire
bn1 RG 3319 1-3         with impacts on turns 1 to 3, where the scenario allows them
bn1 AF 3319 8           a whole battalion, impact on turn 8
bn1.2 AF 3319 8 smoke   a battery, smoke
bn1 AF 8-10             planned fire, on the registered hex
air1 AF 3319 8          an air strike
bn1 AX 9                the order for turn 9 is withdrawn
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import Cell
from hulldown.core.orders import Task
from hulldown.games.tank.rules.state import OFF_MAP
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb

if TYPE_CHECKING:
    from hulldown.games.tank.rules.verbs.reading import Reading


class SupportVerb(TankVerb):
    """A task of something off the map; `orders.check` refuses it to units on the map."""

    def __init__(self, kind: str, name: str, rule: str, aims: bool = True) -> None:
        super().__init__(kind, OTHER, name, rule)
        self.beyond = True
        self.aims = aims
        """Whether it names a hex."""

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        """The hex, if one is named, and the turns of impact behind it."""
        cells: tuple[Cell, ...] = ()
        if self.aims and words and _is_hex(words[0]):
            cells, _ = reading.path(OFF_MAP, words[:1])
            words = words[1:]
        return Task(name.lower(), self.kind, cells, choice=" ".join(words).lower())


def _is_hex(word: str) -> bool:
    return len(word) == 4 and word.isdigit()


REGISTER: Final = SupportVerb("RG", "Register", "28.11")
REGISTER.plotted = False
ORDER: Final = SupportVerb("AF", "Fire mission", "28.0-gen-3")
WITHDRAW: Final = SupportVerb("AX", "Withdraw the mission", "28.22", aims=False)
