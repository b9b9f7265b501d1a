"""The server is killed again and again while bots play: nothing that was acknowledged is lost, every game ends.

The bots sit outside and speak HTTP, so that it is known what was acknowledged to them; half of them play against a bot
inside. HULLDOWN_CRASHES=50 gives the full run of 20 games.
"""

from __future__ import annotations

import os
import random
import threading
import time
import uuid

import httpx
import msgspec

from hulldown.bots import make_bot
from hulldown.core.orders import Order
from hulldown.core.record import record_from_text, verify
from support.remote import Player, game_of, new_match, players_of
from support.serving import ServerProcess, Start

CRASHES = int(os.environ.get("HULLDOWN_CRASHES", "4"))
GAMES = 20 if CRASHES >= 50 else 6
SCENARIO = "tank/intro" if CRASHES >= 50 else "toy/1"
AWAY = (httpx.TransportError,)


class Crowd:
    """Players in threads of their own, and a count of what was acknowledged."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.failures: list[BaseException] = []
        self.orders: dict[tuple[str, str], list[Order]] = {}
        self._lock = threading.Lock()

    def note(self, player: Player, order: Order) -> None:
        with self._lock:
            self.acknowledged += 1
            self.orders.setdefault((player.match, player.side), []).append(order)

    def play(self, player: Player) -> None:
        """Plays one seat to the end, over any number of crashes."""
        try:
            bot = make_bot("random", player.token)
            while True:
                state = _persist(player.get).json()
                if state["status"] == "over":
                    return
                if state["legal"] is None:
                    time.sleep(0.02)
                    continue
                order = _decide(player, state, bot)
                name = uuid.uuid4().hex
                answer = _persist(lambda: player.give(order, submission=name))  # noqa: B023
                assert answer.status_code == 200, answer.text
                self.note(player, msgspec.structs.replace(order, decision=answer.json()["decision"]))
        except BaseException as error:
            self.failures.append(error)


def _persist(ask: object) -> httpx.Response:
    """The answer, however often the server has to be asked while it is away."""
    assert callable(ask)
    end = time.monotonic() + 60
    while True:
        try:
            answer: httpx.Response = ask()
            if answer.status_code != 503 or time.monotonic() > end:
                return answer
        except AWAY:
            if time.monotonic() > end:
                raise
        time.sleep(0.05)


def _decide(player: Player, state: dict[str, object], bot: object) -> Order:
    while True:
        try:
            return player.order(state, bot)  # type: ignore[arg-type]
        except AWAY:
            time.sleep(0.05)


def _games(server: ServerProcess) -> list[Player]:
    found: list[Player] = []
    for number in range(GAMES):
        seats = {"bravo": "bot:random"} if number % 2 else {}
        found += players_of(server, new_match(server, SCENARIO, seats=seats)).values()
    return found


def test_nothing_acknowledged_is_lost(database: str, start: Start) -> None:
    server = start(database)
    players = _games(server)
    crowd = Crowd()
    threads = [threading.Thread(target=crowd.play, args=(player,), daemon=True) for player in players]
    for thread in threads:
        thread.start()
    rng = random.Random(5)
    crashes = 0
    while crashes < CRASHES and not crowd.failures:
        wanted = crowd.acknowledged + rng.randrange(3, 14 if SCENARIO == "toy/1" else 30)
        while crowd.acknowledged < wanted and any(thread.is_alive() for thread in threads):
            time.sleep(rng.random() * 0.01)
            assert server.process is not None
            assert server.process.poll() is None, f"the server died by itself: {server.process.returncode}"
        if not any(thread.is_alive() for thread in threads):
            # All games are over before the last crash: more games.
            players += (more := _games(server))
            threads = [threading.Thread(target=crowd.play, args=(player,), daemon=True) for player in more]
            for thread in threads:
                thread.start()
            continue
        server.kill()
        crashes += 1
        server.start()
    for thread in threads:
        thread.join(timeout=300)
        assert not thread.is_alive(), "a game did not end"
    assert crowd.failures == []
    assert crashes == CRASHES
    for player in players:
        record = record_from_text(player.get("/record").text, player.match)
        verify(record, game_of(SCENARIO))
        stored = [entry.order for entry in record.entries if entry.side == player.side]
        assert stored == crowd.orders[player.match, player.side]
