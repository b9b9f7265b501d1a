"""Rates and numbers of sockets that one address or one seat may have."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from hulldown.server.settings import SOCKETS_PER_SEAT
from support.remote import new_match, players_of
from support.serving import ServerProcess, wait_until

LIMITS = 0.2
"""A fifth of the usual rates, 8 requests a second of an address: a slow machine still asks faster than that."""


def ask_until_refused(ask: Callable[[], httpx.Response], most: int = 600) -> httpx.Response:
    """The first answer that puts us off."""
    for _ in range(most):
        answer = ask()
        if answer.status_code == 429:
            return answer
    raise AssertionError(f"{most} requests and none was put off")


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder: Path = tmp_path_factory.mktemp("limited")
    made = ServerProcess(f"sqlite:///{folder / 'games.db'}", folder, limits=LIMITS)
    yield made
    assert made.stop() == 0
    made.check_log()


def test_too_many_requests_of_a_seat_are_put_off(limited: ServerProcess) -> None:
    alpha, bravo = players_of(limited, new_match(limited)).values()
    refused = ask_until_refused(alpha.get)
    assert refused.json()["error"]["code"] == "too_many"
    assert int(refused.headers["retry-after"]) >= 1
    assert bravo.get().status_code == 200


def test_a_seat_has_only_so_many_sockets(limited: ServerProcess) -> None:
    alpha, bravo = players_of(limited, new_match(limited)).values()
    with ExitStack() as open_sockets:
        for _ in range(SOCKETS_PER_SEAT):
            open_sockets.enter_context(alpha.socket()).receive()
        with alpha.socket() as one_more:
            assert one_more.receive()["error"]["code"] == "too_many"
        with bravo.socket() as other:
            assert other.receive()["type"] == "state"


def test_a_socket_that_talks_too_much_is_closed(limited: ServerProcess) -> None:
    alpha, _ = players_of(limited, new_match(limited)).values()
    with alpha.socket() as socket:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(200):
                socket.connection.send('{"type": "ping"}')
        assert socket.close_code() == 4429


def test_too_many_new_matches_and_requests_of_an_address_are_put_off(limited: ServerProcess) -> None:
    with limited.client() as client:
        wait_until(lambda: client.get("/api/maps").status_code == 200)  # the other tests have spent something
        assert client.post("/api/matches", json={"scenario": "toy/1"}).status_code == 201
        ask_until_refused(lambda: client.post("/api/matches", json={"scenario": "toy/1"}), 40)
        refused = ask_until_refused(lambda: client.get("/api/maps"))
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.headers["referrer-policy"] == "no-referrer"
