"""The tools of KampfPanzer (`core.tools.Tools`): counters, odds and lines of sight as plain data."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random
from typing import Any, Final

from hulldown.core.board import Cell, cells_of
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.explain import Factor
from hulldown.core.game import View
from hulldown.core.numbers import whole_number
from hulldown.core.sight import Block, line_cells
from hulldown.core.tools import (
    NO_ARGUMENTS,
    Arguments,
    Flag,
    known_book,
    number_in,
    read_arguments,
    told_factors,
    word_in,
)
from hulldown.games.kampfpanzer.data.counters import chart, counters, find_counter
from hulldown.games.kampfpanzer.data.played import scenario_of
from hulldown.games.kampfpanzer.faces import notation as notation_module
from hulldown.games.kampfpanzer.faces.sampling import sample
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.aiming import aim_at
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import (
    COUNTER,
    DIE,
    Aim,
    Attack,
    Firer,
    counter_target,
    countering,
    outcomes_of,
    overrun_superiority,
    overrunning,
    recovers_on,
    resolve,
    shelling,
)
from hulldown.games.kampfpanzer.rules.ground import NEAR, Ground
from hulldown.games.kampfpanzer.rules.ground import ground_on as ground
from hulldown.games.kampfpanzer.rules.library import scene_of
from hulldown.games.kampfpanzer.rules.overrun import counted, prone
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.sequence import STRUCK
from hulldown.games.kampfpanzer.rules.stacking import fits
from hulldown.games.kampfpanzer.rules.state import (
    NOBODY,
    ON_MAP,
    KampfState,
    defenders,
    dug_in,
    enemy_of,
    index_of,
)
from hulldown.games.kampfpanzer.rules.verbs.firing import LOOSE, TIGHT
from hulldown.games.kampfpanzer.rules.verbs.overrun import OVERRUN, prey

EXCHANGE = "together"
"""How two units that fire at each other do so: at the same time, since results count at the end of the phase."""
RECOVERY = {level: Fraction(recovers_on(level), DIE) for level in (1, 2, 3)}
"""The chance to recover from each level of disruption at the end of a turn (9.71-d1, 9.71-d2, 9.71-d3)."""
_GROUNDS: Final = ("clear", "town", "woods", "slope", "hilltop", "wreck")
_LEVELS: Final = ("D1", "D2", "D3")
_SHOWN: Final = {"attack": "attack", "weapon": "class", "range": "range", "defence": "defence", "target": "hard",
                 "ma": "ma"}  # fmt: skip
"""The values of a counter as they are shown, and the keys of their provenance."""


def maps() -> tuple[str, ...]:
    return ("kampfpanzer",)


def units(book: str = "") -> list[dict[str, Any]]:
    """Every counter with its values and the provenance of each (3.22)."""
    known_book(book, ("kampfpanzer",))
    found = []
    for one in counters().values():
        values: dict[str, Any] = {
            "attack": one.attack, "weapon": one.weapon, "range": one.range, "defence": one.defence,
            "target": "hard" if one.hard else "soft", "ma": one.ma,
        }  # fmt: skip
        found.append(
            {
                "name": one.name,
                "title": one.title,
                "nation": one.nation,
                "class": one.kind,
                **values,
                "rule": one.rule,
                "provenance": {shown: one.provenance[key] for shown, key in _SHOWN.items()},
                "notes": dict(one.notes),
            }
        )
    return found


_FLAGS: Final = (
    Flag("--attackers", "str", None, None, "firing units with their ranges, such as PzIIID@3,PzIVE@3"),
    Flag("--attacker", "str", None, None, "one firing unit; its range is --range"),
    Flag("--range", "int", 1, None, "hexes from firer to target"),
    Flag("--target", "list", None, None, "the unit fired at; two of them where they share a hex"),
    Flag("--terrain", "str", "clear", _GROUNDS, "the ground under the target"),
    Flag("--entrenched", "bool", False, None, "the target is entrenched"),
    Flag("--through", "str", "none", ("none", "crest"), "the hexside of the target's hex through which fire comes"),
    Flag("--h", "str", None, ("tight", "loose"), "H fire in this pattern"),
    Flag("--moving", "bool", False, None, "the target of H fire was plotted to move"),
    Flag("--static", "bool", False, None, "the target of H fire was not plotted to move"),
    Flag("--overrun", "int", None, None, "so many units overrun a hex"),
    Flag("--defenders", "int", 1, None, "so many units are overrun"),
    Flag("--counterattack", "bool", False, None, "an overrun unit strikes back"),
    Flag("--recover", "str", None, _LEVELS, "a unit of this disruption tries to recover"),
)


def odds_arguments() -> list[Flag]:
    """The flags of `hulldown odds kampfpanzer`."""
    return list(_FLAGS)


_QUESTIONS: Final = ("attackers", "attacker", "h", "overrun", "counterattack", "recover")
"""The flags of which each asks something of its own."""


def odds(args: Arguments) -> dict[str, Any]:
    """The exact chances of one attack, or of a recovery, with all that makes them."""
    asked = [f"--{name}" for name in _QUESTIONS if args.get(name) not in (None, False, "")]
    if len(asked) > 1:
        raise HulldownError(f"{' and '.join(asked)} ask for different things", hint="give one of them")
    if args.get("recover"):
        return _recovery(str(args["recover"]))
    if args.get("counterattack"):
        return _by_table(COUNTER, countering(), Factor("9.68", "every counterattack", COUNTER, "rulebook"))
    if args.get("overrun") is not None:
        return _overrun(args)
    if args.get("h"):
        return _shelled(args)
    return _fired(args)


def _recovery(level: str) -> dict[str, Any]:
    if level not in _LEVELS:
        raise UnknownNameError(f"--recover is {level!r}", hint=f"one of {', '.join(_LEVELS)}")
    needs = recovers_on(int(level[1:]))
    factor = Factor(f"9.71-{level.lower()}", "recovers with a die of at most", needs, "rulebook")
    return {"probability": str(Fraction(needs, DIE)), "hits_on": list(range(1, needs + 1)), **_explained((factor,))}


def _overrun(args: Arguments) -> dict[str, Any]:
    dug = bool(args.get("entrenched"))
    # 9.69 has four rows, for two units in an entrenchment; in the open two are all that share a hex.
    many, few = number_in(args, "overrun", 1, 6), number_in(args, "defenders", 1, 2 if dug else 4)
    counted = 2 * few if dug else few
    value = overrun_superiority(many, counted)
    sure = chart("9.69").meta["provenance"]
    factor = Factor("9.69", f"{many} overrunning, {counted} counted in defence", value, sure)
    return _by_table(value, overrunning(many, counted), factor)


def _by_table(superiority: int, results: tuple[str, ...], *factors: Factor) -> dict[str, Any]:
    table = Factor("9.7", "Combat Results Table; nobody is pinned during movement", superiority, "reconstructed")
    return {"superiority": superiority, "outcomes": _shares(results), **_explained((*factors, table)), "void": ""}


def _shelled(args: Arguments) -> dict[str, Any]:
    pattern, moving = word_in(args, "h", ("tight", "loose")), bool(args.get("moving"))
    if moving == bool(args.get("static")):
        raise HulldownError("H fire asks whether its target was plotted to move", hint="give --moving or --static")
    loose = pattern == "loose"
    hard = any(find_counter(name).hard for name in _targets(args))
    ground_name = word_in(args, "terrain", _GROUNDS)
    covered, dug = ground_name in ("town", "woods"), bool(args.get("entrenched"))
    if loose and hard:
        void = "9.33b: a loose pattern does not affect hard targets"
        return {"superiority": None, "outcomes": {}, "factors": [], "provenance": [], "void": void, "rule": "9.33b"}
    factors = [Factor("9.33b" if loose else "9.33a", f"{pattern} pattern", "")]
    if loose and (covered or dug):
        factors.append(
            Factor("13.23" if dug else "9.37b", "counts as moving", ground_name if not dug else "entrenched")
        )
    elif covered and not dug:
        factors.append(Factor("9.37c", ground_name, "+1 to the die"))
    return {"superiority": None, "outcomes": _shares(shelling(loose, moving, covered, dug)), **_explained(factors),
            "void": ""}  # fmt: skip


def _fired(args: Arguments) -> dict[str, Any]:
    firers = _firers(args)
    names = _targets(args)
    if not names:
        raise HulldownError("the target is missing", hint="give --target, or one of --h, --overrun, --recover")
    on = word_in(args, "terrain", _GROUNDS)
    aim = Aim(
        tuple(firer._replace(crest=word_in(args, "through", ("none", "crest")) == "crest") for firer in firers),
        tuple(counter_target(find_counter(name)) for name in names),
        "clear" if on == "wreck" else on,
        on == "wreck",
        bool(args.get("entrenched")),
    )
    return _told(resolve(aim))


def _firers(args: Arguments) -> list[Firer]:
    written = str(args.get("attackers") or "")
    if not written and args.get("attacker"):
        written = f"{args['attacker']}@{number_in(args, 'range', 1, 99)}"
    found: list[Firer] = []
    for one in filter(None, (piece.strip() for piece in written.split(","))):
        name, _, reach = one.rpartition("@")
        distance = whole_number(reach)
        if not name or distance is None or not 1 <= distance <= 99:
            raise HulldownError(f"--attackers: {one!r} has no range", hint="write each firer as NAME@RANGE: PzIIID@3")
        found.append(Firer(find_counter(name), distance))
    if not found:
        raise HulldownError("the attackers are missing", hint="give --attackers NAME@RANGE,NAME@RANGE")
    return found


def _targets(args: Arguments) -> list[str]:
    given = args.get("target") or ()
    names = [given] if isinstance(given, str) else list(given)
    if len(names) > 2:
        raise HulldownError("at most two units share a hex (7.1)", hint="name one or two targets")
    if len(names) == 2 and not fits([find_counter(str(name)).name for name in names]):
        raise HulldownError(f"{' and '.join(names)} cannot share a hex", hint="only infantry and artillery can (7.1)")
    return [str(name) for name in names]


def _shares(results: tuple[str, ...]) -> dict[str, str]:
    return {name: str(chance) for name, chance in outcomes_of(results).items()}


def _explained(factors: Iterable[Factor]) -> dict[str, Any]:
    told = told_factors(factors)
    return {
        "factors": told,
        "provenance": [f"{f['label']}: {f['provenance']}" for f in told if "provenance" in f],
    }


def _told(attack: Attack) -> dict[str, Any]:
    rule = attack.rule if attack.void else "9.7"
    table = () if attack.void else (Factor("9.7", "Combat Results Table, rows 1 to 5", "", "reconstructed"),)
    known = bool(attack.strength.factors)
    return {
        "superiority": attack.superiority if known else None,
        "strength": attack.strength.value if known else None,
        "defence": attack.defence.value if known else None,
        "outcomes": _shares(attack.results),
        **_explained((*attack.factors, *table)),
        "void": f"{attack.rule}: {attack.void}" if attack.void else "",
        "rule": rule,
    }


def los_arguments() -> list[Flag]:
    """The flags of `hulldown los kampfpanzer`."""
    return [
        Flag("--fire", "bool", False, None, "whether fire is allowed, not only sight"),
        Flag("--h", "bool", False, None, "the fire is H fire, which reaches into woods and towns from afar"),
    ]


def los(name: str, start: str, end: str, arguments: Arguments = NO_ARGUMENTS) -> dict[str, Any]:
    """Whether a line is clear, what blocks it by which rule and, if that is asked, whether fire is allowed (9.16)."""
    place = ground(name)
    a, b = place.board.cell(start), place.board.cell(end)
    return _line(place, a, b, bool(arguments.get("fire")), bool(arguments.get("h")))


def _line(place: Ground, a: Cell, b: Cell, fire: bool, lobbed: bool) -> dict[str, Any]:
    labels, block = place.board.labels, place.block(a, b) if a != b else None
    distance = place.board.distance(a, b)
    found: dict[str, Any] = {
        "from": labels[a],
        "to": labels[b],
        "clear": block is None,
        "blocked_by": None if block is None else _blocked(place, block),
        "range": distance,
        "path": [labels[cell] for cell in line_cells(place.board, a, b)],
    }
    if not fire and not lobbed:
        return found
    void = ""
    if block is not None:
        rule, what = place.reason(block)
        void = f"{rule}: blocked by a {what} hexside"
    elif a == b:
        void = "9.14: nobody fires into his own hex"
    elif not lobbed and place.near_only(b) and distance > NEAR:
        void = f"9.16-c1: fire into {place.rows[b].name} reaches {NEAR} hexes, this is {distance}"
    return found | {"allowed": not void, "void": void}


def _blocked(place: Ground, block: Block) -> dict[str, Any]:
    rule, what = place.reason(block)
    return {"hexside": sorted(place.board.labels[cell] for cell in block.cells), "terrain": what, "rule": rule}


def notation() -> str:
    """The plot notation in a few lines, for the help of the terminal."""
    return inspect.cleandoc((notation_module.__doc__ or "").partition("\n\n")[2])


def los_in_view(view: View, start: Cell, end: Cell, arguments: Arguments) -> dict[str, Any]:
    """The line between two cells of the scenario's map."""
    assert isinstance(view, KampfView)
    known = read_arguments(los_arguments(), arguments, view.facts)
    return _line(ground(scenario_of(view).map), start, end, bool(known["fire"]), bool(known["h"]))


