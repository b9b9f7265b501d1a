"""What each side has off the map, drawn before play (35.3)."""

from __future__ import annotations

from typing import Final

from hulldown.core.dice import Dice
from hulldown.core.game import OptionInfo
from hulldown.core.sequence import Doing
from hulldown.core.stepped import go_on
from hulldown.games.tank.data.offmap import OffMap
from hulldown.games.tank.data.support import drawn_support, full_support
from hulldown.games.tank.modules.artillery.park import GUNS, PLANES, WEIGHTS, Asset, Park, keep
from hulldown.games.tank.rules.scene import scene_in
from hulldown.games.tank.rules.state import SIDES, TankState

BY_DICE: Final = "dice"
MAXIMUM: Final = "maximum"
OPTION: Final = OptionInfo(
    "artillery",
    BY_DICE,
    "35.3",
    "the number and weight of battalions is drawn by the dice, or each side gets the most that its line allows (35.3d)",
    (BY_DICE, MAXIMUM),
    label="Artillery received",
)


def allot(state: TankState, doing: Doing) -> bool:
    """Draws what each side has; everybody is told. It stays so for the whole scenario (35.3a)."""
    scene = scene_in(state, doing)
    assets: list[Asset] = []
    for side in SIDES:
        off_map = scene.side(side).off_map
        if off_map is None:
            continue
        own = assets_of(side, off_map, doing.dice, state.options.get(OPTION.name) == MAXIMUM)
        if own:
            told = ", ".join(f"{asset.name} {WEIGHTS[asset.weight]}" for asset in own)
            doing.emit("allotted", "35.3a", (), side=side, support=told)
        assets += own
    keep(state, Park(tuple(assets)))
    go_on(state, doing)
    return True


def assets_of(side: str, off_map: OffMap, dice: Dice, maximum: bool) -> list[Asset]:
    """The battalions and strikes of a side (28.0-gen-1), called or planned by its role (35.3e).

    35.3a to 35.3c: battalions by the dice, or the most (35.3d). 35.2c, 28.62, X-48: air strikes are all granted.
    """
    found: list[Asset] = []
    line = off_map.line
    if off_map.artillery:
        given = full_support(line, side) if maximum else drawn_support(line, side, dice)
        for number, weight in enumerate(given.battalions, 1):
            found.append(Asset(f"bn{number}", side, GUNS, weight, given.fire == "called"))
    air = line.air
    if off_map.air and air.weight is not None:
        for number in range(1, air.maximum(off_map.theatre) + 1):
            found.append(Asset(f"air{number}", side, PLANES, air.weight, air.procedure == "called"))
    return found
