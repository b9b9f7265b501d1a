"""`hulldown replay F`: the log of a recorded game with its rules and rolls, and the position it leads to."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from hulldown import games
from hulldown.cli.output import print_json
from hulldown.cli.output import shown as escaped
from hulldown.cli.records import read_record
from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError, RecordMismatchError
from hulldown.core.events import ONLOOKERS, for_side
from hulldown.core.game import AnyGame, Outcome, State, Step, View, version_of
from hulldown.core.orders import Side
from hulldown.core.record import Entry, Header, Record, outcome_of, replay, start_of


class Shown(NamedTuple):
    """A replayed order: where it was given, its text, and what came of it."""

    entry: Entry
    turn: int
    order: str
    step: Step


def configure(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Adds the command's arguments."""
    parser.add_argument("file", metavar="F", type=Path, help="the record")
    parser.add_argument("--turn", metavar="N", type=int, help="only this turn, and the position at its end")
    parser.add_argument("--side", metavar="S", help="only what this side could know")
    parser.add_argument("--at", metavar="HEX", help="show the map around this hex")
    parser.add_argument("--browser", action="store_true", help="check the record and show it in the browser instead")
    parser.add_argument("--port", type=int, default=0, help="the port for --browser (default: a free one)")
    parser.add_argument("--database", metavar="URL", help="keep the match in this database, for --browser "
                        "(default: one that goes away at the end)")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Prints the log and the position; returns the exit status."""
    from hulldown.cli.terminal.screen import YELLOW, side_named, styled, whole_view

    record = read_record(args.file)
    if args.browser:
        from hulldown.cli.browser_replay import show_in_browser

        return show_in_browser(record, str(args.file), args.database, args.port, args.json)
    game = games.load_game(record.header.game)
    side = side_named(game, args.side) if args.side else None
    warnings = _doubts(record, game)
    if record.reveal is None:
        raise HulldownError(
            f"{args.file}: the record has no reveal, so its dice cannot be rolled again",
            hint="the reveal is written when the game ends or is left with quit",
        )
    shown, state = _replayed(record, game, args.turn, warnings)
    if args.turn is not None and (args.turn < 0 or args.turn > _last_turn(shown, state)):
        raise HulldownError(f"the record has no turn {args.turn}", hint=f"its last turn is {_last_turn(shown, state)}")
    outcome = outcome_of(record, game, state) if len(shown) == len(record.entries) else game.outcome(state)
    shown = [one for one in shown if args.turn is None or one.turn == args.turn]
    view = game.view(state, side) if side else whole_view(game, state)
    if record.ending is not None and outcome is not None:
        view = msgspec.structs.replace(view, outcome=outcome, owing=(), decision=None)
    if args.json:
        print_json({
            "header": record.header, "warnings": warnings, "log": [_entry(game, one, side) for one in shown],
            "position": view, "outcome": outcome,
        })  # fmt: skip
        return 0
    at = game.board(record.header.scenario).cell(args.at) if args.at else None
    _print_orders(game, record.header, shown, side)
    _print_position(game, view, at, outcome)
    for warning in warnings:
        print(styled(f"warning: {escaped(warning)}", YELLOW))
    return 0


def _doubts(record: Record, game: AnyGame) -> list[str]:
    """What a reader should know before he trusts the replay."""
    header = record.header
    found = []
    version = version_of(game, header.scenario)
    if header.version != version:
        found.append(f"made by rules version {header.version}, replayed by {version}: it may differ")
    known = {info.id: info.hash for info in game.scenarios()}
    if header.scenario in known and known[header.scenario] != header.scenario_hash:
        found.append(f"scenario {header.scenario} has changed since the game was played")
    return found


def _replayed(record: Record, game: AnyGame, turn: int | None, warnings: list[str]) -> tuple[list[Shown], State]:
    """The orders up to the end of a turn (None: all) with the last state; a difference ends it with a warning."""
    state = start_of(record, game)
    shown: list[Shown] = []
    same_rules = record.header.version == version_of(game, record.header.scenario)
    try:
        for entry, step in replay(record, game, strict=same_rules):
            if turn is not None and state.turn > turn:
                break
            shown.append(Shown(entry, state.turn, game.write(state, entry.order), step))
            state = step.state
    except RecordMismatchError as error:
        warnings.append(f"the replay ends here: {error}")
    return shown, state


def _last_turn(shown: list[Shown], state: State) -> int:
    return max([one.turn for one in shown], default=state.turn)


def _entry(game: AnyGame, one: Shown, side: Side | None) -> dict[str, object]:
    """An order for programs; for one side only what it could know."""
    events = for_side(one.step.events, side) if side else one.step.events
    found: dict[str, object] = {"number": one.entry.number, "side": one.entry.side, "turn": one.turn}
    if side in (None, one.entry.side):
        found["order"] = one.entry.order
        found["text"] = one.order
    found["events"] = [
        {"kind": e.kind, "rule": e.rule, "turn": e.turn, "step": e.step, "text": game.describe(e), "data": e.data,
         "audience": e.audience}
        for e in events
    ]  # fmt: skip
    if side is None:
        found["rolls"] = [
            {"serial": r.serial, "sides": r.sides, "value": r.value, "purpose": r.purpose} for r in one.step.rolls
        ]
    return found


def _print_orders(game: AnyGame, header: Header, shown: list[Shown], side: Side | None) -> None:
    """Prints orders, events and rolls; for one side only what it could know."""
    from hulldown.cli.terminal import screen

    options = ", ".join(f"{name}={value}" for name, value in header.options.items())
    title = f"{header.scenario}, rules {header.version}" + (f", {options}" if options else "")
    lines = [screen.styled(escaped(title), screen.BOLD)]
    for one in shown:
        if side in (None, one.entry.side):
            head = f"#{one.entry.number} {one.entry.side}, turn {one.turn}:"
            lines.append(screen.styled(escaped(head), screen.YELLOW))
            lines += [f"    {escaped(line)}" for line in one.order.splitlines()]
        # Where two sides know a thing differently, the whole truth is the owner's version.
        whole = [event for event in one.step.events if ONLOOKERS not in event.audience]
        events = for_side(one.step.events, side) if side else whole
        lines += screen.events_told(game, header.scenario, events, audience=side is None)
        if side is None:
            lines += screen.rolls_told(one.step.rolls)
    print("\n".join(lines))


def _print_position(game: AnyGame, view: View, at: Cell | None, outcome: Outcome | None) -> None:
    """Prints the map, the units, the facts of the game and the outcome."""
    from hulldown.cli.terminal import screen

    board, face = game.board(view.scenario), game.face(view.scenario)
    print()
    print(screen.styled(f"Position: {screen.phase(game, view)}", screen.BOLD))
    print(screen.map_text(board, view, face, at))
    told = screen.outcome_told(outcome, face) if outcome is not None else []
    for line in [*screen.units_told(board, view, face), *screen.score_told(game.score(view), face), *told]:
        print(line)
