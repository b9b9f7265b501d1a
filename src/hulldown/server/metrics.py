"""Figures for Prometheus, at a port of their own: they are for the operator, not for players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import Counter, Gauge, Histogram, start_http_server

from hulldown.core.errors import HulldownError

SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
requests: Final = Counter("hulldown_requests", "Requests answered, by route and status", ("method", "route", "status"))
seconds: Final = Histogram("hulldown_request_seconds", "Time to answer a request", ("route",), buckets=SECONDS)
orders: Final = Counter("hulldown_orders", "Orders stored by the event loop")
commits: Final = Counter("hulldown_commits", "Synced commits that stored them")
commit_seconds: Final = Histogram("hulldown_commit_seconds", "Time until an order was on disk", buckets=SECONDS)
failures: Final = Counter("hulldown_database_failures", "Failures of the database", ("kind",))
reports: Final = Counter("hulldown_chat_reports", "Chat messages reported to the operator")
_sockets: Final = Gauge("hulldown_sockets", "Open websockets")
_matches: Final = Gauge("hulldown_matches_in_memory", "Matches in memory")


def note_request(method: str, route: str, status: int, took: float) -> None:
    """Counts a request; routes are templates, so there are few of them."""
    requests.labels(method, route, str(status)).inc()
    seconds.labels(route).observe(took)


def observe(sockets: Callable[[], int], matches: Callable[[], int]) -> None:
    """Lets two figures be asked for whenever somebody looks."""
    _sockets.set_function(sockets)
    _matches.set_function(matches)


def start(port: int, host: str = "127.0.0.1") -> None:
    """Answers at this port, on this machine only."""
    try:
        start_http_server(port, addr=host)
    except OSError as error:
        raise HulldownError(
            f"--metrics: cannot listen at port {port}: {(error.strerror or str(error)).lower()}"
        ) from None
