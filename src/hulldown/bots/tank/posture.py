"""How a side should fight as things stand: what kills and losses count, what it drives at, and how much it hurries."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from hulldown.bots.plane import BLOCKED, Floats
from hulldown.bots.tank.field import Field, field, marching
from hulldown.bots.tank.picture import Picture
from hulldown.core.board import Cell
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.modules.engagements.delaying import CAMP
from hulldown.games.tank.modules.engagements.meeting1 import LENGTH
from hulldown.games.tank.rules.contact import contact_turn
from hulldown.games.tank.rules.options import TURN_CAP

HORIZON = 2.5
"""Turns over which the fire from and at a hex is counted."""
AHEAD = 6
"""How far ahead of most of its units a searching force looks."""
CROSSROADS = "3319"
"""The objective of 34.2."""
RUSH = 9
"""The turn from which on the attackers of 34.4 drive on whatever stands there: the game may be over after turn 14."""
FEW = 4
"""So many defenders left, and the attackers of 34.4 drive on at once."""
LATE = 8
"""The last turns, in which it counts who is where."""
WATCHED = 9
"""Hexes from which the objective of 34.2 is looked at: farther off, an enemy is soon in the way."""
SEARCHED = 3
"""How near a unit must be to a hex for it not to be worth a search."""


class Posture(NamedTuple):
    """The weights of one plot."""

    gain: float
    """Worth of a kill for each unit of enemy worth."""
    loss: float
    """The same for an own loss."""
    pace: float
    """Price of a turn's movement: high values make units move only for something much better."""
    goal: Floats | None
    """Worth of being in a hex, whatever the fire."""
    hold: float
    """The chance below which a hidden gun does not fire."""
    leave: bool = False
    """Whether units should leave the map where they can."""
    press: bool = False
    """Whether a hex from which nothing can be fired at is no place to stay in."""


def posture_of(picture: Picture, boldness: float) -> Posture:
    """The posture for a side in its situation."""
    return _POSTURES.get(picture.situation, _meeting)(picture, boldness)


def _meeting(picture: Picture, boldness: float) -> Posture:
    """Ratios decide (17.11-7): bold while level or behind, and bolder as nothing happens; careful when ahead."""
    view = picture.view
    lead = picture.left(picture.side) - picture.left(picture.foe_side)
    quiet = max(0, view.turn - max(view.last_loss, view.contact, 1))
    last = picture.scenario.length or int(view.options.get("turn_cap", TURN_CAP))
    if lead > 0:
        gain = max(0.75, 1.1 - lead)
    else:
        gain = 1.25 + 0.04 * quiet + (0.5 if last - view.turn <= 8 else 0.0)
    # Once a force is beaten, going home ends the game: whoever is ahead on the ratio does (17.11-4, 17.11-5).
    leave = lead > 0 and any(0 < turn < view.turn for turn in view.preserved.values())
    goal = _edge(picture.arrays, picture.setup.edge, 4.0) if leave else None
    return Posture(gain * boldness, 1.0, 0.6 if leave else 0.12, goal, 0.0, leave, lead <= 0)


def _antitank(picture: Picture, boldness: float) -> Posture:
    """Alpha must find and destroy the guns before its own losses count (17.12); Bravo waits and makes each shot pay."""
    view = picture.view
    if picture.side == "bravo":
        return Posture(boldness, 1.0, 0.5, None, 0.3)
    quiet = view.turn - max(view.last_loss, view.first_fire) if view.first_fire else view.turn // 3
    hurt = view.losses.get("alpha", 0) / max(1, picture.setup.preservation)
    goal = _sweep(picture, 0.2 if picture.foes else 0.8)
    return Posture((1.2 + 0.06 * quiet) * boldness, 0.6 + 0.8 * hurt * hurt, 0.25, goal, 0.0, press=True)


def _rearguard(picture: Picture, boldness: float) -> Posture:
    """Alpha must get half its force over Y in time (17.13-5); Bravo has to outlast the clock."""
    if picture.side == "bravo":
        return Posture(boldness, 1.3, 0.3, None, 0.0)
    view, arrays = picture.view, picture.arrays
    allowance = max(1, min(weapon_of(force.type).ma for force in picture.setup.forces))
    goals = picture.ground.board.edges["Y"]
    way = marching(picture.scenario.map, picture.scenario.mode, allowance, goals)
    turns = sorted(float(way[arrays.at[unit.cell]]) / allowance for unit in picture.own)
    quota = picture.setup.strength // 2 - int(view.facts[f"{picture.side} exited"])
    # The turns to spare once the last unit that is needed has got there by the shortest way.
    needed = turns[quota - 1] if 0 < quota <= len(turns) else float(way.max()) / allowance
    spare = picture.scenario.length - view.turn - 1.3 * needed - 1.0
    pace = next(price for least, price in _HURRY if spare >= least)
    return Posture(0.9 * boldness, 0.6, pace, _edge(arrays, "Y", 6.0), 0.0, True)


