"""6.5.1: the Indirect Fire Step in play: who calls what, response, danger close, continuing, planned fire.

It has over 500 lines: all parts of the step are played on one field.
"""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.games.panzer.data.fireplan import Registered
from hulldown.games.panzer.rules.advanced.play.indirect import counters, missions
from hulldown.games.panzer.rules.advanced.play.indirect.observers import attachment, call_of, distinct, kind_of
from hulldown.games.panzer.rules.advanced.play.sight import clear_between
from support.advanced_fire import BOARD, unit
from support.advanced_support import GRENADIERS, Gunnery, battery, field, observer

# Who calls what.


@pytest.mark.rules(
    "6.5.1.1.1a", "6.5.1.1.2a", "6.5.1.1.2-command-fo", "6.5.1.1.3a", "6.5.1.1.3-command-recon", "6.5.1.1.2b"
)
@pytest.mark.parametrize(
    ("labels", "kind"),
    [
        (["FO"], "FO"), (["Command", "FO"], "FO"), (["Command"], "CHQ"), (["Command", "BHQ"], "BHQ"),
        (["Command", "RHQ"], "RHQ"), (["Recon"], "Recon"), (["Command", "Recon"], "CHQ"), ([], None),
        (["Engineer"], None),
    ],
)  # fmt: skip
def test_the_row_of_an_observer(labels: list[str], kind: str | None) -> None:
    made = field([observer(labels=labels)])
    assert kind_of(made.scene, made.index("G1")) == kind


@pytest.mark.rules("6.5b", "6.5.1b", "6.5.1.7a", "6.5.1.7c", "6.5.1.12a", "6.5.1k", "6.5.1.5e", "6.5.1l")
def test_a_call_is_answered_and_resolved_at_once() -> None:
    """Response 5 of 4; the tank in the Target Point is attacked, then the gun beside it."""
    made = field()
    told = made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    assert told[:2] == ["response", "response"]
    assert [one["unit"] for one in made.told("soviet", "shelled")] == ["S1", "S2"]
    assert made.mission("GB1").cell == BOARD.by_label["0803"]
    assert made.support.used == {"GB1": 1}


@pytest.mark.rules("6.5.1.1.3b")
def test_others_may_not_observe() -> None:
    assert field([observer(labels=[])]).why("G1 CALL 0803 GB1 GP closed") == "6.5.1.1.3b"


@pytest.mark.rules("6.5.1i")
@pytest.mark.parametrize(("command", "known"), [("FIRE", False), ("MOVE", False), ("NC", True), ("OW", True)])
def test_an_observer_needs_overwatch(command: str, known: bool) -> None:
    made = field([unit(GRENADIERS, "0203", "B", command, labels=["FO"], known=known)])
    assert made.why("G1 CALL 0803 GB1 GP closed") == "6.5.1i"


@pytest.mark.rules("6.5.1.7a", "6.5.1.7c")
def test_no_call_on_an_empty_or_unspotted_hex() -> None:
    made = field()
    assert made.why("G1 CALL 0703 GB1 GP closed") == "6.5.1.7c"
    hidden = field(soviet=[unit("Soviet Rifle squad", "2010", "E", full_cover=True)])
    assert hidden.why("G1 CALL 2010 GB1 GP closed") == "6.5.1.7c"


@pytest.mark.rules("6.5.1.1.1b", "6.5.1.1.2a", "6.5.1.1.3a")
@pytest.mark.parametrize(("label", "case"), [("FO", ""), ("Command", "6.5.1.1.2a"), ("Recon", "6.5.1.1.3a")])
def test_only_an_fo_calls_a_second_source_in_a_second_order(label: str, case: str) -> None:
    """R34: an order of its own for the same hex."""
    made = field([observer(labels=[label])], batteries={"german": [battery(), battery(), battery()]})
    made.drive("2", ("G1 CALL 0803 GB1 GP closed",))
    assert made.why("G1 CALL 0803 GB2 GP closed") == case


