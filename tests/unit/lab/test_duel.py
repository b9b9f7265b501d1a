"""Duels: the games' own odds over range and aspect, and exact ends of an exchange."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random

import pytest

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games.panzer.faces import tools as panzer
from hulldown.games.tank.faces import tools as tank
from hulldown.lab.duel import duel


def test_chances_are_those_of_the_games_own_odds() -> None:
    found = duel("tank", "t62", "m60a2")
    assert (found.attacker, found.target) == ("T62", "M60A2")
    assert found.aspects == ["front", "side", "rear"]
    for shot in found.shots:
        if shot.range in (1, 12, 31):
            args = {"attacker": "T62", "target": "M60A2", "range": shot.range, "aspect": shot.aspect}
            assert shot.kill == Fraction(tank.odds(args)["probability"])
    assert found.chances("front")[11] == Fraction(1, 2)
    assert found.chances("rear")[-1] == 0


def test_an_exchange_at_the_same_time_in_closed_form() -> None:
    found = duel("tank", "T62", "M60A2")
    for one, reply, shot in zip(found.exchange, found.returned, found.chances("front"), strict=True):
        p, q = shot, reply.kill
        alive = (1 - p) * (1 - q)
        if alive == 1:
            assert (one.never, one.turns) == (1, 0)
            continue
        assert one.attacker == p * (1 - q) / (1 - alive)
        assert one.target == q * (1 - p) / (1 - alive)
        assert one.both == p * q / (1 - alive)
        assert one.turns == 1 / (1 - alive)
    assert found.exchange[-1].never == 1


def test_conditions_of_both_shots_count() -> None:
    plain = duel("tank", "T62", "M60A2")
    hard = duel("tank", "T62", "M60A2", {"moved": 6}, {"aspect": "rear", "panic": 3})
    assert hard.chances("front")[5] < plain.chances("front")[5]
    args = {"attacker": "M60A2", "target": "T62", "range": 6, "aspect": "rear", "panic": 3}
    assert hard.returned[5].kill == Fraction(tank.odds(args)["probability"])


def test_panzer_has_damage_and_initiative() -> None:
    found = duel("panzer", "T-34/76 M43", "PzKpfw IVH")
    assert found.order == "initiative"
    assert found.effects == ["damaged", "ko", "bu"]
    for shot in found.shots:
        assert sum(shot.outcomes.values()) == 1
        assert shot.kill == shot.outcomes["ko"] + shot.outcomes["bu"]
    for one in found.exchange:
        assert one.attacker + one.target + one.both + one.never == 1
        assert one.both == 0  # one of them fires first


def test_a_damaged_shooter_and_a_damaged_target_are_asked_for() -> None:
    """At range 2 the T-34 can only damage from the front; a second damage kills: worked out by hand."""
    found = duel("panzer", "T-34/76 M43", "PzKpfw IVH").exchange[1]
    at = {"attacker": "T-34/76 M43", "target": "PzKpfw IVH", "range": 2}
    back = {"attacker": "PzKpfw IVH", "target": "T-34/76 M43", "range": 2}

    def fire(shot: dict[str, object], **state: bool) -> tuple[Fraction, Fraction]:
        outcomes = {name: Fraction(value) for name, value in panzer.odds({**shot, **state})["outcomes"].items()}
        return outcomes["damaged"], outcomes["ko"] + outcomes["bu"]

    harm, kill = fire(at)
    assert kill == 0
    assert fire(at, target_damaged=True) == (0, harm)
    reply_harm, reply = fire(back)
    hurt_harm, hurt_reply = fire(back, shooter_damaged=True)
    assert reply_harm == hurt_harm == 0  # what hits the T-34 here kills it
    half = Fraction(1, 2)
    # From the state in which the Panzer is damaged, per turn: it fires with less, and the next hit kills it.
    first = half * harm + half * (1 - hurt_reply) * harm
    second = half * hurt_reply + half * (1 - harm) * hurt_reply
    later = first / (first + second)
    hit = half * harm * (1 - hurt_reply) + half * (1 - reply) * harm
    lost = half * (harm * hurt_reply + (1 - harm) * reply) + half * reply
    assert found.attacker == hit * later / (hit + lost)


def test_names_and_conditions_that_do_not_exist_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        duel("tank", "T99", "M60A2")
    with pytest.raises(HulldownError, match="no 'weather'"):
        duel("tank", "T62", "M60A2", {"weather": 1})
    with pytest.raises(UnknownNameError):
        duel("chess", "T62", "M60A2")


def _fought(there: dict[str, Fraction], back: dict[str, Fraction], random: Random) -> tuple[str, int]:
    """One exchange of KampfPanzer played out with dice: who is lost, and after how many turns (9.71, 9.72b)."""
    levels = {"attacker": 0, "target": 0}
    for turn in count(1):
        hits = {}
        for who, foe, odds in (("attacker", "target", there), ("target", "attacker", back)):
            result = random.choices(list(odds), [float(chance) for chance in odds.values()])[0]
            hits[foe] = int(result[1:]) if not levels[who] and result[0] == "D" else 0
        for who in levels:
            levels[who] += hits[who]
        lost = [who for who, level in levels.items() if level >= 4]
        if lost:
            return " ".join(lost), turn
        for who, level in levels.items():
            if level and random.randint(1, 6) <= 4 - level:
                levels[who] = 0
    raise AssertionError


@pytest.mark.parametrize(
    ("attacker", "target", "reach"), [("PzIIID", "R35", 3), ("BT7", "T97", 2), ("S35", "PzIVE", 1)]
)
def test_in_kampfpanzer_disruption_adds_up_and_is_got_over(attacker: str, target: str, reach: int) -> None:
    found = duel("kampfpanzer", attacker, target)
    one, there, back = found.exchange[reach - 1], found.shots[reach - 1], found.returned[reach - 1]
    assert one.attacker + one.target + one.both == 1
    assert found.facing == ""
    random = Random("duel")
    ends = [_fought(there.outcomes, back.outcomes, random) for _ in range(4000)]
    for share, lost in ((one.attacker, "target"), (one.target, "attacker"), (one.both, "attacker target")):
        assert float(share) == pytest.approx(sum(end == lost for end, _ in ends) / 4000, abs=0.03)
    assert float(one.turns) == pytest.approx(sum(turns for _, turns in ends) / 4000, rel=0.06)


def test_in_kampfpanzer_an_exchange_out_of_range_has_no_end() -> None:
    found = duel("kampfpanzer", "PzII", "Truck")
    assert found.ranges[-1] == 6
    assert (found.exchange[-1].never, found.exchange[-1].turns) == (1, 0)
    # A truck fires at nobody: 2 - 1 = 1 hurts with five of six dice, until four levels are reached.
    assert (found.exchange[2].attacker, found.exchange[2].target) == (1, 0)
    assert found.shots[2].wears == Fraction(5, 6)
