"""The odds of close combat and overruns in play, as a side knows them: who attacks with whom, and what comes of it.

They come from the resolvers that also `hulldown odds` and the dice use: `assault`, `hand_to_hand` and `gp`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.explain import Explained, Factor
from hulldown.core.orders import Task
from hulldown.core.tools import Arguments, told_factors
from hulldown.games.panzer.data.advanced_tables import modifier
from hulldown.games.panzer.faces.shot_charts import by_effect, gp_bar, signed
from hulldown.games.panzer.rules.advanced import assault, gp, hand_to_hand
from hulldown.games.panzer.rules.advanced.play import effects, halts
from hulldown.games.panzer.rules.advanced.play.assault import overruns, resolving, support
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.advanced.play.facts import vehicle_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, index_of

_OF_TARGET: Final = ("moving", "suppressed", "c_indicator", "unsupported", "type_P", "type_S")
"""The modifiers of a Close Assault that come from its target; the others come from the attackers."""


class Attacker(NamedTuple):
    """One who attacks, and the hex it does so from: its own, or one that it advances into."""

    unit: int
    cell: Cell


def percent(chance: Fraction) -> str:
    """A chance as people say it."""
    return f"{round(chance * 100)} %"


def known_assault(state: PanzerState, scene: Scene, attack: Attack) -> assault.Assault:
    """A Close Assault as the attackers know it: they cannot tell who rides on the target (Q11)."""
    open_ground = not support.closed(state, scene, state.units[attack.target].cell)
    lonely = not open_ground and not support.supported(state, attack.target, shown=True)
    return resolving.assault_of(state, scene, attack)._replace(unsupported=lonely)


# Attacks from one hex.


def _side(name: str, net: Explained) -> dict[str, Any]:
    """The modifiers of one side with their sum."""
    sums = Factor(net.rule, "Net Modifier", signed(net.value))
    return {"name": name, "factors": told_factors((*net.factors, sums))}


def _hand(state: PanzerState, scene: Scene, attack: Attack) -> dict[str, Any]:
    """A Hand-to-Hand combat: its first round, the whole of it, and the modifiers of both sides (6.6.1.2)."""
    fight = resolving.fight_of(state, scene, attack)
    nets, first, won = hand_to_hand.nets(fight), hand_to_hand.first_round(fight), hand_to_hand.attacker_wins(fight)
    return {
        "kind": "hand", "outcomes": {"won": str(won), "lost": str(1 - won)}, "net": nets.attacker.value,
        "net_defender": nets.defender.value, "first_round": str(first), "attacker_wins": str(won),
        "figures": {"First round": percent(first), "Whole combat": percent(won)},
        "parts": [_side("Attackers", nets.attacker), _side("Defender", nets.defender)],
        "factors": told_factors(hand_to_hand.factors(nets)),
    }  # fmt: skip


def _assault(state: PanzerState, scene: Scene, attack: Attack) -> dict[str, Any]:
    """A Close Assault: what it may do to the vehicle, and what either side brings (6.6.1.1)."""
    shot = assault.resolve(known_assault(state, scene, attack))
    own = [modifier(assault.TABLE, name) for name in _OF_TARGET]
    ours = [one for one in shot.net.factors if one not in own]
    theirs = [one for one in shot.net.factors if one in own]
    factor, defence, *rest = shot.factors
    figures = {"GP Factor": shot.factor, "Defence": shot.defence, "Net Modifier": signed(shot.net.value)}
    return {
        "kind": "assault", "outcomes": {effect: str(chance) for effect, chance in shot.outcomes.items()},
        "net": shot.net.value, "figures": figures,
        "parts": [
            {"name": "Attackers", "factors": told_factors((factor, *ours))},
            {"name": "Target", "factors": told_factors((defence, *theirs))},
            {"name": "Together", "factors": told_factors(rest[len(shot.net.factors) :])},
        ],
        "factors": told_factors(shot.factors),
    }  # fmt: skip


def _from_hex(
    state: PanzerState, scene: Scene, party: Sequence[Attacker], target: int, dismount: bool
) -> dict[str, Any]:  # fmt: skip
    """The odds of those who attack from one hex, the primary one first; while they are worked out they stand there."""
    cell, cells = party[0].cell, [state.units[one.unit].cell for one in party]
    close, enemy = vehicle_of(state.units[target]) is not None, state.units[target].cell
    afar = any(one != cell for one in cells) or scene.board.distance(cell, enemy) > 1
    attack = Attack(tuple([one.unit for one in party]), target, afar and not dismount, dismount)
    for one in party:
        state.units[one.unit].cell = cell
    found = _assault(state, scene, attack) if close else _hand(state, scene, attack)
    for one, before in zip(party, cells, strict=True):
        state.units[one.unit].cell = before
    names = " and ".join(state.units[one.unit].id for one in party)
    return {"name": f"{names} from {scene.board.labels[cell]}", **found}


def attacks(
    state: PanzerState, scene: Scene, party: Sequence[Attacker], target: int, dismount: bool = False
) -> dict[str, Any]:  # fmt: skip
    """The odds of an announcement, in the order in which the attackers are named (6.6.1.1k).

    `attacks` has one entry for each hex they come from: these are resolved one after the other (6.6.1.1j). What stands
    beside it is the first. The odds of each are those of the moment: an earlier attack may change them.
    """
    hexes: dict[Cell, list[Attacker]] = {}
    for one in party:
        hexes.setdefault(one.cell, []).append(one)
    enemy = state.units[target]
    away = scene.board.distance(state.units[party[0].unit].cell, enemy.cell)
    told = [_from_hex(state, scene, group, target, dismount) for group in hexes.values()]
    names = " ".join(state.units[one.unit].id for one in party)
    answer: dict[str, Any] = {"attacker": names, "target": enemy.id, "range": away, **told[0], "attacks": told}
    if len(told) > 1:
        answer["notes"] = ["One attack for each hex, one after the other; each as things are now."]
    return answer


# Overruns.


def _ends(state: PanzerState, scene: Scene, index: int, target: int, path: tuple[Cell, ...]) -> str:
    """Where a vehicle ends if its target lives (6.6.10.1e, 4.5.1.1.10b)."""
    unit, enemy, board = state.units[index], state.units[target], scene.board
    lives = f"If {enemy.id} lives{' (as a half-squad, too)' if effects.whole(state, target) else ''}, {unit.id}"
    if enemy.cell not in path:
        return f"{lives} must drive on, or is put back into the hex it came from (6.6.10.1e)."
    place = path.index(enemy.cell)
    if path[place + 1 :]:
        return f"{lives} drives on to {board.labels[path[-1]]}."
    before = board.labels[path[place - 1] if place else unit.cell]
    return f"{lives} must drive on while it can, or is put back into {before} (6.6.10.1e)."


def overrun(state: PanzerState, scene: Scene, index: int, target: int, path: tuple[Cell, ...]) -> dict[str, Any]:
    """The odds of an overrun, and where the vehicle ends if the target lives (6.6.10.1)."""
    aim = overruns.aim(state, scene, index, target)
    shot = gp.resolve(aim)
    answer: dict[str, Any] = {
        "attacker": state.units[index].id, "target": state.units[target].id, "kind": "overrun",
        "range": scene.board.distance(state.units[index].cell, state.units[target].cell),
        "outcomes": {effect: str(chance) for effect, chance in by_effect(state, target, shot.outcomes).items()},
        "net": shot.net.value, "factors": told_factors(shot.factors),
        "notes": [_ends(state, scene, index, target, path)],
    }  # fmt: skip
    if shot.void:
        return answer | {"void": shot.void}
    figures = {"GP Factor": shot.factor, "Defence": shot.defence, "Net Modifier": signed(shot.net.value)}
    return answer | {"figures": figures, "bars": [gp_bar(aim, shot, effects.whole(state, target))]}


# What is asked.


def party_in(state: PanzerState, scene: Scene, text: str, own: Sequence[int]) -> list[Attacker]:
    """The attackers of a text such as "G5,G4@1S6": names with the hex that one advances into; raises HulldownError."""
    found = []
    for word in text.replace(",", " ").split():
        name, _, label = word.partition("@")
        index = next((one for one in own if state.units[one].id.casefold() == name.casefold()), -1)
        if index < 0:
            raise UnknownNameError(f"you have no unit {name!r} on the map", hint="name one of your own units")
        cell = scene.board.by_label.get(label.upper(), -1) if label else state.units[index].cell
        if cell < 0:
            raise UnknownNameError(f"there is no hex {label!r} on the map", hint="name the hex it advances into")
        found.append(Attacker(index, cell))
    if not found:
        raise UnknownNameError("no attacker is named", hint="name one of your own units")
    return found


def on_the_way(state: PanzerState, scene: Scene, index: int, arguments: Arguments) -> dict[str, Any] | None:
    """The odds of what a unit does on its way, in the words of its order: an overrun, a Dismount Attack.

    `choice` has the words, `cells` the numbers of the cells of the path so far, with commas. None: nothing of the kind.
    """
    words = str(arguments.get("choice") or "")
    given = str(arguments.get("cells") or "").split(",")
    cells = tuple([int(one) if one.isdecimal() else -1 for one in given if one])
    if not all(0 <= one < scene.board.size and scene.board.on_map[one] for one in cells):
        raise HulldownError("there is no such cell on the map")
    word, _, name = words.partition(" ")
    if word == halts.OVERRUN:
        target = index_of(state, name.partition("@")[0].upper())
        if target < 0 or state.units[target].side == state.units[index].side or not _open(state, target):
            raise UnknownNameError(f"there is no enemy {name!r} to overrun", hint="name a leg or towed unit")
        return overrun(state, scene, index, target, cells)
    stops = halts.read(state, scene.board, Task("", "", cells, choice=words), state.units[index].cell)
    storm = next((one for one in stops.halts if one.target >= 0 and one.unit >= 0), None)
    if storm is None:
        return None
    place = (state.units[index].cell, *cells)[storm.done]
    return attacks(state, scene, [Attacker(storm.unit, storm.cell if storm.cell >= 0 else place)], storm.target, True)


def _open(state: PanzerState, target: int) -> bool:
    """Whether a unit could be overrun at all: it is on the map and no vehicle (6.6.10d)."""
    return state.units[target].cell >= 0 and vehicle_of(state.units[target]) is None
