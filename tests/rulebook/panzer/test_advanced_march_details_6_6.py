"""Movement of the Advanced Game in detail (6.6): words of orders, refusals, what a move leaves behind."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, HULL_DOWN, IMPROVED, ON, PARTIAL, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import halts, moving, offers, ways
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.state import ON_MAP, WAITING, Mover, Progress, index_of
from support.advanced_march import GAME, REACTED, March, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def shaken(march: March, name: str, allowance: int = 5, **account: int | bool) -> March:
    """The unit has been fired on in the middle of its move."""
    unit = march.unit(name)
    spent = Progress(allowance=allowance, **account)
    march.state.mover = Mover(index_of(march.state, name), spent, [], unit.cell, unit.facing, unit.cell, True)
    return march.set(name, known=True)


def kinds(march: March, name: str) -> list[str]:
    return [one.kind for one in march.offered(name)]


# Words of an order.


@pytest.mark.rules("3.3b", "6.6.7.1.1-vehicle-d", "6.6.7.1.1b", "6.6.7.1.1-dismounting-a", "6.6.1.1o", "6.6.10g")
@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("drop S4/G", "3.3b"),
        ("drop S4/CC", "3.3b"),
        ("drop S4/c", ""),
        ("drop S4@0503", "6.6.7.1.1-vehicle-d"),
        ("drop S4@9999", "6.6.7.1.1-vehicle-d"),
        ("drop S4@0501", ""),
        ("drop S4@0502>0602", ""),
        ("drop S4@0502>9999", "6.6.7.1.1-dismounting-a"),
        ("drop S99", "6.6.7.1.1b"),
        ("drop", "6.6.7.1.1b"),
        ("drop S4=G99", "6.6.1.1o"),
        ("bail S4=G2", "6.6.1.1o"),
        ("overrun G2", "6.6.10g"),
    ],
)
def test_halts_are_read_or_refused(words: str, rule: str) -> None:
    march = keep({"S1": "0501D", "S4": "*S1", "G2": "0905"})
    task = Task("S1", "MOVE", (cell("0502"),), choice=words)
    read = halts.read(march.state, GAME.board("panzer/march"), task, cell("0501"))
    assert (read.fault[0] if read.fault else "") == rule
    assert bool(read.halts) is not bool(rule)


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "6.6.7.1.1-dismounting-c", "6.6.7.1.2a", "6.6.10g")
def test_a_halt_says_where_who_and_facing_how() -> None:
    march = keep({"S1": "0501D", "S4": "*S1", "S5": "0503", "G2": "0503"})
    state, board = march.state, GAME.board("panzer/march")
    s4, s5, g2 = (index_of(state, name) for name in ("S4", "S5", "G2"))
    path = (cell("0502"), cell("0503"))

    def read(words: str) -> halts.Orders:
        return halts.read(state, board, Task("S1", "MOVE", path, 2, words, ("S9",)), cell("0501"))

    found = read("exit drop S4@0502>0602/c, load S5, bail S4@0501 overrun G2 drop S4=g2@0502")
    assert found.task == Task("S1", "MOVE", path, 2, "exit", ("S9",)), "all else stays"
    assert found.halts == (
        halts.Halt("drop", 1, s4, cell("0602"), 2),
        halts.Halt("load", 2, s5, -1, -1),
        halts.Halt("bail", 0, s4, -1, -1),
        halts.Halt("overrun", 2, g2, -1, -1),
        halts.Halt("drop", 1, s4, -1, -1, g2),
    )
    assert read("").halts == ()
    lost = keep({"S1": "0501D", "G2": "0905"}).set("G2", status=WAITING, cell=-1)
    gone = halts.read(lost.state, board, Task("S1", "MOVE", path, choice="overrun G2"), cell("0501"))
    assert gone.fault == ("6.6.10g", "its move does not lead into the hex of G2")


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "6.6.7.1.1-dismounting-c", "6.6.7.1.2b", "6.6.10a")
def test_the_actions_of_halts_tell_unit_direction_and_facing() -> None:
    drop = halts.Halt("drop", 0, 3, -1, 2)
    assert halts.action_of(drop, 4) == 2_000_000 + (3 * 7 + 4) * 7 + 3
    assert halts.action_of(drop._replace(facing=-1), halts.SAME) == 2_000_000 + (3 * 7 + 6) * 7
    assert halts.action_of(halts.Halt("load", 0, 3, -1, -1), 6) == 1_000_003
    assert halts.action_of(halts.Halt("bail", 0, 3, -1, 5), 6) == 3_000_000 + 3 * 7 + 6
    assert halts.action_of(halts.Halt("overrun", 0, 3, -1, -1), 6) == 4_000_003
    assert halts.storm_of(halts.Halt("drop", 0, 3, -1, -1, 12)) == 5_030_012
    assert halts.written(("drop", "S4")) == "drop S4"
    assert halts.written(("drop", "S4"), "0502", "0602") == "drop S4@0502>0602"
    assert halts.stormed("S4", "G2", "0502") == "drop S4@0502=G2"


@pytest.mark.rules("6.6.7.1.1b", "6.6.7.1.2a", "6.6.4.3a", "6.6.4.2e", "6.6.4.1g", "6.6.3a", "6.6.9d", "4.5.1.1.9a")
@pytest.mark.parametrize(
    ("task", "rule"),
    [
        (Task("S3", "MOUNT"), "6.6.7.1.1b"),
        (Task("S3", "MOUNT", targets=("S4",), choice="exit"), "6.6.7.1.1b"),
        (Task("S3", "MOUNT", targets=("S4",), choice="now"), "6.6.7.1.1b"),
        (Task("S3", "MOUNT", (0,), targets=("S4",)), "6.6.7.1.1b"),
        (Task("S3", "DISMOUNT", (0, 0, 0), targets=("S14", "S15")), "6.6.7.1.1b"),
        (Task("S3", "BAIL", (0,), targets=("S14",)), "6.6.7.1.2a"),
        (Task("S4", "CRAWL"), "6.6.4.3a"),
        (Task("S4", "CRAWL", (0, 0)), "6.6.4.3a"),
        (Task("S4", "CRAWL", (0,), 2), "6.6.4.3a"),
        (Task("S4", "CRAWL", (0,), 0), "6.6.4.3a"),
        (Task("S4", "CRAWL", (0,), choice="exit"), "6.6.4.3a"),
        (Task("S4", "CRAWL", (0,), choice="now"), "6.6.4.3a"),
        (Task("S4", "QUICK"), "6.6.4.2e"),
        (Task("S4", "QUICK", (0,), choice="now"), "4.5.1.1.9a"),
        (Task("S4", "UP", choice="exit"), "6.6.4.1g"),
        (Task("S4", "UP", choice="now"), "6.6.4.1g"),
        (Task("S4", "DOWN", choice="now"), "6.6.4.1g"),
        (Task("S4", "DOWN", choice="exit"), "6.6.4.1g"),
        (Task("S4", "DOWN", (0,)), "6.6.4.1g"),
        (Task("S4", "DOWN", facing=0), "6.6.4.1g"),
        (Task("S1", "ENTER", (0,), choice="exit"), "6.6.3a"),
        (Task("S1", "ENTER", (0,), choice="now"), "6.6.3a"),
        (Task("S1", "OUT", (0,)), "6.6.3a"),
        (Task("S1", "OUT", facing=0), "6.6.3a"),
        (Task("S1", "OUT", choice="exit"), "6.6.3a"),
        (Task("S1", "OUT", choice="now"), "6.6.3a"),
        (Task("S1", "SEARCH", choice="exit"), "6.6.9d"),
        (Task("S1", "SEARCH", (0,)), "6.6.9d"),
        (Task("S1", "SEARCH", choice="reverse partial"), "6.6.9d"),
    ],
)
def test_orders_that_say_too_much_or_too_little(task: Task, rule: str) -> None:
    """Hexes are those of the unit's own: wrong all the same."""
    march = keep({"S1": "0303D", "S3": "0303D", "S14": "*S3", "S15": "*S3", "S4": "0303"})
    march.set("S4", full_cover=True).set("S1", inside=True).ready()
    here = cell("0303")
    given = Task(task.unit, task.kind, tuple(here for _ in task.cells), task.facing, task.choice, task.targets)
    assert [one.rule for one in GAME.check(march.state, "soviet", Order("move", (given,)))] == [rule]


