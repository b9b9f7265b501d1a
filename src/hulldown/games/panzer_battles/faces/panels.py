"""What a side's own panels show: its companies, batteries, doctrine, and where units are that are not on the map."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from hulldown.core.game import Asset, Barred, Group, Link, Mission, Reach
from hulldown.games.panzer_battles.data import scenarios
from hulldown.games.panzer_battles.data.scenarios import SIDES
from hulldown.games.panzer_battles.rules import artillery, commands, deployment, doctrine, observing
from hulldown.games.panzer_battles.rules.morale import WINDOW
from hulldown.games.panzer_battles.rules.morale_tables import may_rally
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    ASIDE,
    DUMMY,
    EXITED,
    LOST,
    MERGED,
    OFF,
    ON_MAP,
    BattleState,
    Company,
    Unit,
    present,
    real,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, BOUNDING, OVERWATCH, RALLY, WITHDRAW

NAMES = {
    BOUND: "Bound", OVERWATCH: "Overwatch", BOUNDING: "Bounding Overwatch", WITHDRAW: "Withdraw", RALLY: "Rally",
}  # fmt: skip
_PARTS = {commands.AS_BOUND: "bounds", commands.AS_WATCH: "watches"}


@lru_cache(maxsize=8)
def company_names(scenario: str) -> dict[str, str]:
    """The names of companies by their keys, each with its number."""
    found: dict[str, str] = {}
    chosen = scenarios.scenarios()[scenario]
    for side in SIDES:
        setup = chosen.side(side)
        for group in setup.groups:
            for entry in group.companies:
                key = f"{deployment.LETTERS[setup.nation]}{entry.key.replace(' ', '')}co"
                found[key] = f"{entry.name} ({deployment.LETTERS[setup.nation]}{entry.key.split()[0]})"
    return found


def name_of(state: BattleState, company: Company) -> str:
    """How a company is called; a detached platoon and a dummy by their own names."""
    known = company_names(state.scenario).get(company.key)
    if known is not None:
        return known
    sort = "dummy" if company.members and state.units[company.members[0]].type == DUMMY else "Detached platoon"
    return f"{sort} {company.key.removesuffix('co')}"


def companies(state: BattleState, scene: Scene, side: str | None) -> tuple[Group, ...]:
    """A side's companies with their platoons, command, morale and doctrine."""
    found = []
    for company in state.companies:
        if company.side != side or not company.members or state.units[company.members[0]].type == DUMMY:
            continue
        members = tuple([state.units[at].id for at in company.members if state.units[at].status in (ON_MAP, OFF)])
        if not members:
            continue
        held = doctrine.holds(state, scene, company)
        tone: Literal["bad", "warn", "quiet"] = "bad" if company.morale >= 2 else "warn" if company.morale else "quiet"
        found.append(
            Group(
                company.key,
                name_of(state, company),
                members,
                what=_told(state, company, held),
                barred=_barred(state, scene, company),
                tone="warn" if tone == "quiet" and not held else tone,
            )
        )
    return tuple(found)


def _told(state: BattleState, company: Company, held: bool) -> str:
    """How a company stands, in words."""
    if not state.turn:
        total = sum(state.units[at].strength for at in company.members)
        return f"strength {total}" + ("; independent: no morale" if company.independent else "")
    words = [NAMES[company.command] if company.command else "no command yet"]
    parts = [
        f"{unit.id} {_PARTS[unit.role]}"
        for unit in (state.units[at] for at in company.members)
        if unit.status == ON_MAP and unit.role in _PARTS
    ]
    if parts and company.command == BOUNDING:
        words[0] += f" ({', '.join(parts)})"
    if company.independent:
        return "; ".join([*words, "independent: no morale"])
    words.append(f"morale {company.morale}, {company.lost} of {company.base} lost")
    if company.locked:
        words.append("only Withdraw or Rally until state 0")
    if company.morale:
        words.append(rally_told(state, company))
    return "; ".join([*words, "in doctrine" if held else "out of doctrine"])


def rally_told(state: BattleState, company: Company) -> str:
    """Whether a company may rally, and when (14.61a, 14.64a)."""
    left = commands.strength(state, company)
    return rally_word(company, left, state.headquarters.get(company.battalion, 0), state.phase)


def rally_word(company: Company, left: int, headquarters: int, phase: int) -> str:
    """The same of a company with this much left, by the value of its headquarters and the number of the Phase."""
    if not may_rally(company.original, left):
        return "can rally no more"
    wait = WINDOW + 1 - (phase - company.hit)
    if wait > 0:
        return f"may rally in {wait} Phase{'' if wait == 1 else 's'}"
    return f"may rally with a die of {headquarters} or less"


