"""The builder in the new-game dialogue: three periods, what is legal and why the rest is not, and the link."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page

from hulldown.server.api.scenarios import balances
from support.axe import violations
from support.browsing import GameServer, Players, Table, choose_bot, soon

TITLE = "Two Companies"
SCENARIO = "tank/34.1"


def _opened(players: Players, link: str = "", **wish: object) -> tuple[Table, Locator]:
    table = players.table(f"/#{link}" if link else "/", **wish)
    if not link:
        table.page.get_by_role("button", name=f"Play: {TITLE}").click()
    dialog = table.page.get_by_role("dialog")
    soon(dialog.get_by_test_id("force-alpha")).to_be_visible()
    return table, dialog


def _choose(dialog: Locator, name: str, value: str) -> None:
    dialog.locator(f"#option-{name}").select_option(value)


def test_three_periods_are_walked_through(players: Players, server: GameServer) -> None:
    table, dialog = _opened(players)
    alpha, bravo = dialog.get_by_test_id("force-alpha"), dialog.get_by_test_id("force-bravo")
    # Period 6, as nobody has chosen yet.
    soon(alpha).to_contain_text("Soviet Union")
    soon(bravo).to_contain_text("Ge Pz V")
    nations = ["Germany", "Soviet Union", "Britain", "United States"]
    soon(dialog.locator("#option-bravo_nation option")).to_have_text(nations)
    # Another tank brings the company that fields it.
    _choose(dialog, "bravo_tank", "Ge JPz IV")
    soon(bravo).to_contain_text("Ge JPz IV")
    # Period 1: the tank is not to be had any more; the dialogue says so and takes the usual one.
    _choose(dialog, "period", "1")
    soon(alpha).to_contain_text("Ge Pz IIID")
    soon(bravo).to_contain_text("Fr S-35")
    soon(dialog.get_by_role("status")).to_contain_text("Ge JPz IV")
    why = dialog.locator("details", has=table.page.locator("text=not possible here"))
    why.nth(1).locator("summary").click()
    soon(dialog).to_contain_text("fights only in period")
    # Period 12: what is reconstructed is marked.
    _choose(dialog, "period", "12")
    soon(bravo).to_contain_text("US M60A3")
    soon(bravo.locator("abbr").first).to_contain_text("reconstructed")
    _choose(dialog, "alpha_nation", "Ch")
    soon(alpha).to_contain_text("China")
    dialog.get_by_role("button", name="As usual").click()
    soon(alpha).to_contain_text("Soviet Union")


def test_a_link_opens_the_same_choices_and_they_are_played(players: Players, server: GameServer) -> None:
    _, dialog = _opened(players)
    _choose(dialog, "period", "9")
    soon(dialog.get_by_test_id("force-bravo")).to_contain_text("NATO")
    _choose(dialog, "bravo_tank", "Ge Leopard I")
    soon(dialog.get_by_test_id("force-bravo")).to_contain_text("Leopard")
    link = dialog.get_by_label("Link to these forces").input_value()
    other, opened = _opened(players, link.split("#")[1])
    soon(opened.get_by_test_id("force-bravo")).to_contain_text("Ge Leopard I")
    soon(opened.locator("#option-period")).to_have_value("9")
    choose_bot(opened, "random")
    opened.get_by_role("button", name="Start").click()
    state = other.wait_turn()
    assert {unit["type"] for unit in state["view"]["own"]} == {"So T-55"}
    assert (state["view"]["options"]["period"], state["view"]["options"]["bravo_tank"]) == (9, "Ge Leopard I")


def _overflows(page: Page) -> bool:
    return bool(
        page.evaluate(
            "() => document.querySelector('dialog').scrollWidth > document.querySelector('dialog').clientWidth"
        )
    )


@pytest.mark.parametrize("width", [1440, 1024, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(players: Players, width: int, theme: str) -> None:
    table, dialog = _opened(
        players, f"/new/{SCENARIO}?period=9", viewport={"width": width, "height": 900}, color_scheme=theme
    )
    dialog.locator("details summary").nth(0).click()
    assert violations(table.page) == []
    table.wait_until(lambda: not _overflows(table.page))


def test_a_link_to_nowhere_says_so(players: Players) -> None:
    table = players.table("/#/new/tank/none?period=6")
    soon(table.page.get_by_role("alert")).to_contain_text("tank/none")


def test_the_balance_is_that_of_the_period_chosen(players: Players, server: GameServer) -> None:
    """The dialogue shows what the lab has counted for the pairing, and nothing where nobody has counted."""
    _, dialog = _opened(players)
    found = {0: balances()[SCENARIO], **{one.options["period"]: one for one in balances()[SCENARIO].others}}
    counted = dialog.get_by_test_id("counted")

    def told(period: int) -> str:
        wins = found[period].wins
        return f"Alpha {round(100 * wins['alpha'] / (wins['alpha'] + wins['bravo']))} %"

    soon(counted).to_contain_text(told(0))
    soon(counted).to_contain_text(f"{found[0].games} games")
    assert told(0) != told(2)
    _choose(dialog, "period", "2")
    soon(counted).to_contain_text(told(2))
    _choose(dialog, "mode", "open")
    soon(counted).to_have_count(0)
