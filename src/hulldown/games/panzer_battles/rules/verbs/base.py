"""What every kind of task of Panzer Battles answers; a verb overrides what is special about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.books import Verb
from hulldown.core.decisions import Option
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task

if TYPE_CHECKING:
    from hulldown.core.sequence import Doing
    from hulldown.games.panzer_battles.rules.planning import Planning
    from hulldown.games.panzer_battles.rules.scene import Scene
    from hulldown.games.panzer_battles.rules.state import BattleState, March

SETUP: Final = "deploy"
PLOT: Final = "plot"
COMMAND: Final = "command"
NAMING: Final = "name"
MOVEMENT: Final = "move"
FIRING: Final = "fire"
FACING: Final = "face"
SHEDDING: Final = "shed"
STATUS: Final = "status"
CROWD: Final = "crowd"
RECOMMAND: Final = "recommand"
ENGAGE: Final = "engage"
REORDER: Final = "orders"
RETREATING: Final = "withdraw"
"""Kinds of decisions."""
ORDERS: Final = "command"
DRIVE: Final = "move"
CHANGE: Final = "change"
TURNING: Final = "turn"
REACTION: Final = "reaction"
SHOT: Final = "fire"
STANDING: Final = "stand"
PLACING: Final = "place"
SHELLS: Final = "shell"
"""Families that others ask for."""
Fault = tuple[str, str]
"""The case that a task breaks, and why."""


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleVerb(Verb):
    """One kind of task; `answers` are the kinds of decision that it is an answer to."""

    def __init__(self, kind: str, family: str, name: str, rule: str, answers: tuple[str, ...]) -> None:
        super().__init__(kind, family, name, rule)
        self.answers = answers
        self.choices: tuple[str, ...] = ()

    # As an act of a unit in its Movement Segment.

    def options(self, planning: Planning) -> tuple[Option, ...]:
        """What is offered to a unit as things stand."""
        return ()

    def fault(self, planning: Planning, task: Task) -> Fault | None:
        """What is wrong with a task, given what its side knows."""
        return None

    def begin(self, planning: Planning, task: Task) -> March:
        """The act that the task means."""
        raise NotImplementedError

    def advance(self, state: BattleState, scene: Scene, march: March, doing: Doing) -> bool:
        """Carries the act on by one step; True when it is over."""
        raise NotImplementedError
