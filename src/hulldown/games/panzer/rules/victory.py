"""Victory points and the end of a scenario (3.6a, 4.6.2)."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import Outcome
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import (
    BAILED_OUT,
    BREWED_UP,
    ELIMINATED,
    EXITED,
    GERMAN,
    KNOCKED_OUT,
    ON_MAP,
    SIDES,
    SOVIET,
    WAITING,
    PanzerState,
    enemy_of,
)

HANDICAP: Final = "handicap"
OBJECTIVE: Final = "objective"
LOST: Final = "eliminated"
DAMAGED: Final = "damaged"
REDUCED: Final = "reduced"
LEFT: Final = "left"
MORE: Final = "more"
"""What victory points are given for."""
GONE: Final = (KNOCKED_OUT, BREWED_UP, BAILED_OUT, ELIMINATED)
"""The ways in which a unit is out of the game (4.4.3.2.6-ko-a, 5.15)."""


Item = tuple[str, str, int]
"""Victory points with their side and the reason."""


def items(state: Position, scene: Scene) -> list[Item]:
    """The victory points one by one: objectives held, enemies hit, vehicles off the map.

    4.5.1.1.9a: a vehicle that has left is not eliminated; 4.5.1.1.9d: it counts where the scenario rewards leaving.
    """
    scenario, board = scene.scenario, scene.board
    # Handicaps are an option of our own.
    found = [(side, HANDICAP, int(state.options.get(f"{side}_points", 0))) for side in SIDES]
    for hold, objective in zip(state.holds, scenario.objectives, strict=True):
        for side in SIDES:
            if hold.holder == side:
                found.append((side, OBJECTIVE, objective.points.get(side, 0)))
    rules = scenario.victory
    worth = scene.doctrine.worth
    for index, unit in enumerate(state.units):
        if unit.status in GONE:
            found.append((enemy_of(unit.side), LOST, worth(state, scene, index) * rules.eliminated // 100))
        elif unit.damaged:
            found.append((enemy_of(unit.side), DAMAGED, worth(state, scene, index) * rules.damaged // 100))
        elif scene.doctrine.share(state, scene, index):
            found.append((enemy_of(unit.side), REDUCED, scene.doctrine.share(state, scene, index)))
        if unit.status == EXITED and scene.doctrine.scores_by_leaving(unit):
            ways = (way for way in scenario.exits if way.side == unit.side and unit.cell in board.edges[way.edge])
            found.append((unit.side, LEFT, max((way.points for way in ways), default=0)))
    for side, lost, hurt in scene.doctrine.aloft(state, scene):
        found.append((enemy_of(side), LOST, lost * rules.eliminated // 100))
        found.append((enemy_of(side), DAMAGED, hurt * rules.damaged // 100))
    for hook in scene.hooks.points:
        found += [(side, MORE, more) for side, more in hook(state, scene).items()]
    return found


def score(state: Position, scene: Scene) -> dict[str, int]:
    """The victory points of both sides."""
    return total(items(state, scene))


def total(items: list[Item]) -> dict[str, int]:
    """The sum of these victory points for each side."""
    points = dict.fromkeys(SIDES, 0)
    for side, _, more in items:
        points[side] += more
    return points


def settled(state: PanzerState, scene: Scene) -> bool:
    """Whether nothing can change the score any more: a force is gone, and the other has all it could still get.

    Aircraft, and fire that is planned, may strike after the last unit of their side is lost (6.7.2.1b, 6.5.1.11a).
    """
    left = {unit.side for unit in state.units if unit.status in (ON_MAP, WAITING)}
    if len(left) == len(SIDES):
        return False
    for side in left:
        if any(way.side == side for way in scene.scenario.exits):
            return False
        if any(hold.holder != side for hold in state.holds):
            return False
        if scene.doctrine.strikes_from_afar(state, scene, enemy_of(side)):
            return False
    return True


def judge(state: PanzerState, scene: Scene) -> Outcome | None:
    """The outcome after the last turn (4.6.2a), or when nothing can change it any more; else None (4.6.2b)."""
    if state.turn < scene.scenario.turns and not settled(state, scene):
        return None
    points = score(state, scene)
    margin = points[SOVIET] - points[GERMAN]
    level = scene.scenario.victory.level(abs(margin))
    if level is None:
        return Outcome(None, "4.6.2a", f"{points[SOVIET]} to {points[GERMAN]} points is too close to call", points)
    winner = SOVIET if margin > 0 else GERMAN
    return Outcome(winner, "4.6.2a", f"{level.name}, {abs(margin)} points ahead", points)
