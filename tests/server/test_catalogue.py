"""What everybody may read without a token, and the frame around every answer."""

from __future__ import annotations

import json
import socket

import pytest

from hulldown.games import game_names, load_game
from hulldown.games.tank.rules.ground import ground_on
from support.patience import PATIENCE
from support.remote import new_match
from support.serving import ServerProcess


def test_games_list_every_registered_game_with_its_scenarios(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        found = {game["name"]: game for game in client.get("/api/games").json()["games"]}
        assert set(found) >= set(game_names())
        for name in game_names():
            game = load_game(name)
            assert [one["id"] for one in found[name]["scenarios"]] == [info.id for info in game.scenarios()]
            assert found[name]["sides"] == list(game.sides)
            assert client.get(f"/api/games/{name}").json() == found[name]


@pytest.mark.parametrize("name", [*game_names(), "toy"])
def test_each_scenario_has_a_board_tables_and_a_picture(sqlite_server: ServerProcess, name: str) -> None:
    with sqlite_server.client() as client:
        for info in client.get(f"/api/games/{name}").json()["scenarios"][:2]:
            board = client.get(info["board"]).json()
            assert len({cell["cell"] for cell in board["cells"]}) == len(board["cells"]) > 0
            sizes = {len(table) for table in client.get(info["tables"]).json()["tables"].values()}
            assert sizes <= {board["size"]}
            picture = client.get(info["thumbnail"])
            assert picture.headers["content-type"].startswith("image/svg+xml")
            assert picture.text.startswith("<svg")


def test_a_scenario_with_printed_forces_has_no_builder(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        listed = client.get("/api/games/tank").json()["scenarios"]
        assert next(one for one in listed if one["id"] == "tank/1")["builder"] is False
        answer = client.post("/api/scenarios/tank/1/builder", json={"options": {}})
        assert answer.status_code == 404
        assert "printed" in answer.json()["error"]["message"]


def test_a_board_is_the_board_of_the_engine(sqlite_server: ServerProcess) -> None:
    board = load_game("tank").board("tank/intro")
    with sqlite_server.client() as client:
        told = client.get("/api/maps/tank").json()
    assert told["offsets"] == list(board.offsets)
    for cell in told["cells"]:
        here = cell["cell"]
        assert (cell["label"], cell["terrain"], cell["elevation"]) == (
            board.labels[here], board.terrain[here], board.elevation[here],
        )  # fmt: skip
        assert board.at(cell["column"], cell["row"]) == here
    assert {(side["cell"], side["direction"]): side["terrain"] for side in told["hexsides"]} == {
        key: feature.terrain for key, feature in board.sides.items()
    }
    assert {(side["cell"], side["direction"]) for side in told["lines"].get("road", [])} == set(board.roads)


def test_sequence_rules_and_units(sqlite_server: ServerProcess) -> None:
    game = load_game("tank")
    with sqlite_server.client() as client:
        rows = client.get("/api/scenarios/tank/1/sequence").json()["rows"]
        assert [row["key"] for row in rows] == [row.key for row in game.sequence("tank/1")]
        rules = client.get("/api/games/tank/rules").json()["rules"]
        assert {rule["id"] for rule in rules} > {"8.71a", "9.33"}
        assert client.get("/api/games/tank/units").json()["units"]
        flags = client.get("/api/games/tank/tools").json()
        assert any(flag["flag"] == "--range" for flag in flags["odds"])
        wish = {"arguments": {"attacker": "PzIVh", "target": "M4/76", "range": 8}}
        assert "probability" in client.post("/api/games/tank/odds", json=wish).json()


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/games/chess", 404, "unknown"),
        ("/api/maps/nowhere", 404, "unknown"),
        ("/api/maps/..%2f..%2fpyproject", 404, "unknown"),
        ("/api/scenarios/tank/none/board", 404, "unknown"),
        ("/api/nothing", 404, "unknown"),
        ("/assets/%2e%2e/%2e%2e/app.py", 404, "unknown"),
        ("/assets/nothing.js", 404, "unknown"),
        ("/app.py", 404, "unknown"),
        ("/api/matches/abc", 401, "token"),
        ("/api/matches/abc/record", 401, "token"),
    ],
)
def test_errors_have_one_shape(sqlite_server: ServerProcess, path: str, status: int, code: str) -> None:
    with sqlite_server.client() as client:
        answer = client.get(path)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


