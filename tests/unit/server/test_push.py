"""Web Push by its RFCs: the worked example of RFC 8291, tokens of RFC 8292, addresses that are not sent to."""

from __future__ import annotations

import socket

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key

from hulldown.core.errors import HulldownError
from hulldown.server.push.encryption import MOST, encrypt, from_text, point_of, to_text
from hulldown.server.push.endpoints import Endpoint, deliver, find_address, is_public, read_endpoint
from hulldown.server.push.vapid import VALID, Vapid
from hulldown.signing import Signer, new_key
from support.push_service import Subscriber, claims_of

BROWSER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
    "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def test_the_example_of_rfc_8291() -> None:
    own = derive_private_key(
        int.from_bytes(from_text("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), SECP256R1()
    )
    auth, salt = from_text("BTBZMqHH6r4Tts7J_aSIgg"), from_text("DGv6ra1nlYgDCS1FRnbzlw")
    made = encrypt(b"When I grow up, I want to be a watermelon", from_text(BROWSER), auth, own, salt)
    assert to_text(made) == BODY


def test_only_the_browser_can_read_it_and_no_two_are_alike() -> None:
    one, other = Subscriber("https://push.example.org/1"), Subscriber("https://push.example.org/2")
    message = b"x" * MOST
    first, second = (encrypt(message, one.point, one.auth) for _ in range(2))
    assert first != second
    assert len(first) <= 4096
    assert one.read(first) == one.read(second) == message
    with pytest.raises(InvalidTag):
        other.read(first)
    with pytest.raises(ValueError, match=f"at most {MOST} bytes"):
        encrypt(message + b"x", one.point, one.auth)


def test_the_token_names_the_service_and_expires() -> None:
    signer = Signer(new_key())
    vapid = Vapid(signer, "mailto:anna@example.org")
    claims = claims_of(vapid.header("https://push.example.org", 1000.7))
    assert claims == {
        "aud": "https://push.example.org", "exp": 1000 + VALID, "sub": "mailto:anna@example.org", "key": vapid.public,
    }  # fmt: skip
    assert VALID <= 86_400
    # The key is the same after a restart, and another on another server.
    assert Vapid(signer).public == vapid.public
    assert Vapid(Signer(new_key())).public != vapid.public
    assert "sub" not in claims_of(Vapid(signer).header("https://push.example.org", 0))


@pytest.mark.parametrize(
    "address",
    [
        "", "push.example.org/x", "http://push.example.org/x", "ftp://push.example.org/x",
        "https://push.example.org:8443/x", "https://push.example.org:22/", "https://user@push.example.org/",
        "https://:secret@push.example.org/", "https://push.example.org/#x", "https://push.example.org/a b",
        "https://push.example.org/\r\nHost:x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.1/",
        "https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://8.8.8.8/", "https://localhost/x",
        "https://localhost./x", "https://db.internal/", "https://printer.local/", "https://intranet/",
        "https://push.example.org:99999/", "https://[::ffff:10.0.0.1]/", "https://push.example.org/" + "x" * 1000,
        "http://127.0.0.1:6379/",
    ],
)  # fmt: skip
def test_addresses_that_nothing_is_sent_to(address: str) -> None:
    with pytest.raises(HulldownError, match="messages are not sent to this address"):
        read_endpoint(address)


def test_addresses_of_push_services() -> None:
    assert read_endpoint("https://push.example.org/send/abc?x=1") == Endpoint(
        "push.example.org", 443, "/send/abc?x=1", True
    )
    assert read_endpoint("https://push.example.org").origin == "https://push.example.org"
    # This machine only where the operator says so, and no other machine with it.
    local = read_endpoint("http://127.0.0.1:9999/x", local=True)
    assert (local.origin, local.target) == ("http://127.0.0.1:9999", "/x")
    assert read_endpoint("http://[::1]:9999/x", local=True).origin == "http://[::1]:9999"
    for refused in ("http://10.0.0.1/", "http://push.example.org/", "gopher://127.0.0.1/"):
        with pytest.raises(HulldownError):
            read_endpoint(refused, local=True)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
        "::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "64:ff9b::a00:1", "2002:7f00:1::", "2001:0:7f00:1::",
    ],
)  # fmt: skip
def test_addresses_of_private_networks(address: str) -> None:
    assert not is_public(address)


def test_public_addresses() -> None:
    assert is_public("93.184.215.14")
    assert is_public("2606:2800:21f:cb07:6820:80da:af6b:8b2c")


def test_a_name_that_leads_home_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One private address among public ones is enough: the name may be another's trap."""
    answers = ["93.184.215.14", "10.0.0.7"]

    def lookup(host: str, port: int, **_wish: object) -> list[object]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in answers]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    endpoint = read_endpoint("https://rebound.example.org/x")
    for local in (False, True):
        with pytest.raises(OSError, match="network of its own"):
            find_address(endpoint, local)
    with pytest.raises(OSError, match="network of its own"):
        deliver(endpoint, {}, b"")
    answers.pop()
    assert find_address(endpoint) == "93.184.215.14"
    answers.clear()
    with pytest.raises(OSError, match="nowhere"):
        find_address(endpoint)


def test_a_point_off_the_curve_is_refused() -> None:
    with pytest.raises(ValueError, match="65 bytes"):
        encrypt(b"x", b"\x04" + b"\x01" * 63, b"a" * 16)
    with pytest.raises(ValueError, match=r"[Ii]nvalid"):
        encrypt(b"x", b"\x04" + b"\x01" * 64, b"a" * 16)
    assert point_of(derive_private_key(7, SECP256R1()))[0] == 4
