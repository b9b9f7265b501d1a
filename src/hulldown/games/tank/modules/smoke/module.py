"""Smoke: it comes up at the end of a turn, and is gone at the end of the next (28.5, 21.1).

Modules that make smoke need this one. It stands on either book, since vehicles may lay smoke in both.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final

from hulldown.core.books import Module
from hulldown.core.face import AreaFace, EventFace, Face, MarkerFace
from hulldown.core.game import Area, Marker
from hulldown.core.sequence import Doing, Row
from hulldown.core.stepped import go_on
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.scene import scene_in
from hulldown.games.tank.rules.smoke import KEY, lift, smoke_coming, smoke_mask, smoke_now, spread
from hulldown.games.tank.rules.state import TankState
from hulldown.games.tank.rules.verbs.base import TankVerb

NOW: Final = "smoke"
COMING: Final = "smoke coming"


def _remove(state: TankState, doing: Doing) -> bool:
    """21.1-b-8: smoke of the turn before goes; it has lasted for the whole of this turn (28.51b)."""
    if smoke_now(state):
        lift(state)
        doing.emit("smoke_gone", "28.51b")
    go_on(state, doing)
    return True


def _create(state: TankState, doing: Doing) -> bool:
    """21.1-b-9: the smoke laid on this turn is uncovered, and lies on the map for all of the next (28.51a, X-45)."""
    coming = smoke_coming(state)
    if coming:
        labels = scene_in(state, doing).board.labels
        spread(state)
        doing.emit("smoke_up", "28.51a", hexes=" ".join(labels[cell] for cell in coming))
    go_on(state, doing)
    return True


def _show(state: TankState, side: str | None) -> Shown | None:
    """Everybody sees smoke, and the markers under which it will come up (28.51a, 28.51c)."""
    now, coming = smoke_now(state), smoke_coming(state)
    if not now and not coming:
        return None
    markers = (*(Marker(NOW, cell) for cell in now), *(Marker(COMING, cell) for cell in coming))
    areas = tuple(Area(kind, "", cells) for kind, cells in ((NOW, now), (COMING, coming)) if cells)
    return Shown({"now": list(now), "coming": list(coming)}, markers, areas=areas)


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    return part


FACE: Final = Face(
    markers=(MarkerFace(NOW, "smoke", "smoke"), MarkerFace(COMING, "smoke from the next turn on", "haze")),
    areas=(
        AreaFace(NOW, "smoke", "Blocks sight as woods do, and costs vehicles a Movement Point more", "zone"),
        AreaFace(COMING, "smoke to come", "Smoke lies here for the whole of the next turn", "warn"),
    ),
    events=(EventFace("smoke_gone", "note"), EventFace("smoke_up", "note")),
)

MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(screens=(smoke_mask,), slows=(smoke_mask,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Smoke",
    loose=True,
    rows=(
        Row(
            "smoke_removal",
            "21.1-b-8",
            "Smoke Removal Segment",
            "smoke of the last turn is gone",
            "execution",
            handler=_remove,
            after="final",
        ),
        Row(
            "smoke_creation",
            "21.1-b-9",
            "Smoke Creation Segment",
            "smoke laid on this turn comes up for the next",
            "execution",
            handler=_create,
            after="smoke_removal",
        ),
    ),
    face=FACE,
    words={"smoke_gone": "The smoke has gone.", "smoke_up": "Smoke comes up in {hexes}."},
)
