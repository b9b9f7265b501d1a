"""An account of a game of Panzer's Advanced Game, kept from its events alone: where each unit is, and in what state.

After every order it must agree with the state of the game, so that nothing happens untold and nothing told is left out.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from hulldown.core.board import LETTERS, Board
from hulldown.core.events import Event
from hulldown.games.panzer.data.arsenal import targets
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.roster import Member
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, IMPROVED, OFF, ON
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.state import (
    BAILED_OUT,
    BREWED_UP,
    CARRIED,
    ELIMINATED,
    EXITED,
    KNOCKED_OUT,
    ON_MAP,
    WAITING,
    PanzerState,
)

LOST = {
    "knocked_out": KNOCKED_OUT, "brewed_up": BREWED_UP, "eliminated": ELIMINATED, "bailed_out": BAILED_OUT,
    "burned": ELIMINATED,
}  # fmt: skip
GONE = tuple(LOST.values())
MOVING = ("MOVE", "HALT")
EDGES = ("north", "south", "east", "west")


class Piece:
    """What the account says of a unit; `state` is that before an order."""

    def __init__(self, state: PanzerState, index: int, member: Member) -> None:
        unit, detail = state.units[index], state.units[index].detail
        self.index, self.member, self.unit = index, member, unit
        self.name, self.side, self.type, self.status = unit.id, unit.side, unit.type, unit.status
        self.cell, self.command, self.known = unit.cell, unit.command, unit.known
        self.suppressed, self.damaged, self.track = detail.suppressed, unit.damaged, detail.track
        self.upper, self.inside, self.crawls = detail.upper, detail.inside, detail.manner == "crawling"
        self.carrier = state.units[detail.carrier].id if detail.carrier >= 0 else ""
        posts = [work.kind for work in state.works if work.unit == index and not work.progress]
        self.entrenched, self.improved = ENTRENCHMENT in posts, IMPROVED in posts

    @property
    def card(self) -> Any:
        return targets()[self.type]

    @property
    def leg(self) -> bool:
        return isinstance(self.card, LegUnit)

    @property
    def vehicle(self) -> bool:
        return isinstance(self.card, Vehicle)

    @property
    def size(self) -> str:
        return self.card.size.name if self.leg else "towed"

    @property
    def out(self) -> bool:
        return self.status == ON_MAP

    @property
    def moves(self) -> bool:
        """Whether it is seen to have a command by which it moves."""
        return self.known and self.command in MOVING


class Account:
    """The pieces between two states, and the objections of whoever judges them; `seen` counts what was judged."""

    def __init__(self, board: Board, ground: Ground, members: tuple[Member, ...]) -> None:
        self.board, self.ground = board, ground
        self.members = {member.id: member for member in members}
        self.pieces: dict[str, Piece] = {}
        self.faults: list[str] = []
        self.seen: Counter[str] = Counter()
        self.turn = 0
        self.owed: list[tuple[str, str]] = []
        """What must be told next: kind and unit."""

    def need(self, holds: bool, rule: str, *what: object) -> None:
        self.seen[rule] += 1
        if not holds:
            self.faults.append(f"turn {self.turn}, {rule}: {' '.join(map(str, what))}")

    # Geometry.

    def away(self, one: int, other: int) -> int:
        q, r = self.board.q[other] - self.board.q[one], self.board.r[other] - self.board.r[one]
        return max(abs(q), abs(r), abs(q + r))

    def _point(self, cell: int) -> tuple[float, float]:
        return self.board.q[cell] * math.sqrt(3) / 2, self.board.r[cell] + self.board.q[cell] / 2

    def _bearing(self, one: int, other: int) -> float:
        (x, y), (u, v) = self._point(one), self._point(other)
        return math.degrees(math.atan2(v - y, u - x))

    def in_front(self, cell: int, facing: int, other: int) -> bool:
        """Whether a hex is within 30 degrees of a facing (C4, O5)."""
        ahead, behind = self.board.neighbours[cell][facing], self.board.neighbours[cell][(facing + 3) % 6]
        way = self._bearing(cell, ahead) if ahead >= 0 else self._bearing(behind, cell)
        return cell != other and abs((self._bearing(cell, other) - way + 180) % 360 - 180) < 30.01

    def straight(self, cell: int, facing: int, hexes: int) -> list[int]:
        """So many hexes straight ahead, those on the map."""
        found: list[int] = []
        while len(found) < hexes and (cell := self.board.neighbours[cell][facing]) >= 0:
            found.append(cell)
        return found

    def edges(self, cell: int) -> set[str]:
        return {edge for edge in EDGES if cell in self.board.edges.get(edge, ())}

    # Who is where.

    def begin(self, state: PanzerState) -> None:
        self.before, self.owed = state, []
        self.pieces = {unit.id: Piece(state, index, self.members[unit.id]) for index, unit in enumerate(state.units)}

    def piece(self, data: Any, key: str = "unit") -> Piece:
        return self.pieces[str(data[key])]

    def cell(self, data: Any) -> int:
        return self.board.by_label[str(data["hex"])]

    def bearer(self, piece: Piece) -> Piece:
        """The unit whose command a unit has: its carrier, or itself."""
        return self.pieces[piece.carrier] if piece.status == CARRIED else piece

    def where(self, piece: Piece) -> int:
        return self.bearer(piece).cell

    def aboard(self, name: str) -> list[Piece]:
        return [one for one in self.pieces.values() if one.status == CARRIED and one.carrier == name]

    def in_hexes(self, cells: Any) -> set[str]:
        """All units in some hexes, passengers too."""
        found = [one for one in self.pieces.values() if one.status in (ON_MAP, CARRIED)]
        return {one.name for one in found if self.where(one) in cells}

    def foes_in(self, piece: Piece, cell: int) -> list[str]:
        return [one.name for one in self.pieces.values() if one.out and one.cell == cell and one.side != piece.side]

    # What events tell.

    def expect(self, event: Event) -> None:
        """What a shot does must be told next."""
        if self.owed:
            want = self.owed.pop(0)
            self.need((event.kind, event.data.get("unit")) == want, "results", want, "but", event.kind, event.data)

    def tell(self, event: Event) -> None:
        """Books an event."""
        data, kind = event.data, event.kind
        if kind in LOST:
            self._lost(self.piece(data), kind)
        elif kind == "suppressed":
            self.piece(data).suppressed = ON
        elif kind == "damaged":
            self.piece(data).damaged = True
        elif kind == "immobilised":
            self.piece(data).track = True
        elif kind == "reduced":
            self.piece(data).type = str(data["type"])
        elif kind == "recovery" and data["recovered"] and data["unit"] in self.pieces:
            self.piece(data).suppressed = ""
        elif kind in ("shown", "revealed", "turned_up"):
            self.piece(data).known = True
        elif kind == "shared":
            for name in str(data["units"]).split():
                self.pieces[name].known = True
        elif kind in ("broke_in", "came_out", "stopped"):
            self.piece(data).inside = data["where"] == "inside"
        else:
            self._placed(kind, data)

    def _placed(self, kind: str, data: Any) -> None:
        if kind in ("deployed", "moved", "walked", "entered", "crawled", "followed", "backed_up", "at_wall"):
            piece = self.piece(data)
            if kind != "deployed" and data["hex"] != (self.board.labels[piece.cell] if piece.cell >= 0 else ""):
                piece.entrenched = piece.improved = piece.upper = piece.inside = False
            piece.cell = self.board.by_label.get(str(data["hex"]), -1)
            piece.status = ON_MAP if piece.cell >= 0 else WAITING
            piece.crawls = kind == "crawled"
            for one in self.pieces.values():
                if one.carrier == piece.name and one.status in (WAITING, CARRIED):
                    one.status = CARRIED if piece.out else WAITING
        elif kind in ("dismounted", "jumped"):
            piece = self.piece(data)
            self.need(piece.status == CARRIED and piece.carrier == data["carrier"], "6.6.7.1.1b", data)
            piece.status, piece.cell, piece.carrier = ON_MAP, self.cell(data), ""
        elif kind == "mounted":
            piece = self.piece(data)
            piece.status, piece.carrier = CARRIED, str(data["carrier"])
        elif kind == "left":
            for one in [self.piece(data), *self.aboard(str(data["unit"]))]:
                one.status = EXITED

    def _lost(self, piece: Piece, kind: str) -> None:
        """A unit is lost; who brews up suppresses friends in its hex, but passengers under cover (6.5.2.5-bu-b)."""
        piece.cell = self.where(piece)
        piece.status = LOST[kind]
        if kind != "brewed_up":
            return
        for one in self.pieces.values():
            covered = one.status == CARRIED and self.pieces[one.carrier].card.under_cover
            near = one.status in (ON_MAP, CARRIED) and self.where(one) == piece.cell and one.side == piece.side
            if near and not covered and one.suppressed != ON:
                self.owed.append(("suppressed", one.name))

    def adjusted(self) -> None:
        """The end of a turn: Suppression/ON becomes OFF (6.8.4)."""
        for piece in self.pieces.values():
            piece.suppressed = OFF if piece.suppressed == ON else piece.suppressed

    def compare(self, state: PanzerState) -> None:
        """The account must be the state."""
        for unit, piece in zip(state.units, self.pieces.values(), strict=True):
            told = (piece.status, piece.type, piece.damaged, piece.track, piece.suppressed)
            real = (unit.status, unit.type, unit.damaged, unit.detail.track, unit.detail.suppressed)
            self.need(told == real, "account", unit.id, told, real)
            if piece.out:
                self.need(piece.cell == unit.cell, "account", unit.id, "in", self.board.labels[unit.cell])

    def facing_of(self, data: Any) -> int:
        return LETTERS.index(str(data["facing"])) if "facing" in data else 0
