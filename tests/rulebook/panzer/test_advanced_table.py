"""What the table shows of the Advanced Game: shots as bars and tables, marks and counters, words for presets."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.games.panzer.faces import advanced_view_odds
from hulldown.games.panzer.faces.advanced_face import face
from hulldown.games.panzer.faces.view import PanzerView, view
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, HULL_DOWN, NOBODY, RUBBLE, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import presets
from hulldown.games.panzer.rules.state import CARRIED, Frame
from support.advanced_fire import BOARD, GROUND, Range, unit

T34, PZ4, T60, PAK = "T-34/76 M43", "PzKpfw IVH", "T-60 M42", "7.5cm PaK 40 ATG"
RIFLE, SMG, HALF = "German Rifle squad", "Soviet SMG squad", "German Rifle half-squad"


def odds(play: Range, attacker: str, target: str, weapon: str = "", **more: Any) -> dict[str, Any]:
    play.state.stack = [Frame("fire1", side="soviet")]
    seen = view(play.state, play.scene, "soviet", {})
    asked = {"attacker": attacker, "target": target, "weapon": weapon, **more}
    return advanced_view_odds.odds_in_view(seen, play.state, play.scene, asked)


def seen(play: Range, side: str) -> PanzerView:
    play.state.stack = [Frame("fire1", side="soviet")]
    return view(play.state, play.scene, side, {})


def marks(play: Range, side: str, name: str) -> tuple[str, ...]:
    return next(piece.marks for piece in seen(play, side).pieces if piece.id == name)


@pytest.mark.rules("6.5.2.1b", "6.5.2.1e")
def test_hit_roll_is_a_bar_of_none_to_three_hits():
    play = Range([unit(T60, "0810", "D", "FIRE")], [unit(PZ4, "0811", "A", "FIRE")])
    found = odds(play, "S1", "G1", "AP")
    (bar,) = found["bars"]
    assert [(part["name"], part["on"]) for part in bar["parts"]] == [
        ("3 hits", "1–9"), ("2 hits", "10–27"), ("1 hit", "28–90"), ("miss", "91–100"),
    ]  # fmt: skip
    for part in bar["parts"]:
        number = "0" if part["name"] == "miss" else part["name"][0]
        assert Fraction(part["share"]) == Fraction(found["hits"][number])


@pytest.mark.rules("6.5.2.2d", "6.5.2.2.3a", "6.5.2.5a")
def test_location_table_tells_what_each_place_would_do():
    play = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "B", "FIRE")])
    (table,) = odds(play, "S1", "G1", "AP")["tables"]
    assert [row["cells"] for row in table["rows"]] == [
        ["1–2", "Turret Front", "21", "bounces off"], ["3–4", "Turret Side", "9", "through"],
        ["5", "Hull Front", "19", "through"], ["6", "Hull Front*", "19", "through"],
        ["7", "Hull Side", "8", "through"], ["8–9", "Hull Side*", "8", "through"],
        ["10", "Track", "–", "Track hit"],
    ]  # fmt: skip
    assert not any(row["faint"] for row in table["rows"])
    assert table["source"] == "reconstructed"
    assert table["columns"][3] == "Penetration 19"
    assert table["note"] == "Through, by the units: 1 no damage, 2–4 damaged, 5–8 knocked out, 9–10 brewed up"


@pytest.mark.rules("6.5.2.2.3a")
def test_masked_places_are_faint_and_every_share_is_there():
    play = Range([unit(T34, "0808", "D", "FIRE")],
                 [unit(PZ4, "0811", "A", "FIRE", hull_down=HULL_DOWN, hull_facing=0)])  # fmt: skip
    found = odds(play, "S1", "G1", "AP")
    (table,) = found["tables"]
    masked = [row["cells"] for row in table["rows"] if row["faint"]]
    assert {cells[1].rstrip("*") for cells in masked} == {"Hull Front", "Track"}
    assert {cells[3] for cells in masked} == {"masked: no hit"}
    spans = [row["cells"][0].split("–") for row in table["rows"] if row["faint"]]
    assert sum(int(span[-1]) - int(span[0]) + 1 for span in spans) == 10 * Fraction(found["per_hit"]["masked"])


@pytest.mark.rules("6.5.2.2a", "6.5.2.2c")
@pytest.mark.parametrize(
    ("facing", "name", "left", "right"),
    [
        ("A", "front", 30, 30),
        ("B", "front-side", 90, -30),
        ("F", "front-side", -30, 90),
        ("C", "rear-side", 150, -90),
        ("E", "rear-side", -90, 150),
        ("D", "rear", -150, 210),
    ],
)
def test_hit_angle_is_a_sector_on_the_side_of_the_firer(facing, name, left, right):
    play = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", facing, "FIRE")])
    sector = odds(play, "S1", "G1", "AP")["sector"]
    assert sector == {"name": name, "facing": "ABCDEF".index(facing), "left": left, "right": right}
    # North, where the firer is, lies between the borders, clockwise from the left one to the right one.
    width = left + right
    assert 0 < (left - 60 * sector["facing"]) % 360 < width


@pytest.mark.rules("6.5.4.4a", "6.5.4.4.2-rule-of-5s-10s")
def test_gp_roll_is_a_bar_with_two_thresholds_and_the_last_digit():
    play = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "B", "FIRE"), unit(RIFLE, "0811", "A")])
    found = odds(play, "S1", "G1", "GP")
    (bar,) = found["bars"]
    net, n_effect, s_effect = found["net"], found["n_effect"], found["s_effect"]
    assert [(part["name"], part["on"]) for part in bar["parts"]] == [
        ("no effect", f"1–{n_effect - net}"),
        ("suppressed", f"{n_effect - net + 1}–{s_effect - net}"),
        ("Effective", f"{s_effect - net + 1}–100"),
    ]
    assert "0 Track hit, 5 damaged, else knocked out or brewed up (brewed up on a die of 1–3)" in bar["note"]
    assert found["figures"] == {"GP Factor": 5, "Defence": 3, "Net Modifier": "−20"}
    men = odds(play, "S1", "G2", "GP")["bars"][0]
    assert ([part["name"] for part in men["parts"]], "note" in men) == (
        ["no effect", "suppressed", "Effective: reduced to a half-squad"],
        False,
    )


@pytest.mark.rules("6.5.4.4.2-sup-small-a")
def test_gp_bar_of_small_arms_too_far_for_armour_has_no_effect_anywhere():
    play = Range([unit(SMG, "0808", "D", "FIRE")], [unit(PZ4, "0811", "B", "FIRE")])
    found = odds(play, "S1", "G1")
    assert {part["name"] for part in found["bars"][0]["parts"]} == {"no effect", "Effective: no effect"}
    assert found["hit"] == "0"


@pytest.mark.rules("6.5.2.1g", "6.5.2.1d")
def test_further_hits_are_offered_for_vehicles_near_the_target():
    play = Range([unit(T60, "0810", "D", "FIRE"), unit(T34, "0808", "D", "FIRE")],
                 [unit(PZ4, "0811", "A", "FIRE"), unit(PZ4, "0811", "A"), unit(RIFLE, "0811", "A")])  # fmt: skip
    extras = odds(play, "S1", "G1", "AP")["extras"]
    assert extras == [{"choice": "20mm L/82 AP spread G2", "name": "Further hits on G2"}]
    assert play.refused("soviet", f"S1 FIRE G1 with {extras[0]['choice']}") == ""
    assert "extras" not in odds(play, "S2", "G1", "AP")


@pytest.mark.rules("5.16.2d")
def test_ammo_limit_is_told_as_a_chance():
    play = Range([unit("SU-152 M43", "0808", "D", "FIRE")], [unit(RIFLE, "0811", "A")])
    found = odds(play, "S1", "G1", "GP")
    assert (found["limits"], found["notes"]) == ([5], ["ammo limit 5: 50 % to have the round (5.16.2d)"])


@pytest.mark.rules("5.16.2.4b", "5.1.3b", "6.6.7.1f")
def test_counters_show_size_weapons_room_and_supply():
    play = Range(
        [unit(T34, "0808", "D"), unit(SMG, on="S1")],
        [unit(HALF, "1011", "A"), unit("German Section", "1010", "A", weapons=("German HMG",)), unit(PAK, "1009", "A"),
         unit("SdKfz 10", "1008", "A")],
    )  # fmt: skip
    assert "half-squad" in marks(play, "soviet", "G1")
    assert "arm German HMG" in marks(play, "soviet", "G2")
    assert {"supplied", "short", "room"}.isdisjoint(marks(play, "soviet", "G3"))
    assert "supplied" in marks(play, "german", "G2")
    assert "supplied" in marks(play, "german", "G3")
    assert "room" in marks(play, "german", "G4")
    play.unit("G3").cell = BOARD.by_label["1206"]
    assert "short" in marks(play, "german", "G3")
    assert "load 1" in marks(play, "soviet", "S1")
    told = seen(play, "soviet").notes
    assert (told["S1"], told["S2"]) == ("carries S2 SMG", "aboard S1")
    assert "G4" not in seen(play, "german").notes
    play.unit("G1").status, play.detail("G1").carrier = CARRIED, play.index("G4")
    assert seen(play, "german").notes["G4"] == "carries G1 Rifle ½; room left 1-1"
    assert "G4" not in seen(play, "soviet").notes
    assert seen(play, "german").arms["G2"] == ("small arms", "German HMG")
    assert set(seen(play, "german").arms) == {"G1", "G2", "G3", "G4"}


@pytest.mark.rules("6.6.8c")
def test_unfinished_entrenchment_is_no_entrenchment_yet():
    works = [Work(ENTRENCHMENT, BOARD.by_label["1011"], 1, progress=2), Work(WIRE, BOARD.by_label["1010"], NOBODY)]
    play = Range([unit(T34, "0808", "D")], [unit(RIFLE, "1011", "A")], works=works)
    assert "digging 2" in marks(play, "german", "G1")
    assert "entrenched" not in marks(play, "german", "G1")
    assert {marker.kind for marker in seen(play, "german").markers} == {"entrenchment 2", "wire"}
    works[0].progress = 0
    assert "entrenched" in marks(play, "german", "G1")


@pytest.mark.rules("4.1.4.1.3f", "6.1.4.3.9b")
def test_tall_buildings_are_signed_until_they_are_rubble(monkeypatch):
    houses = [cell for cell in BOARD.cells if GROUND.rows[cell].storeys]
    tall = houses[0]
    monkeypatch.setattr(GROUND, "storeys", {tall: 3, houses[1]: 1})
    play = Range([unit(T34, "0808", "D")], [unit(RIFLE, "1011", "A")])
    assert [(marker.kind, marker.cell) for marker in seen(play, "german").markers] == [("3 storeys", tall)]
    play.state.works = [Work(RUBBLE, tall, NOBODY)]
    assert [marker.kind for marker in seen(play, "german").markers] == ["rubble"]


def test_everything_shown_has_a_name_and_a_look():
    told = face()
    known = {mark.mark for mark in told.marks}
    assert {"half-squad", "room", "supplied", "short", "digging 1", "digging 2", "digging 3", "load 1"} <= known
    styles = {marker.kind: marker.style for marker in told.markers}
    kinds = ("block", "ditch", "fire", "rubble", "wire", "entrenchment", "improved position")
    looks = ["block", "ditch", "flames", "rubble", "wire", "trench", "position"]
    assert [styles[kind] for kind in kinds] == looks


@pytest.mark.rules("4.4.2c")
def test_words_of_the_preset_form_are_understood():
    (preset,) = [task.preset for task in face().tasks if task.kind == "OW"]
    for field in preset.fields:
        values = {"number": ["30"], "flag": [""], "choice": [one.key for one in field.choices if one.key]}[field.kind]
        for value in (*values, *(["small arms", "76.2mm L/43", "PTRD-41 ATR"] if field.among == "arms" else [])):
            assert isinstance(presets.read(f"{field.key} {value}".strip()), presets.Preset), (field.key, value)
    assert presets.read("weapon German HMG hold for vehicles odds 30") == presets.Preset(
        odds=30, weapon="germanhmg", for_vehicles=True
    )
