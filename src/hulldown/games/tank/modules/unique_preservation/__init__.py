"""Unique Preservation (32.7)."""
