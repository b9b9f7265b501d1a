"""Open games: the list, joining by one click, withdrawing. On both databases."""

from __future__ import annotations

import threading
from pathlib import Path

import httpx
import pytest

from hulldown.server.matches.open_games import DAYS, EACH
from support.local_server import HandClock, LocalServer
from support.persons import Browser, error_of
from support.remote import Json, Player, play_out
from support.serving import ServerProcess


def opened(maker: Browser, **wish: object) -> Json:
    """A new open game of somebody."""
    body = {"scenario": "toy/1", "seats": {"bravo": "open"}, "entropy": "e", "listed": {"level": "beginner"}, **wish}
    answer = maker.post("/api/matches", body)
    assert answer.status_code == 201, answer.text
    made: Json = answer.json()
    maker.server.tokens |= {made["watch"], made["seats"]["alpha"]["token"]}
    return made


def listed(reader: Browser, match: str) -> Json | None:
    games = reader.get("/api/open").json()["games"]
    return next((game for game in games if game["match"] == match), None)


def test_a_stranger_joins_by_one_click(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    clock = {"kind": "move", "seconds": 86_400}
    made = opened(anna, clock=clock)
    shown = listed(ben, made["match"])
    assert shown is not None
    assert (shown["opponent"], shown["side"], shown["level"], shown["yours"]) == ("Anna", "bravo", "beginner", False)
    assert (shown["scenario"], shown["clock"]) == ("toy/1", clock)
    mine = listed(anna, made["match"])
    assert mine is not None
    assert mine["yours"] is True
    # Without a key the list can be read, and nothing joined.
    assert any(game["match"] == made["match"] for game in server.http.get("/api/open").json()["games"])
    path = f"/api/open/{made['match']}/join"
    assert error_of(server.http.post(path, json={})) == (401, "person")
    answer = ben.post(path, {"nonce": "n" * 20})
    assert answer.status_code == 200, answer.text
    joined = answer.json()
    again = ben.post(path, {"nonce": "n" * 20}).json()
    assert (again["token"], again["side"]) == (joined["token"], "bravo")
    assert joined["state"]["status"] == "playing"
    assert joined["state"]["seats"]["bravo"]["name"] == "Ben"
    assert listed(anna, made["match"]) is None
    players = [Player(server, made["match"], token) for token in (made["seats"]["alpha"]["token"], joined["token"])]
    play_out(*players)
    # Both find it among their games without having kept a token.
    assert [game["entry"]["match"] for game in ben.games()] == [made["match"]]
    assert made["match"] in [game["entry"]["match"] for game in anna.games()]


def test_nobody_joins_his_own_game(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    made = opened(anna)
    path = f"/api/open/{made['match']}/join"
    assert error_of(anna.post(path, {})) == (409, "own_game")
    other = Browser(server)
    other.recover(anna.code)  # the same person in another browser
    assert error_of(other.post(path, {})) == (409, "own_game")
    # Nor by its invitation, which is still there for somebody else then.
    invited = {"invite": made["seats"]["bravo"]["invite"], "nonce": "n" * 16}
    for one in (anna, other):
        assert error_of(one.post(f"/api/matches/{made['match']}/join", invited)) == (409, "own_game")
    assert listed(anna, made["match"]) is not None
    ben = Browser(server, "Ben")
    assert ben.post(f"/api/matches/{made['match']}/join", invited).status_code == 200


def test_a_game_is_withdrawn_by_its_maker_only(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    made = opened(anna)
    assert error_of(ben.delete(f"/api/open/{made['match']}")) == (404, "unknown")
    assert anna.delete(f"/api/open/{made['match']}").status_code == 204
    assert error_of(anna.delete(f"/api/open/{made['match']}")) == (404, "unknown")
    assert listed(ben, made["match"]) is None
    assert error_of(ben.post(f"/api/open/{made['match']}/join", {})) == (409, "seat_taken")
    assert error_of(ben.post("/api/open/nosuchmatch/join", {})) == (409, "seat_taken")


def test_of_many_who_click_at_once_one_gets_the_seat(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    others = [Browser(server, f"Guest {number}") for number in range(4)]
    made = opened(anna)
    answers: list[httpx.Response] = []
    path = f"/api/open/{made['match']}/join"
    threads = [threading.Thread(target=lambda one=one: answers.append(one.post(path, {}))) for one in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    assert {error_of(answer)[1] for answer in answers if answer.status_code == 409} == {"seat_taken"}


def test_an_invitation_takes_an_open_game_from_the_list(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    made = opened(anna)
    body = {"invite": made["seats"]["bravo"]["invite"], "nonce": "n" * 16}
    assert server.http.post(f"/api/matches/{made['match']}/join", json=body).status_code == 200
    assert listed(ben, made["match"]) is None
    assert error_of(ben.post(f"/api/open/{made['match']}/join", {})) == (409, "seat_taken")
    assert error_of(anna.delete(f"/api/open/{made['match']}")) == (404, "unknown")


@pytest.mark.parametrize("seats", [{}, {"alpha": "open", "bravo": "open"}, {"bravo": "bot:random"}])
def test_what_cannot_be_an_open_game(sqlite_server: ServerProcess, seats: dict[str, str]) -> None:
    anna = Browser(sqlite_server, "Anna")
    body = {"scenario": "toy/1", "seats": seats, "listed": {}}
    assert error_of(anna.post("/api/matches", body)) == (422, "refused")
    good = {"scenario": "toy/1", "seats": {"bravo": "open"}, "listed": {}}
    assert error_of(sqlite_server.http.post("/api/matches", json=good)) == (401, "person")
    assert error_of(anna.post("/api/matches", {**good, "listed": {"level": "god"}})) == (400, "malformed")


def test_nobody_fills_the_list(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    made = [opened(anna) for _ in range(EACH)]
    body = {"scenario": "toy/1", "seats": {"bravo": "open"}, "listed": {}}
    assert error_of(anna.post("/api/matches", body)) == (409, "too_many_open")
    assert anna.delete(f"/api/open/{made[0]['match']}").status_code == 204
    opened(anna)


def test_an_open_game_expires(tmp_path: Path) -> None:
    clock = HandClock()
    server = LocalServer(tmp_path, clock, 0)
    try:
        anna, ben = (Browser(server, who) for who in ("Anna", "Ben"))  # type: ignore[arg-type]
        made = opened(anna, scenario="tank/intro")
        clock.advance(DAYS)
        assert listed(ben, made["match"]) is not None
        clock.advance(1)
        assert listed(ben, made["match"]) is None
        assert error_of(ben.post(f"/api/open/{made['match']}/join", {})) == (409, "seat_taken")
    finally:
        server.stop()
