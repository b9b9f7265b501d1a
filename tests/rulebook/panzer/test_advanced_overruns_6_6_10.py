"""Overruns played inside a move: who may, announcements, buildings, overwatch, where the vehicle ends (6.6.10)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON, Work
from hulldown.games.panzer.rules.advanced.play import obstacles, watching
from hulldown.games.panzer.rules.advanced.play.assault import overrunning, overruns
from hulldown.games.panzer.rules.state import CloseCombat, Mover, Progress, Wreck, index_of
from support.advanced_march import GAME, REACTED, March, cell, keep, scene, the_country

COULD_FIRE = watching.could_fire
NEAR = {"S21": "0602D", "G7": "0604"}


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def run(places: dict[str, str], **more) -> March:
    """Soviet units that move, German ones with N/C."""
    return keep(places, **more)


@pytest.mark.rules("6.6.10.2-ex1", "6.6.10.2-ex2", "6.6.10.2-ex3", "6.6.10a", "6.6.10j", "6.6.10k", "6.6.10.1d")
def test_6_6_10_2_examples_played_as_one_turn(monkeypatch):
    monkeypatch.setattr(watching, "could_fire", COULD_FIRE)
    field = run(NEAR, script="83 1 42").set("G7", command="OW", known=False, facing=0)
    field.state.turn = 1
    field.order("S21 MOVE 0603 0604 overrun G7")
    assert GAME.pending(field.state)["german"].kind == "overwatch"
    step = GAME.apply(field.state, "german", GAME.parse(field.state, "german", "G7 OW S21"))
    field.state = step.state
    shot = next(dict(event.data) for event in step.events if event.kind == "gp_shot")
    assert (shot["factor"], shot["defence"], shot["net"], shot["none_to"], shot["suppressed_to"]) == (6, 8, -35, 62, 92)
    assert (shot["result"], shot["effect"]) == (48, "none")
    # Fired on in the adjacent hex it has 3 of 4 points left; suppressed it would have one, and scrub costs two.
    assert field.state.mover is not None
    assert (field.state.mover.progress.spent, field.state.mover.progress.allowance) == (1, 4)
    slow = field.state.thaw()
    slow.mover.progress.allowance = 1 + (4 - 1) // 2
    text = "S21 MOVE 0604 overrun G7"
    assert [one.rule for one in GAME.check(slow, "soviet", GAME.parse(slow, "soviet", text))] == ["4.5.1.1.3d"]
    field.order(text)
    told = field.event("overrun")
    numbers = [told[key] for key in ("factor", "defence", "net", "none_to", "suppressed_to", "roll", "result")]
    assert numbers == [8, 4, 30, 36, 68, 42, 72]
    assert (told["effect"], field.unit("G7").status) == ("effective", "eliminated")
    assert field.event("ammo")["unit"] == "S21"
    # It may remain, but decides to leave with its last point.
    assert GAME.pending(field.state)["soviet"].prompt == "S21 has made its overrun in 0604: how does it go on?"
    field.order("S21 MOVE 0605")
    assert (field.at("S21")[:4], field.unit("S21").mark) == ("0605", "move")


@pytest.mark.rules("6.6.10b", "6.6.10c", "6.6.10d", "6.6.4.4c", "6.6.4.5d", "6.6.2d")
@pytest.mark.parametrize(
    ("name", "facts", "rule"),
    [
        ("S21", {}, ""),
        ("S21", {"suppressed": ON}, "4.5.1.1.3d"),
        ("S21", {"damaged": True}, "4.5.1.1.3d"),
        ("S21", {"command": "HALT"}, "6.6.10c"),
        ("S3", {}, "6.6.10b"),
        ("S1", {}, ""),
    ],
)
def test_who_may_overrun(name, facts, rule):
    places = {"G7": "0604", name: "0602D"}
    assert run(places).set(name, **facts).refused(f"{name} MOVE 0603 0604 overrun G7\nS16 STAY") == rule


@pytest.mark.rules("6.6.2d", "6.6.10b")
def test_suppressed_and_damaged_vehicles_overrun_with_their_modifiers():
    field = run({"S1": "0603D", "G7": "0604"}, script="1").set("S1", suppressed=ON, damaged=True)
    field.order("S1 MOVE 0604 overrun G7")
    assert field.event("overrun")["net"] == 30 - 20 - 10


@pytest.mark.rules("6.6.10d", "6.6.10e", "6.1.4.3.7b", "6.6.10g")
def test_who_may_be_overrun(monkeypatch):
    text = "S1 MOVE 0603 0604 overrun G7\nS16 STAY"
    places = {"S1": "0602D", "G7": "0604"}
    assert run(places).set("G7", command="").refused(text) == "6.6.10d", "a passenger when the turn began"
    assert run({**places, "G3": "0604", "G7": "*G3"}).refused(text) != ""
    aboard = run({**places, "G3": "0604", "G7": "*G3"})
    assert aboard.refused("S1 MOVE 0603 0604 overrun G3\nS16 STAY") == "6.6.10d", "vehicles are not overrun"
    assert run({**places, "S4": "0604"}).refused("S1 MOVE 0603 0604 overrun S4\nS16 STAY") == "6.6.10d"
    position = Work("improved position", cell("0604"), index_of(run(places).state, "G7"))
    assert run(places, works=[position]).refused(text) == "6.1.4.3.7b"
    assert run(places).refused("S1 MOVE 0603 overrun G7\nS16 STAY") == "6.6.10g"
    assert run(places).refused("S1 MOVE 0603 0604\nS16 STAY") == "4.5.1.1.10b", "only by overrun (I12)"
    both = run({**places, "G5": "0604"})
    assert both.refused("S1 MOVE 0603 0604 overrun G7 overrun G5\nS16 STAY") == "6.6.10d"
    heavy = run({"S1": "0904C", "G7": "1004"}).set("G7", mark="fire")
    assert heavy.refused("S1 MOVE 1004 overrun G7\nS16 STAY") == "4.5.1.1.2e", "heavy woods"
    unseen = run(places)
    unseen.ready()
    monkeypatch.setattr(overruns.spotting, "spots", lambda *_: False)
    assert unseen.refused(text) == "6.6.10e"


@pytest.mark.rules("6.6.10e", "6.6.10f", "6.6.11a", "6.6.10.1d", "6.6.10k")
def test_overruns_of_one_target_are_announced_with_the_first():
    places = {"S21": "0602D", "S24": "0602D", "S1": "0503D", "G2": "0604"}
    field = run(places, script="1 1 1 1")
    field.order("S21 MOVE 0603 0604 overrun G2\nS24 MOVE 0603 0604 overrun G2")
    assert [event.data["unit"] for event in field.events if event.kind == "overrun_announced"] == ["S21", "S24"]
    state = field.state
    assert state.assault.aims == ((20, index_of(state, "G2")), (23, index_of(state, "G2")))
    # It goes on before anybody else does, and by an order of its own: those of the others are given anew.
    assert (state.units[state.mover.unit].id, state.queue) == ("S21", [])
    assert (field.at("S21")[:4], field.at("S24")[:4]) == ("0604", "0602")
    assert field.refused("S24 MOVE 0603 0604 overrun G2") == "4.5.1.1a"
    assert field.refused("S21 STAY") == "4.5.1.1.10b"
    field.order("S21 MOVE 0605")
    assert field.refused("S1 MOVE 0603 0604 overrun G2") == "6.6.10f", "not announced with the first"
    field.order("S24 MOVE 0603 0604 overrun G2")
    assert [(event.data["unit"], event.data["target"]) for event in field.events if event.kind == "overrun"] == [
        ("S24", "G2")
    ]
    late = run(places)
    late.state.assault = CloseCombat(aims=((20, 28),), overrun=(index_of(late.state, "G2"),))
    assert late.refused("S1 MOVE 0503 0604 overrun G2\nS16 STAY") != ""
    assert late.refused("S24 MOVE 0603 0604 overrun G2\nS16 STAY") == "6.6.10f", "not announced with the first"
    other = run({**places, "G7": "0603"})
    other.state.assault = CloseCombat(aims=((20, index_of(other.state, "G2")),))
    assert other.refused("S21 MOVE 0603 overrun G7\nS16 STAY") == "6.6.10f", "announced on another"
    done = run(places)
    done.state.assault = CloseCombat(overran=(20,))
    assert done.refused("S21 MOVE 0603 0604 overrun G2\nS16 STAY") == "6.6.10d"


@pytest.mark.rules("6.6.11a")
def test_vehicles_that_share_a_command_overrun_one_target():
    places = {"S21": "0602D", "S24": "0602D", "G2": "0604", "G7": "0703"}
    field = run(places).set("S21", group=21).set("S24", group=21)
    assert field.refused("S21 MOVE 0603 0604 overrun G2\nS24 MOVE 0703 overrun G7\nS16 STAY") == "6.6.11a"
    field = run(places).set("S21", group=21).set("S24", group=21)
    field.state.assault = CloseCombat(aims=((20, index_of(field.state, "G2")),))
    assert "6.6.11a" in field.refused("S24 MOVE 0703 overrun G7\nS21 STAY\nS16 STAY")


@pytest.mark.rules("6.6.10k")
def test_overwatch_before_and_after_but_not_during():
    field = run({"S1": "0602D", "G7": "0604", "G1": "1101"}, script="100")
    field.order("S1 MOVE 0603 0604 0605 overrun G7")
    assert [event.data["hex"] for event in field.events if event.kind == "moved"] == ["0603", "0604", "0605"]
    assert REACTED.count(("german", "S1")) == 2, "in 0603 and in 0605"
    REACTED.clear()
    near = run({"S1": "0603D", "G7": "0604", "G1": "1101"}, script="100")
    near.order("S1 MOVE 0604 overrun G7")
    assert REACTED.count(("german", "S1")) == 1, "before it moves in"


@pytest.mark.rules("6.6.10k")
def test_nobody_fires_at_who_turns_in_the_hex_of_its_overrun():
    field = run({"S1": "0602D", "G7": "0604", "G1": "1101"}, script="100")
    field.order("S1 MOVE 0603 0604 0704 overrun G7")
    assert field.kinds()[-2:] == ["turned", "moved"]
    assert REACTED == [("german", "S1")] * 2, "in 0603 and in 0704, not for the turn in 0604"
    later = run({"S1": "0603D", "G2": "0604", "G1": "1101"}, script="1").order("S1 MOVE 0604 overrun G2")
    REACTED.clear()
    later.order("S1 MOVE 0704")
    assert REACTED == [("german", "S1")], "in 0704"
    stays = run({"S1": "0603D", "G7": "0604", "G1": "1101"}, script="100").order("S1 MOVE 0604 overrun G7")
    REACTED.clear()
    stays.order("S1 TURN C")
    assert REACTED == [], "it has not left the hex"
    back = run({"S1": "0603D", "G7": "0602", "G1": "1101"}, script="100")
    back.order("S1 REVERSE 0602 overrun G7")
    REACTED.clear()
    back.order("S1 MOVE 0603 D")
    assert REACTED == [("german", "S1")], "outside everything is as ever"
    down = run({"S1": "0603D", "S4": "*S1", "G7": "0602", "G1": "1101"}, script="100")
    down.order("S1 REVERSE 0602 overrun G7")
    REACTED.clear()
    down.order("S1 DISMOUNT S4")
    assert len(REACTED) == 1, "who dismounts is seen"


@pytest.mark.rules("6.6.10.1d", "6.6.10.1e", "6.6.10.2-suppressed", "6.6.10.2a")
def test_where_the_vehicle_ends():
    kept = run({"S1": "0603D", "G2": "0604"}, script="20").set("G2", command="OW", known=False)
    kept.order("S1 MOVE 0604 overrun G2")
    assert (kept.event("overrun")["effect"], kept.detail("G2").suppressed) == ("suppressed", ON)
    assert (kept.unit("G2").command, kept.unit("G2").known) == ("OW", False), "it may still execute its command"
    assert kept.refused("S1 STAY") == "4.5.1.1.10b", "it must go on while it can"
    kept.order("S1 MOVE 0605")
    assert kept.at("S1")[:4] == "0605"
    back = run({"S21": "0603D", "G2": "0604"}, script="1 20").set("S21", suppressed=ON)
    back.order("S21 MOVE 0604 overrun G2")
    assert back.at("S21")[:4] == "0603", "no points left: put back"
    assert "backed_up" in back.kinds()
    won = run({"S21": "0602D", "G7": "0604"}, script="1 90")
    won.order("S21 MOVE 0603 0604 overrun G7").order("S21 STAY")
    assert won.at("S21")[:4] == "0604", "the hex is free: it remains"
    others = run({"S1": "0603D", "G7": "0604", "G5": "0604"}, script="90")
    others.order("S1 MOVE 0604 overrun G7")
    assert others.unit("G7").status == "eliminated"
    assert others.refused("S1 STAY") == "4.5.1.1.10b", "G5 is still there"


@pytest.mark.rules("6.6.10.2a", "6.6.10.2-suppressed", "6.6.10.2-effective")
def test_what_an_overrun_does_to_its_target():
    none = run({"S1": "0603D", "G2": "0604"}, script="1").set("G2", suppressed=OFF)
    none.order("S1 MOVE 0604 overrun G2")
    assert (none.event("overrun")["effect"], none.detail("G2").suppressed) == ("none", ON), "OFF becomes ON anyway"
    free = run({"S1": "0603D", "G2": "0604"}, script="1").order("S1 MOVE 0604 overrun G2")
    assert free.detail("G2").suppressed == ""
    squad = run({"S1": "0603D", "G2": "0604"}, script="99").order("S1 MOVE 0604 overrun G2")
    assert (squad.unit("G2").type, squad.detail("G2").suppressed) == ("German Rifle half-squad", ON)
    gun = run({"S1": "0603D", "G4": "0604"}, script="99").order("S1 MOVE 0604 overrun G4")
    assert gun.unit("G4").status == "eliminated"


@pytest.mark.rules("6.6.10.1c", "6.5.4.3-overrun")
def test_the_targets_ground_and_movement_count():
    def net(places: dict[str, str], works: list[Work] | None = None, **facts) -> tuple[int, int]:
        field = run({"S1": "0603D", **places}, works=works)
        field.set("G2", **facts)
        found = overruns.gp.resolve(overruns.aim(field.state, scene(), 0, index_of(field.state, "G2")))
        return found.defence, found.net.value

    assert net({"G2": "0602"}) == (2, 30)
    assert net({"G2": "0604"}) == (4, 30), "scrub"
    assert net({"G2": "0604"}, full_cover=True)[0] > 4
    assert net({"G2": "0604"}, command="MOVE", known=True) == (2, 30)
    index = index_of(run({"G2": "0604"}).state, "G2")
    assert net({"G2": "0604"}, [Work("entrenchment", cell("0604"), index)])[1] == 20
    assert net({"G2": "0604"}, [Work("fire", cell("0604"))])[1] == 10
    assert net({"G2": "0604"}, manner="crawling", command="MOVE", known=True) == (4, 40)


@pytest.mark.rules("6.6.10.1c")
def test_a_moving_target_is_seen_to_move():
    field = run({"S1": "0603D", "G2": "0604"}, script="1").set("G2", command="MOVE", known=False)
    field.order("S1 MOVE 0604 overrun G2")
    assert (field.event("overrun")["defence"], field.unit("G2").known) == (2, True)


@pytest.mark.rules("6.6.10.1a", "6.6.10.1b")
def test_passengers_help_and_are_seen():
    field = run({"S1": "0603D", "S4": "*S1", "G2": "0604"}, script="1")
    alone = run({"S1": "0603D", "G2": "0604"}, script="1").order("S1 MOVE 0604 overrun G2")
    field.order("S1 MOVE 0604 overrun G2")
    assert field.event("overrun")["factor"] > alone.event("overrun")["factor"]
    assert field.detail("S4").shown


@pytest.mark.rules("6.6.10.1b")
def test_a_failed_ammo_limit_hinders_once():
    field = run({"S21": "0603D", "G2": "0604"}, script="10 1").order("S21 MOVE 0604 overrun G2")
    assert (field.event("ammo")["short"], field.event("overrun")["net"]) == (True, 20)


# Buildings.


@pytest.mark.rules("6.6.10h")
def test_a_unit_inside_a_building_is_overrun_by_breaking_in():
    places = {"S1": "0404E", "G7": "0304"}
    assert run(places).refused("S1 MOVE 0304 overrun G7\nS16 STAY") == "6.6.10h"
    assert run(places).refused("S1 ENTER 0304\nS16 STAY") == "4.5.1.1.10b"
    assert run(places).refused("S1 ENTER 0304 overrun G7\nS16 STAY") == ""
    assert run(places).set("S1", command="HALT").refused("S1 ENTER 0304 overrun G7\nS16 STAY") == "6.6.10c"
    field = run(places, script="100 99")
    field.order("S1 ENTER 0304 overrun G7")
    assert field.kinds().index("broke_in") < field.kinds().index("overrun")
    assert (field.unit("G7").status, field.detail("S1").inside) == ("eliminated", True)


@pytest.mark.rules("6.6.10i")
def test_a_track_hit_at_the_wall_stops_it_damage_hinders_it():
    places = {"S1": "0404E", "G7": "0304"}
    track = run(places, script="1 1").order("S1 ENTER 0304 overrun G7")
    assert "overrun" not in track.kinds()
    assert (track.at("S1")[:4], track.detail("S1").inside, track.detail("S1").track) == ("0404", False, True)
    damaged = run(places, script="1 100 1").order("S1 ENTER 0304 overrun G7")
    assert damaged.unit("S1").damaged
    assert damaged.event("overrun")["net"] == 30 - 10
    # Turning has cost one of five points, the building costs two: half of the four that were left.
    gone = run(places, script="1 100 99").order("S1 ENTER 0304 overrun G7")
    assert (gone.unit("G7").status, gone.at("S1")[:4], gone.unit("S1").moved) == ("eliminated", "0304", True)
    sound = run(places, script="100 99").order("S1 ENTER 0304 overrun G7")
    assert sound.state.mover is not None
    assert (sound.state.mover.progress.spent, sound.state.mover.progress.allowance) == (3, 5)


@pytest.mark.rules("6.6.10h", "6.6.10.1e")
def test_put_back_out_of_a_building():
    field = run({"S21": "0404F", "G2": "0304"}, script="100 1 1").set("G2", mark="fire")
    field.set("S21", suppressed=ON, damaged=True)
    field.order("S21 ENTER 0304 overrun G2")
    assert "overrun" in field.kinds()
    assert (field.at("S21")[:4], field.detail("S21").inside) == ("0404", False)


def test_a_gun_in_the_alley_is_overrun_in_the_alley():
    field = run({"S1": "0404E", "G4": "0304"})
    assert field.refused("S1 MOVE 0304 overrun G4\nS16 STAY") == ""


def test_the_notation_of_overruns():
    field = run({"S1": "0602D", "G7": "0604"})
    field.ready()
    text = "S1 MOVE 0603 0604 overrun G7"
    assert GAME.write(field.state, GAME.parse(field.state, "soviet", text)) == text


@pytest.mark.rules("6.6.10.1d", "4.5.1.1.10b", "6.2.1.1.4-moving")
def test_6_6_10_1_who_shares_a_command_leaves_the_enemys_hex_for_one_as_near_to_its_group_as_it_can():
    field = run({"S1": "0603D", "S24": "0605D", "G2": "0604"}, script="20")
    field.set("S1", group=1).set("S24", group=1, moved=True)
    field.order("S1 MOVE 0604 overrun G2")
    assert field.refused("S1 MOVE 0603") == "6.2.1.1.4-moving", "two hexes from S24"
    legal = GAME.legal(field.state, "soviet")
    assert GAME.check(field.state, "soviet", legal.idle) == []
    field.order(GAME.write(field.state, legal.idle))
    assert field.at("S1")[:4] == "0605"


@pytest.mark.rules("6.6.10e")
def test_in_the_middle_of_a_move_it_is_too_late_to_spot_a_target():
    field = run({"S1": "0602D", "G7": "0604"})
    field.ready()
    vehicle, target = index_of(field.state, "S1"), index_of(field.state, "G7")
    assert overrunning.target_fault(field.state, scene(), vehicle, target) is None
    field.state.mover = Mover(vehicle, Progress(), [], cell("0602"), 3, cell("0602"))
    assert overrunning.target_fault(field.state, scene(), vehicle, target)[0] == "6.6.10e"
    field.unit("S1").sees = (target,)
    assert overrunning.target_fault(field.state, scene(), vehicle, target) is None


# Along a road.

ROAD = " ".join(f"{column:02}05" for column in range(2, 15))
"""The road from 0105 to the east; a T-34/76 M43 makes 5 points across country and 12 along it."""


def along(to: int) -> str:
    """The hexes of the road up to a column."""
    return ROAD[: 5 * (to - 1) - 1]


def overruns_offered(field: March, name: str) -> dict[tuple[str, str], bool]:
    """The overruns that a unit is offered, by kind of move and case: does a path lead to the target?

    Whatever path leads through its hex is accepted.
    """
    board, tables = GAME.board("panzer/march"), GAME.cost_tables("panzer/march")
    found: dict[tuple[str, str], bool] = {}
    for option in field.offered(name):
        word = option.choices[0] if option.choices else ""
        if not word.startswith("overrun"):
            continue
        there = field.unit(word.split()[1]).cell
        reached = paths_on(option.path, tables, board).reach()
        key = (option.kind, "road" if option.path.kinds else "country")
        found[key] = there in reached
        for one in reached.values():
            if there in one.path:
                order = Order("move", (Task(name, option.kind, one.path, choice=word),))
                assert GAME.check(field.state, "soviet", order) == [], one.path
    return found


@pytest.mark.rules("6.6.10g", "6.6.4.1c", "4.5.1.1.5a")
@pytest.mark.parametrize("target", ["G2", "G5", "G7"])
def test_units_on_foot_are_overrun_at_road_speed(target):
    field = run({"S1": "0105C", target: "0905"}, script="99")
    assert overruns_offered(field, "S1") == {("MOVE", "road"): True}
    field.order(f"S1 MOVE {along(9)} overrun {target}")
    assert (field.event("overrun")["target"], field.at("S1")[:4]) == (target, "0905")


@pytest.mark.rules("6.6.10g", "6.6.4.1b", "4.5.1.1.5g", "4.5.1.1.5i")
def test_guns_riders_wrecks_and_crowds_end_the_use_of_the_road_of_an_overrun_too():
    gun = run({"S1": "0105C", "G4": "0705"})
    assert gun.refused(f"S1 MOVE {along(7)} overrun G4\nS16 STAY") == "4.5.1.1.3d"
    assert overruns_offered(gun, "S1") == {}
    near = run({"S1": "0105C", "G4": "0505"})
    assert overruns_offered(near, "S1") == {("MOVE", "country"): True}
    beside = run({"S1": "0105C", "G2": "0705", "G4": "0705"})
    assert beside.refused(f"S1 MOVE {along(7)} overrun G2\nS16 STAY") == "4.5.1.1.3d", "the gun beside it"
    tank = run({"S1": "0105C", "G2": "0705", "G1": "0705"})
    assert tank.refused(f"S1 MOVE {along(7)} overrun G2\nS16 STAY") == "4.5.1.1.3d", "a vehicle beside it"
    wreck = run({"S1": "0105C", "G2": "0705"})
    wreck.state.wrecks.append(Wreck(cell("0605"), False))
    assert wreck.refused(f"S1 MOVE {along(7)} overrun G2\nS16 STAY") == "4.5.1.1.3d"
    assert not any(overruns_offered(wreck, "S1").values())
    foot = run({"S1": "0105C", "G2": "0405"})
    assert foot.refused(f"S1 MOVE {along(5)}\nS16 STAY") == "4.5.1.1.10b", "only by overrun (I12)"
    two = run({"S1": "0105C", "G2": "0405", "G7": "0505"})
    assert two.refused(f"S1 MOVE {along(5)} overrun G7\nS16 STAY") == "4.5.1.1.10b", "G2 is on the way"


@pytest.mark.rules("6.6.10g", "6.6.4.1b")
def test_cavalry_is_not_overrun_at_road_speed():
    field = run({"S10": "0705", "S1": "0109"})
    around = obstacles.surroundings(field.state, scene(), index_of(field.state, "G1"))
    opened = obstacles.opened(around, {cell("0705")})
    assert opened.ends_route(cell("0705"), cell("0105"))
    foot = run({"S4": "0705", "S1": "0109"})
    around = obstacles.surroundings(foot.state, scene(), index_of(foot.state, "G1"))
    assert not obstacles.opened(around, {cell("0705")}).ends_route(cell("0705"), cell("0105"))


@pytest.mark.rules("6.6.10.1d", "6.6.10.1e", "4.5.1.1.5b")
def test_after_an_overrun_at_road_speed_it_goes_on_along_the_road():
    field = run({"S1": "0105C", "G2": "0905"}, script="1")
    field.order(f"S1 MOVE {along(9)} overrun G2")
    assert GAME.pending(field.state)["soviet"].prompt == "S1 has made its overrun in 0905: how does it go on?"
    assert field.refused("S1 STAY") == "4.5.1.1.10b", "it has four points of the road left"
    assert field.refused("S1 MOVE 0906") == "4.5.1.1.3d", "off the road nothing is left"
    field.order("S1 MOVE 1005 1105")
    assert field.at("S1")[:4] == "1105"


@pytest.mark.rules("6.6.10.1d")
def test_with_all_points_across_country_used_up_the_road_still_leads_on():
    field = run({"S1": "0105C", "G2": "0605"}, script="99")
    field.order(f"S1 MOVE {along(6)} overrun G2")
    progress = field.state.mover.progress
    assert (progress.spent, progress.allowance, progress.route) == (5, 5, True)
    field.order("S1 MOVE 0705")
    assert field.at("S1")[:4] == "0705"


@pytest.mark.rules("6.6.10g", "4.5.1.1.7b")
def test_overruns_in_reverse_are_offered_too():
    field = run({"S1": "0105F", "G2": "0305"}, script="99")
    offered = overruns_offered(field, "S1")
    assert offered["REVERSE", "country"]
    assert offered["REVERSE", "road"]
    field.order("S1 REVERSE 0205 0305 overrun G2")
    assert field.event("overrun")["unit"] == "S1"


@pytest.mark.rules("6.2.1.1.3-roads-a", "6.6.4.1c", "6.6.10g")
def test_a_vehicle_of_a_column_overruns_who_is_on_foot_on_its_road():
    field = run({"S1": "0105C", "G2": "0305"}).set("S1", column=1, tied=True)
    assert overruns_offered(field, "S1") == {("MOVE", "road"): True, ("REVERSE", "road"): True}
    gun = run({"S1": "0105C", "G4": "0305"}).set("S1", column=1, tied=True)
    assert overruns_offered(gun, "S1") == {}
    assert gun.refused("S1 MOVE 0205 0305 overrun G4\nS16 STAY") == "6.2.1.1.3-roads-a"
