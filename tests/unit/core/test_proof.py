"""What records prove: every attack on chance or on the record is refused or named (docs/fairness.md)."""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec
import pytest

from hulldown.core.errors import HulldownError, RecordMismatchError
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order
from hulldown.core.proof import Report, heads, prove
from hulldown.core.receipts import Opening, Receipts
from hulldown.core.record import (
    Entry,
    Record,
    Reveal,
    Undo,
    chain_start,
    commitment,
    derived_entropy,
    entropy_commitment,
    entry_of,
    game_seed,
    record_from_text,
    seed_of,
    state_hash,
    text_of,
    undo_chain,
    verify,
)
from hulldown.core.session import Session, new_header, resume
from hulldown.signing import Signer, new_key, valid
from hulldown_toy.game import ToyGame
from support.fairness import SECRET, SHARES, fair_game, fair_header, opening_of, play_on, receipt, rewritten
from support.forgeries import FILE, Forgery, forgeries, written
from support.toy_play import GAME, toy_record

RECORD, KEPT = fair_game(GAME, "toy/1")
BOTH = list(KEPT.values())
SCENARIO = "toy/1"


def refused(record: Record, *kept: Receipts) -> str:
    with pytest.raises(RecordMismatchError) as caught:
        prove(record, GAME, kept, valid)
    return str(caught.value)


def open_points(report: Report) -> list[str]:
    return [finding.text for finding in report.findings if not finding.proved]


def test_a_fair_game_with_receipts_is_verified() -> None:
    assert len(RECORD.undos) >= 2
    assert {undo.side for undo in RECORD.undos} == {"alpha"}
    for kept in (BOTH, BOTH[:1]):
        report = prove(RECORD, GAME, kept, valid)
        assert report.word == "verified", open_points(report)


def test_that_a_side_took_its_orders_back_itself_only_its_own_receipts_show() -> None:
    (text,) = open_points(prove(RECORD, GAME, BOTH[1:], valid))
    assert text == (
        "that alpha itself took back its orders (3 times) is only what the record says: alpha's receipts could show it"
    )


def test_without_receipts_the_same_record_is_consistent() -> None:
    report = prove(RECORD, GAME)
    assert report.word == "consistent"
    assert [finding.about for finding in report.findings if not finding.proved] == ["seed", "undo", "receipts"]


@pytest.mark.parametrize("number", [0, 3, 6])
@pytest.mark.parametrize("side", ["alpha", "bravo"])
def test_a_game_rewritten_with_its_chain_is_refused_against_either_players_receipts(number: int, side: str) -> None:
    forged = rewritten(RECORD, GAME, number)
    assert verify(forged, GAME) > 0, "the forged record is consistent in itself"
    assert prove(forged, GAME).word == "consistent"
    assert "not in the record: the record was rewritten" in refused(forged, KEPT[side])


def test_an_undo_that_never_was_is_refused() -> None:
    """The host puts the true orders into an undo and lets others follow."""
    place = next(number for number, entry in enumerate(RECORD.entries) if entry.rolls)
    entries = RECORD.entries[:place]
    chain = entries[-1].chain
    state = entries[-1].state
    undo = Undo(
        place, RECORD.entries[place].side, tuple(RECORD.entries[place:]), state,
        undo_chain(RECORD.entries[-1].chain, place, RECORD.entries[place].side, state),
    )  # fmt: skip
    assert RECORD.entries[place].chain != chain
    forged = Record(RECORD.header, entries, RECORD.reveal, [*RECORD.undos, undo])
    assert "could not be taken back" in refused(forged, *BOTH)


def test_leaving_the_undos_out_is_refused() -> None:
    assert "altered" in refused(Record(RECORD.header, RECORD.entries, RECORD.reveal))


def test_an_order_that_an_undo_took_along_must_follow_again() -> None:
    game: AnyGame = ToyGame(umpire=True)
    session = Session(game, SCENARIO, "s")
    bold = Order("stance", choice="bold")
    session.submit("alpha", bold)
    session.submit("umpire", bold)
    session.undo("alpha")
    good = session.record()
    assert [entry.side for entry in good.entries] == ["umpire"]
    verify(good, game)
    with pytest.raises(RecordMismatchError, match="umpire's order was taken along by an undo and is missing"):
        verify(Record(good.header, [], good.reveal, good.undos), game)


def test_nobody_takes_back_the_order_of_another() -> None:
    session = Session(GAME, SCENARIO, "s")
    session.submit("alpha", Order("stance", choice="bold"))
    session.undo("alpha")
    good = session.record()
    (undo,) = good.undos
    stolen = msgspec.structs.replace(undo, side="bravo", chain=undo_chain(undo.taken[-1].chain, 0, "bravo", undo.state))
    assert "could not be taken back" in refused(Record(good.header, [], good.reveal, [stolen]))


