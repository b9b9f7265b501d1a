"""Lines of sight in the Advanced Game (6.1.4): top floors, ditches, rubble, and fire, which never blocks."""

from __future__ import annotations

import pytest

from hulldown.games.panzer.rules.advanced.pieces import DITCH, FIRE, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import sight, spotting
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.ground import Block, Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, Wreck
from support.advanced_sight import (
    CARRIER,
    MAP,
    PANZER,
    RIFLES,
    SQUAD,
    STUG,
    TANK,
    cell,
    doing_for,
    field,
    ground,
    load,
    place,
    scenario,
    scene,
)


@pytest.mark.rules("6.1.4.3.1k", "6.1.4.3.1-ex2")
def test_a_squad_up_in_a_building_of_three_storeys_is_at_height_2() -> None:
    state = field()
    squad = place(state, SQUAD, "0503")
    assert sight.height(state, scene(), squad) == 0
    detail_of(state.units[squad]).upper = True
    assert sight.height(state, scene(), squad) == 2
    assert sight.height(state, scene(), place(state, SQUAD, "0909")) == 1


@pytest.mark.rules("6.1.4.3.1j")
def test_there_is_a_top_floor_only_in_buildings_of_height_2_or_more() -> None:
    state = field()
    for hex_, squad_may in (("0503", True), ("0909", True), ("0706", False), ("1103", False)):
        assert sight.tall(state, scene(), cell(hex_)) is squad_may
        assert sight.raised(state, scene(), place(state, SQUAD, hex_, upper=True)) is squad_may


@pytest.mark.rules("6.1.4.3.1k", "6.1.4", "4.1.4.2.4e")
def test_d17_from_a_top_floor_one_sees_over_what_is_lower() -> None:
    state = field()
    # From Height 2 the wooden building in 0706, one level lower and 4 hexes away, hides 4 / 2 = 2 hexes behind it.
    squad = place(state, SQUAD, "0503")
    for hex_, seen in (("0807", False), ("0808", True), ("0809", True)):
        panzer = place(state, PANZER, hex_)
        detail_of(state.units[squad]).upper = False
        assert not sight.clear(state, scene(), squad, panzer), "from the ground floor it hides them all"
        detail_of(state.units[squad]).upper = True
        assert sight.clear(state, scene(), squad, panzer) is seen
    found = sight.block(state, scene(), squad, place(state, PANZER, "0807"))
    assert found is not None
    assert (found.terrain, found.height, found.rule) == ("wood_building", 1, "4.1.4.2.4e")


@pytest.mark.rules("6.1.4.3.1k", "4.1.4.2.4d")
def test_lines_from_top_floors_are_the_same_both_ways_and_those_of_the_rule() -> None:
    board = ground().board
    clear = blocked = 0
    for there in board.cells:
        state = field()
        up, other = place(state, SQUAD, "0503", upper=True), place(state, RIFLES, board.labels[there])
        seen = sight.clear(state, scene(), up, other)
        assert seen == sight.clear(state, scene(), other, up)
        assert seen == (sight.block(state, scene(), up, other) is None)
        clear, blocked = clear + seen, blocked + (not seen)
        if scene().clear(cell("0503"), there) and board.elevation[there] == 0 and not ground().beds[there]:
            assert seen, "who is higher up sees no less of flat ground here"
    assert clear > blocked > 0


@pytest.mark.rules("6.1.4.3.1j", "6.1.4.3.9a")
def test_in_ruins_there_is_no_top_floor() -> None:
    state = field(Work(RUBBLE, cell("0503")))
    squad = place(state, SQUAD, "0503", upper=True)
    assert sight.height(state, scene(), squad) == 0
    assert not sight.tall(state, scene(), cell("0503"))


def lines_as_on(text: str, *works: Work) -> None:
    """Holds all lines of the field with counters equal to those of a map drawn with what the counters mean."""
    state, drawn = field(*works), ground(text)
    board = drawn.board
    changed = 0
    for a in board.cells:
        for b in board.cells:
            now = sight.clear_between(state, scene(), a, b)
            assert now == drawn.sight.clear(a, b), (board.labels[a], board.labels[b])
            changed += now != ground().sight.clear(a, b)
    assert changed