# Who may do what.


@pytest.mark.rules("4.2c", "6.6.7a", "4.5.1.1.9c", "6.6.7.1.1-vehicle-a")
def test_what_cannot_be_told_at_all() -> None:
    assert keep({"S4": "0501", "S5": "0502"}).refused("S4 MOVE 0601 load S5") == "6.6.7a", "only vehicles carry"
    idle = keep({"S3": "0501D", "S4": "*S3"}).set("S3", command="FIRE")
    assert idle.refused("S3 STAY") == "4.2c"
    assert idle.refused("S3 DISMOUNT S4") == ""
    assert idle.refused("S3 MOUNT S4") == "6.6.7.1.1a", "it is aboard, not on the map"
    waiting = keep({"S17": "0101"}).set("S17", status=WAITING, cell=-1)
    assert waiting.refused("S17 SEARCH") == "4.5.1.1.9c"
    assert waiting.refused("S17 STAY") == ""


@pytest.mark.rules("6.6.7.1e", "5.5b", "6.5.2.2.1a", "6.5.2.2.1d", "5.2c", "6.1.4.3.1g")
def test_who_cannot_move_like_that() -> None:
    assert keep({"S1": "0501A"}).set("S1", track=True).refused("S1 REVERSE 0502") == "6.5.2.2.1a"
    assert keep({"S1": "0501A"}).set("S1", track=True).refused("S1 TURN B") == "6.5.2.2.1a", "nor does it pivot"
    assert keep({"S1": "0501A"}).set("S1", track=True).refused("S1 STAY") == ""
    assert keep({"S4": "0501A"}).refused("S4 MOVE r0502") == "5.5b", "a step back within a move"
    assert keep({"S3": "0501A", "S8": "*S3"}).refused("S3 MOVE r0502") == "6.6.7.1e"
    assert keep({"S8": "0303A"}).set("S8", inside=True).refused("S8 STAY") == ""
    assert keep({"S9": "0501A"}).refused("S9 STAY") == "", "too heavy to be moved, it may stay"


