"""Every number of an explained shot tells where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from hulldown.core.explain import least_sure
from hulldown.core.tables import TAGS
from hulldown.games.tank.data.loading import MODES, chart, terrain, weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.fire import Aim, Firer, Shot, resolve
from support.tank_positions import play, position

RANGES = (1, 2, 3, 5, 12, 26, 31, 40, 50, 60)


def _shots() -> Iterator[Shot]:
    """Shots of every weapon at every other, over all ranges, grounds, hexsides and movements that add a factor."""
    grounds = tuple(product(MODES, ("clear", "rough", "woods"), ("", "berm", "slope")))
    for number, (firer, target) in enumerate(product(weapons().values(), weapons().values())):
        for distance, panic in product(RANGES, (1, 3)):
            mode, ground, through = grounds[(number + distance) % len(grounds)]
            for wreck, position_, points in ((False, False, 0), (True, False, 7), (False, True, 2)):
                crew = (Firer(firer, distance, panic), Firer(firer, max(1, distance - 1), panic, True))
                alone = firer.kind == "infantry" or not target.soft
                yield resolve(
                    Aim(crew[:1] if alone else crew, target, terrain(mode), ground, wreck, position_, "side", through,
                        points, points > 0)
                )  # fmt: skip


def test_no_factor_of_any_shot_lacks_its_tag() -> None:
    labels = set()
    for shot in _shots():
        for factor in (*shot.factors, *shot.strength.factors, *shot.defence.factors):
            assert factor.provenance in TAGS, (shot.rule, factor)
            labels.add(factor.label.split(" at range")[0].split(" ground")[0].split(" effective")[0])
    wanted = {"attack differential", "counts as", "wreck", "behind a berm", "behind a slope", "Improved Position",
              "beyond", "force at Preservation, halved", "table 8.91", "table 8.92", "table 8.93", "infantry", "woods",
              "added to the die for the target's movement", "a gun does not move",
              "infantry moves one hex, which counts one point (T-43)"}  # fmt: skip
    assert wanted <= labels, wanted - labels


@pytest.mark.rules("8.81-1")
def test_infantry_fire_is_as_sure_as_its_chart() -> None:
    shot = resolve(Aim((Firer(weapons()["infantry"], 1, 0),), weapons()["T62"], terrain("mixed")))
    assert [factor.provenance for factor in shot.factors] == [chart("8.81").meta["provenance"]] == ["repaired"]


def test_what_is_worked_out_is_as_sure_as_the_least_sure() -> None:
    assert least_sure(()) == "rulebook"
    assert least_sure(("rulebook", "repaired", "rulebook")) == "repaired"
    assert least_sure(("reconstructed", "public")) == "reconstructed"


@pytest.mark.rules("12.22a")
def test_the_order_of_panic_directions_is_told_to_be_reconstructed() -> None:
    state = position("tank/10", alpha={"A1": "5613"}, bravo={"B1": "0101"}, dice="4 1 4 3 10", panic=True)
    after = play(state, alpha="A1 MV A")
    (event,) = after.found("panic_move")
    assert event.data["provenance"] == "reconstructed"
    assert "reconstructed" in GAME.describe(event)
