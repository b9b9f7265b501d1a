"""What others have written reaches the terminal as text: no control character of a record acts there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hulldown.cli.main import main
from hulldown.cli.output import print_json, shown
from hulldown.core.record import text_of
from support.fairness import fair_game
from support.toy_play import GAME

EVIL = "\x1b[2K\rverified: all is well\n\x9b2Kverified\u202e"
RECORD, KEPT = fair_game(GAME, "toy/1")
FIELDS = ["game", "scenario", "version", "scenario_hash", "match", "key", "commitment", "follows"]


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    capsys.readouterr()
    assert main(words) != 0 or words[0] == "replay"
    out, err = capsys.readouterr()
    return out + err


def harmless(text: str) -> bool:
    acting = any(not (sign.isprintable() or sign == "\n") for sign in text)
    return not acting and not any(line.startswith("verified") for line in text.splitlines())


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("flags", [(), ("--json",)])
@pytest.mark.parametrize("field", [*FIELDS, "entropy", "sources", "options", "side", "type", "viewer", "choice"])
def test_no_field_of_a_record_overwrites_what_is_said_of_it(
    field: str, command: str, flags: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.loads(line) for line in text_of(RECORD).splitlines()]
    header, order = lines[0], next(line for line in lines if line["type"] == "order")
    kept = {"match": "match", "viewer": EVIL, "opening": None, "receipts": [], "entropy": "x"}
    if field in FIELDS:
        header[field] = EVIL
    elif field in ("entropy", "sources", "options"):
        header.setdefault(field, {})[EVIL] = "bot"
    elif field in ("side", "type"):
        order[field] = EVIL
    elif field == "choice":
        order["order"]["choice"] = EVIL
    else:
        kept["match"] = EVIL
    file, receipts = tmp_path / "game.jsonl", tmp_path / "receipts.json"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    receipts.write_text(json.dumps(kept))
    more = ("--receipts", str(receipts)) if command == "verify" else ()
    text = said(capsys, command, str(file), *more, *flags)
    assert harmless(text), text
    assert text


def test_what_is_written_out_can_be_read() -> None:
    assert shown("a\x1b[2K\u202eb\U000e0001") == r"a\x1b[2K\u202eb\U000e0001"
    assert shown("Zoë – 朝\n", "\n") == "Zoë – 朝\n"


def test_json_for_programs_reads_back(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"text": EVIL})
    text = capsys.readouterr().out
    assert harmless(text)
    assert json.loads(text) == {"text": EVIL}
