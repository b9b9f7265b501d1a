"""One server of two processes: matches are dealt among them, connections go to the process that has the match."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import httpx
import pytest

from hulldown.core.record import record_from_text, verify
from hulldown.games import load_game
from hulldown.server.dealing import Share, match_of
from support.remote import new_match, play_out, players_of
from support.serving import ServerProcess, Start, wait_until

TWO = Share(0, 2)


@pytest.fixture
def shared(database: str, start: Start) -> ServerProcess:
    return start(database, flags=["--processes", "2"])


def workers_of(server: ServerProcess) -> list[int]:
    """The processes that the supervisor has started, by their shares."""
    assert server.process is not None
    pid = server.process.pid
    found = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [one for one in found if Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[0] != "Z"]


def sockets_to(pid: int, port: int) -> int:
    """How many connections to this port a process holds."""
    held = set()
    for one in Path(f"/proc/{pid}/fd").iterdir():
        try:
            held.add(os.readlink(one))
        except OSError:
            continue  # closed meanwhile
    count = 0
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        established = fields[3] == "01" and int(fields[1].rpartition(":")[2], 16) == port
        count += established and f"socket:[{fields[9]}]" in held
    return count


def test_a_whole_game_over_one_connection_that_asks_for_matches_of_both(shared: ServerProcess) -> None:
    """httpx keeps its connections: they are handed to and fro as the matches alternate."""
    tables = [players_of(shared, new_match(shared, "tank/intro")) for _ in range(6)]
    while len({TWO.owner(next(iter(one.values())).match) for one in tables}) < 2:
        tables.append(players_of(shared, new_match(shared, "tank/intro")))
    for _ in range(4):
        for table in tables:
            for player in table.values():
                player.play_one()
    pair = list(tables[0].values())
    play_out(*pair)
    record = record_from_text(pair[0].get("/record").text, "record")
    verify(record, load_game("tank"))


def test_sockets_are_with_the_process_that_has_the_match_and_hear_every_order(shared: ServerProcess) -> None:
    tables = []
    while len({TWO.owner(table[0].match) for table in tables}) < 2:
        tables.append(list(players_of(shared, new_match(shared, "tank/intro")).values()))
    shared.http.close()
    shared.http = shared.client()
    pids = workers_of(shared)
    for alpha, bravo in (tables[0], tables[-1]):
        before = [sockets_to(pid, shared.port) for pid in pids]
        with alpha.socket() as one, bravo.socket() as two:
            one.receive()
            two.receive()
            grown = [sockets_to(pid, shared.port) - old for pid, old in zip(pids, before, strict=True)]
            owner = TWO.owner(alpha.match)
            assert grown[owner] >= 2, (grown, owner)
            alpha.http = bravo.http = httpx.Client(base_url=shared.url, timeout=300)
            for _ in range(4):
                for player in (alpha, bravo):
                    player.play_one()
                    for socket, viewer in ((one, alpha), (two, bravo)):
                        number = viewer.state()["number"]
                        while socket.state["number"] < number:
                            socket.receive()
            assert one.events == alpha.state()["events"]
            assert two.events == bravo.state()["events"]
            while not one.presence.get("online", {}).get("bravo"):
                one.receive()
            alpha.http.close()


def test_a_worker_that_dies_is_started_anew_and_nothing_is_lost(shared: ServerProcess) -> None:
    alpha, bravo = players_of(shared, new_match(shared, "tank/intro")).values()
    for player in (alpha, bravo):
        player.play_one()
    before = alpha.state()
    pids = workers_of(shared)
    os.kill(pids[TWO.owner(alpha.match)], signal.SIGKILL)
    wait_until(lambda: len(workers_of(shared)) == 2 and set(workers_of(shared)) != set(pids))

    def same() -> bool:
        try:
            with shared.client() as http:
                headers = {"authorization": f"Bearer {alpha.token}"}
                return http.get(f"/api/matches/{alpha.match}", headers=headers).json() == before
        except httpx.HTTPError:
            return False

    wait_until(same)
    assert "worker" in shared.read_log()
    # The log of this test has an error by intention.
    shared.log.write_text("")


def test_all_end_together(shared: ServerProcess) -> None:
    pids = workers_of(shared)
    assert len(pids) == 2
    assert shared.stop() == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


def test_workers_end_when_their_supervisor_is_killed(shared: ServerProcess) -> None:
    pids = workers_of(shared)
    shared.kill()
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids))


@pytest.mark.parametrize(
    ("request_line", "match"),
    [
        (b"GET /api/matches/abc23?events=3 HTTP/1.1\r\n", "abc23"),
        (b"POST /api/matches/abc23/orders HTTP/1.1\r\n", "abc23"),
        (b"GET /ws/matches/abc23 HTTP/1.1\r\n", "abc23"),
        (b"POST /api/open/abc23/join HTTP/1.1\r\n", "abc23"),
        (b"POST /api/matches HTTP/1.1\r\n", ""),
        (b"GET /api/matches/abc2", ""),
        (b"GET /api/games HTTP/1.1\r\n", ""),
        (b"\x16\x03\x01", ""),
    ],
)
def test_the_match_of_a_request(request_line: bytes, match: str) -> None:
    assert match_of(request_line) == match


def test_shares_cover_every_match_once() -> None:
    shares = [Share(place, 3) for place in range(3)]
    for name in (f"match{number}" for number in range(60)):
        assert [share.owns(name) for share in shares].count(True) == 1
