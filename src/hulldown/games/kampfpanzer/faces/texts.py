"""Events in words, ready to be translated; what is asked stands in the rows of the sequence."""

from __future__ import annotations

from functools import cache
from typing import Final

from hulldown.core.briefing import number
from hulldown.core.events import Event
from hulldown.core.words import Speaker, ended
from hulldown.games.kampfpanzer.data.face import face_parts

_EVENTS: Final = {
    "placed": "{unit} ({type}) is set up in {hex}.",
    "dug_in": "{unit} ({type}) is set up in {hex}, entrenched.",
    "boarded": "{unit} ({type}) starts on board {vehicle}.",
    "turn": "Game-Turn {turn}.",
    "plots": "Plots of the {nation}: {told}.",
    "panic_roll": "Panic of the {nation}: die {die} at level {level}, so in hexes that end in {digits} "
    "(the table is {provenance}).",
    "panicked": "{unit} panics in {hex}.",
    "panic_move": "{unit} bolts towards {direction} for {points}: {path} (the order of directions is {provenance}).",
    "impact": "{unit} fires in a {pattern} pattern at {hex}.",
    "shelled": "{unit} in {hex} is under the {pattern} fire of {by}, {column}: die {die}: {result}.",
    "shot": "{unit} {fire} at {target} in {at}: {strength} against {defence}, superiority {superiority}, die {die}: "
    "{result} ({provenance}).",
    "lost_fire": "{unit} cannot attack {target}: {why}.",
    "pinned": "{unit} in {hex} is pinned.",
    "disrupted": "{unit} in {hex} is disrupted, level {level}.",
    "destroyed": "{unit} ({type}) is destroyed in {hex}.",
    "cancelled": "{unit} cannot carry out its plot: {task}.",
    "held": "{unit} is held in {hex}: it was plotted to be overrun.",
    "entered": "{unit} enters the map at {hex} (point {point}).",
    "moved": "{unit} moves to {hex} (point {point}).",
    "stopped": "{unit} stops in {hex}: {why}.",
    "kept_out": "{unit} cannot enter the map: {why}.",
    "contest": "{first} and {second} contest {hex}: {unit} enters ({how}).",
    "contest_dice": "The dice for {hex}: {first} against {second}.",
    "overrun": "{unit} {overrun} {target} in {hex}: {attackers} against {defenders}, superiority {superiority}, "
    "die {die}: {result} (the table is {provenance}).",
    "counterattack": "{unit} strikes back at {target}: superiority {superiority}, die {die}: {result} ({provenance}).",
    "backed_up": "{unit} goes back to {hex}: there is no room.",
    "exited": "{unit} leaves the map from {hex}.",
    "no_target": "{unit} has waited for nothing.",
    "embarked": "{passenger} gets on {unit} in {hex}.",
    "debarked": "{passenger} gets off {unit}, which goes to {hex}.",
    "failed": "{unit} does not carry out its plot: {why}.",
    "turned": "{unit} turns to {facing}.",
    "recovered": "{unit} recovers from level {level}: die {die}, needs {needs}.",
    "still_disrupted": "{unit} stays disrupted at level {level}: die {die}, needs {needs}.",
    "abandoned": "The entrenchment in {hex} is empty and gone.",
}


_TOGETHER: Final = ("shot", "overrun")
"""What several units may do at once."""


def describe(event: Event) -> str:
    """An event in words."""
    data = _speaker().words(event)
    if event.kind == "over":
        return ended(data | {"winner": f"The side of the {data['nation']}" if data["nation"] else data["winner"]})
    if "result" in data:
        data["result"] = _results()[str(data["result"])]
    if event.kind in _TOGETHER:
        crew = str(data["unit"]).split()
        data["unit"] = " and ".join(", ".join(crew).rsplit(", ", 1))
        data["target"] = str(data["target"]).replace(" ", ", ")
        data |= {word: word if len(crew) > 1 else f"{word}s" for word in ("fire", "overrun")}
    if event.kind == "panic_move":
        data |= {"points": number(int(event.data["points"]), "point"), "path": data["path"] or "it cannot get away"}
    if "needs" in data:
        data["needs"] = "1" if event.data["needs"] == 1 else f"1-{event.data['needs']}"
    if "digits" in data:
        data["digits"] = " or ".join(", ".join(str(data["digits"]).split()).rsplit(", ", 1))
    return _EVENTS[event.kind].format(**data)


@cache
def _speaker() -> Speaker:
    return Speaker((face_parts()[""],))


@cache
def _results() -> dict[str, str]:
    """The results of combat in words."""
    return {outcome.key: outcome.name for outcome in face_parts()[""].outcomes}
