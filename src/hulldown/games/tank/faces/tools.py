"""The tools of Tank! (`core.tools.Tools`): weapons, odds and lines of sight as plain data."""

from __future__ import annotations

import inspect
from random import Random
from typing import Any, Final

from hulldown.core.board import Cell, cells_of, mask_of
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import View
from hulldown.core.numbers import whole_number
from hulldown.core.orders import Task
from hulldown.core.sight import Block, line_cells
from hulldown.core.tools import (
    NO_ARGUMENTS,
    NO_RECOVERY,
    Arguments,
    Flag,
    known_book,
    read_arguments,
)
from hulldown.games.tank.data.loading import MODES, weapons
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.faces import notation as notation_module
from hulldown.games.tank.faces.fielding import expanded_units
from hulldown.games.tank.faces.fielding import forces as forces
from hulldown.games.tank.faces.fielding import forces_arguments as forces_arguments
from hulldown.games.tank.faces.odds import ASPECTS, odds, odds_arguments, told
from hulldown.games.tank.faces.sampling import sample
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.combat import aim_at, can_attack, crews
from hulldown.games.tank.rules.fire import Aim, resolve
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.ground import ground_on as ground
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.screens import screening
from hulldown.games.tank.rules.state import ON_MAP, index_of
from hulldown.games.tank.rules.verbs.direct import DIRECT
from hulldown.games.tank.rules.weaponry import why_not

__all__ = [
    "EXCHANGE", "RECOVERY", "los", "los_arguments", "los_in_view", "maps", "notation", "odds", "odds_arguments",
    "odds_in_view", "seen_in_view", "units",
]  # fmt: skip
EXCHANGE = "together"
"""How two units that fire at each other do so: at the same time, since Direct Fire counts at the end of its segment."""
RECOVERY = NO_RECOVERY
_VALUES = ("front", "side", "rear", "ap", "he", "ma", "range", "fc", "turret")


def maps() -> tuple[str, ...]:
    return ("tank",)


def units(book: str = "") -> list[dict[str, Any]]:
    """Every weapon of a book's chart with its values and the provenance of each."""
    return _CHARTS[known_book(book, tuple(_CHARTS))]()


def _standard_units() -> list[dict[str, Any]]:
    """The weapons of chart 17.3 (17.3-wcc)."""
    found = []
    for weapon in weapons().values():
        armoured = weapon.traits.armoured
        values = {name: getattr(weapon, name) for name in _VALUES if armoured or name not in ASPECTS}
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


_CHARTS: Final = {"standard": _standard_units, "expanded": expanded_units}
"""The weapons of each book."""
_SMOKE: Final = "hexes under smoke, separated by commas"


def los_arguments() -> list[Flag]:
    """The flags of `hulldown los tank`."""
    return [Flag("--mode", "str", "mixed", MODES, "terrain mode"), Flag("--smoke", "str", None, None, _SMOKE)]


def los(name: str, start: str, end: str, arguments: Arguments = NO_ARGUMENTS) -> dict[str, Any]:
    """Whether a line of sight is clear, what blocks it and by which rule, and the hexes it passes through (10.2).

    28.52a: smoke blocks as woods do; what the map itself blocks is told first.
    """
    mode = str(arguments.get("mode") or "mixed")
    place = ground(name, mode)
    a, b = place.board.cell(start), place.board.cell(end)
    smoke = [place.board.cell(label.strip()) for label in str(arguments.get("smoke") or "").split(",") if label.strip()]
    blocked = _in_the_way(place, mask_of(smoke), a, b) if a != b else None
    return {
        "from": start,
        "to": end,
        "mode": mode,
        "clear": blocked is None,
        "blocked_by": blocked,
        "range": place.board.distance(a, b),
        "path": [place.board.labels[cell] for cell in line_cells(place.board, a, b)],
    }


def _in_the_way(place: Ground, screen: int, a: Cell, b: Cell) -> dict[str, Any] | None:
    """What blocks a line: the map, or else what lies on it for a time (a set of bits); None if nothing does."""
    block = place.block(a, b)
    if block is not None:
        return _blocked(place, block)
    cell = screening(place, screen, a, b)
    return {"hex": place.board.labels[cell], "terrain": "smoke", "rule": "28.52a"} if cell >= 0 else None