@pytest.mark.rules("6.6.7.1.1-vehicle-a", "6.6.7.1.1b", "4.2c")
def test_which_carriers_without_a_move_are_asked() -> None:
    def asked(places: dict[str, str], **facts: object) -> list[str]:
        march = keep(places)
        for name in places:
            if name != "S5":
                march.set(name, command="" if march.unit(name).status != ON_MAP else "FIRE")
        for name, value in facts.items():
            march.set(name, **value)  # type: ignore[arg-type]
        found = offers.may_load(march.state, scene(), "soviet")
        return [march.state.units[index].id for index in found]

    assert asked({"S3": "0501D", "S4": "*S3"}) == ["S3"], "it can put somebody down"
    assert asked({"S3": "0501D", "S5": "0502"}) == ["S3"], "or take somebody up"
    assert asked({"S3": "0501D", "S5": "0504"}) == [], "who is too far away"
    assert asked({"S3": "0501D"}) == []
    assert asked({"S13": "0501D", "S5": "0502"}) == [], "an SU-76M carries nobody"
    assert asked({"S3": "0501D", "S4": "*S3"}, S3={"manner": "served"}) == [], "once a turn"
    assert asked({"S3": "0501D", "S4": "*S3"}, S3={"command": "MOVE"}) == [], "that one must move anyway"
    assert asked({"S3": "0501D", "S4": "*S3"}, S3={"status": WAITING}) == []
    march = keep({"S3": "0501D", "S4": "*S3"}).set("S3", command="FIRE")
    assert offers.may_load(march.state, scene(), "german") == []


