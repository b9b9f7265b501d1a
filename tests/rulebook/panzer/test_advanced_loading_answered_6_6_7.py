"""What overwatch may answer when units mount and dismount, and what the fire leaves of the move (6.6.7; G5, G7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.games.panzer.rules.advanced.play import watching
from support.advanced_march import GAME, REACTED, keep, the_country

COULD_FIRE = watching.could_fire


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


RIDERS = {"S3": "0705C", "S4": "*S3", "S6": "*S3", "G1": "1005E"}


@pytest.mark.rules("4.5c", "6.1.3h", "6.6.7.1.1-dismounting-c", "6.6.7.1.1-vehicle-c")
def test_all_who_dismount_in_one_hex_are_open_to_overwatch() -> None:
    keep(RIDERS).set("S3", command="NC").order("S3 DISMOUNT S4 S6")
    assert REACTED == [("german", "S4", "S6")]
    REACTED.clear()
    keep(RIDERS).order("S3 MOVE 0605 drop S4 drop S6")
    assert REACTED[-1] == ("german", "S3", "S4", "S6")


@pytest.mark.rules("4.5c", "6.1.3h", "6.6.7.1.1-vehicle-c")
def test_who_dismounts_before_others_mount_is_open_to_overwatch() -> None:
    keep({"S3": "0705C", "S4": "*S3", "S5": "0705", "G1": "1005E"}).order("S3 TURN D drop S4 load S5")
    assert ("german", "S3", "S4") in REACTED


@pytest.mark.rules("6.1.3h", "6.6.7.1.1-vehicle-d")
def test_who_dismounted_in_the_hex_before_is_answered_there_only() -> None:
    keep(RIDERS).order("S3 MOVE 0605 0505 drop S4@0605")
    assert [one for one in REACTED if "S4" in one] == [("german", "S3", "S4")]
    assert REACTED[-1] == ("german", "S3")


@pytest.mark.rules("4.5c", "6.6.7.1.1a", "6.5.4.2.3a", "6.6.7.1.1-vehicle-a")
def test_who_mounts_a_carrier_without_a_move_is_answered_at_it() -> None:
    """The unit carries out its Move; who puts down somebody is no target without one of its own (N2)."""
    keep({"S3": "0705C", "S5": "0705", "G1": "1005E"}).set("S3", command="NC").order("S3 MOUNT S5")
    assert REACTED == [("german", "S3")]


@pytest.mark.rules("6.6.7.1.1-vehicle-a", "6.6.7.1.1-vehicle-c")
def test_a_carrier_without_a_move_takes_up_and_puts_down_in_several_orders() -> None:
    """As many as it can, and nobody twice."""
    march = keep({"S3": "0705C", "S4": "*S3", "S5": "0705"}).set("S3", command="NC")
    march.order("S3 DISMOUNT S4").order("S3 MOUNT S5")
    assert (march.unit("S4").status, march.unit("S5").status) == ("on map", "carried")
    assert [one.unit for one in GAME.legal(march.state, "soviet").units] == ["S16"], "nobody is left for it"


@pytest.mark.rules("6.6.7.1.1-vehicle-d", "4.5.1.1.8a", "6.6.7.1.2a")
@pytest.mark.parametrize(("words", "status"), [("drop S4", ""), ("bail S4", "on"), ("drop S4 load S5", "")])
def test_who_stays_does_what_its_order_names_besides(words: str, status: str) -> None:
    march = keep({"S3": "0705C", "S4": "*S3", "S5": "0705"}).order(f"S3 STAY {words}")
    assert (march.unit("S4").status, march.detail("S4").suppressed) == ("on map", status)
    assert march.unit("S5").status == ("carried" if "load" in words else "on map")
    assert march.unit("S3").moved


# What fire leaves of the move.


@pytest.mark.rules("6.6.7.1.2a", "6.6.7.1.2c", "6.6.7.1.1-vehicle-d", "6.5.2.2.1d")
@pytest.mark.parametrize("order", ["S3 MOVE 0502 0503 0504", "S3 MOVE 0502 0503"])
@pytest.mark.parametrize("dice", ["100", "1 5 100 100"])
def test_riders_get_down_after_fire_at_their_carrier_whatever_it_did(
    monkeypatch: pytest.MonkeyPatch, order: str, dice: str
) -> None:
    """A miss or a Track hit, in the middle of the way or where the orders end (G7)."""
    monkeypatch.setattr(watching, "could_fire", COULD_FIRE)
    march = keep({"S3": "0501D", "S4": "*S3", "G1": "0901E"}, script=dice)
    march.set("G1", command="OW", known=False).order(order)
    march.state = GAME.apply(march.state, "german", GAME.parse(march.state, "german", "G1 OW S3")).state
    assert march.at("S3")[:4] == "0503"
    assert march.detail("S3").track is (dice != "100")
    kinds = {one.kind for one in march.offered("S3")}
    assert {"STAY", "DISMOUNT", "BAIL"} <= kinds
    assert ("MOVE" in kinds) is (dice == "100")
    march.order("S3 BAIL S4")
    assert march.unit("S4").status == "on map"
