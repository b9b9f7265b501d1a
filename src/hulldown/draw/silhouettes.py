"""Silhouettes of unit types as SVG paths, from above and from the side, drawn from `silhouettes.toml`.

The client takes the same paths from `silhouettes.json`, which `scripts/silhouettes.py` writes. A view is a list of
parts, the lowest first; whoever draws fills each with ink and edges it thinly with the colour of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Literal

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.face import TypeFace
from hulldown.draw.shapes import Point, num, outline

Outline = tuple[Point, ...]


class Silhouette(msgspec.Struct, frozen=True, omit_defaults=True):
    """Both views of a type, heading right, in a box about 0, 0 that is about 100 wide."""

    top: tuple[str, ...]
    side: tuple[str, ...]
    upright: bool = False
    """Never turned: a person is no plan."""


class Vehicle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The figures of a tracked vehicle, in metres; see `silhouettes.toml`."""

    hull: tuple[float, float]
    line: Literal["slope", "step", "tall", "low"]
    deck: float
    wheels: tuple[float, ...]
    turret: tuple[Literal["round", "hex", "egg", "horseshoe", "wedge", "facets", "long", "open"],
                  float, float, float, float] | None = None  # fmt: skip
    casemate: tuple[Literal["plate", "glacis", "rear", "box"], float, float, float] | None = None
    gun: tuple[float, ...] = ()
    skirts: bool = False
    bin: bool = False


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A silhouette given by its paths."""

    top: tuple[str, ...]
    side: tuple[str, ...]
    upright: bool = False


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file."""

    vehicles: dict[str, Vehicle]
    drawn: dict[str, Drawn]


_BELLY = 0.45
"""Height of the hull's bottom over the ground."""
# Outlines from the side: parts of the hull's length, and heights; None stands for the deck, a number below 0 for less.
_LINES: dict[str, tuple[tuple[float, float | None], ...]] = {
    "slope": ((-0.5, 0.9), (-0.41, None), (0.27, None), (0.5, 0.8), (0.46, _BELLY), (-0.46, _BELLY)),
    "step": ((-0.5, 0.95), (-0.47, None), (0.27, None), (0.3, -0.42), (0.45, -0.52), (0.5, 0.75), (0.46, _BELLY),
             (-0.46, _BELLY)),
    "tall": ((-0.5, 0.9), (-0.46, None), (0.22, None), (0.42, -0.7), (0.5, 0.85), (0.44, _BELLY), (-0.46, _BELLY)),
    "low": ((-0.5, 0.75), (-0.47, None), (0.3, None), (0.5, 0.75), (0.45, _BELLY), (-0.46, _BELLY)),
}  # fmt: skip
# Turrets from above, as parts of length and width.
_TURRETS: dict[str, Outline] = {
    "hex": ((0.5, -0.24), (0.5, 0.24), (0.12, 0.5), (-0.3, 0.46), (-0.5, 0.24), (-0.5, -0.24), (-0.3, -0.46),
            (0.12, -0.5)),
    "egg": ((0.5, -0.22), (0.5, 0.22), (0.3, 0.44), (0.0, 0.5), (-0.34, 0.38), (-0.5, 0.24), (-0.5, -0.24),
            (-0.34, -0.38), (0.0, -0.5), (0.3, -0.44)),
    "horseshoe": ((0.5, -0.4), (0.5, 0.4), (0.3, 0.48), (0.0, 0.5), (-0.26, 0.46), (-0.43, 0.3), (-0.5, 0.0),
                  (-0.43, -0.3), (-0.26, -0.46), (0.0, -0.5), (0.3, -0.48)),
    "wedge": ((0.5, -0.3), (0.5, 0.3), (-0.3, 0.5), (-0.5, 0.32), (-0.5, -0.32), (-0.3, -0.5)),
    "facets": ((0.5, -0.32), (0.5, 0.32), (0.2, 0.5), (-0.28, 0.5), (-0.5, 0.34), (-0.5, -0.34), (-0.28, -0.5),
               (0.2, -0.5)),
    "long": ((0.5, -0.2), (0.5, 0.2), (0.24, 0.46), (-0.1, 0.5), (-0.5, 0.34), (-0.5, -0.34), (-0.1, -0.5),
             (0.24, -0.46)),
    "open": ((0.5, -0.26), (0.5, 0.26), (0.1, 0.5), (-0.5, 0.4), (-0.5, -0.4), (0.1, -0.5)),
}  # fmt: skip


