"""Tokens: 128-bit capabilities, known to their holder alone; the server keeps hashes."""

from __future__ import annotations

import hashlib
import re
import secrets
from base64 import urlsafe_b64encode

from hulldown.server.dealing import Share

_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")
_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
BYTES = 16
_CODE = re.compile(r"[0-9A-HJKMNP-TV-Z]{26}")
_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
GROUP = 5


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


def key_hash(key: str) -> str | None:
    """What is stored of a person's key, or None when the text cannot be one. No token has the same hash."""
    if not _TOKEN.fullmatch(key):
        return None
    return hashlib.sha256(f"hulldown person {key}".encode()).hexdigest()


def new_code() -> str:
    """A new code for people to copy: 26 letters and digits in groups, with 130 random bits."""
    letters = "".join(secrets.choice(_LETTERS) for _ in range(26))
    return "-".join(letters[first : first + GROUP] for first in range(0, len(letters), GROUP))


def code_hash(code: str) -> str | None:
    """What is stored of a code, however it was typed; None when the text cannot be one."""
    plain = code.upper().translate(_MISREAD)
    if not _CODE.fullmatch(plain):
        return None
    return hashlib.sha256(f"hulldown code {plain}".encode()).hexdigest()


def new_match_id(share: Share | None = None) -> str:
    """The public name of a match, one that this process has; it opens nothing."""
    while True:
        name = "".join(secrets.choice(_ALPHABET) for _ in range(16))
        if share is None or share.owns(name):
            return name


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
