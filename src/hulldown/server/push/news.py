"""What a seat is told of a match when its page is not open: made from the State of that seat and from nothing else.

So a notification cannot tell what the side may not know (tests/server/test_telling_secrets.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from hulldown.core.face import spoken
from hulldown.games import load_game
from hulldown.server.api.catalogue import known_scenario
from hulldown.server.api.messages import Seat, StateOut
from hulldown.server.storage.store import BOT, OPEN, OVER, PLAYING

Kind = Literal["turn", "offer", "over", "begin", "trial"]


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A notification: what has happened in which game. The browser finds the words, and the way to the game."""

    kind: Kind
    match: str = ""
    side: str = ""
    title: str = ""
    playing: str = ""
    """The side as the game calls it."""
    opponent: str = ""
    turn: int = 0


class News(NamedTuple):
    """A notice, and a text that tells it from the one before."""

    notice: Notice
    name: str


def news_of(state: StateOut) -> News | None:
    """What the holder of a seat should hear of now: the end, an offer to him, a question,
    or that everybody is there and waits for him; None when there is none."""
    found = _what(state)
    if found is None or state.side is None:
        return None
    kind, name = found
    names = spoken(load_game(state.game).face(state.scenario))
    notice = Notice(
        kind, state.match, state.side, known_scenario(state.scenario), names.get(state.side, state.side),
        opponents(state.seats, state.side), state.view.turn if state.view is not None else 0,
    )  # fmt: skip
    return News(notice, name)


def opponents(seats: Mapping[str, Seat], own: str) -> str:
    """The players of the other seats, as their names are shown to everybody."""
    others = [seat for side, seat in seats.items() if side != own]
    names = [f"the {seat.kind.removeprefix(BOT)} bot" if seat.kind.startswith(BOT) else seat.name for seat in others]
    return ", ".join(name or "somebody" for name in names)


def keeps_waiting(status: str, seats: Mapping[str, Seat], side: str) -> bool:
    """Whether a match with every seat taken begins as soon as this side shows its share of the dice."""
    own = seats[side]
    return status == OPEN and all(seat.taken for seat in seats.values()) and bool(own.commitment) and not own.revealed


def _what(state: StateOut) -> tuple[Kind, str] | None:
    if state.status == OVER:
        return "over", "over"
    if state.side is not None and keeps_waiting(state.status, state.seats, state.side):
        return "begin", "begin"
    if state.status != PLAYING or state.view is None:
        return None
    offer = state.offer
    if offer is not None and offer.side != state.side and not offer.declined:
        return "offer", f"offer {state.view.turn} {offer.terms}"
    if state.legal is not None and not state.paused:
        return "turn", f"turn {state.legal.decision.id}"
    return None
