"""The content of a push message, readable for one browser only: RFC 8291 on top of the coding aes128gcm of RFC 8188."""

from __future__ import annotations

import os
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

POINT: Final = 65
"""Bytes of a public key on P-256 (X9.62, not compressed)."""
AUTH: Final = 16
"""Bytes of the secret that the browser shares with the server."""
RECORD: Final = 4096
"""Bytes of a record; a message is one record (RFC 8291, section 4)."""
MOST: Final = RECORD - 17 - 86
"""Bytes of a message: a record less the tag, the padding mark and the head."""
LAST: Final = b"\x02"
"""The padding mark of the last record (RFC 8188, section 2)."""


def to_text(content: bytes) -> str:
    """Base64url without padding, as all texts of Web Push are written."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def from_text(text: str) -> bytes:
    """The bytes of a base64url text, with or without padding; raises ValueError."""
    plain = text.rstrip("=")
    return urlsafe_b64decode(plain + "=" * (-len(plain) % 4))


def read_point(content: bytes) -> EllipticCurvePublicKey:
    """The public key of a browser; raises ValueError for bytes that are no point of the curve."""
    if len(content) != POINT:
        raise ValueError(f"a key has {POINT} bytes")
    return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), content)


def point_of(key: EllipticCurvePrivateKey) -> bytes:
    """The public half of a key."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def derive(shared: bytes, auth: bytes, browser: bytes, server: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """Key and nonce of a message (RFC 8291, section 3.4), from the shared secret of both keys."""
    secret = HKDF(SHA256(), 32, auth, b"WebPush: info\x00" + browser + server).derive(shared)
    key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
    return key, HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)


def encrypt(
    message: bytes, browser: bytes, auth: bytes, own: EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """The body of a push request. `own` and `salt` are new for every message; only tests give them."""
    if len(message) > MOST:
        raise ValueError(f"a message has at most {MOST} bytes, this has {len(message)}")
    own = own or generate_private_key(SECP256R1())
    salt = salt or os.urandom(16)
    point = point_of(own)
    key, nonce = derive(own.exchange(ECDH(), read_point(browser)), auth, browser, point, salt)
    head = salt + struct.pack("!IB", RECORD, len(point)) + point
    return head + AESGCM(key).encrypt(nonce, message + LAST, None)
