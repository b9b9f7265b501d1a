"""Scenario files that name a line of chart 35.0: what is read, and what is refused by file, table and key."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.tank.data.loading import parse_scenario

TEXT = """
id = "mine"
title = "Mine"
book = "expanded"
modules = ["infantry"]
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
nation = "{nation}"
forces = [{forces}]
[bravo]
edge = "Y"
deploy = "column"
panic = 2
preservation = 0
forces = [{{ type = "So T34/85", count = 3 }}]
"""
PANTHERS = '{ type = "Ge Pz V", count = 4, platoon = 1 }'


def _read(nation: str, *forces: str) -> None:
    parse_scenario(TEXT.format(nation=nation, forces=", ".join(forces)), "mine.toml")


@pytest.mark.rules("35.0", "36.0", "26.11a", "33.0-note-1")
def test_a_sound_file_is_read() -> None:
    _read("6 Ger", PANTHERS, '{ type = "Ger squad 6", count = 2, device = "Ge 43 RG", devices = 1 }')
    _read("4 Br", '{ type = "Br Crusader II", count = 4 }, { type = "Br Crusader CS", count = 2 }')
    _read("12 NATO", '{ type = "Ge Leopard II", count = 4 }, { type = "US M113", count = 2 }')
    _read("6 Sov", '{ type = "US HT", count = 3 }, { type = "truck", count = 3 }')
    _read("", '{ type = "Ge Pz V", count = 1 }, { type = "US M60A3", count = 1 }')


@pytest.mark.rules("35.0", "36.0", "36.0b", "26.2b", "26.11a", "33.0-note-1")
@pytest.mark.parametrize(
    ("nation", "forces", "told"),
    [
        ("13 Ger", PANTHERS, "[alpha]: nation: 35.0: there is no period 13"),
        ("6 It", PANTHERS, "[alpha]: nation: 35.0: It does not fight in period 6"),
        ("4 Ger", PANTHERS, "[alpha]: nation: 35.2a: 'Ger' is ambiguous in period 4"),
        ("Ger", PANTHERS, "[alpha]: nation: 35.0: there is no period 0"),
        ("6 ger", PANTHERS, "[alpha]: nation: '6 ger'"),
        ("6 Sov", PANTHERS, "forces, entry 1: type: Ge Pz V is not among the weapons of Sov (So) (36.0)"),
        ("9 NATO", f'{{ type = "US M60A1", count = 3 }}, {PANTHERS}',
         "entry 2: type: Ge Pz V serves in periods 5-6, not in period 9 (36.0b)"),
        ("12 NATO", '{ type = "Br Chieftain", count = 3 }, { type = "US MICV", count = 3 }',
         "entry 2: type: US MICV is not among the weapons of NATO (Br) (36.0)"),
        ("6 Ger", '{ type = "Ge Leopard I", count = 3 }', "entry 1: type: Ge Leopard I serves in period 9"),
        ("6 Ger", '{ type = "Sov squad 6", count = 3 }', "type: the squads of this line are Ger squad 6 (26.11a)"),
        ("6 Ger", '{ type = "Ger squad 5", count = 3 }', "entry 1: type: there is no weapon 'Ger squad 5'"),
        ("6 Ger", '{ type = "Ger squad 6", count = 3, device = "So PTRD", devices = 1 }',
         "entry 1: device: So PTRD is not among the weapons of Ger (Ge) (36.0)"),
        ("4 Ger(E)", '{ type = "Ger(E) squad 4", count = 3, device = "Ge PF-60", devices = 1 }',
         "entry 1: device: Ge PF-60 comes in period 5 (26.2b)"),
        ("8 US", '{ type = "Br Crusader CS", count = 2 }', "(33.0-note-1)"),
        ("12 Isr", '{ type = "Centurion", count = 2 }', "entry 1: type: 'Centurion' is ambiguous"),
    ],
)  # fmt: skip
def test_what_the_line_does_not_field_is_refused(nation: str, forces: str, told: str) -> None:
    with pytest.raises(MalformedError) as caught:
        _read(nation, forces)
    assert told in str(caught.value)
    assert str(caught.value).startswith("mine.toml: [alpha]")


@pytest.mark.rules("36.0")
def test_an_ambiguous_type_lists_its_candidates() -> None:
    with pytest.raises(MalformedError) as caught:
        _read("", '{ type = "Centurion", count = 2 }')
    assert caught.value.hint == "one of Br Centurion, Isr Centurion"
