"""A push service on this machine, and the keys of browsers: it reads what a server sends, as they would."""

from __future__ import annotations

import json
import os
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from hulldown.server.push.encryption import from_text, point_of, to_text
from support.serving import wait_until

Json = dict[str, Any]


class Pushed(NamedTuple):
    """A message as it came: to whom, with which headers, what it says, what the token claims."""

    path: str
    headers: dict[str, str]
    message: Json
    claims: Json


class Subscriber:
    """The keys of a browser that has subscribed."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self.auth = os.urandom(16)
        self._key = generate_private_key(SECP256R1())
        self.point = point_of(self._key)

    @property
    def body(self) -> Json:
        """What it tells the server."""
        return {"endpoint": self.endpoint, "p256dh": to_text(self.point), "auth": to_text(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What a message says (RFC 8291), worked out step by step by the other half of the keys."""
        salt, (_record, length) = body[:16], struct.unpack("!IB", body[16:21])
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self._key.exchange(ECDH(), EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender))
        secret = HKDF(SHA256(), 32, self.auth, b"WebPush: info\0" + self.point + sender).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1:] == b"\x02"
        return plain[:-1]


def claims_of(header: str) -> Json:
    """What the token of a request claims; raises when the signature is not that of the key beside it."""
    assert header.startswith("vapid t=")
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    head, claims, signature = token.split(".")
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = from_text(signature)
    public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), from_text(key))
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(both, f"{head}.{claims}".encode(), ECDSA(SHA256()))
    found: Json = json.loads(from_text(claims))
    return {**found, "key": key}


class PushService:
    """Listens at a port of this machine; `status` is what it answers."""

    def __init__(self) -> None:
        self.status = 201
        self.got: list[Pushed] = []
        self.tries = 0
        self._known: dict[str, Subscriber] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.take(self.path, headers, body)
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Stays quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def take(self, path: str, headers: dict[str, str], body: bytes) -> None:
        if self.status < 300:
            message = json.loads(self._known[path].read(body))
            self.got.append(Pushed(path, headers, message, claims_of(headers["authorization"])))
        self.tries += 1

    def subscriber(self) -> Subscriber:
        """A new browser with an address of its own."""
        path = f"/push/{to_text(os.urandom(12))}"
        made = self._known[path] = Subscriber(self.url + path)
        return made

    def wait(self, count: int) -> list[Pushed]:
        """What has come, as soon as it is so much."""
        wait_until(lambda: len(self.got) >= count)
        return self.got

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
