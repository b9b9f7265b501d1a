"""No setting of a server scripts its dice."""

from __future__ import annotations

from pathlib import Path

import pytest

from hulldown.core.errors import HulldownError
from hulldown.server.api.messages import Create
from hulldown.server.matches import creation
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.settings import Settings
from hulldown.server.storage.database import Database


@pytest.mark.parametrize("secret", ["script:1 1 1", "common:x"])
def test_a_secret_that_scripts_dice_is_refused(tmp_path: Path, secret: str) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    database = Database(url)
    registry = MatchRegistry(database, Settings(url, secret=secret))
    try:
        with pytest.raises(HulldownError, match="for tests and analysis"):
            creation.create(registry, Create("tank/intro", entropy=""))
    finally:
        registry.close()
        database.close()
