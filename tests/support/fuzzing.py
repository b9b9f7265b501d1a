"""Orders and messages that a real server must survive: nearly legal ones, spoilt ones and rubbish, from a seed.

The tests send a small share of them, `scripts/fuzz.py` as many as one wants.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hulldown.bots import make_bot
from hulldown.bots.seat import Seat
from hulldown.core.decisions import Legal
from hulldown.core.game import View
from support.patience import PATIENCE
from support.remote import Player, game_of, new_match, players_of
from support.serving import ServerProcess

Json = dict[str, Any]
SCENARIOS = ("tank/intro", "tank/1", "panzer/1", "toy/1", "panzer/3", "tank/9", "kampfpanzer/4", "kampfpanzer/5")
NASTY = (
    "²", "٣", "１", "1" * 5000, "-" + "9" * 400, "9" * 20, "1_0", "+1", " 1", "1 ", "1\n", "x\n", "\n", "", "-", "\x00",
    "odds ²", "odds " + "5" * 5000, "range 1\n", "any\n", "A²", "B" + "1" * 5000, "b?²", "exit\n", "é" * 30, "NaN",
    "1e9", "\ud7ff", "\u202e", "A" * 65, "0101\n", "../..", "%00", "'; --",
)  # fmt: skip
"""Texts that look like numbers, names and conditions, and are none."""
WILD = (*NASTY, None, True, False, -1, 0, 5, 2**31, 2**63, 2**64, -(2**70), 1.5, 1e300, [], {}, [[]], {"": ""})


MISSES = 60
"""Near misses before each legal order."""


class Failure(AssertionError):
    """An answer that is a server's error."""


class Client:
    """Quick requests over one connection; every answer is counted and none may be a server's error."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self.answers: Counter[str] = Counter()

    def send(self, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        try:
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            status, content = answer.status, answer.read()
        except (HTTPException, ConnectionError):
            # Kept connections may be closed by the server between two requests.
            self.connection.close()
            self.connection.request(method, path, body, headers)
            answer = self.connection.getresponse()
            status, content = answer.status, answer.read()
        self.answers[f"{method} {path.rpartition('/')[2] if method != 'GET' else 'state'} {status}"] += 1
        if status >= 500:
            raise Failure(f"{method} {path} {body[:2000]!r}: {status} {content[:500]!r}")
        return status, content

    def close(self) -> None:
        self.connection.close()


def dumped(body: object) -> bytes:
    """A body as JSON, also with what no JSON of ours holds."""
    return json.dumps(body).encode("utf-8", "surrogatepass")


def places(value: object, path: tuple[object, ...] = ()) -> Iterator[tuple[object, ...]]:
    """The way to every value in a body."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index in range(len(value)):
            yield from places(value[index], (*path, index))


def at(body: Any, path: tuple[object, ...]) -> Any:
    """The value at a place."""
    for key in path:
        body = body[key]
    return body


def with_value(body: Any, path: tuple[object, ...], value: object) -> Any:
    """A copy of a body with another value at a place."""
    if not path:
        return value
    copy: Any = dict(body) if isinstance(body, dict) else list(body)
    copy[path[0]] = with_value(body[path[0]], path[1:], value)
    return copy


