"""Small scenarios of the Expanded book for tests: given forces and modules on the map of Tank!."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import msgspec

from hulldown.games.tank import books
from hulldown.games.tank.data.loading import Force, Scenario, add_scenario, remove_scenario, scenarios

FIELD = "tank/field"


def field(
    alpha: Iterable[Force], bravo: Iterable[Force], modules: tuple[str, ...] = (), *, base: str = "tank/intro",
    panic: int = 0, preservation: int = 0, mode: str = "mixed", length: int = 12, situation: str = "",
) -> Scenario:  # fmt: skip
    """A scenario of these forces, made from one of the Standard game."""
    assert books.EXPANDED.key == "expanded"
    model = scenarios()[base]
    sides = {
        name: msgspec.structs.replace(
            model.side(name), forces=tuple(forces), panic=panic, preservation=preservation, provenance={}, notes={}
        )
        for name, forces in (("alpha", alpha), ("bravo", bravo))
    }
    return msgspec.structs.replace(
        model, id=FIELD, title="Field", book="expanded", modules=modules, mode=mode, length=length,
        situation=situation or model.situation, alpha=sides["alpha"], bravo=sides["bravo"],
    )  # fmt: skip


@contextmanager
def fielded(scenario: Scenario) -> Iterator[str]:
    """The id of the scenario, for as long as it is needed."""
    add_scenario(scenario)
    try:
        yield scenario.id
    finally:
        remove_scenario(scenario.id)
