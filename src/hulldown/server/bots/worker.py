"""The search process: reads positions from stdin, a line each, and answers with orders.

A search keeps the interpreter busy for seconds; in a thread of the server it would slow down everybody. The process
holds the state of one decision; the bot sees only its seat. It ends with its stdin, so also when the server is killed.
"""

from __future__ import annotations

import contextlib
import os
import sys
from importlib import import_module

import msgspec

from hulldown.bots import make_bot, remark_of
from hulldown.bots.seat import seat_of
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Side

NICE = 5
"""Niceness of the process: the server goes first."""


class Question(msgspec.Struct, frozen=True):
    """A decision to be made: the module that holds the game, the state, and the bot."""

    module: str
    state: msgspec.Raw
    side: Side
    spec: str
    seed: str


class Answer(msgspec.Struct, frozen=True):
    """The order with the bot's remark, or why there is none."""

    order: Order | None = None
    remark: str = ""
    error: str = ""


_question = msgspec.json.Decoder(Question)
_encode = msgspec.json.Encoder().encode


def answer(line: bytes) -> Answer:
    """What the bot decides; never raises."""
    try:
        asked = _question.decode(line)
        game: AnyGame = import_module(asked.module).GAME
        state = msgspec.json.decode(asked.state, type=game.state_type)
        bot = make_bot(asked.spec, asked.seed)
        order = bot.decide(seat_of(game, state, asked.side))
        return Answer(order, remark_of(bot))
    except Exception as error:
        return Answer(error=f"{type(error).__name__}: {error}")


def main() -> int:
    """Answers until stdin is closed."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICE)
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        for line in sys.stdin.buffer:
            sys.stdout.buffer.write(_encode(answer(line)) + b"\n")
            sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
