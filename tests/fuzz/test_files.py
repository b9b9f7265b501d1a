"""Rubbish at the doors: damaged data files, maps and records, and notation made of shuffled words.

Whatever is wrong with them, the answer is one error for a person that names the file or the line, never another one.
Damage is drawn with fixed seeds, so a failure can be repeated; HULLDOWN_FUZZ_DAMAGE sets how much of it is done.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from random import Random
from typing import Any

import pytest

from hulldown import resources
from hulldown.bots.seat import seat_of
from hulldown.core.charts import chart_from_csv
from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.mapfile import board_from_toml
from hulldown.core.record import Record, Reveal, record_from_text, text_of, verify
from hulldown.core.session import Session, resume
from hulldown.games import game_names, load_game
from hulldown.maps import map_names
from support.games import bots_of, every_game, played

ROUNDS = int(os.environ.get("HULLDOWN_FUZZ_DAMAGE", "60"))
VALUES = [
    "5", "-1", "0", "3.5", "true", '""', '"x"', "[]", "{}", "[1, 2]", '["0101"]', "[[]]", "{ a = 1 }", "1e400", "nan",
    "1979-05-27", '"\\u0000"', "99999999999999999999", '"²"',
    '"' + "1" * 5000 + '"', '"0101A\\n"', '"1\\n"', '"٣"',
]  # fmt: skip
PATCHES = ["", '"', "{", "]", "\x00", "9999", "= = =", "é", "\n", "[[", "'''", ",", "#", "\ufeff", "-"]
WHERE = "damaged.file"


def damaged(text: str, rng: Random) -> str:
    """A text with a value replaced, a line lost or doubled, or a piece cut out or written over."""
    lines = text.split("\n")
    number = rng.randrange(len(lines))
    way = rng.randrange(5)
    if way == 0:
        valued = [index for index, line in enumerate(lines) if re.match(r"^\s*[\w.\"-]+\s*=", line)]
        if valued:
            number = rng.choice(valued)
            lines[number] = lines[number].partition("=")[0] + "= " + rng.choice(VALUES)
            return "\n".join(lines)
    if way == 1:
        return "\n".join(lines[:number] + lines[number + rng.randint(1, 3) :])
    if way == 2:
        return "\n".join(lines[: number + 1] + lines[number:])
    start = rng.randrange(len(text))
    return text[:start] + rng.choice(PATCHES) + text[start + rng.randrange(30) :]


def refusal(read: Callable[[], Any]) -> HulldownError | None:
    """The error with which something was refused, None when it was taken; any other error fails the test."""
    try:
        read()
    except HulldownError as error:
        return error
    return None


def is_refused(read: Callable[[str, str], Any], text: str) -> bool:
    """Whether a file is refused; if it is malformed the message must name it."""
    error = refusal(lambda: read(text, WHERE))
    assert not isinstance(error, MalformedError) or WHERE in str(error), str(error)
    assert error is None or str(error).strip()
    return error is not None


def data_files(name: str) -> Iterator[tuple[Callable[[str, str], Any], str, str]]:
    """The data files of a game, each with the function that reads its text."""
    package = f"hulldown.games.{name}"
    for module in resources.names(package, "data", suffix=".py"):
        loaded = import_module(f"{package}.data.{module.removesuffix('.py')}")
        for file in resources.names(package, "data", suffix=".toml"):
            read = getattr(loaded, f"parse_{file.removesuffix('.toml')}", None)
            if read is not None and read.__module__ == loaded.__name__:
                yield read, file, resources.read(package, "data", file)
        if getattr(getattr(loaded, "parse_scenario", None), "__module__", "") == loaded.__name__:
            for file in resources.names(package, "data", "scenarios", suffix=".toml")[:3]:
                yield loaded.parse_scenario, file, resources.read(package, "data", "scenarios", file)
    for file in resources.names(package, "data", "charts", suffix=".csv")[:4]:
        yield chart_from_csv, file, resources.read(package, "data", "charts", file)


@every_game
def test_damaged_data_files_are_refused_with_the_file(name: str) -> None:
    files = list(data_files(name))
    assert len(files) >= 4
    refused = 0
    for read, file, text in files:
        if read is chart_from_csv and is_refused(read, text):
            continue  # a chart of another shape, which the game reads by itself
        rng = Random(file)
        for _ in range(ROUNDS // 2):
            refused += is_refused(read, damaged(text, rng))
    assert refused > 20


@pytest.mark.parametrize("name", map_names())
def test_damaged_maps_are_refused_with_the_file(name: str) -> None:
    text = resources.read("hulldown.maps", f"{name}.toml")

    def fetch(other: str) -> str:
        if other not in map_names():
            raise KeyError(other)
        return resources.read("hulldown.maps", f"{other}.toml")

    rng = Random(name)
    refused = 0
    for _ in range(ROUNDS):
        error = refusal(lambda: board_from_toml(damaged(text, rng), WHERE, fetch))
        assert error is None or str(error).strip()
        refused += error is not None
    assert refused > ROUNDS // 6


@every_game
def test_damaged_records_are_refused_with_the_line_or_the_order(name: str) -> None:
    game = load_game(name)
    session = Session(game, game.scenarios()[0].id, "damage")
    bots = bots_of(game, "damage", "random")
    for _ in range(12):
        side = next(iter(game.pending(session.state)))
        session.submit(side, bots[side].decide(seat_of(game, session.state, side)))
    true = session.record()
    good = text_of(true)

    def read(text: str) -> None:
        record = record_from_text(text, WHERE)
        verify(record, game)
        resume(Record(record.header, record.entries, record.reveal or Reveal("")), game)
        # A record that lacks its last orders is one of the game so far; nothing else may pass.
        assert (record.header, record.entries) == (true.header, true.entries[: len(record.entries)])

    rng = Random(name)
    refused = 0
    for _ in range(2 * ROUNDS):
        text = spoilt_line(good, rng) if rng.random() < 0.5 else damaged(good, rng)
        error = refusal(partial(read, text))
        assert error is None or str(error).strip()
        refused += error is not None
    assert refused > ROUNDS


def spoilt_line(text: str, rng: Random) -> str:
    """A record in which one JSON value is another one."""
    values = [match.span(1) for match in re.finditer(r':("[^"]*"|-?\d+|null)', text)]
    start, end = rng.choice(values)
    other = rng.choice(["null", "-1", "7", '"x"', '""', "[]", "{}", "true", "1e99", '"bravo"', "99999999999999999999"])
    return text[:start] + other + text[end:]


@every_game
def test_notation_of_shuffled_words_is_read_or_refused_with_the_line(name: str) -> None:
    """At one decision of every kind: what is read can be checked, what is not is refused as malformed."""
    game = load_game(name)
    kinds: set[str] = set()
    read = refused = 0
    for info in game.scenarios():
        for moment in played(name, info.id, "fight").spread(8):
            kind = moment.order.kind
            if kind in kinds and len(kinds) > 3:
                continue
            kinds.add(kind)
            rng = Random(f"{info.id} {kind}")
            good = game.write(moment.state, moment.order)
            for _ in range(ROUNDS):
                try:
                    order = game.parse(moment.state, moment.side, shuffled(good, rng))
                except MalformedError:
                    refused += 1
                    continue
                read += 1
                assert all(violation.rule for violation in game.check(moment.state, moment.side, order))
    assert read > 0
    assert refused > ROUNDS // 2


def shuffled(text: str, rng: Random) -> str:
    """Lines of notation with words moved, lost, doubled and replaced."""
    wild = [
        "A",
        "Q9",
        "exit",
        "(",
        ")",
        "(2)",
        "0101",
        "9999",
        "#",
        "\t",
        "AAA",
        "-1",
        "é",
        "\x00",
        "stop",
        ",",
        "?",
        "",
        "²",
        "(²)",
        "odds ²",
        "1" * 5000,
        "(" + "1" * 5000 + ")",
        "0101\u0663",
    ]
    words = text.split(" ") or [""]
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(words))
        way = rng.randrange(4)
        if way == 0:
            words.insert(at, rng.choice(wild))
        elif way == 1 and len(words) > 1:
            del words[at]
        elif way == 2:
            words[at] += rng.choice(wild)
        else:
            words.insert(at, rng.choice(words))
    return (" " if rng.random() < 0.8 else "\n").join(words)


def test_the_games_are_all_tried() -> None:
    assert set(game_names()) == {name for name in game_names() if list(data_files(name))}
