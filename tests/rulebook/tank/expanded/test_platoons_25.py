"""Platoons: division, one mode a turn, orders for all, formation and spacing (25.0, 25.1, 25.4, 25.6)."""

from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.orders import Order, Task
from hulldown.games.tank.data.loading import Force, parse_scenario
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.formation import acting, platoon_of
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.state import DESTROYED
from support.platoon_field import TANK, battlefield, beyond, platoon, staff, tanks
from support.tank_positions import (
    answer,
    facing,
    fallen,
    order,
    play,
    position,
    refused,
    track,
    unit,
    violations,
    where,
)

LINE = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A"), "A4": ("1208", "A")}
FOE = {"B1": ("2401", "D")}


@pytest.mark.rules("25.0-gen-1", "25.0-gen-2")
def test_the_scenario_divides_the_force_and_the_first_tank_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*tanks(4, 3), *staff(2)))
    state = position(name, alpha=LINE, bravo=FOE)
    assert [platoon(state, each).members for each in ("P1", "P2", "HQ")] == [
        ("A1", "A2", "A3", "A4"), ("A5", "A6", "A7"), ("A8", "A9"),
    ]  # fmt: skip
    assert [platoon(state, each).leader for each in ("P1", "P2", "HQ")] == ["A1", "A5", "A8"]


SCENARIO = """
id = "tank/x"
title = "x"
book = "expanded"
modules = ["platoons"]
situation = "introductory"
mode = "mixed"
map = "tank"
length = 5
description = "x"
[alpha]
edge = "X"
deploy = "column"
panic = 2
preservation = 0
forces = [{FORCES}]
[bravo]
edge = "Z"
deploy = "column"
panic = 2
preservation = 0
forces = [{ type = "So T34/85", count = 3, platoon = 1 }]
"""


def _read(*forces: str) -> object:
    return parse_scenario(SCENARIO.replace("{FORCES}", ", ".join(forces)), "x.toml")


@pytest.mark.rules("25.0-gen-1", "25.6", "25.51")
def test_a_scenario_with_an_impossible_platoon_is_refused() -> None:
    tank, carrier = '{ type = "Ge Pz IVH", count = %s }', '{ type = "US HT", count = %s }'
    assert _read(tank % "3, platoon = 1", tank % "4, platoon = 2", tank % "1, hq = true", carrier % "3, platoon = 3")
    with pytest.raises(MalformedError, match="fewer than three"):
        _read(tank % "2, platoon = 1")
    with pytest.raises(MalformedError, match="mixes carriers and tanks"):
        _read(tank % "3, platoon = 1", carrier % "1, platoon = 1")
    with pytest.raises(MalformedError, match="one headquarters"):
        _read(tank % "1, hq = true", tank % "1, platoon = 1, hq = true")
    with pytest.raises(MalformedError, match="no vehicle"):
        _read('{ type = "Ger squad 6", count = 3, platoon = 1 }')
    with pytest.raises(MalformedError, match="only tanks without a platoon"):
        _read(carrier % "3, divide = true")


def _divided(monkeypatch: pytest.MonkeyPatch, count: int):
    name = battlefield(monkeypatch, (Force(type=TANK, count=count, divide=True),), tanks(3, kind="So T34/85"))
    return GAME.setup(name, {}, "script:")


@pytest.mark.rules("25.0-gen-1", "25.0-gen-2", "25.0-gen-4")
@pytest.mark.parametrize("sizes", [(7, 6), (4, 4, 5), (6, 4, 3)])
def test_thirteen_tanks_are_divided_as_the_player_likes(monkeypatch: pytest.MonkeyPatch, sizes) -> None:
    state = _divided(monkeypatch, 13)
    assert {side: decision.kind for side, decision in GAME.pending(state).items()} == {"alpha": "divide"}
    names = [f"A{number}" for number in range(1, 14)]
    lines = []
    for number, size in enumerate(sizes, 1):
        crew, names = names[:size], names[size:]
        lines += [f"{tank} {'LEAD' if tank == crew[-1] else 'JOIN'} P{number}" for tank in crew]
    given = order(state, "alpha", "; ".join(lines))
    assert order(state, "alpha", GAME.write(state, given)) == given
    after = answer(state, "alpha", "; ".join(lines)).state
    assert [len(platoon(after, f"P{number}").members) for number in range(1, len(sizes) + 1)] == list(sizes)
    assert platoon(after, "P1").leader == f"A{sizes[0]}"
    assert {decision.kind for decision in GAME.pending(after).values()} == {"enter"}, "then the game begins"


