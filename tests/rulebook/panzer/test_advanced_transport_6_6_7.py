"""Transport (6.6.7): capacity, mounting and dismounting anywhere on the way, emergency bail out."""

from __future__ import annotations

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.arsenal import fits, targets
from hulldown.games.panzer.game import TRAITS
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import moving, transport
from hulldown.games.panzer.rules.advanced.play.facts import passengers
from hulldown.games.panzer.rules.advanced.play.march import March as Marching
from hulldown.games.panzer.rules.state import CARRIED, EXITED, OFF_MAP, ON_MAP, WAITING, Mover, index_of
from support.advanced_march import GAME, REACTED, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country():
    with the_country():
        yield


@pytest.mark.rules("6.6.7.1-ex1", "6.6.7.1-ex2", "6.6.7.1-ex3", "6.6.7.1a", "6.6.7.1c", "6.6.7.1d", "5.2g")
def test_the_capacities_of_the_examples():
    tractor, flak, section = targets()["SdKfz 10"], targets()["8.8cm FlaK 36 A/ATG"], targets()["German Section"]
    assert tractor.transport == (1, 2)
    assert section.passenger == (0, 1)
    assert flak.passenger == (3, 3)
    assert not fits(tractor, [flak])
    march = keep({"G3": "1401", "G4": "1401", "G5": "1401"})
    g3, g4, g5 = (index_of(march.state, name) for name in ("G3", "G4", "G5"))
    assert not transport.fit_together(march.state, g3, [g4])
    assert transport.fit_together(march.state, g3, [g5])


@pytest.mark.rules("6.6.7.1b", "6.6.7.1f", "6.6.7.1g", "6.6.7a", "6.6.4.4b", "6.6.4.5b")
def test_room_for_one_more():
    march = keep({"S3": "0501", "S4": "0501", "S6": "0501", "S8": "0501", "S14": "0501", "S10": "0501", "S13": "0501"})

    def room(carrier, passenger):
        found = [index_of(march.state, name) for name in (carrier, passenger)]
        aboard = passengers(march.state, found[0])
        room = transport.fit_together(march.state, found[0], [found[1], *aboard])
        return room and transport.rides(march.state, scene(), found[1])

    assert room("S3", "S4"), "a lorry 1-2 and a squad 0-2"
    assert room("S3", "S8"), "and a gun 1-2"
    assert not room("S13", "S6"), "an SU-76 carries nobody"
    assert not room("S1", "S8"), "without towed capacity leg units only"
    assert not room("S3", "S10"), "nobody parts from his horse"
    assert not room("S3", "S13"), "a vehicle is no passenger"
    assert not room("S4", "S6"), "a squad carries nobody"
    march.set("S14", status=CARRIED, carrier=index_of(march.state, "S3"))
    assert room("S3", "S6"), "N6: a half-squad and a section fill it"
    assert not room("S3", "S4")
    assert not room("S3", "S8"), "the gun's crew and ammunition need both places"


@pytest.mark.rules("6.6.7.1.1a", "6.6.7.1.1-mounting-a", "6.6.7.1.1-mounting-b", "6.6.7.1.1-mounting-c", "6.6.7b")
def test_who_mounts_from_where():
    def mount(name, place, order=None, **facts):
        march = keep({"S3": "0501D", name: place}).set(name, **facts)
        return march.refused(order or f"S3 MOUNT {name}")

    assert mount("S4", "0501") == mount("S4", "0502") == mount("S6", "0502") == ""
    assert mount("S4", "0503") == "6.6.7.1.1-mounting-a"
    assert mount("S4", "0502", suppressed=ON) == "6.6.7.1.1-mounting-b"
    assert mount("S4", "0501", suppressed=ON) == ""
    assert mount("S7", "0502") == mount("S8", "0502") == "6.6.7.1.1-mounting-b"
    assert mount("S7", "0501") == mount("S8", "0501") == ""
    assert mount("S4", "0501", command="HALT") == "6.6.7.1.1a"
    assert mount("S4", "0501", command="NC") == "6.6.7.1.1a"
    assert mount("S4", "0501", moved=True) == "6.6.7.1.1-mounting-c"
    assert mount("S9", "0501") == "6.6.7.1f"
    assert mount("S10", "0501") == "6.6.7.1f"
    assert mount("S4", "0303", "S3 MOUNT S4") == "6.6.7.1.1-mounting-a"
    assert keep({"S4": "0501", "S5": "0501"}).refused("S4 MOUNT S5") == "6.6.7a"
    twice = keep({"S3": "0501D", "S4": "0502", "S1": "0601D"})
    assert twice.refused("S3 MOUNT S4\nS4 MOVE 0503") == "6.6.7.1.1-mounting-c", "mounting is its whole move"
    assert twice.refused("S3 MOUNT S4\nS1 MOVE 0602 load S4@0601") == "6.6.7.1.1-mounting-c"
    march = keep({"S3": "0501D", "S4": "0502"}).order("S3 MOUNT S4")
    unit = march.unit("S4")
    assert (unit.status, unit.moved, unit.known) == (CARRIED, True, True)
    assert march.detail("S4").carrier == index_of(march.state, "S3")
    assert march.detail("S4").shown, "everybody saw it mount"
    assert march.kinds() == ["revealed", "revealed", "mounted"]
    assert REACTED == [("german", "S3")], "G5: a chance to react"


