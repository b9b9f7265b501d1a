"""Warm-up: fills the caches of a scenario once, under a lock, instead of in every thread.

Games keep the tables of a scenario (sight, costs) in caches without locks. When many matches of a scenario begin at the
same time, every thread would build the tables for itself. So the first match of a scenario plays a few orders under a
lock.
"""

from __future__ import annotations

import logging
import threading

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import Trial
from hulldown.core.errors import HulldownError
from hulldown.core.game import AnyGame, State
from hulldown.games import game_names, has_tools, load_game, load_tools
from hulldown.server.memory import set_aside

log = logging.getLogger("hulldown.server")
ORDERS = 12
"""Enough for a setup and a first turn."""
BREATH = 0.02
"""Seconds between two scenarios that are warmed up in the background."""
_locks: dict[str, threading.Lock] = {}
_warm: set[str] = set()


def warm_up(game: AnyGame, scenario: str) -> None:
    """Builds the tables of a scenario, or waits for the thread that does."""
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


class Warming:
    """Warms up all scenarios, one after the other, in a thread of its own."""

    def __init__(self) -> None:
        self.scenarios = [(game, info.id) for game in map(load_game, game_names()) for info in game.scenarios()]
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hulldown-warm-up", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def left(self) -> int:
        """How many scenarios are not warm yet."""
        return sum(name not in _warm for _, name in self.scenarios)

    def _run(self) -> None:
        for game, scenario in self.scenarios:
            warm_up(game, scenario)
            # The thread shares the interpreter with the event loop: requests come first.
            if self._stop.wait(BREATH):
                return
        set_aside()

    def close(self) -> None:
        """Stops after the scenario that is being warmed up."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()


def prepare_types() -> int:
    """Prepares all types for decoding and returns their number. Call it before the first thread is started.

    msgspec works out how to decode a Struct when the first one is decoded, and other threads see the unfinished result:
    two threads that decode the first value of a type at the same time crash the process (msgspec 0.22). So one thread
    prepares every type that is loaded, those of all games included.
    """
    for name in game_names():
        load_game(name)
        if has_tools(name):
            load_tools(name)
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
