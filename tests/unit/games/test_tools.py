"""The tools of the games conform to the protocol of `core`."""

from __future__ import annotations

import inspect

import pytest

from hulldown import games
from hulldown.core.errors import HulldownError
from hulldown.core.tools import Flag, Tools, read_arguments
from hulldown.games.kampfpanzer.faces import tools as kampfpanzer
from hulldown.games.panzer.faces import tools as panzer
from hulldown.games.panzer_battles.faces import tools as panzer_battles
from hulldown.games.tank.faces import tools as tank

TOOLS: dict[str, Tools] = {"tank": tank, "panzer": panzer, "kampfpanzer": kampfpanzer, "panzer_battles": panzer_battles}
FLAGS = [
    Flag("--who", "str", None, None, "who fires", required=True),
    Flag("--short-halt", "bool", False, None, "a halt"),
    Flag("--range", "int", 3, None, "how far"),
    Flag("--aspect", "str", "front", ("front", "rear"), "where"),
]


def test_every_game_offers_its_tools() -> None:
    assert set(games.game_names()) == set(TOOLS)
    for name, tools in TOOLS.items():
        assert games.has_tools(name)
        assert games.load_tools(name) is tools
        assert tools.EXCHANGE in ("together", "initiative")
        members = {name: one for name, one in vars(Tools).items() if inspect.isfunction(one) and name[0] != "_"}
        assert len(members) == 10
        for member, asked in members.items():
            wanted = [(one.name, one.annotation) for one in inspect.signature(asked).parameters.values()][1:]
            found = inspect.signature(getattr(tools, member)).parameters.values()
            assert [(one.name, one.annotation) for one in found] == wanted, member


def test_there_are_no_tools_of_an_unknown_game() -> None:
    with pytest.raises(HulldownError, match="no game named 'chess'"):
        games.load_tools("chess")


def test_arguments_come_from_the_request_the_scenario_or_the_default() -> None:
    assert read_arguments(FLAGS, {"who": "a", "range": None}, {"aspect": "rear", "mode": "x"}) == {
        "who": "a", "short_halt": False, "range": 3, "aspect": "rear",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "the argument who is missing"),
        ({"who": "a", "whom": "b"}, "there is no argument 'whom'"),
        ({"who": 1}, "who is 1"),
        ({"who": "a", "range": True}, "range is True"),
        ({"who": "a", "range": "3"}, "range is '3'"),
        ({"who": "a", "short_halt": 1}, "short_halt is 1"),
        ({"who": "a", "aspect": "side"}, "aspect is 'side'"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(given: dict[str, object], said: str) -> None:
    with pytest.raises(HulldownError, match=said):
        read_arguments(FLAGS, given, {})
