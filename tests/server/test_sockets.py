"""The websocket: hello, states as they change, resume without missed or doubled events, refusals. On both databases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from websockets import Origin
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from support.patience import PATIENCE
from support.remote import Json, Player, new_match, play_out, players_of, two_players, watcher_of
from support.serving import ServerProcess, Start


def test_both_sides_see_an_order_at_once(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    with alpha.socket() as one, bravo.socket() as two:
        one.until(lambda state: state["number"] == 1)
        two.until(lambda state: state["number"] == 1)
        alpha.play_one()
        assert one.until(lambda state: state["number"] == 2)["legal"] is None
        assert two.until(lambda state: state["number"] == 2)["view"]["owing"] == ["bravo"]
        bravo.play_one()
        for socket, player in ((one, alpha), (two, bravo)):
            shown = socket.until(lambda state: state["number"] == 3)
            told = player.state()
            assert {key: shown[key] for key in told if key not in ("first", "events")} == {
                key: told[key] for key in told if key not in ("first", "events")
            }
            assert socket.events == told["events"]


def test_events_are_neither_missed_nor_doubled_over_breaks(server: ServerProcess) -> None:
    alpha, bravo = two_players(server, "tank/intro")
    log: list[Json] = []
    epoch = 0
    for turn in range(8):
        with alpha.socket(log, epoch) as socket:
            assert socket.receive()["first"] == len(log)
            bravo.play_one()
            if turn % 2:
                alpha.play_one()
                number = alpha.state()["number"]
                while socket.state["number"] < number:
                    have = len(socket.events)
                    message = socket.receive()
                    assert message["type"] != "state" or message["first"] == have
            log, epoch = socket.events, socket.state["epoch"]
        alpha.play_one()
    with alpha.socket(log, epoch) as socket:
        assert socket.receive()["first"] == len(log)
        log = socket.events
    assert log == alpha.state()["events"]
    assert [event["n"] for event in log] == list(range(len(log))) != []


def test_after_an_undo_the_log_is_sent_anew(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    for _ in range(2):
        alpha.play_one()
        bravo.play_one()
    with alpha.socket() as socket:
        before = socket.receive()
        alpha.play_one()
        socket.until(lambda state: state["undo"])
        alpha.undo()
        after = socket.until(lambda state: state["epoch"] == before["epoch"] + 1)
        assert after["first"] == 0
        assert after["events"] == before["events"]
    with alpha.socket(before["events"], before["epoch"]) as stale:
        assert stale.receive()["first"] == 0
    with alpha.socket(before["events"], after["epoch"]) as current:
        assert current.receive()["first"] == before["count"]


def test_presence_tells_who_is_there(server: ServerProcess) -> None:
    made = new_match(server)
    alpha, bravo = players_of(server, made).values()
    with alpha.socket() as one:
        while not one.presence:
            one.receive()
        assert one.presence["online"] == {"alpha": True, "bravo": False}
        with bravo.socket(), watcher_of(server, made).socket():
            while not (one.presence["online"]["bravo"] and one.presence["watching"]):
                one.receive()
        while one.presence["online"]["bravo"] or one.presence["watching"]:
            one.receive()


def test_an_open_match_tells_when_it_begins(server: ServerProcess) -> None:
    made = new_match(server, entropy=None)
    alpha, bravo = players_of(server, made).values()
    with alpha.socket() as socket:
        assert socket.receive()["status"] == "open"
        alpha.post("/seat", {})
        socket.until(lambda state: state["seats"]["alpha"]["taken"])
        bravo.post("/seat", {})
        assert socket.until(lambda state: state["status"] == "playing")["view"] is not None


def test_an_onlooker_gets_the_public_events(server: ServerProcess) -> None:
    made = new_match(server, "tank/intro")
    alpha, bravo = players_of(server, made).values()
    watcher = watcher_of(server, made)
    with watcher.socket() as socket:
        for _ in range(6):
            alpha.play_one()
            bravo.play_one()
        number = watcher.state()["number"]
        socket.until(lambda state: state["number"] == number)
        assert socket.events == watcher.state()["events"]
        assert socket.state["side"] is None


def test_ping_is_answered(server: ServerProcess) -> None:
    alpha, _ = two_players(server)
    with alpha.socket() as socket:
        socket.connection.send('{"type": "ping"}')
        while socket.receive()["type"] != "pong":
            pass


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{", 4400),
        ("[]", 4400),
        ('"hello"', 4400),
        ('{"type": "ping"}', 4400),
        ('{"type": "shell"}', 4400),
        ('{"type": "hello"}', 4400),
        ('{"type": "hello", "token": 5}', 4400),
        ('{"type": "hello", "token": "short"}', 4401),
        ('{"type": "hello", "token": "AAAAAAAAAAAAAAAAAAAAAA"}', 4401),
        ('{"type": "hello", "token": "TOKEN", "events": -1}', 4400),
        ('{"type": "hello", "token": "OTHER"}', 4401),
        (b"\x00\x01", 4400),
    ],
)
def test_what_is_no_hello_is_refused(sqlite_server: ServerProcess, message: str | bytes, code: int) -> None:
    alpha, _ = two_players(sqlite_server)
    other, _ = two_players(sqlite_server)
    if isinstance(message, str):
        message = message.replace("TOKEN", alpha.token).replace("OTHER", other.token)
    with connect(f"{sqlite_server.socket_url}/ws/matches/{alpha.match}", open_timeout=PATIENCE) as connection:
        connection.send(message)
        assert json.loads(connection.recv(timeout=PATIENCE))["type"] == "error"
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == code


def test_an_invitation_opens_no_socket(sqlite_server: ServerProcess) -> None:
    made = new_match(sqlite_server, seats={"bravo": "open"})
    guest = Player(sqlite_server, made["match"], made["seats"]["bravo"]["invite"])
    with guest.socket() as socket:
        assert socket.receive()["error"]["code"] == "token"


def test_a_second_hello_ends_the_talk(sqlite_server: ServerProcess) -> None:
    alpha, _ = two_players(sqlite_server)
    with alpha.socket() as socket:
        socket.connection.send(json.dumps({"type": "hello", "token": alpha.token}))
        assert socket.close_code() == 4400


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_a_foreign_page_gets_no_socket(sqlite_server: ServerProcess, origin: str) -> None:
    alpha, _ = two_players(sqlite_server)
    url = f"{sqlite_server.socket_url}/ws/matches/{alpha.match}"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin=Origin(origin), open_timeout=PATIENCE):
        pass
    assert refused.value.response.status_code == 403


def test_a_message_that_is_too_long(sqlite_server: ServerProcess) -> None:
    alpha, _ = two_players(sqlite_server)
    with alpha.socket() as socket:
        socket.connection.send(json.dumps({"type": "ping", "more": "x" * 100_000}))
        assert socket.close_code() in (1009, 4400)


def test_sockets_end_when_the_server_does(tmp_path: Path, start: Start) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}")
    alpha, _ = two_players(server)
    with alpha.socket() as socket:
        socket.receive()
        assert server.stop() == 0
        assert socket.close_code() in (1001, 1012)
    server.http = server.client()
    server.start()
    play_out(*two_players(server))
