"""The tools of Panzer Battles (`core.tools.Tools`): types of unit, odds and lines of sight as plain data."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from hulldown.core.board import Cell
from hulldown.core.charts import NOTHING
from hulldown.core.errors import HulldownError
from hulldown.core.game import View
from hulldown.core.tools import NO_RECOVERY, Arguments, known_book
from hulldown.games.panzer_battles.books import scene_of
from hulldown.games.panzer_battles.data.loading import listing, provenance
from hulldown.games.panzer_battles.data.scenarios import scenarios
from hulldown.games.panzer_battles.data.units import UnitType
from hulldown.games.panzer_battles.data.units import units as types
from hulldown.games.panzer_battles.faces.los_tools import line, los, los_arguments
from hulldown.games.panzer_battles.faces.notation import __doc__ as NOTATION
from hulldown.games.panzer_battles.faces.odds_tools import dice_told, odds, odds_arguments, told
from hulldown.games.panzer_battles.faces.sampling import sample
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules import fire, firing
from hulldown.games.panzer_battles.rules.assault import manner_now
from hulldown.games.panzer_battles.rules.state import BattleState, index_of, present
from hulldown.games.panzer_battles.rules.unit_types import System, traits

EXCHANGE = "initiative"
"""How two units that fire at each other take turns: one after the other, each result applied at once (8.13, 8.16)."""
RECOVERY = NO_RECOVERY


def maps() -> tuple[str, ...]:
    """The maps of the game: those of its scenarios."""
    return tuple(dict.fromkeys(scenario.map for scenario in scenarios().values()))


def notation() -> str:
    """The notation of orders in a few lines."""
    return (NOTATION or "").partition("\n\n")[2].strip()


def units(book: str = "") -> list[dict[str, Any]]:
    """Every type of unit with its values and the provenance of each (3.34, data-note-1)."""
    known_book(book, ("panzer_battles",))
    return [_told(unit) for unit in types().values()]


def _told(unit: UnitType) -> dict[str, Any]:
    main = next((gun for gun in unit.guns if gun.type), None)
    values: dict[str, Any] = {
        "profile": unit.profile or None,
        "front": unit.front if unit.vehicle else None,
        "side": unit.side if unit.vehicle else None,
        "ma": unit.ma,
        "full": unit.full,
        "gun_type": main.type if main else None,
        "penetration": main.penetration if main else None,
        "guns": {gun.name: f"{gun.type}/{gun.penetration}" if gun.type else "HE" for gun in unit.guns},
        "he": _he(unit),
        "mgs": unit.mgs,
        "external": unit.external,
        "rifles": _rifles(unit),
        "bazooka": list(unit.bazooka.strengths) if unit.bazooka else [],
        "bazooka_penetration": unit.bazooka.penetration if unit.bazooka else None,
    }
    return {
        "name": unit.name,
        "title": unit.title,
        "nation": unit.nation,
        "class": unit.kind,
        **values,
        "rule": unit.rule,
        "provenance": _sources(unit),
        "notes": dict(unit.notes),
    }


def odds_in_view(view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of one of a side's units at an enemy as things stand, from the side's view alone.

    `attacker` is a unit of the side, `target` an enemy's name or the cell it stands in, `weapon` a weapon system of the
    attacker (its first one, if none is named). `probability` is the chance of at least one loss.
    """
    assert isinstance(view, BattleView)
    scene = scene_of(view)
    state = sample(view, scene, Random(0)) if view.side is not None else None
    if state is None:
        raise HulldownError("onlookers have no units to fire with")
    own, target = _own(state, view, arguments), _enemy(state, view, arguments.get("target", ""))
    system = _system(state, own, arguments)
    manner = manner_now(state) if state.stack[-1].step == "melee" else firing.NORMAL
    shot = fire.resolve(firing.aim_at(state, scene, own, target, system, manner))
    found = told(shot) | {"probability": str(1 - shot.losses.get(0, Fraction(0)))}
    refused = (
        firing.ready(state, own, manner)
        or firing.usable(state, own, system, manner)
        or firing.out_of_reach(state, scene, own, target, system, manner)
    )
    if refused is not None:
        found |= {"void": refused[1], "rule": refused[0]}
    figures = {
        "attack strength": found["attack_strength"],
        "column": found.get("column"),
        "loss dice": found["modifier"],
    }
    return found | {
        "arguments": _arguments(shot),
        "figures": {name: value for name, value in figures.items() if value is not None},
        "dice": dice_told(shot),
    }


