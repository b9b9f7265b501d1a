"""What the documentation site has beside docs/: pages from elsewhere in the tree, and reference made from the program.

MkDocs calls `on_files` and `on_page_markdown` (mkdocs.yml names this file as a hook). `make site` builds the site.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

from hulldown.cli.main import COMMANDS, Parser
from hulldown.games import load_game
from hulldown.games.registry import OWN

HOME = Path(__file__).resolve().parent.parent
ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SOURCES.md": "sources.md",
    "SECURITY.md": "security.md",
    "examples/toy/README.md": "toy.md",
    **{f"src/hulldown/games/{name}/README.md": f"rulings/{name}.md" for name in OWN},
}
"""Pages of the site by the files that hold them."""


def commands() -> str:
    """The help of every command and of its parts."""
    lines = [
        "# Every flag",
        "",
        "What `--help` prints, command by command. Examples: [the command line](../cli.md).",
        "",
    ]
    for name, what in COMMANDS.items():
        module = import_module(f"hulldown.cli.commands.{name}")
        parser = Parser(f"hulldown {name}", description=f"{what[:1].upper()}{what[1:]}.")
        module.configure(parser, [])
        lines += [f"## {name}", "", *_help(parser)]
    return "\n".join(lines)


def _help(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield from ("```text", parser.format_help().rstrip(), "```", "")
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for part in dict.fromkeys(action.choices.values()):
                yield from _help(part)


def options() -> str:
    """The options of every game, each with the scenarios that have it."""
    lines = [
        "# Options",
        "",
        "What can be set for a new game: `--option NAME=VALUE`, or in the dialogue of the lobby.",
        "",
    ]
    for name in OWN:
        game = load_game(name)
        found: dict[tuple[str, ...], list[str]] = {}
        for info in game.scenarios():
            for option in game.options(info.id):
                values = ", ".join(option.choices) or ("any text" if option.free else type(option.default).__name__)
                rule = "ours" if option.handicap else option.rule
                row = (option.name, option.label, option.what, f"{option.default}" or "–", values, rule)
                found.setdefault(row, []).append(info.id.partition("/")[2])
        lines += [f"## {game.title}", "", "| option | what it does | default | values | rule | scenarios |"]
        lines += ["|---|---|---|---|---|---|"]
        every = len(game.scenarios())
        for (key, label, what, default, values, rule), where in found.items():
            told = "all" if len(where) == every else ", ".join(where)
            cells = (f"`{key}`", f"{label}: {what}" if label else what, default, values, rule, told)
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        lines.append("")
    return "\n".join(lines)


def routes() -> str:
    """The routes of the server, from its OpenAPI document."""
    document: dict[str, Any] = json.loads((HOME / "web" / "openapi.json").read_text(encoding="utf-8"))
    lines = [
        "# Routes",
        "",
        "From the server's OpenAPI document, which a server also serves at `/schema/openapi.json`.",
    ]
    lines += ["What they mean: [the server in detail](../server.md).", ""]
    by_tag: dict[str, list[str]] = {}
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            answers = ", ".join(f"{code} {_schema(answer)}".strip() for code, answer in told["responses"].items())
            row = f"| `{method.upper()} {path}` | {_name(body) or '–'} | {answers} |"
            by_tag.setdefault((told.get("tags") or ["other"])[0], []).append(row)
    for tag, rows in sorted(by_tag.items()):
        lines += [f"## {tag}", "", "| route | body | answers |", "|---|---|---|", *sorted(rows), ""]
    return "\n".join(lines)


def _name(schema: dict[str, Any]) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _schema(answer: dict[str, Any]) -> str:
    return _name(answer.get("content", {}).get("application/json", {}).get("schema", {}))


def pages() -> dict[str, str]:
    """The pages that do not stand in docs/, by their place in the site."""
    found = {page: (HOME / file).read_text(encoding="utf-8") for file, page in ELSEWHERE.items()}
    made = {"reference/commands.md": commands, "reference/options.md": options, "reference/http.md": routes}
    return found | {page: make() for page, make in made.items()}


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages from elsewhere."""
    from mkdocs.structure.files import File

    for page, content in pages().items():
        files.append(File.generated(config, page, content=content))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Points links between files of the tree at the pages they have become."""
    uri = str(page.file.src_uri)
    source = next((file for file, made in ELSEWHERE.items() if made == uri), f"docs/{uri}")
    up = "../" * uri.count("/")

    def moved(link: re.Match[str]) -> str:
        target = (HOME / source).parent.joinpath(link[1]).resolve()
        if not target.is_relative_to(HOME):
            return link[0]
        file = target.relative_to(HOME).as_posix()
        return f"]({up}{ELSEWHERE.get(file, file.removeprefix('docs/'))}{link[2] or ''})"

    if uri.startswith("reference/") or uri == "index.md":
        return markdown
    return re.sub(r"\]\(([^)#:]+?\.(?:md|png|jpg))(#[^)]*)?\)", moved, markdown)
