"""A game in the terminal: asks each side in its turn, keeps the record, shows each side only what it may know."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path

from hulldown.bots import Bot, ForfeitError, end_bot
from hulldown.bots.seat import Trial
from hulldown.cli.files import write_text
from hulldown.cli.records import RecordFile
from hulldown.cli.terminal.input import Source
from hulldown.cli.terminal.prompt import QUIT, RESIGN, UNDO, Prompt
from hulldown.cli.terminal.reporter import Reporter
from hulldown.cli.terminal.screen import side_named
from hulldown.core.ending import RESIGNED
from hulldown.core.errors import HulldownError
from hulldown.core.game import Outcome, Step
from hulldown.core.orders import Order, Side
from hulldown.core.record import text_of
from hulldown.core.session import Session
from hulldown.lab.play import forfeited


class GameLoop:
    """Plays one game. Sides without a bot are asked through the source of lines."""

    def __init__(
        self, session: Session, bots: Mapping[Side, Bot], source: Source, reporter: Reporter, file: RecordFile | None
    ) -> None:
        self.session = session
        self.bots = bots
        self.source = source
        self.reporter = reporter
        self.file = file
        self.people = [side for side in session.game.sides if side not in bots]
        self._looked: Side | None = None
        self._seen: dict[Side | None, int] = {side: len(session.events(side)) for side in (*session.game.sides, None)}
        self._wanted: Side | None = None
        self._forfeit: Outcome | None = None

    def run(self) -> bool:
        """Plays the game; returns whether it came to its end. The record is closed either way."""
        try:
            while self.session.outcome is None:
                if not self._next():
                    break
        except KeyboardInterrupt:
            self.reporter.noted("interrupted")
        except BaseException:
            # All accepted orders are on disk; the secret is added if that is still possible.
            if self.file is not None:
                with contextlib.suppress(OSError, ValueError):
                    self._close()
                self.file.release()
            raise
        finally:
            for bot in self.bots.values():
                end_bot(bot, self.session.outcome or self._forfeit)
        outcome = self.session.outcome or self._forfeit
        if outcome is not None:
            self._tell(self.people[0] if len(self.people) == 1 else None)
        self._close()
        self.reporter.ended(outcome, self.session.state.turn, str(self.file.path) if self.file is not None else "")
        return outcome is not None

    def _close(self) -> None:
        if self.file is not None:
            self.file.close(self.session)

    def _next(self) -> bool:
        """Whether the game goes on after one more decision."""
        game, state = self.session.game, self.session.state
        pending = game.pending(state)
        if not pending:
            raise HulldownError("dead end: the game is not over, yet nobody owes a decision")
        # Bots first: a person is then the last to be waited for, and never waits himself.
        bot_side = next((side for side in pending if side in self.bots), None)
        if bot_side is not None:
            return self._ask_bot(bot_side)
        side = self._wanted if self._wanted in pending else next(iter(pending))
        assert side is not None
        self._wanted = None
        legal = game.legal(state, side)
        if legal.idle is not None and not legal.units and not legal.choices:
            # Nothing can be ordered or chosen: the only answer is given without asking.
            self._submit(side, legal.idle)
            return True
        return self._ask(side)

    def _ask_bot(self, side: Side) -> bool:
        """Whether the game goes on after a bot's decision."""
        game, state = self.session.game, self.session.state
        try:
            trial = Trial(game, state, side)
            order = self.bots[side].decide(trial.seat())
        except ForfeitError as error:
            self._forfeit = forfeited(game, side, str(error))
            return False
        self._submit(side, order, trial.step(order))
        if not self.people:
            self._tell(None)
        return True

    def _submit(self, side: Side, order: Order, step: Step | None = None) -> None:
        self.session.submit(side, order, step)
        self._keep()

    def _ask(self, side: Side) -> bool:
        if len(self.people) > 1 and self._looked != side:
            self.reporter.cover(side)
            if self.source.watched:
                self.source.forget()
                line = self.source.next(side, f"{side}, press Enter when you are alone > ")
                if line is None or line.text.casefold() == "quit":
                    return False
        self._looked = side
        self._tell(side)
        view = self.session.view(side)
        assert view.decision is not None
        self.reporter.asked(view, view.decision)
        answer = Prompt(self.session, side, self.source, self.reporter, self).ask()
        if answer.command == QUIT:
            return False
        if answer.command == UNDO:
            self._undo(answer.side)
            return True
        if answer.command == RESIGN:
            self.session.end(RESIGNED, answer.side)
            return True
        assert answer.order is not None
        self._submit(side, answer.order)
        return True

    def undoable(self, name: str) -> Side:
        """The side of this name, if it can take its last order back; raises HulldownError if not."""
        side = side_named(self.session.game, name)
        if side in self.bots:
            raise HulldownError(f"{side} is played by a bot")
        if not self.session.can_undo(side):
            raise HulldownError(
                f"{side} cannot undo: dice were rolled, something was shown or the game went on since its last order"
            )
        return side

    def _undo(self, side: Side) -> None:
        self.session.undo(side)
        self._seen = {who: min(count, len(self.session.events(who))) for who, count in self._seen.items()}
        self._keep()
        self._wanted = side

    def _keep(self) -> None:
        if self.file is not None:
            self.file.keep(self.session)

    def save(self, name: str) -> str:
        """What was saved where; with a name a copy of the record that can be resumed on its own."""
        if name:
            path = Path(name)
            write_text(path, text_of(self.session.record()))
            return f"saved a copy in {path}"
        if self.file is None:
            raise HulldownError("no --record was given", hint="save F writes the game so far into F")
        return f"saved: every order is in {self.file.path} as soon as it is given"

    def _tell(self, side: Side | None) -> None:
        """Shows a side what has happened since it last looked."""
        self.reporter.happened(side, self.session.events(side, self._seen[side]))
        self._seen[side] = len(self.session.events(side))
