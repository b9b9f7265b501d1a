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
from hulldown.core.face import verbs_of
from hulldown.core.game import AnyGame, Piece
from hulldown.core.orders import Side
from hulldown.games import load_game
from support.games import DUEL, Moment, Playthrough, bots_of, encoded, every_game, every_scenario, moments_of, played
from support.probes import answers, legal_order, probes

STYLES = ("attack", "fight")
POSITIONS = 10


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
    kinds = {option.kind for unit in game.legal(state, side).units for option in unit.options} or {"go"}
    words = [f"{name} {kind} A A" for name in foreign[:6] for kind in sorted(kinds)]
    words += [f"{name} {kind} {board.labels[board.cells[0]]} B" for name in foreign[:3] for kind in sorted(kinds)]
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
@pytest.mark.parametrize("style", [*STYLES, DUEL])
def test_a_state_sampled_just_after_a_loss_gives_its_view_again(name: str, scenario: str, style: str) -> None:
    """What is under way may still speak of what is gone. Such positions are few, so all of them are looked at."""
    play = played(name, scenario, style)
    game = play.game
    for moment in play.moments:
        after = moment.step.state
        if len(game.view(after, None).pieces) >= len(game.view(moment.state, None).pieces):
            continue
        for side in game.sides:
            view = game.view(after, side)
            drawn = game.sample(view, Random(f"{scenario} {after.turn} {side}"))
            assert encoded(game.view(drawn, side)) == encoded(view), f"{scenario}, turn {after.turn}, {side}"


@every_scenario
def test_views_and_questions_are_equal_where_their_json_is(name: str, scenario: str) -> None:
    """A server compares them to see whether anything has happened for a viewer. That must not depend on anything that
    stands in no JSON, and must miss nothing that does."""
    play = played(name, scenario, "attack")
    game = play.game
    for moment in play.spread(POSITIONS):
        for side in game.sides:
            drawn = game.sample(game.view(moment.state, side), Random(f"{scenario} {side}"))
            shown = [_shown(game, state, side) for state in (moment.state, drawn, moment.step.state)]
            for other in shown[1:]:
                same = [_sorted(one) == _sorted(two) for one, two in zip(shown[0], other, strict=True)]
                assert [one == two for one, two in zip(shown[0], other, strict=True)] == same, (moment.order, side)


def _sorted(value: object) -> bytes:
    """JSON in which the order of names means nothing."""
    return msgspec.json.encode(msgspec.to_builtins(value, str_keys=True), order="deterministic")


def _shown(game: AnyGame, state: Any, side: Side) -> tuple[Any, Any, Any]:
    """The view of a side, that of an onlooker, and what the side is asked."""
    asked = game.legal(state, side) if side in game.pending(state) else None
    return game.view(state, side), game.view(state, None), asked


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
    for moment in play.spread(2 * POSITIONS):
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
NUMBER = re.compile(r"(?<=[:,\[])\d+")
"""A number in JSON that is no part of a text."""


