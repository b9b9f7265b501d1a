"""The catalogue: games, scenarios, maps, rules and weapons, the same for everybody and for no token."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader

from hulldown import resources
from hulldown.bots import BotInfo
from hulldown.core.errors import UnknownNameError
from hulldown.core.face import Face
from hulldown.draw.small_map import small_svg
from hulldown.games import game_names, load_game
from hulldown.maps import load_map, map_names
from hulldown.rules.coverage import catalogue as rule_catalogue
from hulldown.rules.coverage import game_names as catalogued
from hulldown.server.api import boards, tools
from hulldown.server.api.boards import BoardOut
from hulldown.server.api.messages import Balance, GameOut, GamesOut, ScenarioOut, ToolIn
from hulldown.server.api.openapi import ERRORS
from hulldown.server.bots.available import bots_of
from hulldown.server.matches.creation import find_scenario

Req = Request[Any, Any, Any]
CACHED = CacheControlHeader(public=True, max_age=300)


class RowOut(msgspec.Struct, frozen=True):
    """A row of the sequence of play."""

    key: str
    rule: str
    name: str
    what: str
    parent: str


class SequenceOut(msgspec.Struct, frozen=True):
    """The sequence of play."""

    rows: list[RowOut]


class RuleOut(msgspec.Struct, frozen=True):
    """A case of the rulebook in our words."""

    id: str
    book: str
    topic: str
    kind: str
    summary: str


class RulesOut(msgspec.Struct, frozen=True):
    """The cases of a rulebook."""

    rules: list[RuleOut]


class UnitsOut(msgspec.Struct, frozen=True):
    """The weapons or cards of a game."""

    units: list[dict[str, Any]]


class FlagsOut(msgspec.Struct, frozen=True):
    """The arguments of the free tools."""

    odds: list[dict[str, Any]]
    los: list[dict[str, Any]]


class MapsOut(msgspec.Struct, frozen=True):
    """The names of all maps."""

    maps: list[str]


class TablesOut(msgspec.Struct, frozen=True):
    """The cost tables of a scenario, by name, indexed by cell."""

    tables: dict[str, list[tuple[int, ...]]]


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
            **msgspec.structs.asdict(info),
            rules=game.version(info.id),
            options=game.options(info.id),
            board=f"/api/scenarios/{info.id}/board",
            tables=f"/api/scenarios/{info.id}/tables",
            face=f"/api/scenarios/{info.id}/face",
            names={side.side: side.name for side in game.face(info.id).sides},
            colours={side.side: side.colour for side in game.face(info.id).sides},
            thumbnail=f"/api/scenarios/{info.id}/thumbnail.svg",
            balance=found.get(info.id),
        )
        for info in game.scenarios()
    ]
    return GameOut(game.name, game.title, game.sides, bots, tools.offered(name), scenarios)


@get("/games", sync_to_thread=True)
def list_games(request: Req) -> GamesOut:
    """All games with their scenarios."""
    bots = bots_of(request.app.state.registry.settings)
    return GamesOut([described(name, bots) for name in game_names()])


@get("/games/{game:str}", responses=ERRORS[404], sync_to_thread=True)
def one_game(game: str, request: Req) -> GameOut:
    """One game with its scenarios."""
    return described(game, bots_of(request.app.state.registry.settings))


@get("/scenarios/{game:str}/{name:str}/sequence", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def sequence(game: str, name: str) -> SequenceOut:
    """The sequence of play of a scenario."""
    return SequenceOut([RowOut(*row[:5]) for row in load_game(game).sequence(f"{game}/{name}")])


@get("/games/{game:str}/rules", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def rules(game: str) -> RulesOut:
    """The cases of the rulebook."""
    load_game(game)
    return _rules(game)


@cache
def _rules(game: str) -> RulesOut:
    cases = rule_catalogue(game) if game in catalogued() else ()
    return RulesOut([RuleOut(case.id, case.book, case.topic, case.kind, case.summary) for case in cases])


@get("/games/{game:str}/units", responses={**ERRORS[404], **ERRORS[422]}, cache_control=CACHED, sync_to_thread=True)
def units(game: str) -> UnitsOut:
    """The weapons or cards of a game."""
    return UnitsOut(tools.units(game))


@get("/games/{game:str}/tools", responses=ERRORS[404], sync_to_thread=True)
def tool_flags(game: str) -> FlagsOut:
    """The arguments of the free tools."""
    load_game(game)
    return FlagsOut(tools.flags(game, "odds"), tools.flags(game, "los"))


@post(
    "/games/{game:str}/odds", status_code=200, responses={**ERRORS[400], **ERRORS[404], **ERRORS[422]},
    sync_to_thread=True,
)  # fmt: skip
def free_odds(game: str, data: ToolIn) -> dict[str, Any]:
    """The odds of an imagined shot."""
    return tools.odds(game, data.arguments)


@get("/maps", sync_to_thread=True)
def list_maps() -> MapsOut:
    """The names of all maps."""
    return MapsOut(list(map_names()))


@get("/maps/{name:str}", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def one_map(name: str) -> BoardOut:
    """A map as data."""
    return boards.described(load_map(name))


@get("/scenarios/{game:str}/{name:str}/board", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def board(game: str, name: str) -> BoardOut:
    """The board a scenario is played on."""
    found, info = find_scenario(f"{game}/{name}")
    return boards.described(found.board(info.id))


@get("/scenarios/{game:str}/{name:str}/tables", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def tables(game: str, name: str) -> TablesOut:
    """The cost tables that the path domains of a scenario's legal orders refer to."""
    found, info = find_scenario(f"{game}/{name}")
    return TablesOut({key: list(table) for key, table in found.cost_tables(info.id).items()})


@get("/scenarios/{game:str}/{name:str}/face", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def face(game: str, name: str) -> Face:
    """What a client needs to know to show a scenario: names, keys, colours, styles and verbs."""
    found, info = find_scenario(f"{game}/{name}")
    return found.face(info.id)


@get(
    "/scenarios/{game:str}/{name:str}/thumbnail.svg", responses=ERRORS[404], cache_control=CACHED,
    media_type="image/svg+xml", sync_to_thread=True,
)  # fmt: skip
def thumbnail(game: str, name: str) -> Response[str]:
    """A small picture of a scenario's map."""
    found, info = find_scenario(f"{game}/{name}")
    return Response(_thumbnail(found.name, info.id), media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _thumbnail(game: str, scenario: str) -> str:
    found = load_game(game)
    return small_svg(found.board(scenario), found.face(scenario))


def known_scenario(scenario: str) -> str:
    """The title of a scenario, or its id when it is gone."""
    try:
        return find_scenario(scenario)[1].title
    except UnknownNameError:
        return scenario


router = Router(
    "/api",
    route_handlers=[
        list_games, one_game, sequence, rules, units, tool_flags, free_odds, list_maps, one_map, board, tables, face,
        thumbnail,
    ],
    tags=["catalogue"],
)  # fmt: skip
