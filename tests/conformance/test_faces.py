"""A game's face tells everything that occurs in play: a client needs no other knowledge of the game."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.face import LISTS, Face, MarkFace, key_of, merge, read_face, read_parts
from hulldown.games import game_names, load_game, load_tools
from hulldown_toy.face import FACE, FACE_TOML
from support.games import every_scenario, played

FACE_DOWN = "?"
"""A mark of the contract: an order is there, and no more is known of it."""
STYLES = ("random", "fight")
HOLE = re.compile(r"\{\w+\}")
WORD = "[^@>]+"
"""A word in braces, and what it stands for."""


def choice_key(keys: Iterable[str], kind: str, choice: str) -> str | None:
    """The key under which a face names a choice of a kind of task, as the client finds it; None where it does not."""
    known = list(keys)
    for key in (f"{kind} {choice}", choice):
        if key in known:
            return key
    forms = (key for key in known if HOLE.search(key))
    return next((key for key in forms if re.fullmatch(WORD.join(map(re.escape, HOLE.split(key))), choice)), None)


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_the_face_names_all_that_occurs(name: str, scenario: str, style: str) -> None:
    found = played(name, scenario, style)
    game, face = found.game, found.game.face(scenario)
    told = {part: {key_of(entry) for entry in getattr(face, part)} for part in LISTS}
    for moment in found.moments:
        legal = game.legal(moment.state, moment.side)
        for unit in legal.units:
            assert {option.kind for option in unit.options} <= told["tasks"]
            for option in unit.options:
                task = next(task for task in face.tasks if task.kind == option.kind)
                # The choices of a preset are examples of what may be written.
                named = (choice_key(told["choices"], task.kind, choice) for choice in option.choices)
                assert task.preset or None not in named, option
                draws = task.draws
                assert {"path", "cells"} & set(draws) or not (option.path or option.cells), option.kind
                assert "facing" in draws or not option.facings, option.kind
                assert "targets" in draws or not option.targets, option.kind
                assert "choice" in draws or not option.choices, option.kind
        assert set(legal.choices) <= told["choices"]
        assert {event.kind for event in moment.step.events} <= told["events"]
        views = [game.view(moment.state, side) for side in game.sides]
        owners = {piece.id: piece.side for view in views for piece in view.pieces}
        for event in moment.step.events:
            if event.data.get("unit") in owners:
                assert game.side_of(event) == owners[event.data["unit"]], event
        view = game.view(moment.state, moment.side)
        assert {marker.kind for marker in view.markers} <= told["markers"]
        assert {piece.type for piece in view.pieces if piece.type} <= told["types"]
        marks = {mark for piece in view.pieces for mark in piece.marks}
        assert marks <= told["marks"] | told["tasks"] | {FACE_DOWN}
    assert set(game.sides) == told["sides"]
    assert set(face.kills) <= told["outcomes"]


@every_scenario
def test_the_face_names_all_on_the_board(name: str, scenario: str) -> None:
    game = load_game(name)
    board, face = game.board(scenario), game.face(scenario)
    assert {board.terrain[cell] for cell in board.cells} <= {entry.terrain for entry in face.hexes}
    assert {side.terrain for side in board.sides.values()} <= {entry.terrain for entry in face.hexsides}
    assert set(board.lines) <= {entry.terrain for entry in face.lines}
    assert all(entry.effect for entry in (*face.hexes, *face.hexsides, *face.lines))


@pytest.mark.parametrize("name", game_names())
def test_events_refer_to_marks_and_markers_of_the_face(name: str) -> None:
    game = load_game(name)
    for info in game.scenarios():
        face = game.face(info.id)
        for event in face.events:
            # A name in braces stands for a value of the event.
            for name, known in (
                (event.mark, [entry.mark for entry in face.marks]),
                (event.marker, [entry.kind for entry in face.markers]),
            ):
                meant = re.compile(re.sub(r"\{\w+\}", ".+", name))
                assert not name or any(meant.fullmatch(one) for one in known), event.kind
            # The summary of a playback says by its mark what has happened to a unit.
            assert event.mark or event.verb != "hurt", event.kind


@pytest.mark.parametrize("name", game_names())
def test_changes_are_arguments_of_the_odds_tool(name: str) -> None:
    game = load_game(name)
    flags = {flag.name for flag in load_tools(name).odds_arguments()}
    for info in game.scenarios():
        assert {change.argument for change in game.face(info.id).changes} <= flags


def test_parts_are_put_together_and_the_later_entry_counts() -> None:
    first = Face(notes=("one",), marks=(MarkFace("a", "old", "a", "bad"), MarkFace("b", "b", "b", "good")))
    second = Face(
        setting="dusty", notes=("two",), marks=(MarkFace("a", "new", "a", "bad"), MarkFace("c", "c", "c", "bad"))
    )
    both = merge((first, second))
    assert [(mark.mark, mark.name) for mark in both.marks] == [("a", "new"), ("b", "b"), ("c", "c")]
    assert (both.setting, both.notes) == ("dusty", ("one", "two"))
    assert merge((FACE,)) == FACE
    assert merge((FACE, Face())) == FACE


def test_a_choice_is_named_alone_after_its_task_or_by_its_form() -> None:
    keys = ("exit", "SEARCH partial", "drop {unit}", "drop {unit}@{hex}")
    assert choice_key(keys, "MOVE", "exit") == "exit"
    assert choice_key(keys, "SEARCH", "partial") == "SEARCH partial"
    assert choice_key(keys, "MOVE", "partial") is None
    assert choice_key(keys, "MOVE", "drop S5") == "drop {unit}"
    assert choice_key(keys, "MOVE", "drop S5@0812") == "drop {unit}@{hex}"
    assert choice_key(keys, "MOVE", "drop S5@0812>0813") is None
    assert choice_key(keys, "MOVE", "drop") is None


def test_a_face_is_read_strictly() -> None:
    assert read_parts(FACE_TOML, "toy")[""].tasks[0].name == "Crawl"
    with pytest.raises(MalformedError, match="colur"):
        read_parts('sides = [{ side = "alpha", name = "A", colur = "blue" }]', "toy")
    with pytest.raises(MalformedError, match="unknown key 'kinds'"):
        read_face({"kinds": []}, "toy")
    with pytest.raises(MalformedError, match="twice"):
        read_face({"choices": [{"key": "a", "name": "A"}, {"key": "a", "name": "B"}]}, "toy")


def test_a_face_survives_the_wire() -> None:
    assert msgspec.json.decode(msgspec.json.encode(FACE), type=Face) == FACE
