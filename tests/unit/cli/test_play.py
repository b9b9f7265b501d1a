"""`play`: the prompt through a pipe, scripts, bots, records, resuming, undo, and secrets between two people."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from hulldown.cli.commands import play
from hulldown.cli.terminal.input import Line, Source, Terminal
from hulldown.cli.terminal.screen import piece_signs
from hulldown.core.game import AnyGame
from hulldown.games import load_game
from support.cli_run import Result, Run

pytestmark = pytest.mark.usefixtures("toy")
TURN = "A1 turn B\n\n"


def last(result: Result) -> dict[str, Any]:
    """The last line of a game told as JSON lines."""
    found: dict[str, Any] = json.loads(result.out.splitlines()[-1])
    return found


def told(result: Result, key: str) -> list[Any]:
    """Everything said under a key in a game told as JSON lines."""
    return [line[key] for line in map(json.loads, result.out.splitlines()) if key in line]


def test_a_game_against_a_bot_to_its_end(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--seed", "5", "--record", path, stdin="bold\n" + 3 * TURN)
    assert result.status == 0
    assert "The game is over: " in result.out
    assert f"recorded in {path}" in result.out
    assert run("verify", path).status == 0
    assert os.listdir(tmp_path) == ["g"]


def test_the_screen_shows_phase_map_units_and_prompt_with_its_rule(run: Run) -> None:
    out = run("play", "toy/1", stdin="").out
    assert "── Stance [1.0] ── Ants ──" in out
    assert "Ants: 3 toys left, toys lost 0 of 3" in out
    assert "   01 02 03 04 05 06 07 08" in out
    assert "      A1    A2    A3" in out
    assert "A1 toy 0201/A" in out
    assert "Pick a stance [1.0]" in out


def test_goals_and_score_can_be_asked_for(run: Run) -> None:
    out = run("play", "toy/1", stdin="brief\nscore\n").out
    assert "Most toys left after turn 3 win. [4.0]" in out
    assert "The picnic: Crumbs (0403) [1.0]" in out
    assert out.count("Beetles: 3 toys left") == 2
    alone = run("brief", "toy/1", "--option", "range=2").out
    assert "Toys spit 2 hexes far. [3.1]" in alone
    assert "Most toys left after turn 3 win. [4.0]" in alone


def test_a_side_has_its_colour_whoever_looks() -> None:
    game = load_game("panzer")
    face = game.face("panzer/1")
    state = game.setup("panzer/1", {}, "a")
    for number, unit in enumerate(state.units):
        unit.status, unit.cell = "on map", 300 + number
    seen = [piece_signs(game.view(state, side), face) for side in (*game.sides, None)]
    assert seen[0] == seen[1] == seen[2]
    assert len({sign.colour for sign in seen[0].values() if not sign.letters.startswith("*")}) == 2


def test_the_enemys_secrets_are_not_shown(run: Run) -> None:
    out = run("play", "toy/1", "--seed", "5", stdin="bold\nunits\nmap\nlog\n").out
    assert "B1 toy" in out
    assert "B3" not in out
    assert "bravo has given" not in out


def test_the_end_of_the_input_saves_and_leaves(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--record", path, stdin="bold\n")
    assert result.status == 0
    assert f"hulldown play --resume {path}" in " ".join(result.out.split())
    assert run("verify", path).status == 0


def test_without_a_record_nothing_is_written(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("play", "toy/1", stdin="bold\n")
    assert "not saved: no --record was given" in result.out
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("kept", [0, 1, 2, 3])
def test_a_resumed_game_ends_as_an_uninterrupted_one(run: Run, tmp_path: Path, kept: int) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    lines = ["bold\n", TURN, TURN, TURN]
    run("play", "toy/1", "--seed", "1", "--record", whole, stdin="".join(lines))
    run("play", "toy/1", "--seed", "1", "--record", parts, stdin="".join(lines[:kept]))
    assert run("play", "--resume", parts, stdin="".join(lines[kept:])).status == 0
    assert parts.read_text() == whole.read_text()


def test_a_game_that_is_over_is_not_resumed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    run("play", "toy/1", "--seed", "1", "--record", path, stdin="bold\n" + 3 * TURN)
    before = path.read_text()
    assert run("play", "--resume", path).refused("is over", "replay")
    assert path.read_text() == before


def test_a_tampered_record_is_not_resumed_and_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    run("play", "toy/1", "--seed", "5", "--record", path, stdin="bold\n" + TURN)
    bad = path.read_text().replace('"facing":1', '"facing":2', 1)
    path.write_text(bad)
    assert run("play", "--resume", path, stdin=TURN).refused("order ")
    assert path.read_text() == bad


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        ((), "name a scenario", "hulldown scenarios"),
        (("toy/7",), "no scenario named 'toy/7'", "did you mean toy/1?"),
        (("toy/1", "--alpha", "humann"), "no player named 'humann'", "did you mean human?"),
        (("toy/1", "--bravo", "tiger"), "no player named 'tiger'", "players: human, recruit"),
        (("toy/1", "--option", "range=x"), "option range is 'x'", ""),
        (("toy/1", "--script", "/nowhere/x"), "/nowhere/x: no such file", ""),
        (("toy/1", "--record", "/nowhere/x"), "there is no folder /nowhere", ""),
    ],
)
def test_bad_arguments_are_refused(run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
    assert run("play", *argv).refused(said, hint)


def test_a_resumed_game_keeps_what_it_was_begun_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    run("play", "toy/1", "--record", path, stdin="bold\n")
    assert run("play", "--resume", path, "--seed", "x").refused("--seed and --resume exclude")
    assert run("play", "--resume", path, "--option", "range=2").refused("--option and --resume exclude")
    assert run("play", "toy/2", "--resume", path).refused("is a game of toy/1")


def test_an_existing_record_is_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    path.write_text("mine")
    assert run("play", "toy/1", "--record", path, stdin="bold\n").refused("exists already", "--force")
    assert path.read_text() == "mine"
    assert run("play", "toy/1", "--record", path, "--force", stdin="bold\n").status == 0
    assert run("verify", path).status == 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_told(run: Run) -> None:
    assert run("play", "toy/1", "--record", "/dev/full", stdin="bold\n").refused("/dev/full: no space left")


def test_a_disk_that_fills_up_during_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "g"
    count = 0
    real = os.fsync

    def fsync(handle: int) -> None:
        nonlocal count
        count += 1
        if count > 5:
            raise OSError(28, "No space left on device", str(path))
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        result = run("play", "toy/1", "--seed", "5", "--record", path, stdin="bold\n" + 3 * TURN)
    assert result.refused("no space left on device", "make room")
    assert run("play", "--resume", path, stdin="quit\n").status == 0
    assert run("verify", path).status == 0


def test_lines_are_gathered_mended_and_submitted(run: Run) -> None:
    lines = "bold\nA1 turn B\nA2 fire 9999\nA2 fly\nA2 move 0402\ndraft\nA1 turn C\ndrop A2\ndrop A2\n\n"
    out = run("play", "toy/1", stdin=lines).out
    assert "! there is no hex '9999'" in out
    assert "  A1 turn B\n  A2 move 0402\n" in out
    assert "! there is no line for A2" in out
    assert "A2 fly" in out
    assert "Turn 2 · Plotting" in out


def test_an_illegal_order_is_refused_with_its_rules_and_kept_for_mending(run: Run) -> None:
    result = run("play", "toy/1", "--json", stdin="bold\nA1 move 0604\nA2 turn B\n\nA1 turn B\n\n")
    (violations,) = [found for found in told(result, "violations") if found]
    assert violations == [{"rule": "3.2", "message": "the path is not possible", "unit": "A1"}]
    assert last(result)["turn"] == 2


def test_an_empty_line_alone_submits_nothing_but_done_does(run: Run) -> None:
    result = run("play", "toy/1", "--json", stdin="bold\n\n\n\ndone\nA1 turn B\ndone\n")
    assert told(result, "refused") == [["A1: it must be given a task [2.1]"]]
    assert last(result)["turn"] == 2


@pytest.mark.parametrize("line", ["help", "?", "legal", "legal a1", "map", "map 0304", "map all", "units", "log",
                                  "los 0101 0203", "odds A1 B1", "hex 0302", "draft", "auto"])  # fmt: skip
def test_every_question_is_answered(run: Run, line: str) -> None:
    plain = run("play", "toy/1", "--seed", "5", "--json", stdin="bold\n")
    asked = run("play", "toy/1", "--seed", "5", "--json", stdin=f"bold\n{line}\n")
    (answer,) = told(asked, "answer")
    assert answer
    assert told(asked, "refused") == []
    assert last(asked)["turn"] == last(plain)["turn"] == 1


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("legal Z9", "no unit 'Z9'"), ("map 9999", "no hex '9999'"), ("odds A1", "needs two units"),
        ("odds A1 B3", "you know no unit named 'B3'"), ("los 0101", "needs two hexes"), ("los 0101 99", "no hex '99'"),
        ("undo", "alpha cannot undo"), ("undo bravo", "played by a bot"), ("undo carlie", "no side named"),
        ("save", "no --record"), ("drop", "no line for"), ("hex", "no hex ''"), ("xyzzy", "UNIT TASK"),
    ],
)  # fmt: skip
def test_a_bad_question_is_answered_with_the_reason(run: Run, line: str, said: str) -> None:
    result = run("play", "toy/1", "--json", stdin=f"bold\n{line}\nA1 turn B\n\n")
    ((reason, *_),) = told(result, "refused")
    assert said in reason
    assert last(result)["turn"] == 2  # the game goes on


def test_a_question_knows_no_more_than_the_side(run: Run) -> None:
    result = run("play", "toy/1", "--seed", "5", "--json", stdin="bold\nodds A1 B3\nodds A1 B9\n")
    hidden, absent = told(result, "refused")
    assert [line.replace("B3", "B9") for line in hidden] == absent


def test_los_uses_the_scenarios_own_mode(run: Run) -> None:
    (answer,) = told(run("play", "toy/1", "--json", stdin="los 0101 0203\n"), "answer")
    assert "mode: plain" in answer


def test_save_makes_a_copy_that_can_be_resumed(run: Run, tmp_path: Path) -> None:
    path, copy = tmp_path / "g", tmp_path / "copy"
    result = run("play", "toy/1", "--record", path, stdin=f"bold\nsave\nsave {copy}\nsave {copy}\n")
    out = " ".join(result.out.split())
    assert f"every order is in {path}" in out
    assert f"saved a copy in {copy}" in out
    assert "exists already" in out
    assert copy.read_text() == path.read_text()


def test_between_two_people_a_cover_comes_before_each_turn(run: Run) -> None:
    out = run("play", "toy/1", "--bravo", "human", stdin="bold\ncareful\nA1 turn B\n\n").out
    covers = [line for line in out.splitlines() if "looks away now" in line]
    assert [cover.split("'s")[0].split()[-1] for cover in covers] == ["alpha", "bravo", "alpha", "bravo"]
    bravos = out.split("The next orders are bravo's")[2]
    assert "A1 turn B" not in bravos
    assert "alpha has given" not in bravos


def test_a_side_resigns_when_it_means_it(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--record", path, "--json", stdin="bold\nresign\nresign yes\n")
    assert result.status == 0
    assert told(result, "refused") == [["resign gives the game up for good", "hint: write: resign yes"]]
    outcome = last(result)["outcome"]
    assert (outcome["winner"], outcome["rule"], outcome["reason"]) == ("bravo", "resigned", "Ants resigned")
    end, reveal = [json.loads(line) for line in path.read_text().splitlines()[-2:]]
    assert (end["type"], end["how"], end["side"]) == ("end", "resigned", "alpha")
    assert reveal["outcome"] == outcome
    assert run("verify", path).status == 0
    assert run("play", "--resume", path, stdin="").status != 0


def test_an_order_can_be_taken_back_until_the_other_has_answered(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run(
        "play", "toy/1", "--bravo", "human", "--record", path, "--json", stdin="bold\nundo alpha\ncareful\nbold\nundo\n"
    )
    ((reason,),) = told(result, "refused")
    assert reason.startswith("alpha cannot undo: dice were rolled")
    text = path.read_text()
    parts = [json.loads(line) for line in text.splitlines()[1:4]]
    assert [part["type"] for part in parts] == ["undo", "order", "order"]
    assert [part["order"]["choice"] for part in parts[1:]] == ["careful", "bold"]
    assert run("verify", path).status == 0


class Typing:
    """A terminal at which somebody types fixed lines, for the behaviour between people."""

    patient = True
    watched = True

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.prompts: list[str] = []
        self.forgotten = 0

    def next(self, side: str, prompt: str) -> Line | None:
        self.prompts.append(f"{side}: {prompt}")
        return Line(self.lines.pop(0)) if self.lines else None

    def forget(self) -> None:
        self.forgotten += 1


def test_people_confirm_the_cover_and_earlier_lines_are_forgotten(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source: Source = Typing(["", "bold", "", "careful", "quit"])
    monkeypatch.setattr(play, "Pipe", lambda echo: source)
    monkeypatch.chdir(tmp_path)
    result = run("play", "toy/1", "--bravo", "human")
    assert isinstance(source, Typing)
    assert [prompt for prompt in source.prompts if "press Enter" in prompt] == [
        f"{side}: {side}, press Enter when you are alone > " for side in ("alpha", "bravo", "alpha")
    ]
    assert source.forgotten == 3
    # With people at the terminal the game is always recorded, and quit at the cover leaves it saved.
    assert "saved in toy-1-1.jsonl" in result.out
    assert run("verify", tmp_path / "toy-1-1.jsonl").status == 0


def test_the_terminal_forgets_its_history() -> None:
    import readline

    readline.add_history("A1 fire 0303")
    assert readline.get_current_history_length() == 1
    Terminal().forget()
    assert readline.get_current_history_length() == 0


def test_free_names_do_not_clash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("toy-1-1.jsonl").touch()
    assert play.free_name("toy/1") == Path("toy-1-2.jsonl")


def test_two_bots_play_by_themselves(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--alpha", "random", "--seed", "3", "--record", path)
    assert "The game is over" in result.out
    assert "fortune favours" in result.out
    assert "has given its orders" not in result.out  # a spectator is not told
    assert run("verify", path).status == 0


SCRIPT = """\
# a whole game
alpha:
bold
bravo:
careful

