"""The small commands: scenarios, units, map, los, odds, rules, verify, replay."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hulldown import games
from hulldown.core.game import AnyGame
from hulldown.core.record import Record, Reveal, text_of
from hulldown.rules.coverage import coverage
from hulldown_toy.game import ToyGame
from support.cli_run import Run
from support.toy_play import toy_record, with_entry

pytestmark = pytest.mark.usefixtures("toy")


def test_scenarios_for_people(run: Run) -> None:
    out = run("scenarios").out
    assert "toy/1       The sandpit (plain, 3 turns)" in out
    assert "    alpha  3 toys" in out


def test_scenarios_for_programs(run: Run) -> None:
    (found,) = run("scenarios", "--game", "toy", "--json").json
    assert (found["id"], found["length"], found["mode"]) == ("toy/1", 3, "plain")
    assert found["force"] == {"alpha": "3 toys", "bravo": "3 toys"}


def test_scenarios_of_an_unknown_game(run: Run) -> None:
    assert run("scenarios", "--game", "tnk").refused("no game named 'tnk'", "games: toy")


def test_units_for_people(run: Run) -> None:
    out = run("units", "toy").out
    assert "ours; armour: rulebook" in out or "rulebook; speed: ours" in out
    assert "gun speed: a guess" in out
    assert "–" in out  # the gun has no armour


def test_units_for_programs(run: Run) -> None:
    found = run("units", "toy", "--json").json
    assert found[0]["provenance"] == {"armour": "rulebook", "speed": "ours"}
    assert found[1]["armour"] is None


def test_odds_take_their_flags_from_the_game(run: Run) -> None:
    found = run("odds", "toy", "--attacker", "A", "--range", "3", "--dug-in", "--json").json
    assert found["probability"] == "1/3"
    assert found["asked"] == ["aspect=front", "attacker=A", "dug_in=True", "range=3", "target=toy"]


def test_odds_for_people(run: Run) -> None:
    out = run("odds", "toy", "--attacker", "A").out
    assert out.splitlines()[0] == "1/3 (33.3%), hits on 5, 6"
    assert "  fire  5  [3.1]  ours" in out
    assert "column: 4" in out


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        (("toy",), "required: --attacker", "hulldown odds toy --help"),
        (("toy", "--attacker", "A", "--range", "x"), "invalid int value: 'x'", ""),
        (("toy", "--attacker", "A", "--aspect", "back"), "invalid choice: 'back'", ""),
        (("toy", "--attackr", "A"), "", ""),
        (("tyo", "--attacker", "A"), "no game named 'tyo'", ""),
        ((), "required: GAME", ""),
    ],
)
def test_odds_refuse_bad_arguments(run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
    assert run("odds", *argv).refused(said, hint)


def test_help_of_odds_shows_the_games_flags(run: Run) -> None:
    out = run("odds", "toy", "--help").out
    assert "--dug-in" in out
    assert "who, 100 %" in out
    assert "--dug-in" not in run("odds", "--help").out


def test_los_in_words_and_as_json(run: Run) -> None:
    blocked = run("los", "tank", "0101", "0203", "--mode", "plain")
    assert "0101 does not see 0203: wall at hexside 0101/0102 [9.9]" in blocked.out
    found = run("los", "tank", "0101", "0101", "--json").json
    assert (found["clear"], found["blocked_by"], found["mode"]) == (True, None, "odd")
    assert "0101 sees 0101" in run("los", "tank", "0101", "0101").out


def test_los_of_an_unknown_map(run: Run) -> None:
    assert run("los", "tnak", "0101", "0203").refused("no game plays on a map named 'tnak'", "did you mean tank?")


def test_map_as_json(run: Run) -> None:
    found = run("map", "tank", "--json").json
    assert (found["columns"], found["rows"]) == (61, 36)
    assert len(found["hexes"]) == 61 * 36
    assert set(found["hexes"]["3319"]) == {"terrain", "elevation"}
    assert set(found["edges"]) == {"W", "X", "Y", "Z"}
    slopes = [side for side in found["hexsides"] if side["terrain"] == "slope"]
    assert slopes
    assert all(side["down"] in side["hexes"] for side in slopes)


def test_map_as_text(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    part = run("map", "tank", "--at", "3319").out
    assert all(len(line) <= 80 for line in part.splitlines())
    assert " 33 " in part.splitlines()[2]
    assert "--at HEX" in run("map", "tank").out
    assert run("map", "tank", "--at", "9999").refused("no hex '9999'", "0101")


def test_map_as_svg_never_replaces_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.svg"
    assert run("map", "tank", "--svg", path).status == 0
    drawn = path.read_text(encoding="utf-8")
    assert run("map", "tank", "--svg").out == drawn
    assert drawn.lstrip().startswith("<")
    path.write_text("mine")
    assert run("map", "tank", "--svg", path).refused("exists already", "--force")
    assert path.read_text() == "mine"
    assert run("map", "tank", "--svg", path, "--force", "--json").json["svg"] == str(path)
    assert path.read_text(encoding="utf-8") == drawn


@pytest.mark.parametrize("name", ["tnk", "", "../maps/tank", "tank.toml"])
def test_an_unknown_map(run: Run, name: str) -> None:
    assert run("map", name).refused("no map named", "tank")


@pytest.mark.slow
def test_rules_list_and_coverage(run: Run) -> None:
    found = run("rules", "tank", "--book", "standard", "--json").json
    assert {case["book"] for case in found} == {"standard"}
    counted = run("rules", "tank", "--book", "standard", "--coverage", "--json").json
    expected = coverage("tank", "standard")
    assert (counted["cases"], counted["missing"]) == (expected.cases, list(expected.missing))
    assert {"implemented", "tested", "explained"} <= set(counted)
    words = run("rules", "tank", "--book", "standard", "--coverage").out
    assert f"{expected.cases} testable cases" in words
    assert "8.71" in run("rules", "tank", "--book", "standard").out


@pytest.mark.parametrize(
    ("argv", "said", "hint"),
    [
        (("tnak",), "no rule catalogue", "did you mean tank?"),
        (("tank", "--book", "standrd"), "no book named 'standrd'", "did you mean standard?"),
        (("tank", "--topic", "panik"), "no topic named 'panik'", "did you mean panic?"),
        (("tank", "--book", "standard", "--level", "basic"), "exclude each other", ""),
    ],
)
def test_rules_refuse_unknown_names(run: Run, argv: tuple[str, ...], said: str, hint: str) -> None:
    assert run("rules", *argv).refused(said, hint)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    path.write_text(text_of(toy_record()))
    return path


def test_verify_a_good_record(run: Run, file: Path) -> None:
    result = run("verify", file)
    assert result.status == 0
    assert result.out.startswith("consistent: toy/1, 8 orders, ")
    assert "not proved: nobody but the holder of the secret took part in the seed" in result.out
    found = run("verify", file, "--json").json
    assert (found["verified"], found["word"]) == (False, "consistent")
    assert {key: found["findings"][0][key] for key in ("about", "proved")} == {"about": "orders", "proved": True}
    assert run("verify", file, "--strict").status == 1


def tampered(file: Path, record: Record) -> Path:
    file.write_text(text_of(record))
    return file


def test_verify_names_the_first_difference(run: Run, file: Path) -> None:
    result = run("verify", tampered(file, with_entry(toy_record(), 5, side="alpha")))
    assert result.status == 1
    assert result.out.startswith("not verified: order 5 (alpha, turn 2): ")
    found = run("verify", file, "--json")
    assert (found.status, found.json["verified"]) == (1, False)
    assert found.json["place"].startswith("order 5")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"number":4', '"number":7', "line 6: order number 7 where 4 is due"),
        ('"version":"1"', '"version":"0"', "header: made by rules version 0"),
        ('"game":"toy"', '"game":"tyo"', "no game named 'tyo'"),
        ('"secret":"secret 3"', '"secret":"secret 4"', "reveal: the revealed secret"),
        ('"decision":"t2-bravo"', '"decision":"t9-bravo"', "order 5 (bravo, turn 2)"),
        ('"type":"reveal"', '"type":"gift"', "line 10: not a line of a record"),
    ],
)
def test_verify_answers_1_to_any_alteration(run: Run, file: Path, old: str, new: str, said: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1
    file.write_text(text.replace(old, new))
    result = run("verify", file)
    assert result.status == 1
    assert result.out.startswith("not verified: ")
    assert said in result.out


def test_verify_without_a_reveal(run: Run, file: Path) -> None:
    record = toy_record()
    result = run("verify", tampered(file, Record(record.header, record.entries)))
    assert (result.status, "no reveal" in result.out) == (1, True)


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xfe\x00", b"{}\n", b"[]", b"\x00" * 100, b"{" * 5000])
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_what_is_no_record_is_refused_by_name(run: Run, tmp_path: Path, command: str, content: bytes) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert run(command, path).refused(str(path))


@pytest.mark.parametrize("command", [("verify",), ("replay",), ("play", "--resume")])
def test_a_file_that_is_not_there(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    assert run(*command, tmp_path / "nothing").refused("nothing: no such file", "spelling")
    assert run(*command, tmp_path).refused("is a folder")


def test_replay_shows_orders_events_rules_rolls_and_the_position(run: Run, file: Path) -> None:
    out = run("replay", file).out
    record = toy_record()
    roll = next(roll for entry in record.entries for roll in entry.rolls)
    assert f"roll {roll.serial}: {roll.value} of {roll.sides}, {roll.purpose}" in out
    assert "#2 alpha, turn 1:" in out
    assert "fortune favours" in out
    assert "[1.0]" in out
    assert "B3 toy" in out  # all is revealed
    assert "The game is over: " in out


def test_replay_of_one_turn(run: Run, file: Path) -> None:
    found = run("replay", file, "--turn", "1", "--json").json
    assert {entry["turn"] for entry in found["log"]} == {1}
    assert found["position"]["turn"] == 2
    assert found["outcome"] is None
    assert run("replay", file, "--turn", "9").refused("no turn 9", "last turn is 3")
    assert run("replay", file, "--turn", "-1").refused("no turn -1")


def test_replay_for_one_side_keeps_the_others_secrets(run: Run, file: Path) -> None:
    found = run("replay", file, "--side", "alpha", "--json").json
    for entry in found["log"]:
        assert ("order" in entry) == (entry["side"] == "alpha")
        assert "rolls" not in entry
        assert all(not event["audience"] or "alpha" in event["audience"] for event in entry["events"])
    words = run("replay", file, "--side", "alpha", "--turn", "0").out
    assert "bravo has given its orders" not in words
    assert "B3" not in words
    assert run("replay", file, "--side", "alfa").refused("no side named 'alfa'", "did you mean alpha?")


def test_replay_of_an_older_record_says_so(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old"
    path.write_text(text_of(toy_record(game=ToyGame(version="0"))))
    result = run("replay", path)
    assert result.status == 0
    assert "warning: made by rules version 0, replayed by 1" in result.out
    assert "The game is over" in result.out


def test_replay_of_a_tampered_record_goes_as_far_as_it_can(run: Run, file: Path) -> None:
    result = run("replay", tampered(file, with_entry(toy_record(), 5, side="alpha")), "--json")
    assert result.status == 0
    assert len(result.json["log"]) == 5
    assert "order 5" in result.json["warnings"][0]


def test_replay_needs_the_secret(run: Run, file: Path) -> None:
    record = toy_record()
    assert run("replay", tampered(file, Record(record.header, record.entries))).refused("no reveal")


def test_replay_of_a_changed_scenario_warns(run: Run, file: Path) -> None:
    record = toy_record()
    header = msgspec.structs.replace(record.header, scenario_hash="other")
    found = run("replay", tampered(file, Record(header, record.entries, record.reveal)), "--json").json
    assert "has changed" in found["warnings"][0]


def test_replay_of_an_empty_game(run: Run, file: Path) -> None:
    record = toy_record()
    result = run("replay", tampered(file, Record(record.header, [], Reveal("secret 3"))), "--json")
    assert (result.status, result.json["log"]) == (0, [])


def test_a_game_without_tools(run: Run, toy: AnyGame) -> None:
    games.unregister("toy")
    games.register("toy", "support.toy_play")
    assert run("units", "toy").refused("offers no tools")
    assert run("odds", "toy").refused("offers no tools")
