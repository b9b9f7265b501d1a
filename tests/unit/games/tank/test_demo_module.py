"""A module that the game has never heard of: it is played, seen, sampled, written and bots get along with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.bots.tank import modules
from hulldown.bots.tank.field import Floats
from hulldown.bots.tank.modules import Knowledge
from hulldown.bots.tank.picture import Picture
from hulldown.cli.main import main
from hulldown.core.books import Module
from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.core.parts import part_of, set_part
from hulldown.core.record import seed_of, state_hash
from hulldown.games import load_game
from hulldown.games.tank.books import LIBRARY, scene_of
from hulldown.games.tank.data.loading import add_scenario, remove_scenario, scenarios
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.combat import shot_at
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.state import DESTROYED, TankState, Unit, index_of
from hulldown.lab.play import play_game
from support import demo_module
from support.demo_module import KEY, SCENARIO, SMOKE, clouds
from support.games import encoded, moments_of
from support.keen_bot import KeenBot
from support.probes import answers, probes
from support.tank_positions import cell, order, play, position, refused, unit


@pytest.fixture(autouse=True)
def demo() -> Iterator[str]:
    with demo_module.installed(20) as scenario:
        yield scenario


def facing_tanks(dice: str = "") -> TankState:
    """Two tanks that face each other over open ground, and a third beside them."""
    return position(
        SCENARIO, alpha={"A1": ("3319", "A"), "A2": ("3519", "A")}, bravo={"B1": ("3312", "D")}, dice=dice, turn=2
    )


def test_the_rules_are_those_of_the_book_and_the_module() -> None:
    keys = [row.key for row in GAME.sequence(SCENARIO)]
    assert keys[keys.index("panic") + 1] == "smoke"
    assert keys[keys.index("final") + 1] == "wind"
    assert GAME.version(SCENARIO) == f"{GAME.version('tank/intro')}+demo-1.0"
    assert "smoke" not in [row.key for row in GAME.sequence("tank/intro")]
    assert SMOKE.kind not in GAME.ruleset("tank/intro").verbs


def test_the_task_is_offered_checked_read_and_written() -> None:
    state = facing_tanks()
    legal = {each.unit: each for each in GAME.legal(state, "alpha").units}
    option = next(option for option in legal["A1"].options if option.kind == SMOKE.kind)
    assert cell(state, "3318") in option.cells
    assert refused(state, "alpha", "A1 SM 3318") == []
    assert refused(state, "alpha", "A1 SM 3312") == ["D-1"]
    given = order(state, "alpha", "A1 SM 3318")
    assert GAME.write(state, given) == "A1 SM 3318"
    with pytest.raises(MalformedError) as caught:
        order(state, "alpha", "A1 XX 3318")
    assert "SM" in caught.value.hint


def test_its_steps_are_entered_and_what_is_asked_is_answered() -> None:
    state = facing_tanks()
    after = play(state, alpha="A1 SM 3318", until="wind")
    assert [GAME.describe(event) for event in after.found("smoke")] == ["A1 raises smoke in 3318."]
    assert after.found("smoke")[0].step == "smoke"
    asked = GAME.pending(after.state)
    assert {side: decision.kind for side, decision in asked.items()} == {"alpha": "wind", "bravo": "wind"}
    assert GAME.legal(after.state, "alpha").choices == ("keep", "clear")
    assert [each.rule for each in GAME.check(after.state, "alpha", Order("wind", choice="puff"))] == ["D-4"]
    state = GAME.apply(after.state, "alpha", GAME.parse(after.state, "alpha", "clear")).state
    state = GAME.apply(state, "bravo", Order("wind", choice="keep")).state
    assert state.stack[-1].step == "plot"
    assert state.more is msgspec.UNSET, "alpha has cleared its smoke away"


def smoky(label: str = "3316", dice: str = "") -> TankState:
    state = facing_tanks(dice)
    set_part(state, KEY, [[cell(state, label), 9, "alpha"]])
    return state


@pytest.mark.rules("10.22d", "10.24", "13.1", "13.0-proc-2", "7.21")
def test_it_blocks_sight_for_rules_and_bots() -> None:
    clear, state = facing_tanks(), smoky()
    a, b = cell(state, "3319"), cell(state, "3312")
    assert scene_of(clear).clear(a, b)
    scene = scene_of(state)
    assert not scene.clear(a, b)
    assert scene.clear(a, cell(state, "3316")), "into it one sees"
    # The line from 3319 to 3519 runs between two hexes of column 34: smoke in either blocks it.
    beside, along = cell(state, "3519"), scene.ground.lane(a, cell(state, "3519")).along
    assert along
    for label in ("3418", "3419"):
        assert scene_of(clear).clear(a, beside)
        blocked = scene_of(smoky(label))
        touched = any(cell(state, label) in blocked.board.side_cells(key) for key in along)
        assert blocked.clear(a, beside) == (not touched)
    assert not all(scene_of(smoky(label)).clear(a, beside) for label in ("3418", "3419"))
    assert not scene.row(a) >> b & 1
    assert not scene.bits(a)[b >> 3] >> (b & 7) & 1
    assert refused(clear, "alpha", "A1 DF 3312") == []
    assert refused(state, "alpha", "A1 DF 3312") == ["10.22d"]
    fires = [option.kind for each in GAME.legal(state, "alpha").units if each.unit == "A1" for option in each.options]
    assert "DF" not in fires
    arrays = Picture(GAME.view(state, "alpha")).arrays
    assert not arrays.sight(a)[arrays.at[b]]
    assert Picture(GAME.view(clear, "alpha")).arrays.sight(a)[arrays.at[b]]


@pytest.mark.rules("8.0-proc-df-6", "8.3a")
def test_it_adds_a_factor_to_a_shot() -> None:
    clear, state = facing_tanks(), smoky("3312")
    firer, target = index_of(state, "A1"), index_of(state, "B1")
    before, after = shot_at(clear, scene_of(clear), [firer], target), shot_at(state, scene_of(state), [firer], target)
    assert after.add == before.add + 1
    assert [factor.rule for factor in after.factors if factor not in before.factors] == ["D-2"]
    assert len(after.hits_on) <= len(before.hits_on)


def test_it_acts_on_whoever_enters_a_hex() -> None:
    lost = play(smoky("3518", dice="1"), alpha="A2 MV A A", until="wind")
    assert [event.data["die"] for event in lost.found("choked")] == [1]
    assert unit(lost.state, "A2").status == DESTROYED
    safe = play(smoky("3518", dice="4"), alpha="A2 MV A A", until="wind")
    assert part_of(unit(safe.state, "A2"), KEY) == 1
    assert part_of(unit(safe.state, "A1"), KEY) is None
    own = {each.id: each for each in GAME.view(safe.state, "alpha").own}
    assert part_of(own["A2"], KEY) == 1


def test_it_has_a_part_in_the_view() -> None:
    state = smoky()
    for side in ("alpha", "bravo", None):
        view = GAME.view(state, side)
        assert clouds(view) == clouds(state)
        assert ("smoke", cell(state, "3316"), "alpha") in [(each.kind, each.cell, each.side) for each in view.markers]
    assert GAME.view(facing_tanks(), "alpha").more is msgspec.UNSET


@pytest.mark.parametrize("seed", ["two", "three"])
def test_it_is_played_to_the_end_with_all_that_holds_for_every_game(seed: str) -> None:
    game, rng = load_game("tank"), Random(seed)
    bots = {side: KeenBot(f"{seed} {side}") for side in game.sides}
    start = game.setup(SCENARIO, {}, seed)
    kinds: set[str] = set()
    for number, moment in enumerate(moments_of(game, start, bots)):
        state = moment.step.state
        kinds |= {event.kind for event in moment.step.events}
        assert all(game.describe(event) for event in moment.step.events)
        assert msgspec.json.decode(encoded(state), type=type(state)) == state
        if number % 7:
            continue
        for side in game.sides:
            view = game.view(state, side)
            assert msgspec.json.decode(encoded(view), type=type(view)) == view
            other = game.sample(view, rng)
            assert encoded(game.view(other, side)) == encoded(view), "a sample gives the very same view"
            if side in game.pending(state):
                orders = probes(game, state, side, rng, 6)
                assert answers(game, other, side, orders) == answers(game, state, side, orders)
                assert encoded(game.legal(other, side)) == encoded(game.legal(state, side))
    assert game.outcome(state) is not None
    assert {"smoke", "cleared"} <= kinds


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_bots_that_know_nothing_of_it_play_it(bot: str) -> None:
    game = load_game("tank")
    done = play_game(game, SCENARIO, {side: make_bot(bot, side) for side in game.sides}, "demo")
    assert done.outcome is not None


class Smoker(Knowledge):
    """What a brain could know: smoke is always worth it, its hexes are deadly, and it is never cleared away."""

    def __init__(self) -> None:
        super().__init__()
        self.answers["wind"] = lambda seat, view, rng: Order("wind", choice="keep")

    def tasks(self, picture: Picture, unit: Unit, kinds: frozenset[str]) -> list[tuple[float, Task]]:
        near = picture.ground.board.neighbours[unit.cell]
        return [(9.0, Task(unit.id, SMOKE.kind, (max(near),)))] if SMOKE.kind in kinds else []

    def risk(self, picture: Picture) -> Floats | None:
        risk: Floats = picture.arrays.rough * 0.1
        return risk


def test_a_brain_uses_what_it_knows_of_the_module() -> None:
    game = load_game("tank")
    modules.register(KEY, Smoker())
    try:
        done = play_game(
            game, SCENARIO, {side: make_bot("greedy", side) for side in game.sides}, "demo", keep_record=True
        )
    finally:
        modules.forget(KEY)
    assert done.record is not None
    given = [entry.order for entry in done.record.entries]
    assert any(task.kind == SMOKE.kind for order in given for task in order.tasks)
    assert {order.choice for order in given if order.kind == "wind"} == {"keep"}


def test_the_command_line_plays_it_by_script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    game = load_game("tank")
    bots = {side: KeenBot(f"script {side}") for side in game.sides}
    script = ""
    for moment in moments_of(game, game.setup(SCENARIO, {}, seed_of("demo", {})), bots):
        legal = game.legal(moment.state, moment.side)
        if not legal.units and not legal.choices:
            continue  # the terminal does not ask where there is nothing to choose
        text = game.write(moment.state, moment.order)
        lines = [f"{moment.side}:", *text.splitlines(), *([] if moment.order.choice else ["done"])]
        script += "\n".join(lines) + "\n"
    end = game.outcome(moment.step.state)
    assert end is not None
    assert " SM " in script
    (tmp_path / "script").write_text(script)
    assert main(["play", SCENARIO, "--seed", "demo", "--script", str(tmp_path / "script")]) == 0
    out = capsys.readouterr().out
    assert "Smoke Segment" in out or "raises smoke" in out
    assert "The game is over" in out
    assert end.reason in " ".join(out.split())
    assert main(["sim", SCENARIO, "--games", "2", "--seed", "demo", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def empty_games(scenario: str) -> list[Any]:
    """Hashes, views and events of a game of random bots."""
    game = load_game("tank")
    bots = {side: KeenBot(f"empty {side}") for side in game.sides}
    told: list[Any] = []
    for moment in moments_of(game, game.setup(scenario, {}, "empty"), bots, 60):
        state = moment.step.state
        views = [encoded(game.view(state, side)) for side in (*game.sides, None)]
        told.append((state_hash(state), encoded(moment.step.events), encoded(moment.step.rolls), views))
    return told


@pytest.mark.parametrize("scenario", ["tank/intro", "tank/4", "tank/9", "tank/13"])
def test_an_empty_module_changes_not_a_byte(scenario: str) -> None:
    plain = empty_games(scenario)
    LIBRARY.add(Module("empty", "1", Hooks(), needs=("standard",)))
    add_scenario(msgspec.structs.replace(scenarios()[scenario], modules=("empty",)))
    try:
        assert GAME.version(scenario).endswith("+empty-1")
        assert empty_games(scenario) == plain
    finally:
        remove_scenario(scenario)
        LIBRARY.remove("empty")
