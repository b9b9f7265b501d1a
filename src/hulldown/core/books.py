"""Books and modules: how the rules of a scenario are put together.

A module is a set of rules that is in force as a whole or not at all: rows of the sequence with their handlers, verbs
(kinds of task), hooks, options. A book is the module that others stand on; it needs none. A scenario names its book and
the modules on top. `Library.ruleset` composes them once, in the order of need, and keeps the result.

A module adds; it never edits. What it remembers of a game is one optional part of the state, left out when unset, so a
game without the module keeps every byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Generic, Protocol, Self, TypeVar

from hulldown.core.errors import MalformedError, UnknownNameError
from hulldown.core.face import Face, merge
from hulldown.core.game import OptionInfo
from hulldown.core.native import mypyc_attr
from hulldown.core.sequence import Handler, Question, Row

H = TypeVar("H", bound="AnyHooks")


class AnyHooks(Protocol):
    """The hooks of a game: typed lists of functions that rules call where a module may have a say."""

    def joined(self, other: Self) -> Self:
        """These hooks with those of another module after them."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Verb:
    """One kind of task. A game derives its own: what is offered and refused, how it is carried out and written.

    `kind` is the word in an order, `family` tells others what it is without knowing it ("move", "fire", "face" …).
    """

    def __init__(self, kind: str, family: str, name: str, rule: str) -> None:
        self.kind = kind
        self.family = family
        self.name = name
        self.rule = rule


V = TypeVar("V", bound=Verb)


@mypyc_attr(allow_interpreted_subclasses=True)
class Module(Generic[V, H]):
    """Rules that come and go together. `needs` are the keys of the modules it stands on; a book needs none."""

    def __init__(
        self,
        key: str,
        version: str,
        hooks: H,
        *,
        title: str = "",
        needs: tuple[str, ...] = (),
        loose: bool = False,
        rows: tuple[Row, ...] = (),
        verbs: tuple[V, ...] = (),
        options: tuple[OptionInfo, ...] = (),
        words: Mapping[str, str] | None = None,
        face: Face | None = None,
    ) -> None:
        self.key = key
        self.version = version
        self.title = title or key
        self.needs = needs
        self.loose = loose
        """Stands on any book, so that it needs none by name and is none."""
        self.rows = rows
        self.verbs = verbs
        self.hooks = hooks
        self.options = options
        self.words: dict[str, str] = dict(words or {})
        """The events that it makes in words, by kind; braces name their data."""
        self.face = face
        """How clients show what it brings, put on top of the face of the book."""


class Ruleset(Generic[V, H]):
    """The rules of a scenario, composed from modules: everything that is looked up while a game is played."""

    def __init__(self, modules: Sequence[Module[V, H]]) -> None:
        first = modules[0]
        self.keys = tuple(module.key for module in modules)
        self.book = first.key
        self.version = "+".join([first.version, *(f"{each.key}-{each.version}" for each in modules[1:])])
        self.sequence = arranged([row for module in modules for row in module.rows])
        self.handlers: dict[str, Handler[Any]] = {
            row.key: row.handler for row in self.sequence if row.handler is not None
        }
        self.questions: dict[str, Question] = {row.key: row.asks for row in self.sequence if row.asks is not None}
        steps = [row for row in self.sequence if row.handler is not None and not row.aside]
        self.following: dict[str, Row] = {row.key: ahead for row, ahead in pairwise(steps)}
        """The step that comes when one has ended, by its key; the last one has none."""
        self.verbs: dict[str, V] = {}
        options: dict[str, OptionInfo] = {}
        hooks = first.hooks
        for module in modules:
            self._take_verbs(module)
            _take_options(module, options)
            if module is not first:
                hooks = hooks.joined(module.hooks)
        self.hooks = hooks
        self.options = tuple(options.values())
        self.faces: tuple[Face, ...] = tuple(module.face for module in modules if module.face is not None)

    def _take_verbs(self, module: Module[V, H]) -> None:
        for verb in module.verbs:
            if verb.kind in self.verbs:
                raise MalformedError(f"task {verb.kind} is in two modules", f"module {module.key}")
            self.verbs[verb.kind] = verb

    def shown(self, face: Face) -> Face:
        """The face of the book with what the modules add to it."""
        return merge((face, *self.faces)) if self.faces else face

    def family(self, kind: str) -> str:
        """The family of a kind of task; "" for one that these rules do not have."""
        verb = self.verbs.get(kind)
        return verb.family if verb is not None else ""


