"""What many correspondence games at once cost: measured figures of this server, and a simulation of its busiest hour.

    python bench/scale.py [--games 10000 100000] [--scenario tank/intro] [--figures FILE]

Players come by a Poisson process, a few times a day, more often in the evening. Each visit asks for the list of games,
opens a match (which is seldom in memory), keeps a socket open while the player reads and thinks, and gives some orders.
One process answers them in turn. Service times are processor times of a server that is measured first; --figures reads
them from a file (or writes them there if it does not exist), so that a simulation can be repeated.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import msgspec

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "tests"))

from orders import Place, Played, cpu_of, create, flat_out, play_out, run  # noqa: E402
from soak import memory_of  # noqa: E402
from wire import Ear, Line  # noqa: E402

MATCHES = 40
CACHE = 1000
"""Matches that a process keeps in memory (Settings.matches_in_memory)."""
CONNECTIONS = 4000
"""Connections that a process takes."""
VISITS = 3.0
"""Visits of a player to a game, a day."""
ORDERS = 2.0
"""Orders in a visit, on average."""
LOOKS = 3.0
"""Further requests in a visit: lists, checks, sights."""
STAY = 600.0
"""Seconds that a visit lasts."""
PEAK = 3.0
"""How much busier the busiest hour is than the average of the day."""
HOUR = 3600.0


class Figures(msgspec.Struct):
    """Processor time in ms, and sizes."""

    order: float
    warm: float
    """A state of a match in memory."""
    cold: float
    """A state of a match that must be loaded first."""
    bytes_an_order: float
    megabytes_a_match: float
    """Memory of a loaded match."""
    kilobytes_a_socket: float
    orders_a_game: float


async def _ask_all(port: int, matches: list[Played]) -> None:
    line = await Line.open(port)
    for match in matches:
        for token in match.tokens.values():
            status, content = await line.ask("GET", f"/api/matches/{match.match}", token=token)
            assert status == 200, content
    line.close()


async def _sit(port: int, pid: int, matches: list[Played]) -> float:
    """Megabytes that one more socket at each seat takes, for each of them."""
    import asyncio

    loop = asyncio.get_running_loop()
    before = memory_of(pid)
    ears: list[Any] = []
    for _ in range(3):
        for match in matches:
            for token in match.tokens.values():
                where = (lambda m=match.match, t=token: Ear(m, t, lambda _: None), "127.0.0.1", port)
                ears.append((await loop.create_connection(*where))[1])
    await asyncio.sleep(2)
    return (memory_of(pid) - before) / len(ears)


def measure(scenario: str) -> Figures:
    """The figures of this server on this machine."""
    scripts = [play_out(scenario, seed) for seed in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        server = Place("scale", HOME / "src").server(f"sqlite:///{folder}/games.db", Path(folder))
        assert server.process is not None
        matches = run(lambda: create(server.port, scenario, scripts, MATCHES))
        for match in matches:
            match.script = match.script[: len(match.script) // 2]
        given = sum(len(match.script) for match in matches)
        before = cpu_of(server.process.pid)
        run(lambda: flat_out(server.port, list(matches), 20, 600, enough=True))
        order = (cpu_of(server.process.pid) - before) / given * 1000
        server.stop()
        size = sum(one.stat().st_size for one in Path(folder).glob("games.db*"))
        server.start()
        pid = server.process.pid
        run(lambda: _ask_all(server.port, matches[:1]))
        before, memory = cpu_of(pid), memory_of(pid)
        run(lambda: _ask_all(server.port, matches[1:]))
        cold = (cpu_of(pid) - before) / (len(matches) - 1) * 1000
        loaded = (memory_of(pid) - memory) / (len(matches) - 1)
        before = cpu_of(pid)
        for _ in range(10):
            run(lambda: _ask_all(server.port, matches))
        warm = (cpu_of(pid) - before) / (20 * len(matches)) * 1000
        socket = run(lambda: _sit(server.port, pid, matches))
        server.stop()
    length = sum(map(len, scripts)) / len(scripts)
    return Figures(order, warm, cold - warm, size / given, loaded, socket * 1024, length)


def simulate(games: int, figures: Figures, seed: int = 1) -> dict[str, float]:
    """The busiest hour of so many games on one process."""
    rng = random.Random(seed)
    rate = games * 2 * VISITS * PEAK / 86_400
    memory: OrderedDict[int, None] = OrderedDict()
    requests: list[tuple[float, str, int]] = []
    now, visits = 0.0, 0
    while (now := now + rng.expovariate(rate)) < HOUR:
        visits += 1
        match = rng.randrange(games)
        requests.append((now, "open", match))
        for kind, mean in (("order", ORDERS), ("look", LOOKS)):
            at = now
            while (at := at + rng.expovariate(mean / STAY)) < now + STAY:
                requests.append((at, kind, match))
    requests.sort()
    free, busy, waits, cold, orders = 0.0, 0.0, [], 0, 0
    for at, kind, match in requests:
        took = figures.order if kind == "order" else figures.warm
        if match not in memory:
            took += figures.cold
            cold += 1
            memory[match] = None
            if len(memory) > CACHE:
                memory.popitem(last=False)
        memory.move_to_end(match)
        orders += kind == "order"
        begin = max(at, free)
        free = begin + took / 1000
        busy += took / 1000
        waits.append(free - at)
    waits.sort()
    return {
        "visits a second": visits / HOUR,
        "requests a second": len(requests) / HOUR,
        "orders a second": orders / HOUR,
        "not in memory": cold / len(requests),
        "busy": busy / HOUR,
        "p50 ms": waits[len(waits) // 2] * 1000,
        "p99 ms": waits[int(len(waits) * 0.99)] * 1000,
        "sockets": rate * STAY,
        "sockets MB": rate * STAY * figures.kilobytes_a_socket / 1024,
        "matches MB": min(games, CACHE) * figures.megabytes_a_match,
        "disk GB a year": games * 2 * VISITS * ORDERS * 365 * figures.bytes_an_order / 1e9,
    }


def bottlenecks(found: dict[str, float]) -> list[str]:
    """What gives out first, and then: how full each limit of one process is."""
    shares = {
        "connections of a process": found["sockets"] / CONNECTIONS,
        "processor of one core": found["busy"],
        "4 GB of memory": (found["sockets MB"] + found["matches MB"]) / 4096,
        "500 GB of disk in a year": found["disk GB a year"] / 500,
    }
    return [f"{name}: {share:.0%}" for name, share in sorted(shares.items(), key=lambda one: -one[1])]


def main() -> int:
    """The exit status, after the figures were printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[10_000, 100_000])
    parser.add_argument("--scenario", default="tank/intro")
    parser.add_argument("--figures", type=Path)
    args = parser.parse_args()
    if args.figures is not None and args.figures.exists():
        figures = msgspec.json.decode(args.figures.read_bytes(), type=Figures)
    else:
        figures = measure(args.scenario)
        if args.figures is not None:
            args.figures.write_bytes(msgspec.json.format(msgspec.json.encode(figures)))
    print(json.dumps(msgspec.to_builtins(figures), indent=1))
    for games in args.games:
        found = simulate(games, figures)
        print(f"{games} games at once, the busiest hour on one process:")
        for name, value in found.items():
            print(f"  {name}: {value:.3g}")
        print("  fullest first: " + "; ".join(bottlenecks(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
