"""Direct Fire of the Advanced Game in detail (4.4.1, 5.14, 6.6.7.2): who must, who may, what is offered and refused."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced.pieces import ON
from hulldown.games.panzer.rules.advanced.play import announcing, firing, shot_words
from hulldown.games.panzer.rules.advanced.play.announcing import Asking
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_of
from hulldown.games.panzer.rules.state import CARRIED, KNOCKED_OUT, Frame
from support.advanced_fire import Range, unit

T34, PZ4, RIFLE, SQUAD, CARRIER = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "Soviet Rifle squad", "SPW 251/1"


def duel(**more: Any) -> Range:
    """Two Soviet tanks next to one another, two German ones that must fire."""
    return Range([unit(T34, "0808", "D"), unit(T34, "0908", "D")],
                 [unit(PZ4, "0811", "A", "FIRE"), unit(PZ4, "0911", "A", "FIRE")], **more)  # fmt: skip


def riding(command: str = "FIRE") -> Range:
    """A squad on a lorry with a command; two enemies."""
    return Range([unit("Truck", "0809", "D"), unit("Truck", "0909", "D")],
                 [unit("SdKfz 10", "0811", "A", command), unit(RIFLE, on="G1")])  # fmt: skip


def shooters(at: Range) -> dict[str, list[str]]:
    found = firing.shooters(at.state, at.scene, "german")
    return {at.state.units[one].id: [at.state.units[other].id for other in others] for one, others in found.items()}


@pytest.mark.rules("4.4.1a", "4.4.1g", "4.4.1j", "6.6.7.2a", "6.6.7.2b")
def test_who_has_fire_to_declare() -> None:
    assert shooters(duel()) == {"G1": ["S1", "S2"], "G2": ["S1", "S2"]}
    for facts, left in (
        ({"fired": True}, ["G2"]), ({"command": "OW"}, ["G2"]), ({"command": "HALT"}, ["G1", "G2"]),
        ({"command": "MOVE"}, ["G2"]), ({"status": KNOCKED_OUT}, ["G2"]), ({"command": ""}, ["G2"]),
    ):  # fmt: skip
        at = duel()
        for key, value in facts.items():
            setattr(at.unit("G1"), key, value)
        assert list(shooters(at)) == left, facts
    at = duel()
    at.detail("G1").held = at.state.turn
    assert list(shooters(at)) == ["G2"], "it has held its fire"
    at.detail("G1").held = at.state.turn - 1
    assert list(shooters(at)) == ["G1", "G2"], "in another turn"
    at.state.engaged = (at.index("S1"),)
    assert shooters(at) == {"G1": ["S2"], "G2": ["S2"]}
    at.unit("S2").status = KNOCKED_OUT
    assert shooters(at) == {}
    assert shooters(riding()) == {"G2": ["S1", "S2"]}
    assert shooters(riding("HALT")) == {"G2": ["S1", "S2"]}
    for command in ("MOVE", "OW", "NC"):
        assert shooters(riding(command)) == {}, "6.6.7.2b, N5"


@pytest.mark.rules("4.4.1n", "6.6.7.2a")
def test_who_must_fire_and_who_may_hold_it() -> None:
    at = duel()
    decision = at.decision("fire", "german")
    legal = firing.legal(at.state, at.scene, decision)
    assert [(one.unit, one.required) for one in legal.units] == [("G1", False), ("G2", False)]
    assert legal.choices == (), "they cannot hold it"
    assert [(task.unit, task.targets) for task in legal.idle.tasks] == [("G1", ("S1",)), ("G2", ("S1",))]
    assert firing.check(at.state, at.scene, decision, legal.idle) == []
    one = duel()
    one.unit("G2").fired = True
    assert [found.required for found in firing.legal(one.state, one.scene, decision).units] == [True], "it is alone"
    last = duel()
    last.state.engaged = (last.index("S2"),)
    assert [found.required for found in firing.legal(last.state, last.scene, decision).units] == [True, True]
    rider = riding()
    free = firing.legal(rider.state, rider.scene, decision)
    assert (free.choices, free.idle) == ((firing.HOLD,), Order("fire", choice=firing.HOLD))
    assert [found.required for found in free.units] == [False]

    def wrong(field: Range, order: Order) -> list[tuple[str, str]]:
        return [(one.rule, one.unit) for one in firing.check(field.state, field.scene, decision, order)]

    assert wrong(rider, Order("fire", choice=firing.HOLD)) == []
    assert wrong(at, Order("fire", choice=firing.HOLD)) == [("4.4.1n", "")]
    assert wrong(rider, Order("fire", choice="wait")) == [("4.4.1n", "")]
    assert wrong(rider, Order("fire", rider.order("G2 FIRE S1").tasks, choice=firing.HOLD)) == [("4.4.1n", "")]
    assert wrong(at, Order("fire")) == [("4.4.1n", "G1"), ("4.4.1n", "G2")]
    assert wrong(rider, Order("fire")) == [("4.4.1n", "")]


@pytest.mark.rules("4.4.1n", "6.6.7.2e", "6.6.7.2a")
def test_what_an_announcement_notes() -> None:
    rider = riding()
    rider.state.stack = [Frame("fire1", side="german")]
    rider.resolve(Order("fire", choice=firing.HOLD), "")
    assert rider.detail("G2").held == rider.state.turn
    assert rider.state.shots == []
    shot = riding()
    shot.fire("G2 FIRE S1", "1")
    assert shot.detail("G2").shown, "Q11: a passenger that fires shows itself"
    assert shot.event("announced") == {
        "unit": "G2", "target": "S1", "overwatch": False, "weapon": "small arms", "ammo": "GP",
    }  # fmt: skip
    assert shot.unit("G1").known
    assert shot.detail("G2").aims == (), "passengers choose freely"
    at = duel()
    at.fire("G1 FIRE S2; G2 FIRE S2", "100 100")
    assert at.detail("G1").aims == (at.unit("S2").cell,)
    assert not at.detail("G1").shown
    assert at.state.engaged == (at.index("S2"),)


@pytest.mark.rules("4.4.1j", "4.4.3.2a")
def test_shots_at_one_target_are_resolved_together() -> None:
    german = [unit(PZ4, hex_, "A", "FIRE") for hex_ in ("0811", "0911", "0711")]
    at = Range([unit(T34, "0808", "D"), unit(T34, "0908", "D")], german)
    at.fire("G1 FIRE S2; G2 FIRE S1; G3 FIRE S2", "100 100 100")
    assert [dict(one.data)["target"] for one in at.events if one.kind == "ap_shot"] == ["S2", "S2", "S1"]


@pytest.mark.rules("4.4.1n", "6.6.7.2e")
def test_commands_without_a_target_are_shown() -> None:
    at = duel()
    at.unit("G2").fired = True
    told: list[tuple[str, str]] = []

    class Telling:
        def emit(self, kind: str, rule: str, to: object, **data: object) -> None:
            told.append((kind, str(data["unit"])))

    firing.hold_fire(at.state, at.scene, "german", Telling())  # type: ignore[arg-type]
    assert told == [("no_target", "G1")]
    assert at.unit("G1").known
    told.clear()
    for facts in ({"command": "OW"}, {"status": KNOCKED_OUT}):
        other = duel()
        other.unit("G2").fired = True
        for key, value in facts.items():
            setattr(other.unit("G1"), key, value)
        firing.hold_fire(other.state, other.scene, "german", Telling())  # type: ignore[arg-type]
        assert told == []
    firing.hold_fire(at.state, at.scene, "soviet", Telling())  # type: ignore[arg-type]
    assert told == []
    rider = riding()
    rider.unit("G2").fired = True
    firing.hold_fire(rider.state, rider.scene, "german", Telling())  # type: ignore[arg-type]
    assert told == [], "a passenger has fired by its command"


@pytest.mark.rules("6.2.1.1.4-firing-a", "5.14g", "6.6.7.2c")
def test_targets_of_a_shared_command() -> None:
    """Seasoned: Command Range 1."""
    at = Range([unit(T34, "0808", "D"), unit(T34, "0908", "D"), unit(T34, "0708", "D")],
               [unit(PZ4, "0811", "A", "FIRE", group=4), unit(PZ4, "0811", "A", "FIRE", group=4)])  # fmt: skip
    assert at.refused("german", "G1 FIRE S1; G2 FIRE S2") == ""
    assert at.refused("german", "G1 FIRE S2; G2 FIRE S3") == "5.14g 5.14g", "two hexes apart"
    alone = Range([unit(T34, "0908", "D"), unit(T34, "0708", "D")],
                  [unit(PZ4, "0811", "A", "FIRE"), unit(PZ4, "0811", "A", "FIRE")])  # fmt: skip
    assert alone.refused("german", "G1 FIRE S1; G2 FIRE S2") == ""
    assert [(task.unit, task.targets) for task in firing.plain(at.state, at.scene, Asking(
        firing.shooters(at.state, at.scene, "german"), "fire"))] == [("G1", ("S1",)), ("G2", ("S1",))]  # fmt: skip


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-b")
def test_only_vehicles_show_a_move_when_they_like() -> None:
    at = Range([unit(T34, "0808", "D"), unit(SQUAD, "0808", "D")], [unit(PZ4, "0811", "A")])
    assert [firing.may_show(at.state, index) for index in (0, 1)] == [True, False]


# Words.


@pytest.mark.rules("6.5.2b", "5.14c", "6.5.2.1g", "5.16.1b", "3.5.2a", "4.4.3d", "5.6a")
def test_the_words_of_a_shot() -> None:
    squad = unit(RIFLE, "0811", "A", "FIRE", weapons=("Panzerfaust", "German HMG"))
    soviet = [unit(T34, "0810", "D"), unit(SQUAD, "0810", "D"), unit(T34, "0801", "D")]
    at = Range(soviet, [squad, unit("StuG IIIG", "0811", "D")])

    def read(target: str, words: str, shooter: str = "G1") -> Any:
        found = shot_words.read(at.state, at.scene, at.index(shooter), at.index(target), words, False)
        return (found.way.words, found.spread) if isinstance(found, shot_words.Manner) else found[0]

    assert read("S1", "") == ("small arms GP", ()), "the first that can do anything to it: at Pointblank, suppress"
    assert read("S2", "") == ("small arms GP", ())
    assert read("S2", "with small arms") == read("S2", "small arms gp") == ("small arms GP", ())
    assert read("S2", "with HMG") == ("German HMG GP", ()), "a part of the name will do"
    assert read("S2", "GP") == ("small arms GP", ()), "the first with such a round"
    assert read("S1", "WITH panzerfaust") == ("Panzerfaust HEAT", ())
    assert read("S1", "with panzerfaust heat spread S3") == ("Panzerfaust HEAT", ("S3",))
    assert read("S1", "with panzerfaust spread s3, s2") == ("Panzerfaust HEAT", ("S3", "S2"))
    assert read("S1", "with panzerfaust spread") == "6.5.2.1g"
    assert read("S1", "spread S2") == ("small arms GP", ("S2",))
    assert read("S2", "with panzerfaust HEAT") == "6.5.2b", "AP fire is for vehicles"
    assert read("S1", "with panzerfaust GP") == "5.1.3.4d"
    assert read("S1", "with small arms AP") == "5.16.1b", "no such round"
    assert read("S1", "with spear") == "6.5.2b"
    assert read("S3", "") == ("German HMG GP", ()), "the only one that reaches it"
    assert read("S3", "with small arms") == "3.5.2a"
    assert read("S3", "with panzerfaust") == "3.5.2a"
    assert read("S3", "with HEAT") == "3.5.2a", "the Panzerfaust does not reach it"
    assert read("S1", "with HVAP") == "5.16.1b", "nothing has such a round"
    assert read("S1", "", "G2") == "4.4.3d", "the assault gun faces the other way"
    assert read("S1", "GP", "G2") == "4.4.3d"


@pytest.mark.rules("5.14c", "6.5.2.1g")
def test_a_manner_is_written_and_read_back() -> None:
    at = Range([unit(T34, "0810", "D")], [unit(RIFLE, "0811", "A", weapons=("Panzerfaust",))])
    way = next(one for one in ways_of(at.state, at.scene, 1) if one.kind == "HEAT")
    for manner in (
        shot_words.Manner(way), shot_words.Manner(way, "same"), shot_words.Manner(way, "different", ("S1",)),
        shot_words.Manner(way, "none", ("S1", "S2")),
    ):  # fmt: skip
        assert shot_words.of_shot(at.state, at.scene, at.shot("G1", "S1", manner.text)) == manner


@pytest.mark.rules("5.14f", "5.1.1f", "5.1.2c", "5.14b", "5.1.1e", "5.14d", "4.4.1g", "5.14a")
def test_how_many_weapons_at_once() -> None:
    section = unit("German Section", "0811", "A", "FIRE", weapons=("German HMG", "Panzerfaust"))
    at = Range([unit(T34, "0810", "D")], [unit(RIFLE, "0811", "A", "FIRE", weapons=("Panzerfaust",)), section,
                                          unit(PZ4, "0811", "A", "FIRE")])  # fmt: skip
    assert [announcing.weapons_left(at.state, at.scene, at.index(name)) for name in ("G1", "G2")] == [2, 1]
    assert at.refused("german", "G1 FIRE S1 with small arms; G1 FIRE S1 with Panzerfaust; G2 FIRE S1; G3 FIRE S1") == ""
    assert "4.4.1g" in at.refused("german", "G1 FIRE S1 with small arms; G1 FIRE S1 with small arms")
    assert "5.1.2c" in at.refused("german", "G2 FIRE S1 with German HMG; G2 FIRE S1 with Panzerfaust")
    at.detail("G1").suppressed = ON
    assert announcing.weapons_left(at.state, at.scene, at.index("G1")) == 1
    assert "5.1.1f" in at.refused("german", "G1 FIRE S1 with small arms; G1 FIRE S1 with Panzerfaust")
    lee = Range([unit("M3 Lee", "0810", "D", "FIRE")], [unit(PZ4, "0812", "A")])
    first, second = dict.fromkeys(one.arm.name for one in ways_of(lee.state, lee.scene, 0))
    both = f"S1 FIRE G1 with {first}; S1 FIRE G1 with {second}"
    assert lee.refused("soviet", both) == ""
    lee.detail("S1").suppressed = ON
    assert lee.refused("soviet", both) == "5.14f"


@pytest.mark.rules("4.4.1g", "4.4.3d", "4.4.2e")
def test_tasks_that_announce_nothing() -> None:
    at = duel()
    ready = {2: [0]}

    def wrong(task: Task, watching: bool = False) -> list[str]:
        asking = Asking(ready, "fire", watching)
        return [one.rule for one in announcing.read(at.state, at.scene, (task,), asking).wrong]

    assert wrong(Task("G1", "FIRE", targets=("S1",))) == []
    assert wrong(Task("G2", "FIRE", targets=("S1",))) == ["4.4.1g"]
    assert wrong(Task("G2", "FIRE", targets=("S1",)), True) == ["4.4.2e"]
    assert wrong(Task("G1", "MOVE", targets=("S1",))) == ["4.4.1g"]
    assert wrong(Task("G1", "FIRE", targets=("S2",))) == ["4.4.3d"]
    assert wrong(Task("G1", "FIRE", targets=("S1", "S1"))) == ["4.4.3d"]
    assert wrong(Task("G1", "FIRE")) == ["4.4.3d"]
    assert wrong(Task("G1", "FIRE", (5,), targets=("S1",))) == ["4.4.3d"]
    assert wrong(Task("G1", "FIRE", facing=0, targets=("S1",))) == ["4.4.3d"]


@pytest.mark.rules("6.5.2.1d", "6.5.2.1g", "6.5.2.1h")
def test_to_whom_hits_may_be_spread() -> None:
    gun = "8.8cm FlaK 36 A/ATG"
    at = Range([unit(T34, "0807", "D"), unit(T34, "0808", "D"), unit(T34, "0805", "D"), unit(SQUAD, "0807", "D"),
                unit(T34, "0806", "D")],
               [unit(gun, "0811", "A", "FIRE"), unit(PZ4, "0811", "A", "FIRE"), unit(PZ4, "0807", "A")])  # fmt: skip

    def fault(shooter: str, other: str, words: str = "AP", sees: bool = True) -> str:
        index, target = at.index(shooter), at.index("S1")
        at.unit(shooter).sees = tuple(range(5)) if sees else (target,)
        manner = shot_words.read(at.state, at.scene, index, target, words, False)
        assert isinstance(manner, shot_words.Manner)
        number = at.index(other) if other else -1
        found = announcing.spread_fault(at.state, at.scene, announcing.Planned(index, target, manner), number, False)
        return found[0] if found else ""

    assert fault("G1", "S2") == "", "in the next hex, nearer"
    assert fault("G1", "") == "6.5.2.1g"
    assert fault("G1", "S3") == "6.5.2.1g", "two hexes from the target: beyond the Command Range"
    assert fault("G1", "S4") == "6.5.2.1g", "a squad"
    assert fault("G1", "G3") == "6.5.2.1g", "a friend"
    assert fault("G1", "S2", sees=False) == "6.5.2.1h", "not spotted"
    assert fault("G2", "S2") == "6.5.2.1d", "a rate of fire of N"
    assert fault("G1", "S2", "GP") == "6.5.2.1d"
    at.unit("S2").status = CARRIED
    assert fault("G1", "S2") == "6.5.2.1g"
