"""The Initiative Phase with Force Grades (6.3). Room C."""

from __future__ import annotations

from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.rules.advanced.command_tables import initiative_modifier
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import SIDES, PanzerState


def determine(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Each force rolls (100) and adds the modifier of its Force Grade; the higher wins (6.3.1, 6.3.2; F9).

    5.8.1a: the Force Grade is the side's; those of its formations and units do not count here.
    """
    scenario = scene.scenario
    modifiers = {side: initiative_modifier(find_grade(scenario.side(side).grade)) for side in SIDES}
    while True:
        totals = {}
        told: dict[str, Scalar] = {}
        for side in SIDES:
            roll = roll_100(doing.dice, f"initiative of the {side} force")
            totals[side] = roll + int(modifiers[side].value)
            told |= {side: totals[side], f"{side}_roll": roll}
        doing.note("graded_initiative", "6.3.1a", (), told, tuple(modifiers.values()))
        best = [side for side in SIDES if totals[side] == max(totals.values())]
        if len(best) == 1 or scenario.tie != "reroll":
            state.winner = best[0] if len(best) == 1 else scenario.tie
            return
