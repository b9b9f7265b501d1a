"""The Command Phase of the Advanced Game: active units, available commands, sharing them (6.2, 5.8, 5.9)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import UNSET

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import MalformedError, OptionError
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.roster import roster
from hulldown.games.panzer.game import GAME as OFFERED
from hulldown.games.panzer.rules.advanced.play import commands, control
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import BAILED_OUT, BREWED_UP, EXITED, KNOCKED_OUT, WAITING, Frame, PanzerState
from support.advanced_staff import GAME, doing, names, order, places, refused, stand, the_staff, unit_of

FAR = {"S1": "1N6", "S2": "1S8", "S3": "1N10", "S4": "1S1"}
"""The four tanks, all far from one another."""


@pytest.fixture(autouse=True)
def _staff() -> Iterator[None]:
    with the_staff():
        yield


def active(state: PanzerState, formation: str = "Company") -> list[str]:
    return names(state, control.active(state, scene_of(state), "soviet")[formation])


def number(state: PanzerState, formation: str = "Company") -> int:
    return int(control.available(state, scene_of(state), "soviet")[formation].value)


def placed(state: PanzerState, text: str, side: str = "soviet") -> PanzerState:
    given = order(state, text, side)
    assert GAME.check(state, side, given) == []
    commands.place(state, scene_of(state), side, given, doing())
    return state


def commands_of(state: PanzerState) -> dict[str, tuple[str, int]]:
    return {unit.id: (unit.command, detail_of(unit).group) for unit in state.units if unit.command}


@pytest.mark.rules("6.2.1.1b", "6.2.1.1c", "6.2.1.1f", "6.2.1")
def test_combat_units_on_the_map_are_active_whatever_has_happened_to_them() -> None:
    state = stand(FAR | {"S9": "1P9"})
    unit_of(state, "S1").damaged = True
    detail_of(unit_of(state, "S2")).track = True
    detail_of(unit_of(state, "S9")).suppressed = "on"
    assert active(state) == ["S1", "S2", "S3", "S4", "S9"]
    for status in (KNOCKED_OUT, BREWED_UP, BAILED_OUT, WAITING, EXITED):
        unit_of(state, "S3").status = status
        assert active(state) == ["S1", "S2", "S4", "S9"]


@pytest.mark.rules("6.2.1.1d", "6.2.1.1e")
def test_each_combat_unit_activates_one_unarmed_unit_in_command_range() -> None:
    assert active(stand({"S1": "1P8", "S5": "1P10"})) == ["S1"]
    assert active(stand({"S1": "1P8", "S5": "1P9"})) == ["S1", "S5"]
    assert active(stand({"S1": "1P8", "S5": "1P9"}, grade="regulars")) == ["S1"]
    assert active(stand({"S1": "1P8", "S5": "1P10"}, grade="elite")) == ["S1", "S5"]
    assert active(stand({"S1": "1P8", "S5": "1P9", "S6": "1P9", "S7": "1P8"})) == ["S1", "S5"]
    assert active(stand({"S14": "1P8", "S5": "1P9"})) == [], "another formation activates nobody"


@pytest.mark.rules("6.2.1.1e")
def test_as_many_pairs_as_possible_are_made() -> None:
    # S5 is near both tanks, S6 near S1 alone: S5 must make room for S6.
    state = stand({"S1": "1P8", "S2": "1P10", "S5": "1P9", "S6": "1P7"})
    assert active(state) == ["S1", "S2", "S5", "S6"]
    state = stand({"S1": "1P8", "S2": "1P10", "S5": "1P9", "S6": "1P7", "S7": "1P8"})
    assert active(state) == ["S1", "S2", "S5", "S6"], "three lorries, two tanks"


@pytest.mark.rules("6.2.1.1g", "6.2.1.1h")
def test_passengers_are_not_active_but_make_an_unarmed_carrier_so() -> None:
    assert active(stand({"S5": "1P8"}, aboard={"S8": "S5"})) == ["S5"]
    assert active(stand({"S5": "1P8"}, aboard={"S8": "S5", "S9": "S5"})) == ["S5"], "one unit, whatever it carries"
    assert active(stand({"S1": "1P8"}, aboard={"S8": "S1"})) == ["S1"]
    loaded = stand({"S1": "1P8", "S5": "1P8", "S6": "1P8"}, aboard={"S8": "S5"})
    assert active(loaded) == ["S1", "S5", "S6"], "the tank is left to activate the other lorry"


@pytest.mark.rules("6.2.1.1i", "5.9", "5.9.2", "6.2.1.1j")
def test_recon_units_are_not_counted_others_with_labels_are() -> None:
    state = stand({"S1": "1P8", "S13": "1P8"})
    member = roster(scene_of(state).scenario)
    assert member[0].labels == ("Command",)
    assert member[places(state, "S13")[0]].labels == ("Recon",)
    assert active(state) == ["S1"]
    # A Recon unit is a combat unit of its formation all the same: it activates a lorry.
    assert active(stand({"S13": "1P8", "S5": "1P8"})) == ["S5"]


@pytest.mark.rules("6.2.1.1a", "6.2.1.1.1a", "6.2.1.1.1b", "6.2b", "5.8.2a", "5.8a")
def test_commands_come_by_formation_grade_and_active_units() -> None:
    four = dict.fromkeys(("S1", "S2", "S3", "S4"), "1P8")
    counts = {
        grade: number(stand(four, grade=grade)) for grade in ("elite", "veteran", "seasoned", "regulars", "green")
    }
    assert counts["elite"] >= counts["veteran"] >= counts["seasoned"] >= counts["regulars"] >= counts["green"] == 1
    assert counts["elite"] > counts["seasoned"] > counts["green"], "by the Formation Grade: the force is veteran (J1)"
    seven = {f"S{n}": "1P8" for n in (1, 2, 3, 4, 9, 10, 11)}
    assert number(stand(seven, grade="regulars")) == 3  # 6.2.1.1.1-ex1
    assert number(stand(seven, grade="seasoned")) == 4


@pytest.mark.rules("6.2.1.1.1b", "6.2.1.1.3-formation-limits")
def test_a_formation_has_one_command_at_least_unless_it_is_not_there() -> None:
    assert number(stand({"S5": "1P8"})) == 1, "a lorry alone is inactive, but it is there (J12)"
    assert number(stand({"S14": "1P8"})) == 0
    assert number(stand({"S14": "1P8"}), "Other") == 1
    state = stand(FAR, grade="regulars")
    before = number(state)
    for name in ("S2", "S3", "S4"):
        unit_of(state, name).status = KNOCKED_OUT
    assert number(state) < before, "recalculated every turn"


@pytest.mark.rules("6.2.1.1.2a", "6.2.1.1.2-table")
def test_command_range_is_by_formation_grade() -> None:
    ranges = {}
    for grade in ("elite", "veteran", "seasoned", "regulars", "green"):
        state = stand({"S9": "1P8"}, grade=grade)
        ranges[grade] = control.command_range(scene_of(state), places(state, "S9")[0])
    assert ranges == {"elite": 2, "veteran": 1, "seasoned": 1, "regulars": 0, "green": 0}, "S9 itself is green"


@pytest.mark.rules("6.2.1.1.3-ex1", "6.2.1.1.3b", "6.2.1.1.2b", "6.2.1.1.3d")
def test_the_worked_example_of_sharing() -> None:
    """A1, A2 and A3 are within a hex of one another; A4, unarmed, is near A3 alone."""
    state = stand({"S2": "1P8", "S3": "1Q8", "S4": "1Q9", "S5": "1Q10"})
    board, places = scene_of(state).board, [unit_of(state, name).cell for name in ("S2", "S3", "S4", "S5")]
    assert [[board.distance(one, other) for other in places] for one in places] == [
        [0, 1, 1, 2], [1, 0, 1, 2], [1, 1, 0, 1], [2, 2, 1, 0],
    ]  # fmt: skip
    assert active(state) == ["S2", "S3", "S4", "S5"]
    assert refused(state, "S2 MOVE with S3 S4") == {}
    assert refused(state, "S2 MOVE with S3 S4\nS5 MOVE") == {}
    assert refused(state, "S4 MOVE with S5\nS2 MOVE") == {}
    assert refused(state, "S2 MOVE with S3 S4 S5") == {"S5": "6.2.1.1.3b"}, "no chains (J2)"
    assert refused(state, "S2 MOVE with S5") == refused(state, "S3 MOVE with S5") == {"S5": "6.2.1.1.3b"}


@pytest.mark.rules("6.2.1.1.2b", "5.9.1a", "5.9.1b")
def test_range_is_measured_between_any_units_not_from_command_units() -> None:
    state = stand({"S1": "1S1", "S2": "1P8", "S3": "1P9"})
    assert refused(state, "S2 OW with S3") == {}
    assert refused(state, "S1 OW with S3") == {"S3": "6.2.1.1.3b"}


@pytest.mark.rules("6.2.1.1.3a", "6.2.1.1.3d", "6.2b", "6.2.1.1.3-nc-a", "6.2a")
def test_a_formation_places_no_more_commands_than_it_has() -> None:
    state = stand({f"S{n}": "1P8" for n in (1, 2, 3, 4, 9, 10, 11)}, grade="regulars")
    three = "S1 MOVE\nS2 OW\nS3 MOVE with S4 S9"
    assert refused(state, three) == {}
    assert refused(state, three + "\nS10 OW") == {"S10": "6.2.1.1.3d"}
    assert refused(state, three + "\nS10 OW\nS11 OW") == {"S10": "6.2.1.1.3d", "S11": "6.2.1.1.3d"}
    assert refused(state, three + "\nS10 NC\nS11 NC") == {}, "N/C is free"
    assert refused(state, "S1 MOVE\nS2 OW\nS3 MOVE with S4 S9\nS10 OW with S11") == {"S10": "6.2.1.1.3d"}


@pytest.mark.rules("6.2.1.1.3-recon-a", "6.2.1.1.3-recon-b")
def test_a_recon_unit_has_a_command_of_its_own() -> None:
    state = stand({"S1": "1P8", "S13": "1P8"}, grade="green")
    assert number(state) == 1
    assert refused(state, "S1 MOVE\nS13 MOVE") == {}
    assert refused(state, "S1 MOVE with S13") == {"S13": "6.2.1.1.3-recon-b"}
    assert refused(state, "S13 MOVE with S1") == {"S13": "6.2.1.1.3-recon-b"}
    assert refused(stand({"S1": "1Q3", "S13": "1Q4"}), "S1 MOVE with S13") == {"S13": "6.2.1.1.3-recon-b"}, "J9"


@pytest.mark.rules("6.2.1.1.3-formation-limits", "5.8.2b")
def test_formations_do_not_share() -> None:
    state = stand({"S1": "1P8", "S2": "1P8", "S14": "1P8", "S15": "1P8"}, grade="green")
    assert refused(state, "S1 MOVE with S14") == {"S14": "6.2.1.1.3-formation-limits"}
    assert refused(state, "S1 MOVE with S2\nS14 MOVE with S15") == {}
    assert refused(state, "S1 MOVE\nS2 MOVE\nS14 NC\nS15 NC") == {"S2": "6.2.1.1.3d"}, (
        "unused ones of others do not help"
    )


@pytest.mark.rules("6.2.1.1.3-inactive-unarmed", "6.2.1.1e")
def test_inactive_unarmed_units_have_commands_of_their_own() -> None:
    state = stand({"S1": "1P8", "S5": "1N9", "S6": "1N9"})
    assert refused(state, "S5 MOVE") == {}
    assert refused(state, "S5 MOVE with S6") == dict.fromkeys(("S5", "S6"), "6.2.1.1.3-inactive-unarmed")
    near = stand({"S1": "1P8", "S5": "1P8", "S6": "1P8", "S2": "1N6"})
    assert refused(near, "S1 MOVE with S5") == {}
    assert refused(near, "S1 MOVE with S6") == {}, "which of the two is activated its owner decides"
    assert refused(near, "S1 MOVE with S5 S6") == {"S6": "6.2.1.1e"}
    loaded = stand({"S1": "1P8", "S5": "1P8", "S6": "1P8"}, aboard={"S8": "S5"})
    assert refused(loaded, "S1 MOVE with S5 S6") == {}


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.2.1.1.3-inactive-unarmed")
def test_a_column_on_a_road_shares_a_move_whatever_the_range() -> None:
    column = {"S1": "1Q2", "S2": "1Q3", "S3": "1Q4", "S5": "1Q4", "S6": "1Q5"}
    state = stand(column, grade="green")
    assert refused(state, "S1 MOVE with S2 S3 S5 S6") == {}
    assert refused(state, "S6 MOVE with S5 S3 S2 S1") == {}, "it may drive either way"
    assert "6.2.1.1.3b" in refused(state, "S1 MOVE with S3 S2").values(), "each is next to the one ahead of it"
    assert "6.2.1.1.3b" in refused(state, "S1 OW with S2").values(), "only to move"
    assert "6.2.1.1.3b" in refused(state, "S1 HALT with S2").values(), "a Short Halt is no Move"
    off = stand(column | {"S2": "1P3"}, grade="green")
    assert set(refused(off, "S1 MOVE with S2").values()) == {"6.2.1.1.3b"}
    squad = stand({"S1": "1Q2", "S9": "1Q3"}, grade="green")
    assert set(refused(squad, "S1 MOVE with S9").values()) == {"6.2.1.1.3b"}, "vehicles alone"
    placed(state, "S2 MOVE with S3 S5 S6\nS1 NC")
    assert {name: detail_of(unit_of(state, name)).column for name in column} == {
        "S1": 0, "S2": 1, "S3": 2, "S5": 3, "S6": 4,
    }  # fmt: skip


@pytest.mark.rules("6.2.1.1.3-nc-a", "6.2.1.1.3-nc-c", "6.2.1.1.3c", "6.2.1.1.3a")
def test_placing_groups_and_no_command_without_one() -> None:
    state = stand({"S1": "1P8", "S2": "1P8", "S3": "1P9", "S4": "1P8"})
    given = order(state, "S2 OW odds 30 with S1, S3")
    assert [task.targets for task in given.tasks] == [("S1", "S3")]
    assert GAME.write(state, given) == "S2 OW odds 30 with S1 S3"
    assert order(state, GAME.write(state, given)) == given
    placed(state, "S2 OW odds 30 with S1, S3")
    assert commands_of(state) == {"S1": ("OW", 1), "S2": ("OW", 1), "S3": ("OW", 1), "S4": ("NC", 0)}
    assert {unit_of(state, name).preset for name in ("S1", "S2", "S3")} == {"odds 30"}
    assert names(state, control.sharing(state, places(state, "S2")[0])) == ["S1", "S2", "S3"]
    assert control.sharing(state, places(state, "S4")[0]) == places(state, "S4")
    assert control.used(state, scene_of(state), range(len(state.units))) == 1
    assert refused(state, "S1 NC with S2") == {"S2": "6.2.1.1.3a"}
    commands.clear(state)
    assert commands_of(state) == {}
    assert not any(detail_of(unit).group for unit in state.units)


@pytest.mark.rules("6.2.1.1.3c", "6.2.1.1.3-formation-limits", "6.2.1.1.4-overwatch-b", "6.8.3.1.2a")
def test_nothing_of_a_command_outlasts_the_turn() -> None:
    """Who has lost its overwatch, was seen to share it or was fired at begins the next turn like any other."""
    state = stand({"S1": "1P8", "S2": "1P8"})
    detail = detail_of(unit_of(state, "S1"))
    detail.group = detail.column = 3
    detail.open = detail.spent = detail.under_fire = detail.tied = True
    detail.aims, detail.manner = (4,), "crawling"
    commands.clear(state)
    assert (detail.group, detail.column, detail.tied) == (0, 0, UNSET)
    assert (detail.open, detail.spent, detail.under_fire) == (False, False, False)
    assert (detail.aims, detail.manner) == ((), "")


@pytest.mark.rules("6.2.1.1.3b", "6.6.7b")
def test_what_an_order_may_not_say() -> None:
    state = stand({"S1": "1P8", "S2": "1P8", "S5": "1P8", "G1": "1R8"}, aboard={"S8": "S5"})
    assert refused(state, "S1 MOVE with S2\nS2 OW") == {"S2": "4.2a"}
    assert refused(state, "S1 MOVE with S1") == {"S1": "4.2a"}
    assert refused(state, "S1 MOVE with G1") == {"G1": "3.1a"}
    assert refused(state, "S1 MOVE with S8") == {"S8": "3.1a"}, "passengers have no command"
    assert refused(state, "S8 OW") == {"S8": "3.1a"}
    assert refused(state, "S1 MOVE odds 30 with S2") == {"S1": "4.2g"}
    for text in ("S1 MOVE with", "S1 with S2"):
        with pytest.raises(MalformedError):
            order(state, text)
    offered = {unit.unit for unit in GAME.legal(state, "soviet").units}
    assert offered == {"reactions", "S1", "S2", "S5"}


@pytest.mark.rules("6.2.1.1.3b", "6.2.1.1b")
def test_a_unit_off_the_map_has_its_own_command_that_is_not_counted() -> None:
    state = stand({"S1": "1P8", "S16": ""}, grade="green", turn=2)
    assert refused(state, "S1 MOVE\nS16 MOVE") == {}
    assert refused(state, "S1 MOVE with S16") == {"S16": "6.2.1.1b"}
    assert refused(stand({"S1": "1P8", "S16": ""}), "S16 MOVE") == {"S16": "3.1a"}, "it is not due yet"


@pytest.mark.rules("6.2.1.1.3b", "6.2.1.1.3-roads-a")
def test_who_could_share_is_offered() -> None:
    state = stand({"S1": "1Q3", "S2": "1Q4", "S3": "1Q5", "S4": "1S1", "S13": "1Q3"})
    offers = {unit.unit: unit.options for unit in GAME.legal(state, "soviet").units}
    found = [(option.kind, option.targets) for option in offers["S1"]]
    assert found == [("MOVE", ()), ("MOVE", ("S2", "S3")), ("OW", ()), ("OW", ("S2",)), ("NC", ())]
    assert [(option.kind, option.targets) for option in offers["S13"]] == [("MOVE", ()), ("OW", ()), ("NC", ())]
    assert offers["S1"][3].choices == offers["S1"][2].choices != ()


@pytest.mark.rules("6.2a")
def test_command_control_can_be_switched_off() -> None:
    state = stand(dict.fromkeys(FAR, "1P8"), grade="green", options={"command_control": "off"})
    assert refused(state, "S1 MOVE\nS2 OW\nS3 MOVE\nS4 OW") == {}
    assert refused(state, "S1 MOVE with S2") == {"S2": "4.2a"}
    assert all(not option.targets for unit in GAME.legal(state, "soviet").units for option in unit.options)
    assert stand({}).options["command_control"] == "on"
    basic = next(iter(OFFERED.scenarios())).id
    assert "command_control" not in OFFERED.setup(basic, {}, "seed").options
    with pytest.raises(OptionError):
        OFFERED.setup(basic, {"command_control": "off"}, "seed")


@pytest.mark.rules("4.2.1h", "4.2.1i", "6.2.1.1.3b")
def test_fire_needs_a_target_of_its_own_also_where_it_is_shared() -> None:
    with the_staff({"S1": ("G1",), "S2": ("G1", "G2")}):
        where = {"S1": "1P8", "S2": "1P8", "S3": "1P8", "G1": "1R8", "G2": "1R8"}
        state = stand(where)
        scene = scene_of(state)
        one, three = places(state, "S1", "S3")
        assert commands.allowed(state, scene, one) == ("FIRE", "MOVE", "HALT", "OW", "NC")
        assert commands.allowed(state, scene, three) == ("MOVE", "OW", "NC")
        placed(state, "S1 FIRE with S2 S3")
        assert commands_of(state) == {"S1": ("FIRE", 1), "S2": ("FIRE", 1), "S3": ("NC", 0)}, "J7"
        strict = stand(where, options={"illegal_commands": "refuse"})
        assert refused(strict, "S1 FIRE with S2 S3") == {"S3": "4.2.1h"}
        # Who cannot execute it may not hold the others together.
        gap = stand({"S1": "1Q3", "S2": "1Q5", "S3": "1Q4"}, grade="green")
        detail_of(unit_of(gap, "S3")).track = True
        assert set(refused(gap, "S1 MOVE with S3 S2").values()) == {"6.2.1.1.3b"}


@pytest.mark.rules("6.1.4.2g", "6.1.4.2h", "6.1.4.2i", "6.6.4.1j", "6.6.5e", "6.6.5a", "6.5.2.2.1d", "6.1.4.3.1g")
def test_commands_that_units_may_not_have() -> None:
    every = dict.fromkeys(("S1", "S5", "S9", "S10", "S11", "S12"), ("G1",))
    with the_staff(every):
        state = stand(dict.fromkeys(every, "1P8") | {"G1": "1R8"}, options={"illegal_commands": "refuse"})

        def allowed(name: str) -> str:
            return " ".join(commands.allowed(state, scene_of(state), places(state, name)[0]))

        def rule(name: str, kind: str) -> str:
            return refused(state, f"{name} {kind}").get(name, "")

        assert allowed("S1") == "FIRE MOVE HALT OW NC"
        assert allowed("S5") == "MOVE NC", "unarmed"
        assert allowed("S9") == "FIRE MOVE HALT OW NC"
        assert (allowed("S10"), rule("S10", "HALT")) == ("FIRE MOVE OW NC", "6.6.4.1j")
        assert (allowed("S11"), rule("S11", "HALT")) == ("FIRE MOVE OW NC", "6.6.5e")
        assert (allowed("S12"), rule("S12", "MOVE")) == ("FIRE OW NC", "6.6.5a"), "F7: a lorry cannot tow it"
        for name in ("S9", "S10", "S11"):
            detail_of(unit_of(state, name)).full_cover = True
        assert (allowed("S9"), rule("S9", "HALT")) == ("FIRE MOVE OW NC", "6.1.4.2h")
        assert (allowed("S10"), rule("S10", "MOVE")) == ("FIRE OW NC", "6.1.4.2i")
        assert (allowed("S11"), rule("S11", "MOVE")) == ("FIRE OW NC", "6.1.4.2g")
        detail_of(unit_of(state, "S11")).full_cover = False
        detail_of(unit_of(state, "S11")).inside = True
        assert (allowed("S11"), rule("S11", "MOVE")) == ("FIRE OW NC", "6.1.4.3.1g")
        detail_of(unit_of(state, "S1")).track = True
        assert (allowed("S1"), rule("S1", "MOVE"), rule("S1", "HALT")) == ("FIRE OW NC", "6.5.2.2.1d", "6.5.2.2.1d")


@pytest.mark.rules("6.6.7.1.1a")
def test_a_gun_that_cannot_be_manhandled_may_move_to_mount() -> None:
    state = stand({"S12": "1P8", "S5": "1N6"})
    index = places(state, "S12")[0]
    assert "MOVE" not in commands.allowed(state, scene_of(state), index)
    unit_of(state, "S5").type = "SdKfz 7"
    assert "MOVE" in commands.allowed(state, scene_of(state), index)


@pytest.mark.rules("5.8b", "5.8c", "5.8.1a", "5.8.3a", "5.8.2a")
def test_grades_of_force_formation_and_unit() -> None:
    state = stand({"S1": "1P8"}, grade="seasoned")
    scenario = scene_of(state).scenario
    members = roster(scenario)
    assert scenario.soviet.grade == "veteran"
    assert (members[0].formation_grade, members[0].grade) == ("seasoned", "seasoned")
    squad = members[places(state, "S9")[0]]
    assert (squad.formation_grade, squad.grade) == ("seasoned", "green")
    with pytest.raises(AttributeError):
        squad.grade = "elite"  # type: ignore[misc]
    unit_of(state, "S9").type = "Soviet Rifle half-squad"
    assert roster(scenario)[places(state, "S9")[0]].grade == "green", "whatever it has suffered"


@pytest.mark.rules("6.2d", "6.2.1")
def test_the_formation_summary_is_in_its_owners_view() -> None:
    state = stand({"S1": "1P8", "S2": "1P8", "S14": "1P8", "G1": "1R8"})
    shown = {group.key: group for group in GAME.view(state, "soviet").groups}
    assert set(shown) == {"Company", "Other"}
    company = shown["Company"]
    assert (company.members, company.leader) == (("S1", "S2"), "S1")
    assert company.what == "seasoned; Command Range 1; 1 command"
    placed(state, "S1 MOVE with S2")
    state.stack = [Frame("fire1", side="soviet")]
    shown = {group.key: group for group in GAME.view(state, "soviet").groups}
    assert shown["Company"].what == "seasoned; Command Range 1; 1 command placed"
    assert (shown["soviet command 1"].name, shown["soviet command 1"].members) == ("Shared Move", ("S1", "S2"))
    assert [group.key for group in GAME.view(state, "german").groups] == ["Gruppe"]
    assert GAME.view(state, None).groups == ()


@pytest.mark.rules("6.2.1", "6.2.1.1.3-formation-limits")
def test_the_draft_scenarios_can_be_commanded() -> None:
    guns = {"G7": "1P8", "G8": "1P8", "G9": "1P9", "G10": "1P9", "G11": "1N6", "G12": "1P10"}
    state = stand(guns, scenario="panzer/12")
    found = control.active(state, scene_of(state), "german")["Panzerjäger"]
    assert names(state, found) == ["G7", "G8", "G9", "G10", "G12"]
    assert refused(state, "G7 OW with G8 G9\nG10 MOVE", "german") == {}
    rifles = stand({f"S{n}": "3010" for n in range(1, 13)} | {"S13": "3011"}, scenario="panzer/11")
    commands_left = {
        name: int(one.value) for name, one in control.available(rifles, scene_of(rifles), "soviet").items()
    }
    assert commands_left["Tank Platoon"] == 1
    assert refused(rifles, "S1 MOVE with " + " ".join(f"S{n}" for n in range(2, 13)) + "\nS13 MOVE") == {}
    assert refused(rifles, "S1 MOVE with S13") == {"S13": "6.2.1.1.3-formation-limits"}


@pytest.mark.rules("6.2a", "4.2.1a", "6.3.1b")
def test_a_command_phase_and_the_initiative_are_played() -> None:
    """Both sides place their commands, the dice decide, and the winner is asked who is First Player."""
    state = stand({"S1": "1P8", "S2": "1P8", "S3": "1N9", "G1": "1R8", "G2": "1R9"}, grade="elite")
    state.seed = "script:30 70"
    step = GAME.apply(state, "soviet", order(state, "S1 MOVE with S2\nS3 OW range 5\nreactions PRESET show"))
    assert not step.events
    step = GAME.apply(step.state, "german", order(step.state, "G1 OW with G2", "german"))
    assert [event.kind for event in step.events] == ["reactions", "reactions", "graded_initiative"]
    assert step.events[2].data == {"soviet": 50, "soviet_roll": 30, "german": 30, "german_roll": 70}
    assert {side: one.kind for side, one in GAME.pending(step.state).items()} == {"soviet": "initiative"}
    units = {unit.id: (unit.command, detail_of(unit).group) for unit in step.state.units if unit.command}
    first = places(state, "G1")[0] + 1
    assert units == {
        "S1": ("MOVE", 1), "S2": ("MOVE", 1), "S3": ("OW", 0), "G1": ("OW", first), "G2": ("OW", first),
    }  # fmt: skip
    assert (step.state.modes, step.state.conceals) == ({"soviet": "PRESET", "german": "ASK"}, {"soviet": False})


@pytest.mark.rules("6.2.1.1.3b", "6.2.1.1.3d")
def test_a_random_player_finds_legal_commands() -> None:
    """What is offered suffices to give commands: those refused can be mended by the units that the refusals name."""
    shared = 0
    state = stand({f"S{n}": "1P8" if n % 2 else "1P9" for n in range(1, 14)} | {"G1": "1R8"})
    for seed in range(12):
        given = RandomBot(f"{seed}").decide(seat_of(GAME, state, "soviet"))
        assert GAME.check(state, "soviet", given) == []
        assert order(state, GAME.write(state, given)).tasks == given.tasks
        shared += any(task.targets for task in given.tasks)
    assert shared > 3
