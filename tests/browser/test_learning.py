"""The lessons: a guided first game of each game, from its data alone, to its first shot and to its end."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Locator

from support.browsing import PATIENCE, GameServer, Json, Players, Table, clicked, soon

WORDS, ACTION = 200, 2.0
"""How many words a minute are read, and how many seconds a click or a key takes."""
FIRST_SHOT, WHOLE = 120, 300

LOOK = """() => new Promise((done) => setTimeout(done, 300))"""
"""Until the panel of a lesson has looked where the bars of the table are: by the page's own clock, every 250 ms."""
FILM = """
window.filmed = 0;
let last = 0;
const look = (now) => {
  if (last && document.querySelector('[data-testid=playback]')) {
    window.filmed += Math.min(250, now - last) / 1000;
  }
  last = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Counts the seconds of films as they count themselves: none of their frames is longer, however slow the machine is."""


class Pupil:
    """Somebody who reads every step and does what it says, with a count of what that takes."""

    def __init__(self, players: Players, lesson: str, **wish: Any) -> None:
        self.page = players.page(**wish)
        self.page.add_init_script(FILM)
        self.page.goto(f"{players.server.url}/#/tutorial/{lesson}")
        self.table = Table(players.server, self.page)
        self.words = 0
        self.actions = 0
        self.page.get_by_test_id("map").wait_for()

    @property
    def panel(self) -> Locator:
        return self.page.get_by_test_id("lesson")

    @property
    def step(self) -> str | None:
        return self.panel.get_attribute("data-step")

    def within(self, seconds: float) -> None:
        """What was read, done and watched so far took no longer."""
        film = float(self.page.evaluate("window.filmed"))
        taken = self.words / WORDS * 60 + self.actions * ACTION + film
        told = f"{self.words} words, {self.actions} actions, {film:.0f} s of film: {taken:.0f} s"
        print(told)
        assert taken < seconds, told

    def reads(self, step: str) -> None:
        """The step is on the screen, and is read."""
        soon(self.panel).to_have_attribute("data-step", step)
        self.words += len(self.panel.locator(".said").inner_text().split())

    def leaves(self, step: str) -> None:
        """The step is done, and the lesson has gone on."""
        soon(self.panel).not_to_have_attribute("data-step", step)

    def press(self, name: str) -> None:
        self.actions += 1
        self.panel.get_by_role("button", name=name).click()

    def task(self, unit: str, kind: str, label: str = "") -> None:
        """Chooses a unit in the list, a task by its button, and a hex."""
        self.actions += 3 if label else 2
        self.table.select(unit)
        assert self.table.choose(kind), f"{unit} is not offered {kind}"
        if label:
            self.click_hex(label)

    def click_hex(self, label: str) -> None:
        """Clicks a hex when the panel of the lesson has found its place."""
        self.page.evaluate(LOOK)
        self.table.click_hex(label)

    def commit(self) -> None:
        self.actions += 1
        self.table.commit()

    def watch(self) -> None:
        """The film to its end and at its own speed, until something is asked. The lesson waits for it."""
        film, summary = self.page.get_by_test_id("playback"), self.page.get_by_test_id("summary")
        end, step = time.monotonic() + 2 * PATIENCE / 1000, self.step
        while not self._rests():
            assert time.monotonic() < end, "the film does not end"
            now = self.step
            assert now == step or not film.count(), f"step {step} has become {now} while the film ran"
            if summary.count() and clicked(summary.get_by_role("button")):
                self.actions += 1
            self.page.wait_for_timeout(50)

    def _rests(self) -> bool:
        """Whether the table has come to what the server asks now, and no film runs."""
        legal = self.table.state()["legal"]
        shown = self.page.get_by_test_id("prompt").get_attribute("data-decision")
        there = legal is not None and legal["decision"]["id"] == shown
        return there and self.panel.get_attribute("data-rest") == "true"

    def asked(self) -> Json:
        self.table.wait_until(lambda: self.table.state()["legal"] is not None)
        return self.table.state()

    def answered(self, before: str) -> None:
        """Waits until a question is answered."""
        table = self.table
        table.wait_until(lambda: table.asked() != before)

    def told(self) -> str:
        """What has happened, in the server's words."""
        return "\n".join(event["text"] for event in self.table.state()["events"])


