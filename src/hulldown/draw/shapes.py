"""Small builders of SVG text: numbers, elements, paths and hexes. Nothing here knows a map."""

from __future__ import annotations

import math
from hashlib import blake2b
from xml.sax.saxutils import escape, quoteattr

from hulldown.draw.palette import palette

Point = tuple[float, float]

SIZE = 20.0
"""From the centre of a hex to a corner."""
HEIGHT = SIZE * math.sqrt(3)
INK = palette().ink
PAPER = palette().paper


# Attribute names are written as Python words: class_ is class, stroke_width is stroke-width.


def num(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) < 1 else f"{value:.1f}".removesuffix(".0")
    return "0" if text in ("-0", "") else text


def tag(name: str, body: str = "", **attributes: str | float) -> str:
    """An SVG element; `body` is already escaped."""
    words = [name]
    for key, value in attributes.items():
        words.append(
            f"{key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else num(value))}"
        )
    opened = " ".join(words)
    return f"<{opened}>{body}</{name}>" if body else f"<{opened}/>"


def path_tag(d: str, **attributes: str | float) -> str:
    """A path, unfilled unless told otherwise."""
    attributes.setdefault("fill", "none")
    return tag("path", "", d=d, **attributes)


def text_tag(words: str, at: Point, **attributes: str | float) -> str:
    return tag("text", escape(words), x=at[0], y=at[1], **attributes)


def xy(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def outline(*points: Point) -> str:
    return "M" + "L".join(xy(point) for point in points) + "Z"


def segment(a: Point, b: Point) -> str:
    return f"M{xy(a)}L{xy(b)}"


def toward(a: Point, b: Point, share: float) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def corners(middle: Point, size: float) -> list[Point]:
    """The six corners, such that side d runs from corner d to corner d+1."""
    turns = [math.radians(60 * k - 120) for k in range(6)]
    return [(middle[0] + size * math.cos(turn), middle[1] + size * math.sin(turn)) for turn in turns]


def jitter(*key: object) -> float:
    """A number from 0 to 1 that depends only on the key."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=4).digest(), "big") / 2**32
