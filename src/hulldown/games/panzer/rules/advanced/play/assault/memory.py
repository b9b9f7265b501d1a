"""What is remembered of the close combat of this turn: who has announced an attack or overrun on whom."""

from __future__ import annotations

from msgspec import UnsetType

from hulldown.games.panzer.rules.advanced.play import control
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.state import CloseCombat, PanzerState


def combat_of(state: PanzerState) -> CloseCombat:
    """The close combat of this turn."""
    return CloseCombat() if isinstance(state.assault, UnsetType) else state.assault


def aim_of(state: PanzerState, index: int) -> int:
    """On whom a unit has announced an attack or overrun this turn; -1: on nobody (6.6.1.1h, 6.6.10f)."""
    return next((target for unit, target in combat_of(state).aims if unit == index), -1)


def sharing_fault(state: PanzerState, index: int, target: int) -> Fault | None:
    """Why a unit may not attack a target: others who share its command attack another one (6.6.11a).

    6.6.11b: those who take no part still end their moves within Command Range of the attackers (`following`). R44: who
    dismounts into an attack does so by the command of its carrier. What a unit that is lost by now has attacked counts.
    """
    sharing = control.all_sharing(state, index)
    combat = combat_of(state)
    for mate, other in (*combat.aims, *combat.carried):
        if mate in sharing and other != target:
            names = state.units[mate].id, state.units[other].id
            return "6.6.11a", f"{names[0]}, which shares its command, attacks {names[1]}: one target for all of them"
    return None
