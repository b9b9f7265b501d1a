"""Tokens: their shape, their hashes, and the one that an invitation and a nonce make."""

from __future__ import annotations

import re

from hulldown.server.matches.tokens import joined_token, new_match_id, new_token, token_hash


def test_tokens_have_128_bits_and_22_characters() -> None:
    made = {new_token() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", token) for token in made)
    assert all(token_hash(token) for token in made)


def test_what_is_no_token_has_no_hash() -> None:
    for text in ("", "short", "a" * 23, "a" * 21 + "é", "a" * 21 + "\n", "a" * 22 + "\n", "ａ" * 22):
        assert token_hash(text) is None


def test_the_same_invitation_and_nonce_make_the_same_token() -> None:
    assert joined_token("i", "n" * 16) == joined_token("i", "n" * 16)
    assert joined_token("i", "n" * 16) != joined_token("i", "m" * 16)
    assert token_hash(joined_token("i", "n" * 16))


def test_names_of_matches_are_easy_to_read() -> None:
    assert re.fullmatch(r"[a-z2-9]{16}", new_match_id())
