"""Plays many games of four scenarios over HTTP on a server that is killed and started again in between.

    python scripts/soak.py [--games 100] [--kills 20] [--quick | --sources]

The server runs the compiled package (`make compiled`), with --quick the one that is compiled for tests, with
--sources the sources. Any error ends the run.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "tests"))


def main() -> int:
    """The exit status, after the figures were printed."""
    from compile import build

    from support.serving import TESTS, ServerProcess
    from support.soak import soak

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--sources", action="store_true")
    args = parser.parse_args()
    path = HOME / "src" if args.sources else build(args.quick)
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PYTHONPATH": os.pathsep.join((str(path), str(TESTS)))}
        server = ServerProcess(f"sqlite:///{folder}/games.db", Path(folder), env=environment, log_requests=False)
        began = time.monotonic()
        try:
            found = soak(server, args.games, args.kills)
        finally:
            server.stop()
        server.check_log()
    print(
        f"{'sources' if args.sources else 'compiled'}: {found.games} games, {found.kills} kills, "
        f"{found.orders} orders acknowledged, {found.entries} stored, no error, {time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
