"""What a force may be made of, and why something is not allowed (33.0, 35.0, 36.0).

35.0 limits nations, 36.0 limits weapons, 33.0 advises (X-63): any AFV of the line may fill a company that is not mixed,
except that companies of assault guns have assault guns only, and other companies have them only where the nation has
no such company in the period. Every refusal has its case.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.games.tank.data.companies import Camp, Company, camps, companies_of, families
from hulldown.games.tank.data.force import Force
from hulldown.games.tank.data.periods import PeriodLine
from hulldown.games.tank.data.weapons import Group, Weapon, expanded_chart, expanded_weapons

AFVS: Final[tuple[Group, ...]] = ("tank", "assault_gun")
ROLES: Final[dict[str, tuple[Group, ...]]] = {
    "tank": AFVS,
    "apc": ("apc", "truck"),
    "gun": ("gun",),
    "device": ("device",),
}
"""What can be chosen for a force, and the groups of chart 36 it is chosen from."""
CLOSE_SUPPORT: Final = "33.0-note-1"


class Refusal(NamedTuple):
    """Why something is not allowed."""

    rule: str
    reason: str


class Offer(NamedTuple):
    """Something that can be chosen, or cannot: then `refusal` says why."""

    name: str
    title: str
    refusal: Refusal | None
    reconstructed: bool
    """Whether a number of it is ours rather than the book's."""


def serves(weapon: Weapon, period: int, company: Company | None = None) -> bool:
    """Whether it is in service: in its own periods, and on in a company that names it, never before (36.0b, X-69)."""
    if period in weapon.periods:
        return True
    named = company is not None and weapon.name in company.named and period in company.periods
    return named and period > weapon.periods[0]


def weapon_refusal(line: PeriodLine, camp: Camp, weapon: Weapon, role: str) -> Refusal | None:
    """Why a camp may not field a weapon in this role in the period of the line; None if it may (36.0, 26.2b)."""
    if weapon.group not in ROLES[role]:
        return Refusal("36.0", f"{weapon.name} is no {role}")
    if weapon.rule == CLOSE_SUPPORT:
        return Refusal(CLOSE_SUPPORT, f"{weapon.name} stands in the headquarters of some companies only")
    makers = camp.devices if role == "device" else camp.makers
    if weapon.maker and weapon.maker not in makers and weapon.name not in camp.also:
        return Refusal("36.0", f"{weapon.name} is not among the weapons of {line.nation} ({', '.join(makers)})")
    if role == "device":
        late = weapon.periods[0] > line.period
        return Refusal("26.2b", f"{weapon.name} comes in period {weapon.periods[0]}") if late else None
    if role == "tank":
        raised = companies_of(line, camp)
        if any(company_refusal(line, camp, company, weapon) is None for company in raised):
            return None
        if serves(weapon, line.period):
            return Refusal("33.0", f"no company of {camp.companies} in period {line.period} takes {weapon.name}")
    if serves(weapon, line.period):
        return None
    return Refusal("36.0b", f"{weapon.name} serves in {spanned(weapon.periods)}, not in period {line.period}")


def forces_refusal(line: PeriodLine, forces: Sequence[Force]) -> tuple[int, str, Refusal] | None:
    """The first of these forces that the line does not field: its place, the key, why; None if all are legal (36.0).

    In an alliance all must be of one nation; the refusal is that of the nation that gets farthest.
    """
    found = [_first_refusal(line, camp, forces) for camp in camps()[line.key]]
    refused = [one for one in found if one is not None]
    return None if None in found else max(refused, key=lambda one: (one[0], one[2].rule != "36.0"))


