"""Memory of a long-running server: no growth by fragments, no long pauses of the garbage collector.

The C library (glibc) gives every thread a heap of its own and keeps what was freed for the next time. Orders leave
holes between what stays, so the heaps of a server with many threads grow for hours although nothing is leaked. Two
heaps are enough here, and now and then the holes go back to the system. With another C library nothing is done.

The collector looks for cycles. By default it goes through a million objects of tables and modules every few hundred
orders, and everybody waits for a tenth of a second. What is there when the server begins stays; it is left out.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from typing import Any

HEAPS = 2
YOUNG = (50_000, 20, 20)
"""When the collector looks: after so many new objects, and at older ones each so many times."""
EVERY = 60.0
"""Seconds between two times that memory is given back."""
_ARENA_MAX = -8


def _library() -> Any:
    try:
        found = ctypes.CDLL(None)
        return found if hasattr(found, "malloc_trim") and hasattr(found, "mallopt") else None
    except (OSError, TypeError):
        return None


def limit_heaps() -> None:
    """Lets all threads share a few heaps; called before the first thread is started."""
    library = _library()
    if library is not None:
        library.mallopt(_ARENA_MAX, HEAPS)


def set_aside() -> None:
    """Leaves all objects that exist now out of later collections, which become rarer too."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG)


async def give_back() -> None:
    """Gives free memory back to the system, for ever. The work is done in a thread, without the interpreter's lock."""
    library = _library()
    while library is not None:
        await asyncio.sleep(EVERY)
        await asyncio.get_running_loop().run_in_executor(None, library.malloc_trim, 0)
