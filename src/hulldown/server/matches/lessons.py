"""Starts lessons: matches at a staged position, with a scripted opponent and dice that were known before."""

from __future__ import annotations

import msgspec

from hulldown.bots.lesson import PREFIX
from hulldown.core.record import FORMAT, chain_start, derived_entropy, entry_of, state_hash
from hulldown.core.tutorial import staged
from hulldown.games import load_lesson
from hulldown.server.api.messages import Created
from hulldown.server.matches.creation import HUMAN, find_scenario, header_of, new_row, store_match
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.storage.store import BOT, SeatRow, StoredEntry
from hulldown.server.warmup import warm_up


def start_lesson(registry: MatchRegistry, name: str) -> Created:
    """A new match at the position of a lesson; its record holds the orders that led there."""
    lesson = load_lesson(name)
    game, info = find_scenario(lesson.scenario)
    warm_up(game, info.id)
    seats = {
        side: SeatRow(
            side,
            HUMAN if side == lesson.side else f"{BOT}{PREFIX}:{name}",
            True,
            derived_entropy(lesson.secret, side),
        )
        for side in game.sides
    }
    row = new_row(game, info.id, dict(lesson.options), lesson.secret, seats, False, registry.settings.share)
    header = msgspec.structs.replace(header_of(registry, game, row), format=FORMAT, dice="known")
    row = msgspec.structs.replace(row, header=header)
    chain, entries = chain_start(header), []
    for number, (side, order, step, turn) in enumerate(staged(game, lesson)):
        entry = entry_of(chain, number, side, order, step.rolls, state_hash(step.state))
        entries.append(StoredEntry(entry, turn, step.events))
        chain = entry.chain
    return store_match(registry, game, row, tuple(entries))
