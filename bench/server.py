"""How fast the server is, as ratios of a yardstick measured in the same minutes with the same client.

    python bench/server.py [--database sqlite|postgres] [--before FOLDER] [--compiled] [--rounds N] [--seconds S]
                           [--processes N]
    python bench/server.py --play       (bots at browsers' pace, checks included, against the bare framework)
    python bench/server.py --answers    (how long a person waits for the veteran)

Orders alone: 100 games give orders as fast as they are acknowledged, against a bare ASGI route that stores the same
bytes with one synced insert and sends them back. Open loop: 200 games, five orders a second each, spread evenly; the
time from the moment an order is due until both sides have their views, and the processor time that server, database
and client take for it. --before measures the server of another checkout
in turns with this one; --compiled takes the compiled builds of both (`make compiled`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "tests"))

from orders import OrderBench, Place, cpu_of, show_flat_out, show_open_loop  # noqa: E402

from hulldown.bots import make_bot  # noqa: E402
from hulldown.bots.registry import SECONDS  # noqa: E402
from hulldown.bots.seat import Seat  # noqa: E402
from hulldown.core.decisions import Legal  # noqa: E402
from hulldown.core.orders import Order  # noqa: E402
from hulldown.games import game_of_scenario  # noqa: E402
from support.postgres import Cluster  # noqa: E402
from support.remote import new_match, players_of  # noqa: E402
from support.serving import ServerProcess, free_port  # noqa: E402

ECHO = """
import sys, msgspec, uvicorn
from litestar import Litestar, post
class Body(msgspec.Struct):
    submission: str
    decision: str
    order: dict
@post("/echo", status_code=200)
async def echo(data: Body) -> Body:
    return data
uvicorn.run(Litestar([echo], logging_config=None, openapi_config=None), port=int(sys.argv[1]), log_level="critical",
            access_log=False)
