"""The cost tables that path domains of the Advanced Game refer to, besides those of the Basic Game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from hulldown.core.paths import CostTable
from hulldown.games.panzer.data.loading import BICYCLE, ON_FOOT, listing
from hulldown.games.panzer.rules.advanced.play import quickmarching
from hulldown.games.panzer.rules.advanced.play.gaits import CAVALRY, FOOT, prepare
from hulldown.games.panzer.rules.driving import CHANGED, entry_way, way_cost
from hulldown.games.panzer.rules.ground import TRACTIONS, Ground, load_ground
from hulldown.games.panzer.rules.legal import cost_tables, entering, leaving, leaving_by_way


@lru_cache(maxsize=8)
def advanced_tables(map_name: str) -> Mapping[str, CostTable]:
    """All tables of a map: for leg gaits too, with counters in the hexes entered, turns inside buildings.

    Cases 6.6.4.1d, 6.6.4.2c, 6.6.3d, 6.1.4.3.11b, 6.6.4.4a.
    """
    ground = load_ground(map_name)
    cells = range(ground.board.size)
    found: dict[str, CostTable] = dict(cost_tables(map_name))
    for gait in (*ON_FOOT, BICYCLE):
        prepare(ground, gait)
        found[f"cross {gait}"] = ground.cross[gait]
        found[f"leave {gait}"] = [leaving(ground, cell, gait) for cell in cells]
        found[f"enter {gait}"] = [entering(ground, cell, gait) for cell in cells]
    found[f"route {BICYCLE}"] = ground.route[BICYCLE]
    found[f"leave route {BICYCLE}"] = [leaving_by_way(ground, cell, BICYCLE) for cell in cells]
    found[f"enter route {BICYCLE}"] = [(way_cost(entry_way(ground, cell), BICYCLE),) for cell in cells]
    for traction in (*TRACTIONS, *ON_FOOT, BICYCLE):
        prepare(ground, traction)
        found[f"cross {traction} {CHANGED}"] = ground.cross[f"{traction} {CHANGED}"]
    for gait in (FOOT, CAVALRY):
        found[f"quick {gait}"] = quickmarching.table(ground, gait)
    found["turn inside"] = [(_turn(ground, cell),) for cell in cells]
    return found


def _turn(ground: Ground, cell: int) -> int:
    row = ground.rows[cell]
    return listing("inside-costs").number(row.name, "turn") if row.storeys else ground.turn[cell]
