"""Every number that is shown carries the tag it has in the data: shots, spotting ranges, covers and movement costs."""

from __future__ import annotations

import csv
import tomllib

import pytest

from hulldown import resources
from hulldown.games.panzer.data.cards import FOLDER, cards
from hulldown.games.panzer.faces import tools
from hulldown.games.panzer.rules.arcs import Aspect
from hulldown.games.panzer.rules.combat import aim_of
from hulldown.games.panzer.rules.fire import Aim, resolve
from hulldown.games.panzer.rules.spotting import explained, spotting_range
from hulldown.games.panzer.rules.state import SPOT_FIRE, SPOT_MOVE, Shot
from hulldown.games.panzer.rules.step_costs import COLUMNS, step_factors
from support.panzer_field import cell, field, position, scene, the_field, vehicle

TAGS = ("rulebook", "repaired", "public", "reconstructed")
TERRAIN = tomllib.loads(resources.read(*FOLDER, "terrain.toml"))
CARDS = tomllib.loads(resources.read(*FOLDER, "cards.toml"))


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def terrain_tag(name: str, value: str) -> str:
    """The tag of a value of the Terrain Effects, read from the file itself."""
    return "rulebook" if value in TERRAIN[name].get("rulebook", ()) else TERRAIN["provenance"]


def chart_tag(name: str, row: int, column: str) -> str:
    """The tag of a cell of a chart, read from the file itself."""
    lines = resources.read(*FOLDER, "charts", f"{name}.csv").splitlines()
    meta = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# "))
    assert column in next(csv.reader([line for line in lines if not line.startswith("#")]))
    return "rulebook" if f"{row}/{column}" in meta.get("rulebook", "").split() else meta["provenance"]


def card_tag(table: dict, value: str) -> str:
    return table.get("tags", {}).get(value, table["provenance"])


def weakest(*tags: str) -> str:
    return max(tags, key=TAGS.index)


def by_rule(factors, rule: str):
    return next(factor for factor in factors if factor.rule == rule)


AIMS = [
    {}, {"cover": "light"}, {"cover": "heavy", "over_stacked": True}, {"target_moving": True, "smoke": 2},
    {"short_halt": True, "shooter_damaged": True, "cover": "heavy"}, {"target_damaged": True}, {"watch": "overwatch"},
    {"watch": "adjust"}, {"aspect": "either"},
]  # fmt: skip


@pytest.mark.parametrize("circumstances", AIMS)
@pytest.mark.parametrize("distance", [0, 3, 9, 17, 60])
@pytest.mark.rules("4.4.3.2.2b", "4.4.3.2.3-table", "1.4")
def test_every_factor_of_a_shot_is_tagged_as_in_the_data(circumstances: dict, distance: int):
    for shooter in (cards()["T-34/76 M43"], cards()["SU-76M M43"], cards()["Truck"]):
        for target in (cards()["PzKpfw VIE Tiger I"], cards()["T-70 M42"]):
            shot = resolve(Aim(shooter, target, distance, **circumstances))
            assert all(factor.provenance in TAGS for factor in shot.factors)
            if shot.void:
                continue
            assert shooter.gun is not None
            row = CARDS["guns"][shooter.gun.name]["AP"]
            assert shot.factors[0].provenance == card_tag(row, f"range.{shot.band}")
            assert by_rule(shot.factors, "4.4.3.2.5b").provenance == card_tag(row, f"factors.{shot.band}")
            armour = by_rule(shot.factors, "4.4.3.2.4c" if circumstances.get("aspect") else "4.4.3.2.5a")
            assert armour.provenance == card_tag(CARDS["cards"][target.name], shot.aspect)
            if target.size:
                size = by_rule(shot.factors, "4.4.3.2.2-target-size")
                assert size.provenance == card_tag(CARDS["cards"][target.name], "size")
            number = next(factor for factor in shot.factors if factor.label.startswith("AP Hit Number"))
            assert number.provenance == chart_tag("ap-hit", max(-10, min(5, shot.net.value)), shot.band)
            total = by_rule(shot.factors, "4.4.3.2.2b")
            assert total.provenance == weakest("rulebook", *(factor.provenance for factor in shot.net.factors))


