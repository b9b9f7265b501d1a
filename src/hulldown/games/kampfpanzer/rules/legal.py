"""What a side may answer to each decision, as domains that a client or a bot can choose from."""

from __future__ import annotations

from typing import Final

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Violation
from hulldown.games.kampfpanzer.rules import deployment, overrun
from hulldown.games.kampfpanzer.rules.asking import Asked
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import ON_MAP, WAITING, KampfState, Unit, index_of
from hulldown.games.kampfpanzer.rules.verbs.answers import FIRE, GROUPS, JOINING, PRESET, STRIKING

_NO_PLOT: Final = Order("plot")


def legal(state: KampfState, scene: Scene, decision: Decision) -> Legal:
    """The legal answers to a decision."""
    if decision.kind == "deploy":
        return deployment.legal(state, scene, decision)
    if decision.kind == "combine":
        return _combining(state, decision)
    if decision.kind == "counter":
        return _countering(state, scene, decision)
    return _plot(state, scene, decision)


def plots(unit: Unit) -> bool:
    """Whether a unit can have a plot at all: undisrupted, on the map or about to enter (4.1-a)."""
    return unit.status in (ON_MAP, WAITING) and not unit.level


def _plot(state: KampfState, scene: Scene, decision: Decision) -> Legal:
    """The operations open to each unit, and how fire may be combined in advance."""
    asked = Asked(state, scene, decision.side)
    verbs = [verb for verb in scene.verbs.values() if verb.plotted]
    found: list[UnitLegal] = []
    for unit in state.units:
        if unit.side != decision.side or not plots(unit):
            continue
        options: list[Option] = []
        for verb in verbs:
            options += verb.options(asked, unit)
        if options:
            found.append(UnitLegal(unit.id, tuple(options)))
    found.append(UnitLegal(FIRE, (PRESET.offer(),)))
    return Legal(decision, tuple(found), idle=_NO_PLOT)


def _combining(state: KampfState, decision: Decision) -> Legal:
    """For every firer that could fire together with others the number of its attack (9.11a, 9.24b)."""
    found: list[UnitLegal] = []
    for lot in state.lots:
        if lot.side == decision.side and not lot.groups:
            numbers = tuple(GROUPS[: len(lot.firers)])
            option = Option(JOINING.kind, "9.24b" if lot.chance else "9.11a", choices=numbers)
            found += [UnitLegal(state.units[index].id, (option,)) for index in lot.firers]
    return Legal(decision, tuple(found), idle=Order("combine"))


def _countering(state: KampfState, scene: Scene, decision: Decision) -> Legal:
    """For every unit that strikes back the enemies that it can choose from (9.68)."""
    storm = overrun.ready(state, scene)
    assert storm is not None
    targets = tuple(state.units[index].id for index in overrun.attackers(state, storm))
    option = Option(STRIKING.kind, STRIKING.rule, targets=targets)
    found = [UnitLegal(state.units[index].id, (option,)) for index in overrun.strikers(state, storm)]
    return Legal(decision, tuple(found), idle=Order("counter"))


def misanswered(state: KampfState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    """What is wrong with an answer about combining fire or counterattacks."""
    known = {unit.unit: unit.options[0] for unit in legal(state, scene, decision).units}
    wrong: list[Violation] = []
    seen: set[str] = set()
    for task in order.tasks:
        option = known.get(task.unit)
        if option is None or task.unit in seen:
            wrong.append(Violation(decision.rule, "it is not asked, or it is told twice", task.unit))
        elif task.kind != option.kind or task.cells or task.facing >= 0:
            wrong.append(
                Violation(
                    decision.rule,
                    "the answer names its attack, or the enemy it strikes at, and nothing else",
                    task.unit,
                )
            )
        elif option.choices and (task.choice not in option.choices or task.targets):
            wrong.append(Violation(decision.rule, f"its attack is one of {', '.join(option.choices)}", task.unit))
        elif option.targets and (len(task.targets) != 1 or task.targets[0] not in option.targets or task.choice):
            wrong.append(Violation(decision.rule, f"it strikes at one of {', '.join(option.targets)}", task.unit))
        seen.add(task.unit)
    return wrong


def combine(state: KampfState, side: str, order: Order) -> None:
    """Divides the fire of a side as it has said; a firer of which nothing is said fires with the first attack."""
    chosen = {index_of(state, task.unit): GROUPS.index(task.choice) for task in order.tasks}
    for lot in state.lots:
        if lot.side == side and not lot.groups:
            lot.groups = tuple(chosen.get(index, 0) for index in lot.firers)
