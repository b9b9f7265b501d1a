"""Which chances are put to a player: by what he has said, and by what he has let go by."""

from __future__ import annotations

import pytest

from hulldown.core.asking import Declined, Prospect, Wish, let_go, scope_of, weighed
from hulldown.core.decisions import Decision, Legal, Pass
from hulldown.core.orders import Task

LEGAL = Legal(
    Decision("3.overwatch.g4", "overwatch", "german", "4.4.2b", "Fire?"),
    choices=("pass", "pass step"),
    passes=(Pass("pass"), Pass("pass step", "3 move2")),
)
WISH = Wish(least=20, step=10, rear=True, nearer=0)


def shot(
    harm: int, unit: str = "G1", target: str = "S1", aspect: str = "front", distance: int = 8, last: bool = False
) -> Prospect:
    return Prospect(Task(unit, "OW", targets=(target,)), harm, aspect, distance, last)


def asked(
    *shots: Prospect, before: tuple[Prospect, ...] = (), wish: Wish | None = WISH, standing: tuple[str, ...] = ()
) -> bool:
    declined = let_go(LEGAL, before, ())
    return weighed(LEGAL, shots, wish, declined, standing) is None


def test_nobody_is_asked_below_the_chance_that_he_named() -> None:
    assert asked(shot(20))
    assert not asked(shot(19))
    assert not asked(shot(0), wish=Wish(least=0))
    assert not asked(), "nobody can fire"
    assert asked(shot(3), shot(40, "G2"))
    answer = weighed(LEGAL, [shot(19)], WISH, (), ())
    assert answer is not None
    assert (answer.choice, answer.tasks, answer.decision) == ("pass", (), "3.overwatch.g4")


def test_without_a_wish_all_is_asked() -> None:
    assert asked(shot(0), wish=None)
    assert asked(wish=None)
    assert weighed(Legal(LEGAL.decision), [shot(0)], WISH, (), ()) is None, "no pass, no filter"


@pytest.mark.parametrize(
    ("again", "wish", "expected"),
    [
        (shot(30), WISH, False),
        (shot(39), WISH, False),
        (shot(40), WISH, True),
        (shot(30, aspect="rear"), WISH, True),
        (shot(30, aspect="rear"), Wish(20, 10, rear=False), False),
        (shot(30, distance=5), WISH, False),
        (shot(30, distance=5), Wish(20, 10, nearer=3), True),
        (shot(30, distance=6), Wish(20, 10, nearer=3), False),
        (shot(30, last=True), WISH, True),
        (shot(19, last=True), WISH, False),
        (shot(20, target="S2"), WISH, True),
    ],
)
def test_he_is_asked_again_for_what_is_better_new_or_the_last(again: Prospect, wish: Wish, expected: bool) -> None:
    assert asked(again, before=(shot(30),), wish=wish) is expected


def test_the_last_chance_and_the_rear_are_put_once() -> None:
    assert not asked(shot(30, last=True), before=(shot(30, last=True),))
    assert not asked(shot(30, aspect="rear"), before=(shot(30, aspect="rear"), shot(25)))
    assert not asked(shot(30), before=(shot(30), shot(12))), "the best counts"


def test_what_was_let_go_by_in_another_step_is_forgotten() -> None:
    old = (Declined("2 move2", "S1", 90),)
    assert weighed(LEGAL, [shot(30)], WISH, old, ()) is None
    assert let_go(LEGAL, [shot(30)], old) == (Declined("3 move2", "S1", 30, "front", 8),)
    alone = Legal(LEGAL.decision, passes=(Pass("pass"),))
    assert scope_of(alone) == "3.overwatch"


def test_a_unit_may_wait_or_fire_by_itself() -> None:
    hold, fire = "G1@3 move2 hold 40", "G1@3 move2 fire 40"
    for wish in (None, WISH):
        assert not asked(shot(39), standing=(hold,), wish=wish)
        assert asked(shot(40), standing=(hold,), wish=wish)
        assert not asked(shot(39), standing=(fire,), wish=wish)
        assert asked(shot(30, "G2"), shot(39), standing=(fire,), wish=wish)
        answer = weighed(LEGAL, [shot(40), shot(60, target="S2"), shot(90, "G2")], wish, (), (fire,))
        assert answer is not None
        assert answer.tasks == (Task("G1", "OW", targets=("S2",)),)
    assert asked(shot(39), standing=("G1@2 move2 hold 40", "G1@3 move2 hold", "G1@3 move2"))
    assert weighed(LEGAL, [shot(0)], None, (), ("G1@3 move2 fire 0",)) is not None
