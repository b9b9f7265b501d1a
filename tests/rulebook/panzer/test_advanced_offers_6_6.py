"""What movers are offered (6.6): the domains agree with the rules; units that share a command (6.2.1.1.4-moving)."""

from __future__ import annotations

import pytest

from hulldown.core.decisions import Option
from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.panzer.rules.advanced.pieces import DITCH, ON, RUBBLE, WIRE, Work
from hulldown.games.panzer.rules.advanced.play.march import plan
from hulldown.games.panzer.rules.state import WAITING, Mover, Progress, index_of
from support.advanced_march import GAME, REACTED, cell, keep, scene, the_country

MAP = "panzer/march"


@pytest.fixture(autouse=True)
def _country():
    with the_country():
        yield


def by_domain(march, name, kind):
    """Where the paths of all domains of a kind end."""
    tables, board = GAME.cost_tables(MAP), GAME.board(MAP)
    found = {}
    for option in march.offered(name):
        if option.kind == kind and option.path is not None and not (option.choices and "exit" not in option.choices):
            found.update({end: one.path for end, one in paths_on(option.path, tables, board).reach().items()})
    return found


def by_rules(march, name, kind, longest):
    """Where orders that `check` accepts end, all paths up to a length tried."""
    march.ready()
    board, unit = GAME.board(MAP), march.unit(name)
    found, paths = set(), [()]
    for _ in range(longest):
        longer = []
        for path in paths:
            here = path[-1] if path else unit.cell
            for ahead in board.neighbours[here]:
                if ahead < 0 or ahead in path:
                    continue
                fault = plan(march.state, scene(), Task(name, kind, (*path, ahead))).fault
                if fault is None:
                    found.add(ahead)
                if fault is None or fault[0] == "4.5.1.1.10b":
                    longer.append((*path, ahead))
        paths = longer
    return found


WORKS = (("0502", DITCH), ("0404", WIRE), ("0303", RUBBLE))


@pytest.mark.rules("6.6.4.1d", "6.6.4.1f", "6.6.5c", "6.6.4.4a", "6.6.4.5a", "6.6.4.2e", "6.6.2a")
@pytest.mark.parametrize("start", ["0504A", "0304C", "0903A", "1206D", "0702B"])
@pytest.mark.parametrize(
    ("name", "kind", "longest"),
    [
        ("S4", "MOVE", 3),
        ("S7", "MOVE", 2),
        ("S8", "MOVE", 2),
        ("S10", "MOVE", 4),
        ("S12", "MOVE", 3),
        ("S3", "MOVE", 3),
    ],
)
def test_offers_and_rules_agree(start, name, kind, longest):
    works = [Work(what, cell(hex_)) for hex_, what in WORKS]
    march = keep({name: start, "G1": "0505", "G2": "0902"}, works=works)
    offered = by_domain(march, name, kind)
    assert set(offered) == by_rules(march, name, kind, longest) | {
        end for end, path in offered.items() if len(path) > longest
    }
    for path in offered.values():
        order = Order("move", (Task(name, kind, path),))
        assert GAME.check(march.state, "soviet", order) == []


@pytest.mark.rules("6.6.4.2c")
def test_level_quickmarches_are_offered():
    march = keep({"S4": "0501"})
    offered = by_domain(march, "S4", "QUICK")
    assert max(len(path) for path in offered.values()) == 3
    assert cell("0604") not in offered, "scrub"
    for path in offered.values():
        assert GAME.check(march.state, "soviet", Order("move", (Task("S4", "QUICK", path),))) == []


@pytest.mark.rules("6.6.4.1g", "6.6.7.1.1-vehicle-b")
def test_offers_from_the_top_floor_and_with_loading():
    up = keep({"S4": "0303"}).set("S4", upper=True)
    for path in by_domain(up, "S4", "MOVE").values():
        assert len(path) == 1, "a point is for coming down"
    assert "DOWN" in [one.kind for one in up.offered("S4")]
    carrier = keep({"S1": "0501D", "S14": "*S1", "S6": "0502"})
    options = [one for one in carrier.offered("S1") if one.kind == "MOVE" and "drop S14" in one.choices]
    assert options[0].choices == ("drop S14", "drop S14@0501", "load S6@0501")
    assert options[0].path.allowance == 3
    for option in options:
        for one in paths_on(option.path, GAME.cost_tables(MAP), GAME.board(MAP)).reach().values():
            for choice in option.choices:
                order = Order("move", (Task("S1", "MOVE", one.path, choice=choice),))
                assert GAME.check(carrier.state, "soviet", order) == [], choice


@pytest.mark.rules("6.6.7.1.1b", "6.6.7.1.2a", "6.6.3a", "6.6.9b", "6.6.4.3a")
def test_everything_else_that_is_offered_is_legal():
    march = keep({"S1": "0504D", "S4": "*S1", "S2": "0302D", "S5": "0601", "S6": "0503", "S7": "0303"})
    march.set("S5", full_cover=True).set("S7", upper=True).ready()
    seen = set()
    for unit in GAME.legal(march.state, "soviet").units:
        for option in unit.options:
            for task in simple(unit.unit, option):
                seen.add(task.kind)
                assert GAME.check(march.state, "soviet", Order("move", (task,))) == [], task
    assert seen >= {"STAY", "TURN", "CRAWL", "DOWN", "ENTER", "DISMOUNT", "BAIL", "SEARCH"}


