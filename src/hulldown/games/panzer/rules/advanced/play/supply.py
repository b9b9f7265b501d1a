"""Ammunition: the limits of a shot, what supplies a gun, and the rolls before it is resolved (5.16)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.roster import NO_TRANSPORT
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.ammo import fails, supplied
from hulldown.games.panzer.rules.advanced.arms import HEAT, basic_round, limit_of, special
from hulldown.games.panzer.rules.advanced.options import AMMO_LIMITS, OFF, TUNGSTEN
from hulldown.games.panzer.rules.advanced.play.facts import cell_of, detail_of, member_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Arm, Way, arms_of, scarce
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

LIMIT: Final = 10
"""The sides of the die for ammo limits (5.16.2d): it is rolled for every shot, and nothing is kept (5.16b)."""


class Limit(NamedTuple):
    """An ammo limit that must be rolled for, and what players agreed to add to the roll (5.16.2.7a)."""

    value: int
    added: int = 0


def in_supply(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether the basic ammunition of a towed or crew-served weapon is without limit now (5.16.2.4b to .4f; N15).

    Its own transport is within a hex, empty or loaded, or it stands in the very hex where it set up.
    """
    unit, board = state.units[index], scene.board
    here, home = cell_of(state, index), detail_of(unit).home
    transport = member_of(scene, index).transport
    far: int | None = None
    if transport != NO_TRANSPORT and state.units[transport].status == ON_MAP:
        far = board.distance(here, state.units[transport].cell)
    return supplied(far, home == here)


def rationed(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether supply matters to a unit: it is no vehicle and has a weapon with a basic limit (5.16.2.4b)."""
    if state.options.get(AMMO_LIMITS) == OFF or vehicle_of(state.units[index]) is not None:
        return False
    return any(_basic_limit(arm, kind) for arm in arms_of(state, scene, index) for kind in _basic_kinds(arm))


def _basic_kinds(arm: Arm) -> tuple[str, ...]:
    """The kinds of fire for which a weapon uses its basic ammunition (5.16.2b)."""
    return tuple([kind for kind in arm.mounted.ammo if kind == GP or not special(arm.mounted, kind)])


def limits_of(state: PanzerState, scene: Scene, index: int, way: Way) -> tuple[Limit, ...]:
    """The limits of a shot, in the order in which they are rolled for; none where nothing can fail (5.16a).

    A special round has its own, always, and then that of the basic round which would replace it (5.16.2.4a,
    5.16.2.2b). The basic one counts for vehicles, and for others out of supply.

    Cases 5.16.2a, 5.16.2.7a.
    """
    if state.options.get(AMMO_LIMITS) == OFF:
        return ()
    mounted = way.arm.mounted
    found: list[Limit] = []
    basic = way.kind
    if special(mounted, way.kind):
        more = {"+1": 1, "+2": 2}.get(str(state.options.get(TUNGSTEN)), 0)
        added = more if scarce(state, scene, index, way.kind) else 0
        found.append(Limit(limit_of(mounted, way.kind), added))
        basic = basic_round(mounted)
    limit = _basic_limit(way.arm, basic)
    free = not isinstance(way.arm.owner, Vehicle) and in_supply(state, scene, index)
    found.append(Limit(0 if free else limit))
    return tuple(found) if any(one.value for one in found) else ()


def _basic_limit(arm: Arm, kind: str) -> int:
    """The limit of basic ammunition; HEAT that is all a weapon has is basic for AP and GP fire (5.16.2.1c; H14).

    Case 5.16.2b.
    """
    mounted = arm.mounted
    return limit_of(mounted, HEAT if kind == GP and basic_round(mounted) == HEAT else kind)


class Fired(NamedTuple):
    """What is fired in the end, and how many limits failed."""

    kind: str
    failed: int


def roll_limits(state: PanzerState, scene: Scene, index: int, way: Way, doing: Doing) -> Fired:
    """Rolls for the limits of a shot, for each weapon by itself (5.14e, 5.16b, 5.16.2d; H13).

    A special round that fails is replaced by the basic one.
    The limit of the replacement is rolled for only then (5.16.2.2b). A basic one that fails is fired all the same
    (5.16.2.1a). 5.16.2.7a: some players add to the roll.
    """
    kind, failed = way.kind, 0
    name = state.units[index].id
    for limit in limits_of(state, scene, index, way):
        if limit.value:
            rolled = doing.dice.roll(LIMIT, f"ammo limit: {name} {way.arm.name} {kind}")
            out = fails(limit.value, rolled, limit.added)
            doing.emit(
                "ammo", "5.16.2d", (), unit=name, weapon=way.arm.name, ammo=kind, limit=limit.value,
                roll=rolled + limit.added, short=out,
            )  # fmt: skip
        else:
            out = False
        if not out:
            break
        failed += 1
        if special(way.arm.mounted, kind):
            kind = basic_round(way.arm.mounted)
    return Fired(kind, failed)
