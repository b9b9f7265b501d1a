"""External bots: real processes that play, and real ones that misbehave; all end, and nothing is left running."""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hulldown.bots import ForfeitError, make_bot
from hulldown.bots.external import ANSWER, TRIES, ExternalBot, environment
from hulldown.bots.pipes import LOG, LineProcess, PipeError
from hulldown.bots.seat import seat_of
from hulldown.core.record import verify
from hulldown.games import load_game
from hulldown.lab.play import FORFEIT, GameResult, play_game
from support.toy_play import GAME

EXAMPLES = Path(__file__).resolve().parents[3] / "examples" / "bots"
FIRST = f"{sys.executable} {EXAMPLES / 'first_legal.py'}"
NODE = f"node {EXAMPLES / 'first_legal.mjs'}"
SOON = 0.4
PATIENT = 100.0
"""Seconds for a bot that answers: a busy machine may take many of them."""
READ = """
import sys, json, time, os, subprocess
for line in sys.stdin:
  m = json.loads(line)
  if m['type'] == 'hello': continue
"""


def bot_of(body: str, clock: float = PATIENT) -> ExternalBot:
    """A bot whose program does `body` with every message but the first."""
    code = READ + "\n".join(f"  {line}" for line in body.splitlines())
    return ExternalBot(shlex.join([sys.executable, "-c", code]), "s", clock, PATIENT if clock > 1 else 0.6)


