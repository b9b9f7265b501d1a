"""Fire combat: the one resolver behind preview, odds, bots and execution (8.1 to 8.9, 24.1 to 24.4).

An `Aim` is everything a shot depends on, `resolve` turns it into a `Shot` that explains itself. The map plays no part
here, so the odds command and the battle call the same function.
"""

from __future__ import annotations

from typing import Final

from hulldown.core.charts import span
from hulldown.core.explain import Explained, Factor, least_sure
from hulldown.games.tank.data.loading import chart
from hulldown.games.tank.rules.aim import AP, DIE, HE, RULEBOOK, Aim, Extra, Firer, Shot
from hulldown.games.tank.rules.results import (
    BEST_COLUMN,
    INFANTRY_REACH,
    Lead,
    absolute_range,
    highest_killing_die,
    killing_cell,
    least_favourable,
    missile_column,
    table_limit,
    table_of,
)
from hulldown.games.tank.rules.strength import attack_strength, counted_points, defence_strength, unit_strength

__all__ = [
    "AP", "Aim", "BEST_COLUMN", "DIE", "Extra", "Firer", "HE", "INFANTRY_REACH", "RULEBOOK", "Shot",
    "absolute_range", "attack_strength", "counted_points", "defence_strength", "highest_killing_die",
    "resolve", "resolved", "table_limit", "table_of", "unit_strength",
]  # fmt: skip
HEAT_COLUMN: Final = 5
"""The column in which every HEAT attack is read (24.11b, X-02)."""
HEAT_LEAST: Final = 1
"""The least differential with which HEAT has any effect (24.11c, 24.33)."""


def resolve(aim: Aim) -> Shot:
    """The shot that an aim makes, remembered: the same aims come up again and again."""
    shot = _shots.get(aim)
    if shot is None:
        if len(_shots) >= _MOST_SHOTS:
            _shots.clear()
        shot = _shots[aim] = resolved(aim)
    return shot


_MOST_SHOTS: Final = 4096
_shots: Final[dict[Aim, Shot]] = {}


def resolved(aim: Aim) -> Shot:
    """The shot that an aim makes: strength less defence, and the die that is read (8.0-gen-2).

    8.0-proc-df-6: the target is hard or soft; 8.0-proc-df-7: terrain adds to its defence, which is taken from the
    attack strength; 8.0-proc-df-8: its movement adds to the die. 24.2c: so with all tables of the Expanded game.
    26.12a: its squads do not fire by 8.8.
    """
    if aim.doctrine.squads and aim.firers[0].weapon.traits.squad:
        return _infantry(aim)
    strength = attack_strength(aim)
    defence = defence_strength(aim)
    # 8.3b: combined fire is resolved at the range of the farthest firer, with its table (T-39, X-23).
    distance = max(firer.distance for firer in aim.firers)
    farthest = [firer for firer in aim.firers if firer.distance == distance]
    table, lead = least_favourable(farthest, distance, aim.doctrine, aim.kind)
    differential = strength.value - defence.value
    # riders move as their carrier does.
    counted = aim.points if aim.rider else counted_points(aim.target, aim.points)
    moved = lead.value(counted)
    add = moved + sum(extra.value("die") for extra in aim.extras)
    factors = [
        *strength.factors,
        *(Factor(factor.rule, factor.label, -factor.value if isinstance(factor.value, int) else factor.value,
                 factor.provenance) for factor in defence.factors),
    ]  # fmt: skip
    factors.append(Factor("8.9b", "attack differential", differential, least_sure(f.provenance for f in factors)))
    void = _void(aim, strength.value, differential, distance, table)
    if void is not None:
        rule, why = void
        return Shot(rule, (), strength, defence, differential, "-", distance, add, tuple(factors), why)
    column, rule, cell = _read(aim, table, distance, differential, factors)
    factors.append(Factor(rule, f"table {table} at range {distance}", cell, chart(table).meta["provenance"]))
    factors += [extra.factor for extra in aim.extras if extra.to == "die"]
    _tell_movement(aim, lead, moved, factors)
    highest = max(span(cell), default=0)
    hits = tuple(die for die in range(1, DIE + 1) if die + add <= highest)
    return Shot("24.31" if aim.guided else "8.9", hits, strength, defence, differential, column, distance, add,
                tuple(factors))  # fmt: skip


