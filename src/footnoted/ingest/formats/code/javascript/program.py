"""Declarations and functions of a JavaScript file, as far as they make constants. Nothing is ever run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from footnoted.ingest.formats.code.javascript.cursor import CLOSING
from footnoted.ingest.formats.code.javascript.expressions import Reader
from footnoted.ingest.formats.code.javascript.tokens import Token
from footnoted.ingest.formats.code.javascript.values import UNKNOWN, UNSET, is_known

_GIVES_BACK = frozenset(["defineConfig", "starlight", "nextra", "withNextra", "withMermaid", "withPwa", "freeze"])
_DECLARES = ("const", "let", "var")
_TOGETHER = ("+", "-", "*", "/", "||", "??", "&&")
_NAMES_FOLLOW = (*_DECLARES, ",", ":", "(", "<", "[")
"""Before ``a = 1`` where that declares a name, or is what stands in for a parameter that is not given."""
_BLOCKS_FOLLOW = (")", "else", "try", "finally", "=>")
_RETURN = Token("name", "return")


class Program(Reader):
    """A file from its first statement on."""

    def __init__(self, source: str, known: Mapping[str, Any]) -> None:
        super().__init__(source, known)
        self.assigned_within = frozenset(self._assigned_within())
        """Names and members that a function or a condition assigns, so that running it would be needed."""

    def call(self, words: list[str]) -> Any:
        """A call such as ``defineConfig({…})``, which returns its argument."""
        if words[-1] not in _GIVES_BACK:
            return super().call(words)
        value: Any = {}
        while self.at_mark("("):  # nextra({…})({…}) has two calls
            start = self.at
            self.skip_group()
            end, self.at = self.at, start + 1
            given = self.configuration()
            self.at = end
            value = {**value, **given} if isinstance(value, dict) and isinstance(given, dict) else given
        return value

    def configuration(self) -> Any:
        """A value; for a function, the value that it returns."""
        start = self.at
        if self.peek() == Token("name", "async"):
            self.take()
        if self.peek() == Token("name", "function"):
            while not self.done() and not self.at_mark("{"):
                self.skip_group() if self.at_mark("(") else self.take()
            return self.returned()
        if self.at_mark("("):
            self.skip_group()
            if self.at_mark(":"):  # the type of its result
                while not self.done() and not self.at_mark("=>", ";"):
                    self.take()
        elif self.peek().kind == "name":
            self.take()
        if self.at_mark("=>"):
            self.take()
            return self.returned() if self.at_mark("{") else self.value()
        self.at = start
        return self.value()

    def returned(self) -> Any:
        """The value that a function's body returns at its end; unknown if a condition may return something else."""
        self.take()
        while not self.done() and not self.at_mark("}"):
            if self.at_mark(*CLOSING):
                start = self.at
                self.skip_group()
                if _RETURN in self.tokens[start : self.at]:
                    return UNKNOWN
                continue
            word = self.take()
            if word == _RETURN:
                return self.value()
            if word.kind == "name" and word.text in _DECLARES:
                self.declare()
        return UNKNOWN

    def declare(self) -> None:
        """Remember ``const a: Type = …, {b, c: d} = …``."""
        while not self.done():
            start = self.at
            if self.at_mark("{", "["):
                self.skip_group()
            taken = self.tokens[start : self.at] or [self.take()]
            while not self.done() and not self.at_mark("=", ";"):
                self.take()
            if not self.at_mark("="):
                return
            self.take()
            self.remember(taken, self.value())
            if not self.at_mark(","):
                return
            self.take()

    def remember(self, taken: list[Token], value: Any) -> None:
        """Set a name's value; for ``{b, c: d}``, each name's own."""
        if len(taken) == 1:
            self.name(taken[0].text, value)
        elif taken[0].text == "{" and not any(token.text in ("{", "[", "...") for token in taken[1:]):
            for words in _entries(taken[1:-1]):
                of_unset = UNSET if value is UNSET else UNKNOWN
                self.name(words[-1], value.get(words[0], UNKNOWN) if isinstance(value, dict) else of_unset)

    def name(self, name: str, value: Any) -> None:
        if name in self.assigned_within:
            value = UNKNOWN
        elif isinstance(value, dict):
            value = {key: UNKNOWN if f"{name}.{key}" in self.assigned_within else own for key, own in value.items()}
        if is_known(value) or name not in self.names:
            self.names[name] = value

    def assign(self) -> bool:
        """``a = …`` or ``a.b = …`` as a statement, if that is next."""
        target = [token.text for token in self.tokens[self.at : self.at + 4]]
        if target[1:2] == ["="] and target[0] in self.names:
            self.at += 2
            value = self.value()
            self.names[target[0]] = UNKNOWN if target[0] in self.assigned_within else value
            return True
        if target[1:4:2] == [".", "="] and isinstance(known := self.names.get(target[0]), dict):
            self.at += 4
            value = self.value()
            known[target[2]] = UNKNOWN if f"{target[0]}.{target[2]}" in self.assigned_within else value
            return True
        return False

    def _assigned_within(self) -> Iterator[str]:
        depth = 0
        for index, token in enumerate(self.tokens):
            if token.kind != "mark":
                continue
            depth += (token.text in CLOSING) - (token.text in ")]}")
            if token.text == "=":
                before = [part.text for part in self.tokens[max(0, index - 6) : index]]
                if before and before[-1] in _TOGETHER:  # a += 1
                    before.pop()
                if found := _assigned(before, depth > 0):
                    yield found


def _assigned(before: list[str], is_within: bool) -> str:
    """The name that is assigned behind these tokens, if it is in brackets or behind a condition."""
    steps = 3 if before[-2:-1] == ["."] else 1
    name, ahead = ".".join(before[-steps::2]), before[: len(before) - steps]
    last = ahead[-1] if ahead else ""
    is_default = last in _NAMES_FOLLOW or (last == "{" and ahead[-2:-1] != [] and ahead[-2] not in _BLOCKS_FOLLOW)
    return name if not is_default and (is_within or last in (")", "else")) else ""


def _entries(tokens: list[Token]) -> Iterator[list[str]]:
    """The entries of ``b, c: d, e = 1``: the key, and the name that it gets."""
    entry: list[Token] = []
    for token in (*tokens, Token("mark", ",")):
        if token != Token("mark", ","):
            entry.append(token)
            continue
        marks = [index for index, part in enumerate(entry) if part.text == "="]
        words = [part.text for part in entry[: marks[0] if marks else None] if part.kind == "name"]
        if words and not marks:
            yield words
        entry = []
