"""How a game of Tank! stands, worked out from a view: the judge looks at a position made of what the viewer knows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET

from hulldown.core.briefing import listed, number
from hulldown.core.face import Weight
from hulldown.core.game import Outcome
from hulldown.core.orders import Side
from hulldown.core.score import Fact, Meter, Score, SideScore, decided, turns_left, verdict
from hulldown.core.stepped import AFTER_ALL
from hulldown.games.tank.faces.briefing import guns_of, names
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.deployment import new_units
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.panic import CHITS, panic_in_force
from hulldown.games.tank.rules.preservation import weight
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import Award
from hulldown.games.tank.rules.state import (
    BRAVO,
    DESTROYED,
    EXITED,
    ON_MAP,
    SIDES,
    WAITING,
    Frame,
    TankState,
    Unit,
    enemy_of,
)
from hulldown.games.tank.rules.victory import judge, quota, survivors

_scores: Final[dict[tuple[Any, ...], Score]] = {}
_MOST: Final = 256
"""Scores remembered: few orders change what they depend on."""


def score(seen: TankView, scene: Scene) -> Score:
    """The score that a viewer may know."""
    if seen.outcome is not None or seen.more is not UNSET or scene.situation.tally is not None:
        return _worked_out(seen, scene)
    if any(scene.side(side).others for side in SIDES):
        return _worked_out(seen, scene)
    key = (
        scene, tuple(seen.options.items()), seen.turn, seen.contact, seen.first_fire, seen.last_loss,
        tuple(seen.losses.items()), tuple(seen.preserved.items()), seen.facts["alpha exited"],
        seen.facts["bravo exited"], tuple([unit.id + unit.status for unit in seen.own]),
        tuple([unit.id + unit.status for unit in seen.known]),
    )  # fmt: skip
    found = _scores.get(key)
    if found is None:
        if len(_scores) >= _MOST:
            _scores.clear()
        found = _scores[key] = _worked_out(seen, scene)
    return found


def _worked_out(seen: TankView, scene: Scene) -> Score:
    state, called = known_state(seen, scene), names()
    able = {side: _can_win(state, scene, side) for side in SIDES}
    outcome = seen.outcome or _ended(state.thaw(), scene)
    scenario = scene.scenario
    over = seen.outcome is not None
    if scene.situation.tally is not None:
        return _by_points(state, scene, outcome, over)
    return Score(
        measure="units left",
        rule="17.3-8",
        sides=tuple(SideScore(side, survivors(state, side), _meters(state, scene, side), able[side]) for side in SIDES),
        turn=state.turn,
        turns=scenario.length,
        left=_left(state, scene, over),
        leader=outcome.winner or "",
        standing=verdict(outcome, called, over),
        facts=_facts(state, scene),
        decided="" if over else decided(able, called),
    )


def _by_points(state: TankState, scene: Scene, outcome: Outcome, over: bool) -> Score:
    """The score of a scenario that points decide (34.1-12 and its likes)."""
    situation = scene.situation
    assert situation.tally is not None
    awards = situation.tally(state, scene)
    turns = situation.length(state, scene) if situation.length is not None else scene.scenario.length
    left = turns_left(state.turn, turns) if turns else situation.open_end
    return Score(
        measure="points",
        rule=outcome.rule,
        sides=tuple(
            SideScore(side, outcome.score[side], (*_awarded(awards[side]), *_meters(state, scene, side)))
            for side in SIDES
        ),
        turn=state.turn,
        turns=turns,
        left="" if over else left,
        leader=outcome.winner or "",
        standing=verdict(outcome, names(), over),
        facts=_facts(state, scene),
    )


def _awarded(awards: tuple[Award, ...]) -> tuple[Meter, ...]:
    return tuple(
        Meter(
            award.label, award.points, award.rule, what=f"{award.number} at {number(award.each, 'point')}", brief=True
        )
        for award in awards
    )


def _left(state: TankState, scene: Scene, over: bool) -> str:
    if over:
        return ""
    return turns_left(state.turn, scene.scenario.length) if scene.scenario.length else _open_end(state, scene)


def known_state(seen: TankView, scene: Scene) -> TankState:
    """A position that is judged as the real one is: whoever is neither destroyed nor gone counts as present.

    How many are destroyed and how many have left is public, and so are the forces; who an unknown counter is, is not.
    """
    units = new_units(scene.scenario)
    units += _chosen(seen, scene)
    known = {unit.id: unit.status for unit in (*seen.own, *seen.known)}
    counted = scene.situation.tally is not None
    if counted:
        places = {unit.id: (unit.cell, unit.type) for unit in (*seen.own, *seen.known)}
        for unit in units:
            unit.cell, unit.type = places.get(unit.id, (unit.cell, unit.type))
    for side in SIDES:
        gone = int(seen.facts[f"{side} exited"])
        for unit in units:
            if unit.side == side:
                unit.status = known.get(unit.id, ON_MAP)
                gone -= unit.status == EXITED
        for unit in units:
            if unit.side == side and unit.id not in known and gone > 0:
                unit.status = EXITED
                gone -= 1
        if counted:
            _send_back(seen, side, [unit for unit in units if unit.side == side and unit.id not in known])
    return TankState(
        scenario=seen.scenario, options=dict(seen.options), seed="", turn=seen.turn, stack=[Frame("score")],
        units=units, losses=dict(seen.losses), preserved=dict(seen.preserved), contact=seen.contact,
        first_fire=seen.first_fire, last_loss=seen.last_loss, more=seen.more,
    )  # fmt: skip


def _chosen(seen: TankView, scene: Scene) -> list[Unit]:
    """The units of sides that choose their force: those a viewer knows, and as many others as there are (34.4-3)."""
    found: list[Unit] = []
    for side in SIDES:
        setup = scene.side(side)
        if not setup.others:
            continue
        known = [unit.copy() for unit in (*seen.own, *seen.known) if unit.side == side]
        taken = {unit.id for unit in known}
        names = [f"{side[0].upper()}{place}" for place in range(1, setup.strength + 1)]
        free = [name for name in names if name not in taken][: setup.strength - len(known)]
        found += known + [Unit(name, side, setup.forces[0].type) for name in free]
    return found


def _send_back(seen: TankView, side: Side, unknown: list[Unit]) -> None:
    """Of the units that a viewer does not know, as many are on the map as there are counters; the others wait."""
    counters = [cell for name, cell in seen.face_down.items() if name.startswith(side[0])]
    for unit in unknown:
        if unit.status == ON_MAP:
            unit.status = ON_MAP if counters else WAITING
            unit.cell = counters.pop(0) if counters else unit.cell


def _ended(state: TankState, scene: Scene) -> Outcome:
    """How the game ends if nothing more happens; the state is the caller's own copy and goes to its last turn."""
    state.turn = AFTER_ALL
    end = judge(state, scene)
    assert end is not None
    return end


