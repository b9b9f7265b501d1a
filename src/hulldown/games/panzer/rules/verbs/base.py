"""What every kind of task of Panzer answers; a verb overrides what is special about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from hulldown.core.books import Verb
from hulldown.core.decisions import Option, PathDomain
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.model import Shot

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.driving import Fault
    from hulldown.games.panzer.rules.movement import Plan, Planning

SETUP: Final = "deploy"
COMMAND: Final = "command"
FIRING: Final = "fire"
WATCHING: Final = "overwatch"
MOVEMENT: Final = "move"
ADJUST: Final = "adjust"
INDIRECT: Final = "indirect"
FIRE_PLAN: Final = "fireplan"
STRAYING: Final = "astray"
"""Kinds of decisions that tasks answer."""
DRIVE: Final = "drive"
STAND: Final = "stand"
REACTION: Final = "reaction"
"""Families that others ask for: it drives through hexes, it remains in its hex, it says how a side reacts."""


class Means(NamedTuple):
    """What a unit has at hand when it gets its command."""

    on_map: bool
    gun: bool
    """It has ammunition that it may fire."""
    target: bool
    """It has spotted an enemy at which it may fire."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PanzerVerb(Verb):
    """One kind of task: what is offered and refused, how it begins to be carried out, how it is written.

    `answers` are the kinds of decision it is an answer to. As a command it may oblige a unit to fire (`shoots`) and to
    move (`moves`), or let it fire on overwatch (`watches`). `aliases` are other words for it in notation.
    """

    def __init__(self, kind: str, family: str, name: str, rule: str, answers: tuple[str, ...]) -> None:
        super().__init__(kind, family, name, rule)
        self.answers = answers
        self.shoots = False
        self.moves = False
        self.watches = False
        self.aliases: tuple[str, ...] = ()
        self.names_units = False
        """Whether a move of this kind names units besides the one that moves."""
        self.keeps_way = False
        """Whether it is done at the rate of a path or road, or in place: what is open to a column (6.2.1.1.3-roads-a).
        """
        self.choices: tuple[str, ...] = ()
        """The words that may follow it as a command."""
        self.worded = False
        """Whether words may follow the target of its fire: with which weapon, and how."""

    # As a command.

    def executable(self, means: Means) -> bool:
        """Whether a unit with these means can execute the command (4.2.1g, 4.2.1h)."""
        return True

    def command_option(self) -> Option:
        """The command as an option."""
        return Option(self.kind, self.rule, choices=self.choices)

    def command_fault(self, task: Task) -> Fault | None:
        """What is wrong with the words that follow the command."""
        return ("4.2g", "only overwatch can be preset") if task.choice else None

    # As an announcement of fire.

    def shots(self, targets: tuple[str, ...]) -> tuple[Option, ...]:
        """The ways to fire at these targets."""
        return ()

    def shot(self, shooter: int, target: int, task: Task) -> Shot:
        """The shot that a task announces."""
        return Shot(shooter, target)

    # As a move.

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        """The options besides standing and driving that a unit has in its move."""
        return ()

    def driven(self, rule: str, domain: PathDomain, facings: tuple[int, ...]) -> Option | None:
        """The option to drive the paths of a domain in this way, None where that is impossible."""
        return None

    def standing(self, on_map: bool) -> Option | None:
        """The option to remain in the hex, or off the map."""
        return None

    def pattern(self, task: Task) -> str:
        """How each hex of the task is entered: f ahead, r back."""
        return "f" * len(task.cells)

    def misworded(self, task: Task, words: list[str], leaves: bool) -> Fault | None:
        """What is wrong with a move as it is written: `words` are those of its choice but for leaving the map."""
        return None

    def plan(self, planning: Planning) -> Plan:
        """The actions that the task means, checked to the end."""
        raise NotImplementedError
