"""Leg and towed units on the move (6.6.2, 6.6.4, 6.6.5): allowances, terrain, quickmarch, crawling, mounts, floors."""

from __future__ import annotations

import pytest
from msgspec import UNSET

from hulldown.games.panzer.rules.advanced.pieces import OFF, ON
from hulldown.games.panzer.rules.advanced.play import moving, quickmarching
from hulldown.games.panzer.rules.advanced.play.gaits import gait_of, rates_of, slowed
from hulldown.games.panzer.rules.state import Mover, Progress, index_of
from support.advanced_march import REACTED, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country():
    with the_country():
        yield


def rates(march, name):
    return rates_of(march.state, scene(), index_of(march.state, name))


def gait(march, name):
    return gait_of(march.state, scene(), index_of(march.state, name))


@pytest.mark.rules("5.1.2b", "6.6.4.1a", "6.6.4.1-ex1", "6.6.5a", "6.6.5b", "6.6.4.4a", "6.6.4.5a", "6.6.4.1i")
def test_the_movement_factors_of_all_who_go_on_foot():
    march = keep({"S4": "0201"})
    assert gait(march, "S4") == ("foot", (2, 0, 0), 3), "2L 3, no path or road rates"
    assert gait(march, "S14") == ("foot", (2, 0, 0), 3)
    assert gait(march, "S6") == ("foot", (2, 0, 0), 3), "a section without weapons"
    assert gait(march, "S7") == ("laden", (1, 0, 0), 0), "with weapons 1L 0"
    assert gait(march, "S8") == ("towed", (1, 0, 0), 0)
    assert gait(march, "S9") == ("towed", (0, 0, 0), 0)
    assert gait(march, "S10") == ("cavalry", (4, 0, 0), 6)
    assert gait(march, "S11") == ("W", (5, 10, 15), 0)
    assert gait(march, "S12") == ("bicycle", (3, 5, 6), 0)
    assert gait(march, "S1") == ("T", (5, 8, 12), 0)
    assert not gait(march, "S12").afoot
    assert gait(march, "S10").afoot


@pytest.mark.rules("5.12c", "6.6.2a", "6.6.2b", "6.6.2c", "6.6.4.1j")
def test_halves_quarters_eighths_but_never_nothing():
    march = keep({"S1": "0201", "S4": "0301"})
    assert rates(march, "S1") == (5, 8, 12)
    march.set("S1", suppressed=ON)
    assert rates(march, "S1") == (2, 4, 6), "rounded down"
    march.set("S1", suppressed=OFF)
    assert rates(march, "S1") == (2, 4, 6), "either side of the counter"
    march.set("S1", command="HALT")
    assert rates(march, "S1") == (1, 2, 3)
    march.set("S1", damaged=True)
    assert rates(march, "S1") == (1, 1, 1), "an eighth of 5, 8 and 12, never below 1"
    assert slowed(16, 3) == 2
    assert slowed(0, 2) == 0, "who has no such rate gets none"
    march.set("S4", command="HALT")
    assert rates(march, "S4") == (1, 0, 0)
    march.set("S4", suppressed=ON)
    assert rates(march, "S4") == (1, 0, 0), "a quarter of 2 is 1 at least"


@pytest.mark.rules("6.6.4.1d", "5.5b", "6.6.4")
def test_in_any_direction_without_turning():
    march = keep({"S4": "0501A"})
    march.order("S4 MOVE 0502 0503")
    assert march.at("S4") == "0503A", "it keeps its facing"
    assert march.kinds() == ["revealed", "walked", "walked"]
    assert march.unit("S4").mark == "move"
    assert len([one for one in REACTED if one == ("german", "S4")]) == 2, "a chance to react after each hex"
    turned = keep({"S4": "0501A"}).order("S4 MOVE 0502 0503 D")
    assert turned.at("S4") == "0503D", "free"
    assert keep({"S4": "0501A"}).refused("S4 REVERSE 0502") == "5.5b"


