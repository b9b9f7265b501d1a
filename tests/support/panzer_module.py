"""A module that is in no game: smoke pots. It uses every hook, so that the tests can see each of them at work.

A vehicle in its move may set off a pot (POT): smoke lies in its hex from then on. It blocks sight, makes fire into it
worse, slows down and blackens whoever enters it, is not entered by wheeled vehicles, and spoils a vehicle's spotting.
Each turn the First Player says where the wind comes from. Everything that is not the book's is under the key `pots`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

from hulldown.core.books import Module
from hulldown.core.decisions import Decision, Legal, Option
from hulldown.core.explain import Factor
from hulldown.core.orders import Order, Violation
from hulldown.core.sequence import Doing, Question, Row
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data import loading
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.answers import check_choice
from hulldown.games.panzer.rules.driving import OTHER
from hulldown.games.panzer.rules.fire import AP, Aim, Resolver, Result, Shot
from hulldown.games.panzer.rules.ground import Block
from hulldown.games.panzer.rules.hooks import Answer, Hooks
from hulldown.games.panzer.rules.movement import Plan, Planning
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.sequence import asked, go_on
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, PanzerState, Unit
from hulldown.games.panzer.rules.state import Shot as Announced
from hulldown.games.panzer.rules.verbs.base import MOVEMENT, PanzerVerb

KEY, RULE = "pots", "pots"
WINDS = ("north", "south")


def smoke_in(position: Position) -> list[int]:
    """The hexes with smoke."""
    more: Any = position.more
    return [] if more is UNSET else more.get(KEY, {}).get("smoke", [])


class Cloud:
    """Smoke blocks lines that end in it or pass the straight way through it."""

    def __init__(self, scene: Scene, cells: list[int]) -> None:
        self.scene = scene
        self.cells = cells

    def block(self, a: int, b: int) -> Block | None:
        distance = self.scene.board.distance
        for cell in self.cells:
            if a != b and cell not in (a, b) and distance(a, cell) + distance(cell, b) == distance(a, b):
                return Block((cell,), "smoke", 99, RULE)
        return None


class Pot(PanzerVerb):
    """A vehicle sets off its pot and stays."""

    def __init__(self) -> None:
        super().__init__("POT", "pot", "Smoke pot", RULE, (MOVEMENT,))

    def offers(self, planning: Planning) -> tuple[Option, ...]:
        return (Option("POT", RULE),) if planning.unit.status == ON_MAP else ()

    def plan(self, planning: Planning) -> Plan:
        return Plan([OTHER], None if planning.unit.status == ON_MAP else (RULE, "it is not on the map"))


class Muffled:
    """AP fire that never does anything: another table."""

    def resolve(self, aim: Aim) -> Shot:
        return msgspec.structs.replace(AP.resolve(aim), hit_number=0, effect="none")

    def roll(self, aim: Aim, dice: Any, line: str = "") -> Result:
        return Result(self.resolve(aim), dice.roll(100, f"AP Hit: {line}"), False, "none")


def blockers(position: Position, scene: Scene) -> Cloud | None:
    cells = smoke_in(position)
    return Cloud(scene, cells) if cells else None


def acting(state: PanzerState, scene: Scene, action: int, doing: Doing) -> bool:
    assert state.mover is not None
    unit = state.units[state.mover.unit]
    state.more = {**({} if state.more is UNSET else state.more), KEY: {"smoke": [*smoke_in(state), unit.cell]}}  # type: ignore[dict-item]
    doing.emit("pot", RULE, (), unit=unit.id, text=f"{unit.id} sets off a smoke pot.")
    return True


def entering(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    unit = state.units[index]
    if unit.cell in smoke_in(state):
        unit.more = {KEY: {"black": True}}


def is_black(unit: Unit) -> bool:
    return unit.more is not UNSET and KEY in unit.more  # type: ignore[operator]


def factors(state: PanzerState, scene: Scene, shot: Announced) -> tuple[Factor, ...]:
    there = state.units[shot.target].cell
    return (Factor(RULE, "smoke at the target", -3),) if there in smoke_in(state) else ()


def resolvers(aim: Aim) -> Resolver | None:
    return Muffled() if aim.distance == 1 else None


def spotting(state: PanzerState, scene: Scene, spotter: Unit, target: Unit, far: int) -> int:
    return far // 4 if is_black(spotter) else far


def commands(state: PanzerState, scene: Scene, index: int, found: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(kind for kind in found if kind not in scene.watching) if is_black(state.units[index]) else found


def closing(state: PanzerState, scene: Scene, unit: Unit) -> dict[int, tuple[str, str]]:
    wheeled = cards()[unit.type].traction == "W"
    return dict.fromkeys(smoke_in(state), (RULE, "wheels do not go into smoke")) if wheeled else {}


def allowance(state: PanzerState, scene: Scene, unit: Unit, rates: tuple[int, int, int]) -> tuple[int, int, int]:
    cross, path, road = rates
    return (max(1, cross - 1), path, road) if is_black(unit) else rates


def points(position: Position, scene: Scene) -> dict[str, int]:
    return {"soviet": len(smoke_in(position))} if smoke_in(position) else {}


def views(state: PanzerState, view: PanzerView) -> None:
    if state.more is not UNSET:
        view.more = {KEY: {"clouds": len(smoke_in(state)), "smoke": smoke_in(state)}}


def samples(view: PanzerView, state: PanzerState, rng: Random) -> None:
    if view.more is not UNSET:
        state.more = {KEY: {"smoke": list(view.more[KEY]["smoke"])}}  # type: ignore[index]


def wind(state: PanzerState, doing: Doing) -> bool:
    """Asks the First Player for the wind, then goes on."""
    order = asked(state, state.first)
    if order is None:
        return False
    doing.emit("wind", RULE, (), text=f"The wind comes from the {order.choice}.")
    go_on(state, doing)
    return True


def legal_wind(state: PanzerState, scene: Scene, decision: Decision) -> Legal:
    return Legal(decision, choices=WINDS, idle=Order(decision.kind, choice=WINDS[0]))


def wind_faults(state: PanzerState, scene: Scene, decision: Decision, order: Order) -> list[Violation]:
    return check_choice(decision, order, WINDS)


POTS = Module(
    KEY, "1", Hooks(
        factors=(factors,), resolvers=(resolvers,), spotting=(spotting,), blockers=(blockers,), commands=(commands,),
        entering=(entering,), acting=(acting,), closing=(closing,), allowance=(allowance,), points=(points,),
        answers={"wind": Answer(legal_wind, wind_faults)}, views=(views,), samples=(samples,),
    ),
    needs=("basic",), verbs=(Pot(),),
    rows=(Row("wind", RULE, "Wind", "the First Player says where the wind comes from", "turn", handler=wind,
              asks=Question("wind", RULE, "Where does the wind come from?"), after="initiative"),),
)  # fmt: skip
EMPTY = Module("empty", "1", Hooks(), needs=("basic",))
__all__ = ["EMPTY", "KEY", "OFF_MAP", "POTS", "is_black", "played_with", "smoke_in"]


@contextmanager
def played_with(module: Module[PanzerVerb, Hooks]) -> Iterator[None]:
    """All scenarios are played with a module on top of their book."""
    real = {key: msgspec.structs.replace(one, modules=(module.key,)) for key, one in loading.scenarios().items()}

    def known() -> dict[str, Scenario]:
        return real

    LIBRARY.add(module)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loading, "scenarios", known)
            patch.setattr(GAME, "catalogue", known)
            loading.handicapped.cache_clear()
            yield
    finally:
        LIBRARY.remove(module.key)
        loading.handicapped.cache_clear()
