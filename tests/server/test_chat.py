"""Chat: between the players, among onlookers, never from who may know more to who may not. On both databases."""

from __future__ import annotations

import json
import uuid

import httpx
import pytest
from sqlalchemy import create_engine, insert, text
from sqlalchemy.exc import OperationalError

from hulldown.server.matches.chat import MOST
from hulldown.server.matches.texts import LENGTH
from hulldown.server.storage import schema
from hulldown.server.storage.chat import Message, add_message
from hulldown.server.storage.database import Database, read_url
from support.persons import Browser, error_of
from support.postgres import Cluster
from support.remote import Json, Player, new_match, players_of, watcher_of
from support.serving import ServerProcess, Start

MATCH = (
    "INSERT INTO matches (id, game, scenario, options, secret, commitment, hot_seat, fork_of, status, header, "
    "revision, seen, turn, owing, outcome, bot_owing, created, updated) "
    "VALUES ('m', '', '', '{}', '', '', FALSE, '', 'over', '', 0, '{}', 1, '[]', 'null', FALSE, 0, 0)"
)


def say(
    player: Player, text: str, channel: str = "players", who: Browser | None = None, **more: object
) -> httpx.Response:
    body = {"submission": uuid.uuid4().hex, "text": text, "channel": channel, **more}
    headers = {**player.headers, **(who.headers if who is not None else {})}
    return player.server.http.post(f"{player.base}/chat", json=body, headers=headers)


def read(player: Player, who: Browser | None = None, **query: object) -> Json:
    headers = {**player.headers, **(who.headers if who is not None else {})}
    given = {key: str(value) for key, value in query.items()}
    answer = player.server.http.get(f"{player.base}/chat", params=given, headers=headers)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def texts(player: Player, who: Browser | None = None) -> list[str]:
    return [message["text"] for message in read(player, who)["messages"]]


def table(server: ServerProcess) -> tuple[Player, Player, Player]:
    made = new_match(server, names={"alpha": "Anna", "bravo": "Ben"})
    alpha, bravo = players_of(server, made).values()
    return alpha, bravo, watcher_of(server, made)


def test_players_talk_and_onlookers_do_not_hear_it(server: ServerProcess) -> None:
    alpha, bravo, watcher = table(server)
    carl = Browser(server, "Carl")
    sent = say(alpha, "  Good luck & have fun! 2 < 3 \n").json()
    assert (sent["text"], sent["name"], sent["author"], sent["yours"]) == (
        "Good luck & have fun! 2 < 3", "Anna", "alpha", True,
    )  # fmt: skip
    assert say(bravo, "You too").status_code == 200
    assert texts(alpha) == texts(bravo) == ["Good luck & have fun! 2 < 3", "You too"]
    assert [one["text"] for one in read(alpha, since=1)["messages"]] == ["You too"]
    assert texts(watcher, carl) == []
    assert read(alpha)["channels"] == ["players"]
    assert read(watcher, carl)["channels"] == ["onlookers"]


def test_while_the_match_is_played_no_onlooker_reaches_a_player(server: ServerProcess) -> None:
    alpha, bravo, watcher = table(server)
    carl, dora = Browser(server, "Carl"), Browser(server, "Dora")
    with alpha.socket() as socket:
        socket.until(lambda state: state["status"] == "playing")
        before = len(socket.raw)
        assert say(watcher, "There is a tank in the woods", "onlookers", carl).status_code == 200
        assert texts(watcher, dora) == ["There is a tank in the woods"]
        assert error_of(say(watcher, "psst", "players", carl)) == (403, "role")
        for player in (alpha, bravo):
            assert texts(player) == []
            assert error_of(say(player, "hello out there", "onlookers")) == (403, "role")
        assert say(bravo, "hm").status_code == 200
        socket.connection.send('{"type": "ping"}')
        while socket.receive()["type"] != "pong":
            pass
        assert not any("woods" in text for text in socket.raw[before:])
    # Who sits at the table is no onlooker, whichever link he uses.
    anna = Browser(server, "Anna")
    assert anna.post("/api/me/games", {"tokens": [alpha.token]}).json()["added"] == 1
    answer = watcher.server.http.get(f"{watcher.base}/chat", headers={**watcher.headers, **anna.headers})
    assert error_of(answer) == (403, "role")
    assert error_of(watcher.get("/chat")) == (401, "person")
    alpha.post("/resign", {})
    # Afterwards everybody hears everything.
    assert texts(alpha) == texts(watcher, carl) == texts(watcher, anna) == ["There is a tank in the woods", "hm"]
    assert say(bravo, "So there it was", "onlookers").status_code == 200


