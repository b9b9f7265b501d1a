"""Direct Fire: who must fire at whom, the announcement of fire, and what shots do (4.4.1, 4.4.3, 4.4.3.2.6)."""

from __future__ import annotations

from msgspec import UNSET

from hulldown.core.board import Cell
from hulldown.core.events import Scalar
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards, fires_all_round, reach_of
from hulldown.games.panzer.rules import arcs, fire
from hulldown.games.panzer.rules.driving import halve
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import (
    BREWED_UP,
    KNOCKED_OUT,
    ON_MAP,
    SPOT_FIRE,
    PanzerState,
    Shot,
    Unit,
    Wreck,
    index_of,
    over_stacked,
    smoke_cells,
)
from hulldown.games.panzer.rules.verbs.base import FIRING


def in_reach(ground: Ground, shooter: Unit, target: Unit) -> bool:
    """Whether a target is in range and in the field of fire, from where both stand now (4.4.1h, 4.4.3d, 3.5.2a).

    Only vehicles with an AP row fire (4.4.3a), and only at vehicles (4.4.3b; the Basic Game has nothing else, 4.4b).
    C5: at range 0 nobody fires.
    """
    board, here, there = ground.board, shooter.cell, target.cell
    if not 0 < board.distance(here, there) <= reach_of(shooter.type):
        return False
    if fires_all_round(shooter.type):
        return True
    card = cards()[shooter.type]
    return arcs.in_field(card, shooter.facing, board.q[there] - board.q[here], board.r[there] - board.r[here])


def targets_of(state: PanzerState, scene: Scene, index: int) -> list[int]:
    """The enemies a vehicle may fire at in Direct Fire: spotted by itself in the Spotting Phase, and still there.

    Cases 4.1b, 4.1.1f, 4.4.1c; E2: counters placed since then do not help; F3: any of them may be chosen.
    """
    unit = state.units[index]
    if unit.status != ON_MAP or not unit.sees:
        return []
    units = state.units
    return [
        number for number in unit.sees if units[number].status == ON_MAP and in_reach(scene.ground, unit, units[number])
    ]


def shooters(state: PanzerState, scene: Scene, side: str) -> dict[int, list[int]]:
    """The vehicles of a side that must still declare their fire, with the targets left to them (4.4.1a, 4.4.1n).

    4.4.1g: each fires once. 4.4.1j: on a target whose fire is resolved nobody else may fire in this step.
    """
    found = {}
    for index, unit in enumerate(state.units):
        if unit.side == side and unit.command in scene.shooting and not unit.fired and unit.status == ON_MAP:
            targets = [number for number in targets_of(state, scene, index) if number not in state.engaged]
            if targets:
                found[index] = targets
    return found


def check_fire(state: PanzerState, scene: Scene, side: str, order: Order) -> list[Violation]:
    """What is wrong with an announcement of fire (4.4.1d to 4.4.1n).

    H1: one announcement may name several targets; they are resolved one after the other. Whoever is left out must still
    have a target on which no fire was announced, as fire must be declared (4.2.1d) and never joins resolved fire.
    """
    if order.choice:
        return [Violation("4.4.1n", "name who fires at whom")]
    ready = shooters(state, scene, side)
    names = {state.units[index].id: index for index in ready}
    wrong: list[Violation] = []
    chosen: dict[int, int] = {}
    for task in order.tasks:
        index = names.get(task.unit, -1)
        if index < 0 or index in chosen:
            wrong.append(Violation("4.4.1g", "it has no fire to declare now, or declares it twice", task.unit))
            continue
        target = index_of(state, task.targets[0]) if len(task.targets) == 1 else -1
        if scene.verb(task.kind, FIRING) is None or target not in ready[index] or says_more(task):
            wrong.append(Violation("4.4.3d", "name one spotted enemy in its range and field of fire", task.unit))
            continue
        chosen[index] = target
    if wrong:
        return wrong
    if not chosen:
        return [Violation("4.4.1n", "it must declare its fire", state.units[index].id) for index in ready]
    named = set(chosen.values())
    return [
        Violation("4.4.1j", "its only target is fired on now: it must join", state.units[index].id)
        for index, targets in ready.items()
        if index not in chosen and named.issuperset(targets)
    ]


def says_more(task: Task) -> bool:
    """Whether a task says more than whom a vehicle fires at."""
    return bool(task.cells or task.choice) or task.facing >= 0


