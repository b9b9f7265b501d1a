"""What a process makes of notifications: its own orders are no news, those of others are."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from hulldown.server.live.notifications import Notifier


class Ear:
    """Watches the matches a and b at revision 3."""

    def __init__(self) -> None:
        self.changed: list[str] = []
        self.other: list[str] = []

    def watched_revisions(self) -> dict[str, int]:
        return {"a": 3, "b": 3}

    def watched_revision(self, match: str) -> int | None:
        return self.watched_revisions().get(match)

    def changed_elsewhere(self, match: str) -> None:
        self.changed.append(match)

    def received(self, payload: str) -> None:
        self.other.append(payload)


@pytest.mark.parametrize(
    ("payload", "changed"),
    [
        ("orders me a 4 b 4", []),
        ("orders other a 4 c 9 b 4", ["a", "b"]),
        ("orders other a 3 b 5", ["b"]),
        ("match a 4", ["a"]),
        ("match c 4", []),
    ],
)
def test_orders(payload: str, changed: list[str]) -> None:
    orders = SimpleNamespace(name="me")
    ear = Ear()
    notifier = Notifier(cast("Any", SimpleNamespace(orders=orders, postgres=True)), ear, 1.0)
    notifier._received(payload)
    assert ear.changed == changed
    assert ear.other == []
    # A connection that was given up has another name: what is heard of it late may be unknown here.
    orders.name = "me again"
    ear.changed.clear()
    notifier._received("orders me a 4")
    assert ear.changed == ["a"]


def test_everything_else_is_handed_on() -> None:
    ear = Ear()
    Notifier(cast("Any", SimpleNamespace(orders=SimpleNamespace(name="me"))), ear, 1.0)._received("chat a 5")
    assert (ear.changed, ear.other) == ([], ["chat a 5"])


@pytest.mark.parametrize("payload", ["orders", "orders other a", "match a x", "match a", "", "orders other a 4 b x"])
def test_what_cannot_be_read_does_not_end_the_listening(payload: str) -> None:
    ear = Ear()
    notifier = Notifier(cast("Any", SimpleNamespace(orders=SimpleNamespace(name="me"))), ear, 1.0)
    notifier._received(payload)
    notifier._received("match b 4")
    assert ear.changed[-1] == "b"
