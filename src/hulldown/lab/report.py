"""Reports of the lab as pages for a browser: whole in themselves, in light and dark, every text escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape
from importlib import resources
from typing import Any

from hulldown.lab import plots
from hulldown.lab.balance import Balance, PairingRates
from hulldown.lab.duel import INITIATIVE, Duel
from hulldown.lab.handicap import CLOSE, Handicap
from hulldown.lab.plots import Row, Series
from hulldown.lab.stats import Interval
from hulldown.lab.tournament import Pairing, Result

INTERVALS = "Bars and brackets are 95 % intervals."
MARK = '<meta name="generator" content="hulldown lab">'
"""In every page, so that a later report may replace an earlier one."""


@lru_cache(maxsize=1)
def _style() -> str:
    return resources.files("hulldown.lab").joinpath("style.css").read_text(encoding="utf-8")


def page(title: str, lead: str, facts: Iterable[tuple[str, object]], body: Iterable[str], foot: str = "") -> str:
    """A whole page."""
    listed = "".join(f"<li>{escape(name)} <b>{escape(str(value))}</b></li>" for name, value in facts)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n{MARK}\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>\n{_style()}</style>\n</head>\n<body>\n"
        f'<header><div class="brand">Hulldown lab</div><h1>{escape(title)}</h1><p class="soft">{escape(lead)}</p>'
        f'<ul class="facts">{listed}</ul></header>\n<main>\n{"".join(body)}</main>\n'
        f"<footer>{escape(foot)} Point at a mark to read its figures.</footer>\n</body>\n</html>\n"
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> str:
    """A table; columns named in `right` hold numbers."""
    place = [' class="n"' if name in right else "" for name in columns]
    head = "".join(f"<th{how}>{escape(name)}</th>" for name, how in zip(columns, place, strict=True))
    body = "".join(
        "<tr>" + "".join(f"<td{how}>{escape(str(cell))}</td>" for cell, how in zip(row, place, strict=True)) + "</tr>"
        for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def part(title: str, content: str, wide: bool = False) -> str:
    """A part of a card."""
    return f"<div{' class=wide' if wide else ''}><h3>{escape(title)}</h3>{content}</div>"


def key(entries: Iterable[tuple[str, str]]) -> str:
    """The colours of a chart: class and name."""
    listed = "".join(f'<li><i class="back-{kind}"></i>{escape(name)}</li>' for kind, name in entries)
    return f'<ul class="key">{listed}</ul>'


def percent(one: Interval) -> str:
    return f"{one.value:.1%} ({one.low:.0%}–{one.high:.0%})"


def failures(errors: int, failed: Sequence[str]) -> str:
    """What broke down, if anything did."""
    if not errors:
        return ""
    listed = "".join(f"<li><code>{escape(line)}</code></li>" for line in failed)
    return f'<div class="note"><p>{errors} games broke down and count for nobody.</p><ul>{listed}</ul></div>'


def _as_percent(one: Interval) -> Interval:
    return Interval(one.value * 100, one.low * 100, one.high * 100)


def balance_page(found: dict[str, Any]) -> str:
    """The report on scenarios."""
    results: list[Balance] = found["balance"]
    handicaps = {one.scenario: one for one in found["handicaps"]}
    names = ", ".join(one.scenario for one in results)
    facts: list[tuple[str, object]] = [
        ("games", f"{found['played']} of {found['planned']}" if found["stopped"] else found["played"]),
        ("bots", ", ".join(found["bots"])), ("seed", found["seed"]),
        ("rules", ", ".join(f"{game} {version}" for game, version in found["rules"].items())),
    ]  # fmt: skip
    if found["options"]:
        facts.append(("options", ", ".join(f"{name}={value}" for name, value in found["options"].items())))
    lead = "Every bot plays every seat against each, itself included, on the same seeds."
    body = [failures(found["errors"], found["failed"])]
    body += [_scenario(one, handicaps.get(one.scenario)) for one in results]
    return page(f"Balance of {names}", lead, facts, body, INTERVALS)


def _scenario(one: Balance, handicap: Handicap | None) -> str:
    first, second = one.sides[0], one.sides[1]
    if not one.rates.games:
        return f"<section><h2>{escape(one.scenario)} · {escape(one.title)}</h2><p>No games yet.</p></section>"
    score = one.rates.score
    kind = "even" if score.has(0.5) else "a" if score.value > 0.5 else ""
    forces = " · ".join(f"{side}: {force}" for side, force in one.forces.items() if force)
    wins = [(first, one.rates.wins[first].value, "a"), ("draw", one.rates.draws.value, "draw"),
            (second, one.rates.wins[second].value, "b")]  # fmt: skip
    pairings = one.pairings if len(one.pairings) > 1 else []
    rows = [_score_row("all games", one.rates.score), *(_score_row(_seated(p), p.rates.score) for p in pairings)]
    parts = [
        part(f"Score of {first}, draws half", plots.forest(rows, 0, 100, 50, f"score of {first}", " %")),
        part("Losses by type in a game", _losses(one)),
        part("Length of games", plots.bars(one.length.counts, "length of games", "turns")),
        part("Losses so far, on average", _course(one)),
        part(f"What decides: change of {first}'s score, in points of 100", _decides(one), wide=True),
        part("How games end", table(["games", "winner", "reason", "rule"], [
            [ending.games, ending.winner, ending.reason, ending.rule] for ending in one.endings[:8]
        ], ["games"]), wide=True),
    ]  # fmt: skip
    if handicap is not None:
        parts.append(part("Handicap", _handicap(handicap, first), wide=True))
    return (
        f"<section><h2>{escape(one.scenario)} · {escape(one.title)}</h2>"
        f'<div class="soft">{escape(forces)}</div><span class="verdict {kind}">{escape(one.verdict)}</span>'
        f"{plots.shares(wins, 'who wins')}<div class=grid>{''.join(parts)}</div></section>"
    )


def _seated(pairing: PairingRates) -> str:
    return " – ".join(pairing.bots.values())


def _score_row(label: str, score: Interval) -> Row:
    kind = "ink" if score.has(0.5) else "a" if score.value > 0.5 else "b"
    return Row(label, _as_percent(score), percent(score), kind)


def _course(one: Balance) -> str:
    turns = [float(turn) for turn in range(len(one.course[one.sides[0]]))]
    series = [Series(side, one.course[side], kind) for side, kind in zip(one.sides, "ab", strict=False)]
    return plots.lines(series, turns, "losses by turn", "turn")


def _losses(one: Balance) -> str:
    rows = [
        Row(f"{side} {loss.type}", loss.mean, f"{loss.mean.value:.2f} ({loss.mean.low:.2f}–{loss.mean.high:.2f})", kind)
        for side, kind in zip(one.sides, "ab", strict=False)
        for loss in one.losses[side]
    ]
    if not rows:
        return '<p class="soft">Nothing was lost in any game.</p>'
    return plots.forest(rows, 0, max(row.interval.high for row in rows) * 1.05, 0, "losses by type")


def _decides(one: Balance) -> str:
    if not one.decides:
        return '<p class="soft">Nothing goes with the score in these games.</p>'
    shown = one.decides[:12]
    far = min(100.0, max(max(abs(d.change.low), abs(d.change.high)) for d in shown) * 105)
    rows = []
    for decides in shown:
        change = _as_percent(decides.change)
        label = decides.feature + (f", per {decides.unit}" if decides.unit else "")
        kind = "ink" if not change.sure else "a" if change.value > 0 else "b"
        rows.append(Row(label, change, f"{change.value:+.1f}, explains {decides.explained:.0%}", kind))
    remark = "What goes with winning in these games; who is winning also loses less, so not all of it is a cause."
    chart = plots.forest(rows, -far, far, 0, "what decides", labels=330, width=plots.FULL)
    return f'{chart}<p class="soft">{remark}</p>'


def _handicap(one: Handicap, first: str) -> str:
    if one.suggested is None:
        even = abs(one.before.value - 0.5) <= CLOSE
        words = "It needs none." if even else "None of the handicaps tried makes it more even."
        call = f'<p class="soft">{words}</p>'
    else:
        best = one.suggested
        how = "makes it even" if one.even else "comes closest to even"
        what = one.what
        call = (
            f'<div class="call"><p><code>--option {escape(best.option)}={best.value}</code> {how}: {escape(first)} '
            f"scores {percent(best.score)} instead of {percent(one.before)}. "
            f'<span class="soft">{escape(what)}.</span></p></div>'
        )
    rows = [_score_row("no handicap", one.before)]
    rows += [
        _score_row(f"{t.option} {t.value:+d}", t.score)
        for t in sorted(one.trials, key=lambda t: (t.option, t.value))
    ]  # fmt: skip
    return call + (plots.forest(rows, 0, 100, 50, "handicaps tried", " %", 200, plots.FULL) if one.trials else "")


PLAIN = (False, None, "", 0, "none")
"""Values of a flag that are not worth a line."""


def tournament_page(found: Result) -> str:
    """The report on a tournament."""
    asked = found.arguments
    facts: list[tuple[str, object]] = [
        ("games", f"{found.games} of {found.planned}" if found.stopped else found.games),
        ("bots", len(asked["bots"])), ("scenarios", ", ".join(asked["scenarios"])), ("seed", asked["seed"]),
        ("rules", ", ".join(f"{game} {version}" for game, version in asked["rules"].items())),
    ]  # fmt: skip
    columns = ["", "bot", "Elo", "games", "won", "drawn", "lost", "score", "forfeits"]
    places = [
        [place, one.bot, f"{one.elo.value:+.0f}", one.tally.games, one.tally.wins, one.tally.draws, one.tally.losses,
         percent(one.score), one.forfeits]
        for place, one in enumerate(found.standings, 1)
    ]  # fmt: skip
    against = f"against {found.anchor}" if found.anchor else "against the mean of all"
    body = [
        failures(found.errors, found.failed),
        f"<section><h2>Standings</h2><div class=grid>{part(f'Elo {against}', _elo(found), wide=True)}"
        f"{part('Table', table(columns, places, columns[:1] + columns[2:]), wide=True)}</div></section>",
        f"<section><h2>Crosstable</h2><p class=soft>Score of the row against the column.</p>{_cross(found)}</section>",
        f"<section><h2>Pairings</h2><div class=grid>{_pairings(found)}</div></section>",
        "<section><h2>Scenarios</h2><p class=soft>Score of the first side, whoever played it.</p>"
        f"{_seats(found)}</section>",
    ]
    lead = "Every bot meets every other on every scenario; each seed is played twice, with the seats swapped."
    return page(f"Tournament of {', '.join(asked['bots'])}", lead, facts, body, INTERVALS)


def _elo(found: Result) -> str:
    """The Elo figures with their intervals."""
    standings = found.standings
    rows = [
        Row(one.bot, one.elo, f"{one.elo.value:+.0f} ({one.elo.low:+.0f} to {one.elo.high:+.0f})"
            + ("" if one.bounded else " *"), "a" if place == 0 else "b")
        for place, one in enumerate(standings)
    ]  # fmt: skip
    low = min((row.interval.low for row in rows), default=-1.0)
    high = max((row.interval.high for row in rows), default=1.0)
    zero = next((one.elo.value for one in standings if one.bot == found.anchor), 0.0)
    margin = max((high - low) * 0.05, 10)
    chart = plots.forest(rows, low - margin, high + margin, zero, "Elo figures", "", 200, plots.FULL)
    if all(one.bounded for one in standings):
        return chart
    return chart + '<p class="soft">* has won or lost everything: the figure says only which way.</p>'


def _cross(found: Result) -> str:
    order = [one.bot for one in found.standings]
    score: dict[tuple[str, str], Interval] = {}
    for one in found.pairings:
        if one.tally.games:
            score[one.a, one.b] = one.score
            score[one.b, one.a] = Interval(1 - one.score.value, 1 - one.score.high, 1 - one.score.low)
    rows = []
    for bot in order:
        cells = "".join(_cross_cell(bot, other, score.get((bot, other))) for other in order)
        rows.append(f"<tr><th>{escape(bot)}</th>{cells}</tr>")
    head = "".join(f"<th>{escape(bot)}</th>" for bot in order)
    return f'<div class="scroll"><table class="cross"><tr><th></th>{head}</tr>{"".join(rows)}</table></div>'


def _cross_cell(bot: str, other: str, score: Interval | None) -> str:
    if bot == other or score is None:
        return '<td class="soft">–</td>'
    # The wash grows with the distance from one half.
    strength = round(min(1.0, abs(score.value - 0.5) * 2) * 70)
    colour = "a" if score.value >= 0.5 else "b"
    wash = f"background: color-mix(in srgb, var(--{colour}) {strength}%, transparent)"
    return f'<td style="{wash}" title="{escape(percent(score))}">{score.value:.0%}</td>'


def _pairings(found: Result) -> str:
    blocks = []
    for one in found.pairings:
        parts: list[Pairing] = [p for p in found.by_scenario if (p.a, p.b) == (one.a, one.b)]
        rows = [_score_row("all", one.score), *(_score_row(p.scenario, p.score) for p in parts)]
        tally = one.tally
        told = f'<p class="soft">{tally.games} games: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost</p>'
        chart = plots.forest(rows, 0, 100, 50, f"{one.a} against {one.b}", " %")
        blocks.append(part(f"{one.a} against {one.b}", chart + told))
    return "".join(blocks)


def _seats(found: Result) -> str:
    rows = [_score_row(f"{one.scenario} {one.side}", one.score) for one in found.seats if one.tally.games]
    if not rows:
        return "<p class=soft>No games yet.</p>"
    return plots.forest(rows, 0, 100, 50, "scores of the first side", " %", 200, plots.FULL)


def duel_page(found: Duel) -> str:
    """The report on a duel."""
    facts: list[tuple[str, object]] = [("game", found.game), ("attacker", found.attacker), ("target", found.target)]
    facts += [(name, value) for name, value in found.given.items() if value not in PLAIN]
    facts += [(f"reply {name}", value) for name, value in found.returning.items() if value not in PLAIN]
    body = [_one_shot(found), _exchange(found)]
    return page(f"{found.attacker} against {found.target}", "Exact, by the game's own odds.", facts, body)


def _one_shot(found: Duel) -> str:
    """The chance to kill by range and aspect."""
    kinds = dict(zip(found.aspects, ("b", "c", "a"), strict=False))
    kills = [
        Series(
            aspect if found.facing else "out of action",
            [float(chance) * 100 for chance in found.chances(aspect)],
            kinds[aspect],
        )
        for aspect in reversed(found.aspects)
    ]
    xs = [float(reach) for reach in found.ranges]
    shot = plots.lines(kills, xs, "chance to kill", "range in hexes", " %", 100, True, plots.FULL)
    title = "Chance to put the target out of action" + (", by the aspect it shows" if found.facing else "")
    return f"<section><h2>One shot</h2>{part(title, shot)}{_effects(found)}</section>"


def _exchange(found: Duel) -> str:
    """How an exchange of fire ends, by range."""
    ends = [
        Series(f"{found.attacker} wins", [float(one.attacker) for one in found.exchange], "a"),
        Series("both are lost", [float(one.both) for one in found.exchange], "draw"),
        Series(f"{found.target} wins", [float(one.target) for one in found.exchange], "b"),
        Series("no end", [float(one.never) for one in found.exchange], "none"),
    ]
    order = "whoever wins the initiative fires first" if found.order == INITIATIVE else "both fire at the same time"
    how = f"{found.facing}; {order}" if found.facing else order
    legend = key((series.kind, series.name) for series in ends if any(series.values))
    xs = [float(reach) for reach in found.ranges]
    rows = [
        [one.range, f"{float(reply.kill):.0%}", *(f"{float(v):.1%}" for v in (one.attacker, one.target, one.both)),
         f"{float(one.turns):.1f}" if one.turns else "–"]
        for one, reply in zip(found.exchange, found.returned, strict=True)
    ]  # fmt: skip
    columns = ["range", "kill by the reply", f"{found.attacker} wins", f"{found.target} wins", "both lost", "turns"]
    return (
        f"<section><h2>An exchange of fire</h2><p class=soft>{escape(how[0].upper() + how[1:])}, turn after turn, "
        f"until one is out of action.</p>{legend}"
        f"{plots.areas(ends, xs, 'ends of an exchange', 'range in hexes', plots.FULL)}"
        f"<details><summary>Figures</summary>{table(columns, rows, columns)}</details></section>"
    )


_EFFECTS = {
    "damaged": "damaged", "ko": "knocked out", "bu": "brewed up", "P": "pinned", "D1": "disrupted, level 1",
    "D2": "disrupted, level 2", "D3": "disrupted, level 3", "D4": "destroyed",
}  # fmt: skip
"""The effects of a shot in words."""


def _effects(found: Duel) -> str:
    """The outcomes of a shot at each aspect, where there are more than two."""
    if len(found.effects) < 2:
        return ""
    palette = ("draw", "b", "a") if len(found.effects) < 4 else ("none", "draw", "c", "b", "a")
    colours = dict(zip(found.effects, palette, strict=False))
    blocks = []
    for aspect in found.aspects:
        shots = [shot for shot in found.shots if shot.aspect == aspect]
        layers = [
            Series(_EFFECTS.get(e, e), [float(s.outcomes.get(e, 0)) for s in shots], colours[e]) for e in found.effects
        ]
        where = f" at its {aspect}" if found.facing else ""
        xs = [float(shot.range) for shot in shots]
        size = plots.HALF if len(found.aspects) > 1 else plots.FULL
        chart = plots.areas(layers, xs, f"outcomes{where}", "range in hexes", size)
        blocks.append(part(f"Outcomes{where}", chart))
    legend = key((colours[e], _EFFECTS.get(e, e)) for e in found.effects)
    return f'<div style="margin-top:24px">{legend}</div><div class=grid style="margin-top:8px">{"".join(blocks)}</div>'
