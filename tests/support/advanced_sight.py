"""A small field for the Advanced Game's tests of sight, cover and adjustment: a map, a roster, positions made by hand.

Columns 01 to 20, rows 01 to 12, odd columns half a hex higher. Buildings: brick in 0503 (three storeys), wood in 0706
(one), stone in 0909 (two). Woods in 1103, scrub in 1105, a gully in 1110 and 1111. The stream in column 14 has a bridge
in 1406 and a ford in 1409. A hill of three levels is in 1803, a wall lies between 1604 and 1603.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from hulldown.core.board import LETTERS
from hulldown.core.dice import dice
from hulldown.core.events import Event
from hulldown.core.mapfile import board_from_toml
from hulldown.core.options import read_options
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data import loading as data_module
from hulldown.games.panzer.data.loading import Scenario, parse_scenario
from hulldown.games.panzer.rules import ground as ground_module
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.play import commands, setup
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.commands import clear_commands
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, Frame, PanzerState, Unit, index_of
from support.advanced_game import GAME

NAME = "sight-field"
MAP = """
format = 1
name = "sight-field"
title = "The field"
columns = 20
rows = 12
high_columns = "odd"
[legend]
"." = "clear"
"s" = "scrub"
"w" = "woods"
"b" = "brick_building"
"t" = "wood_building"
"c" = "stone_building"
"g" = "gully"
"~" = "stream"
"f" = "ford"
"=" = "bridge"
[layers]
terrain = '''
.............~......
.............~......
....b.....w..~......
.............~......
..........s..~......
......t......=......
.............~......
.............~......
........c....f......
..........g..~......
..........g..~......
.............~......
'''
elevation = '''
00000000000000000000
00000000000000000000
00000000000000000300
00000000000000000000
00000000000000000000
00000000000000000000
00000000000000000000
00000000000000000000
00000000000000000000
00000000000000000000
00000000000000000000
00000000000000000000
'''
[falls]
terrain = "slope"
[[hexsides]]
terrain = "wall"
sides = ["1604A"]
[edges]
north = { side = "north" }
"""
SCENARIO = """
id = "panzer/sight"
title = "A test"
level = "advanced"
map = "sight-field"
date = "never"
month = "1943-07"
turns = 8
order = "soviet"
description = "Nothing happens here but by hand."
storeys = { 0503 = 3, 0909 = 2 }
[soviet]
grade = "regulars"
[[soviet.groups]]
formation = "A"
grade = "regulars"
units = [
  { card = "T-34/76 M43", count = 7 },
  { card = "M3 Lee", count = 1 },
  { card = "Truck", count = 1 },
  { card = "Soviet Rifle squad", count = 4 },
  { card = "Soviet Section", count = 1, labels = ["Engineer"] },
  { card = "Soviet Rifle squad", count = 1, mount = "cavalry" },
  { card = "57mm ZiS-2 M43 ATG", count = 2 },
]
hexes = ["0101", "0102", "0201", "0202"]
[german]
grade = "veteran"
[[german.groups]]
formation = "B"
grade = "veteran"
units = [
  { card = "PzKpfw IVH", count = 2 },
  { card = "StuG IIIG", count = 1 },
  { card = "SdKfz 10", count = 1 },
  { card = "SPW 251/1", count = 1 },
  { card = "German Rifle squad", count = 3 },
  { card = "8.8cm FlaK 36 A/ATG", count = 1 },
]
hexes = ["1901", "1902", "2001", "2002"]
[victory]
eliminated = 100
damaged = 50
levels = [{ name = "victory", margin = 20 }]
"""
TANK, TANK2, LEE, TRUCK = "S1", "S2", "S8", "S9"
SQUAD, SQUAD2, SQUAD3, SQUAD4, ENGINEERS, CAVALRY, GUN, GUN2 = "S10", "S11", "S12", "S13", "S14", "S15", "S16", "S17"
PANZER, PANZER2, STUG, TRACTOR, CARRIER = "G1", "G2", "G3", "G4", "G5"
RIFLES, RIFLES2, RIFLES3, FLAK = "G6", "G7", "G8", "G9"


@lru_cache(maxsize=8)
def ground(text: str = MAP) -> Ground:
    board = board_from_toml(text, "test map")
    return Ground(board, {board.by_label["0503"]: 3, board.by_label["0909"]: 2})


@lru_cache(maxsize=1)
def scenario() -> Scenario:
    return parse_scenario(SCENARIO, "test")


@lru_cache(maxsize=8)
def scene(text: str = MAP) -> Scene:
    """The field as the Advanced Game is played on it."""
    return Scene(scenario(), ground(text), LIBRARY.ruleset(("advanced",)))


def cell(label: str) -> int:
    return ground().board.by_label[label]


def field(*works: Work, script: str = "", turn: int = 1, step: str = "spotting") -> PanzerState:
    """A position without units: they are put on the map one by one."""
    return PanzerState(
        scenario="panzer/sight",
        options=read_options(OPTIONS, {}),
        seed=f"script:{script}",
        stack=[Frame(step)],
        units=setup.new_units(scenario()),
        works=list(works),
        turn=turn,
    )


def place(state: PanzerState, name: str, hex_: str, facing: str = "A", **more: Any) -> int:
    """Puts a unit on the map; fields of the unit or of its detail by name. Its place in the list."""
    index = index_of(state, name)
    unit = state.units[index]
    unit.cell, unit.facing, unit.status = cell(hex_), LETTERS.index(facing), ON_MAP
    for key, value in more.items():
        setattr(unit if hasattr(unit, key) else detail_of(unit), key, value)
    return index


def load(state: PanzerState, name: str, carrier: str, **more: Any) -> int:
    """Puts a unit aboard another one."""
    index = index_of(state, name)
    unit = state.units[index]
    unit.status, detail_of(unit).carrier = CARRIED, index_of(state, carrier)
    for key, value in more.items():
        setattr(detail_of(unit), key, value)
    return index


def unit(state: PanzerState, name: str) -> Unit:
    return state.units[index_of(state, name)]


def doing_for(state: PanzerState) -> Doing:
    return Doing(dice(state.seed, state.serial), state.turn, LIBRARY.ruleset(("advanced",)))


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


@contextmanager
def at_the_table() -> Iterator[None]:
    """Makes the field known to the game, and lets commands be cleared as in the Basic Game."""
    board = ground().board
    real = ground_module.load_map
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ground_module, "load_map", lambda name: board if name == NAME else real(name))
        patch.setattr(data_module, "scenarios", lambda: {"panzer/sight": scenario()})
        patch.setattr(GAME, "catalogue", lambda: {"panzer/sight": scenario()})
        patch.setattr(commands, "clear", clear_commands)
        yield


def with_walls(*sides: str) -> Scene:
    """The field with walls on these hexsides alone."""
    text = MAP.replace('sides = ["1604A"]', f"sides = {msgspec.json.encode(sides).decode()}")
    return scene(text)
