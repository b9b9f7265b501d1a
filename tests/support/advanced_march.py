"""A small country for the movement of the Advanced Game: a map, one of every kind of unit, positions made by hand.

Columns 01 to 14, rows 01 to 09, odd columns half a hex higher. A road runs along row 5; 0303 is a brick building of
three storeys, 0304 a wooden one; a hill of three levels rises around 1208. A hedgerow lies north of 0702, a wall north
of 0902.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from hulldown.core.board import LETTERS
from hulldown.core.dice import dice
from hulldown.core.mapfile import board_from_toml
from hulldown.core.sequence import Doing, drive
from hulldown.core.stepped import top
from hulldown.games.panzer.books import LIBRARY, scene_of
from hulldown.games.panzer.data import loading
from hulldown.games.panzer.data.loading import parse_scenario
from hulldown.games.panzer.game import TRAITS, Panzer
from hulldown.games.panzer.rules import ground as ground_module
from hulldown.games.panzer.rules.advanced.pieces import Detail, Work
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import (
    CARRIED,
    ELIMINATED,
    ON_MAP,
    Frame,
    PanzerState,
    Unit,
    index_of,
)

NAME = "march-field"
MAP = """
format = 1
name = "march-field"
title = "The country"
columns = 14
rows = 9
high_columns = "odd"
[legend]
"." = "clear"
"s" = "scrub"
"r" = "rough"
"w" = "woods"
"h" = "heavy_woods"
"b" = "brick_building"
"c" = "wood_building"
"~" = "stream"
"=" = "bridge"
"x" = "water"
[layers]
terrain = '''
..............
..............
..b...r..w....
..c..s...h..x.
.........=....
.........~....
.........~....
..............
..............
'''
elevation = '''
00000000000000
00000000000000
00000000000000
00000000000000
00000000000000
00000000000000
00000000000100
00000000000300
00000000000000
'''
[falls]
terrain = "slope"
[[hexsides]]
terrain = "hedgerow"
sides = ["0702A"]
[[hexsides]]
terrain = "wall"
sides = ["0902A"]
[[lines]]
kind = "road"
path = ["0105", "0205", "0305", "0405", "0505", "0605", "0705", "0805", "0905", "1005", "1105", "1205", "1305", "1405"]
[edges]
north = { side = "north" }
west = { side = "west" }
"""
SCENARIO = """
id = "panzer/march"
title = "The march"
level = "advanced"
map = "march-field"
date = "never"
month = "1944-02"
turns = 8
order = "soviet"
description = "Nothing happens here but by hand."
[storeys]
0303 = 3
[soviet]
grade = "seasoned"
[[soviet.groups]]
formation = "Company"
grade = "seasoned"
units = [
  { card = "T-34/76 M43", count = 1 },
  { card = "SU-85 M43", count = 1 },
  { card = "Truck", count = 1 },
  { card = "Soviet Rifle squad", count = 2 },
  { card = "Soviet Section", count = 1 },
  { card = "Soviet Section", count = 1, weapons = ["Soviet HMG"] },
  { card = "76.2mm M39 ATG", count = 1 },
  { card = "100mm BS-3 M44 ATG", count = 1 },
  { card = "Soviet Rifle squad", count = 1, mount = "cavalry" },
  { card = "Soviet Rifle squad", count = 1, mount = "motorcycle" },
  { card = "Soviet Rifle squad", count = 1, mount = "bicycle" },
  { card = "SU-76M M43", count = 1 },
  { card = "Soviet Rifle half-squad", count = 2 },
  { card = "Truck", count = 1 },
]
hexes = ["0101", "0102"]
[[soviet.groups]]
formation = "Later"
grade = "veteran"
units = [
  { card = "Truck", count = 1 },
  { card = "Soviet Rifle squad", count = 1, carrier = "Truck", aboard = true },
  { card = "Soviet SMG squad", count = 1 },
]
edge = "west"
turn = 2
[[soviet.groups]]
formation = "Guards"
grade = "regulars"
units = [
  { card = "Soviet SMG squad", count = 1 },
  { card = "IS-2m M44", count = 1, grade = "veteran" },
  { card = "Soviet Section", count = 1, weapons = ["Soviet flamethrower"] },
  { card = "Soviet SMG squad", count = 1 },
  { card = "IS-2m M44", count = 1, grade = "veteran" },
]
hexes = ["0101", "0102"]
[german]
grade = "veteran"
[[german.groups]]
formation = "Gruppe"
grade = "veteran"
units = [
  { card = "PzKpfw IVH", count = 1 },
  { card = "German Rifle squad", count = 1 },
  { card = "SdKfz 10", count = 1 },
  { card = "8.8cm FlaK 36 A/ATG", count = 1 },
  { card = "German Section", count = 1 },
  { card = "German Infantry half-squad", count = 1 },
  { card = "German Rifle half-squad", count = 1 },
  { card = "StuG IIIG", count = 1 },
]
hexes = ["1401", "1402"]
[[objectives]]
name = "The village"
hexes = ["0303"]
points = { soviet = 10, german = 10 }
[victory]
eliminated = 100
damaged = 25
levels = [{ name = "marginal victory", margin = 30 }]
"""
GAME = Panzer(TRAITS, PanzerState, lambda: loading.scenarios())
REACTED: list[tuple[str, ...]] = []
"""The targets that overwatch could have answered, one entry for every chance."""


@contextmanager
def the_country() -> Iterator[None]:
    """Makes map and scenario known; nobody fires on overwatch, but chances to do so are noted."""
    board = board_from_toml(MAP, "test map")
    real = ground_module.load_map
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ground_module, "load_map", lambda name: board if name == NAME else real(name))
        chosen = parse_scenario(SCENARIO, "test")
        patch.setattr(loading, "scenarios", lambda: {"panzer/march": chosen})
        patch.setattr(watching, "could_fire", _noted)
        yield


def _noted(state: PanzerState, scene: Scene, side: str, targets: list[int]) -> bool:
    if state.stack[-1].step == "react" or any(frame.step == "react" for frame in state.stack):
        REACTED.append((side, *[state.units[index].id for index in targets]))
    return False


def scene() -> Scene:
    return scene_of(GAME.unbegun("panzer/march", {}))


def cell(label: str) -> int:
    return GAME.board("panzer/march").by_label[label]


class March:
    """Units at the step in which the Soviet side moves, and what came of its orders."""

    def __init__(
        self, places: dict[str, str], command: str = "MOVE", script: str = "", works: list[Work] | None = None
    ):
        """Places are hexes with an optional facing, such as 0305C; `*S3` is aboard S3. G units have no command."""
        self.state = GAME.unbegun("panzer/march", {})
        self.events: list[Any] = []
        for unit in self.state.units:
            unit.status = ELIMINATED
            detail_of(unit).carrier = -1
        for name, where in places.items():
            unit = self.unit(name)
            unit.command = command if unit.side == "soviet" else "NC"
            if where.startswith("*"):
                unit.status, unit.command = CARRIED, ""
                detail_of(unit).carrier = index_of(self.state, where[1:])
                continue
            unit.status = ON_MAP
            unit.cell, unit.facing = cell(where[:4]), LETTERS.index(where[4:] or "A")
        self.state.seed = f"script:{script}"
        self.state.turn, self.state.first, self.state.winner = 1, "german", "german"
        self.state.modes = {"soviet": "ASK", "german": "ASK"}
        self.state.works = works or []
        self.state.stack = [Frame("move2", (), "soviet")]
        REACTED.clear()

    def set(self, name: str, **facts: Any) -> March:
        """Changes facts of a unit or of its detail."""
        unit = self.unit(name)
        for key, value in facts.items():
            setattr(unit if hasattr(unit, key) and key not in Detail.__slots__ else detail_of(unit), key, value)
        return self

    def ready(self) -> March:
        rules = LIBRARY.ruleset(("advanced",))
        drive(self.state, top, rules.handlers, Doing(dice(self.state.seed, 0), 1, rules))
        return self

    def order(self, text: str) -> March:
        """Gives an order of the Soviet side."""
        self.ready()
        step = GAME.apply(self.state, "soviet", GAME.parse(self.state, "soviet", text))
        self.state, self.events = step.state, list(step.events)
        return self

    def refused(self, text: str) -> str:
        """The rules by which an order is refused, joined by spaces; "" when it is legal."""
        self.ready()
        return " ".join(one.rule for one in GAME.check(self.state, "soviet", GAME.parse(self.state, "soviet", text)))

    def offered(self, name: str) -> Any:
        self.ready()
        return next(one for one in GAME.legal(self.state, "soviet").units if one.unit == name).options

    def unit(self, name: str) -> Unit:
        return self.state.units[index_of(self.state, name)]

    def detail(self, name: str) -> Detail:
        return detail_of(self.unit(name))

    def at(self, name: str) -> str:
        unit = self.unit(name)
        return f"{GAME.board('panzer/march').labels[unit.cell]}{LETTERS[unit.facing]}"

    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    def event(self, kind: str) -> dict[str, Any]:
        return next(dict(event.data) for event in self.events if event.kind == kind)


def keep(places: dict[str, str], **more: Any) -> March:
    """The same with a lorry far away that still has to move, so that the turn does not end while a test looks on."""
    return March({**places, "S16": "0109"}, **more)
