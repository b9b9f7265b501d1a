"""Values that are worked out when somebody first asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lazy(Generic[T]):
    """A property that is worked out once for each object.

    `functools.cached_property` of Python 3.11 holds one lock for all objects while it works: a slow match in a thread
    would hold up the event loop. Here two threads may work out the same value, and both find the same.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    def __get__(self, one: Any, kind: type | None = None) -> T:
        found = one.__dict__[self._name] = self._make(one)
        return found