alpha:
A1 turn B
A2 fire 0404

bravo:
B1 turn C
done
alpha:
A1 turn B

A1 turn C
bravo:
B1 turn B

B1 turn A
"""


def scripted(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "orders.txt"
    path.write_text(text)
    return path


def test_a_script_plays_both_sides(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--seed", "1", "--script", scripted(tmp_path, SCRIPT), "--record", path, "--json")
    assert result.status == 0
    assert last(result)["outcome"]["rule"] == "4.0"
    assert run("verify", path).status == 0
    again = tmp_path / "again"
    run("play", "toy/1", "--seed", "1", "--script", tmp_path / "orders.txt", "--record", again)
    assert again.read_text() == path.read_text()


def test_a_script_can_play_against_a_bot(run: Run, tmp_path: Path) -> None:
    script = scripted(tmp_path, "alpha:\nbold\nA1 turn B\n\nA1 turn B\n\nA1 turn B\n")
    result = run("play", "toy/1", "--bravo", "random", "--script", script)
    assert "The game is over" in result.out


def test_scripted_dice(run: Run, tmp_path: Path) -> None:
    script = scripted(tmp_path, "alpha:\nbold\nbravo:\ncareful\nalpha:\nA1 fire 0204\nbravo:\nB1 turn A\n")
    record = tmp_path / "scripted.jsonl"
    result = run("play", "toy/1", "--dice", "1 6", "--script", script, "--record", record)
    assert "A1 fires at 0204: 6" in result.out
    told = run("verify", record)
    assert told.out.startswith("consistent: toy/1")
    assert "not proved: scripted dice: nothing is proved about chance" in told.out


@pytest.mark.parametrize("secret", ["script:1 6", "common:x", ""])
def test_dice_cannot_be_scripted_by_the_seed(run: Run, secret: str) -> None:
    assert run("play", "toy/1", "--alpha", "random", "--seed", secret).refused("dice")
    if secret:
        assert run("sim", "toy/1", "--games", "1", "--seed", secret).status != 0


def test_scripted_dice_have_no_seed(run: Run) -> None:
    assert run("play", "toy/1", "--seed", "x", "--dice", "1").refused("--dice and --seed exclude each other")


def test_a_script_that_ends_early_leaves_the_game_saved(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--script", scripted(tmp_path, "alpha:\nbold\n"), "--record", path)
    assert result.status == 0
    assert "The game rests" in result.out
    assert run("verify", path).status == 0


def test_lines_of_a_script_that_were_not_used_are_named(run: Run, tmp_path: Path) -> None:
    result = run("play", "toy/1", "--script", scripted(tmp_path, SCRIPT + "\nalpha:\nA1 turn F\n"))
    assert "orders.txt, line 24: this line and what follows it were not used" in " ".join(result.out.split())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bold\n", "orders.txt, line 1: 'bold' stands before the first block"),
        ("alpha:\nboldly\n", "orders.txt, line 2: pick bold or careful [1.0]"),
        ("alpha:\nbold\nbravo:\nbold\n\nalpha:\nA1 turn X\n", "orders.txt, line 7: line 1: turn needs one letter"),
        ("alpha:\nbold\nbravo:\nbold\nalpha:\nA2 turn A\nA1 move 0606\n", "orders.txt, line 7: A1: the path is not"),
        ("alpha:\nbold\nbravo:\nbold\nalpha:\nA2 turn A\n\n", "orders.txt, line 7: A1: it must be given a task [2.1]"),
        ("alpha:\nmap 9999\n", "orders.txt, line 2: there is no hex '9999'"),
        ("alpha:\nundo\n", "orders.txt, line 2: alpha cannot undo"),
    ],
)
def test_a_mistake_in_a_script_is_named_by_file_and_line(run: Run, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "g"
    result = run("play", "toy/1", "--script", scripted(tmp_path, text), "--record", path)
    assert result.refused(said)
    if path.exists():
        assert run("verify", path).status == 0


def test_a_script_that_is_no_text(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "orders.txt"
    path.write_bytes(b"alpha:\n\xff\xff")
    assert run("play", "toy/1", "--script", path).refused("orders.txt: not a text file")


def test_an_interrupt_saves_the_game(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(Typing):
        def next(self, side: str, prompt: str) -> Line | None:
            if not self.lines:
                raise KeyboardInterrupt
            return super().next(side, prompt)

    monkeypatch.setattr(play, "Pipe", lambda echo: Interrupted(["bold"]))
    path = tmp_path / "g"
    result = run("play", "toy/1", "--record", path)
    assert "interrupted" in result.out
    assert f"saved in {path}" in result.out
    assert run("verify", path).status == 0


def test_a_dead_end_is_told_and_the_record_saved(
    run: Run, toy: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = toy.pending
    monkeypatch.setattr(toy, "pending", lambda state: {} if state.turn == 2 else real(state))
    path = tmp_path / "g"
    assert run("play", "toy/1", "--record", path, stdin="bold\n" + TURN).refused("dead end")
    assert run("verify", path).status == 0


def test_a_bot_that_gives_up_has_lost_and_the_record_still_verifies(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.jsonl"
    done = run("play", "toy/1", "--alpha", "random", "--bravo", "exec:false", "--record", str(record))
    assert done.status == 0
    assert "bravo has forfeited the game: it has ended" in done.out
    assert run("verify", str(record)).status == 0
