"""What each unit may be told in the Movement Step, as domains to choose from (6.6)."""

from __future__ import annotations

from msgspec.structs import replace

from hulldown.core.board import Cell
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.panzer.rules.advanced.play import following, halts, loading, transport
from hulldown.games.panzer.rules.advanced.play.assault import overrunning, storming
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.manners import QUICKMARCH, SEARCHING, SERVED
from hulldown.games.panzer.rules.advanced.play.march import March
from hulldown.games.panzer.rules.advanced.play.tables import advanced_tables
from hulldown.games.panzer.rules.advanced.play.ways import ways_of
from hulldown.games.panzer.rules.legal import Way
from hulldown.games.panzer.rules.movement import STAY_ALL, way_on
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, WAITING, PanzerState
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, STAND
from hulldown.games.panzer.rules.verbs.kinds import MOVE, STAY


def legal(state: PanzerState, scene: Scene, decision: Decision, indices: list[int]) -> Legal:
    """All options of these units, and the answer that does least (4.5.1.1.10b, 6.2.1.1.4-moving)."""
    units = [UnitLegal(state.units[index].id, tuple(options_of(state, scene, index))) for index in indices]
    onward = must_go_on(state, scene)
    if onward is not None:
        family = scene.rules.family
        units = [UnitLegal(u.unit, tuple([o for o in u.options if family(o.kind) != STAND]), True) for u in units]
        mover = [index for index in indices if state.units[index].id == onward.unit]
        wrong = following.faults(state, scene, decision.side, (onward,))
        least = following.nearest(state, scene, mover) if wrong else (onward,)
        return Legal(decision, tuple(units), idle=Order(MOVEMENT, least))
    if following.stay_faults(state, scene, indices):
        units = [UnitLegal(u.unit, u.options, True) for u in units]
        return Legal(decision, tuple(units), idle=Order(MOVEMENT, following.nearest(state, scene, indices)))
    return Legal(decision, tuple(units), (STAY_ALL,), Order(MOVEMENT, choice=STAY_ALL))


def must_go_on(state: PanzerState, scene: Scene) -> Task | None:
    """A move that the vehicle now moving may be told instead of stopping in an enemy's hex (4.5.1.1.10b)."""
    if state.mover is None:
        return None
    unit = state.units[state.mover.unit]
    march = March(state, scene, Task(unit.id, STAY))
    if unit.status != ON_MAP or not march.around.hostile(unit.cell) or detail_of(unit).track:
        return None
    return way_on(march)


def may_load(state: PanzerState, scene: Scene, side: str) -> list[int]:
    """The carriers without a command to move that can take somebody aboard or put somebody down (N2).

    Cases 6.6.7.1.1-vehicle-a, 6.6.7.1.1b.
    """
    found = []
    for index, unit in enumerate(state.units):
        card = vehicle_of(unit)
        if unit.side != side or unit.status != ON_MAP or unit.command in scene.moving or card is None:
            continue
        if detail_of(unit).manner == SERVED or card.transport == (0, 0):
            continue
        if loading.to_put_down(state, scene, index) or loading.to_take(state, scene, index):
            found.append(index)
    return found


def options_of(state: PanzerState, scene: Scene, index: int) -> list[Option]:
    """The ways a unit may move, and what else it may do in its move.

    Cases 6.6.7.1.1-vehicle-a, 6.6.9b, 6.6.4.2c, 5.2c, 6.5.2.2.1d.
    """
    march = March(state, scene, Task(state.units[index].id, ""))
    verbs = [verb for verb in scene.answering[MOVEMENT] if march.suits(verb)]
    if march.idle:
        # Without a command to move a carrier may load and unload, and nothing else (N2).
        return [option for verb in verbs if verb.names_units for option in verb.offers(march)]
    others = [option for verb in verbs for option in verb.offers(march)]
    on_map = march.unit.status != WAITING
    standing = [option for verb in verbs if (option := verb.standing(on_map)) is not None]
    detail = detail_of(march.unit)
    if march.begun() and detail.manner == SEARCHING:
        return [*standing[:1], *others]
    if march.gait.rates[0] == 0 or detail.track or (march.begun() and detail.manner == QUICKMARCH):
        return [*standing[:1], *others]
    driving = [*moves_of(march), *_loading_moves(march), *_storms(march), *_overruns(march)]
    return [*standing, *driving, *others] if on_map else [*driving, *standing, *others]


def moves_of(march: March) -> list[Option]:
    """Moving through hexes; ahead and, for vehicles without a gun in tow, back (6.6.7.1e)."""
    return [option for rule, domain, facings in ways_of(march) for option in _driven(march, (rule, domain, facings))]


def _driven(march: March, way: Way) -> list[Option]:
    """The moves of one way: ahead and, for vehicles without a gun in tow, back (6.6.7.1e)."""
    back = not march.gait.afoot and not transport.tows(march.state, march.index)
    options = [verb.driven(*way) for verb in march.scene.answering[MOVEMENT]]
    return [one for one in options if one is not None and one.path is not None and (back or not one.path.back)]


