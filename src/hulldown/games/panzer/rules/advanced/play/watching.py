"""Overwatch with AP and GP fire: who may answer whom, groups that fire together, presets (6.5.3, G1–G11). Room D.

A side is asked whenever, as far as both sides can see, one of its face-down commands could be an overwatch that bears;
what rides in a carrier is its owner's secret (Q11), so a loaded carrier might always have somebody to fire from it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from hulldown.core.decisions import Decision, Legal, Pass, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.panzer.data.leg import crew_weapons, leg_units
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules import overwatch
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.play import announcing, presets, sight, spotting
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, bearer, gp_aim
from hulldown.games.panzer.rules.advanced.play.announcing import Asking
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    cell_of,
    detail_of,
    leg_of,
    passengers,
)
from hulldown.games.panzer.rules.advanced.play.firing import options_for
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.advanced.play.presets import Preset, Prospect
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Way, ways_at
from hulldown.games.panzer.rules.legal import until
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState, Unit
from hulldown.games.panzer.rules.verbs.base import WATCHING


def open_targets(state: PanzerState, side: str, step: str) -> list[int]:
    """The enemies that overwatch fire of a side may answer now, as in the Basic Game (6.5.3, 4.4.2a, 4.5c; G2, G3).

    Fire of a passenger is answered at its carrier: nobody fires at passengers alone (6.5.4.2.3a).
    """
    units = state.units
    mover = state.mover.unit if state.mover is not None and step == overwatch.REACT else -1
    if step == overwatch.WATCH:
        asked = {bearer(state, index) for index, unit in enumerate(units) if _has_fired(state, unit)}
    else:
        asked = {*state.chain, mover} - {-1}
    return [
        index
        for index in sorted(asked)
        if units[index].side != side and units[index].status == ON_MAP and index not in state.engaged
    ]


def _has_fired(state: PanzerState, unit: Unit) -> bool:
    """Whether a unit has fired this turn; one that did not respond to a call is only done (6.5.1.7-response-d; G3).

    4.4.2b: nor is fire at aircraft answered, which is neither Indirect nor Direct Fire.
    """
    return unit.fired and detail_of(unit).held != state.turn


def could_fire(state: PanzerState, scene: Scene, side: str, targets: list[int]) -> bool:
    """Whether one of a side's face-down commands could be an overwatch that bears; by public facts only.

    Cases 4.4.2c, 6.5.3, 6.6.7.2a.
    """
    for index, unit in enumerate(state.units):
        if unit.side != side or unit.known or not unit.command or unit.status != ON_MAP:
            continue
        for target in targets:
            if _bears(state, scene, index, target) or _loaded_bears(state, scene, index, target):
                return True
    return False


def _bears(state: PanzerState, scene: Scene, index: int, target: int) -> bool:
    """Whether a unit could fire at a target now: spotted as it stands, in range and field of fire (4.4.2d, 4.4.2g).

    Case 6.5.3.
    """
    return spotting.spots(state, scene, index, target) and bool(ways_at(state, scene, index, target, True))


def _loaded_bears(state: PanzerState, scene: Scene, carrier: int, target: int) -> bool:
    """Whether somebody aboard could fire at a target, for all that the enemy knows (Q11, 6.6.7.2a, 6.6.7.2b)."""
    for passenger in passengers(state, carrier):
        if state.units[passenger].moved:
            continue  # 6.6.7.1.1-mounting-c: everybody saw it mount
        if detail_of(state.units[passenger]).shown:
            if _bears(state, scene, passenger, target):
                return True
            continue
        far = scene.board.distance(cell_of(state, passenger), state.units[target].cell)
        if 0 < far <= _riders_reach() and sight.clear(state, scene, carrier, target):
            return True
    return False


@lru_cache(maxsize=1)
def _riders_reach() -> int:
    """The farthest that any passenger fires: leg units and what they may fire while carried (6.6.7.2a)."""
    rows = [unit.row for unit in leg_units().values()]
    for weapon in crew_weapons().values():
        if weapon.transported and weapon.weapon is not None:
            rows += weapon.weapon.ammo.values()
    return max(row.reach for row in rows)


def watchers(state: PanzerState, scene: Scene, side: str, targets: list[int]) -> dict[int, list[int]]:
    """The units of a side with an unrevealed Overwatch command, and the targets each may fire at.

    Passengers watch by their carrier's command (N5); once it is revealed it is spent, for all who share it (G10).

    Cases 6.5.3, 6.6.7.2b, 6.2.1.1.4-overwatch-b.
    """
    found: dict[int, list[int]] = {}
    for index, unit in enumerate(state.units):
        if unit.side != side or unit.fired or detail_of(unit).spent or not _watches(state, scene, index):
            continue
        if counters.has_observed(state, unit.id):
            continue  # 6.5.1i: who has observed does nothing else on overwatch
        seen = [target for target in targets if _bears(state, scene, index, target)]
        if seen:
            found[index] = seen
    return found


def _watches(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit has an unrevealed Overwatch command, of its own or of its carrier (6.6.7.2a, 6.6.7.2b).

    Once it is revealed it is spent (6.2.1.1.4-overwatch-b). Who has mounted this turn has done so by a Move command of
    its own: that is all it does (6.6.7.1.1-mounting-c; N4).
    """
    unit = state.units[index]
    if unit.status == CARRIED and unit.moved:
        return False
    bearing = state.units[bearer(state, index)]
    return bearing.command in scene.watching and not bearing.known


