"""Positions of Panzer with what the rules let a vehicle reach, as the client's tests read them (web/tests/reach.json).

The costs are those of `core.pathdomains`.

The file is written by `python tests/goldens/make.py`; a test holds it to the rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from hulldown.core.decisions import PathDomain
from hulldown.core.pathdomains import paths_on
from hulldown.core.paths import CostTable
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.legal import cost_tables
from hulldown.games.panzer.rules.state import Unit, Wreck
from hulldown.server.api.boards import described
from support.panzer_field import NAME, Table, cell, commanded, field, position, scene, the_field, truck, vehicle
from support.path_domains import by_rules

FILE = Path(__file__).parents[2] / "web" / "tests" / "reach.json"
_TABLES = (
    "turn", "kinds", "cross T", "route T", "leave T", "leave route T", "enter T", "enter route T",
    "doubled T",
)  # fmt: skip
WALKS = 200
_BOARD = ("name", "title", "columns", "rows", "first_row", "high_columns", "stride", "size", "offsets", "edges")


def _at(hex_: str, facing: str, card: str = "SU-76M M43", command: str = "MOVE") -> Table:
    return commanded(
        vehicle("S1", hex_, facing, card, command=command), truck(), vehicle("G1", "2412", card="Truck"),
        step="move2", first="german",
    )  # fmt: skip


def _wrecks() -> Table:
    table = _at("0406", "C")
    table.state.wrecks += [Wreck(cell("0906"), True), Wreck(cell("0406"), True), Wreck(cell("0407"), True)]
    table.state.units.append(vehicle("G8", "0305", card="Truck"))
    return table


def _fired_on() -> Table:
    table = commanded(
        vehicle("S1", "0606", "B", command="MOVE"), truck(), vehicle("G1", "0610", "A", command="OW"),
        step="move2", first="german", script="99",
    )  # fmt: skip
    return table.order("soviet", "S1 MOVE 0706 0806").order("german", "pass").order("german", "G1 OW S1")


def _coming_on() -> Table:
    table = Table(position(vehicle("G1", "2412"), Unit("S1", "soviet", "T-70 M42", 1), turn=2, script="1 99"))
    return table.order("soviet", "S1 MOVE").order("german", "G1 NC").order("german", "first")


def positions() -> dict[str, Table]:
    """The positions by name; S1 moves in each of them."""
    return {
        "along the road": _at("0106", "C"),
        "more road than path": _at("0606", "C"),
        "as much path as road": _at("0706", "C"),
        "about-turn on the path": _at("1606", "F"),
        "one hex whatever it costs": _at("0707", "D", command="HALT"),
        "at the hedgerow": _at("1602", "A"),
        "wrecks, smoke and an enemy": _wrecks(),
        "after fire in the middle of a move": _fired_on(),
        "coming onto the map": _coming_on(),
    }


def _plain() -> list[PathDomain]:
    """Domains without facings, as Tank! has them, on the same board."""
    rim = tuple(sorted({one for cells in field().board.edges.values() for one in cells}))
    return [
        PathDomain(cell("0606"), 6, "cross T"),
        PathDomain(cell("0606"), 9, "cross T", steps=3),
        PathDomain(cell("0303"), 7, "cross T", exits=rim, exit_cost=2),
        PathDomain(-1, 5, "cross T", via=(cell("0106"),)),
        *_of_plots(),
    ]


def _of_plots() -> list[PathDomain]:
    """Domains as KampfPanzer has them: waits, hexes with costs of their own, a hex that must be driven through."""
    wrecks = (cell("0605"), cell("0706"), cell("0807"))
    return [
        PathDomain(cell("0606"), 7, "cross T", waits=2),
        PathDomain(cell("0606"), 7, "cross T", waits=1, changed=wrecks, changes="doubled T"),
        PathDomain(
            cell("0606"), 9, "cross T", minimum=2, straight_end=True, waits=1, through=(cell("0806"), cell("0604")),
            toll=2, changed=wrecks, changes="doubled T",
        ),
    ]  # fmt: skip


def _tables() -> dict[str, CostTable]:
    """The tables of the field, and one in which everything costs twice as much."""
    tables = dict(cost_tables(NAME))
    tables["doubled T"] = [tuple(2 * cost for cost in row) for row in tables["cross T"]]
    return tables


def _walks(domain: PathDomain) -> list[dict[str, Any]]:
    """Paths at random, waits among their steps, with what they cost; None for one that is not admitted."""
    paths, rng = paths_on(domain, _tables(), field().board), Random("walks")
    found: list[dict[str, Any]] = []
    for _ in range(WALKS):
        here, cells = domain.start, []
        for _ in range(rng.randrange(1, 6)):
            here = rng.choice([here, *(one for one in field().board.neighbours[here] if one >= 0)])
            cells.append(here)
        cost = paths.cost(tuple(cells))
        found.append({"cells": cells, "cost": None if cost < 0 else cost})
    return found


def _costs(domain: PathDomain) -> dict[str, int]:
    """The least cost of a path to every cell in reach, but the cells that every path passes and the start."""
    labels = field().board.labels
    found = paths_on(domain, _tables(), field().board).reach()
    return {labels[at]: one.cost for at, one in sorted(found.items()) if at not in (domain.start, *domain.via)}


def _exits(domain: PathDomain) -> dict[str, int]:
    """The least cost of a path over the map's edge from every cell where that is possible."""
    labels = field().board.labels
    found = paths_on(domain, _tables(), field().board).exits()
    return {labels[at]: cost for at, cost in sorted(found.items())}


def content() -> dict[str, Any]:
    """The board and its cost tables; the domains of every position with the hexes in reach; plain domains."""
    with the_field():
        board = msgspec.to_builtins(described(field().board))
        cells = [{**one, "terrain": "clear", "elevation": 0} for one in board["cells"]]
        tables = _tables()
        labels = field().board.labels
        cases = []
        for name, table in positions().items():
            unit = table.unit("S1")
            index = table.state.units.index(unit)
            options = next(one.options for one in GAME.legal(table.state, "soviet").units if one.unit == "S1")
            for kind in dict.fromkeys(option.kind for option in options if option.path is not None):
                found = by_rules(table.state, scene(), index, kind == "REVERSE")
                domains = [option.path for option in options if option.kind == kind and option.path is not None]
                ends = sorted(labels[one] for one in found.cells)
                costs = [_costs(domain) for domain in domains]
                cases.append(
                    {"name": name, "kind": kind, "domains": msgspec.to_builtins(domains), "reach": ends, "costs": costs}
                )
        kept = {"hexsides": [], "lines": {}, "regions": {}, "names": [], "meta": {}, "cells": cells}
        return {
            "board": {key: board[key] for key in _BOARD} | kept,
            "tables": {name: [list(row) if any(row) else [] for row in tables[name]] for name in _TABLES},
            "cases": cases,
            "plain": [
                {"domain": msgspec.to_builtins(one), "costs": _costs(one), "exits": _exits(one)} for one in _plain()
            ],
            "walks": [{"domain": msgspec.to_builtins(one), "paths": _walks(one)} for one in _of_plots()],
        }


def text() -> str:
    return json.dumps(content(), separators=(",", ":"), sort_keys=True) + "\n"