def _blocked(place: Ground, block: Block) -> dict[str, Any]:
    labels = place.block_labels(block)
    rule, what = place.reason(block)
    where: dict[str, Any] = {"hex": labels[0]} if block.kind == "hex" else {"hexside": labels}
    return {**where, "terrain": what, "rule": rule}


def notation() -> str:
    """The plot notation in a few lines, for the help of the terminal."""
    return inspect.cleandoc((notation_module.__doc__ or "").partition("\n\n")[2])


def los_in_view(view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells in the scenario's terrain mode, under the smoke of now (10.2, 28.52a)."""
    assert isinstance(view, TankView)
    scenario, scene = scenario_of(view), scene_of(view)
    labels = scene.board.labels
    known = read_arguments(los_arguments(), arguments, view.facts)
    if known["smoke"] is None and scene.screen:
        known["smoke"] = ",".join(labels[cell] for cell in cells_of(scene.screen))
    return los(scenario.map, labels[start], labels[end], known)


def seen_in_view(view: View, start: Cell, arguments: Arguments) -> tuple[Cell, ...]:
    """The cells seen from a cell in the scenario's terrain mode (10.2)."""
    assert isinstance(view, TankView)
    return tuple(cells_of(scene_of(view).row(start)))


def odds_in_view(view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of one of a side's units at an enemy counter as things stand, from the side's view alone.

    `attacker` is a unit of the side, `target` an enemy's name or the cell it stands in. What the enemy has plotted is
    not known, so the target counts as standing; `moved` may say otherwise (8.71). `with` names AP or HE where the
    target leaves the choice (27.73).
    """
    assert isinstance(view, TankView)
    attacker, target = str(arguments.get("attacker", "")), arguments.get("target", "")
    scenario = scenario_of(view)
    place = ground(scenario.map, scenario.mode)
    here = (ON_MAP, CARRIED)
    firer = next((unit for unit in view.own if unit.id == attacker.upper() and unit.status in here), None)
    if firer is None:
        raise UnknownNameError(f"you have no unit {attacker!r} on the map", hint="name one of your own units")
    enemies = [piece for piece in view.pieces if piece.side != view.side]
    aimed = [piece for piece in enemies if target in (piece.id, piece.cell) or piece.id == str(target).upper()]
    if not aimed:
        raise UnknownNameError(f"there is no enemy counter {target!r}", hint="name a counter you can see on the map")
    piece = aimed[0]
    away = place.board.distance(firer.cell, piece.cell)
    if piece.face_down:
        return {"probability": "", "range": away, "void": "nothing is known of an unspotted counter", "factors": []}
    scene = scene_of(view)
    state = sample(view, scene, Random(0))
    index, other = index_of(state, firer.id), index_of(state, piece.id)
    moved = _moved(arguments.get("moved"))
    state.units[other].points, state.units[other].moving = moved, moved > 0
    strength = str(arguments.get("with") or "")
    state.tasks[firer.id] = Task(firer.id, DIRECT.kind, (piece.cell,), choice=strength)
    crew, mark = crews(state, scene, [index], other, piece.cell)[0]
    aim = aim_at(state, scene, crew, mark)
    found = told(resolve(aim)) | {"arguments": _arguments(aim)}
    blocked = _in_the_way(place, scene.screen, firer.cell, piece.cell)
    if blocked is not None:
        found |= {"blocked_by": blocked, "void": "the line is blocked", "probability": "0", "hits_on": []}
    elif not scene.doctrine.squads and not can_attack(state, scene, state.units[index], state.units[other], piece.cell):
        why = why_not(state, scene, state.units[index], state.units[other], piece.cell)
        found |= {"void": why[1], "probability": "0", "hits_on": []}
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
    ground_under = "clear" if aim.rider else aim.terrain
    found: dict[str, Any] = {
        "attacker": firer.weapon.name, "target": aim.target.name, "range": firer.distance, "aspect": aim.aspect,
        "panic": firer.panic, "moved": aim.points, "mode": aim.mode.name,
        "terrain": "ip" if aim.position else "wreck" if aim.wreck else ground_under,
        "through": aim.through or "none", "preservation": firer.preserved,
    }  # fmt: skip
    if firer.doctrine.squads:
        return found
    more = {"rider": aim.rider, "mounted": firer.mounted, "with": aim.kind if aim.target.traits.truck else ""}
    return found | {"book": firer.doctrine.key} | {name: value for name, value in more.items() if value}
