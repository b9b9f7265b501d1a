"""Signatures (Ed25519) of openings and receipts. Keys and signatures are texts in hex."""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache
from typing import Final, TypeVar

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from hulldown.core.receipts import Opening, Receipt

Signed = TypeVar("Signed", Opening, Receipt)
KEPT: Final = 4096
"""Signatures remembered."""


def new_key() -> str:
    """The private half of a new key; the system draws it."""
    return Ed25519PrivateKey.generate().private_bytes_raw().hex()


class Signer:
    """A key that signs."""

    def __init__(self, private: str) -> None:
        self._private = bytes.fromhex(private)
        self._key = Ed25519PrivateKey.from_private_bytes(self._private)
        self.public = self._key.public_key().public_bytes_raw().hex()
        # The same receipt goes out with an acknowledgement, over the websocket and to whoever asks again.
        self._sign = lru_cache(KEPT)(lambda content: self._key.sign(content).hex())

    def signed(self, one: Signed) -> Signed:
        """The same with its signature."""
        return msgspec.structs.replace(one, signature=self._sign(one.content()))

    def secret_for(self, purpose: str) -> bytes:
        """A secret that only the holder of the key can work out, the same again for the same purpose."""
        return hmac.new(self._private, f"hulldown secret\n{purpose}".encode(), hashlib.sha256).digest()


def valid(key: str, content: bytes, signature: str) -> bool:
    """Whether a signature was made with the private half of a key; a key or signature that is none is not."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True
