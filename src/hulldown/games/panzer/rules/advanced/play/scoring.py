"""What units are worth, and who can hold ground (3.6f; notes 8.10, 8.11; Q20)."""

from __future__ import annotations

from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.advanced.play.facts import card_of, member_of
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import Unit


def holds_ground(unit: Unit) -> bool:
    """Whether a unit takes and holds objectives: it is armed (3.6f)."""
    return bool(card_of(unit).weapons)


def worth(state: Position, scene: Scene, index: int) -> int:
    """The points of a unit that is lost: all it was fielded with, also if it was reduced first (Q20, 3.6f)."""
    return member_of(scene, index).points


def called(scene: Scene, index: int) -> str:
    """What a unit is, with the weapons and labels that it was fielded with."""
    member = member_of(scene, index)
    told = [weapon.name for weapon in member.weapons] + [f"{label} label" for label in member.labels]
    return f"{member.card.name} ({', '.join(told)})" if told else member.card.name


def reduction(state: Position, scene: Scene, index: int) -> int:
    """The points for a squad that was reduced and lives: those of the half that is gone (Q20)."""
    member, card = member_of(scene, index), card_of(state.units[index])
    return member.card.points - card.points if isinstance(card, LegUnit) and card is not member.card else 0
