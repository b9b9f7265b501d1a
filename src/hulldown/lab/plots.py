"""Charts as SVG, coloured by classes of the page they stand in; every mark tells its figures when pointed at."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from itertools import pairwise
from typing import NamedTuple

from hulldown.lab.stats import Interval

HALF, FULL = 480, 984
"""Widths of charts in pixels of the page: two beside each other, or one alone; so all letters are of one size."""


class Row(NamedTuple):
    """A line of a forest chart: what it is about, the estimate, and its figures in words."""

    label: str
    interval: Interval
    text: str
    kind: str = "a"
    """The class of its colour: a, b, draw or ink."""


class Series(NamedTuple):
    """A line over the horizontal axis."""

    name: str
    values: Sequence[float]
    kind: str


def svg(width: float, height: float, what: str, parts: Sequence[str]) -> str:
    """A drawing with its name for those who do not see it."""
    box = f"0 0 {_n(width)} {_n(height)}"
    return f'<svg viewBox="{box}" role="img" aria-label="{escape(what)}" class="chart">{"".join(parts)}</svg>'


def _n(value: float) -> str:
    """A coordinate, short."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{_n(x)}" y="{_n(y)}" class="{kind}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" class="{kind}"/>'


def told(mark: str, words: str) -> str:
    """A mark with words that appear when it is pointed at."""
    return f"<g>{mark}<title>{escape(words)}</title></g>"


def ticks(low: float, high: float, count: int = 5, whole: bool = False) -> list[float]:
    """Round numbers between two bounds, about so many; whole ones where others make no sense."""
    if high <= low:
        return [low]
    raw = max((high - low) / count, 1.0) if whole else (high - low) / count
    scale = 10 ** math.floor(math.log10(raw))
    parts = (1, 2, 5, 10) if whole else (1, 2, 2.5, 5, 10)
    step = next(scale * part for part in parts if scale * part >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(index * step, 10) for index in range(first, math.floor(high / step + 1e-9) + 1)]


def shares(parts: Sequence[tuple[str, float, str]], what: str, width: float = FULL) -> str:
    """One bar cut into shares: name, share, class."""
    x, found = 0.0, []
    for name, share, kind in parts:
        size = share * width
        if size <= 0:
            continue
        words = f"{name} {share:.1%}"
        found.append(told(f'<rect x="{_n(x)}" y="0" width="{_n(size)}" height="34" class="fill-{kind}"/>', words))
        if size > 7.2 * len(words):
            found.append(text(x + size / 2, 22, words, f"on-{kind}", "middle"))
        x += size
    return svg(width, 34, what, [f'<g clip-path="inset(0 round 6px)">{"".join(found)}</g>'])


