"""Variable Entry: the section of the mapedge by which a column comes on is drawn (32.1)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.core.board import Cell
from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face
from hulldown.core.parts import part_of
from hulldown.core.sequence import Doing
from hulldown.games.tank.data.sections import NUMBERS
from hulldown.games.tank.rules import chits
from hulldown.games.tank.rules.edges import comes_on, edge_of, entry_cells, section
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES, TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = "variable_entry"


def _draw(state: TankState, scene: Scene, doing: Doing) -> None:
    """A section for each force that comes on in column, never two of one number (32.1a, 32.1b)."""
    sides = [side for side in SIDES if comes_on(scene, side)]
    numbers = chits.draw_apart(state, doing, sides, len(NUMBERS), "entry chit")
    chits.note(state, KEY, numbers)
    for side, number in numbers.items():
        cells = entry_cells(state, scene, side)
        labels = scene.board.labels
        doing.emit("entry_section", "32.1b", (), side=side, chit=number, first=labels[cells[0]], last=labels[cells[-1]])


def _entries(position: Any, side: str) -> int:
    """The section drawn (32.1a)."""
    return chits.drawn(position, KEY, side)


def _exits(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...] | None:
    """Who may leave only by the edge it entered from leaves by the one along which its section runs (17.11-6)."""
    home = scene.side(side).edge
    number = chits.drawn(state, KEY, side)
    if not number or scene.situation.exit_edge(state, scene, side) != home:
        return None
    return scene.board.edges[edge_of(scene.board, section(scene.board, home, number), home)]


def _show(state: TankState, side: str | None) -> Shown | None:
    """Chits are drawn in the open (32.1b)."""
    part = part_of(state, KEY)
    return Shown(part) if part else None


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    return part


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(draws=(_draw,), entries=(_entries,), exits=(_exits,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Variable entry",
    loose=True,
    needs=(chits.KEY,),
    face=Face(events=(EventFace("entry_section", "note"),)),
    words={"entry_section": "{side} draws {chit}: it comes on between {first} and {last}."},
)