def _counted(picture: Picture, boldness: float) -> Posture:
    """Points for units destroyed and for those that are there at the end: nobody goes home (34.1-12).

    Who is behind must hurry: the game is over 25 turns from contact (34.1-9).
    """
    view = picture.view
    size = picture.setup.strength + picture.foe_setup.strength
    lead = 2 * (view.losses.get(picture.foe_side, 0) - view.losses.get(picture.side, 0)) / size
    quiet = max(0, view.turn - max(view.last_loss, contact_turn(view), 1))
    late = contact_turn(view) + LENGTH - view.turn <= LATE
    gain = max(0.75, 1.1 - lead) if lead > 0 else 1.25 + 0.04 * quiet + 0.5 * late
    return Posture(gain * boldness, 1.0, 0.12, None, 0.0, press=lead <= 0)


def _seizing(picture: Picture, boldness: float) -> Posture:
    """Kills count double, and who alone sees the crossroads wins twenty points (34.2-11, 34.2-12)."""
    view, arrays = picture.view, picture.arrays
    centre = picture.ground.board.by_label[CROSSROADS]
    late = contact_turn(view) > 0 and contact_turn(view) + LENGTH - view.turn <= LATE
    distance = arrays.distances(arrays.to_target(centre))
    seen = (distance <= WATCHED) & (arrays.sight(centre) > 0)
    seen[arrays.at[centre]] = True
    worth = 4.0 if late else 1.2
    goal: Floats = np.where(seen, worth * (1.0 - 0.05 * distance), -BLOCKED)
    return _counted(picture, boldness)._replace(goal=goal, press=False, pace=0.4 if late else 0.12)


def _assault(picture: Picture, boldness: float) -> Posture:
    """Alpha must come to the objective and hold it (34.4-22); Bravo waits and makes each shot pay."""
    if picture.side == "bravo":
        return Posture(boldness, 1.0, 0.5, None, 0.3)
    # Who is to drive on has an errand; the others shoot the way free.
    return Posture(1.3 * boldness, 0.7, 0.2, None, 0.0, press=True)


def defenders_left(picture: Picture) -> int:
    """The defenders of 34.4 that are not destroyed: their number is the same in both variants."""
    return picture.foe_setup.strength - picture.view.losses.get(picture.foe_side, 0)


def _delaying(picture: Picture, boldness: float) -> Posture:
    """Alpha hunts the camp (34.3-14); Bravo's tanks stand between it and the enemy."""
    board = picture.ground.board
    centre = board.by_label[CAMP[len(CAMP) // 2]]
    if picture.side == "bravo":
        return Posture(boldness, 1.0, 0.3, _around(picture, centre, 0.6, 8), 0.0)
    return Posture(1.3 * boldness, 0.5, 0.4, _around(picture, centre, 2.0, 3), 0.0)


_HURRY = ((7.0, 0.15), (3.0, 0.3), (0.0, 0.5), (-99.0, 0.9))
"""What a turn's movement is worth with so many turns to spare."""


_POSTURES = {
    "meeting": _meeting, "introductory": _meeting, "antitank": _antitank, "rearguard": _rearguard,
    "meeting1": _counted, "meeting2": _seizing, "delaying": _delaying, "assault": _assault,
}  # fmt: skip


def _around(picture: Picture, centre: Cell, worth: float, radius: int) -> Floats:
    """Worth on the hexes within a radius, most in the middle."""
    arrays = picture.arrays
    distance = arrays.distances(arrays.to_target(centre))
    goal: Floats = np.where(distance <= radius, worth * (1.0 - 0.1 * distance), -BLOCKED)
    goal[arrays.at[centre]] = worth
    return goal


def _edge(arrays: Field, edge: str, worth: float) -> Floats:
    """Worth on the hexes of an edge only."""
    goal = np.full(arrays.count, -BLOCKED)
    goal[[arrays.at[cell] for cell in arrays.ground.board.edges[edge]]] = worth
    return goal


def _sweep(picture: Picture, worth: float) -> Floats:
    """Places to search for hidden guns: a band ahead of the force, outward first and then back again.

    What has been searched is not remembered, so the clock tells which way to go.
    """
    arrays = picture.arrays
    goal = np.full(arrays.count, -BLOCKED)
    depth = _depths(picture.scenario.map, picture.scenario.mode, picture.setup.edge)
    deepest = float(depth.max())
    allowance = max(1, min(weapon_of(force.type).ma for force in picture.setup.forces))
    crossing = int(deepest / (0.35 * allowance)) + 2
    outward = (picture.view.turn // crossing) % 2 == 0
    own = sorted(float(depth[arrays.at[unit.cell]]) for unit in picture.own) or [0.0]
    ahead = own[3 * len(own) // 4] + AHEAD if outward else own[len(own) // 4] - AHEAD
    at = max(float(picture.foe_setup.distance), min(ahead, deepest - 2))
    goal[abs(depth - at) <= 2] = worth
    for unit in picture.own:
        goal[arrays.distances(arrays.to_target(unit.cell)) <= SEARCHED] = -BLOCKED
    return goal


@lru_cache(maxsize=16)
def _depths(map_name: str, mode: str, edge: str) -> Floats:
    """For every hex its distance from an edge."""
    arrays = field(map_name, mode)
    board = arrays.ground.board
    return np.array([float(board.edge_distance(cell, edge)) for cell in arrays.cells])
