"""Questions without a choice: the server answers them, and nobody else can tell, not even by the clock."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.core.orders import Order, Task
from hulldown.core.record import record_from_text, verify
from hulldown.games import load_game
from support.drill_bot import NEAR, DrillBot, gap
from support.local_server import HandClock, Listener, LocalServer
from support.patience import PATIENCE
from support.remote import Json, Player, new_match, players_of, watcher_of
from support.serving import wait_until

SECRET = "the same dice for every match"
PACE = 3.0
OPAQUE = re.compile(r'(?<="head":")[0-9a-f]+|(?<="signature":")[0-9a-f]+')


class Duel:
    """Two people at panzer/1: the Soviet side drives at the German one, which waits or does nothing."""

    def __init__(self, server: LocalServer, clock: HandClock, automatic: bool = True, /, **wish: object) -> None:
        self.server, self.clock = server, clock
        self.made = new_match(server, "panzer/1", **wish)  # type: ignore[arg-type]
        players = players_of(server, self.made)  # type: ignore[arg-type]
        self.soviet, self.german = players["soviet"], players["german"]
        self.board = load_game("panzer").board("panzer/1")
        self.answers: list[threading.Thread] = []
        self.given: list[str] = []
        self.shown: dict[str, Json] = {}
        self.ears: list[Listener] = []
        self.approach()
        if automatic:
            assert self.german.put("/automatic", {"on": True}).status_code == 200

    def approach(self) -> None:
        """Plays until the forces are near and commands are placed."""
        while True:
            for player in (self.soviet, self.german):
                state = player.state()
                legal = state["legal"]
                if legal is None:
                    continue
                if legal["decision"]["kind"] == "command" and self.near(state):
                    self.turn = state["view"]["turn"]
                    return
                answer = player.give(player.order(state, DrillBot("x")))
                assert answer.status_code == 200, answer.text

    def near(self, state: Json) -> bool:
        cells = {side: [p["cell"] for p in state["view"]["pieces"] if p["side"] == side] for side in state["seats"]}
        return gap(self.board, *cells.values()) <= NEAR

    def command(self, german: str) -> None:
        for player, kind in ((self.soviet, "MOVE"), (self.german, german)):
            state = player.state()
            if state["legal"] is None:
                continue
            units = [unit["unit"] for unit in state["legal"]["units"] if unit["unit"] != "reactions"]
            order = Order("command", tuple(Task(unit, kind) for unit in units))
            self.answer(player, order, state["legal"]["decision"]["id"])
        self.tick(PACE)

    def answer(self, player: Player, order: Order, decision: str, **more: object) -> None:
        """Gives an answer, which may be held back for a while."""
        body = {"submission": f"s{len(self.answers)}", "decision": decision, "order": order, **more}
        thread = threading.Thread(target=lambda: self.given.append(player.post("/orders", body).text), daemon=True)
        arrived = self.server.arrived
        thread.start()
        self.answers.append(thread)
        wait_until(lambda: self.server.arrived > arrived)
        self.settle()

    def settle(self) -> None:
        """Waits until nothing happens any more while the clock stands: whatever the server does waits for it."""
        quiet, seen = 0, None
        while quiet < 3:
            now = (
                self.soviet.get().text,
                self.german.get().text,
                len(self.given),
                [one.caught_up() for one in self.ears],
            )
            quiet = quiet + 1 if now == seen and self.server.idle else 0
            seen = now
            time.sleep(0.01)

    def tick(self, seconds: float = 1.0) -> None:
        self.clock.advance(seconds)
        self.settle()

    def play(self, pass_: Callable[[Json], Order | None]) -> None:
        """Plays the movement of this turn second by second; `pass_` is what the German side answers when asked."""
        asked: set[str] = set()
        for _ in range(400):
            state = self.soviet.state()
            legal = state["legal"]
            if state["view"]["turn"] != self.turn:
                return
            if legal is not None:
                order = self.soviet.order(state, DrillBot("x"))
                self.answer(self.soviet, order, legal["decision"]["id"])
            german = self.german.state()["legal"]
            if german is not None and german["decision"]["id"] not in asked:
                asked.add(german["decision"]["id"])
                self.shown[german["decision"]["id"]] = german
                order_ = pass_(german)
                if order_ is not None:
                    self.answer(self.german, order_, german["decision"]["id"])
            self.tick()
        raise AssertionError("the turn does not end")


def passing(legal: Json) -> Order | None:
    kind = legal["decision"]["kind"]
    return Order(kind, choice="first" if kind == "initiative" else "pass")


@contextmanager
def listening(duel: Duel) -> Iterator[list[Listener]]:
    with ExitStack() as stack:
        viewers = (duel.soviet, watcher_of(duel.server, duel.made))  # type: ignore[arg-type]
        duel.ears = [Listener(stack.enter_context(viewer.socket()), duel.clock) for viewer in viewers]
        # A viewer whose first state is late finds the first order in it, and hears one message less.
        wait_until(lambda: all(one.heard for one in duel.ears))
        duel.settle()
        yield duel.ears
        duel.ears = []


def overheard(duel: Duel, listener: Listener, start: float) -> list[tuple[float, str]]:
    """What a viewer heard of the turn, up to where commands are shown, with the seconds since its beginning."""
    known: dict[str, str] = {}
    found = []
    for when, text in listener.heard:
        if json.loads(text)["type"] == "state":
            if json.loads(text)["view"]["turn"] != duel.turn:
                break
            text = OPAQUE.sub(lambda one: known.setdefault(one[0], f"NUMBER {len(known)}"), text)
            found.append((when - start, text.replace(duel.made["match"], "MATCH")))
    return found


Heard = tuple[list[list[tuple[float, str]]], Duel]


def heard_of(server: LocalServer, clock: HandClock, command: str, /, **wish: object) -> Heard:
    """What the enemy and an onlooker hear of a turn in which the German side has this command."""
    duel = Duel(server, clock, **wish)
    start = clock.now()
    with listening(duel) as listeners:
        duel.command(command)
        duel.play(passing)
        found = [overheard(duel, one, start) for one in listeners]
    for thread in duel.answers:
        thread.join(PATIENCE)
    return found, duel


def passes(heard: list[tuple[float, str]]) -> list[float]:
    """When the German side was heard to pass."""
    found = []
    for when, text in heard:
        events = [event for event in json.loads(text)["events"] if event["kind"] == "passed"]
        found += [when for event in events if event["data"]["side"] == "german"]
    return found


@contextmanager
def serving(folder: Path, pace: float) -> Iterator[tuple[LocalServer, HandClock]]:
    clock = HandClock()
    server = LocalServer(folder, clock, pace, SECRET)
    try:
        yield server, clock
    finally:
        server.stop()


@pytest.fixture(scope="module")
def paced(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LocalServer, HandClock]]:
    with serving(tmp_path_factory.mktemp("paced"), PACE) as made:
        yield made


@pytest.fixture(scope="module")
def forced(paced: tuple[LocalServer, HandClock]) -> Heard:
    """A turn in which the German side has nothing to choose: the server answers for it."""
    return heard_of(*paced, "NC")


def test_nobody_can_tell_whether_there_was_a_choice(paced: tuple[LocalServer, HandClock], forced: Heard) -> None:
    """Every message that the enemy and an onlooker get is the same at the same second, to the byte."""
    chosen, waiting = heard_of(*paced, "OW")
    reactions = [legal for legal in waiting.shown.values() if legal["decision"]["kind"] == "overwatch"]
    assert [bool(legal.get("units")) for legal in reactions].count(True) >= 2, "there was nothing to choose"
    assert not [legal for legal in forced[1].shown.values() if legal["decision"]["kind"] == "overwatch"]
    assert len(passes(forced[0][0])) >= 2
    for real, none in zip(chosen, forced[0], strict=True):
        assert [when for when, _ in real] == [when for when, _ in none]
        assert [text for _, text in real] == [text for _, text in none]


def wishing(**wish: object) -> dict[str, object]:
    """A seat that is asked about overwatch by its wish only."""
    return {"on": True, "wish": {"least": 10, "step": 10, "rear": True, "nearer": 0, **wish}}


def test_a_wish_lets_chances_go_by_and_nobody_can_tell(paced: tuple[LocalServer, HandClock], forced: Heard) -> None:
    """Who is asked for certain hits alone is not asked: the enemy hears what he hears where there is no choice."""
    server, clock = paced
    duel = Duel(server, clock)
    assert duel.german.put("/automatic", wishing(least=100)).json()["automatic"]["wish"]["least"] == 100
    start = clock.now()
    with listening(duel) as listeners:
        duel.command("OW")
        duel.play(passing)
        found = [overheard(duel, one, start) for one in listeners]
    assert not [legal for legal in duel.shown.values() if legal["decision"]["kind"] == "overwatch"]
    assert found == forced[0]


def test_nobody_is_asked_again_for_what_is_no_better(paced: tuple[LocalServer, HandClock]) -> None:
    """The same turn, asked at each chance and by a wish that any harm meets: fewer questions, and those by the wish."""
    asked = []
    for wish in ({"on": True}, wishing(least=1, step=100, rear=False)):
        duel = Duel(*paced)
        assert duel.german.put("/automatic", wish).status_code == 200
        duel.command("OW")
        duel.play(passing)
        shown = [legal for legal in duel.shown.values() if legal["decision"]["kind"] == "overwatch"]
        asked.append(len(shown))
    assert asked[0] > asked[1]


def test_the_clocks_of_the_game_do_not_tell_it_either(paced: tuple[LocalServer, HandClock]) -> None:
    """With a clock for the game, an increment and a limit for interrupting questions: again the same, to the byte."""
    terms = {"kind": "game", "seconds": 7200, "increment": 7, "interrupt": 30}
    none, _ = heard_of(*paced, "NC", clock=terms)
    chosen, waiting = heard_of(*paced, "OW", clock=terms)
    assert any(legal["decision"]["kind"] == "overwatch" and legal.get("units") for legal in waiting.shown.values())
    for real, forced_ in zip(chosen, none, strict=True):
        assert real == forced_
        clocks = [json.loads(text)["clock"]["sides"]["german"] for _, text in real if '"type":"state"' in text]
        assert any(one["interrupt"] and one["running"] for one in clocks)
        assert len({one["left"] for one in clocks}) > 2


def test_the_comparison_bites(tmp_path: Path, forced: Heard) -> None:
    """Without the pace the clock tells everything: forced answers come at once."""
    with serving(tmp_path, 0.0) as served:
        at_once, _ = heard_of(*served, "NC")
    assert len(passes(at_once[0])) >= 2
    assert passes(at_once[0]) != passes(forced[0][0])
    assert len(set(passes(at_once[0]))) < len(set(passes(forced[0][0])))


def test_the_seat_sees_a_sign_in_its_log(tmp_path: Path) -> None:
    """The owner is told where the server answered, also after a restart; his opponent is not."""
    with serving(tmp_path, PACE) as (server, clock):
        duel = Duel(server, clock)
        duel.command("NC")
        duel.play(passing)
        state = duel.german.state()
        told = state["automatic"]
        assert told["on"]
        assert len(told["answered"]) >= 2
        assert {state["events"][place]["kind"] for place in told["answered"]} == {"passed"}
        assert duel.soviet.state()["automatic"] == {"on": False, "answering": False, "answered": []}
    with serving(tmp_path, PACE) as (server, _):
        duel.german.server = server  # type: ignore[assignment]
        assert duel.german.state()["automatic"]["answered"] == told["answered"]


def test_a_pass_stands_for_the_rest_of_the_step(paced: tuple[LocalServer, HandClock]) -> None:
    """Who lets the rest of a step go by is not asked again in it; the enemy hears a pass at each chance."""
    duel = Duel(*paced)
    duel.command("OW")

    def stand(legal: Json) -> Order | None:
        if legal["decision"]["kind"] != "overwatch":
            return passing(legal)
        order = Order("overwatch", choice=legal["passes"][0]["choice"])
        duel.answer(duel.german, order, legal["decision"]["id"], standing=[legal["passes"][-1]["until"]])
        return None

    duel.play(stand)
    asked = [legal for legal in duel.shown.values() if legal["decision"]["kind"] == "overwatch"]
    assert len(asked) == 1
    kinds = [event["kind"] for event in duel.soviet.state()["events"] if event["turn"] == duel.turn]
    assert kinds.count("passed") >= 2
    assert "waved" not in kinds


def test_only_real_choices_are_asked(paced: tuple[LocalServer, HandClock]) -> None:
    """A whole game of panzer/1 against a bot: each question is shown once, and has at least two answers."""
    server, _ = paced
    made = new_match(server, "panzer/1", seats={"soviet": "bot:greedy", "german": "human"})  # type: ignore[arg-type]
    german = players_of(server, made)["german"]  # type: ignore[arg-type]
    assert german.put("/automatic", {"on": True}).status_code == 200
    shown: list[str] = []
    while (state := german.state())["status"] != "over":
        legal = state["legal"]
        if legal is None:
            time.sleep(0.01)
            continue
        assert legal["decision"]["id"] not in shown
        shown.append(legal["decision"]["id"])
        assert differing(german, state) >= 2, legal
        answer = german.give(german.order(state, DrillBot("x")))
        assert answer.status_code == 200, answer.text
    answered = len(state["automatic"]["answered"])
    assert answered >= 1, "nothing was answered by itself"
    orders = [order for order in german.get("/orders").json()["orders"] if order["side"] == "german"]
    assert len(orders) == len(shown) + answered


def differing(player: Player, state: Json) -> int:
    """How many legal answers that differ by more than what is asked later can be found, up to two."""
    legal = state["legal"]
    kind = legal["decision"]["kind"]
    idle = msgspec.convert(legal["idle"], Order) if legal.get("idle") else None
    passing = {one["choice"] for one in legal.get("passes", ())}
    tried = [idle, Order(kind), *(Order(kind, choice=choice) for choice in legal.get("choices", ()))]
    tried += [player.order(state, make_bot("random", str(number))) for number in range(12)]
    for unit in legal.get("units", ()):
        for option in unit["options"]:
            task = Task(unit["unit"], option["kind"])
            tried += [
                Order(kind, (Task(unit["unit"], option["kind"], targets=(one,)),)) for one in option.get("targets", ())
            ]
            tried += [Order(kind, (Task(task.unit, task.kind, choice=one),)) for one in option.get("choices", ())]
    found: set[bytes] = set()
    for order in tried:
        if order is None or player.check(order):
            continue
        plain = Order(kind, choice="pass") if order.choice in passing else Order(kind, order.tasks, order.choice)
        found.add(msgspec.json.encode(plain))
        if len(found) > 1:
            break
    return len(found)


def test_a_question_in_between_has_a_limit_of_its_own(tmp_path: Path) -> None:
    """Nobody answers it: when its limit is over the server does nothing for the side, and the game's time stands."""
    with serving(tmp_path, 0) as (server, clock):
        duel = Duel(server, clock, False, clock={"kind": "game", "seconds": 7200, "interrupt": 30, "at_end": "claim"})
        duel.command("OW")
        had = 0.0
        while True:
            state = duel.german.state()
            own = state["clock"]["sides"]["german"]
            if own["interrupt"]:
                break
            had = own["left"]
            player = duel.german if state["legal"] is not None else duel.soviet
            asked = player.state()
            order = passing(asked["legal"]) if player is duel.german else player.order(asked, DrillBot("x"))
            assert order is not None
            assert player.give(order, asked["legal"]["decision"]["id"]).status_code == 200
        question = state["legal"]["decision"]
        assert (question["kind"], own["left"], own["running"]) == ("overwatch", 30.0, True)
        duel.tick(29)
        assert duel.german.state()["legal"]["decision"]["id"] == question["id"]
        for player, code in ((duel.soviet, "too_early"), (duel.german, "too_early")):
            assert player.post("/claim", {}).json()["error"]["code"] == code
        clock.advance(1)
        wait_until(lambda: (duel.german.state()["legal"] or {"decision": {}})["decision"].get("id") != question["id"])
        after = duel.german.state()["clock"]["sides"]["german"]
        assert after["interrupt"] or after["left"] == had
        assert duel.soviet.state()["status"] == "playing"
        duel.soviet.post("/resign", {})
        record = record_from_text(duel.soviet.get("/record").text, "record")
        verify(record, load_game("panzer"))
        assert [(note.what, note.side) for note in record.notes] == [("time", "german")]