def test_kampfpanzer_lesson_comes_to_its_first_shot_in_two_minutes_and_ends_in_five(players: Players) -> None:
    pupil = Pupil(players, "kampfpanzer/basics")
    pupil.reads("welcome")
    pupil.press("Next")
    pupil.reads("first")
    pupil.task("1", "N", "1006")
    pupil.reads("second")
    pupil.task("2", "N", "1006")
    pupil.commit()
    pupil.reads("combine")
    pupil.watch()
    pupil.actions += 1
    pupil.page.locator("[data-preset=together]").click()
    pupil.commit()
    pupil.within(FIRST_SHOT)
    pupil.reads("shots")
    pupil.watch()
    assert "106 (R35) is destroyed" in pupil.told()
    pupil.reads("panic")
    pupil.press("Next")
    pupil.reads("move")
    pupil.task("3", "MV", "0812")
    pupil.reads("wait")
    pupil.page.keyboard.press("w")
    pupil.click_hex("0811")
    pupil.actions += 2
    soon(pupil.page.locator('[data-testid=checklist] [data-unit="3"]')).to_contain_text("A1 S1 A1")
    pupil.task("11", "P", "0908")
    pupil.reads("commit")
    pupil.commit()
    pupil.reads("trap")
    pupil.watch()
    assert "11 fires at 107" in pupil.told()
    pupil.reads("end")
    pupil.within(WHOLE)


def test_panzer_battles_lesson_comes_to_its_first_shot_in_two_minutes_and_ends_in_five(players: Players) -> None:
    pupil = Pupil(players, "panzer_battles/basics")
    page, card = pupil.page, pupil.page.get_by_test_id("prompt-card")
    pupil.reads("welcome")
    pupil.press("Next")
    pupil.reads("command")
    page.get_by_test_id("group-B42co").locator('[data-order="OVERWATCH"]').click()
    pupil.actions += 1
    pupil.commit()
    pupil.reads("name")
    pupil.watch()
    card.locator('[data-shot="next>G?4"]').click()
    pupil.actions += 1
    pupil.reads("fire")
    pupil.watch()
    card.locator('[data-shot="B421>G221"][data-weapon="main"]').click()
    pupil.actions += 1
    pupil.within(FIRST_SHOT)
    pupil.reads("result")
    pupil.watch()
    assert "B421 fires main at G221" in pupil.told()
    assert "15 points for the British" in pupil.told()
    pupil.press("Next")
    pupil.reads("spare")
    while pupil.asked()["legal"]["decision"]["kind"] != "move":
        pupil.watch()
        answers = pupil.asked()["legal"].get("choices", [])
        if pupil.asked()["legal"]["decision"]["kind"] == "move":
            break
        pupil.actions += 1
        if answers:
            before = pupil.asked()["legal"]["decision"]["id"]
            page.locator(f'[data-choice="{answers[-1]}"]').last.click()
            pupil.answered(before)
        else:
            pupil.table.commit(empty=True)
    pupil.reads("own")
    pupil.watch()
    page.locator('[data-testid=taskbar] [data-choice="done"]').click()
    pupil.actions += 1
    pupil.reads("end")
    pupil.within(WHOLE)


def test_tank_lesson_comes_to_its_first_shot_in_two_minutes_and_ends_in_five(players: Players) -> None:
    pupil = Pupil(players, "tank/basics")
    pupil.reads("welcome")
    pupil.press("Next")
    pupil.reads("column")
    pupil.task("column", "MV", "2915")
    pupil.reads("commit")
    pupil.commit()
    pupil.reads("contact")
    pupil.watch()
    while pupil.asked()["legal"]["decision"]["kind"] == "stop":
        pupil.actions += 1
        pupil.table.answer("continue")
        pupil.watch()
    pupil.reads("face")
    pupil.actions += 2
    pupil.table.select("A1")
    pupil.table.click_hex("2815")
    pupil.commit()
    pupil.reads("fire")
    pupil.watch()
    pupil.task("A1", "DF", "2516")
    pupil.commit()
    pupil.within(FIRST_SHOT)
    pupil.reads("shots")
    pupil.watch()
    assert "A1 fires at B1" in pupil.told()
    pupil.reads("panic")
    pupil.press("Next")
    pupil.reads("opportunity")
    pupil.task("A1", "OF", "2516")
    pupil.commit()
    pupil.reads("trap")
    pupil.watch()
    pupil.reads("end")
    assert "A1 fires at B2" in pupil.told()
    pupil.within(WHOLE)


