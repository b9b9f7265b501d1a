"""How a game of KampfPanzer stands, worked out from a view by the code that judges it."""

from __future__ import annotations

from hulldown.core.game import Outcome
from hulldown.core.orders import Side
from hulldown.core.score import Fact, Meter, Score, SideScore, decided, turns_left, verdict
from hulldown.games.kampfpanzer.faces.briefing import in_or_on, names, place_name
from hulldown.games.kampfpanzer.faces.sampling import known
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import (
    DESTROYED,
    EXITED,
    OFF_MAP,
    ON_MAP,
    SIDES,
    WAITING,
    Frame,
    KampfState,
    Unit,
)
from hulldown.games.kampfpanzer.rules.victory import gone, holding, judged, lost, region, tally


def score(seen: KampfView, scene: Scene) -> Score:
    """The score; everybody knows the same of it."""
    stem: dict[str, object] = {
        "scenario": seen.scenario, "options": dict(seen.options), "seed": "", "turn": seen.turn,
        "stack": [Frame("score")],
    }  # fmt: skip
    state = known(seen, stem)
    called, over = names(scene), seen.outcome is not None
    able = {side: _can_win(state, scene, side) for side in SIDES}
    outcome = seen.outcome or judged(state, scene)
    values = tally(state, scene)
    victory = scene.scenario.victory
    return Score(
        measure=measure(scene),
        rule=victory.rule,
        sides=tuple(SideScore(side, values[side], _meters(state, scene, side), able[side]) for side in SIDES),
        turn=seen.turn,
        turns=scene.scenario.length,
        left="" if over else turns_left(seen.turn, scene.scenario.length),
        leader=outcome.winner or "",
        standing=_standing(outcome, called, over),
        facts=_facts(state, scene),
        decided="" if over else decided(able, called),
    )


def measure(scene: Scene) -> str:
    """What is compared in the end, in words."""
    victory = scene.scenario.victory
    if victory.region or victory.hex:
        return f"undisrupted units {in_or_on(place_name(scene))}"
    return "enemies destroyed" if victory.kind == "destroy" else "units off the map"


def _standing(outcome: Outcome, called: dict[Side, str], over: bool) -> str:
    return verdict(outcome, called, over).replace(" has won", " have won").replace(" wins:", " win:")


def _in_play(unit: Unit) -> bool:
    return unit.status in (ON_MAP, WAITING)


def _can_win(state: KampfState, scene: Scene, side: Side) -> bool:
    """Whether a side wins if everything goes its way from now on: its units get where they want, the enemy's fall."""
    lucky = state.thaw()
    fit = any(u.side == side and _in_play(u) and not arms(u.type).carrier for u in state.units)
    places, victory = region(scene), scene.scenario.victory
    for unit in lucky.units:
        if not _in_play(unit):
            continue
        if unit.side != side:
            if fit:
                unit.status, unit.cell = DESTROYED, OFF_MAP
        elif places:
            unit.status, unit.cell, unit.level = ON_MAP, min(places), 0
        elif scene.exits(side) and side == victory.side:
            unit.status, unit.cell = EXITED, OFF_MAP
    return judged(lucky, scene).winner == side


def _meters(state: KampfState, scene: Scene, side: Side) -> tuple[Meter, ...]:
    victory = scene.scenario.victory
    own = [unit for unit in state.units if unit.side == side and not arms(unit.type).carrier]
    told = [Meter("Losses", lost(state, side), "14.0h", len(own), "combat units destroyed")]
    disrupted = sum(unit.level > 0 and unit.status == ON_MAP for unit in own)
    if disrupted:
        told.append(Meter("Disrupted", disrupted, "9.71-eff", 0, "combat units that do nothing for now"))
    if region(scene):
        there = holding(state, region(scene), side)
        told.append(Meter(place_name(scene), there, victory.rule, 0, "undisrupted combat units there"))
    if scene.exits(side):
        told.append(Meter("Off the map", gone(state, side), victory.rule, victory.exit, "combat units that have left"))
    coming = sum(unit.status == WAITING for unit in own)
    if coming:
        told.append(Meter("To come", coming, "14.0c", 0, "combat units that have yet to enter"))
    return tuple(told)


def _facts(state: KampfState, scene: Scene) -> tuple[Fact, ...]:
    victory = scene.scenario.victory
    if victory.kind != "reach":
        return ()
    return (Fact("Judged", f"at the end of each turn from {victory.first_turn} on", victory.rule),)
