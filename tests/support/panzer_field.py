"""A small field for the rulebook tests of Panzer: a map with every feature, a scenario, and positions made by hand.

Columns 01 to 24, rows 01 to 12, odd columns half a hex higher. A road runs along row 6 to 1206, a path from there on to
2406; a second road climbs a hill of two levels from 0412 to 0409. The stream in column 20 has a bridge in 2006 and a
ford in 2009.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hulldown.core.board import LETTERS
from hulldown.core.dice import dice
from hulldown.core.mapfile import board_from_toml
from hulldown.core.options import read_options
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.games.panzer import game as game_module
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data import loading as data_module
from hulldown.games.panzer.data.loading import Scenario, parse_scenario
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import ground as ground_module
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.objectives import new_holds
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import spotting_phase
from hulldown.games.panzer.rules.state import ON_MAP, Frame, PanzerState, Unit

NAME = "test-field"
MAP = """
format = 1
name = "test-field"
title = "The field"
columns = 24
rows = 12
high_columns = "odd"
[legend]
"." = "clear"
"s" = "scrub"
"r" = "rough"
"w" = "woods"
"h" = "heavy_woods"
"b" = "brick_building"
"~" = "stream"
"f" = "ford"
"=" = "bridge"
[layers]
terrain = '''
...................~....
...................~....
....s..............~....
........w..........~....
........w..........~....
....h..............=....
...................~....
......r............~....
...................f....
...................~....
...................~....
...................~....
'''
elevation = '''
000000000000000000000000
000000000000000000000000
000000000000000000000000
000000000000000000000000
000000000000000000000000
000000000000000000000000
000000000000000000000000
000000000000000000000000
002200000000000000000000
012210000000000000000000
011110000000000000000000
000000000000000000000000
'''
[falls]
terrain = "slope"
[[hexsides]]
terrain = "hedgerow"
sides = ["1602A"]
[[hexsides]]
terrain = "wall"
sides = ["1604A"]
[[lines]]
kind = "road"
path = ["0106", "0206", "0306", "0406", "0506", "0606", "0706", "0806", "0906", "1006", "1106", "1206"]
out = ["0106E"]
[[lines]]
kind = "path"
path = ["1206", "1306", "1406", "1506", "1606", "1706", "1806", "1906", "2006", "2106", "2206", "2306", "2406"]
out = ["2406B"]
[[lines]]
kind = "road"
path = ["0412", "0411", "0410", "0409"]
[edges]
north = { side = "north" }
east = { side = "east" }
south = { side = "south" }
west = { side = "west" }
"""
SCENARIO = """
id = "panzer/test"
title = "A test"
map = "test-field"
date = "never"
turns = 8
order = "soviet"
description = "Nothing happens here but by hand."
[[soviet.groups]]
formation = "A"
units = [{ card = "T-34/76 M43", count = 3 }]
hexes = ["0101", "0102", "0201", "0202", "0505"]
[[soviet.groups]]
formation = "B"
units = [{ card = "T-70 M42", count = 1 }]
edge = "west"
turn = 2
[[german.groups]]
formation = "C"
units = [{ card = "PzKpfw IVH", count = 3 }]
hexes = ["2301", "2302", "2401", "2402"]
facing = "E"
[[objectives]]
name = "Crossroads"
hexes = ["1206"]
points = { soviet = 50, german = 40 }
turns = 2
[[objectives]]
name = "Bridge"
hexes = ["2006"]
points = { soviet = 30, german = 0 }
holder = "german"
[[exits]]
side = "german"
edge = "west"
points = 15
[victory]
eliminated = 100
damaged = 50
levels = [{ name = "marginal victory", margin = 20 }, { name = "decisive victory", margin = 100 }]
"""


def field() -> Ground:
    return ground_module.load_ground(NAME)


def scenario() -> Scenario:
    return parse_scenario(SCENARIO, "test")


def scene() -> Scene:
    """The field as the Basic Game is played on it."""
    return staged(field())


def staged(ground: Ground, chosen: Scenario | None = None) -> Scene:
    """Any ground as the Basic Game is played on it, by the scenario of the field if no other is given."""
    return Scene(chosen or scenario(), ground, LIBRARY.ruleset(("basic",)))


@contextmanager
def the_field() -> Iterator[None]:
    """Makes the map and the scenario known to the game."""
    board, chosen = board_from_toml(MAP, "test map"), scenario()
    real = ground_module.load_map
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ground_module, "load_map", lambda name: board if name == NAME else real(name))
        patch.setattr(data_module, "scenarios", lambda: {"panzer/test": chosen})
        patch.setattr(game_module.GAME, "catalogue", lambda: {"panzer/test": chosen})
        yield


def cell(label: str) -> int:
    return field().board.by_label[label]


def vehicle(name: str, hex_: str, facing: str = "A", card: str = "", **state: Any) -> Unit:
    """A vehicle on the map: S1 is a T-34/76, G1 a Panzer IV unless another card is named."""
    side = "soviet" if name[0] == "S" else "german"
    card = card or ("T-34/76 M43" if side == "soviet" else "PzKpfw IVH")
    return Unit(name, side, card, 0, cell(hex_), LETTERS.index(facing), ON_MAP, **state)


def position(*units: Unit, step: str = "spotting", script: str = "", side: str = "", **fields: Any) -> PanzerState:
    """A position on the field that begins with a step, its dice scripted."""
    state = PanzerState(
        scenario="panzer/test",
        options=read_options(OPTIONS, {}),
        seed=f"script:{script}",
        stack=[Frame(step, side=side)],
        units=list(units),
        holds=new_holds(scenario()),
        turn=fields.pop("turn", 1),
        **fields,
    )
    run(state)
    return state


def run(state: PanzerState) -> list[str]:
    """Drives a position on to its next decision; the kinds of the events."""
    rules = LIBRARY.ruleset(("basic",))
    doing = Doing(dice(state.seed, state.serial), state.turn, rules)
    drive(state, top, rules.handlers, doing)
    state.serial = doing.dice.serial
    return [event.kind for event in doing.events]


class Table:
    """A game at the table: both sides' orders in notation, and what came of them."""

    def __init__(self, state: PanzerState) -> None:
        self.state = state
        self.events: list[Any] = []

    def order(self, side: str, text: str) -> Table:
        """Gives an order as text."""
        return self.give(side, GAME.parse(self.state, side, text))

    def give(self, side: str, order: Order) -> Table:
        step = GAME.apply(self.state, side, order)
        self.state = step.state
        self.events = list(step.events)
        return self

    def refused(self, side: str, text: str) -> str:
        """The rules by which an order is refused, joined by spaces; "" when it is legal."""
        return " ".join(one.rule for one in GAME.check(self.state, side, GAME.parse(self.state, side, text)))

    def asked(self) -> dict[str, str]:
        return {side: decision.kind for side, decision in GAME.pending(self.state).items()}

    def unit(self, name: str) -> Unit:
        return next(unit for unit in self.state.units if unit.id == name)

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def event(self, kind: str) -> dict[str, Any]:
        """The data of the first event of a kind."""
        return next(dict(event.data) for event in self.events if event.kind == kind)

    def at(self, name: str) -> str:
        """Where a vehicle stands and which way it faces, such as 0606A."""
        unit = self.unit(name)
        return f"{field().board.labels[unit.cell]}{LETTERS[unit.facing]}"


