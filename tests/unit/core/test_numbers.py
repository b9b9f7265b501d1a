"""Numbers in texts: only plain digits, and not too many of them."""

from __future__ import annotations

import pytest

from hulldown.core.charts import span
from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.numbers import whole_number
from hulldown.games import load_game
from hulldown.games.panzer.rules.presets import read
from hulldown.games.tank.faces import tools

BAD = ["²", "٣", "１", "1" * 5000, "1\n", " 1", "1_0", "+1", "", "-", "--1", "1.0", "x"]


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("007", 7), ("-12", -12), ("123456789", 123456789)])
def test_plain_digits_are_a_number(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", BAD)
def test_nothing_else_is(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize("text", [text for text in BAD if text.strip() == text and text])
def test_options_refuse_what_is_no_number(text: str) -> None:
    with pytest.raises(MalformedError, match="turn_cap"):
        load_game("tank").setup("tank/1", {"turn_cap": text}, "s")
    with pytest.raises(MalformedError):
        load_game("panzer").setup("panzer/1", {"turns": text}, "s")


def test_an_option_with_a_newline_is_refused() -> None:
    with pytest.raises(MalformedError):
        load_game("tank").setup("tank/1", {"turn_cap": "30\n"}, "s")


@pytest.mark.parametrize("text", ["²", "1" * 5000, "٣"])
def test_presets_scripts_and_charts_refuse_what_is_no_number(text: str) -> None:
    assert "odds is a whole number" in str(read(f"odds {text}"))
    with pytest.raises(HulldownError):
        span(text)
    with pytest.raises(HulldownError, match="moved"):
        tools._moved(text)
