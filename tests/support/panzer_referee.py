"""A referee for Panzer's Advanced Game, part 2: follows a game by its events and objects to what breaks a rule.

It judges by a reading of the rules of its own: who acts how often and by which command, fire and what it does,
recovery, smoke, commands, the score. Indirect fire is judged in `panzer_shell_referee`, close combat in
`panzer_melee_referee`, aircraft in `panzer_air_referee`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from hulldown.core.events import Event
from hulldown.core.orders import Order, Side
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.advanced_tables import cell as table
from hulldown.games.panzer.data.aircraft import aircraft
from hulldown.games.panzer.data.arsenal import targets
from hulldown.games.panzer.data.roster import roster
from hulldown.games.panzer.rules.advanced.pieces import OFF, ON
from hulldown.games.panzer.rules.state import CARRIED, EXITED, ON_MAP, PanzerState, enemy_of
from support.panzer_account import GONE, MOVING, Piece
from support.panzer_air_referee import AirReferee
from support.panzer_melee_referee import MeleeReferee
from support.panzer_shell_referee import ShellReferee

UNIQUE = ("FIRE", "HALT", "MOVE", "OW")
ACTS = (
    "deployed", "moved", "walked", "entered", "crawled", "turned", "stays", "searches", "mounted", "dismounted",
    "jumped", "at_wall", "climbed", "descended", "overrun_announced", "announced", "smoke_laid", "aa_announced",
)  # fmt: skip
"""What overwatch may answer, in movement and after fire; some of it is more than the rules let it answer."""


class Referee(ShellReferee, MeleeReferee, AirReferee):
    """Judges the games of one scenario, order by order."""

    def __init__(self, state: PanzerState) -> None:
        scene = scene_of(state)
        super().__init__(scene.board, scene.ground, roster(scene.scenario))
        self.scenario = scene.scenario
        self.prepare(scene.scenario)
        self.gather(scene.scenario)
        self.new_turn(state.turn)

    def new_turn(self, turn: int) -> None:
        self.turn = turn
        self.deeds: dict[str, set[tuple[str, int]]] = {}
        self.acted: set[str] = set()
        self.fired_at: set[str] = set()
        self.fell: dict[str, tuple[frozenset[int], int, int]] = {}
        """GP fire of this turn: its hexes, its Target Point, what hinders it."""
        self.struck: set[tuple[str, str]] = set()
        self.due: set[tuple[str, str]] = set()
        """Movers whom barrages must strike now."""
        self.counts: Counter[tuple[str, str]] = Counter()
        self.new_melee()

    def follow(self, before: PanzerState, side: Side, order: Order, step: Any) -> None:
        """Judges an order and what came of it."""
        self.begin(before)
        self.exchange, self.short = 0, set()
        self.ordered(side, order)
        for event in step.events:
            if event.turn > self.turn or event.kind == "over":
                self.adjusted()
                self.new_turn(event.turn)
            self.exchange += event.kind not in ("announced", "shared", "revealed", "spent", "aa_announced")
            self.expect(event)
            judge = getattr(self, f"on_{event.kind}", None)
            if judge is not None:
                judge(event.data, event)
            old = self.pieces[str(event.data["unit"])].cell if event.data.get("unit") in self.pieces else -1
            self.tell(event)
            self._follow_up(event, old)
        state = step.state
        self.need(not self.owed, "results", "nothing came of", self.owed)
        for source, name in self.due:
            self.need(self.pieces[name].status in GONE, "6.6.6a", name, "is not struck by", source)
        self.due = set()
        if self.volley is not None and not self.support(state).queue:
            self.end_volley()
        if not getattr(state.air, "flight", None):
            self.end_strike()
        self.compare(state)
        self._position(state)
        if any(event.kind == "graded_initiative" for event in step.events):
            self._commands(state)
        if state.outcome is not None:
            self._score(state)

    def _follow_up(self, event: Event, old: int) -> None:
        """Who acts may be answered; who comes into a new hex meets the barrages there (6.6.6a)."""
        name = str(event.data.get("unit"))
        if event.kind in ACTS:
            piece = self.pieces[name]
            self.acted |= {name, self.bearer(piece).name, str(event.data.get("carrier"))}
        if event.kind in ("moved", "walked", "entered", "crawled", "followed", "at_wall", "dismounted"):
            piece = self.pieces[name]
            away = self.pieces[str(event.data["carrier"])].cell if event.kind == "dismounted" else old
            if piece.cell != away and event.step not in ("shots", "volleys"):
                for one in [piece, *self.aboard(name)]:
                    new = {(source, one.name) for source, (area, _, _) in self.fell.items() if piece.cell in area}
                    self.due |= new - self.struck
                    self.struck |= new
        if event.kind in ("moved", "walked", "entered"):
            self.need(self.pieces[name].command in MOVING, "4.5a", event.data)

    def deed(self, name: str, kind: str, exchange: int = 0) -> None:
        """Each unit fires, watches, calls, guides or attacks once a turn (4.4.1g, 6.5.1i, 6.6.1.1h, 6.7.4.1.1e)."""
        done = self.deeds.setdefault(name, set())
        self.need(not done - {(kind, exchange)}, "4.4.1g", name, kind, "after", done)
        done.add((kind, exchange))

    # Fire and what it does.

    def on_announced(self, data: Any, event: Event) -> None:
        piece, target = self.piece(data), self.piece(data, "target")
        command, watch = self.bearer(piece).command, bool(data["overwatch"])
        self.need(command == "OW" if watch else command in ("FIRE", "HALT"), "4.4.1a", data, command)
        self.need(target.name in self.acted if watch else target.index in piece.unit.sees, "4.4.2b", data)
        self.deed(piece.name, "watch" if watch else "fire", self.exchange if watch else 0)

    def on_ammo(self, data: Any, event: Event) -> None:
        if data["short"]:
            self.short.add(str(data["unit"]))

    def on_ap_shot(self, data: Any, event: Event) -> None:
        target = str(data["target"])
        self.fired_at |= {target, *[one.name for one in self.aboard(target)]}

    on_ap_hit = on_ap_shot

    def on_gp_shot(self, data: Any, event: Event) -> None:
        self.on_ap_shot(data, event)
        self.result(self.piece(data, "target"), data)

    def result(self, piece: Piece, data: Any) -> None:
        """The effect goes by the modified roll, and what it does comes at once (6.5.4.4)."""
        effect, value = data["effect"], data["result"]
        self.need(value == data["roll"] + data["net"], "6.5.4.4b", data)
        level = "none" if value <= data["none_to"] else "suppressed" if value <= data["suppressed_to"] else "effective"
        self.need(effect == level or (piece.vehicle and level != "none"), "6.5.4.4d", data)
        pinned = [("suppressed", piece.name)] if piece.suppressed != ON else []
        wrecks = {"ko": "knocked_out", "bu": "brewed_up", "damaged": "knocked_out" if piece.damaged else "damaged"}
        if effect == "suppressed":
            self.owed += pinned
        elif effect == "effective":
            self.owed += [("reduced", piece.name), *pinned] if piece.size == "squad" else [("eliminated", piece.name)]
        elif effect in wrecks:
            self.owed.append((wrecks[effect], piece.name))
        elif effect == "track" and not piece.track:
            self.owed.append(("immobilised", piece.name))

    def brought(self, piece: Piece, moving: int) -> int:
        """The GP modifiers that a target brings where no line counts: shells, aircraft, crashes (6.5.4.3)."""
        if piece.status == CARRIED:
            return 0
        if not piece.vehicle:
            mount = piece.member.mount
            return 10 * (mount is not None and mount.name == "cavalry") + 10 * piece.crawls - 10 * piece.entrenched
        crowd = sum(one.out and one.cell == piece.cell and not one.leg for one in self.pieces.values())
        house = self.ground.rows[piece.cell].name if piece.inside else ""
        cover = -20 if piece.improved or house == "stone_building" else -10 if house == "brick_building" else 0
        kind = {"P": -10, "A": -20, "S": 0}[piece.card.target_type]
        return kind + (cover if crowd < 6 else 0) + (moving if piece.moves else 0)

    def graded(self, grade: str, column: str) -> int:
        return int(table("unit-grades", grade, column).number)

    def on_recovery(self, data: Any, event: Event) -> None:
        """6.8.3: from OFF only; harder with a command, and for who was fired at (P2, P3, P5)."""
        if data["unit"] in self.pieces:
            piece = self.piece(data)
            more = 20 * (self.bearer(piece).command in UNIQUE) + 10 * (piece.name in self.fired_at)
            self.need(piece.suppressed == OFF and data["net"] == data["roll"] + more, "6.8.3.1", data, more)
            self.need(data["recovered"] == (data["net"] <= data["needs"]), "6.8.3b", data)

    def on_bail_out_roll(self, data: Any, event: Event) -> None:
        piece = self.piece(data)
        value = data["roll"] + {"elite": 5, "green": -5}.get(piece.member.grade, 0)
        out = value >= data["needs"] if data["survives"] else value <= data["needs"]
        self.need(out == data["out"], "6.5.2.6.1b", data)
        wreck = self.bearer(piece).status in GONE
        self.need(wreck == data["survives"], "6.5.2.6.2", data)
        follows = ("dismounted" if piece.status == CARRIED else "bailed_out") if out else "eliminated" if wreck else ""
        if follows:
            self.owed.append((follows, piece.name))

    # After each order.

    def _position(self, state: PanzerState) -> None:
        """Opposing ground units are never in one hex, but for a mover (I12). Smoke is ON, then OFF, then gone (K13)."""
        there: dict[int, set[str]] = {}
        for index, unit in enumerate(state.units):
            if unit.status == ON_MAP and (state.mover is None or index != state.mover.unit):
                there.setdefault(unit.cell, set()).add(unit.side)
        self.need(all(len(sides) == 1 for sides in there.values()), "I12", there)
        for smoke in self.support(state).smokes if state.outcome is None else ():
            made = self.smoke.get(frozenset(smoke.cells))
            self.need(made == (state.turn if smoke.on else state.turn - 1), "6.8.4a", smoke, made)

    def _commands(self, state: PanzerState) -> None:
        """No formation has more commands than its grade gives its units, trucks counted at their best (6.2.1.1)."""
        rows: dict[tuple[str, str], list[Any]] = {}
        for unit in state.units:
            member = self.members[unit.id]
            if unit.status == ON_MAP and "Recon" not in member.labels:
                rows.setdefault((unit.side, member.formation), []).append(unit)
        for key, units in rows.items():
            grade = self.members[units[0].id].formation_grade
            tens, ones = divmod(len(units), 10)
            most = tens * self._commands_for(grade, 10) + (self._commands_for(grade, ones) if ones else 0)
            used = {unit.detail.group or unit.id for unit in units if unit.command in UNIQUE}
            self.need(len(used) <= max(1, most), "6.2.1.1.1a", key, len(used), most)

    def _commands_for(self, grade: str, units: int) -> int:
        return int(table("available-commands", grade, str(units)).number)

    def _score(self, state: PanzerState) -> None:
        """The score is what the scenario gives for the last position (3.6a, 4.6.2a; Q20)."""
        assert state.outcome is not None
        score = {side: int(state.options.get(f"{side}_points", 0)) for side in ("soviet", "german")}
        lost, hurt = self.scenario.victory.eliminated, self.scenario.victory.damaged
        for hold, objective in zip(state.holds, self.scenario.objectives, strict=True):
            if hold.holder:
                score[hold.holder] += objective.points.get(hold.holder, 0)
        for unit in state.units:
            member, card = self.members[unit.id], targets()[unit.type]
            share = lost if unit.status in GONE else hurt if unit.damaged else 0
            score[enemy_of(unit.side)] += member.points * share // 100
            score[enemy_of(unit.side)] += 0 if share else member.card.points - card.points
            ways = [one for one in self.scenario.exits if one.side == unit.side and unit.status == EXITED]
            if self.pieces[unit.id].vehicle:
                score[unit.side] += max((one.points for one in ways if one.edge in self.edges(unit.cell)), default=0)
        for plane in getattr(state.air, "planes", ()):
            share = lost if plane.lost else hurt if plane.damaged else 0
            score[enemy_of(plane.side)] += aircraft()[plane.type].points * share // 100
        self.need(score == state.outcome.score, "4.6.2a", score, state.outcome.score)
