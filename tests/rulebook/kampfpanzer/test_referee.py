"""Skirmishes at close quarters, played by chance and judged by a referee who has the rules of fire from elsewhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.events import Event
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.state import KampfState
from support.kampf_field import Field, Spot
from support.kampf_referee import Referee

Draw = Callable[..., Field]
LABELS = [f"{column:02}{row:02}" for column in range(6, 16) for row in range(4, 13)]
TYPES = (
    "S35", "H39", "B1", "PzII", "PzIIID", "PzIVE", "BT7", "A12", "Fr infantry", "Ge infantry", "Ru infantry", "25mm",
    "37mm", "75mm", "75mm", "Truck", "APC",
)  # fmt: skip
TURNS = 5


def skirmish(draw: Draw, random: Random) -> tuple[Field, KampfState]:
    """Thirteen units a side among each other on broken ground."""
    hexes = {
        label: random.choice(("town", "woods", "slope", "slope", "hilltop"))
        for label in LABELS
        if random.random() < 0.2
    }
    kinds = ("crest", "crest", "woods", "town", "stream", "ford")
    sides = {label + way: random.choice(kinds) for label in LABELS for way in "ABC" if random.random() < 0.08}
    field = draw(
        hexes=hexes, sides=sides, setup={side: {"panic": random.randint(1, 2)} for side in ("first", "second")}
    )
    spots = random.sample(LABELS, 26)
    teams: list[dict[str, Spot]] = []
    for base, mine in ((1, spots[:13]), (101, spots[13:])):
        team: dict[str, Spot] = {}
        for number, label in enumerate(mine):
            kind = random.choice(TYPES)
            facing = (random.choice("ABCDEF"),) if kind.endswith("mm") else ()
            team[str(base + number)] = (kind, label, *facing, *(("D1",) if random.random() < 0.1 else ()))
        teams.append(team)
    works = [
        (spot[1], side)
        for side, team in zip(("first", "second"), teams, strict=True)
        for spot in team.values()
        if (spot[0].endswith(("infantry", "mm"))) and random.random() < 0.25
    ]
    dice = " ".join(str(random.randint(1, 6)) for _ in range(900))
    panic = f"{random.randint(1, 6)} {random.randint(1, 6)}"
    state = field.state(*teams, turn=1, dice=dice, panic=panic, works=works, wrecks=random.sample(LABELS, 3))
    return field, state


def played(state: KampfState, random: Random) -> tuple[KampfState, list[Event]]:
    """A turn with orders at random."""
    turn, events = state.turn, []
    while state.outcome is None and not (state.turn > turn and state.stack[-1].step == "plot"):
        side = next(iter(GAME.pending(state)))
        order = RandomBot(str(random.random())).decide(seat_of(GAME, state, side))
        step = GAME.apply(state, side, order)
        state, events = step.state, events + list(step.events)
    return state, events


@pytest.mark.slow
@pytest.mark.rules(
    "9.0-gen-3", "9.0-proc-n-2", "9.13a", "9.13b", "9.22a", "9.22b", "9.23a", "9.23b", "9.24a", "9.34a", "9.34c",
    "9.37b", "9.37c", "9.83", "10.2a", "10.0-fn-1", "13.23", "13.1a", "7.0-gen-1", "6.4a", "9.72a", "9.92",
)  # fmt: skip
def test_the_referee_has_nothing_to_object_to(draw: Draw) -> None:
    random, seen = Random("skirmish"), Counter[str]()
    for _ in range(14):
        field, state = skirmish(draw, random)
        referee = Referee(field.board)
        for _ in range(TURNS):
            if state.outcome is not None:
                break
            referee.position(state)
            before, (state, events) = state, played(state, random)
            referee.turn(before, events)
            seen.update(event.kind for event in events)
        seen.update({f"judged {name}": count for name, count in referee.seen.items()})
    least = {
        "judged shot": 150,
        "judged shelled": 8,
        "judged triggered": 8,
        "overrun": 8,
        "counterattack": 5,
        "held": 8,
    }
    assert all(seen[name] >= many for name, many in least.items()), seen
