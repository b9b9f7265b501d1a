"""How a game ends (19.3, 20.0-vc-1, 21.0-vc-5, 22.0-vc-1)."""

from __future__ import annotations

from hulldown.core.game import Outcome
from hulldown.games.panzer_battles.rules.points import tally
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import FIRST, OFF, ON_MAP, SECOND, SIDES, BattleState, real


def judge(state: BattleState, scene: Scene) -> Outcome | None:
    """The outcome when the last turn is over, or a side has nothing left to play with; None while the game goes on."""
    left = {
        side: any(unit.side == side and unit.status in (ON_MAP, OFF) and real(unit) for unit in state.units)
        for side in SIDES
    }
    return None if state.turn < scene.scenario.length and all(left.values()) else judged(state, scene)


def judged(state: BattleState, scene: Scene) -> Outcome:
    """The outcome if the game ended now: who has more points, or what the scenario says (2.0c; SCN-10, 22.0-vc-1)."""
    victory = scene.scenario.victory
    found = tally(state, scene)
    winner: str | None = None
    if found[FIRST] != found[SECOND]:
        winner = FIRST if found[FIRST] > found[SECOND] else SECOND
    elif victory.tie == SECOND:
        winner = SECOND
    if winner is None:
        reason = f"both have {found[FIRST]} Victory Points"
    else:
        loser = SECOND if winner == FIRST else FIRST
        reason = f"{found[winner]} Victory Points against {found[loser]}"
    return Outcome(winner, victory.rule, reason, found)
