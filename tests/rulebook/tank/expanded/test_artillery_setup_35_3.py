"""Before play: what each side gets off the map, and what planned fire is registered on (35.2, 35.3, 28.11, 34.4-18)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import LIBRARY, scene_of
from hulldown.games.tank.data.loading import OffMap, parse_scenario, scenario_hash
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import Asset, Park, park_of, plain
from hulldown.games.tank.modules.artillery.register import guessed
from hulldown.games.tank.rules.state import TankState
from support.expanded_field import fielded
from support.shelling import battle

US, SOV, GER = OffMap(period=6, nation="US"), OffMap(period=6, nation="Sov"), OffMap(period=6, nation="Ger")


def begun(name: str, dice: str = "", options: Mapping[str, Any] | None = None) -> TankState:
    """The game after both columns have chosen where they enter: the allotment has been drawn."""
    state = GAME.setup(name, options or {}, f"script:{dice}")
    for side, label in (("alpha", "3001"), ("bravo", "3036")):
        state = GAME.apply(state, side, GAME.parse(state, side, label)).state
    return state


@pytest.fixture
def field(request: pytest.FixtureRequest) -> Iterator[str]:
    with fielded(battle(*request.param, tanks=True, base="tank/intro")) as name:
        yield name


def assets(state: TankState, side: str) -> list[tuple[str, str, bool]]:
    return [(asset.name, asset.weight, asset.called) for asset in park_of(state).of(side)]


@pytest.mark.rules("35.3a", "35.3b", "35.3e", "35.2b", "35.2c", "28.0-gen-1")
@pytest.mark.parametrize("field", [(GER, SOV)], indirect=True)
def test_the_dice_say_how_many_battalions(field: str) -> None:
    """Germany Bc,Ap/M2 pM1; the Soviets Bp,Ap/M8 pL4: Alpha rolls 2 of 2 and a heavy one, Bravo 3 of 8 and none."""
    state = begun(field, "2 1 3 2")
    assert assets(state, "alpha") == [("bn1", "H", False), ("bn2", "M", False), ("air1", "M", False)]
    assert assets(state, "bravo") == [
        ("bn1", "M", False), ("bn2", "M", False), ("bn3", "M", False),
        ("air1", "L", False), ("air2", "L", False), ("air3", "L", False), ("air4", "L", False),
    ]  # fmt: skip


@pytest.mark.rules("35.3d")
@pytest.mark.parametrize("field", [(US, SOV)], indirect=True)
def test_players_may_agree_on_the_most(field: str) -> None:
    state = begun(field, "", {"artillery": "maximum"})
    assert [weight for name, weight, _ in assets(state, "alpha") if name.startswith("bn")] == ["H", *"MMMMM"]
    assert all(called for *_, called in assets(state, "alpha")), "the US call their fire"
    assert len([name for name, *_ in assets(state, "bravo") if name.startswith("bn")]) == 8


@pytest.mark.rules("35.3c", "35.3e")
@pytest.mark.parametrize("field", [(OffMap(period=3, nation="It"), OffMap(period=3, nation="It"))], indirect=True)
def test_both_kinds_and_a_role_without_artillery(field: str) -> None:
    """Italy Bp/L,M2, not starred: nothing as Alpha; as Bravo two battalions, none heavy, one light and one medium."""
    state = begun(field, "2 6 3 4")
    assert assets(state, "alpha") == []
    assert assets(state, "bravo") == [("bn1", "L", False), ("bn2", "M", False)]


@pytest.mark.rules("34.2-8", "34.4-19")
@pytest.mark.parametrize(
    "field",
    [(msgspec.structs.replace(US, artillery=False), msgspec.structs.replace(US, artillery=False, air=False))],
    indirect=True,
)
def test_a_scenario_may_forbid_either_arm(field: str) -> None:
    state = begun(field)
    assert {name[:3] for name, *_ in assets(state, "alpha")} == {"air"}
    assert assets(state, "bravo") == []
    assert GAME.pending(state)["alpha"].kind == "plot", "called fire needs no registration"


@pytest.mark.rules("35.3a", "34.2-8")
@pytest.mark.parametrize("field", [(US, None)], indirect=True)
def test_a_side_may_have_nothing_at_all_off_the_map(field: str) -> None:
    state = begun(field, "1 6")
    assert assets(state, "alpha")
    assert assets(state, "bravo") == []


# Registration.


@pytest.mark.rules("28.11", "28.14", "28.6a")
@pytest.mark.parametrize("field", [(GER, US)], indirect=True)
def test_planned_fire_is_registered_before_play(field: str) -> None:
    state = begun(field, "2 2 1 1")
    assert {side: decision.kind for side, decision in GAME.pending(state).items()} == {"alpha": "register"}
    legal = GAME.legal(state, "alpha")
    assert [(unit.unit, unit.required) for unit in legal.units] == [("bn1", True), ("bn2", True), ("air1", True)]
    assert legal.idle is not None
    assert GAME.check(state, "alpha", legal.idle) == []
    cells = legal.units[0].options[0].cells
    apart = [cells[part * (len(cells) // 4)] for part in (1, 2, 3)]
    assert [(task.unit, task.cells) for task in legal.idle.tasks] == [
        ("bn1", (apart[0],)), ("bn2", (apart[1],)), ("air1", (apart[2],)),
    ], "if nobody answers, evenly over the map"  # fmt: skip

    def rules(text: str) -> list[tuple[str, str]]:
        given = GAME.parse(state, "alpha", text.replace(";", "\n"))
        return [(one.rule, one.unit) for one in GAME.check(state, "alpha", given)]

    for words, task in (
        ("bn1 RG 3015", ("3015", "")),
        ("bn1 RG none", ("", "none")),
        ("bn1 RG 3015 none", ("3015", "none")),
    ):
        (read,) = GAME.parse(state, "alpha", words).tasks
        assert (" ".join(GAME.board(field).labels[one] for one in read.cells), read.choice) == task
    whole = "bn1 RG 3015; bn2 RG 3016; air1 RG 3015"
    assert rules(whole) == [], "guns and aircraft may share one"
    worded = msgspec.structs.replace(GAME.parse(state, "alpha", whole.replace(";", "\n")), choice="none")
    assert [(one.rule, one.unit) for one in GAME.check(state, "alpha", worded)] == [("28.11", "")]
    assert rules("bn1 RG 3015; bn2 RG 3015; air1 RG 3015") == [("28.14", "bn2")]
    assert rules("bn1 RG 3015; air1 RG 3015") == [("28.11", "bn2")]
    given = GAME.parse(state, "alpha", whole.replace(";", "\n")).tasks
    for kind in ("AF", "no such task"):
        fired = Order("register", (Task("bn1", kind, given[0].cells), *given[1:]))
        refused = [(one.rule, one.unit) for one in GAME.check(state, "alpha", fired)]
        assert refused == [("28.11", "bn1")], "it is registered, not fired"
    assert rules("bn1 RG 3015; bn2 RG 3016; bn2 RG 3017; air1 RG 3015") == [("28.11", "bn2")]
    assert rules("bn1 RG; bn2 RG 3016; air1 RG 3015") == [("28.11", "bn1")]
    assert rules("bn1 RG 3015 2; bn2 RG 3016; air1 RG 3015") == [("28.12", "bn1")], "not in this scenario"
    assert rules("bn3 RG 3014; bn1 RG 3015; bn2 RG 3016; air1 RG 3015") == [("28.11", "bn3")]
    order = GAME.parse(state, "alpha", whole.replace("; ", "\n"))
    assert GAME.write(state, order) == whole.replace("; ", "\n")
    after = GAME.apply(state, "alpha", order).state
    labels = GAME.board(field).labels
    assert [labels[asset.cell] for asset in park_of(after).of("alpha")] == ["3015", "3016", "3015"]
    assert park_of(after).missions == ()
    assert GAME.pending(after)["bravo"].kind == "plot"


EARLY = msgspec.structs.replace(GER, prewritten=True)


@pytest.mark.rules("34.4-18", "28.62", "28.53b")
@pytest.mark.parametrize("field", [(EARLY, msgspec.structs.replace(US, prewritten=True))], indirect=True)
def test_impacts_for_the_first_five_turns_are_written_before_play(field: str) -> None:
    """X-74: on any hex, seen or not; called fire too, once, and then by its own procedure."""
    state = begun(field, "2 2 1 2 1 3 3 3 3 3 3 3 3 3 3 3 3 3")
    assert set(GAME.pending(state)) == {"alpha", "bravo"}

    def rules(side: str, text: str) -> list[tuple[str, str]]:
        given = GAME.parse(state, side, text.replace(";", "\n"))
        return [(one.rule, one.unit) for one in GAME.check(state, side, given)]

    assert rules("alpha", "bn1 RG 3015 1-3,5 smoke; bn2 RG 3016; air1 RG 3015 4") == []
    assert rules("alpha", "bn1 RG 3015 6; bn2 RG 3016; air1 RG 3015") == [("34.4-18", "bn1")]
    assert rules("alpha", "bn1 RG 3015 5-6; bn2 RG 3016; air1 RG 3015") == [("34.4-18", "bn1")], "nor one of several"
    assert rules("alpha", "bn1 RG 3015; bn2 RG 3016; air1 RG 3015 1-2") == [("28.62", "air1")]
    assert rules("alpha", "bn1 RG 3015; bn2 RG 3016; air1 RG 3015 1 smoke") == [("28.63", "air1")]
    assert rules("alpha", "bn1 RG 3015 soon; bn2 RG 3016; air1 RG 3015") == [("35.3f", "bn1")]
    assert rules("bravo", "bn1 RG 3020 1") == []
    assert rules("bravo", "") == [], "who calls his fire need not"
    offered = {unit.unit: unit for unit in GAME.legal(state, "bravo").units}
    assert not offered["bn1"].required
    assert offered["bn1"].options[0].choices[:3] == ("none", "1", "2")
    text = "bn1 RG 3015 1-2,5 smoke\nbn2 RG 3016\nair1 RG 3015 4"
    state = GAME.apply(state, "alpha", GAME.parse(state, "alpha", text)).state
    state = GAME.apply(state, "bravo", GAME.parse(state, "bravo", "bn1 RG 3020 1")).state
    written = [(one.side, one.unit, one.turn, one.smoke) for one in park_of(state).missions]
    assert written == [
        ("alpha", "bn1", 1, False), ("alpha", "bn1", 2, False), ("alpha", "air1", 4, False), ("alpha", "bn1", 5, True),
        ("bravo", "bn1", 1, False),
    ]  # fmt: skip
    called = park_of(state).asset("bravo", "bn1")
    assert called is not None
    assert called.cell == -1, "it is bound to no hex afterwards"
    step = GAME.apply(state, "alpha", Order("plot"))
    step = GAME.apply(step.state, "bravo", Order("plot"))
    assert [event.data["hexes"].split()[0] for event in step.events if event.kind == "impact"] == ["3015", "3020"]


@pytest.mark.rules("34.3-11")
@pytest.mark.parametrize("field", [(msgspec.structs.replace(EARLY, earliest=3), None)], indirect=True)
def test_aircraft_may_come_later_than_guns(field: str) -> None:
    state = begun(field, "2 2")
    text = "bn1 RG 3015 1\nbn2 RG 3016\nair1 RG 3015 {}"
    found = {turn: GAME.check(state, "alpha", GAME.parse(state, "alpha", text.format(turn))) for turn in (2, 3)}
    assert [one.rule for one in found[2]] == ["34.4-18"]
    assert found[3] == []


@pytest.mark.rules("34.4-20", "28.11")
def test_a_scenario_may_spare_hexes() -> None:
    """The hook `spares`: whoever forbids a hex says why, before play and in it."""
    from hulldown.core.books import Module
    from hulldown.games.tank.rules.hooks import Hooks

    def spared(state: Any, scene: Any, side: str, cell: int) -> tuple[str, str] | None:
        return ("34.4-20", "not there") if side == "alpha" and scene.board.labels[cell] == "3015" else None

    LIBRARY.add(Module("sparing", "1.0", Hooks(spares=(spared,)), needs=("expanded",)))
    try:
        with fielded(battle(GER, US, modules=("smoke", "artillery", "sparing"), tanks=True, base="tank/intro")) as name:
            state = begun(name, "1 2 1 1")
            given = GAME.parse(state, "alpha", "bn1 RG 3015\nair1 RG 3016")
            assert [(one.rule, one.unit) for one in GAME.check(state, "alpha", given)] == [("34.4-20", "bn1")]
            board = GAME.board(name)
            assert all(board.cell("3015") not in unit.options[0].cells for unit in GAME.legal(state, "alpha").units)
    finally:
        LIBRARY.remove("sparing")


@pytest.mark.rules("28.0-gen-1")
def test_the_part_is_plain_data() -> None:
    asset = Asset("bn1", "alpha", "artillery", "M", True)
    park = Park((asset,))
    assert plain(park) == {
        "assets": [{"name": "bn1", "side": "alpha", "arm": "artillery", "weight": "M", "called": True}]
    }
    assert msgspec.convert(plain(park), Park) == park


@pytest.mark.rules("35.2b")
def test_what_a_side_has_off_the_map_belongs_to_the_scenario() -> None:
    one, two, none = battle(US, SOV), battle(US, GER), battle(None, None)
    assert len({scenario_hash(each) for each in (one, two, none)}) == 3
    with pytest.raises(MalformedError, match="only the Expanded game"):
        parse_scenario(STANDARD, "own.toml")


STANDARD = """
id = "own/1"
title = "t"
situation = "introductory"
mode = "mixed"
map = "tank"
length = 5
description = "d"
[alpha]
edge = "W"
deploy = "column"
panic = 1
preservation = 0
forces = [{ type = "PzIVh", count = 1 }]
off_map = { period = 6, nation = "Ger" }
[bravo]
edge = "Y"
deploy = "column"
panic = 1
preservation = 0
forces = [{ type = "M4", count = 1 }]
"""


@pytest.mark.rules("28.11", "28.21")
@pytest.mark.parametrize("field", [(GER, US)], indirect=True)
def test_who_guesses_at_registered_hexes_gives_one_to_planned_fire_alone(field: str) -> None:
    state = begun(field, "2 2 1 1")
    scene = scene_of(state)
    for seed in range(5):
        given = guessed(state, scene, "alpha", Random(seed))
        assert [task.unit for task in given.tasks] == ["bn1", "bn2", "air1"]
        assert len({task.cells for task in given.tasks}) == 3
        assert GAME.check(state, "alpha", given) == []
    assert [asset.called for asset in park_of(state).of("bravo")][:1] == [True]
    assert guessed(state, scene, "bravo", Random(1)).tasks == (), "called fire is registered nowhere"
