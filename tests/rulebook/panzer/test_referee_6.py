"""Games of part 2 of the Advanced Game before a referee who has the rules from elsewhere (6.4 to 6.8).

Bots fight battles and skirmishes, the referee follows every order. Then a rule is broken, and it must notice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from hulldown.bots import make_bot
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.orders import Order
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.play import effects
from hulldown.games.panzer.rules.advanced.play.air import sighting
from hulldown.games.panzer.rules.advanced.play.assault import eligible, memory
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.advanced.play.gaits import gait_of
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters
from hulldown.games.panzer.rules.state import CARRIED, ELIMINATED, ON_MAP, WAITING, PanzerState
from support.panzer_referee import Referee

FIERCE = ("overrun", "=", "against", "ASSAULT", "CALL", "CORRECT", "SUSTAIN", "FLY", "STRAFE", "BOMB", "AA", "drop")
TURNS = 3


class Eager:
    """Draws some random orders and takes the one with the most attacks in it."""

    def __init__(self, seed: str) -> None:
        self.bots = [RandomBot(f"{seed}/{number}") for number in range(5)]

    def decide(self, seat: Seat) -> Order:
        drawn = [bot.decide(seat) for bot in self.bots]
        return max(drawn, key=lambda order: sum(word in f"{task.kind} {task.choice}" for task in order.tasks
                                                for word in FIERCE))  # fmt: skip


def judged(state: PanzerState, bots: dict[str, Any], last: int) -> Referee:
    """The referee of a game from a state on, to the end of a turn; `seen` counts the kinds of events too."""
    referee = Referee(state)
    while state.outcome is None and state.turn <= last:
        side = next(iter(GAME.pending(state)))
        order = bots[side].decide(seat_of(GAME, state, side))
        step = GAME.apply(state, side, order)
        referee.follow(state, side, order, step)
        referee.seen.update(event.kind for event in step.events)
        state = step.state
    return referee


def battle(name: str, last: int = 99) -> Referee:
    """A game of greedy bots."""
    state = GAME.setup(name, {}, f"referee {name}")
    return judged(state, {side: make_bot("greedy", f"referee {side}") for side in GAME.sides}, last)


@cache
def ready(name: str) -> PanzerState:
    """The first Command Phase of a scenario."""
    state = GAME.setup(name, {}, f"referee {name}")
    while state.turn < 1 or state.stack[-1].step != "command":
        side = next(iter(GAME.pending(state)))
        step = GAME.apply(state, side, RandomBot("setup").decide(seat_of(GAME, state, side)))
        state = step.state
    return state


def skirmish(name: str, number: int) -> Referee:
    """All units among each other within five hexes of some place, carriers with their loads; three turns by chance."""
    random, state = Random(f"{name} {number}"), ready(name).thaw()
    scene, taken = scene_of(state), dict[int, str]()
    centre = random.choice(scene.board.cells)
    near = [cell for cell in scene.board.cells if scene.board.distance(cell, centre) <= 5]
    state.works = [work for work in state.works if work.unit < 0]
    for index, unit in enumerate(state.units):
        if unit.status not in (ON_MAP, WAITING) or detail_of(unit).carrier >= 0:
            continue
        traction = gait_of(state, scene, index).traction
        free = [cell for cell in near if taken.get(cell, unit.side) == unit.side
                and (scene.ground.rows[cell].cost(traction) != "P" or scene.ground.on_way[cell])]  # fmt: skip
        unit.status, unit.cell, unit.facing = ON_MAP, random.choice(free), random.randrange(6)
        taken[unit.cell] = unit.side
        detail_of(unit).upper = detail_of(unit).inside = False
    for unit in state.units:
        if unit.status == WAITING:
            unit.status = CARRIED if detail_of(unit).carrier >= 0 else ELIMINATED
    state.turn = 4
    return judged(state, {side: Eager(f"{name} {number} {side}") for side in GAME.sides}, state.turn + TURNS - 1)


@pytest.mark.slow
@pytest.mark.rules(
    "6.5.1i", "6.5.1l", "6.5.1n", "6.5.1.12d", "6.6.6a", "6.6.6b", "6.6.1.1k", "6.6.1.1.2a", "6.6.1.2.2a", "6.6.10.1c",
    "6.7.2.1b", "6.7.2.3.1a", "6.7.3.1.1a", "6.7.3.2c", "6.7.3.5a", "6.7.4.2a", "6.8.3.1", "4.6.2a", "5.16.2.6",
)  # fmt: skip
def test_the_referee_has_nothing_to_object_to() -> None:
    seen = Counter[str]()
    games: list[Callable[[], Referee]] = [lambda name=name: battle(name) for name in SHORT]
    games += [lambda name=name, number=number: skirmish(name, number) for name, many in MANY.items()
              for number in range(many)]  # fmt: skip
    for game in games:
        referee = game()
        assert referee.faults == []
        seen += referee.seen
    assert {kind: seen[kind] for kind, least in LEAST.items() if seen[kind] < least} == {}


SHORT = ("panzer/16", "panzer/17", "panzer/18", "panzer/19")
MANY = {"panzer/16": 3, "panzer/17": 3, "panzer/19": 2, "panzer/20": 2}
LEAST = {
    "close_assault": 15, "hand_to_hand": 40, "overrun": 2, "shelled": 60, "response": 15, "air_strike": 15,
    "aa_shot": 3, "brewed_up": 8, "dismounted": 20, "followed": 15, "recovery": 60, "gp_shot": 100,
}  # fmt: skip
"""What must have happened, so that the referee had something to judge."""


def nothing(*_: object) -> None:
    """Takes the place of a rule."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "rule", "broken", "name", "objection"),
    [
        (attacks, "enter", nothing, "panzer/17", "6.6.6a"),
        (effects, "suppress", nothing, "panzer/17", "results"),
        (counters, "turn_over", nothing, "panzer/17", "6.8.4a"),
        (memory, "sharing_fault", nothing, "panzer/17", "6.6.11a"),
        (sighting, "_one_more", lambda *_: sighting.DONE, "panzer/19", "6.7.3.1.1a"),
    ],
    ids=["barrages", "suppression", "smoke", "one target", "acquiring"],
)
def test_the_referee_notices_a_rule_that_is_broken(
    monkeypatch: pytest.MonkeyPatch, module: Any, rule: str, broken: Any, name: str, objection: str
) -> None:
    """In one of the first skirmishes."""
    for each in (module, eligible) if hasattr(eligible, rule) else (module,):
        monkeypatch.setattr(each, rule, broken)
    games = (skirmish(name, number) for number in range(12))
    assert any(f", {objection}: " in fault for game in games for fault in game.faults)