@pytest.mark.rules("6.6.7b", "4.5a", "4.5d")
def test_passengers_that_wait_with_their_carrier_are_not_asked() -> None:
    march = keep({"S17": "0101", "S18": "0101"})
    march.set("S17", status=WAITING, cell=-1)
    march.set("S18", status=WAITING, cell=-1, carrier=index_of(march.state, "S17"), command="MOVE")
    march.set("S16", moved=True)
    names = [march.state.units[index].id for index in moving.must_move(march.state, scene(), "soviet")]
    assert names == ["S17"]


@pytest.mark.rules("6.6.7.1.1-mounting-c", "6.6.4.1g", "6.6.7.1.1a")
def test_who_cannot_mount() -> None:
    up = keep({"S3": "0302D", "S4": "0303"}).set("S4", upper=True)
    assert up.refused("S3 MOUNT S4") == "6.6.4.1g", "from the top floor"
    assert keep({"S3": "0501D", "S1": "0502D"}).refused("S3 MOUNT S1") == "6.6.7.1.1a", "a vehicle"
    assert keep({"S3": "0501D", "G2": "0502"}).refused("S3 MOUNT G2") == "6.6.7.1.1a", "an enemy"
    aboard = keep({"S3": "0501D", "S15": "0601D", "S4": "*S15"})
    assert aboard.refused("S3 DISMOUNT S4") == "6.6.7.1.1b", "it is aboard another one"
    assert aboard.refused("S3 BAIL S4") == "6.6.7.1.2a"


# Carrying it out.


@pytest.mark.rules("4.5.1a", "4.5.1.1.8a", "4.5f", "4.5g", "6.6.4.3d")
def test_staying_is_shown_and_marked() -> None:
    march = keep({"S4": "0501C"}).set("S4", small=True, mark="fire").order("S4 STAY")
    assert march.event("stays") == {"unit": "S4", "hex": "0501", "facing": "C", "cost": 0}
    assert (march.unit("S4").mark, march.detail("S4").small, march.unit("S4").moved) == ("move", False, True)
    assert march.unit("S4").known
    assert REACTED == [("german", "S4")]
    crawled = keep({"S4": "0501C"}).set("S4", full_cover=True, mark="fire", small=True).order("S4 CRAWL 0502")
    assert (crawled.unit("S4").mark, crawled.detail("S4").small) == ("fire", True), "no movement: as it was"


@pytest.mark.rules("4.5.1a", "4.5.1.1a")
def test_stopping_after_fire_is_no_new_action() -> None:
    march = shaken(keep({"S1": "0502D"}), "S1", spent=1, steps=1).order("S1 STAY")
    assert march.kinds() == ["stops"]
    assert march.event("stops") == {"unit": "S1", "hex": "0502"}
    assert REACTED == []
    assert march.unit("S1").moved
    other = shaken(keep({"S1": "0502D", "S2": "0601D"}), "S1", spent=1, steps=1)
    assert other.refused("S2 MOVE 0602") == "4.5.1.1a", "first the one that moves"
    assert keep({"S1": "0502D"}).refused("S1 STAY\nS1 MOVE 0503") == "4.5.1.1a", "once"
    assert keep({"S1": "0502D", "G1": "1401"}).refused("G1 STAY") == "4.5.1.1a"
    both = Order("move", (Task("S1", "STAY"),), choice="stay")
    assert [one.rule for one in GAME.check(keep({"S1": "0502D"}).ready().state, "soviet", both)] == ["4.5.1a"]
    nothing = GAME.check(keep({"S1": "0502D"}).ready().state, "soviet", Order("move"))
    assert [(one.rule, one.unit) for one in nothing] == [("4.2.1d", "S1"), ("4.2.1d", "S16")]


