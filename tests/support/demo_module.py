"""A module on top of Tank! Standard, made for the tests: smoke that units raise, and that chokes who drives into it.

It has one of everything a module can have: a task, a step that acts and a step that asks, a factor of a shot, a blocker
of sight, an effect on entering a hex, a part of the state, of a unit, of the view and of the sample. Nothing of the
game knows of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from hulldown.core.board import Cell, mask_of
from hulldown.core.books import Module
from hulldown.core.decisions import Decision, Legal, Option
from hulldown.core.explain import Factor
from hulldown.core.face import EventFace, Face, MarkerFace, NamedFace, TaskFace
from hulldown.core.game import Marker
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.parts import part_of, set_part
from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.tank.books import LIBRARY
from hulldown.games.tank.data.loading import add_scenario, remove_scenario, scenarios
from hulldown.games.tank.rules.combat import destroy
from hulldown.games.tank.rules.fire import Extra
from hulldown.games.tank.rules.hooks import Answers, Hooks, Shown
from hulldown.games.tank.rules.legal import Domain
from hulldown.games.tank.rules.plan import Plan
from hulldown.games.tank.rules.report import open_order, tell
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.sequence import go_on, present
from hulldown.games.tank.rules.state import SIDES, TankState, Unit, index_of
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb

KEY = "demo"
SCENARIO = "tank/demo"
LASTS = 1
"""Turns that smoke stays after the one on which it was raised."""
DEADLY = 1
"""The die that destroys a unit in smoke."""


def clouds(position: Any) -> list[list[Any]]:
    """The smoke of a state or a view: cell, last turn and side of each cloud."""
    found: list[list[Any]] = part_of(position, KEY, [])
    return found


class Smoke(TankVerb):
    """SM: to raise smoke in a hex next to the unit."""

    def __init__(self) -> None:
        super().__init__("SM", OTHER, "smoke", "D-1")

    def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
        near = tuple(sorted(ahead for ahead in domain.scene.board.neighbours[cell] if ahead >= 0))
        return (Option(self.kind, self.rule, cells=near),)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        near = plan.scene.board.neighbours[unit.cell]
        if len(task.cells) != 1 or task.cells[0] not in near or task.choice:
            plan.refuse(unit.id, self.rule, "smoke is raised in one hex next to the unit")


SMOKE = Smoke()


def _raise_smoke(state: TankState, doing: Doing) -> bool:
    """Raises what was plotted; smoke that has lasted long enough is gone."""
    scene = scene_in(state, doing)
    smoke = [cloud for cloud in clouds(state) if cloud[1] >= state.turn]
    makers = [index_of(state, task.unit) for task in state.tasks.values() if task.kind == SMOKE.kind]
    for index in open_order(state, makers):
        unit = state.units[index]
        cell = state.tasks[unit.id].cells[0]
        smoke.append([cell, state.turn + LASTS, unit.side])
        tell(doing, unit, "smoke", "D-1", {"unit": unit.id, "hex": scene.board.labels[cell]})
    set_part(state, KEY, sorted(smoke) or None)
    go_on(state, doing)
    return True


def _wind(state: TankState, doing: Doing) -> bool:
    """Lets a side clear its own smoke away."""
    if state.stack[-1].owing:
        return False
    for side in SIDES:
        order = state.submitted.pop(side, None)
        if order is not None and order.choice == "clear":
            set_part(state, KEY, [cloud for cloud in clouds(state) if cloud[2] != side] or None)
            doing.emit("cleared", "D-4", (), side=side)
    go_on(state, doing)
    return True


def _wind_legal(state: TankState, scene: Scene, decision: Decision) -> Legal:
    return Legal(decision, choices=("keep", "clear"), idle=Order("wind", choice="keep"))


def _wind_check(state: TankState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    if order.choice in ("keep", "clear") and not order.tasks:
        return []
    return [Violation("D-4", f"the choice is keep or clear, not {order.choice!r}")]


def _thick(state: TankState, scene: Scene, firers: list[int], target: int) -> tuple[Extra, ...]:
    """1 is added to the die against a target that stands in smoke."""
    if any(cloud[0] == state.units[target].cell for cloud in clouds(state)):
        return (Extra("die", Factor("D-2", "target in smoke", 1, "reconstructed")),)
    return ()


def _screen(position: Any) -> int:
    return mask_of(cloud[0] for cloud in clouds(position))


def _choke(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """A unit that comes into smoke rolls: on a 1 it is lost. How often it has done so is kept with the unit."""
    unit = state.units[index]
    if all(cloud[0] != unit.cell for cloud in clouds(state)):
        return
    set_part(unit, KEY, part_of(unit, KEY, 0) + 1)
    rolled = doing.dice.roll(6, f"smoke around {unit.id}")
    tell(doing, unit, "choked", "D-3", {"unit": unit.id, "hex": scene.board.labels[unit.cell], "die": rolled})
    if rolled <= DEADLY:
        destroy(state, scene, doing, index, "D-3")


def _show(state: TankState, side: str | None) -> Shown | None:
    smoke = clouds(state)
    return Shown(smoke, tuple(Marker("smoke", cell, owner) for cell, _, owner in smoke)) if smoke else None


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    return part


MODULE: Module[TankVerb, Hooks] = Module(
    KEY,
    "1.0",
    Hooks(
        factors=(_thick,),
        screens=(_screen,),
        entering=(_choke,),
        decisions={"wind": Answers(_wind_legal, _wind_check)},
        shows={KEY: _show},
        deals={KEY: _deal},
    ),
    title="Smoke",
    needs=("standard",),
    rows=(
        Row("smoke", "D-1", "Smoke Segment", "smoke is raised", "execution", handler=_raise_smoke, after="panic"),
        Row(
            "wind",
            "D-4",
            "Wind",
            "smoke may be cleared away",
            "execution",
            handler=_wind,
            asks=Question("wind", "D-4", "Keep your smoke, or clear it away?"),
            owes=present,
            after="final",
        ),
    ),
    verbs=(SMOKE,),
    face=Face(
        tasks=(TaskFace("SM", "Smoke screen", "other", "SMK", "hold", ("cells",), "k", "raises smoke beside it"),),
        choices=(NamedFace("keep", "Keep the smoke"), NamedFace("clear", "Clear it away")),
        markers=(MarkerFace("smoke", "smoke screen", "smoke"),),
        events=(EventFace("smoke", "tell"), EventFace("choked", "tell"), EventFace("cleared", "note")),
    ),
    words={
        "smoke": "{unit} raises smoke in {hex}.",
        "choked": "{unit} drives into the smoke in {hex}: die {die}.",
        "cleared": "{side} clears its smoke away.",
    },
)


def install(length: int = 12) -> None:
    """Puts the module on the shelf, with a short scenario that is played by it."""
    LIBRARY.add(MODULE)
    base = scenarios()["tank/intro"]
    add_scenario(msgspec.structs.replace(base, id=SCENARIO, title="Smoke on the field", modules=(KEY,), length=length))


def uninstall() -> None:
    """Takes both away again."""
    remove_scenario(SCENARIO)
    LIBRARY.remove(KEY)


@contextmanager
def installed(length: int = 12) -> Iterator[str]:
    """The scenario of the module, for as long as it is needed."""
    install(length)
    try:
        yield SCENARIO
    finally:
        uninstall()
