"""Spotting ranges of the Advanced Game: sizes V, L and S, Small Arms, Full Cover, suppressed spotters (6.1.3)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from hulldown.core.explain import Explained, Factor
from hulldown.games.panzer.data.advanced_tables import modifier
from hulldown.games.panzer.data.loading import Cover, cell_tag, chart, weakest
from hulldown.games.panzer.rules.spotting import BEST, WORST

Size = Literal["V", "L", "S"]
Mark = Literal["", "moved", "small", "fired"]
"""The Spot counter: one for the latest action, or none; `small` is a Spot/Fire for Small Arms alone (6.1.3d)."""


class Sighting(NamedTuple):
    """A target as a spotter may see it."""

    size: Size
    """V for vehicles; L or S for leg and towed units (6.1.3a, 6.1.3b); cavalry is L (6.6.4.5a)."""
    cover: Cover = "none"
    mark: Mark = ""
    full_cover: bool = False
    spotter_suppressed: bool = False
    spotter_full_cover: bool = False
    over_stacked: bool = False
    cover_source: str = ""


def spotting_modifiers(seen: Sighting) -> tuple[Factor, ...]:
    """All that moves the row of the Spotting Ranges (6.1.3a, 6.1.3.1b, 6.1.3.2a, 6.1.3.2b; ruling E11).

    In an over-stacked hex vehicles and towed units have no cover, leg units keep it (ruling E9): whoever asks knows.
    """
    basic, ours = "spotting-modifiers", "spotting-modifiers-advanced"
    found: list[Factor] = []
    if seen.cover != "none" and not seen.over_stacked:
        each = modifier(basic, f"{seen.cover}_cover")
        found.append(Factor(each.rule, each.label, each.value, weakest(each.provenance, seen.cover_source)))
    elif seen.cover != "none":
        found.append(Factor("4.1.3.2", f"over-stacked hex, no {seen.cover.title()} Cover", 0, "rulebook"))
    for applies, table, name in (
        (seen.mark == "fired", basic, "target_fired"),
        (seen.mark == "small", ours, "target_fired_small_arms"),
        (seen.mark == "moved", basic, "target_moved"),
        (seen.full_cover, ours, "target_full_cover"),
        (seen.spotter_suppressed, ours, "spotter_suppressed"),
        (seen.spotter_full_cover, ours, "spotter_full_cover"),
    ):
        if applies:
            found.append(modifier(table, name))
    return tuple(found)


def spotting_range(seen: Sighting) -> Explained:
    """How far a target is spotted: its size gives the column, the net modifier the row, within +2 and -5 (6.1.3a)."""
    ranges = chart("spotting")
    rule = "4.1.3e" if seen.size == "V" else "6.1.3c"
    base = Factor(rule, f"base range, size {seen.size}", int(ranges.cell(0, seen.size)), cell_tag(ranges, 0, seen.size))
    changes = spotting_modifiers(seen)
    net = sum(int(factor.value) for factor in changes)
    line = max(WORST, min(BEST, net))
    hexes = int(ranges.cell(line, seen.size))
    last = Factor("4.1.3-table", f"spotting range, line {line:+d}", hexes, cell_tag(ranges, line, seen.size))
    return Explained("6.1.3a", "spotting range", hexes, (base, *changes, last))


def marked(before: Mark, action: Mark) -> Mark:
    """The counter after an action: the latest one wins (4.1.3h; ruling E5).

    Small Arms never weaken a full Spot/Fire (6.1.3e).
    """
    return "fired" if before == "fired" and action == "small" else action