def _overruns(march: March) -> list[Option]:
    """Moves into the hex of a unit that is overrun there, and perhaps on from it (6.6.10a, 6.6.10g).

    The path must lead through the hex of the target; who is inside a building is overrun by ENTER (6.6.10h).
    6.6.4.1b, 6.6.4.1c: along a path or road, at its rate, it comes only to units on foot (R42).
    """
    state, scene = march.state, march.scene
    found = []
    for target in overrunning.targets_of(state, scene, march.index):
        if overrunning.indoors(state, scene, target):
            continue
        enemy = state.units[target]
        opening = March(state, scene, Task(march.unit.id, MOVE, (enemy.cell,), choice=f"{halts.OVERRUN} {enemy.id}"))
        word = halts.written((halts.OVERRUN, enemy.id))
        for rule, domain, facings in ways_of(opening):
            if enemy.cell not in domain.barred:
                shut = tuple([cell for cell in domain.shut if cell != enemy.cell])
                path = replace(domain, shut=shut, exits=(), leaving="")
                moves = [one for one in _driven(march, (rule, path, facings)) if _comes_to(march, one, enemy.cell)]
                found += [replace(one, choices=(word,)) for one in moves]
    return found


def _comes_to(march: March, option: Option, cell: Cell) -> bool:
    """Whether a hex is near enough for a move, at a point a hex (4.5.1.1.5a); any single hex may be (4.5.1.1.3a)."""
    path = option.path
    assert path is not None
    far = march.scene.board.distance(march.unit.cell, cell)
    return far * path.times <= max(path.allowance, path.rate) or (far == 1 and path.least)


def _storms(march: March) -> list[Option]:
    """Moves with a Dismount Attack: in the hex where they end, next to its target, or before the first (6.6.1.1o, M16).

    As all loading it costs half of the allowance; any other hex of a path that is next to the target is legal too.
    """
    state, scene, unit = march.state, march.scene, march.unit
    if vehicle_of(unit) is None or unit.status != ON_MAP or detail_of(unit).inside:
        return []
    aims = storming.aims_of(state, scene, march.index, loading.candidates(march, halts.DROP))
    if not aims:
        return []
    named = [(halts.stormed(state.units[aim.passenger].id, state.units[aim.target].id), aim) for aim in aims]
    here = scene.board.labels[unit.cell]
    first = [
        halts.stormed(state.units[aim.passenger].id, state.units[aim.target].id, here)
        for aim in aims
        if unit.cell in aim.cells
    ]
    found = []
    for rule, domain, facings in _while_loading(march):
        if first:
            found.append(Option(MOVE, rule, path=domain, facings=facings, choices=tuple(first)))
        ends = set(paths_on(domain, advanced_tables(scene.scenario.map), scene.board).reach())
        last: dict[tuple[int, ...], list[str]] = {}
        for word, aim in named:
            near = tuple([cell for cell in aim.cells if cell in ends])
            if near:
                last.setdefault(near, []).append(word)
        for near, words in last.items():
            path = replace(domain, shut=tuple(sorted({*domain.shut, *ends} - {*near})))
            found.append(Option(MOVE, rule, path=path, facings=facings, choices=tuple(words)))
    return found


def _while_loading(march: March) -> list[Way]:
    """The paths that leave enough of the allowance for loading in one hex (6.6.7.1.1-vehicle-b)."""
    found: list[Way] = []
    for rule, domain, facings in ways_of(march):
        # Along a way only a column is offered it: others load so near across country.
        along = bool(domain.kinds)
        left = domain.allowance - march.rates[1 if along else 0] // 2
        rate = domain.rate - march.rates[2] // 2 if along else domain.rate
        if max(left, rate if along else 0) > 0 and (march.tied or not along):
            less = replace(domain, allowance=left, rate=rate, least=False, begun=True, exits=(), leaving="")
            found.append((rule, less, facings))
    return found


def _loading_moves(march: March) -> list[Option]:
    """Moves with loading in them: all of one hex for half of the allowance (6.6.7.1.1-vehicle-b, -vehicle-d).

    Offered are loading before the first hex and dismounting in the last one; any other hex of a path is legal too.
    """
    unit = march.unit
    if vehicle_of(unit) is None or unit.status != ON_MAP or detail_of(unit).inside:
        return []
    here = march.scene.board.labels[unit.cell]
    names = march.state.units
    down = [names[one].id for one in loading.candidates(march, halts.DROP)]
    words = [halts.written((halts.DROP, name)) for name in down]
    words += [halts.written((halts.DROP, name), here) for name in down]
    words += [halts.written((halts.LOAD, names[one].id), here) for one in loading.candidates(march, halts.LOAD)]
    if not words:
        return []
    return [Option(MOVE, rule, path=path, facings=facings, choices=tuple(words))
            for rule, path, facings in _while_loading(march)]  # fmt: skip
