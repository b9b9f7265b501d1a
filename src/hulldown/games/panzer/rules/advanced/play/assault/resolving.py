"""Close combat resolved: the attack of the units of one hex on the announced target (6.6.1.1.3, 6.6.1.2.3)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.leg import LegUnit, Size
from hulldown.games.panzer.rules.advanced import assault, hand_to_hand
from hulldown.games.panzer.rules.advanced.assault import Assault
from hulldown.games.panzer.rules.advanced.hand_to_hand import Fight, Fighter
from hulldown.games.panzer.rules.advanced.play import bailouts, effects
from hulldown.games.panzer.rules.advanced.play.aims import CAVALRY, moves
from hulldown.games.panzer.rules.advanced.play.assault import places, support
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    detail_of,
    leg_of,
    member_of,
    passengers,
    vehicle_of,
)
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState

KILLS: Final = ("ko", "bu")
_WON: Final = {"attacker": "6.6.1.2.3-attacker-wins-a", "defender": "6.6.1.2.3-defender-wins-a", "": "6.6.1.2.1b"}


class Attack(NamedTuple):
    """An attack from one hex: the attackers, the primary one first, and how they came to it."""

    party: tuple[int, ...]
    target: int
    advance: bool = False
    """M3: whether any of them has advanced."""
    dismount: bool = False


def flamethrower(scene: Scene, index: int) -> bool:
    """Whether a unit has an attached flamethrower, which counts in close combat alone (5.1.3.5a)."""
    return any(not weapon.weapons for weapon in member_of(scene, index).weapons)


def size_of(state: PanzerState, index: int) -> Size:
    """The size of a leg unit."""
    card = leg_of(state.units[index])
    assert card is not None
    return card.size.name


def assault_of(state: PanzerState, scene: Scene, attack: Attack) -> Assault:
    """A Close Assault as things stand, the primary attacker first.

    Cases 6.6.1.1.2-flamethrower, 6.6.1.1.2-uphill-attack, 6.6.1.1.2-plus-attacker, 6.6.1.1.2-vs-moving-a,
    6.6.1.1.2-unsupported-a.
    """
    party, target, advance, dismount = attack
    card = vehicle_of(state.units[target])
    assert card is not None
    first = party[0]
    return Assault(
        tuple([size_of(state, index) for index in party]),
        card,
        find_grade(member_of(scene, first).grade),
        advance,
        places.rise(state, scene, first, target, state.units[first].cell) == 1,
        dismount,
        support.unsupported(state, scene, target),
        any(flamethrower(scene, index) for index in party),
        moves(state, scene, target),
        bool(detail_of(state.units[target]).suppressed),
        state.units[target].damaged,
    )


def fighter_of(state: PanzerState, scene: Scene, index: int) -> Fighter:
    """A unit in a Hand-to-Hand combat; Full Cover changes nothing (6.1.4.2k)."""
    card, member = card_of(state.units[index]), member_of(scene, index)
    size: Size | Literal["towed"] = card.size.name if isinstance(card, LegUnit) else "towed"
    cavalry = member.mount is not None and member.mount.name == CAVALRY
    return Fighter(size, find_grade(member.grade), flamethrower(scene, index), cavalry, index)


def fight_of(state: PanzerState, scene: Scene, attack: Attack) -> Fight:
    """A Hand-to-Hand combat as things stand (6.6.1.2.2a, 6.6.1.2a)."""
    party, target, advance, dismount = attack
    first = party[0]
    return Fight(
        tuple([fighter_of(state, scene, index) for index in party]),
        fighter_of(state, scene, target),
        advance,
        places.rise(state, scene, first, target, state.units[first].cell) == 1,
        dismount,
        bool(detail_of(state.units[target]).suppressed),
    )


# Close Assault.


def close_assault(state: PanzerState, scene: Scene, attack: Attack, doing: Doing) -> None:
    """Rolls for a Close Assault and applies what it does (6.6.1.1.1a, 6.6.1.1.3-suppressed, 6.6.1.1.3-effective-a).

    6.6.1.1.2-unsupported-a: in closed ground it is seen who supports the vehicle from aboard.
    """
    party, target = attack.party, attack.target
    first, unit = state.units[party[0]], state.units[target]
    result = assault.roll(assault_of(state, scene, attack), doing.dice, f"{first.id} at {unit.id}")
    shot = result.shot
    told: dict[str, Scalar] = {
        "unit": first.id, "target": unit.id, "attackers": " ".join(state.units[index].id for index in party),
        "factor": shot.factor, "defence": shot.defence, "net": shot.net.value, "roll": result.rolled,
        "result": result.result, "none_to": shot.n_effect, "suppressed_to": shot.s_effect, "effect": result.effect,
        "hit": result.effect != "none", "kill": result.effect in KILLS,
    }  # fmt: skip
    doing.note("close_assault", "6.6.1.1.1d", (), told, shot.factors)
    if support.closed(state, scene, unit.cell):
        for rider in passengers(state, target):
            detail_of(state.units[rider]).shown = True
    if result.effect == "suppressed":
        effects.suppress(state, scene, target, "6.6.1.1.3-suppressed", doing)
    elif result.effect != "none":
        burns = any(flamethrower(scene, index) for index in party)
        bailouts.note(state, target, [_apply(state, scene, target, result.effect, burns, doing)])


def _apply(state: PanzerState, scene: Scene, target: int, effect: str, burns: bool, doing: Doing) -> str:
    """Applies an Effective result, and tells what it counts as for bail out (6.6.1.1.3-effective-a).

    6.6.1.1.3-effective-e: a brew-up suppresses the vehicle's friends in its hex, 6.6.1.1.3-effective-d: its passengers
    must get out. `burns`: a flamethrower took part (6.6.1.1.3-effective-b).
    """
    if effect == "track":
        again = detail_of(state.units[target]).track
        effects.immobilise(state, scene, target, "6.6.1.1.3-effective-a", doing)
        return bailouts.AGAIN if again else effect
    if effect == "damaged":
        effects.damage(state, scene, target, "6.6.1.1.3-effective-a", doing)
    else:
        case = "6.6.1.1.3-effective-b" if burns and effect == "bu" else "6.6.1.1.3-effective-c"
        effects.wreck(state, scene, target, effect == "bu", case, doing)
    return effect


# Hand-to-Hand.


def hand_to_hand_combat(state: PanzerState, scene: Scene, attack: Attack, doing: Doing) -> None:
    """Fights to the end: round after round until one side is gone (6.6.1.2a, 6.6.1.2.3a)."""
    fight: Fight | None = fight_of(state, scene, attack)
    target, number = attack.target, 0
    while fight is not None:
        number += 1
        first, unit = state.units[fight.attackers[0].unit], state.units[target]
        one = hand_to_hand.roll(fight, doing.dice, f"{first.id} at {unit.id}")
        winner = one.winner
        told: dict[str, Scalar] = {
            "unit": first.id, "target": unit.id,
            "attackers": " ".join(state.units[each.unit].id for each in fight.attackers), "round": number,
            "net": one.nets.attacker.value, "net_defender": one.nets.defender.value, "roll": one.rolls[0],
            "roll_defender": one.rolls[1], "result": one.totals[0], "result_defender": one.totals[1], "winner": winner,
            "hit": winner == "attacker", "effect": winner or "tie",
        }  # fmt: skip
        doing.note("hand_to_hand", _WON[winner], (), told, hand_to_hand.factors(one.nets))
        if winner:
            fight = _round_won(state, scene, fight, winner == "attacker", doing)


def _round_won(state: PanzerState, scene: Scene, fight: Fight, attackers: bool, doing: Doing) -> Fight | None:
    """The loser of a round is reduced without being suppressed, or eliminated; the fight as it goes on.

    Cases 6.6.1.2.3-attacker-wins-b, 6.6.1.2.3-defender-wins-b. 6.6.1.2.3-defender-wins-c: who has beaten all attackers
    stays in its hex.
    """
    loser = fight.defender.unit if attackers else fight.attackers[0].unit
    side = "attacker" if attackers else "defender"
    if effects.whole(state, loser):
        effects.reduce(state, loser, f"6.6.1.2.3-{side}-wins-a", doing)
    else:
        effects.remove(state, scene, loser, f"6.6.1.2.3-{side}-wins-b", doing)
    return hand_to_hand.after(fight, attackers)
