"""Bots in seats: who decides, where, and when."""
