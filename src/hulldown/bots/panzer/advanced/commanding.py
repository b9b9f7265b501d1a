"""Commands: who fires, watches, moves or rests, and who shares a command where there are too few."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hulldown.bots.panzer.advanced import convoys
from hulldown.bots.panzer.advanced.assaulting import chance_of_assault, chance_of_overrun
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.firing import best_gain, hope
from hulldown.bots.panzer.advanced.flying import guns_watch, hides, hiding_gain
from hulldown.bots.panzer.advanced.goals import Errand, errands, unarmed
from hulldown.bots.panzer.advanced.screening import SPENT, Screening
from hulldown.bots.panzer.advanced.searching import search_gain
from hulldown.bots.panzer.advanced.shelling import gun_gain, watching_gain
from hulldown.bots.panzer.advanced.travel import FAR
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.play import control
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of, passengers, towed_of
from hulldown.games.panzer.rules.advanced.play.indirect import screens
from hulldown.games.panzer.rules.state import ON_MAP
from hulldown.games.panzer.rules.verbs.base import COMMAND
from hulldown.games.panzer.rules.verbs.kinds import FIRE, MOVE, NO_COMMAND, OVERWATCH, SHORT_HALT

Jolt = Callable[[], float]
PACE = 0.09
"""What a turn of progress towards a goal is worth, as a part of the goal."""
REST = 0.05
"""What it is worth to a suppressed unit to have no command, as a part of its worth."""
SHARE = 0.5
"""The same at most, as a part of the worth of the unit."""
SLACK = 0.12
"""How much less it is worth for each turn to spare."""
EXPOSED = 0.7
"""The part of the danger of a hex that comes from moving in it."""
SHOWN = 0.3
"""The part of the danger that comes with being seen to fire."""
HURRY = 2.0
"""Turns to spare below which a unit hurries."""
MERGE = {MOVE: 0.4, OVERWATCH: 0.6, FIRE: 1.2, SHORT_HALT: 2.0}
"""What it costs to share a command, in points."""
TIED = 0.25
"""What it costs each vehicle behind the first to be in a column, in points."""


class Wish(NamedTuple):
    """What each command is worth to a unit."""

    unit: int
    worths: dict[str, float]

    @property
    def best(self) -> str:
        return max([(worth, kind) for kind, worth in self.worths.items()])[1]

    def gain(self, kind: str) -> float:
        """What a command is worth beyond having none."""
        return self.worths[kind] - self.worths.get(NO_COMMAND, 0.0)


def wishes(field: Field, legal: Legal, lean: dict[str, float], jolt: Jolt) -> list[Wish]:
    """What all units would like to do, each for itself."""
    given = errands(field)
    screening: Screening | None = None
    found = []
    for offer in legal.units:
        index = field.names.get(offer.unit, -1)
        if index < 0:
            continue
        kinds = {option.kind for option in offer.options if not option.targets}
        worths = weigh(field, index, kinds, given.get(index))
        if not kinds.isdisjoint(field.scene.shooting) and screens.able(field.state, field.scene, index):
            screening = screening or Screening(field)
            _smoke(field, screening, index, worths)
        found.append(Wish(index, {kind: worth + lean.get(kind, 0.0) + jolt() for kind, worth in worths.items()}))
    return found


def _smoke(field: Field, screening: Screening, index: int, worths: dict[str, float]) -> None:
    """Adds what Fire is worth to a unit that would lay smoke by it."""
    screen = screening.best(index)
    steady = field.scene.shooting - field.scene.moving
    if screen is None or steady.isdisjoint(worths):
        return
    shown = SHOWN * (
        field.danger(index, field.units[index].cell, "fired") - field.danger(index, field.units[index].cell)
    )
    gain = screen.gain - SPENT - shown
    if gain > worths[FIRE]:
        worths[FIRE] = gain
        if gain > max([worth for kind, worth in worths.items() if kind not in steady]):
            screening.lay(screen.cell)


def weigh(field: Field, index: int, kinds: set[str], errand: Errand | None) -> dict[str, float]:
    """The worth of each command that a unit may have."""
    unit = field.units[index]
    scene = field.scene
    fire = best_gain(field, index) if not kinds.isdisjoint(scene.shooting) else 0.0
    move = max(progress(field, index, errand), search_gain(field, index, errand)) if unit.status == ON_MAP else 20.0
    if unit.status == ON_MAP:
        move = max(move, chance_of_assault(field, index), chance_of_overrun(field, index))
    shown = SHOWN * (field.danger(index, unit.cell, "fired") - field.danger(index, unit.cell)) if fire else 0.0
    found = {NO_COMMAND: 0.0}
    if detail_of(unit).suppressed:
        found[NO_COMMAND] += REST * field.worth(index)
        move *= 0.5
    for kind in scene.commands:
        if kind not in kinds:
            continue
        if kind in scene.halting:
            found[kind] = 0.6 * fire + 0.5 * move - shown
        elif kind in scene.shooting:
            found[kind] = max(fire - shown, gun_gain(field, index))
        elif kind in scene.moving:
            found[kind] = move
        elif kind in scene.watching:
            forward = errand is not None and errand.goal.take
            found[kind] = 0.3 + (0.4 if forward else 0.75) * hope(field, index) + guns_watch(field, index)
            found[kind] += watching_gain(field, index)
    return found


def progress(field: Field, index: int, errand: Errand | None) -> float:
    """What a move is worth to a unit: the way that it comes nearer to its goal, less the danger of going."""
    unit = field.units[index]
    if errand is None or (unarmed(field, index) and not errand.goal.leave and not _carries(field, index)):
        return -0.5
    turns = errand.near(unit.cell)
    if turns >= FAR or towed_of(unit) is not None:
        return -1.0
    goal = errand.goal
    if not goal.take:
        return PACE * goal.worth * min(1.0, turns - 1.0) if turns > 1.0 else -1.0
    if goal.leave and turns > 1.0 and hides(field, index, field.left - turns):
        return hiding_gain(field, index) - 0.1
    if goal.leave and turns <= 1.0:
        return goal.leave + 0.2 * field.worth(index)
    if turns <= 0.0:
        return -6.0
    spare = field.left - turns
    hurry = 1.6 if spare < HURRY else max(0.35, 1.0 - SLACK * (spare - HURRY))
    if goal.leave:
        hurry = 1.6
    elif field.margin >= field.needed and not field.left > 3:
        hurry = min(hurry, 0.6)
    pace = min(PACE * goal.worth, SHARE * field.worth(index) + 1.0)
    return pace * min(1.0, turns + 0.3) * hurry - EXPOSED * field.danger(index, unit.cell)


def _carries(field: Field, index: int) -> bool:
    return bool(passengers(field.state, index))


# Sharing.


class Cluster(NamedTuple):
    """Units that are to have one command."""

    kind: str
    members: tuple[int, ...]
    worth: float
    column: bool = False
    """Whether they are a column on a road or path, the lead vehicle first."""


def command_order(field: Field, legal: Legal, lean: dict[str, float], jolt: Jolt) -> Order:
    """Commands for all, within what each formation has."""
    return settled(field, legal, wishes(field, legal, lean, jolt))


def settled(field: Field, legal: Legal, wished: list[Wish]) -> Order:
    """The order that gives everybody what it wishes most, as far as there are commands."""
    clusters: dict[str, list[Cluster]] = {}
    free: list[Cluster] = []
    for wish in wished:
        kind = wish.best
        if kind not in MERGE:
            continue
        one = Cluster(kind, (wish.unit,), wish.gain(kind))
        alone = control.recon(field.scene, wish.unit) or field.units[wish.unit].status != ON_MAP
        if alone or not control.controlled(field.state):
            free.append(one)
        else:
            clusters.setdefault(member_of(field.scene, wish.unit).formation, []).append(one)
    numbers = control.available(field.state, field.scene, field.side)
    chosen = list(free)
    for name, wanted in clusters.items():
        chosen += _allotted(field, wanted, int(numbers[name].value))
    tasks = [_task(field, cluster) for cluster in chosen]
    return Order(COMMAND, tuple(tasks), decision=legal.decision.id)


def _task(field: Field, cluster: Cluster) -> Task:
    names = [field.units[index].id for index in cluster.members]
    return Task(names[0], cluster.kind, targets=tuple(names[1:]))


def _allotted(field: Field, wanted: list[Cluster], most: int) -> list[Cluster]:
    """The commands of a formation: with columns where there are too few and more is done that way."""
    plain = _within(field, wanted, most)
    if len(wanted) <= most:
        return plain
    columned = _in_columns(field, wanted)
    if len(columned) == len(wanted):
        return plain
    columned = _within(field, columned, most)
    return columned if _total(columned) > _total(plain) else plain


def _in_columns(field: Field, wanted: list[Cluster]) -> list[Cluster]:
    """The same wishes, but those of vehicles that can move as a column are one."""
    movers = {one.members[0]: one for one in wanted if one.kind in field.scene.marching and len(one.members) == 1}
    found = list(wanted)
    for line in convoys.lines(field, list(movers), errands(field)):
        members = tuple(line)
        if control.group_faults(field.state, field.scene, MOVE, members):
            continue
        found = [one for one in found if one.kind not in field.scene.marching or one.members[0] not in members]
        worth = sum([movers[index].worth for index in line]) - TIED * (len(line) - 1)
        found.append(Cluster(MOVE, members, worth, True))
    return found


def _total(clusters: list[Cluster]) -> float:
    return sum([one.worth for one in clusters])


def _within(field: Field, clusters: list[Cluster], most: int) -> list[Cluster]:
    """The commands of a formation, no more than it has: shared where that costs least, else the least ones go."""
    while len(clusters) > most:
        best: tuple[float, int, int] | None = None
        for place, one in enumerate(clusters):
            for later in range(place + 1, len(clusters)):
                other = clusters[later]
                if one.kind != other.kind or one.column or other.column:
                    continue
                cost = MERGE.get(one.kind, 1.0) * min(len(one.members), len(other.members)) + _apart(field, one, other)
                if best is not None and cost >= best[0]:
                    continue
                if _may_share(field, one.kind, one.members + other.members):
                    best = (cost, place, later)
        weakest = min(range(len(clusters)), key=lambda number: (clusters[number].worth, number))
        if best is None or best[0] >= clusters[weakest].worth:
            clusters = clusters[:weakest] + clusters[weakest + 1 :]
            continue
        one, other = clusters[best[1]], clusters[best[2]]
        merged = Cluster(one.kind, one.members + other.members, one.worth + other.worth - best[0])
        clusters = [cluster for cluster in clusters if cluster is not one and cluster is not other] + [merged]
    return clusters


def _may_share(field: Field, kind: str, members: tuple[int, ...]) -> bool:
    """Whether units can share a command without being tied to a road as a column."""
    for place, index in enumerate(members):
        if control.clique_fault(field.state, field.scene, index, members[:place]) is not None:
            return False
    return not control.group_faults(field.state, field.scene, kind, members)


def _apart(field: Field, one: Cluster, other: Cluster) -> float:
    """How far two groups are from each other, in points."""
    here, there = field.units[one.members[0]].cell, field.units[other.members[0]].cell
    return 0.1 * field.board.distance(here, there)
