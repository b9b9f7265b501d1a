"""Presets (8.22): when a unit fires by itself, what its words mean, and what they fire in play."""

from __future__ import annotations

import pytest

from hulldown.core.events import Event
from hulldown.games.panzer_battles.data.units import units
from hulldown.games.panzer_battles.rules.presets import EXAMPLES, Preset, read
from support.battles_stage import Stage

DULL = "1 1 4 " * 10
M4, US = units()["M4"], units()["US infantry"]


def preset(text: str) -> Preset:
    found = read(text)
    assert isinstance(found, Preset), found
    return found


@pytest.mark.rules("8.22a")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", Preset()),
        ("any", Preset()),
        ("never", Preset(never=True)),
        ("odds 30", Preset(odds=30)),
        ("Losses 25% JOIN", Preset(losses=25, join=True)),
        ("range 5, blind", Preset(range=5, blind=True)),
        ("type tank", Preset(types=("MBT", "CST", "RV"))),
        ("type gun type carrier", Preset(types=("AT", "APC"))),
        ("type US infantry odds 100", Preset(types=("US infantry",), odds=100)),
        ("odds 1", Preset(odds=1)),
    ],
)
def test_what_the_words_mean(text: str, expected: Preset) -> None:
    assert preset(text) == expected


@pytest.mark.rules("8.22a")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sometimes", "'sometimes' is no condition"),
        ("odds", "odds needs a value"),
        ("type", "type needs a value"),
        ("odds 0", "from 1 to 100, not '0'"),
        ("losses 101", "from 1 to 100, not '101'"),
        ("range five", "from 1 to 100, not 'five'"),
        ("type Zeppelin", "no unit or kind of unit 'Zeppelin'"),
    ],
)
def test_what_they_do_not(text: str, told: str) -> None:
    found = read(text)
    assert isinstance(found, str)
    assert told in found


@pytest.mark.rules("8.22a")
def test_all_examples_can_be_read() -> None:
    assert all(isinstance(read(text), Preset) for text in EXAMPLES)


@pytest.mark.rules("8.22a")
@pytest.mark.parametrize(
    ("text", "distance", "harm", "loss", "wants"),
    [
        ("", 15, 0, 0, True),
        ("never", 1, 100, 100, False),
        ("odds 30", 9, 30, 0, True),
        ("odds 30", 9, 29, 29, False),
        ("losses 30", 9, 99, 30, True),
        ("losses 30", 9, 99, 29, False),
        ("range 5", 5, 0, 0, True),
        ("range 5", 6, 99, 99, False),
        ("type tank", 3, 0, 0, True),
        ("type infantry", 3, 99, 99, False),
        ("type M4 range 5 odds 30", 5, 30, 0, True),
        ("type M4 range 5 odds 30", 6, 30, 0, False),
    ],
)
def test_all_conditions_must_hold(text: str, distance: int, harm: int, loss: int, wants: bool) -> None:
    assert preset(text).wants(M4, distance, harm, loss) == wants


@pytest.mark.rules("8.22a")
def test_a_class_or_a_type() -> None:
    assert preset("type infantry").wants(US, 1, 0, 0)
    assert preset("type US infantry").wants(US, 1, 0, 0)
    assert not preset("type tank").wants(US, 1, 0, 0)


def lane(monkeypatch: pytest.MonkeyPatch, *presets: str, mode: str = "AUTO") -> Stage:
    """An M4 platoon about to drive down an open lane towards Panzer IVs that react by these presets."""
    stage = Stage(monkeypatch, dice=DULL)
    stage.put("U111", "1005", command="BOUND", facing=3)
    for number, text in enumerate(presets, 1):
        stage.put(f"G11{number}", f"{9 + number:02d}14", command="OVERWATCH", facing=0, preset=text)
    stage.state.modes = {"second": mode}
    stage.begin("move1")
    return stage


def shots(stage: Stage) -> list[tuple[str, str, int]]:
    def told(event: Event) -> tuple[str, str, int]:
        return str(event.data["unit"]), str(event.data["weapon"]), int(event.data["range"])

    return [told(event) for event in stage.found("shot")]


@pytest.mark.slow
@pytest.mark.rules("8.22a", "5.25")
def test_presets_decide_without_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first unit fires at six hexes and not before; it has a machine gun too, but does not join."""
    stage = lane(monkeypatch, "range 6")
    stage.say("first", "U111 MOVE 1006 1007 1008")
    assert shots(stage) == [("G111", "main", 6)]
    assert not any(side == "second" for side in stage.asked())


@pytest.mark.slow
@pytest.mark.rules("8.22a")
@pytest.mark.parametrize(("second", "number"), [("range 6", 1), ("range 6 join", 3), ("never", 1), ("never join", 1)])
def test_who_joins_fires_where_a_friend_has_fired(monkeypatch: pytest.MonkeyPatch, second: str, number: int) -> None:
    stage = lane(monkeypatch, "range 6", second)
    stage.say("first", "U111 MOVE 1006 1007 1008")
    while stage.asked() != {"first": "move"}:
        stage.idle("first")
    assert len(shots(stage)) == number


@pytest.mark.slow
@pytest.mark.rules("8.22a")
def test_who_wants_to_be_asked_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = lane(monkeypatch, "range 6", mode="ASK")
    stage.say("first", "U111 MOVE 1006 1007 1008")
    assert stage.asked() == {"second": "fire"}
    assert shots(stage) == []


@pytest.mark.rules("8.22a", "8.16")
def test_of_several_the_most_promising_shot_is_fired_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Main guns can destroy, machine guns only suppress."""
    stage = lane(monkeypatch, "join")
    stage.say("first", "U111 MOVE 1006")
    assert shots(stage)[0][1] == "main"


@pytest.mark.rules("8.22a", "5.0-proc-3")
def test_presets_travel_with_the_command_plot_in_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1005", command="OVERWATCH")
    stage.put("G111", "1014", command="OVERWATCH", preset="never")
    stage.put("G112", "1114", command="OVERWATCH", preset="never")
    stage.begin("command2")
    stage.say("second", "G11co OVERWATCH\nG111 PRESET odds 30 join\nreactions AUTO")
    assert (stage.unit("G111").preset, stage.unit("G112").preset) == ("odds 30 join", "")
    assert stage.state.modes == {"second": "AUTO"}
    assert not any("odds 30" in str(event.data) for event in stage.events if event.audience != ("second",))


@pytest.mark.rules("8.22a", "5.0-proc-1", "5.0-proc-2")
def test_who_reacts_by_presets_may_want_to_be_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1005", command="OVERWATCH")
    stage.put("G111", "1014", command="OVERWATCH", withholds=True)
    stage.state.modes = {"first": "AUTO", "second": "AUTO"}
    stage.begin("command2")
    stage.say("second", "reactions ASK")
    assert stage.state.modes == {"first": "AUTO", "second": "ASK"}
    assert not stage.unit("G111").withholds, "a plot without a preset has none"