def _can_win(state: TankState, scene: Scene, side: Side) -> bool:
    """Whether a side wins at least if everything goes its way: all enemies fall, or all its units get through."""
    for change in _FORTUNES:
        lucky = state.thaw()
        change(lucky, side)
        if _ended(lucky, scene).winner == side:
            return True
    return False


def _enemies_fall(state: TankState, side: Side) -> None:
    """Whoever is left destroys whoever is left of the enemy; where nobody is left, nothing happens any more."""
    if not any(unit.side == side and unit.status in (ON_MAP, WAITING) for unit in state.units):
        return
    for unit in state.units:
        if unit.side != side and unit.status in (ON_MAP, WAITING):
            unit.status = DESTROYED


def _all_get_through(state: TankState, side: Side) -> None:
    """All of a side leave the map; where that is not allowed, it makes no difference to who wins."""
    for unit in state.units:
        if unit.side == side and unit.status in (ON_MAP, WAITING):
            unit.status = EXITED


_FORTUNES: Final[tuple[Callable[[TankState, Side], None], ...]] = (_enemies_fall, _all_get_through)


def _meters(state: TankState, scene: Scene, side: Side) -> tuple[Meter, ...]:
    setup = scene.side(side)
    lost, level = state.losses.get(side, 0), setup.preservation
    gone = sum(unit.side == side and unit.status == EXITED for unit in state.units)
    told = [Meter("Units left", survivors(state, side), "17.3-8", setup.strength)]
    if level:
        shaken = scene.doctrine.shaken
        effect = f"it draws {shaken} panic chits more" if shaken else "it attacks with half its strength"
        heavier = _weights(state, scene, side)
        what = f"{level} losses are its Preservation Level: from the next turn on {effect}{heavier}"
        told.append(Meter("Losses", lost, "15.0-gen-1", level, what, _weight(lost, level), True))
    else:
        told.append(Meter("Losses", lost, "16.0-1", setup.strength, brief=True))
    in_force = panic_in_force(state, scene)
    panic = panic_level(state, scene, side)
    drawn = f"{panic} of {CHITS} digits are drawn for it each turn"
    told.append(Meter("Panic Level", panic, "12.1a", CHITS, drawn if in_force else f"{drawn}; not yet in force"))
    if side == BRAVO and scene.situation.tally is None and (guns := guns_of(scene)):
        left = sum(u.side == BRAVO and arms(u.type).gun and u.status != DESTROYED for u in state.units)
        told.append(Meter("Guns left", left, "17.12-6", guns, "Alpha wins when none is left", brief=True))
    if scene.scenario.situation == "rearguard" and side != BRAVO:
        told.append(Meter("Got through", gone, "17.13-5", quota(scene.scenario), "so many win the game", "good", True))
    elif gone:
        told.append(Meter("Left the map", gone, "17.3-8", 0, "they count as survivors", brief=True))
    return tuple(told)


