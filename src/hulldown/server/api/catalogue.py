"""The catalogue: games, scenarios, maps, rules and weapons, the same for everybody and for no token."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, TypeVar, cast

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.datastructures import CacheControlHeader
from litestar.enums import MediaType

from hulldown.core.briefing import Briefing
from hulldown.core.builder import Builder
from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.events import Scalar
from hulldown.core.face import Face
from hulldown.core.tutorial import LessonStep
from hulldown.draw.scenario_picture import scenario_svg
from hulldown.games import game_names, lessons, load_game, load_lesson
from hulldown.maps import load_map, map_names
from hulldown.rules.coverage import catalogue as rule_catalogue
from hulldown.rules.coverage import game_names as catalogued
from hulldown.server.api import boards, tools
from hulldown.server.api.boards import BoardOut
from hulldown.server.api.messages import BriefingIn, ToolIn
from hulldown.server.api.openapi import ERRORS
from hulldown.server.api.scenarios import GameOut, GamesOut, described
from hulldown.server.bots.available import bots_of
from hulldown.server.matches.creation import find_scenario

Req = Request[Any, Any, Any]
T = TypeVar("T")
CACHED = CacheControlHeader(public=True, max_age=300)


class RowOut(msgspec.Struct, frozen=True):
    """A row of the sequence of play."""

    key: str
    rule: str
    name: str
    what: str
    parent: str
    aside: bool = False
    """Whether it only interrupts the row it is part of."""


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


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson as lists show it."""

    id: str
    game: str
    title: str
    scenario: str


class LessonsOut(msgspec.Struct, frozen=True):
    """All lessons."""

    lessons: list[LessonInfo]


class LessonOut(msgspec.Struct, frozen=True):
    """A lesson with its steps."""

    id: str
    title: str
    scenario: str
    side: str
    steps: tuple[LessonStep, ...]


class TablesOut(msgspec.Struct, frozen=True):
    """The cost tables of a scenario, by name, indexed by cell."""

    tables: dict[str, list[tuple[int, ...]]]


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
    return SequenceOut([RowOut(*row[:5], row.aside) for row in load_game(game).sequence(f"{game}/{name}")])


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
def units(game: str, book: str = "") -> UnitsOut:
    """The weapons or cards of a game, of the first of its books unless one is named."""
    return UnitsOut(tools.units(game, book))


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


@get("/lessons", sync_to_thread=True)
def list_lessons() -> LessonsOut:
    """The lessons of all games."""
    found = [LessonInfo(one.id, one.scenario.partition("/")[0], one.title, one.scenario) for one in lessons().values()]
    return LessonsOut(found)


@get("/lessons/{game:str}/{name:str}", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def one_lesson(game: str, name: str) -> LessonOut:
    """The steps of a lesson."""
    found = load_lesson(f"{game}/{name}")
    return LessonOut(found.id, found.title, found.scenario, found.side, found.steps)


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


def _options(text: str) -> dict[str, Scalar]:
    """The options in the query of an address, as JSON; raises MalformedError."""
    try:
        return msgspec.json.decode(text or "{}", type=dict[str, Scalar])
    except msgspec.DecodeError as error:
        raise MalformedError(f"options are a JSON object of names and values: {error}", "options") from error


def _encoded(content: T) -> Response[T]:
    """An answer of up to a megabyte, encoded here in the worker thread: the event loop would stand still for it."""
    return Response(cast("T", msgspec.json.encode(content)), media_type=MediaType.JSON)


@get(
    "/scenarios/{game:str}/{name:str}/tables", responses={**ERRORS[404], **ERRORS[422]},
    cache_control=CACHED, sync_to_thread=True,
)  # fmt: skip
def tables(game: str, name: str, options: str = "") -> Response[TablesOut]:
    """The cost tables that the path domains of legal orders refer to, for a game with these options (JSON)."""
    found, info = find_scenario(f"{game}/{name}")
    out = TablesOut({key: list(table) for key, table in found.cost_tables(info.id, _options(options)).items()})
    return _encoded(out)


@get(
    "/scenarios/{game:str}/{name:str}/face", responses={**ERRORS[404], **ERRORS[422]},
    cache_control=CACHED, sync_to_thread=True,
)  # fmt: skip
def face(game: str, name: str, options: str = "") -> Response[Face]:
    """What a client needs to show a game with these options (JSON): names, keys, colours, styles and verbs."""
    found, info = find_scenario(f"{game}/{name}")
    return _encoded(found.face(info.id, _options(options)))


@get("/scenarios/{game:str}/{name:str}/briefing", responses=ERRORS[404], cache_control=CACHED, sync_to_thread=True)
def briefing(game: str, name: str) -> Briefing:
    """What wins a scenario, where it is on the map, what is special and how long it takes."""
    found, info = find_scenario(f"{game}/{name}")
    return found.briefing(info.id, {})


@post(
    "/scenarios/{game:str}/{name:str}/briefing", status_code=200, responses={**ERRORS[400], **ERRORS[404]},
    sync_to_thread=True,
)  # fmt: skip
def briefing_with(game: str, name: str, data: BriefingIn) -> Briefing:
    """The same for a game with these options."""
    found, info = find_scenario(f"{game}/{name}")
    return found.briefing(info.id, data.options)


@post(
    "/scenarios/{game:str}/{name:str}/builder", status_code=200, responses={**ERRORS[400], **ERRORS[404]},
    sync_to_thread=True,
)  # fmt: skip
def builder(game: str, name: str, data: BriefingIn) -> Builder:
    """What can be chosen for a scenario whose forces are open, given these options, and the forces they make."""
    found, info = find_scenario(f"{game}/{name}")
    built = found.builder(info.id, data.options)
    if built is None:
        raise UnknownNameError(
            f"the forces of {info.id} are printed", hint="scenarios with a builder say so in the list"
        )
    return built


@get(
    "/scenarios/{game:str}/{name:str}/thumbnail.svg", responses=ERRORS[404], cache_control=CACHED,
    media_type="image/svg+xml", sync_to_thread=True,
)  # fmt: skip
def thumbnail(game: str, name: str) -> Response[str]:
    """A small picture of the part of the map that is fought over, with what each side brings."""
    found, info = find_scenario(f"{game}/{name}")
    return Response(_thumbnail(found.name, info.id), media_type="image/svg+xml")


@lru_cache(maxsize=256)
def _thumbnail(game: str, scenario: str) -> str:
    found = load_game(game)
    info = next(one for one in found.scenarios() if one.id == scenario)
    zones = found.briefing(scenario, {}).zones
    return scenario_svg(found.board(scenario), found.face(scenario), zones, info.units)


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
        briefing, briefing_with, builder, thumbnail, list_lessons, one_lesson,
    ],
    tags=["catalogue"],
)  # fmt: skip
