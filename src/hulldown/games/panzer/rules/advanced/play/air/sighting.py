"""What aircraft see of the ground and AA units of them, hex by hex: acquiring and tracking (6.7.3.1, 6.7.4.1).

Two counts are kept for each enemy below: what both sides know, and, for units in woods, buildings and positions, what
only the owner of the aircraft knows: whether an FO with a face-down Overwatch has spotted them for it.
"""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.games.panzer.data.aircraft import Altitude
from hulldown.games.panzer.data.roster import OBSERVER
from hulldown.games.panzer.rules.advanced import air as tables
from hulldown.games.panzer.rules.advanced.air import WOODS
from hulldown.games.panzer.rules.advanced.air_model import DONE, Counts
from hulldown.games.panzer.rules.advanced.play import cover, sight, spotting, works
from hulldown.games.panzer.rules.advanced.play.air.planes import air_of, flying_of, flying_side, set_flight
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of, towed_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters, observers
from hulldown.games.panzer.rules.arcs import in_front
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState


def clear(state: PanzerState, scene: Scene, over: Cell, ground: Cell, altitude: Altitude) -> bool:
    """Whether the line between an aircraft and a hex on the ground is unblocked; the same both ways (6.7.4.1.1d)."""
    changed = sight.surface(state, scene)
    relief = scene.ground.relief if changed is None else changed.relief
    return tables.line_blocked(scene.board, relief, over, ground, altitude) is None


def hidden(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether an aircraft needs an FO to acquire a unit: in woods, a building or an Improved Position (6.7.3.1.1g)."""
    unit = state.units[index]
    if scene.ground.rows[unit.cell].name in WOODS or works.improved(state, index) is not None:
        return True
    return cover.inside(state, scene, unit)


def observer(state: PanzerState, scene: Scene, target: int) -> int:
    """The FO that spots a unit for an aircraft now, or -1 (6.7.3.1.2a, 6.7.3.1.2b, 6.7.3.1.2c).

    It has an Overwatch command that it has used for nothing else, so it has not observed for indirect fire this turn;
    or it has used it to spot this very unit. A passenger has the command of its carrier (6.6.7.2b).
    """
    air = air_of(state)
    assert air is not None
    side = flying_side(state)
    for index, unit in enumerate(state.units):
        if unit.side != side or not member_of(scene, index).labelled(OBSERVER):
            continue
        waiting = observers.watches(state, scene, index) and not counters.has_observed(state, unit.id)
        if (waiting or (index, target) in air.guides) and spotting.spots(state, scene, index, target):
            return index
    return -1


def in_cone(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit is in the Front Field-of-Fire of the aircraft, where alone it spots (6.1.2b, 6.7.3.1; O5).

    Aircraft neither take spotted targets from others nor pass theirs on (6.1.1b).
    """
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    board, cell = scene.board, state.units[index].cell
    return in_front(flight.facing, board.q[cell] - board.q[flight.cell], board.r[cell] - board.r[flight.cell])


def look(state: PanzerState, scene: Scene, entering: bool) -> None:
    """Counts the hex just entered for all that are in sight; who is not begins anew.

    Cases 6.7.3.1.1a, 6.7.4.1.1a, 6.7.3.1.2b.
    """
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    flying = flying_of(state, scene)
    needed = int(tables.acquire(flying).value)
    seen, guided, tracked = dict(flight.seen), dict(flight.guided), dict(flight.tracked)
    new_seen: dict[int, int] = {}
    new_guided: dict[int, int] = {}
    new_tracked: dict[int, int] = {}
    for index, unit in enumerate(state.units):
        if unit.side == flying_side(state) or unit.status != ON_MAP:
            continue
        if not clear(state, scene, flight.cell, unit.cell, flying.altitude):
            continue
        if can_track(state, scene, index):
            wanted = int(tables.track(flying, bool(detail_of(unit).suppressed)).value)
            # 6.7.4.1.1c; O7: who sees it on the edge has tracked it as it came.
            new_tracked[index] = DONE if entering else _one_more(tracked, index, wanted)
        if not in_cone(state, scene, index):
            continue
        near = entering and scene.board.distance(flight.cell, unit.cell) < needed
        # 6.7.3.1.1d: for what is nearer to the edge the hexes that are missing were flown before it.
        new_seen[index] = DONE if near else _one_more(seen, index, needed)
        if hidden(state, scene, index) and observer(state, scene, index) >= 0:
            new_guided[index] = DONE if near else _one_more(guided, index, needed)
    set_flight(state, seen=_counts(new_seen), guided=_counts(new_guided), tracked=_counts(new_tracked))


def _one_more(before: dict[int, int], index: int, needed: int) -> int:
    """The count with one more hex; 6.7.3.1.1c, 6.7.4.1.1b: who is acquired or tracked stays so when suppressed."""
    count = before.get(index, 0)
    return DONE if count == DONE or count + 1 >= needed else count + 1


def recount(state: PanzerState, scene: Scene) -> None:
    """After damage at Fast speed: the hexes flown may be enough at Slow, for both sides (O21 of the README).

    Cases 6.7.4.2.1-damaged-b, 6.7.3.1.1a, 6.7.4.1.1a.
    """
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    flying = flying_of(state, scene)
    needed = int(tables.acquire(flying).value)
    tracked = []
    for index, count in flight.tracked:
        wanted = int(tables.track(flying, bool(detail_of(state.units[index]).suppressed)).value)
        tracked.append((index, DONE if count >= wanted else count))
    seen, guided = [
        tuple([(index, DONE if count >= needed else count) for index, count in found])
        for found in (flight.seen, flight.guided)
    ]
    set_flight(state, seen=seen, guided=guided, tracked=tuple(tracked))


def _counts(found: dict[int, int]) -> Counts:
    return tuple(sorted(found.items()))


def look_again(state: PanzerState, scene: Scene) -> None:
    """After a turn: who is no longer in the front is no longer in sight (6.7.3.1.1b, 6.7.2.3.1a)."""
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    seen = tuple([one for one in flight.seen if in_cone(state, scene, one[0])])
    guided = tuple([one for one in flight.guided if in_cone(state, scene, one[0])])
    set_flight(state, seen=seen, guided=guided)


def acquired(state: PanzerState, scene: Scene, index: int, publicly: bool = False) -> bool:
    """Whether the aircraft has acquired a unit (6.7.3.1.1a, 6.7.3.1.1g); `publicly`: as far as the enemy can tell."""
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    if (index, DONE) not in flight.seen:
        return False
    return publicly or not hidden(state, scene, index) or (index, DONE) in flight.guided


# AA units.


def can_track(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit can track aircraft at all: with an AA row, not inside a building or an Improved Position.

    Cases 6.1.3i, 6.7.4, 6.7.4.1.1g; all round (6.7.4.1).
    """
    unit = state.units[index]
    card = vehicle_of(unit) or towed_of(unit)
    if unit.status != ON_MAP or card is None or card.antiair is None:
        return False
    return not cover.inside(state, scene, unit) and works.improved(state, index) is None


def tracks(state: PanzerState, index: int) -> bool:
    """Whether an AA unit has tracked the aircraft, which it still sees (6.7.4.1.1a)."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    return (index, DONE) in air.flight.tracked