@pytest.mark.rules("6.5.1.1.1-other-fo", "6.5.1.1.1b", "6.5.1.1.2a", "6.5.1.1.3a", "6.5.1.1d")
def test_how_many_sources_one_call_has() -> None:
    guns = {"german": [battery(), battery(), battery()]}
    assert field(batteries=guns).why("G1 CALL 0803 GB1 GB2 GP closed") == ""
    assert field(batteries=guns).why("G1 CALL 0803 GB1 GB2 GB3 GP closed") == "6.5.1.1.1-other-fo"
    assert field([observer(labels=["Command"])]).why("G1 CALL 0803 GB1 GB2 GP closed") == "6.5.1.1.2a"
    assert field([observer(labels=["Recon"])]).why("G1 CALL 0803 GB1 GB2 GP closed") == "6.5.1.1.3a"
    assert field().why("G1 CALL 0803 GP closed") == "6.5.1.1d"
    assert field().why("G1 CALL 0803 GB1 GB1 GP closed") == "6.5.1l"


@pytest.mark.rules("6.5.1.1b", "6.5.1.1c")
def test_an_observer_calls_onto_one_hex() -> None:
    """A second source may be called in the same turn, onto the same hex alone."""
    made = field()
    made.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert made.why("G1 CALL 0903 GB2 GP closed") == "6.5.1.1b"
    assert made.why("G1 CALL 0803 GB2 GP closed") == ""
    one = field([observer(labels=["Recon"])])
    one.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert one.why("G1 CALL 0803 GB2 GP closed") == "6.5.1.1.3a"


@pytest.mark.rules("6.5.1.1.4")
def test_two_mortars_close_together_are_one_source() -> None:
    """Seasoned: Command Range 1 (K18)."""
    crew = {"weapons": ["8cm GrW 34"]}
    mates = [unit(GRENADIERS, hex_, "B", "FIRE", **crew) for hex_ in ("0106", "0107", "0110")]
    made = field([observer(), *mates])
    pairs = (("G2", "G3"), ("G2", "G4"), ("G2", "G3", "G4"), ("GB1", "G2", "G3"), ("GB1", "GB2"))
    assert [distinct(made.state, made.scene, names) for names in pairs] == [1, 2, 2, 2, 2]
    only = field([observer(labels=["Command"]), *mates])
    for name in ("G2", "G3", "G4"):
        only.unit(name).sees = ()
    assert only.why("G1 CALL 0803 G2 G3 GP closed") == ""
    assert only.why("G1 CALL 0803 G2 G4 GP closed") == "6.5.1.1.2a"


@pytest.mark.rules("6.5.1.1.2-soviet", "6.5.1.1.3-soviet", "6.5.1.3.1a", "6.5.1.3.1b")
def test_soviet_command_units_call_attached_sources_alone() -> None:
    def soviet(labels: list[str]) -> Gunnery:
        made = Gunnery(
            [unit("Soviet Section", "0203", "B", "OW", labels=labels, known=False)],
            [unit("PzKpfw IVH", "0803", "E", mark="fire")],
            batteries={"soviet": [battery(), battery("Light battery", "attached", formations=("soviet",))]},
        )
        made.begin("soviet")
        return made

    assert soviet(["Command"]).why("S1 CALL 0803 SB1 GP closed") == "6.5.1.1.2-soviet"
    assert soviet(["Recon"]).why("S1 CALL 0803 SB1 GP closed") == "6.5.1.1.3-soviet"
    for labels in (["FO"], ["Command"], ["Recon"]):
        assert soviet(labels).why("S1 CALL 0803 SB2 GP closed") == ""
    assert soviet(["FO"]).why("S1 CALL 0803 SB1 GP closed") == ""
    made = soviet(["FO"])
    assert attachment(made.state, made.scene, 0, "SB2") == "attached"


# On-map units.


def mortar(hex_: str = "0106", command: str = "FIRE", **more: Any) -> Any:
    return unit(GRENADIERS, hex_, "B", command, weapons=["8cm GrW 34"], **more)


