"""The plain map for staged positions."""

from __future__ import annotations

from support.battles_field import plain_map

__all__ = ["plain_map"]