@pytest.mark.rules("25.0-gen-1", "25.0-gen-2")
def test_a_wrong_division_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _divided(monkeypatch, 7)

    def rules(text: str) -> list[str]:
        return [f"{v.rule} {v.unit}" for v in GAME.check(state, "alpha", order(state, "alpha", text))]

    good = "A1 LEAD P1; A2 JOIN P1; A3 JOIN P1; A4 JOIN P1; A5 LEAD P2; A6 JOIN P2; A7 JOIN P2"
    assert rules(good) == []
    assert rules(good.replace("A4 JOIN P1; ", "")) == ["25.0-gen-1 A4"], "a tank is left over"
    assert rules(good.replace("A7 JOIN P2", "A7 JOIN P1")) == ["25.0-gen-1 A6"], "two tanks are no platoon"
    assert rules(good.replace("A1 LEAD", "A1 JOIN")) == ["25.0-gen-2 "], "no leader"
    assert rules(good.replace("A2 JOIN", "A2 LEAD")) == ["25.0-gen-2 A2"], "two leaders"
    assert rules(good.replace("P2", "P3")) == ["25.0-gen-1 A5", "25.0-gen-1 A6", "25.0-gen-1 A7"]
    tasks = order(state, "alpha", good).tasks
    moved = Order("divide", (*tasks[:3], Task("A4", "MV", choice="P1"), *tasks[4:]))
    assert [(v.rule, v.unit) for v in GAME.check(state, "alpha", moved)] == [("25.0-gen-1", "A4")], "it leads or joins"
    idle = GAME.legal(state, "alpha").idle
    assert GAME.check(state, "alpha", idle) == []
    assert [len(each.members) for each in acting_after(state, idle)] == [7]


def acting_after(state, given: Order):
    after = GAME.apply(state, "alpha", given).state
    return [platoon(after, "P1")]


@pytest.mark.rules("25.0-proc-1")
def test_a_platoon_moves_or_fires_but_never_both(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4, 3))
    state = position(name, alpha=LINE | {"A5": ("2012", "A"), "A6": ("2112", "A"), "A7": ("1912", "A")},
                     bravo={"B1": ("1004", "D")})  # fmt: skip
    assert refused(state, "alpha", "A1 MV A; A2 DF 1004") == ["25.0-proc-1"]
    (wrong,) = violations(state, "alpha", "A2 DF 1004; A1 FC; A3 MV A")
    assert (wrong.rule, wrong.unit) == ("25.0-proc-1", "A2"), "the leader sets the mode"
    (wrong,) = violations(state, "alpha", "A2 OF 1103; A3 MV A")
    assert wrong.unit == "A3", "or else the first with a task"
    assert refused(state, "alpha", "A1 DF 1004; A2 OF 1103; A4 DF 1004") == [], "DF and OF are both fire"
    assert refused(state, "alpha", "A1 MV A; A2 FC; A3 MV A; A4 MVR D") == [], "MV, MVR and FC are all movement"
    assert refused(state, "alpha", "A1 MV A; A5 OF 2008") == [], "another platoon has a mode of its own"
    assert refused(state, "alpha", "A1 MV A") == [], "X-14: members may stand while others move"


@pytest.mark.rules("25.0-proc-2", "25.0-proc-4")
def test_an_order_for_the_leader_moves_the_platoon_in_formation(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha=LINE, bravo=FOE)
    played = play(state, alpha="P1 MV A B A F")
    for tank, spot in LINE.items():
        steps = [beyond(state, spot[0], "ABAF"[:count]) for count in (1, 2, 3, 4)]
        assert track(played, tank) == list(zip(steps, (1, 2, 3, 4), strict=True)), "step by step like the leader"
    assert platoon(played.state, "P1").out == ()