@pytest.mark.rules("6.6.7.1.1b", "6.6.7.1.1-vehicle-a", "6.6.7.1.1-vehicle-b", "6.6.7.1.1-vehicle-d")
def test_loading_takes_half_of_the_allowance_anywhere_on_the_way():
    def move(order, **facts):
        return keep({"S1": "0501D", "S4": "*S1", "S5": "0503"}).set("S1", **facts).refused(order)

    assert move("S1 MOVE 0502 0503 0504 drop S4") == "", "5 points: 2 for the halt, three hexes"
    assert move("S1 MOVE 0502 0503 0504 0505 drop S4") == "6.6.7.1.1-vehicle-b"
    assert move("S1 MOVE 0502 0503 0504 drop S4@0501") == "", "before"
    assert move("S1 MOVE 0502 0503 0504 drop S4@0502") == "", "in the middle"
    assert move("S1 MOVE 0502 0503 0504 0505 drop S4@0502") == "4.5.1.1.3d"
    assert move("S1 MOVE 0502 0503 drop S4@0505") == "6.6.7.1.1-vehicle-d", "not on its way"
    assert move("S1 MOVE 0502 drop S9") == "6.6.7.1.1b", "not aboard"
    assert move("S1 MOVE 0502 0503 drop S4 load S5") == "", "both in one hex for once"
    assert move("S1 MOVE 0502 0503 load S5") == "6.6.7.1f", "full"
    assert move("S1 MOVE 0502 0503 0504 drop S4@0501 load S5@0503") == "6.6.7.1.1-vehicle-b", "in two hexes twice"
    assert move("S1 MOVE 0502 0503 drop S4", suppressed=ON) == "6.6.7.1.1-vehicle-b", "2, and half of it is 1"
    assert move("S1 MOVE 0502 drop S4", suppressed=ON) == "", "suppressed vehicles load too"
    march = keep({"S1": "0501D", "S4": "*S1"}).order("S1 MOVE 0502 0503 0504 drop S4@0502>0602/C")
    assert march.at("S1") == "0504D"
    assert march.at("S4") == "0602C"
    assert march.kinds() == ["revealed", "moved", "dismounted", "moved", "moved"]
    assert REACTED[1] == ("german", "S1", "S4"), "G5: both have moved"
    assert REACTED[2] == ("german", "S1")


@pytest.mark.rules("6.6.7.1.1-vehicle-c", "6.6.7.1.1-vehicle-b")
def test_any_number_in_one_hex():
    march = keep({"S3": "0501D", "S14": "*S3", "S15": "*S3", "S4": "0502"})
    march.order("S3 MOVE 0502 0503 drop S14@0502 drop S15@0502 load S4@0502")
    assert march.at("S3") == "0503D", "3 points: 1 for all of it, two hexes"
    assert march.unit("S4").status == CARRIED
    assert [march.unit(name).status for name in ("S14", "S15")] == [ON_MAP, ON_MAP]
    assert len(REACTED) == 3, "one chance for all that is done in a hex"
    two = keep({"S3": "0501D", "S4": "0501", "S5": "0501"})
    assert two.refused("S3 MOUNT S4 S5") == "6.6.7.1f", "a load that does not fit"
    both = keep({"S3": "0501D", "S14": "0501", "S6": "0502"})
    assert both.refused("S3 MOUNT S14 S6") == ""
    assert both.refused("S3 MOUNT S14 S14") == "6.6.7.1.1b"


