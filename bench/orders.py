"""Orders alone, against a yardstick: the games are played out beforehand, so that the client only sends and hears.

The secret of all matches is fixed (HULLDOWN_SECRET), so the dice are known here, and with them every order of a game
and the number that each side's view has after it. The yardstick is a bare ASGI route that stores the same bytes with
one synced insert and sends them back.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import uvloop
from watching import Game, Scripted, open_loop
from wire import Line

from hulldown.bots import make_bot
from hulldown.bots.seat import Trial
from hulldown.core.game import version_of
from hulldown.core.record import FORMAT, Header, commitment, derived_entropy, seed_of
from hulldown.games import game_of_scenario
from hulldown.server.matches.session import MatchSession
from support.postgres import Cluster
from support.serving import TESTS, ServerProcess, free_port

SECRET = "the secret of the bench"
SCRIPTS = 8
"""Different games that are played again and again."""
MOST = 400
"""Orders of a game that are used."""
WARM = 1.5

FASTEST = 12_000
"""Orders a second that no machine is expected to reach."""

YARDSTICK = """
import asyncio, sys
import uvicorn
url, port = sys.argv[1], int(sys.argv[2])
serial = 0
if url.startswith("sqlite"):
    import sqlite3
    base = sqlite3.connect(url[10:], isolation_level=None)
    for one in ("journal_mode = WAL", "synchronous = FULL"):
        base.execute("PRAGMA " + one)
    base.execute("CREATE TABLE orders (serial INTEGER PRIMARY KEY, content BLOB NOT NULL)")
    async def insert(body):
        global serial
        serial += 1
        base.execute("INSERT INTO orders VALUES (?, ?)", (serial, body))
else:
    import psycopg
    free = asyncio.Queue()
    opened = 0
    async def insert(body):
        global opened, serial
        if free.empty() and opened < 12:
            opened += 1
            connection = await psycopg.AsyncConnection.connect(url, autocommit=True, prepare_threshold=0)
            if opened == 1:
                await connection.execute("CREATE TABLE orders (serial INTEGER PRIMARY KEY, content BYTEA)")
        else:
            connection = await free.get()
        serial += 1
        try:
            await connection.execute("INSERT INTO orders VALUES (%s, %s)", (serial, body))
        finally:
            free.put_nowait(connection)

async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while (await receive())["type"] != "lifespan.shutdown":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})
        return
    body = b""
    while True:
        message = await receive()
        body += message.get("body", b"")
        if not message.get("more_body"):
            break
    await insert(body)
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": head})
    await send({"type": "http.response.body", "body": body})

uvicorn.run(app, port=port, log_level="critical", access_log=False)
"""


def play_out(scenario: str, seed: int) -> list[Scripted]:
    """A game of random bots on the server's dice."""
    game = game_of_scenario(scenario)
    entropy = {side: derived_entropy(SECRET, side) for side in game.sides}
    header = Header(FORMAT, game.name, version_of(game, scenario), scenario, "", {}, commitment(SECRET), entropy)
    session = MatchSession(game, "bench", header, seed_of(SECRET, entropy), {}, 0)
    session.seen = session.first_seen(0.0)
    bots = {side: make_bot("random", f"{seed} {side}") for side in game.sides}
    found: list[Scripted] = []
    while len(found) < MOST and game.outcome(session.state) is None:
        side, asked = next(iter(game.pending(session.state).items()))
        order = bots[side].decide(Trial(game, session.state, side).seat())
        order = msgspec.structs.replace(order, decision=asked.id)
        change = session.prepare(side, order, 0.0)
        session.accept(change)
        tail = b'","decision":%s,"order":%s}' % (msgspec.json.encode(asked.id), msgspec.json.encode(order))
        found.append(Scripted(side, tail, {one: session.seen[one].number for one in game.sides}))
    return found


class Played:
    """A match on the server, and how far it has been played."""

    def __init__(self, made: dict[str, Any], script: Sequence[Scripted]) -> None:
        self.path = f"/api/matches/{made['match']}/orders"
        self.resigning = f"/api/matches/{made['match']}/resign"
        self.match = made["match"]
        self.tokens = {side: seat["token"] for side, seat in made["seats"].items()}
        self.script = script
        self.at = 0

    async def give(self, line: Line) -> Scripted | None:
        """Gives the next order; None when there is none."""
        if self.at == len(self.script):
            return None
        one = self.script[self.at]
        self.at += 1
        body = b'{"submission":"' + os.urandom(12).hex().encode() + one.tail
        status, content = await line.ask("POST", self.path, body, self.tokens[one.side])
        assert status == 200, content
        return one


