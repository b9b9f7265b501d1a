"""How a game of Panzer stands, worked out from a view: points, objectives, losses, initiative, and what is decided."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hulldown.core.briefing import capital, number
from hulldown.core.game import Outcome
from hulldown.core.orders import Side
from hulldown.core.score import Fact, Meter, Score, SideScore, decided, turns_left, verdict
from hulldown.games.panzer.data.loading import Objective
from hulldown.games.panzer.faces.briefing import names, worth
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules import victory
from hulldown.games.panzer.rules.advanced.play.air import planes
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import (
    CARRIED,
    EXITED,
    KNOCKED_OUT,
    ON_MAP,
    SIDES,
    WAITING,
    Frame,
    Hold,
    PanzerState,
    Unit,
    enemy_of,
)
from hulldown.games.panzer.rules.victory import judge

_REASONS: Final = {
    victory.OBJECTIVE: ("For objectives", "3.6a", "objectives it controls now"),
    victory.LOST: ("For enemies eliminated", "4.6.2a", "by the points on their cards"),
    victory.DAMAGED: ("For enemies damaged", "4.6.2a", "a part of the points on their cards"),
    victory.REDUCED: ("For squads reduced", "5.1.1a", "the half that is gone"),
    victory.LEFT: ("For vehicles off the map", "4.5.1.1.9d", "vehicles that left where it scores"),
    victory.MORE: ("For special conditions", "2.0a", ""),
    victory.HANDICAP: ("Handicap", "4.6.2a", "given at the start"),
}


def score(seen: PanzerView, scene: Scene) -> Score:
    """The score that a viewer may know: vehicles and objectives are in the open (4.1a)."""
    state, called = known_state(seen), names()
    items = victory.items(state, scene)
    points = victory.total(items)
    able = {side: _can_win(state, scene, side) for side in SIDES}
    outcome = seen.outcome or _ended(state.thaw(), scene)
    over = seen.outcome is not None
    return Score(
        measure="victory points",
        rule="4.6.2a",
        sides=tuple(SideScore(side, points[side], _meters(state, scene, side, items), able[side]) for side in SIDES),
        turn=seen.turn,
        turns=scene.scenario.turns,
        left="" if over else turns_left(seen.turn, scene.scenario.turns),
        leader=outcome.winner or "",
        standing=verdict(outcome, called, over),
        facts=(*_initiative(seen), *_objectives(seen, scene)),
        decided="" if over else decided(able, called),
    )


def known_state(seen: PanzerView) -> PanzerState:
    """A position that is judged as the real one is."""
    return PanzerState(
        scenario=seen.scenario, options=dict(seen.options), seed="", turn=seen.turn, stack=[Frame("score")],
        units=[unit.copy() for unit in seen.units], holds=[hold.copy() for hold in seen.holds], more=seen.more,
        air=seen.air, support=seen.support,
    )  # fmt: skip


def _ended(state: PanzerState, scene: Scene) -> Outcome:
    """How the game ends if nothing more happens; the state is the caller's own copy and goes to its last turn."""
    state.turn = max(scene.scenario.turns, state.turn)
    end = judge(state, scene)
    assert end is not None
    return end


def _can_win(state: PanzerState, scene: Scene, side: Side) -> bool:
    """Whether a side wins if everything goes its way in the turns that are left."""
    if scene.hooks.points:
        # What a module gives points for is not known here.
        return True
    lucky = state.thaw()
    fit = any(unit.side == side and _in_play(unit) and scene.doctrine.armed(unit) for unit in state.units)
    harms = fit or scene.doctrine.strikes_from_afar(state, scene, side)
    for unit in lucky.units:
        if _in_play(unit):
            _favour(unit, side, scene, harms)
    if fit:
        _shoot_down(lucky, scene, side)
    left = scene.scenario.turns - max(state.turn, 1) + 1
    for hold, objective in zip(lucky.holds, scene.scenario.objectives, strict=True):
        done = hold.turns if hold.claimant == side else 0
        if fit and done + left >= objective.turns:
            hold.holder = side
    return _ended(lucky, scene).winner == side


def _favour(unit: Unit, side: Side, scene: Scene, harms: bool) -> None:
    """Enemies fall, own vehicles leave where that scores."""
    if unit.side != side:
        if harms:
            unit.status = KNOCKED_OUT
        return
    ways = [way for way in scene.scenario.exits if way.side == side]
    if ways and scene.doctrine.scores_by_leaving(unit):
        unit.status, unit.cell = EXITED, scene.board.edges[max(ways, key=lambda way: way.points).edge][0]


def _shoot_down(state: PanzerState, scene: Scene, side: Side) -> None:
    """The enemy's aircraft that may still come fall too (6.7.4.2.1-eliminated-a)."""
    air = planes.air_of(state)
    if air is not None and planes.may_come(state, scene, enemy_of(side)):
        lost = [replace(plane, lost=plane.lost or plane.side != side) for plane in air.planes]
        state.air = replace(air, planes=tuple(lost))


def _in_play(unit: Unit) -> bool:
    return unit.status in (ON_MAP, WAITING, CARRIED)


def _meters(state: PanzerState, scene: Scene, side: Side, items: list[victory.Item]) -> tuple[Meter, ...]:
    own = [unit for unit in state.units if unit.side == side]
    lost = sum(unit.status in victory.GONE for unit in own)
    hurt = sum(unit.damaged and _in_play(unit) for unit in own)
    gone = sum(unit.status == EXITED for unit in own)
    told = [Meter("Losses", lost, "4.6.2a", len(own), f"{scene.doctrine.noun()} eliminated", brief=True)]
    if hurt:
        told.append(Meter("Damaged", hurt, "4.6.2a", 0, "its vehicles that are damaged"))
    if gone:
        told.append(Meter("Left the map", gone, "4.5.1.1.9a"))
    for reason, (label, rule, what) in _REASONS.items():
        points = [more for whose, why, more in items if whose == side and why == reason]
        if any(points):
            told.append(Meter(label, sum(points), rule, 0, what))
    return tuple(told)


def _initiative(seen: PanzerView) -> tuple[Fact, ...]:
    """Who is First Player this turn, and who won the roll that decided it."""
    called = names()
    if not seen.winner:
        return ()
    won = called[seen.winner]
    if not seen.first:
        return (Fact("First Player", f"{capital(won)} has won the roll and chooses", "4.3.1b", seen.winner),)
    how = "won the roll" if seen.first == seen.winner else f"{won} won the roll and chose so"
    return (Fact("First Player", f"{capital(called[seen.first])} ({how})", "4.3.1b", seen.first),)


def _objectives(seen: PanzerView, scene: Scene) -> tuple[Fact, ...]:
    return tuple(
        Fact(objective.name, f"{capital(_held(hold, objective))}; {worth(objective)}", "3.6c", hold.holder)
        for hold, objective in zip(seen.holds, scene.scenario.objectives, strict=True)
    )


def _held(hold: Hold, objective: Objective) -> str:
    called = names()
    now = f"{called[hold.holder]} controls it" if hold.holder else "nobody controls it"
    if hold.claimant and hold.claimant != hold.holder:
        now += f", {called[hold.claimant]} has been there for {hold.turns} of {number(objective.turns, 'full turn')}"
    return now
