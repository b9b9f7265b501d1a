"""A shot tells what made its numbers, to those who are told the numbers and to nobody else; only BU wrecks smoke."""

from __future__ import annotations

from hulldown.core.events import Event
from hulldown.games import load_game
from support.games import played


def shots(name: str, scenario: str) -> list[Event]:
    moments = played(name, scenario, "fight").moments
    found = [event for moment in moments for event in moment.step.events if event.kind.startswith("shot")]
    assert found
    return found


def value(event: Event, label: str) -> object:
    return next(factor.value for factor in event.factors if factor.label == label)


def test_tank_tells_the_factors_with_the_numbers() -> None:
    for event in shots("tank", "tank/11"):
        if event.kind == "shot_at":
            assert not event.factors, "who does not know the firer does not know its strength"
        elif event.data["column"] != "infantry":
            strength, defence = event.data["strength"], event.data["defence"]
            assert isinstance(strength, int)
            assert isinstance(defence, int)
            assert value(event, "attack differential") == strength - defence
            assert all(factor.rule for factor in event.factors)


def test_panzer_tells_the_factors_with_the_numbers() -> None:
    for event in shots("panzer", "panzer/5"):
        assert value(event, "Net Modifier") == event.data["net"]
        assert all(factor.rule for factor in event.factors)


def test_only_a_wreck_that_smokes_is_drawn_with_smoke() -> None:
    styles = {marker.kind: marker.style for marker in load_game("panzer").face("panzer/1").markers}
    assert styles["KO"] == "wreck"
    assert styles["BU"] == "burning"
