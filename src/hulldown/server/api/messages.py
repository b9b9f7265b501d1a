"""The messages of the API, as types: what requests may say and what answers hold (docs/server.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hulldown.bots import BotInfo
from hulldown.core.decisions import Legal
from hulldown.core.events import Scalar
from hulldown.core.face import Colour, Verb
from hulldown.core.game import OptionInfo, Outcome, View
from hulldown.core.orders import Order, Side, Violation
from hulldown.core.receipts import Opening, Receipt
from hulldown.server.matches.session import WireEvent
from hulldown.server.settings import TOKENS


def _all_of(pattern: str) -> msgspec.Meta:
    """A text that matches as a whole: in Python `$` would also stand before a newline at the end."""
    return msgspec.Meta(pattern=rf"^{pattern}$(?!\n)")


Submission = Annotated[str, _all_of(r"[A-Za-z0-9_.:-]{1,64}")]
Entropy = Annotated[str, _all_of(r"[A-Za-z0-9_.:+/=-]{0,128}")]
Share = Annotated[str, _all_of(r"[A-Za-z0-9_.:+/=-]{16,128}")]
Commitment = Annotated[str, _all_of(r"([0-9a-f]{64})?")]
Nonce = Annotated[str, _all_of(r"([A-Za-z0-9_.:+/=-]{16,64})?")]
Token = Annotated[str, msgspec.Meta(max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
DecisionId = Annotated[str, _all_of(r"[ -~]{1,128}")]
SeatKind = Annotated[str, _all_of(r"(human|open|bot:[a-z0-9_-]{1,32})")]
Arguments = dict[Name, str | int | bool | None]
CellNumber = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat; token and invitation are told once, to the one who makes the match."""

    kind: str
    taken: bool
    token: str = ""
    invite: str = ""
    commitment: str = ""
    """The hash of the entropy this side is going to add; "": its share follows from the server's secret."""
    revealed: bool = False


class Create(msgspec.Struct, frozen=True):
    """A wish for a new match."""

    scenario: Name
    options: dict[Name, Scalar] = {}
    seats: dict[Name, SeatKind] = {}
    hot_seat: bool = False
    commitments: dict[Name, Commitment] = {}
    """Takes these human seats, each with its commitment; "" leaves the seat's share to the server."""
    entropy: Entropy | None = None
    """Of the earlier API: takes all human seats and leaves their shares to the server. Its content is not used."""


class Created(msgspec.Struct, frozen=True):
    """A new match with the keys to its seats."""

    match: str
    commitment: str
    status: str
    seats: dict[Side, Seat]
    watch: str


class TakeSeat(msgspec.Struct, frozen=True):
    """The commitment with which a side takes its seat; without one its share is left to the server."""

    commitment: Commitment = ""


class RevealIn(msgspec.Struct, frozen=True):
    """The entropy that a side has committed to."""

    entropy: Share


class Join(msgspec.Struct, frozen=True):
    """An invitation being accepted."""

    invite: Token
    commitment: Commitment = ""
    nonce: Nonce = ""


class StateOut(msgspec.Struct, frozen=True):
    """All a viewer is shown of a match."""

    match: str
    game: str
    scenario: str
    options: dict[str, Scalar]
    rules: str
    hot_seat: bool
    status: Literal["open", "playing", "over", "frozen"]
    commitment: str
    fork_of: str
    seats: dict[Side, Seat]
    side: Side | None
    number: int
    epoch: int
    first: int
    count: int
    events: list[WireEvent]
    view: View | None
    legal: Legal | None
    undo: bool
    opening: Opening | None = None
    """All commitments, signed, as soon as every seat is taken: the time to reveal."""
    receipt: Receipt | None = None
    """The head of the record at this viewer's last change, signed: to be kept."""


class FairnessOut(msgspec.Struct, frozen=True):
    """The public key that this server's receipts are signed with."""

    algorithm: Literal["Ed25519"]
    key: str


class Joined(msgspec.Struct, frozen=True):
    """A seat taken by invitation."""

    side: Side
    token: str
    state: StateOut


class OrderIn(msgspec.Struct, frozen=True):
    """An order being submitted."""

    submission: Submission
    decision: DecisionId
    order: Order


class Accepted(msgspec.Struct, frozen=True):
    """An order that is on disk."""

    submission: str
    decision: str
    number: int
    receipt: Receipt | None = None


class CheckIn(msgspec.Struct, frozen=True):
    """A draft of an order, to be checked."""

    order: Order


