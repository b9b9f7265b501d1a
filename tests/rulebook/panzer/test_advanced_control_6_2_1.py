"""Command control in detail (6.2.1.1): who shares with whom, columns, what counts, what is refused."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import columns, commands, control
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, KNOCKED_OUT, ON_MAP, PanzerState, Unit
from support.advanced_staff import GAME, cell, doing, names, order, places, refused, stand, the_staff, unit_of

NEAR = {"S1": "1P8", "S2": "1P8", "S3": "1P9", "S4": "1P8"}


@pytest.fixture(autouse=True)
def _staff() -> Iterator[None]:
    with the_staff({"S1": ("G1",), "S2": ("G1",)}):
        yield


def placed(where: dict[str, str], text: str, grade: str = "seasoned") -> PanzerState:
    state = stand(where, grade=grade)
    commands.place(state, scene_of(state), "soviet", order(state, text), doing())
    return state


def at(state: PanzerState, name: str) -> int:
    return places(state, name)[0]


@pytest.mark.rules("6.2.1.1.3b", "6.2.1.1.3c")
def test_who_shares_with_whom() -> None:
    state = placed(NEAR, "S1 MOVE with S2 S3\nS4 MOVE")

    def sharing(name: str) -> list[str]:
        return names(state, control.sharing(state, at(state, name)))

    assert sharing("S2") == ["S1", "S2", "S3"]
    assert sharing("S4") == ["S4"]
    unit_of(state, "S3").status = CARRIED
    assert sharing("S1") == ["S1", "S2", "S3"], "who mounts still shares"
    unit_of(state, "S3").status = KNOCKED_OUT
    assert sharing("S1") == ["S1", "S2"]
    assert sharing("S3") == ["S1", "S2", "S3"], "it knows with whom it shared"
    enemy = unit_of(state, "G1")
    enemy.status, detail_of(enemy).group = ON_MAP, detail_of(unit_of(state, "S1")).group
    assert sharing("S1") == ["S1", "S2"], "a group of the same number on the other side"


@pytest.mark.rules("6.2.1.1.4-firing-a", "6.2.1.1.4-firing-b")
def test_aims_are_those_of_the_group_alone() -> None:
    state = placed({**NEAR, "G1": "1P8", "G4": "1Q11", "S14": "1P8"}, "S1 FIRE with S2\nS4 NC\nS3 NC")
    g1, g4 = places(state, "G1", "G4")
    control.note_aims(state, at(state, "S1"), [g1])
    control.note_aims(state, at(state, "S1"), [g1])
    assert detail_of(unit_of(state, "S1")).aims == (cell(state, "1P8"),)
    scene = scene_of(state)
    assert not control.fits_targets(state, scene, at(state, "S2"), [g4])
    assert control.fits_targets(state, scene, at(state, "S3"), [g4]), "it shares nothing"
    assert control.all_sharing(state, at(state, "S3")) == [at(state, "S3")]
    assert names(state, control.all_sharing(state, at(state, "S2"))) == ["S1", "S2"]
    control.note_aims(state, at(state, "S1"), [g4])
    assert detail_of(unit_of(state, "S1")).aims == tuple(sorted((cell(state, "1P8"), cell(state, "1Q11"))))


@pytest.mark.rules("6.2.1.1.4-moving", "6.5.2.2.1g")
def test_who_of_a_group_must_move_with_it() -> None:
    state = placed(NEAR, "S1 MOVE with S2 S3 S4")
    scene = scene_of(state)

    def movers() -> list[str]:
        return names(state, control.movers_of(state, scene, at(state, "S1")))

    assert movers() == ["S1", "S2", "S3", "S4"]
    detail_of(unit_of(state, "S2")).track = True
    detail_of(unit_of(state, "S4")).suppressed = ON
    assert movers() == ["S1", "S3", "S4"], "left behind; who is suppressed counts"
    unit_of(state, "S3").status = CARRIED
    assert movers() == ["S1", "S4"], "who has mounted drops out"
    unit_of(state, "S4").command = "NC"
    assert movers() == ["S1"]
    ends = {at(state, "S1"): cell(state, "1P7")}
    assert control.group_ends(state, scene, at(state, "S1"), ends) == ends
    assert control.group_ends(state, scene, at(state, "S1"), {at(state, "S1"): -1}) == {}, "who leaves drops out"
    unit_of(state, "S1").moved = True
    assert control.group_ends(state, scene, at(state, "S1"), {}) == {at(state, "S1"): cell(state, "1P8")}


@pytest.mark.rules("6.2.1.1.4-moving")
def test_the_group_that_has_begun_comes_first() -> None:
    state = placed({**NEAR, "S14": "1N6"}, "S1 MOVE with S2\nS3 MOVE with S4\nS14 MOVE")
    scene = scene_of(state)
    assert control.begun(state, scene, "soviet") == []
    unit_of(state, "S14").moved = True
    assert control.begun(state, scene, "soviet") == [], "it shares with nobody"
    unit_of(state, "S3").moved = True
    assert names(state, control.begun(state, scene, "soviet")) == ["S4"]
    assert control.begun(state, scene, "german") == []
    unit_of(state, "S4").moved = True
    assert control.begun(state, scene, "soviet") == []


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.3-roads-b")
def test_what_makes_a_column() -> None:
    state = stand({"S1": "1Q2", "S2": "1Q3", "S3": "1Q5", "S5": "1Q3", "S9": "1Q3", "S4": "1P3"}, grade="green")
    scene = scene_of(state)
    s1, s2, s3, s4, s5, s9 = places(state, "S1", "S2", "S3", "S4", "S5", "S9")
    assert control.is_column(state, scene, "MOVE", [s1, s2, s5])
    assert not control.is_column(state, scene, "MOVE", [s1]), "one vehicle is none"
    assert not control.is_column(state, scene, "HALT", [s1, s2])
    assert not control.is_column(state, scene, "OW", [s1, s2])
    assert not control.is_column(state, scene, "MOVE", [s2, s3]), "two hexes apart"
    assert not control.is_column(state, scene, "MOVE", [s2, s9]), "a squad"
    assert not control.is_column(state, scene, "MOVE", [s2, s4]), "off the road"
    assert columns.joined(scene, cell(state, "1Q2"), cell(state, "1Q2"))
    assert columns.joined(scene, cell(state, "1Q2"), cell(state, "1Q3"))
    assert not columns.joined(scene, cell(state, "1Q2"), cell(state, "1P3")), "next to it, but not along the road"
    others = [s1, s2, s3, s4, s5, s9]
    assert names(state, columns.chain(state, scene, s1, others)) == ["S2", "S5"]
    assert columns.chain(state, scene, s4, others) == []
    assert columns.chain(state, scene, s9, others) == []
    unit_of(state, "S2").status = ELIMINATED
    assert names(state, columns.chain(state, scene, s1, others)) == ["S5"]
    assert not columns.can_start(state, scene, s2)
    assert control.column_partners(state, scene, "HALT", s1, others) == []
    assert names(state, control.column_partners(state, scene, "MOVE", s1, others)) == ["S5"]
    control.share(state, scene, "MOVE", [s5, s1])
    assert [detail_of(state.units[one]).column for one in (s5, s1)] == [1, 2]
    assert {detail_of(state.units[one]).group for one in (s5, s1)} == {min(s5, s1) + 1}
    control.share(state, scene, "OW", [s5, s1])
    assert [detail_of(state.units[one]).column for one in (s5, s1)] == [0, 0]


@pytest.mark.rules("6.2.1.1.3-roads-b", "5.13a")
def test_how_a_column_may_end() -> None:
    state = stand({"S1": "1Q2", "S2": "1Q3", "S3": "1Q4", "S4": "1Q9"}, grade="green")
    scene = scene_of(state)
    column = places(state, "S1", "S2", "S3")

    def fault(*hexes: str) -> str:
        ends = dict(zip(column, [cell(state, hex_) for hex_ in hexes], strict=True))
        found = columns.end_fault(state, scene, column, ends)
        return found[0] if found else ""

    assert fault("1Q3", "1Q4", "1Q5") == ""
    assert fault("1Q3", "1Q3", "1Q4") == "", "stacked"
    assert fault("1Q3", "1Q5", "1Q6") == "6.2.1.1.3-roads-b", "a gap"
    assert fault("1Q4", "1Q6", "1Q5") == "6.2.1.1.3-roads-b", "out of order"
    assert fault("1P3", "1Q3", "1Q4") == "6.2.1.1.3-roads-a", "off the road"
    crowd = [Unit(f"X{number}", "soviet", "T-34/76 M43", 0, status=ON_MAP, cell=cell(state, "1Q3"),
                  detail=detail_of(unit_of(state, "S16"))) for number in range(3)]  # fmt: skip
    state.units.extend(crowd)
    assert fault("1Q3", "1Q3", "1Q4") == "", "five vehicles"
    assert fault("1Q3", "1Q3", "1Q3") == "6.2.1.1.3-roads-b", "with it six"


@pytest.mark.rules("6.2.1.1.3b", "6.2.1.1.3-recon-b", "6.2a", "6.2.1.1.3-roads-a")
def test_with_whom_a_command_could_be_shared() -> None:
    state = stand({**NEAR, "S13": "1P8", "S14": "1P8", "S15": "1P8", "S5": "1N2", "S9": "1N6"})
    scene = scene_of(state)
    mine = [index for index, unit in enumerate(state.units) if unit.status == ON_MAP]
    found = {state.units[one].id: names(state, others) for one, others in control.partners(state, scene, mine).items()}
    assert found == {
        "S1": ["S2", "S3", "S4"], "S2": ["S1", "S3", "S4"], "S3": ["S1", "S2", "S4"], "S4": ["S1", "S2", "S3"],
        "S5": [], "S9": [], "S13": [], "S14": ["S15"], "S15": ["S14"],
    }  # fmt: skip
    off = stand(NEAR, options={"command_control": "off"})
    assert control.partners(off, scene_of(off), [0, 1]) == {0: [], 1: []}
    assert control.column_partners(off, scene_of(off), "MOVE", 0, [1]) == []
    assert refused(off, "S1 MOVE with S2") == {"S2": "4.2a"}


@pytest.mark.rules("6.2.1.1.3a", "6.2.1.1.3-nc-a", "6.2.1.1.3-recon-a", "6.2.1.1b", "6.2.1.1.3d")
def test_which_commands_count() -> None:
    state = stand({**NEAR, "S13": "1P8", "S16": ""}, turn=2)
    scene = scene_of(state)

    def counted(text: str) -> list[bool]:
        return [commands.counts(state, scene, draft) for draft in commands.drafts(state, scene, order(state, text))]

    assert counted("S1 MOVE with S2\nS3 OW\nS4 NC\nS13 MOVE\nS16 MOVE") == [True, True, False, False, False]
    assert counted("S3 FIRE") == [False], "nobody could execute it: it becomes N/C"


@pytest.mark.rules("6.2.1.1.3c", "4.2a", "3.1a")
def test_orders_that_are_no_commands() -> None:
    state = stand(NEAR)
    decision = Decision("1", "command", "soviet", "6.2", "")
    order_ = Order("command", (Task("S1", "MOVE"),), choice="all")
    assert [one.rule for one in commands.check(state, scene_of(state), decision, order_)] == ["6.2"]
    assert refused(state, "S1 MOVE\nS1 OW") == {"S1": "4.2a"}
    assert refused(state, "reactions ASK\nS1 MOVE") == {}
    twice = Order("command", (Task("reactions", "ASK"), Task("reactions", "ASK")))
    assert [one.rule for one in commands.check(state, scene_of(state), decision, twice)] == ["4.2a"]


@pytest.mark.rules("4.2.1i", "6.2.1.1.3b", "4.2.1h")
def test_a_command_that_only_some_can_execute() -> None:
    """S3 has no target: it gets N/C, and may not be what keeps the others together."""
    state = stand({"S1": "1P8", "S2": "1P8", "S3": "1P9"}, options={"illegal_commands": "convert"})
    assert refused(state, "S1 FIRE with S2 S3") == {}
    commands.place(state, scene_of(state), "soviet", order(state, "S1 FIRE with S2 S3"), told := doing())
    assert [unit_of(state, name).command for name in ("S1", "S2", "S3")] == ["FIRE", "FIRE", "NC"]
    assert [(event.kind, event.data["unit"]) for event in told.events if event.kind == "converted"] == [
        ("converted", "S3")
    ]
    strict = stand({"S1": "1P8", "S2": "1P8", "S3": "1P9"}, options={"illegal_commands": "refuse"})
    assert refused(strict, "S1 FIRE with S2 S3") == {"S3": "4.2.1h"}


@pytest.mark.rules("6.5.2.2.1d", "6.6.5e", "6.1.4.2g", "6.1.4.3.1g", "6.6.5a", "6.6.4.1j", "6.1.4.2h", "6.1.4.2i")
def test_what_bars_a_command() -> None:
    state = stand({"S1": "1P8", "S9": "1P8", "S10": "1P8", "S11": "1P8", "S12": "1P8"})
    scene = scene_of(state)

    def barred(name: str, **facts: object) -> dict[str, str]:
        detail = detail_of(unit_of(state, name))
        before = {key: getattr(detail, key) for key in facts}
        for key, value in facts.items():
            setattr(detail, key, value)
        found = {kind: fault[0] for kind, fault in commands.barred(state, scene, at(state, name)).items()}
        for key, value in before.items():
            setattr(detail, key, value)
        return found

    assert barred("S1") == {}
    assert barred("S1", track=True) == {"MOVE": "6.5.2.2.1d", "HALT": "6.5.2.2.1d"}
    assert barred("S11") == {"HALT": "6.6.5e"}
    assert barred("S11", full_cover=True) == {"HALT": "6.6.5e", "MOVE": "6.1.4.2g"}
    assert barred("S11", inside=True) == {"HALT": "6.6.5e", "MOVE": "6.1.4.3.1g"}
    assert barred("S12") == {"HALT": "6.6.5e", "MOVE": "6.6.5a"}, "too heavy, and no tractor here"
    assert barred("S9") == {}
    assert barred("S9", full_cover=True) == {"HALT": "6.1.4.2h"}
    assert barred("S10") == {"HALT": "6.6.4.1j"}
    assert barred("S10", full_cover=True) == {"HALT": "6.6.4.1j", "MOVE": "6.1.4.2i"}


@pytest.mark.rules("6.2.1.1.3b", "4.2.1g", "6.2.1.1.3-roads-a")
def test_what_is_offered_alone_and_shared() -> None:
    state = stand({"S1": "1P8", "S2": "1P8", "S9": "1P9", "G1": "1R8"})
    legal = GAME.legal(state, "soviet")
    s1 = next(one for one in legal.units if one.unit == "S1").options
    shared = {one.kind: one.targets for one in s1 if one.targets}
    assert shared == {"FIRE": ("S2",), "MOVE": ("S2", "S9"), "HALT": ("S2",), "OW": ("S2", "S9")}
    assert {one.kind for one in s1 if not one.targets} == {"FIRE", "MOVE", "HALT", "OW", "NC"}
    assert {one.rule for one in s1 if one.targets} == {"6.2.1.1.3b"}
