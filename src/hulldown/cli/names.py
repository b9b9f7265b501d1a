"""Finds things by the names people type; suggests the nearest when a name does not exist."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence

from hulldown import games
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.events import Scalar
from hulldown.core.game import AnyGame, OptionInfo, ScenarioInfo
from hulldown.core.numbers import whole_number

_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def near(name: str, known: Iterable[str], what: str) -> str:
    """A hint: the nearest of the known names, or all of them when none is near."""
    names = list(known)
    folded = {entry.casefold(): entry for entry in names}
    found = difflib.get_close_matches(name.casefold(), folded, n=1)
    return f"did you mean {folded[found[0]]}?" if found else f"{what}: {', '.join(names)}"


def find_scenario(name: str) -> tuple[AnyGame, ScenarioInfo]:
    """The game and the scenario of an id such as tank/10."""
    prefix = name.partition("/")[0].casefold()
    if prefix in games.game_names():
        game = games.load_game(prefix)
        known = {info.id: info for info in game.scenarios()}
        if name.casefold() in known:
            return game, known[name.casefold()]
    else:
        known = {info.id: info for other in games.game_names() for info in games.load_game(other).scenarios()}
    raise UnknownNameError(f"there is no scenario named {name!r}", hint=near(name, known, "scenarios"))


def game_of_map(name: str) -> str:
    """The game whose rules for lines of sight apply on a map."""
    known: list[str] = []
    for game in filter(games.has_tools, games.game_names()):
        maps = games.load_tools(game).maps()
        if name in maps:
            return game
        known += maps
    raise UnknownNameError(f"no game plays on a map named {name!r}", hint=near(name, known, "maps"))


def read_options(given: Sequence[str], infos: Sequence[OptionInfo]) -> Mapping[str, Scalar]:
    """The options written as name=value, each of the type of its default."""
    known = {info.name: info for info in infos}
    options: dict[str, Scalar] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise HulldownError(f"--option {text}: write it as name=value", hint=near(name, known, "options"))
        if name not in known:
            raise UnknownNameError(f"there is no option named {name!r}", hint=near(name, known, "options"))
        options[name] = _value(name, value, known[name].default)
    return options


def _value(name: str, text: str, default: Scalar) -> Scalar:
    if isinstance(default, bool):
        if text.casefold() not in _YES + _NO:
            raise HulldownError(f"option {name} is {text!r}", hint="write yes or no")
        return text.casefold() in _YES
    if isinstance(default, int):
        number = whole_number(text)
        if number is None:
            raise HulldownError(f"option {name} is {text!r}", hint=f"write a whole number such as {default}")
        return number
    return text
