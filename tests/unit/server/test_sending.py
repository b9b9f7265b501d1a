"""States are written at once where that is possible, and by the task of the socket where it is not."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from hulldown.server.api.messages import StateOut
from hulldown.server.live.presence import Watcher, Watchers
from hulldown.server.live.sending import StateSender
from hulldown.server.storage.store import Access

ACCESS = Access("m", "seat", "alpha")
LOADED: Any = object()


def state(number: int, epoch: int = 0, **more: Any) -> StateOut:
    values: dict[str, Any] = {
        "match": "m", "game": "", "scenario": "", "options": {}, "rules": "", "hot_seat": False, "status": "playing",
        "commitment": "", "fork_of": "", "seats": {}, "side": "alpha", "number": number, "epoch": epoch, "first": 0,
        "count": 7 * number, "events": [], "view": None, "legal": None, "undo": False,
    }  # fmt: skip
    return StateOut(**values | more)


class Registry:
    """A match whose next state is set by the test."""

    def __init__(self) -> None:
        self.next = state(1)
        self.asked: list[tuple[int, int]] = []
        self.busy = False
        self.changed: Any = None

    def state_here(self, _loaded: Any, _access: Access, events: int, epoch: int) -> StateOut:
        self.asked.append((events, epoch))
        return self.next

    async def known_state(self, access: Access, events: int, epoch: int) -> StateOut:
        return self.state_here(None, access, events, epoch)

    def free(self, _match: str) -> Any:
        return None if self.busy else LOADED

    def known(self, _match: str) -> None:
        return None


class Channel:
    """A client that reads, or does not."""

    def __init__(self) -> None:
        self.open = True
        self.written: list[dict[str, Any]] = []

    def ready(self) -> bool:
        return self.open

    def write_text(self, text: bytes) -> None:
        self.written.append(json.loads(text))


@pytest.fixture
def registry() -> Registry:
    return Registry()


@pytest.fixture
def channel() -> Channel:
    return Channel()


@pytest.fixture
def sender(registry: Registry, channel: Channel) -> StateSender:
    made = StateSender(cast("Any", registry), ACCESS, 2, 0, channel)
    made.idle = True
    return made


def test_each_state_is_written_once_and_goes_on_where_the_last_ended(
    sender: StateSender, registry: Registry, channel: Channel
) -> None:
    assert sender.show(LOADED)
    assert sender.show(LOADED)
    registry.next = state(2)
    assert sender.show(LOADED)
    assert [(one["type"], one["number"]) for one in channel.written] == [("state", 1), ("state", 2)]
    assert registry.asked == [(2, 0), (7, 0), (7, 0)]


@pytest.mark.parametrize("more", [{"paused": True}, {"status": "over"}, {"epoch": 1}])
def test_what_changes_without_a_number_is_written_too(
    sender: StateSender, registry: Registry, channel: Channel, more: dict[str, Any]
) -> None:
    assert sender.show(LOADED)
    registry.next = msgspec.structs.replace(registry.next, **more)
    assert sender.show(LOADED)
    assert len(channel.written) == 2


def test_who_reads_too_slowly_is_left_to_the_task(sender: StateSender, registry: Registry, channel: Channel) -> None:
    channel.open = False
    assert not sender.show(LOADED)
    assert registry.asked == []
    message = asyncio.run(sender.next_message(elsewhere=False))
    assert message is not None
    assert json.loads(message)["number"] == 1
    channel.open = True
    assert sender.show(LOADED)
    assert channel.written == [], "the task has sent it"


def test_without_a_channel_or_while_the_task_works_nothing_is_written(registry: Registry, channel: Channel) -> None:
    assert not StateSender(cast("Any", registry), ACCESS, 0, 0, None).show(LOADED)
    assert not StateSender(cast("Any", registry), ACCESS, 0, 0, channel).show(LOADED), "its task is not idle"


def run(registry: Registry, watcher: Watcher, changes: int = 1) -> None:
    bots: Any = SimpleNamespace(kick=lambda match: None)
    watchers = Watchers(cast("Any", registry), bots)
    watchers.add(watcher)
    watcher.news.clear()

    async def change() -> None:
        for _ in range(changes):
            watchers.changed("m", True)
        assert not watcher.news.is_set(), "after whoever made the change is answered"
        await asyncio.sleep(0)

    asyncio.run(change())


def test_a_change_is_shown_or_wakes_the_socket(sender: StateSender, registry: Registry, channel: Channel) -> None:
    watcher = Watcher(ACCESS, "")
    watcher.show = sender.show
    run(registry, watcher, changes=3)
    assert len(channel.written) == 1
    assert not watcher.news.is_set()
    # Somebody works on the match: its state is not to be read now.
    registry.busy, registry.next = True, state(2)
    run(registry, watcher)
    assert watcher.news.is_set()
    assert len(channel.written) == 1


def test_a_failure_is_left_to_the_task(registry: Registry) -> None:
    watcher = Watcher(ACCESS, "")

    def fail(_loaded: Any) -> bool:
        raise ValueError

    watcher.show = fail
    run(registry, watcher)
    assert watcher.news.is_set()


def test_what_could_not_be_written_is_sent_by_the_task(registry: Registry) -> None:
    class Broken(Channel):
        def write_text(self, text: bytes) -> None:
            raise RuntimeError

    broken = StateSender(cast("Any", registry), ACCESS, 2, 0, Broken())
    broken.idle = True
    watcher = Watcher(ACCESS, "")
    watcher.show = broken.show
    run(registry, watcher)
    assert watcher.news.is_set()
    message = asyncio.run(broken.next_message(elsewhere=False))
    assert message is not None
    assert json.loads(message)["number"] == 1
    assert registry.asked == [(2, 0), (2, 0)]


def test_one_socket_that_fails_does_not_keep_the_state_from_others(
    sender: StateSender, registry: Registry, channel: Channel
) -> None:
    good, bad = Watcher(ACCESS, ""), [Watcher(ACCESS, "") for _ in range(8)]
    good.show = sender.show

    def fail(_loaded: Any) -> bool:
        raise ValueError

    for one in bad:
        one.show = fail
    bots: Any = SimpleNamespace(kick=lambda match: None)
    watchers = Watchers(cast("Any", registry), bots)
    for one in (*bad[:4], good, *bad[4:]):
        watchers.add(one)
    for one in (good, *bad):
        one.news.clear()

    async def change() -> None:
        watchers.changed("m", True)
        await asyncio.sleep(0)

    asyncio.run(change())
    assert len(channel.written) == 1
    assert all(one.news.is_set() for one in bad)
    assert not good.news.is_set()
