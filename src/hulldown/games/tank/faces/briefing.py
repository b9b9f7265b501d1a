"""The briefing of a scenario of Tank!: its goals with their numbers, the edges and zones, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from hulldown.core.briefing import Briefing, Goal, Special, Zone, about, number
from hulldown.core.face import spoken
from hulldown.core.orders import Side
from hulldown.games.tank.data.face import face_parts
from hulldown.games.tank.faces.offmap import off_map_specials
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.contact import remember
from hulldown.games.tank.rules.deployment import zone
from hulldown.games.tank.rules.options import BY_CONTACT, OPTIONS, YES
from hulldown.games.tank.rules.panic import CHITS
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import ALPHA, BRAVO, SIDES, TankState
from hulldown.games.tank.rules.victory import quota

SECONDS_A_TURN: Final = 20
SECONDS_A_UNIT: Final = 4
USUAL_TURNS: Final = 25
"""How long a game without a set length usually lasts."""

Goals = Callable[[TankState, Scene], tuple[Goal, ...]]


def names() -> dict[Side, str]:
    """How the sides are spoken of in a sentence."""
    return spoken(face_parts()[""])


def briefing(state: TankState, scene: Scene) -> Briefing:
    """The briefing of the scenario that a new game is about to begin."""
    scenario = scene.scenario
    zones = scene.situation.zones
    goals = scene.situation.goals or _GOALS.get(scenario.situation)
    units = scenario.alpha.strength + scenario.bravo.strength
    length = number(scenario.length, "turn") if scenario.length else "No set length: see what ends it"
    return Briefing(
        goals=goals(state, scene) if goals is not None else (),
        zones=zones(state, scene) if zones is not None else (*_places(scene), *_exits(state, scene)),
        special=(*_special(state, scene), *_optional(state)),
        turns=scenario.length,
        length=length,
        minutes=about(scenario.length or USUAL_TURNS, units, SECONDS_A_TURN, SECONDS_A_UNIT),
    )


def guns_of(scene: Scene) -> int:
    """The anti-tank guns that Bravo has at the start."""
    return sum(force.count for force in scene.scenario.bravo.forces if arms(force.type).gun)


def _introductory(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    alpha, bravo = scene.scenario.alpha.strength, scene.scenario.bravo.strength
    return (
        Goal(f"The side with more tanks left after turn {scene.scenario.length} wins. Alpha begins with {alpha}, "
             f"Bravo with {bravo}.", "16.0-2"),
        Goal("As many tanks left on both sides is a draw.", "16.0-2"),
        Goal("The game ends at once when a side has no tank left.", "16.0-2"),
    )  # fmt: skip


def _meeting(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    alpha, bravo = scene.scenario.alpha, scene.scenario.bravo
    return (
        Goal(f"Improve the ratio of survivors. It begins at {alpha.strength} Alpha to {bravo.strength} Bravo. Units "
             "that have left the map count as survivors. An unchanged ratio is a draw.", "17.11-7"),
        Goal("A force that is wiped out has lost, unless the other is wiped out as well.", "17.11-8"),
        Goal("The game ends when one force has no unit left on the map. At the latest the ratios are compared after "
             f"turn {state.options['turn_cap']}.", "17.11-4"),
        Goal(f"Units may leave over their own edge from the turn after Alpha has lost {alpha.preservation} or Bravo "
             f"{bravo.preservation}.", "17.11-5"),
        Goal("If both columns reach the far edge without meeting, it is a draw.", "17.11-2"),
    )  # fmt: skip


def _antitank(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    alpha, bravo = scene.scenario.alpha, scene.scenario.bravo
    quiet, engage = state.options["quiet_turns"], state.options["engage_turns"]
    return (
        Goal(f"Destroy all {guns_of(scene)} anti-tank guns, or make Bravo lose {bravo.preservation} of its "
             f"{bravo.strength} units, before Alpha has lost {alpha.preservation} of {alpha.strength}.",
             "17.12-6", ALPHA),
        Goal(f"Make Alpha lose {alpha.preservation} of its {alpha.strength} units while a gun is left and fewer than "
             f"{bravo.preservation} of Bravo's units are lost.", "17.12-7", BRAVO),
        Goal(f"Bravo also wins when {quiet} turns pass without a loss after the first fire.", "17.12-9", BRAVO),
        Goal(f"Bravo also wins when nobody has fired by the end of turn {engage}.", "17.12-5", BRAVO),
        Goal("If both forces reach their limit on the same turn, it is a draw.", "17.12-7"),
    )  # fmt: skip


def _rearguard(state: TankState, scene: Scene) -> tuple[Goal, ...]:
    alpha, bravo = scene.scenario.alpha, scene.scenario.bravo
    return (
        Goal(f"Take {quota(scene.scenario)} of Alpha's {alpha.strength} units over edge Y by the end of turn "
             f"{scene.scenario.length}.", "17.13-5", ALPHA),
        Goal(f"Keep Alpha from that, and lose fewer than {bravo.preservation} of Bravo's {bravo.strength} units.",
             "17.13-6", BRAVO),
        Goal("If Alpha does not get through but Bravo has lost that many, it is a draw.", "17.13-6"),
    )  # fmt: skip


_GOALS: Final[dict[str, Goals]] = {
    "introductory": _introductory, "meeting": _meeting, "antitank": _antitank, "rearguard": _rearguard,
}  # fmt: skip


def _places(scene: Scene) -> tuple[Zone, ...]:
    """Where the sides come on or set up: what the scenario says, not what they have chosen."""
    found: list[Zone] = []
    called = names()
    for side in SIDES:
        setup, name = scene.side(side), called[side]
        if setup.deploy in ("column", "columns"):
            how = "in column through one hex" if setup.deploy == "column" else "in columns, each through a hex"
            what = f"{name} enters here on turn 1, {how} of edge {setup.edge}"
            cells = tuple(scene.board.edges[setup.edge])
            found.append(Zone(f"{name} entry", "entry", cells, side, what, 1, "17.3-1"))
            continue
        hidden = setup.deploy == "hidden"
        far = f"at least {setup.distance} hexes from edge {setup.edge}"
        how = (
            "hidden, in Improved Positions" if hidden else "in secret, and is placed face down after Alpha has entered"
        )
        cells = zone(scene.scenario.map, setup.edge, setup.distance)
        rule = "17.12-1" if hidden else "17.13-1"
        found.append(Zone(f"{name} set-up", "setup", cells, side, f"{name} sets up {far}, {how}", 0, rule))
    return tuple(found)


def _exits(state: TankState, scene: Scene) -> tuple[Zone, ...]:
    """The edges over which a side may leave now, or once a force has reached its Preservation Level."""
    later = state.thaw()
    later.turn, later.preserved = 2, dict.fromkeys(SIDES, 1)
    remember(later, **({"contact": 1} if scene.situation.march is not None else {}))
    event = "the turn of contact" if scene.situation.march is not None else "a force has reached its Preservation Level"
    rule = scene.situation.exit_rule
    found: list[Zone] = []
    called = names()
    for side in SIDES:
        at_once, edge = scene.situation.exit_edge(state, scene, side), scene.situation.exit_edge(later, scene, side)
        if not edge:
            continue
        when = "" if at_once else f", from the turn after {event}"
        what = f"{called[side]} may leave the map over edge {edge}{when}"
        found.append(Zone(f"{called[side]} exit", "exit", tuple(scene.board.edges[edge]), side, what, 0, rule))
    return tuple(found)


def _optional(state: TankState) -> tuple[Special, ...]:
    """The optional rules agreed on (32.0)."""
    return tuple(
        Special(f"{info.label}: {info.what}.", info.rule)
        for info in OPTIONS
        if info.switch and state.options.get(info.name) == YES
    )


def _special(state: TankState, scene: Scene) -> tuple[Special, ...]:
    scenario, situation = scene.scenario, scene.situation
    alpha, bravo = scenario.alpha, scenario.bravo
    told = [Special(face_parts()[scenario.mode].notes[0], "10.61c")]
    if situation.special is not None:
        whole = (*_levels(scene), *_platoons(scene), *off_map_specials(scene))
        return (*told, *whole, *situation.special(state, scene))
    told.append(
        Special(f"Panic: each turn {alpha.panic} of {CHITS} digits are drawn for Alpha and {bravo.panic} for Bravo. "
                "Units in hexes whose number ends with one of them panic. It begins on the turn after "
                + ("the forces have met" if situation.panics_since(_met(state)) else "the first fire") + ".", "12.1a")
    )  # fmt: skip
    if alpha.preservation and bravo.preservation:
        told.append(
            Special(f"Preservation Level: a force that has lost so many units (Alpha {alpha.preservation}, Bravo "
                    f"{bravo.preservation}) attacks with half its strength from the next turn on.", "15.11a")
        )  # fmt: skip
    if situation.prewritten:
        free = "as soon as the forces have met" if state.options["column_release"] == BY_CONTACT else "once fired on"
        told.append(Special(f"A column follows the way written before the game; it may break up {free}.", "17.11-2"))
    elif alpha.deploy == "column":
        told.append(Special("A force that enters in column may leave the column once it has been fired on.", "17.3-6"))
    if situation.late_defence:
        told.append(Special("On turn 1 Bravo has no Opportunity Fire.", "17.13-3"))
    if bravo.deploy == "hidden":
        told.append(Special("Bravo's units are hidden until they fire or are found.", "17.12-2"))
    return tuple(told)


def _levels(scene: Scene) -> tuple[Special, ...]:
    """The levels of both sides in a scenario of the Expanded game."""
    alpha, bravo = scene.scenario.alpha, scene.scenario.bravo
    return (
        Special(f"Panic: each turn {alpha.panic} of {CHITS} digits are drawn for Alpha and {bravo.panic} for Bravo. "
                "Units in hexes whose number ends with one of them panic.", "12.1a"),
        Special(f"Preservation Level: from the turn after Alpha has lost {alpha.preservation} or Bravo "
                f"{bravo.preservation}, two more digits are drawn for that side.", "24.5a"),
    )  # fmt: skip


def _platoons(scene: Scene) -> tuple[Special, ...]:
    """What there is to know of platoons and headquarters, where there are any (25.0)."""
    forces = [force for side in SIDES for force in scene.side(side).forces]
    told: list[Special] = []
    if any(force.platoon or force.divide for force in forces):
        told.append(
            Special("Platoons: the vehicles of a platoon all move or all fire, within two hexes of each other. They "
                    "panic with their leader, and seldom on the move. When he is lost, they get a new one and stand "
                    "still for a turn, or act singly.", "25.0-proc-1")
        )  # fmt: skip
    if any(force.hq for force in forces):
        told.append(
            Special("Headquarters: each lost tank of it counts as two towards Preservation, the commander as three; "
                    "when he falls, his company stands still for a turn.", "25.54a")
        )  # fmt: skip
    return tuple(told)


def _met(state: TankState) -> TankState:
    """The same state when the forces have met and nobody has fired."""
    met = state.thaw()
    met.contact, met.first_fire = 1, 0
    return met