@pytest.mark.parametrize("loser", ["german", "soviet"])
def test_a_match_is_paused_and_given_up_in_the_middle_of_an_interrupt(tmp_path: Path, loser: str) -> None:
    """By who is asked, and by who waits for him."""
    with serving(tmp_path, 0) as (server, clock):
        duel = Duel(server, clock, False, clock={"kind": "game", "seconds": 7200, "interrupt": 30, "at_end": "claim"})
        duel.command("OW")
        while not (state := duel.german.state())["clock"]["sides"]["german"]["interrupt"]:
            player = duel.german if state["legal"] is not None else duel.soviet
            asked = player.state()
            order = passing(asked["legal"]) if player is duel.german else player.order(asked, DrillBot("x"))
            assert order is not None
            assert player.give(order, asked["legal"]["decision"]["id"]).status_code == 200
        had = state["clock"]["sides"]
        clock.advance(20)
        for terms, wait in (("pause", 1000), ("resume", 0)):
            duel.soviet.post("/offer", {"terms": terms})
            assert duel.german.post("/offer/answer", {"accept": True, "terms": terms}).status_code == 200
            clock.advance(wait)
        # Nobody was answered for meanwhile, and the question has its whole limit again.
        after = duel.german.state()
        assert (after["legal"]["decision"], after["clock"]["sides"]) == (state["legal"]["decision"], had)
        over = {"german": duel.german, "soviet": duel.soviet}[loser].post("/resign", {}).json()
        assert (over["status"], over["view"]["owing"], over["legal"]) == ("over", [], None)
        assert not any(shown["running"] for shown in over["clock"]["sides"].values())
        record = record_from_text(duel.soviet.get("/record").text, "record")
        verify(record, load_game("panzer"))
        assert [note.what for note in record.notes] == ["offered", "paused", "offered", "resumed"]


