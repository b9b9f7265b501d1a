"""Reconnaissance Fire: tanks fire into empty hexes to find who hides there (32.6)."""

from __future__ import annotations

from typing import Final

from hulldown.core.board import Cell
from hulldown.core.books import Module
from hulldown.core.events import Scalar
from hulldown.core.face import EventFace, Face, TaskFace
from hulldown.core.orders import Task
from hulldown.core.sequence import Doing, Row
from hulldown.core.stepped import go_on
from hulldown.games.tank.modules.recon_fire.verb import RECONNAISSANCE
from hulldown.games.tank.rules.barrage import uncovered_on
from hulldown.games.tank.rules.combat import crosses, masking
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.levels import panic_level
from hulldown.games.tank.rules.report import open_order, tell
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.spotting import reveal_units
from hulldown.games.tank.rules.state import SIDES, TankState, Unit, enemy_of
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.verbs.direct import DIRECT

KEY: Final = "recon_fire"
DIE: Final = 6


def _search(state: TankState, doing: Doing) -> bool:
    """Opens the Direct Fire Segment: every unit on RF rolls, and who is successful fires with the others."""
    scene = scene_in(state, doing)
    for side in SIDES:
        for cell, firers in sorted(_aims(state, scene, doing, side).items()):
            _search_hex(state, scene, doing, side, cell, firers)
    go_on(state, doing)
    return True


def _aims(state: TankState, scene: Scene, doing: Doing, side: str) -> dict[Cell, list[int]]:
    """The hexes that a side searches, with the units that do (32.6-gen-1); friends in the way cancel it (8.43c)."""
    tasks = state.tasks
    plots: list[tuple[Unit, Task]] = []
    searching: list[int] = []
    for index, unit in enumerate(state.units):
        task = tasks.get(unit.id) if unit.side == side else None
        if task is not None and task.kind == RECONNAISSANCE.kind:
            searching.append(index)
        elif task is not None and task.cells and crosses(scene.verbs[task.kind], unit):
            plots.append((unit, task))
    found: dict[Cell, list[int]] = {}
    for index in open_order(state, searching):
        unit = state.units[index]
        friend = masking(state, scene, unit, plots)
        if friend is not None:
            doing.emit("masked", "8.43c", (side,), unit=unit.id, by=friend.id)
            del tasks[unit.id]
        else:
            found.setdefault(tasks[unit.id].cells[0], []).append(index)
    return found


def _search_hex(state: TankState, scene: Scene, doing: Doing, side: str, cell: Cell, firers: list[int]) -> None:
    """Each unit rolls for itself; one success reveals all that hide there and is a success of all (32.61).

    32.6-gen-2, 32.6-proc-1: a die up to the Panic Level of the enemy as it stands (X-07). 32.6-proc-2: those revealed
    are looked for at once; then the fire is Direct Fire at the hex, combined (X-82), and wasted on what nobody has
    spotted (X-61). Without success the turn is wasted. The dice are rolled whether or not anybody hides there.
    """
    needs = uncovered_on(panic_level(state, scene, enemy_of(side)))
    found = False
    label = scene.board.labels[cell]
    for index in firers:
        unit = state.units[index]
        rolled = doing.dice.roll(DIE, f"{unit.id} reconnoitres {label} by fire")
        found = found or rolled in needs
        told: dict[str, Scalar] = {"unit": unit.id, "hex": label, "die": rolled, "needs": len(needs)}
        tell(doing, unit, "recon", "32.6-proc-1", told)
    hiding = [i for i, u in enumerate(state.units) if u.side != side and u.hidden and u.cell == cell]
    if found and hiding:
        reveal_units(state, scene, doing, hiding, "32.6-gen-2")
    for index in firers:
        name = state.units[index].id
        if found and hiding:
            state.tasks[name] = Task(name, DIRECT.kind, (cell,))
        else:
            del state.tasks[name]
            doing.emit("recon_vain", "32.6-gen-2", (side,), unit=name, hex=label)


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(),
    title="Reconnaissance fire",
    loose=True,
    rows=(
        Row(
            "recon",
            "32.6",
            "Reconnaissance Fire",
            "the Direct Fire Segment begins with fire at suspected positions",
            "execution",
            handler=_search,
            before="direct",
        ),
    ),
    verbs=(RECONNAISSANCE,),
    face=Face(
        tasks=(
            TaskFace(
                "RF",
                "Recon fire",
                "fire",
                "RF",
                "fire",
                ("cells",),
                "e",
                "Fires into an empty hex to find who hides there",
            ),
        ),
        events=(EventFace("recon", "tell"), EventFace("recon_vain", "tell")),
    ),
    words={
        "recon": "{unit} fires into {hex} on suspicion: die {die}, needs 1-{needs}.",
        "recon_vain": "{unit} has found nobody in {hex}.",
    },
)
