"""Who somebody is, without accounts: a key made in his browser, a recovery code, device codes, invitations.

The browser makes the key and the recovery code; the server keeps hashes. A recovery code works as often as needed,
until the person makes a new one. A device code and an invitation are made here, work once and expire.
Called in worker threads.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection

from hulldown.core.errors import HulldownError
from hulldown.server.api.errors import ApiError, ConflictError, StoreError, no_person
from hulldown.server.api.people_messages import CodeOut, Newcomer, PersonOut
from hulldown.server.matches.names import player_name
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.matches.tokens import code_hash, key_hash, new_code
from hulldown.server.storage import people, store
from hulldown.server.storage.database import Database
from hulldown.server.storage.failures import answer_to
from hulldown.server.storage.people import CodeKind, Person

T = TypeVar("T")
DEVICE_SECONDS = 15 * 60.0
"""How long a device code works."""
INVITATION_SECONDS = 14 * 86_400.0
"""How long an invitation to this server works."""
INVITATIONS = 10
"""Invitations of one person that nobody has used yet."""
BROWSERS = 20
"""Keys of one person."""


def write(registry: MatchRegistry, work: Callable[[Connection], T]) -> T:
    """Writes to the database what belongs to no loaded match; turns its failures into answers."""
    try:
        return registry.database.write(work)
    except StoreError as error:
        raise answer_to(error) from None


def find(registry: MatchRegistry, key: str) -> Person:
    """Whose key this is; raises for one that nobody has, and for one whose browser was signed out."""
    hashed = key_hash(key)
    if hashed is None:
        raise no_person()

    def look(connection: Connection) -> tuple[people.PersonKey | None, Person | None]:
        known = people.find_key(connection, hashed)
        return known, people.find_person(connection, known.person) if known is not None else None

    known, person = registry.read(look)
    if known is None or person is None:
        raise no_person()
    if known.ended:
        raise ApiError(
            401, "signed_out", "this browser was signed out from another one", "use your recovery code to come back"
        )
    return person


def register(registry: MatchRegistry, request: Newcomer) -> PersonOut:
    """Makes somebody known. Repeating it with the same key and code changes nothing."""
    key, code = _need_key(request.key), _need_code(request.code)
    name = _need_name(request.name)
    invitation = code_hash(request.invitation) if request.invitation else None
    now = registry.clock.now()

    def work(connection: Connection) -> PersonOut:
        known, before = people.find_key(connection, key), people.find_code(connection, code)
        if known is not None:
            if before is None or (before.kind, before.person) != ("recovery", known.person):
                raise ApiError(409, "reused", "this key is somebody's already", "make a new one")
            return _shown(connection, known.person)
        person = Person(f"p{secrets.token_hex(8)}", name)
        if registry.settings.invitations_only:
            _use(connection, invitation, "invitation", now)
        people.add_person(connection, person, now)
        people.add_key(connection, key, person.id, now)
        people.add_code(connection, code, "recovery", person.id, None)
        return PersonOut(person.id, name, 1)

    for _ in range(2):
        try:
            return write(registry, work)
        except ConflictError:
            continue  # the same request may have come twice at once: then the other one is found now
    raise ApiError(409, "reused", "this code is known already", "make a new one")


def recover(registry: MatchRegistry, code: str, key: str) -> PersonOut:
    """Makes a browser that of the person whose recovery code or device code this is."""
    hashed, fresh = _need_code(code), _need_key(key)
    now = registry.clock.now()

    def work(connection: Connection) -> PersonOut:
        found = people.find_code(connection, hashed)
        known = people.find_key(connection, fresh)
        if found is not None and known is not None and known.person == found.person and not known.ended:
            return _recovered(connection, found)  # the first answer was lost
        if found is None or found.kind == "invitation":
            raise ApiError(401, "code", "nobody here has this code", "check every letter of it")
        if found.kind == "device":
            _use(connection, hashed, "device", now)
        elif found.used:
            raise ApiError(409, "code_used", "this recovery code was replaced by a newer one", "use the newer one")
        people.lock_person(connection, found.person)
        if people.count_keys(connection, found.person) >= BROWSERS:
            if found.kind == "device":
                raise ApiError(409, "too_many_browsers", f"at most {BROWSERS} browsers", "sign the others out")
            # All of them may be lost: the recovery code always opens.
            people.end_oldest_key(connection, found.person)
        try:
            people.add_key(connection, fresh, found.person, now)
        except ConflictError:
            raise ApiError(409, "reused", "this key is somebody's already", "make a new one") from None
        return _recovered(connection, found)

    return write(registry, work)


def _recovered(connection: Connection, code: people.Code) -> PersonOut:
    shown = _shown(connection, code.person)
    return PersonOut(shown.person, shown.name, shown.browsers, "device" if code.kind == "device" else "recovery")


def describe(registry: MatchRegistry, person: Person) -> PersonOut:
    """A person as he is shown himself."""
    return registry.read(lambda connection: _shown(connection, person.id))


def rename(registry: MatchRegistry, person: Person, name: str) -> PersonOut:
    """Gives a person another name; seats keep the one they were taken with."""
    chosen = _need_name(name)

    def work(connection: Connection) -> PersonOut:
        people.set_name(connection, person.id, chosen)
        return _shown(connection, person.id)

    return write(registry, work)


def replace_code(registry: MatchRegistry, person: Person, code: str) -> None:
    """Takes a new recovery code in place of the one before."""
    hashed = _need_code(code)

    def work(connection: Connection) -> None:
        known = people.find_code(connection, hashed)
        if known is not None and (known.kind, known.person, known.used) == ("recovery", person.id, False):
            return
        people.retire_codes(connection, person.id, "recovery")
        try:
            people.add_code(connection, hashed, "recovery", person.id, None)
        except ConflictError:
            raise ApiError(409, "reused", "this code is known already", "make a new one") from None

    write(registry, work)


def new_device_code(registry: MatchRegistry, person: Person) -> CodeOut:
    """A code for another browser of the same person; the one before opens nothing any more."""
    expires = registry.clock.now() + DEVICE_SECONDS

    def work(connection: Connection) -> CodeOut:
        people.retire_codes(connection, person.id, "device")
        return _new_code(connection, "device", person.id, expires)

    return write(registry, work)


def new_invitation(registry: MatchRegistry, person: Person) -> CodeOut:
    """An invitation to this server for somebody new."""
    now = registry.clock.now()

    def work(connection: Connection) -> CodeOut:
        people.lock_person(connection, person.id)
        if people.count_codes(connection, person.id, "invitation", now) >= INVITATIONS:
            raise ApiError(409, "too_many_invitations", f"at most {INVITATIONS} invitations that nobody has used")
        return _new_code(connection, "invitation", person.id, now + INVITATION_SECONDS)

    return write(registry, work)


def invitation_of_operator(database: Database) -> CodeOut:
    """An invitation to this server that its operator gives."""
    expires = store.now() + INVITATION_SECONDS
    return database.write(lambda connection: _new_code(connection, "invitation", "", expires))


def end_other_browsers(registry: MatchRegistry, person: Person, key: str) -> int:
    """How many other browsers of a person have been signed out."""
    kept = _need_key(key)
    return write(registry, lambda connection: people.end_other_keys(connection, person.id, kept))


def _new_code(connection: Connection, kind: CodeKind, person: str, expires: float) -> CodeOut:
    code = new_code()
    people.add_code(connection, _need_code(code), kind, person, expires)
    return CodeOut(code, expires)


def _use(connection: Connection, code: str | None, kind: CodeKind, now: float) -> None:
    """Uses a code up; raises when it is none, was used or has expired."""
    what = {"device": "device code", "invitation": "invitation"}.get(kind, "code")
    found = people.find_code(connection, code) if code is not None else None
    if code is None or found is None or found.kind != kind:
        hint = (
            "enter one in Settings; whoever plays here can give you one" if kind == "invitation" else "make another one"
        )
        raise ApiError(401, "invitation" if kind == "invitation" else "code", f"this needs a valid {what}", hint)
    if found.used or not people.use_code(connection, code):
        raise ApiError(409, "code_used", f"this {what} has been used", "ask for another one")
    if found.expires is not None and found.expires <= now:
        raise ApiError(409, "code_expired", f"this {what} has expired", "ask for another one")


def _shown(connection: Connection, person: str) -> PersonOut:
    found = people.find_person(connection, person)
    if found is None:
        raise no_person()
    return PersonOut(found.id, found.name, people.count_keys(connection, person))


def _need_key(key: str) -> str:
    hashed = key_hash(key)
    if hashed is None:
        raise HulldownError("a key has 22 letters and digits", hint="the browser makes it of 16 random bytes")
    return hashed


def _need_code(code: str) -> str:
    hashed = code_hash(code)
    if hashed is None:
        raise HulldownError("a code has 26 letters and digits", hint="check that it is complete")
    return hashed


def _need_name(text: str) -> str:
    name = player_name(text)
    if not name:
        raise HulldownError("a name has at least one character", hint="choose one")
    return name
