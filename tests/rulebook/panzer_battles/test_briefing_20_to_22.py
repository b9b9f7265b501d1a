"""The briefings of the scenarios (20.0 to 22.0): what scores, where each side begins and leaves, what is special."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME


@pytest.mark.rules("19.1a", "19.2", "20.0-reinf-1", "21.0-us-deploy", "22.0-sov-deploy-a", "20.0-brit-deploy")
@pytest.mark.parametrize(
    ("scenario", "zones"),
    [
        (
            "gazala",
            [
                ("Entry of the Germans", "entry", "first", 1),
                ("Set-up of the British 1", "setup", "second", 0),
                ("Entry of the British 2", "reinforcement", "second", 4),
            ],
        ),
        (
            "arracourt",
            [
                ("Ley", "objective", "", 0),
                ("Ommeray", "objective", "", 0),
                ("Moncourt", "objective", "", 0),
                ("Entry of the Americans", "entry", "first", 1),
                ("Set-up of the Germans", "setup", "second", 0),
            ],
        ),
        (
            "berlin",
            [
                ("Entry of the Soviets", "entry", "first", 1),
                ("Set-up of the Germans", "setup", "second", 0),
                ("Exit of the Soviets", "exit", "first", 0),
            ],
        ),
    ],
)
def test_the_places_of_a_scenario(scenario: str, zones: list[tuple[str, str, str, int]]) -> None:
    found = GAME.briefing(f"panzer_battles/{scenario}", {}).zones
    assert [(zone.name, zone.kind, zone.side, zone.turn) for zone in found] == zones
    assert all(zone.cells for zone in found)