def test_lesson_on_platoons_and_artillery_ends_in_five_minutes(players: Players) -> None:
    pupil = Pupil(players, "tank/platoons")
    page = pupil.page
    pupil.reads("welcome")
    pupil.press("Next")
    pupil.reads("fire")
    pupil.task("A1", "DF", "4320")
    pupil.task("A2", "DF", "4320")
    pupil.reads("mission")
    pupil.actions += 3
    page.locator('[data-testid=assets] [data-unit="bn1"]').click()
    assert pupil.table.choose("AF")
    pupil.table.click_hex("4319")
    soon(page.locator("[data-testid=assets] .draft")).to_have_text("Fire mission 4319 turn 8")
    pupil.reads("commit")
    pupil.commit()
    pupil.within(FIRST_SHOT)
    pupil.reads("shells")
    pupil.watch()
    assert "A1 A2 fires at B13 in 4320" in pupil.told()
    pupil.reads("after")
    soon(pupil.panel).to_contain_text("Your second battalion has fired smoke")
    pupil.press("Next")
    pupil.reads("platoon")
    pupil.task("P1", "MV", "4919")
    pupil.reads("line")
    pupil.actions += 1
    page.get_by_test_id("taskbar").get_by_role("button", name="Into line").click()
    soon(page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    soon(page.get_by_test_id("drop-refused")).to_have_count(0)
    pupil.commit()
    pupil.reads("drive")
    pupil.watch()
    pupil.reads("end")
    assert "A1 moves to 4919" in pupil.told()
    pupil.within(WHOLE)


def test_panzer_lesson_comes_to_its_first_shot_in_two_minutes_and_ends_in_five(players: Players) -> None:
    pupil = Pupil(players, "panzer/basics")
    pupil.reads("welcome")
    pupil.press("Next")
    pupil.reads("spotting")
    pupil.task("G1", "FIRE")
    pupil.reads("watcher")
    pupil.task("G2", "OW")
    pupil.reads("mover")
    pupil.task("G3", "MOVE")
    pupil.commit()
    pupil.reads("fire")
    pupil.watch()
    pupil.actions += 2
    pupil.table.select("G1")
    pupil.table.click_hex("2315")
    pupil.commit()
    pupil.within(FIRST_SHOT)
    pupil.reads("shot")
    pupil.watch()
    assert "G1 at S1" in pupil.told()
    pupil.reads("move")
    pupil.task("G3", "MOVE", "1817")
    pupil.commit()
    pupil.reads("under-fire")
    pupil.watch()
    assert "S2 at G3" in pupil.told()
    pupil.reads("reaction")
    pupil.actions += 1
    pupil.table.answer("pass")
    pupil.reads("answer")
    while pupil.step == "answer":
        pupil.watch()
        state = pupil.asked()
        if state["view"]["turn"] == 2:
            pupil.actions += 1
            pupil.table.pass_by(state)
    pupil.reads("end")
    pupil.within(WHOLE)


def test_infantry_lesson_comes_to_its_first_shot_in_two_minutes_and_ends_in_five(players: Players) -> None:
    pupil = Pupil(players, "panzer/infantry")
    page = pupil.page
    pupil.reads("welcome")
    pupil.press("Next")
    pupil.reads("command")
    pupil.task("G2", "FIRE")
    pupil.reads("share")
    pupil.actions += 1
    pupil.click_hex("2517")
    soon(page.locator('[data-testid=checklist] [data-unit="G3"]')).to_contain_text("shared with G2")
    pupil.task("G7", "OW")
    pupil.reads("watch")
    soon(page.get_by_test_id("preset")).to_contain_text("vehicles only")
    pupil.commit()
    pupil.reads("initiative")
    pupil.watch()
    pupil.actions += 1
    pupil.table.answer("first")
    pupil.reads("fire")
    pupil.watch()
    for unit in ("G2", "G3"):
        pupil.task(unit, "FIRE")
        page.locator('[data-testid=shots] [data-aim="S3"]').click()
        page.locator('[data-testid=shots] [data-weapon="small arms GP"][data-at="S3"]').click()
        soon(page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')).to_contain_text("small arms GP")
        pupil.actions += 1
    pupil.commit()
    pupil.within(FIRST_SHOT)
    pupil.reads("effect")
    pupil.watch()
    assert "G2 at S3 with small arms" in pupil.told()
    pupil.reads("overwatch")
    pupil.actions += 1
    before = pupil.asked()["legal"]["decision"]["id"]
    page.locator('[data-testid=prompt-card] [data-shot="G7>S11"]').first.click()
    pupil.table.wait_until(
        lambda: (pupil.table.state()["legal"] or {"decision": {"id": ""}})["decision"]["id"] != before
    )
    while pupil.asked()["legal"]["decision"]["kind"] != "adjust":
        pupil.watch()
        state = pupil.asked()
        if state["legal"]["decision"]["kind"] == "overwatch":
            pupil.actions += 1
            pupil.table.answer("pass step")
    pupil.reads("cover")
    pupil.watch()
    for unit in ("G5", "G6"):
        page.locator(f'[data-posture="{unit}"] [data-act="COVER"]').click()
        pupil.actions += 1
    pupil.commit()
    pupil.reads("recovery")
    pupil.watch()
    pupil.reads("end")
    pupil.within(WHOLE)


def test_lesson_on_fire_missions_calls_and_drags_the_fire(players: Players) -> None:
    pupil = Pupil(players, "panzer/missions")
    page = pupil.page
    for step in ("welcome", "plan"):
        pupil.reads(step)
        pupil.press("Next")
    pupil.reads("observer")
    pupil.task("S2", "OW")
    pupil.commit()
    pupil.reads("initiative")
    pupil.watch()
    pupil.actions += 1
    pupil.table.answer("first")
    pupil.reads("call")
    pupil.watch()
    pupil.task("S2", "CALL", "1917")
    pupil.commit()
    pupil.within(FIRST_SHOT)
    pupil.leaves("call")
    pupil.watch()
    pupil.reads("end-fire")
    pupil.table.answer("end fire")
    pupil.reads("turn-two")
    pupil.watch()
    pupil.commit()
    pupil.watch()
    pupil.task("S2", "OW")
    pupil.commit()
    pupil.watch()
    pupil.table.answer("first")
    pupil.reads("adjust")
    pupil.watch()
    page.evaluate(LOOK)
    pupil.table.drag(["1917", "2017"])
    soon(page.locator('[data-testid=checklist] [data-unit="S2"]')).to_contain_text("Adjust fire 2017")
    pupil.commit()
    pupil.leaves("adjust")
    pupil.watch()
    pupil.reads("planned")
    assert "GP of SB1 comes down in 2017" in pupil.told()


def test_lesson_can_be_skipped_gone_back_in_left_and_taken_up_again(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    page.get_by_role("button", name="Learn it in five minutes").click()
    entry = page.get_by_role("listitem").filter(has_text="Tank! in five minutes")
    entry.get_by_role("link", name="Start the lesson").click()
    panel = page.get_by_test_id("lesson")
    soon(panel).to_have_attribute("data-step", "welcome")
    page.get_by_test_id("map").wait_for()
    panel.get_by_role("button", name="Next").click()
    panel.get_by_role("button", name="Skip this step").click()
    soon(panel).to_have_attribute("data-step", "commit")
    panel.get_by_role("button", name="Back").click()
    soon(panel).to_have_attribute("data-step", "column")
    panel.get_by_role("button", name="Fold the lesson away").click()
    soon(panel).to_have_count(0)
    page.get_by_role("button", name="Show the lesson").click()
    match = table.match
    panel.get_by_role("button", name="Leave the lesson").click()
    page.wait_for_url(f"**/#/play/{match}/**")
    soon(panel).to_have_count(0)
    page.get_by_test_id("map").wait_for()
    page.goto(f"{server.url}/#/tutorial")
    page.get_by_role("link", name="Go on with the lesson").click()
    soon(panel).to_have_attribute("data-step", "column")
    assert table.match == match
    page.reload()
    soon(panel).to_have_attribute("data-step", "column")
    assert table.match == match


def test_lesson_goes_on_when_the_pupil_does_something_else(players: Players) -> None:
    """Nobody moves, and nobody turns: the lesson passes over what does not come and goes on with what does."""
    pupil = Pupil(players, "tank/basics")
    pupil.press("Next")
    pupil.table.commit(empty=True)
    pupil.watch()
    while pupil.asked()["view"]["turn"] == 6:
        pupil.table.pass_by(pupil.table.wait_turn())
    pupil.reads("fire")
    soon(pupil.page.get_by_test_id("commit")).to_be_visible()


def test_coach_marks_dangers_and_shots_and_can_be_switched_off(players: Players) -> None:
    pupil = Pupil(players, "panzer/basics")
    page = pupil.page
    pupil.panel.get_by_role("button", name="Fold the lesson away").click()
    switch = page.get_by_role("button", name="Coach")
    soon(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    coach = page.get_by_test_id("coach")
    soon(coach).to_have_attribute("aria-busy", "false")
    soon(coach).to_contain_text("G2 at 1718: S1 at 2315 damages it with 70 % from the front")
    soon(coach).to_contain_text("fire at S2 in 2316 knocks it out with 81 %")

    def marked() -> list[str]:
        return [one["text"] for one in pupil.table.model()["overlays"] if one["kind"] == "text"]

    pupil.table.wait_until(lambda: marked() == ["91 %"])
    coach.locator('[data-unit="G1"]').hover()
    pupil.table.wait_until(lambda: any(one["kind"] == "lane" for one in pupil.table.model()["overlays"]))
    page.reload()
    soon(coach).to_have_attribute("aria-busy", "false")
    page.get_by_role("button", name="Coach").click()
    soon(coach).to_have_count(0)
    pupil.table.wait_until(lambda: not any(one["kind"] == "text" for one in pupil.table.model()["overlays"]))
