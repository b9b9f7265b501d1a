"""How this server makes itself known to push services: RFC 8292, a token signed with a key of its own.

The key follows from the key that signs receipts, so all processes of a database have the same one.
"""

from __future__ import annotations

from typing import Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, derive_private_key
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from hulldown.server.push.encryption import point_of, to_text
from hulldown.signing import Signer

VALID: Final = 12 * 3600
"""Seconds for which a token is valid; at most a day is allowed."""
_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of P-256."""
_HEAD: Final = to_text(b'{"typ":"JWT","alg":"ES256"}')


class Vapid:
    """The key by which push services know this server."""

    def __init__(self, signer: Signer, contact: str = "") -> None:
        drawn = int.from_bytes(signer.secret_for("push messages") + signer.secret_for("push messages, more"), "big")
        self._key = derive_private_key(drawn % (_ORDER - 1) + 1, SECP256R1())
        self.public = to_text(point_of(self._key))
        """The key as a browser is told it when it subscribes."""
        self.contact = contact

    def header(self, origin: str, now: float) -> str:
        """The Authorization of a request to the push service at this origin."""
        claims: dict[str, object] = {"aud": origin, "exp": int(now) + VALID}
        if self.contact:
            claims["sub"] = self.contact
        signed = f"{_HEAD}.{to_text(msgspec.json.encode(claims))}"
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ECDSA(SHA256())))
        return f"vapid t={signed}.{to_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"
