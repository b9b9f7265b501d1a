"""The record of a game in progress: on disk with every order, resumable after a kill, whole after an undo."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hulldown.cli.records import RecordFile, read_record, secret_path
from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.orders import Order, Task
from hulldown.core.record import record_from_text, text_of, verify
from hulldown.core.session import Session, resume
from support.toy_play import GAME

BOLD = Order("stance", choice="bold")


def begun() -> Session:
    return Session(GAME, "toy/1", "secret")


Opener = Callable[[Path, Session], RecordFile]


@pytest.fixture
def opened() -> Iterator[Opener]:
    """Opens record files and lets go of them after the test."""
    files: list[RecordFile] = []

    def open_file(path: Path, session: Session) -> RecordFile:
        files.append(RecordFile(path, session))
        return files[-1]

    yield open_file
    for file in files:
        file.release()


def test_the_record_is_on_disk_before_the_next_order(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    assert path.read_text().count("\n") == 1
    for number, side in enumerate(("alpha", "bravo"), 2):
        session.submit(side, BOLD)
        file.keep(session)
        assert path.read_text().count("\n") == number
        assert path.read_text() == text_of(session.record(reveal=False))


def test_every_line_is_forced_to_the_disk(opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    synced: list[str] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        real(handle)
        synced.append(path.read_text())

    monkeypatch.setattr(os, "fsync", fsync)
    session.submit("alpha", BOLD)
    file.keep(session)
    assert synced == [text_of(session.record(reveal=False))]


def test_the_secret_lies_beside_the_record_for_its_owner_alone(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    opened(path, session)
    assert "secret" not in path.read_text()
    assert stat.S_IMODE(secret_path(path).stat().st_mode) == 0o600
    record = read_record(path)
    assert record.reveal is not None
    assert record.reveal.secret == "secret"


def test_closing_reveals_the_secret_and_removes_its_file(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    file.close(session)
    assert os.listdir(tmp_path) == ["g"]
    assert path.read_text() == text_of(session.record())
    assert verify(read_record(path), GAME) == 0


def test_a_killed_game_is_resumed_without_loss(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    file.keep(session)
    file.release()  # the process dies: nothing more is written
    again = resume(read_record(path, mend=True), GAME)
    assert again.state == session.state


@pytest.mark.parametrize("cut", [2, 50])
def test_a_line_torn_by_a_kill_is_left_out(opened: Opener, tmp_path: Path, cut: int) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    before = session.state
    file.keep(session)
    session.submit("bravo", BOLD)
    file.keep(session)
    path.write_text(path.read_text()[:-cut])
    with pytest.raises(MalformedError, match="torn"):
        read_record(path)
    assert resume(read_record(path, mend=True), GAME).state == before


def test_an_undo_takes_the_order_out_of_the_file(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    file.keep(session)
    session.undo("alpha")
    file.keep(session)
    assert record_from_text(path.read_text(), "g").entries == []
    session.submit("alpha", Order("stance", choice="careful"))
    file.keep(session)
    assert record_from_text(path.read_text(), "g").entries[0].order.choice == "careful"
    file.close(session)
    assert verify(read_record(path), GAME) == 0


def test_an_order_given_instead_of_an_undone_one_replaces_it(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    file.keep(session)
    session.undo("alpha")
    session.submit("alpha", Order("stance", choice="careful"))
    file.keep(session)  # as many orders as before, but not the same
    assert [entry.order.choice for entry in record_from_text(path.read_text(), "g").entries] == ["careful"]


def test_an_existing_record_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "g"
    path.write_text("precious")
    with pytest.raises(HulldownError, match="exists already"):
        RecordFile(path, begun())
    assert path.read_text() == "precious"
    assert os.listdir(tmp_path) == ["g"]


def test_two_games_cannot_share_a_record(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    first = opened(path, session)
    with pytest.raises(HulldownError, match="another window"):
        RecordFile(path, resume(read_record(path), GAME), resumed=True)
    session.submit("alpha", BOLD)
    first.keep(session)
    assert len(read_record(path).entries) == 1


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_device_is_told_by_name() -> None:
    with pytest.raises(OSError, match="No space left") as caught:
        RecordFile(Path("/dev/full"), begun())
    assert caught.value.filename == "/dev/full"
    assert not os.path.exists("/dev/full.secret")


def test_an_order_that_does_not_fit_on_the_disk_leaves_no_torn_line(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    file.keep(session)
    good = path.read_text()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    session.submit("bravo", BOLD)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            file.keep(session)
    assert path.read_text() == good
    assert len(resume(read_record(path), GAME).entries()) == 1


def test_a_folder_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(HulldownError, match="there is no folder"):
        RecordFile(tmp_path / "nowhere" / "g", begun())


def test_a_broken_secret_is_told(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    opened(path, session)
    secret_path(path).write_text("nonsense")
    with pytest.raises(HulldownError, match=r"g\.secret does not hold"):
        read_record(path)


def test_special_orders_survive_the_file(opened: Opener, tmp_path: Path) -> None:
    session, path = begun(), tmp_path / "g"
    file = opened(path, session)
    session.submit("alpha", BOLD)
    session.submit("bravo", BOLD)
    session.submit("alpha", Order("plot", (Task("A1", "turn", facing=3),)))
    file.keep(session)
    assert read_record(path).entries == session.entries()
