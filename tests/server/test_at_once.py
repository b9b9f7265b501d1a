"""What people do at the same moment, at two servers of one database: no rule of theirs is broken by it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import httpx
import pytest

from hulldown.server.matches.identity import INVITATIONS
from hulldown.server.matches.open_games import EACH
from support.persons import Browser, new_code, new_key
from support.push_service import Subscriber
from support.remote import new_match, players_of
from support.serving import ServerProcess, Start

Call = Callable[[], httpx.Response]
TIMES = 6
"""How often each race is run: one alone may be won by luck."""
OPEN = {"scenario": "toy/1", "seats": {"bravo": "open"}, "listed": {}}


@pytest.fixture
def pair(start: Start, database: str) -> tuple[ServerProcess, ServerProcess]:
    return start(database), start(database)


def at_once(calls: Sequence[Call]) -> list[httpx.Response]:
    """The answers to calls that are made at the same moment."""
    gate = threading.Barrier(len(calls))
    answers: list[httpx.Response] = []

    def make(call: Call) -> None:
        gate.wait()
        answers.append(call())

    threads = [threading.Thread(target=make, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def at(server: ServerProcess, headers: Mapping[str, str], method: str, path: str, body: object = None) -> Call:
    """A call at one of the servers."""
    return lambda: server.http.request(method, path, json=body, headers=headers)


def statuses(answers: Sequence[httpx.Response]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def test_the_same_request_sent_twice_makes_one_person(pair: tuple[ServerProcess, ServerProcess]) -> None:
    for _ in range(TIMES):
        body = {"key": new_key(), "code": new_code(), "name": "Anna"}
        answers = at_once([at(one, {}, "POST", "/api/people", body) for one in pair * 2])
        assert statuses(answers) == {201: 4}, [answer.text for answer in answers]
        assert len({answer.json()["person"] for answer in answers}) == 1


def test_two_browsers_look_at_a_new_game(pair: tuple[ServerProcess, ServerProcess]) -> None:
    for _ in range(TIMES):
        anna = Browser(pair[0], "Anna")
        assert anna.post("/api/matches", OPEN).status_code == 201
        answers = at_once([at(one, anna.headers, "GET", "/api/me/games") for one in pair * 3])
        assert statuses(answers) == {200: 6}, [answer.text for answer in answers]
        assert len({answer.json()["games"][0]["token"] for answer in answers}) == 1


def test_nobody_has_more_open_games_and_invitations_than_he_may(pair: tuple[ServerProcess, ServerProcess]) -> None:
    anna = Browser(pair[0], "Anna")
    answers = at_once([at(one, anna.headers, "POST", "/api/matches", OPEN) for one in pair * 4])
    assert statuses(answers) == {201: EACH, 409: 8 - EACH}
    # Of a game that was refused nothing is left.
    assert len(anna.games()) == EACH
    answers = at_once([at(one, anna.headers, "POST", "/api/me/invitations") for one in pair * 7])
    assert statuses(answers) == {201: INVITATIONS, 409: 14 - INVITATIONS}


def test_nobody_rates_both_seats_of_a_game(pair: tuple[ServerProcess, ServerProcess]) -> None:
    anna = Browser(pair[0], "Anna")
    for _ in range(TIMES):
        seats = players_of(pair[0], new_match(pair[0])).values()
        calls = [
            at(one, {**seat.headers, **anna.headers}, "PUT", f"{seat.base}/rated")
            for one, seat in zip(pair, seats, strict=True)
        ]
        answers = at_once(calls)
        assert statuses(answers) == {200: 1, 409: 1}
        first, _ = seats
        assert first.get("/rated").json()["rated"] is False


def test_two_tabs_ask_to_be_told(pair: tuple[ServerProcess, ServerProcess]) -> None:
    anna = Browser(pair[0], "Anna")
    wish = Subscriber("https://push.example.org/anna").body
    for _ in range(TIMES):
        answers = at_once([at(one, anna.headers, "PUT", "/api/me/push", wish) for one in pair * 2])
        assert statuses(answers) == {204: 4}, [answer.text for answer in answers]
        assert anna.delete("/api/me/push").status_code == 204
    for _ in range(TIMES):
        answers = at_once([at(one, anna.headers, "PUT", "/api/me/feed") for one in pair * 2])
        assert statuses(answers) == {200: 4}, [answer.text for answer in answers]
        links = [answer.json()["path"] for answer in answers]
        open_now = [link for link in links if pair[0].http.get(link).status_code == 200]
        assert open_now == [anna.get("/api/me/feed").json()["path"]], "only the newest link opens the feed"


def test_a_double_click_mutes_once(pair: tuple[ServerProcess, ServerProcess]) -> None:
    alpha, _ = players_of(pair[0], new_match(pair[0])).values()
    for _ in range(TIMES):
        mute = {"author": "bravo", "on": True}
        answers = at_once([at(one, alpha.headers, "PUT", f"{alpha.base}/chat/mute", mute) for one in pair * 2])
        assert statuses(answers) == {200: 4}, [answer.text for answer in answers]
        assert alpha.put("/chat/mute", {"author": "bravo", "on": False}).json()["muted"] == []
