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
    if domain.kinds:
        return _along(domain, tables, neighbours, rng)
    random = rng.random
    table, turns = tables[domain.table], tables[domain.turns] if domain.turns else None
    allowance, extra, times = domain.allowance, domain.extra, domain.times
    path, facing, here, spent = list(domain.via), domain.facing, domain.start, 0
    if path:
        here = path[-1]
    elif here < 0:
        came = _entered(domain, tables, neighbours, rng)
        if came is None:
            return None
        here, facing, spent = came
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
        if delta and turns is not None:
            turning = _turning(domain, turns, here, min(delta, 6 - delta), not path)
        if ahead < 0 or cost == IMPOSSIBLE or turning < 0:
            misses += 1
            continue
        cost = (cost + (ahead in extra)) * times
        single = cost >= WHOLE or (domain.least and cost > allowance)
        if single and (path or spent or turning or domain.begun):
            misses += 1
            continue
        if not single and spent + turning + cost > allowance:
            misses += 1
            continue
        facing, here = facing_then, ahead
        spent += allowance if single else turning + cost
        path.append(ahead)
        stands.append(facing)
        if single:
            break
    dropped = False
    while path and path[-1] in domain.shut:
        path.pop()
        stands.pop()
        dropped = True
    if len(path) < domain.minimum:
        return None
    end, facing = path[-1] if path else domain.start, stands[-1]
    if dropped:
        return Drive(tuple(path), facing, False)
    cost = leaving_cost(domain, tables, neighbours, end, facing, not path)
    return Drive(tuple(path), facing, cost >= 0 and spent + cost <= allowance)


def _entered(
    domain: PathDomain, tables: Mapping[str, CostTable], neighbours: list[tuple[int, ...]], rng: Random
) -> tuple[int, int, int] | None:
    """A random entry onto the map: the cell, a facing away from the edge, and what it costs; None: it is closed."""
    here = domain.entries[int(rng.random() * len(domain.entries))]
    cost = tables[domain.entering][here][0]
    if cost == IMPOSSIBLE:
        return None
    cost += here in domain.extra and not domain.kinds
    if cost > max(domain.allowance, domain.rate):
        if not domain.least:
            return None
        cost = domain.allowance
    inward = [way for way in range(6) if neighbours[here][(way + 3) % 6] < 0]
    return here, inward[int(rng.random() * len(inward))] if inward else 0, cost


def _turning(domain: PathDomain, turns: CostTable, here: int, sides: int, first: bool) -> int:
    """What turning by so many sides costs; -1: it is impossible. `first`: the unit is still where the domain begins."""
    before = domain.turned if first else 0
    if before < 0 or before + sides <= domain.free:
        return 0
    cost = turns[here][0]
    return -1 if cost == IMPOSSIBLE else cost + (here in domain.extra)


def leaving_cost(
    domain: PathDomain,
    tables: Mapping[str, CostTable],
    neighbours: list[tuple[int, ...]],
    cell: int,
    facing: int,
    first: bool,
) -> int:
    """What going over the map's edge costs from a cell, the turn before it included; -1 where it is impossible."""
    if cell not in domain.exits:
        return -1
    if not domain.leaving:
        return domain.exit_cost
    turns = tables[domain.turns] if domain.turns else None
    best = -1
    for way, cost in enumerate(tables[domain.leaving][cell]):
        if cost == IMPOSSIBLE or neighbours[cell][way] >= 0:
            continue
        then = (way + 3) % 6 if domain.back else way
        sides = min((then - facing) % 6, (facing - then) % 6)
        turning = _turning(domain, turns, cell, sides, first) if sides and turns is not None else 0
        total = cost * domain.times + turning
        if turning >= 0 and (best < 0 or total < best):
            best = total
    return best


def _along(
    domain: PathDomain, tables: Mapping[str, CostTable], neighbours: list[tuple[int, ...]], rng: Random
) -> Drive | None:
    """A random path along a route: on at every step, back only before the first, as far as its rate allows."""
    table, kinds = tables[domain.table], tables[domain.kinds]
    turns = tables[domain.turns] if domain.turns else None
    most = max(domain.allowance, domain.rate)
    path: list[int] = []
    here, facing, spent, lead = domain.start, domain.facing, 0, domain.lead
    if here < 0:
        came = _entered(domain, tables, neighbours, rng)
        if came is None:
            return None
        here, facing, spent = came
        lead += _LEAD[kinds[here][6]]
        path.append(here)
    good: tuple[int, int] | None = (len(path), facing) if path and spent <= allowed(domain, lead) else None
    wanted = 1 + int(rng.random() * most)
    while len(path) < wanted:
        ways = []
        for way in range(6):
            ahead, cost = neighbours[here][way], table[here][way]
            if ahead < 0 or cost == IMPOSSIBLE or ahead in domain.barred:
                continue
            then = (way + 3) % 6 if domain.back else way
            sides = min((then - facing) % 6, (facing - then) % 6)
            turning = _bend(domain, turns, here, sides, not path)
            if turning >= 0 and spent + turning + cost * domain.times <= most:
                ways.append((ahead, then, turning + cost * domain.times, kinds[here][way]))
        if not ways:
            break
        here, facing, cost, kind = ways[int(rng.random() * len(ways))]
        spent += cost
        lead += _LEAD[kind]
        path.append(here)
        if spent <= allowed(domain, lead):
            good = len(path), facing
    if good is None:
        return None
    return Drive(tuple(path[: good[0]]), good[1], False)


def _bend(domain: PathDomain, turns: CostTable | None, here: int, sides: int, first: bool) -> int:
    """What a turn along a route costs: paid for where it begins, free later on but for an about-turn (-1)."""
    if first and turns is not None:
        return _turning(domain, turns, here, sides, True) if sides else 0
    return -1 if sides == 3 else 0


def allowed(domain: PathDomain, lead: int) -> int:
    """The allowance of a path along a route on which one kind of step is so far ahead of the other."""
    return domain.rate if lead > 0 else domain.allowance


_LEAD = (0, 1, -1)
"""What a step of each kind adds to the lead of the first."""
