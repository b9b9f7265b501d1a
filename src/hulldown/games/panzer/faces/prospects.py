"""What a side could do on overwatch now, with its chances to harm: by this a player says when he wants to be asked."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from hulldown.core.asking import Prospect
from hulldown.core.decisions import Legal
from hulldown.core.errors import HulldownError
from hulldown.core.orders import Task
from hulldown.games.panzer.faces.tools import odds_in_view
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.verbs.base import WATCHING


def prospects(view: PanzerView, legal: Legal) -> tuple[Prospect, ...] | None:
    """The shots of a question about overwatch, from the side's view alone; None for any other question."""
    units = legal.units
    if legal.decision.kind != WATCHING:
        return None
    return tuple(
        [
            _prospect(view, Task(unit.unit, option.kind, choice=choice, targets=(target,)))
            for unit in units
            for option in unit.options
            for target in option.targets
            for choice in option.choices or ("",)
        ]
    )


def _prospect(view: PanzerView, task: Task) -> Prospect:
    """One shot, with the odds that the player would be shown."""
    asked = {"attacker": task.unit, "target": task.targets[0], "overwatch": True}
    try:
        found = odds_in_view(view, {**asked, "weapon": task.choice} if task.choice else asked)
    except HulldownError:
        return Prospect(task, 100)  # a shot whose odds cannot be told is put to the player
    harm = 0 if found.get("void") else ceil(100 * (1 - Fraction(found["outcomes"]["none"])))
    aspect = str(found.get("arguments", {}).get("aspect", ""))
    return Prospect(task, harm, aspect, int(found["range"]), _last(view, task.targets[0]))


def _last(view: PanzerView, target: str) -> bool:
    """Whether the target moves and has called out all of its allowance: it goes no farther (4.5.1.1b)."""
    mover = view.mover
    if mover is None or view.units[mover.unit].id != target:
        return False
    account = mover.progress
    along = account.route and account.route_spent < max(account.road_allowance, account.path_allowance)
    return not along and (account.stuck or account.spent >= account.allowance)