class Rate(NamedTuple):
    """Requests a second, and the server's processor time for each in ms."""

    rate: float
    cpu: float


class OpenLoop(NamedTuple):
    """The times from order to both views, and the processor time of an order in ms: server, database and client."""

    shown: list[float]
    server: float
    database: float
    client: float


def cpu_of(pid: int) -> float:
    """The seconds of processor time that a process and its children have used."""
    found = 0.0
    for one in (pid, *children(pid)):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def children(pid: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    own = [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [*own, *(other for one in own for other in children(one))]


async def create(port: int, scenario: str, scripts: Sequence[Sequence[Scripted]], number: int) -> list[Played]:
    """So many new matches."""
    line = await Line.open(port)
    found = []
    for one in range(number):
        wish = msgspec.json.encode({"scenario": scenario, "entropy": "bench"})
        status, content = await line.ask("POST", "/api/matches", wish)
        assert status == 201, content
        found.append(Played(json.loads(content), scripts[one % len(scripts)]))
    line.close()
    return found


async def flat_out(port: int, matches: list[Played], games: int, seconds: float, enough: bool = False) -> int:
    """The number of orders that so many games together could give in this time."""
    done = 0
    end = time.perf_counter() + seconds

    async def one() -> None:
        nonlocal done
        line = await Line.open(port)
        while matches:
            match = matches.pop()
            while time.perf_counter() < end and await match.give(line) is not None:
                done += 1
            if time.perf_counter() >= end:
                break
        line.close()

    await asyncio.gather(*(one() for _ in range(games)))
    assert matches or enough, "more matches are needed"
    return done


async def echo(port: int, bodies: Sequence[bytes], lines: int, seconds: float) -> int:
    """The number of requests that the yardstick answers in this time."""
    done = 0
    end = time.perf_counter() + seconds

    async def one(first: int) -> None:
        nonlocal done
        line = await Line.open(port)
        at = first
        while time.perf_counter() < end:
            status, _ = await line.ask("POST", "/", bodies[at % len(bodies)], "x" * 22)
            assert status == 200
            done += 1
            at += 1
        line.close()

    await asyncio.gather(*(one(number * 7) for number in range(lines)))
    return done


@contextmanager
def yardstick(database: str) -> Iterator[tuple[int, int]]:
    """The port and the process of the yardstick."""
    port = free_port()
    with subprocess.Popen([sys.executable, "-c", YARDSTICK, database, str(port)]) as process:
        try:
            end = time.time() + 30
            while time.time() < end:
                try:
                    run(lambda: echo(port, [b"{}"], 1, 0.2))
                    break
                except ConnectionError:
                    time.sleep(0.1)
            yield port, process.pid
        finally:
            process.kill()


def run(work: Callable[[], Any]) -> Any:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work())


class Place(NamedTuple):
    """A checkout or build to measure."""

    name: str
    sources: Path
    processes: int = 1

    def server(self, database: str, folder: Path) -> ServerProcess:
        env = {"PYTHONPATH": os.pathsep.join((str(self.sources), str(TESTS))), "HULLDOWN_SECRET": SECRET}
        flags = ("--processes", str(self.processes)) if self.processes > 1 else ()
        return ServerProcess(database, folder, limits=0, log_requests=False, env=env, flags=flags)


class OrderBench:
    """Measures one scenario on one database, in turns: the yardstick and each place."""

    def __init__(self, scenario: str, places: Sequence[Place], cluster: Cluster | None, folder: Path) -> None:
        self.scenario, self.places, self.cluster, self.folder = scenario, places, cluster, folder
        self.scripts = [play_out(scenario, seed) for seed in range(SCRIPTS)]
        self.bodies = [b'{"submission":"' + b"0" * 24 + one.tail for script in self.scripts for one in script]

    def _database(self) -> str:
        if self.cluster is not None:
            return self.cluster.new_database()
        return f"sqlite:///{tempfile.mkdtemp(dir=self.folder)}/games.db"

    def yardstick(self, games: int, seconds: float) -> Rate:
        with yardstick(self._database()) as (port, pid):
            run(lambda: echo(port, self.bodies, games, WARM))
            before = cpu_of(pid)
            done = run(lambda: echo(port, self.bodies, games, seconds))
            return Rate(done / seconds, (cpu_of(pid) - before) / done * 1000)

    def _database_cpu(self) -> float:
        """The processor time of the database server so far."""
        return cpu_of(self.cluster.main) if self.cluster is not None else 0.0

    def _need(self, seconds: float, games: int) -> int:
        """Matches that are enough for a while at the highest speed one could hope for."""
        shortest = min(map(len, self.scripts))
        return games + int(FASTEST * seconds / shortest)

    def flat_out(self, place: Place, games: int, seconds: float) -> Rate:
        server = place.server(self._database(), self.folder)
        try:
            assert server.process is not None
            pid = server.process.pid
            warm = run(lambda: create(server.port, self.scenario, self.scripts, self._need(WARM, games)))
            matches = run(lambda: create(server.port, self.scenario, self.scripts, self._need(seconds, games)))
            run(lambda: flat_out(server.port, warm, games, WARM, enough=True))
            before = cpu_of(pid)
            done = run(lambda: flat_out(server.port, matches, games, seconds))
            return Rate(done / seconds, (cpu_of(pid) - before) / done * 1000)
        finally:
            server.stop()

    def open_loop(self, place: Place, games: int, rate: float, seconds: float) -> OpenLoop:
        server = place.server(self._database(), self.folder)
        try:
            assert server.process is not None
            pid = server.process.pid
            long = sorted(self.scripts, key=len)[len(self.scripts) // 2 :]
            matches = run(lambda: create(server.port, self.scenario, long, games))
            warm = run(lambda: create(server.port, self.scenario, self.scripts, self._need(WARM, 20)))
            run(lambda: flat_out(server.port, warm, 20, WARM, enough=True))
            watched = [Game(server.port, one.match, one.tokens, one.script) for one in matches]
            time.sleep(0.5)  # until all have been shown the first position
            before = (cpu_of(pid), self._database_cpu(), time.process_time())
            shown = open_loop(watched, 1 / rate, seconds)
            after = (cpu_of(pid), self._database_cpu(), time.process_time())
            for one in watched:
                one.close()
            return OpenLoop(shown, *((new - old) / len(shown) * 1000 for old, new in zip(before, after, strict=True)))
        finally:
            server.stop()


def show_flat_out(bench: OrderBench, games: int, seconds: float, rounds: int) -> None:
    """Prints the rate of orders alone as a ratio of the yardstick, by wall time and by processor time."""
    found: dict[str, list[Rate]] = {"yardstick": [], **{place.name: [] for place in bench.places}}
    for _ in range(rounds):
        found["yardstick"].append(bench.yardstick(games, seconds))
        for place in bench.places:
            found[place.name].append(bench.flat_out(place, games, seconds))
    whole = {
        name: Rate(*(statistics.fmean(part) for part in zip(*rates, strict=True))) for name, rates in found.items()
    }
    yard = whole["yardstick"]
    print(f"{bench.scenario}, orders alone, flat out, {games} games, {rounds} rounds of {seconds:.0f} s:")
    for name, rate in whole.items():
        each = ", ".join(f"{one.rate:.0f}" for one in found[name])
        print(
            f"  {name}: {rate.rate:.0f}/s ({each}) = {rate.rate / yard.rate:.2f} of the yardstick; "
            f"processor {rate.cpu:.2f} ms each = {rate.cpu / yard.cpu:.1f} of the yardstick's",
            flush=True,
        )


def show_open_loop(bench: OrderBench, games: int, rate: float, seconds: float, rounds: int) -> None:
    """Prints how long both sides wait for their views."""
    print(f"{bench.scenario}, open loop, {games} games, {rate:g} orders/s each:")
    for _ in range(rounds):
        for place in bench.places:
            found = bench.open_loop(place, games, rate, seconds)
            cuts = [value * 1000 for value in statistics.quantiles(found.shown, n=1000)]
            print(
                f"  {place.name}: order to both views p50 {cuts[499]:.1f}, p99 {cuts[989]:.1f}, p99.9 {cuts[998]:.1f} "
                f"ms of {len(found.shown)} orders; processor time of an order: server {found.server:.2f}, database "
                f"{found.database:.2f}, client {found.client:.2f} ms; load {os.getloadavg()[0]:.1f}",
                flush=True,
            )
