"""The data of the Basic Game: data cards, terrain effects, charts and scenarios, read from the files in `data/`.

The game's tables (1.4) are lost, so each value remembers where it comes from, and an explanation can say when a number
is reconstructed. The `parse_` functions take text, so that a user's scenario is read, and refused, like one of ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, Literal, get_args

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.board import LETTERS, Board
from hulldown.core.charts import Chart, chart_from_csv
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Listing, Natural, Positive, Tag, Text
from hulldown.games.panzer.data.cards import FOLDER, NATIONS, Card, Nation, Traction, cards, find_card
from hulldown.games.panzer.data.fireplan import BatteryForce, Plot, Registered

__all__ = [
    "AirForce", "Card", "Cover", "COVERS", "Cost", "Exit", "Force", "Group", "Level", "NATIONS", "Nation", "Objective",
    "Scenario", "SideSetup", "Terrain", "Traction", "Victory", "cards", "cell_tag", "chart", "check_places",
    "find_card", "listing", "parse_scenario", "parse_terrain", "scenario_hash", "scenarios", "terrain", "weakest",
]  # fmt: skip

Cover = Literal["none", "light", "medium", "heavy"]
COVERS: tuple[Cover, ...] = get_args(Cover)
"""The classes of cover, the least first (4.1.3b)."""
LEVELS = ("basic", "advanced")
"""The books that a scenario can be played by."""
_TERRAIN_VALUES = ("kind", "height", "cover", "fire_cover", "tracked", "half_track", "wheeled", "turn")

_UNALTERED = ("stream", "ford", "water")
"""Terrain in which, besides buildings, no counter but fire and rubble is placed (6.1.4.3b; L13)."""

Cost = Natural | Literal["P", "all"]
"""Points to enter or cross; prohibited; the whole allowance (4.5.1.1.2e, 4.5.1.1.2-wall-hedgerow-b)."""


class Terrain(msgspec.Struct, frozen=True, kw_only=True):
    """What a terrain does; see the head of `data/terrain.toml`. `height` is None where the rest of the hex counts.

    One row of the Terrain Effects: 4.1.4.1-table, 4.1.3-cover-table, 4.5.1.1.2-table and 4.5.1.1.4-table.
    """

    name: str
    kind: Literal["hex", "route", "hexside", "marker"]
    height: int | None = None
    storeys: bool = False
    cover: Cover | Literal["other"]
    fire_cover: Cover | Literal["other"]
    tracked: Cost
    half_track: Cost
    wheeled: Cost
    per_level: bool = False
    turn: Natural
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    def cost(self, traction: str) -> Cost:
        """What it costs a vehicle of this traction (4.5.1.1.2c, 4.5.1.1.2d, 4.5.1.1.2f), or who goes by a leg gait."""
        if traction == "T":
            return self.tracked
        if traction in ("H", "W"):
            return self.half_track if traction == "H" else self.wheeled
        return leg_cost(self, traction)


ON_FOOT: Final = ("foot", "laden", "cavalry", "towed")
"""The gaits of those who pay what terrain costs on foot (6.6.4); a bicycle is wheeled but for walls."""
BICYCLE: Final = "bicycle"


def leg_cost(row: Terrain, gait: str) -> Cost:
    """What a terrain costs leg and towed units by their gait (6.6.4.1d, 6.6.4.4c, 6.6.4.5d, 6.6.5d)."""
    if row.name in ("wall", "hedgerow"):
        told = listing("leg-gaits").row(gait)[row.name]
    elif gait == BICYCLE:
        return row.wheeled
    else:
        told = listing("leg-terrain").row(row.name)["leg"]
    return "P" if told == "P" else "all" if told == "all" else int(told)


Grade = Literal["", "green", "regulars", "seasoned", "veteran", "elite"]
"""The quality of troops in the Advanced Game (5.8a); "" in the Basic Game, and where the next higher level says it."""


class Force(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many units of one card; all but card and count are for the Advanced Game (`data/roster.py`).

    `grade` is that of the units where it is not their formation's (5.8.3b). `labels` are Command, Recon, Engineer and
    FO (5.9), `weapons` crew-served weapons attached to each of them (5.1.3b), `mount` motorcycles, bicycles or horses.
    `carrier` is the card, in the same group, of the vehicles that transport them, one after the other; they set up
    `aboard`, or else dismounted. Guns set up `inside` a building where it says so (6.1.4.3.1g).
    """

    card: Text
    count: Positive
    grade: Grade = ""
    labels: tuple[Text, ...] = ()
    weapons: tuple[Text, ...] = ()
    mount: str = ""
    carrier: str = ""
    aboard: bool = False
    inside: bool = False


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A formation and where it comes on: set up in a region or hexes before turn 1, or entering on a later turn.

    Exactly one of `zone` (a region of the map), `edge` (an edge of it) and `hexes` is given. `turn` 0 is setup before
    play; over an edge a group enters on turn 1 or later. `facing` (A to F) is free where it is "".
    """

    formation: Text
    units: tuple[Force, ...]
    zone: str = ""
    edge: str = ""
    hexes: tuple[Text, ...] = ()
    turn: Natural = 0
    facing: Literal["", "A", "B", "C", "D", "E", "F"] = ""
    grade: Grade = ""
    """The Formation Grade (5.8.2); groups of one formation have the same."""

    @property
    def direction(self) -> int | None:
        """The facing it must have, 0 to 5; None where it is free."""
        return LETTERS.index(self.facing) if self.facing else None

    @property
    def strength(self) -> int:
        return sum(force.count for force in self.units)


class AirForce(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """So many aircraft of one card (6.7): when they may first appear, and what they carry.

    `grade` is their Unit Grade, that of the force unless given. They may first appear in the turns from `first` to
    `last` (0: any up to the end), in either Air Phase (6.7.2.1a). `load` is bombs or rockets; "" lets the player choose
    before play where the card has both (6.7.1b).
    """

    card: Text
    count: Positive = 1
    grade: Grade = ""
    first: Positive = 1
    last: Natural = 0
    load: Literal["", "bombs", "rockets"] = ""


class SideSetup(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The forces of a side (2.0b); `grade` is its Force Grade (5.8.1), `aircraft` what flies for it (6.7b).

    `batteries`, `plots` and `registered` are its fire support off the map (`data/fireplan.py`).
    """

    groups: tuple[Group, ...]
    grade: Grade = ""
    aircraft: tuple[AirForce, ...] = ()
    batteries: tuple[BatteryForce, ...] = ()
    plots: tuple[Plot, ...] = ()
    registered: tuple[Registered, ...] = ()

    @property
    def aimed(self) -> list[tuple[str, str]]:
        """The hexes of its plots and points, each with its place in the file."""
        plots = [(f"plots, entry {number}", plot.hex) for number, plot in enumerate(self.plots, 1)]
        return plots + [(f"registered, entry {number}", point.hex) for number, point in enumerate(self.registered, 1)]

    @property
    def strength(self) -> int:
        """The number of its vehicles, those that enter later among them."""
        return sum(group.strength for group in self.groups)