@pytest.mark.rules("6.6.4.3a", "6.6.9h", "6.1.4.3.6c", "6.6.8b", "6.6.8g")
def test_what_a_mover_leaves_behind() -> None:
    turned = keep({"S4": "0501A"}).set("S4", full_cover=True).order("S4 TURN C")
    assert not turned.detail("S4").full_cover, "turning by a Move command leaves Full Cover"
    work = Work(ENTRENCHMENT, cell("0501"), progress=2)
    march = keep({"S4": "0501A"}, works=[work])
    work.unit = index_of(march.state, "S4")
    march.order("S4 MOVE 0502")
    assert (march.state.works[0].unit, march.state.works[0].progress) == (-1, 2)
    tank = keep({"S1": "0604A"}).set("S1", hull_down=PARTIAL, hull_facing=2).order("S1 MOVE 0605")
    assert (tank.detail("S1").hull_down, tank.detail("S1").hull_facing) == ("", -1)
    position = keep({"S1": "0501D"}, works=[Work(IMPROVED, cell("0501"), 0, 3)])
    position.state.works[0].unit = index_of(position.state, "S1")
    position.set("S1", hull_down=PARTIAL).order("S1 STAY")
    assert position.detail("S1").hull_down == PARTIAL, "a choice in an Improved Position is no searched position"


@pytest.mark.rules("6.1.4.3.7d", "6.1.4.3.7a", "6.1.4.3.6b")
def test_positions_are_taken_at_the_end_of_a_move_only() -> None:
    through = keep({"S1": "0501D"}, works=[Work(IMPROVED, cell("0502"))]).order("S1 MOVE 0502 0503")
    assert through.state.works[0].unit == -1, "it only drives through"
    stays = keep({"S1": "0502D"}, works=[Work(IMPROVED, cell("0502"))]).order("S1 STAY")
    assert stays.state.works[0].unit == -1, "without a step"
    turned = keep({"S1": "0501D"}, works=[Work(IMPROVED, cell("0502"))]).order("S1 MOVE 0502 A")
    assert turned.state.works[0].facing == 3, "about-turned it stands as if it had come in rear first: closed to D"
    side = keep({"S1": "0501D"}, works=[Work(IMPROVED, cell("0502"))]).order("S1 MOVE 0502 B")
    assert side.state.works[0].facing == 1


@pytest.mark.rules("6.6.4.2f", "6.6.4.2a")
def test_no_roll_without_a_quickmarch() -> None:
    stayed = shaken(keep({"S4": "0502"}), "S4", 3).set("S4", manner="quickmarch").order("S4 STAY")
    assert "quickmarched" not in stayed.kinds(), "it has not gone anywhere"
    pinned = shaken(keep({"S4": "0502"}), "S4", 3, spent=1, steps=1).set("S4", manner="quickmarch", suppressed=ON)
    assert "quickmarched" not in pinned.order("S4 STAY").kinds(), "it is suppressed already"


@pytest.mark.rules("6.1.3h", "4.5c", "6.6.7.1.1-vehicle-a")
def test_whom_overwatch_may_answer_in_movement() -> None:
    march = keep({"S3": "0501D", "S4": "0502", "G1": "0505"}).set("S4", manner="dismounting")
    s3, s4 = (index_of(march.state, name) for name in ("S3", "S4"))
    march.state.mover = Mover(s3, Progress(allowance=3), [], cell("0501"), 0, cell("0501"))

    def exposed(found: list[int], step: str = "react", side: str = "german") -> list[int]:
        return moving.exposed(march.state, scene(), side, step, found)

    assert exposed([s3]) == [s3, s4], "who has just dismounted too"
    assert exposed([s3], step="watch") == [s3]
    assert exposed([s3], side="soviet") == [s3], "it is no enemy of its own side"
    march.set("S3", command="FIRE")
    assert exposed([s3]) == [s4], "N2: a carrier that only loads has not moved"
    march.state.chain = (s3,)
    assert exposed([s3]) == [s3, s4], "unless it has fired"
    march.state.engaged = (s4,)
    assert exposed([s3]) == [s3]
    march.state.engaged, march.state.mover = (), None
    assert exposed([s3]) == [s3]


