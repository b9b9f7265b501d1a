"""Events in words, ready to be translated; what is asked stands in the rows of the sequence."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from hulldown.core.events import Event
from hulldown.core.words import Speaker, ended
from hulldown.games.panzer_battles.data.face import face_parts
from hulldown.games.panzer_battles.rules.artillery import BESIDE

_EVENTS: Final = {
    "deployed": "{unit} is set up in {hex}.",
    "queued": "{unit} will enter by {hex}, place {place} of the queue.",
    "loaded": "{unit} starts on board {carrier}.",
    "detached": "{unit} is detached from its company.",
    "set_up": "The {nation} have set up.",
    "headquarters": "Headquarters of battalion {name}: rating {rating}, value {value}.",
    "turn": "Game-Turn {turn} of {turns}.",
    "plotted": "Mission of {battery}: {hex} on turn {turn}.",
    "plots": "The {nation} have plotted their artillery.",
    "impact": "Fire of {battery} aimed at {target} comes down {place}: {result} (column {column}).",
    "shelled": "Fire of {battery} at {target} in {hex}: dice {roll}, {result}; {outcome}.",
    "recovered": "{unit} is no longer suppressed.",
    "rally": "{company} tries to rally: die {roll} against {value}.",
    "morale": "{company} is in morale state {state}.",
    "check": "{company} checks its morale: dice {roll}, column {column}, {rise} worse.",
    "checked": "{company} checks its morale: dice {roll}, {rise} worse.",
    "broken": "{company} has broken: {points} points for the {nation}.",
    "scored": "{points} points for the {nation}.",
    "command": "{company}: {command}.",
    "disclosed": "{company} was on {command}.",
    "commanded": "The {nation} have given their commands.",
    "out_of_doctrine": "{company} stands against its doctrine.",
    "named": "{counter} is named: its company moves next.",
    "left_open": "The {nation} leave the order of the companies open.",
    "moves_over": "Moves over: {companies}.",
    "moved": "{unit} moves to {hex}.",
    "crept": "{unit} moves unseen to {hex}.",
    "counter_moved": "A counter, {counter}, moves to {hex}.",
    "placed": "The counter of {unit} is put on the map in {hex}.",
    "appeared": "A counter, {counter}, appears in {hex}.",
    "spotted": "{unit} ({type}) is seen in {hex}.",
    "hidden": "{unit} is lost from sight in {hex}.",
    "dummy": "{counter} in {hex} was a dummy.",
    "dummy_lost": "The dummy {unit} in {hex} is gone.",
    "dummy_placed": "The dummy {unit} is put into {hex}.",
    "dummy_removed": "The dummy {unit} is taken off the map.",
    "taken": "{counter} is taken off the map in {hex}.",
    "gone": "{counter} in {hex} is no more.",
    "turned": "{unit} turns {way}.",
    "faced": "The {nation} have turned their vehicles.",
    "defilade": "{unit} goes into defilade {way}.",
    "rose": "{unit} leaves defilade.",
    "column": "{unit} goes into Column.",
    "line": "{unit} leaves Column.",
    "regrouped": "{others} and {unit} have become one platoon.",
    "status": "The new platoon is {status}.",
    "shed": "{unit} gets up and loses a step.",
    "stayed_down": "{unit} stays down.",
    "mounted": "{unit} gets on {carrier}.",
    "dismounted": "{unit} gets off {carrier}.",
    "limbered": "{carrier} takes {unit} in tow.",
    "unlimbered": "{unit} is ready to fire.",
    "cargo_lost": "{unit} loses {lost} with its vehicles.",
    "stopped": "{unit} stops: its order fits no more.",
    "tired": "{unit} is tired, level {fatigue}.",
    "rested": "{unit} has rested, fatigue {fatigue}.",
    "shot": "{unit} fires {weapon} at {target}, range {range}: strength {strength}, dice {roll}, {result}, "
    "loss dice {dice} {modifier:+}; {outcome}.",
    "suppressed": "{unit} is suppressed.",
    "eliminated": "{unit} is eliminated in {hex}.",
    "passed": "The {nation} pass.",
    "engaged": "Units of both sides are in {hex}.",
    "assault": "Close assault in {hex}.",
    "round": "Round {round} in {hex}.",
    "reordered": "{company}: {command}.",
    "withdrew": "{unit} withdraws to {hex}.",
    "trapped": "{unit} cannot leave {hex}.",
    "exited": "{unit} leaves the map from {hex}.",
}


@cache
def _speaker() -> Speaker:
    return Speaker((face_parts()[""],))


def describe(event: Event) -> str:
    """An event in words; a side goes by its nation."""
    data = _speaker().words(event)
    if event.kind == "over":
        return ended(data | {"winner": f"The side of the {data['nation']}" if data["nation"] else data["winner"]})
    _name_groups(data)
    if event.kind == "impact":
        data["place"] = f"in {data['hex']}" if data["hex"] != BESIDE else "beside the map"
        data["result"] = {"OT": "on target", "S": "scattered"}.get(str(data["result"]), f"{data['result']} off")
    if "losses" in data:
        lost = int(data["losses"])
        data["outcome"] = f"{lost} lost" if lost else "suppressed" if data["suppressed"] else "no effect"
    if event.kind in ("shot", "shelled"):
        data["result"] = {"-": "no effect", "S": "suppression"}.get(str(data["result"]), str(data["result"]))
        data.setdefault("dice", "")
        data["dice"] = data["dice"] or "none"
    return _EVENTS[event.kind].format(**data)


def _name_groups(data: dict[str, Any]) -> None:
    """Companies and batteries by the names that people use."""
    if "company" in data:
        data["company"] = f"Company {_called(str(data['company']))}"
    if "companies" in data:
        keys = [key.strip() for key in str(data["companies"]).split(",")]
        data["companies"] = ", ".join(_called(key) for key in keys if key[1:2] != "d")
    if "battery" in data:
        data["battery"] = f"battery {str(data['battery'])[-1]}"


def _called(key: str) -> str:
    """A company's letter and number, told apart from a platoon of its own command, whose counter has the same ones."""
    return f"{key[0]} {key[1:].removesuffix('co')}"