@pytest.mark.rules("25.0-proc-2")
def test_an_order_for_the_platoon_is_written_and_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha=LINE, bravo=FOE)
    given = order(state, "alpha", "P1 MV A A wedge")
    assert given == Order("plot", (Task("P1", "MV", given.tasks[0].cells, choice="wedge"),))
    assert GAME.write(state, given) == "P1 MV 1007 1006 wedge"
    assert order(state, "alpha", GAME.write(state, given)) == given
    with pytest.raises(MalformedError):
        order(state, "alpha", "A1 MV A A wedge")


@pytest.mark.rules("25.0-proc-2")
def test_a_platoon_turns_by_one_order(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha=LINE, bravo=FOE)
    played = play(state, alpha="P1 FC", face={"alpha": "A1 D; A2 D; A3 D; A4 D"})
    assert [facing(played.state, tank) for tank in LINE] == ["D"] * 4


@pytest.mark.rules("25.0-proc-3")
def test_fire_needs_a_target_for_each_tank(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha=LINE, bravo={"B1": ("1004", "D")})
    assert refused(state, "alpha", "P1 DF 1004") == ["25.0-proc-3"]
    assert refused(state, "alpha", "P1 OF 1004") == ["25.0-proc-3"]
    assert refused(state, "alpha", "P1 OV 1004 1003") == ["25.0-proc-3"]
    assert refused(state, "alpha", "A1 DF 1004; A2 DF 1004") == []


@pytest.mark.rules("25.0-proc-2", "25.4a")
def test_single_members_may_bend_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha=LINE, bravo=FOE)
    played = play(state, alpha="P1 MV A A; A4 MV B A")
    assert where(played.state, "A4") == beyond(state, "1208", "BA")
    assert where(played.state, "A2") == beyond(state, "1108", "AA")
    assert refused(state, "alpha", "P1 MV A A; A1 MV A") == ["25.0-proc-2"], "but the leader leads"
    assert refused(state, "alpha", "P1 MV A A; P1 FC") == ["5.0-gen-1"]
    assert refused(state, "alpha", "P7 MV 1007") == ["6.0-proc-1"]


@pytest.mark.rules("25.1")
def test_nobody_exceeds_his_allowance_and_the_slowest_sets_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three T34/85 (8 points) and a Pz IVH (5).
    forces = (Force(type="So T34/85", count=3, platoon=1), Force(type=TANK, count=1, platoon=1))
    name = battlefield(monkeypatch, forces)
    state = position(name, alpha={"A1": "1010", "A2": "1110", "A3": "0910", "A4": "1210"}, bravo=FOE)
    (wrong,) = violations(state, "alpha", "P1 MV A A A A A A")
    assert (wrong.rule, wrong.unit) == ("25.1", "P1")
    assert refused(state, "alpha", "P1 MV A A A A A") == []
    (path,) = [o.path for u in GAME.legal(state, "alpha").units if u.unit == "P1" for o in u.options if o.kind == "MV"]
    assert path is not None
    assert path.allowance == 5
    assert refused(state, "alpha", "A4 MV A A A A A A") == ["9.0-gen-3"]


@pytest.mark.rules("25.1", "25.0-proc-4")
def test_a_follower_in_bad_ground_goes_as_far_as_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    # Woods in the way of A2 cost more than clear ground; it ends near where the formation wants it.
    name = battlefield(
        monkeypatch, tanks(3), hexes={"1107": "woods", "1106": "woods", "1105": "woods", "1104": "woods"}
    )
    state = position(name, alpha={"A1": "1008", "A2": "1108", "A3": "0908"}, bravo=FOE)
    assert refused(state, "alpha", "P1 MV A A A A") == []
    played = play(state, alpha="P1 MV A A A A")
    assert (where(played.state, "A1"), where(played.state, "A3")) == ("1004", "0904")
    assert where(played.state, "A2") not in ("1108", "1104")
    assert platoon(played.state, "P1").out == ()


@pytest.mark.rules("25.4b")
def test_the_formation_changes_on_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    column = {"A1": ("1008", "A"), "A2": ("1009", "A"), "A3": ("1010", "A"), "A4": ("1011", "A")}
    state = position(name, alpha=column, bravo=FOE)
    played = play(state, alpha="P1 MV A wedge")
    ends = {where(played.state, tank) for tank in column}
    assert ends == {"1007", beyond(state, "1007", "C"), beyond(state, "1007", "E"), beyond(state, "1007", "CC")}
    line = play(state, alpha="P1 MV A line").state
    assert {where(line, tank) for tank in column} == {
        "1007", beyond(state, "1007", "C"), beyond(state, "1007", "E"), beyond(state, "1007", "CB"),
    }  # fmt: skip
    back = play(line, alpha="P1 MV A column").state
    assert where(back, "A1") == "1006"
    assert {where(back, tank) for tank in column} >= {"1006", "1007", "1008"}


