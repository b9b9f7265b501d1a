"""The greedy bot of Panzer minds enemy infantry near its vehicles: it keeps away, or stops it by fire."""

from __future__ import annotations

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced import field as fields
from hulldown.bots.panzer.advanced import stalking
from hulldown.bots.panzer.advanced.field import Field
from support.advanced_fire import BOARD, unit
from support.air_field import Sky


def seen(sky: Sky, patch: pytest.MonkeyPatch) -> Field:
    patch.setattr(fields, "scene_of", lambda _: sky.scene)
    return Field(sky.state, "german", Temper())


def test_a_vehicle_risks_more_the_nearer_infantry_is(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky([unit("Soviet SMG squad", "0703")], [unit("SdKfz 7/1", "0707"), unit("German Rifle squad", "0706")])
    field = seen(sky, monkeypatch)
    risks = [stalking.stalked(field, field.names["G1"], BOARD.by_label[at]) for at in ("0704", "0705", "0706", "0707")]
    assert risks[0] > risks[1] > risks[2] > risks[3] == 0
    assert stalking.stalked(field, field.names["G2"], BOARD.by_label["0704"]) == 0, "infantry fights hand to hand"


def test_it_is_worth_something_to_stop_infantry_beside_a_vehicle(monkeypatch: pytest.MonkeyPatch) -> None:
    squads = [unit("Soviet SMG squad", "0704"), unit("Soviet SMG squad", "0712")]
    sky = Sky(squads, [unit("SdKfz 7/1", "0705")])
    field = seen(sky, monkeypatch)
    assert stalking.stake(field, field.names["S1"]) > 0 == stalking.stake(field, field.names["S2"])
    field.hunters.remove(field.names["S1"])
    assert stalking.stake(field, field.names["S1"]) == 0, "suppressed infantry does not assault"
