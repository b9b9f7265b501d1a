"""Smoke that vehicles lay themselves (32.5)."""
