"""Players at a real server: HTTP and websocket clients, and bots that play through them."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Mapping
from types import TracebackType
from typing import Any

import httpx
import msgspec
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from hulldown.bots import Bot, make_bot
from hulldown.bots.seat import Seat
from hulldown.core.decisions import Legal
from hulldown.core.game import AnyGame, View
from hulldown.core.orders import Order, Violation
from hulldown.games import game_of_scenario
from support.patience import PATIENCE
from support.serving import ServerProcess
from support.toy_play import GAME as TOY

Json = dict[str, Any]


def game_of(scenario: str) -> AnyGame:
    return TOY if scenario.startswith("toy/") else game_of_scenario(scenario)


class Player:
    """The holder of a token."""

    def __init__(self, server: ServerProcess, match: str, token: str, side: str = "") -> None:
        self.server = server
        self.match = match
        self.token = token
        self.side = side
        self.base = f"/api/matches/{match}"
        self.headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self._known = (0, 0)
        """How many events it has been told of, and of which epoch."""
        server.tokens.add(token)

    def get(self, path: str = "", **query: object) -> httpx.Response:
        given = {key: str(value) for key, value in query.items()}
        return self.server.http.get(self.base + path, params=given, headers=self.headers)

    def post(self, path: str, body: object) -> httpx.Response:
        return self.server.http.post(self.base + path, content=msgspec.json.encode(body), headers=self.headers)

    def put(self, path: str, body: object) -> httpx.Response:
        return self.server.http.put(self.base + path, content=msgspec.json.encode(body), headers=self.headers)

    def state(self, **query: object) -> Json:
        answer = self.get(**query)
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def look(self) -> Json:
        """The state without the events that it has been told of before: a long log is not sent again and again."""
        events, epoch = self._known
        state = self.state(events=events, epoch=epoch)
        self._known = (state["count"], state["epoch"])
        return state

    def order(self, state: Json, bot: Bot | None = None) -> Order:
        """A legal order for what the state asks, found by a bot through the API."""
        game = game_of(state["scenario"])
        seat = Seat(
            game,
            state["side"],
            game.board(state["scenario"]),
            game.cost_tables(state["scenario"]),
            lambda: msgspec.convert(state["view"], View, strict=False),
            lambda: msgspec.convert(state["legal"], Legal, strict=False),
            self.check,
        )
        return (bot or make_bot("random", self.match)).decide(seat)

    def check(self, order: Order) -> list[Violation]:
        answer = self.post("/check", {"order": order})
        assert answer.status_code == 200, answer.text
        return msgspec.convert(answer.json()["violations"], list[Violation])

    def give(self, order: Order, decision: str | None = None, submission: str | None = None) -> httpx.Response:
        body = {"submission": submission or uuid.uuid4().hex, "decision": decision or order.decision, "order": order}
        return self.post("/orders", body)

    def play_one(self) -> bool:
        """Whether a decision was owed, which is now answered."""
        state = self.look()
        if state["legal"] is None:
            return False
        answer = self.give(self.order(state))
        assert answer.status_code == 200, answer.text
        return True

    def undo(self, submission: str | None = None) -> httpx.Response:
        return self.post("/undo", {"submission": submission or uuid.uuid4().hex})

    def socket(self, log: list[Json] | None = None, epoch: int = 0) -> Socket:
        """A socket of this player, who has this much of the log already."""
        return Socket(self.server, self.match, self.token, log or [], epoch)


class Socket:
    """A websocket that has said hello; keeps all bytes it got, and the log as a client would."""

    def __init__(self, server: ServerProcess, match: str, token: str, log: list[Json], epoch: int) -> None:
        self._opening = connect(
            f"{server.socket_url}/ws/matches/{match}",
            origin=Origin(server.url),
            max_size=None,
            max_queue=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )
        self.connection: ClientConnection
        self.raw: list[str] = []
        self.events = list(log)
        self.state: Json = {}
        self.presence: Json = {}
        self.hello = {"type": "hello", "token": token, "events": len(log), "epoch": epoch}

    def __enter__(self) -> Socket:
        self.connection = self._opening.__enter__()
        self.connection.send(json.dumps(self.hello))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        self.connection.close()

    def receive(self, timeout: float = PATIENCE) -> Json:
        """The next message, taken as a client takes it."""
        text = self.connection.recv(timeout=timeout)
        assert isinstance(text, str)
        self.raw.append(text)
        message: Json = json.loads(text)
        if message["type"] == "state":
            assert message["first"] <= len(self.events)
            del self.events[message["first"] :]
            self.events += message["events"]
            self.state = message
        elif message["type"] == "presence":
            self.presence = message
        return message

    def close_code(self) -> int:
        """The code with which the server closes, after all that it still sends."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0

    def until(self, wanted: object, timeout: float = PATIENCE) -> Json:
        """Receives until a state fulfils the condition, and returns it."""
        assert callable(wanted)
        while not (self.state and wanted(self.state)):
            self.receive(timeout)
        return self.state


def new_match(server: ServerProcess, scenario: str = "toy/1", entropy: str | None = "e", **wish: object) -> Json:
    """The answer to a creation that must succeed."""
    body = {"scenario": scenario, **wish}
    if entropy is not None:
        body["entropy"] = entropy
    with server.client() as client:
        answer = client.post("/api/matches", json=body)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    for seat in made["seats"].values():
        server.tokens |= {seat[key] for key in ("token", "invite") if key in seat}
    server.tokens.add(made["watch"])
    return made


def players_of(server: ServerProcess, made: Mapping[str, Any]) -> dict[str, Player]:
    """The players of the seats whose tokens the creation gave."""
    return {
        side: Player(server, made["match"], seat["token"], side)
        for side, seat in made["seats"].items()
        if "token" in seat
    }


def two_players(server: ServerProcess, scenario: str = "toy/1", **wish: object) -> tuple[Player, Player]:
    """Both players of a new match."""
    first, second = players_of(server, new_match(server, scenario, **wish)).values()
    return first, second


def watcher_of(server: ServerProcess, made: Mapping[str, Any]) -> Player:
    return Player(server, made["match"], made["watch"])


def play_out(*players: Player) -> Json:
    """The last state of the first player, after the match was played to its end."""
    while True:
        moved = [player.play_one() for player in players]
        state = players[0].look()
        if state["status"] == "over":
            return players[0].state()
        if not any(moved):
            assert any(seat["kind"].startswith("bot:") for seat in state["seats"].values()), "a dead end"
            time.sleep(0.005)  # whoever asks all the time keeps the bot from thinking
