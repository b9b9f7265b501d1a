"""Smoke of the greedy bot of Panzer: where it saves more than fire gains, and not where nobody crosses the open."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced import field as fields
from hulldown.bots.panzer.advanced import firing, shelling
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.screening import Screening, battery_chance, unit_chance
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR, Clouds
from hulldown.games.panzer.rules.advanced.play import firing as rules
from hulldown.games.panzer.rules.advanced.play.indirect import missions
from hulldown.games.panzer.rules.state import Frame
from support.advanced_fire import BOARD, unit
from support.advanced_support import Gunnery, battery

HEAVY = ("0802", "E")


def staged(command: str, *, soviet: list[Any] | None = None, **more: Any) -> Gunnery:
    """A tank that nobody can hurt from the front without tungsten, and assault guns before its gun with a command."""
    riders = [unit("StuG IIIG", hex_, "B", command, known=False) for hex_ in ("0304", "0305", "0404", "0303")]
    german = [unit("PzKpfw IVH", "0203", "B", "FIRE", known=False), *riders, *more.pop("german", [])]
    return Gunnery(
        soviet or [unit("IS-2m M44", *HEAVY)], german, batteries={"german": [battery()]}, tungsten="none", **more
    )


def seen(made: Gunnery, patch: pytest.MonkeyPatch, side: str = "german") -> Field:
    patch.setattr(fields, "scene_of", lambda _: made.scene)
    return Field(made.state, side, Temper())


def still() -> float:
    return 0.0


def fired(made: Gunnery, patch: pytest.MonkeyPatch) -> dict[str, tuple[str, tuple[str, ...]]]:
    """What each unit does in Direct Fire: its task and the hexes that it names."""
    made.state.stack = [Frame("fire1", side="german")]
    decision = made.decision("fire", "german")
    order = firing.fire_order(seen(made, patch), rules.legal(made.state, made.scene, decision), still)
    assert rules.check(made.state, made.scene, decision, order) == []
    return {task.unit: (task.kind, tuple(BOARD.labels[cell] for cell in task.cells)) for task in order.tasks}


def test_a_tank_blinds_the_gun_before_which_others_drive(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fired(staged("MOVE"), monkeypatch)["G1"] == ("SMOKE", (HEAVY[0],))


def test_it_fires_where_nobody_drives(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fired(staged("OW"), monkeypatch)["G1"][0] == "FIRE"


def test_it_fires_where_its_shot_is_worth_more(monkeypatch: pytest.MonkeyPatch) -> None:
    made = staged("MOVE", soviet=[unit("SU-76M M43", "0503", "C")])
    assert fired(made, monkeypatch)["G1"][0] == "FIRE"


def test_one_cloud_on_a_hex_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    made = staged("MOVE", german=[unit("PzKpfw IVH", "0204", "B", "FIRE", known=False)])
    assert [kind for kind, _ in fired(made, monkeypatch).values()].count("SMOKE") == 1


def test_smoke_is_weighed_by_the_odds_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cloud that lies there already saves nothing more; Closed smoke saves more than Open smoke."""
    made = staged("MOVE")
    field = seen(made, monkeypatch)
    tank, rider = made.index("S1"), made.index("G2")
    threats = [field.hindered(tank, rider, 5, one) for one in (CLEAR, Clouds(smoke_open=1), Clouds(smoke_closed=1))]
    assert threats[0] == field.threat(tank, rider, 5)
    assert threats[0] > threats[1] > threats[2] > 0.0
    screening, hexes = Screening(field), (BOARD.by_label[HEAVY[0]],)
    assert screening.gain(hexes, "closed") > screening.gain(hexes, "open") > 0.0
    screening.lay(hexes[0])
    assert screening.gain(hexes, "closed") == 0.0


def test_the_chance_of_smoke_is_that_of_the_ammo_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    field = seen(staged("MOVE"), monkeypatch)
    assert unit_chance(field, field.names["G1"]) == pytest.approx(0.4)
    assert battery_chance(field) == pytest.approx(0.6)
    field = seen(staged("MOVE", ammo_limits="off"), monkeypatch)
    assert unit_chance(field, field.names["G1"]) == battery_chance(field) == 1.0


@pytest.mark.parametrize(("command", "fire"), [("MOVE", "Smoke"), ("OW", "GP")])
def test_an_observer_calls_smoke_before_an_attack(command: str, fire: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = staged(command, german=[unit("German Section", "0202", "B", "OW", labels=["FO"], known=False)])
    made.begin("german")
    decision = made.decision("indirect", "german")
    order = shelling.mission_order(seen(made, monkeypatch), missions.legal(made.state, made.scene, decision), still)
    (task,) = order.tasks
    assert (task.unit, task.kind, task.choice.split()[0]) == ("G6", "CALL", fire)
    assert missions.check(made.state, made.scene, decision, order) == []


def test_fire_is_continued_only_with_what_its_sources_have(monkeypatch: pytest.MonkeyPatch) -> None:
    """Smoke is not wished for from a mortar that has none: it would be refused (6.5.1.8a)."""
    for weapon, wished in (("5cm GrW 36", ["GP"]), ("8cm GrW 34", ["GP", "Smoke"])):
        calls = unit("German Section", "0203", "B", "OW", labels=["FO"], known=False)
        mortar = unit("German Section", "0404", "B", "FIRE", known=False, weapons=[weapon])
        made = Gunnery([unit("T-34/76 M43", "0803", "E", mark="fire")], [calls, mortar])
        made.unit("G2").sees = ()
        made.drive("9 20", ("G1 CALL 0803 G2 GP closed",))
        made.begin("german", turn=2)
        field = seen(made, monkeypatch)
        (unit_legal,) = missions.legal(made.state, made.scene, made.decision("indirect", "german")).units
        (option,) = [one for one in unit_legal.options if one.kind == "SUSTAIN"]
        found = list(shelling._wishes(field, Screening(field), "G1", option))
        assert [wish.task.choice for wish in found] == wished
