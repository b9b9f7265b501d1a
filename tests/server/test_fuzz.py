"""Anything may be sent: no answer is a server's error, none differs from the OpenAPI document, nothing leaks into logs.

HULLDOWN_FUZZ is the number of examples for each operation. `scripts/fuzz.py` sends as many orders as one wants.
"""

from __future__ import annotations

import json
import os
import urllib.parse
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from hulldown.core.record import record_from_text, verify
from hulldown.games import load_game
from support.fuzzing import NASTY, Client, Fuzzer, at, dumped, places, requests_of, with_value
from support.patience import PATIENCE
from support.remote import Player, new_match, play_out, players_of, two_players
from support.serving import ServerProcess

EXAMPLES = int(os.environ.get("HULLDOWN_FUZZ", "12"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
QUIET = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def _players(server: ServerProcess) -> list[Player]:
    """Seats of matches in every stage: open, being played, over; and one against the bot."""
    opened = players_of(server, new_match(server, entropy=None))
    finished = two_players(server, "toy/1")
    play_out(*finished)
    against = players_of(server, new_match(server, "tank/intro", seats={"bravo": "bot:random"}))
    return [opened["alpha"], finished[0], against["alpha"], *two_players(server, "tank/1")]


def test_the_api_answers_everything(server: ServerProcess) -> None:
    schema = schemathesis.openapi.from_url(f"{server.url}/schema/openapi.json")
    players = _players(server)
    session = None
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:

        @QUIET
        @given(case=operation.as_strategy(), player=st.sampled_from(players), known=st.booleans())
        def fuzz(case: Any, player: Player, known: bool) -> None:
            headers = {}
            if known or "match_id" not in case.path_parameters:
                headers["Authorization"] = f"Bearer {player.token}"
                if "match_id" in case.path_parameters:
                    case.path_parameters["match_id"] = player.match
            response = case.call(base_url=server.url, session=session, headers=headers)
            case.validate_response(response, checks=CHECKS)
            if response.status_code >= 400:
                assert json.loads(response.content)["error"]["code"]

        fuzz()


orders = st.fixed_dictionaries(
    {"kind": st.sampled_from(["plot", "stop", "face", "enter", "deploy", ""])},
    optional={
        "tasks": st.lists(
            st.fixed_dictionaries(
                {"unit": st.sampled_from(["A1", "A2", "B1", "column", "a?1", ""]),
                 "kind": st.sampled_from(["MV", "DF", "OF", "FC", "DP", "COL", "OV", "RV", "??"])},
                optional={
                    "cells": st.lists(st.integers(0, 5100), max_size=6),
                    "facing": st.integers(-1, 5),
                    "choice": st.sampled_from(["", "exit", "stop", "x"]),
                    "targets": st.lists(st.sampled_from(["A1", "B1", "b?1", ""]), max_size=3),
                },
            ),
            max_size=6,
        ),
        "choice": st.sampled_from(["", "stop", "continue", "x"]),
    },
)  # fmt: skip


@pytest.mark.parametrize("scenario", ["tank/intro", "tank/1"])
def test_orders_that_look_like_orders(server: ServerProcess, scenario: str) -> None:
    """Near misses reach the rules themselves: whatever they are, they are judged, not tripped over."""
    alpha, bravo = two_players(server, scenario)

    @settings(QUIET, max_examples=10 * EXAMPLES)
    @given(order=orders, kind=st.booleans())
    def fuzz(order: dict[str, Any], kind: bool) -> None:
        state = alpha.state()
        if state["legal"] is None:
            bravo.play_one()
            return
        decision = state["legal"]["decision"]
        order = {**order, "kind": decision["kind"] if kind else order["kind"]}
        checked = alpha.post("/check", {"order": order})
        assert checked.status_code in (200, 400, 409), checked.text
        given_ = alpha.post("/orders", {"submission": os.urandom(8).hex(), "decision": decision["id"], "order": order})
        assert given_.status_code in (200, 400, 409, 422), given_.text
        assert (given_.status_code == 200) == (checked.status_code == 200 and checked.json()["violations"] == [])

    fuzz()
    if scenario == "tank/intro":
        play_out(alpha, bravo)
        verify(record_from_text(alpha.get("/record").text, "record"), load_game("tank"))


def test_the_websocket_survives_anything(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    good = json.dumps({"type": "hello", "token": alpha.token})
    anything = st.one_of(
        st.binary(max_size=200),
        st.text(max_size=200).filter(lambda text: not any(0xD800 <= ord(letter) < 0xE000 for letter in text)),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text("helotkn{}[]", max_size=8),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "token", "events"]), inner)
            ),
            max_leaves=5,
        ).map(json.dumps),
        st.sampled_from(['{"type":"ping"}', good, '{"type":"hello","token":"' + bravo.token[::-1] + '"}', "[" * 5000]),
    )

    @QUIET
    @given(messages=st.lists(anything, max_size=6), greet=st.booleans())
    def fuzz(messages: list[str | bytes], greet: bool) -> None:
        url = f"{server.socket_url}/ws/matches/{alpha.match}"
        with connect(url, max_queue=None, open_timeout=PATIENCE) as connection:
            kinds = set()
            try:
                for message in [good, *messages] if greet else messages:
                    connection.send(message)
                connection.send('{"type":"shell"}')
                while True:
                    kinds.add(json.loads(connection.recv(timeout=PATIENCE))["type"])
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
        assert kinds <= {"state", "presence", "pong", "error"}
        assert code in (4400, 4401)

    fuzz()
    play_out(alpha, bravo)


