"""Delayed Entry (32.4)."""
