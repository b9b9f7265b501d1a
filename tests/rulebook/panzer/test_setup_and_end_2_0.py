"""Setting up (2.0), cards (1.6), the end of a scenario (4.6.2), and how decisions are numbered."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.games.panzer.data.cards import parse_cards
from hulldown.games.panzer.data.loading import Level
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import deployment
from hulldown.games.panzer.rules.victory import judge
from support.panzer_field import Table, cell, field, position, scenario, scene, staged, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def spread_over(hexes, count=3):
    """A scenario whose first Soviet group sets up in these hexes."""
    chosen = scenario()
    first = chosen.soviet.groups[0]
    force = msgspec.structs.replace(first.units[0], count=count)
    groups = (msgspec.structs.replace(first, hexes=tuple(hexes), units=(force,)), *chosen.soviet.groups[1:])
    return msgspec.structs.replace(chosen, soviet=msgspec.structs.replace(chosen.soviet, groups=groups))


@pytest.mark.rules("2.0a", "2.0b", "3.3b", "3.8a")
def test_the_plain_setup_of_one_vehicle_in_every_hex():
    board, ground = field().board, field()
    columns, rows = (sorted({label[part] for label in board.by_label}) for part in (slice(2), slice(2, 4)))
    middle = board.by_label[columns[len(columns) // 2] + rows[len(rows) // 2]]
    for label, at in board.by_label.items():
        chosen = spread_over([label], 1)
        state = GAME.initial(chosen, {}, "script:")
        if ground.rows[at].cost("T") == "P" and not ground.on_way[at]:
            assert deployment.ground_for(ground, "T", chosen.soviet.groups[0]) == ()
            continue
        (task,) = deployment.plain(state, staged(ground, chosen), "soviet").tasks
        ways = [way for way in range(6) if board.neighbours[at][way] >= 0]
        near = min(board.distance(board.neighbours[at][way], middle) for way in ways)
        best = next(way for way in ways if board.distance(board.neighbours[at][way], middle) == near)
        assert (task.unit, task.kind, task.cells, task.facing) == ("S1", "DEPLOY", (at,), best), label


@pytest.mark.rules("2.0a", "2.0b")
def test_a_plain_setup_spreads_evenly_and_begins_again_when_the_zone_is_full():
    hexes = ["0101", "0102", "0103", "0104", "0201", "0202", "0203"]
    for count, places in (
        (1, [0]),
        (2, [0, 3]),
        (3, [0, 2, 4]),
        (5, [0, 1, 2, 3, 4]),
        (9, [0, 1, 2, 3, 4, 5, 6, 0, 1]),
    ):
        chosen = spread_over(hexes, count)
        state = GAME.initial(chosen, {}, "script:")
        tasks = deployment.plain(state, staged(field(), chosen), "soviet").tasks
        assert [task.cells[0] for task in tasks] == [cell(hexes[number]) for number in places], count
        assert [task.unit for task in tasks] == [f"S{number}" for number in range(1, count + 1)]


@pytest.mark.rules("2.0a", "2.0b", "3.3b")
def test_the_facing_a_scenario_demands_and_who_waits():
    state = GAME.initial(scenario(), {}, "script:")
    tasks = deployment.plain(state, scene(), "german").tasks
    assert {task.facing for task in tasks} == {4}
    assert [unit.id for unit in deployment.to_deploy(state, scenario(), "soviet")] == ["S1", "S2", "S3"]
    assert [(unit.id, unit.type, unit.group) for unit in state.units] == [
        ("S1", "T-34/76 M43", 0), ("S2", "T-34/76 M43", 0), ("S3", "T-34/76 M43", 0), ("S4", "T-70 M42", 1),
        ("G1", "PzKpfw IVH", 0), ("G2", "PzKpfw IVH", 0), ("G3", "PzKpfw IVH", 0),
    ]  # fmt: skip


@pytest.mark.rules("2.0a", "2.0b", "4.2a")
def test_each_decision_of_a_side_has_a_name_of_its_own():
    table = Table(GAME.setup("panzer/test", {}, "script:50 40"))
    names = []
    while table.state.turn < 1 or table.asked().keys() == {"soviet", "german"}:
        for side, decision in GAME.pending(table.state).items():
            names.append(decision.id)
            table.give(side, GAME.legal(table.state, side).idle)
    assert names == ["0.deploy.s0", "0.deploy.g0", "1.command.s1", "1.command.g1"]
    assert table.state.asked == {"soviet": 2, "german": 2}


@pytest.mark.rules("1.7.2a", "4.2a", "4.2.1g", "4.4.1a", "4.5a")
def test_the_five_commands_and_their_parts():
    assert scene().commands == ("FIRE", "MOVE", "HALT", "OW", "NC")
    assert scene().shooting == {"FIRE", "HALT"}
    assert scene().moving == {"MOVE", "HALT"}
    table = Table(position(vehicle("S1", "1001", "D"), vehicle("G1", "1004", "A")))
    (unit,) = [one for one in GAME.legal(table.state, "soviet").units if one.unit == "S1"]
    assert [option.kind for option in unit.options] == ["FIRE", "MOVE", "HALT", "OW", "NC"]
    assert [option.rule for option in unit.options] == ["4.2b", "4.2c", "4.2d", "4.2e", "4.2h"]


@pytest.mark.rules("4.6.2a", "4.6.2b", "3.6a", "4.5.1.1.9a", "4.5.1.1.9d")
def test_every_lead_has_its_winner_and_its_level():
    chosen = scenario()
    levels = (Level(name="close", margin=1), Level(name="clear", margin=3))
    chosen = msgspec.structs.replace(chosen, victory=msgspec.structs.replace(chosen.victory, levels=levels))
    for lead in range(-4, 5):
        state = position(vehicle("S1", "1001"), vehicle("G1", "2301"), turn=chosen.turns)
        state.options = {"soviet_points": 10 + lead, "german_points": 10}
        outcome = judge(state, staged(field(), chosen))
        assert outcome is not None
        assert outcome.winner == (None if lead == 0 else "soviet" if lead > 0 else "german")
        level = "" if lead == 0 else "close" if abs(lead) < 3 else "clear"
        assert outcome.reason.startswith(level) if level else "too close" in outcome.reason
        assert outcome.score == {"soviet": 10 + lead, "german": 10}
        state.turn -= 1
        assert judge(state, staged(field(), chosen)) is None


GUN = """
[guns.gun.AP]
range = [{ranges}]
factors = [9, 8, 7, 6, 5]
rule = "4.4.3.2.1d"
provenance = "public"
{more}
"""


@pytest.mark.rules("1.6", "4.4.3.2.1d", "4.4.3.2.1e", "3.5.2b")
def test_a_gun_whose_ranges_fall_or_whose_keys_are_unknown_is_refused():
    guns, _ = parse_cards(GUN.format(ranges="1, 2, 2, 4, 9", more=""), "guns")
    row = guns["gun"].ap
    assert row is not None
    assert (row.reach, [row.band(away) for away in (0, 1, 2, 3, 4, 5, 9, 10)]) == (9, [0, 0, 1, 3, 3, 4, 4, None])
    for wrong in ("1, 3, 2, 4, 9", "2, 1, 2, 4, 9", "1, 2, 3, 9, 8"):
        with pytest.raises(MalformedError, match="must not fall from P to E"):
            parse_cards(GUN.format(ranges=wrong, more=""), "guns")
    with pytest.raises(MalformedError, match="calibre"):
        parse_cards(GUN.format(ranges="1, 2, 2, 4, 9", more="calibre = 76"), "guns")
    with pytest.raises(MalformedError, match="lorries"):
        parse_cards(GUN.format(ranges="1, 2, 2, 4, 9", more="[lorries]"), "guns")


CARD = """
[cards.one]
card = "S-1"
nation = "soviet"
kind = "tank"
points = 40
cross_country = 4
traction = "T"
path = 6
road = 10
transport = [0, 1]
weight = 9.2
size = 0
defence = "2A"
front = 12
rear = 7
rule = "1.6"
provenance = "public"
{more}
"""


@pytest.mark.rules("1.6", "4.4.3.1", "4.4.3.1.1", "4.4.3.1.2b", "4.5.1.1.1b", "4.4.3a", "4.1.1a")
def test_a_card_whose_mount_turn_and_gun_do_not_fit_is_refused():
    gun = GUN.format(ranges="1, 2, 2, 4, 9", more="")

    def read(more):
        return parse_cards(gun + CARD.format(more=more), "cards")[1]["one"]

    bare = read("")
    assert (bare.armed, bare.ap, bare.reach, bare.all_round, bare.mount, bare.turn) == (
        False,
        None,
        0,
        False,
        "none",
        0,
    )
    fits = {"turret": (1, 2, 3), "pivot": (360,), "front": (0,), "rear": (0,)}
    for mount, turns in fits.items():
        for turn in (0, 1, 2, 3, 360):
            more = f'gun = "gun"\nmount = "{mount}"\nturn = {turn}'
            if turn in turns:
                card = read(more)
                assert (card.armed, card.reach, card.all_round) == (True, 9, mount in ("turret", "pivot"))
            else:
                with pytest.raises(MalformedError, match=f"mount is '{mount}' with turn {turn} and gun"):
                    read(more)
    for written, said in (('"none"', "'none'"), ('["gun"]', r"\['gun'\]"), ("1", "1")):
        with pytest.raises(MalformedError, match=f"gun: there is no gun {said}"):
            read(f'gun = {written}\nmount = "front"')
    for more in ('gun = "gun"', 'mount = "front"', 'mount = "turret"\nturn = 1', "turn = 1"):
        with pytest.raises(MalformedError, match="mount is"):
            read(more)
    with pytest.raises(MalformedError, match="there is no gun 'howitzer'"):
        read('gun = "howitzer"\nmount = "front"')
    with pytest.raises(MalformedError, match="colour"):
        read('colour = "green"')


@pytest.mark.rules("2.0a", "2.0b", "3.3b")
def test_the_hexes_and_facings_offered_to_each_side():
    table = Table(GAME.setup("panzer/test", {}, "script:50 40"))
    room = {"soviet": ("0101", "0102", "0201", "0202", "0505"), "german": ("2301", "2302", "2401", "2402")}
    for side, facings in (("soviet", (0, 1, 2, 3, 4, 5)), ("german", (4,))):
        legal = GAME.legal(table.state, side)
        assert [one.unit for one in legal.units] == [f"{side[0].upper()}{number}" for number in (1, 2, 3)]
        for one in legal.units:
            (option,) = one.options
            assert (one.required, option.kind, option.rule, option.facings) == (True, "DEPLOY", "2.0a", facings)
            assert sorted(option.cells) == sorted(cell(label) for label in room[side])
        assert GAME.check(table.state, side, legal.idle) == []
        if side == "soviet":
            # Where an enemy stands already nobody sets up.
            enemy = next(unit for unit in table.state.units if unit.side == "german")
            enemy.status, enemy.cell = "on map", cell("0505")
            (option,) = GAME.legal(table.state, side).units[0].options
            assert sorted(option.cells) == sorted(cell(label) for label in room[side][:-1])
            enemy.status, enemy.cell = "waiting", -1
        table.give(side, legal.idle)
