"""Events in words, ready to be translated; what is asked stands in the rows of the sequence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hulldown.core.events import Event
from hulldown.core.words import Speaker, ended
from hulldown.games.tank.data.face import face_parts

_EVENTS = {
    "turn": "Game-Turn {turn}.",
    "chits": "{side} draws panic chits {chits}.",
    "panicked": "{unit} panics and does nothing.",
    "panic_move": "{unit} panics and bolts towards {direction} ({points} points: {path}; "
    "the order of directions is {provenance}).",
    "turned": "{unit} turns to {facing}.",
    "spot_roll": "{unit} looks for {target}: die {die}, needs 1-{needs}.",
    "spotted": "{unit} ({type}) is spotted.",
    "revealed": "{unit} is revealed in {hex}.",
    "position_roll": "The enemy watches for muzzle flashes from {hex}: die {die}, 1-3 finds it.",
    "shot": "{unit} fires at {target} in {at}: strength {strength} against {defence}, range {range}, column {column}, "
    "hits on {hits_on}, die {die}: {result}.",
    "shot_at": "{target} in {at} is fired on by {unit}, die {die}: {result}.",
    "no_attack": "{unit} cannot attack {target}: {why}.",
    "unspotted": "{unit} finds no spotted target in {hex}.",
    "masked": "{unit} holds its fire: {by} is in the line.",
    "overkill": "{unit} fires at {target}, already hit.",
    "dying": "{unit} is hit, but its Opportunity Fire stands until movement ends.",
    "destroyed": "{unit} ({type}) is destroyed in {hex}.",
    "preservation": "{side} has lost {losses} units and reaches its Preservation Level.",
    "entered": "{unit} enters the map at {hex} (point {point}).",
    "moved": "{unit} moves to {hex} (point {point}).",
    "stopped": "{unit} stops in {hex}: {why}.",
    "stop_all": "{side} ends all movement.",
    "backed_up": "{unit} falls back to {hex}: no room.",
    "exited": "{unit} leaves the map from {hex}.",
    "aborted": "{unit} gives up its Opportunity Fire: {by} crosses the line.",
    "no_target": "{unit} has waited for nothing.",
    "overrun": "{unit} overruns {hex}: {victims} units crushed.",
    "rearguard": "The rearguard takes its places, face down.",
    "placed": "{unit} stands in {hex}.",
}


def describe(event: Event, more: Mapping[str, str]) -> str:
    """An event in words; `more` are the words of modules by the kind of their events."""
    if event.kind == "turned" and "facing" not in event.data:
        return f"{event.data['unit']} turns."
    data = _speaker().words(event)
    if event.kind == "chits" and not event.data["chits"]:
        return f"{data['side']} draws no panic chits."
    if event.kind == "over":
        return ended(data)
    return (_EVENTS.get(event.kind) or more[event.kind]).format(**data)


@cache
def _speaker() -> Speaker:
    return Speaker((face_parts()[""],))
