"""Fire at riders on tanks (27.61), fire from aboard (27.82), fire at trucks (27.72, 27.73), as it is carried out."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.cargo import CARRIED, load_of
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP
from hulldown.games.tank.rules.troops import give_device
from support.tank_positions import Played, cell, play, position, refused, unit, where
from support.transport_field import aboard

Convoy = Callable[..., str]


def fate(played: Played, *names: str) -> list[str]:
    return [unit(played.state, name).status for name in names]


@pytest.mark.rules("27.61a", "27.61b")
def test_riders_are_shot_off_a_tank_that_drives_on(convoy: Convoy) -> None:
    # The squad in the woods has no fire against the tank, but HE for its riders: defence 1 wherever they are.
    state = position(
        convoy(hexes={"0507": "woods"}), alpha={"A1": ("0507", "A"), "A7": "0507"}, bravo={"B6": "0509"}, dice="1"
    )
    aboard(state, A1="A7")
    assert refused(state, "bravo", "B6 DF 0507") == []
    after = play(state, alpha="A1 MV 0506 0505", bravo="B6 DF 0507")
    shot = after.found("shot", target="A7")[0]
    assert (shot.data["defence"], shot.data["at"]) == (1, "0507")
    assert fate(after, "A7", "A1") == [DESTROYED, ON_MAP]
    assert where(after.state, "A1") == "0505", "it proceeds as plotted"
    assert load_of(after.state, unit(after.state, "A1")) is None
    assert [event.data["wreck"] for event in after.found("destroyed", unit="A7")] == [False]


@pytest.mark.rules("27.61a", "27.6-cy")
def test_nobody_shoots_at_passengers_inside_an_apc(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0507"}, bravo={"B6": "0509"})
    assert refused(aboard(state, A3="A7"), "bravo", "B6 DF 0507") == ["26.31"]


@pytest.mark.rules("27.61a")
def test_x28_the_movement_of_the_tank_protects_its_riders(convoy: Convoy) -> None:
    def add(plot: str) -> object:
        state = position(convoy(), alpha={"A1": ("0507", "A"), "A7": "0507"}, bravo={"B6": "0509"}, dice="6")
        return play(aboard(state, A1="A7"), alpha=plot, bravo="B6 DF 0507").found("shot")[0].data["add"]

    assert add("A1 FC") == 0
    assert add("A1 MV 0506 0505 0504 0503") == 2


@pytest.mark.rules("27.61a", "8.84a")
def test_opportunity_fire_finds_riders_on_a_tank_that_passes(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A1": ("0510", "A"), "A7": "0510"}, bravo={"B6": "0607"}, dice="1")
    after = play(aboard(state, A1="A7"), alpha="A1 MV 0509 0508 0507 0506", bravo="B6 OF adjacent")
    assert [event.data["target"] for event in after.found("shot")] == ["A7"]
    assert fate(after, "A7", "A1") == [DESTROYED, ON_MAP]
    assert where(after.state, "A1") == "0506"


@pytest.mark.rules("27.61a")
def test_riders_are_as_well_known_as_their_tank(convoy: Convoy) -> None:
    """Whether a squad may be plotted against a tank depends on riders that everybody sees."""
    state = position(convoy(), alpha={"A1": ("0507", "A"), "A2": ("0707", "A"), "A7": "0507"}, bravo={"B6": "0509"})
    aboard(state, A1="A7")
    options = next(one.options for one in GAME.legal(state, "bravo").units if one.unit == "B6")
    cells = {at for option in options if option.kind == "DF" for at in option.cells}
    assert cells == {cell(state, "0507")}


@pytest.mark.rules("27.82a")
def test_a_mounted_squad_fires_he_at_half_strength_from_a_stationary_spw(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A3": ("0507", "A"), "A7": "0507", "A8": "0907"}, bravo={"B6": "0503"}, dice="6 6"
    )
    aboard(state, A3="A7")
    assert refused(state, "alpha", "A7 DF 0503") == []
    assert refused(state, "alpha", "A7 DF 0503; A3 MV 0508") == ["27.82a"]
    assert refused(state, "alpha", "A7 OF 0503; A3 MVR 0508") == ["27.82a"]
    assert refused(state, "alpha", "A7 DT; A3 DT 0508") == [], "it may get down instead"
    assert refused(state, "alpha", "A8 OF 0903; A3 MV 0508") == [], "who is on foot fires as ever"
    shots = play(state, alpha="A7 DF 0503").found("shot", unit="A7")
    assert [shot.data["strength"] for shot in shots] == [3], "half of 5, fractions up"


@pytest.mark.rules("27.82a")
def test_x29_the_vehicle_may_turn_but_from_others_nobody_fires(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A1": "0907", "A3": ("0507", "A"), "A5": "0707", "A7": "0507", "A8": "0707", "A9": "0907"},
        bravo={"B6": "0503"}, dice="6",
    )  # fmt: skip
    aboard(state, A3="A7", A5="A8", A1="A9")
    assert refused(state, "alpha", "A7 DF 0503; A3 FC") == []
    for name in ("A8", "A9"):
        assert refused(state, "alpha", f"{name} DF 0503") == ["27.82a"]
        options = next((one.options for one in GAME.legal(state, "alpha").units if one.unit == name), ())
        assert [option.kind for option in options] == ["DT"]


@pytest.mark.rules("27.82a", "27.3b")
def test_a_squad_whose_vehicle_panics_holds_its_fire(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A3": ("0507", "A"), "A7": "0507"}, bravo={"B6": "0503"}, panic=True,
        options={"alpha_panic": 1}, dice="8",
    )  # fmt: skip
    after = play(aboard(state, A3="A7"), alpha="A7 DF 0503")
    assert [event.data["unit"] for event in after.found("panicked")] == ["A3"]
    assert after.found("shot") == []


@pytest.mark.rules("27.82a", "8.5")
def test_mounted_infantry_keeps_watch_and_shoots_at_who_comes(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0507"}, bravo={"B6": "0504"}, dice="1")
    after = play(aboard(state, A3="A7"), alpha="A7 OF 0503", bravo="B6 MV 0505")
    assert [(event.data["unit"], event.data["target"]) for event in after.found("shot")] == [("A7", "B6")]
    assert fate(after, "B6", "A7") == [DESTROYED, CARRIED]


@pytest.mark.rules("27.82b")
def test_no_device_is_fired_from_aboard(convoy: Convoy) -> None:
    state = position(convoy(), alpha={"A3": ("0507", "A"), "A7": "0507", "A8": "0607"}, bravo={"B1": ("0508", "A")})
    for name in ("A7", "A8"):
        give_device(unit(state, name), "Ge PF44-1")
    assert refused(state, "alpha", "A7 DF 0508") == [], "on foot it has a device"
    assert refused(aboard(state, A3="A7"), "alpha", "A7 DF 0508") == ["27.82b"]
    assert refused(state, "alpha", "A8 DF 0508") == []


@pytest.mark.rules("27.72a", "27.72b", "27.73")
def test_he_of_all_is_one_attack_at_a_truck_and_ap_is_fired_singly(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A5": ("0507", "A")}, bravo={"B6": "0503", "B7": "0711", "B8": "0411"}, dice="6 6 6 6"
    )
    after = play(state, bravo="B6 DF 0507; B7 DF 0507; B8 DF 0507")
    assert [event.data["unit"] for event in after.found("shot", target="A5")] == ["B6 B7 B8"]
    assert [event.data["defence"] for event in after.found("shot", target="A5")] == [0]
    # In woods of this mode a truck has the two points of any vehicle, and its movement adds to the die.
    state = position(convoy(hexes={"0507": "woods"}), alpha={"A5": ("0507", "A")}, bravo={"B6": "0503"}, dice="6 6")
    shot = play(state, alpha="A5 MV 0508 0509", bravo="B6 DF 0507").found("shot", target="A5")[0]
    assert (shot.data["defence"], shot.data["add"]) == (2, 1)


@pytest.mark.rules("27.82a", "27.0-gen-4")
def test_fire_from_aboard_is_judged_by_what_the_vehicle_is_told(convoy: Convoy) -> None:
    places = {"A3": ("0507", "A"), "A7": "0507", "A8": "0607"}
    state = aboard(position(convoy(), alpha=places, bravo={"B6": "0503"}), A3="A7")

    def rules(*tasks: Task) -> list[tuple[str, str]]:
        return [(one.unit, one.rule) for one in GAME.check(state, "alpha", Order("plot", tasks))]

    fire, drive = Task("A7", "DF", (cell(state, "0503"),)), Task("A3", "MV", (cell(state, "0508"),))
    assert rules(fire) == rules(drive) == rules(fire, Task("A3", "FC")) == []
    assert rules(fire, drive) == rules(drive, fire) == [("A7", "27.82a")]
    assert rules(Task("A8", "DF", fire.cells), drive) == [], "who is on foot does not care"
    # A task that there is not is refused as such, whoever is given it.
    assert rules(Task("A7", "XX"), drive) == [("A7", "5.0-gen-1")]
    assert rules(fire, Task("A3", "XX")) == [("A3", "5.0-gen-1")]
    assert rules(Task("A99", "DF", fire.cells), drive) == [("A99", "6.0-proc-1")]


@pytest.mark.rules("8.58a", "27.6-cy", "27.82a")
def test_a_squad_aboard_still_gives_its_opportunity_fire_when_its_carrier_is_hit(convoy: Convoy) -> None:
    state = position(
        convoy(), alpha={"A3": ("0507", "A"), "A7": "0507"}, bravo={"B1": ("0512", "A"), "B6": "0504"}, dice="1 1 1"
    )
    played = play(aboard(state, A3="A7"), alpha="A7 OF 0503", bravo="B1 DF 0507; B6 MV 0505")
    assert played.found("dying", unit="A3")
    assert played.found("shot", unit="A7", target="B6")
    assert fate(played, "A3", "A7") == [DESTROYED, DESTROYED]
