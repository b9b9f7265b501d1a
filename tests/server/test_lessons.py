"""Lessons over the wire: a match at a staged position, with a scripted opponent and a record that verifies."""

from __future__ import annotations

import pytest

from hulldown.core.record import record_from_text, verify
from hulldown.games import lessons, load_game
from support.remote import play_out, players_of, watcher_of
from support.serving import ServerProcess, Start, wait_until


@pytest.mark.parametrize("name", lessons())
def test_a_lesson_is_a_match_that_verifies(server: ServerProcess, name: str) -> None:
    lesson = lessons()[name]
    made = server.http.post(f"/api/lessons/{name}").json()
    (pupil,) = players_of(server, made).values()
    state = pupil.state()
    assert (state["side"], state["status"]) == (lesson.side, "playing")
    assert state["legal"] is not None
    play_out(pupil)
    text = pupil.get("/record").text
    record = record_from_text(text, "record")
    assert record.header.dice == "known"
    assert len(record.entries) > len(lesson.opening)
    game = load_game(lesson.scenario.partition("/")[0])
    assert verify(record, game) == sum(len(entry.rolls) for entry in record.entries)


def test_a_lesson_survives_a_restart(database: str, start: Start) -> None:
    server = start(database)
    made = server.http.post("/api/lessons/tank/basics").json()
    (pupil,) = players_of(server, made).values()
    wait_until(lambda: pupil.state()["view"]["owing"] == [pupil.state()["side"]])  # the script has answered
    before = pupil.state()
    server.kill()
    server.start()
    assert pupil.state()["view"] == before["view"]
    pupil.play_one()
    wait_until(lambda: pupil.state()["legal"] is not None)


def test_lessons_are_listed_without_their_script(sqlite_server: ServerProcess) -> None:
    listed = sqlite_server.http.get("/api/lessons").json()["lessons"]
    assert [one["id"] for one in listed] == list(lessons())
    for one in listed:
        told = sqlite_server.http.get(f"/api/lessons/{one['id']}").json()
        assert set(told) == {"id", "title", "scenario", "side", "steps"}
        assert told["steps"][0]["id"] == "welcome"
    for path in ("/api/lessons/tank/none", "/api/lessons/none/basics"):
        assert sqlite_server.http.get(path).status_code == 404
        assert sqlite_server.http.post(path).status_code == 404


def test_the_coach_speaks_to_a_seat_and_to_nobody_else(server: ServerProcess) -> None:
    made = server.http.post("/api/lessons/panzer/basics").json()
    (pupil,) = players_of(server, made).values()
    told = pupil.get("/coach")
    assert told.status_code == 200, told.text
    assert {hint["kind"] for hint in told.json()["hints"]} == {"threat", "shot"}
    assert watcher_of(server, made).get("/coach").status_code == 403
    assert server.http.get(f"/api/matches/{made['match']}/coach").status_code == 401


def test_the_bot_of_a_lesson_cannot_be_asked_for(sqlite_server: ServerProcess) -> None:
    answer = sqlite_server.http.post(
        "/api/matches", json={"scenario": "tank/intro", "seats": {"bravo": "bot:lesson:tank/basics"}}
    )
    assert answer.status_code in (400, 422), answer.text
