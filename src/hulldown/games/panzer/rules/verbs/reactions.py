"""ASK and PRESET: how a side reacts this turn: it is asked each time, or its presets decide (4.4.2c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.decisions import Option
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.verbs.base import REACTION, PanzerVerb
from hulldown.games.panzer.rules.verbs.kinds import ASK, PRESET

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.driving import Fault
    from hulldown.games.panzer.rules.model import PanzerState

ANSWERS: Final = "reactions"
"""The name by which an order says how its side reacts, and the decision that these verbs answer within it."""
SHOW: Final = "show"
CONCEAL: Final = "conceal"
"""What presets do when the moving modifier could be had by showing a command."""


class Reaction(PanzerVerb):
    """A way for a side to react."""

    def __init__(self, kind: str, name: str, choices: tuple[str, ...]) -> None:
        super().__init__(kind, REACTION, name, "4.4.2c", (ANSWERS,))
        self.choices = choices

    def command_option(self) -> Option:
        return Option(self.kind, self.rule, choices=self.choices)

    def command_fault(self, task: Task) -> Fault | None:
        if task.choice in (self.choices or ("",)):
            return None
        return "4.4.2c", f"say what presets do with the command of a target: {SHOW} it or {CONCEAL} it"


def reacts_by_preset(state: PanzerState, side: str) -> bool:
    """Whether a side's presets decide this turn how it reacts, so that it is not asked (4.4.2c)."""
    return state.modes.get(side) == PRESET


VERBS: Final[tuple[PanzerVerb, ...]] = (Reaction(ASK, "Ask me", ()), Reaction(PRESET, "By presets", (SHOW, CONCEAL)))
