"""The tools of Panzer (`core.tools.Tools`): data cards, odds and lines of sight as plain data."""

from __future__ import annotations

from random import Random
from typing import Any, Final, get_args

import msgspec
from msgspec import UnsetType

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import View
from hulldown.core.tools import NO_RECOVERY, Arguments, Flag, known_book, word_in
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.cards import find_card
from hulldown.games.panzer.data.loading import COVERS, scenarios
from hulldown.games.panzer.faces import (
    advanced_flags,
    advanced_odds,
    advanced_view_odds,
    air_odds,
    los_hindrances,
)
from hulldown.games.panzer.faces.listing import advanced_units, basic_units
from hulldown.games.panzer.faces.los_tools import blocked, line, los, los_arguments
from hulldown.games.panzer.faces.sampling import sample
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.arcs import Aspect
from hulldown.games.panzer.rules.combat import aim_of, in_reach
from hulldown.games.panzer.rules.fire import EFFECTS, Aim, resolve
from hulldown.games.panzer.rules.fire import Shot as Solution
from hulldown.games.panzer.rules.overwatch import REACT, WATCH
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import explained, spots
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState, Shot
from hulldown.maps import map_names

_FLAGS: Final = (
    Flag(
        "--attacker",
        "str",
        None,
        None,
        "the firing vehicle, as `hulldown units panzer` names it",
        required=True,
        unless="level",
    ),
    Flag("--target", "str", None, None, "the vehicle fired at", required=True, unless="level"),
    Flag("--range", "int", None, None, "hexes from firer to target", required=True, unless="level"),
    Flag("--aspect", "str", "front", get_args(Aspect), "the armour shown to the firer; either: the owner chooses"),
    Flag("--cover", "str", "none", COVERS, "the cover of the target's hex"),
    Flag("--short-halt", "bool", False, None, "the firer has a Short Halt command"),
    Flag("--target-moving", "bool", False, None, "the target has, and shows, a Move or Short Halt command"),
    Flag("--shooter-damaged", "bool", False, None, "the firer is damaged"),
    Flag("--target-damaged", "bool", False, None, "the target is damaged already"),
    Flag("--overwatch", "bool", False, None, "overwatch fire inside the arc of the firer's gun"),
    Flag("--overwatch-adjust", "bool", False, None, "overwatch fire outside that arc"),
    Flag("--smoke", "int", 0, None, "sources of Brew-Up Smoke on the line"),
)
EXCHANGE = "initiative"
"""How two vehicles that fire at each other take turns: the one whose side is First Player fires first (4.3.2b)."""
RECOVERY = NO_RECOVERY
_BOUND = ("command", "initiative", "fire1", "fire2")
"""The steps in which fire is bound to what was spotted in the Spotting Phase (E2)."""


def maps() -> tuple[str, ...]:
    """The maps of the game: those of its scenarios, and the boards and maps named after it."""
    named = (name for name in map_names() if name.startswith("panzer-"))
    return tuple(dict.fromkeys([*(scenario.map for scenario in scenarios().values()), *named]))


def units(book: str = "") -> list[dict[str, Any]]:
    """Every card with its values and the provenance of each (1.6): the whole arsenal unless "basic" is named."""
    return _BOOKS[known_book(book, tuple(_BOOKS))]()


_BOOKS: Final = {"advanced": advanced_units, "basic": basic_units}
"""The cards of each level; the Advanced Game has all of them."""


def notation() -> str:
    """The notation of orders; its help is in the prompts of the game."""
    return ""


def odds_arguments() -> list[Flag]:
    """The flags of `hulldown odds panzer`."""
    return [*_FLAGS, *advanced_flags.FLAGS]


