"""MV: to move, written by directions and counts (5.1, 6.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hulldown.core.board import LETTERS, Cell
from hulldown.core.decisions import Option, PathDomain
from hulldown.core.native import mypyc_attr
from hulldown.core.orders import Task
from hulldown.games.kampfpanzer.rules.arms import POINT, Arms, arms
from hulldown.games.kampfpanzer.rules.asking import Asked, held_still
from hulldown.games.kampfpanzer.rules.ground import ENTERING, LEAVING, WRECKED
from hulldown.games.kampfpanzer.rules.march import march, points
from hulldown.games.kampfpanzer.rules.plan import Plan
from hulldown.games.kampfpanzer.rules.state import EXIT, NOBODY, OFF_MAP, WAITING, Unit, Works
from hulldown.games.kampfpanzer.rules.verbs.base import MOVE as FAMILY
from hulldown.games.kampfpanzer.rules.verbs.base import NOTHING, KampfVerb

if TYPE_CHECKING:
    from hulldown.games.kampfpanzer.rules.reading import Reading
    from hulldown.games.kampfpanzer.rules.scene import Scene


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveVerb(KampfVerb):
    """A task that moves a unit along the hexes it names."""

    def __init__(self, kind: str, name: str, rule: str) -> None:
        super().__init__(kind, FAMILY, name, rule)

    def check(self, plan: Plan, unit: Unit, task: Task) -> None:
        """Adds what is wrong with a movement plot."""
        why = self.unable(plan, unit) or self._misplaced(plan, unit, task) or self._too_far(plan, unit, task)
        if why is None:
            why = self.fault(plan, unit, task)
        if why is not None:
            plan.refuse(unit.id, *why)

    def fault(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        """What else is wrong with a path that can be gone: the case and the reason."""
        return None

    def unable(self, plan: Plan, unit: Unit) -> tuple[str, str] | None:
        """Why a unit cannot move like this at all: the case and the reason."""
        if unit.aboard != NOBODY:
            return "12.2a", "it goes where its vehicle goes"
        if not arms(unit.type).moves:
            return "6.0-gen-3", "it has no Movement Points"
        holds = plan.scene.side(plan.side).holds
        if holds is not None and held_still(plan.state, plan.scene, plan.side):
            return holds.rule, f"its side does not move on turn {plan.state.turn}"
        return None

    def _misplaced(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        cells, choice, scene = task.cells, task.choice, plan.scene
        if choice not in ("", EXIT):
            return "5.0-proc-1", f"{choice!r} means nothing here"
        if not cells and choice != EXIT:
            return "5.1a", "a move needs directions and counts"
        if unit.status == WAITING:
            enter = scene.group(unit).enter
            assert enter is not None
            if plan.state.turn < enter.turn:
                return "14.0c", f"it enters on turn {enter.turn}"
            if not cells or scene.board.labels[cells[0]] not in enter.hexes:
                return scene.group(unit).rule, f"it enters at {' or '.join(enter.hexes)}"
        if choice == EXIT and (cells[-1] if cells else unit.cell) not in scene.exits(plan.side):
            return "14.0g", "nobody of its side may leave the map there"
        return None

    def _too_far(self, plan: Plan, unit: Unit, task: Task) -> tuple[str, str] | None:
        way = march(plan.state, plan.scene, unit, task.cells, task.choice == EXIT, self.overruns)
        if way.fault is not None:
            return way.fault
        weapon = arms(unit.type)
        if way.spent > weapon.ma:
            rule = "9.61" if self.overruns else "6.0-gen-3"
            return rule, f"the plot takes {points(way.spent)} Movement Points, it has {points(weapon.ma)}"
        if task.choice != EXIT and not weapon.digs and _entrenched(plan.state.works, task.cells[-1]):
            return "13.0-proc-2", "only infantry and artillery may end their move in an entrenchment"
        plan.dues[unit.id] = way.due
        return None

    def write(self, scene: Scene, unit: Unit | None, task: Task) -> list[str]:
        """Directions with counts, stops between them (5.1a, 5.1b); a unit off the map names its entry hex first."""
        board, cells = scene.board, task.cells
        words: list[str] = []
        here = unit.cell if unit is not None else OFF_MAP
        if here == OFF_MAP and cells:
            here = cells[0]
            words.append(board.labels[here])
            cells = cells[1:]
        runs: list[tuple[str, int]] = []
        for cell in cells:
            way = board.direction(here, cell)
            letter = LETTERS[way] if way >= 0 else "S"
            if runs and runs[-1][0] == letter:
                runs[-1] = (letter, runs[-1][1] + 1)
            else:
                runs.append((letter, 1))
            here = cell
        words += [f"{letter}{count}" for letter, count in runs]
        return [*words, task.choice] if task.choice else words

    def read(self, reading: Reading, name: str, words: list[str]) -> Task:
        leaves = bool(words) and words[-1].lower() == EXIT
        cells = reading.path(name, words[:-1] if leaves else words)
        return Task(name, self.kind, cells, choice=EXIT if leaves else "")


def _entrenched(works: list[Works], cell: int) -> bool:
    return any(one.cell == cell for one in works)


class Move(MoveVerb):
    """To move (6.0). 14.0e: a unit off the map comes on by one of its entry hexes and pays for it."""

    def __init__(self) -> None:
        super().__init__("MV", "Move", "5.1a")

    def options(self, asked: Asked, unit: Unit) -> tuple[Option, ...]:
        weapon, scene = arms(unit.type), asked.scene
        if not weapon.moves or unit.aboard != NOBODY or held_still(asked.state, scene, asked.side):
            return NOTHING
        if unit.status != WAITING:
            return (self._option(asked, weapon, unit.cell),)
        enter = scene.group(unit).enter
        if enter is None or asked.state.turn < enter.turn:
            return NOTHING
        hexes = [scene.board.cell(label) for label in enter.hexes]
        # A wreck makes an entry hex dearer, so those with one are offered by themselves.
        free = tuple([cell for cell in hexes if cell not in asked.wrecks])
        wrecked = tuple([cell for cell in hexes if cell in asked.wrecks])
        ways = ((free, ENTERING), (wrecked, ENTERING + WRECKED))
        return tuple([self._option(asked, weapon, OFF_MAP, cells, costs) for cells, costs in ways if cells])

    def _option(
        self, asked: Asked, weapon: Arms, start: Cell, entries: tuple[Cell, ...] = (), costs: str = ""
    ) -> Option:
        table, exits = weapon.table, asked.scene.exits(asked.side)
        path = PathDomain(
            start, weapon.ma, table, exits=exits, leaving=table + LEAVING if exits else "", entries=entries,
            entering=table + costs if entries else "", waits=POINT, changed=asked.wrecks, changes=table + WRECKED,
            shut=() if weapon.digs else asked.works,
        )  # fmt: skip
        return Option(self.kind, self.rule, path=path, choices=(EXIT,) if exits else ())


class Bolt(MoveVerb):
    """A panic move: executed like any other (11.23a), plotted by nobody."""

    def __init__(self) -> None:
        super().__init__("PANIC", "Panic", "11.2")
        self.plotted = False
        self.panics = True


MOVING: Final = Move()
BOLT: Final = Bolt()
