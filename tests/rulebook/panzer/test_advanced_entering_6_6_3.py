"""Vehicles into and out of buildings in detail (6.6.3): plans with their actions, what is paid, where they stop.

The country of `advanced_march`: 0303 is of brick (4 points, a turn inside 2), 0304 of wood (3); an SU-85 has 5 points
and adds 20 to its rolls, so that 46 is safe at brick and 45 a hit.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import entering, halts
from hulldown.games.panzer.rules.advanced.play.march import IN, IN_FROM, OUT, QUIT, plan
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.driving import AHEAD, TURN
from hulldown.games.panzer.rules.state import KNOCKED_OUT, WAITING, Mover, Progress, index_of
from support.advanced_march import REACTED, March, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def planned(march: March, name: str, *cells: str, facing: int = -1, kind: str = "ENTER", choice: str = "") -> list[int]:
    """The actions of an order; the case that refuses it as text."""
    found = plan(march.state, scene(), Task(name, kind, tuple(cell(one) for one in cells), facing, choice))
    assert found.fault is None, found.fault
    return found.actions


def refused(march: March, name: str, *cells: str, facing: int = -1, kind: str = "ENTER") -> str:
    found = plan(march.state, scene(), Task(name, kind, tuple(cell(one) for one in cells), facing))
    return found.fault[0] if found.fault else ""


def inside(place: str, name: str = "S2", **more: object) -> March:
    return keep({name: place}, **more).set(name, inside=True)


@pytest.mark.rules("6.6.3a", "6.6.3b", "6.6.3c", "6.6.3d")
def test_the_actions_of_entering() -> None:
    assert planned(keep({"S2": "0302D"}), "S2", "0303") == [IN_FROM + 3], "straight in"
    assert planned(keep({"S2": "0302C"}), "S2", "0303") == [TURN + 3, IN_FROM + 3], "it turns to the building first"
    assert planned(keep({"S2": "0302A"}), "S2", "0303") == [TURN + 3, IN_FROM + 3]
    assert planned(keep({"S2": "0303D"}), "S2") == [IN], "from the alley"
    assert planned(keep({"S2": "0301D"}), "S2", "0302", "0303") == [AHEAD + 3, IN_FROM + 3]
    assert planned(keep({"S2": "0302D"}), "S2", "0303", facing=3) == [IN_FROM + 3]
    assert planned(keep({"S2": "0304A"}), "S2", "0303", facing=0) == [IN_FROM + 0], "it faces so already"
    assert planned(inside("0304A"), "S2", "0303") == [QUIT, IN_FROM + 0], "out of one building, into the next"


@pytest.mark.rules("6.6.3d", "6.6.3h")
def test_a_turn_inside_costs_that_of_the_building() -> None:
    assert planned(keep({"S2": "0305A"}), "S2", "0304", facing=1) == [IN_FROM + 0, TURN + 1], "3, and 60 degrees free"
    assert planned(keep({"S2": "0303A"}), "S2", facing=5) == [IN, TURN + 5]
    assert refused(keep({"S2": "0303D"}), "S2", facing=0) != "", "4 of 5 points, an about-turn takes 2"
    assert planned(keep({"S2": "0303D"}), "S2", facing=3) == [IN]
    assert refused(inside("0303D"), "S2", facing=0, kind="TURN") == "", "2 of 5 points"


@pytest.mark.rules("6.6.3a", "6.6.3c", "4.5.1.1.10b", "6.1.4.3.1f", "6.5.2.2.1a")
def test_why_it_does_not_enter() -> None:
    assert refused(keep({"S2": "0302D"}), "S2", "0402") == "6.6.3a", "no building"
    assert refused(keep({"S2": "0302D"}), "S2") == "6.6.3a", "nor here"
    assert refused(inside("0303D"), "S2") == "6.6.3a", "it is inside"
    assert refused(keep({"S2": "0301D"}), "S2", "0303") == "3.5.1a", "not next to it"
    waiting = keep({"S2": "0302D"}).set("S2", status=WAITING)
    assert refused(waiting, "S2", "0303") != ""
    assert refused(keep({"S2": "0302D"}).set("S2", track=True), "S2", "0303") == "6.5.2.2.1a"
    assert refused(inside("0303D").set("S2", track=True), "S2", kind="OUT") == "6.5.2.2.1a"
    assert refused(keep({"S4": "0303D"}).set("S4", inside=True), "S4", kind="OUT") == "6.6.3a", "a squad walks out"
    assert refused(keep({"S2": "0302D", "G1": "0303"}), "S2", "0303") == "4.5.1.1.10b"
    assert refused(keep({"S2": "0301D", "G1": "0302"}), "S2", "0302", "0303") == "", "past an enemy tank, 1 and 4"
    assert refused(keep({"S2": "0301D", "G2": "0302"}), "S2", "0302", "0303") == "4.5.1.1.10b", "not past a squad"
    assert keep({"S1": "0302D", "S4": "0302"}).refused("S1 ENTER 0303 load S4@0302") == "6.6.3c"


@pytest.mark.rules("6.6.3a", "6.6.3b", "6.6.3c", "6.6.10h")
def test_what_is_offered() -> None:
    def offered(march: March, name: str = "S2") -> list[tuple[str, tuple[int, ...], tuple[str, ...]]]:
        march.ready()
        found = entering.offers(Marching(march.state, scene(), Task(name, "")))
        return [(one.rule, one.cells, one.choices) for one in found]

    assert offered(keep({"S2": "0303D"})) == [("6.6.3a", (), ()), ("6.6.3b", (cell("0304"),), ())]
    assert offered(keep({"S2": "0302D"})) == [("6.6.3b", (cell("0303"),), ())]
    assert offered(keep({"S2": "0501D"})) == []
    assert offered(keep({"S13": "0303D"}), "S13") == [], "open-topped"
    assert offered(keep({"S2": "0303D"}).set("S2", status=WAITING, cell=-1)) == []
    squad = keep({"S2": "0302D", "G2": "0303"})
    squad.set("S2", sees=(index_of(squad.state, "G2"),))
    assert offered(squad) == [("6.6.10h", (cell("0303"),), ("overrun G2",))]
    away = keep({"S2": "0301D", "G2": "0303"})
    away.set("S2", sees=(index_of(away.state, "G2"),))
    assert offered(away) == [], "only from the next hex"


def account(march: March, name: str = "S2") -> tuple[int, int, bool]:
    """What the mover has spent, its steps, and whether it is stuck, as the enemy may react to its last action."""
    mover = march.state.mover
    assert mover is not None
    return mover.progress.spent, mover.progress.steps, mover.progress.stuck


def at_the_wall(action: int, place: str, script: str, spent: int = 0, steps: int = 0, rest: tuple[int, ...] = (),
                **facts: object) -> tuple[March, bool]:  # fmt: skip
    """Carries out one action of an SU-85 with 5 points."""
    march = keep({"S2": place}).set("S2", **facts)
    here = march.unit("S2").cell
    progress = Progress(allowance=5, spent=spent, steps=steps, turned=1, paid=True, route=True)
    march.state.mover = Mover(index_of(march.state, "S2"), progress, list(rest), here, 0, here)
    doing = Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))
    reacts = entering.act(march.state, scene(), action, doing)
    march.events = list(doing.events)
    assert doing.dice.serial == len(script.split())
    return march, reacts


@pytest.mark.rules("6.6.3a", "6.6.3b", "6.6.3d", "6.6.3h", "6.1.4.3.7c")
def test_in_from_the_next_hex() -> None:
    march, reacts = at_the_wall(IN_FROM + 3, "0302D", "46", full_cover=True)
    assert (march.at("S2"), march.detail("S2").inside, reacts) == ("0303D", True, True)
    assert account(march) == (4, 1, False)
    mover = march.state.mover
    assert mover is not None
    assert (mover.before, mover.progress.turned, mover.progress.paid) == (cell("0302"), 0, False)
    assert not mover.progress.route, "it has left the road"
    assert not march.detail("S2").full_cover, "what it had in its hex is left behind"
    assert [event.kind for event in march.events] == ["at_wall", "broke_in"]
    assert march.events[1].data == {"unit": "S2", "hex": "0303", "where": "inside"}
    late, _ = at_the_wall(IN_FROM + 3, "0302D", "46", spent=2, steps=1)
    assert account(late) == (5, 2, True), "as its only hex it is possible; nothing is left"
    more, _ = at_the_wall(IN_FROM + 3, "0302D", "46", rest=(TURN + 4,))
    assert more.state.mover is not None
    assert more.state.mover.plan == [TURN + 4], "it goes on"
    stuck, _ = at_the_wall(IN_FROM + 3, "0302D", "46", spent=2, steps=1, rest=(TURN + 4,))
    assert stuck.state.mover is not None
    assert stuck.state.mover.plan == []


@pytest.mark.rules("6.6.3a", "6.6.3d", "6.6.3f")
def test_in_from_the_alley_and_out_into_it() -> None:
    march, reacts = at_the_wall(IN, "0303D", "46")
    assert (march.detail("S2").inside, account(march), reacts) == (True, (4, 0, False), True)
    out, _ = at_the_wall(OUT, "0303D", "46", inside=True)
    assert (out.detail("S2").inside, account(out)) == (False, (2, 0, False)), "the alley costs 2"
    assert [event.kind for event in out.events] == ["at_wall", "came_out"]
    assert out.events[1].data["where"] == "in the alley"
    track, told = at_the_wall(OUT, "0303D", "45 65", inside=True, rest=(AHEAD,))
    assert track.state.mover is not None
    assert (track.detail("S2").inside, track.state.mover.plan, told) == (True, [], True)
    assert [(event.kind, event.rule) for event in track.events] == [
        ("at_wall", "6.6.3d"), ("immobilised", "6.6.3e"), ("stopped", "6.6.3f"),
    ]  # fmt: skip


@pytest.mark.rules("6.6.3g", "6.6.3h", "6.6.3e")
def test_damaged_at_the_wall_with_more_or_less_left() -> None:
    first, _ = at_the_wall(IN_FROM + 3, "0302D", "45 66")
    assert first.detail("S2").inside, "its only hex"
    assert first.unit("S2").damaged
    late, _ = at_the_wall(IN_FROM + 3, "0302D", "45 66", spent=1, steps=0)
    assert not late.detail("S2").inside, "4 left, halved to 2: too little, and something was spent before"
    assert late.state.mover is not None
    assert late.state.mover.progress.spent == late.state.mover.progress.allowance
    gone, _ = at_the_wall(IN_FROM + 3, "0302D", "45 66", spent=0, steps=1)
    assert not gone.detail("S2").inside, "nor is it the only hex"
    wood, _ = at_the_wall(IN_FROM + 0, "0305A", "20 76")
    assert wood.detail("S2").inside
    overrun, _ = at_the_wall(IN_FROM + 3, "0302D", "45 66", rest=(halts.OVERRUNNING + 0, TURN + 1))
    assert overrun.state.mover is not None
    assert overrun.state.mover.plan == [halts.OVERRUNNING], "6.6.10i: damaged it still overruns"
    lost, reacts = at_the_wall(IN_FROM + 3, "0302D", "45 66", damaged=True)
    assert (lost.unit("S2").status, reacts, lost.detail("S2").inside) == (KNOCKED_OUT, False, False)


@pytest.mark.rules("6.6.3g", "6.6.3h", "6.6.3f")
def test_going_on_out_of_a_building() -> None:
    march, reacts = at_the_wall(QUIT, "0303A", "46", inside=True, rest=(AHEAD + 0,))
    assert march.state.mover is not None
    assert (reacts, march.state.mover.plan) == (False, [AHEAD + 0]), "no harm: nothing happens at the wall"
    hurt, told = at_the_wall(QUIT, "0303A", "45 66", inside=True, rest=(AHEAD + 0, AHEAD + 0, AHEAD + 0))
    assert hurt.state.mover is not None
    assert (told, hurt.state.mover.plan) == (False, [AHEAD + 0, AHEAD + 0]), "half of 5 is 2: two hexes"
    stays, stopped = at_the_wall(QUIT, "0303A", "45 66", inside=True, spent=4, rest=(AHEAD + 0,))
    assert stays.state.mover is not None
    assert (stopped, stays.state.mover.plan) == (True, []), "nothing is left"
    assert stays.events[-1].kind == "stopped"
    turned, _ = at_the_wall(QUIT, "0303A", "45 66", inside=True, rest=(TURN + 1, AHEAD + 1, TURN + 2, AHEAD + 2))
    assert turned.state.mover is not None
    assert turned.state.mover.plan == [TURN + 1, AHEAD + 1, TURN + 2, AHEAD + 2], "turns of 60 degrees are free"
    last, _ = at_the_wall(QUIT, "0303A", "45 66", inside=True, spent=1, rest=(TURN + 1, AHEAD + 1, TURN + 2, AHEAD + 2))
    assert last.state.mover is not None
    assert last.state.mover.plan == [TURN + 1, AHEAD + 1, TURN + 2, AHEAD + 2], "4 left, halved to 2"
    one, _ = at_the_wall(QUIT, "0303A", "45 66", inside=True, spent=3, rest=(TURN + 1, AHEAD + 1, TURN + 2, AHEAD + 2))
    assert one.state.mover is not None
    assert one.state.mover.plan == [TURN + 1, AHEAD + 1], "1 left: it does not end with a turn"


@pytest.mark.rules("6.6.3a", "6.1.4.3.9a", "6.1.4.3.7c")
def test_nothing_stands_in_the_way_of_who_leaves_a_ruin() -> None:
    march = keep({"S2": "0303D"}, works=[Work(RUBBLE, cell("0303")), Work(IMPROVED, cell("0304"))])
    march.set("S2", inside=True)
    assert entering.building_in(march.state, scene(), cell("0303")) is None
    assert entering.building_in(march.state, scene(), cell("0304")) == "wood"
    assert entering.building_in(march.state, scene(), cell("0302")) is None
    march.order("S2 MOVE 0302")
    assert "at_wall" not in march.kinds()
    assert REACTED