@pytest.mark.rules("6.6.7.1.1-dismounting-a", "6.6.7.1.1-dismounting-b", "6.6.7.1.1-dismounting-c", "6.1.4.3.1f")
def test_who_dismounts_where():
    def down(name, order, start="0501D", **facts):
        return keep({"S3": start, name: "*S3", "G2": "0602"}).set(name, **facts).refused(f"S3 DISMOUNT {order}")

    assert down("S4", "S4") == down("S4", "0502 S4") == ""
    assert down("S4", "0503 S4") == "6.6.7.1.1-dismounting-a"
    assert down("S4", "0502 S4", suppressed=ON) == "6.6.7.1.1-dismounting-b"
    assert down("S4", "S4", suppressed=ON) == ""
    assert down("S7", "0502 S7") == down("S8", "0502 S8") == "6.6.7.1.1-dismounting-b"
    assert down("S7", "S7") == down("S8", "S8") == ""
    assert down("S4", "0602 S4", start="0502D") == "4.5.1.1.10b", "an enemy is there"
    assert down("S4", "1304 S4", start="1305B") == "6.6.4.1d", "water"
    assert down("S4", "S4", moved=True) == "6.6.7.1.1-mounting-c", "it has just mounted"
    march = keep({"S3": "0501D", "S4": "*S3"}).order("S3 DISMOUNT 0502 S4 B")
    unit = march.unit("S4")
    assert (march.at("S4"), unit.status, unit.mark, unit.moved) == ("0502B", ON_MAP, "move", True)
    assert march.detail("S4").carrier == -1
    plain = keep({"S3": "0501D", "S8": "*S3"}).order("S3 DISMOUNT S8")
    assert plain.at("S8") == "0501D", "it faces like its carrier"


@pytest.mark.rules("6.6.7.1.1-vehicle-a", "6.6.7.1.1b")
def test_a_carrier_without_a_command_to_move_loads_for_nothing():
    """N2: with Fire, Overwatch or N/C in its owner's Movement Step; it does not count as moving."""
    march = keep({"S3": "0501D", "S4": "*S3", "S5": "0502"}).set("S3", command="OW")
    assert [one.kind for one in march.offered("S3")] == ["DISMOUNT", "DISMOUNT"]
    assert march.refused("S3 MOVE 0502") == "4.2c"
    march.order("S3 DISMOUNT S4")
    assert march.kinds() == ["dismounted"], "its command stays hidden"
    assert march.unit("S3").mark == ""
    assert not march.unit("S3").moved
    assert REACTED == [("german", "S4")], "the passenger has moved, the carrier has not"
    march.order("S5 MOVE 0503")
    assert "S3" not in [one.unit for one in GAME.legal(march.state, "soviet").units], "once a turn"
    loads = keep({"S3": "0501D", "S5": "0502"}).set("S3", command="NC").order("S3 MOUNT S5")
    assert loads.unit("S5").status == CARRIED
    assert not loads.unit("S3").known
    passed = keep({"S3": "0501D", "S4": "*S3"}).set("S3", command="NC")
    passed.unit("S16").command = "NC"
    passed.ready()
    assert GAME.pending(passed.state)["soviet"].kind == "move", "it is asked, though nobody has to move"
    assert GAME.check(passed.state, "soviet", GAME.parse(passed.state, "soviet", "stay")) == []


@pytest.mark.rules("6.6.7.1.2a", "6.6.7.1.2b", "6.6.7.1.2c")
def test_emergency_bail_out():
    def bail(order, command="MOVE", **facts):
        return keep({"S1": "0501D", "S4": "*S1"}).set("S1", command=command).set("S4", **facts).refused(order)

    assert bail("S1 MOVE 0502 0503 0504 0505 0506 bail S4@0502") == "", "at no cost: five hexes"
    assert bail("S1 BAIL S4") == ""
    assert bail("S1 BAIL S4", suppressed=ON) == "6.6.7.1.2a"
    assert bail("S1 BAIL S4", command="OW") == "6.6.7.1.2a"
    assert bail("S1 BAIL S5") == "6.6.7.1.2a"
    march = keep({"S1": "0501D", "S4": "*S1"}).order("S1 MOVE 0502 0503 bail S4@0502")
    assert march.at("S4") == "0502D", "where the carrier is"
    assert march.detail("S4").suppressed == ON
    assert march.unit("S4").mark == "move"
    assert march.kinds() == ["revealed", "moved", "jumped", "suppressed", "moved"]
    assert [one for one in REACTED if "S1" in one] == [("german", "S1")] * 2, "no occasion of its own"


@pytest.mark.rules("6.6.7.1e", "6.6.4.1e", "6.6.5e")
def test_with_a_gun_in_tow():
    towing = keep({"S3": "0501D", "S8": "*S3"})
    assert towing.refused("S3 REVERSE 0502") == "6.6.7.1e"
    assert "REVERSE" not in [one.kind for one in towing.offered("S3")]
    assert keep({"S3": "0501D", "S4": "*S3"}).refused("S3 REVERSE 0502") == ""
    march = towing.order("S3 MOVE 0502")
    assert march.unit("S8").status == CARRIED
    assert transport.tows(march.state, index_of(march.state, "S3"))


