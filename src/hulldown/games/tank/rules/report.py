"""Who may know what of an event: units under the name each side knows them by.

C-11: of a face-down counter the enemy knows the place and nothing else; it carries a running number, as a counter on a
table can be followed with the eye. A hidden unit has no name at all for the enemy (13.4a). T-01: plots are never shown
(4.2a) nor announced before execution (4.1-b-0), only what can be seen of their execution. Nor may the order in which
things happen tell who is who: units act in the order of their counters, not of the force's list.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

from hulldown.core.events import ONLOOKERS, Scalar
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.state import ALPHA, DESTROYED, SIDES, TankState, Unit, enemy_of


def known_as(unit: Unit, viewer: str) -> str:
    """The name under which a side (or "*": onlookers) knows a unit; "" when it does not know of it."""
    if viewer == unit.side or unit.spotted or unit.status == DESTROYED:
        return unit.id
    if unit.hidden or not unit.counter:
        return ""
    numbers = _FACE_DOWN[unit.side]
    name = numbers.get(unit.counter)
    if name is None:
        name = numbers[unit.counter] = f"{unit.side[0]}?{unit.counter}"
    return name


_FACE_DOWN: Final[dict[str, dict[int, str]]] = {side: {} for side in SIDES}
"""The names of counters by side and number, as many as the largest force has."""


def open_order(state: TankState, units: Iterable[int]) -> list[int]:
    """The units in an order that any onlooker could make: by side, number of the counter, and place."""
    known, chosen = state.units, list(units)
    if len(chosen) < 2:
        return chosen
    # One number for each, which sorts like (side, counter, cell, order given).
    keys: list[int] = []
    for place, index in enumerate(chosen):
        unit = known[index]
        side = 0 if unit.side == ALPHA else 1
        keys.append((((side << 16 | unit.counter) << 24) + unit.cell + 1) << 16 | place)
    keys.sort()
    return [chosen[key & 0xFFFF] for key in keys]


def numbering_order(state: TankState, units: Iterable[int]) -> list[int]:
    """The order in which units come to light together: by place; those of one hex in an order nobody can foresee."""

    def place(index: int) -> tuple[int, bytes]:
        unit = state.units[index]
        return unit.cell, blake2b(f"{state.seed} {unit.id}".encode(), digest_size=8).digest()

    return sorted(units, key=place)


def tell(
    doing: Doing, unit: Unit, kind: str, rule: str, data: dict[str, Scalar], secret: dict[str, Scalar] | None = None
) -> None:
    """Note what a unit did: to its owner with the `secret` part, to the others under the name they know, if any.

    `data` names the unit as its owner does, and becomes the event's own.
    """
    side = unit.side
    name = known_as(unit, enemy_of(side))
    if name == unit.id and not secret:
        doing.note(kind, rule, (), data)
        return
    doing.note(kind, rule, _OWNER[side], data | secret if secret else data)
    if name:
        data = data.copy()
        data["unit"] = name
        doing.note(kind, rule, _OTHERS[side], data)


_OWNER: Final[dict[str, tuple[str, ...]]] = {side: (side,) for side in SIDES}
_OTHERS: Final[dict[str, tuple[str, ...]]] = {side: (enemy_of(side), ONLOOKERS) for side in SIDES}
