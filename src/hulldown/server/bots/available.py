"""The bots a server offers: the built-in ones and the commands it was started with. Clients give names only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hulldown.bots import BotInfo, bot_infos, bot_names, check_spec
from hulldown.bots.registry import EXEC
from hulldown.core.errors import HulldownError
from hulldown.server.settings import Settings

_NAME = re.compile(r"[a-z0-9_-]{1,32}", re.ASCII)


def read_commands(given: Sequence[str]) -> dict[str, str]:
    """The command lines by name, from texts such as `tiger=python3 tiger.py`."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, command = text.partition("=")
        if not equals or not _NAME.fullmatch(name):
            raise HulldownError(
                f"--bot {text}: write it as NAME=COMMAND", hint="a name has 1 to 32 of the characters a-z 0-9 _ -"
            )
        if name in bot_names() or name in found:
            raise HulldownError(f"--bot {text}: there is a bot named {name} already", hint="choose another name")
        check_spec(EXEC + command, commands=True)
        found[name] = command
    return found


def bots_of(settings: Settings) -> tuple[BotInfo, ...]:
    """All bots that can be named here."""
    local = (BotInfo(name, _title(name), "A program of this server.", "local") for name in settings.bots)
    return (*bot_infos(), *local)


def _title(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").strip().capitalize() or name


def need_bot(settings: Settings, name: str) -> None:
    """Raises when there is no bot of this name."""
    known = (*bot_names(), *settings.bots)
    if name not in known:
        raise HulldownError(f"there is no bot named {name!r}", hint=f"bots: {', '.join(known)}")