@pytest.mark.rules("6.6.4.1d", "6.6.4.1f")
def test_terrain_costs_and_the_one_hex_that_is_always_possible():
    assert keep({"S4": "0505"}).refused("S4 MOVE 0604 0704") == "", "scrub and clear: 1 each"
    assert keep({"S4": "0501"}).refused("S4 MOVE 0502 0503 0504") == "4.5.1.1.3d"
    assert keep({"S4": "0702"}).refused("S4 MOVE 0703") == "", "rough takes 2"
    assert keep({"S4": "0702"}).refused("S4 MOVE 0703 0704") == "4.5.1.1.3d"
    assert keep({"S4": "1002"}).refused("S4 MOVE 1003 1004") == "4.5.1.1.3d", "woods 1, then heavy woods 2"
    assert keep({"S4": "1003"}).refused("S4 MOVE 1004") == "", "heavy woods are open to leg units"
    assert keep({"S7": "1003"}).refused("S7 MOVE 1004") == "", "one hex, whatever it costs"
    assert keep({"S4": "1304"}).refused("S4 MOVE 1304") != ""
    assert keep({"S4": "1303"}).refused("S4 MOVE 1304") == "4.5.1.1.2e", "water is prohibited"
    assert keep({"S4": "0905"}).refused("S4 MOVE 1005 1105") == "", "a point a hex over the bridge"
    assert keep({"S4": "1004"}).refused("S4 MOVE 1005") == "4.5.1.1.2e", "only along its road"


@pytest.mark.rules("6.6.4.1d", "6.6.4.4c", "6.6.4.5d", "6.6.5d")
def test_hedgerows_and_walls():
    for name, hedge, wall in (
        ("S4", "", ""), ("S7", "", ""), ("S8", "no", "no"), ("S10", "no", ""), ("S11", "no", "no"), ("S12", "no", ""),
    ):  # fmt: skip
        found = keep({name: "0702A"}).refused(f"{name} MOVE 0701")
        assert found == ("4.5.1.1.2e" if hedge else ""), f"{name} over the hedgerow"
        found = keep({name: "0902A"}).refused(f"{name} MOVE 0901")
        assert found == ("4.5.1.1.2e" if wall else ""), f"{name} over the wall"
    assert keep({"S4": "0703"}).refused("S4 MOVE 0702 0701") == "4.5.1.1.3d", "the hedgerow takes the whole allowance"
    assert keep({"S4": "0903"}).refused("S4 MOVE 0902 0901") == "4.5.1.1.3d", "the wall a point more"


@pytest.mark.rules("6.6.4.1h", "6.6.4.5c", "6.6.5d", "6.6.4.1f")
def test_heights_in_one_step():
    # 1207 is at level 1, 1208 at level 3, all around at 0.
    for name, two in (("S4", ""), ("S6", ""), ("S10", ""), ("S7", "no"), ("S8", "no"), ("S12", "no")):
        found = keep({name: "1207D"}).refused(f"{name} MOVE 1208")
        assert found == ("4.5.1.1.2e" if two else ""), f"{name} climbs two levels"
        assert keep({name: "1206D"}).refused(f"{name} MOVE 1207") == "", f"{name} climbs one"
    assert keep({"S4": "1209"}).refused("S4 MOVE 1208") == "4.5.1.1.2e", "nobody climbs three"


@pytest.mark.rules("5.2c", "6.6.5a", "6.6.5c", "6.6.5f", "5.5b")
def test_manhandling():
    march = keep({"S8": "0501A"}).order("S8 MOVE 0502 C")
    assert march.at("S8") == "0502C"
    assert march.kinds()[:2] == ["revealed", "walked"]
    assert keep({"S8": "0501A"}).refused("S8 MOVE 0502 0503") == "4.5.1.1.3d", "one hex a turn"
    assert keep({"S9": "0501A"}).refused("S9 MOVE 0502") == "5.2c", "too heavy"
    assert [one.kind for one in keep({"S9": "0501A"}).offered("S9")] == ["STAY"]
    assert keep({"S8": "0303A"}).set("S8", inside=True).refused("S8 MOVE 0302") == "6.1.4.3.1g"


