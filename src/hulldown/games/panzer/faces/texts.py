"""Events in words, ready to be translated; what is asked stands in the rows of the sequence."""

from __future__ import annotations

from functools import cache

from hulldown.core.events import Event, Scalar
from hulldown.core.words import Speaker, ended
from hulldown.games.panzer.data.face import face_parts
from hulldown.games.panzer.faces import air_texts
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.verbs.kinds import ASK, PRESET

_EVENTS = {
    "turn": "Turn {turn} of {turns}.",
    "deployed": "{unit} ({type}) stands in {hex}, facing {facing}.",
    "unmarked": "{unit} is lost from sight: its Spot/{mark} counter is removed.",
    "converted": "{unit} cannot execute {command}: it has no command.",
    "reactions": "The {side} side places its commands.",
    "initiative": "Initiative: the Soviet force rolls {soviet}, the German {german}.",
    "graded_initiative": (
        "Initiative: the Soviet force rolls {soviet_roll}, {soviet} with its grade; "
        "the German {german_roll}, {german} with its grade."
    ),
    "shared": "{units} share {command}.",
    "spent": "{unit} shares the command but does not fire: its overwatch is over.",
    "first_player": "The {winner} force decides: the {side} force is First Player.",
    "announced": "{unit} fires at {target}.",
    "revealed": "{unit} has {command}.",
    "shown": "{unit} shows {command}: it is a moving target.",
    "kept": "The command of {unit} has no effect.",
    "no_target": "{unit} ({command}) has no target left.",
    "wasted": "{unit} fires at {target}, which is already eliminated.",
    "shot": "{unit} at {target}: range {range} ({band}), net {net}, hits on {needs}, rolls {roll}",
    "damaged": "{unit} is damaged.",
    "knocked_out": "{unit} ({type}) is knocked out.",
    "brewed_up": "{unit} ({type}) brews up.",
    "passed": "The {side} side lets the chance go by.",
    "stops": "{unit} stops in {hex}.",
    "waved": "The {side} side lets the rest of this {until} go by.",
    "void": "{unit} cannot carry out its order any more: {why}.",
    "stays": "{unit} stays in {hex}.",
    "turned": "{unit} turns to {facing} in {hex}.",
    "entered": "{unit} enters the map in {hex}, facing {facing}.",
    "moved": "{unit} drives to {hex}, facing {facing}.",
    "left": "{unit} leaves the map from {hex}.",
    "backed_up": "{unit} goes back to {hex}: an enemy is there.",
    "turned_up": "{unit} had {command}.",
    "captured": "The {side} side takes {objective}.",
    "contested": "{objective} is contested.",
    "ammo": "{unit}: ammo limit {limit} of {weapon} {ammo}, rolls {roll}: {short}.",
    "ap_shot": "{unit} at {target} with {weapon} {ammo}: range {range} ({band}), net {net}, hits on {needs}, "
    "rolls {roll}: {hits}.",
    "ap_hit": "{target} is hit, {angle} angle, {location} (roll {roll}): {effect}.",
    "gp_shot": "{unit} at {target} with {weapon}: range {range} ({band}), factor {factor} against {defence}, "
    "net {net}, rolls {roll}: {effect}.",
    "terrain_shot": "{unit} at the {terrain} in {hex}: factor {factor} against {defence}, rolls {roll}: {destroyed}.",
    "rubble": "The {terrain} in {hex} is rubble.",
    "suppressed": "{unit} is suppressed.",
    "immobilised": "{unit} has a Track hit and cannot move any more.",
    "reduced": "{unit} is reduced to a half-squad.",
    "eliminated": "{unit} ({type}) is eliminated.",
    "bail_out_roll": "{unit} ({event}): {survives} on {needs}, rolls {roll}: {out}.",
    "bailed_out": "The crew of {unit} ({type}) bails out.",
    "covered": "{unit} takes Full Cover.",
    "uncovered": "{unit} leaves Full Cover.",
    "dug": "{unit} digs in at {hex}: {progress} of {of}.",
    "entrenched": "{unit} has finished its Hasty Entrenchment in {hex}.",
    "occupied": "{unit} takes the position in {hex}.",
    "designated": "{unit} is {position} in its Improved Position.",
    "position_lost": "{unit} has given up its hull-down position.",
    "recovery": "{unit} is suppressed and rolls {roll}, net {net}; it recovers on {needs} or less",
    "burned": "{unit} ({type}) is lost in the fire in {hex}.",
    "walked": "{unit} moves to {hex}.",
    "crawled": "{unit} crawls to {hex}.",
    "quickmarched": "{unit} ends its quickmarch, suppressed on {needs} or less: it rolls {roll} (net {net}).",
    "climbed": "{unit} goes up to the top floor in {hex}.",
    "descended": "{unit} comes down to the ground in {hex}.",
    "at_wall": "{unit} at the wall of a {building} building in {hex}: {harm}.",
    "broke_in": "{unit} breaks into the building in {hex}.",
    "came_out": "{unit} comes out of the building in {hex}.",
    "stopped": "{unit} gets no farther in {hex}: it stays {where}.",
    "mounted": "{unit} mounts {carrier} in {hex}.",
    "dismounted": "{unit} dismounts from {carrier} in {hex}, facing {facing}.",
    "jumped": "{unit} bails out of {carrier} in {hex}.",
    "searches": "{unit} searches {hex} for a hull-down position.",
    "hull_down": "{unit} finds a position in {hex}, facing {facing}: {needs} or less, rolls {roll} (net {net}).",
    "no_hull_down": "{unit} finds no position in {hex}: {needs} or less, rolls {roll} (net {net}).",
    "wire_crushed": "{unit} crushes the wire in {hex}.",
    "response": "{source} is called on {hex}, {fire}, {sheaf} SHEAF: {outcome}.",
    "astray": "The fire of {source} goes astray: it comes down in {hex}, not in {called}.",
    "impact": "{fire} of {source} comes down in {hex}, {sheaf} SHEAF.",
    "no_smoke": "{source} has no smoke left this turn.",
    "shelled": "{source} at {unit} with {weapon} ({band}): factor {factor} against {defence}, net {net}, "
    "rolls {roll}: {effect}.",
    "checked": "The fire of {source} on {hex} is checked.",
    "fire_over": "The planned fire of {source} on {hex} is over.",
    "smoke_gone": "The smoke at {hex} has gone.",
    "smoke_laid": "{unit} lays smoke in {hex}.",
    "assault_announced": "{unit} attacks {target} at close quarters.",
    "close_assault": "Close Assault of {attackers} on {target}: factor {factor} against {defence}, net {net}, "
    "rolls {roll}, result {result}: {effect}.",
    "hand_to_hand": "Hand-to-Hand, round {round}: {result} for {attackers} (rolls {roll}, net {net}) against "
    "{result_defender} for {target} (rolls {roll_defender}, net {net_defender}): {winner}.",
    "robbed": "{unit} finds {target} gone: it may move, but attack nobody else.",
    "followed": "{unit} enters {hex}.",
    "overrun_announced": "{unit} will overrun {target}.",
    "overrun": "{unit} overruns {target}: factor {factor} against {defence}, net {net}, rolls {roll}, result {result}: "
    "{effect}.",
    **air_texts.EVENTS,
}
_ON = {ASK: "and will be asked before it reacts", PRESET: "and has preset its reactions"}