"""
BODY = msgspec.json.encode({"submission": "x" * 32, "decision": "3.plot", "order": {"kind": "plot", "tasks": []}})


class Line:
    """One connection that asks in turn: a small HTTP client, whose own cost does not hide the server's."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: bytes = b"", token: str = "") -> tuple[int, bytes]:
        """Status and body of the answer."""
        if self.writer is None:
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        assert self.reader is not None
        head = f"{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(body)}\r\n"
        if body:
            head += "content-type: application/json\r\n"
        if token:
            head += f"authorization: Bearer {token}\r\n"
        self.writer.write(head.encode() + b"\r\n" + body)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        status = int(answer[9:12])
        length = next(
            (int(line[15:]) for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0
        )
        return status, await self.reader.readexactly(length) if length else b""

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()


async def rate(port: int, method: str, path: str, body: bytes, token: str, lines: int, seconds: float) -> float:
    """Requests a second over so many connections."""
    done = 0
    end = time.perf_counter() + seconds

    async def one() -> None:
        nonlocal done
        line = Line(port)
        while time.perf_counter() < end:
            status, content = await line.ask(method, path, body, token)
            assert status == 200, content
            done += 1
        line.close()

    await asyncio.gather(*(one() for _ in range(lines)))
    return done / seconds


class Side:
    """A bot with its socket and its connection."""

    def __init__(self, table: Match, side: str, token: str) -> None:
        self.table = table
        self.side = side
        self.token = token
        self.line = Line(table.bench.port)
        self.state: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.socket: ClientConnection | None = None

    async def listen(self) -> None:
        url = f"ws://127.0.0.1:{self.table.bench.port}/ws/matches/{self.table.match}"
        async with connect(url, max_size=None, compression=None) as socket:
            self.socket = socket
            await socket.send(json.dumps({"type": "hello", "token": self.token}))
            async for text in socket:
                message = msgspec.json.decode(text)
                if message["type"] == "state":
                    self.state = message
                    self.news.set()

    async def until(self, number: int) -> None:
        """Waits for a state newer than this number."""
        while self.state.get("number", 0) <= number:
            self.news.clear()
            await self.news.wait()

    async def decide(self) -> Order | None:
        """A legal order: the bot's, each draft of which is checked by the server."""
        game, scenario = self.table.game, self.table.bench.scenario
        asked: list[Order] = []

        def check(order: Order) -> list[Any]:
            # The bot wants to know at once and the server answers later: stop here, ask, and else draw anew.
            asked.append(order)
            raise _AskError

        legal = msgspec.convert(self.state["legal"], Legal, strict=False)
        seat = Seat(game, self.side, game.board(scenario), game.cost_tables(scenario), lambda: self.state["view"],
                    lambda: legal, check)  # fmt: skip
        for attempt in range(40):
            try:
                return make_bot("random", f"{self.table.match} {attempt}").decide(seat)
            except _AskError:
                body = msgspec.json.encode({"order": asked[-1]})
                status, content = await self.ask("POST", "/check", body)
                if status == 200 and not json.loads(content)["violations"]:
                    return asked[-1]
                self.table.bench.redrawn += 1
        return legal.idle or Order(legal.decision.kind)

    async def ask(self, method: str, path: str, body: bytes = b"") -> tuple[int, bytes]:
        self.table.bench.requests += 1
        return await self.line.ask(method, f"/api/matches/{self.table.match}{path}", body, self.token)


class _AskError(Exception):
    """The bot has a draft that the server must be asked about."""


class Match:
    """A match of two bots."""

    def __init__(self, bench: Bench, made: dict[str, Any]) -> None:
        self.bench = bench
        self.match = made["match"]
        self.game = game_of_scenario(bench.scenario)
        self.sides = [Side(self, side, seat["token"]) for side, seat in made["seats"].items()]

    async def play(self, end: float, pause: float) -> None:
        """Plays until the time is over or the game is."""
        ears = [asyncio.create_task(side.listen()) for side in self.sides]
        try:
            for side in self.sides:
                await side.until(0)
            while time.perf_counter() < end:
                side = next((one for one in self.sides if one.state["legal"] is not None), None)
                if side is None:
                    return
                order = await side.decide()
                before = [one.state["number"] for one in self.sides]
                decision = side.state["legal"]["decision"]["id"]
                body = msgspec.json.encode({"submission": os.urandom(12).hex(), "decision": decision, "order": order})
                began = time.perf_counter()
                status, _ = await side.ask("POST", "/orders", body)
                if status != 200:
                    self.bench.refused += 1
                    continue
                answered = time.perf_counter()
                await asyncio.gather(*(one.until(n) for one, n in zip(self.sides, before, strict=True)))
                self.bench.acknowledged.append(answered - began)
                self.bench.shown.append(time.perf_counter() - began)
                if pause:
                    await asyncio.sleep(pause)
        finally:
            for ear in ears:
                ear.cancel()
            await asyncio.gather(*ears, return_exceptions=True)
            for side in self.sides:
                side.line.close()


class Bench:
    """The matches of one run and what was measured."""

    def __init__(self, port: int, scenario: str) -> None:
        self.port = port
        self.scenario = scenario
        self.requests = 0
        self.refused = 0
        self.redrawn = 0
        self.acknowledged: list[float] = []
        self.shown: list[float] = []

    async def run(self, games: int, seconds: float, pause: float) -> float:
        """The seconds it took."""
        line = Line(self.port)
        matches = []
        for _ in range(games):
            wish = msgspec.json.encode({"scenario": self.scenario, "entropy": "bench"})
            status, content = await line.ask("POST", "/api/matches", wish)
            assert status == 201, content
            matches.append(Match(self, json.loads(content)))
        line.close()
        began = time.perf_counter()
        await asyncio.gather(*(match.play(began + seconds, pause) for match in matches))
        return time.perf_counter() - began


def milliseconds(values: list[float]) -> str:
    cuts = statistics.quantiles(values, n=100)
    return f"p50 {cuts[49] * 1000:.1f} ms, p99 {cuts[98] * 1000:.1f} ms"


def measure_echo(lines: int, seconds: float) -> tuple[float, float]:
    """The rate of the bare framework, and its processor time for a request."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", ECHO, str(port)], stderr=subprocess.DEVNULL) as echo:
        try:
            end = time.time() + 20
            while time.time() < end:
                try:
                    asyncio.run(rate(port, "POST", "/echo", BODY, "", 1, 0.5))
                    before = cpu_of(echo.pid)
                    found = asyncio.run(rate(port, "POST", "/echo", BODY, "", lines, seconds))
                    return found, (cpu_of(echo.pid) - before) / (found * seconds)
                except ConnectionError:
                    time.sleep(0.1)
            raise RuntimeError("the echo does not answer")
        finally:
            echo.kill()


def measure_answers(server: ServerProcess, others: int, answers: int) -> list[float]:
    """How long a person waits for the veteran, as ratios of its budget, while so many unwatched matches are open."""
    veterans = {"alpha": "bot:veteran", "bravo": "bot:veteran"}
    for _ in range(others):
        new_match(server, "tank/10", seats=veterans)
    found: list[float] = []
    while len(found) < answers:
        (alpha,) = players_of(server, new_match(server, "tank/10", seats={"bravo": "bot:veteran"})).values()
        while len(found) < answers and (state := alpha.state())["status"] != "over":
            if "bravo" in state["view"]["owing"]:
                began = time.perf_counter()
                while "bravo" in alpha.state()["view"]["owing"]:
                    time.sleep(0.01)
                found.append((time.perf_counter() - began) / SECONDS)
            alpha.play_one()
    return found


def show_answers(server: ServerProcess) -> None:
    """Prints the figures about bots' answers."""
    for others in (0, 30):
        found = measure_answers(server, others, 15)
        print(
            f"a person waits for the veteran with {others} unwatched matches open: "
            f"median {statistics.median(found):.2f}, longest {max(found):.2f} of its budget"
        )


def show_play(args: argparse.Namespace) -> None:
    """Prints the figures of bots that play over HTTP and websockets like browsers do."""
    echo, echo_cpu = measure_echo(16, 3.0)
    print(f"bare framework echo: {echo:.0f} requests/s, {echo_cpu * 1000:.2f} ms of processor time each")
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(settings=()) if args.database == "postgres" else None
        database = cluster.new_database() if cluster is not None else f"sqlite:///{folder}/games.db"
        server = ServerProcess(database, Path(folder), limits=0, log_requests=False)
        try:
            for name, pause in (("one order a second and game", 1.0), ("as fast as they can", 0.0)):
                bench = Bench(server.port, args.scenario[0])
                assert server.process is not None
                before = cpu_of(server.process.pid)
                took = asyncio.run(bench.run(args.games, args.seconds, pause))
                orders, requests = len(bench.shown) / took, bench.requests / took
                print(f"{args.games} games on {args.database}, {name}:")
                print(f"  {orders:.0f} orders/s, {requests:.0f} requests/s = {requests / echo:.2f} of the echo")
                each = (cpu_of(server.process.pid) - before) / bench.requests
                print(f"  processor time: {each * 1000:.2f} ms a request = {each / echo_cpu:.1f} of the echo's")
                print(f"  order to acknowledgement: {milliseconds(bench.acknowledged)}")
                print(f"  order to both views:      {milliseconds(bench.shown)}  ({bench.refused} orders refused)")
            show_routes(server.port, args.scenario[0], echo)
        finally:
            server.stop()
            if cluster is not None:
                cluster.stop()


def show_routes(port: int, scenario: str, echo: float) -> None:
    """Prints the rates of single routes."""
    made = msgspec.json.encode({"scenario": scenario, "entropy": "bench"})
    found = json.loads(asyncio.run(Line(port).ask("POST", "/api/matches", made))[1])
    path, token = f"/api/matches/{found['match']}", found["seats"]["alpha"]["token"]
    for name, method, where, body in (
        ("state of a seat", "GET", path, b""),
        ("check of an order", "POST", f"{path}/check", b'{"order":{"kind":"enter"}}'),
        ("list of maps", "GET", "/api/maps", b""),
    ):
        found_rate = asyncio.run(rate(port, method, where, body, token, 16, 3.0))
        print(f"{name}: {found_rate:.0f} requests/s = {found_rate / echo:.2f} of the echo")


def sources_of(home: Path, compiled: bool) -> Path:
    """The folder of a checkout's package: its sources, or its compiled build."""
    if not compiled:
        return home / "src"
    command = [sys.executable, str(home / "scripts" / "compile.py")]
    env = {**os.environ, "PYTHONPATH": str(home / "src")}
    return Path(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout.strip())


def show_orders(args: argparse.Namespace) -> None:
    """Prints the ratios of orders alone and the times of the open loop."""
    places = [Place("now", sources_of(HOME, args.compiled), args.processes)]
    if args.before is not None:
        places.insert(0, Place("before", sources_of(args.before.resolve(), args.compiled), args.processes))
    with tempfile.TemporaryDirectory() as folder:
        cluster = Cluster(settings=()) if args.database == "postgres" else None
        try:
            build = "compiled" if args.compiled else "interpreted"
            print(f"{args.database}, {build}, processes of the server: {args.processes}")
            for number, scenario in enumerate(args.scenario):
                bench = OrderBench(scenario, places, cluster, Path(folder))
                if args.part in ("all", "flat"):
                    show_flat_out(bench, args.games, args.seconds, args.rounds)
                if args.part in ("all", "open") and number == 0:
                    show_open_loop(bench, 200, 5.0, args.seconds, args.rounds)
        finally:
            if cluster is not None:
                cluster.stop()


def main() -> int:
    """The exit status, after the figures were printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--scenario", nargs="+", default=["tank/intro", "panzer/6"])
    parser.add_argument("--before", type=Path, help="a checkout to measure in turns with this one")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--processes", type=int, default=1, help="processes of the server")
    parser.add_argument("--part", choices=["all", "flat", "open"], default="all")
    parser.add_argument("--play", action="store_true")
    parser.add_argument("--answers", action="store_true")
    args = parser.parse_args()
    print(f"load of the machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    if args.answers:
        with tempfile.TemporaryDirectory() as folder:
            server = ServerProcess(f"sqlite:///{folder}/games.db", Path(folder), limits=0, log_requests=False)
            try:
                show_answers(server)
            finally:
                server.stop()
    elif args.play:
        show_play(args)
    else:
        show_orders(args)
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
