"""Chart 35.0 a second time, written from the book, how it is read, and what its loader refuses."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.games.tank.data import periods as data

# Case, period, nation, infantry HE, artillery, air, smoke of AFVs and artillery, panic, preservation: as printed.
PRINTED = """
35.0-p1-ger    |  1 | Ger     |  6 | Bc,Ap/M3    | pM2              | no,yes  | 20 | 40
35.0-p1-fr     |  1 | Fr      |  4 | Bc,Ap/L,M2  | none             | no,no   | 30 | 20
35.0-p1-br     |  1 | Br      |  5 | Bc,Ap/M3    | pL1              | no,yes  | 30 | 40
35.0-p1-sov    |  1 | Sov     |  2 | Bp/M4       | none             | no,no   | 60 | 50
35.0-p2-ger    |  2 | Ger     |  6 | Bc,Ap/M3    | pM6              | no,yes  | 10 | 50
35.0-p2-sov    |  2 | Sov     |  2 | Bp/M4       | none             | no,no   | 50 | 70
35.0-p3-br     |  3 | Br      |  4 | Bc,Ap/M3    | pM2              | no,yes  | 30 | 50
35.0-p3-it     |  3 | It      |  2 | Bp/L,M2     | none             | no,no   | 50 | 70
35.0-p3-ger    |  3 | Ger     |  5 | Bc,Ap/M2*   | pM2              | no,yes  | 10 | 50
35.0-p4-sov    |  4 | Sov     |  2 | Bp/M5       | none             | no,no   | 40 | 70
35.0-p4-gere   |  4 | Ger(E)  |  6 | Bc,Ap/M3    | pM4              | no,yes  | 10 | 50
35.0-p4-gerna  |  4 | Ger(NA) |  6 | Bc,Ap/M2*   | pM2              | no,yes  | 10 | 50
35.0-p4-it     |  4 | It      |  2 | Bp/L,M1*    | none             | no,yes  | 30 | 30
35.0-p4-br     |  4 | Br      |  4 | Bc,Ap/M4    | pM4              | no,yes  | 20 | 40
35.0-p5-gere   |  5 | Ger(E)  |  6 | Bc,Ap/M2    | pM2              | no,yes  | 20 | 40
35.0-p5-gerna  |  5 | Ger(NA) |  5 | Bc,Ap/M2*   | pM1              | no,yes  | 20 | 50
35.0-p5-sov    |  5 | Sov     |  3 | Bp,Ap/M6    | pL3              | no,yes  | 30 | 70
35.0-p5-br     |  5 | Br      |  4 | Bc,Ap/M4    | pM4              | no,yes  | 20 | 40
35.0-p5-us     |  5 | US      |  3 | Bc/ Ap/M4   | pM2              | no,yes  | 30 | 30
35.0-p6-ger    |  6 | Ger     |  5 | Bc,Ap/M2    | pM1              | yes,yes | 30 | 50
35.0-p6-sov    |  6 | Sov     |  4 | Bp,Ap/M8    | pL4              | no,yes  | 30 | 60
35.0-p6-br     |  6 | Br      |  4 | Bc,Ap/M5    | pM5              | yes,yes | 20 | 40
35.0-p6-us     |  6 | US      |  4 | Bc,Ac/M6    | cM6              | no,yes  | 20 | 30
35.0-p7-us     |  7 | US      |  5 | Bc,Ac/M2    | cM3 in E, 6 in K | yes,yes | 20 | 30
35.0-p7-br     |  7 | Br      |  5 | Bc,Ac/M1    | cM2              | yes,yes | 20 | 40
35.0-p7-sov    |  7 | Sov     |  6 | Bp,Ap/M7    | pL4              | yes,yes | 30 | 50
35.0-p7-nk     |  7 | NK      |  4 | Bp/L,M1*    | none             | yes,no  | 30 | 60
35.0-p8-us     |  8 | US      |  6 | Bc,Ac/M2    | cM3              | yes,yes | 20 | 30
35.0-p8-sov    |  8 | Sov     |  8 | Bc,Ap/M6    | pM2              | yes,yes | 30 | 50
35.0-p8-br     |  8 | Br      |  6 | Bc,Ac/M1    | cM2              | yes,yes | 10 | 40
35.0-p8-fr     |  8 | Fr      |  6 | Bc,Ac/M1    | cM1              | yes,yes | 20 | 30
35.0-p8-isr    |  8 | Isr     |  5 | none        | cM3              | no,yes  | 10 | 50
35.0-p8-uar    |  8 | UAR     |  5 | none        | none             | no,no   | 60 | 20
35.0-p9-sov    |  9 | Sov     | 11 | Bc,Ap/M6    | pM3              | yes,yes | 30 | 50
35.0-p9-nato   |  9 | NATO    |  7 | Bc,Ap/M2    | cM5              | yes,yes | 20 | 30
35.0-p10-isr   | 10 | Isr     |  5 | Bp,Ap/M2*   | cM6              | yes,yes | 10 | 50
35.0-p10-uar   | 10 | UAR     |  7 | none        | none             | yes,no  | 40 | 40
35.0-p11-us    | 11 | US      |  5 | Bc,Ac/M5    | cH6              | yes,yes | 20 | 30
35.0-p11-nv    | 11 | NV      |  5 | Bp/L3*      | none             | no,no   | 20 | 60
35.0-p12-sov   | 12 | Sov     | 11 | Bc,Ac/M6    | pH2              | yes,yes | 30 | 50
35.0-p12-nato  | 12 | NATO    |  9 | Bc,Ac/M4    | cH3              | yes,yes | 20 | 30
35.0-p12-isr   | 12 | Isr     |  6 | Bc,Ac/M3    | cH3              | yes,yes | 10 | 50
35.0-p12-uar   | 12 | UAR     |  7 | Bp/M3       | none             | yes,yes | 40 | 40
35.0-p12-ch    | 12 | Ch      |  7 | Bp/M1*      | none             | no,no   | 20 | 60
"""
MISPRINTS = {"Bc/ Ap/M4": "Bc,Ap/M4"}
"""X-49."""
WORDS = {"c": "called", "p": "planned"}


def _artillery(cell: str) -> data.Artillery:
    """The cell read once more, letter by letter."""
    if cell == "none":
        return data.Artillery()
    roles, _, strength = cell.partition("/")
    named = {role[0]: WORDS[role[1]] for role in roles.split(",")}
    kinds = tuple(letter for letter in strength if letter in "LM")
    most = int("".join(letter for letter in strength if letter.isdigit()))
    return data.Artillery(named.get("A", ""), named.get("B", ""), kinds, most, not strength.endswith("*"))  # type: ignore[arg-type]


def _air(cell: str) -> data.Air:
    if cell == "none":
        return data.Air()
    most, korea = int(cell[2]), int(cell[-6]) if cell.endswith("in K") else int(cell[2])
    return data.Air(WORDS[cell[0]], cell[1], most, korea)  # type: ignore[arg-type]


@pytest.mark.rules(
    "35.0",
    "35.0-p1-ger", "35.0-p1-fr", "35.0-p1-br", "35.0-p1-sov", "35.0-p2-ger", "35.0-p2-sov", "35.0-p3-br",
    "35.0-p3-it", "35.0-p3-ger", "35.0-p4-sov", "35.0-p4-gere", "35.0-p4-gerna", "35.0-p4-it", "35.0-p4-br",
    "35.0-p5-gere", "35.0-p5-gerna", "35.0-p5-sov", "35.0-p5-br", "35.0-p5-us", "35.0-p6-ger", "35.0-p6-sov",
    "35.0-p6-br", "35.0-p6-us", "35.0-p7-us", "35.0-p7-br", "35.0-p7-sov", "35.0-p7-nk", "35.0-p8-us", "35.0-p8-sov",
    "35.0-p8-br", "35.0-p8-fr", "35.0-p8-isr", "35.0-p8-uar", "35.0-p9-sov", "35.0-p9-nato", "35.0-p10-isr",
    "35.0-p10-uar", "35.0-p11-us", "35.0-p11-nv", "35.0-p12-sov", "35.0-p12-nato", "35.0-p12-isr", "35.0-p12-uar",
    "35.0-p12-ch",
)  # fmt: skip
def test_every_line_of_the_chart() -> None:
    lines = data.period_lines()
    printed = [[cell.strip() for cell in line.split("|")] for line in PRINTED.strip().splitlines()]
    assert [f"{row[1]} {row[2]}" for row in printed] == list(lines)
    for case, period, nation, he, artillery, air, smoke, panic, preservation in printed:
        line = lines[f"{period} {nation}"]
        assert (line.rule, line.period, line.nation) == (case, int(period), nation)
        assert line.infantry_he == int(he)
        assert line.artillery == _artillery(MISPRINTS.get(artillery, artillery)), case
        assert line.air == _air(air), case
        assert [line.afv_smoke, line.artillery_smoke] == [word == "yes" for word in smoke.split(",")], case
        assert (line.panic, line.preservation) == (int(panic), int(preservation)), case
    assert len(lines) == 44


def test_every_period_and_nation_has_a_title() -> None:
    assert set(data.YEARS) == set(range(1, 13))
    assert {line.nation for line in data.period_lines().values()} == set(data.NATIONS)


@pytest.mark.rules("35.2b")
def test_letters_name_sides_and_procedures() -> None:
    soviet, american, german = (data.line_of(6, nation).artillery for nation in ("Sov", "US", "Ger"))
    assert (soviet.procedure("alpha"), soviet.procedure("bravo")) == ("planned", "planned")
    assert (american.procedure("alpha"), american.procedure("bravo")) == ("called", "called")
    assert (german.procedure("alpha"), german.procedure("bravo")) == ("planned", "called")
    assert data.line_of(12, "UAR").artillery.procedure("alpha") == ""


@pytest.mark.rules("35.2c")
def test_air_strikes_depend_on_the_theatre_in_one_line_only() -> None:
    american = data.line_of(7, "US").air
    assert (american.maximum("Europe"), american.maximum("Korea"), american.maximum()) == (3, 6, 3)
    others = [line.air for line in data.period_lines().values() if line.key != "7 US"]
    assert all(air.maximum("Korea") == air.maximum("Europe") for air in others)


@pytest.mark.rules("35.2d")
def test_smoke_is_of_afvs_first() -> None:
    korean, egyptian = data.line_of(7, "NK"), data.line_of(8, "Isr")
    assert (korean.afv_smoke, korean.artillery_smoke) == (True, False)
    assert (egyptian.afv_smoke, egyptian.artillery_smoke) == (False, True)


@pytest.mark.rules("35.0")
def test_nations_of_a_period_in_the_order_of_the_print() -> None:
    assert data.nations(4) == ("Sov", "Ger(E)", "Ger(NA)", "It", "Br")
    assert data.line_of(5, "ger (na)").key == "5 Ger(NA)"
    assert data.line_of(6, "ger").squad == "Ger squad 6"


@pytest.mark.rules("35.0", "35.2a")
@pytest.mark.parametrize(
    ("period", "nation", "told", "hint"),
    [
        (13, "Ger", "35.0: there is no period 13", "periods: 1 to 12"),
        (0, "Ger", "35.0: there is no period 0", "periods: 1 to 12"),
        (4, "Ger", "35.2a: 'Ger' is ambiguous in period 4", "one of Ger(E), Ger(NA)"),
        (6, "It", "35.0: It does not fight in period 6, only in 3, 4", "nations of period 6: Ger, Sov, Br, US"),
        (11, "Poland", "35.0: there is no nation 'Poland'", "nations of period 11: US, NV"),
        (11, "", "35.0: there is no nation ''", "nations of period 11: US, NV"),
    ],
)
def test_a_wrong_line_is_told_with_its_case(period: int, nation: str, told: str, hint: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        data.line_of(period, nation)
    assert (str(caught.value), caught.value.hint) == (told, hint)


@pytest.mark.rules("35.0", "35.2a", "35.2b", "35.2c", "35.2d", "35.2e")
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("1 Ger,", "13 Ger,", "row '13 Ger': '13' is no period from 1 to 12"),
        ("1 Ger,", "I Ger,", "row 'I Ger': 'I' is no period"),
        ("1 Ger,", "1 Pol,", "row '1 Pol': there is no nation 'Pol'"),
        ("1 Ger,6", "1 Ger,six", "row '1 Ger', column 'inf_he': 'six' is no number"),
        ("Bc,Ap/M3", "Bx,Ap/M3", "row '1 Ger', column 'artillery': 'Bx,Ap/M3'"),
        ("Bc,Ap/M3", "Ap,Bc/M3", "row '1 Ger', column 'artillery'"),
        ("pM2", "zM2", "row '1 Ger', column 'air': 'zM2'"),
        ('"no,yes",20', '"no,perhaps",20', "row '1 Ger', column 'smoke': 'no,perhaps'"),
        ('"no,yes",20', "no,20", "row '1 Ger', column 'smoke': 'no'"),
        (",20,40", ",25,40", "row '1 Ger', column 'panic': '25'"),
        (",20,40", ",20,110", "row '1 Ger', column 'preservation': '110'"),
        ("line,inf_he,", "line,inf,", "column 'inf' is unknown"),
        ("2 Ger,", "1 Ger,", "the name reads like that of 1 Ger"),
    ],
)
def test_a_bad_line_is_refused_by_file_row_and_column(old: str, new: str, told: str) -> None:
    text = resources.read("hulldown", "games", "tank", "data", "charts", "35.0.csv")
    assert old in text
    with pytest.raises(MalformedError) as caught:
        data.parse_periods(text.replace(old, new, 1), "mine.csv")
    assert told in str(caught.value)
    assert str(caught.value).startswith("mine.csv: ")
