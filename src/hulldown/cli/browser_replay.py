"""A record in the replay viewer of the browser: checked, stored as a match that is over, and served."""

from __future__ import annotations

import sys
import tempfile
import threading
import webbrowser
from pathlib import Path

from hulldown.cli.output import print_json, shown
from hulldown.core.errors import HulldownError, RecordMismatchError
from hulldown.core.record import Record


def show_in_browser(record: Record, name: str, database: str | None, port: int, as_json: bool) -> int:
    """The exit status, after the server that shows the record was stopped."""
    from hulldown.server.logs import set_up_logs
    from hulldown.server.matches.imports import store_record
    from hulldown.server.run import serve
    from hulldown.server.settings import Settings
    from hulldown.server.storage.database import Database, default_database

    if not 0 <= port <= 65535:
        raise HulldownError(f"--port is {port}", hint="a port is a number from 0 to 65535")
    set_up_logs(False)
    with tempfile.TemporaryDirectory(prefix="hulldown-replay-", ignore_cleanup_errors=True) as folder:
        url = database or default_database(Path(folder))
        opened = Database(url)
        try:
            stored = store_record(opened, record)
        except RecordMismatchError as error:
            raise HulldownError(
                f"{name} cannot be shown, it is not what the rules and the dice make of it: {error}",
                hint="hulldown replay without --browser shows how far it goes",
            ) from None
        finally:
            opened.close()

        def ready(address: str) -> None:
            place = address + stored.path
            if as_json:
                print_json({"address": address, "replay": place})
            else:
                print(f"{shown(name)} is shown at {place} (stop it with Ctrl-C)")
            sys.stdout.flush()
            browse(place)

        return serve(Settings(url, port=port), ready)


def browse(place: str) -> None:
    """Opens the browser; one that stays in the foreground must not keep the server from serving."""
    threading.Thread(target=webbrowser.open, args=(place,), daemon=True).start()
