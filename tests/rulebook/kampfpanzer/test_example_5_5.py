"""The worked example 5.51 to 5.54: twelve units, their plots and the printed results, in one turn.

The diagrams are lost; the position is the one of our notes, in which every sentence of the explanation comes true.
"""

from __future__ import annotations

import pytest

from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field, Played

FRENCH = {
    "10": ("R35", "0608"),
    "18": ("H39", "1206"),
    "20": ("B1", "0609"),
    "29": ("Fr infantry", "0807"),
    "38": ("25mm", "0708", "A"),
    "39": ("75mm", "0312", "A"),
}
GERMANS = {
    "93": ("PzI", "0804"),
    "94": ("PzII", "0702"),
    "104": ("PzIIID", "0303"),
    "105": ("PzIVE", "1003"),
    "114": ("Ge infantry", "0304", "D1"),
    "145": ("Truck", "0102"),
}
FRENCH_PLOT = """
39 L 0304
38 P 0603
10 A2 F4
20 F1 A2 F3
18 F2 B4
29 E1
"""
GERMAN_PLOT = """
145 C7
94 D5 VD
93 D2 VD
104 D6
105 D3
"""
# In the order of the clock: 114 under H fire in Phase C; contest at point 2; 145 in 0303 and 38 at 94 at point 4; the
# overrun and the counterattack at point 5; 145 in 0403 at point 6.
DICE = "6  2 5  2 2  3 5  4"


def turn(monkeypatch: pytest.MonkeyPatch, french: str = FRENCH_PLOT) -> Played:
    field = Field(monkeypatch, hexes={"0807": "hilltop"}, columns=16, rows=16)
    state = field.state(FRENCH, GERMANS, dice=DICE, panic="6 6", works=[("0708", "first")])
    return field.play(state, french, GERMAN_PLOT)


@pytest.mark.rules("5.54a", "5.54b", "5.54c", "5.54d", "5.54e", "5.54f", "5.54g", "5.54h", "5.54i", "5.54j", "5.54k")
@pytest.mark.rules("5.1a", "5.21b", "5.22b", "9.36", "9.65", "6.3b", "6.4c", "6.4d", "9.67", "9.83", "9.82a")
def test_the_whole_turn_comes_out_as_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    after = turn(monkeypatch)
    # 145: seven hexes, attacked in 0303 and 0403, D1 in all, which counts after movement.
    assert after.entered("145") == [
        ("0202", "2"), ("0303", "4"), ("0403", "6"), ("0504", "8"), ("0604", "10"), ("0705", "12"), ("0805", "14"),
    ]  # fmt: skip
    hits = [(e.data["hex"], e.data["result"]) for e in after.found("shelled", unit="145")]
    assert hits == [("0303", "D1"), ("0403", "none")]
    assert (after.where("145"), after.unit("145").level) == ("0805", 1)
    # 94: shot at on entering 0706 at -1, D1; it goes on to 0707 and does not overrun 0708.
    (shot,) = after.found("shot", unit="38")
    assert (shot.data["target"], shot.data["at"], shot.data["superiority"], shot.data["result"]) == (
        "94", "0706", -1, "D1",
    )  # fmt: skip
    assert (after.where("94"), after.unit("94").level) == ("0707", 1)
    assert not after.found("overrun", hex="0708")
    # 93: overruns 29 in 0807 at +2, D2, and ends in 0808; the counterattack has no result.
    assert after.entered("93") == [("0805", "1"), ("0806", "2"), ("0807", "5"), ("0808", "6")]
    (over,) = after.found("overrun")
    assert (over.data["unit"], over.data["superiority"], over.data["result"]) == ("93", 2, "D2")
    (back,) = after.found("counterattack")
    assert (back.data["target"], back.data["superiority"], back.data["result"]) == ("93", -2, "none")
    assert after.unit("93").level == 0
    # 104: four of six hexes, next to 20; the loose fire leaves it alone.
    assert [hex for hex, _ in after.entered("104")] == ["0304", "0305", "0306", "0307"]
    assert not after.found("shelled", unit="104")
    assert after.found("stopped", unit="104")[0].rule == "6.3a"
    # 105 and 18 contest 1005: as many hexes, the same allowance, the German rolls higher.
    (contest,) = after.found("contest")
    assert (contest.data["hex"], contest.data["unit"], contest.data["how"]) == ("1005", "105", "dice")
    assert (after.where("105"), after.where("18")) == ("1005", "1106")
    # 114: disrupted, no plot, under H fire without a result. 39: at once at 114, later at 145.
    (static,) = after.found("shelled", unit="114")
    assert (static.data["column"], static.data["result"], static.step) == ("static", "none", "fire")
    assert after.where("114") == "0304"
    # 10 completes its move past 114, which has no zone, and crosses the path of 104.
    assert [hex for hex, _ in after.entered("10")] == ["0607", "0606", "0506", "0405", "0305", "0204"]
    # 20 stops at point 4 next to 104.
    assert after.entered("20")[-1] == ("0406", "4")
    # 29 was overrun and does not move.
    assert after.found("held", unit="29")[0].rule == "9.67"
    assert (after.where("29"), after.unit("29").level) == ("0807", 2)


@pytest.mark.rules("5.54j", "5.1b", "5.1c", "6.3c")
def test_with_a_stop_in_its_plot_unit_20_completes_its_move(monkeypatch: pytest.MonkeyPatch) -> None:
    after = turn(monkeypatch, FRENCH_PLOT.replace("20 F1 A2 F3", "20 F1 S2 A2 F3"))
    assert after.entered("20") == [
        ("0509", "1"), ("0508", "4"), ("0507", "5"), ("0406", "6"), ("0306", "7"), ("0205", "8"),
    ]  # fmt: skip
    assert not after.found("stopped", unit="20")
    assert after.where("104") == "0309"


@pytest.mark.rules("5.51", "5.52")
def test_the_plots_are_read_as_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    field = Field(monkeypatch, hexes={"0807": "hilltop"}, columns=16, rows=16)
    state = field.state(FRENCH, GERMANS, works=[("0708", "first")])
    french, german = GAME.parse(state, "first", FRENCH_PLOT), GAME.parse(state, "second", GERMAN_PLOT)
    assert {task.unit: task.kind for task in (*french.tasks, *german.tasks)} == {
        "39": "L", "38": "P", "10": "MV", "20": "MV", "18": "MV", "29": "MV",
        "145": "MV", "94": "V", "93": "V", "104": "MV", "105": "MV",
    }  # fmt: skip
    assert GAME.write(state, german).splitlines() == GERMAN_PLOT.strip().splitlines()
    assert GAME.write(state, french).splitlines() == FRENCH_PLOT.strip().splitlines()
