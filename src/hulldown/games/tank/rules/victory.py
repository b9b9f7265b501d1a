"""The end of a scenario and who has won it (15.2, 16.0, 17.1)."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import Outcome
from hulldown.games.tank.data.loading import Scenario
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.options import ENGAGE_TURNS, QUIET_TURNS, TURN_CAP
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import Situation
from hulldown.games.tank.rules.state import ALPHA, BRAVO, DESTROYED, EXITED, ON_MAP, SIDES, WAITING, TankState, enemy_of


def survivors(state: TankState, side: str) -> int:
    """A side's undestroyed units, on or off the map (17.3-8; T-84)."""
    count = 0
    for unit in state.units:
        if unit.side == side and unit.status != DESTROYED:
            count += 1
    return count


def judge(state: TankState, scene: Scene) -> Outcome | None:
    """The outcome at the end of a turn, None while the game goes on."""
    for hook in scene.hooks.ends:
        end = hook(state, scene)
        if end is not None:
            return end
    return scene.situation.judge(state, scene)


def _score(state: TankState) -> dict[str, int]:
    return {side: survivors(state, side) for side in SIDES}


def _introductory(state: TankState, scene: Scene) -> Outcome | None:
    """16.0-2: more surviving tanks after the last turn; 16.0-1: no Preservation. C-07: equal is a draw."""
    score = _score(state)
    if state.turn < scene.scenario.length and all(score.values()):
        return None
    if score[ALPHA] == score[BRAVO]:
        return Outcome(None, "16.0-2", "both sides have as many tanks left", score)
    winner = ALPHA if score[ALPHA] > score[BRAVO] else BRAVO
    return Outcome(winner, "16.0-2", "more surviving tanks", score)


def _meeting(state: TankState, scene: Scene) -> Outcome | None:
    """17.11, 17.11-4, 17.11-7, 17.11-8: over when one force has left or is gone; whoever improved the ratio wins.

    T-77: both columns at the end of their ways without contact is a draw. T-78: a cap on the turns, then the ratios.
    """
    score = _score(state)
    gone = [side for side in SIDES if not _present(state, side)]
    if not gone and not state.contact and all(column.halted(state, scene, side) for side in SIDES):
        return Outcome(None, "17.11-2", "both columns passed without meeting", score)
    if not gone and state.turn < int(state.options.get("turn_cap", TURN_CAP)):
        return None
    return _ratio(state, scene, score)


def _present(state: TankState, side: str) -> bool:
    for unit in state.units:  # noqa: SIM110 - asked every turn
        if unit.side == side and (unit.status == ON_MAP or unit.status == WAITING):
            return True
    return False


def _ratio(state: TankState, scene: Scene, score: dict[str, int]) -> Outcome:
    """17.11-7, T-79: survivors of each against the strength at the start; 17.11-8: a force wiped out has lost."""
    for side in SIDES:
        if score[side] == 0 and score[enemy_of(side)] > 0:
            return Outcome(enemy_of(side), "17.11-8", "the other force is wiped out", score)
    ours, theirs = score[ALPHA] * scene.scenario.bravo.strength, score[BRAVO] * scene.scenario.alpha.strength
    if ours == theirs:
        return Outcome(None, "17.11-7", "the ratio of the forces is what it was", score)
    winner = ALPHA if ours > theirs else BRAVO
    return Outcome(winner, "17.11-7", "improved the ratio of the forces", score)


def _antitank(state: TankState, scene: Scene) -> Outcome | None:
    """17.12, 17.12-5, 17.12-6, 17.12-7: Alpha must destroy the guns or break Bravo before it is broken itself.

    T-80: doing both on one turn is a draw. 17.12-9: after the agreed turns without a casualty, counted from the first
    fire, Bravo wins. R-15: an attack that has not come to blows at all gets longer, as slow columns need it.
    """
    score = _score(state)
    guns = any(u.side == BRAVO and arms(u.type).gun and u.status != DESTROYED for u in state.units)
    done = not guns or bool(state.preserved.get(BRAVO)) or not score[BRAVO]
    broken = bool(state.preserved.get(ALPHA)) or not score[ALPHA]
    if done and broken:
        return Outcome(None, "17.12-7", "both forces reached their limit on the same turn", score)
    if done:
        return Outcome(ALPHA, "17.12-6", "the guns are destroyed or the defence is broken", score)
    if broken:
        return Outcome(BRAVO, "17.12-7", "the attack has reached its Preservation Level", score)
    if not state.first_fire and state.turn >= int(state.options.get("engage_turns", ENGAGE_TURNS)):
        return Outcome(BRAVO, "17.12-5", "the attack has never engaged", score)
    if state.first_fire and state.turn - max(state.last_loss, state.first_fire) >= int(
        state.options.get("quiet_turns", QUIET_TURNS)
    ):
        return Outcome(BRAVO, "17.12-9", "the attack has not been pressed", score)
    return None


def _rearguard(state: TankState, scene: Scene) -> Outcome | None:
    """17.13, 17.13-5, 17.13-6, T-82: half of Alpha over Y wins at once; after the last turn Bravo if not broken."""
    score = _score(state)
    out = sum(unit.side == ALPHA and unit.status == EXITED for unit in state.units)
    score["exited"] = out
    if out >= quota(scene.scenario):
        return Outcome(ALPHA, "17.13-5", f"{out} units are through", score)
    if state.turn < scene.scenario.length and _present(state, ALPHA):
        return None
    if state.preserved.get(BRAVO):
        return Outcome(None, "17.13-6", "Alpha did not get through, but the rearguard is broken", score)
    return Outcome(BRAVO, "17.13-6", "Alpha was kept from getting through", score)


def quota(scenario: Scenario) -> int:
    """The units that must get through: half of Alpha's, rounded down (17.13-5)."""
    return scenario.alpha.strength // 2


def _contact(state: TankState) -> int:
    """The turn on which one side spotted the other or fire was executed (17.11-3; 16.0 by T-85)."""
    return state.contact


def _first_fire(state: TankState) -> int:
    """The turn on which fire was executed (17.12-4, 17.13-4)."""
    return state.first_fire


def _no_exit(state: TankState, scene: Scene, side: str) -> str:
    """Nobody leaves the map (17.12-8, 16.0, 16.0-erratum)."""
    return ""


def _home(state: TankState, scene: Scene, side: str) -> str:
    """Over its own edge, from the turn after either force reached Preservation (17.11-5, 17.11-6)."""
    return scene.side(side).edge if any(0 < turn < state.turn for turn in state.preserved.values()) else ""


def _through(state: TankState, scene: Scene, side: str) -> str:
    """Over Y (17.13-7)."""
    return "Y"


SITUATIONS: Final[dict[str, Situation]] = {
    "introductory": Situation(_introductory, _contact, _no_exit, "16.0-1"),
    "meeting": Situation(_meeting, _contact, _home, "17.11-5", prewritten=True),
    "antitank": Situation(_antitank, _first_fire, _no_exit, "17.12-8"),
    "rearguard": Situation(_rearguard, _first_fire, _through, "17.13-7", late_defence=True),
}
"""The situations of the Standard game by name."""