@pytest.mark.parametrize(
    ("hex_", "name"), [("0708", "rough"), ("0904", "woods"), ("0506", "heavy_woods"), ("0503", "scrub")]
)
@pytest.mark.rules("4.4.3.2.2-target-cover-a", "4.1.3-cover-table")
def test_a_cover_modifier_is_as_certain_as_the_cover_of_its_terrain(hex_: str, name: str):
    shooter, target = vehicle("S1", "0701"), vehicle("G1", hex_, mark=SPOT_MOVE)
    state = position(shooter, target, step="over")
    assert field().rows[target.cell].name == name
    shot = resolve(aim_of(state, scene(), Shot(0, 1)))
    assert by_rule(shot.factors, "4.4.3.2.2-target-cover-a").provenance == terrain_tag(name, "fire_cover")
    told = explained(state, scene(), target)
    assert by_rule(told.factors, "4.1.3-cover").provenance == terrain_tag(name, "cover")
    assert told.value == spotting_range(field().cover[target.cell], SPOT_MOVE).value


@pytest.mark.parametrize("cover", ["none", "light", "medium", "heavy"])
@pytest.mark.parametrize("mark", ["", SPOT_MOVE, SPOT_FIRE])
@pytest.mark.parametrize("crowded", [False, True])
@pytest.mark.rules("4.1.3-table", "4.1.3e")
def test_every_factor_of_a_spotting_range_is_tagged_as_in_the_data(cover, mark, crowded):
    told = spotting_range(cover, mark, crowded, "reconstructed")
    assert all(factor.provenance in TAGS for factor in told.factors)
    assert told.factors[0].provenance == chart_tag("spotting", 0, "V")
    net = {"none": 0, "light": -1, "medium": -2, "heavy": -3}[cover] * (not crowded) + {
        "": 0,
        SPOT_MOVE: 2,
        SPOT_FIRE: 3,
    }[mark]
    assert told.factors[-1].provenance == chart_tag("spotting", max(-5, min(2, net)), "V")
    for factor in told.factors:
        if factor.rule == "4.1.3-cover":
            assert factor.provenance == "reconstructed"
        if factor.rule in ("4.1.3-target-moved", "4.1.3-target-fired"):
            assert factor.provenance == "rulebook"


STEPS = ("0707 0708", "0903 0904", "0406 0506", "0412 0411", "1602 1601", "1604 1603", "0408 0409", "1906 2006")


@pytest.mark.parametrize(("start", "end"), [step.split() for step in STEPS])
@pytest.mark.rules("4.5.1.1.2a", "4.5.1.1.2b", "4.5.1.1.2-table", "4.5.1.1.2-slope-crest-a")
def test_the_cost_of_a_step_is_explained_and_tagged(start: str, end: str):
    """The parts add up to the cost that movement uses, each with the tag of the Terrain Effects."""
    ground = field()
    for traction, column in COLUMNS.items():
        *parts, total = step_factors(ground, cell(start), cell(end), traction)
        way = ground.board.direction(cell(start), cell(end))
        cost = ground.cross[traction][cell(start)][way]
        if isinstance(total.value, int):
            assert total.value == cost == sum(part.value for part in parts if isinstance(part.value, int))
        else:
            assert (total.value, cost) in (("P", 0), ("all", 1000))
        for part in parts:
            assert part.provenance == terrain_tag(part.label.rpartition(" ")[2], column)
        assert total.provenance == weakest(*(part.provenance for part in parts))


def test_the_tools_show_the_tags():
    """The line between two hexes, which command line, server and browser show, tells where its numbers come from."""
    found = tools.los("panzer-ridge", "2413", "2514")["factors"]
    assert all(factor["provenance"] in TAGS for factor in found)
    labels = {factor["label"]: factor for factor in found}
    assert labels["gully cover against spotting"]["provenance"] == "reconstructed"
    assert labels["tracked, cost of the step"]["value"] == 4
    assert labels["spotted to, as it stands"]["value"] == 10
    far = tools.los("panzer-ridge", "2413", "2614")["factors"]
    assert not [factor for factor in far if "step" in factor["label"]]
    aspects: list[Aspect] = ["front", "rear"]
    for aspect in aspects:
        odds = tools.odds({"attacker": "T-34/76 M43", "target": "PzKpfw IVH", "range": 3, "aspect": aspect})
        assert all(factor["provenance"] in TAGS for factor in odds["factors"])
