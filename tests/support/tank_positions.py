"""Positions of Tank! for tests: units put where a case needs them, plots in notation, dice by script.

    state = position("tank/10", turn=3, alpha={"A1": ("3319", "A")}, bravo={"B1": ("3312", "D")}, dice="1 6")
    after = play(state, alpha="A1 DF 3312", bravo="")
    after.state, after.events, after.rolls

The units of the scenario that are not named stay off the map and take no part. All units on the map are spotted unless
told otherwise; panic and Preservation are not in force; columns are released, so every unit may be plotted freely.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hulldown.core.board import LETTERS, Cell
from hulldown.core.dice import Roll
from hulldown.core.events import Event, Scalar
from hulldown.core.orders import Order, Violation
from hulldown.games.tank.game import GAME
from hulldown.games.tank.ground import Ground
from hulldown.games.tank.sequence import place_of, plotters, scenario_of
from hulldown.games.tank.spotting import place_counter
from hulldown.games.tank.state import ON_MAP, SIDES, Column, Frame, Position, TankState, Unit

Spot = str | tuple[str, ...]
"""A hex label, or a tuple (hex, facing letter, *flags). Flags: "spotted", "unspotted", "hidden" or a weapon's name,
which the unit is then given in place of the one the scenario says."""


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
    state.stack = [Frame("plot", plotters(state, scenario_of(state)))]
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
    return place_of(scenario_of(state))


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
    side (continue by default). `until` "stop" or "face" leaves that decision open.
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
        answer = (stop or {}).get(side, "continue") if decision.kind == "stop" else (face or {}).get(side, "")
        state = _apply(state, side, answer, events, rolls)
    return Played(state, tuple(events), tuple(rolls))


def _apply(state: TankState, side: str, text: str, events: list[Event], rolls: list[Roll]) -> TankState:
    step = GAME.apply(state, side, order(state, side, text))
    events += step.events
    rolls += step.rolls
    assert isinstance(step.state, TankState)
    return step.state
