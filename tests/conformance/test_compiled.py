"""The compiled package plays the same games as the sources, byte for byte, keeps every state, and serves.

It is compiled without optimisation, once for each state of the sources (`scripts/compile.py --quick`).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.serving import TESTS, ServerProcess
from support.soak import SCENARIOS, soak

HOME = Path(__file__).resolve().parents[2]
GAMES = {
    "random": {
        "tank/intro": 3,
        "tank/4": 3,
        "tank/9": 3,
        "tank/10": 3,
        "panzer/1": 3,
        "panzer/3": 2,
        "panzer/6": 2,
        "panzer/11": 1,
        "panzer/12": 1,
        "panzer/15": 1,
        "kampfpanzer/4": 2,
        "kampfpanzer/5": 1,
        "panzer_battles/gazala": 1,
    },
    "greedy": {
        "tank/4": 1,
        "tank/10": 1,
        "panzer/1": 1,
        "panzer/3": 1,
        "panzer/11": 1,
        "kampfpanzer/4": 1,
        "kampfpanzer/7": 1,
        "panzer_battles/gazala": 1,
    },
    "greedy against random": {"tank/34.4": 1},  # chance makes smoke, which greedy has to reckon with
    "planner:20n": {"tank/11": 1, "panzer/1": 1, "kampfpanzer/4": 1},
}

# Runs in a process of its own: which package it plays with depends on its path alone.
PLAY = """
import hashlib, json, sys
import hulldown.core.board as board
from hulldown.bots import make_bot
from hulldown.core.record import text_of
from hulldown.games import load_game
from hulldown.lab.play import play_game

found = {"compiled": board.__file__.endswith((".so", ".pyd"))}
for bot, scenarios in json.load(sys.stdin).items():
    for scenario, count in scenarios.items():
        game = load_game(scenario.partition("/")[0])
        for number in range(count):
            secret = f"compiled {number}"
            names = dict(zip(game.sides, bot.split(" against ") * 2))
            bots = {side: make_bot(names[side], f"{secret}/{side}") for side in game.sides}
            result = play_game(game, scenario, bots, secret, keep_record=True)
            text = text_of(result.record) + repr(result.outcome)
            found[f"{bot} {scenario} {number}"] = hashlib.sha256(text.encode()).hexdigest()
json.dump(found, sys.stdout)
"""


# Every state at which somebody decides is written and read in both formats. Of some, a search is asked for an order.
KEEP = """
import hashlib, json, sys
import msgspec
import hulldown.core.board as board
from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.games import game_names, load_game, place_of
from hulldown.server.matches.loading import snapshot_tag
from hulldown.server.bots.worker import Question, answer

orders, every = json.load(sys.stdin)
found = {"compiled": board.__file__.endswith((".so", ".pyd")), "thoughts": 0, "tags": {}}
for name in game_names():
    game = load_game(name)
    for info in game.scenarios():
        found["tags"][info.id] = snapshot_tag(game, info.id)
        state = game.setup(info.id, {}, "keep")
        bots = {side: make_bot("random", side) for side in game.sides}
        told = hashlib.sha256()
        for number in range(orders):
            side = next(iter(game.pending(state)), None)
            if side is None:
                break
            for form in (msgspec.json, msgspec.msgpack):
                content = form.encode(state)
                back = form.decode(content, type=game.state_type)
                assert back == state, (info.id, number, form.__name__)
                assert form.encode(back) == content, (info.id, number, form.__name__)
                told.update(content)
            order = bots[side].decide(seat_of(game, back, side))
            if number % every == 11:
                raw = msgspec.Raw(msgspec.json.encode(state))
                line = msgspec.json.encode(Question(place_of(name).game, raw, side, "planner:2n", "seed"))
                thought = answer(line)
                assert thought.order is not None, (info.id, number, thought.error)
                found["thoughts"] += 1
                told.update(msgspec.json.encode(thought))
            state = game.apply(back, side, order).state
        found[info.id] = told.hexdigest()
json.dump(found, sys.stdout)
"""

# Values that no client sends: for every option, and for every field of an order at the first decisions of a game.
ODD = """
import hashlib, json, sys
import hulldown.core.board as board
from msgspec.structs import replace
from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.orders import Task
from hulldown.core.record import state_hash
from hulldown.games import game_names, load_game

decisions = json.load(sys.stdin)
found = {"compiled": board.__file__.endswith((".so", ".pyd"))}
NUMBERS = [True, False, -1, 0, 1, 7, 10**6, 2**31, 2**63, -(2**63) - 1, 2**70]
TEXTS = ["", "1", " 1", "01", "-0", "1.0", "0x1", "1e3", "\\u00b2", "\\u0661", "x", "True", "none", "\\n", "a" * 70]
CELLS = [(), (-1,), (0, 0), (2**31,), (2**63,), (2**70,), (True,), (5, -7)]

def told(work):
    try:
        return work()
    except HulldownError as error:
        return f"{type(error).__name__}: {error}"