@pytest.mark.parametrize("scenario", ["tank/intro", "panzer/1"])
def test_every_text_field_takes_any_text(server: ServerProcess, scenario: str) -> None:
    """Superscript digits, thousands of digits and newlines at the end: refused or taken, never tripped over."""
    made = players_of(server, new_match(server, scenario))
    player = next(iter(made.values()))
    client = Client(server)
    tried = 0
    for method, path, body in requests_of(player, scenario):
        for place in places(body):
            if not isinstance(at(body, place), str):
                continue
            for text in NASTY:
                client.send(method, path, player.token, dumped(with_value(body, place, text)))
                tried += 1
    for text in NASTY:
        quoted = urllib.parse.quote(text)
        for path in (
            f"/api/games/{quoted}",
            f"/api/maps/{quoted}",
            f"/api/matches/{quoted}",
            f"{player.base}/{quoted}",
        ):
            client.send("GET", path, player.token, b"")
        for query in ("events", "epoch"):
            client.send("GET", f"{player.base}?{query}={quoted}", player.token, b"")
        client.send("GET", f"{player.base}/replay?perspective={quoted}&turn={quoted}", player.token, b"")
    client.close()
    assert tried > 500


@pytest.mark.parametrize(("scenario", "kind"), [("panzer/1", "command"), ("tank/1", "plot")])
def test_presets_and_units_take_any_text(sqlite_server: ServerProcess, scenario: str, kind: str) -> None:
    """The preset `odds ²` once led to a 500."""
    first, second = two_players(sqlite_server, scenario)
    while (legal := first.state()["legal"]) is None or legal["decision"]["kind"] != kind:
        if not first.play_one():
            second.play_one()
    able = {option["kind"]: one["unit"] for one in legal["units"] for option in one["options"]}
    client = Client(sqlite_server)
    for task_kind, unit in able.items():
        for field in ("unit", "choice", "targets"):
            for text in NASTY:
                task = {"unit": unit, "kind": task_kind, field: [text] if field == "targets" else text}
                body = dumped({"order": {"kind": kind, "tasks": [task]}})
                status, answer = client.send("POST", f"{first.base}/check", first.token, body)
                assert status in (200, 400), answer
    client.close()


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/undo", {"submission": "u"}, "submission"),
        ("/orders", {"submission": "s", "decision": "1.plot", "order": {"kind": "plot"}}, "submission"),
        ("/orders", {"submission": "s", "decision": "1.plot", "order": {"kind": "plot"}}, "decision"),
        ("/seat", {"commitment": "a" * 64}, "commitment"),
        ("/join", {"invite": "A" * 22, "nonce": "n" * 16}, "nonce"),
    ],
)
def test_a_newline_at_the_end_is_no_part_of_a_field(
    server: ServerProcess, path: str, body: dict[str, Any], field: str
) -> None:
    alpha, _ = two_players(server)
    assert alpha.post(path, body).status_code != 400
    for end in ("\n", "\r", " \n", "\u2028"):
        answer = alpha.post(path, {**body, field: body[field] + end})
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")


def test_a_share_of_the_long_run(server: ServerProcess) -> None:
    """What `scripts/fuzz.py` sends 200,000 times."""
    fuzzer = Fuzzer(server, "share")
    fuzzer.run(100 * EXAMPLES)
    fuzzer.client.close()
    assert any(answer.endswith(" 422") for answer in fuzzer.client.answers)
