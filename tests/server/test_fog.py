"""Secrets on the wire: every byte sent to a side stays the same whatever the other side does unseen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hulldown.bots import make_bot
from hulldown.core.orders import Order
from support.remote import Json, Player, Socket, new_match, players_of, watcher_of
from support.serving import ServerProcess

SECRET = "the same dice for every match"
SCENARIOS = ("toy/1", "tank/1", "tank/intro", "panzer/1")


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def fixed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose matches all have the same secret, so that they can be compared byte by byte."""
    folder = tmp_path_factory.mktemp("fixed")
    database = (
        f"sqlite:///{folder / 'games.db'}"
        if request.param == "sqlite"
        else request.getfixturevalue("cluster").new_database()
    )
    made = ServerProcess(database, folder, env={"HULLDOWN_SECRET": SECRET})
    yield made
    assert made.stop() == 0
    made.check_log()


class Ear:
    """Everything one viewer is ever sent, over HTTP and the socket."""

    def __init__(self, player: Player, socket: Socket) -> None:
        self.player = player
        self.socket = socket
        self.heard: list[str] = []

    def listen(self) -> Json:
        """Takes all that is new, asks everything a client can ask, and returns the state."""
        state = self.player.state()
        while not self.socket.state or self.socket.state["number"] < state["number"]:
            self.socket.receive()
        self.heard.append(self.player.get().text)
        self.heard.append(self.player.get(events=2, epoch=0).text)
        for path in ("/orders", "/draft", "/replay", "/record"):
            self.heard.append(self.player.get(path).text)
        self.heard.append(self.player.get("/replay", perspective="truth").text)
        if self.player.side:
            kind = state["legal"]["decision"]["kind"] if state["legal"] else "plot"
            self.heard.append(self.player.post("/check", {"order": Order(kind)}).text)
            self.heard.append(self.player.give(Order("plot"), "9.none", "late").text)
        return state

    def everything(self, match: str) -> list[str]:
        """All texts, with the name of the match taken out, and the states of the socket without presence.

        Heads and signatures differ from match to match; in their place stands the how-many-th different one it is, so
        that a change at another time would still be found. The record is left out: it is given after the end, and then
        tells also what was taken back.
        """
        heard = [text for text in self.heard if not text.startswith('{"type":"header"')]
        states = [text for text in self.socket.raw if text.startswith('{"type":"state"')]
        known: dict[str, str] = {}
        opaque = re.compile(r'(?<="head":")[0-9a-f]+|(?<="signature":")[0-9a-f]+')
        number = lambda found: known.setdefault(found[0], f"NUMBER {len(known)}")  # noqa: E731
        return [opaque.sub(number, text.replace(match, "MATCH")) for text in (*heard, *states)]


def unseen_play(server: ServerProcess, scenario: str, variant: str, turns: int) -> tuple[list[str], list[str]]:
    """What alpha and an onlooker hear of a match in which bravo thinks differently before it decides the same."""
    made = new_match(server, scenario)
    alpha, bravo = players_of(server, made).values()
    watcher = watcher_of(server, made)
    steady, fickle = make_bot("random", "steady"), make_bot("random", variant)
    tried = 0
    with alpha.socket() as one, watcher.socket() as two:
        ears = [Ear(alpha, one), Ear(watcher, two)]
        for _ in range(turns):
            for ear in ears:
                ear.listen()
            state = bravo.state()
            if state["legal"] is not None:
                bravo.put("/draft", {"decision": "x", "draft": variant})
                decision = state["legal"]["decision"]["id"]
                assert bravo.give(Order("nonsense", choice=variant), decision).status_code == 422
                if len(state["view"]["owing"]) > 1:
                    # The enemy's answer waits unseen as long as alpha owes one too.
                    tried += 1
                    assert bravo.give(bravo.order(state, fickle)).status_code == 200
                    for ear in ears:
                        ear.listen()
                    assert bravo.undo().status_code == 200
                    for ear in ears:
                        ear.listen()
                assert bravo.give(bravo.order(bravo.state(), steady)).status_code == 200
                for ear in ears:
                    ear.listen()
            if alpha.state()["legal"] is not None:
                assert alpha.give(alpha.order(alpha.state(), steady)).status_code == 200
        for ear in ears:
            ear.listen()
    assert tried, "the enemy never had a secret"
    return ears[0].everything(alpha.match), ears[1].everything(alpha.match)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_bytes_are_the_same_whatever_the_enemy_tried(fixed: ServerProcess, scenario: str) -> None:
    first = unseen_play(fixed, scenario, "one", 6)
    second = unseen_play(fixed, scenario, "two", 6)
    for here, there in zip(first, second, strict=True):
        assert len(here) == len(there) > 20
        for a, b in zip(here, there, strict=True):
            assert a == b


@pytest.mark.parametrize(("scenario", "rounds"), [("toy/1", 1), ("tank/1", 3)])
def test_hidden_units_are_in_no_byte_sent_to_the_enemy(fixed: ServerProcess, scenario: str, rounds: int) -> None:
    made = new_match(fixed, scenario, entropy="the-entropy-of-both")
    alpha, bravo = players_of(fixed, made).values()
    watcher = watcher_of(fixed, made)
    bot = make_bot("random", "any")
    with alpha.socket() as one, watcher.socket() as two:
        ears = [Ear(alpha, one), Ear(watcher, two)]
        for _ in range(rounds):
            for player in (bravo, alpha):
                state = player.state()
                if state["legal"] is not None:
                    assert player.give(player.order(state, bot)).status_code == 200
                for ear in ears:
                    ear.listen()
        shown = {piece["id"] for piece in alpha.state()["view"]["pieces"]}
        own = [piece for piece in bravo.state()["view"]["pieces"] if piece["side"] == "bravo"]
        secret = {piece["id"] for piece in own} - shown
        assert secret, "nothing is hidden, so nothing is tested"
        for ear in ears:
            for text in (*ear.heard, *ear.socket.raw):
                words = set(re.findall(r'"([^"]*)"', text))
                assert not words & secret, (words & secret, text)
                assert SECRET not in text
                assert "the-entropy-of-both" not in text
                assert bravo.token not in text
                assert '"seed"' not in text


def test_what_the_other_side_does_unseen_changes_no_number(fixed: ServerProcess) -> None:
    made = new_match(fixed, "toy/1")
    alpha, bravo = players_of(fixed, made).values()
    bravo.give(bravo.order(bravo.state()))
    with fixed.client() as client:
        ask = {"tokens": [alpha.token]}
        before = (alpha.get().text, client.post("/api/mine", json=ask).text)
        bravo.put("/draft", {"decision": "x", "draft": 1})
        bravo.get("/replay")
        bravo.post("/check", {"order": {"kind": "x"}})
        assert (alpha.get().text, client.post("/api/mine", json=ask).text) == before


def test_tokens_are_nowhere_in_the_database(tmp_path: Path) -> None:
    server = ServerProcess(f"sqlite:///{tmp_path / 'games.db'}", tmp_path)
    made = new_match(server, seats={"bravo": "open"})
    with server.client() as client:
        path = f"/api/matches/{made['match']}/join"
        joined = client.post(path, json={"invite": made["seats"]["bravo"]["invite"], "nonce": "n" * 20}).json()
    server.tokens.add(joined["token"])
    server.stop()
    content = b"".join(file.read_bytes() for file in tmp_path.glob("games.db*"))
    assert made["match"].encode() in content
    assert len(server.tokens) == 4
    for token in server.tokens:
        assert token.encode() not in content
    server.check_log()