def words_of(text: str) -> set[str]:
    return set(WORD.findall(text))


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_nothing_hidden_is_named_in_a_whole_game(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    watchers = [Watcher(play, side) for side in (*game.sides, None)]
    for number, moment in enumerate(play.moments):
        pieces = own_pieces(game, moment.step.state)
        for watcher in watchers:
            watcher.look(moment, pieces, thorough=number % 4 == 0)


@every_game
def test_nothing_hidden_is_named_where_greedy_bots_fight(name: str) -> None:
    game = load_game(name)
    for info in game.scenarios()[:3]:
        play = played(name, info.id, DUEL)
        watchers = [Watcher(play, side) for side in (*game.sides, None)]
        for number, moment in enumerate(play.moments):
            pieces = own_pieces(game, moment.step.state)
            for watcher in watchers:
                watcher.look(moment, pieces, thorough=number % 8 == 0)


class Watcher:
    """Goes through all that a side (None: an onlooker) is given, and looks in it for what is hidden at the time."""

    def __init__(self, play: Playthrough, side: Side | None) -> None:
        self.game = play.game
        self.board = play.game.board(play.scenario)
        self.side = side
        self.told: set[str] = set()
        """Every word the side has been told so far."""
        self.known: set[str] = set()
        """The units it has identified so far: what it was told of them then it may remember."""
        before = play.game.view(play.moments[0].state, side)
        self.places = {marker.cell for marker in before.markers}
        """The places that the map marked before anybody had set up, such as objectives."""
        self.types: set[str] = words_of(encoded(before).decode())
        """The types it knew before anybody had set up, has seen, or that are no secret because the unit is gone."""
        self.own: set[int] = set()
        """The places of its own pieces and orders so far, of which it may be reminded."""
        self.before: dict[Side, tuple[Piece, ...]] = {}
        self.watched: set[str] = set()
        """The pieces on its map so far; it sees where they go."""
        self.verbs = verbs_of(play.game.face(play.scenario))

    def look(self, moment: Moment, pieces: dict[Side, tuple[Piece, ...]], thorough: bool) -> None:
        """Looks at what one step gave; `thorough`: at the legal orders and refusals as well."""
        game, side, state = self.game, self.side, moment.step.state
        seen = game.view(state, side)
        self.own |= {piece.cell for piece in pieces.get(side or "", ())}
        if moment.side == side:
            self.own |= {cell for task in moment.order.tasks for cell in task.cells}
        left = {piece.id for own in pieces.values() for piece in own}
        self.types |= {piece.type for piece in seen.pieces}
        self.types |= {piece.type for own in self.before.values() for piece in own if piece.id not in left}
        self.types |= {str(event.data.get("type")) for event in for_side(moment.step.events, None)}
        self.before = pieces
        events = for_side(moment.step.events, side)
        self.told |= {word for event in events for word in self._words(event)}
        self.watched |= {piece.id for piece in seen.pieces}
        # One may come onto the map, be turned over and go again within a step.
        came = [event for event in events if self.verbs.get(event.kind) in ("appear", "show")]
        self.watched |= {str(name) for event in came for name in event.data.values()}
        # Smoke covers hexes whoever stands in them.
        plain = [event for event in events if not self._watches(event) and set(event.data) != {"hexes"}]
        said = {word for event in plain for word in self._words(event)}
        self.known |= {piece.id for piece in seen.pieces if not piece.face_down}
        # A unit may come into sight and go out of it again within one step.
        came = [event for event in events if self.verbs.get(event.kind) == "show"]
        self.known |= {str(event.data.get("unit")) for event in came}
        # Who sees vehicles sees who rides on them, and may remember it when they have got off.
        self.known |= {name for event in came for name in str(event.data.get("aboard", "")).split(", ")}
        secret = secrets_of(pieces, seen.pieces, side)
        text = encoded(seen).decode()
        # A type may be called by a number, such as 88: then only a text that names it tells.
        types = {one for one in secret.types - self.types if not one.isdigit() or f'"{one}"' in text}
        shown = words_of(text)
        if thorough and side is not None and side in game.pending(state):
            shown |= self._answers(state, secret)
        where = f"{state.scenario}, turn {state.turn}, {side or 'an onlooker'}"
        assert not secret.names & shown, f"{where}: {secret.names & shown} is in the view"
        unknown = secret.names - self.known
        assert not unknown & self.told, f"{where}: {unknown & self.told} has been told"
        assert not types & shown, f"{where}: {types & shown} is in the view"
        assert not types & self.told, f"{where}: {types & self.told} has been told"
        hidden = secret.cells - self.own
        labels = {self.board.labels[cell] for cell in hidden}
        assert not labels & said, f"{where}: {labels & said} is told, where something is hidden"
        assert not hidden & {piece.cell for piece in seen.pieces}, f"{where}: a piece stands where something is hidden"
        marked = {marker.cell for marker in seen.markers if marker.side} - self.places
        assert not hidden & marked, f"{where}: a marker shows where something is hidden"
        numbers = {int(number) for number in NUMBER.findall(text)} - {marker.cell for marker in seen.markers}
        assert not {cell for cell in hidden & numbers if cell > SMALL}, f"{where}: {hidden & numbers} is in the view"

    def _words(self, event: Event) -> set[str]:
        values = {word for value in event.data.values() for word in words_of(str(value))}
        return values | words_of(self.game.describe(event))

    def _watches(self, event: Event) -> bool:
        """Whether a piece that it sees moves or goes, perhaps from a hex in which it does not see another one."""
        told = self.verbs.get(event.kind) in ("move", "leave")
        return told and any(str(name) in self.watched for name in event.data.values())

    def _answers(self, state: Any, secret: Secrets) -> set[str]:
        """The words of the legal orders and of refusals, but for names and hexes that the order itself has named."""
        game, side = self.game, self.side
        assert side is not None
        words = words_of(encoded(game.legal(state, side)).decode())
        for order in probes(game, state, side, Random(state.turn), 2)[2:]:
            named = {task.unit for task in order.tasks} | {name for task in order.tasks for name in task.targets}
            if not named & secret.names:
                words |= {word for violation in game.check(state, side, order) for word in words_of(str(violation))}
        return words


SMALL = 100
"""Numbers up to this are costs, turns and counts; a cell among them is not told apart from those."""


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
