"""Hulldown: classic tactical armour games, each by its own rulebook, on one engine."""

__version__ = "0.1.0"