def odds(args: Arguments) -> dict[str, Any]:
    """The exact chance to hit, that of each effect, and all that makes them (4.4.3.2).

    With `level` advanced it answers the questions of that game.
    """
    if word_in(args, "level", advanced_flags.LEVELS) == "advanced":
        kind = word_in(args, "kind", advanced_flags.KINDS)
        advanced_flags.check_kind(args, kind, odds_arguments())
        return advanced_odds.odds(kind, args)
    given = advanced_flags.advanced_given(args)
    if given:
        raise HulldownError(
            f"{advanced_flags.written(given)} belongs to the Advanced Game",
            hint="add --level advanced, or leave it out",
        )
    missing = [f"--{name}" for name in ("attacker", "target", "range") if args.get(name) is None]
    if missing:
        told = f"hulldown odds: the following arguments are required: {', '.join(missing)}"
        raise HulldownError(told, hint="hulldown odds panzer --help shows how to call it")
    return _told(resolve(_aim({key: value for key, value in args.items() if value is not None})))


def _told(resolved: Solution) -> dict[str, Any]:
    found = {
        "hit": str(resolved.hit),
        "outcomes": {effect: str(chance) for effect, chance in resolved.outcomes.items()},
        "factors": list(msgspec.to_builtins(resolved.factors)),
    }
    return found | ({"void": resolved.void} if resolved.void else {})


def _number(given: Arguments, name: str, least: int) -> int:
    value = int(given.get(name, least))
    if value < least:
        raise HulldownError(f"--{name} is {value}", hint=f"give a number from {least} up")
    return value


def _check_commands(given: Arguments) -> None:
    """Raises when a vehicle would fire by two commands."""
    commands = [name for name in ("short_halt", "overwatch", "overwatch_adjust") if given.get(name)]
    if len(commands) > 1:
        flags = " and ".join(f"--{name.replace('_', '-')}" for name in commands)
        raise HulldownError(f"{flags} exclude each other", hint="a vehicle fires by one command")


def _aim(given: Arguments) -> Aim:
    """The aim that the flags describe; raises HulldownError for what no shot can be."""
    distance, smoke = _number(given, "range", 1), _number(given, "smoke", 0)
    _check_commands(given)
    cover = next((entry for entry in COVERS if entry == given.get("cover", "none")), None)
    aspect = next((entry for entry in get_args(Aspect) if entry == given.get("aspect", "front")), None)
    if cover is None or aspect is None:
        name, known = ("cover", COVERS) if cover is None else ("aspect", get_args(Aspect))
        raise UnknownNameError(f"--{name} is {given[name]!r}", hint=f"one of {', '.join(known)}")
    return Aim(
        shooter=find_card(given["attacker"]),
        target=find_card(given["target"]),
        distance=distance,
        aspect=aspect,
        cover=cover,
        target_moving=bool(given.get("target_moving")),
        short_halt=bool(given.get("short_halt")),
        shooter_damaged=bool(given.get("shooter_damaged")),
        target_damaged=bool(given.get("target_damaged")),
        watch="overwatch" if given.get("overwatch") else "adjust" if given.get("overwatch_adjust") else "none",
        smoke=smoke,
    )


