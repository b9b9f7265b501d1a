"""What the brain knows of platoons: one mode for each, moves that keep together, leaders (25.0)."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Final

from hulldown.bots.seat import Seat
from hulldown.bots.tank.modules import Knowledge, register
from hulldown.core.decisions import UnitLegal
from hulldown.core.orders import Order, Task
from hulldown.core.parts import part_of
from hulldown.games.tank.rules.formation import PART, SPACING
from hulldown.games.tank.rules.verbs.move import MOVE

if TYPE_CHECKING:
    from hulldown.bots.tank.picture import Picture
    from hulldown.games.tank.faces.view import TankView

FIRE_BONUS: Final = 0.1
"""What a shot is taken to be worth more than the move that was given up for it."""
ENOUGH: Final = 3
"""The tanks for which a new leader is worth a turn of standing still."""
_LEAD: Final = "LEAD"
_JOIN: Final = "JOIN"


class PlatoonSense(Knowledge):
    """Platoons."""

    def __init__(self) -> None:
        super().__init__()
        self.answers["divide"] = _divided
        self.answers["leaders"] = _leaders

    def crews(self, picture: Picture, legal: Mapping[str, UnitLegal]) -> dict[str, tuple[str, list[str]]]:
        """The platoons that can be ordered as a whole now, by name: the leader and all that act with him."""
        here = {unit.id for unit in picture.own}
        found: dict[str, tuple[str, list[str]]] = {}
        for each in part_of(picture.view, PART, {"platoons": []})["platoons"]:
            if each["name"] in legal:
                crew = [name for name in each["members"] if name in here and name not in each["out"]]
                found[each["name"]] = (each["leader"], crew)
        return found

    def modes(
        self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task], gains: Mapping[str, float]
    ) -> dict[str, bool]:
        """For each member of a platoon that would mix movement and fire whether it may move, by what is worth more.

        `gains` are what each unit's best move is worth more than to stay. Who fires is taken to gain more by it.
        """
        found: dict[str, bool] = {}
        verbs = picture.scene.verbs
        for _, crew in self.crews(picture, legal).values():
            movers = [name for name in crew if name in tasks and verbs[tasks[name].kind].manoeuvres]
            firers = [name for name in crew if name in tasks and name not in movers]
            if movers and firers:
                moving = sum(gains[name] for name in movers)
                firing = sum(gains[name] + FIRE_BONUS * verbs[tasks[name].kind].fires for name in firers)
                found |= dict.fromkeys(crew, moving > firing)
        return found

    def together(self, picture: Picture, legal: Mapping[str, UnitLegal], tasks: Mapping[str, Task]) -> dict[str, Task]:
        """The tasks with one order for a platoon in place of moves by which its members would lose each other."""
        found = dict(tasks)
        for name, (leader, crew) in self.crews(picture, legal).items():
            lead = found.get(leader)
            if lead is None or lead.kind != MOVE.kind or lead.choice or not self._apart(picture, found, crew):
                continue
            path = next((option.path for option in legal[name].options if option.kind == MOVE.kind), None)
            if path is not None and len(lead.cells) <= path.allowance:
                found = {unit: task for unit, task in found.items() if unit not in crew}
                found[name] = Task(name, MOVE.kind, lead.cells)
        return found

    def _apart(self, picture: Picture, tasks: Mapping[str, Task], crew: list[str]) -> bool:
        """Whether somebody would end too far from all others (25.0-gen-3)."""
        cells = {unit.id: unit.cell for unit in picture.own if unit.id in crew}
        for name in crew:
            task = tasks.get(name)
            if task is not None and picture.scene.verbs[task.kind].moves and task.cells:
                cells[name] = task.cells[-1]
        board = picture.ground.board
        return len(cells) > 1 and any(
            all(board.distance(cell, other) > SPACING for mate, other in cells.items() if mate != name)
            for name, cell in cells.items()
        )


def _divided(seat: Seat, view: TankView, rng: Random) -> Order:
    """Platoons of the usual size."""
    idle = seat.legal.idle
    assert idle is not None
    return idle


def _leaders(seat: Seat, view: TankView, rng: Random) -> Order:
    """A leader for each platoon that is large enough, and everybody back who may come back."""
    open_to = {each.unit: {option.kind for option in each.options} for each in seat.legal.units}
    tasks = [Task(name, _JOIN) for name, kinds in open_to.items() if _JOIN in kinds]
    for each in part_of(view, PART)["platoons"]:
        able = [name for name in each["members"] if _LEAD in open_to.get(name, ())]
        if len(able) >= ENOUGH:
            tasks.append(Task(able[len(able) // 2], _LEAD))
    return Order("leaders", tuple(tasks))


SENSE: Final = PlatoonSense()
register(PART, SENSE)
