"""AP fire resolved (4.4.3.2): thousands of aims against the arithmetic of the cases; what shots leave behind."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules import combat
from hulldown.games.panzer.rules.fire import Aim, modifiers, resolve
from hulldown.games.panzer.rules.state import BREWED_UP, KNOCKED_OUT, ON_MAP, Mover, Progress, Shot, Wreck
from hulldown.games.panzer.rules.victory import score, settled
from support.panzer_field import cell, commanded, field, position, scenario, scene, staged, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


BASES = {"P": 90, "S": 70, "M": 50, "L": 30, "E": 10}
COVERS = {"none": 0, "light": -1, "medium": -3, "heavy": -5}
PARTS = (
    ("target_moving", "4.4.3.2.2-target-moving-a", "target moving", -2),
    ("short_halt", "4.4.3.2.2-short-halt-a", "shooter on Short Halt", -4),
    ("shooter_damaged", "4.4.3.2.2-shooter-damaged", "shooter damaged", -3),
)
WATCHES = {
    "none": None,
    "overwatch": ("4.4.3.2.2-overwatch-a", "overwatch", -1),
    "adjust": ("4.4.3.2.2-overwatch-adjust-a", "overwatch adjust", -3),
}


def parts_of(aim):
    """The modifiers of an aim: rule, label and number."""
    found = []
    if aim.target.size:
        found.append(("4.4.3.2.2-target-size", f"{aim.target.name} size", aim.target.size))
    cover = f"{aim.cover.title()} Cover"
    if aim.cover != "none" and aim.over_stacked:
        found.append(("4.4.3.2.2-target-cover-b", f"over-stacked hex, no {cover}", 0))
    elif aim.cover != "none":
        found.append(("4.4.3.2.2-target-cover-a", f"target in {cover}", COVERS[aim.cover]))
    found += [(rule, label, number) for name, rule, label, number in PARTS if getattr(aim, name)]
    found += [WATCHES[aim.watch]] if WATCHES[aim.watch] else []
    if aim.smoke == 1:
        found.append(("4.4.3.2.2-brew-up-smoke-a", "Brew-Up Smoke", -2))
    elif aim.smoke:
        found.append(("4.4.3.2.2-brew-up-smoke-b", f"Brew-Up Smoke, {aim.smoke} sources", -2 * aim.smoke))
    return found


def aims(count):
    rng = Random("aims")
    known = list(cards().values())
    flags = lambda: [rng.random() < 0.3 for _ in range(2)]  # noqa: E731
    for _ in range(count):
        shooter, target = rng.choice(known), rng.choice(known)
        yield Aim(
            shooter, target, rng.randint(0, 30), rng.choice(("front", "rear", "either")), rng.choice(tuple(COVERS)),
            *flags(), *flags(), rng.random() < 0.3, rng.choice(tuple(WATCHES)), rng.choice((0, 0, 0, 1, 2, 3)),
        )  # fmt: skip


def number_for(band, net):
    """4.4.3.2.3: the AP Hit Table is the base of the range, a tenth of it more or less for each point of the net."""
    net = max(-10, min(5, net))
    if net == -10:
        return 0 if band == "E" else 1
    return min(100, BASES[band] * (10 + net) // 10)


@pytest.mark.rules(
    "3.7b", "4.4.3.2.2a", "4.4.3.2.2b", "4.4.3.2.2-short-halt-b", "4.4.3.2.2-overwatch-c",
    "4.4.3.2.2-overwatch-adjust-c", "4.4.3.2.2-brew-up-smoke-b", "4.4.3.2.2-target-cover-b", "4.4.3.2.6-damaged-c",
)  # fmt: skip
def test_the_net_modifier_is_the_sum_of_its_parts():
    for aim in aims(1500):
        net = modifiers(aim)
        assert [(factor.rule, factor.label, factor.value) for factor in net.factors] == parts_of(aim)
        assert net.value == sum(number for *_, number in parts_of(aim))


@pytest.mark.rules(
    "4.4.3d", "4.4.3.2.1d", "4.4.3.2.2b", "4.4.3.2.3a", "4.4.3.2.3b", "4.4.3.2.3c", "4.4.3.2.4b", "4.4.3.2.4c",
    "4.4.3.2.5a", "4.4.3.2.5b", "4.4.3.2.5c", "4.4.3.2.5d", "4.4.3.2.6a", "4.4.3.2.6b", "4.4.3.2.6c",
    "4.4.3.2.6-damaged-b", "4.4.3a", "3.5.2a", "3.5.1b", "4.4.3.2.2-overwatch-adjust-b",
)  # fmt: skip
def test_every_aim_becomes_the_shot_of_the_tables():
    seen = set()
    for aim in aims(4000):
        shot = resolve(aim)
        row = aim.shooter.ap
        refused = ""
        if row is None:
            refused = "4.4.3a"
        elif aim.distance == 0:
            refused = "3.5.1b"
        elif aim.distance > row.range[4]:
            refused = "3.5.2a"
        elif aim.watch == "adjust" and aim.shooter.mount in ("front", "rear", "none"):
            refused = "4.4.3.2.2-overwatch-adjust-b"
        seen.add(refused)
        if refused:
            assert [(factor.rule, factor.value) for factor in shot.factors] == [(refused, 0)]
            assert shot.void
            assert (shot.band, shot.hit_number, shot.effect) == ("", 0, "none")
            assert (shot.aspect, shot.armour, shot.penetration) == ("front", 0, 0)
            continue
        ground = min(number for number in range(5) if aim.distance <= row.range[number])
        band, net = "PSMLE"[ground], sum(number for *_, number in parts_of(aim))
        side = aim.aspect if aim.aspect != "either" else "front" if aim.target.front >= aim.target.rear else "rear"
        armour = {"front": aim.target.front, "rear": aim.target.rear}[side]
        margin = row.factors[ground] - armour
        effect = "none" if margin < 0 else "damaged" if margin <= 3 else "ko" if margin <= 9 else "bu"
        twice = effect == "damaged" and aim.target_damaged
        assert (shot.void, shot.band, shot.net.value) == ("", band, net)
        assert shot.hit_number == number_for(band, net), (band, net)
        assert (shot.aspect, shot.armour, shot.penetration, shot.margin) == (side, armour, row.factors[ground], margin)
        assert shot.effect == ("ko" if twice else effect)
        rules = [factor.rule for factor in shot.factors]
        assert ("4.4.3.2.3b" in rules) == (net > 5 or net < -10)
        assert ("4.4.3.2.3c" in rules) == (shot.hit_number == 0)
        assert ("4.4.3.2.4c" in rules) == (aim.aspect == "either")
        assert ("4.4.3.2.6-damaged-b" in rules) == twice
        case = {"none": "5d", "damaged": "6a", "ko": "6b", "bu": "6c"}[effect]
        told = (f"4.4.3.2.{case}", f"penetration less armour {margin:+d}", effect)
        assert told in [(factor.rule, factor.label, factor.value) for factor in shot.factors]
        seen.add(shot.effect)
    assert seen == {
        "", "4.4.3a", "3.5.1b", "3.5.2a", "4.4.3.2.2-overwatch-adjust-b", "none", "damaged", "ko", "bu",
    }  # fmt: skip


@pytest.mark.rules(
    "4.1.4.1.8a", "4.1.4.1.8b", "4.1.4.1.8d", "4.1.4.1.8e", "4.1.4.1.9a", "4.4.3.2.6-ko-b", "4.4.3.2.6-bu-b",
    "4.4.3.2.2-brew-up-smoke-c",
)  # fmt: skip
def test_one_wreck_a_hex_and_brewed_up_takes_the_place_of_knocked_out():
    here, there = cell("1001"), cell("1002")
    for first, second in product((False, True), repeat=2):
        state = position(vehicle("S1", "0101"), vehicle("G1", "2301"))
        combat.leave_wreck(state, here, first)
        assert state.wrecks == [Wreck(here, first, first)]
        combat.end_step(state)
        assert state.wrecks == [Wreck(here, first, False)]
        combat.leave_wreck(state, here, second)
        assert state.wrecks == [Wreck(here, first or second, second and not first)]
        combat.leave_wreck(state, there, second)
        assert state.wrecks[1:] == [Wreck(there, second, second)]


def hit_by(effect, mover=-1):
    """S1 hits G1 with an effect, by a gun and armour that have it; what is left, and what is told after the shot."""
    state = position(vehicle("S1", "2304", "A"), vehicle("G1", "2301", "D", mark="fire"), vehicle("G2", "2302"))
    armed = [card for card in cards().values() if card.ap is not None]
    pairs = [
        (one.name, two.name)
        for one, two in product(armed, cards().values())
        if resolve(Aim(one, two, 3, "front")).effect == effect
    ]
    state.units[0].type, state.units[1].type = pairs[0]
    if mover >= 0:
        state.mover = Mover(mover, Progress(allowance=9, spent=2), [], 0, 0, 0)
    doing = Doing(dice("script:1", 0), 1)
    combat.shoot(state, scene(), Shot(0, 1), doing)
    assert doing.events[0].data["effect"] == effect
    return state, [(event.kind, event.rule, dict(event.data)) for event in doing.events[1:]]


@pytest.mark.rules(
    "4.4.3.2.6-damaged-a", "4.4.3.2.6-ko-a", "4.4.3.2.6-bu-a", "4.2.1e", "4.3.2-ex1", "4.4.3.2.6-damaged-d"
)
def test_what_a_hit_does_to_its_target():
    state, told = hit_by("none")
    assert (told, state.units[1].damaged, state.wrecks) == ([], False, [])
    for mover, left in ((-1, 0), (0, 9), (1, 5)):
        state, told = hit_by("damaged", mover=mover)
        assert told == [("damaged", "4.4.3.2.6-damaged-a", {"unit": "G1"})]
        assert (state.units[1].damaged, state.units[1].status, state.units[1].mark) == (True, ON_MAP, "fire")
        assert state.mover is None or state.mover.progress.allowance == left
    for effect, kind, status in (("ko", "knocked_out", KNOCKED_OUT), ("bu", "brewed_up", BREWED_UP)):
        state, told = hit_by(effect)
        assert told == [(kind, f"4.4.3.2.6-{effect}-a", {"unit": "G1", "type": state.units[1].type})]
        assert (state.units[1].status, state.units[1].mark, state.units[1].damaged) == (status, "", False)
        assert state.wrecks == [Wreck(cell("2301"), effect == "bu", effect == "bu")]
        assert [unit.status for unit in state.units] == [ON_MAP, status, ON_MAP]


@pytest.mark.rules("4.4.1f", "4.4.1k", "4.4.1l", "4.3.2b", "4.4.3.2.3d", "4.4.1m")
def test_a_shot_is_told_in_full_and_one_at_the_dead_is_wasted():
    table = commanded(vehicle("S1", "1001", "D", command="FIRE"), vehicle("G1", "1004", "A", command="NC"), script="1")
    state = table.state
    doing = Doing(dice("script:40", 0), 1)
    shot = resolve(combat.aim_of(state, scene(), Shot(0, 1)))
    combat.shoot(state, scene(), Shot(0, 1), doing)
    (event, *rest) = doing.events
    assert (event.kind, event.rule) == ("shot", "4.4.3.2.3d")
    told = dict(event.data)
    assert {key: told[key] for key in ("unit", "target", "range", "band", "net", "needs", "roll", "hit")} == {
        "unit": "S1", "target": "G1", "range": 3, "band": shot.band, "net": 0, "needs": shot.hit_number, "roll": 40,
        "hit": True,
    }  # fmt: skip
    assert (told["aspect"], told["overwatch"], told["effect"]) == ("front", False, shot.effect)
    assert told["kill"] == (shot.effect in ("ko", "bu"))
    assert len(rest) == (shot.effect != "none")
    shooter = state.units[0]
    assert (shooter.fired, shooter.mark, state.chain) == (True, "fire", (0,))
    state.units[1].status = KNOCKED_OUT
    shooter.fired, shooter.mark, state.chain = False, "", ()
    doing = Doing(dice("script:", 0), 1)
    combat.shoot(state, scene(), Shot(0, 1), doing)
    assert [(event.kind, event.rule, dict(event.data)) for event in doing.events] == [
        ("wasted", "4.4.1k", {"unit": "S1", "target": "G1"})
    ]
    assert (shooter.fired, shooter.mark, state.chain) == (True, "fire", (0,))


@pytest.mark.rules("3.6a", "4.6.2a", "4.5.1.1.9a", "4.5.1.1.9d", "4.6.2b")
def test_the_points_of_random_endings():
    rng = Random("points")
    board, chosen = field().board, scenario()
    west = board.edges["west"]
    for _ in range(300):
        units = [vehicle(f"S{n}", "0505") for n in (1, 2)] + [vehicle(f"G{n}", "2301") for n in (1, 2)]
        state = position(*units)
        state.options = {"soviet_points": rng.randint(0, 5), "german_points": rng.randint(0, 5)}
        points = {"soviet": state.options["soviet_points"], "german": state.options["german_points"]}
        for unit in state.units:
            unit.status = rng.choice((ON_MAP, "waiting", KNOCKED_OUT, BREWED_UP, "exited"))
            unit.damaged = rng.random() < 0.4
            unit.cell = rng.choice((west[0], cell("2301"), west[-1]))
            other = "german" if unit.side == "soviet" else "soviet"
            worth = cards()[unit.type].points
            if unit.status in (KNOCKED_OUT, BREWED_UP):
                points[other] += worth
            elif unit.damaged:
                points[other] += worth * 50 // 100
            if unit.status == "exited" and unit.side == "german" and unit.cell in west:
                points["german"] += 15
        for hold, worth in zip(state.holds, ((50, 40), (30, 0)), strict=True):
            hold.holder = rng.choice(("", "soviet", "german"))
            for side, gain in zip(("soviet", "german"), worth, strict=True):
                points[side] += gain if hold.holder == side else 0
        assert score(state, staged(field(), chosen)) == points
        left = {unit.side for unit in state.units if unit.status in (ON_MAP, "waiting")}
        held = [hold.holder for hold in state.holds]
        over = left == set() or (left == {"soviet"} and held == ["soviet", "soviet"])
        assert settled(state, staged(field(), chosen)) == over
