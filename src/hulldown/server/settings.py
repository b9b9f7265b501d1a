"""The settings of a server process, and its limits."""

from __future__ import annotations

import msgspec

from hulldown.server.dealing import Share

BODY = 256 * 1024
"""Bytes of a request's body."""
HEAD = 32 * 1024
"""Bytes of a request's head."""
DRAFT = 64 * 1024
"""Bytes of a saved draft."""
MESSAGE = 16 * 1024
"""Bytes of a websocket message to the server."""
TOKENS = 200
"""Tokens in one request for my games."""
HELLO = 10.0
"""Seconds a websocket may stay without its first message."""
SILENCE = 30 * 60.0
"""Seconds after which a websocket without any message is closed; clients ping far more often."""
SLOW = 30.0
"""Seconds a client may take to receive one message."""
SOCKETS_PER_SEAT = 12
SOCKETS_PER_ADDRESS = 200
MESSAGES = (5.0, 40.0)
"""Websocket messages of a client: rate a second and burst."""


CHAT = (1.0, 12.0)
"""Messages of one author: rate a second and burst."""


class Rates(msgspec.Struct, frozen=True):
    """Rate a second and burst of each budget; a request takes from its address's and its seat's."""

    address: tuple[float, float] = (40.0, 400.0)
    seat: tuple[float, float] = (20.0, 200.0)
    create: tuple[float, float] = (0.5, 30.0)
    chat: tuple[float, float] = CHAT


class Settings(msgspec.Struct, frozen=True):
    """The settings of one process."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    limits: float = 1.0
    """Factor on all rates; 0 switches them off, for tests and benches."""
    secret: str = ""
    """The secret of every new match, for tests only: whoever knows it knows the dice. Records are marked."""
    rates: Rates = Rates()
    snapshot_every: int = 16
    """Orders between two snapshots, at least."""
    matches_in_memory: int = 1000
    """Matches kept in memory."""
    finished_in_memory: int = 32
    """How many of them may be over."""
    poll: float = 0.5
    """Seconds between polls for orders of other processes, on a database that cannot notify."""
    bots: dict[str, str] = {}
    """The command line of each bot that only this server has, by its name."""
    pace: float = 0.4
    """Seconds between two orders of a match that only bots play, while somebody watches."""
    answer_pace: float = 3.0
    """Seconds after a question at which the answer of an automatic seat takes effect, where another person plays."""
    bot_games: int = 8
    """Unfinished matches between bots that one address may have, times the factor on rates."""
    sweep: float = 5.0
    """Seconds between searches for bots that owe a decision while no process works on it."""
    names: tuple[str, ...] = ()
    """Names under which browsers may ask for this server, besides those of `hosts.default_names`."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks whose forwarded headers are believed."""
    invitations_only: bool = False
    """Whether only somebody with an invitation makes himself known here, and only who is known makes matches."""
    metrics: int = 0
    """The port for Prometheus, on this machine only; 0: none."""
    ticks: float = 1.0
    """Seconds between looks for clocks that have run out."""
    processes: int = 1
    """Processes among which the matches are dealt."""
    share: Share = Share()
    """The matches that this process has."""
    warm: bool = True
    """Whether the tables of all scenarios are made at the start, in the background."""
    push: bool = True
    """Whether push messages are sent to browsers that have asked for them."""
    push_contact: str = ""
    """How operators of push services reach the one of this server: mailto: or https: (RFC 8292)."""
    push_local: bool = False
    """Whether push messages may go to this machine: for tests only."""
    push_delay: float = 5.0
    """Seconds within which who answers is not told that he is asked."""