def seen_in_view(view: View, start: Cell, arguments: Arguments) -> tuple[Cell, ...]:
    """The cells seen from a cell."""
    assert isinstance(view, KampfView)
    return tuple(cells_of(scene_of(view).ground.sight.rows[start]))


Special = Callable[[KampfState, Scene, list[int], int], dict[str, Any]]


def odds_in_view(view: View, arguments: Arguments) -> dict[str, Any]:
    """The odds of one or more of a side's units at an enemy as things stand.

    `attacker` is a unit of the side, or several with commas between them; `target` an enemy's name or the cell it
    stands in, which means all that are there.
    """
    assert isinstance(view, KampfView)
    scene = scene_of(view)
    state = sample(view, scene, Random(0)) if view.side is not None else None
    if state is None:
        raise HulldownError("an onlooker has no units", hint="take a seat to ask for odds")
    crew, aimed = _named(state, str(view.side), arguments)
    if view.stack[-1].step == STRUCK:
        # 9.68: who is being overrun strikes back with the same chances at every one of the enemies.
        told = _by_table(COUNTER, countering(), Factor("9.68", "every counterattack", COUNTER, "rulebook"))
        return {"attacker": state.units[crew[0]].id, "target": state.units[aimed[0]].id, "range": 0, **told}
    special = _SPECIAL.get(str(arguments.get("kind", "")))
    if special is not None:
        firers = ",".join(state.units[index].id for index in crew)
        return {"attacker": firers, "target": state.units[aimed[0]].id, **special(state, scene, crew, aimed[0])}
    cell = state.units[aimed[0]].cell
    there = defenders(state, cell, enemy_of(str(view.side)))
    if len(aimed) > 1:
        # 14.5-3: a tank with infantry on it is fired at as a tank, unless the infantry is named.
        aimed = [index for index in aimed if state.units[index].aboard == NOBODY]
    targets = [index for index in there if index in aimed] or there[:1]
    found = _told(resolve(aim_at(state, scene, crew, targets, cell)))
    blocks = [scene.ground.block(state.units[index].cell, cell) for index in crew]
    block = next((one for one in blocks if one is not None), None)
    if block is not None:
        rule, what = scene.ground.reason(block)
        found |= {"blocked_by": _blocked(scene.ground, block), "void": f"{rule}: the line is blocked by {what}",
                  "outcomes": {}}  # fmt: skip
    names = [state.units[index].id for index in (*crew, *targets)]
    return {
        "attacker": ",".join(names[: len(crew)]),
        "target": ",".join(names[len(crew) :]),
        "range": scene.board.distance(state.units[crew[0]].cell, cell),
        **found,
    }


