"""Bail out: the rolls of crews and passengers, after AP and GP fire alike (5.15, 6.5.2.6, 6.5.4.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, get_args

from hulldown.core.dice import Dice
from hulldown.core.explain import Factor
from hulldown.games.panzer.data.advanced_tables import Grade, cell
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.rules.advanced.chances import Chance, at_least, at_most
from hulldown.games.panzer.rules.advanced.grades import bail_out_modifier
from hulldown.games.panzer.rules.rolls import roll_100

Event = Literal["nd", "damaged", "track", "suppressed-df", "suppressed-if", "ko", "bu"]
EVENTS: tuple[Event, ...] = get_args(Event)
Who = Literal["crew", "leg", "towed"]
WHO: tuple[Who, ...] = get_args(Who)
DESTROYED: tuple[Event, ...] = ("ko", "bu")
_ONCE: tuple[Event, ...] = ("damaged", "track")
_RULES = {"crew": "6.5.2.6.1a", "passenger": "6.5.2.6.2-survive-a", "destroyed": "6.5.2.6.2-destroyed-a"}


class BailOut(NamedTuple):
    """A line of the Bail Out Table: `limit` or less bails out; in a wreck, `limit` or more survives."""

    event: Event
    who: Who
    limit: int
    survives: bool
    tag: str

    @property
    def rule(self) -> str:
        if self.survives:
            return _RULES["destroyed"]
        if self.event.startswith("suppressed"):
            return "6.5.4.5a"
        return _RULES["crew" if self.who == "crew" else "passenger"]

    def happens(self, result: int) -> bool:
        """Whether a modified result bails the unit out, or lets it escape from a wreck."""
        return result >= self.limit if self.survives else result <= self.limit


def bail_out_line(event: Event, who: Who) -> BailOut | None:
    """The line for an event; None where nobody rolls: a crew when suppressed or in a wreck (6.5.4.5b).

    Damage and Track by GP fire use the lines of AP fire (ruling L8).
    """
    found = cell("bail-out", event, who)
    if found.empty:
        return None
    return BailOut(event, who, int(found.text[:-1]), found.text.endswith("+"), found.tag)


def bail_out(event: Event, who: Who, grade: Grade) -> Chance | None:
    """The chance to bail out, or for `ko` and `bu` to survive (6.5.2.6.1a, 6.5.2.6.2-survive-a, -destroyed-a)."""
    line = bail_out_line(event, who)
    if line is None:
        return None
    change = bail_out_modifier(grade)
    told = f"{listing('bail-out').row(event)['label']}, {who}"
    sign = "+" if line.survives else "-"
    factors = [Factor(line.rule, told, f"{line.limit}{sign}", line.tag)]
    if change.value:
        factors.append(change)
    amount = int(change.value)
    chance = at_least(line.limit, amount) if line.survives else at_most(line.limit, amount)
    return Chance(chance, tuple(factors))


def roll_bail_out(line: BailOut, grade: Grade, dice: Dice, purpose: str) -> tuple[int, bool]:
    """A roll and whether it bails the unit out, or lets it escape from a wreck (5.15f)."""
    rolled = roll_100(dice, purpose)
    return rolled, line.happens(rolled + int(bail_out_modifier(grade).value))


def crew_checks(effects: Iterable[str]) -> tuple[Event, ...]:
    """The rolls of a crew after the hits of one shot: each No Damage, then Damage, then the first Track hit.

    Further Track hits are ignored (6.5.2.6.1d; rulings H9, Q7). After a bail-out nobody rolls again.
    """
    found = list(effects)
    return (*_times("nd", found), *(event for event in _ONCE if event in found))


def passenger_checks(effects: Iterable[str]) -> tuple[Event, ...]:
    """The rolls of a passenger whose carrier survives: one for each No Damage and each Track hit, one for Damage.

    Case 6.5.2.6.2-survive-d.
    """
    found = list(effects)
    return (*_times("nd", found), *_times("damaged", found)[:1], *_times("track", found))


def _times(event: Event, found: list[str]) -> list[Event]:
    return [event] * found.count(event)


def passenger_event(
    carrier: Event | None, crew_bailed: bool, suppressed: Event | None, under_cover: bool
) -> Event | None:
    """The event that a passenger rolls for once the vehicle's own is settled (5.15g); None: no roll.

    When the crew bails out all passengers do, without a roll (6.5.2.6.1c, 5.15-ex2). Passengers under cover do not
    roll while their carrier survives (6.5.2.6.2-survive-b), but they do when they are suppressed themselves, by
    `suppressed` (5.15d, 6.5.4.5c). A wreck comes before suppression (5.15-ex1).
    """
    if carrier in DESTROYED:
        return carrier
    if crew_bailed:
        return None
    if carrier is not None and not under_cover:
        return carrier
    return suppressed
