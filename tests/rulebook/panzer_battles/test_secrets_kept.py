"""What nobody may hear: acts of units that have no counter, causes that give a company away."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.games.panzer_battles.game import GAME
from support.battles_field import FIRST, SECOND
from support.battles_stage import Stage

WATCHERS = (SECOND, "*")
"""The enemy of the First Player, and onlookers."""


@pytest.mark.rules("19.11a", "8.18", "7.0-gen-1")
@pytest.mark.parametrize(
    ("act", "command"), [("TURN B", "OVERWATCH"), ("DEFILADE A", "OVERWATCH"), ("COLUMN", "BOUND")]
)
def test_what_an_unseen_unit_does_nobody_is_asked(monkeypatch: pytest.MonkeyPatch, act: str, command: str) -> None:
    """Twenty hexes away, in woods: it has no counter, and neither question nor event nor view gives it away."""
    stage = Stage(monkeypatch, hexes={"1825": "woods"})
    stage.put("G111", "1825", hidden=True, command=command, facing=0)
    stage.put("U111", "1804", command="OVERWATCH", facing=3)
    stage.begin("move2")
    before = GAME.view(stage.state, FIRST)
    stage.forget()
    stage.say(SECOND, f"G111 {act}")
    assert stage.asked() == {SECOND: "move"}
    assert all(FIRST not in event.audience and event.audience for event in stage.events)
    assert GAME.view(stage.state, FIRST) == before


@pytest.mark.rules("18.21a", "14.0-gen-3", "14.0-proc-2")
def test_what_made_the_column_of_a_morale_check_is_for_its_owner(monkeypatch: pytest.MonkeyPatch) -> None:
    """It shows that a platoon was detached."""
    stage = Stage(monkeypatch, dice="6 6")
    stage.platoons(("U111", "U113"), "1010", command="OVERWATCH")
    company = stage.company("U11co")
    company.thinned, company.base, company.lost, company.fresh = True, 10, 1, 1
    stage.begin("assault1")
    (own,) = stage.found("check")
    assert (own.audience, own.data["column"], len(own.factors)) == ((FIRST,), 3, 2)
    (other,) = stage.found("checked")
    assert (other.audience, sorted(other.data), other.factors) == (WATCHERS, ["company", "rise", "roll", "side"], ())


@pytest.mark.rules("5.64a")
@pytest.mark.parametrize(("hidden", "audience"), [(True, (SECOND,)), (False, ())])
def test_of_a_regrouping_that_nobody_sees_nobody_hears(
    monkeypatch: pytest.MonkeyPatch, hidden: bool, audience: tuple[str, ...]
) -> None:
    stage = Stage(monkeypatch)
    for name in ("G111", "G112"):
        stage.put(name, "1812", hidden=hidden, command="BOUND", strength=1, shown=not hidden, loud=not hidden)
    stage.put("U111", "1801", command="OVERWATCH", withholds=hidden)
    stage.begin("move2")
    stage.say(SECOND, "G111 REGROUP G112")
    stage.pass_to("move")
    assert [(event.rule, event.audience) for event in stage.found("status")] == [("5.64a", audience)]


@pytest.mark.rules("8.13", "8.18", "4.0-C1d")
def test_who_is_lost_in_an_exchange_of_fire_is_still_named_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its counter is off the map, but everybody saw it: a state drawn from the view gives the same view."""
    stage = Stage(monkeypatch, dice="6 6 6 " * 40)
    stage.put("G111", "1812", command="BOUND", facing=0, strength=1)
    stage.put("G112", "1912", command="OVERWATCH", facing=0)
    stage.put("U111", "1806", command="OVERWATCH", facing=3)
    stage.put("U112", "1805", command="OVERWATCH", facing=3)
    stage.begin("move2")
    stage.say(SECOND, "G111 MOVE 1811")
    while stage.where("G111") != "lost":
        asker = next(iter(stage.asked()))
        stage.say(asker, "U111 FIRE main G111") if asker == FIRST else stage.idle(asker)
    assert stage.asked() == {SECOND: "fire"}
    for side in (FIRST, SECOND):
        view = GAME.view(stage.state, side)
        assert view.exchange is not None
        assert (view.exchange.movers, view.exchange.cell) == (("G111",), stage.cell("1811"))
        drawn = GAME.sample(view, Random(1))
        assert GAME.view(drawn, side) == view