class BackwardDuel(Duel):
    """The same while somebody sets the clock back again and again: the time of day runs backward."""

    def tick(self, seconds: float = 1.0) -> None:
        self.clock.set_back += 2 * seconds
        super().tick(seconds)


def test_a_clock_set_back_holds_up_no_answer_of_the_server(tmp_path: Path) -> None:
    with serving(tmp_path, PACE) as (server, clock):
        duel = BackwardDuel(server, clock)
        duel.command("NC")
        duel.play(passing)
        assert len(duel.german.state()["automatic"]["answered"]) >= 2


def test_a_clock_set_back_holds_up_no_player(tmp_path: Path) -> None:
    """His answer waits for the pace and no longer."""
    with serving(tmp_path, PACE) as (server, clock):
        made = new_match(server, "tank/intro")  # type: ignore[arg-type]
        alpha = players_of(server, made)["alpha"]  # type: ignore[arg-type]
        assert alpha.put("/automatic", {"on": True}).status_code == 200
        order = alpha.order(alpha.state())
        clock.set_back = 5000.0
        given: list[int] = []
        thread = threading.Thread(target=lambda: given.append(alpha.give(order).status_code), daemon=True)
        thread.start()
        wait_until(lambda: clock.waiting == 1)
        assert given == []
        clock.advance(PACE)
        thread.join(PATIENCE)
        assert given == [200]
