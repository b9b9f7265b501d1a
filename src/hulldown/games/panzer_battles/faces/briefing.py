"""The briefing of a scenario of Panzer Battles: what scores, where each side begins and leaves, what is special."""

from __future__ import annotations

from typing import Final

from hulldown.core.briefing import Briefing, Goal, Special, Zone, about, listed, number
from hulldown.core.orders import Side
from hulldown.games.panzer_battles.data.scenarios import Award, Group, cells_in
from hulldown.games.panzer_battles.rules.options import YES
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import SIDES, BattleState, real

SECONDS_A_TURN: Final = 120
SECONDS_A_UNIT: Final = 12


def names(scene: Scene) -> dict[Side, str]:
    """How the sides are spoken of in a sentence."""
    return {side: f"the {scene.scenario.side(side).people}" for side in SIDES}


def briefing(state: BattleState, scene: Scene) -> Briefing:
    """The briefing of the scenario that a new game is about to begin."""
    length = scene.scenario.length
    count = sum(real(unit) for unit in state.units)
    return Briefing(
        goals=_goals(state, scene),
        zones=(*_towns(scene), *_places(scene), *_exits(scene)),
        special=_special(state, scene),
        turns=length,
        length=number(length, "turn"),
        minutes=about(length, count, SECONDS_A_TURN, SECONDS_A_UNIT),
    )


def _goals(state: BattleState, scene: Scene) -> tuple[Goal, ...]:
    victory = scene.scenario.victory
    tie = "a tie is a draw" if victory.tie == "draw" else f"a tie is won by {names(scene)['second']}"
    goals = [Goal(f"Have more Victory Points than the enemy after turn {scene.scenario.length}; {tie}.", victory.rule)]
    for award in victory.awards:
        side = award.sides[0] if len(award.sides) == 1 else ""
        goals.append(Goal(_award(award), award.rule, side))
    for side in SIDES:
        extra = int(state.options.get(f"{side}_points", 0))
        if extra:
            goals.append(Goal(f"You begin with {number(extra, 'point')} (a handicap).", "Hulldown", side))
    return tuple(goals)


def _award(award: Award) -> str:
    """An award in words."""
    kinds = listed(award.types)
    points = number(award.points, "point")
    return {
        "loss": f"{points} for each vehicle or step of {kinds} that the enemy loses.",
        "unit": f"{points} for each enemy platoon of {kinds} that is wholly lost.",
        "broken": f"{points} for each enemy company of {kinds} that reaches morale state 3, once.",
        "exit": f"{points} for each {kinds} that leaves the map, unless it withdraws or is broken.",
        "town": f"{points} for each town of which you control every hex.",
    }[award.what]


def _towns(scene: Scene) -> tuple[Zone, ...]:
    rule = next((award.rule for award in scene.scenario.victory.awards if award.what == "town"), "")
    return tuple(
        Zone(town.name, "objective", tuple(scene.board.cell(label) for label in town.hexes), "",
             f"{town.name} scores for whoever controls all of it", 0, rule)
        for town in scene.scenario.towns
    )  # fmt: skip


def _places(scene: Scene) -> tuple[Zone, ...]:
    """Where each side sets up (19.1a) or enters (19.2)."""
    found: list[Zone] = []
    for side in SIDES:
        groups = scene.scenario.side(side).groups
        for place, group in enumerate(groups, 1):
            suffix = f" {place}" if len(groups) > 1 else ""
            found.append(_place(scene, side, group, suffix))
    return tuple(found)


def _place(scene: Scene, side: Side, group: Group, suffix: str) -> Zone:
    people = scene.scenario.side(side).people
    counted: dict[str, int] = {}
    for company in group.companies:
        for platoon in company.platoons:
            counted[platoon.type] = counted.get(platoon.type, 0) + 1
    forces = listed(
        tuple(number(count, f"platoon of {kind}", f"platoons of {kind}") for kind, count in counted.items())
    )
    if group.area is not None:
        what = f"{forces} are set up here, hidden{'; they may begin in defilade' if group.defilade else ''}"
        return Zone(
            f"Set-up of the {people}{suffix}", "setup", cells_in(group.area, scene.board), side, what, 0, group.rule
        )
    assert group.enter is not None
    wait = ", or later" if group.enter.wait else ""
    what = f"{forces} come on here from turn {group.enter.turn} on{wait}"
    cells = cells_in(group.enter.zones, scene.board)
    if group.enter.turn == 1:
        return Zone(f"Entry of the {people}{suffix}", "entry", cells, side, what, 1, group.rule)
    return Zone(f"Entry of the {people}{suffix}", "reinforcement", cells, side, what, group.enter.turn, group.rule)


def _exits(scene: Scene) -> tuple[Zone, ...]:
    found: list[Zone] = []
    for side in SIDES:
        exits, people = scene.scenario.side(side).exits, scene.scenario.side(side).people
        if exits is not None:
            what = f"The {people} leave the map here"
            found.append(Zone(f"Exit of the {people}", "exit", scene.exits(side), side, what, 0, exits.rule))
    return tuple(found)


def _special(state: BattleState, scene: Scene) -> tuple[Special, ...]:
    special, told = scene.scenario.special, []
    if special.dust is not None:
        told.append(Special(f"Dust: nobody sees further than {special.dust.most} hexes.", special.dust.rule))
    if special.defilade is not None:
        where = listed(special.defilade.terrain).replace("rough2", "Rough 2")
        told.append(Special(f"Vehicles find defilade in {where} only.", special.defilade.rule))
    if special.sponson is not None:
        told.append(Special("The Grant's 75mm gun fires only to its front and right, and not from defilade.",
                            special.sponson.rule))  # fmt: skip
    if special.transport:
        told.append(Special("Infantry rides on halftracks; guns are towed and need a crew.", special.transport))
    for side in SIDES:
        setup = scene.scenario.side(side)
        if setup.artillery is not None:
            guns = setup.artillery
            many = number(guns.batteries, "battery", "batteries")
            delay = number(guns.delay, "turn")
            text = f"The {setup.people} have {many} behind the map; fire comes {delay} after its plot."
            told.append(Special(text, guns.rule))
    if state.options.get("dummies") != "none":
        counts = listed(tuple(f"{scene.scenario.side(side).dummies} for {names(scene)[side]}" for side in SIDES))
        told.append(Special(f"Dummies: {counts}. Their number is reconstructed.", "6.8a"))
    if state.options.get("hidden_movement") == YES:
        told.append(Special(f"Units of {names(scene)['second']} that nobody has seen move without a counter.", "19.12"))
    if state.options.get("secret_morale") == YES:
        told.append(Special("Morale is told to its owner only.", "14.0-proc-5"))
    return tuple(told)
