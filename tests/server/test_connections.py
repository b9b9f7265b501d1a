"""Slow, half-open and too many connections with real sockets; the names and addresses of requests; clients that go."""

from __future__ import annotations

import json
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from hulldown.server.settings import HEAD
from support.patience import PATIENCE
from support.remote import Player, new_match, players_of
from support.serving import ServerProcess, Start, wait_until

HALF = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "
QUICK = {"TOY_PATIENCE": "1 1 1 1"}


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that waits a second for everything."""
    folder: Path = tmp_path_factory.mktemp("quick")
    made = ServerProcess(f"sqlite:///{folder / 'games.db'}", folder, env=QUICK)
    yield made
    assert made.stop() == 0
    made.check_log()


def opened(server: ServerProcess, source: str = "127.0.0.1", sent: bytes = b"") -> socket.socket:
    """A connection from an address of this machine, over which something was sent."""
    made = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE, source_address=(source, 0))
    if sent:
        made.sendall(sent)
    return made


def rest_of(connection: socket.socket) -> bytes:
    """All that still comes, until the server closes."""
    found = b""
    with connection, suppress(ConnectionError):
        while piece := connection.recv(65536):
            found += piece
    return found


def request(path: str = "/api/maps", more: str = "", method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{more}\r\n".encode()


def answer_of(connection: socket.socket) -> bytes:
    """One answer with a length, on a connection that stays open."""
    found = b""
    while b"\r\n\r\n" not in found:
        found += connection.recv(65536)
    head, _, body = found.partition(b"\r\n\r\n")
    length = next(
        int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")
    )
    while len(body) < length:
        body += connection.recv(65536)
    return head


def test_a_new_player_gets_in_beside_500_half_open_connections(start: Start, tmp_path: Path) -> None:
    """Fewer descriptors than connections: without a share for each address nobody would be let in."""
    server = start(f"sqlite:///{tmp_path / 'g.db'}", limits=1.0, env={"TOY_DESCRIPTORS": "400"})
    with ExitStack() as stack:
        for number in range(500):
            stack.enter_context(opened(server, sent=HALF if number % 2 else b""))
        for source in ("127.0.0.2", "127.0.0.1"):
            transport = httpx.HTTPTransport(local_address=source)
            with httpx.Client(base_url=server.url, timeout=PATIENCE, transport=transport) as client:
                made = client.post("/api/matches", json={"scenario": "toy/1", "entropy": "e"})
                assert made.status_code == 201
                token = made.json()["seats"]["alpha"]["token"]
                server.tokens.add(token)
                url = f"{server.socket_url}/ws/matches/{made.json()['match']}"
                with connect(url, source_address=(source, 0), open_timeout=PATIENCE) as one:
                    one.send(json.dumps({"type": "hello", "token": token}))
                    assert json.loads(one.recv(timeout=PATIENCE))["type"] == "state"
    assert "Too many open files" not in server.read_log()


def test_half_open_connections_of_many_addresses_leave_room(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'g.db'}", limits=1.0, env={"TOY_DESCRIPTORS": "400"})
    with ExitStack() as stack:
        for number in range(500):
            stack.enter_context(opened(server, f"127.0.1.{1 + number % 25}", HALF))
        alpha, bravo = players_of(server, new_match(server)).values()
        assert alpha.play_one()
        assert bravo.play_one()
    assert "Too many open files" not in server.read_log()


def test_kept_connections_make_room_and_sockets_stay(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'g.db'}", limits=1.0, env={"TOY_DESCRIPTORS": "120"})
    alpha, _ = players_of(server, new_match(server)).values()
    with ExitStack() as stack, alpha.socket() as kept:
        assert kept.receive()["type"] == "state"
        for number in range(100):
            one = stack.enter_context(opened(server, f"127.0.1.{1 + number % 25}", request()))
            assert answer_of(one).startswith(b"HTTP/1.1 200")
        alpha.play_one()
        assert kept.until(lambda state: state["undo"])


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"\r\n", b"408"),
        (HALF, b"408"),
        (request(method="POST", more="Content-Type: application/json\r\nContent-Length: 50\r\n") + b"{", b"408"),
        (request(method="POST", more="Transfer-Encoding: chunked\r\n") + b"5\r\n{", b"408"),
    ],
    ids=["nothing", "a line", "half a head", "half a body", "half a chunk"],
)
def test_a_request_must_come_in_time(quick: ServerProcess, sent: bytes, answer: bytes) -> None:
    late = True
    while late:
        # The second begins with the connection: whoever was too slow to send in it has not tried.
        begun = time.monotonic()
        connection = opened(quick, sent=sent.replace(b"/api/maps", b"/api/matches"))
        late = time.monotonic() > begun + 0.5
        found = rest_of(connection)
    if answer:
        assert found.split(b" ")[1] == answer
        assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == "timeout"
    else:
        assert found == b""


@pytest.mark.parametrize("trickle", [b"x", b"\r\n"])
def test_a_trickle_does_not_hold_a_connection(quick: ServerProcess, trickle: bytes) -> None:
    """Neither on a new connection nor on one that was kept after an answer."""
    for kept in (False, True):
        connection = opened(quick, sent=request() if kept else b"")
        if kept:
            assert answer_of(connection).startswith(b"HTTP/1.1 200")
        connection.settimeout(0.05)
        pieces = 0
        closed = False
        while not closed and pieces < 1000:
            pieces += 1
            try:
                connection.send(HALF if trickle == b"x" and pieces == 1 else trickle)
                closed = not connection.recv(65536)
            except TimeoutError:
                continue
            except ConnectionError:
                closed = True
        connection.close()
        assert closed


def test_who_does_not_read_his_answers_is_cut_off(quick: ServerProcess) -> None:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect(("127.0.0.1", quick.port))
    connection.settimeout(0.05)

    def gone() -> bool:
        try:
            connection.send(request("/schema/openapi.json") * 20)
        except TimeoutError:
            return False
        except ConnectionError:
            return True
        return False

    wait_until(gone)
    connection.close()


def test_an_idle_but_timely_client_is_served_again(sqlite_server: ServerProcess) -> None:
    with opened(sqlite_server) as connection:
        for _ in range(3):
            connection.sendall(request())
            assert answer_of(connection).startswith(b"HTTP/1.1 200")
        both = request() + request()
        connection.sendall(both[:70])
        connection.sendall(both[70:])
        assert answer_of(connection).startswith(b"HTTP/1.1 200")


def test_a_head_has_a_size(sqlite_server: ServerProcess) -> None:
    with opened(sqlite_server) as connection:
        connection.sendall(request(more="X-Long: " + "x" * (HEAD - 2000) + "\r\n"))
        assert answer_of(connection).startswith(b"HTTP/1.1 200")
    for sent in (
        request(more="X-Long: " + "x" * HEAD + "\r\n"),
        request(more="".join(f"X-{number}: y\r\n" for number in range(HEAD // 8))),
        request("/" + "x" * HEAD),
        HALF + b"x" * HEAD,
    ):
        connection = opened(sqlite_server)
        with suppress(ConnectionError):
            connection.sendall(sent)
        found = rest_of(connection)
        assert found.startswith(b"HTTP/1.1 431"), found[:200]
        assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == "too_large"


def test_a_body_of_crumbs_has_a_size(sqlite_server: ServerProcess) -> None:
    """Chunks of one byte, and trailers, count too."""
    for crumb in (b"1;" + b"e" * 4000 + b"\r\n \r\n", b"0\r\n" + b"T: " + b"t" * 4000 + b"\r\n"):
        connection = opened(sqlite_server, sent=request("/api/matches", "Transfer-Encoding: chunked\r\n", "POST"))
        with suppress(ConnectionError):
            for _ in range(2000):
                connection.sendall(crumb)
        assert rest_of(connection)[9:12] in (b"413", b"400", b"")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "LocalHost.", "127.0.0.1:1"])
def test_the_server_answers_to_its_names(sqlite_server: ServerProcess, host: str) -> None:
    with sqlite_server.client() as client:
        assert client.get("/api/maps", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8377", "127.0.0.1.evil.example", "10.9.8.7", "x" * 300])
def test_a_foreign_name_is_refused(sqlite_server: ServerProcess, host: str) -> None:
    """DNS rebinding: a page of evil.example lets its name point here and asks as if it were ours."""
    with sqlite_server.client() as client:
        answer = client.get("/api/maps", headers={"host": host, "origin": f"http://{host}"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "host")
        assert "--allow-host" in answer.json()["error"]["hint"]
        assert client.get("/", headers={"host": host}).status_code == 403
    url = f"ws://{host if len(host) < 60 else 'long.example'}/ws/matches/x"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(url, sock=socket.create_connection(("127.0.0.1", sqlite_server.port)), open_timeout=PATIENCE),
    ):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body or b"")["error"]["code"] == "host"


@pytest.mark.parametrize("hosts", ["", "Host: ", "Host: localhost\r\nHost: evil.example", "Host: a b", "Host: ²"])
def test_a_request_has_one_host(sqlite_server: ServerProcess, hosts: str) -> None:
    sent = f"GET /api/maps HTTP/1.1\r\n{hosts}".rstrip("\r\n") + "\r\nConnection: close\r\n\r\n"
    assert rest_of(opened(sqlite_server, sent=sent.encode())).startswith(b"HTTP/1.1 400")


def test_names_can_be_added(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'g.db'}", flags=["--allow-host", "Games.example"])
    with server.client() as client:
        for host, status in (("games.example", 200), ("localhost", 200), ("www.games.example", 403)):
            assert client.get("/api/maps", headers={"host": host}).status_code == status
    alpha: Player = players_of(server, new_match(server))["alpha"]
    url = f"ws://games.example/ws/matches/{alpha.match}"
    with connect(url, sock=socket.create_connection(("127.0.0.1", server.port)), open_timeout=PATIENCE) as one:
        one.send(json.dumps({"type": "hello", "token": alpha.token}))
        assert json.loads(one.recv(timeout=PATIENCE))["type"] == "state"


LIMITS = 0.05
"""A twentieth of the usual rates, 2 requests a second of an address: any machine asks faster than that."""


def statuses(server: ServerProcess, count: int = 600) -> set[int]:
    """The answers to requests that each name another address, up to the first that is put off."""
    found: set[int] = set()
    with server.client() as client:
        for number in range(count):
            forwarded = {"x-forwarded-for": f"10.0.{number // 250}.{number % 250}"}
            found.add(client.get("/api/maps", headers=forwarded).status_code)
            if 429 in found:
                break
    return found


def test_forwarded_addresses_are_not_believed(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'g.db'}", limits=LIMITS, env={"FORWARDED_ALLOW_IPS": "*"})
    assert statuses(server) == {200, 429}


def test_forwarded_addresses_are_believed_from_a_proxy(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'g.db'}", limits=LIMITS, flags=["--proxy", "127.0.0.1"])
    assert statuses(server) == {200}
    with server.client() as client:
        asked = (client.get("/api/maps", headers={"x-forwarded-for": "10.1.1.1"}).status_code for _ in range(600))
        assert 429 in asked


def reset(connection: socket.socket) -> None:
    """Ends a connection without a farewell, as a machine does that goes down."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def clean(server: ServerProcess) -> None:
    """The log holds no error, no warning and no traceback."""
    text = server.read_log()
    for sign in ("ERROR", "WARNING", "Traceback", "exception"):
        assert sign not in text, text[max(0, text.index(sign) - 300) :][:3000]


