"""Matches: creation, play, loading, replays."""
