"""Fire and sight worked out a second time, by other means, and compared over many positions drawn at random."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from hulldown.core.lanes import CROSSING, ENTERING, NOT_MET
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.counters import counters, find_counter
from hulldown.games.kampfpanzer.faces import tools
from hulldown.games.kampfpanzer.rules.fire import Aim, Firer, counter_target, resolve
from hulldown.games.kampfpanzer.rules.ground import Ground, ground_on
from support import kampf_second as second
from support.kampf_field import Field
from support.kampf_referee import features

Draw = Callable[..., Field]
TERRAIN = ("clear", "town", "woods", "slope", "hilltop")
SIDES = ("crest", "crest", "crest", "woods", "town", "stream")


def rough(draw: Draw, random: Random) -> Field:
    """A country with every third hex and every fifth hexside something else than clear."""
    labels = [f"{column:02}{row:02}" for column in range(1, 25) for row in range(1, 19)]
    hexes = {label: random.choice(TERRAIN) for label in labels if random.random() < 0.35}
    inner = [label for label in labels if "01" < label[:2] < "24" and "01" < label[2:] < "18"]
    sides = {label + way: random.choice(SIDES) for label in inner for way in "ABC" if random.random() < 0.2}
    return draw(hexes=hexes, sides=sides)


@pytest.mark.slow
@pytest.mark.rules("9.0-proc-n-2", "9.11c", "9.19", "9.5", "9.51-key", "9.7-lim", "10.2a", "10.0-fn-3", "10.0-fn-5")
def test_odds_over_thousands_of_attacks() -> None:
    random = Random("odds")
    assert set(second.COUNTERS) == set(counters())
    names, voids = sorted(second.COUNTERS), 0
    soft = [name for name in names if not second.counter(name)[4]]
    for _ in range(4000):
        crew = [(random.choice(names), random.choice((1, 1, 2, 3, 3, 5, 8, 10, 12, 16)), random.random() < 0.3)
                for _ in range(random.choice((1, 1, 2, 3, 5)))]  # fmt: skip
        aimed = [random.choice(names)] if random.random() < 0.7 else random.choices(soft, k=2)
        ground, wreck, dug = random.choice(TERRAIN), random.random() < 0.2, random.random() < 0.2
        attack = resolve(Aim(
            tuple(Firer(find_counter(name), away, crest) for name, away, crest in crew),
            tuple(counter_target(find_counter(name)) for name in aimed), ground, wreck, dug,
        ))  # fmt: skip
        value = second.superiority(crew, aimed, ground, wreck, dug)
        assert attack.results == (() if value is None else second.results(value)), (crew, aimed, ground, wreck, dug)
        assert bool(attack.void) == (value is None or value < -3)
        if value is not None:
            assert attack.superiority == value
        voids += bool(attack.void)
    assert 1000 < voids < 3500


@pytest.mark.rules("9.11c", "9.7-lim", "10.0-woods", "10.0-town", "10.0-wreck", "13.0-proc-3")
def test_the_command_line_says_the_same() -> None:
    random = Random("tool")
    names = sorted(second.COUNTERS)
    for _ in range(400):
        crew = [(random.choice(names), random.choice((1, 2, 3, 7, 12)), False) for _ in range(random.choice((1, 2)))]
        aimed, ground = random.choice(names), random.choice((*TERRAIN, "wreck"))
        dug, crest = random.random() < 0.2, random.random() < 0.3
        told = tools.odds({
            "attackers": ",".join(f"{name}@{away}" for name, away, _ in crew), "target": [aimed], "terrain": ground,
            "entrenched": dug, "through": "crest" if crest else "none",
        })  # fmt: skip
        firers = [(name, away, crest) for name, away, _ in crew]
        value = second.superiority(firers, [aimed], "clear" if ground == "wreck" else ground, ground == "wreck", dug)
        assert told["superiority"] == value
        assert (told["void"] == "") == bool(told["outcomes"]) == (value is not None and value >= -3)
        found = second.results(value) if value is not None else ()
        shares = {name: found.count(name) for name in found}
        assert told["outcomes"] == {
            name: {1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6", 6: "1"}[count] for name, count in shares.items()
        }


@pytest.mark.slow
@pytest.mark.rules("9.14", "9.15a", "9.15b", "9.16-a", "9.16-a-def", "9.16-b1", "9.16-c1", "9.16-c2", "9.37a", "9.17")
def test_sight_on_the_map_pair_by_pair() -> None:
    random = Random("map")
    ground = ground_on("kampfpanzer")
    board = ground.board
    hexes, sides = features(board)
    walls = {pair: kind for pair, kind in sides.items() if kind in ("crest", "woods", "town")}
    assert set(walls.values()) == {"crest", "woods", "town"}
    shut = 0
    for _ in range(1500):
        a = random.choice(board.cells)
        near = [cell for cell in random.sample(list(board.cells), 60) if cell != a and board.distance(a, cell) <= 18]
        if not near:
            continue
        b = random.choice(near)
        start, end = board.labels[a], board.labels[b]
        clear = not second.blocked(start, end, hexes, walls)
        assert ground.sight.clear(a, b) == ground.sight.clear(b, a) == clear, (start, end)
        assert (ground.block(a, b) is None) == clear, (start, end)
        away = second.away(start, end)
        told = tools.los("kampfpanzer", start, end, {"fire": True})
        assert (told["clear"], told["range"]) == (clear, away)
        assert told["allowed"] == (clear and (away <= 3 or hexes[end] not in ("woods", "town"))), (start, end)
        assert tools.los("kampfpanzer", start, end, {"h": True})["allowed"] == clear
        assert ground.through_crest(a, b) == second.through_crest(start, end, hexes, walls), (start, end)
        shut += not clear
    assert shut > 200


def _lines(ground: Ground, random: Random, many: int) -> None:
    """Compares who comes into the line of Opportunity Fire, by a hex or across a hexside, with the second opinion."""
    board = ground.board
    seen = {NOT_MET: 0, CROSSING: 0, ENTERING: 0}
    for _ in range(many):
        a, b = random.sample(list(board.cells), 2)
        if random.random() < 0.4:
            # Lines that run along hexsides: the same number of steps in two neighbouring directions.
            way, b = random.randrange(6), a
            for turn in range(2 * random.randrange(1, 4)):
                b = board.neighbours[b][(way + turn % 2) % 6] if b >= 0 else b
            if b < 0:
                continue
        start, end = board.labels[a], board.labels[b]
        lane = ground.lane(a, b)
        for cell in (*lane.cells, a):
            for before in board.neighbours[cell]:
                for after in board.neighbours[before] if before >= 0 else ():
                    if after < 0 or before == after:
                        continue
                    one, other = board.labels[before], board.labels[after]
                    along = second.runs_along(start, end, one, other)
                    enters = after != a and second.passes(start, end, other)
                    wanted = CROSSING if along else ENTERING if enters else NOT_MET
                    assert ground.meets(lane, before, after) == wanted, (start, end, one, other)
                    seen[wanted] += 1
    assert min(seen.values()) > 20


@pytest.mark.rules("9.23a", "9.23b")
def test_lines_of_opportunity_fire(draw: Draw) -> None:
    field = draw()
    _lines(scene_of(field.state({}, {"101": ("PzII", "0804")})).ground, Random("lanes"), 60)


@pytest.mark.rules("9.16-a", "9.16-b1", "9.15b", "9.16-c1", "10.0-fn-2", "10.0-fn-3", "9.13a", "9.17", "9.4c")
def test_whole_attacks_in_rough_country(draw: Draw) -> None:
    random = Random("country")
    field = rough(draw, random)
    hexes, sides = features(field.board)
    labels = [label for label in hexes if label]
    slopes = [label for label in labels if hexes[label] == "slope"]
    fired = refused = crests = 0
    for _ in range(400):
        target = random.choice(slopes if random.random() < 0.4 else labels)
        near = [label for label in labels if 0 < second.away(label, target) <= random.choice((3, 6, 12))]
        spots = random.sample(near, random.choice((1, 2)))
        names = [random.choice(("S35", "PzIVE", "BT7", "Ge infantry", "R35")) for _ in spots]
        victims = random.choice((("Fr infantry",), ("25mm",), ("PzII",), ("Fr infantry", "25mm"), ("B1",)))
        dug = "PzII" not in victims and "B1" not in victims and random.random() < 0.2
        wreck = random.random() < 0.2
        state = field.state(
            {str(n): (name, spot) for n, (name, spot) in enumerate(zip(names, spots, strict=True), 1)},
            {str(100 + n): (name, target) for n, name in enumerate(victims)},
            works=[(target, "second")] if dug else [], wrecks=[target] if wreck else [], dice="4 4", panic="1 1",
        )  # fmt: skip
        seen = all(not second.blocked(spot, target, hexes, sides) for spot in spots)
        crew = [(name, second.away(spot, target), second.through_crest(spot, target, hexes, sides))
                for name, spot in zip(names, spots, strict=True)]  # fmt: skip
        value = second.superiority(crew, victims, hexes[target], wreck, dug) if seen else None
        plot = "\n".join(f"{n} N {target}" for n in range(1, len(spots) + 1))
        wrong = field.refused(state, "first", plot)
        if value is None:
            assert wrong, (target, spots, names, victims)
            refused += 1
        elif value >= -3:
            assert not wrong, (target, spots, names, victims, wrong)
            if any(label[-1] == "9" for label in spots):
                continue  # they would panic
            after = field.play(state, plot + "\nfire CF together")
            (shot,) = after.found("shot")
            assert (shot.data["superiority"], shot.data["result"]) == (value, second.results(value)[3])
            fired += 1
            crests += any(crest for _, _, crest in crew)
    assert min(fired, refused, 10 * crests) > 50