def simple(name: str, option: Option) -> list[Task]:
    """Every task that an option without a path means."""
    if option.path is not None:
        return []
    return [
        Task(name, option.kind, cells, facing, choice, targets)
        for cells in [(one,) for one in option.cells] or [()]
        for facing in option.facings or (-1,)
        for choice in option.choices or ("",)
        for targets in [(one,) for one in option.targets] or [()]
    ]


@pytest.mark.rules("4.5.1.1.9c")
def test_units_on_foot_come_on_too():
    march = keep({"S19": "0101"}).set("S19", status=WAITING, cell=-1)
    offered = by_domain(march, "S19", "MOVE")
    assert offered
    for path in offered.values():
        assert GAME.check(march.state, "soviet", Order("move", (Task("S19", "MOVE", path),))) == []


@pytest.mark.rules("6.2.1.1.4-moving", "6.2.1.1.4a")
def test_who_shares_a_move_ends_together():
    """Seasoned units, Command Range 1; J5: nobody moves between them."""
    march = keep({"S4": "0501", "S5": "0502", "S1": "0901D"})
    march.set("S4", group=4).set("S5", group=4)
    assert march.refused("S4 MOVE 0601\nS5 MOVE 0601") == ""
    assert march.refused("S4 MOVE 0601\nS5 MOVE 0503") == "6.2.1.1.4-moving 6.2.1.1.4-moving"
    assert march.refused("S4 MOVE 0601\nS1 MOVE 0902\nS5 MOVE 0601") == "6.2.1.1.4-moving"
    assert march.refused("S4 MOVE 0601") == "6.2.1.1.4-moving", "its partner goes with it"
    assert march.refused("S1 MOVE 0902\nS4 MOVE 0601\nS5 STAY") == ""
    march.order("S4 MOVE 0601\nS5 MOVE 0601\nS1 MOVE 0902")
    assert (march.at("S4")[:4], march.at("S5")[:4]) == ("0601", "0601")


@pytest.mark.rules("6.2.1.1.4-moving")
def test_what_is_left_of_a_group_follows():
    march = keep({"S4": "0601", "S5": "0502", "S1": "0901D"})
    march.set("S4", group=4, moved=True, cell=cell("0701")).set("S5", group=4)
    march.ready()
    legal = GAME.legal(march.state, "soviet")
    assert [one.unit for one in legal.units] == ["S5"], "J5: it comes first"
    assert legal.choices == (), "it may not stay behind"
    assert GAME.check(march.state, "soviet", legal.idle) == []
    stay = GAME.check(march.state, "soviet", Order("move", choice="stay"))
    assert [one.rule for one in stay] == ["6.2.1.1.4-moving"]
    march.set("S4", cell=cell("1401"))
    assert march.refused("S5 MOVE 0601 0701") == "", "J4: as near as it can"
    assert march.refused("S5 MOVE 0503") == "6.2.1.1.4-moving"
    march.set("S5", suppressed=ON)
    assert march.refused("S5 MOVE 0602") == "", "slowed, it comes as near as that allows"


def shaken(march, name, **account):
    """The unit has been fired on in the middle of its move."""
    unit = march.unit(name)
    spent = Progress(allowance=5, **account)
    march.state.mover = Mover(index_of(march.state, name), spent, [], unit.cell, unit.facing, unit.cell, True)
    return march.set(name, known=True)


@pytest.mark.rules("6.6.9b", "6.6.9c")
def test_a_search_goes_on_after_fire():
    """N10, G7: fired on, its owner is asked again, and only the search can go on, without a second chance to react."""
    march = shaken(keep({"S1": "0604A", "S4": "*S1"}, script="20"), "S1", spent=5, stuck=True)
    march.set("S1", manner="searching")
    assert [one.kind for one in march.offered("S1")] == ["STAY", "BAIL", "SEARCH"]
    assert march.refused("S1 MOVE 0605") == "6.6.9b"
    march.order("S1 SEARCH")
    assert march.detail("S1").hull_down == "hull down"
    assert REACTED == []


@pytest.mark.rules("6.6.4.2c", "6.6.7.1.2c", "6.6.4.3a")
def test_after_fire_in_the_middle_of_a_move():
    quick = shaken(keep({"S4": "0502"}, script="51"), "S4", spent=1, steps=1).set("S4", manner="quickmarch")
    assert quick.refused("S4 MOVE 0503") == "6.6.4.2c", "a quickmarch to its end"
    assert quick.refused("S4 QUICK 0503") == ""
    assert [one.kind for one in quick.offered("S4")] == ["STAY", "QUICK"]
    quick.order("S4 STAY")
    assert quick.event("quickmarched")["roll"] == 51, "it has marched, so it rolls"
    walking = shaken(keep({"S4": "0502"}), "S4", spent=1, steps=1).set("S4", full_cover=True)
    assert walking.refused("S4 QUICK 0503") == "6.6.4.2c"
    assert walking.refused("S4 CRAWL 0503") == "6.6.4.3a"
    carrier = shaken(keep({"S1": "0502D", "S4": "*S1"}), "S1", spent=1, steps=1)
    assert carrier.refused("S1 SEARCH") == "6.6.9b"
    carrier.order("S1 MOVE 0503 bail S4@0502")
    assert carrier.at("S4")[:4] == "0502", "after the fire is resolved"
    assert carrier.at("S1")[:4] == "0503"
