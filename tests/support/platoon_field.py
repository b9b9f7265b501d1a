"""Companies in platoons on clear ground, for tests of the platoon rules of Tank! Expanded.

The ground is a board of 24 by 16 hexes without any terrain. `tanks(4, 3)` are two platoons of four and three Pz IVH
(5 Movement Points), `staff(2)` a headquarters of two. Alpha's units are A1, A2 … in that order.
"""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.board import LETTERS
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.rules.formation import Platoon, platoon_named
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.state import TankState
from support import tank_positions
from support.expanded_field import field

TANK = "Ge Pz IVH"
ENEMY = "So T34/85"


def tanks(*counts: int, kind: str = TANK, first: int = 1) -> tuple[Force, ...]:
    """Platoons of so many tanks each."""
    return tuple(Force(type=kind, count=count, platoon=number) for number, count in enumerate(counts, first))


def staff(count: int, kind: str = TANK) -> tuple[Force, ...]:
    """A headquarters of so many tanks."""
    return (Force(type=kind, count=count, hq=True),)


def battlefield(
    monkeypatch: pytest.MonkeyPatch, alpha: tuple[Force, ...], bravo: tuple[Force, ...] = (), *, panic: int = 0,
    preservation: int = 0, modules: tuple[str, ...] = ("platoons",), hexes: dict[str, str] | None = None,
    situation: str = "", base: str = "tank/intro",
) -> str:  # fmt: skip
    """The id of a scenario of these forces on clear ground; it exists for the length of one test."""
    foes = bravo or (Force(type=ENEMY, count=6),)
    made = field(alpha, foes, modules, panic=panic, preservation=preservation, situation=situation, base=base)
    made = msgspec.structs.replace(made, id="tank/platoons")
    monkeypatch.setattr(tank_positions, "scenarios", lambda: {made.id: made})
    return tank_positions.drawn(monkeypatch, base=made.id, hexes=hexes)


def chits(*digits: int) -> str:
    """The dice by which these chits are drawn in this order."""
    left = list(range(10))
    dice = []
    for digit in digits:
        dice.append(str(left.index(digit) + 1))
        left.remove(digit)
    return " ".join(dice)


def beyond(state: TankState, label: str, steps: str) -> str:
    """The hex that steps by letters lead to."""
    board = scene_of(state).board
    cell = board.cell(label)
    for letter in steps:
        cell = board.neighbours[cell][LETTERS.index(letter)]
    return board.labels[cell]


def platoon(state: TankState, name: str, side: str = "alpha") -> Platoon:
    """A platoon as it is now."""
    found = platoon_named(state, scene_of(state), side, name)
    assert found is not None
    return found
