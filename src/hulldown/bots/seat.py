"""A seat: all that a bot may ask for, and nothing more.

The state stays in the closures that `seat_of` makes, so a bot is written against what its side knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hulldown.core.board import Board
from hulldown.core.decisions import Legal
from hulldown.core.game import AnyGame, State, View
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.paths import CostTable


class Seat:
    """One side in one position. View and legal orders are made when first asked for."""

    __slots__ = ("_legal", "_make_legal", "_make_view", "_view", "board", "check", "game", "side", "tables")

    def __init__(
        self,
        game: AnyGame,
        side: Side,
        board: Board,
        tables: Mapping[str, CostTable],
        view: Callable[[], View],
        legal: Callable[[], Legal],
        check: Callable[[Order], list[Violation]],
    ) -> None:
        self.game = game
        """The rules, which hold no position: good for `sample(view, rng)` and for trying orders out in such a world."""
        self.side = side
        self.board = board
        self.tables = tables
        self.check = check
        """Why an order is not legal, as the side itself may know it; empty when it is."""
        self._make_view = view
        self._make_legal = legal
        self._view: View | None = None
        self._legal: Legal | None = None

    @property
    def view(self) -> View:
        """What the side knows."""
        if self._view is None:
            self._view = self._make_view()
        return self._view

    @property
    def legal(self) -> Legal:
        """What the side may answer to the decision it owes."""
        if self._legal is None:
            self._legal = self._make_legal()
        return self._legal


def seat_of(game: AnyGame, state: State, side: Side) -> Seat:
    """The seat of a side in a position."""
    scenario = state.scenario
    return Seat(
        game,
        side,
        game.board(scenario),
        game.cost_tables(scenario),
        lambda: game.view(state, side),
        lambda: game.legal(state, side),
        lambda order: game.check(state, side, order),
    )
