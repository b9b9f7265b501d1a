"""Variable Exit: the section of the mapedge by which a force may leave is drawn (32.2)."""

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
from hulldown.games.tank.rules.edges import exit_edge, last_exit, section
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES, TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = "variable_exit"


def _draw(state: TankState, scene: Scene, doing: Doing) -> None:
    """A section for each force that may ever leave the map, of the edge by which it may (32.2a)."""
    sides = [s for s in SIDES if last_exit(state, scene, s) and not chits.exits_in_secret(scene, s)]
    numbers = chits.draw_apart(state, doing, sides, len(NUMBERS), "exit chit")
    chits.note(state, KEY, numbers)
    for side, number in numbers.items():
        cells = section(scene.board, last_exit(state, scene, side), number)
        labels = scene.board.labels
        doing.emit("exit_section", "32.2a", (), side=side, chit=number, first=labels[cells[0]], last=labels[cells[-1]])


def _exits(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...] | None:
    """The hexes of the section drawn; whether anybody may leave yet is the scenario's affair (32.2b)."""
    number = chits.drawn(state, KEY, side)
    return section(scene.board, exit_edge(state, scene, side), number) if number else None


def _show(state: TankState, side: str | None) -> Shown | None:
    """Chits are drawn in the open (32.2a)."""
    part = part_of(state, KEY)
    return Shown(part) if part else None


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    return part


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(draws=(_draw,), exits=(_exits,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Variable exit",
    loose=True,
    needs=(chits.KEY,),
    face=Face(events=(EventFace("exit_section", "note"),)),
    words={"exit_section": "{side} draws {chit}: it may leave the map only between {first} and {last}."},
)
