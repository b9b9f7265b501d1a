"""What a player does with a finished game: looks at it again, takes the record home, has it verified."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page

from support.browsing import Table, soon


def replay(table: Table) -> None:
    """From the end banner into the replay room: the last turn, the truth, a film from turn 1, the figures."""
    page = table.page
    page.get_by_test_id("end").get_by_role("link", name="Replay and analysis").click()
    slider = page.get_by_role("slider", name="Turn")
    slider.wait_for()
    turns = int(slider.get_attribute("max") or 0)
    assert turns >= 2
    page.keyboard.press("End")
    soon(slider).to_have_value(str(turns))
    page.get_by_label("Seen by").select_option("truth")
    page.keyboard.press("Tab")
    slider.fill("1")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_test_id("playback").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("tab", name="Figures").click()
    page.get_by_role("tabpanel").wait_for()


def saved(page: Page, button: str, folder: Path) -> Path:
    """The file that a button of the page saves."""
    with page.expect_download() as loading:
        page.get_by_role("button", name=button).click()
    file = folder / loading.value.suggested_filename
    loading.value.save_as(file)
    return file


def verified_record(table: Table, folder: Path) -> Path:
    """The downloaded record, which `hulldown verify` calls verified by the receipts that the browser has kept."""
    page = table.page
    record = saved(page, "Download the record", folder)
    page.get_by_role("button", name="Fair play").click()
    soon(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")
    receipts = saved(page, "Save my receipts", folder)
    page.keyboard.press("Escape")
    command = [
        sys.executable,
        "-m",
        "hulldown.cli.main",
        "verify",
        str(record),
        "--receipts",
        str(receipts),
        "--strict",
    ]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    assert verified.stdout.startswith("verified: ")
    return record
