"""Secrets: what a side cannot know changes no byte of what it is given, in any game, scenario or position.

Three proofs. Sampling: a state drawn anew from a side's view (other hidden units, plots and dice) gives that side the
very same view, legal orders and refusals. Sealed orders: whatever the others have submitted, nothing changes before the
reveal. Twins: two games in which the others deploy and play differently look the same as long as the log does.
Besides, whole games are searched for the names, types and places of units that are hidden at the time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from hulldown.bots.seat import seat_of
from hulldown.core.errors import HulldownError
from hulldown.core.events import Event, for_side
from hulldown.core.game import AnyGame, Piece
from hulldown.core.orders import Side
from support.games import Moment, Playthrough, bots_of, encoded, every_scenario, moments_of, played
from support.probes import answers, legal_order, probes

STYLES = ("attack", "fight")
POSITIONS = 14


class Given(NamedTuple):
    """All that a side is given in a position."""

    view: bytes
    legal: bytes
    answers: bytes
    parse: str


def parse_answer(game: AnyGame, state: Any, side: Side, text: str) -> str:
    try:
        return repr(game.parse(state, side, text))
    except HulldownError as error:
        return f"{type(error).__name__} {error} {error.hint}"


def given(game: AnyGame, state: Any, side: Side, orders: list[Any], texts: list[str]) -> Given:
    """What a side is given; legal orders and answers only when it owes a decision."""
    if side not in game.pending(state):
        return Given(encoded(game.view(state, side)), b"", b"", "")
    return Given(
        encoded(game.view(state, side)),
        encoded(game.legal(state, side)),
        answers(game, state, side, orders),
        "\n".join(parse_answer(game, state, side, text) for text in texts),
    )


def texts_for(game: AnyGame, state: Any, side: Side) -> list[str]:
    """Notation to try: a legal order, and every unit of the others told to go somewhere."""
    own = legal_order(game, state, side, "text")
    foreign = [piece.id for other in game.sides if other != side for piece in game.view(state, other).pieces]
    board = game.board(state.scenario)
    words = [f"{name} MV A A" for name in foreign[:6]]
    words += [f"{name} MV {board.labels[board.cells[0]]} B" for name in foreign[:3]]
    return [game.write(state, own), *words, "nonsense", ""]


def assert_same(one: Given, two: Given, where: str) -> None:
    for name, mine, other in zip(Given._fields, one, two, strict=True):
        assert mine == other, f"{where}: {name} differs"


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_a_state_sampled_from_a_view_gives_that_view_again(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    for moment in play.spread(POSITIONS):
        for side in game.sides:
            state = moment.state
            rng = Random(f"{scenario} {state.turn} {side}")
            asked = side in game.pending(state)
            orders = probes(game, state, side, rng) if asked else []
            texts = texts_for(game, state, side) if asked else []
            before = encoded(state)
            mine = given(game, state, side, orders, texts)
            assert encoded(state) == before, "looking changed the state"
            view = game.view(state, side)
            for _ in range(3):
                # From the view as it would come over a wire: nothing can be smuggled in.
                drawn = game.sample(msgspec.json.decode(mine.view, type=type(view)), rng)
                where = f"{scenario}, turn {state.turn}, {moment.order.kind}, {side}"
                assert_same(mine, given(game, drawn, side, orders, texts), where)
                assert drawn.seed != state.seed


@every_scenario
def test_samples_differ_in_what_is_hidden(name: str, scenario: str) -> None:
    """Sampling would prove nothing if it could only give back one state."""
    play = played(name, scenario, "attack")
    moment = play.spread(POSITIONS)[2]
    for side in play.game.sides:
        view = play.game.view(moment.state, side)
        drawn = {encoded(play.game.sample(view, Random(number))) for number in range(4)}
        assert len(drawn) == 4


@every_scenario
def test_sampled_states_can_be_played_to_the_end(name: str, scenario: str) -> None:
    game = played(name, scenario, "attack").game
    for style in STYLES:
        moments = played(name, scenario, style).moments
        for number, index in enumerate((len(moments) // 5, len(moments) // 2, 4 * len(moments) // 5)):
            side = game.sides[number % len(game.sides)]
            start = game.sample(game.view(moments[index].state, side), Random(f"{scenario} {index}"))
            last = None
            for last in moments_of(game, start, bots_of(game, f"{scenario} {index}", "random")):
                assert game.pending(last.state)
            assert last is None or game.outcome(last.step.state) is not None


def rivals(game: AnyGame, state: Any, side: Side) -> list[Side]:
    """The other sides that owe a decision at the same time."""
    return [other for other in game.pending(state) if other != side]


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_sealed_orders_of_others_change_nothing_before_the_reveal(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    compared = 0
    for moment in play.spread(3 * POSITIONS):
        state = moment.state
        for side in game.pending(state):
            for rival in rivals(game, state, side):
                rng = Random(f"{scenario} {state.turn} {side}")
                orders, texts = probes(game, state, side, rng, 6), texts_for(game, state, side)
                branches = [
                    game.apply(state, rival, legal_order(game, state, rival, f"branch {number}")) for number in range(2)
                ]
                seen = [given(game, step.state, side, orders, texts) for step in branches]
                told = [encoded(for_side(step.events, side)) for step in branches]
                where = f"{scenario}, turn {state.turn}, {side} while {rival} has answered"
                assert_same(seen[0], seen[1], where)
                assert told[0] == told[1] == b"[]", where
                assert not any(step.rolls for step in branches), where
                # And after the reveal: as long as the same was told, the same is seen.
                mine = legal_order(game, state, side, "mine")
                ends = [game.apply(step.state, side, mine) for step in branches]
                if encoded(for_side(ends[0].events, side)) == encoded(for_side(ends[1].events, side)):
                    views = [encoded(game.view(step.state, side)) for step in ends]
                    assert views[0] == views[1], f"{where}: the same log, but another view"
                compared += 1
    assert compared > 0 or all(len(game.pending(moment.state)) == 1 for moment in play.moments)


def stream(play: Iterable[Moment], game: AnyGame, side: Side) -> Iterator[tuple[bytes, bytes, bytes]]:
    """At each decision of a side: its log so far, its view and its legal orders."""
    log: list[Event] = []
    for moment in play:
        if moment.side == side:
            state = moment.state
            yield encoded(log), encoded(game.view(state, side)), encoded(game.legal(state, side))
        log += for_side(moment.step.events, side)


@every_scenario
@pytest.mark.parametrize("dice", ["same dice", "other dice"])
def test_games_that_read_the_same_look_the_same(name: str, scenario: str, dice: str) -> None:
    """Two games in which the others deploy and plot differently, and chance falls otherwise; the player is the same."""
    game = played(name, scenario, "attack").game
    compared = 0
    for side in game.sides:
        seats = [bots_of(game, f"twin {number}", "attack") for number in range(2)]
        own = bots_of(game, "own", "attack")[side]
        seeds = ("twin", "twin" if dice == "same dice" else "other")
        streams = [
            stream(moments_of(game, game.setup(scenario, {}, seeds[n]), {**seats[n], side: own}), game, side)
            for n in range(2)
        ]
        for one, two in zip(*streams, strict=False):
            if one[0] != two[0]:
                break
            assert one[1:] == two[1:], f"{scenario}, {side}: the same log, but not the same view"
            compared += 1
    assert compared > 0 or dice == "other dice"


class Secrets(NamedTuple):
    """What a side must not be told now: names and types it has not identified, hexes of units it cannot see."""

    names: set[str]
    types: set[str]
    cells: set[int]


def own_pieces(game: AnyGame, state: Any) -> dict[Side, tuple[Piece, ...]]:
    return {side: tuple(p for p in game.view(state, side).pieces if p.side == side) for side in game.sides}


def secrets_of(pieces: dict[Side, tuple[Piece, ...]], seen: tuple[Piece, ...], side: Side | None) -> Secrets:
    known = {piece.id for piece in seen if not piece.face_down}
    shown = {piece.cell for piece in seen if piece.side != side}
    others = [piece for owner, own in pieces.items() if owner != side for piece in own]
    return Secrets(
        {piece.id for piece in others if piece.id not in known},
        {piece.type for piece in others if piece.id not in known and piece.type},
        {piece.cell for piece in others if piece.cell not in shown},
    )


WORD = re.compile(r"[\w?/.+-]+")


def words_of(text: str) -> set[str]:
    return set(WORD.findall(text))


def walked(value: object) -> Iterator[object]:
    """Every string and number inside a value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from walked(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from walked(inner)
    else:
        yield value


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_nothing_hidden_is_named_in_a_whole_game(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    for side in (*play.game.sides, None):
        _search(play, side)


def _search(play: Playthrough, side: Side | None) -> None:
    """Looks through all that a side (None: an onlooker) is given, step by step, for what is hidden at that step."""
    game = play.game
    board = game.board(play.scenario)
    told: set[str] = set()
    """Every word the side has been told so far."""
    public_types: set[str] = set()
    own_cells: set[int] = set()
    """The places of the side's own pieces and orders so far, which it may be reminded of."""
    before: dict[Side, tuple[Piece, ...]] = {}
    for moment in play.moments:
        state = moment.step.state
        seen = game.view(state, side)
        pieces = own_pieces(game, state)
        own_cells |= {piece.cell for piece in pieces.get(side or "", ())}
        if moment.side == side:
            own_cells |= {cell for task in moment.order.tasks for cell in task.cells}
        # The type of a unit that was seen, or that is gone from the map, is no secret any more.
        public_types |= {piece.type for piece in seen.pieces}
        left = {p.id for own in pieces.values() for p in own}
        public_types |= {p.type for own in before.values() for p in own if p.id not in left}
        public_types |= {str(event.data.get("type")) for event in for_side(moment.step.events, None)}
        before = pieces
        secret = secrets_of(pieces, seen.pieces, side)
        events = for_side(moment.step.events, side)
        told |= {word for event in events for value in event.data.values() for word in words_of(str(value))}
        told |= {word for event in events for word in words_of(game.describe(event))}
        view = msgspec.to_builtins(seen)
        in_view = {word for item in walked(view) if isinstance(item, str) for word in words_of(item)}
        if side is not None and side in game.pending(state):
            legal = msgspec.to_builtins(game.legal(state, side))
            in_view |= {word for item in walked(legal) if isinstance(item, str) for word in words_of(item)}
            illegal = [str(violation) for order in probes(game, state, side, Random(state.turn), 2)[2:]
                       for violation in game.check(state, side, order)
                       if not {task.unit for task in order.tasks} & secret.names
                       and not {name for task in order.tasks for name in task.targets} & secret.names]  # fmt: skip
            in_view |= {word for text in illegal for word in words_of(text)} - {
                board.labels[cell] for cell in secret.cells
            }
        where = f"{play.scenario}, turn {state.turn}, {side or 'an onlooker'}"
        assert not secret.names & in_view, f"{where}: {secret.names & in_view} is in the view"
        assert not secret.names & told, f"{where}: {secret.names & told} has been told"
        assert not (secret.types - public_types) & in_view, f"{where}: {secret.types - public_types} is in the view"
        assert not (secret.types - public_types) & told, f"{where}: {secret.types - public_types} has been told"
        _search_places(game, play.scenario, side, seen, events, secret.cells - own_cells, where)


def _search_places(
    game: AnyGame, scenario: str, side: Side | None, seen: Any, events: list[Event], hidden: set[int], where: str
) -> None:
    board = game.board(scenario)
    shown = {piece.cell for piece in seen.pieces} | {marker.cell for marker in seen.markers if marker.kind == "wreck"}
    labels = {board.labels[cell] for cell in hidden}
    said = {word for event in events for value in event.data.values() for word in words_of(str(value))}
    said |= {word for event in events for word in words_of(game.describe(event))}
    assert not labels & said, f"{where}: {labels & said} is told, where something is hidden"
    assert not hidden & {piece.cell for piece in seen.pieces}, where
    markers = {marker.cell for marker in seen.markers} - shown
    assert not hidden & markers, f"{where}: a marker shows where something is hidden"


@every_scenario
def test_the_seed_is_in_nothing_that_is_given(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    game = play.game
    seed = play.moments[0].state.seed.encode()
    assert seed in encoded(play.moments[0].state)
    for moment in play.spread(3 * POSITIONS):
        for side in (*game.sides, None):
            assert seed not in encoded(game.view(moment.step.state, side))
        for side in game.pending(moment.state):
            assert seed not in encoded(game.legal(moment.state, side))
        assert seed not in encoded(moment.step.events)


@every_scenario
def test_a_seat_gives_a_bot_no_way_to_the_state(name: str, scenario: str) -> None:
    """A bot sees its seat; none of the seat's public attributes is or holds a state."""
    play = played(name, scenario, "random")
    moment = play.moments[0]
    seat = seat_of(play.game, moment.state, moment.side)
    public = [getattr(seat, key) for key in dir(seat) if not key.startswith("_")]
    assert not any(isinstance(value, play.game.state_type) for value in public)
