"""Logs: plain lines, or a JSON object a line for programs. Neither ever holds a token, a query or a path."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

CLIENT_FAULTS = ("Invalid HTTP request received.", "Unsupported upgrade request.")
"""What uvicorn logs about malformed requests. Anybody who can connect could fill the log with it."""
FIELDS = "fields"
"""The attribute of a log entry that holds its parts."""


class JsonFormatter(logging.Formatter):
    """One JSON object for each entry."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, FIELDS, {}),
        }
        if record.exc_info:
            found["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(found).decode()


def _is_worth_logging(entry: logging.LogRecord) -> bool:
    return entry.msg not in CLIENT_FAULTS


def set_up_logs(verbose: bool, as_json: bool = False) -> None:
    """Sends logs to stderr: what goes wrong, and every request when asked for."""
    handler = logging.StreamHandler(sys.stderr)
    plain = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonFormatter() if as_json else plain)
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    # uvicorn logs paths with their queries; our own request log does not.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_worth_logging)
    logging.getLogger("hulldown.access").setLevel(logging.INFO if verbose else logging.WARNING)