@pytest.mark.rules("6.5.1d", "6.5.1h", "6.5.1f", "6.5.1j", "6.5.1l", "6.5.1.13c", "6.5.1.7d", "6.5.1.6.1")
@pytest.mark.parametrize(
    ("gun", "call", "case"),
    [
        (mortar(), "G2 GP closed", "6.5.1f"),
        (mortar("0112"), "G2 GP closed", ""),
        (mortar("0112", full_cover=True), "G2 GP closed", ""),
        (mortar("0112", "HALT"), "G2 GP closed", "6.5.1h"),
        (mortar("0112", "OW"), "G2 GP closed", "6.5.1h"),
        (mortar("0112", fired=True), "G2 GP closed", "6.5.1l"),
        (mortar("0112"), "G2 Smoke closed", ""),
        (unit(GRENADIERS, "0112", "B", "FIRE", weapons=["5cm GrW 36"]), "G2 GP closed", "6.5.1.13c"),
        (unit(GRENADIERS, "0705", "B", "FIRE", weapons=["5cm GrW 36"]), "G2 Smoke closed", "6.1.4.3.10a"),
        (unit("German Rifle squad", "0112", "B", "FIRE"), "G2 GP closed", "6.5.1d"),
        (unit("7.5cm leIG 18", "0112", "D", "FIRE"), "G2 GP closed", "6.5.1j"),
    ],
)  # fmt: skip
def test_which_units_on_the_map_may_be_called(gun: Any, call: str, case: str) -> None:
    made = field([observer(), gun])
    if case == "6.5.1f":
        made.unit("G2").sees = (0,)
    else:
        made.unit("G2").sees = ()
    assert made.why(f"G1 CALL 0803 {call}") == case


@pytest.mark.rules("6.5.1m", "6.5.1.5a", "6.5.1.13a", "6.1.4.3.10f", "5.1.3.1d", "5.1.3.1f")
def test_a_mortar_fires_at_one_hex_and_is_marked() -> None:
    made = field([observer(), mortar("0112", full_cover=True)])
    made.unit("G2").sees = ()
    made.drive("5 60", ("G1 CALL 0803 G2 GP open",))
    assert [one["unit"] for one in made.told("soviet", "shelled")] == ["S1"]
    mission = made.mission("G2")
    assert (mission.sheaf, mission.distance) == ("one", BOARD.distance(BOARD.by_label["0112"], BOARD.by_label["0803"]))
    assert (made.unit("G2").mark, made.unit("G2").fired, made.detail("G2").small) == ("fire", True, True)


@pytest.mark.rules("6.5.1o")
def test_observing_does_not_mark_and_is_not_told() -> None:
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    fo = made.unit("G1")
    assert (fo.mark, fo.known, fo.fired, made.detail("G1").spent) == ("", False, False, False)
    (foe,) = made.told("soviet", "response")
    assert "unit" not in foe
    assert "needs" not in foe
    (own,) = made.told("german", "response")
    assert (own["unit"], own["needs"], own["roll"]) == ("G1", 4, 5)
    assert all("range" not in one for one in made.told("soviet", "shelled"))


@pytest.mark.rules("6.5.1i", "6.5.1e")
def test_an_observer_does_nothing_else_on_overwatch() -> None:
    made = field([observer("0703"), unit("German Rifle squad", "0704", "B", "OW", known=False)])
    made.state.units[0].fired = True
    assert made.unwatched("german", "G1 OW S1 small arms") == ""
    made.begin("german")
    made.drive("3", ("G1 CALL 0803 GB1 GP closed",))
    assert made.unwatched("german", "G1 OW S1 small arms") != ""
    assert made.unwatched("german", "G2 OW S1 small arms") == ""


# Response.


@pytest.mark.rules("6.5.1.7-response-c", "6.5.1.7-response-d", "6.5.1.12b", "6.5.1.12e", "6.5.1.13-ex1")
def test_each_source_rolls_for_itself() -> None:
    """The Medium battery responds with 5, the Heavy one rolls 1 and fails, though its point is registered."""
    made = field(points={"german": [Registered(hex="0803", batteries=("GB2",))]})
    made.drive("5 1 59 88", ("G1 CALL 0803 GB1 GB2 GP closed",))
    assert [one["outcome"] for one in made.told("german", "response")] == ["responds", "fails"]
    assert [one.source for one in made.support.missions] == ["GB1"]
    assert made.why("G1 CALL 0803 GB2 GP closed") != ""


