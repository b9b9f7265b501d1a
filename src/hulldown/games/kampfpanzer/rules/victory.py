"""The end of a scenario and who has won it (14.0h, 14.1 to 14.9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hulldown.core.board import Cell
from hulldown.core.game import Outcome
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import DESTROYED, EXITED, FIRST, ON_MAP, SECOND, SIDES, KampfState, enemy_of


def holding(state: KampfState, cells: frozenset[Cell], side: str) -> int:
    """A side's undisrupted combat units in some hexes (14.0h, K-53): loaded ones count, trucks and APCs never do."""
    return sum(
        unit.side == side
        and unit.status == ON_MAP
        and not unit.level
        and unit.cell in cells
        and not arms(unit.type).carrier
        for unit in state.units
    )


def lost(state: KampfState, side: str) -> int:
    """A side's combat units destroyed (K-65)."""
    return sum(u.side == side and u.status == DESTROYED and not arms(u.type).carrier for u in state.units)


def gone(state: KampfState, side: str) -> int:
    """A side's combat units that have left the map; riders count like their tanks (K-55, 14.5-5)."""
    return sum(u.side == side and u.status == EXITED and not arms(u.type).carrier for u in state.units)


def judge(state: KampfState, scene: Scene) -> Outcome | None:
    """The outcome at the end of a turn, None while the game goes on."""
    early = judged(state, scene)
    if state.turn >= scene.scenario.length:
        return early
    return early if early.winner is not None and _certain(state, scene, early.winner) else None


def judged(state: KampfState, scene: Scene) -> Outcome:
    """The outcome if the game ended now."""
    return _JUDGES[scene.scenario.victory.kind](state, scene)


def _certain(state: KampfState, scene: Scene, winner: str) -> bool:
    """Whether a game is won before its time: enough have left (14.2-3, 14.5-6), or are destroyed (14.4-3), or the
    crossroads is taken (14.8-3)."""
    victory = scene.scenario.victory
    if victory.kind == "reach":
        # 14.8-3, K-58, K-74: tested at the end of each turn from the fifteenth on.
        return winner == victory.side and state.turn >= victory.first_turn
    return winner == victory.side and victory.kind in ("breakout", "destroy", "exit")


def region(scene: Scene) -> frozenset[Cell]:
    """The hexes that a scenario is about: Town 1, a hill with its slopes (K-67), or one hex."""
    victory = scene.scenario.victory
    if victory.hex:
        return frozenset((scene.board.cell(victory.hex),))
    return scene.board.regions[victory.region] if victory.region else frozenset()


def tally(state: KampfState, scene: Scene) -> dict[str, int]:
    """The number of each side that is compared, or that one of them must bring to a height."""
    victory, cells = scene.scenario.victory, region(scene)
    if cells:
        return {side: holding(state, cells, side) for side in SIDES}
    if victory.kind == "destroy":
        return {side: lost(state, enemy_of(side)) for side in SIDES}
    return {side: gone(state, side) for side in SIDES}


def _more(state: KampfState, scene: Scene) -> Outcome:
    """14.1-4, 14.6-3: more undisrupted units in the place; equal numbers are a draw (K-54)."""
    score, rule = tally(state, scene), scene.scenario.victory.rule
    if score[FIRST] == score[SECOND]:
        return Outcome(None, rule, "both have as many undisrupted units there", score)
    winner = FIRST if score[FIRST] > score[SECOND] else SECOND
    return Outcome(winner, rule, "more undisrupted units there", score)


def _double(state: KampfState, scene: Scene) -> Outcome:
    """14.3-3, K-54: twice as many as the enemy, and at least one."""
    score, side = tally(state, scene), scene.scenario.victory.side
    met = score[side] >= 1 and score[side] >= 2 * score[enemy_of(side)]
    return _either(scene, met, score, "twice as many undisrupted units there", "not outnumbered two to one there")


def _breakout(state: KampfState, scene: Scene) -> Outcome:
    """14.2-3, K-59: enough units off the map win; if not, the others win unless they have lost too many."""
    victory, score = scene.scenario.victory, tally(state, scene)
    out, losses = score[victory.side], lost(state, enemy_of(victory.side))
    if out < victory.exit and losses >= victory.losses:
        why = f"too few are through, but {losses} units were lost to stop them"
        return Outcome(None, victory.rule, why, score)
    told = f"{out} of {victory.exit} units are through"
    return _either(scene, out >= victory.exit, score, told, told)


def _destroy(state: KampfState, scene: Scene) -> Outcome:
    """14.4-3: so many enemies destroyed."""
    victory, score = scene.scenario.victory, tally(state, scene)
    done = score[victory.side]
    told = f"{done} of {victory.destroyed} units are destroyed"
    return _either(scene, done >= victory.destroyed, score, told, told)


def _exit(state: KampfState, scene: Scene) -> Outcome:
    """14.5-6: so many units off the map."""
    victory, score = scene.scenario.victory, tally(state, scene)
    out = score[victory.side]
    told = f"{out} of {victory.exit} units are through"
    return _either(scene, out >= victory.exit, score, told, told)


def _breakthrough(state: KampfState, scene: Scene) -> Outcome:
    """14.7-3: enough units off the map, enough enemies destroyed, and not too many lost."""
    victory, score = scene.scenario.victory, tally(state, scene)
    met = (
        score[victory.side] >= victory.exit
        and lost(state, enemy_of(victory.side)) >= victory.destroyed
        and lost(state, victory.side) < victory.losses
    )
    return _either(scene, met, score, "through, with enough of the enemy destroyed", "the breakthrough has failed")


def _reach(state: KampfState, scene: Scene) -> Outcome:
    """14.8-3: an undisrupted unit on the hex."""
    victory, score = scene.scenario.victory, tally(state, scene)
    there = score[victory.side] > 0
    return _either(scene, there, score, f"an undisrupted unit is on {victory.hex}", f"nobody holds {victory.hex}")


def _evict(state: KampfState, scene: Scene) -> Outcome:
    """14.9-3: fewer than so many undisrupted enemies left in the place."""
    victory, score = scene.scenario.victory, tally(state, scene)
    left = score[enemy_of(victory.side)]
    told = f"only {left} undisrupted enemy units are left there"
    return _either(scene, left < victory.fewer, score, told, f"{left} undisrupted units hold the place")


def _either(scene: Scene, met: bool, score: dict[str, int], won: str, failed: str) -> Outcome:
    """The outcome where one side had to do something, and the other wins if it has not."""
    victory = scene.scenario.victory
    winner, why = (victory.side, won) if met else (enemy_of(victory.side), failed)
    return Outcome(winner, victory.rule, why, score)


_JUDGES: Final[dict[str, Callable[[KampfState, Scene], Outcome]]] = {
    "more": _more,
    "double": _double,
    "breakout": _breakout,
    "destroy": _destroy,
    "exit": _exit,
    "breakthrough": _breakthrough,
    "reach": _reach,
    "evict": _evict,
}
"""How each kind of scenario is decided."""
