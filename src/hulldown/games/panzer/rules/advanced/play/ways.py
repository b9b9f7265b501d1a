"""The paths open to a unit of the Advanced Game, as domains: exact for its gait and for what is in its way."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hulldown.core.board import Cell
from hulldown.core.decisions import PathDomain
from hulldown.core.orders import Task
from hulldown.core.pathdomains import Arrival, paths_on
from hulldown.games.panzer.rules.advanced.play import quickmarching
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.manners import QUICKMARCH, SEARCHING
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.driving import CHANGED
from hulldown.games.panzer.rules.legal import Way, across, entries_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import WAITING, PanzerState


def ways_of(march: March) -> list[Way]:
    """The domains of paths of a unit, exact for its gait, the counters in its way, and where it is.

    Cases 4.5.1.1.9c, 6.6.4.1d, 6.6.4.1g, 6.1.4.3.1g.
    """
    if march.unit.status == WAITING:
        return [(rule, _fitted(march, domain), facings) for rule, domain, facings in entries_of(march)]
    inside = detail_of(march.unit).inside
    found = [] if inside and vehicle_of(march.unit) is None else across(march)
    ways = [(rule, _fitted(march, domain), facings) for rule, domain, facings in found]
    if inside or detail_of(march.unit).upper:
        ways = [way for way in ways if not way[1].kinds]
    return [way for way in ways if way[1].allowance > 0 or way[1].rate > 0]


def _fitted(march: March, domain: PathDomain) -> PathDomain:
    """A domain of the Basic Game for whoever moves here; counters on the way change its costs (6.1.4.3.11b).

    Cases 6.6.4.1d, 6.6.4.1g, 6.6.3d.
    """
    changes: dict[str, Any] = {}
    if march.around.changed and not domain.kinds:
        changes = {"changed": tuple(sorted(march.around.changed)), "changes": f"{domain.table} {CHANGED}"}
    if march.gait.afoot:
        changes |= {"facing": -1, "turns": "", "turned": 0, "extra": ()}
    detail = detail_of(march.unit)
    if detail.upper:
        changes |= {"allowance": domain.allowance - 1, "least": False, "begun": True}
    elif detail.inside:
        changes["turns"] = "turn inside"
    return replace(domain, **changes) if changes else domain


def reach(state: PanzerState, scene: Scene, index: int) -> dict[Cell, Arrival]:
    """Where a unit could end its move, with a way there; it may also stay.

    6.6.4.2c, 6.6.9b: a quickmarch that has begun goes on as one, a search goes nowhere.

    Case 6.2.1.1.4-moving.
    """
    march = March(state, scene, Task(state.units[index].id, ""))
    tables = advanced_tables(scene.scenario.map)
    found: dict[Cell, Arrival] = {}
    if march.gait.rates[0] and not detail_of(march.unit).track:
        for domain in _domains(march):
            for cell, arrival in paths_on(domain, tables, scene.board).reach().items():
                found.setdefault(cell, arrival)
    return found


def hurries(march: March) -> bool:
    """Whether a unit is in the middle of a quickmarch (6.6.4.2c)."""
    return march.begun() and detail_of(march.unit).manner == QUICKMARCH


def _domains(march: March) -> list[PathDomain]:
    """The paths open to a unit by its way of moving (6.6.4.2c, 6.6.9b, 6.2.1.1.4-moving)."""
    if hurries(march):
        return [option.path for option in quickmarching.offers(march) if option.path is not None]
    if march.begun() and detail_of(march.unit).manner == SEARCHING:
        return []
    return [domain for _, domain, _ in ways_of(march)]
