"""Fire missions as tasks: calls, what becomes of called fire, planned fire, and the fire plan of the setup (6.5.1)."""

from __future__ import annotations

from typing import Final

from hulldown.games.panzer.rules.verbs.base import FIRE_PLAN, FIRING, INDIRECT, STRAYING, PanzerVerb

CALL: Final = "CALL"
SUSTAIN: Final = "SUSTAIN"
CORRECT: Final = "CORRECT"
CHECK: Final = "CHECK"
ARRIVE: Final = "ARRIVE"
DELAY: Final = "DELAY"
SMOKE: Final = "SMOKE"
ASTRAY: Final = "ASTRAY"
PLOT: Final = "PLOT"
REGISTER: Final = "REGISTER"
VERBS: Final[tuple[PanzerVerb, ...]] = (
    PanzerVerb(CALL, "mission", "Call fire", "6.5.1.7a", (INDIRECT,)),
    PanzerVerb(SUSTAIN, "mission", "Continue fire", "6.5.1.8.1a", (INDIRECT,)),
    PanzerVerb(CORRECT, "mission", "Adjust fire", "6.5.1.8.2a", (INDIRECT,)),
    PanzerVerb(CHECK, "mission", "Check fire", "6.5.1.9a", (INDIRECT,)),
    PanzerVerb(ARRIVE, "mission", "Planned fire", "6.5.1.11.2", (INDIRECT,)),
    PanzerVerb(DELAY, "mission", "One turn later", "6.5.1.11.2", (INDIRECT,)),
    PanzerVerb(SMOKE, "screen", "Lay smoke", "6.1.4.3.10d", (FIRING,)),
    PanzerVerb(ASTRAY, "mission", "Place stray fire", "6.5.1.12f", (STRAYING,)),
    PanzerVerb(PLOT, "plan", "Plot fire", "6.5.1.11.1b", (FIRE_PLAN,)),
    PanzerVerb(REGISTER, "plan", "Register a point", "6.5.1.4d", (FIRE_PLAN,)),
)
