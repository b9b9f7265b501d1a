"""Volleys: response, where they come down, what they do (6.5.1.10, 6.5.1.12, 6.5.1.13).

All sources of a call respond before the first of them comes down, as in the example (6.5.1.13-ex1). A volley goes
through its stages one by one, so that questions can interrupt it: the enemy places one that goes astray, the owner of a
moving vehicle shows its command or keeps it hidden.
"""

from __future__ import annotations

from typing import Final

import msgspec

from hulldown.core.board import LETTERS
from hulldown.core.events import Scalar
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.batteries import smoke_limit
from hulldown.games.panzer.rules.advanced import response, sheafs
from hulldown.games.panzer.rules.advanced.ammo import fails
from hulldown.games.panzer.rules.advanced.options import AMMO_LIMITS, IF_MOVING, OFF, ON
from hulldown.games.panzer.rules.advanced.play import bailouts, control, supply
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import attacks, counters, observers
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import GP, Way
from hulldown.games.panzer.rules.advanced.support import CALLED, CEASES, LANDS, LOST, SMOKE, STRIKES, Mission, Volley
from hulldown.games.panzer.rules.advanced.support import GP as EXPLOSIVE
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import mark
from hulldown.games.panzer.rules.state import ON_MAP, SPOT_FIRE, PanzerState, index_of
from hulldown.games.panzer.rules.verbs.reactions import reacts_by_preset

LIMIT: Final = 10
ASTRAY_FRAME: Final = "astray"
REVEAL_FRAME: Final = "shelled"


def first(state: PanzerState) -> Volley:
    """The volley that is being resolved."""
    return counters.support_of(state).queue[0]


def put(state: PanzerState, volley: Volley | None) -> None:
    """Replaces the first volley, or takes it out (6.5.1k)."""
    queue = counters.support_of(state).queue[1:]
    counters.change(state, queue=queue if volley is None else (volley, *queue))


def _put_last(state: PanzerState, volley: Volley) -> None:
    """Puts the first volley behind those that wait for their response (6.5.1.12b, 6.5.1.13-ex1)."""
    counters.change(state, queue=(*counters.support_of(state).queue[1:], volley))


def go(state: PanzerState, scene: Scene, doing: Doing) -> str:
    """Resolves volleys until all are done, "", or somebody must be asked: the step that asks.

    Cases 6.5.1k, 6.5.1.12f, 6.5.4.2.5e.
    """
    while counters.support_of(state).queue:
        volley = first(state)
        if volley.stage == CALLED:
            _respond(state, scene, volley, doing)
        elif volley.stage == LOST:
            return ASTRAY_FRAME
        elif volley.stage == CEASES:
            _forget(state, volley.source)
            put(state, None)
        elif volley.stage == LANDS:
            _land(state, scene, volley, doing)
        elif volley.targets:
            if _asks(state, scene, volley, doing):
                return REVEAL_FRAME
            attacks.strike(state, scene, volley, volley.targets[0], doing)
            put(state, msgspec.structs.replace(volley, targets=volley.targets[1:], kept=False))
        else:
            attacks.strike_ground(state, scene, volley, doing)
            bailouts.settle(state, scene, set(), doing)
            put(state, None)
    return ""


# Response.


def _respond(state: PanzerState, scene: Scene, volley: Volley, doing: Doing) -> None:
    """Each source rolls by itself, whatever others did (6.5.1.12b, 6.5.1.7-response-c, 6.5.1.7-response-d).

    So the barrage of one that ceases fire hinders the observer until the last of the call has rolled.
    """
    observer = index_of(state, volley.observer)
    call = observers.call_of(state, scene, observer, volley.source, volley.cell, volley.adjusted)
    answer = response.roll(call, doing.dice, f"{volley.source} at {scene.board.labels[volley.cell]}")
    _use(state, volley.source)
    near = observers.friends_near(state, scene, volley.side, volley.cell) if answer.astray else []
    outcome = "responds" if answer.answers else "astray" if near else "fails"
    rule = {"responds": "6.5.1.12d", "astray": "6.5.1.12f"}.get(outcome, "6.5.1.12g" if answer.astray else "6.5.1.12e")
    public: dict[str, Scalar] = {
        "side": volley.side, "source": volley.source, "hex": scene.board.labels[volley.cell], "fire": volley.fire,
        "sheaf": volley.sheaf, "outcome": outcome,
    }  # fmt: skip
    # 6.5.1o: who observes is not told to the enemy, so neither is what the die needed.
    foe = "german" if volley.side == "soviet" else "soviet"
    doing.note("response", rule, (foe,), public, ())
    told = {
        **public, "unit": volley.observer, "needs": answer.response.needs, "net": answer.response.net,
        "roll": answer.rolled, "chance": str(answer.response.responds),
    }  # fmt: skip
    doing.note("response", rule, (volley.side,), told, answer.response.factors)
    _show_gun(state, volley, doing)
    if answer.answers:
        _put_last(state, msgspec.structs.replace(volley, stage=LANDS, danger=_close(state, scene, volley)))
        return
    if near:
        put(state, msgspec.structs.replace(volley, stage=LOST))
        return
    _hold(state, volley.source)
    _put_last(state, msgspec.structs.replace(volley, stage=CEASES))


