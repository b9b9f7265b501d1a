"""What a side of a scenario has off the map: artillery, aircraft, smoke (28.0, 35.2, 35.3, 32.5).

The chart of periods says what a nation has in each role; the scenario says what of it may be used, and how.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from hulldown.core.tables import Natural, Positive, Text
from hulldown.games.tank.data.periods import PeriodLine, line_of


class OffMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of chart 35.0, and what the scenario makes of it."""

    period: Positive
    nation: Text
    theatre: Literal["Europe", "Korea"] = "Europe"
    artillery: bool = True
    """Whether its artillery takes part (34.2-8: no)."""
    air: bool = True
    """Whether its aircraft do (34.4-19: only Alpha's)."""
    smoke: bool = True
    """Whether its artillery may fire smoke, where the chart allows it (34.3-11: not Bravo's)."""
    prewritten: bool = False
    """Whether impacts for turns 1 to 5 may be written before play, on hexes that nobody sees (34.4-18, X-74)."""
    unobserved: bool = False
    """Whether air strikes may be sent to hexes that nobody sees (34.3-11)."""
    earliest: Natural = 0
    """The first turn on which an air strike may come (34.3-11)."""
    after_contact: bool = False
    """Whether air strikes may be ordered only after the turn of contact (34.2-8)."""

    @property
    def line(self) -> PeriodLine:
        """The line of the chart; raises UnknownNameError."""
        return line_of(self.period, self.nation)

    @property
    def smokes(self) -> bool:
        """Whether its artillery may fire smoke (28.5, 35.2d)."""
        return self.smoke and self.line.artillery_smoke

    @property
    def vehicle_smoke(self) -> bool:
        """Whether its fighting vehicles can lay smoke (35.2d, X-46)."""
        return self.line.afv_smoke


def content_of(support: OffMap) -> dict[str, Any]:
    """What play depends on, for the hash of a scenario."""
    found: dict[str, Any] = msgspec.to_builtins(support)
    return found
