"""Aircraft and anti-aircraft fire: the numbers behind odds, preview and resolution (6.7).

Attacks from the air and AA fire are GP fire: `attack` and `aa_fire` make the aim, `gp.resolve` does the rest (5.4).
Everything here is a function of cards, speed, altitude and displacements; the state is asked in `play/air`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Explained, Factor
from hulldown.core.heights import ENTIRE, Blocked, Relief, meets
from hulldown.games.panzer.data.advanced_tables import Grade, cell, modifier
from hulldown.games.panzer.data.aircraft import BOMBS, ROCKETS, STRAFE, Aircraft, Altitude, Speed, crash_row
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.data.weapons import AntiAir
from hulldown.games.panzer.rules.advanced.gp import NO_GRADE, GpAim, GpWeapon
from hulldown.games.panzer.rules.advanced.gp_defence import Defence, of_aircraft

SLOW: Final = "slow"
FAST: Final = "fast"
LOW: Final = "low"
MEDIUM: Final = "medium"
HIGH: Final = "high"
Weapon = Literal["strafe", "bomb", "rocket"]
WEAPONS: Final[tuple[Weapon, ...]] = ("strafe", "bomb", "rocket")
_ROWS: Final = {"strafe": STRAFE, "bomb": BOMBS, "rocket": ROCKETS}
MODIFIERS: Final = "air-modifiers"
CRASH: Final = 15
"""The GP Factor of a crash (6.7.4.2.1-eliminated-b)."""
CRASH_EFFECTIVENESS: Final = 10
"""A crash counts against every vehicle whatever its GP Defense (6.7.4.2.1-eliminated-b)."""
LOITER: Final = 5
"""The turns, from the first appearance on, in which an aircraft can fly (6.7.2.1b)."""
WOODS: Final = ("light_woods", "woods", "heavy_woods")
"""The terrain whose units aircraft acquire with the help of an FO alone (6.7.3.1.1g)."""
MACHINE_GUNS: Final = ("aa-hmg", "aa-mmg")
"""Machine guns on top of a vehicle, for use against aircraft."""
GRADE_OF_STRAFING: Final = "E"
"""6.7.3.5b; ruling O11."""


class Flying(NamedTuple):
    """How an aircraft flies, and in what shape it is."""

    speed: Speed
    altitude: Altitude
    grade: Grade = "seasoned"
    suppressed: bool = False
    damaged: bool = False


# What an aircraft needs to see, and what it takes to see it.


def _hexes(flying: Flying, column: str, doubled: bool) -> Explained:
    found = cell("air-spotting", f"{flying.speed}-{flying.altitude}", column)
    told = f"{column} at {flying.speed.title()} speed and {flying.altitude.title()} altitude"
    rule = "6.7.3.1.1a" if column == "acquire" else "6.7.4.1.1a"
    factors = [Factor(rule, told, found.number, found.tag)]
    value = found.number
    if doubled:
        value *= 2
        more = "6.7.3.1.1c" if column == "acquire" else "6.7.4.1.1b"
        factors.append(Factor(more, "suppressed: doubled", value, "rulebook"))
    return Explained(rule, f"hexes to {column}", value, tuple(factors))


def acquire(flying: Flying) -> Explained:
    """The hexes that an aircraft flies to acquire a target; twice as many while suppressed (6.7.3.1.1a, .1c)."""
    return _hexes(flying, "acquire", flying.suppressed)


def track(flying: Flying, suppressed: bool = False) -> Explained:
    """The hexes of flight after which an AA unit has tracked an aircraft; twice as many if suppressed (6.7.4.1.1b)."""
    return _hexes(flying, "track", suppressed)


def hidden_hexes(altitude: Altitude, height: int) -> int:
    """How many hexes behind an obstacle of a Height are hidden; 0: it is too low (6.7.3.1.3b)."""
    return max(0, 1 + height - cell("air-sight", altitude, "base").number)


def line_blocked(board: Board, relief: Relief, aircraft: Cell, target: Cell, altitude: Altitude) -> Blocked | None:
    """The obstacle that hides a ground unit from an aircraft, and the other way round; None: the line is clear.

    Cases 6.7.3.1.3a, 6.7.4.1.1d; O4: what is on the line between the two hexes, near enough to the unit. The Height of
    an obstacle is that of its highest point above the ground of the unit (O14 of the README): a hill hides what is
    behind it, and nothing that stands on it.
    """
    ground = relief.height[target]
    for meet in meets(board.q[target] - board.q[aircraft], board.r[target] - board.r[aircraft]):
        found: list[Blocked] = []
        for side in (meet.left, meet.right):
            for q, r, direction, _, away in side:
                if direction != ENTIRE:
                    continue
                hex_ = aircraft + q * board.stride + r
                above = relief.hexes[hex_] - ground
                if above > 0 and away <= hidden_hexes(altitude, above):
                    found.append(Blocked((hex_,), relief.hexes[hex_], "6.7.3.1.3a"))
                    break
        if found and len(found) == (2 if meet.right else 1):
            return found[0]
    return None


# Where attacks come down.


def pattern(board: Board, weapon: Weapon, flying: Flying, facing: int, target: Cell) -> tuple[Cell, ...]:
    """The hexes that an attack on a hex hits, the target's first; those off the map are left out (O6).

    Cases 6.7.3.2b, 6.7.3.3b, 6.7.3.3c, 6.7.3.3d, 6.7.3.4a. `flying` is how the aircraft attacks: a dive bomb falls from
    Low altitude.
    """
    key = f"strafe-{flying.speed}" if weapon == "strafe" else f"bomb-{flying.altitude}" if weapon == "bomb" else weapon
    hexes = [target]
    for _ in range(cell("air-patterns", key, "ahead").number - 1):
        ahead = board.neighbours[hexes[-1]][facing] if hexes[-1] >= 0 else -1
        hexes.append(ahead)
    if cell("air-patterns", key, "beside").number:
        hexes += [board.neighbours[target][(facing + turn) % 6] for turn in (1, 5)]
    return tuple([hex_ for hex_ in hexes if hex_ >= 0])


# Attacks from the air.


def may_attack(card: Aircraft, weapon: Weapon, flying: Flying, load: str = "") -> Factor | None:
    """Why an aircraft cannot make an attack as it flies; None: it can.

    `load` is what it carries, "" where that is not asked. Of bombs from Low altitude: the aircraft dives, which it can
    from High altitude at Slow speed, as its notes allow (6.7.2.3.2, 6.7.3.3a; O2, O3).
    """
    if flying.speed not in card.speeds:
        return Factor("6.7.2.2a", f"{card.name} does not fly {flying.speed.title()}", 0, "rulebook")
    key = _ROWS[weapon]
    if key not in card.weapons or (load and key != STRAFE and key != load):
        return Factor("6.7.1b", f"{card.name} carries no {key}", 0, "rulebook")
    if weapon == "strafe" and flying.altitude != LOW:
        return Factor("6.7.3.2a", "strafing needs Low altitude", 0, "rulebook")
    if weapon == "rocket" and flying.altitude != LOW:
        return Factor("6.7.3.4a", "rockets need Low altitude", 0, "rulebook")
    if weapon == "bomb" and flying.altitude == LOW:
        if not card.dive:
            return Factor("6.7.3.3a", f"bombs from Low altitude need a dive, and {card.name} is no dive bomber", 0,
                          "rulebook")  # fmt: skip
        if flying.speed != SLOW:
            return Factor("6.7.2.3.2", "dive bombers fly at Slow speed", 0, "rulebook")
    return None


@lru_cache(maxsize=256)
def weapon_of(card: Aircraft, weapon: Weapon) -> GpWeapon:
    """A weapon of an aircraft, ready for GP fire."""
    found = card.weapons[_ROWS[weapon]]
    return GpWeapon(name=found.name, row=found.row)


def attack(card: Aircraft, weapon: Weapon, flying: Flying, defence: Defence, distance: int = 1) -> GpAim:
    """The attack on one unit or terrain below; whoever asks adds what the target brings (6.7.3.5a).

    Q4, 6.7.3.5b: the grade counts for strafing as at Extreme range, for rockets by their range, for bombs not at all.
    Raises HulldownError for an attack that cannot be made.
    """
    refused = may_attack(card, weapon, flying)
    if refused is not None:
        raise HulldownError(f"{refused.label} ({refused.rule})", hint="another weapon, altitude or speed will do")
    return GpAim(
        weapon_of(card, weapon), defence, distance, grade=flying.grade,
        graded=GRADE_OF_STRAFING if weapon == "strafe" else NO_GRADE if weapon == "bomb" else "",
        shooter_damaged=flying.damaged, shooter_suppressed=flying.suppressed, more=attack_modifiers(flying),
    )  # fmt: skip


def attack_modifiers(flying: Flying) -> tuple[Factor, ...]:
    """What altitude and speed add to an attack (6.7.3.5-low-altitude, 6.7.3.5-medium-altitude, 6.7.3.5-fast-speed)."""
    wanted = (
        (flying.altitude == LOW, "attack_low"),
        (flying.altitude == MEDIUM, "attack_medium"),
        (flying.speed == FAST, "attack_fast"),
    )
    return tuple([modifier(MODIFIERS, name) for applies, name in wanted if applies])


@lru_cache(maxsize=1)
def crash_weapon() -> GpWeapon:
    """What a crash attacks with: GP 15, not Small Arms, against all vehicles alike (6.7.4.2.1-eliminated-b)."""
    return GpWeapon(name="crash", row=crash_row(CRASH, CRASH_EFFECTIVENESS))


def crash(defence: Defence) -> GpAim:
    """The attack of a crash; it takes no modifiers but those of its target (O10)."""
    return GpAim(crash_weapon(), defence, 1, graded=NO_GRADE)


def crash_hexes(rolled: int, altitude: Altitude) -> int:
    """How far an aircraft that is shot down flies on; at Low altitude half of it (6.7.4.2.1-eliminated-a)."""
    return rolled // 2 if altitude == LOW else rolled


# Anti-aircraft fire.


@lru_cache(maxsize=256)
def aa_weapon(unit: Vehicle | Towed) -> GpWeapon | None:
    """The AA row of a unit, ready for GP fire; None: it has none and cannot fire at aircraft (6.7.4)."""
    return None if unit.antiair is None else GpWeapon(name=f"{unit.name} AA", row=unit.antiair)


def limited(unit: Vehicle | Towed) -> bool:
    """Whether AA fire has a basic ammo limit: that of the gun; machine guns on top of a vehicle have none (5.16.2a)."""
    on_top = isinstance(unit, Vehicle) and any(extra in unit.extras for extra in MACHINE_GUNS)
    return not on_top and bool(unit.weapons[0].basic_limit)


def may_fire(weapon: GpWeapon, flying: Flying) -> Factor | None:
    """Why an AA weapon cannot fire at an aircraft that flies so; None: it can (6.7.4.1.2d)."""
    row = weapon.row
    assert isinstance(row, AntiAir)
    if flying.altitude == HIGH and not row.high:
        return Factor("6.7.4.1.2d", "N/A against High altitude", 0, "rulebook")
    return None


def aa_fire(weapon: GpWeapon, card: Aircraft, flying: Flying, distance: int, grade: Grade) -> GpAim:
    """AA fire at an aircraft: GP fire without overwatch modifiers, by plain hexes (6.7.4.2a; O13).

    Whoever asks adds the state of the firer.
    """
    row = weapon.row
    assert isinstance(row, AntiAir)
    more = [
        modifier(MODIFIERS, name)
        for applies, name in (
            (flying.speed == FAST, "aa_fast"), (flying.altitude == HIGH, "aa_high"), (flying.altitude == LOW, "aa_low"),
        )
        if applies
    ]  # fmt: skip
    if row.modifier:
        more.append(Factor("6.7.4.2a", f"{weapon.name} modifier", row.modifier, row.provenance["modifier"]))
    return GpAim(
        weapon, of_aircraft(card), distance, grade=grade, target_damaged=flying.damaged, more=tuple(more)
    )  # fmt: skip


# Flight.


def straight(board: Board, start: Cell, facing: int) -> Iterator[Cell]:
    """The hexes of a flight straight on, the first included, to the edge of the map (6.7.2.3, 5.5c)."""
    here = start
    while here >= 0:
        yield here
        here = board.neighbours[here][facing]
