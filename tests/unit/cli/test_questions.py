"""What the prompt answers a player who asks what he may do."""

from __future__ import annotations

import pytest

from hulldown.cli.terminal.questions import Questions
from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.session import Session
from hulldown.games import load_game


def test_what_can_be_ordered_is_told_in_words_and_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The counters of Panzer say OW and NC; nobody has to know that beforehand."""
    game = load_game("panzer")
    options = (Option("FIRE", "4.2b"), Option("HALT", "4.2d"), Option("OW", "4.2e"), Option("NC", "4.2h"))
    legal = Legal(Decision("1", "command", "german", "4.2", ""), units=(UnitLegal("G1", options),))
    questions = Questions(Session(game, "panzer/1", "x"), "german")
    monkeypatch.setattr(questions.session.game, "legal", lambda *_: legal)
    assert questions.answer("legal", "") == [
        "  G1: Fire (FIRE), Short Halt (HALT), Overwatch (OW), No command (NC)",
    ]
    assert (questions.answer("legal", "g1") or [])[2].startswith("  G1 Overwatch (OW) [4.2e]")
