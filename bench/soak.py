"""Whether the server's memory grows: idle sockets, games at a steady rate that begin anew when they are over.

    python bench/soak.py [--minutes M] [--sockets 500] [--games 100] [--rate 50] [--sources FOLDER] [--database URL]

Prints the resident memory every 15 s, and how much it has grown after the first five minutes (or half of the time).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

import msgspec

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "tests"))

from orders import Place, Played, Scripted, create, play_out, run  # noqa: E402
from wire import Ear, Line  # noqa: E402

EVERY = 15.0


def memory_of(pid: int) -> float:
    """Resident memory in MB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


async def soak(port: int, pid: int, args: argparse.Namespace, scripts: list[list[Scripted]]) -> list[float]:
    """The memory every 15 s, beginning with the first order."""
    loop = asyncio.get_running_loop()
    idle = await create(port, args.scenario, scripts, args.sockets // 2)
    ears = []
    for match in idle:
        for token in match.tokens.values():
            where = (lambda m=match.match, t=token: Ear(m, t, lambda _: None), "127.0.0.1", port)
            ears.append((await loop.create_connection(*where))[1])
    begun = time.perf_counter()
    end = begun + args.minutes * 60
    found: list[float] = []
    given = 0

    async def one(place: int) -> None:
        nonlocal given
        line = await Line.open(port)
        due = begun + place / args.rate
        serial = place
        match: Played | None = None
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if match is None:
                wish = msgspec.json.encode({"scenario": args.scenario, "entropy": "soak"})
                status, content = await line.ask("POST", "/api/matches", wish)
                assert status == 201, content
                match = Played(json.loads(content), scripts[serial % len(scripts)])
                if serial == place:
                    # Not all at once: the first games end, by resignation, at times as different as their places.
                    match.script = match.script[: len(match.script) * (place + 1) // (args.games + 1)]
                serial += 1
            if await match.give(line) is None:
                if serial == place + 1:
                    status, content = await line.ask("POST", match.resigning, b"{}", next(iter(match.tokens.values())))
                    assert status < 300, content
                match = None
                continue
            given += 1
            due += args.games / args.rate

    async def watch() -> None:
        while time.perf_counter() < end:
            found.append(memory_of(pid))
            print(f"{time.perf_counter() - begun:6.0f} s  {found[-1]:7.1f} MB  {given} orders", flush=True)
            await asyncio.sleep(EVERY)

    await asyncio.gather(watch(), *(one(place) for place in range(args.games)))
    found.append(memory_of(pid))
    return found


def main() -> int:
    """The exit status, after the figures were printed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--rate", type=float, default=50.0)
    parser.add_argument("--scenario", default="tank/intro")
    parser.add_argument("--sources", type=Path, default=HOME / "src")
    parser.add_argument("--database", default="")
    args = parser.parse_args()
    scripts = [play_out(args.scenario, seed) for seed in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        server = Place("soak", args.sources).server(args.database or f"sqlite:///{folder}/games.db", Path(folder))
        try:
            assert server.process is not None
            pid = server.process.pid
            found = run(lambda: soak(server.port, pid, args, scripts))
        finally:
            server.stop()
    first = min(int(300 / EVERY), len(found) // 2)
    print(f"after the first {first * EVERY:.0f} s: {found[first]:.1f} MB, at the end {found[-1]:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
