"""Aims made from the state: everything that an AP shot or a GP attack depends on at this moment (6.5.2, 6.5.4)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.games.panzer.data.advanced_tables import find_grade
from hulldown.games.panzer.data.loading import Cover
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.ap import ApAim
from hulldown.games.panzer.rules.advanced.arms import ap_weapon, gp_weapon
from hulldown.games.panzer.rules.advanced.gp import DualFire, GpAim, GpWeapon
from hulldown.games.panzer.rules.advanced.gp_defence import Defence, of_passenger, of_terrain, of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR, Clouds, Source, clouds_of, counting
from hulldown.games.panzer.rules.advanced.hulldown import Angle, HullDown
from hulldown.games.panzer.rules.advanced.locations import Place, ShotAngle, hit_angles, places, slope
from hulldown.games.panzer.rules.advanced.play import cover, sight, spotting, works
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    cell_of,
    detail_of,
    leg_of,
    member_of,
    over_stacked,
    vehicle_of,
)
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import Way, in_arc
from hulldown.games.panzer.rules.arcs import Watch
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, PanzerState

CRAWLING: Final = "crawling"
CAVALRY: Final = "cavalry"


class Firing(NamedTuple):
    """Who fires, with what, at whom, and how: what an announcement says."""

    shooter: int
    target: int
    way: Way
    overwatch: bool = False
    dual: DualFire = "none"


def bearer(state: PanzerState, index: int) -> int:
    """Whose command a unit acts by, and where it is: a passenger's is its carrier (J11, N5, 6.6.7.2b)."""
    unit = state.units[index]
    return detail_of(unit).carrier if unit.status == CARRIED else index


