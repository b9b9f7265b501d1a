"""Every number of the Advanced Game's vehicles, held against the data notes.

The tables below were typed from the notes, not from the files under test. A star marks what the rulebook's text states;
all other values are reconstructed unless the test says otherwise.
"""

from __future__ import annotations

import pytest

from hulldown.games.panzer.data.cards import LOCATIONS, cards
from hulldown.games.panzer.data.vehicles import vehicles
from hulldown.games.panzer.data.weapons import antiair
from support.panzer_tables import limits, limits_of, lines

# Nation and kind, points, movement, transport, weight, weapon, mount and turn, ROF, limits, size, defence, armour,
# open, extras, row against aircraft.
VEHICLES = """
BT-7 M37            | s tank         | 34  | 6T 9-16  | 0-1 | 13.8 | 45mm L/46   | turret 2  | N | -        | 0  | 2A  | 6/4   |      | coax no-radio |
T-60 M42            | s tank         | 25  | 4T 6-10  | 0-0 | 6.4  | 20mm L/82   | turret 2  | R | -        | -1 | 1A  | 9/5   |      | coax no-radio |
T-34/76 M41         | s tank         | 62  | 5T 8-12  | 0-2 | 28.5 | 76.2mm L/43 | turret 2  | N | -        | 0  | 4A  | 16/11 |      | coax no-radio |
KV-1 M41            | s tank         | 70  | 4T 5-8   | 0-2 | 47   | 76.2mm L/43 | turret 1  | N | -        | 1  | 6A  | 21/17 |      | coax          |
M3 Lee              | s tank         | 55  | 4T 6-9   | 0-2 | 27.2 | 75mm L/31   | front 0   | N | -        | 2  | 4A  | 13/9  |      | coax brews-up |
SU-122 M43          | s assault-gun  | 56  | 5T 7-11  | 0-2 | 30.9 | 122mm L/22  | front 0   | N | 6 H4     | 0  | 4AC | 15/11 |      |               |
ISU-152 M43         | s assault-gun  | 86  | 4T 5-8   | 0-2 | 46   | 152mm L/29  | front 0   | N | 5        | 1  | 7AC | 24/19 |      | aa-hmg        | AA HMG
OT-34 M42           | s tank         | 64  | 5T 8-12  | 0-2 | 30.9 | 76.2mm L/43 | turret 2  | N | A5       | 0  | 4A  | 18/12 |      | coax          |
BA-64               | s armoured-car | 12  | 4W 9-16  | 0-0 | 2.4  | MMG         | pivot 360 | - | -        | -2 | 1A  | 3/2   | open | recon         |
M3A1 Scout Car      | s armoured-car | 14  | 4W 9-18  | 0-2 | 5.6  | HMG         | pivot 360 | - | -        | 0  | 1P  | 3/2   | open |               |
M17 MGMC            | s half-track   | 40  | 5H 8-13  | 0-0 | 9.8  | quad HMG    | pivot 360 | - | -        | 0  | 1P  | 4/2   | open |               | quad HMG
STZ-5 tractor       | s tractor      | 6   | 3T 4-6   | 2-2 | 5.8  | -           | none 0    | - | -        | 0  | 1S  | 0/0   |      |               |
PzKpfw IIF          | g tank         | 26  | 5T 6-10  | 0-0 | 9.5  | 2cm KwK     | turret 2  | R | -        | -1 | 2A  | 8/4   |      | coax          |
PzKpfw IIIL         | g tank         | 47  | 5T 6-10  | 0-1 | 22.7 | 5cm L/60    | turret 2  | Q | A4 S4    | 0  | 3A  | 15/8  |      | coax smoke    |
PzKpfw IIIN         | g tank         | 48  | 5T 6-10  | 0-1 | 23   | 7.5cm L/24  | turret 2  | N | H5 S5    | 0  | 3A  | 16/9  |      | coax smoke    |
PzKpfw IVF1         | g tank         | 44  | 5T 6-10  | 0-2 | 22.3 | 7.5cm L/24  | turret 1  | N | H4 S5    | 0  | 3A  | 12/7  |      | coax smoke    |
PzKpfw IVG          | g tank         | 58  | 4T 6-9   | 0-2 | 23.5 | 7.5cm L/43  | turret 1  | N | A4 S4    | 0  | 3A  | 15/7  |      | coax smoke    |
PzKpfw VIB Tiger II | g tank         | 140 | 4T 4-8   | 0-2 | 69.8 | 8.8cm L/71  | turret 1  | N | -        | 2  | 8A  | 48/21 |      | coax          |
Marder III M        | g assault-gun  | 45  | 5T 6-10  | 0-0 | 10.5 | 7.5cm L/48  | front 0   | N | 7 A4     | 0  | 2P  | 5/2   | open |               |
Nashorn             | g assault-gun  | 85  | 4T 6-9   | 0-0 | 24   | 8.8cm L/71  | front 0   | N | 7        | 1  | 2P  | 5/3   | open |               |
Jagdpanzer 38(t)    | g assault-gun  | 58  | 4T 6-9   | 0-0 | 15.8 | 7.5cm L/48  | front 0   | N | A3       | -2 | 3AC | 26/4  |      |               |
Jagdpanzer IV       | g assault-gun  | 70  | 4T 6-9   | 0-2 | 24   | 7.5cm L/48  | front 0   | N | A4 S4    | -1 | 4AC | 24/8  |      | smoke         |
StuH 42             | g assault-gun  | 62  | 4T 6-10  | 0-2 | 24   | 10.5cm L/28 | front 0   | N | 7 H4 S4  | -1 | 3AC | 18/9  |      | smoke         |
Wespe               | g assault-gun  | 40  | 4T 6-9   | 0-0 | 11   | 10.5cm L/28 | front 0   | N | 6 H3 S4  | 0  | 2P  | 5/3   | open | smoke         |
SdKfz 222           | g armoured-car | 18  | 4W 9-17  | 0-0 | 4.8  | 2cm KwK     | turret 3  | R | -        | -1 | 1P  | 4/2   | open | recon         | 2cm KwK
SdKfz 231 (8-rad)   | g armoured-car | 24  | 4W 9-18  | 0-0 | 8.3  | 2cm KwK     | turret 2  | R | -        | 0  | 1A  | 5/2   |      | recon         |
SPW 250/1           | g half-track   | 17  | 5H 9-13  | 0-1 | 5.8  | MMG         | pivot 360 | - | -        | -1 | 1P  | 4/2   | open | under-cover   |
SPW 251/2           | g half-track   | 30  | 5H 8-12  | 0-0 | 8.6  | 8cm GrW 34  | front 0   | - | 7 S5     | 0  | 1P  | 4/2   | open | smoke         |
SPW 251/9           | g half-track   | 36  | 5H 8-12  | 0-0 | 8.5  | 7.5cm L/24  | front 0   | N | 7 H4 S4  | 0  | 1P  | 4/2   | open | smoke         |
SPW 251/16          | g half-track   | 34  | 5H 8-12  | 0-0 | 9.5  | SPW 251/16 flamethrower | pivot 360 | - | 6 | 0 | 1P | 4/2 | open |                |
SdKfz 10/5          | g half-track   | 18  | 5H 9-15  | 0-1 | 5.5  | 2cm FlaK 38 | pivot 360 | F | -        | 0  | 1S  | 0/0   | open |               | 2cm FlaK 38
SdKfz 7/1           | g half-track   | 38  | 4H 7-12  | 0-0 | 11.5 | 2cm Flakvierling | pivot 360 | F | -   | 1  | 1S  | 0/0   | open |               | 2cm Flakvierling
SdKfz 11            | g half-track   | 7   | 5H 8-13  | 2-2 | 7.1  | -           | none 0    | - | -        | 0  | 1S  | 0/0   |      |               |
Limber              | b limber       | 3   | 3W 4-6   | 2-2 | 2    | -           | none 0    | - | -        | 0  | 1S  | 0/0   |      |               |
"""  # noqa: E501 - a table that is read across
NATIONS = {"s": "soviet", "g": "german", "b": "both"}


