"""Records: written, read, replayed and verified; every alteration is refused with its place."""

from __future__ import annotations

import json

import msgspec
import pytest

from hulldown.core.dice import Roll
from hulldown.core.errors import HulldownError, MalformedError, RecordMismatchError
from hulldown.core.game import AnyGame, Outcome
from hulldown.core.orders import Order, Task
from hulldown.core.record import (
    Record,
    Reveal,
    chain_start,
    commitment,
    entry_of,
    record_from_text,
    replay,
    seed_of,
    state_hash,
    text_of,
    verify,
    without_torn_line,
)
from hulldown_toy.game import ToyGame
from support.toy_play import GAME, toy_record, with_entry

RECORD = toy_record()
TEXT = text_of(RECORD)


def difference(record: Record, game: AnyGame = GAME) -> RecordMismatchError:
    with pytest.raises(RecordMismatchError) as caught:
        verify(record, game)
    return caught.value


def test_a_good_record_is_verified_with_the_number_of_its_rolls() -> None:
    rolls = sum(len(entry.rolls) for entry in RECORD.entries)
    assert rolls > 3
    assert verify(RECORD, GAME) == rolls


def test_a_record_survives_its_file() -> None:
    assert record_from_text(TEXT, "file") == RECORD
    assert text_of(record_from_text(TEXT, "file")) == TEXT


def test_a_record_is_one_json_object_a_line() -> None:
    parts = [json.loads(line) for line in TEXT.splitlines()]
    assert [parts[0]["type"], parts[1]["type"], parts[-1]["type"]] == ["header", "order", "reveal"]
    assert len(parts) == len(RECORD.entries) + 2


def test_a_file_cut_off_at_any_line_is_a_record_of_the_game_so_far() -> None:
    lines = TEXT.splitlines(keepends=True)
    for count in range(1, len(lines)):
        cut = record_from_text("".join(lines[:count]), "file")
        assert len(cut.entries) == count - 1
        assert cut.reveal is None


def test_replay_leads_through_the_recorded_states() -> None:
    steps = [step for _, step in replay(RECORD, GAME)]
    assert [state_hash(step.state) for step in steps] == [entry.state for entry in RECORD.entries]


def test_the_same_secret_and_orders_make_the_same_record() -> None:
    assert text_of(toy_record()) == TEXT
    assert text_of(toy_record("other")) != TEXT


def test_without_the_reveal_nothing_can_be_checked() -> None:
    record = Record(RECORD.header, RECORD.entries)
    assert "no reveal" in str(difference(record))
    with pytest.raises(HulldownError, match="no reveal"):
        list(replay(record, GAME))


def test_the_commitment_does_not_tell_the_secret_and_binds_to_it() -> None:
    assert "secret" not in commitment("secret")
    assert commitment("secret") != commitment("secret ")
    assert "secret" not in RECORD.header.commitment


def test_every_side_changes_the_seed_by_its_entropy() -> None:
    seeds = {seed_of("s", {}), seed_of("s", {"alpha": "1"}), seed_of("s", {"alpha": "2"}), seed_of("s", {"bravo": "1"})}
    assert len(seeds) == 4
    assert seed_of("s", {"alpha": "1", "bravo": "2"}) == seed_of("s", {"bravo": "2", "alpha": "1"})


@pytest.mark.parametrize("number", range(len(RECORD.entries)))
def test_an_altered_order_is_refused_at_its_place(number: int) -> None:
    entry = RECORD.entries[number]
    tasks = entry.order.tasks
    if tasks:
        order = msgspec.structs.replace(entry.order, tasks=(*tasks[:-1], Task(tasks[-1].unit, "turn", facing=5)))
        if order == entry.order:
            order = msgspec.structs.replace(entry.order, tasks=(*tasks[:-1], Task(tasks[-1].unit, "turn", facing=4)))
    else:
        order = Order("stance", choice="bold" if entry.order.choice == "careful" else "careful")
    error = difference(with_entry(RECORD, number, order=order))
    assert error.place.startswith(f"order {number} ({entry.side}, turn ")


def test_an_order_that_changes_nothing_on_the_map_is_refused_too() -> None:
    # Without the name of its decision an order does just the same.
    for number, entry in enumerate(RECORD.entries):
        altered = msgspec.structs.replace(entry.order, decision="")
        error = difference(with_entry(RECORD, number, order=altered))
        assert error.place.startswith(f"order {number} ")


