"""The document from which the client's types are made is that of this server."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.filterwarnings("ignore")
def test_the_document_in_the_tree_is_current() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "openapi.py"))
    kept = (ROOT / "web" / "openapi.json").read_text(encoding="utf-8")
    assert kept == script["document"](), "run `make wire` and look at the difference"