def _named(state: KampfState, side: str, arguments: Arguments) -> tuple[list[int], list[int]]:
    """The units of a side and the enemies that a question about odds names."""
    crew: list[int] = []
    for name in filter(None, (piece.strip() for piece in str(arguments.get("attacker", "")).split(","))):
        index = index_of(state, name)
        if index < 0 or state.units[index].side != side or state.units[index].status != ON_MAP:
            raise UnknownNameError(f"you have no unit {name!r} on the map", hint="name one of your own units")
        crew.append(index)
    wanted = arguments.get("target", "")
    aimed = [i for i, u in enumerate(state.units)
             if u.side != side and u.status == ON_MAP and wanted in (u.id, u.cell)]  # fmt: skip
    if not crew or not aimed:
        raise UnknownNameError(f"there is no enemy {wanted!r}", hint="name a unit you can see on the map")
    return crew, aimed


def _overrun_of(state: KampfState, scene: Scene, crew: list[int], target: int) -> dict[str, Any]:
    """The chances if these units overrun the hex of an enemy (9.69)."""
    victim = state.units[target]
    cell, side = victim.cell, state.units[crew[0]].side
    refused = prey(state, scene, side, cell)
    if refused is not None:
        return {"superiority": None, "outcomes": {}, "factors": [], "provenance": [], "void": ": ".join(refused)}
    against, many = counted(state, prone(state, cell, victim.side)), min(len(crew), 6)
    value = overrun_superiority(many, against)
    factor = Factor(
        "9.69", f"{many} overrunning, {against} counted in defence", value, chart("9.69").meta["provenance"]
    )
    return _by_table(value, overrunning(many, against), factor)


def _shelling_of(loose: bool) -> Special:
    """The chances of H fire at an enemy who is not plotted to move (9.39)."""

    def told(state: KampfState, scene: Scene, crew: list[int], target: int) -> dict[str, Any]:
        unit = state.units[target]
        if loose and arms(unit.type).hard:
            void = "9.33b: a loose pattern does not affect hard targets"
            return {"superiority": None, "outcomes": {}, "factors": [], "provenance": [], "void": void}
        results = shelling(loose, False, scene.ground.near_only(unit.cell), dug_in(state, unit))
        factor = Factor("9.39", "if it is not plotted to move", "")
        return {"superiority": None, "outcomes": _shares(results), **_explained((factor,)), "void": ""}

    return told


_SPECIAL: Final[dict[str, Special]] = {
    OVERRUN.kind: _overrun_of, TIGHT.kind: _shelling_of(False), LOOSE.kind: _shelling_of(True),
}  # fmt: skip
"""The tasks whose chances are not those of direct fire."""
