"""Events of the Air Phases in words."""

from __future__ import annotations

from typing import Final

from hulldown.core.events import Event

EVENTS: Final = {
    "air_loaded": "{unit} ({type}) carries {load}.",
    "air_entered": "{unit} ({type}) comes over the map in {hex}, towards {facing}: {speed} and {altitude}.",
    "air_moved": "{unit} flies to {hex}.",
    "air_turned": "{unit} turns to {facing} over {hex}.",
    "air_left": "{unit} leaves the map from {hex}.",
    "air_announced": "{unit} attacks {target} in {hex}: {attack}.",
    "air_guided": "{unit} has spotted {target} for the aircraft.",
    "air_strike": "{unit} at {target}, {weapon}: factor {factor} against {defence}, net {net}, rolls {roll}: {effect}.",
    "aa_announced": "{unit} fires at {target}, {when}.",
    "aa_shot": "{unit} at {target} with {weapon}: range {range} ({band}), factor {factor} against {defence}, "
    "net {net}, rolls {roll}: {effect}.",
    "air_suppressed": "{unit} is suppressed.",
    "air_damaged": "{unit} is damaged and flies slowly.",
    "air_lost": "{unit} ({type}) is shot down.",
    "air_crashed": "{unit} flies on for {hexes} hexes and crashes {where}.",
}


def crash(event: Event) -> str:
    """Where an aircraft came down."""
    return f"in {event.data['hex']}" if event.data["hex"] else "off the map"
