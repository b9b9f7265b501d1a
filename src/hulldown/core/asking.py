"""Which chances to react are put to a player, and which go by without a question: what he has said decides.

The rules ask whenever, as far as both sides can see, a side might react. A game may weigh such a question: its
`Prospect`s are what could be done now, with the chance to harm. A `Wish` says from which chance on a player is asked,
and what must be better before he is asked about the same target again. A unit may besides have an order until the end
of a step: `UNIT@UNTIL hold N` (ask me from N in 100) or `UNIT@UNTIL fire N` (fire by itself from N in 100).

This answers for a player like any other: the order stands in the record, and no rule knows of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task

HOLD, FIRE = "hold", "fire"


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """Something that could be done in answer to a chance, as its side knows it."""

    task: Task
    harm: int
    """The chance in 100 to harm the target at all."""
    aspect: str = ""
    distance: int = 0
    last: bool = False
    """Whether, by what everybody knows, no better chance at this target comes in its move."""

    @property
    def target(self) -> str:
        return self.task.targets[0]


class Wish(msgspec.Struct, frozen=True, gc=False):
    """From when on a player is asked, and when again about the same target."""

    least: int = 10
    """The chance to harm, in 100; below it nobody is asked."""
    step: int = 10
    """So much better in 100 is better."""
    rear: bool = True
    """Whether it is better when the target shows its rear for the first time."""
    nearer: int = 0
    """So many hexes nearer is better; 0: the range alone does not matter."""


class Declined(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The best that a player has let go by at a target, for as long as `scope` lasts."""

    scope: str
    target: str
    harm: int
    aspect: str = ""
    distance: int = 0
    last: bool = False


def scope_of(legal: Legal) -> str:
    """How long something said about this question holds: as long as its widest pass, or for the question's own step."""
    widest = legal.passes[-1].until if legal.passes else ""
    return widest or ".".join(legal.decision.id.split(".")[:2])


def weighed(
    legal: Legal, prospects: Sequence[Prospect], wish: Wish | None, declined: Sequence[Declined],
    standing: Collection[str],
) -> Order | None:  # fmt: skip
    """The answer that a player's words give for him: fire, or the pass for this chance; None: he is asked."""
    if not legal.passes:
        return None
    said = _said(legal, standing)
    if wish is None and not said:
        return None
    decision = legal.decision
    willing = [one for one in prospects if said.get(one.task.unit, ("", 0))[0] == FIRE and _enough(one, said)]
    if willing:
        best = max(willing, key=lambda one: one.harm)
        return Order(decision.kind, (best.task,), decision=decision.id)
    known = {one.target: one for one in declined if one.scope == scope_of(legal)}
    for one in prospects:
        if _enough(one, said) and (wish is None or (one.harm >= wish.least and _better(one, wish, known))):
            return None
    return Order(decision.kind, choice=legal.passes[0].choice, decision=decision.id)


def _said(legal: Legal, standing: Collection[str]) -> dict[str, tuple[str, int]]:
    """What units have been told for as long as this question's scope: hold or fire, and from which chance on."""
    scope = f"@{scope_of(legal)} "
    found = {}
    for one in standing:
        unit, at, rest = one.partition(scope)
        word, _, number = rest.partition(" ")
        if at and word in (HOLD, FIRE) and number.isdigit():
            found[unit] = (word, int(number))
    return found


def _enough(prospect: Prospect, said: dict[str, tuple[str, int]]) -> bool:
    return prospect.harm >= max(1, said.get(prospect.task.unit, ("", 0))[1])


def _better(prospect: Prospect, wish: Wish, known: dict[str, Declined]) -> bool:
    """Whether a prospect is new or better than what was let go by at its target, or the last."""
    before = known.get(prospect.target)
    return (
        before is None
        or prospect.harm >= before.harm + wish.step
        or (wish.rear and prospect.aspect == "rear" != before.aspect)
        or bool(wish.nearer and prospect.distance <= before.distance - wish.nearer)
        or (prospect.last and not before.last)
    )


def let_go(legal: Legal, prospects: Sequence[Prospect], declined: Sequence[Declined]) -> tuple[Declined, ...]:
    """What a player has let go by, with these prospects too; what has run out is forgotten."""
    scope = scope_of(legal)
    found = {one.target: one for one in declined if one.scope == scope}
    for one in prospects:
        old = found.get(one.target)
        new = Declined(scope, one.target, one.harm, one.aspect, one.distance, one.last)
        if old is not None:
            distance = min(one.distance, old.distance)
            better = old if old.harm > one.harm else new
            rear = "rear" if "rear" in (one.aspect, old.aspect) else one.aspect
            new = Declined(scope, one.target, better.harm, rear, distance, one.last or old.last)
        found[one.target] = new
    return tuple(found.values())
