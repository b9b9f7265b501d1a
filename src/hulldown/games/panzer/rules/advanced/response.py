"""Fire response: whether a battery or an on-map unit answers an observer's call (6.5.1.12).

A `Call` is everything a response depends on, `resolve` turns it into a `Response` that explains itself, `roll` throws
the die for it.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from hulldown.core.dice import Dice
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import Grade, cell, modifier
from hulldown.games.panzer.data.fireplan import Attachment
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.rules.advanced.chances import total
from hulldown.games.panzer.rules.advanced.grades import response_modifier

Observer = Literal["FO", "RHQ", "BHQ", "CHQ", "Recon"]
OBSERVERS: Final[tuple[Observer, ...]] = ("FO", "RHQ", "BHQ", "CHQ", "Recon")
DIE: Final = 10
ASTRAY: Final = 1
"""The die that never responds: the fire goes astray, or fails (6.5.1.12f, 6.5.1.12g, 6.5.1.12.1b)."""


class Call(NamedTuple):
    """A call of one source by one observer, before the die (6.5.1.7-response-a)."""

    observer: Observer
    attachment: Attachment
    grade: Grade = "seasoned"
    """The observer's; that of the firing unit counts for nothing (6.5.1.7-response-b, 5.8.3c)."""
    preregistered: bool = False
    command_recon: bool = False
    adjusted: bool = False
    suppressed: bool = False
    damaged: bool = False
    hindered: int = 0
    """Distinct sources of smoke, barrage, fire and brew-up on the observer's line to the Target Point."""
    haze: bool = False


class Response(NamedTuple):
    """What a call needs, with all that makes it."""

    needs: int
    """The Fire Response Factor (6.5.1.12c)."""
    net: int
    responds: Fraction
    astray: Fraction
    factors: tuple[Factor, ...]


class Responded(NamedTuple):
    """A call with its die."""

    response: Response
    rolled: int
    result: int
    answers: bool
    astray: bool


def sources(observer: str) -> int:
    """How many distinct sources an observer may call.

    Cases 6.5.1.1.1b, 6.5.1.1.1-usa-fo, 6.5.1.1.1-other-fo, 6.5.1.1.2a, 6.5.1.1.3a.
    """
    return listing("observers").number(observer, "sources")


@lru_cache(maxsize=4096)
def resolve(call: Call) -> Response:
    """The chance that a call is answered (6.5.1.12c, 6.5.1.12d); modifiers are cumulative (6.5.1.12.1a)."""
    found = cell("response", call.observer, call.attachment)
    needs = found.number
    changes = [
        modifier("response-modifiers", name)
        for applies, name in (
            (call.preregistered, "preregistered"),
            (call.command_recon, "command_recon"),
            (call.adjusted, "adjusted"),
            (call.suppressed, "suppressed"),
            (call.damaged, "damaged"),
            (call.haze, "haze"),
        )
        if applies
    ]
    if call.hindered:
        # 6.5.1.12.1-observer-hindered-b: for each distinct source, not for each hex.
        changes.append(modifier("response-modifiers", "hindered", call.hindered))
    grade = response_modifier(call.grade)
    if grade.value:
        changes.append(grade)
    net = total(changes)
    least = max(ASTRAY + 1, needs - net)
    told = f"{call.observer} calls an {call.attachment.title()} source: at least"
    first = Factor("6.5.1.12c", told, needs, found.tag)
    return Response(
        needs, net, Fraction(max(0, DIE + 1 - least), DIE), Fraction(ASTRAY, DIE), (first, *changes)
    )  # fmt: skip


def roll(call: Call, dice: Dice, line: str) -> Responded:
    """The answer to a call when the die is thrown (6.5.1.12d, 6.5.1.12e, 6.5.1.12.1b)."""
    response = resolve(call)
    rolled = dice.roll(DIE, f"Fire Response: {line}")
    result = rolled + response.net
    astray = rolled == ASTRAY
    return Responded(response, rolled, result, not astray and result >= response.needs, astray)
