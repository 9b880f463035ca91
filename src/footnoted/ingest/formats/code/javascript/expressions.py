"""Works out JavaScript expressions as far as literals and constants go. Nothing is ever run; the rest is UNKNOWN."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from footnoted.ingest.formats.code.javascript.tokens import Token, tokens, unescape
from footnoted.ingest.formats.code.javascript.values import PUBLISHING, UNKNOWN, WORDS, is_true

CLOSING = {"(": ")", "[": "]", "{": "}"}
_HOLE = re.compile(r"\$\{\s*([\w$]+(?:\.[\w$]+)*)\s*\}")
_GIVES_BACK = frozenset(["defineConfig", "starlight", "nextra", "withMermaid", "withPwa"])
_STATEMENTS = frozenset(["const", "let", "var", "export"])
_END = Token("mark", ";")


class Reader:
    def __init__(self, source: str, known: Mapping[str, Any]) -> None:
        self.tokens = tokens(source)
        self.at = 0
        self.names: dict[str, Any] = dict(known)

    def peek(self) -> Token:
        return self.tokens[self.at] if self.at < len(self.tokens) else _END

    def take(self) -> Token:
        token = self.peek()
        self.at += 1
        return token

    def at_mark(self, *marks: str) -> bool:
        token = self.peek()
        return token.kind == "mark" and token.text in marks

    def done(self) -> bool:
        return self.at >= len(self.tokens)

    def skip_group(self) -> None:
        """Step over a bracketed group, the opening bracket being next."""
        depth = 0
        while not self.done():
            token = self.take()
            if token.kind != "mark":
                continue
            depth += (token.text in CLOSING) - (token.text in ")]}")
            if depth <= 0:
                return

    def skip_expression(self) -> None:
        """Step to the comma, semicolon, closing bracket or next statement that ends the expression."""
        while not self.done() and not self.at_mark(",", ";", ")", "]", "}") and not self.at_statement():
            if self.at_mark(*CLOSING):
                self.skip_group()
            else:
                self.take()

    def at_statement(self) -> bool:
        """Whether a statement begins here, as it may without a semicolon before it."""
        token, follows = self.peek(), self.tokens[self.at + 1 : self.at + 3]
        if token.kind != "name" or self.tokens[self.at - 1] == Token("mark", "."):
            return False
        is_export = token.text == "module" and [part.text for part in follows] == [".", "exports"]
        return is_export or token.text in _STATEMENTS

    def value(self) -> Any:
        """An expression; of ``a ? b : c`` the part that a build for publishing takes."""
        value = self.sum()
        if self.at_mark("===", "!==", "==", "!="):
            is_same, other = self.take().text in ("===", "=="), self.sum()
            value = UNKNOWN if UNKNOWN in (value, other) else (value == other) is is_same
        if self.at_mark("?") and self.tokens[self.at + 1 : self.at + 2] != [Token("mark", ".")]:
            self.take()
            first = self.value()
            if self.at_mark(":"):
                self.take()
            second = self.value()
            return UNKNOWN if value is UNKNOWN and first != second else first if is_true(value) else second
        if self.peek() in (Token("name", "as"), Token("name", "satisfies")):
            self.skip_expression()
        elif self.at_mark(".", "(", "[", "?", "+", "-", "*", "/", "=>", "&&", "!", "<", ">"):
            self.skip_expression()
            return UNKNOWN
        return value

    def sum(self) -> Any:
        value = self.primary()
        while self.at_mark("||", "??"):
            self.take()
            other = self.primary()
            value = value if value is not UNKNOWN and value is not None else other
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
            return self.path_in_call(words)
        if (name := ".".join(words)) in PUBLISHING:
            return PUBLISHING[name]
        return WORDS[words[0]] if words[0] in WORDS else self.member_of(words)

    def member_of(self, words: list[str]) -> Any:
        """A constant, or a member of one: ``site.address``."""
        value = self.names.get(words[0], UNKNOWN)
        for word in words[1:]:
            value = value.get(word, UNKNOWN) if isinstance(value, dict) else UNKNOWN
        return value

    def filled(self, template: str) -> Any:
        """A template with its constants put in; unknown if one of them is."""
        values = [self.member_of(name.split(".")) for name in _HOLE.findall(template)]
        if "${" in _HOLE.sub("", template) or not all(isinstance(value, str | int) for value in values):
            return UNKNOWN
        filled = iter(map(str, values))
        return unescape(_HOLE.sub(lambda _: next(filled), template))

    def path_in_call(self, words: list[str]) -> Any:
        """``require.resolve('./x')`` and ``path.join(__dirname, 'x')`` name files; other calls are unknown.

        ``defineConfig({…})`` and its like give back what they are given.
        """
        start = self.at
        self.skip_group()
        if words[-1] in _GIVES_BACK:
            end, self.at = self.at, start + 1
            value = self.value()
            self.at = end
            return value
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
                items.extend(spread if isinstance(spread, list) else [])
            else:
                items.append(self.value())
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
            members[key] = value
        self.skip_expression()
        if self.at_mark(")", "]", ";"):
            self.take()

    def declare(self) -> None:
        """Remember ``const a: Type = …, b = …``."""
        while not self.done():
            name = self.take().text
            while not self.done() and not self.at_mark("=", ";"):
                self.take()
            if not self.at_mark("="):
                return
            self.take()
            if (value := self.value()) is not UNKNOWN or name not in self.names:
                self.names[name] = value
            if not self.at_mark(","):
                return
            self.take()
