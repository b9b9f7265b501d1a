"""The tools of Tank! (`core.tools.Tools`): weapons, odds and lines of sight as plain data."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any, Final

from hulldown.core.board import Cell, cells_of
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import View
from hulldown.core.numbers import whole_number
from hulldown.core.sight import Block, line_cells
from hulldown.core.tools import NO_ARGUMENTS, Arguments, Flag, read_arguments
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import MODES, find_weapon, scenario_of, terrain, weapons
from hulldown.games.tank.faces import notation as notation_module
from hulldown.games.tank.faces.sampling import sample
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.combat import aim_at
from hulldown.games.tank.rules.fire import Aim, Firer, Shot, resolve
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.ground import ground_on as ground
from hulldown.games.tank.rules.state import ON_MAP, index_of

_GROUNDS = ("clear", "rough", "woods", "wreck", "ip")
_SIDES = ("none", "berm", "slope")
_ASPECTS = ("front", "side", "rear")
EXCHANGE = "together"
"""How two units that fire at each other do so: at the same time, since Direct Fire counts at the end of its segment."""
_VALUES = ("front", "side", "rear", "ap", "he", "ma", "range", "fc", "turret")


def maps() -> tuple[str, ...]:
    return ("tank",)


def units() -> list[dict[str, Any]]:
    """Every weapon with its values and the provenance of each (17.3-wcc)."""
    found = []
    for weapon in weapons().values():
        armoured = weapon.traits.armoured
        values = {name: getattr(weapon, name) for name in _VALUES if armoured or name not in _ASPECTS}
        found.append(
            {
                "name": weapon.name,
                "title": weapon.title,
                "class": weapon.kind,
                **values,
                "rule": weapon.rule,
                "provenance": dict(weapon.provenance),
                "notes": dict(weapon.notes),
            }
        )
    return found


_MOVED = "Movement Points plotted for the target this turn (infantry counts 1, guns 0)"
_PRESERVED = "the firer's force has been at Preservation since an earlier turn"
_FLAGS: Final = (
    Flag("--attacker", "str", None, None, "the firing weapon, as `hulldown units tank` names it", required=True),
    Flag("--target", "str", None, None, "the weapon fired at", required=True),
    Flag("--range", "int", None, None, "hexes from firer to target", required=True),
    Flag("--aspect", "str", "front", _ASPECTS, "the armour shown to the firer"),
    Flag("--panic", "int", 0, None, "Panic Level of the firer's force"),
    Flag("--moved", "int", 0, None, _MOVED),
    Flag("--mode", "str", "mixed", MODES, "terrain mode"),
    Flag("--terrain", "str", "clear", _GROUNDS, "the ground under the target"),
    Flag("--through", "str", "none", _SIDES, "the hexside sheltering the target"),
    Flag("--preservation", "bool", False, None, _PRESERVED),
)


def odds_arguments() -> list[Flag]:
    """The flags of `hulldown odds tank`."""
    return list(_FLAGS)


def odds(args: Arguments) -> dict[str, Any]:
    """The exact chance of one attack with all that makes it."""
    attacker, target = find_weapon(args["attacker"]), find_weapon(args["target"])
    distance, moved, panic = _number(args, "range", 1, 99), _number(args, "moved", 0, 99), _number(args, "panic", 0, 10)
    on, through = _word(args, "terrain", _GROUNDS), _word(args, "through", _SIDES)
    aspect = _word(args, "aspect", _ASPECTS)
    mode = terrain(args.get("mode") or "mixed")
    shelters = through != "none" and mode.rows[through].obstructs
    shot = resolve(
        Aim(
            firers=(Firer(attacker, distance, panic, bool(args.get("preservation"))),),
            target=target,
            mode=mode,
            terrain=on if on in ("rough", "woods") else "clear",
            wreck=on == "wreck",
            position=on == "ip" and target.soft,
            aspect=aspect,
            through=through if shelters else "",
            points=moved,
            moving=moved > 0,
        )
    )
    return _told(shot)


def _number(args: Arguments, name: str, least: int, most: int) -> int:
    value = int(args.get(name) or 0)
    if not least <= value <= most:
        raise HulldownError(f"--{name} is {value}", hint=f"give a number from {least} to {most}")
    return value


def _word(args: Arguments, name: str, known: tuple[str, ...]) -> str:
    """One of the known words; the first when none is given."""
    word = str(args.get(name) or known[0])
    if word not in known:
        raise UnknownNameError(f"--{name} is {word!r}", hint=f"one of {', '.join(known)}")
    return word


def _told(shot: Shot) -> dict[str, Any]:
    factors = [{"rule": f.rule, "label": f.label, "value": f.value, **({"provenance": f.provenance} if f.provenance
                else {})} for f in shot.factors]  # fmt: skip
    return {
        "probability": str(shot.probability),
        "hits_on": list(shot.hits_on),
        "column": shot.column if (column := whole_number(shot.column)) is None else column,
        "differential": shot.differential,
        "factors": factors,
        "provenance": [f"{f.label}: {f.provenance}" for f in shot.factors if f.provenance],
        "void": shot.void,
    }


def los_arguments() -> list[Flag]:
    """The flags of `hulldown los tank`."""
    return [Flag("--mode", "str", "mixed", MODES, "terrain mode")]


def los(name: str, start: str, end: str, arguments: Arguments = NO_ARGUMENTS) -> dict[str, Any]:
    """Whether a line of sight is clear, what blocks it and by which rule, and the hexes it passes through (10.2)."""
    mode = str(arguments.get("mode") or "mixed")
    place = ground(name, mode)
    a, b = place.board.cell(start), place.board.cell(end)
    block = place.block(a, b) if a != b else None
    return {
        "from": start,
        "to": end,
        "mode": mode,
        "clear": block is None,
        "blocked_by": None if block is None else _blocked(place, block),
        "range": place.board.distance(a, b),
        "path": [place.board.labels[cell] for cell in line_cells(place.board, a, b)],
    }


def _blocked(place: Ground, block: Block) -> dict[str, Any]:
    labels = place.block_labels(block)
    rule, what = place.reason(block)
    where: dict[str, Any] = {"hex": labels[0]} if block.kind == "hex" else {"hexside": labels}
    return {**where, "terrain": what, "rule": rule}


def notation() -> str:
    """The plot notation in a few lines, for the help of the terminal."""
    return inspect.cleandoc((notation_module.__doc__ or "").partition("\n\n")[2])


def los_in_view(view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells in the scenario's terrain mode (10.2); `mode` may say otherwise."""
    assert isinstance(view, TankView)
    scenario = scenario_of(view)
    labels = ground(scenario.map, scenario.mode).board.labels
    known = read_arguments(los_arguments(), arguments, view.facts)
    return los(scenario.map, labels[start], labels[end], known)