@pytest.mark.rules("25.4b")
def test_the_others_wheel_while_the_leader_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha={"A1": ("1008", "A"), "A2": "1009", "A3": "1010", "A4": "1011"}, bravo=FOE)
    played = play(state, alpha="P1 FM line")
    assert where(played.state, "A1") == "1008"
    assert track(played, "A1") == []
    assert {where(played.state, tank) for tank in ("A2", "A3", "A4")} == {
        beyond(state, "1008", "C"), beyond(state, "1008", "E"), beyond(state, "1008", "CB"),
    }  # fmt: skip
    assert refused(state, "alpha", "A1 FM line") == ["25.4b"]
    wrong = Order("plot", (Task("P1", "FM", choice="crescent"),))
    assert [v.rule for v in GAME.check(state, "alpha", wrong)] == ["25.4b"]
    wrong = Order("plot", (Task("P1", "MV", (unit(state, "A1").cell,), choice="exit"),))
    assert [v.rule for v in GAME.check(state, "alpha", wrong)] == ["25.4b"]


@pytest.mark.rules("25.0-gen-3", "25.4a")
def test_a_plot_that_strays_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha={"A1": "1008", "A2": "1108", "A3": "1208"}, bravo=FOE)
    assert refused(state, "alpha", "A3 MV B") == [], "two hexes are near enough"
    (wrong,) = violations(state, "alpha", "A3 MV B B")
    assert (wrong.rule, wrong.unit) == ("25.4a", "A3")
    # at every point, not only at the end.
    assert refused(state, "alpha", "A3 MV B B E E") == ["25.4a"]
    # near any one member is enough, in a chain.
    chain = position(name, alpha={"A1": "1008", "A2": "1208", "A3": "1408"}, bravo=FOE)
    assert refused(chain, "alpha", "A1 FC") == []
    # Whoever stands still is not to blame when the others leave.
    (wrong,) = violations(state, "alpha", "A1 MV F F; A2 MV F F")
    assert (wrong.rule, wrong.unit) == ("25.4a", "A2"), "the nearest that leaves it"


@pytest.mark.rules("25.4c", "25.0-gen-3")
def test_who_strays_in_execution_is_single_from_the_next_turn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    # A3 is barred by an enemy that comes into its way; the others go on.
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha={"A1": "1010", "A2": "1110", "A3": "1210"}, bravo={"B1": ("1207", "D")})
    # It stops in 1209; A2 is then at 1106, three hexes away.
    played = play(state, alpha="P1 MV A A A A", bravo="B1 MV D")
    assert where(played.state, "A3") == "1209"
    (told,) = played.found("strayed")
    assert (told.data["unit"], told.audience) == ("A3", ("alpha",))
    assert platoon(played.state, "P1").out == ("A3",)
    scene = scene_of(played.state)
    assert platoon_of(played.state, scene, "A3") is None
    assert platoon_of(played.state, scene, "A2") is not None
    # Single: it may fire while the platoon moves.
    assert refused(played.state, "alpha", "P1 MV A; A3 DF 1208") == []


