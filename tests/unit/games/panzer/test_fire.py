"""The resolver of AP fire: odds against dice over the whole range of aims, what is refused, what it explains."""

from __future__ import annotations

import itertools
from fractions import Fraction

import msgspec
import pytest

from hulldown.core.dice import Dice, ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.games.panzer.data.cards import RANGE_FACTORS, cards, find_card
from hulldown.games.panzer.data.loading import COVERS, chart
from hulldown.games.panzer.rules.fire import EFFECTS, Aim, resolve, roll
from hulldown.rules.coverage import catalogue
from support.outcomes import enumerate_outcomes

IDS = {case.id for case in catalogue("panzer")}
T_34, PZ_IVH, SU_76M = find_card("T-34/76 M43"), find_card("PzKpfw IVH"), find_card("SU-76M M43")


def aims():
    """Aims that reach every modifier, band, aspect and effect."""
    names = ("T-70 M42", "SU-100 M44", "PzKpfw IVH", "StuG IIIG")
    targets = ("SU-76M M43", "IS-2m M44", "PzKpfw VIE Tiger I", "Truck")
    for shooter, target, distance, aspect in itertools.product(names, targets, (1, 6, 12), ("front", "rear", "either")):
        for cover, watch, moving in itertools.product(("none", "heavy"), ("none", "overwatch"), (False, True)):
            yield Aim(
                find_card(shooter), find_card(target), distance, aspect, cover, False, moving, moving, watch=watch
            )


def test_the_outcomes_are_what_the_dice_do():
    seen = set()
    for aim in aims():
        shot = resolve(aim)
        assert sum(shot.outcomes.values()) == 1
        assert tuple(shot.outcomes) == EFFECTS
        thrown = enumerate_outcomes(lambda dice, aim=aim: roll(aim, dice).effect)
        assert thrown == {effect: chance for effect, chance in shot.outcomes.items() if chance}
        seen |= set(thrown)
    assert seen == set(EFFECTS)


@pytest.mark.rules("4.4.1f")
def test_a_shot_is_one_roll_of_100():
    dice = ScriptedDice("100", 0)
    result = roll(Aim(T_34, PZ_IVH, 3), dice)
    assert (result.hit, result.effect, result.roll) == (False, "none", 100)
    assert [(thrown.sides, thrown.purpose) for thrown in dice.rolls] == [
        (100, "AP Hit: T-34/76 M43 at PzKpfw IVH")
    ]  # fmt: skip


@pytest.mark.rules("4.4.3.2.1d", "4.4.3.2.5b")
@pytest.mark.parametrize("card", [card for card in cards().values() if card.ap], ids=lambda card: card.name)
def test_bands_end_where_the_range_row_says(card):
    for place, last in enumerate(card.ap.range):
        at, beyond = resolve(Aim(card, T_34, last)), resolve(Aim(card, T_34, last + 1))
        assert (at.band, at.penetration) == (RANGE_FACTORS[place], card.ap.factors[place])
        assert beyond.band == RANGE_FACTORS[place + 1 :][:1]
    assert beyond.void


@pytest.mark.rules("4.4.3a", "3.5.1b", "4.4.3.2.2-overwatch-adjust-b")
@pytest.mark.parametrize(
    ("aim", "rule"),
    [
        (Aim(find_card("SPW 251/1"), T_34, 1), "4.4.3a"),
        (Aim(find_card("Truck"), T_34, 1), "4.4.3a"),
        (Aim(PZ_IVH, T_34, 0), "3.5.1b"),
        (Aim(PZ_IVH, T_34, 24), "3.5.2a"),
        (Aim(SU_76M, PZ_IVH, 3, watch="adjust"), "4.4.3.2.2-overwatch-adjust-b"),
    ],
)
def test_what_is_no_shot(aim, rule):
    shot = resolve(aim)
    assert shot.void
    assert shot.factors[-1].rule == rule
    assert (shot.hit, shot.outcomes["none"]) == (0, 1)
    with pytest.raises(HulldownError, match="cannot fire at"):
        roll(aim, Dice("seed", 0))


@pytest.mark.rules("4.4.3.2.4c", "4.4.3.2.5a")
def test_the_owner_who_may_choose_takes_the_stronger_aspect():
    assert resolve(Aim(T_34, PZ_IVH, 3, aspect="either")).aspect == "front"
    stern = msgspec.structs.replace(PZ_IVH, rear=40)
    shot = resolve(Aim(T_34, stern, 3, aspect="either"))
    assert (shot.aspect, shot.armour) == ("rear", 40)
    even = msgspec.structs.replace(PZ_IVH, rear=18)
    assert resolve(Aim(T_34, even, 3, aspect="either")).aspect == "front"
    assert "4.4.3.2.4c" in [factor.rule for factor in shot.factors]


@pytest.mark.rules("4.4.3.2.5c", "4.4.3.2.5d", "4.4.3.2.6a", "4.4.3.2.6b", "4.4.3.2.6c")
@pytest.mark.parametrize(
    ("armour", "effect"),
    [(60, "none"), (20, "none"), (19, "damaged"), (16, "damaged"), (15, "ko"), (10, "ko"), (9, "bu")],
)
def test_the_effect_by_margin(armour, effect):
    target = msgspec.structs.replace(PZ_IVH, front=armour)
    assert resolve(Aim(T_34, target, 3)).effect == effect
    twice = resolve(Aim(T_34, target, 3, target_damaged=True)).effect
    assert twice == ("ko" if effect == "damaged" else effect)


@pytest.mark.rules("4.4.3.2.3b")
def test_a_net_modifier_above_5_counts_as_5():
    # Nothing in the Basic Game adds up to more than +2: only a card of our own reaches the table's upper end.
    huge = msgspec.structs.replace(PZ_IVH, size=9)
    shot = resolve(Aim(T_34, huge, 12))
    assert (shot.net.value, shot.hit_number) == (9, int(chart("ap-hit").cell(5, "L")))


def test_every_factor_cites_a_case():
    for aim in aims():
        for factor in resolve(aim).factors:
            assert factor.rule in IDS, factor


def test_a_shot_says_how_far_its_numbers_can_be_trusted():
    assert resolve(Aim(T_34, PZ_IVH, 3)).provenance == "public"
    assert resolve(Aim(T_34, PZ_IVH, 3, aspect="rear")).provenance == "reconstructed"


@pytest.mark.rules("4.4.1i", "4.1.3b")
def test_cover_only_ever_helps_the_target():
    chances = [resolve(Aim(T_34, PZ_IVH, 3, cover=cover)).hit for cover in COVERS]
    assert chances == [Fraction(number, 100) for number in (90, 81, 63, 45)]


@pytest.mark.rules("4.4.3c", "4.4.3.2.1a", "4.4.3.2.1b", "4.4.3.2.1c")
def test_better_ammunition_and_secondary_weapons_are_not_fired():
    for card in cards().values():
        if card.ap:
            assert card.ap is card.gun.ammo["AP"]
            assert not resolve(Aim(card, T_34, card.reach)).void
    assert T_34.gun.ammo["HVAP"].factors[0] == 23
    assert resolve(Aim(T_34, PZ_IVH, 3)).penetration == 19


@pytest.mark.rules("4.4.3.2.2-short-halt-b")
def test_a_short_halt_costs_every_vehicle_the_same():
    for card in cards().values():
        halted, firm = (resolve(Aim(card, T_34, 1, short_halt=halt)).net.value for halt in (True, False))
        assert halted - firm == -4
