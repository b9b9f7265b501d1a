"""Smoke: it comes up at the end of a turn, and is gone at the end of the next (28.5, 21.1)."""
