"""An open scenario as it is played: with the forces and the ground that its options make (34.0b, 34.0c)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from hulldown.core.events import Scalar
from hulldown.games.tank.data import battles
from hulldown.games.tank.data.loading import MODES, Scenario, SideSetup, derived, scenarios, varied
from hulldown.games.tank.rules.options import HANDICAPS, SWITCHES

Values = tuple[tuple[str, Scalar], ...]


@lru_cache(maxsize=64)
def fought(name: str, values: Values) -> Scenario:
    """The scenario of this name played with these options; raises OptionError for what is not legal.

    34.0b, 34.0c: period and nations, then scenario and sides, then the terrain mode.
    """
    scenario, chosen = scenarios()[name], dict(values)

    def side(which: str, setup: SideSetup) -> SideSetup:
        if not setup.levies:
            return setup
        draft = battles.drafted(setup.levies, which, chosen)
        off_map = setup.off_map
        if off_map is not None:
            off_map = msgspec.structs.replace(off_map, **battles.line_values(which, chosen))
        return msgspec.structs.replace(
            setup, forces=draft.forces, others=draft.others, panic=draft.panic, preservation=draft.preservation,
            nation=draft.nation, percent=draft.percent, off_map=off_map,
        )  # fmt: skip

    given = tuple(sorted((name, value) for name, value in values if name in HANDICAPS or name in SWITCHES))
    mode = next((mode for mode in MODES if mode == chosen.get("mode")), scenario.mode)
    made = msgspec.structs.replace(
        scenario, mode=mode, alpha=side("alpha", scenario.alpha), bravo=side("bravo", scenario.bravo)
    )
    return varied(made, given) if given else made


derived.append(fought.cache_clear)