def forest(
    rows: Sequence[Row],
    low: float,
    high: float,
    middle: float,
    what: str,
    unit: str = "",
    labels: float = 130,
    width: float = HALF,
) -> str:
    """Estimates with their intervals, one below the other, about a line that would mean no difference."""
    tall, right = 26, 150
    height = len(rows) * tall + 30

    def x(value: float) -> float:
        return labels + (min(max(value, low), high) - low) / (high - low) * (width - labels - right)

    found = []
    for tick in ticks(low, high, 4 if width < FULL else 8):
        found.append(line(x(tick), 4, x(tick), height - 22, "grid"))
        found.append(text(x(tick), height - 6, f"{tick:g}{unit}", "tick", "middle"))
    found.append(line(x(middle), 4, x(middle), height - 22, "middle"))
    for place, row in enumerate(rows):
        y = place * tall + tall / 2 + 4
        one = row.interval
        mark = line(x(one.low), y, x(one.high), y, f"whisker stroke-{row.kind}")
        mark += f'<circle cx="{_n(x(one.value))}" cy="{_n(y)}" r="5" class="fill-{row.kind}"/>'
        found.append(told(mark, f"{row.label}: {row.text}"))
        found.append(text(labels - 12, y + 4, _cut(row.label, int(labels / 6.6)), "label", "end"))
        found.append(text(width - right + 12, y + 4, row.text, "figure"))
    return svg(width, height, what, found)


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def bars(counts: Mapping[int, int], what: str, below: str, kind: str = "ink", width: float = HALF) -> str:
    """How often each number came up; where there are many numbers several share a bar."""
    height, left, foot = 190, 34, 34
    low, high = min(counts, default=0), max(counts, default=0)
    size = max(1, math.ceil((high - low + 1) / 40))
    held: dict[int, int] = {}
    for number, count in counts.items():
        held[(number - low) // size] = held.get((number - low) // size, 0) + count
    slots = (high - low) // size + 1
    most = max(held.values(), default=1)
    # A single bar is not made as wide as the chart.
    each = min(46.0, (width - left) / slots)
    start = left + (width - left - each * slots) / 2
    found = _levels(0, most, left, width, 8, height - foot)
    for slot in range(slots):
        count = held.get(slot, 0)
        tall = count / most * (height - foot - 8)
        first, last = low + slot * size, min(high, low + slot * size + size - 1)
        name = str(first) if first == last else f"{first}–{last}"
        x = start + slot * each
        mark = (
            f'<rect x="{_n(x + each * 0.1)}" y="{_n(height - foot - tall)}" width="{_n(each * 0.8)}" '
            f'height="{_n(tall)}" rx="2" class="fill-{kind}"/>'
        )
        found.append(told(mark, f"{name} {below}: {count} games"))
        if slot % max(1, math.ceil(slots / 12)) == 0:
            found.append(text(x + each / 2, height - foot + 15, str(first), "tick", "middle"))
    found.append(text(width, height - 3, below, "tick", "end"))
    return svg(width, height, what, found)


def _levels(low: float, high: float, left: float, right: float, top: float, bottom: float, unit: str = "") -> list[str]:
    """Horizontal lines with their numbers."""
    found = []
    for tick in ticks(low, high, 4):
        y = bottom - (tick - low) / ((high - low) or 1) * (bottom - top)
        found.append(line(left, y, right, y, "grid"))
        found.append(text(left - 6, y + 4, f"{tick:g}{unit}", "tick", "end"))
    return found


def lines(
    series: Sequence[Series], xs: Sequence[float], what: str, below: str, unit: str = "", high: float = 0.0,
    steps: bool = False, width: float = HALF,
) -> str:  # fmt: skip
    """Lines over numbers, each with its name at its end."""
    height, left, foot, right = 250 if width < FULL else 300, 46, 34, 80
    most = high or max((value for one in series for value in one.values), default=1.0) or 1.0
    bottom, top = height - foot, 10.0
    span = (xs[-1] - xs[0]) or 1

    def x(value: float) -> float:
        return left + (value - xs[0]) / span * (width - left - right)

    def y(value: float) -> float:
        return bottom - value / most * (bottom - top)

    found = _levels(0, most, left, width - right, top, bottom, unit)
    for tick in ticks(xs[0], xs[-1], 8, whole=True):
        found.append(text(x(tick), bottom + 15, f"{tick:g}", "tick", "middle"))
    found.append(text(width - right, height - 3, below, "tick", "end"))
    ends = _label_heights([y(one.values[-1]) for one in series])
    for place, one in enumerate(series):
        points = [(x(at), y(value)) for at, value in zip(xs, one.values, strict=True)]
        corners = _stepped(points) if steps else points
        path = "M" + " L".join(f"{_n(px)} {_n(py)}" for px, py in corners)
        # Earlier lines are broader, so that one lying under another is still seen.
        broad = 2.5 + 3 * (len(series) - 1 - place) * steps
        found.append(f'<path d="{path}" class="line stroke-{one.kind}" stroke-width="{_n(broad)}"/>')
        for at, value, (px, py) in zip(xs, one.values, points, strict=True):
            spot = f'<circle cx="{_n(px)}" cy="{_n(py)}" r="7" class="spot"/>'
            found.append(told(spot, f"{one.name}, {below} {at:g}: {value:.3g}{unit}"))
        found.append(text(width - right + 8, ends[place] + 4, _cut(one.name, 16), f"label name-{one.kind}"))
    return svg(width, height, what, found)


def _label_heights(wanted: Sequence[float]) -> list[float]:
    """The heights of names at the ends of lines; a name that would cover an earlier one moves up."""
    found: list[float] = []
    for end in wanted:
        while any(abs(end - other) < 15 for other in found):
            end -= 15
        found.append(end)
    return found


def _stepped(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of a line that changes in steps, half-way between its points."""
    found = [points[0]]
    for (x1, y1), (x2, y2) in pairwise(points):
        found += [((x1 + x2) / 2, y1), ((x1 + x2) / 2, y2)]
    return [*found, points[-1]]


def areas(layers: Sequence[Series], xs: Sequence[float], what: str, below: str, width: float = HALF) -> str:
    """Shares that add up to one, stacked over numbers, each column of the width of one number."""
    height, left, foot = 220 if width < FULL else 300, 46, 34
    bottom, top = height - foot, 10.0
    each = (width - left) / len(xs)
    found = []
    for place, at in enumerate(xs):
        base = float(bottom)
        for layer in layers:
            tall = layer.values[place] * (bottom - top)
            if tall <= 0:
                continue
            base -= tall
            mark = (
                f'<rect x="{_n(left + place * each)}" y="{_n(base)}" width="{_n(each + 0.3)}" height="{_n(tall)}" '
                f'class="fill-{layer.kind}"/>'
            )
            found.append(told(mark, f"{below} {at:g}: {layer.name} {layer.values[place]:.1%}"))
    for tick in (0.0, 25.0, 50.0, 75.0, 100.0):
        y = bottom - tick / 100 * (bottom - top)
        found.append(line(left, y, width, y, "grid over"))
        found.append(text(left - 6, y + 4, f"{tick:g} %", "tick", "end"))
    for tick in ticks(xs[0], xs[-1], 10, whole=True):
        found.append(text(left + (tick - xs[0] + 0.5) * each, bottom + 15, f"{tick:g}", "tick", "middle"))
    found.append(text(width, height - 3, below, "tick", "end"))
    return svg(width, height, what, found)
