"""The builder: from what players choose to a legal order of battle (31.0, 33.0, 35.0, 36.0).

    army = build(Choice(period=6, nation="Ger", tank="JPz IV"))
    army.afvs()                                 the tank company as `Force` entries with platoons and headquarters
    army.squads(3, devices=1, carried=True)     infantry with its device, `army.carriers(3)`, `army.guns(4)`
    army.line                                   the line of chart 35.0: panic, preservation, artillery, air, smoke

Whatever is left out of a `Choice` is filled in: by the default force of the line where that is legal, or by what fits
best. What is not legal raises `ForceError`, which knows the option, the case and the reason. `offers(line, role)` and
`company_offers` list what can be chosen with the reason against the rest; `support.py` draws artillery and aircraft and
turns per cent into units. All are pure functions over data.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from hulldown.core import tables
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.games.tank.data.companies import Camp, Company, camps, companies, companies_of, families, standings
from hulldown.games.tank.data.force import Force
from hulldown.games.tank.data.legality import (
    CLOSE_SUPPORT,
    ROLES,
    Offer,
    Refusal,
    company_refusal,
    legal_names,
    nearest,
    offers,
    serves,
    weapon_refusal,
)
from hulldown.games.tank.data.periods import PERIODS, THEATRES, PeriodLine, line_of
from hulldown.games.tank.data.platoons import Platoon, arranged
from hulldown.games.tank.data.weapons import Weapon, expanded_chart, find_expanded

__all__ = [
    "Army", "Choice", "ForceError", "build", "company_offers", "find_line", "legal_names", "offers",
    "theatre_of",
]  # fmt: skip

SIZES: Final = (0, 10, 20)
"""The sizes a company can be brought to: that of its row, reduced, reinforced (34.3, 34.4; X-70)."""
KOREA: Final = 7
"""The period in which it matters where one fights (35.0)."""
_SHORT: Final = {"United States": "US"}
"""How nations of chart 33.0 are called besides."""


class ForceError(HulldownError):
    """A force that is not legal: `option` names what was chosen wrongly, `rule` the case, the hint what there is."""

    def __init__(self, option: str, refusal: Refusal, hint: str = "") -> None:
        super().__init__(f"{refusal.rule}: {refusal.reason}", hint)
        self.option = option
        self.rule = refusal.rule
        self.reason = refusal.reason


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """What a player chose for a side; "" is left to the builder."""

    period: int
    nation: str
    company: str = ""
    tank: str = ""
    """The AFV of the company; a mixed company may name one for each kind, joined by " + "."""
    apc: str = ""
    gun: str = ""
    device: str = ""
    hq: bool = True
    """Whether the headquarters is on the map (25.5)."""
    size: int = 0
    """The AFVs of a reinforced or reduced company, 0 for those of its row."""


class Army(NamedTuple):
    """A legal force: a company of platoons, and the weapons of whatever supports it."""

    line: PeriodLine
    camp: Camp
    company: Company
    platoons: tuple[Platoon, ...]
    apc: str
    gun: str
    device: str

    def afvs(self) -> tuple[Force, ...]:
        """The tank company: an entry for each type of each platoon, the headquarters last (25.0-gen-1, 25.51)."""
        return tuple(
            Force(type=name, count=count, platoon=number, hq=platoon.hq)
            for number, platoon in enumerate(self.platoons, 1)
            for name, count in platoon.made_of
        )

    def made_of(self) -> dict[str, int]:
        """How many AFVs of each type the company has."""
        found: dict[str, int] = {}
        for force in self.afvs():
            found[force.type] = found.get(force.type, 0) + force.count
        return found

    def squads(self, count: int, devices: int = 0, carried: bool = False, unarmed: bool = False) -> Force:
        """Infantry, some of it with the device; where there is none the squads go without (26.2a, X-73)."""
        armed = devices if self.device else 0
        device = self.device if armed else ""
        return Force(type=self.line.squad, count=count, device=device, devices=armed, carried=carried, unarmed=unarmed)

    def carriers(self, count: int) -> Force:
        """APCs, or trucks where the army owns none."""
        return Force(type=self.apc, count=count)

    def guns(self, count: int, carried: bool = False) -> tuple[Force, ...]:
        """Anti-tank guns or missiles; none where the nation has none (X-73)."""
        return (Force(type=self.gun, count=count, carried=carried),) if self.gun else ()


@lru_cache(maxsize=512)
def build(choice: Choice) -> Army:
    """The force that a choice makes; raises ForceError (31.0a, 33.0, 36.0)."""
    line = find_line(choice.period, choice.nation)
    if choice.size not in SIZES:
        raise ForceError("size", Refusal("33.0", f"a company of {choice.size} is not foreseen"))
    picks = {role: _picked(choice, role) for role in ROLES}
    camp = _camp(line, picks, choice.company)
    company = _company(line, camp, choice, picks["tank"])
    afvs = _afvs(line, company, picks["tank"])
    platoons = arranged(company, afvs, _close_support(line, company, afvs[0]), choice.size)
    shown = tuple(platoon for platoon in platoons if choice.hq or not platoon.hq)
    apc, gun, device = (_support_weapon(line, camp, role, picks[role]) for role in ("apc", "gun", "device"))
    return Army(line, camp, company, shown, apc, gun, device)


def company_offers(period: int, nation: str) -> tuple[Offer, ...]:
    """Every company that the nation, or one of an alliance, may raise; others of its own with the reason (33.0)."""
    line = find_line(period, nation)
    mine = {camp.companies for camp in camps()[line.key]}
    here = {company.key for camp in camps()[line.key] for company in companies_of(line, camp)}
    found = []
    for company in companies().values():
        if company.nation in mine:
            late = Refusal("33.0", f"it does not stand in period {period}")
            found.append(Offer(company.key, company.name, None if company.key in here else late, False))
    return tuple(found)


def theatre_of(period: int, nations: tuple[str, ...], asked: str = "") -> str:
    """Where a battle of these nations is fought: as asked, or in Korea if North Korea takes part (35.2a)."""
    europe, korea = THEATRES
    if not asked:
        return korea if "NK" in nations else europe
    if asked not in THEATRES:
        raise ForceError("theatre", Refusal("35.2a", f"there is no theatre {asked!r}"), ", ".join(THEATRES))
    if asked == korea and period != KOREA:
        raise ForceError("theatre", Refusal("35.0", f"Korea is fought over in period {KOREA}, not in {period}"))
    return asked


def find_line(period: int, nation: str) -> PeriodLine:
    """The line of the period chart; raises ForceError for the period or the nation (35.0, 35.2a)."""
    try:
        return line_of(period, nation)
    except UnknownNameError as error:
        rule, _, reason = str(error).partition(": ")
        option = "nation" if period in PERIODS else "period"
        raise ForceError(option, Refusal(rule, reason), error.hint) from None


def _picked(choice: Choice, role: str) -> tuple[Weapon, ...]:
    """The weapons that were chosen for a role; none where it is left open (36.0)."""
    text: str = getattr(choice, role)
    found = []
    for name in text.split(" + ") if text else ():
        try:
            found.append(find_expanded(name))
        except UnknownNameError as error:
            told = str(error).removeprefix("36.0: ")
            raise ForceError(role, Refusal("36.0", told), error.hint) from None
    return tuple(found)


def _camp(line: PeriodLine, picks: dict[str, tuple[Weapon, ...]], company: str) -> Camp:
    """The first camp of the line that fields everything that was chosen (36.0, 35.1)."""
    refusals: dict[str, list[Refusal | None]] = {}
    for camp in camps()[line.key]:
        refused = {
            role: found
            for role, chosen in picks.items()
            for weapon in chosen
            if (found := weapon_refusal(line, camp, weapon, role)) is not None
        }
        if company and not _companies_named(line, companies_of(line, camp), company):
            refused["company"] = Refusal("33.0", f"{line.nation} has no company {company!r} in period {line.period}")
        if not refused:
            return camp
        for option in ("company", *picks):
            refusals.setdefault(option, []).append(refused.get(option))
    for option, found_ in refusals.items():
        refusal = None if None in found_ else nearest(found_)
        if refusal is not None:
            raise ForceError(option, refusal, _legal_hint(line, option))
    option = next((role for role in reversed(list(picks)) if picks[role]), "company")
    names = " and ".join(
        [*([company] if company else ()), *(weapon.name for chosen in picks.values() for weapon in chosen)]
    )
    raise ForceError(option, Refusal("35.1", f"{names} are not of one nation of {line.nation}"))


def _legal_hint(line: PeriodLine, option: str) -> str:
    if option == "company":
        legal = [company.key for camp in camps()[line.key] for company in companies_of(line, camp)]
    else:
        legal = list(legal_names(line, option))
    return f"{line.nation} in period {line.period}: {', '.join(legal) or 'none'}"


def _company(line: PeriodLine, camp: Camp, choice: Choice, tanks: tuple[Weapon, ...]) -> Company:
    """The company that was chosen, or the one that suits the AFV: one that names it before the usual one (33.0)."""
    raised = companies_of(line, camp)
    if choice.company:
        company = _companies_named(line, raised, choice.company)[0]
        for tank in tanks:
            refusal = company_refusal(line, camp, company, tank)
            if refusal is not None:
                raise ForceError("tank", refusal)
        return company
    usual = standings()[line.key].company
    fitting = [
        company for company in raised if all(company_refusal(line, camp, company, tank) is None for tank in tanks)
    ]
    if not fitting:
        names = " and ".join(tank.name for tank in tanks)
        raise ForceError("tank", Refusal("33.0", f"no company of {camp.companies} has {names} together"))
    named = {tank.name for tank in tanks}
    return min(fitting, key=lambda company: (bool(named - set(company.named)), company.key != usual))


def _companies_named(line: PeriodLine, raised: tuple[Company, ...], name: str) -> list[Company]:
    """The companies of this key or name, the usual one first; a nation may go before the name, "USSR Medium" (33.0)."""
    asked, usual = tables.plain(name), standings()[line.key].company
    found = []
    for company in sorted(raised, key=lambda company: company.key != usual):
        short = _SHORT.get(company.nation, company.nation)
        known = (company.key, company.name, f"{company.nation} {company.name}", f"{short} {company.name}")
        if asked in map(tables.plain, known):
            found.append(company)
    return found


def _afvs(line: PeriodLine, company: Company, tanks: tuple[Weapon, ...]) -> tuple[str, ...]:
    """The type of each kind of the company: what was chosen, the usual one, or the latest that serves (33.0)."""
    found = []
    for kind in company.kinds:
        mine = [tank.name for tank in tanks if not kind or tank.name in families()[kind]]
        if len(mine) > 1:
            raise ForceError("tank", Refusal(company.rule, f"{' and '.join(mine)}: one of them, not both"))
        found.append(mine[0] if mine else _usual_afv(line, company, kind))
    return tuple(found)


def _usual_afv(line: PeriodLine, company: Company, kind: str) -> str:
    """The AFV of the line's default force if the company takes it, else the latest it names, else any of the period."""
    standing = standings()[line.key]
    allowed = families()[kind] if kind else company.named
    usual = [name for name, _ in standing.made_of if expanded_chart()[name].rule != CLOSE_SUPPORT]
    free = not kind and (not allowed or standing.company == company.key)
    here = [name for name in usual if free or name in allowed]
    for names, last in ((here, 0), (allowed, -1), (tuple(expanded_chart()), 0)):
        fit = [name for name in names if _fits(line, company, name)]
        own = [name for name in fit if line.period in expanded_chart()[name].periods]
        if own or fit:
            return (own or fit)[last]
    raise ForceError("company", Refusal("36.0b", f"{line.nation} has no AFV for the company {company.name}"))


