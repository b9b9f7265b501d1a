"""The messages of the API, as types: what requests may say and what answers hold (docs/server.md)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from hulldown.core.asking import Wish
from hulldown.core.clocks import ClockTerms
from hulldown.core.decisions import Legal
from hulldown.core.ending import How, Terms
from hulldown.core.events import Scalar
from hulldown.core.explain import Factor
from hulldown.core.face import EventVerb
from hulldown.core.game import Outcome, View
from hulldown.core.orders import Order, Side, Task, Violation
from hulldown.core.receipts import Opening, Receipt
from hulldown.core.score import Score
from hulldown.server.matches.viewer_log import WireEvent
from hulldown.server.settings import TOKENS
from hulldown.server.storage.notes import OfferTerms


def all_of(pattern: str) -> msgspec.Meta:
    """A text that matches as a whole: in Python `$` would also stand before a newline at the end."""
    return msgspec.Meta(pattern=rf"^{pattern}$(?!\n)")


Submission = Annotated[str, all_of(r"[A-Za-z0-9_.:-]{1,64}")]
Entropy = Annotated[str, all_of(r"[A-Za-z0-9_.:+/=-]{0,128}")]
Share = Annotated[str, all_of(r"[A-Za-z0-9_.:+/=-]{16,128}")]
Commitment = Annotated[str, all_of(r"([0-9a-f]{64})?")]
Nonce = Annotated[str, all_of(r"([A-Za-z0-9_.:+/=-]{16,64})?")]
Token = Annotated[str, msgspec.Meta(max_length=64)]
Name = Annotated[str, msgspec.Meta(max_length=64)]
DecisionId = Annotated[str, all_of(r"[ -~]{1,128}")]
SeatKind = Annotated[str, all_of(r"(human|open|bot:[a-z0-9_-]{1,32})")]
PlayerName = Annotated[str, msgspec.Meta(max_length=200)]
"""A name as it was typed; what is kept of it, `matches.names` decides."""
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
    name: str = ""
    """The player's name: plain text."""


class Listing(msgspec.Struct, frozen=True):
    """How an open seat is offered to everybody."""

    level: Literal["any", "beginner", "experienced"] = "any"


class SideClockOut(msgspec.Struct, frozen=True):
    """The clock of a side: seconds left for what it is asked now, and whether it runs."""

    left: float
    running: bool
    interrupt: bool
    """Whether it measures an interrupting question, which has a limit of its own."""


class ClockOut(msgspec.Struct, frozen=True):
    """The clocks of a match, the same for everybody."""

    terms: ClockTerms
    sides: dict[Side, SideClockOut]


class Create(msgspec.Struct, frozen=True):
    """A wish for a new match."""

    scenario: Name
    options: dict[Name, Scalar | float | None] = {}
    """Rule options; no option is null or a fraction, but the refusal of one names it."""
    seats: dict[Name, SeatKind] = {}
    hot_seat: bool = False
    commitments: dict[Name, Commitment] = {}
    """Takes these human seats, each with its commitment; "" leaves the seat's share to the server."""
    entropy: Entropy | None = None
    """Of the earlier API: takes all human seats and leaves their shares to the server. Its content is not used."""
    names: dict[Name, PlayerName] = {}
    """Names of the players in the human seats."""
    clock: ClockTerms | None = None
    listed: Listing | None = None
    """Offers the one open seat to everybody; needs a person's key."""


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
    name: PlayerName = ""


class RevealIn(msgspec.Struct, frozen=True):
    """The entropy that a side has committed to."""

    entropy: Share


class Join(msgspec.Struct, frozen=True):
    """An invitation being accepted."""

    invite: Token
    commitment: Commitment = ""
    nonce: Nonce = ""
    name: PlayerName = ""


class EndingOut(msgspec.Struct, frozen=True):
    """How people ended a match before its rules did: who resigned, or who offered what was agreed."""

    how: How
    side: Side
    terms: Terms


class OfferOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer to end, pause or resume the match, which stands until the turn is over; or which was declined."""

    side: Side
    terms: OfferTerms
    declined: bool
    alone: float | None = None
    """From when on whoever has offered to resume may go on alone, in seconds since the epoch."""


class RematchAsked(msgspec.Struct, frozen=True):
    """A rematch was asked for by a side: the name of that match, which opens nothing."""

    match: str
    side: Side


class Chance(msgspec.Struct, frozen=True):
    """What a side could do in answer to a chance to react, with the chance in 100 to harm the target."""

    unit: str
    target: str
    harm: int


class Automatic(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the server answers for this seat."""

    on: bool
    """Whether questions without a choice are answered for it."""
    answering: bool
    """Whether what its side owes now is answered for it in a moment."""
    answered: list[int]
    """Where in its log the server has answered: before the event of this number."""
    wish: Wish | None = None
    """From when on it is asked about a chance to react; None: at each one."""
    chances: list[Chance] | None = None
    """What it could do now, if it is asked about a chance to react that its game weighs."""


