"""Writes the hashes of the states of the kept games anew: for a change of the states' bytes that is meant.

    PYTHONPATH=src:tests python tests/conformance/baseline/write_hashes.py [--new]

With --new only games that have no hashes yet are looked at; the others keep theirs.
It refuses to do so while a roll, an event or an outcome differs. A change of bytes needs a new version of the record
format (`core/record.py`), because older records no longer verify.
"""

from __future__ import annotations

import json
import lzma
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

import test_baseline as kept  # noqa: E402


def main() -> None:
    """Checks every game, then writes the file."""
    found: dict[str, list[str]] = {}
    for name in kept.lines():
        if "--new" in sys.argv and name in kept.hashes():
            found[name] = kept.hashes()[name]
            continue
        found[name] = kept.replayed(name)
    changed = [name for name in found if found[name] != kept.hashes().get(name)]
    (FOLDER / "hashes.json.xz").write_bytes(lzma.compress(json.dumps(found).encode(), preset=9))
    print(f"{len(changed)} of {len(found)} games have other hashes")


if __name__ == "__main__":
    main()
