"""Sessions: orders in, undo up to the fence, records out, and on again from a record."""

from __future__ import annotations

import pytest

from hulldown.core.errors import HulldownError, IllegalOrderError, OutOfTurnError, RecordMismatchError, UnknownNameError
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Task
from hulldown.core.record import Entry, Record, Reveal, log_of, record_from_text, text_of, verify
from hulldown.core.session import Session, resume
from hulldown_toy.game import ToyGame
from support.toy_play import GAME, toy_record, with_entry

BOLD = Order("stance", choice="bold")


def plot(*tasks: Task) -> Order:
    return Order("plot", tasks)


def session(secret: str = "script:1 2 3 4 5 6") -> Session:
    """A session with the stances taken: turn 1, both owe a plot."""
    new = Session(GAME, "toy/1", secret, scripted=secret.startswith("script:"))
    new.submit("alpha", BOLD)
    new.submit("bravo", BOLD)
    return new


def test_an_order_leads_to_the_state_the_game_makes_of_it() -> None:
    new = Session(GAME, "toy/1", "s")
    expected = GAME.apply(new.state, "alpha", BOLD)
    step = new.submit("alpha", BOLD)
    assert step == expected
    assert new.state == expected.state


def test_a_side_that_owes_nothing_is_refused() -> None:
    new = Session(GAME, "toy/1", "s")
    new.submit("alpha", BOLD)
    before = new.state
    with pytest.raises(OutOfTurnError, match="alpha owes no decision"):
        new.submit("alpha", BOLD)
    assert new.state is before


def test_a_stale_submission_is_refused_and_changes_nothing() -> None:
    new = session()
    before, log = new.state, list(new.log)
    late = Order("plot", (Task("A1", "turn", facing=1),), decision="t0-alpha")
    with pytest.raises(OutOfTurnError, match="answers t0-alpha, but t1-alpha is asked") as caught:
        new.submit("alpha", late)
    assert caught.value.hint
    assert new.state is before
    assert new.log == log


def test_a_submission_that_names_the_present_decision_is_taken() -> None:
    new = session()
    new.submit("alpha", Order("plot", (Task("A1", "turn", facing=1),), decision="t1-alpha"))
    assert list(GAME.pending(new.state)) == ["bravo"]


def test_an_illegal_order_is_refused_with_its_rules_and_changes_nothing() -> None:
    new = session()
    before = new.state
    with pytest.raises(IllegalOrderError) as caught:
        new.submit("alpha", plot(Task("A2", "turn", facing=9)))
    assert {violation.rule for violation in caught.value.violations} == {"2.1", "3.4"}
    assert new.state is before
    assert len(new.entries()) == 2


def test_an_unknown_scenario_is_refused() -> None:
    with pytest.raises(UnknownNameError):
        Session(GAME, "toy/77", "s")


def test_undo_gives_back_the_order_and_the_position() -> None:
    new = session()
    before, log = new.state, list(new.log)
    order = plot(Task("A1", "turn", facing=1))
    new.submit("alpha", order)
    assert new.can_undo("alpha")
    assert new.undo("alpha") == order
    assert new.state == before
    assert new.log == log
    assert len(new.entries()) == 2


def test_undo_does_not_reach_behind_a_roll() -> None:
    new = session()
    assert not new.can_undo("alpha")
    assert not new.can_undo("bravo")
    with pytest.raises(HulldownError, match="cannot undo"):
        new.undo("alpha")
    new.submit("alpha", plot(Task("A1", "turn", facing=1)))
    new.undo("alpha")
    with pytest.raises(HulldownError, match="cannot undo"):
        new.undo("alpha")


def test_undo_does_not_reach_behind_a_reveal_without_dice() -> None:
    new = session()
    new.submit("alpha", plot(Task("A1", "turn", facing=1), Task("A3", "move", (GAME.board("toy/1").cell("0602"),))))
    new.submit("bravo", plot(Task("B1", "turn", facing=1)))
    new.submit("alpha", plot(Task("A1", "turn", facing=1), Task("A3", "move", (GAME.board("toy/1").cell("0603"),))))
    new.submit("bravo", plot(Task("B1", "turn", facing=1)))
    assert not new.entries()[-1].rolls
    assert new.log[-1].kind == "shown"
    assert not new.can_undo("bravo")


def test_only_who_has_given_an_order_can_undo() -> None:
    new = Session(GAME, "toy/1", "s")
    new.submit("alpha", BOLD)
    assert new.can_undo("alpha")
    assert not new.can_undo("bravo")
    assert not new.can_undo("charlie")


def test_undo_leaves_the_secret_orders_of_others_made_since() -> None:
    game: AnyGame = ToyGame(umpire=True)
    new = Session(game, "toy/1", "s")
    new.submit("alpha", BOLD)
    new.submit("umpire", BOLD)
    assert new.undo("alpha") == BOLD
    assert list(game.pending(new.state)) == ["alpha", "bravo"]
    assert [(entry.number, entry.side) for entry in new.entries()] == [(0, "umpire")]
    assert [event.audience for event in new.log] == [("umpire",)]
    new.submit("alpha", Order("stance", choice="careful"))
    new.submit("bravo", BOLD)
    assert new.state.turn == 1
    assert verify(new.record(), game) == 1


