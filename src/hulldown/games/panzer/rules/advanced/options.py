"""The rule options of the Advanced Game: those of the Basic Game, and rules that can be switched off (5.0b)."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import OptionInfo
from hulldown.games.panzer.rules.options import OPTIONS as BASIC

COMMAND_CONTROL: Final = "command_control"
AMMO_LIMITS: Final = "ammo_limits"
TUNGSTEN: Final = "tungsten"
IF_MOVING: Final = "if_moving_everywhere"
FULL: Final = "full"
NONE: Final = "none"
ON: Final = "on"
OFF: Final = "off"
OPTIONS: Final[tuple[OptionInfo, ...]] = (
    *BASIC,
    OptionInfo(
        COMMAND_CONTROL,
        ON,
        "6.2",
        "formations have so many commands, which their units share (on), or every unit has its own command (off)",
        (ON, OFF),
        label="Command control",
    ),
    OptionInfo(
        AMMO_LIMITS,
        ON,
        "5.16",
        "whether ammunition is limited (on), or every round is there whenever its date has come (off)",
        (ON, OFF),
        label="Ammo limits",
    ),
    OptionInfo(
        TUNGSTEN,
        FULL,
        "5.16.2.7a",
        "German APCR from late 1943 on: as on the cards (full), 1 or 2 added to the roll for its limit, or none",
        (FULL, "+1", "+2", NONE),
        label="German tungsten",
    ),
    OptionInfo(
        IF_MOVING,
        OFF,
        "6.5.4.3-target-vehicle-moving-c",
        "moving vehicles under indirect fire: the modifier holds in the Target Point hex (off) or the whole SHEAF (on)",
        (OFF, ON),
        label="Moving under indirect fire",
    ),
)
