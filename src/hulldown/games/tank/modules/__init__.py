"""The modules on top of the books of Tank!, each in a folder of its own."""

from __future__ import annotations

from typing import Final

from hulldown.core.books import Module
from hulldown.games.tank.modules.artillery import module as artillery
from hulldown.games.tank.modules.chits import module as chits
from hulldown.games.tank.modules.delayed_entry import module as delayed_entry
from hulldown.games.tank.modules.engagements import module as engagements
from hulldown.games.tank.modules.infantry import module as infantry
from hulldown.games.tank.modules.mines import module as mines
from hulldown.games.tank.modules.platoons import module as platoons
from hulldown.games.tank.modules.recon_fire import module as recon_fire
from hulldown.games.tank.modules.secret_exit import module as secret_exit
from hulldown.games.tank.modules.smoke import module as smoke
from hulldown.games.tank.modules.transport import module as transport
from hulldown.games.tank.modules.unique_preservation import module as unique_preservation
from hulldown.games.tank.modules.variable_entry import module as variable_entry
from hulldown.games.tank.modules.variable_exit import module as variable_exit
from hulldown.games.tank.modules.vehicle_smoke import module as vehicle_smoke
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.verbs.base import TankVerb

MODULES: Final[tuple[Module[TankVerb, Hooks], ...]] = (
    infantry.MODULE,
    transport.MODULE,
    platoons.MODULE,
    smoke.MODULE,
    artillery.MODULE,
    mines.MODULE,
    engagements.MODULE,
    vehicle_smoke.MODULE,
    chits.MODULE,
    variable_entry.MODULE,
    variable_exit.MODULE,
    secret_exit.MODULE,
    delayed_entry.MODULE,
    recon_fire.MODULE,
    unique_preservation.MODULE,
)
