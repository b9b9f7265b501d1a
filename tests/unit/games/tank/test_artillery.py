"""Guns and aircraft off the map as a module: who knows what, samples, the face, whole games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from hulldown.core.face import key_of
from hulldown.core.parts import part_of
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import OffMap
from hulldown.games.tank.faces.offmap import off_map_specials
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import KEY, Mission, Park, keep, park_of
from hulldown.games.tank.modules.artillery.schedule import choices, turns_in, written
from hulldown.games.tank.rules.state import TankState
from support.expanded_field import fielded
from support.games import bots_of, encoded, moments_of
from support.probes import answers, probes
from support.shelling import battle, shelled, with_missions
from support.tank_positions import cell, play, unit

GER = OffMap(period=6, nation="Ger", prewritten=True)
US = OffMap(period=6, nation="US", prewritten=True)


@pytest.fixture
def scenario() -> Iterator[str]:
    modules = ("infantry", "transport", "smoke", "artillery", "vehicle_smoke")
    with fielded(battle(US, GER, modules, tanks=True, base="tank/11", length=12)) as name:
        yield name


@pytest.mark.rules("28.11", "28.12", "4.2a")
@pytest.mark.parametrize(("seed", "style"), [("one", "random"), ("two", "attack")])
def test_whole_games_and_what_a_side_may_know_in_them(scenario: str, seed: str, style: str) -> None:
    rng = Random(seed)
    start = GAME.setup(scenario, {}, seed)
    face = GAME.face(scenario)
    told = {part: {key_of(entry) for entry in getattr(face, part)} for part in ("events", "markers", "areas", "tasks")}
    kinds: set[str] = set()
    state: TankState = start
    for number, moment in enumerate(moments_of(GAME, start, bots_of(GAME, seed, style))):
        state = moment.step.state
        kinds |= {event.kind for event in moment.step.events}
        assert all(GAME.describe(event) for event in moment.step.events)
        assert {event.kind for event in moment.step.events} <= told["events"]
        assert msgspec.json.decode(encoded(state), type=type(state)) == state
        if number % 5 and moment.order.kind != "register":
            continue
        for side in GAME.sides:
            view = GAME.view(state, side)
            assert {marker.kind for marker in view.markers} <= told["markers"]
            if not isinstance(view.areas, msgspec.UnsetType):
                assert {area.kind for area in view.areas} <= told["areas"]
            read = msgspec.json.decode(encoded(view), type=type(view))
            assert read == view
            other = GAME.sample(read, rng)
            assert encoded(GAME.view(other, side)) == encoded(view), "a sample gives the very same view"
            if side in GAME.pending(state):
                orders = probes(GAME, state, side, rng, 6)
                assert answers(GAME, other, side, orders) == answers(GAME, state, side, orders)
                legal = GAME.legal(state, side)
                assert encoded(GAME.legal(other, side)) == encoded(legal)
                assert {option.kind for each in legal.units for option in each.options} <= told["tasks"]
                assert legal.idle is not None
                assert GAME.check(state, side, legal.idle) == []
    assert GAME.outcome(state) is not None
    assert {"allotted", "impact"} <= kinds


def test_sampled_states_are_played_on(scenario: str) -> None:
    start = GAME.setup(scenario, {}, "three")
    moments = list(moments_of(GAME, start, bots_of(GAME, "three", "random")))
    for place in (3, len(moments) // 2):
        for side in GAME.sides:
            world = GAME.sample(GAME.view(moments[place].state, side), Random(place))
            last = list(moments_of(GAME, world, bots_of(GAME, "on", "random")))[-1]
            assert GAME.outcome(last.step.state) is not None


def test_samples_draw_the_enemys_hexes_and_orders_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha={"A1": ("0808", "A")}, bravo={"B1": ("1512", "A")}, turn=7)
    state = with_missions(state, ("bravo", "bn1", "1212", 9), ("alpha", "bn1", "1010", 9))
    drawn = [park_of(GAME.sample(GAME.view(state, "alpha"), Random(seed))) for seed in range(12)]
    own = park_of(state).ordered("alpha")
    assert all(park.ordered("alpha") == own for park in drawn)
    hexes = {asset.cell for park in drawn for asset in park.of("bravo")}
    assert len(hexes) > 6
    assert {len(park.ordered("bravo")) for park in drawn} == {0, 1}
    assert all(7 <= one.turn < 12 for park in drawn for one in park.ordered("bravo"))


@pytest.mark.rules("28.11", "28.42")
def test_the_enemys_orders_are_unknown_until_they_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = {"alpha": {"A1": ("0808", "A")}, "bravo": {"B1": ("1512", "A")}}
    quiet = shelled(monkeypatch, **spots, dice="1")
    park = park_of(quiet)
    other = quiet.thaw()
    moved = [msgspec.structs.replace(a, cell=cell(quiet, "0303")) if not a.called else a for a in park.assets]
    keep(other, Park(tuple(moved), (Mission("bravo", "bn1", cell(quiet, "0303"), 3),)))
    for side in ("alpha", None):
        assert encoded(GAME.view(quiet, side)) == encoded(GAME.view(other, side))
    assert encoded(GAME.legal(quiet, "alpha")) == encoded(GAME.legal(other, "alpha"))
    view = GAME.view(other, "bravo")
    assert park_of(view).ordered("bravo") == (Mission("bravo", "bn1", cell(quiet, "0303"), 3),)
    assert dict(view.notes)["bn1"] == "heavy battalion, planned fire; registered on 0303; turn 3: bn1 on 0303"
    after = play(other, until="face")
    assert [event.audience for event in after.found("impact")] == [()]
    seen = park_of(GAME.view(after.state, "alpha"))
    assert [a.cell for a in seen.of("bravo")] == [cell(quiet, "0303")], "where guns have fired is known"


@pytest.mark.rules("28.32d", "4.2a")
def test_what_shells_do_is_told_to_the_owner_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The enemy sees what is destroyed, and no more: a panic shows when the unit moves."""
    spots = {"alpha": {"A1": ("0808", "A")}, "bravo": {"B6": ("1010", "", "hidden"), "B1": ("1110", "A")}}
    state = with_missions(shelled(monkeypatch, **spots, dice="2 6 3 4 1 1"), ("alpha", "bn1", "1010", 3))
    after = play(state, until="face")
    assert {event.audience for event in after.found("struck")} == {("bravo",)}
    assert {event.audience for event in after.found("panicked")} <= {("bravo",)}
    assert unit(after.state, "B6").panicked
    assert unit(after.state, "B6").hidden, "it keeps its position and stays unseen (X-77)"
    mine = [unit for unit in GAME.view(after.state, "bravo").own if part_of(unit, KEY)]
    assert {unit.id for unit in mine} == {"B1", "B6"}
    assert not any(part_of(unit, KEY) for unit in GAME.view(after.state, "alpha").known)
    assert not any(part_of(unit, KEY) for unit in play(state).state.units), "forgotten at the end of the turn"


