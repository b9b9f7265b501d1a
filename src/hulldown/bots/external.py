"""Bots that are programs of any language: JSON lines over stdin and stdout (docs/bots-protocol.md).

Such a bot is told what a client of its seat is told (board, tables, view, decision, legal orders) and how long it may
think, never a state. One that hangs, ends, answers nonsense or too much, or keeps to illegal orders forfeits.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import time
from typing import Annotated, Any

import msgspec

from hulldown.bots.pipes import LineProcess, PipeError
from hulldown.bots.registry import ForfeitError
from hulldown.bots.seat import Seat
from hulldown.core.board import Board
from hulldown.core.checks import strays
from hulldown.core.decisions import Decision, Legal
from hulldown.core.errors import HulldownError
from hulldown.core.game import Outcome, View
from hulldown.core.orders import Order, Side, Violation

PROTOCOL = 1
CLOCK = 10.0
"""Seconds for one decision, with all its tries."""
START = 20.0
"""Seconds more for the first decision: interpreters and models take their time to load."""
TRIES = 25
"""Orders that may be given for one decision, the first included."""
ANSWER = 1024 * 1024
"""Bytes of one answer."""
REMARK = 1000
"""Characters kept of a remark."""
GRACE = 1.0
"""Seconds in which a bot may leave by itself after the end."""
GROUNDS = 16
"""Boards kept as JSON."""
_PRIVATE = ("HULLDOWN_", "PG", "DATABASE")
"""Beginnings of the names of variables that are not for bots: secrets and databases."""


class BoardSummary(msgspec.Struct, frozen=True):
    """A board: what its cells are called and what is on them, by the cell's number."""

    name: str
    size: int
    offsets: tuple[int, ...]
    labels: dict[int, str]
    terrain: dict[int, str]
    elevation: dict[int, int]
    hexsides: list[tuple[int, int, str, int | None]]
    lines: dict[str, list[tuple[int, int]]]
    edges: dict[str, tuple[int, ...]]
    regions: dict[str, list[int]]


class Hello(msgspec.Struct, tag="hello", tag_field="type", frozen=True):
    """The first message: which game, which side, on what ground."""

    protocol: int
    game: str
    rules: str
    scenario: str
    side: Side
    sides: tuple[Side, ...]
    seed: int
    clock: float
    board: msgspec.Raw
    tables: msgspec.Raw


class Decide(msgspec.Struct, tag="decide", tag_field="type", frozen=True):
    """A question: what the side knows, what is asked, what may be answered, and the seconds there are."""

    view: View
    decision: Decision
    legal: Legal
    clock: float


class Illegal(msgspec.Struct, tag="illegal", tag_field="type", frozen=True):
    """Why the last order cannot be given; another one is waited for."""

    violations: list[Violation]
    tries: int
    clock: float


class End(msgspec.Struct, tag="end", tag_field="type", frozen=True):
    """The last message; no outcome when the game was broken off."""

    outcome: Outcome | None


class Answer(msgspec.Struct, frozen=True):
    """What a bot says to a question."""

    order: Order
    remark: Annotated[str, msgspec.Meta(max_length=ANSWER)] = ""


_encode = msgspec.json.Encoder().encode
_answer = msgspec.json.Decoder(Answer)
_grounds: dict[tuple[str, str, str], tuple[bytes, bytes]] = {}


