"""Fire missions before they are ordered: how likely a source responds, and where a SHEAF comes down.

Cases 6.5.1.5, 6.5.1.12.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError
from hulldown.core.face import PatternFace
from hulldown.core.game import Contest, Fighter
from hulldown.core.tools import told_factors
from hulldown.games.panzer.data.loading import listing
from hulldown.games.panzer.rules.advanced import response, sheafs
from hulldown.games.panzer.rules.advanced.chances import Chance
from hulldown.games.panzer.rules.advanced.play.facts import cell_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters, missions, observers
from hulldown.games.panzer.rules.advanced.verbs.missions import CALL, CORRECT
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState

KINDS: Final = (CALL, CORRECT)
"""The missions for which a die is thrown (6.5.1.7-response-a, 6.5.1.8.2b)."""
_STEPS: Final = "012345"
_OBSERVERS: Final[Mapping[response.Observer, str]] = {
    "FO": "Forward Observer", "RHQ": "regimental command", "BHQ": "battalion command", "CHQ": "company command",
    "Recon": "recon",
}  # fmt: skip


def odds(state: PanzerState, scene: Scene, observer: int, target: Cell, kind: str, choice: str) -> dict[str, Any]:
    """The chances of a call or an adjustment; `ways` are all that could be chosen, each with its chance to be answered.

    6.5.1.8.2d: whoever is adjusted rolls again, each for itself; the chance told is that of the source least likely.
    """
    if observers.kind_of(scene, observer) is None:
        raise HulldownError(f"{state.units[observer].id} does not observe (6.5.1.1.3b)", hint="name an observer")
    name = state.units[observer].id
    if kind == CORRECT:
        running = tuple([mission.source for mission in observers.missions_of(state, name)])
        ways = dict.fromkeys(missions.MANNERS, running) if running else {}
    else:
        ways = _callable(state, scene, observer, target)
    if not ways:
        raise HulldownError(f"{name} has no source that it could have fire there (6.5.1.7)", hint="name another hex")
    found = {words: _worst(state, scene, observer, target, names, kind) for words, names in ways.items()}
    answer = found[choice if choice in found else next(iter(found))]
    silent = 1 - answer.responds - answer.astray
    outcomes = {"responds": answer.responds, "silent": silent, "astray": answer.astray}
    return {
        "attacker": name, "range": scene.board.distance(cell_of(state, observer), target),
        "kind": "response", "needs": answer.needs, "net": answer.net, "outcomes": _shares(outcomes),
        "factors": told_factors(answer.factors), "provenance": Chance(answer.responds, answer.factors).provenance,
        "ways": [{"weapon": words, "hit": str(one.responds)} for words, one in found.items()],
    }  # fmt: skip


def window(state: PanzerState, scene: Scene, side: str) -> Contest | None:
    """A side's observers in its Indirect Fire Step: what each of them may call, and how likely it is answered.

    Cases 6.5.1.1a, 6.5.1.12. Of one that can do nothing it is told why.
    """
    found = []
    for index in observers.observers(state, scene, side):
        kind = observers.kind_of(scene, index)
        assert kind is not None
        found.append(Fighter(state.units[index].id, side, _OBSERVERS[kind], _may_do(state, scene, index)))
    return Contest("Observers", "6.5.1.1a", side=side, fighters=tuple(found)) if found else None


def _may_do(state: PanzerState, scene: Scene, index: int) -> str:
    """Whose fire an observer directs and whom it may call, or why it may not (6.5.1.1b, 6.5.1i)."""
    name, labels = state.units[index].id, scene.board.labels
    directed = [f"{mission.source} on {labels[mission.cell]}" for mission in observers.missions_of(state, name)]
    told = [f"directs {', '.join(directed)}"] if directed else []
    if not observers.watches(state, scene, index):
        told.append("calls nothing: it has no Overwatch to observe by (6.5.1i)")
    elif index not in missions.ready(state, scene, state.units[index].side):
        told.append("has done its part this turn (6.5.1.1b)")
    elif not directed and not observers.spotted_by(state, index):
        told.append("calls nothing: it spots nobody (6.5.1.7a)")
    elif not directed or counters.observed(state, name) is not None:
        chances = _sources(state, scene, index)
        called = ", ".join(f"{source} {_between(min(found), max(found))}" for source, found in chances.items())
        if called or not directed:
            told.append(f"may call {called}" if called else "calls nothing: no source can fire there (6.5.1.7)")
    return "; ".join(told)


def _sources(state: PanzerState, scene: Scene, index: int) -> dict[str, list[Fraction]]:
    """The sources that an observer may call now, each with its chances to respond, hex by hex."""
    found: dict[str, list[Fraction]] = {}
    for option in missions.calls(state, scene, index)[:1]:
        for manner, _, source in sorted(words.partition(missions.BY) for words in option.choices):
            for cell in option.cells if source not in found else ():
                if observers.source_fault(state, scene, index, source, cell, manner.partition(" ")[0]) is None:
                    call = observers.call_of(state, scene, index, source, cell)
                    found.setdefault(source, []).append(response.resolve(call).responds)
    return dict(sorted(found.items()))


def _between(least: Fraction, most: Fraction) -> str:
    """A chance that hangs on the hex, in words."""
    low, high = round(100 * least), round(100 * most)
    return f"{low} %" if low == high else f"{low} to {high} %"


def _callable(state: PanzerState, scene: Scene, observer: int, target: Cell) -> dict[str, tuple[str, ...]]:
    """What an observer may choose of a call on a hex, with the source of each."""
    return {
        words: (words.partition(missions.BY)[2],)
        for option in missions.calls(state, scene, observer)
        if target in option.cells
        for words in option.choices
    }


def _worst(
    state: PanzerState, scene: Scene, observer: int, target: Cell, names: tuple[str, ...], kind: str
) -> response.Response:  # fmt: skip
    calls = [observers.call_of(state, scene, observer, name, target, kind == CORRECT) for name in names]
    return min([response.resolve(call) for call in calls], key=lambda one: one.responds)


def _shares(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {name: str(chance) for name, chance in chances.items()}


def patterns() -> tuple[PatternFace, ...]:
    """Each SHEAF as a pattern of steps from the Target Point (6.5.1.5)."""
    table = listing(sheafs.TABLE)
    found = []
    for sheaf in (sheafs.ONE, *sheafs.OFF_MAP):
        radius, length = table.number(sheaf, "radius"), table.number(sheaf, "length")
        steps = ("", *_around(radius), *["0" * far for far in range(1, length + 1)])
        name = f"{sheafs.label(sheaf)} SHEAF"
        found.append(PatternFace(sheaf, name, (steps,), turned=length > 0))
    return tuple(found)


def _around(radius: int) -> list[str]:
    """The ways to all hexes of the rings up to a radius: straight on, then on along the side of the ring."""
    found = []
    for far in range(1, radius + 1):
        for way in range(6):
            aside = _STEPS[(way + 2) % 6]
            found += [_STEPS[way] * far + aside * turned for turned in range(far)]
    return found
