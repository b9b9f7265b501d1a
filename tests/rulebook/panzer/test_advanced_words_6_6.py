"""What the verbs of movement accept in an order, word by word (6.6.3, 6.6.4, 6.6.7, 6.6.9)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.verbs import movement
from support.advanced_march import cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def wrong(kind: str, *hexes: str, facing: int = -1, words: str = "", leaves: bool = False, names: str = "") -> str:
    """The case by which the words of a task are refused; "" where they are right."""
    task = Task("S4", kind, tuple(cell(one) for one in hexes), facing, words, tuple(names.split()))
    fault = scene().rules.verbs[kind].misworded(task, words.split(), leaves)
    return "" if fault is None else fault[0]


@pytest.mark.rules("6.6.4.3a", "6.6.4.2e", "6.6.4.1g", "6.6.3a", "6.6.7.1.1b", "6.6.7.1.2a", "6.6.9b")
def test_the_verbs_of_movement() -> None:
    kinds = [verb.kind for verb in movement.VERBS]
    assert kinds == ["CRAWL", "QUICK", "UP", "DOWN", "ENTER", "OUT", "MOUNT", "DISMOUNT", "BAIL", "SEARCH"]
    assert [scene().rules.verbs[kind] for kind in kinds] == list(movement.VERBS)


@pytest.mark.rules("6.6.4.3a")
def test_the_words_of_a_crawl() -> None:
    assert wrong("CRAWL", "0502") == ""
    assert wrong("CRAWL") == wrong("CRAWL", "0502", "0503") == "6.6.4.3a"
    assert wrong("CRAWL", "0502", facing=0) == wrong("CRAWL", "0502", facing=3) == "6.6.4.3a"
    assert wrong("CRAWL", "0502", words="on") == wrong("CRAWL", "0502", leaves=True) == "6.6.4.3a"


@pytest.mark.rules("6.6.4.2e", "4.5.1.1.9a")
def test_the_words_of_a_quickmarch() -> None:
    assert (
        wrong("QUICK", "0502", "0503") == wrong("QUICK", "0502", facing=0) == wrong("QUICK", "0502", leaves=True) == ""
    )
    assert wrong("QUICK") == "6.6.4.2e"
    assert wrong("QUICK", "0502", words="on") == "4.5.1.1.9a"


@pytest.mark.rules("6.6.4.1g")
def test_the_words_of_stairs() -> None:
    assert wrong("UP") == wrong("UP", "0303") == wrong("UP", facing=0) == ""
    assert wrong("UP", words="on") == wrong("UP", leaves=True) == "6.6.4.1g"
    assert wrong("DOWN") == ""
    assert wrong("DOWN", words="on") == wrong("DOWN", leaves=True) == wrong("DOWN", "0303") == "6.6.4.1g"
    assert wrong("DOWN", facing=0) == wrong("DOWN", facing=5) == "6.6.4.1g"


@pytest.mark.rules("6.6.3a")
def test_the_words_of_buildings() -> None:
    assert wrong("ENTER") == wrong("ENTER", "0303") == wrong("ENTER", facing=0) == ""
    assert wrong("ENTER", words="on") == wrong("ENTER", leaves=True) == "6.6.3a"
    assert wrong("OUT") == ""
    assert wrong("OUT", words="on") == wrong("OUT", leaves=True) == wrong("OUT", "0303") == "6.6.3a"
    assert wrong("OUT", facing=0) == wrong("OUT", facing=5) == "6.6.3a"


@pytest.mark.rules("6.6.9d", "6.6.9b")
def test_the_words_of_a_search() -> None:
    assert wrong("SEARCH") == wrong("SEARCH", words="partial") == wrong("SEARCH", words="partial reverse") == ""
    assert wrong("SEARCH", words="everywhere") == wrong("SEARCH", "0502") == "6.6.9d"
    assert wrong("SEARCH", leaves=True) == "6.6.9d"


@pytest.mark.rules("6.6.7.1.1b", "6.6.7.1.2a", "6.6.1.1o", "6.6.1.1p")
def test_the_words_of_loading() -> None:
    rules = {"MOUNT": "6.6.7.1.1b", "DISMOUNT": "6.6.7.1.1b", "BAIL": "6.6.7.1.2a"}
    for kind, rule in rules.items():
        assert wrong(kind, names="S5") == wrong(kind, names="S5 S6") == ""
        assert wrong(kind) == wrong(kind, names="S5 S5") == wrong(kind, names="S5", leaves=True) == rule
        assert wrong(kind, names="S5", words="now") == rule
        many = {"DISMOUNT": ""}.get(kind, rule)
        assert wrong(kind, "0502", names="S5 S6") == wrong(kind, "0502", "0503", names="S5 S6") == many
        assert wrong(kind, "0502", "0503", names="S5") == rule
        assert wrong(kind, names="S5", words="against G1") == many
        assert wrong(kind, names="S5", words="against") == wrong(kind, names="S5", words="against G1 G2") == rule
        assert wrong(kind, names="S5", words="towards G1") == rule
    assert wrong("DISMOUNT", names="S5 S6", words="against G1") == "6.6.1.1p"


@pytest.mark.rules("6.6.4.3a", "6.6.4.3b", "6.6.4.3c")
def test_where_a_crawl_is_offered() -> None:
    march = keep({"S4": "0101"}).set("S4", full_cover=True)
    (crawl,) = [one for one in march.offered("S4") if one.kind == "CRAWL"]
    assert set(crawl.cells) == {cell("0102"), cell("0201")}, "on the edge of the map"
    march.set("S4", full_cover=False)
    assert "CRAWL" not in [one.kind for one in march.offered("S4")]
    watched = keep({"S4": "0504", "G2": "0506"}).set("S4", full_cover=True)
    watched.unit("S16").sees = (watched.state.units.index(watched.unit("G2")),)
    (crawl,) = [one for one in watched.offered("S4") if one.kind == "CRAWL"]
    around = {cell(one) for one in ("0503", "0403", "0404", "0603", "0604")}
    assert set(crawl.cells) == around, "not 0505, next to an enemy that is spotted"