@pytest.mark.rules("25.4c")
def test_it_is_still_of_its_platoon_on_the_turn_on_which_it_strays(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = position(name, alpha={"A1": "1010", "A2": "1110", "A3": "1210"}, bravo={"B1": ("1207", "D")})
    played = play(state, alpha="P1 MV A A A A", bravo="B1 MV D", until="face")
    assert platoon(played.state, "P1").straying == ("A3",)
    notes = GAME.view(played.state, "alpha").notes
    assert isinstance(notes, dict)
    assert (notes["A2"], notes["A3"]) == ("Platoon 1", "Platoon 1 (has broken formation)")
    assert platoon_of(played.state, scene_of(played.state), "A3") is not None


def _apart(monkeypatch: pytest.MonkeyPatch, spot: str):
    """A state before the leaders' question in which A3 has strayed and stands in a hex."""
    name = battlefield(monkeypatch, tanks(4))
    state = position(name, alpha={"A1": "1008", "A2": "1108", "A4": "0908", "A3": "1608"}, bravo=FOE, panic=True)
    first = play(state)
    assert platoon(first.state, "P1").out == ("A3",), "already apart when the turn ends"
    moved = position(name, alpha={"A1": "1008", "A2": "1108", "A4": "0908", "A3": spot}, bravo=FOE, panic=True)
    moved.more = first.state.more
    return moved


@pytest.mark.rules("25.4d")
def test_a_strayed_tank_may_rejoin_when_it_ends_a_turn_near(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = play(_apart(monkeypatch, "1308"), until="leaders").state
    assert [(u.unit, [o.kind for o in u.options]) for u in GAME.legal(asked, "alpha").units] == [("A3", ["JOIN"])]
    assert platoon(answer(asked, "alpha", "").state, "P1").out == ("A3",), "it may stay by itself"
    back = answer(asked, "alpha", "A3 JOIN")
    assert platoon(back.state, "P1").out == ()
    assert [e.audience for e in back.found("rejoined", unit="A3")] == [("alpha",)]
    assert refused(asked, "alpha", "A2 JOIN") == ["25.4d"]
    assert refused(asked, "alpha", "A3 JOIN; A3 JOIN") == ["25.3a"]
    other = Order("leaders", (Task("A3", "MV"),))
    assert [(one.rule, one.unit) for one in GAME.check(asked, "alpha", other)] == [("25.4d", "A3")], "it joins or not"


@pytest.mark.rules("25.4d")
def test_a_strayed_tank_that_has_been_destroyed_does_not_rejoin(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = play(_apart(monkeypatch, "1308"), until="leaders").state
    lost = asked.thaw()
    unit(lost, "A3").status = DESTROYED
    assert GAME.legal(lost, "alpha").units == ()
    assert refused(lost, "alpha", "A3 JOIN") == ["25.4d"]


@pytest.mark.rules("25.4d")
def test_three_hexes_away_it_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = play(_apart(monkeypatch, "1408"), until="leaders").state
    assert GAME.legal(asked, "alpha").units == ()
    assert refused(asked, "alpha", "A3 JOIN") == ["25.4d"]


@pytest.mark.rules("25.4d")
def test_nobody_joins_another_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {"A1": "1008", "A2": "1108", "A3": "2008", "A4": "2007", "A5": "2107", "A6": "1907"}
    state = position(name, alpha=spots, bravo=FOE, panic=True)
    asked = play(state, until="leaders").state
    assert platoon(asked, "P1").out == ("A3",)
    assert GAME.legal(asked, "alpha").units == (), "P2 is near, but not its own"


@pytest.mark.rules("25.0-gen-1", "25.3c")
def test_x19_a_platoon_under_three_stays_one_until_a_single_tank_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3))
    state = fallen(position(name, alpha={"A1": "1008", "A2": "1108"}, bravo=FOE), "A3")
    assert [each.name for each in acting(state, scene_of(state), "alpha")] == ["P1"]
    assert refused(state, "alpha", "A1 MV A; A2 OF 1103") == ["25.0-proc-1"]
    last = fallen(position(name, alpha={"A1": "1008"}, bravo=FOE), "A2", "A3")
    after = play(last)
    assert platoon(after.state, "P1").dissolved
    assert [e.audience for e in after.found("dissolved")] == [("alpha",)]
    assert unit(after.state, "A2").status == DESTROYED


@pytest.mark.rules("25.6")
def test_carriers_form_platoons_like_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (Force(type="US HT", count=3, platoon=1), Force(type="truck", count=3, platoon=2)))
    spots = {"A1": "1008", "A2": "1108", "A3": "0908", "A4": "1012", "A5": "1112", "A6": "0912"}
    state = position(name, alpha=spots, bravo=FOE)
    played = play(state, alpha="P1 MV A A; P2 MV A")
    assert where(played.state, "A2") == "1106"
    assert where(played.state, "A6") == "0911"
    assert refused(state, "alpha", "A3 MV E E E") == ["25.4a"]