def commanded(*units: Unit, script: str = "", first: str = "soviet", step: str = "fire1", **fields: Any) -> Table:
    """A table at a step after commands were placed: `first` is First Player, all are asked before they react."""
    for unit in units:
        unit.command = unit.command or "NC"
    state = PanzerState(
        scenario="panzer/test",
        options=read_options(OPTIONS, {}),
        seed=f"script:{script}",
        stack=[Frame("spotting")],
        units=list(units),
        holds=new_holds(scenario()),
        turn=fields.pop("turn", 1),
        first=first,
        winner=first,
        modes=fields.pop("modes", {"soviet": "ASK", "german": "ASK"}),
        **fields,
    )
    spotting_phase(state, scene(), Doing(dice("script:", 0), 1))
    other = "german" if first == "soviet" else "soviet"
    side = first if step in ("fire1", "watch", "move1") else other
    state.stack = [Frame(step, side=side)]
    table = Table(state)
    run(state)
    return table


def truck() -> Unit:
    """A lorry far away that still has to move, so that the turn does not end while a test looks on."""
    return vehicle("S9", "0112", card="Truck", command="MOVE")


def task(name: str, kind: str, *hexes: str, facing: str = "", choice: str = "") -> Task:
    return Task(name, kind, tuple(cell(one) for one in hexes), LETTERS.index(facing) if facing else -1, choice)