def _barred(state: BattleState, scene: Scene, company: Company) -> tuple[Barred, ...]:
    """The commands that a company cannot be given now."""
    if not commands.alive(state, company):
        return ()
    found = []
    for command in commands.ALL:
        fault = commands.refusal(state, scene, company, command)
        if fault is not None:
            found.append(Barred(command, *fault))
    return tuple(found)


def links(state: BattleState, scene: Scene, side: str | None) -> tuple[Link, ...]:
    """The shortest chain through each company, and where it is too long for doctrine (18.2a, 18.31)."""
    found: list[Link] = []
    if side is None:
        return ()
    far = scene.doctrine(side).link
    for company in state.companies:
        members = commands.alive(state, company) if company.side == side and not company.independent else []
        joined, rest = members[:1], members[1:]
        while rest:
            gap, one, other = min(
                (scene.board.distance(state.units[a].cell, state.units[b].cell), a, b) for a in joined for b in rest
            )
            found.append(Link(state.units[one].id, state.units[other].id, gap > far))
            joined.append(other)
            rest.remove(other)
    return tuple(found)


def assets(state: BattleState, scene: Scene, side: str | None) -> tuple[Asset, ...]:
    """A side's batteries with what they are to do, turn by turn (17.11a)."""
    found = []
    for battery in state.batteries:
        if battery.side != side:
            continue
        missions = []
        for turn in range(max(state.turn, 1), scene.scenario.length + 1):
            cell = artillery.target_on(battery, turn)
            if cell >= 0:
                again = turn not in battery.plots
                missions.append(Mission(turn, "fires again at" if again else "fires at", cell))
            elif turn in battery.plots:
                missions.append(Mission(turn, "no fire", -1))
        where = ", ".join(scene.label(cell) for cell in artillery.cells_of(scene, battery))
        lying = f"its fire lies on {where}{', scattered' if battery.scattered else ''}" if where else ""
        parts = tuple(
            [name for name in deployment.missions(state, scene, battery.side) if name.split("@")[0] == battery.key]
        )
        found.append(
            Asset(
                battery.key,
                f"Battery {battery.key[-1]}",
                lying,
                tuple(missions),
                "battery",
                parts=parts if not state.turn else (),
            )
        )
    return tuple(found)


def reaches(state: BattleState, scene: Scene, side: str | None) -> tuple[Reach, ...]:
    """From how far each of a side's units is observed as it stands, by the row of 7.25 that it is in (7.21, 7.22)."""
    dust = scene.scenario.special.dust
    most = dust.most if dust is not None else observing.UNLIMITED
    found = []
    for unit in state.units:
        if unit.side == side and present(unit) and real(unit):
            far = min(observing.reach(state, scene, unit), most)
            if far < observing.UNLIMITED:
                found.append(Reach(unit.id, "seen within", far))
    return tuple(found)


def notes(state: BattleState, scene: Scene, side: str | None) -> dict[str, str]:
    """Where a side's units are that have no counter of their own on the map."""
    found: dict[str, str] = {}
    for unit in state.units:
        if unit.side != side:
            continue
        note = _note(state, scene, unit)
        if note:
            found[unit.id] = note
    return found


def _note(state: BattleState, scene: Scene, unit: Unit) -> str:
    if unit.carrier >= 0 and unit.status in (ON_MAP, OFF):
        return (
            f"on board {state.units[unit.carrier].id}"
            if traits(unit.type).infantry
            else f"towed by {state.units[unit.carrier].id}"
        )
    if unit.status == OFF:
        if unit.entry < 0:
            return "not on the map"
        return f"enters by {scene.label(unit.entry)}, place {unit.place}, turn {entry_turn(state, scene, unit)}"
    if unit.status == ASIDE:
        return "not on the map"
    words = {LOST: "lost", EXITED: "has left the map", MERGED: "merged into another platoon"}
    return words.get(unit.status, "")


def entry_turn(state: BattleState, scene: Scene, unit: Unit) -> int:
    """The turn on which a unit in a queue can come on, if those before it do (19.23b, 19.25)."""
    points = scene.dummy_allowance(unit.side) if not real(unit) else traits(unit.type).allowance
    turn, price = max(state.turn, scene.entry_turn(unit)), scene.entry_price(unit)
    while price > points and points > 0:
        turn, price = turn + 1, price - points
    return turn
