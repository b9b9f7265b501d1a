"""6.1.4.3.10, 6.6.6: smoke and barrages on the map: where, when and how much they count, who is struck by moving."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.play import aims, firing, moving
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters, screens
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.advanced.support import Mission, Smoke
from hulldown.games.panzer.rules.state import Frame
from support.advanced_fire import BOARD, unit
from support.advanced_support import Gunnery, battery

HERE = BOARD.by_label


def field(german: list[Any] | None = None, soviet: list[Any] | None = None, **more: Any) -> Gunnery:
    mine = german or [unit("PzKpfw IVH", "0203", "B", "FIRE")]
    return Gunnery(soviet or [unit("T-34/76 M43", "0802", "E")], mine, batteries={"german": [battery()]}, **more)


def smoke(made: Gunnery, *labels: str, density: str = "closed", step: str = "indirect", turn: int = 0) -> None:
    cells = tuple(sorted(HERE[label] for label in labels))
    old = made.support.smokes
    counters.change(made.state, smokes=(*old, Smoke(cells, density, turn or made.state.turn, step)))


def barrage(made: Gunnery, label: str, sheaf: str = "closed", turn: int = 0, source: str = "GB1") -> None:
    number = made.support.count + 1
    mission = Mission(number, "german", source, HERE[label], "GP", sheaf, turn or made.state.turn, distance=6)
    counters.change(made.state, missions=(*made.support.missions, mission), count=number)


def line(made: Gunnery, step: str = "fire1") -> Any:
    made.state.stack = [Frame(step, side="german")]
    return aims.line_of(made.state, made.scene, made.index("G1"), made.index("S1"))


# Direct smoke.


@pytest.mark.rules("6.1.4.3.10-ex1", "6.1.4.3.10b", "6.1.4.3.10c")
def test_who_can_lay_smoke() -> None:
    """The PzKpfw IVH and the 82mm mortar have Smk, the T-34 has none; engineers need no gun."""
    made = field(
        [unit("PzKpfw IVH", "0203", "B", "FIRE"), unit("German Rifle squad", "0205", "B", "FIRE", labels=["Engineer"]),
         unit("German Rifle squad", "0207", "B", "FIRE"), unit("PzKpfw IVH", "0209", "B", "FIRE", labels=["Engineer"])],
        [unit("T-34/76 M43", "0802", "E", "FIRE"), unit("Soviet Section", "0804", "E", "FIRE", weapons=["82mm BM41"])],
    )  # fmt: skip
    able = {one.id: screens.able(made.state, made.scene, index) for index, one in enumerate(made.state.units)}
    assert able == {"S1": False, "S2": True, "G1": True, "G2": True, "G3": False, "G4": True}


@pytest.mark.rules("6.1.4.3.10c")
def test_engineers_lay_smoke_next_to_them() -> None:
    made = field([unit("German Rifle squad", "0205", "B", "FIRE", labels=["Engineer"])])
    index = made.index("G1")
    assert screens.fault_of(made.state, made.scene, index, HERE["0305"]) is None
    assert screens.fault_of(made.state, made.scene, index, HERE["0405"])[0] == "6.1.4.3.10c"  # type: ignore[index]


@pytest.mark.rules("6.1.4.3.10c", "6.1.4.3.10d")
def test_engineers_with_a_mortar_lay_smoke_next_to_them_by_hand() -> None:
    """The mortar, with its least range and its limit, is for the hexes beyond."""
    crew = unit("Soviet Section", "0804", "E", "FIRE", weapons=["82mm BM41"], labels=["Engineer"])
    made = field([unit("PzKpfw IVH", "0101")], [crew])
    index = made.index("S1")
    assert screens.fault_of(made.state, made.scene, index, HERE["0704"]) is None
    option = screens.option(made.state, made.scene, index)
    assert option is not None
    assert HERE["0704"] in option.cells
    told = made.doing("")
    screens.lay(made.state, made.scene, Task("S1", "SMOKE", (HERE["0704"],)), told)
    assert [event.kind for event in told.events if event.kind in ("ammo", "smoke_laid")] == ["smoke_laid"]


@pytest.mark.rules("6.1.4.3.10d", "6.1.4.3.10e")
@pytest.mark.parametrize(
    ("command", "hex_", "case"),
    [
        ("FIRE", "0503", ""), ("HALT", "0503", ""), ("OW", "0503", "6.1.4.3.10d"), ("MOVE", "0503", "6.1.4.3.10d"),
        ("FIRE", "0204", "6.1.4.3.10e"), ("FIRE", "1003", "6.1.4.3.10d"), ("FIRE", "0802", ""),
    ],
)  # fmt: skip
def test_where_smoke_may_be_laid(command: str, hex_: str, case: str) -> None:
    made = field([unit("PzKpfw IVH", "0203", "B", command), unit("German Rifle squad", "0204", "B")])
    made.state.stack = [Frame("fire1", side="german")]
    order = Order("fire", (Task("G1", "SMOKE", (HERE[hex_],)),))
    found = firing.check(made.state, made.scene, made.decision("fire", "german"), order)
    assert [one.rule for one in found] == ([case] if case else [])


@pytest.mark.rules("6.1.4.3.10d")
def test_a_gun_lays_smoke_in_its_field_of_fire_and_range() -> None:
    made = field([unit("7.5cm PaK 40 ATG", "0203", "E", "FIRE")])
    fault = screens.fault_of(made.state, made.scene, made.index("G1"), HERE["0503"])
    assert fault == ("6.1.4.3.10d", "the hex is outside its field of fire")
    made.unit("G1").facing = 1
    assert screens.fault_of(made.state, made.scene, made.index("G1"), HERE["0502"]) is None


@pytest.mark.rules("6.1.4.3.10f", "6.1.4.3.10i", "5.16.2.3a", "5.16.2.3b")
@pytest.mark.parametrize(("die", "laid"), [(4, True), (5, False)])
def test_direct_smoke_is_one_closed_hex_unless_the_limit_fails(die: int, laid: bool) -> None:
    """The PzKpfw IVH has S4; the firer is marked in any case."""
    made = field()
    made.state.stack = [Frame("fire1", side="german")]
    doing = made.doing(str(die))
    screens.lay(made.state, made.scene, Task("G1", "SMOKE", (HERE["0503"],)), doing)
    found = [(one.cells, one.density, one.on) for one in made.support.smokes]
    assert found == ([((HERE["0503"],), "closed", True)] if laid else [])
    assert (made.unit("G1").fired, made.unit("G1").mark, made.unit("G1").known) == (True, "fire", True)
    assert doing.dice.serial == 1
    free = field(ammo_limits="off")
    free.state.stack = [Frame("fire1", side="german")]
    screens.lay(free.state, free.scene, Task("G1", "SMOKE", (HERE["0503"],)), free.doing(""))
    assert len(free.support.smokes) == 1


@pytest.mark.rules("6.1.4.3.10b")
def test_who_lays_smoke_does_not_fire_besides() -> None:
    made = field()
    made.state.stack = [Frame("fire1", side="german")]
    legal = firing.legal(made.state, made.scene, made.decision("fire", "german"))
    assert {option.kind for option in legal.units[0].options} == {"FIRE", "SMOKE"}
    firing.announce(made.state, made.scene, Order("fire", (Task("G1", "SMOKE", (HERE["0503"],)),)), made.doing("1"))
    assert firing.shooters(made.state, made.scene, "german") == {}
    assert made.state.shots == []


@pytest.mark.rules("6.1.4.3.10e")
def test_smoke_needs_no_target_so_that_a_unit_may_have_fire_or_hold_it() -> None:
    made = field(soviet=[unit("Soviet Rifle squad", "2012", "E", full_cover=True)])
    made.state.stack = [Frame("fire1", side="german")]
    legal = firing.legal(made.state, made.scene, made.decision("fire", "german"))
    assert [option.kind for option in legal.units[0].options] == ["SMOKE"]
    assert legal.choices == ("hold fire",)
    firing.announce(made.state, made.scene, Order("fire", choice="hold fire"), made.doing(""))
    assert screens.ready(made.state, made.scene, "german") == []


# On the line.


@pytest.mark.rules("6.1.4.3.10j", "6.5.2.4-smoke-a", "6.5.2.4-smoke-b", "6.1.4.3.10g")
def test_smoke_on_the_line_hinders_and_does_not_block() -> None:
    made = field()
    assert line(made) == aims.OPEN_LINE
    smoke(made, "0403", "0503", "0603", density="open", turn=0)
    made.state.turn = 2
    assert line(made).clouds == (1, 0, 0, 0)
    assert ways_at(made.state, made.scene, made.index("G1"), made.index("S1"))
    assert made.spots(made.index("G1"), made.index("S1"))


@pytest.mark.rules("6.5.2.4-smoke-ex1", "5.11b")
def test_both_units_inside_one_open_smoke() -> None:
    made = field([unit("PzKpfw IVH", "0503", "B", "FIRE")], [unit("T-34/76 M43", "0603", "E")])
    smoke(made, "0503", "0603", "0602", density="open")
    assert line(made, "move1").clouds == (1, 0, 0, 0)


@pytest.mark.rules("5.11b", "6.5.2.4-smoke-b", "6.5.4.3-smoke")
@pytest.mark.parametrize("hex_", ["0403", "0503", "0603"])
@pytest.mark.parametrize("first", ["small", "large"])
def test_smoke_inside_smoke_counts_the_same_from_both_ends(hex_: str, first: str) -> None:
    """H5: both are as dense; the small one has its hex, the large one counts by its others."""
    made = field([unit("PzKpfw IVH", "0203", "B", "FIRE")], [unit("T-34/76 M43", "0803", "E")])
    for size in ("small", "large") if first == "small" else ("large", "small"):
        smoke(made, *((hex_,) if size == "small" else ("0403", "0503", "0603")), turn=0)
    made.state.stack = [Frame("fire1", side="german")]
    ends = made.index("G1"), made.index("S1")
    found = [aims.line_of(made.state, made.scene, *line).clouds.smoke_closed for line in (ends, ends[::-1])]
    assert found == [2, 2]


@pytest.mark.rules("6.5.2.4-barrage-a", "6.5.2.4-barrage-b", "6.1.4.3.10g")
def test_a_barrage_on_the_line() -> None:
    made = field()
    barrage(made, "0503")
    assert line(made).clouds == (0, 0, 0, 1)
    other = field()
    barrage(other, "0503", "open")
    assert line(other).clouds == (0, 0, 1, 0)


@pytest.mark.rules("6.1.4.3.10h")
def test_smoke_is_four_levels_high() -> None:
    assert counters.height() == 4


@pytest.mark.rules("6.1.4.3.10k", "6.1.4.3.10-ex2")
@pytest.mark.parametrize(
    ("made_in", "step", "counts"),
    [
        ("indirect", "indirect1", False), ("indirect", "indirect2", False), ("indirect", "fire1", True),
        ("indirect", "move2", True), ("fire", "fire1", False), ("fire", "fire2", False), ("fire", "watch", False),
        ("fire", "assault1", True), ("fire", "move2", True),
    ],
)  # fmt: skip
def test_smoke_counts_when_its_step_is_over(made_in: str, step: str, counts: bool) -> None:
    made = field()
    smoke(made, "0503", step=made_in)
    assert bool(line(made, step).clouds != aims.OPEN_LINE.clouds) == counts
    made.state.turn += 1
    assert line(made, step).clouds != aims.OPEN_LINE.clouds


@pytest.mark.rules("6.1.4.3.10k")
def test_a_barrage_counts_after_the_indirect_fire_step() -> None:
    made = field()
    barrage(made, "0503")
    assert line(made, "indirect2").clouds == aims.OPEN_LINE.clouds
    assert line(made, "fire1").clouds != aims.OPEN_LINE.clouds


@pytest.mark.rules("6.1.4.3.10i", "6.8.4a", "6.8.4b")
def test_smoke_is_on_then_off_then_gone() -> None:
    """K13; fresh smoke of the same pattern turns it to ON again."""
    made = field()
    smoke(made, "0503")
    counters.turn_over(made.state, BOARD, made.doing(""))
    assert [one.on for one in made.support.smokes] == [False]
    made.state.turn = 2
    counters.make_smoke(made.state, (HERE["0503"],), "closed", "fire")
    assert [(one.on, one.turn) for one in made.support.smokes] == [(True, 1)]
    counters.turn_over(made.state, BOARD, made.doing(""))
    doing = made.doing("")
    counters.turn_over(made.state, BOARD, doing)
    assert made.support.smokes == ()
    assert [event.kind for event in doing.events] == ["smoke_gone"]


@pytest.mark.rules("6.5.1.6.1", "6.1.4.3.10a", "5.16.2.5", "5.16.2.3a", "6.5.1.13e")
@pytest.mark.parametrize(("die", "laid"), [(6, True), (7, False)])
def test_a_smoke_mission_makes_smoke_and_no_barrage(die: int, laid: bool) -> None:
    """K12; German batteries have S6."""
    made = field([unit("German Section", "0203", "B", "OW", labels=["FO"], known=False)])
    made.drive(f"5 {die}", ("G1 CALL 0802 GB1 Smoke open",))
    assert [len(one.cells) for one in made.support.smokes] == ([18] if laid else [])
    assert [one.fire for one in made.support.missions] == (["Smoke"] if laid else [])
    assert made.told("soviet", "shelled") == []
    if laid:
        made.state.stack = [Frame("fire1")]
        assert [kind for kind, _ in counters.clouds(made.state, BOARD)] == ["smoke_open"]


# Moving in a barrage.


def entering(made: Gunnery, name: str, label: str, script: str) -> list[str]:
    made.unit(name).cell = HERE[label]
    made.state.stack = [Frame("move2", side="soviet")]
    doing = made.doing(script)
    attacks.enter(made.state, made.scene, made.index(name), doing)
    assert doing.dice.serial == len(script.split())
    made.events = list(doing.events)
    return [event.kind for event in doing.events]


@pytest.mark.rules("6.6.6a", "6.6.6b", "6.6.6d")
def test_a_unit_that_moves_into_a_barrage_is_attacked_once() -> None:
    made = field(soviet=[unit("T-34/76 M43", "1002", "E", "MOVE")])
    barrage(made, "0703")
    assert entering(made, "S1", "0803", "50") == ["shelled"]
    assert made.event("shelled")["net"] == -20
    assert made.rules_of("shelled") == ["6.6.6a"]
    assert entering(made, "S1", "0703", "") == []
    assert entering(made, "S1", "0403", "") == []


@pytest.mark.rules("6.6.6b")
def test_overlapping_sheafs_each_attack() -> None:
    made = field(soviet=[unit("T-34/76 M43", "1002", "E", "MOVE")])
    barrage(made, "0703")
    barrage(made, "0803", source="GB1")
    assert entering(made, "S1", "0803", "50 50") == ["shelled", "shelled"]


@pytest.mark.rules("6.6.6a")
def test_only_gp_fire_of_this_turn_attacks_who_moves() -> None:
    """K11."""
    made = field(soviet=[unit("T-34/76 M43", "1002", "E", "MOVE")])
    barrage(made, "0703")
    made.state.turn = 2
    assert entering(made, "S1", "0703", "") == []
    made.state.turn = 1
    one = made.support.missions[0]
    counters.change(made.state, missions=(Mission(1, "german", "GB1", one.cell, "Smoke", "closed", 1, distance=6),))
    assert entering(made, "S1", "0703", "") == []


@pytest.mark.rules("6.6.6c", "6.6.6e")
def test_who_stays_or_pivots_in_a_barrage_is_not_attacked() -> None:
    made = field(soviet=[unit("T-34/76 M43", "0803", "E", "MOVE")])
    barrage(made, "0803")
    made.state.stack = [Frame("move2", side="soviet")]
    doing = made.doing("")
    made.state.queue = [Task("S1", "TURN", (), 2)]
    moving.begin(made.state, made.scene, doing)
    while made.state.mover is not None and made.state.mover.plan:
        moving.advance(made.state, made.scene, doing)
    assert (made.unit("S1").cell, made.unit("S1").facing) == (HERE["0803"], 2)
    assert all(event.kind != "shelled" for event in doing.events)
