"""Cases 9 to 17: paths, panic, stacking, spotting columns, columns on the march and victory against slow formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product

import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import MODES, Mode, terrain, weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.hooks import Hooks
from hulldown.games.tank.rules.opportunity import trigger_cell
from hulldown.games.tank.rules.panic import panic_path
from hulldown.games.tank.rules.spotting import spotting_column, spotting_dice
from hulldown.games.tank.rules.stacking import fits
from hulldown.games.tank.rules.state import BRAVO, DESTROYED, EXITED, ON_MAP, WAITING, Position, TankState, Unit, Watch
from hulldown.games.tank.rules.victory import judge, survivors
from support.tank_positions import cell, country, ground_of, opened, position, unit

Draw = Callable[..., str]
HEXES = {"0504": "woods", "0505": "rough", "0604": "rough", "0605": "woods", "0406": "woods", "0706": "rough"}
SIDES = {"0505A": "slope", "0604C": "berm", "0604D": "slope", "0504B": "berm", "0406A": "berm"}
FEW = {"columns": 9, "rows": 8, "hexes": HEXES, "sides": SIDES}


def price(place: Ground, here: int, way: int, allowance: int) -> int | None:
    """Movement Points for a step (9.31, 10.12a, 10.13): None where it is impossible, the allowance for closed woods."""
    board, rows = place.board, terrain(place.mode.name).rows
    ahead = board.neighbours[here][way]
    if ahead < 0:
        return None
    feature = board.feature(here, way)
    side = rows[feature.terrain].cost if feature else 0
    ground = rows[board.terrain[ahead]]
    if ground.whole_allowance:
        return allowance if side == 0 else None
    return max(1, ground.cost) + side


def walks(place: Ground, here: int, steps: int) -> Iterator[tuple[int, ...]]:
    """All paths of so many steps as directions."""
    for ways in product(range(6), repeat=steps):
        at = here
        for way in ways:
            at = place.board.neighbours[at][way] if at >= 0 else -1
        if at >= 0:
            yield ways


def spent(place: Ground, here: int, ways: tuple[int, ...], allowance: int) -> int | None:
    total = 0
    for way in ways:
        cost = price(place, here, way, allowance)
        if cost is None:
            return None
        total += cost
        here = place.board.neighbours[here][way]
    return total


@pytest.mark.rules("9.31", "9.32", "9.0-gen-2", "9.0-gen-3", "9.3", "9.4b", "9.4c", "9.41", "9.6c", "9.6b", "10.12a")
@pytest.mark.rules("9.14", "9.0-gen-1", "9.4a", "10.13")
@pytest.mark.parametrize("mode", MODES)
def test_9_3_every_short_plot_is_accepted_if_its_points_suffice(draw: Draw, mode: Mode) -> None:
    state = position(draw(mode=mode, **FEW), alpha={"A1": ("0505", "A", "PzIVh")}, bravo={"B1": ("0101", "A")})
    place, board, start = ground_of(state), ground_of(state).board, cell(state, "0505")
    for kind, steps in (("MV", 1), ("MV", 2), ("MV", 3), ("MVR", 1), ("MVR", 2), ("OV", 1), ("OV", 2), ("OV", 3)):
        for ways in walks(place, start, steps):
            cells, at = [], start
            for way in ways:
                at = board.neighbours[at][way]
                cells.append(at)
            points = spent(place, start, ways, 4)
            allowance = 2 if kind == "MVR" else 3 if kind == "OV" and steps > 1 else 4
            wrong = GAME.check(state, "alpha", Order("plot", (Task("A1", kind, tuple(cells)),)))
            if points is None:
                wanted = ["9.32"]
            elif points > allowance:
                wanted = ["9.0-gen-3"]
            elif kind == "OV" and steps < 2:
                wanted = ["9.4c"]
            elif kind == "OV" and ways[-1] != ways[-2]:
                wanted = ["9.4b"]
            else:
                wanted = []
            assert [one.rule for one in wrong] == wanted, (kind, ways)


@pytest.mark.rules("12.22a", "12.22b", "12.22c", "12.22d", "12.22e", "9.0-gen-5")
@pytest.mark.parametrize("mode", MODES)
def test_12_22_every_panic_path_on_broken_ground(mode: Mode) -> None:
    """T-73: it stops where the next hex is too dear; T-74: infantry at the edge stays."""
    place = Ground(country(**FEW), terrain(mode))  # type: ignore[arg-type]
    board = place.board
    for at, way, points, kind in product(board.cells, range(6), range(1, 7), ("PzIVh", "T34/85")):
        allowance = weapons()[kind].ma
        here, left, path = at, min(points, allowance), []
        while True:
            cost = price(place, here, way, allowance)
            if cost is None or cost > left:
                break
            here = board.neighbours[here][way]
            left -= cost
            path.append(here)
        found = panic_path(place, Unit("A1", "alpha", kind, at), way, points)
        assert found == (tuple(path), min(points, allowance) - left), (board.labels[at], way, points, kind)
    for at, way in product(board.cells, range(6)):
        ahead = board.neighbours[at][way]
        found = panic_path(place, Unit("A1", "alpha", "infantry", at), way, 0)
        assert found == (((ahead,), 1) if ahead >= 0 else ((), 0))


@pytest.mark.rules("11.0-gen-1", "11.0-gen-2", "9.34a", "14.8")
def test_11_0_who_may_share_a_hex() -> None:
    legal = {(), ("88AT",), ("T62",), ("infantry",), ("infantry", "infantry"), ("88AT", "infantry")}
    for count in range(4):
        for types in combinations_with_replacement(("88AT", "T62", "infantry"), count):
            assert fits(list(types), Hooks()) is (types in legal), types
            assert fits(list(types[::-1]), Hooks()) is (types in legal), types


@pytest.mark.rules("13.5-cols", "13.3a", "13.3b", "13.0-gen-1")
@pytest.mark.parametrize("mode", MODES)
def test_13_5_the_column_for_every_target(draw: Draw, mode: Mode) -> None:
    """T-33. The spotter stands north of the target, with or without an obstructing side of its hex between them."""
    hexes = {"0303": "rough", "0503": "woods", "0305": "rough", "0505": "woods"}
    sides = {"0105A": "berm", "0305A": "berm", "0505A": "berm", "0703A": "slope", "0705D": "slope"}
    state = position(
        draw(base="tank/2", mode=mode, columns=9, rows=7, hexes=hexes, sides=sides), alpha={"A1": ("0101", "D")},
        bravo={"B1": ("0907", "D")},
    )  # fmt: skip
    place, target = ground_of(state), unit(state, "B1")
    places = ("0103", "0303", "0503", "0105", "0305", "0505", "0703")
    for label, kind, moving, dug, wreck in product(
        places, ("PzIVh", "75AT", "infantry"), (False, True), (False, True), (False, True)
    ):
        target.cell, target.type, target.moving = cell(state, label), kind, moving
        state.positions = [Position(target.cell, "bravo", revealed=True)] if dug else []
        state.wrecks = [target.cell] if wreck else []
        row = place.rows[target.cell]
        feature = {"0105": "berm", "0305": "berm", "0505": "berm", "0703": "slope"}.get(label)
        behind = feature is not None and place.mode.rows[feature].obstructs
        if kind == "PzIVh":
            wanted = "vehicle_covered" if not moving and (row.obstructs or behind) else "vehicle_open"
        else:
            wanted = "soft_covered" if dug or wreck or row.soft > 1 or behind else "soft_open"
        north = place.board.neighbours[place.board.neighbours[target.cell][0]][0]
        assert spotting_column(state, scene_of(state), north, target) == wanted, (label, kind, moving, dug, wreck)


@pytest.mark.rules("13.5-01-10", "13.5-11-20", "13.5-21-30", "13.5-31-40", "13.5-41+", "13.5-cols")
def test_13_5_the_dice_that_spot() -> None:
    rows = {
        (1, 10): (6, 6, 5, 3), (11, 20): (6, 5, 3, 1), (21, 30): (6, 3, 1, 0), (31, 40): (6, 2, 1, 0),
        (41, 90): (6, 1, 1, 0),
    }  # fmt: skip
    for ends, row in rows.items():
        for distance in ends:
            for name, best in zip(("vehicle_open", "vehicle_covered", "soft_open", "soft_covered"), row, strict=True):
                assert spotting_dice(distance, name) == tuple(range(1, best + 1)), (distance, name)


@pytest.mark.rules("8.53b", "8.53c", "8.53d", "9.2d", "8.84a", "8.0-proc-of-7", "8.43c", "8.53a")
def test_8_53_every_step_on_a_small_map_against_every_line() -> None:
    place = Ground(country(columns=6, rows=5), terrain("mixed"))
    board = place.board
    firer = Unit("B1", "bravo", "88AT", board.cell("0303"))
    watches = [Watch(0, target) for target in board.cells if target != firer.cell]
    for watch, here, way in product(watches, board.cells, range(6)):
        ahead = board.neighbours[here][way]
        if ahead < 0:
            continue
        lane = place.lane(firer.cell, watch.target)
        if board.side(here, way) in lane.along:
            wanted = here
        else:
            wanted = ahead if ahead in lane.cells else -1
        assert trigger_cell(place, firer, watch, here, ahead) == wanted
    for watch, here in product(watches, board.cells):
        inside = here in place.lane(firer.cell, watch.target).cells
        assert trigger_cell(place, firer, watch, here, here) == (here if inside else -1)
        assert trigger_cell(place, firer, watch, -1, here) == (here if inside else -1)
    near = Watch(0, -1)
    for here in board.cells:
        close = board.distance(here, firer.cell) == 1
        assert trigger_cell(place, firer, near, here, here) == -1
        assert trigger_cell(place, firer, near, -1, here) == (here if close else -1)


@pytest.mark.rules("17.3-2", "17.3-3", "9.0-gen-5", "17.3-7", "17.11-2")
@pytest.mark.parametrize(("ahead", "leaves"), [(0, False), (1, False), (5, False), (8, False), (2, True), (6, True)])
def test_17_3_2_each_unit_follows_as_far_as_its_points_last_behind_the_one_ahead(
    draw: Draw, ahead: int, leaves: bool
) -> None:
    """T-21. The way leads over rough ground and a slope; the third unit is slower than the others."""
    way = [f"{number:02d}04" for number in range(12, 0, -1)]
    state = position(
        draw(base="tank/2", columns=12, rows=8, hexes={"0704": "rough", "0404": "woods"}, sides={"0904E": "slope"}),
        alpha={"A1": (way[5], "F"), "A2": (way[4], "F"), "A3": (way[2], "F", "PzIVh"), "A4": (way[0], "F")},
        bravo={"B1": ("0101", "A")}, columns={"alpha": " ".join(way[:6])}, released=False,
    )  # fmt: skip
    place, board = ground_of(state), ground_of(state).board
    lead = tuple(cell(state, label) for label in way[6 : 6 + ahead])
    road = [cell(state, label) for label in way[: 6 + ahead]]
    allowance = {"A1": 8, "A2": 8, "A3": 4, "A4": 8}
    limit = len(road) - 1
    wanted: list[Task] = []
    for name in ("A1", "A2", "A3", "A4"):
        at, left = road.index(unit(state, name).cell), allowance[name]
        first = at
        while at < limit:
            cost = price(place, road[at], board.direction(road[at], road[at + 1]), allowance[name])
            if cost is None or cost > left:
                break
            at, left = at + 1, left - cost
        if leaves and at == len(road) - 1 and left:
            wanted.append(Task(name, "MV", tuple(road[first + 1 :]), choice="exit"))
            continue
        if at > first:
            wanted.append(Task(name, "MV", tuple(road[first + 1 : at + 1])))
        limit = at - 1
    # More wait; one enters at each point as long as there is room in the entry hex.
    waiting = [each.id for each in state.units if each.status == WAITING and each.side == "alpha"][:8]
    for number, name in enumerate(waiting, 1):
        if limit < 0:
            break
        at, left = 0, 8 - number
        while at < limit:
            cost = price(place, road[at], board.direction(road[at], road[at + 1]), 8)
            if cost is None or cost > left:
                break
            at, left = at + 1, left - cost
        wanted.append(Task(name, "MV", tuple(road[: at + 1])))
        limit = at - 1
    tasks, made = column.advance(state, scene_of(state), "alpha", lead, (), leaves)
    assert made == road
    assert tasks == wanted


@pytest.mark.rules("17.11-2", "17.3-1")
@pytest.mark.parametrize(("gap", "through"), [(4, False), (12, False), (15, False), (17, True), (20, True)])
def test_17_11_2_the_cheapest_way_takes_closed_woods_for_two_turns(draw: Draw, gap: int, through: bool) -> None:
    """Straight on a T62 pays 3 points and twice its 7 for a wood, 17 in all; round by the gap one more than its row."""
    wall = {f"03{row:02d}": "woods" for row in range(1, gap + 3) if row != gap}
    state = opened(draw(mode="closed", columns=5, rows=gap + 2, hexes=wall), "COL 0502", "COL 0102").state
    labels = ground_of(state).board.labels
    way = [labels[at] for at in state.columns["alpha"].route]
    assert (way[0], way[-1][:2]) == ("0502", "01")
    assert (f"03{gap:02d}" in way, any(label in wall for label in way)) == (not through, through)
    assert len(way) == (5 if through else gap + 2)


def lives(state: TankState, alpha: str, bravo: str) -> None:
    """Gives the first units of each side their fates: o on the map, w waiting, x destroyed, e exited."""
    names = {"o": ON_MAP, "w": WAITING, "x": DESTROYED, "e": EXITED}
    for side, fates in (("alpha", alpha), ("bravo", bravo)):
        own = [each for each in state.units if each.side == side]
        for number, each in enumerate(own):
            each.status = names[fates[number]] if number < len(fates) else DESTROYED


@pytest.mark.rules("17.11", "17.11-4", "17.11-7", "17.11-8", "17.3-8")
def test_17_11_every_end_of_a_meeting() -> None:
    """Twenty against ten; T-78, T-79, T-84."""
    state = position("tank/10", turn=9)
    fates = ("", "o", "w", "e", "eo", "ee", "xx", "oooo", "eeee", "wwoe")
    for alpha, bravo, turn in product(fates, fates, (49, 50)):
        lives(state, alpha, bravo)
        state.turn, state.contact = turn, 3
        ours, theirs = (sum(fate != "x" for fate in each) for each in (alpha, bravo))
        assert (survivors(state, "alpha"), survivors(state, "bravo")) == (ours, theirs)
        here = [any(fate in "ow" for fate in each) for each in (alpha, bravo)]
        outcome = judge(state, scene_of(state))
        if all(here) and turn < 50:
            assert outcome is None
            continue
        assert outcome is not None
        if (ours == 0) != (theirs == 0):
            wanted = ("alpha" if ours else "bravo", "17.11-8")
        elif ours * 10 == theirs * 20:
            wanted = (None, "17.11-7")
        else:
            wanted = ("alpha" if ours * 10 > theirs * 20 else "bravo", "17.11-7")
        assert (outcome.winner, outcome.rule) == wanted, (alpha, bravo, turn)
        assert outcome.score == {"alpha": ours, "bravo": theirs}


@pytest.mark.rules("17.12", "17.12-5", "17.12-6", "17.12-7", "17.12-9")
def test_17_12_every_end_of_an_attack_on_guns() -> None:
    """Eight guns and twelve squads; T-80, R-15. A gun of Alpha's would change nothing."""
    state = position("tank/2", turn=9)
    unit(state, "A2").type = "75AT"
    guns, foot, none = "oxxxxxxx", "xxxxxxxxoo", ""
    for alpha, bravo, broken, turn, first, loss in product(
        ("oo", "", "w", "e"), (guns, foot, none, "oooooooooo"),
        ({}, {"alpha": 3}, {"bravo": 3}, {"alpha": 3, "bravo": 3}), (24, 25), (0, 14, 15), (0, 15, 16),
    ):  # fmt: skip
        lives(state, alpha, bravo)
        state.preserved, state.turn, state.first_fire, state.last_loss = dict(broken), turn, first, loss
        outcome = judge(state, scene_of(state))
        done = "o" not in bravo[:8] or BRAVO in broken
        lost = alpha == "" or "alpha" in broken
        if done and lost:
            wanted: tuple[str | None, str] | None = (None, "17.12-7")
        elif done:
            wanted = ("alpha", "17.12-6")
        elif lost:
            wanted = ("bravo", "17.12-7")
        elif not first:
            wanted = ("bravo", "17.12-5") if turn >= 25 else None
        else:
            wanted = ("bravo", "17.12-9") if turn - max(first, loss) >= 10 else None
        found = None if outcome is None else (outcome.winner, outcome.rule)
        assert found == wanted, (alpha, bravo, broken, turn, first, loss)


