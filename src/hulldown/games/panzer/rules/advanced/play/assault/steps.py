"""The Close Assault and Hand-to-Hand Combat Step: announced, advanced, resolved, followed up (6.6.1a; A3).

The First Player attacks as often as it likes, then the Second Player (6.6.1.1.1a, 6.6.1.2.1a). A Dismount Attack in the
Movement Step uses the same frames from the resolution on.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from hulldown.core.decisions import Decision, Legal, Option, Pass, UnitLegal
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer.rules import overwatch
from hulldown.games.panzer.rules.advanced.play import bailouts, moving, obstacles, positions
from hulldown.games.panzer.rules.advanced.play.assault import advances, announcing, eligible, resolving
from hulldown.games.panzer.rules.advanced.play.assault.memory import combat_of
from hulldown.games.panzer.rules.advanced.play.assault.places import case
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.advanced.play.assault.storming import COMBAT
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import attacks
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULTING, FOLLOW, FOLLOWING
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.scene import Scene, scene_in
from hulldown.games.panzer.rules.sequence import KEEP, SHOW, asked, go_on
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import (
    ON_MAP,
    SPOT_MOVE,
    CloseCombat,
    Frame,
    Mover,
    PanzerState,
    enemy_of,
    index_of,
)
from hulldown.games.panzer.rules.verbs.reactions import reacts_by_preset

ADVANCES: Final = "advance"
CONFRONT: Final = "confront"
FOLLOWS: Final = "follow"
REMAIN: Final = "remain"
"""The answer by which nobody enters the hex of a target that is gone."""


def _assault(state: PanzerState, doing: Doing) -> bool:
    """A side announces attacks on one target after the other; it is asked while open facts allow any.

    Cases 6.6.1.1.1a, 6.6.1.1c, 6.6.1.1k.
    """
    frame = state.stack[-1]
    scene = scene_in(state, doing)
    if eligible.might(state, scene, frame.side):
        order = asked(state, frame.side)
        if order is None:
            return False
        if order.tasks:
            announcing.announce(state, scene, order, doing)
            state.stack.append(Frame(ADVANCES, side=frame.side))
            return True
    scene.doctrine.end_step(state, scene)
    state.waved = {}
    go_on(state, doing)
    return True


def _advance(state: PanzerState, doing: Doing) -> bool:
    """Advances one after the other, each hex a chance for overwatch before the attack (6.6.1.1n, 6.6.1.2l).

    6.6.1.1l: who has not set out when the target is lost in such an exchange does not have to.
    """
    frame, combat = state.stack[-1], combat_of(state)
    scene = scene_in(state, doing)
    robbed = state.mover is None and state.units[combat.target].status != ON_MAP
    if not combat.paths or robbed:
        state.assault = replace(combat, paths=())
        state.stack[-1] = Frame(COMBAT, side=frame.side)
        return True
    index, path = combat.paths[0]
    mover = state.mover
    if mover is None:
        _set_out(state, scene, index)
        return True
    unit = state.units[index]
    if unit.status == ON_MAP and mover.plan:
        if scene.doctrine.advance(state, scene, doing):
            state.engaged = state.chain = ()
            state.stack.append(Frame(overwatch.REACT, side=enemy_of(frame.side)))
        return True
    if unit.status == ON_MAP and unit.cell != path[-1] and not detail_of(unit).suppressed:
        rest = path[path.index(unit.cell) + 1 :] if unit.cell in path else path
        found = advances.planned(state, scene, index, rest)
        if found.fault is None:
            mover.plan, mover.shaken = found.actions, False
            return True
    moving.finish(state, scene, doing)
    state.assault = replace(combat, paths=combat.paths[1:], advanced=(*combat.advanced, index))
    if state.waved.get(enemy_of(frame.side)) == overwatch.PASS_VEHICLE:
        del state.waved[enemy_of(frame.side)]
    return True


def _set_out(state: PanzerState, scene: Scene, index: int) -> None:
    """Begins an advance: the unit is marked as moving (6.6.1.1m)."""
    unit = state.units[index]
    account = account_of(advances.limits(state, scene, index))
    path = combat_of(state).paths[0][1]
    plan = advances.planned(state, scene, index, path).actions
    state.mover = Mover(index, account, plan, unit.cell, unit.facing, unit.cell)
    detail_of(unit).manner = ""
    _marked(state, index)


def _marked(state: PanzerState, index: int) -> None:
    """Gives an attacker its Spot/Move counter (6.6.1.1m, 6.6.1.2k)."""
    mark(state.units[index], SPOT_MOVE)
    detail_of(state.units[index]).small = False


def _combat(state: PanzerState, doing: Doing) -> bool:
    """The attacks on the target, hex by hex in the order of the announcement; then bail out, then who enters its hex.

    6.6.1.1j, 6.6.1.2i: attacks from different hexes are separate; M8: each meets the target as it is then.
    6.6.1.1.2-vs-moving-b, 6.6.1.1l, 6.6.1.1.3-effective-f: what its owner shows, who is robbed of it, who follows.
    """
    scene = scene_in(state, doing)
    while combat_of(state).parties:
        combat = combat_of(state)
        cell, announced = combat.parties[0]
        gone = state.units[combat.target].status != ON_MAP
        party = () if gone else tuple([index for index in announced if _still_able(state, index, cell)])
        if party and _hides(state, scene, doing):
            state.stack.append(Frame(CONFRONT))
            return True
        if gone:
            _robbed(state, announced, doing)
        combat = combat_of(state)
        state.assault = replace(combat, parties=combat.parties[1:], fought=(*combat.fought, *party))
        if party:
            _attack(state, scene, party, doing)
    bailouts.settle(state, scene, (), doing)
    if followers(state, scene):
        state.stack[-1] = Frame(FOLLOWS, side=state.units[combat_of(state).fought[0]].side)
    else:
        _close(state)
    return True


def _still_able(state: PanzerState, index: int, cell: int) -> bool:
    """Whether overwatch has left an attacker what it needs: alive, not suppressed, in its place (6.6.1.1b; M5)."""
    unit = state.units[index]
    return unit.status == ON_MAP and not detail_of(unit).suppressed and unit.cell == cell


def _hides(state: PanzerState, scene: Scene, doing: Doing) -> bool:
    """Whether the owner of an attacked vehicle is asked to show that it moves (6.6.1.1.2-vs-moving-b).

    Whatever the command is: the question tells nothing. Presets show it whenever that helps, unless they conceal.
    """
    combat = combat_of(state)
    unit = state.units[combat.target]
    if vehicle_of(unit) is None or unit.known or not unit.command or combat.declined:
        return False
    if not reacts_by_preset(state, unit.side):
        return True
    if unit.command in scene.moving and not state.conceals.get(unit.side):
        _show(state, combat.target, doing)
    return False


def _show(state: PanzerState, index: int, doing: Doing) -> None:
    """The command is seen, though it is yet to be executed (6.6.1.1.2-vs-moving-b, 6.6.1.1.3a)."""
    unit = state.units[index]
    unit.known = True
    doing.emit("shown", "6.6.1.1.2-vs-moving-b", (), unit=unit.id, command=unit.command)


def _confront(state: PanzerState, doing: Doing) -> bool:
    """The owner of an attacked vehicle shows its command for the modifier, or keeps it (6.6.1.1.2-vs-moving-b)."""
    combat = combat_of(state)
    unit = state.units[combat.target]
    order = asked(state, unit.side)
    if order is None:
        return False
    if order.choice == SHOW:
        _show(state, combat.target, doing)
    else:
        state.assault = replace(combat, declined=True)
        doing.emit("kept", "6.6.1.1.2-vs-moving-b", (), unit=unit.id)
    state.stack.pop()
    return True


def _attack(state: PanzerState, scene: Scene, party: tuple[int, ...], doing: Doing) -> None:
    """One attack; after it the attackers are done but for entering the hex.

    Cases 6.6.1.1m, 6.6.1.1.2-advance-attack, 6.6.1.2a; M2.
    """
    combat = combat_of(state)
    for index in party:
        state.units[index].moved = True
        _marked(state, index)
    advance = any(index in combat.advanced for index in party)
    attack = Attack(party, combat.target, advance, combat.dismounted)
    if vehicle_of(state.units[combat.target]) is not None:
        resolving.close_assault(state, scene, attack, doing)
    else:
        resolving.hand_to_hand_combat(state, scene, attack, doing)


def _robbed(state: PanzerState, party: tuple[int, ...], doing: Doing) -> None:
    """The target is gone: the others may move, but attack nobody else (6.6.1.1l, 6.6.1.2j).

    R22: who has advanced has made its move.
    """
    combat = combat_of(state)
    rule = case(state, combat.target, "l", "j")
    for index in party:
        unit = state.units[index]
        if unit.status == ON_MAP:
            doing.emit("robbed", rule, (), unit=unit.id, target=state.units[combat.target].id)


def followers(state: PanzerState, scene: Scene) -> list[int]:
    """The attackers that may enter the hex of the target once it is gone.

    Cases 6.6.1.1.3-effective-f, 6.6.1.2.3-attacker-wins-c: where no enemy is, the target least of all. 6.6.4.4c,
    6.6.4.5d: not over hexsides that they may not cross.
    """
    combat = combat_of(state)
    target = state.units[combat.target]
    if any(unit.status == ON_MAP and unit.side == target.side and unit.cell == target.cell for unit in state.units):
        return []
    return [
        index
        for index in combat.fought
        if state.units[index].status == ON_MAP
        and obstacles.bars_step(state, scene, index, state.units[index].cell, target.cell) is None
    ]


def _follow(state: PanzerState, doing: Doing) -> bool:
    """The winners enter the hex, all, some or none; nobody may fire at them for it (6.6.1.1.3-effective-f).

    6.6.6a: a barrage that lies there strikes them as it strikes all who move.
    """
    combat = combat_of(state)
    scene = scene_in(state, doing)
    order = asked(state, state.stack[-1].side)
    if order is None:
        return False
    cell = state.units[combat.target].cell
    rule = f"6.6.1{'.1.3-effective-f' if vehicle_of(state.units[combat.target]) else '.2.3-attacker-wins-c'}"
    for task in order.tasks:
        index = index_of(state, task.unit)
        positions.abandon(state, index)
        state.units[index].cell = cell
        positions.occupy(state, index)
        facing = "ABCDEF"[state.units[index].facing]
        doing.emit("followed", rule, (), unit=task.unit, hex=scene.board.labels[cell], facing=facing, cost=0)
        attacks.enter(state, scene, index, doing)
    _close(state)
    return True


def _close(state: PanzerState) -> None:
    """All attacks on the target are over (6.6.1.1.3-effective-f, 6.6.1.1h)."""
    combat = combat_of(state)
    state.assault = CloseCombat(
        aims=combat.aims, overrun=combat.overrun, overran=combat.overran, carried=combat.carried
    )
    state.stack.pop()


# Answers.


def confront_choices(state: PanzerState, scene: Scene) -> tuple[str, ...]:
    """What the owner of an attacked vehicle may answer: only a moving one can be shown (6.6.1.1.2-vs-moving-b)."""
    moves = state.units[combat_of(state).target].command in scene.moving
    return (SHOW, KEEP) if moves else (KEEP,)


def confront_legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Whether an attacked vehicle is shown to move (6.6.1.1.2-vs-moving-b)."""
    keep = Order(decision.kind, choice=KEEP)
    return Legal(decision, (), confront_choices(state, scene), keep, (Pass(KEEP),))