@pytest.mark.rules("6.6.4.1b", "6.6.4.1c", "5.13a", "5.13b")
def test_who_is_in_the_way_on_a_road():
    road = "S1 MOVE 0205 0305 0405 0505 0605 0705"
    assert keep({"S1": "0105B"}).refused(road) == "", "six hexes at road speed"
    assert keep({"S1": "0105B", "S4": "0405"}).refused(road) == "", "a squad on foot does not matter"
    for name in ("S8", "S10", "S11", "S12"):
        assert keep({"S1": "0105B", name: "0405"}).refused(road) != "", f"{name} ends the use of the road"
    others = {"S2": "0405", "S3": "0405", "S13": "0405", "S15": "0405", "S14": "0405", "S4": "0405"}
    assert keep({"S1": "0105B", **others}).refused(road) == "", "leg units do not count: three vehicles"
    more = keep({"S1": "0105B", **others, "S17": "0405", "S16": "0405"})
    more.unit("S16").cell = more.unit("S2").cell
    assert more.refused(road) != "", "with it six vehicles"


@pytest.mark.rules("6.6.4.2a", "6.6.4.2b", "6.6.4.2c", "6.6.4.2e")
def test_who_quickmarches_and_where():
    quick = "S4 QUICK 0502 0503 0504"
    assert keep({"S4": "0501"}).refused(quick) == ""
    assert keep({"S4": "0501"}).refused("S4 QUICK 0502 0503 0504 0505") == "4.5.1.1.3d"
    assert keep({"S4": "0501"}, command="HALT").refused(quick) == "6.6.4.2e"
    assert keep({"S4": "0501"}).set("S4", suppressed=ON).refused(quick) == "6.6.4.2a"
    assert keep({"S7": "0501"}).refused("S7 QUICK 0502") == "6.6.4.2b", "a section with weapons"
    assert keep({"S8": "0501"}).refused("S8 QUICK 0502") == "6.6.4.2a"
    assert keep({"S12": "0501"}).refused("S12 QUICK 0502") == "6.6.4.2a"
    assert keep({"S4": "0604"}).refused("S4 QUICK 0605 0505") == "", "from anywhere"
    assert keep({"S4": "0504"}).refused("S4 QUICK 0604") == "6.6.4.2c", "scrub"
    assert keep({"S4": "0904"}).refused("S4 QUICK 0905 1005") == "", "along the road"
    assert keep({"S4": "1206"}).refused("S4 QUICK 1207") == "", "a single Height"
    assert keep({"S4": "1206"}).refused("S4 QUICK 1207 1206") == "6.6.4.2c", "not two changes"
    assert keep({"S10": "0501"}).refused("S10 QUICK 0502 0503 0504 0505 0506 0507") == "", "cavalry: 6"


@pytest.mark.rules("6.6.4.2f", "6.6.4.2-ex1", "6.6.4.2-table", "6.6.4.5f")
@pytest.mark.parametrize(
    ("name", "roll", "suppressed"),
    [("S18", 40, True), ("S18", 41, False), ("S4", 50, True), ("S4", 51, False), ("S10", 30, True), ("S10", 31, False)],
)
def test_suppressed_by_the_quickmarch(name, roll, suppressed):
    """A Veteran on 01-40, a Seasoned unit on 01-50; cavalry adds 20."""
    march = keep({name: "0501"}, script=str(roll)).order(f"{name} QUICK 0502 0503")
    assert march.detail(name).suppressed == (ON if suppressed else "")
    assert march.event("quickmarched")["roll"] == roll
    assert march.detail(name).manner == "quickmarch"


