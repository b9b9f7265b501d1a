"""Morale (14.0): checks at the end of a Segment, what each state forbids, rallying, and the value of headquarters."""

from __future__ import annotations

from typing import Final

from hulldown.core.events import ONLOOKERS, Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.rules import morale_tables, points
from hulldown.games.panzer_battles.rules.commands import order, refusal, strength
from hulldown.games.panzer_battles.rules.options import YES
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ON_MAP, BattleState, Company, enemy_of
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, OVERWATCH, RALLY, WITHDRAW

MOST: Final = 3
WINDOW: Final = 7
"""The Phases of a whole turn (SEQ-17), for which losses keep a company from rallying (14.61a; MOR-1)."""


def told(state: BattleState, company: Company) -> tuple[str, ...]:
    """Who is told of a company's morale: everybody, or its owner alone where that was agreed (14.0-proc-5)."""
    return (company.side,) if state.options.get("secret_morale") == YES else ()


def raise_state(state: BattleState, scene: Scene, company: Company, by: int, rule: str, doing: Doing) -> None:
    """Raises the morale state of a company, to 3 at most (14.21-note-1); independent ones have none (18.11)."""
    if company.independent or by <= 0 or company.morale >= MOST:
        return
    company.morale = min(company.morale + by, MOST)
    doing.emit("morale", rule, told(state, company), company=company.key, side=company.side, state=company.morale)
    if company.morale == MOST and not company.broken:
        company.broken = True
        points.award_break(state, scene, company, doing)


def check(state: BattleState, scene: Scene, doing: Doing) -> None:
    """One check for each company that lost something in this Segment (14.0-proc-1, 14.11a, 14.11b; SEQ-12, MOR-14)."""
    for company in state.companies:
        if not company.fresh:
            continue
        company.fresh = 0
        if company.independent or strength(state, company) == 0:
            continue
        due = morale_tables.morale_check(company.base, company.lost, company.thinned)
        rolled = morale_tables.roll_morale(due, doing.dice, f"morale of {company.key}")
        _tell_check(state, company, due, rolled, doing)
        raise_state(state, scene, company, rolled.increase, "14.0-proc-4", doing)


def _tell_check(
    state: BattleState, company: Company, due: morale_tables.Check, rolled: morale_tables.Checked, doing: Doing
) -> None:
    """Tells of a morale check. How it came to its column is for the owner: it shows whether a platoon was detached.

    18.21a: that is his secret. What it did to the company is public (14.0-gen-3), unless agreed otherwise.
    """
    data: dict[str, Scalar] = {
        "company": company.key, "side": company.side, "roll": sum(rolled.dice), "rise": rolled.increase
    }  # fmt: skip
    own = data | {"column": due.column.value}
    doing.note("check", "14.0-proc-2", (company.side,), own, due.column.factors)
    if not told(state, company):
        doing.note("checked", "14.0-proc-2", (enemy_of(company.side), ONLOOKERS), data)


def invalid(state: BattleState, scene: Scene, side: str) -> list[int]:
    """The companies of a side whose command their morale no longer allows (14.12)."""
    return [
        at
        for at, company in enumerate(state.companies)
        if company.side == side and any(_forbidden(state, scene, company, member) for member in company.members)
    ]


def _forbidden(state: BattleState, scene: Scene, company: Company, member: int) -> bool:
    """Whether a unit is under a command that its company may not have now; a Rally or Withdraw once given stands."""
    unit = state.units[member]
    if unit.status != ON_MAP or not unit.command or unit.command in (WITHDRAW, RALLY):
        return False
    if unit.command == OVERWATCH and company.morale < MOST:
        return False
    return refusal(state, scene, company, unit.command) is not None and company.morale > 1


def obey(state: BattleState, scene: Scene, company: Company, command: str) -> None:
    """Gives a company a command outside its Command Phase, at once (14.12); it earns no roll to rally (CMD-11).

    13.28c, CA-26: units whose own command still holds keep it.
    """
    members = [member for member in company.members if _forbidden(state, scene, company, member)]
    company.command = command
    company.plotted = False
    company.locked = company.locked or command in (WITHDRAW, RALLY)
    for member in members:
        order(state.units[member], command)


def may_roll(state: BattleState, company: Company) -> bool:
    """Whether a company with a Rally command may try (14.61a, 14.64a)."""
    return (
        company.command == RALLY
        and company.plotted
        and company.morale > 0
        and state.phase - company.hit > WINDOW
        and morale_tables.may_rally(company.original, strength(state, company))
    )


def rally(state: BattleState, scene: Scene, side: str, doing: Doing) -> None:
    """The Rally Segment: one die for each company told to rally (14.6a, 14.6b, 14.62; SEQ-21).

    14.64b: however often it has broken and rallied before.
    """
    for company in state.companies:
        if company.side != side or not may_roll(state, company):
            continue
        value = state.headquarters.get(company.battalion, 0)
        die, better = morale_tables.roll_rally(value, doing.dice, f"rally of {company.key}")
        doing.emit(
            "rally",
            "14.6b",
            told(state, company),
            company=company.key,
            side=company.side,
            roll=die,
            value=value,
            success=better,
        )
        if not better:
            continue
        company.morale -= 1
        doing.emit(
            "morale", "14.6b", told(state, company), company=company.key, side=company.side, state=company.morale
        )
        if company.morale == 0:
            restore(state, company)


def restore(state: BattleState, company: Company) -> None:
    """A company back in state 0: its present strength is what later checks start from (14.63; MOR-3)."""
    company.base, company.lost, company.locked = strength(state, company), 0, False


def roll_headquarters(state: BattleState, scene: Scene, doing: Doing) -> None:
    """Before the game each battalion's headquarters gets its value (14.7b, 14.9)."""
    for name, rating in scene.headquarters():
        state.headquarters[name] = morale_tables.roll_hq(rating, doing.dice, f"headquarters {name}")
        doing.emit(
            "headquarters",
            "14.7b",
            (),
            name=name.split()[1],
            side=name.split()[0],
            rating=rating,
            value=state.headquarters[name],
        )


__all__ = [
    "BOUND", "check", "invalid", "may_roll", "obey", "raise_state", "rally", "restore", "roll_headquarters", "told",
]  # fmt: skip