# What is offered.


@pytest.mark.rules("6.6.4.2c", "6.6.4.2e")
def test_a_quickmarch_is_offered_over_level_open_ground() -> None:
    def ends(march: March, name: str) -> set[int]:
        paths = [one.path for one in march.offered(name) if one.kind == "QUICK" and one.path is not None]
        tables, board = GAME.cost_tables("panzer/march"), GAME.board("panzer/march")
        return {end for path in paths for end in paths_on(path, tables, board).reach()}

    hill = ends(keep({"S4": "1206"}), "S4")
    assert cell("1106") in hill
    assert cell("1207") not in hill, "one change of Height is legal, but not offered"
    assert cell("1005") in ends(keep({"S4": "0905"}), "S4"), "along the road, over the bridge too"
    wired = ends(keep({"S4": "0501"}, works=[Work(WIRE, cell("0502"))]), "S4")
    assert cell("0502") not in wired
    assert cell("0601") in wired
    far = GAME.board("panzer/march").distance
    for upper, hexes in ((False, 3), (True, 2)):
        found = ends(keep({"S4": "0303"}).set("S4", upper=upper), "S4")
        assert max(far(cell("0303"), end) for end in found) == hexes, "a point is for coming down"
    assert len(ends(keep({"S10": "0501"}), "S10")) > len(ends(keep({"S4": "0501"}), "S4"))


@pytest.mark.rules("6.6.9b", "6.6.4.2c", "6.2.1.1.4-moving")
def test_where_a_unit_could_end_its_move() -> None:
    def reach(march: March, name: str) -> set[int]:
        return set(ways.reach(march.state, scene(), index_of(march.state, name)))

    assert cell("0503") in reach(keep({"S4": "0501"}), "S4")
    assert reach(keep({"S1": "0501D"}).set("S1", track=True), "S1") == set()
    assert reach(keep({"S9": "0501"}), "S9") == set(), "too heavy"
    searching = shaken(keep({"S1": "0604A"}), "S1", spent=0).set("S1", manner="searching")
    assert reach(searching, "S1") == set()
    assert reach(keep({"S1": "0604A"}).set("S1", manner="searching"), "S1"), "another turn's word"
    quick = shaken(keep({"S4": "0504"}), "S4", 3, spent=1, steps=1).set("S4", manner="quickmarch")
    assert cell("0604") not in reach(quick, "S4"), "it goes on as a quickmarch: no scrub"
    assert cell("0502") in reach(quick, "S4")
    walking = shaken(keep({"S4": "0504"}), "S4", 2, spent=1, steps=1)
    assert cell("0604") in reach(walking, "S4")
    assert reach(keep({"S8": "0303A"}).set("S8", inside=True), "S8") == set(), "a gun inside stays"


@pytest.mark.rules("5.2c", "6.5.2.2.1d", "6.6.9b", "6.6.4.2c", "6.6.7.1.1-vehicle-a", "4.5.1.1.9c")
def test_what_is_open_to_whom() -> None:
    assert kinds(keep({"S1": "0501D"}).set("S1", track=True), "S1") == ["STAY"]
    assert kinds(keep({"S9": "0501D"}), "S9") == ["STAY"]
    assert {"STAY", "TURN", "MOVE", "REVERSE"} <= set(kinds(keep({"S1": "0501D"}), "S1"))
    assert "REVERSE" not in kinds(keep({"S4": "0501D"}), "S4")
    waiting = keep({"S17": "0101"}).set("S17", status=WAITING, cell=-1)
    assert kinds(waiting, "S17")[0] == "MOVE"
    assert "TURN" not in kinds(waiting, "S17")
    assert kinds(keep({"S1": "0501D"}), "S1")[0] == "STAY"
    quick = shaken(keep({"S4": "0502"}), "S4", 3, spent=1, steps=1).set("S4", manner="quickmarch")
    assert kinds(quick, "S4") == ["STAY", "QUICK"]
    fresh = keep({"S4": "0502"}).set("S4", manner="quickmarch")
    assert "MOVE" in kinds(fresh, "S4"), "the word of another turn binds nobody"


