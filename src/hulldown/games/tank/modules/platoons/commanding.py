"""The headquarters: what its losses weigh, and the end of the game with its commander (25.53, 25.54)."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import OptionInfo, Outcome
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.rules.formation import commander, fallen, headquarters
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, SIDES, TankState, Unit, enemy_of, index_of
from hulldown.games.tank.rules.victory import survivors

CHIEF: Final = 3
"""What the loss of the company commander counts towards Preservation (25.54c)."""
STAFF: Final = 2
"""What the loss of another tank of the headquarters counts (25.53)."""
OPTION: Final = OptionInfo(
    "commander_ends",
    "no",
    "25.54d",
    "the game is lost by the side whose company commander is destroyed",
    ("no", "yes"),
    label="The commander's loss ends the game",
)


def weight(state: TankState, unit: Unit) -> int | None:
    """What the loss of a tank of the headquarters counts; None for any other, and when there is none left (25.54b)."""
    staff = headquarters(scenario_of(state), unit.side)
    if unit.id not in staff:
        return None
    if unit.id == staff[0]:
        return CHIEF
    return STAFF if unit.side not in fallen(state) else None


def ended(state: TankState, scene: Scene) -> Outcome | None:
    """The end of a game in which a commander has fallen, if that is agreed on (25.54d); both on a turn is a draw."""
    if state.options.get(OPTION.name) != "yes":
        return None
    lost = [side for side in SIDES if _fallen(state, scene, side)]
    if not lost:
        return None
    score = {side: survivors(state, side) for side in SIDES}
    if len(lost) == len(SIDES):
        return Outcome(None, "25.54d", "both commanders have fallen", score)
    return Outcome(enemy_of(lost[0]), "25.54d", "the commander of the other force has fallen", score)


def _fallen(state: TankState, scene: Scene, side: str) -> bool:
    chief = commander(scene.scenario, side)
    return bool(chief) and state.units[index_of(state, chief)].status == DESTROYED
