"""How the steps that both levels have are carried out in the Advanced Game."""

from __future__ import annotations

from typing import Final

from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import Scenario
from hulldown.games.panzer.rules.advanced.play import firing, moving, scoring, setup, shooting, spotting, watching
from hulldown.games.panzer.rules.advanced.play.air.planes import aloft, may_come, new_air
from hulldown.games.panzer.rules.advanced.play.facts import vehicle_of
from hulldown.games.panzer.rules.advanced.play.indirect import screens
from hulldown.games.panzer.rules.advanced.play.indirect.plans import may_fall
from hulldown.games.panzer.rules.doctrine import Doctrine
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import PanzerState, Shot, Unit


class AdvancedDoctrine(Doctrine):
    """The Advanced Game; what it leaves as it is comes from the Basic Game."""

    def new_units(self, scenario: Scenario) -> list[Unit]:
        return setup.new_units(scenario)

    def prepare(self, state: PanzerState, scenario: Scenario) -> None:
        state.works = setup.new_works(scenario)
        air = new_air(scenario)
        if air is not None:
            state.air = air

    def spotting_phase(self, state: PanzerState, scene: Scene, doing: Doing) -> None:
        spotting.spotting_phase(state, scene, doing)

    def must_fire(self, state: PanzerState, scene: Scene, side: str) -> bool:
        return bool(firing.shooters(state, scene, side)) or bool(screens.ready(state, scene, side))

    def announce(self, state: PanzerState, scene: Scene, order: Order, doing: Doing) -> None:
        firing.announce(state, scene, order, doing)

    def may_show(self, state: PanzerState, scene: Scene, target: int) -> bool:
        return firing.may_show(state, target)

    def shoot(self, state: PanzerState, scene: Scene, shot: Shot, doing: Doing) -> None:
        shooting.shoot(state, scene, shot, doing)

    def settle(self, state: PanzerState, scene: Scene, target: int, doing: Doing) -> None:
        shooting.settle(state, scene, target, doing)

    def hold_fire(self, state: PanzerState, scene: Scene, side: str, doing: Doing) -> None:
        firing.hold_fire(state, scene, side, doing)

    def open_targets(self, state: PanzerState, scene: Scene, side: str, step: str) -> list[int]:
        return moving.exposed(state, scene, side, step, watching.open_targets(state, side, step))

    def could_fire(self, state: PanzerState, scene: Scene, side: str, targets: list[int]) -> bool:
        return watching.could_fire(state, scene, side, targets)

    def by_preset(self, state: PanzerState, scene: Scene, side: str, step: str) -> Order | None:
        return watching.by_preset(state, scene, side, step)

    def to_move(self, state: PanzerState, scene: Scene, side: str) -> list[int]:
        return moving.to_move(state, scene, side)

    def staying(self, state: PanzerState, scene: Scene, side: str) -> list[Task]:
        return moving.staying(state, scene, side)

    def begin(self, state: PanzerState, scene: Scene, doing: Doing) -> None:
        moving.begin(state, scene, doing)

    def advance(self, state: PanzerState, scene: Scene, doing: Doing) -> bool:
        return moving.advance(state, scene, doing)

    def may_go_on(self, state: PanzerState, scene: Scene) -> bool:
        return moving.may_go_on(state, scene)

    def aligning(self, state: PanzerState, scene: Scene) -> list[int]:
        return moving.aligning(state, scene)

    def finish(self, state: PanzerState, scene: Scene, doing: Doing) -> None:
        moving.finish(state, scene, doing)

    def armed(self, unit: Unit) -> bool:
        return scoring.holds_ground(unit)

    def worth(self, state: Position, scene: Scene, index: int) -> int:
        return scoring.worth(state, scene, index)

    def share(self, state: Position, scene: Scene, index: int) -> int:
        return scoring.reduction(state, scene, index)

    def aloft(self, state: Position, scene: Scene) -> list[tuple[str, int, int]]:
        return aloft(state)

    def scores_by_leaving(self, unit: Unit) -> bool:
        return vehicle_of(unit) is not None

    def strikes_from_afar(self, state: PanzerState, scene: Scene, side: str) -> bool:
        return may_come(state, scene, side) or may_fall(state, scene, side)

    def noun(self) -> str:
        return "units"

    def called(self, state: Position, scene: Scene, index: int) -> str:
        return scoring.called(scene, index)


ADVANCED: Final = AdvancedDoctrine()
