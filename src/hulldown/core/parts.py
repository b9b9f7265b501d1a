"""The parts of a state, a unit or a view that belong to modules, by the key of the module.

A part is plain data (numbers, texts, lists, dictionaries) and is replaced as a whole, never changed in place: copies
of a state share it. Without any part the field is unset and left out of the JSON, so a game without modules keeps its
bytes.
"""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import UNSET, UnsetType


class Holder(Protocol):
    """Something that has parts: a state, a unit, a view."""

    more: dict[str, Any] | UnsetType


def part_of(holder: Holder, key: str, default: Any = None) -> Any:
    """The part of a module, `default` where there is none."""
    more = holder.more
    return default if isinstance(more, UnsetType) else more.get(key, default)


def set_part(holder: Holder, key: str, part: Any) -> None:
    """Replaces the part of a module; None takes it away."""
    more: dict[str, Any] = {} if isinstance(holder.more, UnsetType) else dict(holder.more)
    if part is None:
        more.pop(key, None)
    else:
        more[key] = part
    holder.more = more if more else UNSET