def _asking(state: PanzerState, scene: Scene, side: str) -> Asking:
    """Who of a side may fire on overwatch at whom now (6.5.3, 4.4.2d)."""
    targets = scene.doctrine.open_targets(state, scene, side, state.stack[-1].step)
    return Asking(watchers(state, scene, side, targets), WATCHING, True)


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire on overwatch at whom, with what (4.4.2c, 6.5.3)."""
    side, step = decision.side, state.stack[-1].step
    asking = _asking(state, scene, side)
    units = tuple(
        [
            UnitLegal(state.units[index].id, options_for(state, scene, index, targets, asking))
            for index, targets in asking.ready.items()
        ]
    )
    passing = overwatch.choices(state, side, step)
    passes = tuple([Pass(choice, until(state, choice)) for choice in passing])
    return Legal(decision, units, passing, Order(WATCHING, choice=passing[-1]), passes)


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an announcement of overwatch fire: one target for all (4.4.1j, 4.4.2d; G1, G10).

    6.2.1.1.4-overwatch-a: so units that share a command fire together, at the same target.
    """
    side, step = decision.side, state.stack[-1].step
    if not order.tasks:
        allowed = overwatch.choices(state, side, step)
        if order.choice in allowed:
            return []
        return [Violation("4.4.2c", f"name who fires at whom, or answer {', '.join(allowed)}")]
    if order.choice:
        return [Violation("4.4.2c", "fire or pass, not both")]
    told = announcing.read(state, scene, order.tasks, _asking(state, scene, side))
    if told.wrong:
        return told.wrong
    common = order.tasks[0].targets
    return [
        Violation("4.4.1j", "fire is announced on one target at a time", task.unit)
        for task in order.tasks
        if task.targets != common
    ]


# Presets.


class Chance(NamedTuple):
    """What a preset may take: a unit, a target, a way to fire, and what it promises."""

    shooter: int
    target: int
    way: Way
    promise: int
    join: bool


def by_preset(state: PanzerState, scene: Scene, side: str, step: str) -> Order | None:
    """What a side's presets fire now: the most promising shot, with those that join in; None: they hold (4.4.2c).

    Case 6.5.3.
    """
    chances: list[Chance] = []
    for index, targets in watchers(state, scene, side, scene.doctrine.open_targets(state, scene, side, step)).items():
        preset = presets.read(state.units[bearer(state, index)].preset)
        assert isinstance(preset, Preset)
        for target in targets:
            found = _best(state, scene, index, target, preset)
            if found is not None:
                chances.append(found)
    if not chances:
        return None
    lead = max(chances, key=lambda one: (one.promise, -one.target, -one.shooter))
    firing = [one for one in chances if one.target == lead.target and (one is lead or one.join)]
    name = (state.units[lead.target].id,)
    kind = next(verb.kind for verb in scene.answering[WATCHING] if verb.shots(("",)))
    return Order(
        WATCHING,
        tuple([Task(state.units[one.shooter].id, kind, choice=one.way.words, targets=name) for one in firing]),
    )


def _best(state: PanzerState, scene: Scene, index: int, target: int, preset: Preset) -> Chance | None:
    """The most promising way in which a preset fires a unit at a target; None: it holds (4.4.2c, 6.5.3)."""
    best: Chance | None = None
    for way in ways_at(state, scene, index, target, True):
        promise, aspect = prospect(state, scene, Firing(index, target, way, True))
        card = card_of(state.units[target])
        vehicle = isinstance(card, Vehicle)
        kind = card.kind if isinstance(card, Vehicle) else "leg" if leg_of(state.units[target]) else "towed"
        distance = scene.board.distance(cell_of(state, index), state.units[target].cell)
        seen = Prospect(way.arm.name, way.arm.quiet, vehicle, kind, card.name, distance, aspect, promise)
        if preset.wants(seen) and (best is None or promise > best.promise):
            best = Chance(index, target, way, promise, preset.join)
    return best


def prospect(state: PanzerState, scene: Scene, firing: Firing) -> tuple[int, str]:
    """The chance in 100 that a shot damages or eliminates its target, rounded down, and the aspect that it meets.

    Cases 4.4.2c, 6.5.3.
    """
    if firing.way.kind == GP:
        attack = gp.resolve(gp_aim(state, scene, firing))
        good = sum(chance for effect, chance in attack.outcomes.items() if effect not in ("none", "suppressed"))
        return int(good * 100), ""
    aim = ap_aim(state, scene, firing)
    shot = ap.resolve(aim)
    harm = sum((shot.per_hit.get(effect, 0) for effect in ("track", "damaged", "ko", "bu")), start=0)
    good = sum(chance * (1 - (1 - harm) ** hits) for hits, chance in shot.hits.items())
    return int(good * 100), "front" if aim.angle.startswith("front") else "rear"