def moves(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether a unit is seen to have a command by which it moves; it counts as moving all turn (F6).

    6.5.2.2.1f: also when a Track hit keeps it where it is.

    Case 6.5.4.3-target-vehicle-moving-b.
    """
    unit = state.units[index]
    return unit.known and unit.command in scene.moving


class Line(NamedTuple):
    """What lies on the line of fire: sources of Brew-Up Smoke, of Fire, of smoke and barrages, each once (H5, H6)."""

    smoke: int = 0
    fires: int = 0
    clouds: Clouds = CLEAR


OPEN_LINE: Final = Line()


def line_of(state: PanzerState, scene: Scene, shooter: int, target: int) -> Line:
    """The hindrances between two units, those of both ends included.

    A line may meet several of them (5.11a). Where some share a hex the largest modifier counts alone (5.11b).

    Cases 6.5.2.4-on-fire-a, 6.5.4.3-on-fire-a, 6.5.4.3-brew-up-smoke.
    """
    sources = sight.sources_between(state, scene, shooter, target)
    return counted(sources) if sources else OPEN_LINE


def counted(sources: list[Source]) -> Line:
    """The hindrances that count among those of a line (5.11b)."""
    found = counting(sources)
    kinds = [source.kind for source in found]
    return Line(kinds.count("brew_up_smoke"), kinds.count("on_fire"), clouds_of(found))


def watch_of(state: PanzerState, scene: Scene, firing: Firing) -> Watch:
    """How overwatch fire counts: leg units always as in their arc, guns outside it adjust (G8).

    Cases 6.5.4.3-overwatch, 6.5.4.3-overwatch-adjust.
    """
    if not firing.overwatch:
        return "none"
    if leg_of(state.units[firing.shooter]) is not None:
        return "overwatch"
    return "overwatch" if in_arc(state, scene, firing.shooter, firing.way.arm, firing.target) else "adjust"


class Common(NamedTuple):
    """What AP and GP fire ask alike; suppression hinders fire from either side of its counter (5.10b)."""

    distance: int
    watch: Watch
    line: Line
    transported: bool
    halts: bool
    suppressed: bool
    damaged: bool


def _common(state: PanzerState, scene: Scene, firing: Firing) -> Common:
    """Cases 6.5.2.4-transported-fire, 6.5.4.3-transported-fire, 6.5.4.3-shooter-damaged, 6.5.4.3-shooter-suppressed."""
    shooter = state.units[firing.shooter]
    carried = shooter.status == CARRIED
    here, there = cell_of(state, firing.shooter), state.units[firing.target].cell
    return Common(
        scene.board.distance(here, there),
        watch_of(state, scene, firing),
        line_of(state, scene, firing.shooter, firing.target),
        carried,
        # 6.6.7.2d: passengers never take the modifier of a Short Halt.
        not carried and shooter.command in scene.halting,
        bool(detail_of(shooter).suppressed),
        shooter.damaged,
    )


def angle_of(target: Vehicle, angles: tuple[Angle, ...], shot: ShotAngle, hull_down: HullDown) -> Angle:
    """The Hit Angle where the line runs between two: the owner takes the one with more armour (6.5.2.2c; C3).

    A location that is masked cannot be hit, and as many are at one angle as at another. Ties go to the front, which
    comes first.
    """
    return max(angles, key=lambda angle: _bare_armour(places(target, angle, shot, hull_down)))


def _bare_armour(found: tuple[Place, ...]) -> int:
    """The armour of all locations that can be hit (6.5.2.2c)."""
    return sum(place.armour for place in found if not place.masked)


def ap_aim(state: PanzerState, scene: Scene, firing: Firing, kind: str = "", failed: int = 0) -> ApAim:
    """An AP shot at a vehicle; `kind` is the round that is fired in the end, where a limit changed it.

    Cases 6.5.2.2c, 6.5.2.3.1, 6.1.4.1a, 6.5.2.4-shooter-suppressed, 6.5.2.4-heat-haze, 6.5.2.4-dual-fire-a, 5.13a,
    5.16.2.2a.
    """
    unit, board = state.units[firing.target], scene.board
    target = vehicle_of(unit)
    assert target is not None
    asked = _common(state, scene, firing)
    here = cell_of(state, firing.shooter)
    dq, dr = board.q[here] - board.q[unit.cell], board.r[here] - board.r[unit.cell]
    rise = slope(sight.height(state, scene, firing.shooter), sight.height(state, scene, firing.target))
    hull_down = cover.hull_down_from(state, scene, firing.target, firing.shooter)
    kept, source = cover.fire_cover(state, scene, firing.target)
    arm = firing.way.arm
    return ApAim(
        weapon=ap_weapon(arm.owner, arm.mounted, kind or firing.way.kind),
        target=target,
        distance=asked.distance,
        angle=angle_of(target, hit_angles(unit.facing, dq, dr), rise, hull_down),
        shot=rise,
        hull_down=hull_down,
        grade=find_grade(member_of(scene, firing.shooter).grade),
        cover=kept,
        over_stacked=over_stacked(state, unit.cell),
        target_moving=moves(state, scene, firing.target),
        target_damaged=unit.damaged,
        short_halt=asked.halts,
        shooter_damaged=asked.damaged,
        shooter_suppressed=asked.suppressed,
        watch=asked.watch,
        smoke=asked.line.smoke,
        fires=asked.line.fires,
        clouds=asked.line.clouds,
        limits=failed,
        transported=asked.transported,
        heat_haze=scene.scenario.haze,
        dual_fire=firing.dual,
        cover_source=source,
    )


def gp_weapon_of(firing: Firing) -> GpWeapon:
    """The GP row that is fired, of hand-held weapons also beside their AP round (5.1.3.4f)."""
    arm = firing.way.arm
    return gp_weapon(arm.owner, None if arm.intrinsic else arm.mounted)


def gp_aim(state: PanzerState, scene: Scene, firing: Firing, failed: int = 0) -> GpAim:
    """A GP attack on the unit that is fired at.

    Cases 6.5.4.3-target-cavalry, 6.5.4.3-wall-hexside, 6.5.4.3-hasty-entrenchment, 6.5.4.3-vehicle-cover-a,
    6.5.4.3-target-vehicle-moving-a, 6.5.4.3-short-halt, 6.5.4.3-heat-haze, 6.5.4.3-dual-fire, 5.13a,
    6.5.4.4.2-eff-nonsmall-ap-d, 6.5.4.3-ammo-limit.
    """
    unit, asked = state.units[firing.target], _common(state, scene, firing)
    detail = detail_of(unit)
    vehicle = vehicle_of(unit)  # 6.6.4.3e: who crawls is the better target, though it does not count as moving
    kept, source = cover.fire_cover(state, scene, firing.target)
    crowded = over_stacked(state, unit.cell)
    mount = member_of(scene, firing.target).mount
    cavalry = mount is not None and mount.name == CAVALRY
    return GpAim(
        weapon=gp_weapon_of(firing),
        defence=defence_of(state, scene, firing.target, kept, source),
        distance=asked.distance,
        grade=find_grade(member_of(scene, firing.shooter).grade),
        size=spotting.size_of(scene, state, firing.target),
        cover=kept if vehicle is not None else "none",
        cover_source=source,
        over_stacked=crowded,
        target_moving=vehicle is not None and moves(state, scene, firing.target),
        target_damaged=unit.damaged,
        hull_down="none" if vehicle is None else cover.hull_down_from(state, scene, firing.target, firing.shooter),
        cavalry=cavalry,
        crawling=detail.manner == CRAWLING,
        wall=vehicle is None and cover.over_wall(scene.ground, cell_of(state, firing.shooter), unit.cell),
        entrenched=works.entrenched(state, firing.target),
        short_halt=asked.halts,
        shooter_damaged=asked.damaged,
        shooter_suppressed=asked.suppressed,
        watch=asked.watch,
        smoke=asked.line.smoke,
        fires=asked.line.fires,
        clouds=asked.line.clouds,
        ammo_limit=failed > 0,
        transported=asked.transported,
        heat_haze=scene.scenario.haze,
        dual_fire=firing.dual,
    )


def passenger_aim(state: PanzerState, aim: GpAim, passenger: int) -> GpAim:
    """The attack on a passenger by the fire at its carrier: the same factor, its own defence (6.5.4.2.3b, .3d)."""
    unit = state.units[passenger]
    carrier = vehicle_of(state.units[detail_of(unit).carrier])
    assert carrier is not None
    defence = of_passenger(unit.id, carrier.under_cover)
    return aim._replace(
        defence=defence, size="V", cover="none", target_moving=False, target_damaged=False, hull_down="none",
        cavalry=False, crawling=False, wall=False, entrenched=False,
    )  # fmt: skip


def terrain_aim(aim: GpAim, terrain: str, given: int = 0) -> GpAim:
    """The attack on the terrain that a target occupies, with the same factor and firer (6.5.4.4g).

    `given` is the GP Defense by the scenario (6.5.4.2.5c).
    """
    return aim._replace(
        defence=of_terrain(terrain, given), size="V", cover="none", target_moving=False, target_damaged=False,
        hull_down="none", cavalry=False, crawling=False, wall=False, entrenched=False,
    )  # fmt: skip


def defence_of(state: PanzerState, scene: Scene, target: int, kept: Cover, source: str) -> Defence:
    """The GP Defense of a unit on the map as it is now (6.5.4.2.1, 6.5.4.2.2).

    E9: an over-stacked hex takes the cover from towed units, not from leg units. L5: who crawls does not count as
    moving.
    """
    unit = state.units[target]
    card, detail = card_of(unit), detail_of(unit)
    if isinstance(card, Vehicle):
        return of_vehicle(card)
    bare = cover.crowded(state, target)
    moving = moves(state, scene, target) and detail.manner != CRAWLING
    return of_unit(card, "none" if bare else kept, cover.in_full_cover(scene, unit), moving, source)
