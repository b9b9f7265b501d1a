"""A company of the Advanced Game with one of everything that command control knows, and positions of it made by hand.

S1 to S4 are T-34s (S1 with the Command label), S5 to S7 lorries, S8 a squad that rides on S5, S9 a squad, S10 a section
with a machine gun, S11 a gun that can be manhandled, S12 one that cannot, S13 a Recon tank, S14 and S15 tanks of
another formation, S16 a tank of the first one that comes on in turn 2. G1 to G4 are Panzer IVs. A road runs down
column 1Q.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY, scene_of
from hulldown.games.panzer.data import loading
from hulldown.games.panzer.data.loading import Scenario, parse_scenario
from hulldown.games.panzer.game import TRAITS, Panzer
from hulldown.games.panzer.rules.advanced.play import firing
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, ON_MAP, WAITING, Frame, PanzerState, Unit, index_of

GRADES = ("elite", "veteran", "seasoned", "regulars", "green")
TEXT = """
id = "panzer/staff-GRADE"
title = "The staff"
level = "advanced"
map = "panzer-joined"
date = "never"
month = "1944-02"
turns = 8
order = "soviet"
description = "Nothing happens here but by hand."
[soviet]
grade = "veteran"
[[soviet.groups]]
formation = "Company"
grade = "GRADE"
units = [
  { card = "T-34/76 M43", count = 1, labels = ["Command"] },
  { card = "T-34/76 M43", count = 3 },
  { card = "Truck", count = 3 },
  { card = "Soviet SMG squad", count = 1, carrier = "Truck", aboard = true },
  { card = "Soviet Rifle squad", count = 1, grade = "green" },
  { card = "Soviet Section", count = 1, weapons = ["Soviet HMG"] },
  { card = "76.2mm M39 ATG", count = 1 },
  { card = "100mm BS-3 M44 ATG", count = 1 },
  { card = "T-70 M42", count = 1, labels = ["Recon"] },
]
hexes = ["1P8", "1P9"]
[[soviet.groups]]
formation = "Other"
grade = "regulars"
units = [{ card = "T-70 M42", count = 2 }]
hexes = ["1P8", "1P9"]
[[soviet.groups]]
formation = "Company"
grade = "GRADE"
units = [{ card = "T-34/76 M43", count = 1 }]
edge = "west"
turn = 2
[german]
grade = "green"
[[german.groups]]
formation = "Gruppe"
grade = "elite"
units = [{ card = "PzKpfw IVH", count = 4 }]
hexes = ["1R8", "1R9"]
[[objectives]]
name = "The village"
hexes = ["1O6"]
points = { soviet = 10, german = 10 }
[victory]
eliminated = 100
damaged = 25
levels = [{ name = "marginal victory", margin = 30 }]
"""


def _staff() -> Mapping[str, Scenario]:
    found = [parse_scenario(TEXT.replace("GRADE", grade), "test") for grade in GRADES]
    return {scenario.id: scenario for scenario in found}


KNOWN = {**loading.scenarios(), **_staff()}
GAME = Panzer(TRAITS, PanzerState, lambda: KNOWN)


@contextmanager
def the_staff(targets: dict[str, tuple[str, ...]] | None = None) -> Iterator[None]:
    """Makes the company known; `targets` are the enemies that units may fire at, by name: nobody else has any."""
    aims = targets or {}

    def targets_of(state: PanzerState, scene: Scene, index: int) -> list[int]:
        return [index_of(state, name) for name in aims.get(state.units[index].id, ())]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loading, "scenarios", lambda: KNOWN)
        patch.setattr(firing, "targets_of", targets_of)
        yield


def stand(
    places: Mapping[str, str], *, grade: str = "seasoned", scenario: str = "", step: str = "command",
    aboard: Mapping[str, str] | None = None, options: Mapping[str, Any] | None = None, **fields: Any,
) -> PanzerState:  # fmt: skip
    """A position: units by name in their hexes, "" for one off the map, and riders by carrier; all others are lost."""
    state = GAME.unbegun(scenario or f"panzer/staff-{grade}", options or {})
    board = GAME.board(state.scenario)
    riders = aboard or {}
    for unit in state.units:
        unit.status = ELIMINATED
        detail_of(unit).carrier = -1
    for name, hex_ in places.items():
        unit = unit_of(state, name)
        unit.status = ON_MAP if hex_ else WAITING
        unit.cell = board.by_label[hex_] if hex_ else -1
    for name, carrier in riders.items():
        unit_of(state, name).status = CARRIED
        detail_of(unit_of(state, name)).carrier = index_of(state, carrier)
    state.turn = fields.pop("turn", 1)
    state.stack = [Frame(step, fields.pop("owing", ("soviet", "german")), fields.pop("side", ""))]
    for key, value in fields.items():
        setattr(state, key, value)
    return state


def unit_of(state: PanzerState, name: str) -> Unit:
    return state.units[index_of(state, name)]


def places(state: PanzerState, *names: str) -> tuple[int, ...]:
    """The places in the list of units."""
    return tuple(index_of(state, name) for name in names)


def names(state: PanzerState, indices: Any) -> list[str]:
    return [state.units[index].id for index in indices]


def cell(state: PanzerState, hex_: str) -> int:
    return scene_of(state).board.by_label[hex_]


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))


def order(state: PanzerState, text: str, side: str = "soviet") -> Order:
    return GAME.parse(state, side, text)


def refused(state: PanzerState, text: str, side: str = "soviet") -> dict[str, str]:
    """The rules by which an order is refused, by the units that are named."""
    return {one.unit: one.rule for one in GAME.check(state, side, order(state, text, side))}