class TestVehicles:
    def test_there_are_fifty_two(self) -> None:
        assert list(vehicles()) == [*cards(), *(line[0] for line in lines(VEHICLES))]
        assert len(vehicles()) == 52

    @pytest.mark.parametrize("line", lines(VEHICLES), ids=lambda line: line[0])
    def test_every_value_of_a_new_vehicle(self, line: list[str]) -> None:
        name, who, points, move, load, weight, gun, mount, rof, limit, size, gpd, armour, top, extras, air = line
        unit = vehicles()[name]
        assert f"{unit.nation} {unit.kind}" == f"{NATIONS[who[0]]} {who[2:]}"
        assert unit.points == int(points)
        assert f"{unit.cross_country}{unit.traction} {unit.path}-{unit.road}" == move
        assert "{}-{}".format(*unit.transport) == load
        assert unit.weight == float(weight)
        assert (unit.gun.name if unit.gun else "-") == gun
        assert f"{unit.mount} {unit.turn}" == mount
        assert (unit.rof or "-") == rof
        assert limits_of(unit) == limits(limit)
        assert (unit.size, unit.defence, f"{unit.front}/{unit.rear}") == (int(size), gpd, armour)
        assert unit.open == (top == "open")
        assert unit.extras == tuple(extras.split())
        assert (unit.antiair is antiair()[air]) if air else unit.antiair is None
        stated = {key for key, tag in unit.provenance.items() if tag == "rulebook"}
        assert stated == ({"card", "gun", "second.gun"} if name == "SPW 251/2" else set())
        assert set(unit.provenance.values()) - {"rulebook"} == {"reconstructed"}
        assert {f"extras.{extra}" for extra in unit.extras} <= set(unit.provenance)

    @pytest.mark.parametrize("line", lines(VEHICLES), ids=lambda line: line[0])
    def test_the_first_weapon_is_the_gun_of_the_card(self, line: list[str]) -> None:
        unit = vehicles()[line[0]]
        assert bool(unit.weapons) == (line[6] != "-")
        for first in unit.weapons[:1]:
            assert (first.weapon, first.mount, first.turn, first.rof) == (unit.gun, unit.mount, unit.turn, unit.rof)
            assert limits_of(first) == limits_of(unit)
            assert not first.reverse

    def test_second_weapons(self) -> None:
        found = {
            unit.name: (second.weapon.name, second.mount, second.turn, second.rof, limits_of(second), second.reverse)
            for unit in vehicles().values()
            for second in unit.weapons[1:]
        }
        assert found == {
            "M3 Lee": ("37mm L/53", "turret", 1, "Q", (0, 0, 0, 0), True),
            "OT-34 M42": ("OT-34 flamethrower", "front", 0, "", (5, 0, 0, 0), True),
            "SPW 251/2": ("MMG", "pivot", 360, "", (0, 0, 0, 0), True),
            "SPW 251/16": ("MMG", "pivot", 360, "", (0, 0, 0, 0), True),
        }
        assert [unit.name for unit in vehicles().values() if any(w.limited for w in unit.weapons)] == ["M3 Lee"]
        assert vehicles()["M3 Lee"].weapons[0].limited

    def test_the_rounds_that_a_vehicle_has(self) -> None:
        found = {unit.name: list(unit.weapons[0].ammo) for unit in vehicles().values() if unit.weapons}
        assert found["BT-7 M37"] == ["AP", "GP"]
        assert found["T-70 M42"] == ["AP", "HVAP", "GP"]
        assert found["T-34/76 M41"] == ["AP", "GP"]
        assert found["PzKpfw V Panther"] == found["PzKpfw VIE Tiger I"] == ["AP", "APCR", "GP"]
        assert found["PzKpfw IIIN"] == ["AP", "HEAT", "GP"]
        assert found["SU-122 M43"] == found["StuH 42"] == ["HEAT", "GP"]
        assert found["Wespe"] == ["HEAT", "GP", "GP-IF"]
        assert found["SPW 251/2"] == ["GP", "GP-IF"]

    def test_the_basic_cards_keep_their_values(self) -> None:
        coax = {"T-70 M42", "T-34/76 M43", "T-34/85 M44", "KV-1S M42"}
        for name, card in cards().items():
            unit = vehicles()[name]
            for field in ("card", "nation", "kind", "points", "transport", "weight", "mount", "turn", "rof", "size"):
                assert getattr(unit, field) == getattr(card, field)
            for field in ("cross_country", "traction", "path", "road", "open", "defence", "front", "rear"):
                assert getattr(unit, field) == getattr(card, field)
            assert limits_of(unit) == (card.basic_limit, card.special_limit, 0, card.smoke_limit)
            assert unit.extras == (*card.extras, *(("coax",) if name in coax else ()))
            assert dict(card.provenance).items() <= dict(unit.provenance).items()
            assert unit.armour is card.armour or set(unit.armour.locations.values()) == {(0, 0, 0)}
            assert (unit.ap and (unit.ap.range, unit.ap.factors)) == (card.ap and (card.ap.range, card.ap.factors))
        assert {vehicles()[name].provenance["extras.coax"] for name in coax} == {"public"}
        assert vehicles()["IS-2m M44"].antiair is antiair()["AA HMG"]
        assert vehicles()["PzKpfw IIIM"].antiair is antiair()["AA MMG"]
        assert not vehicles()["PzKpfw VIE Tiger I"].notes

    def test_defence_and_type(self) -> None:
        found = {name: (u.defence_factor, u.target_type, u.poor_close_defence) for name, u in vehicles().items()}
        assert found["SU-85 M43"] == (4, "A", True)
        assert found["SU-76M M43"] == (2, "P", False)
        assert found["Truck"] == (1, "S", False)
        assert [name for name, unit in vehicles().items() if unit.under_cover] == ["SPW 251/1", "SPW 250/1"]
        assert not vehicles()["StuG IIIG"].coax
        assert vehicles()["T-70 M42"].coax


