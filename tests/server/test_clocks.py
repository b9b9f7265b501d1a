"""Clocks at a server whose time the test moves by hand. On both databases."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from hulldown.core.record import record_from_text, verify
from hulldown.games import load_game
from hulldown.server.matches import timekeeping
from support.local_server import HandClock, LocalServer
from support.persons import error_of
from support.remote import Json, Player, new_match, players_of, watcher_of
from support.serving import ServerProcess, wait_until

MOVE = {"kind": "move", "seconds": 100}
GAME = {"kind": "game", "seconds": 300, "increment": 10}
Begin = Callable[[], LocalServer]


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def begin(database: str, clock: HandClock, tmp_path: Path) -> Iterator[Begin]:
    """Starts servers on one database, one after the other."""
    running: list[LocalServer] = []

    def make() -> LocalServer:
        if running:
            running.pop().stop()
        running.append(LocalServer(tmp_path, clock, 0, database=database))
        return running[-1]

    yield make
    for one in running:
        one.stop()


def duel(server: LocalServer, terms: Json, scenario: str = "tank/intro") -> tuple[Player, Player, Player]:
    made = new_match(server, scenario, clock=terms)  # type: ignore[arg-type]
    alpha, bravo = players_of(server, made).values()  # type: ignore[arg-type]
    return alpha, bravo, watcher_of(server, made)  # type: ignore[arg-type]


def left(player: Player, side: str) -> float:
    found: float = player.state()["clock"]["sides"][side]["left"]
    return found


def moved(server: LocalServer, player: Player) -> Player:
    """The same player at the server that came after his."""
    return Player(server, player.match, player.token, player.side)  # type: ignore[arg-type]


def test_a_clock_is_shown_to_everybody_and_claimed_when_it_is_over(begin: Begin, clock: HandClock) -> None:
    server = begin()
    alpha, bravo, watcher = duel(server, MOVE)
    shown = alpha.state()["clock"]
    assert shown["terms"] == MOVE
    assert shown == bravo.state()["clock"] == watcher.state()["clock"]
    assert shown["sides"]["alpha"] == {"left": 100.0, "running": True, "interrupt": False}
    clock.advance(40)
    alpha.play_one()
    assert left(bravo, "alpha") == left(bravo, "bravo") == 60.0
    assert alpha.state()["clock"]["sides"]["alpha"]["running"] is False
    early = alpha.post("/claim", {})
    assert error_of(early) == (409, "too_early")
    assert "60 s" in early.json()["error"]["message"]
    assert error_of(bravo.post("/claim", {})) == (409, "too_early")
    clock.advance(60)
    assert error_of(watcher.post("/claim", {})) == (403, "role")
    assert error_of(bravo.post("/claim", {})) == (409, "too_early")  # it is his own time that is up
    over = alpha.post("/claim", {}).json()
    assert (over["status"], over["ending"]) == ("over", {"how": "time", "side": "bravo", "terms": ""})
    assert over["view"]["outcome"]["winner"] == "alpha"
    assert over["view"]["outcome"]["reason"].endswith("ran out of time")
    assert error_of(alpha.post("/claim", {})) == (409, "over")
    record = record_from_text(watcher.get("/record").text, "record")
    verify(record, load_game("tank"))
    assert record.header.clock is not None
    assert record.header.clock.seconds == 100


def test_an_answer_after_the_time_counts_until_somebody_claims(begin: Begin, clock: HandClock) -> None:
    alpha, bravo, _ = duel(begin(), MOVE)
    alpha.play_one()
    clock.advance(150)
    bravo.play_one()
    assert error_of(alpha.post("/claim", {})) == (409, "too_early")
    assert bravo.state()["status"] == "playing"


def test_two_claims_at_once_and_the_time_of_both(begin: Begin, clock: HandClock) -> None:
    alpha, bravo, _ = duel(begin(), MOVE)
    clock.advance(100)
    answers: list[httpx.Response] = []
    threads = [
        threading.Thread(target=lambda one=one: answers.append(one.post("/claim", {}))) for one in (alpha, bravo)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert {error_of(answer) for answer in answers if answer.status_code == 409} == {(409, "over")}
    state = alpha.state()
    assert (state["ending"]["how"], state["ending"]["terms"], state["view"]["outcome"]["winner"]) == (
        "time", "draw", None,
    )  # fmt: skip
    verify(record_from_text(alpha.get("/record").text, "record"), load_game("tank"))


def test_idle_answers_go_on_as_agreed(begin: Begin, clock: HandClock) -> None:
    alpha, bravo, _ = duel(begin(), {**MOVE, "at_end": "idle"})
    number = alpha.state()["number"]
    alpha.play_one()
    clock.advance(99)
    assert bravo.state()["view"]["owing"] == ["bravo"]
    with alpha.socket() as socket:
        socket.until(lambda state: state["number"] > number)
        decision = bravo.state()["legal"]["decision"]["id"]
        clock.advance(1)
        socket.until(lambda state: state["view"]["owing"] != ["bravo"])
    wait_until(lambda: (bravo.state()["legal"] or {"decision": {"id": ""}})["decision"]["id"] != decision)
    assert error_of(alpha.post("/claim", {})) == (409, "too_early")
    alpha.post("/resign", {})
    record = record_from_text(alpha.get("/record").text, "record")
    verify(record, load_game("tank"))
    assert [(note.what, note.side) for note in record.notes] == [("time", "bravo")]


def test_a_restart_and_a_clock_set_back_cost_nobody_time(begin: Begin, clock: HandClock) -> None:
    server = begin()
    alpha, bravo, _ = duel(server, GAME)
    clock.advance(50)
    alpha.play_one()
    clock.advance(20)
    clock.set_back = 5000.0
    assert left(alpha, "bravo") == 230.0
    server.stop()
    clock.advance(100_000)  # the server is away for a day
    again = begin()
    alpha, bravo = (moved(again, player) for player in (alpha, bravo))
    assert (left(alpha, "alpha"), left(alpha, "bravo")) == (260.0, 230.0)
    clock.advance(30)
    assert left(alpha, "bravo") == 200.0
    assert error_of(alpha.post("/claim", {})) == (409, "too_early")


def test_taking_an_order_back_gains_no_time_at_the_table(begin: Begin, clock: HandClock) -> None:
    alpha, _, _ = duel(begin(), GAME)
    clock.advance(50)
    alpha.play_one()
    assert left(alpha, "alpha") == 260.0
    assert alpha.undo().status_code == 200
    assert left(alpha, "alpha") == 250.0


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"clock": {"kind": "move", "seconds": -1}}, 400),
        ({"clock": {"kind": "game", "seconds": 60, "increment": -1}}, 400),
        ({"clock": {"kind": "move", "seconds": 60, "interrupt": 0}}, 400),
        ({"clock": {"kind": "move", "seconds": 10**12}}, 400),
        ({"clock": {"kind": "move", "seconds": 60, "increment": 5}}, 422),
        ({"clock": MOVE, "hot_seat": True}, 422),
        ({"clock": MOVE, "seats": {"bravo": "bot:random"}}, 422),
    ],
)
def test_clocks_that_are_refused(sqlite_server: ServerProcess, wish: Json, status: int) -> None:
    answer = sqlite_server.http.post("/api/matches", json={"scenario": "toy/1", **wish})
    assert answer.status_code == status, answer.text
    assert answer.json()["error"]["message"]


def test_a_match_without_a_clock_has_nothing_to_claim(sqlite_server: ServerProcess) -> None:
    made = new_match(sqlite_server)
    (alpha, _) = players_of(sqlite_server, made).values()
    assert alpha.state()["clock"] is None
    assert error_of(alpha.post("/claim", {})) == (409, "no_clock")


def test_a_rematch_has_the_clock_of_the_match_before(begin: Begin, clock: HandClock) -> None:
    server = begin()
    alpha, bravo, _ = duel(server, GAME)
    clock.advance(50)
    alpha.post("/resign", {})
    for player in (alpha, bravo):
        asked = player.post("/rematch", {}).json()
        again = Player(server, asked["match"], asked["token"], asked["side"])  # type: ignore[arg-type]
        state = again.post("/seat", {}).json()
    assert state["status"] == "playing"
    assert state["clock"]["sides"]["alpha"] == {"left": 300.0, "running": True, "interrupt": False}
    again.post("/resign", {})
    record = record_from_text(again.get("/record").text, "record")
    assert record.header.follows == alpha.match


def test_clocks_that_cannot_be_served_do_not_hide_the_others(
    tmp_path: Path, clock: HandClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two damaged matches stay due for ever, in front of the third."""
    monkeypatch.setattr(timekeeping, "PAGE", 1)
    server = LocalServer(tmp_path, clock, 0)
    tables = []
    for _ in range(3):
        tables.append(duel(server, {**MOVE, "at_end": "idle"}, "tank/intro"))
        clock.advance(1)
    server.stop()
    with sqlite3.connect(tmp_path / "games.db") as connection:
        for alpha, _, _ in tables[:2]:
            connection.execute("UPDATE matches SET header = '{' WHERE id = ?", (alpha.match,))
    connection.close()
    again = LocalServer(tmp_path, clock, 0)
    try:
        alpha = moved(again, tables[2][0])
        decision = alpha.state()["legal"]["decision"]["id"]
        clock.advance(100)
        wait_until(lambda: (alpha.state()["legal"] or {"decision": {"id": ""}})["decision"]["id"] != decision)
    finally:
        again.stop()
