"""Vehicles that enter or leave a building: the two rolls of the Building Effects (6.6.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from hulldown.core.dice import Dice
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import cell
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.chances import at_most
from hulldown.games.panzer.rules.rolls import roll_100

Building = Literal["wood", "brick", "stone"]
BUILDINGS: tuple[Building, ...] = get_args(Building)
Harm = Literal["none", "track", "damaged"]
PER_POINT = 5
"""What each point of GP Defense adds to the roll (6.6.3d)."""


class Entry(NamedTuple):
    """A vehicle at the wall of a building: `hit` and `track` are the last results of those ranges."""

    bonus: int
    hit: int
    track: int
    factors: tuple[Factor, ...]
    void: str = ""
    rule: str = ""
    """The case that forbids it, where one does."""

    @property
    def chances(self) -> dict[Harm, Fraction]:
        """The exact chance of each harm (6.6.3d, 6.6.3e)."""
        struck = at_most(self.hit, self.bonus)
        track = struck * at_most(self.track)
        return {"none": 1 - struck, "track": track, "damaged": struck - track}


def entry(card: Vehicle, building: Building) -> Entry:
    """What awaits a vehicle that enters or leaves a building.

    Only tracked vehicles with a roof may (6.1.4.3.1a, 6.1.4.3.1b, 6.6.3a, 6.6.3c).
    """
    hit, track = cell("building-effects", building, "hit"), cell("building-effects", building, "track")
    damaged = cell("building-effects", building, "damaged")
    defence = card.defence_factor
    tag = card.provenance["defence"]
    factors = (
        Factor("6.6.3d", f"{PER_POINT} for each point of GP Defense {card.defence}", PER_POINT * defence, tag),
        Factor("6.6.3d", f"{building} building, modified rolls that hit", hit.text, hit.tag),
        Factor("6.6.3e", "then Track hit", track.text, track.tag),
        Factor("6.6.3e", "or Damaged", damaged.text, damaged.tag),
    )
    void, rule = "", ""
    if card.traction != "T":
        void, rule = f"{card.name} is not tracked", "6.6.3a"
    elif card.open:
        void, rule = f"{card.name} is open-topped", "6.6.3c"
    return Entry(PER_POINT * defence, hit.last, track.last, factors, void, rule)


def roll_entry(at: Entry, dice: Dice, who: str) -> Harm:
    """What the dice do to a vehicle at the wall: a second roll only after a hit (6.6.3e)."""
    if roll_100(dice, f"building: {who}") + at.bonus > at.hit:
        return "none"
    return "track" if roll_100(dice, f"building damage: {who}") <= at.track else "damaged"
