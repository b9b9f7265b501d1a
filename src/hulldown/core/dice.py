"""Dice: each roll is a pure function of (secret seed, serial number), counted and recorded with its purpose.

Three sources share one interface: seeded (play), scripted (tests: the seed "script:3 1 6" gives those values in order)
and common (trying orders out: the same purpose has the same luck whatever else is rolled).
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from hulldown.core.errors import HulldownError
from hulldown.core.numbers import whole_number
from hulldown.core.rolls import Roll

__all__ = ["COMMON", "SCRIPT", "CommonDice", "Dice", "Roll", "ScriptedDice", "dice"]

SCRIPT: Final = "script:"
COMMON: Final = "common:"


class Dice:
    """A source of rolls that continues from `serial`; `rolls` lists what it gave."""

    def __init__(self, seed: str, serial: int) -> None:
        self.serial = serial
        self.rolls: list[Roll] = []
        self._seed = seed
        self._keyed: blake2b | None = None
        """The hash with its key put in, made of the seed at the first roll: most orders need none."""

    def _number(self, data: bytes) -> int:
        """A number below 2**64 for some data, different for every seed."""
        if self._keyed is None:
            self._keyed = _keyed_with(self._seed)
        keyed = self._keyed.copy()
        keyed.update(data)
        return int.from_bytes(keyed.digest(), "big")

    def _value(self, sides: int) -> int:
        limit = _limits.get(sides)
        if limit is None:
            limit = _limits[sides] = (1 << 64) - (1 << 64) % sides
        attempt = 0
        while True:
            number = self._number(self.serial.to_bytes(8, "big") + attempt.to_bytes(4, "big"))
            if number < limit:
                return number % sides + 1
            attempt += 1

    def roll(self, sides: int, purpose: str) -> int:
        """A number from 1 to `sides`."""
        value = self._value(sides)
        self.rolls.append(Roll(self.serial, sides, value, purpose))
        self.serial += 1
        return value

    def draw(self, count: int, pool: int, purpose: str) -> tuple[int, ...]:
        """`count` different numbers from 0 to pool-1, in the order drawn."""
        left = list(range(pool))
        drawn: list[int] = []
        for _ in range(min(count, pool)):
            drawn.append(left.pop(self.roll(len(left), purpose) - 1))
        return tuple(drawn)


_limits: Final[dict[int, int]] = {}
"""For each die that was rolled, the number from which on one is rejected, so that all results are equally likely."""
_KEPT: Final = 64
_hashes: Final[dict[str, blake2b]] = {}
"""The hashes of the seeds rolled with lately, with their keys put in: each order of a game makes dice anew."""


def _keyed_with(seed: str) -> blake2b:
    """The hash of a seed; it is never fed itself, only copies of it."""
    found = _hashes.get(seed)
    if found is None:
        if len(_hashes) >= _KEPT:
            _hashes.clear()
        key = blake2b(seed.encode(), digest_size=32).digest()
        found = _hashes[seed] = blake2b(digest_size=8, key=key)
    return found


class ScriptedDice(Dice):
    """Dice that give the written values in order; running out of them is an error."""

    def __init__(self, script: str, serial: int) -> None:
        super().__init__("", serial)
        self._script: list[int] = []
        for word in script.replace(",", " ").split():
            number = whole_number(word)
            if number is None:
                raise HulldownError(f"scripted dice: {word!r} is not a whole number", hint='write "script:3 1 6"')
            self._script.append(number)

    def _value(self, sides: int) -> int:
        if self.serial >= len(self._script):
            raise HulldownError(f"the scripted dice have {len(self._script)} values; one more was rolled")
        value = self._script[self.serial]
        if not 1 <= value <= sides:
            raise HulldownError(f"scripted roll {self.serial} is {value}, but the die has {sides} sides")
        return value


class CommonDice(Dice):
    """Dice whose values follow from turn and purpose instead of the serial number.

    Two orders tried out in one world then have the same luck in everything that they do alike, and differ by what they
    change. Not for play: whoever repeats a purpose in another step of the turn has the same luck again.
    """

    def __init__(self, seed: str, serial: int, turn: int) -> None:
        super().__init__(seed, serial)
        self._turn = turn.to_bytes(8, "big")
        self._asked: dict[str, int] = {}

    def roll(self, sides: int, purpose: str) -> int:
        """A number from 1 to `sides`; so near to fair that it makes no difference to a trial."""
        again = self._asked.get(purpose, 0)
        self._asked[purpose] = again + 1
        value = self._number(self._turn + again.to_bytes(4, "big") + purpose.encode()) % sides + 1
        self.rolls.append(Roll(self.serial, sides, value, purpose))
        self.serial += 1
        return value


def dice(seed: str, serial: int, turn: int = 0) -> Dice:
    """The dice of a state: scripted or common when the seed says so, keyed otherwise."""
    if seed.startswith(SCRIPT):
        return ScriptedDice(seed[len(SCRIPT) :], serial)
    return CommonDice(seed, serial, turn) if seed.startswith(COMMON) else Dice(seed, serial)