class Objective(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Hexes that score for whoever controls them at the end (3.6a); they are captured in `turns` full turns (3.6c)."""

    name: Text
    hexes: tuple[Text, ...]
    points: Mapping[Nation, Natural]
    turns: Positive = 1
    holder: Literal["", "soviet", "german"] = ""


class Exit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points for each vehicle of a side that leaves the map over an edge (4.5.1.1.9d), trucks and all."""

    side: Nation
    edge: Text
    points: Positive


class Level(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A level of victory, reached by leading with so many points."""

    name: Text
    margin: Positive


class Victory(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How points are counted: percent of the card's points for enemies eliminated and damaged at the end."""

    eliminated: Natural = 100
    damaged: Natural = 0
    levels: tuple[Level, ...]

    def level(self, margin: int) -> Level | None:
        """The highest level that a lead reaches; None: a draw."""
        return next((level for level in reversed(self.levels) if margin >= level.margin), None)


class Counters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Terrain counters of one kind on the map from the start (6.1.4.3); `facing` is for Improved Positions."""

    kind: Text
    hexes: tuple[Text, ...]
    facing: Literal["", "A", "B", "C", "D", "E", "F"] = ""


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scenario: see the files in `data/scenarios` and the example in `tests/unit/games/panzer/test_scenario.py`.

    `map` names a map, whole or joined from boards. `order` is the side that sets up first, knowing less. `tie` says
    who decides when both roll the same for initiative (4.3.1a). `storeys` gives the buildings of more than one storey
    by hex (4.1.4.1.3f). `conditions` are the Special Conditions in words (2.0a). `month` (such as "1943-07") decides
    which ammunition there is (5.16.1b), `haze` is heat haze, `counters` are terrain counters, `defences` the GP
    Defense of Blocks, Bridges and Wire, which have none otherwise (6.5.4.2.5c) (Advanced Game).
    """

    id: Text
    title: Text
    level: Text = "basic"
    modules: tuple[Text, ...] = ()
    map: Text
    date: Text
    turns: Positive
    order: Nation
    soviet: SideSetup
    german: SideSetup
    objectives: tuple[Objective, ...] = ()
    exits: tuple[Exit, ...] = ()
    victory: Victory
    tie: Literal["reroll", "soviet", "german"] = "reroll"
    storeys: Mapping[str, Positive] = {}
    conditions: tuple[Text, ...] = ()
    month: str = ""
    haze: bool = False
    counters: tuple[Counters, ...] = ()
    defences: Mapping[Literal["block", "bridge", "wire"], Positive] = {}
    description: Text
    sources: tuple[Text, ...] = ()

    @property
    def rules(self) -> tuple[str, ...]:
        """The book (the level of the game) and the modules it is played by."""
        return (self.level, *self.modules)

    def side(self, name: str) -> SideSetup:
        return self.soviet if name == "soviet" else self.german


@lru_cache(maxsize=1)
def terrain() -> Mapping[str, Terrain]:
    """The effects of every terrain of the Basic Game by name (4.1.4.1-table)."""
    return parse_terrain(resources.read(*FOLDER, "terrain.toml"), "panzer/data/terrain.toml")


@lru_cache(maxsize=32)
def chart(name: str) -> Chart:
    """The chart of this name: ap-hit, aspect, damage, spotting or blind-zone (1.4)."""
    return chart_from_csv(resources.read(*FOLDER, "charts", f"{name}.csv"), f"panzer/data/charts/{name}.csv")


@lru_cache(maxsize=32)
def listing(name: str) -> Listing:
    """The list of this name: ap-modifiers, spotting-modifiers, traction or allowance (1.4)."""
    return tables.listing_from_csv(resources.read(*FOLDER, "charts", f"{name}.csv"), f"panzer/data/charts/{name}.csv")


def cell_tag(of: Chart, row: int, column: str) -> str:
    """Where a cell of a chart comes from: the chart's provenance, unless its `rulebook` line names row/column."""
    quoted = of.meta.get("rulebook", "").split()
    return "rulebook" if f"{row}/{column}" in quoted else of.meta["provenance"]


def weakest(*tags: str) -> str:
    """The least certain of some tags, for a number that several values make."""
    return tables.TAGS[max((tables.TAGS.index(tag) for tag in tables.TAGS if tag in tags), default=0)]


def parse_terrain(text: str, where: str) -> Mapping[str, Terrain]:
    """The terrain that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    default = tables.default_tag(data, where)
    found: dict[str, Terrain] = {}
    for name, entry in data.items():
        if name == "provenance":
            continue
        place = f"{where}: [{name}]"
        table = dict(tables.table_in(entry, place))
        tables.check_keys(table, (*_TERRAIN_VALUES, "storeys", "per_level", "rule", "rulebook", "notes"), place)
        # Only the text mentions single values, so these are listed rather than tagged one by one.
        read = table.pop("rulebook", [])
        if not isinstance(read, list) or not all(isinstance(value, str) for value in read):
            raise MalformedError("rulebook: it must be a list of values", place)
        content = tables.tagged({**table, "tags": dict.fromkeys(read, "rulebook")}, _TERRAIN_VALUES, default, place)
        found[name] = tables.convert(Terrain, {**table, "name": name, **content}, place)
    return MappingProxyType(found)


@lru_cache(maxsize=1)
def scenarios() -> Mapping[str, Scenario]:
    """The scenarios of the package by id, in the order of their files."""
    files = sorted(
        resources.names(*FOLDER, "scenarios", suffix=".toml"), key=lambda name: int(name.removesuffix(".toml"))
    )
    places = ((f"panzer/data/scenarios/{name}", resources.read(*FOLDER, "scenarios", name)) for name in files)
    return tables.parse_all(places, parse_scenario)


def scenario(name: str) -> Scenario:
    """The scenario of this name."""
    return scenarios()[name]


@lru_cache(maxsize=32)
def handicapped(name: str, more: int) -> Scenario:
    """A scenario with turns more or fewer: as many at least as its objectives and reinforcements need."""
    base = scenario(name)
    groups = [group.turn for side in (base.soviet, base.german) for group in side.groups]
    least = max([1, *(objective.turns for objective in base.objectives), *groups])
    return msgspec.structs.replace(base, turns=max(least, base.turns + more))


def scenario_hash(scenario: Scenario) -> str:
    """A hash of everything in a scenario that play depends on: not of its texts."""
    content: dict[str, Any] = _lean(msgspec.to_builtins(scenario))
    left_out = ["title", "date", "conditions", "description", "sources", *([] if scenario.modules else ["modules"])]
    return tables.content_hash({key: value for key, value in content.items() if key not in left_out})


_LATER = {
    "grade": "", "labels": (), "weapons": (), "mount": "", "carrier": "", "aboard": False, "inside": False,
    "month": "", "haze": False, "counters": (), "defences": {}, "aircraft": (), "batteries": (), "plots": (),
    "registered": (),
}  # fmt: skip
"""What came with the Advanced Game: left out of the hash where it says nothing, so that older scenarios keep theirs."""


def _lean(content: Any) -> Any:
    """Plain data without the fields of the Advanced Game that say nothing."""
    if isinstance(content, dict):
        return {
            key: _lean(value)
            for key, value in content.items()
            if key not in _LATER or (tuple(value) if isinstance(value, list | tuple) else value) != _LATER[key]
        }
    return [_lean(value) for value in content] if isinstance(content, list | tuple) else content


def parse_scenario(text: str, where: str) -> Scenario:
    """The scenario that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, Scenario.__struct_fields__, where)
    if isinstance(data.get("description"), str):
        data["description"] = data["description"].strip()
    scenario = tables.convert(Scenario, data, where)
    if scenario.level not in LEVELS:
        raise MalformedError(f"level: there is no level {scenario.level!r}", where, f"levels: {', '.join(LEVELS)}")
    for side in NATIONS:
        _check_side(scenario, side, f"{where}: [{side}]")
    names = [objective.name for objective in scenario.objectives]
    for number, objective in enumerate(scenario.objectives, 1):
        place = f"{where}: [[objectives]] {number}"
        if names.index(objective.name) != number - 1:
            raise MalformedError(f"name: {objective.name!r} is that of another objective", place)
        if not objective.hexes:
            raise MalformedError("hexes: there is none", place)
        if not any(objective.points.values()):
            raise MalformedError("points: it scores for nobody", place)
        if objective.turns > scenario.turns:
            raise MalformedError(f"turns is {objective.turns} in a game of {scenario.turns}", place)
    if scenario.level != "basic":
        # Rosters and batteries are made from what is defined here.
        from hulldown.games.panzer.data.batteries import check_support
        from hulldown.games.panzer.data.roster import check_roster

        check_roster(scenario, where)
        check_support(scenario, where)
    if scenario.soviet.aircraft or scenario.german.aircraft:
        from hulldown.games.panzer.data.airforce import check_aircraft

        check_aircraft(scenario, where)
    margins = [level.margin for level in scenario.victory.levels]
    if not margins or margins != sorted(set(margins)):
        raise MalformedError(
            "levels: give at least one, each with a greater margin than the one before", f"{where}: [victory]"
        )
    return scenario


def _check_side(scenario: Scenario, side: Nation, place: str) -> None:
    groups = scenario.side(side).groups
    for number, group in enumerate(groups, 1):
        spot = f"{place} groups, entry {number}"
        if not group.units:
            raise MalformedError("units: there is none", spot)
        for force in group.units if scenario.level == "basic" else ():
            card = cards().get(force.card)
            if card is None:
                raise MalformedError(
                    f"card: there is no vehicle {force.card!r}", spot, tables.near(force.card, cards())
                )
            if card.nation not in (side, "both"):
                raise MalformedError(f"card: {force.card} is no {side} vehicle", spot)
        if sum(map(bool, (group.zone, group.edge, group.hexes))) != 1:
            raise MalformedError("give exactly one of zone, edge and hexes", spot)
        if group.zone and group.turn:
            raise MalformedError("turn: a zone is for setup before play; name an edge or hexes to enter by", spot)
        if group.edge and not group.turn:
            raise MalformedError("turn: say on which turn it enters over the edge", spot)
        if group.turn > scenario.turns:
            raise MalformedError(f"turn is {group.turn} in a game of {scenario.turns}", spot)
    if scenario.level == "basic" and not any(cards()[force.card].ap for group in groups for force in group.units):
        raise MalformedError("it has no vehicle that can fire", place)


def check_places(scenario: Scenario, board: Board) -> None:
    """Raises MalformedError for the first region, edge or hex of a scenario that its map does not have (2.0a)."""
    place = scenario.id
    groups = [group for side in NATIONS for group in scenario.side(side).groups]
    wanted = (
        ("region", board.regions, [group.zone for group in groups if group.zone]),
        ("edge", board.edges, [*(group.edge for group in groups if group.edge), *(way.edge for way in scenario.exits)]),
        ("hex", board.by_label, [label for group in groups for label in group.hexes]),
        ("hex", board.by_label, [label for objective in scenario.objectives for label in objective.hexes]),
        ("hex", board.by_label, list(scenario.storeys)),
        ("hex", board.by_label, [label for counters in scenario.counters for label in counters.hexes]),
    )
    for what, known, names in wanted:
        for name in names:
            if name not in known:
                raise MalformedError(f"map {board.name} has no {what} {name!r}", place, tables.near(name, known))
    for side in NATIONS:
        for entry, label in scenario.side(side).aimed:
            if label not in board.by_label:
                told = f"hex: map {board.name} has no hex {label!r}"
                raise MalformedError(told, f"{place}: [{side}] {entry}", tables.near(label, board.by_label))
    _check_buildings(scenario, groups, board)
    _check_counters(scenario, board)


def _check_buildings(scenario: Scenario, groups: list[Group], board: Board) -> None:
    """Storeys are those of buildings; groups with guns indoors have a building hex (4.1.4.1.3f, 6.1.4.3.1g)."""
    place = scenario.id
    houses = [name for name, row in terrain().items() if row.storeys]
    for label in scenario.storeys:
        if board.terrain[board.by_label[label]] not in houses:
            raise MalformedError(f"storeys: {label} is no building hex", place)
    for group in groups:
        if not any(force.inside for force in group.units):
            continue
        cells = board.regions[group.zone] if group.zone else [board.by_label[label] for label in group.hexes]
        if not any(board.terrain[cell] in houses for cell in cells):
            raise MalformedError(f"inside: {group.formation} has no building hex to set up in (6.1.4.3.1g)", place)


def _check_counters(scenario: Scenario, board: Board) -> None:
    """Counters alter no streams, fords, waters and buildings, but for fire and rubble (6.1.4.3b; L13)."""
    for counters in scenario.counters:
        for label in counters.hexes if counters.kind not in ("fire", "rubble") else ():
            name = board.terrain[board.by_label[label]]
            ground = terrain().get(name)
            if name in _UNALTERED or (ground is not None and ground.storeys):
                told = f"{label} is {name.replace('_', ' ')}, which it cannot alter"
                raise MalformedError(f"counters: {counters.kind}: {told} (6.1.4.3b)", scenario.id)
