"""Recovery from suppression, in the Adjustment Phase (6.8.3; P1 to P5). Room B."""

from __future__ import annotations

from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.rules.advanced import recovery
from hulldown.games.panzer.rules.advanced.chances import total
from hulldown.games.panzer.rules.advanced.grades import recovery_range
from hulldown.games.panzer.rules.advanced.pieces import OFF
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of
from hulldown.games.panzer.rules.rolls import roll_100
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, PanzerState
from hulldown.games.panzer.rules.verbs.kinds import NO_COMMAND


def has_command(state: PanzerState, index: int) -> bool:
    """Whether a unit has a command other than N/C this turn, executed or not (6.8.3.1.1; P2).

    Without one it recovers more easily (6.2.1.1.3-nc-b). A passenger has the command of its carrier (P5), and who has
    mounted this turn has its own Move besides (6.6.7.1.1a).
    """
    unit = state.units[index]
    holder = state.units[detail_of(unit).carrier] if unit.status == CARRIED else unit
    return any(one.command not in ("", NO_COMMAND) for one in (unit, holder))


def recover(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Every unit whose suppression is OFF tries to get rid of it; ON is left alone (6.8.3a, 6.8.3b; P1).

    6.8.3.2: a failure leaves it OFF. The terrain does not matter.
    """
    for index, unit in enumerate(state.units):
        if unit.status in (ON_MAP, CARRIED) and detail_of(unit).suppressed == OFF:
            _roll(state, scene, index, doing)


def _roll(state: PanzerState, scene: Scene, index: int, doing: Doing) -> None:
    """One unit's roll with its modifiers (6.8.3b, 6.8.3.1.1, 6.8.3.1.2a, 6.8.3.2)."""
    unit = state.units[index]
    detail = detail_of(unit)
    grade = find_grade(member_of(scene, index).grade)
    command, under_fire = has_command(state, index), detail.under_fire
    rolled = roll_100(doing.dice, f"recovery: {unit.id}")
    recovered = recovery.recovers(grade, rolled, command, under_fire)
    if recovered:
        detail.suppressed = ""
    net = rolled + total(recovery.recovery_modifiers(command, under_fire))
    data: dict[str, Scalar] = {
        "unit": unit.id,
        "roll": rolled,
        "net": net,
        "needs": recovery_range(grade).last,
        "recovered": recovered,
    }
    doing.note("recovery", "6.8.3b", (), data, recovery.recovery(grade, command, under_fire).factors)