class _Paper:
    """Metres to units of the box: how long a vehicle is drawn grows less than its length."""

    def __init__(self, vehicle: Vehicle) -> None:
        half = vehicle.hull[0] / 2
        muzzle = half + max(0.0, vehicle.gun[0]) if vehicle.gun else half
        self.middle = (muzzle - half) / 2
        self.scale = (60 + 3.9 * (half + muzzle)) / (half + muzzle)

    def top(self, *points: Point) -> str:
        return outline(*((self.scale * (x - self.middle), self.scale * y) for x, y in points))

    def side(self, *points: Point) -> str:
        """With the ground at 25 under the middle; heights count upwards."""
        return outline(*((self.scale * (x - self.middle), 25 - self.scale * y) for x, y in points))

    def disc(self, x: float, y: float, radius: float) -> str:
        r = num(self.scale * radius)
        left, across = self.scale * (x - self.middle - radius), num(2 * self.scale * radius)
        return f"M{num(left)} {num(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z"

    def wheel(self, x: float, y: float, radius: float) -> str:
        return self.disc(x, 25 - self.scale * y, radius)


def _box(x: float, y: float, wide: float, high: float) -> Outline:
    """A rectangle by two corners."""
    return (x, y), (wide, y), (wide, high), (x, high)


def drawn(vehicle: Vehicle) -> Silhouette:
    """A vehicle in both views."""
    sheet = _Paper(vehicle)
    return Silhouette(tuple(_above(vehicle, sheet)), tuple(_beside(vehicle, sheet)))


def _above(vehicle: Vehicle, sheet: _Paper) -> Iterator[str]:
    length, width = vehicle.hull
    half, out = length / 2, width / 2
    track = width * 0.17
    for low, high in ((-out, track - out), (out - track, out)):
        yield sheet.top(*_box(-half * 0.98, low, half * 0.98, high))
    inner = out - track * (0.35 if vehicle.line in ("slope", "tall") else 0.8)
    nose = {"slope": 0.8, "step": 1.0, "tall": 0.75, "low": 0.9}[vehicle.line]
    yield sheet.top((-half, -inner * 0.9), (-half, inner * 0.9), (half * 0.86, inner), (half, inner * nose),
                    (half, -inner * nose), (half * 0.86, -inner))  # fmt: skip
    yield sheet.top(*_box(half * 0.58, -inner * 0.72, half * 0.62, inner * 0.72))
    if vehicle.casemate:
        yield from _casemate_above(vehicle.casemate, length, inner, sheet)
    if vehicle.turret:
        shape, ahead, long, wide, _ = vehicle.turret
        if vehicle.bin:
            yield sheet.top(*_box(ahead - long * 0.72, -wide * 0.3, ahead - long * 0.45, wide * 0.3))
    yield from _gun_above(vehicle, sheet)
    if vehicle.turret:
        points = _TURRETS.get(shape)
        if points is None:
            yield sheet.disc(ahead, 0.0, long / 2)
        else:
            yield sheet.top(*((ahead + x * long, y * wide) for x, y in points))
        if shape == "open":
            yield sheet.top(*_box(ahead - long * 0.4, -wide * 0.26, ahead + long * 0.08, wide * 0.26))
        else:
            yield sheet.disc(ahead - long * 0.2, -wide * 0.2 * sheet.scale, wide * 0.14)


def _casemate_above(told: tuple[str, float, float, float], length: float, inner: float, sheet: _Paper) -> Iterator[str]:
    kind, back, front = told[0], told[1] * length, told[2] * length
    narrow = {"plate": 0.7, "glacis": 0.62, "rear": 0.9, "box": 0.86}[kind]
    front = min(front, length * (0.3 if kind == "glacis" else 0.5))
    yield sheet.top((back, -inner * 0.86), (back, inner * 0.86), (front, inner * narrow), (front, -inner * narrow))
    if kind == "rear":
        yield sheet.top(*_box(back + length * 0.06, -inner * 0.66, front - length * 0.1, inner * 0.66))
    else:
        yield sheet.disc(back + length * 0.12, -inner * 0.45 * sheet.scale, inner * 0.2)


def _gun_above(vehicle: Vehicle, sheet: _Paper) -> Iterator[str]:
    if not vehicle.gun:
        return
    begin, muzzle, thick = _barrel(vehicle)
    yield sheet.top(*_box(begin, -thick, muzzle, thick))
    if len(vehicle.gun) > 2:
        yield sheet.top(*_box(muzzle - 0.5, -thick * 1.9, muzzle, thick * 1.9))


