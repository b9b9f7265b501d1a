"""What the command line asks of this game beyond the contract: data cards and odds as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import msgspec

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games.panzer.arcs import Aspect
from hulldown.games.panzer.cards import AmmoRow, cards, find_card
from hulldown.games.panzer.data import COVERS, scenarios
from hulldown.games.panzer.fire import Aim, resolve
from hulldown.games.panzer.los_tools import los, los_arguments
from hulldown.maps import map_names

_VALUES = (
    "card", "nation", "kind", "points", "cross_country", "traction", "path", "road", "mount", "turn", "size", "front",
    "rear", "open", "defence",
)  # fmt: skip
_FLAGS = (
    ("--attacker", "str", None, None, "the firing vehicle, as `hulldown units panzer` names it"),
    ("--target", "str", None, None, "the vehicle fired at"),
    ("--range", "int", None, None, "hexes from firer to target"),
    ("--aspect", "str", "front", get_args(Aspect), "the armour shown to the firer; either: the owner chooses"),
    ("--cover", "str", "none", COVERS, "the cover of the target's hex"),
    ("--short-halt", "bool", False, None, "the firer has a Short Halt command"),
    ("--target-moving", "bool", False, None, "the target has, and shows, a Move or Short Halt command"),
    ("--shooter-damaged", "bool", False, None, "the firer is damaged"),
    ("--overwatch", "bool", False, None, "overwatch fire inside the arc of the firer's gun"),
    ("--overwatch-adjust", "bool", False, None, "overwatch fire outside that arc"),
    ("--smoke", "int", 0, None, "sources of Brew-Up Smoke on the line"),
)
_REQUIRED = ("--attacker", "--target", "--range")


def maps() -> tuple[str, ...]:
    """The maps of the game: those of its scenarios, and the boards and maps named after it."""
    named = (name for name in map_names() if name.startswith("panzer-"))
    return tuple(dict.fromkeys([*(scenario.map for scenario in scenarios().values()), *named]))


def units() -> list[dict[str, Any]]:
    """Every vehicle card with its values and the provenance of each (1.6); the AP row in the order P S M L E."""
    found = []
    for card in cards().values():
        entry: dict[str, Any] = {"name": card.name} | {name: getattr(card, name) for name in _VALUES}
        entry["gun"] = card.gun.name if card.gun else None
        entry |= _row("ap", card.ap)
        entry |= {"provenance": _sources(card.provenance, card.ap), "rule": card.rule, "notes": dict(card.notes)}
        found.append(entry)
    return found


def odds_arguments() -> list[dict[str, Any]]:
    """The flags of `hulldown odds panzer`."""
    names = ("flag", "type", "default", "choices", "help")
    return [dict(zip(names, flag, strict=True), required=flag[0] in _REQUIRED) for flag in _FLAGS]


def odds(args: Mapping[str, Any]) -> dict[str, Any]:
    """The exact chance to hit, that of each effect, and all that makes them (4.4.3.2)."""
    resolved = resolve(_aim({key: value for key, value in args.items() if value is not None}))
    found = {
        "hit": str(resolved.hit),
        "outcomes": {effect: str(chance) for effect, chance in resolved.outcomes.items()},
        "factors": list(msgspec.to_builtins(resolved.factors)),
    }
    return found | ({"void": resolved.void} if resolved.void else {})


def _aim(given: Mapping[str, Any]) -> Aim:
    """The aim that the flags describe; raises HulldownError for what no shot can be."""
    distance, smoke = int(given["range"]), int(given.get("smoke", 0))
    if distance < 1 or smoke < 0:
        name, value, least = ("range", distance, 1) if distance < 1 else ("smoke", smoke, 0)
        raise HulldownError(f"--{name} is {value}", hint=f"give a number from {least} up")
    commands = [name for name in ("short_halt", "overwatch", "overwatch_adjust") if given.get(name)]
    if len(commands) > 1:
        flags = " and ".join(f"--{name.replace('_', '-')}" for name in commands)
        raise HulldownError(f"{flags} exclude each other", hint="a vehicle fires by one command")
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
        watch="overwatch" if given.get("overwatch") else "adjust" if given.get("overwatch_adjust") else "none",
        smoke=smoke,
    )


def _row(name: str, row: AmmoRow | None) -> dict[str, Any]:
    return {f"{name}_range": list(row.range) if row else [], f"{name}_penetration": list(row.factors) if row else []}


def _sources(provenance: Mapping[str, str], row: AmmoRow | None) -> dict[str, str]:
    return {**provenance, **({f"ap.{key}": tag for key, tag in row.provenance.items()} if row else {})}


__all__ = ["los", "los_arguments", "maps", "odds", "odds_arguments", "units"]
