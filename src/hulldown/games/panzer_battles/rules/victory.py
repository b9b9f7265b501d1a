"""How a game ends (19.3, 20.0-vc-1, 21.0-vc-5, 22.0-vc-1)."""

from __future__ import annotations

from hulldown.core.game import Outcome
from hulldown.games.panzer_battles.rules.points import in_play, tally, within_reach
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import FIRST, SECOND, SIDES, BattleState, enemy_of


def judge(state: BattleState, scene: Scene) -> Outcome | None:
    """The outcome when the last turn is over, or nothing can change it any more; None while the game goes on.

    19.32a, 20.0-vc-1: points count at the end. So a side with nothing left does not end the game as long as either
    side may still earn what makes a difference.
    """
    return judged(state, scene) if state.turn >= scene.scenario.length or _stands(state, scene) else None


def _stands(state: BattleState, scene: Scene) -> bool:
    """Whether one side has nothing left on the map or behind it, and no points still to be had change the winner."""
    if all(in_play(state, side) for side in SIDES):
        return False
    found = tally(state, scene)
    winners = {_winner(found, scene)}
    for side in SIDES:
        gain, taken = within_reach(state, scene, side)
        foe = enemy_of(side)
        winners.add(_winner({side: found[side] + gain, foe: found[foe] - taken}, scene))
    return len(winners) == 1


def _winner(found: dict[str, int], scene: Scene) -> str | None:
    """Who has more points, or what the scenario says of a tie (2.0c; SCN-10, 22.0-vc-1)."""
    if found[FIRST] != found[SECOND]:
        return FIRST if found[FIRST] > found[SECOND] else SECOND
    return SECOND if scene.scenario.victory.tie == SECOND else None


def judged(state: BattleState, scene: Scene) -> Outcome:
    """The outcome if the game ended now."""
    found = tally(state, scene)
    winner = _winner(found, scene)
    if winner is None:
        reason = f"both have {found[FIRST]} Victory Points"
    else:
        reason = f"{found[winner]} Victory Points against {found[enemy_of(winner)]}"
    return Outcome(winner, scene.scenario.victory.rule, reason, found)