@pytest.mark.rules("6.6.4.1g", "6.1.4.3.1j")
def test_up_again_in_another_place() -> None:
    """Cavalry comes down, goes round, and up again: 1 and 1 and 1 and 1."""
    march = keep({"S10": "0303"}).set("S10", upper=True)
    assert march.refused("S10 UP") == "6.6.4.1g"
    assert march.refused("S10 UP 0302 0303") == ""
    march.order("S10 UP 0302 0303")
    assert march.kinds() == ["revealed", "descended", "walked", "walked", "climbed"]
    assert march.detail("S10").upper
    ground = keep({"S4": "0303"}).set("S4", full_cover=True)
    ground.order("S4 UP")
    assert not ground.detail("S4").full_cover
    assert ground.event("climbed") == {"unit": "S4", "hex": "0303", "cost": 1}
    waiting = keep({"S19": "0101"}).set("S19", status=WAITING, cell=-1)
    assert waiting.refused("S19 UP") != ""


@pytest.mark.rules("6.6.9e", "6.6.9c", "6.6.9d", "6.6.9f", "6.6.9b")
def test_a_search_may_end_facing_any_hexside() -> None:
    turned = keep({"S1": "0604B"}, script="20").order("S1 SEARCH A")
    assert turned.at("S1") == "0604A"
    kept = keep({"S1": "0604B"}, script="20").order("S1 SEARCH")
    assert kept.at("S1") == "0604B"
    both = keep({"S1": "0604B"}, script="40").order("S1 SEARCH F partial reverse")
    assert (both.detail("S1").hull_down, both.detail("S1").hull_facing) == (PARTIAL, 2)
    back = keep({"S1": "0604B"}, script="20").order("S1 SEARCH F reverse")
    assert (back.detail("S1").hull_down, back.detail("S1").hull_facing) == (HULL_DOWN, 2), "no partial one"
    assert back.event("hull_down")["partial"] is False
    assert kept.event("searches") == {"unit": "S1", "hex": "0604"}
    assert keep({"S1": "0303A"}).set("S1", inside=True).refused("S1 SEARCH") == "6.6.9a"


@pytest.mark.rules("6.6.7.1f", "6.6.7.1.1-vehicle-c", "6.6.7.1.1-mounting-c")
def test_loads_of_several_hexes_add_up() -> None:
    march = keep({"S3": "0501D", "S14": "0501", "S15": "0502", "S6": "0502"})
    assert march.refused("S3 MOVE 0502 load S14@0501 load S15@0502") == "", "3 points: 1 and 1 and a hex"
    assert march.refused("S3 MOVE 0502 0503 load S14@0501 load S15@0502") == "4.5.1.1.3d"
    assert march.refused("S3 MOVE 0502 0503 load S14@0501 load S15@0503") == "6.6.7.1.1-vehicle-b"
    march.set("S3", command="FIRE")
    assert march.refused("S3 MOUNT S14 S15") == ""
    assert march.refused("S3 MOUNT S14 S15 S6") == "6.6.7.1f"
    inner = Marching(march.state, scene(), Task("S3", "MOUNT", targets=("S14",)))
    s14 = index_of(march.state, "S14")
    inner.stops = (halts.Halt("load", 0, s14, -1, -1), halts.Halt("load", 0, s14, -1, -1))
    assert inner._crowded(list(inner.stops)) == ("6.6.7.1.1-mounting-c", "a unit mounts but once")


