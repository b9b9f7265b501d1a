"""The words that prompts are filled with (who moves, who is under fire, where a close assault is), and hints."""

from __future__ import annotations

from msgspec.structs import replace

from hulldown.core.orders import Violation
from hulldown.core.tables import near
from hulldown.games.panzer_battles.faces.panels import name_of
from hulldown.games.panzer_battles.rules import doctrine
from hulldown.games.panzer_battles.rules.commands import REACTIONS
from hulldown.games.panzer_battles.rules.naming import NEXT
from hulldown.games.panzer_battles.rules.regrouping import FACETS
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import BattleState, label_of, phasing


def words(state: BattleState, scene: Scene, side: str) -> dict[str, str | int]:
    """What a prompt may name, from what its side knows."""
    found: dict[str, str | int] = {
        "company": "your companies", "what": "", "unit": "", "hex": "", "round": 0, "warning": "", "arrival": 0,
    }  # fmt: skip
    frame = state.stack[-1]
    setup = scene.artillery(side)
    if setup is not None:
        found["arrival"] = state.turn + setup.delay
    if frame.step.startswith("move"):
        warned = doctrine.warned(state, scene, side)
        astray = [name_of(state, company) for company in state.companies if company.key in warned]
        found["warning"] = f" Against doctrine as they stand: {', '.join(astray)}." if astray else ""
    if state.moving >= 0 and phasing(state) == side:
        found["company"] = name_of(state, state.companies[state.moving])
    if frame.step == "shed":
        found["unit"] = state.units[frame.stage].id
    if state.melee is not None:
        found["hex"] = scene.label(state.melee.cell)
        found["round"] = state.melee.round
        found["what"] = f"Close assault in {found['hex']}."
    elif state.exchange is not None:
        found["what"] = _exchange(state, scene, side)
    return found


def _exchange(state: BattleState, scene: Scene, side: str) -> str:
    exchange = state.exchange
    assert exchange is not None
    if not exchange.trigger:
        return "Final fire, automatic weapons." if state.stack[-1].stage == 0 else "Final fire, main guns."
    who = ", ".join(label_of(state.units[at]) for at in exchange.movers if state.units[at].tag)
    if side == phasing(state):
        foes = ", ".join(state.units[at].id for at in exchange.firers if state.units[at].side != side)
        return f"{foes} fired on your units in {scene.label(exchange.cell)}."
    acts = {"enter": "moves in", "change": "changes its status in", "shelter": "takes cover in", "turn": "turns in"}
    return f"{who} {acts[exchange.trigger]} {scene.label(exchange.cell)}."


def corrected(state: BattleState, side: str, fault: Violation) -> Violation:
    """A refusal; if it is about a name that nobody has, with the nearest of the side's own."""
    own = [unit.id for unit in state.units if unit.side == side]
    own += [company.key for company in state.companies if company.side == side and company.members]
    own += [battery.key for battery in state.batteries if battery.side == side]
    others = {unit.id for unit in state.units} | {NEXT, REACTIONS, *FACETS}
    if not fault.unit or fault.unit in others or fault.unit.partition("@")[0] in own:
        return fault
    return replace(fault, message=f"{fault.message}; {near(fault.unit, own)}")
