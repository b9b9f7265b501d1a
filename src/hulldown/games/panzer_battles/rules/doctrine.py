"""Doctrine (18.0): how close platoons of a company must keep when they move (6.14), and what happens if they do not.

MOR-8: it may be broken; the company's morale pays for it. MOR-13: judged at the end of one's own movement.
"""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules.commands import alive
from hulldown.games.panzer_battles.rules.morale import WINDOW, raise_state, told
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ON_MAP, BattleState, Company, real

NEVER = -100


def links(state: BattleState, scene: Scene, company: Company) -> list[tuple[int, int]]:
    """The pairs of platoons of a company close enough to be linked (18.2a, 18.31; MOR-9, MOR-10)."""
    far = scene.doctrine(company.side).link
    members = alive(state, company)
    return [
        (one, two)
        for place, one in enumerate(members)
        for two in members[place + 1 :]
        if scene.board.distance(state.units[one].cell, state.units[two].cell) <= far
    ]


def holds(state: BattleState, scene: Scene, company: Company) -> bool:
    """Whether a company meets its doctrine; a single platoon always does (18.2b; MOR-18), so do independent ones."""
    members = alive(state, company)
    if company.independent or len(members) < 2:
        return True
    return _chained(members, links(state, scene, company)) and _in_battalion(state, scene, company)


def _chained(members: list[int], pairs: list[tuple[int, int]]) -> bool:
    """Whether the links join all members."""
    reached = {members[0]}
    grown = True
    while grown:
        before = len(reached)
        for one, two in pairs:
            if one in reached or two in reached:
                reached |= {one, two}
        grown = len(reached) > before
    return len(reached) == len(members)


def _in_battalion(state: BattleState, scene: Scene, company: Company) -> bool:
    """Whether its platoons are near enough to all of their battalion (18.32; MOR-11, MOR-12)."""
    far = scene.doctrine(company.side).battalion
    if not far:
        return True
    mates = [
        unit
        for unit in state.units
        if unit.side == company.side
        and unit.status == ON_MAP
        and real(unit)
        and state.companies[unit.company].battalion == company.battalion
    ]
    own = [state.units[member] for member in alive(state, company)]
    return all(scene.board.distance(one.cell, two.cell) <= far for one in own for two in mates)


def warned(state: BattleState, scene: Scene, side: str) -> list[str]:
    """The companies of a side that would pay if its Movement Phase ended as things stand (18.12; MOR-8)."""
    return [
        company.key
        for company in state.companies
        if company.side == side and company.loose == NEVER and not holds(state, scene, company)
    ]


def punish(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """At the start of its Movement Phase a company that its own movement has put out of doctrine pays (18.12)."""
    for company in state.companies:
        if company.side == side and company.astray and not holds(state, scene, company):
            doing.emit("out_of_doctrine", "18.12", told(state, company), company=company.key, side=company.side)
            raise_state(state, scene, company, 1, "18.12", doing)


def note_moves(state: BattleState, scene: Scene, side: str) -> None:
    """At the end of a side's Movement Segment: which companies stand out of doctrine through movement (18.12; MOR-13).

    18.2a: who stays apart does so of its own will. 6.12b: who is driven apart later, by losses or withdrawal, does not.
    """
    for company in state.companies:
        if company.side == side:
            company.astray = company.loose == NEVER and not holds(state, scene, company)


def note_loss(state: BattleState, scene: Scene, company: Company, held: bool) -> None:
    """After the loss of a platoon: a company that it has put out of doctrine has a turn to mend it (18.13a; MOR-1).

    `held` is whether the company met its doctrine before.
    """
    if held and company.loose == NEVER and not company.astray and not holds(state, scene, company):
        company.loose = state.phase + WINDOW


def expire(state: BattleState, scene: Scene, doing: Doing) -> None:
    """At the end of a Phase: who has not mended what losses did pays, and is judged as usual from its next moves on.

    18.13b: it does not pay by 18.12 before it has had a Movement Phase of its own.
    """
    for company in state.companies:
        if company.loose == NEVER:
            continue
        held = holds(state, scene, company)
        if held or state.phase >= company.loose:
            company.loose = NEVER
        if not held and company.loose == NEVER:
            doing.emit("out_of_doctrine", "18.13b", told(state, company), company=company.key, side=company.side)
            raise_state(state, scene, company, 1, "18.13b", doing)