def follow_legal(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    """Which of the attackers may enter the hex (6.6.1.1.3-effective-f)."""
    names = [state.units[index].id for index in followers(state, scene)]
    units = tuple([UnitLegal(name, (Option(FOLLOW, decision.rule),)) for name in names])
    return Legal(decision, units, (REMAIN,), Order(FOLLOWING, choice=REMAIN), (Pass(REMAIN),))


def follow_check(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with entering the hex of a target that is gone (6.6.1.1.3-effective-f)."""
    if not order.tasks:
        right = order.choice == REMAIN
        return [] if right else [Violation(decision.rule, f"name who enters the hex, or answer {REMAIN}")]
    if order.choice:
        return [Violation(decision.rule, f"name who enters the hex or answer {REMAIN}, not both")]
    names = [state.units[index].id for index in followers(state, scene)]
    wrong: list[Violation] = []
    for place, task in enumerate(order.tasks):
        plain = task.kind == FOLLOW and not (task.cells or task.targets or task.choice) and task.facing < 0
        if task.unit not in names or not plain or any(task.unit == other.unit for other in order.tasks[:place]):
            wrong.append(Violation(decision.rule, "only attackers next to the hex enter it, each once", task.unit))
    return wrong


# The rows.

_ASKS: Final = Question(
    ASSAULTING, "6.6.1.1k", "Close combat: announce all attacks on one target, or say that there are no more."
)
_WHAT: Final = "attacks on one target after the other: advances under overwatch, then combat to the end"
ROWS: Final[tuple[Row, ...]] = (
    Row(
        "assault1",
        "6.6.1.1.1a",
        "First Player Close Combat",
        _WHAT,
        "assault",
        handler=_assault,
        asks=_ASKS,
    ),
    Row(
        "assault2",
        "6.6.1.1.1a",
        "Second Player Close Combat",
        "the same by the Second Player",
        "assault",
        handler=_assault,
        asks=_ASKS,
    ),
    Row(
        ADVANCES,
        "6.6.1.1f",
        "Advances",
        "attackers move next to the target, under overwatch",
        "assault",
        handler=_advance,
        aside=True,
    ),
    Row(
        COMBAT,
        "6.6.1.1.1a",
        "Combat",
        "the announced attacks, hex by hex",
        "assault",
        handler=_combat,
        aside=True,
    ),
    Row(
        CONFRONT,
        "6.6.1.1.2-vs-moving-b",
        "Show a command",
        "the owner of an attacked vehicle may show that it moves",
        "assault",
        handler=_confront,
        aside=True,
        asks=Question(
            "reveal",
            "6.6.1.1.2-vs-moving-b",
            "{target} is attacked at close quarters. Show that it is moving (-10 for the attackers), or keep its "
            "command hidden?",
        ),
    ),
    Row(
        FOLLOWS,
        "6.6.1.1.3-effective-f",
        "Enter the hex",
        "the winners may take the place of the target",
        "assault",
        handler=_follow,
        aside=True,
        asks=Question(FOLLOWING, "6.6.1.1.3-effective-f", "{target} is gone: who enters {hex}?"),
    ),
)
