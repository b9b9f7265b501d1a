"""Aircraft and AA fire before a referee: how they fly, acquire, attack, and what fires at them (6.7)."""

from __future__ import annotations

from typing import Any, NamedTuple

from hulldown.core.board import LETTERS
from hulldown.core.events import Event
from hulldown.games.panzer.data.advanced_tables import cell as table
from hulldown.games.panzer.data.airforce import airmen
from hulldown.games.panzer.data.loading import Scenario
from support.panzer_account import Account, Piece

LOITER = 5
AHEAD = {"strafe slow": 2, "strafe fast": 3, "bombs low": 1, "bombs medium": 2, "bombs high": 2}


class Over(NamedTuple):
    """A hex of a flight."""

    cell: int
    facing: int
    speed: str
    altitude: str


class AirReferee(Account):
    """Judges section 6.7; the line of sight is not judged."""

    def prepare(self, scenario: Scenario) -> None:
        self.airmen = {one.id: one for one in airmen(scenario)}
        self.haze = scenario.haze
        self.first: dict[str, int] = {}
        self.last: dict[str, tuple[int, set[str]]] = {}
        """The turn of the last flight, and the edges by which it ended."""
        self.uses: dict[tuple[str, str], int] = {}
        self.strike: set[str] | None = None
        """Whom an attack has still to strike."""

    def on_air_entered(self, data: Any, event: Event) -> None:
        """Once a turn for five turns, by the edge it left in the turn before (6.7.2.1)."""
        name, cell = str(data["unit"]), self.cell(data)
        man, (turn, edges) = self.airmen[name], self.last.get(name, (-2, set()))
        first = self.first.setdefault(name, self.turn)
        plane = next(one for one in self.before.air.planes if one.id == name)
        self.need(man.first <= first <= man.last and self.turn < first + LOITER, "6.7.2.1b", data, first)
        self.need(turn != self.turn and not plane.lost, "6.7.2.1c", data)
        self.need(bool(self.edges(cell) & (edges if turn == self.turn - 1 else self.edges(cell))), "6.7.2.1d", data)
        speeds = ("slow",) if plane.damaged else man.card.speeds
        self.need(data["speed"] in speeds, "6.7.2.2a", data)
        self.plane, self.man, self.turned = plane, man, False
        self.hurt, self.shaken, self.shaken_at_start = plane.damaged, bool(plane.suppressed), bool(plane.suppressed)
        self.path = [Over(cell, LETTERS.index(str(data["facing"])), str(data["speed"]), str(data["altitude"]))]
        self.since, self.last[name] = 0, (self.turn, set())

    @property
    def over(self) -> Over:
        return self.path[-1]

    def on_air_turned(self, data: Any, event: Event) -> None:
        facing = LETTERS.index(str(data["facing"]))
        aside = (facing - self.over.facing) % 6 in (1, 5)
        self.need(self.over.speed == "slow" and not self.turned and aside, "6.7.2.3.1a", data)
        self.turned = True
        self.path[-1] = self.over._replace(facing=facing)

    def on_air_moved(self, data: Any, event: Event) -> None:
        self.end_strike()
        now = Over(self.cell(data), LETTERS.index(str(data["facing"])), str(data["speed"]), str(data["altitude"]))
        ahead = self.straight(self.over.cell, self.over.facing, 1)
        self.need(now == self.over._replace(cell=ahead[0] if ahead else -1), "6.7.2.3", data, self.over)
        self.path.append(now)

    def on_air_left(self, data: Any, event: Event) -> None:
        self.end_strike()
        self.need(not self.straight(self.over.cell, self.over.facing, 1), "6.7.2", data)
        self.last[self.plane.id] = (self.turn, self.edges(self.over.cell))

    def on_air_announced(self, data: Any, event: Event) -> None:
        """With what it has left, from the altitude and the place that the attack needs (5.16.2.6, 6.7.3)."""
        self.end_strike()
        target, kind = self.piece(data, "target"), str(data["attack"])
        weapon = {"strafe": "strafe", "rocket": "rockets"}.get(kind, "bombs")
        used = self.uses[self.plane.id, weapon] = self.uses.get((self.plane.id, weapon), 0) + 1
        limited = self.before.options.get("ammo_limits") != "off"
        self.need(used <= self.man.card.weapons[weapon].ammo or not limited, "5.16.2.6", data)
        self.need(weapon in ("strafe", self.plane.load), "6.7.1b", data, self.plane.load)
        altitudes = {"strafe": ("low",), "rocket": ("low",), "dive": ("high",)}.get(kind, ("medium", "high"))
        dives = kind != "dive" or (self.man.card.dive and self.over.speed == "slow")
        self.need(self.over.altitude in altitudes and dives, "6.7.3.3a", data, self.over)
        line = self.straight(self.over.cell, self.over.facing, 10 if kind == "rocket" else 1)
        self.need(target.cell in (line[1:] if kind == "rocket" else line), "6.7.3.2b", data)
        self._acquired(target, data)
        if kind == "dive":
            self.path[-1] = self.over._replace(altitude="low")
        struck = f"{weapon} {self.over.speed if weapon == 'strafe' else self.over.altitude}"
        self.area = {target.cell, *self.straight(target.cell, self.over.facing, AHEAD.get(struck, 1) - 1)}
        if struck == "bombs high":
            self.area |= {self.board.neighbours[target.cell][(self.over.facing + turn) % 6] for turn in (1, 5)}
        self.since, self.weapon = len(self.path), weapon

    def _acquired(self, target: Piece, data: Any) -> None:
        """Enough hexes in a row with the target in front; who is near the edge is acquired at once (6.7.3.1.1)."""
        needed = table("air-spotting", f"{self.over.speed}-{self.over.altitude}", "acquire").number
        needed *= 2 if self.shaken_at_start else 1
        legs = self.path[self.since :]
        behind = [not self.in_front(one.cell, one.facing, target.cell) for one in reversed(legs)]
        run = behind.index(True) if True in behind else len(legs)
        near = run == len(self.path) and self.away(self.path[0].cell, target.cell) < needed
        self.need(near or run >= needed, "6.7.3.1.1a", data, run, needed)
        if "woods" in self.ground.rows[target.cell].name:
            own = [one for one in self.pieces.values() if one.side == self.plane.side and "FO" in one.member.labels]
            self.need(any(self.bearer(one).command == "OW" for one in own), "6.7.3.1.2a", data)

    def on_air_guided(self, data: Any, event: Event) -> None:
        self.need("FO" in self.piece(data).member.labels, "6.7.3.1.2b", data)
        self.deed(str(data["unit"]), "guide")

    def on_air_strike(self, data: Any, event: Event) -> None:
        """All in the pattern are attacked one by one, with the modifiers of 6.7.3.5 and of the target."""
        piece = self.piece(data, "target")
        if self.strike is None:
            self.strike = self.in_hexes(self.area)
        self.need(piece.name in self.strike, "6.7.3.2c", data)
        self.strike.discard(piece.name)
        self.fired_at.add(piece.name)
        net = self.brought(piece, -10)
        if event.rule == "6.7.3.2c":
            net += {"low": 20, "medium": 10, "high": 0}[self.over.altitude] - 20 * (self.over.speed == "fast")
            net -= 20 * self.shaken + 10 * self.hurt
            band = {"strafe": "E", "rockets": str(data["band"])}.get(self.weapon, "")
            net += self.graded(self.man.grade, f"gp_{band}") if band else 0
        if not self.haze:
            self.need(net == data["net"], "6.7.3.5a", net, data)
        self.result(piece, data)

    def end_strike(self) -> None:
        if self.strike is not None:
            self.need(not self.strike, "6.7.3.2c", "missed", self.strike)
        self.strike = None

    def on_aa_announced(self, data: Any, event: Event) -> None:
        """By Overwatch, in range, at an altitude that it reaches; towed guns to their front (6.7.4)."""
        piece = self.piece(data)
        row = piece.card.antiair
        self.need(piece.command == "OW" and piece.out and row is not None, "6.7.4", data, piece.command)
        self.deed(piece.name, "aa")
        self.need(self.away(piece.cell, self.over.cell) <= row.reach, "3.5.2a", data)
        self.need(row.high or self.over.altitude != "high", "6.7.4.1.2d", data)
        ahead = piece.vehicle or self.away(piece.cell, self.over.cell) == 0
        self.need(ahead or self.in_front(piece.cell, piece.unit.facing, self.over.cell), "6.7.4.1.2c", data)

    def on_aa_shot(self, data: Any, event: Event) -> None:
        piece = self.piece(data)
        net = {"low": 10, "medium": 0, "high": -10}[self.over.altitude] - 10 * (self.over.speed == "fast")
        net += piece.card.antiair.modifier + self.graded(piece.member.grade, f"gp_{data['band']}")
        net -= 20 * bool(piece.suppressed) + 10 * piece.damaged + 10 * (piece.name in self.short)
        self.need(net == data["net"] and data["result"] == data["roll"] + net, "6.7.4.2a", net, data)
        self.shaken |= data["effect"] == "suppressed"
        if data["effect"] == "damaged":
            self.hurt = True
            self.path[-1] = self.over._replace(speed="slow")

    def on_air_crashed(self, data: Any, event: Event) -> None:
        """Some hexes ahead, half of them at Low altitude; off the map it strikes nobody (6.7.4.2.1)."""
        self.end_strike()
        hexes = data["roll"] // (2 if self.over.altitude == "low" else 1)
        line = [self.over.cell, *self.straight(self.over.cell, self.over.facing, hexes)]
        where = self.board.labels[line[hexes]] if len(line) > hexes else ""
        self.need((hexes, where) == (data["hexes"], data["hex"]), "6.7.4.2.1-eliminated-a", data, where)
        self.area = {line[-1]} if where else set()
