"""Mines and anti-tank ditches in play (29.0, 30.0); `rules/works.py` knows where they are and how they are laid.

30.1c: a ditch protects nobody, so nothing here has a say in a shot.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final

from hulldown.core.board import Board, Cell
from hulldown.core.books import Module
from hulldown.core.face import EventFace, Face, MarkerFace, NamedFace, TaskFace
from hulldown.core.game import Marker
from hulldown.core.parts import part_of, set_part
from hulldown.core.sequence import Doing
from hulldown.games.tank.modules.mines.verbs import DIGGING, MINING
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.barrage import mines
from hulldown.games.tank.rules.combat import destroy
from hulldown.games.tank.rules.ground import PARTIAL, TRUCK
from hulldown.games.tank.rules.hooks import Hooks, Shown
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.report import tell
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import BRAVO, TankState, Unit
from hulldown.games.tank.rules.verbs.base import TankVerb
from hulldown.games.tank.rules.works import DITCH, KEY, MINES, MOST, WRECKED, ditches, known_mines, mines_in, reveal

DIE: Final = 6
VEHICLES: Final = ("vehicle", PARTIAL, TRUCK)
"""The cost tables of those whom mines and ditches concern (29.0-proc-2, 30.1a)."""
RIM: Final = 10
"""Mines that nobody has found are imagined farther from the mapedge (34.4-7)."""


def _enter(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """What waits in the hex that a unit has just come into: mines for vehicles (29.0-proc-2), a ditch for others."""
    unit = state.units[index]
    if not arms(unit.type).drives:
        if unit.cell in ditches(state):
            # 30.1b, X-33: it has to stay in the ditch for the whole of the next turn.
            set_part(unit, KEY, [unit.cell, state.turn])
        return
    count = mines_in(state, unit.cell)
    if count:
        _tread(state, scene, doing, index, count)


def _tread(state: TankState, scene: Scene, doing: Doing, index: int, count: int) -> None:
    """A vehicle comes into a mined hex: all are told, and a die not above the number of mines wrecks it.

    Cases 29.0-proc-2, 29.0-proc-3; 29.3: whosesoever it is. X-50: once for each entry, and who rides in it dies too.
    29.2: the mines stay. X-51: an overrunner that is wrecked has overrun nothing.
    """
    unit = state.units[index]
    reveal(state, unit.cell)
    rolled = doing.dice.roll(DIE, f"mines under {unit.id}")
    tell(doing, unit, "mined", "29.0-proc-2", {"unit": unit.id, "hex": scene.board.labels[unit.cell], "die": rolled})
    if rolled in mines(count, arms(unit.type).weapon).kills:
        set_part(unit, KEY, WRECKED)
        destroy(state, scene, doing, index, "29.0-proc-2")


def _bar(state: TankState, scene: Scene, unit: Unit, here: Cell, ahead: Cell) -> tuple[str, str] | None:
    """No vehicle goes into a ditch (30.1a), and who walks needs a further turn to get out of one (30.1b, X-33)."""
    if arms(unit.type).drives:
        if ahead in ditches(state):
            return "30.1a", f"no vehicle can enter the anti-tank ditch in {scene.board.labels[ahead]}"
        return None
    since = part_of(unit, KEY)
    if isinstance(since, list) and since[0] == here and state.turn <= since[1] + 1:
        return "30.1b", f"it is crossing the anti-tank ditch until the end of turn {since[1] + 1}"
    return None


def _show(state: TankState, side: str | None) -> Shown | None:
    """Ditches and mines that were found are open to all; Bravo knows where all its mines are (29.0-proc-1, 30.2)."""
    part: dict[str, Any] = part_of(state, KEY, {})
    shown: dict[str, Any] = {name: part[name] for name in ("most", "found", DITCH) if name in part}
    markers = [Marker("ditch", cell, BRAVO) for cell in ditches(state)]
    markers += [Marker("mines", cell, BRAVO) for cell in known_mines(state)]
    if side == BRAVO and "most" in part:
        # That there are none is known to Bravo as well.
        shown[MINES] = mines_laid = part.get(MINES, [])
        markers += [Marker("hidden mines", cell, BRAVO) for cell, _ in mines_laid if cell not in known_mines(state)]
    return Shown(shown, tuple(markers)) if shown else None


@lru_cache(maxsize=8)
def _inland(board: Board) -> tuple[Cell, ...]:
    """The hexes that are far enough from every mapedge (29.0-gen-1, 34.4-7)."""
    return tuple([c for c in board.cells if all(board.edge_distance(c, e) > RIM for e in board.edges)])


def _deal(part: Any, state: TankState, rng: Random) -> Any:
    """The part as Alpha may imagine it: one or two mines where some were found, others somewhere in the open.

    29.0-gen-1: vehicles that are wrecks have been where they lie, and no mine is imagined under them.
    """
    if not part or MINES in part or "most" not in part:
        return part
    scene = scene_of(state)
    board, found = scene.board, list(part.get("found", ()))
    counts = {cell: rng.randint(1, 2) for cell in found}
    been = {*found, *part.get(DITCH, ()), *state.wrecks, *(unit.cell for unit in state.units)}
    cells = [c for c in _inland(board) if c not in been]
    for _ in range(rng.randint(0, max(0, part["most"] - sum(counts.values())))):
        cell = rng.choice(cells)
        counts[cell] = counts.get(cell, 0) + 1
    return {**part, MINES: [[cell, counts[cell]] for cell in sorted(counts)]} if counts else part


MODULE: Final[Module[TankVerb, Hooks]] = Module(
    KEY,
    "1.0",
    Hooks(entering=(_enter,), bars=(_bar,), shut=(ditches,), shows={KEY: _show}, deals={KEY: _deal}),
    title="Mines and ditches",
    needs=("expanded",),
    verbs=(MINING, DIGGING),
    face=Face(
        tasks=(
            TaskFace(
                "MN",
                "Lay mines",
                "place",
                "MN",
                "hold",
                ("cells",),
                what="Mines in secret, for vehicles only",
                most=MOST,
                stacks=True,
            ),
            TaskFace(
                "DG", "Dig a ditch", "place", "DG", "hold", ("cells",), what="One straight line of ditch", most=MOST
            ),
        ),
        units=(NamedFace(MINES, "Mines"), NamedFace(DITCH, "Anti-tank ditch")),
        markers=(
            MarkerFace("ditch", "anti-tank ditch", "ditch", shunned_by=VEHICLES),
            MarkerFace("mines", "mines", "mines", shunned_by=VEHICLES),
            MarkerFace("hidden mines", "mines that nobody has found", "mines", shunned_by=VEHICLES),
        ),
        events=(EventFace("mined", "note", marker="mines"),),
    ),
    words={"mined": "{unit} drives into mines in {hex}: die {die}."},
)
