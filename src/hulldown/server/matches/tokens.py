"""Tokens: 128-bit capabilities, known to their holder alone; the server keeps hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
BYTES = 16


def new_token() -> str:
    """A new token: 22 characters with 128 random bits."""
    return _text(secrets.token_bytes(BYTES))


def joined_token(invite: str, nonce: str) -> str:
    """The seat's token that an invitation and the guest's own nonce make: the same again when the request is repeated.

    The inviter knows the invitation but not the nonce, so he cannot work it out.
    """
    return _text(hashlib.sha256(f"hulldown seat\n{invite}\n{nonce}".encode()).digest()[:BYTES])


def derived_token(secret: bytes) -> str:
    """The token that a secret of the server makes: the same again whenever its holder asks for it."""
    return _text(hashlib.sha256(b"hulldown derived\n" + secret).digest()[:BYTES])


def token_hash(token: str) -> str | None:
    """What is stored of a token, or None when the text cannot be one."""
    if not _TOKEN.fullmatch(token):
        return None
    return hashlib.sha256(f"hulldown token {token}".encode()).hexdigest()


def new_match_id() -> str:
    """The public name of a match; it opens nothing."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(16))


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
