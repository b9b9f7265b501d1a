"""Writes the golden playthroughs anew: `python tests/goldens/make.py`. Review the change as a diff.

A golden is one game between random bots with fixed seeds, up to a number of orders, as a reader would follow it: each
decision with the order in the game's own notation, what each side is told (with the rule), and what each side sees.
"""

from __future__ import annotations

import sys
from pathlib import Path

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.events import for_side
from hulldown.core.game import AnyGame, State, View
from hulldown.core.record import seed_of, state_hash
from hulldown.games import load_game

FOLDER = Path(__file__).parent
GOLDENS: dict[str, tuple[str, str, int]] = {
    "tank-intro": ("tank/intro", "golden 1", 60),
    "tank-9": ("tank/9", "golden 1", 40),
    "tank-34.2": ("tank/34.2", "golden 1", 40),
    "tank-34.4": ("tank/34.4", "golden 1", 40),
    "panzer-1": ("panzer/1", "golden 1", 80),
    "panzer-11": ("panzer/11", "golden 1", 60),
    "kampfpanzer-4": ("kampfpanzer/4", "golden 1", 60),
    "panzer_battles-gazala": ("panzer_battles/gazala", "golden 1", 150),
}
"""File name: scenario, secret, number of orders at the most."""


def playthrough(scenario: str, secret: str, limit: int) -> str:
    """The text of a golden."""
    game = load_game(scenario.partition("/")[0])
    bots = {side: make_bot("random", f"{secret} {side}") for side in game.sides}
    state = game.setup(scenario, {}, seed_of(secret, {}))
    lines = [f"# {game.title} {scenario}, rules {game.version(scenario)}, secret {secret!r}", ""]
    for number in range(limit):
        if game.outcome(state) is not None:
            break
        side = next(iter(game.pending(state)))
        decision = game.pending(state)[side]
        order = bots[side].decide(seat_of(game, state, side))
        lines.append(f"## {number}. {side}: {decision.kind} [{decision.rule}] {decision.prompt}")
        lines += [f"    > {line}" for line in game.write(state, order).splitlines()]
        step = game.apply(state, side, order)
        state = step.state
        for viewer in (*game.sides, None):
            told = for_side(step.events, viewer)
            if told:
                lines.append(f"  {viewer or 'onlookers'} learn")
                lines += [f"    {game.describe(event)} [{event.rule}]" for event in told]
        if step.rolls:
            lines.append("  dice " + " ".join(f"{roll.value}/{roll.sides}" for roll in step.rolls))
        if step.events:
            lines += positions(game, state)
        lines += [f"  state {state_hash(state)}", ""]
    outcome = game.outcome(state)
    lines.append(f"# {outcome.winner or 'nobody'}: {outcome.reason} [{outcome.rule}]" if outcome else "# goes on")
    return "\n".join(lines) + "\n"


def positions(game: AnyGame, state: State) -> list[str]:
    """What each side sees, one line a side."""
    lines = []
    for side in game.sides:
        view: View = game.view(state, side)
        board = game.board(state.scenario)
        seen = []
        for piece in view.pieces:
            place = board.labels[piece.cell] if piece.cell >= 0 else "off map"
            facing = "ABCDEF"[piece.facing] if piece.facing >= 0 else ""
            marks = f"({','.join(piece.marks)})" if piece.marks else ""
            seen.append(f"{piece.id}@{place}{facing}{marks}")
        lines.append(f"  {side} sees {' '.join(seen) or 'nothing'}")
    return lines


def main() -> int:
    for name, chosen in GOLDENS.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(*chosen), encoding="utf-8")
        print(f"wrote {name}.txt")
    sys.path.insert(0, str(FOLDER.parent))
    from support import reach_cases

    reach_cases.FILE.write_text(reach_cases.text(), encoding="utf-8")
    print(f"wrote {reach_cases.FILE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
