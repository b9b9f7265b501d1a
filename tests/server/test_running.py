"""What an operator watches: health, readiness, figures for Prometheus, logs as JSON; and a polite end."""

from __future__ import annotations

import json
from pathlib import Path

import httpx

from support.remote import new_match, play_out, players_of, two_players
from support.serving import ServerProcess, Start, free_port, wait_until


def test_health_and_readiness(server: ServerProcess) -> None:
    with server.client() as client:
        assert client.get("/health").json() == {"status": "ok"}
        ready = client.get("/ready")
    assert (ready.status_code, ready.json()) == (200, {"status": "ready"})


def test_readiness_tells_how_many_scenarios_are_cold(tmp_path: Path, start: Start) -> None:
    """It answers from the beginning; in the end every scenario is warm."""
    server = start(f"sqlite:///{tmp_path / 'games.db'}", env={"HULLDOWN_WARM": "1"})
    with server.client() as client:
        first = client.get("/ready")
        assert (first.status_code, first.json()["status"]) == (200, "ready")
        wait_until(lambda: client.get("/ready").json() == {"status": "ready"})


def test_figures_for_prometheus_at_a_port_of_their_own(tmp_path: Path, start: Start) -> None:
    port = free_port()
    server = start(f"sqlite:///{tmp_path / 'games.db'}", flags=["--metrics", str(port)])
    first, second = two_players(server)
    with first.socket() as socket:
        socket.until(lambda state: True)
        play_out(first, second)
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    found = {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"}
    orders = found["hulldown_orders_total"]
    assert orders > 0
    assert 0 < found["hulldown_commits_total"] <= orders
    route = 'method="POST",route="/api/matches/{match_id}/orders",status="200"'
    assert found[f"hulldown_requests_total{{{route}}}"] == orders
    assert found["hulldown_sockets"] == 1
    assert found["hulldown_matches_in_memory"] == 1
    assert ":str" not in text  # one name for a route, whoever answers it
    assert first.token not in text
    assert first.match not in text
    with server.client() as client:
        assert "hulldown_orders" not in client.get("/metrics").text  # not for players


def test_a_log_of_json_objects_without_tokens(tmp_path: Path, start: Start) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}", flags=["--log-json"])
    (first, *_) = players_of(server, new_match(server)).values()
    first.play_one()
    assert first.get(f"?token={first.token}").status_code == 200
    assert server.stop() == 0
    lines = [json.loads(line) for line in server.read_log().splitlines()]
    order = next(line for line in lines if line.get("route") == "/api/matches/{match_id}/orders")
    assert (order["method"], order["status"], order["level"]) == ("POST", 200, "info")
    assert order["ms"] > 0
    assert first.token not in server.read_log()


def test_a_polite_end_tells_who_watches_and_loses_nothing(database: str, start: Start) -> None:
    server = start(database)
    first, second = two_players(server)
    first.play_one()
    number = first.state()["number"]
    with second.socket() as socket:
        socket.until(lambda state: state["status"] == "playing")
        assert server.stop() == 0
        assert socket.close_code() in (1001, 1012)
    again = start(database)
    first.server = again
    assert first.state()["number"] == number
