"""A referee for KampfPanzer: follows the events of a turn and judges fire and positions by the second opinion.

It knows the position before the turn and the plots as they are told. It checks every attack by fire (who may fire at
what, superiority, result), every H attack (column, result), who sets off Opportunity Fire and who does not, and that a
turn leaves a legal position behind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hulldown.core.board import Board
from hulldown.core.events import Event
from hulldown.games.kampfpanzer.rules.state import NOBODY, ON_MAP, KampfState, Unit
from support import kampf_second as second

FOOT = ("infantry", "mm", "2lb")
SHELLS = {
    "moving": ["D1", "D1", "none", "none", "none", "none"],
    "static": ["D3", "D2", "D2", "D1", "D1", "none"],
}
Sides = dict[tuple[str, str], str]


def features(board: Board) -> tuple[dict[str, str], Sides]:
    """The hexes and hexsides of a board by their labels."""
    hexes = {board.labels[cell]: board.terrain[cell] for cell in board.cells}
    sides: Sides = {}
    for key, feature in board.sides.items():
        one, other = board.side_cells(key)
        if one in board.cells and other in board.cells:
            sides[board.labels[one], board.labels[other]] = feature.terrain
    return hexes, sides


def digs(unit: Unit) -> bool:
    """Whether a unit is infantry or a gun."""
    return any(word in unit.type for word in FOOT)


class Referee:
    """Judges the turns of one game on one board; `seen` counts what it has judged."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.hexes, self.sides = features(board)
        self.seen: Counter[str] = Counter()

    def position(self, state: KampfState) -> None:
        """What must hold whenever plots are written (6.4a, 7.0-gen-1, 7.1, 9.71-d4, 9.72a, 13.0-proc-1, 13.1a)."""
        stacks: dict[int, list[Unit]] = {}
        for index, unit in enumerate(state.units):
            if unit.status != ON_MAP:
                assert unit.cell < 0
                continue
            assert 0 <= unit.level <= 3
            assert (unit.hits, unit.shaken, unit.pinned) == (0, False, False)
            if unit.aboard == NOBODY:
                stacks.setdefault(unit.cell, []).append(unit)
            else:
                vehicle = state.units[unit.aboard]
                assert (vehicle.cargo, vehicle.cell, vehicle.status) == (index, unit.cell, ON_MAP)
        for stack in stacks.values():
            assert len({unit.side for unit in stack}) == 1
            assert len(stack) == 1 or (
                all(map(digs, stack)) and len({"inf" in u.type for u in stack}) == len(stack) == 2
            )
        for works in state.works:
            assert all(map(digs, stacks.get(works.cell, [])))
            assert any(unit.side == works.side for unit in stacks[works.cell])
        assert len(set(state.wrecks)) == len(state.wrecks)
        assert (state.fresh, state.impacts, state.lots, state.run) == ([], [], [], None)

    def turn(self, state: KampfState, events: Iterable[Event]) -> None:
        """Judges the events of the turn that began with this position."""
        told = [event for event in events if event.turn == state.turn]
        plots = _plots(told)
        fired: set[str] = set()
        for event in told:
            if event.kind == "shot":
                crew = set(str(event.data["unit"]).split())
                assert not crew & fired, "nobody fires twice (9.0-gen-3)"
                fired |= crew
                self._shot(state, event)
            elif event.kind == "shelled":
                self._shelled(state, event, plots)
        self._triggers(state, told, plots)

    def _shot(self, state: KampfState, event: Event) -> None:
        """An attack by direct or opportunity fire."""
        units = {unit.id: unit for unit in state.units}
        at, data = str(event.data["at"]), event.data
        targets = [units[name] for name in str(data["target"]).split()]
        firers: list[tuple[str, int, bool]] = []
        for name in str(data["unit"]).split():
            unit, here = units[name], self.board.labels[units[name].cell]
            assert not unit.level
            assert unit.aboard == NOBODY
            assert not second.blocked(here, at, self.hexes, self.sides)
            firers.append((unit.type, second.away(here, at), second.through_crest(here, at, self.hexes, self.sides)))
        if any(unit.aboard != NOBODY for unit in targets):
            return  # a rider, with a defence of its own
        dug = any(self.board.labels[one.cell] == at and one.side == targets[0].side for one in state.works)
        wreck = self.board.cell(at) in state.wrecks
        value = second.superiority(firers, [unit.type for unit in targets], self.hexes[at], wreck, dug)
        assert value == data["superiority"], event
        result = second.results(value)[int(str(data["die"])) - 1]
        assert data["result"] == ("none" if data["opportunity"] and result == "P" else result), event
        self.seen["shot"] += 1

    def _shelled(self, state: KampfState, event: Event, plots: Mapping[str, list[str]]) -> None:
        """H fire at one unit."""
        units, at = {unit.id: unit for unit in state.units}, str(event.data["hex"])
        unit = units[str(event.data["unit"])]
        carrier = unit if unit.aboard == NOBODY else state.units[unit.aboard]
        loose, covered = event.data["pattern"] == "loose", self.hexes[at] in ("woods", "town")
        dug = carrier is unit and digs(unit) and any(
            self.board.labels[one.cell] == at and one.side == unit.side for one in state.works
        )  # fmt: skip
        assert not (loose and second.counter(unit.type)[4])
        moves = any(len(word) > 1 and word[0] in "ABCDEFV" for word in plots.get(carrier.id, [])[:1])
        column = "moving" if moves or (loose and (covered or dug)) else "static"
        row = min(6, int(str(event.data["die"])) + (covered and not loose and not dug))
        assert (event.data["column"], event.data["result"]) == (column, SHELLS[column][row - 1]), event
        self.seen["shelled"] += 1

    def _triggers(self, state: KampfState, told: Sequence[Event], plots: Mapping[str, list[str]]) -> None:
        """Who sets off Opportunity Fire: point by point, all that entered a hex together (9.22, 9.23)."""
        waiting = {name: words[1] for name, words in plots.items() if words[0] == "P"}
        for event in told:
            if event.kind == "panicked" or (event.kind in ("disrupted", "destroyed") and event.step == "fire"):
                waiting.pop(str(event.data["unit"]), None)
        where = {unit.id: self.board.labels[unit.cell] if unit.cell >= 0 else "" for unit in state.units}
        for moves, rest in _points(told):
            steps = [(name, where[name], to) for name, to in moves]
            where.update((name, to) for name, _, to in steps)
            shots: dict[str, str] = {}
            dead: set[str] = set()
            for event in rest:
                if event.data.get("opportunity") or event.kind == "lost_fire":
                    shots.update(dict.fromkeys(str(event.data["unit"]).split(), str(event.data["target"])))
                elif event.kind == "destroyed" and not shots:
                    dead.add(str(event.data["unit"]))
            living = [step for step in steps if step[0] not in dead]
            due = {name: found for name, line in waiting.items() if (found := self._first(state, name, line, living))}
            assert shots.keys() == due.keys(), (shots, due, steps)
            assert all(shots[name] in due[name] for name in due)
            self.seen["triggered"] += len(due)
            for event in rest:
                if event.kind == "destroyed":
                    waiting.pop(str(event.data["unit"]), None)
            for name in due:
                del waiting[name]

    def _first(self, state: KampfState, name: str, line: str, steps: Iterable[tuple[str, str, str]]) -> set[str]:
        """The units, the nearest ones, that come into the line of a firer and may be fired at."""
        units = {unit.id: unit for unit in state.units}
        firer, here = units[name], self.board.labels[units[name].cell]
        found: list[tuple[int, str]] = []
        for mover, before, after in steps:
            crosses = bool(before) and second.runs_along(here, line, before, after)
            enters = after != here and second.passes(here, line, after)
            away = second.away(here, after)
            if units[mover].side == firer.side or not (crosses or enters):
                continue
            if second.blocked(here, after, self.hexes, self.sides) or (
                self.hexes[after] in ("woods", "town") and away > 3
            ):
                continue
            if second.counter(firer.type)[1] != "R" or not second.counter(units[mover].type)[4]:
                found.append((away, mover))
        nearest = min(found, default=(0, ""))[0]
        return {mover for away, mover in found if away == nearest}


def _plots(told: Iterable[Event]) -> dict[str, list[str]]:
    """The plots of a turn as they were told: the words of each unit."""
    lines = [line.split() for event in told if event.kind == "plots" for line in str(event.data["plots"]).split("; ")]
    return {words[0]: words[1:] for words in lines if len(words) > 1}


def _points(told: Iterable[Event]) -> list[tuple[list[tuple[str, str]], list[Event]]]:
    """The movement of a turn, point by point: who entered which hex, and what happened then."""
    found: list[tuple[list[tuple[str, str]], list[Event]]] = []
    point: object = None
    for event in told:
        if event.step not in ("move", "answer", "counter"):
            continue
        if event.kind in ("moved", "entered"):
            if not found or found[-1][1] or event.data["point"] != point:
                found.append(([], []))
            point = event.data["point"]
            found[-1][0].append((str(event.data["unit"]), str(event.data["hex"])))
        elif found:
            found[-1][1].append(event)
    return found
