"""Files: nothing written over, everything whole, special files left what they are."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hulldown.cli.files import LARGEST, read_text, refuse_existing, write_text
from hulldown.core.errors import HulldownError, MalformedError


def test_a_new_file_is_written_whole(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "hällo\n")
    assert (tmp_path / "a").read_text(encoding="utf-8") == "hällo\n"
    assert os.listdir(tmp_path) == ["a"]


def test_a_new_file_has_the_usual_rights(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_text(tmp_path / "a", "x")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a").stat().st_mode) == 0o640


def test_an_existing_file_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    with pytest.raises(HulldownError, match="exists already") as caught:
        write_text(path, "new")
    assert "--force" in caught.value.hint
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a"]


def test_force_replaces(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text("old")
    write_text(path, "new", force=True)
    assert path.read_text() == "new"
    assert os.listdir(tmp_path) == ["a"]


def test_a_file_made_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a"
    real = os.link

    def link(source: str, target: str | Path) -> None:
        path.write_text("theirs")
        real(source, target)

    monkeypatch.setattr(os, "link", link)
    with pytest.raises(HulldownError, match="exists already"):
        write_text(path, "ours")
    assert path.read_text() == "theirs"
    assert os.listdir(tmp_path) == ["a"]


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(HulldownError, match=r"there is no folder .*/nowhere"):
        write_text(tmp_path / "nowhere" / "a", "x")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(HulldownError, match="is a folder"):
        write_text(tmp_path, "x", force=True)
    with pytest.raises(HulldownError, match="is a folder"):
        read_text(tmp_path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("force", [True, False])
def test_a_device_is_written_to_and_never_replaced(force: bool) -> None:
    with pytest.raises(OSError, match="No space left"):
        write_text(Path("/dev/full"), "x" * 100_000, force)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    write_text(Path(os.devnull), "x", force)
    assert stat.S_ISCHR(os.stat(os.devnull).st_mode)


def test_a_disk_that_fills_up_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_text(tmp_path / "a", "x")
    assert caught.value.filename == str(tmp_path / "a")
    assert os.listdir(tmp_path) == []


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc\xff\xfe")
    with pytest.raises(MalformedError, match=r"a: not a text file \(byte 3"):
        read_text(tmp_path / "a")


def test_a_monster_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "a"
    with path.open("wb") as stream:
        stream.truncate(LARGEST + 1)
    with pytest.raises(HulldownError, match="larger than"):
        read_text(path)


def test_refusing_does_not_mind_what_is_not_there(tmp_path: Path) -> None:
    refuse_existing(tmp_path / "a", force=False)
    assert os.listdir(tmp_path) == []
