from __future__ import annotations

import pytest

from hulldown.core.charts import chart_from_csv, span
from hulldown.core.errors import MalformedError, UnknownNameError

TEXT = """\
# title: A chart
# rule: 9.9
range,near,far
1-5,1-7,•
6,"1,2,3",-

7-10,auto,1
"""


def test_cells_are_found_by_band_and_column():
    chart = chart_from_csv(TEXT, "a.csv")
    assert chart.columns == ("near", "far")
    assert [chart.cell(row, "near") for row in (1, 5, 6, 7, 10)] == ["1-7", "1-7", "1,2,3", "auto", "auto"]
    assert chart.cell(3, "far") == "•"
    assert (chart.first_row(), chart.last_row()) == (1, 10)


def test_a_row_without_its_own_case_has_that_of_the_chart():
    assert chart_from_csv(TEXT, "a.csv").rule(6) == "9.9"
    assert chart_from_csv(TEXT, "a.csv").meta == {"title": "A chart", "rule": "9.9"}
    assert chart_from_csv("n,a\n1,x\n", "a.csv").rule(1) == ""


def test_the_rule_column_is_no_column_of_the_chart():
    chart = chart_from_csv("n,a,rule\n1-2,x,7.1\n3+,y,7.2\n", "a.csv")
    assert chart.columns == ("a",)
    assert [chart.rule(row) for row in (1, 2, 3, 400)] == ["7.1", "7.1", "7.2", "7.2"]


def test_an_open_ended_row_covers_every_larger_number():
    chart = chart_from_csv("n,a\n1-40,x\n41+,y\n", "a.csv")
    assert chart.last_row() is None
    assert [chart.cell(row, "a") for row in (40, 41, 42, 10_000)] == ["x", "y", "y", "y"]


def test_bands_may_be_negative_and_end_at_zero():
    chart = chart_from_csv("n,a\n-5--3,x\n-2-0,y\n1,z\n", "a.csv")
    assert [chart.cell(row, "a") for row in range(-5, 2)] == ["x", "x", "x", "y", "y", "y", "z"]


@pytest.mark.parametrize("row", [0, 11, -1])
def test_a_number_off_the_chart_is_told_with_its_reach(row):
    with pytest.raises(UnknownNameError, match=f"a.csv has no row for {row}") as caught:
        chart_from_csv(TEXT, "a.csv").cell(row, "near")
    assert caught.value.hint == "its rows run from 1 to 10"


def test_the_reach_of_an_open_ended_chart():
    with pytest.raises(UnknownNameError) as caught:
        chart_from_csv("n,a\n2+,x\n", "a.csv").rule(1)
    assert caught.value.hint == "its rows run from 2 up"


def test_an_unknown_column_is_told_with_the_known_ones():
    with pytest.raises(UnknownNameError, match=r"a.csv has no column 'middle'") as caught:
        chart_from_csv(TEXT, "a.csv").cell(1, "middle")
    assert caught.value.hint == "columns: near, far"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.csv: there is no header line"),
        ("n,a\n", "a.csv: there is no row below the header"),
        ("n\n1\n", "a.csv: line 1: there is no column besides the row band"),
        ("n,rule\n1,7.1\n", "a.csv: line 1: there is no column besides the row band"),
        ("n,a,a\n1,x,y\n", "a.csv: line 1: column 'a' appears twice"),
        ("n,a,\n1,x,y\n", "a.csv: line 1: column 3 has no header"),
        ("n,rule,a\n1,x,y\n", "a.csv: line 1: column 'rule' must be the last"),
        ("n,a,b\n1,x\n", "a.csv: line 2: 2 cells for 3 columns; column 'b' is missing"),
        ("n,a,rule\n1,x\n", "a.csv: line 2: 2 cells for 3 columns; column 'rule' is missing"),
        ("n,a\n1,x,y\n", "a.csv: line 2: 3 cells for 2 columns"),
        ("n,a\none,x\n", "a.csv: line 2: column 1: 'one' is not a row band"),
        ("n,a\n,x\n", "a.csv: line 2: column 1: '' is not a row band"),
        ("n,a\n5-1,x\n", "a.csv: line 2: column 1: row band '5-1' runs backwards"),
        ("n,a\n1-5,x\n5-9,y\n", "a.csv: line 3: column 1: row band '5-9' overlaps the row before it"),
        ("n,a\n6-9,x\n1-5,y\n", "a.csv: line 3: column 1: row band '1-5' overlaps the row before it"),
        ("n,a\n1+,x\n2,y\n", "a.csv: line 3: column 1: row band '2' overlaps the row before it"),
        ("n,a\n1-5,x\n\n8-9,y\n", "a.csv: line 4: column 1: no row covers 6 to 7"),
        ("n,a,rule\n1,x,\n", "a.csv: line 2: column 'rule' is empty"),
        ("# title\nn,a\n1,x\n", "a.csv: line 1: a line that starts with # is written '# key: value'"),
        ("# k: 1\n# k: 2\nn,a\n1,x\n", "a.csv: line 2: 'k' is given twice"),
    ],
)
def test_a_malformed_chart_is_refused_by_file_line_and_column(text, message):
    with pytest.raises(MalformedError) as caught:
        chart_from_csv(text, "a.csv")
    assert str(caught.value).startswith(message)
    assert caught.value.where.startswith("a.csv")


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ("1-7", (1, 2, 3, 4, 5, 6, 7)),
        ("1-10", tuple(range(1, 11))),
        ("1", (1,)),
        ("1,2,3", (1, 2, 3)),
        ("1-2, 5", (1, 2, 5)),
        ("•", ()),
        ("-", ()),
        ("", ()),
    ],
)
def test_span(cell, numbers):
    assert span(cell) == numbers


@pytest.mark.parametrize("cell", ["auto", "7-1", "1-", "1,,2", "0.5"])
def test_a_cell_that_is_no_series_of_numbers_is_refused(cell):
    with pytest.raises(MalformedError, match="is not a series of numbers"):
        span(cell)