class AutomaticIn(msgspec.Struct, frozen=True):
    """Whether questions without a choice are to be answered for this seat, and when it wants to be asked to react."""

    on: bool
    wish: Wish | None = None


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
    score: Score | None = None
    """How the game stands, as far as this viewer may know."""
    opening: Opening | None = None
    """All commitments, signed, as soon as every seat is taken: the time to reveal."""
    receipt: Receipt | None = None
    """The head of the record at this viewer's last change, signed: to be kept."""
    ending: EndingOut | None = None
    offer: OfferOut | None = None
    rematch: RematchAsked | None = None
    automatic: Automatic | None = None
    """Of a seat: the answers that the server gives for it."""
    clock: ClockOut | None = None
    paused: bool = False


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
    standing: Annotated[tuple[Annotated[str, all_of(r"[ -~]{1,128}")], ...], msgspec.Meta(max_length=16)] = ()
    """Passes of this question that are to stand for later ones: their `until`, or UNIT@UNTIL for one unit."""


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
    """Why an order would be refused: everything that is wrong, also what shows only when the first faults are mended.

    `kept` are the units whose tasks would be taken if the others' were dropped.
    """

    violations: list[Violation]
    kept: list[str] = []
    follows: list[Task] = []
    """What units will do by an order for several of them."""
    remarks: list[str] = []
    """What the order would mean, in words."""


class RefusedIn(msgspec.Struct, frozen=True):
    """A draft of an order, and the unit that is to be told what to do next."""

    order: Order
    unit: Name


class RefusedOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell or target that a kind of task offers and the rules would refuse in this draft."""

    kind: str
    rule: str
    message: str
    cell: int = -1
    target: str = ""


class RefusedOut(msgspec.Struct, frozen=True):
    """What would be refused of that which is offered to a unit."""

    refused: list[RefusedOption]


class SuggestIn(msgspec.Struct, frozen=True):
    """A wish for a deployment; each number gives another one."""

    number: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)] = 0


class Suggested(msgspec.Struct, frozen=True):
    """A deployment that a bot would choose in this seat, knowing what the seat knows."""

    order: Order


class UndoIn(msgspec.Struct, frozen=True):
    """A wish to take the last order back."""

    submission: Submission


class Undone(msgspec.Struct, frozen=True):
    """The order taken back."""

    submission: str
    order: Order
    number: int
    receipt: Receipt | None = None


class OfferIn(msgspec.Struct, frozen=True):
    """An offer to end the match as a draw or by the score, to pause or to resume it; "" takes it back."""

    terms: OfferTerms


class AnswerIn(msgspec.Struct, frozen=True):
    """The answer to an offer."""

    accept: bool
    terms: OfferTerms = ""
    """What is answered, so that nobody accepts an offer that he has not seen; "": whatever stands."""


class RematchOut(msgspec.Struct, frozen=True):
    """The match that is played next, and the keys to the asker's seat in it."""

    match: str
    side: Side
    token: str
    watch: str


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

    decision: Annotated[str, all_of(r"[ -~]{0,128}")]
    draft: Any


class ToolIn(msgspec.Struct, frozen=True):
    """The arguments of a game's tool."""

    arguments: Arguments = {}


class LosIn(msgspec.Struct, frozen=True):
    """A line of sight to look along; without an end, everything that can be seen."""

    start: CellNumber
    end: CellNumber | None = None
    arguments: Arguments = {}


class BriefingIn(msgspec.Struct, frozen=True):
    """The options that a scenario is played with."""

    options: dict[Name, Scalar] = {}


class ForkIn(msgspec.Struct, frozen=True):
    """A wish to play on from a turn of a finished match."""

    turn: Annotated[int, msgspec.Meta(ge=0, le=10_000)]
    side: Name = ""
    """Who is played by hand; nobody: the bots play, and it can be watched."""
    bot: Name = "regular"
    bots: dict[Name, Name] = {}
    """Other bots for some of the sides."""
    name: PlayerName = ""


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
    created: float
    hot_seat: bool
    fork: bool
    ending: EndingOut | None = None
    offer: OfferOut | None = None
    rematch: RematchAsked | None = None
    clock: ClockOut | None = None
    number: int = 0
    """Changes that this viewer has been shown."""
    paused: bool = False


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
    verb: EventVerb
    audience: tuple[Side, ...] | None = None
    factors: tuple[Factor, ...] = ()


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
    score: Score
    """How the game stood, as far as the perspective may know."""


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
