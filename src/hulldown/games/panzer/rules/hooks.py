"""The hooks of Panzer: where a module has a say in rules that are not its own.

The list is closed. Each hook is called in one place, named here, and has one meaning for every module. The book uses
none of those that change rules, so a game without modules asks once whether a hook is empty and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, NamedTuple, final

from hulldown.core.board import Cell
from hulldown.core.explain import Factor

if TYPE_CHECKING:
    from hulldown.core.decisions import Decision, Legal
    from hulldown.core.orders import Order, Violation
    from hulldown.core.sequence import Doing
    from hulldown.games.panzer.faces.view import PanzerView
    from hulldown.games.panzer.rules.doctrine import Doctrine
    from hulldown.games.panzer.rules.fire import Aim, Resolver
    from hulldown.games.panzer.rules.scene import Blocker, Position, Scene
    from hulldown.games.panzer.rules.state import PanzerState, Shot, Unit

Factors = Callable[["PanzerState", "Scene", "Shot"], tuple[Factor, ...]]
"""Modifiers of a shot besides the book's own: `combat.aim_of`."""
Resolvers = Callable[["Aim"], "Resolver | None"]
"""The resolver that works a shot out by other tables, None where it does not apply: `Scene.resolver`."""
Spotting = Callable[["PanzerState", "Scene", "Unit", "Unit", int], int]
"""How far one unit spots another, given how far the rules before say; -1 for never: `spotting.seen_at`."""
Blockers = Callable[["Position", "Scene"], "Blocker | None"]
"""What blocks sight for the time being, None where nothing does: `scene_now`."""
Commands = Callable[["PanzerState", "Scene", int, tuple[str, ...]], tuple[str, ...]]
"""The commands that a unit could execute, given those by the rules before: `commands.allowed`."""
Entering = Callable[["PanzerState", "Scene", int, "Doing"], None]
"""What happens when a unit has entered a hex: `movement.advance`."""
Acting = Callable[["PanzerState", "Scene", int, "Doing"], bool]
"""Carries out an action of a move that is a module's own; True when the enemy may react: `movement.advance`."""
Closing = Callable[["PanzerState", "Scene", "Unit"], Mapping[Cell, tuple[str, str]]]
"""The hexes that a unit may not enter now, each with the case and the reason: `movement.Planning`."""
Allowance = Callable[["PanzerState", "Scene", "Unit", tuple[int, int, int]], tuple[int, int, int]]
"""What a unit may spend on a move (cross-country, path, road), given the numbers so far: `movement.progress_of`."""
Points = Callable[["Position", "Scene"], Mapping[str, int]]
"""Victory points that a side has besides the book's: `victory.score`."""
Views = Callable[["PanzerState", "PanzerView"], None]
"""Completes a view, whose units are its own copies, with what modules show: `view.view`."""
Samples = Callable[["PanzerView", "PanzerState", Random], None]
"""Completes a state drawn from a view: `sampling.sample`."""


class Answer(NamedTuple):
    """How a kind of decision is answered: the legal answers, and what is wrong with one."""

    legal: Callable[[PanzerState, Scene, Decision], Legal]
    faults: Callable[[PanzerState, Scene, Decision, Order], list[Violation]]


@final
class Hooks:
    """Lists of functions, one list for each hook. Of the book there are only the answers to its decisions."""

    def __init__(
        self,
        *,
        factors: tuple[Factors, ...] = (),
        resolvers: tuple[Resolvers, ...] = (),
        spotting: tuple[Spotting, ...] = (),
        blockers: tuple[Blockers, ...] = (),
        commands: tuple[Commands, ...] = (),
        entering: tuple[Entering, ...] = (),
        acting: tuple[Acting, ...] = (),
        closing: tuple[Closing, ...] = (),
        allowance: tuple[Allowance, ...] = (),
        points: tuple[Points, ...] = (),
        answers: Mapping[str, Answer] | None = None,
        views: tuple[Views, ...] = (),
        samples: tuple[Samples, ...] = (),
        doctrine: Doctrine | None = None,
    ) -> None:
        self.factors = factors
        self.resolvers = resolvers
        self.spotting = spotting
        self.blockers = blockers
        self.commands = commands
        self.entering = entering
        self.acting = acting
        self.closing = closing
        self.allowance = allowance
        self.points = points
        self.answers: dict[str, Answer] = dict(answers or {})
        """How decisions are answered, by their kind: those that a module's steps ask."""
        self.views = views
        self.samples = samples
        self.doctrine = doctrine
        """How the steps of a level are carried out; a book has one, a module may bring another in its place."""

    def joined(self, other: Hooks) -> Hooks:
        """These hooks with those of another module after them."""
        return Hooks(
            factors=self.factors + other.factors,
            resolvers=self.resolvers + other.resolvers,
            spotting=self.spotting + other.spotting,
            blockers=self.blockers + other.blockers,
            commands=self.commands + other.commands,
            entering=self.entering + other.entering,
            acting=self.acting + other.acting,
            closing=self.closing + other.closing,
            allowance=self.allowance + other.allowance,
            points=self.points + other.points,
            answers={**self.answers, **other.answers},
            views=self.views + other.views,
            samples=self.samples + other.samples,
            doctrine=other.doctrine or self.doctrine,
        )
