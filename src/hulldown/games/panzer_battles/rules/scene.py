"""The scene of a game: its scenario, its ground and its rules. Rules and bots ask it what can be seen from where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, final

from hulldown.core.board import Cell, mask_of
from hulldown.core.books import Ruleset
from hulldown.core.events import ONLOOKERS
from hulldown.core.hex import OPPOSITE
from hulldown.core.paths import IMPOSSIBLE, CostTable
from hulldown.core.scenes import Scenes
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.data.doctrine import Doctrine, doctrines
from hulldown.games.panzer_battles.data.played import scenario_of
from hulldown.games.panzer_battles.data.scenarios import Artillery, Group, Scenario, cells_in, check_places
from hulldown.games.panzer_battles.rules.ground import TABLES, Ground, load_ground, table_of
from hulldown.games.panzer_battles.rules.hooks import Hooks
from hulldown.games.panzer_battles.rules.state import (
    OFF,
    ON_MAP,
    SECOND,
    SIDES,
    BattleState,
    Unit,
    enemies_in,
    enemy_of,
    real,
)
from hulldown.games.panzer_battles.rules.unit_types import file, traits
from hulldown.games.panzer_battles.rules.verbs.base import BattleVerb

if TYPE_CHECKING:
    from hulldown.games.panzer_battles.rules.fire import Terrain
    from hulldown.games.panzer_battles.rules.losses import LossDice

Rules = Ruleset[BattleVerb, Hooks]


class Worth(NamedTuple):
    """What the loss of a unit scores for the enemy: for each vehicle or step, and when it is wholly lost."""

    each: int
    whole: int


@final
class Scene:
    """Scenario, ground and rules of a game."""

    __slots__ = (
        "_allowances", "_defilade", "_entering", "_exits", "_towns", "_worth", "_zones", "answering", "board",
        "ground", "rules", "scenario", "tables",
    )  # fmt: skip

    def __init__(self, scenario: Scenario, rules: Rules) -> None:
        self.scenario = scenario
        self.rules = rules
        dust = scenario.special.dust
        self.ground: Ground = load_ground(scenario.map, dust.most if dust is not None else None)
        self.board = self.ground.board
        check_places(scenario, self.board)
        self.answering: dict[str, tuple[BattleVerb, ...]] = {}
        """The verbs that answer each kind of decision, in the order of the rules."""
        for verb in rules.verbs.values():
            for decision in verb.answers:
                self.answering[decision] = (*self.answering.get(decision, ()), verb)
        only = scenario.special.defilade
        self._defilade: int = self.ground.defilade_cells(only.terrain if only is not None else ())
        self._zones: dict[str, int] = {}
        self._exits: dict[str, tuple[Cell, ...]] = {}
        self._allowances: dict[str, int] = {}
        self._entering: dict[tuple[Cell, str], int] = {}
        self._worth: dict[tuple[str, str], Worth] = {}
        self._towns: dict[Cell, str] = {
            self.board.by_label[label]: label for town in scenario.towns for label in town.hexes
        }
        for side in SIDES:
            self._take(side)
        self.tables: dict[str, CostTable] = self._cost_tables()
        """The cost tables that path domains name."""

    def people(self, side: str) -> str:
        """What a side is called: the nation's name of the scenario."""
        return self.scenario.side(side).people

    def _take(self, side: str) -> None:
        """Works out what the scenario says of a side."""
        setup = self.scenario.side(side)
        zone = 0
        for group, _, platoon in setup.platoons():
            self._allowances[side] = max(self._allowances.get(side, 0), platoon.unit.ma)
            if group.area is not None:
                zone |= mask_of(cells_in(group.area, self.board))
            self._worth[side, platoon.type] = Worth(
                self._award(side, "loss", platoon.type), self._award(side, "unit", platoon.type)
            )
        self._zones[side] = zone
        self._exits[side] = cells_in(setup.exits.zones, self.board) if setup.exits is not None else ()

    def _award(self, loser: str, what: str, kind: str) -> int:
        gainer = enemy_of(loser)
        return sum(
            award.points
            for award in self.scenario.victory.awards
            if award.what == what and kind in award.types and gainer in award.sides
        )

    def _cost_tables(self) -> dict[str, CostTable]:
        found: dict[str, CostTable] = dict(self.ground.cost_tables)
        for name in TABLES:
            edges = self.ground.edge_tables[name]
            found[f"leave {name}"] = edges
            found[f"enter {name}"] = [
                (min([cost for cost in row if cost != IMPOSSIBLE], default=IMPOSSIBLE),) for row in edges
            ]
        return found

    # The map.

    def label(self, cell: Cell) -> str:
        return self.board.labels[cell] if cell >= 0 else ""

    def terrain(self, cell: Cell) -> Terrain:
        """The terrain of a hex; road and trail are lines through it (12.4-road)."""
        found: Terrain = self.board.terrain[cell]  # type: ignore[assignment]
        return found

    def level(self, cell: Cell) -> int:
        """The height level of a hex (7.1)."""
        return self.ground.height[cell]

    def clear(self, a: Cell, b: Cell) -> bool:
        """Whether the line between two cells is clear, dust included (7.1, 20.0-sr-1)."""
        return self.ground.sight.clear(a, b)

    def row(self, cell: Cell) -> int:
        """The cells with a clear line to a cell, as a set of bits."""
        return self.ground.sight.rows[cell]

    def displacement(self, a: Cell, b: Cell) -> tuple[int, int]:
        """The way from one cell to another in axial hexes."""
        return self.board.q[b] - self.board.q[a], self.board.r[b] - self.board.r[a]

    def allows_defilade(self, cell: Cell) -> bool:
        """Whether vehicles may enter defilade in a hex (15.0-gen-1, 20.0-sr-2)."""
        return self._defilade >> cell & 1 == 1

    # The scenario.

    def verb(self, kind: str, decision: str) -> BattleVerb | None:
        """The verb of this kind, if it answers this kind of decision."""
        verb = self.rules.verbs.get(kind)
        return verb if verb is not None and decision in verb.answers else None

    def doctrine(self, side: str) -> Doctrine:
        """What doctrine asks of a side (18.0)."""
        return doctrines()[self.scenario.side(side).doctrine]

    def group(self, unit: Unit) -> Group:
        """The group of the scenario that a unit belongs to; dummies go with the first (DUM-6)."""
        return self.scenario.side(unit.side).groups[max(unit.group, 0)]

    def zone(self, side: str) -> int:
        """The hexes in which a side sets up, as a set of bits (19.1a)."""
        return self._zones[side]

    def artillery(self, side: str) -> Artillery | None:
        return self.scenario.side(side).artillery

    def headquarters(self) -> list[tuple[str, str]]:
        """The battalions of both sides by name, with the ratings of their headquarters (14.7b, MOR-15).

        18.23, MOR-5: western ones too, as the scenarios rate them.
        """
        return [
            (f"{side} {one.key}", one.hq) for side in SIDES for one in self.scenario.side(side).battalions
        ]  # fmt: skip

    def dummy_allowance(self, side: str) -> int:
        """The points of a dummy: those of the fastest unit of its side (DUM-2)."""
        return self._allowances[side]

    # Entry and exit.

    def entry_price(self, unit: Unit, place: int = 0) -> int:
        """The points from a unit's place in the queue, or another, to its entry hex (19.22b, 19.23b; SCN-2, SCN-3)."""
        name = table_of(traits(unit.type).infantry, file(unit))
        key = (unit.entry, name)
        one = self._entering.get(key)
        if one is None:
            one = self._entering[key] = self.tables[f"enter {name}"][unit.entry][0]
        if place:
            return one * place
        return unit.owing if unit.owing else one * max(unit.place, 1)

    def entry_turn(self, unit: Unit) -> int:
        """The turn from which a unit off the map may come on (19.2, 20.0-reinf-1)."""
        enter = self.group(unit).enter
        return enter.turn if enter is not None else 1

    def may_enter(self, state: BattleState, index: int) -> bool:
        """Whether a unit may come onto the map now: its turn has come, and nobody is before it in its queue (19.24)."""
        unit = state.units[index]
        if unit.entry < 0 or state.turn < self.entry_turn(unit):
            return False
        return not any(
            other.entry == unit.entry and other.status == OFF and other.side == unit.side and other.place < unit.place
            for other in state.units
        )

    def inward(self, unit: Unit, cell: Cell) -> int:
        """The direction in which a unit comes onto the map by a hex of the edge."""
        ways = [way for way, ahead in enumerate(self.board.neighbours[cell]) if ahead < 0]
        if not ways:
            return unit.facing
        return OPPOSITE[ways[len(ways) // 2]]

    def exits(self, side: str) -> tuple[Cell, ...]:
        """The hexes from which a side may leave the map (19.31a)."""
        return self._exits[side]

    def exit_price(self, unit: Unit, cell: Cell) -> int:
        """The points to leave the map from a hex (19.31a); IMPOSSIBLE where that is not allowed."""
        if cell not in self._exits[unit.side]:
            return IMPOSSIBLE
        name = table_of(traits(unit.type).infantry, file(unit))
        costs = [cost for cost in self.ground.edge_tables[name][cell] if cost != IMPOSSIBLE]
        return min(costs, default=IMPOSSIBLE)

    # Options of a game.

    def front_arc(self, state: BattleState) -> int:
        """The width of the Front Arc (FAC-1)."""
        return 120 if state.options.get("front_arc") == "120" else 180

    def loss_dice(self, state: BattleState) -> LossDice:
        """How losses are modified (FIRE-1)."""
        return "single" if state.options.get("loss_dice") == "single" else "each"

    # Points.

    def worth(self, unit: Unit) -> Worth:
        """What the loss of a unit scores."""
        return self._worth.get((unit.side, unit.type), _NOTHING)

    def take_control(self, state: BattleState, unit: Unit) -> None:
        """Notes who was last in a hex of a town (19.32a); broken and withdrawing units take none (19.33a; SCN-17).

        Where both sides are, nobody takes it from the other. 6.8, 7.0-gen-1: who has not seen the unit learns nothing.
        """
        label = self._towns.get(unit.cell)
        if label is None or not counts(state, unit) or enemies_in(state, unit.side, unit.cell):
            return
        before = state.control.get(label, SECOND)
        shown = unit.shown if unit.carrier < 0 else state.units[unit.carrier].shown
        for viewer in (*SIDES, ONLOOKERS):
            key = f"{viewer} {label}"
            if shown or viewer == unit.side:
                state.stale.pop(key, None)
            elif before != unit.side:
                state.stale.setdefault(key, before)
        if before != unit.side:
            state.control[label] = unit.side

    def occupy(self, state: BattleState) -> None:
        """Notes who holds the towns in which units stand: who has recovered or got off there occupies it (19.32a)."""
        if not self._towns:
            return
        for unit in state.units:
            if unit.cell in self._towns and unit.status == ON_MAP and real(unit):
                self.take_control(state, unit)


_NOTHING: Final = Worth(0, 0)


def counts(state: BattleState, unit: Unit) -> bool:
    """Whether a unit earns its side points by where it is (19.33a)."""
    return unit.command != "WITHDRAW" and state.companies[unit.company].morale < 3


SCENES: Final[Scenes[Scenario, Scene]] = Scenes(Scene)


def scene_in(state: BattleState, doing: Doing) -> Scene:
    """The scene while an order is carried out, looked up once."""
    scene: Scene | None = doing.memo.get("scene")
    if scene is None:
        scene = doing.memo["scene"] = SCENES.within(scenario_of(state), doing.rules)
    return scene
