"""Who knows what of platoons: each side its own, in its view and in words; the enemy's are dealt for a sample."""

from __future__ import annotations

from random import Random
from typing import Any

from hulldown.core.game import Group
from hulldown.core.parts import part_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.modules.platoons.dividing import chosen, plain, to_divide
from hulldown.games.tank.rules.formation import PART, Platoon, commander, founded, standstill
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, SIDES, TankState, enemy_of, index_of


def show(state: TankState, side: str | None) -> Shown | None:
    """A side's own platoons with a note on each tank; an onlooker sees none."""
    if side is None:
        return None
    part = part_of(state, PART)
    everybody = part["platoons"] if part is not None else [each.plain() for each in founded(scenario_of(state))]
    fallen = part["fallen"] if part is not None else {}
    own = [plain for plain in everybody if plain["side"] == side]
    notes = tuple((name, text) for plain in own for name, text in _notes(state, side, plain))
    lost = {key: turn for key, turn in fallen.items() if key == side}
    groups = tuple(_group(state, plain) for plain in own if not plain["dissolved"])
    return Shown({"side": side, "platoons": own, "fallen": lost}, notes=notes, groups=groups)


def _group(state: TankState, plain: dict[str, Any]) -> Group:
    """A platoon as its owner sees it: who is left, who leads, who acts singly (25.0-gen-2, 25.4c)."""
    left = tuple(name for name in plain["members"] if state.units[index_of(state, name)].status != DESTROYED)
    apart = tuple(name for name in left if name in plain["out"])
    leader = plain["leader"] if plain["leader"] in left else ""
    what = "" if leader else "has no leader"
    return Group(plain["name"], called(plain["name"]), left, leader, what, apart)


def called(name: str) -> str:
    """A platoon in words."""
    return "Headquarters" if name == "HQ" else f"Platoon {name[1:]}"


def _notes(state: TankState, side: str, plain: dict[str, Any]) -> list[tuple[str, str]]:
    found = []
    scene, chief = scene_of(state), commander(scenario_of(state), side)
    for name in plain["members"]:
        unit = state.units[index_of(state, name)]
        if unit.status != ON_MAP:
            continue
        text = called(plain["name"])
        if name == chief:
            text += ": company commander"
        elif name == plain["leader"]:
            text += ": leader"
        if plain["dissolved"]:
            text += " (dissolved, acts singly)"
        elif name in plain["out"] or name in plain["straying"]:
            text += " (has broken formation)"
        why = standstill(state, scene, unit)
        found.append((name, f"{text}; {why[1]}" if why is not None else text))
    return found


def deal(part: Any, state: TankState, rng: Random) -> Any:
    """Both sides' platoons for a state drawn from a view: the viewer's as they are, the enemy's as at the start.

    Leaders that are gone have been replaced by the next in line; who has strayed cannot be known.
    """
    scenario = scenario_of(state)
    foe = enemy_of(part["side"])
    dealt = [each for each in founded(scenario) if each.side == foe]
    if to_divide(scenario, foe):
        dealt += chosen(foe, plain(scenario, foe))
    theirs = [_standing(state, each).plain() for each in dealt]
    both = part["platoons"] + theirs if part["side"] == SIDES[0] else theirs + part["platoons"]
    return {"platoons": both, "fallen": part["fallen"]}


def _standing(state: TankState, platoon: Platoon) -> Platoon:
    left = [name for name in platoon.members if state.units[index_of(state, name)].status != DESTROYED]
    return platoon._replace(leader=left[0] if left else "", dissolved=not left)
