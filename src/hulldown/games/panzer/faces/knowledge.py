"""The fields of a view, worked out for each viewer after each order: compiled, unlike the view itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import UnsetType

from hulldown.core.decisions import Decision
from hulldown.core.events import Scalar
from hulldown.core.game import Marker, Piece
from hulldown.core.stepped import head_of
from hulldown.games.panzer.faces import advanced_view
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import EXITED, ON_MAP, SIDES, Mover, PanzerState, Unit
from hulldown.games.panzer.rules.victory import score

FACE_DOWN: Final = "?"
"""Stands for a command that the viewer has not seen."""


def fields(state: PanzerState, scene: Scene, side: str | None, decisions: Mapping[str, Decision]) -> dict[str, Any]:
    """The fields of the view of a side, or of an onlooker (None), that every game of Panzer has."""
    seen = units(state, side)
    mover = state.mover
    mine = mover is not None and state.units[mover.unit].side == side
    found = head_of(state, "panzer", side, decisions)
    found.update({
        "pieces": pieces(seen),
        "markers": markers(state, scene),
        "facts": facts(state, scene),
        "units": seen,
        "wrecks": tuple([wreck.copy() for wreck in state.wrecks]),
        "holds": tuple([hold.copy() for hold in state.holds]),
        "first": state.first,
        "winner": state.winner,
        "modes": dict(state.modes),
        "conceals": bool(side) and state.conceals.get(side or "", False),
        "waved": dict(state.waved),
        "shots": tuple(state.shots),
        "declined": state.declined,
        "engaged": state.engaged,
        "chain": state.chain,
        "mover": None if mover is None else seen_mover(mover, mine),
        "queue": tuple(state.queue) if side and _owns_queue(state, side) else (),
        "asked": state.asked.get(side, 0) if side else 0,
    })  # fmt: skip
    return found


def _owns_queue(state: PanzerState, side: str) -> bool:
    return bool(state.queue) and state.stack[0].side == side


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