def test_a_scripted_game_says_so_and_is_never_verified() -> None:
    with pytest.raises(HulldownError, match="scripted dice"):
        Session(GAME, SCENARIO, "script:1 1 1 1")
    session = Session(GAME, SCENARIO, "script:" + "1 " * 60, scripted=True)
    play_on(session, "x")
    report = prove(session.record(), GAME)
    assert report.word == "consistent"
    assert "scripted dice: nothing is proved about chance" in open_points(report)


def test_a_script_behind_a_header_that_does_not_say_so_gives_keyed_dice() -> None:
    header = fair_header(GAME, SCENARIO, "script:1 1 1")
    session = Session(GAME, SCENARIO, "script:1 1 1", header=header)
    play_on(session, "x")
    assert session.state.seed == game_seed(header, "script:1 1 1") != "script:1 1 1"
    assert "the secret asks for scripted or common dice: nothing is proved about chance" in open_points(
        prove(session.record(), GAME)
    )


@pytest.mark.parametrize("secret", ["", "common:x"])
def test_an_empty_secret_and_common_dice_are_refused_and_never_verify(secret: str) -> None:
    with pytest.raises(HulldownError, match="secret"):
        new_header(GAME, SCENARIO, secret)
    session = Session(GAME, SCENARIO, secret, header=fair_header(GAME, SCENARIO, secret))
    final = play_on_with_receipts(session)
    report = prove(session.record(), GAME, [final], valid)
    assert report.word == "consistent"
    assert any("secret" in text for text in open_points(report))


def play_on_with_receipts(session: Session) -> Receipts:
    play_on(session, "x")
    opening = opening_of(session.header, GAME.sides)
    return Receipts("match", "alpha", opening, [receipt("alpha", 9, session.record())], SHARES["alpha"])


def test_a_record_without_entropy_is_never_verified() -> None:
    report = prove(toy_record(), GAME)
    assert report.word == "consistent"
    assert "alpha added nothing to the seed" in open_points(report)
    assert any("nobody but the holder of the secret" in text for text in open_points(report))


def test_entropy_of_a_bot_outside_the_commitment_is_refused() -> None:
    header = fair_header(GAME, SCENARIO, shares={"alpha": SHARES["alpha"]})
    assert header.entropy["bravo"] == derived_entropy(SECRET, "bravo")
    chosen = msgspec.structs.replace(header, entropy={**header.entropy, "bravo": "chosen"})
    session = Session(GAME, SCENARIO, SECRET, header=chosen)
    play_on(session, "x")
    assert "bravo's entropy does not follow from the secret" in refused(session.record())


def test_a_side_that_left_its_share_to_the_server_has_no_proof() -> None:
    header = fair_header(GAME, SCENARIO, shares={"alpha": SHARES["alpha"]})
    header = msgspec.structs.replace(header, sources={"alpha": "committed", "bravo": "server"})
    session = Session(GAME, SCENARIO, SECRET, header=header)
    alpha = play_on_with_receipts(session)
    report = prove(session.record(), GAME, [alpha], valid)
    assert report.word == "consistent"
    assert "bravo left its share to the server" in "".join(open_points(report))


def test_a_host_who_sits_last_cannot_choose_among_100_000_entropies() -> None:
    """He knows the secret and, after alpha's reveal, her entropy; his commitment was signed before."""
    opening = opening_of(RECORD.header, GAME.sides)
    others = 0
    for number in range(100_000):
        tried = f"entropy-number-{number}"
        others += entropy_commitment("bravo", tried) == opening.commitments["bravo"]
    assert others == 0
    wished = max(
        (f"entropy-number-{number}" for number in range(100)),
        key=lambda share: hashlib.sha256(seed_of(SECRET, {**SHARES, "bravo": share}).encode()).hexdigest(),
    )
    unmatched = msgspec.structs.replace(RECORD.header, entropy={**SHARES, "bravo": wished})
    session = Session(GAME, SCENARIO, SECRET, header=unmatched)
    play_on(session, "x")
    assert "bravo's entropy is not the one bravo committed to" in refused(session.record())
    # With the commitment exchanged as well, the opening that alpha got before she revealed speaks against him.
    header = fair_header(GAME, SCENARIO, shares={**SHARES, "bravo": wished})
    session = Session(GAME, SCENARIO, SECRET, header=header)
    play_on(session, "x")
    alpha = Receipts("match", "alpha", KEPT["alpha"].opening, [receipt("alpha", 2, session.record())], SHARES["alpha"])
    assert "not those signed before the reveal" in refused(session.record(), alpha)


def test_a_server_that_exchanges_its_secret_after_the_reveal_is_refused() -> None:
    header = fair_header(GAME, SCENARIO, "a better secret")
    session = Session(GAME, SCENARIO, "a better secret", header=header)
    play_on(session, "x")
    alpha = Receipts("match", "alpha", KEPT["alpha"].opening, [receipt("alpha", 2, session.record())], SHARES["alpha"])
    assert "not those signed before the reveal" in refused(session.record(), alpha)


