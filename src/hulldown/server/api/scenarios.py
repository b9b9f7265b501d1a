"""Games and their scenarios as lists show them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from hulldown import resources
from hulldown.bots import BotInfo
from hulldown.core.events import Scalar
from hulldown.core.face import Colour, Face, Shape, TypeFace
from hulldown.core.face import Frame as SideFrame
from hulldown.core.game import OptionInfo
from hulldown.core.orders import Side
from hulldown.games import load_game
from hulldown.server.api import tools


class Counted(msgspec.Struct, frozen=True):
    """How often each side has won between equal bots, and how sure that is for the first one."""

    games: int
    bots: str
    wins: dict[Side, float]
    interval: tuple[float, float]
    handicap: dict[str, int] = {}
    """Options with which the lab's games came out about even."""
    options: dict[str, Scalar] = {}
    """The options that were played with, as far as they are not as usual."""


class Balance(Counted, frozen=True):
    """The balance of a scenario as it is usually played, and what has been counted with other options."""

    others: tuple[Counted, ...] = ()


class ForceOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """Units of one type in a force, and how the type is shown."""

    type: str
    count: int
    short: str
    shape: Shape
    silhouette: str = ""


class ScenarioOut(msgspec.Struct, frozen=True):
    """A scenario with the addresses of its board and tables."""

    id: str
    game: str
    title: str
    description: str
    map: str
    length: int
    facts: dict[str, Scalar]
    sides: dict[Side, dict[str, Scalar]]
    hash: str
    rules: str
    """The version of its rules."""
    options: tuple[OptionInfo, ...]
    board: str
    tables: str
    face: str
    names: dict[Side, str]
    """The names of the sides."""
    colours: dict[Side, Colour]
    """Their colours in the palette."""
    frames: dict[Side, SideFrame]
    """The corners of their counters, which tell them apart without colour."""
    forces: dict[Side, tuple[ForceOut, ...]]
    """What each side has, for pictures."""
    thumbnail: str
    book: str
    """The book that its weapons are from, "" for the game's first: asked for with /units."""
    builder: bool
    """Whether its forces are open, and can be built."""
    balance: Balance | None


class GameOut(msgspec.Struct, frozen=True):
    """A game with its scenarios."""

    name: str
    title: str
    sides: tuple[Side, ...]
    bots: tuple[BotInfo, ...]
    tools: tuple[str, ...]
    scenarios: list[ScenarioOut]


class GamesOut(msgspec.Struct, frozen=True):
    """All games."""

    games: list[GameOut]


@cache
def balances() -> dict[str, Balance]:
    """What the lab has found about scenarios, by their ids."""
    return msgspec.json.decode(resources.read("hulldown.lab", "balance.json"), type=dict[str, Balance])


def described(name: str, bots: tuple[BotInfo, ...]) -> GameOut:
    """A game with its scenarios and the bots that play it."""
    game = load_game(name)
    found = balances()
    scenarios = [
        ScenarioOut(
            **{name: value for name, value in msgspec.structs.asdict(info).items() if name != "units"},
            rules=game.version(info.id),
            options=game.options(info.id),
            board=f"/api/scenarios/{info.id}/board",
            tables=f"/api/scenarios/{info.id}/tables",
            face=f"/api/scenarios/{info.id}/face",
            names={side.side: side.name for side in game.face(info.id).sides},
            colours={side.side: side.colour for side in game.face(info.id).sides},
            frames={side.side: side.frame for side in game.face(info.id).sides},
            forces={side: _forces(game.face(info.id), units) for side, units in info.units.items()},
            thumbnail=f"/api/scenarios/{info.id}/thumbnail.svg",
            builder=game.builder(info.id, {}) is not None,
            balance=found.get(info.id),
        )
        for info in game.scenarios()
    ]
    return GameOut(game.name, game.title, game.sides, bots, tools.offered(name), scenarios)


def _forces(face: Face, units: Mapping[str, int]) -> tuple[ForceOut, ...]:
    """The types of a force, the most numerous first."""
    types = {entry.type: entry for entry in face.types}
    found = []
    for name, count in sorted(units.items(), key=lambda one: -one[1]):
        entry = types.get(name, TypeFace(name, name))
        found.append(ForceOut(name, count, entry.short or name, entry.shape, entry.silhouette))
    return tuple(found)
