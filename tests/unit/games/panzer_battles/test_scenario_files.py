"""Scenario files that are wrong in themselves or do not fit their map are named with file, table and key."""

from __future__ import annotations

import pytest

from hulldown import resources
from hulldown.core.board import Board
from hulldown.core.errors import MalformedError
from hulldown.games.panzer_battles.data.doctrine import parse_doctrines
from hulldown.games.panzer_battles.data.loading import FOLDER
from hulldown.games.panzer_battles.data.scenarios import Zone, cells_in, check_places, parse_scenario


def text_of(name: str) -> str:
    return resources.read(*FOLDER, "scenarios", f"{name}.toml")


@pytest.mark.rules("20.0", "19.0-gen-1", "desig-2", "desig-3", "desig-4", "20.0-length")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("length = 10", "length = 0"), "length"),
        (("[[first.groups]]", "[first.groups]"), r"\[first\]: groups must be a list of tables"),
        (("length = 10", "length = 3"), r"\[second\] groups 2: enter: turn is 4 in a game of 3"),
        (('"panzer_battles/gazala"', "7"), "id"),
        (("[second]", "[third]"), "unknown key 'third'"),
        (('map = "battles-gazala"', 'map = "battles-gazala"\nbook = "tank"'), "book: there is no book 'tank'"),
        (('type = "PzII",', 'type = "PzI",'), r"\[first\] groups 1 company 201: type: there is no unit 'PzI'"),
        (('"PzII", strength = 5', '"PzII", strength = 6'), r"\[first\] groups 1: .*strength"),
        (('designation = "201"', 'designation = "251"'), r"company 201: designation 251: a 0 in a designation"),
        (('designation = "211"', 'designation = "221"'), r"company 21: platoons: the first two digits"),
        (('designation = "211", type = "PzIII"', 'designation = "211", type = "PzIV E"'), "a company is of one type"),
        (('designation = "212"', 'designation = "211"'), r"\[first\] groups 1: company 21: 'PzIII 211' is there twice"),
        (('key = "22"', 'key = "21"'), r"\[first\] groups 1: companies: '21' is there twice"),
        (('battalion = "2"', 'battalion = "9"'), r"\[first\] groups 1: company 21: there is no battalion '9'"),
        (('type = "PzII", strength', 'type = "M4", strength'), r"\[first\] groups 1: company 201: M4 is not of Ge"),
        (('hq = "D"', 'hq = "L"'), r"\[first\]: battalions: 'L' is no HQ rating"),
        (('doctrine = "western"', 'doctrine = "easy"'), r"\[first\]: doctrine: there is no 'easy'"),
        (("dummies = 4", "dummies = -1"), "dummies"),
        (("dummies = 4", "dummies = 4\nspeed = 1"), r"\[first\]: unknown key 'speed'"),
        (("area = [{ rows = [6, 6] }]\n", ""), r"\[second\] groups 1: a group has an area or an entry"),
        (("area = [{ rows = [6, 6] }]", "area = []"), r"\[second\] groups 1: area"),
        (("area = [{ rows = [6, 6] }]", "area = [{ rows = [7, 6] }]"), "groups 1 area: rows run from 7 to 6"),
        (("rows = [6, 6]", 'rows = [6, 6], near = "0101"'), r"\[second\] groups 1 area: a zone is one of"),
        (("rows = [6, 6]", ""), r"\[second\] groups 1 area: a zone is one of"),
        (("rows = [6, 6]", "rows = [6, 6], row = 3"), r"\[second\] groups 1: area.*row"),
        (("wait = true }", "wait = true }\ndefilade = true"), r"\[second\] groups 2: defilade: nobody enters"),
        (('terrain = ["rough2"]', 'terrain = ["swamp"]'), r"\[special\]: defilade: there is no terrain 'swamp'"),
        (('north = "top"', 'north = "left"'), r"\[compass\]: two points of the compass are one edge"),
        (('north = "top"', 'north = "up"'), "compass.north"),
        (('types = ["Grant"]', 'types = ["Grand"]'), r"\[victory\] awards 1: types: there is no unit 'Grand'"),
        (('what = "loss", types = ["Grant"]', 'what = "town"'), "awards 1: what: the scenario has no towns"),
        (('types = ["Grant"], ', ""), r"\[victory\] awards 1: types: towns have none, all else has some"),
        (('what = "loss", types = ["Grant"]', 'what = "exit", types = ["Grant"]'), "the first side has no exits"),
        (('tie = "draw"', 'tie = "first"'), "victory.tie"),
        (('tags = { dummies = "reconstructed" }', 'tags = { dummies = "sure" }'), r"\[first\] tags: dummies is 'sure'"),
        (("tags = { compass", "tags = { weather"), "unknown key 'weather'"),
    ],
)  # fmt: skip
def test_a_bad_scenario_file_is_named_with_table_and_key(change: tuple[str, str], told: str) -> None:
    text = text_of("gazala")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told) as caught:
        parse_scenario(text.replace(change[0], change[1], 1), "mine.toml")
    assert str(caught.value).startswith("mine.toml")


