"""Close combat as a viewer sees it: who could attack whom with which odds, and the fight under way (6.6.1, 6.6.10)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hulldown.core.decisions import Decision
from hulldown.core.game import Contest, Fighter
from hulldown.games.panzer.faces.combat_odds import known_assault, percent
from hulldown.games.panzer.rules.advanced import assault, gp, hand_to_hand
from hulldown.games.panzer.rules.advanced.play import effects
from hulldown.games.panzer.rules.advanced.play.assault import announcing, overrunning, overruns, resolving
from hulldown.games.panzer.rules.advanced.play.assault.memory import combat_of
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.advanced.play.assault.steps import ADVANCES, CONFRONT, FOLLOWS
from hulldown.games.panzer.rules.advanced.play.assault.storming import COMBAT
from hulldown.games.panzer.rules.advanced.play.facts import vehicle_of
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULTING
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState
from hulldown.games.panzer.rules.verbs.base import MOVEMENT

STAGES: Final = ("Announcement", "Advances under overwatch", "Combat", "Into the hex")
_AT: Final = {ADVANCES: 1, COMBAT: 2, CONFRONT: 2, FOLLOWS: 3}


def contest(state: PanzerState, scene: Scene, side: str | None, asked: Mapping[str, Decision]) -> Contest | None:
    """The close combat under way, or what a side could do when it is asked; None: there is none."""
    combat = combat_of(state)
    if combat.target >= 0:
        return _fight(state, scene)
    kind = asked[side].kind if side is not None and side in asked else ""
    if kind == ASSAULTING and side is not None:
        return Contest(
            "Close combat", "6.6.1.1k", stages=STAGES, stage=0, side=side, notes=_prospects(state, scene, side)
        )
    if kind == MOVEMENT and side is not None:
        notes = _overruns(state, scene, side)
        return Contest("Overruns within reach", "6.6.10a", side=side, notes=notes) if notes else None
    return None


def _fight(state: PanzerState, scene: Scene) -> Contest:
    """Attackers in the order in which they lead, hex by hex, and the target."""
    combat = combat_of(state)
    target = state.units[combat.target]
    step = next((frame.step for frame in reversed(state.stack) if frame.step in _AT), COMBAT)
    fighters = [Fighter(target.id, target.side, "is attacked" if target.status == ON_MAP else "is gone")]
    for cell, party in combat.parties:
        for place, index in enumerate(party):
            unit = state.units[index]
            role = "leads" if place == 0 else "joins in"
            fighters.append(Fighter(unit.id, unit.side, f"{role}, from {scene.board.labels[cell]}"))
    for index in combat.fought:
        if state.units[index].status == ON_MAP:
            fighters.append(Fighter(state.units[index].id, state.units[index].side, "has attacked"))
    close = vehicle_of(target) is not None
    title = f"{'Close Assault' if close else 'Hand-to-Hand'} on {target.id}"
    owing = state.stack[-1].owing
    return Contest(
        title, "6.6.1.1.1a" if close else "6.6.1.2a", target.cell, STAGES, _AT[step],
        owing[0] if len(owing) == 1 else "", tuple(fighters),
    )  # fmt: skip


def _prospects(state: PanzerState, scene: Scene, side: str) -> tuple[str, ...]:
    """For each target and each hex next to it with units that may attack: the odds if all of them do."""
    parties: dict[tuple[int, int], list[int]] = {}
    for index, chances in announcing.ready(state, scene, side).items():
        for chance in chances:
            for cell in chance.ways:
                if cell == state.units[index].cell:
                    parties.setdefault((chance.target, cell), []).append(index)
    found = []
    for (target, cell), party in parties.items():
        names = " and ".join(state.units[index].id for index in party)
        told = in_words(state, scene, Attack(tuple(party), target))
        found.append(f"{names} on {state.units[target].id} from {scene.board.labels[cell]}: {told}")
    return tuple(found)


def in_words(state: PanzerState, scene: Scene, attack: Attack) -> str:
    """What an attack would come to, as far as the attackers know."""
    if vehicle_of(state.units[attack.target]) is None:
        fight = resolving.fight_of(state, scene, attack)
        nets = hand_to_hand.nets(fight)
        first, whole = hand_to_hand.first_round(fight), hand_to_hand.attacker_wins(fight)
        return (
            f"{nets.attacker.value:+} against {nets.defender.value:+}, {percent(first)} to win the first round, "
            f"{percent(whole)} the combat"
        )
    shot = assault.resolve(known_assault(state, scene, attack))
    chances = shot.outcomes
    return (
        f"net {shot.net.value:+}, {percent(chances['ko'] + chances['bu'])} destroyed, "
        f"{percent(chances['damaged'] + chances['track'])} damaged or stopped, "
        f"{percent(chances['suppressed'])} suppressed"
    )


def _overruns(state: PanzerState, scene: Scene, side: str) -> tuple[str, ...]:
    """The overruns that a side's vehicles might make, with their odds and where they end (6.6.10.1e)."""
    found = []
    for index, unit in enumerate(state.units):
        if unit.side != side or unit.status != ON_MAP or unit.moved:
            continue
        for target in overrunning.targets_of(state, scene, index):
            chances = gp.resolve(overruns.aim(state, scene, index, target)).outcomes
            enemy = state.units[target]
            harm = "reduced to a half-squad" if effects.whole(state, target) else "eliminated"
            found.append(
                f"{unit.id} over {enemy.id} in {scene.board.labels[enemy.cell]}: {percent(chances['effective'])} "
                f"{harm}, {percent(chances['suppressed'])} suppressed; if {enemy.id} lives and {unit.id} cannot "
                "drive on, it is put back into the hex it came from"
            )
    return tuple(found)
