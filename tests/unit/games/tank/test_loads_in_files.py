"""Scenario files that load units on vehicles, or arm squads: what is read, and what is refused (26.2, 27.2)."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.tank.data.loading import Force, parse_scenario
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import CARRIED, carrier_of
from hulldown.games.tank.rules.state import WAITING
from support.tank_positions import unit
from support.transport_field import transport

TEXT = """
id = "mine"
title = "Mine"
book = "expanded"
modules = ["infantry", "transport"]
situation = "introductory"
mode = "mixed"
map = "tank"
length = 12
description = "A field."
[alpha]
edge = "W"
deploy = "column"
panic = 2
preservation = 0
forces = [{forces}]
[bravo]
edge = "Y"
deploy = "column"
panic = 2
preservation = 0
forces = [{{ type = "So T34/85", count = 3 }}]
"""
SQUAD = '{ type = "Ger squad 6", count = 2, carried = true, device = "Ge PF44-1", devices = 1 }'
CARRIER = '{ type = "Ge SPW", count = 2 }'


def test_a_sound_file_is_read() -> None:
    scenario = parse_scenario(TEXT.format(forces=f"{CARRIER}, {SQUAD}"), "mine.toml")
    assert [force.carried for force in scenario.alpha.forces] == [False, True]
    gun = '{ type = "Ge 75/46", count = 1, carried = true }'
    assert parse_scenario(TEXT.format(forces=f"{CARRIER}, {gun}"), "mine.toml"), "a gun that is towed may enter so"


@pytest.mark.parametrize(
    ("forces", "key"),
    [
        (SQUAD, "carried: 2 units for 0 vehicles"),
        (
            '{ type = "Ge Pz IVH", count = 1 }, { type = "Ge 75/46", count = 1, carried = true }',
            "carried: 1 guns for 0",
        ),
        ('{ type = "Ge SPW", count = 2, carried = true }', "carried: Ge SPW is neither"),
        (f'{CARRIER}, {{ type = "Ge PF44-1", count = 1 }}', "type: Ge PF44-1 is a device, which squads carry"),
        (f'{CARRIER}, {{ type = "Ger squad 6", count = 2, device = "Ge SPW", devices = 1 }}', "device: there is no"),
        (f'{CARRIER}, {{ type = "Ger squad 6", count = 2, device = "Ge PF44-1", devices = 3 }}', "devices: 3 for 2"),
        (f'{CARRIER}, {{ type = "Ger squad 6", count = 2, device = "Ge PF44-1" }}', "devices: 0 for 2"),
        ('{ type = "Ge SPW", count = 2, device = "Ge PF44-1", devices = 1 }', "device: Ge SPW is no infantry"),
    ],
)
def test_loads_that_cannot_be_are_refused_with_their_place(forces: str, key: str) -> None:
    with pytest.raises(MalformedError) as caught:
        parse_scenario(TEXT.format(forces=forces), "mine.toml")
    assert key in str(caught.value)
    assert "mine.toml: [alpha]" in str(caught.value)


@pytest.mark.rules("34.2-3")
def test_who_has_no_vehicle_to_come_on_with_is_refused_to_columns() -> None:
    for kind in ("Ger squad 6", "Ge 75/46"):
        forces = f'{CARRIER}, {{ type = "{kind}", count = 2, carried = true }}'
        text = TEXT.format(forces=forces).replace('deploy = "column"', 'deploy = "columns"', 1)
        assert parse_scenario(text, "mine.toml").alpha.deploy == "columns"
        with pytest.raises(MalformedError, match=rf"type: {kind} comes on with columns only if a vehicle carries it"):
            parse_scenario(text.replace(", carried = true", ""), "mine.toml")


def test_the_modules_that_are_needed_must_be_named() -> None:
    for module, told in (('"infantry", ', "infantry"), (', "transport"', "transport")):
        with pytest.raises(MalformedError) as caught:
            parse_scenario(TEXT.format(forces=f"{CARRIER}, {SQUAD}").replace(module, ""), "mine.toml")
        assert f"modules: {told} is missing" in str(caught.value)


def test_passengers_take_the_carriers_in_order_and_leave_room_for_guns() -> None:
    alpha = (
        Force(type="Ge Pz IVH", count=2),  # A1, A2
        Force(type="truck", count=1),  # A3
        Force(type="Ge SPW", count=2),  # A4, A5
        Force(type="Ger squad 6", count=3, carried=True),  # A6 to A8
        Force(type="Ge 75/46", count=1, carried=True),  # A9
        Force(type="Ger squad 6", count=1),  # A10
    )
    with transport(alpha, (Force(type="So T34/85", count=1),)) as scenario:
        state = GAME.setup(scenario, {}, "script:")
    carriers = {name: carrier_of(state, unit(state, name)) for name in ("A6", "A7", "A8", "A9", "A10")}
    assert {name: one.id if one else "" for name, one in carriers.items()} == {
        "A6": "A3", "A7": "A4", "A8": "A1", "A9": "A5", "A10": "",
    }  # fmt: skip
    assert [unit(state, name).status for name in ("A6", "A10", "A3")] == [CARRIED, WAITING, WAITING]