# Level / rising / falling: front TF, HF; rear TR, HR; side TF TS HF HS TR HR; deck.
ARMOUR = """
BT-7 M37            | 5/5/5 7/8/6 4/4/4 3/3/3 6/6/6 4/4/4 8/9/7 3/3/3 4/4/4 3/3/3 2
T-60 M42            | 7/7/7 11/14/9 6/6/6 3/3/3 8/8/8 6/6/6 13/17/10 4/4/4 7/7/7 3/3/3 3
T-34/76 M41         | 14/15/13 18/23/14 12/12/12 10/10/10 16/17/15 12/12/12 22/28/17 11/11/11 13/14/13 11/11/11 7
KV-1 M41            | 22/23/21 20/21/19 17/18/16 15/16/15 24/25/23 18/19/17 22/23/21 18/19/17 19/20/18 17/18/16 11
M3 Lee              | 14/15/13 12/14/11 10/10/10 7/7/7 16/17/15 11/11/11 14/16/12 9/9/9 11/11/11 8/8/8 5
SU-122 M43          | 15/17/13 15/17/13 12/12/12 11/11/11 17/19/15 11/11/11 17/19/15 11/11/11 13/14/13 12/12/12 7
ISU-152 M43         | 24/27/21 24/27/21 18/19/17 17/18/16 27/31/24 20/21/19 28/32/25 21/22/20 20/21/19 19/20/18 10
BA-64               | 3/3/3 3/3/3 2/2/2 2/2/2 3/3/3 2/2/2 3/3/3 2/2/2 2/2/2 2/2/2 0
M3A1 Scout Car      | 2/2/2 4/4/4 0/0/0 2/2/2 2/2/2 2/2/2 4/4/4 2/2/2 0/0/0 2/2/2 0
M17 MGMC            | 4/4/4 4/4/4 0/0/0 2/2/2 4/4/4 2/2/2 4/4/4 2/2/2 0/0/0 2/2/2 0
PzKpfw IIF          | 7/7/7 9/9/9 4/4/4 4/4/4 8/8/8 4/4/4 10/11/10 4/4/4 4/4/4 4/4/4 3
PzKpfw IIIL         | 16/17/15 14/15/13 7/7/7 11/11/11 18/19/17 7/7/7 16/17/15 7/7/7 8/8/8 12/12/12 5
PzKpfw IVF1         | 12/13/12 12/13/12 7/7/7 5/5/5 13/14/12 7/7/7 13/14/12 7/7/7 8/8/8 6/6/6 5
PzKpfw IVG          | 13/14/12 17/18/16 7/7/7 5/5/5 14/15/13 7/7/7 19/20/18 7/7/7 8/8/8 6/6/6 5
PzKpfw VIB Tiger II | 42/44/40 54/69/43 21/22/20 22/23/21 47/49/45 21/22/20 65/83/51 21/22/20 23/24/22 25/26/24 10
Marder III M        | 3/3/3 7/8/6 0/0/0 3/3/3 3/3/3 2/2/2 8/9/7 4/4/4 0/0/0 3/3/3 1
Nashorn             | 3/3/3 7/7/7 0/0/0 5/5/5 3/3/3 3/3/3 8/8/8 5/5/5 0/0/0 6/6/6 2
Jagdpanzer 38(t)    | 26/33/21 26/33/21 3/3/3 4/4/4 29/37/23 5/5/5 31/40/24 5/5/5 3/3/3 4/4/4 3
Jagdpanzer IV       | 24/27/21 24/27/21 8/8/8 6/6/6 27/31/24 11/11/11 28/32/25 8/8/8 9/9/9 7/7/7 6
Wespe               | 3/3/3 7/8/6 0/0/0 4/4/4 3/3/3 3/3/3 8/9/7 4/4/4 0/0/0 4/4/4 1
SdKfz 222           | 4/5/4 4/5/4 2/2/2 2/2/2 4/5/4 2/2/2 5/6/4 2/2/2 2/2/2 2/2/2 0
SdKfz 231 (8-rad)   | 5/6/4 5/6/4 2/2/2 3/3/3 6/7/5 2/2/2 6/7/5 2/2/2 2/2/2 3/3/3 1
"""
SHARED = {
    "PzKpfw IIIN": "PzKpfw IIIM", "StuH 42": "StuG IIIG", "OT-34 M42": "T-34/76 M43", "SPW 250/1": "SPW 251/1",
    "SPW 251/2": "SPW 251/1", "SPW 251/9": "SPW 251/1", "SPW 251/16": "SPW 251/1",
}  # fmt: skip


