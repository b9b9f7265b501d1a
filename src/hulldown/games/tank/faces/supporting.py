"""The artillery, aircraft and smoke of a line of the period chart in words (35.2, 35.3)."""

from __future__ import annotations

from typing import Final

from hulldown.core.briefing import number
from hulldown.core.builder import ForceFact
from hulldown.games.tank.data.offmap import OffMap
from hulldown.games.tank.data.support import full_support

WEIGHTS: Final = {"L": "light", "M": "medium", "H": "heavy"}
MAXIMUM: Final = "maximum"


def support_facts(support: OffMap, side: str, agreed: str, screens: bool) -> tuple[ForceFact, ...]:
    """What stands behind a force in its scenario: artillery by dice or by agreement, air strikes, smoke.

    `screens`: whether it has fighting vehicles and the rule by which they lay smoke is agreed on (32.5).
    """
    sources = (("vehicles", screens and support.vehicle_smoke), ("artillery", support.artillery and support.smokes))
    smoke = [who for who, may in sources if may]
    return (
        ForceFact("Artillery", _artillery(support, side, agreed), "35.2b"),
        ForceFact("Air strikes", _air(support), "35.2c"),
        ForceFact("Smoke", " and ".join(smoke) or "none", "35.2d"),
    )


def _artillery(support: OffMap, side: str, agreed: str) -> str:
    guns = support.line.artillery
    procedure = guns.procedure(side)
    if not procedure or not support.artillery:
        return "none"
    if agreed == MAXIMUM:
        weights = full_support(support.line, side, support.theatre).battalions
        told = ", ".join(f"{weights.count(one)} {WEIGHTS[one]}" for one in dict.fromkeys(weights))
        return f"{told}, {procedure} fire"
    kinds = " or ".join(WEIGHTS[kind] for kind in guns.kinds)
    count = f"1 to {guns.most} battalions" if guns.most > 1 else "1 battalion"
    heavy = "; one in six times one is heavy" if guns.heavy else ""
    return f"{count}, {kinds}, {procedure} fire{heavy}"


def _air(support: OffMap) -> str:
    air = support.line.air
    most = air.maximum(support.theatre)
    if not support.air or not most or air.weight is None:
        return "none"
    since = f", from turn {support.earliest} on" if support.earliest else ""
    after = ", once the forces have met" if support.after_contact else ""
    return f"{number(most, 'strike')}, {WEIGHTS[air.weight]}, {air.procedure}{since}{after}"
