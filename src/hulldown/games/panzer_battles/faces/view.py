"""What a side may know, built by inclusion.

Hidden are: units of the enemy that lie face down or have no counter, whatever identifies them, his commands, presets,
plots of artillery, loads of vehicles that are not seen, detached platoons, and answers that wait for the other side's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision
from hulldown.core.events import Scalar
from hulldown.core.game import Area, Asset, Contest, Group, Link, Marker, Piece, Reach
from hulldown.core.orders import Task
from hulldown.core.stepped import SteppedView, head_of
from hulldown.games.panzer_battles.faces import fights, panels
from hulldown.games.panzer_battles.rules import artillery, points
from hulldown.games.panzer_battles.rules.morale import told
from hulldown.games.panzer_battles.rules.observing import moving
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    DUMMY,
    NOBODY,
    OFF_MAP,
    ON_MAP,
    SECOND,
    SIDES,
    Battery,
    BattleState,
    Company,
    Frame,
    March,
    Melee,
    Unit,
    counter_of,
    label_of,
    phasing,
    present,
)
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face-down counter of the enemy: its number, where it lies, and where its defilade marker points (15.13b)."""

    tag: int
    cell: Cell
    defilade: int = -1
    moved: bool = False
    """Whether it has been moved in this Phase."""


class Morale(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of an enemy company (14.0-gen-3)."""

    number: int
    morale: int
    lost: int
    base: int
    broken: bool = False


class Barrage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Fire of an enemy battery that lies on the map."""

    key: str
    impact: Cell
    scattered: bool = False


class Fight(msgspec.Struct, frozen=True, omit_defaults=True):
    """An exchange of fire as a side knows it: units by the names that it has for them."""

    trigger: str
    movers: tuple[str, ...] = ()
    cell: Cell = -1
    firers: tuple[str, ...] = ()


class BattleView(SteppedView, kw_only=True):
    """A side's knowledge."""

    stack: tuple[Frame, ...]
    units: tuple[Unit, ...]
    """Its own units, and those of the enemy that it knows."""
    places: tuple[int, ...]
    """The numbers of these units in the list of all."""
    counters: tuple[Counter, ...]
    companies: tuple[Company, ...]
    """Its own companies."""
    numbers: tuple[int, ...]
    """Their numbers in the list of all."""
    shaken: tuple[Morale, ...]
    batteries: tuple[Battery, ...]
    barrages: tuple[Barrage, ...]
    phase: int
    headquarters: dict[str, int]
    tags: dict[str, int]
    moving: int
    named: str
    free: bool
    struck: tuple[str, ...]
    offer: tuple[str, ...]
    merged: int
    control: dict[str, str]
    points: dict[str, int]
    mode: str
    waved: dict[str, str]
    exchange: Fight | None
    march: March | None
    melee: Melee | None
    fought: tuple[Cell, ...]
    assaulted: tuple[Cell, ...]
    stuck: tuple[int, ...]
    queue: tuple[Task, ...]
    asked: int
    areas: tuple[Area, ...] = ()
    groups: tuple[Group, ...] = ()
    assets: tuple[Asset, ...] = ()
    links: tuple[Link, ...] = ()
    reaches: tuple[Reach, ...] = ()
    contest: Contest | None = None
    notes: dict[str, str] = {}


def view(state: BattleState, scene: Scene, side: str | None, decisions: Mapping[str, Decision]) -> BattleView:
    """The view of a side, or of an onlooker (None), who sees what both players see."""
    known = [at for at, unit in enumerate(state.units) if _knows(state, unit, side)]
    units = [_seen(state, state.units[at], side) for at in known]
    own = [at for at, company in enumerate(state.companies) if company.side == side]
    return BattleView(
        **head_of(state, "panzer_battles", side, decisions),
        pieces=_pieces(state, side),
        markers=_markers(state, scene, side),
        facts=_facts(state, scene, side),
        units=tuple(units),
        places=tuple(known),
        counters=tuple(_counters(state, side)),
        companies=tuple(state.companies[at].copy() for at in own),
        numbers=tuple(own),
        shaken=tuple(_shaken(state, side)),
        batteries=tuple(battery.copy() for battery in state.batteries if battery.side == side),
        barrages=_barrages(state, side),
        phase=state.phase,
        headquarters=dict(state.headquarters),
        tags=dict(state.tags),
        named=state.named,
        free=state.free,
        struck=state.struck,
        offer=state.offer if side in state.stack[-1].owing else (),
        control=points.control_known(state, side),
        points=dict(state.points),
        mode=state.modes.get(side, "") if side else "",
        waved={who: choice for who, choice in state.waved.items() if who == side},
        exchange=_fight(state, side),
        melee=state.melee.copy() if state.melee is not None else None,
        fought=state.fought,
        assaulted=state.assaulted,
        stuck=tuple(at for at in state.stuck if state.companies[at].side == side),
        asked=state.asked.get(side, 0) if side else 0,
        areas=_areas(state, scene),
        groups=panels.companies(state, scene, side),
        assets=panels.assets(state, scene, side),
        links=panels.links(state, scene, side),
        reaches=panels.reaches(state, scene, side),
        contest=fights.contest(state, scene, side),
        notes=panels.notes(state, scene, side),
        **_moves(state, phasing(state) == side),
    )  # fmt: skip


def _moves(state: BattleState, mine: bool) -> dict[str, Any]:
    """What a side knows of the moves under way: only the mover's own side knows more than their traces."""
    if not mine:
        return {"moving": NOBODY, "merged": NOBODY, "march": None, "queue": ()}
    march = state.march.copy() if state.march is not None else None
    return {"moving": state.moving, "merged": state.merged, "march": march, "queue": tuple(state.queue)}


def _barrages(state: BattleState, side: str | None) -> tuple[Barrage, ...]:
    """The fire of the enemy's batteries that lies on the map."""
    return tuple(
        Barrage(one.key, one.impact, one.scattered)
        for one in state.batteries
        if one.side != side and one.impact != OFF_MAP
    )


def _knows(state: BattleState, unit: Unit, side: str | None) -> bool:
    """Whether a viewer knows a unit: his own, one that lies face up or did when it was lost, or what it carries."""
    if unit.side == side:
        return True
    if unit.carrier >= 0 and unit.status == ON_MAP:
        return state.units[unit.carrier].shown
    return unit.shown


def _seen(state: BattleState, unit: Unit, side: str | None) -> Unit:
    """A unit as a viewer knows it; of the enemy's what the counter shows, and whether it counts as moving (7.23)."""
    if unit.side == side:
        return unit.copy()
    seen = unit.copy()
    stirs = moving(state, unit) if unit.status == ON_MAP else False
    seen.command, seen.bounded = (BOUND if stirs else ""), stirs
    seen.role = seen.preset = seen.pace = ""
    seen.roving = seen.withholds = seen.rooted = seen.sheltered = seen.broke = False
    seen.spent, seen.mates, seen.origin, seen.company = 0, (), OFF_MAP, _public(state, unit)
    seen.entry, seen.place, seen.owing = OFF_MAP, 0, 0
    return seen


def _public(state: BattleState, unit: Unit) -> int:
    """The company that a unit belongs to by its designation; that it was detached is its owner's secret (18.21a)."""
    for at, company in enumerate(state.companies):
        if company.spare == unit.company and company.spare >= 0:
            return at
    return unit.company


def _counters(state: BattleState, side: str | None) -> list[Counter]:
    found = [
        Counter(unit.tag, unit.cell, unit.defilade, unit.moved)
        for unit in state.units
        if unit.side != side and unit.tag and not unit.shown and present(unit)
    ]
    return sorted(found, key=lambda one: (one.tag, one.cell))


def _shaken(state: BattleState, side: str | None) -> list[Morale]:
    """The morale of enemy companies, unless it was agreed to keep it secret (14.0-proc-5)."""
    return [
        Morale(at, company.morale, company.lost, 0, company.broken)
        for at, company in enumerate(state.companies)
        if company.side != side
        and not company.independent
        and not told(state, company)
        and (company.morale or company.lost or company.broken)
    ]


def _fight(state: BattleState, side: str | None) -> Fight | None:
    exchange = state.exchange
    if exchange is None:
        return None
    return Fight(
        exchange.trigger,
        tuple(_name(state.units[at], side) for at in exchange.movers if _visible(state.units[at], side)),
        exchange.cell,
        tuple(_name(state.units[at], side) for at in exchange.firers if _visible(state.units[at], side)),
    )


def _visible(unit: Unit, side: str | None) -> bool:
    """Whether a viewer has a name for a unit: one that lay face up when it was lost in the exchange, too."""
    return unit.side == side or bool(unit.tag) or unit.shown


def _name(unit: Unit, side: str | None) -> str:
    return unit.id if unit.side == side else label_of(unit)


def _pieces(state: BattleState, side: str | None) -> tuple[Piece, ...]:
    found = []
    for unit in state.units:
        if not present(unit):
            continue
        if unit.side == side or unit.shown:
            found.append(Piece(unit.id, unit.side, unit.cell, unit.type, unit.facing, marks=marks(state, unit, side)))
        elif unit.tag:
            shelter = (f"defilade {unit.defilade}",) if unit.defilade >= 0 else ()
            found.append(Piece(counter_of(unit), unit.side, unit.cell, face_down=True, marks=shelter))
    return tuple(sorted(found, key=lambda piece: (piece.side, piece.face_down, piece.id)))


def marks(state: BattleState, unit: Unit, side: str | None) -> tuple[str, ...]:
    """The markers that a viewer sees with a unit."""
    found = [str(unit.strength)] if unit.type != DUMMY else ["dummy"]
    for name, held in (
        ("suppressed", unit.suppressed), ("column", unit.column), ("engaged", unit.engaged),
        ("fired", bool(unit.fired)),
    ):  # fmt: skip
        if held:
            found.append(name)
    if unit.fatigue:
        found.append(f"fatigue {unit.fatigue}")
    if unit.defilade >= 0:
        found.append(f"defilade {unit.defilade}")
    if any(
        other.carrier >= 0 and state.units[other.carrier] is unit and other.status == ON_MAP for other in state.units
    ):
        found.append("loaded")
    if unit.side == side:
        found += [word for word, held in ((unit.command, unit.command), ("unseen", not unit.shown)) if held]
        if unit.role:
            found.append(unit.role)
    return tuple(found)


def _markers(state: BattleState, scene: Scene, side: str | None) -> tuple[Marker, ...]:
    found = []
    control = points.control_known(state, side)
    for battery in state.batteries:
        kind = "impact scattered" if battery.scattered else "impact"
        found += [Marker(kind, cell) for cell in artillery.cells_of(scene, battery)]
    for town in scene.scenario.towns:
        for label in town.hexes:
            found.append(Marker("town", scene.board.by_label[label], control.get(label, SECOND)))
    return tuple(found)


def _areas(state: BattleState, scene: Scene) -> tuple[Area, ...]:
    """Where fire lies on the map (17.5a)."""
    return tuple(
        Area("barrage", battery.side, artillery.cells_of(scene, battery), battery.key)
        for battery in state.batteries
        if battery.impact != OFF_MAP
    )


def _facts(state: BattleState, scene: Scene, viewer: str | None) -> dict[str, Scalar]:
    """Public figures: the length, points, and who holds what, as far as the viewer has seen."""
    control = points.control_known(state, viewer)
    facts: dict[str, Scalar] = {"turns": scene.scenario.length}
    found = points.tally(state, scene, control)
    for side in SIDES:
        facts[f"{scene.scenario.side(side).people} points"] = found[side]
    for town in scene.scenario.towns:
        holder = points.holder(control, town.hexes)
        facts[town.name] = scene.scenario.side(holder).people if holder else "disputed"
    return facts