@pytest.mark.rules("6.6.7b", "6.6.7.1.1-dismounting-a")
def test_passengers_come_and_go_with_their_carrier():
    march = keep({"S1": "0101A", "S4": "*S1"}).order("S1 MOVE exit")
    assert (march.unit("S1").status, march.unit("S4").status) == (EXITED, EXITED)
    left = keep({"S1": "0101A", "S4": "*S1"})
    s1, s4, edge = index_of(left.state, "S1"), index_of(left.state, "S4"), cell("0101")
    fault = transport.dismount_fault(left.state, scene(), s1, s4, (edge, -1))
    assert fault == ("6.6.7.1.1-dismounting-a", "S4 may not dismount off the map")
    left.order("S1 MOVE drop S4 exit")
    assert (left.unit("S1").status, left.unit("S4").status) == (EXITED, ON_MAP), "before it drives off"
    later = keep({"S17": "0101"})
    later.set("S17", status=WAITING, cell=-1).set("S18", status=WAITING, carrier=index_of(later.state, "S17"))
    later.set("S18", command="")
    later.order("S17 MOVE 0105 0205")
    assert later.at("S17")[:4] == "0205"
    assert later.unit("S18").status == CARRIED
    foot = keep({"S19": "0101"}).set("S19", status=WAITING, cell=-1).order("S19 MOVE 0104 0204")
    assert foot.at("S19")[:4] == "0204"


@pytest.mark.rules("6.6.7.1.1-dismounting-c")
def test_put_down_is_what_other_rules_use_too():
    march = keep({"S1": "0501D", "S4": "*S1"})
    doing = Doing(dice("script:", 0), 1, TRAITS.library.ruleset(("advanced",)))
    transport.put_down(march.state, scene(), index_of(march.state, "S4"), cell("0502"), doing)
    assert (march.at("S4"), march.unit("S4").mark) == ("0502D", "move")
    assert [event.kind for event in doing.events] == ["dismounted"]


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "6.6.7.1.2a", "6.6.9d")
def test_orders_read_as_they_are_written():
    march = keep({"S1": "0501D", "S4": "*S1", "S5": "0503"}).ready()
    for text in (
        "S1 MOVE 0502 0503 drop S4@0502>0602/C load S5", "S1 DISMOUNT 0502 S4 B", "S1 MOUNT S5", "S1 BAIL S4",
        "S1 MOVE 0502 r0501 drop S4", "S1 SEARCH B partial reverse", "S1 ENTER 0502", "S1 MOVE drop S4 exit",
    ):  # fmt: skip
        order = GAME.parse(march.state, "soviet", text)
        assert GAME.parse(march.state, "soviet", GAME.write(march.state, order)) == order, text


@pytest.mark.rules("6.6.7.1.1a", "6.2.1.1.3c")
def test_who_mounts_shows_the_command_that_it_shares():
    march = keep({"S3": "0501D", "S4": "0502", "S5": "0502", "S14": "0502"}).set("S4", group=4).set("S5", group=4)
    march.order("S3 MOUNT S4")
    assert march.event("shared")["units"] == "S4 S5"
    assert [march.unit(name).known for name in ("S4", "S5", "S14")] == [True, True, False]


@pytest.mark.rules("4.5.1.1.10b", "6.6.7b")
def test_passengers_go_back_over_the_edge_with_their_carrier():
    march = keep({"S17": "0101C", "S18": "*S17", "G2": "0101"})
    state, carrier = march.state, index_of(march.state, "S17")
    account = Marching(state, scene(), Task("S17", "STAY")).account().copy()
    state.mover = Mover(carrier, account, [], OFF_MAP, 2, OFF_MAP)
    rules = LIBRARY.ruleset(("advanced",))
    moving.finish(state, scene(), Doing(dice("script:", 0), 1, rules))
    assert [march.unit(name).status for name in ("S17", "S18")] == [WAITING, WAITING]


@pytest.mark.rules("6.6.7.1.1-dismounting-a", "6.6.7.1.1-mounting-a", "6.6.4.1h", "4.5.1.1.6b")
@pytest.mark.parametrize(
    ("carrier", "there", "rule"),
    [
        ("1209", "1208", "6.6.4.1d"),  # three levels up
        ("1209", "1109", ""),
        ("1005", "1004", "6.6.4.1d"),  # off the bridge, not along its road
        ("1005", "0905", ""),
    ],
)
def test_nobody_mounts_or_dismounts_over_what_it_could_never_cross(carrier, there, rule):
    down = keep({"S1": f"{carrier}A", "S4": "*S1"})
    assert down.refused(f"S1 DISMOUNT S4 {there}") == rule
    up = keep({"S1": f"{carrier}A", "S4": there})
    assert up.refused("S1 MOUNT S4") == rule
