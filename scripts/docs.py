"""Writes the generated parts of the documents: the sequence of play of every rule book, between markers.

    python scripts/docs.py [--check]

A part begins with a line `<!-- sequence: SCENARIO -->` and ends with `<!-- end -->`. With --check nothing is written;
the exit status is 1 when a document is out of date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from hulldown.core.sequence import markdown
from hulldown.games import game_of_scenario

HOME = Path(__file__).resolve().parent.parent
PART = re.compile(r"(<!-- sequence: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def written_anew(text: str) -> str:
    """A document with its generated parts as they should be now."""

    def table(part: re.Match[str]) -> str:
        rows = game_of_scenario(part[2]).sequence(part[2])
        return f"{part[1]}{markdown(rows)}\n{part[3]}"

    return PART.sub(table, text)


def documents() -> list[Path]:
    """The documents that may have generated parts."""
    return [HOME / "README.md", *sorted((HOME / "docs").glob("*.md"))]


def main() -> int:
    """The exit status, after the stale documents were named, and written unless only asked for."""
    check = "--check" in sys.argv[1:]
    stale = [path for path in documents() if written_anew(path.read_text(encoding="utf-8")) != path.read_text("utf-8")]
    for path in stale:
        print(f"{path.relative_to(HOME)} {'is out of date' if check else 'was written anew'}")
        if not check:
            path.write_text(written_anew(path.read_text(encoding="utf-8")), encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
