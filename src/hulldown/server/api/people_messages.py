"""The messages about people, as types: identity, open games, my games, chat (docs/server.md)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from hulldown.core.clocks import ClockTerms
from hulldown.core.orders import Side
from hulldown.server.api.messages import Commitment, Mine, Nonce, PlayerName, StateOut, Submission, Token, all_of
from hulldown.server.api.rating_messages import RatingOut
from hulldown.server.settings import TOKENS

Key = Annotated[str, msgspec.Meta(max_length=64)]
CodeText = Annotated[str, msgspec.Meta(max_length=64)]
Level = Literal["any", "beginner", "experienced"]
Channel = Literal["players", "onlookers"]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class Newcomer(msgspec.Struct, frozen=True):
    """Somebody makes himself known: a key and a recovery code made in his browser, and a name."""

    key: Key
    code: CodeText
    name: PlayerName
    invitation: CodeText = ""
    """Where the server takes people by invitation only."""


class PersonOut(msgspec.Struct, frozen=True):
    """A person: the public id, the name, and in how many browsers he is known."""

    person: str
    name: str
    browsers: int
    by: Literal["", "recovery", "device"] = ""
    """By which kind of code a browser has just come back."""


class NameIn(msgspec.Struct, frozen=True):
    """Another name."""

    name: PlayerName


class CodeIn(msgspec.Struct, frozen=True):
    """A new recovery code made in the browser; the one before opens nothing any more."""

    code: CodeText


class RecoverIn(msgspec.Struct, frozen=True):
    """A recovery code or a device code, and the key of the browser that shall be this person's too."""

    code: CodeText
    key: Key


class CodeOut(msgspec.Struct, frozen=True):
    """A code that works once, until it expires."""

    code: str
    expires: float


class EndedOut(msgspec.Struct, frozen=True):
    """How many other browsers have been signed out."""

    ended: int


class PeopleOut(msgspec.Struct, frozen=True):
    """How this server takes people in."""

    invitations_only: bool


class OpenGameOut(msgspec.Struct, frozen=True):
    """A game that waits for anybody: `side` is the seat that is free."""

    match: str
    game: str
    scenario: str
    title: str
    side: Side
    names: dict[Side, str]
    """The sides as the game calls them."""
    opponent: str
    level: Level
    clock: ClockTerms | None
    created: float
    yours: bool
    rated: bool = False
    """Whether its maker wants it to count."""
    rating: RatingOut | None = None
    """How strong its maker is held to be in this game."""


class OpenGamesOut(msgspec.Struct, frozen=True):
    """The open games, the newest first."""

    games: list[OpenGameOut]


class JoinOpen(msgspec.Struct, frozen=True):
    """A seat of an open game being taken; the same nonce again gets the same seat again."""

    commitment: Commitment = ""
    nonce: Nonce = ""


class MyGame(msgspec.Struct, frozen=True):
    """A game of a person: the entry of the list, the key to it, what is new in it."""

    entry: Mine
    token: str
    watch: str
    invite: str
    """A link for the seat that is still open, "" when there is none."""
    unread: int
    """Changes since it was last looked at."""
    unread_chat: int
    archived: bool
    rated: bool = False
    """Whether it counts."""
    rating: RatingOut | None = None
    """How strong the opponent is held to be, where he is known."""


class MyGamesOut(msgspec.Struct, frozen=True):
    """The games of a person, and how many he has put away."""

    games: list[MyGame]
    archived: int


class HoldIn(msgspec.Struct, frozen=True):
    """The tokens a browser keeps, which shall be this person's games."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=TOKENS)]


class HeldOut(msgspec.Struct, frozen=True):
    """How many of them were new, and which open nothing."""

    added: int
    unknown: list[int]


class ArchiveIn(msgspec.Struct, frozen=True):
    """Whether a game is put away."""

    archived: bool


class SeenIn(msgspec.Struct, frozen=True):
    """How much of a game its holder has seen."""

    number: Count
    events: Count
    chat: Annotated[int, msgspec.Meta(ge=-1, le=10_000_000)] = -1


class SinceOut(msgspec.Struct, frozen=True):
    """What has happened since a game was last looked at, in words; the newest of it."""

    count: int
    texts: list[str]


class JoinedOpen(msgspec.Struct, frozen=True):
    """A seat of an open game."""

    match: str
    side: Side
    token: str
    state: StateOut


class ChatIn(msgspec.Struct, frozen=True):
    """A message being sent."""

    submission: Submission
    text: Annotated[str, msgspec.Meta(max_length=20_000)]
    """Plain text; what is kept of it, `matches.chat` decides."""
    channel: Channel


class ChatMessage(msgspec.Struct, frozen=True):
    """A message; `author` is a side, or the public id of an onlooker."""

    serial: int
    channel: Channel
    author: str
    name: str
    text: str
    sent: float
    yours: bool


class ChatOut(msgspec.Struct, frozen=True):
    """Messages that a reader may see, the authors he has muted, and where he may write now."""

    messages: list[ChatMessage]
    muted: list[str]
    channels: list[Channel]


class MuteIn(msgspec.Struct, frozen=True):
    """Whether the messages of an author are hidden from this reader."""

    author: Annotated[str, all_of(r"[ -~]{1,64}")]
    on: bool


class ReportIn(msgspec.Struct, frozen=True):
    """A message that the operator is to look at, and why."""

    serial: Count
    reason: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
