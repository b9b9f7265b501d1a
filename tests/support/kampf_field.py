"""Positions of KampfPanzer for tests: a small country, units where a case needs them, plots as text, scripted dice.

    field = Field(monkeypatch, hexes={"0807": "hilltop"})
    state = field.state(first={"10": ("R35", "0608")}, second={"94": ("PzII", "0702", "D1")}, dice="3 4")
    after = field.play(state, first="10 A2", second="")
    after.found("moved", unit="10"), after.where("10"), after.unit("94").level

Both sides have Panic Level 1. The two panic dice of each turn are `panic`, "1 1" unless told otherwise: units in hexes
that end in 9 panic. After the dice of the script come sixes, so nobody recovers by chance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, NamedTuple

import msgspec
import pytest

from hulldown.core.board import LETTERS, Board
from hulldown.core.dice import Roll
from hulldown.core.events import Event, Scalar
from hulldown.core.mapfile import board_from_toml
from hulldown.core.orders import Order, Violation
from hulldown.games.kampfpanzer import game
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data import scenarios as data
from hulldown.games.kampfpanzer.data.scenarios import Area, Scenario, scenarios
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules import ground
from hulldown.games.kampfpanzer.rules.sequence import plotters
from hulldown.games.kampfpanzer.rules.state import (
    NOBODY,
    ON_MAP,
    SIDES,
    Frame,
    KampfState,
    Unit,
    Works,
    by_id,
    index_of,
)

Spot = tuple[str, ...]
"""A type and a hex ("": off the map), then flags: a facing letter, "D1" to "D3", "pinned", "on 140" for one aboard."""
SIGNS = {"clear": ".", "town": "t", "woods": "w", "slope": "s", "hilltop": "h"}
_numbers = count(1)


def country(
    name: str,
    columns: int = 24,
    rows: int = 18,
    hexes: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Iterable[Iterable[str]] = (),
    outs: Iterable[str] = (),
    regions: Mapping[str, list[str]] | None = None,
) -> Board:
    """A board of clear ground but for what is named: hexes, hexsides ({"0507A": "crest"}), roads, regions."""
    grid = [["."] * columns for _ in range(rows)]
    for label, terrain in (hexes or {}).items():
        grid[int(label[2:]) - 1][int(label[:2]) - 1] = SIGNS[terrain]
    lines = "\n".join("".join(row) for row in grid)
    legend = "\n".join(f'"{sign}" = "{terrain}"' for terrain, sign in SIGNS.items())
    kinds = sorted(set((sides or {}).values()))
    features = "".join(
        f'[[hexsides]]\nterrain = "{kind}"\nsides = {[side for side, what in (sides or {}).items() if what == kind]}\n'
        for kind in kinds
    )
    ways = "".join(
        f"[[roads]]\npath = {list(road)}\nout = {[out for out in outs if out[:4] in list(road)]}\n" for road in roads
    )
    named = "".join(f"{key} = {cells}\n" for key, cells in (regions or {}).items())
    return board_from_toml(
        f'format = 1\nname = "{name}"\ntitle = "{name}"\ncolumns = {columns}\nrows = {rows}\nhigh_columns = "odd"\n'
        f'[legend]\n{legend}\n[layers]\nterrain = """\n{lines}\n"""\n{features}{ways}'
        f'[edges]\nW = {{ side = "south" }}\n[regions]\n{named}',
        name,
    )


class Played(NamedTuple):
    """What a turn left behind."""

    state: KampfState
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]

    def found(self, kind: str, **data: Scalar) -> list[Event]:
        """The events of a kind whose data include the given values."""
        return [e for e in self.events if e.kind == kind and all(e.data.get(key) == v for key, v in data.items())]

    def unit(self, name: str) -> Unit:
        unit = by_id(self.state, name)
        assert unit is not None
        return unit

    def where(self, name: str) -> str:
        """The hex of a unit, or its status if it is not on the map."""
        unit = self.unit(name)
        return GAME.board(self.state.scenario).labels[unit.cell] if unit.status == ON_MAP else unit.status

    def entered(self, name: str) -> list[tuple[str, str]]:
        """The hexes that a unit went through, each with the Movement Point."""
        steps = [e for e in self.events if e.kind in ("moved", "entered") and e.data["unit"] == name]
        return [(str(e.data["hex"]), str(e.data["point"])) for e in steps]


class Field:
    """A scenario on a small country; it exists for the length of one test."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        *,
        base: str = "kampfpanzer/4",
        changes: Mapping[str, Any] | None = None,
        sides: Mapping[str, str] | None = None,
        setup: Mapping[str, Mapping[str, Any]] | None = None,
        **terrain: Any,
    ) -> None:
        self.name = f"field{next(_numbers)}"
        board = country(self.name, sides=sides, **terrain)
        self.board = board
        self.scenario = self._scenario(base, dict(changes or {}), dict(setup or {}))
        load, known = vars(ground)["load_map"], {**GAME.catalogue(), self.name: self.scenario}
        for module in (ground, game):
            monkeypatch.setattr(module, "load_map", lambda wanted: board if wanted == self.name else load(wanted))
        monkeypatch.setattr(data, "scenarios", lambda: known)
        monkeypatch.setattr(GAME, "catalogue", lambda: known)

    def _scenario(self, base: str, changes: dict[str, Any], setup: dict[str, Mapping[str, Any]]) -> Scenario:
        replace = msgspec.structs.replace
        found = scenarios()[base]
        for side in SIDES:
            old = found.side(side)
            group = replace(old.groups[0], area=Area(rows=(1, 99)), enter=None)
            values = {"panic": 1, "groups": (group,), **setup.get(side, {})}
            found = replace(found, **{side: replace(old, **values)})
        return replace(found, id=self.name, map=self.name, **changes)

    def state(
        self,
        first: Mapping[str, Spot] | None = None,
        second: Mapping[str, Spot] | None = None,
        *,
        turn: int = 3,
        dice: str = "",
        panic: str = "1 1",
        works: Iterable[tuple[str, str]] = (),
        wrecks: Iterable[str] = (),
    ) -> KampfState:
        """A position in the Plot Phase; `works` are hexes with the side that dug them."""
        cell = self.board.cell
        script = f"script:{panic} {dice}" + " 6" * 60
        state = KampfState(scenario=self.name, options={}, seed=script, turn=turn, stack=[Frame("plot")], units=[])
        carried: list[tuple[str, str]] = []
        for side, units in zip(SIDES, (first or {}, second or {}), strict=True):
            for name, (kind, label, *flags) in units.items():
                unit = Unit(name, side, kind, cell(label) if label else -1)
                unit.status = ON_MAP if label else "waiting"
                for flag in flags:
                    if flag in LETTERS:
                        unit.facing = LETTERS.index(flag)
                    elif flag.startswith("on "):
                        carried.append((name, flag[3:]))
                    elif flag == "pinned":
                        unit.pinned = True
                    else:
                        unit.level = int(flag[1:])
                state.units.append(unit)
        for name, vehicle in carried:
            rider, carrier = index_of(state, name), index_of(state, vehicle)
            state.units[rider].aboard, state.units[carrier].cargo = carrier, rider
        assert all(unit.cargo == NOBODY or state.units[unit.cargo].aboard != NOBODY for unit in state.units)
        state.works = [Works(cell(label), side) for label, side in works]
        state.wrecks = [cell(label) for label in wrecks]
        state.stack = [Frame("plot", plotters(state, scene_of(state)))]
        return state

    def play(
        self, state: KampfState, first: str = "", second: str = "", answers: Iterable[tuple[str, str]] = ()
    ) -> Played:
        """Plays one turn; `answers` are (side, notation) for the questions on the way, idle answers after them."""
        events: list[Event] = []
        rolls: list[Roll] = []
        given = list(answers)
        turn = state.turn
        for side, text in zip(SIDES, (first, second), strict=True):
            if side in GAME.pending(state):
                step = GAME.apply(state, side, GAME.parse(state, side, text))
                state = step.state
                events += step.events
                rolls += step.rolls
        while state.outcome is None and not (state.turn > turn and state.stack[-1].step == "plot"):
            side = next(iter(GAME.pending(state)))
            order = GAME.legal(state, side).idle
            if given:
                wanted, text = given.pop(0)
                assert wanted == side, f"{side} is asked, not {wanted}"
                order = GAME.parse(state, side, text)
            assert order is not None
            step = GAME.apply(state, side, order)
            state = step.state
            events += step.events
            rolls += step.rolls
        assert not given, f"nobody asked for {given}"
        return Played(state, tuple(events), tuple(rolls))

    def stop_at(self, state: KampfState, first: str = "", second: str = "") -> KampfState:
        """Gives both plots and stops at the first question on the way, or at the next plot."""
        for side, text in zip(SIDES, (first, second), strict=True):
            if side in GAME.pending(state):
                state = GAME.apply(state, side, GAME.parse(state, side, text)).state
        return state

    def refused(self, state: KampfState, side: str, text: str) -> list[Violation]:
        """Why a plot is refused."""
        return GAME.check(state, side, GAME.parse(state, side, text))

    def check(self, state: KampfState, side: str, order: Order) -> list[Violation]:
        return GAME.check(state, side, order)
