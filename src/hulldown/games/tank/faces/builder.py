"""The builder of the open scenarios: what can be chosen, why the rest cannot, and the forces it makes (34.5, 35.1).

Options are settled one after another: period, nations, companies, weapons. Each list is what `data/forces.py` builds
with the choices before it, so a list never offers what the scenario would refuse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from hulldown.core.builder import Builder, BuiltForce, Choice, Contingent, Field, ForceFact, ForceVariant, settled
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo
from hulldown.games.tank.data import forces
from hulldown.games.tank.data.companies import companies, pairings
from hulldown.games.tank.data.forces import KOREA, ForceError
from hulldown.games.tank.data.legality import AFVS, CLOSE_SUPPORT, ROLES, Refusal, is_reconstructed, offers
from hulldown.games.tank.data.loading import MODES, Force, SideSetup
from hulldown.games.tank.data.periods import NATIONS, PERIODS, THEATRES, YEARS, line_of, nations
from hulldown.games.tank.data.weapons import Weapon, expanded_chart
from hulldown.games.tank.faces.supporting import support_facts
from hulldown.games.tank.rules.defenders import VARIANTS, forces_of
from hulldown.games.tank.rules.state import SIDES

PERIOD: Final = "period"
"""The option that a scenario with open forces has."""
RECONSTRUCTED: Final = "reconstructed"
_BATTLE: Final = "The battle"
_RULES: Final = "Optional rules"
_ROLE_NAMES: Final = {"tank": "Tanks", "apc": "Carriers", "gun": "Guns and missiles", "device": "Anti-tank device"}
_MODES: Final = {"open": "open ground", "mixed": "mixed ground", "closed": "closed ground"}
_VARIANTS: Final = dict(zip(VARIANTS, ("Either many squads", "or a front of guns"), strict=True))
_VARIANT_RULES: Final = ("34.4-1", "34.4-2")
_OTHERS: Final = "Weapons of other nations"
SetupsOf = Callable[[Mapping[str, Scalar]], Mapping[str, SideSetup]]
"""The sides of the scenario as it is played with these options."""


class _Bench:
    """The fields settled so far, and what is chosen by them."""

    def __init__(self, infos: Sequence[OptionInfo], wishes: Mapping[str, Scalar]) -> None:
        self.infos = {info.name: info for info in infos}
        self.wishes = wishes
        self.fields: list[Field] = []
        self.idle: set[str] = set()
        """Options that change nothing here: weapons of a kind that a side has none of, and the like."""
        self.chosen: dict[str, Scalar] = {name: value for name, value in wishes.items() if name in self.infos}

    def ask(
        self, name: str, label: str, usual: Scalar, choices: Sequence[Choice], group: str = "", side: str = ""
    ) -> Scalar:
        """The value in force of an option, with its field; an option that the scenario lacks is as usual."""
        info = self.infos.get(name)
        if info is None:
            return usual
        wished = self.wishes.get(name)
        # An option that stands as it stands in the list has not been chosen.
        value, note = settled(None if wished == info.default else wished, usual, tuple(choices))
        self.fields.append(
            Field(name, label, value, usual, tuple(choices), group, side, "" if side else info.what, info.rule, note,
                  name in self.idle)
        )  # fmt: skip
        self.chosen.pop(name, None)
        if value != usual:
            self.chosen[name] = value
        return value

    def supported(self, side: str, setup: SideSetup, agreed: str) -> tuple[ForceFact, ...]:
        """What a side has off the map, in a scenario that knows of it."""
        if setup.off_map is None or "artillery" not in self.infos:
            return ()
        screens = self.chosen.get("vehicle_smoke") == "yes" and _has_tanks(setup)
        return support_facts(setup.off_map, side, agreed, screens)

    def rest(self) -> None:
        """The options with a few choices that are settled by nothing else: optional rules and the like."""
        for info in self.infos.values():
            if info.handicap or not info.choices or any(field.name == info.name for field in self.fields):
                continue
            choices = [Choice(choice, choice) for choice in info.choices]
            self.ask(info.name, info.label or info.name, info.default, choices, _RULES)


def builder(infos: Sequence[OptionInfo], wishes: Mapping[str, Scalar], setups: SetupsOf) -> Builder | None:
    """The builder of a scenario with these options, for what is chosen so far; None where its forces are printed."""
    bench = _Bench(infos, wishes)
    if PERIOD not in bench.infos:
        return None
    bench.idle = _idle(setups({}))
    period = _period(bench)
    usual = pairings()[period]
    names = {side: _nation(bench, period, side, usual[at]) for at, side in enumerate(SIDES)}
    _theatre(bench, period, tuple(names.values()))
    hq = str(bench.ask("hq", "Headquarters on the map", "yes", _yes_no(), _BATTLE)) == "yes"
    _modes(bench)
    agreed = str(
        bench.ask("artillery", "Artillery", "dice", [
            Choice("dice", "drawn by the dice", rule="35.3"),
            Choice("maximum", "all that the chart allows", rule="35.3d"),
        ], _BATTLE)
    )  # fmt: skip
    picked = {side: _force(bench, side, forces.Choice(period=period, nation=names[side], hq=hq)) for side in SIDES}
    bench.rest()
    sides = setups(bench.chosen)
    built = tuple(_built(side, sides[side], picked[side], bench.supported(side, sides[side], agreed)) for side in SIDES)
    return Builder(tuple(bench.fields), built)


def _idle(sides: Mapping[str, SideSetup]) -> set[str]:
    """The choices of each side that nobody of it would be made of."""
    found: set[str] = set()
    for side, setup in sides.items():
        own = [force for forces_ in _all_forces(setup) for force in forces_]
        groups = {expanded_chart()[force.type].group for force in own if force.type in expanded_chart()}
        idle = {role for role, members in ROLES.items() if not groups & set(members)}
        if any(force.devices for force in own):
            idle.discard("device")
        if "tank" in idle:
            idle.add("company")
        found |= {f"{side}_{role}" for role in idle}
    return found


def _all_forces(setup: SideSetup) -> tuple[tuple[Force, ...], ...]:
    """The forces that a side may choose from, mostly one."""
    return setup.forces, *setup.others


def _has_tanks(setup: SideSetup) -> bool:
    """Whether a side has fighting vehicles, and so a company."""
    charted = [expanded_chart().get(force.type) for forces_ in _all_forces(setup) for force in forces_]
    return any(weapon is not None and weapon.group in AFVS for weapon in charted)


def _period(bench: _Bench) -> int:
    like = bench.infos[PERIOD].default
    choices = [Choice(period if isinstance(like, int) else str(period), f"{period}: {YEARS[period]}", rule="35.0")
               for period in PERIODS]  # fmt: skip
    return int(bench.ask(PERIOD, "Historical period", like, choices, _BATTLE))


def _nation(bench: _Bench, period: int, side: str, usual: str) -> str:
    here = nations(period)
    choices = [Choice(name, NATIONS[name], rule="35.0") for name in here]
    for name, title in NATIONS.items():
        if name not in here:
            when = ", ".join(str(one) for one in PERIODS if name in nations(one))
            choices.append(Choice(name, title, False, f"35.0: fights only in period {when}", rule="35.0"))
    return str(bench.ask(f"{side}_nation", "Nation", usual, choices, side=side))


def _theatre(bench: _Bench, period: int, names: tuple[str, ...]) -> None:
    if period != KOREA or "artillery" not in bench.infos:
        bench.idle.add("theatre")
    usual = forces.theatre_of(period, names)
    choices = []
    for theatre in THEATRES:
        why = _refused(partial(forces.theatre_of, period, names, theatre))
        choices.append(Choice(theatre, theatre, why is None, why or "", rule="35.2a"))
    bench.ask("theatre", "Theatre", usual, choices, _BATTLE)


def _modes(bench: _Bench) -> None:
    info = bench.infos.get("mode")
    if info is not None:
        bench.ask("mode", "Ground", info.default, [Choice(mode, _MODES.get(mode, mode)) for mode in MODES], _BATTLE)


def _yes_no() -> tuple[Choice, ...]:
    return Choice("no", "no"), Choice("yes", "yes")


def _force(bench: _Bench, side: str, choice: forces.Choice) -> forces.Choice:
    """What is chosen for a side: company first, then weapon by weapon, each with those before it in force."""
    choice = _company(bench, side, choice)
    for role in ROLES:
        choice = _weapon(bench, side, choice, role)
    return choice


def _company(bench: _Bench, side: str, choice: forces.Choice) -> forces.Choice:
    usual = _usual_company(bench, side, choice)
    choices = []
    for offer in forces.company_offers(choice.period, choice.nation):
        why = _told(offer.refusal)
        if not why:
            why = _refused(partial(forces.build, _with(choice, "company", offer.name))) or ""
        company = companies()[offer.name]
        what = f"{company.total} vehicles in the chart" + (", mixed" if company.mixed else "")
        choices.append(Choice(offer.name, f"{company.nation}: {offer.title}", not why, why, what, company.rule))
    value = str(bench.ask(f"{side}_company", "Company", usual, choices, side=side))
    return choice if value == usual else _with(choice, "company", value)


def _usual_company(bench: _Bench, side: str, choice: forces.Choice) -> str:
    """The company that suits the AFV wished for, else that of the line's default force."""
    wished = str(bench.wishes.get(f"{side}_tank", ""))
    if wished and _refused(partial(forces.build, _with(choice, "tank", wished))) is None:
        choice = _with(choice, "tank", wished)
    return forces.build(choice).company.key


