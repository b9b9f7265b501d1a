"""Secrets beside the table: what chat, presence, clocks, notifications, feed and My games tell a side stays the same,
whatever the other side tries unseen and whatever onlookers say to each other."""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hulldown.bots import make_bot
from hulldown.core.orders import Order
from support.local_server import HandClock, LocalServer
from support.persons import Browser
from support.push_service import PushService
from support.remote import Json, Player, Socket, new_match, players_of, watcher_of
from support.serving import wait_until

SECRET = "the same dice for every match"
OPAQUE = re.compile(
    r'(?<="head":")[0-9a-f]+|(?<="signature":")[0-9a-f]+|(?<="token":")[\w-]+|(?<="watch":")[\w-]+'
    r'|(?<="changed":)[\d.]+|(?<="created":)[\d.]+|(?<=<updated>)[^<]+|(?<=feed/)[\w-]{22}|(?<=feed:)p[0-9a-f]{16}'
)
"""What differs from match to match; in its place stands the how-many-th different one it is."""
CLOCK = {"kind": "game", "seconds": 600, "increment": 5, "at_end": "claim", "interrupt": 60}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A server whose clock stands, so that nothing differs by the time."""
    folder: Path = tmp_path_factory.mktemp("beside")
    made = LocalServer(folder, HandClock(), 0.0, SECRET, push_local=True, push_delay=0.0)
    yield made
    made.stop()


class Alpha:
    """One side, its person and its browser: everything that reaches it."""

    def __init__(self, server: Any, service: PushService, player: Player, socket: Socket) -> None:
        self.player, self.socket, self.service = player, socket, service
        self.person = Browser(server, "Anna")
        assert self.person.put("/api/me/push", service.subscriber().body).status_code == 204
        self.feed = self.person.put("/api/me/feed", {}).json()["path"]
        assert self.person.post("/api/me/games", {"tokens": [player.token]}).json()["added"] == 1
        self.asked: list[str] = []
        self.heard: list[str] = []

    def listen(self) -> Json:
        """Takes all that is new, and waits for the notification of each question."""
        state = self.player.state()
        while not self.socket.state or self.socket.state["number"] < state["number"]:
            self.socket.receive()
        decision = state["legal"]["decision"]["id"] if state["legal"] else ""
        if decision and decision not in self.asked:
            self.asked.append(decision)
            # A change that this side cannot see must not be needed for it: what it knows has changed before.
            wait_until(lambda: len(self.service.got) >= len(self.asked))
        self.heard.append(json.dumps(state["clock"]))
        self.heard.append(self.player.get("/chat").text)
        self.heard.append(self.person.get("/api/me/games").text)
        self.heard.append(self.player.server.http.get(self.feed).text)
        return state

    def everything(self) -> list[str]:
        pushed = [json.dumps(one.message) for one in self.service.got]
        presence = sorted({text for text in self.socket.raw if text.startswith('{"type":"presence"')})
        known: dict[str, str] = {}
        number = lambda found: known.setdefault(found[0], f"NUMBER {len(known)}")  # noqa: E731
        match = self.player.match
        return [OPAQUE.sub(number, text.replace(match, "MATCH")) for text in (*self.heard, *pushed, *presence)]


def say(player: Player, text: str, channel: str, who: Browser | None = None) -> None:
    body = {"submission": uuid.uuid4().hex, "text": text, "channel": channel}
    headers = {**player.headers, **(who.headers if who is not None else {})}
    answer = player.server.http.post(f"{player.base}/chat", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


def tried(bravo: Player, state: Json, variant: str) -> None:
    """What nobody else can see: a draft, an order that is refused, what is in one that is taken back."""
    bravo.put("/draft", {"decision": "x", "draft": variant})
    decision = state["legal"]["decision"]["id"]
    assert bravo.give(Order("nonsense", choice=variant), decision).status_code == 422
    if len(state["view"]["owing"]) > 1:
        assert bravo.give(bravo.order(state, make_bot("random", variant))).status_code == 200
        assert bravo.undo().status_code == 200


def played(server: Any, scenario: str, variant: str) -> list[str]:
    """What Alpha hears of a match in which Bravo and the onlookers do this and that unseen."""
    made = new_match(
        server, scenario, clock=CLOCK, names={"alpha": "Anna", "bravo": "Ben"} if "tank" in scenario else {}
    )
    players = list(players_of(server, made).values())
    onlooker, carl = watcher_of(server, made), Browser(server, "Carl")
    service = PushService()
    steady = make_bot("random", "steady")
    with players[0].socket() as ear, onlooker.socket():
        alpha, bravo = Alpha(server, service, players[0], ear), players[1]
        # Whether somebody watches is told to everybody: it is so before anything is compared.
        wait_until(lambda: bool(ear.receive()) and ear.presence.get("watching") == 1)
        ear.raw.clear()
        for turn in range(5):
            state = bravo.state()
            if state["legal"] is not None:
                tried(bravo, state, variant)
                for _ in range(len(variant)):
                    say(onlooker, f"{variant} {turn}: look at that", "onlookers", carl)
                assert bravo.give(bravo.order(bravo.state(), steady)).status_code == 200
                say(bravo, f"message {turn}", "players")
            state = alpha.listen()
            if state["legal"] is not None:
                assert alpha.player.give(alpha.player.order(state, steady)).status_code == 200
                alpha.listen()
        found = alpha.everything()
    service.close()
    return found


@pytest.mark.parametrize("scenario", ["tank/intro", "panzer/1"])
def test_what_is_told_beside_the_table(local: LocalServer, scenario: str) -> None:
    plain = played(local, scenario, "")
    assert len(plain) > 20
    assert any('"kind": "turn"' in text for text in plain)
    assert any("<entry>" in text for text in plain)
    assert any("message 0" in text for text in plain)
    for variant in ("a", "bc"):
        other = played(local, scenario, variant)
        assert len(other) == len(plain)
        for here, there in zip(plain, other, strict=True):
            assert here == there