def requests_of(player: Player, scenario: str) -> list[tuple[str, str, Json]]:
    """One sensible request of every kind that has texts in its body, in its path or in its query."""
    base = player.base
    task = {"unit": "A1", "kind": "MV", "cells": [600], "facing": 1, "choice": "odds 50", "targets": ["B1"]}
    order = {"kind": "plot", "tasks": [task], "choice": "stop", "decision": "1.plot"}
    game = scenario.partition("/")[0]
    return [
        ("POST", "/api/matches", {"scenario": scenario, "options": {"turn_cap": "30"}, "seats": {"alpha": "human"},
                                  "hot_seat": False, "entropy": "e"}),
        ("POST", f"{base}/join", {"invite": "A" * 22, "commitment": "a" * 64, "nonce": "n" * 16}),
        ("POST", "/api/mine", {"tokens": ["A" * 22]}),
        ("POST", f"{base}/seat", {"commitment": "a" * 64}),
        ("POST", f"{base}/orders", {"submission": "s", "decision": "1.plot", "order": order}),
        ("POST", f"{base}/check", {"order": order}),
        ("POST", f"{base}/undo", {"submission": "u"}),
        ("PUT", f"{base}/draft", {"decision": "1.plot", "draft": {"x": "y"}}),
        ("POST", f"{base}/odds", {"arguments": {"attacker": "A1", "target": "B1", "moved": "3"}}),
        ("POST", f"{base}/los", {"start": 600, "end": 601, "arguments": {"mode": "mixed"}}),
        ("POST", f"{base}/fork", {"turn": 1, "side": "alpha", "bot": "random", "bots": {"bravo": "random"}}),
        ("POST", f"/api/games/{game}/odds", {"arguments": {"attacker": "T-62", "target": "M60A1", "range": 5}}),
    ]  # fmt: skip


