"""Fire of the Advanced Game on a small field: units placed by hand, dice scripted.

The field is that of `panzer_field` (columns 01 to 24, rows 01 to 12) with a building in 1206 of brick and one of wood
in 1406. All units are Seasoned unless they are told otherwise, so their Command Range is 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hulldown.core.board import LETTERS
from hulldown.core.decisions import Decision
from hulldown.core.dice import dice
from hulldown.core.events import Event
from hulldown.core.mapfile import board_from_toml
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.data.loading import Scenario, parse_scenario
from hulldown.games.panzer.rules.advanced.pieces import NOBODY, Detail, Work
from hulldown.games.panzer.rules.advanced.play import (
    firing,
    setup,
    spotting,
    watching,
)
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, Frame, PanzerState, Shot, Unit
from support.panzer_field import MAP

FAR = 20
GROUND = Ground(
    board_from_toml(
        MAP.replace('"b" = "brick_building"', '"b" = "brick_building"\n"o" = "wood_building"').replace(
            "....h..............=....", "....h......b.o.....=....", 1
        ),
        "fire map",
    )
)
BOARD = GROUND.board


class Piece(NamedTuple):
    """A unit to place: its card, its line of the force list, and its state."""

    card: str
    hex: str
    facing: str
    line: dict[str, Any]
    state: dict[str, Any]


def unit(card: str, hex_: str = "", facing: str = "A", command: str = "", **more: Any) -> Piece:
    """A unit in a hex; without one it is aboard the unit that `on` names. Values of `Detail` and `Unit` by name."""
    keys = ("weapons", "labels", "mount", "grade", "carrier", "aboard")
    line = {key: more.pop(key) for key in keys if key in more}
    return Piece(card, hex_, facing, line, {"command": command, "known": bool(command), **more})


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(list(value)).replace("'", '"') if isinstance(value, tuple | list) else f'"{value}"'


def _group(side: str, pieces: tuple[Piece, ...]) -> str:
    lines = []
    for piece in pieces:
        values = ", ".join(f"{key} = {_value(value)}" for key, value in piece.line.items())
        lines.append(f'{{ card = "{piece.card}", count = 1{", " if values else ""}{values} }}')
    return (
        f'[{side}]\ngrade = "seasoned"\n[[{side}.groups]]\nformation = "{side}"\ngrade = "seasoned"\n'
        f"units = [{', '.join(lines)}]\nhexes = {_value(BOARD_LABELS)}\n"
    )


BOARD_LABELS = [BOARD.labels[cell] for cell in BOARD.cells]


def _scenario(soviet: tuple[Piece, ...], german: tuple[Piece, ...], month: str, more: str) -> Scenario:
    text = (
        f'id = "panzer/fire"\ntitle = "Fire"\nlevel = "advanced"\nmap = "panzer-ridge"\ndate = "never"\n'
        f'month = "{month}"\nturns = 8\norder = "soviet"\ndescription = "By hand."\n{more}\n'
        + _group("soviet", soviet)
        + _group("german", german)
        + '[victory]\neliminated = 100\nlevels = [{ name = "victory", margin = 20 }]\n'
    )
    return parse_scenario(text, "fire")


class Range:
    """A firing range: a state, its scene, and what came of the orders given."""

    def __init__(
        self, soviet: list[Piece], german: list[Piece], *, script: str = "", month: str = "1944-06",
        haze: bool = False, works: list[Work] | None = None, defences: str = "", **options: str,
    ) -> None:  # fmt: skip
        special = f"haze = {str(haze).lower()}\ndefences = {{ {defences} }}"
        scenario = _scenario(tuple(soviet), tuple(german), month, special)
        self.scene = Scene(scenario, GROUND, LIBRARY.ruleset(("advanced",)))
        self.state = PanzerState(
            scenario=scenario.id, options=dict(options), seed=f"script:{script}", stack=[Frame("fire1", side="soviet")],
            units=setup.new_units(scenario), turn=1, works=works or [], modes={"soviet": "PRESET", "german": "PRESET"},
        )  # fmt: skip
        for number, piece in enumerate((*soviet, *german)):
            self._place(number, piece)
        self.look()
        self.events: list[Event] = []

    def _place(self, number: int, piece: Piece) -> None:
        placed, detail = self.state.units[number], detail_of(self.state.units[number])
        values = dict(piece.state)
        if "on" in values:
            detail.carrier = self.index(values.pop("on"))
            placed.status = CARRIED
        else:
            detail.carrier = NOBODY
            placed.status, placed.cell = ON_MAP, BOARD.by_label[piece.hex]
            detail.home = placed.cell
        placed.facing = LETTERS.index(piece.facing)
        for key, value in values.items():
            setattr(detail if key in Detail.__slots__ else placed, key, value)

    def look(self) -> None:
        """Notes who spots whom now, as the Spotting Phase does (E2)."""
        units = self.state.units
        for number, spotter in enumerate(units):
            spotter.sees = tuple(
                other
                for other, target in enumerate(units)
                if target.side != spotter.side and target.status == ON_MAP and self.spots(number, other)
            )

    def spots(self, number: int, other: int) -> bool:
        return spotting.spots(self.state, self.scene, number, other)

    def index(self, name: str) -> int:
        return next(number for number, unit in enumerate(self.state.units) if unit.id == name)

    def unit(self, name: str) -> Unit:
        return self.state.units[self.index(name)]

    def detail(self, name: str) -> Detail:
        return detail_of(self.unit(name))

    def decision(self, kind: str, side: str) -> Decision:
        return Decision("1", kind, side, "4.4.1a", "")

    @staticmethod
    def order(text: str, kind: str = "fire") -> Order:
        """An order by lines such as `S1 FIRE G1 with HEAT`."""
        tasks = []
        for line in filter(None, text.replace("\n", ";").split(";")):
            name, verb, target, *words = line.split()
            tasks.append(Task(name, verb, targets=(target,), choice=" ".join(words)))
        return Order(kind, tuple(tasks))

    def refused(self, side: str, text: str) -> str:
        """The cases by which an announcement is refused; "" when it is legal."""
        found: list[Violation] = firing.check(self.state, self.scene, self.decision("fire", side), self.order(text))
        return " ".join(one.rule for one in found)

    def fire(self, text: str, script: str = "") -> list[str]:
        """Announces fire, after it is checked, and resolves it; the kinds of the events."""
        order = self.order(text)
        side = self.unit(order.tasks[0].unit).side
        self.state.stack = [Frame("fire1", side=side)]
        found = firing.check(self.state, self.scene, self.decision("fire", side), order)
        assert found == [], [str(one) for one in found]
        return self.resolve(order, script)

    def watch(self, text: str, script: str = "", step: str = "watch") -> list[str]:
        """The same on overwatch."""
        order = self.order(text, "overwatch")
        side = self.unit(order.tasks[0].unit).side
        self.state.stack = [Frame(step, side=side)]
        found = watching.check(self.state, self.scene, self.decision("overwatch", side), order)
        assert found == [], [str(one) for one in found]
        return self.resolve(order, script)

    def unwatched(self, side: str, text: str, step: str = "watch") -> str:
        """The cases by which overwatch fire is refused."""
        self.state.stack = [Frame(step, side=side)]
        order = self.order(text, "overwatch")
        found = watching.check(self.state, self.scene, self.decision("overwatch", side), order)
        return " ".join(one.rule for one in found)

    def resolve(self, order: Order, script: str) -> list[str]:
        """Announces and resolves without a check; all scripted dice must be used."""
        rules = LIBRARY.ruleset(("advanced",))
        self.state.serial = 0
        doing = Doing(dice(f"script:{script}", 0), self.state.turn, rules)
        doing.memo["scene"] = self.scene
        firing.announce(self.state, self.scene, order, doing)
        self.state.stack.append(Frame("shots"))
        while self.state.stack[-1].step == "shots":
            rules.handlers["shots"](self.state, doing)
        self.events = list(doing.events)
        assert doing.dice.serial == len(script.split()), f"{doing.dice.serial} dice of {script!r} were rolled"
        self.rolls = list(doing.dice.rolls)
        return [event.kind for event in doing.events]

    def event(self, kind: str, number: int = 0) -> dict[str, Any]:
        """The data of an event of a kind."""
        return [dict(event.data) for event in self.events if event.kind == kind][number]

    def rules_of(self, kind: str) -> list[str]:
        return [event.rule for event in self.events if event.kind == kind]

    def shot(self, shooter: str, target: str, manner: str, overwatch: bool = False) -> Shot:
        return Shot(self.index(shooter), self.index(target), overwatch, manner)