def describe(event: Event) -> str:
    """An event in words."""
    data = _speaker().words(event)
    if event.kind == "over":
        return ended(data)
    if event.kind not in _EVENTS:
        # An event of a module brings its words along.
        return str(event.data.get("text", event.kind))
    if event.kind == "unmarked":
        data["mark"] = str(data["mark"]).capitalize()
    _rename(event, data)
    _reword(event, data)
    text = _EVENTS[event.kind].format(**data)
    if event.kind == "reactions":
        return f"{text.removesuffix('.')} {_ON[str(event.data['mode'])]}."
    if event.kind == "announced" and event.data.get("overwatch"):
        return f"{text.removesuffix('.')} on overwatch."
    if event.kind == "recovery":
        return text + (": it recovers." if event.data["recovered"] else ": it stays suppressed.")
    if event.kind == "shot":
        return text + _shot(event)
    return text


_EFFECTS = {
    "none": "no effect", "masked": "masked by its hull-down position", "bounce": "not through the armour",
    "nd": "through without damage", "track": "a Track hit", "damaged": "damage", "ko": "a knock-out", "bu": "a brew-up",
    "suppressed": "suppressed", "effective": "effective", "suppressed-df": "suppressed", "eliminated": "shot down",
    "suppressed-if": "suppressed",
}  # fmt: skip
_WITH_EFFECT = ("ap_hit", "gp_shot", "shelled", "bail_out_roll", "air_strike", "aa_shot", "close_assault", "overrun")
_NETTED = ("gp_shot", "shelled", "air_strike", "aa_shot", "close_assault", "overrun", "hand_to_hand")
"""Events whose Net Modifier is told with its sign."""
_OF_SEVERAL = ("shared", "close_assault", "hand_to_hand")
"""Events that may name several units."""
_YES_OR_NO = {
    "short": ("short of it", "enough of it"), "destroyed": ("destroyed", "it stands"),
    "survives": ("gets out", "bails out"), "out": ("out", "it does not"),
}  # fmt: skip


