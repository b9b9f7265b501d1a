"""The briefing of a scenario of KampfPanzer: what wins, where each side begins and leaves, what is special."""

from __future__ import annotations

from typing import Final

from hulldown.core.briefing import Briefing, Goal, Special, Zone, about, number
from hulldown.core.orders import Side
from hulldown.games.kampfpanzer.data.scenarios import Group
from hulldown.games.kampfpanzer.rules.deployment import group_zone
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import SIDES, KampfState, enemy_of
from hulldown.games.kampfpanzer.rules.victory import region

SECONDS_A_TURN: Final = 40
SECONDS_A_UNIT: Final = 5


def names(scene: Scene) -> dict[Side, str]:
    """How the sides are spoken of in a sentence."""
    return {side: f"the {scene.side(side).nation}" for side in SIDES}


def briefing(state: KampfState, scene: Scene) -> Briefing:
    """The briefing of the scenario that a new game is about to begin."""
    length = scene.scenario.length
    return Briefing(
        goals=_goals(scene),
        zones=(*_objective(scene), *_places(scene), *_exits(scene)),
        special=_special(scene),
        turns=length,
        length=number(length, "turn"),
        minutes=about(length, len(state.units), SECONDS_A_TURN, SECONDS_A_UNIT),
    )


def place_name(scene: Scene) -> str:
    """What the scenario is about, in words."""
    victory = scene.scenario.victory
    return f"hex {victory.hex}" if victory.hex else victory.region.replace("-", " ").title()


def in_or_on(place: str) -> str:
    """A place as units are in or on it."""
    return f"in {place}" if place.startswith("Town") else f"on {place}"


def _goals(scene: Scene) -> tuple[Goal, ...]:
    victory, called = scene.scenario.victory, names(scene)
    doer, other, last = victory.side, enemy_of(victory.side), scene.scenario.length
    place, rule = place_name(scene), victory.rule
    if victory.kind == "more":
        return (
            Goal(f"Have more undisrupted combat units {in_or_on(place)} than the enemy after turn {last}.", rule),
            Goal("As many on both sides is a draw.", rule),
        )
    if victory.kind == "double":
        return (
            Goal(f"Have at least twice as many undisrupted combat units on {place} as the enemy after turn {last}, "
                 "and at least one.", rule, doer),
            Goal(f"Have more than half as many undisrupted combat units on {place} as {called[doer]} after turn "
                 f"{last}, or keep them off it altogether.", rule, other),
        )  # fmt: skip
    if victory.kind == "breakout":
        return (
            Goal(f"Take {number(victory.exit, 'combat unit')} off the map where your side may leave it.", rule, doer),
            Goal(f"Let fewer than {victory.exit} of {called[doer]} leave, and lose fewer than {victory.losses} combat "
                 "units.", rule, other),
            Goal(f"If too few leave but {victory.losses} or more were lost to stop them, it is a draw.", rule),
        )  # fmt: skip
    if victory.kind == "destroy":
        return (
            Goal(f"Destroy {number(victory.destroyed, 'enemy combat unit')} by the end of turn {last}.", rule, doer),
            Goal(f"Lose fewer than {number(victory.destroyed, 'combat unit')}.", rule, other),
        )
    if victory.kind == "exit":
        return (
            Goal(f"Take {number(victory.exit, 'combat unit')} off the map by the end of turn {last}; a tank and "
                 "infantry on it are two.", rule, doer),
            Goal(f"Let fewer than {number(victory.exit, 'combat unit')} of {called[doer]} leave the map.", rule, other),
        )  # fmt: skip
    if victory.kind == "breakthrough":
        return (
            Goal(f"Take {victory.exit} combat units off the map, destroy {victory.destroyed} enemies, and lose fewer "
                 f"than {victory.losses}.", rule, doer),
            Goal(f"Let fewer than {victory.exit} of {called[doer]} leave, or lose fewer than {victory.destroyed}, or "
                 f"destroy {victory.losses} of them.", rule, other),
        )  # fmt: skip
    if victory.kind == "reach":
        return (
            Goal(f"Have an undisrupted combat unit on {place} at the end of a turn from {victory.first_turn} to "
                 f"{last}; the game ends then.", rule, doer),
            Goal(f"Keep undisrupted units of {called[doer]} off {place} at the end of turns {victory.first_turn} to "
                 f"{last}.", rule, other),
        )  # fmt: skip
    return (
        Goal(
            f"Leave fewer than {victory.fewer} undisrupted enemy combat units on {place} after turn {last}.", rule, doer
        ),
        Goal(f"Have {victory.fewer} or more there.", rule, other),
    )


def _objective(scene: Scene) -> tuple[Zone, ...]:
    cells = region(scene)
    if not cells:
        return ()
    name = place_name(scene)
    return (Zone(name, "objective", tuple(sorted(cells)), "", f"{name} decides the scenario", 0,
                 scene.scenario.victory.rule),)  # fmt: skip


def _places(scene: Scene) -> tuple[Zone, ...]:
    """Where the groups of each side begin."""
    found: list[Zone] = []
    for side in SIDES:
        groups = scene.side(side).groups
        for place, group in enumerate(groups, 1):
            suffix = f" {place}" if len(groups) > 1 else ""
            found.append(_place(scene, side, group, suffix))
    return tuple(found)


def _place(scene: Scene, side: Side, group: Group, suffix: str) -> Zone:
    nation = scene.side(side).nation
    units = ", ".join(f"{force.count} {force.type}" for force in group.forces)
    if group.enter is None:
        dug = {"may": "; infantry and guns may be entrenched", "infantry": "; the infantry is entrenched"}
        what = f"{units} are set up here{dug.get(group.entrench, '')}"
        return Zone(f"Set-up of the {nation}{suffix}", "setup", group_zone(scene, group), side, what, 0, group.rule)
    cells = tuple(scene.board.cell(label) for label in group.enter.hexes)
    kind = "entry" if group.enter.turn == 1 else "reinforcement"
    what = f"{units} enter here on turn {group.enter.turn}"
    return Zone(f"Entry of the {nation}{suffix}", "entry" if kind == "entry" else "reinforcement", cells, side, what,
                group.enter.turn, group.rule)  # fmt: skip


def _exits(scene: Scene) -> tuple[Zone, ...]:
    found: list[Zone] = []
    for side in SIDES:
        ways, nation = scene.side(side).exits, scene.side(side).nation
        if ways is not None:
            what = f"The {nation} may leave the map here"
            found.append(Zone(f"Exit of the {nation}", "exit", scene.exits(side), side, what, 0, ways.rule))
    return tuple(found)


def _special(scene: Scene) -> tuple[Special, ...]:
    told: list[Special] = []
    levels = " and ".join(f"{scene.side(side).panic} for {names(scene)[side]}" for side in SIDES)
    what = "Each turn a die picks so many of the ten digits, and units in hexes whose numbers end in one of them panic."
    told.append(Special(f"Panic Levels: {levels}. {what}", "11.11a"))
    for side in SIDES:
        setup = scene.side(side)
        if setup.holds is not None:
            when = "on turn 1" if setup.holds.turns == 1 else f"before turn {setup.holds.turns + 1}"
            told.append(Special(f"The {setup.nation} do not move {when}; they may fire.", setup.holds.rule))
        if setup.riders is not None:
            told.append(Special(f"Infantry of the {setup.nation} may ride on {setup.riders.type} tanks. It can be "
                                f"attacked there by itself and defends with {setup.riders.defence}.",
                                setup.riders.rule))  # fmt: skip
    told.append(Special("Trucks and APCs never count towards victory.", "14.0h"))
    return tuple(told)