@pytest.mark.rules("20.0-length", "20.0-reinf-1", "19.0-gen-1")
def test_reinforcements_may_come_on_the_last_turn() -> None:
    assert parse_scenario(text_of("gazala").replace("length = 10", "length = 4", 1), "mine.toml").length == 4


@pytest.mark.rules("desig-2")
def test_an_independent_command_is_one_platoon() -> None:
    one = '[{ designation = "201", type = "PzII", strength = 5 }]'
    two = one.replace("]", ', { designation = "202", type = "PzII", strength = 5 }]')
    with pytest.raises(MalformedError, match="company 201: platoons: an independent command is a single one"):
        parse_scenario(text_of("gazala").replace(one, two), "mine.toml")


@pytest.mark.rules("desig-2", "21.0-ger-2")
def test_a_crew_has_two_steps() -> None:
    with pytest.raises(MalformedError, match="company 101 crew: strength: Gun crew has at most 2"):
        parse_scenario(
            text_of("arracourt").replace('"Gun crew", strength = 2', '"Gun crew", strength = 3'), "mine.toml"
        )


@pytest.mark.rules("21.0-vc-1", "21.0-ger-deploy", "21.0-sr-1", "22.0-sov-deploy-a", "19.0-gen-1")
@pytest.mark.parametrize(
    ("name", "change", "told"),
    [
        ("arracourt", ('"2025"', '"2535"'), "map mine has no hex '2535'"),
        ("arracourt", ('near = "1712"', 'near = "9912"'), "map mine has no hex '9912'"),
        ("arracourt", ('hex = "0124"', 'hex = "0199"'), "map mine has no hex '0199'"),
        ("berlin", ("rows = [34, 34]", "rows = [35, 35]"), r"\[first\] groups 1 enter: a zone has no hex of map mine"),
        ("berlin", ("rows = [1, 8]", "columns = [30, 40]"), r"\[second\] groups 1 area: a zone has no hex"),
        ("berlin", ("zones = [{ rows = [1, 1] }]", 'zones = [{ hexes = ["1735"] }]'), "map mine has no hex '1735'"),
    ],
)
def test_places_that_the_map_does_not_have_are_named(name: str, change: tuple[str, str], told: str) -> None:
    text = text_of(name)
    assert change[0] in text
    one = parse_scenario(text.replace(change[0], change[1]), "mine.toml")
    size = {"arracourt": (24, 34), "berlin": (16, 34)}[name]
    with pytest.raises(MalformedError, match=told):
        check_places(one, Board("mine", "mine", *size, "odd"))


@pytest.mark.rules("18.0-gen-1", "18.2a", "18.31", "18.34")
@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("link = 2", "link = 0"), r"\[western\]: link"),
        (("bounding = false", "bounding = 3"), r"\[soviet\]: bounding"),
        (("detach = true", "detach = true\nspeed = 1"), r"\[western\]"),
        (('provenance = "rulebook"', ""), "provenance is missing"),
        (("[soviet]", "[Western]"), r"\[Western\]: the name reads like that of \[western\]"),
    ],
)
def test_a_bad_doctrine_is_named_with_table_and_key(change: tuple[str, str], told: str) -> None:
    text = resources.read(*FOLDER, "doctrine.toml")
    assert change[0] in text
    with pytest.raises(MalformedError, match=told) as caught:
        parse_doctrines(text.replace(change[0], change[1], 1), "mine.toml")
    assert str(caught.value).startswith("mine.toml")


@pytest.mark.rules("19.0-gen-1", "20.0-brit-deploy", "21.0-ger-deploy", "21.0-us-deploy", "22.0-ger-deploy")
@pytest.mark.parametrize(
    ("zones", "labels"),
    [
        ((Zone(hexes=("0302", "0101")),), ["0101", "0302"]),
        ((Zone(columns=(2, 2)),), ["0201", "0202", "0203"]),
        ((Zone(rows=(3, 3)),), ["0103", "0203", "0303"]),
        ((Zone(columns=(2, 3), rows=(1, 2)),), ["0201", "0202", "0301", "0302"]),
        ((Zone(near="0101", within=1),), ["0101", "0102", "0201"]),
        ((Zone(near="0101"), Zone(hexes=("0303",))), ["0101", "0303"]),
    ],
)
def test_the_cells_of_zones(zones: tuple[Zone, ...], labels: list[str]) -> None:
    board = Board("mine", "mine", 3, 3, "odd")
    assert [board.labels[cell] for cell in cells_in(zones, board)] == labels
