from __future__ import annotations

import pytest

from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.rules import coverage
from hulldown.rules.coverage import EXPLAINED

RULES = """\
id,book,topic,kind,summary
1.0,first,intro,flavour,Welcome.
2.1a,first,combat,rule,Hit on a one.
2.1b,first,combat,rule,Miss on a six.
2.2-x+,first,combat,table,The table.
3.0,first,end,scenario,"A scenario, with a comma."
4.1,first,paper,rule,Keep your plot sheet.
5.1,second,more,rule,Only in the second book.
"""
MODULE = '''\
"""Fire (2.1a), never 2.1a-b nor 12.1a."""

HIT = "2.2-x+"  # see 2.1b.
NUMBER = 5.1
TEXT = """first line
then 3.0
"""
'''
DATA = '# "5.1" in a comment\n[one]\nrule = "2.1b"\nvalue = 3.0\n"3.0" = "x"\n'
TESTS = """\
import pytest

pytestmark = pytest.mark.rules("1.0")

@pytest.mark.rules("2.1a", "2.1b")
def test_hit(): ...

@pytest.mark.rules("3.0")
class TestScenario:
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rules("2.2-x+"))])
    def test_it(self, x): ...

@pytest.mark.rules("9.9")
async def test_slip(): ...
"""
README = f"""# Toy

| `2.1a` | elsewhere |

## {EXPLAINED}

| case | why |
|---|---|
| `4.1` | The program keeps the plots. |

## Rulings

| `3.0` | not explained here |
"""


@pytest.fixture
def root(tmp_path):
    """A package with one made-up game, in a checkout with one test file."""
    package = tmp_path / "src" / "hulldown"
    files = {
        "games/toy/data/rules.csv": RULES,
        "games/toy/data/one.toml": DATA,
        "games/toy/data/charts/2.2.csv": "# rule: 3.0\nn,a,rule\n1,x,2.2-x+\n",
        "games/toy/fire.py": MODULE,
        "games/toy/README.md": README,
        "games/toy_story/data/rules.csv": "id,level,topic,kind,summary\n2.1a,basic,t,rule,A.\n2.2,top,t,rule,B.\n",
        "games/plain/data/rules.csv": "id,topic,kind,summary\n2.1a,t,rule,Other.\n",
    }
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    write_test(package, "unit/games/toy/test_fire.py", TESTS)
    return package


def write_test(root, name, text):
    path = root.parent.parent / "tests" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_the_catalogue_keeps_order_and_commas(root):
    cases = coverage.catalogue("toy", root)
    assert [case.id for case in cases] == ["1.0", "2.1a", "2.1b", "2.2-x+", "3.0", "4.1", "5.1"]
    assert cases[4].summary == "A scenario, with a comma."
    assert [case.testable for case in cases] == [False, True, True, True, True, True, True]


def test_the_book_may_be_called_level_or_be_missing(root):
    assert [case.book for case in coverage.catalogue("toy_story", root)] == ["basic", "top"]
    assert [case.book for case in coverage.catalogue("plain", root)] == [""]
    assert coverage.coverage("plain", root=root).cases == 1


def test_code_and_data_cite_by_exact_id(root):
    rows = {row.case.id: row for row in coverage.coverage("toy", root=root).rows}
    assert rows["2.1a"].code == ("games/toy/fire.py:1",)
    assert rows["2.1b"].code == ("games/toy/data/one.toml:3", "games/toy/fire.py:3")
    assert rows["2.2-x+"].code == ("games/toy/data/charts/2.2.csv:3", "games/toy/fire.py:3")
    assert rows["3.0"].code == ("games/toy/data/charts/2.2.csv:1", "games/toy/fire.py:6")
    assert rows["5.1"].code == ()


def test_tests_cite_by_marker(root):
    rows = {row.case.id: row for row in coverage.coverage("toy", root=root).rows}
    file = "tests/unit/games/toy/test_fire.py"
    assert rows["1.0"].tests == (file,)
    assert rows["2.1a"].tests == rows["2.1b"].tests == (f"{file}::test_hit",)
    assert rows["2.2-x+"].tests == (f"{file}::TestScenario::test_it",)
    assert rows["3.0"].tests == (f"{file}::TestScenario",)


def test_the_readme_explains_in_its_own_section_only(root):
    assert coverage.explanations("toy", root) == {"4.1": "The program keeps the plots."}
    assert coverage.explanations("plain", root) == {}


def test_counts_and_missing_cases_of_a_book(root):
    first = coverage.coverage("toy", "first", root)
    assert (first.cases, first.implemented, first.tested, first.explained) == (5, 4, 4, 1)
    assert first.missing == ()
    assert first.unknown == ("9.9",)
    second = coverage.coverage("toy", "second", root)
    assert (second.cases, second.implemented, second.tested, second.explained) == (1, 0, 0, 0)
    assert second.missing == ("5.1",)
    assert coverage.coverage("toy", root=root).cases == 6


