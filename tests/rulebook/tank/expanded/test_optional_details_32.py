"""Optional rules in detail: guesses at secret chits, who searches by fire, who lays smoke, whose arm is shaken."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest

from hulldown.core.orders import Order, Task
from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.data.loading import OffMap
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.delayed_entry import module as delayed
from hulldown.games.tank.modules.recon_fire.verb import RECONNAISSANCE, able, searched
from hulldown.games.tank.modules.secret_exit import module as secret
from hulldown.games.tank.modules.unique_preservation import module as unique
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import ALPHA, BRAVO, TankState
from support.shelling import shelled
from support.tank_positions import cell, play, position, refused, unit

# 32.4


def entered(turn: int, **counters: int) -> TankState:
    """tank/intro, in which both sides come onto the map, on a turn when so many counters have been seen."""
    state = GAME.setup("tank/intro", {"delayed_entry": "yes"}, "delay").thaw()
    while "setup" not in [frame.step for frame in state.stack] and GAME.pending(state):
        side = next(iter(GAME.pending(state)))
        idle = GAME.legal(state, side).idle
        assert idle is not None
        state = GAME.apply(state, side, idle).state.thaw()
    state.turn = turn
    state.counters = dict(counters)
    return state


def guesses(state: TankState, part: dict[str, int] | None) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for seed in range(60):
        for side, turn in (delayed._deal(part, state, Random(seed)) or {}).items():
            found.setdefault(side, set()).add(turn)
    return found


@pytest.mark.rules("32.4")
def test_what_may_be_guessed_of_the_enemys_turn_of_entry() -> None:
    assert guesses(entered(1), {"alpha": 2}) == {"alpha": {2}, "bravo": {1, 2, 3}}
    assert guesses(entered(0), {"alpha": 2}) == {"alpha": {2}, "bravo": {1, 2, 3}}, "before the first turn any"
    assert guesses(entered(2), {"alpha": 2}) == {"alpha": {2}, "bravo": {2, 3}}, "he has not come on turn 1"
    assert guesses(entered(3), {"alpha": 2}) == {"alpha": {2}, "bravo": {3}}
    assert guesses(entered(9), {"alpha": 2}) == {"alpha": {2}, "bravo": {3}}
    assert guesses(entered(1, bravo=1), {"alpha": 2}) == {"alpha": {2}, "bravo": {1}}, "he is there"
    assert guesses(entered(2, bravo=1), {"alpha": 2}) == {"alpha": {2}, "bravo": {1, 2}}
    assert guesses(entered(9, bravo=4), {"alpha": 2}) == {"alpha": {2}, "bravo": {1, 2, 3}}
    for nothing in ({}, None):
        assert guesses(entered(2), nothing) == {"alpha": {2, 3}, "bravo": {2, 3}}


@pytest.mark.rules("32.4")
def test_each_player_is_shown_his_own_chit_alone() -> None:
    state = entered(1)
    both = part_of(state, delayed.KEY)
    assert set(both) == {"alpha", "bravo"}
    for side in ("alpha", "bravo"):
        shown = delayed._show(state, side)
        assert shown is not None
        assert shown.part == {side: both[side]}
    assert delayed._show(state, None) is None


# 32.3


@pytest.mark.rules("32.3")
def test_what_bravo_may_guess_of_the_secret_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret, "scene_of", lambda state: None)
    monkeypatch.setattr(secret.chits, "undrawn", lambda state, scene: state.turn == 0)
    monkeypatch.setattr(secret.chits, "exits_in_secret", lambda scene, side: side == ALPHA)

    def dealt(part: object = None, turn: int = 1, outcome: object = None) -> set[object]:
        state = SimpleNamespace(turn=turn, outcome=outcome)
        found = [secret._deal(part, state, Random(seed)) for seed in range(40)]
        return {each if each is None else each[ALPHA] for each in found}

    assert dealt() == {2, 3, 4}
    assert dealt({ALPHA: 3}) == {3}, "Alpha knows it"
    assert dealt(turn=0) == {None}, "nothing is drawn yet"
    assert dealt(outcome="over") == {None}


# 32.6


@pytest.mark.rules("32.6-gen-1")
def test_only_where_the_enemy_hides_is_there_something_to_search() -> None:
    for deploy, there in (("hidden", True), ("defence", True), ("column", False), ("open", False)):
        scene = SimpleNamespace(
            side=lambda side, deploy=deploy: SimpleNamespace(deploy=deploy if side == BRAVO else "x")
        )
        assert searched(scene, ALPHA) is there
        assert not searched(scene, BRAVO)


@pytest.mark.rules("32.6-gen-1")
@pytest.mark.parametrize(
    ("weapon", "good"),
    [
        ("Ge Pz IVH", True),
        ("Ge SPW", False),
        ("truck", False),
        ("Ge 75/46", False),
        ("Ger squad 6", False),
        ("So BMP", False),
    ],
)
def test_tanks_and_assault_guns_with_he_search(weapon: str, good: bool) -> None:
    assert able(arms(weapon)) is good
    assert RECONNAISSANCE.kind == "RF"


# 32.5


@pytest.mark.rules("32.5a")
def test_smoke_is_fired_into_one_hex_next_to_the_vehicle(monkeypatch: pytest.MonkeyPatch) -> None:
    modules, smokers = ("smoke", "vehicle_smoke"), OffMap(period=6, nation="Br")
    state = shelled(
        monkeypatch,
        alpha={"A6": "0909", "A8": "0911"},
        bravo={"B1": ("1512", "A")},
        supports=(smokers, smokers),
        modules=modules,
    )
    near = GAME.board(state.scenario).neighbours[cell(state, "1512")]
    options = {each.unit: each.options for each in GAME.legal(state, "bravo").units}
    found = next(option for option in options["B1"] if option.kind == "SF")
    kinds = {option.kind for each in GAME.legal(state, "alpha").units for option in each.options}
    assert "SF" not in kinds, "neither squads nor trucks"
    assert refused(state, "alpha", "A8 SF 0910") == ["32.5a"]
    assert found.cells == tuple(sorted(near))
    for cells, choice, rules in (
        (near[:1], "", []), (near[:2], "", ["32.5a"]), ((), "", ["32.5a"]), (near[:1], "x", ["32.5a"]),
        ((cell(state, "1515"),), "", ["32.5a"]), ((cell(state, "1512"),), "", ["32.5a"]),
    ):  # fmt: skip
        given = Order("plot", (Task("B1", "SF", cells, choice=choice),))
        assert [each.rule for each in GAME.check(state, "bravo", given)] == rules, (cells, choice)
    after = play(state, bravo="B1 SF 1511")
    assert [(event.rule, event.data["hex"]) for event in after.found("smoke_fired", unit="B1")] == [("32.5a", "1511")]


# 32.7


@pytest.mark.rules("32.7b", "15.11b")
def test_an_arm_is_shaken_from_the_turn_after_it_has_reached_its_level() -> None:
    state = position("tank/intro", alpha={"A1": "1010"}, bravo={"B1": "2010"}).thaw()
    tank, gun = arms("Ge Pz IVH"), arms("Ge 75/46")
    set_part(state, unique.KEY, {"alpha tanks": [7, 4], "alpha guns": [1, 0], "bravo guns": [2, 5]})

    def shaken(turn: int) -> list[bool]:
        state.turn = turn
        return [
            unique._shaken(state, side, weapon)
            for side, weapon in ((ALPHA, tank), (ALPHA, gun), (ALPHA, None), (BRAVO, tank), (BRAVO, gun), (BRAVO, None))
        ]

    assert shaken(4) == [False] * 6, "not on the turn itself"
    assert shaken(5) == [True, False, True, False, False, False]
    assert shaken(6) == [True, False, True, False, True, True]
    assert unit(state, "A1").side == ALPHA
    set_part(state, unique.KEY, None)
    assert shaken(9) == [False] * 6
