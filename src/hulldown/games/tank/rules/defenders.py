"""The defenders of 34.4, whose order of battle is their own secret choice.

Whichever of the two it is, there are as many units, and which name stands for which weapon is drawn: neither the number
nor the names tell it (34.4-3).
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Final

from hulldown.games.tank.data.loading import Force, SideSetup
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.state import BRAVO, Unit
from hulldown.games.tank.rules.troops import give_device

VARIANTS: Final = ("infantry", "guns")
"""Variant 1 is strong in infantry, variant 2 a front of anti-tank guns (34.4-1, 34.4-2)."""


def forces_of(setup: SideSetup, variant: str) -> tuple[Force, ...]:
    """The forces of a variant."""
    return (setup.forces, *setup.others)[VARIANTS.index(variant)]


def defenders(setup: SideSetup, variant: str, seed: str, facing: int) -> list[Unit]:
    """The units of a variant, its devices given to the first squads, under names nobody can foresee (34.4-3)."""
    forces = forces_of(setup, variant)
    count = sum(force.count for force in forces)

    def drawn(number: int) -> bytes:
        return blake2b(f"{seed} defender {number}".encode(), digest_size=8).digest()

    numbers = sorted(range(1, count + 1), key=drawn)
    units: list[Unit] = []
    for force in forces:
        for place in range(force.count):
            unit = Unit(f"B{numbers[len(units)]}", BRAVO, force.type, facing=facing)
            if place < force.devices and force.device:
                give_device(unit, force.device)
            units.append(unit)
    return units


def guessed(setup: SideSetup, known: list[Unit], facing: int, rng: Random) -> list[Unit]:
    """The defenders as Alpha may imagine them: a variant that fits the units it knows under their names (34.4-3)."""
    units = defenders(setup, rng.choice(_fitting(setup, known)), str(rng.random()), facing)
    names = [unit.id for unit in units]
    taken: list[Unit] = []
    for seen in known:
        twin = next(unit for unit in units if unit.type == seen.type and unit not in taken)
        taken.append(twin)
    free = [name for name in names if all(name != seen.id for seen in known)]
    for unit in units:
        unit.id = next((seen.id for seen, twin in zip(known, taken, strict=True) if twin is unit), "") or free.pop()
    return units


def _fitting(setup: SideSetup, known: list[Unit]) -> list[str]:
    """The variants that have as many squads and guns as are known."""
    squads = sum(arms(unit.type).squad for unit in known)
    found = []
    for variant in VARIANTS:
        have = sum(force.count for force in forces_of(setup, variant) if arms(force.type).squad)
        guns = sum(force.count for force in forces_of(setup, variant) if not arms(force.type).squad)
        if squads <= have and len(known) - squads <= guns:
            found.append(variant)
    return found


def variant_of(units: list[Unit]) -> str:
    """The variant that a side's units are of: more squads than guns, or not."""
    own = [unit for unit in units if unit.side == BRAVO]
    return VARIANTS[0] if 2 * sum(arms(unit.type).squad for unit in own) > len(own) else VARIANTS[1]
