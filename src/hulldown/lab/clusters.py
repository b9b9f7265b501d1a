"""Who plays the games: this process, a pool of local processes, or workers of a Dask cluster.

All of them are given batches and asked for the results in the order of the batches.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any, Protocol

from hulldown import __version__
from hulldown.core.errors import HulldownError

LOCAL = "local"
"""In place of an address: a Dask cluster on this machine, for as long as the run lasts."""


class Workers(Protocol):
    """What a run asks of those who play its games."""

    @property
    def count(self) -> int:
        """How many work at the same time."""

    def submit(self, work: Callable[[Any], Any], batch: Any) -> object:
        """Hands out a batch; what is returned is good for `result`."""

    def result(self, handle: Any) -> Any:
        """What came of a batch, waited for if need be."""

    def give_up(self) -> None:
        """Says that what is under way is not wanted any more, and that nothing else will be handed out."""


class Inline:
    """This process itself: a batch is played when its result is asked for."""

    count = 1

    def submit(self, work: Callable[[Any], Any], batch: Any) -> object:
        return work, batch

    def result(self, handle: Any) -> Any:
        work, batch = handle
        return work(batch)

    def give_up(self) -> None:
        """Nothing is under way."""


class Pool:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        from concurrent.futures import ProcessPoolExecutor

        self.count = count
        self._others = set(multiprocessing.active_children())
        self._pool = ProcessPoolExecutor(count, initializer=_deaf)

    def submit(self, work: Callable[[Any], Any], batch: Any) -> object:
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self._pool.submit(work, batch)
        except BrokenProcessPool:
            raise _died() from None

    def result(self, handle: Any) -> Any:
        from concurrent.futures.process import BrokenProcessPool

        try:
            return handle.result()
        except BrokenProcessPool:
            raise _died() from None

    def give_up(self) -> None:
        for process in set(multiprocessing.active_children()) - self._others:
            process.terminate()
        with suppress(Exception):
            self._pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        """Ends the processes; they have nothing left to do, or were given up."""
        self._pool.shutdown()


def _deaf() -> None:
    """In a worker: Ctrl-C is heard by the run itself, which then ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: a signal that is ignored stays so in a new program."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _died() -> HulldownError:
    return HulldownError(
        "a worker process was killed, perhaps for want of memory",
        hint="games finished so far are kept where a run can be resumed; try fewer --jobs",
    )


def _version() -> str:
    """In a worker: what it would play with."""
    return __version__


_OURS = {
    # A worker that had the next batch waiting would keep it from another that has nothing to do.
    "distributed.scheduler.worker-saturation": 1.0,
    # Nobody looks at what these watch, and the games need the time.
    "distributed.worker.profile.enabled": False,
    "distributed.scheduler.active-memory-manager.start": False,
    "distributed.admin.system-monitor.interval": "10s",
}
"""How a cluster of our own is set up: batches are few and long, and nothing is shared between them."""


class Dask:
    """Workers of a Dask cluster: one that is named, or one made on this machine."""

    def __init__(self, address: str, count: int) -> None:
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise HulldownError(
                "Dask distributed is not installed", hint="pip install 'hulldown[cluster]', or use --jobs"
            ) from None
        self._cluster: Any = None
        self._under_way: set[Any] = set()
        if address == LOCAL:
            with _deaf_children(), import_module("dask").config.set(_OURS):
                self._cluster = distributed.LocalCluster(
                    n_workers=count, threads_per_worker=1, dashboard_address=None, silence_logs=50
                )
        try:
            self._client: Any = distributed.Client(self._cluster or address, timeout=10)
        except (OSError, ValueError) as error:
            raise HulldownError(
                f"no Dask scheduler answers at {address}: {error}", hint="an address looks like tcp://host:8786"
            ) from None
        threads = self._client.nthreads()
        if not threads:
            self.close()
            raise HulldownError(f"the Dask cluster at {address} has no workers")
        self.count = sum(threads.values())
        others = set(self._client.run(_version).values()) - {__version__}
        if others:
            self.close()
            raise HulldownError(
                f"the workers of the cluster have Hulldown {', '.join(sorted(others))}, this is {__version__}",
                hint="install the same version everywhere: others could play other games",
            )

    def submit(self, work: Callable[[Any], Any], batch: Any) -> object:
        handle = self._client.submit(work, batch, pure=False)
        self._under_way.add(handle)
        return handle

    def result(self, handle: Any) -> Any:
        try:
            found = handle.result()
        except Exception as error:  # games never raise: this is the cluster's own trouble
            raise HulldownError(
                f"the Dask cluster failed: {type(error).__name__}: {error}",
                hint="games finished so far are kept where a run can be resumed",
            ) from error
        self._under_way.discard(handle)
        return found

    def give_up(self) -> None:
        self._client.cancel(list(self._under_way))

    def close(self) -> None:
        """Lets the cluster go; one of our own is ended."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


@contextmanager
def workers(jobs: int = 1, cluster: str = "") -> Iterator[Workers]:
    """Those who play: `jobs` processes (0: one for every core), or a Dask cluster by address (LOCAL: one made here)."""
    count = jobs or os.cpu_count() or 1
    if not cluster and count == 1:
        yield Inline()
        return
    found = Dask(cluster, count) if cluster else Pool(count)
    try:
        yield found
    finally:
        found.close()