class TestArmour:
    @pytest.mark.parametrize("line", lines(ARMOUR), ids=lambda line: line[0])
    def test_every_cell(self, line: list[str]) -> None:
        armour = vehicles()[line[0]].armour
        *cells, deck = line[1].split()
        assert ["/".join(map(str, armour.locations[place])) for place in LOCATIONS] == cells
        assert armour.deck == int(deck)
        assert set(armour.provenance.values()) == {"reconstructed"}

    @pytest.mark.parametrize(("name", "other"), SHARED.items())
    def test_shared_armour(self, name: str, other: str) -> None:
        armour = vehicles()[name].armour
        assert armour.locations == vehicles()[other].armour.locations
        assert armour.deck == vehicles()[other].armour.deck
        assert set(armour.provenance.values()) == {"reconstructed"}

    def test_soft_vehicles_have_none(self) -> None:
        soft = [unit for unit in vehicles().values() if unit.target_type == "S"]
        assert {unit.name for unit in soft} == {
            "SdKfz 10", "SdKfz 7", "Truck", "STZ-5 tractor", "SdKfz 10/5", "SdKfz 7/1", "SdKfz 11", "Limber",
        }  # fmt: skip
        for unit in soft:
            assert set(unit.armour.locations.values()) == {(0, 0, 0)}
            assert (unit.armour.deck, set(unit.armour.provenance.values())) == (0, {"rulebook"})
        assert len(soft) + len(lines(ARMOUR)) + len(SHARED) + 15 == 52

    @pytest.mark.parametrize("name", [line[0] for line in lines(ARMOUR)])
    def test_the_means_are_the_basic_armour(self, name: str) -> None:
        """The rule by which the rows were made (notes 6.4, 8.2): halves are rounded up."""
        unit = vehicles()[name]
        level = {place: unit.armour.locations[place][0] for place in LOCATIONS}
        assert unit.front == (level["front TF"] + level["front HF"] + 1) // 2
        rear = level["side TS"] + level["side HS"] + level["rear TR"] + level["rear HR"]
        assert unit.rear == (2 * rear + 4) // 8
