"""Rates and numbers of sockets that one address or one seat may have."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from hulldown.server.api.rate_limits import budget_of, client_of
from hulldown.server.settings import SOCKETS_PER_SEAT
from hulldown.server.storage.store import Access
from support.remote import new_match, players_of, two_players
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


def test_a_flood_of_ping_frames_is_cut_off(limited: ServerProcess) -> None:
    """A piece of 256 KB held 40,000 of them, all answered before anybody else was heard."""
    alpha, bravo = players_of(limited, new_match(limited)).values()
    with alpha.socket() as socket:
        ping = bytes([0x89, 0x80, 0, 0, 0, 0])
        with contextlib.suppress(OSError):
            for _ in range(50):
                socket.connection.socket.sendall(ping * 40_000)
        assert socket.close_code() == 0, "cut off, not asked to leave"
    assert bravo.get().status_code in (200, 429)


def test_onlookers_with_one_token_have_a_budget_for_each_address() -> None:
    watch, seat = Access("m", "watch", ""), Access("m", "seat", "alpha")
    one, other = {"client": ("192.0.2.1", 1)}, {"client": ("192.0.2.2", 1)}
    assert budget_of(watch, one) != budget_of(watch, other)
    assert budget_of(seat, one) == budget_of(seat, other)


def test_every_limit_by_address_counts_an_ipv6_network_as_one() -> None:
    one, other = {"client": ("2001:db8::1", 1)}, {"client": ("2001:db8::ffff:2", 1)}
    assert client_of(one) == client_of(other) == "2001:db8::/64"


def test_tables_made_for_options_cost_more_of_an_address(limited: ServerProcess) -> None:
    with limited.client() as client:
        path = "/api/scenarios/tank/10/tables?options=%7B%7D"
        wait_until(lambda: client.get(path).status_code == 200)
        ask_until_refused(lambda: client.get(path), 20)


def test_too_many_new_matches_and_requests_of_an_address_are_put_off(limited: ServerProcess) -> None:
    with limited.client() as client:
        # The other tests have spent something.
        wait_until(lambda: client.post("/api/matches", json={"scenario": "toy/1"}).status_code == 201)
        ask_until_refused(lambda: client.post("/api/matches", json={"scenario": "toy/1"}), 40)
        refused = ask_until_refused(lambda: client.get("/api/maps"))
    assert int(refused.headers["retry-after"]) >= 1
    assert refused.headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("what", ["check", "orders", "refused"])
def test_an_order_of_thousands_of_tasks_is_refused_at_once(sqlite_server: ServerProcess, what: str) -> None:
    alpha, _ = two_players(sqlite_server, "panzer_battles/berlin")
    state = alpha.state()
    order = {"kind": state["legal"]["decision"]["kind"], "tasks": [{"unit": "x", "kind": "y"} for _ in range(8000)]}
    data = {"order": order, "submission": "much", "decision": state["legal"]["decision"]["id"], "unit": "x"}
    answer = alpha.post(f"/{what}", data)
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "malformed"
    assert "8000 tasks in an order that can have" in answer.json()["error"]["message"]


def test_the_answer_to_a_wrong_order_is_bounded(sqlite_server: ServerProcess) -> None:
    alpha, _ = two_players(sqlite_server, "panzer_battles/berlin")
    state = alpha.state()
    units = [one["unit"] for one in state["legal"]["units"]]
    tasks = [{"unit": unit, "kind": "y"} for unit in units * 4]
    kind, decision = state["legal"]["decision"]["kind"], state["legal"]["decision"]["id"]
    data = {"order": {"kind": kind, "tasks": tasks}, "submission": "wrong", "decision": decision}
    for what in ("check", "orders"):
        answer = alpha.post(f"/{what}", data)
        assert answer.status_code in (200, 422), answer.text
        assert len(answer.content) < 100_000