@pytest.mark.rules("17.13", "17.13-5", "17.13-6")
def test_17_13_every_end_of_a_rearguard_action() -> None:
    """Twenty tanks, of which ten must get through in 25 turns; T-82."""
    state = position("tank/13", turn=9)
    for alpha, bravo, broken, turn in product(
        ("e" * 10, "e" * 9, "e" * 9 + "o", "e" * 9 + "w", "oo", "", "e" * 12 + "o"), ("oooo", "", "ee"),
        ({}, {"bravo": 4}), (24, 25, 26),
    ):  # fmt: skip
        lives(state, alpha, bravo)
        state.preserved, state.turn = dict(broken), turn
        out = alpha.count("e")
        outcome = judge(state, scene_of(state))
        if out >= 10:
            wanted: tuple[str | None, str] | None = ("alpha", "17.13-5")
        elif turn < 25 and any(fate in "ow" for fate in alpha):
            wanted = None
        else:
            wanted = (None if broken else "bravo", "17.13-6")
        assert (None if outcome is None else (outcome.winner, outcome.rule)) == wanted, (alpha, bravo, broken, turn)
        if outcome is not None:
            assert outcome.score == {"alpha": len(alpha), "bravo": len(bravo), "exited": out}


@pytest.mark.rules("16.0-1", "16.0-2")
def test_16_0_every_end_of_the_introductory_game() -> None:
    """C-07."""
    state = position("tank/intro", turn=9)
    for ours, theirs, turn in product(range(6), range(6), (24, 25, 26)):
        lives(state, "o" * ours, "o" * theirs)
        state.turn = turn
        outcome = judge(state, scene_of(state))
        if turn < 25 and ours and theirs:
            assert outcome is None
            continue
        winner = None if ours == theirs else "alpha" if ours > theirs else "bravo"
        assert outcome is not None
        assert (outcome.winner, outcome.rule, outcome.score) == (winner, "16.0-2", {"alpha": ours, "bravo": theirs})
