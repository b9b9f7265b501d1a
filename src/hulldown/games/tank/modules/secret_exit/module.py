"""The variant of the rearguard action: by which section Alpha must leave is drawn in secret (32.3)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.core.board import Cell
from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face
from hulldown.core.parts import part_of
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules import chits
from hulldown.games.tank.rules.edges import exit_edge, last_exit, section
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = chits.SECRET_EXIT
LOWEST: Final = 2
CHITS: Final = 3
"""Chits 2 to 4 are in the cup: the sections on the edge itself."""


def _draw(state: TankState, scene: Scene, doing: Doing) -> None:
    """Alpha's section, told to Alpha alone; only where Alpha has to break through a rearguard (17.13, 32.3)."""
    if not chits.exits_in_secret(scene, ALPHA):
        return
    edge = last_exit(state, scene, ALPHA)
    number = LOWEST - 1 + doing.dice.roll(CHITS, "secret exit chit of alpha")
    chits.note(state, KEY, {ALPHA: number})
    cells = section(scene.board, edge, number)
    labels = scene.board.labels
    doing.emit("secret_exit", "32.3", (ALPHA,), side=ALPHA, chit=number, first=labels[cells[0]],
               last=labels[cells[-1]])  # fmt: skip


def _exits(state: TankState, scene: Scene, side: str) -> tuple[Cell, ...] | None:
    """The hexes of the section drawn."""
    number = chits.drawn(state, KEY, side)
    return section(scene.board, exit_edge(state, scene, side), number) if number else None


def _show(state: TankState, side: str | None) -> Shown | None:
    """Alpha knows its chit; the others may look at it when the game is over."""
    part = part_of(state, KEY)
    return Shown(part) if part and (side == ALPHA or state.outcome is not None) else None


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    """To Bravo every chit is as likely as the others; nothing is drawn before the setup."""
    scene = scene_of(state)
    if part is not None or chits.undrawn(state, scene):
        return part
    drawn = chits.exits_in_secret(scene, ALPHA) and state.outcome is None
    return {ALPHA: rng.randrange(LOWEST, LOWEST + CHITS)} if drawn else None


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(draws=(_draw,), exits=(_exits,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Secret exit",
    loose=True,
    needs=(chits.KEY,),
    face=Face(events=(EventFace("secret_exit", "note"),)),
    words={"secret_exit": "{side} draws {chit} in secret: it must leave the map between {first} and {last}."},
)
