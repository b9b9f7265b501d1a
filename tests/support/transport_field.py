"""A field for tests of transport: Alpha is a German force of period 6, Bravo a Soviet one, on a drawn plain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.rules.cargo import put_on
from hulldown.games.tank.rules.state import TankState
from support.expanded_field import field, fielded
from support.tank_positions import unit

ALPHA = (
    Force(type="Ge Pz IVH", count=2),  # A1, A2
    Force(type="Ge SPW", count=2),  # A3, A4
    Force(type="truck", count=2),  # A5, A6
    Force(type="Ger squad 6", count=4),  # A7 to A10
    Force(type="Ge 75/46", count=2),  # A11, A12
)
BRAVO = (
    Force(type="So T34/85", count=3),  # B1 to B3
    Force(type="truck", count=2),  # B4, B5
    Force(type="Sov squad 6", count=3),  # B6 to B8
    Force(type="So 76/42", count=1),  # B9
)
MODULES = ("infantry", "transport")


@contextmanager
def transport(
    alpha: Iterable[Force] = ALPHA, bravo: Iterable[Force] = BRAVO, modules: tuple[str, ...] = MODULES, **more: object
) -> Iterator[str]:
    """A scenario of these forces with transport, for as long as it is needed."""
    with fielded(field(alpha, bravo, modules, **more)) as name:  # type: ignore[arg-type]
        yield name


def aboard(state: TankState, **pairs: str) -> TankState:
    """The state with passengers on their carriers: `aboard(state, A3="A7")` puts A7 on A3."""
    for carrier, passenger in pairs.items():
        put_on(unit(state, carrier), unit(state, passenger))
    return state


Draw = Callable[..., str]