@pytest.mark.rules("6.1.4.3.4b", "4.1.4.1.6d")
def test_a_ditch_is_seen_into_like_a_gully() -> None:
    terrain = MAP.splitlines()
    row = next(number for number, line in enumerate(terrain) if line.startswith("terrain = '''")) + 7
    terrain[row] = terrain[row][:9] + "gg" + terrain[row][11:]
    lines_as_on("\n".join(terrain), Work(DITCH, cell("1007")), Work(DITCH, cell("1107")))
    state = field(Work(DITCH, cell("1007")))
    assert sight.height(state, scene(), place(state, SQUAD, "1007")) == -1


@pytest.mark.rules("6.1.4.3.9a")
def test_one_sees_over_the_rubble_of_a_building() -> None:
    lines_as_on(MAP.replace("....b.....w", "..........w"), Work(RUBBLE, cell("0503"), was="brick_building"))


def met(state: PanzerState, where: Scene, a: int, b: int, kind: str) -> tuple[int, ...]:
    """The hexes in which the line between two units meets sources of a kind."""
    return tuple(hex_ for one in sight.sources_between(state, where, a, b) if one.kind == kind for hex_ in one.cells)


@pytest.mark.rules("6.1.4.3.5d", "6.1.4.3.5b")
def test_fire_hinders_and_never_blocks() -> None:
    fire = cell("1006")
    state = field(Work(FIRE, fire))
    tank, panzer, beside = place(state, TANK, "1003"), place(state, PANZER, "1009"), place(state, STUG, "1209")
    assert sight.clear(state, scene(), tank, panzer)
    assert met(state, scene(), tank, panzer, "on_fire") == (fire,)
    assert met(state, scene(), panzer, tank, "on_fire") == (fire,)
    assert met(state, scene(), panzer, beside, "on_fire") == ()
    assert met(field(), scene(), tank, panzer, "on_fire") == ()


@pytest.mark.rules("4.4.3.2.2-brew-up-smoke-a", "6.1.4.3.5b")
def test_d16_smoke_two_levels_high_is_looked_over_from_a_high_floor_and_fire_is_not() -> None:
    middle = cell("0506")
    tall = Scene(scenario(), Ground(ground().board, {cell("0503"): 4}), scene().rules)
    state = field(Work(FIRE, middle))
    state.wrecks = [Wreck(middle, True)]
    squad, panzer = place(state, SQUAD, "0503"), place(state, PANZER, "0512")
    assert met(state, tall, squad, panzer, "brew_up_smoke") == (middle,)
    detail_of(state.units[squad]).upper = True
    assert sight.height(state, tall, squad) == 3
    assert met(state, tall, squad, panzer, "brew_up_smoke") == ()
    assert met(state, tall, squad, panzer, "on_fire") == (middle,)


class Curtain:
    """Something of a module that hides one hex from all others."""

    def __init__(self, hidden: int) -> None:
        self.hidden = hidden

    def block(self, a: int, b: int) -> Block | None:
        return Block((self.hidden,), "curtain", 9, "M-1") if self.hidden in (a, b) and a != b else None


@pytest.mark.rules("6.1.4", "6.1.4.3.1k")
@pytest.mark.parametrize("upper", [False, True])
@pytest.mark.parametrize("works", [False, True])
def test_what_a_module_hides_is_hidden_from_top_floors_and_beside_ditches_too(upper: bool, works: bool) -> None:
    state = field(*([Work(DITCH, cell("0306"))] if works else []))
    squad, hidden, other = (
        place(state, SQUAD, "0503", upper=upper), place(state, PANZER, "0506"), place(state, STUG, "0406"),
    )  # fmt: skip
    veiled = scene().behind((Curtain(cell("0506")),))
    assert sight.clear(state, scene(), squad, hidden)
    assert not sight.clear(state, veiled, squad, hidden)
    assert sight.clear(state, veiled, squad, other)
    found = sight.block(state, veiled, hidden, squad)
    assert found is not None
    assert found.rule == "M-1"
    spotting.spotting_phase(state, veiled, doing_for(state))
    assert state.units[squad].sees == (other,)


@pytest.mark.rules("6.1.4", "6.1.3g")
def test_a_passenger_sees_from_where_its_carrier_is() -> None:
    state = field()
    tank, carrier = place(state, TANK, "0704"), place(state, CARRIER, "0709")
    aboard = load(state, RIFLES, CARRIER)
    assert sight.clear(state, scene(), aboard, tank) == sight.clear(state, scene(), carrier, tank)
    place(state, CARRIER, "1803")
    assert sight.height(state, scene(), aboard) == 3
