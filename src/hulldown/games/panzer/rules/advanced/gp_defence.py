"""GP Defense Factors: of vehicles, of leg and towed units by cover, of passengers and of terrain (6.5.4.2)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import cell, modifier
from hulldown.games.panzer.data.aircraft import Aircraft
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.loading import COVERS, Cover, weakest
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import TargetType, Vehicle
from hulldown.games.panzer.rules.advanced.chances import total

TargetKind = Literal["vehicle", "leg", "towed", "passenger", "terrain", "aircraft"]
TABLE = "gp-defence"


class Defence(NamedTuple):
    """A GP Defense Factor, the type behind it, and what made it."""

    kind: TargetKind
    name: str
    value: int
    type: TargetType
    factors: tuple[Factor, ...]
    single: bool = False
    """Terrain that one Effective result destroys: mines (6.5.4.4.3-terrain)."""


@lru_cache(maxsize=1024)
def of_vehicle(card: Vehicle) -> Defence:
    """The GP Defense of a vehicle, a fixed value of its card (6.5.4.2.1)."""
    value, kind = card.defence_factor, card.target_type
    factor = Factor("6.5.4.2.1", f"{card.name} GP Defense {card.defence}", value, card.provenance["defence"])
    return Defence("vehicle", card.name, value, kind, (factor,))


@lru_cache(maxsize=1024)
def of_unit(
    unit: LegUnit | Towed, cover: Cover = "none", full_cover: bool = False, moving: bool = False, source: str = ""
) -> Defence:
    """The GP Defense of a leg or towed unit: by cover, Full Cover and movement, from 1 to 10 (6.5.4.2.2a to .2c).

    All are of type S. The cover is that of GP fire: wood is Light, brick Medium (6.5.4.2.2e), and of several terrains
    in a hex the best counts (6.5.4.2.2d): whoever asks has chosen.
    """
    tags = unit.provenance if isinstance(unit, Towed) else unit.common.provenance
    label = f"{unit.name} GP Defense" + (f" in {cover.title()} Cover" if cover != "none" else "")
    factors = [
        Factor("6.5.4.2.2a", label, unit.defence[COVERS.index(cover)], weakest(tags[f"defence.{cover}"], source))
    ]
    if full_cover:
        factors.append(Factor("6.5.4.2.2b", "in Full Cover", unit.full_cover, tags["full_cover"]))
    if moving:
        factors.append(modifier(TABLE, "moving"))
    value = total(factors)
    for name, limited in (("least", max), ("most", min)):
        bound = cell(TABLE, name, "value").number
        if limited(value, bound) != value:
            factors.append(modifier(TABLE, name))
            value = bound
    return Defence("towed" if isinstance(unit, Towed) else "leg", unit.name, value, "S", tuple(factors))


@lru_cache(maxsize=1024)
def of_passenger(name: str, under_cover: bool) -> Defence:
    """The GP Defense of a passenger: set, whatever terrain and movement of the carrier (6.5.4.2.3d)."""
    found = modifier(TABLE, "passenger_under_cover" if under_cover else "passenger")
    return Defence("passenger", name, int(found.value), "S", (found,))


@lru_cache(maxsize=64)
def of_aircraft(card: Aircraft) -> Defence:
    """The GP Defense of an aircraft, of type S like all of them (6.5.4.2.4)."""
    factor = Factor("6.5.4.2.4", f"{card.name} GP Defense {card.defence}S", card.defence, card.provenance["defence"])
    return Defence("aircraft", card.name, card.defence, "S", (factor,))


def of_terrain(terrain: str, given: int = 0) -> Defence:
    """The GP Defense of terrain that can be destroyed (6.5.4.2.5a, 6.5.4.2.5b).

    Blocks, Bridges and Wire have what the scenario gives, else none (6.5.4.2.5c). Raises HulldownError for terrain
    that cannot be attacked.
    """
    found = cell("terrain-defence", terrain, "defence")
    value = given if found.text == "scenario" else 0 if found.empty else found.number
    if not value:
        told = f"{terrain.replace('_', ' ')} has no GP Defense (6.5.4.2.5c)"
        raise HulldownError(told, hint="it cannot be destroyed")
    rule = "6.5.4.2.5c" if found.text == "scenario" else "6.5.4.2.5-table"
    factor = Factor(rule, f"{terrain.replace('_', ' ')} GP Defense", value, found.tag)
    return Defence("terrain", terrain, value, "S", (factor,), single=terrain == "mines")
