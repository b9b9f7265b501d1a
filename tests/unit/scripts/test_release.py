"""scripts/release.py: what it says of a tree that is not ready."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "scripts"))
FILES = ("pyproject.toml", "CITATION.cff", "CHANGELOG.md", "constraints.txt", "web/package-lock.json")

import release  # type: ignore[import-not-found]  # noqa: E402


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "web").mkdir()
    for name in FILES:
        shutil.copy(ROOT / name, tmp_path / name)
    return tmp_path


def changed(tree: Path, name: str, old: str, new: str) -> None:
    text = (tree / name).read_text()
    assert old in text
    (tree / name).write_text(text.replace(old, new, 1))


def test_this_tree_has_one_version_and_pins_without_hosts(tree: Path) -> None:
    assert release.versions(tree) == []
    assert release.pins(tree) == []


def test_a_version_that_stands_elsewhere_is_named(tree: Path) -> None:
    changed(tree, "CITATION.cff", "version: 0.1.0", "version: 0.0.9")
    changed(tree, "CHANGELOG.md", "## [0.1.0]", "## [0.2.0]")
    found = release.versions(tree)
    assert found == [
        "CITATION.cff names version 0.0.9, pyproject.toml 0.1.0",
        "the newest release in CHANGELOG.md is ['0.2.0'], pyproject.toml has 0.1.0",
    ]


def test_hosts_and_missing_pins_are_named(tree: Path) -> None:
    changed(tree, "constraints.txt", "uvicorn==", "unicorn==")
    with (tree / "constraints.txt").open("a") as pins:
        pins.write("--index-url https://registry.invalid/simple\n")
    assert release.pins(tree) == [
        "constraints.txt: --index-url https://registry.invalid/simple",
        "constraints.txt has no pin for uvicorn",
    ]


def test_a_change_log_is_cut_dated_and_short(tree: Path) -> None:
    log = tree / "CHANGELOG.md"
    log.write_text("# Changelog\n\n## [Unreleased]\n\n- Something new.\n\n## [0.1.0]\n" + "- More.\n" * 61)
    assert [line.partition(" takes ")[0] for line in release.change_log(tree)] == [
        "under Unreleased: - Something new.",
        "the newest release has no date",
        "the newest release",
    ]
    log.write_text("# Changelog\n\n## [Unreleased]\n\n### Players\n\n## [0.1.0] - 2026-11-19\n\n- All of it.\n")
    assert release.change_log(tree) == []