def children() -> set[str]:
    """The processes of this one, zombies included, and all that is left of bots' groups."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
        except OSError:
            continue
        if parent == str(os.getpid()):
            found.add(stat.parent.name)
    return found


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    before = children()
    yield
    assert children() <= before


def against_random(bot: ExternalBot, keep: bool = False) -> GameResult:
    return play_game(GAME, "toy/1", {"alpha": bot, "bravo": make_bot("random", "b")}, "s", keep_record=keep)


@pytest.mark.parametrize("command", [FIRST, NODE], ids=["python", "node"])
@pytest.mark.parametrize("scenario", ["toy/1", "tank/intro", "panzer/1"])
def test_the_examples_play_whole_games(command: str, scenario: str) -> None:
    game = GAME if scenario == "toy/1" else load_game(scenario.partition("/")[0])
    first, second = game.sides
    bots = {first: make_bot(f"exec:{command}", "s", commands=True), second: make_bot("random", "b")}
    result = play_game(game, scenario, bots, "s", keep_record=True)
    assert result.outcome.rule != FORFEIT, result.outcome.reason
    assert result.record is not None
    assert verify(result.record, game) >= 0


def test_the_same_program_plays_the_same_game() -> None:
    assert against_random(ExternalBot(FIRST, "s"))[:4] == against_random(ExternalBot(FIRST, "s"))[:4]


ENDLESS = 600
"""Seconds that a bot hangs which is not ended: half of them tell it from a machine that is slow."""
HANG, SLOW = f"time.sleep({ENDLESS})", "it did not answer in time"
CASES = {
    "hangs": (HANG, SLOW),
    "crashes": ("raise SystemExit('out of ammunition')", r"it has ended \(out of ammunition\)"),
    "says nonsense": ("print('hello', flush=True)", "its answer cannot be read"),
    "says half a thing": ("print('{\"order\": {}}', flush=True)", "its answer cannot be read"),
    "says a number": ("print(7, flush=True)", "its answer cannot be read"),
    "says what is no text": ("os.write(1, bytes([255, 10]))", "its answer cannot be read"),
    "nests too deep": ("print('[' * 100000, flush=True)", "its answer cannot be read"),
    "gives illegal orders": (
        "print(json.dumps({'order': {'kind': m.get('decision', {}).get('kind', 'x')}}), flush=True)",
        f"{TRIES} illegal orders for one decision",
    ),
    "answers another question": (
        "print(json.dumps({'order': {'kind': 'plot', 'decision': 'yesterday'}}), flush=True)", "answers 'yesterday'",
    ),
    "shouts": ("while True: os.write(1, b'x' * 65536)", f"more than {ANSWER} bytes"),
    "trickles": ("while True:\n  os.write(1, b' ')\n  time.sleep(0.01)", SLOW),
    "trickles to stderr": ("while True:\n  os.write(2, b'x' * 65536)", SLOW),
    "closes its output": ("os.close(1)\ntime.sleep(600)", "it has ended"),
    "leaves a child": ("subprocess.Popen(['sleep', '600'])\ntime.sleep(600)", SLOW),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
def test_a_bot_that_misbehaves_forfeits(case: str) -> None:
    body, said = CASES[case]
    bot = bot_of(body, SOON if said == SLOW else PATIENT)
    begun = time.monotonic()
    result = against_random(bot, keep=True)
    assert time.monotonic() - begun < ENDLESS / 2
    assert result.outcome.winner == "bravo"
    assert result.outcome.rule == FORFEIT
    assert re.search(f"^alpha has forfeited the game: .*{said}", result.outcome.reason)
    assert len(bot.log) <= LOG
    # The record is that of an unfinished game: it verifies, and claims no outcome of the rules.
    assert result.record is not None
    assert result.record.reveal is not None
    assert result.record.reveal.outcome is None
    verify(result.record, GAME)


def test_a_child_of_a_bot_ends_with_it(tmp_path: Path) -> None:
    place = tmp_path / "pid"
    bot = bot_of(
        f"child = subprocess.Popen(['sleep', '100'])\nopen({str(place)!r}, 'w').write(str(child.pid))\n"
        f"print('nonsense', flush=True)\n{HANG}",
        ENDLESS,
    )
    against_random(bot)
    child = Path("/proc") / place.read_text()
    end = time.monotonic() + ENDLESS / 2
    while child.exists() and " Z " not in (child / "stat").read_text():
        assert time.monotonic() < end, "the child lives on"
        time.sleep(0.02)


def test_a_bot_that_does_not_read_forfeits() -> None:
    bot = ExternalBot("sleep 100", "s", SOON, 0.1)
    game = load_game("tank")  # its board fills more than a pipe
    with pytest.raises(ForfeitError, match="did not listen"):
        bot.decide(seat_of(game, game.setup("tank/intro", {}, "x"), "alpha"))


def test_a_bot_that_speaks_unasked_forfeits() -> None:
    bot = bot_of(
        "legal = m['legal']\n"
        "o = legal.get('idle') or {'kind': 'stance', 'choice': legal['choices'][0]}\n"
        "print(json.dumps({'order': o}), flush=True)\nprint('and another thing', flush=True)"
    )
    result = against_random(bot)
    assert result.outcome.rule == FORFEIT
    assert "without being asked" in result.outcome.reason or "cannot be read" in result.outcome.reason


def test_a_command_that_does_not_exist_forfeits() -> None:
    result = against_random(ExternalBot("/nowhere/bot", "s"))
    assert result.outcome.rule == FORFEIT
    assert "cannot start '/nowhere/bot': no such file" in result.outcome.reason


def test_it_is_told_what_a_client_of_the_seat_is_told_and_no_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HULLDOWN_SECRET", "the dice")
    monkeypatch.setenv("PGPASSWORD", "the password")
    assert not {"HULLDOWN_SECRET", "PGPASSWORD"} & set(environment())
    place = tmp_path / "heard"
    code = (
        f"import sys, json, os\nheard = open({str(place)!r}, 'w')\n"
        "heard.write(json.dumps(dict(os.environ)) + '\\n')\n"
        "for line in sys.stdin:\n  heard.write(line)\n  m = json.loads(line)\n"
        "  if m['type'] == 'decide':\n"
        "    idle, choices = m['legal'].get('idle'), m['legal'].get('choices')\n"
        "    order = idle or {'kind': m['decision']['kind'], **({'choice': choices[0]} if choices else {})}\n"
        "    print(json.dumps({'order': order, 'remark': 'r' * 5000}), flush=True)\n"
        "  if m['type'] == 'illegal':\n    break\n"
    )
    bot = ExternalBot(shlex.join([sys.executable, "-c", code]), "the secret/alpha")
    game = load_game("tank")
    state = game.setup("tank/intro", {}, "the seed")
    seat = seat_of(game, state, "alpha")
    bot.decide(seat)
    assert len(bot.remark) == 1000
    bot.end(None)
    variables, hello, decide, end = place.read_text().splitlines()
    for secret in ("the dice", "the password", "the secret", "the seed"):
        assert secret not in variables + hello + decide
    told = json.loads(decide)
    assert told["view"] == json.loads(msgspec.json.encode(game.view(state, "alpha")))
    assert told["legal"] == json.loads(msgspec.json.encode(game.legal(state, "alpha")))
    assert told["decision"] == told["legal"]["decision"]
    assert set(told) == {"type", "view", "decision", "legal", "clock"}
    first = json.loads(hello)
    assert (first["game"], first["scenario"], first["side"]) == ("tank", "tank/intro", "alpha")
    assert first["tables"] == {
        name: json.loads(json.dumps(table)) for name, table in game.cost_tables("tank/intro").items()
    }
    assert len(first["board"]["labels"]) == len(game.board("tank/intro").cells)
    assert json.loads(end) == {"type": "end", "outcome": None}


def test_a_process_can_be_killed_from_elsewhere() -> None:
    import threading

    process = LineProcess(["sleep", "100"])
    threading.Timer(0.1, process.kill).start()
    begun = time.monotonic()
    with pytest.raises(PipeError, match="it has ended"):
        process.ask(b"?", begun + ENDLESS, 100)
    assert time.monotonic() - begun < ENDLESS / 2
    process.close()
    assert not process.alive


def test_a_process_ends_with_its_object() -> None:
    before = children()
    process = LineProcess(["sleep", "100"])
    assert children() > before
    del process
    assert children() == before
