"""Warming up: what is worked out at its first use is worked out once, before or under a lock, not by every thread.

Games keep the tables of a scenario (sight, costs) in caches without locks. When many matches of a scenario begin at the
same time, each thread would make them for itself and all would wait; so the first match of a scenario plays a few
orders under a lock.
"""

from __future__ import annotations

import logging
import threading

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import Trial
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State
from hulldown.games import game_names, load_game
from hulldown.server.api.tools import tools_of

log = logging.getLogger("hulldown.server")
ORDERS = 12
"""Enough for a setup and a first turn."""
_locks: dict[str, threading.Lock] = {}
_warm: set[str] = set()


def warm_up(game: AnyGame, scenario: str) -> None:
    """Returns when the scenario's tables are there."""
    if scenario in _warm:
        return
    with _locks.setdefault(scenario, threading.Lock()):
        if scenario in _warm:
            return
        try:
            _play(game, game.setup(scenario, {}, "warm up"))
        except HulldownError as error:
            log.warning("scenario %s could not be warmed up: %s", scenario, error)
        _warm.add(scenario)


def prepare_types() -> int:
    """The number of types made ready for decoding; to be called before the first thread is started.

    msgspec works out how to decode a Struct when the first one is decoded, and shows other threads the half-finished
    result: two threads that decode the first value of a type at the same time crash the process (msgspec 0.22). So
    every type that is loaded, those of all games included, is worked out here, by one thread.
    """
    for name in game_names():
        load_game(name)
        tools_of(name)
    ready = 0
    waiting: list[type] = [msgspec.Struct]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        try:
            msgspec.json.Decoder(kind)
            ready += 1
        except (TypeError, NameError):
            log.debug("%s is never decoded", kind.__qualname__)
    return ready


def _play(game: AnyGame, state: State) -> None:
    bots = {side: make_bot("random", side) for side in game.sides}
    for _ in range(ORDERS):
        side = next(iter(game.pending(state)), None)
        if side is None:
            return
        game.view(state, side)
        trial = Trial(game, state, side)
        state = trial.step(bots[side].decide(trial.seat())).state