def test_who_looks_on_at_a_rematch_does_not_reach_its_players(server: ServerProcess) -> None:
    """Not by the chat of the match before, nor by that of the one before it."""
    alpha, bravo, watcher = table(server)
    carl = Browser(server, "Carl")
    chain = [(alpha, bravo)]
    for _ in range(2):
        one, other = chain[-1]
        one.post("/resign", {})
        assert say(watcher, "Well played", "players", carl).status_code == 200
        seats = [player.post("/rematch", {}).json() for player in (one, other)]
        chain.append(tuple(Player(server, seat["match"], seat["token"], seat["side"]) for seat in seats))  # type: ignore[arg-type]
        assert say(watcher, "Again?", "players", carl).status_code == 200  # nobody can know anything of it yet
        for player in chain[-1]:
            player.post("/seat", {})
        assert chain[-1][0].state()["status"] == "playing"
        assert error_of(say(watcher, "He hides in the woods", "players", carl)) == (403, "role")
        assert say(watcher, "He hides in the woods", "onlookers", carl).status_code == 200
        assert "He hides in the woods" not in texts(alpha)
        assert error_of(say(alpha, "Where?", "onlookers")) == (403, "role")
    chain[-1][0].post("/resign", {})
    assert texts(alpha).count("He hides in the woods") == 2


def test_onlookers_do_not_use_up_the_messages_of_the_players(database: str, start: Start) -> None:
    server = start(database)
    alpha, _, watcher = table(server)
    carl = Browser(server, "Carl")
    rows = [
        {"match_id": alpha.match, "serial": 2 * number + 1, "channel": "onlookers", "author": "x", "name": "",
         "submission": str(number), "content": "hm", "sent": 0.0}
        for number in range(MOST)
    ]  # fmt: skip
    known = Database(database)
    known.write(lambda connection: connection.execute(insert(schema.chat), rows))
    known.close()
    assert error_of(say(watcher, "me too", "onlookers", carl)) == (409, "chat_full")
    assert say(alpha, "Good luck").status_code == 200


def test_messages_come_over_the_socket_each_once(server: ServerProcess) -> None:
    alpha, bravo, _ = table(server)
    say(alpha, "one")
    socket = bravo.socket()
    socket.hello["chat"] = 0
    heard: list[str] = []

    def listen(count: int) -> None:
        while len(heard) < count:
            message = socket.receive()
            if message["type"] == "chat":
                heard.extend(one["text"] for one in message["messages"])

    with socket:
        listen(1)
        for text in ("two", "three"):
            say(alpha, text)
        say(bravo, "four")
        listen(4)
        assert heard == ["one", "two", "three", "four"]
    again = bravo.socket()
    again.hello["chat"] = 5
    with again:
        while (message := again.receive())["type"] != "chat":
            pass
        assert [one["text"] for one in message["messages"]] == ["four"]


def test_a_repeated_message_is_stored_once(server: ServerProcess) -> None:
    alpha, bravo, _ = table(server)
    first = say(alpha, "hello", submission="same").json()
    assert say(alpha, "hello", submission="same").json() == first
    assert error_of(say(alpha, "something else", submission="same")) == (409, "reused")
    assert say(bravo, "hello", submission="same").status_code == 200  # another author's
    assert texts(alpha) == ["hello", "hello"]


