"""The rule options of the Advanced Game: those of the Basic Game, and rules of its own that can be switched off."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import OptionInfo
from hulldown.games.panzer.rules.options import OPTIONS as BASIC

COMMAND_CONTROL: Final = "command_control"
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
)
