"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from typing import Final

from hulldown.core.game import OptionInfo

OURS = "Hulldown"
"""In place of a case: the rulebook knows no handicaps, these are ours."""
BY_FIRE: Final = "fire"
BY_CONTACT: Final = "contact"
"""What releases a force from its column in a meeting engagement (R-1)."""
TURN_CAP: Final = 50
ENGAGE_TURNS: Final = 25
QUIET_TURNS: Final = 10
"""How long situations without a set length last, where nobody has chosen."""
LARGEST: Final = 10
NO: Final = "no"
YES: Final = "yes"


def _handicap(name: str, label: str, what: str) -> OptionInfo:
    return OptionInfo(name, 0, OURS, what, label=label, least=-LARGEST, most=LARGEST, handicap=True)


def _switch(name: str, rule: str, label: str, what: str) -> OptionInfo:
    """An optional rule of section 32: the module of the same name."""
    return OptionInfo(name, NO, rule, what, (NO, YES), label=label, switch=True)


OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "turn_cap",
        TURN_CAP,
        "17.11-4",
        "meeting engagements have no length; after this many turns the ratios are compared",
        label="Last turn of a meeting engagement",
    ),
    OptionInfo(
        "engage_turns",
        ENGAGE_TURNS,
        "17.12-5",
        "anti-tank actions are Bravo's when so many turns have passed without a shot",
        label="Turns to open fire",
    ),
    OptionInfo(
        "quiet_turns",
        QUIET_TURNS,
        "17.12-9",
        "once there has been fire, they are Bravo's after so many turns without a casualty",
        label="Turns without a loss",
    ),
    OptionInfo(
        "column_release",
        BY_FIRE,
        "17.3-6",
        "in a meeting engagement a force may leave its column once it has been fired on (fire), or both forces may as "
        "soon as one has spotted the other (contact)",
        (BY_FIRE, BY_CONTACT),
        label="What releases a column",
    ),
    _handicap("alpha_panic", "Alpha's Panic Level", "handicap: added to it"),
    _handicap("bravo_panic", "Bravo's Panic Level", "handicap: added to it"),
    _handicap(
        "alpha_preservation",
        "Alpha's Preservation Level",
        "handicap: added to it, where there is one",
    ),
    _handicap(
        "bravo_preservation",
        "Bravo's Preservation Level",
        "handicap: added to it, where there is one",
    ),
    _handicap("alpha_units", "Alpha's units", "handicap: units more, or fewer, of Alpha's first type"),
    _handicap("bravo_units", "Bravo's units", "handicap: units more, or fewer, of Bravo's first type"),
    _handicap("turns", "Turns more or fewer", "handicap: turns more, or fewer, in a scenario of a set length"),
    _switch(
        "variable_entry",
        "32.1a",
        "Variable entry",
        "each force that enters in column draws the section of the mapedge by which it comes on",
    ),
    _switch(
        "variable_exit",
        "32.2a",
        "Variable exit",
        "each force that may leave the map draws the section of the mapedge by which it may; without effect in "
        "scenarios that nobody leaves",
    ),
    _switch(
        "secret_exit",
        "32.3",
        "Secret exit",
        "in a rearguard action (17.13) Alpha draws in secret by which section of edge Y it must leave; without effect "
        "in other scenarios",
    ),
    _switch(
        "delayed_entry",
        "32.4",
        "Delayed entry",
        "each force that enters in column draws in secret the turn on which it comes on: 1, 2 or 3",
    ),
    _switch(
        "vehicle_smoke",
        "32.5a",
        "Vehicle smoke",
        "tanks and assault guns may fire smoke into a hex next to them; in the Expanded game those of a nation whose "
        "vehicles have it",
    ),
    _switch(
        "recon_fire",
        "32.6-gen-1",
        "Reconnaissance fire",
        "tanks and assault guns may fire into an empty hex to find who hides there; only against a force that is "
        "deployed in hiding",
    ),
    _switch(
        "unique_preservation",
        "32.7b",
        "Unique Preservation",
        "tanks, infantry and guns of a force are each shaken by their own losses only; without effect in scenarios "
        "without Preservation",
    ),
)
HANDICAPS: Final = frozenset(info.name for info in OPTIONS if info.handicap)
"""Options of our own: they change a scenario, and stay out of the position of a game that is played without them."""
SWITCHES: Final = tuple(info.name for info in OPTIONS if info.switch)
"""The optional rules in the order in which their modules are put on top of a scenario's own; each is named alike."""