def test_an_impossible_order_is_refused_with_the_rule() -> None:
    entry = RECORD.entries[2]
    order = Order("plot", (Task("B1", "turn", facing=1),))
    error = difference(with_entry(RECORD, 2, order=order))
    assert "not possible" in str(error)
    assert "[2.0]" in str(error)
    assert entry.side == "alpha"


@pytest.mark.parametrize("change", [{"value": 1}, {"sides": 8}, {"purpose": "luck"}, {"serial": 99}])
def test_an_altered_roll_is_refused(change: dict[str, object]) -> None:
    number, entry = next((n, e) for n, e in enumerate(RECORD.entries) if e.rolls and e.rolls[0].value != 1)
    rolls = (msgspec.structs.replace(entry.rolls[0], **change), *entry.rolls[1:])
    error = difference(with_entry(RECORD, number, rolls=rolls))
    assert error.place.startswith(f"order {number} ")
    assert "roll" in str(error)


def test_a_missing_or_added_roll_is_refused() -> None:
    number, entry = next((n, e) for n, e in enumerate(RECORD.entries) if e.rolls)
    fewer = difference(with_entry(RECORD, number, rolls=entry.rolls[:-1]))
    more = difference(with_entry(RECORD, number, rolls=(*entry.rolls, Roll(99, 6, 6, "gift"))))
    assert f"{len(entry.rolls) - 1} rolls recorded" in str(fewer)
    assert f"{len(entry.rolls) + 1} rolls recorded" in str(more)


@pytest.mark.parametrize("number", range(len(RECORD.entries)))
def test_an_altered_seat_is_refused(number: int) -> None:
    other = "bravo" if RECORD.entries[number].side == "alpha" else "alpha"
    error = difference(with_entry(RECORD, number, side=other))
    assert error.place.startswith(f"order {number} ({other}, ")


def test_an_unknown_seat_is_refused() -> None:
    assert "charlie owes no decision" in str(difference(with_entry(RECORD, 3, side="charlie")))


@pytest.mark.parametrize("field", ["state", "chain"])
def test_an_altered_hash_is_refused(field: str) -> None:
    error = difference(with_entry(RECORD, 4, **{field: "0" * 24}))
    assert error.place.startswith("order 4 ")


def test_orders_left_out_or_exchanged_are_refused() -> None:
    lines = TEXT.splitlines(keepends=True)
    with pytest.raises(MalformedError, match=r"order number 3 where 2 is due"):
        record_from_text("".join(lines[:3] + lines[4:]), "file")
    entries = list(RECORD.entries)
    entries[2], entries[3] = (
        msgspec.structs.replace(entries[3], number=2), msgspec.structs.replace(entries[2], number=3)
    )  # fmt: skip
    assert difference(Record(RECORD.header, entries, RECORD.reveal)).place.startswith("order 2 ")


def test_another_secret_is_refused() -> None:
    error = difference(Record(RECORD.header, RECORD.entries, Reveal("guess", None)))
    assert error.place == "reveal"
    assert "committed" in str(error)


def test_another_secret_with_its_commitment_fails_at_the_first_order() -> None:
    header = msgspec.structs.replace(RECORD.header, commitment=commitment("guess"))
    assert RECORD.reveal is not None
    forged = Record(header, RECORD.entries, Reveal("guess", RECORD.reveal.outcome))
    assert difference(forged).place.startswith("order 0 ")


@pytest.mark.parametrize("outcome", [None, Outcome("bravo", "4.0", "because"), Outcome("alpha", "4.0", "because")])
def test_another_outcome_is_refused(outcome: Outcome | None) -> None:
    error = difference(Record(RECORD.header, RECORD.entries, Reveal("secret 3", outcome)))
    assert error.place == "reveal"
    assert "outcome" in str(error)


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        ({"version": "0"}, "header", "rules version 0"),
        ({"scenario_hash": "h2"}, "header", "other content"),
        ({"scenario": "toy/9"}, "header", "other content"),
        ({"commitment": "00"}, "reveal", "committed"),
        ({"options": {"range": 6}}, "order 0", ""),
        ({"options": {"nonsense": 6}}, "header", "nonsense"),
        ({"entropy": {"alpha": "more"}}, "order 0", ""),
    ],
)
def test_an_altered_header_is_refused(change: dict[str, object], place: str, said: str) -> None:
    header = msgspec.structs.replace(RECORD.header, **change)
    error = difference(Record(header, RECORD.entries, RECORD.reveal))
    assert error.place.startswith(place)
    assert said in str(error)


