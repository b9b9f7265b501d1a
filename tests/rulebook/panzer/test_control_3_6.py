"""Control of objectives (3.6): hundreds of random turns against a count of full turns kept by hand."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.rules import objectives
from support.panzer_field import cell, field, position, scenario, staged, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


SITES = (("Crossroads", "1206", 2), ("Bridge", "2006", 1))


def standing(state, hex_):
    """Who stands there with a gun: a side, "both", or nobody."""
    there = {
        unit.side
        for unit in state.units
        if unit.status == "on map" and unit.cell == cell(hex_) and unit.type != "Truck"
    }
    return "both" if len(there) == 2 else "".join(there)


@pytest.mark.rules("3.6b", "3.6c", "3.6d", "3.6e", "3.6f", "3.6g")
def test_control_goes_to_who_is_there_for_full_turns():
    rng = Random("control")
    chosen = scenario()
    seen = set()
    for _ in range(60):
        units = [vehicle(name, "0101") for name in ("S1", "S2", "G1", "G2")]
        units[3].type = "Truck"
        state = position(*units)
        holder, run, by = {"Crossroads": "", "Bridge": "german"}, {}, {}
        assert [hold.holder for hold in state.holds] == ["", "german"]
        for _ in range(12):
            objectives.note_presence(state, staged(field(), chosen))
            start = {name: standing(state, hex_) for name, hex_, _ in SITES}
            assert [hold.present for hold in state.holds] == [start[name] for name, *_ in SITES]
            for unit in state.units:
                if rng.random() < 0.35:
                    unit.cell = cell(rng.choice(("1206", "2006", "0101")))
                    unit.status = rng.choice(("on map", "on map", "on map", "knocked out"))
            doing = Doing(dice("script:", 0), 1)
            objectives.judge_control(state, staged(field(), chosen), doing)
            told = []
            for name, hex_, turns in SITES:
                now = standing(state, hex_)
                full = now == start[name] and now in ("soviet", "german")
                run[name] = (run.get(name, 0) + 1 if by.get(name) == now else 1) if full else 0
                by[name] = now if full else ""
                if now == "both":
                    told += [("contested", "3.6g", {"objective": name})] if holder[name] else []
                    holder[name] = ""
                elif full and run[name] >= turns and holder[name] != now:
                    told.append(("captured", "3.6c", {"objective": name, "side": now}))
                    holder[name] = now
            assert [(event.kind, event.rule, dict(event.data)) for event in doing.events] == told
            assert [hold.holder for hold in state.holds] == [holder[name] for name, *_ in SITES]
            assert [hold.turns for hold in state.holds] == [run[name] for name, *_ in SITES]
            assert [hold.claimant for hold in state.holds] == [by[name] for name, *_ in SITES]
            seen |= {kind for kind, *_ in told}
    assert seen == {"contested", "captured"}
