"""Queries for people: their names, the hashes of their keys and codes. No secret is ever stored."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from hulldown.server.api.errors import ConflictError
from hulldown.server.storage import schema

CodeKind = Literal["recovery", "device", "invitation"]
_P, _K, _C = schema.people, schema.person_keys, schema.codes


class Person(NamedTuple):
    """Somebody who has a key: the public id and the name he has chosen."""

    id: str
    name: str


class PersonKey(NamedTuple):
    """The key of one browser: whose it is, and whether it was ended."""

    person: str
    ended: bool


class Code(NamedTuple):
    """What a code opens: a person's browsers, or this server to somebody new."""

    kind: str
    person: str
    expires: float | None
    used: bool


def add_person(connection: Connection, person: Person, now: float) -> None:
    connection.execute(insert(_P).values(id=person.id, name=person.name, created=now))


def find_person(connection: Connection, person: str) -> Person | None:
    row = connection.execute(select(_P.c.id, _P.c.name).where(_P.c.id == person)).first()
    return Person(*row) if row is not None else None


def set_name(connection: Connection, person: str, name: str) -> None:
    connection.execute(update(_P).where(_P.c.id == person).values(name=name))


def add_key(connection: Connection, key: str, person: str, now: float) -> None:
    """Gives a person one more key; raises ConflictError when the key is known."""
    try:
        with connection.begin_nested():
            connection.execute(insert(_K).values(hash=key, person=person, created=now, ended=False))
    except IntegrityError:
        raise ConflictError from None


def find_key(connection: Connection, key: str) -> PersonKey | None:
    row = connection.execute(select(_K.c.person, _K.c.ended).where(_K.c.hash == key)).first()
    return PersonKey(*row) if row is not None else None


def count_keys(connection: Connection, person: str) -> int:
    """The browsers a person uses."""
    chosen = select(func.count()).where(_K.c.person == person, _K.c.ended.is_(False))
    return int(connection.execute(chosen).scalar() or 0)


def end_other_keys(connection: Connection, person: str, kept: str) -> int:
    """How many other keys of a person have been ended."""
    chosen = (_K.c.person == person) & (_K.c.hash != kept) & _K.c.ended.is_(False)
    return connection.execute(update(_K).where(chosen).values(ended=True)).rowcount


def lock_person(connection: Connection, person: str) -> None:
    """Makes other writes about a person wait, so that what is counted here stays true. SQLite has one writer anyway."""
    connection.execute(select(_P.c.id).where(_P.c.id == person).with_for_update(key_share=True)).all()


def end_oldest_key(connection: Connection, person: str) -> None:
    """Ends the key that a person has had for longest."""
    chosen = select(_K.c.hash).where(_K.c.person == person, _K.c.ended.is_(False))
    oldest = connection.execute(chosen.order_by(_K.c.created, _K.c.hash).limit(1)).scalar()
    connection.execute(update(_K).where(_K.c.hash == oldest).values(ended=True))


def add_code(connection: Connection, code: str, kind: CodeKind, person: str, expires: float | None) -> None:
    """Stores the hash of a code; raises ConflictError when it is known."""
    try:
        with connection.begin_nested():
            connection.execute(insert(_C).values(hash=code, kind=kind, person=person, expires=expires, used=False))
    except IntegrityError:
        raise ConflictError from None


def find_code(connection: Connection, code: str) -> Code | None:
    row = connection.execute(select(_C.c.kind, _C.c.person, _C.c.expires, _C.c.used).where(_C.c.hash == code)).first()
    return Code(*row) if row is not None else None


def use_code(connection: Connection, code: str) -> bool:
    """Whether a code was unused until now."""
    chosen = (_C.c.hash == code) & _C.c.used.is_(False)
    return connection.execute(update(_C).where(chosen).values(used=True)).rowcount == 1


def retire_codes(connection: Connection, person: str, kind: CodeKind) -> None:
    """Ends all codes of a kind that a person has."""
    connection.execute(update(_C).where(_C.c.person == person, _C.c.kind == kind).values(used=True))


def count_codes(connection: Connection, person: str, kind: CodeKind, now: float) -> int:
    """The codes of a kind that a person has given and nobody has used yet."""
    chosen = select(func.count()).where(
        _C.c.person == person, _C.c.kind == kind, _C.c.used.is_(False), (_C.c.expires.is_(None)) | (_C.c.expires > now)
    )
    return int(connection.execute(chosen).scalar() or 0)
