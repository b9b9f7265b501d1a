"""Specs: what each means, what is refused and how, and that a command is a bot only where that is allowed."""

from __future__ import annotations

import importlib.util

import pytest

from hulldown.bots import bot_infos, bot_names, check_spec, make_bot, remark_of
from hulldown.bots.external import ExternalBot
from hulldown.bots.greedy import GreedyBot
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.registry import LEVELS
from hulldown.bots.seat import seat_of
from hulldown.core.errors import HulldownError, UnknownNameError
from support.toy_play import GAME

needs_planner = pytest.mark.skipif(
    importlib.util.find_spec("hulldown.bots.planner") is None, reason="there is no planner yet"
)


@pytest.mark.parametrize(("spec", "noise"), [("greedy", 0.0), ("greedy:0.3", 0.3), ("greedy:0", 0.0),
                                             ("recruit", 0.6), ("regular", 0.1)])  # fmt: skip
def test_greedy_takes_noise(spec: str, noise: float) -> None:
    bot = make_bot(spec, "s")
    assert isinstance(bot, GreedyBot)
    assert bot.seed == "s"
    assert bot.temper.noise == noise


@needs_planner
@pytest.mark.parametrize(
    ("spec", "seconds", "evaluations"),
    [("planner", 2.0, 0), ("planner:0.5", 0.5, 0), ("planner:40n", 2.0, 40), ("veteran", 2.0, 0)],
)
def test_the_planner_takes_seconds_or_evaluations(spec: str, seconds: float, evaluations: int) -> None:
    from hulldown.bots.planner import PlannerBot

    bot = make_bot(spec, "s")
    assert isinstance(bot, PlannerBot)
    assert (bot.seed, bot.seconds, bot.evaluations) == ("s", seconds, evaluations)


@pytest.mark.parametrize(("spec", "said", "hint"), [
    ("tiger", "no bot named 'tiger'", "bots: recruit, regular, veteran, greedy"),
    ("greddy", "no bot named 'greddy'", "did you mean greedy?"),
    ("", "no bot named ''", "bots: recruit"),
    ("exec", "no bot named 'exec'", "bots: recruit"),
    ("exec:true", "a command cannot be named as a bot here", "bots: recruit"),
])  # fmt: skip
def test_unknown_names_are_refused_with_what_exists(spec: str, said: str, hint: str) -> None:
    with pytest.raises(UnknownNameError, match=said) as caught:
        make_bot(spec, "s")
    assert caught.value.hint.startswith(hint)


@pytest.mark.parametrize(("spec", "said"), [
    ("greedy:", "the noise is a number from 0 to 10"),
    ("greedy:much", "the noise is a number from 0 to 10"),
    ("greedy:-1", "the noise is a number from 0 to 10"),
    ("greedy:nan", "the noise is a number from 0 to 10"),
    ("greedy:inf", "the noise is a number from 0 to 10"),
    ("planner:", "the time is a number from 0.01 to 600"),
    ("planner:0", "the time is a number from 0.01 to 600"),
    ("planner:2s", "the time is a number from 0.01 to 600"),
    ("planner:0n", "from 1 to 10000000 evaluations"),
    ("planner:999999999n", "from 1 to 10000000 evaluations"),
    ("random:1", "random takes no number"),
])  # fmt: skip
def test_bad_numbers_are_refused_with_an_example(spec: str, said: str) -> None:
    with pytest.raises(HulldownError, match=said) as caught:
        check_spec(spec)
    assert spec in str(caught.value)
    assert caught.value.hint


def test_a_level_takes_no_number() -> None:
    with pytest.raises(HulldownError, match="recruit takes no number"):
        check_spec("recruit:1")


def test_a_command_is_a_bot_where_that_is_allowed() -> None:
    bot = make_bot("exec:python3 'my bot.py' --deep", "s", commands=True)
    assert isinstance(bot, ExternalBot)
    assert bot.command == ["python3", "my bot.py", "--deep"]
    for bad in ("exec:", "exec:  ", "exec:python3 'open"):
        with pytest.raises(HulldownError, match=r"exec: needs a command|cannot be read"):
            check_spec(bad, commands=True)


def test_every_name_is_described_and_levels_come_first() -> None:
    infos = bot_infos()
    assert tuple(info.name for info in infos) == bot_names()
    assert [info.name for info in infos if info.group == "level"] == list(LEVELS)
    assert [info.group for info in infos] == sorted((info.group for info in infos), reverse=True)
    assert all(info.title and info.what.endswith(".") and len(info.what) < 90 for info in infos)
    assert isinstance(make_bot("random", "s"), RandomBot)


def test_a_remark_is_a_text_or_nothing() -> None:
    assert remark_of(make_bot("random", "s")) == ""
    greedy = make_bot("greedy", "s")
    greedy.decide(seat_of(GAME, GAME.setup("toy/1", {}, "x"), "alpha"))
    assert isinstance(remark_of(greedy), str)