def odds_in_view(view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of one of a side's vehicles at an enemy as things stand, from the side's view alone.

    `attacker` is a vehicle of the side, `target` an enemy's name or the cell it stands in. It is Direct Fire, unless
    the vehicle has an Overwatch command or overwatch is asked for now; `overwatch` may say otherwise. A face-down
    command does not count as movement (4.4.3.2.2-target-moving-b); `target_moving` may say otherwise.
    """
    assert isinstance(view, PanzerView)
    scene = scene_of(view)
    if not isinstance(view.works, UnsetType):
        drawn = sample(view, scene, Random(0))
        return air_odds.odds(drawn, scene, arguments) or advanced_view_odds.odds_in_view(view, drawn, scene, arguments)
    ground = scene.ground
    own, enemy = _own(view, arguments.get("attacker", "")), _enemy(view, arguments.get("target", ""))
    firer, target = view.units[own], view.units[enemy]
    given = arguments.get("overwatch")
    watching = (
        firer.command in scene.watching or view.stack[-1].step in (WATCH, REACT) if given is None else bool(given)
    )
    moving = arguments.get("target_moving")
    state = sample(view, scene, Random(0))
    aim = aim_of(state, scene, Shot(own, enemy, watching), None if moving is None else bool(moving))
    found = _told(scene.resolve(aim)) | {"arguments": _arguments(aim)}
    # What spots the target comes last: the number that decides whether there is a shot at all (4.1.3a).
    found["factors"] += list(msgspec.to_builtins(explained(state, scene, state.units[enemy]).factors))
    block = scene.block(firer.cell, target.cell)
    refused = (
        "the line is blocked" if block else found.get("void") or _refused(state, scene, Shot(own, enemy, watching))
    )
    if refused:
        found |= {"hit": "0", "outcomes": {name: "1" if name == "none" else "0" for name in EFFECTS}, "void": refused}
    if block is not None:
        found["blocked_by"] = blocked(ground, block)
    return {"attacker": firer.id, "target": target.id, "range": aim.distance, "overwatch": watching, **found}


def _arguments(aim: Aim) -> dict[str, Any]:
    """The flags of `odds` that describe an aim, so that one can ask what would change it."""
    return {
        "attacker": aim.shooter.name, "target": aim.target.name, "range": aim.distance, "aspect": aim.aspect,
        "cover": "none" if aim.over_stacked else aim.cover, "short_halt": aim.short_halt,
        "target_moving": aim.target_moving, "shooter_damaged": aim.shooter_damaged,
        "target_damaged": aim.target_damaged,
        "overwatch": aim.watch == "overwatch", "overwatch_adjust": aim.watch == "adjust", "smoke": aim.smoke,
    }  # fmt: skip


def _refused(state: PanzerState, scene: Scene, shot: Shot) -> str:
    """Why the rules allow no fire though the line is clear and the range not too long, or ""."""
    firer, target = state.units[shot.shooter], state.units[shot.target]
    if not in_reach(scene.ground, firer, target):
        return "it is outside the field of fire (4.4.1h)"
    if not shot.overwatch and state.stack[0].step in _BOUND:
        return "" if shot.target in firer.sees else "it was not spotted in the Spotting Phase (4.4.1c)"
    return "" if spots(state, scene, firer, target) else "it is not spotted (4.1.3a)"


def _own(view: PanzerView, name: object) -> int:
    for index, unit in enumerate(view.units):
        if unit.side == view.side and unit.status == ON_MAP and unit.id.casefold() == str(name).casefold():
            return index
    raise UnknownNameError(f"you have no vehicle {name!r} on the map", hint="name one of your own vehicles")


def _enemy(view: PanzerView, name: object) -> int:
    for index, unit in enumerate(view.units):
        named = unit.cell == name or unit.id.casefold() == str(name).casefold()
        if named and unit.side != view.side and unit.status == ON_MAP:
            return index
    raise UnknownNameError(f"there is no enemy vehicle {name!r}", hint="name one that stands on the map")


def los_in_view(view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells with the scenario's storeys and the smoke of the moment (4.1.4a, 4.1.4.1.3f)."""
    assert isinstance(view, PanzerView)
    scene = scene_of(view)
    found = line(scene.ground, start, end, los_hindrances.of_view(view, scene))
    if not isinstance(view.works, UnsetType):
        # In the Advanced Game the line tells first what hinders fire along it, and how much.
        found["factors"] = los_hindrances.rows(found["hindrances"]) + found["factors"]
    return found


def seen_in_view(view: View, start: Cell, arguments: Arguments) -> tuple[Cell, ...]:
    """The cells with a clear line from a cell, the scenario's storeys counted (4.1.4a)."""
    assert isinstance(view, PanzerView)
    return tuple(sorted(scene_of(view).seen_from(start)))


__all__ = [
    "EXCHANGE", "RECOVERY", "los", "los_arguments", "los_in_view", "maps", "notation", "odds", "odds_arguments",
    "odds_in_view", "seen_in_view", "units",
]  # fmt: skip
