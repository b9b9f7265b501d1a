"""The rule options of a game, each with its default and the case that leaves it open."""

from __future__ import annotations

from collections.abc import Mapping

from hulldown.core.errors import MalformedError
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo

OPTIONS: tuple[OptionInfo, ...] = (
    OptionInfo(
        "illegal_commands",
        "convert",
        "4.2.1i",
        "a command that cannot be executed becomes N/C (convert) or is refused when it is given (refuse)",
    ),
)
_VALUES = {"illegal_commands": ("convert", "refuse")}


def read_options(given: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """All options with the given values in place of the defaults; raises MalformedError."""
    values: dict[str, Scalar] = {info.name: info.default for info in OPTIONS}
    for name, value in given.items():
        if name not in values:
            raise MalformedError(f"there is no option {name!r}", "options", f"options: {', '.join(values)}")
        if value not in _VALUES[name]:
            raise MalformedError(f"{name} is {value!r}; it is one of {', '.join(_VALUES[name])}", "options")
        values[name] = value
    return values
