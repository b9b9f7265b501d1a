"""What a view tells a table: areas, notes, ways to combine fire, and the odds of tasks that are no plain fire."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.faces import tools
from hulldown.games.kampfpanzer.game import GAME
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


@pytest.mark.rules("8.2", "8.3")
def test_zones_are_those_of_the_rules(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0810"), "2": ("R35", "1210", "D1"), "3": ("Truck", "0404")}, {"101": ("PzII", "2402")}
    )
    zones = {area.unit: area for area in GAME.view(state, "first").areas if area.kind == "zone"}
    assert set(zones) == {"1", "101"}
    assert (zones["1"].side, len(zones["1"].cells)) == ("first", 6)
    assert field.board.cell("0809") in zones["1"].cells


@pytest.mark.rules("9.33a", "9.33b", "9.23a")
def test_open_plots_lay_patterns_and_lines_on_the_map(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("PzIIID", "0810"), "2": ("PzIIID", "0910"), "3": ("75mm", "0414", "A"), "4": ("PzII", "0210")},
        {"101": ("R35", "0808"), **FAR},
    )
    asked = field.stop_at(state, "1 N 0808\n2 N 0808\n3 L 0408\n4 P 0206", "")
    assert GAME.pending(asked)["first"].kind == "combine"
    found = {area.kind: area for area in GAME.view(asked, None).areas if area.kind != "zone"}
    assert len(found["loose"].cells) == 7
    assert [field.board.labels[cell] for cell in found["line"].cells] == ["0209", "0208", "0207", "0206"]
    secret = {area.kind for area in GAME.view(state, "second").areas}
    assert secret == {"zone"}


@pytest.mark.rules("9.11a")
def test_ways_to_combine_have_their_chances_and_the_best_is_named(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("PzIIID", "0810"), "2": ("PzIIID", "0910")}, {"101": ("R35", "0808"), **FAR})
    (volley,) = GAME.view(field.stop_at(state, "1 N 0808\n2 N 0808", ""), "first").volleys
    assert [way.groups for way in volley.ways] == ["11", "12"]
    together, apart = volley.ways
    assert (together.salvos[0].superiority, together.destroys) == (6, "1/3")
    assert [salvo.superiority for salvo in apart.salvos] == [1, 1]
    assert apart.destroys == "1/9"
    assert volley.best == 0


def test_notes_tell_who_carries_whom(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("Truck", "0810"), "2": ("Fr infantry", "0810", "on 1")}, FAR)
    assert GAME.view(state, "second").notes == {"1": "carries Fr infantry 2", "2": "on board Truck 1"}


@pytest.mark.rules("9.69", "9.39-1", "9.39-2", "9.39-3", "9.39-4", "9.39-5", "9.39-6", "9.33b")
def test_odds_of_overruns_and_shells_are_their_own(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0810"), "2": ("S35", "0910"), "3": ("75mm", "0814", "A")},
        {"101": ("Ge infantry", "0807"), "102": ("PzII", "1206")},
    )
    view = GAME.view(state, "first")

    def asked(kind: str, attacker: str, target: str = "101") -> dict[str, object]:
        return tools.odds_in_view(view, {"attacker": attacker, "target": target, "kind": kind})

    assert [asked("V", crew)["superiority"] for crew in ("1", "1,2")] == [2, 4]
    assert str(asked("V", "1", "102")["void"]).startswith("9.6a")
    assert asked("T", "3")["outcomes"] == {"none": "1/6", "D1": "1/3", "D2": "1/3", "D3": "1/6"}
    assert str(asked("L", "3", "102")["void"]).startswith("9.33b")
    # Without a kind it is direct fire.
    assert asked("", "1")["superiority"] == 5 - 6
