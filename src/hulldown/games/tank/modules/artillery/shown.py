"""Who knows what of guns and aircraft off the map.

What each side has is drawn in the open (35.3). Hexes and orders are secret; a registered hex is known once it has been
fired on. What falls is on the map for all to see.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from hulldown.core.game import Area, Marker
from hulldown.core.game import Asset as ShownAsset
from hulldown.core.game import Mission as ShownMission
from hulldown.core.parts import set_part
from hulldown.games.tank.modules.artillery import register
from hulldown.games.tank.modules.artillery.orders import off_map
from hulldown.games.tank.modules.artillery.park import (
    KEY,
    NO_CELL,
    NOTICE,
    PLANES,
    WEIGHTS,
    Asset,
    Mission,
    Park,
    names_of,
    park_of,
    plain,
)
from hulldown.games.tank.modules.artillery.schedule import written
from hulldown.games.tank.modules.artillery.watching import open_cells
from hulldown.games.tank.modules.artillery.zones import around
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import SIDES, TankState

IMPACT = "impact"
BOMB = "bombs"
ZONE = "barrage"
STRIKE = "air strike"
AIMED = "aimed"
SHELLS = "shells"
BOMBS = "bombs"
"""How they come down, in the face."""
VIEWER = "viewer"
"""In the part of a view: whose it is, so that what is drawn anew for a sample is the enemy's."""


def show(state: TankState, side: str | None) -> Shown | None:
    """The part of a side's view, with markers, areas and what is to be said of each battalion and strike."""
    park = park_of(state)
    if park == Park():
        return None
    board = scene_of(state).board
    seen = Park(tuple(_seen(asset, side) for asset in park.assets), park.ordered(side or ""), park.falling)
    markers = [
        Marker(BOMB if fall.arm == PLANES else IMPACT, cell, fall.side) for fall in park.falling for cell in fall.marks
    ]
    areas = [
        Area(STRIKE if fall.arm == PLANES else ZONE, fall.side, fall.zone, fall.unit)
        for fall in park.falling
        if fall.zone and not fall.smoke
    ]
    for mission in seen.missions:
        areas.append(Area(AIMED, mission.side, around(board, (mission.cell,)), mission.unit))
    part = {**plain(seen), VIEWER: side or ""}
    assets = _assets(seen, side, board.labels)
    return Shown(part, tuple(markers), _notes(seen, side, board.labels), tuple(areas), assets=assets)


def _assets(park: Park, side: str | None, labels: list[str]) -> tuple[ShownAsset, ...]:
    """A side's own battalions and strikes for a list with a time line of what is ordered."""
    found: list[ShownAsset] = []
    for asset in park.of(side or ""):
        flies = asset.arm == PLANES
        what = f"{WEIGHTS[asset.weight]}, {'called' if asset.called else 'planned'} fire"
        if asset.cell != NO_CELL and not asset.called:
            what += f" on {labels[asset.cell]}, to be ordered while somebody sees it"
        ordered = tuple(
            ShownMission(one.turn, f"{one.unit} {'smoke' if one.smoke else 'fire'}", one.cell)
            for one in park.missions
            if one.owner == asset.name
        )
        number = asset.name.lstrip("abnir")
        name = f"{'Air strike' if flies else 'Battalion'} {number}"
        pattern = BOMBS if flies else SHELLS
        found.append(ShownAsset(asset.name, name, what, ordered, pattern, asset.spent, names_of(asset)[1:]))
    return tuple(found)


def _seen(asset: Asset, side: str | None) -> Asset:
    if asset.side == side or asset.shown:
        return asset
    return Asset(asset.name, asset.side, asset.arm, asset.weight, asset.called, NO_CELL, asset.shown, asset.spent)


def _notes(park: Park, side: str | None, labels: list[str]) -> tuple[tuple[str, str], ...]:
    """What is to be said of each of a side's own, in words: what it is, and what is ordered for which turn."""
    found: list[tuple[str, str]] = []
    for asset in park.of(side or ""):
        what = "air strike" if asset.arm == PLANES else "battalion"
        words = [f"{WEIGHTS[asset.weight]} {what}, {'called' if asset.called else 'planned'} fire"]
        if asset.cell != NO_CELL and not asset.called:
            words.append(f"registered on {labels[asset.cell]}")
        if asset.spent:
            words.append("flown")
        words += [
            f"turn {written(one.turn, one.smoke)}: {one.unit} on {labels[one.cell]}"
            for one in park.missions
            if one.owner == asset.name
        ]
        found.append((asset.name, "; ".join(words)))
    return tuple(found)


def deal(part: Any, state: TankState, rng: Random) -> Any:
    """The part of a state drawn from a view: the enemy's hexes and orders may be any."""
    if part is None:
        return None
    park = msgspec.convert(part, Park)
    scene = scene_of(state)
    step = state.stack[-1].step
    for side in SIDES:
        if side == part[VIEWER] or not park.of(side):
            continue
        if step == register.STEP:
            park = _awaited(park, scene, state, side, rng, part)
        else:
            park = _drawn(park, scene, state, side, rng)
    return plain(park)


def _awaited(park: Park, scene: Scene, state: TankState, side: str, rng: Random, part: Any) -> Park:
    """While hexes are registered, an enemy that has answered has written something; it waits unseen."""
    if side not in state.stack[-1].owing and register.registering(scene, park, side):
        set_part(state, KEY, part)
        state.submitted[side] = register.guessed(state, scene, side, rng)
    return park


def _drawn(park: Park, scene: Scene, state: TankState, side: str, rng: Random) -> Park:
    """Hexes for planned fire that has not been seen yet, and a mission now and then."""
    cells = open_cells(state, scene, side, scene.board.mask)
    assets: list[Asset] = []
    missions = list(park.missions)
    for asset in park.assets:
        if asset.side == side and not asset.called and asset.cell == NO_CELL:
            asset = msgspec.structs.replace(asset, cell=rng.choice(cells))
        assets.append(asset)
        if asset.side == side and not asset.spent and rng.random() < 0.5:
            turn = _turn(scene, state, asset, rng)
            if turn:
                missions.append(Mission(side, asset.name, rng.choice(cells) if asset.called else asset.cell, turn))
    missions.sort(key=lambda m: (m.side, m.turn, m.unit))
    return Park(tuple(assets), tuple(missions), park.falling)


def _turn(scene: Scene, state: TankState, asset: Asset, rng: Random) -> int:
    """A turn for which it may have an order, 0 for none: nothing comes before the notice has run."""
    first = 1 if off_map(scene, asset.side).prewritten else 1 + NOTICE
    if state.stack[-1].step != "plot":
        first = max(first, state.turn + 1)
    turns = range(max(first, state.turn), state.turn + NOTICE)
    return rng.choice(turns) if turns else 0
