"""Players in threads who play over HTTP and go on over any number of crashes of their server."""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Callable, Sequence

import httpx
import msgspec

from hulldown.bots import make_bot
from hulldown.core.orders import Order
from hulldown.server.warmup import prepare_types
from support.remote import Player
from support.serving import ServerProcess

AWAY = (httpx.TransportError,)


class Crowd:
    """Players in threads of their own, and a count of what was acknowledged."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.failures: list[BaseException] = []
        self.orders: dict[tuple[str, str], list[Order]] = {}
        self.said: dict[tuple[str, str], list[str]] = {}
        """By match and side: the messages that were acknowledged."""
        self.threads: list[threading.Thread] = []
        self._lock = threading.Lock()

    @property
    def playing(self) -> bool:
        return any(thread.is_alive() for thread in self.threads)

    def start(self, players: Sequence[Player], talkative: bool = False) -> None:
        """Lets players play, each in a thread; those who are talkative write a message after each order."""
        prepare_types()  # by one thread: several would crash the process
        self.threads = [threading.Thread(target=self.play, args=(player, talkative), daemon=True) for player in players]
        for thread in self.threads:
            thread.start()

    def join(self, seconds: float) -> None:
        """Waits for the end of all games."""
        for thread in self.threads:
            thread.join(timeout=seconds)
            assert not thread.is_alive(), "a game did not end"

    def note(self, player: Player, order: Order) -> None:
        with self._lock:
            self.acknowledged += 1
            self.orders.setdefault((player.match, player.side), []).append(order)

    def say(self, player: Player, text: str) -> None:
        """Writes a message to the other player, again and again until it is acknowledged."""
        body = {"submission": uuid.uuid4().hex, "text": text, "channel": "players"}
        answer = _persist(lambda: player.post("/chat", body))
        assert answer.status_code == 200, answer.text
        with self._lock:
            self.said.setdefault((player.match, player.side), []).append(text)

    def play(self, player: Player, talkative: bool = False) -> None:
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
                if talkative:
                    self.say(player, f"{player.side} has given {answer.json()['number']}")
        except BaseException as error:
            self.failures.append(error)

    def wait_for(self, orders: int, server: ServerProcess, rng: random.Random) -> None:
        """Waits until so many orders more are acknowledged, or all games are over."""
        wanted = self.acknowledged + orders
        while self.acknowledged < wanted and self.playing and not self.failures:
            time.sleep(rng.random() * 0.01)
            assert server.process is not None
            assert server.process.poll() is None, f"the server died by itself: {server.process.returncode}"


def _persist(ask: Callable[[], httpx.Response]) -> httpx.Response:
    """The answer, however often the server has to be asked while it is away."""
    end = time.monotonic() + 300
    while True:
        try:
            answer = ask()
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
        except AssertionError as error:
            # A server that has just begun again may be too busy to check an order.
            if '"busy"' not in str(error):
                raise
            time.sleep(0.05)