def seen_in_view(view: View, start: Cell, arguments: Arguments) -> tuple[Cell, ...]:
    """The cells seen from a cell in the scenario's terrain mode (10.2)."""
    assert isinstance(view, TankView)
    return tuple(cells_of(scene_of(view).row(start)))


def odds_in_view(view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of one of a side's units at an enemy counter as things stand, from the side's view alone.

    `attacker` is a unit of the side, `target` an enemy's name or the cell it stands in. What the enemy has plotted is
    not known, so the target counts as standing; `moved` may say otherwise (8.71).
    """
    assert isinstance(view, TankView)
    attacker, target = str(arguments.get("attacker", "")), arguments.get("target", "")
    scenario = scenario_of(view)
    place = ground(scenario.map, scenario.mode)
    firer = next((unit for unit in view.own if unit.id == attacker.upper() and unit.status == ON_MAP), None)
    if firer is None:
        raise UnknownNameError(f"you have no unit {attacker!r} on the map", hint="name one of your own units")
    enemies = [piece for piece in view.pieces if piece.side != view.side]
    aimed = [piece for piece in enemies if target in (piece.id, piece.cell) or piece.id == str(target).upper()]
    if not aimed:
        raise UnknownNameError(f"there is no enemy counter {target!r}", hint="name a counter you can see on the map")
    piece = aimed[0]
    away = place.board.distance(firer.cell, piece.cell)
    block = place.block(firer.cell, piece.cell)
    if piece.face_down:
        return {"probability": "", "range": away, "void": "nothing is known of an unspotted counter", "factors": []}
    scene = scene_of(view)
    state = sample(view, scene, Random(0))
    index, other = index_of(state, firer.id), index_of(state, piece.id)
    moved = _moved(arguments.get("moved"))
    state.units[other].points, state.units[other].moving = moved, moved > 0
    aim = aim_at(state, scene, [index], other)
    found = _told(resolve(aim)) | {"arguments": _arguments(aim)}
    if block is not None:
        found |= {
            "blocked_by": _blocked(place, block),
            "void": "the line is blocked",
            "probability": "0",
            "hits_on": [],
        }
    return {"attacker": firer.id, "target": piece.id, "range": away, **found}


def _moved(given: object) -> int:
    """The Movement Points of the target; raises HulldownError for what is no number of them."""
    value = whole_number(given) if isinstance(given, str) and given else given or 0
    if not isinstance(value, int) or not 0 <= value <= 99:
        raise HulldownError(f"moved is {given!r}", hint="give a number from 0 to 99")
    return int(value)


def _arguments(aim: Aim) -> dict[str, Any]:
    """The flags of `odds` that describe an aim of one firer, so that one can ask what would change it."""
    firer = aim.firers[0]
    return {
        "attacker": firer.weapon.name, "target": aim.target.name, "range": firer.distance, "aspect": aim.aspect,
        "panic": firer.panic, "moved": aim.points, "mode": aim.mode.name,
        "terrain": "ip" if aim.position else "wreck" if aim.wreck else aim.terrain,
        "through": aim.through or "none", "preservation": firer.preserved,
    }  # fmt: skip
