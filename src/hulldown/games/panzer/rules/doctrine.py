"""A doctrine: where the levels of Panzer differ in steps that both have. A book has one, found in the scene.

The sequence decides whose go it is and what comes next; the doctrine says who may do what, and what comes of it. The
Basic Game's is here and calls the rooms that hold its rules; the Advanced Game's is in `rules/advanced/doctrine.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules import combat, deployment, movement, overwatch, resuming, spotting
from hulldown.games.panzer.rules.state import PanzerState, Shot, Unit

if TYPE_CHECKING:
    from hulldown.games.panzer.rules.scene import Position, Scene


@mypyc_attr(allow_interpreted_subclasses=True)
class Doctrine:
    """The Basic Game; another level overrides what it changes."""

    # The first state.

    def new_units(self, scenario: Scenario) -> list[Unit]:
        """The units of both forces."""
        return deployment.new_units(scenario)

    def prepare(self, state: PanzerState, scenario: Scenario) -> None:
        """Adds to the first state what only this level has."""

    # Spotting.

    def spotting_phase(self, state: PanzerState, scene: Scene, doing: Doing) -> None:
        """Notes who spots whom, and takes needless counters away."""
        spotting.spotting_phase(state, scene, doing)

    # Direct fire.

    def must_fire(self, state: PanzerState, scene: Scene, side: str) -> bool:
        """Whether a side has units that must still declare their fire."""
        return bool(combat.shooters(state, scene, side))

    def announce(self, state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
        """Puts announced shots in line, and shows the commands."""
        combat.announce(state, scene, order, doing)

    def may_show(self, state: PanzerState, scene: Scene, target: int) -> bool:
        """Whether the owner of a target is asked to show that it moves (4.4.3.2.2-target-moving-b)."""
        return True

    def shoot(self, state: PanzerState, scene: Scene, shot: Shot, doing: Doing) -> None:
        """Resolves one shot and applies its result."""
        combat.shoot(state, scene, shot, doing)

    def settle(self, state: PanzerState, scene: Scene, target: int, doing: Doing) -> None:
        """What follows when all shots announced at a target are resolved."""

    def hold_fire(self, state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
        """Shows the commands of those whose targets have all gone."""
        combat.hold_fire(state, scene, side, doing)

    def end_step(self, state: PanzerState, scene: Scene) -> None:
        """The conclusion of a Player step."""
        combat.end_step(state)

    # Overwatch.

    def open_targets(self, state: PanzerState, scene: Scene, side: str, step: str) -> list[int]:
        """The enemies that overwatch fire of a side may answer now."""
        return overwatch.open_targets(state, side, step)

    def could_fire(self, state: PanzerState, scene: Scene, side: str, targets: list[int]) -> bool:
        """Whether a side is asked, as far as everybody can see."""
        return overwatch.could_fire(state, scene, side, targets)

    def by_preset(self, state: PanzerState, scene: Scene, side: str, step: str) -> Order | None:
        """What a side's presets fire now."""
        return overwatch.by_preset(state, scene, side, step)

    # Movement.

    def to_move(self, state: PanzerState, scene: Scene, side: str) -> list[int]:
        """The units that must still carry out their movement."""
        return movement.to_move(state, scene, side)

    def staying(self, state: PanzerState, scene: Scene, side: str) -> list[Task]:
        """The orders by which all of them stay."""
        return movement.staying(state, scene, side)

    def begin(self, state: PanzerState, scene: Scene, doing: Doing) -> None:
        """Begins the first move of the queue, or goes on with one that was interrupted."""
        movement.begin(state, scene, doing)

    def advance(self, state: PanzerState, scene: Scene, doing: Doing) -> bool:
        """Carries out the mover's next action; True when the enemy may react."""
        return movement.advance(state, scene, doing)

    def may_go_on(self, state: PanzerState, scene: Scene) -> bool:
        """Whether a mover that was fired on has anything to do but stay (G7)."""
        return resuming.may_go_on(state, scene)

    def aligning(self, state: PanzerState, scene: Scene) -> list[int]:
        """What it still does that can do nothing but stay: it turns into its way, at the rate of that."""
        return resuming.aligning(state, scene)

    def finish(self, state: PanzerState, scene: Scene, doing: Doing) -> None:
        """Ends the move."""
        movement.finish(state, scene, doing)

    # Objectives and points.

    def armed(self, unit: Unit) -> bool:
        """Whether a unit can take an objective (3.6f)."""
        return cards()[unit.type].armed

    def worth(self, state: Position, scene: Scene, index: int) -> int:
        """The points of a unit that is lost."""
        return cards()[state.units[index].type].points

    def share(self, state: Position, scene: Scene, index: int) -> int:
        """The points for what a unit has lost that fights on."""
        return 0

    def aloft(self, state: Position, scene: Scene) -> list[tuple[str, int, int]]:
        """What flies for a side, with the points of all that is shot down, and of all that is damaged."""
        return []

    def scores_by_leaving(self, unit: Unit) -> bool:
        """Whether a unit that has left the map counts where leaving does: vehicles (4.5.1.1.9d)."""
        return True

    def strikes_from_afar(self, state: PanzerState, scene: Scene, side: str) -> bool:
        """Whether a side without a unit on the map could still harm the enemy, for all that both sides know."""
        return False

    def noun(self) -> str:
        """What a force consists of, in words."""
        return "vehicles"

    def called(self, state: Position, scene: Scene, index: int) -> str:
        """What a unit is, in words."""
        return state.units[index].type


BASIC: Final = Doctrine()
