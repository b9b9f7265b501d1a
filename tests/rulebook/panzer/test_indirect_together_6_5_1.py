"""6.5.1, 6.1.4.3.10, 6.5.3: indirect fire where two rules meet: sources of one call, going on, checking, overwatch."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.games.panzer.faces import advanced_face
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.advanced.play.indirect import counters, landing, missions, observers
from hulldown.games.panzer.rules.advanced.support import Observed, Volley
from hulldown.games.panzer.rules.overwatch import WATCH
from hulldown.games.panzer.rules.state import Frame
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer

HERE = BOARD.by_label
MORTAR = {"weapons": ["8cm GrW 34"]}


def mortar(hex_: str = "0112", **more: Any) -> Any:
    return unit(GRENADIERS, hex_, "B", "FIRE", **MORTAR, **more)


def clouds(made: Gunnery, step: str) -> list[str]:
    made.state.stack = [Frame(step, side="soviet")]
    return [kind for kind, _ in counters.clouds(made.state, BOARD)]


# All sources of a call.


@pytest.mark.rules("6.5.1.12b", "6.5.1.12f", "6.5.1.13-ex1", "6.5.1.7-response-c")
def test_6_5_1_12_all_sources_respond_before_any_fire_comes_down() -> None:
    """The first battery goes astray over the observer and kills it; the second has answered by then."""
    made = field([observer("0503", mark="fire")])
    made.drive("1 5 99 59 59", ("G1 CALL 0803 GB1 GB2 GP closed", "0503"))
    assert made.unit("G1").status != "on map"
    told = [(one["source"], one["net"], one["outcome"]) for one in made.told("german", "response")]
    assert told == [("GB1", 0, "astray"), ("GB2", 0, "responds")]
    kinds = [one.kind for one in made.events if one.kind in ("response", "astray", "impact")]
    assert kinds == ["response", "response", "astray", "response", "response", "impact", "impact"]


@pytest.mark.rules("6.5.1.1.4", "6.5.1.1.2a")
def test_6_5_1_1_4_the_second_of_a_pair_is_offered_after_the_first() -> None:
    """A CHQ calls one source; its second mortar, close to the first, is none besides, a third one is."""
    mortars = [mortar(), mortar(), mortar("0612")]
    made = field([observer(labels=["Command"]), *mortars], batteries={})
    for name in ("G2", "G3", "G4"):
        made.unit(name).sees = ()
    made.drive("9 59", ("G1 CALL 0803 G2 GP closed",))
    named = {choice for option in missions.calls(made.state, made.scene, made.index("G1")) for choice in option.choices}
    assert named == {"GP closed by G3", "Smoke closed by G3"}
    assert made.why("G1 CALL 0803 G3 GP closed") == ""
    assert made.why("G1 CALL 0803 G4 GP closed") == "6.5.1.1.2a"


# Smoke and barrages that go on.


@pytest.mark.rules("6.1.4.3.10i", "6.1.4.3.10k")
@pytest.mark.parametrize("step", ["fire1", "fire2", "watch", "assault"])
def test_6_1_4_3_10_fresh_smoke_does_not_take_the_old_away(step: str) -> None:
    """Smoke that counts is turned to ON in the Direct Fire Step, and counts on."""
    made = field()
    cell = (HERE["0503"],)
    made.state.stack = [Frame("fire1", side="german")]
    counters.make_smoke(made.state, cell, "closed", "fire")
    counters.turn_over(made.state, BOARD, made.doing(""))
    made.state.turn = 2
    assert clouds(made, "fire1") == ["smoke_closed"]
    counters.make_smoke(made.state, cell, "closed", "fire")
    assert [one.on for one in made.support.smokes] == [True]
    assert clouds(made, step) == ["smoke_closed"]


@pytest.mark.rules("6.1.4.3.10i", "6.1.4.3.10k")
def test_6_1_4_3_10_smoke_laid_twice_in_a_step_waits_for_its_end() -> None:
    made = field()
    for _ in range(2):
        made.state.stack = [Frame("fire1", side="german")]
        counters.make_smoke(made.state, (HERE["0503"],), "closed", "fire")
    assert (clouds(made, "fire2"), clouds(made, "assault")) == ([], ["smoke_closed"])


@pytest.mark.rules("6.1.4.3.10k", "6.5.1.8.1a", "6.5.1.12.1-observer-hindered-a")
@pytest.mark.parametrize(
    ("order", "script", "hinders"),
    [
        ("G1 SUSTAIN GP", "59 59", 1), ("G1 CORRECT 0803 GP open", "9 59 59", 0),
        ("G1 CORRECT 0903 GP closed", "9 59 59", 0),
    ],
)  # fmt: skip
def test_6_1_4_3_10_a_barrage_that_goes_on_hinders_all_the_time(order: str, script: str, hinders: int) -> None:
    """A Soviet observer looks through it in its own step; what is moved or spread anew counts when the step is over."""
    lookers = [unit("T-34/76 M43", "0803", "E", mark="fire"), unit("57mm ZiS-2 M43 ATG", "0903", "E", mark="fire")]
    made = field(soviet=[*lookers, unit("Soviet Section", "1103", "E", "OW", labels=["FO"], known=False)])
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    for turn in (2, 3):
        made.begin("german", turn=turn)
        made.drive(script if turn == 3 else "59 59", (order if turn == 3 else "G1 SUSTAIN GP",))
    made.begin("soviet")
    found = observers.hindrances(made.state, made.scene, made.index("S3"), HERE["0203"], False)
    assert len(found) == hinders
    assert clouds(made, "fire1") == ["barrage_open" if "open" in order else "barrage_closed"]


@pytest.mark.rules("6.1.4.3.10k", "6.5.1.8.1b")
def test_6_1_4_3_10_gp_after_smoke_is_a_new_barrage() -> None:
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    made.drive("6", ("G1 SUSTAIN Smoke",))
    made.begin("german", turn=3)
    made.drive("59 59", ("G1 SUSTAIN GP",))
    assert clouds(made, "indirect2") == ["smoke_closed"]
    assert clouds(made, "fire1") == ["smoke_closed", "barrage_closed"]


# Guns that do not respond.


@pytest.mark.rules("6.5.1.7-response-d", "4.4.2a", "6.5.3")
@pytest.mark.parametrize(("dice", "answered"), [("9 59", True), ("2", False)])
def test_6_5_1_7_nobody_answers_a_gun_that_did_not_respond(dice: str, answered: bool) -> None:
    """It is done for the turn, but it has not fired: overwatch answers fire alone (G3)."""
    made = field([observer(suppressed="on"), mortar()])
    made.unit("G2").sees = ()
    made.drive(dice, ("G1 CALL 0803 G2 GP closed",))
    assert made.unit("G2").fired
    found = watching.open_targets(made.state, "soviet", WATCH)
    assert found == ([made.index("G2")] if answered else [])
    assert made.why("G1 CALL 0803 G2 GP closed") == "6.5.1l"


@pytest.mark.rules("6.5.1.12f", "4.4.2a")
def test_6_5_1_12_a_gun_whose_fire_goes_astray_has_fired() -> None:
    made = field([observer(), mortar(), unit("German Rifle squad", "0603", "B", mark="fire")])
    made.unit("G2").sees = ()
    made.drive("1 59", ("G1 CALL 0803 G2 GP closed", "0603"))
    assert watching.open_targets(made.state, "soviet", WATCH) == [made.index("G2")]


# Observers whose fire is checked.


@pytest.mark.rules("6.5.1.9d", "6.5.1i", "6.5.1.9c")
@pytest.mark.parametrize(("order", "script", "free"), [("G1 CHECK", "", True), ("G1 SUSTAIN GP", "59 59", False)])
def test_6_5_1_9_an_observer_whose_fire_is_checked_may_watch(order: str, script: str, free: bool) -> None:
    """G11: who has called or continued fire has used its Overwatch; a check leaves all but indirect fire open."""
    made = field(
        [unit("SdKfz 222", "0203", "B", "OW", labels=["Recon"], known=False)], batteries={"german": [battery()]}
    )
    made.drive("9 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    made.drive(script, (order,))
    assert counters.has_observed(made.state, "G1") is not free
    target = made.index("S2")
    assert watching.watchers(made.state, made.scene, "german", [target]) == (
        {made.index("G1"): [target]} if free else {}
    )
    assert made.why("G1 CALL 0803 GB1 GP closed") == "6.5.1.9c"


@pytest.mark.rules("6.5.1.9d", "6.5.1i", "6.7.4")
def test_6_5_1_9_what_an_observer_did_uses_its_overwatch_up_or_not() -> None:
    made = field([observer()])
    for done, used in ((Observed(1), True), (Observed(1, checked=True), False), (Observed(0), False)):
        counters.change(made.state, observed={"G1": done})
        assert counters.has_observed(made.state, "G1") is used


# Who is struck.


@pytest.mark.rules("6.5.1n", "6.5.1.13e", "6.5.1.12a")
def test_6_5_1_13_wrecks_in_the_sheaf_are_not_attacked() -> None:
    made = field()
    made.unit("S2").status = "knocked out"
    shot = Volley("german", "GB1", HERE["0803"], "GP", "closed", "lands", -1, "G1", distance=6)
    counters.change(made.state, queue=(shot,))
    landing._land(made.state, made.scene, shot, made.doing(""))
    assert made.support.queue[0].targets == (made.index("S1"),)


# What is told.


@pytest.mark.rules("6.5.1.5d", "6.5.1.5e")
@pytest.mark.parametrize("direction", range(6))
def test_6_5_1_5_a_linear_sheaf_is_told_with_its_direction(direction: int) -> None:
    """The pattern of the face, turned to the facing of the event, covers the hexes that are struck."""
    made = field()
    shot = Volley("german", "GB1", HERE["0810"], "Smoke", "linear", "lands", direction, "G1", distance=6)
    counters.change(made.state, queue=(shot,))
    doing = made.doing("1")
    landing._land(made.state, made.scene, shot, doing)
    (told,) = [dict(one.data) for one in doing.events if one.kind == "impact"]
    (pattern,) = [one for one in advanced_face.face().patterns if one.key == told["sheaf"]]
    assert pattern.turned
    struck = set()
    for steps in pattern.falls[0]:
        cell = HERE[str(told["hex"])]
        for step in steps:
            cell = BOARD.neighbours[cell][(int(step) + "ABCDEF".index(str(told["facing"]))) % 6] if cell >= 0 else -1
        struck.add(cell)
    assert struck - {-1} == set(sheafs.covered(BOARD, "linear", HERE["0810"], direction))


@pytest.mark.rules("6.5.1.5e")
@pytest.mark.parametrize("sheaf", ["closed", "open"])
def test_6_5_1_5_a_round_sheaf_has_no_direction(sheaf: str) -> None:
    made = field()
    made.drive("5 59 59", (f"G1 CALL 0803 GB1 GP {sheaf}",))
    assert "facing" not in made.told("soviet", "impact")[0]