@pytest.mark.rules("6.6.4.3a", "6.6.4.3d")
def test_crawling_keeps_full_cover_and_nobody_reacts():
    march = keep({"S4": "0501"}).set("S4", full_cover=True).order("S4 CRAWL 0502")
    assert march.at("S4") == "0502A"
    assert march.detail("S4").full_cover
    assert march.detail("S4").manner == "crawling"
    assert march.unit("S4").mark == ""
    assert REACTED == []
    assert march.kinds() == ["revealed", "crawled"]
    walked = keep({"S4": "0501"}).set("S4", full_cover=True).order("S4 MOVE 0502")
    assert not walked.detail("S4").full_cover, "any other move gives it up"
    stayed = keep({"S4": "0501"}).set("S4", full_cover=True).order("S4 STAY")
    assert stayed.detail("S4").full_cover


@pytest.mark.rules("6.6.4.3a", "6.6.4.3b", "6.6.4.3c")
def test_who_cannot_crawl_or_not_there():
    def crawl(name="S4", start="0501", to="0502", command="MOVE", others=None, **facts):
        march = keep({name: start, **(others or {})}, command=command)
        return march.set(name, **{"full_cover": True, **facts}).refused(f"{name} CRAWL {to}")

    assert crawl() == ""
    assert crawl(full_cover=False) == "6.6.4.3a"
    assert crawl(suppressed=ON) == "6.6.4.3a"
    assert crawl("S7") == "6.6.4.3a"
    assert crawl("S8") == "6.6.4.3a"
    assert crawl(command="HALT") == "6.6.4.3b"
    assert crawl(to="0503") == "6.6.4.3a", "one hex"
    assert crawl(start="1206", to="1207") == "6.6.4.3b", "no change of elevation"
    assert crawl(start="0303", to="0302", upper=True) == "6.6.4.3b"
    assert crawl(start="0905", to="1005") == "6.6.4.3a", "no Full Cover on a bridge"
    near = keep({"S4": "0501", "S1": "0101", "G2": "0504"}).set("S4", full_cover=True)
    assert near.refused("S4 CRAWL 0502") == "", "the enemy is two hexes off"
    assert keep({"S4": "0501", "G2": "0503"}).set("S4", full_cover=True).refused("S4 CRAWL 0502") == "", "not spotted"
    seen = keep({"S4": "0501", "S1": "0101", "G2": "0503"}).set("S4", full_cover=True)
    seen.set("S1", sees=(index_of(seen.state, "G2"),))
    assert seen.refused("S4 CRAWL 0502") == "6.6.4.3c"


@pytest.mark.rules("6.6.4.1g", "6.1.4.3.1j", "6.1.4.3.1i")
def test_floors():
    march = keep({"S4": "0302"}).order("S4 UP 0303")
    assert march.at("S4") == "0303A"
    assert march.detail("S4").upper, "a hex and a floor: 2 points"
    assert march.kinds() == ["revealed", "walked", "climbed"]
    assert len(REACTED) == 2
    assert keep({"S4": "0301"}).refused("S4 UP 0302 0303") == "6.6.4.1g", "no point is left"
    assert keep({"S4": "0305"}).refused("S4 UP 0304") == "6.1.4.3.1j", "one storey"
    assert keep({"S4": "0302"}).refused("S4 UP") == "6.1.4.3.1j"
    assert keep({"S10": "0303"}).refused("S10 UP") == "", "cavalry occupies buildings too"
    assert keep({"S1": "0303"}).refused("S1 UP") == "6.1.4.3.1j"
    up = keep({"S4": "0303"}).set("S4", upper=True)
    assert up.refused("S4 UP") == "6.6.4.1g"
    assert up.refused("S4 MOVE 0302") == ""
    assert up.refused("S4 MOVE 0302 0301") == "4.5.1.1.3d"
    up.order("S4 MOVE 0302")
    assert up.kinds() == ["revealed", "descended", "walked"]
    assert not up.detail("S4").upper
    down = keep({"S7": "0303"}).set("S7", upper=True)
    assert down.refused("S7 MOVE 0302") != "", "coming down takes all that a laden section has"
    down.order("S7 DOWN")
    assert not down.detail("S7").upper
    assert keep({"S7": "0303"}).refused("S7 DOWN") == "6.6.4.1g"