class ExternalBot:
    """A bot in a process of its own, started at the first decision and ended with the game."""

    def __init__(self, command: str, seed: str, clock: float = CLOCK, start: float = START) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise HulldownError(f"the command {command!r} cannot be read: {error}") from None
        if not self.command:
            raise HulldownError("exec: needs a command", hint="write exec:COMMAND, such as exec:python3 bot.py")
        self.seed = seed
        self.clock = clock
        self.start = start
        self.remark = ""
        """What it said about its last order."""
        self.log = ""
        """The last of what it wrote to stderr, when it has ended."""
        self._process: LineProcess | None = None

    def decide(self, seat: Seat) -> Order:
        """The bot's order; raises ForfeitError, after the process was ended, when it gives none that is legal."""
        self.remark = ""
        try:
            return self._asked(seat)
        except PipeError as error:
            self._close()
            raise ForfeitError(str(error)) from None
        except BaseException:
            self._close()
            raise

    def end(self, outcome: Outcome | None) -> None:
        """Tells the bot how the game ended, and ends its process if it does not do that itself."""
        self._close(_encode(End(outcome)), GRACE)

    def abort(self) -> None:
        """Kills the process, from any thread; a decision under way is forfeited."""
        process = self._process
        if process is not None:
            process.kill()

    def _close(self, last: bytes = b"", grace: float = 0.0) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.close(last, grace)
            self.log = process.log

    def _asked(self, seat: Seat) -> Order:
        begun = time.monotonic()
        process, clock = self._process, self.clock
        if process is None:
            clock += self.start
            process = self._process = LineProcess(self.command, environment())
            process.tell(self._hello(seat), begun + clock, ANSWER)
        if process.unread:
            raise PipeError("it spoke without being asked")
        deadline = begun + clock
        question = _encode(Decide(seat.view, seat.legal.decision, seat.legal, round(clock, 3)))
        violations: list[Violation] = []
        for left in range(TRIES - 1, -1, -1):
            answer = _read(process.ask(question, deadline, ANSWER))
            order = msgspec.structs.replace(answer.order, decision=answer.order.decision or seat.legal.decision.id)
            violations = violations_of(seat, order)
            if not violations:
                self.remark = answer.remark[:REMARK]
                return order
            question = _encode(Illegal(violations, left, round(max(deadline - time.monotonic(), 0.0), 3)))
        raise PipeError(f"{TRIES} illegal orders for one decision, the last: {violations[0]}")

    def _hello(self, seat: Seat) -> bytes:
        game, scenario = seat.game, seat.view.scenario
        seed = int.from_bytes(hashlib.sha256(f"hulldown external bot\n{self.seed}".encode()).digest()[:6], "big")
        board, tables = _ground(seat)
        return _encode(
            Hello(PROTOCOL, game.name, game.version(scenario), scenario, seat.side, game.sides, seed, self.clock,
                  msgspec.Raw(board), msgspec.Raw(tables))
        )  # fmt: skip


def violations_of(seat: Seat, order: Order) -> list[Violation]:
    """Why an order cannot be given, also where no rule of the game is asked: another decision, hexes off the map."""
    decision = seat.legal.decision
    if order.decision != decision.id:
        return [Violation(decision.rule, f"the order answers {order.decision[:80]!r}, asked is {decision.id!r}")]
    if order.kind != decision.kind:
        return [Violation(decision.rule, f"the order is of kind {order.kind[:80]!r}, asked is {decision.kind!r}")]
    return strays(order, seat.board, decision.rule) or seat.check(order)


def environment() -> dict[str, str]:
    """The variables a bot's process gets: ours without those that may hold a secret."""
    return {name: value for name, value in os.environ.items() if not name.upper().startswith(_PRIVATE)}


def summary_of(board: Board) -> BoardSummary:
    """A board as bots are told of it."""
    return BoardSummary(
        board.name, board.size, board.offsets,
        {cell: board.labels[cell] for cell in board.cells},
        {cell: board.terrain[cell] for cell in board.cells},
        {cell: board.elevation[cell] for cell in board.cells},
        [(*key, feature.terrain, feature.down) for key, feature in sorted(board.sides.items())],
        {kind: sorted(keys) for kind, keys in board.lines.items()},
        board.edges,
        {name: sorted(cells) for name, cells in board.regions.items()},
    )  # fmt: skip


def _ground(seat: Seat) -> tuple[bytes, bytes]:
    """Board and tables as JSON; all seats of a scenario have the same."""
    scenario = seat.view.scenario
    key = (seat.game.name, seat.game.version(scenario), scenario)
    known = _grounds.get(key)
    if known is None:
        tables: dict[str, Any] = {name: list(table) for name, table in seat.tables.items()}
        known = _encode(summary_of(seat.board)), _encode(tables)
        if len(_grounds) >= GROUNDS:
            _grounds.clear()
        _grounds[key] = known
    return known


def _read(line: bytes) -> Answer:
    try:
        return _answer.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise PipeError(f"its answer cannot be read: {error}") from None
