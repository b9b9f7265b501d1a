"""Forged records of a fair match, each with what must be said of it: on the command line and in the browser.

The host holds the secret, knows both shares after the reveals, signs what he likes, and computes every chain anew. The
player (alpha) has kept the opening and every receipt. `python -m support.forgeries` in `tests` writes them to
web/tests/forgeries.json, for the client's tests.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.receipts import Receipt, Receipts
from hulldown.core.record import Header, Record, derived_entropy, entropy_commitment, text_of
from hulldown.core.session import Session
from support.fairness import SECRET, SHARES, fair_game, fair_header, opening_of, receipt
from support.toy_play import GAME

FILE = Path(__file__).parents[2] / "web" / "tests" / "forgeries.json"
SCENARIO = "toy/1"
ME = "alpha"
REFUSED, OPEN = "not verified", "consistent"


class Forgery(NamedTuple):
    """A forged record, what alpha has kept, and the word and the reason that must be given."""

    name: str
    record: Record
    kept: Receipts
    word: str
    reason: str


def played(
    header: Header, takes_back: tuple[int, ...] = (), whose: str = "", seed: str = "x"
) -> tuple[Record, Receipts]:
    """A match under this header and all of alpha's receipts; after these orders the host takes back the last one."""
    session = Session(GAME, SCENARIO, SECRET, header=header)
    receipts: list[Receipt] = [receipt(ME, 1, session.record())]
    bots = {side: make_bot("random", f"{seed} {side}") for side in GAME.sides}
    count = 0
    while session.outcome is None:
        side = next(iter(GAME.pending(session.state)))
        session.submit(side, bots[side].decide(seat_of(GAME, session.state, side)))
        if side == (whose or ME):
            if session.can_undo(side):
                receipts.append(receipt(ME, len(receipts) + 1, session.record()))
                if count in takes_back:
                    session.undo(side)
                    receipts.append(receipt(ME, len(receipts) + 1, session.record()))
            count += 1
        receipts.append(receipt(ME, len(receipts) + 1, session.record()))
    opening = opening_of(fair_header(GAME, SCENARIO), GAME.sides)
    return session.record(), Receipts("match", ME, opening, receipts, SHARES[ME])


def _with(header: Header, **changes: object) -> Header:
    return msgspec.structs.replace(header, **changes)


def _shares() -> Iterator[Forgery]:
    """A header that names somebody who is no side, leaves a side out, or says something else of a side."""
    fair = fair_header(GAME, SCENARIO)
    bot = derived_entropy(SECRET, "zz")
    stray = "is no side of the game"
    for name in ("zz", "", "Alpha", "alpha ", "bravo\n", "alpha=x", "umpire", "ALPHA", "bravo\u200b", "__proto__"):
        for tried in ("ground", ""):
            header = _with(fair, entropy={**fair.entropy, name: tried})
            yield Forgery(f"entropy of {name!r}: {tried!r}", *played(header), REFUSED, stray)
    promised = {**fair.commitments, "zz": entropy_commitment("zz", "ground")}
    more = {**fair.entropy, "zz": "ground"}
    headers = {
        "a source without a side": (_with(fair, sources={**fair.sources, "zz": "bot"}), stray),
        "a bot that is no side": (
            _with(fair, entropy={**fair.entropy, "zz": bot}, sources={**fair.sources, "zz": "bot"}), stray),
        "somebody told who is no side": (_with(fair, entropy=more, sources={**fair.sources, "zz": "told"}), stray),
        "a commitment without a side": (_with(fair, commitments=promised), stray),
        "somebody committed who is no side": (
            _with(fair, entropy=more, sources={**fair.sources, "zz": "committed"}, commitments=promised), stray),
        "a side without a source": (_with(fair, sources={"alpha": "committed"}), "has no share in the seed"),
        "a side without entropy": (_with(fair, entropy={"alpha": SHARES["alpha"]}), "has no share in the seed"),
        "a share that is empty": (_with(fair, entropy={**SHARES, "bravo": ""}), "has no share in the seed"),
        "a side without commitment": (
            _with(fair, commitments={"alpha": fair.commitments["alpha"]}), "commitment does not fit"),
        "a committed side told": (
            _with(fair, entropy={**SHARES, "bravo": "ground"}, sources={"alpha": "committed", "bravo": "told"}),
            "commitment does not fit"),
        "a committed side called a bot": (
            _with(fair, sources={"alpha": "committed", "bravo": "bot"}), "commitment does not fit"),
        "commitments without sources": (_with(fair, sources={}), "no side is said to have committed itself"),
        "another share of bravo's": (
            _with(fair, entropy={**SHARES, "bravo": "ground"}), "not the one bravo committed to"),
        "another share of bravo's with its commitment": (
            fair_header(GAME, SCENARIO, shares={**SHARES, "bravo": "ground"}), "not those signed before the reveal"),
        "bravo called a bot, without its commitment": (
            fair_header(GAME, SCENARIO, shares={"alpha": SHARES["alpha"]}), "not those signed before the reveal"),
        "format 1": (_with(fair, format=1), "format 1 knows no commitments"),
    }  # fmt: skip
    for name, (header, reason) in headers.items():
        yield Forgery(name, *played(header), REFUSED, reason)


def _undos() -> Iterator[Forgery]:
    """Orders taken back in the name of a side that did not ask for it."""
    fair = fair_header(GAME, SCENARIO)
    mine = "that alpha itself took back its orders"
    for places in ((0,), (1,), (0, 1), (2,), (0, 1, 2, 3)):
        record, kept = played(fair, places)
        if record.undos:
            yield Forgery(f"alpha's orders {places} taken back by the host", record, kept, OPEN, mine)
    record, kept = fair_game(GAME, SCENARIO)[0], fair_game(GAME, SCENARIO)[1][ME]
    yield Forgery("one undo more than alpha asked for", record,
                  msgspec.structs.replace(kept, undone=kept.undone[:-1]), OPEN, mine)  # fmt: skip
    yield Forgery("undos that a file without them cannot show", record,
                  msgspec.structs.replace(kept, undone=[]), OPEN, mine)  # fmt: skip
    yield Forgery("an undo that alpha asked for left out", played(fair)[0], kept, REFUSED, "the record was rewritten")


def forgeries() -> list[Forgery]:
    return [*_shares(), *_undos()]


def written() -> str:
    """All of them, with the fair match, as the client's tests read them."""
    record, kept = fair_game(GAME, SCENARIO)
    fair = Forgery("a fair match", record, kept[ME], "verified", "")
    cases: list[dict[str, Any]] = [
        {"name": one.name, "word": one.word, "reason": one.reason, "record": text_of(one.record),
         "kept": msgspec.to_builtins(one.kept)}
        for one in (fair, *forgeries())
    ]  # fmt: skip
    return json.dumps({"sides": GAME.sides, "cases": cases}, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    FILE.write_text(written())