class Fuzzer:
    """Sends orders and messages to matches of many scenarios, which it plays on between them."""

    def __init__(self, server: ServerProcess, seed: str) -> None:
        self.server = server
        self.rng = Random(seed)
        self.client = Client(server)
        self.sent = 0
        self.players: list[tuple[Player, str]] = []
        self.orders: list[Json] = []
        for scenario in SCENARIOS:
            self._open(scenario)

    def _open(self, scenario: str) -> None:
        for player in players_of(self.server, new_match(self.server, scenario)).values():
            self.players.append((player, scenario))

    def run(self, count: int) -> None:
        """Sends at least so many orders and messages."""
        ways = [self.spoilt_order, self.spoilt_order, self.spoilt_order, self.spoilt_request, self.rubbish, self.undo]
        while self.sent < count:
            player, scenario = self.rng.choice(self.players)
            if self.rng.random() < 0.015:
                self.play(player, scenario)
            elif self.rng.random() < 0.02:
                self.talk(player)
            else:
                self.rng.choice(ways)(player, scenario)

    def _send(self, method: str, path: str, token: str, body: bytes) -> tuple[int, bytes]:
        self.sent += 1
        return self.client.send(method, path, token, body)

    def play(self, player: Player, scenario: str) -> None:
        """Answers what is asked of a player with a legal order, which is kept to be spoilt."""
        state = json.loads(self.client.send("GET", player.base, player.token, b"")[1])
        if state["status"] == "over":
            self.players = [(one, what) for one, what in self.players if one.match != player.match]
            self._open(scenario)
        if state["legal"] is None:
            return
        game = game_of(scenario)
        seat = Seat(
            game, state["side"], game.board(scenario), game.cost_tables(scenario),
            lambda: msgspec.convert(state["view"], View, strict=False),
            lambda: msgspec.convert(state["legal"], Legal, strict=False), player.check,
        )  # fmt: skip
        order = make_bot("random", str(self.rng.random())).decide(seat)
        decision = state["legal"]["decision"]["id"]
        body = {"submission": self._id(), "decision": decision, "order": msgspec.to_builtins(order)}
        for _ in range(MISSES):
            if not self.near_miss(player, decision, body["order"]):
                return  # it was a legal order after all
        status, content = self._send("POST", f"{player.base}/orders", player.token, dumped(body))
        assert status == 200, content
        self.orders.append(body)
        del self.orders[:-60]

    def near_miss(self, player: Player, decision: str, order: Any) -> bool:
        """Sends an order with values replaced by others of their kind, so that it reaches the rules.

        False when it was taken, so that the decision is no longer asked.
        """
        for _ in range(self.rng.randint(1, 2)):
            where = [path for path in places(order) if path]
            path = self.rng.choice(where)
            order = with_value(order, path, self._alike(order, path))
        if self.rng.random() < 0.5:
            self._send("POST", f"{player.base}/check", player.token, dumped({"order": order}))
            return True
        body = {"submission": self._id(), "decision": decision, "order": order}
        return self._send("POST", f"{player.base}/orders", player.token, dumped(body))[0] not in (200, 409)

    def _alike(self, order: Any, path: tuple[object, ...]) -> Any:
        """Another value of the same type for a place in an order: from elsewhere in it, or a nasty one."""
        old = at(order, path)
        others = [value for value in (at(order, one) for one in places(order)) if type(value) is type(old)]
        if isinstance(old, str):
            return self.rng.choice([*others, self.rng.choice(NASTY), self.rng.choice(NASTY)])
        if isinstance(old, int):
            return self.rng.choice([*others, self.rng.randrange(6), self.rng.randrange(2500), -1])
        if isinstance(old, list):
            return self.rng.choice([old * 2, old[:-1], old[::-1], *others])
        return self.rng.choice(others)

    def spoilt_order(self, player: Player, scenario: str) -> None:
        """A legal order with a few values replaced, checked or given."""
        if not self.orders:
            self.play(player, scenario)
            return
        body = self._spoilt(self.rng.choice(self.orders))
        if isinstance(body, dict) and self.rng.random() < 0.5:
            body["submission"] = self._id()
        if self.rng.random() < 0.3:
            order = body.get("order") if isinstance(body, dict) else body
            self._send("POST", f"{player.base}/check", player.token, dumped({"order": order}))
        else:
            self._send("POST", f"{player.base}/orders", player.token, dumped(body))

    def spoilt_request(self, player: Player, scenario: str) -> None:
        method, path, body = self.rng.choice(requests_of(player, scenario))
        self._send(method, path, player.token, dumped(self._spoilt(body)))

    def rubbish(self, player: Player, _scenario: str) -> None:
        """A body that is no JSON, or too deep, or cut off."""
        whole = dumped(self.rng.choice(self.orders)) if self.orders else b"{}"
        body = self.rng.choice([
            whole[: self.rng.randrange(len(whole))],
            b"[" * self.rng.randrange(2000),
            self.rng.randbytes(self.rng.randrange(200)),
            whole.replace(b'"', b"'"),
            b'{"order":{"kind":"\\ud800"}}',
            whole + b"}",
        ])  # fmt: skip
        self._send("POST", f"{player.base}/{self.rng.choice(['orders', 'check', 'undo'])}", player.token, body)

    def undo(self, player: Player, _scenario: str) -> None:
        self._send("POST", f"{player.base}/undo", player.token, dumped({"submission": self._id()}))

    def talk(self, player: Player) -> None:
        """A websocket with a few messages, good and bad."""
        hello: Json = {"type": "hello", "token": player.token, "events": 0, "epoch": 0}
        messages: list[Any] = [json.dumps(hello)] if self.rng.random() < 0.6 else []
        for _ in range(self.rng.randrange(12)):
            messages.append(
                self.rng.choice([
                    '{"type":"ping"}', '{"type":"ping"}', json.dumps(self._spoilt(hello)), self.rng.randbytes(20),
                    "[" * 3000, self.rng.choice(NASTY),
                ])
            )  # fmt: skip
        url = f"{self.server.socket_url}/ws/matches/{player.match}"
        with suppress(ConnectionClosed), connect(url, max_queue=None) as connection:
            for message in messages:
                self.sent += 1
                connection.send(message)
            connection.send('{"type":"bye"}')
            while True:
                kind = json.loads(connection.recv(timeout=PATIENCE))["type"]
                self.client.answers[f"WS {kind}"] += 1

    def _spoilt(self, body: Any) -> Any:
        """A body with one to three values replaced by something wild."""
        for _ in range(self.rng.randint(1, 3)):
            where = [path for path in places(body) if path] or [()]
            body = with_value(body, self.rng.choice(where), self.rng.choice(WILD))
        return body

    def _id(self) -> str:
        return os.urandom(8).hex()
