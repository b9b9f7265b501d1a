"""What happens to units: suppression, damage, Track hits, wrecks, losses, crews that leave (5.10, 5.15)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.faces import advanced_view_odds, notation, texts
from hulldown.games.panzer.faces.view import view
from hulldown.games.panzer.rules.advanced.pieces import IMPROVED, NOBODY, OFF, ON, Work
from hulldown.games.panzer.rules.advanced.play import bailouts, effects, firing
from hulldown.games.panzer.rules.driving import account_of
from hulldown.games.panzer.rules.state import BAILED_OUT, BREWED_UP, ELIMINATED, KNOCKED_OUT, Frame, Mover
from support.advanced_fire import BOARD, Range, unit

T34, PZ4, RIFLE = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad"


def field(**more) -> Range:
    return Range([unit(T34, "0808", "D", "MOVE"), unit("Soviet SMG squad", on="S1")],
                 [unit(PZ4, "0811", "A", "FIRE"), unit(RIFLE, "0811", "A")], **more)  # fmt: skip


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))


def moving(play: Range) -> Mover:
    """S1 in the middle of its move, with 6 points left of 8."""
    play.state.mover = Mover(0, account_of((8, 8, 8)), [1, 2], BOARD.by_label["0808"], 3, BOARD.by_label["0808"])
    play.state.mover.progress.spent = 2
    return play.state.mover


@pytest.mark.rules("5.10a", "5.10c", "5.10d", "5.10e", "6.6.2a")
def test_5_10_suppression_halves_what_a_mover_has_left_once():
    play, now = field(), doing()
    mover = moving(play)
    effects.suppress(play.state, play.scene, 0, "5.10e", now)
    assert (play.detail("S1").suppressed, mover.progress.allowance) == (ON, 5)
    play.detail("S1").suppressed = OFF
    effects.suppress(play.state, play.scene, 0, "5.10e", now)
    effects.suppress(play.state, play.scene, 0, "5.10e", now)
    assert (play.detail("S1").suppressed, mover.progress.allowance) == (ON, 5)
    assert [event.kind for event in now.events] == ["suppressed", "suppressed"]


@pytest.mark.rules("4.4.3.2.6-damaged-d", "4.4.3.2.6-damaged-b")
def test_damage_in_mid_move_then_a_knock_out():
    play, now = field(), doing()
    mover = moving(play)
    effects.damage(play.state, play.scene, 0, "6.5.2.5-dm", now)
    assert (play.unit("S1").damaged, mover.progress.allowance) == (True, 5)
    effects.damage(play.state, play.scene, 0, "6.5.2.5-dm", now)
    assert play.unit("S1").status == KNOCKED_OUT


@pytest.mark.rules("6.5.2.2.1d", "6.5.2.2.1b")
def test_6_5_2_2_1_a_track_hit_stops_a_mover():
    play, now = field(), doing()
    mover = moving(play)
    effects.immobilise(play.state, play.scene, 0, "6.5.2.2.1a", now)
    effects.immobilise(play.state, play.scene, 0, "6.5.2.2.1a", now)
    assert (play.detail("S1").track, mover.plan) == (True, [])
    assert len(now.events) == 1


@pytest.mark.rules("6.5.2.5-ko", "6.5.2.5-bu-a")
def test_a_wreck_may_still_brew_up_but_never_the_other_way():
    play, now = field(), doing()
    for brewed, status in ((False, KNOCKED_OUT), (True, BREWED_UP), (False, BREWED_UP)):
        effects.wreck(play.state, play.scene, 0, brewed, "6.5.2.5-ko", now)
        assert play.unit("S1").status == status
    assert [wreck.brewed for wreck in play.state.wrecks] == [True]


@pytest.mark.rules("5.15e", "6.5.4.4.3-improved-position")
def test_who_is_lost_leaves_its_position_free():
    play = field(works=[Work(IMPROVED, BOARD.by_label["0811"], 2)])
    effects.abandon(play.state, play.scene, 2, "5.15e", doing())
    assert (play.unit("G1").status, play.state.works[0].unit) == (BAILED_OUT, NOBODY)


@pytest.mark.rules("6.5.4.4.3-building")
def test_what_is_removed_goes_with_its_load():
    play = field()
    effects.remove(play.state, play.scene, 0, "6.5.4.4.3-building", doing())
    assert (play.unit("S1").status, play.unit("S2").status) == (ELIMINATED, ELIMINATED)
    assert play.unit("S2").cell == BOARD.by_label["0808"]


@pytest.mark.rules("5.15a", "5.15b", "5.15f", "6.5.2.6.1d", "6.5.2.6.2-survive-d")
def test_5_15_shots_are_rolled_for_when_all_are_resolved():
    play = field()
    play.detail("S1").track = True
    bailouts.note(play.state, 0, ["nd", bailouts.AGAIN])
    bailouts.note(play.state, 0, ["nd"])
    waiting = doing()
    bailouts.settle(play.state, play.scene, {0}, waiting)
    assert waiting.events == []
    now = doing("99 99 99 99 99")
    bailouts.settle(play.state, play.scene, set(), now)
    rolled = [(event.data["unit"], event.data["event"]) for event in now.events]
    # The crew rolls for each No Damage, its passenger for the further Track hit too.
    assert rolled == [("S1", "nd"), ("S1", "nd"), ("S2", "nd"), ("S2", "track"), ("S2", "nd")]
    assert play.detail("S1").checks == ()


# Faces.


@pytest.mark.rules("6.5.2b")
def test_orders_with_weapons_are_read_and_written():
    play = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "A")])
    legal = firing.legal(play.state, play.scene, play.decision("fire", "soviet"))
    order = notation.parse(play.state, play.scene, legal, "S1 FIRE G1 with AP")
    assert (order.tasks[0].targets, order.tasks[0].choice) == (("G1",), "AP")
    assert notation.write(play.scene, order) == "S1 FIRE G1 with AP"
    assert notation.parse(play.state, play.scene, legal, "S1 G1").tasks[0].choice == ""


@pytest.mark.rules("6.5.2.1b", "6.5.4.4b")
def test_all_events_of_fire_have_words():
    play = Range(
        [unit("SU-152 M43", "1409", "A", "FIRE"), unit(T34, "1409", "A", "FIRE")],
        [unit(RIFLE, "1406", "D", mark="fire"), unit("SdKfz 10", "1406", "D"), unit(RIFLE, on="G2")],
    )
    play.fire("S1 FIRE G1 with GP", "9 45 100 1")
    seen = list(play.events)
    play.fire("S2 FIRE G2 with AP", "1 49 90")
    told = [texts.describe(event) for event in (*seen, *play.events)]
    assert any(one.startswith("S1: ammo limit 5 of ") and one.endswith("rolls 9: short of it.") for one in told)
    assert any(one.endswith("a hit.") for one in told)
    assert any("Hull" in one or "Turret" in one for one in told)
    assert all("{" not in one and one.endswith(".") for one in told)


@pytest.mark.rules("6.5.2.1b", "6.5.4.4a")
def test_odds_of_each_way_to_fire():
    play = Range([unit(T34, "0808", "D", "FIRE")], [unit(PZ4, "0811", "B", "FIRE")])
    play.state.stack = [Frame("fire1", side="soviet")]
    seen = view(play.state, play.scene, "soviet", {})
    answer = advanced_view_odds.odds_in_view(seen, play.state, play.scene, {"attacker": "S1", "target": "G1"})
    assert (answer["kind"], answer["range"], answer["angle"], answer["overwatch"]) == ("ap", 3, "front-side", False)
    assert answer["ways"][0]["weapon"].endswith(" AP")
    assert len(answer["locations"]) == 10
    assert sum(Fraction(chance) for chance in answer["outcomes"].values()) == 1
    asked = {"attacker": "s1", "target": "G1", "weapon": "GP"}
    gp = advanced_view_odds.odds_in_view(seen, play.state, play.scene, asked)
    assert (gp["kind"], gp["factor"], gp["defence"], gp["n_effect"] < gp["s_effect"]) == ("gp", 5, 3, True)
    assert sum(Fraction(chance) for chance in gp["outcomes"].values()) == 1
    play.unit("S1").sees = ()
    unseen = advanced_view_odds.odds_in_view(seen, play.state, play.scene, asked)
    assert unseen["void"] == "it was not spotted in the Spotting Phase (4.4.1c)"
