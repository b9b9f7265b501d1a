"""Sends many orders and messages to a real server of this tree: `scripts/fuzz.py [COUNT] [SEED]` (default 200000).

Ends with a count of the answers, or with the first request that was answered by a server's error.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from hulldown import games
from support import toy_play
from support.fuzzing import Fuzzer
from support.serving import ServerProcess


def main() -> int:
    """The exit status."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    seed = sys.argv[2] if len(sys.argv) > 2 else "fuzz"
    games.register("toy", toy_play.__name__)
    with tempfile.TemporaryDirectory() as name:
        server = ServerProcess(f"sqlite:///{name}/games.db", Path(name), log_requests=False)
        fuzzer = Fuzzer(server, seed)
        begun = time.monotonic()
        for part in range(20):
            fuzzer.run(count * (part + 1) // 20)
            print(f"{fuzzer.sent} sent in {time.monotonic() - begun:.0f} s", flush=True)
        fuzzer.client.close()
        status = server.stop()
        server.check_log()
    statuses = sorted({answer.rpartition(" ")[2] for answer in fuzzer.client.answers})
    for answer, number in sorted(fuzzer.client.answers.items()):
        print(f"{number:8} {answer}")
    print(f"{fuzzer.sent} orders and messages; answers {', '.join(statuses)}; the server ended with {status}")
    return status


if __name__ == "__main__":
    sys.exit(main())
