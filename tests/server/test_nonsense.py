"""Bytes that are no text and texts that are no name: clear refusals, on both databases, and nothing in the log."""

from __future__ import annotations

import pytest

from support.persons import Browser, error_of
from support.remote import two_players
from support.serving import ServerProcess

NOT_UTF8 = b'{"submission": "\xff", "text": "\xe9", "order": "\xc3", "name": "\xe9"}'


@pytest.mark.parametrize("path", ["/orders", "/check", "/chat", "/undo"])
def test_bytes_that_are_no_text(sqlite_server: ServerProcess, path: str) -> None:
    alpha, _ = two_players(sqlite_server)
    answer = sqlite_server.http.post(alpha.base + path, content=NOT_UTF8, headers=alpha.headers)
    assert error_of(answer) == (400, "malformed")
    assert "UTF-8" in answer.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/orders", "/chat"])
def test_a_request_without_its_body(sqlite_server: ServerProcess, path: str) -> None:
    alpha, _ = two_players(sqlite_server)
    answer = sqlite_server.http.post(alpha.base + path, content=b"", headers=alpha.headers)
    assert error_of(answer) == (400, "malformed")
    assert answer.json()["error"]["message"] == "the request has no body"


@pytest.mark.parametrize("name", ["%00", "a%00b", "%FF"])
def test_names_that_no_game_has(server: ServerProcess, name: str) -> None:
    anna = Browser(server, "Anna")
    game = f"/api/me/games/{name}"
    assert error_of(anna.get(f"{game}/since")) == (404, "unknown")
    assert error_of(anna.put(f"{game}/archived", {"archived": True})) == (404, "unknown")
    assert error_of(anna.put(f"{game}/seen", {"number": 1, "events": 1})) == (404, "unknown")
    assert error_of(anna.delete(f"/api/open/{name}")) == (404, "unknown")
    assert error_of(anna.post(f"/api/open/{name}/join", {})) == (409, "seat_taken")
    assert error_of(anna.get(f"/feed/{name}")) == (404, "unknown")
    assert error_of(anna.get(f"/api/matches/{name}")) == (401, "token")


@pytest.mark.parametrize("author", ["\0", "bravo\0", ""])
def test_authors_that_nobody_is(server: ServerProcess, author: str) -> None:
    alpha, _ = two_players(server)
    answer = alpha.put("/chat/mute", {"author": author, "on": True})
    assert error_of(answer) == (400, "malformed")
    assert "author" in answer.json()["error"]["message"]
