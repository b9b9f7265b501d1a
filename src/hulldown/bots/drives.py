"""Random paths for units that must face where they go and pay for turning."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from hulldown.core.decisions import PathDomain
from hulldown.core.paths import IMPOSSIBLE, WHOLE, CostTable

AHEAD, ASIDE = 0.55, 0.9
"""A random number below the first goes straight on, below the second turns by one side, else by two or three."""
MISSES = 8


class Drive(NamedTuple):
    """A path with the facing the unit ends up with, and whether it stands where it may leave the map."""

    cells: tuple[int, ...]
    facing: int
    leaves: bool


def drive(
    domain: PathDomain, tables: Mapping[str, CostTable], neighbours: list[tuple[int, ...]], rng: Random
) -> Drive | None:
    """A random path inside a domain with facings, None when it broke off too early or ended where it may not."""
    random = rng.random
    table, turns = tables[domain.table], tables[domain.turns] if domain.turns else None
    allowance, extra = domain.allowance, domain.extra
    path, facing, here, spent = list(domain.via), domain.facing, domain.start, 0
    if path:
        here = path[-1]
    elif here < 0:
        here = domain.entries[int(random() * len(domain.entries))]
        spent = tables[domain.entering][here][0]
        if spent == IMPOSSIBLE:
            return None
        inward = [way for way in range(6) if neighbours[here][(way + 3) % 6] < 0]
        facing = inward[int(random() * len(inward))] if inward else 0
        path.append(here)
    stands = [facing] * (len(path) + 1)
    most = domain.steps or allowance
    wanted = domain.minimum + int(random() * (most - domain.minimum + 1))
    misses = 0
    while len(path) < wanted and misses < MISSES:
        drawn = random()
        delta = 0 if drawn < AHEAD else (1 if random() < 0.5 else 5) if drawn < ASIDE else 2 + int(random() * 3)
        facing_then = (facing + delta) % 6
        way = (facing_then + 3) % 6 if domain.back else facing_then
        ahead, cost, turning = neighbours[here][way], table[here][way], 0
        if min(delta, 6 - delta) > domain.free and turns is not None:
            turning = turns[here][0]
            if turning == IMPOSSIBLE:
                misses += 1
                continue
            turning += here in extra
        if ahead < 0 or cost == IMPOSSIBLE:
            misses += 1
            continue
        cost += ahead in extra
        single = cost >= WHOLE or (domain.least and cost > allowance)
        if single and (path or spent or turning):
            misses += 1
            continue
        if not single and spent + turning + cost > allowance:
            misses += 1
            continue
        facing, here = facing_then, ahead
        spent += turning + cost
        path.append(ahead)
        stands.append(facing)
        if single:
            break
    while path and path[-1] in domain.shut:
        path.pop()
        stands.pop()
    if len(path) < domain.minimum:
        return None
    end = path[-1] if path else domain.start
    cost = tables[domain.leaving][end][0] if domain.leaving and end >= 0 else domain.exit_cost
    leaves = end in domain.exits and cost != IMPOSSIBLE and spent + cost <= allowance
    return Drive(tuple(path), stands[-1], leaves)
