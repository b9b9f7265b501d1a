"""The Initiative Phase: both forces roll, and the winner chooses who is First Player (4.3)."""

from __future__ import annotations

from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.state import SIDES, PanzerState, enemy_of

FIRST, SECOND = "first", "second"
CHOICES: tuple[str, ...] = (FIRST, SECOND)


def determine(state: PanzerState, scenario: Scenario, doing: Doing) -> None:
    """Each force rolls (100), the higher wins; ties are rolled again unless the scenario says whose they are.

    Cases 3.1a, 4.3.1a; ruling F9.
    """
    while True:
        rolls = {side: roll_100(doing.dice, f"initiative of the {side} force") for side in SIDES}
        doing.emit("initiative", "4.3.1a", (), **{side: rolls[side] for side in SIDES})
        high = max(rolls.values())
        best = [side for side in SIDES if rolls[side] == high]
        if len(best) == 1:
            state.winner = best[0]
            return
        if scenario.tie != "reroll":
            state.winner = scenario.tie
            return


def choose(state: PanzerState, choice: str, doing: Doing) -> None:
    """Notes the winner's choice: it is First Player itself, or its enemy (4.3.1b, 4.3.1c, 3.1b, 4.3.2a; F4)."""
    state.first = state.winner if choice == FIRST else enemy_of(state.winner)
    doing.emit("first_player", "4.3.1b", (), side=state.first, winner=state.winner)
