"""AA fire: who may fire at the aircraft overhead, who is asked, presets, and what the fire does (6.7.4)."""

from __future__ import annotations

from msgspec.structs import replace

from hulldown.core.board import LETTERS
from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.events import Scalar
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.rules.advanced import air as tables
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.air import Flying
from hulldown.games.panzer.rules.advanced.air_words import AA, FLAK, PASS, PASS_FLIGHT, PASS_STEP
from hulldown.games.panzer.rules.advanced.gp import GpAim, GpWeapon
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import control, presets, supply
from hulldown.games.panzer.rules.advanced.play.air import attacking, flying, sighting
from hulldown.games.panzer.rules.advanced.play.air.planes import (
    air_of,
    card_of,
    flight_of,
    flying_of,
    flying_side,
    set_flight,
    set_plane,
)
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of, towed_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.advanced.play.presets import Preset
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Way, arms_of
from hulldown.games.panzer.rules.arcs import in_front
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, SPOT_FIRE, PanzerState, enemy_of, index_of

CHOICES = (PASS, PASS_FLIGHT, PASS_STEP)


def weapon_of(state: PanzerState, index: int) -> GpWeapon | None:
    """The AA row of a unit; None: it has none (6.7.4)."""
    unit = state.units[index]
    card = vehicle_of(unit) or towed_of(unit)
    return None if card is None else tables.aa_weapon(card)


def under_fire(state: PanzerState, scene: Scene) -> Flying:
    """How the aircraft flies when AA fire that is announced now is resolved.

    6.7.4.1.1f: fire in answer to an attack comes after it, when a diver is at Low altitude (6.7.2.3.2; O3).
    """
    flight = flight_of(state)
    assert flight is not None
    return attacking.manner_of(state, scene, flight.attack)


def fault(state: PanzerState, scene: Scene, index: int) -> tuple[str, str] | None:
    """Why a unit could not fire at the aircraft now by what both sides see, with the case; None: it could.

    Cases 6.7.4, 6.7.4.1.1a, 6.7.4.1.1g, 6.7.4.1.2a, 6.7.4.1.2d; O13: by plain hexes.
    """
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    unit, weapon, cell = state.units[index], weapon_of(state, index), air.flight.cell
    if weapon is None:
        return "6.7.4", "it has no AA row"
    if unit.status != ON_MAP:
        return "6.7.4", "it is aboard a carrier" if unit.status == CARRIED else "it is not on the map"
    if not sighting.can_track(state, scene, index):
        return "6.7.4.1.1g", "inside a building or an Improved Position it cannot fire at aircraft"
    high = tables.may_fire(weapon, under_fire(state, scene))
    if high is not None:
        return high.rule, high.label
    if not sighting.tracks(state, index):
        return "6.7.4.1.1a", "it has not tracked the aircraft"
    distance = scene.board.distance(unit.cell, cell)
    if distance > weapon.row.reach:
        return "3.5.2a", f"range {distance} is beyond its maximum range {weapon.row.reach}"
    if towed_of(unit) is not None and not _ahead(state, scene, index):
        return "6.7.4.1.2c", "the aircraft is outside its front field of fire"
    return None