@pytest.mark.rules("6.6.4.4a", "6.6.4.4b", "6.6.4.4c", "6.6.4.5b", "6.6.4.1i")
def test_cycles_turn_and_follow_roads_like_vehicles():
    march = keep({"S11": "0105B"}).order("S11 MOVE 0205 0305 0405 0505 0605 0705 0805")
    assert march.at("S11")[:4] == "0805"
    assert {"turned", "moved"} < set(march.kinds()), "it turns and drives"
    assert "walked" not in march.kinds()
    assert keep({"S11": "0501A"}).refused("S11 MOVE 0502 0503 0504 0505") == "", "about, and four clear hexes: 5"
    assert keep({"S12": "0501A"}).refused("S12 MOVE 0502 0503 0504") == "4.5.1.1.3d", "about and three hexes: 4"
    assert keep({"S11": "0504C"}).refused("S11 MOVE 0604 0704 0804") == "", "scrub 3, then two clear hexes"
    assert keep({"S11": "0504C"}).refused("S11 MOVE 0604 0704 0804 0904") == "4.5.1.1.3d"


@pytest.mark.rules("4.5.1.1.10b")
def test_opposing_units_never_end_together():
    """I12: leg and towed units enter no enemy's hex, vehicles pass enemy vehicles only."""
    for enemy in ("G1", "G2", "G4"):
        assert keep({"S4": "0501", enemy: "0502"}).refused("S4 MOVE 0502 0503") == "4.5.1.1.10b"
        assert keep({"S8": "0501", enemy: "0502"}).refused("S8 MOVE 0502") == "4.5.1.1.10b"
    assert keep({"S1": "0501D", "G1": "0502"}).refused("S1 MOVE 0502 0503") == "", "past a vehicle"
    assert keep({"S1": "0501D", "G1": "0502"}).refused("S1 MOVE 0502") == "4.5.1.1.10b"
    assert keep({"S1": "0501D", "G2": "0502"}).refused("S1 MOVE 0502 0503") == "4.5.1.1.10b", "no overruns yet"
    assert keep({"S1": "0501D", "G4": "0502"}).refused("S1 MOVE 0502 0503") == "4.5.1.1.10b"


@pytest.mark.rules("6.6.4.2c")
def test_a_quickmarch_that_is_ordered_anew_remembers_every_change_of_height():
    """Also one that leads to the same level again, as over a crest: the net change of Height tells nothing of it."""
    march = keep({"S4": "1206"}).set("S4", manner="quickmarch")
    state, index = march.state, index_of(march.state, "S4")
    state.mover = Mover(index, Progress(allowance=3), [], cell("1206"), 0, cell("1206"), True)
    assert quickmarching.climbed(state.mover.progress) == 0
    assert march.refused("S4 QUICK 1207") == ""
    state.mover.progress.heights = 1
    assert march.refused("S4 QUICK 1207") == "6.6.4.2c"
    assert march.refused("S4 QUICK 1106") == ""
    state.mover.progress.heights = UNSET
    march.unit("S4").cell = cell("1207")
    quickmarching.climb(state, scene(), cell("1206"))
    assert state.mover.progress.heights == 1
    march.unit("S4").cell = cell("1206")
    quickmarching.climb(state, scene(), cell("1207"))
    assert state.mover.progress.heights == 2, "down counts like up"
    march.unit("S4").cell = cell("1106")
    quickmarching.climb(state, scene(), cell("1206"))
    assert state.mover.progress.heights == 2


@pytest.mark.rules("6.6.4.2c")
def test_only_quickmarches_count_heights(monkeypatch):
    seen = []
    real = moving.quickmarching.climb
    monkeypatch.setattr(moving.quickmarching, "climb", lambda *args: (seen.append(args[2]), real(*args)))
    keep({"S4": "1206"}, script="90").order("S4 QUICK 1207")
    assert seen == [cell("1206")]
    keep({"S4": "1206"}).order("S4 MOVE 1207")
    assert seen == [cell("1206")]
