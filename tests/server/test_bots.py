"""Bots of a server: the ones that can be named, searches and commands in processes, and remarks that stay secret."""

from __future__ import annotations

import os
import shlex
import sys
import time
from pathlib import Path

import pytest

from hulldown.bots import bot_names
from hulldown.core.record import record_from_text, verify
from support.remote import Json, Player, game_of, new_match, play_out, players_of, watcher_of
from support.serving import ServerProcess, Start, wait_until

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "bots"
WHISPER = "WhisperOfTheBot"
TALKS = (
    (EXAMPLES / "first_legal.py")
    .read_text()
    .replace('f"{len(without)} units were left out."', f'"{WHISPER} on " + legal["decision"]["id"]')
)
assert WHISPER in TALKS


def command(code: str) -> str:
    return shlex.join([sys.executable, "-c", code])


def children(pid: int) -> dict[int, str]:
    """The processes below one, with their command lines."""
    found: dict[int, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found[int(stat.parent.name)] = (stat.parent / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
    return found


def alive(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def pid_of(server: ServerProcess) -> int:
    assert server.process is not None
    return server.process.pid


def test_every_bot_of_the_catalogue_can_be_named(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        (game,) = (one for one in client.get("/api/games").json()["games"] if one["name"] == "toy")
        assert client.get("/api/games/toy").json()["bots"] == game["bots"]
    assert [bot["name"] for bot in game["bots"]] == list(bot_names())
    assert [bot["name"] for bot in game["bots"] if bot["group"] == "level"] == ["recruit", "regular", "veteran"]
    assert all(bot["title"] and bot["what"] for bot in game["bots"])
    assert all(scenario["balance"] is None for scenario in game["scenarios"])
    for bot in game["bots"]:
        made = new_match(sqlite_server, seats={"bravo": f"bot:{bot['name']}"})
        (alpha,) = players_of(sqlite_server, made).values()
        assert alpha.state()["seats"]["bravo"]["kind"] == f"bot:{bot['name']}"
        assert play_out(alpha)["view"]["outcome"] is not None


@pytest.mark.parametrize("kind", ["bot:exec:true", "bot:exec", "bot:tiger", "bot:greedy:0.3", "bot:planner:600", "bot:",
                                  "bot:../../bin/true", "exec:true"])  # fmt: skip
def test_nobody_can_name_a_command_or_a_number(sqlite_server: ServerProcess, kind: str) -> None:
    with sqlite_server.client() as client:
        answer = client.post("/api/matches", json={"scenario": "toy/1", "seats": {"bravo": kind}, "entropy": "e"})
    assert answer.status_code in (400, 422), answer.text


def test_a_fork_takes_no_command_either(sqlite_server: ServerProcess) -> None:
    made = new_match(sqlite_server, seats={"bravo": "bot:random"})
    (alpha,) = players_of(sqlite_server, made).values()
    play_out(alpha)
    for wish in ({"bot": "exec:true"}, {"bots": {"bravo": "exec:true"}}, {"bots": {"bravo": "tiger"}},
                 {"bots": {"charlie": "random"}}, {"side": "charlie"}):  # fmt: skip
        answer = alpha.post("/fork", {"turn": 1, "side": "alpha", **wish})
        assert answer.status_code in (400, 422), answer.text


def test_a_fork_can_be_between_bots(sqlite_server: ServerProcess) -> None:
    made = new_match(sqlite_server, seats={"bravo": "bot:random"})
    (alpha,) = players_of(sqlite_server, made).values()
    play_out(alpha)
    answer = watcher_of(sqlite_server, made).post("/fork", {"turn": 2, "bot": "random", "bots": {"bravo": "recruit"}})
    assert answer.status_code == 201, answer.text
    forked = answer.json()
    assert {side: seat["kind"] for side, seat in forked["seats"].items()} == {
        "alpha": "bot:random", "bravo": "bot:recruit",
    }  # fmt: skip
    watcher = watcher_of(sqlite_server, forked)
    wait_until(lambda: watcher.state()["status"] == "over")


def test_searches_run_in_a_process_that_ends_with_the_server(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}")
    assert not any("bots.worker" in line for line in children(pid_of(server)).values())
    for kill in (True, False):
        made = new_match(server, seats={"bravo": "bot:planner"})
        (alpha,) = players_of(server, made).values()
        alpha.play_one()
        wait_until(lambda: any("bots.worker" in line for line in children(pid_of(server)).values()))
        searches = [pid for pid, line in children(pid_of(server)).items() if "bots.worker" in line]
        wait_until(lambda: alpha.state()["legal"] is not None)  # noqa: B023
        if kill:
            server.kill()
            server.start()
        assert play_out(alpha)["status"] == "over"
        if not kill:
            searches += [pid for pid, line in children(pid_of(server)).items() if "bots.worker" in line]
            assert server.stop() == 0
        wait_until(lambda: not any(alive(pid) for pid in searches))  # noqa: B023


def test_a_search_that_dies_is_replaced(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}")
    made = new_match(server, seats={"bravo": "bot:veteran"})
    (alpha,) = players_of(server, made).values()
    alpha.play_one()
    wait_until(lambda: any("bots.worker" in line for line in children(pid_of(server)).values()))
    for pid, line in children(pid_of(server)).items():
        if "bots.worker" in line:
            os.kill(pid, 9)
    assert play_out(alpha)["status"] == "over"


def everything_shown(players: list[Player]) -> str:
    """All that can be asked for about a match with these tokens."""
    texts: list[str] = []
    for player in players:
        for path in ("", "/orders", "/record", "/replay", "/draft"):
            texts.append(player.get(path).text)
        for perspective in ("public", "truth", "alpha", "bravo"):
            texts += [player.get("/replay", perspective=perspective, turn=turn).text for turn in (0, 1, 2)]
            texts.append(player.get("/replay", perspective=perspective).text)
    with players[0].server.client() as client:
        texts.append(client.post("/api/mine", json={"tokens": [player.token for player in players]}).text)
    return "\n".join(texts)


def test_remarks_are_told_after_the_end_and_never_before(database: str, start: Start) -> None:
    server = start(database, flags=["--bot", f"talker={command(TALKS)}"])
    with server.client() as client:
        bots = client.get("/api/games/toy").json()["bots"]
        assert bots[-1] == {"name": "talker", "title": "Talker", "what": "A program of this server.", "group": "local"}
        assert "python" not in client.get("/api/games").text
    made = new_match(server, seats={"bravo": "bot:talker"})
    (alpha,) = players_of(server, made).values()
    watcher = watcher_of(server, made)
    with alpha.socket() as own, watcher.socket() as public:
        while (state := alpha.state())["status"] != "over":
            if state["legal"] is None:
                time.sleep(0.02)
                continue
            # The match cannot end while this side owes an answer.
            assert WHISPER not in everything_shown([alpha, watcher])
            alpha.play_one()
        own.until(lambda state: state["status"] == "over")
        public.until(lambda state: state["status"] == "over")
        assert WHISPER not in "".join(own.raw + public.raw)
    for player in (alpha, watcher):
        assert WHISPER not in player.get("/record").text + player.get().text + player.get("/orders").text
        remarks: list[Json] = player.get("/replay", perspective="public").json()["remarks"]
        assert [one["side"] for one in remarks] == ["bravo"] * len(remarks)
        assert len(remarks) == sum(one["side"] == "bravo" for one in player.get("/orders").json()["orders"])
        assert all(one["remark"] == f"{WHISPER} on {one['decision']}" for one in remarks)
        assert [one["turn"] for one in remarks] == sorted(one["turn"] for one in remarks)
        second = player.get("/replay", perspective="public", turn=2).json()["remarks"]
        assert second == [one for one in remarks if one["turn"] == 2]
        assert second
    # A fork keeps what was said before it, and hides it again until its own end.
    forked = alpha.post("/fork", {"turn": 3, "side": "alpha", "bot": "random"}).json()
    (again,) = players_of(server, forked).values()
    assert WHISPER not in everything_shown([again])
    play_out(again)
    assert [one["turn"] for one in again.get("/replay").json()["remarks"]] == [
        o["turn"] for o in remarks if o["turn"] < 3
    ]


def test_a_command_plays_and_its_processes_end(start: Start, tmp_path: Path) -> None:
    bot = f"{sys.executable} {EXAMPLES / 'first_legal.py'}"
    server = start(f"sqlite:///{tmp_path / 'games.db'}", flags=["--bot", f"first={bot}"])
    over = [new_match(server, "tank/intro", seats={"alpha": "bot:first", "bravo": "bot:first"})]
    waiting = new_match(server, seats={"bravo": "bot:first"})
    watcher = watcher_of(server, over[0])
    wait_until(lambda: watcher.state()["status"] == "over")
    verify(record_from_text(watcher.get("/record").text, "record"), game_of("tank/intro"))
    (alpha,) = players_of(server, waiting).values()
    alpha.play_one()
    wait_until(lambda: alpha.state()["legal"] is not None)
    # Of the match that is over nothing is left, of the other one the process waits.
    wait_until(lambda: sum("first_legal" in line for line in children(pid_of(server)).values()) == 1)
    (pid,) = (pid for pid, line in children(pid_of(server)).items() if "first_legal" in line)
    server.kill()
    wait_until(lambda: not alive(pid))
    server.start()
    assert play_out(alpha)["status"] == "over"
    wait_until(lambda: not any("first_legal" in line for line in children(pid_of(server)).values()))


@pytest.mark.parametrize("code", ["raise SystemExit('no')", "print('nonsense', flush=True)\ninput()\ninput()"])
def test_a_command_that_fails_gives_idle_orders_and_the_record_verifies(
    start: Start, tmp_path: Path, code: str
) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}", flags=["--bot", f"bad={command(code)}"])
    made = new_match(server, "tank/intro", seats={"bravo": "bot:bad"})
    (alpha,) = players_of(server, made).values()
    play_out(alpha)
    verify(record_from_text(alpha.get("/record").text, "record"), game_of("tank/intro"))
    remarks = alpha.get("/replay").json()["remarks"]
    assert len(remarks) == 1
    assert "given up" in remarks[0]["remark"]
    assert server.read_log().count("has forfeited") == 1
    assert not any("-c" in line for line in children(pid_of(server)).values())


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("tiger", "write it as NAME=COMMAND"),
        ("Tiger=x", "write it as NAME=COMMAND"),
        ("random=x", "a bot named random already"),
        ("x=", "needs a command"),
    ],
)
def test_bad_commands_are_refused_at_the_start(given: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from hulldown.cli.main import main

    assert main(["serve", "--bot", given]) == 2
    assert said in capsys.readouterr().err


def test_a_match_between_bots_waits_for_its_watchers_and_keeps_a_pace(sqlite_server: ServerProcess) -> None:
    made = new_match(sqlite_server, seats={"alpha": "bot:random", "bravo": "bot:random"})
    watcher = watcher_of(sqlite_server, made)
    begun = time.monotonic()
    with watcher.socket() as socket:
        first = socket.until(lambda state: True)
        assert first["view"]["turn"] == 0
        socket.until(lambda state: state["status"] == "over")
        # Eight orders, and nobody has to follow faster than a person can.
        assert time.monotonic() - begun > 1.5
