"""The public interface: what `import hulldown` gives."""

from __future__ import annotations

import subprocess
import sys

import pytest

import hulldown


def test_a_game_is_played_through_seats() -> None:
    session = hulldown.new_game("tank/intro", seed="api")
    bots = {side: hulldown.make_bot("random", f"api {side}") for side in session.game.sides}
    while session.outcome is None:
        for side in session.game.pending(session.state):
            session.submit(side, bots[side].decide(hulldown.seat(session, side)))
    again = hulldown.new_game("tank/intro", seed="api")
    bots = {side: hulldown.make_bot("random", f"api {side}") for side in again.game.sides}
    assert hulldown.play(again, bots) == session.outcome


def test_without_a_seed_every_game_has_its_own_dice() -> None:
    assert hulldown.new_game("tank/intro").secret != hulldown.new_game("tank/intro").secret


def test_options_reach_the_game() -> None:
    assert hulldown.new_game("tank/intro", seed="x", options={"turn_cap": 1}).state.options["turn_cap"] == 1


def test_odds_and_lines_of_sight_take_the_flags_of_the_command_line() -> None:
    assert hulldown.odds("tank", attacker="T62", target="M60A2", range=12, aspect="front")["probability"] == "1/2"
    assert hulldown.los("tank", "tank", "3319", "3319", mode="open")["clear"] is True
    with pytest.raises(hulldown.HulldownError, match="there is no argument 'distance'"):
        hulldown.odds("tank", attacker="T62", target="M60A2", distance=12)
    with pytest.raises(hulldown.UnknownNameError, match="no game named 'tnak'"):
        hulldown.odds("tnak", attacker="T62")


def test_scenarios_are_listed_by_game() -> None:
    assert "tank/intro" in hulldown.scenario_names("tank")
    assert {"tank/intro", "panzer/1"} <= set(hulldown.scenario_names())


def test_every_public_name_is_there_and_no_other() -> None:
    assert all(getattr(hulldown, name) is not None for name in hulldown.__all__)
    with pytest.raises(AttributeError, match="has no attribute 'nothing_like_it'"):
        _ = hulldown.nothing_like_it


def test_importing_it_loads_nothing_else() -> None:
    code = "import sys, hulldown; print(sorted(m for m in sys.modules if m.startswith('hulldown') or m == 'numpy'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['hulldown']"