def _close(state: PanzerState, scene: Scene, volley: Volley) -> bool:
    """Whether a volley that was called or adjusted is Danger Close (6.5.1.10a)."""
    return bool(observers.friends_near(state, scene, volley.side, volley.cell))


def _use(state: PanzerState, source: str) -> None:
    """A source has done what it does this turn (6.5.1l); also one that failed to respond (6.5.1.7-response-d)."""
    counters.change(state, used={**counters.support_of(state).used, source: state.turn})
    index = index_of(state, source)
    if index >= 0:
        state.units[index].fired = True


def _show_gun(state: PanzerState, volley: Volley, doing: Doing) -> None:
    """The Fire command of an on-map unit is carried out, and seen (6.5.1h, 6.5.1m)."""
    index = index_of(state, volley.source)
    if index >= 0:
        control.show(state, index, "6.5.1h", doing)


def _hold(state: PanzerState, source: str) -> None:
    """An on-map unit that did not respond is done, but has not fired, so nobody answers it (6.5.1.7-response-d)."""
    index = index_of(state, source)
    if index >= 0:
        detail_of(state.units[index]).held = state.turn


def _forget(state: PanzerState, source: str) -> None:
    """Removes the impact counter of a source that does not fire on (6.5.1.12e; K4)."""
    missions = counters.support_of(state).missions
    counters.change(state, missions=tuple([mission for mission in missions if mission.source != source]))


def place_astray(state: PanzerState, scene: Scene, cell: int, doing: Doing) -> None:
    """The enemy puts the fire over one of the caller's spotted units (6.5.1.12f; K5).

    6.5.1.12h: the others land as called, with counters of their own. 6.5.1.13a: its range is that to the new hex.
    """
    volley = first(state)
    far = observers.range_of(state, scene, index_of(state, volley.observer), volley.source, cell)
    doing.emit(
        "astray", "6.5.1.12f", (), side=volley.side, source=volley.source, hex=scene.board.labels[cell],
        called=scene.board.labels[volley.cell],
    )  # fmt: skip
    _put_last(state, msgspec.structs.replace(volley, cell=cell, stage=LANDS, danger=True, distance=far))


# Impact.


def _land(state: PanzerState, scene: Scene, volley: Volley, doing: Doing) -> None:
    """The impact counter is placed, the firer marked, smoke made, or the targets lined up (6.5.1.12a, 6.5.1.13e).

    6.5.1j: as things are now. An on-map unit that fire gone astray has destroyed meanwhile does not fire.
    """
    _use(state, volley.source)
    index = index_of(state, volley.source)
    if index >= 0 and observers.gun_of(state, scene, index) is None:
        _forget(state, volley.source)
        put(state, None)
        return
    _show_gun(state, volley, doing)
    since = _since(state, volley)
    _forget(state, volley.source)
    short = _short(state, scene, volley, doing)
    if index >= 0:
        # 6.5.1m, 5.16.2.3b: whether or not its smoke comes.
        gun = observers.gun_of(state, scene, index)
        assert gun is not None
        _mark(state, index, gun.arm.quiet)
    if short and volley.fire == SMOKE:
        doing.emit("no_smoke", "5.16.2.3a", (), side=volley.side, source=volley.source)
        put(state, None)
        return
    support = counters.support_of(state)
    mission = Mission(
        support.count + 1, volley.side, volley.source, volley.cell, volley.fire, volley.sheaf, state.turn,
        volley.direction, volley.observer, volley.planned, volley.danger, volley.distance, short or msgspec.UNSET,
        since,
    )  # fmt: skip
    counters.change(state, missions=(*support.missions, mission), count=mission.number)
    cells = counters.cells_of(scene.board, mission)
    # 6.5.1.5d: a linear SHEAF is told with its direction.
    towards: dict[str, Scalar] = {"facing": LETTERS[volley.direction]} if volley.direction >= 0 else {}
    doing.emit(
        "impact", "6.5.1.5e", (), number=mission.number, side=volley.side, source=volley.source,
        hex=scene.board.labels[volley.cell], fire=volley.fire, sheaf=volley.sheaf, planned=volley.planned, **towards,
    )  # fmt: skip
    if volley.fire == SMOKE:
        counters.make_smoke(state, cells, sheafs.density(volley.sheaf), counters.INDIRECT_STEP)
        put(state, None)
        return
    found = [number for number, unit in enumerate(state.units) if unit.status == ON_MAP and unit.cell in cells]
    put(state, msgspec.structs.replace(volley, stage=STRIKES, targets=tuple(found), failed=short))