def test_an_undone_order_leaves_no_trace_but_in_the_record() -> None:
    new = session()
    first = plot(Task("A1", "turn", facing=1))
    new.submit("alpha", first)
    other = Session(GAME, "toy/1", "script:1 2 3 4 5 6", scripted=True)
    other.submit("alpha", BOLD)
    other.submit("bravo", BOLD)
    new.undo("alpha")
    second = plot(Task("A1", "turn", facing=2))
    new.submit("alpha", second)
    other.submit("alpha", second)
    assert new.state == other.state
    assert new.log == other.log
    record, plain = new.record(), other.record()
    assert [entry.order for entry in record.entries] == [entry.order for entry in plain.entries]
    (undo,) = record.undos
    assert [part.order for part in undo.taken if isinstance(part, Entry)] == [first]
    assert plain.undos == []


def test_undos_within_what_is_undone_are_kept_in_the_order_of_time() -> None:
    game: AnyGame = ToyGame(umpire=True)
    new = Session(game, "toy/1", "s")
    careful = Order("stance", choice="careful")
    new.submit("alpha", BOLD)
    new.submit("umpire", BOLD)
    new.undo("umpire")
    new.submit("umpire", careful)
    new.undo("alpha")
    new.submit("alpha", careful)
    new.undo("alpha")
    record = new.record()
    assert [(undo.number, undo.side, len(undo.taken)) for undo in record.undos] == [(0, "alpha", 3), (1, "alpha", 1)]
    said = [(type(part).__name__, part.side) for part in log_of(record)]
    assert said == [
        ("Entry", "alpha"), ("Entry", "umpire"), ("Undo", "umpire"), ("Entry", "umpire"), ("Undo", "alpha"),
        ("Entry", "umpire"), ("Entry", "alpha"), ("Undo", "alpha"),
    ]  # fmt: skip
    verify(record, game)
    assert record_from_text(text_of(record), "f") == record
    again = resume(record, game)
    for session_ in (new, again):
        session_.submit("alpha", BOLD)
        session_.submit("bravo", BOLD)
    assert text_of(again.record()) == text_of(new.record())
    assert verify(again.record(), game) == 1


def test_each_side_has_its_own_log() -> None:
    new = session()
    assert [event.kind for event in new.events("alpha")] == ["plotted", "favoured"]
    assert [event.kind for event in new.events("bravo")] == ["plotted", "favoured"]
    assert [event.kind for event in new.events(None)] == ["favoured"]
    assert new.events("alpha", since=1) == new.events(None)
    assert new.events("alpha")[0] != new.events("bravo")[0]


def test_the_secret_is_in_no_view_and_no_record_before_the_reveal() -> None:
    new = session("very secret")
    record = text_of(new.record(reveal=False))
    assert "very secret" not in record
    assert new.state.seed not in record
    for side in (*GAME.sides, None):
        assert new.state.seed not in repr(new.view(side))
    assert "very secret" in text_of(new.record())


def test_a_session_makes_a_record_that_verifies_at_any_time() -> None:
    new = session()
    assert verify(new.record(), GAME) == 1
    new.submit("alpha", plot(Task("A1", "turn", facing=1)))
    assert verify(record_from_text(text_of(new.record()), "f"), GAME) == 1


def test_entries_follow_an_undo() -> None:
    new = session()
    new.submit("alpha", plot(Task("A1", "turn", facing=1)))
    first = new.entries()[2]
    new.undo("alpha")
    new.submit("alpha", plot(Task("A1", "turn", facing=2)))
    second = new.entries()[2]
    assert first.chain != second.chain
    assert verify(new.record(), GAME) == 1


@pytest.mark.parametrize("count", range(len(toy_record().entries) + 1))
def test_a_game_resumed_anywhere_goes_on_as_if_never_left(count: int) -> None:
    whole = toy_record()
    part = Record(whole.header, whole.entries[:count], Reveal("secret 3", None))
    again = resume(record_from_text(text_of(part), "f"), GAME)
    for entry in whole.entries[count:]:
        again.submit(entry.side, entry.order)
    assert text_of(again.record()) == text_of(whole)


def test_a_resumed_session_remembers_log_and_undo() -> None:
    new = session()
    new.submit("alpha", plot(Task("A1", "turn", facing=1)))
    again = resume(new.record(), GAME)
    assert again.log == new.log
    assert again.can_undo("alpha")
    again.undo("alpha")
    assert not again.can_undo("alpha")


def test_a_tampered_record_is_not_resumed() -> None:
    whole = toy_record()
    with pytest.raises(RecordMismatchError, match="order 3"):
        resume(with_entry(whole, 3, side="alpha"), GAME)


def test_a_record_without_its_secret_is_not_resumed() -> None:
    whole = toy_record()
    with pytest.raises(HulldownError, match="no reveal"):
        resume(Record(whole.header, whole.entries), GAME)
    with pytest.raises(RecordMismatchError, match="header"):
        resume(Record(whole.header, whole.entries, Reveal("guess")), GAME)


def test_a_record_of_other_rules_is_not_resumed() -> None:
    with pytest.raises(HulldownError, match="rules version 1, this is 2"):
        resume(toy_record(), ToyGame(version="2"))