class Checked(msgspec.Struct, frozen=True):
    """Why an order would be refused."""

    violations: list[Violation]


class UndoIn(msgspec.Struct, frozen=True):
    """A wish to take the last order back."""

    submission: Submission


class Undone(msgspec.Struct, frozen=True):
    """The order taken back."""

    submission: str
    order: Order
    number: int
    receipt: Receipt | None = None


class GivenOrder(msgspec.Struct, frozen=True):
    """An order given earlier."""

    side: Side
    turn: int
    decision: str
    order: Order


class GivenOrders(msgspec.Struct, frozen=True):
    """Orders given earlier, in their order."""

    orders: list[GivenOrder]


class Draft(msgspec.Struct, frozen=True):
    """A half-drawn answer, as the client keeps it."""

    decision: Annotated[str, _all_of(r"[ -~]{0,128}")]
    draft: Any


class ToolIn(msgspec.Struct, frozen=True):
    """The arguments of a game's tool."""

    arguments: Arguments = {}


class LosIn(msgspec.Struct, frozen=True):
    """A line of sight to look along; without an end, everything that can be seen."""

    start: CellNumber
    end: CellNumber | None = None
    arguments: Arguments = {}


class ForkIn(msgspec.Struct, frozen=True):
    """A wish to play on from a turn of a finished match."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    side: Name = ""
    """Who is played by hand; nobody: the bots play, and it can be watched."""
    bot: Name = "regular"
    bots: dict[Name, Name] = {}
    """Other bots for some of the sides."""


class MineIn(msgspec.Struct, frozen=True):
    """The tokens a client keeps."""

    tokens: Annotated[list[Token], msgspec.Meta(max_length=TOKENS)]


class Mine(msgspec.Struct, frozen=True):
    """One of my games in a list."""

    match: str
    game: str
    scenario: str
    title: str
    role: Literal["seat", "watch", "invite"]
    side: Side | None
    status: Literal["open", "playing", "over", "frozen"]
    turn: int
    owing: tuple[Side, ...]
    your_turn: bool
    outcome: Outcome | None
    seats: dict[Side, Seat]
    changed: float


class MineOut(msgspec.Struct, frozen=True):
    """My games, in the order of the tokens."""

    matches: list[Mine | None]


class ReplayEvent(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event in a replay; with its audience where the truth is shown."""

    n: int
    kind: str
    rule: str
    turn: int
    step: str
    data: dict[str, Scalar]
    text: str
    side: Side
    verb: Verb
    audience: tuple[Side, ...] | None = None


class ReplayRoll(msgspec.Struct, frozen=True):
    """A roll in a replay."""

    serial: int
    sides: int
    value: int
    purpose: str
    turn: int


class Frame(msgspec.Struct, frozen=True):
    """A position of a replay, by viewer, and the events from it to the next one."""

    turn: int
    step: str
    events: tuple[int, int]
    views: dict[str, View]


class RemarkOut(msgspec.Struct, frozen=True):
    """What a bot said about an order."""

    side: Side
    turn: int
    decision: str
    remark: str


class ReplayOut(msgspec.Struct, frozen=True):
    """A replay from one perspective."""

    perspective: str
    turns: list[Frame]
    events: list[ReplayEvent]
    rolls: list[ReplayRoll]
    remarks: list[RemarkOut] = []


class Balance(msgspec.Struct, frozen=True):
    """How often each side has won between equal bots, and how sure that is for the first one."""

    games: int
    bots: str
    wins: dict[Side, float]
    interval: tuple[float, float]
    handicap: dict[str, int] = {}
    """Options with which the lab's games came out about even."""


class ScenarioOut(msgspec.Struct, frozen=True):
    """A scenario with the addresses of its board and tables."""

    id: str
    game: str
    title: str
    description: str
    map: str
    length: int
    facts: dict[str, Scalar]
    sides: dict[Side, dict[str, Scalar]]
    hash: str
    rules: str
    """The version of its rules."""
    options: tuple[OptionInfo, ...]
    board: str
    tables: str
    face: str
    names: dict[Side, str]
    """The names of the sides."""
    colours: dict[Side, Colour]
    """Their colours in the palette."""
    thumbnail: str
    balance: Balance | None


class GameOut(msgspec.Struct, frozen=True):
    """A game with its scenarios."""

    name: str
    title: str
    sides: tuple[Side, ...]
    bots: tuple[BotInfo, ...]
    tools: tuple[str, ...]
    scenarios: list[ScenarioOut]


class GamesOut(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameOut]