def _weights(state: TankState, scene: Scene, side: Side) -> str:
    """Whose loss counts more than one towards Preservation, in words (25.53, 25.54c)."""
    counts = [(weight(state, scene, unit), unit.id) for unit in state.units if unit.side == side]
    told = [
        f"the loss of {listed(tuple(name for other, name in counts if other == count))} counts {count}"
        for count in sorted({count for count, _ in counts if count > 1}, reverse=True)
    ]
    return f"; {listed(tuple(told))}" if told else ""


def _weight(lost: int, level: int) -> Weight:
    if lost >= level:
        return "bad"
    return "warn" if 3 * lost >= 2 * level else "quiet"


def _open_end(state: TankState, scene: Scene) -> str:
    """What is left of a scenario without a length."""
    if scene.scenario.situation == "antitank":
        if not state.first_fire:
            left = int(state.options["engage_turns"]) - state.turn
            return f"{number(max(0, left), 'turn')} after this one to open fire"
        quiet = state.turn - max(state.last_loss, state.first_fire)
        left = int(state.options["quiet_turns"]) - quiet
        return f"ends after {number(max(0, left), 'more turn')} without a loss"
    if scene.scenario.situation == "meeting":
        return f"no set length; at the latest turn {state.options['turn_cap']}"
    return "no set length"


def _facts(state: TankState, scene: Scene) -> tuple[Fact, ...]:
    called = names()
    told: list[Fact] = []
    for side in SIDES:
        since = state.preserved.get(side, 0)
        if since:
            what = f"{called[side]} reached its Preservation Level on turn {since}"
            rule = "24.5a" if scene.doctrine.shaken else "15.11a"
            told.append(Fact("Preservation", what, rule, enemy_of(side)))
    if not panic_in_force(state, scene):
        told.append(Fact("Panic", "not yet in force", "17.11-3" if scene.situation.prewritten else "12.1a"))
    return tuple(told)
