"""Overwatch of the Advanced Game in detail (6.5.3, 6.6.7.2): who is asked, who watches, what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.state import KNOCKED_OUT, Frame, Mover, Progress
from support.advanced_fire import Range, unit

T34, PZ4, RIFLE, CARRIER = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "SPW 251/1"


def field(**more: Any) -> Range:
    """A Soviet lorry that moves two hexes from a German half-track on overwatch, a squad aboard; a tank beside it."""
    at = Range([unit("Truck", "0809", "D", "MOVE")], [unit(CARRIER, "0811", "A"), unit(RIFLE, on="G1"),
                                                      unit(PZ4, "0911", "A")], **more)  # fmt: skip
    at.unit("G1").command = at.unit("G3").command = "OW"
    return at


def watchers(at: Range) -> list[str]:
    found = watching.watchers(at.state, at.scene, "german", [at.index("S1")])
    return [at.state.units[index].id for index in found]


@pytest.mark.rules("6.5.3", "6.6.7.2a", "6.6.7.2b", "6.2.1.1.4-overwatch-b")
def test_who_watches() -> None:
    assert watchers(field()) == ["G1", "G2", "G3"]
    for name, facts, left in (
        ("G1", {"known": True}, ["G3"]),
        ("G1", {"command": "FIRE"}, ["G3"]),
        ("G1", {"command": "NC"}, ["G3"]),
        ("G1", {"status": KNOCKED_OUT}, ["G3"]),
        ("G1", {"fired": True}, ["G2", "G3"]),
        ("G2", {"fired": True}, ["G1", "G3"]),
        ("G3", {"command": "MOVE"}, ["G1", "G2"]),
        ("G3", {"known": True}, ["G1", "G2"]),
    ):
        at = field()
        for key, value in facts.items():
            setattr(at.unit(name), key, value)
        assert watchers(at) == left, (name, facts)
    gun = Range([unit("Truck", "0809", "D")], [unit("SdKfz 10", "0811", "A"), unit("7.5cm PaK 40 ATG", on="G1")])
    gun.unit("G1").command = "OW"
    assert watchers(gun) == [], "a gun does not fire while it is carried"


@pytest.mark.rules("6.6.7.1.1-mounting-c", "6.6.7.2b", "6.5.3")
def test_who_has_mounted_this_turn_does_not_fire_from_its_carrier() -> None:
    """It has mounted by a Move command of its own; the Overwatch of its carrier is no second one (N4, N5)."""
    at = field()
    at.unit("G2").moved, at.unit("G2").command, at.detail("G2").shown = True, "MOVE", True
    assert watchers(at) == ["G1", "G3"]
    assert at.unwatched("german", "G2 FIRE S1") == "4.4.2e"
    alone = Range([unit("Truck", "0809", "D")], [unit("SdKfz 10", "0811", "A"), unit(RIFLE, on="G1")])
    alone.unit("G1").command = "OW"
    assert watching.could_fire(alone.state, alone.scene, "german", [0])
    alone.unit("G2").moved = True
    assert not watching.could_fire(alone.state, alone.scene, "german", [0]), "and nobody is asked for it"


@pytest.mark.rules("4.4.2c", "6.5.3", "6.6.7.2a")
def test_who_is_asked() -> None:
    def asked(**facts: Any) -> bool:
        at = Range([unit("Truck", "0809", "D")], [unit(PZ4, "0811", "A")])
        at.unit("G1").command = "FIRE"
        for key, value in facts.items():
            setattr(at.unit("G1"), key, value)
        return watching.could_fire(at.state, at.scene, "german", [0])

    assert asked(), "whatever its hidden command is"
    assert not asked(known=True)
    assert not asked(command="")
    assert not asked(status=KNOCKED_OUT)
    at = Range([unit("Truck", "0809", "D")], [unit(PZ4, "0811", "A")])
    at.unit("G1").command = "OW"
    assert not watching.could_fire(at.state, at.scene, "soviet", [1])
    assert not watching.could_fire(at.state, at.scene, "german", [])


@pytest.mark.rules("4.4.2a", "4.5c", "6.5.3", "6.5.4.2.3a")
def test_whom_overwatch_may_answer() -> None:
    at = field()
    s1 = at.index("S1")
    assert watching.open_targets(at.state, "german", "watch") == [], "it has not fired"
    at.unit("S1").fired = True
    assert watching.open_targets(at.state, "german", "watch") == [s1]
    assert watching.open_targets(at.state, "soviet", "watch") == []
    at.state.engaged = (s1,)
    assert watching.open_targets(at.state, "german", "watch") == []
    at.state.engaged = ()
    at.unit("S1").status = KNOCKED_OUT
    assert watching.open_targets(at.state, "german", "watch") == []
    at = field()
    at.state.mover = Mover(s1, Progress(allowance=3), [], at.unit("S1").cell, 0, at.unit("S1").cell)
    assert watching.open_targets(at.state, "german", "react") == [s1]
    assert watching.open_targets(at.state, "german", "shots") == [], "only where the mover may be answered"
    at.state.chain = (at.index("G3"),)
    assert watching.open_targets(at.state, "soviet", "react") == [at.index("G3")]
    passenger = field()
    passenger.unit("G2").fired = True
    assert watching.open_targets(passenger.state, "soviet", "watch") == [passenger.index("G1")], "at its carrier"


@pytest.mark.rules("4.4.2c", "4.4.1j", "4.4.2d", "6.2.1.1.4-overwatch-a")
def test_what_is_refused() -> None:
    at = Range([unit("Truck", "0809", "D", "MOVE"), unit("Truck", "0909", "D", "MOVE")],
               [unit(PZ4, "0811", "A"), unit(PZ4, "0911", "A")])  # fmt: skip
    for name in ("G1", "G2"):
        at.unit(name).command = "OW"
    for name in ("S1", "S2"):
        at.unit(name).fired = True
    at.state.stack = [Frame("watch", side="german")]
    decision = at.decision("overwatch", "german")
    kind = watching.legal(at.state, at.scene, decision).units[0].options[0].kind

    def refused(text: str, choice: str = "") -> list[tuple[str, str]]:
        order = Order("overwatch", at.order(text, "overwatch").tasks if text else (), choice=choice)
        return [(one.rule, one.unit) for one in watching.check(at.state, at.scene, decision, order)]

    assert refused(f"G1 {kind} S1; G2 {kind} S1") == []
    assert refused(f"G1 {kind} S1; G2 {kind} S2") == [("4.4.1j", "G2")], "one target for all, shared or not"
    assert refused(f"G1 {kind} S1", "pass") == [("4.4.2c", "")]
    assert refused("", "perhaps") == [("4.4.2c", "")]
    passing = watching.legal(at.state, at.scene, decision).choices
    assert refused("", passing[-1]) == []
    assert refused("", passing[0]) == []


@pytest.mark.rules("6.5.3", "5.1c")
def test_a_suppressed_squad_watches_its_front_only() -> None:
    for facing, able in (("A", True), ("D", False)):
        at = Range([unit("Truck", "0810", "D", "MOVE")], [unit(RIFLE, "0811", facing, suppressed=ON)])
        at.unit("G1").command = "OW"
        assert bool(watchers(at)) is able
