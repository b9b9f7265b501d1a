"""Every lesson: its position is made by legal orders, its steps speak of what is there, and its story can happen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.events import Event
from hulldown.core.face import Face
from hulldown.core.game import AnyGame, State
from hulldown.core.orders import Order
from hulldown.core.paths import reach, way_to
from hulldown.core.tutorial import Lesson, read_lesson, staged
from hulldown.games import lessons, load_game, load_lesson

LESSONS = tuple(lessons())
TAUGHT = {
    "tank/basics": (
        ("plot", "column MV 3014 2915"), ("stop", "continue"), ("stop", "continue"), ("face", "A1 E"),
        ("plot", "A1 DF 2516"), ("face", ""), ("plot", "A1 OF 2516"), ("face", ""),
    ),
    "panzer/basics": (
        ("command", "G1 FIRE\nG2 OW\nG3 MOVE"), ("fire", "G1 FIRE S1"), ("move", "G3 MOVE 1718 1817"),
        ("overwatch", "G2 OW S2"),
    ),
    "panzer/infantry": (
        ("command", "G2 FIRE with G3\nG7 OW"), ("initiative", "first"), ("indirect", "end fire"),
        ("fire", "G2 FIRE S3\nG3 FIRE S3"), ("overwatch", "G7 OW S11"), ("overwatch", "pass step"),
        ("adjust", "G5 COVER\nG6 COVER"),
    ),
    "panzer/missions": (
        ("command", "S2 OW"), ("initiative", "first"), ("indirect", "S2 CALL 1917 GP closed by SB1"),
        ("indirect", "end fire"), ("adjust", ""),
        ("command", "S2 OW"), ("initiative", "first"), ("indirect", "S2 CORRECT 2017 GP closed"),
        ("indirect", "end fire"), ("adjust", ""),
        ("command", "S2 OW"), ("initiative", "first"), ("indirect", "S2 SUSTAIN Smoke"),
    ),
    "tank/platoons": (
        ("plot", "A1 DF 4320\nA2 DF 4320\nbn1 AF 4319 8"), ("face", ""), ("leaders", ""),
        ("plot", "P1 MV 5119 5019 4919 line"),
    ),
    "kampfpanzer/basics": (
        ("plot", "1 N 1006\n2 N 1006"), ("combine", "1 1\n2 1"), ("plot", "3 A1 S1 A1\n11 P 0908"),
    ),
    "panzer_battles/basics": (
        ("command", "B42co OVERWATCH"), ("name", "next NAME G?4"), ("fire", "B421 FIRE main G221"),
        ("fire", "pass segment"), ("name", "any segment"), ("move", "done"),
    ),
}  # fmt: skip
"""What each lesson tells the pupil to order, in notation."""
SEEN = {
    "tank/basics": ("A1 fires at B1", "B2 fires at A1", "panics", "A1 fires at B2"),
    "panzer/basics": ("G1 at S1", "S2 at G3", "G2 at S2"),
    "panzer/infantry": (
        "G2 and G3 share Fire",
        "S3 is reduced to a half-squad",
        "G2 is suppressed",
        "G7 fires at S11 on overwatch",
        "G5 takes Full Cover",
        "Turn 2 of 10",
    ),
    "panzer/missions": (
        "SB1 is called on 1917, GP, Closed SHEAF: it responds",
        "G5 is reduced to a half-squad",
        "GP of SB1 comes down in 2017",
        "GP of SB2 comes down in 2015",
        "GP of SB3 comes down in 2019",
        "G14 (7.5cm PaK 40 ATG) is eliminated",
        "Smoke of SB1 comes down in 2017",
    ),
    "tank/platoons": (
        "bn1, high explosive, comes down on 4319",
        "A1 A2 fires at B13 in 4320",
        "B13 (US 57) is destroyed",
        "Smoke comes up",
        "A1 moves to 4919",
        "A4 moves to",
    ),
    "kampfpanzer/basics": ("at 106 in 1006", "106 (R35) is destroyed", "panics", "3 moves to 0811", "11 fires at 107"),
    "panzer_battles/basics": (
        "G?4 is named",
        "G221 (PzIII) is seen in 1016",
        "B421 fires main at G221",
        "15 points for the British",
        "G221 is suppressed",
        "The British pass",
    ),
}
"""What the pupil must have met by then."""


def game_of(lesson: Lesson) -> AnyGame:
    return load_game(lesson.scenario.partition("/")[0])


def position(game: AnyGame, lesson: Lesson) -> State:
    state: State | None = None
    for _, _, step, _ in staged(game, lesson):
        state = step.state
    assert state is not None
    return state


def played(lesson: Lesson, orders: Iterable[tuple[str, str]]) -> tuple[AnyGame, Any, list[Event]]:
    """The lesson with these orders of the pupil, each for the next question of its kind, as far as they last."""
    game, left = game_of(lesson), list(orders)
    state = position(game, lesson)
    other = next(side for side in game.sides if side != lesson.side)
    bot = make_bot(f"lesson:{lesson.id}", "a seed")
    events: list[Event] = []
    while pending := game.pending(state):
        if lesson.side in pending:
            side, decision = lesson.side, pending[lesson.side]
            found = next((one for one in left if one[0] == decision.kind), None)
            if found is None:
                break
            left.remove(found)
            idle = game.legal(state, side).idle or Order(decision.kind)
            order = game.parse(state, side, found[1]) if found[1] else idle
            order = Order(order.kind, order.tasks, order.choice, decision.id)
            assert game.check(state, side, order) == [], found
        else:
            side, order = other, bot.decide(seat_of(game, state, other))
        step = game.apply(state, side, order)
        state = step.state
        events += [event for event in step.events if not event.audience or lesson.side in event.audience]
    return game, state, events


@pytest.mark.parametrize("name", LESSONS)
def test_pupil_is_asked_at_the_staged_position(name: str) -> None:
    lesson = load_lesson(name)
    game = game_of(lesson)
    assert lesson.side in game.pending(position(game, lesson))
    assert set(LESSONS) == set(TAUGHT), "say here what a new lesson teaches"


@pytest.mark.parametrize("name", LESSONS)
def test_orders_that_are_taught_are_legal_and_lead_to_what_is_told(name: str) -> None:
    game, _, events = played(load_lesson(name), TAUGHT[name])
    told = [game.describe(event) for event in events]
    for text in SEEN[name]:
        assert any(text in line for line in told), text


@pytest.mark.parametrize("name", LESSONS)
def test_steps_speak_of_what_is_there(name: str) -> None:
    lesson = load_lesson(name)
    game = game_of(lesson)
    state = position(game, lesson)
    face, board = game.face(lesson.scenario), game.board(lesson.scenario)
    units = {piece.id for piece in game.view(state, lesson.side).pieces}
    tasks, events = {task.kind for task in face.tasks}, {event.kind for event in face.events}
    for step in lesson.steps:
        assert all(label in board.by_label for label in step.hexes), step.id
        assert set(step.units) <= units, step.id
        for condition in (*step.done, *(variant.when for variant in step.variants)):
            what, _, rest = condition.partition(":")
            kind, _, whom = rest.partition("@")
            if what in ("task", "offered"):
                assert kind in tasks, condition
            if what == "happened":
                assert kind in events, condition
                assert not whom or whom in game.sides, condition
        for called, key in re.findall(r"([A-Z][a-z]+(?: [a-z]+)?) \(([A-Z])\)", step.todo):
            assert (called, key.lower()) in {(task.name, task.key) for task in face.tasks} | {("Commit", "e")}, called


@pytest.mark.parametrize("name", LESSONS)
def test_lesson_says_nothing_against_the_legend(name: str) -> None:
    lesson = load_lesson(name)
    face = game_of(lesson).face(lesson.scenario)
    assert not _claims_of_roads(lesson) or _has_quick_roads(face), (
        "roads are praised, and the legend knows nothing of it"
    )
    assert not any("twice" in step.todo for step in lesson.steps), "a second Commit would land in the next turn"
    assert not any("not known" in text for step in lesson.steps for text in step.text)


def _claims_of_roads(lesson: Lesson) -> bool:
    texts = [text for step in lesson.steps for text in (*step.text, step.todo)]
    return any(re.search(r"roads? (is|are) (the )?(cheap|quick|fast)", text) for text in texts)


def _has_quick_roads(face: Face) -> bool:
    return any(line.effect for line in face.lines if line.style == "road")


def test_tank_pupil_finds_a_target_wherever_he_drives_towards_the_enemy() -> None:
    """Whatever sensible way the column takes, somebody can fire on the next turn; only who drives off cannot."""
    lesson = load_lesson("tank/basics")
    game = game_of(lesson)
    state = position(game, lesson)
    board = game.board(lesson.scenario)
    option = next(one for unit in game.legal(state, "alpha").units for one in unit.options if one.kind == "MV")
    assert option.path is not None
    ways = reach(board, game.cost_tables(lesson.scenario)[option.path.table], option.path.start, option.path.allowance)
    enemy = board.by_label["2516"]
    nearer = [cell for cell in ways if board.distance(cell, enemy) < board.distance(option.path.start, enemy)]
    assert len(nearer) > 10
    for cell in nearer:
        labels = " ".join(board.labels[one] for one in way_to(ways, cell))
        _, after, _ = played(lesson, (("plot", f"column MV {labels}"), *[("stop", "continue")] * 4, ("face", "")))
        assert after.turn == 7
        offered = {one.kind for unit in game.legal(after, "alpha").units for one in unit.options}
        assert "DF" in offered, labels


@pytest.mark.parametrize("target", ["S1", "S2"])
def test_panzer_pupil_meets_overwatch_whatever_he_fires_at(target: str) -> None:
    orders = [(kind, text.replace("S1", target)) for kind, text in TAUGHT["panzer/basics"][:3]]
    game, state, events = played(load_lesson("panzer/basics"), orders)
    assert any(event.kind == "shot" for event in events)
    assert (state.turn, game.pending(state)["german"].kind) == (2, "overwatch")


def test_wrong_lessons_are_refused() -> None:
    head = 'title = "x"\nscenario = "tank/intro"\nside = "alpha"\nsecret = "x"\n'
    step = '[[steps]]\nid = "a"\ntitle = "x"\ntext = ["x"]\n'
    assert read_lesson(head + step, "here", "tank/x").id == "tank/x"
    for wrong in (
        head,
        head + step + step,
        head + step + 'todo = "do"\n',
        head + step + 'todo = "do"\ndone = ["dance:now"]\n',
        head + "colour = 1\n" + step,
    ):
        with pytest.raises(MalformedError):
            read_lesson(wrong, "here", "tank/x")


def test_opening_that_the_rules_refuse_is_named() -> None:
    lesson = load_lesson("tank/basics")
    late = msgspec.structs.replace(lesson, opening=(*lesson.opening[:1], *lesson.opening[:1]))
    with pytest.raises(HulldownError, match="order 2 of the opening"):
        list(staged(game_of(lesson), late))
