"""Aircraft and AA fire by their tables: cards, acquiring and tracking, lines, patterns, modifiers, effects (6.7)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.errors import HulldownError, MalformedError
from hulldown.games.panzer.data.aircraft import ALTITUDES, aircraft, find_aircraft, parse_aircraft
from hulldown.games.panzer.data.arsenal import find_target
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced import air
from hulldown.games.panzer.rules.advanced.air import Flying
from hulldown.games.panzer.rules.advanced.gp import resolve
from hulldown.games.panzer.rules.advanced.gp_defence import of_aircraft, of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.gp_effects import Blow, effect_of
from hulldown.games.panzer.rules.ground import load_ground

STORM, STUKA, CANNON, PEKA = (find_aircraft(name) for name in ("Il-2m3", "Ju 87D", "Ju 87G", "Pe-2"))
PANTHER = of_vehicle(find_vehicle("PzKpfw V Panther"))
TRUCK = of_vehicle(find_vehicle("Truck"))


def net(aim) -> dict[str, int]:
    """The modifiers of an attack by their cases."""
    return {factor.rule: factor.value for factor in resolve(aim).net.factors}


@pytest.mark.rules("5.4", "5.16.2.6", "6.7.1a", "6.7.1b", "6.5.4.2.4")
def test_5_4_cards():
    """Notes 6.7 and 8.9, written a second time."""
    told = {
        name: (
            card.nation, card.defence, card.speeds, card.dive, card.points,
            {kind: (one.row.factors[0], one.ammo, one.row.effectiveness or "small") for kind, one in
             card.weapons.items()},
        )
        for name, card in aircraft().items()
    }  # fmt: skip
    both = ("slow", "fast")
    assert told == {
        "Ju 87D": ("german", 4, ("slow",), True, 60, {"strafe": (6, 4, "small"), "bombs": (13, 1, 10)}),
        "Ju 87G": ("german", 4, ("slow",), False, 70, {"strafe": (9, 4, 6)}),
        "Fw 190F": ("german", 4, both, False, 75, {"strafe": (8, 4, 2), "bombs": (12, 1, 9)}),
        "Il-2m3": ("soviet", 6, both, False, 80, {"strafe": (8, 5, 3), "bombs": (11, 2, 8), "rockets": (9, 2, 5)}),
        "Pe-2": ("soviet", 4, both, True, 70, {"strafe": (6, 4, "small"), "bombs": (13, 2, 10)}),
    }
    assert [card.loads for card in aircraft().values()][3] == ("bombs", "rockets")
    assert of_aircraft(STORM)[2:4] == (6, "S")


def test_cards_that_are_refused():
    good = '[aircraft.X]\nnation = "german"\npoints = 1\ndefence = 4\nspeeds = ["slow"]\ndive = false\n'
    good += 'strafe = { factor = 6, ammo = 4, small_arms = true }\nrule = "6.7.1a"\nprovenance = "reconstructed"\n'
    assert list(parse_aircraft(good, "f")) == ["X"]
    for old, new, told in (
        ("ammo = 4, small_arms = true", "ammo = 4", "effectiveness"),
        ("ammo = 4", "ammo = 0", "ammo"),
        ("strafe = { factor = 6, ammo = 4, small_arms = true }\n", "", "strafe: is missing"),
        ('["slow"]', '["fast"]', "speeds"),
        ("dive = false", "dive = 3", "dive"),
    ):
        with pytest.raises(MalformedError, match=told) as caught:
            parse_aircraft(good.replace(old, new), "f")
        assert "[aircraft.X]" in str(caught.value.where)


@pytest.mark.rules("6.7.3.1.1a", "6.7.3.1.1-table", "6.7.3.1.1-ex1", "6.7.4.1.1a", "6.7.4.1.1-ex1")
def test_6_7_3_1_1_hexes_to_acquire_and_to_track():
    flights = [Flying(speed, altitude) for speed in ("slow", "fast") for altitude in ALTITUDES]
    assert [air.acquire(flight).value for flight in flights] == [6, 4, 6, 10, 8, 10]
    assert [air.track(flight).value for flight in flights] == [6, 4, 4, 8, 6, 6]
    assert air.acquire(Flying("fast", "low")).factors[0].provenance == "rulebook"
    assert air.track(Flying("fast", "medium")).factors[0].provenance == "rulebook"
    assert air.track(Flying("fast", "low")).factors[0].provenance == "reconstructed"
    assert [found.rule for found in (air.acquire(flights[0]), air.track(flights[0]))] == ["6.7.3.1.1a", "6.7.4.1.1a"]
    doubled = air.acquire(Flying("slow", "low", suppressed=True)), air.track(flights[0], True)
    assert [found.factors[1].rule for found in doubled] == ["6.7.3.1.1c", "6.7.4.1.1b"]


@pytest.mark.rules("6.7.3.1.1c", "6.7.4.1.1b")
def test_6_7_3_1_1_suppression_doubles():
    assert air.acquire(Flying("fast", "low", suppressed=True)).value == 20
    assert air.track(Flying("fast", "medium"), suppressed=True).value == 12
    assert air.track(Flying("fast", "medium", suppressed=True)).value == 6


@pytest.mark.rules("6.7.3.1.3b", "6.7.3.1.3-table", "6.7.3.1.3-ex1", "6.7.3.1.3-ex2")
def test_6_7_3_1_3_hidden_hexes():
    woods, heavy = 3, 4
    assert (air.hidden_hexes("low", woods), air.hidden_hexes("low", heavy)) == (2, 3)
    assert (air.hidden_hexes("medium", woods), air.hidden_hexes("medium", heavy)) == (0, 1)
    assert [air.hidden_hexes("high", height) for height in (4, 5, 6, 7)] == [0, 0, 1, 2]


@pytest.mark.rules("6.7.3.1.3a", "6.7.4.1.1d")
def test_6_7_3_1_3_only_near_the_target():
    """O4: woods between aircraft and target hide it from Low altitude if it is 1 or 2 hexes behind them."""
    ground = load_ground("panzer-ridge", ())
    board, relief = ground.board, ground.relief
    flat = [0] * len(relief.height)
    low = relief._replace(height=flat, hexes=list(flat))
    start = board.by_label["1010"]
    way = list(air.straight(board, start, 3))
    low.hexes[way[4]] = 3

    def seen(altitude):
        return [place for place in range(1, 10) if air.line_blocked(board, low, start, way[place], altitude) is None]

    assert seen("low") == [1, 2, 3, 4, 7, 8, 9]
    assert seen("medium") == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    low.hexes[way[4]] = 4
    assert seen("low") == [1, 2, 3, 4, 8, 9]
    assert seen("medium") == [1, 2, 3, 4, 6, 7, 8, 9]
    # It does not matter how near the aircraft is to them, nor what is below it or below the unit.
    assert air.line_blocked(board, low, way[3], way[5], "low") is not None
    assert air.line_blocked(board, low, way[4], way[5], "low") is None
    # A line along a hexside is blocked by either of its hexes (D8).
    low.hexes[way[4]] = 0
    beside = board.neighbours[start][2]
    corner = board.neighbours[beside][3]
    pair = [board.neighbours[start][3], beside]
    for both, seen_there in ((pair[:1], False), (pair[1:], False), (pair, False), ([], True)):
        for cell in pair:
            low.hexes[cell] = 4 if cell in both else 0
        assert (air.line_blocked(board, low, start, corner, "low") is None) is seen_there
    for cell in pair:
        low.hexes[cell] = 0
    # Hexes in all directions: the one between two hexes two apart.
    for first in range(6):
        between = board.neighbours[start][first]
        low.hexes[between] = 4
        far = board.neighbours[between][first]
        assert air.line_blocked(board, low, start, far, "medium").cells == (between,)
        low.hexes[between] = 0
    low.hexes[way[4]] = 4
    # O14: what stands on a hill is not hidden by the hill, what stands below it is.
    for place in (4, 5, 6):
        low.hexes[way[place]] = low.height[way[place]] = 2
    assert seen("low") == [1, 2, 3, 4, 5, 6, 8, 9]


@pytest.mark.rules("6.7.3.2b", "6.7.3.3b", "6.7.3.3c", "6.7.3.3d", "6.7.3.4a")
def test_6_7_3_patterns():
    board = load_ground("panzer-ridge", ()).board
    target = board.by_label["1515"]

    def hexes(weapon, speed, altitude, facing=0):
        found = air.pattern(board, weapon, Flying(speed, altitude), facing, target)
        return [board.labels[cell] for cell in found]

    assert hexes("strafe", "slow", "low") == ["1515", "1514"]
    assert hexes("strafe", "fast", "low") == ["1515", "1514", "1513"]
    assert hexes("bomb", "slow", "low") == ["1515"]
    assert hexes("bomb", "fast", "medium") == ["1515", "1514"]
    high = hexes("bomb", "slow", "high")
    assert high[:2] == ["1515", "1514"]
    assert len(high) == 4
    # O6: the two others touch both of them.
    for label in high[2:]:
        cell = board.by_label[label]
        assert {board.distance(cell, board.by_label[one]) for one in high[:2]} == {1}
    for facing in range(6):
        four = [board.by_label[label] for label in hexes("bomb", "slow", "high", facing)]
        assert four[1] == board.neighbours[target][facing]
        assert len(set(four)) == 4
        assert all(board.distance(one, target) == board.distance(one, four[1]) == 1 for one in four[2:])
    assert hexes("rocket", "fast", "low") == ["1515"]
    edge = next(iter(board.edges["north"]))
    assert air.pattern(board, "strafe", Flying("fast", "low"), 0, edge) == (edge,)


@pytest.mark.rules("6.7.3.5a", "6.7.3.5-low-altitude", "6.7.3.5-medium-altitude", "6.7.3.5-fast-speed")
def test_6_7_3_5_modifiers():
    armour = {"6.5.4.3-target-type": -20}
    low = {"6.7.3.5-low-altitude": 20}
    assert net(air.attack(STORM, "strafe", Flying("slow", "low"), PANTHER)) == armour | low
    assert net(air.attack(STORM, "bomb", Flying("slow", "medium"), PANTHER)) == armour | {"6.7.3.5-medium-altitude": 10}
    assert net(air.attack(STORM, "bomb", Flying("fast", "high"), PANTHER)) == armour | {"6.7.3.5-fast-speed": -20}
    hurt = Flying("slow", "low", suppressed=True, damaged=True)
    assert net(air.attack(STORM, "rocket", hurt, PANTHER, 4)) == armour | low | {
        "6.5.4.3-shooter-damaged": -10, "6.5.4.3-shooter-suppressed": -20,
    }  # fmt: skip
    assert net(air.attack(STUKA, "bomb", Flying("slow", "low"), TRUCK)) == low


@pytest.mark.rules("6.7.3.5b")
def test_6_7_3_5_grade():
    """O11, Q4: strafing as at Extreme range, rockets by their range, bombs never."""

    def grade(weapon, name, distance=1, altitude="low"):
        flying = Flying("slow", altitude, name)
        return sum(
            value for rule, value in net(air.attack(STORM, weapon, flying, TRUCK, distance)).items()
            if "grade" in rule
        )  # fmt: skip

    assert grade("strafe", "green") == -15
    assert grade("strafe", "veteran") == 10
    assert grade("bomb", "green", altitude="medium") == 0
    assert [grade("rocket", "green", away) for away in (2, 3, 4, 5, 6, 7, 8, 9, 10)] == [
        -5, -5, -5, -5, -10, -10, -10, -10, -15,
    ]  # fmt: skip


@pytest.mark.rules("6.7.3.2a")
def test_6_7_3_2_strafing_with_small_arms_is_at_point_blank():
    """Small Arms at Point Blank damage a P-Type vehicle with any Effective result (L1)."""
    car = of_vehicle(find_vehicle("SdKfz 222"))
    shot = resolve(air.attack(STUKA, "strafe", Flying("slow", "low"), car))
    assert (shot.band, shot.factor) == ("P", 6)
    assert shot.outcomes["damaged"] == 1 - shot.outcomes["none"] - shot.outcomes["suppressed"] > 0
    with pytest.raises(HulldownError, match=r"6\.7\.3\.2a"):
        air.attack(STUKA, "strafe", Flying("slow", "medium"), car)


@pytest.mark.rules("6.7.3.3a", "6.7.2.3.2", "6.7.3.4a", "6.7.2.2a", "6.7.1b")
def test_6_7_3_attacks_that_cannot_be_made():
    def rule(card, weapon, speed, altitude, load=""):
        found = air.may_attack(card, weapon, Flying(speed, altitude), load)
        return "" if found is None else found.rule

    assert rule(STORM, "bomb", "slow", "low") == "6.7.3.3a"
    assert rule(STUKA, "bomb", "slow", "low") == ""
    assert rule(PEKA, "bomb", "fast", "low") == "6.7.2.3.2"
    assert rule(STORM, "bomb", "fast", "medium") == rule(STORM, "bomb", "slow", "high") == ""
    assert rule(STORM, "rocket", "slow", "medium") == "6.7.3.4a"
    assert rule(CANNON, "bomb", "slow", "medium") == "6.7.1b"
    assert rule(STORM, "bomb", "slow", "medium", "rockets") == "6.7.1b"
    assert rule(STORM, "rocket", "slow", "low", "rockets") == ""
    assert rule(STORM, "strafe", "slow", "low", "rockets") == ""
    assert rule(STUKA, "strafe", "fast", "low") == "6.7.2.2a"
    assert resolve(air.attack(STORM, "rocket", Flying("slow", "low"), PANTHER, 1)).void
    assert not resolve(air.attack(STORM, "rocket", Flying("slow", "low"), PANTHER, 10)).void
    assert resolve(air.attack(STORM, "rocket", Flying("slow", "low"), PANTHER, 11)).void


@pytest.mark.rules("6.7.4.2a", "6.7.4.2-fast-or-high", "6.7.4.2-low", "6.7.4.2-ex1", "6.7.4.2-table")
def test_6_7_4_2_aa_fire():
    def fire(name, speed, altitude, distance=5, **more):
        weapon = air.aa_weapon(find_target(name))
        return net(air.aa_fire(weapon, STORM, Flying(speed, altitude), distance, "seasoned")._replace(**more))

    assert fire("PzKpfw IIIM", "slow", "medium") == {"6.7.4.2a": -20}
    assert fire("SdKfz 7/1", "fast", "medium") == {"6.7.4.2-fast-or-high": -10}
    assert fire("SdKfz 7/1", "slow", "low") == {"6.7.4.2-low": 10}
    high = air.aa_fire(air.aa_weapon(find_target("8.8cm FlaK 36 A/ATG")), STORM, Flying("fast", "high"), 5, "seasoned")
    assert resolve(high).net.value == -20
    assert fire("SdKfz 7/1", "slow", "medium", shooter_suppressed=True) == {"6.5.4.3-shooter-suppressed": -20}


@pytest.mark.rules("6.7.4", "6.7.4.1.2d")
def test_6_7_4_who_may_fire():
    assert air.aa_weapon(find_target("T-34/85 M44")) is None
    flak = air.aa_weapon(find_target("8.8cm FlaK 36 A/ATG"))
    small = air.aa_weapon(find_target("2cm FlaK 38 AAG"))
    assert air.may_fire(flak, Flying("slow", "high")) is None
    assert air.may_fire(small, Flying("slow", "high")).rule == "6.7.4.1.2d"
    assert air.may_fire(small, Flying("slow", "medium")) is None


@pytest.mark.rules("6.7.4.2.1-none", "6.7.4.2.1-suppressed", "6.7.4.2.1-damaged-a", "6.7.4.2.1-eliminated-a")
def test_6_7_4_2_1_effects():
    blow = Blow(of_aircraft(STORM), False, 0, "S", 8, 45, 77)
    told = {result: effect_of(blow, result) for result in (45, 46, 77, 78, 80, 85, 100, 105)}
    assert told == {
        45: "none", 46: "suppressed", 77: "suppressed", 78: "eliminated", 80: "damaged", 85: "damaged",
        100: "damaged", 105: "damaged",
    }  # fmt: skip
    assert effect_of(blow._replace(damaged=True), 80) == "eliminated"
    aim = air.aa_fire(air.aa_weapon(find_target("SdKfz 7/1")), STORM, Flying("slow", "medium"), 5, "seasoned")
    assert resolve(aim).outcomes == {
        "none": Fraction(45, 100), "suppressed": Fraction(32, 100), "damaged": Fraction(5, 100),
        "eliminated": Fraction(18, 100),
    }  # fmt: skip


@pytest.mark.rules("6.7.4.2.1-eliminated-a", "6.7.4.2.1-eliminated-b")
def test_6_7_4_2_1_crash():
    assert [air.crash_hexes(rolled, "low") for rolled in (1, 2, 9, 10)] == [0, 1, 4, 5]
    assert [air.crash_hexes(rolled, "medium") for rolled in (1, 2, 9, 10)] == [1, 2, 9, 10]
    shot = resolve(air.crash(of_vehicle(find_vehicle("IS-2m M44"))))
    assert (shot.factor, shot.net.value, shot.outcomes["bu"] > 0) == (15, -20, True)
    soft = resolve(air.crash(of_unit(find_target("German Rifle squad"))))
    assert (soft.factor, soft.net.value) == (15, 0)


@pytest.mark.rules("6.7.4.2.1-eliminated-a", "4.6.2a")
def test_aircraft_are_among_what_is_to_be_eliminated() -> None:
    """Q20: aircraft shot down count like other units, so the briefing names their points."""
    goals = [goal for goal in GAME.briefing("panzer/19", {}).goals if goal.text.startswith("Eliminate enemies")]
    told = {goal.side: goal.text for goal in goals}
    assert told["soviet"].endswith("Nashorn 85, Ju 87G 70 and Ju 87D 60 points each.")
    assert "Ju 87" not in told["german"]