for name in game_names():
    game = load_game(name)
    known = set()
    for info in game.scenarios():
        for option in game.options(info.id):
            if option.name in known:
                continue
            known.add(option.name)
            for value in [*NUMBERS, *TEXTS]:
                say = lambda: state_hash(game.setup(info.id, {option.name: value}, "odd"))
                found[f"{info.id} {option.name} {value!r}"] = told(say)
    kinds = set()
    for info in game.scenarios():
        state = game.setup(info.id, {}, "odd")
        bots = {side: make_bot("random", side) for side in game.sides}
        for number in range(decisions):
            side = next(iter(game.pending(state)), None)
            if side is None:
                break
            seat = seat_of(game, state, side)
            order = bots[side].decide(seat)
            if order.kind not in kinds:
                kinds.add(order.kind)
                task = order.tasks[0] if order.tasks else Task("x", "y")
                tasks = [replace(task, cells=cells) for cells in CELLS]
                tasks += [replace(task, facing=number) for number in NUMBERS[2:]]  # JSON has no bool for an int
                tasks += [replace(task, **{field: text}) for field in ("unit", "kind", "choice") for text in TEXTS]
                tasks += [replace(task, targets=(text,)) for text in TEXTS]
                orders = [replace(order, tasks=(one,)) for one in tasks]
                orders += [replace(order, tasks=order.tasks * 2), replace(order, tasks=(), choice="")]
                orders += [replace(order, **{field: text}) for field in ("choice", "kind") for text in TEXTS]
                for place, one in enumerate(orders):
                    says = told(lambda: [str(each) for each in game.check(state, side, one)])
                    leads = told(lambda: state_hash(game.apply(state, side, one).state))
                    found[f"{info.id} {order.kind} {place}"] = [says, leads]
            state = game.apply(state, side, order).state
json.dump(found, sys.stdout)
"""


@pytest.fixture(scope="session")
def build() -> Path:
    """The folder of the compiled package."""
    made = subprocess.run(
        [sys.executable, str(HOME / "scripts" / "compile.py"), "--quick"],
        capture_output=True, text=True, cwd=HOME, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    return Path(made.stdout.strip())


def both(code: str, given: object, build: Path) -> dict[str, object]:
    """What a program prints, which must be the same with both packages."""
    found = []
    for path in (build, HOME / "src"):
        done = subprocess.run(
            [sys.executable, "-c", code], input=json.dumps(given), capture_output=True, text=True, check=False,
            env=os.environ | {"PYTHONPATH": str(path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    compiled, interpreted = found
    assert compiled.pop("compiled")
    assert not interpreted.pop("compiled")
    assert compiled == interpreted
    return dict(compiled)


@pytest.mark.slow
def test_compiled_and_interpreted_games_are_the_same(build: Path) -> None:
    found = both(PLAY, GAMES, build)
    assert len(found) == sum(sum(scenarios.values()) for scenarios in GAMES.values())


@pytest.mark.slow
def test_states_survive_every_decision_and_thinkers_answer(build: Path) -> None:
    found = both(KEEP, (120, 40), build)
    assert found["thoughts"]


@pytest.mark.slow
def test_odd_values_are_taken_and_refused_alike(build: Path) -> None:
    """`{"turn_cap": true}` was 1 in the compiled package and refused by the sources."""
    found = both(ODD, 40, build)
    refused = [value for name, value in found.items() if name.endswith("turn_cap True")]
    assert refused
    assert all("it must be a whole number" in str(value) for value in refused)


def runs_compiled(server: ServerProcess, build: Path) -> bool:
    """Whether a server has loaded the compiled modules of a build."""
    assert server.process is not None
    return f"{build.resolve()}/hulldown/core/board." in Path(f"/proc/{server.process.pid}/maps").read_text()


@pytest.mark.slow
def test_the_compiled_package_serves_and_goes_on_after_a_kill(build: Path, tmp_path: Path) -> None:
    path = os.pathsep.join((str(build), str(TESTS)))
    server = ServerProcess(f"sqlite:///{tmp_path / 'games.db'}", tmp_path, env={"PYTHONPATH": path})
    try:
        assert runs_compiled(server, build)
        # Long enough for snapshots (16 orders), from which the matches are opened after the kill.
        found = soak(server, games=len(SCENARIOS), kills=2)
        assert found.kills == 2
        assert found.orders > 16 * found.games
    finally:
        server.stop()


@pytest.mark.slow
def test_a_checkout_serves_from_its_build_until_a_source_changes(build: Path, tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    leave = shutil.ignore_patterns("__pycache__", "static")
    shutil.copytree(HOME / "src", checkout / "src", ignore=leave)
    shutil.copytree(HOME / "scripts", checkout / "scripts", ignore=leave)
    shutil.copy(HOME / "setup.py", checkout)
    place = checkout / "build" / "compiled"
    place.mkdir(parents=True)
    shutil.copytree(build.parent, place / build.parent.name, symlinks=True)
    path = os.pathsep.join((str(checkout / "src"), str(TESTS)))
    for stale in (False, True):
        if stale:
            with (checkout / "src" / "hulldown" / "server" / "run.py").open("a") as source:
                source.write("# changed\n")
        folder = tmp_path / str(stale)
        folder.mkdir()
        environment = {"PYTHONPATH": path, "HULLDOWN_COMPILED": ""}
        server = ServerProcess(f"sqlite:///{folder / 'games.db'}", folder, env=environment)
        try:
            assert runs_compiled(server, place / build.parent.name / "src") != stale
            assert server.read_log().count("the compiled build is of other sources and is not used") == stale
        finally:
            assert server.stop() == 0
