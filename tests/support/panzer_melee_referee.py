"""Close combat and overruns before a referee: who attacks whom from where, with what modifiers, what comes of it."""

from __future__ import annotations

from typing import Any

from hulldown.core.events import Event
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.data.advanced_tables import cell as table
from hulldown.games.panzer.data.roster import Member
from hulldown.games.panzer.rules.advanced.pieces import DITCH, IMPROVED, OFF, RUBBLE
from hulldown.games.panzer.rules.advanced.play import spotting
from hulldown.games.panzer.rules.state import CARRIED
from support.panzer_account import Account, Piece

FACTORS = {"squad": 8, "half-squad": 4, "section": 2}
FURTHER = {"squad": 20, "half-squad": 10, "section": 5}
HANDS = {"squad": 0, "half-squad": -25, "section": -30, "towed": -40}
SERVES = {"squad": 2, "half-squad": 1, "section": 0, "towed": 0}
GRADES = {"elite": 20, "veteran": 10, "seasoned": 0, "regulars": -10, "green": -20}
DROPS = ("6.6.1.1o", "6.6.1.2m")


def flames(*pieces: Piece) -> int:
    """Whether any of them has an attached flamethrower."""
    return 20 * any(not weapon.weapons for one in pieces for weapon in one.member.weapons)


def cavalry(member: Member) -> int:
    return 20 * (member.mount is not None and member.mount.name == "cavalry")


