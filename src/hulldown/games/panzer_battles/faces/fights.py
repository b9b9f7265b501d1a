"""The fight that goes on now, as a viewer knows it: an exchange, Final Fire, or a close assault."""

from __future__ import annotations

from hulldown.core.game import Contest, Fighter
from hulldown.games.panzer_battles.rules import assault, exchange, observing
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import BattleState, Melee, Unit, label_of, phasing, present
from hulldown.games.panzer_battles.rules.unit_types import traits

WEAPONS = {
    "main": "main gun", "37mm": "37mm gun", "mg": "machine guns", "mg1": "first machine guns",
    "mg2": "second machine guns", "rifles": "automatic weapons", "bazooka": "bazookas",
}  # fmt: skip
ACTS = {
    exchange.ENTER: "moves in", observing.CHANGE: "changes its status", observing.SHELTER: "takes cover",
    exchange.TURN: "turns",
}  # fmt: skip
FINAL = ("Automatic weapons", "Main guns")
ROUNDS = ("Fire at those who come in", "Round 1", "Round 2", "Round 3")


def contest(state: BattleState, scene: Scene, side: str | None) -> Contest | None:
    """The fight under way; None where there is none."""
    if state.melee is not None:
        return _assault(state, scene, side, state.melee)
    if state.exchange is None:
        return None
    if state.exchange.trigger:
        return _exchange(state, scene, side)
    return _final(state, side)


def _knows(unit: Unit, side: str | None) -> bool:
    return unit.side == side or (bool(unit.tag) and present(unit)) or unit.shown


def _name(unit: Unit, side: str | None) -> str:
    return unit.id if unit.side == side else label_of(unit)


def _left(unit: Unit, side: str | None, rounds: tuple[int, ...] = (0, 1)) -> str:
    """The weapons that a unit has not fired yet in this Phase, as far as its counter shows it."""
    if unit.side != side and not unit.shown:
        return ""
    systems = [one for one in traits(unit.type).systems if one.round in rounds]
    names = [WEAPONS.get(one.key, one.key) for one in systems if one.key not in unit.fired]
    return f"has {', '.join(names)} left" if names else "has fired everything" if systems else ""


def _fired(unit: Unit, side: str | None) -> str:
    if unit.side != side and not unit.shown:
        return ""
    names = [WEAPONS.get(key, key) for key in unit.fired]
    return f"fired {', '.join(names)}" if names else ""


def _whose(state: BattleState) -> str:
    owing = state.stack[-1].owing
    return owing[0] if len(owing) == 1 else ""


def _exchange(state: BattleState, scene: Scene, side: str | None) -> Contest | None:
    fight = state.exchange
    assert fight is not None
    movers = [state.units[at] for at in fight.movers]
    known = [unit for unit in movers if _knows(unit, side)]
    fighters = [Fighter(_name(unit, side), unit.side, ACTS[fight.trigger], _left(unit, side)) for unit in known]
    for at in dict.fromkeys(fight.firers):
        unit = state.units[at]
        if unit not in movers and _knows(unit, side):
            fighters.append(Fighter(_name(unit, side), unit.side, _fired(unit, side), _left(unit, side)))
    if not fighters:
        return None
    return Contest(
        "Exchange of fire", "8.13", fight.cell if known else -1, side=_whose(state), fighters=tuple(fighters)
    )


def _final(state: BattleState, side: str | None) -> Contest:
    stage = state.stack[-1].stage if state.stack[-1].step == "volley" else -1
    rounds = (stage,) if stage in (0, 1) else (0, 1)
    fighters = [
        Fighter(_name(unit, side), unit.side, _fired(unit, side), _left(unit, side, rounds))
        for unit in state.units
        if present(unit) and unit.shown and traits(unit.type).systems
    ]
    return Contest("Final Fire", "8.4", stages=FINAL, stage=stage, side=_whose(state), fighters=tuple(fighters))


def _assault(state: BattleState, scene: Scene, side: str | None, melee: Melee) -> Contest:
    fighters = []
    for unit in state.units:
        inside = unit.cell == melee.cell and present(unit) and traits(unit.type).type is not None
        if not inside or not _knows(unit, side):
            continue
        role = "attacks" if unit.side == phasing(state) else "defends"
        at = state.units.index(unit)
        done = [
            WEAPONS.get(key, key) for number, _, key in (one.partition(":") for one in melee.spent) if number == str(at)
        ]
        fighters.append(Fighter(_name(unit, side), unit.side, role, f"fired {', '.join(done)}" if done else ""))
    return Contest(
        f"Close assault in {scene.label(melee.cell)}", "13.0-proc-1", melee.cell, ROUNDS, melee.round,
        _whose(state), tuple(fighters), tuple(_ways_out(state, scene, side, melee)),
    )  # fmt: skip


def _ways_out(state: BattleState, scene: Scene, side: str | None, melee: Melee) -> list[str]:
    """Where a side's units in the hex could withdraw to (13.31a)."""
    found: list[str] = []
    own = [at for at in assault.in_hex(state, side, melee.cell) if present(state.units[at])] if side else []
    for infantry, name in ((False, "vehicles"), (True, "infantry")):
        group = [at for at in own if traits(state.units[at].type).infantry == infantry and assault.mobile(state, at)]
        if not group:
            continue
        cells = assault.refuges(state, scene, group, infantry)
        around = [cell for cell in scene.board.neighbours[melee.cell] if cell >= 0]
        shut = ", ".join(scene.label(cell) for cell in around if cell not in cells)
        free = ", ".join(scene.label(cell) for cell in cells) or "none"
        found.append(f"Ways out for your {name}: {free}" + (f"; closed: {shut}" if shut else ""))
    return found