def _fits(line: PeriodLine, company: Company, name: str) -> bool:
    """Whether a camp of the line can make the company of this type (33.0, 36.0)."""
    weapon = expanded_chart()[name]
    return any(
        weapon_refusal(line, camp, weapon, "tank") is None and company_refusal(line, camp, company, weapon) is None
        for camp in camps()[line.key]
    )


def _close_support(line: PeriodLine, company: Company, tank: str) -> str:
    """The close-support tank of a company: of its own tank, of one that the row names, of the period (33.0-note-1)."""
    if not company.close_support:
        return ""
    for base in (tank, *(name for name in company.named if serves(expanded_chart()[name], line.period, company))):
        for weapon in _close_support_tanks():
            if base.startswith(weapon.name.removesuffix(" CS")):
                return weapon.name
    return next(weapon.name for weapon in _close_support_tanks() if line.period in weapon.periods)


def _close_support_tanks() -> Iterator[Weapon]:
    return (weapon for weapon in expanded_chart().values() if weapon.rule == CLOSE_SUPPORT)


def _support_weapon(line: PeriodLine, camp: Camp, role: str, picked: tuple[Weapon, ...]) -> str:
    """The APC, gun or device: what was chosen, the usual one, the latest legal one, a truck or none (X-73)."""
    if len(picked) > 1:
        raise ForceError(role, Refusal("36.0", f"{role}: one of them, not both"))
    if picked:
        return picked[0].name
    usual: str = getattr(standings()[line.key], role)
    if weapon_refusal(line, camp, expanded_chart()[usual], role) is None:
        return usual
    legal = [
        weapon
        for weapon in expanded_chart().values()
        if weapon.maker and weapon_refusal(line, camp, weapon, role) is None
    ]
    if not legal:
        return "truck" if role == "apc" else ""
    return max(legal, key=lambda weapon: weapon.periods[0]).name