@pytest.mark.parametrize("text", ["<script>alert(1)</script>", "<b>loud</b>", "&lt;b&gt;", "is 3 <b> or not?"])
def test_tags_are_texts_like_others(sqlite_server: ServerProcess, text: str) -> None:
    alpha, bravo, _ = table(sqlite_server)
    assert say(alpha, text).status_code == 200
    assert texts(bravo) == [text]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", 422), (" \n ", 422), ("x" * (LENGTH + 1), 422),
        ("abc\u202edef", 422), ("a\u200fb", 422), ("\u2066x\u2069", 422), ("bell\x07", 422),
        ("\u200d", 422), ("\u3164", 422), ("a\u2800b", 422), ("\ufe0f", 422), ("\u0301", 422),
        ("z" + "\u0301" * 9, 422), ("x" * 20_001, 400), ("x" * 10_000_000, 413),
    ],
)  # fmt: skip
def test_texts_that_are_refused(sqlite_server: ServerProcess, text: str, status: int) -> None:
    alpha, _, _ = table(sqlite_server)
    answer = say(alpha, text)
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]
    assert texts(alpha) == []


def test_a_reader_mutes_and_reports(server: ServerProcess) -> None:
    alpha, bravo, watcher = table(server)
    carl = Browser(server, "Carl")
    rude = say(bravo, "You play badly").json()
    assert error_of(alpha.post("/chat/report", {"serial": 99})) == (404, "unknown")
    assert error_of(bravo.post("/chat/report", {"serial": rude["serial"]})) == (422, "refused")
    for reason, refusal in (("x" * 10_000_000, (413, "too_large")), ("a\u202eb", (422, "refused"))):
        assert error_of(alpha.post("/chat/report", {"serial": rude["serial"], "reason": reason})) == refusal
    for _ in range(2):  # again it changes nothing
        assert alpha.post("/chat/report", {"serial": rude["serial"], "reason": "rude"}).status_code == 204
    headers = {**watcher.headers, **carl.headers}
    hidden = server.http.post(f"{watcher.base}/chat/report", json={"serial": rude["serial"]}, headers=headers)
    assert error_of(hidden) == (404, "unknown")
    left = alpha.put("/chat/mute", {"author": "bravo", "on": True}).json()
    assert (left["messages"], left["muted"]) == ([], ["bravo"])
    say(bravo, "Do you hear me?")
    assert texts(alpha) == []
    assert texts(bravo) == ["You play badly", "Do you hear me?"]
    assert len(alpha.put("/chat/mute", {"author": "bravo", "on": False}).json()["messages"]) == 2
    assert error_of(alpha.put("/chat/mute", {"author": "alpha", "on": True})) == (422, "refused")
    # Nor does anybody fill the list of the muted with names that do not occur.
    say(watcher, "hello", "onlookers", carl)
    for nobody in ("charlie", carl.person["person"]):
        assert error_of(alpha.put("/chat/mute", {"author": nobody, "on": True})) == (404, "unknown")
    assert server.read_log().count(f"match {alpha.match}: message {rude['serial']} was reported") == 1


def test_nobody_floods_a_table(database: str, start: Start) -> None:
    server = start(database, limits=1)
    alpha, _, _ = table(server)
    answers = [say(alpha, f"number {number}") for number in range(30)]
    assert answers[0].status_code == 200
    assert error_of(answers[-1]) == (429, "too_many")
    assert int(answers[-1].headers["retry-after"]) >= 1


def test_messages_survive_a_kill(database: str, start: Start) -> None:
    server = start(database)
    alpha, bravo, _ = table(server)
    sent = [say(alpha, f"number {number}").json() for number in range(5)]
    server.kill()
    server.start()
    assert [one["serial"] for one in read(bravo)["messages"]] == [one["serial"] for one in sent]
    assert json.dumps(texts(bravo)) == json.dumps([one["text"] for one in sent])


def test_no_message_slips_in_behind_one_that_was_read(cluster: Cluster) -> None:
    """After the end all read both channels. One written at the same moment waits for the other, and comes after it."""
    url = cluster.new_database()
    Database(url).close()
    engine = create_engine(read_url(url))
    one = Message(0, "players", "alpha", "", "s1", "well played", 1.0)
    other = Message(0, "onlookers", "p1", "", "s2", "well seen", 1.0)
    with engine.connect() as first, engine.connect() as second:
        first.execute(text(MATCH))
        first.commit()
        assert add_message(first, "m", one, apart=False).serial == 0
        second.execute(text("SET LOCAL lock_timeout = 50"))
        with pytest.raises(OperationalError, match="lock timeout"):
            add_message(second, "m", other, apart=False)
        second.rollback()
        first.commit()
        assert add_message(second, "m", other, apart=False).serial == 1
    engine.dispose()
