"""Positions of Tank! for tests: units put where a case needs them, plots in notation, dice by script.

    state = position("tank/10", turn=3, alpha={"A1": ("3319", "A")}, bravo={"B1": ("3312", "D")}, dice="1 6")
    after = play(state, alpha="A1 DF 3312", bravo="")
    after.state, after.events, after.rolls

The units of the scenario that are not named stay off the map and take no part. All units on the map are spotted unless
told otherwise; panic and Preservation are not in force; columns are released, so every unit may be plotted freely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from typing import NamedTuple

import msgspec
import pytest

from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.dice import Roll
from hulldown.core.events import Event, Scalar
from hulldown.core.mapfile import board_from_toml
from hulldown.core.orders import Order, Violation
from hulldown.games.tank import game
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data import loading as data
from hulldown.games.tank.data.loading import Mode, Scenario, scenarios
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import ground
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.sequence import plotters
from hulldown.games.tank.rules.spotting import place_counter
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, SIDES, Column, Frame, Position, TankState, Unit

Spot = str | tuple[str, ...]
"""A hex label, or a tuple (hex, facing letter, *flags). Flags: "spotted", "unspotted", "hidden" or a weapon's name,
which the unit is then given in place of the one the scenario says."""


_numbers = count(1)


def country(
    name: str = "country",
    *,
    columns: int = 24,
    rows: int = 16,
    hexes: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    depression: Iterable[str] = (),
) -> Board:
    """A board of clear ground but for the named hexes ({"0507": "woods"}) and hexsides ({"0507A": "berm"}).

    A slope is named from its low (sloped) side: "0507A" falls from 0506 down into 0507. W is north, X east, Y south.
    """
    marks = {"clear": ".", "rough": "r", "woods": "w"}
    grid = [["."] * columns for _ in range(rows)]
    for label, terrain in (hexes or {}).items():
        grid[int(label[2:]) - 1][int(label[:2]) - 1] = marks[terrain]
    lines = "\n".join("".join(row) for row in grid)
    legend = "\n".join(f'"{mark}" = "{terrain}"' for terrain, mark in marks.items())
    features = "".join(
        f'[[hexsides]]\nterrain = "{terrain}"\ndirected = {str(terrain == "slope").lower()}\nsides = {names}\n'
        for terrain in ("berm", "slope")
        if (names := [label for label, feature in (sides or {}).items() if feature == terrain])
    )
    return board_from_toml(
        f'format = 1\nname = "{name}"\ntitle = "{name}"\ncolumns = {columns}\nrows = {rows}\nhigh_columns = "odd"\n'
        f'[legend]\n{legend}\n[layers]\nterrain = """\n{lines}\n"""\n{features}'
        f"[edges]\nW = {{ row = 1 }}\nX = {{ column = {columns} }}\nY = {{ row = {rows} }}\nZ = {{ column = 1 }}\n"
        f"[regions]\ndepression = {list(depression)}\n",
        name,
    )


def drawn(
    monkeypatch: pytest.MonkeyPatch,
    *,
    base: str | Scenario = "tank/10",
    mode: Mode = "mixed",
    columns: int = 24,
    rows: int = 16,
    hexes: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
) -> str:
    """The id of a scenario like `base`, but fought on a `country`; it exists for the length of one test."""
    name = f"drawn{next(_numbers)}"
    board = country(name, columns=columns, rows=rows, hexes=hexes, sides=sides)
    model = scenarios()[base] if isinstance(base, str) else base
    scenario = msgspec.structs.replace(model, id=name, map=name, mode=mode)
    load = vars(ground)["load_map"]
    known = {**GAME.catalogue(), name: scenario}
    for module in (ground, game):
        monkeypatch.setattr(module, "load_map", lambda wanted: board if wanted == name else load(wanted))
    monkeypatch.setattr(data, "scenarios", lambda: known)
    monkeypatch.setattr(GAME, "catalogue", lambda: known)
    return name


class Played(NamedTuple):
    """What a turn left behind."""

    state: TankState
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...]

    def found(self, kind: str, **data: Scalar) -> list[Event]:
        """The events of a kind whose data include the given values."""
        return [e for e in self.events if e.kind == kind and all(e.data.get(key) == v for key, v in data.items())]

    @property
    def dice(self) -> list[int]:
        return [roll.value for roll in self.rolls]


def position(
    scenario: str = "tank/10",
    *,
    turn: int = 3,
    alpha: Mapping[str, Spot] | None = None,
    bravo: Mapping[str, Spot] | None = None,
    dice: str = "",
    spotted: bool = True,
    released: bool = True,
    panic: bool = False,
    wrecks: Iterable[str] = (),
    dug: Mapping[str, str] | None = None,
    columns: Mapping[str, str] | None = None,
    options: Mapping[str, Scalar] | None = None,
) -> TankState:
    """A state in the Plotting Phase with these units on the map.

    `dice` are the rolls to come. `panic`: contact and fire came last turn, so chits are drawn. `dug` are revealed
    Improved Positions by hex and owner (a hidden unit has one by itself). `columns` are the ways made by columns, by
    side: hex labels from the entry hex on, in formation unless `released`; a waiting unit enters only with one.
    """
    state = GAME.setup(scenario, options or {}, f"script:{dice}")
    board = ground_of(state).board
    state.turn = turn
    if panic:
        state.contact = state.first_fire = turn - 1
    for side, places in (("alpha", alpha or {}), ("bravo", bravo or {})):
        for name, spot in places.items():
            _place(state, unit(state, name), side, (spot,) if isinstance(spot, str) else spot, spotted)
    state.wrecks = [board.cell(label) for label in wrecks]
    for label, side in (dug or {}).items():
        state.positions.append(Position(board.cell(label), side, revealed=True))
    for side, way in (columns or {}).items():
        cells = [board.cell(label) for label in way.split()]
        state.columns[side] = Column(cells[0], cells, list(cells), duty=not released)
    state.stack = [Frame("plot", plotters(state, scene_of(state)))]
    return state


def _place(state: TankState, placed: Unit, side: str, spot: tuple[str, ...], spotted: bool) -> None:
    assert placed.side == side, f"{placed.id} is not of {side}"
    placed.cell = ground_of(state).board.cell(spot[0])
    placed.status = ON_MAP
    placed.spotted = spotted
    if len(spot) > 1 and spot[1]:
        placed.facing = LETTERS.index(spot[1])
    for flag in spot[2:]:
        if flag in ("spotted", "unspotted"):
            placed.spotted = flag == "spotted"
        elif flag == "hidden":
            placed.hidden, placed.spotted = True, False
            if all(other.cell != placed.cell for other in state.positions):
                state.positions.append(Position(placed.cell, side))
        else:
            placed.type = flag
    if not placed.hidden:
        place_counter(state, placed)


def unit(state: TankState, name: str) -> Unit:
    return next(unit for unit in state.units if unit.id == name)


def ground_of(state: TankState) -> Ground:
    return scene_of(state).ground


def cell(state: TankState, label: str) -> Cell:
    return ground_of(state).board.cell(label)


def where(state: TankState, name: str) -> str:
    """The label of the hex a unit is in, "" when it is in none."""
    at = unit(state, name).cell
    return ground_of(state).board.labels[at] if at >= 0 else ""


def facing(state: TankState, name: str) -> str:
    return LETTERS[unit(state, name).facing]


def order(state: TankState, side: str, text: str) -> Order:
    """The order that notation means now; lines may be parted by semicolons."""
    return GAME.parse(state, side, text.replace(";", "\n"))


def violations(state: TankState, side: str, text: str) -> list[Violation]:
    """Why a plot in notation is refused; empty when it is legal."""
    return GAME.check(state, side, order(state, side, text))


def refused(state: TankState, side: str, text: str) -> list[str]:
    """The rules by which a plot in notation is refused; empty when it is legal."""
    return [violation.rule for violation in violations(state, side, text)]


def play(
    state: TankState,
    alpha: str = "",
    bravo: str = "",
    *,
    face: Mapping[str, str] | None = None,
    stop: Mapping[str, str] | None = None,
    until: str = "plot",
) -> Played:
    """Plays the turn: applies both plots and answers what is asked until the next plot, `until`, or the end.

    `face` are final facings by side, such as {"alpha": "A1 C"} (none by default); `stop` says "stop" or "continue" by
    side (continue by default); what modules ask gets its idle answer. `until` names a decision that is left open.
    """
    texts = {"alpha": alpha, "bravo": bravo}
    events: list[Event] = []
    rolls: list[Roll] = []
    for side in SIDES:
        if side in GAME.pending(state):
            state = _apply(state, side, texts[side], events, rolls)
        else:
            assert not texts[side], f"{side} owes no plot"
    while True:
        pending = GAME.pending(state)
        if not pending:
            break
        side, decision = next(iter(pending.items()))
        if decision.kind in ("plot", until):
            break
        if decision.kind in ("stop", "face"):
            answer = (stop or {}).get(side, "continue") if decision.kind == "stop" else (face or {}).get(side, "")
        else:
            idle = GAME.legal(state, side).idle
            answer = GAME.write(state, idle) if idle is not None else ""
        state = _apply(state, side, answer, events, rolls)
    return Played(state, tuple(events), tuple(rolls))


def _apply(state: TankState, side: str, text: str, events: list[Event], rolls: list[Roll]) -> TankState:
    step = GAME.apply(state, side, order(state, side, text))
    events += step.events
    rolls += step.rolls
    assert isinstance(step.state, TankState)
    return step.state


def track(played: Played, name: str) -> list[tuple[str, int]]:
    """The hexes a unit entered and the Movement Point at which it entered each, as its owner saw it."""
    side = unit(played.state, name).side
    return [
        (str(e.data["hex"]), int(e.data["point"]))
        for e in played.events
        if e.kind in ("moved", "entered") and e.data.get("unit") == name and e.seen_by(side)
    ]


def answer(state: TankState, side: str, text: str) -> Played:
    """Answers one decision (a plot, a stop, a facing, an entry, a deployment) in notation."""
    events: list[Event] = []
    rolls: list[Roll] = []
    state = _apply(state, side, text, events, rolls)
    return Played(state, tuple(events), tuple(rolls))


def placing(scenario: str, named: Mapping[str, str] | None = None) -> str:
    """A whole deployment of Bravo in notation: the named units ({"B1": "3018 C"}), the others in the far south-west."""
    state = GAME.setup(scenario, {}, "script:")
    lines = []
    for number, each in enumerate(other for other in state.units if other.side == "bravo"):
        spot = (named or {}).get(each.id, f"{1 + number // 20:02d}{36 - number % 20:02d} A")
        lines.append(f"{each.id} {spot}")
    return "; ".join(lines)


def opened(
    scenario: str, alpha: str, bravo: str, *, dice: str = "", options: Mapping[str, Scalar] | None = None
) -> Played:
    """A game after both sides have answered the setup (entry hexes and deployments in notation)."""
    state = GAME.setup(scenario, options or {}, f"script:{dice}")
    events: list[Event] = []
    rolls: list[Roll] = []
    state = _apply(state, "alpha", alpha, events, rolls)
    state = _apply(state, "bravo", bravo, events, rolls)
    return Played(state, tuple(events), tuple(rolls))


def fallen(state: TankState, *names: str) -> TankState:
    """The state with these units destroyed on an earlier turn."""
    for name in names:
        lost = unit(state, name)
        lost.status, lost.spotted = DESTROYED, True
        state.losses[lost.side] = state.losses.get(lost.side, 0) + 1
        state.last_loss = state.turn - 1
    return state


def units_of(side: str, first: int, last: int) -> list[str]:
    """The names of a side's units from one number to another."""
    return [f"{side[0].upper()}{number}" for number in range(first, last + 1)]


def carry_on(played: Played) -> Played:
    """Goes on from a state between plots: movement is not stopped, nobody turns, until a plot is asked or the end."""
    state, events, rolls = played.state, list(played.events), list(played.rolls)
    while pending := GAME.pending(state):
        side, decision = next(iter(pending.items()))
        if decision.kind == "plot":
            break
        state = _apply(state, side, "continue" if decision.kind == "stop" else "", events, rolls)
    return Played(state, tuple(events), tuple(rolls))
