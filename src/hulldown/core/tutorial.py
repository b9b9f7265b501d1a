"""Lessons: a staged position of a real game, an opponent with a script, and steps that say what to do there.

A lesson is data. Its position is made by real orders (`opening`) from a fixed secret, so its record verifies like any
other; its dice are honest and were known before. The steps are shown by any client: a step names the question it is
about, what to look at, and the conditions that end it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from hulldown.core import tables
from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, Step
from hulldown.core.orders import Order, Side
from hulldown.core.record import derived_entropy, seed_of
from hulldown.core.tables import Text

Place = Literal["map", "tasks", "commit", "prompt", "orders", "log", "playback", "odds"]
"""A part of the table."""
CONDITIONS = ("task", "decided", "happened", "asked", "offered", "sign", "turn", "played", "over")
"""What a condition may begin with, before its colon:

task:K      the draft holds a task of kind K; task:K@U also names the unit
decided:K   a question of kind K was answered since the step began
happened:K  the log shows an event of kind K since the lesson began; happened:K@S one that tells of side S
asked:K     a question of kind K is asked now
offered:K   some unit may be given a task of kind K now
sign:X      X is open on the screen (los, odds, playback)
turn:N      it is turn N or later
played:     nothing is being played back, and the seat is asked something
over:       the game is over
"""
Condition = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(CONDITIONS)}):[A-Za-z0-9_@-]*$")]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order of the opening: the side, and lines of the game's notation; "" is the order that does least."""

    side: Side
    text: str


class Reply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the opponent answers to questions of a kind in a turn, as far as the rules let him."""

    turn: int
    kind: Text
    text: str


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A paragraph that is there only when something has happened."""

    when: Condition
    text: Text
    otherwise: str = ""
    """What stands there while it has not."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing to learn."""

    id: Text
    title: Text
    text: tuple[Text, ...]
    variants: tuple[Variant, ...] = ()
    todo: str = ""
    """What to do now; "" where reading is enough."""
    done: tuple[Condition, ...] = ()
    """Any of these ends the step."""
    about: str = ""
    """The kind of question that the step belongs to: it waits for it, and is passed over if another one comes."""
    at: Place | None = None
    hexes: tuple[Text, ...] = ()
    units: tuple[Text, ...] = ()
    """What is marked on the map."""


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as its file has it; the file's place gives it its id."""

    title: Text
    scenario: Text
    side: Side
    secret: Text
    steps: Annotated[tuple[LessonStep, ...], msgspec.Meta(min_length=1)]
    opening: tuple[Given, ...] = ()
    replies: tuple[Reply, ...] = ()
    options: dict[str, Scalar] = {}
    opponent: str = "recruit"
    """The bot that answers where the script has nothing to say."""
    id: str = ""


def read_lesson(text: str, where: str, name: str) -> Lesson:
    """The lesson of a data file; raises MalformedError."""
    content = tables.parse_toml(text, where)
    tables.check_keys(content, Lesson.__struct_fields__, where)
    lesson = tables.convert(Lesson, {**content, "id": name}, where)
    ids = [step.id for step in lesson.steps]
    double = next((one for one in ids if ids.count(one) > 1), None)
    if double is not None:
        raise MalformedError(f"two steps are called {double!r}", where)
    for step in lesson.steps:
        if bool(step.todo) != bool(step.done):
            raise MalformedError("a step that asks for something must say what ends it", f"{where} step {step.id}")
    return lesson


def lesson_seed(game: AnyGame, lesson: Lesson) -> str:
    """The seed of a lesson's dice: everything in it follows from the secret in the file."""
    return seed_of(lesson.secret, {side: derived_entropy(lesson.secret, side) for side in game.sides})


def staged(game: AnyGame, lesson: Lesson) -> Iterator[tuple[Side, Order, Step, int]]:
    """The opening order by order: who gave which one, what it led to, and the turn in which it was given.

    Raises HulldownError where the rules refuse an order.
    """
    state = game.setup(lesson.scenario, dict(lesson.options), lesson_seed(game, lesson))
    for number, given in enumerate(lesson.opening, 1):
        decision = game.pending(state).get(given.side)
        if decision is None:
            raise HulldownError(f"lesson {lesson.id}: order {number} of the opening: {given.side} is not asked")
        if given.text:
            meant = game.parse(state, given.side, given.text)
        else:
            meant = game.legal(state, given.side).idle or Order(decision.kind)
        order = Order(meant.kind, meant.tasks, meant.choice, decision.id)
        turn = state.turn
        step = game.apply(state, given.side, order)
        state = step.state
        yield given.side, order, step, turn