def test_clients_that_leave_are_no_errors(start: Start, tmp_path: Path) -> None:
    """At every stage of a request, with and without a farewell."""
    server = start(f"sqlite:///{tmp_path / 'g.db'}")
    alpha, bravo = players_of(server, new_match(server)).values()
    auth = f"Authorization: Bearer {alpha.token}\r\nContent-Type: application/json\r\n"
    order = b'{"submission": "1", "decision": "x", "order": {"kind": "plot"}}'
    stages = [
        b"",
        HALF,
        request("/schema/openapi.json"),
        request("/schema/openapi.json") * 30,
        request(alpha.base, auth) * 5,
        request(f"{alpha.base}/orders", f"{auth}Content-Length: {len(order)}\r\n", "POST") + order[:20],
        request(f"{alpha.base}/orders", f"{auth}Content-Length: {len(order)}\r\n", "POST") + order,
        request(f"{alpha.base}/orders", f"{auth}Transfer-Encoding: chunked\r\n", "POST") + b"5\r\n{",
        request(f"{alpha.base}/orders", f"{auth}Expect: 100-continue\r\nContent-Length: 9\r\n", "POST"),
    ]
    for stage in stages * 8:
        reset(opened(server, sent=stage))
        opened(server, sent=stage).close()
        half = opened(server, sent=stage)
        half.shutdown(socket.SHUT_WR)
        rest_of(half)
    assert bravo.play_one()
    assert alpha.play_one()
    server.stop()
    clean(server)


