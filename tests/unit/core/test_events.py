"""Events: who may know of what."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.events import ONLOOKERS, Event, for_side
from hulldown.core.game import Step

PUBLIC = Event("shot", "8.71", 3, "fire", data={"roll": 4})
OWN = Event("plotted", "6.0", 3, "plot", ("alpha",))
FOES = Event("plotted", "6.0", 3, "plot", ("bravo",))


@pytest.mark.parametrize(
    ("side", "seen"), [("alpha", [PUBLIC, OWN]), ("bravo", [PUBLIC, FOES]), (None, [PUBLIC]), ("charlie", [PUBLIC])]
)
def test_a_side_sees_its_own_and_the_public_events_in_order(side: str | None, seen: list[Event]) -> None:
    assert for_side([PUBLIC, OWN, FOES], side) == seen


def test_an_event_for_several_sides_is_seen_by_each_of_them() -> None:
    both = Event("met", "1.0", 1, "run", ("alpha", "bravo"))
    assert [both.seen_by(side) for side in ("alpha", "bravo", "charlie", None)] == [True, True, False, False]


def test_a_spectator_sees_what_is_addressed_to_onlookers() -> None:
    event = Event("moved", "9.2", 1, "run", ("bravo", ONLOOKERS))
    assert [event.seen_by(side) for side in ("alpha", "bravo", None)] == [False, True, True]


def test_an_event_survives_json() -> None:
    event = Event("shot", "8.71", 3, "fire", ("alpha",), {"roll": 4, "hit": True, "hex": "3319"})
    again = msgspec.json.decode(msgspec.json.encode(event), type=Event)
    assert again == event
    assert again.data["hit"] is True


def test_a_step_fences_when_something_was_rolled_or_shown_to_others() -> None:
    from hulldown.core.dice import Roll

    assert not Step(None, (OWN,), ()).fences("alpha")
    assert Step(None, (OWN,), ()).fences("bravo")
    assert Step(None, (OWN, PUBLIC), ()).fences("alpha")
    assert Step(None, (), (Roll(0, 6, 1, "x"),)).fences("alpha")
    assert not Step(None, (), ()).fences("alpha")
