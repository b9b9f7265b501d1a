"""Units that get in each other's way: disputed hexes, enemies in the way, zones one may not pass between (6.4, 8.0).

6.0-gen-4: these, and the zones that `movement` looks at, are all by which units stop each other.
"""

from __future__ import annotations

from typing import final

from hulldown.core.board import Cell
from hulldown.core.marching import Gate, committed, crossing, disputed, exits_now, meetings, unblocked
from hulldown.core.sequence import Doing
from hulldown.games.kampfpanzer.rules import overrun
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import DIE
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import FIRST, NOBODY, ON_MAP, SECOND, SIDES, KampfState, Mover
from hulldown.games.kampfpanzer.rules.verbs.move import MOVING
from hulldown.games.kampfpanzer.rules.zones import controlled


def halt(state: KampfState, scene: Scene, doing: Doing, mover: Mover, rule: str, why: str) -> None:
    """Ends a unit's movement where it is; one that has not come onto the map waits for the next turn (K-14)."""
    mover.active = False
    unit = state.units[mover.unit]
    if unit.status != ON_MAP:
        doing.emit("kept_out", rule, (), unit=unit.id, side=unit.side, why=why)
        return
    doing.emit("stopped", rule, (), unit=unit.id, side=unit.side, hex=scene.board.labels[unit.cell], why=why)


def settle_contests(state: KampfState, scene: Scene, doing: Doing, due: list[Mover]) -> None:
    """Decides who enters a hex that units of both sides enter at the same tick (6.4a to 6.4d, K-04, K-05).

    The best of each side are compared: fewest hexes moved, then the higher allowance, then dice. The winner enters and
    stops; everybody of the other side stops in the hex before. Units do not change places across a hexside. Whoever
    could not enter the hex in any case, since an enemy stands there or a zone forbids it, contests nothing.
    """
    if not meetings(state.units, due, FIRST):
        return
    due = unblocked(due, Way(state, scene, doing))
    met = meetings(state.units, due, FIRST)
    for goal, rivals in disputed(due, met):
        able = _able(state, scene, doing, due, rivals)
        if meetings(state.units, able, FIRST):
            _contest(state, scene, doing, goal, able)
    for mover in crossing(due, met):
        halt(state, scene, doing, mover, "7.0-gen-3", "an enemy comes the other way across the same hexside")


def _able(state: KampfState, scene: Scene, doing: Doing, due: list[Mover], rivals: list[Mover]) -> list[Mover]:
    """The rivals that could enter if those of the other side stayed where they are; the others stop (R-14).

    8.0-gen-4: who wins and then may not go from zone to zone would leave the hex to nobody.
    """
    leaving = sum(1 << mover.unit for mover in due if mover.active)
    able: list[Mover] = []
    barred: list[tuple[Mover, str, str]] = []
    for mover in rivals:
        side = state.units[mover.unit].side
        others = sum(1 << other.unit for other in rivals if state.units[other.unit].side != side)
        why = blocked(state, scene, mover, leaving & ~others)
        if why is None:
            able.append(mover)
        else:
            barred.append((mover, *why))
    for mover, rule, reason in barred:
        halt(state, scene, doing, mover, rule, reason)
    return able


def _contest(state: KampfState, scene: Scene, doing: Doing, goal: Cell, rivals: list[Mover]) -> None:
    teams = {side: [m for m in rivals if state.units[m.unit].side == side] for side in SIDES}
    champions = {side: max(team, key=lambda m: _rank(state, scene, m)) for side, team in teams.items()}
    ranks = {side: _rank(state, scene, champion)[:4] for side, champion in champions.items()}
    label, rule, how = scene.board.labels[goal], "6.4b", "fewer hexes moved"
    if ranks[FIRST][0] != ranks[SECOND][0]:
        rule, how = "9.62a", "an overrun under way goes first"
    elif ranks[FIRST][1] == ranks[SECOND][1]:
        rule, how = "6.4c", "the higher Movement Allowance"
        if ranks[FIRST][2] != ranks[SECOND][2]:
            rule, how = "11.23b", "the other one has panicked"
    if ranks[FIRST] == ranks[SECOND]:
        rule, how = "6.4c", "dice"
        winner = roll_off(doing, {side: state.units[champions[side].unit].id for side in SIDES}, label)
    else:
        winner = FIRST if ranks[FIRST] > ranks[SECOND] else SECOND
    first, second = champions[FIRST], champions[SECOND]
    doing.emit("contest", rule, (), hex=label, unit=state.units[champions[winner].unit].id, side=winner, how=how,
               first=state.units[first.unit].id, second=state.units[second.unit].id)  # fmt: skip
    for side, team in teams.items():
        for mover in team:
            if side != winner:
                halt(state, scene, doing, mover, "6.4d", f"lost the contest for {label}")
            elif not (mover.kind in scene.overruns and mover.at >= len(mover.path) - 2):
                # 6.4d: the winner is next to the loser then, and stops, too; but not in a hex that it overruns (8.1).
                mover.path, mover.due = mover.path[: mover.at + 1], mover.due[: mover.at + 1]
                mover.exits, mover.kind = False, MOVING.kind


