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
    "air_crashed": "{unit} {flies}crashes {where}.",
}


def crash(event: Event) -> dict[str, str]:
    """How far an aircraft still flew, and where it came down (6.7.4.2.1-eliminated-a)."""
    hexes = int(event.data["hexes"] or 0)
    flies = f"flies on for {hexes} hex{'es' if hexes > 1 else ''} and " if hexes else ""
    return {"flies": flies, "where": f"in {event.data['hex']}" if event.data["hex"] else "off the map"}
