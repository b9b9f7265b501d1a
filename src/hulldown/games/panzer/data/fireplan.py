"""Fire support in a scenario: off-map batteries, planned fire and Pre-Registered Points (5.3, 6.5.1).

A battery is called by side and number in the order of the list: SB1, SB2 for Soviet ones, GB1 for German ones. The
plots and points of a file are the plan that a side has unless it writes another in the setup.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from hulldown.core.tables import Natural, Positive, Text

FireType: TypeAlias = Literal["GP", "Smoke"]
FIRE_TYPES: tuple[FireType, ...] = ("GP", "Smoke")
"""What a mission fires; Illumination is optional (6.5.1.6)."""
SheafName: TypeAlias = Literal["closed", "open", "linear"]
"""The patterns of off-map fire (6.5.1.5)."""
Attachment: TypeAlias = Literal["attached", "organic", "unattached"]
ATTACHMENTS: tuple[Attachment, ...] = ("attached", "organic", "unattached")
"""The levels of attachment, the best first (6.5.1.3)."""
LONGEST = 5
"""The most turns of a planned mission (6.5.1.11.1c)."""


class BatteryForce(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many batteries of one card.

    An Attached battery is that of its `formations`, an Organic one of all formations of the force unless some are
    named (6.5.1.3). `planned` is how many missions each may plot (6.5.1.11b), `registered` how many Pre-Registered
    Points each may have (6.5.1.4a).
    """

    card: Text
    count: Positive = 1
    attachment: Literal["attached", "organic"]
    formations: tuple[Text, ...] = ()
    planned: Natural = 0
    registered: Natural = 0


class PlotPart(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some turns of a planned mission with one type and one sheaf; `facing` is for the linear one (6.5.1.11.1b)."""

    fire: FireType = "GP"
    sheaf: SheafName = "closed"
    turns: Positive = 1
    facing: Literal["", "A", "B", "C", "D", "E", "F"] = ""


class Plot(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planned mission: which battery, where, from which turn on, and what it fires turn by turn (6.5.1.11.1b)."""

    battery: Text
    hex: Text
    turn: Positive
    parts: tuple[PlotPart, ...]

    @property
    def turns(self) -> int:
        return sum(part.turns for part in self.parts)


class Registered(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A Pre-Registered Point and the batteries that it is assigned to (6.5.1.4c, 6.5.1.4d)."""

    hex: Text
    batteries: tuple[Text, ...]
