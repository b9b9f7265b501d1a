"""What the command line asks of this game beyond the contract: weapons, odds and lines of sight as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.sight import Block, line_cells
from hulldown.games.tank.data import MODES, find_weapon, terrain, weapons
from hulldown.games.tank.fire import Aim, Firer, resolve
from hulldown.games.tank.ground import Ground, ground

_GROUNDS = ("clear", "rough", "woods", "wreck", "ip")
_SIDES = ("none", "berm", "slope")
_ASPECTS = ("front", "side", "rear")
_VALUES = ("front", "side", "rear", "ap", "he", "ma", "range", "fc", "turret")


def maps() -> tuple[str, ...]:
    return ("tank",)


def units() -> list[dict[str, Any]]:
    """Every weapon with its values and the provenance of each (17.3-wcc)."""
    found = []
    for weapon in weapons().values():
        armoured = weapon.kind == "vehicle"
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


def odds_arguments() -> list[dict[str, Any]]:
    """The flags of `hulldown odds tank`."""

    def flag(name: str, help: str, default: Any = None, choices: Any = None, kind: str = "str") -> dict[str, Any]:
        return {
            "flag": name, "required": name in ("--attacker", "--target", "--range"), "type": kind,
            "choices": choices, "default": default, "help": help,
        }  # fmt: skip

    return [
        flag("--attacker", "the firing weapon, as `hulldown units tank` names it"),
        flag("--target", "the weapon fired at"),
        flag("--range", "hexes from firer to target", kind="int"),
        flag("--aspect", "the armour shown to the firer", "front", _ASPECTS),
        flag("--panic", "Panic Level of the firer's force", 0, kind="int"),
        flag("--moved", "Movement Points plotted for the target this turn", 0, kind="int"),
        flag("--mode", "terrain mode", "mixed", MODES),
        flag("--terrain", "the ground under the target", "clear", _GROUNDS),
        flag("--through", "the hexside sheltering the target", "none", _SIDES),
        flag("--preservation", "the firer's force has been at Preservation since an earlier turn", False, kind="bool"),
    ]


def odds(args: Mapping[str, Any]) -> dict[str, Any]:
    """The exact chance of one attack with all that makes it."""
    attacker, target = find_weapon(args["attacker"]), find_weapon(args["target"])
    distance, moved, panic = int(args["range"]), int(args.get("moved") or 0), int(args.get("panic") or 0)
    for name, value, least, most in (("range", distance, 1, 99), ("moved", moved, 0, 99), ("panic", panic, 0, 10)):
        if not least <= value <= most:
            raise HulldownError(f"--{name} is {value}", hint=f"give a number from {least} to {most}")
    on, through = args.get("terrain") or "clear", args.get("through") or "none"
    for name, word, known in (("terrain", on, _GROUNDS), ("through", through, _SIDES),
                              ("aspect", args.get("aspect") or "front", _ASPECTS)):  # fmt: skip
        if word not in known:
            raise UnknownNameError(f"--{name} is {word!r}", hint=f"one of {', '.join(known)}")
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
            aspect=args.get("aspect") or "front",
            through=through if shelters else "",
            points=moved,
            moving=moved > 0,
        )
    )
    factors = [{"rule": f.rule, "label": f.label, "value": f.value, **({"provenance": f.provenance} if f.provenance
                else {})} for f in shot.factors]  # fmt: skip
    return {
        "probability": str(shot.probability),
        "hits_on": list(shot.hits_on),
        "column": shot.column,
        "differential": shot.differential,
        "factors": factors,
        "provenance": [f"{f.label}: {f.provenance}" for f in shot.factors if f.provenance],
        "void": shot.void,
    }


def los_arguments() -> list[dict[str, Any]]:
    """The flags of `hulldown los tank`."""
    return [{"flag": "--mode", "required": False, "type": "str", "choices": MODES, "default": "mixed",
             "help": "terrain mode"}]  # fmt: skip


def los(name: str, start: str, end: str, mode: str = "mixed") -> dict[str, Any]:
    """Whether a line of sight is clear, what blocks it and by which rule, and the hexes it passes through (10.2)."""
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
    labels = [place.board.labels[cell] for cell in block.cells]
    if block.kind == "hex":
        return {"hex": labels[0], "terrain": place.board.terrain[block.cells[0]], "rule": "10.22d"}
    feature = place.board.feature(block.cells[0], place.board.direction(*block.cells))
    if block.kind == "along":
        obstructs = feature is not None and place.mode.rows[feature.terrain].obstructs
        if not obstructs:
            return {"hexside": labels, "terrain": "woods", "rule": "10.24"}
    assert feature is not None
    return {"hexside": labels, "terrain": feature.terrain, "rule": "10.23" if block.kind == "along" else "10.22c"}
