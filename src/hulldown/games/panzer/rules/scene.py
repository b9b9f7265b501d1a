"""The scene of a position: its scenario, its ground, its rules, and what is in sight at this moment.

Rules and bots ask the scene for lines of sight, never the table of the map: a module may lay smoke over it. Without
such a module all positions of a scenario share one scene, which reads the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol

from hulldown.core.board import Cell, cells_of
from hulldown.core.books import Ruleset
from hulldown.core.decisions import Option
from hulldown.core.events import Scalar
from hulldown.core.scenes import Scenes
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.rules import fire
from hulldown.games.panzer.rules.ground import Block, Ground, ground_of
from hulldown.games.panzer.rules.hooks import Hooks
from hulldown.games.panzer.rules.pieces import Hold, Unit, Wreck
from hulldown.games.panzer.rules.verbs.base import COMMAND, Means, PanzerVerb

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.doctrine import Doctrine

Rules = Ruleset[PanzerVerb, Hooks]


class Position(Protocol):
    """What a scene is made from: a state has it, and so has what a side sees of it."""

    @property
    def scenario(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Scalar]: ...
    @property
    def units(self) -> Sequence[Unit]: ...
    @property
    def wrecks(self) -> Sequence[Wreck]: ...
    @property
    def holds(self) -> Sequence[Hold]: ...
    @property
    def more(self) -> Any: ...
    @property
    def turn(self) -> int: ...
    @property
    def air(self) -> Any: ...


class Blocker(Protocol):
    """Something of a module that blocks sight, besides what the map does."""

    def block(self, a: Cell, b: Cell) -> Block | None:
        """What blocks the line between two cells; the same both ways."""


class Scene:
    """Scenario, ground and rules of a position, with what blocks sight now."""

    __slots__ = (
        "_blockers", "_command_options", "_executable", "_rows", "_sets", "answering", "board", "commands", "doctrine",
        "ground", "halting", "hooks", "marching", "moving", "rules", "scenario", "shooting", "watching",
    )  # fmt: skip

    def __init__(
        self, scenario: Scenario, ground: Ground, rules: Rules, blockers: tuple[Blocker, ...] = ()
    ) -> None:  # fmt: skip
        self.scenario = scenario
        self.ground = ground
        self.board = ground.board
        self.rules = rules
        self.hooks: Hooks = rules.hooks
        assert rules.hooks.doctrine is not None, "a book has a doctrine"
        self.doctrine: Doctrine = rules.hooks.doctrine
        self._blockers = blockers
        self._rows: dict[Cell, int] = {}
        self._sets: dict[Cell, frozenset[Cell]] = {}
        self._executable: dict[int, tuple[str, ...]] = {}
        self._command_options: dict[tuple[str, ...], tuple[Option, ...]] = {}
        self.answering: dict[str, tuple[PanzerVerb, ...]] = {}
        """The verbs that answer each kind of decision, in the order of the rules."""
        for verb in rules.verbs.values():
            for decision in verb.answers:
                self.answering[decision] = (*self.answering.get(decision, ()), verb)
        commands = self.answering.get(COMMAND, ())
        self.commands: tuple[str, ...] = tuple([verb.kind for verb in commands])
        """All commands in the order of the rules; below those by which a unit must fire, must move, fires from a halt,
        watches, and moves without firing."""
        self.shooting: frozenset[str] = frozenset([verb.kind for verb in commands if verb.shoots])
        self.moving: frozenset[str] = frozenset([verb.kind for verb in commands if verb.moves])
        self.halting: frozenset[str] = self.shooting & self.moving
        self.watching: frozenset[str] = frozenset([verb.kind for verb in commands if verb.watches])
        self.marching: frozenset[str] = self.moving - self.halting

    def behind(self, blockers: tuple[Blocker, ...]) -> Scene:
        """The same scene with more that blocks sight."""
        return Scene(self.scenario, self.ground, self.rules, blockers)

    # Sight.

    def clear(self, a: Cell, b: Cell) -> bool:
        """Whether the line between two cells is clear now; the same both ways (4.1.4a, 4.1.4b)."""
        if not self.ground.sight.clear(a, b):
            return False
        return not self._blockers or self.veiled(a, b) is None

    def block(self, a: Cell, b: Cell) -> Block | None:
        """What blocks the line between two cells now: the explaining counterpart of `clear`."""
        return self.ground.block(a, b) or self.veiled(a, b)

    def veiled(self, a: Cell, b: Cell) -> Block | None:
        """What a module lays over the line between two cells now."""
        for blocker in self._blockers:
            found = blocker.block(a, b)
            if found is not None:
                return found
        return None

    def row(self, cell: Cell) -> int:
        """The cells with a clear line to a cell, as a set of bits."""
        row = self.ground.sight.rows[cell]
        if not self._blockers:
            return row
        known = self._rows.get(cell)
        if known is None:
            known = row
            for other in cells_of(row):
                if self.veiled(cell, other) is not None:
                    known &= ~(1 << other)
            self._rows[cell] = known
        return known

    def bits(self, cell: Cell) -> bytes:
        """The same set as bytes, lowest first: to ask for one pair that is many times cheaper."""
        octets = self.ground.sight.bits[cell]
        return octets if not self._blockers else self.row(cell).to_bytes(len(octets), "little")

    def seen_from(self, cell: Cell) -> frozenset[Cell]:
        """The cells with a clear line to a cell."""
        known = self._sets.get(cell)
        if known is None:
            known = self._sets[cell] = frozenset(cells_of(self.row(cell)))
        return known

    # Verbs.

    def verb(self, kind: str, decision: str) -> PanzerVerb | None:
        """The verb of this kind, if it answers this kind of decision."""
        verb = self.rules.verbs.get(kind)
        return verb if verb is not None and decision in verb.answers else None

    def kinds(self, decision: str) -> tuple[str, ...]:
        """The kinds of task that answer a kind of decision."""
        return tuple([verb.kind for verb in self.answering.get(decision, ())])

    def names(self, decision: str) -> tuple[str, ...]:
        """What people call the kinds of task that answer a kind of decision."""
        return tuple([verb.name for verb in self.answering.get(decision, ())])

    def executable(self, on_map: bool, gun: bool, target: bool) -> tuple[str, ...]:
        """The commands that a unit with these means (`Means`) can execute (4.2.1g, 4.2.1h)."""
        key = on_map << 2 | gun << 1 | target
        known = self._executable.get(key)
        if known is None:
            means = Means(on_map, gun, target)
            verbs = self.answering.get(COMMAND, ())
            known = self._executable[key] = tuple([verb.kind for verb in verbs if verb.executable(means)])
        return known

    def command_options(self, kinds: tuple[str, ...]) -> tuple[Option, ...]:
        """Commands as options to choose from."""
        known = self._command_options.get(kinds)
        if known is None:
            verbs = self.rules.verbs
            known = self._command_options[kinds] = tuple([verbs[kind].command_option() for kind in kinds])
        return known

    # Fire.

    def resolver(self, aim: fire.Aim) -> fire.Resolver:
        """Who works a shot out: the AP tables of the book, unless a module has others for it."""
        for choose in self.hooks.resolvers:
            found = choose(aim)
            if found is not None:
                return found
        return fire.AP

    def resolve(self, aim: fire.Aim) -> fire.Shot:
        """The shot that an aim makes, by the tables that apply."""
        return self.resolver(aim).resolve(aim) if self.hooks.resolvers else fire.resolve(aim)


def plain_scene(scenario: Scenario, rules: Rules) -> Scene:
    """The scene of a scenario with nothing in the way but the map."""
    return Scene(scenario, ground_of(scenario), rules)


SCENES: Final[Scenes[Scenario, Scene]] = Scenes(plain_scene)


def scene_now(scene: Scene, position: Position) -> Scene:
    """A plain scene with what blocks sight in a state or a view."""
    found = [hook(position, scene) for hook in scene.hooks.blockers]
    blockers = tuple([blocker for blocker in found if blocker is not None])
    return scene.behind(blockers) if blockers else scene


def scene_in(state: Position, doing: Doing) -> Scene:
    """The scene while an order is carried out: looked up once, but anew where something may block sight by now."""
    scene: Scene | None = doing.memo.get("scene")
    if scene is None:
        scene = doing.memo["scene"] = SCENES.within(scenario_of(state), doing.rules)
    return scene_now(scene, state) if scene.hooks.blockers else scene
