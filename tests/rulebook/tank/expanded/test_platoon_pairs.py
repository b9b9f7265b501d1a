"""Platoons together with other rules: transport, ditches, smoke and artillery (25.0 with 27.0, 28.0, 30.0)."""

from __future__ import annotations

import pytest

from hulldown.core.parts import set_part
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import CARRIED
from hulldown.games.tank.rules.formation import put
from hulldown.games.tank.rules.state import DESTROYED, TankState
from support.platoon_field import battlefield, chits, platoon, staff, tanks
from support.tank_positions import cell, play, position, refused, unit, where
from support.transport_field import aboard

FOE = {"B1": ("2405", "D")}
SQUADS = (Force(type="Ger squad 6", count=2),)
CARRYING = ("infantry", "transport", "platoons")
QUIET = chits(0, 1, 2)
FIVE = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A"), "A4": ("1208", "A"), "A5": ("0808", "A")}


def _mounting(monkeypatch: pytest.MonkeyPatch, dice: str) -> TankState:
    """Five tanks with the squads A6 in front of A2 and A7 in front of A3."""
    name = battlefield(monkeypatch, (*tanks(5), *SQUADS), panic=3, modules=CARRYING)
    return position(name, alpha=FIVE | {"A6": "1107", "A7": "0907"}, bravo=FOE, panic=True, dice=dice)


@pytest.mark.rules("25.0-proc-1", "25.0-proc-3")
def test_two_of_five_tanks_mount_squads_while_the_others_move(monkeypatch: pytest.MonkeyPatch) -> None:
    state = _mounting(monkeypatch, f"{QUIET} {QUIET}")
    plot = "A2 MT A6; A6 MT A2; A3 MT A7; A7 MT A3; A1 MV A; A4 MV A; A5 MV A"
    assert refused(state, "alpha", plot) == []
    after = play(state, alpha=plot).state
    assert [unit(after, name).status for name in ("A6", "A7")] == [CARRIED, CARRIED]
    assert [where(after, name) for name in FIVE] == ["1007", "1107", "0907", "1207", "0807"]
    assert platoon(after, "P1").out == ()
    # Mounting is movement: nobody of the platoon may fire meanwhile.
    assert refused(state, "alpha", "A2 MT A6; A6 MT A2; A4 OF 1204") == ["25.0-proc-1"]