@pytest.mark.rules("4.5.1a", "6.6.7.1.1-vehicle-a", "4.5.1.1a")
def test_an_order_that_fits_no_more_goes_back() -> None:
    march = keep({"S1": "0501D", "S2": "0601D"}).ready()
    state = march.state
    doing = Doing(dice("script:", 0), 1, LIBRARY.ruleset(("advanced",)))
    state.queue = [Task("S1", "MOVE", (cell("0509"),)), Task("S2", "STAY")]
    moving.begin(state, scene(), doing)
    assert (state.queue, state.mover) == ([], None), "nor is what follows it carried out"
    assert [(event.kind, event.data["unit"]) for event in doing.events] == [("void", "S1")]
    state.queue = [Task("S1", "MOVE", (cell("0502"),)), Task("S2", "STAY")]
    moving.begin(state, scene(), doing)
    assert state.mover is not None
    assert (state.mover.unit, len(state.queue)) == (index_of(state, "S1"), 1)
    idle = keep({"S3": "0501D", "S4": "*S3"}).set("S3", command="FIRE").ready()
    idle.state.queue = [Task("S3", "STAY")]
    moving.begin(idle.state, scene(), doing)
    assert (idle.state.mover, idle.detail("S3").manner) == (None, "served"), "it does not want to load"


@pytest.mark.rules("6.6.3d", "6.6.3h", "6.6.9h")
def test_a_turn_inside_a_building_is_paid_as_such() -> None:
    def spent(inside: bool) -> int:
        march = keep({"S2": "0303D"}).set("S2", inside=inside).order("S2 TURN A")
        return int(march.event("turned")["cost"])

    ground = scene().ground
    assert (spent(True), spent(False)) == (2, ground.turn[cell("0303")])
    plan = Marching(keep({"S2": "0303D"}).set("S2", inside=True).state, scene(), Task("S2", "TURN", facing=0))
    assert plan.drive().indoors == 2 - ground.turn[cell("0303")]
    assert not plan.begun()
    other = shaken(keep({"S1": "0501D", "S2": "0601D"}), "S1", spent=1)
    assert not Marching(other.state, scene(), Task("S2", "STAY")).begun(), "another one moves"
    assert Marching(other.state, scene(), Task("S1", "STAY")).begun()
    assert Marching(other.state, scene(), Task("S2", "STAY")).account().spent == 0


@pytest.mark.rules("4.5.1.1.10b", "6.5.2.2.1d")
def test_who_is_in_an_enemys_hex_goes_on() -> None:
    def onward(march: March) -> bool:
        return offers.must_go_on(march.state, scene()) is not None

    assert not onward(keep({"S1": "0502D"}))
    assert not onward(shaken(keep({"S1": "0502D"}), "S1", spent=1, steps=1)), "no enemy is there"
    assert onward(shaken(keep({"S1": "0502D", "G1": "0502"}), "S1", spent=1, steps=1))
    tracked = shaken(keep({"S1": "0502D", "G1": "0502"}), "S1", spent=1, steps=1).set("S1", track=True)
    assert not onward(tracked), "it cannot"
    plain = shaken(keep({"S1": "0502D"}), "S1", spent=1, steps=1)
    assert "MOVE" in kinds(plain, "S1"), "any other mover may go on as it likes"


@pytest.mark.rules("6.6.7.1f", "6.6.7.1.1-vehicle-c", "6.6.7.1.1-vehicle-d")
def test_room_is_there_only_when_somebody_has_got_down() -> None:
    march = keep({"S3": "0501D", "S4": "*S3", "S5": "0503"})
    assert march.refused("S3 MOVE 0502 load S5@0502 drop S4@0501") == "", "down first, then up"
    assert march.refused("S3 MOVE 0502 load S5@0502 drop S4@0502") == "", "at once"
    assert march.refused("S3 MOVE 0502 0503 load S5@0502 drop S4@0503") == "6.6.7.1f", "too late"
