"""The drawing of chits before the setup; the optional rules that draw stand on it (32.1 to 32.4)."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.core.books import Module
from hulldown.core.decisions import Decision, Legal
from hulldown.core.face import EventFace, Face, NamedFace
from hulldown.core.orders import Order, Violation
from hulldown.core.parts import part_of
from hulldown.core.sequence import Doing, Question, Row
from hulldown.core.stepped import go_on, owed
from hulldown.games.tank.rules.chits import KEY
from hulldown.games.tank.rules.hooks import Answers, Hooks, Shown
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.sequence import everybody
from hulldown.games.tank.rules.state import SIDES, TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

DRAW: Final = "draw"
_DRAWN: Final = Order(KEY, choice=DRAW)


def _draw(state: TankState, doing: Doing) -> bool:
    """Draws for every rule in force once both players have reached for the cup."""
    if owed(state):
        return False
    for side in SIDES:
        state.submitted.pop(side, None)
    scene = scene_in(state, doing)
    for hook in scene.hooks.draws:
        hook(state, scene, doing)
    go_on(state, doing)
    return True


def _legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    return Legal(decision, choices=(DRAW,), idle=_DRAWN)


def _check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if order.choice == DRAW and not order.tasks:
        return []
    return [Violation("32.1b", f"chits are drawn, the choice is {DRAW}, not {order.choice!r}")]


def _show(state: TankState, side: str | None) -> Shown | None:
    """Who is First Player is known to all (32.1b); nothing is, where no rule needs one (32.3, 32.4)."""
    first = part_of(state, KEY)
    return Shown(first) if first else None


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    return part


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(decisions={KEY: Answers(_legal, _check)}, shows={KEY: _show}, deals={KEY: _deal}),
    title="Drawing of chits",
    loose=True,
    rows=(
        Row(
            KEY,
            "32.1b",
            "Drawing of chits",
            "what the optional rules leave to chance is drawn",
            handler=_draw,
            asks=Question(KEY, "32.1b", "Draw your chits for the optional rules."),
            owes=everybody,
            before="columns|setup",
        ),
    ),
    face=Face(
        choices=(NamedFace(DRAW, "Draw"),),
        events=(EventFace("first_player", "note"),),
    ),
    words={"first_player": "{side} is the First Player (die {die})."},
)
