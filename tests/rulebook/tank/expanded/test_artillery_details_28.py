"""Fire from off the map in detail: where exactly its limits lie, and what a new order does to the old (28)."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import OffMap
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.orders import amended, clashes
from hulldown.games.tank.modules.artillery.park import Asset, Falling, Mission, Park, keep, names_of, park_of
from hulldown.games.tank.modules.artillery.register import early, registered, registering
from hulldown.games.tank.modules.artillery.zones import bomb_falls, shell_falls
from hulldown.games.tank.rules.state import TankState
from support.shelling import ALPHA, ASSETS, BRAVO, shelled, with_missions
from support.tank_positions import cell, play, refused

A, B = {"A1": ("0808", "A")}, {"B1": ("1512", "A")}
GUNS, AIR = Asset("bn1", "alpha", "artillery", "M", True), Asset("air1", "alpha", "air", "M", True)
OTHER = Asset("bn2", "alpha", "artillery", "M", True)
PARK = Park((GUNS, OTHER, AIR, Asset("bn1", "bravo", "artillery", "H", False, 12)))


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> TankState:
    return shelled(monkeypatch, alpha=A, bravo=B)


def after(turn: int, standing: list[Mission], *tasks: Task, side: str = "alpha") -> list[tuple[str, str, int, int]]:
    """What is ordered when these tasks have been given on a turn."""
    park = amended(Park(PARK.assets, tuple(standing)), turn, side, tasks)
    return [(one.side, one.unit, one.cell, one.turn) for one in park.missions]


def fire(unit: str, cell: int, turns: str) -> Task:
    return Task(unit, "AF", (cell,) if cell else (), choice=turns)


def ordered(unit: str, cell: int, turn: int, side: str = "alpha") -> Mission:
    return Mission(side, unit, cell, turn)


@pytest.mark.rules("28.22")
def test_a_new_order_replaces_the_old_one_of_the_same_guns_and_turn_alone() -> None:
    one, two = ordered("bn1", 5, 8), ordered("bn1", 5, 9)
    assert after(3, [one, two], fire("bn1", 7, "8")) == [("alpha", "bn1", 7, 8), ("alpha", "bn1", 5, 9)]
    other = [ordered("bn2", 5, 8), ordered("bn1", 12, 8, "bravo")]
    assert after(3, [one, *other], fire("bn1", 7, "8")) == [
        ("alpha", "bn1", 7, 8), ("alpha", "bn2", 5, 8), ("bravo", "bn1", 12, 8),
    ], "nobody else's"  # fmt: skip


@pytest.mark.rules("28.22")
def test_an_order_whose_notice_has_run_out_stands() -> None:
    near, far = ordered("bn1", 5, 7), ordered("bn1", 5, 8)
    assert after(3, [near, far], Task("bn1", "AX", choice="7,8")) == [("alpha", "bn1", 5, 7)]
    assert after(4, [far], Task("bn1", "AX", choice="8")) == [("alpha", "bn1", 5, 8)]
    assert after(3, [], Task("bn9", "AF", (4,), choice="8")) == [], "there is no such battalion"


@pytest.mark.rules("28.21", "28.22")
def test_a_battalion_takes_the_place_of_its_batteries_and_they_of_it_but_not_of_each_other() -> None:
    whole, first, second = ordered("bn1", 5, 8), ordered("bn1.1", 6, 8), ordered("bn1.2", 7, 8)
    assert after(3, [first, second], fire("bn1", 5, "8")) == [("alpha", "bn1", 5, 8)]
    assert after(3, [whole], fire("bn1.1", 6, "8")) == [("alpha", "bn1.1", 6, 8)]
    assert after(3, [first, second], fire("bn1.1", 9, "8")) == [("alpha", "bn1.1", 9, 8), ("alpha", "bn1.2", 7, 8)]
    assert after(3, [first], fire("bn1", 5, "9")) == [("alpha", "bn1.1", 6, 8), ("alpha", "bn1", 5, 9)]
    withdrawn = after(3, [first, second], Task("bn1.1", "AX", choice="8"))
    assert withdrawn == [("alpha", "bn1.2", 7, 8)], "an order that is withdrawn takes no other with it"
    assert after(3, [first], Task("bn1", "AX", choice="8")) == [("alpha", "bn1.1", 6, 8)]
    assert after(3, [first], Task("bn1.1", "AX", choice="9")) == [("alpha", "bn1.1", 6, 8)]


@pytest.mark.rules("28.22", "28.62")
def test_a_new_order_for_a_strike_replaces_the_old_one_whatever_its_turn() -> None:
    assert after(3, [ordered("air1", 5, 9)], fire("air1", 6, "8")) == [("alpha", "air1", 6, 8)]
    assert after(3, [ordered("air1", 5, 9)], Task("air1", "AX", choice="8")) == [("alpha", "air1", 5, 9)]


@pytest.mark.rules("28.13", "28.22")
def test_planned_fire_without_a_hex_is_on_the_registered_one() -> None:
    assert after(3, [], fire("bn1", 0, "8-9"), side="bravo") == [("bravo", "bn1", 12, 8), ("bravo", "bn1", 12, 9)]


@pytest.mark.rules("28.14", "28.23", "28.21", "28.43", "28.6a")
def test_one_hex_is_the_target_of_one_battalion_on_one_turn() -> None:
    def found(*missions: Mission) -> list[tuple[str, str]]:
        return [(unit, rule) for unit, rule, _ in clashes(Park(PARK.assets, missions), "alpha")]

    assert found(ordered("bn1", 5, 8), ordered("bn2", 5, 8)) == [("bn2", "28.23")]
    assert found(ordered("bn2.1", 5, 8), ordered("bn1", 5, 8)) == [("bn2.1", "28.23")], "by name, not as written"
    assert found(ordered("bn1.1", 5, 8), ordered("bn1.2", 5, 8)) == [("bn1.2", "28.21")]
    assert found(ordered("bn1", 5, 8), ordered("bn2", 6, 8)) == []
    assert found(ordered("bn1", 5, 8), ordered("bn2", 5, 9)) == []
    assert found(ordered("bn1", 5, 8), ordered("air1", 5, 8)) == [], "aircraft may come where guns fire"
    assert found(ordered("bn1", 5, 8), ordered("bn1", 5, 8, "bravo")) == [], "the enemy is not asked"


@pytest.mark.rules("28.22", "35.3f")
def test_an_order_is_withdrawn_only_where_there_is_one(state: TankState) -> None:
    standing = with_missions(state, ("alpha", "bn1", "1010", 8), ("alpha", "bn1", "1010", 10))
    assert refused(standing, "alpha", "bn1 AX 8") == refused(standing, "alpha", "bn1 AX 8,10") == []
    for text in ("bn1 AX 9", "bn1 AX 8-9", "bn2 AX 8", "bn1.1 AX 8"):
        assert refused(standing, "alpha", text) == ["28.22"], text
    assert refused(standing, "alpha", "bn1 AX") == ["35.3f"]
    aimed = Order("plot", (Task("bn1", "AX", (cell(state, "1010"),), choice="8"),))
    assert [one.rule for one in GAME.check(standing, "alpha", aimed)] == ["28.22"], "it names no hex"


@pytest.mark.rules("28.21")
def test_in_one_plot_a_battalion_has_one_order_for_a_turn(state: TankState) -> None:
    for text in (
        "bn1 AF 1010 8; bn1 AF 1011 8", "bn1 AF 1010 8; bn1.1 AF 1011 8", "bn1.1 AF 1010 8; bn1 AF 1011 8",
        "bn1.1 AF 1010 8; bn1.1 AF 1011 8-9",
    ):  # fmt: skip
        assert refused(state, "alpha", text) == ["28.21"], text
    for text in (
        "bn1 AF 1010 8; bn1 AF 1011 9", "bn1.1 AF 1010 8; bn1.2 AF 1011 8", "bn1 AF 1010 8; bn2 AF 1011 8",
        "bn1.1 AF 1010 8; bn1 AF 1011 9", "bn1 AF 1010 8; bn2.1 AF 1011 8",
    ):  # fmt: skip
        assert refused(state, "alpha", text) == [], text


@pytest.mark.rules("28.0-gen-3", "28.22", "28.12")
def test_what_is_offered_begins_with_the_first_turn_that_can_be_reached(state: TankState) -> None:
    def options(state: TankState, side: str, name: str) -> dict[str, tuple[str, tuple[str, ...]]]:
        unit = next(one for one in GAME.legal(state, side).units if one.unit == name)
        return {option.kind: (option.rule, option.choices) for option in unit.options}

    turns = tuple(str(turn) for turn in range(8, 18))
    assert options(state, "alpha", "bn3") == {"AF": ("28.22", turns)}, "light guns fire no smoke"
    assert options(state, "alpha", "air1") == {"AF": ("28.22", turns)}
    smoke = tuple(f"{turn} smoke" for turn in turns)
    assert options(state, "alpha", "bn1.2") == {"AF": ("28.22", (*turns, *smoke))}
    assert options(state, "bravo", "bn1")["AF"][0] == "28.12"
    bound = with_missions(
        state, ("alpha", "air1", "1010", 7), ("alpha", "air2", "1010", 8), ("alpha", "bn1", "1010", 7)
    )
    names = {unit.unit for unit in GAME.legal(bound, "alpha").units}
    assert "air1" not in names, "it is on its way"
    assert set(options(bound, "alpha", "air2")) == {"AF", "AX"}
    assert set(options(bound, "alpha", "bn1")) == {"AF"}, "guns fire again, and the order for turn 7 stands"
    assert options(bound, "alpha", "air2")["AX"][1] == ("8",)


@pytest.mark.rules("34.3-11", "28.62")
def test_a_strike_is_offered_from_its_earliest_turn_and_guns_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    late = msgspec.structs.replace(ALPHA, earliest=10)
    state = shelled(monkeypatch, alpha=A, bravo=B, supports=(late, BRAVO))
    units = {unit.unit: unit.options[0].choices for unit in GAME.legal(state, "alpha").units if unit.unit != "A1"}
    assert units["air1"] == tuple(str(turn) for turn in range(10, 20))
    assert units["bn3"][0] == "8"
    assert refused(state, "alpha", "air1 AF 1010 9") == ["34.3-11"]
    assert refused(state, "alpha", "air1 AF 1010 10") == refused(state, "alpha", "bn1 AF 1010 8") == []


@pytest.mark.rules("28.13", "28.42")
def test_planned_fire_is_not_offered_on_a_hex_that_nobody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    woods = dict.fromkeys(("1511", "1411", "1412", "1611", "1612", "1513"), "woods")
    hidden = shelled(monkeypatch, alpha=A, bravo=B, hexes=woods, mode="closed")
    assert "bn1" not in {unit.unit for unit in GAME.legal(hidden, "bravo").units}
    assert refused(hidden, "bravo", "bn1 AF 8") == ["28.42"]


@pytest.mark.rules("28.0-gen-3", "28.11", "28.22")
def test_no_unit_on_the_map_has_a_task_of_guns_off_it(state: TankState) -> None:
    for kind, choice in (("AF", "8"), ("AX", "8"), ("RG", "")):
        given = Order("plot", (Task("A1", kind, (cell(state, "1010"),), choice=choice),))
        assert GAME.check(state, "alpha", given), kind
        assert {one.unit for one in GAME.check(state, "alpha", given)} == {"A1"}


@pytest.mark.rules("28.0-gen-4", "28.0-gen-2", "28.11", "28.62", "35.3f", "28.32a")
def test_what_nobody_has_said_is_not_so() -> None:
    assert (GUNS.cell, GUNS.shown, GUNS.spent) == (-1, False, False)
    assert not Mission("alpha", "bn1", 5, 8).smoke
    fall = Falling("alpha", "bn1", "artillery", "M", (5,), (5, 6))
    assert not fall.smoke
    assert [one.battery for one in (fall, msgspec.structs.replace(fall, unit="bn1.2"))] == [False, True]
    assert names_of(GUNS) == ("bn1", "bn1.1", "bn1.2", "bn1.3")
    assert names_of(AIR) == ("air1",)
    assert names_of(PARK.assets[-1]) == ("bn1",)


@pytest.mark.rules("28.0-gen-1", "28.12")
def test_each_side_has_its_own_guns_under_its_own_names(state: TankState) -> None:
    missions = (Mission("alpha", "bn1.2", 5, 8), Mission("bravo", "bn1", 12, 9))
    park = Park(PARK.assets, missions)
    assert [asset.name for asset in park.of("alpha")] == ["bn1", "bn2", "air1"]
    mine, theirs = park.asset("alpha", "bn1"), park.asset("bravo", "bn1")
    assert (mine, theirs) == (GUNS, PARK.assets[-1])
    assert park.asset("bravo", "bn2") is None
    assert (park.ordered("alpha"), park.ordered("bravo")) == (missions[:1], missions[1:])
    assert [mission.owner for mission in missions] == ["bn1", "bn1"]
    kept = state.thaw()
    keep(kept, park)
    assert park_of(kept) == park
    keep(kept, Park())
    assert park_of(kept) == Park()


@pytest.mark.rules("34.4-18", "34.3-11")
def test_impacts_before_play_are_for_turns_1_to_5_and_of_aircraft_from_their_earliest_turn_on() -> None:
    def turns(asset: Asset, **told: object) -> list[int]:
        off_map = OffMap(period=6, nation="US", **told)  # type: ignore[arg-type]
        scene = SimpleNamespace(side=lambda side: SimpleNamespace(off_map=off_map))
        return list(early(scene, asset))

    assert turns(GUNS) == turns(AIR) == []
    assert turns(GUNS, prewritten=True) == turns(AIR, prewritten=True) == [1, 2, 3, 4, 5]
    assert turns(AIR, prewritten=True, earliest=3) == [3, 4, 5]
    assert turns(GUNS, prewritten=True, earliest=3) == [1, 2, 3, 4, 5]


@pytest.mark.rules("28.11", "34.4-18")
def test_who_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    def names(prewritten: bool) -> list[list[str]]:
        told = tuple(msgspec.structs.replace(each, prewritten=prewritten) for each in (ALPHA, BRAVO))
        state = shelled(monkeypatch, alpha=A, bravo=B, supports=told)
        scene = scene_of(state)
        return [[asset.name for asset in registering(scene, park_of(state), side)] for side in ("alpha", "bravo")]

    assert names(False) == [[], ["bn1"]], "who calls his fire has nothing to register"
    assert names(True) == [[asset.name for asset in ASSETS if asset.side == "alpha"], ["bn1"]]


@pytest.mark.rules("28.11", "34.4-18")
def test_what_is_written_before_play_binds_planned_fire_to_its_hex_and_called_fire_to_nothing() -> None:
    tasks = [Task("air1", "RG", (7,), choice="4"), Task("bn1", "RG", (6,), choice="2,1 smoke"), Task("bn2", "RG")]
    park = registered(PARK, "alpha", tasks)
    assert [asset.cell for asset in park.assets] == [-1, -1, -1, 12]
    assert park.missions == (
        Mission("alpha", "bn1", 6, 1, True), Mission("alpha", "bn1", 6, 2), Mission("alpha", "air1", 7, 4),
    )  # fmt: skip
    bound = registered(PARK, "bravo", [Task("bn1", "RG", (9,), choice="none")])
    assert [(asset.side, asset.cell) for asset in bound.assets] == [*[("alpha", -1)] * 3, ("bravo", 9)]
    assert bound.missions == ()


@pytest.mark.rules("28.3-2", "28.3-3", "28.6b")
def test_the_ways_in_which_fire_may_come_down_are_six_for_shells_and_thirty_six_for_bombs() -> None:
    shells, bombs = shell_falls(), bomb_falls()
    assert len(shells) == len(set(shells)) == 6
    assert shells[2] == ("", *"012345", "20", "21", "22", "23", "24", "25")
    assert len(bombs) == len(set(bombs)) == 36
    assert (bombs[0], bombs[7], bombs[-1]) == (("0", "00"), ("1", "11"), ("5", "55"))


@pytest.mark.rules("28.41a", "21.1-b-9")
def test_fire_of_the_next_turn_strikes_the_same_unit_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=A, bravo={"B1": ("1010", "A")}, dice="1 6 1 6")
    state = with_missions(state, ("alpha", "bn1", "1010", 3), ("alpha", "bn1", "1010", 4))
    first = play(state)
    assert [event.data["hex"] for event in first.found("struck")] == ["1010"]
    assert [event.rule for event in first.found("impacts_over")] == ["21.1-b-9"]
    assert [one.turn for one in park_of(first.state).missions] == [4]
    assert park_of(first.state).falling == ()
    second = play(first.state)
    assert [event.data["hex"] for event in second.found("struck")] == ["1010"]
    assert play(second.state).found("impacts_over") == []


@pytest.mark.rules("28.12", "28.22", "28.0-gen-3")
def test_an_order_for_several_turns_reaches_the_first_of_them_too(state: TankState) -> None:
    assert refused(state, "alpha", "bn1 AF 1010 8-10") == []
    for turns in ("7-8", "7,9", "9,7"):
        assert refused(state, "alpha", f"bn1 AF 1010 {turns}") == ["28.22"], turns


@pytest.mark.rules("28.53b", "28.5", "28.12", "28.22")
def test_smoke_on_one_of_several_turns_is_smoke(state: TankState) -> None:
    assert refused(state, "alpha", "bn1 AF 1010 8 smoke,9") == []
    for turns in ("8 smoke,9", "8,9 smoke"):
        assert refused(state, "alpha", f"bn3 AF 1010 {turns}") == ["28.53b"], turns
