"""Random paths for units that must face where they go and pay for turning."""

from __future__ import annotations

from random import Random
from typing import final

from hulldown.core.pathdomains import NEVER, Paths, Stand

AHEAD, ASIDE = 0.55, 0.9
"""A random number below the first goes straight on, below the second turns by one side, else by two or three."""
MISSES = 8


@final
class Drive:
    """A path with the facing the unit ends up with, and whether it stands where it may leave the map."""

    __slots__ = ("cells", "facing", "leaves")

    def __init__(self, cells: tuple[int, ...], facing: int, leaves: bool) -> None:
        self.cells = cells
        self.facing = facing
        self.leaves = leaves


def drive(paths: Paths, rng: Random) -> Drive | None:
    """A random path inside a domain with facings, None when it broke off too early or ended where it may not."""
    if paths.kinds is not None:
        return _along(paths, rng)
    begin = _begin(paths, rng)
    if begin is None:
        return None
    path, facing, spent = begin
    stands = [facing] * (len(path) + 1)
    spent = _wander(paths, path, stands, spent, rng)
    dropped = False
    while path and path[-1] in paths.shut:
        path.pop()
        stands.pop()
        dropped = True
    if len(path) < paths.minimum:
        return None
    end, facing = path[-1] if path else paths.start, stands[-1]
    leaves = not dropped and paths.exit(Stand(end, (facing,), spent, len(path), 0)) != NEVER
    return Drive(tuple(path), facing, leaves)


def _begin(paths: Paths, rng: Random) -> tuple[list[int], int, int] | None:
    """The cells that the path begins with, the facing there and what was spent; None: the map is closed there."""
    path = list(paths.via)
    if path or paths.start >= 0:
        return path, paths.stance, 0
    return _entered(paths, rng)


def _wander(paths: Paths, path: list[int], stands: list[int], spent: int, rng: Random) -> int:
    """Lengthens a path at random, with the facing after each step; gives what was spent in the end."""
    random = rng.random
    most = paths.steps or paths.allowance
    wanted = paths.minimum + int(random() * (most - paths.minimum + 1))
    here = path[-1] if path else paths.start
    misses = 0
    while len(path) < wanted and misses < MISSES:
        drawn = random()
        delta = 0 if drawn < AHEAD else (1 if random() < 0.5 else 5) if drawn < ASIDE else 2 + int(random() * 3)
        facing = (stands[-1] + delta) % 6
        way = (facing + 3) % 6 if paths.back else facing
        cost = paths.step(here, way, min(delta, 6 - delta), spent, len(path))
        if cost < 0:
            misses += 1
            continue
        spent += cost
        alone = paths.takes_all(here, way)
        here = paths.neighbours[here][way]
        path.append(here)
        stands.append(facing)
        if alone:
            break
    return spent


def _entered(paths: Paths, rng: Random) -> tuple[list[int], int, int] | None:
    """A random entry onto the map: the cell, a facing away from the edge, and what it costs; None: it is closed."""
    entries = paths.entries
    here = entries[int(rng.random() * len(entries))]
    cost = paths.entry(here)
    if cost < 0:
        return None
    inward = paths.inward(here)
    return [here], inward[int(rng.random() * len(inward))] if inward else 0, cost


def _along(paths: Paths, rng: Random) -> Drive | None:
    """A random path along a route: on at every step, back only before the first, as far as its rate allows."""
    begin = _begin(paths, rng)
    if begin is None:
        return None
    path, facing, spent = begin
    here, lead = paths.start, paths.ahead
    if path:
        here = path[-1]
        lead += paths.lead(here, 6)
    good: tuple[int, int] | None = (len(path), facing) if path and spent <= paths.limit(lead) else None
    wanted = 1 + int(rng.random() * paths.most)
    while len(path) < wanted:
        ways: list[tuple[int, int, int]] = []
        for way in range(6):
            then = paths.facing(way)
            sides = min((then - facing) % 6, (facing - then) % 6)
            cost = paths.step(here, way, sides, spent, len(path))
            if cost >= 0:
                ways.append((way, then, cost))
        if not ways:
            break
        way, facing, cost = ways[int(rng.random() * len(ways))]
        spent += cost
        lead += paths.lead(here, way)
        here = paths.neighbours[here][way]
        path.append(here)
        if spent <= paths.limit(lead):
            good = len(path), facing
    if good is None:
        return None
    return Drive(tuple(path[: good[0]]), good[1], False)
