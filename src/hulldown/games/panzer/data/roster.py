"""The roster of an Advanced scenario: every unit of both forces with the facts that never change in play.

A unit of the state and its member of the roster have the same place in their lists. What a unit becomes in play (a
squad that is reduced) is in the state: `Unit.type` and `Unit.detail`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data.arsenal import Target, fits, targets
from hulldown.games.panzer.data.cards import NATIONS, Nation
from hulldown.games.panzer.data.leg import CrewWeapon, LegMount, LegUnit, crew_weapons, infantry
from hulldown.games.panzer.data.loading import Force, Group, Scenario
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle

COMMAND_LABEL: Final = "Command"
RECON: Final = "Recon"
ENGINEER: Final = "Engineer"
OBSERVER: Final = "FO"
LEVELS: Final = ("BHQ", "RHQ")
"""Labels of Command units above a company; one that has neither is a CHQ (5.9.1a)."""
NO_TRANSPORT: Final = -1


class Member(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A unit as the scenario fields it."""

    id: str
    side: Nation
    card: Target
    """What the force list says: a squad is of one type, and stays of it when it is reduced (5.1.1d)."""
    group: int
    formation: str
    grade: str
    """Its Unit Grade: that of its formation unless the list says otherwise (5.8.3a). Grades never change (5.8c)."""
    formation_grade: str
    labels: tuple[str, ...] = ()
    weapons: tuple[CrewWeapon, ...] = ()
    """Crew-served weapons attached to it, as many as the list gives it, or none (5.1.2a, 5.1.3b, 5.1.3c)."""
    mount: LegMount | None = None
    carrier: str = ""
    """The card of the vehicles that may transport it, as its line of the list says."""
    transport: int = NO_TRANSPORT
    """The place in the list of the vehicle that transports it; only that one supplies it (5.16.2.4)."""
    aboard: bool = False
    """Whether it sets up aboard its transport."""
    inside: bool = False
    """Whether it sets up inside a building, which only guns need to be told (6.1.4.3.1g, 6.1.4.3.1h)."""

    @property
    def points(self) -> int:
        """What it is worth to the enemy: its card, its weapons and its labels."""
        labels = infantry().labels
        added = sum(labels[label].points for label in self.labels) if isinstance(self.card, LegUnit) else 0
        return self.card.points + sum(weapon.points for weapon in self.weapons) + added

    def labelled(self, label: str) -> bool:
        return label in self.labels


_kept: Final[dict[str, tuple[Scenario, tuple[Member, ...]]]] = {}
"""The rosters of scenarios played lately; a scenario of the same name may be another one."""


def roster(scenario: Scenario) -> tuple[Member, ...]:
    """The units of both forces in the order of the state: Soviet ones first, as the scenario lists them."""
    kept = _kept.get(scenario.id)
    if kept is None or kept[0] is not scenario:
        if len(_kept) > 16:
            _kept.clear()
        members = tuple(member for side in NATIONS for member in _members(scenario, side))
        first = sum(member.side == NATIONS[0] for member in members)
        kept = _kept[scenario.id] = (
            scenario,
            tuple(
                member if member.side == NATIONS[0] or member.transport < 0 else _shifted(member, first)
                for member in members
            ),
        )
    return kept[1]


def _shifted(member: Member, by: int) -> Member:
    return msgspec.structs.replace(member, transport=member.transport + by)


def _members(scenario: Scenario, side: Nation) -> list[Member]:
    """The units of a side; places of transports are counted within the side."""
    found: list[Member] = []
    for number, group in enumerate(scenario.side(side).groups):
        start = len(found)
        for force in group.units:
            for _ in range(force.count):
                found.append(_member(scenario, side, number, force, f"{side[0].upper()}{len(found) + 1}"))
        _assign(found, start, group)
    return found


def _member(scenario: Scenario, side: Nation, number: int, force: Force, name: str) -> Member:
    setup = scenario.side(side)
    group = setup.groups[number]
    formation = group.grade or setup.grade
    return Member(
        id=name, side=side, card=targets()[force.card], group=number, formation=group.formation,
        grade=force.grade or formation, formation_grade=formation, labels=force.labels,
        weapons=tuple(crew_weapons()[weapon] for weapon in force.weapons),
        mount=infantry().mounts[force.mount] if force.mount else None,
        carrier=force.carrier, aboard=force.aboard, inside=force.inside,
    )  # fmt: skip


