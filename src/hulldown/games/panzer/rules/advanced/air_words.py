"""The words for decisions and tasks of the Air Phases."""

from __future__ import annotations

from typing import Final

FLYING: Final = "fly"
STRIKING: Final = "strike"
FLAK: Final = "flak"
BOMBED: Final = "bombed"
"""Kinds of decisions: which aircraft flies how, whether it attacks, whether AA units fire, whether a vehicle shows its
command."""
FLY: Final = "FLY"
STRAFE: Final = "STRAFE"
BOMB: Final = "BOMB"
DIVE: Final = "DIVE"
ROCKET: Final = "ROCKET"
BANK: Final = "BANK"
AA: Final = "FLAK"
LOADING: Final = "LOAD"
"""Kinds of tasks."""
DONE_FLYING: Final = "done"
FLY_ON: Final = "fly on"
PASS: Final = "pass"
PASS_FLIGHT: Final = "pass flight"
PASS_STEP: Final = "pass step"
"""Choices: nobody else flies in this phase; no more attacks in this flight; no AA fire now, at this aircraft, in this
phase."""
