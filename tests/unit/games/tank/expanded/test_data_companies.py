"""Chart 33.0 a second time, written from the book; makers, defaults and pairings; what their loaders refuse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from hulldown import resources
from hulldown.core.errors import MalformedError
from hulldown.games.tank.data import companies as data
from hulldown.games.tank.data.periods import period_lines
from hulldown.games.tank.data.weapons import expanded_chart

# Case, nation, periods, description, platoons, headquarters, total: as printed.
PRINTED = """
33.0-britain-1-medium                  | Britain | 1 | Medium | 4 (3) | 4 | 16
33.0-britain-1-heavymatilda            | Britain | 1 | Heavy (Matilda) | 5 (3) | 1 | 16
33.0-britain-3-4-lightstuart           | Britain | 3-4 | Light (Stuart) | 3 (4) | 4 | 16
33.0-britain-3-5-cruisercrusade        | Britain | 3-5 | Cruiser (Crusader, Sherman) | 4 (3) | 4* | 16
33.0-britain-3-5-heavymatildava        | Britain | 3-5 | Heavy (Matilda, Valentine) | 5 (3) | 3* | 18
33.0-britain-6-mediumsherman           | Britain | 6 | Medium (Sherman) | 4 (4)** | 4 | 20
33.0-britain-7-12-standardcentur       | Britain | 7-12 | Standard (Centurion, Etc.) | 4 (3) | 3 | 15
33.0-france-1-3-heavycharb             | France | 1-3 | Heavy (Char-B) | 2 (5) | 0 | 10
33.0-france-1-3-mediums35              | France | 1-3 | Medium (S-35) | 4 (5) | 0 | 20
33.0-france-6-12-mediumamx30           | France | 6-12 | Medium (AMX-30) | 3 (5) | 2 | 17
33.0-germany-1-3-lightmixed            | Germany | 1-3 | Light (mixed) | 2 (5PzII)+ 2 (3PzIII) | 2PzII | 18
33.0-germany-1-3-mediummixed           | Germany | 1-3 | Medium (mixed) | 1(5PzII)+ 3(4PzIV) | 2PzIV | 19
33.0-germany-2-6-mediumpziiipzi        | Germany | 2-6 | Medium (PzIII,PzIV,PzV) | 3 (4) | 2 | 14
33.0-germany-5-heavy                   | Germany | 5 | Heavy | 2 (5PzIV)+ 2 (4PzVI) | 1PzVI | 19
33.0-germany-5-6-ssmediumpzivpz        | Germany | 5-6 | SS Medium (PzIV, PzV) | 3 (5) | 2 | 17
33.0-germany-5-6-pzjagdhetzer          | Germany | 5-6 | Pz Jagd (Hetzer) | 3 (4) | 1 | 13
33.0-germany-2-6-assltgunmarder        | Germany | 2-6 | Assault Gun (Marder, STG III) | 3 (3) | 1 | 10
33.0-germany-6-jpziv                   | Germany | 6 | JPzIV | 2 (4) | 2 | 10
33.0-germany-6-jpzvjagdpanthe          | Germany | 6 | JPzV (Jagd Panther) | 3 (4) | 2 | 14
33.0-germany-6-heavypzvib              | Germany | 6 | Heavy (PzVib) | 3 (4) | 2 | 14
33.0-germany-8-12-mediumm48m60le       | Germany | 8-12 | Medium (M48, M60, Leopard) | 3 (5) | 2 | 17
33.0-italy-1-4-medium                  | Italy | 1-4 | Medium | 3 (4) | 2 | 14
33.0-israel-8-12-medium                | Israel | 8-12 | Medium | 3 (3) | 0 | 9
33.0-israel-12-medium                  | Israel | 12 | Medium | 3 (3) | 2 | 11
33.0-ussr-1-7-mediumt34                | USSR | 1-7 | Medium (T-34) | 3 (3) | 1 | 10
33.0-ussr-6-8-heavyjss                 | USSR | 6-8 | Heavy (JS's) | 2 (3) | 1 | 7
33.0-ussr-6-8-assltgsus                | USSR | 6-8 | Asslt.G.(Su's) | 1 (5) | 0 | 5
33.0-ussr-8-mediumt34t55               | USSR | 8 | Medium (T34, T55) | 3 (5) | 1 | 16
33.0-ussr-9-12-medium                  | USSR | 9-12 | Medium | 3 (3) | 1 | 10
33.0-unitedstates-4-12-standard        | United States | 4-12 | Standard | 3 (5) | 2 | 17
33.0-unitedstates-4-6-tankdestm10m18   | United States | 4-6 | Tank Dest. (M10, M18) | 3 (4) | 0 | 12
33.0-unitedstates-7-8-infrgmtlm476     | United States | 7-8 | Inf. Rgmtl.(M4/76) | 4 (5) | 1 | 21
"""
TYPES = {
    "JS's": "JS", "Su's": "SU", "Centurion, Etc.": "Centurion", "Marder, STG III": "Marder, StG III",
    "T34, T55": "T-34, T-55", "PzIII,PzIV,PzV": "PzIII, PzIV, PzV", "PzVib": "PzVIb",
}  # fmt: skip
"""Types as our chart spells them."""
NAMES = {
    "Asslt.G.": "Assault Gun", "Tank Dest.": "Tank Destroyer",
    "Inf. Rgmtl.": "Infantry Regimental",
}  # fmt: skip
FAMILIES = {
    "Matilda": "Br Matilda", "Valentine": "Br Valentine", "Stuart": "US M3 Stuart", "Sherman": "US M4, US M4/76",
    "Crusader": "Br Crusader II, Br Crusader III", "Centurion": "Br Centurion III, Br Centurion",
    "Char-B": "Fr Char-B1", "S-35": "Fr S-35", "AMX-30": "Fr AMX-30", "PzII": "Ge Pz II",
    "PzIII": "Ge Pz IIID, Ge Pz IIIH, Ge Pz IIIJ", "PzIV": "Ge Pz IVC, Ge Pz IVE, Ge Pz IVF2, Ge Pz IVH",
    "PzV": "Ge Pz V", "PzVI": "Ge Pz VIA, Ge Pz VIB", "PzVIb": "Ge Pz VIB", "Hetzer": "Ge Hetzer",
    "Marder": "Ge Marder", "StG III": "Ge StG III A-E, Ge StG III", "JPzIV": "Ge JPz IV",
    "Jagd Panther": "Ge Jagd Panther", "M48": "US M48A2", "M60": "US M60A1, US M60A2, US M60A3",
    "Leopard": "Ge Leopard I, Ge Leopard II", "T-34": "So T34/76A, So T34/76C, So T34/85", "T-55": "So T-55",
    "JS": "So JS II, So JS III", "SU": "So SU76, So SU85, So SU 100, So JSU 152", "M10": "US M10", "M18": "US M18",
    "M4/76": "US M4/76",
}  # fmt: skip
MAKERS = {
    ("Ger", "Ger(E)", "Ger(NA)"): [(range(1, 7), "Germany", "Ge", "Ge", "")],
    ("Fr",): [(range(1, 2), "France", "Fr", "Br", ""), (range(8, 9), "France", "Fr US", "Fr US", "")],
    ("Br",): [(range(1, 3), "Britain", "Br", "Br", ""), (range(3, 9), "Britain", "Br US", "Br US", "")],
    ("Sov",): [
        (range(1, 4), "USSR", "So", "So", ""), (range(4, 5), "USSR", "So", "So", "US HT"),
        (range(5, 7), "USSR", "So", "So Ge", "US HT"), (range(7, 13), "USSR", "So", "So", ""),
    ],
    ("It",): [(range(3, 5), "Italy", "It", "It", "")],
    ("US",): [(range(5, 12), "United States", "US", "US", "")],
    ("NK", "UAR", "NV", "Ch"): [(range(7, 13), "USSR", "So", "So", "")],
    ("Isr",): [(range(8, 13), "Israel", "Isr US Br", "Isr US Br", "")],
}  # fmt: skip
"""By nations: periods, companies, makers, makers of devices, single weapons."""
DEFAULTS = """
1 Ger | Light (mixed) | 18 | 12 Ge Pz II + 6 Ge Pz IIID | Ge SPW | Ge 37/45 | Ge ATR
1 Fr | Medium | 20 | 20 Fr S-35 | truck | Fr 25 | Br ATR
1 Br | Medium | 16 | 16 Br A-13 | Br Bren | Br 2 lb | Br ATR
1 Sov | Medium | 10 | 10 So BT-7 | truck | So 45 | So PTRD
2 Ger | Medium | 14 | 14 Ge Pz IIIH | Ge SPW | Ge 50/60 | Ge 43 RG
2 Sov | Medium | 10 | 10 So T34/76A | truck | So 45 | So PTRD
3 Br | Cruiser | 16 | 14 Br A-13 + 2 Br A-13 CS | Br Bren | Br 2 lb | Br ATR
3 It | Medium | 14 | 14 It M-13/40 | truck | It 47/32 | It ATR
3 Ger | Medium | 14 | 14 Ge Pz IIIH | Ge SPW | Ge 50/60 | Ge 43 RG
4 Sov | Medium | 10 | 10 So T34/76C | truck | So 76/42 | So PTRD
4 Ger(E) | Medium | 14 | 14 Ge Pz IVF2 | Ge SPW | Ge 75/46 | Ge 43 RG
4 Ger(NA) | Medium | 14 | 14 Ge Pz IIIJ | Ge SPW | Ge 50/60 | Ge 43 RG
4 It | Medium | 14 | 14 It M-13/40 | truck | It 47/32 | It ATR
4 Br | Cruiser | 16 | 14 Br Crusader II + 2 Br Crusader CS | Br Bren | Br 6 lb | Br ATR
5 Ger(E) | Medium | 14 | 14 Ge Pz IVH | Ge SPW | Ge 75/46 | Ge PzR 43
5 Ger(NA) | Medium | 14 | 14 Ge Pz IVF2 | Ge SPW | Ge 75/46 | Ge PzR 43
5 Sov | Medium | 10 | 10 So T34/76C | truck | So 57/73 | So PTRD
5 Br | Cruiser | 16 | 14 Br Crusader III + 2 Br Crusader CS | Br Bren | Br 6 lb | Br PIAT
5 US | Standard | 17 | 17 US M4 | US HT | US 57 | US M-1 bazooka
6 Ger | Medium | 14 | 14 Ge Pz V | Ge SPW | Ge 75/46 | Ge PF44-1
6 Sov | Medium | 10 | 10 So T34/85 | US HT | So 57/73 | So PTRD
6 Br | Medium | 20 | 16 US M4 + 4 Br Firefly | Br Bren | Br 17 lb | Br PIAT
6 US | Standard | 17 | 17 US M4/76 | US HT | US 57 | US M-9
7 US | Standard | 17 | 17 US M26 | US HT | US 57 | US M-20A
7 Br | Standard | 15 | 15 Br Centurion III | Br Bren | Br 17 lb | Br PIAT
7 Sov | Medium | 10 | 10 So T34/85 | truck | So 85 | So PTRD
7 NK | Medium | 10 | 10 So T34/85 | truck | So 85 | So PTRD
8 US | Standard | 17 | 17 US M48A2 | US HT | US 106R | US M-20A
8 Sov | Medium | 16 | 16 So T-55 | So BTR-60 | So 85 | So RPG-2
8 Br | Standard | 15 | 15 Br Centurion III | Br Bren | Br 17 lb | Br PIAT
8 Fr | Medium | 17 | 17 US M47 | US HT | US 90 | US M-20A
8 Isr | Medium | 9 | 9 US M4/76 | US HT | US 57 | US M-9
8 UAR | Medium | 16 | 16 So T34/85 | truck | So 85 | So RPG-2
9 Sov | Medium | 10 | 10 So T-55 | So BTR-60 | So 100 | So RPG-7
9 NATO | Standard | 17 | 17 US M60A1 | US M113 | US 106R | US M72 LAW
10 Isr | Medium | 9 | 9 Isr Centurion | US M113 | US 106R | US M-20A
10 UAR | Medium | 10 | 10 So T-55 | So BTR-60 | So 100 | So RPG-7
11 US | Standard | 17 | 17 US M48A2 | US M113 | US 106R | US M72 LAW
11 NV | Medium | 10 | 10 So PT-76 | truck | So 82R | So RPG-7
12 Sov | Medium | 10 | 10 So T-62 | So BMP | So Swatter | So RPG-7
12 NATO | Standard | 17 | 17 US M60A3 | US MICV | US TOW | US Dragon
12 Isr | Medium | 11 | 11 Isr Centurion | US M113 | US 106R | US M72 LAW
12 UAR | Medium | 10 | 10 So T-62 | So BTR-60 | So 100 | So RPG-7
12 Ch | Medium | 10 | 10 So T-55 | truck | So 100 | So RPG-2
"""
PAIRINGS = {
    1: ("Ger", "Fr"), 2: ("Ger", "Sov"), 3: ("Ger", "Br"), 4: ("Ger(E)", "Sov"), 5: ("Ger(E)", "Sov"),
    6: ("Sov", "Ger"), 7: ("NK", "US"), 8: ("Sov", "US"), 9: ("Sov", "NATO"), 10: ("Isr", "UAR"), 11: ("NV", "US"),
    12: ("Sov", "NATO"),
}  # fmt: skip


@pytest.mark.rules(
    "33.0", "33.0-note-1", "33.0-note-2",
    "33.0-britain-1-medium", "33.0-britain-1-heavymatilda", "33.0-britain-3-4-lightstuart",
    "33.0-britain-3-5-cruisercrusade", "33.0-britain-3-5-heavymatildava", "33.0-britain-6-mediumsherman",
    "33.0-britain-7-12-standardcentur", "33.0-france-1-3-heavycharb", "33.0-france-1-3-mediums35",
    "33.0-france-6-12-mediumamx30", "33.0-germany-1-3-lightmixed", "33.0-germany-1-3-mediummixed",
    "33.0-germany-2-6-mediumpziiipzi", "33.0-germany-5-heavy", "33.0-germany-5-6-ssmediumpzivpz",
    "33.0-germany-5-6-pzjagdhetzer", "33.0-germany-2-6-assltgunmarder", "33.0-germany-6-jpziv",
    "33.0-germany-6-jpzvjagdpanthe", "33.0-germany-6-heavypzvib", "33.0-germany-8-12-mediumm48m60le",
    "33.0-italy-1-4-medium", "33.0-israel-8-12-medium", "33.0-israel-12-medium", "33.0-ussr-1-7-mediumt34",
    "33.0-ussr-6-8-heavyjss", "33.0-ussr-6-8-assltgsus", "33.0-ussr-8-mediumt34t55", "33.0-ussr-9-12-medium",
    "33.0-unitedstates-4-12-standard", "33.0-unitedstates-4-6-tankdestm10m18", "33.0-unitedstates-7-8-infrgmtlm476",
)  # fmt: skip
def test_every_row_of_the_chart() -> None:
    found = list(data.companies().values())
    printed = [[cell.strip() for cell in line.split("|")] for line in PRINTED.strip().splitlines()]
    assert len(printed) == len(found) == 32
    for company, (case, nation, periods, told, platoons, hq, total) in zip(found, printed, strict=True):
        first, _, last = periods.partition("-")
        assert (company.rule, company.nation, company.total) == (case, nation, int(total)), case
        assert company.periods == tuple(range(int(first), int(last or first) + 1)), case
        parts = [re.match(r"(\d) ?\((\d)(\w*)\)", part) for part in platoons.split("+ ")]
        sections = [(int(part[1]), int(part[2]), part[3]) for part in parts if part]
        assert [tuple(section) for section in company.sections] == sections, case
        assert (company.hq, company.hq_kind) == (int(hq[0]), hq[1:].strip("*")), case
        assert (company.close_support, company.firefly) == ("*" in hq, "**" in platoons), case
        types = re.search(r"\(([^)]*)\)", told)
        name = told if company.mixed else told.partition("(")[0].strip()
        assert company.name == NAMES.get(name, name) + (" (mixed)" if told == "Heavy" and company.mixed else ""), case
        if types and types[1] != "mixed":
            assert ", ".join(company.types) == TYPES.get(types[1], types[1]), case
        elif company.mixed:
            assert company.types == company.kinds, case
        else:
            assert company.types == () or company.name == company.types[0] == told, case


@pytest.mark.rules("33.0")
def test_every_company_adds_up() -> None:
    for company in data.companies().values():
        assert sum(section.platoons * section.size for section in company.sections) + company.hq == company.total


@pytest.mark.rules("33.0-note-1", "33.0-note-2")
def test_starred_rows() -> None:
    starred = {key for key, company in data.companies().items() if company.close_support}
    assert starred == {"Britain 3-5 Cruiser", "Britain 3-5 Heavy"}
    assert {key for key, company in data.companies().items() if company.firefly} == {"Britain 6 Medium"}


@pytest.mark.rules("33.0")
def test_types_of_companies_are_weapons() -> None:
    assert {kind: ", ".join(names) for kind, names in data.families().items()} == FAMILIES
    assert {kind for company in data.companies().values() for kind in company.types} == set(FAMILIES)


@pytest.mark.rules("36.0b", "31.0a")
def test_makers_of_every_line() -> None:
    for line in period_lines().values():
        if line.nation == "NATO":
            continue
        rows = next(rows for nations, rows in MAKERS.items() if line.nation in nations)
        expected = [row[1:] for row in rows if line.period in row[0]]
        camps = data.camps()[line.key]
        told = [(camp.companies, *(" ".join(names) for names in camp[2:])) for camp in camps]
        assert told == expected, line.key
        assert camps[0].name == ""


@pytest.mark.rules("35.1")
def test_nato_is_one_nation_of_the_forces_choice() -> None:
    common = [
        ("US", "United States", ("US",)), ("Br", "Britain", ("Br",)), ("Fr", "France", ("Fr", "US")),
        ("Ge", "Germany", ("Ge", "US")),
    ]  # fmt: skip
    for key, expected in (("9 NATO", common), ("12 NATO", [*common, ("Sw", "United States", ("Sw",))])):
        assert [camp[:3] for camp in data.camps()[key]] == expected
        assert all(camp.devices == camp.makers for camp in data.camps()[key])


@pytest.mark.rules("31.0a")
def test_the_default_of_every_line() -> None:
    printed = [[cell.strip() for cell in line.split("|")] for line in DEFAULTS.strip().splitlines()]
    assert [row[0] for row in printed] == list(period_lines())
    for key, company, afvs, made_of, apc, gun, device in printed:
        standing = data.standings()[key]
        assert data.companies()[standing.company].name == company
        assert " + ".join(f"{count} {name}" for name, count in standing.made_of) == made_of
        assert sum(count for _, count in standing.made_of) == int(afvs) == data.companies()[standing.company].total
        assert (standing.apc, standing.gun, standing.device) == (apc, gun, device)


@pytest.mark.rules("26.2b", "36.0b")
def test_the_exceptions_among_the_defaults_are_those_the_notes_name() -> None:
    """Three T34/85 serve on in a company that names them (X-69), four devices are of an earlier period (26.2b)."""
    late: dict[str, list[str]] = {"afvs": [], "device": [], "other": []}
    for key, standing in data.standings().items():
        period = int(key.split()[0])
        for name, _ in standing.made_of:
            if period not in expanded_chart()[name].periods:
                late["afvs"].append(f"{key} {name}")
        for option, name in (("device", standing.device), ("other", standing.apc), ("other", standing.gun)):
            if period not in expanded_chart()[name].periods:
                late[option].append(f"{key} {name}")
    assert late["afvs"] == ["7 Sov So T34/85", "7 NK So T34/85", "8 UAR So T34/85"]
    assert late["other"] == []
    assert late["device"] == ["7 Sov So PTRD", "7 NK So PTRD", "8 Br Br PIAT", "12 Ch So RPG-2"]


@pytest.mark.rules("34.0b")
def test_pairings() -> None:
    assert dict(data.pairings()) == PAIRINGS


@pytest.mark.rules("33.0", "36.0b", "31.0a", "34.0b")
@pytest.mark.parametrize(
    ("file", "parse", "old", "new", "told"),
    [
        ("charts/33.0", data.parse_companies, "Britain 1 Medium", "Poland 1 Medium", "write nation, periods and name"),
        ("charts/33.0", data.parse_companies, "Britain 1 Medium", "Britain 13 Medium", "periods run from 1 to 12"),
        ("charts/33.0", data.parse_companies, "4 (3),4,16", "4 (3),4,17", "total: '17', but platoons and headquarters"),
        ("charts/33.0", data.parse_companies, "4 (3),4,16", "4x3,4,16", "platoons: '4x3'"),
        ("charts/33.0", data.parse_companies, "4 (3),4,16", "4 (3),four,16", "hq: 'four'"),
        ("charts/33.0", data.parse_companies, "company,types,", "company,kinds,", "column 'types' is missing"),
        ("expanded/families", data.parse_families, "Fr AMX-30", "Fr AMX-13", "weapons: there is no weapon 'Fr AMX-13'"),
        ("expanded/families", data.parse_families, "Fr AMX-30", "Fr 25", "Fr 25 is no tank or assault_gun"),
        ("expanded/makers", data.parse_makers, "Ger 1-6", "Ger one", "write nation and periods"),
        ("expanded/makers", data.parse_makers, ",Germany,", ",Prussia,", "chart 33.0 has no 'Prussia'"),
        ("expanded/makers", data.parse_makers, ",US HT", ",US XX", "also: there is no weapon 'US XX'"),
        ("expanded/makers", data.parse_makers, "Italy,It,It", "Italy,It,Pl", "there is no maker 'Pl'"),
        ("expanded/makers", data.parse_makers, "It 3-4", "It 3", "no row covers the line '4 It'"),
        ("expanded/defaults", data.parse_standings, "1 Ger,", "1 Pol,", "the period chart has no such line"),
        ("expanded/defaults", data.parse_standings, "1 Ger,Germany 1-3 Light (mixed)", "1 Ger,Germany 1-3 Lite",
         "chart 33.0 has no 'Germany 1-3 Lite'"),
        ("expanded/defaults", data.parse_standings, "20 Fr S-35", "twenty", "made_of: 'twenty'"),
        ("expanded/defaults", data.parse_standings, "20 Fr S-35", "19 Fr S-35", "afvs: '20' is not their sum"),
        ("expanded/defaults", data.parse_standings, "truck,Fr 25,Br ATR", "Fr 25,Fr 25,Br ATR", "apc: Fr 25 is no apc"),
        ("expanded/defaults", data.parse_standings, "Fr 25,Br ATR", "Fr S-35,Br ATR", "gun: Fr S-35 is no gun"),
        ("expanded/defaults", data.parse_standings, "Fr 25,Br ATR", "Fr 25,truck", "device: truck is no device"),
        ("expanded/pairings", data.parse_pairings, "1,Ger,Fr", "1,Ger,It", "bravo: 'It' does not fight in period '1'"),
        ("expanded/pairings", data.parse_pairings, "1,Ger,Fr\n", "", "period 1 is missing"),
    ],
)  # fmt: skip
def test_a_bad_file_is_refused_by_file_row_and_column(
    file: str, parse: Callable[[str, str], object], old: str, new: str, told: str
) -> None:
    folder, name = file.split("/")
    text = resources.read("hulldown", "games", "tank", "data", folder, f"{name}.csv")
    assert old in text
    with pytest.raises(MalformedError) as caught:
        parse(text.replace(old, new, 1), "mine.csv")
    assert told in str(caught.value)
    assert str(caught.value).startswith("mine.csv: ")


@pytest.mark.rules("31.0a")
def test_a_default_that_is_missing_is_named() -> None:
    text = resources.read("hulldown", "games", "tank", "data", "expanded", "defaults.csv")
    shorter = "\n".join(line for line in text.splitlines() if not line.startswith("6 Ger,"))
    with pytest.raises(MalformedError, match="the line '6 Ger' of the period chart is missing"):
        data.parse_standings(shorter, "mine.csv")
