"""Delayed Entry: the turn on which a force comes on is drawn in secret (32.4)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face
from hulldown.core.sequence import Doing
from hulldown.games.tank.rules import chits
from hulldown.games.tank.rules.edges import comes_on
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES, TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

KEY: Final = "delayed_entry"
CHITS: Final = 3


def _comers(scene: Scene) -> list[str]:
    """The sides that come onto the map at all; who is deployed there has nothing to draw."""
    return [side for side in SIDES if comes_on(scene, side)]


def _draw(state: TankState, scene: Scene, doing: Doing) -> None:
    """A turn for each, Alpha first; the chit goes back, so both may come on the same turn (32.4)."""
    numbers: dict[str, int] = {}
    for side in _comers(scene):
        numbers[side] = doing.dice.roll(CHITS, f"entry turn of {side}")
        doing.emit("delayed_entry", "32.4", (side,), side=side, chit=numbers[side])
    chits.note(state, KEY, numbers)


def _arrival(state: TankState, side: str) -> int:
    return chits.drawn(state, KEY, side)


def _show(state: TankState, side: str | None) -> Shown | None:
    """Each player knows the chit that he has drawn himself."""
    number = chits.drawn(state, KEY, side) if side else 0
    return Shown({side: number}) if number else None


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    """The enemy's turn has come if any counter of his has been on the map; else it is this one or a later one."""
    scene = scene_of(state)
    if chits.undrawn(state, scene):
        return None
    known: dict[str, int] = dict(part or {})
    for side in _comers(scene):
        if side not in known:
            soonest = 1 if state.counters.get(side) else min(CHITS, max(1, state.turn))
            known[side] = rng.randint(soonest, CHITS)
            if state.counters.get(side):
                known[side] = min(known[side], state.turn)
    return {side: known[side] for side in SIDES if side in known} or None


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(draws=(_draw,), arrivals=(_arrival,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Delayed entry",
    loose=True,
    needs=(chits.KEY,),
    face=Face(events=(EventFace("delayed_entry", "note"),)),
    words={"delayed_entry": "{side} draws {chit} in secret: it comes onto the map on turn {chit}."},
)