def test_code_alone_or_a_test_alone_is_not_enough(root):
    write_test(root, "unit/games/toy/test_fire.py", '@pytest.mark.rules("5.1")\ndef test_it(): ...\n')
    assert coverage.coverage("toy", root=root).missing == ("2.1a", "2.1b", "2.2-x+", "3.0", "5.1")


@pytest.mark.parametrize(
    ("name", "text", "games"),
    [
        ("rulebook/test_toy_examples.py", "", ["toy"]),
        ("rulebook/test_toy_story.py", "", ["toy_story"]),
        ("unit/games/toy_story/test_x.py", "", ["toy_story"]),
        ("rulebook/test_examples.py", "from hulldown.games.toy import fire\n", ["toy"]),
        ("rulebook/test_examples.py", "import hulldown.games.toy_story.fire\n", ["toy_story"]),
        ("rulebook/test_examples.py", "from hulldown.games import toy, plain\n", []),
        ("rulebook/test_examples.py", "", []),
    ],
)
def test_a_test_file_belongs_to_the_game_it_names_or_imports(root, name, text, games):
    (root.parent.parent / "tests" / "unit" / "games" / "toy" / "test_fire.py").unlink()
    write_test(root, name, f'{text}\n@pytest.mark.rules("2.1a")\ndef test_it(): ...\n')
    found = [game for game in coverage.game_names(root) if coverage.cited_by_tests(game, root)]
    assert found == games


def test_an_id_may_name_its_game(root):
    write_test(root, "conformance/test_all.py", '@pytest.mark.rules("plain:2.1a")\ndef test_it(): ...\n')
    assert coverage.cited_by_tests("plain", root) == {"2.1a": ("tests/conformance/test_all.py::test_it",)}


def test_without_a_checkout_the_snapshot_speaks(root, tmp_path):
    scanned = coverage.cited_by_tests("toy", root)
    written = coverage.write_snapshot("toy", root)
    assert written == root / "games" / "toy" / "data" / "citations.json"
    installed = tmp_path / "site-packages" / "hulldown"
    installed.parent.mkdir()
    root.rename(installed)
    assert coverage.tests_folder(installed) is None
    assert coverage.cited_by_tests("toy", installed) == scanned
    assert coverage.cited_by_tests("plain", installed) == {}
    with pytest.raises(UnknownNameError, match="no checkout"):
        coverage.write_snapshot("toy", installed)


def test_unknown_games_and_books_are_told_with_the_known_ones(root):
    with pytest.raises(UnknownNameError, match="'chess'") as caught:
        coverage.catalogue("chess", root)
    assert caught.value.hint == "games: plain, toy, toy_story"
    with pytest.raises(UnknownNameError, match="toy has no book named 'third'") as caught:
        coverage.coverage("toy", "third", root)
    assert caught.value.hint == "books: first, second"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,topic,summary\n", "games/toy/data/rules.csv: column 'kind' is missing"),
        ("id,topic,kind,summary\n1,a,rule\n", "games/toy/data/rules.csv: line 2: the line has not 4 cells"),
        ("id,topic,kind,summary\n1,a,rule,b,c\n", "games/toy/data/rules.csv: line 2: the line has not 4 cells"),
        ("id,topic,kind,summary\n1,a,rule,b\n1,a,rule,b\n", "games/toy/data/rules.csv: line 3: id '1' appears twice"),
    ],
)
def test_a_malformed_catalogue_is_refused(root, text, message):
    (root / "games" / "toy" / "data" / "rules.csv").write_text(text, encoding="utf-8")
    with pytest.raises(MalformedError) as caught:
        coverage.catalogue("toy", root)
    assert str(caught.value) == message


def test_the_command_prints_a_summary_of_each_book(capsys):
    assert coverage.main(["tank"]) == 0
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == ["tank expanded", "tank standard"]


@pytest.mark.parametrize("game", coverage.game_names())
def test_the_snapshot_agrees_with_a_fresh_scan(game):
    root = coverage.package_root()
    tests = coverage.tests_folder(root)
    if tests is None:
        pytest.skip("the package under test lies in no checkout")
    fresh = coverage.scan_tests(game, tests, coverage.game_names(root))
    snapshot = coverage.read_snapshot(game, root)
    assert set(snapshot) == set(fresh), f"run: python -m hulldown.rules.coverage --write {game}"


@pytest.mark.parametrize("game", coverage.game_names())
def test_no_test_cites_a_case_that_does_not_exist(game):
    assert coverage.coverage(game).unknown == ()
