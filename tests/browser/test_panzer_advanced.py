"""The Advanced Game of Panzer at the table: shared commands, weapons, passengers, Full Cover."""

from __future__ import annotations

from typing import Any

from support.browsing import GameServer, Json, Players, Table, soon
from support.staging import Staged

SIDES = ("soviet", "german")
RIDERS = "panzer/12"
DUST = "panzer/11"


def row(table: Table, unit: str) -> Any:
    """What the list of orders says of a unit."""
    return soon(table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]'))


def place(state: Json, server: GameServer, unit: str) -> str:
    cell = next(piece["cell"] for piece in state["view"]["pieces"] if piece["id"] == unit)
    return server.label(RIDERS, cell)


def ready(table: Table) -> None:
    """Until the rules have said what they think of the orders drawn."""
    soon(table.page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")


def marks(table: Table, unit: str) -> list[str]:
    """The marks on a counter, as the map itself tells."""
    return [mark for piece in table.model()["pieces"] if piece["id"] == unit for mark in piece["marks"]]


def covered(table: Table, unit: str) -> None:
    """Waits until a counter is drawn in Full Cover."""
    table.wait_until(lambda: "full cover" in marks(table, unit))


def share(table: Table, server: GameServer, state: Json) -> None:
    """A command for S1 that S3 shares, by the list, out of it and in again by clicks; S4 is too far away."""
    page = table.page
    table.select("S1")
    assert table.choose("MOVE")
    used = soon(page.get_by_test_id("used-Tank Company"))
    used.to_contain_text("4 commands, 1 given")
    page.get_by_test_id("share").select_option("S3")
    row(table, "S3").to_contain_text("Move, shared with S1")
    row(table, "S1").to_contain_text("Move with S3")
    table.wait_until(lambda: table.chip("S3") == table.chip("S1") == "M")
    table.click_hex(place(state, server, "S3"))
    row(table, "S3").to_contain_text("no order")
    table.click_hex(place(state, server, "S3"))
    row(table, "S3").to_contain_text("Move, shared with S1")
    used.to_contain_text("1 given")
    page.get_by_test_id("share").select_option("S4")
    soon(page.get_by_text("S4: it is 2 hexes from S1, the Command Range is 1")).to_be_visible()
    row(table, "S4").to_contain_text("no order")


def fire(table: Table) -> None:
    """S8 fires HVAP instead of AP; both stand side by side with their chances."""
    page = table.page
    table.select("S8")
    shots = page.get_by_test_id("shots")
    for weapon in ("AP", "HVAP", "GP"):
        soon(shots.locator(f'[data-weapon="76.2mm L/43 {weapon}"]')).to_contain_text("hit")
    way = shots.locator('[data-weapon="76.2mm L/43 AP"]')
    way.click()
    row(table, "S8").to_contain_text("76.2mm L/43 AP")
    # The gun fires once: no second round besides the first.
    shots.locator('[data-also="76.2mm L/43 HVAP"]').click()
    soon(page.get_by_text("76.2mm L/43 fires once")).to_be_visible()
    shots.locator('[data-weapon="76.2mm L/43 HVAP"]').click()
    soon(way).to_have_attribute("aria-pressed", "false")
    row(table, "S8").to_contain_text("76.2mm L/43 HVAP")


def dismount(table: Table) -> None:
    """S1 drives a hex and puts its passenger down there: the reach is half of what it was."""
    page = table.page
    table.wait_until(lambda: "load 1" in marks(table, "S1"))
    table.select("S1")
    assert table.choose("MOVE")
    table.wait_until(lambda: bool(table.reach()))
    far = len(table.reach())
    page.locator('[data-stop="drop S9"]').select_option("")
    table.wait_until(lambda: 0 < len(table.reach()) < far)
    table.click_hex("1N2")
    row(table, "S1").to_contain_text("Move 1N2 Put S9 down at the end")
    # Whoever shares its command moves with it, and stays near.
    table.select("S3")
    assert table.choose("MOVE")
    table.click_hex("1O3")
    row(table, "S3").to_contain_text("Move 1O3")
    ready(table)
    table.commit()


def test_riders_are_commanded_fire_and_dismount(players: Players, server: GameServer) -> None:
    staged = Staged(server, RIDERS, {}, SIDES)
    state = staged.play(("soviet", "command", 1), {})
    table = staged.table(players, "soviet")
    table.wait_turn()
    share(table, server, state)
    table.select("S8")
    assert table.choose("FIRE")
    ready(table)
    table.commit()

    staged.play(("soviet", "fire", 1), {})
    table.wait_turn()
    fire(table)
    table.commit()

    state = staged.play(("soviet", "move", 1), {})
    shot = next(event for event in state["events"] if event["kind"] in ("ap_shot", "announced"))
    assert "HVAP" in str(shot["data"])
    table.wait_turn()
    dismount(table)

    # The passenger stands in the hex, and is put into Full Cover; one step of the order turns it as well.
    staged.play(("soviet", "adjust", 1), {})
    table.wait_turn()
    table.select("S9")
    assert table.choose("COVER")
    row(table, "S9").to_contain_text("Take Full Cover")
    table.page.keyboard.press("d")
    row(table, "S9").to_contain_text("facing south")
    table.commit()
    staged.play(("soviet", "command", 2), {})
    table.wait_turn()
    table.wait_until(lambda: "full cover" in marks(table, "S9") and "load 1" not in marks(table, "S1"))


def test_two_turns_of_dust_in_the_sunflowers(players: Players, server: GameServer) -> None:
    """Both turns by the list: a command that is shared, Full Cover for the infantry, and what comes of it."""
    staged = Staged(server, DUST, {}, SIDES)
    table: Table | None = None
    for turn in (1, 2):
        state = staged.play(("german", "command", turn), {})
        table = table or staged.table(players, "german")
        table.wait_turn()
        lead, kind, mates = next(
            (unit["unit"], option["kind"], option["targets"])
            for unit in state["legal"]["units"]
            for option in unit["options"]
            if option["kind"] == "OW" and option.get("targets")
        )
        table.select(lead)
        assert table.choose(kind)
        table.page.get_by_test_id("share").select_option(mates[0])
        row(table, mates[0]).to_contain_text(f"Overwatch, shared with {lead}")
        ready(table)
        table.commit()

        state = staged.play(("german", "adjust", turn), {})
        shared = [group["members"] for group in state["view"]["groups"] if group["name"] == "Shared Overwatch"]
        assert [set(group) for group in shared] == [{lead, mates[0]}]
        table.wait_turn()
        unit = next(
            unit["unit"]
            for unit in state["legal"]["units"]
            if any(option["kind"] == "COVER" for option in unit["options"])
        )
        table.select(unit)
        assert table.choose("COVER")
        row(table, unit).to_contain_text("Take Full Cover")
        table.commit()
        staged.play(("german", "command", turn + 1), {})
        table.wait_turn()
        covered(table, unit)
