"""Fair games, the receipts players keep of them, and what a cheating host makes of a record."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.game import AnyGame
from hulldown.core.receipts import Opening, Receipt, Receipts
from hulldown.core.record import (
    FORMAT,
    Header,
    Record,
    commitment,
    derived_entropy,
    entropy_commitment,
    head_of,
)
from hulldown.core.session import Session
from hulldown.signing import Signer
from support.remote import Player, new_match, players_of
from support.serving import ServerProcess

SECRET = "a secret of the server"
SHARES = {"alpha": "the-share-of-alpha", "bravo": "the-share-of-bravo"}
SIGNER = Signer("5a" * 32)


def fair_header(game: AnyGame, scenario: str, secret: str = SECRET, shares: Mapping[str, str] = SHARES) -> Header:
    """The header of a match in which these sides committed and the others are bots."""
    info = next(info for info in game.scenarios() if info.id == scenario)
    return Header(
        FORMAT, game.name, game.version(scenario), scenario, info.hash, {}, commitment(secret),
        {side: shares.get(side) or derived_entropy(secret, side) for side in game.sides},
        sources={side: "committed" if side in shares else "bot" for side in game.sides},
        commitments={side: entropy_commitment(side, share) for side, share in shares.items()},
        match="match", key=SIGNER.public,
    )  # fmt: skip


def play_on(session: Session, seed: str) -> None:
    """Lets random bots play a session to its end."""
    bots = {side: make_bot("random", f"{seed} {side}") for side in session.game.sides}
    while session.outcome is None:
        side = next(iter(session.game.pending(session.state)))
        session.submit(side, bots[side].decide(seat_of(session.game, session.state, side)))


def receipt(viewer: str, number: int, record: Record) -> Receipt:
    """What the server signs when the record stands like this."""
    return SIGNER.signed(Receipt("match", viewer, number, head_of(record)))


def opening_of(header: Header, sides: tuple[str, ...]) -> Opening:
    commitments = {side: header.commitments.get(side, "") for side in sides}
    return SIGNER.signed(Opening("match", header.commitment, commitments, SIGNER.public))


def fair_game(game: AnyGame, scenario: str, seed: str = "1") -> tuple[Record, dict[str, Receipts]]:
    """The record of a fair match with an undo in it, and what each side has kept."""
    header = fair_header(game, scenario)
    session = Session(game, scenario, SECRET, header=header)
    bots = {side: make_bot("random", f"{seed} {side}") for side in game.sides}
    kept: dict[str, list[Receipt]] = {side: [receipt(side, 1, session.record())] for side in game.sides}
    undone: dict[str, list[str]] = {side: [] for side in game.sides}
    while session.outcome is None:
        side = next(iter(game.pending(session.state)))
        session.submit(side, bots[side].decide(seat_of(game, session.state, side)))
        kept[side].append(receipt(side, len(kept[side]) + 1, session.record()))
        if sum(map(len, undone.values())) < 3 and session.can_undo(side):
            session.undo(side)
            kept[side].append(receipt(side, len(kept[side]) + 1, session.record()))
            undone[side].append(kept[side][-1].head)
    for side in game.sides:
        kept[side].append(receipt(side, len(kept[side]) + 1, session.record()))
    opening = opening_of(header, game.sides)
    return session.record(), {
        side: Receipts("match", side, opening, kept[side], SHARES[side], undone[side]) for side in game.sides
    }


def rewritten(record: Record, game: AnyGame, number: int, seed: str = "another story") -> Record:
    """The game told otherwise from an order on, with its hash chain computed anew."""
    assert record.reveal is not None
    session = Session(game, record.header.scenario, record.reveal.secret, header=record.header)
    for entry in record.entries[:number]:
        session.submit(entry.side, entry.order)
    play_on(session, seed)
    return session.record()


class Keeper:
    """A player with a commitment, who keeps every receipt."""

    def __init__(self, player: Player, entropy: str) -> None:
        self.player = player
        self.entropy = entropy
        self.opening: dict[str, Any] | None = None
        self.receipts: dict[int, dict[str, Any]] = {}
        self.undone: list[str] = []

    def saw(self, answer: Mapping[str, Any]) -> None:
        """Keeps what a state or an acknowledgement has brought."""
        found = answer.get("receipt")
        if found:
            before = self.receipts.setdefault(found["number"], found)
            assert before == found, "two receipts for one number"

    def took_back(self, answer: Mapping[str, Any]) -> None:
        """Keeps the answer to an undo that this player has asked for."""
        self.saw(answer)
        self.undone.append(answer["receipt"]["head"])

    def seal(self) -> dict[str, Any]:
        """Reveals after a look at the opening, and returns the state then."""
        state = self.player.state()
        assert state["opening"]["commitments"][self.player.side] == entropy_commitment(self.player.side, self.entropy)
        self.opening = state["opening"]
        after: dict[str, Any] = self.player.post("/reveal", {"entropy": self.entropy}).json()
        self.saw(after)
        return after

    def play_one(self) -> bool:
        """Whether a decision was owed, which is now answered."""
        state = self.player.state()
        self.saw(state)
        if state["legal"] is None:
            return False
        answer = self.player.give(self.player.order(state))
        assert answer.status_code == 200, answer.text
        assert answer.json()["receipt"]["number"] == answer.json()["number"]
        self.saw(answer.json())
        return True

    def write(self, path: Path) -> Path:
        """The file of receipts, as the browser saves it."""
        kept = {"match": self.player.match, "viewer": self.player.side, "opening": self.opening,
                "receipts": list(self.receipts.values()), "entropy": self.entropy, "undone": self.undone}  # fmt: skip
        path.write_text(json.dumps(kept))
        return path

    def kept(self) -> Receipts:
        receipts = msgspec.convert(list(self.receipts.values()), list[Receipt])
        opening = msgspec.convert(self.opening, Opening)
        return Receipts(self.player.match, self.player.side, opening, receipts, self.entropy, self.undone)


def committed_match(server: ServerProcess, scenario: str = "toy/1", **wish: object) -> dict[str, Keeper]:
    """The players of a match that has begun after all had committed and revealed."""
    shares = {side: f"the-share-of-{side}-in-it" for side in ("alpha", "bravo")}
    seats = wish.get("seats") or {}
    assert isinstance(seats, dict)
    human = [side for side in shares if not str(seats.get(side, "human")).startswith("bot:")]
    commitments = {side: entropy_commitment(side, shares[side]) for side in human}
    made = new_match(server, scenario, entropy=None, commitments=commitments, **wish)
    assert made["status"] == "open"
    keepers = {side: Keeper(player, shares[side]) for side, player in players_of(server, made).items()}
    states = [keeper.seal() for keeper in keepers.values()]
    assert states[-1]["status"] == "playing"
    return keepers