@pytest.mark.rules("6.5.1.12.1-preregistered", "6.5.1.4a", "6.5.1.4b", "6.5.1.4c")
def test_a_point_helps_the_batteries_it_is_assigned_to() -> None:
    made = field(
        [observer(), mortar("0112")],
        batteries={"german": [battery(registered=1), battery(registered=1), battery()]},
        points={"german": [Registered(hex="0803", batteries=("GB1", "GB2"))]},
    )
    target = BOARD.by_label["0803"]
    found = [call_of(made.state, made.scene, made.index("G1"), name, target).preregistered
             for name in ("GB1", "GB2", "GB3", "G2")]  # fmt: skip
    assert found == [True, True, False, False]
    other = BOARD.by_label["0903"]
    assert not call_of(made.state, made.scene, made.index("G1"), "GB1", other).preregistered


@pytest.mark.rules(
    "6.5.1.12.1-observer-suppressed", "6.5.1.12.1-observer-grade-a", "6.5.1.12.1-command-recon", "6.5.1.7-response-a"
)
def test_the_observer_makes_the_call() -> None:
    made = field([observer(suppressed="on", grade="green", labels=["Command", "Recon"])])
    call = call_of(made.state, made.scene, made.index("G1"), "GB1", BOARD.by_label["0803"])
    assert (call.observer, call.grade, call.suppressed, call.command_recon) == ("CHQ", "green", True, True)


@pytest.mark.rules("6.5.1.12.1-heat-haze-a", "6.5.1.12.1-heat-haze-b")
@pytest.mark.parametrize(("hex_", "card", "hazy"), [
    ("0803", "T-34/76 M43", False), ("1002", "T-34/76 M43", True), ("0403", "Soviet Rifle squad", False),
    ("0503", "Soviet Rifle squad", True),
])  # fmt: skip
def test_heat_haze_by_the_size_of_the_target(hex_: str, card: str, hazy: bool) -> None:
    for haze in (True, False):
        made = field(soviet=[unit(card, hex_, "E", mark="fire")], haze=haze)
        call = call_of(made.state, made.scene, made.index("G1"), "GB1", BOARD.by_label[hex_])
        assert call.haze == (hazy and haze)


# Danger close.


@pytest.mark.rules("6.5.1.10a", "6.5.1.12f", "6.5.1.12h", "6.5.1.10b", "6.5.1.9e")
def test_an_unmodified_one_near_friends_lets_the_enemy_place_the_fire() -> None:
    """K5: only the battery that rolled 1 goes astray; next turn the fire checks of itself."""
    made = field([observer(), unit("German Rifle squad", "0603", "B", mark="fire")])
    made.drive("1 5 50 59 88", ("G1 CALL 0803 GB1 GB2 GP closed", "0603"))
    assert made.mission("GB1").cell == BOARD.by_label["0603"]
    assert made.mission("GB2").cell == BOARD.by_label["0803"]
    assert made.mission("GB1").danger
    assert made.mission("GB2").danger
    assert made.told("soviet", "astray")[0]["hex"] == "0603"
    made.begin("german", turn=2)
    missions.begin(made.state, made.scene, "german", made.doing(""))
    assert made.support.missions == ()
    assert made.why("G1 CALL 0803 GB1 GP closed") == "6.5.1.9c"


@pytest.mark.rules("6.5.1.10a", "6.5.1.12g")
def test_friends_that_are_not_spotted_or_farther_than_five_hexes_are_safe() -> None:
    far = field([observer(), unit("German Rifle squad", "0203", "B", mark="fire")])
    far.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert made_outcome(far) == "fails"
    near = field([observer(), unit("German Rifle squad", "0303", "B", mark="fire")])
    near.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert made_outcome(near) == "astray"
    unseen = field([observer(), unit("German Rifle squad", "0506", "B")])
    unseen.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert made_outcome(unseen) == "fails"


@pytest.mark.rules("6.5.1.10a", "6.5.1.12f")
def test_friends_are_spotted_at_the_moment_of_the_call() -> None:
    """E8: who has fired since the Spotting Phase is seen now; whom nobody can see any more is safe."""
    shown = field([observer(), unit("German Rifle squad", "0506", "B")])
    assert not any(shown.index("G2") in one.sees for one in shown.state.units)
    shown.unit("G2").mark = "fire"
    shown.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert made_outcome(shown) == "astray"
    gone = field([observer(), unit("German Rifle squad", "0506", "B", mark="fire")])
    assert any(gone.index("G2") in one.sees for one in gone.state.units)
    gone.unit("G2").mark = ""
    gone.drive("1", ("G1 CALL 0803 GB1 GP closed",))
    assert made_outcome(gone) == "fails"


