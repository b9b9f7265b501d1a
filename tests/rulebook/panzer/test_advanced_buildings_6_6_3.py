"""Vehicles into and out of buildings (6.6.3), terrain counters (6.1.4.3), searching for hull down (6.6.9)."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.pieces import (
    BLOCK,
    DITCH,
    ENTRENCHMENT,
    FIRE,
    HULL_DOWN,
    IMPROVED,
    PARTIAL,
    RUBBLE,
    WIRE,
    Work,
)
from hulldown.games.panzer.rules.state import KNOCKED_OUT, index_of
from support.advanced_march import GAME, REACTED, cell, keep, the_country


@pytest.fixture(autouse=True)
def _country():
    with the_country():
        yield


@pytest.mark.rules("6.6.3a", "6.6.3d", "6.6.3e", "6.6.3-ex1", "6.6.3-ex2", "6.6.3b", "6.6.3-table", "6.1.4.3.1c")
def test_the_example_at_the_brick_building():
    """An SU-85 rolls 22, with 20 added 42: within 01-65; then 77: damaged."""
    march = keep({"S2": "0302D"}, script="22 77").order("S2 ENTER 0303")
    assert march.event("at_wall")["harm"] == "damaged"
    assert march.unit("S2").damaged
    assert march.at("S2") == "0303D"
    assert march.detail("S2").inside, "as its first and only hex it is always possible (6.6.3h)"
    assert march.kinds() == ["revealed", "at_wall", "damaged", "broke_in"]
    safe = keep({"S2": "0302D"}, script="46").order("S2 ENTER 0303")
    assert safe.event("at_wall")["harm"] == "none", "46 and 20 is 66"
    assert safe.detail("S2").inside
    assert not safe.unit("S2").damaged


@pytest.mark.rules("6.6.3b", "6.6.3d", "6.6.3h")
def test_what_entering_costs():
    # Brick 4, wood 3; the alley is not paid for.
    assert keep({"S2": "0301D"}).refused("S2 ENTER 0302 0303") == "", "1 and 4 of 5 points"
    assert keep({"S2": "0201C"}).refused("S2 ENTER 0301 0302 0303") != "", "no more than that"
    assert keep({"S2": "0303D"}).refused("S2 ENTER") == "", "from its alley"
    assert keep({"S2": "0302A"}).refused("S2 ENTER 0303") == "", "about-turn 1, building 4"
    assert keep({"S2": "0302A"}, command="HALT").refused("S2 ENTER 0303") != "", "the turn is spent: no minimum"
    assert keep({"S2": "0302D"}, command="HALT").refused("S2 ENTER 0303") == "", "one hex is always possible"
    assert keep({"S2": "0303D"}).refused("S2 MOVE 0304") == "", "the alleys are open as before"


@pytest.mark.rules("6.6.3c", "6.1.4.3.1a", "6.1.4.3.1b", "6.1.4.3.1-ex1", "6.1.4.3.1e", "6.1.4.3.1f", "6.1.4.3.1h")
def test_who_enters_buildings():
    assert keep({"S13": "0302D"}).refused("S13 ENTER 0303") == "6.6.3c", "an SU-76M is open-topped"
    assert keep({"S3": "0302D"}).refused("S3 ENTER 0303") == "6.6.3a", "a lorry"
    assert keep({"S1": "0302D"}).refused("S1 ENTER 0303") == ""
    assert keep({"S1": "0302D", "S4": "*S1"}).refused("S1 ENTER 0303") == "6.6.3c", "with passengers"
    assert keep({"S1": "0302D"}).refused("S1 ENTER 0402") == "6.6.3a", "no building"
    assert keep({"S1": "0302D"}, works=[Work(RUBBLE, cell("0303"))]).refused("S1 ENTER 0303") == "6.6.3a"
    assert keep({"S4": "0302"}).refused("S4 ENTER 0303") == "6.1.4.3.1f", "a squad is inside at once"
    gun = keep({"S8": "0302"}).order("S8 MOVE 0303")
    assert not gun.detail("S8").inside, "guns stay in the alley"
    assert keep({"S1": "0303D"}).set("S1", inside=True).refused("S1 ENTER") == "6.6.3a"
    loads = keep({"S1": "0303D", "S4": "0303"}).set("S1", inside=True)
    assert loads.refused("S1 MOUNT S4") == "6.6.3c"


@pytest.mark.rules("6.6.3f")
def test_a_track_hit_at_the_wall():
    march = keep({"S2": "0302D"}, script="45 65").order("S2 ENTER 0303")
    assert march.event("at_wall")["harm"] == "track"
    assert march.detail("S2").track
    assert march.at("S2") == "0303D", "in the alley"
    assert not march.detail("S2").inside
    out = keep({"S2": "0303D"}, script="45 65").set("S2", inside=True).order("S2 MOVE 0304")
    assert out.detail("S2").track
    assert out.at("S2") == "0303D"
    assert out.detail("S2").inside, "it remains inside"
    alley = keep({"S2": "0303D"}, script="45 65").set("S2", inside=True).order("S2 OUT")
    assert alley.detail("S2").inside
    assert alley.event("stopped")["where"] == "inside"
    assert len(REACTED) == 1, "the enemy may react all the same"


@pytest.mark.rules("6.6.3g", "6.6.3h")
def test_damaged_at_the_wall():
    # After two hexes 3 points are left, 1 after the damage: too little for wood, which takes 3.
    march = keep({"S2": "0306A"}, script="20 76").order("S2 ENTER 0305 0304")
    assert march.unit("S2").damaged
    assert march.at("S2") == "0304A"
    assert not march.detail("S2").inside, "it remains in the alley"
    out = keep({"S2": "0303D"}, script="22 77").set("S2", inside=True).order("S2 MOVE 0302")
    assert out.unit("S2").damaged
    assert out.at("S2")[:4] == "0303", "the about-turn takes 2 of 5, halved to 2: nothing is left for the hex"
    assert out.detail("S2").inside
    ahead = keep({"S2": "0303A"}, script="22 77").set("S2", inside=True).order("S2 MOVE 0302 0301 0201")
    assert ahead.at("S2")[:4] == "0301", "half of 5 is 2: two hexes"
    assert not ahead.detail("S2").inside
    lost = keep({"S2": "0302D"}, script="22 77").set("S2", damaged=True).order("S2 ENTER 0303")
    assert lost.unit("S2").status == KNOCKED_OUT


@pytest.mark.rules("6.6.3a", "6.6.3d")
def test_out_of_a_building():
    inside = keep({"S2": "0303A"}, script="99").set("S2", inside=True)
    assert [one.kind for one in inside.offered("S2")][-1:] == ["OUT"]
    inside.order("S2 OUT")
    assert not inside.detail("S2").inside
    assert inside.at("S2") == "0303A"
    away = keep({"S2": "0303A"}, script="99").set("S2", inside=True).order("S2 MOVE 0302 0301")
    assert away.at("S2") == "0301A"
    assert not away.detail("S2").inside
    assert keep({"S2": "0303A"}).refused("S2 OUT") == "6.6.3a"
    through = keep({"S2": "0303D"}, script="99 99").set("S2", inside=True).order("S2 ENTER 0304")
    assert through.at("S2") == "0304D"
    assert through.detail("S2").inside, "out of one and into the next, with two rolls"


@pytest.mark.rules("6.1.4.3.3", "6.1.4.3.4a", "6.1.4.3.5b", "6.1.4.3.9a", "6.1.4.3.11a")
def test_whom_counters_keep_out():
    tracked, wheels, leg, gun, cycle, horse = "S1", "S3", "S4", "S8", "S11", "S10"
    everybody = {tracked, wheels, leg, gun, cycle, horse}
    for kind, rule, may in (
        (BLOCK, "6.1.4.3.3", {leg, horse}), (DITCH, "6.1.4.3.4a", {leg, horse}), (FIRE, "6.1.4.3.5b", set()),
        (RUBBLE, "6.1.4.3.9a", {tracked, leg, horse}), (WIRE, "6.1.4.3.11a", {tracked}),
    ):  # fmt: skip
        for name in everybody:
            march = keep({name: "0501D"}, works=[Work(kind, cell("0502"))])
            assert march.refused(f"{name} MOVE 0502") == ("" if name in may else rule), f"{name} into {kind}"
            left = keep({name: "0502A"}, works=[Work(kind, cell("0502"))])
            assert left.refused(f"{name} MOVE 0501") == "", f"L17: {name} may leave {kind}"
    bridge = keep({"S4": "0905"}, works=[Work(RUBBLE, cell("1005"))])
    assert bridge.refused("S4 MOVE 1005") == "6.1.4.3.9a", "L12: a destroyed bridge is closed to all"


@pytest.mark.rules("6.1.4.3.11b", "6.1.4.3.9a")
def test_what_counters_cost_and_wire_that_is_crushed():
    wire = keep({"S1": "0501D"}, works=[Work(WIRE, cell("0502"))])
    assert wire.refused("S1 MOVE 0502 0503 0504 0505") == "", "2 and three hexes"
    assert wire.refused("S1 MOVE 0502 0503 0504 0505 0506") == "4.5.1.1.3d"
    wire.order("S1 MOVE 0502 0503")
    assert wire.state.works == []
    assert wire.event("wire_crushed")["hex"] == "0502"
    ditch = keep({"S4": "0501"}, works=[Work(DITCH, cell("0502"))])
    assert ditch.refused("S4 MOVE 0502") == ""
    assert ditch.refused("S4 MOVE 0502 0503") == "4.5.1.1.3d", "a ditch takes 2"
    rubble = keep({"S1": "0302D"}, works=[Work(RUBBLE, cell("0303"))])
    assert rubble.refused("S1 MOVE 0303") == ""
    assert rubble.refused("S1 MOVE 0303 0304") == "4.5.1.1.3d", "4 and the alley 2"


@pytest.mark.rules("6.1.4.3.6b", "6.1.4.3.6c", "6.1.4.3.7a", "6.1.4.3.7c", "6.1.4.3.7d")
def test_positions_are_left_and_taken():
    def works():
        return [Work(IMPROVED, cell("0502")), Work(ENTRENCHMENT, cell("0505"))]

    march = keep({"S1": "0501D", "S4": "0504"}, works=works())
    march.order("S1 MOVE 0502\nS4 MOVE 0505")
    improved, hasty = march.state.works
    assert (improved.unit, improved.facing) == (index_of(march.state, "S1"), 3)
    assert hasty.unit == index_of(march.state, "S4")
    back = keep({"S1": "0501A"}, works=works()).order("S1 REVERSE 0502")
    assert back.state.works[0].facing == 3, "it faces A, and is protected to its rear"
    tank = keep({"S1": "0504D"}, works=works()).order("S1 MOVE 0505")
    assert tank.state.works[1].unit == -1, "entrenchments are for leg and towed units"
    full = keep({"S4": "0501", "S5": "0503"}, works=works())
    full.order("S4 MOVE 0502\nS5 MOVE 0502")
    assert full.state.works[0].unit == index_of(full.state, "S4"), "one unit"
    leaves = keep({"S4": "0505"}, works=works())
    leaves.state.works[1].unit = index_of(leaves.state, "S4")
    leaves.order("S4 MOVE 0504")
    assert leaves.state.works[1].unit == -1


@pytest.mark.rules("6.6.9a", "6.6.9b", "6.6.9i")
def test_who_searches_where():
    assert keep({"S1": "0604A"}).refused("S1 SEARCH") == ""
    assert keep({"S1": "0604A"}, command="HALT").refused("S1 SEARCH") == "6.6.9b", "search without Move"
    assert keep({"S4": "0604A"}).refused("S4 SEARCH") == "6.6.9a"
    assert keep({"S1": "1006A"}).refused("S1 SEARCH") == "6.6.9a", "none in a stream"
    away = Order("move", (Task("S1", "SEARCH", (cell("0605"),)),))
    assert [one.rule for one in GAME.check(keep({"S1": "0604A"}).ready().state, "soviet", away)] == ["6.6.9d"]
    rubble = keep({"S1": "0303A"}, works=[Work(RUBBLE, cell("0303"))])
    assert rubble.refused("S1 SEARCH") == "", "rubble has a range, the alley has none"
    assert keep({"S1": "0303A"}).refused("S1 SEARCH") == "6.6.9a"
    laden = keep({"S1": "0604A", "S4": "*S1"})
    assert laden.refused("S1 SEARCH drop S4") == "6.6.9i", "no dismounting"
    assert laden.refused("S1 SEARCH bail S4") == "", "but for an emergency"


@pytest.mark.rules("6.6.9c", "6.6.9d", "6.6.9e", "6.6.9f", "6.6.9-table", "6.6.9-size", "6.6.9-grade")
@pytest.mark.parametrize(
    ("order", "roll", "found", "facing", "protects"),
    [
        ("S1 SEARCH", 20, HULL_DOWN, "A", 0),
        ("S1 SEARCH", 21, "", "A", -1),
        ("S1 SEARCH C partial", 40, PARTIAL, "C", 2),
        ("S1 SEARCH C partial", 41, "", "C", -1),
        ("S1 SEARCH B reverse", 20, HULL_DOWN, "B", 4),
    ],
)
def test_the_roll_in_scrub(order, roll, found, facing, protects):
    """Scrub 01-20, a Seasoned T-34 of size 0 adds nothing, a partial position takes 20 off the roll."""
    march = keep({"S1": "0604A"}, script=str(roll)).order(order)
    detail = march.detail("S1")
    assert (detail.hull_down, detail.hull_facing) == (found, protects)
    assert march.at("S1") == f"0604{facing}"
    assert detail.manner == "searching"
    assert march.kinds()[:2] == ["revealed", "searches"]
    assert REACTED == [("german", "S1")], "N10: fire comes before the roll"


@pytest.mark.rules("6.6.9-size", "6.6.9c")
def test_a_smaller_vehicle_finds_more():
    march = keep({"S13": "0604A"}, script="25").order("S13 SEARCH")
    assert march.detail("S13").hull_down == HULL_DOWN, "size -1 takes 5 off the roll"
    assert march.event("hull_down")["net"] == 20


@pytest.mark.rules("6.6.9g", "6.6.9h")
def test_a_position_is_lost_by_moving_or_staying():
    for order in ("S1 STAY", "S1 MOVE 0605", "S1 TURN B"):
        march = keep({"S1": "0604A"}).set("S1", hull_down=HULL_DOWN, hull_facing=0)
        march.ready()
        assert march.detail("S1").hull_down, "N9: until the command is shown"
        march.order(order)
        assert march.detail("S1").hull_down == "", order


@pytest.mark.rules("6.6.9b")
def test_a_track_hit_leaves_nothing_but_staying():
    march = keep({"S1": "0604A"}).set("S1", track=True)
    assert [one.kind for one in march.offered("S1")] == ["STAY"]
    assert march.refused("S1 MOVE 0605") == march.refused("S1 SEARCH") == "6.5.2.2.1a"
