"""How far the planner plays an order of Panzer out, and how lucky what happened was.

Where a unit goes in a turn shows in the fire of the next one. In the Advanced Game what an order had gained at the end
of its own turn said nothing about what it had gained a turn or two later; what it had gained after the next turn did
(docs/bots.md). So it is judged when the fire of the next turn is over, before the movement, which takes half of the
time. The Basic Game, whose value knows the next exchange of fire, is played to the end of the turn.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import UnsetType

from hulldown.core.events import Event
from hulldown.core.luck import surprise
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.play.facts import member_of

FOUGHT: Final = frozenset({"move2", "move1", "air2", "adjustment"})
"""The steps of a turn of the Advanced Game when its fire and its assaults are over (6.0)."""
USUAL: Final = 15.0
"""The points of a usual unit: luck with it counts as much as luck with any unit of the Basic Game."""


class PanzerOutlook:
    """What the planner asks about playouts of Panzer."""

    def ends(self, start: Any, now: Any) -> bool:
        """Whether the order has had its effect."""
        if isinstance(start.works, UnsetType):
            return bool(now.turn > start.turn)
        return bool(now.turn > start.turn + 1 or (now.turn > start.turn and now.stack[0].step in FOUGHT))

    def luck(self, world: Any, event: Event) -> float | None:
        """By how much fire did better than its odds, in the Advanced Game by what its target is worth."""
        if isinstance(world.works, UnsetType):
            return surprise(event)
        chance = chance_of(event)
        if chance is None:
            return None
        scene = scene_of(world)
        for index, unit in enumerate(world.units):
            if unit.id == event.data.get("target"):
                return (bool(event.data.get(_done(event))) - chance) * member_of(scene, index).points / USUAL
        return None


def _done(event: Event) -> str:
    """The word of an event that tells whether fire did what it should: AP fire tells only of hits at once."""
    return "hit" if "chance" in event.data else "kill"


def chance_of(event: Event) -> float | None:
    """The chance that AP fire had to hit, and any other attack to have its full effect; None where it is no attack."""
    if event.kind == "ap_shot":
        needs = event.data.get("needs")
        return min(1.0, max(0.0, needs / 100)) if isinstance(needs, int) else None
    top, net = event.data.get("suppressed_to"), event.data.get("net")
    if not isinstance(top, int) or not isinstance(net, int):
        return None
    return min(1.0, max(0.0, (100 - (top - net)) / 100))


OUTLOOK: Final = PanzerOutlook()
