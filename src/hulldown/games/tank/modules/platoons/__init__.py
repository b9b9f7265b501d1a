"""Platoons with leaders, formations, headquarters (25.0)."""
