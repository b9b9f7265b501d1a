"""Panzer, for tests of the Advanced Game."""

from __future__ import annotations

from hulldown.games.panzer.game import GAME

__all__ = ["GAME"]
