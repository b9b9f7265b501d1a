"""Who somebody is, without accounts: keys, recovery codes, device codes, invitations. On both databases."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from hulldown.cli.main import main
from hulldown.server.matches.identity import (
    BROWSERS,
    DEVICE_SECONDS,
    INVITATION_SECONDS,
    INVITATIONS,
    invitation_of_operator,
)
from hulldown.server.matches.names import LENGTH
from hulldown.server.matches.tokens import new_code as server_code
from hulldown.server.storage.database import Database
from support.local_server import HandClock, LocalServer
from support.persons import Browser, error_of, new_code, new_key
from support.remote import Player, new_match, play_out
from support.serving import ServerProcess, Start


def test_somebody_makes_himself_known_and_is_known_again(server: ServerProcess) -> None:
    anna = Browser(server, "  Anna  K. ")
    assert (anna.person["name"], anna.person["browsers"]) == ("Anna K.", 1)
    assert anna.get("/api/me").json() == anna.person
    # The same again, as after a broken connection, changes nothing.
    assert anna.register("Anna K.").json() == anna.person
    assert anna.put("/api/me", {"name": "Anna"}).json()["name"] == "Anna"
    assert anna.get("/api/me").json()["name"] == "Anna"


def test_keys_that_are_none_foreign_or_known_already(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    stranger = Browser(server)
    assert error_of(stranger.get("/api/me")) == (401, "person")
    assert error_of(server.http.get("/api/me")) == (401, "person")
    # The token of a seat is no key of a person, and a key opens no match.
    made = new_match(server)
    token = made["seats"]["alpha"]["token"]
    assert error_of(server.http.get("/api/me", headers={"Hulldown-Person": token})) == (401, "person")
    foreign = server.http.get(f"/api/matches/{made['match']}", headers={"Authorization": f"Bearer {anna.key}"})
    assert error_of(foreign) == (401, "token")
    # Somebody's key, or his code, with anything else is refused.
    body = {"key": anna.key, "code": new_code(), "name": "Mallory"}
    assert error_of(server.http.post("/api/people", json=body)) == (409, "reused")
    body = {"key": new_key(), "code": anna.code, "name": "Mallory"}
    assert error_of(server.http.post("/api/people", json=body)) == (409, "reused")
    for wrong in ({"key": "short"}, {"code": "short"}, {"code": "U" * 26}):
        body = {"key": new_key(), "code": new_code(), "name": "Ben", **wrong}
        assert error_of(server.http.post("/api/people", json=body)) == (422, "refused")
    assert anna.get("/api/me").json()["name"] == "Anna"


@pytest.mark.parametrize("name", ["", "   ", "x" * (LENGTH + 1), "</>", "Ben\u202e", "a\u200fb", "two\nlines\x07"])
def test_names_that_are_refused(sqlite_server: ServerProcess, name: str) -> None:
    assert error_of(Browser(sqlite_server).register(name)) == (422, "refused")
    known = Browser(sqlite_server, "Anna")
    assert error_of(known.put("/api/me", {"name": name})) == (422, "refused")
    assert known.get("/api/me").json()["name"] == "Anna"


def test_a_name_of_ten_megabytes(sqlite_server: ServerProcess) -> None:
    assert error_of(Browser(sqlite_server).register("x" * 10_000_000)) == (413, "too_large")
    assert error_of(Browser(sqlite_server).register("x" * 100_000)) == (400, "malformed")


def test_a_lost_browser_comes_back_by_its_code(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    new = Browser(server)
    # However it was copied: in groups, in small letters, with letters that look like digits.
    typed = "-".join(anna.code[first : first + 5] for first in range(0, 26, 5)).lower().replace("1", "l")
    answer = new.recover(typed.replace("0", "O"))
    assert answer.status_code == 200, answer.text
    assert answer.json() == {**anna.person, "browsers": 2, "by": "recovery"}
    assert new.recover(anna.code).json() == answer.json()  # the first answer was lost
    assert new.get("/api/me").json()["person"] == anna.person["person"]
    assert error_of(Browser(server).recover(new_code())) == (401, "code")
    assert error_of(Browser(server, "Ben").recover(anna.code)) == (409, "reused")
    # Another code takes the place of the first.
    fresh = new_code()
    assert new.put("/api/me/code", {"code": fresh}).status_code == 204
    assert new.put("/api/me/code", {"code": fresh}).status_code == 204
    assert error_of(Browser(server).recover(anna.code)) == (409, "code_used")
    assert Browser(server).recover(fresh).status_code == 200
    assert error_of(Browser(server, "Ben").put("/api/me/code", {"code": fresh})) == (409, "reused")


def test_the_recovery_code_opens_also_when_many_browsers_are_lost(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    for _ in range(BROWSERS - 1):
        assert Browser(server).recover(anna.code).status_code == 200
    device = anna.post("/api/me/device").json()["code"]
    assert error_of(Browser(server).recover(device)) == (409, "too_many_browsers")
    newest = Browser(server)
    assert newest.recover(anna.code).json()["browsers"] == BROWSERS
    assert newest.get("/api/me").status_code == 200
    assert error_of(anna.get("/api/me")) == (401, "signed_out")  # the oldest one


def test_other_browsers_are_signed_out(server: ServerProcess) -> None:
    anna, other = Browser(server, "Anna"), Browser(server)
    other.recover(anna.code)
    assert anna.delete("/api/me/browsers").json() == {"ended": 1}
    assert error_of(other.get("/api/me")) == (401, "signed_out")
    assert anna.get("/api/me").json()["browsers"] == 1
    assert error_of(other.recover(anna.code)) == (409, "reused")  # it needs a new key
    assert Browser(server).recover(anna.code).status_code == 200


def test_a_device_code_works_once_and_for_a_while(tmp_path: Path) -> None:
    clock = HandClock()
    server = LocalServer(tmp_path, clock, 0)
    try:
        anna = Browser(server, "Anna")  # type: ignore[arg-type]
        code = anna.post("/api/me/device").json()["code"]
        assert Browser(server).recover(code).json()["by"] == "device"  # type: ignore[arg-type]
        assert error_of(Browser(server).recover(code)) == (409, "code_used")  # type: ignore[arg-type]
        late = anna.post("/api/me/device").json()
        assert late["expires"] == clock.now() + DEVICE_SECONDS
        clock.advance(DEVICE_SECONDS)
        assert error_of(Browser(server).recover(late["code"])) == (409, "code_expired")  # type: ignore[arg-type]
        # Only the newest one works.
        first, second = (anna.post("/api/me/device").json()["code"] for _ in range(2))
        assert error_of(Browser(server).recover(first)) == (409, "code_used")  # type: ignore[arg-type]
        assert Browser(server).recover(second).status_code == 200  # type: ignore[arg-type]
    finally:
        server.stop()


def test_an_invitation_expires(tmp_path: Path) -> None:
    clock = HandClock()
    database = f"sqlite:///{tmp_path / 'games.db'}"
    server = LocalServer(tmp_path, clock, 0, database=database, invitations_only=True)
    try:
        operator = Database(database)
        first = invitation_of_operator(operator)
        operator.close()
        anna = Browser(server, "Anna", invitation=first.code)  # type: ignore[arg-type]
        late = anna.post("/api/me/invitations").json()
        clock.advance(INVITATION_SECONDS)
        ben = Browser(server)  # type: ignore[arg-type]
        assert error_of(ben.register("Ben", invitation=late["code"])) == (409, "code_expired")
        fresh = anna.post("/api/me/invitations").json()["code"]
        assert ben.register("Ben", invitation=fresh).status_code == 201
    finally:
        server.stop()


def test_invitations_only(database: str, start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = start(database, flags=["--invitations-only"])
    assert server.http.get("/api/people").json() == {"invitations_only": True}
    stranger = Browser(server)
    for wrong in ("", "nonsense", server_code()):
        assert error_of(stranger.register("Anna", invitation=wrong)) == (401, "invitation")
    refused = server.http.post("/api/matches", json={"scenario": "toy/1"})
    assert error_of(refused) == (401, "person")
    assert error_of(server.http.post("/api/lessons/tank/first")) == (401, "person")
    assert main(["invite", "--database", database]) == 0
    code = capsys.readouterr().out.split()[0]
    anna = Browser(server, "Anna", invitation=code)
    assert error_of(stranger.register("Ben", invitation=code)) == (409, "code_used")
    assert anna.register("Anna", invitation=code).status_code == 201  # the same again
    assert anna.post("/api/matches", {"scenario": "toy/1"}).status_code == 201
    # Nor does a stranger make a match by forking one at which he only looked on.
    made = anna.post("/api/matches", {"scenario": "toy/1", "entropy": "e"}).json()
    seats = [Player(server, made["match"], made["seats"][side]["token"], side) for side in ("alpha", "bravo")]
    play_out(*seats)
    looks = Player(server, made["match"], made["watch"])
    assert error_of(looks.post("/fork", {"turn": 1, "side": "alpha"})) == (401, "person")
    forked = server.http.post(
        f"{looks.base}/fork", json={"turn": 1, "side": "alpha"}, headers=looks.headers | anna.headers
    )
    assert forked.status_code == 201, forked.text
    # An invitation is no recovery code, and a recovery code no invitation.
    own = anna.post("/api/me/invitations").json()["code"]
    assert error_of(Browser(server).recover(own)) == (401, "code")
    assert error_of(stranger.register("Ben", invitation=anna.code)) == (401, "invitation")
    ben = Browser(server, "Ben", invitation=own)
    for _ in range(INVITATIONS):
        assert ben.post("/api/me/invitations").status_code == 201
    assert error_of(ben.post("/api/me/invitations")) == (409, "too_many_invitations")


def test_only_hashes_are_stored(tmp_path: Path, start: Start) -> None:
    file = tmp_path / "games.db"
    server = start(f"sqlite:///{file}")
    anna = Browser(server, "Anna")
    codes = [anna.post(path).json()["code"] for path in ("/api/me/device", "/api/me/invitations")]
    server.stop()
    with sqlite3.connect(file) as connection:
        dump = "\n".join(connection.iterdump())
    connection.close()
    assert "Anna" in dump
    for secret in (anna.key, anna.code, *codes, *(code.replace("-", "") for code in codes)):
        assert secret not in dump


def test_people_survive_a_restart(database: str, start: Start) -> None:
    server = start(database)
    anna = Browser(server, "Anna")
    server.stop()
    again = start(database)
    anna.server = again
    assert anna.get("/api/me").json() == anna.person
    Database(database).close()