def test_a_record_of_older_rules_says_so_and_still_replays() -> None:
    newer = ToyGame(version="2")
    assert "rules version 1, this is 2" in str(difference(RECORD, newer))
    assert len(list(replay(RECORD, newer, strict=False))) == len(RECORD.entries)


def test_a_lenient_replay_ends_at_an_impossible_order() -> None:
    bad = with_entry(RECORD, 4, order=Order("plot", (Task("A1", "fly"),)))
    steps = replay(bad, GAME, strict=False)
    seen = [next(steps)[0].number for _ in range(4)]
    with pytest.raises(RecordMismatchError, match="order 4"):
        next(steps)
    assert seen == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: a record begins with a header"),
        ("\n\n", "a record begins with a header"),
        ("not json\n", "line 1: not a line of a record"),
        ("{}\n", "line 1: not a line of a record"),
        ("[1, 2]\n", "line 1: not a line of a record"),
        ('{"type":"header"}\n', "line 1: not a line of a record"),
        (TEXT.split("\n", 1)[1], "line 1: a record begins with a header"),
        (TEXT.replace('"format":3', '"format":7'), "line 1: record format 7; this program reads 1 and 2 and 3"),
        (TEXT + TEXT, "nothing may follow the reveal"),
        (TEXT.replace('"number":3', '"number":"three"'), "line 5: not a line of a record"),
        (TEXT.replace('"number":3', '"number":5'), "line 5: order number 5 where 3 is due"),
        (TEXT.replace('{"type":"order","number":2', '{"type":"gift","number":2'), "line 4: not a line of a record"),
        ("\ufeff" + TEXT, "line 1: not a line of a record"),
    ],
)
def test_a_malformed_record_is_refused_with_file_and_line(text: str, said: str) -> None:
    with pytest.raises(MalformedError) as caught:
        record_from_text(text, "game.jsonl")
    assert str(caught.value).startswith("game.jsonl, line ")
    assert said in str(caught.value)


def test_the_line_named_counts_empty_lines() -> None:
    lines = TEXT.split("\n")
    text = "\n".join([lines[0], "", "", lines[1], "rubbish", *lines[2:]])
    with pytest.raises(MalformedError, match="line 5: not a line"):
        record_from_text(text, "f")


@pytest.mark.parametrize("cut", [1, 20, 100])
def test_a_torn_last_line_is_reported_and_can_be_left_out(cut: int) -> None:
    torn = "".join(TEXT.splitlines(keepends=True)[:5])[:-cut]
    if cut == 1:
        assert len(record_from_text(torn, "f").entries) == 4  # only the line end is missing
        return
    with pytest.raises(MalformedError, match="line 5: the last line is torn"):
        record_from_text(torn, "f")
    assert len(record_from_text(without_torn_line(torn), "f").entries) == 3


def test_separators_inside_a_text_do_not_break_a_line() -> None:
    header = msgspec.structs.replace(RECORD.header, entropy={"alpha": "a\u2028b\x85c"})
    assert record_from_text(text_of(Record(header, [])), "f").header == header


def in_format(record: Record, number: int) -> Record:
    """The same game as a record of another format, with states of another shape and the chain made anew."""
    header = msgspec.structs.replace(record.header, format=number)
    chain = chain_start(header)
    entries = []
    for one in record.entries:
        entry = entry_of(chain, one.number, one.side, one.order, one.rolls, "another shape")
        chain = entry.chain
        entries.append(entry)
    return msgspec.structs.replace(record, header=header, entries=tuple(entries))


def test_states_of_an_older_shape_are_not_compared_and_rolls_are() -> None:
    older = in_format(RECORD, 2)
    assert verify(older, GAME) == verify(RECORD, GAME)
    assert "the position after it differs" in str(difference(in_format(RECORD, 3)))
    at = next(number for number, entry in enumerate(RECORD.entries) if entry.rolls)
    roll = RECORD.entries[at].rolls[0]
    other = msgspec.structs.replace(roll, value=roll.value % 6 + 1)
    altered = with_entry(RECORD, at, rolls=(other, *RECORD.entries[at].rolls[1:]))
    assert "is recorded as" in str(difference(in_format(altered, 2)))
