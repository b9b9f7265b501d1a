"""Indirect fire, barrages and smoke before a referee: who calls whom onto what, and what comes down where (6.5.1)."""

from __future__ import annotations

from typing import Any

from hulldown.core.events import Event
from hulldown.core.orders import Order, Side
from hulldown.games.panzer.data.advanced_tables import cell as table
from hulldown.games.panzer.data.batteries import support
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.advanced.support import Support
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState
from support.panzer_account import Account, Piece

NONE = Support()


class ShellReferee(Account):
    """Judges sections 6.5.1, 6.6.6 and the smoke of 6.1.4.3.10."""

    def gather(self, scenario: Scenario) -> None:
        self.batteries = {one.id: one for one in support(scenario)}
        self.smoke: dict[frozenset[int], int] = {}
        """The turns in which smoke was made last."""
        self.plans: dict[str, int] = {}
        """The last turns of planned missions."""
        self.volley: tuple[str, set[str]] | None = None
        """The fire that comes down now, and whom it has not struck yet."""

    def support(self, state: PanzerState) -> Support:
        return state.support if isinstance(state.support, Support) else NONE

    def ordered(self, side: Side, order: Order) -> None:
        for task in order.tasks if order.kind == "indirect" else ():
            if task.kind in ("CALL", "SUSTAIN", "CORRECT"):
                self._called(side, task)

    def _called(self, side: Side, task: Any) -> None:
        """An observer watches, and calls free sources onto an enemy that it spots (6.5.1.1, 6.5.1.7)."""
        piece, units = self.pieces[task.unit], self.before.units
        labels, watch = set(piece.member.labels), self.bearer(piece).command
        self.need(watch == "OW" and bool(labels & {"FO", "Command", "Recon"}), "6.5.1i", task, watch)
        self.deed(piece.name, "call")
        spotted = {units[seen].cell for seen in piece.unit.sees if units[seen].status == ON_MAP}
        mine = [one for one in self.support(self.before).missions if one.observer == piece.name]
        self.need(not any(one.danger and one.landed < self.turn for one in mine), "6.5.1.10b", task)
        if task.kind == "SUSTAIN":
            self.need(any(self.away(one.cell, cell) <= 1 for one in mine for cell in spotted), "6.5.1.8.1d", task)
            return
        self.need(task.cells[0] in spotted, "6.5.1.7c", task)
        if task.kind == "CORRECT":
            self.need(bool(mine) and all(self.away(one.cell, task.cells[0]) <= 3 for one in mine), "6.5.1.8.2a", task)
        for source in (*task.targets, *(task.choice.partition(" by ")[2].split("+") if " by " in task.choice else ())):
            self.need(not self.counts["fire", source], "6.5.1l", task, source)
            if side == "soviet" and "FO" not in labels:
                self.need(self._level(source, piece) == "attached", "6.5.1.1.2-soviet", task, source)
            if source in self.pieces:
                gun = self.pieces[source]
                sees = {units[seen].cell for seen in gun.unit.sees if units[seen].status == ON_MAP}
                self.need(gun.command == "FIRE" and task.cells[0] not in sees, "6.5.1f", task, source)

    def _level(self, source: str, observer: Piece) -> str:
        battery = self.batteries.get(source)
        if battery is None:
            return "attached" if self.members[source].formation == observer.member.formation else "unattached"
        if battery.attachment == "organic" and not battery.formations:
            return "organic"
        return battery.attachment if observer.member.formation in battery.formations else "unattached"

    def on_response(self, data: Any, event: Event) -> None:
        """The die against the table; the enemy is not told who observes, nor any number (6.5.1.12, 6.5.1o)."""
        if data["side"] not in event.audience:
            told = {"side", "source", "hex", "fire", "sheaf", "outcome"}
            self.need(set(data) == told and not event.factors, "6.5.1o", data)
            return
        source, observer = str(data["source"]), self.piece(data)
        self.counts["roll", source] += 1
        self.need(self.counts["roll", source] == 1 and event.audience == (data["side"],), "6.5.1l", data)
        labels = observer.member.labels
        level = next((one for one in ("BHQ", "RHQ") if one in labels), "CHQ") if "Command" in labels else "Recon"
        needs = table("response", "FO" if "FO" in labels else level, self._level(source, observer)).number
        responds = data["roll"] != 1 and data["roll"] + data["net"] >= needs
        self.need(needs == data["needs"] and responds == (data["outcome"] == "responds"), "6.5.1.12d", data, needs)
        self.need(data["outcome"] != "astray" or data["roll"] == 1, "6.5.1.12f", data)
        if source in self.pieces:
            self.deed(source, "indirect")

    def on_astray(self, data: Any, event: Event) -> None:
        near = self.away(self.cell(data), self.board.by_label[str(data["called"])]) <= 5
        own = [one for one in self.pieces.values() if one.out and one.cell == self.cell(data)]
        self.need(near and any(one.side == data["side"] for one in own), "6.5.1.12f", data)

    def _fires(self, source: str, planned: bool) -> None:
        """One source fires once a turn; a battery waits a turn after a planned mission (6.5.1l, 6.5.1.11.1e)."""
        self.counts["fire", source] += 1
        self.need(self.counts["fire", source] == 1, "6.5.1l", source)
        self.need(planned or self.turn > self.plans.get(source, -2) + 1, "6.5.1.11.1e", source)
        if source in self.pieces:
            self.deed(source, "indirect")
            self.acted.add(source)
            self.need(self.pieces[source].out and self.pieces[source].command == "FIRE", "6.5.1h", source)

    def on_no_smoke(self, data: Any, event: Event) -> None:
        if event.step.startswith("fire"):
            self.on_smoke_laid({"unit": data["source"]}, event)
        else:
            self._fires(str(data["source"]), True)

    def on_smoke_laid(self, data: Any, event: Event) -> None:
        piece = self.piece(data)
        self.acted.add(piece.name)
        self.deed(piece.name, "smoke")
        self.need(piece.command in ("FIRE", "HALT"), "6.1.4.3.10d", data)
        if "hex" in data:
            own = [one for one in self.pieces.values() if one.out and one.cell == self.cell(data)]
            self.need(all(one.side != piece.side for one in own), "6.1.4.3.10e", data)
            self.smoke[frozenset((self.cell(data),))] = self.turn

    def on_impact(self, data: Any, event: Event) -> None:
        """Fire comes down: as plotted, within its limits, and on all in the SHEAF (6.5.1.5, 6.5.1.11, 6.5.1n)."""
        self.end_volley()
        source, cell = str(data["source"]), self.cell(data)
        far = {"one": 0, "closed": 1, "open": 2}.get(str(data["sheaf"]), -1)
        area = frozenset(one for one in self.board.cells if self.away(cell, one) <= far)
        area |= {cell, *(self.straight(cell, self.facing_of(data), 6) if data["sheaf"] == "linear" else ())}
        self._fires(source, bool(data["planned"]))
        if data["planned"]:
            plans = [one for one in self.support(self.before).plans if one.battery == source]
            running = [one for one in plans if one.begun and self.turn < one.begun + one.turns]
            coming = [one for one in plans if not one.begun and abs(one.turn - self.turn) <= 1]
            plan = min(running or coming or plans, key=lambda one: one.turn)
            begun = plan.begun or self.turn
            self.need(plan.turns <= 5 and abs(begun - plan.turn) <= 1, "6.5.1.11.2", data)
            self.need(self.away(plan.cell, cell) <= 5, "6.5.1.11.3", data)
            self.need(plan.begun > 0 or self.turn > self.plans.get(source, -2) + 1, "6.5.1.11.1e", data)
            self.plans[source] = begun + plan.turns - 1
        if data["fire"] == "Smoke":
            self.smoke[area] = self.turn
            return
        hinders = -20 * (data["sheaf"] == "open") - 10 * (source in self.short)
        self.fell[source] = area, -1 if data["planned"] else cell, hinders
        self.volley = source, self.in_hexes(area)

    def end_volley(self) -> None:
        if self.volley is not None:
            self.need(not self.volley[1], "6.5.1n", *self.volley)
        self.volley = None

    def on_shelled(self, data: Any, event: Event) -> None:
        source, piece, moving = str(data["source"]), self.piece(data), 0
        _, point, hinders = self.fell[source]
        if event.rule == "6.6.6a":
            self.need((source, piece.name) in self.due, "6.6.6b", data)
            self.due.discard((source, piece.name))
        else:
            owed = self.volley[1] if self.volley is not None and self.volley[0] == source else set()
            self.need(piece.name in owed, "6.5.1n", data)
            owed.discard(piece.name)
            moving = -20 if piece.cell == point else 0
        if source in self.pieces:
            hinders -= 20 * bool(self.pieces[source].suppressed) + 10 * self.pieces[source].damaged
        self.need(data["net"] == hinders + self.brought(piece, moving), "6.5.4.3", data)
        self.fired_at.add(piece.name)
        self.result(piece, data)