def handshake(player: Player) -> bytes:
    more = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    return request(f"/ws/matches/{player.match}", more + "Sec-WebSocket-Version: 13\r\n")


def frame(kind: int, content: bytes) -> bytes:
    """A masked frame of a client; the mask is zero."""
    length = struct.pack("!BB", 0x80 | kind, 0x80 | len(content)) if len(content) < 126 else b""
    return (length or struct.pack("!BBH", 0x80 | kind, 0xFE, len(content))) + b"\0\0\0\0" + content


def test_sockets_that_break_are_no_errors(start: Start, tmp_path: Path) -> None:
    """Before, in and after the hello, in the middle of a frame, with nonsense, while states are being sent."""
    server = start(f"sqlite:///{tmp_path / 'g.db'}")
    alpha, bravo = players_of(server, new_match(server)).values()
    greeting = handshake(alpha)
    hello = frame(1, json.dumps({"type": "hello", "token": alpha.token}).encode())
    stages = [
        greeting[:60],
        greeting,
        greeting + hello[:9],
        greeting + hello,
        greeting + hello + frame(1, b'{"type":"ping"}') * 30,
        greeting + hello + frame(8, b"\x03\xe8"),
        greeting + frame(1, b"\xff\xfe"),
        greeting + frame(2, b"\xff"),
        greeting + b"\xff" * 50,
        greeting.replace(b"Version: 13", b"Version: 12"),
        greeting.replace(b"Sec-WebSocket-Key", b"X-Key"),
        greeting.replace(b"Upgrade: websocket", b"Upgrade: h2c"),
    ]
    for number, stage in enumerate(stages * 6):
        left = opened(server, sent=stage)
        if number % 3:
            with suppress(ConnectionError):
                left.recv(65536)
        if number % 2:
            reset(left)
        else:
            left.close()
        if number % 12 == 5 and not (alpha.play_one() or bravo.play_one()):
            alpha.undo()
    with alpha.socket() as one:
        assert one.receive()["type"] == "state"
    server.stop()
    clean(server)


def test_nonsense_is_no_entry_in_the_log(start: Start, tmp_path: Path) -> None:
    """Whoever can connect could fill the disk otherwise."""
    server = start(f"sqlite:///{tmp_path / 'g.db'}")
    for nonsense in (b"\x16\x03\x01\x02", b"GET\r\n\r\n", b"\x00" * 99, request(more="Transfer-Encoding: x\r\n")):
        found = rest_of(opened(server, sent=nonsense))
        assert found.startswith(b"HTTP/1.1 400"), found
        assert json.loads(found.partition(b"\r\n\r\n")[2])["error"]["code"] == "malformed"
    server.stop()
    clean(server)
