"""Printed lists of the Expanded game whose rows have names, read from `data/charts/`."""

from __future__ import annotations

from functools import lru_cache

from hulldown import resources
from hulldown.core.tables import Listing, listing_from_csv


@lru_cache(maxsize=8)
def listing(name: str) -> Listing:
    """The list with this case number: 24.4 (die adds), 28.32 (artillery strengths)."""
    text = resources.read("hulldown", "games", "tank", "data", "charts", f"{name}.csv")
    return listing_from_csv(text, f"tank/data/charts/{name}.csv")
