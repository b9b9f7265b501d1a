"""Chart 36 a second time, written from the book."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hulldown.games.tank.data import weapons as data
from hulldown.games.tank.data.periods import period_lines

# Section with maker and group; case, then the row as printed: name | periods | armour | AP/HE | MA | FC | range.
PRINTED = """
[36.11 Br tank]
36.11-a13               A-13 | 1-3 | 3-3-2 | 6/0 | 8 | N | 25
36.11-matilda           Matilda | 1-3 | 9-8-7 | 6/0 | 2 | N | 25
36.11-valentine         Valentine | 4-5 | 7-6-6 | 6/0 | 3 | N | 25
36.11-crusaderii        Crusader II | 4 | 6-4-3 | 6/0 | 8 | N | 25
36.11-crusaderiii       Crusader III | 5 | 6-4-3 | 12/0 | 8 | N | 50
36.11-firefly           Firefly | 6-7 | 6-3-2 | 17/10 | 5 | N | 50
36.11-centurioniii      Centurion III | 7-8 | 14-9-6 | 18/10 | 4 | SC | 50
36.11-centurion         Centurion | 9-12 | 16-9-6 | 22/10 | 5 | R | 35
36.11-chieftain         Chieftain | 12 | 28-9-6 | 24/10 | 6 | R | 35
[36.12 Br apc]
36.12-bren              Bren | 1-8 | 1-1-1 | na | 8 | na | na
[36.13 Br gun]
36.13-2lb               2 lb. | 1-5 | 6/0 | N | 30
36.13-25lb              25 lb. | 1-5 | 8/10 | N | 40
36.13-6lb               6 lb. | 4-6 | 12/0 | N | 50
36.13-17lb              17 lb. | 6-8 | 17/10 | N | 50
[36.14 Br device]
36.14-atr               ATR | 1-4 | 1 | N | 5
36.14-piat              PIAT | 5-7 | 5* | N | 2
36.14-gustavnt          Gustav (nt) | 12 | 16* | N | 8
[36.21 Fr tank]
36.21-s35               S-35 | 1 | 3-3-2 | 6/5 | 5 | N | 25
36.21-charb1            Char-B1 | 1 | 6-4-3 | 10/10 | 3 | N | 40
36.21-amx30             AMX-30 | 9-12 | 10-5-4 | 21*/10 | 9 | SC | 50
[36.22 Fr gun]
36.22-25                25 | 1 | 3/0 | N | 15
36.22-4734              47/34 | 1 | 6/5 | N | 25
[36.31 Ge tank]
36.31-pzivc             Pz IVC | 1 | 4-4-4 | 6/10 | 5 | N | 25
36.31-pzii              Pz II | 1 | 4-2-1 | 2/5 | 5 | N | 10
36.31-pziiid            Pz IIID | 1 | 4-4-4 | 4/5 | 5 | N | 20
36.31-pzive             Pz IVE | 2-4 | 6-4-4 | 6/10 | 5 | N | 25
36.31-pziih             Pz IIH | 2-3 | 5-3-5 | 7/5 | 5 | N | 30
36.31-pziij             Pz IIJ | 4 | 5-3-5 | 8/5 | 5 | N | 40
36.31-pzvia             Pz VIA | 5-6 | 9-7-7 | 15/10 | 5 | N | 50
36.31-pzivf2            Pz IVF2 | 4-5 | 6-3-3 | 12/10 | 5 | N | 50
36.31-pzv               Pz V | 5-6 | 11-3-3 | 18/10 | 7 | N | 50
36.31-pzivh             Pz IVH | 5-6 | 7-3-2 | 14/10 | 5 | N | 50
36.31-pzvib             Pz VIB | 6 | 13-7-7 | 21/10 | 4 | N | 50
36.31-leopardi          Leopard I | 9 | 16-8-7 | 22/10 | 9 | SC | 50
36.31-leopardii         Leopard II | 12 | (18-9-8) | 26/10 | 9 | L | 60
[36.32 Ge assault_gun]
36.32-stgiiiae          STG III A - E | 1-4 | 6-4-5 | 6/10 | 5 | N | 25
36.32-stgiii            StG III | 5-6 | 9-4-5 | 14/10 | 5 | N | 50
36.32-marder            Marder | 4-6 | 2-1-1 | 14/10 | 5 | N | 50
36.32-jpziv             JPz IV | 5-6 | 7-4-3 | 18/10 | 4 | N | 50
36.32-hetzer            Hetzer | 6 | 7-3-3 | 14/10 | 4 | N | 50
36.32-jagdpanther       Jagd Panther | 6 | 11-4-4 | 21/10 | 7 | N | 50
36.32-jagdkanone        Jagd Kanone | 9 | 9-5-5 | 19/10 | 9 | N | 50
[36.33 Ge apc]
36.33-spw               SPW | 1-6 | 1-1-1 | na | 7 | na | na
36.33-marderii          Marder II | 12 | 1-1-1 | 6/10 | 8 | N | 20
[36.34 Ge gun]
36.34-3745              37/45 | 1-2 | 4/5 | N | 20
36.34-8856              88/56 | 1-6 | 15/10 | N/SC | 50
36.34-5060              50/60 | 2-6 | 8/5 | N | 40
36.34-2820              28/20 | 2-4 | 7/0 | N | 35
36.34-7546              75/46 | 4-6 | 14/10 | N | 50
36.34-8871              88/71 | 5-6 | 21/10 | N/SC | 50
36.34-75r               75R | 6 | 5*/10 | N | 10
[36.35 Ge device]
36.35-atr               ATR | 1 | 1 | N | 5
36.35-43rg              43 RG | 1-5 | 2* | N | 1
36.35-pzr43             PzR 43 | 5-6 | 6* | N | 3
36.35-pf441             PF44-1 | 6 | 16* | N | 4
36.35-pf60              PF-60 | 5-6 | 10* | N | 1
[36.41 Isr tank]
36.41-centurion         Centurion | 10-12 | 16-9-6 | 22/10 | 7 | SC | 50
36.41-supersherman      Super Sherman | 10-12 | 6-3-2 | 22/10 | 6 | SC | 50
36.41-t67               T-67 | 12 | 12-6-6 | 22/10 | 7 | SC | 60
[36.51 It tank]
36.51-m1340             M-13/40 | 1-5 | 4-3-3 | 6/5 | 3 | N | 25
[36.61 Sw tank]
36.61-strv              STRV | 12 | 20-8-6 | 24/10 | 9 | N/L | 50/60
[36.81 So tank]
36.81-bt7               BT-7 | 1,2 | 2-1-1 | 6/5 | 9 | N | 30
36.81-t3476a            T34/76A | 2 | 5-4-4 | 6/10 | 5 | N | 25
36.81-t3476c            T34/76C | 4-6 | 8-5-5 | 8/10 | 8 | N | 30
36.81-t3485             T34/85 | 5-6 | 10-8-6 | 14/10 | 8 | N | 50
36.81-jsii              JS II | 6 | 11-9-6 | 15/10 | 4 | N | 50
36.81-jsiii             JS III | 6-9 | 13-9-7 | 15/10 | 4 | N | 50
36.81-kvi               KV I | 4-5 | 11-8-8 | 8/10 | 4 | N | 30
36.81-t55               T-55 | 8-12 | 12-6-6 | 20/10 | 7 | N | 50
36.81-t10m              T-10M | 8-9 | 24-13-7 | 19/10 | 6 | N | 50
36.81-pt76              PT-76 | 9-12 | 5-2-2 | 8/10 | 8 | N | 20
36.81-t62               T-62 | 12 | 14-6-6 | 21*/10 | 7 | N | 30
36.81-t70               T-70 | 12 | (16-6-5) | 23*/10 | 9 | L | 60
[36.82 So assault_gun]
36.82-su85              SU85 | 5-8 | 10-6-3 | 14/10 | 8 | N | 50
36.82-su76              SU76 | 4-7 | 4-3-2 | 7/10 | 8 | N | 30
36.82-jsu152            JSU 152 | 5-8 | 12-9-5 | 14/20 | 4 | N | 50
36.82-su100             SU 100 | 6-12 | 10-6-3 | 17/10 | 6 | N | 50
36.82-asu85             ASU-85 | 9-12 | 6-3-3 | 14/10 | 7 | N | 50
36.82-asu57             ASU-57 | 12 | 1-1-1 | 9/5 | 7 | N | 20
[36.83 So apc]
36.83-btr60             BTR-60 | 8-12 | 1-1-1 | na | 8 | na | na
36.83-bmp               BMP | 12 | 2-2-2 | 12*/10 | 8 | N | 20
[36.84 So gun]
36.84-45                45 | 1-6 | 6/5 | N | 30
36.84-7642              76/42 | 2-6 | 8/10 | N | 35
36.84-5773              57/73 | 5-6 | 9/5 | N | 45
36.84-85                85 | 6-11 | 14/10 | N | 50
36.84-100               100 | 7-12 | 17/10 | N | 50
36.84-122               122 | 7-8 | 15/12 | N | 50
36.84-82r               82R | 8-12 | 12*/10 | N | 10
36.84-107r              107R | 8-12 | 19*/10 | N | 20
36.84-snapper           Snapper | 9-12 | 28* | CLS | 10-40
36.84-swatter           Swatter | 12 | 30* | CLS | 8-50
36.84-slogger           Slogger | 12 | 36* | TH | 2-60
[36.85 So device]
36.85-ptrd              PTRD | 1-6 | 2 | N | 6
36.85-rpg2              RPG-2 | 8-11 | 10* | N | 3
36.85-rpg7              RPG-7 | 9-12 | 11* | N | 6
36.85-saggernt          Sagger(nt) | 12 | 30* | CLS | 10-50
36.85-slingernt         Slinger(nt) | 12 | 24* | TH | 2-40
"""
# The page of 36.9 is lost: group, then the row as reconstructed in the notes.
AMERICAN = """
tank        M3 Stuart | 3-5 | 4-3-3 | 5/5 | 8 | N | 20
tank        M3 Grant/Lee | 3-5 | 5-3-3 | 9/10 | 5 | N | 40
tank        M4 | 4-7 | 6-3-2 | 10/10 | 5 | N | 50
tank        M4/76 | 6-8 | 6-3-2 | 13/10 | 5 | N | 50
tank        M26 | 6-8 | 11-5-4 | 16/10 | 5 | N | 50
tank        M47 | 8-10 | 13-6-4 | 18/10 | 6 | SC | 50
tank        M48A2 | 8-12 | 15-7-5 | 19/10 | 6 | SC | 50
tank        M60A1 | 9-12 | 17-8-5 | 22/10 | 7 | SC | 50
tank        M60A2 | 12 | 17-8-5 | 30*/15 | 7 | SC | 50
tank        M60A3 | 12 | (18-8-5) | 23/10 | 7 | L | 60
tank        M551 | 11-12 | 3-2-1 | 30*/15 | 9 | SC | 40
assault_gun M10 | 4-6 | 5-2-1 | 13/10 | 6 | N | 50
assault_gun M18 | 6-8 | 2-1-1 | 13/10 | 9 | N | 50
assault_gun M36 | 6-8 | 5-2-1 | 16/10 | 6 | N | 50
apc         HT | 4-8 | 1-1-1 | na | 7 | na | na
apc         M113 | 9-12 | 1-1-1 | na | 8 | na | na
apc         MICV | 12 | 2-2-2 | 6/10 | 8 | N | 20
gun         37 | 4-5 | 4/5 | N | 20
gun         57 | 5-8 | 12/5 | N | 50
gun         76 | 5-8 | 13/10 | N | 50
gun         90 | 7-9 | 16/10 | N | 50
gun         57R | 6-8 | 5*/5 | N | 8
gun         75R | 7-9 | 8*/10 | N | 10
gun         106R | 8-12 | 19*/10 | N | 20
gun         ENTAC | 9-11 | 28* | CLS | 8-40
gun         MILAN | 12 | 28* | TH | 2-40
gun         TOW | 12 | 34* | TH | 2-60
device      M-1 bazooka | 4-6 | 6* | N | 3
device      M-9 | 6-8 | 8* | N | 3
device      M-20A | 7-10 | 14* | N | 3
device      M72 LAW | 9-12 | 12* | N | 4
device      Dragon (nt) | 12 | 26* | TH | 2-20
"""
# Rows that the chart lacks; close support tanks by 33.0-note-1.
ADDED = """
tank        Br A-13 CS | 3 | 3-3-2 | 0/15 | 8 | N | 25
tank        Br Matilda CS | 3 | 9-8-7 | 0/15 | 2 | N | 25
tank        Br Valentine CS | 4-5 | 7-6-6 | 0/15 | 3 | N | 25
tank        Br Crusader CS | 4-5 | 6-4-3 | 0/15 | 8 | N | 25
gun         It 47/32 | 1-5 | 6/5 | N | 25
device      It ATR | 1-5 | 1 | N | 5
"""
CARRIERS = {
    "So BTR-60/Snapper": (1, 0, 8, 28, 10, 40, "CLS", (9, 10, 11, 12)),
    "So BTR-60/Swatter": (1, 0, 8, 30, 8, 50, "CLS", (12,)),
    "So BTR-60/Slogger": (1, 0, 8, 36, 2, 60, "TH", (12,)),
    "So BMP/Snapper": (2, 10, 8, 28, 10, 40, "CLS", (12,)),
    "So BMP/Swatter": (2, 10, 8, 30, 8, 50, "CLS", (12,)),
    "So BMP/Slogger": (2, 10, 8, 36, 2, 60, "TH", (12,)),
    "Ge Marder II/MILAN": (1, 10, 8, 28, 2, 40, "TH", (12,)),
    "Ge Marder II/TOW": (1, 10, 8, 34, 2, 60, "TH", (12,)),
    "US M113/ENTAC": (1, 0, 8, 28, 8, 40, "CLS", (9, 10, 11)),
    "US M113/MILAN": (1, 0, 8, 28, 2, 40, "TH", (12,)),
    "US M113/TOW": (1, 0, 8, 34, 2, 60, "TH", (12,)),
    "US MICV/MILAN": (2, 10, 8, 28, 2, 40, "TH", (12,)),
    "US MICV/TOW": (2, 10, 8, 34, 2, 60, "TH", (12,)),
}
"""Front armour, HE and MA of the carrier; AP, minimum, range and Fire Control of the missile; common periods."""
RENAMED = {"Pz IIH": "Pz IIIH", "Pz IIJ": "Pz IIIJ", "STG III A - E": "StG III A-E"}
"""Misprints of the chart (X-64), and one spelling."""
DOUBLE = {"88/56": "SC", "88/71": "SC", "STRV": "L"}
"""Rows with two kinds of Fire Control: the second row has the kind in its name (X-10)."""

Row = tuple[str, str, str, list[str], str]


def _printed() -> Iterator[Row]:
    """Maker, group, name, cells after the name, case."""
    maker = group = ""
    for line in PRINTED.strip().splitlines():
        head = re.fullmatch(r"\[(\S+) (\S+) (\S+)\]", line)
        if head:
            maker, group = head[2], head[3]
            continue
        case, _, rest = line.partition(" ")
        name, *cells = (cell.strip() for cell in rest.split("|"))
        yield maker, group, name, cells, case


def _grouped(text: str) -> Iterator[tuple[str, str, list[str]]]:
    for line in text.strip().splitlines():
        group, _, rest = line.partition(" ")
        name, *cells = (cell.strip() for cell in rest.split("|"))
        yield group, name, cells


def _periods(cell: str) -> tuple[int, ...]:
    first, _, last = cell.replace(",", "-").partition("-")
    return tuple(range(int(first), int(last or first) + 1))


def _check(weapon: data.Weapon, group: str, cells: list[str], which: int = 0) -> None:
    """Holds a weapon against the cells of its row: periods, armour (vehicles), AP/HE, MA (vehicles), FC, range."""
    periods, *rest = cells
    vehicle = group in ("tank", "assault_gun", "apc")
    armour = rest.pop(0) if vehicle else ""
    strengths = rest.pop(0)
    allowance = int(rest.pop(0)) if vehicle else 0
    control, reach = rest
    assert weapon.group == group
    assert weapon.periods == _periods(periods)
    assert weapon.spaced == armour.startswith("(")
    expected = tuple(map(int, armour.strip("()").split("-"))) if vehicle else (0, 0, 0)
    assert (weapon.front, weapon.side, weapon.rear) == expected
    ap, _, he = strengths.partition("/")
    assert weapon.heat == ap.endswith("*")
    assert (weapon.ap, weapon.he) == ((0, 0) if ap == "na" else (int(ap.rstrip("*")), int(he or 0)))
    assert weapon.ma == allowance
    assert weapon.fc == ("none" if control == "na" else control.split("/")[which])
    reach = reach.split("/")[-1 if which else 0]
    least, _, most = reach.partition("-") if "-" in reach else ("0", "", reach)
    assert (weapon.minimum, weapon.range) == ((0, 0) if reach == "na" else (int(least), int(most)))


@pytest.mark.rules(
    "36.0", "36.0b", "36.0c", "36.0d", "36.0e", "36.0f", "36.0g",
    "36.1", "36.2", "36.3", "36.4", "36.5", "36.6", "36.7", "36.8", "36.9", "36.11", "36.12", "36.13", "36.14",
    "36.21", "36.22", "36.31", "36.32", "36.33", "36.34", "36.35", "36.41", "36.51", "36.61", "36.81", "36.82",
    "36.83", "36.84", "36.85",
    "36.11-a13", "36.11-matilda", "36.11-valentine", "36.11-crusaderii", "36.11-crusaderiii", "36.11-firefly",
    "36.11-centurioniii", "36.11-centurion", "36.11-chieftain", "36.12-bren", "36.13-2lb", "36.13-25lb", "36.13-6lb",
    "36.13-17lb", "36.14-atr", "36.14-piat", "36.14-gustavnt", "36.21-s35", "36.21-charb1", "36.21-amx30",
    "36.22-25", "36.22-4734", "36.31-pzivc", "36.31-pzii", "36.31-pziiid", "36.31-pzive", "36.31-pziih",
    "36.31-pziij", "36.31-pzvia", "36.31-pzivf2", "36.31-pzv", "36.31-pzivh", "36.31-pzvib", "36.31-leopardi",
    "36.31-leopardii", "36.32-stgiiiae", "36.32-stgiii", "36.32-marder", "36.32-jpziv", "36.32-hetzer",
    "36.32-jagdpanther", "36.32-jagdkanone", "36.33-spw", "36.33-marderii", "36.34-3745", "36.34-8856", "36.34-5060",
    "36.34-2820", "36.34-7546", "36.34-8871", "36.34-75r", "36.35-atr", "36.35-43rg", "36.35-pzr43", "36.35-pf441",
    "36.35-pf60", "36.41-centurion", "36.41-supersherman", "36.41-t67", "36.51-m1340", "36.61-strv", "36.81-bt7",
    "36.81-t3476a", "36.81-t3476c", "36.81-t3485", "36.81-jsii", "36.81-jsiii", "36.81-kvi", "36.81-t55",
    "36.81-t10m", "36.81-pt76", "36.81-t62", "36.81-t70", "36.82-su85", "36.82-su76", "36.82-jsu152", "36.82-su100",
    "36.82-asu85", "36.82-asu57", "36.83-btr60", "36.83-bmp", "36.84-45", "36.84-7642", "36.84-5773", "36.84-85",
    "36.84-100", "36.84-122", "36.84-82r", "36.84-107r", "36.84-snapper", "36.84-swatter", "36.84-slogger",
    "36.85-ptrd", "36.85-rpg2", "36.85-rpg7", "36.85-saggernt", "36.85-slingernt",
)  # fmt: skip
def test_every_row_of_the_chart() -> None:
    chart = data.expanded_chart()
    seen = set()
    for maker, group, name, cells, case in _printed():
        shorter = name.replace("(nt)", "").strip().rstrip(".")
        key = f"{maker} {RENAMED.get(shorter, shorter)}"
        weapon = chart[key]
        assert (weapon.maker, weapon.rule) == (maker, case)
        assert weapon.on_tanks == ("(nt)" not in name)
        _check(weapon, group, cells)
        seen.add(key)
        if shorter in DOUBLE:
            other = chart[f"{key} {DOUBLE[shorter]}"]
            assert (other.fc, other.rule, other.maker) == (DOUBLE[shorter], case, maker)
            _check(other, group, cells, 1)
            seen.add(other.name)
    assert len(seen) == 97 + len(DOUBLE)
    written = {key for key, weapon in chart.items() if re.match(r"36\.[1-8]\d?-", weapon.rule)}
    assert written - {"truck"} == seen


@pytest.mark.rules("36.7", "36.7-tr")
def test_the_truck() -> None:
    truck = data.expanded_chart()["truck"]
    assert (truck.maker, truck.group, truck.kind, truck.ma) == ("", "truck", "truck", 8)
    assert (truck.front, truck.side, truck.rear, truck.ap, truck.he, truck.range, truck.fc) == (
        0,
        0,
        0,
        0,
        0,
        0,
        "none",
    )
    assert truck.periods == tuple(range(1, 13))
    assert truck.soft
    assert truck.traits.truck


@pytest.mark.rules("36.9")
def test_every_american_weapon() -> None:
    chart = data.expanded_chart()
    seen = set()
    for group, name, cells in _grouped(AMERICAN):
        weapon = chart[f"US {name.replace('(nt)', '').strip()}"]
        assert weapon.rule == "36.9"
        assert weapon.on_tanks == ("(nt)" not in name)
        _check(weapon, group, cells)
        seen.add(weapon.name)
    assert seen == {key for key, weapon in chart.items() if weapon.rule == "36.9"}
    assert len(seen) == 32


@pytest.mark.rules("33.0-note-1")
def test_rows_that_the_chart_lacks() -> None:
    for group, name, cells in _grouped(ADDED):
        weapon = data.expanded_chart()[name]
        _check(weapon, group, cells)
        tags = {"ap": "rulebook", "he": "rulebook"} if name.endswith("CS") else {}
        for value, tag in weapon.provenance.items():
            assert tag == tags.get(value, "reconstructed"), (name, value)


@pytest.mark.rules("24.6b", "24.35")
def test_missile_carriers() -> None:
    chart = data.expanded_chart()
    assert {key for key, weapon in chart.items() if weapon.rule == "24.6b"} == set(CARRIERS)
    for name, (front, he, ma, ap, minimum, reach, control, periods) in CARRIERS.items():
        weapon = chart[name]
        assert (weapon.front, weapon.he, weapon.ma, weapon.ap) == (front, he, ma, ap), name
        assert (weapon.minimum, weapon.range, weapon.fc, weapon.periods) == (minimum, reach, control, periods), name
        assert (weapon.group, weapon.kind) == ("assault_gun", "vehicle")
        assert weapon.heat
        assert weapon.guided
        assert weapon.all_round
        assert not weapon.traits.carries


@pytest.mark.rules("26.11a", "26.11c")
def test_squads_of_every_line() -> None:
    squads = data.squads()
    assert len(squads) == 44
    for line in period_lines().values():
        squad = squads[f"{line.nation} squad {line.period}"]
        assert (squad.he, squad.range, squad.ap, squad.ma, squad.group) == (line.infantry_he, 5, 0, 1, "squad")
        assert squad.traits.squad


@pytest.mark.rules("36.0i")
def test_the_charts_are_never_mixed() -> None:
    assert not set(data.weapons()) & set(data.expanded_weapons())
    assert data.weapons()["PzIVh"].ma == 4
    assert data.expanded_weapons()["Ge Pz IVH"].ma == 5
    assert data.weapons()["T62"].heat is False
    assert data.expanded_weapons()["So T-62"].heat is True


@pytest.mark.rules("36.0", "36.32", "36.82")
def test_only_what_is_called_turretless_has_no_turret() -> None:
    for weapon in data.expanded_chart().values():
        turretless = weapon.rule.startswith(("36.32", "36.82")) or weapon.group in ("gun", "device")
        assert weapon.turret != turretless, weapon.name


@pytest.mark.rules("36.0a")
def test_devices_that_do_not_ride_on_tanks() -> None:
    barred = {weapon.name for weapon in data.expanded_chart().values() if not weapon.on_tanks}
    assert barred == {"Br Gustav", "So Sagger", "So Slinger", "US Dragon"}


def test_every_value_has_its_provenance() -> None:
    for weapon in data.expanded_chart().values():
        for value in ("maker", "group", "periods", "class", "turret", "ap", "he", "ma", "range", "fc"):
            assert value in weapon.provenance, (weapon.name, value)
        if weapon.traits.armoured:
            assert {"front", "side", "rear"} <= weapon.provenance.keys()
    told = {
        name: data.expanded_chart()[name].provenance for name in ("US M4", "US M18", "US M60A3", "US M60A1", "US M-20A")
    }
    assert (told["US M4"]["ap"], told["US M4"]["periods"]) == ("repaired", "reconstructed")
    assert (told["US M18"]["front"], told["US M18"]["ma"]) == ("repaired", "reconstructed")
    assert [told["US M60A3"][value] for value in ("front", "side", "spaced")] == ["rulebook"] * 3
    assert [told["US M60A3"][value] for value in ("rear", "ap", "ma", "fc")] == ["reconstructed"] * 4
    assert [told["US M60A1"][value] for value in ("ap", "he", "front")] == ["rulebook", "rulebook", "reconstructed"]
    assert [told["US M-20A"][value] for value in ("ap", "range", "periods")] == [
        "rulebook",
        "rulebook",
        "reconstructed",
    ]
    assert set(data.expanded_chart()["So T-55"].provenance.values()) == {"rulebook"}
