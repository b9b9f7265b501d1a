"""Data cards: every vehicle with its guns, armour and movement, read from `data/cards.toml`.

The cards (1.6) are lost, so each value remembers where it comes from.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Any, Literal, get_args

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.tables import Natural, Positive, Tag, Text

FOLDER = ("hulldown", "games", "panzer", "data")

Nation = Literal["soviet", "german"]
NATIONS: tuple[Nation, ...] = get_args(Nation)
Traction = Literal["T", "H", "W"]
"""Tracked, half-track and wheeled (4.5.1.1.1c)."""
Mount = Literal["turret", "pivot", "front", "rear", "none"]
"""How the gun is mounted: in a turret, turretless 360, fixed forward or rearward (4.4.3.1); none: no gun."""
RANGE_FACTORS = "PSMLE"
"""Pointblank, Short, Medium, Long, Extreme (4.4.3.2.1e)."""
ANGLES = ("level", "rising", "falling")
LOCATIONS = (
    "front TF", "front HF", "rear TR", "rear HR", "side TF", "side TS", "side HF", "side HS", "side TR", "side HR",
)  # fmt: skip
"""Hit angle and location of the Advanced armour; "side" is Front/Side and Rear/Side."""

_Five = tuple[Natural, Natural, Natural, Natural, Natural]
_ROW_VALUES = tuple(f"{name}.{factor}" for name in ("range", "factors") for factor in RANGE_FACTORS)
_CARD_VALUES = (
    "card", "nation", "points", "cross_country", "traction", "path", "road", "open", "transport", "weight",
    "gun", "mount", "turn", "rof", "basic_limit", "special_limit", "smoke_limit", "size", "defence", "front", "rear",
)  # fmt: skip


class AmmoRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the Offensive Information: for P S M L E the last range in hexes and the factor below it."""

    ammo: str
    range: _Five
    factors: _Five
    effectiveness: Natural = 0
    small_arms: bool = False
    rule: str = ""
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def reach(self) -> int:
        """The maximum range: the R value of the E column (3.5.2b)."""
        return self.range[-1]

    def band(self, distance: int) -> int | None:
        """The position in P S M L E of the first range that is not exceeded (4.4.3.2.1d); None beyond the last."""
        return next((place for place, last in enumerate(self.range) if distance <= last), None)


class Gun(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon with its ammunition by name, AP, HVAP, APCR, GP: rows that are listed together (4.4.3.2.1a)."""

    name: str
    ammo: Mapping[str, AmmoRow]

    @property
    def ap(self) -> AmmoRow | None:
        """The plain AP row, the only ammunition of the Basic Game (4.4.3c, 4.4.3.2.1b); None: it has none (4.4.3a)."""
        return self.ammo.get("AP")


class Armour(msgspec.Struct, frozen=True, kw_only=True):
    """The Advanced armour: (level, rising, falling) by angle and location; `deck` for falling shots only."""

    locations: Mapping[str, tuple[Natural, Natural, Natural]]
    deck: Natural
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]


class Card(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A vehicle's Data Card (1.6, 4.5.1.1.1b). `extras` are equipment and flags of the Advanced and Optional rules.

    None of these vehicles has a second AP weapon, to be resolved apart (4.4.3.2.1c), so a card has one gun.
    Cards are read once and compared by identity, so that shots, whose aims hold them, can be looked up.
    """

    name: str
    card: str
    nation: Literal["soviet", "german", "both"]
    kind: Literal["tank", "assault-gun", "half-track", "truck", "armoured-car", "tractor", "limber"]
    points: Positive
    cross_country: Positive
    traction: Traction
    path: Positive
    road: Positive
    open: bool = False
    transport: tuple[Natural, Natural]
    weight: Annotated[float, msgspec.Meta(gt=0)]
    gun: Gun | None = None
    mount: Mount = "none"
    turn: Literal[0, 1, 2, 3, 360] = 0
    rof: Literal["", "N", "Q", "R", "F"] = ""
    basic_limit: Natural = 0
    special_limit: Natural = 0
    smoke_limit: Natural = 0
    size: Annotated[int, msgspec.Meta(ge=-2, le=2)]
    defence: Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}[APS]C?$(?!\n)")]
    front: Natural
    rear: Natural
    extras: tuple[Text, ...] = ()
    armour: Armour | None = None
    rule: Text
    provenance: Mapping[str, Tag]
    notes: Mapping[str, str]

    @property
    def armed(self) -> bool:
        """Whether it is a combat unit: it spots and captures objectives (4.1.1a, 4.1.1b, 3.6f)."""
        return self.gun is not None

    @property
    def ap(self) -> AmmoRow | None:
        """The AP row it fires with; None: it may not fire in the Basic Game (4.4.3a)."""
        return self.gun.ap if self.gun else None

    @property
    def all_round(self) -> bool:
        """Whether it fires in all directions: a turret or a turretless 360 mount (4.4.3.1.1, 4.4.3.1.2b)."""
        return self.mount in ("turret", "pivot")

    @property
    def reach(self) -> int:
        """The farthest hex it can fire at in the Basic Game; 0 without an AP row (3.5.2a)."""
        return self.ap.reach if self.ap else 0

    def reaches(self, distance: int) -> bool:
        """Whether it can fire so many hexes far (3.5.2a); C5: at range 0 nobody fires."""
        return 0 < distance <= self.reach


