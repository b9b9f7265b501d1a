"""A second opinion on KampfPanzer's fire and sight, short and slow, from the tables of the notes and plane geometry.

It shares nothing with the rules: hexes are polygons on a grid of whole numbers (centres 3 apart across, 2 down; an
affine picture of a regular grid, in which lines cross what they cross), and every blocking hexside is tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache

# Attack, class, range, defence; hard ones in brackets: the notes, section 3.
SHEET = """
S35 5A15[4] R35 2A8[4] H39 4A10[4] B1 7M10[5] FT17 2A8[3] Fr_infantry 4R10(5) 25mm 2A7(4) A10 5A10[4] A11 5R5[8]
A12 5A10[8] A13 5A10[2] M6 5R5[1] 2lb 5A10(4) Br_infantry 4R10(4) BT7 6A15[1] Ru_infantry 2R8(3) PzI 5R5[1] PzII 2A5[3]
PzIIID 5A10[3] PzIVE 5M10[4] Ge_infantry 6R12(6) 37mm 3A7(4) Pz38 5A10[2] T97 3M8[1] Truck --0(1) APC --0[3]
75mm -H100(1)
"""
RESULTS = """
1 D1 D1 D2 D2 D2 D3 D3 D3 D4 D4 D4 D4
2 P  D1 D1 D1 D2 D2 D3 D3 D3 D4 D4 D4
3 P  P  D1 D1 D1 D2 D2 D3 D3 D3 D4 D4
4 P  P  P  D1 D1 D1 D2 D2 D3 D3 D3 D4
5 P  P  P  P  D1 D1 D2 D2 D2 D3 D3 D4
6 P  P  P  P  P  P  D1 D2 D2 D2 D3 D4
"""
ADDS = {"town": 4, "woods": 2, "slope": 3}

_words = SHEET.split()
COUNTERS = {name.replace("_", " "): value for name, value in zip(_words[::2], _words[1::2], strict=True)}


@cache
def counter(name: str) -> tuple[int, str, int, int, bool]:
    """Attack, class, range, defence, and whether it is hard."""
    front, _, back = COUNTERS[name].replace("(", "[").partition("[")
    attack = 0 if front[0] == "-" else int(front[0])
    return attack, front[1], int(front[2:]), int(back[:-1]), "[" in COUNTERS[name]


def superiority(
    firers: Iterable[tuple[str, int, bool]], targets: Iterable[str], ground: str, wreck: bool, entrenched: bool
) -> int | None:
    """The Attack Superiority of firers (name, range, through a crest); None where one of them may not fire."""
    hard = any(counter(name)[4] for name in targets)
    total, crest = 0, False
    for name, away, through in firers:
        attack, weapon, reach, _, _ = counter(name)
        if (
            away > reach
            or weapon not in "AMR"
            or (weapon == "R" and hard)
            or (ground in ("town", "woods") and away > 3)
        ):
            return None
        value = 2 * attack if away == 1 else attack if away <= 10 else max(0, attack - 2)
        total += 2 * value if weapon == "M" and not hard else value
        crest = crest or through
    adds = 4 if entrenched else max(2 * wreck, 0 if ground == "slope" and not crest else ADDS.get(ground, 0))
    return total - sum(counter(name)[3] for name in targets) - adds


def results(value: int) -> tuple[str, ...]:
    """The results of dice 1 to 6; none below -3."""
    return tuple(row.split()[1 + min(value, 8) + 3] for row in RESULTS.strip().splitlines()) if value >= -3 else ()


Point = tuple[int, int]
_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


@cache
def centre(label: str) -> Point:
    """The middle of a hex; even columns lie half a hex lower."""
    column, row = int(label[:2]), int(label[2:])
    return 3 * column, 2 * row + (column % 2 == 0)


def corners(label: str) -> list[Point]:
    x, y = centre(label)
    return [(x + dx, y + dy) for dx, dy in _CORNERS]


def away(a: str, b: str) -> int:
    """Hexes from a to b."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    across, down = abs(ax - bx) // 3, abs(ay - by)
    return across + max(0, down - across) // 2


@cache
def shared(one: str, other: str) -> tuple[Point, Point]:
    """The hexside between two neighbours."""
    first, second = sorted(set(corners(one)) & set(corners(other)))
    return first, second


def _turn(a: Point, b: Point, c: Point) -> int:
    value = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (value > 0) - (value < 0)


def _between(a: Point, b: Point, c: Point) -> bool:
    return min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two segments have a point in common, their ends included."""
    if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
        return False
    one, two, three, four = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if one != two and three != four:
        return True
    return any(
        turn == 0 and _between(p, q, r)
        for turn, p, q, r in ((one, a, b, c), (two, a, b, d), (three, c, d, a), (four, c, d, b))
    )


def blocked(a: str, b: str, hexes: dict[str, str], sides: dict[tuple[str, str], str]) -> bool:
    """Whether a line is blocked: 9.16 with C-09, K-34 and K-69."""
    if away(a, b) <= 1:
        return False
    ground = any(hexes.get(end, "clear") not in ("slope", "hilltop") for end in (a, b))
    for (one, other), kind in sides.items():
        counts = kind in ("woods", "town") or (kind == "crest" and ground and not {one, other} & {a, b})
        if counts and meet(centre(a), centre(b), *shared(one, other)):
            return True
    return False


def through_crest(a: str, b: str, hexes: dict[str, str], sides: dict[tuple[str, str], str]) -> bool:
    """Whether a line comes into a slope hex through a crest of it (10.0-fn-2)."""
    return hexes.get(b) == "slope" and any(
        kind == "crest" and b in pair and meet(centre(a), centre(b), *shared(*pair)) for pair, kind in sides.items()
    )


def passes(a: str, b: str, label: str) -> bool:
    """Whether the line from a to b goes through the inside of a hex."""
    (ax, ay), (bx, by), (x, y) = centre(a), centre(b), centre(label)
    low, high = Fraction(0), Fraction(1)
    for fx, fy, limit in ((0, 1, 1), (1, 1, 2), (1, -1, 2)):
        start = fx * (ax - x) + fy * (ay - y)
        rate = fx * (bx - ax) + fy * (by - ay)
        if rate == 0:
            if abs(start) >= limit:
                return False
            continue
        times = sorted((Fraction(-limit - start, rate), Fraction(limit - start, rate)))
        low, high = max(low, times[0]), min(high, times[1])
    return low < high


def runs_along(a: str, b: str, one: str, other: str) -> bool:
    """Whether the line from a to b runs along the hexside between two neighbours."""
    start, end = centre(a), centre(b)
    return all(_turn(start, end, point) == 0 and _between(start, end, point) for point in shared(one, other))