def test_a_wrong_method_and_a_body_that_cannot_be_read(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        assert client.delete("/api/games").json()["error"]["code"] == "method"
        for body in (b"{", b"[]", b'{"scenario": 3}', b"\xff\xfe", b"[" * 100_000):
            answer = client.post("/api/matches", content=body, headers={"content-type": "application/json"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed"), answer.text


def test_every_answer_carries_the_security_headers(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        for path in ("/", "/api/games", "/api/nothing", "/api/matches/abc", "/schema/openapi.json", "/play/abc"):
            headers = client.get(path).headers
            assert headers["referrer-policy"] == "no-referrer", path
            assert headers["x-content-type-options"] == "nosniff"
            assert "default-src 'none'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert "server" not in headers


def test_unknown_pages_show_the_client(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        index = client.get("/")
        assert index.headers["content-type"].startswith("text/html")
        assert client.get("/some/page").content == index.content
        assert client.head("/").status_code == 200
        again = client.get("/", headers={"if-none-match": index.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [b"/../app.py", b"/%2e%2e/app.py", b"/..%2fapp.py", b"/assets/../../../../../../etc/passwd", b"//etc/passwd"],
)
def test_no_path_leads_out_of_the_client(sqlite_server: ServerProcess, path: bytes) -> None:
    # Sent by hand: every client library tidies such paths up.
    with socket.create_connection(("127.0.0.1", sqlite_server.port), timeout=PATIENCE) as connection:
        connection.sendall(b"GET " + path + b" HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    assert b"root:" not in answer
    assert b"import" not in answer
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 200", b"HTTP/1.1 400"))


def test_a_foreign_page_is_refused(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        foreign = client.get("/api/games", headers={"origin": "https://elsewhere.example"})
        assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "origin")
        assert client.get("/api/games", headers={"origin": "null"}).status_code == 403
        assert client.get("/api/games", headers={"origin": sqlite_server.url}).status_code == 200


def test_the_api_describes_itself(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        document = client.get("/schema/openapi.json").json()
    paths = document["paths"]
    assert "/api/matches/{match_id}/orders" in paths
    assert {"post", "get"} <= set(paths["/api/matches/{match_id}/orders"])
    assert "View" in str(document["components"]["schemas"].keys())


@pytest.mark.parametrize("mode", ["open", "mixed", "closed"])
def test_tables_and_face_follow_the_options_of_a_match(sqlite_server: ServerProcess, mode: str) -> None:
    """34.0c: the players choose the terrain mode, so reach and terrain effects go by the match, not by the scenario."""
    made = new_match(sqlite_server, "tank/34.2", options={"mode": mode}, seats={"alpha": "human", "bravo": "human"})
    with sqlite_server.client() as client:
        seen = client.get(f"/api/matches/{made['match']}", headers={"authorization": f"Bearer {made['watch']}"})
        options = seen.json()["options"]
        assert options["mode"] == mode
        query = {"options": json.dumps(options)}
        found = client.get("/api/scenarios/tank/34.2/tables", params=query).json()["tables"]
        for name in ("vehicle", "infantry", "truck"):
            assert [tuple(row) for row in found[name]] == list(ground_on("tank", mode).costs(name))
        shown = client.get("/api/scenarios/tank/34.2/face", params=query).json()
        (woods,) = (one for one in shown["hexes"] if one["terrain"] == "woods")
        words = {"open": "counts as clear", "mixed": "3 points", "closed": "whole allowance"}[mode]
        assert words in woods["effect"]


def test_options_in_the_address_that_mean_nothing_are_refused(sqlite_server: ServerProcess) -> None:
    with sqlite_server.client() as client:
        for what in ("tables", "face"):
            for text in ('{"mode": "flat"}', '{"moon": 1}', "[]", "{", '{"mode": [1]}'):
                answer = client.get(f"/api/scenarios/tank/34.2/{what}", params={"options": text})
                assert answer.status_code == 422, (what, text)
                assert answer.json()["error"]["message"]
