"""What the flags of `hulldown odds tank --book expanded` mean: the ground, the weight of shells and bombs, movement."""

from __future__ import annotations

import pytest

from hulldown.games.tank.faces import tools


def odds(**flags: object) -> dict[str, object]:
    return dict(tools.odds({"book": "expanded", **flags}))


@pytest.mark.rules("24.5a", "24.5b", "26.11a")
@pytest.mark.parametrize(("terrain", "margin"), [("clear", 9), ("rough", 7), ("woods", 7), ("wreck", 8), ("ip", -2)])
def test_the_ground_under_a_squad_counts_and_preservation_halves_nothing(terrain: str, margin: int) -> None:
    flags = {"attacker": "T34/85", "target": "infantry", "range": 5, "terrain": terrain}
    assert odds(**flags)["differential"] == margin
    assert odds(**flags, preservation=True)["differential"] == margin


@pytest.mark.rules("28.32a", "28.61a")
@pytest.mark.parametrize("name", ["barrage", "air"])
@pytest.mark.parametrize(("weight", "points"), [("L", 8), ("M", 12), ("H", 18)])
def test_shells_and_bombs_of_every_weight(name: str, weight: str, points: int) -> None:
    assert odds(**{name: weight}, target="T34/85")["points"] == points


@pytest.mark.rules("24.31-note-2")
def test_a_missile_is_said_to_be_guided_only_where_its_target_moves() -> None:
    def labels(moved: int) -> list[str]:
        shot = odds(attacker="Snapper", target="M60A1", range=25, panic=3, moved=moved)
        return [str(factor["label"]) for factor in shot["factors"]]  # type: ignore[attr-defined]

    assert [label for label in labels(7) if "guided" in label] == ["guided to the target, however it moves"]
    assert [label for label in labels(0) if "guided" in label] == []


@pytest.mark.rules("27.72a", "27.73", "8.1b")
def test_a_weapon_without_he_fires_ap_at_a_truck_unless_it_is_told_otherwise():
    shot = odds(attacker="Br A-13", target="truck", range=5)
    assert shot == odds(attacker="Br A-13", target="truck", range=5, **{"with": "AP"})
    assert shot != odds(attacker="Br A-13", target="truck", range=5, **{"with": "HE"})
    assert odds(attacker="T34/85", target="truck", range=5) == odds(
        attacker="T34/85", target="truck", range=5, **{"with": "HE"}
    )
