"""Records from elsewhere become matches that are over, if they are what they say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.cli import browser_replay as viewing
from hulldown.cli.main import main
from hulldown.core.errors import RecordMismatchError, UnknownNameError
from hulldown.core.record import Record, Reveal, text_of
from hulldown.games import load_game
from hulldown.lab.play import play_game
from hulldown.server.matches import replays
from hulldown.server.matches.imports import store_record
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tokens import token_hash
from hulldown.server.settings import Settings
from hulldown.server.storage import store
from hulldown.server.storage.database import Database
from hulldown.server.storage.store import OVER, WATCH, Access


@pytest.fixture(scope="module")
def record() -> Record:
    game = load_game("tank")
    bots = {side: make_bot("random", side) for side in game.sides}
    found = play_game(game, "tank/intro", bots, "s", {"alpha_panic": 1}, keep_record=True).record
    assert found is not None
    return found


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[MatchRegistry]:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    database = Database(url)
    registry = MatchRegistry(database, Settings(url))
    yield registry
    registry.close()
    database.close()


def test_a_record_is_a_match_that_is_over_and_comes_back_as_it_was(registry: MatchRegistry, record: Record) -> None:
    found = store_record(registry.database, record)
    key = token_hash(found.watch)
    assert key is not None
    access = registry.read(lambda connection: store.find_key(connection, key))
    assert access == Access(found.match, WATCH, "")
    row = registry.read(lambda connection: store.find_match(connection, found.match))
    assert row is not None
    assert record.reveal is not None
    assert (row.status, row.outcome, row.owing, row.options) == (OVER, record.reveal.outcome, (), {"alpha_panic": 1})
    assert replays.record_text(registry, access) == text_of(record)
    shown = replays.replay(registry, access, "truth", None)
    assert shown.turns[-1].turn == row.turn
    assert len(shown.rolls) == sum(len(entry.rolls) for entry in record.entries)
    assert found.path == f"#/replay/{found.match}/{found.watch}"


def test_a_game_that_was_not_finished_is_shown_as_far_as_it_came(registry: MatchRegistry, record: Record) -> None:
    assert record.reveal is not None
    part = Record(record.header, record.entries[:6], Reveal(record.reveal.secret))
    found = store_record(registry.database, part)
    access = Access(found.match, WATCH, "")
    assert replays.record_text(registry, access) == text_of(part)
    assert replays.replay(registry, access, "truth", None).turns


def test_records_that_are_not_what_they_say_are_refused_and_not_stored(registry: MatchRegistry, record: Record) -> None:
    assert record.reveal is not None
    entry = record.entries[3]
    altered = [*record.entries[:3], msgspec.structs.replace(entry, state="0" * 24), *record.entries[4:]]
    bad = [
        (Record(record.header, altered, record.reveal), "order 3"),
        (Record(record.header, record.entries, None), "no reveal"),
        (Record(record.header, record.entries, Reveal("another", record.reveal.outcome)), "not the one committed to"),
        (Record(record.header, [], Reveal(record.reveal.secret)), "holds no order"),
        (Record(msgspec.structs.replace(record.header, version="0"), record.entries, record.reveal), "rules version"),
    ]
    for one, said in bad:
        with pytest.raises(RecordMismatchError, match=said):
            store_record(registry.database, one)
    with pytest.raises(UnknownNameError):
        store_record(registry.database, Record(msgspec.structs.replace(record.header, game="chess"), [], record.reveal))
    rows = registry.read(lambda connection: connection.exec_driver_sql("SELECT count(*) FROM matches").scalar())
    assert rows == 0


def test_the_command_serves_a_good_record_and_refuses_a_bad_one(
    record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from hulldown.server import run

    opened: list[str] = []
    served: list[Settings] = []

    def serve(settings: Settings, ready):  # type: ignore[no-untyped-def]
        served.append(settings)
        assert Path(settings.database.removeprefix("sqlite:///")).exists()
        ready("http://127.0.0.1:1/")
        return 0

    monkeypatch.setattr(run, "serve", serve)
    monkeypatch.setattr(viewing, "browse", opened.append)
    good = tmp_path / "good.jsonl"
    good.write_text(text_of(record))
    assert main(["replay", str(good), "--browser"]) == 0
    assert opened[0].startswith("http://127.0.0.1:1/#/replay/")
    assert opened[0] in capsys.readouterr().out
    assert not Path(served[0].database.removeprefix("sqlite:///")).exists()  # it goes away at the end
    bad = tmp_path / "bad.jsonl"
    bad.write_text(text_of(record).replace('"side":"alpha"', '"side":"bravo"', 1))
    assert main(["replay", str(bad), "--browser"]) == 2
    assert "cannot be shown" in capsys.readouterr().err
    assert len(served) == 1
