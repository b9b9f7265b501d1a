"""People at a real server: keys and codes as a browser makes them."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from typing import Any

import httpx

from support.remote import Json
from support.serving import ServerProcess

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def new_key() -> str:
    return urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(26))


def error_of(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of a refusal, whose message must say something."""
    error = answer.json()["error"]
    assert error["message"]
    return answer.status_code, error["code"]


class Browser:
    """A browser with a key; `person` tells whose, once he is known."""

    def __init__(self, server: ServerProcess, name: str = "", **wish: object) -> None:
        self.server = server
        self.key, self.code = new_key(), new_code()
        self.headers = {"Hulldown-Person": self.key}
        server.tokens |= {self.key, self.code}
        self.person: Json = {}
        if name:
            answer = self.register(name, **wish)
            assert answer.status_code == 201, answer.text
            self.person = answer.json()

    def register(self, name: str, **wish: object) -> httpx.Response:
        body = {"key": self.key, "code": self.code, "name": name, **wish}
        return self.server.http.post("/api/people", json=body)

    def recover(self, code: str) -> httpx.Response:
        return self.server.http.post("/api/people/recover", json={"code": code, "key": self.key})

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.server.http.get(path, params=query, headers=self.headers)

    def post(self, path: str, body: object = None) -> httpx.Response:
        return self.server.http.post(path, json=body, headers=self.headers)

    def put(self, path: str, body: object) -> httpx.Response:
        return self.server.http.put(path, json=body, headers=self.headers)

    def delete(self, path: str) -> httpx.Response:
        return self.server.http.delete(path, headers=self.headers)

    def games(self, **query: Any) -> list[Json]:
        answer = self.get("/api/me/games", **query)
        assert answer.status_code == 200, answer.text
        found: list[Json] = answer.json()["games"]
        return found
