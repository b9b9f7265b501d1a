"""Off-map artillery: the cards of batteries (`advanced/batteries.toml`) and the fire support of a scenario (5.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Positive, Tag
from hulldown.games.panzer.data.cards import NATIONS, Nation
from hulldown.games.panzer.data.fireplan import LONGEST, Attachment, BatteryForce, Plot, Registered
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.data.weapons import ADVANCED, Row, entries, read_row

_SMOKE = ("limit", "rule", "provenance", "tags", "notes")


class Battery(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """The card of a battery: Light, Medium, Heavy or Super Heavy (6.5.1.2)."""

    name: str
    row: Row
    points: Positive


class SmokeLimit(msgspec.Struct, frozen=True, kw_only=True):
    """The ammo limit of all batteries of a side for smoke; their GP ammunition has none (5.16.2.5)."""

    limit: Positive
    rule: str
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class Artillery(msgspec.Struct, frozen=True):
    """What the file of batteries holds."""

    batteries: Mapping[str, Battery]
    smoke: Mapping[str, SmokeLimit]


class Fielded(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A battery as a scenario fields it; it has no grade (5.8.3c)."""

    id: str
    side: Nation
    card: Battery
    attachment: Attachment
    formations: tuple[str, ...]
    planned: int
    registered: int

    def level(self, formation: str) -> Attachment:
        """How it is attached to the observers of a formation (6.5.1.3.1a, 6.5.1.3.2, 6.5.1.3.3)."""
        if self.attachment == "organic" and not self.formations:
            return "organic"
        return self.attachment if formation in self.formations else "unattached"


@lru_cache(maxsize=1)
def artillery() -> Artillery:
    """All batteries, and the smoke limits of both sides."""
    return parse_artillery(resources.read(*ADVANCED, "batteries.toml"), "panzer/data/advanced/batteries.toml")


def batteries() -> Mapping[str, Battery]:
    """Every battery by name."""
    return artillery().batteries


def smoke_limit(side: str) -> SmokeLimit:
    """The smoke limit of a side's batteries."""
    return artillery().smoke[side]


def find_battery(name: str) -> Battery:
    """A battery by its loosely written name; raises UnknownNameError."""
    return tables.look_up(name, batteries(), "battery")


