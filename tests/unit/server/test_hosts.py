"""Names and addresses of a server: what it is told at its start, and what a Host header says."""

from __future__ import annotations

import socket

import pytest

from hulldown.core.errors import HulldownError
from hulldown.server.api.connections import most_connections
from hulldown.server.api.hosts import default_names, host_of, read_names, read_proxies
from hulldown.server.api.rate_limits import address_group


def test_a_server_of_this_machine_alone_has_local_names() -> None:
    assert default_names("127.0.0.1") == {"localhost", "127.0.0.1", "::1"}
    assert default_names("localhost") == {"localhost", "127.0.0.1", "::1"}


def test_a_server_of_a_network_has_its_address_and_the_name_of_the_machine() -> None:
    own = socket.gethostname().lower()
    assert default_names("192.168.1.5") >= {"192.168.1.5", "localhost", own}
    assert "0.0.0.0" not in default_names("0.0.0.0")
    assert own in default_names("::")


@pytest.mark.parametrize(
    ("header", "host"),
    [
        (b"localhost", "localhost"),
        (b"LocalHost.:8377", "localhost"),
        (b"[::1]:8377", "::1"),
        (b"", None),
        (b"a b", None),
        (b"user@localhost", None),
        (b"localhost:80:90", None),
        (b"localhost:x", None),
        (b"localhost\n", None),
        ("²".encode(), None),
    ],
)
def test_the_host_of_a_header(header: bytes, host: str | None) -> None:
    assert host_of(header) == host


def test_what_is_told_at_the_start_is_checked() -> None:
    assert read_names(["Games.Example", "[2001:db8::1]"]) == ("games.example", "2001:db8::1")
    assert read_proxies(["127.0.0.1", "10.0.0.0/8"]) == ("127.0.0.1/32", "10.0.0.0/8")
    for name in ("", "*", "a b", "http://x", "x:80", "x\n"):
        with pytest.raises(HulldownError, match="--allow-host"):
            read_names([name])
    for proxy in ("", "proxy.example", "10.0.0.1/8", "1.2.3"):
        with pytest.raises(HulldownError, match="--proxy"):
            read_proxies([proxy])


def test_one_address_is_what_one_client_has() -> None:
    assert address_group("10.0.0.1") == address_group("::ffff:10.0.0.1") == "10.0.0.1"
    assert address_group("2001:db8::1") == address_group("2001:db8::ffff:1") != address_group("2001:db8:0:1::1")
    assert address_group("") == "?"


def test_connections_stay_below_the_descriptors() -> None:
    resource = pytest.importorskip("resource")
    assert 1 <= most_connections() < resource.getrlimit(resource.RLIMIT_NOFILE)[0]
