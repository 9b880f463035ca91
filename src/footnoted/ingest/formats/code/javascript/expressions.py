"""Works out JavaScript expressions as far as literals and constants go. Nothing is ever run; the rest is UNKNOWN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from footnoted.ingest.formats.code.javascript.cursor import CLOSING, Cursor
from footnoted.ingest.formats.code.javascript.tokens import Token, unescape
from footnoted.ingest.formats.code.javascript.values import (
    ENVIRONMENT,
    PUBLISHING,
    UNKNOWN,
    UNSET,
    WORDS,
    is_known,
    is_true,
    unset_as_unknown,
)

_HOLE = re.compile(r"\$\{((?:[^{}]|\{[^{}]*\})*)\}")


class Reader(Cursor):
    """Values from the cursor on; ``names`` are the constants that are known so far."""

    def __init__(self, source: str, known: Mapping[str, Any]) -> None:
        super().__init__(source)
        self.names: dict[str, Any] = dict(known)

    def value(self) -> Any:
        """An expression; for ``a ? b : c``, the value in a production build."""
        value = self.either()
        if self.at_mark("?") and self.tokens[self.at + 1 : self.at + 2] != [Token("mark", ".")]:
            self.take()
            first = self.value()
            if self.at_mark(":"):
                self.take()
            second = self.value()
            return UNKNOWN if not is_known(value) and first != second else first if is_true(value) else second
        if self.peek() in (Token("name", "as"), Token("name", "satisfies")):
            self.at += 2  # as const, as Config
            self.skip_expression()
        elif self.at_mark(".", "(", "[", "?", "+", "-", "*", "/", "=>", "!", "<", ">"):
            self.skip_expression()
            return UNKNOWN
        return value

    def either(self) -> Any:
        """``a || b`` and ``a ?? b``; a variable of the environment is taken as not set."""
        value = self.both()
        while self.at_mark("||", "??"):
            mark, other = self.take().text, self.both()
            if value is UNSET or value is None or (mark == "||" and is_known(value) and not is_true(value)):
                value = other
        return value

    def both(self) -> Any:
        value = self.compared()
        while self.at_mark("&&"):
            self.take()
            other = self.compared()
            value = UNKNOWN if not is_known(value) else other if is_true(value) else value
        return value

    def compared(self) -> Any:
        value = self.sum()
        if self.at_mark("===", "!==", "==", "!="):
            is_same, other = self.take().text in ("===", "=="), self.sum()
            value = (value == other) is is_same if is_known(value) and is_known(other) else UNKNOWN
        return value

    def sum(self) -> Any:
        value = self.primary()
        while self.at_mark("+"):
            self.take()
            other = self.primary()
            value = f"{value}{other}" if isinstance(value, str) and isinstance(other, str | int) else UNKNOWN
        return value

    def primary(self) -> Any:
        token = self.peek()
        if token.kind == "name":
            return self.named()
        if token.kind == "mark" and token.text in CLOSING:
            return self.bracketed()
        self.take()
        if token.kind == "string":
            return unescape(token.text[1:-1])
        if token.kind == "template":
            return self.filled(token.text)
        if token.kind == "number":
            number = float(token.text.replace("_", ""))
            return int(number) if number.is_integer() else number
        if token == Token("mark", "!"):
            value = self.primary()
            return value if value is UNKNOWN else not is_true(value)
        if token == Token("mark", "-") and isinstance(number := self.primary(), int | float):
            return -number
        return UNKNOWN

    def named(self) -> Any:
        """A constant's name, a word such as true, or a call or function, which stay unknown."""
        words = [self.take().text]
        if words[0] in ("async", "function", "new", "await", "class"):
            self.skip_expression()
            return UNKNOWN
        while self.at_mark("."):
            self.take()
            words.append(self.take().text)
        if self.at_mark("("):
            return self.call(words)
        if (name := ".".join(words)) in PUBLISHING:
            return PUBLISHING[name]
        if any(words[: len(start)] == start for start in ENVIRONMENT):
            if self.at_mark("["):
                self.skip_group()
            return UNSET
        return WORDS[words[0]] if words[0] in WORDS else self.member_of(words)

    def member_of(self, words: list[str]) -> Any:
        """A constant, or a member of one: ``site.address``."""
        value = self.names.get(words[0], UNKNOWN)
        for word in words[1:]:
            value = value.get(word, UNKNOWN) if isinstance(value, dict) else value if value is UNSET else UNKNOWN
        return value

    def filled(self, template: str) -> Any:
        """A template with its values put in; unknown if one of them is."""
        values = [Reader(hole, self.names).value() for hole in _HOLE.findall(template)]
        plain = [str(value) for value in values if isinstance(value, str | int) and not isinstance(value, bool)]
        if "${" in _HOLE.sub("", template) or len(plain) < len(values):
            return UNKNOWN
        parts = iter(plain)
        return unescape(_HOLE.sub(lambda _: next(parts), template))

    def call(self, words: list[str]) -> Any:
        """``require.resolve('./x')`` and ``path.join(__dirname, 'x')`` name files; other calls are unknown."""
        start = self.at
        self.skip_group()
        if words not in (["require", "resolve"], ["path", "resolve"], ["path", "join"]):
            return UNKNOWN
        strings = [unescape(token.text[1:-1]) for token in self.tokens[start : self.at] if token.kind == "string"]
        return "/".join(strings) if strings else UNKNOWN

    def bracketed(self) -> Any:
        if self.at_mark("["):
            return self.items()
        if self.at_mark("{"):
            return self.members()
        start = self.at
        self.skip_group()
        if self.at_mark("=>", ":"):  # an arrow function, perhaps with the type of its result
            self.skip_expression()
            return UNKNOWN
        end, self.at = self.at, start + 1
        value = self.value()
        self.at = end
        return value

    def items(self) -> list[Any]:
        self.take()
        items: list[Any] = []
        while not self.done() and not self.at_mark("]"):
            if self.at_mark(","):
                self.take()
            elif self.at_mark("..."):
                self.take()
                spread = self.value()
                items.extend(spread if isinstance(spread, list) else [UNKNOWN])
            else:
                items.append(unset_as_unknown(self.value()))
                self.skip_expression()
                if self.at_mark(")", "}", ";"):
                    self.take()
        self.take()
        return items

    def members(self) -> dict[str, Any]:
        self.take()
        members: dict[str, Any] = {}
        while not self.done() and not self.at_mark("}"):
            if self.at_mark(","):
                self.take()
            elif self.at_mark("..."):
                self.take()
                spread = self.value()
                members.update(spread if isinstance(spread, dict) else {"...": UNKNOWN})
            else:
                self.member(members)
        self.take()
        return members

    def member(self, members: dict[str, Any]) -> None:
        if self.at_mark("["):  # a computed key
            self.skip_group()
            key = ""
        else:
            token = self.take()
            if token.text in ("async", "get", "set") and self.peek().kind == "name":
                token = self.take()
            key = unescape(token.text[1:-1]) if token.kind == "string" else token.text
        if self.at_mark(":"):
            self.take()
            value = self.value()
        elif self.at_mark(",", "}"):  # shorthand: {math}
            value = self.names.get(key, UNKNOWN)
        else:  # a method
            value = UNKNOWN
        if key:
            members[key] = unset_as_unknown(value)
        self.skip_expression()
        if self.at_mark(")", "]", ";"):
            self.take()
