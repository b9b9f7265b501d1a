"""A seat: all that a bot may ask for, and nothing more.

The state stays in the closures that `seat_of` makes, so a bot is written against what its side knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hulldown.core.board import Board
from hulldown.core.decisions import Legal
from hulldown.core.game import AnyGame, State, Step, View
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.paths import CostTable


class Seat:
    """One side in one position. View and legal orders are made when first asked for."""

    __slots__ = ("_legal", "_make_legal", "_make_view", "_view", "board", "check", "game", "offer", "side", "tables")

    def __init__(
        self,
        game: AnyGame,
        side: Side,
        board: Board,
        tables: Mapping[str, CostTable],
        view: Callable[[], View],
        legal: Callable[[], Legal],
        check: Callable[[Order], list[Violation]],
        offer: Callable[[Order], list[Violation]] | None = None,
    ) -> None:
        self.game = game
        """The rules, which hold no position: good for `sample(view, rng)` and for trying orders out in such a world."""
        self.side = side
        self.board = board
        self.tables = tables
        self.check = check
        """Why an order is not legal, as the side itself may know it; empty when it is."""
        self.offer = check if offer is None else offer
        """The same for the order that the bot means to give: if it is legal, it is carried out in the same stroke."""
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


class Trial:
    """A position in which a side must decide, for whoever plays on with the order that a bot gives there.

    Most bots have an order judged before they give it. One that was offered and found legal has been carried out by
    then: `step` does not do it a second time. The bot sees nothing of that.
    """

    __slots__ = ("_step", "game", "offered", "side", "state")

    def __init__(self, game: AnyGame, state: State, side: Side) -> None:
        self.game = game
        self.state = state
        self.side = side
        self.offered: Order | None = None
        """The last order that the bot offered."""
        self._step: Step | None = None

    def seat(self) -> Seat:
        """The seat to decide from."""
        return seat_of(self.game, self.state, self.side, self.offer)

    def offer(self, order: Order) -> list[Violation]:
        """Why the order is not legal; if it is, what it leads to is kept."""
        self.offered = order
        self._step = None
        found = self.game.attempt(self.state, self.side, order)
        if isinstance(found, Step):
            self._step = found
            return []
        return found

    def step(self, order: Order) -> Step:
        """What the order leads to; raises IllegalOrderError."""
        if self._step is not None and order is self.offered:
            return self._step
        return self.game.apply(self.state, self.side, order)


def seat_of(game: AnyGame, state: State, side: Side, offer: Callable[[Order], list[Violation]] | None = None) -> Seat:
    """The seat of a side in a position."""
    scenario = state.scenario
    return Seat(
        game,
        side,
        game.board(scenario),
        game.cost_tables(scenario, state.options),
        lambda: game.view(state, side),
        lambda: game.legal(state, side),
        lambda order: game.check(state, side, order),
        offer,
    )