def _ahead(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether the aircraft is in the front of a towed gun (6.7.4.1.2c); straight above counts.

    Vehicles fire all round with turrets, turretless 360 mounts and AA machine guns (6.7.4.1.2b).
    """
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    board, unit, over = scene.board, state.units[index], air.flight.cell
    away = board.q[over] - board.q[unit.cell], board.r[over] - board.r[unit.cell]
    return away == (0, 0) or in_front(unit.facing, *away)


def could_fire(state: PanzerState, scene: Scene) -> bool:
    """Whether a face-down command of the other side could be an Overwatch that bears on the aircraft (6.7d; Q14).

    6.7a: aircraft never fire at aircraft, so that only units on the ground are looked at.
    """
    side = enemy_of(flying_side(state))
    return any(
        unit.side == side and unit.command and not unit.known and fault(state, scene, index) is None
        for index, unit in enumerate(state.units)
    )


def command_fault(state: PanzerState, scene: Scene, index: int) -> tuple[str, str] | None:
    """Why a unit's command does not let it fire (6.7.4, 6.7.4.1.1e; O8: one shot a turn, by its Overwatch).

    6.5.1i: who has observed for indirect fire does nothing else on overwatch.
    """
    unit = state.units[index]
    if unit.fired or detail_of(unit).spent:
        return "6.7.4.1.1e", "it has used its Overwatch this turn"
    if counters.has_observed(state, unit.id):
        return "6.5.1i", "it has observed for indirect fire this turn"
    if unit.command not in scene.watching or unit.known:
        return "6.7.4", "AA fire needs an Overwatch command that is face down"
    return None


def gunners(state: PanzerState, scene: Scene) -> list[int]:
    """The units that may fire at the aircraft now (6.7.4, 6.7.4.1.1e)."""
    side = enemy_of(flying_side(state))
    return [
        index
        for index, unit in enumerate(state.units)
        if unit.side == side and command_fault(state, scene, index) is None and fault(state, scene, index) is None
    ]


def legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Who may fire at the aircraft (6.7.4)."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    name = air.planes[air.flight.plane].id
    units = tuple(
        [UnitLegal(state.units[index].id, (Option(AA, "6.7.4", targets=(name,)),)) for index in gunners(state, scene)]
    )
    step = f"{state.turn} {state.stack[0].step}"
    passes = (Pass(PASS), Pass(PASS_FLIGHT, f"{step} {name}"), Pass(PASS_STEP, step))
    return Legal(decision, units, CHOICES, Order(FLAK, choice=PASS_STEP), passes)


def check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with AA fire (6.7.4): the answer, the place, the tracking, the command (6.7.4.1.1a, 6.7.4.1.2c)."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    name = air.planes[air.flight.plane].id
    if not order.tasks:
        if order.choice in CHOICES:
            return []
        return [Violation("6.7.4", f"name who fires, or answer {', '.join(CHOICES)}")]
    if order.choice:
        return [Violation("6.7.4", "fire or pass, not both")]
    wrong: list[Violation] = []
    named: set[str] = set()
    for task in order.tasks:
        index = index_of(state, task.unit)
        found: tuple[str, str] | None = None
        if index < 0 or state.units[index].side != decision.side or task.unit in named:
            found = "6.7.4", "it is no unit of yours that fires, or is named twice"
        elif task.kind != AA or task.targets != (name,) or task.cells or task.facing >= 0 or task.choice:
            found = "6.7.4", f"name the aircraft: {name}"
        else:
            found = fault(state, scene, index) or command_fault(state, scene, index)
        if found is not None:
            wrong.append(Violation(*found, task.unit))
        named.add(task.unit)
    return wrong


def announce(state: PanzerState, order: Order, doing: Doing) -> None:
    """Notes who fires; their command is seen, and spent for all who share it (6.7.4.1.1f; O8, G10)."""
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    firing = [index_of(state, task.unit) for task in order.tasks]
    for index in firing:
        control.show(state, index, "6.7.4", doing)
        doing.emit(
            "aa_announced", "6.7.4.1.1f", (), unit=state.units[index].id, target=air.planes[air.flight.plane].id,
            after=bool(air.flight.attack),
        )  # fmt: skip
        state.units[index].fired = True
        # 4.4.2b: its fire belongs to an Air Phase, so that overwatch does not answer it.
        detail_of(state.units[index]).held = state.turn
    control.spend_watch(state, firing, doing)
    set_flight(state, fire=(*air.flight.fire, *firing))


def aim_of(state: PanzerState, scene: Scene, index: int, failed: bool = False) -> GpAim:
    """The fire of a unit at the aircraft as both are now; no overwatch modifiers (6.7.4.2a).

    `failed`: its ammo limit has failed (5.16.2.1b).
    """
    air, weapon = air_of(state), weapon_of(state, index)
    assert air is not None
    assert air.flight is not None
    assert weapon is not None
    unit = state.units[index]
    plane = air.planes[air.flight.plane]
    distance = max(1, scene.board.distance(unit.cell, air.flight.cell))
    grade = find_grade(member_of(scene, index).grade)
    aim = tables.aa_fire(weapon, card_of(plane), under_fire(state, scene), distance, grade)
    suppressed = bool(detail_of(unit).suppressed)
    return aim._replace(shooter_damaged=unit.damaged, shooter_suppressed=suppressed, ammo_limit=failed)


def _short(state: PanzerState, scene: Scene, index: int, doing: Doing) -> bool:
    """Whether the limit of its basic ammunition fails a gun that fires at aircraft (5.16.2d, 5.16.2.4b, 6.7.4.2a)."""
    card = vehicle_of(state.units[index]) or towed_of(state.units[index])
    assert card is not None
    if not tables.limited(card):
        return False
    return supply.roll_limits(state, scene, index, Way(arms_of(state, scene, index)[0], GP), doing).failed > 0


def resolve(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """All AA fire that is announced, shot by shot; what comes after the aircraft is down is wasted.

    Cases 4.4.1k, 6.7.4.1.1e.
    """
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    for index in air.flight.fire:
        now = air_of(state)
        assert now is not None
        if now.planes[air.flight.plane].lost:
            doing.emit("wasted", "4.4.1k", (), unit=state.units[index].id, target=air.planes[air.flight.plane].id)
            _mark(state, index)
        elif state.units[index].status == ON_MAP:
            _shoot(state, scene, index, doing)
    if flight_of(state) is not None:
        set_flight(state, fire=())


def _mark(state: PanzerState, index: int) -> None:
    """A Spot/Fire counter for AA fire, sideways for machine guns (O8; 6.1.3e)."""
    unit = state.units[index]
    detail = detail_of(unit)
    full = unit.mark == SPOT_FIRE and not detail.small
    mark(unit, SPOT_FIRE)
    detail.small = _quiet(state, index) and not full


def _quiet(state: PanzerState, index: int) -> bool:
    """Whether AA fire is that of machine guns alone (6.1.3e)."""
    card = vehicle_of(state.units[index])
    if card is None:
        return False
    return any(extra in card.extras for extra in tables.MACHINE_GUNS) or card.weapons[0].weapon.quiet


def _shoot(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """One shot of an AA unit, and what it does at once.

    Cases 6.7.4.2a, 6.7.4.2.1-none, 6.7.4.2.1-suppressed, 6.7.4.2.1-eliminated-a.
    """
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    unit, plane, place = state.units[index], air.planes[air.flight.plane], air.flight.plane
    _mark(state, index)
    aim = aim_of(state, scene, index, _short(state, scene, index, doing))
    result = gp.roll(aim, doing.dice, f"{unit.id} at {plane.id}")
    shot = result.shot
    told: dict[str, Scalar] = {
        "unit": unit.id, "target": plane.id, "weapon": aim.weapon.name, "range": aim.distance, "band": shot.band,
        "factor": shot.factor, "defence": shot.defence, "net": shot.net.value, "roll": result.rolled,
        "result": result.result, "none_to": shot.n_effect, "suppressed_to": shot.s_effect, "effect": result.effect,
        "hit": result.effect != "none", "kill": result.effect == "eliminated",
    }  # fmt: skip
    doing.note("aa_shot", "6.7.4.2a", (), told, shot.factors)
    if result.effect == "suppressed":
        if plane.suppressed != ON:
            set_plane(state, place, suppressed=ON)
            doing.emit("air_suppressed", "6.7.4.2.1-suppressed", (), unit=plane.id)
        set_flight(state, hit=True)
    elif result.effect == "damaged":
        # 6.7.4.2.1-damaged-b: it flies Slow from now on.
        set_plane(state, place, damaged=True)
        set_flight(state, hit=True, speed=tables.SLOW)
        sighting.recount(state, scene)
        doing.emit("air_damaged", "6.7.4.2.1-damaged-a", (), unit=plane.id)
    elif result.effect == "eliminated":
        bring_down(state, scene, doing)


def bring_down(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """An aircraft is shot down and crashes some hexes ahead (6.7.4.2.1-eliminated-a); it never does so by choice.

    6.7.4.2.1-eliminated-c. O10: off the map it hits nothing.
    """
    air = air_of(state)
    assert air is not None
    flight = air.flight
    assert flight is not None
    plane = air.planes[flight.plane]
    set_plane(state, flight.plane, lost=True)
    doing.emit("air_lost", "6.7.4.2.1-eliminated-a", (), unit=plane.id, type=plane.type)
    altitude = flying_of(state, scene).altitude
    rolled = doing.dice.roll(10, f"crash: {plane.id}")
    hexes = tables.crash_hexes(rolled, altitude)
    cell = flying.crash_cell(scene, flight, hexes)
    where = scene.board.labels[cell] if cell >= 0 else ""
    doing.emit(
        "air_crashed", "6.7.4.2.1-eliminated-a", (), unit=plane.id, roll=rolled, hexes=hexes, hex=where,
        facing=LETTERS[flight.facing],
    )  # fmt: skip
    if cell >= 0:
        set_flight(state, cell=cell, stage=flying.CRASHING)
    else:
        flying.end(state)


# Presets.


def by_preset(state: PanzerState, scene: Scene) -> Order | None:
    """What presets fire at the aircraft now: each unit whose conditions hold, one unless they join (4.4.2c, 6.7.4)."""
    chances: list[tuple[int, int, bool]] = []
    flight = under_fire(state, scene)
    for index in gunners(state, scene):
        preset = presets.read(state.units[index].preset)
        assert isinstance(preset, Preset)
        aim = aim_of(state, scene, index)
        promise = prospect(aim)
        if preset.wants_aircraft(aim.weapon.name, aim.distance, (flight.altitude, flight.speed), promise):
            chances.append((promise, -index, preset.join))
    if not chances:
        return None
    lead = max(chances)
    air = air_of(state)
    assert air is not None
    assert air.flight is not None
    name = air.planes[air.flight.plane].id
    firing = sorted(-index for promise, index, join in chances if (promise, index, join) == lead or join)
    return Order(FLAK, tuple([Task(state.units[index].id, AA, targets=(name,)) for index in firing]))


def prospect(aim: GpAim) -> int:
    """The chance in 100 that AA fire damages the aircraft or brings it down (6.7.4.2a)."""
    outcomes = gp.resolve(aim).outcomes
    return int((outcomes["damaged"] + outcomes["eliminated"]) * 100)


__all__ = [
    "CHOICES", "aim_of", "announce", "bring_down", "by_preset", "check", "could_fire", "fault", "gunners", "legal",
    "prospect", "replace", "resolve", "weapon_of",
]  # fmt: skip
