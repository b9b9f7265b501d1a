"""Overwatch of the Advanced Game: AP and GP fire, groups, passengers, who is asked, presets (6.5.3)."""

from __future__ import annotations

import pytest

from hulldown.core.orders import Order
from hulldown.games.panzer.rules import presets as basic_presets
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import presets, watching
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, gp_aim
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.state import Frame, Mover
from support.advanced_fire import BOARD, Range, unit

RIFLE, T34, PZ4, PAK = "German Rifle squad", "T-34/76 M43", "PzKpfw IVH", "7.5cm PaK 40 ATG"


def watch(*german, soviet=None, **more) -> Range:
    """Soviet units that have fired, and Germans whose Overwatch nobody has seen."""
    field = Range(soviet or [unit(T34, "0806", "D", "FIRE", fired=True)], list(german), **more)
    for name in [found.id for found in field.state.units if found.side == "german"]:
        field.unit(name).known = False
    field.state.stack = [Frame("watch", side="german")]
    return field


@pytest.mark.rules("6.5.3", "6.5.4.3-overwatch", "4.4.2b")
def test_6_5_3_gp_overwatch():
    squad = watch(unit(RIFLE, "0808", "D", "OW"))
    squad.watch("G1 OW S1", "1")
    assert (squad.event("gp_shot")["overwatch"], squad.event("gp_shot")["net"]) == (True, -25)
    assert squad.unit("G1").known
    assert squad.unit("G1").fired
    # G8: a leg unit fires all round, so it never adjusts.
    assert squad.rules_of("announced") == ["4.4.1j"]


@pytest.mark.rules("6.5.4.3-overwatch-adjust", "4.4.3.2.2-overwatch-adjust-a", "5.2d")
def test_6_5_3_adjusting():
    field = watch(unit(PZ4, "0809", "D", "OW"), unit(PZ4, "0809", "A", "OW"), unit(PAK, "0809", "D", "OW"))
    way = ways_at(field.state, field.scene, 1, 0, True)
    assert ap_aim(field.state, field.scene, Firing(1, 0, way[0], True)).watch == "adjust"
    assert gp_aim(field.state, field.scene, Firing(1, 0, way[-1], True)).watch == "adjust"
    assert ap_aim(field.state, field.scene, Firing(2, 0, way[0], True)).watch == "overwatch"
    assert ap_aim(field.state, field.scene, Firing(2, 0, way[0])).watch == "none"
    assert field.unwatched("german", "G3 OW S1") == "4.4.2e"


@pytest.mark.rules("4.4.2e", "4.4.1j", "4.4.2c")
def test_6_5_3_what_is_refused():
    field = watch(
        unit(RIFLE, "0808", "D", "OW"),
        unit(PZ4, "0809", "A", "OW"),
        soviet=[unit(T34, "0806", "D", "FIRE", fired=True), unit(T34, "0806", "D", "FIRE", fired=True)],
    )
    assert field.unwatched("german", "G1 OW S1; G2 OW S2") == "4.4.1j"
    assert field.unwatched("german", "G1 OW S1; G2 OW S1") == ""
    assert field.unwatched("german", "G1 OW S1; G1 OW S1") == "4.4.1g"
    field.unit("G1").known = True
    assert field.unwatched("german", "G1 OW S1") == "4.4.2e"
    decision = field.decision("overwatch", "german")
    assert watching.check(field.state, field.scene, decision, Order("overwatch", choice="pass")) == []
    assert watching.check(field.state, field.scene, decision, Order("overwatch", choice="wait"))[0].rule == "4.4.2c"
    both = Order("overwatch", field.order("G2 OW S1").tasks, "pass")
    assert watching.check(field.state, field.scene, decision, both)[0].rule == "4.4.2c"


@pytest.mark.rules("5.1.1e", "5.14c", "6.5.3")
def test_6_5_3_a_squad_fires_all_its_weapons_at_one_target():
    field = watch(unit(RIFLE, "0807", "D", "OW", weapons=("Panzerfaust",)))
    field.watch("G1 OW S1 with small arms; G1 OW S1 with Panzerfaust", "1 99")
    assert [event.kind for event in field.events if event.kind.endswith("_shot")] == ["gp_shot", "ap_shot"]


@pytest.mark.rules("6.5.3", "4.4.2b")
def test_6_5_3_a_shared_overwatch_is_spent_together():
    field = watch(unit(RIFLE, "0808", "D", "OW", group=3), unit(RIFLE, "0808", "D", "OW", group=3))
    field.watch("G1 OW S1", "1")
    assert field.unit("G2").known
    assert not field.unit("G2").fired
    field.state.engaged = ()
    assert watching.watchers(field.state, field.scene, "german", [0]) == {}


@pytest.mark.rules("6.6.7.2b", "6.5.4.2.3a")
def test_6_5_3_passengers_watch_and_are_answered_at_their_carrier():
    field = watch(unit("SPW 251/1", "0808", "A", "OW"), unit(RIFLE, on="G1"))
    assert watching.watchers(field.state, field.scene, "german", [0]) == {1: [0], 2: [0]}
    field.watch("G2 OW S1", "1")
    assert (field.event("gp_shot")["net"], field.unit("G1").known) == (-35, True)
    assert field.state.chain == (1,)
    assert watching.open_targets(field.state, "soviet", "watch") == [1]
    assert watching.watchers(field.state, field.scene, "german", [0]) == {}