class MeleeReferee(Account):
    """Judges sections 6.6.1, 6.6.10 and 6.6.11."""

    def new_melee(self) -> None:
        self.attacks: dict[str, tuple[str, bool, bool, object]] = {}
        """Attackers with their targets, whether they advance or drop from a carrier, and the order they came with."""
        self.overruns: dict[str, str] = {}
        self.overran: set[str] = set()
        self.came = False

    def _spots(self, piece: Piece, target: Piece) -> bool:
        return spotting.spots(self.before, scene_of(self.before), piece.index, target.index)

    def on_assault_announced(self, data: Any, event: Event) -> None:
        """6.6.1.1a to 6.6.1.1k: leg units, not suppressed, by Move; all on one target before the first is resolved."""
        piece, target, drop = self.piece(data), self.piece(data, "target"), event.rule in DROPS
        self.need(piece.leg and piece.out and not piece.suppressed, "6.6.1.1b", data)
        self.need(piece.name not in self.attacks, "6.6.1.1h", data)
        if not drop:
            self.need(piece.command == "MOVE" and self._spots(piece, target), "6.6.1.1c", data, piece.command)
            others = [order for whom, _, dropped, order in self.attacks.values() if whom == target.name and not dropped]
            self.need(all(order is self.before for order in others), "6.6.1.1k", data)
        group = piece.unit.detail.group
        mates = [one for one in self.attacks if group and self.pieces[one].side == piece.side
                 and self.pieces[one].unit.detail.group == group]  # fmt: skip
        self.need(all(self.attacks[one][0] == target.name for one in mates), "6.6.11a", data, mates)
        self.deed(piece.name, "assault")
        self.attacks[piece.name] = (target.name, bool(data["advance"]), drop, self.before)

    def _party(self, data: Any) -> tuple[list[Piece], Piece, int, bool]:
        """The attackers of one hex, their target, the modifiers of all close combat, and whether heights are plain."""
        who = [self.pieces[name] for name in str(data["attackers"]).split()]
        target = self.piece(data, "target")
        rise = self._height(target.cell) - self._height(who[0].cell)
        plain = not any(one.upper for one in (*who, target))
        self.need(who[0].name == data["unit"], "6.6.1.1i", data)
        for one in who:
            self.need(self.attacks.get(one.name, ("",))[0] == target.name, "6.6.1.1k", data)
            self.need(self.away(one.cell, target.cell) == 1 and one.cell == who[0].cell, "6.6.1.1e", data)
        self.need(abs(rise) < 2 or not plain, "6.6.1.1g", data)
        if data.get("round", 1) == 1:
            # M3; who advanced hinders to the end of a combat, though it is lost meanwhile.
            self.came = any(self.attacks[one.name][1] for one in who)
        drop = any(self.attacks[one.name][2] for one in who)
        net = sum(FURTHER[one.size] for one in who[1:]) + flames(*who) + GRADES[who[0].member.grade]
        return who, target, net - 10 * self.came - 10 * drop - 10 * (rise == 1), plain

    def _height(self, cell: int) -> int:
        """The Height of the ground; a ditch is one lower (6.1.4.3.4b)."""
        dug = any(work.kind == DITCH and work.cell == cell for work in self.before.works)
        return self.ground.relief.height[cell] - dug

    def on_close_assault(self, data: Any, event: Event) -> None:
        who, target, net, plain = self._party(data)
        card, burns = target.card, bool(flames(*who))
        self.need(not any(one.suppressed for one in who), "6.6.1.1b", data)
        table_row = FACTORS[who[0].size], min(5, card.defence_factor)
        self.need((data["factor"], data["defence"]) == table_row, "6.6.1.1.1b", data, table_row)
        net += 20 * bool(target.suppressed) + 20 * card.defence.endswith("C") + 30 * self._unsupported(target)
        net += {"P": 20, "S": 30, "A": 0}[card.target_type] - 10 * target.moves
        self.need(net == data["net"] or not plain, "6.6.1.1.2a", net, data)
        if data["result"] > data["suppressed_to"]:
            again = "ko" if target.damaged else "damaged"
            wanted = {5: (again,), 0: ("track",)}.get(data["result"] % 10, ("bu",) if burns else ("ko", "bu"))
            self.need(data["effect"] in wanted, "6.6.1.1.3-effective-a", data)
        self.result(target, data)

    def _unsupported(self, target: Piece) -> bool:
        """A vehicle in alleys, buildings, their rubble or woods without leg units that serve it (6.6.1.1.2; Q5)."""
        name = self.ground.rows[target.cell].name
        rubble = [one for one in self.before.works if one.cell == target.cell and one.kind == RUBBLE]
        closed = name == "alley" or "woods" in name or "building" in name or any(one.was != IMPROVED for one in rubble)
        ridden = {one.carrier for one in self.pieces.values() if one.status == CARRIED and SERVES[one.size]}
        own = [one for one in self.pieces.values() if one.out and one.cell == target.cell and one.side == target.side]
        claims = [one.name for one in own if one.vehicle and one.name not in ridden]
        serves = sum(SERVES[one.size] for one in own if one.leg)
        return closed and target.name in claims and claims.index(target.name) >= serves

    def on_hand_to_hand(self, data: Any, event: Event) -> None:
        who, target, net, plain = self._party(data)
        net += HANDS[who[0].size] + cavalry(who[0].member)
        other = HANDS[target.size] + cavalry(target.member) + flames(target) + GRADES[target.member.grade]
        other -= 20 * bool(target.suppressed)
        self.need((net, other) == (data["net"], data["net_defender"]) or not plain, "6.6.1.2.2a", net, other, data)
        mine, theirs = data["roll"] + data["net"], data["roll_defender"] + data["net_defender"]
        winner = "attacker" if mine > theirs else "defender" if theirs > mine else ""
        self.need(winner == data["winner"] and target.out and not target.vehicle, "6.6.1.2.1b", data)
        loser = target if winner == "attacker" else who[0]
        if winner:
            self.owed.append(("reduced" if loser.size == "squad" else "eliminated", loser.name))

    def on_followed(self, data: Any, event: Event) -> None:
        piece = self.piece(data)
        near = self.away(piece.cell, self.cell(data)) == 1 and piece.name in self.attacks
        self.need(near and not self.foes_in(piece, self.cell(data)), "6.6.1.1.3-effective-f", data)

    def on_overrun_announced(self, data: Any, event: Event) -> None:
        self.need(data["unit"] not in self.overruns, "6.6.10f", data)
        self.overruns[str(data["unit"])] = str(data["target"])

    def on_overrun(self, data: Any, event: Event) -> None:
        """6.6.10: once, by Move, of a unit that was not aboard at the start; OFF becomes ON whatever comes of it."""
        piece, target, fell = self.piece(data), self.piece(data, "target"), self.fell.values()
        self.need(self.overruns.get(piece.name) == target.name and piece.name not in self.overran, "6.6.10d", data)
        self.need(piece.vehicle and piece.command == "MOVE" and piece.cell == target.cell, "6.6.10c", data)
        self.need(target.out and not target.vehicle and bool(target.command), "6.6.10d", data)
        self.overran.add(piece.name)
        self.deed(piece.name, "overrun")
        net = 20 + 10 * piece.card.coax - 20 * bool(piece.suppressed) - 10 * piece.damaged
        net += self.brought(target, 0) - 10 * (piece.name in self.short)
        net += int(table("unit-grades", piece.member.grade, "gp_P").number)
        hidden = [*[area for area, _, _ in fell], *self.smoke, [wreck.cell for wreck in self.before.wrecks]]
        if not any(target.cell in cells for cells in hidden):
            self.need(net == data["net"], "6.6.10.1c", net, data)
        off = target.suppressed == OFF
        self.result(target, data)
        if off:
            first = ("suppressed", target.name)
            self.owed = [first, *[one for one in self.owed if one != first]]
