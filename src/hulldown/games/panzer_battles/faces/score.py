"""How a game of Panzer Battles stands, worked out from a view by the code that counts and judges."""

from __future__ import annotations

from hulldown.core.orders import Side
from hulldown.core.score import Board, Fact, Line, Meter, Score, SideScore, turns_left, verdict
from hulldown.games.panzer_battles.faces.briefing import names
from hulldown.games.panzer_battles.faces.panels import name_of, rally_word
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules.points import holder
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import OFF, SIDES, BattleState, Frame, real
from hulldown.games.panzer_battles.rules.victory import judged


def score(seen: BattleView, scene: Scene) -> Score:
    """The score, as far as a viewer may know it."""
    state = BattleState(
        scenario=seen.scenario, options=dict(seen.options), seed="", turn=seen.turn, stack=[Frame("score")],
        units=list(seen.units), companies=[], control=dict(seen.control), points=dict(seen.points),
    )  # fmt: skip
    outcome = seen.outcome or judged(state, scene)
    called, over, length = names(scene), seen.outcome is not None, scene.scenario.length
    standing = verdict(outcome, called, over).replace(" has won", " have won").replace(" wins:", " win:")
    return Score(
        measure="Victory Points",
        rule=scene.scenario.victory.rule,
        sides=tuple(SideScore(side, outcome.score[side], _meters(seen, scene, side)) for side in SIDES),
        turn=seen.turn,
        turns=length,
        left="" if over else turns_left(seen.turn, length),
        leader=outcome.winner or "",
        standing=standing,
        facts=_facts(state, scene),
        boards=_boards(seen),
    )


_STATES = ("good order", "shaken", "disordered", "broken")


def _boards(seen: BattleView) -> tuple[Board, ...]:
    """Morale by company (14.0-gen-3): one's own in full, of the enemy's what is told."""
    lines = []
    now = BattleState(
        scenario=seen.scenario, options=dict(seen.options), seed="", turn=seen.turn, stack=[Frame("score")],
        units=[], companies=[], headquarters=dict(seen.headquarters), phase=seen.phase,
    )  # fmt: skip
    places = dict(zip(seen.places, seen.units, strict=True))
    for company in seen.companies:
        if company.independent or not company.members or not all(at in places for at in company.members):
            continue
        left = sum(places[at].strength for at in company.members)
        hq = seen.headquarters.get(company.battalion, 0)
        lines.append(
            Line(
                name_of(now, company),
                (
                    f"{company.morale} {_STATES[company.morale]}",
                    f"{company.lost} of {company.base}",
                    str(hq or "–"),
                    rally_word(company, left, hq, seen.phase) if company.morale else "–",
                ),
                company.side,
                "bad" if company.morale >= 2 else "warn" if company.morale else "quiet",
            )
        )
    return (Board("Morale by company", "14.0-gen-3", ("State", "Lost", "HQ", "Rally"), tuple(lines)),) if lines else ()


def _meters(seen: BattleView, scene: Scene, side: Side) -> tuple[Meter, ...]:
    """Losses and morale of a side; of the enemy's what is public."""
    found: list[Meter] = []
    if side == seen.side:
        own = [company for company in seen.companies if company.members]
        lost = sum(unit.start - unit.strength for unit in seen.units if unit.side == side and real(unit))
        whole = sum(unit.start for unit in seen.units if unit.side == side and real(unit))
        found.append(Meter("Losses", lost, "14.0-gen-2", whole, "vehicles and steps lost"))
        shaken = sum(company.morale >= 2 for company in own)
        coming = sum(unit.side == side and unit.status == OFF and real(unit) for unit in seen.units)
        if coming:
            found.append(Meter("To come", coming, "19.25", 0, "platoons off the map"))
    else:
        shaken = sum(entry.morale >= 2 for entry in seen.shaken)
    if shaken:
        found.append(Meter("Shaken", shaken, "14.41", 0, "companies in morale state 2 or 3", "warn"))
    return tuple(found)


def _facts(state: BattleState, scene: Scene) -> tuple[Fact, ...]:
    """Who controls the towns."""
    rule = next((award.rule for award in scene.scenario.victory.awards if award.what == "town"), "")
    found = []
    for town in scene.scenario.towns:
        side = holder(state.control, town.hexes)
        text = f"held by {names(scene)[side]}" if side else "disputed"
        found.append(Fact(town.name, text, rule, side))
    return tuple(found)
