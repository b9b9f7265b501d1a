"""Hooks of modules that the demonstration module does not use: bars, weights, room, tables and situations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from hulldown.core.board import Cell
from hulldown.core.books import Module
from hulldown.core.decisions import Option
from hulldown.core.game import Outcome
from hulldown.core.sequence import Doing
from hulldown.games.tank.books import LIBRARY, scene_of
from hulldown.games.tank.data.loading import Weapon, add_scenario, remove_scenario, scenarios
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.arms import Arms, arms
from hulldown.games.tank.rules.combat import shot_at
from hulldown.games.tank.rules.fire import table_limit
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.legal import Domain
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import DESTROYED, EXITED, TankState, Unit, index_of
from hulldown.games.tank.rules.verbs.base import OTHER, TankVerb
from hulldown.games.tank.rules.victory import SITUATIONS
from support.tank_positions import cell, play, position, refused, unit, where

SCENARIO = "tank/hooked"


@contextmanager
def hooked(hooks: Hooks, situation: str = "", module: Module[TankVerb, Hooks] | None = None) -> Iterator[str]:
    """A scenario like tank/10 that is played with these hooks, or with a whole module."""
    LIBRARY.add(module or Module("hooked", "1", hooks, needs=("standard",)))
    base = msgspec.structs.replace(scenarios()["tank/10"], id=SCENARIO, modules=("hooked",))
    add_scenario(msgspec.structs.replace(base, situation=situation) if situation else base)
    try:
        yield SCENARIO
    finally:
        remove_scenario(SCENARIO)
        LIBRARY.remove("hooked")


def tanks(scenario: str, dice: str = "") -> TankState:
    return position(scenario, alpha={"A1": ("3319", "A"), "A2": ("3519", "A")}, bravo={"B1": ("3312", "D")}, dice=dice)


@pytest.mark.rules("9.32", "9.35", "9.34c")
def test_a_module_bars_hexes_to_plots_and_to_what_panics_into_them() -> None:
    ditches: set[Cell] = set()

    def bar(state: TankState, scene: Scene, mover: Unit, here: Cell, ahead: Cell) -> tuple[str, str] | None:
        return ("H-1", "there is a ditch") if ahead in ditches else None

    with hooked(Hooks(bars=(bar,))) as scenario:
        state = tanks(scenario)
        ditches.add(cell(state, "3317"))
        assert refused(state, "alpha", "A1 MV A A A") == ["H-1"]
        assert refused(state, "alpha", "A1 MV A") == []
        assert refused(state, "alpha", "A1 OV A") == ["9.4c"], "a plot that the book refuses stays refused"
        ditches.clear()
        played = play(state, alpha="A1 MV A A", until="face")
        assert where(played.state, "A1") == "3317"


@pytest.mark.rules("9.32", "9.35", "9.34c")
def test_a_module_bars_a_hex_to_who_is_on_the_way() -> None:
    def bar(state: TankState, scene: Scene, mover: Unit, here: Cell, ahead: Cell) -> tuple[str, str] | None:
        late = state.run is not None and ahead == scene.board.by_label["3317"]
        return ("H-1", "the ditch is found when it is reached") if late else None

    with hooked(Hooks(bars=(bar,))) as scenario:
        played = play(tanks(scenario), alpha="A1 MV A A", until="face")
        assert where(played.state, "A1") == "3318"
        assert [event.rule for event in played.found("stopped", unit="A1")] == ["9.35"]


@pytest.mark.rules("9.0-gen-4", "17.3-7")
def test_a_module_acts_on_who_comes_into_a_hex_and_not_on_who_leaves_the_map() -> None:
    acted: list[str] = []

    def enter(state: TankState, scene: Scene, doing: Doing, mover: int) -> None:
        acted.append(state.units[mover].id)
        if state.units[mover].id == "A2":
            state.units[mover].status = DESTROYED

    with hooked(Hooks(entering=(enter, enter)), "rearguard") as scenario:
        state = position(scenario, alpha={"A1": ("3036", "D"), "A2": ("3519", "A")}, bravo={"B1": ("3312", "D")})
        played = play(state, alpha="A1 MV exit; A2 MV A", until="face")
    assert unit(played.state, "A1").status == EXITED
    assert acted == ["A2"], "the second of the two finds nobody there any more"


@pytest.mark.rules("5.0-gen-2", "17.3-6")
def test_what_is_offered_is_not_remembered_from_a_game_with_other_rules() -> None:
    class Wave(TankVerb):
        def options(self, domain: Domain, cell: Cell, facing: int) -> tuple[Option, ...]:
            return (Option(self.kind, self.rule),)

    def offered(state: TankState) -> bool:
        return any(option.kind == "WV" for each in GAME.legal(state, "alpha").units for option in each.options)

    waving = Module("hooked", "1", Hooks(), needs=("standard",), verbs=(Wave("WV", OTHER, "Wave", "H-3"),))
    assert not offered(tanks("tank/10"))
    with hooked(Hooks(), module=waving) as scenario:
        assert offered(tanks(scenario))
        assert not offered(tanks("tank/10"))
        assert offered(tanks(scenario))


@pytest.mark.rules("15.0-gen-1", "15.12")
def test_a_module_weighs_losses() -> None:
    def weigh(state: TankState, lost: Unit) -> int | None:
        return 3 if lost.id == "B1" else None

    with hooked(Hooks(weights=(weigh,))) as scenario:
        played = play(tanks(scenario, dice="1"), alpha="A1 DF 3312")
        assert unit(played.state, "B1").status == DESTROYED
        assert played.state.losses == {"bravo": 3}


@pytest.mark.rules("11.0-gen-1", "11.0-gen-2")
def test_a_module_says_what_fits_in_a_hex() -> None:
    def room(kinds: list[Arms]) -> bool | None:
        return True if all(kind.drives for kind in kinds) else None

    with hooked(Hooks(room=(room,))) as scenario:
        assert refused(tanks("tank/10"), "alpha", "A1 MV A; A2 MV F F") == ["11.0"]
        assert refused(tanks(scenario), "alpha", "A1 MV A; A2 MV F F") == []


@pytest.mark.rules("8.9f", "8.31a")
def test_a_module_gives_a_weapon_another_table() -> None:
    def table(weapon: Weapon, panic: int) -> str:
        return "8.93" if weapon.traits.drives else ""

    with hooked(Hooks(tables=(table,))) as scenario:
        state, plain = tanks(scenario), tanks("tank/10")
        scene = scene_of(state)
        weapon = arms(unit(state, "A1").type)
        panic = scene.side("alpha").panic
        assert scene.reach(weapon, panic) == table_limit("8.93")
        assert scene.results(arms("infantry"), panic) == ""
        firer, target = index_of(state, "A1"), index_of(state, "B1")
        labels = [shot_at(each, scene_of(each), [firer], target).factors[-1].label for each in (state, plain)]
        assert labels[0].startswith("table 8.93")
        assert not labels[1].startswith("table 8.93")


def test_a_module_brings_a_situation() -> None:
    def judge(state: TankState, scene: Scene) -> Outcome | None:
        return Outcome("bravo", "H-2", "nobody got away", {})

    siege = SITUATIONS["antitank"]._replace(judge=judge, exit_rule="H-2")
    with hooked(Hooks(situations={"siege": siege}), "siege") as scenario:
        state = tanks(scenario)
        assert refused(state, "alpha", "A1 MV A exit") == ["H-2"]
        played = play(state)
        assert played.state.outcome is not None
        assert played.state.outcome.rule == "H-2"