def _rank(state: KampfState, scene: Scene, mover: Mover) -> tuple[int, int, int, int, int]:
    """How good a unit's claim is: a panicked one counts as having a lower allowance than others (11.23b, K-18).

    An overrunner in its target hex cannot stay there and comes first. K-03: stops are no hexes.
    """
    unit = state.units[mover.unit]
    inside = mover.kind in scene.overruns and committed(mover)
    return int(inside), -mover.at, int(not unit.panicked), arms(unit.type).ma, -mover.unit


def roll_off(doing: Doing, rivals: dict[str, str], label: str) -> str:
    """The side with the higher roll (6.4c); equal ones are rolled again. `rivals` are the units by their sides."""
    while True:
        rolled = {side: doing.dice.roll(DIE, f"{rivals[side]} contests {label}") for side in SIDES}
        if rolled[FIRST] != rolled[SECOND]:
            doing.emit("contest_dice", "6.4c", (), hex=label, first=rolled[FIRST], second=rolled[SECOND])
            return FIRST if rolled[FIRST] > rolled[SECOND] else SECOND


@final
class Way(Gate):
    """The way of a unit into its next hex, as it is at a tick; it remembers why it is barred."""

    def __init__(self, state: KampfState, scene: Scene, doing: Doing) -> None:
        self.state = state
        self.scene = scene
        self.doing = doing
        self.why: dict[int, tuple[str, str]] = {}

    def blocked(self, mover: Mover, leaving: int) -> bool:
        why = blocked(self.state, self.scene, mover, leaving)
        if why is None:
            return False
        self.why[mover.unit] = why
        return True

    def stop(self, mover: Mover) -> None:
        rule, why = self.why[mover.unit]
        halt(self.state, self.scene, self.doing, mover, rule, why)


def blocked(state: KampfState, scene: Scene, mover: Mover, leaving: int) -> tuple[str, str] | None:
    """Why a mover cannot enter its next hex while the units in the set `leaving` leave theirs; None if it can.

    7.0-gen-3: an enemy is there. 8.0-gen-4, K-07: it would go from one zone of control straight into another, the hex
    of an overrun excepted (8.1). 8.0-gen-3: who only leaves a zone may.
    """
    if exits_now(mover):
        return None
    unit, goal = state.units[mover.unit], mover.path[mover.at]
    storming = mover.kind in scene.overruns
    if storming and mover.at == len(mover.path) - 2:
        return overrun.barred(state, scene, mover, leaving)
    for index, other in enumerate(state.units):
        if other.cell != goal or other.side == unit.side or other.status != ON_MAP or leaving >> index & 1:
            continue
        if other.aboard == NOBODY:  # 7.2: passengers go with their vehicles
            return "7.0-gen-3", f"{other.id} is in {scene.board.labels[goal]}"
    if unit.status != ON_MAP or (storming and committed(mover)):
        return None
    spared = overrun.spared(scene, mover)
    here = controlled(state, scene.board, unit.cell, unit.side, leaving, spared)
    if here is not None and controlled(state, scene.board, goal, unit.side, leaving, spared) is not None:
        return "8.0-gen-4", f"{scene.board.labels[goal]} is in a zone of control, like the hex it leaves"
    return None