def _take_options(module: Module[Any, Any], options: dict[str, OptionInfo]) -> None:
    for info in module.options:
        if info.name in options:
            raise MalformedError(f"option {info.name} is in two modules", f"module {module.key}")
        options[info.name] = info


class Library(Generic[V, H]):
    """The modules of a game by key, and the rulesets composed from them so far."""

    def __init__(self, modules: Iterable[Module[V, H]]) -> None:
        self._modules: dict[str, Module[V, H]] = {}
        self._rulesets: dict[tuple[str, ...], Ruleset[V, H]] = {}
        self._words: dict[str, str] = {}
        for module in modules:
            self.add(module)

    def add(self, module: Module[V, H]) -> None:
        """Puts a module on the shelf; raises MalformedError where its key is taken."""
        if module.key in self._modules:
            raise MalformedError(f"there is a module {module.key} already", f"module {module.key}")
        self._modules[module.key] = module
        self._gather_words()

    @property
    def words(self) -> dict[str, str]:
        """The events of all modules in words, by kind."""
        return self._words

    def _gather_words(self) -> None:
        self._words = {kind: text for module in self._modules.values() for kind, text in module.words.items()}

    def remove(self, key: str) -> None:
        """Takes a module off the shelf again, with every ruleset that has it."""
        del self._modules[key]
        self._gather_words()
        self._rulesets = {keys: rules for keys, rules in self._rulesets.items() if key not in keys}

    def module(self, key: str) -> Module[V, H]:
        """The module of this key; raises UnknownNameError."""
        if key not in self._modules:
            raise UnknownNameError(f"there is no module {key!r}", hint=f"modules: {', '.join(self._modules)}")
        return self._modules[key]

    def ruleset(self, keys: tuple[str, ...]) -> Ruleset[V, H]:
        """The rules of these modules with all they need; composed at the first call."""
        found = self._rulesets.get(keys)
        if found is None:
            found = self._rulesets[keys] = Ruleset([self._modules[key] for key in self._needed(keys)])
        return found

    def _needed(self, keys: tuple[str, ...]) -> list[str]:
        """The keys with all they need, each after what it needs; raises MalformedError where they do not fit."""
        ordered: list[str] = []
        open_keys: list[str] = []

        def visit(key: str) -> None:
            if key in ordered:
                return
            if key in open_keys:
                raise MalformedError(f"module {key} needs itself", f"modules {', '.join(keys)}")
            open_keys.append(key)
            for need in self.module(key).needs:
                visit(need)
            open_keys.pop()
            ordered.append(key)

        for key in keys:
            visit(key)
        books = [key for key in ordered if not self._modules[key].needs and not self._modules[key].loose]
        if len(books) != 1:
            raise MalformedError(
                f"a scenario has one book, not {', '.join(books) or 'none'}", f"modules {', '.join(keys)}"
            )
        return ordered


def arranged(rows: Sequence[Row]) -> tuple[Row, ...]:
    """The rows in order: one that comes `after` another stands behind it and all that is part of it.

    One that comes `before` another stands right ahead of it; of several it names (`a|b`) the first that is there.
    """
    placed: list[Row] = []
    for row in rows:
        keys = [each.key for each in placed]
        if row.key in keys:
            raise MalformedError(f"step {row.key} is in two modules", "sequence")
        if row.before:
            ahead = next((key for key in row.before.split("|") if key in keys), "")
            if not ahead:
                raise MalformedError(f"step {row.key} comes before {row.before}, which is not there", "sequence")
            placed.insert(keys.index(ahead), row)
            continue
        if not row.after:
            placed.append(row)
            continue
        if row.after not in keys:
            raise MalformedError(f"step {row.key} comes after {row.after}, which is not there", "sequence")
        at = keys.index(row.after) + 1
        inside = {row.after}
        while at < len(placed) and placed[at].parent in inside:
            inside.add(placed[at].key)
            at += 1
        placed.insert(at, row)
    return tuple(placed)
