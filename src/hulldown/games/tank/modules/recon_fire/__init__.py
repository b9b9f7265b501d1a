"""Reconnaissance Fire (32.6)."""
