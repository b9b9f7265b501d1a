"""Crowded positions of KampfPanzer drawn at random, and what must hold of every turn played from them.

The checks know the rules of movement, stacking, zones, transport and entrenchments by themselves: they read positions
and events, and call nothing of the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.board import Board
from hulldown.core.events import Event
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.state import KampfState, Unit
from support.kampf_field import Field, Spot

INFANTRY = ("Fr infantry", "Ge infantry", "Ru infantry", "Br infantry")
GUNS = ("25mm", "37mm", "2lb", "75mm")
CARRIERS = ("Truck", "APC")
TANKS = ("S35", "R35", "FT17", "B1", "BT7", "PzI", "PzII", "PzIVE", "A12")
ALLOWANCE = {
    "S35": 12, "R35": 6, "FT17": 3, "B1": 8, "BT7": 15, "PzI": 10, "PzII": 15, "PzIVE": 10, "A12": 6, "Truck": 20,
    "APC": 12, **dict.fromkeys(INFANTRY, 1), **dict.fromkeys(GUNS, 0),
}  # fmt: skip
EARLY = ("stopped", "backed_up", "destroyed", "kept_out", "held", "contest", "cancelled")
"""What ends a move before its time."""


def crowd(field: Field, random: Random) -> KampfState:
    """A position with some twenty units of both sides close to each other, a few loaded, dug in or disrupted."""
    labels = [f"{column:02}{row:02}" for column in range(6, 16) for row in range(6, 15)]
    free = random.sample(labels, 26)
    works: list[tuple[str, str]] = []
    sides: list[dict[str, Spot]] = []
    for side, number in (("first", 1), ("second", 101)):
        units: dict[str, Spot] = {}
        for _ in range(random.randint(6, 9)):
            label, name = free.pop(), str(number)
            kind = random.choice((random.choice(TANKS), random.choice(TANKS), random.choice(CARRIERS),
                                  random.choice(INFANTRY), random.choice(GUNS)))  # fmt: skip
            hurt = ("D1",) if random.random() < 0.1 else ()
            units[name] = (kind, label, *hurt)
            number += 1
            if kind in CARRIERS and random.random() < 0.7:
                units[str(number)] = (random.choice(INFANTRY + GUNS), label, f"on {name}", *hurt)
                number += 1
            elif kind in INFANTRY and random.random() < 0.3:
                units[str(number)] = (random.choice(GUNS), label, random.choice("ABCDEF"))
                number += 1
            if kind in INFANTRY + GUNS and random.random() < 0.4:
                works.append((label, side))
        sides.append(units)
    state = field.state(*sides, works=works, wrecks=random.sample(labels, 3))
    state.seed = f"{random.random()}"
    return state


def turns(field: Field, seed: str, count: int) -> Iterator[tuple[KampfState, list[Event], KampfState]]:
    """So many turns from a crowded position, played by random bots: before, all that happened, after."""
    state, bot = crowd(field, Random(seed)), RandomBot(seed)
    for _ in range(count):
        before, events = state, []
        while state.outcome is None and (state.turn == before.turn or state.stack[-1].step != "plot"):
            side = next(iter(GAME.pending(state)), None)
            if side is None:
                return
            step = GAME.apply(state, side, bot.decide(seat_of(GAME, state, side)))
            state = step.state
            events += step.events
        yield before, events, state
        if state.outcome is not None:
            return


def _standing(state: KampfState) -> dict[int, list[Unit]]:
    found: dict[int, list[Unit]] = {}
    for unit in state.units:
        if unit.status == "on map" and unit.aboard < 0:
            found.setdefault(unit.cell, []).append(unit)
    return found


def wrong_at_the_end(board: Board, state: KampfState) -> list[str]:
    """What is wrong with a position after a turn: stacking, passengers, entrenchments, states (7.0, 12.0, 13.0)."""
    wrong: list[str] = []
    for cell, units in _standing(state).items():
        kinds = sorted("gun" if u.type in GUNS else "infantry" if u.type in INFANTRY else "other" for u in units)
        if len(units) > 1 and kinds != ["gun", "infantry"]:
            wrong.append(f"7.0-gen-1: {[u.id for u in units]} in {board.labels[cell]}")
        if len({unit.side for unit in units}) > 1:
            wrong.append(f"6.4a: {[u.id for u in units]} in {board.labels[cell]}")
    for index, unit in enumerate(state.units):
        if unit.cargo >= 0:
            rider = state.units[unit.cargo]
            if rider.aboard != index or (rider.cell, rider.status) != (unit.cell, unit.status):
                wrong.append(f"7.2: {unit.id} and {rider.id}")
            if unit.type in CARRIERS and (rider.level, rider.pinned) != (unit.level, unit.pinned):
                wrong.append(f"12.32b: {unit.id} and {rider.id}")
        if unit.status == "on map" and (unit.pinned or unit.hits or unit.shaken or not 0 <= unit.level <= 3):
            wrong.append(f"9.72a: {unit.id}")
    for works in state.works:
        there = [unit for unit in _standing(state).get(works.cell, []) if unit.side == works.side]
        if not there or not all(unit.type in INFANTRY + GUNS for unit in there):
            wrong.append(f"13.1a: {board.labels[works.cell]}")
    return wrong


def _zone(state: KampfState, unit: Unit) -> bool:
    """Whether a unit has a zone of control at the start of a turn (8.2, 8.3)."""
    if unit.status != "on map" or unit.level or unit.aboard >= 0:
        return False
    return unit.type not in CARRIERS or (unit.cargo >= 0 and state.units[unit.cargo].type in INFANTRY)


def wrong_on_the_way(board: Board, before: KampfState, events: list[Event]) -> list[str]:
    """What is wrong with the movement of a turn: points, steps, zones of enemies that stood still (6.0, 8.0)."""
    wrong: list[str] = []
    paths: dict[str, list[tuple[int, float]]] = {}
    for event in events:
        if event.kind == "moved":
            point = str(event.data["point"])
            spent = float(point.replace("½", "") or 0) + 0.5 * point.endswith("½")
            paths.setdefault(str(event.data["unit"]), []).append((board.cell(str(event.data["hex"])), spent))
    hit = {str(e.data["unit"]) for e in events if e.kind in ("disrupted", "destroyed")}
    overran = {name for e in events if e.kind == "plots" for name in _overrunners(str(e.data["plots"]))}
    still = [u for u in before.units if u.id not in paths and u.id not in hit and _zone(before, u)]
    units = {unit.id: unit for unit in before.units}
    for name, steps in paths.items():
        unit = units[name]
        if steps[-1][1] > ALLOWANCE[unit.type]:
            wrong.append(f"6.0-gen-3: {name} spent {steps[-1][1]}")
        cells = [unit.cell, *(cell for cell, _ in steps)]
        if any(b not in board.neighbours[a] for a, b in pairwise(cells)):
            wrong.append(f"5.1a: {name} jumped")
        if name in overran:
            continue
        near = [any(e.side != unit.side and e.cell in board.neighbours[c] for e in still) for c in cells]
        wrong += [
            f"6.3a: {name} went on from {board.labels[c]}" for c, n in zip(cells[1:-1], near[1:-1], strict=True) if n
        ]
        if near[0] and near[1]:
            wrong.append(f"8.0-gen-4: {name} went from zone to zone")
        stood = [e.id for e in still if e.side != unit.side and e.cell in cells[1:]]
        wrong += [f"7.0-gen-3: {name} went through {other}" for other in stood]
    return wrong


def _overrunners(plots: str) -> list[str]:
    return [line.split()[0] for line in plots.split("; ") if line.split() and line.split()[-1].startswith("V")]


def wrong_with_plots(before: KampfState, events: list[Event]) -> list[str]:
    """Who plotted a move and neither made it in full nor was stopped (6.1); who moved without a plot (5.0-proc-2)."""
    early = {str(e.data["unit"]) for e in events if e.kind in EARLY}
    early |= {str(e.data[key]) for e in events if e.kind == "contest" for key in ("first", "second")}
    gone = Counter(str(e.data["unit"]) for e in events if e.kind == "moved")
    panicked = {str(e.data["unit"]) for e in events if e.kind == "panicked"}
    wrong: list[str] = []
    plotted: set[str] = set()
    for event in events:
        for line in str(event.data["plots"]).split("; ") if event.kind == "plots" else ():
            name, *words = line.split() or [""]
            if not words or not (words[0][1:].isdigit() or words[-1].startswith("V")) or words[0] in ("M", "Q"):
                continue
            plotted.add(name)
            if name in early or name in panicked:
                continue
            hexes = sum(int(word[1:]) for word in words if word[0] in "ABCDEF") + 2 * words[-1].startswith("V")
            if gone[name] != hexes:
                wrong.append(f"6.1: {name} made {gone[name]} of {hexes} hexes")
    levels = {unit.id: unit.level for unit in before.units}
    wrong += [f"5.0-proc-2: {name} moved" for name in gone if name not in plotted or levels[name]]
    return wrong