def _assign(found: list[Member], start: int, group: Group) -> None:
    """Gives every unit that has a carrier the first of those vehicles with room for it."""
    forces = [force for force in group.units for _ in range(force.count)]
    loads: dict[int, list[Towed | LegUnit]] = {}
    for offset, force in enumerate(forces):
        card = found[start + offset].card
        if not force.carrier or isinstance(card, Vehicle):
            continue
        for other, vehicle in enumerate(forces):
            carrier = found[start + other].card
            place = start + other
            if vehicle.card != force.carrier or not isinstance(carrier, Vehicle):
                continue
            if not loads.get(place) and fits(carrier, [card]):
                loads[place] = [card]
                found[start + offset] = msgspec.structs.replace(found[start + offset], transport=place)
                break
        else:
            for place, load in loads.items():
                carrier = found[place].card
                if isinstance(carrier, Vehicle) and carrier.name == force.carrier and fits(carrier, [*load, card]):
                    load.append(card)
                    found[start + offset] = msgspec.structs.replace(found[start + offset], transport=place)
                    break


def check_roster(scenario: Scenario, where: str) -> None:
    """Raises MalformedError, naming file, table and key, for a force of the Advanced Game that cannot be fielded."""
    for side in NATIONS:
        setup = scenario.side(side)
        if not setup.grade:
            raise MalformedError("grade: the Force Grade is missing (5.8.1)", f"{where}: [{side}]")
        for number, group in enumerate(setup.groups, 1):
            for force in group.units:
                _check_force(side, group, force, f"{where}: [{side}] groups, entry {number}")
    _check_counters(scenario, where)
    for member in roster(scenario):
        if member.transport < 0 and member.carrier:
            place = f"{where}: [{member.side}] groups, entry {member.group + 1}"
            raise MalformedError(f"carrier: there is no room for {member.card.name} (6.6.7.1)", place)


def _check_force(side: Nation, group: Group, force: Force, place: str) -> None:
    """What is wrong with one line of a force list.

    5.1.3a, 5.1.3b, 5.1.3.5c: crew-served weapons, flamethrowers too, belong to leg units and are no units themselves.
    """
    card = _known(force.card, targets(), "card", "unit", place)
    if card.nation not in (side, "both"):
        raise MalformedError(f"card: {force.card} is no {side} unit", place)
    leg = isinstance(card, LegUnit)
    for label in force.labels:
        _known(label, infantry().labels, "labels", "label", place)
        if label in LEVELS and COMMAND_LABEL not in force.labels:
            raise MalformedError(f"labels: {label} is a level of a Command unit (5.9.1)", place)
    for weapon in force.weapons:
        found = _known(weapon, crew_weapons(), "weapons", "crew-served weapon", place)
        if not leg:
            raise MalformedError(f"weapons: {force.card} is no leg unit, which alone carry them (5.1.3b)", place)
        if found.nation not in (side, "both"):
            raise MalformedError(f"weapons: {weapon} is no {side} weapon", place)
    if force.mount:
        _known(force.mount, infantry().mounts, "mount", "mount", place)
        if not leg:
            raise MalformedError(f"mount: {force.card} is no leg unit", place)
    if force.aboard and not force.carrier:
        raise MalformedError("aboard: name the carrier", place)
    if force.inside and not isinstance(card, Towed):
        raise MalformedError(f"inside: {force.card} is no towed unit, which alone set up so (6.1.4.3.1g)", place)
    if force.inside and force.aboard:
        raise MalformedError("inside: no unit sets up inside a building and aboard a carrier (6.1.4.3.1f)", place)
    if force.carrier and force.carrier not in [other.card for other in group.units]:
        raise MalformedError(f"carrier: there is no {force.carrier!r} in this group", place)


def _known(name: str, known: Mapping[str, tables.T], key: str, what: str, place: str) -> tables.T:
    if name not in known:
        raise MalformedError(f"{key}: there is no {what} {name!r}", place, tables.near(name, known))
    return known[name]


def _check_counters(scenario: Scenario, where: str) -> None:
    for number, counters in enumerate(scenario.counters, 1):
        if counters.kind not in KINDS:
            place = f"{where}: [[counters]] {number}"
            raise MalformedError(f"kind: there is no terrain counter {counters.kind!r}", place, f"one of {KINDS}")


KINDS: Final = ("block", "ditch", "fire", "entrenchment", "improved position", "rubble", "wire")
"""The terrain counters that a scenario can place (6.1.4.3)."""