def _first_refusal(line: PeriodLine, camp: Camp, forces: Sequence[Force]) -> tuple[int, str, Refusal] | None:
    """The same for one camp: squads (26.11a), weapons (36.0), close support where a company has it (33.0-note-1)."""
    raised = companies_of(line, camp)
    for number, force in enumerate(forces):
        weapon = expanded_weapons()[force.type]
        if weapon.group == "squad":
            wrong = (
                Refusal("26.11a", f"the squads of this line are {line.squad}") if weapon.name != line.squad else None
            )
        elif weapon.rule == CLOSE_SUPPORT and any(company.close_support for company in raised):
            wrong = None
        else:
            role = next(role for role, groups in ROLES.items() if weapon.group in groups)
            wrong = weapon_refusal(line, camp, weapon, role)
        if wrong is not None:
            return number, "type", wrong
        refused = weapon_refusal(line, camp, expanded_chart()[force.device], "device") if force.device else None
        if refused is not None:
            return number, "device", refused
    return None


def company_refusal(line: PeriodLine, camp: Camp, company: Company, weapon: Weapon) -> Refusal | None:
    """Why a company may not be made of an AFV; None if it may (33.0, X-63)."""
    if company.nation != camp.companies:
        return Refusal("33.0", f"{line.nation} raises companies of {camp.companies}, not of {company.nation}")
    if line.period not in company.periods:
        told = f"the company {company.name} stands in {spanned(company.periods)}, not in period {line.period}"
        return Refusal("33.0", told)
    if not serves(weapon, line.period, company):
        return Refusal("36.0b", f"{weapon.name} serves in {spanned(weapon.periods)}, not in period {line.period}")
    if company.mixed:
        if any(weapon.name in families()[kind] for kind in company.kinds):
            return None
        return Refusal(company.rule, f"the company {company.name} is made of {' and '.join(company.kinds)}")
    if of_assault_guns(company):
        if weapon.group == "assault_gun":
            return None
        return Refusal(company.rule, f"the company {company.name} has assault guns, {weapon.name} is none")
    if weapon.group == "assault_gun" and any(of_assault_guns(other) for other in companies_of(line, camp)):
        return Refusal(company.rule, f"the company {company.name} has tanks; {weapon.name} has companies of its own")
    return None


def of_assault_guns(company: Company) -> bool:
    """Whether the types that a company names are all assault guns or tank destroyers (33.0)."""
    return bool(company.named) and all(expanded_chart()[name].group == "assault_gun" for name in company.named)


@lru_cache(maxsize=256)
def offers(line: PeriodLine, role: str) -> tuple[Offer, ...]:
    """Every weapon of a role, legal or not, as in the chart: in their own period first, trucks last (36.0)."""
    found = []
    for weapon in expanded_chart().values():
        if weapon.group in ROLES[role]:
            refusals = [weapon_refusal(line, camp, weapon, role) for camp in camps()[line.key]]
            refused = None if None in refusals else nearest(refusals)
            found.append(Offer(weapon.name, weapon.title, refused, is_reconstructed(weapon)))

    def rank(offer: Offer) -> tuple[bool, bool]:
        weapon = expanded_chart()[offer.name]
        return line.period not in weapon.periods, weapon.group == "truck"

    return tuple(sorted(found, key=rank))


def legal_names(line: PeriodLine, role: str, group: Group | None = None) -> tuple[str, ...]:
    """The weapons that may be chosen for a role, of one group of the chart if one is given (36.0)."""
    return tuple(
        offer.name
        for offer in offers(line, role)
        if offer.refusal is None and group in (None, expanded_chart()[offer.name].group)
    )


def nearest(refusals: list[Refusal | None]) -> Refusal | None:
    """The refusal that says most: one about the period or the company rather than about the maker (36.0b, 33.0)."""
    given = [refusal for refusal in refusals if refusal is not None]
    return next((refusal for refusal in given if refusal.rule != "36.0"), given[0] if given else None)


def is_reconstructed(weapon: Weapon) -> bool:
    """Whether a number of a weapon is ours; its name, maker and kind do not count (36.0)."""
    shown = ("front", "side", "rear", "ap", "he", "ma", "range", "fc", "periods", "heat", "spaced", "minimum")
    return any(weapon.provenance.get(value) == "reconstructed" for value in shown)


def spanned(periods: tuple[int, ...]) -> str:
    """Periods as one tells them: "period 6", "periods 4-6"."""
    first, last = periods[0], periods[-1]
    return f"period {first}" if first == last else f"periods {first}-{last}"