def _weapon(bench: _Bench, side: str, choice: forces.Choice, role: str) -> forces.Choice:
    """The field of one kind of weapon; what the other nations have is refused in one line."""
    line = line_of(choice.period, choice.nation)
    army = forces.build(choice)
    usual = _tanks(army) if role == "tank" else str(getattr(army, role))
    choices: list[Choice] = []
    foreign = False
    for offer in offers(line, role):
        weapon = expanded_chart()[offer.name]
        if offer.refusal is not None and offer.refusal.rule == "36.0":
            foreign = True
            continue
        why = _told(offer.refusal)
        if not why:
            why = _refused(partial(forces.build, _with(choice, role, offer.name))) or ""
        choices.append(_offered(weapon, why))
    if usual and all(one.value != usual for one in choices):
        choices.insert(0, Choice(usual, usual, what="as the company is made up", rule="33.0"))
    if not usual:
        choices.insert(0, Choice("", "none", what="the nation has none in this period", rule="X-73"))
    if foreign:
        choices.append(
            Choice("another nation's", _OTHERS, False, "36.0: a nation fields what its makers make", rule="36.0")
        )
    value = str(bench.ask(f"{side}_{role}", _ROLE_NAMES[role], usual, choices, side=side))
    return choice if value == usual else _with(choice, role, value)


