"""How long tests wait for what must happen. Only a failure takes so long, and machines under test are busy."""

from __future__ import annotations

PATIENCE = 120.0
"""Seconds until a test gives up."""
