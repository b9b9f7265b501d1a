"""Records and sessions of every game: replay, verification, tampering, resuming, and undo up to the last reveal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import pytest

from hulldown.bots.seat import seat_of
from hulldown.core.dice import Roll
from hulldown.core.errors import HulldownError, MalformedError, OutOfTurnError, RecordMismatchError
from hulldown.core.events import for_side
from hulldown.core.game import AnyGame, Outcome
from hulldown.core.orders import Order
from hulldown.core.record import (
    Record,
    Reveal,
    commitment,
    record_from_text,
    replay,
    state_hash,
    text_of,
    verify,
    without_torn_line,
)
from hulldown.core.session import Session, resume
from hulldown.games import load_game
from support.games import bots_of, encoded, every_scenario, played
from support.probes import legal_order

LONG = 60
"""Orders after which a game without a single roll is long enough for these tests."""


_whole: dict[str, Session] = {}
_begun: dict[str, Session] = {}


def session_of(name: str, scenario: str) -> Session:
    """A finished game of bots with its record; made once for each scenario."""
    if scenario not in _whole:
        game = played(name, scenario, "fight").game
        _whole[scenario] = _played_on(new_session(game, scenario), lambda session: session.outcome is not None)
    return _whole[scenario]


def begun(name: str, scenario: str) -> Session:
    """The same game up to its first rolls and a little further: long enough to be forged."""

    def enough(session: Session) -> bool:
        entries = session.entries()
        rolled = [entry.number for entry in entries if entry.rolls]
        return session.outcome is not None or bool(rolled and len(entries) > rolled[0] + 2) or len(entries) >= LONG

    if scenario not in _begun:
        game = played(name, scenario, "fight").game
        _begun[scenario] = _played_on(new_session(game, scenario), enough)
    return _begun[scenario]


def new_session(game: AnyGame, scenario: str) -> Session:
    return Session(game, scenario, f"secret of {scenario}", {}, dict.fromkeys(game.sides, "entropy"))


def _played_on(session: Session, enough: Callable[[Session], bool]) -> Session:
    bots = bots_of(session.game, "records", "fight")
    while not enough(session):
        side = next(iter(session.game.pending(session.state)))
        session.submit(side, bots[side].decide(seat_of(session.game, session.state, side)))
    return session


def picked(numbers: Sequence[int], count: int) -> Sequence[int]:
    """Some of the numbers, spread out, the first and the last among them."""
    return sorted({numbers[round(i * (len(numbers) - 1) / max(1, count - 1))] for i in range(count)}) if numbers else []


def altered(record: Record, index: int, **changes: Any) -> Record:
    entries = list(record.entries)
    entries[index] = msgspec.structs.replace(entries[index], **changes)
    return Record(record.header, entries, record.reveal)


def refused(record: Record, session: Session) -> str:
    """The place that verification names."""
    with pytest.raises(RecordMismatchError) as caught:
        verify(record, session.game)
    assert str(caught.value).startswith(caught.value.place)
    return caught.value.place


@every_scenario
def test_a_record_replays_to_the_same_hash_and_verifies(name: str, scenario: str) -> None:
    session = session_of(name, scenario)
    text = text_of(session.record())
    record = record_from_text(text, "game.jsonl")
    assert text_of(record) == text
    steps = list(replay(record, session.game))
    assert len(steps) == len(record.entries)
    assert state_hash(steps[-1][1].state) == record.entries[-1].state == state_hash(session.state)
    assert encoded(steps[-1][1].state) == encoded(session.state)
    assert [event for _, step in steps for event in step.events] == session.log
    assert verify(record, session.game) == sum(len(entry.rolls) for entry in record.entries)
    assert record.reveal is not None
    assert record.header.commitment == commitment(record.reveal.secret)
    assert record.reveal.outcome == session.outcome


@every_scenario
def test_the_open_record_keeps_the_secret(name: str, scenario: str) -> None:
    session = session_of(name, scenario)
    text = text_of(session.record(reveal=False))
    assert session.secret not in text
    assert session.state.seed not in text
    with pytest.raises(RecordMismatchError, match="no reveal"):
        verify(record_from_text(text, "open.jsonl"), session.game)


@every_scenario
def test_an_altered_order_is_refused_at_its_place(name: str, scenario: str) -> None:
    session = begun(name, scenario)
    record = session.record()
    tried = 0
    for index in picked(range(len(record.entries)), 4):
        entry = record.entries[index]
        changes: list[Order] = [msgspec.structs.replace(entry.order, kind="no such kind")]
        if entry.order.tasks:
            changes.append(msgspec.structs.replace(entry.order, tasks=entry.order.tasks[:-1]))
            changes.append(msgspec.structs.replace(entry.order, tasks=tuple(reversed(entry.order.tasks))))
        if entry.order.choice:
            changes.append(msgspec.structs.replace(entry.order, choice="no such choice"))
        changes.append(msgspec.structs.replace(entry.order, decision=""))
        for order in changes:
            if order == entry.order:
                continue
            place = refused(altered(record, index, order=order), session)
            assert place.startswith(f"order {index} "), place
            tried += 1
    assert tried >= 8


@every_scenario
def test_another_legal_order_in_its_place_is_refused(name: str, scenario: str) -> None:
    """Even one that leads to the same position: every line is chained to all before it."""
    session = begun(name, scenario)
    record = session.record()
    states = [None, *(step.state for _, step in replay(record, session.game))]
    for index in picked(range(1, len(record.entries)), 4):
        entry = record.entries[index]
        other = legal_order(session.game, states[index], entry.side, f"other {index}")
        if other != entry.order:
            assert refused(altered(record, index, order=other), session).startswith(f"order {index} ")


@every_scenario
def test_an_altered_roll_is_refused_at_its_place(name: str, scenario: str) -> None:
    session = begun(name, scenario)
    record = session.record()
    rolled = [index for index, entry in enumerate(record.entries) if entry.rolls]
    for index in picked(rolled, 2):
        entry = record.entries[index]
        last = entry.rolls[-1]
        spoilt = [
            (*entry.rolls[:-1], msgspec.structs.replace(last, value=last.value % last.sides + 1)),
            (*entry.rolls[:-1], msgspec.structs.replace(last, sides=last.sides + 1)),
            (*entry.rolls[:-1], msgspec.structs.replace(last, purpose="something else")),
            (*entry.rolls[:-1], msgspec.structs.replace(last, serial=last.serial + 1)),
            entry.rolls[:-1],
            (*entry.rolls, last),
        ]
        for rolls in spoilt:
            assert refused(altered(record, index, rolls=rolls), session).startswith(f"order {index} ")
    unrolled = next(index for index, entry in enumerate(record.entries) if not entry.rolls)
    forged = Roll(0, 6, 1, "forged")
    assert refused(altered(record, unrolled, rolls=(forged,)), session).startswith(f"order {unrolled} ")


@every_scenario
def test_an_altered_seat_is_refused_at_its_place(name: str, scenario: str) -> None:
    session = begun(name, scenario)
    record = session.record()
    sides = session.game.sides
    for index in picked(range(len(record.entries)), 4):
        side = record.entries[index].side
        for other in (*(one for one in sides if one != side), "nobody"):
            place = refused(altered(record, index, side=other), session)
            assert place.startswith(f"order {index} "), place


@every_scenario
def test_anything_else_that_is_altered_is_refused(name: str, scenario: str) -> None:
    session = begun(name, scenario)
    record = session.record()
    header, reveal = record.header, record.reveal
    assert reveal is not None
    middle = len(record.entries) // 2
    entry = record.entries[middle]
    assert refused(altered(record, middle, state="0" * len(entry.state)), session).startswith(f"order {middle} ")
    assert refused(altered(record, middle, chain="0" * len(entry.chain)), session).startswith(f"order {middle} ")
    missing = [msgspec.structs.replace(e, number=i) for i, e in enumerate(record.entries) if e is not entry]
    assert refused(Record(header, missing, reveal), session).startswith("order ")
    swapped = list(record.entries)
    swapped[0], swapped[1] = (
        msgspec.structs.replace(swapped[1], number=0),
        msgspec.structs.replace(swapped[0], number=1),
    )
    assert refused(Record(header, swapped, reveal), session).startswith("order ")
    headers = {
        "header": [
            msgspec.structs.replace(header, scenario_hash="0" * 8),
            msgspec.structs.replace(header, scenario=f"{name}/no such"),
            msgspec.structs.replace(header, version="0"),
            msgspec.structs.replace(header, options={"no such option": 1}),
        ],
        "reveal": [msgspec.structs.replace(header, commitment="0" * 64)],
        "order": [msgspec.structs.replace(header, entropy={**header.entropy, session.game.sides[0]: "forged"})],
    }
    for place, wrong in headers.items():
        for one in wrong:
            assert refused(Record(one, record.entries, reveal), session).startswith(place)
    assert refused(Record(header, record.entries, Reveal("forged", reveal.outcome)), session) == "reveal"
    lied = Outcome(session.game.sides[0], "1", "so they say")
    assert refused(Record(header, record.entries, Reveal(reveal.secret, lied)), session) == "reveal"


@every_scenario
def test_a_finished_game_cannot_be_cut_short_or_have_another_outcome(name: str, scenario: str) -> None:
    session = session_of(name, scenario)
    record = session.record()
    assert record.reveal is not None
    assert refused(Record(record.header, record.entries, Reveal(session.secret, None)), session) == "reveal"
    assert refused(Record(record.header, record.entries[:-1], record.reveal), session) == "reveal"


@every_scenario
def test_a_record_cut_anywhere_is_a_record_of_the_game_so_far(name: str, scenario: str) -> None:
    session = begun(name, scenario)
    record = session.record()
    text = text_of(Record(record.header, record.entries))
    lines = text.splitlines(keepends=True)
    for keep in {1, 2, len(lines) // 2, len(lines)}:
        part = record_from_text("".join(lines[:keep]), "part.jsonl")
        assert part.entries == record.entries[: keep - 1]
        torn = "".join(lines[:keep]) + lines[-1][: len(lines[-1]) // 2]
        with pytest.raises(MalformedError) as caught:
            record_from_text(torn, "torn.jsonl")
        assert f"torn.jsonl, line {keep + 1}" in str(caught.value)
        assert record_from_text(without_torn_line(torn), "torn.jsonl").entries == part.entries


@every_scenario
def test_a_game_resumed_from_its_record_goes_on_the_same(name: str, scenario: str) -> None:
    session = session_of(name, scenario)
    record = session.record()
    middle = len(record.entries) // 2
    going = resume(Record(record.header, record.entries[:middle], Reveal(session.secret)), session.game)
    assert state_hash(going.state) == record.entries[middle - 1].state
    for entry in record.entries[middle:]:
        going.submit(entry.side, entry.order)
    assert text_of(going.record()) == text_of(record)


@every_scenario
def test_an_order_nobody_has_seen_can_be_taken_back_and_given_again(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    game = play.game
    session = Session(game, scenario, "undo", {})
    bots = bots_of(game, "undo", "fight")
    undone = fenced = 0
    while session.outcome is None and session.state.turn < 12:
        side = next(iter(game.pending(session.state)))
        before, log, entries = encoded(session.state), list(session.log), session.entries()
        others = {other: encoded(game.view(session.state, other).pieces) for other in game.sides if other != side}
        order = bots[side].decide(seat_of(game, session.state, side))
        step = session.submit(side, order)
        after = encoded(session.state)
        seen = any(for_side(step.events, other) for other in game.sides if other != side)
        if step.rolls or seen:
            assert not session.can_undo(side), "dice were rolled or something was shown"
            with pytest.raises(HulldownError, match="cannot undo"):
                session.undo(side)
            assert encoded(session.state) == after
            fenced += 1
            continue
        if not session.can_undo(side):
            continue
        assert {other: encoded(game.view(session.state, other).pieces) for other in others} == others
        assert session.undo(side) == order
        assert encoded(session.state) == before
        assert session.log == log
        assert session.entries() == entries
        session.submit(side, order)
        assert encoded(session.state) == after
        undone += 1
    assert undone > 0
    assert fenced > 0
    record = session.record()
    assert len(record.undos) == undone
    assert verify(record, game) == sum(len(entry.rolls) for entry in record.entries)


@every_scenario
def test_taking_back_leaves_what_others_have_submitted(name: str, scenario: str) -> None:
    """First A answers, then B, with a third question open or not: A's undo keeps B's sealed order."""
    game = played(name, scenario, "random").game
    session = Session(game, scenario, "both", {})
    first, *others = list(game.pending(session.state))
    order = legal_order(game, session.state, first, "first")
    session.submit(first, order)
    for other in others:
        assert not session.can_undo(other)
        with pytest.raises(HulldownError, match="cannot undo"):
            session.undo(other)
    if session.can_undo(first):
        session.undo(first)
        session.submit(first, legal_order(game, session.state, first, "another"))
    assert first not in game.pending(session.state) or game.pending(session.state)[first].id != order.decision


@every_scenario
def test_a_stale_answer_is_refused(name: str, scenario: str) -> None:
    play = played(name, scenario, "random")
    session = Session(play.game, scenario, "stale", {})
    side = next(iter(play.game.pending(session.state)))
    order = legal_order(play.game, session.state, side, "stale")
    assert order.decision
    with pytest.raises(OutOfTurnError, match="is asked"):
        session.submit(side, msgspec.structs.replace(order, decision="an old one"))
    session.submit(side, order)
    with pytest.raises(OutOfTurnError):
        session.submit(side, order)


def test_a_record_with_an_undo_behind_a_new_question_is_refused() -> None:
    """The turn has run and Bravo was asked to face: an undo of Alpha's plot after that never was."""
    game = load_game("tank")
    session = Session(game, "tank/1", "a secret")
    for side in ("alpha", "bravo", "bravo", "alpha"):
        idle = game.legal(session.state, side).idle
        assert idle is not None
        session.submit(side, idle)
    last = session.entries()[-1]
    assert not last.rolls
    assert {side: asked.kind for side, asked in game.pending(session.state).items()} == {"bravo": "face"}
    with pytest.raises(HulldownError, match="cannot undo"):
        session.undo("alpha")
    session._note_undo(last.number, "alpha")
    del session._played[last.number :]
    with pytest.raises(RecordMismatchError, match="could not be taken back"):
        verify(session.record(), game)