def _read(aim: Aim, table: str, distance: int, differential: int, factors: list[Factor]) -> tuple[str, str, str]:
    """Where a shot is read: the column, the case of the row and the printed cell; tells what made the column.

    8.9b: ten is the best. 24.11b: HEAT is read in the column of +5, whatever the differential (X-02). 24.31: a guided
    missile has one column, by Fire Control and Panic Level.
    """
    rule = chart(table).rule(distance) or table
    if aim.guided:
        firer = aim.firers[0]
        column = missile_column(firer.weapon, firer.panic)
        return column, rule, chart(table).cell(distance, column)
    number = min(differential, BEST_COLUMN)
    if aim.heat:
        number = HEAT_COLUMN
        factors.append(Factor("24.11b", "HEAT is read in column", HEAT_COLUMN, RULEBOOK))
    elif differential > BEST_COLUMN:
        factors.append(Factor("8.9b", "counts as", BEST_COLUMN, RULEBOOK))
    return str(number), rule, killing_cell(table, distance, number)


def _tell_movement(aim: Aim, lead: Lead, moved: int, factors: list[Factor]) -> None:
    """Adds what the target's movement does to the die, or why it does nothing (8.71, 24.4, 24.31-note-2)."""
    if moved:
        factors.append(Factor(lead.rule, "added to the die for the target's movement", moved, lead.provenance))
    elif aim.points and not lead.add:
        factors.append(Factor(lead.rule, "guided to the target, however it moves", 0, lead.provenance))
    elif lead.value(aim.points):
        factors.append(Factor(*_UNMOVED[aim.target.traits.walks], 0, RULEBOOK))


_UNMOVED = {
    True: ("10.11", "infantry moves one hex, which counts one point (T-43)"),
    False: ("9.34b", "a gun does not move"),
}
"""Why points given for a target add nothing: it walks, or it cannot move."""


def _void(aim: Aim, strength: int, differential: int, distance: int, table: str) -> tuple[str, str] | None:
    """Why the attack may not be made, with the case: no strength (T-46), out of reach, too small a differential."""
    if strength == 0:
        rule = "26.31" if aim.kind == AP and aim.firers[0].weapon.traits.squad else "8.9b"
        return rule, f"no {aim.kind} strength"
    out = _out_of_reach(aim, distance, table)
    if out is not None:
        return out
    if aim.heat:
        if aim.target.traits.truck:
            return "24.11a", "HEAT is for armoured targets only"
        if differential < HEAT_LEAST:
            return "24.33" if aim.guided else "24.11c", f"HEAT needs a differential of +{HEAT_LEAST}"
    return ("8.9b", "the differential is negative") if differential < 0 else None


def _out_of_reach(aim: Aim, distance: int, table: str) -> tuple[str, str] | None:
    """Why the target is too far or too near: the table (8.31a), what squads, devices and missiles reach."""
    for firer in aim.firers:
        weapon = firer.weapon
        if aim.guided and firer.distance < weapon.minimum:
            return "24.31-note-1", f"range {firer.distance} is below its minimum of {weapon.minimum}"
        if weapon.traits.squad or weapon.traits.device:
            reach = absolute_range(weapon, firer.panic, aim.doctrine)
            if firer.distance > reach:
                rule = "26.2c" if weapon.traits.device else "26.11c"
                return rule, f"range {firer.distance} is beyond its reach of {reach}"
    if distance > table_limit(table):
        return "8.31a", f"range {distance} is beyond the last row of table {table}"
    return None


def _infantry(aim: Aim) -> Shot:
    """Infantry fire at a vehicle: range and movement alone decide, the die is unmodified.

    8.8a: at vehicles only; 8.8b, 8.8c: its own table (8.81-1, 8.81-2, 8.81-3) decides alone; 8.82: three hexes; 8.83,
    T-54, T-55: no terrain, no aspect, no Preservation. 26.12a: only in the Standard game.
    """
    firer = aim.firers[0]
    state = "moving" if aim.moving else "stationary"
    none = Explained("8.8", "infantry AT fire", 0)
    if aim.target.soft:
        return Shot("8.8a", (), none, none, 0, state, firer.distance, 0, (), "infantry fires at vehicles only")
    if firer.distance > INFANTRY_REACH:
        return Shot("8.82", (), none, none, 0, state, firer.distance, 0, (), "infantry reaches three hexes")
    table = chart(aim.doctrine.squads)
    hits = span(table.cell(firer.distance, state))
    tag = table.meta["provenance"]
    factors = (Factor(table.rule(firer.distance), f"infantry at range {firer.distance}, target {state}",
                      table.cell(firer.distance, state), tag),)  # fmt: skip
    return Shot("8.81", hits, none, none, 0, state, firer.distance, 0, factors)
