"""Writes `draw/silhouettes.json`, the client's copy of all silhouettes, from `draw/silhouettes.toml`."""

from __future__ import annotations

from pathlib import Path

import msgspec

import hulldown
from hulldown.draw.silhouettes import silhouettes

FILE = Path(hulldown.__file__).parent / "draw" / "silhouettes.json"


def content() -> str:
    """The file as it should be: one line for each silhouette."""
    lines = [f'"{name}": {msgspec.json.encode(one).decode()}' for name, one in sorted(silhouettes().items())]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(content())
