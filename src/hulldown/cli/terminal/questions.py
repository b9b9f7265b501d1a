"""Answers a player's questions at the prompt: help, legal orders, map, units, odds, lines of sight, the log."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown import games
from hulldown.cli.commands.brief import told as briefing_told
from hulldown.cli.commands.map import hex_told
from hulldown.cli.names import near
from hulldown.cli.terminal import screen
from hulldown.core.board import LETTERS, Board
from hulldown.core.decisions import Legal, Option, PathDomain, UnitLegal
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.orders import Side
from hulldown.core.session import Session

HELP = """\
Write one line for each unit, in the game's notation; a new line for a unit replaces its old one.
  (empty line)     submit what you have written
  done             submit, even if you have written nothing
  draft            show what you have written; drop UNIT or drop all takes it away
  auto             let the random bot write the orders; you may still change them
  legal [UNIT]     what your units may do, or one of them in full
  map [HEX|all]    the map around your units, around a hex, or all of it
  hex HEX          what lies in a hex and on its sides
  units            your units and the enemies you know
  brief            what wins, where it is on the map, and how long it takes
  score            how the game stands
  odds A B         the odds of unit A firing at unit B
  los HEX HEX      the line of sight between two hexes
  log              everything that has happened, as far as you know it
  undo [SIDE]      take back the last order, if nothing was rolled or shown since
  resign yes       give the game up; the other side wins
  save [F]         where the game is recorded, or a copy into F
  quit             leave; the game is saved and can be resumed"""
_NO_NAMES: Mapping[str, str] = {}
FEW = 40
"""Hexes listed before the list is cut short."""


class Questions:
    """Answers the questions of one side in one position."""

    def __init__(self, session: Session, side: Side) -> None:
        self.session = session
        self.side = side
        self.board: Board = session.game.board(session.state.scenario)
        self.face = session.game.face(session.state.scenario, session.state.options)

    def answer(self, word: str, rest: str) -> list[str] | None:
        """The answer to a question, or None when the line is none."""
        if word in ("help", "?"):
            return HELP.splitlines() + self._notation()
        if word == "legal":
            return legal_told(self.board, self.session.game.legal(self.session.state, self.side), rest, self._names())
        if word == "map":
            return self._map(rest)
        if word == "hex":
            return [hex_told(self.board, self.board.cell(rest))]
        if word == "units":
            return screen.units_told(self.board, self.session.view(self.side), self.face)
        if word == "brief":
            told = self.session.game.briefing(self.session.state.scenario, self.session.state.options)
            return briefing_told(told, screen.names_of(self.face), self.board)
        if word == "score":
            return screen.score_told(self.session.game.score(self.session.view(self.side)), self.face)
        if word == "log":
            scenario = self.session.state.scenario
            return screen.events_told(self.session.game, scenario, self.session.events(self.side)) or ["nothing yet"]
        if word == "odds":
            return self._odds(rest.split())
        if word == "los":
            return self._los(rest.split())
        return None

    def _notation(self) -> list[str]:
        """The game's own help on its notation, if it offers one."""
        name = self.session.game.name
        text = games.load_tools(name).notation() if games.has_tools(name) else ""
        return ["", *text.splitlines()] if text else []

    def _map(self, rest: str) -> list[str]:
        view = self.session.view(self.side)
        if rest.casefold() == "all":
            return screen.map_text(self.board, view, self.face, whole=True).splitlines()
        at = self.board.cell(rest) if rest else None
        return screen.map_text(self.board, view, self.face, at).splitlines()

    def _odds(self, words: list[str]) -> list[str]:
        from hulldown.cli.commands.odds import told

        if len(words) != 2:
            raise HulldownError("odds needs two units", hint="odds A B: unit A fires at unit B")
        tools = games.load_tools(self.session.game.name)
        return told(tools.odds_in_view(self.session.view(self.side), {"attacker": words[0], "target": words[1]}))

    def _names(self) -> dict[str, str]:
        """What the kinds of tasks are called."""
        return {task.kind: task.name for task in self.face.tasks}

    def _los(self, words: list[str]) -> list[str]:
        from hulldown.cli.commands.los import told

        if len(words) != 2:
            raise HulldownError("los needs two hexes", hint="los HEX HEX")
        start, end = (self.board.cell(word) for word in words)
        tools = games.load_tools(self.session.game.name)
        return told(tools.los_in_view(self.session.view(self.side), start, end, {}), *words)


def legal_told(board: Board, legal: Legal, name: str = "", names: Mapping[str, str] = _NO_NAMES) -> list[str]:
    """What a side may answer: every unit in a line, or one unit in full. A kind of task has its name before it."""
    lines = [f"choices: {', '.join(legal.choices)}"] if legal.choices else []
    if not name:
        for unit in legal.units:
            kinds = ", ".join(dict.fromkeys(_called(option.kind, names) for option in unit.options)) or "nothing"
            lines.append(f"  {unit.unit}: {kinds}" + (" (must be told something)" if unit.required else ""))
        return lines or ["nothing can be ordered"]
    known = {unit.unit.casefold(): unit for unit in legal.units}
    if name.casefold() not in known:
        hint = near(name, [unit.unit for unit in legal.units], "units")
        raise UnknownNameError(f"there is no unit {name!r} to be ordered now", hint=hint)
    return lines + _in_full(board, known[name.casefold()], names)


def _called(kind: str, names: Mapping[str, str]) -> str:
    """A kind of task in words, and as it is written."""
    return f"{names[kind]} ({kind})" if kind in names else kind


def _in_full(board: Board, unit: UnitLegal, names: Mapping[str, str]) -> list[str]:
    lines = []
    for option in unit.options:
        kind = f"{_called(option.kind, names)} [{option.rule}]"
        words = ": ".join(part for part in (kind, _domains(board, option)) if part)
        lines += screen.wrapped(f"{unit.unit} {words}", "  ")
    return lines or [f"  {unit.unit} can be told nothing"]


def _domains(board: Board, option: Option) -> str:
    """The domains of an option in words."""
    parts = []
    if option.path is not None:
        parts += _path_words(board, option.path)
    elif option.cells:
        labels = [board.labels[cell] for cell in option.cells[:FEW]]
        more = f" and {len(option.cells) - FEW} more" if len(option.cells) > FEW else ""
        parts.append(f"one of {' '.join(labels)}{more}")
    if option.facings:
        parts.append(f"facing {' '.join(LETTERS[facing] for facing in option.facings)}")
    if option.choices:
        parts.append(f"{' or '.join(option.choices)}")
    if option.targets:
        parts.append(f"against {' '.join(option.targets)}")
    return "; ".join(parts)


def _path_words(board: Board, path: PathDomain) -> list[str]:
    """A domain of paths in words."""
    start = f"from {board.labels[path.start]}" if path.start >= 0 else "from off the map"
    parts = [f"a path {start} for up to {path.allowance} points" + (f", {path.steps} hexes" if path.steps else "")]
    if path.via:
        parts.append(f"first through {board.label_path(path.via)}")
    if path.exits:
        parts.append("may leave the map")
    if path.straight_end:
        parts.append("its last two steps straight on")
    return parts