def _tanks(army: forces.Army) -> str:
    """The AFV that a company is made of; of a mixed one that of each kind, as `forces.Choice` wants it."""
    main = [name for name in army.made_of() if expanded_chart()[name].rule != CLOSE_SUPPORT]
    return " + ".join(main if army.company.mixed else main[:1])


def _offered(weapon: Weapon, why: str) -> Choice:
    doubt = RECONSTRUCTED if is_reconstructed(weapon) else ""
    return Choice(weapon.name, weapon.name, not why, why, _figures(weapon), weapon.rule, doubt)


def _figures(weapon: Weapon) -> str:
    """A weapon in figures as chart 36 has them: armour, strengths, speed, range."""
    told = [weapon.title] if weapon.title and weapon.title not in weapon.name else []
    if weapon.ma:
        told.append(f"armour {weapon.front}-{weapon.side}-{weapon.rear}{' spaced' if weapon.spaced else ''}")
    if weapon.range:
        told.append(f"AP {weapon.ap}{'*' if weapon.heat else ''}, HE {weapon.he}, range {weapon.range} {weapon.fc}")
    if weapon.ma:
        told.append(f"MA {weapon.ma}")
    return "; ".join(told)


def _with(choice: forces.Choice, name: str, value: str) -> forces.Choice:
    return replace(choice, **{name: value})


