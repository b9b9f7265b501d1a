"""Makes bots from specs: levels for people, engines with a number after a colon, commands if the caller allows them.

A level is a budget and a noise. No level sees what its side may not know.
"""

from __future__ import annotations

import difflib
import math
import re
from typing import Literal, Protocol

import msgspec

from hulldown.bots.brains import Temper
from hulldown.bots.greedy import CALM, GreedyBot
from hulldown.bots.lesson import PREFIX as LESSON
from hulldown.bots.lesson import scripted
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import Outcome
from hulldown.core.orders import Order
from hulldown.games import load_lesson

EXEC = "exec:"
"""The prefix of a spec that names a command line."""
SECONDS = 2.0
"""The planner's time for one turn by default."""
MOST_NOISE, MOST_SECONDS, MOST_EVALUATIONS = 10.0, 600.0, 10_000_000


class Bot(Protocol):
    """A player by program. It may have a `remark` on its last order and, if it holds something open, an `end`."""

    def decide(self, seat: Seat) -> Order:
        """A legal order for the decision the seat owes; raises ForfeitError when it gives the game up."""


class ForfeitError(HulldownError):
    """The bot cannot or does not answer any more: its side has lost."""


class BotInfo(msgspec.Struct, frozen=True):
    """A bot as lists show it."""

    name: str
    title: str
    what: str
    group: Literal["level", "engine", "local"]
    """Levels are for people who want an opponent, engines for those who know them, local ones come with a server."""


LEVELS = {"recruit": "greedy:0.6", "regular": "greedy:0.1", "veteran": f"planner:{SECONDS:g}"}
"""The engine behind each level."""
BOTS = (
    BotInfo("recruit", "Recruit", "Knows the rules and often misjudges. Good for first games.", "level"),
    BotInfo("regular", "Regular", "Answers at once and seldom blunders.", "level"),
    BotInfo("veteran", "Veteran", "Tries its plans out before it chooses; thinks for two seconds.", "level"),
    BotInfo("greedy", "Greedy", "Takes what looks best, without looking ahead or hesitating.", "engine"),
    BotInfo("planner", "Planner", "Plays candidate orders out in worlds that fit what it knows.", "engine"),
    BotInfo("random", "Random", "Any legal order, without a thought.", "engine"),
)
_NAMES = tuple(info.name for info in BOTS)
_COUNT = re.compile(r"([0-9]{1,9})n", re.ASCII)


def bot_names() -> tuple[str, ...]:
    """The plain names, levels first."""
    return _NAMES


def bot_infos() -> tuple[BotInfo, ...]:
    """All bots that need no command, levels first."""
    return BOTS


def check_spec(spec: str, commands: bool = False) -> None:
    """Raises when no bot can be made of a spec; starts nothing."""
    make_bot(spec, "", commands)


def make_bot(spec: str, seed: str, commands: bool = False) -> Bot:
    """The bot of this spec; the same seed makes it decide the same way again.

    A spec is a name of `bot_names`, `greedy:NOISE`, `planner:SECONDS`, `planner:COUNTn` (a fixed number of evaluations
    instead of a time, so that a run can be repeated), `lesson:ID` (the opponent of a lesson), or, only where `commands`
    allows it, `exec:COMMAND LINE`.
    """
    if spec.startswith(EXEC):
        if not commands:
            raise UnknownNameError("a command cannot be named as a bot here", hint=_known())
        from hulldown.bots.external import ExternalBot

        return ExternalBot(spec.removeprefix(EXEC), seed)
    if spec.startswith(f"{LESSON}:"):
        return LessonBot(spec.removeprefix(f"{LESSON}:"), seed)
    name, colon, number = LEVELS.get(spec, spec).partition(":")
    if name not in _NAMES:
        raise _unknown(name, commands)
    if colon and name not in ("greedy", "planner"):
        raise HulldownError(f"the bot {spec!r} is not understood: {name} takes no number", hint=f"write {name}")
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed, Temper(noise=_noise(spec, number)) if colon else CALM)
    seconds, evaluations = _budget(spec, number) if colon else (SECONDS, 0)
    from hulldown.bots.planner import PlannerBot

    return PlannerBot(seed, seconds, evaluations)


class LessonBot:
    """Follows the script of a lesson; where that says nothing, it plays as the lesson's own opponent."""

    def __init__(self, name: str, seed: str) -> None:
        self.lesson = load_lesson(name)
        self.other = make_bot(self.lesson.opponent, seed)

    def decide(self, seat: Seat) -> Order:
        """The order of the script, or that of the other bot."""
        order = scripted(self.lesson, seat)
        return order if order is not None else self.other.decide(seat)


def _unknown(name: str, commands: bool) -> UnknownNameError:
    near = difflib.get_close_matches(name.casefold(), _NAMES, n=1)
    hint = f"did you mean {near[0]}?" if near else _known(commands)
    return UnknownNameError(f"there is no bot named {name!r}", hint=hint)


def is_heavy(spec: str) -> bool:
    """Whether a bot of this spec thinks so long that others should not have to wait for it."""
    return LEVELS.get(spec, spec).partition(":")[0] == "planner"


def remark_of(bot: Bot) -> str:
    """What a bot says about its last order, "" when it says nothing."""
    remark = getattr(bot, "remark", "")
    return remark if isinstance(remark, str) else ""


def end_bot(bot: Bot, outcome: Outcome | None) -> None:
    """Tells a bot that holds resources (a process) that the game is over; None: it was stopped."""
    end = getattr(bot, "end", None)
    if end is not None:
        end(outcome)


def _known(commands: bool = False) -> str:
    return "bots: " + ", ".join((*_NAMES, f"{EXEC}COMMAND") if commands else _NAMES)


def _noise(spec: str, text: str) -> float:
    return _number(spec, text, 0.0, MOST_NOISE, "the noise", "write the noise as in greedy:0.3")


def _budget(spec: str, text: str) -> tuple[float, int]:
    """Seconds and evaluations; one of them counts."""
    hint = "write seconds as in planner:0.5, or a number of evaluations as in planner:40n"
    counted = _COUNT.fullmatch(text)
    if counted is None:
        return _number(spec, text, 0.01, MOST_SECONDS, "the time", hint), 0
    count = int(counted[1])
    if not 1 <= count <= MOST_EVALUATIONS:
        raise HulldownError(f"the bot {spec!r} is not understood: from 1 to {MOST_EVALUATIONS} evaluations", hint=hint)
    return SECONDS, count


def _number(spec: str, text: str, least: float, most: float, what: str, hint: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:  # false for what is no number
        message = f"the bot {spec!r} is not understood: {what} is a number from {least:g} to {most:g}"
        raise HulldownError(message, hint=hint)
    return value