def _since(state: PanzerState, volley: Volley) -> int | msgspec.UnsetType:
    """The turn in which the barrage was made that a volley only keeps up, as it was (6.1.4.3.10k, 6.5.1.8.1a)."""
    for old in counters.support_of(state).missions:
        same = (old.source, old.cell, old.sheaf, old.direction) == (
            volley.source, volley.cell, volley.sheaf, volley.direction,
        )  # fmt: skip
        if same and old.fire == volley.fire == EXPLOSIVE:
            return counters.made_in(old)
    return msgspec.UNSET


def _mark(state: PanzerState, index: int, quiet: bool) -> None:
    """Gives an on-map firer its Spot/Fire counter at once (6.5.1m); mortars are Small Arms for spotting (Q3)."""
    unit = state.units[index]
    detail = detail_of(unit)
    full = unit.mark == SPOT_FIRE and not detail.small
    mark(unit, SPOT_FIRE)
    detail.small = quiet and not full


def _short(state: PanzerState, scene: Scene, volley: Volley, doing: Doing) -> bool:
    """Whether an ammo limit fails: that of smoke (5.16.2.3a, 5.16.2.5), or the basic one of an on-map unit."""
    if state.options.get(AMMO_LIMITS) == OFF:
        return False
    index = index_of(state, volley.source)
    if index < 0:
        if volley.fire != SMOKE:
            return False
        limit, name = smoke_limit(volley.side).limit, volley.source
    else:
        gun = observers.gun_of(state, scene, index)
        assert gun is not None
        if volley.fire != SMOKE:
            return supply.roll_limits(state, scene, index, Way(gun.arm, GP), doing).failed > 0
        limit, name = gun.arm.mounted.smoke_limit, volley.source
    rolled = doing.dice.roll(LIMIT, f"ammo limit: {name} smoke")
    out = fails(limit, rolled, 0)
    doing.emit("ammo", "5.16.2d", (), unit=name, weapon=name, ammo=SMOKE, limit=limit, roll=rolled, short=out)
    return out


# Vehicles that move.


def _asks(state: PanzerState, scene: Scene, volley: Volley, doing: Doing) -> bool:
    """Whether the owner of a vehicle is to be asked if it shows its command (6.5.4.3-target-vehicle-moving-b).

    Only where the modifier could apply: called fire, in the Target Point hex or by the option anywhere (K1, Q22).
    """
    index = volley.targets[0]
    unit = state.units[index]
    if unit.status != ON_MAP or unit.known or volley.kept or volley.planned or vehicle_of(unit) is None:
        return False
    if unit.cell != volley.cell and state.options.get(IF_MOVING) != ON:
        return False
    if not reacts_by_preset(state, unit.side):
        return True
    if unit.command in scene.moving and not state.conceals.get(unit.side):
        reveal(state, index, doing)
    return False


def reveal(state: PanzerState, index: int, doing: Doing) -> None:
    """A command is seen, though it is yet to be executed (6.5.4.3-target-vehicle-moving-b)."""
    unit = state.units[index]
    unit.known = True
    doing.emit("shown", "6.5.4.3-target-vehicle-moving-b", (), unit=unit.id, command=unit.command)


def keep(state: PanzerState, doing: Doing) -> None:
    """Its owner does not show it."""
    volley = first(state)
    doing.emit("kept", "6.5.4.3-target-vehicle-moving-b", (), unit=state.units[volley.targets[0]].id)
    put(state, msgspec.structs.replace(volley, kept=True))
