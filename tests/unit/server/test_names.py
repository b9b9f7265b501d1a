"""Names of players are plain text: short, in one line, without marks that turn the page round."""

from __future__ import annotations

import pytest

from hulldown.core.errors import HulldownError
from hulldown.server.matches.names import LENGTH, player_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna   B. ", "Anna B."),
        ("", ""),
        ("<b>Anna</b>", "<b>Anna</b>"),
        ("a < b/c > d", "a < b/c > d"),
        ("\t \n", ""),
        ("O’Neill-42", "O’Neill-42"),
        ("Zoe\u0308", "Zoë"),
        ("Юрий 朝 علي", "Юрий 朝 علي"),
        ("x" * LENGTH, "x" * LENGTH),
    ],
)
def test_a_name_is_kept_as_it_reads(typed: str, kept: str) -> None:
    assert player_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "x" * (LENGTH + 1),
        "An\u202ena",
        "An\u200bna",
        "A\x00",
        "a" + "\u0334" * 3,
        "🙂",
        "a\u2066b",
        "\u3164",
        "An\u3164na",
        "\u115f\u1160",
        "\u0301",
        "\u0301Anna",
        "A\ufe0f",
        "A\u034f",
        "...",
        "-",
        "</>",
    ],
)
def test_a_name_that_cannot_be_shown_in_one_line_is_refused(typed: str) -> None:
    with pytest.raises(HulldownError):
        player_name(typed)
