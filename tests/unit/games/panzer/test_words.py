"""Events and assets of the Advanced Game in words."""

from __future__ import annotations

import pytest

from hulldown.core.events import Event, Scalar
from hulldown.core.face import verbs_of
from hulldown.games import load_game
from hulldown.games.panzer.faces.texts import describe

ROUND: dict[str, Scalar] = {
    "unit": "S8", "target": "G4", "attackers": "S8 S5", "round": 2, "net": 20, "net_defender": -10, "roll": 6,
    "roll_defender": 4, "result": 26, "result_defender": -6, "winner": "attacker", "hit": True, "effect": "attacker",
}  # fmt: skip
ATTACK: dict[str, Scalar] = {
    "unit": "S5", "target": "G10", "attackers": "S5 S7", "factor": 8, "defence": 3, "net": 50, "roll": 57,
    "result": 107, "effect": "bu", "weapon": "Il-2m3 strafing", "range": 1, "band": "P", "source": "SB1",
}  # fmt: skip


def told(kind: str, **data: Scalar) -> str:
    return describe(Event(kind, "6.6.1", 1, "close combat", (), data))


@pytest.mark.rules("6.6.1.2.3-attacker-wins-a", "6.6.1.1.1d")
def test_several_attackers_are_told_as_such() -> None:
    assert "26 for S8 and S5 (rolls 6, net +20) against -6 for G4 (rolls 4, net -10)" in told("hand_to_hand", **ROUND)
    assert told("close_assault", **ATTACK).startswith("Close Assault of S5 and S7 on G10: ")
    assert told("shared", units="G4 G5", command="FIRE").startswith("G4 and G5 share ")


@pytest.mark.parametrize("kind", ["close_assault", "overrun", "shelled", "air_strike", "aa_shot", "gp_shot"])
def test_a_net_modifier_is_told_with_its_sign(kind: str) -> None:
    assert "net +50," in told(kind, **ATTACK)
    assert "net -5," in told(kind, **{**ATTACK, "net": -5})


@pytest.mark.rules("6.7.4.2.1-eliminated-a")
@pytest.mark.parametrize(
    ("hexes", "hex_", "words"),
    [
        (0, "1BB0", "SA1 crashes in 1BB0."),
        (1, "1X6", "SA1 flies on for 1 hex and crashes in 1X6."),
        (4, "1AA8", "SA1 flies on for 4 hexes and crashes in 1AA8."),
        (3, "", "SA1 flies on for 3 hexes and crashes off the map."),
    ],
)
def test_how_far_a_falling_aircraft_flies(hexes: int, hex_: str, words: str) -> None:
    assert told("air_crashed", unit="SA1", roll=4, hexes=hexes, hex=hex_, facing="C") == words


@pytest.mark.rules("6.7.2.2a")
def test_speed_and_altitude_have_one_name() -> None:
    data: dict[str, Scalar] = {"unit": "SA1", "type": "Il-2m3", "hex": "1L0", "facing": "C"}
    assert told("air_entered", speed="slow", altitude="low", **data).endswith(": Slow and Low.")


@pytest.mark.rules("6.5.1.5e")
def test_a_sheaf_has_one_name() -> None:
    data: dict[str, Scalar] = {"source": "SB2", "hex": "1715", "fire": "Smoke", "sheaf": "open", "outcome": "responds"}
    assert told("impact", **data) == "Smoke of SB2 comes down in 1715, Open SHEAF."
    assert told("response", **data) == "SB2 is called on 1715, Smoke, Open SHEAF: it responds."


def test_whoever_is_lost_is_counted_among_the_losses() -> None:
    """In the summary of a playback, in the log's filter and in the figures of a replay."""
    verbs = verbs_of(load_game("panzer").face("panzer/16"))
    lost = {"knocked_out", "brewed_up", "eliminated", "bailed_out", "burned", "air_lost"}
    assert {kind for kind, verb in verbs.items() if verb == "kill"} == lost