def _refused(attempt: Callable[[], object]) -> str | None:
    """Why something cannot be had, with its case; None if it can."""
    try:
        attempt()
    except ForceError as error:
        return _told(Refusal(error.rule, error.reason))
    return None


def _told(refusal: Refusal | None) -> str:
    return f"{refusal.rule}: {refusal.reason}" if refusal is not None else ""


def _built(side: str, setup: SideSetup, choice: forces.Choice, support: tuple[ForceFact, ...]) -> BuiltForce:
    """What a side brings, as the scenario has it with these options."""
    army = forces.build(choice)
    company = ForceFact("Company", f"{army.company.nation}: {army.company.name}", "33.0")
    preserved = f"{setup.preservation} losses ({army.line.preservation} %)"
    facts = (
        *((company,) if _has_tanks(setup) else ()),
        *support,
        ForceFact("Panic Level", f"{setup.panic} ({army.line.panic} %)", "35.2e"),
        *((ForceFact("Preservation Level", preserved, "35.2e"),) if setup.preservation else ()),
    )
    if not setup.others:
        return BuiltForce(side, NATIONS[choice.nation], _contingents(army, setup.forces), facts)
    variants = tuple(
        ForceVariant(_VARIANTS[name], _contingents(army, forces_of(setup, name)), rule)
        for name, rule in zip(VARIANTS, _VARIANT_RULES, strict=True)
    )
    return BuiltForce(side, NATIONS[choice.nation], (), facts, variants)


def _contingents(army: forces.Army, own: Sequence[Force]) -> tuple[Contingent, ...]:
    """The units of a force, type by type."""
    units = []
    for kind in dict.fromkeys(force.type for force in own):
        alike = [force for force in own if force.type == kind]
        weapon = expanded_chart().get(kind)
        doubt = RECONSTRUCTED if weapon is not None and is_reconstructed(weapon) else ""
        label = f"squads (HE {army.line.infantry_he})" if kind == army.line.squad else kind
        units.append(Contingent(kind, sum(one.count for one in alike), label, _parts(alike), "", doubt))
    return tuple(units)


def _doubt_of(device: str) -> str:
    """What is to be said of a device that the sources do not give (D-08)."""
    weapon = expanded_chart().get(device)
    return f" ({RECONSTRUCTED})" if weapon is not None and is_reconstructed(weapon) else ""


def _parts(own: Sequence[Force]) -> str:
    """How units of a type are divided: platoons, headquarters, devices, passengers."""
    told: list[str] = []
    sizes = [force.count for force in own if force.platoon and not force.hq]
    if len(sizes) > 1 and set(sizes) == {1}:
        told.append(f"one in each of {len(sizes)} platoons")
    elif sizes:
        told.append("platoons of " + ", ".join(map(str, sizes)) if len(sizes) > 1 else f"a platoon of {sizes[0]}")
    staff = sum(force.count for force in own if force.hq)
    if staff:
        told.append(f"{staff} in the headquarters")
    told += [f"{force.devices} with {force.device}{_doubt_of(force.device)}" for force in own if force.devices]
    if any(force.carried for force in own):
        told.append("mounted")
    if any(force.unarmed for force in own):
        told.append("without weapons")
    return "; ".join(told)
