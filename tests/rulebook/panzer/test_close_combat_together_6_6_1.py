"""Close combat where two rules meet: all attacks on a target at once, ground that needs support (6.6.1)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, Work
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.advanced.play.assault import overruns, steps, support
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.state import CloseCombat, Frame, Mover, index_of
from support.advanced_assault import Melee
from support.advanced_march import GAME, cell, scene, the_country

COULD_FIRE = watching.could_fire


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.6.1.1k", "6.6.1.1i", "6.6.1.1j")
def test_6_6_1_1k_who_was_not_named_with_the_first_attack_comes_too_late() -> None:
    """S5 stands with S4, S14 in another hex: neither may wait for what the assault of S4 does."""
    field = Melee({"S4": "0503", "S5": "0503", "S14": "0604", "G1": "0504", "G8": "0504"}, script="20")
    assert field.barred("S4 ASSAULT G1\nS5 ASSAULT G1\nS14 ASSAULT G1") == ""
    field.attack("S4 ASSAULT G1")
    assert [one["attackers"] for one in field.told("close_assault")] == ["S4"]
    assert field.asked() == {"soviet": "assault"}, "G8 is still to be attacked"
    late = GAME.check(field.state, "soviet", Order("assault", (Task("S5", "ASSAULT", targets=("G1",)),)))
    assert [(one.rule, one.unit) for one in late] == [("6.6.1.1k", "S5")]
    assert late[0].message == "all attacks on G1 had to be announced with the first"
    assert field.barred("S14 ASSAULT G1") == "6.6.1.1k"
    assert field.barred("S5 ASSAULT G8\nS14 ASSAULT G8") == ""
    offered = GAME.legal(field.state, "soviet").units
    assert {(one.unit, option.targets) for one in offered for option in one.options} == {
        ("S5", ("G8",)),
        ("S14", ("G8",)),
    }


@pytest.mark.rules("6.6.1.2j", "6.6.1.1c")
def test_6_6_1_2j_the_same_hand_to_hand_and_nobody_is_asked_for_it() -> None:
    field = Melee({"S4": "0503", "S14": "0604", "G2": "0504"}, script="1 99 1 99").attack("S4 ASSAULT G2")
    assert (field.unit("S4").status, field.unit("G2").status) == ("eliminated", "on map")
    assert field.barred("S14 ASSAULT G2") == "6.6.1.2j"
    assert field.asked() == {"soviet": "move"}, "there is nobody else to attack"


@pytest.mark.rules("6.6.1.1.2-unsupported-a")
def test_6_6_1_1_2_rubble_of_a_position_does_not_close_the_ground() -> None:
    """That of a building does, wherever the counter lies; in woods the trees are still there (Q5, L12)."""
    for label, was, closed in (
        ("0503", IMPROVED, False), ("0503", "brick_building", True), ("0503", "", True), ("1003", IMPROVED, True),
    ):  # fmt: skip
        made = Melee({"G1": label}, works=[Work("rubble", cell(label), was=was)])
        assert support.closed(made.state, scene(), cell(label)) is closed, (label, was)


@pytest.mark.rules("6.6.1.1l", "6.6.1.1n")
@pytest.mark.parametrize("status", ["on map", "knocked out", "abandoned"])
def test_6_6_1_1l_who_has_not_set_out_when_the_target_is_lost_keeps_its_move(status: str) -> None:
    """Own overwatch, in answer to fire at the advance of another, may end the target before S5 starts."""
    made = Melee({"S4": "0504", "S5": "0603", "G1": "0505"}).set("S4", moved=True)
    state = made.state
    four, five, tank = (index_of(state, name) for name in ("S4", "S5", "G1"))
    here, there = cell("0504"), cell("0604")
    state.assault = CloseCombat(
        target=tank, parties=((here, (four,)), (there, (five,))), paths=((five, (there,)),), advanced=(four,),
        aims=((four, tank), (five, tank)),
    )  # fmt: skip
    state.stack.append(Frame(steps.ADVANCES, side="soviet"))
    state.units[tank].status = status
    told = Doing(dice("script:", 0), 1, LIBRARY.ruleset(("advanced",)))
    assert steps._advance(state, told)
    if status == "on map":
        assert (state.mover is not None, state.assault.paths) == (True, ((five, (there,)),))
        return
    assert (state.mover, state.stack[-1].step, state.assault.paths) == (None, "close combat", ())
    assert steps._combat(state, told)
    assert [(one.kind, one.rule, one.data["unit"]) for one in told.events] == [
        ("robbed", "6.6.1.1l", "S4"),
        ("robbed", "6.6.1.1l", "S5"),
    ]
    assert (made.at("S5")[:4], made.unit("S5").moved, made.unit("S5").mark) == ("0603", False, "")
    assert state.assault == CloseCombat(aims=((four, tank), (five, tank)))


def stormed(modes: tuple[str, ...], script: str) -> tuple[Melee, list[str], list[str]]:
    """S4 and S14 advance on G1, which watches with G8; S1 may answer their fire. Both sides are gone after that.

    What was asked meanwhile, and what happened until the Movement Step.
    """
    places = {"S4": "0502", "S14": "0402", "S1": "0303C", "G1": "0504A", "G8": "0605"}
    field = Melee(places, script=script)
    for name, preset in (("G1", "any"), ("G8", "hold"), ("S1", "any")):
        field.set(name, command="OW", known=False, preset=preset)
    field.state.options["ammo_limits"] = "off"
    field.state.modes.update(dict.fromkeys(modes, "PRESET"))
    field.attack("S4 ASSAULT 0503 G1\nS14 ASSAULT 0503 G1")
    asked: list[str] = []
    told = [event.kind for event in field.events]
    while field.state.stack[-1].step not in ("move1", "move2"):
        ((side, decision),) = GAME.pending(field.state).items()
        asked.append(f"{side} {decision.kind}")
        idle = GAME.legal(field.state, side).idle
        assert idle is not None
        step = GAME.apply(field.state, side, idle)
        field.state, told = step.state, [*told, *[event.kind for event in step.events]]
    return field, asked, told


ANNOUNCED = ["revealed", "assault_announced"] * 2 + ["walked"]


@pytest.mark.rules("6.6.1.1n", "6.6.1.1.2-vs-moving-b", "6.6.1.1l")
@pytest.mark.parametrize(
    ("modes", "asked", "told"),
    [
        ((), ["german overwatch", "german reveal"], ["waved", "walked", "kept", "close_assault"]),
        (("soviet",), ["german overwatch", "german reveal"], ["waved", "walked", "kept", "close_assault"]),
        (
            ("german",), ["soviet overwatch"],
            ["revealed", "announced", "gp_shot", "passed", "walked", "close_assault", "suppressed"],
        ),
        (
            ("german", "soviet"), [],
            ["revealed", "announced", "gp_shot", "revealed", "announced", "ap_shot", "ap_hit", "brewed_up", "robbed",
             "robbed"],
        ),
    ],
)  # fmt: skip
def test_6_6_1_1_the_step_goes_on_by_presets_and_idle_answers(
    modes: tuple[str, ...], asked: list[str], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both have presets G1 fires at S4 and is destroyed by S1: S14 has not set out, and keeps its move."""
    monkeypatch.setattr(watching, "could_fire", COULD_FIRE)
    field, found, happened = stormed(modes, "1 50 50 50 50")
    assert (found, happened) == (asked, [*ANNOUNCED, *told])
    robbed = told[-1] == "robbed"
    assert field.at("S14")[:4] == ("0402" if robbed else "0503")
    assert (field.unit("S4").moved, field.unit("S14").moved) == (True, not robbed)


@pytest.mark.rules("6.6.10k")
def test_6_6_10k_only_who_has_made_its_overrun_is_spared_in_that_hex() -> None:
    """One that a Track hit stops at the wall is in the hex of its target too, and has attacked nobody (M11)."""
    made = Melee({"S1": "0604D", "G7": "0604"})
    state = made.state
    tank, target, here = index_of(state, "S1"), index_of(state, "G7"), cell("0604")
    mover = Mover(tank, account_of((5, 0, 0)), [], cell("0603"), 3, cell("0603"))
    announced = ((tank, target),)

    def spared(combat: CloseCombat, at: int = here) -> bool:
        state.assault, state.units[tank].cell = combat, at
        return overruns.still_there(state, mover)

    assert spared(CloseCombat(aims=announced, overran=(tank,)))
    assert not spared(CloseCombat(aims=announced, overran=(tank,)), cell("0605"))
    assert not spared(CloseCombat(aims=announced))
    assert not spared(CloseCombat())
