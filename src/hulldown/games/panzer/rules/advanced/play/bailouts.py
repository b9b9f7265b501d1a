"""Bail out in play: rolls of crews and passengers when all fire at a vehicle is resolved (5.15, 6.5.2.6, 6.5.4.5)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.rules.advanced.bailing import (
    Event,
    Who,
    bail_out_line,
    crew_checks,
    passenger_checks,
    passenger_event,
    roll_bail_out,
)
from hulldown.games.panzer.rules.advanced.play import effects, positions, transport
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, leg_of, member_of, passengers, vehicle_of
from hulldown.games.panzer.rules.advanced.play.obstacles import behind, surroundings
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import BREWED_UP, KNOCKED_OUT, ON_MAP, PanzerState

SUPPRESSED: Final = "suppressed-df"
SHELLED: Final = "suppressed-if"
"""Suppressed by direct and by indirect fire (6.5.4.5a)."""
AGAIN: Final = "again"
"""A Track hit on a vehicle that has one: passengers check for it, the crew does not (6.5.2.6.1d)."""
_END: Final = "/"


def note(state: PanzerState, index: int, suffered: Iterable[str]) -> None:
    """Remembers what one shot did to a unit until all fire at it is resolved (5.15f)."""
    found = [effect for effect in suffered if effect]
    if found:
        detail = detail_of(state.units[index])
        detail.checks = (*detail.checks, *found, _END)


def _noted(state: PanzerState, index: int) -> list[list[str]]:
    """What befell a unit, shot by shot; it is forgotten with this (5.15f, 6.5.2.6.2-survive-d)."""
    detail = detail_of(state.units[index])
    shots: list[list[str]] = [[]]
    for effect in detail.checks:
        if effect == _END:
            shots.append([])
        else:
            shots[-1].append(effect)
    detail.checks = ()
    return [shot for shot in shots if shot]


def settle(state: PanzerState, scene: Scene, awaited: Collection[int], doing: Doing) -> None:
    """Rolls for all vehicles that need it, but those at which announced fire is still to come.

    5.15a, 5.15b, 5.15c, 6.5.2.2.1e: after a No Damage, Damage or Track hit crews may leave, of a wreck passengers must
    escape. 6.5.4.2.3c: all attacks on carrier and passengers come first.
    """
    for index, unit in enumerate(state.units):
        if vehicle_of(unit) is not None and index not in awaited:
            _settle(state, scene, index, passengers(state, index), doing)


def _settle(state: PanzerState, scene: Scene, index: int, aboard: list[int], doing: Doing) -> None:
    """One vehicle: its own condition first, then that of each passenger (5.15g).

    Cases 6.5.2.6.2-destroyed-a, 6.5.2.6.2-survive-a.
    """
    unit = state.units[index]
    shots = _noted(state, index)
    if unit.status in (KNOCKED_OUT, BREWED_UP):
        for passenger in aboard:
            _escape(state, scene, passenger, "bu" if unit.status == BREWED_UP else "ko", doing)
    elif unit.status == ON_MAP and _crew_bails(state, scene, index, shots, doing):
        effects.abandon(state, scene, index, "6.5.2.6.1a", doing)
        for passenger in aboard:
            # 6.5.2.6.1c: all passengers bail out with the crew, without a roll.
            detail_of(state.units[passenger]).checks = ()
            _out(state, scene, passenger, "6.5.2.6.1c", doing)
    else:
        for passenger in aboard:
            _passenger_bails(state, scene, index, passenger, shots, doing)


def _crew_bails(state: PanzerState, scene: Scene, index: int, shots: list[list[str]], doing: Doing) -> bool:
    """Whether a crew abandons its vehicle: shot by shot each ND, then DM, then the first TK (H9, Q7)."""
    return any(_rolls(state, scene, index, event, "crew", doing) for shot in shots for event in crew_checks(shot))


def _passenger_bails(
    state: PanzerState, scene: Scene, carrier: int, passenger: int, shots: list[list[str]], doing: Doing
) -> None:
    """The rolls of a passenger whose carrier and crew stay, until it bails out (6.5.2.6.2-survive-a, -d, 6.5.4.5c)."""
    suffered = [effect for shot in _noted(state, passenger) for effect in shot]
    own: Event | None = None
    if suffered:
        own = "suppressed-if" if SHELLED in suffered else "suppressed-df"
    card = vehicle_of(state.units[carrier])
    assert card is not None
    tracked = [["track" if effect == AGAIN else effect for effect in shot] for shot in shots]
    happened: list[Event | None] = [event for shot in tracked for event in passenger_checks(shot)]
    # 5.15g: the carrier's conditions first; its own still applies when neither has made it leave.
    asked = [*[passenger_event(event, False, None, card.under_cover) for event in happened], own]
    events = [event for event in asked if event is not None]
    for event in events:
        if _rolls(state, scene, passenger, event, _who(state, passenger), doing):
            _out(
                state,
                scene,
                passenger,
                "6.5.2.6.2-survive-a" if event not in (SUPPRESSED, SHELLED) else "6.5.4.5a",
                doing,
            )
            return


def _escape(state: PanzerState, scene: Scene, passenger: int, event: Event, doing: Doing) -> None:
    """A passenger of a wreck gets out, or is lost with it (6.5.2.6.2-destroyed-a; 5.15-ex1)."""
    detail_of(state.units[passenger]).checks = ()
    if _rolls(state, scene, passenger, event, _who(state, passenger), doing):
        _out(state, scene, passenger, "6.5.2.6.2-destroyed-b", doing)
    else:
        effects.remove(state, scene, passenger, "6.5.2.6.2-destroyed-a", doing)


def _who(state: PanzerState, passenger: int) -> Who:
    """The row of a passenger (6.5.2.6.2-destroyed-a)."""
    return "leg" if leg_of(state.units[passenger]) is not None else "towed"


def _rolls(state: PanzerState, scene: Scene, index: int, event: Event, who: Who, doing: Doing) -> bool:
    """One roll on the Bail Out Table: whether a unit bails out, or gets out of a wreck.

    Cases 6.5.2.6.1a, 6.5.2.6.2-survive-a, 6.5.2.6.2-destroyed-a.
    """
    line = bail_out_line(event, who)
    assert line is not None
    name = state.units[index].id
    grade = find_grade(member_of(scene, index).grade)
    what = "get out of the wreck" if line.survives else "bail out"
    rolled, out = roll_bail_out(line, grade, doing.dice, f"{what}: {name} after {event}")
    doing.emit(
        "bail_out_roll", line.rule, (), unit=name, event=event, needs=line.limit, survives=line.survives, roll=rolled,
        out=out,
    )  # fmt: skip
    return out


def _out(state: PanzerState, scene: Scene, passenger: int, rule: str, doing: Doing) -> None:
    """Puts a passenger down in the hex of its carrier, suppressed (6.5.2.6.1c, 6.5.2.6.2-survive-c).

    I12, I13: where an enemy is, whom the carrier was passing, it goes back to the hex from which they came.
    """
    carrier = detail_of(state.units[passenger]).carrier
    transport.put_down(state, scene, passenger, state.units[carrier].cell, doing)
    effects.suppress(state, scene, passenger, rule, doing)
    around = surroundings(state, scene, passenger)
    if state.mover is not None and state.mover.unit == carrier and around.hostile(state.units[passenger].cell):
        positions.abandon(state, passenger)
        positions.go_back(state, scene, passenger, behind(around, state.mover), doing)
