"""Contact in the open scenarios of the Expanded game: the turn from which panic, free plots and platoons are in force.

The engagements note it, each by its own definition (34.1-6, 34.2-6, 34.3-3, 34.4-11); other rules ask here.
"""

from __future__ import annotations

from typing import Any, Final

from hulldown.core.parts import Holder, part_of, set_part

KEY: Final = "engagements"
"""The key of the module whose part this is."""


def recall(position: Holder, name: str, default: Any = None) -> Any:
    """What the engagements remember under this name, in a state or a view."""
    return part_of(position, KEY, {}).get(name, default)


def remember(position: Holder, **values: Any) -> None:
    """Notes something for the engagements; None forgets it."""
    part = {**part_of(position, KEY, {}), **values}
    set_part(position, KEY, {name: value for name, value in part.items() if value is not None} or None)


def contact_turn(position: Holder) -> int:
    """The turn on which the forces came into contact, 0 before."""
    return int(recall(position, "contact", 0))


def after_contact(position: Any) -> bool:
    """Whether the turn of contact is over (34.1-7, 34.1-10; X-84: platoons act from then on)."""
    return bool(0 < contact_turn(position) < position.turn)
