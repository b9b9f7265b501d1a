"""Different plots for one position: the plain one first, none made before it is asked for, none twice."""

from __future__ import annotations

from random import Random

from hulldown.bots.alternatives import PLAIN, Leanings, Style, plots
from hulldown.bots.brains import Pool, Temper
from hulldown.bots.seat import Seat, seat_of
from hulldown.bots.words import main_fire
from hulldown.core.orders import Order, Task
from hulldown.games import load_game

LEANINGS = Leanings(
    ((Temper(), Style(move=-1.0)), (Temper(boldness=2.0), PLAIN), (Temper(boldness=2.0), Style(fire=1.0))),
    "fire",
    between=0.1,
    after=0.1,
)  # fmt: skip


class Base:
    """Writes down what it is asked for; its plots differ by style and noise."""

    def __init__(self, boldness: float, made: list[tuple[float, float, Style]]) -> None:
        self.boldness = boldness
        self.made = made

    def plotted(self, rng: Random, noise: float, style: Style) -> Order:
        self.made.append((self.boldness, noise, style))
        return Order("plot", (Task("A1", "fire", (7,), choice=f"{self.boldness} {noise} {style}"),))

    def open_tasks(self) -> Pool:
        return {"A1": [None]}


def kept(seat: Seat, order: Order, rng: Random) -> Order:
    return order


def at_table() -> Seat:
    game = load_game("tank")
    state = game.setup(game.scenarios()[0].id, {}, "s")
    return seat_of(game, state, next(iter(game.pending(state))))


def test_plots_are_made_one_by_one_with_one_base_for_each_boldness() -> None:
    made: list[tuple[float, float, Style]] = []
    bases: list[float] = []

    def based(boldness: float) -> Base:
        bases.append(boldness)
        return Base(boldness, made)

    pool: Pool = {}
    found = plots(at_table(), Random(1), 6, pool, based, kept, LEANINGS)
    first = next(found)
    assert (made, pool) == ([(1.0, 0.0, PLAIN)], {})
    second = next(found)
    assert first != second
    assert pool == {"A1": [None]}
    assert made[1:] == [(1.0, 0.0, Style(focus=7))], "the hex that most fire goes to; nothing else was made yet"
    rest = list(found)
    assert len({str(order.tasks) for order in (first, second, *rest)}) == 6
    assert bases == [1.0, 2.0]


def test_one_plot_is_the_plain_one() -> None:
    made: list[tuple[float, float, Style]] = []
    pool: Pool = {}
    assert len(list(plots(at_table(), Random(1), 1, pool, lambda bold: Base(bold, made), kept, LEANINGS))) == 1
    assert len(made) == 1


def test_words_name_the_hex_that_most_fire_goes_to() -> None:
    seat = at_table()
    cell = seat.board.cells[3]
    aimed = [Task(name, "fire", (cell,)) for name in ("A1", "A2")]
    assert main_fire(seat, Order("plot", tuple(aimed)), "fire") == f" Most fire goes to {seat.board.labels[cell]} (2)."
    assert main_fire(seat, Order("plot", tuple(aimed[:1])), "fire") == ""
    assert main_fire(seat, Order("plot", tuple(aimed)), "move") == ""