@lru_cache(maxsize=1)
def _cards() -> tuple[Mapping[str, Gun], Mapping[str, Card]]:
    return parse_cards(resources.read(*FOLDER, "cards.toml"), "panzer/data/cards.toml")


@lru_cache(maxsize=1)
def cards() -> Mapping[str, Card]:
    """Every vehicle card by name, the Soviet ones first (1.6)."""
    return _cards()[1]


@lru_cache(maxsize=256)
def reach_of(name: str) -> int:
    """The reach of a card: asked for every pair of vehicles, so looked up once."""
    return cards()[name].reach


@lru_cache(maxsize=256)
def fires_all_round(name: str) -> bool:
    """Whether the vehicle of a card fires in all directions; looked up once for the same reason."""
    return cards()[name].all_round


def guns() -> Mapping[str, Gun]:
    """Every vehicle gun by name."""
    return _cards()[0]


def find_card(name: str) -> Card:
    """The card of this name, without regard to case, spaces and punctuation; raises UnknownNameError."""
    return tables.look_up(name, cards(), "vehicle")


def parse_cards(text: str, where: str) -> tuple[Mapping[str, Gun], Mapping[str, Card]]:
    """The guns and the cards that a TOML file holds, by name; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tables.check_keys(data, ("guns", "cards"), where)
    weapons: dict[str, Gun] = {}
    for name, entry in tables.table_in(data.get("guns", {}), f"{where}: [guns]").items():
        rows = tables.table_in(entry, f"{where}: [guns.{name}]")
        ammo = {kind: _ammo(kind, row, f"{where}: [guns.{name}.{kind}]") for kind, row in rows.items()}
        weapons[name] = Gun(name=name, ammo=MappingProxyType(ammo))
    entries = tables.table_in(data.get("cards", {}), f"{where}: [cards]").items()
    found = ((name, f"{where}: [cards.{name}]", entry) for name, entry in entries)
    read = [(name, place, _card(name, entry, weapons, place)) for name, place, entry in found]
    return MappingProxyType(weapons), tables.by_name(read, "the name reads like that of [cards.{other}]")


def _ammo(kind: str, entry: object, place: str) -> AmmoRow:
    table = tables.table_in(entry, place)
    own = ("effectiveness", "small_arms")
    tables.check_keys(table, ("range", "factors", *own, "rule", "provenance", "tags", "notes"), place)
    values = (*_ROW_VALUES, *(key for key in own if key in table))
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    row = tables.convert(AmmoRow, {**table, "ammo": kind, **tags}, place)
    if list(row.range) != sorted(row.range):
        raise MalformedError("range: the values must not fall from P to E", place)
    return row


def _card(name: str, entry: object, weapons: Mapping[str, Gun], place: str) -> Card:
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*_CARD_VALUES, "kind", "extras", "armour", "rule", "provenance", "tags", "notes"), place)
    listed = table.get("extras", ())
    extras = [f"extras.{extra}" for extra in listed if isinstance(extra, str)] if isinstance(listed, list) else []
    values = [*(key for key in _CARD_VALUES if key in table), *extras]
    content = {**table, "name": name, **tables.tagged(table, values, tables.default_tag(table, place), place)}
    if "gun" in table:
        if not isinstance(table["gun"], str) or table["gun"] not in weapons:
            raise MalformedError(
                f"gun: there is no gun {table['gun']!r}", place, tables.near(str(table["gun"]), weapons)
            )
        content["gun"] = weapons[table["gun"]]
    if "armour" in table:
        content["armour"] = read_armour(table["armour"], f"{place} armour")
    card = tables.convert(Card, content, place)
    if card.turn not in turns_of(card.mount) or (card.mount == "none") != (card.gun is None):
        raise MalformedError(f"mount is {card.mount!r} with turn {card.turn} and {table.get('gun', 'no gun')}", place)
    return card


def turns_of(mount: Mount) -> tuple[int, ...]:
    """The tt factors that a mount may have."""
    return {"turret": (1, 2, 3), "pivot": (360,)}.get(mount, (0,))


def read_armour(entry: object, place: str) -> Armour:
    """The Advanced armour in a table of a card; raises MalformedError naming the key."""
    table = tables.table_in(entry, place)
    tables.check_keys(table, (*LOCATIONS, "DK", "provenance", "tags", "notes"), place)
    values = [*(f"{location}.{angle}" for location in LOCATIONS for angle in ANGLES), "DK"]
    tags = tables.tagged(table, values, tables.default_tag(table, place), place)
    for key in (*LOCATIONS, "DK"):
        if key not in table:
            raise MalformedError(f"{key}: is missing", place)
    locations: dict[str, Any] = {location: table[location] for location in LOCATIONS}
    return tables.convert(Armour, {"locations": locations, "deck": table["DK"], **tags}, place)
