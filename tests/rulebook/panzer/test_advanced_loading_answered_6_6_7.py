"""What overwatch may answer when units mount and dismount, and what the fire leaves of the move (6.6.7; G5, G7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.advanced_march import REACTED, keep, the_country


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