def _barrel(vehicle: Vehicle) -> tuple[float, float, float]:
    """Where the barrel begins and ends, and half its width; thin ones are drawn thicker than they are."""
    muzzle = vehicle.hull[0] / 2 + vehicle.gun[0]
    if vehicle.turret:
        begin = vehicle.turret[1] + vehicle.turret[2] * 0.3
    elif vehicle.casemate:
        begin = vehicle.casemate[2] * vehicle.hull[0] * 0.6
    else:
        begin = 0.0
    return begin, muzzle, (vehicle.gun[1] + 0.16) / 2


def _beside(vehicle: Vehicle, sheet: _Paper) -> Iterator[str]:
    length = vehicle.hull[0]
    yield from _upper_works(vehicle, sheet)
    hull = [
        (x * length, vehicle.deck if y is None else y + vehicle.deck if y < 0 else y)
        for x, y in _LINES[vehicle.line]
    ]  # fmt: skip
    yield sheet.side(*hull)
    number, radius = int(vehicle.wheels[0]), vehicle.wheels[1]
    tall = max(2 * radius + 0.2, 0.85)
    end = length * 0.47
    yield sheet.side(
        (-end, tall * 0.55), (-end + 0.35, tall), (end - 0.35, tall), (end, tall * 0.6), (end - 0.6, 0.0),
        (-end + 0.6, 0.0),
    )  # fmt: skip
    first, step = -end + 0.75, (2 * end - 1.5) / max(1, number - 1)
    for k in range(number):
        yield sheet.wheel(first + k * step, radius + 0.06, min(radius, step * 0.49))
    for x in (-end + 0.32, end - 0.32):
        yield sheet.wheel(x, tall * 0.62, 0.22)
    if vehicle.skirts:
        yield sheet.side(*_box(-length * 0.4, tall * 0.55, length * 0.36, vehicle.deck - 0.15))


def _upper_works(vehicle: Vehicle, sheet: _Paper) -> Iterator[str]:
    """Gun, turret or casemate, from the side."""
    length, deck = vehicle.hull[0], vehicle.deck
    if vehicle.gun:
        begin, muzzle, thick = _barrel(vehicle)
        at = deck + vehicle.turret[4] * 0.5 if vehicle.turret else deck + 0.28
        yield sheet.side(*_box(begin, at - thick, muzzle, at + thick))
        if len(vehicle.gun) > 2:
            yield sheet.side(*_box(muzzle - 0.5, at - thick * 1.8, muzzle, at + thick * 1.8))
    if vehicle.turret:
        shape, ahead, long, _, high = vehicle.turret
        if vehicle.bin:
            yield sheet.side(*_box(ahead - long * 0.72, deck + high * 0.25, ahead - long * 0.4, deck + high * 0.8))
        lean = {"round": 0.3, "hex": 0.24, "wedge": 0.12, "open": 0.06}.get(shape, 0.16)
        front = {"long": 0.3, "wedge": 0.1, "horseshoe": 0.04}.get(shape, lean)
        yield sheet.side(
            (ahead - long / 2, deck - 0.05), (ahead - long * (0.5 - lean * 0.5), deck + high),
            (ahead + long * (0.5 - front), deck + high), (ahead + long / 2, deck - 0.05),
        )  # fmt: skip
        if shape not in ("hex", "open"):
            yield sheet.side(*_box(ahead - long * 0.34, deck + high, ahead - long * 0.08, deck + high + 0.22))
    if vehicle.casemate:
        kind, back, front, roof = vehicle.casemate
        reach = {"plate": front, "glacis": 0.22, "rear": front - 0.04, "box": front - 0.05}[kind]
        foot = 0.44 if kind == "glacis" else front
        yield sheet.side((back * length, deck - 0.1), ((back + 0.03) * length, roof), ((reach - 0.04) * length, roof),
                         (foot * length, deck - 0.3))  # fmt: skip


@cache
def silhouettes() -> dict[str, Silhouette]:
    """All silhouettes by name."""
    where = "silhouettes.toml"
    sheet = tables.convert(Sheet, tables.parse_toml(resources.read("hulldown.draw", where), where), where)
    return {name: drawn(vehicle) for name, vehicle in sheet.vehicles.items()} | {
        name: Silhouette(one.top, one.side, one.upright) for name, one in sheet.drawn.items()
    }


def silhouette_of(entry: TypeFace | None) -> Silhouette:
    """The silhouette of a type: its own, or that of its class."""
    known = silhouettes()
    names: Sequence[str] = (entry.silhouette, entry.shape) if entry else ()
    return next((known[name] for name in names if name in known), known["turreted"])
