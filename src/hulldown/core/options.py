"""Rule options as players give them: read, checked, and put into the state of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hulldown.core.errors import OptionError
from hulldown.core.events import Scalar
from hulldown.core.game import OptionInfo
from hulldown.core.numbers import whole_number


def read_options(infos: Sequence[OptionInfo], given: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """All options with the given values in place of the defaults; raises OptionError.

    Handicaps and optional rules are in the result only where they are given: a game without them does not know of
    them.
    """
    known = {info.name: info for info in infos}
    values: dict[str, Scalar] = {info.name: info.default for info in infos if not info.silent}
    for name, value in given.items():
        if name not in known:
            raise OptionError(name, f"there is no option {name!r}", f"options: {', '.join(known)}")
        info = known[name]
        read = info.chosen(value) if info.choices else str(value) if info.free else _number(info, value)
        if read != info.default or not info.silent:
            values[name] = read
    return values


def _number(info: OptionInfo, value: Scalar) -> int:
    # Asked first: compiled code takes a bool for the number it stands for as soon as it knows of an int.
    written = None if isinstance(value, bool) else whole_number(value) if isinstance(value, str) else value
    if written is None or not info.least <= written <= info.most:
        what = f"it must be a whole number from {info.least} to {info.most}"
        raise OptionError(info.name, f"{info.name} is {value!r}; {what}")
    return written
