"""From when the smoke of a vehicle that brews up under shells or from the air hinders fire (4.4.3.2.2, 6.5.4.3; H4)."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.rules.advanced.play.aims import line_of
from support.advanced_fire import Range, unit
from support.advanced_support import field
from support.air_field import Sky

TRUCK, T34, PANZER = "Truck", "T-34/85 M44", "PzKpfw IVH"


def smoke(range_: Range, shooter: str, target: str) -> int:
    return line_of(range_.state, range_.scene, range_.index(shooter), range_.index(target)).smoke


@pytest.mark.rules("4.4.3.2.2-brew-up-smoke-c", "6.5.4.3-brew-up-smoke")
@pytest.mark.parametrize("step", ["air1", "air2"])
def test_smoke_of_an_attack_from_the_air_hinders_from_the_end_of_its_phase(step: str) -> None:
    sky = Sky([unit(T34, "0809")], [unit(TRUCK, "0808"), unit(PANZER, "0805")], script="99 1", step=step)
    sky.go()
    sky.give("SA1 FLY 0812 A slow low")
    sky.until("strike", "0809")
    sky.attack("SA1 STRAFE G1")
    sky.until("none")
    assert (sky.unit("G1").status, sky.state.stack[-1].step == step) == ("brewed up", False)
    assert smoke(sky, "S1", "G2") == 1


@pytest.mark.rules("4.4.3.2.2-brew-up-smoke-c", "6.5.4.3-brew-up-smoke")
def test_smoke_of_what_was_shelled_hinders_from_the_end_of_the_indirect_fire_step() -> None:
    play = field(soviet=[unit(TRUCK, "0803", "E", mark="fire"), unit(T34, "1203")])
    play.drive("8 99 1", ("G1 CALL 0803 GB1 GP open",))
    assert (play.unit("S1").status, play.state.stack[-1].step) == ("brewed up", "indirect2")
    assert not play.state.wrecks[0].fresh