@pytest.mark.rules("25.0-gen-3", "25.4a", "27.0-proc-1")
def test_who_mounts_or_dismounts_stays_where_it_is_while_the_others_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The spacing holds at every Movement Point, and the step of a vehicle that mounts comes after all of them."""
    name = battlefield(monkeypatch, (*tanks(3), *SQUADS), modules=CARRYING)
    spots = {"A1": ("1008", "A"), "A2": ("1208", "A"), "A3": ("1009", "A")}
    # A2 drives towards A1, who goes away from it: until then they would be three hexes apart.
    state = position(name, alpha=spots | {"A4": "1108"}, bravo=FOE)
    assert refused(state, "alpha", "A2 MT A4; A4 MT A2; A1 MV 0908; A3 MV 0909") == ["25.4a"]
    assert refused(state, "alpha", "A2 MT A4; A4 MT A2; A1 MV 1007; A3 MV 1008") == []
    loaded = aboard(position(name, alpha=spots | {"A4": "1208"}, bravo=FOE), A2="A4")
    assert refused(loaded, "alpha", "A2 DT 1108; A4 DT; A1 MV 0908; A3 MV 0909") == ["25.4a"]
    assert refused(loaded, "alpha", "A2 DT 1108; A4 DT") == []


@pytest.mark.rules("25.21c", "27.3a")
def test_who_mounts_does_not_panic_with_the_platoon(monkeypatch: pytest.MonkeyPatch) -> None:
    # The leader A1 panics; A2 and its squad are busy and stay, the others follow him.
    state = _mounting(monkeypatch, f"{chits(8, 5, 6)} 1 2 {QUIET}")
    after = play(state, alpha="A2 MT A6; A6 MT A2; A1 MV A; A4 MV A").state
    assert [where(after, name) for name in FIVE] == ["1006", "1107", "0906", "1206", "0806"]
    assert unit(after, "A6").status == CARRIED


@pytest.mark.rules("25.21a", "27.3a")
def test_a_leader_that_mounts_keeps_the_platoon_from_panic(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*tanks(5), *SQUADS), panic=3, modules=CARRYING)
    state = position(name, alpha=FIVE | {"A6": "1007"}, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} {QUIET}")
    after = play(state, alpha="A1 MT A6; A6 MT A1; A4 MV A").state
    assert [where(after, tank) for tank in FIVE] == ["1007", "1108", "0908", "1207", "0808"]
    assert unit(after, "A6").status == CARRIED


@pytest.mark.rules("25.52b")
def test_the_headquarters_carries_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*staff(2), *tanks(3), *SQUADS), modules=CARRYING)
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("1508", "A"), "A4": ("1608", "A"), "A5": ("1708", "A")}
    state = position(name, alpha=spots | {"A6": "1007", "A7": "1507"}, bravo=FOE)
    assert "25.52b" in refused(state, "alpha", "A1 MT A6; A6 MT A1")
    assert refused(state, "alpha", "A3 MT A7; A7 MT A3") == []
    offered = {each.unit: {option.kind for option in each.options} for each in GAME.legal(state, "alpha").units}
    assert "MT" not in offered["A1"]
    assert "MT" in offered["A3"]


@pytest.mark.rules("25.6", "27.3b")
def test_loaded_carriers_panic_as_a_platoon_with_their_passengers(monkeypatch: pytest.MonkeyPatch) -> None:
    forces = (Force(type="US HT", count=3, platoon=1), Force(type="US squad 6", count=1))
    name = battlefield(monkeypatch, forces, panic=3, modules=CARRYING)
    spots = {"A1": ("1008", "A"), "A2": ("1109", "A"), "A3": ("0909", "A"), "A4": "1109"}
    state = position(name, alpha=spots, bravo=FOE, panic=True, dice=f"{chits(8, 5, 6)} 1 2 {QUIET}")
    after = play(aboard(state, A2="A4"), alpha="P1 MV A").state
    assert [where(after, tank) for tank in ("A1", "A2", "A3", "A4")] == ["1006", "1107", "0907", "1107"]


@pytest.mark.rules("25.0-proc-2", "30.1a")
def test_followers_go_round_a_ditch(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3), modules=("platoons", "mines"))
    state = position(name, alpha={"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}, bravo=FOE)
    set_part(state, "mines", {"ditch": [cell(state, "1107")]})
    assert refused(state, "alpha", "P1 MV A A A") == []
    played = play(state, alpha="P1 MV A A A")
    assert (where(played.state, "A1"), where(played.state, "A3")) == ("1005", "0905")
    assert where(played.state, "A2") != "1108"
    assert platoon(played.state, "P1").out == ()


@pytest.mark.rules("25.0-proc-2", "25.4a", "29.0-proc-3")
def test_followers_go_round_mines_that_their_side_knows_of(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3), modules=("platoons", "mines"))
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}
    start = position(name, alpha=spots, bravo=FOE, dice="6 6 6")

    def way(*found: str, unknown: str = "") -> list[str]:
        state = start.thaw()
        mined = [[cell(state, label), 1] for label in (*found, *([unknown] if unknown else []))]
        set_part(state, "mines", {"mines": mined, "found": [cell(state, label) for label in found]})
        order = GAME.parse(state, "alpha", "P1 MV A A A")
        tasks = GAME.follows(state, "alpha", order)
        assert GAME.check(state, "alpha", order) == []
        return [GAME.board(name).labels[one] for task in tasks if task.unit == "A2" for one in task.cells]

    straight = ["1107", "1106", "1105"]
    assert way() == way(unknown="1107") == straight, "nobody goes round what nobody has found"
    # It takes another way to where the formation wants it, or to a place near that one.
    assert "1107" not in way("1107")
    assert way("1107")[-1] in ("1105", "1106")
    assert "1105" not in way("1105")
    assert way("1105")[-1] == "1106"
    # Mines all around, and the platoon goes on as it was told.
    board = GAME.board(name)
    assert way(*(board.labels[one] for one in board.neighbours[cell(start, "1108")])) == straight


@pytest.mark.rules("25.0-proc-2", "28.52b", "30.1a")
def test_the_way_offered_to_a_platoon_counts_smoke_and_leaves_out_the_ditch(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, tanks(3), modules=("platoons", "mines", "smoke"))
    state = position(name, alpha={"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("0908", "A")}, bravo=FOE)
    set_part(state, "mines", {"ditch": [cell(state, "1107")]})
    set_part(state, "smoke", {"now": [cell(state, "1007")]})
    offered = {each.unit: each.options for each in GAME.legal(state, "alpha").units}
    alone, together = offered["A1"], offered["P1"]
    paths = [next(option.path for option in options if option.kind == "MV") for options in (alone, together)]
    assert [(path.extra, path.barred) for path in paths if path is not None] == [
        ((cell(state, "1007"),), (cell(state, "1107"),))
    ] * 2  # fmt: skip


@pytest.mark.rules("25.3a", "25.54a")
def test_a_tank_lost_on_mines_is_lost_like_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    # The commander drives onto six mines: they wreck him for certain, and the company stands still.
    name = battlefield(monkeypatch, (*staff(2), *tanks(3)), modules=("platoons", "mines"))
    spots = {"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": ("1508", "A"), "A4": ("1608", "A"), "A5": ("1708", "A")}
    state = position(name, alpha=spots, bravo=FOE, dice="6")
    set_part(state, "mines", {"mines": [[cell(state, "1007"), 6]]})
    after = play(state, alpha="A1 MV A").state
    assert unit(after, "A1").status == DESTROYED
    assert after.losses["alpha"] == 3
    assert refused(after, "alpha", "A3 MV A") == ["25.54a"]


@pytest.mark.rules("25.0-gen-2", "27.61a")
def test_what_a_player_is_told_of_a_tank_is_its_platoon_and_its_riders(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*tanks(5), *SQUADS), panic=3, modules=CARRYING)
    state = aboard(position(name, alpha=FIVE | {"A6": "1108"}, bravo=FOE), A2="A6")
    notes = GAME.view(state, "alpha").notes
    assert notes["A2"] == "carries A6 (Ger squad 6); Platoon 1"
    assert notes["A6"] == "on board of A2 (Ge Pz IVH)"


@pytest.mark.rules("25.3b", "25.52b")
def test_a_headquarters_that_stands_still_is_told_so_whatever_it_was_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    name = battlefield(monkeypatch, (*staff(2), *SQUADS), modules=CARRYING)
    state = position(name, alpha={"A1": ("1008", "A"), "A2": ("1108", "A"), "A3": "1107"}, bravo=FOE)
    mount = "A2 MT A3; A3 MT A2"
    assert "25.52b" in refused(state, "alpha", mount)
    put(state, [platoon(state, "HQ")._replace(still=state.turn, since=1)], {})
    assert "25.3b" in refused(state, "alpha", mount)
    assert "25.52b" not in refused(state, "alpha", mount)