_ANSWERED = {"responds": "it responds", "fails": "it does not respond", "astray": "it goes astray"}


def _rename(event: Event, data: dict[str, Scalar]) -> None:
    """Gives values their one name: several units, a Net Modifier with its sign, a SHEAF, speed and altitude."""
    for key in ("attackers", "units"):
        if event.kind in _OF_SEVERAL and key in data:
            data[key] = " and ".join(str(data[key]).split())
    if event.kind in _NETTED:
        data["net"] = f"{event.data['net']:+}"
    if event.kind in ("response", "impact"):
        data["sheaf"] = sheafs.label(str(event.data["sheaf"]))
    if event.kind == "air_entered":
        data |= {key: str(data[key]).title() for key in ("speed", "altitude")}


def _reword(event: Event, data: dict[str, Scalar]) -> None:
    """Puts the values of an event of the Advanced Game into words."""
    for key in ("effect", "event"):
        if event.kind in _WITH_EFFECT and key in data:
            data[key] = _EFFECTS.get(str(data[key]), data[key])
    for key, (yes, no) in _YES_OR_NO.items():
        if isinstance(data.get(key), bool):
            data[key] = yes if data[key] else no
    if event.kind == "response":
        data["outcome"] = _ANSWERED[str(event.data["outcome"])]
        if "roll" in event.data:
            data["outcome"] = f"{data['outcome']} ({event.data['needs']} needed, rolls {event.data['roll']})"
    if event.kind == "hand_to_hand":
        told = {"attacker": "the attackers win it", "defender": "the defender wins it", "": "a tie"}
        data["winner"] = told[str(event.data["winner"])]
        data["net_defender"] = f"{event.data['net_defender']:+}"
    if event.kind == "air_crashed":
        data |= air_texts.crash(event)
    if event.kind == "aa_announced":
        data["when"] = "after the attack" if event.data["after"] else "at once"
    if event.kind == "ap_shot":
        hits = event.data["hits"]
        data["hits"] = "a miss" if hits == 0 else "a hit" if hits == 1 else f"{hits} hits"


@cache
def _speaker() -> Speaker:
    return Speaker((face_parts()[""],))


def _shot(event: Event) -> str:
    if not event.data["hit"]:
        return ": a miss."
    effects = {"none": "no effect", "damaged": "damage", "ko": "a knock-out", "bu": "a brew-up"}
    numbers = "penetration {penetration} against {aspect} armour {armour}".format(**event.data)
    return f": a hit, {numbers}: {effects[str(event.data['effect'])]}."
