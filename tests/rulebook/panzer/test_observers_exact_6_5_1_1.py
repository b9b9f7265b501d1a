"""6.5.1.1, 6.5.1.9, 6.5.1.10: who observes, which sources are free, who is too close, one by one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hulldown.games.panzer.data.fireplan import PlotPart
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters, observers
from hulldown.games.panzer.rules.advanced.support import Mission, Plan
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, field, observer

HERE = BOARD.by_label
TANK, GUN = "T-34/76 M43", "57mm ZiS-2 M43 ATG"


def mission(label: str, source: str = "GB1", sheaf: str = "closed", number: int = 1, **more: Any) -> Mission:
    facts: dict[str, Any] = {"side": "german", "fire": "GP", "landed": 1, "distance": 6, **more}
    return Mission(
        number, facts.pop("side"), source, HERE[label], facts.pop("fire"), sheaf, facts.pop("landed"), **facts
    )  # fmt: skip


# Observers and guns.


@pytest.mark.rules("6.5.1.1.3b", "6.5.1i")
def test_6_5_1_1_observers_are_those_of_one_side_on_the_map() -> None:
    soviet = [unit("Soviet Section", "0803", "E", "OW", labels=["FO"], known=False), unit(TANK, "0903")]
    german = [observer(), unit("Truck", "0301"), unit(GRENADIERS, on="G2", labels=["FO"]), observer("0305")]
    made = field(german, soviet)
    made.unit("G4").status = "eliminated"
    names = {side: [made.state.units[one].id for one in observers.observers(made.state, made.scene, side)]
             for side in ("soviet", "german")}  # fmt: skip
    assert names == {"soviet": ["S1"], "german": ["G1", "G3"]}
    assert [one.id for one in observers.batteries(made.scene, "german")] == ["GB1", "GB2"]
    assert observers.batteries(made.scene, "soviet") == []
    assert observers.battery_named(made.scene, "GB2") is not None
    assert observers.battery_named(made.scene, "G1") is None


@pytest.mark.rules("6.5.1d", "5.1.3.1b")
def test_6_5_1_a_mortar_that_is_silenced_fires_nothing_new_but_its_barrage_goes_on() -> None:
    """On the top floor of a building mortars do not fire."""
    mortar = unit(GRENADIERS, "1206", "B", "FIRE", weapons=["8cm GrW 34"])
    made = field([observer(), mortar])
    index = made.index("G2")
    assert observers.gun_of(made.state, made.scene, index) is not None
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr(observers, "silenced", lambda *_: ("5.1.3.1b", "upstairs"))
        assert observers.gun_of(made.state, made.scene, index) is None
        assert observers.gun_of(made.state, made.scene, index, silent=True) is not None
        assert observers.unfit(made.state, made.scene, index)[0] == "6.5.1d"  # type: ignore[index]
        assert attacks.weapon_of(made.state, made.scene, "G2").row.minimum == 2
    assert observers.unfit(made.state, made.scene, index) is None
    for fact, value, rule in (("command", "OW", "6.5.1h"), ("command", "HALT", "6.5.1h"), ("fired", True, "6.5.1l"),
                              ("status", "eliminated", "6.5.1d")):  # fmt: skip
        old = getattr(made.unit("G2"), fact)
        setattr(made.unit("G2"), fact, value)
        assert observers.unfit(made.state, made.scene, index)[0] == rule  # type: ignore[index]
        setattr(made.unit("G2"), fact, old)


@pytest.mark.rules("6.5.1f", "6.5.1j", "6.5.1.13c", "6.1.4.3.10a", "6.5.1.1d")
def test_6_5_1_why_a_source_does_not_fire_at_a_hex() -> None:
    german = [observer(), unit("7.5cm leIG 18", "0112", "B", "FIRE")]
    made = field(german)
    made.unit("G2").sees = ()

    def why(source: str = "G2", label: str = "0803", fire: str = "GP") -> str:
        found = observers.source_fault(made.state, made.scene, made.index("G1"), source, HERE[label], fire)
        return found[0] if found else ""

    assert why() == ""
    made.unit("G2").facing = 4
    assert why() == "6.5.1j"
    made.unit("G2").facing = 1
    made.unit("G2").sees = (0,)
    assert why() == "6.5.1f"
    made.unit("G2").sees = (1,)
    assert why() == "", "it spots somebody elsewhere"
    assert why("S1") == why("GB9") == why("SB1") == "6.5.1.1d"
    assert why("GB1") == ""
    assert why("GB1", "0203") == "6.5.1.13c"


@pytest.mark.rules("6.5.1l", "6.5.1.9g", "6.5.1.11.1e", "6.5.1.11.1f")
def test_6_5_1_when_a_source_is_busy() -> None:
    made = field()
    assert observers.busy(made.state, "GB1") is None
    counters.change(made.state, used={"GB1": 1})
    assert observers.busy(made.state, "GB1")[0] == "6.5.1l"  # type: ignore[index]
    made.state.turn = 2
    assert observers.busy(made.state, "GB1") is None
    counters.change(made.state, missions=(mission("0803", observer="G1"),))
    assert observers.busy(made.state, "GB1")[0] == "6.5.1.9g"  # type: ignore[index]
    assert observers.busy(made.state, "GB2") is None
    parts = (PlotPart(fire="GP", sheaf="closed", turns=2),)
    counters.change(made.state, missions=(mission("0803", planned=True),),
                    plans=(Plan("german", "GB1", HERE["0803"], 2, parts, begun=2),))  # fmt: skip
    for turn, busy in ((2, True), (3, True), (4, True), (5, False)):
        made.state.turn = turn
        assert (observers.busy(made.state, "GB1") is not None) is busy, turn
    counters.change(made.state, plans=(Plan("german", "GB1", HERE["0803"], 5, parts),))
    assert observers.busy(made.state, "GB1") is None, "a plan that is yet to come leaves it free"


@pytest.mark.rules("6.5.1.10a", "6.5.1.12f")
def test_6_5_1_10_friends_within_five_hexes_that_the_enemy_spots() -> None:
    german = [observer(), unit("PzKpfw IVH", "0303"), unit("PzKpfw IVH", "0208"), unit("PzKpfw IVH", "0703")]
    made = field(german)

    def near(label: str = "0803") -> list[str]:
        found = observers.friends_near(made.state, made.scene, "german", HERE[label])
        return [made.state.units[one].id for one in found]

    for one in made.state.units:
        one.sees = ()
    assert (BOARD.distance(HERE["0303"], HERE["0803"]), BOARD.distance(HERE["0208"], HERE["0803"])) == (5, 8)
    assert near() == ["G2", "G4"]
    assert near("0208") == ["G1"], "G3 is in the hex itself, and nobody sees it"
    made.unit("S1").status = "knocked out"
    assert near() == ["G2", "G4"], "the gun spots them as well"
    made.unit("G2").status = "eliminated"
    assert near() == ["G4"]
    made.unit("S2").status = "eliminated"
    assert near() == [], "friends do not spot friends"


@pytest.mark.rules(
    "6.5.1.1.1a", "6.5.1.1.2-command-fo", "6.5.1.1.3-command-recon", "6.5.1.1.2b", "6.5.1.12.1-command-recon"
)
@pytest.mark.parametrize(
    ("labels", "kind", "recon"),
    [
        (["FO"], "FO", False), (["FO", "Command", "Recon"], "FO", True), (["FO", "Recon"], "FO", False),
        (["Command"], "CHQ", False), (["Command", "BHQ"], "BHQ", False), (["Command", "RHQ", "Recon"], "RHQ", True),
        (["Recon"], "Recon", False), (["Command", "Recon"], "CHQ", True), ([], None, False),
        (["Engineer"], None, False),
    ],
)  # fmt: skip
def test_6_5_1_1_the_row_of_an_observer(labels: list[str], kind: str | None, recon: bool) -> None:
    made = field([unit(GRENADIERS, "0203", "B", "OW", labels=labels, known=False)])
    index = made.index("G1")
    assert (observers.kind_of(made.scene, index), observers.command_recon(made.scene, index)) == (kind, recon)


@pytest.mark.rules("6.5.1i", "6.6.7.2b")
def test_6_5_1_whose_overwatch_an_observer_has() -> None:
    made = field([observer(), unit("Truck", "0301", "B", "OW", known=False), unit(GRENADIERS, on="G2", labels=["FO"])])

    def watches(name: str) -> bool:
        return observers.watches(made.state, made.scene, made.index(name))

    assert watches("G1")
    assert watches("G3")
    made.unit("G2").known = True
    assert not watches("G3")
    made.unit("G2").known, made.unit("G2").command = False, "FIRE"
    assert not watches("G3")
    made.unit("G2").command, made.unit("G3").fired = "OW", True
    assert not watches("G3")
    made.unit("G3").fired = False
    made.detail("G3").spent = True
    assert not watches("G3")
    made.detail("G3").spent = False
    made.unit("G2").status = "knocked out"
    assert not watches("G3")


@pytest.mark.rules("6.5.1.8.1c", "6.5.1.9a", "6.5.1.9e")
@pytest.mark.parametrize("upper", [False, True])
def test_6_5_1_8_1_an_observer_sees_the_hexes_to_which_its_line_is_clear(upper: bool) -> None:
    made = field([observer("1206", upper=upper)])
    index = made.index("G1")
    seen = {cell for cell in BOARD.cells if observers.sees_hex(made.state, made.scene, index, cell)}
    assert HERE["1206"] in seen
    ends = {cell: (observers.sight.height(made.state, made.scene, index), made.scene.ground.height[cell])
            for cell in BOARD.cells}  # fmt: skip
    clear = {cell for cell in BOARD.cells if cell != HERE["1206"]
             and observers.sight.clear_between(made.state, made.scene, HERE["1206"], cell, ends[cell])}  # fmt: skip
    assert seen == {*clear, HERE["1206"]}
    assert seen != set(BOARD.cells)


@pytest.mark.rules("6.5.1j")
@pytest.mark.parametrize(
    ("mount", "ahead", "behind"), [("turret", True, True), ("pivot", True, True), ("hull", True, False)]
)
def test_6_5_1_which_mounts_fire_all_round(mount: str, ahead: bool, behind: bool) -> None:
    made = field([observer(), unit("7.5cm leIG 18", "0803", "B", "FIRE")])
    gun = observers.gun_of(made.state, made.scene, made.index("G2"))
    assert gun is not None
    mounted = SimpleNamespace(mount=mount if mount != "hull" else gun.arm.mounted.mount)
    turned: Any = gun._replace(arm=SimpleNamespace(mounted=mounted))
    found = [observers._points_at(made.scene, turned, 0, HERE["0806"], HERE[label]) for label in ("0801", "0811")]
    assert found == [ahead, behind]