def _arguments(shot: fire.Shot) -> dict[str, Any]:
    """What `hulldown odds` would have to be told for the same shot."""
    aim = shot.aim
    found: dict[str, Any] = {
        "attacker": aim.attacker.name if aim.attacker else None, "weapon": aim.weapon, "count": aim.number,
        "target": aim.target.name, "strength": aim.strength, "range": aim.distance, "aspect": aim.aspect,
        "terrain": aim.terrain, "moving": aim.moving, "defilade": aim.defilade, "column": aim.column,
        "stacked": aim.stacked, "target_suppressed": aim.target_suppressed, "firer_suppressed": aim.firer_suppressed,
        "firer_column": aim.firer_column, "mounted": aim.mounted, "loss_dice": aim.loss_dice,
    }  # fmt: skip
    return {name: value for name, value in found.items() if value is not None}


def _own(state: BattleState, view: BattleView, arguments: Arguments) -> int:
    at = index_of(state, str(arguments.get("attacker", "")))
    if at < 0 or state.units[at].side != view.side or not traits(state.units[at].type).systems:
        raise HulldownError(f"{arguments.get('attacker')!r} is no unit of yours with a weapon")
    return at


def _enemy(state: BattleState, view: BattleView, target: object) -> int:
    for at, unit in enumerate(state.units):
        if unit.side != view.side and unit.shown and present(unit) and target in (unit.id, unit.cell, str(unit.cell)):
            return at
    raise HulldownError(f"{target!r} is no enemy that you see")


def _system(state: BattleState, index: int, arguments: Arguments) -> System:
    """The weapon that is asked for, or the first one of the unit."""
    kind = traits(state.units[index].type)
    wanted = str(arguments.get("weapon") or "")
    system = kind.system(wanted) if wanted else kind.systems[0]
    if system is None:
        names = ", ".join(one.key for one in kind.systems)
        raise HulldownError(f"{state.units[index].id} has no weapon {wanted!r}", hint=f"its weapons: {names}")
    return system


def los_in_view(view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells, with the dust of the scenario (7.1, 20.0-sr-1)."""
    return line(scene_of(_mine(view)).ground, start, end)


def seen_in_view(view: View, start: Cell, arguments: Arguments) -> tuple[Cell, ...]:
    """The cells with a clear line from a cell."""
    row = scene_of(_mine(view)).row(start)
    return tuple(cell for cell in scene_of(_mine(view)).board.cells if row >> cell & 1)


def _mine(view: View) -> BattleView:
    assert isinstance(view, BattleView)
    return view


def _rifles(unit: UnitType) -> dict[str, int]:
    """The strength of a whole infantry unit by range, such as 1-2."""
    found: dict[str, int] = {}
    first = 0
    for band in unit.rifles:
        found[str(first) if first == band.to else f"{first}-{band.to}"] = band.strength
        first = band.to + 1
    return found


def _he(unit: UnitType) -> list[int]:
    """The HE strengths of one to five vehicles, of the first gun (FIRE-16); none for a gun without HE (10.31)."""
    cells = listing("10.31").row(unit.guns[0].he).values() if unit.guns else ()
    return [int(cell) for cell in cells if cell not in NOTHING]


def _sources(unit: UnitType) -> dict[str, str]:
    """The provenance of each value that is shown; HE is that of the chart."""
    found: dict[str, str] = {**unit.provenance}
    guns = found.pop("guns", None)
    if guns is not None:
        found |= {"guns": guns, "gun_type": guns, "penetration": guns, "he": provenance("10.31")}
    if "bazooka" in found:
        found["bazooka_penetration"] = found["bazooka"]
    return found | {"full": found.get("full", "rulebook")}


__all__ = [
    "EXCHANGE", "RECOVERY", "los", "los_arguments", "los_in_view", "maps", "notation", "odds", "odds_arguments",
    "odds_in_view", "seen_in_view", "units",
]  # fmt: skip