def made_outcome(made: Gunnery) -> str:
    return str(made.told("german", "response")[0]["outcome"])


# Going on.


def firing(script: str = "5 59 59", **more: Any) -> Gunnery:
    """The field in its second turn, with the fire of GB1 on 0803."""
    made = field(**more)
    made.drive(script, ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    missions.begin(made.state, made.scene, "german", made.doing(""))
    return made


@pytest.mark.rules("6.5.1.8.1a", "6.5.1.8.1b", "6.5.1.8a", "6.5.1.8b")
def test_fire_goes_on_without_a_die_and_may_change_to_smoke() -> None:
    made = firing(german=[observer(), observer("0205")])
    assert made.why("G2 SUSTAIN GP") == "6.5.1.8a"
    assert made.why("G1 SUSTAIN GP") == ""
    made.drive("6", ("G1 SUSTAIN Smoke",))
    assert made.mission("GB1").fire == "Smoke"
    assert len(made.support.smokes) == 1
    assert made.support.smokes[0].density == "closed"


@pytest.mark.rules("6.5.1.8.1c", "6.5.1.8.1d")
def test_fire_goes_on_only_where_somebody_is_spotted_in_or_next_to_it() -> None:
    made = firing()
    made.unit("G1").sees = (1,)
    assert made.why("G1 SUSTAIN GP") == ""
    made.unit("S2").cell = BOARD.by_label["1203"]
    assert made.why("G1 SUSTAIN GP") == "6.5.1.8.1d"
    assert made.why("G1 CHECK") == ""


@pytest.mark.rules("6.5.1.8.2a", "6.5.1.8.2b", "6.5.1.8.2c", "6.5.1.12.1-adjusted-fire", "6.5.1.8.2d")
def test_adjusting_by_up_to_three_hexes() -> None:
    made = firing()
    assert made.why("G1 CORRECT 0903 GP open") == ""
    assert made.why("G1 CORRECT 0803 GP open") == ""
    assert made.why("G1 CORRECT 0703 GP open") == "6.5.1.8.2c"
    made.unit("S2").cell = BOARD.by_label["1203"]
    assert made.why("G1 CORRECT 1203 GP open") == "6.5.1.8.2a"
    made.unit("S2").cell = BOARD.by_label["1103"]
    # +1 for the battery that fires; its own barrage takes 1 from it (K7), not from the one that is called first now.
    made.drive("4 3 50", ("G1 CORRECT 1103 GB2 GP closed",))
    told = made.told("german", "response")
    assert [(one["source"], one["net"], one["outcome"]) for one in told] == [
        ("GB1", 0, "responds"),
        ("GB2", 0, "fails"),
    ]


@pytest.mark.rules("6.5.1.8.2b", "6.5.1.12e")
def test_a_source_that_fails_when_adjusted_ceases_fire() -> None:
    """K4."""
    made = firing()
    made.drive("2", ("G1 CORRECT 0903 GP closed",))
    assert made.support.missions == ()
    assert made.support.used["GB1"] == 2


@pytest.mark.rules("6.5.1.9a", "6.5.1.9b", "6.5.1.9c", "6.5.1.9g")
def test_checked_fire_is_over_for_the_turn() -> None:
    made = firing()
    assert made.why("G1 CALL 0903 GB2 GP closed") == "6.5.1.9g"
    made.drive("", ("G1 CHECK",))
    assert made.told("soviet", "checked")
    assert made.support.missions == ()
    assert made.why("G1 CALL 0803 GB2 GP closed") == "6.5.1.9c"
    made.begin("german", turn=3)
    assert made.why("G1 CALL 0803 GB1 GP closed") == ""


@pytest.mark.rules("6.5.1.9d")
def test_a_mortar_whose_fire_is_checked_may_fire_directly() -> None:
    made = field([observer(), mortar("0112")])
    made.unit("G2").sees = ()
    made.drive("5 60", ("G1 CALL 0803 G2 GP closed",))
    made.begin("german", turn=2)
    made.drive("", ("G1 CHECK",))
    assert not made.unit("G2").fired


@pytest.mark.rules("6.5.1.9e", "6.5.1.9f")
@pytest.mark.parametrize("loss", ["command", "eliminated", "line"])
def test_fire_without_its_observer_checks_of_itself(loss: str) -> None:
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    if loss == "command":
        made.unit("G1").command = "MOVE"
    elif loss == "eliminated":
        made.unit("G1").status = "eliminated"
    else:
        far = [cell for cell in BOARD.cells if not clear_between(made.state, made.scene, cell, BOARD.by_label["0803"])]
        made.unit("G1").cell = far[0]
    doing = made.doing("")
    missions.begin(made.state, made.scene, "german", doing)
    assert made.support.missions == ()
    assert [event.rule for event in doing.events] == ["6.5.1.9e"]
    assert made.support.used["GB1"] == 2


@pytest.mark.rules("6.5.1.9a")
def test_fire_that_is_not_ordered_to_go_on_is_checked_at_the_end() -> None:
    made = firing()
    assert made.drive("", ("end fire",)) == ["checked"]


# Effects.


@pytest.mark.rules("6.5.1n", "6.5.1.7e")
def test_friends_in_the_sheaf_are_attacked_too() -> None:
    made = field([observer(), unit("German Rifle squad", "0703", "B")])
    made.drive("5 59 59 30", ("G1 CALL 0803 GB1 GP closed",))
    assert {one["unit"] for one in made.told("soviet", "shelled")} == {"S1", "S2", "G2"}


@pytest.mark.rules("6.5.4.2.5e")
def test_a_building_without_units_is_attacked() -> None:
    """1206 is brick; the tank stands beside it."""
    made = field(soviet=[unit("T-34/76 M43", "1207", "E", mark="fire")], german=[observer("0606")])
    made.drive("5 50 20", ("G1 CALL 1207 GB1 GP closed",))
    assert made.told("soviet", "terrain_shot")[0]["hex"] == "1206"


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b", "6.5.4.3-target-vehicle-moving-c")
def test_the_owner_may_show_that_a_shelled_vehicle_moves() -> None:
    tank = unit("T-34/76 M43", "0803", "E", "MOVE", mark="fire", known=False)
    for answer, net in (("show", -40), ("keep", -20)):
        made = field(soviet=[tank])
        made.state.modes = {}
        made.drive("5 50", ("G1 CALL 0803 GB1 GP closed", answer))
        assert made.told("soviet", "shelled")[0]["net"] == net
    preset = field(soviet=[tank])
    preset.drive("5 50", ("G1 CALL 0803 GB1 GP closed",))
    assert preset.told("soviet", "shelled")[0]["net"] == -40
    hidden = field(soviet=[tank])
    hidden.state.conceals = {"soviet": True}
    hidden.drive("5 50", ("G1 CALL 0803 GB1 GP closed",))
    assert hidden.told("soviet", "shelled")[0]["net"] == -20


@pytest.mark.rules("6.5.1g", "6.5.4.3-shooter-suppressed")
def test_the_second_player_fires_after_the_results_of_the_first() -> None:
    """K19: a mortar that is suppressed before it fires takes -20."""
    made = field([observer(), mortar("0112", suppressed="on")])
    made.unit("G2").sees = ()
    made.drive("5 60", ("G1 CALL 0803 G2 GP closed",))
    assert made.told("soviet", "shelled")[0]["net"] == -40
    assert counters.STEPS == ("indirect1", "indirect2")


@pytest.mark.rules("6.5.1.7b", "6.5.1.6.1", "6.5.1.1a")
def test_calls_of_every_type_and_sheaf_from_the_observer_s_range() -> None:
    made = field()
    for words in ("GP closed", "GP open", "B GP linear", "Smoke closed", "Smoke open", "C Smoke linear"):
        assert made.why(f"G1 CALL 0803 GB1 {words}") == ""
    assert made.why("G1 CALL 0803 GB1 GP linear") == "6.5.1.5d"
    assert made.why("G1 CALL 0803 GB1 B GP closed") == "6.5.1.5d"
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    assert made.mission("GB1").distance == BOARD.distance(BOARD.by_label["0203"], BOARD.by_label["0803"])
