"""Data files: lists with named rows, names that read alike, types told by key."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from hulldown.core import tables
from hulldown.core.errors import MalformedError, UnknownNameError

LIST = """# title: Modifiers
# provenance: public
modifier,value,label,rule

cover,-3,in cover,1.2a
"short, halt",+4,halted,1.3
"""


class TestListing:
    def test_rows_have_names_and_columns(self):
        found = tables.listing_from_csv(LIST, "m.csv")
        assert found.meta == {"title": "Modifiers", "provenance": "public"}
        assert list(found.rows) == ["cover", "short, halt"]
        assert found.row("cover") == {"value": "-3", "label": "in cover", "rule": "1.2a"}
        assert found.number("cover", "value") == -3
        assert found.number("Short-Halt", "value") == 4

    def test_an_unknown_row_is_told_with_the_near_ones(self):
        with pytest.raises(UnknownNameError, match=r"there is no row of m.csv named 'covers'") as caught:
            tables.listing_from_csv(LIST, "m.csv").row("covers")
        assert "cover" in caught.value.hint

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("# title: Modifiers", "# Modifiers", "m.csv: line 1: a line that starts with #"),
            ("modifier,value,label,rule", "modifier,rule,label", "m.csv: line 3: column 'rule' must be the last"),
            ("cover,-3,in cover,1.2a", "cover,-3,in cover", "m.csv: line 5: 3 cells for 4 columns"),
            ('"short, halt",', "Cover!,", "m.csv: line 6: the name reads like that of cover"),
        ],
    )
    def test_a_malformed_list_is_refused_by_line(self, old, new, message):
        with pytest.raises(MalformedError) as caught:
            tables.listing_from_csv(LIST.replace(old, new), "m.csv")
        assert str(caught.value).startswith(message)

    def test_a_list_without_rows_is_refused(self):
        with pytest.raises(MalformedError, match=r"m.csv: there is no row"):
            tables.listing_from_csv("modifier,value\n", "m.csv")

    def test_a_word_is_no_number(self):
        with pytest.raises(MalformedError, match=r"row 'cover', column 'label': 'in cover' is no number"):
            tables.listing_from_csv(LIST, "m.csv").number("cover", "label")


class Thing(msgspec.Struct):
    cost: tables.Natural | Literal["P", "all"]
    sides: dict[Literal["a", "b"], int] = {}


@pytest.mark.parametrize(
    ("content", "message", "hint"),
    [
        ({"cost": "some"}, "f.toml: cost: Invalid enum value 'some'", "it must be one of P, all"),
        ({"cost": -1}, "f.toml: cost: Expected `int` >= 0", ""),
        ({}, "f.toml: cost: is missing", ""),
        ({"cost": 1, "sides": {"c": 1}}, "f.toml: sides: Invalid enum value 'c'", "it must be one of a, b"),
    ],
)
def test_a_wrong_value_is_told_by_its_key(content, message, hint):
    with pytest.raises(MalformedError) as caught:
        tables.convert(Thing, content, "f.toml")
    assert (str(caught.value), caught.value.hint) == (message, hint)


def test_names_are_found_however_they_are_written():
    known = {"T-34/76": 1, "T-34/85": 2}
    assert tables.look_up("t34 85", known, "tank") == 2
    with pytest.raises(UnknownNameError, match="there is no tank named 'T-35'") as caught:
        tables.look_up("T-35", known, "tank")
    assert caught.value.hint.startswith("did you mean T-34")
    assert tables.near("xyz", known) == "known: T-34/76, T-34/85"


class Named(msgspec.Struct):
    id: str


def test_two_files_with_one_id_are_refused():
    def parse(text, where):
        return Named(text)

    assert list(tables.parse_all([("a", "x/1"), ("b", "x/2")], parse)) == ["x/1", "x/2"]
    with pytest.raises(MalformedError, match="b: id 'x/1' is that of another"):
        tables.parse_all([("a", "x/1"), ("b", "x/1")], parse)


def test_a_hash_does_not_depend_on_the_order_of_keys():
    assert tables.content_hash({"a": 1, "b": [2]}) == tables.content_hash({"b": [2], "a": 1})
    assert tables.content_hash({"a": 1}) != tables.content_hash({"a": 2})