def test_forged_receipts_are_refused() -> None:
    alpha, other = KEPT["alpha"], Signer(new_key())
    first = alpha.receipts[0]
    bad = msgspec.structs.replace(first, signature=other.signed(first).signature)
    assert "not signed" in refused(RECORD, msgspec.structs.replace(alpha, receipts=[bad]))
    assert "not signed" in refused(RECORD, msgspec.structs.replace(alpha, receipts=[
        msgspec.structs.replace(first, signature="no hex")]))  # fmt: skip
    assert "somebody else" in refused(RECORD, msgspec.structs.replace(alpha, receipts=KEPT["bravo"].receipts))
    assert "of match other" in refused(RECORD, msgspec.structs.replace(alpha, match="other"))
    opening = other.signed(Opening("match", "0", {}, other.public))
    assert "opening is not signed" in refused(RECORD, msgspec.structs.replace(alpha, opening=opening))
    assert "the entropy that alpha kept" in refused(RECORD, msgspec.structs.replace(alpha, entropy="mine"))
    keyless = msgspec.structs.replace(RECORD.header, key="")
    assert "names no key" in refused(Record(keyless, [], RECORD.reveal and Reveal(SECRET)), alpha)


def test_receipts_that_end_early_leave_the_rest_open() -> None:
    alpha = KEPT["alpha"]
    early = msgspec.structs.replace(alpha, receipts=alpha.receipts[:3])
    report = prove(RECORD, GAME, [early], valid)
    assert report.word == "consistent"
    assert "orders came after them" in open_points(report)[0]


def test_without_an_opening_nothing_shows_that_all_had_committed_first() -> None:
    late = msgspec.structs.replace(KEPT["alpha"], opening=None)
    assert open_points(prove(RECORD, GAME, [late], valid)) == [
        "that all had committed before anybody revealed is only what the record says"
    ]


def test_a_record_cut_short_is_refused_against_receipts() -> None:
    assert RECORD.reveal is not None
    count = RECORD.undos[-1].number + 1
    short = Record(RECORD.header, RECORD.entries[:count], Reveal(SECRET, None), RECORD.undos)
    verify(short, GAME)
    assert "rewritten" in refused(short, KEPT["bravo"])


def test_a_head_depends_on_the_seed_so_hidden_orders_cannot_be_guessed() -> None:
    """The same orders under another seed: every hash that a receipt shows is another one."""
    one, other = (game_seed(RECORD.header, secret) for secret in (SECRET, "another"))
    state = GAME.setup(SCENARIO, {}, one)
    assert state_hash(state) != state_hash(GAME.setup(SCENARIO, {}, other))
    entry = RECORD.entries[0]
    before = chain_start(RECORD.header)
    guess = entry_of(before, 0, entry.side, entry.order, entry.rolls, state_hash(GAME.setup(SCENARIO, {}, other)))
    assert guess.chain not in heads(RECORD)


def test_records_of_format_1_open_replay_resume_and_are_consistent() -> None:
    text = (Path(__file__).parent / "format1.jsonl").read_text()
    record = record_from_text(text, "old")
    assert record.header.format == 1
    assert text_of(record) == text
    assert len(record.entries[0].chain) == 24
    report = prove(record, GAME)
    assert report.word == "consistent"
    assert "alpha's share was told in the open: whoever came later could choose" in open_points(report)
    assert record.reveal is not None
    again = resume(Record(record.header, record.entries[:4], Reveal(record.reveal.secret)), GAME)
    for entry in record.entries[4:]:
        again.submit(entry.side, entry.order)
    assert text_of(again.record()) == text


def test_a_scripted_record_of_format_1_is_named() -> None:
    record = record_from_text((Path(__file__).parent / "format1-scripted.jsonl").read_text(), "old")
    report = prove(record, GAME)
    assert report.word == "consistent"
    assert "scripted dice: nothing is proved about chance" in open_points(report)


def test_every_entry_and_undo_has_a_head_of_its_own() -> None:
    parts = [*RECORD.entries, *(part for undo in RECORD.undos for part in (undo, *undo.taken))]
    assert all(isinstance(part, Entry | Undo) for part in parts)
    assert len(heads(RECORD)) == len(parts) + 1
    assert commitment(SECRET) == RECORD.header.commitment


@pytest.mark.parametrize("forgery", forgeries(), ids=lambda one: one.name)
def test_no_forged_record_is_verified_and_each_is_told_why(forgery: Forgery) -> None:
    if forgery.word == "not verified":
        assert forgery.reason in refused(forgery.record, forgery.kept)
        return
    report = prove(forgery.record, GAME, [forgery.kept], valid)
    assert report.word == forgery.word
    assert any(forgery.reason in text for text in open_points(report)), open_points(report)


def test_the_clients_forged_records_are_those_of_today() -> None:
    """web/tests/forgeries.json is written by `python -m support.forgeries` in `tests`."""
    assert len(forgeries()) >= 40
    assert FILE.read_text() == written()
