"""The questions a player may put at the prompt: help, legal orders, map, units, odds, lines of sight, the log."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.cli.commands.map import hex_told
from hulldown.cli.names import near, tools_of
from hulldown.cli.terminal import screen
from hulldown.core.board import LETTERS, Board
from hulldown.core.decisions import Legal, Option, UnitLegal
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.game import Piece
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
  odds A B         the odds of unit A firing at unit B
  los HEX HEX      the line of sight between two hexes
  log              everything that has happened, as far as you know it
  undo [SIDE]      take back the last order, if nothing was rolled or shown since
  save [F]         where the game is recorded, or a copy into F
  quit             leave; the game is saved and can be resumed"""
FEW = 40
"""Hexes listed before the list is cut short."""


class Asking:
    """Answers for one side in one position."""

    def __init__(self, session: Session, side: Side) -> None:
        self.session = session
        self.side = side
        self.board: Board = session.game.board(session.state.scenario)

    def answer(self, word: str, rest: str) -> list[str] | None:
        """The answer to a question, or None when the line is none."""
        if word in ("help", "?"):
            return HELP.splitlines() + self._notation()
        if word == "legal":
            return legal_told(self.board, self.session.game.legal(self.session.state, self.side), rest)
        if word == "map":
            return self._map(rest)
        if word == "hex":
            return [hex_told(self.board, self.board.cell(rest))]
        if word == "units":
            return screen.units_told(self.board, self.session.view(self.side))
        if word == "log":
            scenario = self.session.state.scenario
            return screen.events_told(self.session.game, scenario, self.session.events(self.side)) or ["nothing yet"]
        if word == "odds":
            return self._odds(rest.split())
        if word == "los":
            return self._los(rest.split())
        return None

    def _notation(self) -> list[str]:
        """The game's own help on its notation, where it offers one."""
        try:
            tools = tools_of(self.session.game.name)
        except HulldownError:
            return []
        return ["", *str(tools.notation()).splitlines()] if hasattr(tools, "notation") else []

    def _map(self, rest: str) -> list[str]:
        view = self.session.view(self.side)
        if rest.casefold() == "all":
            return screen.map_text(self.board, view, whole=True).splitlines()
        at = self.board.cell(rest) if rest else None
        return screen.map_text(self.board, view, at).splitlines()

    def _piece(self, name: str) -> Piece:
        pieces = {piece.id.casefold(): piece for piece in self.session.view(self.side).pieces}
        if name.casefold() not in pieces:
            hint = near(name, [piece.id for piece in pieces.values()], "units")
            raise UnknownNameError(f"you know no unit named {name!r}", hint=hint)
        return pieces[name.casefold()]

    def _odds(self, words: list[str]) -> list[str]:
        from hulldown.cli.commands.odds import told

        if len(words) != 2:
            raise HulldownError("odds needs two units", hint="odds A B: unit A fires at unit B")
        tools = tools_of(self.session.game.name)
        if hasattr(tools, "odds_in_view"):
            found: Mapping[str, object] = tools.odds_in_view(
                self.session.view(self.side), {"attacker": words[0], "target": words[1]}
            )
            return told(found)
        if not hasattr(tools, "odds"):
            raise HulldownError(f"{self.session.game.title} offers no odds")
        attacker, target = self._piece(words[0]), self._piece(words[1])
        if not attacker.type or not target.type:
            raise HulldownError("the odds need units whose types you know")
        given: dict[str, object] = {
            str(flag["flag"]).lstrip("-").replace("-", "_"): flag.get("default") for flag in tools.odds_arguments()
        }
        given |= {
            "attacker": attacker.type,
            "target": target.type,
            "range": self.board.distance(attacker.cell, target.cell),
        }
        return told(tools.odds(given))

    def _los(self, words: list[str]) -> list[str]:
        from hulldown.cli.commands.los import told

        if len(words) != 2:
            raise HulldownError("los needs two hexes", hint="los HEX HEX")
        for word in words:
            self.board.cell(word)
        tools = tools_of(self.session.game.name)
        if not hasattr(tools, "los"):
            raise HulldownError(f"{self.session.game.title} offers no lines of sight")
        info = next(one for one in self.session.game.scenarios() if one.id == self.session.header.scenario)
        flags = {str(flag["flag"]).lstrip("-").replace("-", "_"): flag.get("default") for flag in tools.los_arguments()}
        # A scenario's own facts (its terrain mode) come before the defaults of the command line.
        flags |= {name: info.facts[name] for name in flags if name in info.facts}
        return told(tools.los(self.board.name, *words, **flags), *words)


def legal_told(board: Board, legal: Legal, name: str = "") -> list[str]:
    """What a side may answer: every unit in a line, or one unit in full."""
    lines = [f"choices: {', '.join(legal.choices)}"] if legal.choices else []
    if not name:
        for unit in legal.units:
            kinds = ", ".join(dict.fromkeys(option.kind for option in unit.options)) or "nothing"
            lines.append(f"  {unit.unit}: {kinds}" + (" (must be told something)" if unit.required else ""))
        return lines or ["nothing can be ordered"]
    known = {unit.unit.casefold(): unit for unit in legal.units}
    if name.casefold() not in known:
        hint = near(name, [unit.unit for unit in legal.units], "units")
        raise UnknownNameError(f"there is no unit {name!r} to be ordered now", hint=hint)
    return lines + _in_full(board, known[name.casefold()])


def _in_full(board: Board, unit: UnitLegal) -> list[str]:
    lines = []
    for option in unit.options:
        words = ": ".join(part for part in (f"{option.kind} [{option.rule}]", _domains(board, option)) if part)
        lines += screen.wrapped(f"{unit.unit} {words}", "  ")
    return lines or [f"  {unit.unit} can be told nothing"]


def _domains(board: Board, option: Option) -> str:
    """The domains of an option in words."""
    parts = []
    if option.path is not None:
        way = option.path
        start = f"from {board.labels[way.start]}" if way.start >= 0 else "from off the map"
        parts.append(f"a path {start} for up to {way.allowance} points" + (f", {way.steps} hexes" if way.steps else ""))
        if way.via:
            parts.append(f"first through {board.label_path(way.via)}")
        if way.exits:
            parts.append("may leave the map")
        if way.straight_end:
            parts.append("its last two steps straight on")
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
