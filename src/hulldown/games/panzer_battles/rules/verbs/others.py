"""Verbs that say something of a company, a side, a battery or the setup: commands, presets, fire, missions, places."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer_battles.rules.verbs import kinds
from hulldown.games.panzer_battles.rules.verbs.base import (
    COMMAND,
    CROWD,
    ENGAGE,
    FIRING,
    NAMING,
    ORDERS,
    PLACING,
    PLOT,
    REACTION,
    RECOMMAND,
    REORDER,
    RETREATING,
    SETUP,
    SHELLS,
    SHOT,
    STATUS,
    BattleVerb,
)


def _command(kind: str, name: str, rule: str) -> BattleVerb:
    return BattleVerb(kind, ORDERS, name, rule, (COMMAND, RECOMMAND, REORDER))


VERBS: Final[tuple[BattleVerb, ...]] = (
    _command(kinds.BOUND, "Bound", "5.1"),
    _command(kinds.OVERWATCH, "Overwatch", "5.2a"),
    _command(kinds.BOUNDING, "Bounding Overwatch", "5.3a"),
    _command(kinds.WITHDRAW, "Withdraw", "5.4a"),
    _command(kinds.RALLY, "Rally", "5.5a"),
    BattleVerb(kinds.PRESET, "preset", "Fires by itself", "8.22a", (COMMAND,)),
    BattleVerb(kinds.ASK, REACTION, "Ask me", "8.22a", (COMMAND,)),
    BattleVerb(kinds.BY_PRESET, REACTION, "By presets", "8.22a", (COMMAND,)),
    BattleVerb(kinds.FIRE, SHOT, "Fire", "8.15", (FIRING,)),
    BattleVerb(kinds.RETREAT, "retreat", "Withdraw to", "13.31a", (RETREATING,)),
    BattleVerb(kinds.DROP, "drop", "Give up", "6.48", (CROWD,)),
    BattleVerb(kinds.NAME, "answer", "Name", "6.0-proc-2", (NAMING,)),
    BattleVerb(kinds.ENGAGE, "answer", "Fight", "13.0-proc-1", (ENGAGE,)),
    BattleVerb(kinds.CHOOSE, "answer", "Choose", "5.64a", (STATUS,)),
    BattleVerb(kinds.PLACE, PLACING, "Place", "19.1a", (SETUP,)),
    BattleVerb(kinds.LOAD, "load", "Begin mounted", "16.11b", (SETUP,)),
    BattleVerb(kinds.DETACH, "detach", "Detach", "18.21a", (SETUP,)),
    BattleVerb(kinds.AIM, SHELLS, "Fire mission", "17.12", (PLOT, SETUP)),
    BattleVerb(kinds.HOLD_FIRE, SHELLS, "No fire", "17.11b", (PLOT, SETUP)),
)
