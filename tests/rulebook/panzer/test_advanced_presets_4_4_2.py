"""Presets of overwatch in the Advanced Game (4.4.2c): what their words mean, and when they fire."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.games.panzer.rules.advanced.play import presets, watching
from hulldown.games.panzer.rules.advanced.play.aims import Firing
from hulldown.games.panzer.rules.advanced.play.presets import Preset, Prospect
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from support.advanced_fire import Range, unit

T34, PZ4, RIFLE = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad"
SEEN = Prospect("75mm L/48", False, True, "tank", T34, 5, "front", 40)


@pytest.mark.rules("4.4.2c")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", Preset()),
        ("any", Preset()),
        ("join", Preset(join=True)),
        ("hold", Preset(hold=True)),
        ("HOLD For Vehicles join", Preset(for_vehicles=True, join=True)),
        ("hold for tanks", "'for' is no condition of a preset"),
        ("hold vehicles", "'vehicles' is no condition of a preset"),
        ("small arms odds 30", Preset(small_arms=True, odds=30)),
        ("small guns", "'small' is no condition of a preset"),
        ("small", "'small' is no condition of a preset"),
        ("odds 30% range 7", Preset(odds=30, range=7)),
        ("range 7, aspect rear", Preset(range=7, aspect="rear")),
        ("aspect front join", Preset(aspect="front", join=True)),
        ("aspect side", "aspect is front or rear, not 'side'"),
        ("odds", "odds needs a value"),
        ("range", "range needs a value"),
        ("aspect", "aspect needs a value"),
        ("type", "type needs a value"),
        ("weapon", "weapon needs a value"),
        ("altitude", "altitude needs a value"),
        ("speed", "speed needs a value"),
        ("altitude low speed slow", Preset(altitude="low", speed="slow")),
        ("speed fast altitude high", Preset(altitude="high", speed="fast")),
        ("altitude medium", Preset(altitude="medium")),
        ("altitude deep", "altitude is low or medium or high, not 'deep'"),
        ("speed low", "speed is slow or fast, not 'low'"),
        ("type tank", Preset(types=("tank",))),
        ("type assault-gun type half-track", Preset(types=("assault-gun", "half-track"))),
        ("type truck type armoured-car", Preset(types=("truck", "armoured-car"))),
        ("type LEG type towed type aircraft", Preset(types=("leg", "towed", "aircraft"))),
        ("type T-34/76 M43 range 5", Preset(types=(T34,), range=5)),
        ("type German Rifle squad join", Preset(types=(RIFLE,), join=True)),
        ("type nobody", "there is no unit or kind of unit 'nobody'"),
        ("weapon Panzerfaust join", Preset(weapon="panzerfaust", join=True)),
        ("weapon small arms", Preset(weapon="smallarms")),
        ("weapon Soviet HMG odds 5", Preset(weapon="soviethmg", odds=5)),
        ("weapon spear", "there is no weapon 'spear'"),
        ("soon", "'soon' is no condition of a preset"),
    ],
)
def test_the_words_of_a_preset(text: str, meant: Preset | str) -> None:
    found = presets.read(text)
    if isinstance(meant, str):
        assert isinstance(found, str)
        assert found.startswith(meant)
    else:
        assert found == meant


@pytest.mark.rules("4.4.2c")
@pytest.mark.parametrize("text", presets.EXAMPLES)
def test_every_example_is_a_preset(text: str) -> None:
    assert isinstance(presets.read(text), Preset)


@pytest.mark.rules("4.4.2c")
@pytest.mark.parametrize(
    ("preset", "seen", "fires"),
    [
        ({}, {}, True),
        ({"hold": True}, {}, False),
        ({"join": True}, {}, True),
        ({"range": 5}, {}, True),
        ({"range": 4}, {}, False),
        ({"aspect": "front"}, {}, True),
        ({"aspect": "rear"}, {}, False),
        ({"types": ("tank",)}, {}, True),
        ({"types": ("leg", T34)}, {}, True),
        ({"types": ("leg",)}, {}, False),
        ({"weapon": "75mml48"}, {}, True),
        ({"weapon": "75mm"}, {}, True),
        ({"weapon": "88mm"}, {}, False),
        ({"small_arms": True}, {}, False),
        ({"small_arms": True}, {"quiet": True}, True),
        ({"for_vehicles": True}, {}, True),
        ({"for_vehicles": True}, {"vehicle": False}, False),
        ({"odds": 40}, {}, True),
        ({"odds": 41}, {}, False),
        ({"altitude": "low", "speed": "slow"}, {}, True),
    ],
)
def test_when_a_preset_fires(preset: dict[str, Any], seen: dict[str, Any], fires: bool) -> None:
    assert Preset(**preset).wants(SEEN._replace(**seen)) is fires


@pytest.mark.rules("4.4.2c", "6.5.3")
def test_what_a_shot_promises() -> None:
    """The chance in 100 to damage or eliminate, rounded down: AP by hits and locations, GP by its outcomes."""
    field = Range([unit(T34, "0808", "D"), unit("Soviet Rifle squad", "0810", "D")], [unit(PZ4, "0811", "A", "OW")])

    def promise(target: str, kind: str) -> tuple[int, str]:
        number = field.index(target)
        way = next(one for one in ways_at(field.state, field.scene, 2, number, True) if one.kind == kind)
        return watching.prospect(field.state, field.scene, Firing(2, number, way, True))

    way = next(one for one in ways_at(field.state, field.scene, 2, 0, True) if one.kind == "AP")
    aim = watching.ap_aim(field.state, field.scene, Firing(2, 0, way, True))
    shot = watching.ap.resolve(aim)
    harm = sum(shot.per_hit[effect] for effect in ("track", "damaged", "ko", "bu"))
    assert shot.hits[2] == shot.hits[3] == 0, "a rate of fire of N"
    assert promise("S1", "AP") == (int(shot.hits[1] * harm * 100), "front")
    gp_way = next(one for one in ways_at(field.state, field.scene, 2, 1, True) if one.kind == "GP")
    attack = watching.gp.resolve(watching.gp_aim(field.state, field.scene, Firing(2, 1, gp_way, True)))
    assert promise("S2", "GP") == (int(attack.outcomes["effective"] * 100), "")
    field.unit("S1").facing = 0
    assert promise("S1", "AP")[1] == "rear"


@pytest.mark.rules("4.4.2c", "6.5.3")
def test_presets_choose_the_best_shot_and_who_joins() -> None:
    def fired(*presets_: str, **more: Any) -> list[tuple[str, str]]:
        places = ("0811", "0911", "0711")
        german = [unit(PZ4, hex_, "A", "OW", preset=text) for hex_, text in zip(places, presets_, strict=False)]
        field = Range([unit(T34, "0808", "D", "FIRE", fired=True)], german, **more)
        for one in field.state.units[1:]:
            one.known = False
        order = watching.by_preset(field.state, field.scene, "german", "watch")
        return [] if order is None else [(task.unit, task.choice) for task in order.tasks]

    assert [one for one, _ in fired("any")] == ["G1"]
    assert fired("any")[0][1] == "7.5cm L/48 AP"
    assert [one for one, _ in fired("any", "any", "any")] == ["G1"], "one fires, the first of equals"
    assert [one for one, _ in fired("any", "join", "join")] == ["G1", "G2", "G3"]
    assert [one for one, _ in fired("hold", "join", "any")][0:1] == ["G2"]
    assert fired("hold", "range 1", "odds 100") == []
    assert fired("type leg") == []
    assert [one for one, _ in fired("type tank")] == ["G1"]
