"""When the forces have met, and what that lets them do at once (34.1-6, 34.2-6, 34.3-3, 34.4-11)."""

from __future__ import annotations

from collections.abc import Callable

from hulldown.core.sequence import Doing
from hulldown.games.tank.rules.contact import contact_turn, recall, remember
from hulldown.games.tank.rules.movement import may_go_on
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, SIDES, TankState

Met = Callable[[TankState], bool]


def mutual(state: TankState) -> bool:
    """Whether each side has spotted a unit of the other (34.1-6)."""
    seen = {unit.side for unit in state.units if unit.spotted}
    return all(side in seen for side in SIDES)


def mutual_or_fire(state: TankState) -> bool:
    """Whether each side has spotted the other, or one has carried out a fire task against the other (34.2-6)."""
    return bool(state.first_fire) or mutual(state)


def found_out(state: TankState) -> bool:
    """Whether Alpha has spotted a unit of Bravo or been fired on by one; mines and shells do not count (34.4-11)."""
    return bool(state.fired_on.get(ALPHA)) or any(unit.spotted for unit in state.units if unit.side == BRAVO)


def note_contact(state: TankState, doing: Doing, met: Met, rule: str) -> bool:
    """Whether the forces are in contact; if they have just met, all are told (34.1-6, 34.2-6, 34.3-3, 34.4-11)."""
    if contact_turn(state):
        return True
    if not met(state):
        return False
    remember(state, contact=state.turn)
    doing.emit("contact", rule, (), turn=state.turn)
    return True


def both_may_stop(met: Met, rule: str) -> Callable[[TankState, Scene, Doing, tuple[str, ...]], tuple[str, ...]]:
    """At the moment of contact both sides may end their movement, Alpha first; before it nobody may (34.1-6, 34.2-6).

    Afterwards 9.36 holds as ever.
    """

    def stoppers(state: TankState, scene: Scene, doing: Doing, found: tuple[str, ...]) -> tuple[str, ...]:
        if not note_contact(state, doing, met, rule):
            return ()
        if contact_turn(state) == state.turn and not recall(state, "asked"):
            remember(state, asked=True)
            return may_go_on(state, scene)
        return found

    return stoppers


def as_ever(met: Met, rule: str) -> Callable[[TankState, Scene, Doing, tuple[str, ...]], tuple[str, ...]]:
    """Only notes contact: who may stop early is left to 9.36 (34.3-3, 34.4-11)."""

    def stoppers(state: TankState, scene: Scene, doing: Doing, found: tuple[str, ...]) -> tuple[str, ...]:
        note_contact(state, doing, met, rule)
        return found

    return stoppers
