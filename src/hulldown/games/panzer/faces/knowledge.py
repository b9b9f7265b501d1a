"""The parts of a view that go through all units, for each viewer after each order: compiled, unlike the view itself."""

from __future__ import annotations

from typing import Final

from msgspec import UnsetType

from hulldown.core.events import Scalar
from hulldown.core.game import Marker, Piece
from hulldown.games.panzer.faces import advanced_view
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import EXITED, ON_MAP, SIDES, Mover, PanzerState, Unit
from hulldown.games.panzer.rules.victory import score

FACE_DOWN: Final = "?"
"""Stands for a command that the viewer has not seen."""


def units(state: PanzerState, side: str | None) -> tuple[Unit, ...]:
    """All vehicles as a viewer knows them."""
    return tuple([_known(unit, side) for unit in state.units])


def _known(unit: Unit, side: str | None) -> Unit:
    """A vehicle as a viewer knows it: all but the face-down command and the preset of the other side."""
    if unit.side == side:
        return unit.copy()
    hidden = FACE_DOWN if unit.command and not unit.known else unit.command
    other = unit.copy()
    other.command, other.preset = hidden, ""
    if not isinstance(other.detail, UnsetType):
        advanced_view.mask(other, other.detail)
    return other


def seen_mover(mover: Mover, mine: bool) -> Mover:
    """The vehicle that moves; what it is still to do is its owner's secret."""
    seen = mover.copy()
    if not mine:
        seen.plan = []
    return seen


def pieces(units: tuple[Unit, ...]) -> tuple[Piece, ...]:
    """The counters of these vehicles, of those on the map."""
    return tuple([_piece(unit) for unit in units if unit.status == ON_MAP])


def _piece(unit: Unit) -> Piece:
    marks = [unit.command] if unit.command else []
    if unit.mark:
        marks.append(f"spot/{unit.mark}")
    marks += [name for name, held in (("damaged", unit.damaged), ("fired", unit.fired), ("moved", unit.moved)) if held]
    return Piece(unit.id, unit.side, unit.cell, unit.type, unit.facing, marks=tuple(marks))


def markers(state: PanzerState, scene: Scene) -> tuple[Marker, ...]:
    board = scene.board
    return (
        *(Marker("BU" if wreck.brewed else "KO", wreck.cell) for wreck in state.wrecks),
        *(
            Marker("objective", board.by_label[label], hold.holder)
            for hold, objective in zip(state.holds, scene.scenario.objectives, strict=True)
            for label in objective.hexes
        ),
    )


def facts(state: PanzerState, scene: Scene) -> dict[str, Scalar]:
    """Public figures: the length, who is First Player, points, objectives and vehicles that have left."""
    facts: dict[str, Scalar] = {"turns": scene.scenario.turns, "first player": state.first or "undecided"}
    points = score(state, scene)
    for side in SIDES:
        facts[f"{side} points"] = points[side]
        facts[f"{side} exited"] = sum(unit.side == side and unit.status == EXITED for unit in state.units)
        if side in state.modes:
            facts[f"{side} reactions"] = state.modes[side].lower()
    for hold, objective in zip(state.holds, scene.scenario.objectives, strict=True):
        facts[objective.name] = hold.holder or "nobody"
    return facts