@pytest.mark.rules("28.51a", "28.3-3")
def test_areas_of_zones_and_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    spots = {"alpha": {"A1": ("0202", "A")}, "bravo": {"B1": ("1512", "A")}}
    state = shelled(monkeypatch, **spots, dice="2 3 1 1")
    state = with_missions(
        state, ("alpha", "air1", "0810", 3), ("alpha", "bn1", "1010", 3, True), ("alpha", "bn2", "1805", 3),
        ("alpha", "bn2", "1805", 9),
    )  # fmt: skip
    during = play(state, until="face").state
    areas = GAME.view(during, "bravo").areas
    assert not isinstance(areas, msgspec.UnsetType)
    assert sorted((area.kind, len(area.cells)) for area in areas) == [
        ("air strike", 2), ("barrage", 10), ("smoke coming", 10),
    ]  # fmt: skip
    own = GAME.view(during, "alpha").areas
    assert not isinstance(own, msgspec.UnsetType)
    assert [(area.unit, len(area.cells)) for area in own if area.kind == "aimed"] == [("bn2", 7)]


@pytest.mark.rules("35.3f")
def test_turns_of_impact_are_read() -> None:
    assert turns_in("8") == {8: False}
    assert turns_in("8 smoke") == {8: True}
    assert turns_in("1-2,4 smoke") == {1: False, 2: False, 4: True}
    assert turns_in("none") == turns_in("") == {}
    for bad in ("eight", "8-", "9-8", "0", "8,8", "8 smoke smoke", "8;9", "-3", "1-2-3"):
        assert turns_in(bad) is None, bad
    assert choices(range(59, 63), True) == ("59", "60", "59 smoke", "60 smoke")
    assert turns_in(written(12, True)) == {12: True}


@pytest.mark.rules("28.0-gen-1", "35.2b", "35.2c")
def test_the_briefing_tells_what_each_side_has(monkeypatch: pytest.MonkeyPatch) -> None:
    italy = OffMap(period=3, nation="It")
    late = OffMap(period=6, nation="US", artillery=False, after_contact=True, earliest=3, unobserved=True)
    for supports, told in (
        ((GER, US), [
            "Alpha has off the map: 1 to 2 medium battalions, one of them perhaps heavy, with smoke (planned fire, on "
            "hexes registered before play, with impacts on turns 1 to 5 written before play); 1 medium air strike "
            "(planned fire, on hexes registered before play).",
            "Bravo has off the map: 1 to 6 medium battalions, one of them perhaps heavy, with smoke (called fire, with "
            "impacts on turns 1 to 5 written before play); 6 medium air strikes (called fire).",
        ]),
        ((italy, italy), [
            "Bravo has off the map: 1 to 2 light or medium battalions, one of them perhaps heavy (planned fire, on "
            "hexes registered before play).",
        ]),
        ((late, None), [
            "Alpha has off the map: 6 medium air strikes (called fire, after contact, from turn 3 on, on unseen hexes "
            "too).",
        ]),
        ((None, None), []),
    ):  # fmt: skip
        state = shelled(monkeypatch, alpha={"A1": ("0808", "A")}, bravo={"B1": ("1512", "A")}, supports=supports)
        found = [special.text for special in off_map_specials(scene_of(state))]
        assert found[:-1] == told
        assert bool(found) == bool(told)