@pytest.mark.rules("4.5c", "4.4.2f")
def test_6_5_3_in_movement_the_mover_and_whoever_fires_are_answered():
    field = watch(unit(RIFLE, "0808", "D", "OW"), unit(PZ4, "0812", "A", "MOVE"))
    field.state.mover = Mover(0, account_of((4, 6, 8)), [], BOARD.by_label["0806"], 3, BOARD.by_label["0806"])
    assert watching.open_targets(field.state, "german", "react") == [0]
    field.state.chain = (1,)
    assert watching.open_targets(field.state, "soviet", "react") == [1]
    field.state.engaged = (0,)
    assert watching.open_targets(field.state, "german", "react") == []


@pytest.mark.rules("4.4.2c")
def test_who_is_asked_goes_by_what_both_sides_see():
    field = watch(unit(RIFLE, "0808", "D", "NC"))
    assert watching.could_fire(field.state, field.scene, "german", [0])
    field.unit("G1").known = True
    assert not watching.could_fire(field.state, field.scene, "german", [0])
    far = watch(unit(RIFLE, "2401", "D", "OW"))
    assert not watching.could_fire(far.state, far.scene, "german", [0])
    # Q11: what rides in a carrier is a secret, so a load might always be able to fire.
    truck = watch(unit("SdKfz 10", "0808", "A", "OW"), unit(PAK, on="G1"))
    assert watching.could_fire(truck.state, truck.scene, "german", [0])
    truck.detail("G2").shown = True
    assert not watching.could_fire(truck.state, truck.scene, "german", [0])


@pytest.mark.rules("6.5.3", "5.1c")
def test_a_suppressed_squad_watches_its_front_only():
    field = watch(unit(RIFLE, "0808", "D", "OW", suppressed=ON))
    assert watching.watchers(field.state, field.scene, "german", [0]) == {}
    field.unit("G1").facing = 0
    assert watching.watchers(field.state, field.scene, "german", [0]) == {1: [0]}


@pytest.mark.rules("4.4.2b")
def test_legal_offers_weapons_on_overwatch():
    field = watch(unit(RIFLE, "0807", "D", "OW", weapons=("Panzerfaust",)))
    legal = watching.legal(field.state, field.scene, field.decision("overwatch", "german"))
    assert [option.choices for option in legal.units[0].options] == [("small arms GP",), ("Panzerfaust HEAT",)]
    assert (legal.choices, legal.idle.choice) == (("pass",), "pass")


# Presets.


@pytest.mark.rules("4.2g")
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("weapon", "weapon needs a value"),
        ("weapon bazooka", "there is no weapon 'bazooka'"),
        ("small", "'small' is no condition"),
        ("odds 0", "odds is a whole number"),
        ("aspect side", "aspect is front or rear"),
        ("type elephant", "there is no unit"),
        ("odds", "odds needs a value"),
    ],
)
def test_presets_refused(text, fault):
    assert str(presets.read(text)).startswith(fault)


@pytest.mark.rules("4.2g")
def test_presets_read():
    read = presets.read
    assert read("weapon Panzerfaust odds 30%, join") == presets.Preset(odds=30, weapon="panzerfaust", join=True)
    assert read("hold for vehicles range 4") == presets.Preset(range=4, for_vehicles=True)
    assert read("hold") == presets.Preset(hold=True)
    assert read("small arms type leg type T-34/76 M43") == presets.Preset(small_arms=True, types=("leg", T34))
    assert read("aspect rear any") == presets.Preset(aspect="rear")
    assert all(isinstance(read(example), presets.Preset) for example in presets.EXAMPLES)
    # The Basic Game knows none of the new words.
    assert isinstance(basic_presets.read("weapon Panzerfaust"), str)
    assert isinstance(basic_presets.read("small arms"), str)


@pytest.mark.rules("4.4.2c", "4.2g")
@pytest.mark.parametrize(
    ("preset", "fired"),
    [
        ("", ["Panzerfaust HEAT"]),
        ("small arms", ["small arms GP"]),
        ("weapon Panzerfaust", ["Panzerfaust HEAT"]),
        ("hold", []),
        ("hold for vehicles", ["Panzerfaust HEAT"]),
        ("odds 100", []),
        ("aspect rear", []),
        ("type leg", []),
        ("type tank range 1", ["Panzerfaust HEAT"]),
    ],
)
def test_presets_fire(preset, fired):
    field = watch(unit(RIFLE, "0807", "D", "OW", weapons=("Panzerfaust",), preset=preset))
    order = watching.by_preset(field.state, field.scene, "german", "watch")
    assert ([] if order is None else [task.choice for task in order.tasks]) == fired
    if order is not None:
        field.resolve(order, "99" if fired == ["Panzerfaust HEAT"] else "1")
        assert field.unit("G1").fired


@pytest.mark.rules("4.4.2c")
def test_presets_join_at_the_most_promising_target():
    field = watch(
        unit(PZ4, "0809", "A", "OW", preset="join"), unit(RIFLE, "0808", "A", "OW", preset="join"),
        unit(RIFLE, "0808", "A", "OW"), unit(RIFLE, "0808", "A", "OW", preset="hold for vehicles"),
        soviet=[unit("Soviet Rifle squad", "0806", "D", "FIRE", fired=True)],
    )  # fmt: skip
    order = watching.by_preset(field.state, field.scene, "german", "watch")
    assert order is not None
    assert [task.unit for task in order.tasks] == ["G1", "G2"]
    assert all(task.targets == ("S1",) for task in order.tasks)