@pytest.mark.rules("25.0-gen-3", "11.0-gen-1")
def test_followers_never_end_in_one_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    # A friend of another platoon stands where A2 would end: it ends beside it.
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {"A1": "1008", "A2": "1108", "A3": "0908", "A4": "1106", "A5": "1206", "A6": "1205"}
    state = position(name, alpha=spots, bravo=FOE)
    assert refused(state, "alpha", "P1 MV A A") == []
    played = play(state, alpha="P1 MV A A")
    ends = [where(played.state, tank) for tank in spots]
    assert len(set(ends)) == len(ends)
    assert played.found("backed_up") == []


@pytest.mark.rules("25.0-proc-2", "11.0-gen-1")
def test_a_place_taken_by_one_follower_is_not_given_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    # A4 and A5 stand in A2's way, so A2 takes the place that was meant for A3, and A3 another one.
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {"A1": "1008", "A2": "1108", "A3": "1208", "A4": "1106", "A5": "1107", "A6": "1105"}
    state = position(name, alpha=spots, bravo=FOE)
    assert refused(state, "alpha", "P1 MV A A") == []
    after = play(state, alpha="P1 MV A A").state
    assert where(after, "A1") == "1006"
    assert where(after, "A2") == "1206"
    ends = [where(after, tank) for tank in spots]
    assert len(set(ends)) == len(ends)


@pytest.mark.rules("25.0-proc-2")
def test_a_follower_without_a_way_stays_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    # A4 stands behind A2 when the platoon backs up.
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {tank: (spot, "A") for tank, spot in
             {"A1": "1008", "A2": "1108", "A3": "0908", "A4": "1109", "A5": "1209", "A6": "1210"}.items()}  # fmt: skip
    state = position(name, alpha=spots, bravo=FOE)
    played = play(state, alpha="P1 MVR D")
    assert [where(played.state, tank) for tank in ("A1", "A2", "A3")] == ["1009", "1108", "0909"]
    assert facing(played.state, "A1") == "A", "in reverse it keeps its front"


@pytest.mark.rules("25.0-gen-3", "34.1-3")
def test_x84_a_bound_column_is_the_formation(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(4), base="tank/10", situation="meeting")
    way = "2408 2308 2208 2108 2008"
    spots = {"A1": "2008", "A2": "2108", "A3": "2208", "A4": "2308"}
    marching = position(name, alpha=spots, bravo={"B1": "0101"}, columns={"alpha": way}, released=False)
    assert acting(marching, scene_of(marching), "alpha") == []
    met = position(name, alpha=spots, bravo={"B1": "0101"}, columns={"alpha": way}, turn=4)
    met.contact = 4
    assert acting(met, scene_of(met), "alpha") == [], "not on the turn of contact"
    met.contact = 3
    assert [each.name for each in acting(met, scene_of(met), "alpha")] == ["P1"]
    free = position(name, alpha=spots, bravo={"B1": "0101"}, turn=4)
    free.contact = 4
    assert [each.name for each in acting(free, scene_of(free), "alpha")] == ["P1"], "without a column it always acts"


@pytest.mark.rules("25.0-proc-2")
def test_nonsense_beside_an_order_for_a_platoon_is_refused_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3, 3))
    spots = {"A1": "1008", "A2": "1108", "A3": "0908", "A4": "1508", "A5": "1608", "A6": "1708"}
    state = position(name, alpha=spots, bravo=FOE)
    far, here = unit(state, "B1").cell, unit(state, "A1").cell
    ahead = scene_of(state).board.cell("1007")
    lead = Task("P1", "MV", (ahead,))
    for task, rule in (
        (Task("A4", "MV"), "6.0-proc-3"), (Task("A2", "MV"), "6.0-proc-3"), (Task("A2", "XX"), "5.0-gen-1"),
        (Task("A4", "XX", (ahead,)), "5.0-gen-1"), (Task("A2", "DF", (far,)), "25.0-proc-1"),
        (Task("P2", "MV", (far,)), "9.32"), (Task("P2", "MV"), "6.0-proc-3"),
        (Task("P2", "PANIC", (far,)), "25.0-proc-3"), (Task("P2", "MV", (here,), choice="stop"), "25.4b"),
    ):  # fmt: skip
        found = GAME.check(state, "alpha", Order("plot", (lead, task)))
        assert rule in [violation.rule for violation in found], (task, found)
        assert {violation.unit for violation in found} <= {task.unit, "P1"}