def announce(state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
    """Puts the announced shots in line, all on one target together (4.4.1j, 4.4.3.2a), and shows the commands.

    4.4.3.2b, 3.4c: of a Short Halt the fire is now executed, which `fired` notes; the movement is not, until `moved`.
    """
    shots = []
    for task in order.tasks:
        shooter, target = index_of(state, task.unit), index_of(state, task.targets[0])
        shot = scene.rules.verbs[task.kind].shot(shooter, target, task)
        shots.append(shot)
        show(state, shooter, "4.4.3.2a", doing)
        doing.emit("announced", "4.4.1j", (), unit=task.unit, target=task.targets[0], overwatch=shot.overwatch)
    first = {shot.target: turn for turn, shot in reversed(list(enumerate(shots)))}
    state.shots = sorted(shots, key=lambda shot: first[shot.target])
    state.engaged = tuple(sorted({*state.engaged, *first}))
    state.declined = 0


def show(state: PanzerState, index: int, rule: str, doing: Doing) -> None:
    """Reveals a command to both sides (4.2.1f)."""
    unit = state.units[index]
    if not unit.known:
        unit.known = True
        doing.emit("revealed", rule, (), unit=unit.id, command=unit.command)


def aim_of(state: PanzerState, scene: Scene, shot: Shot, moving: bool | None = None) -> fire.Aim:
    """Everything a shot depends on at this moment (4.4.1h); `moving` can be set to ask what if.

    4.4.3.2.2-target-moving-a: a target counts as moving all turn (F6), 4.4.3.2.2-target-moving-b: once its command is
    seen.
    """
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    ground, board = scene.ground, scene.board
    dq, dr = board.q[target.cell] - board.q[shooter.cell], board.r[target.cell] - board.r[shooter.cell]
    card = cards()[shooter.type]
    smoke = smoke_cells(state)
    if moving is None:
        moving = target.known and target.command in scene.moving
    return fire.Aim(
        card,
        cards()[target.type],
        board.distance(shooter.cell, target.cell),
        arcs.aspect(target.facing, -dq, -dr),
        ground.fire_cover[target.cell],
        over_stacked(state, target.cell),
        moving,
        target.damaged,
        shooter.command in scene.halting,
        shooter.damaged,
        arcs.watch(card, shooter.facing, dq, dr) if shot.overwatch else "none",
        len(ground.hindering(shooter.cell, target.cell, smoke)) if smoke else 0,
        ground.rows[target.cell].provenance["fire_cover"],
        tuple([factor for hook in scene.hooks.factors for factor in hook(state, scene, shot)])
        if scene.hooks.factors
        else (),
        "" if shot.manner is UNSET else shot.manner,
    )


def shoot(state: PanzerState, scene: Scene, shot: Shot, doing: Doing) -> None:
    """Resolves one shot and applies its result at once (4.4.1f, 4.4.1l, 4.3.2b)."""
    shooter, target = state.units[shot.shooter], state.units[shot.target]
    shooter.fired = True
    mark(shooter, SPOT_FIRE)
    state.chain = tuple(sorted({*state.chain, shot.shooter}))
    if target.status != ON_MAP:
        # 4.4.1k: announced at a target that died first; it counts as fired all the same.
        doing.emit("wasted", "4.4.1k", (), unit=shooter.id, target=target.id)
        return
    aim = aim_of(state, scene, shot)
    result = scene.resolver(aim).roll(aim, doing.dice, f"{shooter.id} at {target.id}")
    told: dict[str, Scalar] = {
        "unit": shooter.id, "target": target.id, "range": aim.distance, "band": result.shot.band,
        "net": result.shot.net.value, "needs": result.shot.hit_number, "roll": result.roll, "hit": result.hit,
        "aspect": result.shot.aspect, "penetration": result.shot.penetration, "armour": result.shot.armour,
        "effect": result.effect, "overwatch": shot.overwatch, "chance": str(result.shot.kill),
        "kill": result.effect in fire.KILLS,
    }  # fmt: skip
    doing.note("shot", "4.4.3.2.3d", (), told, result.shot.factors)
    _suffer(state, shot.target, result.effect, doing)


def _suffer(state: PanzerState, index: int, effect: str, doing: Doing) -> None:
    """Applies damage: a counter (4.4.3.2.6-damaged-a), or a wreck in place of the vehicle.

    4.4.3.2.6-ko-a, 4.4.3.2.6-bu-a; 4.3.2-ex1, 4.2.1e: who is gone executes nothing more; I14: the wreck stays there.
    """
    unit = state.units[index]
    if effect == "damaged":
        unit.damaged = True
        doing.emit("damaged", "4.4.3.2.6-damaged-a", (), unit=unit.id)
        if state.mover is not None and state.mover.unit == index:
            halve(state.mover.progress)
    elif effect in ("ko", "bu"):
        unit.status = KNOCKED_OUT if effect == "ko" else BREWED_UP
        unit.mark = ""
        rule = "4.4.3.2.6-ko-a" if effect == "ko" else "4.4.3.2.6-bu-a"
        doing.emit("knocked_out" if effect == "ko" else "brewed_up", rule, (), unit=unit.id, type=unit.type)
        leave_wreck(state, unit.cell, effect == "bu")


def leave_wreck(state: PanzerState, cell: Cell, brewed: bool) -> None:
    """Puts a KO or BU counter into a hex, one at most (4.1.4.1.8a, 4.1.4.1.8d, 4.1.4.1.9a).

    4.1.4.1.8b, 4.4.3.2.2-brew-up-smoke-c: its smoke hinders fire when this Player step is over. 4.1.4.1.8e,
    4.4.3.2.6-ko-b, 4.4.3.2.6-bu-b: BU takes the place of KO, never the other way.
    """
    for wreck in state.wrecks:
        if wreck.cell == cell:
            if brewed and not wreck.brewed:
                wreck.brewed = wreck.fresh = True
            return
    state.wrecks.append(Wreck(cell, brewed, brewed))


def end_step(state: PanzerState) -> None:
    """The conclusion of a Player step: new smoke begins to count, fire may be announced on anybody again (H4)."""
    for wreck in state.wrecks:
        wreck.fresh = False
    state.engaged = state.chain = ()
    state.declined = 0


def hold_fire(state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
    """Shows the commands of those whose targets have all gone: no shot, no counter (4.4.1n; F2)."""
    for unit in state.units:
        if unit.side == side and unit.command in scene.shooting and not unit.fired and unit.status == ON_MAP:
            unit.known = True
            doing.emit("no_target", "4.4.1n", (), unit=unit.id, command=unit.command)