def parse_artillery(text: str, where: str) -> Artillery:
    """The batteries that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("batteries", "smoke"), where)
    found = [(name, place, _battery(name, entry, place)) for name, entry, place in entries(data, "batteries", where)]
    named = tables.by_name(found, "the name reads like that of [batteries.{other}]")
    limits: dict[str, SmokeLimit] = {}
    for side, entry, place in entries(data, "smoke", where):
        if side not in NATIONS:
            raise MalformedError(f"there is no side {side!r}", place)
        tables.check_keys(entry, _SMOKE, place)
        tags = tables.tagged(entry, ("limit",), tables.default_tag(entry, place), place)
        limits[side] = tables.convert(SmokeLimit, {**entry, **tags}, place)
    return Artillery(named, MappingProxyType(limits))


def _battery(name: str, table: dict[str, Any], place: str) -> Battery:
    row = read_row("GP-IF", {key: value for key, value in table.items() if key != "points"}, place)
    cost = tables.convert(_Cost, {key: value for key, value in table.items() if key == "points"}, place)
    return Battery(name=name, row=row, points=cost.points)


class _Cost(msgspec.Struct):
    points: Positive


_kept: dict[str, tuple[Scenario, tuple[Fielded, ...]]] = {}
"""The batteries of scenarios played lately; a scenario of the same name may be another one."""


def support(scenario: Scenario) -> tuple[Fielded, ...]:
    """The batteries of both sides in the order of the state: Soviet ones first, as the scenario lists them."""
    kept = _kept.get(scenario.id)
    if kept is None or kept[0] is not scenario:
        if len(_kept) > 16:
            _kept.clear()
        found = tuple(one for side in NATIONS for one in _fielded(scenario, side))
        kept = _kept[scenario.id] = (scenario, found)
    return kept[1]


def _fielded(scenario: Scenario, side: Nation) -> list[Fielded]:
    found: list[Fielded] = []
    for force in scenario.side(side).batteries:
        for _ in range(force.count):
            found.append(
                Fielded(
                    id=f"{side[0].upper()}B{len(found) + 1}", side=side, card=batteries()[force.card],
                    attachment=force.attachment, formations=force.formations, planned=force.planned,
                    registered=force.registered,
                )
            )  # fmt: skip
    return found


# What a scenario may say.


def check_support(scenario: Scenario, where: str) -> None:
    """Raises MalformedError, naming file, table and key, for fire support that cannot be."""
    for side in NATIONS:
        known = {group.formation for group in scenario.side(side).groups}
        for number, force in enumerate(scenario.side(side).batteries, 1):
            _check_battery(force, known, f"{where}: [{side}] batteries, entry {number}")
    for side in NATIONS:
        setup = scenario.side(side)
        for wrong in plan_faults(scenario, side, setup.plots, setup.registered):
            raise MalformedError(f"{wrong.key}: {wrong.told} ({wrong.rule})", f"{where}: [{side}] {wrong.entry}")


def _check_battery(force: BatteryForce, formations: set[str], place: str) -> None:
    if force.card not in batteries():
        raise MalformedError(f"card: there is no battery {force.card!r}", place, tables.near(force.card, batteries()))
    for formation in force.formations:
        if formation not in formations:
            told = f"formations: there is no formation {formation!r}"
            raise MalformedError(told, place, tables.near(formation, formations))
    if force.attachment == "attached" and not force.formations:
        raise MalformedError("formations: say to which it is attached (6.5.1.3.1)", place)


class PlanFault(msgspec.Struct, frozen=True):
    """What is wrong with an entry of a fire plan."""

    entry: str
    key: str
    rule: str
    told: str
    battery: str = ""


def plan_faults(
    scenario: Scenario, side: Nation, plots: tuple[Plot, ...], registered: tuple[Registered, ...]
) -> list[PlanFault]:  # fmt: skip
    """What is wrong with the plots and points of a side, in a file or in an order."""
    known = {battery.id: battery for battery in support(scenario) if battery.side == side}
    found: list[PlanFault] = []
    for number, plot in enumerate(plots, 1):
        entry = f"plots, entry {number}"
        battery = known.get(plot.battery)
        if battery is None:
            found.append(PlanFault(entry, "battery", "6.5.1.11.1a", f"there is no battery {plot.battery!r}"))
            continue
        found += [PlanFault(entry, *one, plot.battery) for one in _plot_faults(scenario, plot)]
        before = [one for one in plots[: number - 1] if one.battery == plot.battery]
        if len(before) >= battery.planned:
            told = f"{plot.battery} may plot {battery.planned} missions"
            found.append(PlanFault(entry, "battery", "6.5.1.11b", told, plot.battery))
        elif any(_overlap(one, plot) for one in before):
            told = f"{plot.battery} fires another mission then, or waits the turn after it"
            found.append(PlanFault(entry, "turn", "6.5.1.11.1f", told, plot.battery))
    return found + _point_faults(known, registered)


def _plot_faults(scenario: Scenario, plot: Plot) -> list[tuple[str, str, str]]:
    """Key, case and words of what is wrong with a plot by itself."""
    found = []
    if not 1 <= plot.turns <= LONGEST:
        found.append(("parts", "6.5.1.11.1c", f"{plot.turns} turns; a mission lasts from 1 to {LONGEST}"))
    if plot.turn > scenario.turns:
        found.append(("turn", "6.5.1.11.1b", f"it is {plot.turn} in a game of {scenario.turns}"))
    for part in plot.parts:
        if (part.sheaf == "linear") != bool(part.facing):
            found.append(("facing", "6.5.1.5d", "a linear sheaf has a direction, A to F, and it alone"))
    return found


def _overlap(one: Plot, other: Plot) -> bool:
    """Whether two missions of a battery meet, the turn of waiting after each included (6.5.1.11.1e)."""
    first, second = (one, other) if one.turn <= other.turn else (other, one)
    return second.turn <= first.turn + first.turns


def _point_faults(known: Mapping[str, Fielded], registered: tuple[Registered, ...]) -> list[PlanFault]:
    found: list[PlanFault] = []
    counts: dict[str, int] = {}
    for number, point in enumerate(registered, 1):
        entry = f"registered, entry {number}"
        if not point.batteries:
            found.append(PlanFault(entry, "batteries", "6.5.1.4d", "name the batteries it is assigned to"))
        for name in point.batteries:
            battery = known.get(name)
            counts[name] = counts.get(name, 0) + 1
            if battery is None:
                found.append(PlanFault(entry, "batteries", "6.5.1.4b", f"there is no battery {name!r}"))
            elif counts[name] > battery.registered:
                told = f"{name} may have {battery.registered} points"
                found.append(PlanFault(entry, "batteries", "6.5.1.4a", told, name))
    return found
